//! Writes a folder as a run does, and reads it back.

mod common;

use std::fs;
use std::sync::LazyLock;

use common::{count, counts, folder, paired, plan, solver};
use sudoku_core::{Counters, Counts, Ending, Grid, Work};
use sudoku_record::{
    Absent, Comparable, CorpusRecord, CountRow, Counted, Environment, InstructionRow, MARK,
    MemoryRow, PairedRow, Plan, PuzzleRow, Raw, RawRow, RunFolder, RunFolderError, SampleRow,
    SetupRow, SolverRecord, SurveyRow, top,
};

#[test]
fn the_record_of_a_solver_is_read_back_from_the_plan() {
    let json = serde_json::to_string(&solver("family/a")).unwrap();
    assert!(!json.contains("target") && !json.contains("peer") && !json.contains("absent"));
    assert_eq!(serde_json::from_str::<SolverRecord>(&json).unwrap(), solver("family/a"));
    for absent in [Absent::NotOnThisMachine, Absent::LeftOut("hung".to_owned())] {
        let peer = Some("1.2.3".to_owned());
        let target = "avx2".to_owned();
        let record =
            SolverRecord { target, width: 2, peer, absent: Some(absent), ..solver("family/a") };
        let json = serde_json::to_string(&record).unwrap();
        assert_eq!(serde_json::from_str::<SolverRecord>(&json).unwrap(), record);
    }
}

#[test]
fn setup_is_read_back_and_may_be_missing() {
    let folder = folder("setup");
    assert_eq!(folder.read::<SetupRow>().unwrap(), []);
    let rows = vec![SetupRow { solver: "family/a".to_owned(), cpu_ns: 42 }];
    folder.write(&rows).unwrap();
    assert_eq!(folder.read::<SetupRow>().unwrap(), rows);
}

#[test]
fn a_file_that_is_damaged_from_its_first_byte_is_not_an_empty_one() {
    let folder = folder("damaged");
    let path = folder.file("raw/survey.csv.gz");
    fs::write(&path, "not packed").unwrap();
    let refused = || folder.read::<SurveyRow>().unwrap_err().to_string();
    assert!(refused().ends_with("survey.csv.gz is not the expected CSV"), "{}", refused());
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    assert!(refused().ends_with("survey.csv.gz is not the expected CSV"), "{}", refused());
}

#[test]
fn a_row_about_a_puzzle_that_the_plan_does_not_have_is_an_error_with_its_line() {
    let folder = folder("places");
    folder.write_environment(&Environment::capture()).unwrap();
    folder.write_plan(&plan()).unwrap();
    let refused = || Raw::read(&folder).unwrap_err().to_string();
    for (index, found) in [(3, "3"), (usize::MAX, "18446744073709551615")] {
        let mut rows = counts();
        rows[4].index = index;
        folder.write(&rows).unwrap();
        let expected = format!(
            "raw/counts.csv.gz, line 6: found puzzle {found} of set, expected one below 3, as many \
             as raw/plan.json says"
        );
        assert!(refused().ends_with(&expected), "{}", refused());
    }
    folder.write(&counts()).unwrap();
    folder.write(&[SurveyRow { corpus: "sets".to_owned(), ..surveyed(0, "family/a") }]).unwrap();
    let expected =
        "raw/survey.csv.gz, line 2: found the corpus `sets`, expected one of raw/plan.json";
    assert!(refused().ends_with(expected), "{}", refused());
    folder.write(&[surveyed(0, "family/a")]).unwrap();

    let expected = |file: &str| {
        format!(
            "raw/{file}, line 2: found puzzle 4 of set, expected one below 3, as many as \
             raw/plan.json says"
        )
    };
    folder.write(&[memory(4, "family/a")]).unwrap();
    assert!(refused().ends_with(&expected("memory.csv")), "{}", refused());
    let corpus = "set".to_owned();
    folder.write(&[PuzzleRow { corpus, index: 4, clues: 30, effort: None, rating: None }]).unwrap();
    assert!(refused().ends_with(&expected("puzzles.csv")), "{}", refused());
}

