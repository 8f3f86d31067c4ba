//! Room for the values of a level: zeros that the system gives as they are touched.

use std::alloc::{Layout, alloc_zeroed};
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::slice;

use super::super::lanes::Lanes;
use crate::machine::ask_for_large_pages;
use crate::report::SolveError;

/// A slice of lanes that are zero at first.
///
/// The system has nothing to do for them until they are written, so threads that share the work share that of clearing
/// pages, too. That is only so for memory of no more than the usual alignment; so it is taken as words of 16 bytes, and
/// the lanes begin at the first of them that is aligned well enough.
#[derive(Debug)]
pub struct Pages<V> {
    words: Vec<u128>,
    vectors: usize,
    lanes: PhantomData<V>,
}

impl<V: Lanes> Pages<V> {
    /// No room.
    pub const fn none() -> Self {
        Self { words: Vec::new(), vectors: 0, lanes: PhantomData }
    }

    /// Room for so many lanes.
    ///
    /// # Errors
    /// [`SolveError::NoMemory`] if the system has not that much.
    pub fn new(vectors: usize) -> Result<Self, SolveError> {
        let bytes = vectors as u128 * size_of::<V>() as u128;
        let no_memory = || SolveError::NoMemory { what: "a level of order ideals".to_owned(), needs: bytes };
        // One more, for the words before the first aligned one.
        let count = vectors.checked_add(1).and_then(|vectors| vectors.checked_mul(size_of::<V>() / 16));
        let layout = count.and_then(|count| Layout::array::<u128>(count).ok()).ok_or_else(no_memory)?;
        let count = layout.size() / size_of::<u128>();
        // SAFETY: the size is not zero.
        let memory = unsafe { alloc_zeroed(layout) };
        if memory.is_null() {
            return Err(no_memory());
        }
        // SAFETY: the memory was taken for an array of so many words, and zeros are words.
        let mut words = unsafe { Vec::from_raw_parts(memory.cast::<u128>(), count, count) };
        ask_for_large_pages(&mut words);
        Ok(Self { words, vectors, lanes: PhantomData })
    }

    /// Room for so many lanes in what was room for others before, if it is enough. What is there is there still.
    pub fn again(words: Vec<u128>, vectors: usize) -> Option<Self> {
        let enough = words.len() >= (vectors + 1) * (size_of::<V>() / size_of::<u128>());
        enough.then_some(Self { words, vectors, lanes: PhantomData })
    }

    /// The room, for other lanes.
    pub fn into_words(self) -> Vec<u128> {
        self.words
    }

    /// The bytes of the first lanes, as they are in memory.
    pub fn bytes(&self, vectors: usize) -> &[u8] {
        let lanes = &self[..vectors];
        // SAFETY: lanes have no padding, and bytes may be anywhere.
        unsafe { slice::from_raw_parts(lanes.as_ptr().cast(), size_of_val(lanes)) }
    }

    /// The same, to be written.
    pub fn bytes_mut(&mut self, vectors: usize) -> &mut [u8] {
        let lanes = &mut self[..vectors];
        // SAFETY: as above, and any bytes make lanes.
        unsafe { slice::from_raw_parts_mut(lanes.as_mut_ptr().cast(), size_of_val(lanes)) }
    }
}

impl<V: Lanes> Deref for Pages<V> {
    type Target = [V];

    fn deref(&self) -> &[V] {
        // SAFETY: any content makes lanes, and they have neither padding nor a destructor.
        unsafe { &self.words.align_to::<V>().1[..self.vectors] }
    }
}

impl<V: Lanes> DerefMut for Pages<V> {
    fn deref_mut(&mut self) -> &mut [V] {
        // SAFETY: as above, and any lanes make words.
        unsafe { &mut self.words.align_to_mut::<V>().1[..self.vectors] }
    }
}

/// Bytes as the lanes that they are, if they begin and end where lanes may.
pub fn as_lanes<V: Lanes>(bytes: &[u8]) -> Option<&[V]> {
    // SAFETY: any bytes make lanes.
    let (before, lanes, after) = unsafe { bytes.align_to::<V>() };
    (before.is_empty() && after.is_empty()).then_some(lanes)
}

/// The same, to be written.
pub fn as_lanes_mut<V: Lanes>(bytes: &mut [u8]) -> Option<&mut [V]> {
    // SAFETY: any bytes make lanes, and lanes, which have no padding, make bytes.
    let (before, lanes, after) = unsafe { bytes.align_to_mut::<V>() };
    (before.is_empty() && after.is_empty()).then_some(lanes)
}

#[cfg(test)]
mod tests {
    use super::super::super::lanes::Portable;
    use super::*;

    #[test]
    fn room_is_zero_and_holds_what_is_put_there() {
        type Lanes = Portable<i32, 8>;
        assert!(Pages::<Lanes>::none().is_empty());
        // Less than a page, and with and without large ones; Miri, which takes its time, has no large ones.
        let sizes = [0, 1, 2, 127, 128, 70_000, 200_000];
        for vectors in sizes.into_iter().filter(|&vectors| !cfg!(miri) || vectors < 1000) {
            let mut pages = Pages::<Lanes>::new(vectors).unwrap();
            assert_eq!((pages.len(), pages.as_ptr().align_offset(32)), (vectors, 0));
            for (index, lanes) in pages.iter_mut().enumerate() {
                assert_eq!([lanes.word(0), lanes.word(7)], [0, 0]);
                *lanes = Lanes::splat(index as i32);
            }
            assert!(pages.iter().enumerate().all(|(index, lanes)| lanes.word(index % 8) == index as i32));
        }
        assert!(Pages::<Lanes>::new(usize::MAX / 32).is_err());
    }

    #[test]
    fn lanes_are_their_bytes() {
        type Lanes = Portable<i16, 16>;
        let mut pages = Pages::<Lanes>::new(3).unwrap();
        pages[1] = Lanes::splat(0x0201);
        let expected: Vec<u8> = [[0, 0], [1, 2], [0, 0]].iter().flat_map(|pair| pair.repeat(16)).collect();
        assert_eq!(pages.bytes(3), expected);
        assert_eq!((pages.bytes(0).len(), pages.bytes(2).len()), (0, 64));
        pages.bytes_mut(2)[..4].copy_from_slice(&[3, 4, 5, 6]);
        assert_eq!([pages[0].word(0), pages[0].word(1), pages[0].word(2)], [0x0403, 0x0605, 0]);
        let lanes = as_lanes::<Lanes>(pages.bytes(2)).unwrap();
        assert_eq!((lanes.len(), lanes[1].word(15)), (2, 0x0201));
        as_lanes_mut::<Lanes>(pages.bytes_mut(3)).unwrap()[2] = Lanes::splat(7);
        assert_eq!(pages[2].word(15), 7);
        // Not whole lanes, at the end and at the beginning.
        assert!(as_lanes::<Lanes>(&pages.bytes(2)[..63]).is_none());
        assert!(as_lanes_mut::<Lanes>(&mut pages.bytes_mut(2)[1..]).is_none());
        // For others, what was there is there still; and there are no more than there were.
        let words = pages.into_words();
        assert!(Pages::<Lanes>::again(words.clone(), 4).is_none());
        let again = Pages::<Lanes>::again(words, 3).unwrap();
        assert_eq!((again.len(), again[1].word(0), again[2].word(0)), (3, 0x0201, 7));
    }
}
