//! A game in progress: commands in, answers out, and the engine's moves in between.

use std::fs;
use std::io::BufRead;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use foregone::play::{Match, Played};
use foregone::{AnalysisOf, Limits, Rules as _, Side, SolveError, Solver as _, StopReason};
use foregone_view::play::{Chosen, record, words};
use foregone_view::{MoveOf, Page, PlayedGame, PositionOf, text};

use super::Lines;
use super::command::{self, Command};
use crate::output::Output;
use crate::page::PageArgs;
use crate::progress::ProgressLine;
use crate::{Outcome, files, interrupt};

pub(super) struct Session<'a, G: PlayedGame> {
    game: Match<PositionOf<G>>,
    /// The sides that persons play.
    persons: Vec<Side>,
    solver: G::Solver,
    limits: Limits<'a>,
    progress: &'a ProgressLine,
    /// What boards are drawn on.
    page: Page,
    /// Of the position that the game is in, once it was asked for.
    analysis: Option<AnalysisOf<G::Solver>>,
    /// Whether the engine leaves the next move to whoever types.
    waits: bool,
    /// Whether it does so because it found no move.
    lost: bool,
    /// Whether the position has been shown.
    shown: bool,
    pub(super) quiet: bool,
    /// Where to save the game if no file is named, and whether it may be there.
    file: Option<(PathBuf, bool)>,
}

/// A move that was made, and the position before it.
struct Made<G: PlayedGame> {
    before: PositionOf<G>,
    ply: Played<MoveOf<G>>,
}

impl<'a, G: PlayedGame> Session<'a, G> {
    pub(super) fn new(
        game: Match<PositionOf<G>>,
        persons: Vec<Side>,
        solver: G::Solver,
        limits: Limits<'a>,
        progress: &'a ProgressLine,
    ) -> Self {
        Self {
            game,
            persons,
            solver,
            limits,
            progress,
            page: PageArgs::default().page(),
            analysis: None,
            waits: false,
            lost: false,
            shown: false,
            quiet: false,
            file: None,
        }
    }

    /// Where to save the game if no file is named, and whether that may be over one that is there.
    pub(super) fn save_to(&mut self, file: Option<PathBuf>, over: bool) {
        self.file = file.map(|file| (file, over));
    }

    /// Plays until the input ends, or somebody asks to end it.
    pub(super) fn converse(
        &mut self,
        lines: &mut Lines<impl BufRead>,
        is_terminal: bool,
        output: &mut Output,
    ) -> Result<Outcome> {
        if !self.quiet {
            output.write(&format!("{}\n", G::heading(self.game.position())))?;
        }
        output.write(&words::opening::<G>(&self.game, &self.persons))?;
        loop {
            self.engine_moves(output)?;
            if interrupt::raised() {
                break;
            }
            output.write(&self.standing())?;
            interrupt::last_words(words::farewell::<G>(&self.game));
            if is_terminal {
                output.write(&self.prompt())?;
            }
            output.flush()?;
            let answer = match lines.next()? {
                None => {
                    // The end of the input ends no line.
                    output.write(if is_terminal { "\n" } else { "" })?;
                    break;
                }
                Some(Err(error)) => format!("{error}\n"),
                Some(Ok(line)) => match Command::read(&line) {
                    Ok(None) => continue,
                    Ok(Some(Command::Quit)) => break,
                    Ok(Some(command)) => self.obey(command),
                    Err(error) => error,
                },
            };
            output.write(&answer)?;
            if interrupt::raised() {
                break;
            }
        }
        output.write(&words::farewell::<G>(&self.game))?;
        // Whoever let the engine play alone waited for the end of the game.
        let unfinished = self.persons.is_empty() && self.lost && self.game.ending().is_none();
        Ok(if unfinished { Outcome::Stopped } else { Outcome::Done })
    }

    fn prompt(&self) -> String {
        match self.game.ending() {
            None => format!("{}> ", G::player(self.game.position().to_move())),
            Some(_) => "> ".to_owned(),
        }
    }

    /// The position, unless it has been shown; if it is to be quiet, the end of the game alone.
    fn standing(&mut self) -> String {
        let shown = std::mem::replace(&mut self.shown, true);
        match (shown, self.quiet, self.game.ending()) {
            (true, ..) | (_, true, None) => String::new(),
            (false, true, Some(_)) => words::turn::<G>(&self.game),
            (false, false, _) => words::standing::<G>(&self.game, self.page),
        }
    }

