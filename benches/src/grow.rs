//! More puzzles of the same kind, where a build has too few.
//!
//! Three things take more puzzles than a build is dealt. A turn of the fastest solver must be long
//! against the reading of the clock. A pass should be so long that the processor has forgotten the
//! first puzzles when they come back. And where a few hard puzzles take most of the time of a set,
//! it takes many puzzles to know what is usual: the claims are about searches to the first solution,
//! so these get the time for it.
//!
//! What is added are symmetric variants of the puzzles that there are: rows, columns, bands, stacks
//! or digits exchanged, or transposed. Solvers that scan in a fixed order search another tree on
//! each. In a set whose puzzles were arranged by chance, variants are arranged by chance as well. In
//! any other set the effort of a variant, the digits that a search in reading order places, is
//! within a factor of two of the puzzle's and within the range of the whole set: otherwise a set of
//! short searches would grow into one of long ones. The mean effort of the variants of a puzzle is
//! kept near the puzzle's as well, for most arrangements of a puzzle that was chosen for its effort
//! take less. In a league where nobody searches in reading order, the effort is that of the bridge.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::thread;
use std::time::Duration;

use sudoku_core::{Goal, Grid, Puzzle, Random, Symmetry, Tree};
use sudoku_registry::{Entry, Known, Limits, Outcome, Session};

use crate::Settings;
use crate::course::{Contest, Course, effort, events};

/// A pass of the fastest solver that is about as long as this is forgotten when it comes back
/// (docs/METHODOLOGY.md, "Learnt branches").
const FORGOTTEN: Duration = Duration::from_millis(2);

/// A set should be worth this many puzzles that all take the same time.
const WORTH: f64 = 400.0;

/// This many changes are proposed to get from one variant to the next of about the same effort.
const PROPOSALS: usize = 16;

impl Course {
    /// How many puzzles each of several builds should have.
    pub(crate) fn wanted(&self, builds: usize, settings: &Settings) -> usize {
        let puzzles = self.puzzles.len() as f64;
        let each = |of: fn(u64) -> f64| -> f64 {
            let sums = self.puzzles.iter().map(|one| one.counts.iter().flatten().map(events).sum());
            sums.map(of).sum()
        };
        let all = each(|events| events as f64);
        let squares = each(|events| (events as f64).powi(2));
        // What a solver takes for a puzzle: as surveyed, or else as its counts let expect.
        let mean = |at: usize| {
            let (events, finished) = self.work(at);
            let expected = || events.max(1) as f64 / finished as f64;
            self.paces.get(at).copied().unwrap_or_else(expected)
        };
        let known = (0..self.solvers.len())
            .filter(|&at| self.solvers[at].can.count || !self.paces.is_empty());
        let fastest = known.clone().map(mean).fold(f64::INFINITY, f64::min);
        let each_takes: f64 = known.map(mean).sum();

        let fill = |time: Duration, each: f64| time.as_nanos() as f64 / each;
        let in_time = |time| fill(time, each_takes);
        let forgotten = fill(FORGOTTEN, fastest).min(in_time(settings.rules.time));
        let worth = all * all / squares;
        let uneven = self.any_arrangement && self.goal == Goal::First;
        let usual = if uneven { puzzles * WORTH / worth } else { 0.0 };
        let usual = (usual / builds as f64).min(in_time(settings.uneven));
        forgotten.max(usual).max(fill(settings.rules.turn, fastest)) as usize
    }

    /// The events of a solver on all puzzles that it finished, and how many these are.
    fn work(&self, at: usize) -> (u64, usize) {
        let finished = self.puzzles.iter().filter_map(|contest| contest.counts[at].as_ref());
        finished.fold((0, 0), |(sum, puzzles), counts| (sum + events(counts), puzzles + 1))
    }

