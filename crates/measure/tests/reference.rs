//! A reference leaves its counts to `reports/counts`, and gets them back from there.

mod common;

use common::{folder, plan, solver};
use sudoku_core::{Counters, Counts, Ending};
use sudoku_measure::{
    CorpusRecord, CountRow, Counted, Environment, Plan, Raw, RunFolder, SolverRecord, top,
};

const OURS: &str = "bitmask/cursor";

/// A plan with a solver and a peer, on a shipped set and on a file.
fn asked() -> Plan {
    let [shipped, file] = ["finished", "mine"].map(|name| {
        let set = sudoku_corpus::find("finished").unwrap();
        let set_sha256 = if name == set.name { set.sha256().to_owned() } else { "2".repeat(64) };
        let name = name.to_owned();
        CorpusRecord { name, puzzles: 1, of: 1, set_sha256, ..plan().corpora[0].clone() }
    });
    let peer = SolverRecord { peer: Some("1.0".to_owned()), ..solver("peers/other") };
    Plan { solvers: vec![solver(OURS), peer], corpora: vec![shipped, file], ..plan() }
}

fn committed() -> Counted {
    Counted::of(top(), OURS).unwrap()
}

/// The counts of such a run, as they were measured.
fn rows() -> Vec<CountRow> {
    let counts = committed().set("finished").unwrap().runs[0].counts;
    let puzzle = sudoku_corpus::find("finished").unwrap().entries()[0].grid;
    let none = Counts::default().only(Counters::of(&[]));
    let row = |corpus: &str, solver: &str, counts| CountRow {
        corpus: corpus.to_owned(),
        index: 0,
        puzzle,
        solver: solver.to_owned(),
        outcome: Ending::Solved,
        counts,
    };
    ["finished", "mine"]
        .into_iter()
        .flat_map(|set| [row(set, OURS, counts), row(set, "peers/other", none)])
        .collect()
}

fn run(name: &str, rows: &[CountRow]) -> RunFolder {
    let folder = folder(name);
    folder.write_environment(&Environment::capture()).unwrap();
    folder.write_plan(&asked()).unwrap();
    folder.write(rows).unwrap();
    folder
}

#[test]
fn equal_counts_are_left_out_and_read_back_in_their_order() {
    let (folder, all) = (run("shared", &rows()), rows());
    folder.share_counts().unwrap();
    assert_eq!(folder.read::<CountRow>().unwrap(), all[1..], "the peer and the file have no others");
    assert_eq!(folder.plan().unwrap().solvers[0].counted, Some(committed().source));
    assert_eq!(folder.counts().unwrap(), all);
    let raw = Raw::read(&folder).unwrap();
    assert_eq!((raw.counts, raw.recounted), (all, vec![]));
    folder.share_counts().unwrap();
    assert_eq!(folder.read::<CountRow>().unwrap().len(), 3, "again, nothing changes");
}

#[test]
fn other_counts_stay_with_the_run() {
    let mut all = rows();
    all[0].counts.calls += 1;
    let folder = run("kept", &all);
    folder.share_counts().unwrap();
    assert_eq!(folder.read::<CountRow>().unwrap(), all);
    assert_eq!(folder.plan().unwrap().solvers[0].counted, None);
}

#[test]
fn counts_of_other_code_are_not_taken_for_those_of_the_run() {
    let folder = run("changed", &rows());
    let mut plan = asked();
    plan.solvers[0].counted = Some("3".repeat(64));
    folder.write_plan(&plan).unwrap();
    assert_eq!(Raw::read(&folder).unwrap().recounted, [OURS]);
    folder.write(&rows()[1..]).unwrap();
    let error = Raw::read(&folder).unwrap_err().to_string();
    assert!(error.contains("puzzle 0 of finished, bitmask/cursor"), "{error}");
}
