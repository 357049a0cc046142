//! Verdicts on hand-made runs: two solvers on one set, `easy`.

use sudoku_core::{Counts, Ending, Grid, Work};
use sudoku_judge::claims::{Evidence, Judged, Uncounted, Verdict, committed, judge, read};
use sudoku_record::{
    CorpusRecord, CountRow, PairedRow, ProgramAnswers, ProgramRecord, ProgramRow, Raw, RunFolder,
};

use super::common::{any, top};
use Verdict::{Fails, Holds, NotMeasured, Undecided};

const A: &str = "bitmask/cursor";
const B: &str = "bitmask/blank-list";

/// A run with these rows, and with the environment and the plan of the fixture.
fn run(counts: Vec<CountRow>, paired: Vec<PairedRow>) -> Raw {
    let fixture = RunFolder::new(top().join("crates/show/tests/fixture"));
    Raw {
        environment: fixture.environment().unwrap(),
        plan: fixture.plan().unwrap(),
        missing: Vec::new(),
        recounted: Vec::new(),
        puzzles: Vec::new(),
        counts,
        sets: Vec::new(),
        kinds: Vec::new(),
        samples: Vec::new(),
        survey: Vec::new(),
        paired,
        instructions: Vec::new(),
        memory: Vec::new(),
        setup: Vec::new(),
        programs: Vec::new(),
        passes: Vec::new(),
    }
}

/// The verdict on a claim with these tests, about the solvers `a` and `b`.
fn judged(raw: &Raw, tests: &str) -> Judged {
    judged_in("", raw, tests)
}

/// As [`judged`], for a publication about programs in these languages.
fn judged_in(languages: &str, raw: &Raw, tests: &str) -> Judged {
    let text = format!(
        r#"[publication]
title = "Any"
author = "unknown"
year = "unknown"
address = "unknown"
languages = [{languages}]

[[claim]]
id = "009-any"
place = "somewhere"
says = "Less is more."
reading = "Fewer of these."
solvers = {{ a = "{A}", b = "{B}" }}
{tests}"#
    );
    let claims = read("009", &text).unwrap();
    judge(&claims, &Evidence::of(raw, &[])).claims.remove(0)
}

/// Rows of counts with the placements of both solvers on each puzzle of `easy`.
fn counted(placements: &[[u64; 2]]) -> Vec<CountRow> {
    counted_on("easy", placements)
}

fn counted_on(corpus: &str, placements: &[[u64; 2]]) -> Vec<CountRow> {
    let rows = placements.iter().enumerate().flat_map(|(index, both)| {
        [A, B].into_iter().zip(both).map(move |(solver, &placements)| CountRow {
            corpus: corpus.to_owned(),
            index,
            puzzle: Grid::BLANK,
            solver: solver.to_owned(),
            outcome: Ending::Solved,
            counts: Counts::from_values([(Work::Placements, placements)]),
        })
    });
    rows.collect()
}

/// Ten builds on a set. `b` and its second copy take 100 µs. The time of `a` is 2.45 % less, known
/// with a standard error of 1 % from ten groups. Student's t is 2.46: enough for 95 % (2.26), not
/// for 97.5 % (2.69).
fn timed(corpus: &str) -> Vec<PairedRow> {
    let row = |build: u64, solver: &str, twin, cpu_ns| PairedRow {
        build,
        corpus: corpus.to_owned(),
        first: build as usize,
        puzzles: 1,
        visit: 0,
        round: Some(0),
        turn: 0,
        solver: solver.to_owned(),
        twin,
        placements: 1,
        nodes: None,
        cpu_ns,
        wall_ns: cpu_ns,
    };
    let builds = (0..10).flat_map(|build| {
        let quick = if build % 2 == 0 { 94_550 } else { 100_550 };
        [row(build, B, false, 100_000), row(build, B, true, 100_000), row(build, A, false, quick)]
    });
    builds.collect()
}

const FASTER: &str = r#"
[[claim.test]]
figure = "a.time / b.time"
below = 1
on = ["easy"]
"#;

