//! What the tables of random play say besides odds: all numbers of stones, which cells decide, floats, boards drawn, and
//! crossings of the square lattice. On boards with few empty cells all fillings say the same, one after the other.

use std::fmt::Display;

use foregone::hex::{Axis, Colour, Lattice, Polynomial, Position, Solver, Turns};
use foregone::{Cell, Limits, Odds, Rules as _, Solution, SolveError};
use num_bigint::BigUint;
use num_rational::Ratio;
use num_traits::Zero as _;

use crate::answer::{Answer, Disagreement, Tally};
use crate::hex::{FEW, reflected};

/// So many empty cells of a larger board, and the square lattice is left out: its frontiers are many.
const SQUARE: usize = 40;

/// Holds the numbers against the odds of every move, against each other and against all fillings.
///
/// # Errors
/// [`Disagreement`].
pub fn check(
    position: &Position,
    turns: &Turns,
    (who, answer): (&str, &Answer<Cell, Odds>),
    solver: &mut Solver,
    tally: &mut Tally,
) -> Result<(), Disagreement> {
    let mut numbers = Numbers { position, turns, solver, tally };
    let fillings = (position.open_cells() <= FEW).then(|| Fillings::of(position));
    let mover = position.to_move_colour();
    let [own, others] = [mover, mover.other()].map(|colour| numbers.polynomial(colour));
    let (own, others) = (own?, others?);
    numbers.hold("all sets", &(own.total() + others.total()), &(BigUint::from(1_u32) << own.open_cells()))?;
    let open = position.open_cells();
    let share = match turns {
        Turns::Alternating => own.odds_of(open.div_ceil(2)).unwrap_or_else(Odds::impossible),
        Turns::Coin(white) if mover == Colour::White => own.at(white),
        Turns::Coin(white) => own.at(&white.complement()),
    };
    numbers.hold(&format!("the polynomial of {mover}, against {who}"), &answer.value, &share)?;
    if let Some(fillings) = &fillings {
        for (colour, polynomial) in [(mover, &own), (mover.other(), &others)] {
            let counts = fillings.counts(colour);
            numbers.hold(
                &format!("sets that connect {colour}"),
                &listed(&counts),
                &polynomial.to_string(),
            )?;
        }
    }
    numbers.influence(answer, &own, fillings.as_ref())?;
    numbers.floats(answer)?;
    numbers.samples(answer)?;
    if fillings.is_some() || open <= SQUARE {
        numbers.crossings(fillings.is_some())?;
    }
    Ok(())
}

/// A position, and whoever knows its numbers.
struct Numbers<'a> {
    position: &'a Position,
    turns: &'a Turns,
    solver: &'a mut Solver,
    tally: &'a mut Tally,
}

