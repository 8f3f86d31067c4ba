//! Virtual connections: what a colour can join whatever the other one does, and which cells it takes.
//!
//! Two ends (chains of a colour, its edges, empty cells that it may yet take) are *virtually connected* within a set of empty
//! cells, the *carrier*, if the colour can join them with stones of the carrier alone although the other colour moves first;
//! *semi-connected* if it can when it moves first itself. The rules are those of Anshelevich ("A hierarchical approach to
//! computer Hex", 2002):
//!
//! - ends that touch are connected within no cell at all;
//! - *and*: if a is connected to b and b to c within carriers that share no cell, then a is connected to c where b is a chain, and
//!   semi-connected where b is an empty cell, which is to be taken first;
//! - *or*: if a and c are semi-connected within carriers that have no cell in common, they are connected within the union of
//!   all: wherever the other colour moves, one carrier is left.
//!
//! Connections are found in the order of the sizes of their carriers, so what is found is seldom made worthless by a part of
//! it that is found later.

use super::cells::Cells;
use super::grid::{Grid, Stones, index};
use crate::hex::board::Colour;
use crate::limits::{Budget, filled, make_room_in, vector_bytes};
use crate::report::{SolveError, StopReason};

/// The most connections of two ends that are kept: the smallest.
const FULL: usize = 16;
/// The most semi-connections of two ends that are kept: the smallest.
const SEMI: usize = 16;
/// The most semi-connections that one use of the *or* rule takes.
const OR: usize = 6;
/// Connections looked at between two looks at the limits: well below a millisecond of work.
const CHECKED_AFTER: usize = 64;

/// The numbers of a colour's edges among the ends.
const EDGES: [u8; 2] = [0, 1];

/// Whether a colour has to move first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Full,
    Semi,
}

/// A connection that is found, and not yet used.
#[derive(Clone, Copy, Debug)]
struct Found<C> {
    carrier: C,
    /// The lesser one first.
    ends: [u8; 2],
    kind: Kind,
}

/// How a colour joins its edges.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Crossing<C> {
    /// Within a carrier, whoever moves first.
    Full(C),
    /// Within a carrier, if it moves first.
    Semi(C),
}

/// A search for the connections of a colour. It keeps its memory from one position to the next.
#[derive(Debug)]
pub(crate) struct Connections<C> {
    /// For each end its cell, if it is an empty cell.
    cell: Vec<C>,
    /// For each end those that it is connected to.
    partners: Vec<Vec<u8>>,
    /// Up to [`FULL`] carriers for each two ends, and how many.
    full: Vec<C>,
    fulls: Vec<u8>,
    /// Up to [`SEMI`] carriers for each two ends, and how many.
    semi: Vec<C>,
    semis: Vec<u8>,
    /// What is found and not yet used, by the size of its carrier.
    waiting: Vec<Vec<Found<C>>>,
    /// What the *or* rule gives, until it waits.
    joined: Vec<C>,
    /// All semi-connections of the two edges.
    crossings: Vec<C>,
}

/// The place of two ends, the lesser one first, in lists of pairs.
const fn pair([a, b]: [u8; 2]) -> usize {
    let (a, b) = (a as usize, b as usize);
    b * (b - 1) / 2 + a
}

const fn sorted([a, b]: [u8; 2]) -> [u8; 2] {
    if a < b { [a, b] } else { [b, a] }
}

impl<C: Cells> Connections<C> {
    /// The bytes that a search takes for boards of so many cells, before it finds anything.
    pub(crate) const fn bytes(cells: usize) -> u64 {
        let ends = cells + 2;
        let each = (FULL + SEMI) * size_of::<C>() + 2;
        // A partner takes a byte, and vectors that grow may take three times what they hold.
        (ends * (ends - 1) / 2 * each + 3 * ends * ends) as u64
    }

    /// A search for boards of so many cells. It takes [`Connections::bytes`].
    ///
    /// # Errors
    /// [`SolveError::NoMemory`] if the system has not that much.
    pub(crate) fn new(cells: usize) -> Result<Self, SolveError> {
        const CONNECTIONS: &str = "the connections of a position";
        let ends = cells + 2;
        let pairs = ends * (ends - 1) / 2;
        Ok(Self {
            cell: Vec::new(),
            partners: vec![Vec::new(); ends],
            full: filled(CONNECTIONS, C::NONE, pairs * FULL)?,
            fulls: vec![0; pairs],
            semi: filled(CONNECTIONS, C::NONE, pairs * SEMI)?,
            semis: vec![0; pairs],
            waiting: vec![Vec::new(); cells + 1],
            joined: Vec::new(),
            crossings: Vec::new(),
        })
    }

