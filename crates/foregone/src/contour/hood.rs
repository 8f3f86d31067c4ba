//! Under the hood: the contour of a position, its address, and how many order ideals the sweep goes through, level by level.

use num_bigint::BigUint;
use num_traits::{One as _, Zero as _};

use super::board::Position;
use super::ideal::{OrderIdeal, Step};
use super::method::Method;
use crate::analysis::{self, Solution};
use crate::game::Rules as _;
use crate::limits::{Budget, Limits};
use crate::method::Method as _;
use crate::report::{Halt, SolveError};

/// What the sweep keeps for a position: its order ideal as a path, as a number, and all ideals above it.
///
/// ```text
///     ┌───┬───┬───┐ ╌ ┐      contour   U R U R R U       from the bottom left corner, U up and R right
///     │ x │ x │ x │   ╎      a move    UR becomes RU: the path goes round one cell more
///     ├───┼───┴───┘ ╌ ┤
///     │ x │ o         ╎      address   the sum of the weights of the cells left (`Layout`), on this board those
///     ├───┘ ╌ ╌ ╌ ╌ ╌ ┤                of an empty one: the full board has address 0, the empty one the last
///     │ o             ╎
///     └ ╌ ╌ ╌ ╌ ╌ ╌ ╌ ┘      levels    1 ideal with no cell more taken, 2 with one, 2 with two, ...
/// ```
///
/// Every ideal of a level leads to ideals of the next one alone. So a sweep from the full board needs to keep two levels at
/// a time, and the greatest of them says how much memory that is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hood {
    /// The contour.
    pub contour: Vec<Step>,
    /// The number of the position's ideal among all [`Hood::of`] of the board, from 0 for the full board.
    pub address: BigUint,
    /// All order ideals of the board.
    pub of: BigUint,
    /// Those that can still be reached, the position's own among them.
    pub ideals: BigUint,
    /// Cells left.
    pub left: usize,
    /// By the number of cells that are taken from here on, how many ideals there are: from 1 for the position to 1 for the
    /// full board, symmetric on an empty board. `None` on boards too large to count so: see [`hood`].
    pub levels: Option<Vec<BigUint>>,
}

/// The most rows times columns times cells left for which ideals are counted by level: a board of 40x40 is counted in half a
/// second.
const MOST_BY_LEVEL: usize = 1 << 22;

/// What the sweep keeps for a position.
///
/// Takes time and memory in proportion to the cells of the board times the length of the numbers; by level that times the
/// cells left, for boards of rows times columns times cells left up to 2^22. The states of the report are the numbers
/// that were added up.
///
/// ```
/// use foregone::contour;
/// use foregone::Limits;
///
/// let position: contour::Position = "2x2:1,2/3,4|5,6/7,8|1,0".parse()?;
/// let hood = contour::hood(&position, &Limits::none())?;
/// let hood = hood.value.exact().unwrap();
/// assert_eq!((hood.address.to_string(), hood.of.to_string()), ("4".to_owned(), "6".to_owned()));
/// let levels: Vec<String> = hood.levels.iter().flatten().map(ToString::to_string).collect();
/// assert_eq!(levels, ["1", "2", "1", "1"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`SolveError::TooLarge`] if the numbers do not fit the memory allowed.
pub fn hood(position: &Position, limits: &Limits<'_>) -> Result<Solution<Hood>, SolveError> {
    analysis::answer(Method::default().name(), limits, |budget| find(position, budget))
}

fn find(position: &Position, budget: &mut Budget<'_>) -> Result<Hood, Halt> {
    let (start, rows, columns) = (position.ideal(), position.board().rows(), position.board().columns());
    let left = position.plies_left();
    let by_level = rows.saturating_mul(columns).saturating_mul(left.max(1)) <= MOST_BY_LEVEL;
    // No number has more bits than a contour has steps; a vector of its own besides.
    let number = (rows + columns) / 8 + 64;
    let numbers = (columns + 2) * if by_level { left + 4 } else { 4 };
    budget.plan("numbers of order ideals", (numbers * number) as u128)?;
    let (of, address) = rank(start, budget)?;
    let levels = if by_level { Some(levels(start, budget)?) } else { None };
    let ideals = match &levels {
        Some(levels) => levels.iter().sum(),
        None => count(start, budget)?,
    };
    Ok(Hood { contour: start.contour().collect(), address, of, ideals, left, levels })
}

/// For each length, how many ways there are to fill the rows so far so that none is shorter.
///
/// [`Layout`](super::Layout) counts the same in words, and says more of it.
struct Ways(Vec<BigUint>);

impl Ways {
    fn above_the_first_row(columns: usize) -> Self {
        Self(vec![BigUint::one(); columns + 1])
    }

    /// Adds a row below, of which so many cells are taken already.
    fn add_row(&mut self, taken: usize) {
        let mut sum = BigUint::zero();
        for (length, ways) in self.0.iter_mut().enumerate().rev() {
            if length >= taken {
                sum += &*ways;
            }
            ways.clone_from(&sum);
        }
    }
}

