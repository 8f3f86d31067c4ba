//! What the tests of reasons share: the reasons for a position held against the rules, on a grid and on a poset alike.

use std::collections::BTreeSet;
use std::fmt::Debug;

use foregone::contour::{ClosedForm, Loss, Why};
use foregone::{Explain, Limits, Margin, MoveValue, Rules, Side, StopReason, oracle};

use crate::random::Random;

/// A position of Contour, as the tests see it.
pub(crate) trait Field: Rules + Debug {
    /// What an item scores for a side.
    fn score(&self, side: Side, item: Self::Move) -> i64;
}

/// How often each reason was met.
#[derive(Debug, Default)]
pub(crate) struct Met {
    pub(crate) forced: usize,
    pub(crate) covered: usize,
    pub(crate) closed: usize,
    pub(crate) replies: usize,
    pub(crate) opened: usize,
}

/// The margin of a position for the side to move, by the rules alone.
fn plain<P: Rules>(position: &P) -> i64 {
    oracle::margin(position, &mut foregone::Budget::open(&Limits::none())).unwrap().points()
}

/// The items that a game would still take, by playing it to its end.
fn left<P: Rules>(position: &P) -> Vec<P::Move> {
    let (mut here, mut items) = (position.clone(), Vec::new());
    while let Some(&mv) = here.moves().first() {
        here.play(mv).unwrap();
        items.push(mv);
    }
    items.sort_unstable();
    items
}

/// Holds every reason that a solver gives for a position against the rules. `by_rules` says whether values are, too.
pub(crate) fn check<P: Field, S, E>(solver: &mut S, position: &P, by_rules: bool, met: &mut Met)
where
    S: Explain<Position = P, Value = Margin, Why = Why<P::Move, E>>,
{
    let explained = solver.why(position, &Limits::none()).unwrap();
    let (analysis, why) = (explained.analysis, explained.why);
    assert_eq!(analysis.report.stop, StopReason::Finished);
    let own = solver.analyze(position, &Limits::none()).unwrap();
    assert_eq!((&own.value, &own.moves), (&analysis.value, &analysis.moves), "{position:?}");
    let value = analysis.value.exact().expect("no limit was set").points();
    let (mover, opponent) = (position.to_move(), position.to_move().other());
    let swing = |item| position.score(mover, item) + position.score(opponent, item);
    let left = left(position);
    let lead: i64 =
        left.iter().map(|&item| position.score(mover, item) - position.score(opponent, item)).sum();
    assert_eq!((why.lead, why.rest), (lead, Some(2 * value - lead)), "{position:?}");

    let moves: BTreeSet<P::Move> = position.moves().into_iter().collect();
    let greatest = left.iter().map(|&item| swing(item)).max();
    let hidden = || left.iter().copied().filter(|item| !moves.contains(item));
    let most_hidden = hidden().map(swing).max();
    let first_hidden = hidden().find(|&item| Some(swing(item)) == most_hidden);
    assert_eq!(why.covered.map(|covered| (covered.item, covered.swing)), first_hidden.zip(most_hidden));
    assert_eq!(why.forced().count(), why.moves.iter().filter(|reason| reason.forced).count());

    let mut falling: Vec<i64> = left.iter().map(|&item| swing(item)).collect();
    falling.sort_unstable_by(|a, b| b.cmp(a));
    let alternating: i64 =
        falling.iter().zip([1, -1].into_iter().cycle()).map(|(swing, sign)| swing * sign).sum();
    match why.closed_form {
        ClosedForm::Applies { rest } => {
            assert_eq!((rest, why.rest), (alternating, Some(alternating)), "{position:?}");
            met.closed += 1;
        }
        ClosedForm::Rises { from, to } => {
            assert_eq!((from.swing, to.swing), (swing(from.item), swing(to.item)));
            assert!(from.swing < to.swing && left.contains(&from.item) && left.contains(&to.item));
        }
    }

    assert!(why.moves.iter().map(|reason| reason.mv).eq(moves.iter().copied()));
    for reason in &why.moves {
        assert_eq!(why.of(&reason.mv), Some(reason));
        let judged: &MoveValue<_, _> = analysis.moves.iter().find(|judged| judged.mv == reason.mv).unwrap();
        let worth = judged.value.exact().unwrap().points();
        assert_eq!(
            (reason.swing, reason.own, reason.other),
            (swing(reason.mv), position.score(mover, reason.mv), position.score(opponent, reason.mv))
        );
        assert_eq!(reason.forced, Some(reason.swing) == greatest);
        if reason.forced {
            assert_eq!(
                (judged.best, judged.behind),
                (true, Some(Margin::ZERO)),
                "{position:?}, {}",
                reason.mv
            );
            met.forced += 1;
        }
        let larger = why.covered.filter(|covered| covered.swing > reason.swing);
        assert_eq!(reason.larger, larger);
        met.covered += usize::from(larger.is_some());

        let mut after = position.clone();
        after.play(reason.mv).unwrap();
        let replies = after.moves();
        let newly: Vec<_> = replies.iter().copied().filter(|reply| !moves.contains(reply)).collect();
        assert_eq!(reason.opens.iter().map(|opened| opened.item).collect::<Vec<_>>(), newly);
        assert!(reason.opens.iter().all(|opened| opened.swing == swing(opened.item)));
        met.opened += newly.len();

        assert_eq!(reason.reply.is_none(), replies.is_empty(), "{position:?}, {}", reason.mv);
        assert_eq!(reason.leaves, Some(lead + reason.swing - 2 * worth));
        let best = why.of(&analysis.best_move().unwrap()).unwrap();
        let Loss { short, more } = reason.loss.unwrap();
        assert_eq!((short, Some(best.leaves.unwrap() + more)), (best.swing - reason.swing, reason.leaves));
        assert_eq!(judged.behind, Some(Margin::new((short + more) / 2)));
        if by_rules {
            let lead_after = reason.own - reason.other - lead;
            assert_eq!(reason.leaves, Some(2 * plain(&after) - lead_after), "{position:?}, {}", reason.mv);
        }
        let Some(reply) = reason.reply else { continue };
        assert!(replies.contains(&reply.mv));
        assert_eq!((reply.swing, reply.opened), (swing(reply.mv), newly.contains(&reply.mv)));
        assert_eq!(reply.value.points(), reason.own - worth);
        if by_rules {
            assert_eq!(plain(&after), reply.value.points(), "{position:?}, {}", reason.mv);
            let gain = after.play(reply.mv).unwrap();
            assert_eq!(gain - plain(&after), reply.value.points(), "{position:?}, {}", reason.mv);
        }
        met.replies += 1;
    }
}

/// A number of plies of a game of so many: none, some, or all but a few.
pub(crate) fn plies(random: &mut Random, count: usize) -> usize {
    match random.below(4) {
        0 => 0,
        1 => count.saturating_sub(random.below(3)),
        _ => random.below(count + 1),
    }
}
