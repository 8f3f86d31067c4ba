//! Whether `--memory` holds: large questions are asked within tight limits, and this prints how much memory the program had at
//! its peak, as the system counts it.
//!
//! ```text
//! cargo xtask memory [PROGRAM]
//! ```

use std::env;
use std::error::Error;
use std::ffi::OsString;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use nix::sys::resource::{UsageWho, getrusage};

type Outcome<T> = Result<T, Box<dyn Error>>;

/// What the peak may be, in hundredths of the limit.
const MOST: u64 = 105;

/// A question and the limit that it is asked within, in MiB. Where all is planned beforehand the limit is just what is planned;
/// what grows as it goes, grows until it is stopped.
struct Question {
    arguments: &'static [&'static str],
    input: Input,
    mebibytes: u64,
}

/// What it is asked of.
#[derive(Clone, Copy)]
enum Input {
    /// What the arguments say.
    Theirs,
    /// A square board of Contour, with scores below a bound.
    Square { side: usize, scores: u64 },
    /// The poset of a box.
    Box([usize; 3]),
    /// Lines, each a position.
    Lines(&'static str),
}

const QUESTIONS: &[Question] = &[
    ask(&["contour", "solve", "--threads", "2"], Input::Square { side: 18, scores: 1_000 }, 548),
    ask(&["contour", "solve", "--threads", "4"], Input::Square { side: 17, scores: 100_000_000 }, 583),
    ask(&["contour", "line", "--threads", "2"], Input::Square { side: 17, scores: 1_000 }, 420),
    ask(&["contour", "solve", "--method", "chains"], Input::Box([5, 5, 5]), 1_040),
    ask(&["contour", "solve", "--method", "layers", "--time", "20s"], Input::Box([4, 5, 5]), 300),
    ask(&["hex", "solve", "14x14", "--threads", "1"], Input::Theirs, 298),
    ask(&["hex", "solve", "14x14", "--threads", "2"], Input::Theirs, 298),
    ask(&["hex", "analyze", "13x13", "--threads", "2"], Input::Theirs, 950),
    ask(&["hex", "influence", "12x12", "--threads", "2"], Input::Theirs, 317),
    ask(&["hex", "polynomial", "14x14", "--threads", "2"], Input::Theirs, 587),
    ask(&["hex", "solve", "18x18", "--turns", "coin", "--threads", "2"], Input::Theirs, 415),
    ask(&["hex", "analyze", "16x16", "--turns", "coin:0.45", "--threads", "2"], Input::Theirs, 570),
    ask(&["hex", "estimate", "16x16", "--threads", "2"], Input::Theirs, 598),
    ask(&["hex", "analyze", "--format", "jsonl", "--threads", "2", "-"], Input::Lines(TWELVES), 700),
    ask(&["dots", "solve", "4x5:icelandic", "--threads", "1", "--states", "6000000"], Input::Theirs, 256),
    ask(&["dots", "solve", "4x5:icelandic", "--threads", "4", "--states", "6000000"], Input::Theirs, 256),
    ask(
        &["dots", "solve", "4x5:icelandic", "--method", "exact-keys", "--states", "6000000"],
        Input::Theirs,
        256,
    ),
    ask(&["dots", "solve", "4x5:icelandic", "--method", "search", "--states", "6000000"], Input::Theirs, 256),
    ask(&["dots", "solve", "3x4", "--method", "memo"], Input::Theirs, 256),
    ask(&["dots", "table", "build", "3x4", "--threads", "2", "--file"], Input::Theirs, 330),
];

/// Lines of which two fit the memory side by side.
const TWELVES: &str = "12x12\n12x12\n12x12\n12x12\n";

const fn ask(arguments: &'static [&'static str], input: Input, mebibytes: u64) -> Question {
    Question { arguments, input, mebibytes }
}

fn main() -> Outcome<ExitCode> {
    let mut words = env::args_os().skip(1);
    let program = match words.next() {
        // This program again, for one question: the system tells the peak of all that one has run.
        Some(word) if word == "--one" => return one(&words.collect::<Vec<_>>()),
        Some(program) => PathBuf::from(program),
        // `target/release/foregone`, seen from `target/release/examples/memory`.
        None => {
            env::current_exe()?.parent().and_then(Path::parent).ok_or("it has no folder")?.join("foregone")
        }
    };
    let folder = env::temp_dir().join(format!("foregone-memory-{}", std::process::id()));
    std::fs::create_dir(&folder)?;
    let ended = table(&program, &folder);
    std::fs::remove_dir_all(&folder)?;
    ended
}

