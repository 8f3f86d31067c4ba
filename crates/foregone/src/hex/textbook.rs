//! The classic methods: try every filling; or sweep the board with labelled frontiers in a hash map.

use std::collections::HashMap;

use num_bigint::BigUint;
use num_traits::{One, Zero};

use crate::limits::{Budget, make_room};
use crate::method::Method as _;
use crate::report::{Halt, SolveError, StopReason};
use crate::value::Odds;

use super::board::{Colour, Position};
use super::filling::{Filling, Site};
use super::method::Method;
use super::sweep::Stones;
use super::turns::Turns;

/// The most open cells that [`enumerate`] takes on.
pub(super) const MAX_ENUMERATED: usize = 40;

/// The odds of the side to move by trying all fillings to which random play can come.
///
/// Time: the number of fillings times the number of cells. A state is a filling.
pub(super) fn enumerate(position: &Position, turns: &Turns, budget: &mut Budget<'_>) -> Result<Odds, Halt> {
    let cells: Vec<_> = position.board().cells().collect();
    let open: Vec<usize> = (0..cells.len()).filter(|cell| position.stone(cells[*cell]).is_none()).collect();
    if open.len() > MAX_ENUMERATED {
        let reason =
            format!("it takes at most {MAX_ENUMERATED} empty cells, and {} are left here", open.len());
        return Err(SolveError::NotApplicable { method: Method::Enumerate.name(), reason }.into());
    }
    let mover = position.to_move_colour();
    let sizes = match turns {
        Turns::Alternating => open.len().div_ceil(2)..=open.len().div_ceil(2),
        Turns::Coin(_) => 0..=open.len(),
    };
    let stones: Vec<_> = cells.iter().map(|cell| position.stone(*cell)).collect();
    // Fillings by the number of the mover's stones in them: those that it wins, and all.
    let (mut won, mut all) = (vec![0_u64; open.len() + 1], vec![0_u64; open.len() + 1]);
    for subset in 0..1_u64 << open.len() {
        let size = subset.count_ones() as usize;
        if !sizes.contains(&size) {
            continue;
        }
        budget.spend(1)?;
        let mut filled = stones.clone();
        for (bit, cell) in open.iter().enumerate() {
            filled[*cell] = Some(if subset >> bit & 1 == 1 { mover } else { mover.other() });
        }
        let full = Position::new(position.rows(), position.columns(), filled, mover, position.white_joins());
        won[size] += u64::from(full.is_ok_and(|full| full.winner() == Some(mover)));
        all[size] += 1;
    }
    let weigh = |counts: &[u64]| -> BigUint {
        (0..).zip(counts).map(|(size, count)| weight(turns, mover, open.len(), size) * *count).sum()
    };
    Ok(Odds::new(weigh(&won), weigh(&all)).expect("some fillings out of at least one"))
}

/// What a filling weighs that gives a colour `stones` of `open` cells.
fn weight(turns: &Turns, colour: Colour, open: usize, stones: usize) -> BigUint {
    turns.share(colour).map_or(BigUint::one(), |share| {
        let others = share.denominator() - share.numerator();
        share.numerator().pow(stones as u32) * others.pow((open - stones) as u32)
    })
}

/// The label of frontier cells joined to the first row's edge.
const TOP: u16 = 1;

/// A frontier as the textbook has it: for each column the class of its last swept cell, 0 if that holds no stone of
/// the sweeping colour, [`TOP`] if it is joined to the top, else 2 and up, numbered from the left.
type Labels = Box<[u16]>;

/// For each frontier, by the number of open cells that the sweeping colour got so far, the ways to come to it.
type Ways = HashMap<Labels, Vec<BigUint>, foldhash::fast::RandomState>;

