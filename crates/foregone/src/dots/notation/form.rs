//! The forms that other programs of Dots and Boxes write positions in, and where they begin to count.

use super::super::board::Position;
use super::{NotationError, dabble, golem, grid, openspiel, pos, trmph};

/// A form in which other programs and people write positions of Dots and Boxes.
///
/// Sizes count boxes in all of them. What differs is what names an edge, which corner is the first, and whether rows
/// or columns are told first. Here are 2 rows of 3 boxes, two edges of them drawn:
///
/// ```text
///                      +   +---+   +   h,0,1
///                      |               v,0,0       3x2 to those who tell columns first
///                      +   +   +   +
///
///                      +   +   +   +
///
///               counts from   size          h,0,1              v,0,0            what it keeps
/// OpenSpiel     top left      rows first    `P1(h,0,1)`, `1`   `P2(v,0,0)`, `9` a game
/// Trmph         top left      columns first `d1`               `a2`             a game
/// Dabble        top left      columns first `(1, 0) - (2, 0)`  `(0, 0) - (0, 1)` lines
/// Pos           top left      columns first `1 0 t`            `0 0 l`          a game
/// LittleGolem   bottom left   rows first    `b3-c3`            `a2-a3`          a game
/// Grid          as it looks   as it looks   `+  +--+  +`       `|`              a picture
/// ```
///
/// A form that keeps a game is read move by move, and each must be legal: an edge is drawn once. None of them says how
/// a game began; what Icelandic and Swedish boards have drawn beforehand is written as moves like all others. Who
/// captured which box is read past, and whoever moves next is the mover, as everywhere in these
/// [positions](Position).
///
/// How far the sources go: those of [OpenSpiel](Form::OpenSpiel), [Pos](Form::Pos), [Little Golem](Form::LittleGolem)
/// and Wilson's [grids](Form::Grid) say what is read here; for [Trmph](Form::Trmph) and [Dabble](Form::Dabble) see
/// there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Form {
    /// Moves as OpenSpiel's game `dots_and_boxes` names them, after its game string or a size: `P1(h,0,1)`, `h,0,1` or
    /// the number of the action, which is that of the edge (see [`Board`](crate::dots::Board)). Where players are
    /// named, they must be those whose turn it is. From its source, `dots_and_boxes.cc`, by which the game begins on an
    /// empty board, of 2 rows and 2 columns unless they are given.
    OpenSpiel,
    /// A link to a board of trmph.com, or the part of it from `board#` or `#` on: `board#5,f3h9k8` is a board of 5x5 with
    /// three moves. An edge is a letter and a number on the lattice of dots, edges and boxes. That much is known from
    /// links; that numbers grow downwards, that `#3x2` says a board that is not square, columns first, and that letters
    /// go on with `aa`, is our reading, after that site's Hex.
    Trmph,
    /// A `.dbl` file of J. P. Grossman's Dabble: the size, then a line for each line drawn, between two dots. No
    /// description of it was found: that sizes count boxes and that dots are counted from (0, 0) at the top left is
    /// our reading.
    Dabble,
    /// A `.pos` file of the Dots-and-Boxes Engine of Andrew Medworth: the size, then moves, each a box counted from `0 0`
    /// and a side of it, as `t`, `b`, `l` or `r` or in full. From that program's source; moves that it takes back
    /// (`u 0 0 t`) and positions in several parts are refused.
    Pos,
    /// Moves as players of Little Golem write them, between two dots named as on a chess board: `1. b5-c5 2. c4-c5`,
    /// with a comma between the moves of one turn. Proposed on that site's forum in 2004; the size in front is ours.
    /// Turns need no numbers, but those that are there must be right.
    LittleGolem,
    /// A picture: rows of `+` joined by dashes, and `|` between the rows. Columns of dots may be any number of
    /// characters apart, rows any number of lines. David Wilson's diagrams and the input of his program are read (the
    /// penalty in its first line must be 0), numbers on undrawn edges and names in boxes, too; and so is what
    /// `foregone dots show` prints.
    Grid,
}

impl Form {
    /// All of them.
    pub const ALL: &[Self] =
        &[Self::OpenSpiel, Self::Trmph, Self::Dabble, Self::Pos, Self::LittleGolem, Self::Grid];

    /// Reads a position. A byte order mark in front is passed over.
    ///
    /// Takes time and memory in proportion to the text and the board.
    ///
    /// # Errors
    /// [`NotationError::Syntax`] with the place of what is missing, wrong, off the board or left over;
    /// [`NotationError::Move`] with the place of an edge that is drawn already or not that player's to draw;
    /// [`NotationError::Board`] for a picture that is too large.
    ///
    /// ```
    /// use foregone::dots::Form;
    /// let position = Form::Trmph.read("board#3x2,d1a2")?;
    /// assert_eq!(Form::LittleGolem.write(&position), "2x3 1. b3-c3 2. a2-a3");
    /// assert_eq!(Form::Grid.write(&position), "+  +--+  +\n|\n+  +  +  +\n\n+  +  +  +");
    /// # Ok::<(), foregone::dots::NotationError>(())
    /// ```
    pub fn read(self, text: &str) -> Result<Position, NotationError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        match self {
            Self::OpenSpiel => openspiel::read(text),
            Self::Trmph => trmph::read(text),
            Self::Dabble => dabble::read(text),
            Self::Pos => pos::read(text),
            Self::LittleGolem => golem::read(text),
            Self::Grid => grid::read(text),
        }
    }

    /// Writes a position, without a line end after it: its edges in order, as moves where the form keeps a game. It reads
    /// back as the same position, with [`Side::First`](crate::Side::First) to move.
    #[must_use]
    pub fn write(self, position: &Position) -> String {
        match self {
            Self::OpenSpiel => openspiel::write(position),
            Self::Trmph => trmph::write(position),
            Self::Dabble => dabble::write(position),
            Self::Pos => pos::write(position),
            Self::LittleGolem => golem::write(position),
            Self::Grid => grid::write(position),
        }
    }
}
