//! Dots and Boxes boards by the search and by the classic memoised search: `cargo bench -p foregone --bench dots`.
//!
//! States visited, and how many times more by each other method than by the default one on one thread; and times, best
//! of some runs. Then the building of dense tables, which are kept nowhere; with `--large`, of those that take gigabytes,
//! too. Boards given as arguments (`-- 4x4 3x5`) are solved instead of all that, by the search alone; numbers among them
//! say on how many threads.

#![allow(clippy::print_stdout, reason = "a table is what it is for")]

use std::io::{self, Read, Seek, SeekFrom, Write};
use std::num::NonZero;
use std::time::{Duration, Instant};

use foregone::dots::dense::build;
use foregone::dots::{Method, Position, Solver};
use foregone::{Limits, Method as _, Solver as _};

/// Boards, and whether the classic search can take them in a few seconds.
const BOARDS: [(&str, bool); 7] = [
    ("2x3", true),
    ("2x4", true),
    ("3x3", true),
    ("3x3:icelandic", true),
    ("3x4", false),
    ("4x4:icelandic", false),
    ("4x4:swedish", false),
];

/// Boards to build tables of.
const TABLES: [&str; 3] = ["3x3", "3x4", "4x4:icelandic"];

fn main() {
    let words = std::env::args().skip(1).filter(|word| !word.starts_with('-'));
    let (threads, boards): (Vec<String>, Vec<String>) = words.partition(|word| word.parse::<usize>().is_ok());
    if boards.is_empty() {
        for (board, classic) in BOARDS {
            compare(board, classic);
        }
        let large = std::env::args().any(|word| word == "--large");
        for board in TABLES.iter().take(if large { TABLES.len() } else { 1 }) {
            table(board);
        }
    }
    let threads: Vec<usize> = threads.iter().filter_map(|word| word.parse().ok()).collect();
    for board in boards {
        let position: Position = board.parse().expect("a board such as 4x4 or 3x5:icelandic");
        for &threads in if threads.is_empty() { &[1, 2][..] } else { &threads } {
            let (value, states, time) = run(Method::Exact, &position, threads);
            println!("{board}: {value}, {states} states, {time:.2?} on {threads} thread(s)");
        }
    }
}

fn compare(board: &str, classic: bool) {
    let position: Position = board.parse().expect("a board");
    let (value, states, time) = run(Method::Exact, &position, 1);
    print!("{board:<14} {value:>3}   exact {states} {time:.1?}");
    let (_, _, both) = run(Method::Exact, &position, 2);
    print!("   on 2 threads {both:.1?}");
    for method in [Method::ExactKeys, Method::Search, Method::Memo] {
        if method == Method::Memo && !classic {
            continue;
        }
        let (same, more, time) = run(method, &position, 1);
        assert_eq!(same, value, "{board} by {}", method.name());
        print!("   {} {:.1}x {time:.1?}", method.name(), more as f64 / states as f64);
    }
    println!();
}

/// A file that forgets what is written to it.
struct Nowhere;

impl Read for Nowhere {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Ok(0)
    }
}

impl Write for Nowhere {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for Nowhere {
    fn seek(&mut self, _: SeekFrom) -> io::Result<u64> {
        Ok(0)
    }
}

fn table(board: &str) {
    let position: Position = board.parse().expect("a board");
    for threads in [1, 2] {
        let started = Instant::now();
        let limits = Limits::none().threads(NonZero::new(threads).expect("a thread at least"));
        let solution = build(&position, &mut Nowhere, &limits).expect("memory is not limited");
        let time = started.elapsed();
        let built = solution.value.exact().expect("nothing stops it");
        let each = time.as_secs_f64() * 1e9 / built.positions as f64;
        let memory = solution.report.memory >> 20;
        let positions = built.positions;
        println!(
            "table {board}: {positions} positions, {time:.2?} on {threads} thread(s), {each:.2} ns each, {memory} MiB"
        );
    }
}

/// The value, the states visited, and the best time of up to three runs of a second in all.
fn run(method: Method, position: &Position, threads: usize) -> (i64, u64, Duration) {
    let threads = NonZero::new(threads).expect("a thread at least");
    let mut best = None;
    let began = Instant::now();
    for _ in 0..3 {
        let started = Instant::now();
        let limits = Limits::none().threads(threads);
        let solution = Solver::with_method(method).solve(position, &limits).expect("memory is not limited");
        let time = started.elapsed();
        let value = solution.value.exact().expect("nothing stops it").points();
        let found = (value, solution.report.states, time);
        best = best.into_iter().chain([found]).min_by_key(|&(_, _, time)| time);
        if began.elapsed() > Duration::from_secs(1) {
            break;
        }
    }
    best.expect("at least one run")
}
