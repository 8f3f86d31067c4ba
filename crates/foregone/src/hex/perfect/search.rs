//! Who wins a position: a depth-first proof-number search over moves that virtual connections leave.
//!
//! A position is filled in first ([`Glance::fill`]). If the mover has a semi-connection between its edges, it wins; if the
//! other side is connected, it loses; and otherwise only moves into all semi-connections of the other side can win, the
//! *must-play region* (Hayward, Björnsson, Johanson, Kan, Po, van Rijswijck, "Solving 7x7 Hex: virtual connections and
//! game-state reduction", 2003). Vulnerable and dominated moves go, too. The rest is searched by proof numbers (Nagai,
//! "Df-pn algorithm for searching AND/OR trees", 2002), summed up as in weak proof-number search (Ueda, Hashimoto,
//! Hashimoto, Iida, 2008): in Hex the same position is behind many moves, and plain sums would count it for each. They
//! start from the number of moves left (Henderson, Arneson, Hayward, "Solving 8x8 Hex", 2009).
//!
//! Every proof comes with the cells that it takes: a *proof set*, so that the winner wins even if the other side
//! has all other empty cells. A move that loses by a proof set leaves only moves into it: no other one interferes. A proof set
//! of a lost position is made of the semi-connections and the proof sets that left no move, and of the cells that kill
//! vulnerable moves: for given all cells outside of it, the loser is left with a position of which the same can be said.

use super::cells::Cells;
use super::connections::{Connections, Crossing};
use super::grid::{Grid, Stones, index};
use super::inferior::{Filled, Glance};
use super::table::{Effort, Entry, Key, Table};
use crate::hex::board::Colour;
use crate::limits::Budget;
use crate::report::{Halt, SolveError};

/// Who wins, and the cells that the winner needs for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Proof<C> {
    pub(crate) winner: Colour,
    /// Empty cells. The winner wins even if the other side has all others of them.
    pub(crate) cells: C,
}

/// The effort for a position that was not looked at.
const UNKNOWN: Effort = Effort { win: 1, loss: 1 };

/// A move, and the position that it leads to.
#[derive(Clone, Copy, Debug)]
struct Child<C> {
    cell: usize,
    filled: Filled<C>,
    key: Key<C>,
    turned: bool,
}

/// A search on one board.
#[derive(Debug)]
pub(crate) struct Search<C> {
    pub(crate) grid: Grid<C>,
    connections: Connections<C>,
    table: Table<C>,
    /// Positions looked at.
    looked: u64,
}

impl<C: Cells> Search<C> {
    /// A search on a board. Its memory is planned.
    ///
    /// # Errors
    /// [`Halt`] if the memory is not allowed, or a limit is reached.
    pub(crate) fn new(grid: Grid<C>, budget: &mut Budget<'_>) -> Result<Self, Halt> {
        budget.plan("the connections of a position", Self::bytes(grid.cells).into())?;
        let connections = Connections::new(grid.cells)?;
        Ok(Self { connections, table: Table::new(budget)?, grid, looked: 0 })
    }

    /// The bytes that a search takes beside its table: the connections of a position, and for each ply of the deepest line the
    /// moves left.
    const fn bytes(cells: usize) -> u64 {
        Connections::<C>::bytes(cells) + (cells * (cells + 1) / 2 * size_of::<Child<C>>()) as u64
    }

    /// Plans the memory of a search that is taken up again.
    ///
    /// # Errors
    /// [`SolveError`] if it is not allowed.
    pub(crate) fn resume(&mut self, budget: &mut Budget<'_>) -> Result<(), SolveError> {
        let bytes = Self::bytes(self.grid.cells) + self.table.planned();
        budget.plan("the table of positions", bytes.into())?;
        self.table.cap(budget);
        Ok(())
    }

    /// Who wins a position.
    ///
    /// # Errors
    /// [`Halt`] if a limit is reached.
    pub(crate) fn prove(
        &mut self,
        stones: Stones<C>,
        mover: Colour,
        budget: &mut Budget<'_>,
    ) -> Result<Proof<C>, Halt> {
        let empty = stones.empty(&self.grid);
        let child = self.child(usize::MAX, stones, empty, mover);
        let most = Effort { win: Effort::ENDLESS, loss: Effort::ENDLESS };
        loop {
            if let Some(proof) = self.proof(&child) {
                return Ok(proof);
            }
            self.visit(&child, most, budget)?;
        }
    }

    /// The position after a change, filled in.
    fn child(&self, cell: usize, stones: Stones<C>, changed: C, mover: Colour) -> Child<C> {
        let filled = Glance::new(&self.grid, stones).fill(changed);
        let other = filled.stones.turned(&self.grid);
        let turned = other.of < filled.stones.of;
        let key = Key { stones: if turned { other } else { filled.stones }, mover };
        Child { cell, filled, key, turned }
    }

    fn turn(&self, child: &Child<C>, set: C) -> C {
        if child.turned { set.turned(self.grid.cells) } else { set }
    }

    /// Who wins, if that is known, in terms of the position before it was filled in.
    fn proof(&self, child: &Child<C>) -> Option<Proof<C>> {
        let entry = self.table.get(&child.key).filter(|entry| entry.effort.is_proved())?;
        let mover = child.key.mover;
        let winner = if entry.effort.win == 0 { mover } else { mover.other() };
        let cells = self.turn(child, entry.proof) | child.filled.captured[index(winner)];
        Some(Proof { winner, cells })
    }

