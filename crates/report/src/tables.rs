//! The tables: made once, written as Markdown, HTML and terminal text.

use askama::Template;
use sudoku_core::Work;
use sudoku_measure::stats::quantile;
use sudoku_measure::{
    CorpusRecord, DRAWS, Difficulty, Environment, FOR_HALVES, Guesses, InstructionRow, Interval,
    NoiseFloor, Order, Ratio, Results, Row, SelfCheck, SolverRecord, SourceRecord, Survey, Timing,
    Worst,
};

use crate::format;
use crate::standing::{Standing, fastest, merit};
use crate::words;

/// A table in any of its forms. `Display` writes HTML.
#[derive(Debug, Template)]
#[template(path = "table.html")]
pub(crate) struct Table {
    /// Names the table for the style sheet and the script.
    pub(crate) class: &'static str,
    /// What is in it, in one sentence.
    pub(crate) caption: String,
    pub(crate) columns: Vec<Column>,
    /// A table without parts is one group without a name.
    pub(crate) groups: Vec<Group>,
    /// Footnotes.
    pub(crate) notes: Vec<String>,
}

#[derive(Debug)]
pub(crate) struct Column {
    pub(crate) head: String,
    /// What it means, for whoever points at it.
    pub(crate) about: String,
    /// Set to the right.
    pub(crate) number: bool,
}

#[derive(Debug)]
pub(crate) struct Group {
    pub(crate) name: String,
    pub(crate) about: String,
    /// The first cell of a row names it.
    pub(crate) rows: Vec<Vec<Cell>>,
}

#[derive(Debug, Default)]
pub(crate) struct Cell {
    /// A line break may become a space.
    pub(crate) text: String,
    /// What hangs over at its end.
    pub(crate) mark: String,
    /// What it is sorted by; a cell without comes last.
    pub(crate) sort: Option<f64>,
    /// More, for whoever points at it.
    pub(crate) about: String,
    /// How near to the best of its column, 0 to 1, on a log scale.
    pub(crate) merit: Option<f64>,
    /// Something is wrong here.
    pub(crate) alarm: bool,
    /// Where the text leads, somewhere else; empty when nowhere.
    pub(crate) link: String,
}

impl Table {
    pub(crate) fn cells(&self) -> impl Iterator<Item = &Cell> {
        self.groups.iter().flat_map(|group| &group.rows).flatten()
    }
}

impl Column {
    fn text(head: &str) -> Self {
        Self { head: head.to_owned(), about: String::new(), number: false }
    }

    fn number(head: &str, about: &str) -> Self {
        Self { head: head.to_owned(), about: about.to_owned(), number: true }
    }
}

