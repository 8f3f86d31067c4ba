//! Answers that are kept: finished ones, in memory and on the disk, so that what was worked out once is told at once.
//!
//! ```text
//! look up:  memory ──▶ file                 take: memory, and a letter to the one thread that writes the file
//!           the most recently used          file: by key, with a checksum; those kept longest go first
//! ```
//!
//! A key has the versions of the schema and of the program in it, so another program's answers are never told; they go as
//! they grow old. The file is a help and never a need: what is wrong with it is said once, and the server goes on without.

use std::cell::Cell;
use std::fs;
use std::io::{ErrorKind, Read as _};
use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, Once};
use std::thread::{self, JoinHandle};

use axum::body::Bytes;
use foregone_view::schema;
use lru::LruCache;
use redb::{Database, ReadableDatabase as _, ReadableTable as _, StorageBackend as _, TableDefinition};
use xxhash_rust::xxh3::xxh3_128;

use crate::jobs::locked;
use crate::untouched::Untouched;

/// How an answer lies in the file: by its key, when it was taken and what it is, with a checksum of both.
///
/// ```text
/// key: "1 0.1.0 hex analyze {} 3x3 by transfer"        number: 17
/// value: checksum of key and answer (16 bytes, little-endian) │ answer
/// ```
const ANSWERS: TableDefinition<'_, &str, (u64, &[u8])> = TableDefinition::new("answers");
/// The keys in the order in which they were taken.
const ORDER: TableDefinition<'_, u64, &str> = TableDefinition::new("order");
/// One number: the bytes of all answers and their keys.
const TOTALS: TableDefinition<'_, &str, u64> = TableDefinition::new("totals");
const BYTES: &str = "bytes";

/// What every file of the database begins with.
const MAGIC: &[u8; 4] = b"redb";
/// The bytes of its head.
const HEAD: usize = 320;
/// The bytes of the checksum.
const CHECKSUM: usize = 16;
/// The largest answer that is kept.
const LARGEST: usize = 4 << 20;
/// Letters that wait to be written; more are not kept.
const LETTERS: usize = 256;

/// How much is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bounds {
    /// Bytes of answers in memory.
    pub(crate) memory: usize,
    /// Bytes of answers in the file, which is somewhat larger.
    pub(crate) file: u64,
}

/// What is usual.
pub(crate) const USUAL: Bounds = Bounds { memory: 32 << 20, file: 256 << 20 };

/// Tells whoever runs the server something, in a line.
pub(crate) type Note = std::sync::Arc<dyn Fn(&str) + Send + Sync>;

/// What is kept.
pub(crate) struct Cache {
    memory: Mutex<Memory>,
    disk: Option<Disk>,
}

/// The answers of late.
struct Memory {
    answers: LruCache<String, Bytes>,
    bytes: usize,
    most: usize,
}

/// The file, and the thread that writes it.
struct Disk {
    /// There is one until the end.
    database: Option<std::sync::Arc<Database>>,
    letters: Option<SyncSender<Letter>>,
    writer: Option<JoinHandle<()>>,
}

/// An answer to be written.
struct Letter {
    key: String,
    answer: Bytes,
}

impl Cache {
    /// What is kept in memory, and in a file if there is to be one.
    pub(crate) fn open(path: Option<&Path>, bounds: Bounds, note: &Note) -> Self {
        let memory = Memory { answers: LruCache::unbounded(), bytes: 0, most: bounds.memory };
        Self { memory: Mutex::new(memory), disk: path.and_then(|path| Disk::open(path, bounds.file, note)) }
    }

    /// The answer to a question.
    pub(crate) fn find(&self, question: &str) -> Option<Bytes> {
        let key = key(question);
        if let Some(answer) = locked(&self.memory).answers.get(&key) {
            return Some(answer.clone());
        }
        let answer = self.disk.as_ref()?.find(&key)?;
        locked(&self.memory).take(key, answer.clone());
        Some(answer)
    }

