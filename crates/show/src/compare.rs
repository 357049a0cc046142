//! Compares two runs: what can be compared, which counts differ, and which times have changed.
//!
//! Nanoseconds of two runs differ with the hour and the machine, so they are not compared. Compared
//! are the ratios of solvers to the reference, because each run measured them in rounds in which
//! both ran in turn.

use std::collections::BTreeMap;

use sudoku_core::{Ending, Work};
use sudoku_judge::claims::{Check, Unlike};
use sudoku_judge::{Estimate, Interval, NoiseFloor, Order, Ratio, Results, Rows, format};
use sudoku_record::{CorpusRecord, CountRow, Raw};

use crate::notices::unfinished;
use crate::tables::ratios::undecided;
use crate::wrap::plain;
use crate::{claims, names};

/// A run that is compared with another.
#[derive(Debug)]
pub struct Run {
    /// The results of the run.
    pub results: Results,
    /// Every row of counts.
    pub counts: Vec<CountRow>,
}

impl Run {
    /// Computes the results of a run from its raw data.
    pub fn of(raw: Raw) -> Self {
        Self { results: Results::of(&raw), counts: raw.counts }
    }
}

/// The corpora that have the same name but different puzzles in the two runs. A corpus of which the
/// runs took more or fewer puzzles is not among them, because the intervals cover that choice.
pub fn changed_corpora<'a>(before: &'a Results, after: &Results) -> Vec<&'a str> {
    let same = |ours: &CorpusRecord| {
        let mut there = after.plan.corpora.iter().filter(|corpus| corpus.name == ours.name);
        there.all(|corpus| corpus.set_sha256 == ours.set_sha256)
    };
    let corpora = before.plan.corpora.iter();
    corpora.filter(|corpus| !same(corpus)).map(|corpus| corpus.name.as_str()).collect()
}

/// Compares every count of the later run with that of the earlier run on the same puzzle. Returns
/// the number of compared pairs of solver and puzzle, and the counters and outcomes that differ, as
/// items of a list in Markdown. Searches that were stopped are left out if the budgets differ.
pub fn differing_counts(before: &Run, after: &Run) -> (usize, Vec<String>) {
    let key = |row: &CountRow| (row.solver.clone(), row.corpus.clone(), row.puzzle);
    let known: BTreeMap<_, &CountRow> = before.counts.iter().map(|row| (key(row), row)).collect();
    let same_budget = before.results.plan.call_budget == after.results.plan.call_budget;
    let mut pairs = 0;
    let mut found = Vec::new();
    for row in &after.counts {
        let Some(old) = known.get(&key(row)) else { continue };
        let stopped = [old.outcome, row.outcome].contains(&Ending::Stopped);
        if stopped && !same_budget {
            continue;
        }
        pairs += 1;
        // A counter that only one of the two programs reports is not compared.
        let counts = Work::ALL.into_iter().filter_map(|what| {
            let both = [old.counts.get(what)?, row.counts.get(what)?];
            Some((what.name(), both.map(|count| count.to_string())))
        });
        let outcomes = [old, row].map(|row| row.outcome.word().to_owned());
        let compared = std::iter::once(("outcome", outcomes)).chain(counts);
        let differing = compared.filter(|(_, [before, after])| before != after);
        let CountRow { solver, corpus, puzzle, .. } = row;
        found.extend(differing.map(|(what, [before, after])| {
            format!("- {solver} on {corpus}, {what}: {before} before, {after} after (`{puzzle}`)\n")
        }));
    }
    (pairs, found)
}

/// The change in the ratio of a solver to the reference.
#[derive(Debug, Clone, PartialEq)]
pub struct Change<'a> {
    /// The ratio in the earlier run.
    pub before: &'a Ratio,
    /// The ratio in the later run.
    pub after: &'a Ratio,
    /// The later ratio divided by the earlier one, with its 95 % interval: above 1 if the solver
    /// became slower relative to the reference.
    pub factor: Interval,
    /// The verdict on the change, above the noise floor.
    pub verdict: Order,
}

impl Change<'_> {
    /// The noise floor of the ratio: the greater of those of the two runs.
    pub fn noise_floor(&self) -> f64 {
        self.before.noise_floor.max(self.after.noise_floor)
    }

    /// The change as an item of a list in Markdown.
    fn item(&self) -> String {
        let Ratio { solver, corpus, .. } = self.after;
        let [before, after] = [self.before, self.after].map(|one| format::figure(one.ratio.point));
        let Interval { point, low, high } = self.factor;
        let [change, low, high] = [point, low, high].map(percent);
        let mark = undecided(self.verdict);
        format!("- {solver} on {corpus}: {before} to {after}, {change}{mark} ({low} to {high})\n")
    }
}

