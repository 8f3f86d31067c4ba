//! Answers to one position, held against each other: the value, every move, the best line.

use std::fmt;
use std::fmt::{Debug, Display};
use std::num::NonZero;

use foregone::{
    Known, Limits, Margin, Method as _, MoveValue, Odds, Outcome, Ply, Rules, SolveError, Solver, StopReason,
    Value,
};

/// Two answers that cannot both be right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disagreement {
    /// What was asked.
    pub what: String,
    /// Who said what, and who said what else.
    pub said: [(String, String); 2],
}

impl Disagreement {
    pub fn new(
        what: impl Display,
        (who, one): (&str, impl Display),
        (whoelse, other): (&str, impl Display),
    ) -> Self {
        let said = [(who.to_owned(), one.to_string()), (whoelse.to_owned(), other.to_string())];
        Self { what: what.to_string(), said }
    }

    /// Something that is wrong by itself.
    pub fn broken(who: &str, what: impl Display, expected: impl Display) -> Self {
        Self::new("what it says by itself", (who, what), ("expected", expected))
    }
}

impl Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.what)?;
        for (who, what) in &self.said {
            writeln!(f, "  {who}: {what}")?;
        }
        Ok(())
    }
}

/// What has been done so far.
#[derive(Clone, Copy, Default, Debug)]
pub struct Tally {
    /// Answers that were held against another.
    pub comparisons: u64,
    /// Answers that a limit left open, or that a method does not give.
    pub open: u64,
    /// States visited.
    pub states: u64,
}

/// A value that a line can be replayed by.
pub trait Replayed: Value + Display + PartialEq {
    /// Whether a position can be worth this if a best move scores `gain` and leads to a position that is worth `next` to
    /// its mover, who is the same one or the other.
    fn leads_to(&self, gain: i64, next: &Self, same_mover: bool) -> bool;

    /// What the end of a game is worth to a side for which it settles so.
    fn at_end(settlement: i64) -> Self;
}

impl Replayed for Margin {
    fn leads_to(&self, gain: i64, next: &Self, same_mover: bool) -> bool {
        let rest = if same_mover { next.points() } else { -next.points() };
        self.points() == gain + rest
    }

    fn at_end(_: i64) -> Self {
        Self::ZERO
    }
}

impl Replayed for Outcome {
    fn leads_to(&self, _: i64, next: &Self, same_mover: bool) -> bool {
        *self == if same_mover { *next } else { next.other() }
    }

    fn at_end(settlement: i64) -> Self {
        if settlement > 0 { Self::Win } else { Self::Loss }
    }
}

/// Under random play a best move is worth no less than the position.
impl Replayed for Odds {
    fn leads_to(&self, _: i64, next: &Self, same_mover: bool) -> bool {
        *self <= if same_mover { next.clone() } else { next.complement() }
    }

    fn at_end(settlement: i64) -> Self {
        if settlement > 0 { Self::certain() } else { Self::impossible() }
    }
}

/// All that is asked of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer<M, V> {
    /// The value.
    pub value: V,
    /// Every move, ranked.
    pub moves: Vec<MoveValue<M, V>>,
    /// The best line to the end of the game; `None` if it was not asked for.
    pub line: Option<Vec<Ply<M, V>>>,
}

impl<M: Copy + Eq, V: Clone> Answer<M, V> {
    /// What a move is worth.
    pub fn of(&self, mv: M) -> Option<V> {
        self.moves.iter().find(|judged| judged.mv == mv)?.value.exact().cloned()
    }
}

/// The answer to a position of a game.
pub type AnswerTo<P, V> = Answer<<P as Rules>::Move, V>;

/// An answer with its author.
pub type Signed<P, V> = (String, AnswerTo<P, V>);

/// The plies of a best line.
type LineTo<P, V> = Vec<Ply<<P as Rules>::Move, V>>;

/// Whoever answers.
pub trait Answers<P: Rules, V> {
    /// How it is called in a disagreement.
    fn name(&self) -> String;

