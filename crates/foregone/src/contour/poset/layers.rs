//! Order ideals in hash maps, a map for each number of elements taken: only what best play has to look at.
//!
//! The maximum lemma (proved in [the wing's page](super)) says that an available element whose swing is the greatest of
//! all elements left is a best move. So where there is one, no other move needs to be tried, and most ideals are never
//! met.

use std::collections::HashMap;

use super::board::{Element, Poset};
use super::chains::{Chains, Counts, Move};
use super::position::Position;
use crate::limits::{Budget, make_room, make_room_in, map_bytes, table_room, vector_bytes};
use crate::report::{Halt, StopReason};

/// `g` (see [the wing](super)) of the order ideals met so far. After a [`Halt`] it is of no use any more.
#[derive(Debug)]
pub struct Layers {
    chains: Chains,
    /// Whether the maximum lemma is used.
    forced: bool,
    /// The most ideals to meet.
    most: usize,
    maps: Maps,
}

/// The maps, by how many words of 64 bits a key has.
#[derive(Debug)]
enum Maps {
    One(Table<1>),
    Two(Table<2>),
    Four(Table<4>),
    Sixteen(Table<16>),
    Most(Table<MOST_WORDS>),
}

/// Enough for the longest key. A chain of `n` elements takes at most `n` bits. A word that leaves some over is followed by
/// a longer field, whose chain has more elements than bits: on the whole no word is short of more than one element.
const MOST_WORDS: usize = Poset::MAX_ELEMENTS / 63 + 1;

impl Layers {
    /// No ideals yet. `forced` says whether to use the maximum lemma.
    pub fn new(chains: Chains, forced: bool) -> Self {
        let (fields, words) = fields(&chains);
        let left = (0..chains.len()).map(|chain| chains.length(chain)).sum();
        let maps = match words {
            0..=1 => Maps::One(Table::new(fields, left)),
            2 => Maps::Two(Table::new(fields, left)),
            3..=4 => Maps::Four(Table::new(fields, left)),
            5..=16 => Maps::Sixteen(Table::new(fields, left)),
            _ => Maps::Most(Table::new(fields, left)),
        };
        Self { chains, forced, most: usize::MAX, maps }
    }

    /// From now on, stops as at a limit on states when so many ideals have been met in all.
    pub fn stop_at(&mut self, most: usize) {
        self.most = most;
    }

    /// The chains, for another method.
    pub fn into_chains(self) -> Chains {
        self.chains
    }

    /// `g` of the position that the chains cover, or of one that is reached from it.
    ///
    /// Takes an entry of a hash map for each ideal met, and time for each in proportion to the chains and the moves.
    ///
    /// # Errors
    /// [`Halt`] at a limit.
    pub fn rest(&mut self, position: &Position, budget: &mut Budget<'_>) -> Result<i64, Halt> {
        let counts = self.chains.counts(position);
        self.find(std::slice::from_ref(&counts), budget)?;
        Ok(self.known(&counts))
    }

