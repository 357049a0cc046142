//! Two solvers compared puzzle by puzzle: for the terminal, and for the page, where a reader
//! chooses the solvers.

use askama::Template;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};
use sudoku_core::nearest;
use sudoku_judge::{CLOCK_NS, Duel, DuelRow, PuzzleTimes, Results, format};
use sudoku_record::pack;

use crate::charts::scatter;
use crate::escape::markdown as escape;
use crate::player;
use crate::section::{Part, Section};
use crate::tables::text::parts;
use crate::tables::{Cell, Table, single};
use crate::wrap::{hanging, wrapped};

/// How many puzzles are listed at each end.
const ENDS: usize = 5;

/// The greatest number of single times that the page has. Of larger runs it has the first puzzles of
/// each set.
const MOST_TIMES: usize = 250_000;

/// Compares two solvers on every set of a run, as text for a terminal of `width` columns; on a
/// single set also with the puzzles at both ends.
///
/// # Errors
///
/// When no solver or set of the survey has a given name. The error names the nearest.
pub fn duel(
    times: &[PuzzleTimes],
    ids: [&str; 2],
    corpus: Option<&str>,
    width: usize,
) -> Result<String, String> {
    if times.is_empty() {
        return Err("the run has no survey, so there are no times of single puzzles".to_owned());
    }
    let known = |what: &str, name: &str, all: &[&str]| {
        let none = || format!("the run has no {what} `{name}`; {}", nearest(name, all));
        if all.contains(&name) { Ok(()) } else { Err(none()) }
    };
    let solvers: Vec<&str> =
        times.iter().flat_map(|times| &times.solvers).map(|one| &*one.solver).collect();
    let sets: Vec<&str> = times.iter().map(|times| &*times.corpus).collect();
    ids.iter().try_for_each(|id| known("times of a solver", id, &solvers))?;
    corpus.iter().try_for_each(|name| known("set", name, &sets))?;
    let asked = times.iter().filter(|times| corpus.is_none_or(|name| times.corpus == name));
    let found: Vec<(&PuzzleTimes, Duel)> =
        asked.filter_map(|times| Some((times, times.duel(ids[0], ids[1])?))).collect();
    let table = self::table(ids, &found);
    let mut blocks = vec![wrapped(&format!("{}:", table.caption), width)];
    blocks.extend(parts(&table, width));
    blocks.extend(table.notes.iter().map(|note| wrapped(note, width)));
    if let ([(times, duel)], Some(_)) = (found.as_slice(), corpus) {
        blocks.extend(ends(duel).into_iter().zip(ids).map(|(rows, id)| {
            let lines = rows.iter().map(|row| line(times, row, width));
            format!("Best for {id}:\n{}", format::joined(lines, "\n"))
        }));
    }
    Ok(blocks.join("\n\n"))
}

/// On how many puzzles each solver is faster, and the spread of the ratios of times.
fn table(ids: [&str; 2], found: &[(&PuzzleTimes, Duel)]) -> Table {
    let [first, second] = ids;
    let caption = format!("A, {first}, against B, {second}, puzzle by puzzle");
    let percent = |some: usize, duel: &Duel| Cell::text(self::percent(some, duel.rows.len()));
    let ratio = |at: usize| {
        move |(_, duel): &&(&PuzzleTimes, Duel)| Some(Cell::text(format::rough(duel.spread()?[at])))
    };
    let fewer = |which: usize| {
        move |(_, duel): &&(&PuzzleTimes, Duel)| Some(percent(duel.fewer_nodes()?[which], duel))
    };
    let times: Vec<&PuzzleTimes> = found.iter().map(|(times, _)| *times).collect();
    Table::of("duels", caption, single(found))
        .text("set", |(times, _)| Cell::text(&times.corpus))
        .number("puzzles", "", |(_, duel)| Cell::count(duel.rows.len()))
        .number("A faster", "", |(_, duel)| percent(duel.wins()[0], duel))
        .number("B faster", "", |(_, duel)| percent(duel.wins()[1], duel))
        .number("least A/B", "", ratio(0))
        .number("10 %", "", ratio(1))
        .number("median", "", ratio(2))
        .number("90 %", "", ratio(3))
        .number("most A/B", "", ratio(4))
        .number("A fewer nodes", "", fewer(0))
        .number("B fewer nodes", "", fewer(1))
        .number("A alone", "", |(_, duel)| Cell::count(duel.alone[0]))
        .number("B alone", "", |(_, duel)| Cell::count(duel.alone[1]))
        .note(noise(&times))
        .note(
            "Alone: puzzles on which the other one went over its budget. Nodes are exact, and \
             not the same step in every family: each says under “A node” what it counts.",
        )
        .table()
}

