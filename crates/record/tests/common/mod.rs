//! A small made-up run: a folder, a plan, and rows.

use std::fs;
use std::path::PathBuf;

use sudoku_core::{Counts, Ending, Goal, Grid, Publication, Source, Tree};
use sudoku_record::{
    CorpusRecord, CountRow, Mode, PairedRow, Plan, RunFolder, Skipped, SolverRecord, SourceRecord,
};

pub(crate) fn folder(name: &str) -> RunFolder {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    if path.exists() {
        fs::remove_dir_all(&path).unwrap();
    }
    let folder = RunFolder::new(path);
    folder.start().unwrap();
    folder
}

const SOURCE: Source = Source {
    work: &Publication {
        key: "000",
        title: "A title",
        author: "an author",
        year: "unknown",
        address: "https://example.org",
        language: "Java",
    },
    part: "solution 1",
    differs: "0 is blank",
};

pub(crate) fn solver(id: &str) -> SolverRecord {
    SolverRecord {
        id: id.to_owned(),
        idea: "an idea".to_owned(),
        sources: vec![SourceRecord::from(&SOURCE)],
        path: "crates/family/src/variant.rs".to_owned(),
        tree: Tree::ROW_MAJOR.0.to_owned(),
        target: String::new(),
        width: 1,
        peer: None,
        counted: None,
        absent: None,
    }
}

pub(crate) fn plan() -> Plan {
    Plan {
        command: "cargo xtask bench".to_owned(),
        mode: Mode::Default,
        call_budget: 1000,
        time_limit_ns: 1_000_000,
        samples: 3,
        builds: 3,
        solvers: vec![solver("family/a"), solver("family/b"), solver("family/faulty")],
        corpora: vec![CorpusRecord {
            goal: Goal::First,
            name: "set".to_owned(),
            about: "three puzzles".to_owned(),
            puzzles: 3,
            of: 3,
            skipped: Skipped::default(),
            sha256: "0".repeat(64),
            set_sha256: "1".repeat(64),
            file: None,
        }],
        programs: Vec::new(),
    }
}

pub(crate) fn count(index: usize, solver: &str, outcome: Ending, placements: u64) -> CountRow {
    let counts = Counts { calls: placements + 1, placements, ..Counts::default() };
    let (corpus, solver) = ("set".to_owned(), solver.to_owned());
    CountRow { corpus, index, puzzle: Grid::BLANK.with(index, 1), solver, outcome, counts }
}

/// Solver a exceeds its budget on the last puzzle. The faulty solver answers the second puzzle
/// wrongly and exceeds its budget on the first, which stays in the results of the other solvers.
pub(crate) fn counts() -> Vec<CountRow> {
    vec![
        count(0, "family/a", Ending::Solved, 10),
        count(0, "family/b", Ending::Solved, 20),
        count(0, "family/faulty", Ending::Stopped, 5),
        count(1, "family/a", Ending::NoSolution, 30),
        count(1, "family/b", Ending::NoSolution, 40),
        count(1, "family/faulty", Ending::Wrong, 5),
        count(2, "family/a", Ending::Stopped, 999),
        count(2, "family/b", Ending::Solved, 50),
        count(2, "family/faulty", Ending::Solved, 5),
    ]
}

/// One solver on a block of two puzzles, on which it places 40 digits.
pub(crate) fn paired(build: u64, solver: &str, twin: bool, cpu_ns: u64) -> PairedRow {
    PairedRow {
        build,
        corpus: "set".to_owned(),
        first: 2 * build as usize,
        puzzles: 2,
        visit: 0,
        round: Some(0),
        turn: 0,
        solver: solver.to_owned(),
        twin,
        placements: 40,
        nodes: None,
        cpu_ns,
        wall_ns: cpu_ns,
    }
}
