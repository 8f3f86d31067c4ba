//! What the boards of all games have: read, shown, compared, played on and asked.

use foregone::{Known, Method as _, Question, Rules as _, Solution, Solver as _};
use foregone_view::{Form, Game, HoodGame, MethodOf, MoveOf, Page, PlayedGame, PositionOf, read, text};
use foregone_view::{forecast, picture};
use pyo3::prelude::*;

use crate::answer::{object, svg};
use crate::error;
use crate::run::{Allowed, run};

/// The form of a name; `None` for one that is to be found out.
pub(crate) fn form<G: Game>(name: Option<&str>) -> PyResult<Option<&'static Form<PositionOf<G>>>> {
    let Some(name) = name else { return Ok(None) };
    let form = G::FORMS.iter().find(|form| form.name == name).ok_or_else(|| {
        let known: Vec<_> = G::FORMS.iter().map(|form| form.name).collect();
        error::not_applicable(&format!(
            "{} has no form '{name}': expected one of {}",
            G::NAME,
            known.join(", ")
        ))
    })?;
    Ok(Some(form))
}

/// The positions of a text.
pub(crate) fn positions<G: Game>(text: &str, name: Option<&str>) -> PyResult<Vec<PositionOf<G>>> {
    let read = read::<G>(form::<G>(name)?, text, false).map_err(|error| error::position(&error))?;
    Ok(read.positions)
}

/// The one position of a text.
pub(crate) fn position<G: Game>(text: &str, name: Option<&str>) -> PyResult<PositionOf<G>> {
    let mut positions = positions::<G>(text, name)?;
    match (positions.len(), positions.pop()) {
        (1, Some(position)) => Ok(position),
        (count, _) => {
            Err(error::position(&format!("expected one position, found {count}: `read` takes several")))
        }
    }
}

/// A position in another form.
pub(crate) fn written<G: Game>(position: &PositionOf<G>, name: &str) -> PyResult<String> {
    let form = form::<G>(Some(name))?.unwrap_or(&G::FORMS[0]);
    let text = (form.write)(std::slice::from_ref(position)).map_err(|error| error::position(&error))?;
    Ok(text.trim_end_matches('\n').to_owned())
}

/// The board as plain text.
pub(crate) fn drawn<G: Game>(position: &PositionOf<G>) -> String {
    anstream::adapter::strip_str(&text::board::<G>(position, Page::default())).to_string()
}

/// The board as SVG.
pub(crate) fn pictured<G: Game>(position: &PositionOf<G>) -> PyResult<String> {
    svg(picture::board::<G>(position))
}

/// The position after some moves.
pub(crate) fn played<G: PlayedGame>(position: &PositionOf<G>, moves: &[String]) -> PyResult<PositionOf<G>> {
    let mut position = position.clone();
    for name in moves {
        let mv = G::read_move(&position, name)
            .map_err(|error| error::IllegalMoveError::new_err(error.to_string()))?;
        position.play(mv).map_err(|refused| error::illegal(&refused))?;
    }
    Ok(position)
}

/// The names of the legal moves.
pub(crate) fn moves<G: Game>(position: &PositionOf<G>) -> Vec<String> {
    position.moves().into_iter().map(|mv: MoveOf<G>| G::move_name(position, mv)).collect()
}

/// A solver that uses the method of a name, or the default one.
pub(crate) fn solver<G: Game>(name: Option<&str>) -> PyResult<G::Solver> {
    let method = match name {
        Some(name) => MethodOf::<G>::by_name(name).map_err(|error| error::not_applicable(&error))?,
        None => MethodOf::<G>::default(),
    };
    Ok(G::Solver::with_method(method))
}

/// A question by its name.
pub(crate) fn question(name: &str) -> PyResult<Question> {
    forecast::question(name).ok_or_else(|| {
        error::not_applicable(&format!(
            "no question is called '{name}': expected solve, analyze, line or why"
        ))
    })
}

