//! The polynomial of a position cut into tasks: each works out some of its values at points, modulo primes.

use std::array;
use std::iter;
use std::num::NonZero;
use std::ops::Range;
use std::sync::Arc;

use num_bigint::BigUint;

use super::board::{Colour, Position};
use super::count::primes_for;
use super::cuts::cuts;
use super::filling::{Filling, binomial};
use super::forecast::vectors_a_second;
use super::frontier::Lattice;
use super::lengths::fewest;
use super::network::Network;
use super::networks::{Needs, Networks, check_width, most_bytes};
use super::points::{LANES, Points, coefficients};
use super::polynomial::Polynomial;
use super::residues::{Known, multiply, power, primes, rest};
use super::sweep::{Asked, Stones, Sweeps};
use super::watch::Watch;
use crate::limits::{Budget, Limits};
use crate::once::Once;
use crate::report::{Halt, SolveError};
use crate::seal::{SEAL, Seal};
use crate::shards::{Shards, Task, TaskError};
use crate::value::Odds;

/// How many tasks each worker is to get, if there is enough to do: so that all of them end at about the same time, and little
/// is lost with one.
const TASKS_A_WORKER: usize = 4;

/// The work of [`Solver::polynomial`](super::Solver::polynomial) cut into tasks, all about the same: each works out some of the
/// values of the polynomial at points, modulo primes. Its answer is the same polynomial, to the bit.
///
/// There is a point for each number of stones with which either colour may win (one where that is none), and a prime for every 31 bits of the counts: 1,183
/// values at 14x14. They take 32 at a time one sweep, and 256 bytes for each frontier of a layer, so that 14x14 takes 17 MB and not half a gigabyte; the
/// tables are built once by each process, for all tasks that it does with the same object. A task is done by one thread.
///
/// ```
/// use std::num::NonZero;
///
/// use foregone::hex::{Colour, Position, PolynomialShards};
/// use foregone::shards::run_here;
/// use foregone::{Limits, Shards};
///
/// let shards = PolynomialShards::new(&Position::empty(3, 3)?, Colour::White, NonZero::new(2).unwrap())?;
/// assert_eq!(shards.tasks()[0].name, "values 1..4 of 4");
/// let polynomial = run_here(&shards, &Limits::none())?;
/// assert_eq!(polynomial.to_string(), "0 0 0 8 42 84 76 36 9 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct PolynomialShards {
    filling: Filling,
    colour: Colour,
    identity: String,
    seal: Seal,
    primes: Vec<u32>,
    /// The numbers of stones of the sweeping colour with which either may win, or one number at least. With fewer it never wins, with
    /// more always.
    unsure: Range<usize>,
    tasks: Vec<Task>,
    wanted: Vec<usize>,
    /// The values of each task.
    values: Vec<Range<usize>>,
    network: Once<Network>,
}

/// Bytes of a value.
const VALUE: usize = size_of::<u32>();

/// One number a frontier.
const NEEDS: Needs = Needs { stones: Stones::Any, asked: Asked::Nothing, number: (LANES * VALUE) as u128 };

impl PolynomialShards {
    /// The polynomial of a colour, cut for so many workers.
    ///
    /// # Errors
    /// [`SolveError::NotApplicable`] if the board's shorter side is more than 21.
    pub fn new(position: &Position, colour: Colour, workers: NonZero<usize>) -> Result<Self, SolveError> {
        let filling = Filling::of(position);
        check_width(&filling)?;
        let open = filling.open;
        let primes: Vec<u32> = primes().take(primes_for(&binomial(open, open / 2)).max(1)).collect();
        let unsure = unsure(position, &filling);
        let all = primes.len() * unsure.len();
        let vectors = all.div_ceil(LANES);
        let count = workers.get().saturating_mul(TASKS_A_WORKER).min(vectors);
        // As many vectors each, or one more: those first, so that all workers end at about the same time.
        let first = |task: usize| ((task * (vectors / count) + task.min(vectors % count)) * LANES).min(all);
        let values: Vec<Range<usize>> = (0..count).map(|task| first(task)..first(task + 1)).collect();
        let of_column = cuts(Lattice::Hexagonal, filling.width);
        let frontiers: u64 = of_column.iter().map(|&frontiers| u64::from(frontiers)).sum();
        let sweep = frontiers * filling.rows as u64;
        let numbers = NEEDS.bytes(&filling, |layer| of_column[layer % filling.width] as usize);
        let memory = u64::try_from(most_bytes(&filling, numbers)).unwrap_or(u64::MAX);
        let task = |values: &Range<usize>| Task {
            name: format!("values {}..{} of {all}", values.start + 1, values.end),
            needs: Vec::new(),
            reads: Vec::new(),
            bytes: values.len() * VALUE + SEAL,
            memory,
            work: sweep * values.len().div_ceil(LANES) as u64,
        };
        let tasks: Vec<Task> = values.iter().map(task).collect();
        let identity = format!(
            "{position}: polynomial of {colour}, {all} values modulo {} primes in {count} tasks",
            primes.len()
        );
        Ok(Self {
            filling,
            colour,
            seal: Seal::new(&identity),
            identity,
            primes,
            unsure,
            wanted: (0..tasks.len()).collect(),
            tasks,
            values,
            network: Once::new(),
        })
    }

