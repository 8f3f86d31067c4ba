//! The moves worth trying from a quiet position, and what each leads to.
//!
//! A *safe* move leaves the next position quiet. Any other opens a run of coins of two strings: the reply takes all that
//! falls, or hands back the last two coins (four of a loop), and either way the next position to search is again quiet.
//! All strings of a run lead to the same, except that a run of two is opened by its middle string, so that nothing can
//! be handed back.

use super::edges::{Degrees, Edges, GROUND, bits, is_one, is_two};
use super::multisets::{LooseId, Multisets};
use super::order::Order;
use crate::machine::{self, Job};

/// A quiet position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Quiet {
    /// The strings that are in no lone chain or loop.
    pub core: u64,
    pub loose: LooseId,
    /// Coins in all, pairs of cancelled chains left out.
    pub coins: u8,
}

/// A quiet position after a move and all that it lets fall.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Child {
    pub quiet: Quiet,
    /// Coins that the reply can capture.
    pub taken: u8,
    /// How many of them it can hand back: 0, 2 or 4.
    pub gives: u8,
}

/// A child with its place in the order of trial, in sixteen bytes.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    core: u64,
    loose: LooseId,
    coins: u8,
    taken: u8,
    gives: u8,
    /// The string of a safe move; [`OPENING`] of any other.
    pub string: u8,
    /// The least is tried first.
    pub order: i16,
}

impl Candidate {
    #[inline]
    const fn new(child: Child, string: u8, order: i16) -> Self {
        let Child { quiet: Quiet { core, loose, coins }, taken, gives } = child;
        Self { core, loose, coins, taken, gives, string, order }
    }

    #[inline]
    pub const fn quiet(&self) -> Quiet {
        Quiet { core: self.core, loose: self.loose, coins: self.coins }
    }

    #[inline]
    pub const fn child(&self) -> Child {
        Child { quiet: self.quiet(), taken: self.taken, gives: self.gives }
    }
}

/// No safe move.
pub const OPENING: u8 = u8::MAX;

/// What the moves of a position depend on.
#[derive(Debug)]
pub struct Moves {
    pub edges: Edges,
    pub multisets: Multisets,
    pub order: Order,
}

/// A run of coins of two strings each inside the core, opened.
struct Opened {
    core: u64,
    taken: usize,
    /// The run's strings.
    run: u64,
    /// Coins outside what fell that have just two strings left.
    thinned: u64,
}

/// The moves of a position, as a job.
struct Expanded<'a> {
    moves: &'a Moves,
    quiet: Quiet,
    degrees: Degrees,
    killers: [u8; 2],
    found: &'a mut Vec<Candidate>,
}

impl Job for Expanded<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        self.moves.expand_here(self.quiet, self.degrees, self.killers, self.found);
    }
}

impl Moves {
    /// The moves worth trying, in no order yet. `killers` are tried earlier than others.
    pub fn expand(&self, quiet: Quiet, degrees: Degrees, killers: [u8; 2], found: &mut Vec<Candidate>) {
        machine::run(Expanded { moves: self, quiet, degrees, killers, found });
    }

    #[inline(always)]
    fn expand_here(&self, quiet: Quiet, degrees: Degrees, killers: [u8; 2], found: &mut Vec<Candidate>) {
        self.safe_moves(quiet, degrees, killers, found);
        self.runs(quiet, degrees, found);
        for opening in self.multisets.openings(quiet.loose).iter().flatten() {
            let coins = quiet.coins - self.multisets.coins(quiet.loose) + self.multisets.coins(opening.rest);
            let child = Child {
                quiet: Quiet { loose: opening.rest, coins, ..quiet },
                taken: opening.size,
                gives: opening.gives,
            };
            let order = Order::of_lone(opening.size, opening.gives);
            found.push(Candidate::new(child, OPENING, order));
        }
    }

    #[inline(always)]
    fn safe_moves(&self, quiet: Quiet, degrees: Degrees, killers: [u8; 2], found: &mut Vec<Candidate>) {
        let mut safe = quiet.core & !self.edges.around_all(degrees.two);
        for &twins in self.edges.twins() {
            let there = safe & twins;
            safe &= !(there & there.wrapping_sub(1));
        }
        for string in bits(safe) {
            let [a, b] = self.edges.ends(string);
            let thinned = degrees.three & (1 << a | 1 << b);
            let rest = Quiet { core: quiet.core & !(1 << string), ..quiet };
            let quiet = if thinned == 0 { rest } else { self.split(rest, thinned, degrees) };
            let order = self.order.of_safe(string, thinned.count_ones() as i16, killers);
            let child = Child { quiet, taken: 0, gives: 0 };
            found.push(Candidate::new(child, string, order));
        }
    }

    #[inline(always)]
    fn runs(&self, quiet: Quiet, degrees: Degrees, found: &mut Vec<Candidate>) {
        let mut gone = 0;
        for coin in bits(degrees.two) {
            if self.edges.around_coin(coin) & gone != 0 {
                continue;
            }
            let run = self.open(quiet.core, coin, degrees.two);
            gone |= run.run;
            let taken = run.taken as u8;
            let rest = Quiet { core: run.core, coins: quiet.coins - taken, ..quiet };
            let rest = self.split(rest, run.thinned, degrees);
            // With three coins or more the reply has two to hand back.
            let child = Child { quiet: rest, taken, gives: if taken >= 3 { 2 } else { 0 } };
            let order = Order::of_run(taken);
            found.push(Candidate::new(child, OPENING, order));
        }
    }

    /// Opens the run of thin coins (those of two strings) around one of them, and takes all that falls.
    #[inline(always)]
    fn open(&self, core: u64, coin: u8, thin: u64) -> Opened {
        let strings = self.edges.around_coin(coin) & core;
        let mut opened = Opened { core: core & !strings, taken: 1, run: strings, thinned: 0 };
        let mut inside = 1;
        for string in bits(strings) {
            let mut here = self.edges.across(string, coin);
            while here != GROUND {
                let left = self.edges.around_coin(here) & opened.core;
                // A coin that keeps two strings or more stands. One without any fell before: the way round the other
                // side has come through it.
                if !is_one(left) {
                    opened.thinned &= !(1 << here);
                    opened.thinned |= u64::from(is_two(left)) << here;
                    break;
                }
                opened.thinned &= !(1 << here);
                if thin >> here & 1 == 1 && inside == opened.taken {
                    opened.run |= left;
                    inside += 1;
                }
                opened.taken += 1;
                opened.core &= !left;
                here = self.edges.across(left.trailing_zeros() as u8, here);
            }
        }
        opened
    }

    /// Moves the chain or loop through each of some coins, which have come down to two strings, from the core to the
    /// loose parts, where there is one. `degrees` are those before.
    #[inline(always)]
    fn split(&self, mut quiet: Quiet, thinned: u64, degrees: Degrees) -> Quiet {
        let thin = degrees.two | thinned;
        // A coin beside a junction is in no lone chain or loop, which is most often so.
        for coin in bits(thinned & !self.edges.beside(quiet.core, degrees.any & !thin)) {
            if self.edges.around_coin(coin) & quiet.core == 0 {
                continue;
            }
            if let Some((kind, size, strings)) = self.edges.lone(quiet.core, coin, thin) {
                let loose = self.multisets.with(quiet.loose, kind, size);
                quiet = Quiet {
                    core: quiet.core & !strings,
                    loose,
                    coins: quiet.coins - size as u8 + self.multisets.coins(loose)
                        - self.multisets.coins(quiet.loose),
                };
            }
        }
        quiet
    }
}
