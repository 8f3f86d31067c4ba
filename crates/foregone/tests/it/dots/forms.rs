//! The forms of other programs: what texts mean, what is written, and what is said of text that is wrong.

use foregone::Rules as _;
use foregone::dots::{Edge, Form, MAX_SIDE, NotationError, Position, Start};

use crate::random::Random;

/// The position with its mover as a reader has it.
fn read_anew(position: &Position) -> Position {
    Position::new(position.rows(), position.columns(), position.drawn().to_vec()).unwrap()
}

/// A position in the one-line notation; after a size there may be edges, to be drawn.
fn position(text: &str) -> Position {
    let mut words = text.split(' ');
    let mut position: Position = words.next().unwrap().parse().unwrap();
    for edge in words {
        position.play(edge.parse().unwrap()).unwrap();
    }
    read_anew(&position)
}

/// Edges drawn at random: some, most, none or all.
fn random_edges(random: &mut Random, largest: usize) -> Position {
    let (rows, columns) = (1 + random.below(largest), 1 + random.below(largest));
    let edges = Position::start(rows, columns, Start::American).unwrap().board().edges();
    let odds = random.pick(&[0, 1, 3, 5, 8, 9, 10]);
    Position::new(rows, columns, (0..edges).map(|_| random.below(10) < odds).collect()).unwrap()
}

