//! The sweeps: how many fillings connect the sweeping colour, in all and with each open cell its own.
//!
//! Layer `t` of a sweep stands before site `t`. A frontier's *completions* at a count `k` are the ways to fill the
//! sites to come, given that `k` open sites so far went to the sweeping colour, so that it gets its share in the end
//! and is connected. They follow backwards: a frontier's are the sum over its two targets. One backward sweep gives
//! the number asked for, at the top side before the first site.
//!
//! A frontier's *arrivals* at `k` are the ways to come to it, and follow forwards. Fillings that give an open site to
//! the sweeping colour are then the arrivals before it times the completions after it. For that, the backward sweep
//! keeps its layers between rows; the forward sweep works those within a row out again, so that memory grows with
//! rows plus columns, not with their product.

use num_bigint::BigUint;

use crate::limits::Budget;
use crate::report::{Halt, SolveError, StopReason};

use super::arithmetic::{Arithmetic, Modulo, Narrow, Residues, Wide, primes};
use super::filling::{Connected, Filling, Site};
use super::transfer::{LOST, Tables};

/// What the sweeps of one filling share.
#[derive(Debug)]
pub(super) struct Sweeps<'a> {
    filling: &'a Filling,
    tables: &'a Tables,
    /// The counts `k` that matter, layer by layer.
    windows: Vec<Window>,
    /// Whether to count the fillings with each open cell, too.
    each_cell: bool,
    /// Which frontiers the stones allow, layer by layer. Nothing is ever worked out for the others.
    reached: Vec<Vec<bool>>,
    /// Bytes planned for the marks and the counts.
    planned: u64,
}

/// The counts `low..low + length` at a layer: neither more than the open sites so far nor the colour's share, nor so
/// few that the sites to come could not make up the share.
#[derive(Clone, Copy, Debug)]
struct Window {
    low: usize,
    length: usize,
}

/// How one way of filling a site moves counts: entries from `here` on of a row at the layer before it, and as many
/// from `next` on at the layer after it, belong together.
#[derive(Clone, Copy, Debug)]
struct Shift {
    here: usize,
    next: usize,
    length: usize,
}

/// The widest counts, in bits, that fit one word; and two.
const NARROW: u64 = 64;
const WIDE: u64 = 128;

/// How far the sweeps have come, in sites swept one way.
#[derive(Debug)]
struct Pace {
    done: u64,
    total: u64,
}

impl Pace {
    fn step(&mut self, budget: &mut Budget<'_>) {
        self.done += 1;
        budget.progress(self.done, self.total);
    }
}

/// The counts of all frontiers of a cut, one row a frontier, one entry for each count of the window.
type Layer<N> = Vec<N>;

impl<'a> Sweeps<'a> {
    /// Prepares the sweeps of a filling with the tables of its width: all memory that they will take is planned here.
    pub(super) fn new(
        filling: &'a Filling,
        tables: &'a Tables,
        each_cell: bool,
        budget: &mut Budget<'_>,
    ) -> Result<Self, Halt> {
        debug_assert_eq!(filling.width, tables.width());
        let windows = windows(filling);
        let mut sweeps = Self { filling, tables, windows, each_cell, reached: Vec::new(), planned: 0 };
        let marks: u128 = (0..sweeps.windows.len()).map(|layer| sweeps.frontiers(layer) as u128).sum();
        let bytes = marks + sweeps.counts() * sweeps.bytes_each() as u128;
        budget.plan("marks and counts of frontiers", bytes)?;
        // A plan that was accepted fits 64 bits.
        sweeps.planned = bytes as u64;
        sweeps.mark_reached(budget)?;
        Ok(sweeps)
    }

    /// Counts the fillings in which the sweeping colour is connected and, if that was asked for, for every open cell
    /// those that give it the cell. The memory is free again then.
    ///
    /// Time goes with the frontiers reached times the lengths of windows: once for the total, four times for the
    /// cells, and once more for every 62 bits where counts are beyond 128 bits.
    pub(super) fn count(self, budget: &mut Budget<'_>) -> Result<Connected, Halt> {
        let connected = self.run(budget)?;
        budget.release(self.planned);
        Ok(connected)
    }