    /// Each available element of such a position, and `g` once it is taken.
    ///
    /// # Errors
    /// [`Halt`] at a limit.
    pub fn rests(
        &mut self,
        position: &Position,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<(Element, i64)>, Halt> {
        let counts = self.chains.counts(position);
        let mut elements = Vec::new();
        let mut ideals: Vec<Counts> = Vec::new();
        for element in position.available() {
            if let Some(place) = self.chains.place(element) {
                let mut after = counts.clone();
                after[place.chain] += 1;
                elements.push(element);
                ideals.push(after);
            }
        }
        self.find(&ideals, budget)?;
        Ok(elements.into_iter().zip(&ideals).map(|(element, counts)| (element, self.known(counts))).collect())
    }

    /// Finds `g` of ideals of one layer and of all that they lead to.
    fn find(&mut self, ideals: &[Counts], budget: &mut Budget<'_>) -> Result<(), Halt> {
        let search = Search { chains: &self.chains, forced: self.forced, most: self.most };
        match &mut self.maps {
            Maps::One(table) => table.find(search, ideals, budget),
            Maps::Two(table) => table.find(search, ideals, budget),
            Maps::Four(table) => table.find(search, ideals, budget),
            Maps::Sixteen(table) => table.find(search, ideals, budget),
            Maps::Most(table) => table.find(search, ideals, budget),
        }
    }

    /// `g` of an ideal that was found.
    fn known(&self, counts: &[u16]) -> i64 {
        match &self.maps {
            Maps::One(table) => table.known(counts),
            Maps::Two(table) => table.known(counts),
            Maps::Four(table) => table.known(counts),
            Maps::Sixteen(table) => table.known(counts),
            Maps::Most(table) => table.known(counts),
        }
    }
}

/// What has to be tried.
#[derive(Clone, Copy)]
struct Search<'a> {
    chains: &'a Chains,
    forced: bool,
    most: usize,
}

impl Search<'_> {
    /// Writes the moves to try from an ideal into `moves`: one of the greatest swing alone, if the lemma allows it.
    fn moves(self, counts: &[u16], moves: &mut Vec<Move>) {
        moves.clear();
        moves.extend(self.chains.moves(counts));
        if self.forced && moves.len() > 1 {
            let greatest = self.chains.greatest(counts);
            if let Some(&best) = moves.iter().find(|mv| Some(mv.swing) == greatest) {
                moves.clear();
                moves.push(best);
            }
        }
    }
}

/// An order ideal as bits: a field for each chain, wide enough for all of its counts, and no field across two words.
///
/// ```text
///     chains of 3, 3 and 1 elements, counts 2 0 1:      1 00 10
///                                                       │  │  ╰─ chain 0
///                                                       │  ╰──── chain 1
///                                                       ╰─────── chain 2
/// ```
type Key<const WORDS: usize> = [u64; WORDS];

/// Where the count of a chain stands in a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Field {
    word: usize,
    shift: u32,
    mask: u64,
}

/// A field for each chain, and the words that they take.
fn fields(chains: &Chains) -> (Vec<Field>, usize) {
    let mut fields = Vec::with_capacity(chains.len());
    let (mut word, mut shift) = (0, 0);
    for chain in 0..chains.len() {
        let bits = chains.length(chain).ilog2() + 1;
        if shift + bits > u64::BITS {
            (word, shift) = (word + 1, 0);
        }
        fields.push(Field { word, shift, mask: (1 << bits) - 1 });
        shift += bits;
    }
    (fields, word + 1)
}

/// `g` of each ideal met in a layer.
type Map<const WORDS: usize> = HashMap<Key<WORDS>, i64, foldhash::fast::RandomState>;

/// A map with `g` of each ideal met, for each number of elements taken since the start.
#[derive(Debug)]
struct Table<const WORDS: usize> {
    fields: Vec<Field>,
    layers: Vec<Map<WORDS>>,
    /// Bytes of the maps and the fields.
    bytes: u64,
    /// Bytes of the lists of ideals that are not worked out, without the one that is being written.
    listed: u64,
    /// Ideals met so far.
    met: usize,
}

impl<const WORDS: usize> Table<WORDS> {
    fn new(fields: Vec<Field>, left: usize) -> Self {
        let layers: Vec<Map<WORDS>> = (0..=left).map(|_| HashMap::default()).collect();
        let bytes = size_of_val(&fields[..]) + size_of_val(&layers[..]);
        Self { fields, layers, bytes: bytes as u64, listed: 0, met: 0 }
    }

    fn key(&self, counts: &[u16]) -> Key<WORDS> {
        let mut key = [0; WORDS];
        for (field, &count) in self.fields.iter().zip(counts) {
            key[field.word] |= u64::from(count) << field.shift;
        }
        key
    }

