//! The verb `generate` of each game: seeded instances, and puzzles among them.

use std::ops::RangeInclusive;
use std::str::FromStr;

use anyhow::{Result, anyhow};
use clap::{Args, ValueEnum};
use foregone::contour::generate::Deal;
use foregone::generate::{Generated, Level, METHOD, Wanted, positions, puzzles};
use foregone::text::Scanner;
use foregone::{Limits, Margin, Odds, SolveError, Solver, StopReason, contour, dots, hex};
use foregone_view::generate::{PuzzleOf, positions_object, puzzles_object, puzzles_text};
use foregone_view::{Contour, Dots, GeneratedGame, Hex, PositionOf, ValueOf};

use crate::Outcome;
use crate::args::{self, Ask, FormOf, Format, LimitArgs, Place};
use crate::hex::{TurnsArg, probability};
use crate::input::{self, Input};
use crate::output::{self, Output};
use crate::page::PageArgs;
use crate::verbs::{self, Telling};

/// What is asked for, in every game.
#[derive(Args)]
struct Making<G: GeneratedGame> {
    /// Only puzzles: positions in which one move is best, with that move
    #[arg(long)]
    puzzle: bool,
    /// How many
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = args::count)]
    count: usize,
    /// What the choices come from: the same number, the same positions, on any machine
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = args::number)]
    seed: u64,
    /// Write the positions alone, in this form; without it, positions are written in the one-line notation, and puzzles with
    /// their boards and solutions
    #[arg(long, value_name = "FORM", value_parser = args::form_parser::<G>(), conflicts_with = "format")]
    to: Option<FormOf<G>>,
}

/// Instances of Contour.
#[derive(Args)]
pub(crate) struct ContourGenerate {
    /// How many rows and columns
    #[arg(value_name = "ROWSxCOLUMNS", value_parser = size)]
    size: (usize, usize),
    #[command(flatten)]
    making: Making<Contour>,
    /// By how much the best move of a puzzle is better than any other
    #[arg(long, value_name = "POINTS", default_value_t = 1, value_parser = clap::value_parser!(i64).range(1..), requires = "puzzle")]
    gap: i64,
    /// Puzzles of one level alone. 1: no swing left is greater than the best move's (a swing is both scores of a cell added
    /// up); 2: of all moves it has the greatest swing; 3: it takes to look two plies ahead; 4: three or four; 5: that is not
    /// enough
    #[arg(long, value_name = "LEVEL", value_parser = level, requires = "puzzle")]
    level: Option<Level>,
    /// The least score and the greatest
    #[arg(long, value_name = "LO..HI", default_value = "0..9", allow_hyphen_values = true, value_parser = range::<i64>)]
    scores: RangeInclusive<i64>,
    /// How the scores are dealt
    #[arg(long, value_name = "NAME", default_value = "uniform")]
    deal: DealName,
    /// How many cells are taken, by random play; if not given none, and for puzzles a quarter to three quarters
    #[arg(long, value_name = "N|LO..HI", allow_negative_numbers = true, value_parser = range::<usize>)]
    taken: Option<RangeInclusive<usize>>,
    /// Only where taking the most points at each turn, by both sides, comes to a margin that is so many or more off the value
    #[arg(long, value_name = "POINTS", default_value_t = 0, allow_negative_numbers = true, value_parser = args::number)]
    greedy_off: u64,
    /// How the answer is written
    #[arg(long, default_value = "text")]
    format: Format,
    #[command(flatten)]
    limits: LimitArgs,
}

#[derive(Clone, Copy, ValueEnum)]
enum DealName {
    /// Every score on its own, all as likely
    Uniform,
    /// Both sides have the same score of a cell
    Same,
    /// Both sides' scores of a cell add up to LO + HI: any order of taking comes to the same
    Balanced,
    /// Every score is LO or HI: ties, and the greatest sums
    Extremes,
    /// Scores never rise along a row or a column: the greatest swing is always a best move
    Falling,
    /// Scores never fall along a row or a column: best moves take the furthest look ahead
    Rising,
}

impl From<DealName> for Deal {
    fn from(name: DealName) -> Self {
        match name {
            DealName::Uniform => Self::Uniform,
            DealName::Same => Self::Same,
            DealName::Balanced => Self::Balanced,
            DealName::Extremes => Self::Extremes,
            DealName::Falling => Self::Falling,
            DealName::Rising => Self::Rising,
        }
    }
}

