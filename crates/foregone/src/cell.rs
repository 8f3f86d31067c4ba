//! A cell of a rectangular board, named as on a chart: a column in letters, a row in digits.

use std::fmt;
use std::str::FromStr;

/// A cell by its row and column, both counted from 0 at the top left.
///
/// Its text is the column in letters (`a`..`z`, then `aa`, `ab`..) and the row counted from 1: row 0, column 2 is `c1`.
///
/// ```
/// use foregone::Cell;
/// assert_eq!(Cell { row: 0, column: 2 }.to_string(), "c1");
/// assert_eq!("ab12".parse(), Ok(Cell { row: 11, column: 27 }));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell {
    /// The row, 0 at the top.
    pub row: usize,
    /// The column, 0 at the left.
    pub column: usize,
}

impl Cell {
    /// The cell at a row and a column.
    #[must_use]
    pub const fn new(row: usize, column: usize) -> Self {
        Self { row, column }
    }
}

/// The name of a column: `a`..`z`, `aa`, `ab`.. for 0, 1, ...
#[must_use]
pub fn column_name(column: usize) -> String {
    let mut letters = Vec::new();
    // No column is too far to be named.
    let mut rest = column as u128 + 1;
    while rest > 0 {
        let digit = (rest - 1) % 26;
        letters.push(char::from(b'a' + digit as u8));
        rest = (rest - 1) / 26;
    }
    letters.iter().rev().collect()
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}{}", column_name(self.column), self.row as u128 + 1))
    }
}

/// A text that names no cell.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{}` names no cell: expected column letters and a row number, such as `c2`", .0.escape_debug())]
pub struct CellError(String);

impl FromStr for Cell {
    type Err = CellError;

    fn from_str(text: &str) -> Result<Self, CellError> {
        let refuse = || CellError(text.to_owned());
        let letters = text.bytes().take_while(u8::is_ascii_lowercase).count();
        let (name, number) = text.split_at(letters);
        // Four letters already name a column past 450,000; boards are smaller.
        if !(1..=4).contains(&letters) || !(1..=9).contains(&number.len()) || number.starts_with('0') {
            return Err(refuse());
        }
        if !number.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(refuse());
        }
        let column = name.bytes().fold(0, |column, letter| column * 26 + usize::from(letter - b'a') + 1) - 1;
        let row = number.parse::<usize>().map_err(|_| refuse())? - 1;
        Ok(Self { row, column })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_cells_go_round() {
        for (row, column, name) in
            [(0, 0, "a1"), (11, 25, "z12"), (0, 26, "aa1"), (4, 701, "zz5"), (4, 702, "aaa5")]
        {
            let cell = Cell::new(row, column);
            assert_eq!(cell.to_string(), name);
            assert_eq!(name.parse(), Ok(cell));
        }
    }

    #[test]
    fn cells_off_every_board_have_names() {
        assert!(Cell::new(usize::MAX, usize::MAX).to_string().ends_with("18446744073709551616"));
    }

    #[test]
    fn what_names_no_cell_is_refused() {
        for text in ["", "a", "1", "a0", "a01", "A1", "a-1", "a1b", "abcde1", "a1234567890", "é1", "a１"] {
            assert!(text.parse::<Cell>().is_err(), "{text}");
        }
    }
}