/// The changes of all ratios that both runs have, to the same reference and for the same puzzles.
pub fn changes<'a>(before: &'a Results, after: &'a Results) -> Vec<Change<'a>> {
    let (Some(a), Some(b)) = (&before.ratios, &after.ratios) else { return Vec::new() };
    let unlike = changed_corpora(before, after);
    // Runs of the old form knew a small set by heart.
    let rested = |run: &Results, corpus: &str| {
        run.self_checks.iter().find(|check| check.corpus == corpus).map(|check| check.rested)
    };
    let both = b.rows.iter().filter_map(|new| Some((a.rows.of(&new.solver, &new.corpus)?, new)));
    let pairs: Vec<(&'a Ratio, &'a Ratio)> = both
        .filter(|(old, new)| (&old.reference, old.counted_on) == (&new.reference, new.counted_on))
        .filter(|(_, new)| !unlike.contains(&new.corpus.as_str()))
        .filter(|(_, new)| {
            let [one, other] = [before, after].map(|run| rested(run, &new.corpus));
            new.counted_on.is_some() || one == other
        })
        .collect();
    // The estimates count as independent although the runs have the same puzzles, so the interval
    // is wider than it need be, and changes are found too rarely rather than too often.
    let judged = pairs.iter().map(|(old, new)| {
        (new.estimate().divided_by(old.estimate()), old.noise_floor.max(new.noise_floor))
    });
    let judged: Vec<(Estimate, f64)> = judged.collect();
    let verdicts = Order::of_all(&judged);
    let changes = pairs.iter().zip(&judged).zip(verdicts);
    changes
        .map(|(((before, after), (factor, _)), verdict)| {
            let factor = factor.interval(0.95);
            Change { before, after, factor, verdict }
        })
        .collect()
}

/// The comparison as text of `width` columns: the ratios that have changed, or all of them if
/// `long`.
pub fn compare(before: &Run, after: &Run, long: bool, width: usize) -> String {
    let (a, b) = (&before.results, &after.results);
    let mut text = vec![format!("From {} to {}", name(a), name(b))];
    for (run, results) in [("Before", a), ("After", b)] {
        text.extend(unfinished(&results.missing).map(|warning| format!("{run}: {warning}")));
    }
    let obstacles = a.environment.differences(&b.environment);
    if !obstacles.is_empty() {
        text.push(format!(
            "!!! NOT THE SAME THING: differences in time say nothing about the solvers.\n- {}",
            obstacles.join("\n- ")
        ));
    }
    let changed = changed_corpora(a, b).into_iter();
    let not_the_same = "is not the same set of puzzles: its times are left out.";
    text.extend(changed.map(|corpus| format!("{corpus} {not_the_same}")));
    let (pairs, differences) = differing_counts(before, after);
    text.push(counts_text(pairs, &differences).trim_end().to_owned());
    text.extend(times_text(a, b, long));
    plain(&text.join("\n\n"), width) + "\n"
}

/// The changes of times, as blocks of Markdown.
fn times_text(before: &Results, after: &Results, long: bool) -> Vec<String> {
    let changes = changes(before, after);
    let (Some(ratios), Some(later), false) = (&before.ratios, &after.ratios, changes.is_empty())
    else {
        return vec!["No ratio that both runs have.".to_owned()];
    };
    let [before, after] =
        [ratios, later].map(|of| NoiseFloor::in_words(&of.noise_floors, format::share));
    let (reference, all) = (&ratios.reference, format::many(changes.len(), "ratio"));
    let found = format!(
        "{} of {all} of times against {reference} changed; the noise floors were {before} and \
         {after}.{}",
        decided(&changes).count(),
        if long { " ≈: chance or noise could explain the change." } else { "" }
    );
    let items = if long { items(&changes) } else { items(decided(&changes)) };
    let more = (!long).then(|| "`--long` lists all ratios.".to_owned());
    let items = Some(items.trim_end().to_owned()).filter(|items| !items.is_empty());
    [found].into_iter().chain(items).chain(more).collect()
}

/// The changes that neither chance nor noise explains.
pub(crate) fn decided<'c>(changes: &'c [Change<'_>]) -> impl Iterator<Item = &'c Change<'c>> {
    changes.iter().filter(|change| change.verdict != Order::Undecided)
}

