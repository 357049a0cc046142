//! `sudoku-lab race`: programs in any language and solvers of the laboratory, refereed and timed in turn.

use std::env;
use std::fs::OpenOptions;
use std::io::Write;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use clap::{Args, value_parser};
use comfy_table::{CellAlignment, LineStyle, TableStyle};
use indicatif::ProgressBar;
use sudoku_core::{Goal, Puzzle};
use sudoku_judge::{Interval, Paired, ProgramTime, Rows, format};
use sudoku_programs::{
    Asked, Course, Found, Group, NOT_LIMITED, Out, PassLengths, Program, ProgramLimits, Question,
};
use sudoku_puzzles::{Printable, ReadError};
use sudoku_record::{Elapsed, ProgramRecord, Stopwatch};
use sudoku_registry::{Entry, Load, default_solver};

use crate::console::Console;
use crate::input::{Input, Reading};
use crate::trouble::Fault;
use crate::wrap::{hanging, table};

/// Race programs in any language, and solvers; answers are checked
///
/// A program reads a puzzle a line and writes an answer a line: the 81 digits of a solution, or none.
/// It is started in the current folder, without a shell. A solver of the laboratory takes part under
/// its name (sudoku-lab list), as a program of its own; the fastest one for many puzzles always does.
/// The answer is about the first entrant: its CPU time for a puzzle, without its start-up, and how it
/// compares with each of the others, on the first puzzles, as many as both answer in an eighth of a
/// second. Exit code 1 when a program breaks the protocol, or the first is slower than --slower allows.
#[derive(Debug, Args)]
#[command(override_usage = "sudoku-lab race [OPTIONS] <ENTRANT>... [FILE|SET]")]
pub(crate) struct Race {
    /// NAME=COMMAND such as 'mine=python3 solve.py', or a solver; after them a file of puzzles or the
    /// name of a set [default: minimal]; with +unique after it, the question is whether the solution is
    /// the only one
    #[arg(required = true, value_name = "ENTRANT")]
    words: Vec<String>,

    /// Wall time that a program may take for all puzzles; CPU time may be twice that
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = value_parser!(u64).range(1..=1_000_000))]
    limit: u64,

    /// Fail if the first entrant certainly takes more than PERCENT longer than the second
    #[arg(long, value_name = "PERCENT", value_parser = value_parser!(u32).range(..=1_000_000))]
    slower: Option<u32>,

    /// Append the answer to this file, as Markdown
    #[arg(long, value_name = "FILE")]
    summary: Option<PathBuf>,
}

/// On a quiet machine, this share of the cores is free, or more.
const QUIET: f64 = 0.9;

/// How long the machine is asked for its cores.
const SPIN: Duration = Duration::from_millis(100);

/// How long passes are.
const PACE: PassLengths = PassLengths {
    unit: Duration::from_millis(20),
    longest: Duration::from_millis(500),
    rounds: 6,
    within: Duration::from_secs(5),
};

impl Race {
    pub(crate) fn run(self, console: &Console<'_>) -> Result<()> {
        let (mut described, mut set) = (Vec::new(), "minimal");
        for (at, word) in self.words.iter().enumerate() {
            match entrant(word)? {
                Some(record) => described.push(record),
                // The last word may be a file or a set, after an entrant.
                None if at > 0 && at + 1 == self.words.len() => set = puzzles(word)?,
                None => bail!(unknown(word)),
            }
        }
        ensure!(self.slower.is_none() || described.len() > 1, "--slower needs a second entrant");
        let fastest = ours(default_solver(Load::Many))?;
        if described.iter().all(|record| record.name != fastest.name) {
            described.push(fastest);
        }
        let folder = |record| (record, PathBuf::from("."));
        let programs = Program::all(described.into_iter().map(folder))?;

        let (file, goal) = Goal::of_name(set);
        let (name, launcher) = (Printable(file).to_string(), env::current_exe()?);
        let (origins, questions) = questions(console, file, &name)?;
        if let Some(note) = NOT_LIMITED {
            console.say(format_args!("note: {note}"));
        }
        let wall = Duration::from_secs(self.limit);
        let limits = ProgramLimits { wall, cpu: 2 * wall, ..ProgramLimits::default() };
        let course = Course { launcher: &launcher, limits, pace: PACE, budget: None };
        let asked = Asked { name: &name, goal, questions, relabels: true };
        let before = share_of_cores();
        let bar = ProgressBar::new_spinner();
        bar.enable_steady_tick(Duration::from_millis(200));
        let (found, groups) = sudoku_programs::race(&course, &programs, &asked, |what| {
            if bar.is_hidden() {
                console.say(what);
            } else {
                bar.set_message(what.to_owned());
            }
        });
        bar.finish_and_clear();
        let free = f64::midpoint(before, share_of_cores());
        let wrong = found.out.iter().map(|Out { program, place, fault, .. }| {
            let origin = place.map(|at| format!(" ({})", origins[at])).unwrap_or_default();
            format!("WRONG: {program} {fault}{origin}")
        });
        let times = Times::of(&found, &groups, &name);
        self.answer(console, &times, wrong.collect(), free)
    }

