//! `sudoku-lab list`: the solvers and the puzzle sets.

use anyhow::Result;
use clap::{Args, ValueEnum};
use comfy_table::CellAlignment;
use serde::Serialize;
use sudoku_core::Source;
use sudoku_puzzles::{CORPORA, Corpus};
use sudoku_registry::{Entry, Load, default_among};

use crate::console::Console;
use crate::stream::COLUMNS;
use crate::wrap::{hanging, table};

/// List the solvers and the puzzle sets
#[derive(Debug, Args)]
pub(crate) struct List {
    /// Show everything about each solver: its sources, how it differs from them, and its file
    #[arg(long)]
    long: bool,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: ListFormat,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
enum ListFormat {
    #[default]
    Table,
    Json,
}

#[derive(Serialize)]
struct Everything {
    solvers: Vec<ListedSolver>,
    defaults: [ListedDefault; 2],
    corpora: Vec<ListedCorpus>,
}

#[derive(Serialize)]
struct ListedSolver {
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
struct ListedDefault {
    /// `one` for a single puzzle, `many` for files of puzzles.
    puzzles: &'static str,
    solver: Option<&'static str>,
    why: &'static str,
}

#[derive(Serialize)]
struct ListedCorpus {
    name: &'static str,
    puzzles: usize,
    about: &'static str,
}

impl List {
    pub(crate) fn run(self, console: &Console<'_>) -> Result<()> {
        let (everything, out) = (Everything::of(console.solvers), &console.out);
        if let ListFormat::Json = self.format {
            return out.line(serde_json::to_string_pretty(&everything)?);
        }
        let Everything { solvers, defaults, corpora } = everything;
        let columns = out.columns.unwrap_or(COLUMNS);
        if self.long {
            solvers.iter().try_for_each(|solver| out.line(solver.in_full(columns)))?;
        } else {
            let rows = solvers.iter().map(|solver| [solver.id.to_owned(), solver.in_brief()]);
            out.line(table(["solver", "idea"], rows, columns).trim_fmt())?;
        }
        out.line("")?;
        for ListedDefault { puzzles, solver, why } in defaults {
            let head = format!("default for {puzzles:4}  ");
            let solver = format!("{}: {why}", solver.unwrap_or("none"));
            out.line(hanging(&head, &solver, columns))?;
        }
        out.line("")?;
        let rows = corpora.iter().map(|corpus| {
            [corpus.name.to_owned(), corpus.puzzles.to_string(), corpus.about.to_owned()]
        });
        let mut corpora = table(["corpus", "puzzles", "about"], rows, columns);
        let numbers = corpora.column_mut(1).into_iter();
        numbers.for_each(|column| column.set_cell_alignment(CellAlignment::Right));
        out.line(corpora.trim_fmt())
    }
}

impl Everything {
    fn of(solvers: &[&'static Entry]) -> Self {
        let default = |puzzles, load: Load| {
            let solver = default_among(solvers.iter().copied(), load);
            ListedDefault { puzzles, solver: solver.map(|entry| entry.info.id), why: load.rule() }
        };
        let solver = |entry: &&'static Entry| ListedSolver {
            id: entry.info.id,
            idea: entry.info.idea,
            tree: entry.info.tree.0,
            sources: entry.info.sources,
            file: entry.info.path(),
            target: entry.target,
            available: entry.available(),
        };
        let corpus = |corpus: &Corpus| ListedCorpus {
            name: corpus.name,
            puzzles: corpus.entries().len(),
            about: corpus.about(),
        };
        Self {
            solvers: solvers.iter().map(solver).collect(),
            defaults: [default("one", Load::One), default("many", Load::Many)],
            corpora: CORPORA.iter().map(corpus).collect(),
        }
    }
}

impl ListedSolver {
    /// The idea, and what the processor needs for it.
    fn in_brief(&self) -> String {
        let Self { idea, target, .. } = self;
        match (self.available, *target) {
            (true, "") => (*idea).to_owned(),
            (true, target) => format!("{idea} ({target})"),
            (false, target) => format!("{idea} ({target}: not on this machine)"),
        }
    }

    /// The full description, as lines of text.
    fn in_full(&self, columns: usize) -> String {
        let mut text = format!("{}\n", self.id);
        let mut say = |what: &str, about: &str| {
            text += &hanging(&format!("  {what:9}"), about, columns);
            text.push('\n');
        };
        say("idea", self.idea);
        say("tree", self.tree);
        say("file", &self.file);
        for Source { work, part, differs } in self.sources {
            say("source", &format!("{}: {}", work.key, work.title));
            say("author", work.author);
            say("year", work.year);
            say("address", work.address);
            say("part", part);
            say(
                "differs",
                if differs.is_empty() { "in the language and the names" } else { differs },
            );
        }
        text
    }
}
