//! Runs programs in other languages on the sets of a run: judges their answers, then times them
//! beside the solvers of the run.
//!
//! `cargo xtask bench` runs it after the paired rounds if programs are asked for. It reads the
//! counts and the survey of the run, and writes `raw/programs.json` and `raw/programs.csv`. Started
//! again, it also serves as the launcher of the programs, and as the echo program, whose time is
//! that of reading and writing lines.
//!
//! `cargo bench --package sudoku-benches --bench programs -- control` checks the method: it times
//! some solvers both in process and as programs (`programs solve ID`).
//!
//! Exit codes: 0 all is well; 1 a program or a solver made a mistake; 2 the request cannot be
//! understood, or a file cannot be read or written.

use std::env;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use sudoku_benches::{PuzzleSet, Request, Settings, contestants, counted, programs, questions};
use sudoku_core::{Goal, Puzzle};
use sudoku_findings::{Interval, Paired};
use sudoku_measure::{AskedProgram, Mode, ProgramAnswers, ProgramRecord, Stopwatch};
use sudoku_programs::{
    Bound, NOT_LIMITED, PassLengths, Program, ProgramLimits, Question, Runner, TimedSet, answered,
    echo, filter, launched, time,
};
use sudoku_registry::{Entry, Limits, find_among};

fn main() -> ExitCode {
    if let Some(code) = launched() {
        return code;
    }
    run().unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::from(2)
    })
}

/// Prints a line for each set and solver: the time of the solver as a program, the time of reading
/// and writing lines, and the time in process, in nanoseconds per puzzle; then the time as a
/// program, without that of the lines, divided by the time in process, with its 95 % interval.
fn control() -> Result<()> {
    let launcher = env::current_exe()?;
    let group = Duration::from_mins(1);
    let pace = PassLengths { rounds: 24, group, ..Settings::of(Mode::Full).pace };
    let settings = Settings { pace, ..Settings::of(Mode::Default) };
    println!(
        "| set | solver | program | lines | in process | ratio |\n|---|---|---:|---:|---:|---:|"
    );
    for set in ["minimal", "hard", "easy"] {
        let set = PuzzleSet::find(set, &settings)?;
        for id in ["whole-grid/words", "bitmask/blank-list", "peers/sudoku"] {
            let [time, lines, ratio] = controlled(&set, id, &launcher, &settings)?;
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

/// Returns the time of a solver as a program and the time of the lines, both in nanoseconds per
/// puzzle, and the time as a program divided by the time in process.
fn controlled(
    set: &PuzzleSet,
    id: &str,
    launcher: &Path,
    settings: &Settings,
) -> Result<[Interval; 3]> {
    let entry = find_among(contestants(), id)?;
    let own = launcher.to_str().context("the path of this program is no text")?;
    let words = [own, "solve", id].map(str::to_owned).to_vec();
    let program = Program::of_words("control", words, None);
    let words = [own, "lines"].map(str::to_owned).to_vec();
    let echo = Program::of_words(Program::ECHO, words, None);
    let (corpus, goal, limits) = (&*set.record.name, set.record.goal, ProgramLimits::default());
    let questions = questions(set);
    let (pace, budget) = (settings.pace, settings.call_budget);
    let ns = in_process(entry, &questions, goal);
    let bound =
        entry.can.count.then(|| Bound { entry, ns, calls: most_nodes(entry, &questions, goal) });
    let timed_set = TimedSet {
        corpus,
        goal,
        questions: &questions,
        launcher,
        echo: &echo,
        limits: &limits,
        pace,
        bound,
        budget,
    };
    let (answered, _) = answered(&program, launcher, &questions, goal, &limits)
        .map_err(|(_, fault)| anyhow!("{id}: {fault}"))?;
    let say = |what: &str| eprintln!("{id} on {corpus}: {what}");
    let runner = Runner { program: &program, answered };
    let times = time(&timed_set, &[runner], &[(entry, ns)], say);
    if let Some((_, _, fault)) = times.out.first() {
        bail!("{id}: {fault}");
    }
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
    Ok([found.time_ns, found.echo_ns.context("the lines have no time")?, ratio.ratio])
}

/// Returns the most nodes that a solver visits on one of the puzzles.
fn most_nodes(entry: &Entry, questions: &[Question], goal: Goal) -> u64 {
    let mut session = entry.start();
    let nodes = |of: &Question| session.tally(&of.puzzle, goal, Limits::NONE).counts.entered();
    questions.iter().filter_map(nodes).max().unwrap_or_default()
}

/// Returns the time of a solver in this process, in nanoseconds per puzzle, roughly.
fn in_process(entry: &Entry, questions: &[Question], goal: Goal) -> f64 {
    let puzzles: Vec<Puzzle> = questions.iter().map(|question| question.puzzle).collect();
    let (mut session, mut answers) = (entry.start(), vec![None; puzzles.len()]);
    let watch = Stopwatch::start();
    session.solve_all(&puzzles, goal, &mut answers, &mut []);
    watch.elapsed().cpu.as_nanos() as f64 / puzzles.len() as f64
}

fn run() -> Result<ExitCode> {
    if env::args().skip(1).eq([Program::ECHO]) {
        echo()?;
        return Ok(ExitCode::SUCCESS);
    }
    let words: Vec<String> = env::args().skip(1).collect();
    match &*words.iter().map(String::as_str).collect::<Vec<_>>() {
        // What `solve` does but its search.
        ["lines"] => {
            filter(|puzzles, answers| {
                for (puzzle, answer) in puzzles.iter().zip(answers) {
                    *answer = Some(*puzzle.grid());
                }
            })?;
            return Ok(ExitCode::SUCCESS);
        }
        ["solve", id] => {
            let mut session = find_among(contestants(), id)?.start();
            filter(|puzzles, answers| session.solve_all(puzzles, Goal::First, answers, &mut []))?;
            return Ok(ExitCode::SUCCESS);
        }
        // Cargo adds `--bench`.
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