    /// The course with as many variants as are wanted, and the work of each solver on each of them:
    /// even solvers that place the same digits enter different numbers of nodes. A variant is left
    /// out if a solver that finished all puzzles goes over its budget: variants are ours, no puzzle
    /// of the set. A solver that went over it before may do so again, and takes no variant from the
    /// others.
    ///
    /// A single puzzle stays as it is, for that is a question of its own.
    ///
    /// # Errors
    ///
    /// What is wrong with the answer of a solver to a variant.
    pub(crate) fn grown(
        mut self,
        wanted: usize,
        settings: &Settings,
        seed: u64,
    ) -> Result<Self, String> {
        let originals = self.puzzles.len();
        let (Some(guide), 2..) = (self.guide(), originals) else { return Ok(self) };
        let mut session = self.solvers[guide].start();
        let mut walkers = self.walkers(guide);
        let mut random = Random::seeded(seed);
        let mut variants = Vec::new();
        for at in 0..wanted.saturating_sub(originals) {
            let walker = &mut walkers[at % originals];
            if self.any_arrangement {
                walker.take(&Symmetry::random(random.below(u64::MAX)));
            } else if !walker.walk(self.goal, &mut session, &mut random) {
                continue;
            }
            variants.push((walker.puzzle, walker.answer));
        }
        let limits = Limits::calls(settings.call_budget);
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let share = variants.len().div_ceil(cores).max(1);
        let counted = thread::scope(|scope| {
            let shares =
                variants.chunks(share).map(|share| scope.spawn(|| self.counted(share, limits)));
            let shares: Vec<_> = shares.collect();
            let joined = shares.into_iter().map(|share| share.join().expect("no worker panics"));
            joined.collect::<Result<Vec<_>, _>>()
        })?;
        self.puzzles.extend(counted.into_iter().flatten());
        Ok(self)
    }

    /// Variants with the work of every solver. Those over a budget that must be kept are left out,
    /// and those that no solver finishes.
    fn counted(
        &self,
        variants: &[(Puzzle, Known)],
        limits: Limits,
    ) -> Result<Vec<Contest>, String> {
        let must: Vec<bool> =
            (0..self.solvers.len()).map(|at| self.work(at).1 == self.puzzles.len()).collect();
        let mut sessions: Vec<Session> = self.solvers.iter().map(|entry| entry.start()).collect();
        let mut contests = Vec::new();
        'variants: for &(puzzle, answer) in variants {
            let mut counts = Vec::with_capacity(sessions.len());
            for (at, session) in sessions.iter_mut().enumerate() {
                let run = session.ask(&puzzle, self.goal, limits);
                let finished = !matches!(run.outcome, Outcome::Stopped(_));
                if finished {
                    answer.agrees(self.goal, run.outcome).map_err(|why| {
                        let (id, corpus) = (self.solvers[at].info.id, &self.corpus);
                        format!("{id} on a variant from {corpus}, {}: {why}", puzzle.grid())
                    })?;
                } else if must[at] {
                    continue 'variants;
                }
                counts.push(finished.then_some(run.counts));
            }
            if counts.iter().any(Option::is_some) {
                contests.push(Contest { puzzle, answer, counts });
            }
        }
        Ok(contests)
    }

    /// The solver whose effort tells what is a variant of the same kind: one that searches in
    /// reading order, and where there is none the bridge to the slower league, so that it has as much
    /// to do here as there. Of several in reading order the bridge, or else the one that finished
    /// most, and then the fastest; without a bridge that counts the slowest of those that finished
    /// most.
    fn guide(&self) -> Option<usize> {
        (0..self.solvers.len()).min_by_key(|&at| {
            let (events, finished) = self.work(at);
            let Entry { info, can, .. } = self.solvers[at];
            let in_order = info.tree == Tree::ROW_MAJOR;
            let bridge = self.league > 0 && at + 1 == self.solvers.len() && can.count;
            let last = if in_order { events } else { u64::MAX - events };
            (!in_order, !bridge, Reverse(finished), last)
        })
    }

    fn walkers(&self, guide: usize) -> Vec<Walker> {
        let of = |contest: &Contest| contest.counts[guide].as_ref().map(effort);
        let efforts = || self.puzzles.iter().filter_map(of);
        let (least, most) = (efforts().min().unwrap_or(0), efforts().max().unwrap_or(0));
        let walker = |contest: &Contest| {
            let due = of(contest);
            Walker {
                puzzle: contest.puzzle,
                answer: contest.answer,
                band: due.map(|due| least.max(due / 2)..=most.min(due * 2)),
                due: due.unwrap_or(0),
                owed: 0.0,
                met: BTreeSet::from([*contest.puzzle.grid()]),
            }
        };
        self.puzzles.iter().map(walker).collect()
    }
}