    /// The prime and the point of a value. The points of a prime are 1, 2, 3 and so on.
    fn place(&self, value: usize) -> (u32, u32) {
        let points = self.unsure.len();
        (self.primes[value / points], (value % points) as u32 + 1)
    }

    /// The counts of the unsure numbers of stones modulo a prime, from the polynomial's values.
    fn counts(&self, values: &[u32], prime: u32) -> Vec<u32> {
        let always: Vec<u32> = (self.unsure.end..=self.filling.open)
            .map(|k| self.always(k))
            .map(|count| rest(&count, prime))
            .collect();
        // What the sure terms are worth is taken off, and the lowest power of the others divided out.
        let value = |(place, &value): (usize, &u32)| {
            let point = place as u32 + 1;
            let term = |sum, &count| (multiply(sum, point, prime) + count) % prime;
            let sure = multiply(
                always.iter().rev().fold(0, term),
                power(point, self.unsure.end as u32, prime),
                prime,
            );
            let lowest = power(point, self.unsure.start as u32, prime);
            multiply((value + (prime - sure)) % prime, power(lowest, prime - 2, prime), prime)
        };
        coefficients(values.iter().enumerate().map(value).collect(), prime)
    }

    /// All ways in which the sweeping colour gets so many stones.
    fn always(&self, stones: usize) -> BigUint {
        binomial(self.filling.open, stones)
    }

    /// The frontiers, found or tabled by whoever asks first; their memory is planned.
    fn network(&self, budget: &mut Budget<'_>) -> Result<Arc<Network>, Halt> {
        let mut planned = false;
        let network = self.network.get(budget, |budget| {
            planned = true;
            Networks::default().of(&self.filling, &[NEEDS], budget)
        })?;
        if !planned {
            budget.plan("the frontiers of the board", network.bytes().into())?;
        }
        Ok(network)
    }

    fn fill(&self, values: Range<usize>, output: &mut [u8], limits: &Limits<'_>) -> Result<(), Halt> {
        let mut budget = Budget::open(limits);
        budget.check()?;
        let network = self.network(&mut budget)?;
        let sweeps = Sweeps::new(&self.filling, &network, Stones::Any);
        budget.plan("numbers of frontiers", sweeps.numbers(Asked::Nothing) * NEEDS.number)?;
        let sweeps_to_come = values.len().div_ceil(LANES) * self.filling.sites.len();
        let mut watch = Watch::over(&mut budget, sweeps_to_come as u64);
        for (first, output) in values.clone().step_by(LANES).zip(output.chunks_mut(LANES * VALUE)) {
            // Lanes behind the last value repeat it.
            let places: [(u32, u32); LANES] =
                array::from_fn(|lane| self.place((first + lane).min(values.end - 1)));
            let points = Points::new(places.map(|(_, point)| point), places.map(|(prime, _)| prime));
            let tally = sweeps.run(&points, Asked::Nothing, &mut watch)?;
            for (output, value) in output.chunks_exact_mut(VALUE).zip(tally.connected.as_flattened()) {
                output.copy_from_slice(&value.to_le_bytes());
            }
        }
        Ok(())
    }

    /// The values modulo each prime, in the order of the primes and points.
    fn values(&self, outputs: &[&[u8]]) -> Result<Vec<u32>, TaskError> {
        self.check_wanted(outputs)?;
        let mut values = Vec::new();
        for (place, output) in outputs.iter().enumerate() {
            let bytes = self.seal.open(ANSWER, &self.tasks, place, output)?;
            values.extend(bytes.as_chunks().0.iter().map(|&value| u32::from_le_bytes(value)));
            let (start, found) = (self.values[place].start, values.len());
            if (start..found).any(|value| values[value] >= self.place(value).0) {
                return Err(damaged(self.tasks[place].name.clone(), "a rest is no less than its prime"));
            }
        }
        Ok(values)
    }
}

