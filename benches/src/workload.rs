//! [`Workload`]: puzzles that several solvers are timed on.

use sudoku_core::{Counts, Ending, Goal, Puzzle};
use sudoku_record::{Comparable, CountRow, counted_as};
use sudoku_registry::{Entry, Known};

use crate::{PuzzleSet, Request};

/// The puzzles of a set that at least one of the solvers finished. The solvers are those that have
/// given no wrong answer on any set.
#[derive(Debug, Clone)]
pub struct Workload {
    /// The name of the set.
    pub corpus: String,
    /// The question that is asked of its puzzles.
    pub goal: Goal,
    /// The solvers, in the order of the registry.
    pub solvers: Vec<&'static Entry>,
    /// The puzzles.
    pub puzzles: Vec<Case>,
}

/// One puzzle of a workload.
#[derive(Debug, Clone, PartialEq)]
pub struct Case {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its answer, as far as it is known, with which every answer is compared.
    pub answer: Known,
    /// The work of each solver, or of the solver that it is [counted as](counted_as); `None` if it went
    /// over its budget.
    pub counts: Vec<Option<Counts>>,
}

/// Returns the number of digits that a search placed or, if none, of nodes that it entered.
pub(crate) fn effort(counts: &Counts) -> u64 {
    if counts.placements > 0 { counts.placements } else { counts.entered().unwrap_or(0) }
}

impl Workload {
    /// Returns a workload for every set of a request, from the counts: one row for each set, puzzle
    /// and solver, in this order. A set of which no solver finished a puzzle has no workload.
    pub fn all(request: &Request, rows: &[CountRow]) -> Vec<Self> {
        let comparable = Comparable::of(rows);
        let sound: Vec<usize> = (0..request.solvers.len())
            .filter(|&at| comparable.solver(request.solvers[at].info.id))
            .collect();
        let mut rows = rows.chunks(request.solvers.len().max(1));
        let mut workloads = Vec::new();
        for set in &request.sets {
            let case = |(index, by_solver): (usize, &[CountRow])| {
                let counted = |&at: &usize| {
                    let CountRow { solver, outcome, .. } = &by_solver[at];
                    let by = by_solver.iter().find(|row| row.solver == counted_as(solver));
                    outcome.is_finished().then(|| by.unwrap_or(&by_solver[at]).counts)
                };
                let counts: Vec<_> = sound.iter().map(counted).collect();
                counts.iter().any(Option::is_some).then(|| Case {
                    puzzle: set.puzzles[index],
                    answer: answer(set, index, by_solver),
                    counts,
                })
            };
            let puzzles: Vec<Case> =
                rows.by_ref().take(set.puzzles.len()).enumerate().filter_map(case).collect();
            if !puzzles.is_empty() {
                workloads.push(Self {
                    corpus: set.record.name.clone(),
                    goal: set.record.goal,
                    solvers: sound.iter().map(|&at| request.solvers[at]).collect(),
                    puzzles,
                });
            }
        }
        workloads
    }

    /// Returns the workload of the solvers in these places: the puzzles that any of them finished.
    #[must_use]
    pub fn of(&self, solvers: &[usize]) -> Self {
        let case = |all: &Case| {
            let counts: Vec<_> = solvers.iter().map(|&at| all.counts[at]).collect();
            let Case { puzzle, answer, .. } = *all;
            counts.iter().any(Option::is_some).then_some(Case { puzzle, answer, counts })
        };
        Self {
            corpus: self.corpus.clone(),
            solvers: solvers.iter().map(|&at| self.solvers[at]).collect(),
            puzzles: self.puzzles.iter().filter_map(case).collect(),
            goal: self.goal,
        }
    }

    /// Returns the workload of the solvers that finished enough of the set to be compared; `None` if
    /// there are none.
    pub fn compared(&self, comparable: &Comparable) -> Option<Self> {
        let paired = |at: &usize| comparable.paired(&self.corpus, self.solvers[*at].info.id);
        let solvers: Vec<usize> = (0..self.solvers.len()).filter(paired).collect();
        (!solvers.is_empty()).then(|| self.of(&solvers))
    }
}

