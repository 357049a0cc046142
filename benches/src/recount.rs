//! The committed counts: renewed where a solver or a set has changed, and compared with a run.

use anyhow::{Result, anyhow};
use sudoku_core::Work;
use sudoku_record::{
    AskedSet, CountRow, Counted, CountedError, CountedRun, CountedSet, Mode, counted_sets, top,
};
use sudoku_registry::{Entry, Limits};

use crate::verify::ruling;
use crate::{Facts, PuzzleSet, Settings, StepProgress, in_parallel};

/// Returns the solvers that have to be counted on some sets, each with those of its counts that are
/// still valid. A solver that this processor cannot run is left out.
///
/// # Errors
///
/// When a file of a solver or of its counts cannot be read.
pub(crate) fn incomplete(solvers: &[&'static Entry]) -> Result<Vec<(&'static Entry, Counted)>> {
    let mut incomplete = Vec::new();
    for &solver in solvers.iter().filter(|entry| entry.available()) {
        let kept = Counted::to_complete(top(), &solver.info, solver.target)?;
        if !kept.missing().is_empty() {
            incomplete.push((solver, kept));
        }
    }
    Ok(incomplete)
}

/// Counts a solver on these sets, on all cores and without a budget, and returns the counts kept
/// with the new ones. Every answer is judged. For each puzzle, `progress` advances by 1 and by the
/// number of placements of a search in reading order.
///
/// # Errors
///
/// When an answer is wrong; the error says which.
pub(crate) fn recount(
    solver: &Entry,
    mut kept: Counted,
    sets: &[AskedSet],
    progress: &StepProgress,
) -> Result<Counted> {
    let all = Settings::of(Mode::Full);
    for asked in sets {
        let (name, sha256) = (asked.name(), asked.corpus.sha256().to_owned());
        progress.message(format!("{} on {name}", solver.info.id));
        let runs = count(solver, &PuzzleSet::find(&name, &all)?, progress)?;
        kept.sets.push(CountedSet { name, sha256, runs });
    }
    kept.sets.sort_by_key(|set| counted_sets().position(|asked| asked.name() == set.name));
    Ok(kept)
}

/// Returns the number of units by which [`recount`] advances its progress on a set.
pub(crate) fn units(asked: AskedSet) -> u64 {
    asked.corpus.entries().iter().map(|entry| 1 + entry.placements.unwrap_or(0)).sum()
}

pub(crate) fn count(
    solver: &Entry,
    set: &PuzzleSet,
    progress: &StepProgress,
) -> Result<Vec<CountedRun>> {
    let (goal, id, name) = (set.record.goal, solver.info.id, &set.record.name);
    let start = || solver.start();
    let counted = in_parallel(set.puzzles.len(), start, |session, index| {
        let (puzzle, Facts { answer, effort, .. }) = (&set.puzzles[index], set.facts[index]);
        let run = session.tally(puzzle, goal, Limits::NONE);
        progress.advance(1 + effort.unwrap_or(0));
        let judged = ruling(goal, run.outcome, answer);
        let counted = judged.map(|outcome| CountedRun { outcome, counts: run.counts });
        counted.map_err(|why| anyhow!("{id} on puzzle {index} of {name}, {}: {why}", puzzle.grid()))
    });
    counted.into_iter().collect()
}

/// How the counts of a run differ from the committed ones.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// A line for each solver whose committed counts are stale, and for each solver and set on
    /// which the run has counted other work, with the first such puzzle: then code that
    /// [`source_hash`](sudoku_record::source_hash) does not cover has changed the search. Puzzles
    /// over the budget of the run are not compared.
    pub faults: Vec<String>,
    /// A line for each solver that has never been counted: this run alone counts its work.
    pub uncounted: Vec<String>,
}

/// Compares the counts of a run with the committed ones.
///
/// # Errors
///
/// When a file of code or of counts cannot be read.
pub fn changes(solvers: &[&Entry], rows: &[CountRow]) -> Result<Changes> {
    let mut changes = Changes::default();
    for solver in solvers.iter().filter(|entry| entry.can.count) {
        match Counted::of(top(), solver.info.id) {
            Ok(committed) => changes.faults.extend(differences(&committed, rows)),
            Err(stale @ CountedError::Stale { .. }) => changes.faults.push(stale.to_string()),
            Err(new @ CountedError::Missing(_)) => changes.uncounted.push(new.to_string()),
            Err(damaged) => return Err(damaged.into()),
        }
    }
    Ok(changes)
}

