//! Times every solver on every set with criterion, in thread CPU time, after judging all answers.
//!
//! `solvers CRITERION-OPTIONS DIR` measures the run in a folder, and writes what it finds there. In
//! `benches`, `cargo bench --bench solvers` gives criterion's own output and options, on a set of one
//! puzzle.

use std::cell::RefCell;
use std::env;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use criterion::measurement::{Measurement, ValueFormatter, WallTime};
use criterion::{Criterion, SamplingMode, Throughput};
use sudoku_benches::{
    PuzzleSet, Request, Settings, TimedSolver, Workload, changes, exit_code, setup, survey, verify,
};
use sudoku_record::{Environment, RunFolder, SampleRow, Skipped, Stopwatch};

fn main() -> ExitCode {
    exit_code(run())
}

fn run() -> Result<ExitCode> {
    // All other arguments are criterion's; a filter of its is no folder.
    let run = env::args().next_back().filter(|last| Path::new(last).is_dir()).map(RunFolder::new);
    let request = run.map_or_else(Request::smoke, Request::read)?;
    if let Some(out) = &request.out {
        out.write_environment(&Environment::capture())?;
    }

    for set in &request.sets {
        complain(set);
    }

    let puzzles = request.sets.iter().map(|set| set.puzzles.len() as u64).sum();
    let verified = verify(&request, &request.progress("verifying", puzzles));
    if let Some(out) = &request.out {
        out.write(&verified.rows)?;
        out.write(&sudoku_benches::puzzles(&request, &verified))?;
    }
    for complaint in &verified.complaints {
        eprintln!("WRONG: {complaint}");
    }
    let changes = changes(&request.solvers, &verified.rows)?;
    for fault in &changes.faults {
        eprintln!("CHANGED: {fault}");
    }
    for uncounted in &changes.uncounted {
        eprintln!("only this run counts the work of a new solver: {uncounted}");
    }

    if let Some(out) = &request.out {
        let progress = request.progress("surveying", puzzles);
        out.write(&setup(&request))?;
        out.write(&survey(&request, &verified.rows, &progress))?;
    }

    if request.builds > 0 {
        let workloads = Workload::all(&request, &verified.rows);
        let samples = time(&request, &workloads);
        if let Some(out) = &request.out {
            out.write(&samples)?;
        }
    }
    let sound = verified.complaints.is_empty() && changes.faults.is_empty();
    Ok(if sound { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Prints which entries of a file were skipped, and why.
fn complain(set: &PuzzleSet) {
    let Skipped { entries, reasons } = &set.record.skipped;
    for reason in reasons {
        eprintln!("{reason}");
    }
    if *entries > 0 {
        eprintln!("{}: {entries} entries skipped", set.record.name);
    }
}

/// Lets criterion time every solver on the puzzles that it finished, and returns the samples. Each
/// sample begins at the puzzle where the one before ended: if all began at the first puzzle, the
/// processor would learn the branches of the first ones. One iteration of criterion is one puzzle,
/// or as many as the solver searches side by side.
fn time(request: &Request, workloads: &[Workload]) -> Vec<SampleRow> {
    let settings = &request.settings;
    let mut criterion = Criterion::default()
        .with_measurement(ThreadCpuTime)
        .without_plots()
        .warm_up_time(settings.warm_up)
        .nresamples(10_000)
        .configure_from_args();
    if request.out.is_some() {
        // The last argument is the folder, not a filter.
        criterion = criterion.with_filter("");
    }
    let solvers = workloads.iter().map(|workload| workload.solvers.len() as u64).sum();
    let progress = request.progress("timing", solvers);
    let mut samples = Vec::new();
    for workload in workloads {
        let mut group = criterion.benchmark_group(&workload.corpus);
        // Flat: all samples have equally many puzzles, so that they can be compared.
        group.sampling_mode(SamplingMode::Flat);
        for (at, solver) in workload.solvers.iter().enumerate() {
            let id = solver.info.id;
            progress.message(format!("{id} on {}", workload.corpus));
            let workload = workload.of(&[at]);
            if workload.puzzles.is_empty() {
                progress.advance(1);
                continue;
            }
            let mut timed = TimedSolver::new(&workload, solver);
            let batch = solver.width.min(workload.puzzles.len()) as u64;
            group.throughput(Throughput::Elements(batch));
            let (size, time) = sampling(settings, timed.on(batch).cpu);
            group.sample_size(size).measurement_time(time);
            let rows = RefCell::new(Vec::new());
            group.bench_function(id, |bencher| {
                bencher.iter_custom(|batches| {
                    let puzzles = batches * batch;
                    let elapsed = timed.on(puzzles);
                    rows.borrow_mut().push(SampleRow {
                        corpus: workload.corpus.clone(),
                        solver: id.to_owned(),
                        puzzles,
                        cpu_ns: elapsed.cpu.as_nanos() as u64,
                        wall_ns: elapsed.wall.as_nanos() as u64,
                    });
                    elapsed.cpu
                });
            });
            timed.check_work(solver);
            // The rows before the samples are criterion's warm-up.
            let rows = rows.into_inner();
            samples.extend(rows.into_iter().rev().take(size).rev());
            progress.advance(1);
        }
        group.finish();
    }
    criterion.final_summary();
    samples
}

/// Returns the number of samples and the time for all of them together. Where the next batches could
/// take longer than the time for a sample, the number is the smallest that criterion allows.
fn sampling(settings: &Settings, batch: Duration) -> (usize, Duration) {
    const FEWEST: usize = 10;
    const HARDER: u32 = 4;
    if batch * HARDER * settings.samples as u32 <= settings.measurement {
        return (settings.samples, settings.measurement);
    }
    // Twice the time of the first batch for each sample, for the next ones may take longer.
    (FEWEST, settings.measurement.max(batch * (2 * FEWEST as u32)))
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
