//! Writes a table as text for a terminal.

use comfy_table::{CellAlignment, LineStyle, TableStyle};

use super::{Cell, Column, Table};
use crate::format;

/// The width to which headers are broken: that of the longest figure.
const HEAD: usize = 8;

const STYLE: TableStyle =
    TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));

/// Returns the table as it is if it fits in `width` columns; otherwise with broken headers;
/// otherwise cut into as few parts as fit.
pub(crate) fn parts(table: &Table, width: usize) -> Vec<String> {
    let columns: Vec<_> = (1..table.columns.len()).collect();
    let whole = std::iter::once((1, usize::MAX));
    for (number, head) in whole.chain((1..=columns.len()).map(|number| (number, HEAD))) {
        // Parts have equally many columns, so that none has a single column at the end.
        let parts = columns.chunks(columns.len().div_ceil(number).max(1));
        let parts: Vec<_> = parts.map(|part| with_columns(table, part, head)).collect();
        let fit = parts.iter().all(|part| fits(part, width));
        if number == columns.len() && head == HEAD || fit {
            return parts;
        }
    }
    Vec::new()
}

/// Returns the table with the first choice of columns that fits in `width`, or with the last choice
/// if none does.
pub(crate) fn fitting(table: &Table, choices: &[&[usize]], width: usize) -> String {
    let tried = choices.iter().flat_map(|columns| {
        [usize::MAX, HEAD].map(|longest| with_columns(table, columns, longest))
    });
    let tried: Vec<String> = tried.collect();
    let fit = tried.iter().find(|text| fits(text, width));
    fit.or(tried.last()).cloned().unwrap_or_default()
}

fn fits(text: &str, width: usize) -> bool {
    text.lines().all(|line| line.chars().count() <= width)
}

fn with_columns(table: &Table, chosen: &[usize], longest: usize) -> String {
    let chosen = || std::iter::once(0).chain(chosen.iter().copied());
    let mut grid = comfy_table::Table::new();
    grid.load_style(STYLE);
    let rows = || table.groups.iter().flat_map(|group| &group.rows);
    let room = rows().flatten().map(|cell| cell.mark.chars().count()).max().unwrap_or(0);
    let room = |at: usize| if table.columns[at].number { room } else { 0 };
    let widest = |at: usize| rows().map(|row| puzzles(&row[at]).len()).max().unwrap_or(0);
    grid.set_header(chosen().map(|at| head(&table.columns[at], longest)));
    for row in rows() {
        grid.add_row(chosen().map(|at| cell(&row[at], room(at), widest(at))));
    }
    for (column, at) in grid.column_iter_mut().zip(chosen()) {
        let number = table.columns[at].number;
        column.set_padding((if at == 0 { 0 } else { 2 }, 0));
        column.set_cell_alignment(if number { CellAlignment::Right } else { CellAlignment::Left });
    }
    grid.trim_fmt()
}

/// Breaks a header that is longer than `longest` after its hyphens and, above numbers, at its last
/// blank.
fn head(Column { head, number, .. }: &Column, longest: usize) -> String {
    if head.chars().count() <= longest {
        return head.clone();
    }
    let broken = head.replace('-', "-\n");
    match broken.rsplit_once(' ') {
        Some((start, end)) if *number => format!("{start}\n{end}"),
        _ => broken,
    }
}

/// Pads the text for the marks and numbers of puzzles of the column, so that figures are aligned.
fn cell(cell: &Cell, marks: usize, numbers: usize) -> String {
    let (Cell { text, mark, .. }, room) = (cell, marks + numbers);
    let text = text.replace('\n', &format!("{:room$}\n", ""));
    format!("{text}{mark:marks$}{:>numbers$}", puzzles(cell))
}

/// The number of puzzles behind a figure: ` (410)`; empty if it has none.
fn puzzles(cell: &Cell) -> String {
    if cell.puzzles == 0 {
        return String::new();
    }
    format!(" ({})", format::count(cell.puzzles))
}
