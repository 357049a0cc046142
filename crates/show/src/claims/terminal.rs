//! The ledger, or one of its claims, for a terminal.

use sudoku_judge::claims::{Basis, Check, Judged, JudgedCorpus, JudgedTest, Ledger};

use super::decisive::Decisive;
use super::{check, phrasing};
use crate::format::{self, many};
use crate::wrap::{hanging, plain, wrapped};

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
    let unexpected = plain(&check::text(check), width);
    format!("{}{}\n{unexpected}\n", opening(check, width), in_full(claim, ledger, check, width))
}

/// The most lines of [`in_brief`], at 80 columns.
const BRIEF: usize = 40;

/// The most sets in the table of [`in_brief`].
const SETS: usize = 15;

/// The most lines of [`in_brief`] on verdicts that are not those expected.
const FAILED: usize = 8;

/// One claim in at most 40 lines of 80 columns: its verdict, what is so instead, the smallest
/// experiment, the sets of the test that decides it, and its verdict if that is not to be expected.
/// `rest` is the command that prints the claim in full.
pub fn in_brief(claim: &Judged, check: &Check, rest: &str, width: usize) -> String {
    let (says, place) = (&claim.says, &claim.place);
    let mut blocks = vec![
        format!("{}: {}", claim.id, claim.verdict.word()),
        hanging(&format!("{}, {place}: {says}", phrasing::source(&claim.publication)), 2, width),
    ];
    let but = phrasing::but(claim).unwrap_or("What really happens:");
    let really = claim.really.iter();
    blocks.extend(really.map(|really| hanging(&format!("{but} {really}"), 2, width)));
    let head = "The smallest experiment that shows it:";
    let experiment = claim.experiment.iter();
    blocks.extend(experiment.map(|it| format!("{head}\n{}", command(it, width))));
    let failed = (!check.is_open()).then(|| {
        let text = plain(&check::text(check), width);
        text.lines().take(FAILED).collect::<Vec<_>>().join("\n")
    });
    let again = phrasing::again(claim);
    let last = wrapped(&format!("In full: `{rest}`. Measured alone: `{again}`."), width);
    let last: Vec<String> = failed.into_iter().chain([last]).collect();
    let opening = opening(check, width);
    let lines = |blocks: &[String]| blocks.iter().map(|it| it.lines().count() + 1).sum::<usize>();
    let taken = opening.lines().count() + lines(&blocks) + lines(&last);
    blocks.push(deciding(claim, BRIEF.saturating_sub(taken), width));
    format!("{opening}{}\n", format::joined(blocks.into_iter().chain(last), "\n\n"))
}

/// A command, which can be copied even if it is longer than a line.
fn command(command: &str, width: usize) -> String {
    let lines = hanging(&format!("  {command}"), 4, width - 2);
    lines.replace('\n', " \\\n")
}

/// The test that decides a claim with as many of its sets as there is room for.
fn deciding(claim: &Judged, room: usize, width: usize) -> String {
    let decisive = Decisive::of(claim);
    let test = decisive.map_or(&claim.tests[0], |it| it.test);
    let language = decisive.and_then(|it| it.language);
    let findings = language.map_or(&test.findings, |one| &one.findings);
    let place = language.map_or_else(String::new, |one| format!(" in {}", one.language));
    let tests = claim.tests.len();
    let one = if tests == 1 { String::new() } else { format!(" by one of {tests} tests") };
    let (basis, figure, bound) = (phrasing::basis(test.basis), &test.figure, &test.bound);
    let is_meant = |(name, _): &&(String, String)| figure.contains(&format!("{name}."));
    let names = claim.solvers.iter().filter(is_meant).map(|(name, id)| format!("; {name} is {id}"));
    let head =
        format!("Decided{one}{place} {basis}: {figure}, {bound}{}", format::joined(names, ""));
    let mut found = hanging(&head, 2, width);
    let mut measured = findings.iter().filter(|one| one.figure.is_some()).peekable();
    let mut sets = 0;
    while let Some(one) = measured.peek() {
        let row = set(one, test, width);
        // The last line is for the sets that are left.
        if sets == SETS || found.lines().count() + row.lines().count() >= room {
            break;
        }
        found += &format!("\n{}", row.trim_end());
        sets += 1;
        measured.next();
    }
    let missing = findings.iter().filter(|one| one.figure.is_none()).count();
    let left = [(measured.count(), "more"), (missing, "not measured")];
    let left = left.iter().filter(|(number, _)| *number > 0);
    let left =
        format::joined(left.map(|(sets, what)| format!("{} {what}", many(*sets, "set"))), ", ");
    if left.is_empty() { found } else { format!("{found}\n    {left}") }
}

/// The note that comes before everything else; empty if times count.
fn opening(check: &Check, width: usize) -> String {
    check::note(check).map_or_else(String::new, |note| wrapped(&note, width) + "\n\n")
}

