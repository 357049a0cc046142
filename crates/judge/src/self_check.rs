//! [`SelfCheck`]: how reliable the race of a run is, by its own figures.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use sudoku_core::Random;

use crate::raced::{Raced, Times};
use crate::{Paired, Ratios, Rows};
use sudoku_core::stats::median;

/// How far the times of a corpus can be relied upon, judged by figures of the run itself.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SelfCheck {
    /// The name of the corpus.
    pub corpus: String,
    /// The solver that the others are compared with.
    pub reference: String,
    /// How many different puzzles were timed by all builds together: of all solvers, the
    /// smallest number.
    pub fewest: usize,
    /// The greatest such number.
    pub most: usize,
    /// True if other puzzles came in between before a puzzle came back to a solver; false in a run of
    /// the old form, in which a small set was learnt by heart.
    pub rested: bool,
    /// How often a build went over its puzzles; if builds differ, the smallest number.
    pub visits: usize,
    /// Half the width of a ratio's interval, as a share of the ratio: the median of all solvers.
    pub typical: Option<f64>,
    /// The solver whose ratio has the widest interval, and half the width of this interval as a
    /// share of the ratio.
    pub widest: Option<Worst>,
    /// The share of comparisons of two halves of the builds in which both give the same ratio within
    /// its 95 % interval: for every solver, [`SPLITS`] random splits. `None` with fewer than
    /// [`FOR_HALVES`] builds.
    pub halves: Option<f64>,
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

/// How often the builds are split into random halves.
pub const SPLITS: u64 = 10;

/// The least number of builds that is split into halves.
pub const FOR_HALVES: usize = 4;

impl SelfCheck {
    /// A check for each corpus that was run in pairs.
    pub(crate) fn all(paired: &Paired, ratios: &Ratios) -> Vec<Self> {
        paired.races.iter().filter_map(|race| Self::of(paired, ratios, race)).collect()
    }

    fn of(paired: &Paired, ratios: &Ratios, race: &Raced) -> Option<Self> {
        let corpus = &race.corpus;
        let reference = ratios.reference_on(corpus)?;
        let times = || race.solvers.iter().map(|(_, times)| times);
        let puzzles = || times().map(Times::puzzles);
        let rows = || ratios.rows.on(corpus).filter(|row| race.times(&row.solver).is_some());
        let widths =
            rows().map(|row| (row.solver.as_str(), (row.ratio.high / row.ratio.low).sqrt() - 1.0));
        let widths: Vec<(&str, f64)> = widths.collect();
        let all: Vec<f64> = widths.iter().map(|(_, width)| *width).collect();
        let visits = race
            .solvers
            .iter()
            .filter_map(|(solver, times)| Some((solver.as_str(), second_visit(times)?)));
        Some(Self {
            corpus: corpus.clone(),
            reference: reference.to_owned(),
            fewest: puzzles().min()?,
            most: puzzles().max()?,
            rested: race.rested,
            visits: times().flat_map(|times| times.0.values()).map(|of| of.visits.len()).min()?,
            typical: (!all.is_empty()).then(|| median(&all)),
            widest: worst(widths.into_iter(), |width| width),
            halves: agreement(paired, race, reference),
            second_visit: worst(visits, |ratio| ratio.ln().abs()),
        })
    }
}

/// The solver with the worst figure, by `how_bad`; `None` when no solver has a figure.
fn worst<'a>(
    figures: impl Iterator<Item = (&'a str, f64)>,
    how_bad: impl Fn(f64) -> f64,
) -> Option<Worst> {
    let worst = figures.max_by(|a, b| how_bad(a.1).total_cmp(&how_bad(b.1)));
    worst.map(|(solver, value)| Worst { solver: solver.to_owned(), value })
}

/// The share of [`SelfCheck::halves`].
fn agreement(paired: &Paired, race: &Raced, reference: &str) -> Option<f64> {
    let below = race.times(reference)?;
    let builds: BTreeSet<u64> = below.0.keys().map(|(build, _)| *build).collect();
    if builds.len() < FOR_HALVES {
        return None;
    }
    let mut builds: Vec<u64> = builds.into_iter().collect();
    let (mut random, mut agree, mut all) = (Random::seeded(1), 0, 0);
    for _ in 0..SPLITS {
        random.shuffle(&mut builds);
        let (first, second) = builds.split_at(builds.len() / 2);
        let only = |times: &Times, half: &[u64]| times.only(|(build, _)| half.contains(build));
        let halves = [first, second].map(|half| (half, only(below, half)));
        for (solver, above) in race.solvers.iter().filter(|(solver, _)| solver != reference) {
            let ratio = |(half, below): &(&[u64], Times)| {
                let above = only(above, half);
                let both = [(solver.as_str(), &above), (reference, below)];
                Some(paired.compared(&race.corpus, both)?.0)
            };
            let Some((first, second)) = ratio(&halves[0]).zip(ratio(&halves[1])) else { continue };
            let apart = first.divided_by(second).interval(0.95);
            agree += u32::from(apart.low <= 1.0 && 1.0 <= apart.high);
            all += 1;
        }
    }
    (all > 0).then(|| f64::from(agree) / f64::from(all))
}

