//! Results are made from raw data alone: a folder is written as a run writes it, and read back.

use std::fs;
use std::io::Read;
use std::path::PathBuf;

use sudoku_core::{Counters, Counts, Goal, Grid, Publication, Source, Tree, Work};
use sudoku_measure::{
    Absent, Comparable, CorpusRecord, CountRow, Environment, Indexed, InstructionRow, Interval,
    MemoryRow, Mode, Order, Outcome, Page, PairedRow, Plan, PuzzleRow, Raw, RawRow, Results,
    RunFolder, SCHEMA_VERSION, SampleRow, SetupRow, Skipped, SolverRecord, SourceRecord, SurveyRow,
};

fn folder(name: &str) -> RunFolder {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    if path.exists() {
        fs::remove_dir_all(&path).unwrap();
    }
    let folder = RunFolder::new(path);
    folder.start().unwrap();
    folder
}

fn results(folder: &RunFolder) -> Results {
    Results::of(&Raw::read(folder).unwrap())
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

fn solver(id: &str) -> SolverRecord {
    SolverRecord {
        id: id.to_owned(),
        idea: "an idea".to_owned(),
        sources: vec![SourceRecord::from(&SOURCE)],
        path: "crates/family/src/variant.rs".to_owned(),
        tree: Tree::ROW_MAJOR.0.to_owned(),
        target: String::new(),
        peer: None,
        absent: None,
    }
}

#[test]
fn what_a_plan_says_of_a_solver_is_read_back() {
    let json = serde_json::to_string(&solver("family/a")).unwrap();
    assert!(!json.contains("target") && !json.contains("peer") && !json.contains("absent"));
    assert_eq!(serde_json::from_str::<SolverRecord>(&json).unwrap(), solver("family/a"));
    for absent in [Absent::NotOnThisMachine, Absent::LeftOut("hung".to_owned())] {
        let peer = Some("1.2.3".to_owned());
        let target = "avx2".to_owned();
        let record = SolverRecord { target, peer, absent: Some(absent), ..solver("family/a") };
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
fn pages_are_read_back_and_may_be_missing() {
    let folder = folder("pages");
    assert_eq!(folder.pages().unwrap(), []);
    let (id, text) = ("family/a".to_owned(), "# The idea\n\n\"5 < 3\"\n".to_owned());
    let pages = vec![Page { id, text, code: "fn go() {}\n".to_owned(), observations: vec![0] }];
    folder.write_pages(&pages).unwrap();
    assert_eq!(folder.pages().unwrap(), pages);
}

#[test]
fn who_reports_no_placements_is_not_among_those_that_place() {
    let folder = folder("uncounted");
    let mut plan = plan();
    plan.solvers[2].absent = Some(Absent::NotOnThisMachine);
    folder.write_plan(&plan).unwrap();
    folder.write_environment(&Environment::capture()).unwrap();
    let uncounted = count(0, "family/b", Outcome::Solved, 0);
    let uncounted = CountRow { counts: uncounted.counts.only(Counters::of(&[])), ..uncounted };
    folder.write(&[count(0, "family/a", Outcome::Solved, 5), uncounted]).unwrap();
    let row =
        PuzzleRow { corpus: "set".to_owned(), index: 0, clues: 1, effort: None, rating: None };
    folder.write(&[row]).unwrap();
    let results = results(&folder);
    let placed: Vec<&str> =
        results.difficulty[0].placed.iter().map(|placed| placed.solver.as_str()).collect();
    assert_eq!(placed, ["family/a"]);
    let row = results.rows.of("family/b", "set").unwrap();
    assert_eq!((row.solved, row.counts.values()), (1, [None; Work::ALL.len()]));
}

fn plan() -> Plan {
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
        }],
    }
}

fn count(index: usize, solver: &str, outcome: Outcome, placements: u64) -> CountRow {
    let counts = Counts { calls: placements + 1, placements, ..Counts::default() };
    let (corpus, solver) = ("set".to_owned(), solver.to_owned());
    CountRow { corpus, index, puzzle: Grid::BLANK.with(index, 1), solver, outcome, counts }
}

/// Solver a is over its budget on the last puzzle; the faulty one answers the second one wrongly,
/// and is over its budget on the first, which nobody else has to suffer for.
fn counts() -> Vec<CountRow> {
    vec![
        count(0, "family/a", Outcome::Solved, 10),
        count(0, "family/b", Outcome::Solved, 20),
        count(0, "family/faulty", Outcome::Stopped, 5),
        count(1, "family/a", Outcome::NoSolution, 30),
        count(1, "family/b", Outcome::NoSolution, 40),
        count(1, "family/faulty", Outcome::Wrong, 5),
        count(2, "family/a", Outcome::Stopped, 999),
        count(2, "family/b", Outcome::Solved, 50),
        count(2, "family/faulty", Outcome::Solved, 5),
    ]
}

