//! Chains and loops alone: the value of a simple loony endgame, in closed form.
//!
//! Every move opens a chain or a loop. The other side, the controller, takes it all and must open the next one, or
//! gives back its last two coins (four of a loop) and keeps control. The value `v` is the margin for the controller
//! with the opener to move: opening a chain of n >= 3 leads to n-2+|v(rest)-2|, a loop of n to n-4+|v(rest)-4|, a
//! chain of 1 or 2 (the latter by its middle string, so that nothing can be given back) to n-v(rest); the opener takes
//! the least.
//!
//! The closed form follows Buzzard and Ciere, "Playing simple loony dots and boxes endgames optimally", INTEGERS 14
//! (2014) #G08, arXiv 1305.2156.

use std::fmt;
use std::str::FromStr;

use super::graph::PartKind;
use crate::text::{Scanner, SyntaxError};
use crate::value::Margin;

/// A multiset of chains and loops: a position in which every box has 0 or 2 open sides.
///
/// Its text is the sizes of the chains, `|`, the sizes of the loops.
///
/// ```
/// use foregone::dots::Loony;
/// // To open the loop costs less than to open the chain.
/// let loony: Loony = "3|4".parse()?;
/// assert_eq!(loony.value().points(), 1);
/// # Ok::<(), foregone::text::SyntaxError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Loony {
    chains: Vec<u32>,
    loops: Vec<u32>,
}

/// Sizes that no chain or loop of a board has.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LoonyError {
    /// A chain has at least one coin, and no board has more than a million.
    #[error("a chain of {0}: expected 1 to {MAX_SIZE} boxes")]
    Chain(u32),
    /// A loop has an even number of coins, at least four.
    #[error("a loop of {0}: expected an even number of boxes from 4 to {MAX_SIZE}")]
    Loop(u32),
}

/// The most coins that a chain or a loop may have.
const MAX_SIZE: u32 = 1_000_000;

impl Loony {
    /// The multiset of chains and loops of the given sizes, in any order.
    ///
    /// # Errors
    /// [`LoonyError`] for a size that no board has.
    pub fn new(chains: Vec<u32>, loops: Vec<u32>) -> Result<Self, LoonyError> {
        if let Some(&size) = chains.iter().find(|&&size| !(1..=MAX_SIZE).contains(&size)) {
            return Err(LoonyError::Chain(size));
        }
        if let Some(&size) = loops.iter().find(|&&size| !(4..=MAX_SIZE).contains(&size) || size % 2 == 1) {
            return Err(LoonyError::Loop(size));
        }
        Ok(Self::of_sizes(chains, loops))
    }

    /// The multiset of the parts of a board, whose sizes need no check.
    pub(super) fn of_sizes(mut chains: Vec<u32>, mut loops: Vec<u32>) -> Self {
        chains.sort_unstable();
        loops.sort_unstable();
        Self { chains, loops }
    }

    /// The multiset with one part less, which must be in it.
    pub(super) fn without(&self, kind: PartKind, size: u32) -> Self {
        let mut rest = self.clone();
        let list = if kind == PartKind::Loop { &mut rest.loops } else { &mut rest.chains };
        let place = list.binary_search(&size);
        debug_assert!(place.is_ok());
        place.map(|place| list.remove(place)).ok();
        rest
    }

    /// The sizes of the chains, in ascending order.
    #[must_use]
    pub fn chains(&self) -> &[u32] {
        &self.chains
    }

    /// The sizes of the loops, in ascending order.
    #[must_use]
    pub fn loops(&self) -> &[u32] {
        &self.loops
    }

    /// The margin for the controller, the side *not* to move. Linear in the number of chains and loops.
    #[must_use]
    pub fn value(&self) -> Margin {
        Margin::new(self.census().value())
    }

    /// What the closed form goes by. Linear in the number of chains and loops.
    #[must_use]
    pub fn control(&self) -> Control {
        self.census().control()
    }

