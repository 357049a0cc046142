//! [`PuzzleSet`]: puzzles that are measured together, and what is known of them.

use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use sudoku_core::{Goal, Puzzle};
use sudoku_puzzles::{Corpus, KnownPuzzle, ReadOptions, Record};
use sudoku_record::{CorpusRecord, Skipped, sha256};
use sudoku_registry::Known;

use crate::Settings;

/// Puzzles that are measured together.
#[derive(Debug, Clone)]
pub struct PuzzleSet {
    /// Its name, description and hashes.
    pub record: CorpusRecord,
    /// The puzzles.
    pub puzzles: Vec<Puzzle>,
    /// The facts known about each puzzle before any solver has seen it.
    pub facts: Vec<Facts>,
}

/// The facts known about a puzzle before any solver has seen it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Facts {
    /// Its answer, as far as it is known.
    pub answer: Known,
    /// The number of digits that a search in reading order places, if the set states it.
    pub effort: Option<u64>,
    /// The rating of its difficulty in the file, in the file's own unit; `None` if there is none.
    pub rating: Option<f64>,
}

impl PuzzleSet {
    /// Returns the number of digits that a search in reading order places on a puzzle; `None` if
    /// the set does not state it, or asks whether solutions are unique.
    pub fn effort(&self, index: usize) -> Option<u64> {
        self.facts[index].effort.filter(|_| self.record.goal == Goal::First)
    }

    /// Returns the set with this question about its puzzles.
    pub(crate) fn asked(mut self, goal: Goal) -> Self {
        self.record.goal = goal;
        self.record.name += goal.suffix();
        if goal == Goal::Unique {
            self.record.about += "; solvers are asked if there is one solution, several or none";
        }
        self
    }

    /// Takes as many puzzles of a corpus as the settings have time for.
    pub(crate) fn shipped(corpus: &'static Corpus, settings: &Settings) -> Self {
        let entries = corpus.entries();
        let taken = &entries[..affordable(&entries, settings)];
        let mut set = Self::of_entries(corpus.name, corpus.about(), taken);
        corpus.sha256().clone_into(&mut set.record.set_sha256);
        set.record.of = entries.iter().filter(|entry| entry.grid.conflict().is_none()).count();
        set
    }

    /// Contradictory grids never reach a solver, so they are left out.
    pub(crate) fn of_entries(name: &str, about: &str, entries: &[KnownPuzzle]) -> Self {
        let fact = |entry: &KnownPuzzle| {
            let (puzzle, answer) = asked(entry)?;
            Some((puzzle, Facts { answer, effort: entry.placements, rating: None }))
        };
        let (puzzles, facts) = entries.iter().filter_map(fact).unzip();
        Self::new(name, about, puzzles, facts)
    }

    /// Takes at most `settings.puzzles` puzzles of a file, evenly spaced.
    ///
    /// # Errors
    ///
    /// When it cannot be opened, or holds no puzzle.
    pub(crate) fn read(path: &Path, settings: &Settings) -> Result<Self> {
        let packed = path.extension().is_some_and(|end| end == "gz" || end == "zst");
        let name = if packed { &path.with_extension("") } else { path };
        let name = name.file_stem().unwrap_or_default().to_string_lossy();
        let records = || -> Result<_> {
            let records = sudoku_puzzles::open(path, ReadOptions::default());
            let records = records.with_context(|| format!("{}", path.display()))?;
            Ok(records.map(|record| {
                let record = record.map_err(anyhow::Error::from)?;
                given(&record).with_context(|| format!("{}:{}", path.display(), record.line))
            }))
        };
        // Read twice, so that no more puzzles are kept than are wanted.
        let all = records()?.flatten().count();
        let mut wanted = evenly(all, settings.puzzles).peekable();
        let (mut chosen, mut skipped) = (Vec::new(), Skipped::default());
        let mut seen = 0;
        for puzzle in records()? {
            match puzzle {
                Err(error) => skipped.add(format!("{error:#}")),
                Ok(puzzle) => {
                    chosen.extend(wanted.next_if_eq(&seen).map(|_| puzzle));
                    seen += 1;
                }
            }
        }
        let (puzzles, facts): (Vec<_>, Vec<_>) = chosen.into_iter().unzip();
        let expected = "expected 81 cells on a line, or 9 on each of nine lines";
        let why = skipped.reasons.first().map_or(expected, String::as_str);
        ensure!(!puzzles.is_empty(), "{}: no puzzle in it; {why}", path.display());
        let mut set = Self::new(&name, "puzzles of a file, evenly spaced", puzzles, facts);
        set.record.skipped = skipped;
        set.record.file = Some(path.to_owned());
        set.record.of = all;
        Ok(set)
    }

