//! Answers that are kept: finished ones, in memory and on the disk, so that what was worked out once is told at once.
//!
//! ```text
//! look up:  memory ──▶ file                 take: memory, and a letter to the one thread that writes the file
//!           the most recently used          file: by key, with a checksum; those kept longest go first
//! ```
//!
//! A key has the versions of the schema and of the program in it, so another program's answers are never told; they go as
//! they grow old. The file is a help and never a need: what is wrong with it is said once, and the server goes on without.

mod opening;
#[cfg(test)]
mod tests;
mod untouched;

use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

use axum::body::Bytes;
use foregone_view::schema;
use lru::LruCache;
use redb::{Database, ReadableDatabase as _, ReadableTable as _, TableDefinition};
use xxhash_rust::xxh3::xxh3_128;

use self::opening::{Broken, sound};
use crate::jobs::locked;

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
pub(crate) type Note = Arc<dyn Fn(&str) + Send + Sync>;

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
    database: Option<Arc<Database>>,
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
    /// Opens a file, or makes it, and keeps a thread that writes to it.
    fn open(path: &Path, most: u64, note: &Note) -> Option<Self> {
        let database = match opening::open(path, note) {
            Ok(database) => Arc::new(database),
            Err(reason) => {
                note(&format!("{reason}; answers are not kept"));
                return None;
            }
        };
        let (letters, waiting) = sync_channel(LETTERS);
        let (file, told) = (Arc::clone(&database), Arc::clone(note));
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
