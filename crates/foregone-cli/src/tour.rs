//! A worked position of each game: what a newcomer sees first.

use std::time::Instant;

use anyhow::Result;
use foregone::{Limits, Solver as _};
use foregone_view::{Contour, Dots, Game, Hex, MethodOf, PositionOf, text};

use crate::Outcome;
use crate::interrupt;
use crate::output::Output;

/// Analyses the worked positions.
pub(crate) fn run(output: &mut Output) -> Result<Outcome> {
    stop::<Contour>(
        "contour-midgame-4x5.txt",
        include_str!("../../../examples/contour-midgame-4x5.txt"),
        output,
    )?;
    output.write("\n")?;
    stop::<Hex>("hex-p17097-sample.txt", include_str!("../../../examples/hex-p17097-sample.txt"), output)?;
    output.write("\n")?;
    stop::<Dots>("dots-double-cross.txt", include_str!("../../../examples/dots-double-cross.txt"), output)?;
    Ok(Outcome::Done)
}

fn stop<G: Game>(name: &str, example: &str, output: &mut Output) -> Result<()> {
    let started = Instant::now();
    let clock = move || started.elapsed();
    let limits = Limits::none().clock(&clock).cancel(interrupt::flag());
    let position: PositionOf<G> = example.parse()?;
    let analysis = G::Solver::with_method(MethodOf::<G>::default()).analyze(&position, &limits)?;
    output.write(&format!("▸ foregone {} analyze examples/{name}\n", G::NAME))?;
    output.write(&text::analysis::<G>(&position, &analysis))
}