/// Changes as a list in Markdown.
pub(crate) fn items<'c>(changes: impl IntoIterator<Item = &'c Change<'c>>) -> String {
    changes.into_iter().map(Change::item).collect()
}

/// The changes of a run since the reference of its processor, in one sentence; without such a
/// reference, a sentence that says so.
pub fn since(reference: Option<&Run>, run: &Run, check: &Check) -> String {
    let (Some(reference), None | Some(Unlike::Program(_))) = (reference, &check.unlike) else {
        if let Some(Unlike::Unjudged(why)) = &check.unlike {
            return format!("No claim is judged: {why}.");
        }
        let text = "This processor has no reference yet: its times stand for themselves.";
        let verdicts = opposite(check).map(|verdicts| format!(" By counts: {verdicts}."));
        return format!("{text}{}", verdicts.unwrap_or_default());
    };
    if reference.results.environment == run.results.environment {
        return "This run is the reference of its processor.".to_owned();
    }
    let (pairs, differences) = differing_counts(reference, run);
    let changes = changes(&reference.results, &run.results);
    sentence(names::day(&reference.results), (pairs, differences.len()), &changes, check)
}

/// The changes since a reference of this day. `(pairs, counts)` are the number of compared pairs of
/// solver and puzzle and the number of counts that differ. The sentence also names the ratio that
/// has changed most and the claims with the opposite of the expected verdict.
pub fn sentence(
    day: &str,
    (pairs, counts): (usize, usize),
    changes: &[Change<'_>],
    check: &Check,
) -> String {
    let counts = match (pairs, counts) {
        (0, _) => "no search in common".to_owned(),
        (_, 0) => "all counts are equal".to_owned(),
        (_, 1) => "1 count differs".to_owned(),
        (_, more) => format!("{} differ", format::many(more, "count")),
    };
    let times = match &check.unlike {
        Some(Unlike::Program(differences)) => {
            format!("times are not compared ({})", differences.join("; "))
        }
        _ => ratios_since(changes),
    };
    let expected = match claims::surprises(check).next() {
        None => "all verdicts are as expected",
        Some(_) => "no verdict is the opposite of the expected one",
    };
    let verdicts = opposite(check).unwrap_or_else(|| expected.to_owned());
    format!("Since the reference of this processor of {day}: {counts}; {times}; {verdicts}.")
}

/// The number of ratios that have changed, and the one that has changed most, in words.
fn ratios_since(changes: &[Change<'_>]) -> String {
    let of = |verdict| changes.iter().filter(|change| change.verdict == verdict).count();
    let (slower, faster, all) = (of(Order::Slower), of(Order::Faster), changes.len());
    let size = |change: &Change| change.factor.point.ln().abs();
    let Some(most) = decided(changes).max_by(|a, b| size(a).total_cmp(&size(b))) else {
        let none = if all == 0 { "in common" } else { "has changed" };
        return format!("no time ratio {none}");
    };
    let (Ratio { solver, corpus, .. }, change) = (most.after, percent(most.factor.point));
    format!(
        "of {all} time ratios, {slower} became slower and {faster} faster, {solver} on {corpus} most of \
         all ({change})"
    )
}

/// The claims with the opposite of the expected verdict, in words; `None` if there are none.
fn opposite(check: &Check) -> Option<String> {
    const SHOWN: usize = 2;
    let opposite = claims::surprises(check).filter(|one| one.is_opposite());
    let mut ids: Vec<&str> = opposite.map(|one| one.claim.as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    let named = ids.iter().take(SHOWN).copied().collect::<Vec<_>>().join(", ");
    let more = ids.len().saturating_sub(SHOWN);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    (!ids.is_empty()).then(|| format!("another verdict than expected on {named}{more}"))
}

/// The counts that differ, as Markdown.
pub(crate) fn counts_text(pairs: usize, differences: &[String]) -> String {
    const SHOWN: usize = 20;
    if differences.is_empty() {
        return format!("All counters are equal on {pairs} pairs of solver and puzzle.\n");
    }
    let mut text =
        format!("{} counters differ on {pairs} pairs of solver and puzzle.\n\n", differences.len());
    text.extend(differences.iter().take(SHOWN).map(String::as_str));
    if differences.len() > SHOWN {
        text += &format!("\n... and {} more.\n", differences.len() - SHOWN);
    }
    text
}

/// The name of a run: its time and commit.
fn name(results: &Results) -> String {
    format!("{} ({})", results.environment.started, names::commit(results))
}

/// Formats a factor as a change: `+12.3 %`.
fn percent(factor: f64) -> String {
    format!("{:+.1} %", (factor - 1.0) * 100.0)
}
