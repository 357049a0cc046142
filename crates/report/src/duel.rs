//! Two solvers puzzle by puzzle: for the terminal, and for the page, where a reader chooses them.

use askama::Template;
use base64::Engine;
use base64::prelude::BASE64_STANDARD as BASE64;
use serde::Serialize;
use sudoku_core::{Goal, nearest};
use sudoku_findings::{Bout, Duel, PuzzleTimes, Results, SolverTimes};

use crate::charts::{climbed, scatter};
use crate::tables::duels;
use crate::terminal::parts;
use crate::wrap::wrapped;
use crate::{format, player};

/// How many puzzles are listed at either end.
const ENDS: usize = 5;

/// At most this many bytes of the page are the times and puzzles of all solvers and sets; of larger
/// runs the first puzzles of each set.
const ROOM: usize = 390_000;

/// Two solvers on every set of a run, or on one of them with the puzzles at both ends, as text for a
/// terminal.
///
/// # Errors
///
/// What is wrong with a name: no solver or set of the survey is called so.
pub fn duel(times: &[PuzzleTimes], ids: [&str; 2], corpus: Option<&str>) -> Result<String, String> {
    if times.is_empty() {
        return Err("the run has no survey, so there are no times of single puzzles".to_owned());
    }
    for id in ids {
        let known = || times.iter().flat_map(|times| &times.solvers).map(|one| one.solver.as_str());
        if !known().any(|solver| solver == id) {
            let meant = nearest(id, known()).unwrap_or_default();
            return Err(format!(
                "the run has no times of a solver `{id}`; did you mean `{meant}`?"
            ));
        }
    }
    let known = || times.iter().map(|times| times.corpus.as_str());
    if let Some(name) = corpus.filter(|name| known().all(|corpus| corpus != *name)) {
        let meant = nearest(name, known()).unwrap_or_default();
        return Err(format!("the run has no set `{name}`; did you mean `{meant}`?"));
    }
    let asked = times.iter().filter(|times| corpus.is_none_or(|name| times.corpus == name));
    let found: Vec<(&PuzzleTimes, Duel)> =
        asked.filter_map(|times| Some((times, times.duel(ids[0], ids[1])?))).collect();
    let table = duels::table(ids, &found);
    let mut blocks = vec![format!("{}:", table.caption)];
    blocks.extend(parts(&table));
    blocks.extend(table.notes.iter().map(|note| wrapped(note)));
    if let ([(times, duel)], Some(_)) = (found.as_slice(), corpus) {
        blocks.extend(ends(duel).into_iter().zip(ids).map(|(bouts, id)| {
            let lines = bouts.iter().map(|bout| line(&times.corpus, bout));
            format!("Best for {id}:\n{}", lines.collect::<Vec<_>>().join("\n"))
        }));
    }
    Ok(blocks.join("\n\n"))
}

/// The puzzles at both ends, the farthest first.
fn ends(duel: &Duel) -> [Vec<&Bout>; 2] {
    let some = duel.bouts.len().min(ENDS);
    [duel.bouts.iter().take(some).collect(), duel.bouts.iter().rev().take(some).collect()]
}

fn line(corpus: &str, bout: &Bout) -> String {
    let [first, second] = bout.ns.map(|ns| format::time(ns as f64));
    let nodes = bout.nodes.map_or_else(String::new, |[first, second]| {
        format!("; {} against {} nodes", format::count(first), format::count(second))
    });
    let place = place(corpus, bout);
    let ratio = format::precise(bout.ratio);
    format!("  {place}: {first} against {second}, ratio {ratio}{nodes}\n  {}", bout.puzzle)
}

/// Where a puzzle stands: the line of a set that comes with the laboratory, or else its place among
/// the puzzles of the run.
fn place(corpus: &str, bout: &Bout) -> String {
    let (set, _) = Goal::of_name(corpus);
    let puzzle = bout.puzzle.to_string();
    let text = sudoku_corpus::find(set).ok().map(|corpus| corpus.text);
    let line = text.and_then(|text| text.lines().position(|line| line.starts_with(&puzzle)));
    match line {
        Some(line) => format!("{set}.txt:{}", line + 1),
        None => format!("puzzle {} of {corpus}", bout.index),
    }
}

