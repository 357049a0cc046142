//! [`SelfCheck`]: how reliable the paired rounds of a run are, by their own figures.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sudoku_core::Random;

use crate::rounds::{LeagueRounds, Rounds, Times};
use sudoku_measure::PairedRow;
use sudoku_stats::median;

/// How far the ratios in one league of a corpus can be relied upon, judged by figures of the run
/// itself.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SelfCheck {
    /// The name of the corpus.
    pub corpus: String,
    /// The number of the league: 0 for that of the slowest solvers, then up.
    #[serde(default)]
    pub league: u32,
    /// The solver that the others are compared with in this league.
    #[serde(default)]
    pub reference: String,
    /// How many different puzzles were timed, those that builds added included.
    pub puzzles: usize,
    /// True when every build had puzzles of its own, so that the intervals cover the choice of
    /// puzzles; false when the figures hold for exactly these puzzles.
    pub own: bool,
    /// How often a build went over its puzzles; if builds differ, the smallest number.
    pub visits: usize,
    /// Half the width of a ratio's interval, as a share of the ratio: the median of all solvers.
    pub typical: Option<f64>,
    /// The solver whose ratio has the widest interval, and half the width of this interval as a
    /// share of the ratio.
    pub widest: Option<Worst>,
    /// The solver whose ratios on two random halves of the puzzles agree least often, and the share
    /// of [`DRAWS`] splits in which they agree: they are at most 1.96 combined standard errors
    /// apart. `None` where there are fewer than [`FOR_HALVES`] puzzles.
    pub halves: Option<Worst>,
    /// The solver whose second visit to the puzzles differs most from the first, and the time of
    /// the second visit divided by that of the first: below 1, the processor still remembers the
    /// puzzles. `None` without a second visit.
    pub second_visit: Option<Worst>,
}

/// The solver for which a figure is worst, and the figure.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Worst {
    /// The id of the solver.
    pub solver: String,
    /// The figure.
    pub value: f64,
}

/// How often the puzzles are split into random halves.
pub const DRAWS: u64 = 100;

/// The least number of puzzles that is split into halves.
pub const FOR_HALVES: usize = 100;

impl SelfCheck {
    /// A check for each league of each corpus that was run in pairs.
    pub fn of(rows: &[PairedRow]) -> Vec<Self> {
        let rounds = Rounds::all(rows);
        let leagues = rounds.iter().flat_map(|rounds| {
            rounds.leagues.iter().filter_map(|league| Self::of_league(&rounds.corpus, league))
        });
        leagues.collect()
    }

    fn of_league(corpus: &str, league: &LeagueRounds) -> Option<Self> {
        let reference = league.reference()?;
        let below = league.lane(reference)?;
        let others: Vec<_> =
            league.lanes.iter().filter(|(solver, _)| solver != reference).collect();
        let (puzzles, own) = (below.puzzles(), below.own());
        let half_width = |above: &Times| {
            let interval = above.against(below)?.interval(0.95);
            Some((interval.high / interval.low).sqrt() - 1.0)
        };
        let agreement = |above: &Times| {
            (own && puzzles >= FOR_HALVES).then(|| agreement(above, below)).flatten()
        };
        Some(Self {
            corpus: corpus.to_owned(),
            league: league.number,
            reference: reference.to_owned(),
            puzzles,
            own,
            visits: below.0.values().map(|block| block.visits.len()).min()?,
            typical: middle(others.iter().filter_map(|(_, above)| half_width(above))),
            widest: worst(others.iter().copied(), half_width, |width| width),
            halves: worst(others.iter().copied(), agreement, |share| -share),
            second_visit: worst(&league.lanes, second_visit, |ratio| ratio.ln().abs()),
        })
    }
}

fn middle(figures: impl Iterator<Item = f64>) -> Option<f64> {
    let figures: Vec<f64> = figures.collect();
    (!figures.is_empty()).then(|| median(&figures))
}

/// The solver with the worst figure, by `how_bad`; `None` when no solver has a figure.
fn worst<'a>(
    lanes: impl IntoIterator<Item = &'a (String, Times)>,
    figure: impl Fn(&Times) -> Option<f64>,
    how_bad: impl Fn(f64) -> f64,
) -> Option<Worst> {
    let found = lanes.into_iter().filter_map(|(solver, times)| Some((solver, figure(times)?)));
    let worst = found.max_by(|a, b| how_bad(a.1).total_cmp(&how_bad(b.1)));
    worst.map(|(solver, value)| Worst { solver: solver.clone(), value })
}

