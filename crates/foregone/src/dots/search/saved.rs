//! Checkpoints of a search: all that its table remembers. A search that goes on from one is quickly back where it was.
//!
//! ```text
//!     look-ups     8 bytes     so far, for the bound on how many positions were mistaken for others
//!     entries     16 bytes     each, as many as there are: the two words that the table keeps
//! ```

use super::table::Table;
use crate::checkpoint::{CheckpointError, Checkpoints};
use crate::limits::Budget;
use crate::report::Halt;

/// The bytes of an entry.
const ENTRY: usize = 16;

/// The entries that are read or written at a time.
const AT_ONCE: usize = 1 << 12;

/// More look-ups than are made in a century.
const MOST_PROBES: u64 = 1 << 62;

/// Puts what a checkpoint has into the table, which grows as the entries come in. The look-ups that were made before; 0
/// without a checkpoint.
///
/// # Errors
/// [`CheckpointError`] if it is not one of this search or is damaged; a limit that is reached.
pub fn load(checkpoints: &Checkpoints<'_>, table: &mut Table, budget: &mut Budget<'_>) -> Result<u64, Halt> {
    let Some(mut payload) = checkpoints.open()? else { return Ok(0) };
    let probes = payload.number()?;
    if probes > MOST_PROBES {
        return Err(CheckpointError::damaged("it tells of more look-ups than can have been made").into());
    }
    let mut bytes = budget.vector("entries of a checkpoint", (AT_ONCE * ENTRY) as u128)?;
    bytes.resize(AT_ONCE * ENTRY, 0);
    while payload.left() > 0 {
        let entries = (payload.left() / ENTRY as u64).min(AT_ONCE as u64) as usize;
        if entries == 0 {
            return Err(CheckpointError::damaged("an entry is cut short").into());
        }
        payload.fill(&mut bytes[..entries * ENTRY])?;
        for entry in bytes[..entries * ENTRY].as_chunks::<8>().0.as_chunks::<2>().0 {
            table
                .insert(entry.map(u64::from_le_bytes))
                .ok_or(CheckpointError::damaged("an entry is none of a search"))?;
            if table.grows_after() == 0 {
                table.grow(budget);
            }
        }
        budget.check()?;
    }
    payload.finish()?;
    budget.release(bytes.capacity() as u64);
    Ok(probes)
}

/// Keeps a checkpoint, while no thread is at work.
pub fn keep(checkpoints: &Checkpoints<'_>, table: &Table, probes: u64) {
    let entries = table.entries().count();
    checkpoints.keep_written((8 + entries * ENTRY) as u64, &mut |writer| {
        writer.write_all(&probes.to_le_bytes())?;
        let mut bytes = Vec::with_capacity(AT_ONCE * ENTRY);
        for [high, low] in table.entries() {
            bytes.extend(high.to_le_bytes());
            bytes.extend(low.to_le_bytes());
            if bytes.len() == AT_ONCE * ENTRY {
                writer.write_all(&bytes)?;
                bytes.clear();
            }
        }
        writer.write_all(&bytes)
    });
}

#[cfg(test)]
mod tests {
    use super::super::Keys;
    use super::super::key::Key;
    use super::super::table::Bounds;
    use super::*;
    use crate::checkpoint::tests::Memory;
    use crate::limits::Limits;
    use crate::report::SolveError;

    fn loaded(payload: &[u8]) -> (Result<u64, Halt>, Table) {
        let (limits, store) = (Limits::none(), Memory::new(0));
        let mut budget = Budget::open(&limits);
        let checkpoints = Checkpoints::new(&store, Keys::Hashed.kind(), "a position".to_owned());
        checkpoints.keep(&[payload]);
        let mut table = Table::new(&mut budget).unwrap();
        (load(&checkpoints, &mut table, &mut budget), table)
    }

    #[test]
    fn a_table_comes_back_whole() {
        let limits = Limits::none();
        let mut budget = Budget::open(&limits);
        let table = Table::new(&mut budget).unwrap();
        let key = |at: u64| Key { high: at * at, low: at << Key::FREE };
        for at in 0..400 {
            let at_most = Bounds { high: at as i8 % 32, ..Bounds::NONE };
            table.narrow(key(at), at_most, at % 64);
        }
        let store = Memory::new(0);
        let checkpoints = Checkpoints::new(&store, Keys::Exact.kind(), "a position".to_owned());
        keep(&checkpoints, &table, 7);
        let mut again = Table::new(&mut budget).unwrap();
        assert_eq!(load(&checkpoints, &mut again, &mut budget), Ok(7));
        assert!((0..400).all(|at| again.get(key(at)) == table.get(key(at))));
        let sorted = |table: &Table| {
            let mut entries: Vec<_> = table.entries().collect();
            entries.sort_unstable();
            entries
        };
        assert_eq!(sorted(&again), sorted(&table));
        assert!(again.entries().count() > 300);
    }

    #[test]
    fn what_is_no_table_is_refused() {
        let damaged = |payload: &[u8]| match loaded(payload).0 {
            Err(Halt::Refused(SolveError::Checkpoint(CheckpointError::Damaged { what }))) => what,
            other => panic!("{other:?}"),
        };
        assert_eq!(loaded(&[0; 8]).0, Ok(0));
        // More would be counted on from there.
        assert_eq!(damaged(&[0xff; 24]), "it tells of more look-ups than can have been made");
        assert_eq!(damaged(&[0; 7]), "its payload is too short");
        assert_eq!(damaged(&[0; 23]), "an entry is cut short");
        assert_eq!(damaged(&[0; 24]), "an entry is none of a search");
    }
}
