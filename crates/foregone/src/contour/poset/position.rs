//! A position: a poset and the elements taken so far. The rules of play.

use std::sync::Arc;

use super::board::{Element, Entry, Poset, PosetError};
use crate::cell::Cell;
use crate::contour;
use crate::game::{IllegalMove, Rules, Side};

/// A poset and the elements taken so far. The sides take turns, [`Side::First`] begins.
///
/// What is taken is always an order ideal: with every element it holds its prerequisites. A copy shares the poset and
/// holds three bytes for each element.
///
/// ```
/// use foregone::Rules;
/// use foregone::contour::poset::Position;
///
/// let mut position: Position = "root 1 2; leaf 5 4: root".parse()?;
/// let root = position.poset().find("root").unwrap();
/// assert_eq!(position.moves(), [root]);
/// assert_eq!(position.play(root)?, 1);
/// let leaf = position.poset().find("leaf").unwrap();
/// assert_eq!(position.moves(), [leaf]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    poset: Arc<Poset>,
    taken: Vec<bool>,
    /// How many prerequisites of each element are not taken.
    missing: Vec<u16>,
    left: usize,
}

impl Position {
    /// The start of a game: no element is taken.
    #[must_use]
    pub fn new(poset: impl Into<Arc<Poset>>) -> Self {
        let poset = poset.into();
        // No element has more prerequisites than there are elements.
        let missing = poset.elements().map(|element| poset.prerequisites(element).len() as u16).collect();
        Self { taken: vec![false; poset.len()], missing, left: poset.len(), poset }
    }

    /// The position after the elements of these names have been taken, in some order that the rules allow.
    ///
    /// # Errors
    /// [`PosetError`] if a name is unknown or repeated, or an element lacks a prerequisite.
    pub fn with_taken<'a>(
        poset: impl Into<Arc<Poset>>,
        taken: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, PosetError> {
        let mut position = Self::new(poset);
        let poset = Arc::clone(&position.poset);
        for name in taken {
            let Some(element) = poset.find(name) else {
                let name = name.chars().take(Poset::MAX_NAME + 1).collect();
                return Err(PosetError::UnknownTaken { name });
            };
            if position.is_taken(element) {
                return Err(PosetError::RepeatedTaken { name: name.to_owned() });
            }
            position.take(element);
        }
        for element in poset.elements().filter(|&element| position.is_taken(element)) {
            if let Some(prerequisite) = position.first_missing(element) {
                let [name, prerequisite] =
                    [element, prerequisite].map(|element| poset.name(element).to_owned());
                return Err(PosetError::TakenTooEarly { name, prerequisite });
            }
        }
        Ok(position)
    }

    /// The poset.
    #[must_use]
    pub fn poset(&self) -> &Poset {
        &self.poset
    }

    /// Whether an element is taken. One of another poset never is.
    #[must_use]
    pub fn is_taken(&self, element: Element) -> bool {
        self.taken.get(element.index()).is_some_and(|&taken| taken)
    }

    /// Whether an element can be taken now.
    #[must_use]
    pub fn is_available(&self, element: Element) -> bool {
        self.poset.has(element) && !self.is_taken(element) && self.missing[element.index()] == 0
    }

    /// The elements that are not taken, in their order.
    pub fn elements_left(&self) -> impl Iterator<Item = Element> {
        self.poset.elements().filter(|&element| !self.is_taken(element))
    }

    /// The elements that can be taken now, in their order.
    pub fn available(&self) -> impl Iterator<Item = Element> {
        self.poset.elements().filter(|&element| self.is_available(element))
    }

    /// What the mover's scores of the elements left sum to, less the other side's.
    pub(super) fn lead(&self) -> i64 {
        let (own, other) = (self.to_move(), self.to_move().other());
        self.elements_left()
            .map(|element| self.poset.score(own, element) - self.poset.score(other, element))
            .sum()
    }

    /// Marks an element, which is not taken, as taken.
    fn take(&mut self, element: Element) {
        self.taken[element.index()] = true;
        self.left -= 1;
        for follower in self.poset.followers(element) {
            self.missing[follower.index()] -= 1;
        }
    }

    fn first_missing(&self, element: Element) -> Option<Element> {
        self.poset.prerequisites(element).iter().copied().find(|&prerequisite| !self.is_taken(prerequisite))
    }

    /// Why an element that is not available cannot be taken.
    fn refusal(&self, element: Element) -> String {
        if !self.poset.has(element) {
            return format!("the poset has only {} elements", self.poset.len());
        }
        match self.first_missing(element) {
            Some(missing) => format!("{}, which it needs, is not taken yet", self.poset.name(missing)),
            None => "it is taken already".to_owned(),
        }
    }
}

impl Rules for Position {
    type Move = Element;
    type Key = Vec<bool>;

