//! The original problems: their input in, exactly their output out.

use std::time::Instant;

use anyhow::Result;
use foregone::{JudgeFormat as _, SolveError, Solver as _};
use foregone_view::{Game, PositionOf};

use crate::Outcome;
use crate::args::LimitArgs;
use crate::input::{self, Input};
use crate::interrupt;
use crate::output::{self, Output};
use crate::progress::ProgressLine;

/// Answers every case of a judges' input.
pub(crate) fn run<G: Game>(file: &str, limits: &LimitArgs, output: &mut Output) -> Result<Outcome> {
    let input = Input::read(file)?;
    let positions = PositionOf::<G>::read_judge(&input.text).map_err(|error| input.blame(error))?;
    let started = Instant::now();
    let clock = move || started.elapsed();
    let progress = ProgressLine::new();
    let limits = limits.limits(&clock, &progress);
    let mut solver = G::Solver::with_method(G::judge_method());
    for (index, position) in positions.iter().enumerate() {
        let found = interrupt::at_work(|| solver.solve(position, &limits));
        progress.clear();
        let found = found.map_err(|error| {
            let error = match error {
                // Whoever judges chose no method.
                SolveError::NotApplicable { reason, .. } => anyhow::Error::msg(reason),
                error => error.into(),
            };
            input.blame_case(error, index, positions.len())
        })?;
        let Some(value) = found.value.exact() else {
            // The judges' output has no form for less than the value.
            let case = input::case(index, positions.len());
            output::stopped(case.as_deref().unwrap_or("the position"), found.report.stop);
            return Ok(Outcome::Stopped);
        };
        output.write(&PositionOf::<G>::judge_answer(value))?;
        output.write("\n")?;
    }
    Ok(Outcome::Done)
}
