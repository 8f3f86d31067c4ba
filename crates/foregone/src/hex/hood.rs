//! Under the hood: how many frontiers the sweep meets cell by cell, and the frontiers after one of them, drawn out.

use std::collections::HashMap;

use num_bigint::BigUint;
use num_traits::{One as _, Zero as _};

use super::board::{Axis, Colour, Position};
use super::filling::{Filling, Site};
use super::frontier::{Frontier, Lattice, Step};
use super::networks::check_width;
use super::solve::Solver;
use super::sweep::Stones;
use super::turns::Turns;
use crate::analysis::Solution;
use crate::cell::Cell;
use crate::limits::{Budget, Limits, filled, make_room, make_room_in, map_bytes, reserved};
use crate::report::{Halt, SolveError};

/// What the sweep keeps: cells in its order, frontiers by number, and those after one cell.
///
/// Random play fills the board, so a sweep goes through it cell by cell and asks only what the swept part can still mean.
/// Fillings of the swept part that no future can tell apart have the same *frontier*. On a 4x4 board, White joining top
/// and bottom, three of the 128 fillings of the first seven cells come to this one:
///
/// ```text
///     a   b   c   d                      a  b  c  d
///   1   W   W   B   B                  1             1      s  joined to the start, here the top side
///     2   W   B   W   .                  2  s  .  1         1  joined to each other, and to nothing else yet
///       3   .   .   .   .                                   .  no stone that matters
/// ```
///
/// The cells of a frontier are, in each column of the sweep, the swept one that lies lowest: here a2, b2, c2 and d1. That d1
/// counts as joined to c2, stone or not, makes fillings alike that differ in nothing that is to come: all that d1 touches
/// further on is touched by c2, too. It matters neither whether a1 and b1 both have white stones or one of them.
#[derive(Clone, PartialEq, Debug)]
pub struct Hood {
    /// Between which sides the sweep goes: the longer way.
    pub along: Axis,
    /// The colour that joins those sides: frontiers tell of its stones.
    pub colour: Colour,
    /// All cells in the order of the sweep.
    pub order: Vec<Cell>,
    /// By the number of cells swept, from none to all: how many frontiers there are, of those that the stones allow and
    /// that have not lost.
    pub counts: Vec<usize>,
    /// How many cells are swept where the frontiers are shown: the cell asked for is the last of them.
    pub swept: usize,
    /// In how many ways the open ones among them can be filled.
    pub fillings: BigUint,
    /// The frontiers after them, the likeliest first; at most [`Hood::MOST_SHOWN`].
    pub frontiers: Vec<HoodFrontier>,
    /// The fillings that have lost already: no way to the start is left.
    pub lost: BigUint,
    /// The probability of those.
    pub lost_share: f64,
}

/// A frontier, and what is known of it.
#[derive(Clone, PartialEq, Debug)]
pub struct HoodFrontier {
    /// Its cells, in the order of the sweep's columns.
    pub cells: Vec<HoodCell>,
    /// How many fillings of the swept part come to it.
    pub ways: BigUint,
    /// The probability that random play does.
    pub share: f64,
    /// The probability that the colour is connected in the end, if it does.
    pub odds: f64,
}

/// A cell of a frontier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HoodCell {
    /// The cell.
    pub cell: Cell,
    /// What it holds.
    pub state: HoodState,
}

/// What a cell of a frontier holds, as far as it matters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HoodState {
    /// No stone, or none that could still join anything.
    None,
    /// A stone that is joined to the start, or a cell that might as well have one.
    Start,
    /// The same of a class that is not joined to the start: joined to the cells of the same number. They count from 1, in
    /// the order of their first cells.
    Group(u32),
}

impl Hood {
    /// The most frontiers that are drawn out.
    pub const MOST_SHOWN: usize = 64;

    /// How many frontiers there are after the swept cells.
    #[must_use]
    pub fn of(&self) -> usize {
        self.counts[self.swept]
    }
}

