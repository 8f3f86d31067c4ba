//! Vectors of words: the few operations that the fast sweeps are made of, in plain Rust and with AVX2.
//!
//! A kernel is written once, over [`Lanes`]. It is compiled for [`Portable`] lanes, which any machine has, and on
//! x86-64 for lanes of AVX2 too; [`Lanes::enter`] is the door through which its code must go to be compiled with those
//! instructions, so all of it is `#[inline(always)]` below a [`Job`].

use std::fmt;

use crate::contour::board::{Board, MAX_SIDE};
pub(crate) use crate::machine::Job;

/// A value of the game in a table: `g`, or a swing.
pub trait Word: Copy + Ord + Default + fmt::Debug + Send + Sync + 'static {
    /// How many bits it has.
    const BITS: u32 = 8 * size_of::<Self>() as u32;

    /// Less than every value.
    const NONE: Self;

    /// Swings whose sizes sum to less than this cannot lead past the bounds of the word.
    const BOUND: i64;

    /// A swing as a word; it is known to fit.
    fn of(swing: i64) -> Self;

    /// The word as a number.
    fn number(self) -> i64;

    /// The word at the beginning of some bytes, as it is in memory.
    fn read(bytes: &[u8]) -> Self;

    /// The difference, at the bounds of the word if it has them.
    fn minus(self, other: Self) -> Self;
}

impl Word for i32 {
    // Far enough from the bound that a swing may be taken from it, or it from a swing.
    const NONE: Self = -(1 << 30);

    const BOUND: i64 = 1 << 29;

    #[inline(always)]
    fn of(swing: i64) -> Self {
        swing as Self
    }

    #[inline(always)]
    fn number(self) -> i64 {
        self.into()
    }

    fn read(bytes: &[u8]) -> Self {
        let mut word = [0; _];
        word.copy_from_slice(&bytes[..size_of::<Self>()]);
        Self::from_ne_bytes(word)
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        self.wrapping_sub(other)
    }
}

const _: () = assert!(2 * (MAX_SIDE * MAX_SIDE) as i64 * Board::MAX_SCORE < <i64 as Word>::BOUND);

impl Word for i64 {
    const NONE: Self = -(1 << 62);

    const BOUND: i64 = 1 << 61;

    #[inline(always)]
    fn of(swing: i64) -> Self {
        swing
    }

    #[inline(always)]
    fn number(self) -> i64 {
        self
    }

    fn read(bytes: &[u8]) -> Self {
        let mut word = [0; _];
        word.copy_from_slice(&bytes[..size_of::<Self>()]);
        Self::from_ne_bytes(word)
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        self.wrapping_sub(other)
    }
}

impl Word for i16 {
    const NONE: Self = Self::MIN;

    const BOUND: i64 = Self::MAX as i64;

    #[inline(always)]
    fn of(swing: i64) -> Self {
        swing as Self
    }

    #[inline(always)]
    fn number(self) -> i64 {
        self.into()
    }

    fn read(bytes: &[u8]) -> Self {
        let mut word = [0; _];
        word.copy_from_slice(&bytes[..size_of::<Self>()]);
        Self::from_ne_bytes(word)
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        self.saturating_sub(other)
    }
}

