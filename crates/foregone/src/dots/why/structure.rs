//! What a position is made of: boxes to take at once, chains, loops and junctions.

use crate::cell::Cell;
use crate::dots::board::{Edge, Position};
use crate::dots::graph::{GROUND, Graph, PartKind};
use crate::dots::outlook::Outlook;

/// What a position is made of: the boxes that can be captured at once, and the rest once they are.
///
/// ```text
/// +---+---+---+---+
///     A   A   J   B      A: a chain of 2 from the ground to J; J: a junction, 3 open sides
/// +---+---+   +---+      B: a chain of 1 from the ground to J
///         | C |          C: another one
/// +---+---+   +---+
/// ```
///
/// Open sides are counted in the rest. A box with two of them is in a chain or in a loop, one with three or four is a
/// junction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Structure {
    /// Boxes to take, chains and loops, in the order of their first boxes.
    pub pieces: Vec<Piece>,
    /// The junctions, row by row.
    pub junctions: Vec<Junction>,
    /// How many parts the rest falls into: those of two parts share no edge and no chain.
    pub parts: usize,
}

/// Boxes that go together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// What they are.
    pub shape: Shape,
    /// The boxes: of a chain from its first end to its second, of a loop around it, otherwise row by row.
    pub boxes: Vec<Cell>,
    /// The undrawn edges: of a chain from its first end to its second, of a loop around it, otherwise in ascending order.
    /// Those at the ends of a chain may be a junction's, too.
    pub edges: Vec<Edge>,
    /// Which part of the rest it is in, from 0; `None` for boxes that can be taken at once.
    pub part: Option<usize>,
}

/// What boxes that go together are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Shape {
    /// They can be captured at once, one after the other; the last few may be handed back: 2, 4 or none.
    Open {
        /// How many.
        hand_back: i64,
    },
    /// A row of boxes with two open sides each.
    Chain {
        /// What is at its two ends.
        ends: [End; 2],
    },
    /// A ring of boxes with two open sides each.
    Loop,
}

/// Where a chain ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum End {
    /// At the outside, or at a captured box.
    Ground,
    /// At a junction.
    Junction(Cell),
}

/// A box with three or four open sides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Junction {
    /// The box.
    pub cell: Cell,
    /// Its undrawn edges in the rest, in ascending order.
    pub edges: Vec<Edge>,
    /// Which part of the rest it is in, from 0.
    pub part: usize,
}

/// What a chain or a loop is to those who name them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// Boxes that can be captured at once.
    Open,
    /// A chain that stands alone, from ground to ground.
    Chain,
    /// A loop that stands alone.
    Loop,
    /// A chain that ends at a junction.
    Arm,
    /// A chain that leaves a junction and comes back to it: a loop but for that box.
    Ring,
}

impl Shape {
    /// What it is.
    #[must_use]
    pub fn kind(self) -> Kind {
        match self {
            Self::Open { .. } => Kind::Open,
            Self::Chain { ends: [End::Ground, End::Ground] } => Kind::Chain,
            Self::Chain { ends: [one, other] } if one == other => Kind::Ring,
            Self::Chain { .. } => Kind::Arm,
            Self::Loop => Kind::Loop,
        }
    }
}

impl Kind {
    /// Whether it is a chain or a loop that stands alone, so that opening it changes nothing else.
    #[must_use]
    pub const fn is_independent(self) -> bool {
        matches!(self, Self::Chain | Self::Loop)
    }
}

impl Structure {
    /// What a position is made of, without the values of anything. Takes time and memory in proportion to the board.
    ///
    /// ```
    /// use foregone::dots::Position;
    /// use foregone::dots::why::{Kind, Structure};
    ///
    /// let position: Position = "3x3:111111110111100000010001".parse()?;
    /// let structure = Structure::of(&position);
    /// assert_eq!((structure.count(Kind::Open, 1), structure.count(Kind::Chain, 3)), (1, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of(position: &Position) -> Self {
        structure(&Outlook::new(&Graph::new(position))).0
    }

    /// How many pieces there are of a kind and of so many boxes or more.
    #[must_use]
    pub fn count(&self, kind: Kind, least: usize) -> usize {
        let pieces = self.pieces.iter();
        pieces.filter(|piece| piece.shape.kind() == kind && piece.boxes.len() >= least).count()
    }
}

/// A piece as coins and strings of the graph.
struct Found {
    shape: Shape,
    coins: Vec<u32>,
    strings: Vec<u32>,
    part: Option<usize>,
}

