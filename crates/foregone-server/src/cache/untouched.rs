//! The file of the cache as the database sees it: nothing is written to it before all of it was found to be in order.
//!
//! A database that is opened writes at once: that it is open, what it has repaired, where it has got to. If it then gives up,
//! what is left is neither what was found nor sound. So until [`Untouched::begin`] all that it writes is held back, and read
//! again from there; then it is written in the same order, so that whoever is killed on the way leaves what the database would.

use std::fs::File;
use std::io::{self, ErrorKind};
use std::sync::{Arc, PoisonError, RwLock};

use redb::backends::FileBackend;
use redb::{DatabaseError, StorageBackend};

/// A file that is not touched yet, or that is written as any other.
#[derive(Clone, Debug)]
pub(crate) struct Untouched(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    file: FileBackend,
    /// What waits to be done, in its order; `None` when all is done at once.
    held: RwLock<Option<Vec<Change>>>,
}

#[derive(Debug)]
enum Change {
    Length(u64),
    Bytes(u64, Vec<u8>),
    /// All before is to be safe before what comes after is begun.
    Sync,
}

impl Untouched {
    /// Takes a file, which no other database may have.
    pub(crate) fn new(file: File) -> Result<Self, DatabaseError> {
        let (file, held) = (FileBackend::new(file)?, RwLock::new(Some(Vec::new())));
        Ok(Self(Arc::new(Inner { file, held })))
    }

    /// Writes what was held back, and from now on all at once. After an error nothing is written any more.
    pub(crate) fn begin(&self) -> io::Result<()> {
        let mut held = self.0.held.write().unwrap_or_else(PoisonError::into_inner);
        for change in held.replace(Vec::new()).into_iter().flatten() {
            match change {
                Change::Length(length) => self.0.file.set_len(length)?,
                Change::Bytes(offset, bytes) => self.0.file.write(offset, &bytes)?,
                Change::Sync => self.0.file.sync_data()?,
            }
        }
        *held = None;
        Ok(())
    }

    /// Holds a change back, if that is to be.
    fn holds(&self, change: impl FnOnce() -> Change) -> bool {
        let mut held = self.0.held.write().unwrap_or_else(PoisonError::into_inner);
        held.as_mut().map(|held| held.push(change())).is_some()
    }
}

impl StorageBackend for Untouched {
    fn len(&self) -> io::Result<u64> {
        let held = self.0.held.read().unwrap_or_else(PoisonError::into_inner);
        let length = self.0.file.len()?;
        Ok(held.iter().flatten().fold(length, |length, change| change.length(length)))
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let held = self.0.held.read().unwrap_or_else(PoisonError::into_inner);
        let Some(changes) = &*held else { return self.0.file.read(offset, out) };
        // How many of the bytes asked for lie before an end.
        let asked = out.len();
        let before = |end: u64| end.saturating_sub(offset).min(asked as u64) as usize;
        let mut length = self.0.file.len()?;
        let there = before(length);
        self.0.file.read(offset, &mut out[..there])?;
        out[there..].fill(0);
        for change in changes {
            length = change.length(length);
            match change {
                Change::Length(length) => out[before(*length)..].fill(0),
                Change::Bytes(at, bytes) => {
                    let end = before(at + bytes.len() as u64);
                    let (first, skipped) = (before(*at), offset.saturating_sub(*at));
                    if first < end {
                        out[first..end].copy_from_slice(&bytes[skipped as usize..][..end - first]);
                    }
                }
                Change::Sync => {}
            }
        }
        if before(length) < asked { Err(ErrorKind::UnexpectedEof.into()) } else { Ok(()) }
    }

    fn set_len(&self, length: u64) -> io::Result<()> {
        if self.holds(|| Change::Length(length)) { Ok(()) } else { self.0.file.set_len(length) }
    }

    fn sync_data(&self) -> io::Result<()> {
        if self.holds(|| Change::Sync) { Ok(()) } else { self.0.file.sync_data() }
    }

    fn write(&self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        // A write of nothing makes no file longer.
        if bytes.is_empty() || self.holds(|| Change::Bytes(offset, bytes.to_vec())) {
            return Ok(());
        }
        self.0.file.write(offset, bytes)
    }

    fn close(&self) -> io::Result<()> {
        self.0.file.close()
    }
}

impl Change {
    /// How long the file is after it.
    fn length(&self, before: u64) -> u64 {
        match self {
            Self::Length(length) => *length,
            Self::Bytes(offset, bytes) => before.max(offset + bytes.len() as u64),
            Self::Sync => before,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// What is read is the same before it is written, and the file is what was found until then.
    #[test]
    fn what_is_held_back_is_read_and_written_later() {
        let path = std::env::temp_dir().join(format!("foregone-untouched-{}", std::process::id()));
        let before: Vec<u8> = (0..100).collect();
        fs::write(&path, &before).unwrap();
        let file = File::options().read(true).write(true).open(&path).unwrap();
        let untouched = Untouched::new(file).unwrap();
        let mut plain = before.clone();
        let mut word = 1_u32;
        let mut below = |bound: usize| {
            word = word.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (word >> 8) as usize % bound
        };
        for step in 0..500_u32 {
            if step == 400 {
                assert_eq!(fs::read(&path).unwrap(), before);
                untouched.begin().unwrap();
                assert_eq!(fs::read(&path).unwrap(), plain);
            }
            let (at, count) = (below(120), below(40));
            match below(3) {
                0 => {
                    untouched.set_len(at as u64).unwrap();
                    plain.resize(at, 0);
                }
                1 => {
                    let bytes = vec![step as u8; count];
                    untouched.write(at as u64, &bytes).unwrap();
                    if count > 0 {
                        plain.resize(plain.len().max(at + count), 0);
                        plain[at..at + count].copy_from_slice(&bytes);
                    }
                }
                _ => untouched.sync_data().unwrap(),
            }
            assert_eq!(untouched.len().unwrap(), plain.len() as u64);
            for (at, count) in [(0, plain.len()), (below(120), below(40)), (at, count)] {
                let mut out = vec![0xee; count];
                let read = untouched.read(at as u64, &mut out);
                match plain.get(at..at + count) {
                    Some(expected) => assert_eq!((read.is_ok(), &*out), (true, expected), "{step}"),
                    None => assert!(read.is_err() || count == 0, "{step}"),
                }
            }
        }
        untouched.close().unwrap();
        fs::remove_file(path).unwrap();
    }
}
