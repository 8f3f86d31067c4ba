//! Hex's own arguments and verbs: who fills the next cell, and what is asked of all fillings.

use anyhow::{Context as _, Result, bail};
use clap::{Args, Subcommand, ValueEnum};
use foregone::hex::{Axis, Colour, Estimates, Lattice, Method, Solver, Turns};
use foregone::{Cell, Method as _, Solution};
use foregone_view::hex_fillings::{self as told, AskedPolynomial, AskedSamples};
use foregone_view::{Game, Hex, HexPerfect, MethodOf, picture};

use crate::Outcome;
use crate::args::{self, Ask, Convert, Place, Settings, Source, Verb};
use crate::generate::{self, HexGenerate};
use crate::output::Output;
use crate::picture::PictureArgs;
use crate::play::{self, BoardPlay};
use crate::verbs::{self, Telling, drawn_questions, questions};
use crate::verify::{self, BoardVerify};

#[derive(Args)]
#[command(
    after_help = "Examples:\n  foregone hex analyze 3x3:W2/3/2B:w\n  foregone hex solve 14x14 --turns coin:0.45\n  foregone hex analyze 3x3:W2/3/2B:w --svg board.svg\n  \
    foregone hex analyze 5x5 --play perfect"
)]
pub(crate) struct HexArgs {
    #[command(subcommand)]
    verb: HexVerb,
}

/// What Hex can be asked.
#[derive(Subcommand)]
enum HexVerb {
    #[command(flatten)]
    Common(Verb<PlayAsk, Source<Hex>>),
    /// Which cells decide, what each move gains, and what the sweep sees
    #[command(
        after_help = "Examples:\n  foregone hex why 3x3:W2/3/2B:w\n  foregone hex why 11x11 --turns coin"
    )]
    Why {
        #[command(flatten)]
        ask: HexAsk,
        #[command(flatten)]
        picture: PictureArgs,
    },
    /// What the sweep keeps: how many frontiers cell by cell, and those after a cell drawn out
    #[command(
        after_help = "Examples:\n  foregone hex hood 3x3:W2/3/2B:w\n  foregone hex hood 5x5 --after c3 --turns coin"
    )]
    Hood {
        #[command(flatten)]
        question: Question,
        /// The last cell to be swept; if not given, the last one of the middle row
        #[arg(long, value_name = "CELL")]
        after: Option<Cell>,
    },
    /// Play against the engine, with hints on request
    #[command(
        long_about = play_about(),
        after_help = "Examples:\n  foregone hex play 4x4\n  foregone hex play 3x3:W2/3/2B:w --side black\n  \
        foregone hex play 5x5 --play perfect"
    )]
    Play {
        #[command(flatten)]
        game: BoardPlay<Hex>,
        #[command(flatten)]
        play: PlayArg,
    },
    /// Find an answer again by another method, or check answers in a file
    #[command(after_help = "Examples:\n  foregone hex verify 3x3:W2/3/2B:w\n  \
        foregone hex verify --from judge input.txt --answers output.txt\n  \
        foregone hex verify 3x4 --play perfect")]
    Verify {
        #[command(flatten)]
        verify: BoardVerify<Hex>,
        #[command(flatten)]
        turns: TurnsArg,
        #[command(flatten)]
        play: PlayArg,
    },
    /// The probability of each cell that it is pivotal
    #[command(
        after_help = "Examples:\n  foregone hex influence 11x11\n  foregone hex influence 5x7 --turns coin:0.45\n  foregone hex influence 11x11 --png influence.png --theme dark"
    )]
    Influence {
        #[command(flatten)]
        question: Question,
        #[command(flatten)]
        picture: PictureArgs,
    },
    /// How many sets of cells of each size connect a colour, and the probability as a polynomial
    #[command(
        after_help = "Examples:\n  foregone hex polynomial 5x5 --at 1/3,0.4,1e-3\n  foregone hex polynomial 8x8 --lattice square\n  foregone hex polynomial 11x11 --svg -"
    )]
    Polynomial {
        #[command(flatten)]
        place: Place<Hex>,
        /// Which colour
        #[arg(long, value_name = "COLOUR", default_value = "white", conflicts_with = "lattice")]
        colour: ColourName,
        /// On another lattice, for the colour that joins top and bottom
        #[arg(long, value_name = "LATTICE")]
        lattice: Option<LatticeName>,
        /// Where to take its value and its derivative: the probability that a cell is the colour's. Several are
        /// divided by commas
        #[arg(long, value_name = "P", default_value = "1/2", value_delimiter = ',', value_parser = probability)]
        at: Vec<foregone::Odds>,
        #[command(flatten)]
        picture: PictureArgs,
    },
    /// The odds in floating point with a bound of their error, for boards too large for exact ones
    #[command(
        after_help = "Examples:\n  foregone hex estimate 14x14\n  foregone hex estimate 16x16 --turns coin --moves"
    )]
    Estimate {
        #[command(flatten)]
        question: Question,
        /// Those of every move, too
        #[arg(long)]
        moves: bool,
    },
    /// The position as other programs write it, or as another of our forms has it
    #[command(after_help = "Examples:\n  foregone hex convert 3x3:W2/3/2B:w --to sgf\n  \
        foregone hex convert 'https://hexworld.org/board/#5c1,c2b4' --from hexworld --to notation")]
    Convert(Convert<Hex>),
    /// Positions that random play comes to, or puzzles among them: one move leaves the highest odds
    #[command(after_help = "Examples:\n  foregone hex generate 7x7 --fill 0.4 --count 20 --to judge\n  \
        foregone hex generate 5x5 --count 100 --to notation | foregone hex solve - --format jsonl\n  \
        foregone hex generate 5x5 --puzzle --level 3 --gap 1/20")]
    Generate(HexGenerate),
    /// Full boards drawn at random, exactly as likely as random play makes them
    #[command(
        after_help = "Examples:\n  foregone hex sample 11x11\n  foregone hex sample 8x8 --winner black --count 5 --seed 7"
    )]
    Sample {
        #[command(flatten)]
        question: Question,
        /// Only such as this colour wins
        #[arg(long, value_name = "COLOUR")]
        winner: Option<ColourName>,
        /// How many
        #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = args::count)]
        count: usize,
        /// What the choices come from: the same number, the same boards
        #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = args::number)]
        seed: u64,
    },
}

