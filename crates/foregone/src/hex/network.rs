//! The frontiers that a filling's sweep meets, layer by layer, and where each goes.
//!
//! Layer `t` stands before site `t`. On a board without stones the layers are those of the width's tables, over and over.
//! Where there are stones, only the frontiers that they allow are numbered; and of those, frontiers that the stones
//! still to come make equal are one. That is the minimal acyclic automaton of the filling, and all later work goes with its
//! size.

use std::collections::HashMap;

use crate::limits::Budget;
use crate::report::{Halt, StopReason};

use super::filling::{Filling, Site};
use super::frontier::{Frontier, Lattice, Step};
use super::transfer::{LOST, Tables};

/// Where frontiers go, layer by layer.
#[derive(Debug)]
pub(super) struct Network<'a> {
    layers: Layers<'a>,
    sites: usize,
}

#[derive(Debug)]
enum Layers<'a> {
    /// All frontiers of the width.
    Whole(&'a Tables),
    /// Those that can be reached and told apart, by site: without a stone and with one, [`LOST`] where that is not
    /// allowed. There is one start, and one frontier in the end.
    Reached(Vec<Vec<[u32; 2]>>),
}

/// How to step from frontiers that are known by something other than their numbers in a layer.
trait Source {
    type Frontier: Copy;

    /// The frontier before the first site.
    fn start(&self) -> Self::Frontier;

    /// The frontier after a column's cell, by one way.
    fn after(&self, column: usize, frontier: Self::Frontier, way: usize) -> Option<Self::Frontier>;

    /// Numbers a frontier of the next layer; new ones are added to the list.
    fn number(&mut self, frontier: Self::Frontier, next: &mut Vec<Self::Frontier>) -> u32;

    /// Goes on to the next layer but one: these frontiers were numbered.
    fn forget(&mut self, next: &[Self::Frontier]);
}

/// Frontiers by their numbers in the tables.
struct Tabled<'a> {
    tables: &'a Tables,
    numbers: Vec<u32>,
}

impl Source for Tabled<'_> {
    type Frontier = u32;

    fn start(&self) -> u32 {
        self.tables.top()
    }

    fn after(&self, column: usize, frontier: u32, way: usize) -> Option<u32> {
        let target = self.tables.steps(column)[frontier as usize][way];
        (target != LOST).then_some(target)
    }

    fn number(&mut self, frontier: u32, next: &mut Vec<u32>) -> u32 {
        let number = &mut self.numbers[frontier as usize];
        if *number == LOST {
            *number = next.len() as u32;
            next.push(frontier);
        }
        *number
    }

    fn forget(&mut self, next: &[u32]) {
        next.iter().for_each(|frontier| self.numbers[*frontier as usize] = LOST);
    }
}

/// Frontiers as they are.
struct Stepped {
    steps: Vec<Step>,
    numbers: HashMap<Frontier, u32, foldhash::fast::RandomState>,
}

impl Source for Stepped {
    type Frontier = Frontier;

    fn start(&self) -> Frontier {
        Frontier::top(self.steps.len())
    }

    fn after(&self, column: usize, frontier: Frontier, way: usize) -> Option<Frontier> {
        self.steps[column].after(frontier, way == 1)
    }

    fn number(&mut self, frontier: Frontier, next: &mut Vec<Frontier>) -> u32 {
        let number = *self.numbers.entry(frontier).or_insert(next.len() as u32);
        if number as usize == next.len() {
            next.push(frontier);
        }
        number
    }

    fn forget(&mut self, _: &[Frontier]) {
        self.numbers.clear();
    }
}

/// Bytes that a frontier takes while the layers are found: its entry; and at most, while its layer and the next are at
/// work, itself in a list and in a map.
const ENTRY: u64 = size_of::<[u32; 2]>() as u64;

impl<'a> Network<'a> {
    /// All frontiers of the width, whatever the stones.
    pub(super) fn whole(tables: &'a Tables, filling: &Filling) -> Self {
        Self { layers: Layers::Whole(tables), sites: filling.sites.len() }
    }

    /// The frontiers that the stones allow, found with the tables of the width.
    ///
    /// # Errors
    /// A limit that was reached. `Ok(None)` if there are more than `most`.
    pub(super) fn by_tables(
        tables: &'a Tables,
        filling: &Filling,
        most: u64,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Self>, Halt> {
        let frontiers = (0..filling.width).map(|column| tables.frontiers(column)).max().unwrap_or(0);
        let numbers = vec![LOST; frontiers];
        Self::reached(Tabled { tables, numbers }, filling, most, budget)
    }

    /// The frontiers that the stones allow, found one by one.
    ///
    /// # Errors
    /// As [`Network::by_tables`].
    pub(super) fn by_steps(
        lattice: Lattice,
        filling: &Filling,
        most: u64,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Self>, Halt> {
        let steps = (0..filling.width).map(|column| Step::new(lattice, filling.width, column)).collect();
        Self::reached(Stepped { steps, numbers: HashMap::default() }, filling, most, budget)
    }

    fn reached<S: Source>(
        mut source: S,
        filling: &Filling,
        most: u64,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Self>, Halt> {
        let mut layers = Vec::with_capacity(filling.sites.len());
        let mut here = vec![source.start()];
        let mut total = 0;
        for (index, site) in filling.sites.iter().enumerate() {
            let column = index % filling.width;
            total += here.len() as u64;
            if total > most {
                return Ok(None);
            }
            budget.grown(total * ENTRY)?;
            let ways = site.ways();
            let mut next = Vec::new();
            let mut layer = Vec::with_capacity(here.len());
            for frontier in &here {
                budget.spend(1)?;
                let mut target = |way: usize| match source.after(column, *frontier, way) {
                    Some(after) if ways[way] => source.number(after, &mut next),
                    _ => LOST,
                };
                layer.push([target(0), target(1)]);
            }
            source.forget(&next);
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
fn merge_equals(
    layers: &mut [Vec<[u32; 2]>],
    last: usize,
    budget: &mut Budget<'_>,
) -> Result<(), StopReason> {
    let mut merged = vec![0; last];
    let mut numbers: HashMap<[u32; 2], u32, foldhash::fast::RandomState> = HashMap::default();
    for layer in layers.iter_mut().rev() {
        budget.check()?;
        numbers.clear();
        let mut kept = Vec::new();
        let after = |target: u32| merged.get(target as usize).copied().unwrap_or(LOST);
        let number = |steps: &[u32; 2]| {
            let steps = steps.map(after);
            if steps == [LOST; 2] {
                return LOST;
            }
            let number = *numbers.entry(steps).or_insert(kept.len() as u32);
            if number as usize == kept.len() {
                kept.push(steps);
            }
            number
        };
        merged = layer.iter().map(number).collect();
        *layer = kept;
    }
    Ok(())
}
