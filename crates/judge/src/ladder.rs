//! [`Ladder`]: the solvers of a run from the slowest to the fastest, and the change at each step.

use serde::{Deserialize, Serialize};

use crate::raced::distinct;
use crate::ratio::give_verdicts;
use crate::{Order, Paired, Ratio, Ratios, Rows, SolverRow};

/// The solvers of a run on one corpus, from the slowest to the fastest by their paired ratios.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Ladder {
    /// The name of the corpus, which includes the question asked of its puzzles.
    pub corpus: String,
    /// The rungs, the slowest solver first. Solvers that exceeded their budgets too often to be run
    /// in pairs come before all others, in ascending order of the puzzles that they finished.
    pub rungs: Vec<Rung>,
}

/// A solver on a ladder.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Rung {
    /// The id of the solver.
    pub solver: String,
    /// How many puzzles of the corpus the solver finished within its budget.
    pub finished: u64,
    /// How many puzzles the solver was given.
    pub puzzles: u64,
    /// The ratio to the rung below: the next slower solver that counts its work or, if none does, the
    /// next slower solver. So peers, which count nothing, are passed over. Its verdict is corrected for
    /// all such ratios of the ladder, on every corpus. `None` for the slowest solver with a ratio, and
    /// for solvers without a ratio.
    pub below: Option<Ratio>,
    /// The ratios to the rung below on those corpora of the run, in its order, on which this solver takes
    /// more time, beyond chance and the noise floor.
    pub loses: Vec<Ratio>,
}

impl Ladder {
    /// Returns a ladder for each corpus on which two or more solvers were run in pairs, in the
    /// order of the run. Solvers with a wrong answer are left out.
    pub(crate) fn all(rows: &[SolverRow], paired: &Paired, ratios: &Ratios) -> Vec<Self> {
        let corpora = distinct(rows.iter().map(|row| row.corpus.as_str()));
        let ladder = |&corpus: &&str| {
            let timed = timed(rows, ratios, corpus);
            let pairs = pairs(&timed);
            let mut to_below = Vec::new();
            for (below, row) in &pairs {
                let on = |corpus: &&str| paired.ratio(corpus, &row.solver, &below.solver);
                to_below.extend(corpora.iter().filter_map(on));
            }
            give_verdicts(&mut to_below);
            let first = untimed(rows, ratios, corpus).into_iter().chain(timed.first().copied());
            let mut rungs: Vec<Rung> = first.map(Rung::of).collect();
            for (below, row) in pairs {
                let is_step =
                    |of: &&Ratio| (&of.solver, &of.reference) == (&row.solver, &below.solver);
                let steps = || to_below.iter().filter(is_step);
                rungs.push(Rung {
                    below: steps().find(|of| of.corpus == corpus).cloned(),
                    loses: steps().filter(|of| of.verdict == Order::Slower).cloned().collect(),
                    ..Rung::of(row)
                });
            }
            (timed.len() > 1).then(|| Self { corpus: corpus.to_owned(), rungs })
        };
        corpora.iter().filter_map(ladder).collect()
    }
}

/// The solvers with a ratio on a corpus, the slowest first.
fn timed<'a>(rows: &'a [SolverRow], ratios: &Ratios, corpus: &str) -> Vec<&'a SolverRow> {
    let ratio = |row: &SolverRow| Some(ratios.to_reference(&row.solver, corpus)?.point);
    let mut timed: Vec<_> = rows.on(corpus).filter_map(|row| Some((row, ratio(row)?))).collect();
    timed.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    timed.into_iter().map(|(row, _)| row).collect()
}

/// The solvers that were stopped too often for a ratio, by the puzzles that they finished.
fn untimed<'a>(rows: &'a [SolverRow], ratios: &Ratios, corpus: &str) -> Vec<&'a SolverRow> {
    let is_sound = |row: &SolverRow| rows.by(&row.solver).all(|row| row.wrong == 0);
    let has_ratio = |row: &SolverRow| ratios.to_reference(&row.solver, corpus).is_some();
    let stopped = rows.on(corpus).filter(|row| row.stopped > 0);
    let mut untimed: Vec<_> = stopped.filter(|row| !has_ratio(row) && is_sound(row)).collect();
    untimed.sort_by_key(|row| row.finished());
    untimed
}

/// Each solver but the slowest, after the rung below it: the next slower solver that counts its work
/// or, if none does, the next slower one.
fn pairs<'a>(timed: &[&'a SolverRow]) -> Vec<(&'a SolverRow, &'a SolverRow)> {
    let pair = |at: usize| {
        let slower = &timed[..at];
        let below = slower.iter().rfind(|row| counts(row)).unwrap_or(&slower[at - 1]);
        (*below, timed[at])
    };
    (1..timed.len()).map(pair).collect()
}

