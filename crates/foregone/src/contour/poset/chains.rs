//! The elements left, covered by chains: an order ideal as one small number a chain.

use super::arrangement::{LINKS, Links};
use super::board::{Element, Poset};
use super::position::Position;
use crate::limits::Budget;
use crate::report::{Halt, SolveError};

/// How many elements of each chain are taken.
pub type Counts = Vec<u16>;

const _: () = assert!(Poset::MAX_ELEMENTS < u16::MAX as usize);

/// The elements that a position leaves, cut into chains: in each, every element needs the one before it.
///
/// So what is taken of a chain is its first few elements, and an order ideal is told by how many in each.
///
/// ```text
///     prerequisites          chains            the ideal {a, b, d} is 2 1
///
///        c   e
///        │ ╲ │             0:  a b c
///        b   d             1:  d e
///        │                                     c needs b and d: 1 of chain 1, besides what its own chain says
///        a
/// ```
///
/// The chains come from one walk upwards that puts each element on top of a chain which ends with one of its
/// prerequisites, if there is such a chain: the first or the last one given, whichever makes fewer chains in all. That is
/// not always as few as there could be, but keeps together what was given together: the rows of a grid. Their order is
/// that of [`Links::arranged`].
#[derive(Clone, Debug)]
pub struct Chains {
    chains: Vec<Vec<Link>>,
    /// The chain and the place in it of each element left.
    places: Vec<Option<Place>>,
}

/// An element in its chain.
#[derive(Clone, Debug)]
struct Link {
    element: Element,
    swing: i64,
    /// The greatest swing from here to the end of the chain.
    greatest: i64,
    /// What it needs of other chains.
    needs: Box<[Need]>,
}

/// So many elements of a chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Need {
    chain: u16,
    count: u16,
}

/// Where an element is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The chain.
    pub chain: usize,
    /// How many elements of the chain come before it.
    pub below: usize,
}

/// A move: an element that can be taken, by its chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    /// The chain.
    pub chain: usize,
    /// The swing of its next element.
    pub swing: i64,
}

impl Chains {
    /// Covers what a position leaves. Takes memory in proportion to the elements and their prerequisites, and a byte for
    /// each pair of chains while they are arranged.
    ///
    /// # Errors
    /// [`SolveError`] if that is more than allowed.
    pub fn new(position: &Position, budget: &mut Budget<'_>) -> Result<Self, SolveError> {
        let poset = position.poset();
        let prerequisites: usize =
            position.elements_left().map(|element| poset.prerequisites(element).len()).sum();
        // What is kept, then what the covers take.
        let kept = size_of::<Link>() + size_of::<Vec<Link>>() + size_of::<Option<Place>>();
        let made =
            2 * (2 * size_of::<Vec<Element>>() + 4 * size_of::<Element>() + size_of::<Option<usize>>());
        let bytes = poset.len() * kept + prerequisites * size_of::<Need>();
        budget.plan("a chain cover", (bytes + poset.len() * made) as u128)?;
        // By height, which puts every element after its prerequisites.
        let mut order: Vec<Element> = position.elements_left().collect();
        order.sort_by_key(|&element| poset.height(element));
        let covers = [false, true].map(|last_first| cover(position, &order, last_first));
        let [by_first, by_last] = covers;
        let best = if by_last.len() < by_first.len() { by_last } else { by_first };
        let links = Links::bytes(best.len(), prerequisites);
        budget.plan(LINKS, links.into())?;
        let elements = arranged(position, best)?;
        budget.release(links + (poset.len() * made) as u64);
        let mut places = vec![None; poset.len()];
        for (chain, elements) in elements.iter().enumerate() {
            for (below, element) in elements.iter().enumerate() {
                places[element.index()] = Some(Place { chain, below });
            }
        }
        let mut chains = Vec::with_capacity(elements.len());
        for (chain, elements) in elements.iter().enumerate() {
            let mut links: Vec<Link> = elements
                .iter()
                .map(|&element| {
                    let needs = needs(position, &places, chain, element);
                    let swing = poset.swing(element);
                    Link { element, swing, greatest: swing, needs }
                })
                .collect();
            for below in (1..links.len()).rev() {
                links[below - 1].greatest = links[below - 1].greatest.max(links[below].greatest);
            }
            chains.push(links);
        }
        Ok(Self { chains, places })
    }

    /// How many chains there are; none when the game is over.
    pub fn len(&self) -> usize {
        self.chains.len()
    }

    /// How many elements a chain has; at least one.
    pub fn length(&self, chain: usize) -> usize {
        self.chains[chain].len()
    }

    /// The swings of a chain's elements, upwards.
    pub fn swings(&self, chain: usize) -> impl Iterator<Item = i64> {
        self.chains[chain].iter().map(|link| link.swing)
    }

    /// All elements, chain by chain, each chain upwards.
    pub fn elements(&self) -> impl Iterator<Item = Element> {
        self.chains.iter().flatten().map(|link| link.element)
    }

    /// Where an element is, if it was left at the start.
    pub fn place(&self, element: Element) -> Option<Place> {
        self.places[element.index()]
    }

