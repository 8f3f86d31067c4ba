//! The sweeps: from the last site to the first, and from the first to the last.
//!
//! Layer `t` stands before site `t`. A frontier's *completions* are what the ways to fill the sites to come are worth, if
//! they connect the sweeping colour. They follow backwards: a frontier's are the sum over its two targets. One backward
//! sweep gives the number asked for, at the top side before the first site.
//!
//! A frontier's *arrivals* are what the ways to come to it are worth, and follow forwards. Fillings that give an open site
//! to the sweeping colour are then the arrivals before it times the completions after it. For that, the backward sweep
//! keeps its layers between rows; the forward sweep works those within a row out again, so that memory grows with
//! rows plus columns, not with their product.
//!
//! Where it matters how many stones the sweeping colour gets, a frontier has a row of numbers, one for each count of
//! stones so far; see [`Window`].

use super::arithmetic::{Arithmetic, Moment};
use super::filling::{Filling, Site};
use super::kernel::{Shape, Steps};
use super::network::Network;
use super::watch::Watch;
use super::window::{Window, Windows};
use crate::limits::reserved;
use crate::report::{Halt, SolveError, StopReason};

/// What the sweeps of one filling share.
#[derive(Debug)]
pub(super) struct Sweeps<'a> {
    filling: &'a Filling,
    network: &'a Network,
    windows: Windows,
    stones: Stones,
}

/// How many stones the sweeping colour is to have got in the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stones {
    /// Any number: frontiers have one number each.
    Any,
    /// From `least` to `most`.
    From {
        /// The fewest.
        least: usize,
        /// The most.
        most: usize,
    },
}

/// What is asked of the forward sweep, for each open site.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Asked {
    /// Nothing: no forward sweep.
    Nothing,
    /// Fillings that connect the sweeping colour and give it the site.
    Own,
    /// Fillings of the other sites with which it is connected if it has this one, and is not if it has not; from
    /// `least` to `most` stones on them.
    Pivotal,
}

/// What sweeps found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Tally<N> {
    /// For `most` stones in the end, then for one fewer each, down to `least`: fillings that connect the sweeping
    /// colour.
    pub(super) connected: Vec<N>,
    /// What was asked for, for each open site in the order of the sweep.
    pub(super) sites: Vec<N>,
}

/// The numbers of all frontiers of a layer, one row a frontier, and a row of zeros for frontiers that have lost.
pub(super) type Layer<N> = Vec<N>;

impl<'a> Sweeps<'a> {
    /// Prepares the sweeps of a filling.
    pub(super) fn new(filling: &'a Filling, network: &'a Network, stones: Stones) -> Self {
        Self { filling, network, windows: Windows::new(filling, stones), stones }
    }

    /// The numbers that a run keeps at a time.
    pub(super) fn numbers(&self, asked: Asked) -> u128 {
        self.windows.numbers(asked, |layer| self.network.frontiers(layer))
    }

    /// One run of the sweeps in one arithmetic.
    ///
    /// Time goes with the frontiers times the lengths of windows: once for the total, four times for the sites.
    pub(super) fn run<A: Arithmetic>(
        &self,
        arithmetic: &A,
        asked: Asked,
        watch: &mut Watch<'_, '_>,
    ) -> Result<Tally<A::Number>, Halt> {
        let (first, rows_done) = self.backward(arithmetic, asked != Asked::Nothing, watch)?;
        let length = self.windows.at(0).length;
        let connected = match self.network.start() {
            Some(start) => first[start * length..][..length].to_vec(),
            None => vec![A::ZERO; length],
        };
        let mut tally = Tally { connected, sites: Vec::new() };
        if asked != Asked::Nothing {
            self.forward(arithmetic, asked, rows_done, first, &mut tally.sites, watch)?;
        }
        Ok(tally)
    }

    /// The completions after each row of sites, the first row's last.
    pub(super) fn completed_rows<A: Arithmetic>(
        &self,
        arithmetic: &A,
        watch: &mut Watch<'_, '_>,
    ) -> Result<Vec<Layer<A::Number>>, Halt> {
        Ok(self.backward(arithmetic, true, watch)?.1)
    }

