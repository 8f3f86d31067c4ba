//! What can be captured at once, and the one choice in it: to take all, or to hand the last few back.
//!
//! A coin with one string can be captured; its neighbour may then have one string left, and so on. Taking goes on
//! until no such coin is left, and always ends in the same quiet rest. The coins taken form trees. A tree is *rooted*
//! if one string ties it to the ground or to the rest, *free* if none does.
//!
//! ```text
//!     · -- · -- ⏚        rooted: cut the string to the ground, and 2 coins are handed back
//!     · -- · -- · -- ·   free: cut the middle, and 4 are handed back
//!     · -- ·             free: both coins fall at once, nothing can be handed back
//! ```
//!
//! Leaves can be taken in any order, so of a rooted tree of two or more coins the last two can be kept for handing
//! back, and of a free tree any path of four. Nothing between can be handed back for less: a string that is cut
//! without capturing leaves two coins or more on the side away from the root, and on both sides of a free tree. All
//! else is taken first, since that costs nothing. So with the quiet rest worth w to whoever moves in it, the mover
//! gets all coins and w, or all but 2g and -w where g is the least that can be handed back.

use super::graph::{GROUND, Graph};

/// No string.
const NONE: u32 = u32::MAX;

/// How many coins may be handed back: 0 (no choice), 2 or 4.
pub(super) type GiveBack = i64;

/// The margin for the mover where `taken` coins can be captured, `gives` of them handed back, and the quiet rest is
/// worth `rest` to whoever moves in it.
pub(super) const fn harvested(taken: i64, gives: GiveBack, rest: i64) -> i64 {
    let all = taken + rest;
    let handed = taken - 2 * gives - rest;
    if gives == 0 || all >= handed { all } else { handed }
}

/// The least and the most of [`harvested`] where the quiet rest is worth from `low` to `high`.
pub(super) fn harvested_range(taken: i64, gives: GiveBack, low: i64, high: i64) -> (i64, i64) {
    let [at_low, at_high] = [low, high].map(|rest| harvested(taken, gives, rest));
    // The margin falls and rises again with the value of the rest, and turns where that is worth -gives.
    let turns = gives > 0 && low < -gives && -gives < high;
    (if turns { taken - gives } else { at_low.min(at_high) }, at_low.max(at_high))
}

/// A tree of coins that can be captured.
#[derive(Clone, Copy, Debug)]
struct Tree {
    /// The string to the ground or the rest; [`NONE`] of a free tree.
    root: u32,
    /// Where the root leads: the ground or a coin of the rest; the ground, too, for a free tree.
    anchor: u32,
    gives: GiveBack,
}

/// A position's trees and its quiet rest.
#[derive(Debug)]
pub(super) struct Harvest<'a> {
    graph: &'a Graph,
    /// Strings of the quiet rest.
    live: Vec<bool>,
    /// Strings of a coin in the quiet rest, 0 if it is in a tree; never 1.
    rest_degree: Vec<u32>,
    /// Coins that can be captured.
    taken: i64,
    /// The string towards the root, by coin of a rooted tree.
    parent: Vec<u32>,
    /// The tree of a coin, [`NONE`] in the rest.
    tree: Vec<u32>,
    trees: Vec<Tree>,
    hands: Hands,
}

/// How many trees can hand back 2 and 4 coins.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Hands {
    twos: i64,
    fours: i64,
}

impl Hands {
    /// One tree more, or less, that hands back so many.
    fn count(&mut self, gives: GiveBack, by: i64) {
        match gives {
            2 => self.twos += by,
            4 => self.fours += by,
            _ => {}
        }
    }

    /// The least that can be handed back by any of them.
    const fn least(self) -> GiveBack {
        if self.twos > 0 {
            2
        } else if self.fours > 0 {
            4
        } else {
            0
        }
    }
}

/// The trees after a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct After {
    /// Coins that the move itself captures.
    pub(super) captured: i64,
    /// Coins that can be captured then.
    pub(super) taken: i64,
    /// How many of them may be handed back.
    pub(super) gives: GiveBack,
}

impl<'a> Harvest<'a> {
    /// Takes all that can be taken. `without` is a string to cut beforehand, which must not capture a coin.
    pub(super) fn new(graph: &'a Graph, without: Option<u32>) -> Self {
        let mut harvest = Self {
            graph,
            live: vec![true; graph.strings()],
            rest_degree: graph.degrees(),
            taken: 0,
            parent: vec![NONE; graph.coins()],
            tree: vec![NONE; graph.coins()],
            trees: Vec::new(),
            hands: Hands::default(),
        };
        if let Some(string) = without {
            harvest.cut(string);
        }
        harvest.take();
        harvest.grow(without);
        harvest
    }