    fn new(name: &str, about: &str, puzzles: Vec<Puzzle>, facts: Vec<Facts>) -> Self {
        let lines: Vec<String> = puzzles.iter().map(|puzzle| puzzle.grid().to_string()).collect();
        let text = lines.join("\n") + "\n";
        let sha256 = sha256(text.as_bytes());
        let record = CorpusRecord {
            name: name.to_owned(),
            goal: Goal::First,
            about: about.to_owned(),
            puzzles: puzzles.len(),
            of: puzzles.len(),
            skipped: Skipped::default(),
            set_sha256: sha256.clone(),
            sha256,
            file: None,
        };
        Self { record, puzzles, facts }
    }
}

/// The places of at most `wanted` of `all` items, evenly spaced, in ascending order.
fn evenly(all: usize, wanted: usize) -> impl Iterator<Item = usize> {
    let count = all.min(wanted);
    (0..count).map(move |at| at * all / count)
}

/// Returns a puzzle of a file, with the facts that the file states about it.
///
/// # Errors
///
/// When clues contradict each other, or the given solution does not solve the puzzle.
fn given(record: &Record) -> Result<(Puzzle, Facts)> {
    let puzzle = Puzzle::try_from(record.grid)?;
    let rating = record.rating.as_ref().and_then(|rating| rating.parse().ok());
    let rating = rating.filter(|rating: &f64| rating.is_finite());
    let nothing = Facts { answer: Known::Nothing, effort: None, rating };
    let Some(solution) = &record.solution else { return Ok((puzzle, nothing)) };
    let solution = solution.as_ref().map_err(Clone::clone).context("its given solution")?;
    if !(solution.is_solved() && solution.extends(&record.grid)) {
        bail!("{solution} is given as its solution, but does not solve it");
    }
    Ok((puzzle, Facts { answer: Known::Solvable, ..nothing }))
}

/// Returns a shipped or generated puzzle, with its answer; `None` if its clues are contradictory.
pub(crate) fn asked(entry: &KnownPuzzle) -> Option<(Puzzle, Known)> {
    let answer = Known::of(entry.solutions, entry.solution);
    Some((Puzzle::try_from(entry.grid).ok()?, answer))
}

/// Returns the number of puzzles of a set that there is time for, by the mean number of digits that
/// a search in reading order places on a puzzle of the whole set: no single puzzle decides whether
/// it is taken. At least 16 are taken, if the set has them; up to 96 may take three times as long,
/// because a solver that searches several puzzles side by side is slower on few.
fn affordable(entries: &[KnownPuzzle], settings: &Settings) -> usize {
    const LEAST: u64 = 16;
    const SIDE_BY_SIDE: u64 = 96;
    let placements: u64 = entries.iter().filter_map(|entry| entry.placements).sum();
    let in_time = settings.placements.saturating_mul(entries.len() as u64) / placements.max(1);
    let taken = in_time.max(SIDE_BY_SIDE.min(in_time.saturating_mul(3))).max(LEAST);
    taken.min(settings.puzzles as u64).min(entries.len() as u64) as usize
}

#[cfg(test)]
mod tests {
    use sudoku_core::Grid;
    use sudoku_record::Mode;

    use super::*;
    use crate::scratch::{Folder, LINE};

    #[test]
    fn the_mean_decides_how_many_puzzles_are_taken() {
        let entry = |placements| KnownPuzzle {
            grid: Grid::BLANK,
            solutions: 1,
            solution: None,
            placements: Some(placements),
        };
        let settings = Settings { puzzles: 200, placements: 1800, ..Settings::of(Mode::Quick) };
        let taken = |count, placements| affordable(&vec![entry(placements); count], &settings);
        assert_eq!(taken(500, 0), 200, "as many as are wanted");
        assert_eq!(taken(500, 10), 180, "as many as there is time for");
        assert_eq!(taken(500, 20), 96, "more, where that is few");
        assert_eq!(taken(500, 100), 54, "but not for more than three times as long");
        assert_eq!(taken(500, 1_000_000), 16, "two for each build in any case");
        assert_eq!(taken(3, 1_000_000), 3, "if there are so many");
        let uneven = |hard: usize| {
            let mut entries = vec![entry(0); 100];
            entries[hard] = entry(10_000);
            affordable(&entries, &settings)
        };
        assert_eq!([uneven(0), uneven(99)], [54; 2], "wherever the hard ones stand");
    }