/// A puzzle on its way through its variants, and the efforts it keeps to.
struct Walker {
    puzzle: Puzzle,
    answer: Known,
    /// None where the guide did not finish the puzzle: nobody knows its effort.
    band: Option<RangeInclusive<u64>>,
    /// The effort of the puzzle that it comes from.
    due: u64,
    /// By how much the efforts of the variants so far lie below as many times the one that is due.
    owed: f64,
    /// The puzzle itself and its variants.
    met: BTreeSet<Grid>,
}

impl Walker {
    fn take(&mut self, step: &Symmetry) {
        self.puzzle = seen_through(step, &self.puzzle);
        if let Known::Only(solution) = self.answer {
            self.answer = Known::Only(step.apply(&solution));
        }
    }

    /// Proposes some steps, and takes each that leaves the effort in the band. Of the new variants on
    /// this way it keeps the one that brings the mean effort of all variants nearest to the puzzle's.
    /// False without a band, or when nothing is new on a way ten times as long.
    fn walk(&mut self, goal: Goal, guide: &mut Session, random: &mut Random) -> bool {
        let Some(band) = self.band.clone() else { return false };
        // Beside a call for each placement, a cursor makes some for givens.
        let limits = Limits::calls(band.end() * 2 + 100);
        let mut nearest: Option<(f64, Puzzle, Known)> = None;
        for proposal in 0..10 * PROPOSALS {
            if proposal >= PROPOSALS && nearest.is_some() {
                break;
            }
            let step = Symmetry::step(random);
            let run = guide.ask(&seen_through(&step, &self.puzzle), goal, limits);
            let (effort, finished) =
                (effort(&run.counts), !matches!(run.outcome, Outcome::Stopped(_)));
            if finished && band.contains(&effort) {
                self.take(&step);
                let owed = self.owed + self.due as f64 - effort as f64;
                let is_new = !self.met.contains(self.puzzle.grid());
                if is_new && nearest.is_none_or(|(least, ..)| owed.abs() < least.abs()) {
                    nearest = Some((owed, self.puzzle, self.answer));
                }
            }
        }
        let Some((owed, puzzle, answer)) = nearest else { return false };
        (self.owed, self.puzzle, self.answer) = (owed, puzzle, answer);
        self.met.insert(*puzzle.grid())
    }
}

fn seen_through(symmetry: &Symmetry, puzzle: &Puzzle) -> Puzzle {
    let grid = symmetry.apply(puzzle.grid());
    Puzzle::try_from(grid).expect("no symmetry makes clues contradict each other")
}

#[cfg(test)]
mod tests {
    use sudoku_core::{Counters, Counts, Work};
    use sudoku_corpus::canonical;
    use sudoku_measure::{Mode, Rules};
    use sudoku_registry::find;

    use super::*;
    use crate::{Progress, PuzzleSet, Request, verify};

    /// The course of a corpus: its first puzzles.
    fn course(corpus: &str, puzzles: usize) -> (Course, Settings) {
        of(corpus, puzzles, ["bitmask/blank-list", "bitmask-singles/prefill"])
    }

