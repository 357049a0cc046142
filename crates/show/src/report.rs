//! [`Report`]: the text of a report, made once from a run and written in each form.

use sudoku_judge::Results;
use sudoku_judge::claims::{Check, Ledger};

use crate::charts::Chart;
use crate::claims::{self, Verdicts};
use crate::section::Section;
use crate::tables::{ladder, programs, puzzles, ratios, run, times, work};
use crate::{course, duel, finding, glossary, names, notices};

/// The contents of a report, for each of its forms.
pub(crate) struct Report<'a> {
    pub(crate) opening: Opening,
    /// The note on the processor.
    pub(crate) note: Option<String>,
    pub(crate) verdicts: Option<Verdicts<'a>>,
    /// The chart that is shown unfolded above all sections.
    pub(crate) chart: Option<&'a Chart>,
    pub(crate) sections: Vec<Section<'a>>,
}

/// The text of a report before its first figure.
pub(crate) struct Opening {
    pub(crate) title: String,
    /// The mode, the time, the processor, the compiler and the commit of the run.
    pub(crate) provenance: String,
    pub(crate) warnings: Vec<String>,
    pub(crate) finding: String,
    /// True for a run whose times are only indicative.
    pub(crate) is_quick: bool,
    /// The factor for fresh puzzles, the processor, the day and the size of the run.
    pub(crate) machine: String,
    /// The run in a few figures.
    pub(crate) facts: String,
    /// The factor on other processors.
    pub(crate) processors: Option<String>,
    pub(crate) notices: Vec<String>,
}

impl Opening {
    pub(crate) fn of(results: &Results, check: &Check) -> Self {
        Self {
            title: format!("{} {}", names::TITLE, names::day(results)),
            provenance: names::provenance(results),
            warnings: notices::warnings(results),
            finding: finding::finding(results),
            is_quick: notices::is_quick(results),
            machine: finding::machine(results),
            facts: finding::facts(results),
            processors: finding::processors(check),
            notices: notices::notices(results),
        }
    }
}

impl<'a> Report<'a> {
    /// The sections are those that the run has data for, in the order in which a reader needs them.
    pub(crate) fn of(
        results: &'a Results,
        ledger: &'a Ledger,
        check: &'a Check,
        charts: &'a [Chart],
    ) -> Self {
        let [reader, sets, solvers, sources, environment] = run::sections(results, check);
        let [words, meaning] = glossary::sections(results);
        let [lessons, notes] = course::sections(results, ledger, &check.gains);
        let (opening, others): (Vec<_>, Vec<_>) = charts.iter().partition(|chart| chart.opens());
        let sections = [reader, words, sets]
            .into_iter()
            .chain(opening.iter().map(|chart| chart.section()))
            .chain([lessons])
            .chain(ladder::sections(results, check))
            .chain(claims::sections(ledger, check).into_iter().flatten())
            .chain([times::section(results), duel::section(results), programs::section(results)])
            .chain(others.into_iter().map(Chart::section))
            .chain([meaning, notes])
            .chain(ratios::sections(results))
            .chain(puzzles::sections(results))
            .chain([work::section(results), solvers, sources, environment])
            .filter(|section| !(section.parts.is_empty() && section.appendix.is_empty()));
        Self {
            opening: Opening::of(results, check),
            note: claims::note(check),
            verdicts: Verdicts::of(ledger, &results.pages),
            chart: opening.first().copied(),
            sections: sections.collect(),
        }
    }
}