    fn to_move(&self) -> Side {
        if (self.poset.len() - self.left).is_multiple_of(2) { Side::First } else { Side::Second }
    }

    fn moves(&self) -> Vec<Element> {
        self.available().collect()
    }

    fn play(&mut self, element: Element) -> Result<i64, IllegalMove> {
        if !self.is_available(element) {
            let known = self.poset.has(element);
            let mv = if known { self.poset.name(element).to_owned() } else { element.to_string() };
            return Err(IllegalMove { mv, reason: self.refusal(element) });
        }
        let side = self.to_move();
        self.take(element);
        Ok(self.poset.score(side, element))
    }

    fn plies_left(&self) -> usize {
        self.left
    }

    fn key(&self) -> Vec<bool> {
        self.taken.clone()
    }

    fn key_heap(&self) -> usize {
        self.taken.len()
    }
}

/// A grid as a poset: its cells row by row, under their names, each in need of its left and its upper neighbour.
impl TryFrom<&contour::Position> for Position {
    type Error = PosetError;

    /// # Errors
    /// [`PosetError::Count`] if the grid has too many cells.
    fn try_from(position: &contour::Position) -> Result<Self, PosetError> {
        let board = position.board();
        let (rows, columns) = (board.rows(), board.columns());
        if rows * columns > Poset::MAX_ELEMENTS {
            return Err(PosetError::Count { found: rows * columns });
        }
        let cells = || (0..rows).flat_map(|row| (0..columns).map(move |column| Cell::new(row, column)));
        let entry = |cell: Cell| {
            let left = cell.column.checked_sub(1).map(|column| Cell::new(cell.row, column));
            let upper = cell.row.checked_sub(1).map(|row| Cell::new(row, cell.column));
            Entry {
                name: cell.to_string(),
                first: board.first(cell),
                second: board.second(cell),
                prerequisites: left.iter().chain(&upper).map(Cell::to_string).collect(),
            }
        };
        let poset = Poset::new(&cells().map(entry).collect::<Vec<_>>())?;
        let taken: Vec<String> =
            cells().filter(|&cell| position.is_taken(cell)).map(|cell| cell.to_string()).collect();
        Self::with_taken(poset, taken.iter().map(String::as_str))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diamond() -> Position {
        "root 1 2; left 3 4: root; right 5 6: root; top 7 8: left right".parse().unwrap()
    }

    #[test]
    fn a_game_goes_by_the_rules() {
        use Side::{First, Second};
        let mut position = diamond();
        let mut scored = Vec::new();
        for name in ["root", "right", "left", "top"] {
            let element = position.poset().find(name).unwrap();
            assert!(position.moves().contains(&element), "{name}");
            scored.push((position.to_move(), position.play(element).unwrap()));
        }
        assert_eq!(scored, [(First, 1), (Second, 6), (First, 3), (Second, 8)]);
        assert_eq!((position.moves().len(), position.plies_left(), position.settlement()), (0, 0, 0));
    }

    #[test]
    fn an_illegal_move_says_why_and_changes_nothing() {
        let poset = diamond().poset().clone();
        let position = Position::with_taken(poset, ["left", "root"]).unwrap();
        for (index, mv, reason) in [
            (0, "root", "it is taken already"),
            (3, "top", "right, which it needs, is not taken yet"),
            (4, "#5", "the poset has only 4 elements"),
        ] {
            let mut next = position.clone();
            let error = next.play(Element::at(index)).unwrap_err();
            assert_eq!((error.mv.as_str(), error.reason.as_str()), (mv, reason));
            assert_eq!(next, position);
        }
    }

    #[test]
    fn what_is_taken_must_be_an_order_ideal() {
        for (taken, message) in [
            (vec!["bottom"], "`bottom` is said to be taken, and no element is called so"),
            (vec!["root", "root"], "root is said to be taken twice"),
            (vec!["root", "left", "top"], "top is said to be taken, and right, which it needs, is not"),
        ] {
            let poset = diamond().poset().clone();
            assert_eq!(Position::with_taken(poset, taken).unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn a_grid_is_a_poset() {
        let grid: contour::Position = "2x2:1,2/3,4|5,6/7,8|1,1".parse().unwrap();
        let position = Position::try_from(&grid).unwrap();
        assert_eq!(position.to_string(), "a1 1 5; b1 2 6: a1; a2 3 7: a1; b2 4 8: a2 b1; taken: a1 a2");
        let row = vec!["0"; 1_000].join(",");
        let table = vec![row; 5].join("/");
        let grid: contour::Position = format!("5x1000:{table}|{table}").parse().unwrap();
        assert_eq!(Position::try_from(&grid), Err(PosetError::Count { found: 5_000 }));
    }
}
