//! [`runner`]: the parts of a run that need the solvers.

use std::env;
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow, bail, ensure};
use serde_json::json;
use sudoku_core::Goal;
use sudoku_programs::{NOT_LIMITED, Out, launched};
use sudoku_record::{
    AskedSet, Comparable, Counted, CountedError, KindCounts, Mode, PairedRow, RawRow, RunFolder,
    runs_in, top,
};
use sudoku_registry::{Entry, Limits, find, find_among, select};

use crate::kinds::count_kinds;
use crate::peers::copies;
use crate::planning::plan;
use crate::recount::{incomplete, recount, units};
use crate::{
    Build, PuzzleSet, Request, Settings, StepProgress, Workload, contestants, counted, programs,
    race, run_as_peer, verify,
};

/// The program `runner`, whose words its own page lists.
///
/// It lies in the library because a program is compiled anew for each build of the race, in which its
/// functions have another order.
pub fn runner() -> ExitCode {
    if let Some(code) = launched() {
        return code;
    }
    let words: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    exit_code(run(&words))
}

/// Prints the error of a program, whose exit code is 2.
pub fn exit_code(result: Result<ExitCode>) -> ExitCode {
    result.unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::from(2)
    })
}

fn run(words: &[&str]) -> Result<ExitCode> {
    match words {
        ["plan", wish] => print_plan(wish)?,
        ["peer", "first", id] => run_as_peer(find_among(contestants(), id)?, Goal::First)?,
        ["peer", "unique", id] => run_as_peer(find_among(contestants(), id)?, Goal::Unique)?,
        ["race", folder, build] => run_build(folder, build.parse().context("BUILD")?)?,
        ["programs", folder] => return run_programs(folder),
        ["count", solver, set] => count(solver, set)?,
        ["recount", "--check", patterns @ ..] => return check(patterns),
        ["recount", "--kind"] => count_fresh()?,
        ["recount", patterns @ ..] => return renew(patterns),
        _ => bail!("expected plan, race, programs, count, recount or peer"),
    }
    Ok(ExitCode::SUCCESS)
}

fn print_plan(text: &str) -> Result<()> {
    let wish = serde_json::from_str(text).context("the wish")?;
    let (plan, left_out) = plan(&wish, &env::current_exe()?)?;
    for line in left_out {
        eprintln!("{line}");
    }
    println!("{}", serde_json::to_string(&plan)?);
    Ok(())
}

/// Runs the rounds of one build, in which every solver has a turn, and so has a second copy of the
/// first. This program is linked once for each build, each time with its functions in another order.
/// A build judges the answers that it times, and appends its rounds to `raw/paired.csv.gz`.
fn run_build(folder: &str, number: u64) -> Result<()> {
    let request = Request::read(RunFolder::new(folder))?;
    let builds = request.builds;
    ensure!((1..=builds).contains(&number), "build {number}: expected 1 to {builds}");
    let build = Build { number: number as usize, of: builds as usize };
    let counts =
        counted(&request).unwrap_or_else(|| verify(&request, &StepProgress::hidden()).rows);
    let step = format!("race, build {number} of {builds}");
    let progress = StepProgress::new(&step, request.sets.len() as u64);
    let comparable = Comparable::of(&counts);
    // The twin runs, too.
    let time = request.settings.share(request.solvers.len() + 1, request.sets.len(), build.of);
    let mut rows: Vec<PairedRow> = Vec::new();
    for workload in Workload::all(&request, &counts) {
        progress.message(&workload.corpus);
        if let Some(compared) = workload.compared(&comparable) {
            rows.extend(race(&compared, copies(), time, build));
        }
        progress.advance(1);
    }
    Ok(RunFolder::new(folder).append(&rows)?)
}