#[test]
fn builds_add_their_rounds_one_after_the_other() {
    let folder = folder("paired");
    assert!(folder.read::<PairedRow>().unwrap().is_empty(), "none yet");
    for build in 1..=3 {
        let rows = [("a", false, 1000), ("a", true, 1000 + build), ("b", false, 500 + build)];
        folder.append(&rows.map(|(id, twin, ns)| paired(build, id, twin, ns))).unwrap();
    }
    let rows: Vec<PairedRow> = folder.read().unwrap();
    assert_eq!(rows.len(), 9);
}

#[test]
fn errors_name_the_file() {
    let folder = folder("errors");
    let error = Raw::read(&folder).unwrap_err().to_string();
    assert!(error.contains("plan.json"), "{error}");
    fs::write(folder.file("raw/counts.csv"), "corpus,index\nx,1\n").unwrap();
    let error = folder.read::<CountRow>().unwrap_err().to_string();
    assert!(error.contains("counts.csv"), "{error}");
}

#[test]
fn a_run_that_was_cut_short_says_which_steps_are_missing() {
    let folder = folder("missing");
    folder.write_environment(&Environment::capture()).unwrap();
    folder.write_plan(&plan()).unwrap();
    let error = Raw::read(&folder).unwrap_err().to_string();
    assert!(error.contains("counts.csv"), "without answers there is nothing to draw: {error}");
    folder.write(&counts()).unwrap();
    let missing = || Raw::read(&folder).unwrap().missing.join(", ");
    assert_eq!(missing(), "surveying, timing, memory, the race of 3 of 3 builds");
    folder.write(&SOLVERS.map(|id| surveyed(0, id))).unwrap();
    folder.write(&SOLVERS.map(sample)).unwrap();
    folder.append(&[1, 2].map(|build| paired(build, "family/b", false, 1000))).unwrap();
    assert_eq!(missing(), "memory, the race of 1 of 3 builds");

    // A file that a killed program leaves behind has a temporary name and is not read.
    fs::write(folder.file("raw/memory.csv.part"), "corpus,ind").unwrap();
    assert_eq!(missing(), "memory, the race of 1 of 3 builds");
    folder.write(&SOLVERS.map(|id| memory(0, id))).unwrap();
    folder.append(&[paired(3, "family/b", false, 1000)]).unwrap();
    assert_eq!(missing(), "");

    // If no solver finished enough puzzles, there are no rounds.
    fs::remove_file(folder.file("raw/paired.csv.gz")).unwrap();
    assert_eq!(missing(), "the race of 3 of 3 builds");
    let mut stopped = counts();
    for row in &mut stopped {
        row.outcome = Ending::Stopped;
    }
    folder.write(&stopped).unwrap();
    assert_eq!(missing(), "");
    folder.write_plan(&Plan { builds: 0, ..plan() }).unwrap();
    fs::remove_file(folder.file("raw/samples.csv")).unwrap();
    assert_eq!(missing(), "", "nothing was to be timed");
}

const SOLVERS: [&str; 3] = ["family/a", "family/b", "family/faulty"];

fn surveyed(index: usize, solver: &str) -> SurveyRow {
    let (corpus, solver) = ("set".to_owned(), solver.to_owned());
    SurveyRow { corpus, index, solver, cpu_ns: None }
}

fn memory(index: usize, solver: &str) -> MemoryRow {
    let (corpus, solver) = ("set".to_owned(), solver.to_owned());
    let (state_bytes, stack_bytes, max_depth, allocations) = (1, 1, 1, 0);
    MemoryRow { corpus, index, solver, state_bytes, stack_bytes, max_depth, allocations }
}

fn sample(solver: &str) -> SampleRow {
    let (corpus, solver) = ("set".to_owned(), solver.to_owned());
    SampleRow { corpus, solver, puzzles: 1, cpu_ns: 1, wall_ns: 1 }
}

