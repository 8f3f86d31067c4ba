//! The margin of a position cut into tasks: positions after its first plies, and bounds that they share.
//!
//! From the position goes a line of play that is good, if not the best: its *elder* moves. At the end of it the margin is
//! worked out first. The other moves along the line are *brothers* of its own; they wait for the elder's value, and are then only
//! asked whether they are better, which most are not (young brothers wait). Only so many of them go abreast: each knows what came
//! of those before. Moves that are the same but for the board's symmetry, or lead to the same strings and coins, are one.
//!
//! ```text
//!     position ──elder──▶ · ──elder──▶ · ──elder──▶ ·       "first": its margin
//!        │ │ │            │ │ │        │ │ │                "brother": at most as good, or its margin
//!        ▼ ▼ ▼            ▼ ▼ ▼        ▼ ▼ ▼                "join": the margin of a position on the line
//! ```

use std::collections::HashMap;
use std::fmt;
use std::num::NonZero;
use std::sync::{Mutex, PoisonError};

use super::board::{Edge, Position};
use super::forecast::{LITTLE, MOST_TABLE, RATE_ALONE, TABLE, states_of};
use super::graph::{Graph, PartKind};
use super::outlook::{Outlook, Rest};
use super::quiet::{QuietSearch, narrowed};
use super::search::{Keys, Naming, Search};
use super::searched::searched_child;
use super::solve::{Solver, graph_bytes, planned_graph};
use crate::analysis::Solver as _;
use crate::game::Rules as _;
use crate::limits::{Budget, Limits};
use crate::report::{Halt, SolveError, StopReason};
use crate::seal::{SEAL, Seal};
use crate::shards::{self, Task, TaskError};
use crate::value::{Known, Margin};

/// What is found of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Margins {
    /// The margin of the position for the side to move.
    pub value: Margin,
    /// Of every move, its margin or that it is at most so much, in the order of moves; none if the position was not cut.
    pub moves: Vec<(Edge, Known<Margin>)>,
}

/// How a position is cut.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cut {
    /// How many plies on the first task begins. The moves at each of them are tasks.
    pub plies: usize,
    /// How many of a position's moves can be looked at side by side; at least one. The fewer, the more each knows of others.
    pub abreast: usize,
    /// Whether the margins of all moves are wanted, not only the best one's.
    pub moves: bool,
    /// Bytes that a task may take.
    pub memory: u64,
}

/// The most plies of a [`Cut::for_workers`].
const MOST_PLIES: usize = 16;

/// The first task of a [`Cut::for_workers`] is to be so small a part of a worker's share.
const PART_OF_A_SHARE: f64 = 4.0;

/// So many moves of a position go abreast for each worker.
const ABREAST: usize = 2;

/// States of a first task that are too few to cut on: some ten milliseconds.
const FEW: f64 = 1e4;

/// The least that a search is given: no search begins with more.
const LEAST_MEMORY: u64 = 16 << 20;

impl Cut {
    /// Small enough for so many workers: one after the other, the first tasks take little of what all take. The memory is
    /// four times what is foreseen, from 16 MiB to 1 GiB.
    #[must_use]
    pub fn for_workers(position: &Position, workers: NonZero<usize>) -> Self {
        let states = |position: &Position| {
            let graph = Graph::new(position);
            let outlook = Outlook::new(&graph);
            if outlook.parts.iter().all(|part| part.kind != PartKind::Other) {
                return 0.0;
            }
            states_of(&graph, &outlook.parts)
        };
        let all = states(position);
        let enough = (all / workers.get() as f64 / PART_OF_A_SHARE).max(FEW);
        let (mut here, mut plies) = (position.clone(), 0);
        let budget = &mut Budget::open(&Limits::none());
        if let Ok(Some(naming)) = naming(position, budget) {
            while plies < MOST_PLIES && states(&here) > enough {
                let Some(elder) = families(&here, &naming).first().map(|family| family.moves[0]) else {
                    break;
                };
                // It is one of the position's moves.
                let _ = here.play(elder);
                plies += 1;
            }
        }
        let table = (4.0 * TABLE * all) as u64;
        let memory = (table + LITTLE).clamp(LEAST_MEMORY, MOST_TABLE) + graph_bytes(position);
        Self { plies, abreast: workers.get().saturating_mul(ABREAST), moves: false, memory }
    }
}

