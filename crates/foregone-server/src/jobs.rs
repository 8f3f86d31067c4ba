//! Work that takes a while: a queue with an end, and threads that take from it, one piece at a time.
//!
//! ```text
//! request ──▶ Ticket ──▶ waiting (bounded) ──▶ a worker, with limits ──▶ Answer ──▶ request
//!                │ dropped: the client is gone                 ▲
//!                └──── out of the queue, or the cancel flag ───┘
//! ```

use std::collections::VecDeque;
use std::future::poll_fn;
use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use foregone::limits::Clock;
use foregone::{Limits, Progress, StopReason};
use tokio::sync::oneshot;

use crate::answer::Answer;
use crate::fault::{Code, Fault};
use crate::metrics::Metrics;

/// What a piece of work may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Allowance {
    /// Bytes.
    pub(crate) memory: u64,
    pub(crate) time: Duration,
    pub(crate) states: Option<u64>,
}

/// Something to do, by a worker who has taken it.
pub(crate) type Task = Box<dyn FnOnce(&Shift<'_>) -> Result<Done, Fault> + Send>;

/// What became of a piece of work.
pub(crate) enum Done {
    Answer(Answer),
    /// The rest of it, for when others have had their turn.
    Later(Task),
}

/// What a worker has for a piece of work.
pub(crate) struct Shift<'a> {
    /// What it may take.
    pub(crate) limits: Limits<'a>,
    /// The time since it was taken.
    pub(crate) clock: Clock<'a>,
    /// The longest time for it.
    pub(crate) time: Duration,
    /// Whether nobody waits for it any more, or the server ends.
    pub(crate) cancel: &'a AtomicBool,
    /// Whether there are others in the queue.
    pub(crate) others_wait: &'a dyn Fn() -> bool,
}

/// How far a piece of work is.
#[derive(Debug)]
pub(crate) struct Gauge {
    done: AtomicU64,
    total: AtomicU64,
    states: AtomicU64,
    /// When a worker took it.
    began: Mutex<Option<Instant>>,
}

impl Gauge {
    /// Three numbers that are read one by one: a glance, and no account.
    pub(crate) fn read(&self) -> (Progress, Duration) {
        let [done, total, states] =
            [&self.done, &self.total, &self.states].map(|of| of.load(Ordering::Relaxed));
        let began = *locked(&self.began);
        (Progress { done, total, states }, began.map_or(Duration::ZERO, |began| began.elapsed()))
    }

    fn write(&self, progress: Progress) {
        self.done.store(progress.done, Ordering::Relaxed);
        self.total.store(progress.total, Ordering::Relaxed);
        self.states.store(progress.states, Ordering::Relaxed);
    }
}

/// The threads and their queue.
pub(crate) struct Jobs {
    hall: Arc<Hall>,
    threads: Vec<JoinHandle<()>>,
}

/// What the threads and whoever waits for them share.
struct Hall {
    floor: Mutex<Floor>,
    news: Condvar,
    workers: usize,
    /// How many may wait.
    most: usize,
    metrics: Arc<Metrics>,
}

struct Floor {
    waiting: VecDeque<Job>,
    /// The flags of what is worked on.
    running: Vec<(u64, Arc<AtomicBool>)>,
    next: u64,
    stopping: bool,
}

/// A piece of work that waits.
struct Job {
    number: u64,
    task: Task,
    allowance: Allowance,
    cancel: Arc<AtomicBool>,
    gauge: Arc<Gauge>,
    answer: oneshot::Sender<Result<Answer, Fault>>,
}

/// What holds a piece of work in the queue or at a worker: once dropped, it is given up.
pub(crate) struct Ticket {
    number: u64,
    hall: Arc<Hall>,
    cancel: Arc<AtomicBool>,
    gauge: Arc<Gauge>,
    answer: oneshot::Receiver<Result<Answer, Fault>>,
}

impl Jobs {
    /// So many threads, and a queue for so many pieces of work besides those that they are at.
    pub(crate) fn new(workers: NonZero<usize>, most: usize, metrics: Arc<Metrics>) -> std::io::Result<Self> {
        let floor = Floor { waiting: VecDeque::new(), running: Vec::new(), next: 0, stopping: false };
        let workers = workers.get();
        let hall = Arc::new(Hall { floor: Mutex::new(floor), news: Condvar::new(), workers, most, metrics });
        let mut jobs = Self { hall, threads: Vec::new() };
        for number in 0..workers {
            let hall = Arc::clone(&jobs.hall);
            let name = format!("solver {number}");
            jobs.threads.push(thread::Builder::new().name(name).spawn(move || hall.work())?);
        }
        Ok(jobs)
    }