    /// Looks at a position for the first time.
    fn look(&mut self, child: &Child<C>, budget: &mut Budget<'_>) -> Result<Entry<C>, Halt> {
        self.looked += 1;
        budget.spend(1)?;
        budget.check()?;
        let stones = child.filled.stones;
        let mover = child.key.mover;
        let decided = |effort, proof| Entry { key: child.key, effort, work: 1, moves: C::NONE, proof };
        let found = self.connections.crossing(&self.grid, &stones, mover, true, budget)?;
        if let Some(Crossing::Full(carrier) | Crossing::Semi(carrier)) = found {
            return Ok(decided(Effort::WON, self.turn(child, carrier)));
        }
        let found = self.connections.crossing(&self.grid, &stones, mover.other(), false, budget)?;
        if let Some(Crossing::Full(carrier) | Crossing::Semi(carrier)) = found {
            return Ok(decided(Effort::LOST, self.turn(child, carrier)));
        }
        let (mut must, mut proof) = (stones.empty(&self.grid), C::NONE);
        for carrier in self.connections.crossings() {
            if !must.within(*carrier) {
                must &= *carrier;
                proof |= *carrier;
            }
        }
        let glance = Glance::new(&self.grid, stones);
        let (vulnerable, killers) = glance.vulnerable(mover, must);
        proof |= killers;
        let others = stones.empty(&self.grid) & !must;
        let moves = glance.undominated(mover, must & !vulnerable, others);
        if moves.is_empty() {
            return Ok(decided(Effort::LOST, self.turn(child, proof)));
        }
        Ok(Entry {
            key: child.key,
            effort: Effort { win: 1, loss: moves.count() as u32 },
            work: 1,
            moves: self.turn(child, moves),
            proof: self.turn(child, proof),
        })
    }

    /// Searches below a position until it is proved who wins, or one of the efforts is no less than what is allowed.
    fn visit(&mut self, child: &Child<C>, most: Effort, budget: &mut Budget<'_>) -> Result<(), Halt> {
        let known = self.table.get(&child.key).copied();
        let mut entry = match known {
            Some(entry) => entry,
            None => {
                let entry = self.look(child, budget)?;
                self.table.keep(entry, budget)?;
                entry
            }
        };
        let exceeds =
            |effort: Effort| effort.is_proved() || effort.win >= most.win || effort.loss >= most.loss;
        if exceeds(entry.effort) {
            return Ok(());
        }
        let mover = child.key.mover;
        let stones = child.filled.stones;
        let (mut moves, mut proof) = (self.turn(child, entry.moves), self.turn(child, entry.proof));
        let mut children: Vec<Child<C>> = moves
            .each()
            .map(|cell| {
                let next = stones.with(mover, C::one(cell));
                self.child(cell, next, self.grid.touching[cell], mover.other())
            })
            .collect();
        let before = self.looked;
        loop {
            // The best move and the effort of its position, and the least effort of another.
            let mut best: Option<(usize, Effort)> = None;
            let mut second = Effort::ENDLESS;
            let mut hardest = 0;
            let mut won = None;
            children.retain(|next| moves.has(next.cell));
            let mut at = 0;
            while at < children.len() {
                let next = children[at];
                if !moves.has(next.cell) {
                    children.swap_remove(at);
                    continue;
                }
                let effort = self.table.get(&next.key).map_or(UNKNOWN, |known| known.effort);
                if effort.is_proved()
                    && let Some(found) = self.proof(&next)
                {
                    if found.winner == mover {
                        won = Some(found.cells | C::one(next.cell));
                        break;
                    }
                    moves &= found.cells;
                    proof |= found.cells;
                    children.swap_remove(at);
                    // What was counted of moves that have just gone is counted anew.
                    (best, second, hardest, at) = (None, Effort::ENDLESS, 0, 0);
                    continue;
                }
                hardest = effort.win.max(hardest);
                match best {
                    Some((_, least)) if effort.loss >= least.loss => second = second.min(effort.loss),
                    _ => {
                        second = best.map_or(second, |(_, least)| least.loss);
                        best = Some((at, effort));
                    }
                }
                at += 1;
            }
            let others = children.len().saturating_sub(1) as u32;
            entry.effort = match (won, best) {
                (Some(_), _) => Effort::WON,
                (None, None) => Effort::LOST,
                (None, Some((_, least))) => Effort { win: least.loss, loss: hardest + others },
            };
            entry.moves = self.turn(child, moves);
            entry.proof = self.turn(child, won.unwrap_or(proof));
            if exceeds(entry.effort) {
                break;
            }
            let Some((at, _)) = best else { break };
            let next = children[at];
            let allowed = Effort {
                win: most.loss.saturating_sub(others).min(Effort::ENDLESS),
                loss: most.win.min(second.saturating_add(1 + second / 4)),
            };
            self.visit(&next, allowed, budget)?;
        }
        entry.work = entry.work.saturating_add(u32::try_from(self.looked - before).unwrap_or(u32::MAX));
        self.table.keep(entry, budget)
    }
}
