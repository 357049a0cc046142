//! Computes results from raw data alone: writes a folder as a run does, and reads it back.

use std::fs;

use crate::common::{count, counts, folder, paired, plan};
use sudoku_core::{Counters, Ending, Work};
use sudoku_judge::{Against, Interval, Order, ResultRow, Results, Rows, SCHEMA_VERSION};
use sudoku_record::{
    Absent, CountRow, Environment, InstructionRow, PairedRow, PuzzleRow, Raw, RunFolder, SampleRow,
    SurveyRow,
};

/// Computes results from the rows that the test wrote; a run would have more of them.
fn results(folder: &RunFolder) -> Results {
    Results::of(&Raw {
        environment: folder.environment().unwrap(),
        plan: folder.plan().unwrap(),
        missing: Vec::new(),
        recounted: Vec::new(),
        puzzles: folder.read().unwrap(),
        counts: folder.read().unwrap(),
        sets: Vec::new(),
        kinds: Vec::new(),
        samples: folder.read().unwrap(),
        survey: folder.read().unwrap(),
        paired: folder.read().unwrap(),
        instructions: folder.read().unwrap(),
        memory: folder.read().unwrap(),
        setup: folder.read().unwrap(),
        programs: folder.programs().unwrap(),
        passes: folder.read().unwrap(),
    })
}

#[test]
fn a_solver_that_reports_no_placements_is_not_among_those_that_place() {
    let folder = folder("uncounted");
    let mut plan = plan();
    plan.solvers[2].absent = Some(Absent::NotOnThisMachine);
    folder.write_plan(&plan).unwrap();
    folder.write_environment(&Environment::capture()).unwrap();
    let uncounted = count(0, "family/b", Ending::Solved, 0);
    let uncounted = CountRow { counts: uncounted.counts.only(Counters::of(&[])), ..uncounted };
    folder.write(&[count(0, "family/a", Ending::Solved, 5), uncounted]).unwrap();
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
        let twin = PairedRow { wall_ns: 3 * twin.cpu_ns, ..twin };
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
    let Interval { point, low, high } = time.mean_ns;
    assert!(close(point, 600.0) && low < 500.0 && high > 700.0, "2400 ns on four puzzles");
    assert!(close(time.mean_ns_per_placement.unwrap().point, 30.0));
    assert_eq!(
        (time.puzzles, time.once_median_ns, time.once_mean_ns),
        (4, Some(200.0), Some(200.0)),
        "the stopped one is left out"
    );
    let samples = time.criterion.as_ref().unwrap();
    assert_eq!((samples.samples, samples.puzzles), (3, 4));
    assert!(close(samples.median_ns, 400.0));
    // The 5th percentile lies a tenth of the way from the first sample to the second; the 95th nine
    // tenths of the way from there to the third.
    assert!(close(samples.p5_ns, 220.0) && close(samples.p95_ns, 760.0), "{samples:?}");
    assert!(!time.contended && close(time.cpu_over_wall, 1.0), "without the turns of its copy");
    let time = b.timing.as_ref().unwrap();
    assert!(time.contended && close(time.cpu_over_wall, 0.5));
    assert_eq!((&time.criterion, time.once_median_ns), (&None, None));

    let nodes = results.puzzle_times[0].solvers[0].nodes.iter();
    let known: Vec<bool> = nodes.map(Option::is_some).collect();
    assert_eq!(known, [true, true, false], "none of a search that was stopped");

    // What a page needs besides the figures is only in the raw data.
    let json = serde_json::to_string(&results).unwrap();
    let figures = Results { puzzle_times: Vec::new(), recounted: Vec::new(), ..results };
    assert_eq!(serde_json::from_str::<Results>(&json).unwrap(), figures);
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
    let places: Vec<usize> = duel.rows.iter().map(|row| row.index).collect();
    assert_eq!((places, duel.alone), (vec![1], [1, 1]));
}

/// As [`counts`], but solver a finishes the last puzzle.
fn finished() -> Vec<CountRow> {
    let mut rows = counts();
    rows[6].outcome = Ending::Solved;
    rows
}

