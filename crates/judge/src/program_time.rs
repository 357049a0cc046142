//! [`ProgramTime`]: the time of a program for a puzzle, and how it compares with the solvers of the
//! run.
//!
//! A pass of a program costs its start-up and its puzzles. Each round has passes of two lengths, so
//! the time of a puzzle is a slope and the start-up an intercept. Where the program makes the search
//! of a solver, its [twin](ProgramRecord::twin), the counts of the twin on the very puzzles of the
//! passes give the time of a count, and exact counts then the time for all puzzles of the set
//! ([`Cost`]), as for the twin itself.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sudoku_core::stats::median;
use sudoku_record::{ProgramAnswers, ProgramRecord, ProgramRow};

use crate::cost::Cost;
use crate::fit::Sums;
use crate::raced::{Block, Times, distinct};
use crate::work::Work;
use crate::{CountedOn, Estimate, Interval, Keyed};

/// The time that a program takes on a set: CPU time, user and system, of all its processes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ProgramTime {
    /// The name of the set.
    pub corpus: String,
    /// The id of the program: `programs/` and its name.
    pub program: String,
    /// The number of rounds.
    pub rounds: usize,
    /// The number of puzzles in the longest pass.
    pub longest: usize,
    /// Nanoseconds for a puzzle, without the start-up, with the 95 % interval.
    pub time_ns: Interval,
    /// The puzzles for which exact counts of the twin give that time; `None` for the mean of the
    /// puzzles that the program got.
    pub counted_on: Option<CountedOn>,
    /// Nanoseconds for a pass over one puzzle with one blank.
    pub start_up_ns: f64,
}

impl Keyed for ProgramTime {
    fn key(&self) -> (&str, &str) {
        (&self.program, &self.corpus)
    }
}

/// A program that was timed on a set.
#[derive(Debug, Clone)]
pub(crate) struct TimedProgram {
    pub(crate) id: String,
    pub(crate) twin: Option<String>,
    pub(crate) answers: ProgramAnswers,
    /// A block for each round: what its longer pass has more than its shorter one.
    pub(crate) times: Times,
    pub(crate) start_up_ns: f64,
    pub(crate) longest: usize,
}

impl TimedProgram {
    /// The programs of a run, set by set, without those with a fault.
    pub(crate) fn all(rows: &[ProgramRow], programs: &[ProgramRecord]) -> Vec<Self> {
        let mut all = Vec::new();
        for corpus in distinct(rows.iter().map(|row| row.corpus.as_str())) {
            for record in programs.iter().filter(|record| record.fault().is_none()) {
                let is_of = |row: &&ProgramRow| row.corpus == corpus && row.track == record.name;
                let passes: Vec<&ProgramRow> = rows.iter().filter(is_of).collect();
                let answers = record.answers_to(corpus).filter(|_| !passes.is_empty());
                let Some(answers) = answers else { continue };
                let starts = passes.iter().filter(|row| row.puzzles == 0);
                let starts: Vec<f64> = starts.map(|row| row.cpu_ns as f64).collect();
                all.push(Self {
                    id: record.id(),
                    twin: record.twin().map(str::to_owned),
                    answers: answers.clone(),
                    times: times(record.twin().unwrap_or_default(), &passes),
                    start_up_ns: if starts.is_empty() { 0.0 } else { median(&starts) },
                    longest: passes.iter().map(|row| row.puzzles).max().unwrap_or_default(),
                });
            }
        }
        all
    }

    /// The mean time for the puzzles that the program got.
    pub(crate) fn mean(&self) -> Option<Estimate> {
        Cost::uncounted(&self.times).time()
    }
}

/// The differences between the two longest passes of each round, as blocks of one build.
/// `twin` is the solver whose counts these are.
fn times(twin: &str, passes: &[&ProgramRow]) -> Times {
    let mut times = Times::default();
    for round in distinct(passes.iter().map(|row| row.round)) {
        let ours = passes.iter().filter(|row| row.round == round && row.puzzles > 0);
        let mut ours: Vec<_> = ours.collect();
        ours.sort_by_key(|row| row.puzzles);
        let [.., short, long] = ours.as_slice() else { continue };
        let puzzles = long.puzzles - short.puzzles;
        if puzzles == 0 {
            continue;
        }
        let ns = long.cpu_ns as f64 - short.cpu_ns as f64;
        let count = |row: &ProgramRow| {
            Some(Work { placements: row.placements?, nodes: row.nodes? }.count(twin))
        };
        let mut block = Block::of(twin, puzzles, [None; 2], vec![ns]);
        // With other digits, the fewer puzzles may take more work.
        block.counted = count(long)
            .zip(count(short))
            .map(|(long, short)| Sums::within(long + short, [puzzles as f64, long - short, ns]));
        times.0.insert((0, round as usize), Arc::new(block));
    }
    times
}

