//! The ladders that a report shows, and the one that it leads with.

use sudoku_core::Goal;
use sudoku_measure::CorpusRecord;

use crate::{Ladder, Results, Typical};

/// The sets whose ladders are shown, where a run has them: puzzles of all kinds, and those on which
/// the slow end is slowest.
const FIRST: [&str; 2] = ["minimal", "anti-row-major"];

impl Results {
    /// The set of this name in the plan.
    pub fn corpus(&self, name: &str) -> Option<&CorpusRecord> {
        self.plan.corpora.iter().find(|corpus| corpus.name == name)
    }

    /// The ladders that are shown, the one that orders the solvers first. Of single puzzles, which
    /// are learnt by heart, only where there is nothing else.
    pub fn shown_ladders(&self) -> Vec<&Ladder> {
        let ranked = self.ladders.iter().filter_map(|ladder| {
            let corpus = self.corpus(&ladder.corpus)?;
            let place = FIRST.iter().position(|name| *name == corpus.set());
            let is_first = corpus.goal == Goal::First;
            Some(((corpus.puzzles == 1, !is_first, place.unwrap_or(FIRST.len())), ladder))
        });
        let mut ranked: Vec<_> = ranked.collect();
        ranked.sort_by_key(|(rank, _)| *rank);
        ranked.into_iter().take(FIRST.len()).map(|(_, ladder)| ladder).collect()
    }

    /// The first of the [shown ladders](Self::shown_ladders).
    pub fn lead(&self) -> Option<&Ladder> {
        self.shown_ladders().into_iter().next()
    }

    /// The time of a solver on a typical puzzle of a set, divided by that of the solver that all are
    /// compared with there; `None` where the survey does not say.
    pub fn typical(&self, solver: &str, corpus: &str) -> Option<&Typical> {
        self.survey.of(solver, corpus)?.typical.as_ref()
    }

    /// The time of a solver on the leading ladder, divided by that of the reference; `None` if it
    /// was not run in pairs there.
    pub fn time_on_lead(&self, solver: &str) -> Option<f64> {
        Some(self.ratios.as_ref()?.to_reference(solver, &self.lead()?.corpus)?.point)
    }
}
