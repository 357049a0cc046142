//! Two solvers compared puzzle by puzzle: for the terminal, and for the page, where a reader
//! chooses the solvers.

use std::collections::BTreeSet;
use std::slice;

use askama::Template;
use serde::Serialize;
use sudoku_core::{Goal, nearest};
use sudoku_judge::{Duel, DuelRow, PuzzleTimes, Results};
use sudoku_record::pack_tightly;

use crate::charts::scatter;
use crate::escape::markdown as escape;
use crate::section::Part;
use crate::tables::duels;
use crate::tables::text::parts;
use crate::wrap::{hanging, wrapped};
use crate::{base85, format, player};

/// How many puzzles are listed at each end.
const ENDS: usize = 5;

/// The greatest number of single times that the page draws. For larger runs it draws the first
/// puzzles of each set.
const DRAWN: usize = 92_000;

/// Three texts with places for names and [`figures`]: the outcome of a duel; the outcome if no
/// puzzle was finished by both; and a sentence for each solver that alone finished some puzzles.
const WORDS: [&str; 3] = [
    "On {0} of {set}, {a} is faster on {1}, {b} on {2}, and {3} cannot be told apart. The time of {a} \
     divided by that of {b} has a median of {4}; on four puzzles of five it lies between {5} and {6}, \
     on all between {7} and {8}.",
    "No puzzle of {set} was finished by both.",
    " On {0}, only {a} stayed within its budget.",
];

/// Compares two solvers on every set of a run, as text for a terminal of `width` columns; on a
/// single set also with the puzzles at both ends.
///
/// # Errors
///
/// When no solver or set of the survey has a given name. The error suggests the nearest name.
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
        let meant = || nearest(name, all.iter().copied()).unwrap_or_default();
        let none = || format!("the run has no {what} `{name}`; did you mean `{}`?", meant());
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
    let table = duels::table(ids, &found);
    let mut blocks = vec![wrapped(&format!("{}:", table.caption), width)];
    blocks.extend(parts(&table, width));
    blocks.extend(table.notes.iter().map(|note| wrapped(note, width)));
    if let ([(times, duel)], Some(_)) = (found.as_slice(), corpus) {
        blocks.extend(ends(duel, usize::MAX).into_iter().zip(ids).map(|(rows, id)| {
            let lines = rows.iter().map(|row| line(times, row, width));
            format!("Best for {id}:\n{}", format::joined(lines, "\n"))
        }));
    }
    Ok(blocks.join("\n\n"))
}

/// The puzzles at both ends, the extreme ones first, among the first `most` puzzles of the set.
fn ends(duel: &Duel, most: usize) -> [Vec<&DuelRow>; 2] {
    let rows = || duel.rows.iter().filter(|row| row.index < most);
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

/// The number of [`figures`] of a duel.
const FIGURES: usize = 11;

/// The figures of a duel as they are printed: the number of puzzles that both finished; the shares
/// won by the first solver, won by the second, and won by neither; the median, the 10 % and 90 %
/// quantiles, the least and the greatest of the ratios; and the number of puzzles that each
/// finished alone. A figure that does not exist is empty.
fn figures(duel: &Duel) -> [String; FIGURES] {
    let all = duel.rows.len();
    let [ours, theirs] = duel.wins();
    let shares = [ours, theirs, all - ours - theirs].map(|some| duels::percent(some, all));
    let ratios = duel.spread().map_or([const { String::new() }; 5], |spread| {
        [spread.median, spread.low, spread.high, spread.least, spread.most].map(format::rough)
    });
    let many = |puzzles: usize| match puzzles {
        0 => String::new(),
        _ => format::many(puzzles as u64, "puzzle"),
    };
    let [ours, theirs, even] = shares;
    let [median, low, high, least, most] = ratios;
    let [alone, other] = duel.alone.map(many);
    [many(all), ours, theirs, even, median, low, high, least, most, alone, other]
}

/// The outcome of a duel in one paragraph.
fn sentence(set: &str, [a, b]: [&str; 2], figures: &[String]) -> String {
    let filled = |words: &str, figures: &[String], a| {
        let put = |text: String, (at, figure): (usize, &String)| {
            text.replace(&format!("{{{at}}}"), figure)
        };
        let text = figures.iter().enumerate().fold(words.to_owned(), put);
        text.replace("{a}", a).replace("{b}", b).replace("{set}", set)
    };
    let alone = figures[9..].iter().zip([a, b]).filter(|(puzzles, _)| !puzzles.is_empty());
    let alone = alone.map(|(puzzles, id)| filled(WORDS[2], slice::from_ref(puzzles), id));
    filled(WORDS[usize::from(figures[0].is_empty())], figures, a) + &alone.collect::<String>()
}

/// The duel on the page. `Display` writes HTML.
#[derive(Template)]
#[template(path = "duel.html")]
pub(crate) struct Choice {
    /// The outcome of the duel that the page shows without its script.
    sentence: String,
    /// The margin of a win on that duel's set, in words.
    noise: String,
    /// The chart of that duel.
    svg: String,
    /// [`Embedded`] as JSON, packed with gzip, in base 85.
    data: String,
}

impl Part for Choice {
    fn markdown(&self) -> Vec<String> {
        vec![escape(&self.sentence), escape(&self.noise)]
    }
}

/// The data of all duels for the script of the page, which computes nothing itself.
#[derive(Serialize)]
struct Embedded<'a> {
    words: [&'static str; 3],
    solvers: Vec<&'a str>,
    /// For each solver, whether the page can run it.
    runs: Vec<bool>,
    /// All times that occur, as they are printed; ascending.
    times: Vec<String>,
    /// Round times for the ticks of the axes.
    ticks: Vec<(f64, String)>,
    corpora: Vec<Surveyed<'a>>,
    /// The duel that is shown at first: the places of its corpus and its two solvers.
    first: [usize; 3],
}

#[derive(Serialize)]
struct Surveyed<'a> {
    name: &'a str,
    goal: Goal,
    noise: String,
    puzzles: Vec<String>,
    /// For each solver, the places of its times in [`Embedded::times`]; `None` for a solver without
    /// times.
    times: Vec<Option<Places>>,
    /// For each of the [`figures`], two texts with its value for every pair, separated by `;`: each
    /// solver with itself and the solvers after it, and the same pairs in reverse. gzip packs this
    /// order best.
    figures: [[String; 2]; FIGURES],
    /// For each solver, its pairs with itself and the solvers after it.
    pairs: Vec<Vec<Option<Pair>>>,
}

