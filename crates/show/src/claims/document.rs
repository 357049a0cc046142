//! The ledger as Markdown: `docs/CLAIMS.md`, and `claims.md` in the folder of every run.

use sudoku_judge::claims::{
    Judged, JudgedTest, Ledger, MOVES, Move, Publication, Reference, References, Travel,
};
use sudoku_judge::format::{self, capital, listed};
use sudoku_record::Environment;

use super::decisive::Decisive;
use super::phrasing;
use crate::escape::markdown as escape;

/// The heading of the section on claims.
pub(crate) const HEADING: &str = "What the sources say, and whether it is so";

/// `docs/CLAIMS.md`: the claims with the figures of the references; `None` without a reference.
/// Verdicts are those of the first reference; next to a verdict by times stand those of the
/// others.
pub fn all(references: &References) -> Option<String> {
    let first = references.all().first()?;
    let link = |known: &Reference| {
        let Environment { started, commit, .. } = &known.raw.environment;
        let (processor, slug) =
            (escape(&known.raw.environment.processor()), known.raw.environment.slug());
        let day = started.split('T').next().unwrap_or_default();
        let commit =
            commit.as_deref().map_or("no commit", |commit| commit.get(..7).unwrap_or(commit));
        let changed = match known.ledger.changed.as_slice() {
            [] => String::new(),
            sets => format!("; not measured there, because they have changed: {}", listed(sets)),
        };
        let recounted = match known.raw.recounted.as_slice() {
            [] => String::new(),
            solvers => format!("; times of earlier code: {}", listed(solvers)),
        };
        let about = format!("{day}, {commit}{changed}{recounted}");
        format!("[{processor}](../reports/reference/{slug}/results.md) ({about})")
    };
    let links: Vec<String> = references.all().iter().map(link).collect();
    let processors = match links.as_slice() {
        [only] => format!("Times were measured on 1 processor: {only}."),
        several => format!(
            "Times were measured on {} processors: {}. Figures, and verdicts in other languages, are \
             those of the first. A verdict by times is robust when it is the same on every processor.",
            several.len(),
            listed(several)
        ),
    };
    let about = format!(
        "By `cargo xtask publish`; a test keeps it current. The claims are data in \
         [`crates/judge/claims`](../crates/judge/claims), restated; \
         [METHODOLOGY.md](METHODOLOGY.md#verdicts) explains how a verdict is reached. The figures are \
         the least and the greatest over the sets of the test that decides, with its bound. Where the \
         programs of an article were timed in their own language, these times decide; Rust decides \
         where they were not. `cargo xtask claims ID --long` shows a claim in full: how it is read, \
         each test set by set, and the figures of every language and processor.\n\n{processors}"
    );
    let known: Vec<(String, Ledger)> = references.all().iter().map(Reference::named).collect();
    let ledger = &first.ledger;
    let robust = phrasing::robust(&known).map_or_else(String::new, |robust| format!(" {robust}."));
    let mut blocks = vec![format!("# {HEADING}"), about, summary(ledger) + &robust];
    let row = |claim: &&Judged| row(claim, &claim.id, &phrasing::on_processors(claim, &known));
    for claims in by_publication(ledger) {
        blocks.push(publication(&claims[0].publication));
        blocks.push(HEAD.to_owned() + claims.iter().map(row).collect::<String>().trim_end());
    }
    blocks.extend(travels(references));
    Some(blocks.join("\n\n").trim_end().to_owned() + "\n")
}

/// The last section of `docs/CLAIMS.md`: the ratios that differ between processors; `None` with fewer
/// than two references.
fn travels(references: &References) -> Option<String> {
    let all = references.travels();
    let reference = references.reference_solver()?;
    let moving = || all.iter().filter(|travel| !travel.moves.is_empty());
    let [moves, unsure, ratios] =
        [|one: &Travel| one.moves.len(), |one: &Travel| one.unsure, |one: &Travel| one.sets]
            .map(|of| all.iter().map(of).sum::<usize>());
    if ratios == 0 {
        return None;
    }
    let unsure = match unsure {
        0 => String::new(),
        more => format!(
            " For {} more the factor is as great, but the intervals overlap.",
            format::count(more)
        ),
    };
    let about = format!(
        "A ratio of times is about one processor. Ratios to {reference} that differ by more than a \
         quarter between processors: {} of the {} that all references have. The greatest is more \
         than {MOVES} times the least, and their 95 % intervals do not overlap.{unsure} The ratios \
         themselves are in the `results.csv` beside each report.",
        format::count(moves),
        format::count(ratios),
    );
    let head = "| solver | moves on | by a factor of |\n| :--- | :--- | :--- |\n";
    let rows: String = moving().map(moves_of).collect();
    let mut blocks = vec![format!("## What travels\n\n{about}")];
    if moves > 0 {
        blocks.push(format!("{head}{}", rows.trim_end()));
    }
    Some(blocks.join("\n\n") + "\n")
}

/// A row of the table: a solver, the number of sets on which its ratio moves, and the factors.
fn moves_of(Travel { solver, moves, sets, .. }: &Travel) -> String {
    let range = format::span(moves.iter().map(Move::factor), format::figure).unwrap_or_default();
    format!("| {} | {} of {sets} sets | {range} |\n", escape(solver), moves.len())
}

