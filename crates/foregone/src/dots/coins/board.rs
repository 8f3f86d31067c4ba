//! The board: coins with names, and strings that tie them to each other or to the ground.

use std::collections::HashMap;
use std::fmt;

use foldhash::fast::RandomState;

use crate::dots::graph;

/// Where a string's end would name its coin: the ground instead.
pub const GROUND: &str = "ground";

/// A string of a [`Board`], by its number there, and the move that cuts it.
///
/// The name is the board's to tell: [`Board::name`] and [`Board::find`]. By itself a string prints as its number counted
/// from 1, as in `#3`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cut(u32);

impl Cut {
    /// The number, counted from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The string of a number below [`Board::MAX_STRINGS`].
    pub(super) const fn at(index: usize) -> Self {
        debug_assert!(index < Board::MAX_STRINGS);
        Self(index as u32)
    }
}

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", u64::from(self.0) + 1)
    }
}

/// Why strings make no board, or no position on it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BoardError {
    /// There would be no string, or too many.
    #[error("there are 1 to {} strings, not {found}", Board::MAX_STRINGS)]
    Count {
        /// Strings given.
        found: usize,
    },
    /// A coin has a name that cannot stand in the notation.
    #[error(
        "`{}` is no name: expected 1 to {} characters, none of them white space, `:`, `;`, `#`, `-` or `/`",
        name.escape_debug(),
        Board::MAX_NAME
    )]
    Name {
        /// The name, shortened if it is too long.
        name: String,
    },
    /// A string has the ground at both ends, and so no coin.
    #[error("string {number} ties the ground to itself: expected a coin at one end")]
    Ground {
        /// The string, counted from 1.
        number: usize,
    },
    /// A string that is said to be cut is none of the board's.
    #[error("`{}` is said to be cut, and no string is called so", name.escape_debug())]
    UnknownCut {
        /// What it was called, shortened if it is too long.
        name: String,
    },
    /// A string is said to be cut twice.
    #[error("{name} is said to be cut twice")]
    RepeatedCut {
        /// The string.
        name: String,
    },
}

/// Whether a character may stand in a name.
pub(super) fn is_of_a_name(c: char) -> bool {
    !(c.is_whitespace() || c.is_control() || matches!(c, ':' | ';' | '#' | '-' | '/'))
}

/// A multigraph of coins and strings.
///
/// It has 1 to [`Board::MAX_STRINGS`] strings, and every coin has one at least: a coin without strings could not be
/// captured. Any number of strings may tie the same two ends, and coins need not hang together. A string may tie a coin
/// to itself. It is one string of that coin and not two, for it is cut at one stroke; so it plays as a string to the
/// ground does. What has no meaning is a string from the ground to the ground.
///
/// Strings are called by their ends, `a-b`; of several with the same ends, the second one is `a-b/2`. It takes some
/// 100 bytes for each coin and 16 for each string.
///
/// ```
/// use foregone::dots::coins::Board;
///
/// let board = Board::new([["a", "b"], ["b", "a"], ["b", "ground"]])?;
/// assert_eq!((board.coins(), board.strings().count()), (2, 3));
/// let second = board.find("a-b/2").unwrap();
/// assert_eq!((second.index(), board.name(second).as_str()), (1, "b-a/2"));
/// # Ok::<(), foregone::dots::coins::BoardError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// By coin, in the order in which they were first named.
    names: Vec<String>,
    /// The two ends of each string as they were given; the number that the graph has for the ground.
    ends: Vec<[u32; 2]>,
    /// All strings, by their ends in ascending order, and then by number.
    by_ends: Vec<u32>,
    /// All coins, by name.
    by_name: Vec<u32>,
}

impl Board {
    /// The most strings.
    pub const MAX_STRINGS: usize = 8_192;

    /// The longest name of a coin, in characters.
    pub const MAX_NAME: usize = 40;

