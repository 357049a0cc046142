//! Tables of which solver is faster than which, and of how reliable that is.

use sudoku_judge::format::{self, between};
use sudoku_judge::{
    Before, CountedOn, FOR_HALVES, Interval, NoiseFloor, Order, Ratio, Ratios, Results, Rows,
    SPLITS, Status, Worst,
};
use sudoku_record::{CorpusRecord, SolverRecord, counted_as, counts_itself};

use super::{Cell, Table, by_set, single, where_found};
use crate::section::Section;
use crate::{finding, names, notices};

pub(crate) fn sections(results: &Results) -> [Section<'_>; 2] {
    let ratios = Section::new("ratios", "Ratios", decided(results)).listed_as("Ratios").lead(
        "The time of each solver for a set, divided by that of the baseline. What a puzzle and a \
         count cost was timed in several builds; exact counts say how many the set has. <span \
         class=\"with-script\" hidden>A click on the head of a column sorts the solvers within every \
         set.</span>",
    );
    [
        by_set(ratios, results, |only| self::ratios(results, only)).in_appendix(
            [matrix(results), typical(results)].into_iter().flatten().map(Table::captioned),
        ),
        Section::new("self-checks", "How far to rely on them", finding::noise_floor(results))
            .lead(
                "What the run says about its own ratios: on how many puzzles they stand, how well \
                 they are known, and whether the processor had learnt the puzzles by heart.",
            )
            .in_appendix(self_checks(results)),
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
                over @ Status::OverBudget(_) => Cell::text(notices::reason_in_brief(over)),
                _ => Cell::none(),
            };
        };
        let puzzles = notices::puzzles(ratio.counted_on, ratio.puzzles);
        let about = format!("{}, {puzzles}", between(ratio.ratio));
        point(ratio.ratio).about(about).marked(undecided(ratio.verdict))
    };
    let caption = format!(
        "Total time against {}; noise floor {}",
        ratios.reference,
        NoiseFloor::in_words(&ratios.noise_floors, format::share)
    );
    let table = Table::of("matrix ratio-matrix", caption, single(&results.plan.solvers))
        .text("solver", |solver| Cell::solver(solver).about(&solver.idea))
        .sets(results, |corpus| &corpus.about, on)
        .note(format!(
            "{UNDECIDED} not told apart from the baseline: chance could explain the difference, or \
             it is inside the noise floor."
        ))
        .notes(notices::stand_ins(results, ratios));
    Some(table.table())
}

