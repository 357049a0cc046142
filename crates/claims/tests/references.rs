//! References of several processors, and runs on each of them and on another: all of them copies of
//! the newest reference.

mod common;

use std::fs;
use std::path::Path;

use sudoku_claims::Verdict::{Fails, Holds};
use sudoku_claims::{Check, References, Unexpected, Unlike, ledger};
use sudoku_measure::{Environment, RunFolder};

use common::{made_on, on, raw, references, slow_down, top, two};

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
        assert_eq!(folder.to_str(), Some(known.environment.slug().as_str()));
    }
    assert!(References::read(Path::new("no-such-folder")).unwrap().all().is_empty());
}

#[test]
fn processors_that_part() {
    let references = two("part", true);
    let processors: Vec<String> =
        references.all().iter().map(|known| known.environment.processor()).collect();
    assert_eq!(processors, ["B", "A (family 1, model 1)"], "the newest of each, newest first");

    // Each finds its own verdict again, and may find the other's.
    let a = made_on("part-run-a", "A (family 1, model 1, stepping 1)", "2026-02-01");
    slow_down(&a, "bitmask/blank-list", &|_| 10.0);
    let there = check(&references, &a);
    assert!(there.is_open() && there.unlike.is_none(), "{there:?}");
    assert_eq!(on(&there.told, "002-bits-faster", "effort-1e3"), None);
    a.write_environment(&references.all()[0].environment).unwrap();
    let here = check(&references, &a);
    assert!(here.is_open() && here.unlike.is_none(), "{here:?}");
    let other = Some((Fails, Holds, Some("A (family 1, model 1)")));
    assert_eq!(on(&here.told, "002-bits-faster", "effort-1e3"), other);
}

#[test]
fn an_opposite_time_is_an_alarm_only_where_a_reference_was_made() {
    let references = two("alarm", false);
    let run = made_on("alarm-run", "B", "2026-02-01");
    slow_down(&run, "bitmask/blank-list", &|_| 10.0);
    let alarm = check(&references, &run);
    assert!(!alarm.is_open() && alarm.unlike.is_none());
    assert_eq!(on(&alarm.failed, "002-bits-faster", "effort-1e3"), Some((Fails, Holds, None)));

    // On a third processor the same is told, under a note.
    let environment = run.environment().unwrap();
    let third = "C (family 3, model 3, stepping 3)".to_owned();
    let elsewhere = Environment { cpu: third, ..environment.clone() };
    run.write_environment(&elsewhere).unwrap();
    let calm = check(&references, &run);
    assert!(calm.is_open() && !calm.told.is_empty());
    let (name, slug) = ("C (family 3, model 3)".to_owned(), "c-family-3-model-3".to_owned());
    assert_eq!(calm.unlike, Some(Unlike::Processor { name, slug }));
    let nearest = &references.nearest(&elsewhere).unwrap().environment;
    assert_eq!(nearest.cpu, "B", "the newest stands in");

    // By another compiler as well.
    let rustc = "rustc 9.9.9".to_owned();
    run.write_environment(&Environment { rustc, ..environment }).unwrap();
    let calm = check(&references, &run);
    assert!(calm.is_open(), "{calm:?}");
    let Some(Unlike::Program(differences)) = calm.unlike else { panic!("{calm:?}") };
    assert!(differences[0].ends_with(", rustc 9.9.9 after"), "{differences:?}");
}

#[test]
fn a_count_closes_the_gate_on_every_processor() {
    let references = two("counts", false);
    let run = made_on("counts-run", "C", "2026-02-01");
    let mut ledger = ledger(&raw(&run)).unwrap();
    let environment = run.environment().unwrap();
    let before = Check::beside(&references, &environment, &ledger);
    assert!(before.is_open() && before.unlike.is_some(), "{before:?}");
    let claim = ledger.claims.iter_mut().find(|claim| claim.id == "000-whole-scan").unwrap();
    claim.tests[0].findings[0].verdict = Holds;
    let after = Check::beside(&references, &environment, &ledger);
    let [surprise] = after.failed.as_slice() else { panic!("{after:?}") };
    assert_eq!(surprise.claim, "000-whole-scan");
    assert!(matches!(surprise.what, Unexpected::Test { before: Fails, .. }), "{surprise:?}");
}
