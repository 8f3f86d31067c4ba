//! Tables that are kept for good: a head that says what they are of, and pages, each with a checksum of its own.
//!
//! Files are the caller's business, as with checkpoints: a finished table is read through a [`Shelf`], page by page as
//! they are asked for; one that is being built is a [`Read`], [`Write`] and [`Seek`], written from its beginning to its
//! end. So whatever a run that was stopped or killed has left is the beginning of the table, and a later run goes on
//! after the last page that is right.
//!
//! ```text
//!     "FORETABL\r\n\x1a\n"        a transfer that takes it for text shows
//!     version of the form          4 bytes          this and all numbers below: the lowest byte first
//!     kind of table                4 bytes, text    a length, and UTF-8
//!     root                         4 bytes, text    the position whose table it is, in its notation
//!     checksum                     8 bytes          XXH3 of all above
//!     a page                                        as many bytes as the kind and the root ask for
//!     checksum                     8 bytes          XXH3 of the page, seeded with its number, from 0
//!     the next page, and so on to the last one
//! ```

use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::sync::OnceLock;

use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

use crate::checkpoint::head;

/// What every table begins with.
const MAGIC: [u8; 12] = *b"FORETABL\r\n\x1a\n";

/// The version of the form, and of all pages. A change of where a value lies is a new version, even where the lengths
/// stay the same: nothing else would tell.
const VERSION: u32 = 1;

/// More than the head of any table takes.
const MOST_HEAD: usize = 1 << 10;

/// Bytes of a length or a version.
const NUMBER: usize = 4;

/// Bytes of a checksum.
pub(crate) const CHECKSUM: usize = 8;

/// Where the bytes of a finished table are kept.
pub trait Shelf: Send + Sync {
    /// How many there are.
    ///
    /// # Errors
    /// Whatever hinders finding out.
    fn length(&self) -> io::Result<u64>;

    /// Reads those from `offset` on, as many as `bytes` has room for.
    ///
    /// # Errors
    /// [`ErrorKind::UnexpectedEof`] if there are not so many; whatever else hinders reading.
    fn read(&self, offset: u64, bytes: &mut [u8]) -> io::Result<()>;
}

/// A table in memory.
impl Shelf for Vec<u8> {
    fn length(&self) -> io::Result<u64> {
        Ok(self.len() as u64)
    }

    fn read(&self, offset: u64, bytes: &mut [u8]) -> io::Result<()> {
        let mut rest = self.get(usize::try_from(offset).unwrap_or(usize::MAX)..).unwrap_or_default();
        rest.read_exact(bytes)
    }
}

/// Why a table cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TableError {
    /// It is something else.
    #[error("it is no table of Foregone")]
    Foreign,
    /// It has another form than this version reads.
    #[error("it is a table of version {found}, and version {VERSION} is expected")]
    Version {
        /// The version that it says.
        found: u32,
    },
    /// It is of another kind.
    #[error("it is a table of {}, and one of {expected} is expected", .found.escape_debug())]
    Kind {
        /// The kind that it says.
        found: String,
        /// The kind that was asked for.
        expected: &'static str,
    },
    /// It is of another position.
    #[error("it is the table of `{}`, and that of `{expected}` is to be built", .found.escape_debug())]
    Root {
        /// The position that it says.
        found: String,
        /// The position that was asked for.
        expected: String,
    },
    /// A position is none of those that it has.
    #[error("the position is none of those of the table of `{root}`, turned or reflected")]
    Misfit {
        /// The position whose table it is.
        root: String,
    },
    /// It ends before its end.
    #[error("it is cut short: {found} bytes, and {expected} are expected")]
    Truncated {
        /// Bytes that there are.
        found: u64,
        /// Bytes that it should have.
        expected: u64,
    },
    /// Something in its head is not as it was written.
    #[error("it is damaged: {what}")]
    Damaged {
        /// What shows it.
        what: &'static str,
    },
    /// A page is not as it was written.
    #[error("it is damaged: the checksum of page {page} of {pages} is wrong")]
    Page {
        /// Which one, from 1.
        page: u64,
        /// How many there are.
        pages: u64,
    },
    /// A value is not what it should be.
    #[error("it is wrong: the margin of `{position}` is {expected}, and it says {found}")]
    Wrong {
        /// Of which position.
        position: String,
        /// The margin that it says.
        found: i64,
        /// The margin that follows from other entries, or from a search.
        expected: i64,
    },
    /// It could not be read.
    #[error("it cannot be read: {reason}")]
    Unreadable {
        /// What the system says.
        reason: String,
    },
    /// It could not be written.
    #[error("it cannot be written: {reason}")]
    Unwritable {
        /// What the system says.
        reason: String,
    },
}

impl TableError {
    fn reading(error: &io::Error) -> Self {
        Self::Unreadable { reason: error.to_string() }
    }

    fn writing(error: &io::Error) -> Self {
        Self::Unwritable { reason: error.to_string() }
    }
}

