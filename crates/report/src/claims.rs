//! Puts into words what `sudoku-claims` has decided about the claims of the sources.

mod check;
mod decisive;
pub(crate) mod document;
#[cfg(test)]
mod fixture;
mod phrasing;
mod terminal;
mod travels;

use askama::Template;
use sudoku_claims::{Basis, Check, Judged, JudgedTest, Ledger, Verdict};
use sudoku_findings::Results;
use sudoku_measure::Page;

use crate::escape::anchor;
use crate::format;
use crate::section::Part;
use crate::tables::{Cell, Table, single};
use crate::wrap::wrapped;
use decisive::Decisive;

pub use check::note;
pub(crate) use check::{surprises, text as unexpected, warning};
pub use document::all as document;
pub(crate) use phrasing::summary;
pub use terminal::{all as terminal, not_judged, numbered, one as in_full};

/// The heading of the section on claims.
pub(crate) const HEADING: &str = "What the sources say, and whether it is so";

/// The ledger as a table with a row for each claim; `None` if no claim was measured.
pub(crate) fn table(ledger: &Ledger, check: &Check) -> Option<Table> {
    ledger.measured().next()?;
    let references = |claim: &Judged| phrasing::on_references(claim, &check.references);
    let mut table = Table::of("claims", HEADING, single(ledger.measured()))
        .text("claim", |claim| {
            Cell::text(&claim.id).about(claim.place.clone()).leads_to_claim(&claim.id)
        })
        .text("says", |claim| Cell::text(&claim.says))
        .text("verdict", |claim| {
            let text = format!("{} {}", symbol(claim.verdict), phrasing::by_test(claim));
            Cell::number(text, f64::from(claim.verdict as u8)).about(phrasing::claim(claim))
        })
        .text("figures", |claim| Decisive::of(claim).map(|it| Cell::text(it.to_string())))
        .notes([reading(ledger)]);
    if !check.references.is_empty() {
        table = table.text("references", |claim| references(claim).map(Cell::text));
    }
    Some(table.table())
}

/// The symbol of a verdict, to be seen at a glance.
fn symbol(verdict: Verdict) -> char {
    match verdict {
        Verdict::Holds => '✓',
        Verdict::Fails => '✗',
        Verdict::Undecided => '≈',
        Verdict::NotMeasured => '–',
    }
}

/// The note that explains how verdicts are reached.
fn reading(ledger: &Ledger) -> String {
    let floor = phrasing::noise_floor(ledger, format::share).map_or_else(String::new, |floor| {
        format!(" and farther from it than the noise floor of {floor}")
    });
    format!(
        "{}. The figure shown is the one that decides: for a claim that fails, the one farthest \
         from the limit; for any other claim, the one nearest to it. Claims about work are \
         decided by counts; claims about speed by ratios of times in the same rounds, whose \
         interval must lie on one side of the limit{floor}. {}. A claim is about every set: one on \
         which it fails makes it fail.",
        phrasing::summary(ledger),
        phrasing::intervals(ledger)
    )
}

/// Every claim of a run in full, folded on the page. `Display` writes HTML.
#[derive(Template)]
#[template(path = "details.html")]
pub(crate) struct Details<'a> {
    details: Vec<Detail<'a>>,
}

impl Part for Details<'_> {
    fn markdown(&self) -> Vec<String> {
        vec!["Each claim in full: [claims.md](claims.md).".to_owned()]
    }
}

/// A claim with all of its tests.
struct Detail<'a> {
    claim: &'a Judged,
    /// The solvers in the figures: their names there, their ids, and their anchors on the page, if
    /// they have any.
    solvers: Vec<(&'a str, &'a str, Option<String>)>,
    source: String,
    sentence: String,
    references: Option<String>,
    instead: Option<String>,
    again: String,
    tests: Vec<Line<'a>>,
    because: Vec<Line<'a>>,
}

/// The numbers of verdicts, and the false claims farthest from their limits, for the first screen
/// of the page. `Display` writes HTML.
#[derive(Template)]
#[template(path = "verdicts.html")]
pub(crate) struct Verdicts<'a> {
    summary: String,
    worst: Vec<Worst<'a>>,
}

