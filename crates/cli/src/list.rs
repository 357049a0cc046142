//! `sudoku-lab list`: what there is.

use clap::{Args, ValueEnum};
use comfy_table::{Table, presets};
use serde::Serialize;
use sudoku_core::Source;
use sudoku_corpus::CORPORA;
use sudoku_registry::Entry;

use crate::output::Output;

/// List the solvers and the puzzle sets
#[derive(Debug, Args)]
pub(crate) struct List {
    /// Tell where each solver comes from, and what differs here
    #[arg(long)]
    long: bool,

    /// How to print
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
    corpora: Vec<Set>,
}

#[derive(Serialize)]
struct Solver {
    id: &'static str,
    idea: &'static str,
    tree: &'static str,
    sources: &'static [Source],
    file: String,
    /// The instructions that it is compiled for; empty for those of every processor.
    target: &'static str,
    /// Whether this processor can run it.
    available: bool,
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
        match self.format {
            Format::Table => {
                if self.long {
                    everything.solvers.iter().try_for_each(|solver| out.line(in_full(solver)))?;
                } else {
                    out.line(solvers(&everything.solvers).trim_fmt())?;
                }
                out.line("")?;
                out.line(sets(&everything.corpora).trim_fmt())
            }
            Format::Json => out.line(serde_json::to_string_pretty(&everything)?),
        }
    }
}

fn everything(solvers: &[&'static Entry]) -> Everything {
    let solvers = solvers.iter().map(|entry| Solver {
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
        about: corpus.about,
    });
    Everything { solvers: solvers.collect(), corpora: corpora.collect() }
}

fn solvers(solvers: &[Solver]) -> Table {
    let mut table = table(["solver", "source", "file", "idea"]);
    table.add_rows(solvers.iter().map(|solver| {
        let keys: Vec<_> = solver.sources.iter().map(|source| source.work.key).collect();
        let mark = match solver {
            Solver { available: false, .. } => {
                &format!(" ({}: not on this machine)", solver.target)
            }
            Solver { target: "", .. } => "",
            Solver { target, .. } => &format!(" ({target})"),
        };
        let idea = format!("{}{mark}", solver.idea);
        [solver.id, &keys.join("; "), &solver.file, &idea].map(str::to_owned)
    }));
    table
}

/// All there is to say of a solver, in lines.
fn in_full(solver: &Solver) -> String {
    let mut text = format!("{}\n", solver.id);
    let mut say = |what: &str, about: &str| text.extend(lines(what, about));
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

/// `what` and a text about it, in lines of 80 columns; a word that is longer gets a line of its own.
fn lines(what: &str, about: &str) -> Vec<String> {
    const WIDTH: usize = 80;
    let mut lines = vec![format!("  {what:9}")];
    for (at, word) in about.split(' ').enumerate() {
        let line = lines.last_mut().expect("there is a first line");
        if at > 0 && line.chars().count() + 1 + word.chars().count() > WIDTH {
            lines.push(format!("{:11}{word}", ""));
        } else {
            let gap = if at > 0 { " " } else { "" };
            line.extend([gap, word]);
        }
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}

fn sets(sets: &[Set]) -> Table {
    let mut table = table(["corpus", "puzzles", "about"]);
    let rows = sets.iter().map(|set| [set.name.into(), set.puzzles.to_string(), set.about.into()]);
    table.add_rows(rows);
    let numbers = table.column_mut(1).expect("there are three columns");
    numbers.set_cell_alignment(comfy_table::CellAlignment::Right);
    table
}

fn table<const N: usize>(header: [&str; N]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(header);
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    table
}