    fn read(&self, key: &Key<WORDS>, counts: &mut Counts) {
        counts.clear();
        counts.extend(self.fields.iter().map(|field| (key[field.word] >> field.shift & field.mask) as u16));
    }

    /// The key after a move.
    fn after(&self, key: &Key<WORDS>, mv: Move) -> Key<WORDS> {
        let field = self.fields[mv.chain];
        let mut key = *key;
        key[field.word] += 1 << field.shift;
        key
    }

    fn known(&self, counts: &[u16]) -> i64 {
        self.layers[layer(counts)][&self.key(counts)]
    }

    /// Down, layer by layer, to list what is not known yet; and back up to work it out.
    fn find(&mut self, search: Search<'_>, ideals: &[Counts], budget: &mut Budget<'_>) -> Result<(), Halt> {
        let Some(first) = ideals.first().map(|counts| layer(counts)) else { return Ok(()) };
        let keys_per_check = (COUNTS_PER_CHECK / self.fields.len().max(1)).max(1);
        // Every layer is gone through once on the way down and once on the way up.
        let total = 2 * (self.layers.len() - first) as u64;
        self.listed = 0;
        let mut asked = Vec::new();
        for counts in ideals {
            self.meet(first, self.key(counts), &mut asked, budget)?;
        }
        let mut open = vec![asked];
        let (mut counts, mut moves) = (Counts::new(), Vec::new());
        while let Some(last) = open.last().filter(|last| !last.is_empty()) {
            self.listed += vector_bytes(last, 0);
            let mut next = Vec::new();
            for (index, key) in last.iter().enumerate() {
                if index.is_multiple_of(keys_per_check) {
                    budget.progress(open.len() as u64, total);
                    budget.check()?;
                }
                if self.met > search.most {
                    return Err(StopReason::States.into());
                }
                self.read(key, &mut counts);
                search.moves(&counts, &mut moves);
                for &mv in &moves {
                    self.meet(first + open.len(), self.after(key, mv), &mut next, budget)?;
                }
            }
            open.push(next);
        }
        while let Some(last) = open.pop() {
            let layer = first + open.len();
            for (index, key) in last.into_iter().enumerate() {
                if index.is_multiple_of(keys_per_check) {
                    budget.progress(total - open.len() as u64, total);
                    budget.check()?;
                }
                self.read(&key, &mut counts);
                search.moves(&counts, &mut moves);
                let rest = |mv: &Move| mv.swing - self.layers[layer + 1][&self.after(&key, *mv)];
                // Only when everything is taken there is no move, and that is worth nothing.
                let best = moves.iter().map(rest).max().unwrap_or(0);
                self.layers[layer].insert(key, best);
            }
        }
        Ok(())
    }