/// How many order ideals a board has, and the address of one among them.
fn rank(ideal: &OrderIdeal, budget: &mut Budget<'_>) -> Result<(BigUint, BigUint), Halt> {
    let columns = ideal.columns();
    let (mut ways, mut address) = (Ways::above_the_first_row(columns), BigUint::zero());
    for &length in ideal.lengths() {
        budget.spend(columns as u64)?;
        address += (length..columns).map(|column| &ways.0[column + 1]).sum::<BigUint>();
        ways.add_row(0);
    }
    Ok((ways.0.swap_remove(0), address))
}

/// How many order ideals hold one.
fn count(start: &OrderIdeal, budget: &mut Budget<'_>) -> Result<BigUint, Halt> {
    let mut ways = Ways::above_the_first_row(start.columns());
    for &taken in start.lengths() {
        budget.spend(start.columns() as u64)?;
        ways.add_row(taken);
    }
    Ok(ways.0.swap_remove(0))
}

/// How many order ideals hold one, by the number of their other cells: as [`Ways`], a polynomial in place of each number.
fn levels(start: &OrderIdeal, budget: &mut Budget<'_>) -> Result<Vec<BigUint>, Halt> {
    let columns = start.columns();
    let mut ways = vec![vec![BigUint::one()]; columns + 1];
    for &taken in start.lengths() {
        let mut sum: Vec<BigUint> = Vec::new();
        for (length, ways) in ways.iter_mut().enumerate().rev() {
            budget.spend(ways.len() as u64)?;
            if let Some(more) = length.checked_sub(taken) {
                sum.resize(sum.len().max(ways.len() + more), BigUint::zero());
                sum[more..].iter_mut().zip(&*ways).for_each(|(sum, ways)| *sum += ways);
            }
            ways.clone_from(&sum);
        }
    }
    Ok(ways.swap_remove(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contour::Board;
    use crate::contour::layout::{self, Layout};

    fn position(rows: usize, columns: usize, taken: Vec<usize>) -> Position {
        let zeros = vec![0; rows * columns];
        Position::with_taken(Board::new(rows, columns, zeros.clone(), zeros).unwrap(), taken).unwrap()
    }

    fn told(position: &Position) -> Hood {
        hood(position, &Limits::none()).unwrap().value.exact().unwrap().clone()
    }

    /// Every ideal above a position, by the cells that it takes more: by playing.
    fn played(position: &Position) -> Vec<usize> {
        let mut here = std::collections::HashSet::from([position.ideal().clone()]);
        let mut levels = Vec::new();
        while !here.is_empty() {
            levels.push(here.len());
            let mut next = std::collections::HashSet::new();
            for ideal in &here {
                for cell in ideal.available() {
                    let mut ideal = ideal.clone();
                    assert!(ideal.add(cell));
                    next.insert(ideal);
                }
            }
            here = next;
        }
        levels
    }

    #[test]
    fn levels_are_those_of_play_and_addresses_those_of_the_layout() {
        for (rows, columns, taken) in [
            (1, 1, vec![0]),
            (1, 1, vec![1]),
            (1, 6, vec![2]),
            (6, 1, vec![1, 1, 0, 0, 0, 0]),
            (3, 4, vec![0, 0, 0]),
            (4, 3, vec![3, 2, 1, 0]),
            (4, 5, vec![5, 3, 3, 1]),
            (5, 5, vec![0; 5]),
            (3, 3, vec![3; 3]),
        ] {
            let position = position(rows, columns, taken);
            let hood = told(&position);
            let levels: Vec<BigUint> = played(&position).into_iter().map(BigUint::from).collect();
            assert_eq!(hood.levels.as_ref(), Some(&levels), "{position}");
            assert_eq!(hood.ideals, levels.iter().sum(), "{position}");
            assert_eq!(hood.ideals, layout::count(position.ideal()).into(), "{position}");
            assert_eq!((hood.left + 1, hood.contour.len()), (levels.len(), rows + columns));
            let empty = OrderIdeal::empty(rows, columns);
            let layout = Layout::new(&empty, &mut Budget::open(&Limits::none())).unwrap();
            assert_eq!(hood.of, layout.ideals().into(), "{position}");
            assert_eq!(hood.address, layout.address(position.ideal()).into(), "{position}");
        }
    }

    #[test]
    fn large_boards_have_all_but_their_levels() {
        let hood = told(&position(60, 60, vec![0; 60]));
        assert_eq!((hood.levels, &hood.of), (None, &hood.ideals));
        assert_eq!(hood.address, hood.ideals - 1_u32);
        let hood = told(&position(20, 20, vec![0; 20]));
        assert_eq!((hood.ideals, hood.levels.unwrap().len()), (137_846_528_820_u64.into(), 401));
    }

    #[test]
    fn limits_hold() {
        let position = position(30, 30, vec![0; 30]);
        let refused = hood(&position, &Limits::none().memory(1 << 10));
        assert!(matches!(refused, Err(SolveError::TooLarge { .. })));
        let stopped = hood(&position, &Limits::none().states(1_000)).unwrap();
        assert_eq!(stopped.report.stop, crate::StopReason::States);
    }
}
