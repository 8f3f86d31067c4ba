//! Texts as they come: from other systems, in forms that nobody named, or not there at all.

use serde_json::Value;

use crate::{answer, foregone};

#[test]
fn marks_blanks_and_line_ends_of_other_systems_are_read_past() {
    let shown = answer(&["dots", "show", "-"], "1x2:1111001");
    for text in [
        "1x2:1111001\r\n",
        "\u{feff}1x2:1111001\n",
        "\u{feff}\r\n\r\n  1x2:1111001 \t \r\n\r\n",
        "\t1x2:1111001\t\n \n",
    ] {
        assert_eq!(answer(&["dots", "show", "-"], text), shown, "{text:?}");
        let lines = foregone(&["dots", "show", "-", "--format", "jsonl"], text);
        assert!(lines.stdout.contains("\"position\":\"1x2:1111001\""), "{text:?}: {}", lines.stdout);
    }
    // Every form takes a carriage return before the end of a line.
    for (game, position) in
        [("dots", "2x3:01000000010000000"), ("hex", "3x3:W2/3/2B:w"), ("contour", "1x2:3,1|2,2")]
    {
        for (form, text) in forms(game, position) {
            let text = format!("\u{feff}{}", text.replace('\n', "\r\n"));
            let back = answer(&[game, "convert", "-", "--from", form, "--to", form], &text);
            assert_eq!(back, answer(&[game, "convert", position, "--to", form], ""), "{form}");
        }
    }
}

/// A position of a game in all its forms.
fn forms(game: &str, position: &str) -> Vec<(&'static str, String)> {
    let names: &[&str] = match game {
        "dots" => &["notation", "judge", "openspiel", "trmph", "dabble", "pos", "littlegolem", "grid"],
        "hex" => &["notation", "judge", "sgf", "hexworld", "hexwiki", "htp"],
        _ => &["notation", "judge"],
    };
    let write = |&name: &&'static str| (name, answer(&[game, "convert", position, "--to", name], ""));
    names.iter().map(write).collect()
}

#[test]
fn the_form_of_a_text_is_found_out_and_told() {
    for (game, position) in
        [("dots", "2x3:01000000010000000"), ("hex", "3x3:W2/3/2B:w"), ("contour", "1x2:3,1|2,2")]
    {
        for (form, text) in forms(game, position) {
            let named = answer(&[game, "show", "-", "--from", form], &text);
            let found = foregone(&[game, "show", "-"], &text);
            assert_eq!((found.code, &found.stdout), (Some(0), &named), "{game} {form}");
            let note = format!(": --from {form}\n");
            if form == "notation" {
                assert_eq!(found.stderr, "");
            } else {
                assert!(
                    found.stderr.starts_with("read as ") && found.stderr.ends_with(&note),
                    "{}",
                    found.stderr
                );
            }
            let json = answer(&[game, "show", "-", "--format", "json"], &text);
            let json: Value = serde_json::from_str(&json).expect("the answer is JSON");
            assert_eq!(
                json.get("read_as").and_then(Value::as_str),
                Some(form).filter(|form| *form != "notation")
            );
        }
    }
}

#[test]
fn what_show_prints_is_read_back() {
    let shown = answer(&["dots", "show", "2x2:swedish"], "");
    let found = foregone(&["dots", "convert", "-", "--to", "notation"], &shown);
    assert_eq!(
        (found.stdout.as_str(), found.stderr.as_str()),
        ("2x2:swedish\n", "read as a picture: --from grid\n")
    );
    for (game, option, position) in
        [("contour", "--poset", "a 1 2; b 3 4: a"), ("dots", "--coins", "a b; b ground")]
    {
        let json = answer(&[game, "convert", option, position, "--to", "json"], "");
        let back = foregone(&[game, "convert", option, "-", "--to", "notation"], &json);
        assert_eq!((back.stdout.trim_end(), back.stderr.as_str()), (position, "read as JSON: --from json\n"));
    }
}

#[test]
fn a_text_in_no_form_is_told_which_were_tried() {
    for (game, text, error) in [
        ("contour", "nonsense", "found `nonsense`; it is in none of the forms notation, judge, json\n"),
        (
            "hex",
            "nonsense",
            "found `nonsense`; it is in none of the forms notation, judge, sgf, hexworld, hexwiki, htp, json\n",
        ),
        ("hex", "(;SZ[3];B[d1])", "found `d1])`; this looks like a game record: --from sgf\n"),
        ("hex", "2\n3\nW..", "this looks like the original problem's input: --from judge\n"),
        ("hex", "3x3:W2/4/2B:w", "from 1 to 3, found `4/2B:w`\n"),
        (
            "dots",
            "2x2 P1(h,0,0) P1(h,0,1)",
            "it is P2's turn; this looks like moves of OpenSpiel: --from openspiel\n",
        ),
        ("dots", "", "found the end of the input\n"),
    ] {
        let ran = foregone(&[game, "solve", "-"], text);
        assert_eq!(ran.code, Some(2));
        assert!(ran.stderr.ends_with(error), "{text:?}: {}", ran.stderr);
    }
}