    /// Lists an ideal in `next` unless it was met before.
    fn meet(
        &mut self,
        layer: usize,
        key: Key<WORDS>,
        next: &mut Vec<Key<WORDS>>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Halt> {
        let map = &mut self.layers[layer];
        if map.contains_key(&key) {
            return Ok(());
        }
        budget.spend(1)?;
        let room = |map: &Map<WORDS>| table_room::<(Key<WORDS>, i64)>(map.capacity());
        let before = room(map);
        if map.len() == map.capacity() || next.len() == next.capacity() {
            budget.grown(self.bytes - before + map_bytes(map) + self.listed + vector_bytes(next, 1))?;
            make_room(map)?;
            make_room_in(next)?;
        }
        // What it is worth comes later.
        map.insert(key, 0);
        self.bytes += room(map) - before;
        self.met += 1;
        next.push(key);
        Ok(())
    }
}

/// Counts of chains read between two looks at the clock and the cancel flag: about a millisecond of work.
const COUNTS_PER_CHECK: usize = 1 << 18;

/// How many elements are taken.
fn layer(counts: &[u16]) -> usize {
    counts.iter().map(|&count| usize::from(count)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    fn chains(text: &str) -> (Position, Chains) {
        let position: Position = text.parse().unwrap();
        let chains = Chains::new(&position, &mut Budget::open(&Limits::none())).unwrap();
        (position, chains)
    }

    #[test]
    fn the_drawn_key_is_as_drawn() {
        let (_, chains) = chains("a 0 0; b 0 0: a; c 0 0: b; d 0 0; e 0 0: d; f 0 0: e; g 0 0");
        // By height, so the element alone comes before the longer chains' tops, but after their feet.
        assert_eq!((0..3).map(|chain| chains.length(chain)).collect::<Vec<_>>(), [3, 3, 1]);
        let (fields, words) = fields(&chains);
        let table = Table::<1>::new(fields, 7);
        assert_eq!((table.key(&[2, 0, 1]), words), ([0b1_00_10], 1));
        let mut counts = Counts::new();
        table.read(&[0b1_00_10], &mut counts);
        assert_eq!(counts, [2, 0, 1]);
    }

    #[test]
    fn what_is_said_to_be_held_is_held() {
        let text: String = (0..60).map(|index| format!("{index} {} 0;", index * 37 % 19)).collect();
        let (position, chains) = chains(&text);
        let (fields, _) = fields(&chains);
        let mut table = Table::<1>::new(fields, 60);
        let ideals = [chains.counts(&position)];
        let memory = 1 << 20;
        let mut budget = Budget::open(&Limits::none().memory(memory));
        let search = Search { chains: &chains, forced: false, most: usize::MAX };
        let halt = table.find(search, &ideals, &mut budget).unwrap_err();
        assert_eq!(halt, Halt::Stopped(StopReason::Memory));
        let room = |map: &Map<1>| 17 * (map.capacity() * 8 / 7).next_power_of_two();
        let maps: usize = table.layers.iter().filter(|map| map.capacity() > 0).map(room).sum();
        let fixed = size_of_val(&table.fields[..]) + size_of_val(&table.layers[..]);
        assert_eq!(table.bytes, (maps + fixed) as u64);
        // The lists were there besides, with eight bytes for each ideal met.
        let report = budget.close("test", StopReason::Memory);
        let held = table.bytes + 8 * table.met as u64;
        assert!((held..=memory).contains(&report.memory), "{held} held, {} said", report.memory);
    }

    #[test]
    fn keys_of_every_width_hold_their_counts() {
        for (elements, words) in [(1, 1), (64, 1), (65, 2), (200, 4), (300, 5), (1_024, 16), (4_096, 64)] {
            let text: String = (0..elements).map(|index| format!("{index} {index} 0;")).collect();
            let (position, chains) = chains(&text);
            assert_eq!(fields(&chains).1, words, "{elements}");
            // Largest first: the lemma leaves one way to go.
            let mut layers = Layers::new(chains, true);
            let mut budget = Budget::open(&Limits::none());
            let rest = layers.rest(&position, &mut budget).unwrap();
            assert_eq!((rest, budget.states()), (elements / 2, elements as u64 + 1));
        }
    }

    #[test]
    fn where_the_lemma_applies_one_move_is_tried() {
        let (position, chains) = chains("a 5 0; b 3 0; c 4 0: b");
        let mut budget = Budget::open(&Limits::none());
        let mut list = Vec::new();
        Search { chains: &chains, forced: true, most: 0 }.moves(&[0, 0], &mut list);
        assert_eq!(list.iter().map(|mv| mv.swing).collect::<Vec<_>>(), [5]);
        // c is the greatest of what is left and not available: b has no rival, but a does.
        Search { chains: &chains, forced: false, most: 0 }.moves(&[0, 0], &mut list);
        assert_eq!(list.len(), 2);
        let mut layers = Layers::new(chains, true);
        assert_eq!(layers.rest(&position, &mut budget), Ok(5 - (3 - 4)));
        assert_eq!(budget.states(), 4);
    }
}
