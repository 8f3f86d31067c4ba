//! A game's positions, one after the other; and at the first disagreement the smallest position that shows it.

use std::any::Any;
use std::fmt::{self, Display};
use std::panic::{self, AssertUnwindSafe};
use std::time::{Duration, Instant};

use foregone::generate::Choices;

use crate::answer::{Disagreement, Tally};
use crate::chance::Chance;

/// A game as it is checked.
pub trait Game {
    /// A position, with all else that a question has. It prints as one line.
    type Position: Clone + Display;

    /// What it is called.
    const NAME: &'static str;

    /// Everybody who answers, asked nothing yet.
    fn new() -> Self;

    /// Makes up a position: most of them tiny.
    fn draw(chance: &mut dyn Chance) -> Self::Position;

    /// Asks everybody everything.
    ///
    /// # Errors
    /// The first [`Disagreement`].
    fn check(&mut self, position: &Self::Position, tally: &mut Tally) -> Result<(), Disagreement>;

    /// Positions that have a little less of something, and nothing more; those that have much less first.
    fn smaller(position: &Self::Position) -> Vec<Self::Position>;
}

/// A disagreement and the smallest position that shows it.
#[derive(Debug)]
pub struct Found {
    pub game: &'static str,
    /// Which position of the seed it was, from 1.
    pub number: u64,
    /// As it was met.
    pub met: String,
    /// As small as it gets; `None` if nobody who has not been asked before disagrees on it.
    pub smallest: Option<String>,
    pub disagreement: Disagreement,
}

impl Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, position {}: {}", self.game, self.number, self.disagreement)?;
        match &self.smallest {
            Some(smallest) => write!(f, "{smallest}\n  made smaller from {}", self.met),
            None => write!(f, "{}\n  only after the positions before", self.met),
        }
    }
}

/// A game in the making, whichever it is.
pub trait Stream {
    /// The game's name.
    fn name(&self) -> &'static str;

    /// Positions so far, what was done with them, and how long that took.
    fn account(&self) -> (u64, Tally, Duration);

    /// Makes up a position and checks it.
    ///
    /// # Errors
    /// What was found.
    fn step(&mut self) -> Result<(), Box<Found>>;
}

/// The positions of a game that come from a seed.
pub struct Positions<G> {
    game: G,
    choices: Choices,
    positions: u64,
    tally: Tally,
    taken: Duration,
}

impl<G: Game> Positions<G> {
    pub fn new(seed: u64) -> Self {
        Self {
            game: G::new(),
            choices: Choices::new(seed),
            positions: 0,
            tally: Tally::default(),
            taken: Duration::ZERO,
        }
    }
}

impl<G: Game> Stream for Positions<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn account(&self) -> (u64, Tally, Duration) {
        (self.positions, self.tally, self.taken)
    }

    fn step(&mut self) -> Result<(), Box<Found>> {
        let began = Instant::now();
        let position = G::draw(&mut self.choices);
        self.positions += 1;
        let checked = attempt(&mut self.game, &position, &mut self.tally);
        self.taken += began.elapsed();
        checked.map_err(|disagreement| {
            let smallest = minimise::<G>(&position);
            let (smallest, disagreement) = match smallest {
                Some((smallest, disagreement)) => (Some(smallest.to_string()), disagreement),
                None => (None, disagreement),
            };
            let (game, number, met) = (G::NAME, self.positions, position.to_string());
            Box::new(Found { game, number, met, smallest, disagreement })
        })
    }
}

/// Checks a position; a panic is a disagreement, too.
fn attempt<G: Game>(game: &mut G, position: &G::Position, tally: &mut Tally) -> Result<(), Disagreement> {
    let checked = panic::catch_unwind(AssertUnwindSafe(|| game.check(position, tally)));
    checked.unwrap_or_else(|panicked| Err(Disagreement::broken("somebody", words(&*panicked), "no panic")))
}

