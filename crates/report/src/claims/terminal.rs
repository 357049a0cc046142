//! The ledger, or one claim of it, for a terminal.

use std::collections::BTreeMap;

use sudoku_claims::{Basis, Check, Judged, JudgedTest, Ledger, Verdict};

use super::{check, phrasing};
use crate::format::{self, listed, many};
use crate::wrap::{hanging, plain, wrapped};

/// A line or more of `width` columns for each claim that was measured, and what was not expected.
pub fn all(ledger: &Ledger, check: &Check, width: usize) -> String {
    opening(check, width) + &in_short(ledger, check, width)
}

/// The ledger without its opening, below a text that already names the processor of the run.
pub(super) fn in_short(ledger: &Ledger, check: &Check, width: usize) -> String {
    // Sentences stand in a column of their own if it is wide enough to be read.
    let indent = if width < 100 { 4 } else { 37 };
    let line = |claim: &Judged| {
        let references = phrasing::on_references(claim, &check.references)
            .map_or_else(String::new, |all| format!(" (the references: {all})"));
        let (verdict, sentence) = (claim.verdict.word(), phrasing::claim(claim));
        let line = format!("{:23} {verdict:12} {sentence}{references}", claim.id);
        hanging(&line, indent, width) + "\n"
    };
    let lines: String = ledger.measured().map(line).collect();
    let summary = wrapped(&phrasing::summary(ledger), width);
    format!("{lines}\n{summary}\n{}", plain(&check::text(check), width) + "\n")
}

/// The ledger with the number of puzzles before the name of each set.
#[must_use]
pub fn numbered(mut ledger: Ledger) -> Ledger {
    for claim in &mut ledger.claims {
        let tests = claim.tests.iter_mut().chain(&mut claim.because);
        let findings = tests.flat_map(|test| &mut test.findings);
        for finding in findings.filter(|finding| finding.figure.is_some()) {
            finding.corpus = format!("{} of {}", phrasing::puzzles(finding), finding.corpus);
        }
    }
    ledger
}

/// The claims that counts from elsewhere do not decide, by reason, and the runs that were left out, by
/// solver and reason.
pub fn not_judged(
    ledger: &Ledger,
    left_out: &BTreeMap<(String, String), u64>,
    width: usize,
) -> String {
    let mut reasons: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let is_missing = |test: &&JudgedTest| test.verdict == Verdict::NotMeasured;
    for claim in ledger.claims.iter().filter(|claim| claim.verdict == Verdict::NotMeasured) {
        let mut missing = claim.tests.iter().filter(is_missing).flat_map(|test| &test.findings);
        let why = missing.find_map(|finding| finding.missing.as_deref()).unwrap_or_default();
        reasons.entry(why).or_default().push(&claim.id);
    }
    let claims = reasons.iter().map(|(why, ids)| format!("Not judged, {why}: {}.", listed(ids)));
    let runs = left_out.iter().map(|((solver, why), runs)| {
        format!("Left out: {} of {solver}, {why}.", many(*runs, "run"))
    });
    claims.chain(runs).map(|line| hanging(&line, 4, width) + "\n").collect()
}

/// One claim in full, and what was not expected of it: the check is about this claim alone.
pub fn one(claim: &Judged, ledger: &Ledger, check: &Check, width: usize) -> String {
    let unexpected = plain(&check::text(check), width);
    format!("{}{}\n{unexpected}\n", opening(check, width), in_full(claim, ledger, check, width))
}

/// The note before everything else; empty if verdicts by times count.
fn opening(check: &Check, width: usize) -> String {
    check::note(check).map_or_else(String::new, |note| wrapped(&note, width) + "\n\n")
}

fn in_full(claim: &Judged, ledger: &Ledger, check: &Check, width: usize) -> String {
    let indented = |text: &str| indented(text, width);
    let noise_floor = phrasing::noise_floor(ledger, format::figure_share);
    let mut text = format!("{}: {}\n", claim.id, claim.verdict.word());
    let mut block = |head: &str, body: &str| text += &format!("\n{head}\n{}", indented(body));
    block(&format!("{}, {}:", phrasing::source(&claim.publication), claim.place), &claim.says);
    block("How it is read:", &claim.reading);
    let names = claim.solvers.iter().map(|(name, id)| format!("{name} is {id}"));
    block("Solvers:", &format::joined(names, "; "));
    for (head, tests) in [("Decided by:", &claim.tests), ("Because:", &claim.because)] {
        if !tests.is_empty() {
            text += &format!("\n{head}\n");
            for one in tests {
                text += &test(one, noise_floor.as_deref(), width);
                let others = phrasing::elsewhere(claim, one, &check.references);
                let line = |(processor, rest): &(&str, String)| {
                    hanging(&format!("    on {processor}{rest}"), 6, width) + "\n"
                };
                text.extend(others.iter().map(line));
            }
        }
    }
    let mut block = |head: &str, body: &str| text += &format!("\n{head}\n{}", indented(body));
    let timed = |test: &JudgedTest| test.basis == Basis::PairedTimes;
    if claim.tests.iter().chain(&claim.because).any(timed) {
        block("Intervals:", &format!("{}.", phrasing::intervals(ledger)));
    }
    if let Some(all) = phrasing::on_references(claim, &check.references) {
        block("The references:", &all);
    }
    let mut block = |head: &str, body: &str| text += &format!("\n{head}\n  {body}\n");
    if let Some(really) = &claim.really {
        block(phrasing::but(claim).unwrap_or("What really happens:"), indented(really).trim());
    }
    if let Some(experiment) = &claim.experiment {
        block("The smallest experiment that shows it:", experiment);
    }
    block("To measure and judge it alone:", &phrasing::again(claim));
    text
}

fn test(test: &JudgedTest, noise_floor: Option<&str>, width: usize) -> String {
    let indented = |text: &str| indented(text, width);
    let (verdict, basis) = (test.verdict.word(), phrasing::basis(test.basis));
    let mut lines = String::new();
    if !test.says.is_empty() {
        lines += &indented(&test.says);
    }
    lines += &indented(&format!("{verdict} {basis}: {}, {}", test.figure, test.bound));
    if let (Basis::PairedTimes, Some(floor)) = (test.basis, noise_floor) {
        lines += &format!("    beyond a noise floor of {floor}\n");
    }
    for finding in &test.findings {
        let figure = phrasing::figure(finding, test);
        let verdict = finding.verdict.word();
        let mut line = format!("    {:15} {verdict:12} {figure:28} ", finding.corpus);
        if finding.figure.is_some() {
            line += &format!(" {}", phrasing::puzzles(finding));
        }
        lines += &(hanging(line.trim_end(), 6, width) + "\n");
    }
    lines
}

/// A paragraph within a block.
fn indented(text: &str, width: usize) -> String {
    hanging(&format!("  {text}"), 2, width) + "\n"
}