    #[test]
    fn puzzles_of_a_file_are_evenly_spaced() {
        for all in 0..=20 {
            assert!(evenly(all, 20).eq(0..all), "{all}");
        }
        for all in (21..5000).chain([123_456]) {
            let chosen: Vec<usize> = evenly(all, 20).collect();
            assert_eq!((chosen.len(), chosen[0]), (20, 0), "{all}");
            for (here, next) in chosen.iter().zip(chosen[1..].iter().chain([&all])) {
                assert!((next - here).abs_diff(all / 20) <= 1, "{here} to {next} of {all}");
            }
        }
        let folder = Folder::new("evenly");
        let rated: Vec<String> = (1..=9).map(|rating| format!("{LINE},{rating}")).collect();
        let file = folder.file("f", &format!("puzzle,rating\n{}", rated.join("\n")));
        let settings = Settings { puzzles: 3, ..Settings::of(Mode::Quick) };
        let set = PuzzleSet::find(&file, &settings).unwrap();
        let ratings = set.facts.iter().map(|facts| facts.rating);
        assert!(ratings.eq([1.0, 4.0, 7.0].map(Some)));
        assert_eq!((set.record.puzzles, set.record.of), (3, 9));
    }

    #[test]
    fn much_of_a_file_may_be_no_puzzle() {
        let folder = Folder::new("skipped");
        let find = |text: &str| {
            PuzzleSet::find(&folder.file("f", text), &Settings::of(Mode::Quick))
                .map_err(|error| format!("{error:#}"))
        };
        let bad = format!("j{}\n", &LINE[1..]);
        let set = find(&format!("{}{LINE}\n", bad.repeat(500))).unwrap();
        assert_eq!((set.puzzles.len(), set.record.skipped.entries), (1, 500));
        assert_eq!(set.record.skipped.reasons.len(), 10);
        assert!(
            set.record.skipped.reasons[9].contains("f:10:1: found 'j'"),
            "{:?}",
            set.record.skipped
        );
        assert_eq!((set.record.puzzles, set.record.of), (1, 1));

        let set = find(&format!("{LINE}\n").repeat(700)).unwrap();
        assert_eq!((set.puzzles.len(), set.facts.len()), (500, 500));
        assert_eq!(set.record.skipped, Skipped::default());
        assert_eq!((set.record.puzzles, set.record.of), (500, 700));

        for text in ["", "junk"] {
            let error = find(text).unwrap_err();
            assert!(error.contains("f: no puzzle in it; expected 81 cells"), "{error}");
        }
        assert!(find(&bad).unwrap_err().contains("f: no puzzle in it; "));
    }

    #[test]
    fn a_rating_is_a_finite_number() {
        let rating = |text: &str| {
            let text = format!("puzzle,rating\n{LINE},{text}\n");
            let record = sudoku_puzzles::Reader::new("f", text.as_bytes()).next().unwrap().unwrap();
            given(&record).unwrap().1.rating
        };
        assert_eq!(rating("-1.5e3"), Some(-1500.0));
        for text in ["", "easy", "nan", "inf", "-infinity", "1e999"] {
            assert_eq!(rating(text), None, "{text}");
        }
    }

    #[test]
    fn a_file_may_know_a_solution() {
        let entry = sudoku_puzzles::find("leetcode-37").unwrap().entries()[0];
        let solution = entry.solution.unwrap();
        let known = |text: String| {
            let record = sudoku_puzzles::Reader::new("f", text.as_bytes()).next().unwrap().unwrap();
            given(&record).map(|(_, facts)| facts.answer).map_err(|error| format!("{error:#}"))
        };
        assert_eq!(known(entry.grid.to_string()), Ok(Known::Nothing));
        assert_eq!(known(format!("{} {solution}", entry.grid)), Ok(Known::Solvable));
        let swapped = solution.with(80, 8).with(79, 9);
        let wrong = known(format!("{} {swapped}", entry.grid)).unwrap_err();
        assert!(wrong.ends_with("is given as its solution, but does not solve it"), "{wrong}");
        let cut = &solution.to_string()[1..];
        assert!(known(format!("puzzle,solution\n{},{cut}", entry.grid)).is_err());
    }
}