    /// Puts a piece of work into the queue.
    ///
    /// # Errors
    /// [`Code::Busy`] if the queue is full, [`Code::Stopping`] once the server is about to end.
    pub(crate) fn submit(&self, task: Task, allowance: Allowance) -> Result<Ticket, Fault> {
        let hall = &self.hall;
        let mut floor = locked(&hall.floor);
        if floor.stopping {
            return Err(Fault::stopping());
        }
        let idle = hall.workers - floor.running.len();
        if floor.waiting.len() >= hall.most + idle {
            let error = format!("{} requests wait already: try again later", floor.waiting.len());
            return Err(Fault::new(Code::Busy, error));
        }
        let (sender, answer) = oneshot::channel();
        let (cancel, number) = (Arc::new(AtomicBool::new(false)), floor.next);
        let gauge = Gauge {
            done: AtomicU64::new(0),
            total: AtomicU64::new(0),
            states: AtomicU64::new(0),
            began: Mutex::new(None),
        };
        let gauge = Arc::new(gauge);
        floor.next += 1;
        floor.waiting.push_back(Job {
            number,
            task,
            allowance,
            cancel: Arc::clone(&cancel),
            gauge: Arc::clone(&gauge),
            answer: sender,
        });
        hall.count(&floor);
        drop(floor);
        hall.news.notify_one();
        Ok(Ticket { number, hall: Arc::clone(hall), cancel, gauge, answer })
    }

    /// Ends all work: what waits is dropped, what is worked on is cancelled, and nothing more is taken on.
    pub(crate) fn stop(&self) {
        let mut floor = locked(&self.hall.floor);
        floor.stopping = true;
        floor.waiting.clear();
        for (_, cancel) in &floor.running {
            cancel.store(true, Ordering::Relaxed);
        }
        self.hall.count(&floor);
        drop(floor);
        self.hall.news.notify_all();
    }
}

impl Drop for Jobs {
    fn drop(&mut self) {
        self.stop();
        for thread in self.threads.drain(..) {
            // A worker has nothing to tell, and its panics are caught.
            let _ = thread.join();
        }
    }
}

impl Hall {
    /// Takes one piece of work after the other.
    fn work(&self) {
        while let Some(job) = self.next() {
            let Job { number, task, allowance, cancel, gauge, answer } = job;
            let began = Instant::now();
            *locked(&gauge.began) = Some(began);
            let clock = move || began.elapsed();
            let progress = |progress| gauge.write(progress);
            let mut limits = Limits::none()
                .memory(allowance.memory)
                .time(allowance.time, &clock)
                .cancel(&cancel)
                .progress(&progress);
            if let Some(states) = allowance.states {
                limits = limits.states(states);
            }
            let others_wait = || !locked(&self.floor).waiting.is_empty();
            let time = allowance.time;
            let shift = Shift { limits, clock: &clock, time, cancel: &cancel, others_wait: &others_wait };
            let done = catch_unwind(AssertUnwindSafe(|| task(&shift)));
            let done = done.unwrap_or_else(|_| Err(Fault::internal()));
            let mut floor = locked(&self.floor);
            floor.running.retain(|(running, _)| *running != number);
            let was_cancelled = cancel.load(Ordering::Relaxed);
            let done = match done {
                Ok(Done::Later(_)) if was_cancelled || floor.stopping => Err(Fault::stopping()),
                Ok(Done::Later(task)) => {
                    floor.waiting.push_back(Job { number, task, allowance, cancel, gauge, answer });
                    self.count(&floor);
                    // This worker is the one to take what waits now.
                    continue;
                }
                Ok(Done::Answer(Answer { stop: StopReason::Cancelled, .. })) => Err(Fault::stopping()),
                Ok(Done::Answer(answer)) => Ok(answer),
                Err(fault) => Err(fault),
            };
            self.count(&floor);
            drop(floor);
            if was_cancelled {
                self.metrics.cancelled();
            }
            // Whoever asked may be gone.
            let _ = answer.send(done);
        }
    }

    /// The next piece of work; `None` at the end.
    fn next(&self) -> Option<Job> {
        let mut floor = locked(&self.floor);
        loop {
            if floor.stopping {
                return None;
            }
            if let Some(job) = floor.waiting.pop_front() {
                floor.running.push((job.number, Arc::clone(&job.cancel)));
                self.count(&floor);
                return Some(job);
            }
            floor = self.news.wait(floor).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn count(&self, floor: &Floor) {
        self.metrics.at_work(floor.running.len(), floor.waiting.len());
    }
}

impl Ticket {
    /// How many pieces of work are taken before this one; `None` if it is taken, or about to be by a worker with nothing to do.
    pub(crate) fn before(&self) -> Option<usize> {
        let floor = locked(&self.hall.floor);
        let before = floor.waiting.iter().position(|job| job.number == self.number);
        before.filter(|before| *before >= self.hall.workers - floor.running.len())
    }

    /// How far it is.
    pub(crate) fn gauge(&self) -> &Gauge {
        &self.gauge
    }

    /// Waits for the answer, which comes once.
    pub(crate) async fn answer(&mut self) -> Result<Answer, Fault> {
        poll_fn(|context| self.poll(context)).await
    }

    /// The same, for those who are polled themselves.
    pub(crate) fn poll(&mut self, context: &mut Context<'_>) -> Poll<Result<Answer, Fault>> {
        // What is dropped unanswered was in the queue when the server stopped.
        Pin::new(&mut self.answer)
            .poll(context)
            .map(|answer| answer.unwrap_or_else(|_| Err(Fault::stopping())))
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.cancel.store(true, Ordering::Relaxed);
        let mut floor = locked(&self.hall.floor);
        let before = floor.waiting.len();
        floor.waiting.retain(|job| job.number != self.number);
        if floor.waiting.len() < before {
            self.hall.count(&floor);
            drop(floor);
            self.hall.metrics.cancelled();
        }
    }
}

/// A lock that a panic elsewhere makes no worse: what it guards is whole between any two statements.
pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