    /// The same with other solvers.
    fn of(corpus: &str, puzzles: usize, solvers: [&str; 2]) -> (Course, Settings) {
        let turn = Duration::from_micros(50);
        let ordinary = Settings::of(Mode::Quick);
        let settings = Settings { puzzles, rules: Rules { turn, ..ordinary.rules }, ..ordinary };
        let request = Request {
            solvers: solvers.map(|id| find(id).unwrap()).into(),
            sets: vec![PuzzleSet::find(corpus, &settings).unwrap()],
            ..Request::bare(settings)
        };
        let rows = verify(&request, &Progress::new("", 0, false)).rows;
        (Course::all(&request, &rows).remove(0), settings)
    }

    fn efforts(course: &Course) -> Vec<u64> {
        course.puzzles.iter().map(|contest| contest.counts[0].unwrap().placements).collect()
    }

    #[test]
    fn variants_of_a_set_by_effort_stay_in_its_band() {
        let (course, settings) = course("effort-1e2", 6);
        let grown = course.clone().grown(60, &settings, 1).unwrap();
        assert_eq!(grown.puzzles[..6], course.puzzles);
        let different: BTreeSet<_> =
            grown.puzzles.iter().map(|one| one.puzzle.grid().to_string()).collect();
        assert!(grown.puzzles.len() == 60 && different.len() > 50, "{}", different.len());
        let (low, high) =
            (*efforts(&course).iter().min().unwrap(), *efforts(&course).iter().max().unwrap());
        assert!(efforts(&grown).iter().all(|effort| (low..=high).contains(effort)));
        for (at, contest) in grown.puzzles.iter().enumerate() {
            let Known::Only(solution) = contest.answer else { panic!("it has one solution") };
            assert!(solution.is_solved() && solution.extends(contest.puzzle.grid()));
            assert_eq!(
                canonical(contest.puzzle.grid()),
                canonical(course.puzzles[at % 6].puzzle.grid())
            );
        }
        let again = course.grown(60, &settings, 1).unwrap();
        assert_eq!(again.puzzles, grown.puzzles, "a seed gives the same puzzles");
    }

    /// The efforts of the classics lie far apart: the band of a puzzle is narrower than their range.
    #[test]
    fn the_effort_of_a_variant_is_within_a_factor_of_two_of_its_puzzle() {
        let (course, _) = course("classics", 12);
        let all = efforts(&course);
        let (least, most) = (*all.iter().min().unwrap(), *all.iter().max().unwrap());
        assert!(most > 100 * least, "{least} to {most}");
        for (walker, due) in course.walkers(0).into_iter().zip(all) {
            assert_eq!(walker.band, Some(least.max(due / 2)..=most.min(2 * due)));
        }
    }

    /// Each solver enters nodes of its own, although both place the same digits.
    #[test]
    fn the_work_on_a_variant_is_counted_for_each_solver() {
        for (corpus, goal) in [("effort-1e3", Goal::First), ("easy", Goal::Unique)] {
            let ids = ["brute-scan/three-loops", "bitmask/blank-list"];
            let (course, settings) = of(&format!("{corpus}{}", goal.suffix()), 6, ids);
            let grown = course.grown(20, &settings, 1).unwrap();
            assert!(grown.puzzles.len() == 20);
            for contest in &grown.puzzles {
                for (entry, counts) in grown.solvers.iter().zip(&contest.counts) {
                    let alone = entry.start().ask(&contest.puzzle, goal, Limits::NONE);
                    assert_eq!(counts.unwrap(), alone.counts, "{}", entry.info.id);
                }
                let nodes = contest.counts.iter().map(|counts| counts.unwrap().entered());
                assert!(nodes.is_sorted_by(|cursor, list| cursor > list));
            }
        }
    }