fn run_programs(folder: &str) -> Result<ExitCode> {
    let (request, out) = (Request::read(RunFolder::new(folder))?, RunFolder::new(folder));
    if let Some(note) = NOT_LIMITED {
        eprintln!("note: {note}");
    }
    let found = programs(&request, &env::current_exe()?);
    out.write_programs(&found.records)?;
    out.write(&found.rows)?;
    for Out { program, corpus, place, fault } in &found.out {
        let place = place.map_or_else(String::new, |at| format!(" (puzzle {at} of {corpus})"));
        eprintln!("WRONG: {program} on {corpus}: {fault}{place}");
    }
    Ok(if found.out.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Solves the first puzzles of a set, and prints, as JSON, the number of digits that a second search
/// of each places, the number of puzzles, and the name of the set in results. Callgrind counts the
/// instructions inside `Session::time` and `Session::prove`.
fn count(solver: &str, set: &str) -> Result<()> {
    let mut session = find(solver)?.start();
    let mut placements = 0;
    // A program under callgrind takes some fifty times as long.
    let settings = Settings { puzzles: 20, placements: 1_000_000, ..Settings::of(Mode::Quick) };
    let set = PuzzleSet::find(set, &settings)?;
    for (puzzle, facts) in set.puzzles.iter().zip(&set.facts) {
        let goal = set.record.goal;
        let answer = session.solve(puzzle, goal);
        let run = session.tally(puzzle, goal, Limits::NONE);
        let agrees = facts.answer.agrees(goal, run.outcome);
        agrees.map_err(|why| anyhow!("{}: {why}", puzzle.grid()))?;
        ensure!(answer == run.outcome, "{}: another answer without counting", puzzle.grid());
        placements += run.counts.placements;
    }
    println!("{}", json!([placements, set.puzzles.len(), set.record.name]));
    Ok(())
}

/// Prints a line for each solver whose counts are missing or stale. Notes on standard error name
/// the solvers that this processor cannot run, and the sets on which a solver has no counts.
fn check(patterns: &[&str]) -> Result<ExitCode> {
    let mut code = ExitCode::SUCCESS;
    for solver in select(patterns)? {
        let id = solver.info.id;
        if !solver.available() {
            eprintln!("note: {id} cannot run here; its counts are kept unchecked");
        }
        match Counted::of(top(), id) {
            Ok(kept) => {
                let missing: Vec<String> = kept.missing().into_iter().map(AskedSet::name).collect();
                if !missing.is_empty() {
                    eprintln!("note: {id} has no counts on {}", missing.join(", "));
                }
            }
            Err(damaged @ CountedError::File(_)) => return Err(damaged.into()),
            Err(error) => {
                println!("{error}");
                code = ExitCode::FAILURE;
            }
        }
    }
    Ok(code)
}

/// Counts the solvers whose counts are missing or stale. Meanwhile each reference holds all of its
/// own counts: afterwards it leaves out those that are as before.
fn renew(patterns: &[&str]) -> Result<ExitCode> {
    let incomplete = incomplete(&select(patterns)?)?;
    let references = runs_in(&top().join("reports/reference"))?;
    if incomplete.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    references.iter().try_for_each(|run| {
        run.write(&run.counts()?)?;
        run.seal()
    })?;
    let code = count_all(incomplete);
    references.iter().try_for_each(RunFolder::share_counts)?;
    code
}

/// Counts all solvers on fresh puzzles of every kind, as far as their code has changed.
fn count_fresh() -> Result<()> {
    let progress = StepProgress::new("counting", 0);
    let folder = KindCounts::folder(top());
    folder.write(&count_kinds(&select(&["*"])?, &progress)?)?;
    println!("{}", folder.file(KindCounts::FILE).strip_prefix(top())?.display());
    Ok(())
}

/// Counts one solver after the other, and saves the counts of each before it starts the next.
fn count_all(incomplete: Vec<(&'static Entry, Counted)>) -> Result<ExitCode> {
    let sets = incomplete.iter().flat_map(|(_, kept)| kept.missing());
    let progress = StepProgress::new("counting", sets.map(units).sum());
    for (solver, kept) in incomplete {
        let sets = kept.missing();
        match recount(solver, kept, &sets, &progress) {
            Ok(counted) => println!("{}", counted.write(top())?.strip_prefix(top())?.display()),
            Err(wrong) => {
                eprintln!("WRONG: {wrong}");
                return Ok(ExitCode::FAILURE);
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}