#[test]
fn a_line_of_many_is_tried_in_the_forms_of_one_line() {
    let lines = "3x3\n#3c1,a1b2\n(;SZ[2])\n<hexboard size=\"2x2\" contents=\"\"/>\n2 3\nboardsize 3\n";
    let ran = foregone(&["hex", "show", "-", "--format", "jsonl"], lines);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(2), ""));
    let told: Vec<Value> = ran.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let read_as: Vec<_> = told.iter().map(|record| record["read_as"].as_str().unwrap_or("-")).collect();
    assert_eq!(read_as, ["-", "hexworld", "sgf", "hexwiki", "-", "-", "-"]);
    let errors: Vec<_> = told[4..6].iter().map(|record| record["error"].as_str().unwrap()).collect();
    assert!(errors[0].contains("this looks like the original problem's input"), "{errors:?}");
    assert!(errors[1].ends_with("; commands of HTP may take several lines: --from htp"), "{errors:?}");
}

#[test]
fn bytes_that_are_no_text_are_told_with_their_place() {
    for (bytes, complaint) in [
        (&b"1x1\n1x1:\xff0"[..], "error: standard input: line 2, column 5: expected UTF-8 text\n"),
        (
            "1x1\n\u{e9}\u{e9}".as_bytes().split_last().unwrap().1,
            "error: standard input: line 2, column 2: expected UTF-8 text\n",
        ),
        (
            b"\xff\xfe1\x00x\x001\x00",
            "error: standard input: line 1, column 1: expected UTF-8 text, found UTF-16\n",
        ),
        (b"1x1\0", "error: standard input: line 1, column 4: expected the end of the line, found `\\0`\n"),
    ] {
        let ran = foregone(&["dots", "solve", "-"], bytes);
        assert_eq!((ran.code, &*ran.stdout, &*ran.stderr), (Some(2), "", complaint));
    }
    let ran = foregone(&["dots", "solve", "-", "--format", "jsonl"], b"1x1\n1x1:\xff0\n1x1\n");
    assert_eq!((ran.code, ran.stdout.lines().count()), (Some(2), 4));
    let expected = r#""kind":"refusal","input_line":2,"error":"column 5: expected UTF-8 text"}"#;
    assert!(ran.stdout.lines().nth(1).unwrap().ends_with(expected), "{}", ran.stdout);
}

#[test]
fn a_file_that_is_not_there_is_called_so() {
    for name in ["none.txt", "./none", "/none/none", r"C:\boards\none.txt", r"boards\none", "boards/none.sgf"]
    {
        for asked in [&["hex", "show", name][..], &["judge", "hex", name]] {
            let ran = foregone(asked, "");
            assert_eq!((ran.code, ran.stderr), (Some(2), format!("error: no such file: {name}\n")));
        }
    }
    let ran = foregone(&["hex", "show", "examples"], "");
    assert!(ran.stderr.starts_with("error: examples: "), "{}", ran.stderr);
}

#[test]
fn several_positions_are_one_array_of_json_and_texts_one_after_the_other() {
    let lines = "1x1\n\n1x2:b\n2x2\n";
    let json = answer(&["hex", "show", "-", "--format", "json"], lines);
    let array: Vec<Value> = serde_json::from_str(&json).expect("it is an array");
    let told: Vec<_> =
        array.iter().map(|answer| (answer["position"].as_str(), answer["case"].as_u64())).collect();
    assert_eq!(told, [(Some("1x1"), Some(1)), (Some("1x2:b"), Some(2)), (Some("2x2"), Some(3))]);
    let alone: Value =
        serde_json::from_str(&answer(&["hex", "show", "1x1", "--format", "json"], "")).expect("JSON");
    assert_eq!((alone["position"].as_str(), alone.get("case")), (Some("1x1"), None));
    // An error ends the run; what was answered before is still an array.
    let ran = foregone(&["dots", "solve", "-", "--format", "json"], "1x1\n30x30\n1x1\n");
    let array: Vec<Value> = serde_json::from_str(&ran.stdout).expect("it is an array");
    assert_eq!((ran.code, array.len()), (Some(2), 1));
    assert!(ran.stderr.starts_with("error: standard input: case 2: "), "{}", ran.stderr);
    for (game, lines) in
        [("dots", "1x1\n2x1:swedish\n"), ("contour", "1x1:1|2\n2x1:1/2|3/4\n"), ("hex", "1x1\n2x1\n")]
    {
        let each: Vec<String> = lines.lines().map(|line| answer(&[game, "show", line], "")).collect();
        assert_eq!(answer(&[game, "show", "-"], lines), each.join("\n"));
    }
}
