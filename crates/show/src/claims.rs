//! Puts into words what `sudoku-judge` has decided about the claims of the sources.

mod check;
mod decisive;
pub(crate) mod document;
#[cfg(test)]
mod fixture;
mod phrasing;
mod terminal;

use askama::Template;
use sudoku_judge::claims::{Check, Judged, Ledger, Verdict};
use sudoku_judge::format;
use sudoku_record::Page;

use crate::course::html;
use crate::escape::{anchor, markdown as escape};
use crate::section::{Part, Section};
use crate::tables::{Cell, Table, single};
use crate::wrap::wrapped;
use check::warning;
use decisive::Decisive;
use document::HEADING;

pub use check::note;
pub(crate) use check::{surprises, text as unexpected};
pub use document::all as document;
pub use terminal::{all as terminal, in_brief, one as in_full};

/// The claims as a table and each in full; `None` if no claim was measured.
pub(crate) fn sections<'a>(ledger: &'a Ledger, check: &'a Check) -> Option<[Section<'a>; 2]> {
    ledger.measured().next()?;
    let all = Section::new("claims", HEADING, phrasing::summary(ledger))
        .listed_as("Claims")
        .on_paper()
        .parts(warning(check))
        .parts([table(ledger, check)]);
    let each = Section::new("claims-in-full", "Each claim in full", "Every figure of every test");
    Some([all, each.in_appendix([Details { ledger, check }])])
}

/// The ledger as a table with a row for each claim.
fn table(ledger: &Ledger, check: &Check) -> Table {
    let mut table = Table::of("claims", HEADING, single(ledger.measured()))
        .text("claim", |claim| {
            let cell = Cell::text(&claim.id).about(claim.place.clone());
            cell.anchored(claim.id.clone()).leads_to_claim(&claim.id)
        })
        .text("says", |claim| Cell::text(&claim.says))
        .text("verdict", |claim| {
            let text = format!("{} {}", symbol(claim.verdict), phrasing::by_language(claim));
            Cell::number(text, f64::from(claim.verdict as u8)).about(phrasing::claim(claim))
        })
        .text("figure", |claim| Decisive::of(claim).map(|it| Cell::text(it.to_string())))
        .text("range", |claim| {
            Decisive::of(claim).map(|it| Cell::text(phrasing::deciding_range(&it)))
        })
        .notes([reading(ledger)]);
    if !check.references.is_empty() {
        table = table.text("references", |claim| {
            phrasing::where_parted(claim, &check.references).map(Cell::text)
        });
    }
    table.table()
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
         decided by counts; claims about speed by ratios of times, whose \
         interval must lie on one side of the limit{floor}. In brackets is the limit, beside it the range of the figures on all sets, without their \
         intervals. {}. A claim about \
         the programs of an article is decided by their times in their own language where the run has \
         them, otherwise by the solvers in Rust; a claim about somebody else's program by the solver \
         here that follows it. A claim is about every set on which it is \
         judged: one on which it fails makes it fail. Each claim in full, in the appendix, says which \
         part of its sentence is judged, on which sets, by which solvers (scan in scan.cell_reads is \
         one), and has the intervals.",
        phrasing::summary(ledger),
        phrasing::confidence(ledger)
    )
}

/// Every measured claim in full, folded in the appendix. `Display` writes HTML.
#[derive(Template)]
#[template(path = "details.html")]
struct Details<'a> {
    ledger: &'a Ledger,
    check: &'a Check,
}

impl Part for Details<'_> {
    fn markdown(&self) -> Vec<String> {
        vec!["Each claim in full: [claims.md](claims.md).".to_owned()]
    }
}

impl Details<'_> {
    /// The section of claims.md on a claim.
    fn in_full(&self, claim: &Judged) -> String {
        html(&document::in_full(claim, &self.check.references, escape), |_| None)
    }
}

/// The numbers of verdicts, and the false claims farthest from their limits, for the first screen
/// of the page. `Display` writes HTML.
#[derive(Template)]
#[template(path = "verdicts.html")]
pub(crate) struct Verdicts<'a> {
    summary: String,
    /// The figures that show that these claims are false: first those that a sentence can express,
    /// and of these the one farthest from its limit.
    worst: Vec<Decisive<'a>>,
    pages: &'a [Page],
}

/// The greatest number of claims that fit beside a chart.
const ROOM: usize = 5;

impl<'a> Verdicts<'a> {
    /// `None` if no claim was measured.
    pub(crate) fn of(ledger: &'a Ledger, pages: &'a [Page]) -> Option<Self> {
        let false_ones = ledger.measured().filter(|claim| claim.verdict == Verdict::Fails);
        let mut worst: Vec<_> = false_ones.filter_map(Decisive::of).collect();
        worst.sort_by(|one, other| {
            let plain = other.is_plain().cmp(&one.is_plain());
            plain.then(other.off.total_cmp(&one.off))
        });
        worst.truncate(ROOM);
        ledger.measured().next()?;
        Some(Self { summary: phrasing::summary(ledger), worst, pages })
    }

    /// True for a solver that the page describes.
    fn describes(&self, id: &str) -> bool {
        self.pages.iter().any(|page| page.id == id)
    }
}

/// How many claims could not be decided although they are expected to be; `None` if there are none.
pub(crate) fn undecided(ledger: &Ledger, check: &Check) -> Option<String> {
    let (open, all) = (check.undecided(ledger), ledger.measured().count());
    (open > 0).then(|| format!("{open} of {all} claims could not be decided."))
}

/// The verdicts on the claims of the authors of programs, in one sentence; `None` if there are none.
pub(crate) fn of_authors(ledger: &Ledger) -> Option<String> {
    const SHOWN: usize = 4;
    let claims = ledger.claims.iter().filter(|claim| !claim.publication.is_committed());
    let claims: Vec<&Judged> = claims.collect();
    let verdict = |claim: &&Judged| format!("{} {}", claim.id, phrasing::verb(claim.verdict));
    Some(match claims.as_slice() {
        [] => return None,
        [one] => {
            let figure = Decisive::of(one).map_or_else(String::new, |figure| format!(": {figure}"));
            format!("Its author's claim {}{figure}.", verdict(one))
        }
        all => {
            let some: Vec<String> = all.iter().take(SHOWN).map(verdict).collect();
            let more = match all.len().saturating_sub(SHOWN) {
                0 => String::new(),
                more => format!("; {more} more in claims.md"),
            };
            format!("Of the authors' claims, {}{more}.", format::listed(&some))
        }
    })
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
