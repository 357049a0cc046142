//! `sudoku-programs [--limit SECONDS] NAME=COMMAND... FILE` judges and times programs in any
//! language on the puzzles of a file. `cargo xtask race` compiles and starts it.

use std::env;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use comfy_table::{CellAlignment, LineStyle, Table, TableStyle};
use sudoku_core::{Goal, Puzzle};
use sudoku_corpus::Printable;
use sudoku_findings::Interval;
use sudoku_programs::{
    NOT_LIMITED, Program, ProgramLimits, Question, Race, RaceResult, Racer, echo, launched, race,
};

fn main() -> ExitCode {
    if let Some(code) = launched() {
        return code;
    }
    match run(env::args().skip(1).collect()) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn run(mut words: Vec<String>) -> Result<ExitCode> {
    if words == [Program::ECHO] {
        echo()?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut limits = ProgramLimits::default();
    if words.first().is_some_and(|word| word == "--limit") {
        ensure!(words.len() > 1, "--limit needs a number of seconds");
        let seconds = words[1].parse().ok().filter(|seconds| (1..=1_000_000).contains(seconds));
        let Some(seconds) = seconds else {
            bail!("--limit {}: expected whole seconds, from 1 on", Printable(&words[1]));
        };
        limits.wall = Duration::from_secs(seconds);
        limits.cpu = 2 * limits.wall;
        words.drain(..2);
    }
    let file = words.pop().filter(|_| !words.is_empty());
    let file =
        file.context("race needs a program and a file: race 'mine=python3 solve.py' FILE")?;
    let programs = words.iter().map(|word| word.parse()).collect::<Result<Vec<Program>, _>>()?;
    for (at, program) in programs.iter().enumerate() {
        let is_taken = programs[..at].iter().any(|other| other.name == program.name);
        ensure!(
            !is_taken && program.name != Program::ECHO,
            "`{}` names another program too",
            program.name
        );
    }

    let (file, goal) = Goal::of_name(&file);
    let (origins, questions) = questions(file)?;
    let launcher = env::current_exe()?;
    let echo = Program::echo()?;
    if let Some(note) = NOT_LIMITED {
        eprintln!("note: {note}");
    }
    let say = |what: &str| eprintln!("{what}");
    let raced = race(&launcher, &programs, &echo, &questions, goal, &limits, say);
    let mut code = ExitCode::SUCCESS;
    for Racer { program, result, .. } in &raced.racers {
        let RaceResult::Out { fault, puzzle } = result else { continue };
        code = ExitCode::FAILURE;
        let origin = puzzle.map(|at| format!(" ({})", origins[at])).unwrap_or_default();
        eprintln!("WRONG: {} {fault}{origin}", program.name);
    }
    let _ = writeln!(io::stdout(), "{}", table(&raced, questions.len()));
    for note in notes(&raced, questions.len()) {
        let _ = writeln!(io::stdout(), "{note}");
    }
    Ok(code)
}

/// Returns the file and line of each puzzle, and the puzzles. They are those of a file or, if there
/// is none of this name, of a set of the laboratory.
fn questions(file: &str) -> Result<(Vec<String>, Vec<Question>)> {
    let mut solver = sudoku_registry::default_solver(sudoku_registry::Load::One).start();
    let name = Printable(file).to_string();
    let (mut origins, mut questions) = (Vec::new(), Vec::new());
    let mut add = |line: u64, grid| match Puzzle::try_from(grid) {
        Ok(puzzle) => {
            origins.push(format!("{name}:{line}"));
            questions.push(Question::new(puzzle, &mut solver));
        }
        Err(conflict) => eprintln!("left out: {name}:{line}: {conflict}"),
    };
    if let (false, Ok(corpus)) = (std::path::Path::new(file).exists(), sudoku_corpus::find(file)) {
        corpus.entries().iter().zip(1..).for_each(|(entry, line)| add(line, entry.grid));
    } else {
        for record in sudoku_corpus::open(file).with_context(|| format!("cannot open {name}"))? {
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

/// Returns a table with a row for each program, and one for the echo.
fn table(race: &Race, puzzles: usize) -> String {
    let mut table = Table::new();
    let rule = LineStyle::none().fill('─').junction('─');
    table.load_style(TableStyle::new().header_separator(rule)).set_header(HEADER);
    let mut add = |cells: Vec<String>| {
        let mut row = cells;
        row.resize_with(HEADER.len(), || "–".to_owned());
        table.add_row(row);
    };
    let micros = |ns: &Interval| {
        let micros = ns.scaled(1e-3);
        [figure(micros.point), interval(&micros)]
    };
    for Racer { program, answered, result } in &race.racers {
        let mut row = vec![program.name.clone(), format!("{answered} of {puzzles}")];
        if let RaceResult::Timed { time, ratio } = result {
            row.push(figure(time.start_up_ns / 1e6));
            row.extend(micros(&time.time_ns));
            row.extend(ratio.iter().flat_map(|ratio| [figure(ratio.point), interval(ratio)]));
        }
        add(row);
    }
    let none = || "–".to_owned();
    let lines = race.echo_ns.as_ref().map_or_else(|| [none(), none()], micros);
    add([Program::ECHO.to_owned(), none(), none()].into_iter().chain(lines).collect());
    for (at, column) in table.column_iter_mut().enumerate() {
        column.set_padding((if at == 0 { 0 } else { 2 }, 0));
        column.set_cell_alignment(if at == 0 { CellAlignment::Left } else { CellAlignment::Right });
    }
    table.trim_fmt()
}

/// Returns the sentences below the table: how to read it, and its caveats.
fn notes(race: &Race, puzzles: usize) -> Vec<String> {
    let mut notes = vec![format!(
        "CPU time, user and system, of all processes of a program. ratio: to {}. {}: the cost of \
         reading and writing the lines alone.",
        race.racers[0].program.name,
        Program::ECHO
    )];
    if race.taken < puzzles {
        let taken = race.taken;
        notes.push(format!("Times are of the first {taken} puzzles of {puzzles}: one is slow."));
    }
    for Racer { program, result, .. } in &race.racers {
        match result {
            RaceResult::TooFast => {
                notes.push(format!("{}: no time, its start-up takes nearly all.", program.name));
            }
            RaceResult::Timed { time, .. } => notes.extend(time.drift.map(|drift| {
                format!(
                    "{}: a puzzle takes {} times as long in the second half of a long pass as in the \
                     first, so a longer pass would give another time.",
                    program.name,
                    figure(drift)
                )
            })),
            _ => {}
        }
    }
    notes
}

/// Formats a figure with three significant digits.
fn figure(value: f64) -> String {
    let decimals = (2.0 - value.abs().log10().floor()).clamp(0.0, 9.0);
    format!("{value:.0$}", if value == 0.0 { 0 } else { decimals as usize })
}

fn interval(Interval { low, high, .. }: &Interval) -> String {
    format!("{} – {}", figure(*low), figure(*high))
}
