//! [`Report`]: the text of a report, made once from a run and written in each form.

use sudoku_judge::Results;
use sudoku_judge::claims::{Check, Ledger};

use crate::charts::Chart;
use crate::claims::{self, Verdicts};
use crate::section::Section;
use crate::tables::{ladder, programs, puzzles, ratios, run, times, work};
use crate::{course, duel, glossary};

/// The contents of a report, for each of its forms.
pub(crate) struct Report<'a> {
    pub(crate) results: &'a Results,
    pub(crate) check: &'a Check,
    pub(crate) verdicts: Option<Verdicts<'a>>,
    /// The chart that is shown unfolded above all sections.
    pub(crate) chart: Option<&'a Chart>,
    pub(crate) sections: Vec<Section<'a>>,
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
            results,
            check,
            verdicts: Verdicts::of(ledger, &results.pages),
            chart: opening.first().copied(),
            sections: sections.collect(),
        }
    }
}