fn differences(committed: &Counted, rows: &[CountRow]) -> Vec<String> {
    let id = &committed.solver;
    let line = |set: &CountedSet| {
        let entries = set.corpus()?.entries();
        let rows = rows.iter().filter(|row| (&row.solver, &row.corpus) == (id, &set.name));
        let pairs = rows.filter_map(|row| {
            let same = entries.get(row.index)?.grid == row.puzzle;
            same.then_some((row, set.runs.get(row.index)?))
        });
        let mut different = pairs.filter_map(|(row, run)| Some((row, difference(row, run)?)));
        let (CountRow { index, puzzle, .. }, what) = different.next()?;
        let more = match different.count() {
            0 => String::new(),
            more => format!(" (and {more} more puzzles)"),
        };
        Some(format!("{id} on puzzle {index} of {}, {puzzle}: {what}{more}", set.name))
    };
    committed.sets.iter().filter_map(line).collect()
}

/// Returns the differences on one puzzle, counter by counter; `None` if there is none.
fn difference(row: &CountRow, committed: &CountedRun) -> Option<String> {
    if !row.outcome.is_finished() {
        return None;
    }
    if row.outcome != committed.outcome {
        return Some(format!("ended as {:?}, committed {:?}", row.outcome, committed.outcome));
    }
    let difference = |what: Work| {
        let (now, before) = (row.counts.get(what)?, committed.counts.get(what)?);
        (now != before).then(|| format!("{} {now}, committed {before}", what.name()))
    };
    let counters: Vec<String> = Work::ALL.into_iter().filter_map(difference).collect();
    (!counters.is_empty()).then(|| counters.join("; "))
}

#[cfg(test)]
mod tests {
    use sudoku_core::Ending;
    use sudoku_registry::find;

    use super::*;

    /// The most events of one kind, such as placements, that a solver counts anew on a set.
    const EVENTS: u64 = 20_000_000;

    fn asked(name: &str) -> AskedSet {
        counted_sets().find(|asked| asked.name() == name).unwrap()
    }

    /// Counts a solver on the two sets that have one puzzle.
    fn counted() -> Counted {
        let solver = find("bitmask/blank-list").unwrap();
        let sets = ["leetcode-37", "finished"].map(asked);
        let kept = Counted { solver: solver.info.id.to_owned(), ..Counted::default() };
        recount(solver, kept, &sets, &StepProgress::hidden()).unwrap()
    }

    fn rows(counted: &Counted) -> Vec<CountRow> {
        let row = |set: &CountedSet| CountRow {
            corpus: set.name.clone(),
            index: 0,
            puzzle: sudoku_puzzles::find(&set.name).unwrap().entries()[0].grid,
            solver: counted.solver.clone(),
            outcome: Ending::Solved,
            counts: set.runs[0].counts,
        };
        counted.sets.iter().map(row).collect()
    }

    #[test]
    fn solvers_that_this_processor_cannot_run_are_not_counted() {
        assert!(incomplete(&[&sudoku_doubles::ABSENT]).unwrap().is_empty());
    }

    #[test]
    fn sets_are_counted_whole() {
        let counted = counted();
        let placed = |name| counted.set(name).unwrap().runs[0].counts.placements;
        assert_eq!((placed("leetcode-37"), placed("finished")), (4208, 0));
        assert!(counted.missing().len() > 10);
    }

