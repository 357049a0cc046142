//! The tables: each is made once and written as Markdown, HTML and terminal text. Each file here
//! has the sections of a report on one subject, and their tables.

use askama::Template;
use sudoku_judge::{Interval, Results, format};
use sudoku_record::{CorpusRecord, SolverRecord};

use crate::escape::{address, anchor, set_anchor};
use crate::names;
use crate::section::Section;

pub(crate) mod gains;
pub(crate) mod ladder;
mod markdown;
pub(crate) mod programs;
pub(crate) mod puzzles;
pub(crate) mod ratios;
pub(crate) mod run;
pub(crate) mod text;
pub(crate) mod times;
pub(crate) mod work;

/// A table in any of these forms. `Display` writes HTML.
#[derive(Debug, Template)]
#[template(path = "table.html")]
pub(crate) struct Table {
    /// The classes of the table for the style sheet and the script.
    pub(crate) class: &'static str,
    /// The contents of the table, in one sentence.
    pub(crate) caption: String,
    /// True if the caption says more than the heading above, so that Markdown shows it too.
    captioned: bool,
    pub(crate) columns: Vec<Column>,
    /// The groups of rows. A table without groups has one group without a name.
    pub(crate) groups: Vec<Group>,
    /// The notes below the table.
    pub(crate) notes: Vec<String>,
}

#[derive(Debug, Default)]
pub(crate) struct Column {
    pub(crate) head: String,
    /// The meaning of the column, shown when the reader points at it.
    pub(crate) about: String,
    /// True for a column of numbers, which are aligned to the right.
    pub(crate) number: bool,
    /// The target on the page of the link in the header.
    link: Option<String>,
}

/// Rows under a heading of their own, such as the name of a set.
#[derive(Debug)]
pub(crate) struct Group<Row = Vec<Cell>> {
    pub(crate) name: String,
    pub(crate) about: String,
    /// The rows; the first cell of each names it.
    pub(crate) rows: Vec<Row>,
}

#[derive(Debug, Default)]
pub(crate) struct Cell {
    /// The text of the cell. A line break in it may be shown as a space.
    pub(crate) text: String,
    /// A mark after the text, which hangs over the edge of the column.
    pub(crate) mark: String,
    /// The value that the cell is sorted by, if the script, which can read numbers and times,
    /// cannot read it from the text.
    sort: Option<f64>,
    /// More text, shown when the reader points at the cell.
    pub(crate) about: String,
    /// How near the figure is to the best of its column: from 0 to 1, on a logarithmic scale.
    pub(crate) merit: Option<f64>,
    /// True for a figure that warns of a fault.
    pub(crate) alarm: bool,
    /// The target on the page of the text's link.
    link: Option<String>,
    /// The anchor of the row on the page, if links lead to it.
    anchor: Option<String>,
}

/// A dash where there is nothing to say.
impl From<Option<Self>> for Cell {
    fn from(cell: Option<Self>) -> Self {
        cell.unwrap_or_else(Self::none)
    }
}

/// A table under construction: rows of any type, to which each column adds its cells.
pub(crate) struct Draft<Row> {
    table: Table,
    /// The subjects of the rows, group by group.
    rows: Vec<Vec<Row>>,
}

impl<Row> Draft<Row> {
    pub(crate) fn text<C: Into<Cell>>(self, head: &str, cell: impl Fn(&Row) -> C) -> Self {
        self.column(Column { head: head.to_owned(), ..Column::default() }, cell)
    }

    pub(crate) fn number<C: Into<Cell>>(
        self,
        head: &str,
        about: &str,
        cell: impl Fn(&Row) -> C,
    ) -> Self {
        let (head, about) = (head.to_owned(), about.to_owned());
        self.column(Column { head, about, number: true, link: None }, cell)
    }

    /// Adds a column of numbers on a set, whose header links to the set.
    fn set(self, name: &str, head: &str, about: &str, cell: impl Fn(&Row) -> Cell) -> Self {
        let (head, about) = (head.to_owned(), about.to_owned());
        let link = Some(format!("#{}", set_anchor(name)));
        self.column(Column { head, about, number: true, link }, cell)
    }

    /// Adds a column of numbers for every set of the run.
    fn sets(
        self,
        results: &Results,
        about: fn(&CorpusRecord) -> &str,
        cell: impl Fn(&CorpusRecord, &Row) -> Cell,
    ) -> Self {
        results.plan.corpora.iter().fold(self, |draft, corpus| {
            draft.set(&corpus.name, &corpus.name, about(corpus), |row| cell(corpus, row))
        })
    }

    fn column<C: Into<Cell>>(mut self, column: Column, cell: impl Fn(&Row) -> C) -> Self {
        self.table.columns.push(column);
        for (group, rows) in self.table.groups.iter_mut().zip(&self.rows) {
            for (cells, row) in group.rows.iter_mut().zip(rows) {
                cells.push(cell(row).into());
            }
        }
        self
    }

    pub(crate) fn note(self, note: impl Into<String>) -> Self {
        self.notes([note.into()])
    }

    pub(crate) fn notes(mut self, notes: impl IntoIterator<Item = String>) -> Self {
        self.table.notes.extend(notes);
        self
    }

    pub(crate) fn table(self) -> Table {
        self.table
    }

    /// `None` if the table has no rows.
    fn unless_empty(self) -> Option<Table> {
        self.rows.iter().any(|rows| !rows.is_empty()).then_some(self.table)
    }
}

