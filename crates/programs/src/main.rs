//! `sudoku-programs [--limit SECONDS] NAME=COMMAND... FILE` judges and times programs in any
//! language on the puzzles of a file. `cargo xtask race` compiles and starts it.

use std::env;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use comfy_table::{CellAlignment, LineStyle, Table, TableStyle};
use sudoku_core::{Goal, Puzzle};
use sudoku_judge::{Interval, Paired};
use sudoku_programs::{
    Asked, Course, Found, NOT_LIMITED, NotAProgram, Out, PassLengths, Program, ProgramLimits,
    Question, launched, measure,
};
use sudoku_puzzles::Printable;
use sudoku_record::ProgramRecord;

/// How long passes are. After a minute for each program, no round beyond the sixth begins.
const PACE: PassLengths = PassLengths {
    unit: Duration::from_millis(50),
    longest: Duration::from_secs(5),
    rounds: 8,
    within: Duration::from_mins(1),
};

fn main() -> ExitCode {
    if let Some(code) = launched() {
        return code;
    }
    run(env::args().skip(1).collect()).unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::from(2)
    })
}

fn run(mut words: Vec<String>) -> Result<ExitCode> {
    let mut limits = ProgramLimits::default();
    if words.first().is_some_and(|word| word == "--limit") {
        ensure!(words.len() > 1, "--limit needs a number of seconds");
        let seconds = words[1].parse().ok().filter(|seconds| (1..=1_000_000).contains(seconds));
        let seconds = seconds.with_context(|| {
            format!("--limit {}: expected whole seconds, from 1 on", Printable(&words[1]))
        })?;
        limits.wall = Duration::from_secs(seconds);
        limits.cpu = 2 * limits.wall;
        words.drain(..2);
    }
    let file = words.pop().filter(|_| !words.is_empty());
    let file =
        file.context("race needs a program and a file: race 'mine=python3 solve.py' FILE")?;
    let described = words.iter().map(|word| described(word)).collect::<Result<Vec<_>, _>>()?;
    let programs = Program::all(described)?;

    let (file, goal) = Goal::of_name(&file);
    let (name, launcher) = (Printable(file).to_string(), env::current_exe()?);
    let (origins, questions) = questions(file, &name)?;
    if let Some(note) = NOT_LIMITED {
        eprintln!("note: {note}");
    }
    let course = Course { launcher: &launcher, limits, pace: PACE, budget: None };
    let set = Asked { name: &name, goal, questions, relabels: true, shared: true };
    let found = measure(&course, &programs, &[set], |what| eprintln!("{what}"));
    for Out { program, place, fault, .. } in &found.out {
        let origin = place.map(|at| format!(" ({})", origins[at])).unwrap_or_default();
        eprintln!("WRONG: {program} {fault}{origin}");
    }
    let _ = writeln!(io::stdout(), "{}", table(&found, &name));
    Ok(if found.out.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Reads `NAME=COMMAND`. The command answers the question of the file, whichever it is.
fn described(text: &str) -> Result<(ProgramRecord, PathBuf), NotAProgram> {
    let parts = text.split_once('=').ok_or_else(|| NotAProgram::Text(text.to_owned()))?;
    let (name, command) = (parts.0.to_owned(), Some(parts.1.to_owned()));
    let (first, unique) = (command.clone(), command);
    Ok((ProgramRecord { name, first, unique, ..ProgramRecord::default() }, PathBuf::from(".")))
}

/// Returns the file and line of each puzzle, and the puzzles. They are those of a file or, if there
/// is none of this name, of a set of the laboratory.
fn questions(file: &str, name: &str) -> Result<(Vec<String>, Vec<Question>)> {
    let mut solver = sudoku_registry::default_solver(sudoku_registry::Load::One).start();
    let (mut origins, mut questions) = (Vec::new(), Vec::new());
    let mut add = |line: u64, grid| match Puzzle::try_from(grid) {
        Ok(puzzle) => {
            origins.push(format!("{name}:{line}"));
            questions.push(Question::new(puzzle, &mut solver));
        }
        Err(conflict) => eprintln!("left out: {name}:{line}: {conflict}"),
    };
    if let (false, Ok(corpus)) = (Path::new(file).exists(), sudoku_puzzles::find(file)) {
        corpus.entries().iter().zip(1..).for_each(|(entry, line)| add(line, entry.grid));
    } else {
        for record in sudoku_puzzles::open(file).with_context(|| format!("cannot open {name}"))? {
            match record {
                Ok(record) => add(record.line, record.grid),
                Err(error) => eprintln!("left out: {error}"),
            }
        }
    }
    ensure!(!questions.is_empty(), "{name}: no puzzle in it");
    Ok((origins, questions))
}

const HEADER: [&str; 7] = [
    "program",
    "answered",
    "start-up, ms",
    "µs per puzzle",
    "95 % interval",
    "ratio",
    "95 % interval",
];

/// Returns a table with a row for each program, and how to read it.
fn table(found: &Found, set: &str) -> String {
    let paired = Paired::of(&[]).with_programs(&found.rows, &found.records);
    let times = paired.program_times();
    let first = found.records[0].id();
    let mut table = Table::new();
    let rule = LineStyle::none().fill('─').junction('─');
    table.load_style(TableStyle::new().header_separator(rule)).set_header(HEADER);
    let mut notes = vec![format!(
        "CPU time, user and system, of all processes of a program. ratio: to {}.",
        found.records[0].name
    )];
    for record in &found.records {
        let (name, id) = (&record.name, record.id());
        let answers = record.answers_to(set).map(|of| format!("{} of {}", of.answered, of.puzzles));
        let mut row = vec![name.clone(), answers.unwrap_or_default()];
        if let Some(time) = times.of(&id, set) {
            row.push(figure(time.start_up_ns / 1e6));
            row.extend(with_interval(&time.time_ns.scaled(1e-3)));
            let ratio = paired.ratio(set, &id, &first).filter(|_| id != first);
            row.extend(ratio.iter().flat_map(|ratio| with_interval(&ratio.ratio)));
        } else if record.fault().is_none() {
            notes.push(format!("{name}: no time, its start-up takes nearly all."));
        }
        row.resize_with(HEADER.len(), || "–".to_owned());
        table.add_row(row);
    }
    for (at, column) in table.column_iter_mut().enumerate() {
        column.set_padding((if at == 0 { 0 } else { 2 }, 0));
        column.set_cell_alignment(if at == 0 { CellAlignment::Left } else { CellAlignment::Right });
    }
    format!("{}\n{}", table.trim_fmt(), notes.join("\n"))
}

fn with_interval(Interval { point, low, high }: &Interval) -> [String; 2] {
    [figure(*point), format!("{} – {}", figure(*low), figure(*high))]
}

/// Formats a figure with three significant digits.
fn figure(value: f64) -> String {
    let decimals = (2.0 - value.abs().log10().floor()).clamp(0.0, 9.0);
    format!("{value:.0$}", if value == 0.0 { 0 } else { decimals as usize })
}
