//! The file of answers is opened: a new one, one that is sound, or one that is damaged, which is set aside for a new one. What
//! is somebody else's is left alone.

use std::cell::Cell;
use std::fs;
use std::io::{self, ErrorKind, Read as _};
use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Once;

use redb::{Database, StorageBackend as _};
use xxhash_rust::xxh3::xxh3_128;

use super::untouched::Untouched;
use super::{ANSWERS, Note, ORDER, TOTALS};

/// What every file of the database begins with.
pub(super) const MAGIC: &[u8; 4] = b"redb";
/// The bytes of its head.
pub(super) const HEAD: usize = 320;

/// Opens a file, or makes it and its folder. Says what it has set aside.
///
/// # Errors
///
/// Why there is none, with its name, to be told in a line.
pub(super) fn open(path: &Path, note: &Note) -> Result<Database, String> {
    let name = path.display();
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder).map_err(|error| format!("cache {}: {error}", folder.display()))?;
    }
    let opened = match sound(|| Ok(create(path)?)) {
        // Whoever began it was killed before there was anything in it.
        Err(Broken::Unsound(_)) if is_unborn(path) && fs::remove_file(path).is_ok() => {
            sound(|| Ok(create(path)?))
        }
        opened => opened,
    };
    let error = match opened {
        Ok(database) => return Ok(database),
        Err(Broken::Unsound(error)) => error,
        Err(broken) => return Err(format!("cache {name}: {broken}")),
    };
    if !is_a_cache(path) {
        return Err(format!("cache {name}: {error}, and was never one, so it is left alone"));
    }
    let aside = set_aside(path)
        .map_err(|moving| format!("cache {name}: {error}, and it cannot be moved: {moving}"))?;
    note(&format!("cache {name}: {error}; it is now {}, and a new one is begun", aside.display()));
    sound(|| Ok(create(path)?)).map_err(|broken| format!("cache {name}: {broken}"))
}

/// Why a file is not used.
#[derive(Debug, thiserror::Error)]
pub(super) enum Broken {
    #[error("another server has it open")]
    Locked,
    /// The system does not let us: that says nothing of what is in it.
    #[error("{0}")]
    Unreachable(String),
    #[error("{0}")]
    Unsound(String),
}

impl<E: Into<redb::Error>> From<E> for Broken {
    fn from(error: E) -> Self {
        match error.into() {
            redb::Error::DatabaseAlreadyOpen => Self::Locked,
            redb::Error::Io(error)
                if !matches!(error.kind(), ErrorKind::InvalidData | ErrorKind::UnexpectedEof) =>
            {
                Self::Unreachable(error.to_string())
            }
            // In one line, whatever it quotes.
            error => Self::Unsound(error.to_string().replace('\n', " ")),
        }
    }
}

/// Does something with a file that may hold anything: where the database gives up on what it reads, which it does by a panic,
/// so does this, and nothing is printed.
pub(super) fn sound<T>(work: impl FnOnce() -> Result<T, Broken>) -> Result<T, Broken> {
    thread_local! {
        static EXPECTED: Cell<bool> = const { Cell::new(false) };
    }
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |panicked| {
            if !EXPECTED.get() {
                usual(panicked);
            }
        }));
    });
    EXPECTED.set(true);
    let done = catch_unwind(AssertUnwindSafe(work));
    EXPECTED.set(false);
    done.unwrap_or_else(|_| Err(Broken::Unsound("it is damaged".to_owned())))
}

/// Opens a database with its tables, or makes it. Where that fails, what was found is as it was.
fn create(path: &Path) -> Result<Database, redb::Error> {
    if path.is_dir() {
        return Err(redb::Error::Corrupted("it is a folder".to_owned()));
    }
    let file = fs::File::options().read(true).write(true).create(true).truncate(false).open(path)?;
    let file = Untouched::new(file)?;
    if file.len()? >= HEAD as u64 {
        let mut head = [0; HEAD];
        file.read(0, &mut head)?;
        if !tells_the_newest(&head) {
            return Err(redb::Error::Corrupted("its head is damaged".to_owned()));
        }
    }
    let database = Database::builder().set_cache_size(16 << 20).create_with_backend(file.clone())?;
    // What has the tables of another program is none of ours.
    let transaction = database.begin_write()?;
    transaction.open_table(ANSWERS)?;
    transaction.open_table(ORDER)?;
    transaction.open_table(TOTALS)?;
    transaction.commit()?;
    file.begin()?;
    Ok(database)
}

/// Whether the head of a database tells what was written last. The database itself makes sure of that after a crash alone; else it
/// would take an older state, or none, for the newest.
///
/// ```text
/// byte  0   "redb…"
///       9   bit 0: slot 1 is the newest; bit 1: it was not closed, and the database will look through it
///      64   slot 0, of 128 bytes; from 104 on its number, 8 bytes; from 112 on the checksum of all before, 16 bytes
///     192   slot 1
/// ```
fn tells_the_newest(head: &[u8; HEAD]) -> bool {
    let [slot, other] = {
        let newest = usize::from(head[9] & 1);
        [newest, 1 - newest].map(|slot| &head[64 + 128 * slot..][..128])
    };
    let is_sound = |slot: &[u8]| slot[112..] == xxh3_128(&slot[..112]).to_le_bytes();
    let number =
        |slot: &[u8]| slot[104..112].iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte));
    !head.starts_with(MAGIC)
        || head[9] & 2 != 0
        || is_sound(slot) && (number(other) <= number(slot) || !is_sound(other))
}

/// Whether what is there was once a cache, or is called as one: then it may be set aside. A folder is not, nor is a file of
/// somebody's whose name was given by mistake.
fn is_a_cache(path: &Path) -> bool {
    let begins_as_one = || {
        let mut head = [0; MAGIC.len()];
        fs::File::open(path).and_then(|mut file| file.read_exact(&mut head)).is_ok() && head == *MAGIC
    };
    path.is_file() && (path.extension().is_some_and(|ending| ending == "redb") || begins_as_one())
}

/// Whether a file has nothing in it but the head of a database that was being made: what such files begin with is written last.
fn is_unborn(path: &Path) -> bool {
    let is_zero = |bytes: &[u8]| bytes.iter().all(|&byte| byte == 0);
    let read = || -> io::Result<bool> {
        let mut file = fs::File::open(path)?;
        let mut room = vec![0; 1 << 16];
        let begins = file.read(&mut room[..HEAD])?;
        if !is_zero(&room[..begins.min(MAGIC.len())]) {
            return Ok(false);
        }
        loop {
            match file.read(&mut room)? {
                0 => return Ok(true),
                count if !is_zero(&room[..count]) => return Ok(false),
                _ => {}
            }
        }
    };
    path.is_file() && read().unwrap_or(false)
}

/// Gives what is a cache no more another name.
fn set_aside(path: &Path) -> io::Result<PathBuf> {
    for number in 1..u32::MAX {
        let mut name = path.as_os_str().to_owned();
        name.push(format!(".damaged-{number}"));
        let aside = PathBuf::from(name);
        if !aside.exists() {
            fs::rename(path, &aside)?;
            return Ok(aside);
        }
    }
    Err(io::Error::other("too many are set aside already"))
}
