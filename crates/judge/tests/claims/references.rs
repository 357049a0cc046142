//! References of several processors, and runs on these and on another processor. All of them are
//! copies of the newest reference.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use sudoku_judge::claims::Verdict::{Fails, Holds, NotMeasured, Undecided};
use sudoku_judge::claims::{
    Basis, Check, JudgedTest, Reference, References, Travel, Unlike, ledger,
};
use sudoku_judge::{Against, Climb, Results};
use sudoku_record::{Absent, CountRow, Environment, PairedRow, RunFolder};

use super::common::{made_on, on, raw, references, slow_down, top, two};

fn check(references: &References, folder: &RunFolder) -> Check {
    let raw = raw(folder);
    Check::beside(references, &raw.environment, &ledger(&raw).unwrap())
}

#[test]
fn a_reference_lies_in_the_folder_of_its_processor() {
    let folders = fs::read_dir(top().join("reports/reference")).unwrap();
    assert_eq!(folders.count(), references().all().len(), "one folder for each processor");
    for known in references().all() {
        let folder = known.folder.root().file_name().unwrap();
        assert_eq!(folder.to_str(), Some(known.raw.environment.slug().as_str()));
    }
    assert!(References::read(Path::new("no-such-folder")).unwrap().all().is_empty());

    let first = &references().all()[0];
    let like = References::like(&top().join("reports/reference"), &first.raw.environment).unwrap();
    let folders: Vec<&Path> = like.all().iter().map(|known| known.folder.root()).collect();
    assert_eq!(folders, [first.folder.root()]);
}

#[test]
fn processors_that_part() {
    let references = two(true);
    let processors: Vec<String> =
        references.all().iter().map(|known| known.raw.environment.processor()).collect();
    assert_eq!(processors, ["B", "A (family 1, model 1)"], "the newest of each, newest first");

    // On its own processor, the run finds the verdict of that reference again. On the other
    // processor the deviation is reported, with the name of the first.
    let a = made_on("part-run-a", "A (family 1, model 1, stepping 1)", "2026-02-01");
    slow_down(&a, "bitmask/blank-list", &|_| 10.0);
    let there = check(references, &a);
    assert!(there.is_open() && there.unlike.is_none(), "{there:?}");
    assert_eq!(on(&there.reported, "002-bits-faster", "effort-1e3"), None);
    a.write_environment(&references.all()[0].raw.environment).unwrap();
    let here = check(references, &a);
    assert!(here.is_open() && here.unlike.is_none(), "{here:?}");
    let other = Some((Fails, Holds, Some("A (family 1, model 1)")));
    assert_eq!(on(&here.reported, "002-bits-faster", "effort-1e3"), other);
}

#[test]
fn the_fastest_solver_on_other_processors_is_neither_a_peer_nor_on_the_own_one() {
    let other = made_on("fastest/other", "A (family 1, model 1, stepping 1)", "2026-01-01");
    slow_down(&other, "peers/sudoku", &|_| 1e-3);
    let own = made_on("fastest/own", "B", "2026-01-03");
    let references = References::read(own.root().parent().unwrap()).unwrap();
    let here = Climb::of(&Results::of(&raw(&own))).unwrap();
    let environment = own.environment().unwrap();
    let found = |like: &Climb| Check::default().with_climbs(&references, &environment, like).climbs;
    let climbs = found(&here.clone());
    let [(processor, climb)] = climbs.as_slice() else { panic!("{} processors", climbs.len()) };
    assert_eq!(processor, "A (family 1, model 1)");
    let Against { solver, time, .. } = &climb.fastest;
    assert!(solver.starts_with("whole-grid/") && time.point < 1e-3, "{climb:?}");
    assert!(found(&Climb { corpus: "other".to_owned(), ..here }).is_empty());
}

