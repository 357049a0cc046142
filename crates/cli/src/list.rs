//! `sudoku-lab list`: the solvers and the puzzle sets.

use clap::{Args, ValueEnum};
use comfy_table::{ColumnConstraint, ContentArrangement, Table, presets};
use serde::Serialize;
use sudoku_core::Source;
use sudoku_puzzles::CORPORA;
use sudoku_registry::{Entry, Load, default_among};

use crate::output::Output;
use crate::stream::COLUMNS;
use crate::text::hanging;

/// List the solvers and the puzzle sets
#[derive(Debug, Args)]
pub(crate) struct List {
    /// Show everything about each solver: its sources, how it differs from them, and its file
    #[arg(long)]
    long: bool,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
enum Format {
    #[default]
    Table,
    Json,
}

#[derive(Serialize)]
struct Everything {
    solvers: Vec<Solver>,
    defaults: [Taken; 2],
    corpora: Vec<Set>,
}

#[derive(Serialize)]
struct Solver {
    id: &'static str,
    idea: &'static str,
    tree: &'static str,
    sources: &'static [Source],
    file: String,
    /// The instructions that the solver is compiled for; empty if every processor has them.
    target: &'static str,
    /// True if this processor can run the solver.
    available: bool,
}

/// The default solver.
#[derive(Serialize)]
struct Taken {
    /// `one` for a single puzzle, `many` for files of puzzles.
    puzzles: &'static str,
    solver: Option<&'static str>,
    why: &'static str,
}

#[derive(Serialize)]
struct Set {
    name: &'static str,
    puzzles: usize,
    about: &'static str,
}

impl List {
    pub(crate) fn run(self, listed: &[&'static Entry], out: &Output) -> anyhow::Result<()> {
        let everything = everything(listed);
        let columns = out.columns.unwrap_or(COLUMNS);
        match self.format {
            Format::Table => {
                if self.long {
                    let full = |solver| out.line(in_full(solver, columns));
                    everything.solvers.iter().try_for_each(full)?;
                } else {
                    out.line(solvers(&everything.solvers, columns).trim_fmt())?;
                }
                out.line("")?;
                for default in &everything.defaults {
                    out.line(default.in_words(columns))?;
                }
                out.line("")?;
                out.line(sets(&everything.corpora, columns).trim_fmt())
            }
            Format::Json => out.line(serde_json::to_string_pretty(&everything)?),
        }
    }
}

fn everything(listed: &[&'static Entry]) -> Everything {
    let solvers = listed.iter().map(|entry| Solver {
        id: entry.info.id,
        idea: entry.info.idea,
        tree: entry.info.tree.0,
        sources: entry.info.sources,
        file: entry.info.path(),
        target: entry.target,
        available: entry.available(),
    });
    let corpora = CORPORA.iter().map(|corpus| Set {
        name: corpus.name,
        puzzles: corpus.entries().len(),
        about: corpus.about(),
    });
    let defaults = [("one", Load::One), ("many", Load::Many)].map(|(puzzles, load)| {
        let solver = default_among(listed.iter().copied(), load);
        Taken { puzzles, solver: solver.map(|entry| entry.info.id), why: load.rule() }
    });
    Everything { solvers: solvers.collect(), defaults, corpora: corpora.collect() }
}

impl Taken {
    fn in_words(&self, columns: usize) -> String {
        let solver = self.solver.unwrap_or("none");
        hanging(
            &format!("default for {:4}  ", self.puzzles),
            &format!("{solver}: {}", self.why),
            columns,
        )
    }
}

fn solvers(solvers: &[Solver], columns: usize) -> Table {
    let mut table = table(["solver", "idea"], columns);
    table.add_rows(solvers.iter().map(|solver| {
        let mark = match solver {
            Solver { available: false, .. } => {
                &format!(" ({}: not on this machine)", solver.target)
            }
            Solver { target: "", .. } => "",
            Solver { target, .. } => &format!(" ({target})"),
        };
        let idea = format!("{}{mark}", solver.idea);
        [solver.id.to_owned(), idea]
    }));
    table
}

/// The full description of a solver, as lines of text.
fn in_full(solver: &Solver, columns: usize) -> String {
    let mut text = format!("{}\n", solver.id);
    let mut say = |what: &str, about: &str| {
        text += &hanging(&format!("  {what:9}"), about, columns);
        text.push('\n');
    };
    say("idea", solver.idea);
    say("tree", solver.tree);
    say("file", &solver.file);
    for Source { work, part, differs } in solver.sources {
        say("source", &format!("{}: {}", work.key, work.title));
        say("author", work.author);
        say("year", work.year);
        say("address", work.address);
        say("part", part);
        say("differs", if differs.is_empty() { "in the language and the names" } else { differs });
    }
    text
}

fn sets(sets: &[Set], columns: usize) -> Table {
    let mut table = table(["corpus", "puzzles", "about"], columns);
    let rows = sets.iter().map(|set| [set.name.into(), set.puzzles.to_string(), set.about.into()]);
    table.add_rows(rows);
    let numbers = table.column_mut(1).expect("there are three columns");
    numbers.set_cell_alignment(comfy_table::CellAlignment::Right);
    table
}

/// An empty table with this header, whose last column is wrapped.
fn table<const N: usize>(header: [&str; N], columns: usize) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(header);
    let width = columns.try_into().unwrap_or(u16::MAX);
    table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
    for (at, column) in table.column_iter_mut().enumerate() {
        let last = at == N - 1;
        column.set_padding((0, if last { 0 } else { 2 }));
        if !last {
            column.set_constraint(ColumnConstraint::ContentWidth);
        }
    }
    table
}
