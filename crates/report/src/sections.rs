//! The sections of a report, in their order: Markdown and page walk this list.

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

/// Every section that there is something for, in the order in which a reader needs them.
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
    let opening = opening.iter().map(|one| chart(one).listed_as("Ladder"));
    let words = Section::new("words", "The words", vec![Box::new(words(results))]);
    [words.listed_as("Words").explains().finding(WORDS), run::sets(results).explains()]
        .into_iter()
        .chain(opening)
        .chain(lessons(results, ledger))
        .chain(ladder::section(results))
        .chain(ladder::nodes(results))
        .chain(sources(results, ledger, check))
        .chain([glance(results)])
        .chain(duel(results))
        .chain(programs::section(results))
        .chain(elsewhere::section(results))
        .chain(charts.iter().map(|one| chart(one).unlisted()))
        .chain([Section::new(
            "meaning",
            "What the numbers mean",
            vec![Box::new(glossary(results))],
        )
        .listed_as("Meaning")
        .on_paper()
        .finding("Times, intervals, ratios, counts, budgets, and what they do not say")])
        .chain(tables.flatten())
        .chain([Section::new("again", "Again", vec![Box::new(commands(results))])
            .unlisted()
            .finding("The commands that measure and draw such a run")])
        .collect()
}

fn chart(chart: &Chart) -> Section<'_> {
    let section = Section::new(chart.name, chart.heading, vec![Box::new(chart)]);
    Section { opens: chart.opens(), ..section.finding(&chart.title).on_paper() }
}

fn sources<'a>(results: &Results, ledger: &'a Ledger, check: &'a Check) -> Option<Section<'a>> {
    let table = Box::new(claims::table(ledger, check)?);
    let mut parts: Vec<Box<dyn Part>> =
        vec![table, Box::new(claims::details(results, ledger, check))];
    if let Some(warning) = claims::warning(check) {
        parts.insert(0, Box::new(warning));
    }
    let section = Section::new("claims", claims::HEADING, parts).listed_as("Claims");
    Some(section.finding(claims::summary(ledger)).on_paper())
}

fn lessons<'a>(results: &'a Results, ledger: &'a Ledger) -> Option<Section<'a>> {
    let parts = vec![Box::new(course(results, ledger)?) as Box<dyn Part>];
    let lead = "Every solver as a lesson: its idea on one example, what it costs, where it comes \
                from, its code, what this run found of it, and a question: predict, run it here or \
                in a terminal, and compare. A lesson's button opens the replay there, at the step \
                at which two searches part; where they take the same steps, at the first \
                backtrack, with what each test looks at.";
    let lessons = format::many(
        results.pages.iter().filter(|page| page.id.contains('/')).count() as u64,
        "solver",
    );
    let finding = format!("{lessons}, a lesson each: the idea, an example, the code, a question");
    let section = Section::new("course", "The course", parts).listed_as("Course").finding(finding);
    Some(Section { lead, ..section })
}

fn glance(results: &Results) -> Section<'_> {
    let ratios = ratios::matrix(results).into_iter().chain(ratios::typical(results));
    let tables = std::iter::once(times::matrix(results)).chain(ratios);
    let tables = tables.map(|table| Box::new(Captioned(table)) as Box<dyn Part>);
    Section {
        lead: "How long a puzzle takes. The stronger the tint, the nearer to the fastest solver of \
               the column.",
        ..Section::new("glance", "At a glance", tables.collect())
    }
    .listed_as("Glance")
    .on_paper()
    .finding(finding::fastest(results).unwrap_or_default())
}

fn duel(results: &Results) -> Option<Section<'_>> {
    let choice = Box::new(Choice::of(results)?);
    let section = Section::new("duel", "Two solvers, puzzle by puzzle", vec![choice]);
    Some(section.listed_as("Duel").finding("Which wins on which puzzle, and by how much"))
}
