//! Pictures of all games hold together: they are XML, everything is in them and inside of them.

use foregone::hex::{Colour, Lattice};
use foregone::{Explain as _, Limits, Solver as _};
use resvg::usvg::roxmltree::Document;
use resvg::{tiny_skia, usvg};

use super::scene::signed;
use super::{Picture, PictureError, Theme, analysis, board, influence, line, polynomial, why};
use crate::game::{Game, MethodOf, PositionOf};
use crate::hex::percent;
use crate::hex_fillings::AskedPolynomial;
use crate::text::short;
use crate::{Contour, ContourPoset, Dots, DotsCoins, ExplainedGame, Hex};

/// Small positions, among them the degenerate ones: one row, one column, one cell, full, over.
const CONTOUR: &[&str] = &[
    "1x1:1|2",
    "1x1:1|2|1",
    "1x6:1,2,3,4,5,6|6,5,4,3,2,1",
    "3x1:1/2/3|-1/-2/-3|1,0,0",
    "2x2:1000000000,-1000000000/5,6|-1000000000,1/2,3",
    "2x2:1,2/3,4|1,2/3,4|2,2",
    "4x5:5,2,6,0,1/8,1,5,9,0/8,3,0,1,6/6,1,3,1,8|6,0,9,1,3/9,0,9,9,6/0,3,0,8,2/4,6,2,8,1|3,1,1,0",
];
const HEX: &[&str] = &[
    "1x1",
    "1x1:W:b",
    "1x5",
    "5x1",
    "2x2:WB/BW:w",
    "3x3:W2/3/2B:w",
    "3x3:W2/3/2B:b:lr",
    "6x4:1W2/4/2B1/4/4/B3:w",
];
const DOTS: &[&str] = &[
    "1x1",
    "1x1:1111",
    "1x6:icelandic",
    "4x1:swedish",
    "2x2:icelandic",
    "3x3:111111110111100000010001",
    "3x3:swedish",
];
const POSETS: &[&str] = &["a 1 2", "a 1 2; taken: a", "a 1 2; b 3 4: a; c 5 -6: a; d 0 0: b c; taken: a"];
const COINS: &[&str] =
    &["a ground", "a a", "a b; a b; b ground; cut: a-b/2", "a b; b c; c a; a ground; d ground"];

/// Calls `see` with a position of each.
fn each<G: Game>(positions: &[&str], mut see: impl FnMut(&PositionOf<G>, &mut G::Solver)) {
    let mut solver = G::Solver::with_method(MethodOf::<G>::default());
    for text in positions {
        let position = text.parse::<PositionOf<G>>();
        see(&position.unwrap_or_else(|error| panic!("{text}: {error}")), &mut solver);
    }
}

/// The texts of an SVG that are shown, and those that describe it.
fn texts(svg: &str) -> (Vec<String>, Vec<String>) {
    let document = Document::parse(svg).expect("it is XML");
    let of = |names: &[&str]| {
        let nodes = document.descendants().filter(|node| names.contains(&node.tag_name().name()));
        nodes.map(|node| node.text().unwrap_or_default().to_owned()).collect()
    };
    (of(&["text"]), of(&["title", "desc"]))
}

/// Asks that nothing of a picture lies outside of it, with the texts as wide as they are in our own font.
fn check_inside(picture: &Picture) {
    let options = usvg::Options { fontdb: super::png::fonts(), ..usvg::Options::default() };
    for theme in [Theme::Light, Theme::Dark] {
        let tree = usvg::Tree::from_str(&picture.svg(theme), &options).expect("it is SVG");
        let bounds = tree.root().abs_layer_bounding_box();
        let page = tiny_skia::Rect::from_xywh(0.0, 0.0, picture.width() as f32, picture.height() as f32);
        let page = page.expect("it has a size");
        let inside = bounds.left() >= page.left()
            && bounds.top() >= page.top()
            && bounds.right() <= page.right()
            && bounds.bottom() <= page.bottom();
        assert!(inside, "{bounds:?} on {page:?}: {}", picture.svg(theme));
    }
}