/// What a duel comes to, in one paragraph.
fn sentence(times: &PuzzleTimes, [first, second]: [&str; 2], duel: &Duel) -> Option<String> {
    let spread = duel.spread()?;
    let all = duel.bouts.len();
    let percent = |some: usize| format!("{:.0} %", 100.0 * some as f64 / all as f64);
    let [ours, theirs] = duel.wins();
    let alone = duel.alone.iter().zip([first, second]).filter(|(puzzles, _)| **puzzles > 0);
    let alone = alone.map(|(&puzzles, id)| {
        format!(
            " On {}, only {id} stayed within its budget.",
            format::many(puzzles as u64, "puzzle")
        )
    });
    Some(format!(
        "On {} of {}, {first} is faster on {}, {second} on {}, and {} cannot be told apart. The time \
         of {first} divided by that of {second} has a median of {}; on four puzzles of five it lies \
         between {} and {}, on all between {} and {}.{}",
        format::many(all as u64, "puzzle"),
        times.corpus,
        percent(ours),
        percent(theirs),
        percent(all - ours - theirs),
        rough(spread.median),
        rough(spread.low),
        rough(spread.high),
        rough(spread.least),
        rough(spread.most),
        alone.collect::<String>()
    ))
}

/// Two significant digits: a single solve says no more.
fn rough(ratio: f64) -> String {
    let decimals = (1.0 - ratio.log10().floor()).clamp(0.0, 9.0);
    format!("{ratio:.0$}", decimals as usize)
}

/// The part of the page. `Display` writes HTML.
#[derive(Template)]
#[template(path = "duel.html")]
pub(crate) struct Choice {
    /// What the pair that stands there without a script comes to.
    pub(crate) sentence: String,
    /// What a win is.
    pub(crate) noise: String,
    /// The puzzles of that pair.
    svg: String,
    /// [`Embedded`] as JSON.
    data: String,
}

/// The times of a run for the script of the page.
#[derive(Serialize)]
struct Embedded<'a> {
    solvers: Vec<&'a str>,
    /// Which of them the page can run.
    runs: Vec<bool>,
    /// The puzzles of each set that several corpora may ask about: blanks in runs of `a` for one to
    /// `z` for 26, one puzzle after the other.
    puzzles: Vec<(&'a str, String)>,
    corpora: Vec<Surveyed<'a>>,
    /// The pair that stands there at first: a corpus and two solvers, by their places.
    first: [usize; 3],
}

#[derive(Serialize)]
struct Surveyed<'a> {
    name: &'a str,
    /// The place of its puzzles.
    set: usize,
    /// How many of them, from the first.
    count: usize,
    noise: f64,
    /// By solver: the logarithms of the least and the greatest time in nanoseconds, and a byte for
    /// each puzzle in base64: 0 over the budget, else 1 to 255 from the least to the greatest.
    times: Vec<Option<(f64, f64, String)>>,
}

impl Choice {
    /// None where nothing was surveyed, or no two solvers of the ladder.
    pub(crate) fn of(results: &Results) -> Option<Self> {
        let all: Vec<&PuzzleTimes> =
            results.puzzle_times.iter().filter(|times| times.puzzles.len() > 1).collect();
        let (corpus, ids, duel) = pair(results, &all)?;
        let times = all[corpus];
        let solvers: Vec<&str> = results.plan.solvers.iter().map(|one| one.id.as_str()).collect();
        let at = |id: &str| solvers.iter().position(|solver| *solver == id);
        let first = [corpus, at(ids[0])?, at(ids[1])?];
        let runs = results.plan.solvers.iter().map(player::runs).collect();
        let data = embedded(&all, solvers, runs, first);
        Some(Self {
            sentence: sentence(times, ids, &duel)?,
            noise: duels::noise(&[times]),
            svg: scatter(results, &times.corpus, ids, &duel)?,
            data: serde_json::to_string(&data).ok()?,
        })
    }
}

/// Neighbours on the ladder, of which each wins as many puzzles as possible: the pair whose loser
/// wins most.
fn pair<'a>(results: &'a Results, all: &[&'a PuzzleTimes]) -> Option<(usize, [&'a str; 2], Duel)> {
    let ladder = *climbed(results).first()?;
    let corpus = all.iter().position(|times| times.corpus == ladder.corpus)?;
    let steps = ladder.rungs.iter().filter_map(|rung| {
        let below = rung.below.as_ref().filter(|step| step.work.is_some())?;
        let ids = [rung.solver.as_str(), below.from.as_str()];
        Some((ids, all[corpus].duel(ids[0], ids[1])?))
    });
    let share = |duel: &Duel| {
        let [ours, theirs] = duel.wins();
        ours.min(theirs) as f64 / duel.bouts.len().max(1) as f64
    };
    let (ids, duel) = steps.max_by(|(_, a), (_, b)| share(a).total_cmp(&share(b)))?;
    Some((corpus, ids, duel))
}

