//! Under the hood: what the search keeps of a position, in place of its board.

use super::board::Position;
use super::graph::PartKind;
use super::outlook::Outlook;
use super::search;
use super::solve::{Solver, planned_graph};
use super::wide;
use crate::analysis::{self, Solution};
use crate::limits::{Budget, Limits};
use crate::method::Method as _;
use crate::report::{Halt, SolveError};

/// What the method keeps of a position: boxes to take, chains and loops by their sizes, and a core.
///
/// ```text
/// +---+---+---+---+---+
/// | T   C   C   C   C        T  has one open side: whoever moves can capture it, and the rest of its row
/// +---+---+---+---+---+
///   A   A   A   A   A        A  a chain of 5, from the outside to the outside
/// +---+---+---+---+---+
///   K   K   K   K            K  the core: five boxes with three open sides each, or two at its ends
/// +   +   +   +   +---+
/// ```
///
/// Margins do not depend on who took what before, nor on where a chain lies. So a position is the sizes of its chains and
/// loops, of which [`Hood::kept`] is all that counts, and a core: the graph of the strings and coins that are left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hood {
    /// Boxes that can be captured at once, one after the other.
    pub take: i64,
    /// How many of them may be handed back: 0, 2 or 4.
    pub hand_back: i64,
    /// The sizes of the chains that stand alone once those are captured, in ascending order.
    pub chains: Vec<u32>,
    /// The sizes of the loops, too.
    pub loops: Vec<u32>,
    /// What counts of both: two chains of 1 cancel each other, and so do two chains of 2.
    pub kept: Kept,
    /// The rest.
    pub core: Core,
    /// How its value is found.
    pub finds: Finds,
    /// What tells the position apart in the search's table, a number of 108 bits: of two positions with the same chains and loops
    /// it is the same if their cores are the same graph, turned, reflected or bent, and different otherwise but for
    /// one chance in 2^106 or so. `None` where no search keeps such keys.
    pub key: Option<u128>,
}

/// The chains and loops that count.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Kept {
    /// Chains of 1: none or one.
    pub ones: usize,
    /// Chains of 2: none or one.
    pub twos: usize,
    /// The sizes of the longer ones, in ascending order.
    pub chains: Vec<u32>,
    /// The sizes of the loops, in ascending order.
    pub loops: Vec<u32>,
}

/// What is neither chain nor loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Core {
    /// Undrawn edges.
    pub strings: usize,
    /// Boxes.
    pub coins: usize,
    /// Parts that share no edge and no box.
    pub parts: usize,
}

/// How a value is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finds {
    /// By the closed form for chains and loops: nothing else is left.
    ClosedForm,
    /// By the search with keys of graphs.
    Search,
    /// By the plain search, for cores that lie far apart.
    WideSearch,
    /// Not at all: the core is too large.
    Nothing,
}

/// What the method keeps of a position: the default one, without a table.
///
/// Takes time and memory in proportion to the board. The states of the report are none.
///
/// ```
/// use foregone::Limits;
/// use foregone::dots::{self, Finds};
///
/// // Two chains of 3.
/// let hood = dots::hood(&"2x3:11111111100000000".parse()?, &Limits::none())?;
/// let hood = hood.value.exact().unwrap();
/// assert_eq!((hood.chains.as_slice(), hood.core.strings, hood.finds), (&[3, 3][..], 0, Finds::ClosedForm));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`SolveError::TooLarge`] if the graph does not fit the memory allowed.
pub fn hood(position: &Position, limits: &Limits<'_>) -> Result<Solution<Hood>, SolveError> {
    analysis::answer(super::Method::default().name(), limits, |budget| find(position, budget))
}

fn find(position: &Position, budget: &mut Budget<'_>) -> Result<Hood, Halt> {
    let (graph, planned) = planned_graph(position, budget)?;
    let outlook = Outlook::new(&graph);
    let now = outlook.harvest.now();
    let sizes = |kind| {
        let parts = outlook.parts.iter().filter(|part| part.kind == kind);
        let mut sizes: Vec<u32> = parts.map(|part| part.coins.len() as u32).collect();
        sizes.sort_unstable();
        sizes
    };
    let (chains, loops) = (sizes(PartKind::Chain), sizes(PartKind::Loop));
    let odd = |size| chains.iter().filter(|&&chain| chain == size).count() % 2;
    let kept = Kept {
        ones: odd(1),
        twos: odd(2),
        chains: chains.iter().copied().filter(|&size| size > 2).collect(),
        loops: loops.clone(),
    };
    let mut core = Core::default();
    for part in outlook.parts.iter().filter(|part| part.kind == PartKind::Other) {
        core.strings += part.strings.len();
        core.coins += part.coins.len();
        core.parts += 1;
    }
    let loose = chains.iter().chain(&loops).map(|&size| size as usize).sum::<usize>();
    let key = if Solver::new().looks_up(&outlook) {
        None
    } else {
        search::key_of(position.board(), &graph, &outlook.parts, budget)?
    };
    let finds = match key {
        _ if core.parts == 0 => Finds::ClosedForm,
        Some(_) => Finds::Search,
        None if core.strings <= wide::MAX_CORE && loose <= wide::MAX_LOOSE => Finds::WideSearch,
        None => Finds::Nothing,
    };
    budget.release(planned);
    Ok(Hood { take: now.taken, hand_back: now.gives, chains, loops, kept, core, finds, key })
}
