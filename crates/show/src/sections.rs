//! The sections of a report, in the order in which README.md and the page show them.

use sudoku_judge::claims::{Check, Ledger};
use sudoku_judge::{Results, format};

use crate::charts::Chart;
use crate::claims;
use crate::course::{Notes, course};
use crate::duel::Choice;
use crate::finding;
use crate::glossary::{self, glossary};
use crate::section::Section;
use crate::tables::{ladder, programs, puzzles, ratios, run, times, work};

/// Every section that the run has data for, in the order in which a reader needs them.
pub(crate) fn all<'a>(
    results: &'a Results,
    ledger: &'a Ledger,
    check: &'a Check,
    charts: &'a [Chart],
) -> Vec<Section<'a>> {
    let (opening, charts) = charts.split_at(charts.partition_point(Chart::opens));
    [run::reader(results, check), words(results), run::sets(results)]
        .into_iter()
        .chain(opening.iter().map(|one| chart(one).listed_as("Ladder")))
        .chain([
            lessons(results, ledger, check),
            ladder::steps(results, check),
            ladder::nodes(results),
        ])
        .chain(sources(ledger, check).into_iter().flatten())
        .chain([glance(results), duel(results)])
        .chain([programs::section(results)])
        .chain(charts.iter().map(chart))
        .chain([meaning(results)])
        .chain([notes(results)])
        .chain(ratios::sections(results))
        .chain(puzzles::sections(results))
        .chain([work::section(results)])
        .chain(run::sections(results))
        .filter(|section| !(section.parts.is_empty() && section.appendix.is_empty()))
        .collect()
}

fn words(results: &Results) -> Section<'_> {
    let finding = "Node, guess, tree, ratio, noise floor: each in a line, before the first figure";
    let section = Section::new("words", "The words", finding).listed_as("Words");
    section.explains().parts([glossary::words(results)])
}

fn meaning(results: &Results) -> Section<'_> {
    let finding = "Times, intervals, ratios, counts, budgets, and what they do not say";
    let section = Section::new("meaning", "What the numbers mean", finding).listed_as("Meaning");
    section.on_paper().parts([glossary(results)])
}

fn chart(chart: &Chart) -> Section<'_> {
    let section = Section::new(chart.name, chart.heading, &chart.title).on_paper();
    Section { opens: chart.opens(), ..section.parts([chart]) }
}

fn sources<'a>(ledger: &'a Ledger, check: &'a Check) -> Option<[Section<'a>; 2]> {
    let table = claims::table(ledger, check)?;
    let section = Section::new("claims", claims::HEADING, claims::summary(ledger))
        .listed_as("Claims")
        .on_paper()
        .parts(claims::warning(check))
        .parts([table]);
    let details =
        Section::new("claims-in-full", "Each claim in full", "Every figure of every test");
    Some([section, details.in_appendix([claims::Details { ledger, check }])])
}

fn lessons<'a>(results: &'a Results, ledger: &'a Ledger, check: &'a Check) -> Section<'a> {
    let lessons = results.pages.iter().filter(|page| page.id.contains('/'));
    let lessons = format::many(lessons.count(), "solver");
    let finding = format!("{lessons}, a lesson each: the idea, an example, the code, a question");
    let section = Section::new("course", "The course", finding).listed_as("Course");
    section.parts(course(results, ledger, &check.gains))
}

fn notes(results: &Results) -> Section<'_> {
    let finding = "Sources in detail, what happens outside the assumptions, and what paid";
    Section::new("notes", "Notes on the solvers", finding).in_appendix(Notes::of(&results.pages))
}

fn glance(results: &Results) -> Section<'_> {
    Section::new("glance", "At a glance", finding::fastest(results).unwrap_or_default())
        .listed_as("Glance")
        .on_paper()
        .lead(
            "How long a puzzle takes: at 100 ns, a core solves ten million a second. The stronger the \
             tint, the nearer to the fastest solver of the column.",
        )
        .parts([times::matrix(results).captioned()])
}

fn duel(results: &Results) -> Section<'_> {
    let finding = "Which wins on which puzzle, and by how much";
    let section = Section::new("duel", "Two solvers, puzzle by puzzle", finding).listed_as("Duel");
    section.parts(Choice::of(results))
}
