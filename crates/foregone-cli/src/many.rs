//! JSON Lines: many positions, several of them worked on at once, a record for each in order, and a summary.
//!
//! ```text
//!            one after the other      side by side                     in order
//! source ──▶ Source, behind a lock ──▶ workers, each with its solver ──▶ Window, behind a lock ──▶ this thread writes
//! ```
//!
//! A worker reads a line itself, and only if there is room in the window. So a bounded number of lines is in flight, and a
//! slow position holds up what comes after it, not the memory. The writer writes as soon as there is something, and then no
//! more often than a thousand times a second: a line that is typed is answered at once, and a million lines are few writes.
//!
//! Each worker has its share of the memory allowed, and one thread. A position for which the share is too small is taken
//! up again alone, with all of the memory; so what is answered does not depend on the number of workers. A position that
//! comes when no other is here is taken up alone, too, with all threads.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, RwLock};
use std::time::Duration;
use std::vec;

use anyhow::{Result, anyhow};
use foregone::{SolveError, StopReason};
use foregone_view::lines::{Record, json};
use foregone_view::schema::{self, Origin, Tally};
use foregone_view::{Game, PositionOf, ReadError};

use crate::Outcome;
use crate::args::{Source, Text};
use crate::input::{self, Input, Lines};
use crate::interrupt;
use crate::output::Output;
use crate::progress::ProgressLine;
use crate::verbs::Said;

/// The most records from the next to be written to the last that is worked on.
const WINDOW: usize = 4096;
/// The most bytes of records that wait to be written.
const MOST_BYTES: usize = 16 << 20;
/// How long the writer waits for more to write with what it has, and how many bytes are enough.
const GATHER: Duration = Duration::from_millis(1);
const ENOUGH: usize = 1 << 16;
/// How often the writer looks for Ctrl-C when there is nothing to write.
const TICK: Duration = Duration::from_millis(40);

/// What a worker may take for a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Room {
    /// All that the run may take.
    Whole,
    /// One worker's share.
    Share,
}

/// Says something of a position, which came from somewhere, with what is kept from one position to the next.
pub(crate) type Say<'a, G, S> = &'a (dyn Fn(&mut S, &PositionOf<G>, Room, &Origin) -> Result<Said> + Sync);

/// Who works, and how.
pub(crate) struct Workers<'a, G: Game, S> {
    /// How many.
    pub(crate) count: usize,
    /// The bytes of one's share.
    pub(crate) share: u64,
    /// Makes what a worker keeps from one position to the next.
    pub(crate) fresh: &'a (dyn Fn() -> S + Sync),
    pub(crate) say: Say<'a, G, S>,
}

/// Says something of every position of a source, as JSON Lines.
pub(crate) fn answer<G: Game, S: Send>(
    source: &Source<G>,
    workers: &Workers<'_, G, S>,
    progress: &ProgressLine,
    output: &mut Output,
) -> Result<Outcome> {
    let floor = Floor::new(workers);
    let queue = Mutex::new(Queue::open(&source.text)?);
    let window = Window::new(workers.count);
    let by_line = matches!(*locked(&queue), Queue::Lines(_));
    let missing = Lines::missing(&source.text.position);
    let whole_run = || {
        std::thread::scope(|scope| {
            for worker in 0..workers.count {
                let (floor, queue, window, missing) = (&floor, &queue, &window, &missing);
                let ending = Ending(window);
                let work = move || {
                    let _ending = ending;
                    let job = Job::<G, S> { floor, text: &source.text, worker, missing };
                    if let Err(error) = job.run(queue, window) {
                        window.fail(error);
                    }
                };
                // Where the system has no thread for a further one, the first does all.
                let spawned = std::thread::Builder::new().spawn_scoped(scope, work);
                if worker == 0
                    && let Err(error) = spawned
                {
                    window.fail(error.into());
                }
            }
            let written = write::<G>(&window, by_line, progress, output);
            if written.is_err() || interrupt::raised() {
                // A worker may wait for a line that never comes, or work for hours for a reader who is gone.
                crate::leave(written, output);
            }
            written
        })
    };
    interrupt::at_work(whole_run)
}

/// What is worked on, one after the other.
enum Queue<P> {
    Lines(Lines),
    /// The positions of a text that is read as a whole.
    Read {
        positions: std::iter::Enumerate<vec::IntoIter<P>>,
        of: usize,
        form: Option<&'static str>,
    },
}

/// Something to work on.
enum Item<P> {
    Line { number: usize },
    Position { position: P, origin: Origin },
}