/// A claim that is false, with the figure that shows it.
struct Worst<'a> {
    claim: &'a Judged,
    symbol: char,
    finding: String,
    /// The solvers of the claim that the page describes: their anchors and ids.
    solvers: Vec<(String, &'a str)>,
    /// The order among false claims: first those whose figures a sentence can express, and of these
    /// the one farthest from its limit.
    rank: (bool, f64),
}

/// The greatest number of claims that fit beside a chart.
const ROOM: usize = 5;

impl<'a> Verdicts<'a> {
    /// `None` if no claim was measured.
    pub(crate) fn of(ledger: &'a Ledger, pages: &[Page]) -> Option<Self> {
        let false_ones = ledger.measured().filter(|claim| claim.verdict == Verdict::Fails);
        let mut worst: Vec<_> = false_ones
            .filter_map(|claim| {
                let decisive = Decisive::of(claim)?;
                let (symbol, finding) = (symbol(claim.verdict), decisive.to_string());
                let rank = (decisive.is_plain(), decisive.off);
                let solvers = claim.solvers.iter().map(|(_, id)| id.as_str());
                let told = solvers.filter(|id| pages.iter().any(|page| page.id == *id));
                let solvers = told.map(|id| (anchor(id), id)).collect();
                Some(Worst { claim, symbol, finding, solvers, rank })
            })
            .collect();
        worst.sort_by(|one, other| {
            let plain = other.rank.0.cmp(&one.rank.0);
            plain.then(other.rank.1.total_cmp(&one.rank.1))
        });
        worst.truncate(ROOM);
        ledger.measured().next()?;
        Some(Self { summary: phrasing::summary(ledger), worst })
    }
}

/// A test as one line.
struct Line<'a> {
    verdict: &'static str,
    alarm: bool,
    text: String,
    figures: String,
    elsewhere: Vec<(&'a str, String)>,
}

/// Every measured claim in full.
pub(crate) fn details<'a>(results: &Results, ledger: &'a Ledger, check: &'a Check) -> Details<'a> {
    let known = check.references.as_slice();
    let is_there = |id: &str| results.plan.solvers.iter().any(|solver| solver.id == id);
    let named = |(name, id): &'a (String, String)| {
        (name.as_str(), id.as_str(), is_there(id).then(|| anchor(id)))
    };
    let lines = |claim: &Judged, tests: &[JudgedTest], must_hold: bool| -> Vec<Line<'a>> {
        let line = |test: &JudgedTest| {
            let says = if test.says.is_empty() { "" } else { ": " };
            let basis = match test.basis {
                Basis::Counts => String::new(),
                timed => format!(" ({})", phrasing::basis(timed)),
            };
            Line {
                verdict: test.verdict.word(),
                alarm: must_hold && test.verdict == Verdict::Fails,
                text: format!("{}{says}{}, {}{basis}", test.says, test.figure, test.bound),
                figures: phrasing::by_corpus(test),
                elsewhere: phrasing::elsewhere(claim, test, known),
            }
        };
        tests.iter().map(line).collect()
    };
    let detail = |claim: &'a Judged| {
        let Judged { tests, because, .. } = claim;
        Detail {
            claim,
            solvers: claim.solvers.iter().map(named).collect(),
            source: phrasing::source(&claim.publication),
            sentence: phrasing::claim(claim),
            references: phrasing::on_references(claim, known),
            instead: phrasing::instead(claim),
            again: phrasing::again(claim),
            tests: lines(claim, tests, false),
            because: lines(claim, because, true),
        }
    };
    Details { details: ledger.measured().map(detail).collect() }
}

/// The ledger in short, for a terminal of `width` columns. It ends with the [note] on the
/// processor, if there is one.
pub fn in_short(ledger: &Ledger, check: &Check, width: usize) -> String {
    let mut blocks = Vec::new();
    if ledger.measured().next().is_some() {
        let all = terminal::in_short(ledger, check, width);
        blocks.push(format!("What the sources say:\n\n{all}"));
    }
    blocks.extend(note(check).map(|note| wrapped(&note, width) + "\n"));
    blocks.join("\n")
}
