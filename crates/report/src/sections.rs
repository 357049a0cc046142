//! The sections of a report, in the order in which README.md and the page show them.

use sudoku_claims::{Check, Ledger};
use sudoku_findings::Results;

use crate::charts::Chart;
use crate::claims;
use crate::course::course;
use crate::duel::Choice;
use crate::glossary::{commands, glossary, words};
use crate::section::{Part, Section};
use crate::tables::{Captioned, elsewhere, ladder, programs, puzzles, ratios, run, times, work};
use crate::{finding, format};

const WORDS: &str =
    "Node, guess, tree, ratio, noise floor: each in a line, before the first figure";
const MEANING: &str = "Times, intervals, ratios, counts, budgets, and what they do not say";
const AGAIN: &str = "The commands that measure and draw such a run";

/// Every section that the run has data for, in the order in which a reader needs them.
pub(crate) fn all<'a>(
    results: &'a Results,
    ledger: &'a Ledger,
    check: &'a Check,
    charts: &'a [Chart],
) -> Vec<Section<'a>> {
    let tables = ratios::sections(results)
        .into_iter()
        .chain(puzzles::sections(results))
        .chain(times::sections(results))
        .chain(work::sections(results))
        .chain(run::sections(results));
    let (opening, charts) = charts.split_at(charts.iter().take_while(|one| one.opens()).count());
    let words = Section::new("words", "The words", WORDS, vec![Box::new(words(results))]);
    let meaning = vec![Box::new(glossary(results)) as Box<dyn Part>];
    let meaning = Section::new("meaning", "What the numbers mean", MEANING, meaning);
    let again = Section::new("again", "Again", AGAIN, vec![Box::new(commands(results))]);
    [words.listed_as("Words").explains(), run::sets(results).explains()]
        .into_iter()
        .chain(opening.iter().map(|one| chart(one).listed_as("Ladder")))
        .chain(lessons(results, ledger))
        .chain(ladder::section(results))
        .chain(ladder::nodes(results))
        .chain(sources(results, ledger, check))
        .chain([glance(results)])
        .chain(duel(results))
        .chain(programs::section(results))
        .chain(elsewhere::section(results))
        .chain(charts.iter().map(|one| chart(one).unlisted()))
        .chain([meaning.listed_as("Meaning").on_paper()])
        .chain(tables.flatten())
        .chain([again.unlisted()])
        .collect()
}

fn chart(chart: &Chart) -> Section<'_> {
    let section = Section::new(chart.name, chart.heading, &chart.title, vec![Box::new(chart)]);
    Section { opens: chart.opens(), ..section.on_paper() }
}

fn sources<'a>(results: &'a Results, ledger: &'a Ledger, check: &'a Check) -> Option<Section<'a>> {
    let table = Box::new(claims::table(ledger, check)?);
    let mut parts: Vec<Box<dyn Part>> =
        vec![table, Box::new(claims::Details { results, ledger, check })];
    if let Some(warning) = claims::warning(check) {
        parts.insert(0, Box::new(warning));
    }
    let section = Section::new("claims", claims::HEADING, claims::summary(ledger), parts);
    Some(section.listed_as("Claims").on_paper())
}

fn lessons<'a>(results: &'a Results, ledger: &'a Ledger) -> Option<Section<'a>> {
    let lessons =
        results.pages.iter().filter(|page| page.id.contains('/') && !page.is_shared()).count();
    let lessons = format::many(lessons, "solver");
    let finding = format!("{lessons}, a lesson each: the idea, an example, the code, a question");
    let section = Section::of("course", "The course", "", finding, course(results, ledger))?;
    Some(section.listed_as("Course"))
}

fn glance(results: &Results) -> Section<'_> {
    let ratios = ratios::matrix(results).into_iter().chain(ratios::typical(results));
    let tables = std::iter::once(times::matrix(results)).chain(ratios);
    let tables = tables.map(|table| Box::new(Captioned(table)) as Box<dyn Part>);
    let lead = "How long a puzzle takes. The stronger the tint, the nearer to the fastest solver of \
                the column.";
    let finding = finding::fastest(results).unwrap_or_default();
    let section = Section::new("glance", "At a glance", finding, tables.collect());
    Section { lead, ..section.listed_as("Glance").on_paper() }
}

fn duel(results: &Results) -> Option<Section<'_>> {
    let (heading, finding) =
        ("Two solvers, puzzle by puzzle", "Which wins on which puzzle, and by how much");
    let section = Section::of("duel", heading, "", finding, Choice::of(results))?;
    Some(section.listed_as("Duel"))
}
