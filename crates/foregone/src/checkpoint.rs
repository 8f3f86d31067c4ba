//! Checkpoints: what a long run has worked out so far, kept so that a later run can go on from there.
//!
//! The caller says where checkpoints are kept, with a [`Store`] in its [`Limits`](crate::Limits); files, names and clocks
//! are its business. A run says what its checkpoints are of, and what is in them. All of them have one form:
//!
//! ```text
//!     "FOREGONE\r\n\x1a\n"                      a transfer that takes it for text shows
//!     version of the form      4 bytes          this and all numbers below: the lowest byte first
//!     kind of run              4 bytes, text    a length, and UTF-8
//!     question                 4 bytes, text    the position, in its notation
//!     length of the payload    8 bytes
//!     checksum                 8 bytes          XXH3 of all above
//!     payload
//!     checksum                 8 bytes          XXH3 of all above
//! ```
//!
//! So one that is of another run is told from one that is damaged, and before its payload is looked at. Nothing is done
//! with a payload unless the last checksum is right, and nothing is allocated by a length that a checkpoint tells.

use std::io::{self, ErrorKind, Read, Write};

use xxhash_rust::xxh3::Xxh3;

/// What every checkpoint begins with.
pub const MAGIC: [u8; 12] = *b"FOREGONE\r\n\x1a\n";

/// The version of the form, and of all payloads. A change of where a sweep's values lie is a new version, even where the
/// lengths stay the same: nothing else would tell.
const VERSION: u32 = 1;

/// More than the longest notation of a position takes.
const MOST_TEXT: u32 = 1 << 26;

/// The bytes that go through the checksum and to the store at a time: few enough to stay in the nearer caches.
const CHUNK: usize = 1 << 18;

/// Where the checkpoints of a run are kept: one at a time, the last.
pub trait Store: Sync {
    /// The checkpoint that is kept, from its first byte on; `None` if there is none. A run that finds one goes on from
    /// there.
    ///
    /// # Errors
    /// Whatever hinders reading it: the run is then refused.
    fn open(&self) -> io::Result<Option<Box<dyn Read + '_>>>;

    /// Whether a new one should be kept now. A run asks whenever it could, which may be some hundred times a second; one
    /// that is stopped at a limit or cancelled does not ask.
    fn due(&self) -> bool;

    /// Keeps a new checkpoint of so many bytes, which `write` writes. It takes the place of the one before only when
    /// `write` has returned without an error and all is safe. Otherwise the one before is to stay, and the run goes on
    /// all the same; so it is the store that tells whoever wants to know.
    fn replace(&self, bytes: u64, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>);
}

/// Why a run cannot go on from a checkpoint.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CheckpointError {
    /// It is something else.
    #[error("it is no checkpoint of Foregone")]
    Foreign,
    /// It has another form than this version reads.
    #[error("it is a checkpoint of version {found}, and version {VERSION} is expected")]
    Version {
        /// The version that it says.
        found: u32,
    },
    /// It is of another kind of run.
    #[error("it is a checkpoint of {}, and one of {expected} is expected", .found.escape_debug())]
    Kind {
        /// The kind that it says.
        found: String,
        /// The kind of this run.
        expected: &'static str,
    },
    /// It is of another position.
    #[error("it is a checkpoint of `{}`, and the position is `{}`", Excerpt(.found, .expected), Excerpt(.expected, .found))]
    Question {
        /// The position that it says.
        found: String,
        /// The position of this run.
        expected: String,
    },
    /// It ends before its end.
    #[error("it is cut short")]
    Truncated,
    /// Something in it is not as it was written.
    #[error("it is damaged: {what}")]
    Damaged {
        /// What shows it.
        what: &'static str,
    },
    /// It could not be read.
    #[error("it cannot be read: {reason}")]
    Unreadable {
        /// What the system says.
        reason: String,
    },
}

impl CheckpointError {
    pub(crate) const fn damaged(what: &'static str) -> Self {
        Self::Damaged { what }
    }

    fn reading(error: &io::Error) -> Self {
        match error.kind() {
            ErrorKind::UnexpectedEof => Self::Truncated,
            _ => Self::Unreadable { reason: error.to_string() },
        }
    }
}

/// What to show of a text that is not another one: the beginning, and the place where they part.
struct Excerpt<'a>(&'a str, &'a str);

