//! The board: a finite poset whose elements have names and scores.

use std::fmt;

use crate::game::Side;

/// An element of a [`Poset`]: its number there, in the order in which the elements were given.
///
/// The name is the poset's to tell: [`Poset::name`] and [`Poset::find`]. By itself an element prints as its number
/// counted from 1, as in `#3`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Element(u16);

impl Element {
    /// The number, counted from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The element of a number below [`Poset::MAX_ELEMENTS`].
    pub(super) const fn at(index: usize) -> Self {
        debug_assert!(index < Poset::MAX_ELEMENTS);
        Self(index as u16)
    }
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0 + 1)
    }
}

/// An element as it is given to [`Poset::new`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its name, unlike all others: 1 to [`Poset::MAX_NAME`] characters, none of them white space, a control
    /// character, `:`, `;` or `#`.
    pub name: String,
    /// What it scores for [`Side::First`].
    pub first: i64,
    /// What it scores for [`Side::Second`].
    pub second: i64,
    /// The names of elements that must be taken before it. What those need need not be repeated.
    pub prerequisites: Vec<String>,
}

/// A finite poset whose elements have one score for each side, given by its prerequisites.
///
/// It has 1 to [`Poset::MAX_ELEMENTS`] elements, at most [`Poset::MAX_PREREQUISITES`] prerequisites in all, and scores from
/// -[`Poset::MAX_SCORE`] to [`Poset::MAX_SCORE`]. So the scores of one side never sum to more than 5·10^12, and no sum of
/// margins overflows an `i64`. It takes some hundred bytes for each element and 4 for each prerequisite.
///
/// ```
/// use foregone::contour::poset::{Entry, Poset};
///
/// let entry = |name: &str, first, second, prerequisites: &[&str]| Entry {
///     name: name.to_owned(),
///     first,
///     second,
///     prerequisites: prerequisites.iter().map(|&name| name.to_owned()).collect(),
/// };
/// let poset = Poset::new(&[entry("root", 1, 2, &[]), entry("leaf", 5, 4, &["root"])])?;
/// let leaf = poset.find("leaf").unwrap();
/// assert_eq!((poset.name(leaf), poset.height(leaf), poset.swing(leaf)), ("leaf", 1, 9));
///
/// let circle = Poset::new(&[entry("hen", 0, 0, &["egg"]), entry("egg", 0, 0, &["hen"])]);
/// assert_eq!(circle.unwrap_err().to_string(), "prerequisites go round in a circle: hen needs egg, egg needs hen");
/// # Ok::<(), foregone::contour::poset::PosetError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Poset {
    nodes: Vec<Node>,
    /// All elements, by name.
    by_name: Vec<Element>,
}

/// An entry whose names are kept elsewhere.
pub(super) struct Given<'a> {
    pub(super) name: &'a str,
    pub(super) first: i64,
    pub(super) second: i64,
    pub(super) prerequisites: Vec<&'a str>,
}

impl<'a> Given<'a> {
    fn of(entry: &'a Entry) -> Self {
        let prerequisites = entry.prerequisites.iter().map(String::as_str).collect();
        Self { name: &entry.name, first: entry.first, second: entry.second, prerequisites }
    }
}

/// What a poset knows of an element.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Node {
    name: String,
    first: i64,
    second: i64,
    prerequisites: Vec<Element>,
    /// The elements that have this one among their prerequisites.
    followers: Vec<Element>,
    /// The elements of a longest chain below it.
    height: usize,
}

