//! Hex's own arguments and verbs: who fills the next cell, and what is asked of all fillings.

use anyhow::Result;
use clap::{Args, Subcommand, ValueEnum};
use foregone::Solution;
use foregone::hex::{Colour, Estimates, Lattice, Solver, Turns};
use foregone_view::hex_fillings::{self as told, AskedPolynomial};
use foregone_view::{ExplainedGame, Game, Hex, HexByCoin};

use crate::Outcome;
use crate::args::{Ask, Convert, Place, Source, Text, Verb};
use crate::output::Output;
use crate::verbs::{self, Telling, questions};

#[derive(Args)]
pub(crate) struct HexArgs {
    #[command(subcommand)]
    verb: HexVerb,
}

/// What Hex can be asked.
#[derive(Subcommand)]
enum HexVerb {
    #[command(flatten)]
    Common(Verb<HexAsk, Source<Hex>>),
    /// Which cells decide, what each move gains, and what the sweep sees
    Why(HexAsk),
    /// The probability of each cell that it is pivotal
    Influence(Question),
    /// How many sets of cells of each size connect a colour, and the probability as a polynomial
    Polynomial {
        #[command(flatten)]
        place: Place<Hex>,
        /// Which colour
        #[arg(long, value_name = "COLOUR", default_value = "white", conflicts_with = "lattice")]
        colour: ColourName,
        /// On another lattice, for the colour that joins top and bottom
        #[arg(long, value_name = "LATTICE")]
        lattice: Option<LatticeName>,
        /// Where to take its value and its derivative: the probability that a cell is the colour's
        #[arg(long, value_name = "P", default_value = "1/2", value_parser = probability)]
        at: foregone::Odds,
    },
    /// The odds in floating point with a bound of their error, for boards too large for exact ones
    Estimate {
        #[command(flatten)]
        question: Question,
        /// Those of every move, too
        #[arg(long)]
        moves: bool,
    },
    /// The position as other programs write it, or as another of our forms has it
    Convert(Convert<Hex>),
    /// Full boards drawn at random, exactly as likely as random play makes them
    Sample {
        #[command(flatten)]
        question: Question,
        /// Only such as this colour wins
        #[arg(long, value_name = "COLOUR")]
        winner: Option<ColourName>,
        /// How many
        #[arg(long, value_name = "N", default_value_t = 1)]
        count: usize,
        /// What the choices come from: the same number, the same boards
        #[arg(long, value_name = "N", default_value_t = 1)]
        seed: u64,
    },
}

/// A question about a position, by any method.
#[derive(Args)]
struct HexAsk {
    #[command(flatten)]
    ask: Ask<Hex>,
    #[command(flatten)]
    turns: TurnsArg,
}

/// A question about a position that one method answers.
#[derive(Args)]
struct Question {
    #[command(flatten)]
    place: Place<Hex>,
    #[command(flatten)]
    turns: TurnsArg,
}

#[derive(Args)]
struct TurnsArg {
    /// Who fills the next cell: `alternating`; `coin`, a fair one; or `coin:P`, White with probability P, such as 1/3 or 0.25
    #[arg(long, value_name = "TURNS", default_value = "alternating")]
    turns: Turns,
}

#[derive(Clone, Copy, ValueEnum)]
enum ColourName {
    White,
    Black,
}

#[derive(Clone, Copy, ValueEnum)]
enum LatticeName {
    /// Six neighbours, as on a Hex board
    Hexagonal,
    /// Four neighbours
    Square,
}

impl From<ColourName> for Colour {
    fn from(name: ColourName) -> Self {
        match name {
            ColourName::White => Self::White,
            ColourName::Black => Self::Black,
        }
    }
}

impl From<LatticeName> for Lattice {
    fn from(name: LatticeName) -> Self {
        match name {
            LatticeName::Hexagonal => Self::Hexagonal,
            LatticeName::Square => Self::Square,
        }
    }
}

/// A probability as turns have it.
fn probability(text: &str) -> Result<foregone::Odds, String> {
    match format!("coin:{text}").parse() {
        Ok(Turns::Coin(odds)) => Ok(odds),
        _ => Err("expected a probability such as 1/3 or 0.25".to_owned()),
    }
}