impl Solver {
    /// The frontiers that the sweep meets cell by cell, and those after a cell: after the last one of the middle row of
    /// the sweep if `after` is `None`.
    ///
    /// Turns are the solver's; its method does not matter. Frontiers are told apart as the transfer tables do; stones still to
    /// come may make equal what they tell apart (`Solver::why` counts those once). The ways are exact, probabilities are
    /// floats with some 12 right digits.
    ///
    /// Takes 8 bytes for each frontier after the cell, and from there on the time of a sweep in floats, for each number
    /// of stones: 11x11 takes half a second, 14x14 some ten. The states of the report are the frontiers met.
    ///
    /// ```
    /// use foregone::Limits;
    /// use foregone::hex::{HoodState, Position, Solver};
    ///
    /// let hood = Solver::new().hood(&Position::empty(2, 2)?, None, &Limits::none())?;
    /// let hood = hood.value.exact().unwrap();
    /// // After the first row both cells are joined to the top, or one of them, or none, which is lost.
    /// assert_eq!((hood.swept, hood.of(), hood.lost.to_string()), (2, 2, "1".to_owned()));
    /// assert_eq!(hood.frontiers[0].cells[0].state, HoodState::Start);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`SolveError::NotApplicable`] if the board is wider than the tables go, or `after` is no cell of it.
    pub fn hood(
        &mut self,
        position: &Position,
        after: Option<Cell>,
        limits: &Limits<'_>,
    ) -> Result<Solution<Hood>, SolveError> {
        self.ask(limits, |solver, budget| find(position, after, &solver.turns, budget))
    }
}

/// What memory is taken for.
const FRONTIERS: &str = "frontiers that are shown";

/// The frontiers of a layer, numbered.
type Numbers = HashMap<Frontier, u32, foldhash::fast::RandomState>;

/// No frontier: the colour has lost.
const LOST: u32 = u32::MAX;

/// A probability for each number of stones of the colour on some cells; or one for all numbers together.
type Shares = Vec<f64>;

/// How likely a cell goes to the other colour, and to this one, where each filling is as likely as any other, or each cell has
/// its coin; and how many stones there are to be in the end, if that is certain.
#[derive(Clone, Copy)]
struct Odds {
    ways: [f64; 2],
    stones: Option<usize>,
}

impl Odds {
    fn of(filling: &Filling, turns: &Turns) -> Self {
        let share = turns.share(filling.sweeper).map_or(0.5, |share| share.to_f64());
        let stones = match filling.stones(turns) {
            Stones::Any => None,
            Stones::From { most, .. } => Some(most),
        };
        Self { ways: [1.0 - share, share], stones }
    }

    /// Adds what a way of filling a cell makes of the shares before it.
    fn add(&self, to: &mut Shares, from: &[f64], site: Site, way: usize) {
        let factor = if site == Site::Open { self.ways[way] } else { 1.0 };
        let more = usize::from(site == Site::Open && way == 1 && self.stones.is_some());
        if to.len() < from.len() + more {
            to.resize(from.len() + more, 0.0);
        }
        to[more..].iter_mut().zip(from).for_each(|(to, from)| *to += factor * from);
    }

    /// Shares of two parts of the board together, with the right number of stones.
    fn together(&self, one: &[f64], other: &[f64]) -> f64 {
        let Some(stones) = self.stones else { return one.iter().sum::<f64>() * other.iter().sum::<f64>() };
        let pairs = one.iter().enumerate().filter_map(|(here, share)| {
            let there = other.get(stones.checked_sub(here)?)?;
            Some(share * there)
        });
        pairs.sum()
    }

    /// The shares of all fillings of some open cells.
    fn all(&self, open: usize) -> Shares {
        (0..open).fold(vec![1.0], |before, _| {
            let mut after = Shares::new();
            (0..2).for_each(|way| self.add(&mut after, &before, Site::Open, way));
            after
        })
    }
}

/// The frontiers before a site, and how the swept part comes to them.
struct Layer {
    frontiers: Vec<Frontier>,
    ways: Vec<BigUint>,
    shares: Vec<Shares>,
}