impl Table {
    pub(crate) fn of<Row>(
        class: &'static str,
        caption: impl Into<String>,
        groups: Vec<Group<Row>>,
    ) -> Draft<Row> {
        let group = |Group { name, about, rows }: Group<Row>| {
            let cells = rows.iter().map(|_| Vec::new()).collect();
            (Group { name, about, rows: cells }, rows)
        };
        let (groups, rows) = groups.into_iter().map(group).unzip();
        let (caption, columns, notes) = (caption.into(), Vec::new(), Vec::new());
        Draft { table: Self { class, caption, captioned: false, columns, groups, notes }, rows }
    }

    /// Shows the caption in Markdown too.
    pub(crate) fn captioned(self) -> Self {
        Self { captioned: true, ..self }
    }
}

impl Cell {
    /// A cell that names a solver and links to it.
    fn solver(solver: &SolverRecord) -> Self {
        Self::text(names::name(solver)).leads_to_solver(&solver.id)
    }

    pub(crate) fn text(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// A cell for a figure that does not exist.
    pub(crate) fn none() -> Self {
        Self::text("–")
    }

    /// The class for the style sheet. Cells are numbers unless the class says otherwise.
    fn class(&self, column: &Column) -> Option<&'static str> {
        match (column.number, self.alarm, self.merit == Some(1.0)) {
            (true, false, false) => None,
            (true, false, true) => Some("best"),
            (true, true, _) => Some("alarm"),
            (false, true, _) => Some("text alarm"),
            (false, false, _) => Some("text"),
        }
    }

    /// The value to sort by, in as few characters as there are.
    fn hidden_sort(&self) -> Option<String> {
        let rounded: f64 = format!("{:.4e}", self.sort?).parse().ok()?;
        [format!("{rounded}"), format!("{rounded:e}")].into_iter().min_by_key(String::len)
    }

    /// A number in a text from which the script cannot read it.
    pub(crate) fn number(text: String, sort: f64) -> Self {
        Self { text, sort: Some(sort), ..Self::default() }
    }

    /// An interval as `written`, which is sorted by its width.
    fn interval(interval: Interval, written: fn(Interval) -> String) -> Self {
        Self::number(written(interval), interval.high - interval.low)
    }

    pub(crate) fn count(count: impl TryInto<u64>) -> Self {
        Self::text(format::count(count))
    }

    fn time(ns: f64) -> Self {
        Self::text(format::time(ns))
    }

    pub(crate) fn about(self, about: impl Into<String>) -> Self {
        Self { about: about.into(), ..self }
    }

    pub(crate) fn marked(self, mark: impl Into<String>) -> Self {
        Self { mark: mark.into(), ..self }
    }

    /// Warns of a fault if there is one.
    fn alarming(self, alarm: bool) -> Self {
        Self { alarm, ..self }
    }

    /// Links to the address, if it is one that a link may lead to.
    fn leads_to(self, to: &str) -> Self {
        Self { link: address(to).map(str::to_owned), ..self }
    }

    /// Gives the row of the cell this anchor.
    pub(crate) fn anchored(self, anchor: String) -> Self {
        Self { anchor: Some(anchor), ..self }
    }

    /// Links to the lesson of a solver or, if it has none, to its row in the table of solvers.
    fn leads_to_solver(self, id: &str) -> Self {
        Self { link: Some(format!("#{}", anchor(id))), ..self }
    }

    /// Links to the row of a set in the table of sets.
    fn leads_to_set(self, name: &str) -> Self {
        Self { link: Some(format!("#{}", set_anchor(name))), ..self }
    }

    /// Links to a claim in full, which is in the appendix.
    pub(crate) fn leads_to_claim(self, id: &str) -> Self {
        Self { link: Some(format!("appendix.html#{id}")), ..self }
    }
}

pub(crate) fn single<Row>(rows: impl IntoIterator<Item = Row>) -> Vec<Group<Row>> {
    let rows = rows.into_iter().collect();
    vec![Group { name: String::new(), about: String::new(), rows }]
}

/// Adds a table by sets to a section: on the page for the leading set, in the appendix for all.
/// `table` makes it of one set, or of all.
fn by_set<'a>(
    section: Section<'a>,
    results: &Results,
    table: impl Fn(Option<&str>) -> Option<Table>,
) -> Section<'a> {
    let lead = results.lead().map(|ladder| &*ladder.corpus);
    section.parts(table(lead)).in_appendix(table(None))
}

/// A group for every corpus that has rows, or for one corpus alone.
fn where_found<'a, Row>(
    results: &'a Results,
    only: Option<&str>,
    rows: impl Fn(&'a CorpusRecord) -> Vec<Row>,
) -> Vec<Group<Row>> {
    let group = |corpus: &'a CorpusRecord| Group {
        name: corpus.name.clone(),
        about: corpus.about.trim_end_matches('.').to_owned(),
        rows: rows(corpus),
    };
    let corpora = results.plan.corpora.iter();
    let groups = corpora.filter(|corpus| only.is_none_or(|name| corpus.name == name)).map(group);
    groups.filter(|group| !group.rows.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sort_key_of_a_cell_is_short_or_its_text() {
        let hidden = |sort| Cell::number(String::new(), sort).hidden_sort().unwrap();
        let sorts = [0.0, 1.0, -0.25, 6157.123, 0.003_459_94, 4.9e9].map(hidden);
        assert_eq!(sorts, ["0", "1", "-0.25", "6157.1", "0.0034599", "4.9e9"]);
        for said in
            [Cell::text(format::ratio(1674.2)), Cell::time(12.0), Cell::count(7), Cell::none()]
        {
            assert_eq!(said.hidden_sort(), None);
        }
    }
}
