//! The forms of other programs: what texts mean, what is written, and what is said of text that is wrong.

use super::*;
use foregone::Rules as _;
use foregone::hex::{Form, MAX_SIDE, NotationError};

const ALL: [Form; 4] = [Form::Sgf, Form::HexWorld, Form::HexWiki, Form::Htp];

/// What White joins in positions read from a form.
const fn axis(form: Form) -> Axis {
    match form {
        Form::Sgf | Form::Htp => Axis::LeftRight,
        Form::HexWorld | Form::HexWiki => Axis::TopBottom,
    }
}

/// The same game with White joining the sides of an axis: the names of the colours are exchanged if need be.
fn renamed(position: &Position, axis: Axis) -> Position {
    if position.white_joins() == axis {
        return position.clone();
    }
    let stones = position.board().cells().map(|cell| position.stone(cell).map(Colour::other)).collect();
    let to_move = position.to_move_colour().other();
    Position::new(position.rows(), position.columns(), stones, to_move, axis).unwrap()
}

#[test]
fn texts_mean_what_their_specifications_say() {
    for (form, text, meant) in [
        // red-bean.com/sgf/hex.html: 11x11 unless SZ says otherwise; columns first; Black moves first and joins top
        // and bottom; names of points in any case.
        (Form::Sgf, "(;)", "11x11:b:lr"),
        (Form::Sgf, "(;GM[11]SZ[3:2])", "2x3:b:lr"),
        (Form::Sgf, "(;SZ[4];B[c1];W[A2])", "4x4:2B1/W3/4/4:b:lr"),
        (Form::Sgf, "(;SZ[2:28];B[b28])", &format!("28x2:{}1B:w:lr", "2/".repeat(27))),
        (Form::Sgf, "(;SZ[28:1];B[aB1])", "1x28:27B:w:lr"),
        // The order of a root's properties is free.
        (Form::Sgf, "(;AB[a1][b2]\n AW [c1]PL[W]C[1\\] ;B[a1\\\\]SZ[3:2])", "2x3:B1W/1B1:w:lr"),
        (Form::Sgf, "(;SZ[2]AB[a1][b1];AE[a1]AW[b2];PL[white];W[a1])", "2x2:WB/1W:b:lr"),
        // Setup later on says what is there from then on, whatever was.
        (Form::Sgf, "(;SZ[2]AB[a1][b1];AW[a1]AB[b2];AB[b1]AE[b2])", "2x2:WB/2:b:lr"),
        (Form::Sgf, "(;SZ[2];B[a1];W[b1];AB[b1]PL[W])", "2x2:BB/2:w:lr"),
        // The main line, to its end.
        (Form::Sgf, "(;SZ[2];B[a1](;W[b1](;B[b2])(;B[a2]))(;W[a2]))", "2x2:BW/1B:w:lr"),
        (Form::Sgf, "(;SZ[2](;B[a1])(;B[a2](;W[b2])))", "2x2:B1/2:w:lr"),
        // The stone goes to its mirror image in the long diagonal and changes colour; then Black is to move.
        (Form::Sgf, "(;SZ[3];B[c1];W[swap-pieces])", "3x3:3/3/W2:b:lr"),
        (Form::Sgf, "(;SZ[3];B[b2];W[Swap-Pieces];B[a1])", "3x3:B2/1W1/3:w:lr"),
        // The players change chairs: White, now the other player, has the second move.
        (Form::Sgf, "(;SZ[3:2];B[c1];W[swap-sides])", "2x3:2B/3:w:lr"),
        (Form::Sgf, "(;SZ[2];B[a1];W[];B[pass];W[b2];B[resign])", "2x2:B1/1W:b:lr"),
        (Form::Sgf, "(;SZ[2];B[a1];W[forfeit])", "2x2:B1/2:w:lr"),
        (Form::Sgf, "(;SZ[2];B[a1];B[b1])", "2x2:BB/2:w:lr"),
        // HexWorld: columns first; Red, who joins top and bottom, moves first.
        (Form::HexWorld, "#11c1", "11x11"),
        (Form::HexWorld, "hexworld.org/board/#5c1,a1", "5x5:W4/5/5/5/5:b"),
        (Form::HexWorld, "https://hexworld.org/board/#3c1%2Cc1%3As%2Ca1", "3x3:3/3/B2:w"),
        (Form::HexWorld, "#3c1%2ca1%3ap", "3x3:W2/3/3:w"),
        // Without a size it is the usual one; without colours of its own a board has black and white stones, and Black
        // moves first and joins top and bottom.
        (Form::HexWorld, "#", "11x11:b:lr"),
        (Form::HexWorld, "#c1", "11x11"),
        (Form::HexWorld, "#nc1,", "11x11"),
        (Form::HexWorld, "#,a1", "11x11:B10/11/11/11/11/11/11/11/11/11/11:w:lr"),
        (Form::HexWorld, "#5,a1b2", "5x5:B4/1W3/5/5/5:b:lr"),
        (Form::HexWorld, "#3n,c1:s", "3x3:3/3/W2:b:lr"),
        (Form::HexWorld, "#3x2c1,", "2x3"),
        (Form::HexWorld, "https://hexworld.org/board/#3x2nr9mc1,c1a2", "2x3:2W/B2:w"),
        (Form::HexWorld, "#5c1,c2:se4", "5x5:5/5/1B3/4W/5:b"),
        (Form::HexWorld, "#3c1,c1:S", "3x3:2W/3/3:b"),
        (Form::HexWorld, "#2c1,:pa1b1:p:p:rb", "2x2:BW/2:b"),
        (Form::HexWorld, "#2c1,a1:fw", "2x2:W1/2:b"),
        // The second comma is where the reader stands: what follows is ahead.
        (Form::HexWorld, "#3c1,a1b2,c3", "3x3:W2/1B1/3:w"),
        (Form::HexWorld, "#3,,a1:s", "3x3:b:lr"),
        // HexWiki, "New board diagrams": rows first; a letter holds until the next.
        (Form::HexWiki, r#"<hexboard size="3x3" contents="R a1 b2 B c1"/>"#, "3x3:W1B/1W1/3:b"),
        (Form::HexWiki, r#"<hexboard size="3x3" contents="" />"#, "3x3"),
        (Form::HexWiki, "<hexboard\n  size=\"2x3\"\n  coords=\"hide\"\n/>\n", "2x3"),
        (
            Form::HexWiki,
            r#"<hexboard size="3x4" contents="R arrow(12):a1 b1 B a2 R 1:c1 B 2:b3 R 3:d2 E *:c2 *:d1 *:c3 *:d3"/>"#,
            "3x4:WWW1/B2W/1B2:b",
        ),
        (
            Form::HexWiki,
            r#"<hexboard contents="S red:all blue:(a1--c1 a2) E *:(c1 c2) B a1--a3 b3 R ↗:b1 E b3" size="3x3"/>"#,
            "3x3:BW1/B2/B2:w",
        ),
        (Form::HexWiki, r#"<hexboard size="1x2" contents="R a1"/> <!-- Red to move -->"#, "1x2:W1:w"),
        // HTP: columns first; Black, who joins top and bottom, moves first.
        (Form::Htp, "boardsize 11", "11x11:b:lr"),
        (Form::Htp, "boardsize 3 2\nplay black c1\nplay w A2\n", "2x3:2B/W2:b:lr"),
        (
            Form::Htp,
            "# a game\r\n1 boardsize 3 3\r\n2 clear_board\r\n\r\nplay b c1 # there\r\nplay w swap-pieces\r\nshowboard",
            "3x3:3/3/W2:b:lr",
        ),
        (Form::Htp, "boardsize 2 2\nplay b a1\nreg_genmove b", "2x2:B1/2:b:lr"),
        // What only asks is read past, and a board begun again is another one.
        (
            Form::Htp,
            "name\nversion\nprotocol_version\nlist_commands\nknown_command undo\nparam_mohex max_time 3\n1 boardsize 2 2\n\
             play b a1\ntime_left b 10 0\ntime_settings 1 2 3\nfinal_score\nshowboard\nquit\nplay w a1",
            "2x2:B1/2:w:lr",
        ),
        (Form::Htp, "boardsize 2\nplay b a1\nplay w b2\nundo\nplay w b1", "2x2:BW/2:b:lr"),
        (Form::Htp, "boardsize 3\nplay b c1\nplay w swap-pieces\nundo", "3x3:2B/3/3:w:lr"),
        (Form::Htp, "boardsize 3\nplay b b2\nplay w swap-pieces\nundo\nundo", "3x3:b:lr"),
        (Form::Htp, "boardsize 3\nplay b b2\nplay w resign\nundo\nplay w a1", "3x3:W2/1B1/3:b:lr"),
        (Form::Htp, "boardsize 2\nplay b a1\nclear_board\nplay b b2", "2x2:2/1B:w:lr"),
        (Form::Htp, "boardsize 2\nplay b a1\nboardsize 3 1\nplay b b1", "1x3:1B1:w:lr"),
        (Form::Htp, "boardsize 2\nplay b a1\nreg_genmove w\nplay w b2\ngenmove b\nquit", "2x2:B1/1W:b:lr"),
        (Form::Htp, "boardsize 2\ngenmove b\nundo\nplay b a1", "2x2:B1/2:w:lr"),
        (Form::Htp, "boardsize 2 2\nplay b a1\nplay W resign", "2x2:B1/2:w:lr"),
    ] {
        assert_eq!(form.read(text).map(|read| read.to_string()).as_deref(), Ok(meant), "{text}");
    }
}

#[test]
fn what_is_written_goes_by_the_sides_that_a_colour_joins() {
    for (text, sgf, hexworld, hexwiki, htp) in [
        (
            "2x3:W1B/3:w",
            "(;FF[4]GM[11]SZ[3:2]AB[a1]AW[c1]PL[B])",
            "#3x2c1,a1c1",
            r#"size="2x3" contents="R a1 B c1"/>"#,
            "boardsize 3 2\nplay black a1\nplay white c1",
        ),
        (
            "2x3:W1B/3:w:lr",
            "(;FF[4]GM[11]SZ[3:2]AB[c1]AW[a1]PL[W])",
            "#3x2c1,c1a1:p",
            r#"size="2x3" contents="R c1 B a1"/><!-- Blue to move -->"#,
            "boardsize 3 2\nplay white a1\nplay black c1",
        ),
        (
            "1x2:b",
            "(;FF[4]GM[11]SZ[2:1]PL[W])",
            "#2x1c1,:p",
            r#"size="1x2" contents=""/><!-- Blue to move -->"#,
            "boardsize 2 1\nreg_genmove white",
        ),
        (
            "1x3:WW1:b",
            "(;FF[4]GM[11]SZ[3:1]AB[a1][b1]PL[W])",
            "#3x1c1,a1:pb1",
            r#"size="1x3" contents="R a1 b1"/>"#,
            "boardsize 3 1\nplay black a1\nplay black b1",
        ),
        (
            "3x3:W2/3/3:w",
            "(;FF[4]GM[11]SZ[3]AB[a1]PL[B])",
            "#3c1,a1:p",
            r#"size="3x3" contents="R a1"/><!-- Red to move -->"#,
            "boardsize 3 3\nplay black a1\nreg_genmove black",
        ),
    ] {
        let position = position(text);
        let written = |form: Form| form.write(&position).unwrap();
        assert_eq!(written(Form::Sgf), sgf);
        assert_eq!(written(Form::HexWorld), format!("https://hexworld.org/board/{hexworld}"));
        assert_eq!(written(Form::HexWiki), format!("<hexboard {hexwiki}"));
        assert_eq!(written(Form::Htp), htp);
    }
}

#[test]
fn positions_go_round_through_every_form() {
    let mut random = Random(11);
    for round in 0..6_000 {
        // Mostly small boards, some with columns past `z`.
        let side = if round % 50 == 0 { 40 } else { 7 };
        let start = random.hex_position(side, side * side);
        for form in ALL {
            let Ok(text) = form.write(&start) else {
                assert!(start.rows().max(start.columns()) > 26);
                continue;
            };
            let read = form.read(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(read, renamed(&start, axis(form)), "{start}: {text}");
            assert_eq!(read, start.with_white_joining(axis(form)));
            // Whatever the names, the same sides are joined already.
            assert_eq!(
                read.winner().map(|colour| read.axis_of(colour)),
                start.winner().map(|colour| start.axis_of(colour))
            );
            assert_eq!(form.read(&format!(" \n{text}\n ")), Ok(read));
        }
    }
    let large = Position::empty(MAX_SIDE, 1).unwrap();
    for form in [Form::Sgf, Form::Htp] {
        assert_eq!(form.read(&form.write(&large).unwrap()), Ok(renamed(&large, axis(form))));
    }
}

#[test]
fn boards_that_a_program_has_not_are_not_written_for_it() {
    for (form, most, name) in [(Form::HexWorld, 30, "HexWorld"), (Form::HexWiki, 26, "HexWiki")] {
        for (rows, columns) in [(most, most), (most, 1), (1, most)] {
            let largest = Position::empty(rows, columns).unwrap();
            assert_eq!(form.read(&form.write(&largest).unwrap()), Ok(largest));
        }
        for (rows, columns) in [(most + 1, 2), (2, most + 1)] {
            let refused = form.write(&Position::empty(rows, columns).unwrap()).unwrap_err();
            let expected =
                format!("{name} has boards of at most {most} rows and columns, not {rows}x{columns}");
            assert_eq!(refused.to_string(), expected);
        }
    }
}

#[test]
fn several_positions_are_read_one_after_the_other() {
    for (form, text, meant) in [
        (
            Form::Sgf,
            "(;SZ[2];B[a1]) (;SZ[3](;B[a1])(;B[b1]))\n(;SZ[1])",
            &["2x2:B1/2:w:lr", "3x3:B2/3/3:w:lr", "1x1:b:lr"][..],
        ),
        (Form::Sgf, "(;SZ[2])", &["2x2:b:lr"]),
        (Form::HexWorld, "#2c1,a1\n#3c1\n", &["2x2:W1/2:b", "3x3"]),
        (
            Form::HexWiki,
            r#"<hexboard size="1x2"/><!-- Blue to move --> <hexboard size="2x2" contents="R a1"/>"#,
            &["1x2:b", "2x2:W1/2:b"],
        ),
        (Form::Htp, "boardsize 2\nboardsize 3", &["3x3:b:lr"]),
    ] {
        let read = form.read_all(text).map(|all| all.iter().map(ToString::to_string).collect());
        assert_eq!(read, Ok(meant.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>()), "{text}");
    }
    let error = Form::Sgf.read_all("(;SZ[2])\n(;SZ[2];B[c1])").unwrap_err();
    assert_eq!(error.to_string(), "line 2, column 11: expected a cell from a1 to b2, found `c1])`");
    assert!(Form::Sgf.read_all("").is_err());
    // What is written for several reads back.
    let mut random = Random(14);
    let positions: Vec<_> = (0..50).map(|_| random.hex_position(6, 36)).collect();
    for form in [Form::Sgf, Form::HexWorld, Form::HexWiki] {
        let text: String = positions.iter().map(|position| form.write(position).unwrap() + "\n").collect();
        let expected = positions.iter().map(|position| renamed(position, axis(form))).collect();
        assert_eq!(form.read_all(&text), Ok(expected));
    }
}

#[test]
fn a_game_reads_as_it_was_played() {
    let mut random = Random(12);
    for _ in 0..2_000 {
        let (rows, columns) = (1 + random.below(6), 1 + random.below(6));
        let mut position = Position::empty(rows, columns).unwrap();
        let mut cells = Vec::new();
        for _ in 0..random.below(rows * columns + 1) {
            let cell = random.pick(&position.moves());
            position.play(cell).unwrap();
            cells.push(cell);
        }
        let link = cells.iter().fold(format!("#{columns}x{rows}c1,"), |text, cell| format!("{text}{cell}"));
        assert_eq!(Form::HexWorld.read(&link), Ok(position.clone()));
        // White of the position is Black there.
        let names = ["B", "W"].into_iter().cycle();
        let nodes: String = names.zip(&cells).map(|(name, cell)| format!(";{name}[{cell}]")).collect();
        let read = Form::Sgf.read(&format!("(;GM[11]SZ[{columns}:{rows}]{nodes})"));
        assert_eq!(read, Ok(renamed(&position, Axis::LeftRight)));
        let names = ["black", "w"].into_iter().cycle();
        let lines: String = names.zip(&cells).map(|(name, cell)| format!("\nplay {name} {cell}")).collect();
        let read = Form::Htp.read(&format!("boardsize {columns} {rows}{lines}"));
        assert_eq!(read, Ok(renamed(&position, Axis::LeftRight)));
    }
}

#[test]
fn a_swap_is_the_same_game_with_the_players_exchanged() {
    for columns in 1..=5 {
        for cell in Position::empty(columns, columns).unwrap().moves() {
            let mirror = Cell::new(cell.column, cell.row);
            // Seen in the mirror, where the sides change places, Red's stone is Blue's.
            let swapped = Form::HexWorld.read(&format!("#{columns}c1,{cell}:s")).unwrap();
            assert_eq!(swapped.stone(mirror), Some(Colour::Black));
            assert_eq!(swapped.open_cells(), columns * columns - 1);
            assert_eq!(swapped.to_move_colour(), Colour::White);
            if columns == 3 {
                let before = Form::HexWorld.read(&format!("#{columns}c1,{cell}")).unwrap();
                let mut solver = Solver::new();
                assert_eq!(value(&mut solver, &swapped), value(&mut solver, &before));
            }
        }
    }
}

#[test]
fn wrong_text_is_told_where_and_why() {
    for (form, text, error) in [
        (Form::Sgf, "", "1, column 1: expected `(`, found the end of the input"),
        (Form::Sgf, "()", "1, column 2: expected `;`, found `)`"),
        (Form::Sgf, "(;SZ[3]", "1, column 8: expected `;`, `(` or `)`, found the end of the input"),
        (Form::Sgf, "(;SZ[3", "1, column 7: expected `]`, found the end of the input"),
        (Form::Sgf, "(;SZ)", "1, column 5: expected `[` and a value of SZ, found `)`"),
        (Form::Sgf, "(;GM[1])", "1, column 6: expected `11`, which is the game of Hex, found `1])`"),
        (Form::Sgf, "(;SZ[0])", "1, column 6: expected a number of columns from 1 to 1000, found `0])`"),
        (Form::Sgf, "(;SZ[3:1001])", "1, column 8: expected a number of rows from 1 to 1000, found `1001])`"),
        (Form::Sgf, "(;SZ[3x4])", "1, column 7: expected `]`, found `x4])`"),
        (Form::Sgf, "(;SZ[3:2];B[a3])", "1, column 13: expected a cell from a1 to c2, found `a3])`"),
        (Form::Sgf, "(;SZ[3:2]\n;B[pd])", "2, column 4: expected a cell from a1 to c2, found `pd])`"),
        (Form::Sgf, "(;SZ[3];B[a1\n]b)", "2, column 2: expected `;`, `(` or `)`, found `b)`"),
        (Form::Sgf, "(;SZ[3];B[a1b2])", "1, column 13: expected `]`, found `b2])`"),
        (Form::Sgf, "(;SZ[3];B[a1];W[a1])", "1, column 17: illegal move a1: a stone of Black is there"),
        (
            Form::Sgf,
            "(;SZ[3]AB[a1]AW[b1][A1])",
            "1, column 21: illegal move a1: this node has set it up already",
        ),
        (Form::Sgf, "(;SZ[3]AB[a1]AE[a1])", "1, column 17: illegal move a1: this node has set it up already"),
        (Form::Sgf, "(;SZ[3];B[a1][b2])", "1, column 15: expected no second value of B, found `b2])`"),
        (
            Form::Sgf,
            "(;SZ[3];B[a1]W[b2])",
            "1, column 14: expected no second B or W in this node, found `W[b2])`",
        ),
        (Form::Sgf, "(;SZ[3]SZ[4])", "1, column 8: expected no second SZ in this node, found `SZ[4])`"),
        (Form::Sgf, "(;SZ[3][4])", "1, column 9: expected no second value of SZ, found `4])`"),
        // Little Golem.
        (
            Form::Sgf,
            "(;FF[4]EV[hex]SZ[13]SO[http://www.littlegolem.com];W[mf];B[swap])",
            "1, column 54: expected a cell from a1 to m13, found `mf];B[swap])`",
        ),
        (Form::Sgf, "(;SZ[3]PL[x])", "1, column 11: expected `black` or `white`, found `x])`"),
        (
            Form::Sgf,
            "(;SZ[3];B[a1])(;SZ[3])",
            "1, column 15: expected the end of the input, found `(;SZ[3])`",
        ),
        (
            Form::Sgf,
            "(;SZ[3];B[swap-pieces])",
            "1, column 11: illegal move swap: only the second move may swap",
        ),
        (
            Form::Sgf,
            "(;SZ[3:2];B[a1];W[swap-pieces])",
            "1, column 19: illegal move swap: only a square board has a mirror image, not one of 2x3",
        ),
        (
            Form::Sgf,
            "(;SZ[3]AB[c3];B[a1];W[swap-sides])",
            "1, column 23: illegal move swap: there must be one stone, of the other colour",
        ),
        (Form::Sgf, "(;SZ[3];B[resign];W[a1])", "1, column 21: illegal move a1: Black has resigned"),
        (Form::HexWorld, "", "1, column 1: expected `#`, found the end of the input"),
        (
            Form::HexWorld,
            "https://hexworld.org/board/",
            "1, column 28: expected `#`, found the end of the input",
        ),
        (Form::HexWorld, "#x", "1, column 2: expected a number of columns from 1 to 1000, found `x`"),
        (
            Form::HexWorld,
            "#3x",
            "1, column 4: expected a number of rows from 1 to 1000, found the end of the input",
        ),
        (Form::HexWorld, "#3q", "1, column 3: expected the end of the input, found `q`"),
        (Form::HexWorld, "#3x2,a1b3", "1, column 8: expected a cell from a1 to c2, found `b3`"),
        (Form::HexWorld, "#3,a1b", "1, column 6: expected a cell from a1 to c3, found `b`"),
        (
            Form::HexWorld,
            "#3,a1:q",
            "1, column 6: expected `:p`, `:s`, `:S`, `:rb`, `:rw`, `:fb` or `:fw`, found `:q`",
        ),
        (Form::HexWorld, "#3,a1b2a1", "1, column 8: illegal move a1: a stone of Black is there"),
        (Form::HexWorld, "#3c1,a1,b2a1", "1, column 11: illegal move a1: a stone of White is there"),
        (Form::HexWorld, "#3,a1,b2,c3", "1, column 9: expected the end of the input, found `,c3`"),
        (Form::HexWorld, "#3,a1b2:s", "1, column 8: illegal move swap: only the second move may swap"),
        (
            Form::HexWorld,
            "#3x2,a1:s",
            "1, column 8: illegal move swap: only a square board has a mirror image, not one of 2x3",
        ),
        (
            Form::HexWorld,
            "#3,:p:s",
            "1, column 6: illegal move swap: there must be one stone, of the other colour",
        ),
        (Form::HexWorld, "#3,a1:rb:p", "1, column 9: illegal move pass: Black has resigned"),
        (Form::HexWorld, "#3c1,a1:fw:p", "1, column 11: illegal move pass: Black has resigned"),
        (Form::HexWorld, "#3,a1:fw:p", "1, column 9: illegal move pass: White has resigned"),
        (Form::HexWiki, "<hex>", "1, column 1: expected `<hexboard`, found `<hex>`"),
        (
            Form::HexWiki,
            "<hexboard/>",
            "1, column 12: expected an attribute `size` before this place, found the end of the input",
        ),
        (
            Form::HexWiki,
            "<hexboards/>",
            "1, column 10: expected white space and an attribute, or `/>`, found `s/>`",
        ),
        (Form::HexWiki, "<hexboard size=3x3/>", "1, column 16: expected `\"`, found `3x3/>`"),
        (Form::HexWiki, "<hexboard size=\"3\"/>", "1, column 18: expected `x`, found `\\\"/>`"),
        (Form::HexWiki, "<hexboard size=\"3x3", "1, column 20: expected `\"`, found the end of the input"),
        (
            Form::HexWiki,
            "<hexboard size=\"2x3\"\n contents=\"R a3\"/>",
            "2, column 14: expected a cell from a1 to c2, found `a3\\\"/>`",
        ),
        (
            Form::HexWiki,
            "<hexboard size=\"2x3\" contents=\"a1\"/>",
            "1, column 32: expected `R`, `B`, `E` or `S`, found `a1\\\"/>`",
        ),
        (
            Form::HexWiki,
            "<hexboard size=\"2x3\" contents=\"R a1--b2\"/>",
            "1, column 38: expected a cell right of a1 or below it, found `b2\\\"/>`",
        ),
        (
            Form::HexWiki,
            "<hexboard size=\"2x3\" contents=\"R a1 B 2:a1\"/>",
            "1, column 41: illegal move a1: a stone of White is there",
        ),
        (
            Form::HexWiki,
            "<hexboard size=\"2x3\" contents=\"R (a1 b1\"/>",
            "1, column 40: expected a cell from a1 to c2, found `\\\"/>`",
        ),
        (
            Form::HexWiki,
            "<hexboard size=\"1x1\"/><!-- Green -->",
            "1, column 28: expected `Red to move` or `Blue to move`, found `Green`",
        ),
        (Form::Htp, "", "1, column 1: expected `boardsize`, found the end of the input"),
        (Form::Htp, "play black a1", "1, column 1: expected `boardsize`, found `play`"),
        (
            Form::Htp,
            "boardsize",
            "1, column 10: expected a number of columns from 1 to 1000, found the end of the input",
        ),
        (Form::Htp, "boardsize 3 0", "1, column 13: expected a number of rows from 1 to 1000, found `0`"),
        (Form::Htp, "boardsize 3 3 3", "1, column 15: expected the end of the line, found `3`"),
        (Form::Htp, "boardsize 3 2\nundo", "2, column 1: expected a move before `undo`, found `undo`"),
        (
            Form::Htp,
            "boardsize 3 2\nswap",
            "2, column 1: expected `play`, `undo`, `clear_board`, `boardsize`, `genmove`, `reg_genmove`, `quit` or a command \
             that changes nothing, found `swap`",
        ),
        (Form::Htp, "boardsize 3 2\nplay red a1", "2, column 6: expected `black` or `white`, found `red`"),
        (Form::Htp, "boardsize 3 2\nplay b d1", "2, column 8: expected a cell from a1 to c2, found `d1`"),
        (
            Form::Htp,
            "boardsize 3 2\nplay b\n",
            "2, column 7: expected a cell from a1 to c2, found the end of the line",
        ),
        (
            Form::Htp,
            "boardsize 3 2\nplay b a1\nplay w a1",
            "3, column 8: illegal move a1: a stone of Black is there",
        ),
        (
            Form::Htp,
            "boardsize 3 2\ngenmove b\nplay b a1",
            "3, column 1: expected nothing after a move that is asked for, found `play`",
        ),
    ] {
        let found = form.read(text).unwrap_err();
        assert!(matches!(found, NotationError::Syntax(_) | NotationError::Move { .. }), "{text}");
        assert_eq!(found.to_string(), format!("line {error}"), "{text}");
    }
}

/// Texts broken in all sorts of ways give a position or an error, and what was read goes round.
#[test]
fn broken_text_makes_no_reader_panic() {
    let pieces =
        "( ) ; [ ] \\ B W AB AE PL SZ[2] a1 zz999 # , : :s :p :rb \" < /> -- <!-- --> play swap-pieces é 0";
    let pieces: Vec<_> = pieces.split(' ').chain([" ", "\n"]).collect();
    let mut random = Random(13);
    let mut readable = 0;
    for _ in 0..4_000 {
        let start = random.hex_position(4, 16);
        for form in ALL {
            let mut text = form.write(&start).unwrap();
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
            for form in ALL {
                if let Ok(read) = form.read(&text) {
                    if let Ok(text) = form.write(&read) {
                        assert_eq!(form.read(&text), Ok(renamed(&read, axis(form))));
                    }
                    readable += 1;
                }
            }
        }
    }
    assert!(readable > 500, "{readable}");
}

/// Whatever is cut off a text, the error is no further than its end.
#[test]
fn a_cut_text_is_an_error_at_its_end_or_before() {
    let whole = position("3x4:W1B1/1WB1/3W:b:lr");
    for form in [Form::Sgf, Form::HexWiki] {
        let text = form.write(&whole).unwrap();
        let end = text.find("/>").map_or(text.len(), |tag| tag + 2);
        for cut in 0..end {
            match form.read(&text[..cut]) {
                Err(NotationError::Syntax(error)) => {
                    assert!(error.place.column <= cut + 1, "{}", &text[..cut]);
                }
                other => panic!("{}: {other:?}", &text[..cut]),
            }
        }
    }
}