    /// A course of which the work and the times of the solvers are known.
    fn with(events: &[u64], paces: [f64; 2]) -> (Course, Settings) {
        let (mut course, settings) = course("minimal", events.len());
        course.paces = paces.to_vec();
        for (contest, &events) in course.puzzles.iter_mut().zip(events) {
            let reported = Counters::of(&[Work::Placements]);
            let counts = Counts { placements: events, ..Counts::default() }.only(reported);
            contest.counts.fill(Some(counts));
        }
        let ms = Duration::from_millis;
        let turn = Duration::from_micros(1);
        let rules = Rules { turn, time: ms(160), ..settings.rules };
        (course, Settings { rules, uneven: ms(600), ..settings })
    }

    #[test]
    fn a_pass_is_forgotten_or_takes_the_time_that_there_is() {
        let of = |paces| {
            let (course, settings) = with(&[1000; 4], paces);
            Course { any_arrangement: false, ..course }.wanted(2, &settings)
        };
        assert_eq!(of([1000.0, 2000.0]), 2000, "2 ms of the fastest");
        assert_eq!(of([1000.0, 159_000.0]), 1000, "160 ms of all");
        assert_eq!(of([10.0, 1e9]), 100, "a turn in any case");
    }

    #[test]
    fn a_set_with_a_heavy_tail_grows_as_long_as_there_is_time() {
        let paces = [1e6, 1e6];
        // Worth as many puzzles as there are, one, and two.
        let [even, tail, two] = [[1000; 4], [1_000_000, 0, 0, 0], [1000, 1000, 0, 0]]
            .map(|events| with(&events, paces));
        let wanted = |(course, settings): &(Course, Settings), uneven| {
            course.wanted(2, &Settings { uneven: Duration::from_secs(uneven), ..*settings })
        };
        assert_eq!([&even, &two, &tail].map(|set| wanted(set, 1000)), [200, 400, 800]);
        assert_eq!(wanted(&tail, 1), 500, "one second for both solvers");
        let (course, settings) = tail;
        let proofs = Course { goal: Goal::Unique, ..course.clone() };
        let arranged = Course { any_arrangement: false, ..course };
        assert_eq!([proofs, arranged].map(|course| course.wanted(2, &settings)), [2; 2]);
    }

    #[test]
    fn variants_take_as_much_as_their_puzzles_on_average() {
        let (course, settings) = course("effort-1e4", 12);
        let mean = |course: &Course| {
            efforts(course).iter().sum::<u64>() as f64 / course.puzzles.len() as f64
        };
        let grown = course.clone().grown(120, &settings, 1).unwrap();
        let ratio = mean(&grown) / mean(&course);
        assert!((0.99..1.01).contains(&ratio), "{ratio}");

        // What one variant owes, the next make up for, unless their puzzle is at an end of the range.
        let all = efforts(&grown);
        let of_variants = |at: usize| {
            let own = all[12 + at..].iter().step_by(12);
            own.clone().sum::<u64>() as f64 / own.len() as f64
        };
        let near = |at: &usize| (0.98..1.02).contains(&(of_variants(*at) / all[*at] as f64));
        let near = (0..12).filter(near).count();
        assert!(near >= 5, "{near} of 12 puzzles");
    }

    #[test]
    fn the_bridge_guides_where_nobody_searches_in_reading_order() {
        let (course, _) = course("effort-1e3", 3);
        let guide = |solvers: &[usize], league| Course { league, ..course.of(solvers) }.guide();
        assert_eq!([guide(&[0, 1], 0), guide(&[0, 1], 1)], [Some(0); 2], "it searches in order");
        let (course, _) = self::of("effort-1e3", 3, ["fewest-candidates/scan", "bands/bivalue"]);
        let guide = |solvers: &[usize], league| Course { league, ..course.of(solvers) }.guide();
        assert_eq!([guide(&[0, 1], 0), guide(&[0, 1], 1)], [Some(0), Some(1)]);
    }