    /// Lets the engine move as long as it is its turn.
    fn engine_moves(&mut self, output: &mut Output) -> Result<()> {
        while !self.waits
            && self.game.ending().is_none()
            && !self.persons.contains(&self.game.position().to_move())
        {
            output.flush()?;
            interrupt::last_words(words::farewell::<G>(&self.game));
            let said = self.engine_move();
            output.write(&said)?;
        }
        Ok(())
    }

    /// Makes the engine's move for whoever's turn it is; if it knows none, it waits.
    fn engine_move(&mut self) -> String {
        let side = self.game.position().to_move();
        let position = self.game.position();
        let chosen = at_work(self.progress, || G::choose(&mut self.solver, position, &self.limits));
        let why = match chosen {
            Err(error) => Err(error.to_string()),
            Ok(Chosen { best, stop }) => {
                if let Some((mv, value)) = best
                    && let Ok(made) = self.make(mv)
                {
                    return match self.quiet {
                        true => words::bare_move::<G>(&made.before, &made.ply),
                        false => words::engines_move::<G>(&made.before, &made.ply, &value),
                    };
                }
                Ok(stop)
            }
        };
        (self.waits, self.lost) = (true, true);
        if interrupt::raised() { String::new() } else { words::engine_waits::<G>(side, why) }
    }

    /// The values of the position that the game is in, found now unless they are all known.
    fn analyse(&mut self) -> Result<AnalysisOf<G::Solver>, SolveError> {
        let known = self.analysis.take();
        let position = self.game.position().clone();
        self.values_of(&position, known)
    }

    /// The values of a position: those known if they are all there are, or else found now.
    fn values_of(
        &mut self,
        position: &PositionOf<G>,
        known: Option<AnalysisOf<G::Solver>>,
    ) -> Result<AnalysisOf<G::Solver>, SolveError> {
        if let Some(analysis) = known.filter(|known| known.report.stop == StopReason::Finished) {
            return Ok(analysis);
        }
        at_work(self.progress, || self.solver.analyze(position, &self.limits))
    }

    /// Something of the values of the position, which are kept.
    fn asked(&mut self, say: impl FnOnce(&PositionOf<G>, &AnalysisOf<G::Solver>) -> String) -> String {
        match self.analyse() {
            Ok(analysis) => {
                let said = say(self.game.position(), &analysis);
                self.analysis = Some(analysis);
                said
            }
            Err(error) => format!("{error}\n"),
        }
    }

    /// Makes a move, and forgets what was of the position before.
    fn make(&mut self, mv: MoveOf<G>) -> Result<Made<G>, String> {
        let before = self.game.position().clone();
        let ply = self.game.play(mv).map_err(|error| error.to_string())?;
        self.turned();
        Ok(Made { before, ply })
    }

    /// Forgets what was of the position before.
    fn turned(&mut self) {
        self.analysis = None;
        (self.waits, self.lost, self.shown) = (false, false, false);
    }

    /// Does what is asked, and says what came of it.
    fn obey(&mut self, command: Command) -> String {
        let over = self.game.ending().is_some();
        match command {
            Command::Hint | Command::Values | Command::Why | Command::Line(_) | Command::Go if over => {
                "The game is over.\n".to_owned()
            }
            Command::Move(name) => self.persons_move(&name),
            Command::Hint => self.asked(words::hint::<G>),
            Command::Values => {
                let page = self.page;
                self.asked(|position, analysis| text::analysis::<G>(position, analysis, page))
            }
            Command::Why => self.why(),
            Command::Line(plies) => self.line(plies),
            Command::Go => self.engine_move(),
            Command::Undo => self.undo(),
            Command::Redo => self.redo(),
            Command::Show => {
                text::board::<G>(self.game.position(), self.page) + &words::turn::<G>(&self.game)
            }
            Command::Moves => words::moves::<G>(&self.game),
            Command::Resign => self.resign(),
            Command::Save { file, over } => {
                self.save(file, over).unwrap_or_else(|error| format!("not saved: {error:#}\n"))
            }
            Command::Help => command::help(G::EXAMPLE),
            // Whoever calls ends the session.
            Command::Quit => String::new(),
        }
    }