    /// The answer; `None` if the position is none that it takes, or more than it is allowed to cost.
    ///
    /// # Errors
    /// [`Disagreement`] if it does not agree with itself.
    fn answer(&mut self, position: &P, tally: &mut Tally) -> Result<Option<AnswerTo<P, V>>, Disagreement>;

    /// Whether of moves that are as good its line takes the first.
    fn takes_first(&self) -> bool {
        true
    }
}

/// What a solver is asked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Asked {
    /// Every move.
    Moves,
    /// Every move, and the value alone.
    Value,
    /// These, and the best line.
    Line,
}

/// The most states of an answer that a fuzzer asks for. It goes where code is new to it, so it meets large positions more often than
/// chance does, slowed by its counters; and it is to try many.
const MOST_STATES: u64 = 5_000;

/// A solver, and what it may cost.
pub struct By<S> {
    pub solver: S,
    pub note: &'static str,
    pub states: u64,
    pub memory: u64,
    pub threads: NonZero<usize>,
    pub asked: Asked,
    /// Positions with fewer plies left are left out.
    pub least_plies: usize,
    /// Whether of moves that are as good the line takes the first.
    pub takes_first: bool,
}

impl<S: Solver> By<S> {
    /// One thread, so many states and a GiB.
    pub fn new(solver: S, states: u64) -> Self {
        let threads = NonZero::<usize>::MIN;
        let (note, memory, asked) = ("", 1 << 30, Asked::Line);
        Self { solver, note, states, memory, threads, asked, least_plies: 0, takes_first: true }
    }

    pub fn of(method: S::Method, states: u64) -> Self {
        Self::new(S::with_method(method), states)
    }

    pub fn noted(self, note: &'static str) -> Self {
        Self { note, ..self }
    }

    pub fn threads(self, threads: usize) -> Self {
        Self { threads: NonZero::new(threads).unwrap_or(NonZero::<usize>::MIN), ..self }
    }

    pub fn memory(self, memory: u64) -> Self {
        Self { memory, ..self }
    }

    /// As most plain methods, which would begin anew at every ply.
    pub fn without_lines(self) -> Self {
        Self { asked: Asked::Value, ..self }
    }

    /// As for what was asked of another position that is as good as this.
    pub fn moves_alone(self) -> Self {
        Self { asked: Asked::Moves, ..self }
    }

    /// As what makes a difference to long searches alone.
    pub fn plies_from(self, least_plies: usize) -> Self {
        Self { least_plies, ..self }
    }

    pub fn any_of_the_best(self) -> Self {
        Self { takes_first: false, ..self }
    }
}

/// The answer of a solver that takes the position and is done within its limits.
fn taken<T>(found: Result<T, SolveError>, who: &str) -> Result<Option<T>, Disagreement> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(SolveError::NotApplicable { .. } | SolveError::TooLarge { .. }) => Ok(None),
        Err(error) => Err(Disagreement::broken(who, error, "an answer")),
    }
}