    /// Keeps a finished answer.
    pub(crate) fn keep(&self, question: &str, answer: &Bytes) {
        if answer.len() > LARGEST {
            return;
        }
        let key = key(question);
        locked(&self.memory).take(key.clone(), answer.clone());
        if let Some(letters) = self.disk.as_ref().and_then(|disk| disk.letters.as_ref()) {
            // Rather none than to wait for a slow disk.
            let _ = letters.try_send(Letter { key, answer: answer.clone() });
        }
    }
}

/// A question as it is kept, for this version.
fn key(question: &str) -> String {
    format!("{} {} {question}", schema::VERSION, env!("CARGO_PKG_VERSION"))
}

impl Memory {
    fn take(&mut self, key: String, answer: Bytes) {
        self.bytes += size(&key, &answer);
        if let Some((key, answer)) = self.answers.push(key, answer) {
            self.bytes -= size(&key, &answer);
        }
        while self.bytes > self.most {
            let Some((key, answer)) = self.answers.pop_lru() else { break };
            self.bytes -= size(&key, &answer);
        }
    }
}

fn size(key: &str, answer: &[u8]) -> usize {
    key.len() + answer.len()
}

impl Disk {
    /// Opens a file, or makes it. What is there and is no cache is set aside.
    fn open(path: &Path, most: u64, note: &Note) -> Option<Self> {
        let name = path.display();
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty())
            && let Err(error) = fs::create_dir_all(folder)
        {
            note(&format!("cache {}: {error}; answers are not kept", folder.display()));
            return None;
        }
        let opened = match sound(|| Ok(create(path)?)) {
            // Whoever began it was killed before there was anything in it.
            Err(Broken::Unsound(_)) if is_unborn(path) && fs::remove_file(path).is_ok() => {
                sound(|| Ok(create(path)?))
            }
            opened => opened,
        };
        let database = match opened {
            Ok(database) => database,
            Err(Broken::Locked) => {
                note(&format!("cache {name}: another server has it open; answers are not kept"));
                return None;
            }
            Err(Broken::Unreachable(error)) => {
                note(&format!("cache {name}: {error}; answers are not kept"));
                return None;
            }
            Err(Broken::Unsound(error)) if !is_a_cache(path) => {
                note(&format!(
                    "cache {name}: {error}, and was never one, so it is left alone; answers are not kept"
                ));
                return None;
            }
            Err(Broken::Unsound(error)) => {
                let aside = match set_aside(path) {
                    Ok(aside) => aside,
                    Err(moving) => {
                        note(&format!(
                            "cache {name}: {error}, and it cannot be moved: {moving}; answers are not kept"
                        ));
                        return None;
                    }
                };
                note(&format!(
                    "cache {name}: {error}; it is now {}, and a new one is begun",
                    aside.display()
                ));
                match sound(|| Ok(create(path)?)) {
                    Ok(database) => database,
                    Err(broken) => {
                        note(&format!("cache {name}: {broken}; answers are not kept"));
                        return None;
                    }
                }
            }
        };
        let database = std::sync::Arc::new(database);
        let (letters, waiting) = sync_channel(LETTERS);
        let (file, told) = (std::sync::Arc::clone(&database), std::sync::Arc::clone(note));
        let name = path.display().to_string();
        let writer = thread::Builder::new().name("cache".to_owned()).spawn(move || {
            if let Err(error) = write(&file, &waiting, most) {
                told(&format!("cache {name}: {error}; no more answers are kept in it"));
            }
        });
        match writer {
            Ok(writer) => {
                Some(Self { database: Some(database), letters: Some(letters), writer: Some(writer) })
            }
            Err(error) => {
                note(&format!("cache: {error}; answers are not kept"));
                None
            }
        }
    }

    /// An answer that is whole. Whatever else is there is as good as none.
    fn find(&self, key: &str) -> Option<Bytes> {
        let database = self.database.as_ref()?;
        let found = sound(|| {
            let table = database.begin_read()?.open_table(ANSWERS)?;
            Ok(table.get(key)?.map(|entry| entry.value().1.to_vec()))
        });
        let value = found.ok()??;
        let (sum, answer) = value.split_at_checked(CHECKSUM)?;
        (sum == checksum(key, answer)).then(|| Bytes::copy_from_slice(answer))
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        // The writer ends when no letter can come any more.
        drop(self.letters.take());
        if let Some(writer) = self.writer.take() {
            let _ = writer.join();
        }
        // What is damaged may show only now.
        let database = self.database.take();
        let _ = sound(|| {
            drop(database);
            Ok(())
        });
    }
}

