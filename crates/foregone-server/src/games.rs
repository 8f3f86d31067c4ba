//! The games that are served, and what each adds.

use std::ops::RangeInclusive;

use foregone::dots::nimstring::nimstring;
use foregone::generate::{Level, Wanted, positions, puzzles};
use foregone::hex::{Colour, Lattice, Solver as HexSolver, Turns};
use foregone::text::Scanner;
use foregone::{Limits, Margin, Odds, SolveError, Solver as _, contour, dots, hex};
use foregone_view::generate::{positions_object, puzzles_object};
use foregone_view::hex_fillings::{self, AskedPolynomial};
use foregone_view::schema::placed;
use foregone_view::{
    Contour, ContourPoset, Dots, DotsCoins, GeneratedGame, Hex, HexPerfect, HoodGame, MethodOf, MoveOf,
    PositionOf, ValueOf, dots_nimber,
};

use crate::answer::Answer;
use crate::desk::{Desk, Prepared, Served, ServedGame, Tell, Verb, Why, position, question, refuse_turns};
use crate::fault::Fault;
use crate::query::Asked;

/// All of them.
pub(crate) static GAMES: &[&dyn Desk] = &[
    &Served::<Contour>::NEW,
    &Served::<Hex>::NEW,
    &Served::<HexPerfect>::NEW,
    &Served::<Dots>::NEW,
    &Served::<ContourPoset>::NEW,
    &Served::<DotsCoins>::NEW,
];

impl ServedGame for Contour {
    const TITLE: &'static str = "Contour";
    const SUMMARY: &'static str = "Take the cells of a scored grid in staircase order";
    const START: &'static str = "3x3:3,8,1/7,2,9/1,5,3|5,2,7/4,9,1/8,3,6";
    const VERBS: &'static [Verb] = &[Verb::Hood, Verb::Generate];
    const WHY: Option<Why<Self>> = Some(Why::new());

    fn prepare_own(verb: Verb, asked: &Asked) -> Result<Prepared, Fault> {
        match verb {
            Verb::Hood => hood::<Self>(asked),
            Verb::Generate => contour_generate(asked),
            _ => Err(crate::desk::unknown_verb::<Self>(verb.name())),
        }
    }
}

impl ServedGame for ContourPoset {
    const TITLE: &'static str = "Contour on a poset";
    const SUMMARY: &'static str = "Take the elements of a partial order from below";
    const START: &'static str = "a 1 2; b 3 4: a; c 5 0: a";
    const WHY: Option<Why<Self>> = Some(Why::new());
}

impl ServedGame for Hex {
    const TITLE: &'static str = "Hex, odds";
    const SUMMARY: &'static str = "Exact odds when both sides fill random cells";
    const START: &'static str = "5x5";
    const VERBS: &'static [Verb] = &[Verb::Hood, Verb::Influence, Verb::Polynomial, Verb::Generate];
    const TURNS: bool = true;
    const WHY: Option<Why<Self>> = Some(Why::new());

    fn solver(method: MethodOf<Self>, asked: &Asked) -> Result<HexSolver, Fault> {
        Ok(HexSolver::with_method(method).with_turns(turns(asked)?))
    }

    fn prepare_own(verb: Verb, asked: &Asked) -> Result<Prepared, Fault> {
        match verb {
            Verb::Hood => hood::<Self>(asked),
            Verb::Influence => influence(asked),
            Verb::Polynomial => polynomial(asked),
            Verb::Generate => hex_generate(asked),
            _ => Err(crate::desk::unknown_verb::<Self>(verb.name())),
        }
    }
}

impl ServedGame for HexPerfect {
    const TITLE: &'static str = "Hex, perfect play";
    const SUMMARY: &'static str = "Who wins, and which moves win";
    const START: &'static str = "4x4";
}

