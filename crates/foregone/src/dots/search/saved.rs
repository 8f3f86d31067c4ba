//! Checkpoints of a search: all that its table remembers. A search that goes on from one is quickly back where it was.
//! Within as much memory as the one before it, it has every entry; within less, those that took the least work give way, as
//! they do whenever a bucket is full and the table cannot grow.
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

/// The entries that are read or written at a time. They lie on the stack: a search that goes on has all the memory for its table
/// that the one before it had.
const AT_ONCE: usize = 1 << 9;

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
    let mut bytes = [0; AT_ONCE * ENTRY];
    while payload.left() > 0 {
        let entries = (payload.left() / ENTRY as u64).min(AT_ONCE as u64) as usize;
        if entries == 0 {
            return Err(CheckpointError::damaged("an entry is cut short").into());
        }
        payload.fill(&mut bytes[..entries * ENTRY])?;
        for entry in bytes[..entries * ENTRY].as_chunks::<8>().0.as_chunks::<2>().0 {
            table
                .insert(entry.map(u64::from_le_bytes), budget)
                .ok_or(CheckpointError::damaged("an entry is none of a search"))?;
        }
        budget.check()?;
    }
    payload.finish()?;
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

    /// Keys that look random.
    fn key(at: u64) -> Key {
        let word = |at: u64| {
            let mixed = (at ^ 0x5bf0_3635).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            (mixed ^ (mixed >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9)
        };
        Key { high: word(at), low: word(!at) >> Key::FREE << Key::FREE }
    }

    fn sorted(table: &Table) -> Vec<[u64; 2]> {
        let mut entries: Vec<_> = table.entries().collect();
        entries.sort_unstable();
        entries
    }

    /// Whatever a search remembered when it was killed: as many positions, and within as much memory.
    #[test]
    fn a_table_comes_back_whole() {
        let (none, small) = (Limits::none(), Limits::none().memory(600 << 10));
        let cases = [(400, none), (640, none), (700, none), (45_000, none), (60_000, none), (80_000, none)];
        for (positions, limits) in cases.into_iter().chain([(100_000, small)]) {
            let mut budget = Budget::open(&limits);
            let mut table = Table::new(&mut budget).unwrap();
            for at in 0..positions {
                let at_most = Bounds { high: at as i8 & 31, ..Bounds::NONE };
                let new = table.narrow(key(at), at_most, at % 64);
                table.took(usize::from(new));
                if table.grows_after() == 0 {
                    table.grow(&mut budget);
                }
            }
            let store = Memory::new(0);
            let checkpoints = Checkpoints::new(&store, Keys::Exact.kind(), "a position".to_owned());
            keep(&checkpoints, &table, 7);
            let mut budget = Budget::open(&limits);
            let mut again = Table::new(&mut budget).unwrap();
            assert_eq!(load(&checkpoints, &mut again, &mut budget), Ok(7));
            assert!(sorted(&again) == sorted(&table), "{positions}");
            assert!(again.room() <= table.room());
            assert!((0..positions).all(|at| again.get(key(at)) == table.get(key(at))));
        }
    }

    /// Entries that are all of one bucket, in any table: no search has them, but a file may.
    #[test]
    fn entries_chosen_to_meet_do_not_fill_the_memory() {
        let entries = (0..1_000_u64).flat_map(|at| [at, at << Key::FREE | 1 << 18 | 63 << 6]);
        let payload: Vec<u8> = std::iter::once(0).chain(entries).flat_map(u64::to_le_bytes).collect();
        let (probes, table) = loaded(&payload);
        assert_eq!((probes, table.entries().count()), (Ok(0), 4));
        assert!(table.room() <= 128 * 1_000);
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
