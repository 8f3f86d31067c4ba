//! Games as they are played: what is taken back was never there, and points add up.

use foregone::contour::{self, poset};
use foregone::dots::{self, Start, coins};
use foregone::play::{Ending, Match};
use foregone::{Margin, Rules, Side, hex};

use crate::random::Random;

/// Plays, takes back and plays again at random, and holds every position against one played to from the start.
fn check<R: Rules + PartialEq + std::fmt::Debug>(random: &mut Random, start: &R) {
    let mut game = Match::new(start.clone());
    // The moves that there should be, and those taken back.
    let (mut made, mut undone) = (Vec::new(), Vec::new());
    for _ in 0..40 {
        match random.below(5) {
            0 => {
                let ply = game.undo();
                assert_eq!(ply.map(|ply| ply.mv), made.last().copied());
                undone.extend(made.pop());
            }
            1 => {
                let ply = game.redo();
                assert_eq!(ply.map(|ply| ply.mv), undone.last().copied());
                made.extend(undone.pop());
            }
            _ if game.ending().is_none() => {
                let mv = random.pick(&game.position().moves());
                game.play(mv).unwrap();
                made.push(mv);
                undone.clear();
            }
            _ => {}
        }
        let (mut position, mut points) = (start.clone(), [0; 2]);
        for (mv, ply) in made.iter().zip(game.played()) {
            let side = position.to_move();
            let scored = position.play(*mv).unwrap();
            points[side as usize] += scored;
            assert_eq!((ply.side, ply.mv, ply.points), (side, *mv, scored));
        }
        assert_eq!(game.position(), &position);
        assert_eq!(game.played().len(), made.len());
        assert_eq!([Side::First, Side::Second].map(|side| game.points(side)), points);
        if let Some(Ending::Over(margin)) = game.ending() {
            assert_eq!(margin, Margin::new(points[0] - points[1]));
        }
        assert_eq!(game.start(), start);
    }
}

#[test]
fn whatever_is_taken_back_and_made_again_the_position_is_that_of_the_moves() {
    let mut random = Random(71);
    for (rows, columns) in [(1, 1), (1, 3), (3, 1), (2, 2), (3, 4)] {
        for _ in 0..40 {
            let board = random.board(rows, columns, -9, 9);
            check(&mut random, &contour::Position::new(board));
            check(&mut random, &hex::Position::empty(rows, columns).unwrap());
            check(&mut random, &dots::Position::start(rows, columns, Start::American).unwrap());
        }
    }
    for text in ["a 1 2", "a 1 2; b -3 4: a; c 0 5: a; d 2 2: b c"] {
        check(&mut random, &text.parse::<poset::Position>().unwrap());
    }
    for text in ["a a", "ground a b c ground; a b"] {
        check(&mut random, &text.parse::<coins::Position>().unwrap());
    }
}

#[test]
fn who_closes_a_box_moves_again() {
    let mut game = Match::new("1x2:0111101".parse::<dots::Position>().unwrap());
    for (edge, side, points) in [("v,0,1", Side::First, 1), ("h,0,0", Side::First, 1)] {
        let ply = game.play(edge.parse().unwrap()).unwrap();
        assert_eq!((ply.side, ply.points), (side, points), "{edge}");
    }
    assert_eq!(game.ending(), Some(Ending::Over(Margin::new(2))));
}
