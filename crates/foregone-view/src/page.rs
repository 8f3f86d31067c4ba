//! How wide a picture may be: a board that is wider is cut into panels, each with the names of its rows.

use std::ops::Range;

/// The most cells of a board that is drawn unasked.
const MOST_CELLS: usize = 10_000;

/// The fewest columns of a panel. Where no more fit, a board is not cut, for nothing would be gained.
const FEWEST: usize = 2;

/// What pictures are drawn on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Page {
    width: Option<usize>,
    all: bool,
}

impl Page {
    /// A page so many characters wide, or as wide as it takes, for boards of up to 10,000 cells.
    #[must_use]
    pub const fn new(width: Option<usize>) -> Self {
        Self { width, all: false }
    }

    /// The same for boards of any size.
    #[must_use]
    pub const fn of_any_size(self) -> Self {
        Self { all: true, ..self }
    }

    /// What to say in place of the picture of a board that is too large for one.
    pub(crate) fn refusal(self, rows: usize, columns: usize) -> Option<String> {
        let refused = !self.all && rows * columns > MOST_CELLS;
        let what = "the picture would be large; --width N draws it N characters wide, --width 0 in one piece";
        refused.then(|| format!("{rows}x{columns}: {what}\n"))
    }

    /// The rows of each band of a board whose rows each begin `slant` characters further right, so that panels of columns of
    /// `pitch` characters fit beside `fixed` others: all rows, if those leave room for columns or a single one does not.
    pub(crate) fn bands(
        self,
        rows: usize,
        fixed: usize,
        slant: usize,
        pitch: usize,
    ) -> impl Iterator<Item = Range<usize>> {
        let least = fixed + FEWEST * pitch;
        let most = match self.width {
            // Half of the page for the slant, but no more than leaves room for the columns.
            Some(width) if width >= least => {
                let rest = (width - least) / slant + 1;
                if rest < rows { rest.min(((width - fixed) / 2 / slant).max(1)) } else { rows }
            }
            _ => rows,
        };
        even_parts(rows, most)
    }

    /// The columns of each panel. A panel takes `fixed` characters and for each column `pitch` more.
    pub(crate) fn panels(
        self,
        columns: usize,
        fixed: usize,
        pitch: usize,
    ) -> impl Iterator<Item = Range<usize>> {
        let room = self.width.map_or(columns, |width| width.saturating_sub(fixed) / pitch);
        let most = if room < FEWEST { columns } else { room.min(columns) };
        even_parts(columns, most)
    }
}

/// Parts of so many lines, of at most `most` each, as even as can be: a last panel of one column looks like a mistake.
fn even_parts(lines: usize, most: usize) -> impl Iterator<Item = Range<usize>> {
    let parts = lines.div_ceil(most.max(1));
    (0..parts).map(move |part| part * lines / parts..(part + 1) * lines / parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panels_cover_all_columns_and_fit_the_width() {
        for columns in 1..40 {
            for (width, fixed, pitch) in [(20, 3, 2), (80, 5, 6), (10, 3, 3), (0, 5, 5), (30, 29, 4)] {
                let panels: Vec<_> = Page::new(Some(width)).panels(columns, fixed, pitch).collect();
                assert!(panels.iter().zip(&panels[1..]).all(|(one, next)| one.end == next.start));
                assert_eq!((panels[0].start, panels[panels.len() - 1].end), (0, columns));
                let fits = |panel: &Range<usize>| fixed + panel.len() * pitch <= width;
                assert!(panels.len() == 1 || panels.iter().all(fits), "{columns} {width} {panels:?}");
            }
            assert!(Page::default().panels(columns, 3, 2).eq(std::iter::once(0..columns)));
        }
    }

    #[test]
    fn bands_leave_room_for_columns() {
        let ends = |width, rows| {
            let bands = Page::new(Some(width)).bands(rows, 3, 1, 2);
            bands.map(|band| band.end).collect::<Vec<_>>()
        };
        assert_eq!(ends(80, 40), [40]);
        assert_eq!(ends(23, 40), [10, 20, 30, 40]);
        assert_eq!(ends(8, 3), [1, 3]);
        assert_eq!(ends(7, 3), [1, 2, 3]);
        // Nothing would be gained.
        assert_eq!(ends(6, 3), [3]);
        assert!(Page::default().bands(40, 3, 1, 2).eq(std::iter::once(0..40)));
    }

    #[test]
    fn large_boards_are_drawn_when_asked() {
        assert_eq!(Page::default().refusal(100, 100), None);
        assert!(Page::default().refusal(1, 10_001).unwrap().starts_with("1x10001: "));
        assert_eq!(Page::new(Some(80)).of_any_size().refusal(1000, 1000), None);
    }
}
