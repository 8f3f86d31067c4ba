//! A worked position of each game: what a newcomer sees first.

use std::time::Instant;

use anyhow::Result;
use foregone::{Limits, Solver as _};
use foregone_view::{Contour, Dots, Game, Hex, MethodOf, PositionOf, text};

use crate::Outcome;
use crate::output::Output;
use crate::page::PageArgs;

/// Five cells are taken, three can be.
const CONTOUR: &str =
    "4x5:5,2,6,0,1/8,1,5,9,0/8,3,0,1,6/6,1,3,1,8|6,0,9,1,3/9,0,9,9,6/0,3,0,8,2/4,6,2,8,1|3,1,1,0";
/// The sample of P17097.
const HEX: &str = "3x3:W2/3/2B:w";
/// An open chain of three beside one of six: take all, or all but two?
const DOTS: &str = "3x3:111111110111100000010001";

/// Analyses the worked positions.
pub(crate) fn run(output: &mut Output) -> Result<Outcome> {
    stop::<Contour>(CONTOUR, output)?;
    output.write("\n")?;
    stop::<Hex>(HEX, output)?;
    output.write("\n")?;
    stop::<Dots>(DOTS, output)?;
    Ok(Outcome::Done)
}

fn stop<G: Game>(notation: &str, output: &mut Output) -> Result<()> {
    let started = Instant::now();
    let clock = move || started.elapsed();
    let position: PositionOf<G> = notation.parse()?;
    let analysis =
        G::Solver::with_method(MethodOf::<G>::default()).analyze(&position, &Limits::none().clock(&clock))?;
    output.write(&format!("▸ foregone {} analyze '{notation}'\n", G::NAME))?;
    output.write(&text::analysis::<G>(&position, &analysis, PageArgs::default().page()))
}