    fn run(&self, budget: &mut Budget<'_>) -> Result<Connected, Halt> {
        let (each_cell, bits) = (self.each_cell, self.filling.fillings().bits());
        let whole = |numbers: Vec<BigUint>| {
            let mut numbers = numbers.into_iter();
            let all = numbers.next().unwrap_or_default();
            Connected { all, with_cell: numbers.collect() }
        };
        let sites = self.filling.sites.len() as u64;
        let mut pace = Pace { done: 0, total: if each_cell { 2 * sites } else { sites } };
        // No number in the sweeps is more than that of all fillings.
        if bits <= NARROW {
            return Ok(whole(widened(self.pass(&Narrow, &mut pace, budget)?)));
        }
        if bits <= WIDE {
            return Ok(whole(widened(self.pass(&Wide, &mut pace, budget)?)));
        }
        // One bit to spare, so that primes a little below 2^62 are enough.
        let passes = bits as usize / 62 + 1;
        let mut pace = Pace { done: 0, total: pace.total * passes as u64 };
        let mut known = Residues::new(if each_cell { self.filling.open + 1 } else { 1 });
        for prime in primes().take(passes) {
            known.learn(prime, &self.pass(&Modulo(prime), &mut pace, budget)?);
        }
        Ok(whole(known.numbers))
    }

