//! Killed at random moments: runs that keep checkpoints, tables that are built, and a server with a cache. Whoever comes
//! next finds all that was promised, and nothing half done.
//!
//! `cargo xtask kill --trials N` asks for more trials than the few of every test run, and prints what became of them.

use std::collections::BTreeSet;
use std::fs;
use std::io::{Write as _, stderr};
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{Child, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::checkpoint::{board, told};
use crate::serve::{Serving, timeless};
use crate::{answer, command, directory, foregone};

/// How many trials there are of each kind.
const TRIALS: &str = "FOREGONE_KILL_TRIALS";
/// What the moments come from.
const SEED: &str = "FOREGONE_KILL_SEED";

/// A number from the environment.
fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |text| text.parse().expect("a number"))
}

/// What trials of a kind came to.
#[derive(Default)]
struct Tally {
    trials: u64,
    killed: u64,
    /// Kills after which there was something to go on from, or some answers were kept.
    left: u64,
    /// Kills that came too late.
    done: u64,
}

/// Does trials of a kind, and tells what they came to.
fn trials(kind: &str, mut one: impl FnMut(&mut Moments, &mut Tally)) {
    let (mut moments, mut tally) = (Moments(number(SEED, 1)), Tally::default());
    while tally.trials < number(TRIALS, 3) {
        one(&mut moments, &mut tally);
        tally.trials += 1;
    }
    let Tally { trials, killed, left, done } = tally;
    // For whoever asked for them; test runs keep it to themselves.
    if std::env::var_os(TRIALS).is_some() {
        let line = format!(
            "{trials:>5} trials, {killed:>5} killed, {left:>5} had left something, {done:>5} were done before"
        );
        writeln!(stderr(), "{line}  {kind}").expect("standard error takes it");
    }
}

/// Moments that look random, the same for the same seed (Splitmix64).
struct Moments(u64);

impl Moments {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (word ^ (word >> 31)) % bound
    }

    /// A moment before so long.
    fn before(&mut self, end: Duration) -> Duration {
        Duration::from_micros(self.below(end.as_micros() as u64 + 1))
    }
}

/// Lets a run go for so long and kills it. What it wrote; none of it is a complaint.
fn killed_after(mut child: Child, moment: Duration, tally: &mut Tally) -> Output {
    std::thread::sleep(moment);
    child.kill().expect("it can be killed");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{:?}", output.status);
    if output.status.signal() == Some(9) {
        tally.killed += 1;
    } else {
        assert_eq!(output.status.code(), Some(0));
        tally.done += 1;
    }
    output
}

fn spawned(arguments: &[&str]) -> Child {
    command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the command starts")
}

/// The number of 8 bytes at a place.
fn word(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes[at..at + 8].try_into().expect("8 bytes"))
}

/// The payload of a checkpoint.
fn payload(file: &[u8]) -> &[u8] {
    let mut at = 12 + 4;
    for _ in 0..2 {
        at += 4 + u32::from_le_bytes(file[at..at + 4].try_into().expect("4 bytes")) as usize;
    }
    let payload = &file[at + 16..file.len() - 8];
    assert_eq!(word(file, at), payload.len() as u64);
    payload
}

/// What a checkpoint says of how far a run has come.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kept {
    /// A sweep's: the states that need not be visited again.
    States,
    /// A search's: what it remembers. An entry gives way to another one at most; but two threads that write to the same place
    /// within the same nanoseconds spoil one, and there may be so many of these.
    Entries { spoilt: u64 },
}

impl Kept {
    fn of(self, payload: &[u8]) -> u64 {
        match self {
            Self::States => word(payload, 24),
            Self::Entries { .. } => positions(payload).len() as u64,
        }
    }
}

/// The positions that a search's checkpoint has something of: the keys of its entries, without what is known.
fn positions(payload: &[u8]) -> BTreeSet<[u64; 2]> {
    payload[8..].chunks(16).map(|entry| [word(entry, 0), word(entry, 8) >> 20]).collect()
}