/// A share of all puzzles in whole per cent.
fn percent(some: usize, all: usize) -> String {
    format!("{:.0} %", 100.0 * some as f64 / all.max(1) as f64)
}

/// The note that says what counts as a win on these sets.
fn noise(times: &[&PuzzleTimes]) -> String {
    let shares = || times.iter().filter_map(|times| times.noise);
    let (least, most) = (shares().fold(f64::MAX, f64::min), shares().fold(0.0, f64::max));
    let range = if least < most {
        format!("{} to {}, by set,", format::share(least), format::share(most))
    } else {
        format::share(most)
    };
    let copies = "19 of 20 turns of a second copy of one solver differed by less, and";
    let (share, copies) = match shares().next() {
        Some(_) => (format!("{range} and "), copies),
        None => (String::new(), "no second copy of a solver ran, and"),
    };
    format!(
        "The first puzzles of the set were solved, each once. A win is a difference of more than {share}20 ns: {copies} the \
         clock is uncertain by some ten nanoseconds. Now and then a solve is interrupted: one at an end that its nodes do not \
         explain may be such a solve."
    )
}

/// The puzzles at both ends, the extreme ones first.
fn ends(duel: &Duel) -> [Vec<&DuelRow>; 2] {
    let rows = || duel.rows.iter();
    [rows().take(ENDS).collect(), rows().rev().take(ENDS).collect()]
}

fn line(times: &PuzzleTimes, row: &DuelRow, width: usize) -> String {
    let [first, second] = row.ns.map(|ns| format::time(ns as f64));
    let nodes = row.nodes.map_or_else(String::new, |[first, second]| {
        format!("; {} against {} nodes", format::count(first), format::count(second))
    });
    let place = place(times, row);
    let ratio = format::rough(row.ratio);
    let line = format!("  {place}: {first} against {second}, ratio {ratio}{nodes}");
    format!("{}\n  {}", hanging(&line, 4, width), row.puzzle)
}

/// Where to find a puzzle: its line in the file of a shipped set or, failing that, its index among
/// the puzzles of the run.
fn place(PuzzleTimes { corpus, set, .. }: &PuzzleTimes, row: &DuelRow) -> String {
    let puzzle = row.puzzle.to_string();
    let text = sudoku_puzzles::find(set).ok().map(|corpus| corpus.text);
    let line = text.and_then(|text| text.lines().position(|line| line.starts_with(&puzzle)));
    match line {
        Some(line) => format!("{set}.txt:{}", line + 1),
        None => format!("puzzle {} of {corpus}", row.index),
    }
}

/// The outcome of a duel in one paragraph; `templates/duel.js` has the same.
fn sentence(set: &str, [a, b]: [&str; 2], duel: &Duel) -> String {
    let all = duel.rows.len();
    let [ours, theirs] = duel.wins();
    let share = |some| percent(some, all);
    let mut text = duel.spread().map_or_else(
        || format!("No puzzle of {set} was finished by both."),
        |spread| {
            let [least, low, median, high, most] = spread.map(format::rough);
            format!(
                "On {} of {set}, {a} is faster on {}, {b} on {}, and {} cannot be told apart. The \
                 time of {a} divided by that of {b} has a median of {median}; on four puzzles of five \
                 it lies between {low} and {high}, on all between {least} and {most}.",
                format::many(all, "puzzle"),
                share(ours),
                share(theirs),
                share(all - ours - theirs),
            )
        },
    );
    for (puzzles, id) in duel.alone.into_iter().zip([a, b]).filter(|(puzzles, _)| *puzzles > 0) {
        let puzzles = format::many(puzzles, "puzzle");
        text += &format!(" On {puzzles}, only {id} stayed within its budget.");
    }
    text
}

pub(crate) fn section(results: &Results) -> Section<'_> {
    let finding = "Which wins on which puzzle, and by how much";
    let section = Section::new("duel", "Two solvers, puzzle by puzzle", finding).listed_as("Duel");
    section.parts(Choice::of(results))
}

/// The duel on the page. `Display` writes HTML.
#[derive(Template)]
#[template(path = "duel.html")]
struct Choice {
    /// The outcome of the duel that the page shows without its script.
    sentence: String,
    /// The margin of a win on that duel's set, in words.
    noise: String,
    /// The chart of that duel.
    svg: String,
    /// The [embedded](embedded()) survey as JSON, packed with gzip, in base 64.
    data: String,
}

impl Part for Choice {
    fn markdown(&self) -> Vec<String> {
        vec![escape(&self.sentence), escape(&self.noise)]
    }
}

