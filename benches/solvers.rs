//! Criterion over registry x corpora, in thread CPU time, after every answer has been verified.
//!
//! `cargo bench -p sudoku-benches` gives criterion's own output and options. `cargo xtask bench`
//! sets the variables of [`Request`] and makes a report of the results.

use std::cell::RefCell;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use criterion::measurement::{Measurement, ValueFormatter, WallTime};
use criterion::{Criterion, SamplingMode, Throughput};
use sudoku_benches::{
    Batch, Lane, Progress, PuzzleSet, Request, Settings, Skipped, changed, survey, verify,
};
use sudoku_measure::{ClockRow, Environment, Stopwatch};

fn main() -> ExitCode {
    match run() {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<ExitCode> {
    let request = Request::from_env()?;
    let reported = request.out.is_some();
    if let Some(out) = &request.out {
        out.start()?;
        out.write_environment(&Environment::capture())?;
        out.write_plan(&request.plan())?;
    }

    for set in &request.sets {
        complain(set);
    }

    let puzzles = request.sets.iter().map(|set| set.puzzles.len() as u64).sum();
    let verified = verify(&request, &Progress::new("verifying", puzzles, reported));
    if let Some(out) = &request.out {
        out.write_counts(&verified.rows)?;
        out.write_puzzles(&sudoku_benches::puzzles(&request, &verified))?;
    }
    for complaint in &verified.complaints {
        eprintln!("WRONG: {complaint}");
    }
    let changed = changed(&request.solvers, &verified.rows)?;
    for change in &changed {
        eprintln!("CHANGED: {change}");
    }

    if let Some(out) = &request.out {
        let progress = Progress::new("surveying", verified.rows.len() as u64, reported);
        out.write_survey(&survey(&request, &verified, &progress))?;
    }

    let clock = time(&request.settings, &verified.batches, reported);
    if let Some(out) = &request.out {
        out.write_clock(&clock)?;
    }
    let sound = verified.complaints.is_empty() && changed.is_empty();
    Ok(if sound { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Says what of a file was left out.
fn complain(set: &PuzzleSet) {
    let Skipped { entries, reasons } = &set.skipped;
    for reason in reasons {
        eprintln!("{reason}");
    }
    if *entries > 0 {
        eprintln!("{}: {entries} entries skipped", set.record.name);
    }
}

/// Times every batch and returns the clock's view of each.
fn time(settings: &Settings, batches: &[Batch], reported: bool) -> Vec<ClockRow> {
    let mut criterion = Criterion::default()
        .with_measurement(ThreadCpuTime)
        .without_plots()
        .sample_size(settings.samples)
        .warm_up_time(settings.warm_up)
        .measurement_time(settings.measurement)
        .nresamples(10_000)
        .configure_from_args();
    let progress = Progress::new("timing", batches.len() as u64, reported);
    let clock = RefCell::new(Vec::new());
    for corpus in batches.chunk_by(|a, b| a.corpus == b.corpus) {
        let mut group = criterion.benchmark_group(&corpus[0].corpus);
        // Flat: every sample is as long as the others, so that they can be compared.
        group.sampling_mode(SamplingMode::Flat);
        for batch in corpus {
            let id = batch.solver.info.id;
            progress.message(format!("{id} on {}", batch.corpus));
            group.throughput(Throughput::Elements(batch.counts.placements.max(1)));
            let mut lane = Lane::new(batch, batch.solver);
            // A first pass tells how long the samples will take at least.
            let least = lane.passes(1).cpu * (settings.samples as u32 + 1);
            group.measurement_time(settings.measurement.max(least));
            group.bench_function(id, |bencher| {
                bencher.iter_custom(|passes| {
                    let elapsed = lane.passes(passes);
                    clock.borrow_mut().push(ClockRow {
                        corpus: batch.corpus.clone(),
                        solver: id.to_owned(),
                        passes,
                        cpu_ns: elapsed.cpu.as_nanos() as u64,
                        wall_ns: elapsed.wall.as_nanos() as u64,
                    });
                    elapsed.cpu
                });
            });
            progress.advance(1);
        }
        group.finish();
    }
    criterion.final_summary();
    clock.into_inner()
}

/// Criterion's clock, replaced by the CPU time of the running thread.
struct ThreadCpuTime;

impl Measurement for ThreadCpuTime {
    type Intermediate = Stopwatch;
    type Value = Duration;

    fn start(&self) -> Stopwatch {
        Stopwatch::start()
    }

    fn end(&self, watch: Stopwatch) -> Duration {
        watch.elapsed().cpu
    }

    fn add(&self, a: &Duration, b: &Duration) -> Duration {
        *a + *b
    }

    fn zero(&self) -> Duration {
        Duration::ZERO
    }

    fn to_f64(&self, value: &Duration) -> f64 {
        value.as_nanos() as f64
    }

    fn formatter(&self) -> &dyn ValueFormatter {
        WallTime.formatter()
    }
}
