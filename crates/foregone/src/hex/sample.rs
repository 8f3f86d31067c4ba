//! Full boards drawn at random, exactly as likely as random play makes them: all of them, or those that a colour wins.
//!
//! Cells are filled in the order of the sweep. At an open cell each of the two ways is as likely as what the fillings are
//! worth to which it leads, and these are the completions of a backward sweep. They are known modulo primes, so
//! they are put together wherever a choice is to be made; a choice is made by a whole number drawn below their sum.

use num_bigint::BigUint;
use num_traits::{One, Zero};
use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::analysis::Solution;
use crate::limits::{Budget, Limits, filled, reserved};
use crate::report::{Halt, SolveError};

use super::board::{Colour, Position};
use super::count::{moduli, primes_for};
use super::filling::{Filling, Site};
use super::network::Network;
use super::networks::{Needs, check_width};
use super::residues::{Known, Modulo};
use super::solve::Solver;
use super::sweep::{Asked, Stones, Sweeps};
use super::transfer::LOST;
use super::watch::{Watch, run_each};

/// What memory is taken for.
const BOARDS: &str = "the boards to draw";

/// Residues of a vector.
const LANES: usize = 8;

impl Solver {
    /// Draws `samples` full boards, as random play from a position fills it: each filling as likely as the solver's
    /// [`Turns`](super::Turns) make it, or as it is among those that `winner` wins. There are none of those if the other
    /// colour is connected already, or must be in the end: then none is drawn.
    ///
    /// The same seed gives the same boards: choices are made by the numbers of ChaCha12, started from it.
    ///
    /// Always by transfer tables. Time and memory for a winner: a part of what the odds of every move take, and all
    /// residues of a count are kept at a time; for all fillings next to none.
    ///
    /// ```
    /// use foregone::Limits;
    /// use foregone::hex::{Colour, Position, Solver};
    ///
    /// let start = Position::empty(5, 5)?;
    /// let solution = Solver::new().sample(&start, Some(Colour::Black), 10, 2026, &Limits::none())?;
    /// for full in solution.value.exact().unwrap() {
    ///     assert_eq!((full.open_cells(), full.winner()), (0, Some(Colour::Black)));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`SolveError`] if the board or the samples are too large for the memory allowed, or a winner is asked for and the
    /// board's shorter side is more than 21.
    pub fn sample(
        &mut self,
        position: &Position,
        winner: Option<Colour>,
        samples: usize,
        seed: u64,
        limits: &Limits<'_>,
    ) -> Result<Solution<Vec<Position>>, SolveError> {
        self.ask(limits, |solver, budget| solver.draw(position, winner, samples, seed, budget))
    }