    /// The sum of the sizes of all swings. No `g` is greater, nor any swing less a `g`.
    pub fn bound(&self) -> i64 {
        self.chains.iter().flatten().map(|link| link.swing.abs()).sum()
    }

    /// How much of each chain is taken in a position that is reached from the start.
    pub fn counts(&self, position: &Position) -> Counts {
        let taken = |links: &Vec<Link>| links.partition_point(|link| position.is_taken(link.element)) as u16;
        self.chains.iter().map(taken).collect()
    }

    /// The move of a chain, if its next element is available.
    pub fn next(&self, counts: &[u16], chain: usize) -> Option<Move> {
        let link = self.chains[chain].get(usize::from(counts[chain]))?;
        let met = |need: &Need| counts[usize::from(need.chain)] >= need.count;
        link.needs.iter().all(met).then_some(Move { chain, swing: link.swing })
    }

    /// All moves, one chain after the other.
    pub fn moves<'a>(&'a self, counts: &'a [u16]) -> impl Iterator<Item = Move> + 'a {
        (0..self.chains.len()).filter_map(|chain| self.next(counts, chain))
    }

    /// The greatest swing of all elements left, available or not.
    pub fn greatest(&self, counts: &[u16]) -> Option<i64> {
        let tops = self.chains.iter().zip(counts);
        tops.filter_map(|(links, &count)| links.get(usize::from(count))).map(|link| link.greatest).max()
    }
}

/// Chains over elements, which come in order: each goes on top of the first chain that ends with one of its
/// prerequisites, those tried in the order given or from the last one.
fn cover(position: &Position, order: &[Element], last_first: bool) -> Vec<Vec<Element>> {
    let mut chains: Vec<Vec<Element>> = Vec::new();
    // The chain that an element is the end of.
    let mut ends: Vec<Option<usize>> = vec![None; position.poset().len()];
    for &element in order {
        let below = position.poset().prerequisites(element);
        let end = |element: &Element| ends[element.index()].take();
        let chain = if last_first { below.iter().rev().find_map(end) } else { below.iter().find_map(end) };
        let chain = chain.unwrap_or_else(|| {
            chains.push(Vec::new());
            chains.len() - 1
        });
        chains[chain].push(element);
        ends[element.index()] = Some(chain);
    }
    chains
}

/// The chains in an order in which few of those gone through still bind later ones.
fn arranged(position: &Position, mut chains: Vec<Vec<Element>>) -> Result<Vec<Vec<Element>>, SolveError> {
    let mut chain_of = vec![None; position.poset().len()];
    for (chain, elements) in chains.iter().enumerate() {
        elements.iter().for_each(|element| chain_of[element.index()] = Some(chain));
    }
    let pairs = position.elements_left().flat_map(|element| {
        let below = position.poset().prerequisites(element).iter();
        below.filter_map(|below| chain_of[below.index()]).zip(std::iter::repeat(chain_of[element.index()]))
    });
    let pairs = pairs.filter_map(|(below, chain)| Some((below, chain?)));
    let links = Links::new(chains.iter().map(Vec::len), pairs)?;
    Ok(links.arranged().into_iter().map(|chain| std::mem::take(&mut chains[chain])).collect())
}

/// What an element needs of chains other than its own: of each the most that a prerequisite asks for.
fn needs(position: &Position, places: &[Option<Place>], own: usize, element: Element) -> Box<[Need]> {
    let below = position.poset().prerequisites(element).iter().filter_map(|below| places[below.index()]);
    let others = below.filter(|place| place.chain != own);
    let mut needs: Vec<Need> =
        others.map(|place| Need { chain: place.chain as u16, count: place.below as u16 + 1 }).collect();
    needs.sort_unstable_by_key(|need| (need.chain, std::cmp::Reverse(need.count)));
    needs.dedup_by_key(|need| need.chain);
    needs.into_boxed_slice()
}

/// How the elements of different chains bind each other, however far apart they are.
///
/// Two tables with a number for each element and each chain: at most 2^24 each.
#[derive(Debug)]
pub struct Bounds {
    chains: usize,
    /// For each chain the number of its first element.
    starts: Vec<usize>,
    /// First what taking an element makes necessary: how many elements of each chain are among those below it or itself.
    /// Then what leaving an element makes impossible: how many elements of each chain are not above it.
    bounds: Vec<u16>,
}