    /// The backward sweep: the completions before the first site, and those after each row if they are to be kept, the
    /// first row's last.
    #[allow(clippy::type_complexity, reason = "a layer, and layers")]
    fn backward<A: Arithmetic>(
        &self,
        arithmetic: &A,
        keep_rows: bool,
        watch: &mut Watch<'_, '_>,
    ) -> Result<(Layer<A::Number>, Vec<Layer<A::Number>>), Halt> {
        let (width, sites) = (self.filling.width, self.filling.sites.len());
        let mut rows_done = Vec::new();
        let mut next = layer_of(self.largest_layer())?;
        let mut here = layer_of(self.largest_layer())?;
        // After the last site every frontier left is joined to the top, and any of its cells to the bottom.
        next.resize(self.network.frontiers(sites), A::ONE);
        next.push(A::ZERO);
        for site in (0..sites).rev() {
            if keep_rows && (site + 1) % width == 0 {
                let mut kept = layer_of(next.len())?;
                kept.extend_from_slice(&next);
                rows_done.push(kept);
            }
            self.pull(arithmetic, site, &next, &mut here, watch)?;
            std::mem::swap(&mut next, &mut here);
            watch.step();
        }
        Ok((next, rows_done))
    }

    /// The forward sweep, which weighs each open site. `rows_done` has the completions after each row, the first row's
    /// last.
    fn forward<A: Arithmetic>(
        &self,
        arithmetic: &A,
        asked: Asked,
        mut rows_done: Vec<Layer<A::Number>>,
        mut here: Layer<A::Number>,
        found: &mut Vec<A::Number>,
        watch: &mut Watch<'_, '_>,
    ) -> Result<(), Halt> {
        let Some(start) = self.network.start() else {
            found.resize(self.filling.open, A::ZERO);
            return Ok(());
        };
        let mut next = layer_of(self.largest_layer())?;
        here.clear();
        here.resize(self.entries(0), A::ZERO);
        here[start * self.windows.at(0).length] = A::ONE;
        let mut row_layers = Vec::new();
        for row in 0..self.filling.rows {
            let after = rows_done.pop().unwrap_or_default();
            self.fill_row(arithmetic, row, after, &mut row_layers, watch)?;
            for (site, completions) in (row * self.filling.width..).zip(&row_layers) {
                let count = self.push(arithmetic, asked, site, &here, &mut next, completions, watch)?;
                if self.filling.sites[site] == Site::Open {
                    found.push(count);
                }
                std::mem::swap(&mut here, &mut next);
                watch.step();
            }
        }
        Ok(())
    }

    /// The completions after each site of a row, from those after its last, in layers that are kept for the next row.
    pub(super) fn fill_row<A: Arithmetic>(
        &self,
        arithmetic: &A,
        row: usize,
        after: Layer<A::Number>,
        layers: &mut Vec<Layer<A::Number>>,
        watch: &mut Watch<'_, '_>,
    ) -> Result<(), Halt> {
        let width = self.filling.width;
        layers.pop();
        if layers.is_empty() {
            for column in 1..width {
                let all = (column..self.windows.layers()).step_by(width);
                layers.push(layer_of(all.map(|layer| self.entries(layer)).max().unwrap_or(0))?);
            }
        }
        layers.push(after);
        for column in (1..width).rev() {
            let (upper, lower) = layers.split_at_mut(column);
            self.pull(arithmetic, row * width + column, &lower[0], &mut upper[column - 1], watch)?;
        }
        Ok(())
    }