    fn draw(
        &mut self,
        position: &Position,
        winner: Option<Colour>,
        samples: usize,
        seed: u64,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Position>, Halt> {
        let filling = Filling::of(position);
        let each = filling.sites.len() * (1 + size_of::<Option<Colour>>())
            + size_of::<Walker>()
            + size_of::<Position>();
        budget.plan(BOARDS, samples as u128 * each as u128)?;
        let weights = filling.weights(&self.turns);
        let stones = filling.stones(&self.turns);
        let mut drawing = Drawing {
            filling: &filling,
            own: match stones {
                Stones::From { most, .. } => Some(most),
                Stones::Any => None,
            },
            weights: weights.clone().unwrap_or([BigUint::one(), BigUint::one()]),
            random: ChaCha12Rng::seed_from_u64(seed),
            walkers: filled(BOARDS, Walker::default(), samples)?,
        };
        // A colour that is connected wins whatever comes.
        let winner = match (winner, position.winner()) {
            (Some(asked), Some(sure)) if asked != sure => return Ok(Vec::new()),
            (_, Some(_)) => None,
            (asked, None) => asked,
        };
        if let Some(winner) = winner {
            check_width(&filling)?;
            let most = Filling::weight_of_all(filling.open, drawing.own, weights.as_ref());
            let moduli = moduli::<LANES>(primes_for(&most), weights.as_ref());
            let needs = Needs { stones, asked: Asked::Own, number: bytes_of_a_number(&moduli) };
            let network = self.networks.of(&filling, &[needs], budget)?;
            let sweeps = Sweeps::new(&filling, &network, stones);
            if !drawing.walk(&sweeps, &moduli, winner == filling.sweeper, budget)? {
                return Ok(Vec::new());
            }
            budget.release(network.bytes());
        } else {
            drawing.fill(budget)?;
        }
        Ok(drawing.boards(position)?)
    }
}

/// The bytes that the residues of a number take.
const fn bytes_of_a_number(moduli: &[Modulo<LANES>]) -> u128 {
    (size_of::<[u32; LANES]>() * moduli.len()) as u128
}

/// A board on its way.
#[derive(Clone, Debug, Default)]
struct Walker {
    /// The number of its frontier in its layer; [`LOST`] if the sweeping colour has lost.
    frontier: u32,
    /// Stones that the sweeping colour got of the open sites so far.
    count: usize,
    /// Whether it got each open site.
    own: Vec<bool>,
}

/// Boards in drawing.
struct Drawing<'a> {
    filling: &'a Filling,
    /// The stones that the sweeping colour gets, if that is fixed.
    own: Option<usize>,
    /// What an open site weighs without a stone of the sweeping colour, and with one.
    weights: [BigUint; 2],
    random: ChaCha12Rng,
    walkers: Vec<Walker>,
}