/// Instances of Hex.
#[derive(Args)]
pub(crate) struct HexGenerate {
    #[command(flatten)]
    place: Place<Hex>,
    #[command(flatten)]
    making: Making<Hex>,
    /// By how much the best move of a puzzle is better than any other, as a probability such as 1/20 or 0.05
    #[arg(long, value_name = "P", default_value = "1/50", value_parser = probability, requires = "puzzle")]
    gap: Odds,
    /// Puzzles of one level alone, by how many cells look as good as the best move or better, itself counted: those on
    /// connections as short for both colours. 1: 1; 2: 2; 3: 3 or 4; 4: 5 to 8; 5: 9 and more
    #[arg(long, value_name = "LEVEL", value_parser = level, requires = "puzzle")]
    level: Option<Level>,
    /// How many stones are put down, in turn, on random cells
    #[arg(long, value_name = "N|LO..HI", allow_negative_numbers = true, conflicts_with = "fill", value_parser = range::<usize>)]
    stones: Option<RangeInclusive<usize>>,
    /// On which part of the empty cells stones are put down, as many of both colours
    #[arg(long, value_name = "P", default_value = "0.3", value_parser = probability)]
    fill: Odds,
    /// Take positions, too, in which a colour is connected already
    #[arg(long, conflicts_with = "puzzle")]
    decided: bool,
    #[command(flatten)]
    turns: TurnsArg,
}

/// Instances of Dots and Boxes.
#[derive(Args)]
pub(crate) struct DotsGenerate {
    #[command(flatten)]
    place: Place<Dots>,
    #[command(flatten)]
    making: Making<Dots>,
    /// By how much the best move of a puzzle is better than any other
    #[arg(long, value_name = "BOXES", default_value_t = 2, value_parser = clap::value_parser!(i64).range(1..), requires = "puzzle")]
    gap: i64,
    /// How far from the end, by safe moves left: 1, none; 2, up to 4; 3, up to 8; 4, up to 14; 5, up to 20
    #[arg(long, value_name = "LEVEL", default_value = "2", value_parser = level)]
    level: Level,
}

/// Makes instances of Contour.
pub(crate) fn contour(asked: ContourGenerate, output: &mut Output) -> Result<Outcome> {
    let ContourGenerate {
        size: (rows, columns), making, gap, level, scores, deal, taken, greedy_off, ..
    } = asked;
    let mut recipe = contour::generate::Recipe::new(rows, columns)?.with_scores(scores)?;
    recipe = recipe.with_deal(deal.into()).with_greedy_off(greedy_off);
    recipe = match taken {
        Some(taken) => recipe.with_taken(taken)?,
        None if making.puzzle => recipe.half_played(),
        None => recipe,
    };
    if let Some(level) = level {
        recipe = recipe.with_level(level);
    }
    let (format, limits) = (asked.format, &asked.limits);
    if making.puzzle && making.to.is_none() {
        let found = verbs::asked(limits, |limits| making.puzzles(&recipe, &Margin::new(gap), limits))?;
        let (text, object) = (
            || puzzles_text::<Contour>(&found, PageArgs::default().page()),
            || puzzles_object::<Contour>(None, &found),
        );
        return verbs::tell(format, &found.report, text, object, output);
    }
    if format != Format::Text {
        let found = verbs::asked(limits, |limits| making.positions(&recipe, limits))?;
        let object = || positions_object::<Contour>(None, &found);
        return verbs::tell(format, &found.report, String::new, object, output);
    }
    let found = verbs::asked(limits, |limits| making.bare(&recipe, &Margin::new(gap), limits))?;
    making.write(vec![found], output)
}

/// Makes instances of Hex.
pub(crate) fn hex(asked: HexGenerate, output: &mut Output) -> Result<Outcome> {
    let HexGenerate { place, making, gap, level, stones, fill, decided, turns } = asked;
    run(&place.ask(), &making, &gap, output, |from: &hex::Position| {
        let mut recipe = hex::generate::Recipe::new(from.clone()).with_turns(turns.turns.clone());
        recipe = match &stones {
            Some(stones) => recipe.with_stones(stones.clone()).map_err(|error| error.to_string())?,
            None => recipe.with_fill(&fill),
        };
        if decided {
            recipe = recipe.or_decided();
        }
        Ok(match level {
            Some(level) => recipe.with_level(level),
            None => recipe,
        })
    })
}

/// Makes instances of Dots and Boxes.
pub(crate) fn dots(asked: DotsGenerate, output: &mut Output) -> Result<Outcome> {
    let DotsGenerate { place, making, gap, level } = asked;
    run(&place.ask(), &making, &Margin::new(gap), output, |from: &dots::Position| {
        Ok(dots::generate::Recipe::new(from.clone(), level))
    })
}