#[test]
fn a_typical_puzzle_is_compared_with_the_reference_of_the_race() {
    let folder = folder("typical");
    folder.write_environment(&Environment::capture()).unwrap();
    folder.write_plan(&plan()).unwrap();
    folder.write(&finished()).unwrap();
    let survey = |index, solver: &str, ns| SurveyRow {
        corpus: "set".to_owned(),
        index,
        solver: solver.to_owned(),
        cpu_ns: Some(ns),
    };
    let times = [("family/a", [100, 100, 100]), ("family/b", [25, 400, 8000])];
    let each = |(solver, times): (&'static str, [u64; 3])| {
        times.into_iter().enumerate().map(move |(at, ns)| survey(at, solver, ns))
    };
    folder.write(&times.into_iter().flat_map(each).collect::<Vec<_>>()).unwrap();
    assert!(results(&folder).survey.iter().all(|row| row.typical.is_none()), "no ratios");
    let rows = [("family/a", false, 800), ("family/a", true, 800), ("family/b", false, 400)];
    for build in [1, 2] {
        let rows = rows.map(|(solver, twin, ns)| paired(build, solver, twin, ns * build));
        folder.append(&rows).unwrap();
    }
    let results = results(&folder);
    // Ratios of a quarter, four and eighty: their geometric mean is the cube root of 80.
    let typical = results.typical("family/b", "set").unwrap();
    assert_eq!((typical.reference.as_str(), typical.puzzles), ("family/a", 3));
    assert!((typical.ratio.point.powi(3) - 80.0).abs() < 1e-9);
    let rows = ResultRow::all(&results);
    let row = rows.iter().find(|row| row.solver == "family/b").unwrap();
    assert_eq!((row.once_median_ns, row.once_mean_ns), (Some(400.0), Some(8425.0 / 3.0)));
    assert_eq!(row.typical_ratio_high, Some(typical.ratio.high));
    let (_, all) = Against::all(&results).unwrap();
    let found: Vec<_> = all.iter().map(|one| one.typical.map(|ratio| ratio.point)).collect();
    assert_eq!(found, [Some(1.0), Some(typical.ratio.point)], "in total time the faster one");
}

#[test]
fn a_survey_names_the_solvers_that_did_not_finish() {
    let folder = folder("survey");
    let row = |cpu_ns| SurveyRow {
        corpus: "set".to_owned(),
        index: 0,
        solver: "family/a".to_owned(),
        cpu_ns,
    };
    // The plan's limit is a millisecond, so the third time counts as unsolved.
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
    assert_eq!((survey.puzzles, survey.once_ns.as_slice()), (4, &[200_000, 800_000][..]));
    assert!(close(survey.par2_ns, 1_250_000.0), "{}", survey.par2_ns);
    assert_eq!(results.instructions[0].instructions, 7);
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
    assert_eq!(b.placements, [20, 40, 50], "no other solver takes a puzzle from it");
    assert_eq!((a.and_rating, b.and_rating), (None, Some(-1.0)), "rated hard, easy for it");
    assert_eq!(faulty.placements, [0; 0], "a wrong answer says nothing");
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
    let rows = [row("b", "x", 1), row("a", "y", 2), row("b", "y", 3), row("b", "x", 4)];
    let found = |solver, corpus| rows.of(solver, corpus).map(|row| row.instructions);
    assert_eq!([found("b", "x"), found("b", "y"), found("a", "y")], [Some(1), Some(3), Some(2)]);
    assert_eq!([found("a", "x"), found("c", "x")], [None; 2]);
    assert!(rows.by("b").map(|row| row.instructions).eq([1, 3, 4]));
    assert!(rows.on("y").map(|row| row.instructions).eq([2, 3]), "in their order");
}

#[test]
fn the_builds_of_a_run_are_pooled_and_what_it_lacks_is_kept() {
    let folder = folder("pooled");
    folder.write_environment(&Environment::capture()).unwrap();
    folder.write_plan(&plan()).unwrap();
    folder.write(&finished()).unwrap();
    for build in 1..=3 {
        let rows = [("a", false, 1000), ("a", true, 1000 + build), ("b", false, 500 + build)];
        let row = |(id, twin, ns)| paired(build, &format!("family/{id}"), twin, ns);
        folder.append(&rows.map(row)).unwrap();
    }
    let results = Results::of(&Raw::read(&folder).unwrap());
    let ratios = results.ratios.unwrap();
    let b = ratios.rows.of("family/b", "set").unwrap();
    assert_eq!((ratios.reference.as_str(), b.builds, b.verdict), ("family/a", 3, Order::Faster));
    assert_eq!(results.missing, ["surveying", "timing", "memory"]);
}