#[test]
fn a_run_is_compared_with_the_newest_counts_of_any_processor() {
    let names = ["whole-grid/words", "whole-grid/avx2"];
    let [older, newer] = [("a", "2026-01-01"), ("b", "2026-01-03")]
        .map(|(cpu, started)| made_on(&format!("newest-counts/{cpu}"), cpu, started));
    // The older run counted an earlier version of both solvers, and the newer one lacks the
    // instructions of the second.
    let rows = older.read::<CountRow>().unwrap();
    let is_one =
        |row: &CountRow| names.contains(&&*row.solver) && row.corpus == "easy" && row.index < 3;
    let mut counted = rows.clone();
    for row in counted.iter_mut().filter(|row| is_one(row)) {
        row.counts.rounds += 1;
    }
    older.write(&counted).unwrap();
    let only: Vec<CountRow> = rows.into_iter().filter(|row| row.solver != names[1]).collect();
    newer.write(&only).unwrap();
    let mut plan = newer.plan().unwrap();
    plan.solvers.iter_mut().filter(|solver| solver.id == names[1]).for_each(|solver| {
        solver.absent = Some(Absent::NotOnThisMachine);
    });
    newer.write_plan(&plan).unwrap();
    let mut found = References::read(older.root().parent().unwrap()).unwrap().counts();
    found.retain(is_one);
    let of = |rows: &[CountRow], solver: &str| -> Vec<u64> {
        let rows = rows.iter().filter(|row| is_one(row) && row.solver == solver);
        let mut rounds: Vec<u64> = rows.map(|row| row.counts.rounds).collect();
        rounds.sort_unstable();
        rounds
    };
    assert_eq!(found.len(), 6);
    assert_eq!(of(&found, names[0]), of(&only, names[0]));
    assert_eq!(of(&found, names[1]), of(&counted, names[1]));
}

#[test]
fn an_opposite_time_is_an_alarm_only_where_a_reference_was_made() {
    let references = two(false);
    let run = made_on("alarm-run", "B", "2026-02-01");
    slow_down(&run, "bitmask/blank-list", &|_| 10.0);
    let alarm = check(references, &run);
    assert!(!alarm.is_open() && alarm.unlike.is_none());
    assert_eq!(on(&alarm.failed, "002-bits-faster", "effort-1e3"), Some((Fails, Holds, None)));

    // On a third processor the same deviation is only reported, with a note.
    let environment = run.environment().unwrap();
    let third = "C (family 3, model 3, stepping 3)".to_owned();
    let elsewhere = Environment { cpu: third, ..environment.clone() };
    run.write_environment(&elsewhere).unwrap();
    let calm = check(references, &run);
    assert!(calm.is_open() && !calm.reported.is_empty());
    let (name, slug) = ("C (family 3, model 3)".to_owned(), "c-family-3-model-3".to_owned());
    assert_eq!(calm.unlike, Some(Unlike::Processor { name, slug }));
    let nearest = &references.nearest(&elsewhere).unwrap().raw.environment;
    assert_eq!(nearest.cpu, "B", "the newest stands in");

    // So it is with another compiler.
    let rustc = "rustc 9.9.9".to_owned();
    run.write_environment(&Environment { rustc, ..environment }).unwrap();
    let calm = check(references, &run);
    assert!(calm.is_open(), "{calm:?}");
    let Some(Unlike::Program(differences)) = calm.unlike else { panic!("{calm:?}") };
    assert!(differences[0].ends_with(", rustc 9.9.9 after"), "{differences:?}");
}

#[test]
fn a_count_closes_the_gate_on_every_processor() {
    let references = two(false);
    let run = made_on("counts-run", "C", "2026-02-01");
    let mut ledger = ledger(&raw(&run)).unwrap();
    let environment = run.environment().unwrap();
    let before = Check::beside(references, &environment, &ledger);
    assert!(before.is_open() && before.unlike.is_some(), "{before:?}");
    let claim = ledger.claims.iter_mut().find(|claim| claim.id == "000-whole-scan").unwrap();
    claim.tests[0].findings[0].verdict = Holds;
    let after = Check::beside(references, &environment, &ledger);
    let [surprise] = after.failed.as_slice() else { panic!("{after:?}") };
    assert_eq!(surprise.claim, "000-whole-scan");
    assert_eq!(surprise.before, Fails, "{surprise:?}");
}

#[test]
fn an_opposite_time_is_only_reported_where_the_processor_was_undecided_before() {
    let first = made_on("unsure/a", "A", "2026-01-02");
    slow_down(&first, "bitmask/blank-list", &|_| 0.5);
    let own = made_on("unsure/b", "B", "2026-01-01");
    slow_down(&own, "bitmask/blank-list", &|row| 4_f64.powi((row.build % 2) as i32));
    let references = References::read(own.root().parent().unwrap()).unwrap();
    let run = made_on("unsure-run", "B", "2026-02-01");
    slow_down(&run, "bitmask/blank-list", &|_| 10.0);
    let found = check(&references, &run);
    assert_eq!(on(&found.failed, "002-bits-faster", "effort-1e3"), None);
    assert_eq!(on(&found.reported, "002-bits-faster", "effort-1e3"), Some((Fails, Holds, None)));
}