/// For each puzzle, the place of a solver's time in [`Embedded::times`], as two digits of base 90,
/// `#` for 0; two spaces if the solver exceeded its budget. The high digits, most of them equal,
/// are a text of their own, which gzip packs best.
#[derive(Serialize)]
struct Places {
    high: String,
    low: String,
}

impl Places {
    fn of(places: impl Iterator<Item = Option<usize>>) -> Self {
        let digit = |value: usize| char::from_u32('#' as u32 + value as u32);
        let digits = |place| Some((digit(place / 90)?, digit(place % 90)?));
        let (high, low) = places.map(|place| place.and_then(digits).unwrap_or((' ', ' '))).unzip();
        Self { high, low }
    }
}

/// The puzzles of a duel.
#[derive(Serialize)]
struct Pair {
    /// The puzzles at both ends, by index.
    ends: [Vec<usize>; 2],
    /// A text with a 1 for each puzzle on which neither solver wins and a 0 for any other; empty if
    /// there is no such puzzle.
    even: String,
}

impl Choice {
    /// `None` if nothing was surveyed, or if the ladder has no two solvers to compare.
    pub(crate) fn of(results: &Results) -> Option<Self> {
        let all = sets(results);
        let (corpus, ids, duel) = pair(results, &all)?;
        let times = all[corpus];
        let text = serde_json::to_vec(&embedded(results, &all, corpus, ids)).ok()?;
        Some(Self {
            sentence: sentence(&times.corpus, ids, &figures(&duel)),
            noise: duels::noise(&[times]),
            svg: scatter(results, &times.corpus, ids, &duel)?,
            data: base85::text(&pack_tightly(&text).ok()?),
        })
    }
}

/// The sets whose puzzles a reader can choose from.
fn sets(results: &Results) -> Vec<&PuzzleTimes> {
    results.puzzle_times.iter().filter(|times| times.puzzles.len() > 1).collect()
}

/// Chooses the duel that is shown at first: of all pairs of neighbours on the leading ladder, the
/// pair whose loser wins the greatest share of the puzzles.
fn pair<'a>(results: &'a Results, all: &[&'a PuzzleTimes]) -> Option<(usize, [&'a str; 2], Duel)> {
    let ladder = results.lead()?;
    let corpus = all.iter().position(|times| times.corpus == ladder.corpus)?;
    let steps = ladder.rungs.iter().filter_map(|rung| {
        let below = rung.below.as_ref().filter(|step| step.work.is_some())?;
        let ids = [rung.solver.as_str(), below.from.as_str()];
        Some((ids, all[corpus].duel(ids[0], ids[1])?))
    });
    let share = |duel: &Duel| {
        let [ours, theirs] = duel.wins();
        ours.min(theirs) as f64 / duel.rows.len().max(1) as f64
    };
    let (ids, duel) = steps.max_by(|(_, a), (_, b)| share(a).total_cmp(&share(b)))?;
    Some((corpus, ids, duel))
}

