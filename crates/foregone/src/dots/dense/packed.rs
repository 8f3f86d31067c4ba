//! A block of the table as it is kept: four or five bits a position.

use super::layout::{BLOCK, MAX_COINS};

/// A block with a byte a position: the boxes that the mover still gets with best play.
pub type Values = [u8; BLOCK];

/// How a block's values are kept. Each is the number of boxes that the mover gets, from 0 to the number that is left, so
/// that boards of up to 15 boxes have room for it in four bits. Of larger ones the fifth bits stand behind.
///
/// ```text
///     byte i        (i < 2048)         bits 0-3: value i         bits 4-7: value i + 2048
///     byte 2048 + i (i < 512)          bit k: the fifth bit of value i + 512 k
/// ```
///
/// So what is near each other in a block is so here, and both ways are loops over vectors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Packing {
    /// Boards of up to 15 boxes.
    FourBits,
    /// Boards of up to 31 boxes.
    FiveBits,
}

const HALF: usize = BLOCK / 2;
const EIGHTH: usize = BLOCK / 8;

impl Packing {
    /// How boards of so many boxes are kept.
    pub const fn of(coins: usize) -> Self {
        debug_assert!(coins <= MAX_COINS);
        if coins < 16 { Self::FourBits } else { Self::FiveBits }
    }

    /// Bytes of a block.
    pub const fn bytes(self) -> usize {
        match self {
            Self::FourBits => HALF,
            Self::FiveBits => HALF + EIGHTH,
        }
    }

    /// Puts a block down. `packed` has the bytes of one.
    #[inline(always)]
    pub fn pack(self, values: &Values, packed: &mut [u8]) {
        let (lower, upper) = values.split_at(HALF);
        let (fours, fifths) = packed.split_at_mut(HALF);
        for ((four, &lower), &upper) in fours.iter_mut().zip(lower).zip(upper) {
            *four = lower & 15 | upper << 4;
        }
        if self == Self::FiveBits {
            fifths.fill(0);
            for (bit, eighth) in values.chunks_exact(EIGHTH).enumerate() {
                for (fifth, &value) in fifths.iter_mut().zip(eighth) {
                    *fifth |= (value >> 4 & 1) << bit;
                }
            }
        }
    }

    /// Takes a block up.
    #[inline(always)]
    pub fn unpack(self, packed: &[u8], values: &mut Values) {
        let (fours, fifths) = packed.split_at(HALF);
        let (lower, upper) = values.split_at_mut(HALF);
        for ((&four, lower), upper) in fours.iter().zip(lower).zip(upper) {
            *lower = four & 15;
            *upper = four >> 4;
        }
        if self == Self::FiveBits {
            for (bit, eighth) in values.chunks_exact_mut(EIGHTH).enumerate() {
                for (&fifth, value) in fifths.iter().zip(eighth) {
                    *value |= (fifth >> bit & 1) << 4;
                }
            }
        }
    }

    /// One value of a block.
    pub fn get(self, packed: &[u8], place: usize) -> u8 {
        let four = packed[place % HALF] >> (4 * (place / HALF)) & 15;
        match self {
            Self::FourBits => four,
            Self::FiveBits => four | (packed[HALF + place % EIGHTH] >> (place / EIGHTH) & 1) << 4,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_go_round() {
        for (coins, most) in [(15, 15_u64), (16, 31)] {
            let packing = Packing::of(coins);
            let mut word = 1_u64;
            let values: Values = std::array::from_fn(|_| {
                word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                ((word >> 33) % (most + 1)) as u8
            });
            let mut packed = vec![0xAA; packing.bytes()];
            packing.pack(&values, &mut packed);
            let mut found = [0; BLOCK];
            packing.unpack(&packed, &mut found);
            assert!(found == values && values.contains(&(most as u8)));
            assert!((0..BLOCK).all(|place| packing.get(&packed, place) == values[place]));
        }
    }
}