impl<P: 'static> Queue<P> {
    fn open<G: Game<Solver: foregone::Solver<Position = P>>>(text: &Text<G>) -> Result<Self> {
        if text.from.form().is_none_or(|form| form.one_line) {
            return Ok(Self::Lines(Lines::open(&text.position)?));
        }
        let read = input::positions(text, &Input::read_or_take(&text.position)?)?;
        let (of, form) = (read.positions.len(), read.guess.map(|guess| guess.form.name));
        Ok(Self::Read { positions: read.positions.into_iter().enumerate(), of, form })
    }

    /// The next item, the text of a line in `line`, and whether more is here already.
    fn next(&mut self, line: &mut Vec<u8>) -> Result<Option<(Item<P>, bool)>> {
        match self {
            Self::Lines(lines) => {
                let number = lines.next(line)?;
                Ok(number.map(|number| (Item::Line { number }, lines.is_waiting())))
            }
            Self::Read { positions, of, form } => Ok(positions.next().map(|(index, position)| {
                let origin = Origin::new(None, index, *of, *form);
                (Item::Position { position, origin }, positions.len() > 0)
            })),
        }
    }
}

/// One worker's work.
struct Job<'a, G: Game, S> {
    floor: &'a Floor<'a, G, S>,
    text: &'a Text<G>,
    worker: usize,
    missing: &'a (dyn Fn(anyhow::Error) -> anyhow::Error + Sync),
}

impl<G: Game, S: Send> Job<'_, G, S> {
    fn run(&self, queue: &Mutex<Queue<PositionOf<G>>>, window: &Window) -> Result<()> {
        let mut line = Vec::new();
        loop {
            let mut source = locked(queue);
            if !window.has_room() {
                return Ok(());
            }
            let Some((item, more)) = source.next(&mut line)? else { return Ok(()) };
            if interrupt::raised() {
                return Ok(());
            }
            let number = window.take();
            drop(source);
            let mut record = Record::default();
            match item {
                Item::Line { number } => self.line(number, &line, more, &mut record),
                Item::Position { position, origin } => {
                    record.position::<G>(&origin, self.said(&position, &origin, more));
                }
            }
            window.put(number, record);
        }
    }

    fn line(&self, number: usize, line: &[u8], more: bool, record: &mut Record) {
        let blame = |error: ReadError| format!("{:#}", (self.missing)(anyhow::Error::from_boxed(error)));
        record.line::<G>(self.text.from.form(), (number, line), blame, |position, origin| {
            self.said(position, origin, more)
        });
    }

    /// What is said of a position and why that ended, or an error in its place.
    fn said(
        &self,
        position: &PositionOf<G>,
        origin: &Origin,
        more: bool,
    ) -> Result<(String, StopReason), String> {
        let say = |kept: &mut S, room| (self.floor.workers.say)(kept, position, room, origin);
        match self.floor.run(self.worker, more, &say) {
            Ok(Said { text, stop, .. }) => Ok((text, stop)),
            Err(error) => Err(format!("{error:#}")),
        }
    }
}

/// Where the workers share the memory: side by side, or one alone.
struct Floor<'a, G: Game, S> {
    workers: &'a Workers<'a, G, S>,
    /// Held for reading by who has a share, for writing by who has all.
    turn: RwLock<()>,
    /// What each worker keeps. Who is alone uses the first, and there are no others.
    kept: Vec<Mutex<Option<S>>>,
    /// Whether the first may hold more than a share.
    grown: Mutex<bool>,
}

impl<'a, G: Game, S: Send> Floor<'a, G, S> {
    fn new(workers: &'a Workers<'a, G, S>) -> Self {
        let kept = (0..workers.count).map(|_| Mutex::new(None)).collect();
        Self { workers, turn: RwLock::new(()), kept, grown: Mutex::new(false) }
    }

    /// Works on a position; `more` if others wait.
    fn run(&self, worker: usize, more: bool, say: &dyn Fn(&mut S, Room) -> Result<Said>) -> Result<Said> {
        if self.kept.len() == 1 {
            return self.alone(say);
        }
        if !more && let Ok(_turn) = self.turn.try_write() {
            return self.alone(say);
        }
        {
            let _turn = self.turn.read().unwrap_or_else(PoisonError::into_inner);
            let mut grown = locked(&self.grown);
            if std::mem::take(&mut *grown) {
                *locked(&self.kept[0]) = None;
            }
            drop(grown);
            let mut kept = locked(&self.kept[worker]);
            let said = say(kept.get_or_insert_with(self.workers.fresh), Room::Share);
            if !is_for_want_of_memory(&said) {
                return said;
            }
            *kept = None;
        }
        let _turn = self.turn.write().unwrap_or_else(PoisonError::into_inner);
        self.alone(say)
    }

    /// Works on a position while nobody else does.
    fn alone(&self, say: &dyn Fn(&mut S, Room) -> Result<Said>) -> Result<Said> {
        let (first, others) = self.kept.split_first().expect("there is a worker");
        for other in others {
            *locked(other) = None;
        }
        let said = say(locked(first).get_or_insert_with(self.workers.fresh), Room::Whole);
        if !said.as_ref().is_ok_and(|said| said.memory <= self.workers.share) {
            *locked(&self.grown) = true;
        }
        said
    }
}

/// Whether more memory might have helped.
fn is_for_want_of_memory(said: &Result<Said>) -> bool {
    match said {
        Ok(said) => said.stop == StopReason::Memory,
        Err(error) => {
            matches!(error.downcast_ref(), Some(SolveError::TooLarge { .. } | SolveError::NoMemory { .. }))
        }
    }
}