/// Asks that a picture is whole in every theme, and that the two plain ones differ in colours alone.
fn check(picture: &Picture) {
    let light = picture.svg(Theme::Light);
    let dark = picture.svg(Theme::Dark);
    let auto = picture.svg(Theme::Auto);
    let without_colours = |svg: &str| {
        let mut rest = String::new();
        for (index, part) in svg.split('#').enumerate() {
            rest.push_str(if index == 0 { part } else { &part[6..] });
        }
        rest
    };
    assert_eq!(without_colours(&light), without_colours(&dark));
    assert_eq!(texts(&light), texts(&auto));
    assert!(!light.contains("<style>") && auto.contains("prefers-color-scheme: dark"));
    assert!(!light.contains("NaN") && !light.contains("inf"), "{light}");
    check_inside(picture);
}

/// Asks that a board shows every value, and that whoever points at a move, or hears the description, is told it.
fn check_values<G: Game>(positions: &[&str]) {
    each::<G>(positions, |position, solver| {
        check(&board::<G>(position).unwrap());
        let found = solver.analyze(position, &Limits::none()).unwrap();
        let picture = analysis::<G>(position, &found).unwrap();
        check(&picture);
        let (shown, told) = texts(&picture.svg(Theme::Light));
        for judged in &found.moves {
            let value = signed(&short::<G>(&judged.value));
            let count = found.moves.iter().filter(|other| other.value == judged.value).count();
            assert!(
                shown.iter().filter(|text| **text == value).count() >= count,
                "{position}: {value} in {shown:?}"
            );
            let says = format!("{} {value}", G::move_name(position, judged.mv));
            assert!(
                told.iter().filter(|text| text.contains(&says)).count() >= 2,
                "{position}: {says} in {told:?}"
            );
        }
        let line_of = solver.line(position, usize::MAX, &Limits::none()).unwrap();
        check(&line::<G>(position, &line_of).unwrap());
    });
}

#[test]
fn every_value_is_in_the_picture() {
    check_values::<Contour>(CONTOUR);
    check_values::<Hex>(HEX);
    check_values::<Dots>(DOTS);
    check_values::<ContourPoset>(POSETS);
    check_values::<DotsCoins>(COINS);
}

#[test]
fn reasons_can_be_drawn() {
    fn check_why<G: ExplainedGame>(positions: &[&str]) {
        each::<G>(positions, |position, solver| {
            let found = solver.why(position, &Limits::none()).unwrap();
            check(&why::<G>(position, &found).unwrap());
        });
    }
    check_why::<Contour>(CONTOUR);
    check_why::<Hex>(HEX);
    check_why::<Dots>(DOTS);
    check_why::<ContourPoset>(POSETS);
}

#[test]
fn cells_say_how_likely_they_are_to_decide() {
    each::<Hex>(&["3x3:W2/3/2B:w"], |position, solver| {
        let found = solver.why(position, &Limits::none()).unwrap();
        let (shown, told) = texts(&why::<Hex>(position, &found).unwrap().svg(Theme::Light));
        assert!(
            shown.iter().any(|text| text == "54.3")
                && told.contains(&"a3 80.0, best, decides: 54.3".to_owned())
        );
    });
}

#[test]
fn influence_and_polynomials_can_be_drawn() {
    each::<Hex>(HEX, |position, solver| {
        let found = solver.influence(position, &Limits::none()).unwrap();
        let picture = influence(position, &found).unwrap();
        check(&picture);
        let (_, told) = texts(&picture.svg(Theme::Light));
        for (cell, odds) in found.value.exact().unwrap() {
            assert!(told.contains(&format!("{cell} {}", percent(odds))), "{position}: {cell}");
        }
        for (colour, lattice) in
            [(Colour::White, None), (Colour::Black, None), (Colour::White, Some(Lattice::Square))]
        {
            let solution = match lattice {
                None => solver.polynomial(position, colour, &Limits::none()).unwrap(),
                Some(lattice) => solver.crossings(lattice, position, &Limits::none()).unwrap(),
            };
            let bars = solution.value.exact().unwrap().counts().len();
            let picture =
                polynomial(position, &AskedPolynomial { solution, colour, lattice, at: Vec::new() });
            check(&picture);
            // The picture's own title, and one for each bar.
            let told = texts(&picture.svg(Theme::Light)).1;
            assert_eq!(
                told.iter().filter(|text| text.contains(" sets, ") && !text.contains('\n')).count(),
                bars
            );
        }
    });
}

#[test]
fn what_a_limit_left_unknown_is_drawn_as_unknown() {
    each::<Hex>(&["5x5"], |position, solver| {
        let found = solver.analyze(position, &Limits::none().states(3)).unwrap();
        let picture = analysis::<Hex>(position, &found).unwrap();
        check(&picture);
        let (shown, _) = texts(&picture.svg(Theme::Light));
        assert_eq!(shown.iter().filter(|text| *text == "?").count(), 25);
    });
}