/// 32 bytes of words side by side.
///
/// The lanes of other than [`Portable`] type may be used only where [`has_avx2`](crate::machine::has_avx2) has said so.
///
/// # Safety
/// The type is 32 bytes, aligned to 32, all of them words: without padding, and valid whatever they are.
pub unsafe trait Lanes: Copy + Send + Sync + 'static {
    /// What is in a lane.
    type Word: Word;

    /// How many lanes there are.
    const COUNT: usize;

    /// Whether long code without loops is worth its size: if an operation is a single instruction.
    const STRAIGHT: bool;

    /// Runs a job as code for these lanes.
    fn enter<J: Job>(job: J) -> J::Output;

    /// The same word in all lanes.
    fn splat(word: Self::Word) -> Self;

    /// Zero in the first lane, [`Word::NONE`] in all others.
    fn zero_first() -> Self;

    /// The differences, as [`Word::minus`] gives them.
    fn minus(self, other: Self) -> Self;

    /// The greater of both, lane by lane.
    fn greater(self, other: Self) -> Self;

    /// The word in a lane.
    fn word(&self, lane: usize) -> Self::Word;

    /// Turns a square of words: row `i` is told by `row(i)`, column `j` goes to `column(j, ...)`.
    fn transpose<'a>(row: impl Fn(usize) -> &'a Self, column: impl FnMut(usize, Self));

    /// Stores lanes that will not be read for long.
    fn store_past_caches(self, place: &mut Self);

    /// Makes what was stored past the caches visible to other threads, before they are told of it.
    fn settle();
}

/// A word with the lanes that hold it.
pub trait Laned: Word {
    /// Those of any machine.
    type Portable: Lanes<Word = Self>;

    /// Those of AVX2.
    #[cfg(target_arch = "x86_64")]
    type Avx2: Lanes<Word = Self>;
}

/// Lanes that any machine has.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub struct Portable<W, const COUNT: usize>([W; COUNT]);

// SAFETY: whatever lanes are used have so many words that they fill 32 bytes, which their count checks. Words are integers.
unsafe impl<W: Word, const COUNT: usize> Lanes for Portable<W, COUNT> {
    type Word = W;

    const COUNT: usize = {
        assert!(COUNT * size_of::<W>() == 32 && size_of::<Self>() == 32);
        COUNT
    };

    const STRAIGHT: bool = false;

    fn enter<J: Job>(job: J) -> J::Output {
        job.run()
    }

    #[inline(always)]
    fn splat(word: W) -> Self {
        Self([word; COUNT])
    }

    fn zero_first() -> Self {
        let mut words = [W::NONE; COUNT];
        words[0] = W::default();
        Self(words)
    }

    #[inline(always)]
    fn minus(mut self, other: Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word = word.minus(other);
        }
        self
    }

    #[inline(always)]
    fn greater(mut self, other: Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word = other.max(*word);
        }
        self
    }

    #[inline(always)]
    fn word(&self, lane: usize) -> W {
        self.0[lane]
    }

    #[inline(always)]
    fn transpose<'a>(row: impl Fn(usize) -> &'a Self, mut column: impl FnMut(usize, Self)) {
        for j in 0..COUNT {
            let mut turned = [W::default(); COUNT];
            for (i, word) in turned.iter_mut().enumerate() {
                *word = row(i).0[j];
            }
            column(j, Self(turned));
        }
    }

    #[inline(always)]
    fn store_past_caches(self, place: &mut Self) {
        *place = self;
    }

    fn settle() {}
}

#[cfg(target_arch = "x86_64")]
pub use avx2::{Avx2I16, Avx2I32, Avx2I64};