/// Returns what is known of an answer once all solvers have been verified, and agree.
fn answer(set: &PuzzleSet, index: usize, by_solver: &[CountRow]) -> Known {
    let ended = |outcome| by_solver.iter().any(|row| row.outcome == outcome);
    match set.facts[index].answer {
        Known::Nothing | Known::Solvable if ended(Ending::Several) => Known::Several,
        Known::Nothing | Known::Solvable if ended(Ending::Solved) => match set.record.goal {
            Goal::First => Known::Solvable,
            Goal::Unique => Known::One,
        },
        Known::Nothing if ended(Ending::NoSolution) => Known::NoSolution,
        known => known,
    }
}

#[cfg(test)]
mod tests {
    use sudoku_record::Mode;
    use sudoku_registry::find;

    use super::*;
    use crate::{Settings, StepProgress, verify};

    /// Four solvers on puzzles that some of them cannot finish.
    fn request(call_budget: u64) -> Request {
        let settings = Settings { puzzles: 60, call_budget, ..Settings::of(Mode::Quick) };
        let ids = [
            "brute-scan/three-loops",
            "scan-from-start/fused",
            "bitmask/blank-list",
            "bitmask-singles/prefill",
        ];
        Request {
            solvers: ids.map(|id| find(id).unwrap()).into(),
            sets: vec![PuzzleSet::find("easy", &settings).unwrap()],
            ..Request::bare(settings)
        }
    }

    fn counted(request: &Request) -> Vec<CountRow> {
        verify(request, &StepProgress::hidden()).rows
    }

    fn ids(workload: &Workload) -> Vec<&str> {
        workload.solvers.iter().map(|entry| entry.info.id).collect()
    }

    #[test]
    fn a_solver_that_is_stopped_takes_no_puzzle_from_the_others() {
        let request = request(10_000);
        let rows = counted(&request);
        let workload = &Workload::all(&request, &rows)[0];
        assert_eq!(workload.puzzles.len(), 60, "the last one finishes them all");
        let finished = |at: usize| workload.of(&[at]).puzzles.len();
        assert!(finished(0) < finished(2) && finished(2) < finished(3));
        for at in 0..4 {
            let id = request.solvers[at].info.id;
            let counted = rows.iter().filter(|row| row.solver == id && row.outcome.is_finished());
            assert_eq!(finished(at), counted.count(), "{id}");
        }
        let both = workload.of(&[0, 2]);
        assert_eq!(both.puzzles.len(), finished(2), "a cursor makes more calls");
    }

    #[test]
    fn answers_of_the_solvers_are_known_where_the_set_has_none() {
        let answers = |name: &str| {
            let mut request = request(4_000_000);
            request.sets = vec![PuzzleSet::find(name, &request.settings).unwrap()];
            for facts in &mut request.sets[0].facts {
                facts.answer = Known::Nothing;
            }
            let workload = Workload::all(&request, &counted(&request)).remove(0);
            let first = workload.puzzles[0].answer;
            assert!(workload.puzzles.iter().all(|case| case.answer == first), "{name}");
            first
        };
        assert_eq!(answers("easy"), Known::Solvable);
        assert_eq!(answers("easy+unique"), Known::One);
        assert_eq!(answers("multi+unique"), Known::Several);
        assert_eq!(answers("none"), Known::NoSolution);
    }

    #[test]
    fn solvers_stopped_on_more_than_a_tenth_are_not_run_in_pairs() {
        let request = request(10_000);
        let rows = counted(&request);
        let comparable = Comparable::of(&rows);
        let paired: Vec<&str> = request.solvers.iter().map(|entry| entry.info.id).collect();
        let paired: Vec<&str> =
            paired.into_iter().filter(|id| comparable.paired("easy", id)).collect();
        assert!(!paired.is_empty() && paired.len() < 4, "{paired:?}");
        let compared = Workload::all(&request, &rows)[0].compared(&comparable).unwrap();
        assert_eq!(ids(&compared), paired);
    }
}
