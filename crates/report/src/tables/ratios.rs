//! Tables of which solver is faster than which, and of how reliable that is.

use sudoku_findings::{
    DRAWS, FOR_HALVES, Fidelity, Interval, NoiseFloor, Order, Results, Status, Worst,
};
use sudoku_measure::{CorpusRecord, SolverRecord};

use super::{Cell, Table, single, where_found};
use crate::notices::{PRODUCT, UNSOUND};
use crate::section::Section;
use crate::{finding, format, names, notices};

pub(crate) fn sections(results: &Results) -> [Section<'_>; 3] {
    [
        Section::new("ratios", "Ratios", decided(results))
            .listed_as("Ratios")
            .lead(
                "Pairwise ratios of time. All solvers ran in turn, in rounds of random order and in \
                 several builds; only times of one round are divided by each other. \
                 <span class=\"with-script\" hidden>A click on the head of a column sorts the \
                 solvers within every set.</span>",
            )
            .parts(ratios(results)),
        Section::new("self-checks", "How far to rely on them", finding::noise_floor(results))
            .lead(
                "What the run says about its own ratios: on how many puzzles they stand, how well \
                 they are known, and whether the processor had learnt the puzzles by heart.",
            )
            .parts(self_checks(results)),
        Section::new("fidelity", "Whether the timed puzzles stand for the set", sound(results))
            .lead(
                "The nodes of a search on the puzzles that were timed, against those on the puzzles \
                 of the set: of each league, the solver whose factor is farthest from 1.",
            )
            .parts(fidelity(results)),
    ]
}

/// How many comparisons with the baseline are decided, in words.
fn decided(results: &Results) -> String {
    let rows = || results.ratios.iter().flat_map(|ratios| ratios.rows.iter());
    if rows().next().is_none() {
        return "Only the baseline was run, beside a copy of itself".to_owned();
    }
    let decided = rows().filter(|row| row.verdict != Order::Undecided).count();
    let verb = if decided == 1 { "is" } else { "are" };
    let [decided, all] = [format::count(decided), format::many(rows().count(), "comparison")];
    format!("{decided} of {all} with the baseline {verb} decided")
}

/// Marks an undecided ratio.
pub(super) const UNDECIDED: &str = "≈";

/// The ratios of [`ratios`] as a matrix: a row for each solver, a column for each corpus; `None` if
/// nothing was run in pairs.
pub(crate) fn matrix(results: &Results) -> Option<Table> {
    let ratios = results.ratios.as_ref()?;
    let on = |corpus: &CorpusRecord, solver: &&SolverRecord| {
        let Some(ratio) = ratios.rows.of(&solver.id, &corpus.name) else {
            return match Status::of(results, &solver.id, &corpus.name) {
                _ if ratios.reference_on(&corpus.name) == Some(&solver.id) => Cell::text("1"),
                over @ Status::OverBudget(_) => Cell::no_time(over, notices::reason_in_brief(over)),
                _ => Cell::none(),
            };
        };
        let puzzles = format::many(ratio.puzzles, "puzzle");
        let about =
            format!("{}, on {puzzles}{}", interval(ratio.ratio), notices::unsound(&ratio.unsound));
        let alarm = !ratio.unsound.is_empty();
        let mark = undecided(ratio.verdict).to_owned() + if alarm { UNSOUND } else { "" };
        point(ratio.ratio).about(about).on(ratio.puzzles).marked(mark).alarming(alarm)
    };
    let caption = format!(
        "Total time against {}, run in turn; noise floor {}",
        ratios.reference,
        NoiseFloor::in_words(&ratios.noise_floors, format::share)
    );
    let unsound = ratios.rows.iter().any(|row| !row.unsound.is_empty());
    let unsound = unsound.then(|| {
        format!(
            "{UNSOUND} unsound: it involves a solver whose timed puzzles are not the same amount \
             of work as those of the set."
        )
    });
    let table = Table::of("matrix ratio-matrix", caption, single(&results.plan.solvers))
        .text("solver", |solver| Cell::solver(solver).about(&solver.idea))
        .sets(results, |corpus| &corpus.about, on)
        .note(format!(
            "{UNDECIDED} not told apart from the baseline: chance could explain the difference, or \
             it is inside the noise floor."
        ))
        .notes(unsound)
        .notes(notices::stand_ins(results, ratios));
    Some(table.table())
}