/// The records that are worked on, and those that wait to be written.
struct Window {
    records: Mutex<Records>,
    /// Told when there may be room for a worker that waits.
    room: Condvar,
    /// Told when there is as much to write as the writer wants, or nobody works any more.
    news: Condvar,
}

/// ```text
/// written │ ready │ next ... done, or not yet ... │ taken
/// ```
struct Records {
    /// The first record that is not ready.
    next: usize,
    /// The records from `next` on, as far as they are done.
    done: VecDeque<Option<Record>>,
    /// The first record that nobody has taken.
    taken: usize,
    /// The text of those before `next` that are not written.
    ready: String,
    /// Bytes of `done` and `ready`.
    bytes: usize,
    /// What became of all records before `next`.
    tally: Tally,
    /// Workers that have not ended.
    workers: usize,
    /// Workers that wait for room.
    waiting: usize,
    /// So many bytes are worth to wake the writer for.
    wanted: usize,
    failed: Option<anyhow::Error>,
}

impl Window {
    fn new(workers: usize) -> Self {
        let records = Records {
            next: 0,
            done: VecDeque::new(),
            taken: 0,
            ready: String::new(),
            bytes: 0,
            tally: Tally::default(),
            workers,
            waiting: 0,
            wanted: usize::MAX,
            failed: None,
        };
        Self { records: Mutex::new(records), room: Condvar::new(), news: Condvar::new() }
    }

    /// Waits until there is room for one more record, and says whether to go on at all.
    fn has_room(&self) -> bool {
        let mut records = locked(&self.records);
        let is_full =
            |records: &Records| records.taken - records.next >= WINDOW || records.bytes >= MOST_BYTES;
        // A record of a worker that failed never comes, and no room after it.
        while records.failed.is_none() && is_full(&records) {
            records.waiting += 1;
            records = self.room.wait(records).unwrap_or_else(PoisonError::into_inner);
            records.waiting -= 1;
        }
        records.failed.is_none() && !interrupt::raised()
    }

    /// The number of the record that a worker begins.
    fn take(&self) -> usize {
        let mut records = locked(&self.records);
        records.taken += 1;
        records.taken - 1
    }

    fn put(&self, number: usize, record: Record) {
        let records = &mut *locked(&self.records);
        records.bytes += record.text.len();
        let place = number - records.next;
        if records.done.len() <= place {
            records.done.resize_with(place + 1, || None);
        }
        records.done[place] = Some(record);
        while let Some(Some(record)) = records.done.front_mut().map(Option::take) {
            records.done.pop_front();
            records.next += 1;
            records.ready.push_str(&record.text);
            records.tally.add(&record.tally);
        }
        if records.ready.len() >= records.wanted {
            records.wanted = usize::MAX;
            self.news.notify_one();
        }
        if records.waiting > 0 {
            self.room.notify_one();
        }
    }

    fn fail(&self, error: anyhow::Error) {
        locked(&self.records).failed.get_or_insert(error);
        self.room.notify_all();
    }
}

/// Tells the window when a worker ends, however it does.
struct Ending<'a>(&'a Window);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        locked(&self.0.records).workers -= 1;
        if std::thread::panicking() {
            self.0.fail(anyhow!("a worker did not come to its end"));
        }
        self.0.news.notify_one();
    }
}

/// Writes records as they become ready, and the summary once there is no more to come.
fn write<G: Game>(
    window: &Window,
    by_line: bool,
    progress: &ProgressLine,
    output: &mut Output,
) -> Result<Outcome> {
    let mut text = String::new();
    let mut records = locked(&window.records);
    loop {
        // Who works still when the user has asked to stop will be done soon; who waits for a line may never be.
        let over =
            |records: &Records| records.workers == 0 || interrupt::raised() && records.next == records.taken;
        while records.ready.is_empty() && !over(&records) {
            records.wanted = 1;
            records = window.news.wait_timeout(records, TICK).unwrap_or_else(PoisonError::into_inner).0;
        }
        let ended = over(&records);
        std::mem::swap(&mut text, &mut records.ready);
        records.bytes -= text.len();
        let tally = records.tally;
        let failed = if ended { records.failed.take() } else { None };
        window.room.notify_all();
        drop(records);
        progress.many(&tally);
        output.write(&text)?;
        if let Some(error) = failed {
            return Err(error);
        }
        if ended {
            progress.clear();
            output.write(&json(&schema::summary::<G>(&tally, by_line, interrupt::raised())))?;
            output.flush()?;
            return Ok(outcome(&tally));
        }
        output.flush()?;
        text.clear();
        records = locked(&window.records);
        if records.ready.len() < ENOUGH {
            records.wanted = ENOUGH;
            records = window.news.wait_timeout(records, GATHER).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

fn outcome(tally: &Tally) -> Outcome {
    match tally {
        Tally { refused: 1.., .. } => Outcome::Partly,
        Tally { stopped: 1.., .. } => Outcome::Stopped,
        _ => Outcome::Done,
    }
}

/// A lock that a worker's panic, which ends the run anyway, makes no worse.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
