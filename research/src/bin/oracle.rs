//! Compares the published ratings in a folder with what our solvers find (`--compare`), or draws
//! from the rated puzzles for a census of all minimal puzzles (`--census`).
//!
//! `cargo xtask oracle` runs it. Exit codes: 0 nothing differs; 1 something differs; 2 a file
//! cannot be read or parsed.

use std::collections::BTreeMap;
use std::env;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow, bail, ensure};
use sudoku_benches::{StepProgress, exit_code};
use sudoku_core::stats::Interval;
use sudoku_core::{Puzzle, Work};
use sudoku_registry::available;
use sudoku_research::{Oracle, PublishedRating, census, collections, minimal, ratings};

/// The most differences of one collection that are printed.
const SHOWN: usize = 10;

/// The number of solvers that the census times.
const FASTEST: usize = 10;

/// The number of random arrangements of a puzzle over which its guesses are averaged.
const ARRANGEMENTS: u64 = 10;

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let run = match args.as_slice() {
        ["--compare", folder] => compare(Path::new(folder)),
        ["--census", folder, puzzles, calls, seed] => {
            let numbers = [puzzles, calls, seed].map(|number| number.parse::<u64>());
            let [Ok(puzzles), Ok(calls), Ok(seed)] = numbers else { return ExitCode::from(2) };
            census(Path::new(folder), puzzles as usize, calls, seed)
        }
        _ => Err(anyhow!("expected --compare FOLDER or --census FOLDER PUZZLES CALLS SEED")),
    };
    exit_code(run)
}

/// Returns the puzzle files in a folder that have all ratings beside them, and the number of their
/// puzzles, computed from the sizes of the files.
fn rated(folder: &Path) -> Result<(Vec<PathBuf>, u64)> {
    let (rated, unrated) = collections(folder)?;
    for file in &unrated {
        eprintln!("note: {} has not all ratings beside it, and is left out", file.display());
    }
    ensure!(!rated.is_empty(), "{}: no puzzles.txt with its ratings", folder.display());
    let sizes = rated.iter().map(|file| Ok(file.metadata()?.len() / 82));
    let total = sizes.sum::<Result<u64>>().context("the size of a file is unknown")?;
    Ok((rated, total))
}

fn compare(folder: &Path) -> Result<ExitCode> {
    let (rated, total) = rated(folder)?;
    let oracle = Oracle::new()?;
    let progress = StepProgress::new("comparing", total);
    let mut differences = 0;
    let mut by_clues: BTreeMap<u64, [u64; 3]> = BTreeMap::new();
    for file in &rated {
        progress.message(file.strip_prefix(folder).unwrap_or(file).display().to_string());
        let compared = oracle.compare(file, &progress)?;
        compared.differences.iter().take(SHOWN).for_each(|line| println!("{line}"));
        if let Some(more) = compared.differences.len().checked_sub(SHOWN).filter(|more| *more > 0) {
            println!("{}: {more} more differences", file.display());
        }
        differences += compared.differences.len();
        for (clues, row) in compared.by_clues {
            let sums = by_clues.entry(clues).or_default();
            sums.iter_mut().zip(row).for_each(|(sum, one)| *sum += one);
        }
    }
    let sum = |which: usize| by_clues.values().map(|row| row[which]).sum::<u64>();
    let [puzzles, by_singles, by_locked] = [0, 1, 2].map(sum);
    let share = |part: u64| 100.0 * part as f64 / puzzles.max(1) as f64;
    println!(
        "{puzzles} puzzles in {} collections: {differences} differences; singles solve {by_singles} \
         ({:.2} %), with locked candidates {by_locked} ({:.2} %)",
        rated.len(),
        share(by_singles),
        share(by_locked)
    );
    if let Some([clues, singles, locked]) = minimal::shares(&by_clues) {
        println!(
            "if these are controlled-bias puzzles, then of all minimal puzzles singles solve {}, with \
             locked candidates {}; they have {} clues on average (95 % intervals)",
            percent(singles),
            percent(locked),
            interval(clues, 3)
        );
    }
    Ok(ExitCode::from(u8::from(differences > 0)))
}