    fn cut(&mut self, string: u32) {
        self.live[string as usize] = false;
        for end in self.graph.ends(string) {
            if end != GROUND {
                self.rest_degree[end as usize] -= 1;
            }
        }
    }

    /// Cuts the last strings of coins as long as there are any.
    fn take(&mut self) {
        let mut open: Vec<u32> =
            (0..self.graph.coins() as u32).filter(|&coin| self.rest_degree[coin as usize] == 1).collect();
        while let Some(coin) = open.pop() {
            // The last coin of a free tree falls together with the one before it.
            self.taken += 1;
            let around = self.graph.around(coin).iter();
            let Some(&string) = around.into_iter().find(|&&string| self.live[string as usize]) else {
                continue;
            };
            self.parent[coin as usize] = string;
            self.cut(string);
            let other = self.graph.across(string, coin);
            if other != GROUND && self.rest_degree[other as usize] == 1 {
                open.push(other);
            }
        }
    }

    /// Gathers the coins taken into trees.
    fn grow(&mut self, without: Option<u32>) {
        let mut coins = Vec::new();
        for first in 0..self.graph.coins() as u32 {
            if self.rest_degree[first as usize] > 0 || self.tree[first as usize] != NONE {
                continue;
            }
            let label = self.trees.len() as u32;
            let mut tree = Tree { root: NONE, anchor: GROUND, gives: 0 };
            self.tree[first as usize] = label;
            coins.clear();
            coins.push(first);
            let mut next = 0;
            while let Some(&coin) = coins.get(next) {
                next += 1;
                for &string in self.graph.around(coin).iter().filter(|&&string| Some(string) != without) {
                    let other = self.graph.across(string, coin);
                    if other == GROUND || self.rest_degree[other as usize] > 0 {
                        (tree.root, tree.anchor) = (string, other);
                    } else if self.tree[other as usize] == NONE {
                        self.tree[other as usize] = label;
                        coins.push(other);
                    }
                }
            }
            tree.gives = match (tree.root, coins.len()) {
                (NONE, _) => self.free_gives(first, without.unwrap_or(NONE)),
                (_, 1) => 0,
                _ => 2,
            };
            self.hands.count(tree.gives, 1);
            self.trees.push(tree);
        }
    }

    /// What the free tree around a coin can hand back when `cut` is cut: 4 if it has a path of four coins, that is, if
    /// it is no star. Looks two strings far.
    fn free_gives(&self, coin: u32, cut: u32) -> GiveBack {
        let neighbours = |coin: u32, from: u32| {
            let around =
                self.graph.around(coin).iter().filter(move |&&string| string != from && string != cut);
            around.map(move |&string| (self.graph.across(string, coin), string))
        };
        let mut near = neighbours(coin, NONE);
        let path = match (near.next(), near.next()) {
            // An end of the tree: the path of four goes through its neighbour.
            (Some((hub, to)), None) => {
                neighbours(hub, to).any(|(far, to)| neighbours(far, to).next().is_some())
            }
            // The coin is inside: an inner neighbour makes the path.
            (Some(_), Some(_)) => {
                neighbours(coin, NONE).any(|(hub, to)| neighbours(hub, to).next().is_some())
            }
            (None, _) => false,
        };
        if path { 4 } else { 0 }
    }

    /// Whether a string belongs to the quiet rest.
    pub(super) fn is_quiet(&self, string: u32) -> bool {
        self.live[string as usize]
    }

    /// The number of the tree that a coin is in, if it is in one.
    pub(super) fn tree_of(&self, coin: u32) -> Option<usize> {
        Some(self.tree[coin as usize]).filter(|&tree| tree != NONE).map(|tree| tree as usize)
    }

    /// By number of tree, how many coins it can hand back.
    pub(super) fn gives(&self) -> impl Iterator<Item = GiveBack> {
        self.trees.iter().map(|tree| tree.gives)
    }

    /// Strings of the quiet rest, marked; and how many of them each coin has.
    pub(super) fn rest(&self) -> (&[bool], &[u32]) {
        (&self.live, &self.rest_degree)
    }