    fn census(&self) -> Census {
        let mut census = Census::default();
        for &size in &self.chains {
            census.add(PartKind::Chain, size);
        }
        for &size in &self.loops {
            census.add(PartKind::Loop, size);
        }
        census
    }
}

/// What the closed form goes by: chains and loops counted, what control is worth, and the clause that gives the value.
///
/// ```
/// use foregone::dots::{Clause, Loony};
/// let control = "3,3|6,6".parse::<Loony>()?.control();
/// assert_eq!((control.controlled, control.bonus, control.kept()), (-6, 6, 0));
/// assert_eq!((control.value, control.clause), (2, Clause::Even));
/// # Ok::<(), foregone::text::SyntaxError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Control {
    /// Chains of 1.
    pub ones: i64,
    /// Chains of 2.
    pub twos: i64,
    /// Chains of 3 or more.
    pub chains: i64,
    /// Loops.
    pub loops: i64,
    /// The fully controlled value: the sum of n-4 over chains of 3 or more and of n-8 over loops.
    pub controlled: i64,
    /// The terminal bonus: nothing is handed back of the last one, which is 4 for a chain and 8 for a loop; 6 if that is a
    /// loop where all chains are of 3.
    pub bonus: i64,
    /// The margin for the controller of chains of 3 or more and loops.
    pub long: i64,
    /// The margin for the side not to move: each odd chain of 2 turns v into 2-v, then each odd chain of 1 into 1-v.
    pub value: i64,
    /// The clause of the closed form that gives `long`.
    pub clause: Clause,
}

impl Control {
    /// What the controller gets by handing back to the end: `controlled` and `bonus`.
    #[must_use]
    pub const fn kept(&self) -> i64 {
        self.controlled + self.bonus
    }

    /// Whether the side to move will have control: if the chains of 1 and 2, given away in turn, leave the other side to
    /// open the first chain of 3 or more or loop. `None` if there are none.
    #[must_use]
    pub const fn mover_controls(&self) -> Option<bool> {
        if self.chains + self.loops == 0 { None } else { Some((self.ones + self.twos) % 2 == 1) }
    }
}

/// A clause of the closed form. With c what the controller gets by handing back to the end:
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Clause {
    /// Nothing is left: 0.
    Nothing,
    /// c is 2 or more: control is kept to the end, and the value is c.
    Kept,
    /// Chains alone, and c is less than 2: 1 if it is odd, 2 if even.
    ChainsAlone,
    /// No chain of 3 and no loop of 4: 3 if c is odd, 4 if it is a multiple of 4, and 2 otherwise.
    LongLoops,
    /// The loops of 4 are opened first, each turning the value d of the rest into |4-d|.
    FoursFirst,
    /// The opener's loop of 4 is worth exactly what it costs to hand back in it: 0.
    Level,
    /// Chains of 3 and loops, c even: 2.
    Even,
    /// Chains of 3 and loops, c odd: 1, with two chains of 3 or more, or a rest that is worth 2 without the only one.
    Odd,
    /// One chain of 3, and loops but none of 4, c odd: 3, if the rest is not worth 2 without that chain.
    LoneThree,
}

impl fmt::Display for Loony {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |sizes: &[u32]| sizes.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
        write!(f, "{}|{}", list(&self.chains), list(&self.loops))
    }
}

impl FromStr for Loony {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        let mut scanner = Scanner::new(text);
        let chains = sizes(&mut scanner, "the size of a chain", 1)?;
        scanner.literal("|")?;
        let loops = sizes(&mut scanner, "the size of a loop", 4)?;
        scanner.end()?;
        Self::new(chains, loops).map_err(|error| scanner.expected(error.to_string()))
    }
}