    /// Completions before a site, from those after it.
    fn pull<A: Arithmetic>(
        &self,
        arithmetic: &A,
        site: usize,
        next: &[A::Number],
        here: &mut Layer<A::Number>,
        watch: &mut Watch<'_, '_>,
    ) -> Result<(), StopReason> {
        let (steps, shape) = (self.network.steps(site), self.shape(site));
        let weights = self.weights(arithmetic, site);
        let rows = steps.len();
        // What was there before is overwritten, up to the zeros at the end.
        here.resize(self.entries(site), A::ZERO);
        let (here, zeros) = here.split_at_mut(rows * shape.length);
        zeros.fill(A::ZERO);
        let (chunk, kind) = (shape.rows_at_a_time(), self.filling.sites[site]);
        for (here, steps) in here.chunks_mut(chunk * shape.length).zip(steps.chunks(chunk)) {
            watch.spend(steps.len() as u64)?;
            Steps { arithmetic, site: kind, shape: &shape, weights: &weights, steps }.pull(next, here);
        }
        Ok(())
    }

    /// Arrivals after a site, from those before it; returns what is asked of the site, from the completions after it.
    #[allow(clippy::too_many_arguments, reason = "three layers and what to do with them")]
    fn push<A: Arithmetic>(
        &self,
        arithmetic: &A,
        asked: Asked,
        site: usize,
        here: &[A::Number],
        next: &mut Layer<A::Number>,
        completions: &[A::Number],
        watch: &mut Watch<'_, '_>,
    ) -> Result<A::Number, StopReason> {
        let (steps, shape) = (self.network.steps(site), self.shape(site));
        let weights = self.weights(arithmetic, site);
        next.clear();
        next.resize(self.entries(site + 1), A::ZERO);
        let mut total = A::EMPTY;
        let chunk = shape.rows_at_a_time();
        let kind = self.filling.sites[site];
        for (here, steps) in here.chunks(chunk * shape.length).zip(steps.chunks(chunk)) {
            watch.spend(steps.len() as u64)?;
            let steps = Steps { arithmetic, site: kind, shape: &shape, weights: &weights, steps };
            steps.push(here, next);
            if kind == Site::Open {
                steps.weigh(asked, here, completions, &mut total);
            }
        }
        Ok(arithmetic.total(total))
    }

    /// What the two ways to fill a site weigh, for each count of its window.
    fn weights<A: Arithmetic>(&self, arithmetic: &A, site: usize) -> Vec<A::Weight> {
        let sites_left = (self.filling.open - self.windows.seen(site)).max(1);
        let Window { low, length } = self.windows.at(site);
        let stones_left = match self.stones {
            Stones::Any => 0,
            Stones::From { most, .. } => most - low,
        };
        arithmetic.weights(Moment { sites_left, stones_left, length })
    }

    /// How rows of numbers before a site and after it belong together.
    fn shape(&self, site: usize) -> Shape {
        let (here, next) = (self.windows.at(site), self.windows.at(site + 1));
        Shape {
            length: here.length,
            next_length: next.length,
            next_rows: self.network.frontiers(site + 1),
            // The next window starts at the same count or one higher.
            raised: next.low - here.low,
            climb: usize::from(self.stones != Stones::Any),
            spread: match self.stones {
                Stones::Any => 0,
                Stones::From { least, most } => most - least,
            },
        }
    }

    /// Numbers in a layer.
    fn entries(&self, layer: usize) -> usize {
        self.windows.entries(layer, self.network.frontiers(layer))
    }

    fn largest_layer(&self) -> usize {
        (0..self.windows.layers()).map(|layer| self.entries(layer)).max().unwrap_or(0)
    }

    /// The filling that is swept.
    pub(super) const fn filling(&self) -> &Filling {
        self.filling
    }

    /// The network that is swept.
    pub(super) const fn network(&self) -> &Network {
        self.network
    }

    /// The place in a layer of a frontier's number at a count, which is in the window.
    pub(super) fn place(&self, layer: usize, frontier: usize, count: usize) -> usize {
        let Window { low, length } = self.windows.at(layer);
        frontier * length + count - low
    }

    /// Whether a count is in a layer's window.
    pub(super) fn holds(&self, layer: usize, count: usize) -> bool {
        let Window { low, length } = self.windows.at(layer);
        (low..low + length).contains(&count)
    }
}

/// An empty layer with room for so many numbers, which are planned already.
fn layer_of<N>(entries: usize) -> Result<Layer<N>, SolveError> {
    reserved("a layer of frontiers", entries)
}
