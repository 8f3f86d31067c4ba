//! A system that has no more memory: whichever large piece it refuses, the answer is an error or a stop, and never an abort.

use std::alloc::{GlobalAlloc, Layout, System};
use std::fmt::{Debug, Write as _};
use std::io::Cursor;
use std::num::NonZero;
use std::ptr::null_mut;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use foregone::contour::{self, poset};
use foregone::dots::{self, dense};
use foregone::hex::{self, perfect};
use foregone::{Known, Limits, Method, SolveError, Solver, StopReason};

/// The system's memory, of which pieces are refused.
struct Scarce;

/// Pieces of so many bytes may be refused. Smaller ones are taken to be there.
const LARGE: usize = 1 << 18;

/// How many large pieces were asked for.
static ASKED: AtomicUsize = AtomicUsize::new(0);

/// The largest of them.
static LARGEST: AtomicUsize = AtomicUsize::new(0);

/// The first that is refused; and so are all after it.
static REFUSED: AtomicUsize = AtomicUsize::new(usize::MAX);

fn is_refused(bytes: usize) -> bool {
    LARGEST.fetch_max(bytes, Ordering::Relaxed);
    bytes >= LARGE && ASKED.fetch_add(1, Ordering::Relaxed) >= REFUSED.load(Ordering::Relaxed)
}