/// Asks all questions and prints what they took.
fn table(program: &Path, folder: &Path) -> Outcome<ExitCode> {
    let mut out = io::stdout().lock();
    writeln!(out, "| question | `--memory` | reported | peak | of the limit |\n|---|---|---|---|---|")?;
    let mut held = true;
    for question in QUESTIONS {
        let (file, told) = question.input.written(folder)?;
        let mut arguments: Vec<OsString> = question.arguments.iter().map(OsString::from).collect();
        match question.input {
            Input::Theirs if question.arguments.ends_with(&["--file"]) => {
                arguments.push(folder.join("table").into());
            }
            Input::Box(_) => arguments.extend(["--poset".into(), file.clone().into()]),
            Input::Square { .. } => arguments.push(file.clone().into()),
            Input::Theirs | Input::Lines(_) => {}
        }
        if !question.arguments.contains(&"jsonl") {
            arguments.extend(["--format", "json"].map(OsString::from));
        }
        arguments.extend(["--memory".into(), format!("{}MiB", question.mebibytes).into()]);
        let mut child = Command::new(env::current_exe()?);
        child.arg("--one").arg(program).args(&arguments).stdin(match question.input {
            Input::Lines(_) => std::fs::File::open(&file)?.into(),
            _ => Stdio::null(),
        });
        let output = child.stderr(Stdio::inherit()).output()?;
        if !output.status.success() {
            return Err(format!("{} was not answered", question.arguments.join(" ")).into());
        }
        let text = String::from_utf8(output.stdout)?;
        let (answer, peak) = text.trim_end().rsplit_once('\n').ok_or("nothing is told")?;
        let peak: u64 = peak.parse()?;
        let answer: Option<serde_json::Value> = serde_json::from_str(answer).ok();
        let reported = answer.as_ref().and_then(|answer| answer["cost"]["memory_bytes"].as_u64());
        let limit = question.mebibytes << 20;
        let mebibytes = |bytes: u64| format!("{:.0} MiB", bytes as f64 / f64::from(1 << 20));
        let arguments = question.arguments.iter().filter(|word| !matches!(**word, "--file" | "-"));
        let question: Vec<&str> =
            arguments.copied().chain([&*told]).filter(|word| !word.is_empty()).collect();
        writeln!(
            out,
            "| `{}` | {} | {} | {} | {:.1} % |",
            question.join(" "),
            mebibytes(limit),
            reported.map_or_else(String::new, mebibytes),
            mebibytes(peak),
            100.0 * peak as f64 / limit as f64
        )?;
        out.flush()?;
        held &= 100 * peak <= MOST * limit;
    }
    Ok(if held { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Runs one command, and prints after what it wrote how many bytes it had at its peak.
fn one(command: &[OsString]) -> Outcome<ExitCode> {
    let (program, arguments) = command.split_first().ok_or("no program is given")?;
    let status = Command::new(program).args(arguments).status()?;
    let peak = getrusage(UsageWho::RUSAGE_CHILDREN)?.max_rss() as u64;
    // What the system gives is in KiB, but for macOS.
    let unit = if cfg!(target_os = "macos") { 1 } else { 1_024 };
    writeln!(io::stdout(), "\n{}", peak * unit)?;
    match status.code() {
        // Answered, or stopped at a limit.
        Some(0 | 3) => Ok(ExitCode::SUCCESS),
        _ => Err(format!("{}: {status}", Path::new(program).display()).into()),
    }
}

impl Input {
    /// A file with it, if it has one, and how it is told.
    fn written(self, folder: &Path) -> Outcome<(PathBuf, String)> {
        let (text, told) = match self {
            Self::Theirs => return Ok(Default::default()),
            Self::Lines(lines) => (lines.to_owned(), String::new()),
            Self::Square { side, scores } => {
                (square(side, scores), format!("{side}x{side}, scores below {scores}"))
            }
            Self::Box(sides) => (box_of(sides), format!("--poset, a box {sides:?}")),
        };
        let file = folder.join("input");
        std::fs::write(&file, text)?;
        Ok((file, told))
    }
}

/// Scores that look random.
struct Scores {
    word: u64,
    bound: u64,
}

impl Scores {
    fn next(&mut self) -> u64 {
        self.word = self.word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.word >> 32) % self.bound
    }
}

fn square(side: usize, bound: u64) -> String {
    let mut scores = Scores { word: side as u64, bound };
    let mut row = || (0..side).map(|_| scores.next().to_string()).collect::<Vec<_>>().join(",");
    let mut rows = || (0..side).map(|_| row()).collect::<Vec<_>>().join("/");
    format!("{side}x{side}:{}|{}", rows(), rows())
}

/// An element for each cell of a box, after those below it.
fn box_of([layers, rows, columns]: [usize; 3]) -> String {
    let mut scores = Scores { word: 1, bound: 1_000 };
    let mut elements = Vec::new();
    for (layer, row, column) in (0..layers)
        .flat_map(|layer| (0..rows).flat_map(move |row| (0..columns).map(move |column| (layer, row, column))))
    {
        let below = [
            (layer > 0).then(|| format!(" e{}-{row}-{column}", layer - 1)),
            (row > 0).then(|| format!(" e{layer}-{}-{column}", row - 1)),
            (column > 0).then(|| format!(" e{layer}-{row}-{}", column - 1)),
        ];
        let below: String = below.into_iter().flatten().collect();
        let after = if below.is_empty() { "" } else { ":" };
        elements.push(format!("e{layer}-{row}-{column} {} {}{after}{below}", scores.next(), scores.next()));
    }
    elements.join("; ")
}