fn sizes(scanner: &mut Scanner<'_>, what: &str, least: i64) -> Result<Vec<u32>, SyntaxError> {
    let mut sizes = Vec::new();
    let more = |sizes: &[u32], scanner: &mut Scanner<'_>| match sizes {
        [] => scanner.peek().is_some_and(|next| next.is_ascii_digit()),
        _ => scanner.accept(","),
    };
    while more(&sizes, scanner) {
        let here = scanner.clone();
        let size = scanner.integer(what, least..=i64::from(MAX_SIZE))?;
        if least == 4 && size % 2 == 1 {
            return Err(here.expected(format!("{what}, an even number")));
        }
        sizes.push(size as u32);
    }
    Ok(sizes)
}

/// What the closed form asks of a multiset of chains and loops: counts and sums, so that one part more or less is a
/// step of constant time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Census {
    /// Chains of 1.
    ones: i64,
    /// Chains of 2.
    twos: i64,
    /// Chains of 3.
    threes: i64,
    /// Chains of 4 or more.
    long: i64,
    /// Loops of 3.
    triangles: i64,
    /// Loops of 4.
    fours: i64,
    /// Loops of 5 or more.
    rings: i64,
    /// Those of them that are odd.
    odd_rings: i64,
    /// The fully controlled value: the sum of n-4 over chains of 3 or more and of n-8 over loops.
    controlled: i64,
}

impl Census {
    /// Counts a chain or a loop in.
    pub(super) fn add(&mut self, kind: PartKind, size: u32) {
        self.change(kind, size, 1);
    }

    /// The multiset with one part less, which must be in it.
    pub(super) fn without(mut self, kind: PartKind, size: u32) -> Self {
        self.change(kind, size, -1);
        self
    }

    fn change(&mut self, kind: PartKind, size: u32, by: i64) {
        let size = i64::from(size);
        match (kind, size) {
            (PartKind::Chain, 1) => self.ones += by,
            // A loop of 2 falls to whoever replies, like a chain of 2 that is opened by its middle string.
            (PartKind::Chain | PartKind::Loop, 2) => self.twos += by,
            (PartKind::Loop, 3) => self.triangles += by,
            (PartKind::Chain, _) => {
                *(if size == 3 { &mut self.threes } else { &mut self.long }) += by;
                self.controlled += by * (size - 4);
            }
            (PartKind::Loop, _) => {
                *(if size == 4 { &mut self.fours } else { &mut self.rings }) += by;
                self.odd_rings += if size % 2 == 1 { by } else { 0 };
                self.controlled += by * (size - 8);
            }
            (PartKind::Other, _) => debug_assert!(false, "only chains and loops are counted"),
        }
    }

    /// Whether the closed form holds: there is no loop of 5, 7, 9... and no loop of 3 without another one. Boards have
    /// none of them.
    pub(super) const fn is_closed(&self) -> bool {
        self.odd_rings == 0 && self.triangles % 2 == 0
    }

    /// The margin for the controller, if [`Census::is_closed`]. Constant time.
    pub(super) fn value(&self) -> i64 {
        debug_assert!(self.is_closed());
        self.with_short(self.long_value())
    }

    /// The value with the chains of 1 and 2, from that without them.
    const fn with_short(&self, long: i64) -> i64 {
        // Openings of 1 and 2 come first and pass control on, so pairs of them cancel.
        let twos = if self.twos % 2 == 1 { 2 - long } else { long };
        if self.ones % 2 == 1 { 1 - twos } else { twos }
    }

    /// What the value comes from. Constant time.
    pub(super) fn control(&self) -> Control {
        let (long, clause) = self.long_value_by();
        Control {
            ones: self.ones,
            twos: self.twos,
            chains: self.threes + self.long,
            loops: self.fours + self.rings,
            controlled: self.controlled,
            bonus: self.bonus(),
            long,
            value: self.with_short(long),
            clause,
        }
    }

    /// The controlled value with the terminal bonus: what the controller gets by keeping control to the end, where the
    /// last chain or loop is taken whole.
    const fn kept(&self) -> i64 {
        self.controlled + self.bonus()
    }

