//! Measures the ratios of a run again, by brute force: on all puzzles of a set, in one build, and
//! without puzzles that the generator adds.
//!
//! `cargo bench -p sudoku-benches --bench brute_force -- RUN SET...` times every solver of the run
//! on all puzzles of these sets. A slow solver solves each puzzle once; the solves of all slow
//! solvers run in one random order. A fast solver goes over the whole set six times, after a pass
//! that warms up, and the median counts. The ratio of each solver's time to that of the first is
//! printed beside the ratio of the run. The two agree when their intervals overlap.
//!
//! Exit codes: 0 at least nine of ten ratios agree; 1 fewer do; 2 a name is unknown or a file cannot
//! be read.

use std::env;
use std::ops::Range;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use sudoku_benches::{Case, Facts, Lane, PuzzleSet, Settings, Workload, contestants};
use sudoku_core::Random;
use sudoku_findings::{Estimate, Interval, Paired};
use sudoku_measure::{Mode, Raw, RunFolder};
use sudoku_registry::{Entry, find_among};

/// A solver is slow if it takes longer than this for a puzzle on average, in nanoseconds.
const SLOW: f64 = 50_000.0;

/// The set is cut into this many parts; leaving out one part at a time gives the interval.
const PARTS: usize = 20;

const PASSES: usize = 6;

fn main() -> ExitCode {
    // `cargo test` runs bench programs too; this one then has nothing to do.
    if !env::args().any(|arg| arg == "--bench") {
        return ExitCode::SUCCESS;
    }
    run().unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::from(2)
    })
}

fn run() -> Result<ExitCode> {
    let args: Vec<String> = env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let [folder, sets @ ..] = args.as_slice() else { bail!("expected RUN SET...") };
    let folder = env::current_dir()?.join("..").join(folder);
    let raw = Raw::read(&RunFolder::new(folder))?;
    let paired = Paired::of(&raw.paired).with_counts(&raw.counts, &raw.sets);
    let present = raw.plan.solvers.iter().filter(|solver| solver.absent.is_none());
    let solvers = present.map(|solver| Ok(find_among(contestants(), &solver.id)?));
    let solvers: Vec<&'static Entry> = solvers.collect::<Result<_>>()?;
    let (mut agree, mut all) = (0, 0);
    println!("set,solver,ratio,low,high,brute_force,brute_force_low,brute_force_high,agree");
    for name in sets {
        let settings = Settings { placements: u64::MAX, ..Settings::of(Mode::Full) };
        let set = PuzzleSet::find(name, &settings)?;
        let [first, others @ ..] = solvers.as_slice() else { bail!("the run has no solvers") };
        let raced = |entry: &&&Entry| paired.ratio(name, entry.info.id, first.info.id).is_some();
        let others: Vec<&Entry> = others.iter().filter(raced).copied().collect();
        let times = times(&set, [first].into_iter().chain(&others).copied().collect());
        for (entry, times_above) in others.iter().zip(&times[1..]) {
            let run = paired.ratio(name, entry.info.id, first.info.id).context("not raced")?;
            let parts: Vec<(f64, f64)> =
                times_above.iter().copied().zip(times[0].iter().copied()).collect();
            let brute = Estimate::jackknife(&parts).context("too few puzzles")?.interval(0.95);
            let overlap = run.ratio.low <= brute.high && brute.low <= run.ratio.high;
            (agree, all) = (agree + usize::from(overlap), all + 1);
            let figures = |of: Interval| format!("{:.4e},{:.4e},{:.4e}", of.point, of.low, of.high);
            let id = entry.info.id;
            println!("{name},{id},{},{},{overlap}", figures(run.ratio), figures(brute));
        }
    }
    eprintln!("{agree} of {all} ratios agree");
    Ok(if agree * 10 >= all * 9 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Returns, for each solver, the nanoseconds that it took for each part of the set.
fn times(set: &PuzzleSet, solvers: Vec<&'static Entry>) -> Vec<Vec<f64>> {
    let puzzles = set.puzzles.iter().zip(&set.facts);
    let case = |(puzzle, facts): (&_, &Facts)| Case {
        puzzle: *puzzle,
        answer: facts.answer,
        counts: Vec::new(),
    };
    let workload = Workload {
        corpus: set.record.name.clone(),
        goal: set.record.goal,
        solvers,
        puzzles: puzzles.map(case).collect(),
    };
    let count = workload.puzzles.len();
    let part = |part: usize| part * count / PARTS..(part + 1) * count / PARTS;
    let mut random = Random::seeded(1);
    let mut lanes: Vec<Lane<'_>> =
        workload.solvers.iter().map(|entry| Lane::new(&workload, entry)).collect();
    let empty = lanes[0].over(0..1, 0).cpu.as_nanos() as f64;
    let ns = |lane: &mut Lane<'_>, puzzles: Range<usize>| {
        (lane.over(puzzles, 1).cpu.as_nanos() as f64 - empty).max(1.0)
    };
    let mean = |lane: &mut Lane<'_>| ns(lane, 0..count.min(20)) / count.min(20) as f64;
    let slow: Vec<bool> = lanes.iter_mut().map(|lane| mean(lane) > SLOW).collect();

    let mut times = vec![vec![0.0; PARTS]; lanes.len()];
    let alone = (0..lanes.len()).filter(|&at| slow[at]);
    let mut turns: Vec<(usize, usize)> =
        alone.flat_map(|at| (0..count).map(move |puzzle| (at, puzzle))).collect();
    random.shuffle(&mut turns);
    for (done, (at, puzzle)) in turns.iter().copied().enumerate() {
        if done.is_multiple_of(1000) {
            eprintln!("{}: {done} of {} slow turns", workload.corpus, turns.len());
        }
        let of = (0..PARTS).find(|&of| part(of).contains(&puzzle)).unwrap_or(0);
        times[at][of] += ns(&mut lanes[at], puzzle..puzzle + 1);
    }
    let mut order: Vec<usize> = (0..lanes.len()).filter(|&at| !slow[at]).collect();
    let mut passes = vec![vec![Vec::new(); PARTS]; lanes.len()];
    for _ in 0..=PASSES {
        random.shuffle(&mut order);
        for &at in &order {
            for of in 0..PARTS {
                passes[at][of].push(ns(&mut lanes[at], part(of)));
            }
        }
    }
    for &at in &order {
        for of in 0..PARTS {
            // The first pass warms up.
            let warm = &mut passes[at][of][1..];
            warm.sort_by(f64::total_cmp);
            times[at][of] = f64::midpoint(warm[PASSES / 2 - 1], warm[PASSES / 2]);
        }
    }
    times
}