impl Bounds {
    /// Works out the bounds. Takes 4 bytes for each element and each chain, and time in proportion to the prerequisites
    /// times the chains.
    ///
    /// # Errors
    /// [`Halt`] if that is more than allowed, or at a limit.
    pub fn new(position: &Position, chains: &Chains, budget: &mut Budget<'_>) -> Result<Self, Halt> {
        let mut starts = Vec::with_capacity(chains.len());
        let mut elements = 0;
        for chain in 0..chains.len() {
            starts.push(elements);
            elements += chains.length(chain);
        }
        let width = chains.len();
        let entries = (elements * width) as u128;
        let mut bounds = budget.vector("the bounds of chains", 2 * entries)?;
        bounds.resize(elements * width, 0);
        for _ in 0..elements {
            bounds.extend(chains.chains.iter().map(|links| links.len() as u16));
        }
        let (least, most) = bounds.split_at_mut(elements * width);
        let row = |place: Place| (starts[place.chain] + place.below) * width;
        let mut order: Vec<Element> = chains.elements().collect();
        order.sort_by_key(|&element| position.poset().height(element));
        for &element in &order {
            let Some(place) = chains.place(element) else { continue };
            let here = row(place);
            budget.check()?;
            for below in
                position.poset().prerequisites(element).iter().filter_map(|&below| chains.place(below))
            {
                let from = row(below);
                for chain in 0..width {
                    least[here + chain] = least[here + chain].max(least[from + chain]);
                }
            }
            least[here + place.chain] = place.below as u16 + 1;
        }
        for &element in order.iter().rev() {
            let Some(place) = chains.place(element) else { continue };
            let here = row(place);
            budget.check()?;
            for above in position.poset().followers(element).iter().filter_map(|&above| chains.place(above)) {
                let from = row(above);
                for chain in 0..width {
                    most[here + chain] = most[here + chain].min(most[from + chain]);
                }
            }
            most[here + place.chain] = place.below as u16;
        }
        Ok(Self { chains: width, starts, bounds })
    }

    /// The memory planned for them.
    pub fn bytes(&self) -> u64 {
        size_of_val(&self.bounds[..]) as u64
    }

    /// How many elements of each chain must be taken when this one is.
    pub fn least(&self, chain: usize, below: usize) -> &[u16] {
        &self.bounds[self.row(chain, below)]
    }

    /// How many elements of each chain may be taken when this one is not.
    pub fn most(&self, chain: usize, below: usize) -> &[u16] {
        &self.bounds[self.bounds.len() / 2..][self.row(chain, below)]
    }

    fn row(&self, chain: usize, below: usize) -> std::ops::Range<usize> {
        let start = (self.starts[chain] + below) * self.chains;
        start..start + self.chains
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    fn chains(text: &str) -> (Position, Chains) {
        let position: Position = text.parse().unwrap();
        let chains = Chains::new(&position, &mut Budget::open(&Limits::none())).unwrap();
        (position, chains)
    }

    fn shown(position: &Position, chains: &Chains) -> String {
        let name = |link: &Link| position.poset().name(link.element).to_owned();
        let chain = |links: &Vec<Link>| links.iter().map(name).collect::<Vec<_>>().join(" ");
        chains.chains.iter().map(chain).collect::<Vec<_>>().join(" | ")
    }

    #[test]
    fn the_drawn_cover_is_as_drawn() {
        let (position, chains) = chains("a 1 0; b 0 2: a; c 9 0: b d; d 4 0; e 5 0: d");
        assert_eq!(shown(&position, &chains), "a b c | d e");
        assert_eq!(*chains.chains[0][2].needs, [Need { chain: 1, count: 1 }]);
        assert_eq!(
            (chains.bound(), chains.greatest(&[0, 0]), chains.greatest(&[3, 1])),
            (21, Some(9), Some(5))
        );
        assert_eq!(chains.greatest(&[3, 2]), None);
        let moves: Vec<Move> = chains.moves(&[2, 0]).collect();
        assert_eq!(moves, [Move { chain: 1, swing: 4 }]);
        assert_eq!(chains.moves(&[2, 1]).count(), 2);
    }

    #[test]
    fn grids_fall_into_few_chains_and_only_what_is_left_counts() {
        let grid = |text: &str| {
            let grid: crate::contour::Position = text.parse().unwrap();
            let position = Position::try_from(&grid).unwrap();
            let chains = Chains::new(&position, &mut Budget::open(&Limits::none())).unwrap();
            shown(&position, &chains)
        };
        assert_eq!(grid("2x3:0,0,0/0,0,0|0,0,0/0,0,0"), "a1 b1 c1 | a2 b2 c2");
        assert_eq!(grid("3x2:0,0/0,0/0,0|0,0/0,0/0,0"), "a2 a3 | a1 b1 b2 b3");
        assert_eq!(grid("2x3:0,0,0/0,0,0|0,0,0/0,0,0|3,1"), "b2 c2");
        assert_eq!(grid("1x1:0|0|1"), "");
    }

    #[test]
    fn bounds_reach_through_other_chains() {
        // a < b, c < d, e < f, and d needs a, f needs d.
        let (position, chains) = chains("a 0 0; b 0 0: a; c 0 0; d 0 0: c a; e 0 0; f 0 0: e d");
        assert_eq!(shown(&position, &chains), "a b | c d | e f");
        let bounds = Bounds::new(&position, &chains, &mut Budget::open(&Limits::none())).unwrap();
        assert_eq!(bounds.least(2, 1), [1, 2, 2]);
        assert_eq!(bounds.least(0, 1), [2, 0, 0]);
        assert_eq!(bounds.most(0, 0), [0, 1, 1]);
        assert_eq!(bounds.most(2, 0), [2, 2, 0]);
    }
}
