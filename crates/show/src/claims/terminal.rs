//! The ledger, or one of its claims, for a terminal.

use sudoku_judge::claims::{Check, Judged, Ledger};
use sudoku_judge::format;

use super::decisive::Decisive;
use super::{check, document, phrasing};
use crate::wrap::{command, hanging, plain, wrapped};

/// All claims that were measured, each in one or more lines of `width` columns, and the deviations
/// from the expected verdicts.
pub fn all(ledger: &Ledger, check: &Check, width: usize) -> String {
    opening(check, width) + &in_short(ledger, check, width)
}

/// The ledger without its opening, for use below output that has already named the processor of the
/// run.
pub(super) fn in_short(ledger: &Ledger, check: &Check, width: usize) -> String {
    // Sentences have a column of their own if it is wide enough.
    let indent = if width < 100 { 4 } else { 37 };
    let line = |claim: &Judged| {
        let references = phrasing::in_brackets(claim, &check.references);
        let (verdict, sentence) = (claim.verdict.word(), phrasing::claim(claim));
        let line = format!("{:23} {verdict:12} {sentence}{references}", claim.id);
        hanging(&line, indent, width) + "\n"
    };
    let lines: String = ledger.measured().map(line).collect();
    let summary = wrapped(&phrasing::summary(ledger), width);
    format!("{lines}\n{summary}\n{}", plain(&check::text(check), width) + "\n")
}

/// One claim in full, and its deviations from what is expected. `check` must be about this claim
/// alone.
pub fn one(claim: &Judged, ledger: &Ledger, check: &Check, width: usize) -> String {
    let known = &check.references;
    let (id, source) = (&claim.id, phrasing::source(&claim.publication));
    let mut text = format!("{id}, {source}{}\n\n", phrasing::in_brackets(claim, known));
    if claim.tests.iter().chain(&claim.because).any(|test| !test.basis.is_exact()) {
        text += &format!("{}.\n\n", phrasing::intervals(ledger));
    }
    text += &document::in_full(claim, known, str::to_owned);
    text += &format!("\n\n{}", check::text(check));
    opening(check, width) + &plain(&text, width) + "\n"
}

/// One claim in brief: its verdict, what is so instead, the smallest experiment, its verdict if that
/// is not to be expected, and the test that decides it. `rest` is the command that prints the claim in
/// full.
pub fn in_brief(claim: &Judged, check: &Check, rest: &str, width: usize) -> String {
    let (says, place) = (&claim.says, &claim.place);
    let said = format!("{}, {place}: {says}", phrasing::source(&claim.publication));
    let verdict = format!("{}: {}", claim.id, claim.verdict.word());
    let mut blocks = vec![format!("{verdict}\n{}", hanging(&said, 2, width))];
    let but = phrasing::but(claim).unwrap_or("What really happens:");
    let really = claim.really.iter();
    blocks.extend(really.map(|really| hanging(&format!("{but} {really}"), 2, width)));
    let head = "The smallest experiment that shows it:";
    let experiment = claim.experiment.iter();
    blocks.extend(experiment.map(|it| format!("{head}\n{}", command(it, width))));
    blocks.push(hanging(&deciding(claim), 2, width));
    if !check.is_open() {
        blocks.push(plain(check::text(check).trim_end(), width));
    }
    let again = phrasing::again(claim);
    let more = wrapped(&format!("In full: `{rest}`. Measured alone: `{again}`."), width);
    format!("{}{}\n{more}\n", opening(check, width), format::joined(blocks, "\n\n"))
}

/// The test that decides a claim, with its figures; sets that were not measured are left out.
fn deciding(claim: &Judged) -> String {
    let decisive = Decisive::of(claim);
    let test = decisive.map_or(&claim.tests[0], |it| it.test);
    let language = decisive.and_then(|it| it.language);
    let place = language.map_or_else(String::new, |one| format!(" in {}", one.language));
    let mut shown = language.map_or_else(|| test.clone(), |one| test.alone_in(one));
    if decisive.is_some() {
        shown.findings.retain(|one| one.figure.is_some());
    }
    let figures = phrasing::by_corpus(&shown);
    let tests = claim.tests.len();
    let one = if tests == 1 { String::new() } else { format!(" by one of {tests} tests") };
    let (basis, figure, bound) = (phrasing::basis(test.basis), &test.figure, &test.bound);
    let is_meant = |(name, _): &&(String, String)| figure.contains(&format!("{name}."));
    let names = claim.solvers.iter().filter(is_meant).map(|(name, id)| format!("; {name} is {id}"));
    let names = format::joined(names, "");
    format!("Decided{one}{place} {basis}: {figure}, {bound}: {figures}{names}")
}

/// The note that comes before everything else; empty if times count.
fn opening(check: &Check, width: usize) -> String {
    check::note(check).map_or_else(String::new, |note| wrapped(&note, width) + "\n\n")
}