#[test]
fn texts_mean_what_their_sources_say() {
    for (form, text, meant) in [
        // OpenSpiel, dots_and_boxes.cc: rows first, h and v with row and column, actions numbered like dbn; 2x2 unless
        // told otherwise; who closes a box moves again.
        (Form::OpenSpiel, "dots_and_boxes", "2x2"),
        (Form::OpenSpiel, "dots_and_boxes() P1(h,0,0) P2(v,1,2)", "2x2 h,0,0 v,1,2"),
        (
            Form::OpenSpiel,
            "dots_and_boxes(num_rows=1,num_cols=1,utility_margin=true) P1(h,0,0), P2(h,1,0), P1(v,0,0), P2(v,0,1)",
            "1x1 h,0,0 h,1,0 v,0,0 v,0,1",
        ),
        (Form::OpenSpiel, "2x3 P1(h,0,1) P2(v,0,0)", "2x3 h,0,1 v,0,0"),
        (Form::OpenSpiel, "2x3 h,0,1 v,0,0", "2x3 h,0,1 v,0,0"),
        (Form::OpenSpiel, "2x3: 1, 9", "2x3 h,0,1 v,0,0"),
        (Form::OpenSpiel, "2x3\n1\n9\n", "2x3 h,0,1 v,0,0"),
        (Form::OpenSpiel, "1x2", "1x2"),
        // A box, then the same player's move.
        (
            Form::OpenSpiel,
            "1x2 P1(h,0,0) P2(h,1,0) P1(v,0,0) P2(v,0,1) P2(h,0,1) P1(h,1,1)",
            "1x2 h,0,0 h,0,1 h,1,0 h,1,1 v,0,0 v,0,1",
        ),
        // trmph: f3, h9 and k8 are the moves of a link to a board of 5; f3 is the third horizontal edge of the second row.
        (Form::Trmph, "board#5,", "5x5"),
        (Form::Trmph, "#5,f3", "5x5 h,1,2"),
        (Form::Trmph, "board#5,f3h9k8", "5x5 h,1,2 h,4,3 v,3,5"),
        (Form::Trmph, "http://www.trmph.com/dots/board#3x2,D1a2", "2x3 h,0,1 v,0,0"),
        (Form::Dabble, "3,2\n(1, 0) - (2, 0)\n(0, 0) - (0, 1)\n", "2x3 h,0,1 v,0,0"),
        (Form::Dabble, "3, 2\r\n(2,0)-(1,0)\r\n( 0 , 1 ) - ( 0 , 0 )", "2x3 h,0,1 v,0,0"),
        // Dots-and-Boxes Engine: columns first, boxes from the top left, sides by letter or in full, in any case.
        (Form::Pos, "3 2\n1 0 t\n0 0 l\n", "2x3 h,0,1 v,0,0"),
        (Form::Pos, "3 2\n\n1 0 Top\n0 0 LEFT", "2x3 h,0,1 v,0,0"),
        (Form::Pos, "3 2\n1 0 b\n1 1 r", "2x3 h,1,1 v,1,2"),
        // Its file p50.pos.
        (
            Form::Pos,
            "5 4\n0 0 t\n0 0 l\n1 0 t\n1 0 b\n2 0 b\n3 0 b\n3 0 r\n0 1 l\n0 1 b\n1 1 b\n2 1 b\n3 1 b\n4 1 b\n1 2 b\n2 2 r\n2 3 r\n\n",
            "4x5 h,0,0 h,0,1 h,1,1 h,1,2 h,1,3 h,2,0 h,2,1 h,2,2 h,2,3 h,2,4 h,3,1 v,0,0 v,0,4 v,1,0 v,2,3 v,3,3",
        ),
        // Little Golem's forum: rows from the bottom; a1 is the lower left dot.
        (Form::LittleGolem, "5x5 1. a1-b1", "5x5 h,5,0"),
        (Form::LittleGolem, "2x3 1. b3-c3 2. a2-a3", "2x3 h,0,1 v,0,0"),
        (Form::LittleGolem, "2x3 C3–B3 A3-A2", "2x3 h,0,1 v,0,0"),
        // The game given there: a box is closed in turn 4, and the turn goes on.
        (
            Form::LittleGolem,
            "5x5\n1. b5-c5 2. c4-c5\n3. b4-c4 4. b4-b5, d3-e3\n5. f1-f2",
            "5x5 h,1,1 h,2,1 h,3,3 v,1,1 v,1,2 v,4,5",
        ),
        // Wilson's input of the Swedish 3x5, and a diagram of his.
        (
            Form::Grid,
            "0\n+-+-+-+-+-+\n|         |\n+ + + + + +\n|         |\n+ + + + + +\n|         |\n+-+-+-+-+-+\n",
            "3x5:swedish",
        ),
        (Form::Grid, "0 64 2 A\n+-+\n|A|\n+-+", "1x1:swedish"),
        (
            Form::Grid,
            "+  0  +  0  + -2  +\n      |\n   0  |    0    -2\n      |\n+ -2  #-----# -2  +\n            |\n  -2   -2   |\n            |\n+ -2  + -2  + -2  +\n",
            "2x3 h,1,1 v,0,1 v,1,2",
        ),
        (Form::Grid, "+  +--+  +\n|\n+  +  +  +\n\n+  +  +  +", "2x3 h,0,1 v,0,0"),
        (Form::Grid, "+-+--+\r\n|    |\r\n+ +--+\r\n", "1x2 h,0,0 h,0,1 h,1,1 v,0,0 v,0,2"),
        (
            Form::Grid,
            "   0   1   2\n0  •━━━•   •\n   ┃ ■ ┃\n1  •━━━•   •\nlines: drawn; ■: taken",
            "1x2 h,0,0 h,1,0 v,0,0 v,0,1",
        ),
    ] {
        let meant = position(meant);
        assert_eq!(form.read(text), Ok(meant.clone()), "{text}");
        assert_eq!(form.read(&format!("\u{feff}{text}")), Ok(meant), "{text}");
    }
}

#[test]
fn edges_are_written_in_order_and_as_turns() {
    // A box of the upper row is closed by its right edge; the turn goes on.
    let position: Position = "2x2:101000110000".parse().unwrap();
    for (form, text) in [
        (Form::OpenSpiel, "dots_and_boxes(num_rows=2,num_cols=2) P1(h,0,0) P2(h,1,0) P1(v,0,0) P2(v,0,1)"),
        (Form::Trmph, "board#2,b1b3a2c2"),
        (Form::Dabble, "2,2\n(0, 0) - (1, 0)\n(0, 1) - (1, 1)\n(0, 0) - (0, 1)\n(1, 0) - (1, 1)"),
        (Form::Pos, "2 2\n0 0 t\n0 1 t\n0 0 l\n1 0 l"),
        (Form::LittleGolem, "2x2 1. a3-b3 2. a2-b2 3. a2-a3 4. b2-b3"),
        (Form::Grid, "+--+  +\n|  |\n+--+  +\n\n+  +  +"),
    ] {
        assert_eq!(form.write(&position), text);
    }
    let full: Position = "1x2:swedish".parse().unwrap();
    let mut full = read_anew(&full);
    full.play(Edge::Vertical { row: 0, column: 1 }).unwrap();
    for (form, text) in [
        (Form::LittleGolem, "1x2 1. a2-b2 2. b2-c2 3. a1-b1 4. b1-c1 5. a1-a2 6. b1-b2, c1-c2"),
        (
            Form::OpenSpiel,
            "dots_and_boxes(num_rows=1,num_cols=2) P1(h,0,0) P2(h,0,1) P1(h,1,0) P2(h,1,1) P1(v,0,0) P2(v,0,1) P2(v,0,2)",
        ),
        (Form::Trmph, "board#2x1,b1d1b3d3a2c2e2"),
        (Form::Pos, "2 1\n0 0 t\n1 0 t\n0 0 b\n1 0 b\n0 0 l\n1 0 l\n1 0 r"),
        (Form::Grid, "+--+--+\n|  |  |\n+--+--+"),
    ] {
        assert_eq!(form.write(&full), text);
    }
}

