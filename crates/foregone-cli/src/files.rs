//! Files that runs leave for later ones: their names, their locks, and how one takes another's place.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

/// The name with an ending added, such as `.partial`.
pub(crate) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    PathBuf::from(name)
}

/// Refuses what is there and is not a file: it could not be replaced, and a pipe might never open.
pub(crate) fn regular(path: &Path) -> Result<()> {
    match fs::metadata(path) {
        Ok(found) if !found.is_file() => bail!("it is not a regular file"),
        _ => Ok(()),
    }
}

/// Opens a file to be written, or makes it, and locks it until it is closed. `other` says what another run that holds the lock
/// does.
pub(crate) fn locked(path: &Path, other: &'static str) -> Result<File> {
    loop {
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        match file.try_lock() {
            // Whoever held it may have taken it away or given it another name since it was opened.
            Ok(()) if !is_at(&file, path) => {}
            Ok(()) => return Ok(file),
            Err(TryLockError::WouldBlock) => bail!(other),
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
    }
}

/// Whether a file has the name by which it was opened still.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let identity = |found: fs::Metadata| (found.dev(), found.ino());
    let (Ok(held), Ok(named)) = (file.metadata(), fs::metadata(path)) else { return false };
    identity(held) == identity(named)
}

/// Whether a file has the name by which it was opened still: here no open file can lose it.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}

/// Where a link leads, so that what is written takes the place of the file and not of the link.
pub(crate) fn followed(path: &Path) -> PathBuf {
    match (fs::canonicalize(path), fs::read_link(path)) {
        (Ok(file), Ok(_)) => file,
        // It leads to a file that is not there yet.
        (Err(_), Ok(target)) => path.parent().unwrap_or(Path::new("")).join(target),
        (_, Err(_)) => path.to_owned(),
    }
}

/// Writes a whole file under the name `.partial` beside its own, which it gets when all of it is on the disk.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    let path = followed(path);
    let (file, partial) = partial(&path)?;
    Ok(put(file, &partial, &path, |file| file.write_all(bytes))?)
}

/// Makes the file of the name `.partial` beside another.
pub(crate) fn partial(path: &Path) -> Result<(File, PathBuf)> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.exists()) {
        bail!("{}: there is no such folder", folder.display());
    }
    let partial = beside(path, ".partial");
    let file = File::create_new(&partial).with_context(|| partial.display().to_string())?;
    Ok((file, partial))
}

/// Writes a new file, made under the name `beside`, and gives it the other name when all of it is on the disk. What could not
/// be finished is removed.
pub(crate) fn put(
    mut file: File,
    beside: &Path,
    path: &Path,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<()> {
    let written = write(&mut file).and_then(|()| finish(&file, beside, path));
    // The error to tell is that of the writing.
    written.inspect_err(|_| drop(fs::remove_file(beside)))
}

/// Gives a file that is written to its end another name, in the same directory, once all of it is on the disk.
pub(crate) fn finish(file: &File, from: &Path, to: &Path) -> io::Result<()> {
    file.sync_all()?;
    fs::rename(from, to)?;
    // The new name is on the disk when the directory is.
    if cfg!(unix) {
        let directory = to.parent().filter(|directory| !directory.as_os_str().is_empty());
        File::open(directory.unwrap_or(Path::new(".")))?.sync_all()?;
    }
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_lock_is_on_the_file_of_that_name() {
        let path = std::env::temp_dir().join(format!("foregone-lock-{}", std::process::id()));
        let first = locked(&path, "it is held").unwrap();
        assert!(is_at(&first, &path));
        assert_eq!(locked(&path, "it is held").unwrap_err().to_string(), "it is held");
        fs::remove_file(&path).unwrap();
        assert!(!is_at(&first, &path));
        let second = locked(&path, "it is held").unwrap();
        assert!(!is_at(&first, &path) && is_at(&second, &path));
        fs::remove_file(&path).unwrap();
    }
}