fn in_full(claim: &Judged, ledger: &Ledger, check: &Check, width: usize) -> String {
    let block = |head: &str, body: &str| format!("{head}\n{}", indented(body, width));
    let command = |head: &str, body: &str| format!("{head}\n{}\n", command(body, width));
    let names = claim.solvers.iter().map(|(name, id)| format!("{name} is {id}"));
    let mut blocks = vec![
        format!("{}: {}\n", claim.id, claim.verdict.word()),
        block(&format!("{}, {}:", phrasing::source(&claim.publication), claim.place), &claim.says),
        block("How it is read:", &claim.reading),
        block("Solvers:", &format::joined(names, "; ")),
    ];
    let noise_floor = phrasing::noise_floor(ledger, format::figure_share);
    let in_full = |one: &JudgedTest| {
        let others = phrasing::elsewhere(claim, one, &check.references).into_iter();
        let others = others.map(|(processor, rest)| {
            hanging(&format!("    on {processor}{rest}"), 6, width) + "\n"
        });
        test(one, noise_floor.as_deref(), width) + &others.collect::<String>()
    };
    for (head, tests) in [("Decided by:", &claim.tests), ("Because:", &claim.because)] {
        if !tests.is_empty() {
            blocks.push(format!("{head}\n{}", tests.iter().map(in_full).collect::<String>()));
        }
    }
    let timed = |test: &JudgedTest| test.basis == Basis::PairedTimes;
    if claim.tests.iter().chain(&claim.because).any(timed) {
        blocks.push(block("Intervals:", &format!("{}.", phrasing::intervals(ledger))));
    }
    let references = phrasing::on_references(claim, &check.references);
    blocks.extend(references.map(|all| block("In the reference runs:", &all)));
    let really = claim.really.iter();
    let but = phrasing::but(claim).unwrap_or("What really happens:");
    blocks.extend(really.map(|really| block(but, really)));
    let experiment = claim.experiment.iter();
    blocks.extend(experiment.map(|it| command("The smallest experiment that shows it:", it)));
    blocks.push(command("To measure and judge it alone:", &phrasing::again(claim)));
    blocks.join("\n")
}

fn test(test: &JudgedTest, noise_floor: Option<&str>, width: usize) -> String {
    let indented = |text: &str| indented(text, width);
    let (verdict, basis) = (test.in_rust.word(), phrasing::basis(test.basis));
    let mut lines = String::new();
    if !test.says.is_empty() {
        lines += &indented(&test.says);
    }
    let head =
        format!("{}{verdict} {basis}: {}, {}", phrasing::in_rust(test), test.figure, test.bound);
    lines += &indented(&head);
    if let (Basis::PairedTimes, Some(floor)) = (test.basis, noise_floor) {
        lines += &format!("    beyond a noise floor of {floor}\n");
    }
    let found = |one: &JudgedCorpus| set(one, test, width);
    lines.extend(test.findings.iter().map(found));
    for one in test.measured_languages() {
        lines += &indented(&format!("in {}: {}", one.language, one.verdict.word()));
        lines.extend(one.findings.iter().map(found));
    }
    lines
}

/// The finding of a test on one set.
fn set(one: &JudgedCorpus, test: &JudgedTest, width: usize) -> String {
    let (verdict, figure) = (one.verdict.word(), phrasing::figure(one, test));
    let puzzles = one.figure.map(|_| phrasing::puzzles(one)).unwrap_or_default();
    let line = format!("    {:15} {verdict:12} {figure:26}  {puzzles}", one.corpus);
    hanging(line.trim_end(), 6, width) + "\n"
}

/// Indents a paragraph within a block.
fn indented(text: &str, width: usize) -> String {
    hanging(&format!("  {text}"), 2, width) + "\n"
}

#[cfg(test)]
mod tests {
    use sudoku_judge::claims::JudgedLanguage;

    use super::super::fixture;
    use super::*;
    use sudoku_judge::claims::Verdict::{self, Fails, Holds, NotMeasured};

    #[test]
    fn every_language_has_its_rows() {
        let language = |name: &str, verdict: Verdict, point: f64| JudgedLanguage {
            language: name.to_owned(),
            verdict,
            findings: vec![fixture::finding("easy", verdict, point)],
        };
        let mut one = fixture::test("a / b", Holds, &[fixture::finding("easy", Holds, 0.5)]);
        one.verdict = Fails;
        one.languages = vec![language("Go", Fails, 2.0), language("Java", NotMeasured, 3.0)];
        let text = test(&one, None, 80);
        let lines: Vec<Vec<&str>> =
            text.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(lines[0][..3], ["in", "Rust:", "holds"]);
        assert_eq!(lines[1][..3], ["easy", "holds", "0.500"]);
        assert_eq!(lines[2], ["in", "Go:", "fails"]);
        assert_eq!(lines[3][..3], ["easy", "fails", "2"]);
        assert_eq!(lines.len(), 4, "{text}");
    }
}
