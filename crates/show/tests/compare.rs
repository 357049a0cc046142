//! Comparing runs, and the gate.

use std::path::Path;

use sudoku_judge::claims::{Check, JudgedCorpus, Ledger, References, Surprise, Unlike, Verdict};
use sudoku_judge::{CountedOn, Order, Ratio, Results};
use sudoku_record::{InstructionRow, PairedRow, Raw, RunFolder};
use sudoku_show::compare::{Run, changes, compare, differing_counts, since};
use sudoku_show::gate::{Judgement, gate};
use sudoku_show::revisions;

fn folder() -> RunFolder {
    RunFolder::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixture"))
}

fn fixture() -> Run {
    Run::of(Raw::read(&folder()).unwrap())
}

fn ledger() -> Ledger {
    sudoku_judge::claims::ledger(&Raw::read(&folder()).unwrap()).unwrap()
}

fn instructions() -> Vec<InstructionRow> {
    folder().read().unwrap()
}

/// The judgement of a run whose verdicts are as expected.
fn judged(run: Run, instructions: &[InstructionRow]) -> Judgement {
    let results = Results { instructions: instructions.to_vec(), ..run.results };
    gate(&fixture(), &Run { results, ..run }, &Check::default())
}

/// The fixture with the ratio of one solver multiplied.
fn with_ratio(solver: &str, factor: f64) -> Run {
    changed(solver, |row| row.ratio = row.ratio.scaled(factor))
}

/// The fixture with the ratio of one solver changed.
fn changed(solver: &str, change: impl Fn(&mut Ratio)) -> Run {
    let mut run = fixture();
    let ratios = run.results.ratios.as_mut().unwrap();
    let mut rows: Vec<Ratio> = ratios.rows.clone();
    rows.iter_mut().filter(|row| row.solver == solver).for_each(change);
    ratios.rows = rows;
    run
}

#[test]
fn a_run_is_as_good_as_itself() {
    let run = fixture();
    assert_eq!(run.results.environment.differences(&run.results.environment), [""; 0]);
    let (pairs, differences) = differing_counts(&run, &run);
    assert_eq!((pairs, differences.len()), (run.counts.len(), 0));
    let same = changes(&run.results, &run.results);
    assert!(!same.is_empty() && same.iter().all(|change| change.verdict == Order::Undecided));
    let judgement = judged(run, &instructions());
    assert!(judgement.open, "{}", judgement.text);
    insta::assert_snapshot!(judgement.text);
}

#[test]
fn one_counter_closes_the_gate_and_is_shown() {
    let mut run = fixture();
    run.counts[3].counts.placements += 1;
    let counts = run.counts[3].counts.placements;
    let judgement = judged(run, &[]);
    assert!(!judgement.open);
    let shown = format!(", placements: {} before, {counts} after (`", counts - 1);
    assert!(judgement.text.contains(&shown), "{}", judgement.text);
    assert!(judgement.text.starts_with("# The gate is CLOSED: 1 counters differ"));
}

#[test]
fn wrong_answers_and_strangers_close_the_gate() {
    let mut run = fixture();
    let mut rows = run.results.rows.clone();
    rows[0].wrong = 1;
    run.results.rows = rows;
    assert!(!judged(run, &[]).open);

    let mut stranger = fixture();
    stranger.counts.iter_mut().for_each(|row| row.corpus = "elsewhere".to_owned());
    assert!(!judged(stranger, &[]).open, "nothing in common is no proof of anything");
}

#[test]
fn a_new_solver_passes() {
    let mut run = fixture();
    let mut row = run.counts[0].clone();
    row.solver = "new/solver".to_owned();
    run.counts.push(row);
    assert!(judged(run, &[]).open);
}

#[test]
fn instructions_may_differ_by_half_a_percent() {
    let with = |factor: f64| {
        let mut rows = instructions();
        rows[1].instructions = (rows[1].instructions as f64 * factor) as u64;
        rows
    };
    assert!(judged(fixture(), &with(1.004)).open);
    assert!(!judged(fixture(), &with(1.006)).open);
    assert!(!judged(fixture(), &with(0.99)).open);

    let mut elsewhere = fixture();
    elsewhere.results.environment.rustc = "another compiler".to_owned();
    assert!(judged(elsewhere, &with(1.1)).open, "another compiler makes other instructions");
}

#[test]
fn times_close_the_gate_only_when_they_are_far_off() {
    assert!(judged(with_ratio("bitmask/blank-list", 1.2), &[]).open, "advisory");
    assert!(judged(with_ratio("bitmask/blank-list", 0.2), &[]).open, "faster is no fault");
    assert!(!judged(with_ratio("bitmask/blank-list", 2.5), &[]).open);

    let mut elsewhere = with_ratio("bitmask/blank-list", 2.5);
    elsewhere.results.environment.cpu = "another processor".to_owned();
    assert!(judged(elsewhere, &[]).open, "ratios of another machine are advisory");
}