impl<S> Answers<S::Position, S::Value> for By<S>
where
    S: Solver<Value: Replayed>,
{
    fn name(&self) -> String {
        let threads =
            if self.threads.get() > 1 { format!(", {} threads", self.threads) } else { String::new() };
        let note = if self.note.is_empty() { String::new() } else { format!(", {}", self.note) };
        format!("{}{threads}{note}", self.solver.method().name())
    }

    fn answer(
        &mut self,
        position: &S::Position,
        tally: &mut Tally,
    ) -> Result<Option<AnswerTo<S::Position, S::Value>>, Disagreement> {
        if position.plies_left() < self.least_plies {
            return Ok(None);
        }
        let who = self.name();
        let states = if cfg!(fuzzing) { self.states.min(MOST_STATES) } else { self.states };
        let limits = Limits::none().states(states).memory(self.memory).threads(self.threads);
        let mut told = Vec::new();
        let mut tell = |mv, value: &S::Value| told.push((mv, value.clone()));
        let analysis = self.solver.analyze_telling(position, &limits, &mut tell);
        let Some(analysis) = taken(analysis, &who)? else { return Ok(None) };
        tally.states += analysis.report.states;
        let known = analysis
            .value
            .exact()
            .filter(|_| analysis.moves.iter().all(|judged| judged.value.exact().is_some()));
        if known.is_some() != (analysis.report.stop == StopReason::Finished) {
            let found = format!("{:?} with {:?}", analysis.report.stop, analysis.value);
            return Err(Disagreement::broken(&who, found, "all values, or a reason why not"));
        }
        let Some(value) = known.cloned() else { return Ok(None) };
        for (mv, early) in told {
            let late = analysis.moves.iter().find(|judged| judged.mv == mv).map(|judged| &judged.value);
            if late != Some(&Known::Exact(early.clone())) {
                let what = format!("the value of {mv}, told early and in the end");
                return Err(Disagreement::new(what, (&who, early), (&who, format!("{late:?}"))));
            }
        }
        let mut answer = Answer { value, moves: analysis.moves, line: None };
        if self.asked >= Asked::Value {
            let Some(solution) = taken(self.solver.solve(position, &limits), &who)? else { return Ok(None) };
            tally.states += solution.report.states;
            if let Some(alone) = solution.value.exact().filter(|alone| **alone != answer.value) {
                let (with, alone) = ((who.as_str(), &answer.value), (who.as_str(), alone));
                return Err(Disagreement::new("the value, with the moves and alone", with, alone));
            }
        }
        if self.asked < Asked::Line {
            return Ok(Some(answer));
        }
        let line = taken(self.solver.line(position, position.plies_left(), &limits), &who)?;
        let Some(line) = line.filter(|line| line.report.stop == StopReason::Finished) else {
            return Ok(None);
        };
        tally.states += line.report.states;
        replay(position, &answer, &line.plies, &who)?;
        if !line.complete {
            return Err(Disagreement::broken(
                &who,
                "a line that is not complete",
                "one to the end of the game",
            ));
        }
        answer.line = Some(line.plies);
        Ok(Some(answer))
    }

    fn takes_first(&self) -> bool {
        self.takes_first
    }
}

/// Plays the best line of an answer: its moves are legal, the first is one of the best, and each ply's value is what follows
/// from the next one's.
fn replay<P: Rules, V: Replayed>(
    start: &P,
    answer: &AnswerTo<P, V>,
    line: &[Ply<P::Move, V>],
    who: &str,
) -> Result<(), Disagreement> {
    let broken = |what: String, expected: String| Err(Disagreement::broken(who, what, expected));
    let mut here = start.clone();
    if let Some(first) = line.first() {
        let best = answer.moves.iter().find(|judged| judged.mv == first.mv).is_some_and(|judged| judged.best);
        if !best || first.value != answer.value {
            let what = format!("a line that begins with {} for {}", first.mv, first.value);
            return broken(what, format!("a best move for {}", answer.value));
        }
    }
    for (at, ply) in line.iter().enumerate() {
        if here.to_move() != ply.side {
            return broken(format!("ply {at} by the {} side", ply.side), here.to_move().to_string());
        }
        let gain = match here.play(ply.mv) {
            Ok(gain) => gain,
            Err(illegal) => return broken(illegal.to_string(), "a legal move".to_owned()),
        };
        let (side, next) = match line.get(at + 1) {
            Some(next) => (next.side, next.value.clone()),
            None => {
                let settled = if ply.side == foregone::Side::First { 1 } else { -1 };
                (ply.side, V::at_end(here.settlement() * settled))
            }
        };
        if !ply.value.leads_to(gain, &next, side == ply.side) {
            let what = format!("ply {at}, {} for {}", ply.mv, ply.value);
            return broken(what, format!("what follows from {next} and {gain}"));
        }
    }
    Ok(())
}

