//! The tables: made once, written as Markdown, HTML and terminal text. A file here has the sections
//! of a report on one subject, and the tables in them.

use askama::Template;
use sudoku_findings::{Results, Status};
use sudoku_measure::{CorpusRecord, SolverRecord};

use crate::escape::{address, anchor, set_anchor};
use crate::{format, names};

pub(crate) mod changes;
pub(crate) mod duels;
pub(crate) mod elsewhere;
pub(crate) mod ladder;
mod markdown;
pub(crate) mod programs;
pub(crate) mod puzzles;
pub(crate) mod ratios;
pub(crate) mod run;
pub(crate) mod text;
pub(crate) mod times;
pub(crate) mod work;

pub(crate) use markdown::Captioned;

/// A table in any of its forms. `Display` writes HTML.
#[derive(Debug, Template)]
#[template(path = "table.html")]
pub(crate) struct Table {
    /// Names the table for the style sheet and the script.
    pub(crate) class: &'static str,
    /// The contents of the table, in one sentence.
    pub(crate) caption: String,
    pub(crate) columns: Vec<Column>,
    /// A table without parts is one group without a name.
    pub(crate) groups: Vec<Group>,
    /// Footnotes.
    pub(crate) notes: Vec<String>,
}

#[derive(Debug)]
pub(crate) struct Column {
    pub(crate) head: String,
    /// The meaning of the column, for a reader that points at it.
    pub(crate) about: String,
    /// Set to the right.
    pub(crate) number: bool,
    /// Where its head leads.
    link: Option<Link>,
}

/// Rows below a heading of their own, the name of a set.
#[derive(Debug)]
pub(crate) struct Group<Row = Vec<Cell>> {
    pub(crate) name: String,
    pub(crate) about: String,
    /// The first cell of a row names it.
    pub(crate) rows: Vec<Row>,
}

#[derive(Debug, Default)]
pub(crate) struct Cell {
    /// A line break may become a space.
    pub(crate) text: String,
    /// The mark that hangs over at its end.
    pub(crate) mark: String,
    /// The value that it is sorted by; a cell without one comes last.
    pub(crate) sort: Option<f64>,
    /// Its text says what it is sorted by.
    pub(crate) is_plain: bool,
    /// More text, for a reader that points at it.
    pub(crate) about: String,
    /// On how many puzzles it stands, for a terminal; 0 for nothing to say.
    puzzles: usize,
    /// How near to the best of its column, 0 to 1, on a log scale.
    pub(crate) merit: Option<f64>,
    /// Something is wrong here.
    pub(crate) alarm: bool,
    /// Where the text leads.
    link: Option<Link>,
    /// The anchor of its row on the page, where a link leads to it.
    anchor: Option<String>,
}

/// The target of a link in a table.
#[derive(Debug)]
enum Link {
    /// A solver: its lesson, or without one its row in the table of solvers.
    Solver(String),
    /// A set: its row in the table of sets.
    Set(String),
    /// A claim in full.
    Claim(String),
    Address(String),
}

/// A table that is being made: rows of any kind, to which one column after the other adds its cells.
pub(crate) struct Draft<Row> {
    table: Table,
    /// The things that the rows of each group are about.
    rows: Vec<Vec<Row>>,
}

impl<Row> Draft<Row> {
    pub(crate) fn text(self, head: &str, cell: impl Fn(&Row) -> Cell) -> Self {
        self.column(Column::new(head, ""), cell)
    }

    fn number(self, head: &str, about: &str, cell: impl Fn(&Row) -> Cell) -> Self {
        self.column(Column { number: true, ..Column::new(head, about) }, cell)
    }

    /// Numbers on a set; the head leads to its row in the table of sets.
    fn set(self, name: &str, head: &str, about: &str, cell: impl Fn(&Row) -> Cell) -> Self {
        let link = Some(Link::Set(name.to_owned()));
        self.column(Column { number: true, link, ..Column::new(head, about) }, cell)
    }

    fn column(mut self, column: Column, cell: impl Fn(&Row) -> Cell) -> Self {
        self.table.columns.push(column);
        for (group, rows) in self.table.groups.iter_mut().zip(&self.rows) {
            for (cells, row) in group.rows.iter_mut().zip(rows) {
                cells.push(cell(row));
            }
        }
        self
    }

    pub(crate) fn notes(mut self, notes: impl IntoIterator<Item = String>) -> Self {
        self.table.notes.extend(notes);
        self
    }

    pub(crate) fn table(self) -> Table {
        self.table
    }

    /// None where there is no row.
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
        let mut of_groups = Vec::new();
        let group = |Group { name, about, rows }: Group<Row>| {
            let cells = rows.iter().map(|_| Vec::new()).collect();
            of_groups.push(rows);
            Group { name, about, rows: cells }
        };
        let groups = groups.into_iter().map(group).collect();
        let (caption, columns, notes) = (caption.into(), Vec::new(), Vec::new());
        Draft { table: Self { class, caption, columns, groups, notes }, rows: of_groups }
    }

    pub(crate) fn cells(&self) -> impl Iterator<Item = &Cell> {
        self.groups.iter().flat_map(|group| &group.rows).flatten()
    }
}

impl Column {
    fn new(head: &str, about: &str) -> Self {
        Self { head: head.to_owned(), about: about.to_owned(), number: false, link: None }
    }

    /// The target of its head's link on the page.
    fn href(&self) -> Option<String> {
        self.link.as_ref().map(Link::href)
    }
}