#[test]
fn positions_go_round_through_every_form() {
    let mut random = Random(41);
    for round in 0..3_000 {
        // Mostly small boards, some with columns past `z`.
        let start = random_edges(&mut random, if round % 50 == 0 { 30 } else { 6 });
        for &form in Form::ALL {
            let text = form.write(&start);
            let read = form.read(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(read, start, "{text}");
            assert_eq!(form.read(&format!("\n{text}\n \n")), Ok(read), "{text}");
            assert_eq!(form.read(&text.replace('\n', "\r\n")), Ok(start.clone()), "{text}");
        }
    }
    for start in Start::ALL {
        for (rows, columns) in [(1, 1), (1, 7), (7, 1), (3, 4), (1, MAX_SIDE), (MAX_SIDE, 1)] {
            let position = Position::start(rows, columns, *start).unwrap();
            for &form in Form::ALL {
                assert_eq!(form.read(&form.write(&position)), Ok(position.clone()), "{position} {form:?}");
            }
        }
    }
}

/// The names of an edge in the forms that keep a game, each told apart from the library's own.
fn names(position: &Position, edge: Edge) -> [String; 4] {
    let (rows, row, column) = (position.rows(), edge.row(), edge.column());
    let dot = |row: usize, column: usize| format!("{}{}", char::from(b'a' + column as u8), rows - row + 1);
    let lattice = |row: usize, column: usize| format!("{}{}", char::from(b'a' + column as u8), row + 1);
    match edge {
        Edge::Horizontal { .. } => [
            format!(" h,{row},{column}"),
            lattice(2 * row, 2 * column + 1),
            if row < rows { format!("\n{column} {row} t") } else { format!("\n{column} {} b", row - 1) },
            format!(" {}-{}", dot(row, column + 1), dot(row, column)),
        ],
        Edge::Vertical { .. } => [
            format!(" v,{row},{column}"),
            lattice(2 * row + 1, 2 * column),
            if column > 0 { format!("\n{} {row} r", column - 1) } else { format!("\n0 {row} l") },
            format!(" {}-{}", dot(row, column), dot(row + 1, column)),
        ],
    }
}

#[test]
fn a_game_reads_as_it_was_played() {
    let forms = [Form::OpenSpiel, Form::Trmph, Form::Pos, Form::LittleGolem];
    let mut random = Random(42);
    for _ in 0..1_000 {
        let (rows, columns) = (1 + random.below(5), 1 + random.below(5));
        let mut position = Position::start(rows, columns, Start::American).unwrap();
        let mut texts = [
            format!("{rows}x{columns}"),
            format!("#{columns}x{rows},"),
            format!("{columns} {rows}"),
            format!("{rows}x{columns}"),
        ];
        let (mut by_player, mut by_turn, mut turn) = (texts[0].clone(), texts[3].clone(), 0);
        let mut over = true;
        for _ in 0..random.below(position.plies_left() + 1) {
            let edge = random.pick(&position.moves());
            let player = if position.to_move() == foregone::Side::First { 1 } else { 2 };
            by_player += &format!(" P{player}({edge})");
            let moves = names(&position, edge);
            turn += usize::from(over);
            by_turn += &if over { format!(" {turn}.{}", moves[3]) } else { format!(",{}", moves[3]) };
            over = position.play(edge).unwrap() == 0;
            for (text, mv) in texts.iter_mut().zip(&moves) {
                *text += mv;
            }
        }
        let expected = Ok(read_anew(&position));
        for (form, text) in forms.into_iter().zip(&texts) {
            assert_eq!(form.read(text), expected, "{text}");
        }
        assert_eq!(Form::OpenSpiel.read(&by_player), expected, "{by_player}");
        assert_eq!(Form::LittleGolem.read(&by_turn), expected, "{by_turn}");
        // A move that is played once more is found where it stands.
        if let Some(edge) = position.edges().find(|&edge| position.is_drawn(edge)) {
            for ((form, text), mv) in forms.into_iter().zip(texts).zip(names(&position, edge)) {
                let Err(NotationError::Move { place, .. }) = form.read(&format!("{text}{mv}")) else {
                    panic!("{text}{mv}")
                };
                let before = &text[text.rfind('\n').map_or(0, |at| at + 1)..];
                let expected = if mv.starts_with('\n') {
                    1
                } else {
                    before.len() + 1 + usize::from(mv.starts_with(' '))
                };
                assert_eq!(place.column, expected, "{text}{mv}");
            }
        }
    }
}

#[test]
fn wrong_text_is_told_where_and_why() {
    let huge = "9".repeat(40);
    for (form, text, error) in [
        (
            Form::OpenSpiel,
            "",
            "1, column 1: expected a number of rows from 1 to 1000, found the end of the input",
        ),
        (
            Form::OpenSpiel,
            "dots_and_boxes(num_rows=0)",
            "1, column 25: expected a number of rows from 1 to 1000, found `0)`",
        ),
        (
            Form::OpenSpiel,
            "dots_and_boxes(rows=2)",
            "1, column 16: expected `num_rows=`, `num_cols=` or `utility_margin=`, found `rows=2)`",
        ),
        (
            Form::OpenSpiel,
            "dots_and_boxes(num_rows=2",
            "1, column 26: expected `,` or `)`, found the end of the input",
        ),
        (Form::OpenSpiel, "2x2h,0,0", "1, column 4: expected a space and moves, found `h,0,0`"),
        (Form::OpenSpiel, "2x2 h,3,0", "1, column 7: expected a row from 0 to 2, found `3,0`"),
        (Form::OpenSpiel, "2x2 v,2,0", "1, column 7: expected a row from 0 to 1, found `2,0`"),
        (Form::OpenSpiel, "2x3 v,0,4", "1, column 9: expected a column from 0 to 3, found `4`"),
        (Form::OpenSpiel, "2x2 12", "1, column 5: expected an action from 0 to 11, found `12`"),
        (Form::OpenSpiel, "2x2 P1(h,0,0", "1, column 13: expected `)`, found the end of the input"),
        (Form::OpenSpiel, "2x2 P3(h,0,0)", "1, column 5: expected `P1(` or `P2(`, found `P3(h,0,0)`"),
        (Form::OpenSpiel, "2x2 P1(h,0,0) P1(h,0,1)", "1, column 15: illegal move P1(h,0,1): it is P2's turn"),
        (Form::OpenSpiel, "2x2 h,0,0\nh,0,0", "2, column 1: illegal move h,0,0: the edge is drawn already"),
        (Form::OpenSpiel, "2x2 0 1 0", "1, column 9: illegal move h,0,0: the edge is drawn already"),
        (
            Form::OpenSpiel,
            "2x2 x",
            "1, column 5: expected a move such as `h,0,1`, `P1(h,0,1)` or the number of an action, found `x`",
        ),
        (Form::Trmph, "board", "1, column 6: expected `#`, found the end of the input"),
        (Form::Trmph, "#0,", "1, column 2: expected a number of columns from 1 to 1000, found `0,`"),
        (
            Form::Trmph,
            "#3x2,a1",
            "1, column 6: expected an edge, such as b1 or a2, where a1 is a dot, found `a1`",
        ),
        (
            Form::Trmph,
            "#3x2,b2",
            "1, column 6: expected an edge, such as b1 or a2, where b2 is a box, found `b2`",
        ),
        (Form::Trmph, "#3x2,b7", "1, column 6: expected an edge, such as b1 or a2, before g5, found `b7`"),
        (Form::Trmph, "#3x2,h1", "1, column 6: expected an edge, such as b1 or a2, before g5, found `h1`"),
        (Form::Trmph, "#3x2,b", "1, column 6: expected an edge, such as b1 or a2, before g5, found `b`"),
        (Form::Trmph, "#3,b1a2b1", "1, column 8: illegal move b1: the edge is drawn already"),
        (Form::Trmph, "#3,b1 b3", "1, column 7: expected the end of the input, found `b3`"),
        (Form::Dabble, "3 2", "1, column 3: expected `,`, found `2`"),
        (Form::Dabble, "3,2(0,0)-(0,1)", "1, column 4: expected white space, found `(0,0)-(0,1)`"),
        (Form::Dabble, "3,2\n(0, 0) - (1, 1)", "2, column 10: expected a dot next to (0, 0), found `(1,`"),
        (Form::Dabble, "3,2\n(0, 0) - (0, 0)", "2, column 10: expected a dot next to (0, 0), found `(0,`"),
        (
            Form::Dabble,
            "3,2\n(4, 0) - (3, 0)",
            "2, column 2: expected the column of a dot from 0 to 3, found `4,`",
        ),
        (
            Form::Dabble,
            "3,2\n(0, 3) - (0, 2)",
            "2, column 5: expected the row of a dot from 0 to 2, found `3)`",
        ),
        (
            Form::Dabble,
            "3,2\n(0, 0) - (",
            "2, column 11: expected the column of a dot from 0 to 3, found the end of the input",
        ),
        (
            Form::Dabble,
            "3,2\n(0, 0) - (1, 0)\n(1, 0) - (0, 0)",
            "3, column 1: illegal move (0, 0) - (1, 0): the edge is drawn already",
        ),
        (Form::Pos, "3 2\n3 0 t", "2, column 1: expected the column of a box from 0 to 2, found `3`"),
        (Form::Pos, "3 2\n0 2 t", "2, column 3: expected the row of a box from 0 to 1, found `2`"),
        (
            Form::Pos,
            "3 2\n0 1 x",
            "2, column 5: expected `t`, `b`, `l` or `r`, or one of them in full, found `x`",
        ),
        (Form::Pos, "3 2\n0 0 b\n0 1 t", "3, column 1: illegal move 0 1 t: the edge is drawn already"),
        (Form::Pos, "3 2\nu 0 0 b", "2, column 1: expected the column of a box from 0 to 2, found `u`"),
        (Form::Pos, "3 1 3 1", "1, column 5: expected the column of a box from 0 to 2, found `3`"),
        (Form::LittleGolem, "2x3 a1-a4", "1, column 8: expected a dot from a1 to d3, found `a4`"),
        (Form::LittleGolem, "2x3 e1-e2", "1, column 5: expected a dot from a1 to d3, found `e1-e2`"),
        (Form::LittleGolem, "2x3 a1-b2", "1, column 8: expected a dot next to a1, found `b2`"),
        (Form::LittleGolem, "2x3 a1b1", "1, column 7: expected `-`, found `b1`"),
        (
            Form::LittleGolem,
            "2x3 1. a1-b1 3. a1-a2",
            "1, column 14: expected turn `2.` or a move, found `3.`",
        ),
        (
            Form::LittleGolem,
            "2x3 1. a1-b1, 2. b1-a1",
            "1, column 18: illegal move a1-b1: the edge is drawn already",
        ),
        (
            Form::LittleGolem,
            "1x2 a1-b1 a2-b2 a1-a2 b1-b2 5. c1-c2",
            "1, column 29: expected another move of turn 4, after a capture, found `5.`",
        ),
        (Form::Grid, "", "1, column 1: expected a row of dots, found the end of the input"),
        (
            Form::Grid,
            "1x1",
            "1, column 1: expected a row of dots, or `0` alone in a line before it, found `1x1`",
        ),
        (
            Form::Grid,
            "-1\n+-+\n| |\n+-+",
            "1, column 1: expected a row of dots, or `0` alone in a line before it, found `-1`",
        ),
        (Form::Grid, "+", "1, column 2: expected another dot in the row, found the end of the input"),
        (
            Form::Grid,
            "+-+",
            "1, column 4: expected another row of dots below this one, found the end of the input",
        ),
        (Form::Grid, "++\n||\n++", "1, column 2: expected a dash or a space between two dots, found `+`"),
        (
            Form::Grid,
            "+-+\n+-+",
            "2, column 1: expected a line for bars between two rows of dots, found `+-+`",
        ),
        (Form::Grid, "+- +\n\n+  +", "1, column 2: expected 2 dashes, or none, found `-`"),
        (
            Form::Grid,
            "+--+\n\n +--+",
            "3, column 1: expected a dot below those of the first row, found a space",
        ),
        (Form::Grid, "+--+\n\n+-+", "3, column 2: expected 2 dashes, or none, found `-+`"),
        (
            Form::Grid,
            "+--+\n |\n+--+",
            "2, column 2: expected a bar or a value below a dot, and a number, a letter or a space between, found `|`",
        ),
        (
            Form::Grid,
            "+--+\n|\n\n+--+",
            "3, column 1: expected the bar above to go on, found the end of the line",
        ),
        (Form::Grid, "+--+\n\n|\n+--+", "3, column 1: expected no bar, as in the line above, found `|`"),
        (
            Form::Grid,
            "+--+\n|*\n+--+",
            "2, column 2: expected a bar or a value below a dot, and a number, a letter or a space between, found `*`",
        ),
        // A letter in a bar's place might be meant for one.
        (
            Form::Grid,
            "+--+\nl  l\n+--+",
            "2, column 1: expected a bar or a value below a dot, and a number, a letter or a space between, found `l`",
        ),
        (Form::Grid, "+--+\n\n+--+ x", "3, column 6: expected the end of the line, found `x`"),
        (Form::Grid, "+--+\n\n+--+\nx", "4, column 1: expected nothing after the picture, found `x`"),
        (Form::Grid, "x+--+\n\n x--+", "1, column 1: expected a space or the number of a row, found `x+--+`"),
    ] {
        let found = form.read(text).unwrap_err();
        assert_eq!(found.to_string(), format!("line {error}"), "{text}");
    }
    for text in [
        format!("{huge}x1 h,0,0"),
        format!("1x{huge}"),
        format!("#{huge},"),
        format!("{huge},1"),
        format!("{huge} 1"),
    ] {
        for &form in Form::ALL {
            assert!(form.read(&text).is_err(), "{text}");
        }
    }
    for text in
        [format!("1x1 h,{huge},0"), format!("1x1 {huge}"), format!("#1,a{huge}"), format!("1,1 ({huge}, 0)")]
    {
        for &form in Form::ALL {
            assert!(form.read(&text).is_err(), "{text}");
        }
    }
    let wide = format!("{}+\n\n{0}+", "+ ".repeat(MAX_SIDE + 1));
    assert!(matches!(Form::Grid.read(&wide), Err(NotationError::Board(_))));
}

/// Texts broken in all sorts of ways give a position or an error, and what was read goes round.
#[test]
fn broken_text_makes_no_reader_panic() {
    let pieces = "+ - | # • ━ ┃ -- +--+ 0 1 2x2 P1( ) h,0,0 v,0,1 board# a1 b1 a1-b1 1. ( , t b é 9999999999999999999999";
    let pieces: Vec<_> = pieces.split(' ').chain([" ", "\n", "\r\n", "\u{feff}", "\t"]).collect();
    let mut random = Random(43);
    let mut readable = 0;
    for _ in 0..3_000 {
        let start = random_edges(&mut random, 3);
        for &form in Form::ALL {
            let mut text = form.write(&start);
            for _ in 0..1 + random.below(3) {
                let places: Vec<_> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
                let (a, b) = (random.pick(&places), random.pick(&places));
                let (from, to) = (a.min(b), a.max(b));
                match random.below(4) {
                    0 => text.truncate(to),
                    1 => text.insert_str(from, random.pick(&pieces)),
                    2 => drop(text.drain(from..to)),
                    _ => {
                        let part = text[from..to].to_owned();
                        text.insert_str(from, &part);
                    }
                }
            }
            for &form in Form::ALL {
                if let Ok(read) = form.read(&text) {
                    assert_eq!(form.read(&form.write(&read)), Ok(read));
                    readable += 1;
                }
            }
        }
    }
    assert!(readable > 1_000, "{readable}");
}