/// Makes instances from every position of a source.
fn run<G: GeneratedGame<Solver: Solver<Value: Sync>>>(
    ask: &Ask<G>,
    making: &Making<G>,
    gap: &ValueOf<G>,
    output: &mut Output,
    recipe: impl Fn(&PositionOf<G>) -> Result<G::Recipe, String> + Sync,
) -> Result<Outcome> {
    let recipe = |from: &PositionOf<G>| {
        recipe(from).map_err(|reason| SolveError::NotApplicable { method: METHOD, reason })
    };
    if making.puzzle && making.to.is_none() {
        let telling = Telling {
            report: |found: &Generated<PuzzleOf<G>>| &found.report,
            text: |_, found, page| puzzles_text::<G>(found, page),
            object: |from, found| puzzles_object::<G>(Some(from), found),
        };
        return verbs::questions(ask, output, &telling, |_, from, limits| {
            making.puzzles(&recipe(from)?, gap, limits)
        });
    }
    if ask.source.format != Format::Text {
        let telling = Telling {
            report: |found: &Generated<PositionOf<G>>| &found.report,
            text: |_, _, _| String::new(),
            object: |from, found| positions_object::<G>(Some(from), found),
        };
        return verbs::questions(ask, output, &telling, |_, from, limits| {
            making.positions(&recipe(from)?, limits)
        });
    }
    let text = &ask.source.text;
    let input = Input::read_or_take(&text.position)?;
    let read = input::positions(text, &input)?;
    input::note(&read);
    let starts = read.positions;
    let mut all = Vec::with_capacity(starts.len());
    for (index, from) in starts.iter().enumerate() {
        let found = verbs::asked(&ask.limits, |limits| making.bare(&recipe(from)?, gap, limits));
        all.push(found.map_err(|error| input.blame_case(error, index, starts.len()))?);
    }
    making.write(all, output)
}

impl<G: GeneratedGame> Making<G> {
    fn wanted(&self) -> Wanted {
        Wanted { count: self.count, seed: self.seed }
    }

    fn positions(
        &self,
        recipe: &G::Recipe,
        limits: &Limits<'_>,
    ) -> Result<Generated<PositionOf<G>>, SolveError> {
        positions(recipe, self.wanted(), limits)
    }

    fn puzzles(
        &self,
        recipe: &G::Recipe,
        gap: &ValueOf<G>,
        limits: &Limits<'_>,
    ) -> Result<Generated<PuzzleOf<G>>, SolveError> {
        puzzles(recipe, gap, self.wanted(), limits)
    }

    /// Positions, those of puzzles if puzzles are asked for, and why there are no more.
    fn bare(
        &self,
        recipe: &G::Recipe,
        gap: &ValueOf<G>,
        limits: &Limits<'_>,
    ) -> Result<(Vec<PositionOf<G>>, StopReason), SolveError> {
        if !self.puzzle {
            let Generated { found, report, .. } = self.positions(recipe, limits)?;
            return Ok((found, report.stop));
        }
        let Generated { found, report, .. } = self.puzzles(recipe, gap, limits)?;
        Ok((found.into_iter().map(|puzzle| puzzle.position).collect(), report.stop))
    }

    /// Writes positions in the form asked for.
    fn write(&self, all: Vec<(Vec<PositionOf<G>>, StopReason)>, output: &mut Output) -> Result<Outcome> {
        let asked = self.count.saturating_mul(all.len());
        let stop = all.iter().map(|(_, stop)| *stop).find(|stop| *stop != StopReason::Finished);
        let found: Vec<_> = all.into_iter().flat_map(|(found, _)| found).collect();
        if !found.is_empty() {
            let form = self.to.unwrap_or(&G::FORMS[0]);
            let written =
                (form.write)(&found).map_err(|error| anyhow!(error).context(format!("as {}", form.name)));
            output.write(&written?)?;
        }
        let Some(stop) = stop else { return Ok(Outcome::Done) };
        output.flush()?;
        output::note(&format!("{} of {asked} found: stopped early ({stop})", found.len()));
        Ok(Outcome::Stopped)
    }
}

/// The size of a board.
fn size(text: &str) -> Result<(usize, usize), String> {
    let mut scanner = Scanner::new(text);
    let size = scanner.size(contour::MAX_SIDE).and_then(|size| scanner.end().map(|()| size));
    size.map_err(|error| error.to_string())
}

/// A number, or the least and the greatest of a range.
fn range<T: FromStr + Copy>(text: &str) -> Result<RangeInclusive<T>, String> {
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    match (least.parse(), most.parse()) {
        (Ok(least), Ok(most)) => Ok(least..=most),
        _ => Err(String::from("expected a whole number, or a range such as 2..5, both ends counted")),
    }
}

/// A level by its number.
fn level(text: &str) -> Result<Level, String> {
    let level = text.parse().ok().and_then(Level::new);
    level.ok_or_else(|| String::from("expected a level from 1 to 5"))
}
