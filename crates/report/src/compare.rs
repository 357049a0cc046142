//! Two runs beside each other: what may be compared, which counts differ, whose times have changed.
//!
//! Nanoseconds of two runs differ with the hour and with the machine, so they are not compared.
//! What is compared is the ratio of a solver to the reference, which each run found from rounds in
//! which both ran in turn.

use std::collections::BTreeMap;

use sudoku_core::{Grid, Work};
use sudoku_findings::{Estimate, Interval, NoiseFloor, Order, Ratio, Results};
use sudoku_measure::{CorpusRecord, CountRow, Outcome, Raw};

use crate::format;
use crate::notices::unfinished;

/// A run that is compared with another.
#[derive(Debug)]
pub struct Run {
    /// What was found.
    pub results: Results,
    /// Every count.
    pub counts: Vec<CountRow>,
}

impl Run {
    /// A run by its raw data.
    pub fn of(raw: Raw) -> Self {
        Self { results: Results::of(&raw), counts: raw.counts }
    }
}

/// Why the times of two runs are not those of the same thing; empty when they are.
pub fn obstacles(before: &Results, after: &Results) -> Vec<String> {
    let mut found = before.environment.differences(&after.environment);
    if before.schema_version != after.schema_version {
        found.push(format!(
            "schema version: {} before, {} after",
            before.schema_version, after.schema_version
        ));
    }
    found
}

/// Corpora of one name that are not the same in both runs. Two runs may have taken more or fewer
/// puzzles of the same corpus: their intervals contain the choice.
pub fn changed_corpora<'a>(before: &'a Results, after: &Results) -> Vec<&'a str> {
    let same = |ours: &CorpusRecord| {
        let mut there = after.plan.corpora.iter().filter(|corpus| corpus.name == ours.name);
        there.all(|corpus| corpus.set_sha256 == ours.set_sha256)
    };
    let corpora = before.plan.corpora.iter();
    corpora.filter(|corpus| !same(corpus)).map(|corpus| corpus.name.as_str()).collect()
}

/// A counter, or an outcome, that differs between two runs on one puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The id of the solver.
    pub solver: String,
    /// The name of the corpus.
    pub corpus: String,
    /// The puzzle.
    pub puzzle: Grid,
    /// What differs: the name of a counter, or `outcome`.
    pub what: &'static str,
    /// What it was before.
    pub before: String,
    /// What it is after.
    pub after: String,
}

/// Holds every count of one run against the other's on the same puzzle, and says how many pairs
/// there were. Runs that stopped at a budget are left out where the budgets differ.
pub fn differing_counts(before: &Run, after: &Run) -> (usize, Vec<Difference>) {
    let key = |row: &CountRow| (row.solver.clone(), row.corpus.clone(), row.puzzle);
    let known: BTreeMap<_, &CountRow> = before.counts.iter().map(|row| (key(row), row)).collect();
    let same_budget = before.results.plan.call_budget == after.results.plan.call_budget;
    let mut pairs = 0;
    let mut found = Vec::new();
    for row in &after.counts {
        let Some(old) = known.get(&key(row)) else { continue };
        let stopped = [old.outcome, row.outcome].contains(&Outcome::Stopped);
        if stopped && !same_budget {
            continue;
        }
        pairs += 1;
        let difference = |what, before: String, after: String| Difference {
            solver: row.solver.clone(),
            corpus: row.corpus.clone(),
            puzzle: row.puzzle,
            what,
            before,
            after,
        };
        if old.outcome != row.outcome {
            let [before, after] = [old, row].map(|row| format!("{:?}", row.outcome).to_lowercase());
            found.push(difference("outcome", before, after));
        }
        for what in Work::ALL {
            // What only one of the two programs reports, nobody can hold against the other.
            if let (Some(a), Some(b)) = (old.counts.get(what), row.counts.get(what))
                && a != b
            {
                found.push(difference(what.name(), a.to_string(), b.to_string()));
            }
        }
    }
    (pairs, found)
}

/// How the ratio of a solver to the reference has changed.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// The id of the solver.
    pub solver: String,
    /// The name of the corpus.
    pub corpus: String,
    /// The ratio before.
    pub before: Interval,
    /// The ratio after.
    pub after: Interval,
    /// After divided by before, with its 95 % interval: above 1, the solver has become slower
    /// against the reference.
    pub factor: Interval,
    /// The noise floor of this ratio, the greater of the two runs.
    pub noise_floor: f64,
    /// What may be said above it.
    pub verdict: Order,
}