impl Numbers<'_> {
    /// What a question finds without limits.
    fn asked<T>(
        &mut self,
        ask: impl FnOnce(&mut Solver, &Limits<'_>) -> Result<Solution<T>, SolveError>,
    ) -> Result<T, Disagreement> {
        let solution = ask(self.solver, &Limits::none())
            .map_err(|error| Disagreement::broken("transfer", error, "an answer"))?;
        self.tally.states += solution.report.states;
        let foregone::Known::Exact(found) = solution.value else {
            return Err(Disagreement::broken("transfer", "nothing", "an answer"));
        };
        Ok(found)
    }

    fn polynomial(&mut self, colour: Colour) -> Result<Polynomial, Disagreement> {
        let position = self.position;
        self.asked(|solver, limits| solver.polynomial(position, colour, limits))
    }

    /// Counts a comparison, and says what differs.
    fn hold<T: PartialEq + Display>(&mut self, what: &str, right: &T, found: &T) -> Result<(), Disagreement> {
        self.tally.comparisons += 1;
        if right == found {
            return Ok(());
        }
        Err(Disagreement::new(what, ("as it should be", right), ("transfer", found)))
    }

    /// Each cell's influence: by all fillings, by what the move is worth, and summed up.
    fn influence(
        &mut self,
        answer: &Answer<Cell, Odds>,
        own: &Polynomial,
        fillings: Option<&Fillings>,
    ) -> Result<(), Disagreement> {
        let position = self.position;
        let cells = self.asked(|solver, limits| solver.influence(position, limits))?;
        self.hold(
            "cells with an influence",
            &listed(position.moves()),
            &listed(cells.iter().map(|one| one.0)),
        )?;
        if let Some(fillings) = fillings {
            for (bit, (cell, influence)) in cells.iter().enumerate() {
                let right = fillings.pivotal(bit, position, self.turns);
                self.hold(&format!("the influence of {cell}"), &right, influence)?;
            }
        }
        let Turns::Coin(white) = self.turns else { return Ok(()) };
        let white_moves = position.to_move_colour() == Colour::White;
        let share = if white_moves { white.clone() } else { white.complement() };
        let ratio = |odds: &Odds| Ratio::new(odds.numerator().clone(), odds.denominator().clone());
        let mut sum = Ratio::zero();
        for (cell, influence) in &cells {
            // What the cell decides is won for sure with it, and was won with the mover's share before.
            let gained = ratio(influence) * ratio(&share.complement());
            let after = answer.of(*cell).map(|odds| ratio(&odds)).unwrap_or_default();
            self.hold(
                &format!("the move {cell}, by its influence"),
                &(ratio(&answer.value) + gained),
                &after,
            )?;
            sum += ratio(influence);
        }
        self.hold("all influences, as the slope of the polynomial", &own.slope_at(&share), &sum)
    }

    /// Floats, within the errors that they tell.
    fn floats(&mut self, answer: &Answer<Cell, Odds>) -> Result<(), Disagreement> {
        let (position, coin) = (self.position, matches!(self.turns, Turns::Coin(_)));
        let estimates = self.asked(|solver, limits| solver.estimate_moves(position, limits))?;
        let alone = self.asked(|solver, limits| solver.estimate(position, limits))?;
        let moves = estimates.moves.iter().map(|(cell, estimate)| (answer.of(*cell), *estimate));
        let values = [alone, estimates.value].map(|estimate| (Some(answer.value.clone()), estimate));
        let mut all: Vec<_> = moves.chain(values).collect();
        if coin {
            let exact = self.asked(|solver, limits| solver.influence(position, limits))?;
            let floats = self.asked(|solver, limits| solver.estimate_influence(position, limits))?;
            let both = exact.into_iter().zip(floats);
            all.extend(
                both.map(|((cell, odds), (other, estimate))| ((cell == other).then_some(odds), estimate)),
            );
        }
        for (right, estimate) in all {
            self.tally.comparisons += 1;
            let right = right.map(|odds| odds.to_f64());
            // The exact value is rounded to a float, too.
            if right.is_none_or(|right| (right - estimate.value).abs() > estimate.error + f64::EPSILON) {
                let found = format!("{} to within {}", estimate.value, estimate.error);
                return Err(Disagreement::new(
                    "an estimate",
                    ("as it should be", format!("{right:?}")),
                    ("floats", found),
                ));
            }
        }
        Ok(())
    }

    /// Boards drawn for a winner have all stones, the right number of each colour, and that winner.
    fn samples(&mut self, answer: &Answer<Cell, Odds>) -> Result<(), Disagreement> {
        let position = self.position;
        let (open, mover) = (position.open_cells(), position.to_move_colour());
        for winner in [mover, mover.other()] {
            let drawn =
                self.asked(|solver, limits| solver.sample(position, Some(winner), 2, open as u64, limits))?;
            let none = if winner == mover { Odds::impossible() } else { Odds::certain() };
            let expected = if answer.value == none { 0 } else { 2 };
            self.hold(&format!("boards drawn that {winner} wins"), &expected, &drawn.len())?;
            for full in drawn {
                let kept = position
                    .board()
                    .cells()
                    .all(|cell| position.stone(cell).is_none_or(|stone| full.stone(cell) == Some(stone)));
                let new =
                    position.moves().into_iter().filter(|cell| full.stone(*cell) == Some(mover)).count();
                let as_many = *self.turns != Turns::Alternating || new == open.div_ceil(2);
                let fits = kept && as_many && full.open_cells() == 0 && full.winner() == Some(winner);
                self.tally.comparisons += 1;
                if !fits {
                    return Err(Disagreement::broken(
                        "a board drawn",
                        full,
                        format!("one that {winner} wins"),
                    ));
                }
            }
        }
        Ok(())
    }

    /// Crossings of both lattices; on the square one by all fillings, or of the board reflected.
    fn crossings(&mut self, few: bool) -> Result<(), Disagreement> {
        let position = self.position;
        let joiner = position.joiner_of(Axis::TopBottom);
        let right = self.polynomial(joiner)?.to_string();
        let found = self.asked(|solver, limits| solver.crossings(Lattice::Hexagonal, position, limits))?;
        self.hold("crossings of hexagons", &right, &found.to_string())?;
        let square =
            self.asked(|solver, limits| solver.crossings(Lattice::Square, position, limits))?.to_string();
        if few {
            let counts =
                Fillings::with(position, joiner, |full| crosses_squares(full, joiner)).counts(Colour::White);
            return self.hold("crossings of squares", &listed(&counts), &square);
        }
        let reflected = reflected(position);
        let found = self.asked(|solver, limits| solver.crossings(Lattice::Square, &reflected, limits))?;
        self.hold("crossings of squares, reflected", &square, &found.to_string())
    }
}

