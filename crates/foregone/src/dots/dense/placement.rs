//! The ways in which a board lies on a table's board: shifted, turned and reflected.

use std::fmt;
use std::sync::Arc;

use super::super::board::{Board, Edge, Position};
use super::super::search::edges::{Edges, MAX_EDGES, bits};
use super::super::symmetry::{over, transposed};
use super::layout::Layout;
use super::{Table, TableError};
use crate::game::Rules as _;
use crate::value::Margin;

/// One way to lay a rectangle of boxes on a table's board.
///
/// A string of the rectangle may lie on an edge of the table's board if both have a box, or the ground, on the same sides.
/// So it may if the rectangle reaches over the board or the other way round, as long as strings lie on edges.
struct Placement {
    /// The strings that lie on edges that are undrawn at the root.
    strings: u64,
    /// What each of them adds to a position's number.
    weights: [u64; MAX_EDGES],
}

/// The ways in which a rectangle of boxes lies on a table's board. None of them takes only strings that another takes, too.
struct Placements(Vec<Placement>);

impl fmt::Debug for Placements {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter().map(|placement| placement.strings)).finish()
    }
}

/// Where an edge of a board goes.
type Map<'a> = &'a dyn Fn(Edge) -> Edge;

impl Placements {
    fn new(layout: &Layout, edges: &Edges) -> Self {
        let mut found = Self(Vec::new());
        // The size of a search's rectangle is that of a board.
        let Ok(upright) = Board::new(edges.rows(), edges.columns()) else { return found };
        let on_its_side = upright.transposed();
        let across = |board: Board, edge| transposed(over(board.transposed(), transposed(edge)));
        let maps: [(Board, Map<'_>); 8] = [
            (upright, &|edge| edge),
            (upright, &|edge| over(upright, edge)),
            (upright, &|edge| across(upright, edge)),
            (upright, &|edge| over(upright, across(upright, edge))),
            (on_its_side, &transposed),
            (on_its_side, &|edge| over(on_its_side, transposed(edge))),
            (on_its_side, &|edge| across(on_its_side, transposed(edge))),
            (on_its_side, &|edge| over(on_its_side, across(on_its_side, transposed(edge)))),
        ];
        let root = layout.root();
        for (board, map) in maps {
            // Every shift for which the two have a box in common.
            for down in 1..root.rows() + board.rows() {
                for right in 1..root.columns() + board.columns() {
                    found.add(Placement::new(layout, edges, (board, map), (down, right)));
                }
            }
        }
        found
    }

    fn add(&mut self, placement: Placement) {
        if self.0.iter().any(|other| placement.strings & !other.strings == 0) || placement.strings == 0 {
            return;
        }
        self.0.retain(|other| other.strings & !placement.strings != 0);
        self.0.push(placement);
    }

    /// The number of the position with these strings; `None` if it lies on the board in no way.
    #[inline]
    fn number(&self, strings: u64) -> Option<u64> {
        let placement = self.0.iter().find(|placement| strings & !placement.strings == 0)?;
        Some(bits(strings).map(|string| placement.weights[usize::from(string)]).sum())
    }
}

impl Placement {
    /// The box at row `rows` and column `columns` of the rectangle, counted from its last ones, lies on the first box of
    /// the board, so to speak: `shift` is one more than how far that is below and to the right of its last box.
    fn new(layout: &Layout, edges: &Edges, (board, map): (Board, Map<'_>), shift: (usize, usize)) -> Self {
        let root = layout.root().board();
        let shifted = |row: usize, column: usize| {
            Some((
                (row + shift.0).checked_sub(board.rows())?,
                (column + shift.1).checked_sub(board.columns())?,
            ))
        };
        let mut placement = Self { strings: 0, weights: [0; MAX_EDGES] };
        for bit in 0..edges.len() as u8 {
            let edge = map(edges.edge(bit));
            let Some((row, column)) = shifted(edge.row(), edge.column()) else { continue };
            let image = match edge {
                Edge::Horizontal { .. } => Edge::Horizontal { row, column },
                Edge::Vertical { .. } => Edge::Vertical { row, column },
            };
            let Some(weight) = layout.weight(image) else { continue };
            let sides = board.beside(edge).map(|side| side.map(|cell| shifted(cell.row, cell.column)));
            let found = root.beside(image).map(|side| side.map(|cell| Some((cell.row, cell.column))));
            if sides == found {
                placement.strings |= 1 << bit;
                placement.weights[usize::from(bit)] = weight;
            }
        }
        placement
    }
}

/// What a table knows of the positions of a search.
#[derive(Debug)]
pub struct Tabled {
    table: Arc<Table>,
    placements: Placements,
}

impl Tabled {
    pub fn new(table: Arc<Table>, edges: &Edges) -> Self {
        Self { placements: Placements::new(&table.layout, edges), table }
    }

    /// The margin of the position with some of the strings, which has so many boxes left; `None` if the table has not got
    /// it. So it is if a page is damaged: the table says so when it is asked for [`Table::failure`].
    #[inline]
    pub fn margin(&self, strings: u64, boxes: u32) -> Option<i32> {
        let number = self.placements.number(strings)?;
        self.table.gets(number).ok().map(|gets| 2 * gets as i32 - boxes as i32)
    }
}

/// A position that a table has, and its moves.
pub struct Reader<'a> {
    table: &'a Table,
    /// `None` if the game is over.
    place: Option<(Edges, Placements, u64)>,
}

impl<'a> Reader<'a> {
    /// `None` if the table has not got it.
    pub fn new(table: &'a Table, position: &Position) -> Option<Self> {
        let moves = position.moves();
        if moves.is_empty() {
            return Some(Self { table, place: None });
        }
        if moves.len() > MAX_EDGES {
            return None;
        }
        let edges = Edges::around(position.board(), &moves)?;
        let strings = moves.into_iter().filter_map(|mv| edges.bit(mv)).fold(0, |set, bit| set | 1_u64 << bit);
        let placements = Placements::new(&table.layout, &edges);
        placements.number(strings)?;
        Some(Self { table, place: Some((edges, placements, strings)) })
    }

    /// The number of the position, or of the one after a move; `None` if no string is left.
    pub fn number(&self, mv: Option<Edge>) -> Option<u64> {
        let (edges, placements, all) = self.place.as_ref()?;
        // Less than what lies on the board does so, too.
        placements.number(all & !drawn(edges, mv))
    }

    /// The margin of the position, or that of a move for whoever makes it.
    ///
    /// # Errors
    /// [`TableError`] if a page cannot be read or is damaged.
    pub fn margin(&self, mv: Option<Edge>) -> Result<Margin, TableError> {
        let Some((edges, _, all)) = &self.place else { return Ok(Margin::ZERO) };
        let boxes = |strings| i64::from(edges.degrees(strings).any.count_ones());
        let left = boxes(all & !drawn(edges, mv));
        let captured = boxes(*all) - left;
        let margin = match self.number(mv) {
            Some(number) => 2 * self.table.gets(number).map_err(Clone::clone)? - left,
            None => 0,
        };
        Ok(Margin::new(if mv.is_none() || captured > 0 { captured + margin } else { -margin }))
    }
}

/// The bit of a move's string, if there is a move.
fn drawn(edges: &Edges, mv: Option<Edge>) -> u64 {
    mv.and_then(|mv| edges.bit(mv)).map_or(0, |bit| 1 << bit)
}
