//! One build's share of the paired rounds: every solver in turn, and a copy of the first one.
//!
//! `cargo xtask bench` links this program several times, each time with its functions in another
//! order, and pools what the builds find. Each judges the answers that it gives itself, and adds
//! its rounds to `raw/paired.csv`. Without a folder to write to, the ratios of this one build are
//! printed.

use std::process::ExitCode;

use anyhow::Result;
use sudoku_benches::{Batch, Lane, Progress, Request, Settings, counted, verify, verify_again};
use sudoku_measure::{Elapsed, Lap, PairedRow, Ratios, Rules, race};
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
    let layout = std::env::var("SUDOKU_LAB_LAYOUT").ok().and_then(|seed| seed.parse().ok());
    let layout = layout.unwrap_or(0);
    let verified = counted(&request)
        .and_then(|rows| verify_again(&request, rows))
        .unwrap_or_else(|| verify(&request, &Progress::new("verifying", 0, false)));

    let progress = Progress::new("pairing", request.sets.len() as u64, request.out.is_some());
    let mut rows = Vec::new();
    for batches in verified.batches.chunk_by(|a, b| a.corpus == b.corpus) {
        progress.message(format!("{}, build {layout}", batches[0].corpus));
        rows.extend(pair(&request.settings, batches, layout));
        progress.advance(1);
    }
    match &request.out {
        Some(out) => out.append_paired(&rows)?,
        None => print(&rows),
    }
    Ok(())
}

/// The rounds of one set.
fn pair(settings: &Settings, batches: &[Batch], layout: u64) -> Vec<PairedRow> {
    let reference = &batches[0];
    let copies = list::<Twin>().iter();
    let twin = copies.filter(|entry| entry.info.id == reference.solver.info.id);
    let contestants: Vec<(&Batch, &Entry, bool)> = batches
        .iter()
        .map(|batch| (batch, batch.solver, false))
        .chain(twin.map(|entry| (reference, entry, true)))
        .collect();
    let mut lanes: Vec<Lane<'_>> =
        contestants.iter().map(|(batch, solver, _)| Lane::new(batch, solver)).collect();
    let slices = lanes[0].slices(settings.rules.batch);
    let mut rows = Vec::new();
    for (slice, puzzles) in (0..).zip(&slices) {
        let rules = Rules {
            seed: layout << 16 | u64::from(slice),
            time: settings.rules.time / slices.len() as u32,
            ..settings.rules
        };
        let mut laps =
            race(lanes.len(), 0, &rules, |lane, passes| lanes[lane].over(puzzles.clone(), passes));
        if slice == 0 {
            laps.push(empty(&mut lanes[0]));
        }
        rows.extend(laps.iter().map(|lap| {
            let (batch, solver, twin) = contestants[lap.lane];
            PairedRow {
                layout,
                corpus: batch.corpus.clone(),
                slice,
                round: lap.round,
                turn: lap.turn,
                solver: solver.info.id.to_owned(),
                twin,
                passes: lap.passes,
                cpu_ns: lap.elapsed.cpu.as_nanos() as u64,
                wall_ns: lap.elapsed.wall.as_nanos() as u64,
            }
        }));
    }
    rows
}

/// A batch without a pass: what the runner itself takes. The middle one of many.
fn empty(reference: &mut Lane<'_>) -> Lap {
    let mut batches: Vec<Elapsed> = (0..101).map(|_| reference.passes(0)).collect();
    batches.sort_unstable_by_key(|elapsed| elapsed.cpu);
    Lap { round: 0, turn: 0, lane: 0, passes: 0, elapsed: batches[batches.len() / 2] }
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