impl ServedGame for Dots {
    const TITLE: &'static str = "Dots and Boxes";
    const SUMMARY: &'static str = "Exact margins, chains and loops";
    const START: &'static str = "3x3";
    const VERBS: &'static [Verb] = &[Verb::Hood, Verb::Nimber, Verb::Generate];
    const WHY: Option<Why<Self>> = Some(Why::new());

    fn prepare_own(verb: Verb, asked: &Asked) -> Result<Prepared, Fault> {
        match verb {
            Verb::Hood => hood::<Self>(asked),
            Verb::Nimber => nimber(asked),
            Verb::Generate => dots_generate(asked),
            _ => Err(crate::desk::unknown_verb::<Self>(verb.name())),
        }
    }
}

impl ServedGame for DotsCoins {
    const TITLE: &'static str = "Strings and Coins";
    const SUMMARY: &'static str = "Dots and Boxes on any graph";
    const START: &'static str = "ground a b ground; a b";
}

/// Who moves.
fn turns(asked: &Asked) -> Result<Turns, Fault> {
    Ok(asked.read_as("turns", str::parse::<Turns>)?.unwrap_or_default())
}

fn influence(asked: &Asked) -> Result<Prepared, Fault> {
    let (position, origin) = position::<Hex>(asked)?;
    let mut solver = Hex::solver(MethodOf::<Hex>::default(), asked)?;
    let question = question::<Hex>("influence", &position, &origin, asked, &["turns"]);
    let work = move |limits: &Limits<'_>, _: Tell<'_>| {
        let found = solver.influence(&position, limits)?;
        let object = hex_fillings::influence(&position, &found);
        Ok(Answer::json(&placed(&origin, object), found.report.stop))
    };
    Ok(Prepared { question, work: Box::new(work) })
}

const COLOURS: &[(&str, Colour)] = &[("white", Colour::White), ("black", Colour::Black)];
const LATTICES: &[(&str, Option<Lattice>)] =
    &[("none", None), ("hexagonal", Some(Lattice::Hexagonal)), ("square", Some(Lattice::Square))];

fn polynomial(asked: &Asked) -> Result<Prepared, Fault> {
    let (position, origin) = position::<Hex>(asked)?;
    let colour = asked.word("colour", COLOURS)?;
    let lattice = asked.word("lattice", LATTICES)?;
    let at = asked.text("at").unwrap_or("1/2").split(',').map(probability).collect::<Result<Vec<_>, _>>();
    let at = at.map_err(|error| Fault::query(format!("at: {error}")))?;
    let cells = position.open_cells().max(1);
    let most = (MOST_EVALUATED / cells / cells).max(1);
    if at.len() > most {
        let error =
            format!("at: {} probabilities are more than are told of {cells} cells: at most {most}", at.len());
        return Err(Fault::query(error));
    }
    let mut solver = HexSolver::new();
    let question = question::<Hex>("polynomial", &position, &origin, asked, &["colour", "lattice", "at"]);
    let work = move |limits: &Limits<'_>, _: Tell<'_>| {
        let (colour, solution) = match lattice {
            None => (colour, solver.polynomial(&position, colour, limits)?),
            Some(lattice) => {
                let joiner = position.joiner_of(hex::Axis::TopBottom);
                (joiner, solver.crossings(lattice, &position, limits)?)
            }
        };
        let found = AskedPolynomial { solution, colour, lattice, at };
        let object = hex_fillings::polynomial(&position, &found);
        Ok(Answer::json(&placed(&origin, object), found.solution.report.stop))
    };
    Ok(Prepared { question, work: Box::new(work) })
}

fn nimber(asked: &Asked) -> Result<Prepared, Fault> {
    let (position, origin) = position::<Dots>(asked)?;
    let question = question::<Dots>("nimber", &position, &origin, asked, &[]);
    let work = move |limits: &Limits<'_>, _: Tell<'_>| {
        let found = nimstring(&position, limits)?;
        let object = dots_nimber::object(&position, &found);
        Ok(Answer::json(&placed(&origin, object), found.report.stop))
    };
    Ok(Prepared { question, work: Box::new(work) })
}

