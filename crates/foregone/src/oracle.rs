//! The plain solver: what the rules of a game say, worked out position by position.
//!
//! It knows nothing but [`Rules`] and keeps every position that it meets, so it is right wherever it can run at all,
//! and every fast kernel is held against it. Its cost is the number of positions that can be reached, each kept in a
//! hash map.

use std::collections::HashMap;

use crate::analysis::Valued;
use crate::game::{Rules, Side};
use crate::limits::{Budget, make_room, map_bytes};
use crate::report::{Halt, SolveError, StopReason};
use crate::value::{Known, Margin, Odds};

/// The longest game that the oracle takes on: it goes one call deeper with every ply.
pub const MAX_PLIES: usize = 400;

/// The name of the method in reports.
pub const METHOD: &str = "oracle";

/// About what the two numbers of a fraction hold on the heap, in blocks of their own.
const ODDS_HEAP: usize = 2 * 8 * 4 + BLOCK;

/// A value of every position met so far of one game.
type Memo<R, V> = HashMap<<R as Rules>::Key, V, foldhash::fast::RandomState>;

/// The best margin for the side to move, both sides playing to win by as much as they can.
///
/// # Errors
/// [`Halt`] at a limit of the budget, or for a game longer than [`MAX_PLIES`].
pub fn margin<R: Rules>(position: &R, budget: &mut Budget<'_>) -> Result<Margin, Halt> {
    check_length(position)?;
    minimax(position, &mut Memo::<R, i64>::default(), budget).map(Margin::new)
}

/// The best margin for the side to move, and the margin that each move leaves it.
///
/// # Errors
/// As [`margin`].
pub fn margins<R: Rules>(position: &R, budget: &mut Budget<'_>) -> Result<Valued<R::Move, Margin>, Halt> {
    check_length(position)?;
    let mut memo = Memo::<R, i64>::default();
    let value = Known::Exact(Margin::new(minimax(position, &mut memo, budget)?));
    let mut moves = Vec::new();
    for mv in position.moves() {
        moves.push((mv, Known::Exact(Margin::new(after(position, mv, &mut memo, budget)?))));
    }
    Ok(Valued { value, moves, stop: StopReason::Finished })
}

/// The probability that [`Side::First`] comes out ahead when both sides play uniformly random legal moves.
///
/// Only the settlement at the end counts, so this is for games of win and loss.
///
/// # Errors
/// As [`margin`].
pub fn random_play<R: Rules>(position: &R, budget: &mut Budget<'_>) -> Result<Odds, Halt> {
    check_length(position)?;
    expectation(position, &mut Memo::<R, Odds>::default(), budget)
}

fn check_length<R: Rules>(position: &R) -> Result<(), SolveError> {
    let plies = position.plies_left();
    if plies <= MAX_PLIES {
        return Ok(());
    }
    let reason = format!("it takes games of at most {MAX_PLIES} plies, and {plies} are left here");
    Err(SolveError::NotApplicable { method: METHOD, reason })
}

/// The margin for the mover if it makes a legal move.
fn after<R: Rules>(
    position: &R,
    mv: R::Move,
    memo: &mut Memo<R, i64>,
    budget: &mut Budget<'_>,
) -> Result<i64, Halt> {
    let (gain, next) = child(position, mv)?;
    let rest = minimax(&next, memo, budget)?;
    Ok(if next.to_move() == position.to_move() { gain + rest } else { gain - rest })
}

fn minimax<R: Rules>(position: &R, memo: &mut Memo<R, i64>, budget: &mut Budget<'_>) -> Result<i64, Halt> {
    if let Some(&value) = memo.get(&position.key()) {
        return Ok(value);
    }
    budget.spend(1)?;
    let mut best = None;
    for mv in position.moves() {
        best = best.max(Some(after(position, mv, memo, budget)?));
    }
    let value = best.unwrap_or_else(|| match position.to_move() {
        Side::First => position.settlement(),
        Side::Second => -position.settlement(),
    });
    budget.grown(memo_bytes(memo, position, 0))?;
    make_room(memo)?;
    memo.insert(position.key(), value);
    Ok(value)
}

fn expectation<R: Rules>(
    position: &R,
    memo: &mut Memo<R, Odds>,
    budget: &mut Budget<'_>,
) -> Result<Odds, Halt> {
    if let Some(odds) = memo.get(&position.key()) {
        return Ok(odds.clone());
    }
    budget.spend(1)?;
    let mut cases = Vec::new();
    for mv in position.moves() {
        cases.push(expectation(&child(position, mv)?.1, memo, budget)?);
    }
    let settled = || if position.settlement() > 0 { Odds::certain() } else { Odds::impossible() };
    let odds = Odds::mean(cases).unwrap_or_else(settled);
    budget.grown(memo_bytes(memo, position, ODDS_HEAP))?;
    make_room(memo)?;
    memo.insert(position.key(), odds.clone());
    Ok(odds)
}