fn listed<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(" ")
}

/// All fillings of a few empty cells, by the set of those that one colour gets, and whether that wins.
struct Fillings {
    open: usize,
    wins: Vec<bool>,
}

impl Fillings {
    /// By the cells that White gets, and whether White is connected.
    fn of(position: &Position) -> Self {
        Self::with(position, Colour::White, |full| full.winner() == Some(Colour::White))
    }

    /// By the cells that a colour gets.
    fn with(position: &Position, colour: Colour, wins: impl Fn(&Position) -> bool) -> Self {
        let empty = position.moves();
        let full = |set: usize| filled(position, &empty, colour, set);
        Self { open: empty.len(), wins: (0..1 << empty.len()).map(|set| wins(&full(set))).collect() }
    }

    /// How many sets of each size connect a colour; the sets are White's.
    fn counts(&self, colour: Colour) -> Vec<u32> {
        let mut counts = vec![0; self.open + 1];
        for (set, &white) in self.wins.iter().enumerate() {
            let whites = set.count_ones() as usize;
            match colour {
                Colour::White => counts[whites] += u32::from(white),
                Colour::Black => counts[self.open - whites] += u32::from(!white),
            }
        }
        counts
    }

    /// The probability that a cell decides.
    fn pivotal(&self, bit: usize, position: &Position, turns: &Turns) -> Odds {
        let open = self.open as u32;
        let weight = |whites: u32| match turns {
            Turns::Alternating => {
                let movers = open.div_ceil(2);
                let white_moves = position.to_move_colour() == Colour::White;
                BigUint::from(u32::from(whites == if white_moves { movers } else { open - movers }))
            }
            Turns::Coin(white) => {
                white.numerator().pow(whites) * white.complement().numerator().pow(open - whites)
            }
        };
        let mut sums = [BigUint::zero(), BigUint::zero()];
        for set in 0..self.wins.len() {
            let weight = weight(set.count_ones());
            if self.wins[set] != self.wins[set ^ 1 << bit] {
                sums[0] += &weight;
            }
            sums[1] += weight;
        }
        let [pivotal, all] = sums;
        Odds::new(pivotal, all).expect("a part of all")
    }
}

/// The board with a set of its empty cells for a colour and the others for the other one.
fn filled(position: &Position, empty: &[Cell], colour: Colour, set: usize) -> Position {
    let mut stones: Vec<_> = position.board().cells().map(|cell| position.stone(cell)).collect();
    for (bit, cell) in empty.iter().enumerate() {
        let stone = if set >> bit & 1 == 1 { colour } else { colour.other() };
        stones[cell.row * position.columns() + cell.column] = Some(stone);
    }
    let (rows, columns) = (position.rows(), position.columns());
    let full = Position::new(rows, columns, stones, position.to_move_colour(), position.white_joins());
    full.expect("an entry for each cell")
}

/// Whether a colour's cells of a full board join top and bottom where cells touch along edges of squares.
fn crosses_squares(full: &Position, colour: Colour) -> bool {
    let mut seen = vec![false; full.rows() * full.columns()];
    let mut ahead: Vec<Cell> = (0..full.columns()).map(|column| Cell::new(0, column)).collect();
    while let Some(cell) = ahead.pop() {
        if full.stone(cell) != Some(colour)
            || std::mem::replace(&mut seen[cell.row * full.columns() + cell.column], true)
        {
            continue;
        }
        if cell.row + 1 == full.rows() {
            return true;
        }
        let Cell { row, column } = cell;
        // Past the first row or column is off the board, as past the last is.
        ahead.extend([
            Cell::new(row + 1, column),
            Cell::new(row.wrapping_sub(1), column),
            Cell::new(row, column + 1),
            Cell::new(row, column.wrapping_sub(1)),
        ]);
    }
    false
}