fn census(folder: &Path, number: usize, calls: u64, seed: u64) -> Result<ExitCode> {
    let (rated, total) = rated(folder)?;
    let progress = StepProgress::new("reading", total);
    let mut all = Vec::new();
    for file in &rated {
        progress.message(file.strip_prefix(folder).unwrap_or(file).display().to_string());
        let read = ratings(file)?;
        progress.advance(read.len() as u64);
        all.extend(read);
    }
    let clues: Vec<u64> = all.iter().map(|rating| rating.clues).collect();
    let drawn = minimal::draw(&clues, number, seed)?;
    let drawn: Vec<PublishedRating> =
        drawn.into_iter().map(|at| all[at].arranged(at as u64)).collect();
    let puzzles: Vec<Puzzle> = drawn.iter().map(|rating| rating.puzzle).collect();
    let clues: Vec<f64> = drawn.iter().map(|rating| rating.clues as f64).collect();
    let Some(mean) = minimal::mean(&clues) else { bail!("a census takes 2 puzzles or more") };
    println!(
        "{number} puzzles of {} in {} collections, kept by their weights (seed {seed}); {} clues on \
         average (95 % intervals here and below)",
        all.len(),
        rated.len(),
        interval(mean, 2)
    );

    let worked = print_work(&puzzles, calls)?;
    print_times(&puzzles)?;
    if drawn.iter().any(|rating| rating.ser.is_none() || rating.whip.is_none()) {
        eprintln!("note: not every collection has SER.txt and W-ratings.txt: no rank correlations");
        return Ok(ExitCode::SUCCESS);
    }
    print_ranks(&drawn, &worked)?;
    Ok(ExitCode::SUCCESS)
}

/// Prints the mean work of every solver on these puzzles, and returns it.
fn print_work(puzzles: &[Puzzle], calls: u64) -> Result<Vec<census::Worked>> {
    let number = puzzles.len();
    let searches = number * available().filter(|entry| entry.can.count).count();
    let progress = StepProgress::new("counting", searches as u64);
    let worked = census::work(puzzles, calls, &progress)?;
    println!("\nWork on a puzzle, searches stopped after {calls} calls\n");
    println!("| solver | stopped | nodes | placements | guesses |");
    println!("|---|---:|---:|---:|---:|");
    for worked in &worked {
        let least = if worked.stopped > 0 { "at least " } else { "" };
        let mean = |what: Work| {
            let reported = worked.solver.info.counters.has(what);
            let mean = worked.mean(|counts| counts.get(what).unwrap_or_default());
            mean.filter(|_| reported)
                .map_or_else(String::new, |mean| format!("{least}{}", rough(mean)))
        };
        println!(
            "| `{}` | {:.1} % | {} | {} | {} |",
            worked.solver.info.id,
            100.0 * worked.stopped as f64 / number as f64,
            mean(Work::Nodes),
            mean(Work::Placements),
            mean(Work::Guesses)
        );
    }
    Ok(worked)
}

/// Prints the times of the fastest solvers on these puzzles.
fn print_times(puzzles: &[Puzzle]) -> Result<()> {
    let progress = StepProgress::new("timing", (puzzles.len() * FASTEST) as u64);
    let timed = census::times(puzzles, FASTEST, &progress)?;
    println!("\nThread CPU time of a first solution\n");
    println!("| solver | ns a puzzle | divided by that of the last |");
    println!("|---|---:|---:|");
    for timed in &timed {
        let (id, ratio) = (timed.solver.info.id, interval(timed.ratio, 2));
        println!("| `{id}` | {:.0} | {ratio} |", timed.ns);
    }
    Ok(())
}

/// Prints how the guesses of every solver rank puzzles beside their published ratings.
fn print_ranks(drawn: &[PublishedRating], worked: &[census::Worked]) -> Result<()> {
    let number = drawn.len();
    let progress = StepProgress::new("ranking", 0);
    let ranked = census::ranks(drawn, worked, ARRANGEMENTS, &progress)?;
    let rest = drawn.iter().filter(|rating| rating.after_locked > 0).count();
    for (is_rest, title) in [
        (false, format!("over all {number} puzzles")),
        (true, format!("over {rest} that locked candidates and singles do not solve")),
    ] {
        println!("\nRank correlation of guesses with two ratings, {title}\n");
        println!(
            "| solver | SER | SER, {ARRANGEMENTS} arrangements | W | W, {ARRANGEMENTS} arrangements |"
        );
        println!("|---|---:|---:|---:|---:|");
        for ranked in &ranked {
            let [[ser, whip], [mean_ser, mean_whip]] =
                if is_rest { ranked.rest } else { ranked.all };
            let row = [ser, mean_ser, whip, mean_whip].map(correlation);
            println!("| `{}` | {} |", ranked.solver.info.id, row.join(" | "));
        }
    }
    Ok(())
}

fn interval(Interval { point, low, high }: Interval, digits: usize) -> String {
    format!("{point:.digits$} [{low:.digits$}, {high:.digits$}]")
}

fn percent(share: Interval) -> String {
    let Interval { point, low, high } = share.scaled(100.0);
    format!("{point:.2} % [{low:.2}, {high:.2}]")
}

/// Formats an estimate with three significant digits.
fn rough(estimate: Interval) -> String {
    let digits = (2.0 - estimate.point.abs().log10().floor()).clamp(0.0, 6.0);
    interval(estimate, digits as usize)
}

fn correlation(rank: Option<Interval>) -> String {
    rank.map_or_else(|| "–".to_owned(), |rank| interval(rank, 2))
}
