//! The ledger as Markdown: `docs/CLAIMS.md`, and `claims.md` in the folder of every run.

use crate::judge::{Judged, JudgedTest, Ledger};
use crate::words::value;

/// What `docs/CLAIMS.md` says of itself.
pub const REFERENCE: &str = "From the [reference run](../reports/reference/README.md), by \
    `cargo xtask claims --bless`; a test keeps it current. The claims are data in \
    [`crates/claims/claims`](../crates/claims/claims), re-told, each with the place in its article; \
    how a verdict is reached stands in [METHODOLOGY.md](METHODOLOGY.md#verdicts). A figure is per \
    corpus; in brackets are its 95 % interval, where it is not exact, and on how many puzzles of the \
    corpus it stands: work is counted on all of them, everything else was measured on those that \
    the run had time for.";

/// The table of all claims, then each with its figures and its explanation. `about` says which
/// run the figures are from.
pub fn document(ledger: &Ledger, about: &str) -> String {
    let mut blocks = vec!["# What the articles say, and whether it is so".to_owned()];
    blocks.push(about.to_owned());
    let floor = ledger.noise_floor.map_or_else(String::new, |floor| {
        format!(" Times must differ by more than the noise floor of {}.", value(floor, true))
    });
    blocks.push(format!("{}.{floor}", ledger.summary()));
    let head = "| claim | says | verdict | figures |\n| :--- | :--- | :--- | :--- |\n";
    let row = |claim: &Judged| {
        format!(
            "| [{0}](#{0}) | {1} | {2} | {3} |\n",
            claim.id,
            escape(&claim.says),
            claim.verdict_in_brief(),
            escape(&claim.figures())
        )
    };
    let rows: String = ledger.measured().map(row).collect();
    blocks.push(format!("{head}{}", rows.trim_end()));
    blocks.extend(ledger.measured().map(section));
    blocks.join("\n\n") + "\n"
}

impl Judged {
    /// The figures of its parts, each from the least to the greatest over the corpora.
    pub fn figures(&self) -> String {
        self.tests.iter().map(JudgedTest::figures).collect::<Vec<_>>().join("; ")
    }
}

fn section(claim: &Judged) -> String {
    let mut text = format!("## {}\n\n", claim.id);
    let (article, place) = (claim.article(), &claim.place);
    text += &format!("Article {article}, {place}: {}\n\n", escape(&claim.says));
    text += &format!("**{}**: {}.\n\n", capital(claim.verdict.word()), escape(&claim.sentence()));
    text += &format!("Read so: {}\n\n", escape(&claim.reading));
    for test in &claim.tests {
        text += &line(test);
    }
    if !claim.because.is_empty() {
        text += "\nBecause:\n\n";
        for test in &claim.because {
            text += &line(test);
        }
    }
    if let Some(instead) = claim.instead() {
        text += &format!("\n{}\n", escape(&instead));
    }
    let solvers = claim.solvers.iter().map(|(name, id)| format!("`{name}` is {id}"));
    text += &format!("\nWhere {}.\n", solvers.collect::<Vec<_>>().join(", "));
    let commands = claim.experiment.iter().cloned().chain([claim.again()]);
    text + &format!("\n```sh\n{}\n```", commands.collect::<Vec<_>>().join("\n"))
}

/// `- holds: what it says; `the figure`, below 1: easy 0.40, effort-1e3 0.43`.
fn line(test: &JudgedTest) -> String {
    let JudgedTest { says, figure, bound, verdict, .. } = test;
    let figures = escape(&test.figures_by_corpus());
    let says = if says.is_empty() { String::new() } else { format!(" {};", escape(says)) };
    format!("- {}:{says} `{figure}`, {bound}: {figures}\n", verdict.word())
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// Text as text in Markdown.
fn escape(text: &str) -> String {
    text.replace('<', "&lt;").replace('|', "\\|").replace('*', "\\*")
}