fn naming(position: &Position, budget: &mut Budget<'_>) -> Result<Option<Naming>, SolveError> {
    let graph = Graph::new(position);
    Naming::new(position.board(), &graph, &Outlook::new(&graph).parts, budget)
}

/// Moves that do the same.
#[derive(Debug)]
struct Family {
    /// At least one, in order.
    moves: Vec<Edge>,
    captured: i64,
    /// States that a search for what they lead to takes, about.
    states: f64,
}

/// What moves that do the same have in common: coins captured, what can be captured then and handed back, and the quiet rest.
type Deed = (i64, i64, i64, Result<Rest, u128>);

/// The moves of a position by what they do: those that capture first, then those that leave least to capture.
fn families(position: &Position, naming: &Naming) -> Vec<Family> {
    let graph = Graph::new(position);
    let outlook = Outlook::new(&graph);
    let here = states_of(&graph, &outlook.parts);
    let mut places: HashMap<Deed, usize> = HashMap::new();
    let mut found: Vec<((i64, i64, i16), Family)> = Vec::new();
    for string in 0..graph.strings() as u32 {
        let edge = graph.edge(string);
        let (mut after, rest) = outlook.after_move(string);
        let (rest, states) = if rest == Rest::Cut {
            let next = Outlook::after(&graph, Some(string));
            after = next.harvest.now();
            (Err(naming.key(next.graph, &next.parts)), states_of(next.graph, &next.parts))
        } else {
            (Ok(rest), here)
        };
        let deed = (after.captured, after.taken, after.gives, rest);
        let place = *places.entry(deed).or_insert(found.len());
        if let Some((_, family)) = found.get_mut(place) {
            family.moves.push(edge);
        } else {
            let turn = (-after.captured, after.taken, naming.turn_of(edge).unwrap_or(i16::MAX));
            found.push((turn, Family { moves: vec![edge], captured: after.captured, states }));
        }
    }
    found.sort_by_key(|&(turn, _)| turn);
    found.into_iter().map(|(_, family)| family).collect()
}

/// A position on the line.
#[derive(Debug)]
struct Station {
    position: Position,
    /// The moves; the first family's first one leads to the next station.
    families: Vec<Family>,
    /// The tasks of the other families, from this one on.
    brothers: usize,
    /// The task that has the margin of the next station.
    below: usize,
}

/// What a task does.
#[derive(Clone, Copy, Debug)]
enum Job {
    /// All of it, by the solver.
    Whole,
    /// The margin at the end of the line.
    First,
    /// A family of a station.
    Brother { station: usize, family: usize },
    /// The margin of a station.
    Join { station: usize },
}

/// What was found of a margin: it is between these two, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Bounds {
    low: i64,
    high: i64,
}

/// Bytes of bounds: two numbers of 32 bits, the lower bound first.
const BOUNDS: usize = 8;

impl Bounds {
    const fn exact(margin: i64) -> Self {
        Self { low: margin, high: margin }
    }

    fn put(self, bytes: &mut [u8]) {
        let (low, high) = bytes.split_at_mut(BOUNDS / 2);
        low.copy_from_slice(&(self.low as i32).to_le_bytes());
        high.copy_from_slice(&(self.high as i32).to_le_bytes());
    }

    fn take([a, b, c, d, e, f, g, h]: [u8; BOUNDS]) -> Self {
        let number = |bytes| i64::from(i32::from_le_bytes(bytes));
        Self { low: number([a, b, c, d]), high: number([e, f, g, h]) }
    }

    const fn known(self) -> Known<Margin> {
        if self.low == self.high {
            Known::Exact(Margin::new(self.low))
        } else {
            Known::AtMost(Margin::new(self.high))
        }
    }
}