const HEAD: &str = "| claim | place | says | verdict | figures |\n\
                    | :--- | :--- | :--- | :--- | :--- |\n";

/// A claim in a table; `claim` is its id, or a link.
fn row(of: &Judged, claim: &str, verdict: &str) -> String {
    let [place, says, verdict] = [&of.place, &of.says, verdict].map(escape);
    let figures = Decisive::of(of).map(|it| phrasing::deciding_range(&it)).unwrap_or_default();
    format!("| {claim} | {place} | {says} | {verdict} | {figures} |\n")
}

/// The claims that were measured, those of a publication together.
fn by_publication(ledger: &Ledger) -> Vec<Vec<&Judged>> {
    let measured: Vec<&Judged> = ledger.measured().collect();
    measured.chunk_by(|a, b| a.publication == b.publication).map(<[_]>::to_vec).collect()
}

/// The number of claims with each verdict, and the noise floor.
fn summary(ledger: &Ledger) -> String {
    let floor = phrasing::noise_floor(ledger, format::figure_share);
    let floor = floor.map_or_else(String::new, |floor| {
        format!(" Times must differ by more than the noise floor of {floor}.")
    });
    format!("{}.{floor}", phrasing::summary(ledger))
}

/// `claims.md` of a run: the table of all claims, then each claim with its figures and its
/// explanation, and with the references' verdicts by times, of which `known` has the ledgers with
/// the names of their processors. `about` says which run the figures are from.
pub(crate) fn of_run(ledger: &Ledger, known: &[(String, Ledger)], about: &str) -> String {
    let about = format!("{about}\n\n{}.", phrasing::intervals(ledger));
    let mut blocks = vec![format!("# {HEADING}"), about, summary(ledger)];
    let row = |claim: &Judged| {
        let verdict = phrasing::by_language(claim) + &phrasing::in_brackets(claim, known);
        row(claim, &format!("[{id}](#{id})", id = claim.id), &verdict)
    };
    blocks.push(HEAD.to_owned() + ledger.measured().map(row).collect::<String>().trim_end());
    for claims in by_publication(ledger) {
        blocks.push(publication(&claims[0].publication));
        blocks.extend(claims.iter().map(|claim| section(claim, known)));
    }
    blocks.join("\n\n") + "\n"
}

fn section(claim: &Judged, known: &[(String, Ledger)]) -> String {
    format!("### {}\n\n{}", claim.id, in_full(claim, known, escape))
}

/// A claim with its figures and its explanation; `escape` writes what is not markup.
pub(super) fn in_full(
    claim: &Judged,
    known: &[(String, Ledger)],
    escape: fn(&str) -> String,
) -> String {
    let mut text = format!("{}: {}\n\n", capital(&claim.place), escape(&claim.says));
    let (verdict, sentence) = (capital(claim.verdict.word()), phrasing::claim(claim));
    text += &format!("**{verdict}**: {}.\n\n", escape(&sentence));
    text += &format!("Read so: {}\n\n", escape(&claim.reading));
    text.extend(claim.tests.iter().map(|test| line(claim, test, known, escape)));
    if !claim.because.is_empty() {
        text += "\nBecause:\n\n";
        text.extend(claim.because.iter().map(|test| line(claim, test, known, escape)));
    }
    if let Some(instead) = phrasing::instead(claim) {
        text += &format!("\n{}\n", escape(&instead));
    }
    let solvers = claim.solvers.iter().map(|(name, id)| format!("`{name}` is {id}"));
    text += &format!("\nIn the formulas, {}.\n", format::joined(solvers, ", "));
    let commands = claim.experiment.iter().cloned().chain([phrasing::again(claim)]);
    text + &format!("\n```sh\n{}\n```", format::joined(commands, "\n"))
}

/// A test as a list item, ``- holds: what it says; `the figure`, below 1: easy 0.40``. Below it
/// are the figures of each reference, if times decide, and of each language.
fn line(
    claim: &Judged,
    test: &JudgedTest,
    known: &[(String, Ledger)],
    escape: fn(&str) -> String,
) -> String {
    let JudgedTest { says, figure, bound, .. } = test;
    let verdict = format!("{}{}", phrasing::in_rust(test), test.in_rust.word());
    let figures = phrasing::by_corpus(test);
    let says = if says.is_empty() { String::new() } else { format!(" {};", escape(says)) };
    let mut lines = format!("- {verdict}:{says} `{figure}`, {bound}: {figures}\n");
    for (processor, figures) in phrasing::elsewhere(claim, test, known) {
        lines += &format!("  - on {}: {figures}\n", escape(processor));
    }
    for one in test.measured_languages() {
        let (verdict, figures) = (one.verdict.word(), phrasing::by_corpus(&test.alone_in(one)));
        lines += &format!("  - in {}: {verdict}: {figures}\n", one.language);
    }
    lines
}

/// The heading of a publication, and its address if it is known.
fn publication(publication: &Publication) -> String {
    let heading = format!("## {}", escape(&phrasing::source(publication)));
    match publication.address.as_str() {
        "unknown" => heading,
        address => format!("{heading}\n\n<{address}>"),
    }
}
