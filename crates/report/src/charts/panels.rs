//! [`Panels`]: the frame of the charts that have a row per solver and a panel per corpus.

use sudoku_measure::{CorpusRecord, Results, SolverRecord};

use super::canvas::{Canvas, MARGIN, NOTE, RADIUS, TOP, Type, WIDTH};
use super::style::{ALARM, BAND, INK, LINE, MUTED, Mark};
use crate::standing::{self, Standing};
use crate::words;

const ROW: i32 = 20;
const GAP: i32 = 14;
/// The height of a panel's name, and of its axis.
const HEAD: i32 = 42;
const AXIS: i32 = 24;
const COLUMNS: usize = 4;

const SOLVER: Type = Type::new(12, INK);
const CORPUS: Type = Type::new(12, INK).bold();
const SIZE: Type = Type::new(11, MUTED);
pub(super) const VALUE: Type = Type::new(11, INK);
pub(super) const TICK: Type = Type::new(10, MUTED);
const AXIS_NAME: Type = Type::new(11, MUTED);

pub(super) struct Panels<'a> {
    pub(super) solvers: Vec<(&'a SolverRecord, Mark)>,
    pub(super) corpora: Vec<&'a CorpusRecord>,
    /// How many puzzles each of them has.
    sizes: Vec<String>,
    /// Panels side by side.
    columns: usize,
    /// The room that the marks of figures need.
    marks: i32,
    /// Where the panels begin, right of the solvers' names.
    left: i32,
}

/// The inner part of a panel.
#[derive(Debug, Clone, Copy)]
pub(super) struct Panel {
    pub(super) left: i32,
    pub(super) right: i32,
    pub(super) top: i32,
    pub(super) bottom: i32,
}

impl Panel {
    /// The middle of a row.
    pub(super) const fn row(self, row: usize) -> i32 {
        self.top + row as i32 * ROW + ROW / 2
    }
}

impl<'a> Panels<'a> {
    pub(super) fn new(
        results: &Results,
        solvers: Vec<(&'a SolverRecord, Mark)>,
        corpora: Vec<&'a CorpusRecord>,
    ) -> Self {
        let widest = solvers.iter().map(|(solver, _)| SOLVER.width(&solver.id)).max();
        let left = MARGIN + 4 * RADIUS + widest.unwrap_or(0).min(250) + GAP;
        // As many rows of panels as needed, all but the last full.
        let columns = corpora.len().div_ceil(corpora.len().div_ceil(COLUMNS).max(1)).max(1);
        let size = |corpus: &&CorpusRecord| words::timed(results, corpus);
        let sizes = corpora.iter().map(size).collect();
        let marks = standing::all(results).map(|standing| VALUE.width(&standing.marks()));
        let marks = marks.max().unwrap_or(0);
        Self { solvers, corpora, sizes, columns, marks, left }
    }

    /// Where the last panel and its axis end.
    fn bottom(&self) -> i32 {
        self.panel(self.corpora.len() - 1).bottom + AXIS
    }

    pub(super) fn panel(&self, index: usize) -> Panel {
        let (row, column) = ((index / self.columns) as i32, (index % self.columns) as i32);
        let height = self.solvers.len() as i32 * ROW;
        let pitch = (WIDTH - MARGIN - self.left + GAP) / self.columns as i32;
        let left = self.left + column * pitch;
        let top = TOP + row * (HEAD + height + AXIS) + HEAD;
        Panel { left, right: left + pitch - GAP, top, bottom: top + height }
    }

    /// Everything but the data.
    pub(super) fn frame(&self, canvas: &mut Canvas) {
        for (index, corpus) in self.corpora.iter().enumerate() {
            let panel = self.panel(index);
            if index % self.columns == 0 {
                self.names(canvas, panel);
            }
            for row in (0..self.solvers.len()).step_by(2) {
                let y = panel.row(row);
                canvas.rectangle((panel.left, y - ROW / 2), (panel.right, y + ROW / 2), BAND);
            }
            let width = panel.right - panel.left;
            canvas.text(&CORPUS.cut(&corpus.name, width), (panel.left, panel.top - 26), CORPUS);
            canvas.text(&SIZE.cut(&self.sizes[index], width), (panel.left, panel.top - 11), SIZE);
            canvas.tip((panel.left, panel.top - HEAD), (panel.right, panel.top), &corpus.about);
        }
    }

    fn names(&self, canvas: &mut Canvas, panel: Panel) {
        let x = MARGIN + RADIUS;
        for (row, (solver, mark)) in self.solvers.iter().enumerate() {
            let y = panel.row(row);
            if row % 2 == 0 {
                canvas.rectangle((MARGIN - 6, y - ROW / 2), (self.left, y + ROW / 2), BAND);
            }
            canvas.mark((x, y), *mark);
            canvas.text(&SOLVER.cut(&solver.id, 250), (x + 3 * RADIUS, y), SOLVER);
            canvas.tip((MARGIN, y - ROW / 2), (self.left, y + ROW / 2), &solver.idea);
        }
    }

    /// What stands below the panels: what the axes show, and the footnotes.
    pub(super) fn foot(&self, canvas: &mut Canvas, axis: &str, notes: &[String]) {
        let middle = i32::midpoint(self.left, WIDTH - MARGIN);
        canvas.text(axis, (middle, self.bottom() + 10), AXIS_NAME.centred());
        for (line, note) in notes.iter().enumerate() {
            let note = NOTE.cut(note, WIDTH - 2 * MARGIN);
            canvas.text(&note, (MARGIN, self.bottom() + 34 + 16 * line as i32), NOTE);
        }
    }

    /// The height of it all.
    pub(super) fn height(&self, notes: &[String]) -> i32 {
        let notes = if notes.is_empty() { 0 } else { 8 + 16 * notes.len() as i32 };
        self.bottom() + 26 + notes
    }

    /// Where the figures of a panel begin and end; marks hang over.
    pub(super) fn figures(&self, panel: Panel) -> (i32, i32) {
        let end = panel.right - self.marks;
        (end - VALUE.width("1.00 ms"), end)
    }

    /// A figure at the right end of a row.
    pub(super) fn figure(&self, canvas: &mut Canvas, panel: Panel, row: usize, text: (&str, &str)) {
        let at = (self.figures(panel).1, panel.row(row));
        canvas.text(text.0, at, VALUE.flush_right());
        canvas.text(text.1, at, VALUE);
    }
}

/// Vertical lines with values below them.
pub(super) fn axis(canvas: &mut Canvas, panel: Panel, ticks: &[(i32, String)]) {
    for (x, text) in ticks {
        canvas.line((*x, panel.top), (*x, panel.bottom), LINE, 1);
        let half = TICK.width(text) / 2;
        let middle =
            (*x).clamp(panel.left + half - 4, (panel.right - half + 4).max(panel.left + half));
        canvas.text(text, (middle, panel.bottom + 11), TICK.centred());
    }
}

/// Why there is no mark, in the place of the mark.
pub(super) fn no_mark(canvas: &mut Canvas, panel: Panel, row: usize, standing: Standing<'_>) {
    let kind = if standing.is_wrong() { Type::new(11, ALARM).bold() } else { NOTE };
    let text =
        kind.cut(&standing.reason_in_brief().replace('\n', " "), panel.right - panel.left - 4);
    canvas.text(&text, (panel.left + 4, panel.row(row)), kind);
}

/// More, for whoever points at a row.
pub(super) fn tip(canvas: &mut Canvas, panel: Panel, row: usize, text: &str) {
    let y = panel.row(row);
    canvas.tip((panel.left, y - ROW / 2), (panel.right, y + ROW / 2), text);
}
