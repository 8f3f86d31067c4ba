//! The frontiers that a filling's sweep meets, layer by layer, and where each goes.
//!
//! Layer `t` stands before site `t`. On a board without stones the layers are those of the width's tables, over and over.
//! Where there are stones, only the frontiers that they allow are numbered; and of those, frontiers that the stones
//! still to come make equal are one. That is the minimal acyclic automaton of the filling, and all later work goes with its
//! size.

use std::collections::HashMap;
use std::sync::Arc;

use crate::limits::{Budget, filled, make_room, make_room_in, map_bytes, reserved};
use crate::report::Halt;

use super::filling::{Filling, Site};
use super::frontier::{Ahead, Frontier, Lattice, Step};
use super::transfer::{LOST, Tables};

/// Where frontiers go, layer by layer.
#[derive(Debug)]
pub(super) struct Network {
    layers: Layers,
    sites: usize,
}

#[derive(Debug)]
enum Layers {
    /// All frontiers of the width.
    Whole(Arc<Tables>),
    /// Those that can be reached and told apart, by site: without a stone and with one, [`LOST`] where that is not
    /// allowed. There is one start, and one frontier in the end.
    Reached(Vec<Vec<[u32; 2]>>),
}

/// Bytes of a frontier's entry.
const ENTRY: u64 = size_of::<[u32; 2]>() as u64;

/// Frontiers of a layer, numbered.
type Numbers = HashMap<Frontier, u32, foldhash::fast::RandomState>;

impl Network {
    /// All frontiers of the width, whatever the stones.
    pub(super) fn whole(tables: Arc<Tables>, filling: &Filling) -> Self {
        Self { layers: Layers::Whole(tables), sites: filling.sites.len() }
    }