/// What a table is of, and how long it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Form {
    kind: &'static str,
    root: String,
    page_bytes: usize,
    pages: u64,
}

impl Form {
    /// A table of a kind, for the position at its root in its notation.
    pub(crate) fn new(kind: &'static str, root: String, page_bytes: usize, pages: u64) -> Self {
        let form = Self { kind, root, page_bytes, pages };
        debug_assert!(form.head().len() <= MOST_HEAD);
        form
    }

    /// All that stands before the first page.
    pub(crate) fn head(&self) -> Vec<u8> {
        let mut head = head(MAGIC, VERSION, [self.kind, &self.root]);
        head.extend(xxh3_64(&head).to_le_bytes());
        head
    }

    /// Bytes of the whole.
    pub(crate) fn bytes(&self) -> u64 {
        self.page_at(self.pages)
    }

    fn page_at(&self, page: u64) -> u64 {
        self.head().len() as u64 + page * (self.page_bytes + CHECKSUM) as u64
    }
}

/// Reads the head of a table, and says which position is at the root of it.
///
/// # Errors
/// [`TableError`] if it is no table of that kind.
pub(crate) fn root_of(kind: &'static str, shelf: &dyn Shelf) -> Result<String, TableError> {
    let length = shelf.length().map_err(|error| TableError::reading(&error))?;
    let mut bytes = vec![0; length.min(MOST_HEAD as u64) as usize];
    shelf.read(0, &mut bytes).map_err(|error| TableError::reading(&error))?;
    match read_head(&bytes)? {
        (found, _) if found != kind => Err(TableError::Kind { found, expected: kind }),
        (_, root) => Ok(root),
    }
}

/// The kind and the root that the first bytes of a table tell.
fn read_head(bytes: &[u8]) -> Result<(String, String), TableError> {
    if !bytes.starts_with(&MAGIC) {
        return Err(TableError::Foreign);
    }
    let mut at = MAGIC.len();
    let mut take = |count: usize| {
        let taken = bytes.get(at..).and_then(|rest| rest.get(..count));
        at += taken.map_or(0, <[u8]>::len);
        taken.ok_or(TableError::Damaged { what: "its head is too long or cut short" })
    };
    let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |number, &byte| number << 8 | u32::from(byte));
    let found = number(take(NUMBER)?);
    if found != VERSION {
        return Err(TableError::Version { found });
    }
    let length = number(take(NUMBER)?);
    let kind = take(length as usize)?;
    let length = number(take(NUMBER)?);
    let root = take(length as usize)?;
    let checksum = take(CHECKSUM)?;
    let head = &bytes[..at - CHECKSUM];
    if checksum != xxh3_64(head).to_le_bytes() {
        return Err(TableError::Damaged { what: "the checksum of its head is wrong" });
    }
    let text = |bytes: &[u8]| {
        let text = String::from_utf8(bytes.to_vec());
        text.map_err(|_| TableError::Damaged { what: "its head is no text" })
    };
    Ok((text(kind)?, text(root)?))
}

/// An empty vector with room for so many items.
///
/// # Errors
/// [`TableError::Unreadable`] if the system has not that much memory.
fn room<T>(items: u64) -> Result<Vec<T>, TableError> {
    let mut vector = Vec::new();
    let room = usize::try_from(items).is_ok_and(|items| vector.try_reserve_exact(items).is_ok());
    if room { Ok(vector) } else { Err(TableError::reading(&ErrorKind::OutOfMemory.into())) }
}

/// Room for a page.
fn zeros(bytes: usize) -> Result<Vec<u8>, TableError> {
    let mut vector = room(bytes as u64)?;
    vector.resize(bytes, 0);
    Ok(vector)
}

/// What stands behind a page.
pub(crate) fn checksum_of(page: u64, bytes: &[u8]) -> [u8; CHECKSUM] {
    xxh3_64_with_seed(bytes, page).to_le_bytes()
}

/// A page, and whether it is whole.
fn is_whole(page: u64, bytes: &[u8], checksum: [u8; CHECKSUM]) -> bool {
    checksum == checksum_of(page, bytes)
}

/// A finished table, whose pages are read when they are asked for first, and kept.
pub(crate) struct Pages {
    form: Form,
    shelf: Box<dyn Shelf>,
    pages: Vec<OnceLock<Result<Box<[u8]>, TableError>>>,
}

impl std::fmt::Debug for Pages {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { form, shelf: _, pages } = self;
        f.debug_struct("Pages").field("form", form).field("pages", &pages.len()).finish_non_exhaustive()
    }
}

impl Pages {
    /// A table whose head was read.
    ///
    /// # Errors
    /// [`TableError`] if it has not as many bytes as it should have.
    pub(crate) fn open(form: Form, shelf: Box<dyn Shelf>) -> Result<Self, TableError> {
        let found = shelf.length().map_err(|error| TableError::reading(&error))?;
        let expected = form.bytes();
        if found < expected {
            return Err(TableError::Truncated { found, expected });
        }
        if found > expected {
            return Err(TableError::Damaged { what: "it goes on after its end" });
        }
        // No more than the file has; but a file may have holes.
        let mut pages = room(form.pages)?;
        pages.resize_with(form.pages as usize, OnceLock::new);
        Ok(Self { form, shelf, pages })
    }