    /// The bytes of what is found and not yet used.
    fn grown(&self) -> u64 {
        let lists = self.waiting.iter().map(|list| vector_bytes(list, 1)).sum::<u64>();
        lists + vector_bytes(&self.joined, 1) + vector_bytes(&self.crossings, 1)
    }

    /// How a colour joins its edges: by the first way found, without those that have it move first unless `first` is set.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(crate) fn crossing(
        &mut self,
        grid: &Grid<C>,
        stones: &Stones<C>,
        colour: Colour,
        first: bool,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Crossing<C>>, StopReason> {
        if !self.begin(grid, stones, colour) {
            return Ok(Some(Crossing::Full(C::NONE)));
        }
        let mut looked = 0;
        let mut size = 0;
        while size < self.waiting.len() {
            let Some(found) = self.waiting[size].pop() else {
                size += 1;
                continue;
            };
            looked += 1;
            if looked % CHECKED_AFTER == 0 {
                budget.check()?;
                budget.grown(self.grown())?;
            }
            match found.kind {
                Kind::Full if self.is_new(&found) => {
                    if found.ends == EDGES {
                        return Ok(Some(Crossing::Full(found.carrier)));
                    }
                    self.use_full(&found)?;
                }
                Kind::Semi if self.is_new(&found) => {
                    if found.ends == EDGES {
                        if first {
                            return Ok(Some(Crossing::Semi(found.carrier)));
                        }
                        self.crossings.push(found.carrier);
                    }
                    self.use_semi(&found)?;
                }
                _ => {}
            }
        }
        Ok(None)
    }

    /// The semi-connections of the edges that the last search found, the smallest first.
    pub(crate) fn crossings(&self) -> &[C] {
        &self.crossings
    }

    /// The connections that the last search kept: the cells of both ends (of an edge, all along it), the carrier, and whether
    /// the colour has to move first.
    #[cfg(test)]
    pub(crate) fn found(&self, grid: &Grid<C>, stones: &Stones<C>, colour: Colour) -> Vec<([C; 2], C, bool)> {
        let own = stones.of[index(colour)];
        let mut ends = grid.edges[index(colour)].to_vec();
        let mut chained = ends.iter().fold(C::NONE, |all, edge| all | grid.reached(*edge, own));
        while chained != own {
            let chain = grid.reached(C::one((own & !chained).least()), own);
            chained |= chain;
            ends.push(chain);
        }
        ends.extend(stones.empty(grid).each().map(C::one));
        let mut found = Vec::new();
        for b in 1..self.cell.len() as u8 {
            for a in 0..b {
                let both = [ends[usize::from(a)], ends[usize::from(b)]];
                found.extend(self.fulls_of([a, b]).iter().map(|carrier| (both, *carrier, false)));
                found.extend(self.semis_of([a, b]).iter().map(|carrier| (both, *carrier, true)));
            }
        }
        found
    }

    /// Finds the ends and those that touch. Says whether the edges are not one chain already.
    fn begin(&mut self, grid: &Grid<C>, stones: &Stones<C>, colour: Colour) -> bool {
        let (own, empty) = (stones.of[index(colour)], stones.empty(grid));
        for waiting in &mut self.waiting {
            waiting.clear();
        }
        self.crossings.clear();
        self.cell.clear();
        // The empty cells that each end touches.
        let mut near = Vec::new();
        let mut chained = C::NONE;
        for edge in grid.edges[index(colour)] {
            let chain = grid.reached(edge, own);
            if chain.meets(chained) {
                return false;
            }
            chained |= chain;
            self.cell.push(C::NONE);
            near.push((edge | grid.touching(chain)) & empty);
        }
        while chained != own {
            let chain = grid.reached(C::one((own & !chained).least()), own);
            chained |= chain;
            self.cell.push(C::NONE);
            near.push(grid.touching(chain) & empty);
        }
        let chains = near.len();
        // The end of each empty cell.
        let mut end = [0_u8; 128];
        for cell in empty.each() {
            end[cell] = self.cell.len() as u8;
            self.cell.push(C::one(cell));
            near.push(grid.touching[cell] & empty);
        }
        let ends = self.cell.len();
        for partners in &mut self.partners[..ends] {
            partners.clear();
        }
        let pairs = ends * (ends - 1) / 2;
        self.fulls[..pairs].fill(0);
        self.semis[..pairs].fill(0);
        for (a, near) in near.into_iter().enumerate() {
            for b in near.each().map(|cell| end[cell]).filter(|b| a < chains || a < usize::from(*b)) {
                self.waiting[0].push(Found { carrier: C::NONE, ends: [a as u8, b], kind: Kind::Full });
            }
        }
        true
    }