impl std::fmt::Display for Excerpt<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        /// Characters shown from the beginning, from before the place, and from there on.
        const SHOWN: [usize; 3] = [16, 8, 24];
        let Self(text, other) = self;
        let same = text.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
        let skipped = same.saturating_sub(SHOWN[1]);
        if skipped > SHOWN[0] {
            write!(f, "{}", text.chars().take(SHOWN[0]).collect::<String>().escape_debug())?;
            f.write_str("…")?;
        }
        let mut rest = text.chars().skip(if skipped > SHOWN[0] { skipped } else { 0 });
        let shown = same + SHOWN[2] - if skipped > SHOWN[0] { skipped } else { 0 };
        write!(f, "{}", rest.by_ref().take(shown).collect::<String>().escape_debug())?;
        if rest.next().is_some() { f.write_str("…") } else { Ok(()) }
    }
}

/// The checkpoints of one run: what they are of, and where they are kept.
///
/// A run gets them from [`Budget::checkpoints`](crate::Budget::checkpoints).
pub struct Checkpoints<'a> {
    store: &'a dyn Store,
    kind: &'static str,
    question: String,
}

impl std::fmt::Debug for Checkpoints<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { store: _, kind, question } = self;
        f.debug_struct("Checkpoints").field("kind", kind).field("question", question).finish_non_exhaustive()
    }
}

impl<'a> Checkpoints<'a> {
    /// The checkpoints of a kind of run, for a position in its notation.
    pub(crate) const fn new(store: &'a dyn Store, kind: &'static str, question: String) -> Self {
        Self { store, kind, question }
    }

    /// Opens the checkpoint that is kept, if there is one, and makes sure that it is one of this run.
    ///
    /// # Errors
    /// [`CheckpointError`], in time linear in the length of the question. Whether the payload is whole shows only when
    /// it has been read.
    pub fn open(&self) -> Result<Option<Payload<'a>>, CheckpointError> {
        let Some(reader) = self.store.open().map_err(|error| CheckpointError::reading(&error))? else {
            return Ok(None);
        };
        let mut payload = Payload { reader, hash: Xxh3::new(), left: 0 };
        let mut magic = [0; MAGIC.len()];
        match payload.take(&mut magic) {
            Ok(()) if magic == MAGIC => {}
            Ok(()) | Err(CheckpointError::Truncated) => return Err(CheckpointError::Foreign),
            Err(error) => return Err(error),
        }
        let found = payload.u32()?;
        if found != VERSION {
            return Err(CheckpointError::Version { found });
        }
        let (kind, question) = (payload.text()?, payload.text()?);
        let length = payload.u64()?;
        payload.checksum("the checksum of its head is wrong")?;
        let text =
            |bytes| String::from_utf8(bytes).map_err(|_| CheckpointError::damaged("its head is no text"));
        let (kind, question) = (text(kind)?, text(question)?);
        if kind != self.kind {
            return Err(CheckpointError::Kind { found: kind, expected: self.kind });
        }
        if question != self.question {
            return Err(CheckpointError::Question { found: question, expected: self.question.clone() });
        }
        payload.left = length;
        Ok(Some(payload))
    }

    /// Whether a new checkpoint should be kept now.
    #[must_use]
    pub fn due(&self) -> bool {
        self.store.due()
    }

    /// Keeps a new checkpoint, whose payload is what these slices hold, one behind the other.
    pub fn keep(&self, payload: &[&[u8]]) {
        let length = payload.iter().map(|part| part.len() as u64).sum();
        self.keep_written(length, &mut |writer| payload.iter().try_for_each(|part| writer.write_all(part)));
    }

    /// Keeps a new checkpoint, whose payload is the so many bytes that `write` writes.
    pub fn keep_written(&self, length: u64, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) {
        let head = self.head(length);
        // Two checksums of 8 bytes.
        self.store.replace(head.len() as u64 + length + 16, &mut |writer| {
            let mut hashed = Hashed { writer, hash: Xxh3::new() };
            hashed.write_all(&head)?;
            hashed.checksum()?;
            write(&mut hashed)?;
            hashed.checksum()
        });
    }

    /// All that is before the first checksum.
    fn head(&self, length: u64) -> Vec<u8> {
        let mut head = head(MAGIC, VERSION, [self.kind, &self.question]);
        head.extend(length.to_le_bytes());
        head
    }
}

/// What checkpoints and tables begin with: what they are, and two texts, each after its length.
pub(crate) fn head(magic: [u8; 12], version: u32, texts: [&str; 2]) -> Vec<u8> {
    let mut head = magic.to_vec();
    head.extend(version.to_le_bytes());
    for text in texts {
        head.extend((text.len() as u32).to_le_bytes());
        head.extend(text.as_bytes());
    }
    head
}

/// What is written, and the checksum of all of it.
struct Hashed<'a> {
    writer: &'a mut dyn Write,
    hash: Xxh3,
}

