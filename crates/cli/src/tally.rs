//! `sudoku-lab tally`: the exact work of every solver on every puzzle.

mod row;
mod table;

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use anyhow::Result;
use clap::{Args, ValueEnum};
use sudoku_core::{Counts, Goal, Info, Puzzle, Work, nearest};
use sudoku_puzzles::Record;
use sudoku_registry::{Entry, Outcome, Session, find, select_among};

use crate::budget::Budget;
use crate::console::Console;
use crate::in_order::Outlet;
use crate::input::{Input, Source};
use crate::output::json;
use crate::ruling::{Referee, Ruling};
use crate::stream::COLUMNS;
use crate::trouble::Fault;
use crate::workers::{Done, Notice, Share, one_by_one};

use self::row::{Difficulty, TallyRow};

/// Count the work of solvers on puzzles
///
/// Prints one row per puzzle and solver, puzzle by puzzle. Counts are exact and the same on every
/// machine. Puzzles are read as by `sudoku-lab solve`.
#[derive(Debug, Args)]
#[command(after_long_help = row::columns())]
pub(crate) struct Tally {
    /// An id or a pattern such as 'bitmask/*' [default: all solvers]
    ///
    /// Of `sudoku-lab list`; may be given several times.
    #[arg(long, value_name = "GLOB")]
    solver: Vec<String>,

    #[command(flatten)]
    budget: Budget,

    #[command(flatten)]
    source: Source,

    /// Add the clues, effort and rating of each puzzle
    #[arg(long)]
    difficulty: bool,

    /// Output format [default: table on a terminal, csv elsewhere]
    #[arg(long, value_enum)]
    format: Option<TallyFormat>,

    /// Show only this counter in tables
    ///
    /// May be given several times.
    #[arg(long, value_name = "NAME", value_parser = counter)]
    counter: Vec<Work>,

    /// Read the puzzles of a corpus from `sudoku-lab list`
    #[arg(long, value_name = "NAME", conflicts_with = "input")]
    corpus: Option<String>,
}

fn counter(name: &str) -> Result<Work, String> {
    let near = || nearest(name, Work::ALL.iter().map(|what| what.name()));
    Work::named(name).ok_or_else(|| format!("there is no such counter; {}", near()))
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum TallyFormat {
    /// A table per puzzle, without the solution and counters that are 0 for all solvers; if the others
    /// do not fit, it names those that it leaves out
    Table,
    /// Values separated by commas, below a line of column names
    Csv,
    /// One JSON object per row, each on a line of its own; what is empty in CSV is null
    Json,
}

impl Tally {
    pub(crate) fn run(self, console: &Console<'_>) -> Result<()> {
        let chosen = self.solvers(console)?;
        let input = match &self.corpus {
            Some(name) => Input::corpus(sudoku_puzzles::find(name)?),
            None => self.source.open(console)?,
        };
        let format = self.format.unwrap_or(match console.out.columns {
            Some(_) => TallyFormat::Table,
            None => TallyFormat::Csv,
        });
        if let TallyFormat::Csv = format {
            console.out.raw(TallyRow::header(self.difficulty)?)?;
        }
        let (ruler, searches) = (find("bitmask/blank-list")?, AtomicU64::new(0));
        let worker = || {
            let mut counter = SearchCounter {
                options: &self,
                sessions: chosen.iter().map(|entry| (&entry.info, entry.start())).collect(),
                ruler: ruler.start(),
                format,
                columns: console.out.columns.unwrap_or(COLUMNS),
                searches: &searches,
            };
            move |share: Share, outlet: &mut Outlet<'_, Notice>| {
                share.each_puzzle(outlet, |index, record, outlet| {
                    counter.puzzle(index, record, outlet)
                })
            }
        };
        let of_share = (self.source.reading.threads, 1);
        let Done { stopped, end, .. } = one_by_one(console, input, of_share, worker)?;
        let all = format_args!("{} searches", searches.load(Relaxed));
        stopped.advise(all, self.budget, console);
        end
    }

    /// The solvers that are asked for and that this machine can run; the others are named.
    fn solvers(&self, console: &Console<'_>) -> Result<Vec<&'static Entry>> {
        let mut chosen = select_among(console.solvers.iter().copied(), &self.solver)?;
        let lacks: Vec<_> = chosen.iter().filter_map(|entry| entry.demand().err()).collect();
        match lacks.as_slice() {
            [lack, ..] if lacks.len() == chosen.len() => return Err((*lack).into()),
            some => some.iter().for_each(|lack| console.say(format_args!("left out: {lack}"))),
        }
        chosen.retain(|entry| entry.available());
        Ok(chosen)
    }
}

/// Counts the work of all solvers, puzzle by puzzle.
struct SearchCounter<'a> {
    options: &'a Tally,
    sessions: Vec<(&'static Info, Session)>,
    /// The solver whose placements are the effort.
    ruler: Session,
    format: TallyFormat,
    columns: usize,
    searches: &'a AtomicU64,
}

impl SearchCounter<'_> {
    fn puzzle(
        &mut self,
        index: u64,
        record: Record,
        outlet: &mut Outlet<'_, Notice>,
    ) -> Result<()> {
        let (grid, limits) = (record.grid, self.options.budget.limits());
        let (puzzle, referee) = (Puzzle::try_from(grid), Referee::new(grid));
        let difficulty = self.options.difficulty.then(|| self.difficulty(record));
        let mut rows = Vec::new();
        for (info, session) in &mut self.sessions {
            let solver = info.id;
            let (ruling, counts) = match &puzzle {
                Err(_) => (Ruling::INVALID, Counts::default().only(info.counters)),
                Ok(puzzle) => {
                    let run = session.tally(puzzle, Goal::First, limits);
                    self.searches.fetch_add(1, Relaxed);
                    if let Outcome::Stopped(_) = run.outcome {
                        outlet.event(Notice::Stopped(solver))?;
                    }
                    (referee.ruling(run.outcome, solver), run.counts)
                }
            };
            let Ruling { outcome, solution, complaint } = ruling;
            if let Some(complaint) = complaint {
                outlet.event(Notice::Trouble(Fault::Answer, complaint))?;
            }
            let difficulty = difficulty.as_ref();
            let row =
                TallyRow { index, puzzle: grid, solver, outcome, counts, difficulty, solution };
            match self.format {
                TallyFormat::Table => rows.push(row),
                TallyFormat::Csv => outlet.text(row.csv()?)?,
                TallyFormat::Json => outlet.text(json(&row)?)?,
            }
        }
        match self.format {
            TallyFormat::Table => {
                let table = table::of_puzzle(&rows, &self.options.counter, self.columns);
                outlet.text(format!("{table}\n\n"))
            }
            _ => Ok(()),
        }
    }

    fn difficulty(&mut self, record: Record) -> Difficulty {
        let limits = self.options.budget.limits();
        let recorded = || sudoku_puzzles::KnownPuzzle::of(&record)?.placements;
        let known = self.options.corpus.as_ref().and_then(|_| recorded());
        let effort = known.or_else(|| {
            let run = self.ruler.tally(&Puzzle::try_from(record.grid).ok()?, Goal::First, limits);
            (!matches!(run.outcome, Outcome::Stopped(_))).then_some(run.counts.placements)
        });
        Difficulty { clues: record.grid.clues(), effort, rating: record.rating }
    }
}
