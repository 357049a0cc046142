//! A census of puzzles with published ratings: the work of every solver, the times of the fastest,
//! and the rank correlation of guesses with the ratings.

use anyhow::{Context, Result, bail};
use sudoku_core::stats::{mean, spearman};
use sudoku_core::{Counts, Goal, Grid, Proof, Puzzle, Random, Symmetry};
use sudoku_judge::{Estimate, Interval};
use sudoku_record::Stopwatch;
use sudoku_registry::{Entry, Limits, Outcome, Session, available, referee};

use crate::minimal;
use crate::oracle::PublishedRating;
use sudoku_benches::{StepProgress, in_parallel};

/// The puzzles are timed in this many parts; leaving out one at a time gives the interval.
pub const SHARES: usize = 10;

/// The interval of a rank correlation leaves out one of this many parts of the puzzles at a time.
const RANK_SHARES: usize = 50;

/// Student's quantile for a 95 % interval from [`RANK_SHARES`] parts.
const STUDENT: f64 = 2.01;

/// The limit of values on Fisher's scale, where the hyperbolic tangent is 1 to 15 decimals.
const FAR: f64 = 18.0;

/// The work of a solver on all puzzles.
#[derive(Debug)]
pub struct Worked {
    /// The solver.
    pub solver: &'static Entry,
    /// The counts of each search, up to the limit if it was stopped there.
    pub counts: Vec<Counts>,
    /// The number of searches that were stopped at the limit.
    pub stopped: usize,
}

impl Worked {
    /// Returns the mean of a counter, or a lower bound if searches were stopped; `None` below 2
    /// puzzles.
    pub fn mean(&self, of: impl Fn(&Counts) -> u64) -> Option<Interval> {
        minimal::mean(&self.counts.iter().map(|counts| of(counts) as f64).collect::<Vec<_>>())
    }

    /// The guesses on each puzzle.
    fn guesses(&self) -> Vec<f64> {
        self.counts.iter().map(|counts| counts.guesses as f64).collect()
    }
}

/// Counts the work of every solver that reports counts, on all cores. A search is stopped after
/// `calls` calls. `progress` advances by 1 for each search.
///
/// # Errors
///
/// When a solver gives a wrong answer; the error names the solver and the puzzle.
///
/// # Panics
///
/// When a worker panics.
pub fn work(puzzles: &[Puzzle], calls: u64, progress: &StepProgress) -> Result<Vec<Worked>> {
    let work = |solver: &'static Entry| {
        let run = |session: &mut Session, at: usize| {
            progress.advance(1);
            session.tally(&puzzles[at], Goal::First, Limits::calls(calls))
        };
        let mut worked = Worked { solver, counts: Vec::new(), stopped: 0 };
        for (run, puzzle) in in_parallel(puzzles.len(), || solver.start(), run).iter().zip(puzzles)
        {
            match run.outcome {
                Outcome::Solved(_) => {}
                Outcome::Stopped(_) => worked.stopped += 1,
                _ => bail!("{}: a wrong answer to {}", solver.info.id, puzzle.grid()),
            }
            worked.counts.push(run.counts);
        }
        Ok(worked)
    };
    available().filter(|entry| entry.can.count).map(work).collect()
}

/// The time of a solver.
#[derive(Debug)]
pub struct Timed {
    /// The solver.
    pub solver: &'static Entry,
    /// Its CPU time per puzzle, in nanoseconds.
    pub ns: f64,
    /// Its time for all puzzles divided by that of the last solver, with the 95 % interval.
    pub ratio: Interval,
}