/// The time of second visits divided by that of first visits, over the blocks that had both.
fn second_visit(times: &Times) -> Option<f64> {
    let (mut first, mut second) = (0.0, 0.0);
    for block in times.0.values() {
        if let [once, again, ..] = block.visits.as_slice() {
            first += once;
            second += again;
        }
    }
    (first > 0.0).then_some(second / first)
}

/// The checks of a race without counts.
#[cfg(test)]
pub(crate) fn checks(rows: &[sudoku_record::PairedRow]) -> Vec<SelfCheck> {
    let paired = Paired::of(rows);
    let ratios = Ratios::from_race(&paired, rows);
    ratios.map_or_else(Vec::new, |ratios| SelfCheck::all(&paired, &ratios))
}

#[cfg(test)]
mod tests {
    use sudoku_record::PairedRow;

    use super::*;

    /// Rows of two solvers: `time` gives the solver's time by build, block and visit; the reference
    /// always takes 1000.
    fn rows(builds: u64, blocks: u32, time: impl Fn(u64, u32, u32) -> u64) -> Vec<PairedRow> {
        let mut rows = Vec::new();
        for (build, block, visit) in (0..builds)
            .flat_map(|build| (0..blocks).map(move |block| (build, block)))
            .flat_map(|(build, block)| (0..2).map(move |visit| (build, block, visit)))
        {
            let racers = [
                ("ref", false, 1000),
                ("ref", true, 1000),
                ("x", false, time(build, block, visit)),
            ];
            rows.extend(racers.map(|(solver, twin, cpu_ns)| PairedRow {
                build,
                corpus: "c".to_owned(),
                first: 1000 * build as usize + 10 * block as usize,
                puzzles: 10,
                visit,
                round: Some(0),
                turn: 0,
                solver: solver.to_owned(),
                twin,
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
        let steady = rows(4, 10, |build, block, _| 500 + (build * 7 + u64::from(block) * 3) % 10);
        let [check] = checks(&steady).try_into().unwrap();
        assert_eq!((check.fewest, check.most), (400, 400));
        assert_eq!((check.rested, check.visits), (true, 2));
        assert!(check.halves.unwrap() > 0.9);
        assert!((check.second_visit.unwrap().value - 1.0).abs() < 1e-9);
        assert!((1e-6..0.01).contains(&check.typical.unwrap()));
        let widest = check.widest.unwrap();
        assert!(widest.solver == "x" && (1e-6..0.01).contains(&widest.value), "{widest:?}");
    }

    #[test]
    fn builds_that_differ_more_than_their_blocks_do_not_hide_it() {
        let halves = |apart: u64| {
            let time = |build, block, _| 500 + build % 2 * apart + u64::from(block) % 3;
            checks(&rows(8, 10, time))[0].halves.unwrap()
        };
        assert!(halves(100) > 0.9, "the intervals know of builds: {}", halves(100));
    }

    #[test]
    fn puzzles_learnt_by_heart_show() {
        let learnt = rows(4, 10, |_, _, visit| if visit == 0 { 500 } else { 400 });
        let second = checks(&learnt)[0].second_visit.clone().unwrap();
        assert!(second.solver == "x" && (second.value - 0.8).abs() < 1e-9, "{second:?}");
    }

    #[test]
    fn few_builds_are_not_split_and_common_puzzles_are_counted_once() {
        let few = rows(3, 20, |build, _, _| 500 + build);
        assert_eq!(checks(&few)[0].halves, None);
        let mut common = rows(4, 10, |build, _, _| 500 + build);
        for row in &mut common {
            (row.first, row.round) = (row.first % 1000, None);
        }
        let check = &checks(&common)[0];
        assert_eq!((check.fewest, check.most, check.rested), (100, 100, false));
        assert!(checks(&[]).is_empty());
    }
}