#[test]
fn ratios_for_other_puzzles_are_not_compared() {
    let on = |puzzles| {
        let run = changed("bitmask/blank-list", |row| {
            row.ratio = row.ratio.scaled(2.5);
            row.counted_on = Some(CountedOn { puzzles, whole_set: true });
        });
        run.results
    };
    let found = |before: &Results, after: &Results| {
        let changes = changes(before, after);
        changes.iter().filter(|change| change.after.solver == "bitmask/blank-list").count()
    };
    assert!(found(&on(500), &on(500)) > 0);
    assert_eq!(found(&on(500), &on(400)), 0);
    assert_eq!(found(&fixture().results, &on(500)), 0);
}

#[test]
fn a_ratio_that_is_far_off_must_be_known_and_ten_times_beyond_the_noise() {
    let slower = |factor: f64, noise_floor: f64, error: f64| {
        let change = |row: &mut Ratio| {
            row.ratio = row.ratio.scaled(factor);
            (row.noise_floor, row.error) = (noise_floor, error);
        };
        judged(changed("bitmask/blank-list", change), &[])
    };
    let (before, after) = (fixture().results, with_ratio("bitmask/blank-list", 1.8).results);
    let changes = changes(&before, &after);
    let near = changes.iter().find(|change| change.after.solver == "bitmask/blank-list").unwrap();
    assert!(near.noise_floor() < 0.05 && near.verdict == Order::Slower, "{near:?}");
    assert!(!slower(1.8, 0.05, 1e-3).open, "more than 1.5");
    assert!(slower(1.8, 0.1, 1e-3).open, "less than 1 + 10 x 0.1");
    assert!(!slower(2.2, 0.1, 1e-3).open, "more than that");
    let unknown = slower(2.2, 0.1, 1.0);
    assert!(unknown.open && unknown.text.contains(" ratios as in the reference."), "{unknown:?}");
}

#[test]
fn verdicts_that_are_not_expected_close_the_gate_and_a_note_stands_first() {
    let surprise = contrary("009-any");
    let unlike = Unlike::Program(vec!["another compiler".to_owned()]);
    let allowed = Check { unlike: Some(unlike), reported: vec![surprise], ..Check::default() };
    let failed =
        Check { failed: allowed.reported.clone(), reported: Vec::new(), ..allowed.clone() };
    let judgement = gate(&fixture(), &fixture(), &failed);
    let opening = "# The gate is CLOSED: verdicts are not those expected\n\n\
                   The reference of this processor was made with something else (another compiler)";
    assert!(judgement.text.starts_with(opening), "{}", judgement.text);
    let (_, claims) = judgement.text.split_once("\n## Claims\n\n").unwrap();
    let text = "1 verdicts are not those expected:\n\n\
                - 009-any: fails on leetcode-37, expected holds (scan.cell_reads / scan.checks: 8.888)\n";
    assert!(!judgement.open && claims == text, "{claims}");
    assert!(gate(&fixture(), &fixture(), &allowed).open);
}

#[test]
fn a_comparison_says_what_has_changed() {
    let changed = with_ratio("bitmask/blank-list", 1.5);
    let [short, long] = [false, true].map(|long| compare(&fixture(), &changed, long, 80));
    assert!(long.lines().all(|line| line.chars().count() <= 80), "{long}");
    assert!(long.contains("bitmask-singles/prefill") && !short.contains("bitmask-singles/prefill"));
    insta::assert_snapshot!(short);
}

/// Another verdict than the expected one, found by the test of a claim.
fn other(id: &str, verdict: Verdict) -> Surprise {
    let claim = ledger().claims.into_iter().find(|claim| claim.id == id).unwrap();
    let test = claim.tests[0].clone();
    let finding = JudgedCorpus { verdict, ..test.findings[0].clone() };
    Surprise { claim: claim.id, test, finding, before: Verdict::Holds, as_on: None }
}

/// The opposite of the expected verdict on a claim, by counts.
fn contrary(claim: &str) -> Surprise {
    Surprise { claim: claim.to_owned(), ..other("000-whole-scan", Verdict::Fails) }
}

