//! Games played through a pipe: what is typed, what is answered, how a session ends and is taken up again.

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::Stdio;

use crate::{answer, command, foregone};

/// An empty folder of this name.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).expect("what an earlier run left can go");
    }
    fs::create_dir_all(&folder).expect("a folder can be made");
    folder
}

fn path(folder: &std::path::Path, name: &str) -> String {
    folder.join(name).to_str().expect("the path is UTF-8").to_owned()
}

#[test]
fn the_engine_plays_each_game_to_its_end() {
    let cube = "examples/contour-poset-box-3x3x3.txt";
    for (arguments, last) in [
        (&["contour", "play"][..], "The game is over; points since the start: first "),
        (&["hex", "play"], "White is connected, and no move can change that: White wins.\n"),
        (&["dots", "play", "2x3"], "The game is over; points since the start: first "),
        (&["contour", "play", "--poset", cube], "The game is over; points since the start: first "),
        (&["dots", "play", "--coins", "ground a b ground; a b"], "first wins by 2.\n"),
    ] {
        let said = answer(&[arguments, &["--side", "none"]].concat(), "");
        assert!(said.contains(last), "{arguments:?}: {said}");
        // The line that the engine's own moves follow is worth what was promised: nothing is lost on the way.
        assert!(!said.contains("costs"), "{said}");
    }
}

#[test]
fn the_engine_wins_by_what_it_promises() {
    let said = answer(&["dots", "play", "3x3", "--side", "none", "--quiet"], "");
    let value = answer(&["dots", "solve", "3x3"], "");
    let promised = value.split(" by ").nth(1).and_then(|rest| rest.split('.').next()).expect("it is told");
    assert!(said.contains(&format!("wins by {promised}.\n")), "{value}{said}");
}

#[test]
fn mistakes_are_said_and_the_game_goes_on() {
    let said = answer(
        &["dots", "play", "1x1", "--quiet"],
        "hnit\r\nh,5,0\nx\nundo\nredo\nundo 3\nline x\nsave\n# a remark\n\nH, 0, 0\nh,0,0\n",
    );
    assert_eq!(
        said,
        "first: you, second: the engine.\n\
         `hnit` is neither a move nor a command: did you mean `hint`?\n\
         illegal move h,5,0: the board has no such edge\n\
         column 1: expected an edge such as `h,0,1` or `v,0,1`, found `x`; `help` lists the commands\n\
         There is no move of yours to take back.\n\
         There is nothing to make again.\n\
         `undo` takes nothing more: found `3`\n\
         `line` takes a number of plies: found `x`\n\
         not saved: expected the name of a file, as in `save game.txt`\n\
         first plays h,0,0.\n\
         second plays h,1,0.\n\
         illegal move h,0,0: the edge is drawn already\n\
         Position: 1x1:1100 (first to move; points since the start: first 0, second 0)\n\
         Played: h,0,0 h,1,0\n"
    );
}

#[test]
fn what_is_no_text_is_said_and_the_game_goes_on() {
    let mut child = command(&["hex", "play", "-", "--quiet"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command starts");
    child.stdin.take().unwrap().write_all(b"\xef\xbb\xbf\r\n2x2:b\r\n\xff\xfe\na1\r\n").expect("it reads");
    let output = child.wait_with_output().expect("the command ends");
    assert_eq!(output.status.code(), Some(0));
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("White: the engine, Black: you."), "{said}");
    assert!(said.contains("expected UTF-8 text\nBlack plays a1.\nWhite plays "), "{said}");
}

#[test]
fn a_saved_game_is_taken_up_again() {
    let folder = folder("saved-games");
    let file = path(&folder, "a game.txt");
    let play = ["dots", "play", "1x2", "--side", "both", "--quiet"];
    let said = answer(&play, &format!("h,0,0\nv,0,0\nv,0,1\nh,1,0\nsave {file}\nresign\nsave\n"));
    assert!(said.contains(&format!("Saved in {file}.\n")), "{said}");
    assert!(said.contains("second resigns: first wins.\n"), "{said}");
    let kept = fs::read_to_string(&file).unwrap();
    assert_eq!(
        kept,
        "# foregone play 1\ngame: dots\nstart: 1x2\nmove: h,0,0\nmove: v,0,0\nmove: v,0,1\nmove: h,1,0\n\
         resigned: second\n"
    );
    let said = answer(&["dots", "play", &file, "--quiet"], "undo\nmoves\n");
    assert!(said.contains("second plays on.\n"), "{said}");
    assert!(
        said.contains("4. second plays h,1,0, scoring 1.\nMoves of second: h,0,1 h,1,1 v,0,2.\n"),
        "{said}"
    );
    // What is there is not written over by a session that has not written it, unless it is told to.
    let ran = answer(&["dots", "play", "1x1", "--quiet"], &format!("save {file}\nsave! {file}\nsave\n"));
    assert!(ran.contains("it is there already, and `save!` would write over it\nSaved in "), "{ran}");
    let file_again = path(&folder, "other.txt");
    fs::write(&file_again, "kept").unwrap();
    let refused = answer(&["dots", "play", "1x1", "--quiet", "--save", &file_again], "save\n");
    assert!(refused.contains("not saved: "), "{refused}");
    assert_eq!(fs::read_to_string(&file_again).unwrap(), "kept");
    answer(&["dots", "play", "1x1", "--quiet", "--save", &file_again, "--force"], "save\n");
    assert!(fs::read_to_string(&file_again).unwrap().starts_with("# foregone play 1\n"));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 2, "nothing unfinished is left");
    // A file that cannot be made, and one that is none.
    let none = path(&folder, "none/x.txt");
    let refused =
        answer(&["dots", "play", "1x1", "--quiet"], &format!("save {none}\nsave! {}\n", folder.display()));
    assert_eq!(refused.matches("not saved: ").count(), 2, "{refused}");
}

