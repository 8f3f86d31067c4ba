//! The forms that other programs of Hex write positions in, and what their colours are here.

use crate::text::{Room, Scanner, SyntaxError};

use super::super::board::{Axis, Colour, Position};
use super::{NotationError, hexwiki, hexworld, htp, sgf};

/// A form in which other programs write positions of Hex.
///
/// All of them name cells as we do, a column in letters and a row in digits, with `a1` at the top left, and lean their
/// boards as [`Board`](crate::hex::Board) does. So a board is never turned: a cell keeps its name. What differs is
/// what the colours are called, who moves first, and which side of a rectangle is told first.
///
/// ```text
///           joins top    joins left   moves   size of 9 rows       read here as
///           and bottom   and right    first   and 13 columns
/// Sgf       Black        White        Black   SZ[13:9]             Black and White, `lr`
/// Htp       Black        White        Black   boardsize 13 9       Black and White, `lr`
/// HexWorld  Red          Blue         Red     #13x9c1,             Red is White, Blue is Black, `tb`
///           Black        White        Black   #13x9,               Black and White, `lr`
/// HexWiki   Red          Blue         Red     size="9x13"          Red is White, Blue is Black, `tb`
///
///                   ⬡ ⬡ ⬡ ⬡      a1 b1 c1 d1
///   top and bottom   ⬡ ⬡ ⬡ ⬡      a2 b2 c2 d2      3 rows, 4 columns
///                     ⬡ ⬡ ⬡ ⬡      a3 b3 c3 d3
/// ```
///
/// [`Form::read`] therefore keeps the names Black and White where a form has them, and a colour joins the same sides
/// as in the text. [`Form::write`] goes by the sides: whoever joins top and bottom becomes the form's colour that does.
/// A position reads back as it was if White joins the sides of the table's last column, and otherwise with the
/// names White and Black exchanged everywhere, which is the same game.
///
/// Moves are played in turn, and a `swap` is legal as the second move alone: *swap-pieces* takes the one stone from the
/// board and puts one of the other colour on its mirror image in the long diagonal, `a3` for `c1`, so only on a square
/// board; *swap-sides* leaves the board and whose turn it is alone, for the players change chairs. A pass gives the
/// turn away. A resignation ends the record and changes nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Form {
    /// A game record, SGF FF\[4\] with GM\[11\] (red-bean.com/sgf/hex.html): setup stones, moves, whose turn it is. Of
    /// several variations the first is followed, to its end.
    Sgf,
    /// A link to the board of hexworld.org, or the part of it from `#` on: size, moves in turn, and after a second
    /// comma those taken back, which are checked and not played.
    HexWorld,
    /// The tag `<hexboard>` of HexWiki. It does not say whose turn it is: that is Blue's if there are more red stones
    /// than blue, otherwise Red's, unless a comment after the tag says `<!-- Red to move -->`.
    HexWiki,
    /// Commands of the Hex Text Protocol of benzene and MoHex: `boardsize` before `play` and `undo`, and `genmove` or
    /// `reg_genmove` for whose turn it is. Commands that only ask are read past.
    Htp,
}