impl Choice {
    /// `None` if nothing was surveyed, or if the ladder has no two solvers to compare.
    fn of(results: &Results) -> Option<Self> {
        let all = sets(results);
        let (corpus, ids, duel) = pair(results, &all)?;
        let times = &all[corpus];
        let text = serde_json::to_vec(&embedded(results, &all, corpus, ids)).ok()?;
        Some(Self {
            sentence: sentence(&times.corpus, ids, &duel),
            noise: noise(&[times]),
            svg: scatter(results, &times.corpus, ids, &duel)?,
            data: BASE64_STANDARD.encode(pack(&text).ok()?),
        })
    }
}

/// The sets whose puzzles a reader can choose from, with times of three digits, as they are printed.
fn sets(results: &Results) -> Vec<PuzzleTimes> {
    let several = results.puzzle_times.iter().filter(|times| times.puzzles.len() > 1);
    let mut all: Vec<PuzzleTimes> = several.cloned().collect();
    let most = drawn(&all);
    for times in &mut all {
        times.puzzles.truncate(most);
        for solver in &mut times.solvers {
            solver.ns.truncate(most);
            solver.nodes.truncate(most);
            solver.ns.iter_mut().flatten().for_each(|ns| *ns = in_three_digits(*ns));
        }
    }
    all
}

fn in_three_digits(ns: u64) -> u64 {
    let unit = 10_u64.pow(ns.max(1).ilog10().saturating_sub(2));
    (ns + unit / 2) / unit * unit
}