/// What the method keeps.
fn hood<G: ServedGame + HoodGame>(asked: &Asked) -> Result<Prepared, Fault>
where
    MoveOf<G>: Send + 'static,
{
    let (position, origin) = position::<G>(asked)?;
    if !G::AFTER && asked.text("after").is_some() {
        return Err(Fault::query(format!("after: {} has none", G::NAME)));
    }
    refuse_turns::<G>(asked)?;
    let after = asked.read_as("after", |text| G::read_move(&position, text))?;
    let mut solver = G::solver(MethodOf::<G>::default(), asked)?;
    let question = question::<G>("hood", &position, &origin, asked, &["turns", "after"]);
    let work = move |limits: &Limits<'_>, _: Tell<'_>| {
        let found = G::find_hood(&mut solver, &position, after, limits)?;
        Ok(Answer::json(
            &placed(&origin, foregone_view::hood::object::<G>(&position, &found)),
            found.report.stop,
        ))
    };
    Ok(Prepared { question, work: Box::new(work) })
}

/// A probability such as `1/3`.
fn probability(text: &str) -> Result<Odds, &'static str> {
    match format!("coin:{text}").parse() {
        Ok(Turns::Coin(odds)) => Ok(odds),
        _ => Err("expected a probability such as 1/3, 0.25 or 1e-3"),
    }
}

/// The most that polynomials are evaluated, times the square of their degree, which is what it costs: after the run, and whole.
const MOST_EVALUATED: usize = 10_000_000;

/// The most positions of one answer.
const MOST_MADE: usize = 1_000;

/// The most cells of all of them together: after the run they are written, and whole.
const MOST_CELLS_MADE: usize = 4_000_000;

/// What is to be made, and whether puzzles alone will do.
fn wanted(asked: &Asked) -> Result<(Wanted, bool), Fault> {
    let count = asked.within("count", &(1..=MOST_MADE))?.unwrap_or(1);
    let wanted = Wanted { count, seed: asked.whole("seed")?.unwrap_or(1) };
    Ok((wanted, asked.flag("puzzle")?))
}

/// Refuses more positions of so many cells than are written in one answer.
fn few_enough(wanted: Wanted, cells: usize) -> Result<(), Fault> {
    let most = (MOST_CELLS_MADE / cells.max(1)).max(1);
    if wanted.count <= most {
        return Ok(());
    }
    Err(Fault::query(format!(
        "count: {} positions of {cells} cells are too many: at most {most}",
        wanted.count
    )))
}

fn level(asked: &Asked) -> Result<Option<Level>, Fault> {
    asked
        .read_as("level", |text| text.parse().ok().and_then(Level::new).ok_or("expected a level from 1 to 5"))
}

/// The gap of puzzles of points.
fn gap(asked: &Asked, usual: i64) -> Result<Margin, Fault> {
    Ok(Margin::new(asked.within("gap", &(1..=i64::MAX))?.unwrap_or(usual)))
}

/// The question that says all that positions are made by.
fn made<G: ServedGame>(asked: &Asked) -> String {
    format!("{} generate {asked:?}", G::NAME)
}

/// What is made by a recipe.
fn make<G: GeneratedGame>(
    recipe: &G::Recipe,
    gap: &ValueOf<G>,
    (wanted, only_puzzles): (Wanted, bool),
    from: Option<&PositionOf<G>>,
    limits: &Limits<'_>,
) -> Result<Answer, SolveError> {
    Ok(if only_puzzles {
        let found = puzzles(recipe, gap, wanted, limits)?;
        Answer::json(&puzzles_object::<G>(from, &found), found.report.stop)
    } else {
        let found = positions(recipe, wanted, limits)?;
        Answer::json(&positions_object::<G>(from, &found), found.report.stop)
    })
}