/// Kills runs of a question that keep checkpoints as often as they may, up to three times, and lets the last one come to its
/// end.
fn kill_runs(name: &str, question: &[&str], what: Kept) {
    let (directory, path) = directory(&format!("kill/{name}"));
    let (file, call) = (path("c"), [question, &["--format", "json"]].concat());
    let (expected, states) = told(&answer(&call, ""));
    let call = [&call[..], &["--checkpoint", &file, "--checkpoint-every", "0s"]].concat();
    let began = Instant::now();
    answer(&call, "");
    let whole = began.elapsed();
    let spoilt = if let Kept::Entries { spoilt } = what { spoilt } else { 0 };
    trials(name, |moments, tally| {
        let mut kept = None;
        for _ in 0..=moments.below(3) {
            let output = killed_after(spawned(&call), moments.before(whole), tally);
            // An answer is told whole or not at all.
            let answered = !output.stdout.is_empty();
            if answered {
                assert_eq!(told(&String::from_utf8(output.stdout).expect("it is text")).0, expected);
            }
            match fs::read(&file) {
                Ok(left) => {
                    let now = what.of(payload(&left));
                    assert!(kept.is_none_or(|kept| kept <= now + spoilt), "{kept:?} {now}");
                    kept = Some(now);
                    tally.left += 1;
                }
                // It goes when the answer has been told, and only then.
                Err(_) => {
                    assert!(answered || kept.is_none());
                    kept = None;
                }
            }
        }
        if what != Kept::States
            && let Ok(left) = fs::read(&file)
        {
            // Whoever goes on has all of it: it is there when nothing has been added yet.
            assert_eq!(foregone(&[&call[..], &["--states", "1"]].concat(), "").code, Some(3));
            let again = fs::read(&file).expect("it is there");
            assert!(positions(payload(&left)) == positions(payload(&again)));
        }
        let (found, rest) = told(&answer(&call, ""));
        assert_eq!(found, expected);
        if what == Kept::States {
            assert_eq!(rest + kept.unwrap_or(0), states);
        }
        assert_eq!(fs::read_dir(&directory).expect("it is there").count(), 0, "nothing is left");
    });
}

#[test]
fn sweeps_of_contour() {
    let board = board(14, 1);
    for verb in ["solve", "line"] {
        kill_runs(&format!("contour {verb}"), &["contour", verb, &board, "--threads", "2"], Kept::States);
    }
}

#[test]
fn searches_of_dots() {
    let position = "3x4:1111000000000000000000000000000";
    kill_runs("dots solve", &["dots", "solve", position, "--threads", "1"], Kept::Entries { spoilt: 0 });
    let keys = ["dots", "solve", position, "--threads", "2", "--method", "exact-keys"];
    kill_runs("dots solve, exact keys", &keys, Kept::Entries { spoilt: 4 });
}

/// A board of nine pages, and the bytes of its table that are before the first.
const TABLED: &str = "3x4:1111110000000000000000000000000";
const HEAD: usize = 12 + 4 + 4 + 25 + 4 + TABLED.len() + 8;

#[test]
fn tables_of_dots() {
    let (directory, path) = directory("kill/table");
    let (whole, file, partial) = (path("whole"), path("t"), path("t.partial"));
    let build = |file: &str| {
        ["dots", "table", "build", TABLED, "--format", "json", "--force", "--file", file].map(str::to_owned)
    };
    let began = Instant::now();
    let told: Value =
        serde_json::from_str(&answer(&build(&whole).each_ref().map(String::as_str), "")).expect("it is JSON");
    let (took, all) = (began.elapsed(), told["table"]["pages"].as_u64().expect("it is a number") as usize);
    let expected = fs::read(&whole).expect("it is there");
    let before = b"the table of before";
    let call = build(&file);
    let call = call.each_ref().map(String::as_str);
    trials("dots table build", |moments, tally| {
        fs::write(&file, before).expect("it can be written");
        let mut found = 0;
        for _ in 0..=moments.below(3) {
            killed_after(spawned(&call), moments.before(took), tally);
            let there = fs::read(&file).expect("there is always one");
            let left = fs::read(&partial);
            // The old one until the new one is whole, and then that.
            assert!(there == before || there == expected);
            let pages = left
                .as_ref()
                .map_or(0, |left| left.len().saturating_sub(HEAD) * all / (expected.len() - HEAD));
            if let Ok(left) = left {
                assert!(expected.starts_with(&left));
                // A page that is done is never done again.
                assert!(pages >= found || there == expected, "{pages} {found}");
                tally.left += u64::from(pages > 0);
            }
            found = pages;
        }
        let told: Value = serde_json::from_str(&answer(&call, "")).expect("the answer is JSON");
        assert_eq!(told["table"]["pages_found"], found, "{told}");
        assert!(fs::read(&file).expect("it is there") == expected);
        assert_eq!(fs::read_dir(&directory).expect("it is there").count(), 2, "nothing else is left");
    });
}