/// Every ratio that both runs have, against the same reference, on corpora that are the same.
pub fn changes(before: &Results, after: &Results) -> Vec<Change> {
    let (Some(a), Some(b)) = (&before.ratios, &after.ratios) else { return Vec::new() };
    let unlike = changed_corpora(before, after);
    let both = b.rows.iter().filter_map(|new| Some((a.rows.of(&new.solver, &new.corpus)?, new)));
    let pairs: Vec<(&Ratio, &Ratio)> = both
        .filter(|(old, new)| old.reference == new.reference)
        .filter(|(_, new)| !unlike.contains(&new.corpus.as_str()))
        .collect();
    let floors = pairs.iter().map(|(old, new)| old.noise_floor.max(new.noise_floor));
    // The puzzles are the same in both runs, so this knows less than it could: it errs on the side
    // of no change.
    let factors: Vec<Estimate> =
        pairs.iter().map(|(old, new)| new.estimate().divided_by(old.estimate())).collect();
    let judged: Vec<(Estimate, f64)> = factors.into_iter().zip(floors).collect();
    let verdicts = Order::of_all(&judged);
    let changes = pairs.iter().zip(&judged).zip(verdicts);
    changes
        .map(|(((old, new), (factor, noise_floor)), verdict)| Change {
            solver: new.solver.clone(),
            corpus: new.corpus.clone(),
            before: old.ratio,
            after: new.ratio,
            factor: factor.interval(0.95),
            noise_floor: *noise_floor,
            verdict,
        })
        .collect()
}

/// The comparison as Markdown.
pub fn compare(before: &Run, after: &Run) -> String {
    let (a, b) = (&before.results, &after.results);
    let mut text = format!("# From {} to {}\n", name(a), name(b));
    for (run, results) in [("Before", a), ("After", b)] {
        if let Some(warning) = unfinished(&results.missing) {
            text += &format!("\n{run}: {warning}\n");
        }
    }
    let obstacles = obstacles(a, b);
    if !obstacles.is_empty() {
        text += "\n> [!CAUTION]\n> **NOT THE SAME THING: differences in time say nothing about the \
                 solvers.**\n";
        for obstacle in &obstacles {
            text += &format!("> - {obstacle}\n");
        }
    }
    for corpus in changed_corpora(a, b) {
        text += &format!("\n{corpus} is not the same set of puzzles: its times are left out.\n");
    }
    let (pairs, differences) = differing_counts(before, after);
    text += &counts_text(pairs, &differences);

    text += "\n## Times\n\n";
    let changes = changes(a, b);
    if changes.is_empty() {
        text += "No ratio that both runs have.\n";
        return text;
    }
    let reference = a.ratios.as_ref().map_or("", |ratios| ratios.reference.as_str());
    text += &format!(
        "Time against `{reference}`, before and after; the noise floors were {} and {}.\n\n",
        floor(a),
        floor(b)
    );
    text += "| set | solver | before | after | change | 95 % interval | verdict |\n";
    text += "|:---|:---|---:|---:|---:|---:|:---|\n";
    for Change { solver, corpus, before, after, factor, verdict, .. } in &changes {
        let said = match verdict {
            Order::Faster => "**faster**",
            Order::Slower => "**slower**",
            Order::Undecided => "",
        };
        text += &format!(
            "| {corpus} | {solver} | {:.3} | {:.3} | {:+.1} % | {:+.1} to {:+.1} % | {said} |\n",
            before.point,
            after.point,
            (factor.point - 1.0) * 100.0,
            (factor.low - 1.0) * 100.0,
            (factor.high - 1.0) * 100.0,
        );
    }
    text
}

/// What is said of the counts, as Markdown.
pub(crate) fn counts_text(pairs: usize, differences: &[Difference]) -> String {
    const SHOWN: usize = 20;
    let mut text = "\n## Counts\n\n".to_owned();
    if differences.is_empty() {
        return text + &format!("All counters are equal on {pairs} pairs of solver and puzzle.\n");
    }
    text += &format!(
        "{} counters differ on {pairs} pairs of solver and puzzle.\n\n",
        differences.len()
    );
    text +=
        "| solver | set | puzzle | counter | before | after |\n|:---|:---|:---|:---|---:|---:|\n";
    for Difference { solver, corpus, puzzle, what, before, after } in differences.iter().take(SHOWN)
    {
        text += &format!("| {solver} | {corpus} | `{puzzle}` | {what} | {before} | {after} |\n");
    }
    if differences.len() > SHOWN {
        text += &format!("\n... and {} more.\n", differences.len() - SHOWN);
    }
    text
}

fn floor(results: &Results) -> String {
    let ratios = results.ratios.as_ref();
    ratios.map_or("unknown".to_owned(), |ratios| {
        NoiseFloor::in_words(&ratios.noise_floors, format::share)
    })
}

/// A run by its time and commit.
fn name(results: &Results) -> String {
    let environment = &results.environment;
    let commit = environment.commit.as_deref().unwrap_or("unknown");
    let dirty = if environment.dirty == Some(true) { " with changes" } else { "" };
    format!("{} ({}{dirty})", environment.started, commit.get(..10).unwrap_or(commit))
}
