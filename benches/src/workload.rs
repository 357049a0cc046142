//! [`Workload`]: puzzles that several solvers are timed on.

use std::collections::BTreeMap;
use std::time::Duration;

use sudoku_core::{Counts, Ending, Goal, Puzzle, Work};
use sudoku_corpus::Corpus;
use sudoku_measure::{
    Comparable, CountRow, DIRECT_SPAN, League, Pace, PuzzleGroup, Rules, SurveyRow, leagues,
};
use sudoku_registry::{Entry, Known};

use crate::{PuzzleSet, Request, Settings};

/// The puzzles of a set that at least one of the solvers finished. The solvers are those that have
/// given no wrong answer on any set.
#[derive(Debug, Clone)]
pub struct Workload {
    /// The name of the set.
    pub corpus: String,
    /// The question that is asked of its puzzles.
    pub goal: Goal,
    /// The number of the league, 0 for that of the slowest solvers.
    pub league: u32,
    /// The solvers, in the order of the registry, and last a bridge, shared with the next slower
    /// league.
    pub solvers: Vec<&'static Entry>,
    /// The nanoseconds per puzzle of each solver, estimated from the survey and the counts; empty
    /// before there are leagues.
    pub paces: Vec<f64>,
    /// The puzzles.
    pub puzzles: Vec<Case>,
    /// True if the puzzles were dealt out to the builds; false if every build has all of them.
    pub own: bool,
    /// Puzzles of the file that the run did not take.
    pub rest: Vec<(Puzzle, Known)>,
    /// The corpus, if the generator makes new puzzles of its kind.
    pub fresh: Option<&'static Corpus>,
    /// True for a direct race of solvers from different leagues.
    pub direct: bool,
}

/// One puzzle of a workload.
#[derive(Debug, Clone, PartialEq)]
pub struct Case {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its answer, as far as it is known, with which every answer is compared.
    pub answer: Known,
    /// The work of each solver; `None` if it went over its budget.
    pub counts: Vec<Option<Counts>>,
    /// The build that it is dealt to, from 1; 0 if puzzles are not dealt out.
    pub share: u64,
}

/// Returns the number of digits that a search placed or, if none, of nodes that it entered.
pub(crate) fn effort(counts: &Counts) -> u64 {
    if counts.placements > 0 { counts.placements } else { counts.entered().unwrap_or(0) }
}

/// Returns the number of events counted, as a rough measure of time: one takes a nanosecond or so.
pub(crate) fn events(counts: &Counts) -> u64 {
    let events = counts.reported.iter().filter(|what| *what != Work::MaxDepth);
    events.filter_map(|what| counts.get(what)).sum()
}