    fn fulls_of(&self, ends: [u8; 2]) -> &[C] {
        let pair = pair(sorted(ends));
        &self.full[pair * FULL..][..usize::from(self.fulls[pair])]
    }

    fn semis_of(&self, ends: [u8; 2]) -> &[C] {
        let pair = pair(sorted(ends));
        &self.semi[pair * SEMI..][..usize::from(self.semis[pair])]
    }

    /// Whether no smaller carrier is known that does as much.
    fn is_new(&self, found: &Found<C>) -> bool {
        self.fulls_of(found.ends).iter().all(|known| !known.within(found.carrier))
            && (found.kind == Kind::Full
                || self.semis_of(found.ends).iter().all(|known| !known.within(found.carrier)))
    }

    fn wait(&mut self, found: Found<C>) -> Result<(), StopReason> {
        if self.is_new(&found) {
            let waiting = &mut self.waiting[found.carrier.count()];
            make_room_in(waiting)?;
            waiting.push(found);
        }
        Ok(())
    }

    /// Puts a connection together with all those that share an end with it, and keeps it.
    fn use_full(&mut self, found: &Found<C>) -> Result<(), StopReason> {
        let pair = pair(found.ends);
        let kept = usize::from(self.fulls[pair]);
        if kept == FULL {
            return Ok(());
        }
        let [a, b] = found.ends;
        for [from, by] in [[a, b], [b, a]] {
            let (middle, taken) = (self.cell[usize::from(by)], found.carrier | self.cell[usize::from(from)]);
            let kind = if middle.is_empty() { Kind::Full } else { Kind::Semi };
            for partner in 0..self.partners[usize::from(by)].len() {
                let to = self.partners[usize::from(by)][partner];
                if to == from || self.cell[usize::from(to)].meets(found.carrier) {
                    continue;
                }
                for other in 0..self.fulls_of([by, to]).len() {
                    let carrier = self.fulls_of([by, to])[other];
                    if !carrier.meets(taken) {
                        let carrier = found.carrier | carrier | middle;
                        self.wait(Found { carrier, ends: sorted([from, to]), kind })?;
                    }
                }
            }
        }
        if kept == 0 {
            self.partners[usize::from(a)].push(b);
            self.partners[usize::from(b)].push(a);
        }
        self.full[pair * FULL + kept] = found.carrier;
        self.fulls[pair] += 1;
        Ok(())
    }

    /// Puts a semi-connection together with others of the same ends, and keeps it.
    fn use_semi(&mut self, found: &Found<C>) -> Result<(), StopReason> {
        let pair = pair(found.ends);
        let kept = usize::from(self.semis[pair]);
        let semis = &self.semi[pair * SEMI..][..kept];
        let common = semis.iter().fold(found.carrier, |common, other| common & *other);
        if common.is_empty() && usize::from(self.fulls[pair]) < FULL {
            let fulls = &self.full[pair * FULL..][..usize::from(self.fulls[pair])];
            let mut joined = std::mem::take(&mut self.joined);
            joined.extend_from_slice(fulls);
            let old = joined.len();
            join(semis, found.carrier, found.carrier, OR - 1, &mut joined);
            for carrier in joined.drain(..).skip(old) {
                self.wait(Found { carrier, ends: found.ends, kind: Kind::Full })?;
            }
            self.joined = joined;
        }
        if kept < SEMI {
            self.semi[pair * SEMI + kept] = found.carrier;
            self.semis[pair] += 1;
        }
        Ok(())
    }
}

/// The unions of `all` with up to so many of some carriers, each of which takes away from what is common to those before,
/// until nothing is.
fn join<C: Cells>(carriers: &[C], common: C, all: C, most: usize, joined: &mut Vec<C>) {
    if most == 1 {
        for carrier in carriers.iter().filter(|carrier| !carrier.meets(common)) {
            let union = all | *carrier;
            if joined.iter().all(|known| !known.within(union)) {
                joined.push(union);
            }
        }
        return;
    }

    let lacking = |cell: &usize| carriers.iter().filter(|carrier| !carrier.has(*cell)).count();
    let Some(cell) = common.each().min_by_key(lacking) else { return };
    for carrier in carriers.iter().filter(|carrier| !carrier.has(cell)) {
        let union = all | *carrier;
        if joined.iter().any(|known| known.within(union)) {
            continue;
        }
        let left = common & *carrier;
        if left.is_empty() {
            joined.push(union);
        } else {
            join(carriers, left, union, most - 1, joined);
        }
    }
}