/// The work of [`Solver`] on a position cut into tasks: the same margin, and that of every move where it is asked for.
///
/// A task leaves a few numbers, so next to nothing is moved. Searches remember what they met, and all tasks that a process does
/// with the same object go on from that: one worker takes about as long as [`Solver`]. Those of other processes do not know
/// it, and moves of one position lead to much the same positions: on 4x4 Icelandic two workers search twice as much as one,
/// and eight ten times as much, or four times where all moves are wanted. So a machine that has the memory is best used by one
/// task with several threads ([`Limits::threads`]), and further machines pay for every move's margin. Positions that
/// need no search, and scattered ones that the plain search takes, are one task.
///
/// ```
/// use std::num::NonZero;
///
/// use foregone::dots::{Cut, Position, Shards};
/// use foregone::shards::run_here;
/// use foregone::{Limits, Margin};
///
/// let position: Position = "2x3".parse()?;
/// let cut = Cut { plies: 2, ..Cut::for_workers(&position, NonZero::new(2).unwrap()) };
/// let margins = run_here(&Shards::new(&position, cut)?, &Limits::none())?;
/// assert_eq!(margins.value, Margin::new(-2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Shards {
    position: Position,
    cut: Cut,
    identity: String,
    seal: Seal,
    line: Vec<Station>,
    /// The end of the line.
    last: Position,
    tasks: Vec<Task>,
    jobs: Vec<Job>,
    wanted: Vec<usize>,
    /// Searches that no task is using.
    idle: Mutex<Vec<Search<'static>>>,
}

/// What a brother leaves: bounds of its moves, and the best margin that it knows of, its own or another one's.
const BROTHER: usize = 2;

/// A brother is only asked whether it is better: so much of the states of its margin.
const TEST: f64 = 0.3;

impl Shards {
    /// A position, cut.
    ///
    /// Time: some microseconds for each move of each ply.
    ///
    /// # Errors
    /// [`SolveError::NotApplicable`] if the parts that are neither chain nor loop have more than 64 undrawn edges.
    pub fn new(position: &Position, cut: Cut) -> Result<Self, SolveError> {
        let asked = if cut.moves { "every move" } else { "the margin" };
        let mut shards = Self {
            position: position.clone(),
            cut,
            identity: String::new(),
            seal: Seal::new(""),
            line: Vec::new(),
            last: position.clone(),
            tasks: Vec::new(),
            jobs: Vec::new(),
            wanted: Vec::new(),
            idle: Mutex::new(Vec::new()),
        };
        Solver::new().forecast(position, crate::Question::Value, &Limits::none())?;
        let naming = naming(position, &mut Budget::open(&Limits::none()))?;
        if let Some(naming) = naming {
            shards.lay_line(&naming);
        } else {
            let entries = 1 + if cut.moves { position.plies_left() } else { 0 };
            shards.add("whole position".to_owned(), Vec::new(), Job::Whole, entries, 0.0);
            shards.wanted.push(0);
        }
        let plies = shards.line.len();
        shards.identity = format!("{position}: {asked}, cut at {plies} plies, {} abreast", cut.abreast);
        shards.seal = Seal::new(&shards.identity);
        Ok(shards)
    }

    fn add(&mut self, name: String, needs: Vec<usize>, job: Job, entries: usize, states: f64) -> usize {
        let (bytes, memory) = (entries * BOUNDS + SEAL, self.cut.memory);
        let reads = shards::all_of(&needs, &self.tasks);
        self.tasks.push(Task { name, needs, reads, bytes, memory, work: (states as u64).max(1) });
        self.jobs.push(job);
        self.tasks.len() - 1
    }

    /// The line, and the tasks along it from its end.
    fn lay_line(&mut self, naming: &Naming) {
        // A move's margin is asked of the moves of a station.
        for _ in 0..self.cut.plies.max(usize::from(self.cut.moves)) {
            let position = self.last.clone();
            let families = families(&position, naming);
            let Some(elder) = families.first() else { break };
            // It is one of the position's moves.
            let _ = self.last.play(elder.moves[0]);
            self.line.push(Station { position, families, brothers: 0, below: 0 });
        }
        let plies = self.line.len();
        let graph = Graph::new(&self.last);
        let states = states_of(&graph, &Outlook::new(&graph).parts);
        let mut below =
            self.add(format!("first value, after {plies} plies"), Vec::new(), Job::First, 1, states);
        for station in (0..plies).rev() {
            let (brothers, abreast) = (self.tasks.len(), self.cut.abreast.max(1));
            for family in 1..self.line[station].families.len() {
                let Family { moves, states, .. } = &self.line[station].families[family];
                let (name, states) = (format!("brother {} at ply {}", moves[0], station + 1), *states);
                // Together those know all that came before, too.
                let last = self.tasks.len().saturating_sub(abreast);
                let known = last.saturating_sub(abreast - 1).max(brothers)..=last;
                let (needs, states) = if self.is_exact(station) {
                    (vec![below], states)
                } else {
                    (std::iter::once(below).chain(known).collect(), states * TEST)
                };
                self.add(name, needs, Job::Brother { station, family }, BROTHER, states);
            }
            let needs: Vec<usize> = std::iter::once(below).chain(brothers..self.tasks.len()).collect();
            (self.line[station].brothers, self.line[station].below) = (brothers, below);
            if station == 0 {
                self.wanted = needs;
                return;
            }
            below = self.add(format!("join ply {station}"), needs, Job::Join { station }, 1, 0.0);
        }
        self.wanted.push(below);
    }

