//! Adds puzzles of the same kind to a build that has too few.
//!
//! A build may need more puzzles than its share for three reasons. A turn of the fastest solver
//! must be long compared with the reading of the clock. A pass should be so long that the processor
//! has forgotten the first puzzles when they come back. And if a few hard puzzles take most of the
//! time of a set, the mean is known only over many puzzles; searches for a first solution get the
//! time for that, because the claims are about these.
//!
//! The puzzles of the file that the run did not take come first, and then new ones that the
//! generator makes, where it makes this kind quickly. No other puzzles represent the set: symmetric
//! variants of puzzles that were selected by a search may be half the work. If the generator does
//! not make the kind, a build times the shares of other builds too.

use std::collections::BTreeMap;
use std::mem;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use sudoku_core::{Goal, Puzzle};
use sudoku_corpus::Corpus;
use sudoku_registry::{Known, Limits, Outcome, Session};

use crate::Settings;
use crate::puzzle_set::asked;
use crate::workload::{Case, Workload, events};

/// After about this time, the processor has forgotten the branches of a puzzle
/// (docs/METHODOLOGY.md, "Learnt branches").
const FORGOTTEN: Duration = Duration::from_millis(2);

/// The effective number of puzzles that a set should have: the mean should be known as well as that
/// of this many puzzles of equal time.
const WORTH: f64 = 400.0;

/// The generator makes at most this many puzzles of a corpus for a build, in a second or two.
const FRESH: usize = 400;

/// The seed of the new puzzles of build 0, far from the seeds of the sets.
const SEED: u64 = 1 << 32;

/// Every `builds`-th item of these, beginning with the one of this number, from 1.
fn every<T: Clone>(all: &[T], number: usize, builds: usize) -> Vec<T> {
    all.iter().skip(number - 1).step_by(builds).cloned().collect()
}