/// Elements that make no poset or no position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PosetError {
    /// Too few or too many elements.
    #[error("a poset has 1 to {} elements, not {found}", Poset::MAX_ELEMENTS)]
    Count {
        /// The elements given.
        found: usize,
    },
    /// Too many prerequisites.
    #[error(
        "the elements of a poset have at most {} prerequisites in all, not {found}",
        Poset::MAX_PREREQUISITES
    )]
    Prerequisites {
        /// The prerequisites given.
        found: usize,
    },
    /// A name that is none.
    #[error(
        "`{}` is no name: expected 1 to {} characters, none of them white space, `:`, `;` or `#`",
        .name.escape_debug(), Poset::MAX_NAME
    )]
    Name {
        /// What was given for a name.
        name: String,
    },
    /// Two elements of one name.
    #[error("two elements are called {name}")]
    Duplicate {
        /// The name.
        name: String,
    },
    /// A score out of range.
    #[error("the {side} player's score of {name} is {score}: expected -{max} to {max}", max = Poset::MAX_SCORE)]
    Score {
        /// Whose score.
        side: Side,
        /// Of which element.
        name: String,
        /// The score given.
        score: i64,
    },
    /// A prerequisite that is no element.
    #[error("{name} needs `{}`, and no element is called so", .prerequisite.escape_debug())]
    UnknownPrerequisite {
        /// The element that names it.
        name: String,
        /// The name that is no element's.
        prerequisite: String,
    },
    /// A prerequisite given twice.
    #[error("{name} names its prerequisite {prerequisite} twice")]
    RepeatedPrerequisite {
        /// The element that names it.
        name: String,
        /// The prerequisite.
        prerequisite: String,
    },
    /// Elements that wait for each other, an element that waits for itself among them.
    #[error("prerequisites go round in a circle: {}", Circle(.names))]
    Cycle {
        /// Each needs the next one, and the last one the first.
        names: Vec<String>,
    },
    /// A name among those taken that is no element's.
    #[error("`{}` is said to be taken, and no element is called so", .name.escape_debug())]
    UnknownTaken {
        /// The name.
        name: String,
    },
    /// An element said to be taken twice.
    #[error("{name} is said to be taken twice")]
    RepeatedTaken {
        /// The element.
        name: String,
    },
    /// An element taken before one that it needs.
    #[error("{name} is said to be taken, and {prerequisite}, which it needs, is not")]
    TakenTooEarly {
        /// The element.
        name: String,
        /// What it needs and has not.
        prerequisite: String,
    },
}

/// The most steps of a circle that an error spells out.
const SHOWN: usize = 6;

/// Names of which each needs the next one, as words.
struct Circle<'a>(&'a [String]);

impl fmt::Display for Circle<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.0;
        for (step, (name, next)) in names.iter().zip(names.iter().cycle().skip(1)).enumerate() {
            if step == SHOWN && names.len() > SHOWN {
                return write!(f, " and so on, {} elements in all", names.len());
            }
            let comma = if step > 0 { ", " } else { "" };
            write!(f, "{comma}{name} needs {next}")?;
        }
        Ok(())
    }
}

impl Poset {
    /// The most elements.
    pub const MAX_ELEMENTS: usize = 4_096;

    /// The most prerequisites of all elements together, each counted as often as it is given. What follows from others need
    /// not be given: of a chain every element needs one.
    pub const MAX_PREREQUISITES: usize = 1 << 20;

    /// The greatest score, and the least with its sign turned.
    pub const MAX_SCORE: i64 = 1_000_000_000;

    /// The most characters of a name.
    pub const MAX_NAME: usize = 40;

    /// A poset from its elements, in any order; that order is also the order of moves.
    ///
    /// # Errors
    /// [`PosetError`] if a count, a name or a score is out of range, if a name is used twice, or if a prerequisite is
    /// unknown, repeated, or leads back to the element that names it.
    pub fn new(entries: &[Entry]) -> Result<Self, PosetError> {
        check_counts(entries.len(), entries.iter().map(|entry| entry.prerequisites.len()).sum())?;
        Self::of(&entries.iter().map(Given::of).collect::<Vec<_>>())
    }