    fn answer(
        &self,
        console: &Console<'_>,
        times: &Times<'_>,
        mut faults: Vec<String>,
        free: f64,
    ) -> Result<()> {
        let most = self.slower.map(|percent| 1.0 + f64::from(percent) / 100.0);
        faults.extend(most.and_then(|most| times.too_slow(most)));
        for fault in &faults {
            console.report(Fault::Checked, fault);
        }
        let terminal = console.out.columns;
        let columns = terminal.unwrap_or(usize::MAX);
        let (mut sentence, table) = (times.sentence(), times.table(terminal.unwrap_or(80)));
        sentence.extend(times.time(0).and_then(|_| busy(free)));
        if let Some(file) = &self.summary {
            let shown = || file.display().to_string();
            let mut file =
                OpenOptions::new().append(true).create(true).open(file).with_context(shown)?;
            let faults = faults.iter().map(|fault| format!("**{fault}**\n\n"));
            let faults: String = faults.collect();
            writeln!(file, "{faults}{sentence}\n\n```text\n{table}\n```\n\n{NOTE}\n")
                .with_context(shown)?;
        }
        let wrapped = |text| hanging("", text, columns);
        console.out.line(format_args!("{}\n\n{table}\n\n{}", wrapped(&sentence), wrapped(NOTE)))
    }
}

/// Returns the program that a word describes; `None` if the word is no `NAME=COMMAND` and no solver.
/// A command answers either question.
fn entrant(word: &str) -> Result<Option<ProgramRecord>> {
    if let Some((name, command)) = word.split_once('=') {
        return Ok(Some(program(name, command.to_owned(), command.to_owned())));
    }
    if word == "fastest" {
        return ours(default_solver(Load::Many)).map(Some);
    }
    sudoku_registry::find(word).ok().map(ours).transpose()
}

/// Returns a solver as a program: this one, started again.
fn ours(solver: &Entry) -> Result<ProgramRecord> {
    let id = solver.info.id;
    ensure!(solver.available(), "{id}: this processor lacks {}", solver.target);
    let this = env::current_exe()?;
    let this = shlex::try_quote(this.to_str().context("the path of this program is no text")?)?;
    let command = format!("{this} solve --threads 1 --solver {id} --format line");
    Ok(program(id, format!("{command} -"), format!("{command} --unique -")))
}

fn program(name: &str, first: String, unique: String) -> ProgramRecord {
    let (name, first, unique) = (name.to_owned(), Some(first), Some(unique));
    ProgramRecord { name, first, unique, ..ProgramRecord::default() }
}

/// The message about a word that is no entrant and not the last one.
fn unknown(word: &str) -> String {
    let expected = "an entrant is NAME=COMMAND, such as 'mine=python3 solve.py', or a solver";
    match sudoku_registry::find(word) {
        Err(error) if word.contains('/') => format!("{expected}; {error}"),
        _ => format!("{expected}; found `{}`", Printable(word)),
    }
}

/// Returns the last word, the name of a file or a set. A name with a slash may be meant for a solver.
fn puzzles(word: &str) -> Result<&str> {
    match sudoku_registry::find(word) {
        Err(error) if word.contains('/') && !Path::new(Goal::of_name(word).0).exists() => {
            bail!("{}: no such file, and {error}", Printable(word))
        }
        _ => Ok(word),
    }
}

/// Returns the file and line of each puzzle, and the puzzles.
fn questions(
    console: &Console<'_>,
    file: &str,
    name: &str,
) -> Result<(Vec<String>, Vec<Question>)> {
    let mut solver = default_solver(Load::One).start();
    let (mut origins, mut questions) = (Vec::new(), Vec::new());
    let input = Input::open(Some(file.as_ref()), &Reading::default(), console)?;
    for record in input.puzzles(|| ()) {
        if let Err(error @ ReadError::Io { .. }) = record {
            return Err(error.into());
        }
        let read = record.map_err(|error| error.to_string()).and_then(|record| {
            let origin = format!("{name}:{}", record.line);
            let puzzle = Puzzle::try_from(record.grid);
            let puzzle = puzzle.map_err(|conflict| format!("{origin}: {conflict}"))?;
            Ok((origin, Question::new(puzzle, &mut solver)))
        });
        match read {
            Ok((origin, question)) => {
                origins.push(origin);
                questions.push(question);
            }
            Err(why) => console.say(format_args!("left out: {why}")),
        }
    }
    ensure!(!questions.is_empty(), "{name}: no puzzle in it");
    Ok((origins, questions))
}

