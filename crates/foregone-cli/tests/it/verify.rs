//! Answers checked: each way in which claims can be wrong, and what is no claim at all.

use std::fs;
use std::path::PathBuf;

use crate::{Ran, answer, foregone, root};

/// Writes answers to a file of this name, and runs a check of them.
fn check(name: &str, arguments: &[&str], stdin: &str, answers: impl AsRef<[u8]>) -> Ran {
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("answers-{name}"));
    fs::write(&file, answers).expect("a file can be written");
    foregone(&[arguments, &["--answers", file.to_str().expect("the path is UTF-8")]].concat(), stdin)
}

#[test]
fn the_judges_own_answers_are_right() {
    for (game, file, said) in [
        ("contour", "examples/contour-judge-10x10.in", "1 case: 1 right.\n"),
        ("hex", "examples/hex-judge.in", " right.\n"),
        ("dots", "examples/dots-judge.in", "1 case: 1 right.\n"),
    ] {
        let input = fs::read_to_string(root().join(file)).expect("the example is there");
        let output = answer(&["judge", game], &input);
        for output in [output.clone(), output.replace('\n', " \r\n\r\n")] {
            let ran = check(game, &[game, "verify", "-", "--from", "judge"], &input, output);
            assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
            assert!(ran.stdout.starts_with("case 1: ok\n") && ran.stdout.ends_with(said), "{}", ran.stdout);
            assert!(!ran.stdout.contains("wrong") && !ran.stdout.contains("known"), "{}", ran.stdout);
        }
    }
}

#[test]
fn each_wrong_line_is_told() {
    let input = "3\n1\n.\n1\nB\n2\n..\n..\n";
    let (one, two, three) = (
        "White 1.000000 Black 0.000000\n",
        "White 0.000000 Black 1.000000\n",
        "White 0.500000 Black 0.500000\n",
    );
    for (answers, code, said) in [
        (format!("{one}{two}{three}"), 0, "3 cases: 3 right.\n"),
        (
            format!("White 1.0 Black 0.0\n{two}{three}"),
            1,
            "case 1: wrong: claimed `White 1.0 Black 0.0`; right is `White 1.000000 Black 0.000000`\n",
        ),
        (
            format!("{one}{}", two.trim_end()),
            1,
            "case 3: missing: right is `White 0.500000 Black 0.500000`\n3 cases: 2 right, 1 missing.\n",
        ),
        (String::new(), 1, "3 cases: 0 right, 3 missing.\n"),
        (
            format!("{one}{two}{three}7\n"),
            1,
            "case 4: too many: an answer of no case; claimed `7`\n3 cases: 3 right, 1 too many.\n",
        ),
    ] {
        let ran = check("lines", &["hex", "verify", "-", "--from", "judge"], input, &answers);
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(code), ""), "{answers}");
        assert!(ran.stdout.contains(said), "{}", ran.stdout);
    }
}

#[test]
fn each_wrong_answer_in_json_is_told() {
    let right = answer(&["dots", "analyze", "1x1:1100"], "");
    assert!(right.contains("-1    best"), "{right}");
    let right = answer(&["dots", "analyze", "1x1:1100", "--format", "json"], "");
    let swap = |from: &str, to: &str| {
        assert!(right.contains(from), "{right}");
        right.replacen(from, to, 1)
    };
    let of_value = "\"move\": \"v,0,0\",\n      \"value\": {\n        \"mover\": {\n          \
        \"certainty\": \"exact\",\n          \"margin\": ";
    let refusal = "{\"schema\":1,\"game\":\"dots\",\"input_line\":1,\"error\":\"no\"}";
    for (answers, code, said) in [
        (right.clone(), 0, "ok\n"),
        (right.replace('\n', "\r\n"), 0, "ok\n"),
        (swap("\"seconds\"", "\"anything\""), 0, "ok\n"),
        (swap("\"margin\": -1", "\"margin\": 1"), 1, "wrong: value: claimed +1, right is -1\n"),
        (
            swap(&format!("{of_value}-1"), &format!("{of_value}0")),
            1,
            "wrong: v,0,0: claimed 0, right is -1\n",
        ),
        (swap("\"best\": true", "\"best\": false"), 1, "wrong: v,0,0: claimed not best, right is best\n"),
        (
            swap("\"behind\": {\n        \"margin\": 0", "\"behind\": {\n        \"margin\": 2"),
            1,
            "wrong: v,0,0: claimed 2 behind, right is 0 behind\n",
        ),
        (
            swap("\"move\": \"v,0,0\"", "\"move\": \"h,0,0\""),
            1,
            "wrong: h,0,0: claimed -1, right is no such move; v,0,0: claimed nothing, right is -1\n",
        ),
        (swap("\"v,0,0\"", "\"q\""), 1, "wrong: line 1, column 1: expected an edge"),
        (swap("\"1x1:1100\"", "\"1x1:1010\""), 1, "wrong: an answer to another position: 1x1:1010\n"),
        (swap("\"dots\"", "\"hex\""), 1, "wrong: an answer about `hex`, not about `dots`\n"),
        (
            swap("\"to_move\"", "\"turns\": \"coin:1/2\", \"to_move\""),
            1,
            "wrong: an answer for turns coin:1/2, not alternating\n",
        ),
        (swap("\"exact\"", "\"unknown\""), 3, "not known: the claim leaves it open\n"),
        (swap("\"value\"", "\"valu\""), 1, "wrong: an answer without a value\n"),
        (
            swap("\"margin\": -1", "\"numerator\": \"1\""),
            1,
            "wrong: an answer without the numbers of a value\n",
        ),
        (refusal.to_owned(), 1, "wrong: no answer, but an error: no\n"),
        (
            right.clone() + &right,
            1,
            "ok\ncase 2: too many: an answer of no case\n1 case: 1 right, 1 too many.\n",
        ),
    ] {
        let ran = check("json", &["dots", "verify", "1x1:1100"], "", &answers);
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(code), ""), "{answers}");
        assert!(ran.stdout.starts_with(&format!("case 1: {said}")), "{}\n{answers}", ran.stdout);
    }
    // The first side's view is a claim of its own.
    let black = answer(&["hex", "solve", "2x2:b", "--format", "json"], "");
    let (mover, first) = black.split_once("\"first\"").expect("both views are told");
    let wrong =
        format!("{mover}\"first\"{}", first.replacen("\"numerator\": \"1\"", "\"numerator\": \"2\"", 1));
    for (answers, code) in [(&black, 0), (&wrong, 1)] {
        assert_eq!(check("views", &["hex", "verify", "2x2:b"], "", answers).code, Some(code), "{answers}");
    }
}