    /// The board of some strings, each given by the names of the coins at its ends, or [`GROUND`].
    ///
    /// Takes time in proportion to their number and its logarithm.
    ///
    /// # Errors
    /// [`BoardError`] for no string or too many, a name that cannot stand in the notation, and a string from the ground
    /// to the ground.
    pub fn new<'a>(strings: impl IntoIterator<Item = [&'a str; 2]>) -> Result<Self, BoardError> {
        let mut names = Vec::new();
        let mut known = HashMap::<&str, u32, RandomState>::default();
        let mut ends = Vec::new();
        for given in strings {
            let mut string = [graph::GROUND; 2];
            for (end, name) in string.iter_mut().zip(given) {
                if name == GROUND {
                    continue;
                }
                if !known.contains_key(name) {
                    check_name(name)?;
                    known.insert(name, names.len() as u32);
                    names.push(name.to_owned());
                }
                *end = known[name];
            }
            if string == [graph::GROUND; 2] {
                return Err(BoardError::Ground { number: ends.len() + 1 });
            }
            ends.push(string);
            if ends.len() > Self::MAX_STRINGS {
                return Err(BoardError::Count { found: ends.len() });
            }
        }
        if ends.is_empty() {
            return Err(BoardError::Count { found: 0 });
        }
        let mut by_ends: Vec<u32> = (0..ends.len() as u32).collect();
        by_ends.sort_by_key(|&string| ascending(ends[string as usize]));
        let mut by_name: Vec<u32> = (0..names.len() as u32).collect();
        by_name.sort_by(|&a, &b| names[a as usize].cmp(&names[b as usize]));
        Ok(Self { names, ends, by_ends, by_name })
    }

    /// The number of coins.
    #[must_use]
    pub fn coins(&self) -> usize {
        self.names.len()
    }

    /// Every string, in the order in which they were given.
    pub fn strings(&self) -> impl Iterator<Item = Cut> + use<> {
        (0..self.ends.len()).map(Cut::at)
    }

    /// Whether a string is one of this board's.
    #[must_use]
    pub fn has(&self, string: Cut) -> bool {
        string.index() < self.ends.len()
    }

    /// The name of a coin.
    ///
    /// # Panics
    /// If `coin` is not below [`Board::coins`].
    #[must_use]
    pub fn coin_name(&self, coin: usize) -> &str {
        &self.names[coin]
    }

    /// The two ends of a string as they were given: the number of a coin, or `None` for the ground.
    ///
    /// # Panics
    /// If the board has no such string.
    #[must_use]
    pub fn ends(&self, string: Cut) -> [Option<usize>; 2] {
        self.ends[string.index()].map(|end| (end != graph::GROUND).then_some(end as usize))
    }

    /// What a string ties in play: two coins, or one coin and the ground (see [`Board`] on strings from a coin to itself).
    pub(super) fn ties(&self, string: Cut) -> [u32; 2] {
        match self.ends[string.index()] {
            [a, b] if a == b => [a, graph::GROUND],
            ends => ends,
        }
    }

    /// The names of a string's ends.
    pub(super) fn end_names(&self, string: Cut) -> [&str; 2] {
        self.ends(string).map(|end| end.map_or(GROUND, |coin| self.coin_name(coin)))
    }

    /// The name of a string.
    ///
    /// # Panics
    /// If the board has no such string.
    #[must_use]
    pub fn name(&self, string: Cut) -> String {
        let [a, b] = self.end_names(string);
        match self.place(string) {
            0 => format!("{a}-{b}"),
            place => format!("{a}-{b}/{}", place + 1),
        }
    }

    /// How many strings with the same ends come before one.
    fn place(&self, string: Cut) -> usize {
        let ends = ascending(self.ends[string.index()]);
        let number = string.index() as u32;
        let key = |&other: &u32| (ascending(self.ends[other as usize]), other);
        let place = self.by_ends.partition_point(|other| key(other) < (ends, number));
        place - self.by_ends.partition_point(|other| key(other) < (ends, 0))
    }

    /// The string of a name, its ends in either order.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<Cut> {
        let (ends, place) = match name.split_once('/') {
            Some((ends, place)) => (ends, place.parse::<usize>().ok().filter(|&place| place >= 2)? - 1),
            None => (name, 0),
        };
        let (a, b) = ends.split_once('-')?;
        let ends = ascending([self.end(a)?, self.end(b)?]);
        let of_string = |&string: &u32| ascending(self.ends[string as usize]);
        let first = self.by_ends.partition_point(|string| of_string(string) < ends);
        let string = self.by_ends.get(first.checked_add(place)?)?;
        (of_string(string) == ends).then(|| Cut::at(*string as usize))
    }

    fn end(&self, name: &str) -> Option<u32> {
        if name == GROUND {
            return Some(graph::GROUND);
        }
        let coin_name = |&coin: &u32| self.names[coin as usize].as_str();
        self.by_name.binary_search_by(|coin| coin_name(coin).cmp(name)).ok().map(|place| self.by_name[place])
    }
}

fn ascending([a, b]: [u32; 2]) -> [u32; 2] {
    [a.min(b), a.max(b)]
}

fn check_name(name: &str) -> Result<(), BoardError> {
    let length = name.chars().take(Board::MAX_NAME + 1).count();
    if (1..=Board::MAX_NAME).contains(&length) && name.chars().all(is_of_a_name) {
        return Ok(());
    }
    Err(BoardError::Name { name: shortened(name) })
}

/// A name as errors repeat it.
pub(super) fn shortened(name: &str) -> String {
    name.chars().take(Board::MAX_NAME + 1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_found_by_either_end() {
        let board =
            Board::new([["b", "a"], ["a", "ground"], ["a", "b"], ["ground", "a"], ["a", "a"], ["b", "a"]])
                .unwrap();
        let names: Vec<String> = board.strings().map(|string| board.name(string)).collect();
        assert_eq!(names, ["b-a", "a-ground", "a-b/2", "ground-a/2", "a-a", "b-a/3"]);
        for (string, name) in board.strings().zip(&names) {
            assert_eq!(board.find(name), Some(string));
        }
        assert_eq!(board.find("ground-a"), Some(Cut::at(1)));
        for wrong in
            ["", "a", "a-", "a-c", "a-b/1", "a-b/4", "a-b/x", "a-b/99999999999999999999", "b-b", "-", "a-b-a"]
        {
            assert_eq!(board.find(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn what_is_no_board_is_refused() {
        let long = "x".repeat(41);
        for (strings, message) in [
            (vec![], "there are 1 to 8192 strings, not 0"),
            (vec![["ground", "ground"]], "string 1 ties the ground to itself: expected a coin at one end"),
            (
                vec![["a", "b"], ["a b", "c"]],
                "`a b` is no name: expected 1 to 40 characters, none of them white space, `:`, `;`, `#`, `-` or `/`",
            ),
            (
                vec![["", "b"]],
                "`` is no name: expected 1 to 40 characters, none of them white space, `:`, `;`, `#`, `-` or `/`",
            ),
        ] {
            assert_eq!(Board::new(strings).unwrap_err().to_string(), message);
        }
        assert!(matches!(Board::new([[long.as_str(), "b"]]), Err(BoardError::Name { .. })));
        let many = std::iter::repeat_n(["a", "ground"], Board::MAX_STRINGS);
        assert!(Board::new(many.clone()).is_ok());
        let found = Board::MAX_STRINGS + 1;
        assert_eq!(Board::new(many.chain([["a", "b"]])), Err(BoardError::Count { found }));
    }
}