impl Cell {
    fn text(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    fn number(text: String, sort: f64) -> Self {
        Self { text, sort: Some(sort), ..Self::default() }
    }

    fn count(count: u64) -> Self {
        Self::number(format::count(count), count as f64)
    }

    fn about(self, about: String) -> Self {
        Self { about, ..self }
    }

    /// Leads to the address, where there is one.
    fn linked(self, address: &str) -> Self {
        let is_address = address.starts_with("https://")
            && address.chars().all(|c| c.is_ascii_graphic() && !"<>()".contains(c));
        Self { link: if is_address { address.to_owned() } else { String::new() }, ..self }
    }

    fn no_time(standing: Standing<'_>, text: String) -> Self {
        Self { text, alarm: standing.is_wrong(), ..Self::default() }
    }
}

/// Time per puzzle, a solver per row, a corpus per column.
pub(crate) fn matrix(results: &Results) -> Table {
    let plan = &results.plan;
    let columns = plan.corpora.iter().map(|corpus| Column::number(&corpus.name, &corpus.about));
    let row = |solver: &SolverRecord| {
        let cells = plan.corpora.iter().map(|corpus| {
            let standing = Standing::of(results, &solver.id, &corpus.name);
            if let Some(timing) = standing.timing() {
                let [time, .., ratio] = time_cells(results, &corpus.name, standing, timing);
                Cell { merit: ratio.merit, ..time.about(format!("{} the fastest", ratio.text)) }
            } else {
                Cell::no_time(standing, standing.reason_in_brief())
            }
        });
        std::iter::once(Cell::text(words::name(solver)).about(solver.idea.clone()))
            .chain(cells)
            .collect()
    };
    Table {
        class: "matrix",
        caption: format!("Mean {} per puzzle", words::clock(results)),
        columns: std::iter::once(Column::text("solver")).chain(columns).collect(),
        groups: single(plan.solvers.iter().map(row).collect()),
        notes: [words::timed_on(results)].into_iter().chain(words::footnotes(results)).collect(),
    }
}

/// Everything about the times, corpus by corpus.
pub(crate) fn times(results: &Results) -> Table {
    let columns = vec![
        Column::text("solver"),
        Column::number("mean per puzzle", "Over all puzzles timed, each equally often"),
        Column::number("95 % interval", "Of the mean, from the spread between builds"),
        Column::number("median puzzle", "Half of the puzzles take at most this long"),
        Column::number("time per placement", "All time divided by all digits placed"),
        Column::number("× fastest", "Times the fastest solver on this corpus"),
        Column::text("outcome"),
    ];
    let row = |solver: &SolverRecord, corpus: &CorpusRecord| {
        let standing = Standing::of(results, &solver.id, &corpus.name);
        let name = Cell::text(words::name(solver)).about(solver.idea.clone());
        let outcome = match standing {
            Standing::Absent(_) => Cell::text("not run"),
            _ => outcome(results.row(&solver.id, &corpus.name)),
        };
        let times = standing.timing().map_or_else(
            || {
                let reason = Cell::no_time(standing, standing.reason());
                [reason, Cell::default(), Cell::default(), Cell::default(), Cell::default()]
            },
            |timing| time_cells(results, &corpus.name, standing, timing),
        );
        std::iter::once(name).chain(times).chain([outcome]).collect()
    };
    Table {
        class: "times",
        caption: "Every solver on every corpus".to_owned(),
        columns,
        groups: by_corpus(results, |corpus| words::timed(results, corpus), row),
        notes: words::footnotes(results),
    }
}

/// Mean, interval, median, time per placement, and ratio to the fastest.
fn time_cells(
    results: &Results,
    corpus: &str,
    standing: Standing<'_>,
    timing: &Timing,
) -> [Cell; 5] {
    let mut about = format!(
        "on {}, {} of the wall time",
        format::many(timing.puzzles as u64, "puzzle"),
        format::share(timing.cpu_over_wall)
    );
    if let Some(spread) = &timing.spread {
        about += &format!(
            "; criterion: {} of {}, median {}, median absolute deviation {}, 5th to 95th \
             percentile {} to {} per puzzle",
            format::many(spread.samples as u64, "sample"),
            format::many(spread.puzzles, "puzzle"),
            format::time(spread.median),
            format::time(spread.mad),
            format::time(spread.p5),
            format::time(spread.p95),
        );
    }
    let point = timing.ns_per_puzzle.point;
    let ratio = point / fastest(results, corpus).unwrap_or(point);
    let time = Cell::number(format::time(point), point).about(about);
    let interval = timing.ns_per_puzzle;
    let interval = Cell::number(format::interval(interval), interval.high - interval.low);
    let median = timing
        .median_ns
        .map_or_else(|| Cell::text("–"), |median| Cell::number(format::time(median), median));
    let placement = timing.ns_per_placement.map_or_else(
        || Cell::text("–"),
        |placement| Cell::number(format::time(placement.point), placement.point),
    );
    let ratio = Cell::number(format::ratio(ratio), ratio);
    [
        Cell { mark: standing.marks(), ..time },
        interval,
        median,
        placement,
        Cell { merit: Some(merit(results, corpus, point)), ..ratio },
    ]
}

/// The same ratios as [`ratios`], a solver per row, a corpus per column.
pub(crate) fn ratio_matrix(results: &Results) -> Option<Table> {
    let ratios = results.ratios.as_ref()?;
    let plan = &results.plan;
    let columns = plan.corpora.iter().map(|corpus| Column::number(&corpus.name, &corpus.about));
    let row = |solver: &SolverRecord| {
        let cells = plan.corpora.iter().map(|corpus| match ratios.row(&solver.id, &corpus.name) {
            Some(Ratio { ratio: Interval { point, low, high }, verdict, puzzles, .. }) => {
                let about = format!(
                    "{} – {}, on {}",
                    format::precise(*low),
                    format::precise(*high),
                    format::many(*puzzles as u64, "puzzle")
                );
                let undecided = *verdict == Order::Undecided;
                let mark = if undecided { UNDECIDED } else { "" }.to_owned();
                Cell { mark, ..Cell::number(format::precise(*point), *point).about(about) }
            }
            None if ratios.reference_on(&corpus.name) == Some(&solver.id) => Cell::text("1"),
            None => match Standing::of(results, &solver.id, &corpus.name) {
                over @ Standing::OverBudget(_) => Cell::no_time(over, over.reason_in_brief()),
                _ => Cell::text("–"),
            },
        });
        std::iter::once(Cell::text(words::name(solver)).about(solver.idea.clone()))
            .chain(cells)
            .collect()
    };
    Some(Table {
        class: "matrix ratio-matrix",
        caption: format!(
            "Time against {}, run in turn; noise floor {}",
            ratios.reference,
            NoiseFloor::in_words(&ratios.noise_floors, format::share)
        ),
        columns: std::iter::once(Column::text("solver")).chain(columns).collect(),
        groups: single(plan.solvers.iter().map(row).collect()),
        notes: vec![format!(
            "{UNDECIDED} not told apart from the reference: chance could explain the difference, or \
             it is inside the noise floor."
        )]
        .into_iter()
        .chain(words::stand_ins(results, ratios))
        .collect(),
    })
}

/// Beside a ratio that says nothing.
const UNDECIDED: &str = "≈";

/// The time of every solver divided by that of the reference, corpus by corpus; none when nothing
/// was run in pairs.
pub(crate) fn ratios(results: &Results) -> Option<Table> {
    let ratios = results.ratios.as_ref()?;
    let columns = vec![
        Column::text("solver"),
        Column::number("time / reference", "Below 1: faster than the reference"),
        Column::number("95 % interval", "From the spread between builds with puzzles of their own"),
        Column::number("speed", "Reference divided by solver"),
        Column::number("puzzles", "Different puzzles that it stands on, variants included"),
        Column::number("builds", "With their functions in different orders"),
        Column::text("verdict"),
    ];
    let row = |ratio: &Ratio, name: String| {
        let Interval { point, low, high } = ratio.ratio;
        let verdict = match ratio.verdict {
            Order::Faster => "faster",
            Order::Slower => "slower",
            Order::Undecided => "undecided",
        };
        vec![
            Cell::text(name),
            Cell::number(format::precise(point), point),
            Cell::number(
                format!("{} – {}", format::precise(low), format::precise(high)),
                high - low,
            ),
            Cell::number(format::ratio(1.0 / point), 1.0 / point),
            Cell::count(ratio.puzzles as u64),
            Cell::count(ratio.builds as u64),
            Cell::text(verdict),
        ]
    };
    let groups = where_found(results, |corpus| {
        let twins = ratios.twins.iter().filter(|twin| twin.corpus == corpus);
        let twins = twins.map(|twin| row(twin, format!("{} (its own copy)", twin.solver)));
        let solvers = results.plan.solvers.iter();
        let others = solvers.filter_map(|solver| ratios.row(&solver.id, corpus));
        let others = others.map(|ratio| row(ratio, words::name_of(results, &ratio.solver)));
        twins.chain(others).collect()
    });
    Some(Table {
        class: "ratios",
        caption: format!("Time against {}, run in turn", ratios.reference),
        columns,
        groups,
        notes: std::iter::once(format!(
            "Noise floor of this run: {}, the most by which {} from a copy of itself. Faster and \
             slower are said only of ratios outside of it, and so that at most one page in twenty \
             calls any pair of equal solvers different (Holm's procedure over the {} of this \
             table). The 95 % intervals are each for itself: of a hundred, five miss.",
            NoiseFloor::in_words(&ratios.noise_floors, format::share),
            match ratios.noise_floors.len() {
                1 => "the reference differs",
                _ => "the reference of each league differs",
            },
            format::many(ratios.rows.len() as u64, "ratio"),
        ))
        .chain(words::stand_ins(results, ratios))
        .chain(words::leagues(results))
        .chain(ratios.overhead.map(|share| {
            format!("Reading the clock takes at most {} of a solver's time.", format::share(share))
        }))
        .collect(),
    })
}

/// How far the ratios can be relied upon, corpus by corpus; none when nothing was run in pairs.
pub(crate) fn self_checks(results: &Results) -> Option<Table> {
    let columns = vec![
        Column::text("corpus"),
        Column::text("speaks of"),
        Column::number("puzzles", "Different puzzles that were timed, variants included"),
        Column::number("visits", "How often each was timed, at least"),
        Column::number(
            "interval",
            "Half the width of the middle solver's, as a share of the ratio",
        ),
        Column::number("widest interval", "The same for the solver that is known least well"),
        Column::number("halves agree", "In this share of random splits, for the worst solver"),
        Column::number("second visit", "Its time by that of the first, for the worst solver"),
    ];
    let share = |worst: &Option<Worst>, text: fn(f64) -> String| match worst {
        Some(Worst { solver, value }) => Cell::number(text(*value), *value).about(solver.clone()),
        None => Cell::text("–"),
    };
    let row = |check: &SelfCheck| {
        let puzzles = match (check.own, check.puzzles) {
            (true, _) => "puzzles like these",
            (false, 1) => "this one puzzle, learnt by heart",
            (false, _) => "these very puzzles",
        };
        let several =
            results.self_checks.iter().filter(|other| other.corpus == check.corpus).count() > 1;
        let league = if several {
            format!("{}, the league of {}", check.corpus, check.reference)
        } else {
            check.corpus.clone()
        };
        vec![
            Cell::text(league),
            Cell::text(puzzles),
            Cell::count(check.puzzles as u64),
            Cell::count(check.visits as u64),
            check.typical.map_or_else(
                || Cell::text("–"),
                |width| Cell::number(format!("±{}", format::share(width)), width),
            ),
            share(&check.widest, |width| format!("±{}", format::share(width))),
            share(&check.halves, format::share),
            share(&check.second_visit, |ratio| format!("{ratio:.3}")),
        ]
    };
    let rows: Vec<_> = results.self_checks.iter().map(row).collect();
    (!rows.is_empty()).then(|| Table {
        class: "self-checks",
        caption: "How far the ratios can be relied upon".to_owned(),
        columns,
        groups: single(rows),
        notes: vec![
            "Puzzles like these: every build timed puzzles of its own, so the intervals contain \
             the choice of the puzzles. Where a corpus had too few, symmetric variants were added."
                .to_owned(),
            format!(
                "Halves agree: two random halves of the puzzles give ratios at most 1.96 combined \
                 standard errors apart in this share of {DRAWS} draws; where there are \
                 {FOR_HALVES} puzzles or more."
            ),
            "Second visit: 1 when the processor has forgotten a puzzle before it comes back; below \
             1 it remembers."
                .to_owned(),
        ],
    })
}

/// How many puzzles are solved within the limit, and what they cost; none without a survey.
pub(crate) fn survey(results: &Results) -> Option<Table> {
    let limit = results.plan.time_limit_ns as f64;
    let columns = vec![
        Column::text("solver"),
        Column::number("solved", "Within the limit"),
        Column::number("median", "Over the solved puzzles"),
        Column::number("90th percentile", "Over the solved puzzles"),
        Column::number("slowest", "Of the solved puzzles"),
        Column::number("PAR-2", "The mean, an unsolved puzzle counting as twice the limit"),
    ];
    let row = |survey: &Survey| {
        let times: Vec<f64> = survey.times_ns.iter().map(|&ns| ns as f64).collect();
        let time = |q: f64| match times.as_slice() {
            [] => Cell::text("–"),
            times => {
                let ns = quantile(times, q);
                Cell::number(format::time(ns), ns)
            }
        };
        let solved = format!("{} of {}", times.len(), survey.puzzles);
        let censored = times.len() < survey.puzzles;
        vec![
            Cell::text(words::name_of(results, &survey.solver)),
            Cell { alarm: censored, ..Cell::number(solved, times.len() as f64) },
            time(0.5),
            time(0.9),
            time(1.0),
            Cell::number(format::time(survey.par2_ns), survey.par2_ns),
        ]
    };
    let groups = where_found(results, |corpus| {
        results.survey.iter().filter(|row| row.corpus == corpus).map(row).collect()
    });
    (!groups.is_empty()).then(|| Table {
        class: "survey",
        caption: format!("Every puzzle once, within {}", format::time(limit)),
        columns,
        groups,
        notes: vec![
            "Quantiles are over the solved puzzles only, and say nothing of a solver that left \
             some unsolved; PAR-2 does."
                .to_owned(),
        ],
    })
}

/// How hard the puzzles are, for a reader in a hurry and for every search tree of the run; none
/// when it was not written down.
pub(crate) fn difficulty(results: &Results) -> Option<Table> {
    let rated = results.difficulty.iter().any(|difficulty| difficulty.rated > 0);
    let agreement = |share: Option<f64>| match share {
        Some(share) => Cell::number(format!("{share:+.2}").replace('-', "−"), share),
        None => Cell::text("–"),
    };
    let guesses = |name: String, guesses: &Guesses| {
        let placements: Vec<f64> = guesses.placements.iter().map(|&n| n as f64).collect();
        let figure = |q: f64| match placements.as_slice() {
            [] => Cell::text("–"),
            placements => Cell::count(quantile(placements, q).round() as u64),
        };
        let none = placements.iter().filter(|&&placed| placed == 0.0).count();
        let mut cells = vec![
            Cell::text(name),
            Cell::count(none as u64),
            figure(0.0),
            figure(0.5),
            figure(1.0),
            agreement(guesses.and_effort),
        ];
        if rated {
            cells.push(agreement(guesses.and_rating));
        }
        cells
    };
    let group = |difficulty: &Difficulty| {
        let puzzles = difficulty.clues.len();
        let clues = difficulty.clues.iter().min().zip(difficulty.clues.iter().max());
        let clues = match clues {
            Some((least, most)) if least < most => format!("{least} to {most} clues"),
            Some((clues, _)) => format!("{clues} clues"),
            None => String::new(),
        };
        let known = difficulty.effort.iter().flatten().count();
        let these =
            if known < puzzles { format!("{known} of the puzzles") } else { "them".to_owned() };
        let clues_and_effort = difficulty.clues_and_effort.map_or_else(String::new, |share| {
            let share = agreement(Some(share)).text;
            format!("; clues and effort rank {these} alike to {share}")
        });
        let given = match difficulty.rated {
            0 => String::new(),
            rated => format!(", {rated} rated"),
        };
        // Solvers with the same tree make the same guesses: one row for all of them.
        let trees = difficulty.guesses.chunk_by(|a, b| a.placements == b.placements);
        let row = |alike: &[Guesses]| {
            let mut name = match alike {
                [only] => only.solver.clone(),
                [first, others @ ..] => format!("{} and {} more", first.solver, others.len()),
                [] => String::new(),
            };
            let finished = alike[0].placements.len();
            if finished < puzzles {
                name += &format!(", on {finished} of {puzzles}");
            }
            guesses(name, &alike[0])
        };
        Group {
            name: difficulty.corpus.clone(),
            about: format!(
                "{}, {clues}{given}{clues_and_effort}",
                format::many(puzzles as u64, "puzzle")
            ),
            rows: trees.map(row).collect(),
        }
    };
    let mut columns = vec![
        Column::text("solver"),
        Column::number("without search", "Puzzles on which it places no digit by search"),
        Column::number("least placed", "On the puzzle with the fewest"),
        Column::number("median placed", ""),
        Column::number("most placed", ""),
        Column::number("as effort", "Spearman's rank correlation with the effort"),
    ];
    if rated {
        let about = "Spearman's rank correlation with the given rating";
        columns.push(Column::number("as rating", about));
    }
    let groups: Vec<Group> = results.difficulty.iter().map(group).collect();
    (!groups.is_empty()).then(|| Table {
        class: "difficulty",
        caption: "Digits that a solver places by search".to_owned(),
        columns,
        groups,
        notes: vec![
            "Placed: digits that the search of a solver puts on a puzzle, tries that it takes back \
             included, on the puzzles that it finished."
                .to_owned(),
            format!(
                "As {}: +1 ranks the puzzles in the same order, −1 the other way round, 0 as \
                 chance would. Effort is what a search in reading order places{}.",
                if rated { "effort, as rating" } else { "effort" },
                if rated { "; a rating is what the file says" } else { "" },
            ),
        ],
    })
}

/// Instructions per placement, beside nanoseconds; none when they were not counted.
pub(crate) fn instructions(results: &Results) -> Option<Table> {
    let row = |counted: &InstructionRow| {
        let each = counted.instructions as f64 / counted.placements.max(1) as f64;
        let standing = Standing::of(results, &counted.solver, &counted.corpus);
        let time = standing.timing().and_then(|timing| timing.ns_per_placement);
        let (time, rate) = time.map_or_else(
            || (Cell::text("–"), Cell::text("–")),
            |time| {
                let rate = each / time.point;
                let text = format!("{rate:.1}");
                (Cell::number(format::time(time.point), time.point), Cell::number(text, rate))
            },
        );
        vec![
            Cell::text(&counted.solver),
            Cell::count(counted.instructions),
            Cell::number(format!("{each:.1}"), each),
            time,
            rate,
        ]
    };
    let groups = where_found(results, |corpus| {
        results.instructions.iter().filter(|row| row.corpus == corpus).map(row).collect()
    });
    (!groups.is_empty()).then(|| Table {
        class: "instructions",
        caption: "Instructions inside the solver, by callgrind".to_owned(),
        columns: vec![
            Column::text("solver"),
            Column::number("instructions", "On one pass over the corpus"),
            Column::number("per placement", ""),
            Column::number("time per placement", ""),
            Column::number("per nanosecond", "Few: branches guessed wrongly, or waiting"),
        ],
        groups,
        notes: Vec::new(),
    })
}

/// The counters that count something, corpus by corpus.
pub(crate) fn work(results: &Results) -> Table {
    let counts = |what: Work| results.rows.iter().filter_map(move |row| row.counts.get(what));
    let used: Vec<Work> =
        Work::ALL.into_iter().filter(|&what| counts(what).any(|value| value > 0)).collect();
    let columns = used.iter().map(|what| Column::number(&what.name().replace('_', " "), ""));
    let row = |solver: &SolverRecord, corpus: &CorpusRecord| {
        let row = results.row(&solver.id, &corpus.name);
        let row = row.filter(|row| row.puzzles() > 0 && row.finished() == row.puzzles());
        let cells = used.iter().map(|&what| match row.and_then(|row| row.counts.get(what)) {
            Some(value) => Cell::count(value),
            None => Cell::text("–"),
        });
        std::iter::once(Cell::text(words::name(solver))).chain(cells).collect()
    };
    Table {
        class: "work",
        caption: "The work of every solver on every corpus".to_owned(),
        columns: std::iter::once(Column::text("solver")).chain(columns).collect(),
        groups: by_corpus(results, |corpus| format::many(corpus.puzzles as u64, "puzzle"), row),
        notes: vec![
            "Sums over all puzzles, of solvers that finished them all; max depth is the greatest. \
             A dash stands for what a solver does not report as well. Counters that are 0 \
             everywhere are left out."
                .to_owned(),
        ],
    }
}

/// What the puzzles are.
pub(crate) fn corpora(results: &Results) -> Table {
    let row = |corpus: &CorpusRecord| {
        vec![
            Cell::text(&corpus.name),
            Cell::count(corpus.of as u64),
            Cell::count(corpus.puzzles as u64),
            Cell::text(&corpus.about),
            Cell::text(short(&corpus.sha256)).about(corpus.sha256.clone()),
        ]
    };
    Table {
        class: "corpora",
        caption: "The puzzles".to_owned(),
        columns: vec![
            Column::text("corpus"),
            Column::number("puzzles", "In the whole corpus"),
            Column::number("taken", "By this run, from the beginning; of a file evenly spaced"),
            Column::text("what it is"),
            Column::text("SHA-256"),
        ],
        groups: single(results.plan.corpora.iter().map(row).collect()),
        notes: Vec::new(),
    }
}

/// Who takes part.
pub(crate) fn solvers(results: &Results) -> Table {
    let setup = |solver: &SolverRecord| results.setup.iter().find(|row| row.solver == solver.id);
    let row = |solver: &SolverRecord| {
        let mut cells = vec![
            Cell::text(words::name(solver)),
            Cell::text(&solver.idea),
            Cell::text(solver.sources.iter().map(brief).collect::<Vec<_>>().join("; ")),
            Cell::text(&solver.tree),
            Cell::text(&solver.path),
        ];
        if !results.setup.is_empty() {
            cells.push(setup(solver).map_or_else(
                || Cell::text("–"),
                |row| Cell::number(format::time(row.cpu_ns as f64), row.cpu_ns as f64),
            ));
        }
        cells
    };
    let mut columns: Vec<Column> =
        ["solver", "idea", "source", "search tree", "file"].map(Column::text).into();
    let mut notes = vec![
        "Solvers with the same search tree make the same placements on a puzzle: they differ by \
         the cost of a placement alone."
            .to_owned(),
    ];
    if !results.setup.is_empty() {
        columns.push(Column::number("setup", "To make it ready, once for any number of puzzles"));
        notes.push(
            "Setup: the CPU time that it takes to build a solver's tables and to find memory for \
             them, once for any number of puzzles. It is in no other time."
                .to_owned(),
        );
    }
    Table {
        class: "solvers",
        caption: "The solvers".to_owned(),
        columns,
        groups: single(results.plan.solvers.iter().map(row).collect()),
        notes,
    }
}

/// Where the solvers were published, and what differs here; none for earlier runs, which did not
/// write it down.
pub(crate) fn sources(results: &Results) -> Option<Table> {
    let row = |solver: &SolverRecord, source: &SourceRecord| {
        let or_unknown = |text: &Option<String>| text.clone().unwrap_or("unknown".to_owned());
        let address = source.address.as_deref().unwrap_or_default();
        Some(vec![
            Cell::text(&solver.id),
            Cell::text(source.title.as_ref()?).linked(address),
            Cell::text(or_unknown(&source.author)),
            Cell::text(or_unknown(&source.year)),
            Cell::text(&source.part),
            Cell::text(source.differs.as_deref().unwrap_or_default()),
        ])
    };
    let of = |solver: &SolverRecord| -> Vec<_> {
        solver.sources.iter().filter_map(|source| row(solver, source)).collect()
    };
    let rows: Vec<_> = results.plan.solvers.iter().flat_map(of).collect();
    (!rows.is_empty()).then(|| Table {
        class: "sources",
        caption: "Where the solvers come from".to_owned(),
        columns: ["solver", "published in", "author", "year", "part", "what differs here"]
            .map(Column::text)
            .into(),
        groups: single(rows),
        notes: vec!["What a publication does not say of itself is unknown.".to_owned()],
    })
}

/// `000, solution 1`
fn brief(SourceRecord { key, part, .. }: &SourceRecord) -> String {
    if part.is_empty() { key.clone() } else { format!("{key}, {part}") }
}

/// Where and with what the run was made.
pub(crate) fn environment(results: &Results) -> Table {
    let Environment { started, cpu, cores, governor, load, platform, rustc, rustflags, .. } =
        &results.environment;
    let Environment { target_features, cpu_features, build, commit, dirty, .. } =
        &results.environment;
    let Environment { lock_sha256, program_sha256, clock, .. } = &results.environment;
    let or = |text: &Option<String>, none: &str| text.clone().unwrap_or_else(|| none.to_owned());
    let listed = |text: String| if text.is_empty() { "none".to_owned() } else { text };
    let used = listed(target_features.join(", "));
    let extensions = match cpu_features {
        Some(found) => format!("{used}; the processor has {}", listed(found.join(", "))),
        None => used,
    };
    let commit = match dirty {
        Some(true) => format!("{}, with changes", or(commit, "unknown")),
        _ => or(commit, "unknown"),
    };
    let rows = [
        ("started", started.clone()),
        ("processor", cpu.clone()),
        ("cores", cores.to_string()),
        ("governor", or(governor, "unknown")),
        ("load before the run", or(load, "unknown")),
        ("platform", platform.clone()),
        ("clock", clock.clone()),
        ("compiler", rustc.lines().next().unwrap_or_default().to_owned()),
        ("compiler flags", listed(rustflags.clone())),
        ("vector extensions", extensions),
        ("build", build.clone()),
        ("commit", commit),
        ("lock file", short(lock_sha256)),
        ("program", program_sha256.as_deref().map_or_else(|| "unknown".to_owned(), short)),
        ("samples", results.plan.samples.to_string()),
        ("budget", format::many(results.plan.call_budget, "recursive call") + " per puzzle"),
    ];
    Table {
        class: "environment",
        caption: "Where and with what".to_owned(),
        columns: vec![Column::text("what"), Column::text("found")],
        groups: single(
            rows.into_iter().map(|(key, value)| vec![Cell::text(key), Cell::text(value)]).collect(),
        ),
        notes: vec!["Hashes are SHA-256.".to_owned()],
    }
}

fn single(rows: Vec<Vec<Cell>>) -> Vec<Group> {
    vec![Group { name: String::new(), about: String::new(), rows }]
}

/// A group for every corpus that there are rows for.
fn where_found(results: &Results, rows: impl Fn(&str) -> Vec<Vec<Cell>>) -> Vec<Group> {
    let group = |corpus: &CorpusRecord| Group {
        name: corpus.name.clone(),
        about: corpus.about.trim_end_matches('.').to_owned(),
        rows: rows(&corpus.name),
    };
    let groups = results.plan.corpora.iter().map(group);
    groups.filter(|group| !group.rows.is_empty()).collect()
}

fn by_corpus(
    results: &Results,
    on: impl Fn(&CorpusRecord) -> String,
    row: impl Fn(&SolverRecord, &CorpusRecord) -> Vec<Cell>,
) -> Vec<Group> {
    let group = |corpus: &CorpusRecord| Group {
        name: corpus.name.clone(),
        about: format!("{}: {}", on(corpus), corpus.about.trim_end_matches('.')),
        rows: results.plan.solvers.iter().map(|solver| row(solver, corpus)).collect(),
    };
    results.plan.corpora.iter().map(group).collect()
}

fn outcome(row: Option<&Row>) -> Cell {
    let Some(row) = row.filter(|row| row.puzzles() > 0) else { return Cell::text("not run") };
    if row.wrong > 0 {
        let text = format!("WRONG on {} of {}", row.wrong, row.puzzles());
        return Cell { text, alarm: true, ..Cell::default() };
    }
    let parts =
        [(row.solved, "solved"), (row.no_solution, "without a solution"), (row.stopped, "stopped")];
    let parts = parts.iter().filter(|(number, _)| *number > 0);
    Cell::text(
        parts.map(|(number, what)| format!("{number} {what}")).collect::<Vec<_>>().join(", "),
    )
}

/// Enough of a hash to tell it from others.
fn short(hash: &str) -> String {
    hash.chars().take(12).collect()
}