    /// The same from names that are kept elsewhere.
    pub(super) fn of(entries: &[Given<'_>]) -> Result<Self, PosetError> {
        check_counts(entries.len(), entries.iter().map(|entry| entry.prerequisites.len()).sum())?;
        entries.iter().try_for_each(check)?;
        let mut by_name: Vec<Element> = (0..entries.len()).map(Element::at).collect();
        by_name.sort_by_key(|element| entries[element.index()].name);
        if let Some(pair) =
            by_name.windows(2).find(|pair| entries[pair[0].index()].name == entries[pair[1].index()].name)
        {
            return Err(PosetError::Duplicate { name: entries[pair[0].index()].name.to_owned() });
        }
        let mut nodes = Vec::with_capacity(entries.len());
        for entry in entries {
            let prerequisites = prerequisites(entries, &by_name, entry)?;
            let (followers, height) = (Vec::new(), 0);
            let &Given { name, first, second, .. } = entry;
            nodes.push(Node { name: name.to_owned(), first, second, prerequisites, followers, height });
        }
        for index in 0..nodes.len() {
            for prerequisite in nodes[index].prerequisites.clone() {
                nodes[prerequisite.index()].followers.push(Element::at(index));
            }
        }
        let mut poset = Self { nodes, by_name };
        let order = poset.topological()?;
        for element in order {
            let below = poset.prerequisites(element).iter().map(|&below| poset.height(below) + 1);
            poset.nodes[element.index()].height = below.max().unwrap_or(0);
        }
        Ok(poset)
    }

    /// The elements, each after all of its prerequisites.
    fn topological(&self) -> Result<Vec<Element>, PosetError> {
        let mut missing: Vec<usize> = self.nodes.iter().map(|node| node.prerequisites.len()).collect();
        let mut order: Vec<Element> =
            self.elements().filter(|element| missing[element.index()] == 0).collect();
        let mut done = 0;
        while let Some(&element) = order.get(done) {
            done += 1;
            for follower in self.followers(element) {
                missing[follower.index()] -= 1;
                if missing[follower.index()] == 0 {
                    order.push(*follower);
                }
            }
        }
        match self.elements().find(|element| missing[element.index()] > 0) {
            None => Ok(order),
            Some(stuck) => Err(PosetError::Cycle { names: self.cycle(stuck, &missing) }),
        }
    }

    /// The names of a cycle, from an element that is on one or waits for one. So does some prerequisite of each element
    /// that has any `missing`: going down through those must come round.
    fn cycle(&self, stuck: Element, missing: &[usize]) -> Vec<String> {
        let mut path = vec![stuck];
        let mut step = vec![None; self.len()];
        step[stuck.index()] = Some(0);
        loop {
            let here = path[path.len() - 1];
            let below = self.prerequisites(here).iter().find(|below| missing[below.index()] > 0);
            let Some(&below) = below else { break };
            if let Some(start) = step[below.index()] {
                path.drain(..start);
                break;
            }
            step[below.index()] = Some(path.len());
            path.push(below);
        }
        path.into_iter().map(|element| self.name(element).to_owned()).collect()
    }

    /// How many elements there are; at least one.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a poset is never empty")]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// All elements in their order.
    pub fn elements(&self) -> impl Iterator<Item = Element> + use<> {
        (0..self.nodes.len()).map(Element::at)
    }

    /// Whether an element is one of this poset.
    #[must_use]
    pub fn has(&self, element: Element) -> bool {
        element.index() < self.nodes.len()
    }

    /// The element of a name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<Element> {
        let at = self.by_name.binary_search_by(|&element| self.name(element).cmp(name)).ok()?;
        Some(self.by_name[at])
    }

    /// The name of an element.
    ///
    /// # Panics
    /// If the element is not of this poset; so do all that follow.
    #[must_use]
    #[track_caller]
    pub fn name(&self, element: Element) -> &str {
        &self.nodes[element.index()].name
    }

    /// What an element scores for a side.
    #[must_use]
    #[track_caller]
    pub fn score(&self, side: Side, element: Element) -> i64 {
        let node = &self.nodes[element.index()];
        match side {
            Side::First => node.first,
            Side::Second => node.second,
        }
    }

    /// Both sides' scores of an element added up: how much it matters who takes it, and the same to both sides.
    #[must_use]
    #[track_caller]
    pub fn swing(&self, element: Element) -> i64 {
        let node = &self.nodes[element.index()];
        node.first + node.second
    }