/// Asks everybody, and holds each answer against the first one, which is given back with its author.
///
/// # Errors
/// The first [`Disagreement`].
pub fn hold<'a, P: Rules, V: Replayed, A: Answers<P, V> + ?Sized + 'a>(
    position: &P,
    all: impl IntoIterator<Item = &'a mut A>,
    tally: &mut Tally,
) -> Result<Option<Signed<P, V>>, Disagreement> {
    let mut first: Option<Signed<P, V>> = None;
    let mut line: Option<(String, LineTo<P, V>)> = None;
    for one in all {
        let Some(mut answer) = one.answer(position, tally)? else {
            tally.open += 1;
            continue;
        };
        let name = one.name();
        let plies = answer.line.take().filter(|_| one.takes_first());
        match (&line, plies) {
            (None, plies) => line = plies.map(|plies| (name.clone(), plies)),
            (Some((right, expected)), Some(plies)) if *expected != plies => {
                let (expected, found) = (listed(expected), listed(&plies));
                return Err(Disagreement::new("the best line", (right, expected), (&name, found)));
            }
            _ => {}
        }
        let Some((right, expected)) = &first else {
            first = Some((name, answer));
            continue;
        };
        compare((right, expected), (&name, &answer))?;
        tally.comparisons += 1;
    }
    Ok(first)
}

fn listed<M: Display, V: Display>(line: &[Ply<M, V>]) -> String {
    line.iter().map(|ply| format!("{} ({})", ply.mv, ply.value)).collect::<Vec<_>>().join(" ")
}

fn compare<M: Copy + Eq + Debug + Display, V: Replayed>(
    (right, expected): (&str, &Answer<M, V>),
    (who, found): (&str, &Answer<M, V>),
) -> Result<(), Disagreement> {
    if expected.value != found.value {
        return Err(Disagreement::new("the value", (right, &expected.value), (who, &found.value)));
    }
    let told = |judged: Option<&MoveValue<M, V>>| {
        judged.map_or("no move".to_owned(), |judged| {
            let value = judged.value.exact().map(ToString::to_string).unwrap_or_default();
            let behind = judged.behind.as_ref().map(ToString::to_string).unwrap_or_default();
            format!("{} for {value}, {behind} behind{}", judged.mv, if judged.best { ", best" } else { "" })
        })
    };
    for at in 0..expected.moves.len().max(found.moves.len()) {
        let (one, other) = (expected.moves.get(at), found.moves.get(at));
        if one != other {
            let what = format!("move {} of the ranking", at + 1);
            return Err(Disagreement::new(what, (right, told(one)), (who, told(other))));
        }
    }
    Ok(())
}

/// Holds the answer to another position against one that says what it must be: each move's as `as_there` has it, whose
/// values are as `worth` says.
///
/// # Errors
/// [`Disagreement`].
pub fn hold_image<M: Copy + Display, Q: Rules, V: Replayed>(
    what: &str,
    (right, expected): (&str, &Answer<M, V>),
    image: &Q,
    as_there: impl Fn(M) -> Option<Q::Move>,
    worth: impl Fn(&V) -> V,
    one: &mut dyn Answers<Q, V>,
    tally: &mut Tally,
) -> Result<(), Disagreement> {
    let Some(found) = one.answer(image, tally)? else {
        tally.open += 1;
        return Ok(());
    };
    let who = format!("{}, {what}", one.name());
    if worth(&expected.value) != found.value {
        return Err(Disagreement::new("the value", (right, worth(&expected.value)), (&who, found.value)));
    }
    if expected.moves.len() != found.moves.len() {
        return Err(Disagreement::new("moves", (right, expected.moves.len()), (&who, found.moves.len())));
    }
    for judged in &expected.moves {
        let value = judged.value.exact().map(&worth);
        let there = as_there(judged.mv).and_then(|mv| found.of(mv));
        if value != there {
            let what = format!("the move {}", judged.mv);
            return Err(Disagreement::new(what, (right, format!("{value:?}")), (&who, format!("{there:?}"))));
        }
    }
    tally.comparisons += 1;
    Ok(())
}
