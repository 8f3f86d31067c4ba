//! The order of chains: one in which few of those gone through still bind later ones.

use crate::limits::filled;
use crate::report::SolveError;

/// What memory is taken for.
pub const LINKS: &str = "the links of chains";

/// What it takes to remember a chain that binds later ones, and which chains bind each other.
#[derive(Debug)]
pub struct Links {
    /// For each chain, the others that bind it or that it binds, ascending.
    neighbours: Vec<Vec<u16>>,
    /// The bits of a count of each chain.
    bits: Vec<usize>,
}

/// Chains times links beyond which chains keep the order in which they are, to save time.
const MOST_WORK: usize = 1 << 26;

impl Links {
    /// Links between chains of these lengths, which are at most [`Poset::MAX_ELEMENTS`](super::board::Poset::MAX_ELEMENTS). `pairs` are of chains that bind
    /// each other, in any order and repeated at will. The memory for them is planned.
    ///
    /// # Errors
    /// [`SolveError::NoMemory`] if the system has not that much.
    pub fn new(
        lengths: impl Iterator<Item = usize>,
        pairs: impl Iterator<Item = (usize, usize)>,
    ) -> Result<Self, SolveError> {
        let bits: Vec<usize> = lengths.map(|length| length.ilog2() as usize + 1).collect();
        let chains = bits.len();
        let mut linked = filled(LINKS, false, chains * chains)?;
        for (one, other) in pairs.filter(|(one, other)| one != other) {
            linked[one * chains + other] = true;
            linked[other * chains + one] = true;
        }
        let others = |chain: usize| {
            let row = &linked[chain * chains..][..chains];
            let mut list = Vec::with_capacity(row.iter().filter(|&&linked| linked).count());
            list.extend((0..chains as u16).filter(|&other| row[usize::from(other)]));
            list
        };
        Ok(Self { neighbours: (0..chains).map(others).collect(), bits })
    }

    /// Bytes of so many links between so many chains, while they are made.
    pub const fn bytes(chains: usize, links: usize) -> u64 {
        let pairs = if links < chains * chains / 2 { links } else { chains * chains / 2 };
        let each = size_of::<Vec<u16>>() + size_of::<usize>();
        (chains * chains + chains * each + 2 * pairs * size_of::<u16>()) as u64
    }

    fn neighbours(&self, chain: usize) -> impl Iterator<Item = usize> {
        self.neighbours[chain].iter().map(|&other| usize::from(other))
    }

    /// An order of the chains: as they are, or one found greedily, whichever never has to remember more.
    pub fn arranged(&self) -> Vec<usize> {
        let natural: Vec<usize> = (0..self.bits.len()).collect();
        let links: usize = self.neighbours.iter().map(Vec::len).sum();
        if links.saturating_mul(self.bits.len()) > MOST_WORK {
            return natural;
        }
        let greedy = self.greedy();
        if self.most_remembered(&greedy) < self.most_remembered(&natural) { greedy } else { natural }
    }

    /// Goes on with the chain that leaves least to remember; the earliest of several.
    fn greedy(&self) -> Vec<usize> {
        let mut order = Vec::with_capacity(self.bits.len());
        let mut walk = Walk::start(self);
        while let Some(next) =
            (0..self.bits.len()).filter(|&chain| !walk.passed[chain]).min_by_key(|&chain| walk.after(chain))
        {
            walk.pass(next);
            order.push(next);
        }
        order
    }

    /// The most bits that an order has to remember at once.
    fn most_remembered(&self, order: &[usize]) -> usize {
        let mut walk = Walk::start(self);
        let remembered = order.iter().map(|&chain| {
            walk.pass(chain);
            walk.remembered
        });
        remembered.max().unwrap_or(0)
    }
}

/// Chains passed one by one.
struct Walk<'a> {
    links: &'a Links,
    passed: Vec<bool>,
    /// How many neighbours of each chain are not passed.
    ahead: Vec<usize>,
    /// The bits of the chains passed that have neighbours which are not.
    remembered: usize,
}

impl<'a> Walk<'a> {
    fn start(links: &'a Links) -> Self {
        let ahead = links.neighbours.iter().map(Vec::len).collect();
        Self { links, passed: vec![false; links.bits.len()], ahead, remembered: 0 }
    }

    /// The bits to remember once a chain is passed.
    fn after(&self, chain: usize) -> usize {
        let own = if self.ahead[chain] > 0 { self.links.bits[chain] } else { 0 };
        let settled =
            self.links.neighbours(chain).filter(|&other| self.passed[other] && self.ahead[other] == 1);
        self.remembered + own - settled.map(|other| self.links.bits[other]).sum::<usize>()
    }

    fn pass(&mut self, chain: usize) {
        self.remembered = self.after(chain);
        self.passed[chain] = true;
        for other in self.links.neighbours(chain) {
            self.ahead[other] -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_followed_from_its_end() {
        // 0 - 3 - 1 - 4 - 2: as they are, three chains have to be remembered at once; along the path, one.
        let links =
            Links::new([1; 5].into_iter(), [(0, 3), (3, 1), (1, 4), (4, 2), (2, 4)].into_iter()).unwrap();
        assert_eq!(links.most_remembered(&[0, 1, 2, 3, 4]), 3);
        assert_eq!(links.arranged(), [0, 3, 1, 4, 2]);
        assert_eq!(links.most_remembered(&links.arranged()), 1);
    }

    #[test]
    fn a_good_order_stays() {
        let links = Links::new([3; 4].into_iter(), [(0, 1), (1, 2), (2, 3)].into_iter()).unwrap();
        assert_eq!(links.arranged(), [0, 1, 2, 3]);
        assert_eq!(links.most_remembered(&[0, 1, 2, 3]), 2);
        let apart = Links::new([7, 1, 2].into_iter(), std::iter::empty()).unwrap();
        assert_eq!((apart.arranged(), apart.most_remembered(&[2, 1, 0])), (vec![0, 1, 2], 0));
        assert_eq!(Links::new(std::iter::empty(), std::iter::empty()).unwrap().arranged(), []);
    }
}