/// Captured once, because asking the compiler and git takes long.
static ENVIRONMENT: LazyLock<Environment> = LazyLock::new(Environment::capture);

#[test]
fn a_run_without_the_counts_of_a_solver_is_refused() {
    let folder = folder("uncounted");
    folder.write_environment(&ENVIRONMENT).unwrap();
    folder.write_plan(&plan()).unwrap();
    let refused = |keep: &dyn Fn(&CountRow) -> bool| {
        let rows: Vec<CountRow> = counts().into_iter().filter(|row| keep(row)).collect();
        folder.write(&rows).unwrap();
        let error = Raw::read(&folder).err()?.to_string();
        Some(error.split_once("/raw/").unwrap().1.to_owned())
    };
    assert_eq!(refused(&|_| true), None);
    let lacks = |what| Some(format!("counts.csv.gz has no counts of {what}"));
    let found = refused(&|row| row.solver != "family/b" || row.index == 0);
    assert_eq!(found, lacks("family/b on puzzle 1 of set"));
    assert_eq!(refused(&|_| false), lacks("family/a on puzzle 0 of set"));
}

#[test]
fn every_reference_is_whole() {
    let references = concat!(env!("CARGO_MANIFEST_DIR"), "/../../reports/reference");
    for folder in fs::read_dir(references).unwrap() {
        Raw::read(&RunFolder::new(folder.unwrap().path())).unwrap();
    }
}

#[test]
fn a_tenth_of_a_set_may_be_left_unfinished() {
    let rows = |stopped| -> Vec<CountRow> {
        let outcome = |at| if at < stopped { Ending::Stopped } else { Ending::Solved };
        (0..20).map(|at| count(at, "family/a", outcome(at), 1)).collect()
    };
    let paired = |stopped| Comparable::of(&rows(stopped)).paired("set", "family/a");
    assert_eq!([0, 1, 2, 3, 20].map(paired), [true, true, true, false, false]);
    let mut wrong = rows(0);
    wrong[7].outcome = Ending::Wrong;
    assert!(!Comparable::of(&wrong).paired("set", "family/a"));
    assert!(!Comparable::of(&rows(0)).paired("set", "family/b"), "it was not there");
}

#[test]
fn a_row_that_lacks_a_field_is_an_error_with_file_and_line() {
    fn lacks<T: RawRow>(
        row: &T,
        fields: &[&str],
        read: impl Fn(&RunFolder) -> Result<Vec<T>, RunFolderError>,
    ) {
        let folder = folder("lacks");
        let text = {
            let mut rows = csv::Writer::from_writer(Vec::new());
            rows.serialize(row).unwrap();
            String::from_utf8(rows.into_inner().unwrap()).unwrap()
        };
        for field in fields {
            fs::write(folder.file(T::FILE), text.replacen(field, "other", 1)).unwrap();
            let error = read(&folder).map(|_| ()).unwrap_err();
            let why = std::error::Error::source(&error).unwrap().to_string();
            assert!(error.to_string().contains(T::FILE), "{error}");
            assert!(why.contains("line: 2"), "{why}");
            assert!(why.contains(&format!("missing field `{field}`")), "{why}");
        }
    }
    lacks(&paired(1, "family/a", false, 100), &["first", "nodes"], RunFolder::read);
    let (corpus, solver) = ("set".to_owned(), "family/a".to_owned());
    let puzzle =
        PuzzleRow { corpus: corpus.clone(), index: 0, clues: 1, effort: None, rating: None };
    lacks(&puzzle, &["effort", "rating"], RunFolder::read);
    let survey =
        SurveyRow { corpus: corpus.clone(), index: 0, solver: solver.clone(), cpu_ns: None };
    lacks(&survey, &["cpu_ns"], RunFolder::read);
    let instructions =
        InstructionRow { corpus, solver, instructions: 1, placements: 1, puzzles: 1 };
    lacks(&instructions, &["puzzles"], RunFolder::read);
}

