//! [`Fidelity`]: whether the puzzles that were timed are the same amount of work as those of the
//! set.

use serde::{Deserialize, Serialize};
use sudoku_measure::CountRow;

use crate::indexed::by_key;
use crate::rounds::{Block, Rounds, Times};
use crate::{Estimate, Interval};

/// At most one run in twenty calls any sound solver unsound.
const RUN_RATE: f64 = 0.05;

/// The work of a solver on the puzzles that were timed in a league, compared with its work on the
/// puzzles that the run took from the set.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Fidelity {
    /// The name of the corpus.
    pub corpus: String,
    /// The league: 0 for that of the slowest solvers, then up.
    pub league: u32,
    /// The id of the solver.
    pub solver: String,
    /// Nodes per puzzle on what was timed, divided by nodes per puzzle on the set's own puzzles, and
    /// the 95 % interval of the factor that all puzzles of this kind would give. It has no width
    /// where the puzzles are the same.
    pub factor: Interval,
    /// The interval that decides: so wide that those of all rows of a run contain their true
    /// factors with a probability of 95 % (Bonferroni).
    pub decides: Interval,
    /// How many different puzzles were timed, with those that builds added.
    pub timed: usize,
    /// How many puzzles the run took from the set and the solver finished.
    pub own: usize,
    /// True if the interval that decides contains 1.
    pub sound: bool,
}

/// A solver of a league whose timed puzzles are not the same amount of work as those of the set.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Unsound {
    /// The league.
    pub league: u32,
    /// The id of the solver.
    pub solver: String,
    /// [`Fidelity::factor`], without its interval.
    pub factor: f64,
}

impl Fidelity {
    /// Every solver that counts its nodes, in every league that timed it: set by set, league by
    /// league.
    pub(crate) fn all(rounds: &[Rounds], counts: &[CountRow]) -> Vec<Self> {
        let counts = by_key(counts);
        let mut found = Vec::new();
        for Rounds { corpus, leagues, direct } in rounds {
            for league in leagues.iter().chain(direct) {
                for (solver, times) in &league.lanes {
                    let own = counts.get(&(&**solver, &**corpus)).into_iter().flatten();
                    let own = own.filter(|row| row.outcome.is_finished());
                    let own: Option<Vec<u64>> = own.map(|row| row.counts.entered()).collect();
                    let Some(own) = own else { continue };
                    let Some(factor) = factor(times, &own) else { continue };
                    let names = (corpus.clone(), solver.clone());
                    found.push((names, league.number, factor, times.puzzles(), own.len()));
                }
            }
        }
        let confidence = 1.0 - RUN_RATE / found.len().max(1) as f64;
        let row = |((corpus, solver), league, factor, timed, own): (_, _, Estimate, _, _)| {
            let decides = factor.interval(confidence);
            let sound = (decides.low..=decides.high).contains(&1.0);
            let factor = factor.interval(0.95);
            Self { corpus, league, solver, factor, decides, timed, own, sound }
        };
        found.into_iter().map(row).collect()
    }

    /// How far the factor is from 1: the absolute value of its logarithm.
    pub fn distance(&self) -> f64 {
        self.factor.point.ln().abs()
    }
}

impl From<&Fidelity> for Unsound {
    fn from(row: &Fidelity) -> Self {
        let Fidelity { league, solver, factor, .. } = row;
        Self { league: *league, solver: solver.clone(), factor: factor.point }
    }
}

/// The nodes per puzzle that was timed, divided by those per puzzle of the set; `own` are the nodes on
/// each puzzle of the set. `None` where no nodes were counted.
///
/// The builds' shares are groups of the timed puzzles, or blocks where there is one share; the set's
/// puzzles are groups of one. The two sides count as independent. They share puzzles, so their error is at most
/// that. Builds that all time the same puzzles add no error.
fn factor(times: &Times, own: &[u64]) -> Option<Estimate> {
    times.nodes()?;
    let nodes = |block: &Block| block.nodes.unwrap_or(0) as f64;
    let puzzles = |block: &Block| block.puzzles as f64;
    let shares = times.by_share(nodes).into_values().zip(times.by_share(puzzles).into_values());
    let mut groups: Vec<(f64, f64)> = shares.collect();
    if groups.len() == 1 {
        groups = times.0.values().map(|block| (nodes(block), puzzles(block))).collect();
    }
    let set: Vec<(f64, f64)> = own.iter().map(|nodes| (*nodes as f64, 1.0)).collect();
    let (raced, whole) = (exactly(&groups)?, exactly(&set)?);
    let exact = raced.divided_by(whole);
    let same = exact.point.ln() == 0.0 || !times.own() && times.puzzles() == own.len();
    if same {
        return Some(exact);
    }
    let raced = Estimate::jackknife(&groups).filter(|_| times.own()).unwrap_or(raced);
    Some(raced.divided_by(Estimate::jackknife(&set).unwrap_or(whole)))
}