impl Form {
    /// Reads a position.
    ///
    /// Takes time in proportion to the text and the board.
    ///
    /// # Errors
    /// [`NotationError::Syntax`] with the place of what is missing, wrong, off the board or left over;
    /// [`NotationError::Move`] with the place of a stone on a stone, of a swap out of time, and of a move
    /// after a resignation.
    ///
    /// ```
    /// use foregone::hex::Form;
    /// let position = Form::Sgf.read("(;FF[4]GM[11]SZ[3:2];B[c1];W[a2])")?;
    /// assert_eq!(position.to_string(), "2x3:2B/W2:b:lr");
    /// assert_eq!(Form::HexWorld.write(&position)?, "https://hexworld.org/board/#3x2c1,c1a2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read(self, text: &str) -> Result<Position, NotationError> {
        let mut scanner = Scanner::new(text);
        scanner.skip_space();
        let position = self.read_next(&mut scanner)?;
        scanner.end()?;
        Ok(position)
    }

    /// Reads a text with one position or several, one after the other: records of SGF, links and tags with white space
    /// between them. Commands of a session come to one position.
    ///
    /// # Errors
    /// As [`Form::read`], and where the boards have more cells in all than [`Position::read_lines`] takes.
    pub fn read_all(self, text: &str) -> Result<Vec<Position>, NotationError> {
        let (mut scanner, mut room) = (Scanner::new(text), Room::of(text));
        scanner.skip_space();
        let mut positions = Vec::new();
        loop {
            let from = scanner.clone();
            let position = self.read_next(&mut scanner)?;
            room.take(position.rows() * position.columns(), &from)?;
            positions.push(position);
            if scanner.at_end() {
                return Ok(positions);
            }
        }
    }

    fn read_next(self, scanner: &mut Scanner<'_>) -> Result<Position, NotationError> {
        match self {
            Self::Sgf => sgf::read(scanner),
            Self::HexWorld => hexworld::read(scanner),
            Self::HexWiki => hexwiki::read(scanner),
            Self::Htp => htp::read(scanner),
        }
    }

    /// Writes a position, without a line end after it. It reads back as the same position, but for the names of the
    /// colours: see the table at [`Form`].
    ///
    /// # Errors
    /// [`FormError`] if the board is larger than the form's program has any.
    pub fn write(self, position: &Position) -> Result<String, FormError> {
        let (rows, columns) = (position.rows(), position.columns());
        if let Some((form, most)) = self.largest()
            && rows.max(columns) > most
        {
            return Err(FormError { form, most, rows, columns });
        }
        Ok(match self {
            Self::Sgf => sgf::write(position),
            Self::HexWorld => hexworld::write(position),
            Self::HexWiki => hexwiki::write(position),
            Self::Htp => htp::write(position),
        })
    }

    /// What the form is called, and the longest side of its program's boards; `None` if it belongs to no one program.
    const fn largest(self) -> Option<(&'static str, usize)> {
        match self {
            Self::Sgf | Self::Htp => None,
            Self::HexWorld => Some(("HexWorld", 30)),
            Self::HexWiki => Some(("HexWiki", 26)),
        }
    }
}

/// A board that is larger than those of the program whose form it was to be written in.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{form} has boards of at most {most} rows and columns, not {rows}x{columns}")]
pub struct FormError {
    /// The program.
    pub form: &'static str,
    /// The most rows, and the most columns, of its boards.
    pub most: usize,
    /// Rows of the board.
    pub rows: usize,
    /// Columns of the board.
    pub columns: usize,
}

/// The names of the cells with stones of the colour that joins the sides of an axis, row by row.
pub(super) fn stones(position: &Position, axis: Axis) -> Vec<String> {
    let colour = position.joiner_of(axis);
    let cells = position.board().cells().filter(|cell| position.stone(*cell) == Some(colour));
    cells.map(|cell| cell.to_string()).collect()
}

/// The sides that whoever is to move joins.
pub(super) const fn mover(position: &Position) -> Axis {
    position.axis_of(position.to_move_colour())
}

/// The names that the forms with black and white stones have for the joiner of two sides, in full.
pub(super) const fn black_or_white(axis: Axis) -> &'static str {
    match axis {
        Axis::TopBottom => "black",
        Axis::LeftRight => "white",
    }
}

/// Takes the name of a colour of the forms with black and white stones, or its first letter, in any case.
pub(super) fn colour(scanner: &mut Scanner<'_>) -> Result<Colour, SyntaxError> {
    let mut ahead = scanner.clone();
    let colour = match ahead.take_while(|c| c.is_ascii_alphabetic()).to_ascii_lowercase().as_str() {
        "b" | "black" => Colour::Black,
        "w" | "white" => Colour::White,
        _ => return Err(scanner.expected("`black` or `white`")),
    };
    *scanner = ahead;
    Ok(colour)
}