    #[test]
    fn variants_of_any_arrangement_leave_the_band() {
        let (course, settings) = course("minimal", 3);
        let grown = course.clone().grown(40, &settings, 1).unwrap();
        let most = *efforts(&course).iter().max().unwrap();
        assert!(efforts(&grown).iter().any(|&effort| effort > 2 * most));
        let tight = Settings { call_budget: most * 2, ..settings };
        let cut = course.grown(40, &tight, 1).unwrap();
        assert!(cut.puzzles.len() < 40 && efforts(&cut).iter().all(|&effort| effort < most * 2));
    }

    #[test]
    fn who_was_stopped_before_takes_no_variant_from_the_others() {
        let (mut course, settings) = course("minimal", 3);
        let most = *efforts(&course).iter().max().unwrap();
        let tight = Settings { call_budget: most / 10, ..settings };
        let all = course.clone().grown(40, &tight, 1).unwrap();
        assert!(all.puzzles.len() < 40, "both must finish");
        for contest in &mut course.puzzles {
            contest.counts[0] = contest.counts[0].filter(|counts| counts.calls < most / 10);
        }
        let grown = course.grown(40, &tight, 1).unwrap();
        let variants = || grown.puzzles[3..].iter().map(|one| &one.counts);
        assert!(grown.puzzles.len() > all.puzzles.len());
        assert!(variants().any(|counts| counts[0].is_none()));
        assert!(variants().all(|counts| counts[1].is_some()), "it finished all puzzles");
    }

    #[test]
    fn without_a_search_in_reading_order_the_slowest_guides() {
        let (course, settings) = course("effort-1e3", 6);
        let alone = course.of(&[1]);
        let grown = alone.clone().grown(30, &settings, 1).unwrap();
        assert_eq!(
            (alone.solvers[0].info.id, grown.puzzles.len()),
            ("bitmask-singles/prefill", 30)
        );
        let (low, high) =
            (*efforts(&alone).iter().min().unwrap(), *efforts(&alone).iter().max().unwrap());
        assert!(efforts(&grown).iter().all(|effort| (low..=high).contains(effort)));
    }

    #[test]
    fn a_puzzle_that_the_guide_did_not_finish_has_no_variants() {
        let (mut course, settings) = course("effort-1e3", 3);
        course.puzzles[1].counts[0] = None;
        let grown = course.clone().grown(30, &settings, 1).unwrap();
        assert_eq!(grown.puzzles.len(), 3 + 27 * 2 / 3);
        let stuck = canonical(course.puzzles[1].puzzle.grid());
        assert!(grown.puzzles[3..].iter().all(|one| canonical(one.puzzle.grid()) != stuck));
    }

    #[test]
    fn parts_have_nothing_in_common_and_a_single_puzzle_is_left_alone() {
        let (course, settings) = course("effort-1e3", 12);
        let parts: Vec<Course> =
            (1..=3).map(|build| course.clone().part(build, 3, &settings).unwrap()).collect();
        let all: BTreeSet<_> = parts
            .iter()
            .flat_map(|part| &part.puzzles)
            .map(|one| one.puzzle.grid().to_string())
            .collect();
        let sum: usize = parts.iter().map(|part| part.puzzles.len()).sum();
        assert!(parts.iter().all(|part| part.own) && all.len() > sum * 95 / 100);
        for contest in &course.puzzles {
            assert!(all.contains(&contest.puzzle.grid().to_string()), "nothing is left out");
        }

        let few = course.clone().part(2, 7, &settings).unwrap();
        assert!(!few.own && few.puzzles == course.puzzles, "twelve are too few for seven builds");
        let (alone, settings) = self::course("leetcode-37", 1);
        assert_eq!(alone.clone().grown(10, &settings, 1).unwrap().puzzles, alone.puzzles);
    }

    #[test]
    fn a_wrong_answer_to_a_variant_is_an_error() {
        let (mut course, settings) = course("effort-1e2", 2);
        course.puzzles[0].answer = Known::NoSolution;
        let error = course.grown(3, &settings, 1).unwrap_err();
        assert!(error.starts_with("bitmask/blank-list on a variant from effort-1e2"), "{error}");
    }
}