/// Why a file is not used.
#[derive(Debug, thiserror::Error)]
enum Broken {
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
fn sound<T>(work: impl FnOnce() -> Result<T, Broken>) -> Result<T, Broken> {
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
    let read = || -> std::io::Result<bool> {
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
fn set_aside(path: &Path) -> std::io::Result<PathBuf> {
    for number in 1..u32::MAX {
        let mut name = path.as_os_str().to_owned();
        name.push(format!(".damaged-{number}"));
        let aside = PathBuf::from(name);
        if !aside.exists() {
            fs::rename(path, &aside)?;
            return Ok(aside);
        }
    }
    Err(std::io::Error::other("too many are set aside already"))
}

fn checksum(key: &str, answer: &[u8]) -> [u8; CHECKSUM] {
    let mut all = Vec::with_capacity(size(key, answer) + 1);
    all.extend_from_slice(key.as_bytes());
    all.push(0);
    all.extend_from_slice(answer);
    xxh3_128(&all).to_le_bytes()
}

/// Writes letters as they come, as many as there are at a time, until no more can come.
fn write(database: &Database, letters: &Receiver<Letter>, most: u64) -> Result<(), Broken> {
    while let Ok(first) = letters.recv() {
        let waiting: Vec<Letter> = std::iter::once(first).chain(letters.try_iter()).collect();
        sound(|| Ok(put(database, &waiting, most)?))?;
    }
    Ok(())
}

/// Writes some letters and takes out what was there longest, all at once or not at all.
fn put(database: &Database, letters: &[Letter], most: u64) -> Result<(), redb::Error> {
    let transaction = database.begin_write()?;
    {
        let mut answers = transaction.open_table(ANSWERS)?;
        let mut order = transaction.open_table(ORDER)?;
        let mut totals = transaction.open_table(TOTALS)?;
        let mut bytes = totals.get(BYTES)?.map_or(0, |bytes| bytes.value());
        let next = order.last()?.map_or(0, |(number, _)| number.value() + 1);
        for (next, Letter { key, answer }) in (next..).zip(letters) {
            let value = [&checksum(key, answer)[..], answer].concat();
            bytes += size(key, &value) as u64;
            let before = answers.insert(key.as_str(), (next, &*value))?;
            if let Some((number, value)) = before.as_ref().map(redb::AccessGuard::value) {
                bytes = bytes.saturating_sub(size(key, value) as u64);
                order.remove(number)?;
            }
            drop(before);
            order.insert(next, key.as_str())?;
        }
        while bytes > most {
            let Some((_, oldest)) = order.pop_first()? else { break };
            let removed = answers.remove(oldest.value())?;
            let freed = removed.map_or(0, |removed| size(oldest.value(), removed.value().1));
            bytes = bytes.saturating_sub(freed as u64);
        }
        totals.insert(BYTES, bytes)?;
    }
    transaction.commit()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("foregone-cache-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    /// A cache of a file, and what it said.
    fn open(path: &Path, bounds: Bounds) -> (Cache, Arc<Mutex<Vec<String>>>) {
        let said = Arc::new(Mutex::new(Vec::new()));
        let notes = Arc::clone(&said);
        let note: Note = Arc::new(move |text| locked(&notes).push(text.to_owned()));
        (Cache::open(Some(path), bounds, &note), said)
    }

    #[test]
    fn what_is_kept_is_there_again() {
        let folder = folder("again");
        let path = folder.join("deep/answers.redb");
        let (cache, said) = open(&path, USUAL);
        cache.keep("a", &Bytes::from_static(b"first"));
        cache.keep("a", &Bytes::from_static(b"second"));
        cache.keep("b", &Bytes::from(vec![0; LARGEST + 1]));
        assert_eq!(cache.find("a").as_deref(), Some(&b"second"[..]));
        drop(cache);
        let (cache, again) = open(&path, USUAL);
        assert_eq!(cache.find("a").as_deref(), Some(&b"second"[..]));
        assert_eq!(cache.find("b"), None);
        assert_eq!((&*locked(&said), &*locked(&again)), (&vec![], &vec![]));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn the_oldest_go_first() {
        let folder = folder("bounds");
        let path = folder.join("answers.redb");
        let bounds = Bounds { memory: 2_000, file: 10_000 };
        let (cache, _) = open(&path, bounds);
        for number in 0..100 {
            cache.keep(&format!("question {number}"), &Bytes::from(vec![number; 500]));
        }
        assert!(locked(&cache.memory).bytes <= bounds.memory);
        assert!(cache.find("question 99").is_some());
        drop(cache);
        let (cache, _) = open(&path, bounds);
        let kept: Vec<u8> =
            (0..100).filter(|number| cache.find(&format!("question {number}")).is_some()).collect();
        assert!((15..=20).contains(&kept.len()) && kept.ends_with(&[97, 98, 99]), "{kept:?}");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_second_server_goes_without() {
        let folder = folder("locked");
        let path = folder.join("answers.redb");
        let (_first, said) = open(&path, USUAL);
        let (second, told) = open(&path, USUAL);
        assert!(locked(&said).is_empty());
        assert!(locked(&told)[0].contains("another server has it open"), "{told:?}");
        second.keep("a", &Bytes::from_static(b"in memory"));
        assert_eq!(second.find("a").as_deref(), Some(&b"in memory"[..]));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_is_no_cache_is_set_aside() {
        let folder = folder("damaged");
        let path = folder.join("answers.redb");
        let (cache, _) = open(&path, USUAL);
        cache.keep("a", &Bytes::from_static(b"good"));
        drop(cache);
        let whole = fs::read(&path).unwrap();
        let half = whole[..whole.len() / 2].to_vec();
        let mut headless = whole.clone();
        headless[..512].fill(0xff);
        let texts = [b"a text of somebody's".to_vec(), vec![1; 10_000], half, headless];
        for (number, text) in (1..).zip(texts) {
            fs::write(&path, &text).unwrap();
            let (cache, said) = open(&path, USUAL);
            let aside = folder.join(format!("answers.redb.damaged-{number}"));
            assert!(fs::read(&aside).unwrap() == text, "{number}");
            assert_eq!(locked(&said).len(), 1, "{said:?}");
            assert!(!locked(&said)[0].contains('\n'));
            cache.keep("a", &Bytes::from_static(b"new"));
            drop(cache);
            assert_eq!(open(&path, USUAL).0.find("a").as_deref(), Some(&b"new"[..]));
        }
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_was_hardly_begun_is_begun_anew() {
        let folder = folder("unborn");
        let path = folder.join("answers");
        let begun = |head: u8| [&[0; MAGIC.len()][..], &vec![head; HEAD - MAGIC.len()], &[0; 5_000]].concat();
        for content in [Vec::new(), vec![0; 4], begun(0), begun(7)] {
            fs::write(&path, content).unwrap();
            let (cache, said) = open(&path, USUAL);
            assert_eq!(*locked(&said), Vec::<String>::new());
            cache.keep("a", &Bytes::from_static(b"new"));
            drop(cache);
            assert_eq!(open(&path, USUAL).0.find("a").as_deref(), Some(&b"new"[..]));
        }
        let full = [begun(7), vec![1]].concat();
        fs::write(&path, &full).unwrap();
        let (_, said) = open(&path, USUAL);
        assert!(locked(&said)[0].contains("left alone"), "{said:?}");
        assert_eq!(fs::read(&path).unwrap(), full);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_was_never_a_cache_is_left_alone() {
        let folder = folder("foreign");
        let (text, below) = (folder.join("notes.txt"), folder.join("thesis"));
        fs::write(&text, "years of work").unwrap();
        fs::create_dir(&below).unwrap();
        for path in [&text, &below, &folder] {
            let (cache, said) = open(path, USUAL);
            assert!(locked(&said)[0].contains("left alone"), "{said:?}");
            cache.keep("a", &Bytes::from_static(b"in memory"));
            assert!(cache.find("a").is_some() && path.exists());
        }
        assert_eq!(fs::read(&text).unwrap(), b"years of work");
        // A damaged one goes by how it begins, whatever it is called.
        let path = folder.join("cache");
        fs::write(&path, [&MAGIC[..], &[7; 5_000]].concat()).unwrap();
        let (_, said) = open(&path, USUAL);
        assert!(locked(&said)[0].contains("a new one is begun"), "{said:?}");
        fs::remove_dir_all(folder).unwrap();
    }

    /// Wherever the file is damaged, an answer is what it was, or there is none.
    #[test]
    fn a_damaged_answer_is_not_told() {
        let folder = folder("flipped");
        let path = folder.join("answers.redb");
        let (cache, _) = open(&path, USUAL);
        let answers: Vec<Bytes> = (0..20).map(|number| Bytes::from(vec![number; 3_000])).collect();
        for (number, answer) in answers.iter().enumerate() {
            cache.keep(&number.to_string(), answer);
        }
        drop(cache);
        let whole = fs::read(&path).unwrap();
        for step in 0..60 {
            let mut damaged = whole.clone();
            let (at, end) = (step * whole.len() / 60, (step + 1) * whole.len() / 60);
            damaged[at..end].iter_mut().step_by(97).for_each(|byte| *byte ^= 0x10);
            fs::write(&path, &damaged).unwrap();
            let (cache, _) = open(&path, USUAL);
            for (number, answer) in answers.iter().enumerate() {
                assert!(
                    cache.find(&number.to_string()).is_none_or(|found| found == answer),
                    "{step} {number}"
                );
            }
            cache.keep("new", &Bytes::from_static(b"new"));
            drop(cache);
            for entry in fs::read_dir(&folder).unwrap() {
                fs::remove_file(entry.unwrap().path()).unwrap();
            }
        }
        fs::remove_dir_all(folder).unwrap();
    }

    /// Wherever the head is damaged or the file ends: what was kept is told, or it is set aside as it was.
    #[test]
    fn no_damage_of_the_head_loses_anything() {
        let folder = folder("head");
        let path = folder.join("answers.redb");
        let (cache, _) = open(&path, USUAL);
        cache.keep("a", &Bytes::from_static(b"good"));
        drop(cache);
        let whole = fs::read(&path).unwrap();
        // All bits of each byte, and each of those that say which state is the newest, and whether there is any.
        let bits = [9, 65, 66, 193, 194].into_iter().flat_map(|at| (0..8).map(move |bit| (at, 1 << bit)));
        let flipped = (0..HEAD).map(|at| (at, 0xff)).chain(bits).map(|(at, bits)| {
            let mut damaged = whole.clone();
            damaged[at] ^= bits;
            damaged
        });
        let pages = (4_096..whole.len()).step_by(16 * 4_096).flat_map(|end| [end - 1, end]);
        let lengths = [1, 8, 9, 10, 63, 64, 191, 192, HEAD - 1, HEAD, HEAD + 1].into_iter().chain(pages);
        for damaged in flipped.chain(lengths.map(|length| whole[..length].to_vec())) {
            fs::write(&path, &damaged).unwrap();
            let (cache, said) = open(&path, USUAL);
            let (found, said) = (cache.find("a"), locked(&said).clone());
            assert!(found.as_deref().is_none_or(|found| found == b"good"));
            let aside = folder.join("answers.redb.damaged-1");
            if aside.exists() {
                assert!(fs::read(&aside).unwrap() == damaged, "{said:?}");
                assert_eq!(said.len(), 1, "{said:?}");
                fs::remove_file(&aside).unwrap();
            } else {
                assert!(found.is_some() && said.is_empty(), "{said:?}");
            }
            drop(cache);
            fs::remove_file(&path).unwrap();
        }
        fs::remove_dir_all(folder).unwrap();
    }
}