/// One solver on a block of two puzzles, where it places 40 digits.
fn paired(build: u64, solver: &str, twin: bool, cpu_ns: u64) -> PairedRow {
    PairedRow {
        build,
        corpus: "set".to_owned(),
        own: true,
        league: 0,
        block: 0,
        puzzles: 2,
        visit: 0,
        turn: 0,
        solver: solver.to_owned(),
        twin,
        passes: 1,
        placements: 40,
        nodes: None,
        cpu_ns,
        wall_ns: cpu_ns,
    }
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9 * b
}

#[test]
fn results_come_from_the_raw_data() {
    let folder = folder("results");
    folder.write_environment(&Environment::capture()).unwrap();
    folder.write_plan(&plan()).unwrap();
    folder.write(&counts()).unwrap();
    let sample = |ns: u64| {
        let (corpus, solver) = ("set".to_owned(), "family/a".to_owned());
        SampleRow { corpus, solver, puzzles: 4, cpu_ns: 4 * ns, wall_ns: 4 * ns }
    };
    folder.write(&[sample(200), sample(400), sample(800)]).unwrap();
    let survey = |index, cpu_ns| SurveyRow {
        corpus: "set".to_owned(),
        index,
        solver: "family/a".to_owned(),
        cpu_ns,
    };
    folder.write(&[survey(0, Some(100)), survey(1, Some(300)), survey(2, None)]).unwrap();
    for build in [1, 2] {
        let rows = [("family/a", false, 800), ("family/a", true, 800), ("family/b", false, 400)];
        let rows = rows.map(|(solver, twin, ns)| paired(build, solver, twin, ns * build));
        let [a, twin, b] = rows;
        folder.append(&[a, twin, PairedRow { wall_ns: 2 * b.cpu_ns, ..b }]).unwrap();
    }

    assert_eq!(folder.read::<CountRow>().unwrap(), counts(), "counts survive their file");
    let results = results(&folder);
    assert_eq!(results.schema_version, SCHEMA_VERSION);
    assert_eq!(results.self_checks.len(), 1);

    let a = results.rows.of("family/a", "set").unwrap();
    assert_eq!((a.solved, a.no_solution, a.stopped, a.wrong), (1, 1, 1, 0));
    assert_eq!((a.puzzles(), a.finished()), (3, 2));
    assert_eq!(a.counts.placements, 40, "without the puzzle that it did not finish");
    let b = results.rows.of("family/b", "set").unwrap();
    assert_eq!((b.finished(), b.counts.placements), (3, 110), "which b finished");
    let faulty = results.rows.of("family/faulty", "set").unwrap();
    assert_eq!((faulty.wrong, faulty.stopped), (1, 1));
    assert!(faulty.timing.is_none());

    let time = a.timing.as_ref().unwrap();
    let Interval { point, low, high } = time.ns_per_puzzle;
    assert!(close(point, 600.0) && low < 500.0 && high > 700.0, "2400 ns on four puzzles");
    assert!(close(time.ns_per_placement.unwrap().point, 30.0));
    assert_eq!((time.puzzles, time.median_ns), (4, Some(200.0)), "the stopped one is left out");
    let spread = time.spread.as_ref().unwrap();
    assert_eq!((spread.samples, spread.puzzles), (3, 4));
    assert!(close(spread.median, 400.0) && close(spread.mad, 200.0));
    assert!(!time.contended);
    let time = b.timing.as_ref().unwrap();
    assert!(time.contended && close(time.cpu_over_wall, 0.5));
    assert_eq!((&time.spread, time.median_ns), (&None, None));

    // What a page needs beside the figures is in the raw data alone.
    let json = serde_json::to_string(&results).unwrap();
    let figures = Results { puzzle_times: Vec::new(), pages: Vec::new(), ..results };
    assert_eq!(serde_json::from_str::<Results>(&json).unwrap(), figures);
}

