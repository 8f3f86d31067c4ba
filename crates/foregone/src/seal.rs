//! What a task leaves, sealed: a checksum behind it, for this task of this work and no other.
//!
//! ```text
//!     what the task leaves                          as many bytes as it has
//!     checksum                     8 bytes          XXH3, seeded with that of the work's identity and the task's place
//! ```

use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

use crate::shards::{Task, TaskError};

/// Bytes of a seal.
pub(crate) const SEAL: usize = size_of::<u64>();

/// The seal of some work.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seal {
    work: u64,
}

impl Seal {
    /// That of the work of an identity.
    pub(crate) fn new(identity: &str) -> Self {
        Self { work: xxh3_64(identity.as_bytes()) }
    }

    fn of(self, place: usize, bytes: &[u8]) -> [u8; SEAL] {
        xxh3_64_with_seed(bytes, self.work.wrapping_add(place as u64)).to_le_bytes()
    }

    /// Seals the output of the task of a place, whose last bytes are for it.
    pub(crate) fn put(self, place: usize, output: &mut [u8]) {
        let (bytes, seal) = output.split_at_mut(output.len() - SEAL);
        seal.copy_from_slice(&self.of(place, bytes));
    }

    /// What a task left, without its seal; `reader` is who asks. It has as many bytes as the task leaves.
    ///
    /// # Errors
    /// [`TaskError::Damaged`] if it is not what the task of that place left.
    pub(crate) fn open<'a>(
        self,
        reader: &str,
        tasks: &[Task],
        place: usize,
        input: &'a [u8],
    ) -> Result<&'a [u8], TaskError> {
        let (bytes, seal) = input.split_at(input.len() - SEAL);
        if seal == self.of(place, bytes) {
            return Ok(bytes);
        }
        let (task, from) = (reader.to_owned(), tasks[place].name.clone());
        Err(TaskError::Damaged { task, from, what: "its checksum is wrong".to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_sealed_is_opened() {
        let task = |name: &str| Task {
            name: name.to_owned(),
            needs: Vec::new(),
            reads: Vec::new(),
            bytes: 3 + SEAL,
            memory: 0,
            work: 1,
        };
        let tasks = [task("first"), task("second")];
        let seal = Seal::new("some work");
        let mut output = [7; 3 + SEAL];
        seal.put(1, &mut output);
        assert_eq!(seal.open("reader", &tasks, 1, &output), Ok(&[7; 3][..]));
        let refused = seal.open("reader", &tasks, 0, &output).unwrap_err().to_string();
        assert_eq!(refused, "reader: what `first` is said to have left is damaged: its checksum is wrong");
        assert!(Seal::new("other work").open("reader", &tasks, 1, &output).is_err());
        for bit in 0..output.len() * 8 {
            let mut damaged = output;
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert!(seal.open("reader", &tasks, 1, &damaged).is_err(), "{bit}");
        }
    }
}