/// The ratios on a typical puzzle as a matrix: a row for each solver, a column for each corpus;
/// `None` if there are none.
fn typical(results: &Results) -> Option<Table> {
    let reference = &results.ratios.as_ref()?.reference;
    let on = |corpus: &CorpusRecord, solver: &&SolverRecord| {
        let typical = results.typical(&solver.id, &corpus.name);
        typical.map(|of| point(of.ratio).about(between(of.ratio))).into()
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
pub(crate) fn undecided(verdict: Order) -> &'static str {
    if verdict == Order::Undecided { UNDECIDED } else { "" }
}

/// Whether a solver or program is faster than what it is compared with.
pub(super) fn verdict(ratio: &Ratio) -> Cell {
    Cell::text(match ratio.verdict {
        Order::Faster => "faster",
        Order::Slower => "slower",
        Order::Undecided => "undecided",
    })
}

pub(super) fn point(ratio: Interval) -> Cell {
    Cell::text(format::figure(ratio.point))
}

/// The time of every solver divided by that of the baseline, corpus by corpus; `None` if nothing
/// was run in pairs.
fn ratios(results: &Results, only: Option<&str>) -> Option<Table> {
    let ratios = results.ratios.as_ref()?;
    let groups = where_found(results, only, |corpus| {
        let twins = ratios.twins.iter().filter(|twin| twin.corpus == corpus.name);
        let twins = twins.map(|twin| (format!("{} (its own copy)", twin.solver), twin));
        let others = results.plan.solvers.iter().filter_map(|solver| {
            Some((names::name(solver), ratios.rows.of(&solver.id, &corpus.name)?))
        });
        twins.chain(others).collect()
    });
    let caption = format!("Time against {}", ratios.reference);
    let table = Table::of("ratios", caption, groups)
        .text("solver", |(name, row)| Cell::text(name).leads_to_solver(&row.solver))
        .number("time / baseline", "Below 1: faster than the baseline", |(_, row)| point(row.ratio))
        .number(
            "95 % interval",
            "From leaving out a build or a block of puzzles at a time",
            |(_, row)| Cell::interval(row.ratio, between),
        )
        .number("of the kind", "For fresh puzzles, made as those of the set", |(_, row)| {
            let kind = row.kind?;
            let about = format!("{}, {} puzzles", between(kind.ratio), format::count(kind.puzzles));
            Some(point(kind.ratio).about(about))
        })
        .text("for", |(_, row)| match row.counted_on {
            Some(_) if !counts_itself(&row.solver) => {
                Cell::text(format!("the set, counted as {}", counted_as(&row.solver)))
            }
            Some(CountedOn { whole_set: true, .. }) => Cell::text("the set"),
            Some(CountedOn { puzzles, .. }) => Cell::text(format!("{puzzles} taken")),
            None => Cell::text("those timed"),
        })
        .number(
            "timed",
            "Different puzzles, all builds together; of the two solvers, the smaller number",
            |(_, row)| Cell::count(row.puzzles),
        )
        .number("builds", "With their functions in different orders", |(_, row)| {
            Cell::count(row.builds)
        })
        .text("verdict", |(_, row)| verdict(row))
        .notes(about_ratios(results, ratios));
    Some(table.table())
}

/// The notes below the table of ratios.
fn about_ratios(results: &Results, ratios: &Ratios) -> Vec<String> {
    let floor = format!(
        "Noise floor of this run: {}; it is the most by which {} from a copy of itself on a set of \
         several puzzles; a set of one puzzle has that of its own copies. Faster and slower are \
         said only of ratios outside of it, and so that at most one page in twenty \
         calls any pair of equal solvers different (Holm's procedure over the {} of this \
         table). The 95 % intervals are each for itself: of a hundred, five miss.",
        NoiseFloor::in_words(&ratios.noise_floors, format::share),
        match ratios.noise_floors.len() {
            1 => "the baseline differs",
            _ => "a solver that ran twice differs",
        },
        format::many(ratios.rows.len(), "ratio"),
    );
    let mut notes = vec![floor];
    notes.extend(notices::stand_ins(results, ratios));
    notes.push(
        "For the set: both times are those of all its puzzles, by their counts. Taken: the same \
         for the puzzles that the run took. Those timed: the mean of the puzzles that were timed, \
         because one of the two has no counts or there is one puzzle."
            .to_owned(),
    );
    notes.push(
        "Of the kind: time / baseline for fresh puzzles of the generator, by their mean counts. The \
         set is a small sample of its kind; where the two differ by more than the intervals, a few \
         hard puzzles of the set make the difference. Empty for sets that were selected."
            .to_owned(),
    );
    notes.extend(ratios.context.as_ref().map(|context| {
        let before = match context.before {
            Before::SlowerSolver => "after the turn of a slower solver",
            Before::SamePuzzles => "on puzzles that it had met before",
        };
        format!(
            "What ran before a turn changes a time: {} takes {} times as long {before}, which is \
             the greatest change beyond chance. No smaller difference is called faster or slower.",
            context.solver,
            format::figure(context.ratio.point),
        )
    }));
    notes.extend(ratios.overhead.map(|share| {
        format!(
            "The time of reading the clock is taken off every turn. On a set of one puzzle, a turn \
             may be shorter than that: the time taken off is up to {} of what remains.",
            format::share(share)
        )
    }));
    notes
}

/// How reliable the ratios are, set by set; `None` if nothing was run in pairs.
fn self_checks(results: &Results) -> Option<Table> {
    let worst = |worst: &Option<Worst>, text: fn(f64) -> String| {
        let Worst { solver, value } = worst.as_ref()?;
        Some(Cell::number(text(*value), *value).about(solver))
    };
    let width = |width: f64| format!("±{}", format::share(width));
    let groups = single(&results.self_checks);
    Table::of("self-checks", "How far the ratios can be relied upon", groups)
        .text("set", |check| {
            Cell::text(&check.corpus).leads_to_set(&check.corpus)
        })
        .number("fewest timed", "Different puzzles, for the solver with the fewest", |check| {
            Cell::count(check.fewest)
        })
        .number("most timed", "Different puzzles, for the solver with the most", |check| Cell::count(check.most))
        .number("visits", "How often each was timed, at least", |check| Cell::count(check.visits))
        .number("interval", "Half the width of the middle solver's, as a share of the ratio", |check| {
            check.typical.map(|share| Cell::number(width(share), share))
        })
        .number("widest interval", "The same for the solver that is known least well", |check| {
            worst(&check.widest, width)
        })
        .number("halves agree", "In this share of random splits of the builds", |check| {
            check.halves.map(|share| Cell::number(format::share(share), share))
        })
        .number("second visit", "Time divided by the first visit's, for the worst solver", |check| {
            worst(&check.second_visit, |ratio| format!("{ratio:.3}"))
        })
        .note("Intervals: of ratios to the baseline.")
        .note(format!(
            "Halves agree: the ratios of two random halves of the builds, each with its own interval, \
             are the same with a confidence of 95 %, so 95 % of them should agree: {SPLITS} splits for \
             every solver, where there are {FOR_HALVES} builds or more."
        ))
        .note(
            "Second visit: 1 when the processor has forgotten a puzzle before it comes back; below \
             1 it remembers.",
        )
        .unless_empty()
}