/// The ratios on a typical puzzle as a matrix: a row for each solver, a column for each corpus;
/// `None` if there are none.
pub(crate) fn typical(results: &Results) -> Option<Table> {
    let reference = &results.ratios.as_ref()?.reference;
    let on = |corpus: &CorpusRecord, solver: &&SolverRecord| {
        let typical = results.typical(&solver.id, &corpus.name);
        typical.map(|of| point(of.ratio).about(interval(of.ratio))).into()
    };
    results.survey.iter().find(|row| row.typical.is_some())?;
    let caption = format!("Time of a typical puzzle against {reference}, each solved once");
    let table = Table::of("matrix ratio-matrix", caption, single(&results.plan.solvers))
        .text("solver", |solver| Cell::solver(solver))
        .sets(results, |_| "", on)
        .note(
            "The geometric mean of the ratios of single puzzles, by the survey: every puzzle counts \
             the same, one that takes a minute as much as one that takes a millisecond. The table \
             before divides total times, to which a few long searches may contribute most. The \
             95 % interval, which a cell shows when pointed at, is that of other puzzles of the \
             kind. No figure where either solver left more than a tenth of the puzzles unsolved.",
        );
    Some(table.table())
}

/// The mark beside a ratio with this verdict.
pub(super) fn undecided(verdict: Order) -> &'static str {
    if verdict == Order::Undecided { UNDECIDED } else { "" }
}

pub(super) fn point(ratio: Interval) -> Cell {
    Cell::text(format::precise(ratio.point))
}

pub(super) fn interval(ratio: Interval) -> String {
    format!("{} – {}", format::precise(ratio.low), format::precise(ratio.high))
}

/// The time of every solver divided by that of the baseline, corpus by corpus; `None` if nothing
/// was run in pairs.
fn ratios(results: &Results) -> Option<Table> {
    let ratios = results.ratios.as_ref()?;
    let groups = where_found(results, |corpus| {
        let twins = ratios.twins.iter().filter(|twin| twin.corpus == corpus.name);
        let twins = twins.map(|twin| (format!("{} (its own copy)", twin.solver), twin));
        let others = results.plan.solvers.iter().filter_map(|solver| {
            Some((names::name(solver), ratios.rows.of(&solver.id, &corpus.name)?))
        });
        twins.chain(others).collect()
    });
    let caption = format!("Time against {}, run in turn", ratios.reference);
    let floor = format!(
        "Noise floor of this run: {}; it is the most by which {} from a copy of itself. Faster and \
         slower are said only of ratios outside of it, and so that at most one page in twenty \
         calls any pair of equal solvers different (Holm's procedure over the {} of this \
         table). The 95 % intervals are each for itself: of a hundred, five miss.",
        NoiseFloor::in_words(&ratios.noise_floors, format::share),
        match ratios.noise_floors.len() {
            1 => "the baseline differs",
            _ => "the baseline of each league differs",
        },
        format::many(ratios.rows.len(), "ratio"),
    );
    let table = Table::of("ratios", caption, groups)
        .text("solver", |(name, row)| Cell::text(name).leads_to_solver(&row.solver))
        .number("time / baseline", "Below 1: faster than the baseline", |(_, row)| {
            point(row.ratio).marked(if row.over.is_empty() { "" } else { PRODUCT })
        })
        .number(
            "95 % interval",
            "From the spread between builds with puzzles of their own",
            |(_, row)| Cell::interval(row.ratio, interval),
        )
        .number("speed", "Baseline divided by solver", |(_, row)| {
            Cell::ratio(1.0 / row.ratio.point)
        })
        .number(
            "puzzles",
            "Different puzzles that it stands on, with those that builds added",
            |(_, row)| Cell::count(row.puzzles),
        )
        .number("builds", "With their functions in different orders", |(_, row)| {
            Cell::count(row.builds)
        })
        .text("verdict", |(_, row)| {
            let verdict = match row.verdict {
                Order::Faster => "faster",
                Order::Slower => "slower",
                Order::Undecided => "undecided",
            };
            let text = format!("{verdict}{}", notices::unsound(&row.unsound));
            Cell::text(text).alarming(!row.unsound.is_empty())
        })
        .note(floor)
        .notes(notices::stand_ins(results, ratios))
        .notes(notices::leagues(results))
        .notes(ratios.overhead.map(|share| {
            format!("Reading the clock takes at most {} of a solver's time.", format::share(share))
        }));
    Some(table.table())
}