/// The numbers of stones of the sweeping colour with which either colour may win, or one number at least.
fn unsure(position: &Position, filling: &Filling) -> Range<usize> {
    let short = |colour| fewest(position, colour).unwrap_or(filling.open + 1);
    let start = short(filling.sweeper).min(filling.open);
    // With so many stones the other colour gets too few.
    let end = (filling.open + 1).saturating_sub(short(filling.sweeper.other()));
    start..end.max(start + 1)
}

/// Who reads the outputs, as errors say it.
const ANSWER: &str = "the answer";

fn damaged(from: String, what: &str) -> TaskError {
    TaskError::Damaged { task: ANSWER.to_owned(), from, what: what.to_owned() }
}

impl Shards for PolynomialShards {
    type Answer = Polynomial;

    fn identity(&self) -> String {
        self.identity.clone()
    }

    fn tasks(&self) -> &[Task] {
        &self.tasks
    }

    fn wanted(&self) -> &[usize] {
        &self.wanted
    }

    fn rate(&self) -> f64 {
        vectors_a_second(self.filling.width)
    }

    fn run(
        &self,
        task: usize,
        inputs: &[&[u8]],
        output: &mut [u8],
        limits: &Limits<'_>,
    ) -> Result<(), TaskError> {
        self.checked(task, inputs, output)?;
        let bytes = output.len() - SEAL;
        self.fill(self.values[task].clone(), &mut output[..bytes], limits)?;
        self.seal.put(task, output);
        Ok(())
    }

    /// Time: the square of the number of points for each prime, milliseconds at 14x14.
    fn answer(&self, outputs: &[&[u8]]) -> Result<Polynomial, TaskError> {
        let values = self.values(outputs)?;
        let mut known = Known::new(self.unsure.len())?;
        for (values, &prime) in values.chunks(self.unsure.len()).zip(&self.primes) {
            known.learn(prime, self.counts(values, prime).into_iter());
        }
        if self.unsure.clone().zip(&known.numbers).any(|(k, count)| *count > self.always(k)) {
            return Err(damaged(self.identity.clone(), "there are not so many sets of cells"));
        }
        let never = iter::repeat_n(BigUint::ZERO, self.unsure.start);
        let always = (self.unsure.end..=self.filling.open).map(|k| self.always(k));
        let mut polynomial = Polynomial::of_counts(never.chain(known.numbers).chain(always).collect());
        if self.filling.sweeper != self.colour {
            polynomial.complement();
        }
        Ok(polynomial)
    }
}

/// The exact odds of the side to move cut into tasks, where the colours move in turn: those of the polynomial, one of whose
/// counts they are. One machine that has the memory works them out in less time ([`Solver`](super::Solver)); these tasks take far
/// less memory each.
///
/// ```
/// use std::num::NonZero;
///
/// use foregone::Limits;
/// use foregone::hex::OddsShards;
/// use foregone::shards::run_here;
///
/// let shards = OddsShards::new(&"3x3:W2/3/2B:w".parse()?, NonZero::new(2).unwrap())?;
/// assert_eq!(run_here(&shards, &Limits::none())?.to_string(), "24/35");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct OddsShards {
    polynomial: PolynomialShards,
}

impl OddsShards {
    /// The odds of the side to move, cut for so many workers.
    ///
    /// # Errors
    /// As [`PolynomialShards::new`].
    pub fn new(position: &Position, workers: NonZero<usize>) -> Result<Self, SolveError> {
        let polynomial = PolynomialShards::new(position, position.to_move_colour(), workers)?;
        Ok(Self { polynomial })
    }
}

impl Shards for OddsShards {
    type Answer = Odds;

    /// That of the polynomial: its tasks are the same.
    fn identity(&self) -> String {
        self.polynomial.identity()
    }

    fn tasks(&self) -> &[Task] {
        self.polynomial.tasks()
    }

    fn wanted(&self) -> &[usize] {
        self.polynomial.wanted()
    }

    fn rate(&self) -> f64 {
        self.polynomial.rate()
    }

    fn run(
        &self,
        task: usize,
        inputs: &[&[u8]],
        output: &mut [u8],
        limits: &Limits<'_>,
    ) -> Result<(), TaskError> {
        self.polynomial.run(task, inputs, output, limits)
    }

    fn answer(&self, outputs: &[&[u8]]) -> Result<Odds, TaskError> {
        let polynomial = self.polynomial.answer(outputs)?;
        let filling = &self.polynomial.filling;
        let odds = polynomial.odds_of(filling.stones_of(filling.mover));
        Ok(odds.unwrap_or_else(|| unreachable!("no more stones than empty cells")))
    }
}