/// New questions of each trial, and trials after which a new file is begun.
const QUESTIONS: u64 = 30;
const LIFE: u64 = 10;

#[test]
fn caches_of_servers() {
    let began = Instant::now();
    let truths: Vec<(String, Value)> = {
        let server = Serving::new(&["--cache", "none"]);
        let question = |seed| format!("/v1/contour/generate?size=4x4&count=20&seed={seed}");
        (0..LIFE * QUESTIONS).map(question).map(|path| (path.clone(), timeless(&server.get(&path)))).collect()
    };
    let took = began.elapsed() / LIFE as u32;
    let mut trial = 0;
    let mut kept = 0;
    let (mut folder, mut path) = (String::new(), String::new());
    trials("serve", |moments, tally| {
        if trial % LIFE == 0 {
            let (_, file) = directory("kill/cache");
            (folder, path, kept) = (file(""), file("answers.redb"), 0);
        }
        let asked = ((trial % LIFE + 1) * QUESTIONS) as usize;
        trial += 1;
        if moments.below(3) == 0 {
            // As it starts: it takes some milliseconds.
            let moment = moments.before(Duration::from_millis(40));
            let mut child = command(&["serve", "--port", "0", "--cache", &path])
                .stderr(Stdio::null())
                .spawn()
                .expect("it starts");
            std::thread::sleep(moment);
            child.kill().expect("it can be killed");
            child.wait().expect("it ends");
        } else {
            let server = Serving::new(&["--cache", &path]);
            assert_eq!(server.notes, Vec::<String>::new());
            std::thread::scope(|scope| {
                for client in 0..2 {
                    let (server, new) = (&server, &truths[kept..asked]);
                    scope.spawn(move || {
                        for (question, truth) in new.iter().skip(client).step_by(2) {
                            // Once it is killed there is no answer, or half of one.
                            let Some(told) = server.try_ask(&format!("GET {question}"), "") else { return };
                            if let Ok(told) = serde_json::from_str::<Value>(&told) {
                                assert_eq!(timeless(&told.to_string()), *truth, "{question}");
                            }
                        }
                    });
                }
                std::thread::sleep(moments.before(3 * took));
                server.kill();
            });
        }
        tally.killed += 1;
        let server = Serving::new(&["--cache", &path]);
        assert_eq!(server.notes, Vec::<String>::new());
        let ask = |questions: &[(String, Value)]| {
            for (question, truth) in questions {
                assert_eq!(timeless(&server.get(question)), *truth, "{question}");
            }
            hits(&server)
        };
        // What a server that ended well had answered is kept, whatever became of the one after it.
        assert_eq!(ask(&truths[..kept]), kept as u64);
        tally.left += u64::from(ask(&truths[kept..asked]) > kept as u64);
        assert_eq!(server.signal("TERM"), (Some(0), String::new()));
        kept = asked;
        assert_eq!(fs::read_dir(Path::new(&folder)).expect("it is there").count(), 1, "nothing is set aside");
    });
}

/// How many answers a server has told from its cache.
fn hits(server: &Serving) -> u64 {
    let metrics = server.get("/metrics");
    let line = metrics.lines().find_map(|line| line.strip_prefix("foregone_cache_hits_total "));
    line.expect("it is counted").parse().expect("it is a number")
}
