//! Turning and flipping a core onto itself, so that positions that look alike are kept once.

use super::board::{Board, Edge};

/// A symmetry of the board that takes a set of edges onto itself, as a permutation of their bits.
#[derive(Debug)]
pub(super) struct Symmetry {
    /// `images[k][byte]`: where the edges of byte k of a set go. A set goes byte by byte.
    images: Vec<[u64; 256]>,
}

impl Symmetry {
    /// The symmetry under which edge i goes to edge `to[i]`.
    fn new(to: &[usize]) -> Self {
        let image = |first: usize, byte: usize| {
            let bits = (0..8).filter(|bit| byte >> bit & 1 == 1);
            bits.filter_map(|bit| to.get(first + bit)).fold(0, |image, &to| image | 1_u64 << to)
        };
        let bytes = (0..to.len()).step_by(8);
        Self { images: bytes.map(|first| std::array::from_fn(|byte| image(first, byte))).collect() }
    }

    /// Where a set of edges goes.
    pub(super) fn image(&self, set: u64) -> u64 {
        self.images
            .iter()
            .zip(set.to_le_bytes())
            .fold(0, |image, (bytes, byte)| image | bytes[usize::from(byte)])
    }
}

/// The symmetries, beyond doing nothing, that take a set of edges onto itself; the edges come in the order of their bits.
pub(super) fn symmetries(board: Board, edges: &[Edge]) -> Vec<Symmetry> {
    let turns = if board.rows() == board.columns() { &[false, true][..] } else { &[false][..] };
    let mut found = Vec::new();
    for &turn in turns {
        for (upside_down, mirrored) in [(false, false), (false, true), (true, false), (true, true)] {
            let to = |edge: &Edge| {
                let edge = if upside_down { over(board, *edge) } else { *edge };
                let edge =
                    if mirrored { transposed(over(board.transposed(), transposed(edge))) } else { edge };
                let image = if turn { transposed(edge) } else { edge };
                edges.iter().position(|&edge| edge == image)
            };
            let Some(to) = edges.iter().map(to).collect::<Option<Vec<usize>>>() else { continue };
            if to.iter().enumerate().any(|(from, &to)| from != to) {
                found.push(Symmetry::new(&to));
            }
        }
    }
    found
}

/// Where an edge goes when the board is flipped upside down.
pub(super) fn over(board: Board, edge: Edge) -> Edge {
    match edge {
        Edge::Horizontal { row, column } => Edge::Horizontal { row: board.rows() - row, column },
        Edge::Vertical { row, column } => Edge::Vertical { row: board.rows() - 1 - row, column },
    }
}

/// Where an edge goes when rows and columns change places.
pub(super) const fn transposed(edge: Edge) -> Edge {
    match edge {
        Edge::Horizontal { row, column } => Edge::Vertical { row: column, column: row },
        Edge::Vertical { row, column } => Edge::Horizontal { row: column, column: row },
    }
}

#[cfg(test)]
mod tests {
    use super::super::board::{Position, Start};
    use super::*;
    use crate::game::Rules;

    #[test]
    fn beginnings_have_their_symmetries() {
        for (rows, columns, start, expected) in [
            (2, 3, Start::American, 3),
            (3, 3, Start::American, 7),
            (3, 3, Start::Icelandic, 1),
            (2, 3, Start::Icelandic, 0),
            (3, 3, Start::Swedish, 7),
            (1, 4, Start::American, 3),
            (1, 1, Start::American, 7),
        ] {
            let position = Position::start(rows, columns, start).unwrap();
            let edges = position.moves();
            let found = symmetries(position.board(), &edges);
            assert_eq!(found.len(), expected, "{position}");
            let all = (1_u64 << edges.len()) - 1;
            for symmetry in found {
                assert_eq!(symmetry.image(all), all);
                // An edge goes to one with as many boxes beside it.
                for (bit, &edge) in edges.iter().enumerate() {
                    let image = edges[symmetry.image(1 << bit).trailing_zeros() as usize];
                    let boxes = |edge| position.board().beside(edge).into_iter().flatten().count();
                    assert_eq!(boxes(edge), boxes(image), "{edge} to {image}");
                }
            }
        }
    }
}