#[test]
fn names_are_no_marks_of_xml() {
    each::<ContourPoset>(&["<&\"> 1 2; ]]> 3 4: <&\">"], |position, solver| {
        let found = solver.analyze(position, &Limits::none()).unwrap();
        let picture = analysis::<ContourPoset>(position, &found).unwrap();
        check(&picture);
        let (shown, told) = texts(&picture.svg(Theme::Dark));
        assert!(shown.iter().any(|text| text == "<&\">") && shown.iter().any(|text| text == "]]>"));
        assert!(told.iter().any(|text| text.starts_with("<&\"> ")));
    });
}

#[test]
fn large_boards_shrink_and_larger_ones_are_refused() {
    let refused = |what, count| Err(PictureError::TooLarge { what, count, most: 10_000 });
    for size in ["19x19", "7x60", "60x7", "100x100", "1x1000", "1000x1"] {
        each::<Hex>(&[size], |position, _| check(&board::<Hex>(position).unwrap()));
        each::<Dots>(&[size], |position, _| check(&board::<Dots>(position).unwrap()));
    }
    each::<Hex>(&["101x100"], |position, _| assert_eq!(board::<Hex>(position), refused("cells", 10_100)));
    each::<Dots>(&["1000x1000"], |position, _| {
        assert_eq!(board::<Dots>(position), refused("boxes", 1_000_000));
    });
    let row = vec!["1"; 200].join(",");
    let table = vec![row.as_str(); 60].join("/");
    each::<Contour>(&[&format!("60x200:{table}|{table}")], |position, _| {
        assert_eq!(board::<Contour>(position), refused("cells", 12_000));
    });
    let table = vec![row.as_str(); 50].join("/");
    each::<Contour>(&[&format!("50x200:{table}|{table}")], |position, _| {
        check(&board::<Contour>(position).unwrap());
    });
}

#[test]
fn the_colours_for_a_dark_ground_are_those_of_the_dark_theme() {
    each::<Dots>(&["2x3:swedish", "3x3:111111110111100000010001"], |position, solver| {
        let found = solver.why(position, &Limits::none()).unwrap();
        let picture = why::<Dots>(position, &found).unwrap();
        // What a browser does on a dark ground.
        let auto = picture.svg(Theme::Auto);
        let chosen = auto.replacen("@media (prefers-color-scheme: dark) {", "", 1).replacen(
            " }</style>",
            "</style>",
            1,
        );
        assert_ne!(chosen, auto);
        let draw = |svg: &str| {
            let options = usvg::Options { fontdb: super::png::fonts(), ..usvg::Options::default() };
            let tree = usvg::Tree::from_str(svg, &options).unwrap();
            let mut pixels = tiny_skia::Pixmap::new(picture.width() as u32, picture.height() as u32).unwrap();
            resvg::render(&tree, tiny_skia::Transform::identity(), &mut pixels.as_mut());
            pixels
        };
        assert!(draw(&chosen) == draw(&picture.svg(Theme::Dark)));
        assert!(draw(&chosen) != draw(&picture.svg(Theme::Light)));
    });
}

#[test]
fn pixels_are_as_many_as_asked_for() {
    each::<Dots>(&["1x1"], |position, _| {
        let picture = board::<Dots>(position).unwrap();
        for (theme, scale) in [(Theme::Light, 1.0), (Theme::Dark, 0.5), (Theme::Auto, 2.0)] {
            let png = tiny_skia::Pixmap::decode_png(&picture.png(theme, scale).unwrap()).unwrap();
            let pixels = |length: f64| (length * f64::from(scale)).ceil() as u32;
            assert_eq!((png.width(), png.height()), (pixels(picture.width()), pixels(picture.height())));
            // Every pixel is painted, and not all alike.
            assert!(png.pixels().iter().all(|pixel| pixel.alpha() == 255));
            assert!(png.pixels().iter().any(|pixel| *pixel != png.pixels()[0]));
        }
        for scale in [1e6, f32::INFINITY, f32::NAN] {
            assert!(matches!(picture.png(Theme::Light, scale), Err(PictureError::TooManyPixels { .. })));
        }
        assert!(picture.png(Theme::Light, 0.0).is_ok());
    });
}