impl Drawing<'_> {
    /// Draws among all fillings.
    fn fill(&mut self, budget: &mut Budget<'_>) -> Result<(), Halt> {
        let open = self.filling.open;
        for walker in &mut self.walkers {
            budget.check()?;
            for left in (1..=open).rev() {
                let chances = match self.own {
                    Some(own) => {
                        let stones = own - walker.count;
                        [(left - stones).into(), stones.into()]
                    }
                    None => self.weights.clone(),
                };
                walker.take(choose(&mut self.random, &chances));
            }
        }
        Ok(())
    }

    /// Draws among the fillings that connect the sweeping colour, or among those that do not. Returns whether there are any.
    fn walk(
        &mut self,
        sweeps: &Sweeps<'_>,
        moduli: &[Modulo<LANES>],
        connected: bool,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Halt> {
        let bytes = sweeps.numbers(Asked::Own) * bytes_of_a_number(moduli);
        budget.plan("numbers of frontiers", bytes)?;
        let (filling, network) = (self.filling, sweeps.network());
        let sites = filling.sites.len() as u64;
        let threads = budget.threads();
        let mut rows = run_each(moduli, threads, sites, budget, |modulo, watch| {
            Ok((sweeps.completed_rows(modulo, watch)?, Vec::new()))
        })?;
        self.walkers
            .iter_mut()
            .for_each(|walker| walker.frontier = network.start().map_or(LOST, |start| start as u32));
        let mut seen = 0;
        for row in 0..filling.rows {
            for (modulo, (rows, layers)) in moduli.iter().zip(&mut rows) {
                let after = rows.pop().unwrap_or_default();
                sweeps.fill_row(modulo, row, after, layers, &mut Watch::alone(budget))?;
            }
            for column in 0..filling.width {
                budget.check()?;
                let site = row * filling.width + column;
                let layers: Vec<_> = rows.iter().map(|(_, layers)| &layers[column]).collect();
                let ways = filling.sites[site].ways();
                seen += usize::from(filling.sites[site] == Site::Open);
                if ways != [true, true] {
                    for walker in &mut self.walkers {
                        walker.go(network, site, usize::from(ways[1]));
                    }
                    continue;
                }
                // The completions of both targets of each board.
                let mut both = Known::new(2 * self.walkers.len())?;
                for (lane, prime) in (0..).zip(moduli.iter().flat_map(Modulo::primes)) {
                    let layer = layers[lane / LANES];
                    let residues = self.walkers.iter().flat_map(|walker| {
                        [0, 1].map(|way| {
                            let target = network.target(walker.frontier, site, way);
                            let count = if self.own.is_some() { walker.count + way } else { 0 };
                            match target {
                                Some(target) if sweeps.holds(site + 1, count) => {
                                    layer[sweeps.place(site + 1, target as usize, count)][lane % LANES]
                                }
                                _ => 0,
                            }
                        })
                    });
                    both.learn(*prime, residues);
                }
                let all = self.weights_of_all(filling.open - seen);
                for (walker, completions) in self.walkers.iter_mut().zip(both.numbers.chunks_exact(2)) {
                    let chances = [0, 1].map(|way| {
                        let own = walker.count + way;
                        let left = if connected {
                            completions[way].clone()
                        } else {
                            let stones = self.own.map_or(Some(0), |most| most.checked_sub(own));
                            let all = stones.and_then(|stones| all.get(stones)).cloned().unwrap_or_default();
                            all - &completions[way]
                        };
                        left * &self.weights[way]
                    });
                    if chances.iter().all(Zero::is_zero) {
                        return Ok(false);
                    }
                    let way = choose(&mut self.random, &chances);
                    walker.go(network, site, way);
                    walker.take(way);
                }
            }
        }
        budget.release(bytes as u64);
        Ok(true)
    }

    /// What all fillings of so many sites weigh, by the stones that the sweeping colour is to get if that is fixed.
    fn weights_of_all(&self, open: usize) -> Vec<BigUint> {
        let Some(own) = self.own else {
            return vec![(&self.weights[0] + &self.weights[1]).pow(open as u32)];
        };
        let mut ways = vec![BigUint::one()];
        for stones in 0..own.min(open) {
            let next = &ways[stones] * (open - stones) / (stones + 1);
            ways.push(next);
        }
        ways
    }

    /// The boards drawn.
    fn boards(self, start: &Position) -> Result<Vec<Position>, SolveError> {
        let mut boards = reserved(BOARDS, self.walkers.len())?;
        let cells: Vec<_> = self.filling.open_cells().collect();
        for walker in &self.walkers {
            let mut stones: Vec<_> = start.board().cells().map(|cell| start.stone(cell)).collect();
            for (cell, own) in cells.iter().zip(&walker.own) {
                let sweeper = self.filling.sweeper;
                stones[cell.row * start.columns() + cell.column] =
                    Some(if *own { sweeper } else { sweeper.other() });
            }
            // On a full board it is the turn of whom the last move left it to.
            let turn =
                if cells.len() % 2 == 0 { start.to_move_colour() } else { start.to_move_colour().other() };
            let full = Position::new(start.rows(), start.columns(), stones, turn, start.white_joins());
            boards.push(full.unwrap_or_else(|_| unreachable!("the board is the same")));
        }
        Ok(boards)
    }
}

impl Walker {
    /// Goes one way at a site.
    fn go(&mut self, network: &Network, site: usize, way: usize) {
        self.frontier = network.target(self.frontier, site, way).unwrap_or(LOST);
    }

    /// Notes who got an open site.
    fn take(&mut self, way: usize) {
        self.count += way;
        self.own.push(way == 1);
    }
}

/// Chooses one of two ways, as likely as these numbers are to each other. They are not both 0.
fn choose(random: &mut ChaCha12Rng, chances: &[BigUint; 2]) -> usize {
    usize::from(below(random, &(&chances[0] + &chances[1])) >= chances[0])
}

/// A number drawn from those below a bound, all equally likely: as many bits as the bound has, again while they are too
/// many.
fn below(random: &mut ChaCha12Rng, bound: &BigUint) -> BigUint {
    let bits = bound.bits();
    loop {
        let mut words: Vec<u32> = (0..bits.div_ceil(32)).map(|_| random.next_u32()).collect();
        if let Some(last) = words.last_mut() {
            *last >>= (32 - bits % 32) % 32;
        }
        let number = BigUint::new(words);
        if number < *bound {
            return number;
        }
    }
}