    /// The prerequisites of an element, as they were given.
    #[must_use]
    #[track_caller]
    pub fn prerequisites(&self, element: Element) -> &[Element] {
        &self.nodes[element.index()].prerequisites
    }

    /// The elements that have an element among their prerequisites, in their order.
    #[must_use]
    #[track_caller]
    pub fn followers(&self, element: Element) -> &[Element] {
        &self.nodes[element.index()].followers
    }

    /// How many elements the longest chain below an element has: 0 if it has no prerequisites.
    #[must_use]
    #[track_caller]
    pub fn height(&self, element: Element) -> usize {
        self.nodes[element.index()].height
    }
}

/// Whether a character may be part of a name.
pub(super) fn is_of_a_name(character: char) -> bool {
    !character.is_whitespace() && !character.is_control() && !matches!(character, ':' | ';' | '#')
}

/// Checks how much is given.
fn check_counts(elements: usize, prerequisites: usize) -> Result<(), PosetError> {
    if elements == 0 || elements > Poset::MAX_ELEMENTS {
        return Err(PosetError::Count { found: elements });
    }
    if prerequisites > Poset::MAX_PREREQUISITES {
        return Err(PosetError::Prerequisites { found: prerequisites });
    }
    Ok(())
}

/// Checks what an entry says by itself.
fn check(entry: &Given<'_>) -> Result<(), PosetError> {
    let name = entry.name;
    let length = name.chars().take(Poset::MAX_NAME + 1).count();
    if length == 0 || length > Poset::MAX_NAME || !name.chars().all(is_of_a_name) {
        let name = name.chars().take(Poset::MAX_NAME + 1).collect();
        return Err(PosetError::Name { name });
    }
    for (side, score) in [(Side::First, entry.first), (Side::Second, entry.second)] {
        if !(-Poset::MAX_SCORE..=Poset::MAX_SCORE).contains(&score) {
            return Err(PosetError::Score { side, name: name.to_owned(), score });
        }
    }
    Ok(())
}