fn embedded<'a>(
    results: &'a Results,
    all: &[&'a PuzzleTimes],
    corpus: usize,
    ids: [&str; 2],
) -> Embedded<'a> {
    let plan = &results.plan;
    let solvers: Vec<&str> = plan.solvers.iter().map(|one| one.id.as_str()).collect();
    let at = |id: &str| solvers.iter().position(|solver| *solver == id).unwrap_or(0);
    let first = [corpus, at(ids[0]), at(ids[1])];
    let most = drawn(all);
    let ns: BTreeSet<u64> = all
        .iter()
        .flat_map(|times| &times.solvers)
        .flat_map(|solver| solver.ns.iter().take(most).flatten().copied())
        .collect();
    let mut times: Vec<(u64, String)> =
        ns.into_iter().map(|ns| (ns, format::time(ns as f64))).collect();
    times.dedup_by(|(_, text), (_, before)| text == before);
    let corpora = all.iter().map(|surveyed| {
        let goal = results.corpus(&surveyed.corpus).map(|one| one.goal).unwrap_or_default();
        Surveyed::of(surveyed, goal, &solvers, &times, most)
    });
    Embedded {
        words: WORDS,
        corpora: corpora.collect(),
        runs: plan.solvers.iter().map(player::runs).collect(),
        ticks: (0..13)
            .flat_map(|power| [1.0, 2.0, 5.0].map(|step| step * 10_f64.powi(power)))
            .map(|ns| (ns, format::tick(ns)))
            .collect(),
        times: times.into_iter().map(|(_, text)| text).collect(),
        solvers,
        first,
    }
}

/// How many puzzles of each set the page draws, so that the times are at most [`DRAWN`].
fn drawn(all: &[&PuzzleTimes]) -> usize {
    let longest = all.iter().map(|times| times.puzzles.len()).max().unwrap_or(0);
    let fits = |most: usize| {
        let drawn = |times: &&PuzzleTimes| times.puzzles.len().min(most) * times.solvers.len();
        all.iter().map(drawn).sum::<usize>() <= DRAWN
    };
    (1..=longest).collect::<Vec<_>>().partition_point(|&most| fits(most))
}

impl<'a> Surveyed<'a> {
    fn of(
        surveyed: &'a PuzzleTimes,
        goal: Goal,
        ids: &[&str],
        times: &[(u64, String)],
        most: usize,
    ) -> Self {
        let place = |ns: u64| times.partition_point(|(least, _)| *least <= ns) - 1;
        let of = |id: &&str| {
            let solver = surveyed.solvers.iter().find(|one| one.solver == **id)?;
            Some(Places::of(solver.ns.iter().take(most).map(|ns| ns.map(place))))
        };
        let pair = |duel: &Duel| {
            let undecided = duel.rows.iter().filter(|row| row.winner.is_none());
            let even: BTreeSet<usize> = undecided.map(|row| row.index).collect();
            let bit = |at| if even.contains(&at) { '1' } else { '0' };
            let shown = if even.is_empty() { 0 } else { surveyed.puzzles.len().min(most) };
            let ends = ends(duel, most);
            Pair {
                ends: ends.map(|rows| rows.iter().map(|row| row.index).collect()),
                even: (0..shown).map(bit).collect(),
            }
        };
        let mut columns: [[Vec<String>; 2]; FIGURES] = Default::default();
        let mut both = |first: &str, second: &str| {
            let duels = [(first, second), (second, first)].map(|(a, b)| surveyed.duel(a, b));
            for (way, duel) in duels.iter().enumerate() {
                let figures = duel.as_ref().map(figures).unwrap_or_default();
                columns.iter_mut().zip(figures).for_each(|(column, text)| column[way].push(text));
            }
            duels[0].as_ref().map(pair)
        };
        let pairs = ids.iter().enumerate();
        let pairs = pairs.map(|(at, a)| ids[at..].iter().map(|b| both(a, b)).collect()).collect();
        Self {
            name: &surveyed.corpus,
            goal,
            noise: duels::noise(&[surveyed]),
            puzzles: surveyed.puzzles.iter().take(most).map(ToString::to_string).collect(),
            times: ids.iter().map(of).collect(),
            figures: columns.map(|column| column.map(|texts| texts.join(";"))),
            pairs,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use sudoku_core::Grid;
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
        assert_eq!(drawn(&[&long]), 2500);
        assert_eq!(
            drawn(&[&long, &long, &short]),
            (DRAWN / 30 - 500) / 2,
            "short sets leave room to the others"
        );
    }

    #[test]
    fn page_and_terminal_print_equal_figures() {
        let puzzles: Vec<Grid> = (1..=9).map(|digit| Grid::BLANK.with(0, digit)).collect();
        let ns = |odd: u64| -> Vec<Option<u64>> {
            (1..=9).map(|at| (at != odd).then_some(90 + 7919 * at * odd % 997)).collect()
        };
        let ids = ["a/first", "b/second", "c/third"];
        let solvers = (3..).zip(ids).map(|(odd, id)| solver(id, &ns(odd)));
        let all = [times("easy", &puzzles, solvers.collect())];
        let table = vec![(90, "90.0 ns".to_owned())];
        let page = Surveyed::of(&all[0], Goal::Unique, &ids, &table, 8);
        let pairs = [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)];
        for (first, a) in ids.iter().enumerate() {
            for (second, b) in ids.iter().enumerate() {
                let pair = (first.min(second), first.max(second));
                let place = pairs.iter().position(|one| *one == pair).unwrap();
                let turned = usize::from(first > second);
                let text = duel(&all, [a, b], None, 100).unwrap();
                let rows = text.lines().filter_map(|line| line.strip_prefix("easy "));
                let rows = rows.collect::<Vec<_>>().join(" ");
                let row = rows.split_whitespace().collect::<Vec<_>>().join(" ");
                let columns = page.figures.each_ref();
                let columns = columns.map(|both| both[turned].split(';').nth(place).unwrap());
                let [puzzles, ours, theirs, _, median, low, high, least, most, ..] = columns;
                let puzzles = puzzles.split(' ').next().unwrap();
                let expected =
                    format!("{puzzles} {ours} {theirs} {least} {low} {median} {high} {most} ");
                assert!(row.starts_with(&expected), "{a} {b}: {row}, {expected}");
            }
            assert_eq!(page.pairs[first].len(), ids.len() - first, "itself and those after it");
            let low = &page.times[first].as_ref().unwrap().low;
            assert_eq!(low.chars().count(), 8, "of what is drawn");
        }
        let Pair { ends: [best, worst], even } = page.pairs[0][1].as_ref().unwrap();
        let found = all[0].duel(ids[0], ids[1]).unwrap();
        let drawn: Vec<&DuelRow> = found.rows.iter().filter(|row| row.index < 8).collect();
        assert_eq!(best[0], drawn[0].index);
        assert_eq!(worst[0], drawn.last().unwrap().index);
        let grey = even.chars().filter(|bit| *bit == '1').count();
        assert_eq!(grey, drawn.iter().filter(|row| row.winner.is_none()).count());
        assert!(grey > 0 && even.len() == 8);
    }