fn counts(row: &SolverRow) -> bool {
    row.counts.entered().is_some()
}

impl Rung {
    /// A rung without steps.
    fn of(row: &SolverRow) -> Self {
        Self {
            solver: row.solver.clone(),
            finished: row.finished(),
            puzzles: row.puzzles(),
            below: None,
            loses: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use sudoku_core::{Counts, Ending, Grid, Work};

    use super::*;
    use crate::{CountedOn, Interval};
    use sudoku_record::{CountRow, PairedRow};

    const BUILDS: u64 = 6;
    const BLOCKS: u32 = 8;
    const PUZZLES: usize = 20;

    /// A solver on a corpus of the hand-made run.
    #[derive(Clone, Copy)]
    struct Racer {
        solver: &'static str,
        /// Milliseconds for a block.
        ms: f64,
        /// Nodes for every puzzle; `None` for a peer.
        nodes: Option<u64>,
        /// How many puzzles the solver finished, from the first on.
        finished: usize,
    }

    const fn racer(solver: &'static str, ms: f64, nodes: Option<u64>) -> Racer {
        Racer { solver, ms, nodes, finished: PUZZLES }
    }

    struct Run {
        rows: Vec<SolverRow>,
        counts: Vec<CountRow>,
        paired: Vec<PairedRow>,
    }

    impl Run {
        fn of(corpora: &[(&str, &[Racer])]) -> Self {
            let mut run = Self { rows: Vec::new(), counts: Vec::new(), paired: Vec::new() };
            for &(corpus, rows) in corpora {
                for racer in rows {
                    run.count(corpus, *racer);
                    run.race(corpus, *racer, false);
                }
                run.race(corpus, rows[0], true);
            }
            run
        }

        fn count(&mut self, corpus: &str, racer: Racer) {
            let Racer { solver, nodes, finished, .. } = racer;
            let stopped = (PUZZLES - finished) as u64;
            let counts = Counts::from_values(nodes.map(|nodes| (Work::Nodes, nodes)));
            self.rows.push(SolverRow {
                corpus: corpus.to_owned(),
                solver: solver.to_owned(),
                solved: finished as u64,
                no_solution: 0,
                stopped,
                wrong: 0,
                counts,
                timing: None,
            });
            // A solver that is stopped has more nodes by then than any that finishes.
            let stop = Counts::from_values(nodes.map(|_| (Work::Nodes, 1_000_000)));
            self.counts.extend((0..PUZZLES).map(|index| CountRow {
                corpus: corpus.to_owned(),
                index,
                puzzle: Grid::BLANK,
                solver: solver.to_owned(),
                outcome: if index < finished { Ending::Solved } else { Ending::Stopped },
                counts: if index < finished { counts } else { stop },
            }));
        }

        fn race(&mut self, corpus: &str, racer: Racer, twin: bool) {
            if 10 * racer.finished < 9 * PUZZLES {
                return;
            }
            for (build, block) in
                (0..BUILDS).flat_map(|build| (0..BLOCKS).map(move |at| (build, at)))
            {
                // Times vary a little with build and block, differently for names of different
                // lengths.
                let wave = (build * 5 + u64::from(block) * 3 + racer.solver.len() as u64) % 7;
                let noise = 1.0 + wave as f64 / 1000.0;
                let cpu_ns = (racer.ms * noise * 1e6) as u64;
                self.paired.push(PairedRow {
                    build,
                    corpus: corpus.to_owned(),
                    first: 1000 * build as usize + 2 * block as usize,
                    puzzles: 2,
                    visit: 0,
                    round: Some(0),
                    turn: 0,
                    solver: racer.solver.to_owned(),
                    twin,
                    placements: 0,
                    nodes: racer.nodes.map(|nodes| 2 * nodes),
                    cpu_ns,
                    wall_ns: cpu_ns,
                });
            }
        }

        fn ladders(self) -> Vec<Ladder> {
            let paired = Paired::of(&self.paired).with_counts(&self.counts, &[]);
            let ratios = Ratios::from_race(&paired, &self.paired).unwrap();
            Ladder::all(&self.rows, &paired, &ratios)
        }
    }

    fn names(ladder: &Ladder) -> Vec<&str> {
        ladder.rungs.iter().map(|rung| rung.solver.as_str()).collect()
    }

    fn near(figure: f64, due: f64) {
        assert!((figure / due - 1.0).abs() < 0.01, "{figure} and not {due}");
    }

    #[test]
    fn a_rung_has_its_time_its_work_and_the_cost_of_a_node() {
        let rows = [
            racer("middle", 10.0, Some(50)),
            racer("slow", 40.0, Some(100)),
            racer("fast", 2.0, Some(1)),
        ];
        let mut run = Run::of(&[("set", &rows)]);
        // The timed puzzles have half as many nodes as those of the set: the set takes twice as long.
        let fast = |row: &&mut CountRow| row.solver == "fast";
        run.counts.iter_mut().filter(fast).for_each(|row| row.counts.nodes = 2);
        let ladders = run.ladders();
        let [ladder] = ladders.as_slice() else { panic!("one corpus: {ladders:?}") };
        assert_eq!(
            (ladder.corpus.as_str(), names(ladder)),
            ("set", vec!["slow", "middle", "fast"])
        );
        let [slow, middle, fast] = ladder.rungs.as_slice() else { panic!("three rungs") };
        assert_eq!((slow.finished, slow.puzzles), (20, 20));
        assert_eq!(slow.below, None);

        let holds = |step: &Option<Ratio>, from: &str, [time, work, cost]: [f64; 3]| {
            let step = step.as_ref().unwrap();
            assert_eq!((&*step.reference, step.verdict, step.puzzles), (from, Order::Faster, 96));
            let ratio = step.ratio;
            near(ratio.point, time);
            assert!(ratio.low < ratio.point && ratio.point < ratio.high);
            assert_eq!(step.work, Some(work));
            let Interval { low, point, high } = step.cost().unwrap();
            near(point, cost);
            let [lower, higher] = [ratio.low, ratio.high].map(|end| end / work);
            assert!((low / lower - 1.0).abs() < 1e-9 && (high / higher - 1.0).abs() < 1e-9);
            assert_eq!(step.counted_on, Some(CountedOn { puzzles: 20, whole_set: false }));
        };
        holds(&middle.below, "slow", [0.25, 0.5, 0.5]);
        holds(&fast.below, "middle", [0.4, 0.04, 10.0]);
        assert!(ladder.rungs.iter().all(|rung| rung.loses.is_empty()));
    }

    #[test]
    fn a_step_is_judged_with_all_steps_of_the_ladder_in_view() {
        let rows = |ms| [racer("first", 10.0, None), racer("faster", ms, None)];
        let ladder = |rows: &[Racer]| Run::of(&[("set", rows)]).ladders().remove(0);
        let verdict =
            |ladder: &Ladder| ladder.rungs.last().unwrap().below.as_ref().unwrap().verdict;
        // The longest time with which `faster` is called faster than `first` alone.
        let times = (0..1000).map(|step| 10.0 - f64::from(step) * 1e-4);
        let mut called = times.filter(|&ms| verdict(&ladder(&rows(ms))) == Order::Faster);
        let ms = called.next().unwrap();
        let [first, faster] = rows(ms);
        // A name of the same length has the same noise, so `equal` and `first` are equal in every
        // round.
        let found = ladder(&[first, racer("equal", 10.0, None), faster]);
        assert_eq!(names(&found), ["first", "equal", "faster"]);
        assert_eq!(verdict(&found), Order::Undecided, "{found:?}");
    }

    #[test]
    fn a_peer_has_a_time_and_no_work() {
        let rows = [
            racer("slow", 40.0, Some(100)),
            racer("peer", 10.0, None),
            racer("fast", 5.0, Some(10)),
        ];
        let ladders = Run::of(&[("set", &rows)]).ladders();
        let [_, peer, fast] = ladders[0].rungs.as_slice() else { panic!("three rungs") };
        let step = peer.below.as_ref().unwrap();
        near(step.ratio.point, 0.25);
        assert_eq!((step.work, step.cost()), (None, None));
        let below = fast.below.as_ref().unwrap();
        assert_eq!(below.reference, "slow", "the peer stands between the rungs");
        near(below.ratio.point, 0.125);
        assert_eq!(below.work, Some(0.1));

        let alone = [racer("slow", 40.0, None), racer("fast", 5.0, None)];
        let ladders = Run::of(&[("set", &alone)]).ladders();
        assert_eq!(ladders[0].rungs[1].below.as_ref().unwrap().reference, "slow");
    }

    #[test]
    fn below_the_slowest_solver_that_counts_stand_those_that_do_not() {
        let rows = [
            racer("peer", 80.0, None),
            racer("slow", 40.0, Some(100)),
            racer("fast", 5.0, Some(10)),
        ];
        let ladders = Run::of(&[("set", &rows)]).ladders();
        assert_eq!(names(&ladders[0]), ["peer", "slow", "fast"]);
        let [peer, slow, fast] = ladders[0].rungs.as_slice() else { panic!("three rungs") };
        assert_eq!(peer.below, None);
        let step = slow.below.as_ref().unwrap();
        near(step.ratio.point, 0.5);
        assert_eq!((&*step.reference, step.verdict, step.work), ("peer", Order::Faster, None));
        let step = fast.below.as_ref().unwrap();
        assert_eq!((&*step.reference, step.work), ("slow", Some(0.1)));
    }

    #[test]
    fn a_rung_names_the_sets_on_which_it_loses() {
        let (first, second) = (racer("first", 10.0, Some(10)), racer("second", 5.0, Some(10)));
        let at = |racer: Racer, ms: f64| Racer { ms, ..racer };
        let ladders = Run::of(&[
            ("wins", &[first, second]),
            ("loses", &[first, at(second, 30.0)]),
            ("draws", &[first, at(second, 10.0)]),
        ])
        .ladders();
        let lost = |ladder: &Ladder| {
            let lost = ladder.rungs.iter().flat_map(|rung| &rung.loses);
            lost.map(|loss| loss.corpus.clone()).collect::<Vec<_>>()
        };
        assert_eq!(names(&ladders[0]), ["first", "second"]);
        assert_eq!(lost(&ladders[0]), ["loses"], "a draw is no loss");
        let time = ladders[0].rungs[1].loses[0].ratio;
        near(time.point, 3.0);
        assert!(time.low > 1.0);
        // The order on the ladder is that of the corpus: here `first` is faster, and loses on the
        // other.
        assert_eq!(names(&ladders[1]), ["second", "first"]);
        assert_eq!(lost(&ladders[1]), ["wins"]);
    }

    #[test]
    fn a_solver_over_its_budget_stands_below_without_a_factor() {
        let over = |solver, finished| Racer { finished, ..racer(solver, 1.0, Some(5)) };
        let rows = [
            racer("slow", 40.0, Some(100)),
            over("some", 3),
            racer("fast", 20.0, Some(20)),
            over("none", 0),
            // A solver that was stopped on at most a tenth has a ratio on the other puzzles.
            over("nearly", 18),
        ];
        let mut run = Run::of(&[("set", &rows)]);
        // A solver that was neither stopped nor timed is not on the ladder.
        run.count("set", racer("absent", 1.0, Some(5)));
        let ladders = run.ladders();
        assert_eq!(names(&ladders[0]), ["none", "some", "slow", "fast", "nearly"]);
        let [none, some, slow, fast, nearly] = ladders[0].rungs.as_slice() else { panic!() };
        assert_eq!((none.finished, some.finished, none.puzzles), (0, 3, 20));
        for rung in [none, some, slow] {
            assert_eq!(rung.below, None, "{}", rung.solver);
        }
        assert_eq!(fast.below.as_ref().unwrap().reference, "slow");
        assert_eq!(nearly.finished, 18);
        let below = nearly.below.as_ref().unwrap();
        assert_eq!(below.work, Some(0.25), "on the puzzles that both finished");
    }

    #[test]
    fn solvers_are_compared_on_the_puzzles_that_both_finished() {
        let slow = Racer { finished: 18, ..racer("slow", 4000.0, Some(100)) };
        let fast = racer("fast", 1.0, Some(5));
        let mut run = Run::of(&[("set", &[slow, fast])]);
        // On the two puzzles that `slow` did not finish, `fast` has very many nodes.
        let hard = |row: &&mut CountRow| row.solver == "fast" && row.index >= 18;
        run.counts.iter_mut().filter(hard).for_each(|row| row.counts.nodes = 1_000_000);
        let ladders = run.ladders();
        assert_eq!(names(&ladders[0]), ["slow", "fast"]);
        let climb = ladders[0].rungs[1].below.as_ref().unwrap();
        near(climb.ratio.point, 1.0 / 4000.0);
        assert_eq!(climb.work, Some(0.05));
        near(climb.cost().unwrap().point, 0.005);
        assert_eq!(climb.counted_on, Some(CountedOn { puzzles: 18, whole_set: false }));
    }

    #[test]
    fn wrong_answers_and_lone_solvers_make_no_ladder() {
        let rows = [racer("slow", 40.0, Some(100)), racer("fast", 20.0, Some(20))];
        let faulty = Racer { finished: 0, ..racer("faulty", 1.0, Some(1)) };
        let corpora: [(&str, &[Racer]); 2] =
            [("set", &[rows[0], rows[1], faulty]), ("lone", &[rows[0]])];
        let mut run = Run::of(&corpora);
        run.rows.iter_mut().find(|row| row.solver == "faulty").unwrap().wrong = 1;
        let ladders = run.ladders();
        assert_eq!(ladders.len(), 1);
        assert_eq!(names(&ladders[0]), ["slow", "fast"]);
    }
}