/// How reliable the ratios are, league by league; `None` if nothing was run in pairs.
fn self_checks(results: &Results) -> Option<Table> {
    let worst = |worst: &Option<Worst>, text: fn(f64) -> String| {
        let Worst { solver, value } = worst.as_ref()?;
        Some(Cell::number(text(*value), *value).about(solver))
    };
    let width = |width: f64| format!("±{}", format::share(width));
    let groups = single(&results.self_checks);
    Table::of("self-checks", "How far the ratios can be relied upon", groups)
        .text("set", |check| {
            let ours = results.self_checks.iter().filter(|other| other.corpus == check.corpus);
            let league = format!("{}, the league of {}", check.corpus, check.reference);
            let set = if ours.count() > 1 { league } else { check.corpus.clone() };
            Cell::text(set).leads_to_set(&check.corpus)
        })
        .text("speaks of", |check| {
            Cell::text(match (check.own, check.puzzles) {
                (true, _) => "puzzles like these",
                (false, 1) => "this one puzzle, learnt by heart",
                (false, _) => "these very puzzles",
            })
        })
        .number("puzzles", "Different puzzles that were timed, with those that builds added", |check| {
            Cell::count(check.puzzles)
        })
        .number("visits", "How often each was timed, at least", |check| Cell::count(check.visits))
        .number("interval", "Half the width of the middle solver's, as a share of the ratio", |check| {
            check.typical.map(|share| Cell::number(width(share), share))
        })
        .number("widest interval", "The same for the solver that is known least well", |check| {
            worst(&check.widest, width)
        })
        .number("halves agree", "In this share of random splits, for the worst solver", |check| {
            worst(&check.halves, format::share)
        })
        .number("second visit", "Time divided by the first visit's, for the worst solver", |check| {
            worst(&check.second_visit, |ratio| format!("{ratio:.3}"))
        })
        .note(
            "Puzzles like these: every build timed puzzles of its own, so the intervals contain \
             the choice of the puzzles. Where a set had too few, builds added others of its kind.",
        )
        .note(
            "Intervals: of ratios to the baseline of the league. A ratio over several leagues has the \
             errors of all on its way.",
        )
        .note(format!(
            "Halves agree: two random halves of the puzzles give ratios at most 1.96 combined \
             standard errors apart in this share of {DRAWS} draws; where there are {FOR_HALVES} \
             puzzles or more."
        ))
        .note(
            "Second visit: 1 when the processor has forgotten a puzzle before it comes back; below \
             1 it remembers.",
        )
        .unless_empty()
}

/// How many of the factors in nodes are sound, in words.
fn sound(results: &Results) -> String {
    let all = format::many(results.fidelity.len(), "factor");
    let sound = results.fidelity.iter().filter(|row| row.sound).count();
    format!("{} of {all} in nodes are sound", format::count(sound))
}

/// The factor in nodes that is farthest from 1 in each league of each set; `None` if nothing that
/// counts was run in pairs.
fn fidelity(results: &Results) -> Option<Table> {
    let rows = &results.fidelity;
    let leagues = rows.chunk_by(|a, b| (&a.corpus, a.league) == (&b.corpus, b.league));
    let by_distance = |a: &&Fidelity, b: &&Fidelity| a.distance().total_cmp(&b.distance());
    let farthest = leagues.filter_map(|league| Some((league.iter().max_by(by_distance)?, league)));
    Table::of("fidelity", "Nodes timed by nodes of the set", single(farthest))
        .text("set", |(row, _)| Cell::text(&row.corpus).leads_to_set(&row.corpus))
        .text("league", |(row, _)| Cell::text(row.league.to_string()))
        .text("farthest from 1", |(row, _)| Cell::text(&row.solver).leads_to_solver(&row.solver))
        .number("nodes timed / of the set", "Per puzzle", |(row, _)| point(row.factor))
        .number("95 % interval", "Of this factor alone", |(row, _)| {
            Cell::interval(row.factor, interval)
        })
        .number("interval that decides", "So wide that all rows together are right", |(row, _)| {
            Cell::interval(row.decides, interval)
        })
        .number("timed", "Different puzzles, with those that builds added", |(row, _)| {
            Cell::count(row.timed)
        })
        .number("of the set", "Puzzles that the run took and the solver finished", |(row, _)| {
            Cell::count(row.own)
        })
        .text("sound", |(_, league)| {
            let sound = league.iter().filter(|row| row.sound).count();
            let text = format!("{sound} of {}", league.len());
            Cell::text(text).alarming(sound < league.len())
        })
        .note(format!(
            "Sound: the interval that decides contains 1. Intervals that decide are so wide that all \
             {} of the run contain their true factors with a probability of 95 %. An interval \
             without width: the puzzles of the set themselves were timed. results.json has the \
             factor of every solver.",
            rows.len(),
        ))
        .unless_empty()
}