#[test]
fn a_run_says_what_has_changed_since_the_reference() {
    let check = Check::default();
    let mut run = with_ratio("bitmask/blank-list", 1.5);
    let itself = since(Some(&fixture()), &run, &check);
    assert_eq!(itself, "This run is the reference of its processor.");
    run.results.environment.started = "2026-12-01T00:00:00Z".to_owned();
    let opening = "Since the reference of this processor of 2026-11-21: ";
    let slower = "all counts are equal; of 12 time ratios, 4 became slower and 0 faster, \
                  bitmask/blank-list on none most of all (+50.0 %); all verdicts are as \
                  expected.";
    assert_eq!(since(Some(&fixture()), &run, &check), format!("{opening}{slower}"));

    let reported = ["b", "a", "c", "a"].map(contrary).to_vec();
    let unlike = Some(Unlike::Program(vec!["compiler: 1 before, 2 after".to_owned()]));
    run.counts[3].counts.placements += 1;
    let found = since(Some(&fixture()), &run, &Check { unlike, reported, ..Check::default() });
    let differ = "1 count differs; times are not compared (compiler: 1 before, 2 after); another \
                  verdict than expected on a, b and 1 more.";
    assert_eq!(found, format!("{opening}{differ}"));
    let reported = vec![other("000-whole-scan", Verdict::Undecided)];
    let open = since(Some(&fixture()), &run, &Check { reported, ..Check::default() });
    let none = "; no verdict is the opposite of the expected one.";
    assert!(open.ends_with(none), "what could not be decided is no other verdict: {open}");

    run.counts.clear();
    run.results.ratios = None;
    let nothing = since(Some(&fixture()), &run, &Check::default());
    let common = "no search in common; no time ratio in common; all verdicts are as expected.";
    assert_eq!(nothing, format!("{opening}{common}"));
}

#[test]
fn a_processor_without_a_reference_is_one_calm_line() {
    let check = Check::beside(&References::default(), &fixture().results.environment, &ledger());
    let reported = vec![other("002-prefill-faster", Verdict::Fails)];
    assert!(reported[0].is_timed());
    let check = Check { reported, ..check };
    let calm = "This processor has no reference yet: its times stand for themselves.";
    assert_eq!(since(None, &fixture(), &check), calm);
    let failed = vec![contrary("009-any")];
    let loud = since(None, &fixture(), &Check { failed, ..check });
    assert_eq!(loud, format!("{calm} By counts: another verdict than expected on 009-any."));
    let unlike = Some(Unlike::Unjudged("no counts".to_owned()));
    let unjudged = since(None, &fixture(), &Check { unlike, ..Check::default() });
    assert_eq!(unjudged, "No claim is judged: no counts.");
}

#[test]
fn runs_that_cannot_be_compared_are_reported_loudly() {
    let mut other = with_ratio("bitmask/blank-list", 1.5);
    other.results.environment.cpu = "another processor".to_owned();
    other.results.environment.rustflags = "-C target-cpu=native".to_owned();
    other.results.plan.corpora[1].set_sha256 = "f".repeat(64);
    let text = compare(&fixture(), &other, true, 1000);
    assert!(text.contains("\n\n!!! NOT THE SAME THING"), "{text}");
    assert!(text.contains("another processor after") && text.contains("native after"), "{text}");
    let changed = &other.results.plan.corpora[1].name;
    assert!(text.contains(&format!("{changed} is not the same set of puzzles")), "{text}");
    let is_on =
        |line: &str, set: &str| line.starts_with("- ") && line.contains(&format!(" on {set}: "));
    assert!(!text.lines().any(|line| is_on(line, changed)), "its times are left out: {text}");
    assert!(text.lines().any(|line| is_on(line, "effort-1e5")), "{text}");
}

#[test]
fn two_programs_are_compared_build_by_build() {
    let row = |build, visit, solver: &str, cpu_ns| PairedRow {
        build,
        corpus: "set".to_owned(),
        first: 0,
        puzzles: 10,
        visit,
        round: Some(0),
        turn: 0,
        solver: solver.to_owned(),
        twin: false,
        placements: 100,
        nodes: None,
        cpu_ns,
        wall_ns: cpu_ns,
    };
    let program = |factor: u64| {
        let mut rows = Vec::new();
        for build in 1..=4 {
            for visit in 0..3 {
                let time = 1000 + build * factor % 3;
                rows.push(row(build, visit, "same", time));
                rows.push(row(build, visit, "changed", time * factor));
            }
        }
        rows
    };
    let (text, slower) = revisions(&program(1), &program(2), 80);
    assert!(text.contains("\n- same on set: 1.000≈ (0.999 – 1.002)\n"), "{text}");
    assert!(text.contains("\n- changed on set: 2.000 (1.997 – 2.004)\n"), "{text}");
    assert_eq!(slower, ["changed takes 2.00 times its time on set"]);
    let [same, faster] = [2, 1].map(|factor| revisions(&program(2), &program(factor), 80).1);
    assert_eq!([same, faster], [[""; 0]; 2]);
    let (text, reasons) = revisions(&[], &program(1), 80);
    assert!(text.starts_with("No solver"));
    assert_eq!(reasons, ["no solver and set that both commits have"]);
}