/// The object that `foregone GAME hood --format json` writes.
pub(crate) fn hood<'py, G: HoodGame<Found: Send> + PlayedGame>(
    py: Python<'py>,
    allowed: Allowed,
    solver: &mut G::Solver,
    position: &PositionOf<G>,
    after: Option<&str>,
) -> PyResult<Bound<'py, PyAny>>
where
    MoveOf<G>: Sync,
    G::Solver: Send,
    PositionOf<G>: Sync,
{
    let after = after.map(|name| G::read_move(position, name).map_err(|error| error::not_applicable(&error)));
    let after = after.transpose()?;
    let found = run(py, allowed, |limits| G::find_hood(solver, position, after, limits))?;
    object(py, serde_json::to_string(&foregone_view::hood::object::<G>(position, &found)))
}

/// The value of a solution, which a caller wants and nothing less.
pub(crate) fn exact<T>(solution: Solution<T>) -> PyResult<T> {
    match solution.value {
        Known::Exact(found) => Ok(found),
        _ => {
            let stop = solution.report.stop;
            Err(error::LimitError::new_err(format!("a limit stopped it before it was done: {stop}")))
        }
    }
}

/// A class of boards: what all have, and behind that what is a game's own.
macro_rules! board_class {
    (
        $(#[$about:meta])*
        $class:ident = $name:literal in $module:literal, of $game:ty, solver $solver:expr, ($($argument:ident: $type:ty = $default:expr),*);
        $($own:tt)*
    ) => {
        $(#[$about])*
        #[pyclass(frozen, eq, hash, name = $name, module = $module)]
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub(crate) struct $class {
            pub(crate) position: foregone_view::PositionOf<$game>,
        }

        #[pymethods]
        impl $class {
            $($own)*

            /// All the positions of a text, in a form that is named or found out.
            #[staticmethod]
            #[pyo3(signature = (text, form=None))]
            fn read(text: &str, form: Option<&str>) -> PyResult<Vec<Self>> {
                let positions = crate::board::positions::<$game>(text, form)?;
                Ok(positions.into_iter().map(|position| Self { position }).collect())
            }

            /// The position in another form, by its name: see `foregone convert --help`.
            #[pyo3(signature = (form="notation"))]
            fn to(&self, form: &str) -> PyResult<String> {
                crate::board::written::<$game>(&self.position, form)
            }

            /// The names of the legal moves, in ascending order; none when the game is over.
            #[getter]
            fn moves(&self) -> Vec<String> {
                crate::board::moves::<$game>(&self.position)
            }

            /// Whose turn it is, by name.
            #[getter]
            fn to_move(&self) -> String {
                use foregone::Rules as _;
                <$game as foregone_view::Game>::side(&self.position, self.position.to_move())
            }

            /// The most plies that can still be played.
            #[getter]
            fn plies_left(&self) -> usize {
                use foregone::Rules as _;
                self.position.plies_left()
            }

            /// How many rows it has.
            #[getter]
            fn rows(&self) -> usize {
                self.size().0
            }

            /// How many columns it has.
            #[getter]
            fn columns(&self) -> usize {
                self.size().1
            }

            /// The board after some moves, one after the other; this one stays as it is.
            #[pyo3(signature = (*moves))]
            fn play(&self, moves: Vec<String>) -> PyResult<Self> {
                Ok(Self::of(crate::board::played::<$game>(&self.position, &moves)?))
            }

            /// The value for the side to move, with how sure it is and what it cost.
            #[pyo3(signature = (*, $($argument=$default,)* method=None, memory=None, time=None, states=None, threads=None))]
            fn solve(
                &self,
                py: Python<'_>,
                $($argument: $type,)*
                method: Option<&str>,
                memory: Option<u64>,
                time: Option<f64>,
                states: Option<u64>,
                threads: Option<usize>,
            ) -> PyResult<crate::answer::Solution> {
                use foregone::Solver as _;
                let allowed = crate::run::Allowed::new(memory, time, states, threads)?;
                let mut solver = $solver(method, $($argument),*)?;
                let found = crate::run::run(py, allowed, |limits| solver.solve(&self.position, limits))?;
                crate::answer::Solution::new::<$game>(py, self.position.clone(), found)
            }

            /// The value of every move, best first.
            #[pyo3(signature = (*, $($argument=$default,)* method=None, memory=None, time=None, states=None, threads=None))]
            fn analyze(
                &self,
                py: Python<'_>,
                $($argument: $type,)*
                method: Option<&str>,
                memory: Option<u64>,
                time: Option<f64>,
                states: Option<u64>,
                threads: Option<usize>,
            ) -> PyResult<crate::answer::Analysis> {
                use foregone::Solver as _;
                let allowed = crate::run::Allowed::new(memory, time, states, threads)?;
                let mut solver = $solver(method, $($argument),*)?;
                let found = crate::run::run(py, allowed, |limits| solver.analyze(&self.position, limits))?;
                crate::answer::Analysis::new::<$game>(py, self.position.clone(), found)
            }

            /// Best play, each side taking its first best move: so many plies of it, or to the end of the game.
            #[pyo3(signature = (plies=None, *, $($argument=$default,)* method=None, memory=None, time=None, states=None, threads=None))]
            fn line(
                &self,
                py: Python<'_>,
                plies: Option<usize>,
                $($argument: $type,)*
                method: Option<&str>,
                memory: Option<u64>,
                time: Option<f64>,
                states: Option<u64>,
                threads: Option<usize>,
            ) -> PyResult<crate::answer::Line> {
                use foregone::Solver as _;
                let allowed = crate::run::Allowed::new(memory, time, states, threads)?;
                let (mut solver, plies) = ($solver(method, $($argument),*)?, plies.unwrap_or(usize::MAX));
                let found = crate::run::run(py, allowed, |limits| solver.line(&self.position, plies, limits))?;
                crate::answer::Line::new::<$game>(py, self.position.clone(), found)
            }

            /// The object that `foregone GAME cost --format json` writes: what an answer would cost, which is told without working
            /// it out. `of` says which: `solve`, `analyze`, `line` or `why`.
            #[pyo3(signature = (of="analyze", *, $($argument=$default,)* method=None, memory=None, time=None, threads=None))]
            fn cost<'py>(
                &self,
                py: Python<'py>,
                of: &str,
                $($argument: $type,)*
                method: Option<&str>,
                memory: Option<u64>,
                time: Option<f64>,
                threads: Option<usize>,
            ) -> PyResult<Bound<'py, PyAny>> {
                use foregone::Solver as _;
                let (question, solver) = (crate::board::question(of)?, $solver(method, $($argument),*)?);
                let allowed = crate::run::Allowed::new(memory, time, None, threads)?;
                let foresee = move |limits: &foregone::Limits<'_>| solver.forecast(&self.position, question, limits);
                let forecast = crate::run::run(py, allowed, foresee)?;
                let asked = foregone_view::forecast::Asked { forecast, question, memory, time: allowed.time() };
                let told = foregone_view::forecast::object::<$game>(&self.position, &asked);
                crate::answer::object(py, serde_json::to_string(&told))
            }

            fn __repr__(&self) -> String {
                format!(concat!($module, ".", $name, "('{}')"), self.position)
            }

            fn __str__(&self) -> String {
                crate::board::drawn::<$game>(&self.position)
            }

            fn _repr_svg_(&self) -> PyResult<String> {
                crate::board::pictured::<$game>(&self.position)
            }

            fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, pyo3::types::PyType>, (String,)) {
                (slf.get_type(), (slf.get().position.to_string(),))
            }

            fn __copy__(slf: Py<Self>) -> Py<Self> {
                slf
            }

            #[pyo3(signature = (_memo))]
            fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
                slf
            }
        }
    };
}

pub(crate) use board_class;
