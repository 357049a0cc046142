//! [`Duel`]: two solvers puzzle by puzzle, from the survey of a run.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sudoku_core::Grid;
use sudoku_core::stats::{quantile, sorted};
use sudoku_record::{CorpusRecord, CountRow, PairedRow, Raw, SurveyRow};

use crate::indexed::by_key;
use crate::{Estimate, Interval};

/// The survey of a run on one corpus, puzzle by puzzle.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PuzzleTimes {
    /// The name of the corpus.
    pub corpus: String,
    /// The name of the set of puzzles, without the suffix for the question.
    pub set: String,
    /// The puzzles that were surveyed: the first ones of the corpus, in its order.
    pub puzzles: Vec<Grid>,
    /// Every solver that was surveyed, in the order of the run.
    pub solvers: Vec<SolverTimes>,
    /// The noise of a single solve, as a share of its time: a reference runs in two copies of the
    /// same code, and on 19 of 20 of their turns in the race of the corpus, the times of
    /// the two differ by less. A turn lasts at least as long as a solve of the survey. `None` where
    /// no second copy ran.
    pub noise: Option<f64>,
}

/// One solver on the puzzles of [`PuzzleTimes`], each solved once.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SolverTimes {
    /// The id of the solver.
    pub solver: String,
    /// CPU time in nanoseconds, by puzzle; `None` where the solver exceeded its budget or was not
    /// surveyed.
    pub ns: Vec<Option<u64>>,
    /// Nodes of the search, by puzzle; `None` where the solver does not count them, exceeded its
    /// budget, or was not surveyed.
    pub nodes: Vec<Option<u64>>,
}

/// Two solvers on one corpus, puzzle by puzzle.
#[derive(Debug, Clone, PartialEq)]
pub struct Duel {
    /// The puzzles that both solvers finished, in ascending order of the ratio: first those on
    /// which the first solver does best.
    pub rows: Vec<DuelRow>,
    /// How many puzzles only the first solver finished, and how many only the second.
    pub alone: [usize; 2],
}

/// Two solvers on one puzzle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DuelRow {
    /// The puzzle's place in the corpus, from 0.
    pub index: usize,
    /// The puzzle.
    pub puzzle: Grid,
    /// CPU time of both solvers, in nanoseconds.
    pub ns: [u64; 2],
    /// The time of the first solver divided by that of the second.
    pub ratio: f64,
    /// Nodes of both solvers; `None` if one of them does not count nodes.
    pub nodes: Option<[u64; 2]>,
    /// The solver that is faster, beyond the noise and the resolution of the clock: 0 or 1; `None`
    /// if neither is.
    pub winner: Option<usize>,
}

/// The time of a solver divided by that of another on a typical puzzle, each puzzle solved once by
/// a call of its own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Typical {
    /// The solver whose time is the denominator.
    pub reference: String,
    /// The geometric mean of the ratios of single puzzles, with the 95 % interval from their
    /// spread. Every puzzle counts the same, however long it takes.
    pub ratio: Interval,
    /// The number of puzzles behind the ratio.
    pub puzzles: usize,
}

/// The part of a difference between two times that reading the clock may explain: each time is off
/// by some ten nanoseconds.
pub const CLOCK_NS: f64 = 20.0;

