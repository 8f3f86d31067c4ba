//! Nimstring beside Nim: a position is worth a heap of `n` if whoever moves in it and such a heap loses, and it is loony if
//! there is no such heap. That is played out move by move.

use std::collections::HashMap;

use foldhash::fast::RandomState;
use foregone::dots::Position;
use foregone::dots::nimstring::{NimMove, Nimber, nimstring};
use foregone::{Known, Limits, Rules as _};

use crate::answer::{Disagreement, Tally};

/// So few edges are played out.
const FEW: usize = 8;

/// States that the fast method may take.
const STATES: u64 = 100_000;

/// Holds the nimbers of a position and its moves against play.
///
/// # Errors
/// [`Disagreement`].
pub fn check(position: &Position, tally: &mut Tally) -> Result<(), Disagreement> {
    let Ok(solution) = nimstring(position, &Limits::none().states(STATES)) else {
        tally.open += 1;
        return Ok(());
    };
    tally.states += solution.report.states;
    let Known::Exact(found) = solution.value else {
        tally.open += 1;
        return Ok(());
    };
    let broken = |what: String, expected: String| Err(Disagreement::broken("nimstring", what, expected));
    if !found.moves.iter().map(|mv| mv.edge).eq(position.moves()) {
        return broken(format!("{} moves", found.moves.len()), format!("{}", position.moves().len()));
    }
    let sum = found.parts.iter().fold(0, |sum, part| sum ^ part.heap);
    if found.value != Nimber::Loony && found.value != Nimber::Heap(sum) {
        return broken(format!("parts that add up to *{sum}"), found.value.to_string());
    }
    if found.mover_wins() != found.moves.iter().any(NimMove::wins) {
        return broken(
            format!("{}, and moves that do not fit", found.value),
            "a winning move, or none".into(),
        );
    }
    tally.comparisons += 1;
    if position.plies_left() > FEW {
        return Ok(());
    }
    let mut play = Play::default();
    let mut hold = |what: String, here: &Position, value: Nimber| {
        tally.comparisons += 1;
        let right = play.nimber(here);
        if right == value {
            return Ok(());
        }
        Err(Disagreement::new(what, ("play with a heap beside", right), ("nimstring", value)))
    };
    hold("the nimber".to_owned(), position, found.value)?;
    for mv in &found.moves {
        let mut next = position.clone();
        let closed =
            next.play(mv.edge).map_err(|illegal| Disagreement::broken("nimstring", illegal, "a move"))?;
        if (closed > 0) != mv.again {
            return broken(
                format!("{} moves again: {}", mv.edge, mv.again),
                format!("{closed} boxes closed"),
            );
        }
        hold(format!("what {} leaves", mv.edge), &next, mv.leaves)?;
    }
    Ok(())
}

/// Who wins a position beside a heap, by the edges that are left and the size of the heap.
#[derive(Default)]
struct Play(HashMap<(Vec<bool>, u8), bool, RandomState>);

impl Play {
    fn nimber(&mut self, position: &Position) -> Nimber {
        // A heap is never larger than the number of moves.
        let heaps = 0..=position.plies_left() as u8;
        let heap = heaps.into_iter().find(|&heap| !self.mover_wins(position, heap));
        heap.map_or(Nimber::Loony, Nimber::Heap)
    }

    fn mover_wins(&mut self, position: &Position, heap: u8) -> bool {
        let key = (position.drawn().to_vec(), heap);
        if let Some(&wins) = self.0.get(&key) {
            return wins;
        }
        let wins = (0..heap).any(|less| !self.mover_wins(position, less))
            || position.moves().into_iter().any(|edge| {
                let mut next = position.clone();
                let closed = next.play(edge).expect("a legal move");
                self.mover_wins(&next, heap) == (closed > 0)
            });
        self.0.insert(key, wins);
        wins
    }
}