/// Where a game begins if no position is given.
const START: &str = "5x5";

/// How to play, and how the engine does.
fn play_about() -> String {
    let about = play::ABOUT;
    format!(
        "{about}\n\nAt Hex the engine takes the cell with the best odds if both sides went on at random. That is a strong \
         player, and not a perfect one: the best odds are not always a sure win where there is one. With `--play perfect`, which \
         is for small boards, it wins wherever there is a win. The game ends when a colour is connected."
    )
}

/// A question about a position, by any method.
#[derive(Args)]
struct HexAsk {
    #[command(flatten)]
    ask: Ask<Hex>,
    #[command(flatten)]
    turns: TurnsArg,
}

/// A question about a position under random or perfect play.
#[derive(Args)]
struct PlayAsk {
    #[command(flatten)]
    ask: HexAsk,
    #[command(flatten)]
    play: PlayArg,
}

#[derive(Args)]
struct PlayArg {
    /// How both sides play; `perfect` has the methods `search`, which is the default then, and `oracle`
    #[arg(long, value_name = "PLAY", default_value = "random")]
    play: Play,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Play {
    /// They fill random cells: the odds
    Random,
    /// To win, by the rules of Hex: who wins, and which moves win
    Perfect,
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
pub(crate) struct TurnsArg {
    /// Who fills the next cell: `alternating`; `coin`, a fair one; or `coin:P`, White with probability P, such as 1/3 or 0.25
    #[arg(long, value_name = "TURNS", default_value = "alternating")]
    pub(crate) turns: Turns,
}

impl TurnsArg {
    /// What the solver is to be told.
    fn settings(self) -> Settings<Hex> {
        Box::new(move |solver: Solver| solver.with_turns(self.turns.clone()))
    }

    /// Refuses turns that perfect play knows nothing of.
    fn refuse(&self) -> Result<()> {
        if self.turns != Turns::Alternating {
            bail!("--turns is for random play, and not for --play perfect");
        }
        Ok(())
    }
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
pub(crate) fn probability(text: &str) -> Result<foregone::Odds, String> {
    match format!("coin:{text}").parse() {
        Ok(Turns::Coin(odds)) => Ok(odds),
        _ => Err("expected a probability such as 1/3, 0.25 or 1e-3".to_owned()),
    }
}

impl HexAsk {
    fn ask(self) -> Ask<Hex> {
        Ask { settings: Some(self.turns.settings()), ..self.ask }
    }
}

impl PlayAsk {
    /// The question about perfect play.
    fn perfect(self) -> Result<Ask<HexPerfect>> {
        let HexAsk { ask: Ask { source, method, limits, checkpoint, settings: _ }, turns } = self.ask;
        turns.refuse()?;
        Ok(Ask { source: source.other()?, method: perfect(method)?, limits, checkpoint, settings: None })
    }
}

/// The method of perfect play that a name asks for.
fn perfect(method: Method) -> Result<MethodOf<HexPerfect>> {
    if method == Method::default() {
        return Ok(MethodOf::<HexPerfect>::default());
    }
    MethodOf::<HexPerfect>::by_name(method.name()).context("with --play perfect")
}

impl Question {
    fn ask(self) -> Ask<Hex> {
        HexAsk { ask: self.place.ask(), turns: self.turns }.ask()
    }
}

/// Answers a verb.
pub(crate) fn run(game: HexArgs, output: &mut Output) -> Result<Outcome> {
    match game.verb {
        HexVerb::Common(verb) => match &verb {
            Verb::Solve(ask)
            | Verb::Analyze { ask, .. }
            | Verb::Line { ask, .. }
            | Verb::Cost { ask, .. }
                if ask.play.play == Play::Perfect =>
            {
                verbs::run(common(verb, PlayAsk::perfect, Source::other)?, output)
            }
            _ => verbs::run(common(verb, |ask| Ok(ask.ask.ask()), Ok)?, output),
        },
        HexVerb::Why { ask, picture } => verbs::why::<Hex>(&ask.ask().drawn(picture), output),
        HexVerb::Hood { question, after } => verbs::hood::<Hex>(&question.ask(), after, output),
        HexVerb::Play { game, play } => match play.play {
            Play::Random => play::run(game.of(), START, output),
            Play::Perfect => play::run(game.other::<HexPerfect>(perfect)?.of(), START, output),
        },
        HexVerb::Verify { verify: asked, turns, play: PlayArg { play: Play::Perfect } } => {
            turns.refuse()?;
            let plain = MethodOf::<HexPerfect>::Oracle;
            verify::run::<HexPerfect>(asked.other(perfect)?.of(None, plain), output)
        }
        HexVerb::Verify { verify: asked, turns, play: _ } => {
            // The rules know of no coin.
            let plain = match &turns.turns {
                Turns::Alternating => Method::Oracle,
                Turns::Coin(_) => Method::Enumerate,
            };
            verify::run(asked.of(Some(turns.settings()), plain), output)
        }
        HexVerb::Influence { question, picture } => {
            let telling = Telling {
                report: |found: &Solution<_>| &found.report,
                text: told::influence_text,
                object: told::influence,
            };
            let ask = question.ask().drawn(picture);
            drawn_questions(&ask, output, &telling, picture::influence, Solver::influence)
        }
        HexVerb::Polynomial { place, colour, lattice, at, picture } => {
            let telling = Telling {
                report: |found: &AskedPolynomial| &found.solution.report,
                text: |position, found, _| told::polynomial_text(position, found),
                object: told::polynomial,
            };
            let (ask, draw) = (place.ask().drawn(picture), |position: &_, asked: &_| {
                Ok(picture::polynomial(position, asked))
            });
            drawn_questions(&ask, output, &telling, draw, |solver, position, limits| {
                let (colour, solution) = match lattice {
                    None => {
                        let colour = colour.into();
                        (colour, solver.polynomial(position, colour, limits)?)
                    }
                    Some(lattice) => {
                        let colour = position.joiner_of(Axis::TopBottom);
                        (colour, solver.crossings(lattice.into(), position, limits)?)
                    }
                };
                Ok(AskedPolynomial { solution, colour, lattice: lattice.map(Into::into), at: at.clone() })
            })
        }
        HexVerb::Estimate { question, moves } => {
            let telling = Telling {
                report: |found: &Solution<Estimates>| &found.report,
                text: |position, found, _| told::estimates_text(position, found),
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
        HexVerb::Generate(asked) => generate::hex(asked, output),
        HexVerb::Sample { question, winner, count, seed } => {
            let telling = Telling {
                report: |found: &AskedSamples| &found.solution.report,
                text: |position, found, _| told::samples_text(position, found),
                object: told::samples,
            };
            let winner = winner.map(Colour::from);
            questions(&question.ask(), output, &telling, |solver, position, limits| {
                let solution = solver.sample(position, winner, count, seed, limits)?;
                Ok(AskedSamples { solution, winner, count, seed })
            })
        }
    }
}

/// The verb for random play, or for perfect play.
fn common<G: Game>(
    verb: Verb<PlayAsk, Source<Hex>>,
    ask: impl Fn(PlayAsk) -> Result<Ask<G>>,
    source: impl Fn(Source<Hex>) -> Result<Source<G>>,
) -> Result<Verb<Ask<G>, Source<G>>> {
    Ok(match verb {
        Verb::Solve(question) => Verb::Solve(ask(question)?),
        Verb::Analyze { ask: question, picture } => Verb::Analyze { ask: ask(question)?, picture },
        Verb::Line { ask: question, plies, picture } => Verb::Line { ask: ask(question)?, plies, picture },
        Verb::Cost { ask: question, of } => Verb::Cost { ask: ask(question)?, of },
        Verb::Show { source: shown, values, limits, picture } => {
            Verb::Show { source: source(shown)?, values, limits, picture }
        }
    })
}
