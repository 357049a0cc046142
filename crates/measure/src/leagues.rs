//! Leagues: solvers that are too far apart to race in the same rounds, and the way between them.

use std::ops::RangeInclusive;

use crate::ratios::{Times, distinct};
use crate::{Estimate, PairedRow};

/// The slowest solver of a league takes at most this many times as long as the fastest. A block
/// lasts as long as the clock asks for with the fastest, and so this many times as long with the
/// slowest.
pub const SPAN: f64 = 100.0;

/// What a solver is put into a league by.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pace {
    /// Nanoseconds per puzzle.
    pub ns: f64,
    /// How many puzzles of the set it finished.
    pub finished: usize,
}

/// Solvers that race in the same rounds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct League {
    /// 0 for the league of the slowest solvers, then up.
    pub number: u32,
    /// Its solvers, by their places, ascending; a bridge belongs to the slower of its two leagues.
    pub members: Vec<usize>,
    /// The solver of the next slower league that races here as well: of those that finished most
    /// puzzles the fastest. None in the slowest league.
    pub bridge: Option<usize>,
}

/// Puts solvers into leagues, the slowest first: where they lie farther apart than [`SPAN`], they
/// are cut at the widest gap, and each part again.
pub fn leagues(paces: &[Pace]) -> Vec<League> {
    let mut order: Vec<usize> = (0..paces.len()).collect();
    order.sort_by(|&a, &b| paces[b].ns.total_cmp(&paces[a].ns));
    let mut found: Vec<League> = Vec::new();
    let mut bridge = None;
    for (number, part) in (0..).zip(cut(&order, paces)) {
        let mut members = part.to_vec();
        members.sort_unstable();
        found.push(League { number, members, bridge });
        bridge = part.iter().copied().max_by(|&a, &b| {
            let finished = paces[a].finished.cmp(&paces[b].finished);
            finished.then(paces[b].ns.total_cmp(&paces[a].ns))
        });
    }
    found
}

/// Parts of an order, slowest first, none of which spans more than [`SPAN`].
fn cut<'a>(order: &'a [usize], paces: &[Pace]) -> Vec<&'a [usize]> {
    let factor = |slow: usize, fast: usize| paces[slow].ns / paces[fast].ns;
    let widest = (1..order.len())
        .max_by(|&a, &b| factor(order[a - 1], order[a]).total_cmp(&factor(order[b - 1], order[b])));
    match (order, widest) {
        ([slowest, .., fastest], Some(at)) if factor(*slowest, *fastest) > SPAN => {
            let (slow, fast) = order.split_at(at);
            [cut(slow, paces), cut(fast, paces)].concat()
        }
        ([], _) => Vec::new(),
        _ => vec![order],
    }
}

/// The rounds of one corpus, league by league, the slowest first.
#[derive(Debug, Clone)]
pub(crate) struct Rounds {
    pub(crate) corpus: String,
    pub(crate) leagues: Vec<LeagueRounds>,
}

/// The rounds of one league on one corpus.
#[derive(Debug, Clone)]
pub(crate) struct LeagueRounds {
    pub(crate) number: u32,
    /// The solver that runs twice, and the times of its second copy.
    pub(crate) twin: Option<(String, Times)>,
    /// Every solver with its times.
    pub(crate) lanes: Vec<(String, Times)>,
}

/// What is known of two solvers of a corpus.
#[derive(Debug, Clone)]
pub(crate) struct Link {
    pub(crate) estimate: Estimate,
    /// Puzzles and builds; of several leagues the fewest.
    pub(crate) puzzles: usize,
    pub(crate) builds: usize,
    /// Where in [`Rounds::leagues`] it leads through.
    pub(crate) leagues: RangeInclusive<usize>,
}