/// The structure of a position, and the piece of each string. Time linear in the graph.
pub(super) fn structure(outlook: &Outlook<'_>) -> (Structure, Vec<Option<u32>>) {
    let graph = outlook.graph;
    let (live, degree) = outlook.harvest.rest();
    let around = |coin| graph.around(coin).iter().copied().filter(|&string| live[string as usize]);
    let mut found = to_take(outlook);
    let mut junctions = Vec::new();
    for (number, part) in outlook.parts.iter().enumerate() {
        let mut add = |from, string| found.extend(along(outlook, from, string, number));
        match part.kind {
            PartKind::Chain => {
                let grounded = |string: &&u32| graph.ends(**string).contains(&GROUND);
                part.strings
                    .iter()
                    .filter(grounded)
                    .min()
                    .into_iter()
                    .for_each(|&string| add(GROUND, string));
            }
            PartKind::Loop => {
                let first = part.coins.iter().copied().min().into_iter();
                first.for_each(|coin| around(coin).take(1).for_each(|string| add(coin, string)));
            }
            PartKind::Other => {
                for &coin in part.coins.iter().filter(|&&coin| degree[coin as usize] > 2) {
                    let edges = around(coin).map(|string| graph.edge(string)).collect();
                    junctions.push(Junction { cell: graph.cell(coin), edges, part: number });
                    around(coin).for_each(|string| add(coin, string));
                }
            }
        }
    }
    found.sort_by_key(|piece| piece.coins.iter().copied().min());
    junctions.sort_by_key(|junction| junction.cell);
    let mut piece_of = vec![None; graph.strings()];
    for (number, piece) in found.iter().enumerate() {
        for &string in &piece.strings {
            piece_of[string as usize] = Some(number as u32);
        }
    }
    let pieces = found.into_iter().map(|piece| Piece {
        shape: piece.shape,
        boxes: piece.coins.iter().map(|&coin| graph.cell(coin)).collect(),
        edges: piece.strings.iter().map(|&string| graph.edge(string)).collect(),
        part: piece.part,
    });
    let structure = Structure { pieces: pieces.collect(), junctions, parts: outlook.parts.len() };
    (structure, piece_of)
}

/// The boxes that can be captured at once, tree by tree.
fn to_take(outlook: &Outlook<'_>) -> Vec<Found> {
    let (graph, harvest) = (outlook.graph, &outlook.harvest);
    let empty = |hand_back| Found {
        shape: Shape::Open { hand_back },
        coins: Vec::new(),
        strings: Vec::new(),
        part: None,
    };
    let mut found: Vec<Found> = harvest.gives().map(empty).collect();
    for coin in 0..graph.coins() as u32 {
        if let Some(tree) = harvest.tree_of(coin) {
            found[tree].coins.push(coin);
        }
    }
    for string in (0..graph.strings() as u32).filter(|&string| !harvest.is_quiet(string)) {
        let in_tree = |&end: &u32| end != GROUND && harvest.tree_of(end).is_some();
        let tree = graph.ends(string).iter().find(|end| in_tree(end)).and_then(|&end| harvest.tree_of(end));
        if let Some(tree) = tree {
            found[tree].strings.push(string);
        }
    }
    found
}

/// The chain or loop that a string leads to from the coin or the ground at one end of it. None if there is no coin of two
/// strings, or if the chain is rather to be found from its other end.
fn along(outlook: &Outlook<'_>, from: u32, string: u32, part: usize) -> Option<Found> {
    let graph = outlook.graph;
    let (live, degree) = outlook.harvest.rest();
    let (mut coins, mut strings) = (Vec::new(), vec![string]);
    let (mut last, mut here) = (string, graph.across(string, from));
    while here != GROUND && degree[here as usize] == 2 {
        coins.push(here);
        if here == from {
            coins.rotate_right(1);
            return Some(Found { shape: Shape::Loop, coins, strings, part: Some(part) });
        }
        let mut around = graph.around(here).iter().copied();
        last = around.find(|&next| live[next as usize] && next != last)?;
        strings.push(last);
        here = graph.across(last, here);
    }
    let end = |coin: u32| if coin == GROUND { End::Ground } else { End::Junction(graph.cell(coin)) };
    let from_the_other_end = from != GROUND && here != GROUND && string > last;
    if coins.is_empty() || from_the_other_end {
        return None;
    }
    let shape = Shape::Chain { ends: [end(from), end(here)] };
    Some(Found { shape, coins, strings, part: Some(part) })
}
