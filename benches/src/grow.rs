//! More puzzles of the same kind, where a build has too few.
//!
//! Three things take more puzzles than a build is dealt. A turn of the fastest solver must be long
//! against the reading of the clock. A pass should be so long that the processor has forgotten the
//! first puzzles when they come back. And where a few hard puzzles take most of the time of a set,
//! it takes many puzzles to know what is usual.
//!
//! What is added are symmetric variants of the puzzles that there are: rows, columns, bands, stacks
//! or digits exchanged, or transposed. Solvers that scan in a fixed order search another tree on
//! each. In a set whose puzzles were arranged by chance, variants are arranged by chance as well. In
//! any other set the effort of a variant, the digits that a search in reading order places, is
//! within a factor of two of the puzzle's and within the range of the whole set: otherwise a set of
//! short searches would grow into one of long ones.

use std::ops::RangeInclusive;
use std::time::Duration;

use sudoku_core::{Counts, Puzzle, Random, Symmetry, Tree, Work};
use sudoku_registry::{Limits, Outcome, Session};

use crate::course::{Contest, Course};
use crate::verify::judge;
use crate::{Known, Settings};

/// A pass of the fastest solver that is about as long as this is forgotten when it comes back
/// (docs/METHODOLOGY.md, "By heart").
const FORGOTTEN: Duration = Duration::from_millis(2);

/// A set should be worth this many puzzles that all take the same time.
const WORTH: f64 = 400.0;

/// This many changes are proposed to get from one variant to the next of about the same effort.
const PROPOSALS: usize = 24;

impl Course {
    /// How many puzzles each of several builds should have.
    pub(crate) fn wanted(&self, builds: usize, settings: &Settings) -> usize {
        let puzzles = self.puzzles.len() as f64;
        let each = |of: fn(u64) -> f64| -> f64 {
            let sums = self.puzzles.iter().map(|one| one.counts.iter().map(events).sum());
            sums.map(of).sum()
        };
        let all = each(|events| events as f64);
        let squares = each(|events| (events as f64).powi(2));
        let counted = (0..self.solvers.len()).filter(|&at| self.solvers[at].can.count);
        let fastest = counted.map(|at| events(&self.counts(at))).min();
        let fastest = fastest.unwrap_or(0).max(1) as f64 / puzzles;

        let fill = |time: Duration, each: f64| time.as_nanos() as f64 / each;
        let in_time = |time| fill(time, all / puzzles);
        let forgotten = fill(FORGOTTEN, fastest).min(in_time(settings.rules.time));
        let worth = all * all / squares;
        let usual = if self.any_arrangement { puzzles * WORTH / worth } else { 0.0 };
        let usual = (usual / builds as f64).min(in_time(settings.uneven));
        forgotten.max(usual).max(fill(settings.rules.turn, fastest)) as usize
    }

    /// The course with as many variants as are wanted. Solvers that search in reading order place
    /// the same digits on them, by a law that the tests enforce, so one of them counts for all;
    /// every other solver is counted itself. Variants on which any of these goes over the budget
    /// are left out.
    ///
    /// A course without a solver that searches in reading order stays as it is, for nobody knows
    /// the effort there; so does a single puzzle, for that is a question of its own.
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
        let in_order = |at: &usize| self.solvers[*at].info.tree == Tree::ROW_MAJOR;
        let guide =
            (0..self.solvers.len()).filter(in_order).min_by_key(|&at| events(&self.counts(at)));
        let (Some(guide), 2..) = (guide, self.puzzles.len()) else { return Ok(self) };
        let mut team = Team {
            guide,
            sessions: self.solvers.iter().map(|entry| entry.start()).collect(),
            limits: Limits::calls(settings.call_budget),
        };
        let mut walkers = self.walkers(guide);
        let mut random = Random::seeded(seed);
        let originals = self.puzzles.len();
        for at in 0..wanted.saturating_sub(originals) {
            let walker = &mut walkers[at % originals];
            if self.any_arrangement {
                walker.take(&Symmetry::random(random.below(u64::MAX)));
            } else {
                walker.walk(&mut team.sessions[guide], &mut random);
            }
            self.puzzles.extend(team.verified(walker, &self)?);
        }
        Ok(self)
    }

    fn walkers(&self, guide: usize) -> Vec<Walker> {
        let effort = |contest: &Contest| contest.counts[guide].placements;
        let efforts = || self.puzzles.iter().map(effort);
        let (least, most) = (efforts().min().unwrap_or(0), efforts().max().unwrap_or(0));
        let walker = |contest: &Contest| Walker {
            puzzle: contest.puzzle,
            answer: contest.answer,
            band: least.max(effort(contest) / 2)..=most.min(effort(contest) * 2),
        };
        self.puzzles.iter().map(walker).collect()
    }
}

