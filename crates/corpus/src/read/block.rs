//! [`Block`]: collects rows until they make a puzzle.

use sudoku_core::{Grid, Problem};

use super::Fault;
use super::line::Row;
use super::signs::{BLANK, Sign, Signs};

/// Up to nine rows, and perhaps a head of column numbers.
#[derive(Debug, Default)]
pub(super) struct Block {
    rows: Vec<(u64, Row)>,
    /// The number of bands that ended with a blank line.
    gaps: usize,
    damaged: bool,
}

/// A grid and its first line, or the place and the fault of a block that is none.
pub(super) type Finished = Result<(u64, Grid), (u64, usize, Fault)>;

/// True for the numbers of columns, from 0 or from 1.
fn is_head(cells: &[Sign]) -> bool {
    cells.len() == 9 && cells[0] < 2 && cells.windows(2).all(|two| two[1] == two[0] + 1)
}

impl Block {
    /// Adds a row; false if it has a cell too many. It may show that earlier rows were borders,
    /// which are then dropped.
    pub(super) fn push(&mut self, line: u64, mut row: Row) -> bool {
        if row.cells.len() == 10 {
            let number = self.len() as Sign;
            let is_number = [number, number + 1].contains(&row.cells[0]);
            let above = self.rows.is_empty() && is_head(&row.cells[1..]);
            if !is_number && !above {
                return false;
            }
            row.cells.remove(0);
        }
        self.rows.push((line, row));
        let uses = |rows: &[(u64, Row)], sign: char| {
            rows.iter().any(|(_, row)| {
                row.alike.is_none()
                    && (row.odd == Some(sign) || row.odd.is_none() && row.text.contains(sign))
            })
        };
        if self.rows.iter().any(|(_, row)| row.alike.is_none()) {
            let rows = std::mem::take(&mut self.rows);
            let keep: Vec<bool> = rows
                .iter()
                .map(|(_, row)| row.alike.is_none_or(|sign| uses(&rows, sign)))
                .collect();
            self.rows =
                rows.into_iter().zip(keep).filter(|(_, keep)| *keep).map(|(row, _)| row).collect();
        }
        true
    }

    /// Notes a row that cannot be read, so that the others of its block are no puzzle.
    pub(super) fn spoil(&mut self, line: u64) {
        self.rows.push((line, Row { cells: vec![BLANK; 9], ..Row::default() }));
        self.damaged = true;
    }

    /// The number of rows below the head.
    fn len(&self) -> usize {
        self.rows.len() - usize::from(self.rows.first().is_some_and(|(_, row)| is_head(&row.cells)))
    }

    /// Notes a blank line. True if the block may go on after it: every band so far was followed by
    /// one.
    pub(super) fn pause(&mut self) -> bool {
        let after_band = self.len() == 3 * (self.gaps + 1) && self.len() < 9;
        self.gaps += usize::from(after_band);
        after_band
    }

    /// Takes out the first three rows if the rest show that they belong to another grid: a blank
    /// line follows the third row but not the sixth.
    pub(super) fn fragment(&mut self) -> Option<Self> {
        if self.gaps != 1 || self.rows.len() != 7 {
            return None;
        }
        let rows = self.rows.drain(..3).collect();
        self.gaps = 0;
        Some(Self { rows, ..Self::default() })
    }

    /// False while all rows may be borders, of a complete grid or of one that follows.
    pub(super) fn has_begun(&self) -> bool {
        self.rows.iter().any(|(_, row)| row.alike.is_none())
    }

    /// True if this border shows that the one row so far is the empty head of a table in Markdown.
    pub(super) fn is_head_of_markdown(&self, border: &str) -> bool {
        let is_border =
            border.starts_with('|') && border.chars().all(|symbol| "|-: ".contains(symbol));
        is_border
            && matches!(&self.rows[..], [(_, row)] if row.cells.iter().all(|cell| *cell == BLANK))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The sign for a blank, if it is none of the usual ones.
    pub(super) fn odd(&self) -> Option<char> {
        self.rows.iter().find_map(|(_, row)| row.odd)
    }

    /// The finished grid, once the rows are complete. Of ten rows, the first is a head of column
    /// numbers if it contradicts the others or counts from 0; otherwise the last one stays.
    pub(super) fn complete(&mut self, signs: &Signs) -> Option<Self> {
        let has_head = self.rows.first().is_some_and(|(_, row)| is_head(&row.cells));
        match (self.rows.len(), has_head) {
            (9, false) => Some(std::mem::take(self)),
            (10, _) => {
                let clashes =
                    signs.grid(&cells(&self.rows[..9])).is_ok_and(|grid| grid.conflict().is_some());
                let at = if clashes || self.rows[0].1.cells[0] == 0 { 1 } else { 9 };
                let mut rows = std::mem::take(&mut self.rows);
                if at == 1 {
                    rows.remove(0);
                } else {
                    self.rows = rows.split_off(9);
                }
                Some(Self { rows, gaps: 0, damaged: std::mem::take(&mut self.damaged) })
            }
            _ => None,
        }
    }

    /// `None` if a row is damaged, which has been reported already, if there is no grid, or if all
    /// there is are a few lines of text with nine cells in them.
    pub(super) fn finish(self, signs: &Signs) -> Option<Finished> {
        let (first, last) = (self.rows.first()?.0, self.rows.last()?);
        let (last, column) = (last.0, last.1.end + 1);
        let count = self.rows.len();
        if self.damaged
            || count < 9 && (!self.has_begun() || self.rows.iter().all(|(_, row)| row.beside))
        {
            return None;
        }
        if count != 9 {
            return Some(Err((last, column, Fault::Grid(Problem::Rows(count)))));
        }
        let odd = self.rows.iter().filter_map(|(_, row)| row.odd);
        if odd.clone().any(|sign| Some(sign) != self.odd()) {
            return Some(Err((
                last,
                column,
                Fault::refused("found several signs for a blank, expected one (--blank)"),
            )));
        }
        let grid = signs.grid(&cells(&self.rows));
        let sets = self.rows.iter().any(|(_, row)| row.candidates);
        Some(match grid {
            Ok(grid) if sets && grid.clues() < 17 => Err((
                last,
                column,
                Fault::refused(
                    "found candidates with fewer than 17 givens (a Sukaku), expected a puzzle",
                ),
            )),
            Ok(grid) => Ok((first, grid)),
            Err(fault) => Err((first, 1, fault)),
        })
    }
}

fn cells(rows: &[(u64, Row)]) -> Vec<Sign> {
    rows.iter().flat_map(|(_, row)| &row.cells).copied().collect()
}