#[test]
fn a_file_that_is_damaged_from_its_first_byte_is_not_an_empty_one() {
    let folder = folder("damaged");
    let path = folder.file("raw/survey.csv.gz");
    fs::write(&path, "not packed").unwrap();
    let refused = || folder.read::<SurveyRow>().unwrap_err().to_string();
    assert!(refused().ends_with("survey.csv.gz is not CSV as expected"), "{}", refused());
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    assert!(refused().ends_with("survey.csv.gz is not CSV as expected"), "{}", refused());
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
    let surveyed = |corpus: &str| SurveyRow {
        corpus: corpus.to_owned(),
        index: 0,
        solver: "family/a".to_owned(),
        cpu_ns: None,
    };
    folder.write(&[surveyed("sets")]).unwrap();
    let expected =
        "raw/survey.csv.gz, line 2: found the corpus `sets`, expected one of raw/plan.json";
    assert!(refused().ends_with(expected), "{}", refused());
    folder.write(&[surveyed("set")]).unwrap();

    let expected = |file: &str| {
        format!(
            "raw/{file}, line 2: found puzzle 4 of set, expected one below 3, as many as \
             raw/plan.json says"
        )
    };
    let memory = MemoryRow {
        corpus: "set".to_owned(),
        index: 4,
        solver: "family/a".to_owned(),
        state_bytes: 1,
        stack_bytes: 1,
        max_depth: 1,
        allocations: 0,
    };
    folder.write(&[memory]).unwrap();
    assert!(refused().ends_with(&expected("memory.csv")), "{}", refused());
    let corpus = "set".to_owned();
    folder.write(&[PuzzleRow { corpus, index: 4, clues: 30, effort: None, rating: None }]).unwrap();
    assert!(refused().ends_with(&expected("puzzles.csv")), "{}", refused());
}

#[test]
fn solvers_that_were_surveyed_on_different_puzzles_are_compared_on_those_of_both() {
    let folder = folder("holes");
    folder.write_environment(&Environment::capture()).unwrap();
    folder.write_plan(&plan()).unwrap();
    folder.write(&counts()).unwrap();
    let survey = |index, solver: &str| SurveyRow {
        corpus: "set".to_owned(),
        index,
        solver: solver.to_owned(),
        cpu_ns: Some(1000),
    };
    let rows = [survey(0, "family/a"), survey(1, "family/a"), survey(1, "family/b")];
    folder.write(&[rows.as_slice(), &[survey(2, "family/b")]].concat()).unwrap();
    let times = results(&folder).puzzle_times;
    let duel = times[0].duel("family/a", "family/b").unwrap();
    let places: Vec<usize> = duel.bouts.iter().map(|bout| bout.index).collect();
    assert_eq!((places, duel.alone), (vec![1], [1, 1]));
}

#[test]
fn builds_add_their_rounds_one_after_the_other() {
    let folder = folder("paired");
    assert!(folder.read::<PairedRow>().unwrap().is_empty(), "none yet");
    for build in 1..=3 {
        let rows = [("a", false, 1000), ("a", true, 1000 + build), ("b", false, 500 + build)];
        folder.append(&rows.map(|(id, twin, ns)| paired(build, id, twin, ns))).unwrap();
    }
    let rows = folder.read::<PairedRow>().unwrap();
    assert_eq!(rows.len(), 9);
    let ratios = sudoku_measure::Ratios::of(&rows).unwrap();
    let b = ratios.rows.of("b", "set").unwrap();
    assert_eq!((ratios.reference.as_str(), b.builds, b.verdict), ("a", 3, Order::Faster));
}

#[test]
fn memory_is_the_most_that_was_taken() {
    let folder = folder("memory");
    assert!(folder.read::<MemoryRow>().unwrap().is_empty(), "none yet");
    let row = |solver: &str, index, stack_bytes, max_depth| MemoryRow {
        corpus: "set".to_owned(),
        index,
        solver: format!("family/{solver}"),
        state_bytes: 100,
        stack_bytes,
        max_depth,
        allocations: 2,
    };
    let rows = [row("a", 0, 200, 3), row("b", 0, 0, 1), row("a", 1, 480, 5), row("a", 2, 90, 2)];
    folder.write(&rows).unwrap();
    assert_eq!(folder.read::<MemoryRow>().unwrap(), rows);

    folder.write_environment(&Environment::capture()).unwrap();
    folder.write_plan(&plan()).unwrap();
    folder.write(&counts()).unwrap();
    let memory = results(&folder).memory;
    assert_eq!(memory.len(), 2);
    let (a, b) = (&memory[0], &memory[1]);
    assert_eq!((a.solver.as_str(), a.state_bytes, a.stack_bytes), ("family/a", 100, 480));
    assert_eq!((a.stack_bytes_per_level, a.allocations), (Some(120.0), 6));
    assert_eq!((b.stack_bytes, b.stack_bytes_per_level), (0, None), "one level has none below");
}

