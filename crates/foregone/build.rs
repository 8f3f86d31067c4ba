//! Writes the straight-line code of Contour's low phase: see `src/contour/sweep/low.rs`.
//!
//! For each number of low bits and count of ones among them, a function that goes through the words with so many ones in
//! ascending order. Each word takes the best of what it has from elsewhere and of its moves inside these bits. Which word
//! a move leads to and which swing it brings are constants, so there is nothing to look up and nothing to branch on:
//!
//! ```text
//! columns[7] = columns[7].greater(swings[12].minus(columns[4])).greater(swings[1].minus(columns[6]));
//! ```

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

/// The numbers of low bits, as `low::Bench` takes them.
const BITS: [u32; 2] = [8, 10];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let mut code = String::new();
    for bits in BITS {
        // With none or all of them ones there is a single word, and no move.
        for popcount in 1..bits {
            write_pass(&mut code, bits, popcount).expect("a string takes all that is written");
        }
    }
    let folder = env::var_os("OUT_DIR").expect("cargo says where to write");
    fs::write(Path::new(&folder).join("low.rs"), code).expect("the folder of cargo can be written to");
}

fn write_pass(code: &mut String, bits: u32, popcount: u32) -> std::fmt::Result {
    let words: Vec<u32> = (0..1 << bits).filter(|word: &u32| word.count_ones() == popcount).collect();
    writeln!(code, "impl<V: Lanes> Pass<'_, V, {bits}, {popcount}> {{")?;
    writeln!(code, "    #[inline(always)]")?;
    writeln!(code, "    fn go(self) {{")?;
    writeln!(code, "        let Self {{ columns, swings }} = self;")?;
    for (place, &word) in words.iter().enumerate() {
        let mut best = format!("columns[{place}]");
        for bit in (0..bits - 1).filter(|bit| word >> bit & 0b11 == 0b10) {
            let next = words.binary_search(&(word ^ 0b11 << bit)).expect("a move keeps the ones");
            // The numbering of `middle::swing_number`.
            let swing = bit * (bit + 1) / 2 + (word & ((1 << bit) - 1)).count_ones();
            write!(best, ".greater(swings[{swing}].minus(columns[{next}]))")?;
        }
        if best.contains('.') {
            writeln!(code, "        columns[{place}] = {best};")?;
        }
    }
    writeln!(code, "    }}")?;
    writeln!(code, "}}\n")?;
    writeln!(code, "impl<V: Lanes> Job for Pass<'_, V, {bits}, {popcount}> {{")?;
    writeln!(code, "    type Output = ();\n")?;
    writeln!(code, "    #[inline(always)]")?;
    writeln!(code, "    fn run(self) {{")?;
    writeln!(code, "        self.go();")?;
    writeln!(code, "    }}")?;
    writeln!(code, "}}\n")
}
