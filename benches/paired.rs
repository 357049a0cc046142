//! Runs one build's share of the race: in each round, every solver has a turn, and so has a second
//! copy of the first.
//!
//! `cargo xtask bench` links this program several times, each time with its functions in another
//! order, and pools the rounds of these builds. Each build judges the answers that it times, and
//! appends its rounds to `raw/paired.csv.gz`. Without a folder to write to, it prints its own ratios,
//! and no peer takes part, because none has been tried.
//!
//! Exit codes: 0 all is well; 2 a name is unknown or a file cannot be read.

use std::process::ExitCode;

use anyhow::{Result, ensure};
use sudoku_benches::{Build, Request, StepProgress, Workload, copies, counted, race, verify};
use sudoku_judge::Ratios;
use sudoku_record::{Comparable, PairedRow};

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
    let build = Build { number: request.build, of: request.builds };
    let counts = counted(&request)
        .unwrap_or_else(|| verify(&request, &StepProgress::new("verifying", 0, false)).rows);

    let progress = StepProgress::new("pairing", request.sets.len() as u64, request.out.is_some());
    let comparable = Comparable::of(&counts);
    // The twin runs, too.
    let solvers = request.solvers.len() + 1;
    let time = request.settings.share(solvers, request.sets.len(), build.of);
    let mut rows = Vec::new();
    for workload in Workload::all(&request, &counts) {
        progress.message(format!("{}, build {} of {}", workload.corpus, build.number, build.of));
        if let Some(compared) = workload.compared(&comparable) {
            rows.extend(race(&compared, copies(), time, build));
        }
        progress.advance(1);
    }
    match &request.out {
        Some(out) => out.append(&rows)?,
        None => print(&rows),
    }
    Ok(ExitCode::SUCCESS)
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
