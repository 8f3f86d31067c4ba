//! Eight coins as lanes of 16 bits: the arithmetic of [`super::key`], with SSE2, which every x86-64 machine has, and in
//! plain Rust.

/// Lanes in one row of them.
pub const LANES: usize = 8;

#[cfg(target_arch = "x86_64")]
pub use sse2::Row;

#[cfg(not(target_arch = "x86_64"))]
pub use plain::Row;

#[cfg(target_arch = "x86_64")]
mod sse2 {
    use std::arch::x86_64::{
        __m128i, _mm_add_epi16, _mm_and_si128, _mm_cmpgt_epi16, _mm_loadu_si128, _mm_mullo_epi16,
        _mm_or_si128, _mm_set1_epi16, _mm_setzero_si128, _mm_slli_si128, _mm_srli_epi16, _mm_srli_si128,
        _mm_storeu_si128, _mm_sub_epi16, _mm_xor_si128,
    };

    use super::LANES;

    /// An operation on registers.
    macro_rules! sse2 {
        ($operation:expr) => {
            // SAFETY: every x86-64 machine has SSE2, and nothing else is asked.
            unsafe { $operation }
        };
    }

    /// Eight lanes of 16 bits; lane 0 is the lowest.
    #[derive(Clone, Copy, Debug)]
    pub struct Row(__m128i);

    impl Row {
        /// All lanes 0.
        #[inline(always)]
        pub fn zero() -> Self {
            Self(sse2!(_mm_setzero_si128()))
        }

        #[inline(always)]
        pub fn all(lane: u16) -> Self {
            Self(sse2!(_mm_set1_epi16(lane as i16)))
        }

        #[inline(always)]
        pub fn load(lanes: &[u16; LANES]) -> Self {
            // SAFETY: SSE2 is there, and the sixteen bytes may be read at any alignment.
            Self(unsafe { _mm_loadu_si128(std::ptr::from_ref(lanes).cast()) })
        }

        #[inline(always)]
        pub fn store(self) -> [u16; LANES] {
            let mut lanes = [0; LANES];
            // SAFETY: SSE2 is there, and the sixteen bytes may be written at any alignment.
            unsafe { _mm_storeu_si128(std::ptr::from_mut(&mut lanes).cast(), self.0) };
            lanes
        }

        #[inline(always)]
        pub fn plus(self, other: Self) -> Self {
            Self(sse2!(_mm_add_epi16(self.0, other.0)))
        }

        #[inline(always)]
        pub fn minus(self, other: Self) -> Self {
            Self(sse2!(_mm_sub_epi16(self.0, other.0)))
        }

        #[inline(always)]
        pub fn times(self, other: Self) -> Self {
            Self(sse2!(_mm_mullo_epi16(self.0, other.0)))
        }

        #[inline(always)]
        pub fn and(self, other: Self) -> Self {
            Self(sse2!(_mm_and_si128(self.0, other.0)))
        }

        #[inline(always)]
        pub fn xor(self, other: Self) -> Self {
            Self(sse2!(_mm_xor_si128(self.0, other.0)))
        }

        /// Each lane's bits moved down by so many places.
        #[inline(always)]
        pub fn down<const PLACES: i32>(self) -> Self {
            Self(sse2!(_mm_srli_epi16::<PLACES>(self.0)))
        }

        /// Each lane holds what the one so many places before it held, the first ones what was in the last ones of
        /// the row before.
        #[inline(always)]
        pub fn taken_before<const PLACES: usize>(self, before: Self) -> Self {
            match PLACES {
                1 => self.joined::<2, 14>(before),
                2 => self.joined::<4, 12>(before),
                3 => self.joined::<6, 10>(before),
                4 => self.joined::<8, 8>(before),
                5 => self.joined::<10, 6>(before),
                6 => self.joined::<12, 4>(before),
                7 => self.joined::<14, 2>(before),
                _ => before,
            }
        }

        /// Each lane holds what the one so many places behind it held, the last ones what was in the first ones of the
        /// row behind.
        #[inline(always)]
        pub fn taken_behind<const PLACES: usize>(self, behind: Self) -> Self {
            match PLACES {
                1 => behind.joined::<14, 2>(self),
                2 => behind.joined::<12, 4>(self),
                3 => behind.joined::<10, 6>(self),
                4 => behind.joined::<8, 8>(self),
                5 => behind.joined::<6, 10>(self),
                6 => behind.joined::<4, 12>(self),
                7 => behind.joined::<2, 14>(self),
                _ => behind,
            }
        }

        /// So many bytes further up, with the other row's so many bytes further down.
        #[inline(always)]
        fn joined<const UP: i32, const DOWN: i32>(self, other: Self) -> Self {
            let (up, down) = (sse2!(_mm_slli_si128::<UP>(self.0)), sse2!(_mm_srli_si128::<DOWN>(other.0)));
            Self(sse2!(_mm_or_si128(up, down)))
        }