#[test]
fn answers_that_cannot_be_read_are_no_wrong_claims() {
    for (answers, said) in [
        (&b"{\"schema\":1"[..], "answer 1: EOF while parsing"),
        (b"{\"schema\":2,\"game\":\"dots\"}", "answer 1: expected schema 1, found 2"),
        (b"{\"schema\":1,\"game\":\"dots\",\"value\":3}", "answer 1: invalid type"),
        (b"4\n\xff\n", "line 2, column 1: expected UTF-8 text"),
    ] {
        let ran = check("unreadable", &["dots", "verify", "1x1"], "", answers);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""));
        assert!(ran.stderr.contains(said), "{}", ran.stderr);
    }
    let ran = foregone(&["dots", "verify", "1x1", "--answers", "no such file"], "");
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""));
    // Nor is an input that cannot be read.
    for input in ["", "1x1\n1x0\n"] {
        let ran = check("input", &["dots", "verify", "-", "--format", "jsonl"], input, "");
        assert_eq!(ran.code, if input.is_empty() { Some(0) } else { Some(2) }, "{}", ran.stdout);
    }
}

#[test]
fn many_answers_are_checked_in_order() {
    let positions = "1x1\n\n1x1:1110\n2x2:swedish\n";
    let right = answer(&["dots", "analyze", "-", "--format", "jsonl"], positions);
    let wrong = right.replacen("\"margin\":1", "\"margin\":2", 1);
    let ran = check("many", &["dots", "verify", "-", "--format", "jsonl"], positions, &wrong);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(1), ""));
    let lines: Vec<serde_json::Value> =
        ran.stdout.lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect();
    assert_eq!(lines.len(), 4);
    assert_eq!(lines.iter().filter(|line| line["agrees"] == false).count(), 2);
    assert_eq!((&lines[3]["cases"], &lines[3]["wrong"]), (&3.into(), &1.into()));
    let ran = check("many-right", &["dots", "verify", "-", "--format", "jsonl"], positions, &right);
    assert_eq!(ran.code, Some(0), "{}", ran.stdout);
    // Several answers in JSON are an array.
    let positions = "1x1\n2x2:swedish\n";
    let right = answer(&["dots", "solve", "-", "--format", "json"], positions);
    let wrong = right.replace("-4", "-3");
    for (answers, code, said) in [
        (right, 0, "case 1: ok\ncase 2: ok\n2 cases: 2 right.\n"),
        (wrong, 1, "case 1: ok\ncase 2: wrong: value: claimed -3, right is -4\n"),
    ] {
        let ran = check("array", &["dots", "verify", "-"], positions, answers);
        assert_eq!(ran.code, Some(code));
        assert!(ran.stdout.starts_with(said), "{}", ran.stdout);
    }
}

#[test]
fn what_is_too_large_is_not_known() {
    // Refused by the solver: no answer of ours, so no verdict on theirs.
    let ran = check("large", &["hex", "verify", "12x12", "--memory", "1M"], "", "White 0.5 Black 0.5\n");
    assert_eq!(ran.code, Some(2));
    assert!(ran.stdout.starts_with("case 1: not known: "), "{}", ran.stdout);
    let ran = check("limit", &["hex", "verify", "9x9", "--states", "10"], "", "White 0.5 Black 0.5\n");
    assert_eq!(ran.code, Some(3));
    assert!(ran.stdout.starts_with("case 1: not known: the limit on states was reached\n"), "{}", ran.stdout);
    // The plain solver is refused, or stopped.
    let ran = foregone(&["hex", "verify", "21x21", "--against", "oracle", "--method", "oracle"], "");
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""));
    let ran = foregone(&["hex", "verify", "5x5", "--states", "600"], "");
    assert_eq!(ran.code, Some(3));
    assert!(
        ran.stdout.contains("transfer and oracle do not disagree, but 26 of 26 values are not known"),
        "{}",
        ran.stdout
    );
}

#[test]
fn lines_of_positions_are_verified_each() {
    let ran = foregone(&["dots", "verify", "-", "--format", "jsonl"], "1x1\nnonsense\n2x2:swedish\n");
    assert_eq!((ran.code, ran.stdout.lines().count()), (Some(2), 4), "{}", ran.stdout);
    let last: serde_json::Value = serde_json::from_str(ran.stdout.lines().nth(2).unwrap()).unwrap();
    assert_eq!((&last["agrees"], &last["values"], &last["open"]), (&true.into(), &5.into(), &0.into()));
    assert_eq!(
        (&last["cost"]["method"], &last["cost_against"]["method"]),
        (&"exact".into(), &"oracle".into())
    );
}