    /// One run of the sweeps in one arithmetic: the count of all, then those of the cells if asked for.
    fn pass<A: Arithmetic>(
        &self,
        arithmetic: &A,
        pace: &mut Pace,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<A::Number>, Halt> {
        let (width, sites) = (self.filling.width, self.filling.sites.len());
        let mut rows_done = Vec::new();
        let mut next = reserved(self.largest_layer())?;
        let mut here = reserved(self.largest_layer())?;
        // After the last site every frontier left is joined to the top, and any of its cells to the bottom.
        next.resize(self.frontiers(sites), A::ONE);
        for site in (0..sites).rev() {
            if self.each_cell && (site + 1) % width == 0 {
                let mut kept = reserved(next.len())?;
                kept.extend_from_slice(&next);
                rows_done.push(kept);
            }
            self.pull(arithmetic, site, &next, &mut here, budget)?;
            std::mem::swap(&mut next, &mut here);
            pace.step(budget);
        }
        let mut counts = vec![next[0]];
        if self.each_cell {
            self.weigh_cells(arithmetic, rows_done, [next, here], &mut counts, pace, budget)?;
        }
        Ok(counts)
    }

    /// The forward sweep, which adds to `counts` the fillings with each open cell. `rows_done` has the completions
    /// after each row, the first row's last.
    fn weigh_cells<A: Arithmetic>(
        &self,
        arithmetic: &A,
        mut rows_done: Vec<Layer<A::Number>>,
        [mut here, mut next]: [Layer<A::Number>; 2],
        counts: &mut Vec<A::Number>,
        pace: &mut Pace,
        budget: &mut Budget<'_>,
    ) -> Result<(), Halt> {
        let (width, sites) = (self.filling.width, self.filling.sites.len());
        here.clear();
        here.resize(self.entries(0), A::ZERO);
        here[0] = A::ONE;
        // Completions after each site of a row; the last of them comes from `rows_done`.
        let mut row_layers: Vec<Layer<A::Number>> = Vec::new();
        for column in 1..width {
            let most = (column..sites).step_by(width).map(|layer| self.entries(layer)).max();
            row_layers.push(reserved(most.unwrap_or(0))?);
        }
        for row in 0..self.filling.rows {
            row_layers.push(rows_done.pop().unwrap_or_default());
            for column in (1..width).rev() {
                let (upper, lower) = row_layers.split_at_mut(column);
                self.pull(arithmetic, row * width + column, &lower[0], &mut upper[column - 1], budget)?;
            }
            for (column, completions) in row_layers.iter().enumerate() {
                let site = row * width + column;
                let count = self.push(arithmetic, site, &here, &mut next, completions, budget)?;
                if self.filling.sites[site] == Site::Open {
                    counts.push(count);
                }
                std::mem::swap(&mut here, &mut next);
                pace.step(budget);
            }
            row_layers.pop();
        }
        Ok(())
    }

    /// Completions before a site, from those after it.
    fn pull<A: Arithmetic>(
        &self,
        arithmetic: &A,
        site: usize,
        next: &Layer<A::Number>,
        here: &mut Layer<A::Number>,
        budget: &mut Budget<'_>,
    ) -> Result<(), StopReason> {
        let shifts = self.shifts(site);
        let (length, next_length) = (self.windows[site].length, self.windows[site + 1].length);
        here.resize(self.entries(site), A::ZERO);
        let rows = here.chunks_exact_mut(length);
        for ((row, targets), reached) in rows.zip(self.steps(site)).zip(&self.reached[site]) {
            if !reached {
                continue;
            }
            budget.spend(1)?;
            row.fill(A::ZERO);
            for (target, shift) in targets.iter().zip(shifts) {
                if let Some(shift) = shift
                    && *target != LOST
                {
                    let from = *target as usize * next_length + shift.next;
                    arithmetic.add(&mut row[shift.here..][..shift.length], &next[from..][..shift.length]);
                }
            }
        }
        Ok(())
    }

    /// Arrivals after a site, from those before it; returns the fillings that give the site to the sweeping colour,
    /// from the completions after it.
    fn push<A: Arithmetic>(
        &self,
        arithmetic: &A,
        site: usize,
        here: &Layer<A::Number>,
        next: &mut Layer<A::Number>,
        completions: &Layer<A::Number>,
        budget: &mut Budget<'_>,
    ) -> Result<A::Number, StopReason> {
        let [without, with] = self.shifts(site);
        let (length, next_length) = (self.windows[site].length, self.windows[site + 1].length);
        next.clear();
        next.resize(self.entries(site + 1), A::ZERO);
        let mut count = A::ZERO;
        let rows = here.chunks_exact(length);
        for ((row, targets), reached) in rows.zip(self.steps(site)).zip(&self.reached[site]) {
            if !reached {
                continue;
            }
            budget.spend(1)?;
            if let (Some(shift), [target, _]) = (without, *targets)
                && target != LOST
            {
                let to = target as usize * next_length + shift.next;
                arithmetic.add(&mut next[to..][..shift.length], &row[shift.here..][..shift.length]);
            }
            if let (Some(shift), [_, target]) = (with, *targets)
                && target != LOST
            {
                let to = target as usize * next_length + shift.next;
                let row = &row[shift.here..][..shift.length];
                arithmetic.add(&mut next[to..][..shift.length], row);
                count = arithmetic.sum(count, arithmetic.dot(row, &completions[to..][..shift.length]));
            }
        }
        Ok(count)
    }

    /// Marks the frontiers that the stones allow.
    fn mark_reached(&mut self, budget: &mut Budget<'_>) -> Result<(), StopReason> {
        let mut here = vec![false; self.frontiers(0)];
        here[0] = true;
        for site in 0..self.filling.sites.len() {
            // A site of a wide board has hundreds of thousands of them.
            budget.check()?;
            let shifts = self.shifts(site);
            let mut next = vec![false; self.frontiers(site + 1)];
            for (targets, _) in self.steps(site).iter().zip(&here).filter(|(_, reached)| **reached) {
                for (target, shift) in targets.iter().zip(shifts) {
                    if *target != LOST && shift.is_some() {
                        next[*target as usize] = true;
                    }
                }
            }
            self.reached.push(here);
            here = next;
        }
        self.reached.push(here);
        Ok(())
    }

    /// How counts move at a site if it goes to the other colour, and if it goes to the sweeping colour; `None` where
    /// a stone forbids it.
    fn shifts(&self, site: usize) -> [Option<Shift>; 2] {
        let (here, next) = (self.windows[site], self.windows[site + 1]);
        let stone = Some(Shift { here: 0, next: 0, length: here.length });
        match self.filling.sites[site] {
            Site::Own => [None, stone],
            Site::Other => [stone, None],
            Site::Open => {
                // The next window starts at the same count or one higher.
                let raised = next.low - here.low;
                let without = (here.length - raised).min(next.length);
                let with = here.length.min(next.length - (1 - raised));
                [
                    Some(Shift { here: raised, next: 0, length: without }),
                    Some(Shift { here: 0, next: 1 - raised, length: with }),
                ]
            }
        }
    }

    fn steps(&self, site: usize) -> &[[u32; 2]] {
        self.tables.steps(site % self.filling.width)
    }

    /// Frontiers of a layer's cut.
    fn frontiers(&self, layer: usize) -> usize {
        self.tables.frontiers(layer % self.filling.width)
    }

    /// Counts in a layer.
    fn entries(&self, layer: usize) -> usize {
        self.frontiers(layer) * self.windows[layer].length
    }

    fn largest_layer(&self) -> usize {
        (0..self.windows.len()).map(|layer| self.entries(layer)).max().unwrap_or(0)
    }

    /// Bytes of a count in the arithmetic that [`Sweeps::run`] chooses.
    fn bytes_each(&self) -> usize {
        match self.filling.fillings().bits() {
            bits if bits > NARROW && bits <= WIDE => size_of::<u128>(),
            _ => size_of::<u64>(),
        }
    }

    /// Counts that a pass keeps at a time.
    fn counts(&self) -> u128 {
        let (width, layers) = (self.filling.width, self.windows.len());
        let mut entries = 2 * self.largest_layer() as u128;
        if self.each_cell {
            let most = |column| (column..layers).step_by(width).map(|layer| self.entries(layer)).max();
            entries += (1..width).filter_map(most).map(|most| most as u128).sum::<u128>();
            entries += (width..layers).step_by(width).map(|layer| self.entries(layer) as u128).sum::<u128>();
        }
        entries
    }
}

/// The windows of a filling, layer by layer.
fn windows(filling: &Filling) -> Vec<Window> {
    let mut seen = 0;
    let mut windows = Vec::with_capacity(filling.sites.len() + 1);
    let mut window = |seen: usize| {
        let low = filling.own.saturating_sub(filling.open - seen);
        windows.push(Window { low, length: seen.min(filling.own) - low + 1 });
    };
    window(seen);
    for site in &filling.sites {
        seen += usize::from(*site == Site::Open);
        window(seen);
    }
    windows
}

fn widened<N: Into<BigUint>>(numbers: Vec<N>) -> Vec<BigUint> {
    numbers.into_iter().map(Into::into).collect()
}

/// An empty layer with room for so many counts, which are planned already.
fn reserved<N>(entries: usize) -> Result<Layer<N>, SolveError> {
    let mut layer = Layer::new();
    layer.try_reserve_exact(entries).map_err(|_| SolveError::NoMemory {
        what: "a layer of counts".to_owned(),
        needs: entries as u128 * size_of::<N>() as u128,
    })?;
    Ok(layer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::filling::binomial;
    use crate::hex::{Axis, Colour, Position};
    use crate::limits::Limits;

    /// The numbers of sets of each size `k` of open cells with which the colour that joins top and bottom is
    /// connected.
    fn by_share(position: &Position) -> Vec<BigUint> {
        let mut budget = Budget::open(&Limits::none());
        let mut filling = Filling::of(position);
        let tables = Tables::build(filling.width, &mut budget).unwrap();
        let top_bottom = position.rows() >= position.columns();
        (0..=filling.open)
            .map(|share| {
                filling.own = if top_bottom { share } else { filling.open - share };
                let sweeps = Sweeps::new(&filling, &tables, true, &mut budget).unwrap();
                let connected = sweeps.count(&mut budget).unwrap();
                let with_cells: BigUint = connected.with_cell.iter().sum();
                assert_eq!(with_cells, &connected.all * filling.own, "a set of k has k cells");
                if top_bottom { connected.all } else { filling.fillings() - connected.all }
            })
            .collect()
    }

    fn empty(rows: usize, columns: usize) -> Vec<BigUint> {
        by_share(&Position::empty(rows, columns).unwrap())
    }

    fn numbers(numbers: &[u64]) -> Vec<BigUint> {
        numbers.iter().map(|number| BigUint::from(*number)).collect()
    }

    #[test]
    fn winning_sets_by_size_on_small_boards() {
        // By trying every set.
        assert_eq!(empty(1, 1), numbers(&[0, 1]));
        assert_eq!(empty(2, 2), numbers(&[0, 0, 3, 4, 1]));
        assert_eq!(empty(3, 3), numbers(&[0, 0, 0, 8, 42, 84, 76, 36, 9, 1]));
        let four = [0, 0, 0, 0, 20, 228, 1158, 3420, 6435, 8020, 6850, 4140, 1800, 560, 120, 16, 1];
        assert_eq!(empty(4, 4), numbers(&four));
    }

    #[test]
    fn winning_sets_in_all() {
        // By trying every set; rows by columns from 1.
        let totals = [
            [1, 3, 7, 15, 31, 63],
            [1, 8, 43, 201, 880, 3_719],
            [1, 21, 256, 2_587, 23_903, 210_124],
            [1, 55, 1_509, 32_768, 636_351, 11_606_993],
        ];
        for (rows, totals) in (1..).zip(totals) {
            for (columns, total) in (1..).zip(totals) {
                let sum: BigUint = empty(rows, columns).iter().sum();
                assert_eq!(sum, BigUint::from(total as u64), "{rows}x{columns}");
            }
        }
        // Two columns: every second Fibonacci number.
        let (mut before, mut fibonacci) = (BigUint::from(1_u32), BigUint::from(3_u32));
        for rows in 1..40 {
            assert_eq!(empty(rows, 2).iter().sum::<BigUint>(), fibonacci, "{rows}x2");
            let next = &fibonacci * 3_u32 - &before;
            before = std::mem::replace(&mut fibonacci, next);
        }
        // A square board is fair: one side's sets are the other's, transposed.
        for side in 1..=8 {
            let half = BigUint::from(1_u32) << (side * side - 1);
            assert_eq!(empty(side, side).iter().sum::<BigUint>(), half, "{side}x{side}");
        }
    }

    #[test]
    fn one_of_the_two_colours_is_connected() {
        for (rows, columns) in [(1, 5), (2, 3), (3, 7), (5, 4), (6, 6), (2, 70)] {
            let cells = rows * columns;
            let (one, other) = (empty(rows, columns), empty(columns, rows));
            for share in 0..=cells {
                let both = &one[share] + &other[cells - share];
                assert_eq!(both, binomial(cells, share), "{rows}x{columns}, {share}");
            }
        }
    }

    #[test]
    fn boards_decided_before_the_sweep_count_all_or_none() {
        let stones: Vec<_> = "W..W.BW..".chars().map(|c| (c == 'W').then_some(Colour::White)).collect();
        let position = Position::new(3, 3, stones, Colour::Black, Axis::TopBottom).unwrap();
        let expected: Vec<_> = (0..=6).map(|share| binomial(6, share)).collect();
        assert_eq!(by_share(&position), expected);
        let turned =
            Position::new(1, 3, vec![None, Some(Colour::Black), None], Colour::White, Axis::LeftRight);
        assert_eq!(by_share(&turned.unwrap()), [1_u32, 2, 1].map(BigUint::from));
    }

    #[test]
    fn arithmetics_agree_in_the_sweeps() {
        let mut budget = Budget::open(&Limits::none());
        let filling = Filling::of(&Position::empty(6, 5).unwrap());
        let tables = Tables::build(5, &mut budget).unwrap();
        let sweeps = Sweeps::new(&filling, &tables, true, &mut budget).unwrap();
        let mut pace = Pace { done: 0, total: 0 };
        let narrow = widened(sweeps.pass(&Narrow, &mut pace, &mut budget).unwrap());
        assert_eq!(widened(sweeps.pass(&Wide, &mut pace, &mut budget).unwrap()), narrow);
        let mut known = Residues::new(31);
        for prime in [10_007, 1_000_003] {
            known.learn(prime, &sweeps.pass(&Modulo(prime), &mut pace, &mut budget).unwrap());
        }
        assert_eq!(known.numbers, narrow);
    }
}