        /// All ones in the lanes that are greater than those of the other row, as numbers with a sign.
        #[inline(always)]
        pub fn greater(self, other: Self) -> Self {
            Self(sse2!(_mm_cmpgt_epi16(self.0, other.0)))
        }
    }
}

#[cfg(any(not(target_arch = "x86_64"), test))]
mod plain {
    use super::LANES;

    /// Eight lanes of 16 bits.
    #[derive(Clone, Copy, Debug)]
    pub struct Row([u16; LANES]);

    impl Row {
        fn each(lane: impl Fn(usize) -> u16) -> Self {
            Self(std::array::from_fn(lane))
        }

        /// All lanes 0.
        pub fn zero() -> Self {
            Self([0; LANES])
        }

        pub fn all(lane: u16) -> Self {
            Self([lane; LANES])
        }

        pub fn load(lanes: &[u16; LANES]) -> Self {
            Self(*lanes)
        }

        pub fn store(self) -> [u16; LANES] {
            self.0
        }

        pub fn plus(self, other: Self) -> Self {
            Self::each(|lane| self.0[lane].wrapping_add(other.0[lane]))
        }

        pub fn minus(self, other: Self) -> Self {
            Self::each(|lane| self.0[lane].wrapping_sub(other.0[lane]))
        }

        pub fn times(self, other: Self) -> Self {
            Self::each(|lane| self.0[lane].wrapping_mul(other.0[lane]))
        }

        pub fn and(self, other: Self) -> Self {
            Self::each(|lane| self.0[lane] & other.0[lane])
        }

        pub fn xor(self, other: Self) -> Self {
            Self::each(|lane| self.0[lane] ^ other.0[lane])
        }

        /// Each lane's bits moved down by so many places.
        pub fn down<const PLACES: i32>(self) -> Self {
            Self::each(|lane| self.0[lane] >> PLACES)
        }

        /// Each lane holds what the one so many places before it held, the first ones what was in the last ones of
        /// the row before.
        pub fn taken_before<const PLACES: usize>(self, before: Self) -> Self {
            Self::each(|lane| match lane.checked_sub(PLACES) {
                Some(place) => self.0[place],
                None => before.0[lane + LANES - PLACES],
            })
        }

        /// Each lane holds what the one so many places behind it held, the last ones what was in the first ones of the
        /// row behind.
        pub fn taken_behind<const PLACES: usize>(self, behind: Self) -> Self {
            Self::each(|lane| {
                if lane + PLACES < LANES { self.0[lane + PLACES] } else { behind.0[lane + PLACES - LANES] }
            })
        }

        /// All ones in the lanes that are greater than those of the other row, as numbers with a sign.
        pub fn greater(self, other: Self) -> Self {
            Self::each(|lane| if self.0[lane] as i16 > other.0[lane] as i16 { u16::MAX } else { 0 })
        }
    }
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::{LANES, plain, sse2};

    #[test]
    fn sse2_and_plain_rust_agree() {
        let mut state = 7_u64;
        let mut lane = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 40) as u16
        };
        for _ in 0..1_000 {
            let (a, b): ([u16; LANES], [u16; LANES]) =
                (std::array::from_fn(|_| lane()), std::array::from_fn(|_| lane()));
            let (fast, plain) =
                ((sse2::Row::load(&a), sse2::Row::load(&b)), (plain::Row::load(&a), plain::Row::load(&b)));
            let pairs = [
                (fast.0.store(), plain.0.store()),
                (fast.0.plus(fast.1).store(), plain.0.plus(plain.1).store()),
                (fast.0.minus(fast.1).store(), plain.0.minus(plain.1).store()),
                (fast.0.times(fast.1).store(), plain.0.times(plain.1).store()),
                (fast.0.and(fast.1).store(), plain.0.and(plain.1).store()),
                (fast.0.xor(fast.1).store(), plain.0.xor(plain.1).store()),
                (fast.0.down::<7>().store(), plain.0.down::<7>().store()),
                (fast.0.taken_before::<1>(fast.1).store(), plain.0.taken_before::<1>(plain.1).store()),
                (fast.0.taken_before::<5>(fast.1).store(), plain.0.taken_before::<5>(plain.1).store()),
                (fast.0.taken_before::<8>(fast.1).store(), plain.0.taken_before::<8>(plain.1).store()),
                (fast.0.taken_behind::<1>(fast.1).store(), plain.0.taken_behind::<1>(plain.1).store()),
                (fast.0.taken_behind::<3>(fast.1).store(), plain.0.taken_behind::<3>(plain.1).store()),
                (fast.0.taken_behind::<8>(fast.1).store(), plain.0.taken_behind::<8>(plain.1).store()),
                (fast.0.greater(fast.1).store(), plain.0.greater(plain.1).store()),
                (sse2::Row::all(a[0]).store(), plain::Row::all(a[0]).store()),
                (sse2::Row::zero().store(), plain::Row::zero().store()),
            ];
            for (number, (fast, plain)) in pairs.into_iter().enumerate() {
                assert_eq!(fast, plain, "operation {number}");
            }
        }
    }
}
