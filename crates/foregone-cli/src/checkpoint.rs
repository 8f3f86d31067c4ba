//! `--checkpoint FILE`: where a long run keeps what it has done.
//!
//! A new checkpoint is written beside the file, as `FILE.partial`, and takes its place when all of it is on the disk. So
//! whenever the run ends, the file is the last one that was finished. What is no checkpoint is never overwritten. While a
//! run goes on it holds a lock on `FILE.lock`, so that another one cannot write to the same file.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, anyhow, bail};
use bytesize::ByteSize;
use clap::Args;
use foregone::SolveError;
use foregone::checkpoint::{MAGIC, Store};

use crate::args::time;
use crate::files;
use crate::interrupt;
use crate::progress::ProgressLine;

/// Writing takes no more than one part in so many of the time.
const SHARE: u32 = 20;

/// Who waits for the end of a run is told when so much is still to be written: a second's work for a slow disk.
const WORTH_A_WORD: u64 = 64 << 20;

#[derive(Args, Default)]
pub(crate) struct CheckpointArgs {
    /// Keep what a long run has done in this file, and go on from it if it is there
    ///
    /// It is written every so often, and when the run is stopped by Ctrl-C or at a limit; the same command goes on from
    /// there. One of another position, or a damaged one, is refused. It is removed when the answer has been told. What is
    /// soon done writes none.
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// How often to write the checkpoint; less often where writing would take more than a twentieth of the time
    #[arg(long, value_name = "TIME", value_parser = time, default_value = "60s", requires = "checkpoint")]
    checkpoint_every: Duration,
}

/// The file of `--checkpoint`.
pub(crate) struct CheckpointFile<'a> {
    path: PathBuf,
    partial: PathBuf,
    /// The name of the lock, and the lock.
    lock: PathBuf,
    _held: File,
    every: Duration,
    progress: &'a ProgressLine,
    last: Mutex<Last>,
}

/// When the last checkpoint was written, or the run began, and how long writing took.
struct Last {
    ended: Instant,
    took: Duration,
}

impl CheckpointArgs {
    /// The file, if one is asked for. That it can be written is made sure of before any work is done.
    pub(crate) fn file<'a>(&self, progress: &'a ProgressLine) -> Result<Option<CheckpointFile<'a>>> {
        let Some(path) = &self.checkpoint else { return Ok(None) };
        let path = files::followed(path);
        let (partial, lock) = (files::beside(&path, ".partial"), files::beside(&path, ".lock"));
        for name in [&path, &partial, &lock] {
            files::regular(name).with_context(|| name.display().to_string())?;
        }
        let held = locked(&lock).with_context(|| lock.display().to_string())?;
        let last = Mutex::new(Last { ended: Instant::now(), took: Duration::ZERO });
        let every = self.checkpoint_every;
        let file = CheckpointFile { path, partial, lock, _held: held, every, progress, last };
        file.make_room().with_context(|| file.partial.display().to_string())?;
        Ok(Some(file))
    }
}

/// A lock that no other run holds. There may be nothing but what a run that was killed has left there.
fn locked(lock: &Path) -> Result<File> {
    let file = files::locked(lock, "another run is keeping its checkpoint here")?;
    if file.metadata()?.len() > 0 {
        bail!("it is no lock of ours, which would be empty");
    }
    Ok(file)
}

impl CheckpointFile<'_> {
    /// Makes sure that there is nothing under the other name but what a run that was killed has left there, and that a
    /// file can be made.
    fn make_room(&self) -> Result<()> {
        match File::open(&self.partial) {
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(error.into()),
            Ok(file) => {
                let mut found = Vec::new();
                file.take(MAGIC.len() as u64).read_to_end(&mut found)?;
                if !MAGIC.starts_with(&found) {
                    bail!("it is no checkpoint, and a new one would be written there first");
                }
            }
        }
        File::create(&self.partial)?;
        // A failure does no harm: the next run would write over it.
        let _ = fs::remove_file(&self.partial);
        Ok(())
    }

    /// Puts the file's name before an error with it.
    pub(crate) fn blame(&self, error: SolveError) -> anyhow::Error {
        match error {
            SolveError::Checkpoint(_) => anyhow!(error).context(self.path.display().to_string()),
            _ => error.into(),
        }
    }

    /// Ends a run that was stopped: says what is kept.
    pub(crate) fn stopped(&self) {
        if self.path.exists() {
            let name = self.path.display();
            self.progress.aside(&format!("checkpoint kept in {name}: the same command goes on from there"));
        }
    }

    /// Ends a run whose answer has been told: nothing is left to be done.
    pub(crate) fn finished(&self) {
        if let Err(error) = fs::remove_file(&self.path)
            && error.kind() != ErrorKind::NotFound
        {
            self.progress.aside(&format!("{}: {error}", self.path.display()));
        }
    }

    fn write(&self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        files::put(File::create(&self.partial)?, &self.partial, &self.path, |file| write(file))
    }
}

impl Drop for CheckpointFile<'_> {
    /// Takes the lock away. A failure does no harm: nobody holds it any more.
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.lock);
    }
}

impl Store for CheckpointFile<'_> {
    fn open(&self) -> io::Result<Option<Box<dyn Read + '_>>> {
        match File::open(&self.path) {
            Ok(file) => Ok(Some(Box::new(file))),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn due(&self) -> bool {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.ended.elapsed() >= self.every.max(SHARE * last.took)
    }

    fn replace(&self, bytes: u64, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) {
        let (started, name) = (Instant::now(), self.path.display());
        if interrupt::raised() && bytes >= WORTH_A_WORD {
            let size = ByteSize::b(bytes).display().iec();
            self.progress.aside(&format!("writing {size} to {name}; Ctrl-C again leaves it as it was"));
        }
        if let Err(error) = self.write(write) {
            self.progress.aside(&format!("{name}: the checkpoint could not be written: {error}"));
        }
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        *last = Last { ended: Instant::now(), took: started.elapsed() };
    }
}