/// Lanes of AVX2.
///
/// Every `unsafe` here stands on one fact: these lanes are used only where [`machine::has_avx2`] holds. What the instructions
/// read and write is told by references.
#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::{__m128i, __m256i};
    use std::arch::x86_64::{
        _mm_load_si128, _mm_sfence, _mm256_blendv_epi8, _mm256_castsi128_si256, _mm256_cmpgt_epi64,
        _mm256_inserti128_si256, _mm256_max_epi16, _mm256_max_epi32, _mm256_set1_epi16, _mm256_set1_epi32,
        _mm256_set1_epi64x, _mm256_stream_si256, _mm256_sub_epi32, _mm256_sub_epi64, _mm256_subs_epi16,
        _mm256_unpackhi_epi16, _mm256_unpackhi_epi32, _mm256_unpackhi_epi64, _mm256_unpacklo_epi16,
        _mm256_unpacklo_epi32, _mm256_unpacklo_epi64,
    };

    use super::{Job, Lanes, Word};
    use crate::machine;

    /// Eight words of 32 bits.
    #[derive(Clone, Copy, Debug)]
    #[repr(transparent)]
    pub struct Avx2I32(__m256i);

    /// Four words of 64 bits.
    #[derive(Clone, Copy, Debug)]
    #[repr(transparent)]
    pub struct Avx2I64(__m256i);

    /// Sixteen words of 16 bits; differences stay at the bounds.
    #[derive(Clone, Copy, Debug)]
    #[repr(transparent)]
    pub struct Avx2I16(__m256i);

    /// A half of `upper` above the same half of `lower`.
    #[inline(always)]
    fn halves(lower: &__m256i, upper: &__m256i, right: bool) -> __m256i {
        let lower = std::ptr::from_ref(lower).cast::<__m128i>();
        let upper = std::ptr::from_ref(upper).cast::<__m128i>();
        // SAFETY: 32 bytes are two halves of 16, and aligned for them; AVX2 is there.
        unsafe {
            let half = usize::from(right);
            let (lower, upper) = (_mm_load_si128(lower.add(half)), _mm_load_si128(upper.add(half)));
            _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(lower), upper)
        }
    }

    /// What all kinds of lanes share.
    macro_rules! common {
        ($word:ty) => {
            type Word = $word;

            const COUNT: usize = 32 / size_of::<$word>();

            const STRAIGHT: bool = true;

            #[inline(always)]
            fn enter<J: Job>(job: J) -> J::Output {
                // SAFETY: AVX2 is there, and what comes with it.
                unsafe { machine::by_avx2(job) }
            }

            fn zero_first() -> Self {
                let mut words = [<$word as Word>::NONE; 32 / size_of::<$word>()];
                words[0] = 0;
                // SAFETY: so many words are 32 bytes, and any content makes lanes.
                Self(unsafe { std::mem::transmute::<[$word; 32 / size_of::<$word>()], __m256i>(words) })
            }

            #[inline(always)]
            fn word(&self, lane: usize) -> $word {
                // SAFETY: 32 bytes of any content are so many words.
                let words: [$word; 32 / size_of::<$word>()] = unsafe { std::mem::transmute(self.0) };
                words[lane]
            }

            #[inline(always)]
            fn store_past_caches(self, place: &mut Self) {
                // SAFETY: AVX2 is there, and a reference to lanes is aligned to 32 bytes.
                unsafe { _mm256_stream_si256(&mut place.0, self.0) }
            }

            fn settle() {
                // SAFETY: every x86-64 machine has the instruction.
                unsafe { _mm_sfence() }
            }
        };
    }

    // SAFETY: a vector of 32 bytes, of integers.
    unsafe impl Lanes for Avx2I32 {
        common!(i32);

        #[inline(always)]
        fn splat(word: i32) -> Self {
            // SAFETY: AVX2 is there.
            Self(unsafe { _mm256_set1_epi32(word) })
        }

        #[inline(always)]
        fn minus(self, other: Self) -> Self {
            // SAFETY: AVX2 is there.
            Self(unsafe { _mm256_sub_epi32(self.0, other.0) })
        }

        #[inline(always)]
        fn greater(self, other: Self) -> Self {
            // SAFETY: AVX2 is there.
            Self(unsafe { _mm256_max_epi32(self.0, other.0) })
        }

        #[inline(always)]
        fn transpose<'a>(row: impl Fn(usize) -> &'a Self, mut column: impl FnMut(usize, Self)) {
            for right in [false, true] {
                let half = usize::from(right);
                let pair = |i: usize| halves(&row(i).0, &row(i + 4).0, right);
                let (a, b, c, d) = (pair(0), pair(1), pair(2), pair(3));
                // SAFETY: AVX2 is there.
                let turned = unsafe {
                    let (ab, cd) = (_mm256_unpacklo_epi32(a, b), _mm256_unpacklo_epi32(c, d));
                    let (ef, gh) = (_mm256_unpackhi_epi32(a, b), _mm256_unpackhi_epi32(c, d));
                    [
                        _mm256_unpacklo_epi64(ab, cd),
                        _mm256_unpackhi_epi64(ab, cd),
                        _mm256_unpacklo_epi64(ef, gh),
                        _mm256_unpackhi_epi64(ef, gh),
                    ]
                };
                for (j, lanes) in turned.into_iter().enumerate() {
                    column(4 * half + j, Self(lanes));
                }
            }
        }
    }

    // SAFETY: a vector of 32 bytes, of integers.
    unsafe impl Lanes for Avx2I64 {
        common!(i64);

        #[inline(always)]
        fn splat(word: i64) -> Self {
            // SAFETY: AVX2 is there.
            Self(unsafe { _mm256_set1_epi64x(word) })
        }

        #[inline(always)]
        fn minus(self, other: Self) -> Self {
            // SAFETY: AVX2 is there.
            Self(unsafe { _mm256_sub_epi64(self.0, other.0) })
        }

        #[inline(always)]
        fn greater(self, other: Self) -> Self {
            // SAFETY: AVX2 is there.
            Self(unsafe { _mm256_blendv_epi8(other.0, self.0, _mm256_cmpgt_epi64(self.0, other.0)) })
        }

        #[inline(always)]
        fn transpose<'a>(row: impl Fn(usize) -> &'a Self, mut column: impl FnMut(usize, Self)) {
            for right in [false, true] {
                let half = usize::from(right);
                let (a, b) = (halves(&row(0).0, &row(2).0, right), halves(&row(1).0, &row(3).0, right));
                // SAFETY: AVX2 is there.
                let turned = unsafe { [_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b)] };
                for (j, lanes) in turned.into_iter().enumerate() {
                    column(2 * half + j, Self(lanes));
                }
            }
        }
    }

    // SAFETY: a vector of 32 bytes, of integers.
    unsafe impl Lanes for Avx2I16 {
        common!(i16);

        #[inline(always)]
        fn splat(word: i16) -> Self {
            // SAFETY: AVX2 is there.
            Self(unsafe { _mm256_set1_epi16(word) })
        }

        #[inline(always)]
        fn minus(self, other: Self) -> Self {
            // SAFETY: AVX2 is there.
            Self(unsafe { _mm256_subs_epi16(self.0, other.0) })
        }

        #[inline(always)]
        fn greater(self, other: Self) -> Self {
            // SAFETY: AVX2 is there.
            Self(unsafe { _mm256_max_epi16(self.0, other.0) })
        }

        #[inline(always)]
        fn transpose<'a>(row: impl Fn(usize) -> &'a Self, mut column: impl FnMut(usize, Self)) {
            for right in [false, true] {
                let half = usize::from(right);
                let pair = |i: usize| halves(&row(i).0, &row(i + 8).0, right);
                let rows = [pair(0), pair(1), pair(2), pair(3), pair(4), pair(5), pair(6), pair(7)];
                // SAFETY: AVX2 is there.
                let turned = unsafe {
                    // Pairs of rows, then fours, then eights; the first four or the last four columns each.
                    let twos = |i: usize| _mm256_unpacklo_epi16(rows[i], rows[i + 1]);
                    let last_twos = |i: usize| _mm256_unpackhi_epi16(rows[i], rows[i + 1]);
                    let (a, b, c, d) = (twos(0), twos(2), twos(4), twos(6));
                    let (e, f, g, h) = (last_twos(0), last_twos(2), last_twos(4), last_twos(6));
                    let (ab, cd) = (_mm256_unpacklo_epi32(a, b), _mm256_unpacklo_epi32(c, d));
                    let (ba, dc) = (_mm256_unpackhi_epi32(a, b), _mm256_unpackhi_epi32(c, d));
                    let (ef, gh) = (_mm256_unpacklo_epi32(e, f), _mm256_unpacklo_epi32(g, h));
                    let (fe, hg) = (_mm256_unpackhi_epi32(e, f), _mm256_unpackhi_epi32(g, h));
                    [
                        _mm256_unpacklo_epi64(ab, cd),
                        _mm256_unpackhi_epi64(ab, cd),
                        _mm256_unpacklo_epi64(ba, dc),
                        _mm256_unpackhi_epi64(ba, dc),
                        _mm256_unpacklo_epi64(ef, gh),
                        _mm256_unpackhi_epi64(ef, gh),
                        _mm256_unpacklo_epi64(fe, hg),
                        _mm256_unpackhi_epi64(fe, hg),
                    ]
                };
                for (j, lanes) in turned.into_iter().enumerate() {
                    column(8 * half + j, Self(lanes));
                }
            }
        }
    }
}