// SAFETY: what is given is the system's, and null says that there is none.
unsafe impl GlobalAlloc for Scarce {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller says.
        if is_refused(layout.size()) { null_mut() } else { unsafe { System.alloc(layout) } }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller says.
        if is_refused(layout.size()) { null_mut() } else { unsafe { System.alloc_zeroed(layout) } }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, bytes: usize) -> *mut u8 {
        // SAFETY: as the caller says.
        if is_refused(bytes) { null_mut() } else { unsafe { System.realloc(memory, layout, bytes) } }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: as the caller says.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static MEMORY: Scarce = Scarce;

/// What came of a question, or how far it came.
type Told = Result<(String, StopReason), SolveError>;

/// A question that can be asked again and again.
type Ask = Box<dyn Fn(&Limits<'_>) -> Told>;

/// Asks a question with every large piece refused in turn, and says how many there are.
fn refuse_each(name: &str, threads: usize, ask: &dyn Fn(&Limits<'_>) -> Told) -> usize {
    let limits = Limits::none().threads(NonZero::new(threads).expect("some threads"));
    let (answer, _) = ask(&limits).expect("there is memory");
    let mut first = 0;
    loop {
        ASKED.store(0, Ordering::Relaxed);
        REFUSED.store(first, Ordering::Relaxed);
        let told = ask(&limits);
        REFUSED.store(usize::MAX, Ordering::Relaxed);
        let asked = ASKED.load(Ordering::Relaxed);
        match told {
            // What is only a help can be done without.
            Ok((other, StopReason::Finished)) => assert_eq!(other, answer, "{name}: {first}"),
            Ok((_, StopReason::Memory)) | Err(SolveError::NoMemory { .. }) => {}
            other => panic!("{name}: {first}: {other:?}"),
        }
        if asked <= first {
            return asked;
        }
        first += 1 + first / 4;
    }
}

/// Asks a question for which there is not enough memory allowed: to find that out takes no more.
fn refuse_at_once(side: usize, ask: &dyn Fn(&Limits<'_>) -> Told) {
    const ALLOWED: usize = 10 << 20;
    LARGEST.store(0, Ordering::Relaxed);
    let told = ask(&Limits::none().memory(ALLOWED as u64));
    assert!(matches!(told, Err(SolveError::TooLarge { .. })), "{side}: {told:?}");
    let largest = LARGEST.load(Ordering::Relaxed);
    assert!(largest <= ALLOWED, "{side}: {largest}");
}

/// The value of a position.
fn value<S: Solver>(method: &str, position: &str) -> Ask
where
    S::Position: std::str::FromStr<Err: Debug> + 'static,
{
    let method = S::Method::by_name(method).expect("there is such a method");
    let position: S::Position = position.parse().expect("a position");
    Box::new(move |limits| {
        let analysis = S::with_method(method).analyze(&position, limits)?;
        Ok((format!("{:?}", analysis.value), analysis.report.stop))
    })
}

fn solution<T: Debug>(solution: &foregone::Solution<T>) -> Told {
    Ok((format!("{:?}", solution.value), solution.report.stop))
}

/// A board of Contour with scores of so many values.
fn board(side: usize, values: usize) -> String {
    let row = |from: usize| {
        let scores = (0..side).map(|at| ((from + at) * 7_919 % values).to_string());
        scores.collect::<Vec<_>>().join(",")
    };
    let rows = |from: usize| (0..side).map(|at| row(from + at * side)).collect::<Vec<_>>().join("/");
    format!("{side}x{side}:{}|{}", rows(1), rows(1_000))
}

/// The poset of a box: an element for each of its cells, after those below it.
fn box_of(sides: [usize; 3]) -> String {
    let mut elements = Vec::new();
    for at in 0..sides.iter().product() {
        let [layer, row, column] = [at / sides[2] / sides[1], at / sides[2] % sides[1], at % sides[2]];
        let mut text = format!("e{at} {} {}", at * 7_919 % 1_000, at * 104_729 % 1_000);
        let below = [(layer, sides[1] * sides[2]), (row, sides[2]), (column, 1)];
        for (number, (_, step)) in below.iter().filter(|(place, _)| *place > 0).enumerate() {
            let before = if number == 0 { ":" } else { "" };
            write!(text, "{before} e{}", at - step).expect("a text takes all");
        }
        elements.push(text);
    }
    elements.join("; ")
}

#[test]
fn whatever_is_refused_nothing_is_aborted() {
    let hexes = |side: usize| hex::Position::empty(side, side).expect("a board");
    // A table's file is not what is looked at.
    let file = Mutex::new(Cursor::new(Vec::with_capacity(16 << 20)));
    let questions: Vec<(&str, Ask)> = vec![
        ("blocks", value::<contour::Solver>("sweep", &board(11, 1_000))),
        ("narrow levels", value::<contour::Solver>("sweep", &board(14, 1_000))),
        ("wide levels", value::<contour::Solver>("sweep", &board(14, 100_000_000))),
        ("ranks", value::<contour::Solver>("ranks", &board(11, 1_000))),
        ("rows", value::<contour::Solver>("row-prefixes", &board(9, 1_000))),
        ("forward", value::<contour::Solver>("contour-forward", &board(9, 1_000))),
        ("backward", value::<contour::Solver>("contour-backward", &board(9, 1_000))),
        ("contour by rules", value::<contour::Solver>("oracle", &board(8, 1_000))),
        ("chains", value::<poset::Solver>("chains", &box_of([3, 4, 4]))),
        ("layers", value::<poset::Solver>("layers", &box_of([3, 4, 4]))),
        ("transfer", value::<hex::Solver>("transfer", "10x10")),
        ("stones", value::<hex::Solver>("transfer", "10x10:WB8/WB8/4W4B/9B/BW8/10/10/10/10/10:w")),
        ("labels", value::<hex::Solver>("labelled-frontier", "6x6")),
        ("hex by rules", value::<hex::Solver>("oracle", "3x3")),
        ("proofs", value::<perfect::Solver>("search", "1x120")),
        ("search", value::<dots::Solver>("exact", "3x3")),
        ("exact keys", value::<dots::Solver>("exact-keys", "3x3")),
        ("plain search", value::<dots::Solver>("search", "3x3")),
        ("sets", value::<dots::Solver>("memo", "2x3")),
        ("dots by rules", value::<dots::Solver>("oracle", "2x3")),
        (
            "nimbers",
            Box::new(|limits| {
                solution(&dots::nimstring::nimstring(&"3x3".parse().expect("a board"), limits)?)
            }),
        ),
        (
            "table",
            Box::new(move |limits| {
                let mut file = file.lock().expect("it is whole");
                file.get_mut().clear();
                solution(&dense::build(&"2x4".parse().expect("a board"), &mut *file, limits)?)
            }),
        ),
        (
            "a line of Contour",
            Box::new(|limits| {
                let line = contour::Solver::new().line(
                    &board(14, 1_000).parse().expect("a board"),
                    usize::MAX,
                    limits,
                )?;
                Ok((format!("{:?}", line.plies), line.report.stop))
            }),
        ),
        (
            "polynomial",
            Box::new(move |limits| {
                solution(&hex::Solver::new().polynomial(&hexes(11), hex::Colour::Black, limits)?)
            }),
        ),
        (
            "crossings",
            Box::new(move |limits| {
                solution(&hex::Solver::new().crossings(hex::Lattice::Square, &hexes(9), limits)?)
            }),
        ),
        ("influence", Box::new(move |limits| solution(&hex::Solver::new().influence(&hexes(9), limits)?))),
        (
            "estimates",
            Box::new(move |limits| {
                let solution = hex::Solver::new().estimate_moves(&hexes(11), limits)?;
                Ok((format!("{:?}", solution.value), solution.report.stop))
            }),
        ),
        (
            "samples",
            Box::new(move |limits| {
                let drawn =
                    hex::Solver::new().sample(&hexes(7), Some(hex::Colour::Black), 12_000, 1, limits)?;
                Ok((format!("{:?}", drawn.value.exact().and_then(|boards| boards.last())), drawn.report.stop))
            }),
        ),
        (
            "coin",
            Box::new(move |limits| {
                let mut solver = hex::Solver::new().with_turns(hex::Turns::fair_coin());
                let analysis = solver.analyze(&hexes(13), limits)?;
                Ok((format!("{:?}", analysis.value), analysis.report.stop))
            }),
        ),
        (
            "hood",
            Box::new(move |limits| {
                let found = hex::Solver::new().hood(&hexes(11), None, limits)?;
                let shares = match &found.value {
                    Known::Exact(hood) => hood.frontiers.len(),
                    _ => 0,
                };
                Ok((shares.to_string(), found.report.stop))
            }),
        ),
    ];
    for side in [18, 19, 20, 21, 22] {
        let ask = value::<contour::Solver>("sweep", &board(side, 1_000));
        refuse_at_once(side, &*ask);
    }
    for (name, ask) in &questions {
        for threads in [1, 2] {
            let asked = refuse_each(name, threads, &**ask);
            assert!(asked > 0, "{name} asks for nothing large");
        }
    }
}