/// The share of random splits whose two halves give ratios at most 1.96 combined standard errors
/// apart. Halves consist of whole blocks, or of whole shares where several builds time a share.
fn agreement(above: &Times, below: &Times) -> Option<f64> {
    let mut random = Random::seeded(1);
    let (above, below) = above.shared(below);
    let mut units: BTreeMap<(u64, u32), Vec<(u64, u32)>> = BTreeMap::new();
    for (&key, block) in &below.0 {
        let unit = if below.crossed() { (block.share, 0) } else { key };
        units.entry(unit).or_default().push(key);
    }
    let mut units: Vec<_> = units.into_values().collect();
    let mut agree = 0;
    for _ in 0..DRAWS {
        random.shuffle(&mut units);
        let (first, second) = units.split_at(units.len() / 2);
        let of = |half: &[Vec<(u64, u32)>]| {
            let blocks = half.concat();
            above.only(&blocks).against_same(&below.only(&blocks))
        };
        agree += u32::from(of(first)?.z_score(of(second)?) <= 1.96);
    }
    Some(f64::from(agree) / DRAWS as f64)
}

/// The time of second visits divided by that of first visits, over the blocks that had both. The
/// first block of a build is left out, because it was run while its size was determined.
fn second_visit(times: &Times) -> Option<f64> {
    let (mut first, mut second) = (0.0, 0.0);
    for (_, block) in times.0.iter().filter(|((_, block), _)| *block > 0) {
        if let [once, again, ..] = block.visits.as_slice() {
            first += once;
            second += again;
        }
    }
    (first > 0.0).then_some(second / first)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows of two solvers: `time` gives the solver's time by build, block and visit; the reference
    /// always takes 1000.
    fn rows(builds: u64, blocks: u32, time: impl Fn(u64, u32, u32) -> u64) -> Vec<PairedRow> {
        let mut rows = Vec::new();
        for (build, block, visit) in (0..builds)
            .flat_map(|build| (0..blocks).map(move |block| (build, block)))
            .flat_map(|(build, block)| (0..2).map(move |visit| (build, block, visit)))
        {
            let lanes = [
                ("ref", false, 1000),
                ("ref", true, 1000),
                ("x", false, time(build, block, visit)),
            ];
            rows.extend(lanes.map(|(solver, twin, cpu_ns)| PairedRow {
                build,
                corpus: "c".to_owned(),
                own: true,
                share: 0,
                league: 0,
                block,
                puzzles: 10,
                visit,
                turn: 0,
                solver: solver.to_owned(),
                twin,
                passes: 1,
                placements: 5,
                nodes: None,
                cpu_ns,
                wall_ns: cpu_ns,
            }));
        }
        rows
    }

    #[test]
    fn a_run_that_repeats_itself_agrees_with_itself() {
        let steady = rows(4, 10, |build, block, _| 500 + build + u64::from(block));
        let [check] = SelfCheck::of(&steady).try_into().unwrap();
        assert_eq!((check.puzzles, check.own, check.visits), (400, true, 2));
        assert!(check.halves.unwrap().value > 0.9);
        assert!((check.second_visit.unwrap().value - 1.0).abs() < 1e-9);
        assert!((1e-6..0.01).contains(&check.typical.unwrap()));
        let widest = check.widest.unwrap();
        assert!(widest.solver == "x" && (1e-6..0.01).contains(&widest.value), "{widest:?}");
    }

    #[test]
    fn puzzles_learnt_by_heart_show() {
        let learnt =
            rows(4, 10, |_, block, visit| if visit == 0 || block == 0 { 500 } else { 400 });
        let second = SelfCheck::of(&learnt)[0].second_visit.clone().unwrap();
        assert!(second.solver == "x" && (second.value - 0.8).abs() < 1e-9, "{second:?}");
    }

    #[test]
    fn few_puzzles_are_not_split_and_common_ones_are_counted_once() {
        let few = rows(4, 2, |build, _, _| 500 + build);
        assert_eq!(SelfCheck::of(&few)[0].halves, None);
        let mut common = rows(4, 10, |build, _, _| 500 + build);
        for row in &mut common {
            row.own = false;
        }
        let check = &SelfCheck::of(&common)[0];
        assert_eq!((check.puzzles, check.own, &check.halves), (100, false, &None));
        assert!(SelfCheck::of(&[]).is_empty());
    }
}