/// What was counted, as a rough measure of time: an event takes a nanosecond or so.
fn events(counts: &Counts) -> u64 {
    let events = counts.reported.iter().filter(|what| *what != Work::MaxDepth);
    events.filter_map(|what| counts.get(what)).sum()
}

/// The solvers of a course, ready to verify a variant.
struct Team {
    /// The one that counts for all that search in reading order.
    guide: usize,
    sessions: Vec<Session>,
    limits: Limits,
}

impl Team {
    /// The variant with the work of every solver; `None` when it is over the budget.
    fn verified(&mut self, walker: &Walker, course: &Course) -> Result<Option<Contest>, String> {
        let Walker { puzzle, answer, .. } = *walker;
        let mut run = |at: usize| -> Result<Option<Counts>, String> {
            let run = self.sessions[at].run(&puzzle, self.limits);
            if let Outcome::Stopped(_) = run.outcome {
                return Ok(None);
            }
            judge(run.outcome, answer, answer != Known::NoSolution).map_err(|why| {
                let (id, corpus) = (course.solvers[at].info.id, &course.corpus);
                format!("{id} on a variant from {corpus}, {}: {why}", puzzle.grid())
            })?;
            Ok(Some(run.counts))
        };
        let Some(in_order) = run(self.guide)? else { return Ok(None) };
        let mut counts = Vec::with_capacity(course.solvers.len());
        for (at, entry) in course.solvers.iter().enumerate() {
            let known = entry.info.tree == Tree::ROW_MAJOR;
            let Some(found) = (if known { Some(in_order) } else { run(at)? }) else {
                return Ok(None);
            };
            counts.push(found);
        }
        Ok(Some(Contest { puzzle, answer, counts }))
    }
}

/// A puzzle on its way through its variants, and the efforts it keeps to.
struct Walker {
    puzzle: Puzzle,
    answer: Known,
    band: RangeInclusive<u64>,
}

impl Walker {
    fn take(&mut self, step: &Symmetry) {
        self.puzzle = seen_through(step, &self.puzzle);
        if let Known::Only(solution) = self.answer {
            self.answer = Known::Only(step.apply(&solution));
        }
    }

    /// Some steps, each taken if the effort stays in the band.
    fn walk(&mut self, guide: &mut Session, random: &mut Random) {
        // Beside a call for each placement, a cursor makes some for givens.
        let limits = Limits::calls(self.band.end() * 2 + 100);
        for _ in 0..PROPOSALS {
            let step = Symmetry::step(random);
            let run = guide.run(&seen_through(&step, &self.puzzle), limits);
            let finished = !matches!(run.outcome, Outcome::Stopped(_));
            if finished && self.band.contains(&run.counts.placements) {
                self.take(&step);
            }
        }
    }
}

fn seen_through(symmetry: &Symmetry, puzzle: &Puzzle) -> Puzzle {
    let grid = symmetry.apply(puzzle.grid());
    Puzzle::try_from(grid).expect("no symmetry makes clues contradict each other")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use sudoku_corpus::canonical;
    use sudoku_measure::{Mode, Rules};
    use sudoku_registry::available;

    use super::*;
    use crate::{Progress, PuzzleSet, Request, verify};

    /// The course of a corpus: its first puzzles.
    fn course(corpus: &str, puzzles: usize) -> (Course, Settings) {
        let turn = Duration::from_micros(50);
        let ordinary = Settings::of(Mode::Quick);
        let settings = Settings { puzzles, rules: Rules { turn, ..ordinary.rules }, ..ordinary };
        let request = Request {
            solvers: available().skip(8).collect(),
            sets: vec![PuzzleSet::find(corpus, &settings).unwrap()],
            ..Request::bare(settings)
        };
        let rows = verify(&request, &Progress::new("", 0, false)).rows;
        (Course::all(&request, &rows).remove(0), settings)
    }

    fn efforts(course: &Course) -> Vec<u64> {
        course.puzzles.iter().map(|contest| contest.counts[0].placements).collect()
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