#[test]
fn what_is_no_position_to_play_on_is_refused() {
    for (arguments, stdin, message) in [
        (&["dots", "play", "-"][..], "", "standard input: line 1, column 1: expected a number of rows"),
        (&["dots", "play", "-"], "# foregone play 1\n", "standard input: a position on one line is expected"),
        (
            &["dots", "play", "-", "--from", "judge"],
            "1 1\n",
            "standard input: a position on one line is expected",
        ),
        (&["hex", "play", "2x2:x"], "", "line 1, column 5: expected"),
        (&["hex", "play", "none.txt"], "", "no such file: none.txt\n"),
        (
            &["dots", "play", "--coins", "a b", "--table", "t"],
            "",
            "--table is for boards, and not for --coins",
        ),
        (
            &["contour", "play", "--poset", "a 1 1", "--method", "plain"],
            "",
            "with --poset: no method is called",
        ),
    ] {
        let ran = foregone(arguments, stdin);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(ran.stderr.starts_with(&format!("error: {message}")), "{}", ran.stderr);
    }
    let file = folder("two-positions").join("two.txt");
    fs::write(&file, "2x2\n3x3\n").unwrap();
    let ran = foregone(&["hex", "play", file.to_str().unwrap()], "");
    assert!(ran.stderr.ends_with("expected one position to play on\n"), "{}", ran.stderr);
}

#[test]
fn what_the_engine_cannot_find_out_it_does_not_guess() {
    let play = ["dots", "play", "3x3", "--states", "5", "--side", "second"];
    let said = answer(&play, "h,0,0\ngo\nhint\nh,0,1\n");
    let waits = "No best move is known: the limit on states was reached.\nThe engine does not guess.";
    assert_eq!(said.matches(waits).count(), 3, "{said}");
    assert!(
        said.contains("first plays h,0,0: what that costs is not known, for the limit on states"),
        "{said}"
    );
    let ran = foregone(&["dots", "play", "3x3", "--states", "5", "--side", "none"], "");
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(3), ""));
    // A board too large for the memory can be played on by two.
    let row = ["1"; 30].join(",");
    let board = format!("30x30:{0}|{0}", [row.as_str(); 30].join("/"));
    let said =
        answer(&["contour", "play", &board, "--memory", "1M", "--side", "second", "--quiet"], "a1\na2\n");
    assert!(said.contains(" of memory, and 976.6 KiB is allowed.\nThe engine does not guess."), "{said}");
    assert!(said.contains("first plays a1, scoring 1.\nsecond plays a2, scoring 1.\n"), "{said}");
}

#[test]
fn the_score_follows_who_moves_again() {
    // Whoever closes a box moves again: first takes both.
    let said = answer(&["dots", "play", "1x2:0111101", "--quiet"], "v,0,1\nh,0,0\n");
    assert!(said.contains("first plays v,0,1, scoring 1.\nfirst plays h,0,0, scoring 1.\n"), "{said}");
    assert!(
        said.contains("The game is over; points since the start: first 2, second 0: first wins by 2."),
        "{said}"
    );
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_the_game_said() {
    let started = || std::thread::sleep(std::time::Duration::from_millis(700));
    // At the prompt, and while the engine thinks about a board that takes it long.
    for (board, side, said_last) in [
        ("1x1", "first", "\nPosition: 1x1 (first to move; points since the start: first 0, second 0)\n"),
        ("5x5", "second", "Position: 5x5 (first to move; points since the start: first 0, second 0)\n"),
    ] {
        let (code, said) = crate::streams::interrupted(&["dots", "play", board, "--side", side], "", started);
        assert_eq!(code, Some(130));
        assert!(said.ends_with(said_last), "{said}");
        assert!(!said.contains("No best move"), "{said}");
    }
}