impl Case {
    /// Returns, for each solver, whether it went over its budget.
    fn unfinished(&self) -> impl Iterator<Item = bool> {
        self.counts.iter().map(Option::is_none)
    }
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
                    let CountRow { outcome, counts, .. } = &by_solver[at];
                    outcome.is_finished().then_some(*counts)
                };
                let counts: Vec<_> = sound.iter().map(counted).collect();
                counts.iter().any(Option::is_some).then(|| Case {
                    puzzle: set.puzzles[index],
                    answer: answer(set, index, by_solver),
                    counts,
                    share: 0,
                })
            };
            let puzzles: Vec<Case> =
                rows.by_ref().take(set.puzzles.len()).enumerate().filter_map(case).collect();
            if !puzzles.is_empty() {
                workloads.push(Self {
                    corpus: set.record.name.clone(),
                    goal: set.record.goal,
                    league: 0,
                    solvers: sound.iter().map(|&at| request.solvers[at]).collect(),
                    paces: Vec::new(),
                    puzzles,
                    own: false,
                    rest: set.rest.clone(),
                    fresh: set.fresh,
                    direct: false,
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
            let Case { puzzle, answer, share, .. } = *all;
            let case = Case { puzzle, answer, counts, share };
            case.counts.iter().any(Option::is_some).then_some(case)
        };
        Self {
            corpus: self.corpus.clone(),
            solvers: solvers.iter().map(|&at| self.solvers[at]).collect(),
            paces: Vec::new(),
            puzzles: self.puzzles.iter().filter_map(case).collect(),
            rest: self.rest.clone(),
            ..*self
        }
    }

    /// Divides the solvers that finished enough of the set to be compared into leagues of similar
    /// speed, by the survey. The league of the first solver comes first: it has the run's
    /// reference.
    pub fn leagues(&self, comparable: &Comparable, survey: &[SurveyRow]) -> Vec<Self> {
        let paired = |at: &usize| comparable.paired(&self.corpus, self.solvers[*at].info.id);
        let solvers: Vec<usize> = (0..self.solvers.len()).filter(paired).collect();
        let mut paces: Vec<Pace> = solvers.iter().map(|&at| self.pace(at, survey)).collect();
        // A solver that finished no surveyed puzzle counts as one of the slowest.
        let slowest = paces.iter().map(|pace| pace.ns).fold(1.0, f64::max);
        paces.iter_mut().filter(|pace| pace.ns.is_nan()).for_each(|pace| pace.ns = slowest);
        let mut leagues = leagues(&paces);
        leagues.sort_by_key(|league| !league.members.contains(&0));
        let workload = |league: &League| {
            let lanes = league.members.iter().chain(&league.bridge);
            let expected = |&at: &usize| paces[at].ns * self.stretch(solvers[at], survey);
            let paces = lanes.clone().map(expected).collect();
            let lanes: Vec<usize> = lanes.map(|&at| solvers[at]).collect();
            Self { league: league.number, paces, ..self.of(&lanes) }
        };
        leagues.iter().map(workload).collect()
    }

    /// Returns direct races, for pairs of solvers that share no league although a claim compares
    /// them, or they are neighbours in speed among all solvers or those that search one tree: one
    /// race for each slow solver, with all such faster ones that are at most [`DIRECT_SPAN`] times
    /// as fast. `claimed` holds the pairs of ids that claims on this set compare.
    pub fn direct(&self, leagues: &[Self], claimed: &[(String, String)]) -> Vec<Self> {
        let pace = |league: &Self, id| {
            let at = league.solvers.iter().position(|entry| entry.info.id == id)?;
            league.paces.get(at).copied()
        };
        let ids = self.solvers.iter().map(|entry| entry.info.id).enumerate();
        let paces: BTreeMap<usize, f64> = ids
            .filter_map(|(at, id)| Some((at, leagues.iter().find_map(|league| pace(league, id))?)))
            .collect();
        let mut order: Vec<usize> = paces.keys().copied().collect();
        order.sort_by(|a, b| paces[b].total_cmp(&paces[a]));
        let id = |at: usize| self.solvers[at].info.id;
        let tree = |at: usize| self.solvers[at].info.tree;
        let matters = |slow: usize, fast: usize| {
            let ids = [id(slow), id(fast)];
            let next = |such: &dyn Fn(usize) -> bool| {
                let mut faster = order.iter().skip_while(|at| **at != slow).skip(1);
                faster.find(|at| such(**at)) == Some(&fast)
            };
            claimed.iter().any(|(a, b)| ids.contains(&&**a) && ids.contains(&&**b))
                || next(&|_| true)
                || next(&|at| tree(at) == tree(slow))
        };
        let together = |slow: usize, fast: usize| {
            let has =
                |league: &Self, at| league.solvers.iter().any(|entry| entry.info.id == id(at));
            leagues.iter().any(|league| has(league, slow) && has(league, fast))
        };
        let mut races = Vec::new();
        for (rank, &slow) in order.iter().enumerate() {
            let near = |fast: &&usize| paces[&slow] / paces[*fast] <= DIRECT_SPAN;
            let faster = order[rank + 1..].iter().filter(near).copied();
            let guests = faster.filter(|&fast| matters(slow, fast) && !together(slow, fast));
            let lanes: Vec<usize> = [slow].into_iter().chain(guests).collect();
            if lanes.len() > 1 {
                let league = (leagues.len() + races.len()) as u32;
                let paces = lanes.iter().map(|at| paces[at]).collect();
                races.push(Self { league, paces, direct: true, ..self.of(&lanes) });
            }
        }
        races
    }

    /// Returns how long a build may run its rounds. A direct race gets a quarter of the time: it
    /// has few solvers, so each of them runs as long as in a league.
    pub(crate) fn time(&self, rules: &Rules) -> Duration {
        if self.direct { rules.time / 4 } else { rules.time }
    }

    /// Returns the pace of a solver, from the survey and the counts; its nanoseconds are NaN if it
    /// was not surveyed on a puzzle that it finished.
    fn pace(&self, at: usize, survey: &[SurveyRow]) -> Pace {
        let times: Vec<u64> = self.surveyed(at, survey).collect();
        let mean = times.iter().sum::<u64>() as f64 / times.len() as f64;
        let finished = self.puzzles.iter().filter(|case| case.counts[at].is_some());
        // A time shorter than that of reading the clock may come out as 0.
        let ns = if mean < 1.0 { 1.0 } else { mean };
        Pace { ns, finished: finished.count(), counts: self.solvers[at].can.count }
    }

    /// Returns the work of a solver per puzzle of the set, divided by its work per surveyed puzzle.
    /// The survey takes the first puzzles only, and a few of the others may take most of the time.
    fn stretch(&self, at: usize, survey: &[SurveyRow]) -> f64 {
        let counted = self.puzzles.iter().filter_map(|case| case.counts[at].as_ref());
        let events: Vec<u64> = counted.map(events).collect();
        let surveyed = self.surveyed(at, survey).count().min(events.len());
        let mean = |part: &[u64]| part.iter().sum::<u64>() as f64 / part.len() as f64;
        let stretch = mean(&events) / mean(&events[..surveyed]);
        if stretch.is_finite() { stretch } else { 1.0 }
    }

    /// Returns the nanoseconds that a solver took for each surveyed puzzle that it finished.
    fn surveyed<'a>(
        &'a self,
        at: usize,
        survey: &'a [SurveyRow],
    ) -> impl Iterator<Item = u64> + 'a {
        let id = self.solvers[at].info.id;
        let ours = move |row: &&SurveyRow| row.corpus == self.corpus && row.solver == id;
        survey.iter().filter(ours).filter_map(|row| row.cpu_ns)
    }

    /// Returns the part of this workload that belongs to one of several builds, numbered from 1. If
    /// there are at least two puzzles for each build, they are dealt out; otherwise all builds have
    /// all of them. A build whose share is too small takes more puzzles if there are any
    /// (`grow.rs`). Puzzles of one share that were finished by the same solvers stand together;
    /// those that all solvers finished come first.
    ///
    /// # Errors
    ///
    /// When a solver gives a wrong answer to an added puzzle; the error names both.
    ///
    /// # Panics
    ///
    /// When `build` is not from 1 to `builds`.
    pub fn part(
        mut self,
        build: usize,
        builds: usize,
        settings: &Settings,
    ) -> Result<Self, String> {
        assert!((1..=builds).contains(&build), "build {build} of {builds}");
        self.own = self.puzzles.len() >= 2 * builds;
        if self.own {
            self = self.dealt(build, builds, settings)?;
        }
        self.puzzles.sort_by_key(|one| (one.unfinished().collect::<Vec<_>>(), one.share));
        Ok(self)
    }

    /// Returns the groups of this part: the puzzles of one share that were finished by the same
    /// solvers, and the lanes of these solvers. `lanes` holds the place of each lane's solver.
    pub fn groups(&self, lanes: &[usize]) -> Vec<PuzzleGroup> {
        let mut groups: Vec<PuzzleGroup> = Vec::new();
        let alike = |a: &Case, b: &Case| a.share == b.share && a.unfinished().eq(b.unfinished());
        for puzzles in self.puzzles.chunk_by(alike) {
            let first = groups.last().map_or(0, |group| group.puzzles.end);
            let finished = |lane: &usize| puzzles[0].counts[lanes[*lane]].is_some();
            groups.push(PuzzleGroup {
                lanes: (0..lanes.len()).filter(finished).collect(),
                puzzles: first..first + puzzles.len(),
            });
        }
        groups
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
    use sudoku_measure::Mode;
    use sudoku_registry::find;

    use super::*;
    use crate::{StepProgress, contestants, verify};

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
        verify(request, &StepProgress::new("", 0, false)).rows
    }

    /// A survey in which each solver takes this many nanoseconds for every puzzle.
    fn surveyed(request: &Request, ns: &[u64]) -> Vec<SurveyRow> {
        let row = |(entry, &ns): (&&'static Entry, &u64)| SurveyRow {
            corpus: "easy".to_owned(),
            index: 0,
            solver: entry.info.id.to_owned(),
            cpu_ns: Some(ns),
        };
        request.solvers.iter().zip(ns).map(row).collect()
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

        let part = both.part(1, 2, &request.settings).unwrap();
        let groups = part.groups(&[0, 1, 0]);
        assert_eq!(groups.len(), 2);
        assert_eq!((&*groups[0].lanes, &*groups[1].lanes), (&[0, 1, 2][..], &[1][..]));
        assert_eq!((groups[0].puzzles.start, groups[1].puzzles.end), (0, part.puzzles.len()));
        assert_eq!(groups[0].puzzles.end, groups[1].puzzles.start);
        for group in &groups {
            for case in &part.puzzles[group.puzzles.clone()] {
                assert_eq!(case.counts[0].is_some(), group.lanes.contains(&0));
                assert!(case.counts[1].is_some());
            }
        }
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
        let survey = surveyed(&request, &[1; 4]);
        let leagues = Workload::all(&request, &rows)[0].leagues(&comparable, &survey);
        assert_eq!((leagues.len(), ids(&leagues[0])), (1, paired));
    }

    #[test]
    fn a_peer_is_a_bridge_only_if_no_solver_counts() {
        let mut request = request(4_000_000);
        let peer = |entry: &&Entry| entry.info.id == "peers/sudoku";
        request.solvers[2] = contestants().find(peer).unwrap();
        let rows = counted(&request);
        let survey = surveyed(&request, &[900_000, 800_000, 700_000, 3_000]);
        let leagues = Workload::all(&request, &rows)[0].leagues(&Comparable::of(&rows), &survey);
        let bridge = leagues[1].solvers.last().unwrap();
        assert_eq!(bridge.info.id, request.solvers[1].info.id, "the fastest that counts");
    }

    #[test]
    fn leagues_share_a_bridge_and_that_of_the_first_solver_comes_first() {
        let request = request(4_000_000);
        let rows = counted(&request);
        let workload = &Workload::all(&request, &rows)[0];
        let leagues = |ns: [u64; 4]| {
            let survey = surveyed(&request, &ns);
            let found = workload.leagues(&Comparable::of(&rows), &survey);
            let summary = |workload: &Workload| {
                assert_eq!(workload.puzzles.len(), 60);
                assert!(
                    workload.puzzles.iter().all(|one| one.counts.len() == workload.solvers.len())
                );
                (workload.league, ids(workload).join(" "))
            };
            found.iter().map(summary).collect::<Vec<_>>()
        };
        let [brute, scan, list, prefill] = <[&str; 4]>::try_from(ids(workload)).unwrap();
        assert_eq!(
            leagues([900_000, 800_000, 300_000, 3_000]),
            [(0, format!("{brute} {scan} {list}")), (1, format!("{prefill} {list}"))]
        );
        assert_eq!(
            leagues([10, 900_000, 20, 800_000]),
            [(1, format!("{brute} {list} {prefill}")), (0, format!("{scan} {prefill}"))]
        );
        let all = format!("{brute} {scan} {list} {prefill}");
        assert_eq!(
            leagues([100, 1, 0, 50]),
            [(0, all.clone())],
            "0 is less than the clock can tell"
        );
        let none = workload.leagues(&Comparable::of(&rows), &[]);
        assert_eq!((none.len(), ids(&none[0]).join(" ")), (1, all), "without a survey");
    }

    #[test]
    fn pairs_that_matter_race_directly_where_no_league_has_both() {
        let request = request(4_000_000);
        let rows = counted(&request);
        let workload = &Workload::all(&request, &rows)[0];
        let [brute, scan, list, prefill] = <[&str; 4]>::try_from(ids(workload)).unwrap();
        let races = |ns: [u64; 4], claimed: &[[&str; 2]]| {
            let on = |index| {
                let rows = surveyed(&request, &ns).into_iter();
                rows.map(move |row| SurveyRow { index, ..row })
            };
            let survey: Vec<SurveyRow> = (0..60).flat_map(on).collect();
            let leagues = workload.leagues(&Comparable::of(&rows), &survey);
            let claimed: Vec<_> =
                claimed.iter().map(|pair| (pair[0].to_owned(), pair[1].to_owned())).collect();
            let races = workload.direct(&leagues, &claimed);
            assert!(races.iter().all(|race| race.direct && race.league as usize >= leagues.len()));
            races.iter().map(|race| ids(race).join(" ")).collect::<Vec<_>>()
        };
        // There are two leagues: the three slow solvers, and the last one with the bridge `list`.
        let near = [300_000, 280_000, 250_000, 2_000];
        assert_eq!(races(near, &[]), [""; 0], "the bridge is next to it");
        assert_eq!(races(near, &[[prefill, brute]]), [format!("{brute} {prefill}")]);
        assert_eq!(races(near, &[[brute, scan]]), [""; 0], "they share a league");
        let far = [90_000_000, 280_000, 250_000, 2_000];
        assert_eq!(races(far, &[[prefill, brute]]), [""; 0], "too far apart");
        // The bridge is `prefill`, the fastest solver of the slow league that counts its work. So
        // no league has both `scan` and `brute`, which search one tree and have only `prefill`
        // between them in speed.
        let tree = [3_000, 800_000, 900_000, 300_000];
        let found = races(tree, &[]);
        assert_eq!(found, [format!("{scan} {brute}")], "one tree: {list}");
    }
}