#[cfg(test)]
mod tests {
    use sudoku_core::{Counts, Ending, Grid, Random, Work};
    use sudoku_record::{CountRow, PairedRow};

    use super::*;
    use crate::Paired;

    /// A program: its name, its start-up, and its times of a puzzle and of a count.
    type Track<'a> = (&'a str, [f64; 3]);

    /// The rows of eight rounds, with noise of a hundredth. The twin's counts of a pass differ from
    /// round to round, and are `counts` times as many for a puzzle on average.
    fn rows(tracks: &[Track<'_>], counts: Option<u64>) -> Vec<ProgramRow> {
        let (mut rows, mut random) = (Vec::new(), Random::seeded(3));
        for round in 0..8 {
            for &(track, [start, each, count_ns]) in tracks {
                for puzzles in [0, 1000, 4000] {
                    let noise = 0.99 + random.below(1 << 20) as f64 / f64::from(1 << 20) * 0.02;
                    let uneven = 70 + (round * 5 + puzzles / 1000 * 3) % 61;
                    let work = counts.map(|of| puzzles * of * uneven / 100);
                    let search = each * puzzles as f64 + count_ns * work.unwrap_or(0) as f64;
                    let ns = (start + search * noise) as u64;
                    rows.push(ProgramRow {
                        corpus: "set".to_owned(),
                        round: round as u32,
                        track: track.to_owned(),
                        puzzles: puzzles as usize,
                        placements: work,
                        nodes: work,
                        cpu_ns: ns,
                        wall_ns: ns,
                    });
                }
            }
        }
        rows
    }

    fn record(name: &str, answered: usize) -> ProgramRecord {
        let answers = ProgramAnswers {
            corpus: "set".to_owned(),
            answered,
            no_solution: 0,
            puzzles: PUZZLES,
            fault: None,
        };
        ProgramRecord { name: name.to_owned(), answers: vec![answers], ..ProgramRecord::default() }
    }

    const PUZZLES: usize = 10;
    const SLOW: &str = "bitmask/slow";
    const FAST: &str = "bands/fast";

    /// Rounds of two solvers: a puzzle takes 4,000 or 100 ns, of 1,000 or 10 counts.
    fn solvers() -> Paired {
        let (mut paired, mut counts) = (Vec::new(), Vec::new());
        for (solver, ns, of) in [(SLOW, 4000, 1000), (FAST, 100, 10)] {
            for (build, block) in (0..6).flat_map(|build| (0..10_u32).map(move |at| (build, at))) {
                let noise = (build * 7 + u64::from(block) * 3) % 5 * ns;
                let row = PairedRow {
                    build,
                    corpus: "set".to_owned(),
                    first: 10_000 * (10 * build as usize + block as usize),
                    puzzles: 1000,
                    visit: 0,
                    round: Some(0),
                    turn: 0,
                    solver: solver.to_owned(),
                    twin: false,
                    placements: 1000 * of,
                    nodes: Some(1000 * of),
                    cpu_ns: ns * 1000 + noise,
                    wall_ns: ns * 1000 + noise,
                };
                paired.push(PairedRow { twin: true, ..row.clone() });
                paired.push(row);
            }
            // The second half of the puzzles takes three times as many counts as the first.
            counts.extend((0..PUZZLES).map(|index| CountRow {
                corpus: "set".to_owned(),
                index,
                puzzle: Grid::BLANK,
                solver: solver.to_owned(),
                outcome: Ending::Solved,
                counts:
                    Counts::from_values(
                        [Work::Placements, Work::Nodes].map(|what| {
                            (what, if index < PUZZLES / 2 { of / 2 } else { of * 3 / 2 })
                        }),
                    ),
            }));
        }
        Paired::of(&paired).with_counts(&counts, &[])
    }

    #[track_caller]
    fn near(found: Interval, truth: f64) {
        assert!((found.point / truth - 1.0).abs() < 0.02, "{found:?} and not {truth}");
        assert!(found.low < truth && truth < found.high, "{found:?} without {truth}");
    }

    const JAVA: &str = "bitmask/slow, Java";

    #[test]
    fn the_slope_is_the_time_of_a_puzzle_and_the_intercept_the_start_up() {
        let rows = rows(&[("lazy", [40e6, 900.0, 0.0])], None);
        let paired = solvers().with_programs(&rows, &[record("lazy", PUZZLES)]);
        let times = paired.program_times();
        let [lazy] = &times[..] else { panic!("{times:?}") };
        near(lazy.time_ns, 900.0);
        assert_eq!((lazy.start_up_ns, lazy.longest, lazy.rounds), (40e6, 4000, 8));
        assert_eq!(lazy.counted_on, None);
    }

    #[test]
    fn the_counts_of_a_twin_on_the_very_puzzles_carry_a_program_to_the_set() {
        // Its puzzles have 10 times as many counts as those of the set, and the shorter pass of a
        // round has more than the longer one.
        let mut rows = rows(&[(JAVA, [40e6, 0.0, 8.0])], Some(10_000));
        let (short, work) = (&mut rows[1], 90_000_000);
        (short.placements, short.nodes) = (Some(work), Some(work));
        short.cpu_ns = 40_000_000 + 8 * work;
        let paired = solvers().with_programs(&rows, &[record(JAVA, PUZZLES)]);
        let [java] = &paired.program_times()[..] else { panic!("a time") };
        near(java.time_ns, 8.0 * 1000.0);
        assert_eq!(java.counted_on.map(|on| on.puzzles), Some(PUZZLES));
        for (solver, ns, work) in [(SLOW, 4000.0, 1.0), (FAST, 100.0, 100.0)] {
            let ratio = paired.ratio("set", &java.program, solver).unwrap();
            assert!((ratio.ratio.point / (8000.0 / ns) - 1.0).abs() < 0.02, "{ratio:?}");
            assert_eq!(ratio.work, Some(work));
            let back = paired.ratio("set", solver, &java.program).unwrap();
            assert!((back.ratio.point * ratio.ratio.point - 1.0).abs() < 1e-9);
            assert!((back.error - ratio.error).abs() < 1e-9);
        }
    }

    #[test]
    fn a_program_without_a_twin_is_compared_on_the_puzzles_that_it_got() {
        let rows = rows(&[("mine", [1e6, 900.0, 0.0])], None);
        let ratio = |answered| {
            let paired = solvers().with_programs(&rows, &[record("mine", answered)]);
            paired.ratio("set", "programs/mine", FAST).unwrap().ratio.point
        };
        assert!((ratio(PUZZLES) / 9.0 - 1.0).abs() < 0.02);
        assert!((ratio(PUZZLES / 2) / 18.0 - 1.0).abs() < 0.02, "half as many counts");
    }

    #[test]
    fn two_programs_are_compared_round_by_round() {
        let rows = rows(&[("one", [1e6, 900.0, 0.0]), ("other", [9e6, 300.0, 0.0])], None);
        let records = ["one", "other"].map(|name| record(name, PUZZLES));
        let paired = Paired::of(&[]).with_programs(&rows, &records);
        let ratio = paired.ratio("set", "programs/one", "programs/other").unwrap();
        near(ratio.ratio, 3.0);
        assert_eq!((ratio.df, ratio.puzzles), (7, PUZZLES));
        assert!(paired.ratio("set", "programs/none", "programs/one").is_none());
        assert!(paired.ratio("other", "programs/one", "programs/other").is_none());
    }

    #[test]
    fn intervals_contain_the_ratio_as_often_as_they_say() {
        let hit = |seed: u64| {
            let mut rows = rows(&[("p", [1e6, 300.0, 0.0]), ("q", [1e6, 100.0, 0.0])], None);
            let mut random = Random::seeded(seed);
            for row in rows.iter_mut().filter(|row| row.puzzles > 0) {
                let around = 900 + random.below(200);
                row.cpu_ns = 1_000_000 + (row.cpu_ns - 1_000_000) * around / 1000;
            }
            let records = ["p", "q"].map(|name| record(name, PUZZLES));
            let paired = Paired::of(&[]).with_programs(&rows, &records);
            let Interval { low, high, .. } =
                paired.ratio("set", "programs/p", "programs/q").unwrap().ratio;
            low < 3.0 && 3.0 < high
        };
        let hits = (0..200).filter(|seed| hit(*seed)).count();
        assert!((180..=198).contains(&hits), "{hits} of 200");
    }

    #[test]
    fn a_program_with_a_fault_has_no_time() {
        let rows = rows(&[("p", [1e6, 300.0, 0.0])], None);
        let [sound, mut faulty] = [record("p", PUZZLES), record("p", PUZZLES)];
        faulty.answers[0].fault = Some("line 1 is wrong".to_owned());
        let times = |of| Paired::of(&[]).with_programs(&rows, &[of]).program_times().len();
        assert_eq!([times(sound), times(faulty)], [1, 0]);
    }
}