/// The times of a race.
struct Times<'a> {
    found: &'a Found,
    set: &'a str,
    groups: Vec<Timed<'a>>,
}

/// The times of a group.
struct Timed<'a> {
    group: &'a Group,
    paired: Paired,
    means: Vec<ProgramTime>,
}

impl<'a> Times<'a> {
    fn of(found: &'a Found, groups: &'a [Group], set: &'a str) -> Self {
        let timed = |group: &'a Group| {
            let paired = Paired::of(&[]).with_programs(&group.rows, &found.records);
            Timed { group, means: paired.program_times(), paired }
        };
        Self { found, set, groups: groups.iter().map(timed).collect() }
    }

    /// The group of an entrant; of the first, that on the most puzzles.
    fn group(&self, at: usize) -> Option<&Timed<'a>> {
        self.groups.iter().find(|timed| timed.group.programs.contains(&at))
    }

    fn time(&self, at: usize) -> Option<&ProgramTime> {
        self.group(at)?.means.of(&self.found.records[at].id(), self.set)
    }

    /// How many times as fast as the first entrant another one is, and the inverse.
    fn faster(&self, other: usize) -> Option<[Interval; 2]> {
        let [first, second] = [0, other].map(|at| self.found.records[at].id());
        let paired = &self.group(other)?.paired;
        let ratio = |above, below| Some(paired.ratio(self.set, above, below)?.ratio);
        Some([ratio(&first, &second)?, ratio(&second, &first)?])
    }

    /// Says of the first entrant how it compares with each of the others, and what it takes.
    fn sentence(&self) -> String {
        let first = &self.found.records[0];
        let (time, answers) = (self.time(0), first.answers_to(self.set));
        let (name, set) = (&first.name, self.set);
        let (Some(time), Some(answers)) = (time, answers) else {
            return format!("{name} has no time on {set}.");
        };
        let compared = (1..self.found.records.len()).filter_map(|at| self.compared(at));
        let compared: Vec<String> = compared.collect();
        let each = format::interval(time.time_ns);
        let timed = self.groups[0].group.puzzles;
        let of = match format::many(answers.puzzles, "puzzle") {
            _ if answers.puzzles == 1 => format!("the puzzle of {set}"),
            all if timed == answers.puzzles => format!("each of the {all} of {set}"),
            all => format!("each of the first {} of the {all} of {set}", format::count(timed)),
        };
        let found = match compared.as_slice() {
            [] => name.to_owned(),
            all => format!("{name} {}. It", format::listed(all)),
        };
        let right = match format::count(answers.answered) {
            _ if answers.puzzles == 1 => "its answer is".to_owned(),
            all if answers.answered == answers.puzzles => format!("all {all} answers are"),
            some => format!("its {some} answers within the limit are"),
        };
        format!("{found} takes {each} for {of}; {right} right.")
    }

    /// Compares the first entrant with another one.
    fn compared(&self, other: usize) -> Option<String> {
        let [slower, faster] = self.faster(other)?;
        let fastest = default_solver(Load::Many).info.id;
        let fewer = self.on_fewer(other);
        let name = match &*self.found.records[other].name {
            name if name == fastest => format!("the fastest solver here ({name}){fewer}"),
            name => format!("{name}{fewer}"),
        };
        Some(if slower.low > 1.0 {
            format!("takes {} times as long as {name}", format::with_error(slower))
        } else if slower.high < 1.0 {
            format!("is {} times as fast as {name}", format::with_error(faster))
        } else {
            format!("is as fast, within the error, as {name}")
        })
    }

    /// The number of puzzles, in brackets, on which another entrant is compared with the first, if they are
    /// fewer than those of the first.
    fn on_fewer(&self, other: usize) -> String {
        let all = self.groups[0].group.puzzles;
        let fewer = self.group(other).map(|of| of.group.puzzles).filter(|puzzles| *puzzles < all);
        fewer.map_or_else(String::new, |some| format!(" (on the first {})", format::count(some)))
    }

    /// Says that the first entrant certainly takes more than `most` times as long as the second, or that
    /// nothing can be said.
    fn too_slow(&self, most: f64) -> Option<String> {
        let [first, second] = [0, 1].map(|at| &self.found.records[at].name);
        let Some([ratio, _]) = self.faster(1) else {
            return Some(format!("{first} and {second} could not be compared"));
        };
        let factor = format::with_error(ratio);
        (ratio.low > most).then(|| {
            let what = format!("{first} takes {factor} times as long as {second}");
            format!("SLOWER: {what}; {most:.2} is allowed")
        })
    }

    /// Returns a table with a row for each entrant that was started.
    fn table(&self, columns: usize) -> String {
        let as_fast = format!("times as fast as {}", self.found.records[0].name);
        let rows = self.found.records.iter().enumerate().filter_map(|(at, record)| {
            let answers = record.answers_to(self.set)?;
            let [right, all] = [answers.answered, answers.puzzles].map(format::count);
            let time = self.time(at);
            let faster = match at {
                0 => Some("1".to_owned()),
                _ => self.faster(at).map(|[faster, _]| format::with_error(faster)),
            };
            let cells = [
                Some(record.name.clone()),
                Some(format!("{right} of {all}")),
                time.map(|time| format::time(time.start_up_ns)),
                time.map(|time| format::time(time.time_ns.point) + &self.on_fewer(at)),
                time.and(faster),
            ];
            Some(cells.map(|cell| cell.unwrap_or_else(|| "–".to_owned())))
        });
        let mut table = table(["", "right", "start-up", "a puzzle", &as_fast], rows, columns);
        let rule = LineStyle::none().fill('─').junction('─');
        table.load_style(TableStyle::new().header_separator(rule));
        for column in table.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        table.trim_fmt()
    }
}