impl HexAsk {
    fn of<G: Game<Solver = Solver>>(self) -> Ask<G> {
        let Ask { source, method, limits, checkpoint, .. } = self.ask;
        let turns = self.turns.turns;
        let settings = move |solver: Solver| solver.with_turns(turns.clone());
        Ask { source: of(source), method, limits, checkpoint, settings: Some(Box::new(settings)) }
    }
}

/// The same source for another telling of the game.
fn of<G: Game<Solver = Solver>>(source: Source<Hex>) -> Source<G> {
    let Source { text: Text { position, from }, format } = source;
    Source { text: Text { position, from }, format }
}

impl Question {
    fn ask(self) -> Ask<Hex> {
        HexAsk { ask: self.place.ask(), turns: self.turns }.of()
    }
}

/// Answers a verb.
pub(crate) fn run(game: HexArgs, output: &mut Output) -> Result<Outcome> {
    match game.verb {
        HexVerb::Common(verb) => match turns(&verb) {
            None | Some(Turns::Alternating) => verbs::run::<Hex>(common(verb), output),
            Some(Turns::Coin(_)) => verbs::run::<HexByCoin>(common(verb), output),
        },
        HexVerb::Why(ask) => match ask.turns.turns {
            Turns::Alternating => why::<Hex>(ask, output),
            Turns::Coin(_) => why::<HexByCoin>(ask, output),
        },
        HexVerb::Influence(question) => {
            let telling = Telling {
                report: |found: &Solution<_>| &found.report,
                text: told::influence_text,
                object: told::influence,
            };
            questions(&question.ask(), output, &telling, Solver::influence)
        }
        HexVerb::Polynomial { place, colour, lattice, at } => {
            let telling = Telling {
                report: |found: &AskedPolynomial| &found.solution.report,
                text: told::polynomial_text,
                object: told::polynomial,
            };
            questions(&place.ask(), output, &telling, |solver, position, limits| {
                let (colour, solution) = match lattice {
                    None => {
                        let colour = colour.into();
                        (colour, solver.polynomial(position, colour, limits)?)
                    }
                    Some(lattice) => {
                        let colour = position.joiner_of(foregone::hex::Axis::TopBottom);
                        (colour, solver.crossings(lattice.into(), position, limits)?)
                    }
                };
                Ok(AskedPolynomial { solution, colour, at: at.clone() })
            })
        }
        HexVerb::Estimate { question, moves } => {
            let telling = Telling {
                report: |found: &Solution<Estimates>| &found.report,
                text: told::estimates_text,
                object: told::estimates,
            };
            questions(&question.ask(), output, &telling, |solver, position, limits| {
                if moves {
                    return solver.estimate_moves(position, limits);
                }
                let found = solver.estimate(position, limits)?;
                let alone = |value| Estimates { value, moves: Vec::new() };
                Ok(Solution { value: found.value.map(true, alone), report: found.report })
            })
        }
        HexVerb::Convert(convert) => verbs::convert(&convert, output),
        HexVerb::Sample { question, winner, count, seed } => {
            let telling = Telling {
                report: |found: &Solution<_>| &found.report,
                text: told::samples_text,
                object: told::samples,
            };
            let winner = winner.map(Colour::from);
            questions(&question.ask(), output, &telling, |solver, position, limits| {
                solver.sample(position, winner, count, seed, limits)
            })
        }
    }
}

fn why<G: ExplainedGame<Solver = Solver>>(ask: HexAsk, output: &mut Output) -> Result<Outcome> {
    verbs::why::<G>(&ask.of(), output)
}

/// Who fills the next cell, if the verb asks about that.
const fn turns(verb: &Verb<HexAsk, Source<Hex>>) -> Option<&Turns> {
    match verb {
        Verb::Solve(ask) | Verb::Analyze(ask) | Verb::Line { ask, .. } => Some(&ask.turns.turns),
        Verb::Show(_) => None,
    }
}

fn common<G: Game<Solver = Solver>>(verb: Verb<HexAsk, Source<Hex>>) -> Verb<Ask<G>, Source<G>> {
    match verb {
        Verb::Solve(ask) => Verb::Solve(ask.of()),
        Verb::Analyze(ask) => Verb::Analyze(ask.of()),
        Verb::Line { ask, plies } => Verb::Line { ask: ask.of(), plies },
        Verb::Show(source) => Verb::Show(of(source)),
    }
}