impl Link {
    /// Its target on the page.
    fn href(&self) -> String {
        match self {
            Self::Solver(id) => format!("#{}", anchor(id)),
            Self::Set(name) => format!("#{}", set_anchor(name)),
            Self::Claim(id) => format!("#{id}"),
            Self::Address(address) => address.clone(),
        }
    }
}

impl Cell {
    /// Names a solver.
    fn solver(solver: &SolverRecord) -> Self {
        Self::text(names::name(solver)).leads_to_solver(&solver.id)
    }

    pub(crate) fn text(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// Where there is nothing to say.
    pub(crate) fn none() -> Self {
        Self::text("–")
    }

    /// Classes of the style sheet: cells are numbers unless they say otherwise.
    fn class(&self, column: &Column) -> Option<&'static str> {
        match (column.number, self.alarm, self.merit == Some(1.0)) {
            (true, false, false) => None,
            (true, false, true) => Some("best"),
            (true, true, _) => Some("alarm"),
            (false, true, _) => Some("text alarm"),
            (false, false, _) => Some("text"),
        }
    }

    /// The value that it is sorted by, where its text does not say it: the script reads numbers and
    /// times. Five digits, with a power of ten where that is shorter: a page has thousands.
    fn hidden_sort(&self) -> Option<String> {
        let sort = self.sort.filter(|_| !self.is_plain)?;
        let rounded: f64 = format!("{sort:.4e}").parse().ok()?;
        [format!("{rounded}"), format!("{rounded:e}")].into_iter().min_by_key(String::len)
    }

    pub(crate) fn number(text: String, sort: f64) -> Self {
        Self { text, sort: Some(sort), ..Self::default() }
    }

    /// A number, a ratio or a time that the script can read from the text alone, to sort by it.
    fn plain(text: String, sort: f64) -> Self {
        Self { is_plain: true, ..Self::number(text, sort) }
    }

    fn count(count: u64) -> Self {
        Self::plain(format::count(count), count as f64)
    }

    fn time(ns: f64) -> Self {
        Self::plain(format::time(ns), ns)
    }

    fn ratio(ratio: f64) -> Self {
        Self::plain(format::ratio(ratio), ratio)
    }

    pub(crate) fn about(self, about: String) -> Self {
        Self { about, ..self }
    }

    fn on(self, puzzles: usize) -> Self {
        Self { puzzles, ..self }
    }

    /// Leads to the address, where there is one.
    fn leads_to(self, to: &str) -> Self {
        Self { link: address(to).map(|to| Link::Address(to.to_owned())), ..self }
    }

    /// Its row has this anchor.
    fn anchored(self, anchor: String) -> Self {
        Self { anchor: Some(anchor), ..self }
    }

    fn leads_to_solver(self, id: &str) -> Self {
        Self { link: Some(Link::Solver(id.to_owned())), ..self }
    }

    fn leads_to_set(self, name: &str) -> Self {
        Self { link: Some(Link::Set(name.to_owned())), ..self }
    }

    pub(crate) fn leads_to_claim(self, id: &str) -> Self {
        Self { link: Some(Link::Claim(id.to_owned())), ..self }
    }

    /// The target of its link on the page.
    fn href(&self) -> Option<String> {
        self.link.as_ref().map(Link::href)
    }

    fn no_time(status: Status<'_>, text: String) -> Self {
        Self { text, alarm: status.is_wrong(), ..Self::default() }
    }
}

pub(crate) fn single<Row>(rows: impl IntoIterator<Item = Row>) -> Vec<Group<Row>> {
    let rows = rows.into_iter().collect();
    vec![Group { name: String::new(), about: String::new(), rows }]
}

/// A group for every corpus that there are rows for.
fn where_found<'a, Row>(
    results: &'a Results,
    rows: impl Fn(&'a CorpusRecord) -> Vec<Row>,
) -> Vec<Group<Row>> {
    let group = |corpus: &'a CorpusRecord| Group {
        name: corpus.name.clone(),
        about: corpus.about.trim_end_matches('.').to_owned(),
        rows: rows(corpus),
    };
    let groups = results.plan.corpora.iter().map(group);
    groups.filter(|group| !group.rows.is_empty()).collect()
}

/// A group for every corpus, with a row for every solver.
fn by_corpus<'a, Row>(
    results: &'a Results,
    on: impl Fn(&CorpusRecord) -> String,
    row: impl Fn(&'a SolverRecord, &'a CorpusRecord) -> Row,
) -> Vec<Group<Row>> {
    let group = |corpus: &'a CorpusRecord| Group {
        name: corpus.name.clone(),
        about: format!("{}: {}", on(corpus), corpus.about.trim_end_matches('.')),
        rows: results.plan.solvers.iter().map(|solver| row(solver, corpus)).collect(),
    };
    results.plan.corpora.iter().map(group).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_cell_is_sorted_by_is_short_or_said_by_its_text() {
        let hidden = |sort| Cell::number(String::new(), sort).hidden_sort().unwrap();
        let sorts = [0.0, 1.0, -0.25, 6157.123, 0.003_459_94, 4.9e9].map(hidden);
        assert_eq!(sorts, ["0", "1", "-0.25", "6157.1", "0.0034599", "4.9e9"]);
        for said in [Cell::ratio(1674.2), Cell::time(12.0), Cell::count(7), Cell::none()] {
            assert_eq!(said.hidden_sort(), None);
        }
    }
}