impl PuzzleTimes {
    /// The survey of every corpus that was surveyed, in the order of the run.
    pub fn all(raw: &Raw) -> Vec<Self> {
        let (survey, counts) = (by_key(&raw.survey), by_key(&raw.counts));
        let of = |record: &CorpusRecord| {
            let corpus = record.name.as_str();
            let surveyed = raw.survey.iter().filter(|row| row.corpus == corpus);
            let places = 0..surveyed.map(|row| row.index + 1).max()?;
            let solvers = raw.plan.solvers.iter().filter_map(|solver| {
                let key = (&*solver.id, corpus);
                let timed: BTreeMap<usize, &SurveyRow> =
                    survey.get(&key)?.iter().map(|row| (row.index, *row)).collect();
                let counted: BTreeMap<usize, &CountRow> =
                    counts.get(&key)?.iter().map(|row| (row.index, *row)).collect();
                let ns = |at: usize| timed.get(&at)?.cpu_ns;
                let nodes = |at| ns(at).and_then(|_| counted.get(&at)?.counts.entered());
                let puzzles = places.clone().map_while(|at| Some(counted.get(&at)?.puzzle));
                let found = SolverTimes {
                    solver: solver.id.clone(),
                    ns: places.clone().map(ns).collect(),
                    nodes: places.clone().map(nodes).collect(),
                };
                Some((found, puzzles.collect::<Vec<_>>()))
            });
            let (solvers, puzzles): (Vec<_>, Vec<_>) = solvers.unzip();
            Some(Self {
                corpus: corpus.to_owned(),
                set: record.set().to_owned(),
                puzzles: puzzles.into_iter().next()?,
                solvers,
                noise: noise(&raw.paired, corpus),
            })
        };
        raw.plan.corpora.iter().filter_map(of).collect()
    }

    /// The duel of two solvers, given by their ids; `None` if one was not surveyed.
    pub fn duel(&self, first: &str, second: &str) -> Option<Duel> {
        let find = |id: &str| self.solvers.iter().find(|solver| solver.solver == id);
        let both = [find(first)?, find(second)?];
        let mut duel = Duel { rows: Vec::new(), alone: [0; 2] };
        for (index, &puzzle) in self.puzzles.iter().enumerate() {
            match both.map(|solver| solver.ns[index]) {
                [Some(first), Some(second)] => {
                    let ns = [first, second];
                    let nodes = both.map(|solver| solver.nodes[index]);
                    duel.rows.push(DuelRow {
                        index,
                        puzzle,
                        ns,
                        // A solve that takes less than reading the clock may have a time of 0.
                        ratio: first.max(1) as f64 / second.max(1) as f64,
                        nodes: nodes[0].zip(nodes[1]).map(<[u64; 2]>::from),
                        winner: self.winner(ns),
                    });
                }
                [Some(_), None] => duel.alone[0] += 1,
                [None, Some(_)] => duel.alone[1] += 1,
                [None, None] => {}
            }
        }
        duel.rows.sort_by(|a, b| a.ratio.total_cmp(&b.ratio));
        Some(duel)
    }

    /// The time of a solver divided by that of the reference on a typical puzzle. `None` where one
    /// of them was not surveyed, or where both finished fewer than nine tenths of the puzzles or
    /// fewer than two, because the rest would be another set.
    pub fn typical(&self, solver: &str, reference: &str) -> Option<Typical> {
        let rows = self.duel(solver, reference)?.rows;
        let ratios: Vec<f64> = rows.iter().map(|row| row.ratio).collect();
        let puzzles = ratios.len();
        let ratio = Estimate::geometric_mean(&ratios)?.interval(0.95);
        let reference = reference.to_owned();
        (10 * puzzles >= 9 * self.puzzles.len()).then_some(Typical { reference, ratio, puzzles })
    }

    fn winner(&self, ns: [u64; 2]) -> Option<usize> {
        let [a, b] = ns.map(|ns| ns as f64);
        let noise = self.noise.unwrap_or(0.0);
        [(a, b), (b, a)].iter().position(|(fast, slow)| fast * (1.0 + noise) + CLOCK_NS < *slow)
    }
}

impl Duel {
    /// For each solver, on how many of the puzzles that both finished it is faster beyond the
    /// noise.
    pub fn wins(&self) -> [usize; 2] {
        [0, 1].map(|which| self.rows.iter().filter(|row| row.winner == Some(which)).count())
    }

    /// For each solver, on how many of these puzzles it visits fewer nodes, which are exact; `None`
    /// if one of the two does not count nodes.
    pub fn fewer_nodes(&self) -> Option<[usize; 2]> {
        let nodes: Vec<[u64; 2]> = self.rows.iter().map(|row| row.nodes).collect::<Option<_>>()?;
        Some([
            nodes.iter().filter(|[first, second]| first < second).count(),
            nodes.iter().filter(|[first, second]| second < first).count(),
        ])
    }