    #[test]
    fn a_differing_count_is_reported_with_its_puzzle_and_counter() {
        let counted = counted();
        let mut rows = rows(&counted);
        assert_eq!(differences(&counted, &rows), [""; 0]);
        rows[0].counts.undos += 1;
        let puzzle = rows[0].puzzle;
        let expected = format!(
            "bitmask/blank-list on puzzle 0 of leetcode-37, {puzzle}: undos 4158, committed 4157"
        );
        assert_eq!(differences(&counted, &rows), [expected]);
        rows[0].outcome = Ending::NoSolution;
        assert!(differences(&counted, &rows)[0].contains("ended as NoSolution, committed Solved"));
        // Not compared: a puzzle over the budget, another solver, another puzzle in the same place.
        rows[0].outcome = Ending::Stopped;
        rows[1].counts.calls += 1;
        rows[1].solver = "bitmask/cursor".to_owned();
        assert_eq!(differences(&counted, &rows), [""; 0]);
        rows[0].outcome = Ending::Solved;
        rows[0].puzzle = rows[1].puzzle;
        assert_eq!(differences(&counted, &rows), [""; 0]);
    }

    /// On the first puzzles of every set, as many as the committed counts have few events for. Without
    /// this test, code that no hash covers could change a search unnoticed.
    #[test]
    fn committed_counts_are_those_of_a_new_count() {
        let all = Settings::of(Mode::Full);
        let sets = counted_sets().map(|asked| PuzzleSet::find(&asked.name(), &all).unwrap());
        let sets: Vec<PuzzleSet> = sets.collect();
        let events = |run: &CountedRun| {
            Work::ALL.into_iter().filter_map(|what| run.counts.get(what)).max().unwrap_or(0)
        };
        for solver in sudoku_registry::available() {
            let id = solver.info.id;
            let committed = Counted::of(top(), id).unwrap_or_else(|error| panic!("{error}"));
            let mut counted = 0;
            for mut set in sets.iter().cloned() {
                let Some(kept) = committed.set(&set.record.name) else { continue };
                let mut left = EVENTS;
                let is_affordable = |run: &&CountedRun| {
                    let after = left.checked_sub(events(run));
                    left = after.unwrap_or(0);
                    after.is_some()
                };
                set.puzzles.truncate(kept.runs.iter().take_while(is_affordable).count());
                let runs = count(solver, &set, &StepProgress::hidden()).unwrap();
                assert!(kept.runs.starts_with(&runs), "{id} on {}", set.record.name);
                counted += runs.len();
            }
            assert!(counted > 800, "{id} on {counted} puzzles");
        }
        let solver = find("bitmask/blank-list").unwrap();
        let mut rows = rows(&counted());
        assert_eq!(changes(&[solver], &rows).unwrap(), Changes::default());
        rows[0].counts.calls += 1;
        let changed = changes(&[solver], &rows).unwrap();
        assert_eq!((changed.faults.len(), changed.uncounted.len()), (1, 0), "{changed:?}");
    }

    #[test]
    fn a_solver_without_counts_is_measured_by_the_run_alone() {
        let changes = changes(&[&sudoku_doubles::WIDE], &[]).unwrap();
        assert!(changes.faults.is_empty());
        assert!(changes.uncounted[0].contains("has not been counted: run `cargo xtask recount"));
    }

    /// [`source_hash`](sudoku_record::source_hash) leaves out the other solvers of a family, and
    /// `Counted` looks for the names in `target` among the features of the processor.
    #[test]
    fn no_solver_runs_code_of_another_one_and_every_processor_knows_its_instructions() {
        let features = sudoku_record::Environment::capture().cpu_features;
        for solver in sudoku_registry::SOLVERS {
            let text = std::fs::read_to_string(top().join(solver.info.path())).unwrap();
            let code = text.split("#[cfg(test)]").next().unwrap().lines();
            let mut code = code.map(str::trim).filter(|line| !line.starts_with("//"));
            let family = solver.info.id.split('/').next().unwrap();
            let others =
                sudoku_registry::SOLVERS.iter().filter(|other| other.info.id != solver.info.id);
            let files =
                others.filter_map(|other| other.info.id.strip_prefix(family)?.strip_prefix('/'));
            let files: Vec<String> =
                files.map(|file| format!("crate::{}", file.replace('-', "_"))).collect();
            let import = code.find(|line| files.iter().any(|file| line.contains(file)));
            assert_eq!(import, None, "{}", solver.info.id);
            if solver.available() {
                let mut names = solver.target.split(',').filter(|name| !name.is_empty());
                assert_eq!(names.find(|name| !features.iter().any(|has| has == name)), None);
            }
        }
    }
}