#[test]
fn a_test_on_every_set_holds_at_the_level_of_the_claim_and_fails_at_that_of_its_sets() {
    let on = |sets: &[&str]| {
        let counts = sets.iter().flat_map(|set| counted_on(set, &[[1, 1]]));
        run(counts.collect(), sets.iter().flat_map(|set| timed(set)).collect())
    };
    let [one, two] = [on(&["easy"]), on(&["easy", "hard"])];
    let with = |quantifier: &str, bound: &str| {
        FASTER.replace("below", bound).replace(r#"["easy"]"#, r#"["easy", "hard"]"#) + quantifier
    };
    let [faster, slower] = [with("", "below"), with("", "above")];
    for (raw, tests, verdict) in [
        (&one, FASTER, Holds),
        (&two, &faster, Holds),
        (&one, &FASTER.replace("below", "above"), Fails),
        (&two, &slower, Undecided),
        (&one, &slower, Fails),
        (&two, &with("most = true", "below"), Undecided),
    ] {
        assert_eq!(judged(raw, tests).verdict, verdict, "{tests}");
    }
    let figure = |found: &Judged| found.tests[0].findings[0].figure.unwrap();
    assert!(figure(&judged(&two, &faster)).high < 1.0, "the interval that decides is shown");
    assert!(figure(&judged(&two, &slower)).high > 1.0, "the interval that decides is shown");
}

#[test]
fn every_claim_by_times_narrows_the_others() {
    let raw = run(counted(&[[1, 1]]), timed("easy"));
    let more = |says: &str, figure: &str| {
        let claim = format!(
            r#"
[[claim]]
id = "009-other"
place = "elsewhere"
says = "{says}"
reading = "Fewer of these."
solvers = {{ a = "{A}", b = "{B}" }}

[[claim.test]]
figure = "{figure}"
above = 0.5
on = ["easy"]
"#
        );
        judged(&raw, &(FASTER.to_owned() + &claim)).verdict
    };
    assert_eq!(more("Work is no time.", "a.placements / b.placements"), Holds);
    assert_eq!(more("Not in half the time.", "a.time / b.time"), Undecided);
}

#[test]
fn a_ratio_within_the_noise_floor_is_undecided_though_its_interval_has_no_width() {
    let mut rows = timed("easy");
    for row in &mut rows {
        row.cpu_ns = if row.solver == A || row.twin { 102_000 } else { 100_000 };
    }
    let found = judged(&run(counted(&[[1, 1]]), rows), FASTER);
    let figure = found.tests[0].findings[0].figure.unwrap();
    assert!((figure.high / figure.low - 1.0).abs() < 1e-9, "{figure:?}");
    assert_eq!(found.verdict, Undecided);
    let test = &found.tests[0];
    assert!(test.is_within_noise(&test.findings[0]) && test.findings[0].noise_floor > 0.0199);
}

/// A timed run whose plan has `easy` with this hash of its puzzles.
fn planned(set_sha256: &str) -> Raw {
    let mut raw = run(counted(&[[1, 2]]), timed("easy"));
    let easy = CorpusRecord { name: "easy".to_owned(), ..raw.plan.corpora[0].clone() };
    raw.plan.corpora = vec![CorpusRecord { set_sha256: set_sha256.to_owned(), ..easy }];
    raw
}

#[test]
fn a_set_that_has_changed_since_the_run_is_not_measured() {
    let today = sudoku_puzzles::find("easy").unwrap().sha256();
    let work = FASTER.replace("time", "placements");
    for tests in [FASTER, &work] {
        assert_eq!(judged(&planned(today), tests).verdict, Holds);
        let found = judged(&planned(&"0".repeat(64)), tests);
        assert_eq!(found.verdict, NotMeasured);
        let missing = found.tests[0].findings[0].missing.as_deref();
        assert_eq!(missing, Some("the set has changed since the run"));
    }
    let evidence = Evidence::of(&planned(&"0".repeat(64)), &[]);
    assert_eq!(judge(&[], &evidence).changed, ["easy"]);
    assert!(evidence.noise_floors().is_empty(), "its copies count no more than its ratios");
}

#[test]
fn committed_counts_decide_on_a_set_that_has_changed_unless_they_lack_it_too() {
    let claims = any(B, "easy");
    let counted = committed(top(), &claims).unwrap();
    let mut raw = planned(&"0".repeat(64));
    raw.counts.extend(counted_on("finished", &[[0, 0]]));
    let ledger = judge(&claims, &Evidence::of(&raw, &counted));
    let found = &ledger.claims[0].tests[0].findings[0];
    assert_eq!((found.puzzles, found.of), (500, 500), "{found:?}");

    let lacking = counted.into_iter().map(|mut counted| {
        counted.sets.retain(|set| counted.solver != B || set.name != "easy");
        counted
    });
    let ledger = judge(&claims, &Evidence::of(&raw, &lacking.collect::<Vec<_>>()));
    let found = &ledger.claims[0].tests[0].findings[0];
    let missing = found.missing.as_deref();
    assert_eq!(missing, Some("bitmask/blank-list is not counted on this set"));
    let [Uncounted { solver, sets }] = &ledger.uncounted[..] else { panic!("{ledger:?}") };
    assert_eq!((solver.as_str(), &sets[..]), (B, &["easy".to_owned()][..]));
}

#[test]
fn a_claim_with_a_part_that_is_not_measured_does_not_hold() {
    let raw = run(counted(&[[1, 2], [3, 4]]), Vec::new());
    let parts = |limit: u32| {
        format!(
            r#"
[[claim.test]]
says = "less work"
figure = "a.placements / b.placements"
below = {limit}
on = ["easy"]

[[claim.test]]
says = "less time"
figure = "a.time / b.time"
below = 1
on = ["easy"]
"#
        )
    };
    let found = judged(&raw, &parts(1));
    let verdicts: Vec<Verdict> = found.tests.iter().map(|test| test.verdict).collect();
    assert_eq!((verdicts, found.verdict), (vec![Holds, NotMeasured], NotMeasured));
    assert_eq!(judged(&raw, &parts(0)).verdict, Fails, "whatever the other part is");
}

#[test]
fn a_spread_over_nothing_is_not_measured() {
    let spread = r#"
[[claim.test]]
figure = "a.placements"
puzzles = "spread"
above = 10
on = ["easy"]
"#;
    let found = judged(&run(counted(&[[1, 1], [20, 1]]), Vec::new()), spread);
    assert_eq!(found.verdict, Holds);
    let found = judged(&run(counted(&[[0, 1], [20, 1]]), Vec::new()), spread);
    assert_eq!(found.verdict, NotMeasured);
    assert_eq!(found.tests[0].findings[0].missing.as_deref(), Some("a division by 0"));
}

#[test]
fn sets_taken_as_one_are_judged_only_if_the_run_has_them_all() {
    let pooled = |sets: &str| {
        format!(
            r#"
[[claim.test]]
figure = "a.placements / b.placements"
below = 1
pooled = true
on = [{sets}]
"#
        )
    };
    let raw = run(counted(&[[1, 2]]), Vec::new());
    assert_eq!(judged(&raw, &pooled(r#""easy""#)).verdict, Holds);
    let found = judged(&raw, &pooled(r#""easy", "hard""#));
    assert_eq!(found.verdict, NotMeasured);
    let missing = found.tests[0].findings[0].missing.as_deref();
    assert_eq!(missing, Some("hard: not in the run"));
}

/// Adds `a` and `b` as programs in a language: `a` takes `factor` times as long as `b`.
fn with_programs(raw: &mut Raw, language: &str, factor: f64) {
    let names = [(A, factor), (B, 1.0)].map(|(solver, by)| (format!("{solver}, {language}"), by));
    for (name, _) in &names {
        let answers = ProgramAnswers {
            corpus: "easy".to_owned(),
            answered: 1,
            no_solution: 0,
            puzzles: 1,
            fault: None,
        };
        let (name, answers) = (name.clone(), vec![answers]);
        raw.programs.push(ProgramRecord { name, answers, ..ProgramRecord::default() });
    }
    let [above, below] = names;
    for round in 0..8 {
        for (track, by) in [&above, &below] {
            for puzzles in [0, 100, 400] {
                let wave = 1.0 + f64::from((puzzles + round * 5) % 7) / 1000.0;
                let ns = 1e6 + by * 1e5 * f64::from(puzzles) * wave;
                raw.passes.push(ProgramRow {
                    corpus: "easy".to_owned(),
                    round,
                    track: track.clone(),
                    puzzles: puzzles as usize,
                    placements: None,
                    nodes: None,
                    cpu_ns: ns as u64,
                    wall_ns: ns as u64,
                });
            }
        }
    }
}

#[test]
fn the_language_of_the_publication_decides_and_rust_stands_beside_it() {
    let mut raw = run(counted(&[[1, 1]]), timed("easy"));
    let languages = r#""C++ -O2", "C++ -O3""#;
    let alone = judged_in(languages, &raw, FASTER);
    assert!(!alone.is_in_language());
    assert_eq!((alone.verdict, alone.tests[0].in_rust), (Holds, Holds), "as without languages");
    assert!(alone.tests[0].languages.iter().all(|one| one.verdict == NotMeasured));

    with_programs(&mut raw, "C++ -O2", 0.5);
    let [judged, plain] = [judged_in(languages, &raw, FASTER), judged(&raw, FASTER)];
    assert!(judged.is_in_language() && !plain.is_in_language());
    assert_eq!((judged.verdict, plain.verdict), (Holds, Holds));
    let found = judged.tests[0].measured_languages().next().unwrap();
    let figure = found.findings[0].figure.unwrap();
    assert!((figure.point / 0.5 - 1.0).abs() < 0.02, "{figure:?}");

    with_programs(&mut raw, "C++ -O3", 1.5);
    let judged = judged_in(languages, &raw, FASTER);
    let verdicts = ["C++ -O2", "C++ -O3", "Rust"].map(|language| judged.verdict_in(language));
    assert_eq!((judged.verdict, verdicts), (Fails, [Holds, Fails, Holds]));

    let only = |figure: &str| judged_in(languages, &raw, figure);
    let counts = only("[[claim.test]]\nfigure = \"a.placements\"\nequals = 1\non = [\"easy\"]");
    assert_eq!((counts.verdict, counts.tests[0].languages.len()), (Holds, 0));
}