/// Points and position after a legal move.
fn child<R: Rules>(position: &R, mv: R::Move) -> Result<(i64, R), SolveError> {
    let mut next = position.clone();
    // A game that refuses a move of its own list has wrong rules; that is an answer, too, and no reason to panic.
    let gain = next
        .play(mv)
        .map_err(|illegal| SolveError::NotApplicable { method: METHOD, reason: illegal.to_string() })?;
    Ok((gain, next))
}

/// What an allocator adds to a block of its own.
const BLOCK: usize = 16;

/// Bytes of the map, the keys' and, where values hold some on the heap, the values'.
fn memo_bytes<R: Rules, V>(memo: &Memo<R, V>, position: &R, value_heap: usize) -> u64 {
    let heap = [position.key_heap(), value_heap].into_iter().filter(|bytes| *bytes > 0);
    let each: usize = heap.map(|bytes| bytes + BLOCK).sum();
    map_bytes(memo) + (memo.len() * each) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::IllegalMove;
    use crate::limits::Limits;

    /// A row of piles; a move takes one whole pile and scores it. The side to move keeps the turn after a pile of 1.
    /// The end settles who took the last pile.
    #[derive(Clone, Debug)]
    struct Piles {
        piles: Vec<i64>,
        to_move: Side,
        last: Side,
    }

    impl Rules for Piles {
        type Move = usize;
        type Key = (Vec<i64>, Side, Side);

        fn to_move(&self) -> Side {
            self.to_move
        }

        fn moves(&self) -> Vec<usize> {
            (0..self.piles.len()).collect()
        }

        fn play(&mut self, mv: usize) -> Result<i64, IllegalMove> {
            if mv >= self.piles.len() {
                return Err(IllegalMove { mv: mv.to_string(), reason: "no such pile".to_owned() });
            }
            let points = self.piles.remove(mv);
            self.last = self.to_move;
            if points != 1 {
                self.to_move = self.to_move.other();
            }
            Ok(points)
        }

        fn settlement(&self) -> i64 {
            if self.last == Side::First { 1 } else { -1 }
        }

        fn plies_left(&self) -> usize {
            self.piles.len()
        }

        fn key(&self) -> Self::Key {
            (self.piles.clone(), self.to_move, self.last)
        }
    }

    fn piles(piles: &[i64]) -> Piles {
        Piles { piles: piles.to_vec(), to_move: Side::First, last: Side::Second }
    }

    #[test]
    fn margins_follow_turns_kept_points_and_the_settlement() {
        let mut budget = Budget::open(&Limits::none());
        for (row, expected) in [(&[][..], -1), (&[5], 6), (&[5, 3], 1), (&[1, 5], 7), (&[4, 4, 4], 5)] {
            assert_eq!(margin(&piles(row), &mut budget), Ok(Margin::new(expected)), "{row:?}");
        }
    }

    #[test]
    fn each_move_has_its_margin() {
        let valued = margins(&piles(&[1, 5]), &mut Budget::open(&Limits::none())).unwrap();
        assert_eq!(valued.value, Known::Exact(Margin::new(7)));
        // The 1 keeps the turn for the 5; the 5 first leaves the 1 and the last pile to the other side.
        assert_eq!(valued.moves, [(0, Known::Exact(Margin::new(7))), (1, Known::Exact(Margin::new(3)))]);
    }

    #[test]
    fn random_play_averages_over_moves() {
        let mut budget = Budget::open(&Limits::none());
        // From 1, 5: the 1 first, then First takes the 5, last; the 5 first, then Second takes the 1, last.
        assert_eq!(random_play(&piles(&[1, 5]), &mut budget).unwrap().to_string(), "1/2");
        assert_eq!(random_play(&piles(&[5, 5, 5]), &mut budget), Ok(Odds::certain()));
    }

    #[test]
    fn limits_stop_it_and_long_games_are_refused() {
        let mut budget = Budget::open(&Limits::none().states(10));
        assert_eq!(margin(&piles(&[2; 12]), &mut budget), Err(Halt::Stopped(StopReason::States)));
        let mut budget = Budget::open(&Limits::none());
        assert!(matches!(margin(&piles(&[2; MAX_PLIES + 1]), &mut budget), Err(Halt::Refused(_))));
    }
}