impl Rounds {
    /// The rounds of a run, corpus by corpus.
    pub(crate) fn all(rows: &[PairedRow]) -> Vec<Self> {
        let corpora = distinct(rows.iter().map(|row| row.corpus.as_str())).into_iter();
        corpora
            .map(|corpus| {
                let ours: Vec<&PairedRow> =
                    rows.iter().filter(|row| row.corpus == corpus).collect();
                let mut numbers = distinct(ours.iter().map(|row| row.league));
                numbers.sort_unstable();
                let league = |&number: &u32| LeagueRounds::of(number, &ours);
                let leagues = numbers.iter().map(league).collect();
                Self { corpus: corpus.to_owned(), leagues }
            })
            .collect()
    }

    /// Every solver that raced, once.
    pub(crate) fn solvers(&self) -> Vec<&str> {
        distinct(self.leagues.iter().flat_map(LeagueRounds::solvers))
    }

    /// The times of a solver in its own league; a bridge is a guest in the other one.
    pub(crate) fn lane(&self, solver: &str) -> Option<&Times> {
        self.leagues.iter().find_map(|league| league.lane(solver))
    }

    /// The time of one solver divided by that of another, on the puzzles that both finished. In one
    /// league it is that of the same rounds; else the product of the ratios from bridge to bridge,
    /// whose errors add up as those of independent figures do.
    pub(crate) fn between(&self, above: &str, below: &str) -> Option<Link> {
        let seats = |solver| {
            let leagues = self.leagues.iter().enumerate();
            leagues.filter(move |(_, league)| league.lane(solver).is_some()).map(|(at, _)| at)
        };
        let pairs = seats(above).flat_map(|from| seats(below).map(move |to| (from, to)));
        let (from, to) = pairs.min_by_key(|(from, to)| from.abs_diff(*to))?;
        let way: Vec<usize> =
            if from <= to { (from..=to).collect() } else { (to..=from).rev().collect() };
        let mut stops = vec![above];
        for leagues in way.windows(2) {
            let here = &self.leagues[leagues[0]];
            stops.push(here.solvers().find(|id| self.leagues[leagues[1]].lane(id).is_some())?);
        }
        stops.push(below);
        let legs = way.iter().zip(stops.windows(2));
        let links = legs.map(|(&at, ends)| {
            let (above, below) = (self.leagues[at].lane(ends[0])?, self.leagues[at].lane(ends[1])?);
            let (above, below) = above.shared(below);
            let (estimate, leagues) = (above.against(&below)?, at..=at);
            Some(Link { estimate, puzzles: above.puzzles(), builds: above.builds(), leagues })
        });
        links.reduce(|one, other| Some(one?.and(other?)))?
    }
}

impl LeagueRounds {
    fn of(number: u32, rows: &[&PairedRow]) -> Self {
        let ours = || rows.iter().copied().filter(|row| row.league == number);
        let twin = ours().find(|row| row.twin).map(|row| row.solver.as_str());
        let lanes = distinct(ours().map(|row| row.solver.as_str())).into_iter();
        Self {
            number,
            twin: twin.map(|solver| (solver.to_owned(), Times::of(ours(), solver, true))),
            lanes: lanes.map(|id| (id.to_owned(), Times::of(ours(), id, false))).collect(),
        }
    }

    fn solvers(&self) -> impl Iterator<Item = &str> {
        self.lanes.iter().map(|(solver, _)| solver.as_str())
    }

    pub(crate) fn lane(&self, solver: &str) -> Option<&Times> {
        self.lanes.iter().find(|(id, _)| id == solver).map(|(_, times)| times)
    }

    /// The solver that runs twice.
    pub(crate) fn reference(&self) -> Option<&str> {
        self.twin.as_ref().map(|(solver, _)| solver.as_str())
    }
}

impl Link {
    fn and(self, next: Self) -> Self {
        let first = *self.leagues.start().min(next.leagues.start());
        let last = *self.leagues.end().max(next.leagues.end());
        Self {
            estimate: self.estimate.times(next.estimate),
            puzzles: self.puzzles.min(next.puzzles),
            builds: self.builds.min(next.builds),
            leagues: first..=last,
        }
    }
}