/// Chooses the duel that is shown at first: of all pairs of neighbours on the leading ladder, the
/// pair whose loser wins the greatest share of the puzzles.
fn pair<'a>(results: &'a Results, all: &[PuzzleTimes]) -> Option<(usize, [&'a str; 2], Duel)> {
    let ladder = results.lead()?;
    let corpus = all.iter().position(|times| times.corpus == ladder.corpus)?;
    let steps = ladder.rungs.iter().filter_map(|rung| {
        let below = rung.below.as_ref().filter(|step| step.work.is_some())?;
        let ids = [rung.solver.as_str(), below.reference.as_str()];
        Some((ids, all[corpus].duel(ids[0], ids[1])?))
    });
    let share = |duel: &Duel| {
        let [ours, theirs] = duel.wins();
        ours.min(theirs) as f64 / duel.rows.len().max(1) as f64
    };
    let (ids, duel) = steps.max_by(|(_, a), (_, b)| share(a).total_cmp(&share(b)))?;
    Some((corpus, ids, duel))
}

/// The survey for the script of the page, which compares any two of its solvers; `templates/duel.js`
/// has its types.
fn embedded(results: &Results, all: &[PuzzleTimes], corpus: usize, ids: [&str; 2]) -> Value {
    let plan = &results.plan;
    let solvers: Vec<&str> = plan.solvers.iter().map(|one| one.id.as_str()).collect();
    let at = |id: &str| solvers.iter().position(|solver| *solver == id).unwrap_or(0);
    let surveyed = |times: &PuzzleTimes| {
        let of = |id: &&str| times.solvers.iter().find(|one| one.solver == **id);
        json!({
            "name": times.corpus,
            "goal": results.corpus(&times.corpus).map(|one| one.goal).unwrap_or_default(),
            "noise": times.noise,
            "margin": noise(&[times]),
            "puzzles": times.puzzles.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "ns": solvers.iter().map(|id| of(id).map(|one| &*one.ns)).collect::<Vec<_>>(),
        })
    };
    json!({
        "solvers": solvers,
        "runs": plan.solvers.iter().map(player::runs).collect::<Vec<_>>(),
        "corpora": all.iter().map(surveyed).collect::<Vec<_>>(),
        "first": [corpus, at(ids[0]), at(ids[1])],
        "clock_ns": CLOCK_NS,
    })
}

/// How many puzzles of each set the page has, so that the times are at most [`MOST_TIMES`].
fn drawn(all: &[PuzzleTimes]) -> usize {
    let longest = all.iter().map(|times| times.puzzles.len()).max().unwrap_or(0);
    let fits = |most: usize| {
        let drawn = |times: &PuzzleTimes| times.puzzles.len().min(most) * times.solvers.len();
        all.iter().map(drawn).sum::<usize>() <= MOST_TIMES
    };
    (1..=longest).collect::<Vec<_>>().partition_point(|&most| fits(most))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use sudoku_core::{Goal, Grid};
    use sudoku_judge::SolverTimes;
    use sudoku_record::{Raw, RunFolder};

    use super::*;

    fn solver(id: &str, ns: &[Option<u64>]) -> SolverTimes {
        let nodes = ns.iter().map(|ns| ns.map(|ns| ns / 100)).collect();
        SolverTimes { solver: id.to_owned(), ns: ns.to_vec(), nodes }
    }

    fn times(corpus: &str, puzzles: &[Grid], solvers: Vec<SolverTimes>) -> PuzzleTimes {
        PuzzleTimes {
            corpus: corpus.to_owned(),
            set: corpus.split('+').next().unwrap().to_owned(),
            puzzles: puzzles.to_vec(),
            solvers,
            noise: Some(0.1),
        }
    }

    #[test]
    fn the_drawing_of_the_page_has_room() {
        let puzzles = vec![Grid::BLANK; 2500];
        let solvers = || (0..30).map(|at| solver(&format!("a/{at}"), &vec![None; 2500]));
        let long = times("long", &puzzles, solvers().collect());
        let short = times("short", &puzzles[..500], solvers().collect());
        assert_eq!(drawn(std::slice::from_ref(&long)), 2500);
        assert_eq!(
            drawn(&[long.clone(), long.clone(), long.clone(), long, short]),
            (MOST_TIMES / 30 - 500) / 4,
            "short sets leave room to the others"
        );
    }

    #[test]
    fn times_on_the_page_are_those_that_it_prints() {
        let rounded = [0, 7, 999, 1004, 1005, 12_349, 99_951, 4_560_000].map(in_three_digits);
        assert_eq!(rounded, [0, 7, 999, 1000, 1010, 12_300, 100_000, 4_560_000]);
    }

    #[test]
    fn a_reader_chooses_among_all_sets_with_puzzles() {
        let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixture");
        let mut results = Results::of(&Raw::read(&RunFolder::new(fixture)).unwrap());
        results.plan.corpora[2].goal = Goal::Unique; // which its name does not say
        let all = sets(&results);
        let page = embedded(&results, &all, 0, ["bitmask/blank-list"; 2]);
        assert_eq!(page["solvers"].as_array().map(Vec::len), Some(4));
        let corpora = page["corpora"].as_array().unwrap();
        let goals = corpora.iter().map(|one| (one["name"].clone(), one["goal"].clone()));
        let (first, unique) = (json!(Goal::First), json!(Goal::Unique));
        let expected = [("finished", &first), ("effort-1e5", &unique), ("none", &first)];
        assert_eq!(
            goals.collect::<Vec<_>>(),
            expected.map(|(name, goal)| (json!(name), goal.clone()))
        );
    }

    #[test]
    fn a_duel_is_described_in_words_and_figures() {
        let entries = sudoku_puzzles::find("easy").unwrap().entries();
        let puzzles = [entries[1].grid, Grid::BLANK.with(0, 1), entries[0].grid];
        let first = solver("a/first", &[Some(1000), Some(5000), Some(900)]);
        let second = solver("b/second", &[Some(4000), Some(1000), None]);
        let times = [times("easy", &puzzles, vec![first, second])];
        let ids = ["a/first", "b/second"];
        let text = duel(&times, ids, Some("easy"), 100).unwrap();
        let header = sudoku_puzzles::find("easy")
            .unwrap()
            .text
            .lines()
            .take_while(|line| line.starts_with('#'));
        let line = header.count() + 2;
        for part in [
            format!("  easy.txt:{line}: 1.00 µs against 4.00 µs, ratio 0.25; 10 against 40 nodes"),
            "  puzzle 1 of easy: 5.00 µs against 1.00 µs, ratio 5.0; 50 against 10 nodes"
                .to_owned(),
            format!("  {}", entries[1].grid),
            "Best for a/first:\n  easy.txt".to_owned(),
            "Best for b/second:\n  puzzle 1".to_owned(),
        ] {
            assert!(text.contains(&part), "{part}: {text}");
        }
        assert!(text.replace('\n', " ").contains("more than 10.0 % and 20 ns"), "{text}");
        let row = text.lines().find(|line| line.starts_with("easy ")).unwrap();
        let row: Vec<&str> = row.split_whitespace().collect();
        assert_eq!(row[..6], ["easy", "2", "50", "%", "50", "%"]);
        assert!(
            !duel(&times, ids, None, 100).unwrap().contains("Best for"),
            "of a set that is named"
        );

        let found = times[0].duel(ids[0], ids[1]).unwrap();
        assert_eq!(
            sentence("easy", ids, &found),
            "On 2 puzzles of easy, a/first is faster on 50 %, b/second on 50 %, and 0 % cannot be \
             told apart. The time of a/first divided by that of b/second has a median of 2.6; on \
             four puzzles of five it lies between 0.73 and 4.5, on all between 0.25 and 5.0. On 1 \
             puzzle, only a/first stayed within its budget."
        );

        let refused = |ids, corpus| duel(&times, ids, corpus, 100).unwrap_err();
        assert!(refused(["a/frist", "b/second"], None).ends_with("the nearest is `a/first`"));
        assert!(refused(ids, Some("esay")).ends_with("the nearest is `easy`"));
        assert!(duel(&[], ids, None, 100).unwrap_err().contains("no survey"));
    }
}