#[test]
fn words_by_times_agree_with_the_intervals_beside_them() {
    let tests = |known: &Reference| -> Vec<JudgedTest> {
        let claims = known.ledger.claims.iter();
        claims.flat_map(|claim| claim.tests.iter().chain(&claim.because)).cloned().collect()
    };
    let mut seen = BTreeSet::new();
    for test in references().all().iter().flat_map(tests) {
        for finding in test.findings.iter().filter(|_| test.basis == Basis::PairedTimes) {
            let Some(figure) = finding.figure else { continue };
            let clear = figure.low > test.limit || figure.high < test.limit;
            let near = (figure.point / test.limit - 1.0).abs() <= finding.noise_floor;
            // A bound that is enough is not needed, so a figure outside refutes nothing.
            let is_above = ["above", "at least"].iter().any(|word| test.bound.starts_with(word));
            let outside = if is_above { figure.high < test.limit } else { figure.low > test.limit };
            let reported = !(outside && test.bound.ends_with("which is enough"));
            let is_decided = clear && !near && reported;
            assert_eq!(finding.verdict != Undecided, is_decided, "{} {finding:?}", test.figure);
            assert_eq!(test.is_within_noise(finding), clear && near, "{} {finding:?}", test.figure);
            seen.insert(finding.verdict.word());
        }
    }
    assert_eq!(seen.len(), 3, "{seen:?}");
}

#[test]
fn a_reference_of_other_puzzles_is_left_out_set_by_set() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("changed");
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    let run = made_on("changed/a", "A", "2026-01-01");
    let mut plan = run.plan().unwrap();
    for corpus in plan.corpora.iter_mut().filter(|corpus| corpus.set() == "easy") {
        corpus.set_sha256 = "0".repeat(64);
    }
    run.write_plan(&plan).unwrap();
    made_on("changed/b", "B", "2026-01-02");
    let references = References::read(&folder).unwrap();
    let [newer, older] = references.all() else { panic!("two processors") };
    assert_eq!((newer.ledger.changed.len(), &older.ledger.changed[..]), (0, &["easy".into()][..]));
    let on_easy = |known: &Reference| {
        let claim = known.ledger.claims.iter().find(|claim| claim.id == "002-bits-faster").unwrap();
        let mut findings = claim.tests[0].findings.iter();
        findings.find(|finding| finding.corpus == "easy").unwrap().verdict
    };
    assert_eq!((on_easy(newer), on_easy(older)), (Holds, NotMeasured));
    assert!(older.paired.ratio("easy", "bitmask/cursor", "brute-scan/three-loops").is_none());
    let sets = newer.ledger.claims.iter().zip(&older.ledger.claims);
    let work = sets.filter(|(claim, _)| !claim.is_timed());
    assert!(work.clone().count() > 10);
    work.for_each(|(newer, older)| assert_eq!(newer.verdict, older.verdict, "{}", newer.id));
}

#[test]
fn ratios_that_move_are_listed_beyond_their_intervals() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("travels");
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    let slow = made_on("travels/a", "A", "2026-01-01");
    made_on("travels/b", "B", "2026-01-02");
    let twice = |row: &PairedRow| if row.corpus == "easy" { 2.0 } else { 1.2 };
    slow_down(&slow, "state-arrays/cursor", &twice);
    let references = References::read(&folder).unwrap();
    assert_eq!(references.reference_solver(), Some("brute-scan/three-loops"));
    let all = references.travels();
    let moving: Vec<&Travel> = all.iter().filter(|travel| !travel.moves.is_empty()).collect();
    let [travel] = moving[..] else { panic!("{moving:?}") };
    let [easy] = &travel.moves[..] else { panic!("{travel:?}") };
    assert_eq!((travel.solver.as_str(), easy.corpus.as_str()), ("state-arrays/cursor", "easy"));
    assert!((easy.factor() - 2.0).abs() < 0.01 && easy.ratios[1].point > easy.ratios[0].point);
    assert!(travel.sets > 8 && all.iter().all(|travel| travel.unsure == 0), "{travel:?}");
    assert!(References::default().travels().is_empty());
}