    /// The frontiers that the stones allow and do not make equal.
    ///
    /// # Errors
    /// A limit that was reached. `Ok(None)` if there are more than `most`.
    pub(super) fn reached(
        lattice: Lattice,
        filling: &Filling,
        most: u64,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Self>, Halt> {
        let mut layers: Vec<Vec<[u32; 2]>> = Vec::with_capacity(filling.sites.len());
        let mut here = vec![Frontier::top(filling.width)];
        let (mut numbers, mut total) = (Numbers::default(), 0);
        for (site, kind) in filling.sites.iter().enumerate() {
            total += here.len() as u64;
            if total > most {
                return Ok(None);
            }
            let step =
                Step::new(lattice, filling.width, site % filling.width).with_ahead(filling.ahead(site));
            let ways = kind.ways();
            let mut next = Vec::new();
            let mut layer = reserved("a layer of frontiers", here.len())?;
            numbers.clear();
            for frontier in &here {
                budget.spend(1)?;
                let mut steps = [LOST; 2];
                for (way, to) in steps.iter_mut().enumerate() {
                    let target = if ways[way] { step.after(*frontier, way == 1) } else { None };
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
            let words = (here.capacity() + next.capacity()) * size_of::<Frontier>();
            budget.grown(total * ENTRY + words as u64 + map_bytes(&numbers))?;
            layers.push(layer);
            here = next;
        }
        merge_equals(&mut layers, here.len(), budget)?;
        Ok(Some(Self { layers: Layers::Reached(layers), sites: filling.sites.len() }))
    }

    /// Where each frontier before a site goes: without a stone of the sweeping colour, with one.
    pub(super) fn steps(&self, site: usize) -> &[[u32; 2]] {
        match &self.layers {
            Layers::Whole(tables) => tables.steps(site % tables.width()),
            Layers::Reached(layers) => &layers[site],
        }
    }

    /// Where a frontier goes at a site, by one way; `None` if it has lost, there or before.
    pub(super) fn target(&self, frontier: u32, site: usize, way: usize) -> Option<u32> {
        let target = self.steps(site).get(frontier as usize)?[way];
        (target != LOST).then_some(target)
    }

    /// The number of frontiers of a layer.
    pub(super) fn frontiers(&self, layer: usize) -> usize {
        match &self.layers {
            Layers::Whole(tables) => tables.frontiers(layer % tables.width()),
            Layers::Reached(_) if layer == self.sites => 1,
            Layers::Reached(layers) => layers[layer].len(),
        }
    }

    /// How many frontiers the sweep meets before each row.
    pub(super) fn frontiers_by_row(
        &self,
        filling: &Filling,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<usize>, Halt> {
        const MET: &str = "whether each frontier is met";
        let mut met = filled(MET, false, self.frontiers(0))?;
        if let Some(start) = self.start() {
            met[start] = true;
        }
        let mut counts = Vec::with_capacity(filling.rows);
        for (site, kind) in filling.sites.iter().enumerate() {
            budget.check()?;
            if site % filling.width == 0 {
                counts.push(met.iter().filter(|met| **met).count());
            }
            let mut next = filled(MET, false, self.frontiers(site + 1))?;
            for (targets, _) in self.steps(site).iter().zip(&met).filter(|(_, met)| **met) {
                for (target, allowed) in targets.iter().zip(kind.ways()) {
                    if allowed && *target != LOST {
                        next[*target as usize] = true;
                    }
                }
            }
            met = next;
        }
        Ok(counts)
    }

    /// The number of the top side in the first layer; `None` if the sweeping colour has lost from there.
    pub(super) fn start(&self) -> Option<usize> {
        match &self.layers {
            Layers::Whole(tables) => Some(tables.top() as usize),
            Layers::Reached(_) => (self.frontiers(0) > 0).then_some(0),
        }
    }

    /// The bytes that it takes, or those of the tables on which it stands.
    pub(super) fn bytes(&self) -> u64 {
        match &self.layers {
            Layers::Whole(tables) => tables.bytes(),
            Layers::Reached(layers) => layers.iter().map(|layer| layer.len() as u64 * ENTRY).sum(),
        }
    }
}

impl Filling {
    /// The stones on the cells next to the frontier after a site that are still to be swept. Below the last row there are
    /// none.
    pub(super) fn ahead(&self, site: usize) -> Ahead {
        let (first, last) = (site + 1, (site + self.width).min(self.sites.len() - 1));
        let mut ahead = Ahead::default();
        for (site, kind) in (first..).zip(self.sites.get(first..=last).unwrap_or_default()) {
            let column = 1 << (site % self.width);
            match kind {
                Site::Open => {}
                Site::Own => ahead.own |= column,
                Site::Other => ahead.other |= column,
            }
        }
        ahead
    }
}

impl Site {
    /// Whether it can be without a stone of the sweeping colour in the end, and with one.
    pub(super) const fn ways(self) -> [bool; 2] {
        match self {
            Self::Open => [true, true],
            Self::Own => [false, true],
            Self::Other => [true, false],
        }
    }
}

/// Makes one of the frontiers of a layer that go the same ways, from the last layer to the first. In the end all
/// frontiers are joined to the top, and any of their cells to the bottom: they are one. Those from which every way is lost
/// are gone.
fn merge_equals(layers: &mut [Vec<[u32; 2]>], last: usize, budget: &mut Budget<'_>) -> Result<(), Halt> {
    let held = layers.iter().map(|layer| layer.len() as u64 * ENTRY).sum::<u64>();
    let mut merged = vec![0; last];
    let mut numbers: HashMap<[u32; 2], u32, foldhash::fast::RandomState> = HashMap::default();
    for layer in layers.iter_mut().rev() {
        budget.check()?;
        numbers.clear();
        let mut kept = Vec::new();
        budget.grown(held + (merged.len() * size_of::<u32>()) as u64 + map_bytes(&numbers))?;
        let after = |target: u32| merged.get(target as usize).copied().unwrap_or(LOST);
        let mut here = reserved("a layer of frontiers", layer.len())?;
        for steps in &*layer {
            let steps = steps.map(after);
            if steps == [LOST; 2] {
                here.push(LOST);
                continue;
            }
            make_room(&mut numbers)?;
            let number = *numbers.entry(steps).or_insert(kept.len() as u32);
            if number as usize == kept.len() {
                make_room_in(&mut kept)?;
                kept.push(steps);
            }
            here.push(number);
        }
        merged = here;
        *layer = kept;
    }
    Ok(())
}