#[test]
fn no_run_is_started_over_another() {
    let folder = folder("taken");
    fs::write(folder.file("raw/mine.csv"), "mine").unwrap();
    let error = folder.start().unwrap_err().to_string();
    assert!(error.contains("raw already exists"), "{error}");
    assert_eq!(fs::read_to_string(folder.file("raw/mine.csv")).unwrap(), "mine");
}

#[test]
fn a_packed_file_may_be_unpacked_and_an_unknown_column_is_left_out() {
    let folder = folder("columns");
    folder.write(&counts()[..1]).unwrap();
    assert!(folder.file("raw/counts.csv.gz").is_file() && !folder.file("raw/counts.csv").exists());
    let head = "solver,corpus,later,index,puzzle,outcome,placements,calls";
    let row = format!("family/a,set,9,0,{},solved,10,", Grid::BLANK.with(0, 1));
    fs::remove_file(folder.file("raw/counts.csv.gz")).unwrap();
    fs::write(folder.file("raw/counts.csv"), format!("{head}\n{row}\n")).unwrap();
    let read = folder.read::<CountRow>().unwrap();
    assert_eq!((read[0].index, read[0].counts.placements), (0, 10));
    assert_eq!(read[0].counts.get(Work::Calls), None, "an empty field is not reported");
    let short = head.replace(",outcome", "");
    fs::write(folder.file("raw/counts.csv"), format!("{short}\n{}\n", row.replace(",solved", "")))
        .unwrap();
    let error = folder.read::<CountRow>().unwrap_err();
    let why = std::error::Error::source(&error).unwrap().to_string();
    assert!(why.contains("missing field `outcome`"), "{why}");
}

const OURS: &str = "bitmask/cursor";