/// Times the last `number` solvers of the list, which are the fastest. The puzzles are divided into
/// [`SHARES`]. On each share the solvers take turns, in an order that changes from share to share;
/// each finds the first solution of every puzzle.
///
/// # Errors
///
/// When an answer is wrong, or there are fewer puzzles than shares.
pub fn times(puzzles: &[Puzzle], number: usize, progress: &StepProgress) -> Result<Vec<Timed>> {
    let solvers: Vec<_> = available().collect();
    let solvers = &solvers[solvers.len().saturating_sub(number)..];
    let size = puzzles.len() / SHARES;
    if size == 0 || solvers.is_empty() {
        bail!("{} puzzles are too few to be timed in {SHARES} shares", puzzles.len());
    }
    let mut sessions: Vec<_> = solvers.iter().map(|solver| solver.start()).collect();
    let mut random = Random::seeded(0);
    let mut order: Vec<usize> = (0..solvers.len()).collect();
    let mut all = vec![Vec::new(); solvers.len()];
    for share in puzzles.chunks_exact(size).take(SHARES) {
        random.shuffle(&mut order);
        for &at in &order {
            let mut answers: Vec<Option<Grid>> = vec![None; share.len()];
            let watch = Stopwatch::start();
            sessions[at].solve_all(share, Goal::First, &mut answers, &mut []);
            all[at].push(watch.elapsed().cpu.as_nanos() as f64 / size as f64);
            for (puzzle, answer) in share.iter().zip(answers) {
                let outcome = referee(Goal::First, puzzle, answer.as_ref(), &Proof::default());
                if !matches!(outcome, Outcome::Solved(_)) {
                    bail!("{}: a wrong answer to {}", solvers[at].info.id, puzzle.grid());
                }
            }
            progress.advance(share.len() as u64);
        }
    }
    let last = all[all.len() - 1].clone();
    let timed = |(solver, times): (&&'static Entry, Vec<f64>)| {
        let pairs: Vec<(f64, f64)> = times.iter().copied().zip(last.iter().copied()).collect();
        let ratio = ratio_of_sums(&pairs).context("a share took no time")?;
        let ns = times.iter().sum::<f64>() / SHARES as f64;
        Ok(Timed { solver, ns, ratio: ratio.interval(0.95) })
    };
    solvers.iter().zip(all).map(timed).collect()
}

/// The sum of all first members divided by that of all second ones. The error comes from leaving out
/// one pair at a time (the jackknife, Tukey 1958). `None` when a sum is not above 0 then.
fn ratio_of_sums(pairs: &[(f64, f64)]) -> Option<Estimate> {
    let (above, below) = pairs.iter().fold((0.0, 0.0), |(a, b), pair| (a + pair.0, b + pair.1));
    let left: Vec<f64> = pairs.iter().map(|(a, b)| ((above - a) / (below - b)).ln()).collect();
    let middle = mean(&left);
    let squares: f64 = left.iter().map(|log| (log - middle).powi(2)).sum();
    let number = pairs.len() as f64;
    let error = ((number - 1.0) / number * squares).sqrt();
    error.is_finite().then_some(Estimate {
        point: above / below,
        error,
        df: pairs.len() as u32 - 1,
    })
}

/// Correlates two columns by [`spearman`], with a 95 % interval; `None` if it returns that. The interval
/// comes from leaving out one share of the puzzles at a time (the jackknife) on Fisher's scale:
/// published formulas require that no two values of a column are equal.
fn correlated(a: &[f64], b: &[f64]) -> Option<Interval> {
    let fisher = |value: f64| value.clamp(-1.0, 1.0).atanh().clamp(-FAR, FAR);
    let point = spearman(a, b)?;
    let shares = RANK_SHARES.min(a.len());
    let without = |share: usize| {
        let kept = |column: &[f64]| -> Vec<f64> {
            let kept = column.iter().enumerate().filter(|(at, _)| at % shares != share);
            kept.map(|(_, value)| *value).collect()
        };
        spearman(&kept(a), &kept(b)).map(fisher)
    };
    let left = (0..shares).map(without).collect::<Option<Vec<f64>>>()?;
    let number = shares as f64;
    let mean = left.iter().sum::<f64>() / number;
    let squares: f64 = left.iter().map(|one| (one - mean).powi(2)).sum();
    let half = STUDENT * ((number - 1.0) / number * squares).sqrt();
    let end = |by: f64| (fisher(point) + by).tanh();
    Some(Interval { point, low: end(-half), high: end(half) })
}