fn find(
    position: &Position,
    after: Option<Cell>,
    turns: &Turns,
    budget: &mut Budget<'_>,
) -> Result<Hood, Halt> {
    let filling = Filling::of(position);
    check_width(&filling)?;
    let order: Vec<Cell> = (0..filling.sites.len()).map(|site| filling.cell(site)).collect();
    let swept = match after {
        None => filling.rows.div_ceil(2) * filling.width,
        Some(cell) => {
            1 + order.iter().position(|&swept| swept == cell).ok_or_else(|| {
                let reason = format!("{cell} is no cell of the board");
                SolveError::NotApplicable { method: "transfer", reason }
            })?
        }
    };
    let odds = Odds::of(&filling, turns);
    let mut layer = Layer {
        frontiers: vec![Frontier::top(filling.width)],
        ways: vec![BigUint::one()],
        shares: vec![vec![1.0]],
    };
    let mut counts = vec![1];
    let (mut fillings, mut open) = (BigUint::one(), 0);
    for site in 0..swept {
        layer = forward(&filling, site, &layer, &odds, budget)?;
        counts.push(layer.frontiers.len());
        if filling.sites[site] == Site::Open {
            (fillings, open) = (fillings * 2_u32, open + 1);
        }
    }
    let (completed, later) = completions(&filling, swept, &layer.frontiers, &odds, budget)?;
    counts.extend(later);
    let rest = odds.all(filling.open - open);
    let everything = odds.together(&odds.all(open), &rest);
    let mut shown: Vec<usize> = (0..layer.frontiers.len()).collect();
    let share: Vec<f64> =
        layer.shares.iter().map(|shares| odds.together(shares, &rest) / everything).collect();
    shown.sort_by(|&a, &b| {
        share[b].total_cmp(&share[a]).then_with(|| layer.frontiers[a].cmp(&layer.frontiers[b]))
    });
    shown.truncate(Hood::MOST_SHOWN);
    let frontiers = shown.into_iter().map(|place| {
        let connected = odds.together(&layer.shares[place], &completed[place]) / everything;
        HoodFrontier {
            cells: cells(&filling, swept, layer.frontiers[place]),
            ways: layer.ways[place].clone(),
            share: share[place],
            // Where no filling has so many stones nothing can be said.
            odds: if share[place] > 0.0 { (connected / share[place]).min(1.0) } else { 0.0 },
        }
    });
    let frontiers = frontiers.collect();
    let reached: BigUint = layer.ways.iter().sum();
    Ok(Hood {
        along: filling.along(),
        colour: filling.sweeper,
        order,
        counts,
        swept,
        lost: &fillings - reached,
        fillings,
        frontiers,
        lost_share: (1.0 - share.iter().sum::<f64>()).max(0.0),
    })
}

/// The frontiers after a site, from those before it.
fn forward(
    filling: &Filling,
    site: usize,
    before: &Layer,
    odds: &Odds,
    budget: &mut Budget<'_>,
) -> Result<Layer, Halt> {
    let (step, kind) = (step(filling, site), filling.sites[site]);
    let mut numbers = Numbers::default();
    let mut after = Layer { frontiers: Vec::new(), ways: Vec::new(), shares: Vec::new() };
    for ((&frontier, ways), shares) in before.frontiers.iter().zip(&before.ways).zip(&before.shares) {
        budget.spend(1)?;
        for way in (0..2).filter(|&way| kind.ways()[way]) {
            let Some(target) = step.after(frontier, way == 1) else { continue };
            make_room(&mut numbers)?;
            let number = *numbers.entry(target).or_insert(after.frontiers.len() as u32) as usize;
            if number == after.frontiers.len() {
                make_room_in(&mut after.frontiers)?;
                make_room_in(&mut after.ways)?;
                make_room_in(&mut after.shares)?;
                after.frontiers.push(target);
                after.ways.push(BigUint::zero());
                after.shares.push(Shares::new());
            }
            after.ways[number] += ways;
            odds.add(&mut after.shares[number], shares, kind, way);
        }
    }
    let stones = if odds.stones.is_some() { site + 2 } else { 1 };
    let each = size_of::<Frontier>() + 2 * size_of::<Vec<u8>>() + site / 8 + 32 + stones * size_of::<f64>();
    let both = (before.frontiers.len() + after.frontiers.len()) * each;
    budget.grown(both as u64 + map_bytes(&numbers))?;
    Ok(after)
}

