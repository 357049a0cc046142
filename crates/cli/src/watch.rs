//! `sudoku-lab watch`: searches step by step, in a terminal or as plain text.

mod screen;
mod view;

use std::ffi::OsString;

use anyhow::{Result, bail};
use clap::Args;
use sudoku_core::{Goal, Puzzle};
use sudoku_registry::{Entry, find_among};
use sudoku_replay::Search;

use crate::console::Console;
use crate::input::{Input, Origin, Reading, no_puzzle};
use crate::number;
use crate::output::Output;
use crate::stream::COLUMNS;
use crate::wrap::hanging;

use self::view::Watched;

/// Watch one or two searches step by step
///
/// A step is a digit tried, taken back or forced, a guess, the return to a guess, or the solution;
/// for solvers that work on all cells at once, also a round of all rules. Each is shown with its
/// reason. On a terminal, keys step both ways, play and jump, and two searches are shown side by side
/// if there are 80 columns. Without a terminal, the steps are printed.
#[derive(Debug, Args)]
#[command(after_long_help = view::LEGEND)]
pub(crate) struct Watch {
    /// A solver to watch, by its id in `sudoku-lab list`; may be given twice [default:
    /// bitmask/blank-list and fewest-candidates/scan]
    #[arg(long, value_name = "ID")]
    solver: Vec<String>,

    /// Let the searches go on to a second solution, or to the end
    #[arg(long)]
    unique: bool,

    /// Begin at this step; 0 is the puzzle
    #[arg(long, value_name = "K", default_value = "0", value_parser = number::whole)]
    from: u64,

    /// Print this many steps when there is no terminal
    #[arg(long, value_name = "N", default_value = "20", value_parser = number::whole)]
    steps: u64,

    /// Also show where the search looks between two steps
    #[arg(long)]
    closer: bool,

    /// A puzzle, a file or set whose first puzzle is taken, or - for standard input [default: the
    /// puzzle of the set leetcode-37]
    #[arg(value_name = "PUZZLE|FILE|SET")]
    input: Option<OsString>,
}

const DEFAULT: [&str; 2] = ["bitmask/blank-list", "fewest-candidates/scan"];

impl Watch {
    pub(crate) fn run(self, console: &Console<'_>) -> Result<()> {
        let ids: Vec<&str> = match self.solver.as_slice() {
            [] => DEFAULT.into(),
            some @ ([_] | [_, _]) => some.iter().map(String::as_str).collect(),
            more => bail!("--solver is given {} times, expected one or two searches", more.len()),
        };
        let chosen = ids.into_iter().map(|id| find_among(console.solvers.iter().copied(), id));
        let chosen = chosen.collect::<Result<Vec<_>, _>>()?;
        let puzzle = self.puzzle(console)?;
        let goal = if self.unique { Goal::Unique } else { Goal::First };
        let open = |entry: &'static Entry| {
            let search = Search::open(entry, &puzzle, goal)?;
            Ok(Watched { id: entry.info.id, search })
        };
        let mut searches = chosen.into_iter().map(open).collect::<Result<Vec<_>>>()?;
        let out = &console.out;
        if out.columns.is_some() && screen::is_possible() {
            return screen::watch(&mut searches, self.from, self.closer, out);
        }
        for (at, watched) in searches.iter_mut().enumerate() {
            if at > 0 {
                out.line("")?;
            }
            self.print(watched, out)?;
        }
        Ok(())
    }

    /// The puzzle of the argument, or the first one of a file.
    fn puzzle(&self, console: &Console<'_>) -> Result<Puzzle> {
        let input = match self.input.as_deref() {
            None => Input::corpus(sudoku_puzzles::find("leetcode-37")?),
            argument => Input::of(argument, &Reading::default(), console)?,
        };
        if let Origin::Argument(grid) = input.origin {
            return Ok(Puzzle::try_from(grid)?);
        }
        let name = input.name.clone();
        let first = input.puzzles(|| console.out.hand_on()).next();
        let record = first.ok_or_else(|| no_puzzle(&name))??;
        let in_file = |conflict| anyhow::anyhow!("{name}:{}: {conflict}", record.line);
        Puzzle::try_from(record.grid).map_err(in_file)
    }

    /// Prints the steps that are asked for, between the boards before and after them.
    fn print(&self, Watched { id, search }: &mut Watched, out: &Output) -> Result<()> {
        let from = self.from.min(search.steps());
        let to = from.saturating_add(self.steps).min(search.steps());
        let digits = search.steps().to_string().len();
        let columns = out.columns.unwrap_or(COLUMNS);
        out.line(hanging(&format!("{id}: "), &view::summary(id, search), columns))?;
        out.line(format_args!("\n{}\n", view::picture(search.frame(from)).join("\n")))?;
        for step in from..=to {
            let frame = if self.closer { search.closer_frame(step) } else { search.frame(step) };
            if self.closer && step > from {
                for look in view::looks(frame) {
                    out.line(hanging(&" ".repeat(digits + 7), &look, columns))?;
                }
            }
            out.line(hanging(&format!("step {step:>digits$}  "), &view::said(frame), columns))?;
        }
        if to > from {
            out.line(format_args!("\n{}", view::picture(search.frame(to)).join("\n")))?;
        }
        let work = view::work(search.frame(to));
        out.line(format_args!("\n{}", hanging("", &work, columns)))
    }
}