    /// Whether the margins of all moves of a station are wanted.
    const fn is_exact(&self, station: usize) -> bool {
        station == 0 && self.cut.moves
    }

    /// What the task of a place left.
    fn bounds(&self, reader: &str, place: usize, input: &[u8]) -> Result<Vec<Bounds>, TaskError> {
        let bytes = self.seal.open(reader, &self.tasks, place, input)?;
        Ok(bytes.as_chunks().0.iter().copied().map(Bounds::take).collect())
    }

    /// What tasks left.
    fn each(&self, reader: &str, places: &[usize], inputs: &[&[u8]]) -> Result<Vec<Vec<Bounds>>, TaskError> {
        places.iter().zip(inputs).map(|(&place, input)| self.bounds(reader, place, input)).collect()
    }

    /// What the elder of a station is worth, from what the task left that has the margin of the next station.
    fn elder(&self, station: usize, below: &[Bounds]) -> i64 {
        let captured = self.line[station].families.first().map_or(0, |elder| elder.captured);
        let below = below.first().map_or(0, |margin| margin.low);
        if captured > 0 { captured + below } else { -below }
    }

    /// The best margin of a station's moves that is known: from what was found of the next station and of some brothers.
    fn best(&self, station: usize, found: &[Vec<Bounds>]) -> i64 {
        let Some((below, brothers)) = found.split_first() else { return 0 };
        let known = brothers.iter().filter_map(|found| found.last()).map(|best| best.low);
        known.fold(self.elder(station, below), i64::max)
    }