/// The rank correlations of a solver's guesses with two ratings.
#[derive(Debug)]
pub struct Ranked {
    /// The solver.
    pub solver: &'static Entry,
    /// Over all puzzles. The first row is of the guesses on the puzzle as it stands, the second of
    /// their mean over arrangements. The first column compares them with the rating of Sudoku
    /// Explainer, the second with the length of the longest whip.
    pub all: [[Option<Interval>; 2]; 2],
    /// All of this over the puzzles that locked candidates and singles do not solve.
    pub rest: [[Option<Interval>; 2]; 2],
}

/// Compares guesses with ratings, for every solver that was never stopped, guesses on some puzzle,
/// and makes other guesses than the solvers before it. The second number of guesses is the mean
/// over `arrangements` random arrangements of a puzzle. `progress` advances by 1 for each solver.
///
/// # Errors
///
/// When a puzzle has no published difficulty, or a solver does not solve an arrangement.
pub fn ranks(
    ratings: &[PublishedRating],
    worked: &[Worked],
    arrangements: u64,
    progress: &StepProgress,
) -> Result<Vec<Ranked>> {
    let mut published = [Vec::new(), Vec::new()];
    for rating in ratings {
        let (Some(ser), Some(whip)) = (rating.ser, rating.whip) else {
            bail!("{}: no SER.txt or no W-ratings.txt has it", rating.puzzle.grid());
        };
        published[0].push(ser);
        published[1].push(whip);
    }
    let is_rest: Vec<bool> = ratings.iter().map(|rating| rating.after_locked > 0).collect();
    let puzzles: Vec<Puzzle> = ratings.iter().map(|rating| rating.puzzle).collect();
    let mut ranked = Vec::new();
    let mut seen: Vec<Vec<f64>> = Vec::new();
    for worked in worked.iter().filter(|worked| worked.stopped == 0) {
        let guesses = worked.guesses();
        if guesses.iter().all(|&guesses| guesses == 0.0) || seen.contains(&guesses) {
            continue;
        }
        let mean = arranged(worked.solver, &puzzles, arrangements)?;
        let rank = |guesses: &[f64], published: &[f64], rest: bool| {
            let taken = |column: &[f64]| -> Vec<f64> {
                let pairs = column.iter().zip(&is_rest);
                pairs.filter(|(_, is_rest)| !rest || **is_rest).map(|(value, _)| *value).collect()
            };
            correlated(&taken(guesses), &taken(published))
        };
        let both = |rest: bool| {
            [&guesses, &mean]
                .map(|guesses| published.each_ref().map(|published| rank(guesses, published, rest)))
        };
        ranked.push(Ranked { solver: worked.solver, all: both(false), rest: both(true) });
        seen.push(guesses);
        progress.advance(1);
    }
    Ok(ranked)
}

/// Returns the mean number of guesses over arrangements of each puzzle.
fn arranged(solver: &'static Entry, puzzles: &[Puzzle], arrangements: u64) -> Result<Vec<f64>> {
    let mean = |session: &mut Session, at: usize| {
        let mut sum = 0;
        for no in 0..arrangements {
            let symmetry = Symmetry::random(at as u64 * arrangements + no);
            let puzzle = Puzzle::unchecked(symmetry.apply(puzzles[at].grid()));
            let run = session.tally(&puzzle, Goal::First, Limits::NONE);
            if !matches!(run.outcome, Outcome::Solved(_)) {
                bail!("{}: a wrong answer to {}", solver.info.id, puzzle.grid());
            }
            sum += run.counts.guesses;
        }
        Ok(sum as f64 / arrangements as f64)
    };
    in_parallel(puzzles.len(), || solver.start(), mean).into_iter().collect()
}