/// For frontiers after so many sites, how likely the sites to come connect the colour, by its stones there; and how many
/// frontiers there are after each of those sites.
fn completions(
    filling: &Filling,
    swept: usize,
    frontiers: &[Frontier],
    odds: &Odds,
    budget: &mut Budget<'_>,
) -> Result<(Vec<Shares>, Vec<usize>), Halt> {
    let (mut steps, mut counts) = (Vec::new(), Vec::new());
    let (mut here, mut held) = (reserved(FRONTIERS, frontiers.len())?, 0);
    here.extend_from_slice(frontiers);
    for site in swept..filling.sites.len() {
        let (step, kind) = (step(filling, site), filling.sites[site]);
        let (mut numbers, mut next) = (Numbers::default(), Vec::new());
        let mut layer = reserved(FRONTIERS, here.len())?;
        for &frontier in &here {
            budget.spend(1)?;
            let mut steps = [LOST; 2];
            for (way, to) in steps.iter_mut().enumerate() {
                let target = if kind.ways()[way] { step.after(frontier, way == 1) } else { None };
                let Some(target) = target else { continue };
                make_room(&mut numbers)?;
                *to = *numbers.entry(target).or_insert(next.len() as u32);
                if *to as usize == next.len() {
                    make_room_in(&mut next)?;
                    next.push(target);
                }
            }
            layer.push(steps);
        }
        held += layer.len() * size_of::<[u32; 2]>();
        budget.grown((held + 2 * next.len() * size_of::<Frontier>()) as u64 + map_bytes(&numbers))?;
        counts.push(next.len());
        steps.push(layer);
        here = next;
    }
    // After the last site all that is joined to the start is joined to the end.
    let mut completed = filled(FRONTIERS, vec![1.0], here.len())?;
    for (layer, &kind) in steps.iter().zip(&filling.sites[swept..]).rev() {
        let stones = completed.iter().map(Vec::len).max().unwrap_or(0);
        let bytes = (layer.len() + completed.len()) * (stones + 4) * size_of::<f64>();
        budget.grown((held + bytes) as u64)?;
        let mut before = reserved(FRONTIERS, layer.len())?;
        for targets in layer {
            budget.spend(1)?;
            let mut shares = Shares::new();
            for (way, &target) in targets.iter().enumerate() {
                if let Some(after) = completed.get(target as usize) {
                    odds.add(&mut shares, after, kind, way);
                }
            }
            before.push(shares);
        }
        completed = before;
    }
    Ok((completed, counts))
}

fn step(filling: &Filling, site: usize) -> Step {
    Step::new(Lattice::Hexagonal, filling.width, site % filling.width).with_ahead(filling.ahead(site))
}

/// The cells of a frontier after so many sites, of which there is one at least.
fn cells(filling: &Filling, swept: usize, frontier: Frontier) -> Vec<HoodCell> {
    let (top, mut others) = frontier.classes(filling.width);
    others.sort_by_key(|class| class.trailing_zeros());
    let state = |column: usize| {
        let has = |class: u32| class >> column & 1 == 1;
        if has(top) {
            return HoodState::Start;
        }
        let class = others.iter().position(|&class| has(class));
        class.map_or(HoodState::None, |class| HoodState::Group(class as u32 + 1))
    };
    // In the first row the columns to come have no cell yet.
    let lowest = |column: usize| (column..swept).step_by(filling.width).next_back();
    (0..filling.width)
        .filter_map(|column| Some(HoodCell { cell: filling.cell(lowest(column)?), state: state(column) }))
        .collect()
}
