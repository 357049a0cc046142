//! One build's share of the paired rounds, league by league: every solver in turn, and a copy of the
//! first one.
//!
//! `cargo xtask bench` links this program several times, each time with its functions in another
//! order, and pools the rounds of all builds. The puzzles of a set are dealt out to the builds;
//! each verifies what it adds to its part, judges the answers that it times, and adds its rounds to
//! `raw/paired.csv.gz`. Without a folder to write to, the ratios of this one build are printed, and
//! no peer takes part, since none has been tried.
//!
//! Exit codes: 0 all is well; 1 an answer to a variant was wrong; 2 a name is unknown or a file
//! cannot be read.

use std::process::ExitCode;

use anyhow::{Result, ensure};
use sudoku_benches::{Request, StepProgress, Workload, counted, pair, peers, survey, verify};
use sudoku_claims::timed_pairs;
use sudoku_findings::Ratios;
use sudoku_measure::{Comparable, CountRow, PairedRow, RunFolder, SurveyRow};
use sudoku_registry::list;

/// The `Instance` of this program's second copies of the solvers.
struct Twin;

fn main() -> ExitCode {
    run().unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::from(2)
    })
}

fn run() -> Result<ExitCode> {
    let request = Request::from_env()?;
    ensure!(request.builds > 0, "SUDOKU_LAB_BUILDS is 0: no build has rounds");
    ensure!(!request.solvers.is_empty(), "no peer runs before the program `solvers` has tried it");
    let build = request.build;
    let counts = counted(&request)
        .unwrap_or_else(|| verify(&request, &StepProgress::new("verifying", 0, false)).rows);

    let survey = surveyed(&request, &counts)?;

    let progress = StepProgress::new("pairing", request.sets.len() as u64, request.out.is_some());
    let comparable = Comparable::of(&counts);
    let pairs = timed_pairs()?;
    let mut rows = Vec::new();
    for workload in Workload::all(&request, &counts) {
        progress.message(format!("{}, build {build} of {}", workload.corpus, request.builds));
        let leagues = workload.leagues(&comparable, &survey);
        let compared = pairs.iter().filter(|pair| pair.corpora.contains(&workload.corpus));
        let compared: Vec<_> =
            compared.map(|pair| (pair.above.clone(), pair.below.clone())).collect();
        let direct = workload.direct(&leagues, &compared);
        for race in leagues.into_iter().chain(direct) {
            let part = match race.part(build, request.builds, &request.settings) {
                Ok(part) => part,
                Err(wrong) => {
                    eprintln!("WRONG: {wrong}");
                    return Ok(ExitCode::FAILURE);
                }
            };
            let copies = list::<Twin>().iter().chain(peers::<Twin>());
            rows.extend(pair(&part, copies, &request.settings.rules, build as u64));
        }
        progress.advance(1);
    }
    match &request.out {
        Some(out) => out.append(&rows)?,
        None => print(&rows),
    }
    Ok(ExitCode::SUCCESS)
}

/// The survey of the run, from which all its builds make the same leagues. If there is none, a new
/// one is made and written for the next builds.
fn surveyed(request: &Request, counts: &[CountRow]) -> Result<Vec<SurveyRow>> {
    let kept = request.out.as_ref().map(RunFolder::read).transpose()?.unwrap_or_default();
    if !kept.is_empty() {
        return Ok(kept);
    }
    let found = survey(request, counts, &StepProgress::new("surveying", 0, false));
    if let Some(out) = &request.out {
        out.write(&found)?;
    }
    Ok(found)
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
