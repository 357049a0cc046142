//! Writes a table as text for a terminal.

use comfy_table::{CellAlignment, LineStyle, TableStyle};

use super::{Cell, Column, Table};

/// The width to which headers are broken: that of the longest figure.
const HEAD: usize = 8;

const STYLE: TableStyle =
    TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));

/// Returns the table as it is if it fits in `width` columns; otherwise with broken headers;
/// otherwise cut into as few parts as fit.
pub(crate) fn parts(table: &Table, width: usize) -> Vec<String> {
    let columns: Vec<_> = (1..table.columns.len()).collect();
    let cut = |(number, longest)| {
        // Parts have equally many columns, so that none has a single column at the end.
        let parts = columns.chunks(columns.len().div_ceil(number).max(1));
        parts.map(|part| with_columns(table, part, longest)).collect()
    };
    let broken = (1..=columns.len()).map(|number| (number, HEAD));
    first_fit([(1, usize::MAX)].into_iter().chain(broken).map(cut), width)
}

/// Returns the table with the first choice of columns that fits in `width`, or with the last choice
/// if none does.
pub(crate) fn fitting(table: &Table, choices: &[&[usize]], width: usize) -> String {
    let ways = choices.iter().flat_map(|columns| {
        [usize::MAX, HEAD].map(|longest| vec![with_columns(table, columns, longest)])
    });
    first_fit(ways, width).concat()
}

/// The first of several ways to write a table whose lines all fit in `width` columns, or the last.
fn first_fit(ways: impl Iterator<Item = Vec<String>>, width: usize) -> Vec<String> {
    let mut parts = Vec::new();
    for way in ways {
        parts = way;
        let mut lines = parts.iter().flat_map(|part| part.lines());
        if lines.all(|line| line.chars().count() <= width) {
            break;
        }
    }
    parts
}

fn with_columns(table: &Table, chosen: &[usize], longest: usize) -> String {
    let chosen = || std::iter::once(0).chain(chosen.iter().copied());
    let mut grid = comfy_table::Table::new();
    grid.load_style(STYLE);
    let rows = || table.groups.iter().flat_map(|group| &group.rows);
    let room = rows().flatten().map(|cell| cell.mark.chars().count()).max().unwrap_or(0);
    let room = |at: usize| if table.columns[at].number { room } else { 0 };
    grid.set_header(chosen().map(|at| head(&table.columns[at], longest)));
    for row in rows() {
        grid.add_row(chosen().map(|at| cell(&row[at], room(at))));
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

/// Pads the text for the marks of the column, so that figures are aligned.
fn cell(Cell { text, mark, .. }: &Cell, room: usize) -> String {
    let text = text.replace('\n', &format!("{:room$}\n", ""));
    format!("{text}{mark:room$}")
}