/// The share of the time in which threads that only compute had a core, one on each core for a tenth of
/// a second.
fn share_of_cores() -> f64 {
    let spin = || {
        let watch = Stopwatch::start();
        loop {
            let Elapsed { cpu, wall } = watch.elapsed();
            if wall >= SPIN {
                return cpu.as_secs_f64() / wall.as_secs_f64();
            }
        }
    };
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let shares: f64 = thread::scope(|scope| {
        let threads: Vec<_> = (0..cores).map(|_| scope.spawn(spin)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap_or(1.0)).sum()
    });
    shares / cores as f64
}

/// Says that the machine was busy, if the share of its cores that was free is so small.
fn busy(share: f64) -> Option<String> {
    (share < QUIET).then(|| {
        let share = 100.0 * share;
        format!(
            " The machine was busy: {share:.0} % of its cores were free before and after the race. Race \
             again on a quiet machine."
        )
    })
}

const NOTE: &str = "Times are CPU time, user and system, of all processes of a program, without its start-up. – says \
     that an answer was wrong, or that the start-up takes nearly all of the time.";

#[cfg(test)]
mod tests {
    use sudoku_record::{ProgramAnswers, ProgramRow};

    use super::*;

    /// The sentence about a program that answers some of the puzzles of a set.
    fn sentence(answered: usize, puzzles: usize) -> String {
        let (name, corpus) = ("mine", "set");
        let row = |(round, puzzles)| ProgramRow {
            corpus: corpus.to_owned(),
            round,
            track: name.to_owned(),
            puzzles,
            placements: None,
            nodes: None,
            cpu_ns: 1_000_000 + 1_000 * puzzles as u64,
            wall_ns: 1,
        };
        let rows = (0..6).flat_map(|round| [0, 100, 400].map(|puzzles| row((round, puzzles))));
        let answers = ProgramAnswers {
            corpus: corpus.to_owned(),
            answered,
            no_solution: 0,
            puzzles,
            fault: None,
        };
        let record =
            ProgramRecord { answers: vec![answers], ..program(name, "a".into(), "a".into()) };
        let found = Found { records: vec![record], ..Found::default() };
        let group = Group { programs: vec![0], puzzles: answered, rows: rows.collect() };
        Times::of(&found, &[group], corpus).sentence()
    }

    #[test]
    fn a_race_on_one_puzzle_speaks_of_one() {
        let ends = |answered, puzzles, end: &str| {
            let said = sentence(answered, puzzles);
            assert!(said.starts_with("mine takes ") && said.ends_with(end), "{said}");
        };
        ends(1, 1, " for the puzzle of set; its answer is right.");
        ends(20, 20, " for each of the 20 puzzles of set; all 20 answers are right.");
        let some = " for each of the first 4 of the 20 puzzles of set; its 4 answers within the limit \
                    are right.";
        ends(4, 20, some);
    }

    #[test]
    fn a_busy_machine_is_named_with_the_share_of_its_free_cores() {
        let told = busy(0.427).unwrap();
        assert!(told.contains("43 % of its cores were free"), "{told}");
        assert_eq!([0.95, 1.0].map(busy), [None, None]);
        assert!((0.0..=1.01).contains(&share_of_cores()));
    }
}
