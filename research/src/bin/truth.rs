//! Measures the ratios of a run again, with nothing but the registry and a clock: no race, no
//! counts, no builds.
//!
//! In `benches`, whose compiler flags it needs, `cargo run --release --manifest-path
//! ../research/Cargo.toml --bin truth -- ../RUN SET...` lets every solver of the run solve all
//! puzzles of these sets, which all have a solution. A solver that takes a millisecond or more for a
//! puzzle solves each alone; all these solves are in one random order. A faster one goes over the set in
//! parts of 100, eight times, each time after other puzzles, 4,000 or 20 ms of them, so that its code is
//! at hand and the branches of the set are forgotten; the median of a part counts. These passes come
//! between the solves of slow solvers.
//!
//! Each line has the ratio of the run, its interval and the ratio found here. The last line of a set
//! has the root mean square of the errors, and their mean, whose sign is a bias of the run.

use std::env;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use sudoku_benches::{contestants, exit_code};
use sudoku_core::{Goal, Grid, Proof, Puzzle, Random};
use sudoku_judge::{Results, Rows};
use sudoku_record::{Raw, RunFolder, Stopwatch};
use sudoku_registry::{Entry, Outcome, Session, find_among, referee};

/// A solver is slow if a puzzle takes it this long on average, in nanoseconds.
const SLOW: f64 = 1e6;
const PART: usize = 100;
const PASSES: usize = 8;
const OTHERS: usize = 4000;
const OTHERS_NS: f64 = 20e6;

fn main() -> ExitCode {
    exit_code(run().map(|()| ExitCode::SUCCESS))
}

fn run() -> Result<()> {
    let args: Vec<String> = env::args().skip(1).collect();
    let [folder, sets @ ..] = args.as_slice() else { bail!("expected RUN SET...") };
    let results = Results::of(&Raw::read(&RunFolder::new(folder))?);
    let ratios = results.ratios.context("the run has no ratios")?;
    let others = sudoku_puzzles::find("minimal")?.fresh(1).context("minimal can be made anew")?;
    let others = puzzles(others.take(OTHERS));
    println!("set,solver,ratio,low,high,truth,error");
    for name in sets {
        let reference =
            ratios.reference_on(name).with_context(|| format!("no ratios on {name}"))?;
        let is_solver = |id: &str| !id.starts_with("programs/");
        let rows: Vec<_> = ratios.rows.on(name).filter(|row| is_solver(&row.solver)).collect();
        let ids = [reference].into_iter().chain(rows.iter().map(|row| row.solver.as_str()));
        let solvers: Vec<&'static Entry> =
            ids.map(|id| Ok(find_among(contestants(), id)?)).collect::<Result<_>>()?;
        let set = puzzles(sudoku_puzzles::find(name)?.entries());
        let times = times(&solvers, &set, &others);
        let mut errors = Vec::new();
        for (row, time) in rows.iter().zip(&times[1..]) {
            let (truth, found) = (time / times[0], row.ratio);
            let error = (found.point / truth).ln();
            errors.push(error);
            println!(
                "{name},{},{:.4e},{:.4e},{:.4e},{truth:.4e},{:+.1} %",
                row.solver,
                found.point,
                found.low,
                found.high,
                100.0 * error.exp_m1()
            );
        }
        let mean =
            |of: fn(f64) -> f64| errors.iter().copied().map(of).sum::<f64>() / errors.len() as f64;
        let (square, bias) = (mean(|error| error * error).sqrt(), mean(|error| error));
        eprintln!(
            "{name}: {} ratios, errors of {:.1} % (rms), {:+.1} % on average",
            errors.len(),
            100.0 * square.exp_m1(),
            100.0 * bias.exp_m1()
        );
    }
    Ok(())
}

fn puzzles(entries: impl IntoIterator<Item = sudoku_puzzles::KnownPuzzle>) -> Vec<Puzzle> {
    entries.into_iter().filter_map(|entry| entry.grid.try_into().ok()).collect()
}

/// A solver on its way through the puzzles.
struct Runner {
    id: &'static str,
    session: Session,
    /// The time of reading the clock, in nanoseconds.
    empty: f64,
}

impl Runner {
    /// Solves these puzzles in one call, and returns the nanoseconds.
    ///
    /// # Panics
    ///
    /// When an answer is wrong.
    fn solve(&mut self, puzzles: &[Puzzle]) -> f64 {
        let mut answers = vec![Some(Grid::BLANK); puzzles.len()];
        let mut proofs = vec![Proof::default(); puzzles.len()];
        let watch = Stopwatch::start();
        self.session.solve_all(puzzles, Goal::First, &mut answers, &mut proofs);
        let took = watch.elapsed().cpu.as_nanos() as f64;
        for ((puzzle, answer), proof) in puzzles.iter().zip(&answers).zip(&proofs) {
            let outcome = referee(Goal::First, puzzle, answer.as_ref(), proof);
            let is_solved = matches!(outcome, Outcome::Solved(_));
            assert!(is_solved, "{}: {outcome:?} on {}", self.id, puzzle.grid());
        }
        (took - self.empty).max(1.0)
    }
}

/// The nanoseconds that each solver takes for a set.
fn times(solvers: &[&'static Entry], set: &[Puzzle], others: &[Puzzle]) -> Vec<f64> {
    let mut random = Random::seeded(7);
    let start =
        |entry: &&'static Entry| Runner { id: entry.info.id, session: entry.start(), empty: 0.0 };
    let mut runners: Vec<Runner> = solvers.iter().map(start).collect();
    let empty: Vec<f64> = (0..101).map(|_| runners[0].solve(&[])).collect();
    let empty = sudoku_core::stats::median(&empty);
    for runner in &mut runners {
        runner.empty = empty;
    }
    let probe = &set[..set.len().min(20)];
    let pace: Vec<f64> =
        runners.iter_mut().map(|runner| runner.solve(probe) / probe.len() as f64).collect();
    let is_slow: Vec<bool> = pace.iter().map(|&pace| pace > SLOW).collect();

    let (is_slow, all) = (&is_slow, solvers.len());
    let of = |slow: bool| (0..all).filter(move |&at| is_slow[at] == slow);
    let mut slow: Vec<(usize, usize)> =
        of(true).flat_map(|at| (0..set.len()).map(move |puzzle| (at, puzzle))).collect();
    let mut fast: Vec<usize> = of(false).flat_map(|at| [at; PASSES]).collect();
    random.shuffle(&mut slow);
    random.shuffle(&mut fast);
    let every = (slow.len() / fast.len().max(1)).max(1);

    let mut times = vec![0.0; solvers.len()];
    let mut passes = vec![vec![Vec::new(); set.len().div_ceil(PART)]; solvers.len()];
    let mut slow = slow.into_iter();
    let mut fast = fast.into_iter();
    loop {
        let some: Vec<(usize, usize)> = slow.by_ref().take(every).collect();
        for &(at, puzzle) in &some {
            times[at] += runners[at].solve(&set[puzzle..=puzzle]);
        }
        let Some(at) = fast.next() else {
            if some.is_empty() {
                break;
            }
            continue;
        };
        let some = ((OTHERS_NS / pace[at]) as usize).min(others.len());
        runners[at].solve(&others[..some]);
        for (part, puzzles) in set.chunks(PART).enumerate() {
            passes[at][part].push(runners[at].solve(puzzles));
        }
    }
    for (time, parts) in times.iter_mut().zip(&passes) {
        *time += parts
            .iter()
            .filter(|part| !part.is_empty())
            .map(|part| sudoku_core::stats::median(part))
            .sum::<f64>();
    }
    times
}