    const fn bonus(&self) -> i64 {
        match (self.threes + self.long, self.fours + self.rings) {
            (0, 0) => 0,
            (0, _) => 8,
            (_, 0) => 4,
            _ if self.long > 0 => 4,
            _ => 6,
        }
    }

    /// The value of the chains of 3 or more and the loops.
    fn long_value(&self) -> i64 {
        self.long_value_by().0
    }

    /// The same, and the clause that gives it.
    fn long_value_by(&self) -> (i64, Clause) {
        let kept = self.kept();
        let odd = kept.rem_euclid(2) == 1;
        if self.threes + self.long + self.fours + self.rings == 0 {
            (0, Clause::Nothing)
        } else if kept >= 2 {
            (kept, Clause::Kept)
        } else if self.fours + self.rings == 0 {
            (if odd { 1 } else { 2 }, Clause::ChainsAlone)
        } else if self.threes == 0 {
            match kept.rem_euclid(4) {
                _ if self.fours > 0 => (self.behind_fours(), Clause::FoursFirst),
                0 => (4, Clause::LongLoops),
                2 => (2, Clause::LongLoops),
                _ => (3, Clause::LongLoops),
            }
        } else if !odd {
            // Opening a loop of 4 levels the game when the rest is worth exactly what it costs to keep control.
            let level = self.fours > 0 && self.without(PartKind::Loop, 4).kept() == 4;
            if level { (0, Clause::Level) } else { (2, Clause::Even) }
        } else if self.threes >= 2 || self.without(PartKind::Chain, 3).long_value() == 2 {
            (1, Clause::Odd)
        } else if self.fours > 0 {
            (self.behind_fours(), Clause::FoursFirst)
        } else {
            (3, Clause::LoneThree)
        }
    }

    /// The value where the loops of 4 are opened first: each turns the value d of the rest into |4-d|.
    fn behind_fours(&self) -> i64 {
        let mut rest = *self;
        rest.fours = 0;
        rest.controlled += 4 * self.fours;
        let value = rest.long_value();
        let falls = self.fours.min(value / 4);
        let value = value - 4 * falls;
        if (self.fours - falls) % 2 == 1 { 4 - value } else { value }
    }
}

#[cfg(test)]
mod tests {
    use super::super::textbook::chain_loop;
    use super::*;
    use crate::limits::{Budget, Limits};

    fn table(loony: &Loony) -> i64 {
        let mut budget = Budget::open(&Limits::none());
        chain_loop(loony, &mut budget).unwrap().points()
    }

    fn check(text: &str, expected: i64) {
        let loony: Loony = text.parse().unwrap();
        assert_eq!(loony.to_string(), text);
        assert_eq!(loony.value().points(), expected, "{text} by the closed form");
        assert_eq!(table(&loony), expected, "{text} by the table");
    }

    /// Found by plain search over strings and coins.
    #[test]
    fn known_values() {
        for (text, expected) in [
            ("|", 0),
            ("3|4", 1),
            ("3,3|4", 2),
            ("3,3|4,8", 0),
            ("3,3|4,4,4,8", 2),
            ("4|4", 0),
            ("4|6", 2),
            ("5|6,6", 3),
            ("3,4|4", 1),
            ("3,3,3,3|", 2),
            ("3,3,3,3,3|", 1),
            ("3,3,3|6", 1),
            ("4,5,6|", 7),
            ("|4,4", 0),
            ("|6,6", 4),
            ("|4,4,4", 4),
            ("1,1,3|", 3),
            ("1,2,3|4", 0),
            ("2,2,5|", 5),
            ("8|4,4,4,4", 0),
            ("3,3,3,3,8|4", 0),
        ] {
            check(text, expected);
        }
    }

    /// A chain of 4 with i chains of 3; the margin for the mover.
    #[test]
    fn a_chain_of_4_with_chains_of_3() {
        for (threes, expected) in [-4, -3, -2, -1, -2, -1, -2, -1, -2].into_iter().enumerate() {
            let mut chains = vec![3; threes];
            chains.push(4);
            assert_eq!(
                -Loony::new(chains, vec![]).unwrap().value().points(),
                expected,
                "{threes} chains of 3"
            );
        }
    }

