//! The original problems: their input in, exactly their output out.

use std::time::Instant;

use anyhow::{Context as _, Result};
use foregone::Solver as _;
use foregone_view::Game;

use crate::Outcome;
use crate::args::LimitArgs;
use crate::input::Input;
use crate::interrupt;
use crate::output::{self, Output};

/// Answers every case of a judges' input.
pub(crate) fn run<G: Game>(file: &str, limits: &LimitArgs, output: &mut Output) -> Result<Outcome> {
    let input = Input::read(file)?;
    let positions = G::read_judge(&input.text).map_err(|error| input.blame(error))?;
    let started = Instant::now();
    let clock = move || started.elapsed();
    let limits = limits.limits(&clock, interrupt::flag());
    let mut solver = G::solver(G::judge_method());
    for (index, position) in positions.iter().enumerate() {
        let case = || {
            if positions.len() == 1 { String::from("the position") } else { format!("case {}", index + 1) }
        };
        let found = solver.solve(position, &limits).with_context(case).map_err(|error| input.blame(error))?;
        let Some(value) = found.value.exact() else {
            // The judges' output has no form for less than the value.
            output::stopped(&case(), found.report.stop);
            return Ok(Outcome::Stopped);
        };
        output.write(&G::judge_answer(value))?;
        output.write("\n")?;
    }
    Ok(Outcome::Done)
}