/// The odds of the side to move by a sweep over labelled frontiers, lost ones included.
///
/// Time and memory: frontiers (about 3^width, width the shorter side) times counts, for each cell. A state is a
/// frontier at a cell. The shape of the method is that of the published solutions of P17097.
pub(super) fn labelled_frontier(
    position: &Position,
    turns: &Turns,
    budget: &mut Budget<'_>,
) -> Result<Odds, Halt> {
    let filling = Filling::of(position);
    let (least, most) = match filling.stones(turns) {
        Stones::Any => (0, filling.open),
        Stones::From { least, most } => (least, most),
    };
    // Any set of the open cells along a frontier is one of its own, at least.
    let (mut along, mut most_along) = (0_u32, 0);
    for (index, site) in filling.sites.iter().enumerate() {
        along += u32::from(*site == Site::Open);
        if let Some(left_behind) = index.checked_sub(filling.width) {
            along -= u32::from(filling.sites[left_behind] == Site::Open);
        }
        most_along = along.max(most_along);
    }
    let least_bytes = 2_u128.saturating_pow(most_along).saturating_mul(2 * filling.width as u128);
    if !budget.fits(least_bytes) {
        return Err(budget.refusal("labelled frontiers, at their fewest,", least_bytes).into());
    }
    let mut here = Ways::default();
    here.insert(vec![0; filling.width].into(), vec![BigUint::from(1_u32)]);
    for (index, site) in filling.sites.iter().enumerate() {
        let (row, column) = (index / filling.width, index % filling.width);
        let mut next = Ways::default();
        for (labels, ways) in &here {
            budget.spend(1)?;
            // On a long board a frontier's counts are thousands of long numbers.
            budget.check()?;
            if *site != Site::Own {
                add(&mut next, without_stone(labels, column), ways, 0, most)?;
            }
            if *site != Site::Other {
                let gained = usize::from(*site == Site::Open);
                add(&mut next, with_stone(labels, row, column), ways, gained, most)?;
            }
            budget.grown(bytes(&filling, most, here.len() + next.len()))?;
        }
        here = next;
    }
    let won = here.iter().filter(|(labels, _)| labels.contains(&TOP));
    let mut connected = BigUint::zero();
    for (_, ways) in won {
        for (stones, count) in ways.iter().enumerate().skip(least) {
            connected += count * weight(turns, filling.sweeper, filling.open, stones);
        }
    }
    let own = (least == most).then_some(most);
    let all = Filling::weight_of_all(filling.open, own, filling.weights(turns).as_ref());
    Ok(filling.odds_of(filling.mover, connected, all))
}

/// Adds ways to a frontier's, moved up by the cells gained; counts above the colour's share are dropped.
fn add(
    next: &mut Ways,
    labels: Labels,
    ways: &[BigUint],
    gained: usize,
    share: usize,
) -> Result<(), StopReason> {
    make_room(next)?;
    let sums = next.entry(labels).or_default();
    let length = (ways.len() + gained).min(share + 1);
    if sums.len() < length {
        sums.resize(length, BigUint::zero());
    }
    for (sum, more) in sums.iter_mut().skip(gained).zip(ways) {
        *sum += more;
    }
    Ok(())
}

fn without_stone(labels: &[u16], column: usize) -> Labels {
    let mut after = Labels::from(labels);
    after[column] = 0;
    renumber(&mut after);
    after
}

fn with_stone(labels: &[u16], row: usize, column: usize) -> Labels {
    const NEW: u16 = u16::MAX;
    let mut after = Labels::from(labels);
    // The swept cells that it touches: left, above, above right.
    let first = column.saturating_sub(1);
    let touching: Vec<u16> = labels[first..labels.len().min(column + 2)].to_vec();
    let joined = if row == 0 || touching.contains(&TOP) { TOP } else { NEW };
    for label in after.iter_mut().filter(|label| **label != 0 && touching.contains(label)) {
        *label = joined;
    }
    after[column] = joined;
    renumber(&mut after);
    after
}

/// Numbers the classes from the left, so that equal partitions have equal labels.
fn renumber(labels: &mut [u16]) {
    let mut names = HashMap::from([(0, 0), (TOP, TOP)]);
    for label in labels {
        let next = names.len() as u16;
        *label = *names.entry(*label).or_insert(next);
    }
}

/// About what so many frontiers take: the map's entry, labels, and counts of up to one bit an open cell.
fn bytes(filling: &Filling, most: usize, frontiers: usize) -> u64 {
    let count = size_of::<BigUint>() + filling.open / 8 + 8;
    let entry = size_of::<(Labels, Vec<BigUint>)>() + 2 * filling.width + (most + 1) * count;
    frontiers as u64 * entry as u64
}
