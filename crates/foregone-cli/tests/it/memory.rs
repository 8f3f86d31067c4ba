//! A system that has no more memory: an error or a stop, and never an abort.

use std::fmt::Write as _;
use std::process::Command;

use crate::checkpoint::board;
use crate::{Ran, directory, fed, root};

/// Runs the command where it may have so many KiB of addresses.
fn confined(kibibytes: u64, arguments: &[&str]) -> Ran {
    let mut command = Command::new("sh");
    command.args(["-c", r#"ulimit -v "$1"; shift; exec "$@""#, "sh", &kibibytes.to_string()]);
    command.arg(env!("CARGO_BIN_EXE_foregone")).args(arguments).current_dir(root());
    fed(command, "")
}

/// The poset of a box: an element for each of its cells, after those below it.
fn box_of(sides: [usize; 3]) -> String {
    let mut text = String::new();
    for at in 0..sides.iter().product() {
        let [layer, row, column] = [at / sides[2] / sides[1], at / sides[2] % sides[1], at % sides[2]];
        write!(text, "e{at} {} {}", at * 7_919 % 1_000, at * 104_729 % 1_000).expect("a text takes all");
        let below = [(layer, sides[1] * sides[2]), (row, sides[2]), (column, 1)];
        let below = below.iter().filter(|(place, _)| *place > 0).map(|(_, step)| format!(" e{}", at - step));
        let below: String = below.collect();
        text += &if below.is_empty() { "\n".to_owned() } else { format!(":{below}\n") };
    }
    text
}

#[test]
fn memory_that_the_system_has_not_is_an_error_or_a_stop() {
    let (_, path) = directory("memory");
    let (large, layered, chained, table) = (board(15, 1), path("layered"), path("chained"), path("t"));
    std::fs::write(&layered, box_of([4, 4, 5])).expect("it can be written");
    std::fs::write(&chained, box_of([4, 5, 5])).expect("it can be written");
    // What the program itself takes.
    let runs = |kibibytes: &u64| confined(*kibibytes, &["dots", "solve", "1x1"]).code == Some(0);
    let least = (1..).map(|step| step * 4_096).find(runs).expect("some number is enough");
    let calls: &[&[&str]] = &[
        &["contour", "solve", &large, "--threads", "2"],
        &["contour", "solve", &large, "--method", "ranks"],
        &["contour", "solve", "--poset", &layered, "--method", "layers"],
        &["contour", "solve", "--poset", &chained, "--method", "chains"],
        &["hex", "solve", "13x13", "--threads", "1"],
        &["hex", "solve", "13x13", "--threads", "2"],
        &["hex", "solve", "16x16", "--turns", "coin", "--threads", "2"],
        // Most of what it takes are pieces of some bytes.
        &["hex", "solve", "examples/hex-midgame-11x11.txt", "--method", "labelled-frontier"],
        &["dots", "solve", "4x4:icelandic", "--threads", "2", "--states", "100000"],
        &["dots", "solve", "3x4", "--method", "memo", "--states", "200000"],
        &["dots", "table", "build", "3x4:1111110000000000000000000000000", "--force", "--file", &table],
    ];
    let mut wrong = Vec::new();
    for call in calls {
        let mut refused = 0;
        for more in [2, 4, 8, 16] {
            let ran = confined(least + more * 1_024, &[call, &["--memory", "4G"][..]].concat());
            let told = match ran.code {
                // That was enough, and more would be.
                Some(0) => break,
                Some(2) => ran.stderr.contains("of memory, more than the system has"),
                Some(3) => ran.stdout.contains("Stopped early: the limit on memory"),
                _ => false,
            };
            if !told {
                let (code, out, err) = (ran.code, ran.stdout, ran.stderr);
                wrong.push(format!("{call:.20?} {more}: {code:?} {out:.200}{err:.200}"));
            }
            refused += 1;
        }
        assert!(refused > 0, "{call:.20?} was answered at once");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