/// A plan with a solver and a peer, on a shipped set and on a file.
fn shared_plan() -> Plan {
    let [shipped, file] = ["finished", "mine"].map(|name| {
        let set = sudoku_puzzles::find("finished").unwrap();
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
fn shared_rows() -> Vec<CountRow> {
    let counts = committed().set("finished").unwrap().runs[0].counts;
    let puzzle = sudoku_puzzles::find("finished").unwrap().entries()[0].grid;
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

fn reference(name: &str, rows: &[CountRow]) -> RunFolder {
    let folder = folder(name);
    folder.write_environment(&ENVIRONMENT).unwrap();
    folder.write_plan(&shared_plan()).unwrap();
    folder.write(rows).unwrap();
    folder
}

#[test]
fn equal_counts_are_left_out_and_read_back_in_their_order() {
    let (folder, all) = (reference("shared", &shared_rows()), shared_rows());
    folder.share_counts().unwrap();
    assert_eq!(
        folder.read::<CountRow>().unwrap(),
        all[1..],
        "the peer and the file have no others"
    );
    assert_eq!(folder.plan().unwrap().solvers[0].counted, Some(committed().source));
    assert_eq!(folder.counts().unwrap(), all);
    let raw = Raw::read(&folder).unwrap();
    assert_eq!((raw.counts, raw.recounted), (all, vec![]));
    folder.share_counts().unwrap();
    assert_eq!(folder.read::<CountRow>().unwrap().len(), 3, "again, nothing changes");
}

#[test]
fn other_counts_stay_with_the_run() {
    let mut all = shared_rows();
    all[0].counts.calls += 1;
    let folder = reference("kept", &all);
    folder.share_counts().unwrap();
    assert_eq!(folder.read::<CountRow>().unwrap(), all);
    assert_eq!(folder.plan().unwrap().solvers[0].counted, None);
}

#[test]
fn counts_of_other_code_are_not_taken_for_those_of_the_run() {
    let folder = reference("changed", &shared_rows());
    let mut plan = shared_plan();
    plan.solvers[0].counted = Some("3".repeat(64));
    folder.write_plan(&plan).unwrap();
    assert_eq!(Raw::read(&folder).unwrap().recounted, [OURS]);
    folder.write(&shared_rows()[1..]).unwrap();
    let error = Raw::read(&folder).unwrap_err().to_string();
    assert!(error.ends_with("no counts of bitmask/cursor on puzzle 0 of finished"), "{error}");
}

#[test]
fn a_raw_file_that_was_changed_after_the_run_is_named() {
    let folder = folder("sealed");
    folder.write_environment(&ENVIRONMENT).unwrap();
    folder.write_plan(&plan()).unwrap();
    folder.write(&counts()).unwrap();
    folder.write(&[surveyed(0, "family/a")]).unwrap();
    fs::write(folder.file(MARK), "A run.\n").unwrap();
    let survey = fs::read(folder.file("raw/survey.csv.gz")).unwrap();
    fs::write(folder.file("raw/setup.csv"), "solver,cpu_ns\n").unwrap();
    let named = |name: &str| {
        let error = Raw::read(&folder).unwrap_err().to_string();
        assert!(error.contains(&format!("{name} differs from the SHA-256")), "{error}");
    };
    folder.seal().unwrap();
    folder.seal().unwrap();
    let list = fs::read_to_string(folder.file(MARK)).unwrap();
    assert!(list.starts_with("A run.\n") && list.lines().count() == 6, "{list}");
    fs::write(folder.file("raw/setup.csv"), "solver,cpu_ns\nfamily/a,1\n").unwrap();
    named("raw/setup.csv");
    fs::remove_file(folder.file("raw/setup.csv")).unwrap();
    named("raw/setup.csv");
    fs::write(folder.file("raw/setup.csv"), "solver,cpu_ns\n").unwrap();
    folder.write(&[sample("family/a")]).unwrap();
    named("raw/samples.csv");
    assert!(folder.add(&[sample("family/a")]).is_err(), "what was changed is not listed anew");
    fs::remove_file(folder.file("raw/samples.csv")).unwrap();
    folder.add(&[sample("family/a")]).unwrap();
    assert!(fs::read_to_string(folder.file(MARK)).unwrap().contains("raw/samples.csv"));
    fs::write(folder.file("raw/survey.csv.gz"), &survey[..survey.len() - 1]).unwrap();
    named("raw/survey.csv.gz");
}

#[test]
fn a_row_that_stands_twice_or_is_of_another_set_is_named() {
    let error = |write: &dyn Fn(&RunFolder)| {
        let folder = folder("twice");
        folder.write_environment(&ENVIRONMENT).unwrap();
        folder.write_plan(&plan()).unwrap();
        folder.write(&counts()).unwrap();
        write(&folder);
        let error = Raw::read(&folder).unwrap_err().to_string();
        error.split_once("twice/").unwrap().1.to_owned()
    };
    let second = "found a second row for what line 2 is about";
    let turns = [1, 2, 1].map(|build| paired(build, "family/b", false, 5));
    assert_eq!(
        error(&|folder| folder.append(&turns).unwrap()),
        format!("raw/paired.csv.gz, line 4: {second}")
    );
    let first = counts()[0].clone();
    assert_eq!(
        error(&|folder| folder.write(&[counts(), vec![first.clone()]].concat()).unwrap()),
        format!("raw/counts.csv.gz, line 11: {second}")
    );
    let unknown = "line 2: found the corpus `other`, expected one of raw/plan.json";
    let other = |row| PairedRow { corpus: "other".to_owned(), ..row };
    assert_eq!(
        error(&|folder| folder.append(&turns.clone().map(other)).unwrap()),
        format!("raw/paired.csv.gz, {unknown}")
    );
    let sample = SampleRow { corpus: "other".to_owned(), ..sample("family/a") };
    assert_eq!(
        error(&|folder| folder.write(std::slice::from_ref(&sample)).unwrap()),
        format!("raw/samples.csv, {unknown}")
    );
}