/// The prerequisites of an entry, found by name.
fn prerequisites(
    entries: &[Given<'_>],
    by_name: &[Element],
    entry: &Given<'_>,
) -> Result<Vec<Element>, PosetError> {
    let mut found = Vec::with_capacity(entry.prerequisites.len());
    for &prerequisite in &entry.prerequisites {
        let at = by_name.binary_search_by(|element| entries[element.index()].name.cmp(prerequisite));
        let Ok(at) = at else {
            let prerequisite = prerequisite.chars().take(Poset::MAX_NAME + 1).collect();
            return Err(PosetError::UnknownPrerequisite { name: entry.name.to_owned(), prerequisite });
        };
        found.push(by_name[at]);
    }
    let mut sorted = found.clone();
    sorted.sort_unstable();
    if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        let prerequisite = entries[pair[0].index()].name.to_owned();
        return Err(PosetError::RepeatedPrerequisite { name: entry.name.to_owned(), prerequisite });
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(name: &str, first: i64, second: i64, prerequisites: &[&str]) -> Entry {
        let prerequisites = prerequisites.iter().map(|&name| name.to_owned()).collect();
        Entry { name: name.to_owned(), first, second, prerequisites }
    }

    fn refusal(entries: &[Entry]) -> String {
        Poset::new(entries).unwrap_err().to_string()
    }

    #[test]
    fn elements_are_checked_at_the_door() {
        let long = "x".repeat(41);
        for (entries, message) in [
            (vec![], "a poset has 1 to 4096 elements, not 0"),
            (vec![entry("a", 0, 0, &[]); 4_097], "a poset has 1 to 4096 elements, not 4097"),
            (
                vec![entry("", 0, 0, &[])],
                "`` is no name: expected 1 to 40 characters, none of them white space, ",
            ),
            (
                vec![entry(&long, 0, 0, &[])],
                "`xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx` is no name: expected 1",
            ),
            (vec![entry("a\nb", 0, 0, &[])], "`a\\nb` is no name"),
            (vec![entry("a:", 0, 0, &[])], "`a:` is no name"),
            (
                vec![entry("a", 0, 0, &[]), entry("b", 0, 0, &[]), entry("a", 0, 0, &[])],
                "two elements are called a",
            ),
            (
                vec![entry("a", 1_000_000_001, 0, &[])],
                "the first player's score of a is 1000000001: expected -1000000000 to 1000000000",
            ),
            (
                vec![entry("a", 0, i64::MIN, &[])],
                "the second player's score of a is -9223372036854775808: expected",
            ),
            (vec![entry("a", 0, 0, &["b"])], "a needs `b`, and no element is called so"),
            (vec![entry("a", 0, 0, &["b", "b"]), entry("b", 0, 0, &[])], "a names its prerequisite b twice"),
        ] {
            let error = refusal(&entries);
            assert!(error.starts_with(message), "{error}");
        }
        let names = (0..Poset::MAX_ELEMENTS)
            .map(|index| entry(&index.to_string(), Poset::MAX_SCORE, -Poset::MAX_SCORE, &[]));
        assert_eq!(Poset::new(&names.collect::<Vec<_>>()).unwrap().len(), 4_096);
    }

    #[test]
    fn circles_are_spelt_out() {
        assert_eq!(refusal(&[entry("a", 0, 0, &["a"])]), "prerequisites go round in a circle: a needs a");
        // d waits for the circle, and e is free: neither is on it.
        let entries = vec![
            entry("d", 0, 0, &["e", "c"]),
            entry("e", 0, 0, &[]),
            entry("a", 0, 0, &["e", "b"]),
            entry("b", 0, 0, &["c"]),
            entry("c", 0, 0, &["a"]),
        ];
        assert_eq!(refusal(&entries), "prerequisites go round in a circle: c needs a, a needs b, b needs c");
        let ring = (0..20).map(|index| entry(&index.to_string(), 0, 0, &[&((index + 1) % 20).to_string()]));
        let error = refusal(&ring.collect::<Vec<_>>());
        assert!(error.ends_with("5 needs 6 and so on, 20 elements in all"), "{error}");
    }

    #[test]
    fn prerequisites_are_counted() {
        let names: Vec<String> = (0..1_449).map(|index| index.to_string()).collect();
        let below = |index: usize| names[..index].iter().map(String::as_str).collect::<Vec<_>>();
        let entries: Vec<Entry> = (0..1_449).map(|index| entry(&names[index], 0, 0, &below(index))).collect();
        assert_eq!(
            refusal(&entries),
            "the elements of a poset have at most 1048576 prerequisites in all, not 1049076"
        );
        assert_eq!(Poset::new(&entries[..1_448]).map(|poset| poset.len()), Ok(1_448));
    }

    #[test]
    fn a_poset_tells_what_it_was_given() {
        let poset = Poset::new(&[
            entry("top", 1, -2, &["left", "right", "root"]),
            entry("left", 3, 4, &["root"]),
            entry("right", 5, 6, &["root"]),
            entry("root", 7, 8, &[]),
        ])
        .unwrap();
        let names = |elements: &[Element]| {
            elements.iter().map(|&element| poset.name(element)).collect::<Vec<_>>().join(" ")
        };
        let top = poset.find("top").unwrap();
        let root = poset.find("root").unwrap();
        assert_eq!(names(poset.prerequisites(top)), "left right root");
        assert_eq!(names(poset.followers(root)), "top left right");
        assert_eq!(poset.elements().map(|element| poset.height(element)).collect::<Vec<_>>(), [2, 1, 1, 0]);
        assert_eq!(
            (poset.score(Side::First, top), poset.score(Side::Second, top), poset.swing(top)),
            (1, -2, -1)
        );
        assert_eq!((top.to_string(), root.to_string(), root.index()), ("#1".to_owned(), "#4".to_owned(), 3));
        assert_eq!(poset.find("bottom"), None);
    }
}