fn embedded<'a>(
    all: &[&'a PuzzleTimes],
    solvers: Vec<&'a str>,
    runs: Vec<bool>,
    first: [usize; 3],
) -> Embedded<'a> {
    let set = |times: &&'a PuzzleTimes| Goal::of_name(&times.corpus).0;
    // What asks about the same puzzles shares them; the one that was surveyed farthest has them all.
    let mut sets: Vec<(&str, &PuzzleTimes)> = Vec::new();
    for times in all {
        match sets.iter_mut().find(|(name, _)| *name == set(times)) {
            Some((_, longest)) if times.puzzles.len() > longest.puzzles.len() => *longest = times,
            Some(_) => {}
            None => sets.push((set(times), times)),
        }
    }
    let longest = all.iter().map(|times| times.puzzles.len()).max().unwrap_or(0);
    let fits = |most: usize| {
        let digits = |times: &&PuzzleTimes| times.puzzles.len().min(most).div_ceil(3) * 4 + 40;
        let times: usize = all.iter().map(|times| digits(times) * times.solvers.len()).sum();
        let puzzles = sets.iter().map(|(_, times)| written(&times.puzzles, most).len());
        times + puzzles.sum::<usize>() <= ROOM
    };
    let choices: Vec<usize> = (1..=longest).collect();
    let most = choices.partition_point(|&most| fits(most));
    let corpora = all.iter().map(|times| Surveyed {
        name: &times.corpus,
        set: sets.iter().position(|(name, _)| *name == set(times)).unwrap_or(0),
        count: times.puzzles.len().min(most),
        noise: times.noise.unwrap_or(0.0),
        times: solvers
            .iter()
            .map(|id| {
                times.solvers.iter().find(|one| one.solver == **id).map(|one| packed(one, most))
            })
            .collect(),
    });
    Embedded {
        corpora: corpora.collect(),
        puzzles: sets.iter().map(|(name, times)| (*name, written(&times.puzzles, most))).collect(),
        solvers,
        runs,
        first,
    }
}

/// The first puzzles, with runs of blanks as letters.
fn written(puzzles: &[sudoku_core::Grid], most: usize) -> String {
    let mut text = String::new();
    let mut blanks = 0_u8;
    let cells: String = puzzles.iter().take(most).map(ToString::to_string).collect();
    let end = |blanks: &mut u8, text: &mut String| {
        if *blanks > 0 {
            text.push((b'a' + *blanks - 1) as char);
        }
        *blanks = 0;
    };
    for cell in cells.chars() {
        if cell == '.' && blanks < 26 {
            blanks += 1;
            continue;
        }
        end(&mut blanks, &mut text);
        if cell == '.' { blanks = 1 } else { text.push(cell) }
    }
    end(&mut blanks, &mut text);
    text
}

fn packed(times: &SolverTimes, most: usize) -> (f64, f64, String) {
    let shown = &times.ns[..times.ns.len().min(most)];
    let logs = || shown.iter().flatten().map(|&ns| (ns.max(1) as f64).ln());
    let (low, high) = (logs().fold(f64::MAX, f64::min), logs().fold(f64::MIN, f64::max));
    if low > high {
        return (0.0, 0.0, BASE64.encode(vec![0; shown.len()]));
    }
    let step = (high - low) / 254.0;
    let byte = |ns: &Option<u64>| match ns {
        Some(_) if step == 0.0 => 1,
        Some(ns) => 1 + ((((*ns).max(1) as f64).ln() - low) / step).round() as u8,
        None => 0,
    };
    let round = |log: f64| (log * 1e4).round() / 1e4;
    (round(low), round(high), BASE64.encode(shown.iter().map(byte).collect::<Vec<_>>()))
}

#[cfg(test)]
mod tests {
    use sudoku_core::Grid;

    use super::*;

    fn solver(id: &str, ns: &[Option<u64>]) -> SolverTimes {
        let nodes = ns.iter().map(|ns| ns.map(|ns| ns / 100)).collect();
        SolverTimes { solver: id.to_owned(), ns: ns.to_vec(), nodes }
    }

    fn times(corpus: &str, puzzles: &[Grid], solvers: Vec<SolverTimes>) -> PuzzleTimes {
        PuzzleTimes {
            corpus: corpus.to_owned(),
            puzzles: puzzles.to_vec(),
            solvers,
            noise: Some(0.1),
        }
    }

    #[test]
    fn runs_of_blanks_become_letters() {
        let one = Grid::BLANK.with(0, 1);
        assert_eq!(written(&[one], 9), "1zzzb");
        assert_eq!(written(&[one, one.with(80, 2)], 9), "1zzzb1zzza2");
        assert_eq!(written(&[Grid::BLANK, one], 9), "zzzc1zzzb", "over the end of a puzzle");
        assert_eq!(written(&[one, one], 1), "1zzzb", "as many as there is room for");
    }

