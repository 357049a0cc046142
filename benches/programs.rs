//! Programs in other languages on the sets of a run: refereed, then timed beside its solvers.
//!
//! `cargo xtask bench` runs it after the rounds where programs are asked for. It reads counts and
//! survey of the run, and writes `raw/programs.json` and `raw/programs.csv`. It is its own
//! launcher, and the echo that shows the cost of the lines.
//!
//! `cargo bench --package sudoku-benches --bench programs -- control` compares solvers in process with
//! themselves as programs (`programs solve ID`), which shows that the method is right.
//!
//! Exit codes: 0 all is well; 1 a program has left the run; 2 the request cannot be understood.

use std::env;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow};
use sudoku_benches::{PuzzleSet, Request, Settings, contestants, counted, programs, questions};
use sudoku_core::Goal;
use sudoku_findings::{Interval, Paired};
use sudoku_measure::{AskedProgram, Mode, ProgramAnswers, ProgramRecord};
use sudoku_programs::{
    NOT_LIMITED, Program, ProgramLimits, Runner, TimedSet, answered, echo, filter, launched, time,
};
use sudoku_registry::find_among;

fn main() -> ExitCode {
    if let Some(code) = launched() {
        return code;
    }
    run().unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::from(2)
    })
}

/// The control: a line for each set and solver, with the time of the solver as a program, that of
/// the echo, and the time in process, in nanoseconds for a puzzle; and the time of the program less
/// that of the echo, divided by the time in process, with its 95 % interval.
fn control() -> Result<()> {
    let (launcher, echo) = (env::current_exe()?, Program::echo()?);
    let settings = Settings { pace: Settings::of(Mode::Full).pace, ..Settings::of(Mode::Default) };
    println!(
        "| set | solver | program | lines | in process | ratio |\n|---|---|---:|---:|---:|---:|"
    );
    for set in ["minimal", "hard", "easy"] {
        let set = PuzzleSet::find(set, &settings)?;
        for id in ["whole-grid/words", "bitmask/blank-list", "peers/sudoku"] {
            let [time, lines, ratio] = controlled(&set, id, &launcher, &echo, &settings)?;
            let in_process = time.point / ratio.point;
            let share = lines.point / in_process;
            let [point, low, high] = [ratio.point, ratio.low, ratio.high].map(|of| of - share);
            println!(
                "| {} | `{id}` | {:.0} ns | {:.0} ns | {in_process:.0} ns | {point:.3} [{low:.3}, {high:.3}] |",
                set.record.name, time.point, lines.point
            );
        }
    }
    Ok(())
}

/// The time of a solver as a program, that of the echo, and the first divided by the time in
/// process.
fn controlled(
    set: &PuzzleSet,
    id: &str,
    launcher: &Path,
    echo: &Program,
    settings: &Settings,
) -> Result<[Interval; 3]> {
    let entry = find_among(contestants(), id)?;
    let words = vec![echo.words[0].clone(), "solve".to_owned(), id.to_owned()];
    let program = Program { name: "control".to_owned(), words, folder: None };
    let (corpus, goal, limits) = (&*set.record.name, set.record.goal, ProgramLimits::default());
    let questions = questions(set);
    let (pace, budget) = (settings.pace, settings.call_budget);
    let timed_set = TimedSet {
        corpus,
        goal,
        questions: &questions,
        launcher,
        echo,
        limits: &limits,
        pace,
        budget,
    };
    let (answered, pass) = answered(&program, launcher, &questions, goal, &limits)
        .map_err(|(_, fault)| anyhow!("{id}: {fault}"))?;
    let ns = pass.cpu.as_nanos() as f64 / answered as f64;
    let say = |what: &str| eprintln!("{id} on {corpus}: {what}");
    let runner = Runner { program: &program, answered };
    let times = time(&timed_set, &[runner], &[(entry, ns)], say);
    let asked = AskedProgram { name: program.name.clone(), ..AskedProgram::default() };
    let answers = ProgramAnswers {
        corpus: corpus.to_owned(),
        answered,
        no_solution: 0,
        puzzles: questions.len(),
        within_ns: 0,
        fault: None,
    };
    let record = ProgramRecord { program: asked, answers: vec![answers] };
    let paired = Paired::of(&[]).with_programs(&times.rows, std::slice::from_ref(&record));
    let program = record.program.id();
    let found = paired.program_times(|_| None);
    let found = found.of(&program, corpus).with_context(|| format!("{id} has no time"))?;
    let ratio = paired.ratio(corpus, &program, id).with_context(|| format!("{id} has no ratio"))?;
    let lines = found.echo_ns.context("the lines have no time")?;
    Ok([found.time_ns, lines, ratio.ratio])
}

fn run() -> Result<ExitCode> {
    if env::args().skip(1).eq([Program::ECHO]) {
        echo()?;
        return Ok(ExitCode::SUCCESS);
    }
    let words: Vec<String> = env::args().skip(1).collect();
    match &*words.iter().map(String::as_str).collect::<Vec<_>>() {
        ["solve", id] => {
            let mut session = find_among(contestants(), id)?.start();
            filter(|puzzles, answers| session.solve_all(puzzles, Goal::First, answers, &mut []))?;
            return Ok(ExitCode::SUCCESS);
        }
        // Cargo adds the second word.
        ["control", "--bench"] => return control().map(|()| ExitCode::SUCCESS),
        _ => {}
    }
    let request = Request::from_env()?;
    if request.programs.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    let out =
        request.out.as_ref().context("programs are timed in a run: SUDOKU_LAB_OUT is missing")?;
    let counts = counted(&request).context("the run has no counts yet")?;
    if let Some(note) = NOT_LIMITED {
        eprintln!("note: {note}");
    }
    let survey = out.read()?;
    let found = programs(&request, &counts, &survey, &env::current_exe()?, &Program::echo()?);
    out.write_programs(&found.records)?;
    out.write(&found.rows)?;
    for complaint in &found.complaints {
        eprintln!("WRONG: {complaint}");
    }
    let is_sound = found.complaints.is_empty();
    Ok(if is_sound { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