impl Hashed<'_> {
    /// Writes the checksum of all before.
    fn checksum(&mut self) -> io::Result<()> {
        let checksum = self.hash.digest().to_le_bytes();
        self.write_all(&checksum)
    }
}

impl Write for Hashed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // Few enough at a time to be in the nearer caches still when they are written.
        let written = self.writer.write(&bytes[..bytes.len().min(CHUNK)])?;
        self.hash.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// The payload of a checkpoint that is of the right run, as it is read. What it holds is to be used only after
/// [`Payload::finish`].
pub struct Payload<'a> {
    reader: Box<dyn Read + 'a>,
    /// The checksum of all that was read.
    hash: Xxh3,
    /// The bytes of the payload that are left.
    left: u64,
}

impl std::fmt::Debug for Payload<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Payload").field("left", &self.left).finish_non_exhaustive()
    }
}

impl Payload<'_> {
    /// How many bytes of it are left to read.
    #[must_use]
    pub const fn left(&self) -> u64 {
        self.left
    }

    /// Reads the next bytes.
    ///
    /// # Errors
    /// [`CheckpointError`] if there are not so many, or they cannot be read.
    pub fn fill(&mut self, bytes: &mut [u8]) -> Result<(), CheckpointError> {
        self.left = self
            .left
            .checked_sub(bytes.len() as u64)
            .ok_or(CheckpointError::damaged("its payload is too short"))?;
        bytes.chunks_mut(CHUNK).try_for_each(|chunk| self.take(chunk))
    }

    /// Reads the next number.
    ///
    /// # Errors
    /// As [`Payload::fill`].
    pub fn number(&mut self) -> Result<u64, CheckpointError> {
        let mut bytes = [0; 8];
        self.fill(&mut bytes)?;
        Ok(u64::from_le_bytes(bytes))
    }

    /// Makes sure that all was read and that it is what was written.
    ///
    /// # Errors
    /// [`CheckpointError`] if not.
    pub fn finish(mut self) -> Result<(), CheckpointError> {
        if self.left > 0 {
            return Err(CheckpointError::damaged("its payload is too long"));
        }
        self.checksum("its checksum is wrong")?;
        match self.take(&mut [0]) {
            Err(CheckpointError::Truncated) => Ok(()),
            Ok(()) => Err(CheckpointError::damaged("it goes on after its end")),
            Err(error) => Err(error),
        }
    }

    fn take(&mut self, bytes: &mut [u8]) -> Result<(), CheckpointError> {
        self.reader.read_exact(bytes).map_err(|error| CheckpointError::reading(&error))?;
        self.hash.update(bytes);
        Ok(())
    }

    fn u32(&mut self) -> Result<u32, CheckpointError> {
        let mut bytes = [0; 4];
        self.take(&mut bytes)?;
        Ok(u32::from_le_bytes(bytes))
    }

    fn u64(&mut self) -> Result<u64, CheckpointError> {
        let mut bytes = [0; 8];
        self.take(&mut bytes)?;
        Ok(u64::from_le_bytes(bytes))
    }

    fn text(&mut self) -> Result<Vec<u8>, CheckpointError> {
        let length = self.u32()?;
        if length > MOST_TEXT {
            return Err(CheckpointError::damaged("its head is too long"));
        }
        // Room is taken as the bytes come in, not by the length.
        let mut text = Vec::new();
        let read = (&mut self.reader).take(length.into()).read_to_end(&mut text);
        match read {
            Ok(read) if read == length as usize => self.hash.update(&text),
            Ok(_) => return Err(CheckpointError::Truncated),
            Err(error) => return Err(CheckpointError::reading(&error)),
        }
        Ok(text)
    }

    fn checksum(&mut self, what: &'static str) -> Result<(), CheckpointError> {
        let expected = self.hash.digest();
        if self.u64()? == expected { Ok(()) } else { Err(CheckpointError::damaged(what)) }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::sync::Mutex;

    use super::*;

    /// A store in memory. A checkpoint is due with every `every`-th question, never if that is 0.
    pub(crate) struct Memory {
        pub kept: Mutex<Option<Vec<u8>>>,
        every: u64,
        asked: Mutex<u64>,
    }

    impl Memory {
        pub(crate) fn new(every: u64) -> Self {
            Self { kept: Mutex::new(None), every, asked: Mutex::new(0) }
        }

        pub(crate) fn of(bytes: Vec<u8>) -> Self {
            Self { kept: Mutex::new(Some(bytes)), ..Self::new(0) }
        }

        pub(crate) fn bytes(&self) -> Option<Vec<u8>> {
            self.kept.lock().unwrap().clone()
        }
    }

    impl Store for Memory {
        fn open(&self) -> io::Result<Option<Box<dyn Read + '_>>> {
            Ok(self.bytes().map(|bytes| Box::new(io::Cursor::new(bytes)) as Box<dyn Read>))
        }

        fn due(&self) -> bool {
            let mut asked = self.asked.lock().unwrap();
            *asked += 1;
            self.every > 0 && asked.is_multiple_of(self.every)
        }

        fn replace(&self, bytes: u64, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) {
            let mut new = Vec::new();
            write(&mut new).unwrap();
            assert_eq!(new.len() as u64, bytes);
            *self.kept.lock().unwrap() = Some(new);
        }
    }

    fn of<'a>(store: &'a Memory, kind: &'static str, question: &str) -> Checkpoints<'a> {
        Checkpoints::new(store, kind, question.to_owned())
    }

    /// Reads a checkpoint as a run of kind "test" on `a position` would.
    fn read(bytes: &[u8]) -> Result<Vec<u8>, CheckpointError> {
        let store = Memory::of(bytes.to_vec());
        let checkpoints = of(&store, "test", "a position");
        let mut payload = checkpoints.open()?.expect("there is one");
        let mut read = vec![0; payload.left().min(1 << 10) as usize];
        payload.fill(&mut read)?;
        payload.finish()?;
        Ok(read)
    }

    fn written(kind: &'static str, question: &str, payload: &[&[u8]]) -> Vec<u8> {
        let store = Memory::new(0);
        of(&store, kind, question).keep(payload);
        store.bytes().unwrap()
    }

    #[test]
    fn what_was_written_is_read() {
        for payload in [&[][..], &[b"some".as_slice()], &[b"some", b"", b" bytes"]] {
            assert_eq!(read(&written("test", "a position", payload)), Ok(payload.concat()));
        }
        assert!(of(&Memory::new(0), "test", "a position").open().unwrap().is_none());
    }

    #[test]
    fn no_damage_goes_unseen() {
        let good = written("test", "a position", &[b"some bytes"]);
        for bit in 0..8 * good.len() {
            let mut damaged = good.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            let error = read(&damaged).unwrap_err();
            match bit / 8 {
                0..12 => assert_eq!(error, CheckpointError::Foreign),
                12..16 => assert!(matches!(error, CheckpointError::Version { .. }), "{error}"),
                // A longer text than there is.
                16..20 | 24..28 => assert!(
                    matches!(error, CheckpointError::Truncated | CheckpointError::Damaged { .. }),
                    "{error}"
                ),
                _ => assert!(matches!(error, CheckpointError::Damaged { .. }), "bit {bit}: {error}"),
            }
        }
        for length in 0..good.len() {
            let expected = if length < 12 { CheckpointError::Foreign } else { CheckpointError::Truncated };
            assert_eq!(read(&good[..length]), Err(expected), "{length}");
        }
        let longer = [good.as_slice(), &[0]].concat();
        assert_eq!(read(&longer), Err(CheckpointError::damaged("it goes on after its end")));
        let zeros = vec![0; 100];
        assert_eq!(read(&zeros), Err(CheckpointError::Foreign));
    }

    #[test]
    fn a_checkpoint_of_another_run_is_told_from_a_damaged_one() {
        let refused = |bytes: &[u8]| read(bytes).unwrap_err().to_string();
        assert_eq!(
            refused(&written("a table", "a position", &[])),
            "it is a checkpoint of a table, and one of test is expected"
        );
        assert_eq!(
            refused(&written("test", "a posy", &[])),
            "it is a checkpoint of `a posy`, and the position is `a position`"
        );
        let mut newer = written("test", "a position", &[]);
        newer[12] = 9;
        assert_eq!(refused(&newer), "it is a checkpoint of version 9, and version 1 is expected");
    }

    #[test]
    fn two_long_texts_are_shown_where_they_part() {
        let shown = |text: &str, other: &str| Excerpt(text, other).to_string();
        let digits = "0123456789".repeat(9);
        let (a, b) = (format!("{digits}abc"), format!("{digits}xyz{digits}"));
        assert_eq!(shown(&a, &b), "0123456789012345…23456789abc");
        assert_eq!(shown(&b, &a), "0123456789012345…23456789xyz012345678901234567890…");
        assert_eq!(shown("", &a), "");
        assert_eq!(shown(&digits, &a), "0123456789012345…23456789");
        assert_eq!(shown(&a, ""), "012345678901234567890123…");
        assert_eq!(shown("äöü", "äöx"), "äöü");
        assert_eq!(shown("a\n\u{1b}b", "ab"), r"a\n\u{1b}b");
    }
}