/// New puzzles of the kind of a corpus. All leagues of its sets share them, so they are made once.
fn fresh(corpus: &'static Corpus, seed: u64) -> Arc<[(Puzzle, Known)]> {
    type Made = BTreeMap<(&'static str, u64), Arc<[(Puzzle, Known)]>>;
    static MADE: Mutex<Made> = Mutex::new(BTreeMap::new());
    let mut known = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    let make = || {
        let entries = corpus.fresh(seed).into_iter().flatten().take(FRESH);
        entries.filter_map(|entry| asked(&entry)).collect()
    };
    Arc::clone(known.entry((corpus.name, seed)).or_insert_with(make))
}

impl Workload {
    /// The puzzles that a build times: its share, which [grows](Self::grown), and then, if the
    /// whole file is dealt and there is time for more, the shares of the builds after it.
    ///
    /// # Errors
    ///
    /// As [`grown`](Self::grown).
    pub(crate) fn dealt(
        self,
        build: usize,
        builds: usize,
        settings: &Settings,
    ) -> Result<Self, String> {
        let wanted = self.wanted(builds, settings);
        let share = |of: usize| {
            let mut share = self.clone();
            share.puzzles = every(&self.puzzles, of, builds);
            share.rest = every(&self.rest, of, builds);
            let mut share = share.grown(wanted, settings, of as u64)?;
            share.puzzles.iter_mut().for_each(|case| case.share = of as u64);
            Ok::<_, String>(share)
        };
        let mut all = share(build)?;
        for after in 1..builds {
            if self.fresh.is_some() || all.puzzles.len() + all.puzzles.len() / after > wanted {
                break;
            }
            all.puzzles.extend(share((build - 1 + after) % builds + 1)?.puzzles);
        }
        Ok(all)
    }

    /// How many puzzles each of several builds should time.
    pub(crate) fn wanted(&self, builds: usize, settings: &Settings) -> usize {
        let puzzles = self.puzzles.len() as f64;
        let each = |of: fn(u64) -> f64| -> f64 {
            let sums = self.puzzles.iter().map(|one| one.counts.iter().flatten().map(events).sum());
            sums.map(of).sum()
        };
        let all = each(|events| events as f64);
        let squares = each(|events| (events as f64).powi(2));
        // The time of a solver for a puzzle: from the survey, or else estimated from its counts.
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
        // Every puzzle should be visited twice.
        let twice = fill(self.time(&settings.rules), each_takes) / 2.0;
        let turn = fill(settings.rules.turn, fastest);
        let wanted = match (self.fresh, self.goal) {
            (None, _) => twice,
            (Some(_), Goal::Unique) => fill(FORGOTTEN, fastest).min(twice),
            (Some(_), Goal::First) => {
                let worth = all * all / squares;
                let usual = puzzles * WORTH / worth / builds as f64;
                let tail = usual.min(fill(settings.uneven, each_takes));
                fill(FORGOTTEN, fastest).min(twice).max(tail)
            }
        };
        wanted.max(turn) as usize
    }

    /// The events of a solver on all puzzles that it finished, and how many these are.
    fn work(&self, at: usize) -> (u64, usize) {
        let finished = self.puzzles.iter().filter_map(|case| case.counts[at].as_ref());
        finished.fold((0, 0), |(sum, puzzles), counts| (sum + events(counts), puzzles + 1))
    }

    /// The workload with as many puzzles as are wanted, if there are that many, and the work of each
    /// solver on each of them: even solvers that place the same digits enter different numbers of
    /// nodes. A solver that goes over its budget on one of them is not timed there.
    ///
    /// # Errors
    ///
    /// An answer of a solver to a puzzle that was added is wrong; the error says which.
    pub(crate) fn grown(
        mut self,
        wanted: usize,
        settings: &Settings,
        build: u64,
    ) -> Result<Self, String> {
        let known = |case: &Case| (case.puzzle, case.answer);
        let mut pool: Vec<(Puzzle, Known)> = self.puzzles.iter().map(known).collect();
        let room = |pool: &[_]| wanted.saturating_sub(pool.len());
        pool.extend(mem::take(&mut self.rest).into_iter().take(room(&pool)));
        if let Some(corpus) = self.fresh {
            let room = room(&pool);
            if room > 0 {
                pool.extend(fresh(corpus, SEED + build).iter().take(room));
            }
        }
        let added = self.counted(&pool[self.puzzles.len()..], settings)?;
        self.puzzles.extend(added);
        Ok(self)
    }

    /// Puzzles with the work of every solver, but for those that no solver finishes.
    ///
    /// # Errors
    ///
    /// An answer is wrong; the error says which.
    pub(crate) fn counted(
        &self,
        puzzles: &[(Puzzle, Known)],
        settings: &Settings,
    ) -> Result<Vec<Case>, String> {
        let limits = Limits::calls(settings.call_budget);
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let share = puzzles.len().div_ceil(cores).max(1);
        let counted = thread::scope(|scope| {
            let shares =
                puzzles.chunks(share).map(|share| scope.spawn(|| self.count(share, limits)));
            let shares: Vec<_> = shares.collect();
            let joined = shares.into_iter().map(|share| share.join().expect("no worker panics"));
            joined.collect::<Result<Vec<_>, _>>()
        });
        Ok(counted?.into_iter().flatten().collect())
    }

    fn count(&self, puzzles: &[(Puzzle, Known)], limits: Limits) -> Result<Vec<Case>, String> {
        let mut sessions: Vec<Session> = self.solvers.iter().map(|entry| entry.start()).collect();
        let mut cases = Vec::new();
        for &(puzzle, answer) in puzzles {
            let mut counts = Vec::with_capacity(sessions.len());
            for (at, session) in sessions.iter_mut().enumerate() {
                let run = session.tally(&puzzle, self.goal, limits);
                let finished = !matches!(run.outcome, Outcome::Stopped(_));
                if finished {
                    answer.agrees(self.goal, run.outcome).map_err(|why| {
                        let (id, corpus) = (self.solvers[at].info.id, &self.corpus);
                        format!("{id} on a puzzle added to {corpus}, {}: {why}", puzzle.grid())
                    })?;
                }
                counts.push(finished.then_some(run.counts));
            }
            if counts.iter().any(Option::is_some) {
                cases.push(Case { puzzle, answer, counts, share: 0 });
            }
        }
        Ok(cases)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use sudoku_core::{Counters, Counts, Work};
    use sudoku_corpus::canonical;
    use sudoku_measure::{Mode, Rules};
    use sudoku_registry::find;

    use super::*;
    use crate::{PuzzleSet, Request, StepProgress, verify};

    const SOLVERS: [&str; 2] = ["bitmask/blank-list", "bitmask-singles/prefill"];

    /// The workload of a corpus: its first puzzles.
    fn workload(corpus: &str, puzzles: usize) -> (Workload, Settings) {
        of(corpus, puzzles, SOLVERS)
    }

    /// The workload of a corpus with these solvers: its first puzzles.
    fn of(corpus: &str, puzzles: usize, solvers: [&str; 2]) -> (Workload, Settings) {
        let turn = Duration::from_micros(50);
        let ordinary = Settings::of(Mode::Quick);
        let settings = Settings { puzzles, rules: Rules { turn, ..ordinary.rules }, ..ordinary };
        let request = Request {
            solvers: solvers.map(|id| find(id).unwrap()).into(),
            sets: vec![PuzzleSet::find(corpus, &settings).unwrap()],
            ..Request::bare(settings)
        };
        let rows = verify(&request, &StepProgress::new("", 0, false)).rows;
        (Workload::all(&request, &rows).remove(0), settings)
    }

    fn grids(workload: &Workload) -> Vec<String> {
        workload.puzzles.iter().map(|one| one.puzzle.grid().to_string()).collect()
    }

    fn file(corpus: &str) -> Vec<String> {
        let entries = sudoku_corpus::find(corpus).unwrap().entries();
        entries.iter().map(|entry| entry.grid.to_string()).collect()
    }

    #[test]
    fn the_rest_of_the_file_comes_first_and_a_chosen_set_has_no_more() {
        let (workload, settings) = workload("effort-1e2", 6);
        let grown = workload.clone().grown(60, &settings, 1).unwrap();
        assert_eq!(grids(&grown), file("effort-1e2")[..60]);
        let all = workload.grown(1000, &settings, 1).unwrap();
        assert_eq!(grids(&all), file("effort-1e2"));
    }

    #[test]
    fn new_puzzles_of_the_kind_follow() {
        let (mut workload, settings) = workload("minimal", 6);
        workload.rest.truncate(4);
        let grown = workload.clone().grown(1000, &settings, 1).unwrap();
        assert_eq!(grids(&grown)[..10], file("minimal")[..10]);
        let orbits = grown.puzzles.iter().map(|one| canonical(one.puzzle.grid()));
        assert_eq!(orbits.collect::<BTreeSet<_>>().len(), 10 + FRESH);
        for case in &grown.puzzles {
            let Known::Only(solution) = case.answer else { panic!("it has one solution") };
            assert!(solution.is_solved() && solution.extends(case.puzzle.grid()));
        }
        let again = workload.clone().grown(40, &settings, 1).unwrap();
        assert_eq!(again.puzzles, grown.puzzles[..40], "a build gives the same puzzles");
        let other = workload.grown(40, &settings, 2).unwrap();
        assert_ne!(other.puzzles[10..], again.puzzles[10..], "another build gives others");
    }

    /// The solvers enter different numbers of nodes, although both place the same digits.
    #[test]
    fn the_work_on_an_added_puzzle_is_counted_for_each_solver() {
        for (corpus, goal) in [("effort-1e3", Goal::First), ("easy", Goal::Unique)] {
            let ids = ["brute-scan/three-loops", "bitmask/blank-list"];
            let (workload, settings) = of(&format!("{corpus}{}", goal.suffix()), 6, ids);
            let grown = workload.grown(20, &settings, 1).unwrap();
            assert!(grown.puzzles.len() == 20);
            for case in &grown.puzzles {
                for (entry, counts) in grown.solvers.iter().zip(&case.counts) {
                    let alone = entry.start().tally(&case.puzzle, goal, Limits::NONE);
                    assert_eq!(counts.unwrap(), alone.counts, "{}", entry.info.id);
                }
                let nodes = case.counts.iter().map(|counts| counts.unwrap().entered());
                assert!(nodes.is_sorted_by(|cursor, list| cursor > list));
            }
        }
    }

    /// A workload of which the work and the times of the solvers are known.
    fn with(events: &[u64], paces: [f64; 2]) -> (Workload, Settings) {
        let (mut workload, settings) = workload("minimal", events.len());
        workload.paces = paces.to_vec();
        for (case, &events) in workload.puzzles.iter_mut().zip(events) {
            let reported = Counters::of(&[Work::Placements]);
            let counts = Counts { placements: events, ..Counts::default() }.only(reported);
            case.counts.fill(Some(counts));
        }
        let ms = Duration::from_millis;
        let turn = Duration::from_micros(1);
        let rules = Rules { turn, time: ms(160), ..settings.rules };
        (workload, Settings { rules, uneven: ms(600), ..settings })
    }

    #[test]
    fn a_pass_is_forgotten_or_takes_the_time_that_there_is() {
        let of = |paces| {
            let (workload, settings) = with(&[1000; 4], paces);
            let proofs = Workload { goal: Goal::Unique, ..workload.clone() }.wanted(2, &settings);
            let chosen = Workload { fresh: None, ..workload }.wanted(2, &settings);
            (proofs, chosen)
        };
        assert_eq!(
            of([1000.0, 3000.0]),
            (2000, 20_000),
            "2 ms of the fastest, 160 ms of all twice"
        );
        assert_eq!(of([1000.0, 159_000.0]), (500, 500), "160 ms of all twice");
        assert_eq!(of([10.0, 1e9]), (100, 100), "a turn in any case");
    }

    #[test]
    fn a_set_with_a_heavy_tail_grows_as_long_as_there_is_time() {
        let paces = [1e6, 1e6];
        // The work of each set is spread over all puzzles, over one of them, and over two.
        let [even, tail, two] = [[1000; 4], [1_000_000, 0, 0, 0], [1000, 1000, 0, 0]]
            .map(|events| with(&events, paces));
        let wanted = |(workload, settings): &(Workload, Settings), uneven| {
            let settings = Settings { uneven: Duration::from_secs(uneven), ..*settings };
            workload.wanted(2, &settings)
        };
        assert_eq!([&even, &two, &tail].map(|set| wanted(set, 1000)), [200, 400, 800]);
        assert_eq!(wanted(&tail, 1), 500, "one second for both solvers");
    }

    #[test]
    fn a_solver_over_its_budget_is_not_timed_on_an_added_puzzle() {
        let (workload, settings) = workload("minimal", 6);
        let calls = |workload: &Workload| -> Vec<u64> {
            let counts = workload.puzzles.iter().map(|one| one.counts[0]);
            counts.map(|counts| counts.unwrap().calls).collect()
        };
        let mut calls = calls(&workload.clone().grown(60, &settings, 1).unwrap());
        calls.sort_unstable();
        let tight = Settings { call_budget: calls[30], ..settings };
        let cut = workload.grown(60, &tight, 1).unwrap();
        let stopped = cut.puzzles.iter().filter(|one| one.counts[0].is_none());
        assert!(stopped.clone().count() > 5, "{}", stopped.count());
        assert!(stopped.into_iter().all(|one| one.counts[1].is_some()), "the other one finishes");
    }

    #[test]
    fn parts_have_nothing_in_common_and_a_single_puzzle_is_left_alone() {
        let (mut workload, settings) = workload("effort-1e3", 12);
        // In 120 ms there is time for 200 puzzles twice: more than a third of the file, and less
        // than two thirds.
        workload.paces = vec![150_000.0, 150_000.0];
        let parts: Vec<Workload> =
            (1..=3).map(|build| workload.clone().part(build, 3, &settings).unwrap()).collect();
        let all: BTreeSet<String> = parts.iter().flat_map(grids).collect();
        let sum: usize = parts.iter().map(|part| part.puzzles.len()).sum();
        assert!(parts.iter().all(|part| part.own) && all.len() == sum);
        assert_eq!(all, file("effort-1e3").into_iter().collect(), "nothing is left out");

        let few = workload.clone().part(2, 7, &settings).unwrap();
        assert!(!few.own && few.puzzles == workload.puzzles, "twelve are too few for seven builds");
        let (alone, settings) = self::workload("leetcode-37", 1);
        assert_eq!(alone.clone().part(1, 1, &settings).unwrap().puzzles, alone.puzzles);
    }

    #[test]
    fn builds_time_the_shares_of_others_where_there_is_time() {
        let (mut workload, settings) = workload("effort-1e3", 30);
        let all = file("effort-1e3");
        let with = |workload: &mut Workload, pace| {
            workload.paces = vec![pace, pace];
            workload.clone().part(9, 10, &settings).unwrap()
        };
        let shares = |part: &Workload| {
            let shares = part.groups(&[0, 1]).into_iter();
            shares.map(|group| part.puzzles[group.puzzles.start].share).collect::<Vec<_>>()
        };
        // In 120 ms all puzzles of the file can be visited twice, or 150, or 3.
        let every = with(&mut workload, 10_000.0);
        assert_eq!((every.puzzles.len(), shares(&every)), (all.len(), (1..=10).collect()));
        let three = with(&mut workload, 200_000.0);
        assert_eq!(shares(&three), [1, 9, 10], "those of the builds after it, around");
        let own = with(&mut workload, 10_000_000.0);
        assert_eq!((own.puzzles.len(), shares(&own)), (3, vec![9]));
        for case in every.puzzles.iter().chain(&three.puzzles).chain(&own.puzzles) {
            let at = all.iter().position(|grid| *grid == case.puzzle.grid().to_string());
            let share = match at.unwrap() {
                taken @ ..30 => taken % 10,
                rest => (rest - 30) % 10,
            };
            assert_eq!(case.share, share as u64 + 1, "the same for every build");
        }
    }

    #[test]
    fn a_wrong_answer_to_an_added_puzzle_is_an_error() {
        let (mut workload, settings) = workload("effort-1e2", 2);
        workload.rest[0].1 = Known::NoSolution;
        let error = workload.grown(3, &settings, 1).unwrap_err();
        assert!(error.starts_with("bitmask/blank-list on a puzzle added to effort-1e2"), "{error}");
    }
}