    #[test]
    fn a_time_is_known_by_its_place() {
        let places = [Some(0), None, Some(57), Some(90), Some(9_100)];
        let Places { high, low } = Places::of(places.into_iter());
        assert_eq!((&*high, &*low), ("# #$\u{88}", "# \\#-"));
    }

    #[test]
    fn a_reader_chooses_among_all_sets_with_puzzles() {
        let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixture");
        let mut results = Results::of(&Raw::read(&RunFolder::new(fixture)).unwrap());
        results.plan.corpora[2].goal = Goal::Unique; // which its name does not say
        let page = embedded(&results, &sets(&results), 0, ["bitmask/blank-list"; 2]);
        assert_eq!(page.solvers.len(), 4);
        let goals: Vec<_> = page.corpora.iter().map(|one| (one.name, one.goal)).collect();
        let (first, unique) = (Goal::First, Goal::Unique);
        assert_eq!(goals, [("finished", first), ("effort-1e5", unique), ("none", first)]);
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
            "more than 10.0 % and 20 ns".to_owned(),
        ] {
            assert!(text.contains(&part), "{part}: {text}");
        }
        let row = text.lines().find(|line| line.starts_with("easy ")).unwrap();
        let row: Vec<&str> = row.split_whitespace().collect();
        assert_eq!(row[..6], ["easy", "2", "50", "%", "50", "%"]);
        assert!(
            !duel(&times, ids, None, 100).unwrap().contains("Best for"),
            "of a set that is named"
        );

        let found = times[0].duel(ids[0], ids[1]).unwrap();
        assert_eq!(
            sentence("easy", ids, &figures(&found)),
            "On 2 puzzles of easy, a/first is faster on 50 %, b/second on 50 %, and 0 % cannot be \
             told apart. The time of a/first divided by that of b/second has a median of 2.6; on \
             four puzzles of five it lies between 0.73 and 4.5, on all between 0.25 and 5.0. On 1 \
             puzzle, only a/first stayed within its budget."
        );

        let refused = |ids, corpus| duel(&times, ids, corpus, 100).unwrap_err();
        assert!(refused(["a/frist", "b/second"], None).ends_with("did you mean `a/first`?"));
        assert!(refused(ids, Some("esay")).ends_with("did you mean `easy`?"));
        assert!(duel(&[], ids, None, 100).unwrap_err().contains("no survey"));
    }
}
