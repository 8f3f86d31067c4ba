//! `foregone dots table`: files with every position of a small board.
//!
//! A table is built as `FILE.partial`, and gets its name when all of it is on the disk. What a run that was stopped or
//! killed has left there is gone on with, and what is no table is never written over.

use std::fs::{self, File};
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context as _, Result, bail};
use clap::Subcommand;
use foregone::dots::Solver;
use foregone::dots::dense::{self, Built, Checked, Shelf, Table, TableError};
use foregone::{AnalysisOf, Known, Solution, SolveError};
use foregone_view::{Dots, dots_table as told, schema, text};

use crate::Outcome;
use crate::args::{self, Format, LimitArgs, Place};
use crate::files;
use crate::output::Output;
use crate::progress::ProgressLine;
use crate::verbs::{Telling, question, questions};

/// What can be done with tables.
#[derive(Subcommand)]
pub(crate) enum TableVerb {
    /// Work out the margin of every position that a board can come to, and keep them in a file
    ///
    /// 3x3, 3x4 and 4x4:icelandic are the usual boards: 2.5 MiB, 324 MiB and 1.9 GiB. The memory that it takes is little
    /// more. A run that was stopped or killed leaves FILE.partial, and the same command goes on from there.
    Build {
        #[command(flatten)]
        place: Place<Dots>,
        /// The file to write
        #[arg(long, value_name = "FILE")]
        file: PathBuf,
        /// Replace the file if it is there
        #[arg(long)]
        force: bool,
    },
    /// The value of a position and of every move, read from a table
    ///
    /// The position must be one that the table's board can come to, turned or reflected if need be.
    Query {
        /// The table
        #[arg(value_name = "TABLE")]
        table: PathBuf,
        #[command(flatten)]
        place: Place<Dots>,
    },
    /// Check every checksum of a table, and entries against those of their moves and against a search
    Check {
        /// The table
        #[arg(value_name = "TABLE")]
        table: PathBuf,
        /// How many entries to draw at random; of a small table all are held against those of their moves
        #[arg(long, value_name = "N", default_value_t = 1000, allow_negative_numbers = true, value_parser = args::number)]
        samples: u64,
        /// What the draws come from: the same number, the same entries
        #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = args::number)]
        seed: u64,
        /// How the answer is written
        #[arg(long, default_value = "text")]
        format: Format,
        #[command(flatten)]
        limits: LimitArgs,
    },
}

/// Does what is asked.
pub(crate) fn run(verb: TableVerb, output: &mut Output) -> Result<Outcome> {
    match verb {
        TableVerb::Build { place, file, force } => build(place, &file, force, output),
        TableVerb::Query { table: path, place } => {
            let table = open(&path)?;
            let telling = Telling {
                report: |found: &AnalysisOf<Solver>| &found.report,
                text: text::analysis::<Dots>,
                object: schema::analysis::<Dots>,
            };
            let outcome = questions(&place.ask(), output, &telling, |_, position, limits| {
                table.analyze(position, limits)
            });
            outcome.map_err(|error| blame(&path, error))
        }
        TableVerb::Check { table: path, samples, seed, format, limits } => {
            let table = open(&path)?;
            let telling = Telling::<Dots, _, _> {
                report: |found: &Solution<Checked>| &found.report,
                text: |position, found, _| told::checked_text(position, found),
                object: told::checked_object,
            };
            let how = (format, &limits);
            let outcome =
                question(table.root(), how, output, &telling, |limits| table.check(samples, seed, limits));
            outcome.map_err(|error| blame(&path, error))
        }
    }
}

/// Puts a table's name before an error with it.
pub(crate) fn blame(path: &Path, error: anyhow::Error) -> anyhow::Error {
    match error.downcast_ref::<SolveError>() {
        Some(SolveError::Table(_)) => error.context(path.display().to_string()),
        _ => error,
    }
}

/// Opens a table.
pub(crate) fn open(path: &Path) -> Result<Table> {
    let open = || -> Result<Table> {
        files::regular(path)?;
        Ok(Table::open(Box::new(TableFile(Mutex::new(File::open(path)?))))?)
    };
    open().with_context(|| path.display().to_string())
}

/// A file that is read page by page.
struct TableFile(Mutex<File>);

impl Shelf for TableFile {
    fn length(&self) -> io::Result<u64> {
        let file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(file.metadata()?.len())
    }

    fn read(&self, offset: u64, bytes: &mut [u8]) -> io::Result<()> {
        let mut file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(offset))?;
        file.read_exact(bytes)
    }
}

/// Builds a table.
fn build(place: Place<Dots>, path: &Path, force: bool, output: &mut Output) -> Result<Outcome> {
    let ask = place.ask();
    if ask.source.format == Format::Jsonl {
        bail!("a table is of one position, and with --format jsonl there may be many");
    }
    let name = path.display();
    files::regular(path).with_context(|| name.to_string())?;
    if path.exists() && !force {
        bail!("{name}: it is there already, and --force replaces it");
    }
    let partial = Partial::open(path).with_context(|| format!("{name}.partial"))?;
    let telling = Telling {
        report: |found: &Solution<Built>| &found.report,
        text: |position, found, _| told::built_text(position, found),
        object: told::built_object,
    };
    let outcome = questions(&ask, output, &telling, |_, position, limits| {
        let solution = dense::build(position, &mut &partial.file, limits)?;
        if let Known::Exact(built) = &solution.value {
            let named = partial.finish(path, built.bytes);
            named.map_err(|error| SolveError::from(TableError::Unwritable { reason: error.to_string() }))?;
        }
        Ok(solution)
    });
    partial.leave(outcome.as_ref().is_ok_and(|&outcome| outcome == Outcome::Stopped));
    outcome.map_err(|error| blame(&partial.path, error))
}

/// A table that is being built, which no other run writes to.
struct Partial {
    path: PathBuf,
    file: File,
}

impl Partial {
    fn open(path: &Path) -> Result<Self> {
        let path = files::beside(path, ".partial");
        files::regular(&path)?;
        let file = files::locked(&path, "another run is building it")?;
        Ok(Self { path, file })
    }

    /// Gives the table its name, once it is on the disk.
    fn finish(&self, path: &Path, bytes: u64) -> io::Result<()> {
        self.file.set_len(bytes)?;
        files::finish(&self.file, &self.path, path)
    }

    /// Ends a run: says what is kept, and removes what is nothing.
    fn leave(&self, stopped: bool) {
        let Ok(found) = fs::metadata(&self.path) else { return };
        if found.len() == 0 {
            // A failure does no harm: the next run begins with an empty file.
            let _ = fs::remove_file(&self.path);
        } else if stopped {
            let name = self.path.display();
            ProgressLine::new().aside(&format!("kept in {name}: the same command goes on from there"));
        }
    }
}