fn words(panicked: &(dyn Any + Send)) -> &str {
    let owned = panicked.downcast_ref::<String>().map(String::as_str);
    owned.or_else(|| panicked.downcast_ref::<&str>().copied()).unwrap_or("a panic")
}

/// The smallest position on which solvers that have not been asked before disagree, by way of ever smaller ones; `None` if
/// they agree on this one.
pub fn minimise<G: Game>(met: &G::Position) -> Option<(G::Position, Disagreement)> {
    let disagrees = |position: &G::Position| attempt(&mut G::new(), position, &mut Tally::default()).err();
    let mut smallest = (met.clone(), disagrees(met)?);
    loop {
        let smaller = G::smaller(&smallest.0).into_iter();
        let next = smaller.filter_map(|position| Some((disagrees(&position)?, position))).next();
        let Some((disagreement, position)) = next else { return Some(smallest) };
        smallest = (position, disagreement);
    }
}

#[cfg(test)]
mod tests {
    use std::marker::PhantomData;

    use super::*;
    use crate::{coins, contour, dots, hex, perfect, poset};

    /// A game in which everybody always disagrees.
    struct Never<G>(PhantomData<G>);

    impl<G: Game> Game for Never<G> {
        type Position = G::Position;

        const NAME: &'static str = "never";

        fn new() -> Self {
            Self(PhantomData)
        }

        fn draw(chance: &mut dyn Chance) -> G::Position {
            G::draw(chance)
        }

        fn check(&mut self, _: &G::Position, _: &mut Tally) -> Result<(), Disagreement> {
            Err(Disagreement::broken("everybody", "no", "yes"))
        }

        fn smaller(position: &G::Position) -> Vec<G::Position> {
            G::smaller(position)
        }
    }

    /// All positions become the same smallest one.
    fn check<G: Game>(expected: &str) {
        let mut choices = Choices::new(3);
        for _ in 0..200 {
            let position = G::draw(&mut choices);
            let (smallest, _) = minimise::<Never<G>>(&position).expect("nobody agrees");
            assert_eq!(smallest.to_string(), expected, "made smaller from {position}");
        }
    }

    #[test]
    fn every_position_becomes_ever_smaller() {
        check::<contour::Contour>("1x1:0|0");
        check::<hex::Hex>("1x1 --turns alternating");
        check::<perfect::Perfect>("1x1");
        // Everything is drawn.
        check::<dots::Dots>("1x1:swedish");
    }

    #[test]
    fn the_smallest_posets_and_graphs_have_one_element() {
        let mut choices = Choices::new(3);
        for _ in 0..200 {
            let position = poset::OnPosets::draw(&mut choices);
            let (smallest, _) = minimise::<Never<poset::OnPosets>>(&position).expect("nobody agrees");
            assert!(!smallest.to_string().contains(';'), "{position} becomes {smallest}");
            let position = coins::Coins::draw(&mut choices);
            let (smallest, _) = minimise::<Never<coins::Coins>>(&position).expect("nobody agrees");
            assert_eq!(smallest.board().strings().count(), 1, "{position} becomes {smallest}");
        }
    }

    #[test]
    fn a_panic_is_found_like_a_wrong_answer() {
        struct Panics;

        impl Game for Panics {
            type Position = u32;

            const NAME: &'static str = "panics";

            fn new() -> Self {
                Self
            }

            fn draw(chance: &mut dyn Chance) -> u32 {
                chance.below(100) as u32
            }

            fn check(&mut self, position: &u32, _: &mut Tally) -> Result<(), Disagreement> {
                assert!(*position < 10, "ten or more");
                Ok(())
            }

            fn smaller(position: &u32) -> Vec<u32> {
                position.checked_sub(1).into_iter().collect()
            }
        }

        let (smallest, disagreement) = minimise::<Panics>(&57).expect("it panics");
        assert_eq!((smallest, disagreement.said[0].1.as_str()), (10, "ten or more"));
        assert!(minimise::<Panics>(&9).is_none());
    }
}