    /// Every multiset with few of each size: 131,072 of them.
    #[test]
    fn the_closed_form_agrees_with_the_table() {
        const CHAINS: [(u32, usize); 6] = [(1, 1), (2, 1), (3, 7), (4, 3), (5, 3), (9, 1)];
        const LOOPS: [(u32, usize); 4] = [(4, 7), (6, 3), (8, 1), (12, 1)];
        let choices: usize = CHAINS.iter().chain(&LOOPS).map(|(_, most)| most + 1).product();
        let mut checked = 0;
        for mut choice in 0..choices {
            let mut draw = |kinds: &[(u32, usize)]| {
                let mut sizes = Vec::new();
                for &(size, most) in kinds {
                    sizes.extend(std::iter::repeat_n(size, choice % (most + 1)));
                    choice /= most + 1;
                }
                sizes
            };
            let loony = Loony::new(draw(&CHAINS), draw(&LOOPS)).unwrap();
            assert_eq!(loony.value().points(), table(&loony), "{loony}");
            checked += 1;
        }
        assert_eq!(checked, 131_072);
    }

    /// Each clause, its numbers worked out by hand.
    #[test]
    fn clauses_of_the_closed_form() {
        for (text, controlled, bonus, long, value, clause) in [
            ("|", 0, 0, 0, 0, Clause::Nothing),
            ("1,2,2|", 0, 0, 0, 1, Clause::Nothing),
            ("4,5,6|", 3, 4, 7, 7, Clause::Kept),
            ("2,4,5,6|", 3, 4, 7, -5, Clause::Kept),
            ("3|8", -1, 6, 5, 5, Clause::Kept),
            ("3,3,3,3|", -4, 4, 2, 2, Clause::ChainsAlone),
            ("3,3,3,3,3|", -5, 4, 1, 1, Clause::ChainsAlone),
            ("|6,6,6,6", -8, 8, 4, 4, Clause::LongLoops),
            ("5|6,6", -3, 4, 3, 3, Clause::LongLoops),
            ("|4,4", -8, 8, 0, 0, Clause::FoursFirst),
            ("3|4", -5, 6, 1, 1, Clause::FoursFirst),
            ("3,3|4,8", -6, 6, 0, 0, Clause::Level),
            ("3,3|6,6", -6, 6, 2, 2, Clause::Even),
            ("1,3,3,3|6", -5, 6, 1, 0, Clause::Odd),
            ("3|6,6", -5, 6, 3, 3, Clause::LoneThree),
        ] {
            check(text, value);
            let control = text.parse::<Loony>().unwrap().control();
            assert_eq!(
                (control.controlled, control.bonus, control.kept()),
                (controlled, bonus, controlled + bonus)
            );
            assert_eq!((control.long, control.value, control.clause), (long, value, clause), "{text}");
        }
    }

    #[test]
    fn what_no_board_has_is_refused() {
        assert_eq!(Loony::new(vec![3, 0], vec![]), Err(LoonyError::Chain(0)));
        assert_eq!(Loony::new(vec![], vec![5]), Err(LoonyError::Loop(5)));
        for (text, expected) in [
            ("3", "line 1, column 2: expected `|`, found the end of the input"),
            ("3|5", "line 1, column 3: expected the size of a loop, an even number, found `5`"),
            ("0|", "line 1, column 1: expected the size of a chain from 1 to 1000000, found `0|`"),
            ("3,|4", "line 1, column 3: expected the size of a chain from 1 to 1000000, found `|4`"),
            ("3|4 4", "line 1, column 5: expected the end of the input, found `4`"),
        ] {
            assert_eq!(text.parse::<Loony>().unwrap_err().to_string(), expected, "{text}");
        }
    }
}
