//! One build's share of the paired rounds, league by league: every solver in turn, and a copy of the
//! first one.
//!
//! `cargo xtask bench` links this program several times, each time with its functions in another
//! order, and pools what the builds find. The puzzles of a set are dealt out to the builds; each
//! verifies what it adds to its part, judges the answers that it times, and adds its rounds to
//! `raw/paired.csv.gz`. Without a folder to write to, the ratios of this one build are printed,
//! and no peer takes part: nobody has tried it.

use std::process::ExitCode;

use anyhow::{Result, anyhow, ensure};
use sudoku_benches::{Course, Lane, Progress, Request, counted, peers, survey, verify};
use sudoku_measure::{
    Comparable, CountRow, Elapsed, Lap, PairedRow, Ratios, Rules, RunFolder, SurveyRow, race,
};
use sudoku_registry::{Entry, list};

/// Makes the second copy of every solver this program's own.
struct Twin;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<()> {
    let request = Request::from_env()?;
    ensure!(!request.solvers.is_empty(), "no peer runs before the program `solvers` has tried it");
    let build = request.build;
    let counts = counted(&request)
        .unwrap_or_else(|| verify(&request, &Progress::new("verifying", 0, false)).rows);

    let survey = surveyed(&request, &counts)?;

    let progress = Progress::new("pairing", request.sets.len() as u64, request.out.is_some());
    let comparable = Comparable::of(&counts);
    let mut rows = Vec::new();
    for course in Course::all(&request, &counts) {
        progress.message(format!("{}, build {build} of {}", course.corpus, request.builds));
        for league in course.leagues(&comparable, &survey) {
            let part = league.part(build, request.builds, &request.settings);
            let part = part.map_err(|why| anyhow!(why))?;
            rows.extend(pair(&request.settings.rules, &part, build as u64));
        }
        progress.advance(1);
    }
    match &request.out {
        Some(out) => out.append_paired(&rows)?,
        None => print(&rows),
    }
    Ok(())
}

/// The survey of the run, by which all its builds draw up the same leagues. Where there is none, a
/// new one is left for the builds to come.
fn surveyed(request: &Request, counts: &[CountRow]) -> Result<Vec<SurveyRow>> {
    let kept = request.out.as_ref().map(RunFolder::survey).transpose()?.unwrap_or_default();
    if !kept.is_empty() {
        return Ok(kept);
    }
    let found = survey(request, counts, &Progress::new("surveying", 0, false));
    if let Some(out) = &request.out {
        out.write_survey(&found)?;
    }
    Ok(found)
}

/// The rounds of one league.
fn pair(rules: &Rules, course: &Course, build: u64) -> Vec<PairedRow> {
    let reference = course.solvers[0];
    let copies = list::<Twin>().iter().chain(peers::<Twin>());
    let twin = copies.filter(|entry| entry.info.id == reference.info.id);
    let contestants: Vec<(usize, &Entry, bool)> = (0..)
        .zip(&course.solvers)
        .map(|(at, solver)| (at, *solver, false))
        .chain(twin.map(|entry| (0, entry, true)))
        .collect();
    let places: Vec<usize> = contestants.iter().map(|(at, ..)| *at).collect();
    let mut lanes: Vec<Lane<'_>> =
        contestants.iter().map(|(_, solver, _)| Lane::new(course, solver)).collect();
    let rules = Rules { seed: build, ..*rules };
    let mut laps = race(&course.heats(&places), &rules, |lane, puzzles, passes| {
        lanes[lane].over(puzzles, passes)
    });
    laps.push(empty(&mut lanes[0]));
    let row = |lap: &Lap| {
        let (at, solver, twin) = contestants[lap.lane];
        let block = &course.puzzles[lap.puzzles.clone()];
        let counts = block.iter().filter_map(|contest| contest.counts[at]);
        PairedRow {
            build,
            corpus: course.corpus.clone(),
            own: course.own,
            league: course.league,
            block: lap.block,
            puzzles: block.len(),
            visit: lap.visit,
            turn: lap.turn,
            solver: solver.info.id.to_owned(),
            twin,
            passes: lap.passes,
            placements: counts.map(|counts| counts.placements).sum(),
            cpu_ns: lap.elapsed.cpu.as_nanos() as u64,
            wall_ns: lap.elapsed.wall.as_nanos() as u64,
        }
    };
    laps.iter().map(row).collect()
}

/// A turn without a pass: what the runner itself takes. The middle one of many.
fn empty(reference: &mut Lane<'_>) -> Lap {
    let mut turns: Vec<Elapsed> = (0..101).map(|_| reference.over(0..1, 0)).collect();
    turns.sort_unstable_by_key(|elapsed| elapsed.cpu);
    let elapsed = turns[turns.len() / 2];
    Lap { visit: 0, block: 0, turn: 0, lane: 0, puzzles: 0..1, passes: 0, elapsed }
}

fn print(rows: &[PairedRow]) {
    let Some(ratios) = Ratios::of(rows) else { return };
    println!("time against {}; noise floor {:.1} %", ratios.reference, ratios.noise_floor * 100.0);
    for row in &ratios.rows {
        let ratio = row.ratio;
        let (corpus, solver) = (&row.corpus, &row.solver);
        println!(
            "{corpus:12} {solver:28} {:6.3} [{:.3}, {:.3}]",
            ratio.point, ratio.low, ratio.high
        );
    }
}