    #[test]
    fn times_become_steps_of_their_logarithms() {
        let packed = |ns: &[Option<u64>]| packed(&solver("a", ns), 9);
        let (low, high, text) = packed(&[None, Some(100), Some(10_000), Some(1000)]);
        assert_eq!((low, high), (4.6052, 9.2103));
        assert_eq!(text, BASE64.encode([0, 1, 255, 128]));
        assert_eq!(packed(&[Some(0), Some(1)]), (0.0, 0.0, BASE64.encode([1, 1])));
        assert_eq!(packed(&[None, None]), (0.0, 0.0, BASE64.encode([0, 0])));
    }

    #[test]
    fn what_the_page_holds_has_room() {
        let puzzles = |number: usize| {
            let shapes = sudoku_corpus::find("minimal").unwrap().entries();
            shapes.iter().cycle().take(number).map(|entry| entry.grid).collect::<Vec<_>>()
        };
        let ids: Vec<String> = (0..32).map(|number| format!("family/{number}")).collect();
        let corpora = ["a", "b", "b+unique", "c", "d", "e", "f", "g", "h", "i"];
        let all = |number: usize| {
            let ns: Vec<_> = (0..number).map(|at| Some(100 + at as u64)).collect();
            let solvers = || ids.iter().map(|id| solver(id, &ns)).collect();
            let puzzles = puzzles(number);
            corpora.map(|corpus| times(corpus, &puzzles, solvers()))
        };
        for (number, whole) in [(100, true), (1500, false)] {
            let all = all(number);
            let all: Vec<&PuzzleTimes> = all.iter().collect();
            let data =
                embedded(&all, ids.iter().map(String::as_str).collect(), vec![true; 2], [0, 0, 1]);
            assert_eq!(data.puzzles.len(), 9, "two corpora have the same puzzles");
            assert_eq!((data.corpora[1].set, data.corpora[2].set, data.corpora[3].set), (1, 1, 2));
            let count = data.corpora[0].count;
            assert_eq!(count == number, whole, "{count}");
            assert!(count >= 100, "{count}");
            let bytes = serde_json::to_string(&data).unwrap().len();
            assert!(bytes < 400_000 && (whole || bytes > 300_000), "{bytes}");
        }
    }

    #[test]
    fn a_duel_is_told_in_words_and_figures() {
        let entries = sudoku_corpus::find("easy").unwrap().entries();
        let puzzles = [entries[1].grid, Grid::BLANK.with(0, 1), entries[0].grid];
        let first = solver("a/first", &[Some(1000), Some(5000), Some(900)]);
        let second = solver("b/second", &[Some(4000), Some(1000), None]);
        let times = [times("easy", &puzzles, vec![first, second])];
        let ids = ["a/first", "b/second"];
        let text = duel(&times, ids, Some("easy")).unwrap();
        let header = sudoku_corpus::find("easy")
            .unwrap()
            .text
            .lines()
            .take_while(|line| line.starts_with('#'));
        let line = header.count() + 2;
        for told in [
            format!("  easy.txt:{line}: 1.00 µs against 4.00 µs, ratio 0.250; 10 against 40 nodes"),
            "  puzzle 1 of easy: 5.00 µs against 1.00 µs, ratio 5.000; 50 against 10 nodes"
                .to_owned(),
            format!("  {}", entries[1].grid),
            "Best for a/first:\n  easy.txt".to_owned(),
            "Best for b/second:\n  puzzle 1".to_owned(),
            "more than 10.0 % and 20 ns".to_owned(),
        ] {
            assert!(text.contains(&told), "{told}: {text}");
        }
        let row = text.lines().find(|line| line.starts_with("easy ")).unwrap();
        let row: Vec<&str> = row.split_whitespace().collect();
        assert_eq!(row[..6], ["easy", "2", "50", "%", "50", "%"]);
        assert!(!duel(&times, ids, None).unwrap().contains("Best for"), "of a set that is named");

        let found = times[0].duel(ids[0], ids[1]).unwrap();
        assert_eq!(
            sentence(&times[0], ids, &found).unwrap(),
            "On 2 puzzles of easy, a/first is faster on 50 %, b/second on 50 %, and 0 % cannot be \
             told apart. The time of a/first divided by that of b/second has a median of 2.6; on \
             four puzzles of five it lies between 0.73 and 4.5, on all between 0.25 and 5.0. On 1 \
             puzzle, only a/first stayed within its budget."
        );

        let refused = |ids, corpus| duel(&times, ids, corpus).unwrap_err();
        assert!(refused(["a/frist", "b/second"], None).ends_with("did you mean `a/first`?"));
        assert!(refused(ids, Some("esay")).ends_with("did you mean `easy`?"));
        assert!(duel(&[], ids, None).unwrap_err().contains("no survey"));
    }
}