macro_rules! laned {
    ($word:ty, $count:literal, $avx2:ty) => {
        impl Laned for $word {
            type Portable = Portable<$word, $count>;

            #[cfg(target_arch = "x86_64")]
            type Avx2 = $avx2;
        }
    };
}

laned!(i16, 16, Avx2I16);
laned!(i32, 8, Avx2I32);
laned!(i64, 4, Avx2I64);

#[cfg(test)]
mod tests {
    use super::*;

    /// Every operation on words that run through the whole range, against the words' own arithmetic.
    fn check<V: Lanes>(words: impl Fn(i64) -> V::Word) {
        struct Turn<'a, V>(&'a [V], &'a mut Vec<V>);
        impl<V: Lanes> Job for Turn<'_, V> {
            type Output = ();
            #[inline(always)]
            fn run(self) {
                V::transpose(|i| &self.0[i], |_, lanes| self.1.push(lanes));
            }
        }
        let rows: Vec<V> = (0..V::COUNT as i64)
            .map(|i| {
                let mut lanes = Vec::new();
                let columns: Vec<V> = (0..V::COUNT as i64).map(|j| V::splat(words(100 * i + j))).collect();
                V::enter(Turn(&columns, &mut lanes));
                lanes.swap_remove(0)
            })
            .collect();
        let mut turned = Vec::new();
        V::enter(Turn(&rows, &mut turned));
        for i in 0..V::COUNT {
            for j in 0..V::COUNT {
                let (a, b) = (words(100 * i as i64 + j as i64), words(100 * j as i64 + i as i64));
                assert_eq!((rows[i].word(j), turned[i].word(j)), (a, b));
                assert_eq!(rows[i].minus(turned[i]).word(j), a.minus(b));
                assert_eq!(rows[i].greater(turned[i]).word(j), a.max(b));
            }
        }
        let zero_first = V::zero_first();
        let lanes: Vec<i64> = (0..V::COUNT).map(|lane| zero_first.word(lane).number()).collect();
        assert_eq!(lanes[0], 0);
        assert!(lanes[1..].iter().all(|&lane| lane == V::Word::NONE.number()));
        let mut place = V::splat(words(0));
        rows[1].store_past_caches(&mut place);
        assert_eq!(place.word(V::COUNT - 1), rows[1].word(V::COUNT - 1));
    }

    #[test]
    fn lanes_do_what_words_do() {
        let narrow = |index: i64| (index.wrapping_mul(7_919) % 65_536 - 32_768) as i16;
        let wide = |index: i64| (index.wrapping_mul(1_299_709_777) % (1 << 31)) as i32;
        check::<Portable<i16, 16>>(narrow);
        let widest = |index: i64| index.wrapping_mul(0x5851_F42D_4C95_7F2D);
        check::<Portable<i32, 8>>(wide);
        check::<Portable<i64, 4>>(widest);
        #[cfg(target_arch = "x86_64")]
        if crate::machine::has_avx2() {
            check::<Avx2I16>(narrow);
            check::<Avx2I32>(wide);
            check::<Avx2I64>(widest);
        }
    }
}