fn contour_generate(asked: &Asked) -> Result<Prepared, Fault> {
    let wanted = wanted(asked)?;
    let size = asked.read_as("size", |text| {
        let mut scanner = Scanner::new(text);
        scanner.size(contour::MAX_SIDE).and_then(|size| scanner.end().map(|()| size))
    })?;
    let (rows, columns) = size.ok_or_else(|| Fault::query("size: it is missing"))?;
    few_enough(wanted.0, rows * columns)?;
    let refused = |error: &dyn std::fmt::Display| Fault::query(error.to_string());
    let mut recipe = contour::generate::Recipe::new(rows, columns).map_err(|error| refused(&error))?;
    let scores: RangeInclusive<i64> = asked.range("scores")?.unwrap_or(0..=9);
    recipe = recipe.with_scores(scores).map_err(|error| refused(&error))?;
    recipe = match asked.range("taken")? {
        Some(taken) => recipe.with_taken(taken).map_err(|error| refused(&error))?,
        None if wanted.1 => recipe.half_played(),
        None => recipe,
    };
    if let Some(level) = level(asked)? {
        recipe = recipe.with_level(level);
    }
    let gap = gap(asked, 1)?;
    let work =
        move |limits: &Limits<'_>, _: Tell<'_>| Ok(make::<Contour>(&recipe, &gap, wanted, None, limits)?);
    Ok(Prepared { question: made::<Contour>(asked), work: Box::new(work) })
}

/// Where random play begins: `position`, or else the empty board of a size.
fn from<G: ServedGame>(asked: &Asked) -> Result<PositionOf<G>, Fault> {
    if asked.text("position").is_none() && asked.text("size").is_some() {
        return Ok(crate::desk::one::<G>(asked, "size")?.0);
    }
    if asked.text("position").is_none() {
        return Err(Fault::query("size: it is missing"));
    }
    Ok(position::<G>(asked)?.0)
}

fn hex_generate(asked: &Asked) -> Result<Prepared, Fault> {
    let wanted = wanted(asked)?;
    let from = from::<Hex>(asked)?;
    few_enough(wanted.0, from.rows() * from.columns())?;
    let mut recipe = hex::generate::Recipe::new(from.clone()).with_turns(turns(asked)?);
    recipe = match (asked.range("stones")?, asked.read_as("fill", probability)?) {
        (Some(stones), _) => {
            recipe.with_stones(stones).map_err(|error| Fault::query(format!("stones: {error}")))?
        }
        (None, Some(fill)) => recipe.with_fill(&fill),
        (None, None) => recipe,
    };
    if let Some(level) = level(asked)? {
        recipe = recipe.with_level(level);
    }
    let gap = asked.read_as("gap", probability)?.map_or_else(|| probability("1/50"), Ok);
    let gap = gap.map_err(Fault::query)?;
    let work =
        move |limits: &Limits<'_>, _: Tell<'_>| Ok(make::<Hex>(&recipe, &gap, wanted, Some(&from), limits)?);
    Ok(Prepared { question: made::<Hex>(asked), work: Box::new(work) })
}

fn dots_generate(asked: &Asked) -> Result<Prepared, Fault> {
    let wanted = wanted(asked)?;
    let from = from::<Dots>(asked)?;
    few_enough(wanted.0, from.rows() * from.columns())?;
    let level = match level(asked)? {
        Some(level) => level,
        None => Level::new(2).ok_or_else(Fault::internal)?,
    };
    let recipe = dots::generate::Recipe::new(from.clone(), level);
    let gap = gap(asked, 2)?;
    let work =
        move |limits: &Limits<'_>, _: Tell<'_>| Ok(make::<Dots>(&recipe, &gap, wanted, Some(&from), limits)?);
    Ok(Prepared { question: made::<Dots>(asked), work: Box::new(work) })
}