    /// Coins that can be captured now, and how many may be handed back.
    pub(super) const fn now(&self) -> After {
        After { captured: 0, taken: self.taken, gives: self.hands.least() }
    }

    /// The trees after a string of a tree is cut. Time in proportion to how many strings the coins nearby have.
    pub(super) fn after_tree(&self, string: u32) -> After {
        let [a, b] = self.graph.ends(string);
        let in_tree = |coin: u32| coin != GROUND && self.tree[coin as usize] != NONE;
        let inner = if in_tree(a) { a } else { b };
        let tree = self.trees[self.tree[inner as usize] as usize];
        let mut hands = self.hands;
        hands.count(tree.gives, -1);
        let mut captured = 0;
        for coin in [a, b].into_iter().filter(|&coin| in_tree(coin)) {
            let away = tree.root == NONE || self.parent[coin as usize] == string;
            let gives = match self.graph.degree(coin) {
                1 => {
                    captured += 1;
                    0
                }
                _ if away => self.free_gives(coin, string),
                // The side of the root: the coin at the root alone, or two coins or more.
                2 if self.parent[coin as usize] == tree.root => 0,
                _ => 2,
            };
            hands.count(gives, 1);
        }
        After { captured, taken: self.taken - captured, gives: hands.least() }
    }

    /// The trees that hang on some coins of the rest: how many, and what they can hand back.
    pub(super) fn hanging(&self, part_of: &[u32], parts: usize) -> Vec<(u32, Hands)> {
        let mut hanging = vec![(0, Hands::default()); parts];
        for tree in self.trees.iter().filter(|tree| tree.anchor != GROUND) {
            let (count, hands) = &mut hanging[part_of[tree.anchor as usize] as usize];
            *count += 1;
            hands.count(tree.gives, 1);
        }
        hanging
    }

    /// The trees after a string of a chain of `size` is cut; `inner` says whether it ties two coins of it.
    pub(super) fn after_chain(&self, size: i64, inner: bool, hanging: u32) -> After {
        // Cut in two, the chain makes two rooted trees with all that hangs on them. None of them has a second coin
        // only if it was the chain of 1, or that of 2 cut in the middle, and nothing hung on it.
        let gives = if size >= 3 || (size == 2 && !inner) || hanging > 0 { 2 } else { self.hands.least() };
        After { captured: 0, taken: self.taken + size, gives }
    }

    /// The trees after a string of a loop of `size` is cut.
    pub(super) fn after_loop(&self, size: i64, string: u32, hanging: Hands) -> After {
        // All that hangs on the loop becomes one free tree with it. In a loop of 2 or 3, it depends on where that is
        // whether there is a path of four.
        let gives = if size >= 4 { 4 } else { self.free_gives(self.graph.ends(string)[0], string) };
        let mut hands = self.hands;
        hands.twos -= hanging.twos;
        hands.count(gives, 1);
        After { captured: 0, taken: self.taken + size, gives: hands.least() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_be_taken_and_handed_back() {
        for (text, taken, gives) in [
            // Nothing; a coin at the ground; a coin at the ground beside a drawn box.
            ("1x2", 0, 0),
            ("1x1:1110", 1, 0),
            ("1x2:1111011", 1, 0),
            // Rows of coins tied to the ground at one end.
            ("1x2:1111001", 2, 2),
            ("1x4:1111111100001", 4, 2),
            // Rows that are free, and a star.
            ("1x2:1111101", 2, 0),
            ("1x3:1111111001", 3, 0),
            ("1x4:1111111110001", 4, 4),
            ("1x5:1111111111100001", 5, 4),
            ("3x3:111101101111111110011111", 5, 0),
            // A free row of four beside a tied row of two: the cheaper one is kept for handing back.
            ("2x4:1111111111111000111100", 6, 2),
        ] {
            let graph = Graph::new(&text.parse().unwrap());
            let after = Harvest::new(&graph, None).now();
            assert_eq!((after.taken, after.gives), (taken, gives), "{text}");
        }
    }

    #[test]
    fn handing_back_pays_when_the_rest_is_bad() {
        for (taken, gives, rest, expected) in
            [(3, 0, -5, -2), (3, 2, -5, 4), (3, 2, 1, 4), (3, 2, -2, 1), (6, 4, -5, 3), (6, 4, -3, 3)]
        {
            assert_eq!(harvested(taken, gives, rest), expected, "{taken} {gives} {rest}");
        }
    }
}
