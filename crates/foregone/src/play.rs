//! A game as it is played: where it began, the moves made, the points scored, and what was taken back.

use crate::game::{IllegalMove, Rules, Side};
use crate::value::Margin;

/// A move that was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played<M> {
    /// Who made it.
    pub side: Side,
    /// The move.
    pub mv: M,
    /// What it scored for that side.
    pub points: i64,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// This side resigned.
    Resigned(Side),
    /// This side has won, whatever might still be played ([`Rules::decided`]).
    Decided(Side),
    /// No move is left. The margin is that of [`Side::First`]: the points since the start, and the settlement.
    Over(Margin),
}

/// A game that is being played: a starting position and the moves since.
///
/// Whose turn it is, [`Rules::to_move`] says; nothing here takes it for granted that sides alternate.
///
/// ```
/// use foregone::Side;
/// use foregone::dots::Position;
/// use foregone::play::Match;
///
/// let mut game = Match::new("1x2:1111110".parse::<Position>()?);
/// game.play("v,0,2".parse()?)?;
/// assert_eq!((game.points(Side::First), game.points(Side::Second)), (1, 0));
/// game.undo();
/// assert_eq!(game.position(), game.start());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Match<R: Rules> {
    start: R,
    position: R,
    played: Vec<Played<R::Move>>,
    /// Moves taken back and not replaced by others, the last one made first.
    undone: Vec<R::Move>,
    resigned: Option<Side>,
}

impl<R: Rules> Match<R> {
    /// A game that begins at a position.
    #[must_use]
    pub fn new(start: R) -> Self {
        Self { position: start.clone(), start, played: Vec::new(), undone: Vec::new(), resigned: None }
    }

    /// Where it began.
    #[must_use]
    pub const fn start(&self) -> &R {
        &self.start
    }

    /// Where it is now.
    #[must_use]
    pub const fn position(&self) -> &R {
        &self.position
    }

    /// The moves made, in order.
    #[must_use]
    pub fn played(&self) -> &[Played<R::Move>] {
        &self.played
    }

    /// What a side's moves have scored since the start.
    #[must_use]
    pub fn points(&self, side: Side) -> i64 {
        self.played.iter().filter(|ply| ply.side == side).map(|ply| ply.points).sum()
    }

    /// How the game ended; `None` while it goes on.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        if let Some(side) = self.resigned {
            return Some(Ending::Resigned(side));
        }
        if let Some(side) = self.position.decided() {
            return Some(Ending::Decided(side));
        }
        (self.position.plies_left() == 0).then(|| {
            let points = self.points(Side::First) - self.points(Side::Second);
            Ending::Over(Margin::new(points + self.position.settlement()))
        })
    }

    /// Makes a move. What was taken back before can then not be made again by [`Match::redo`].
    ///
    /// # Errors
    /// [`IllegalMove`] if the position does not allow it, or the game has ended; nothing is changed then.
    pub fn play(&mut self, mv: R::Move) -> Result<Played<R::Move>, IllegalMove> {
        let ply = self.make(mv)?;
        self.undone.clear();
        Ok(ply)
    }

    fn make(&mut self, mv: R::Move) -> Result<Played<R::Move>, IllegalMove> {
        if self.ending().is_some() {
            return Err(IllegalMove { mv: mv.to_string(), reason: "the game is over".to_owned() });
        }
        let side = self.position.to_move();
        let points = self.position.play(mv)?;
        let ply = Played { side, mv, points };
        self.played.push(ply);
        Ok(ply)
    }

    /// Takes the last move back, and a resignation after it; `None` if no move was made. Takes the time of playing all
    /// the others again.
    pub fn undo(&mut self) -> Option<Played<R::Move>> {
        let ply = self.played.pop()?;
        self.resigned = None;
        self.undone.push(ply.mv);
        self.position = self.start.clone();
        for earlier in &self.played {
            let again = self.position.play(earlier.mv);
            debug_assert_eq!(again, Ok(earlier.points), "rules do not change");
        }
        Some(ply)
    }

    /// Makes the move again that was taken back last; `None` if there is none or the game has ended.
    pub fn redo(&mut self) -> Option<Played<R::Move>> {
        let ply = self.make(*self.undone.last()?).ok()?;
        self.undone.pop();
        Some(ply)
    }

    /// Ends the game: a side gives it up. A game that has ended stays as it is.
    pub fn resign(&mut self, side: Side) {
        if self.ending().is_none() {
            self.resigned = Some(side);
        }
    }

    /// Takes a resignation back, and says whose; `None` if nobody resigned.
    pub fn withdraw(&mut self) -> Option<Side> {
        self.resigned.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dots::{Edge, Position, Start};
    use crate::hex;

    fn edge(text: &str) -> Edge {
        text.parse().unwrap()
    }

    #[test]
    fn a_refused_move_changes_nothing_and_keeps_what_was_taken_back() {
        let mut game = Match::new(Position::start(1, 1, Start::American).unwrap());
        game.play(edge("h,0,0")).unwrap();
        game.play(edge("h,1,0")).unwrap();
        assert_eq!(game.undo().map(|ply| ply.mv), Some(edge("h,1,0")));
        assert!(game.play(edge("h,0,0")).is_err());
        assert_eq!(game.redo().map(|ply| (ply.side, ply.mv)), Some((Side::Second, edge("h,1,0"))));
        assert_eq!(game.redo(), None);
        game.undo();
        game.play(edge("v,0,0")).unwrap();
        assert_eq!(game.redo(), None);
    }

    #[test]
    fn a_game_without_a_move_is_over_and_there_is_nothing_to_take_back() {
        let mut game = Match::new("1x1:1111".parse::<Position>().unwrap());
        assert_eq!(game.ending(), Some(Ending::Over(Margin::ZERO)));
        assert_eq!((game.undo(), game.redo(), game.withdraw()), (None, None, None));
        game.resign(Side::First);
        assert_eq!(game.ending(), Some(Ending::Over(Margin::ZERO)));
        assert_eq!(game.play(edge("h,0,0")).unwrap_err().to_string(), "illegal move h,0,0: the game is over");
    }

    #[test]
    fn who_resigns_may_think_again() {
        let mut game = Match::new(Position::start(1, 1, Start::Icelandic).unwrap());
        game.play(edge("h,1,0")).unwrap();
        game.resign(Side::Second);
        game.resign(Side::First);
        assert_eq!(game.ending(), Some(Ending::Resigned(Side::Second)));
        assert!(game.play(edge("v,0,1")).is_err());
        assert_eq!(game.withdraw(), Some(Side::Second));
        assert_eq!(game.ending(), None);
        game.resign(Side::Second);
        game.undo();
        assert_eq!((game.ending(), game.position()), (None, game.start()));
    }

    #[test]
    fn hex_ends_when_a_colour_is_connected() {
        let mut game = Match::new(hex::Position::empty(2, 2).unwrap());
        for (cell, ending) in [("a1", None), ("b2", None), ("a2", Some(Ending::Decided(Side::First)))] {
            game.play(cell.parse().unwrap()).unwrap();
            assert_eq!(game.ending(), ending, "{cell}");
        }
        assert!(game.play("b1".parse().unwrap()).is_err());
        assert_eq!(game.position().plies_left(), 1);
    }
}
