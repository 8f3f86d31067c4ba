//! Which numbers the frontiers of each layer have, and how many that are: known before any frontier is.

use super::filling::{Filling, Site};
use super::sweep::{Asked, Stones};

/// The numbers `low..low + length` of a layer's rows.
///
/// At count `c`, completions are those with `most - c` stones to come: `c` is the number of stones so far if there are
/// to be `most` in the end, and one higher for each that there are to be fewer. So the window holds no count that would
/// leave more stones to come than open sites, and none above `most`, nor above the stones so far by more than
/// `most - least`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) low: usize,
    pub(super) length: usize,
}

/// The windows of all layers of a filling.
#[derive(Debug)]
pub(super) struct Windows {
    /// Cells of a row.
    width: usize,
    windows: Vec<Window>,
    /// Open sites before each layer.
    seen: Vec<usize>,
}

impl Windows {
    /// The windows where the sweeping colour is to have got so many stones in the end.
    pub(super) fn new(filling: &Filling, stones: Stones) -> Self {
        let mut seen = vec![0; filling.sites.len() + 1];
        for (index, site) in filling.sites.iter().enumerate() {
            seen[index + 1] = seen[index] + usize::from(*site == Site::Open);
        }
        let window = |seen: &usize| match stones {
            Stones::Any => Window { low: 0, length: 1 },
            Stones::From { least, most } => {
                let low = most.saturating_sub(filling.open - seen);
                Window { low, length: (seen + most - least).min(most) - low + 1 }
            }
        };
        Self { width: filling.width, windows: seen.iter().map(window).collect(), seen }
    }

    /// The layers: one more than there are sites.
    pub(super) const fn layers(&self) -> usize {
        self.windows.len()
    }

    /// The window of a layer.
    pub(super) fn at(&self, layer: usize) -> Window {
        self.windows[layer]
    }

    /// Open sites before a layer.
    pub(super) fn seen(&self, layer: usize) -> usize {
        self.seen[layer]
    }

    /// The numbers in a layer of so many frontiers, and its zeros for those that have lost.
    pub(super) fn entries(&self, layer: usize, frontiers: usize) -> usize {
        (frontiers + 1) * self.windows[layer].length
    }

    /// The numbers that a run of the sweeps keeps at a time, where `frontiers` are in each layer.
    pub(super) fn numbers(&self, asked: Asked, frontiers: impl Fn(usize) -> usize) -> u128 {
        let entries = |layer: usize| self.entries(layer, frontiers(layer)) as u128;
        let largest = (0..self.layers()).map(entries).max().unwrap_or(0);
        if asked == Asked::Nothing {
            return 2 * largest;
        }
        let most_at = |column: usize| (column..self.layers()).step_by(self.width).map(entries).max();
        let within_a_row: u128 = (1..self.width).filter_map(most_at).sum();
        let between_rows: u128 = (self.width..self.layers()).step_by(self.width).map(entries).sum();
        2 * largest + within_a_row + between_rows
    }
}