    /// Pages in all.
    pub(crate) const fn count(&self) -> u64 {
        self.form.pages
    }

    /// Bytes of a page.
    pub(crate) const fn page_bytes(&self) -> usize {
        self.form.page_bytes
    }

    /// A page below [`Pages::count`].
    ///
    /// # Errors
    /// [`TableError`] if it cannot be read or is damaged: the same at every call.
    #[inline]
    pub(crate) fn page(&self, page: u64) -> Result<&[u8], &TableError> {
        let found = self.pages[page as usize].get_or_init(|| {
            let mut bytes = zeros(self.form.page_bytes)?;
            self.read(page, &mut bytes)?;
            Ok(bytes.into_boxed_slice())
        });
        found.as_deref()
    }

    /// Whether a page has been asked for, and is kept.
    pub(crate) fn is_kept(&self, page: u64) -> bool {
        self.pages[page as usize].get().is_some()
    }

    /// The first reason for which a page that was asked for could not be had.
    pub(crate) fn failure(&self) -> Option<&TableError> {
        self.pages.iter().find_map(|page| page.get()?.as_ref().err())
    }

    /// Reads a page, and keeps nothing of it. `bytes` has room for just one.
    ///
    /// # Errors
    /// [`TableError`] if it cannot be read or is damaged.
    pub(crate) fn read(&self, page: u64, bytes: &mut [u8]) -> Result<(), TableError> {
        let at = self.form.page_at(page);
        let mut checksum = [0; CHECKSUM];
        let read = self.shelf.read(at, bytes);
        read.and_then(|()| self.shelf.read(at + bytes.len() as u64, &mut checksum))
            .map_err(|error| TableError::reading(&error))?;
        if is_whole(page, bytes, checksum) {
            Ok(())
        } else {
            Err(TableError::Page { page: page + 1, pages: self.form.pages })
        }
    }
}

/// A table that is being written.
pub(crate) struct Draft<'a, F> {
    file: &'a mut F,
    /// Pages that are done.
    done: u64,
}

impl<'a, F: Read + Write + Seek> Draft<'a, F> {
    /// Takes up what an earlier run has left, or begins anew where there is nothing. `page` is called with each page that
    /// is right, and may stop it.
    ///
    /// # Errors
    /// [`TableError`] if there is something else, or the file cannot be read or written; what `page` says.
    pub(crate) fn take_up<E: From<TableError>>(
        form: &Form,
        file: &'a mut F,
        mut page: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<Self, E> {
        let reading = |error: io::Error| TableError::reading(&error);
        file.seek(SeekFrom::Start(0)).map_err(reading)?;
        let head = form.head();
        let mut start = Vec::new();
        Read::by_ref(file).take(MOST_HEAD as u64).read_to_end(&mut start).map_err(reading)?;
        let mut draft = Self { file, done: 0 };
        if head.starts_with(&start) {
            // Nothing, or less than a head.
            draft.file.seek(SeekFrom::Start(0)).map_err(reading)?;
            draft.write(&head)?;
            return Ok(draft);
        }
        if !start.starts_with(&head) {
            let (kind, root) = read_head(&start)?;
            return Err(if kind == form.kind {
                TableError::Root { found: root, expected: form.root.clone() }.into()
            } else {
                TableError::Kind { found: kind, expected: form.kind }.into()
            });
        }
        draft.file.seek(SeekFrom::Start(head.len() as u64)).map_err(reading)?;
        let mut bytes = zeros(form.page_bytes)?;
        while draft.done < form.pages {
            let mut checksum = [0; CHECKSUM];
            let read = draft.file.read_exact(&mut bytes).and_then(|()| draft.file.read_exact(&mut checksum));
            match read {
                Ok(()) if is_whole(draft.done, &bytes, checksum) => page(&bytes)?,
                Ok(()) => break,
                Err(error) if error.kind() == ErrorKind::UnexpectedEof => break,
                Err(error) => return Err(TableError::reading(&error).into()),
            }
            draft.done += 1;
        }
        draft.file.seek(SeekFrom::Start(form.page_at(draft.done))).map_err(reading)?;
        Ok(draft)
    }

    /// How many pages are done.
    pub(crate) const fn done(&self) -> u64 {
        self.done
    }

    /// Writes the next page.
    ///
    /// # Errors
    /// [`TableError`] if it cannot be written.
    pub(crate) fn append(&mut self, page: &[u8]) -> Result<(), TableError> {
        self.write(page)?;
        self.write(&checksum_of(self.done, page))?;
        self.done += 1;
        Ok(())
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), TableError> {
        self.file.write_all(bytes).map_err(|error| TableError::writing(&error))
    }
}
