//! Positions of all games, made up for as long as one likes, answered by everybody and every way there is, and held against
//! each other: all methods, one to three threads, little memory and much, boards turned and colours exchanged.
//!
//! ```text
//! cargo run --release --package foregone --example crosscheck -- --minutes 10 [--seed 1] [--only hex]
//! ```
//!
//! Most positions are tiny, so that there are thousands a second. At the first disagreement it stops, makes the position smaller
//! as long as somebody disagrees, prints it and ends with exit code 1. Each game's positions depend on the seed alone.
//!
//! What runs on machines without AVX2 is checked by a build with `RUSTFLAGS="--cfg foregone_portable"`: it meets the same
//! positions.

mod answer;
mod chance;
mod coins;
mod contour;
mod dots;
mod dots_nimbers;
mod hex;
mod hex_numbers;
mod perfect;
mod poset;
mod run;

use std::io::{self, Write as _};
use std::panic;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use run::{Positions, Stream};

const USAGE: &str = "usage: crosscheck --minutes N [--seed S] [--only GAME]";

/// A board of Dots and Boxes of which there is a table: positions on it are looked up, and searches on others end there.
const TABLE: &str = "3x3";

/// How often it says how far it is.
const EVERY: Duration = Duration::from_secs(10);

/// What is asked for.
struct Wanted {
    minutes: f64,
    seed: u64,
    only: Option<String>,
}

impl Wanted {
    /// `None` if the words say nothing of the kind.
    fn of(mut words: impl Iterator<Item = String>) -> Option<Self> {
        let mut wanted = Self { minutes: 0.0, seed: 1, only: None };
        while let Some(word) = words.next() {
            let value = words.next()?;
            match word.as_str() {
                "--minutes" => wanted.minutes = value.parse().ok()?,
                "--seed" => wanted.seed = value.parse().ok()?,
                "--only" => wanted.only = Some(value),
                _ => return None,
            }
        }
        (wanted.minutes > 0.0).then_some(wanted)
    }
}

/// All games.
fn streams(seed: u64) -> Vec<Box<dyn Stream>> {
    vec![
        Box::new(Positions::<contour::Contour>::new(seed)),
        Box::new(Positions::<poset::OnPosets>::new(seed)),
        Box::new(Positions::<hex::Hex>::new(seed)),
        Box::new(Positions::<perfect::Perfect>::new(seed)),
        Box::new(Positions::<dots::Dots>::new(seed)),
        Box::new(Positions::<coins::Coins>::new(seed)),
    ]
}

fn main() -> io::Result<ExitCode> {
    let wanted = Wanted::of(std::env::args().skip(1)).and_then(|wanted| {
        let asked = |stream: &dyn Stream| wanted.only.as_deref().is_none_or(|only| only == stream.name());
        let streams: Vec<_> = streams(wanted.seed).into_iter().filter(|stream| asked(&**stream)).collect();
        (!streams.is_empty()).then_some((wanted, streams))
    });
    let Some((wanted, mut streams)) = wanted else {
        let names: Vec<_> = streams(1).iter().map(|stream| stream.name()).collect();
        writeln!(io::stderr(), "{USAGE}\ngames: {}", names.join(", "))?;
        return Ok(ExitCode::from(2));
    };
    // A panic is told as a disagreement.
    panic::set_hook(Box::new(|_| {}));
    let (began, end) = (Instant::now(), Duration::from_secs_f64(wanted.minutes * 60.0));
    let mut told = Duration::ZERO;
    while began.elapsed() < end {
        // All games take as much time.
        let next = streams.iter_mut().min_by_key(|stream| stream.account().2).expect("there is a game");
        if let Err(found) = next.step() {
            tell(&streams, began)?;
            writeln!(io::stdout(), "\n{found}\n  seed {}", wanted.seed)?;
            return Ok(ExitCode::FAILURE);
        }
        if began.elapsed() - told >= EVERY {
            told = began.elapsed();
            tell(&streams, began)?;
        }
    }
    tell(&streams, began)?;
    Ok(ExitCode::SUCCESS)
}

/// Prints what has been done so far.
fn tell(streams: &[Box<dyn Stream>], began: Instant) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "after {:.0} s", began.elapsed().as_secs_f64())?;
    for stream in streams {
        let (positions, tally, _) = stream.account();
        writeln!(
            out,
            "  {:<18} {positions:>9} positions {:>10} comparisons {:>9} left open {:>13} states",
            stream.name(),
            tally.comparisons,
            tally.open,
            tally.states
        )?;
    }
    out.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_run_finds_nothing() {
        for mut stream in streams(1) {
            for _ in 0..300 {
                stream.step().unwrap_or_else(|found| panic!("{found}"));
            }
            let (positions, tally, _) = stream.account();
            assert_eq!(positions, 300);
            assert!(tally.comparisons > 3 * positions, "{}: {tally:?}", stream.name());
        }
    }

    #[test]
    fn what_is_asked_for_is_read() {
        let read = |line: &str| Wanted::of(line.split_whitespace().map(str::to_owned));
        let wanted = read("--minutes 0.5 --seed 7 --only hex").unwrap();
        assert_eq!((wanted.seed, wanted.only.as_deref()), (7, Some("hex")));
        assert!((wanted.minutes - 0.5).abs() < 1e-9);
        for wrong in ["", "--minutes", "--minutes 0", "--minutes x", "--seed 1", "--minutes 1 --games hex"] {
            assert!(read(wrong).is_none(), "{wrong}");
        }
    }
}