#[test]
fn a_survey_knows_who_did_not_finish() {
    let folder = folder("survey");
    let row = |cpu_ns| SurveyRow {
        corpus: "set".to_owned(),
        index: 0,
        solver: "family/a".to_owned(),
        cpu_ns,
    };
    // The plan's limit is a millisecond: the third is as good as unsolved.
    let rows = [row(Some(800_000)), row(None), row(Some(1_000_001)), row(Some(200_000))];
    folder.write(&rows).unwrap();
    assert_eq!(folder.read::<SurveyRow>().unwrap(), rows);

    folder.write_environment(&Environment::capture()).unwrap();
    folder.write_plan(&plan()).unwrap();
    folder.write(&counts()).unwrap();
    fs::write(
        folder.file("raw/instructions.csv"),
        "corpus,solver,instructions,placements,puzzles\nset,family/a,7,2,1\n",
    )
    .unwrap();
    let results = results(&folder);
    let survey = &results.survey[0];
    assert_eq!((survey.puzzles, survey.times_ns.as_slice()), (4, &[200_000, 800_000][..]));
    assert!(close(survey.par2_ns, 1_250_000.0), "{}", survey.par2_ns);
    assert_eq!(results.instructions[0].instructions, 7);
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
fn difficulty_joins_what_is_known_of_a_puzzle_with_what_was_counted() {
    let folder = folder("difficulty");
    folder.write_environment(&Environment::capture()).unwrap();
    folder.write_plan(&plan()).unwrap();
    folder.write(&counts()).unwrap();
    let puzzle = |index, clues, effort, rating| PuzzleRow {
        corpus: "set".to_owned(),
        index,
        clues,
        effort,
        rating,
    };
    let puzzles = [
        puzzle(0, 24, Some(20), Some(9.5)),
        puzzle(1, 23, Some(40), Some(7.0)),
        puzzle(2, 25, None, Some(1.5)),
    ];
    folder.write(&puzzles).unwrap();
    let results = results(&folder);
    let [set] = results.difficulty.as_slice() else { panic!("one corpus") };
    assert_eq!((set.corpus.as_str(), set.rated), ("set", 3));
    assert_eq!(set.clues, [24, 23, 25]);
    assert_eq!(set.effort, [Some(20), Some(40), None]);
    assert_eq!(set.clues_and_effort, None, "two pairs have no order to speak of");
    let [a, b, faulty] = set.placed.as_slice() else { panic!("three solvers") };
    assert_eq!((a.solver.as_str(), a.placements.as_slice()), ("family/a", &[10, 30][..]));
    assert_eq!(b.placements, [20, 40, 50], "nobody takes a puzzle from it");
    assert_eq!((a.and_rating, b.and_rating), (None, Some(-1.0)), "rated hard, easy for it");
    assert_eq!(faulty.placements, [0; 0], "a wrong answer says nothing");
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
    assert_eq!(missing(), "surveying, timing, memory, the paired rounds of 3 of 3 builds");
    folder.write::<SurveyRow>(&[]).unwrap();
    let sample = SampleRow {
        corpus: "set".to_owned(),
        solver: "family/a".to_owned(),
        puzzles: 1,
        cpu_ns: 1,
        wall_ns: 1,
    };
    folder.write(&[sample]).unwrap();
    folder.append(&[paired(1, "a", false, 1000), paired(2, "a", false, 1000)]).unwrap();
    assert_eq!(missing(), "memory, the paired rounds of 1 of 3 builds");
    assert_eq!(results(&folder).missing.len(), 2);

    // What a program writes when it is killed stands beside, and is not read.
    fs::write(folder.file("raw/memory.csv.part"), "corpus,ind").unwrap();
    assert_eq!(missing(), "memory, the paired rounds of 1 of 3 builds");
    folder.write::<MemoryRow>(&[]).unwrap();
    folder.append(&[paired(3, "a", false, 1000)]).unwrap();
    assert_eq!(missing(), "");

    // Where nobody finished enough puzzles there are no rounds.
    fs::remove_file(folder.file("raw/paired.csv.gz")).unwrap();
    assert_eq!(missing(), "the paired rounds of 3 of 3 builds");
    let stopped = ["family/a", "family/b"].map(|id| count(0, id, Outcome::Stopped, 999));
    folder.write(&stopped).unwrap();
    assert_eq!(missing(), "");
    folder.write_plan(&Plan { builds: 0, ..plan() }).unwrap();
    fs::remove_file(folder.file("raw/samples.csv")).unwrap();
    assert_eq!(missing(), "", "nothing was to be timed");
}

#[test]
fn a_tenth_of_a_set_may_be_left_unfinished() {
    let rows = |stopped| -> Vec<CountRow> {
        let outcome = |at| if at < stopped { Outcome::Stopped } else { Outcome::Solved };
        (0..20).map(|at| count(at, "family/a", outcome(at), 1)).collect()
    };
    let paired = |stopped| Comparable::of(&rows(stopped)).paired("set", "family/a");
    assert_eq!([0, 1, 2, 3, 20].map(paired), [true, true, true, false, false]);
    let mut wrong = rows(0);
    wrong[7].outcome = Outcome::Wrong;
    assert!(!Comparable::of(&wrong).paired("set", "family/a"));
    assert!(!Comparable::of(&rows(0)).paired("set", "family/b"), "it was not there");
}

#[test]
fn a_row_that_lacks_a_field_is_an_error_with_file_and_line() {
    fn lacks<T: RawRow + std::fmt::Debug>(row: &T, fields: &[&str]) {
        let folder = folder("lacks");
        let text = {
            let mut rows = csv::Writer::from_writer(Vec::new());
            rows.serialize(row).unwrap();
            String::from_utf8(rows.into_inner().unwrap()).unwrap()
        };
        for field in fields {
            fs::write(folder.file(T::FILE), text.replacen(field, "other", 1)).unwrap();
            let error = folder.read::<T>().unwrap_err();
            let why = std::error::Error::source(&error).unwrap().to_string();
            assert!(error.to_string().contains(T::FILE), "{error}");
            assert!(why.contains("line: 2"), "{why}");
            assert!(why.contains(&format!("missing field `{field}`")), "{why}");
        }
    }
    lacks(&paired(1, "family/a", false, 100), &["league", "nodes"]);
    let (corpus, solver) = ("set".to_owned(), "family/a".to_owned());
    let puzzle =
        PuzzleRow { corpus: corpus.clone(), index: 0, clues: 1, effort: None, rating: None };
    lacks(&puzzle, &["effort", "rating"]);
    let survey =
        SurveyRow { corpus: corpus.clone(), index: 0, solver: solver.clone(), cpu_ns: None };
    lacks(&survey, &["cpu_ns"]);
    let instructions =
        InstructionRow { corpus, solver, instructions: 1, placements: 1, puzzles: 1 };
    lacks(&instructions, &["puzzles"]);
}

#[test]
fn no_run_is_started_over_another() {
    let folder = folder("taken");
    fs::write(folder.file("raw/mine.csv"), "mine").unwrap();
    let error = folder.start().unwrap_err().to_string();
    assert!(error.contains("raw is there already"), "{error}");
    assert_eq!(fs::read_to_string(folder.file("raw/mine.csv")).unwrap(), "mine");
}

#[test]
fn a_row_is_found_by_its_solver_and_corpus() {
    let row = |solver: &str, corpus: &str, instructions| InstructionRow {
        corpus: corpus.to_owned(),
        solver: solver.to_owned(),
        instructions,
        placements: 1,
        puzzles: 1,
    };
    let rows = vec![row("b", "x", 1), row("a", "y", 2), row("b", "y", 3), row("b", "x", 4)];
    let indexed = Indexed::from(rows.clone());
    let found = |solver, corpus| indexed.of(solver, corpus).map(|row| row.instructions);
    assert_eq!([found("b", "x"), found("b", "y"), found("a", "y")], [Some(1), Some(3), Some(2)]);
    assert_eq!([found("a", "x"), found("c", "x")], [None; 2]);
    assert!(indexed.by("b").map(|row| row.instructions).eq([1, 3]));
    assert!(indexed.on("y").map(|row| row.instructions).eq([2, 3]), "in their order");

    let json = serde_json::to_string(&indexed).unwrap();
    assert_eq!(json, serde_json::to_string(&rows).unwrap(), "the plain list");
    assert_eq!(serde_json::from_str::<Indexed<InstructionRow>>(&json).unwrap(), indexed);
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

#[test]
fn the_module_of_a_page_is_kept_in_the_same_bytes() {
    let wasm = b"\0asm\x01\0\0\0".repeat(1000);
    let [one, other] = ["module-one", "module-other"].map(|name| {
        let folder = folder(name);
        assert_eq!(folder.module().unwrap(), None);
        folder.write_module(&wasm).unwrap();
        let packed = fs::read(folder.file(RunFolder::MODULE)).unwrap();
        assert_eq!(folder.module().unwrap().as_ref(), Some(&packed));
        packed
    });
    assert_eq!(one, other);
    let mut unpacked = Vec::new();
    flate2::read::GzDecoder::new(&one[..]).read_to_end(&mut unpacked).unwrap();
    assert_eq!(unpacked, wasm);
}
