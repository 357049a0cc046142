//! Rows of nine cells that together make a puzzle.

use sudoku_core::{Grid, ParseGridError, Problem, rows};

use super::line::is_cell;

/// Up to nine rows.
#[derive(Debug, Default)]
pub(super) struct Block {
    rows: Vec<Row>,
    /// How many of its bands a blank line has ended.
    gaps: usize,
}

#[derive(Debug, Default)]
struct Row {
    line: u64,
    text: String,
    damaged: bool,
}

/// Where rows are missing.
pub(super) struct Incomplete {
    pub line: u64,
    pub column: usize,
    pub problem: Problem,
}

impl Block {
    /// Adds a row, which may show that the rows so far were borders.
    pub(super) fn push(&mut self, line: u64, text: &str, damaged: bool) {
        self.rows.push(Row { line, text: text.to_owned(), damaged });
        let rows: Vec<usize> =
            rows(self.rows.iter().map(|row| row.text.as_str())).map(|(at, _)| at).collect();
        self.rows = rows.into_iter().map(|at| std::mem::take(&mut self.rows[at])).collect();
    }

    /// Notes a blank line; true if the block may go on after it, because every band before ended
    /// with one.
    pub(super) fn pause(&mut self) -> bool {
        let after_band = self.rows.len() == 3 * (self.gaps + 1);
        self.gaps += usize::from(after_band);
        after_band
    }

    /// The first three rows, if the others show that they are no band of the same grid: it has no
    /// blank line after the sixth.
    pub(super) fn fragment(&mut self) -> Option<Self> {
        if self.gaps != 1 || self.rows.len() != 7 {
            return None;
        }
        let rows = self.rows.drain(..3).collect();
        self.gaps = 0;
        Some(Self { rows, gaps: 0 })
    }

    /// False while all of it may be a border: that of a grid which is complete, or is to come.
    pub(super) fn has_begun(&self) -> bool {
        let tells = |symbol| is_cell(symbol) && !['-', '_', '*'].contains(&symbol);
        self.rows.iter().any(|row| row.text.contains(tells))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    pub(super) fn is_complete(&self) -> bool {
        self.rows.len() == 9
    }

    /// The grid with the number of its first line. `None` where a row is damaged, which has been
    /// reported or passed over, and where there is no grid.
    pub(super) fn finish(self) -> Option<Result<(u64, Grid), Incomplete>> {
        let (first, last) = (self.rows.first()?, self.rows.last()?);
        let damaged = self.rows.iter().any(|row| row.damaged);
        if damaged || !self.is_complete() && !self.has_begun() {
            return None;
        }
        let texts: Vec<&str> = self.rows.iter().map(|row| row.text.as_str()).collect();
        let column = last.text.chars().count() + 1;
        let incomplete =
            |ParseGridError { problem, .. }| Incomplete { line: last.line, column, problem };
        Some(texts.join("\n").parse().map(|grid| (first.line, grid)).map_err(incomplete))
    }
}