    fn persons_move(&mut self, name: &str) -> String {
        let mv = match G::read_move(self.game.position(), name) {
            Ok(mv) => mv,
            Err(error) => return command::unknown(name, &*error),
        };
        let known = self.analysis.take();
        let Made { before, ply } = match self.make(mv) {
            Ok(made) => made,
            Err(error) => {
                self.analysis = known;
                return format!("{error}\n");
            }
        };
        if self.quiet {
            return words::bare_move::<G>(&before, &ply);
        }
        interrupt::last_words(words::farewell::<G>(&self.game));
        match self.values_of(&before, known) {
            Ok(analysis) => words::persons_move::<G>(&before, &ply, &analysis),
            Err(_) => words::bare_move::<G>(&before, &ply),
        }
    }

    fn why(&mut self) -> String {
        let Some(explain) = G::EXPLAIN else {
            return "There are no reasons to be had in this game: `values` says what moves are worth.\n"
                .to_owned();
        };
        let position = self.game.position();
        at_work(self.progress, || explain(&mut self.solver, position, &self.limits, self.page))
            .unwrap_or_else(|error| format!("{error}\n"))
    }

    fn line(&mut self, plies: usize) -> String {
        let position = self.game.position();
        match at_work(self.progress, || self.solver.line(position, plies, &self.limits)) {
            Ok(line) => text::line::<G>(position, &line),
            Err(error) => format!("{error}\n"),
        }
    }

    /// Back to before the last move of a person; where no person plays, one move back.
    fn undo(&mut self) -> String {
        if let Some(side) = self.game.withdraw() {
            self.turned();
            return format!("{} plays on.\n", G::player(side));
        }
        let is_persons = |ply: &Played<_>| self.persons.is_empty() || self.persons.contains(&ply.side);
        let Some(last) = self.game.played().iter().rposition(is_persons) else {
            return "There is no move of yours to take back.\n".to_owned();
        };
        let count = self.game.played().len() - last;
        for _ in 0..count {
            self.game.undo();
        }
        self.turned();
        // An engine alone would make the same move at once.
        self.waits = self.persons.is_empty();
        format!("{} taken back.\n", text::counted(count, ["move", "moves"]))
    }

    /// Makes again what was taken back, up to the next turn of a person.
    fn redo(&mut self) -> String {
        let mut count = 0;
        while self.game.redo().is_some() {
            count += 1;
            if self.persons.is_empty() || self.persons.contains(&self.game.position().to_move()) {
                break;
            }
        }
        if count == 0 {
            return "There is nothing to make again.\n".to_owned();
        }
        self.turned();
        self.waits = self.persons.is_empty();
        format!("{} made again.\n", text::counted(count, ["move", "moves"]))
    }

    fn resign(&mut self) -> String {
        if self.game.ending().is_some() {
            return "The game is over.\n".to_owned();
        }
        let side = match self.persons[..] {
            [person] => person,
            _ => self.game.position().to_move(),
        };
        self.game.resign(side);
        self.turned();
        String::new()
    }

    /// Writes the game to a file, or to the one that it was written to before.
    fn save(&mut self, file: Option<PathBuf>, over: bool) -> Result<String> {
        let (file, over) = match (file, &self.file) {
            (Some(file), Some((before, allowed))) if file == *before => (file, over || *allowed),
            (Some(file), _) => (file, over),
            (None, Some((before, allowed))) => (before.clone(), over || *allowed),
            (None, None) => bail!("expected the name of a file, as in `save game.txt`"),
        };
        write(&file, over, &record::write::<G>(&self.game)).with_context(|| file.display().to_string())?;
        let said = format!("Saved in {}.\n", file.display());
        // What this session wrote it may write over.
        self.file = Some((file, true));
        Ok(said)
    }
}

/// Works something out, with its progress shown.
fn at_work<T>(progress: &ProgressLine, work: impl FnOnce() -> T) -> T {
    // The time in which somebody thought about a move is none of the work's.
    progress.clear();
    let done = interrupt::at_work(work);
    progress.clear();
    done
}

/// Writes a text beside a file, and gives it the file's name when all of it is on the disk.
fn write(path: &Path, over: bool, text: &str) -> Result<()> {
    if !over && fs::symlink_metadata(path).is_ok() {
        bail!("it is there already, and `save!` would write over it");
    }
    files::regular(path)?;
    files::write(path, text.as_bytes())
}
