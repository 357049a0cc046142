//! [`Block`]: collects rows until they make a grid.

use std::mem;

use sudoku_core::{Grid, Problem};

use super::cells::grid;
use super::record::Fault;

/// Up to nine rows, and a line of column numbers above them.
#[derive(Debug, Default)]
pub(super) struct Block {
    rows: Vec<Row>,
    /// The number of bands that ended with a blank line.
    gaps: usize,
    /// True if the rows do not say where a grid begins, so that none is read.
    lost: bool,
}

#[derive(Debug)]
pub(super) struct Row {
    pub line: u64,
    /// The column after the row.
    pub end: usize,
    /// The nine cells, or ten with a number of the row; none if the row is damaged.
    pub cells: Vec<char>,
    /// A border follows.
    pub ruled: bool,
}

impl Row {
    fn is_damaged(&self) -> bool {
        self.cells.is_empty()
    }

    /// The sign of nine alike that may be a border.
    fn alike(&self) -> Option<char> {
        let middle = *self.cells.get(1).filter(|sign| "-_*".contains(**sign))?;
        let corner = |at: usize| at == 0 || at == self.cells.len() - 1;
        let mut signs = self.cells.iter().enumerate();
        signs.all(|(at, sign)| *sign == middle || corner(at) && *sign == '.').then_some(middle)
    }

    /// True for what may be the numbers of columns.
    fn counts(&self) -> bool {
        let cells = &self.cells[self.cells.len().saturating_sub(9)..];
        // Most of them: one may be damaged.
        let from = |first: char| {
            let same = cells.iter().zip(first..).filter(|(cell, number)| **cell == *number);
            same.count() > 6
        };
        !self.is_damaged() && (from('0') || from('1'))
    }
}

/// A grid and its first line, or the place of what is wrong.
type Whole = Result<(u64, Grid), (u64, usize, Fault)>;

impl Block {
    /// Adds a row. It may show that earlier rows were borders, which are then dropped.
    pub(super) fn push(&mut self, row: Row) {
        if self.lost {
            return;
        }
        self.rows.push(row);
        let signs = |row: &Row| row.alike().is_none().then(|| row.cells.clone());
        let others: Vec<char> = self.rows.iter().filter_map(signs).flatten().collect();
        for row in mem::take(&mut self.rows) {
            if row.alike().is_none_or(|sign| others.is_empty() || others.contains(&sign)) {
                self.rows.push(row);
            } else {
                self.rule();
            }
        }
    }

    /// Notes that a border follows the last row.
    pub(super) fn rule(&mut self) {
        if let Some(last) = self.rows.last_mut() {
            last.ruled = true;
        }
    }

    /// Notes a blank line. True if the block may go on after it: every band so far was followed by
    /// one.
    pub(super) fn pause(&mut self) -> bool {
        let after_band = self.rows.len() == 3 * (self.gaps + 1) && self.gaps < 2;
        self.gaps += usize::from(after_band);
        after_band
    }

    /// Takes out the first three rows if the rest show that they belong to another grid: a blank
    /// line follows the third row but not the sixth.
    pub(super) fn fragment(&mut self) -> Option<Self> {
        if self.gaps != 1 || self.rows.len() != 7 {
            return None;
        }
        self.gaps = 0;
        Some(Self { rows: self.rows.drain(..3).collect(), ..Self::default() })
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// False while all rows may be borders, of a complete grid or of one that follows.
    pub(super) fn has_begun(&self) -> bool {
        self.lost || self.rows.iter().any(|row| row.alike().is_none())
    }

    /// True if a border parts the first row from the others.
    fn is_headed(&self) -> bool {
        matches!(&self.rows[..], [first, second, ..] if first.ruled && !second.ruled)
    }

    /// True for nine rows, unless a tenth could show that the first is none.
    pub(super) fn is_complete(&self) -> bool {
        let most = 9 + usize::from(self.is_headed() || self.rows.first().is_some_and(Row::counts));
        self.rows.len() >= most
    }

    /// The grid. `None` if a row is damaged, which has been reported or skipped already, or if
    /// there is none. `next` reads no rows if these do not say where a grid begins.
    pub(super) fn finish(mut self, next: &mut Self) -> Option<Whole> {
        let last = self.rows.last()?;
        let (line, column) = (last.line, last.end);
        if self.rows.iter().any(Row::is_damaged) || self.rows.len() < 9 && !self.has_begun() {
            return None;
        }
        if let Some(wrong) = self.number() {
            return Some(Err(wrong));
        }
        let of = |from: usize| {
            let rows = self.rows.get(from..from + 9)?;
            let cells: Vec<char> = rows.iter().flat_map(|row| row.cells.iter().copied()).collect();
            Some((rows[0].line, grid(&cells)))
        };
        let fits = |from: usize| {
            let grid = of(from).and_then(|(_, grid)| grid.ok());
            grid.is_some_and(|grid| grid.conflict().is_none())
        };
        let digits =
            self.rows.iter().flat_map(|row| &row.cells).filter(|sign| sign.is_ascii_digit());
        let full = digits.filter(|sign| **sign != '0').count() == 81;
        let blank = self.rows[0].cells.iter().all(|sign| *sign == '.');
        let is_head = !full && self.rows[0].counts() || self.is_headed() && blank;
        let (first, grid) = match (of(0), of(1)) {
            (None, _) => (line, Err(Fault::Grid(Problem::Rows(self.rows.len())))),
            (Some(upper), None) if !is_head => upper,
            (_, Some(lower)) if fits(1) && (self.is_headed() || !fits(0)) => lower,
            _ => {
                next.lost = self.rows.len() > 9;
                let rows = self.rows.len();
                let what = "of which the first may hold the numbers of columns; expected 9";
                (line, Err(Fault::refused(format!("found {rows} rows, {what}"))))
            }
        };
        Some(grid.map(|grid| (first, grid)).map_err(|fault| (line, column, fault)))
    }

    /// Takes the numbers of rows away; returns the place of a row that has too many cells.
    fn number(&mut self) -> Option<(u64, usize, Fault)> {
        let rows = &self.rows[self.rows.len().saturating_sub(9)..];
        let counts = |at: usize| {
            let mut signs = rows.iter().map(|row| row.cells[at]);
            let first = rows[0].cells[at];
            signs.clone().zip(first..).all(|(sign, number)| sign == number)
                || signs.all(|sign| sign == '-')
        };
        if rows.iter().all(|row| row.cells.len() == 10)
            && let Some(at) = [0, 9].into_iter().find(|at| counts(*at))
        {
            for row in self.rows.iter_mut().filter(|row| row.cells.len() == 10) {
                row.cells.remove(at);
            }
        }
        let wrong = self.rows.iter().find(|row| row.cells.len() == 10)?;
        Some((wrong.line, wrong.end, Fault::Grid(Problem::Cells { found: 10, expected: 9 })))
    }
}
