//! Counts the work of solvers on fresh puzzles of the kinds that the generator makes.

use std::collections::BTreeMap;

use anyhow::Result;
use sudoku_puzzles::{CORPORA, Generator};
use sudoku_record::{AskedSet, KindCounts, counted_sets, explaining, is_placing, source_hash, top};
use sudoku_registry::Entry;

use crate::recount::count;
use crate::{PuzzleSet, StepProgress};

/// The number of fresh puzzles of a kind, which are counted in parts.
const PUZZLES: usize = 100_000;
const PART: usize = 5_000;
/// The counts of a solver that are enough: it then meets no further part.
const ENOUGH: f64 = 5e9;
const SEED: u64 = 2026;

/// Counts these solvers on fresh puzzles of every kind, on all cores. Where the code has not changed,
/// the committed row is kept. Solvers that place digit after digit and search the same tree place
/// equally many, so the last of them counts for all. For each puzzle, `progress` advances as in
/// [`recount`](crate::recount()).
///
/// # Errors
///
/// When an answer is wrong, or a file of code or the committed rows cannot be read.
pub(crate) fn count_kinds(
    solvers: &[&'static Entry],
    progress: &StepProgress,
) -> Result<Vec<KindCounts>> {
    let kept = KindCounts::folder(top()).read()?;
    let mut rows = Vec::new();
    for corpus in CORPORA {
        let Some(fresh) = corpus.fresh(SEED) else { continue };
        let mut kind = Kind { corpus: corpus.name, fresh, parts: Vec::new() };
        for set in counted_sets().filter(|set| set.corpus == corpus) {
            rows.extend(kind.count(set, solvers, &kept, progress)?);
        }
    }
    Ok(rows)
}

/// Fresh puzzles of the kind of a corpus, for all questions about them.
struct Kind {
    corpus: &'static str,
    fresh: Generator,
    /// The parts that have been made.
    parts: Vec<PuzzleSet>,
}

impl Kind {
    fn count(
        &mut self,
        set: AskedSet,
        solvers: &[&'static Entry],
        kept: &[KindCounts],
        progress: &StepProgress,
    ) -> Result<Vec<KindCounts>> {
        let name = set.name();
        let (mut rows, mut placed) = (Vec::new(), BTreeMap::<&str, KindCounts>::new());
        for solver in solvers.iter().rev() {
            let (id, tree) = (solver.info.id, solver.info.tree.0);
            let source = source_hash(top(), id, solver.info.counters)?;
            let is_kept =
                |row: &&KindCounts| (&*row.set, &*row.solver, &row.source) == (&*name, id, &source);
            let row = match (kept.iter().find(is_kept), placed.get(tree)) {
                (Some(row), _) => row.clone(),
                (None, Some(row)) if is_placing(id) => {
                    KindCounts { solver: id.to_owned(), source, ..row.clone() }
                }
                (None, _) if !solver.available() => continue,
                (None, _) => self.row(set, solver, source, progress)?,
            };
            if is_placing(id) {
                placed.insert(tree, row.clone());
            }
            rows.push(row);
        }
        rows.reverse();
        Ok(rows)
    }

    fn row(
        &mut self,
        asked: AskedSet,
        solver: &Entry,
        source: String,
        progress: &StepProgress,
    ) -> Result<KindCounts> {
        let (id, set) = (solver.info.id, asked.name());
        progress.message(format!("{id} on the kind of {set}"));
        let (mut puzzles, mut sum, mut squares) = (0, 0.0, 0.0);
        for part in 0..PUZZLES / PART {
            if part == self.parts.len() {
                let entries: Vec<_> = self.fresh.by_ref().take(PART).collect();
                self.parts.push(PuzzleSet::of_entries(self.corpus, "", &entries));
            }
            for run in count(solver, &self.parts[part].clone().asked(asked.goal), progress)? {
                let count = explaining(id, &run.counts).unwrap_or(0) as f64;
                puzzles += 1;
                sum += count;
                squares += count * count;
            }
            if sum > ENOUGH {
                break;
            }
        }
        let mean = sum / puzzles as f64;
        let deviation = (squares / puzzles as f64 - mean * mean).max(0.0).sqrt();
        Ok(KindCounts { set, solver: id.to_owned(), source, puzzles, mean, deviation })
    }
}