    /// The least ratio, the 10 % quantile, the median, the 90 % quantile and the greatest ratio; `None`
    /// if no puzzle was finished by both.
    pub fn spread(&self) -> Option<[f64; 5]> {
        let ratios: Vec<f64> = self.rows.iter().map(|row| row.ratio).collect();
        let spread = || [0.0, 0.1, 0.5, 0.9, 1.0].map(|q| quantile(&ratios, q));
        (!ratios.is_empty()).then(spread)
    }
}

/// The share by which the times of a reference's two copies, on one block and visit, differ at most
/// in 19 of 20 turns; `None` without a second copy.
fn noise(paired: &[PairedRow], corpus: &str) -> Option<f64> {
    fn key(row: &PairedRow) -> (u64, usize, u32, &str) {
        (row.build, row.first, row.visit, &row.solver)
    }
    let turns = || paired.iter().filter(|row| row.corpus == corpus && row.puzzles > 0);
    let copies: BTreeMap<_, &PairedRow> =
        turns().filter(|row| row.twin).map(|row| (key(row), row)).collect();
    let differences: Vec<f64> = turns()
        .filter(|row| !row.twin)
        .filter_map(|row| copies.get(&key(row)).zip(Some(row)))
        .map(|(copy, row)| (copy.cpu_ns as f64 / row.cpu_ns.max(1) as f64).ln().abs().exp_m1())
        .collect();
    (!differences.is_empty()).then(|| quantile(&sorted(&differences), 0.95))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two solvers on six puzzles, and a peer without counts.
    fn times(noise: Option<f64>) -> PuzzleTimes {
        let solver = |solver: &str, ns: [u64; 6], nodes: [u64; 6]| SolverTimes {
            solver: solver.to_owned(),
            ns: ns.map(|ns| (ns > 0).then_some(ns)).into(),
            nodes: nodes.map(|nodes| (nodes > 0).then_some(nodes)).into(),
        };
        PuzzleTimes {
            corpus: "set".to_owned(),
            set: "set".to_owned(),
            puzzles: (1..=6).map(|digit| Grid::BLANK.with(0, digit)).collect(),
            solvers: vec![
                solver("a", [1000, 2000, 9000, 1000, 100, 0], [10, 10, 90, 10, 1, 0]),
                solver("b", [4000, 2150, 1000, 0, 115, 50], [10, 20, 10, 0, 1, 1]),
                solver("peer", [500; 6], [0; 6]),
            ],
            noise,
        }
    }

    #[test]
    fn a_duel_is_won_puzzle_by_puzzle_and_beyond_the_noise() {
        let duel = times(Some(0.1)).duel("a", "b").unwrap();
        let places: Vec<usize> = duel.rows.iter().map(|row| row.index).collect();
        assert_eq!(places, [0, 4, 1, 2], "by ratio");
        assert_eq!(duel.wins(), [1, 1]);
        assert_eq!(duel.alone, [1, 1]);
        assert_eq!(duel.rows[0].winner, Some(0));
        assert_eq!(duel.rows[0].puzzle, Grid::BLANK.with(0, 1));
        assert!((duel.rows[3].ratio - 9.0).abs() < 1e-12);
        assert_eq!(duel.rows[3].nodes, Some([90, 10]));
        assert_eq!(duel.fewer_nodes(), Some([1, 1]), "equal counts are no win");
        let [least, low, median, high, most] = duel.spread().unwrap();
        assert!((least - 0.25).abs() < 1e-12 && (most - 9.0).abs() < 1e-12);
        assert!((median - f64::midpoint(100.0 / 115.0, 2000.0 / 2150.0)).abs() < 1e-12);
        assert!(least < low && high < most);

        // Without noise, a difference of 7 % is a win, but 15 ns are within the error of the clock.
        assert_eq!(times(None).duel("a", "b").unwrap().wins(), [2, 1]);
        let back = times(Some(0.1)).duel("b", "a").unwrap();
        assert_eq!((back.wins(), back.alone), ([1, 1], [1, 1]));
        assert_eq!(back.rows[0].index, 2);
    }

    #[test]
    fn a_solver_without_counts_differs_from_one_that_did_not_run() {
        let duel = times(Some(0.1)).duel("a", "peer").unwrap();
        assert_eq!((duel.fewer_nodes(), duel.rows.len()), (None, 5));
        assert!(times(None).duel("a", "absent").is_none());
        let nothing = PuzzleTimes { puzzles: Vec::new(), ..times(None) }.duel("a", "b").unwrap();
        assert_eq!((nothing.spread(), nothing.wins()), (None, [0, 0]));
    }

    #[test]
    fn a_typical_puzzle_is_one_of_many_whatever_it_takes() {
        let times = times(None);
        let of = |name, ns: [u64; 5]| {
            let times = SolverTimes { ns: ns.map(Some).to_vec(), ..times.solvers[0].clone() };
            SolverTimes { solver: String::from(name), ..times }
        };
        let solvers = vec![of("a", [10, 400, 9000, 20, 5]), of("b", [1000, 100, 1000, 200, 500])];
        let mut times = PuzzleTimes { puzzles: times.puzzles[..5].to_vec(), solvers, ..times };
        // The logarithms of the ratios to base 10: -2, 0.602, 0.954, -1, -2.
        let found = times.typical("a", "b").unwrap();
        assert!((found.ratio.point.log10() + 0.6887).abs() < 1e-3, "{found:?}");
        assert!(found.ratio.low < 0.05 && found.ratio.high > 1.0, "{found:?}");
        assert_eq!((found.puzzles, found.reference.as_str()), (5, "b"));
        let own = times.typical("b", "b").unwrap().ratio;
        assert_eq!((own.low, own.point, own.high), (1.0, 1.0, 1.0));
        assert_eq!(times.typical("a", "absent"), None);
        times.solvers[1].ns[2] = None;
        assert_eq!(times.typical("a", "b"), None, "4 of 5 puzzles are another set");
    }

    #[test]
    fn a_time_of_nothing_counts_as_a_nanosecond() {
        let times = times(None);
        let quick = |solver: &SolverTimes| SolverTimes { ns: vec![Some(0); 6], ..solver.clone() };
        let solvers = vec![times.solvers[1].clone(), quick(&times.solvers[2])];
        let times = PuzzleTimes { solvers, ..times };
        let [there, back] =
            [("b", "peer"), ("peer", "b")].map(|(one, other)| times.duel(one, other).unwrap());
        let last = |duel: &Duel| duel.rows.last().unwrap().ratio;
        assert!((last(&there) - 4000.0).abs() < 1e-9, "{there:?}");
        assert!((last(&back) - 1.0 / 50.0).abs() < 1e-9, "{back:?}");
    }

    #[test]
    fn noise_is_what_a_copy_differs_by() {
        let row = |block: u32, twin, cpu_ns| PairedRow {
            build: 1,
            corpus: "set".to_owned(),
            first: 100 * block as usize,
            puzzles: 1,
            visit: 0,
            round: Some(0),
            turn: 0,
            solver: "a".to_owned(),
            twin,
            placements: 0,
            nodes: None,
            cpu_ns,
            wall_ns: cpu_ns,
        };
        let mut rows: Vec<PairedRow> = (0..21)
            .flat_map(|at| [row(at, false, 1000), row(at, true, 1000 + 10 * u64::from(at))])
            .collect();
        // Other solvers on the block, empty turns and other corpora do not count.
        rows.push(PairedRow { solver: "b".to_owned(), ..row(0, false, 9) });
        rows.push(PairedRow { puzzles: 0, ..row(30, false, 9) });
        rows.push(PairedRow { corpus: "other".to_owned(), ..row(1, true, 9) });
        let found = noise(&rows, "set").unwrap();
        assert!((found - 0.19).abs() < 1e-9, "{found}");
        // A second copy that is faster differs as much.
        for row in rows.iter_mut().filter(|row| row.solver == "a") {
            row.twin = !row.twin;
        }
        assert!((noise(&rows, "set").unwrap() - 0.19).abs() < 1e-9);
        assert_eq!(noise(&rows, "nowhere"), None);
        assert_eq!(noise(&[row(0, false, 5)], "set"), None, "without a copy");
    }
}