/// The ratio of the sums, as if it had no error; `None` when it is not above 0.
fn exactly(groups: &[(f64, f64)]) -> Option<Estimate> {
    let sum = |of: fn(&(f64, f64)) -> f64| groups.iter().map(of).sum::<f64>();
    let point = sum(|group| group.0) / sum(|group| group.1);
    (point > 0.0).then_some(Estimate { point, error: 0.0, df: 1 })
}

#[cfg(test)]
mod tests {
    use sudoku_core::{Counts, Ending, Grid, Random, Work};
    use sudoku_measure::PairedRow;

    use super::*;
    use crate::Paired;

    /// A solver in a league: its nodes on each puzzle of the set, and on what each build timed.
    struct Lane<'a> {
        solver: &'a str,
        league: u32,
        set: &'a [u64],
        timed: &'a [Vec<u64>],
    }

    const fn lane<'a>(solver: &'a str, set: &'a [u64], timed: &'a [Vec<u64>]) -> Lane<'a> {
        Lane { solver, league: 0, set, timed }
    }

    /// The rounds of these lanes, a puzzle to a block, beside the counts of the run.
    fn paired(lanes: &[Lane<'_>], own: bool) -> Paired {
        let (mut rounds, mut counts) = (Vec::new(), Vec::new());
        for &Lane { solver, league, set, timed } in lanes {
            for (build, puzzles) in timed.iter().enumerate() {
                rounds.extend(puzzles.iter().enumerate().map(|(block, &nodes)| PairedRow {
                    build: build as u64,
                    corpus: "set".to_owned(),
                    own,
                    share: 0,
                    league,
                    block: block as u32,
                    puzzles: 1,
                    visit: 0,
                    turn: 0,
                    solver: solver.to_owned(),
                    twin: false,
                    passes: 1,
                    placements: 0,
                    nodes: (nodes > 0).then_some(nodes),
                    cpu_ns: 100 + nodes + block as u64,
                    wall_ns: 100,
                }));
            }
            counts.extend(set.iter().enumerate().map(|(index, &nodes)| CountRow {
                corpus: "set".to_owned(),
                index,
                puzzle: Grid::BLANK,
                solver: solver.to_owned(),
                outcome: if nodes == 0 { Ending::Stopped } else { Ending::Solved },
                counts: Counts::from_values([(Work::Nodes, nodes)]),
            }));
        }
        Paired::of(&rounds).compared_with(&counts)
    }

    fn only(set: &[u64], timed: &[Vec<u64>], own: bool) -> Fidelity {
        let found = paired(&[lane("a", set, timed)], own);
        let [row] = found.fidelity() else { panic!("{:?}", found.fidelity()) };
        row.clone()
    }

    /// The work on this many puzzles, most of them easy.
    fn puzzles(number: usize, random: &mut Random) -> Vec<u64> {
        let nodes = |_| 10 + 10_000 / (10 + random.below(1000));
        (0..number).map(nodes).collect()
    }

    #[test]
    fn the_puzzles_of_the_set_itself_are_exactly_sound() {
        let exactly_one = Interval { point: 1.0, low: 1.0, high: 1.0 };
        let dealt = only(&[3, 40, 7, 9], &[vec![3, 7], vec![40, 9]], true);
        assert_eq!((dealt.factor, dealt.decides, dealt.sound), (exactly_one, exactly_one, true));
        assert_eq!((dealt.timed, dealt.own), (4, 4));
        let all = only(&[3, 40], &[vec![3, 40], vec![3, 40], vec![3, 40]], false);
        assert_eq!((all.factor, all.timed, all.own, all.sound), (exactly_one, 2, 2, true));
        let stopped = only(&[3, 0, 40], &[vec![3, 40]], false);
        assert_eq!((stopped.factor, stopped.own), (exactly_one, 2), "as far as it finished them");
        let others = only(&[3, 40], &[vec![3, 41], vec![3, 41]], false);
        let Interval { low, high, .. } = others.factor;
        assert_eq!((low, high, others.sound), (44.0 / 43.0, 44.0 / 43.0, false), "no chance in it");
    }

    #[test]
    fn an_interval_worked_out_by_hand() {
        // 6 nodes per puzzle, and without one of the builds 8 or 4; on the set 3, and 4 or 2.
        let found = only(&[2, 4], &[vec![4, 4], vec![8, 8]], true);
        assert!((found.factor.point - 2.0).abs() < 1e-12);
        // The error of each side is half of ln 2, with one degree of freedom; the quotient has two.
        let half_width = 4.303 * 2.0_f64.ln() / 2.0_f64.sqrt();
        assert!(((found.factor.high / 2.0).ln() - half_width).abs() < 1e-3, "{found:?}");
        assert_eq!(found.factor, found.decides, "a single row needs no correction");
        let one_build = only(&[2, 4], &[vec![4, 8]], true);
        assert_eq!(one_build.factor, found.factor, "its blocks are the groups");
    }

    #[test]
    fn puzzles_of_the_same_kind_are_sound_and_those_of_half_the_work_are_not() {
        let (mut covered, mut sound, runs) = (0, 0, 300);
        for seed in 0..runs {
            let mut random = Random::seeded(seed);
            let set = puzzles(200, &mut random);
            let mut timed: Vec<_> = (0..8).map(|_| puzzles(100, &mut random)).collect();
            let lanes: Vec<_> = ["a", "b", "c"].map(|id| lane(id, &set, &timed)).into();
            let of_three = paired(&lanes, true).fidelity()[0].clone();
            let Interval { low, high, .. } = of_three.factor;
            covered += u32::from((low..=high).contains(&1.0));
            sound += u32::from(of_three.sound);
            assert!(of_three.decides.low < low && of_three.decides.high > high, "corrected");
            timed.iter_mut().flatten().for_each(|nodes| *nodes = nodes.div_ceil(2));
            assert!(!only(&set, &timed, true).sound, "seed {seed}");
        }
        let share = |number| f64::from(number) / runs as f64;
        assert!((0.92..=0.99).contains(&share(covered)), "{}", share(covered));
        assert!(share(sound) > 0.94 && sound > covered, "{}", share(sound));
    }

    #[test]
    fn a_solver_that_counts_nothing_has_no_factor() {
        let (nothing, counted) = ([vec![0, 4]], [vec![2, 4]]);
        let lanes = [lane("peer", &[2, 4], &nothing), lane("a", &[2, 4], &counted)];
        let found = paired(&lanes, true);
        assert_eq!(found.fidelity().iter().map(|row| &*row.solver).collect::<Vec<_>>(), ["a"]);
    }

    #[test]
    fn a_ratio_names_every_unsound_solver_that_it_leads_over() {
        let set = [18, 20, 22, 20].repeat(10);
        let (same, half) = (vec![vec![18, 22, 20]; 8], vec![vec![9, 11, 10]; 8]);
        let lane = |solver, league, timed| Lane { solver, league, set: &set, timed };
        let lanes = [
            lane("slow", 0, &same),
            lane("bridge", 0, &same),
            lane("bridge", 1, &half),
            lane("fast", 1, &same),
            lane("fastest", 1, &same),
        ];
        let found = paired(&lanes, true);
        let unsound = |above, below| found.ratio("set", above, below).unwrap().unsound;
        assert_eq!((unsound("bridge", "slow"), unsound("fastest", "fast")), (vec![], vec![]));
        let bridge = Unsound { league: 1, solver: "bridge".to_owned(), factor: 0.5 };
        for (above, below) in [("fast", "slow"), ("slow", "fast"), ("fast", "bridge")] {
            assert_eq!(unsound(above, below), std::slice::from_ref(&bridge), "{above} / {below}");
        }
    }
}