    /// Asks a search about a position that comes of this one.
    fn ask<T>(
        &self,
        position: &Position,
        budget: &mut Budget<'_>,
        ask: impl FnOnce(&Outlook<'_>, &mut Search<'static>, &mut Budget<'_>) -> Result<T, StopReason>,
    ) -> Result<T, Halt> {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let (graph, _) = planned_graph(position, budget)?;
        let outlook = Outlook::new(&graph);
        let kept = idle().pop();
        let kept = kept.filter(|kept| budget.plan("what earlier tasks remember", kept.held().into()).is_ok());
        let mut search = match kept {
            Some(search) => search,
            None => self.search(budget)?,
        };
        let found = ask(&outlook, &mut search, budget);
        idle().push(search);
        Ok(found?)
    }

    /// A search for all that can come of the position.
    fn search(&self, budget: &mut Budget<'_>) -> Result<Search<'static>, Halt> {
        let graph = Graph::new(&self.position);
        let parts = Outlook::new(&graph).parts;
        let search = Search::new(self.position.board(), &graph, &parts, Keys::Hashed, None, None, budget)?;
        Ok(search.unwrap_or_else(|| unreachable!("what is cut, the search takes")))
    }

    /// The margin at the end of the line.
    fn first(&self, budget: &mut Budget<'_>) -> Result<Bounds, Halt> {
        self.ask(&self.last, budget, |outlook, search, budget| {
            let state = search.state(outlook.graph, &outlook.parts, budget)?;
            let rest = search.value(state, budget).map_err(|stopped| stopped.stop)?;
            Ok(Bounds::exact(outlook.margin(rest).points()))
        })
    }

    /// The moves of a family: their margin if it is more than the best so far or all are wanted, else that it is not more.
    fn brother(
        &self,
        station: usize,
        family: usize,
        best: i64,
        budget: &mut Budget<'_>,
    ) -> Result<Bounds, Halt> {
        let exact = self.is_exact(station);
        let Station { position, families, .. } = &self.line[station];
        let edge = families[family].moves[0];
        self.ask(position, budget, |outlook, search, budget| {
            let graph = outlook.graph;
            let string = (0..graph.strings() as u32).find(|&string| graph.edge(string) == edge);
            let string = string.unwrap_or_else(|| unreachable!("a move of the position"));
            let state = search.state(graph, &outlook.parts, budget)?;
            let (after, rest) = searched_child(outlook, string, state, search, budget)?;
            let most = after.captured + after.taken + search.coins(rest);
            let mut at_least = |goal: i64| {
                if after.captured > 0 {
                    search.next_at_least(after, rest, goal - after.captured, budget)
                } else {
                    Ok(!search.next_at_least(after, rest, 1 - goal, budget)?)
                }
            };
            // All margins of a position's moves are even, or all are odd.
            let better = best + 2;
            if exact {
                let found = narrowed(-most, most, better, at_least);
                return found.map(Bounds::exact).map_err(|stopped| stopped.stop);
            }
            if better > most || !at_least(better)? {
                return Ok(Bounds { low: -most, high: best });
            }
            let found = narrowed(better, most, better + 2, at_least);
            found.map(Bounds::exact).map_err(|stopped| stopped.stop)
        })
    }

    /// The margins of the position and, if they are wanted, of its moves.
    fn whole(&self, budget: &mut Budget<'_>) -> Result<Vec<Bounds>, Halt> {
        let mut solver = Solver::new();
        let (value, moves, stop) = if self.cut.moves {
            let valued = solver.find_moves(&self.position, budget)?;
            (valued.value, valued.moves, valued.stop)
        } else {
            let (value, stop) = solver.find_value(&self.position, budget)?;
            (value, Vec::new(), stop)
        };
        let all = std::iter::once(value).chain(moves.into_iter().map(|(_, margin)| margin));
        let exact = |margin: Known<Margin>| margin.exact().map(|margin| Bounds::exact(margin.points()));
        all.map(exact).collect::<Option<Vec<_>>>().ok_or(Halt::Stopped(stop))
    }
}

/// Who reads the outputs, as errors say it.
const ANSWER: &str = "the answer";

impl shards::Shards for Shards {
    type Answer = Margins;

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
        RATE_ALONE
    }

    fn run(
        &self,
        task: usize,
        inputs: &[&[u8]],
        output: &mut [u8],
        limits: &Limits<'_>,
    ) -> Result<(), TaskError> {
        let Task { name, needs, memory, .. } = self.checked(task, inputs, output)?;
        let found = self.each(name, needs, inputs)?;
        let budget = &mut Budget::open(&limits.within(*memory));
        budget.check()?;
        let found = match self.jobs[task] {
            Job::Whole => self.whole(budget)?,
            Job::First => vec![self.first(budget)?],
            Job::Brother { station, family } => {
                let best = self.best(station, &found);
                let bounds = self.brother(station, family, best, budget)?;
                let better = if bounds.low == bounds.high { best.max(bounds.low) } else { best };
                vec![bounds, Bounds::exact(better)]
            }
            Job::Join { station } => vec![Bounds::exact(self.best(station, &found))],
        };
        for (bounds, output) in found.into_iter().zip(output.chunks_exact_mut(BOUNDS)) {
            bounds.put(output);
        }
        self.seal.put(task, output);
        Ok(())
    }

    fn answer(&self, outputs: &[&[u8]]) -> Result<Margins, TaskError> {
        self.check_wanted(outputs)?;
        let found = self.each(ANSWER, &self.wanted, outputs)?;
        let mut moves = Vec::new();
        let value = if let Some(station) = self.line.first() {
            let elder = found.first().map_or(0, |below| self.elder(0, below));
            let brothers = found.iter().skip(1).filter_map(|found| found.first());
            let of_families = std::iter::once(Bounds::exact(elder)).chain(brothers.copied());
            for (family, bounds) in station.families.iter().zip(of_families) {
                moves.extend(family.moves.iter().map(|&mv| (mv, bounds.known())));
            }
            moves.sort_by_key(|&(mv, _)| mv);
            self.best(0, &found)
        } else {
            let all = found.first().map_or(&[][..], |found| found);
            let known = all.iter().skip(1).map(|bounds| bounds.known());
            moves.extend(self.position.moves().into_iter().zip(known));
            all.first().map_or(0, |value| value.low)
        };
        Ok(Margins { value: Margin::new(value), moves })
    }
}

impl fmt::Debug for Shards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shards").field("identity", &self.identity).finish_non_exhaustive()
    }
}
