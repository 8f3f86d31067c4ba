//! Strings and coins on any multigraph: every method, and the strings in another order.

use foregone::dots::coins::{Board, Cut, GROUND, Method, Position, Solver};
use foregone::{Margin, Rules as _};

use crate::answer::{By, Disagreement, Tally, hold, hold_image};
use crate::chance::{Chance, shuffled};
use crate::run::Game;

pub struct Coins {
    all: [By<Solver>; 4],
    image: By<Solver>,
}

impl Game for Coins {
    type Position = Position;

    const NAME: &'static str = "coins";

    fn new() -> Self {
        let by = |method, states| By::of(method, states);
        Self {
            all: [
                by(Method::Oracle, 600).without_lines(),
                by(Method::Memo, 3_000).without_lines(),
                by(Method::Exact, 30_000),
                by(Method::Search, 30_000),
            ],
            image: by(Method::Exact, 30_000).moves_alone(),
        }
    }

    fn draw(chance: &mut dyn Chance) -> Position {
        let most = match chance.below(1_000) {
            0..=10 => 18,
            11..=100 => 14,
            101..=300 => 11,
            _ => 8,
        };
        let coins = chance.within(1, 6);
        let strings = chance.within(1, most);
        let mut strings = strings_of(chance, coins, strings);
        stretch(chance, coins, &mut strings, most);
        let name = |end: usize| if end == coins { GROUND.to_owned() } else { format!("c{end}") };
        let names: Vec<[String; 2]> = strings.iter().map(|ends| ends.map(name)).collect();
        let mut position = Position::new(board(&names).expect("no string from ground to ground"));
        if chance.once_in(3) {
            for _ in 0..chance.below(position.plies_left()) {
                let mv = position.moves()[chance.below(position.plies_left())];
                position.play(mv).expect("a legal move");
            }
        }
        // As it would be read: the first side is to move.
        position.to_string().parse().expect("what is written is read")
    }

    fn check(&mut self, position: &Position, tally: &mut Tally) -> Result<(), Disagreement> {
        let Some((right, answer)) = hold(position, &mut self.all, tally)? else { return Ok(()) };
        let ends: Vec<[String; 2]> = ends(position).into_iter().rev().map(|[a, b]| [b, a]).collect();
        let last = ends.len() - 1;
        let turned = Position::new(board(&ends).expect("the same strings"));
        let string = |at: usize| turned.board().strings().nth(at);
        // Of strings with the same ends each has another number; those that are cut are cut by number.
        let cut = position.board().strings().filter(|&string| position.is_cut(string));
        let cut: Vec<String> =
            cut.filter_map(|cut| string(last - cut.index())).map(|cut| turned.board().name(cut)).collect();
        let turned = Position::with_cut(board(&ends).expect("the same"), cut.iter().map(String::as_str));
        let turned = turned.expect("names of its own");
        let as_there = |cut: Cut| turned.board().strings().nth(last - cut.index());
        hold_image(
            "turned round",
            (&right, &answer),
            &turned,
            as_there,
            Margin::clone,
            &mut self.image,
            tally,
        )
    }

    fn smaller(position: &Position) -> Vec<Position> {
        let ends = ends(position);
        let mut found = Vec::new();
        for gone in position.board().strings() {
            let mut fewer = ends.clone();
            fewer.remove(gone.index());
            let Some(board) = board(&fewer) else { continue };
            let mut next = Position::new(board);
            for cut in position.board().strings().filter(|&cut| cut != gone && position.is_cut(cut)) {
                let at = cut.index() - usize::from(cut > gone);
                let string = next.board().strings().nth(at).expect("a string of the board");
                next.play(string).expect("a legal move");
            }
            found.extend(next.to_string().parse::<Position>());
        }
        for mv in position.moves() {
            let mut next = position.clone();
            next.play(mv).expect("a legal move");
            found.extend(next.to_string().parse::<Position>());
        }
        found
    }
}

/// The names of the ends of each string.
fn ends(position: &Position) -> Vec<[String; 2]> {
    let board = position.board();
    let name = |end: Option<usize>| end.map_or(GROUND, |coin| board.coin_name(coin)).to_owned();
    board.strings().map(|string| board.ends(string).map(name)).collect()
}

fn board(ends: &[[String; 2]]) -> Option<Board> {
    Board::new(ends.iter().map(|[a, b]| [a.as_str(), b.as_str()])).ok()
}

/// So many strings between so many coins and the ground, which has the number after the last, in one shape or another.
fn strings_of(chance: &mut dyn Chance, coins: usize, strings: usize) -> Vec<[usize; 2]> {
    let (shape, grounded) = (chance.below(6), chance.below(4));
    let string = |number: usize| match shape {
        // A walk, so that chains and loops come about.
        0 | 1 => [number % coins, (number + 1) % (coins + usize::from(grounded == 0))],
        2 => [0, chance.below(coins + 1)],
        // Thick: many strings between the same ends.
        3 => [chance.below(coins), chance.below(coins).min(1)],
        _ if chance.below(4) < grounded => [chance.below(coins), coins],
        _ => [chance.below(coins), chance.below(coins)],
    };
    (0..strings).map(string).collect()
}

/// Some more strings in place of single ones, in a row: longer chains, longer loops. New coins have numbers after the ground's.
fn stretch(chance: &mut dyn Chance, ground: usize, strings: &mut Vec<[usize; 2]>, most: usize) {
    let mut next = ground + 1;
    while strings.len() < most && !chance.once_in(3) {
        let place = chance.below(strings.len());
        let [a, b] = strings[place];
        strings[place] = [a, next];
        strings.push([next, b]);
        next += 1;
    }
    let order = shuffled(chance, strings.len());
    *strings = order.into_iter().map(|at| strings[at]).collect();
}
