//! References of several processors, and runs on each of them and on another: all of them copies of
//! the newest reference.

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use sudoku_claims::{Check, References, Verdict, ledger};
use sudoku_measure::{Environment, RunFolder};

use common::{REFERENCES, copy, raw, slow_down, top};

/// A copy in which another processor has made the run.
fn made_on(name: &str, cpu: &str, started: &str) -> RunFolder {
    let folder = copy(name);
    let environment = folder.environment().unwrap();
    let (cpu, started) = (cpu.to_owned(), started.to_owned());
    folder.write_environment(&Environment { cpu, started, ..environment }).unwrap();
    folder
}

/// References on two processors, of which B is the newer. Masks are twice as fast as they are, so
/// that bit operations are an optimisation beyond doubt; but ten times as slow on A, if so asked.
fn two(name: &str, part: bool) -> References {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    let a = made_on(&format!("{name}/a"), "A (family 1, model 1, stepping 1)", "2026-01-01");
    slow_down(&a, "bitmask/blank-list", &|_| if part { 10.0 } else { 0.5 });
    let b = made_on(&format!("{name}/b"), "B", "2026-01-03");
    slow_down(&b, "bitmask/blank-list", &|_| 0.5);
    made_on(&format!("{name}/older"), "A (family 1, model 1, stepping 2)", "2025-12-31");
    References::read(&folder).unwrap()
}

fn check(references: &References, folder: &RunFolder) -> Check {
    let raw = raw(folder);
    references.check(&raw.environment, &ledger(&raw).unwrap())
}

/// The part of the document that is about one claim.
fn section<'a>(document: &'a str, id: &str) -> &'a str {
    let (_, rest) = document.split_once(&format!("\n## {id}\n")).unwrap();
    rest.split_once("\n## ").map_or(rest, |(section, _)| section)
}

#[test]
fn the_document_is_current() {
    let written = fs::read_to_string(top().join("docs/CLAIMS.md")).unwrap();
    let current = REFERENCES.document().unwrap();
    assert!(
        written.lines().eq(current.lines()),
        "stale: `cargo xtask claims --bless` writes docs/CLAIMS.md"
    );
}

#[test]
fn a_reference_lies_in_the_folder_of_its_processor() {
    let folders = fs::read_dir(top().join("reports/reference")).unwrap();
    assert_eq!(folders.count(), REFERENCES.all().len(), "one folder for each processor");
    for known in REFERENCES.all() {
        let folder = known.folder.root().file_name().unwrap();
        assert_eq!(folder.to_str(), Some(known.environment.slug().as_str()));
    }
    assert!(References::read(Path::new("no-such-folder")).unwrap().all().is_empty());
}

#[test]
fn processors_that_agree() {
    let references = two("agree", false);
    let processors: Vec<String> =
        references.all().iter().map(|known| known.environment.processor()).collect();
    assert_eq!(processors, ["B", "A (family 1, model 1)"], "the newest of each, newest first");
    let document = references.document().unwrap();
    let (head, _) = document.split_once("\n\n| claim |").unwrap();
    let about = "Times were measured on 2 processors: [B](../reports/reference/b/README.md) and \
                 [A (family 1, model 1)](../reports/reference/a-family-1-model-1/README.md). ";
    assert!(head.contains(about), "{head}");
    assert!(document.contains(" | holds on 2 of 2 processors | "), "{document}");
    assert!(!document.contains("\n  - on "));
    // What rests on counts alone is so everywhere.
    assert!(!section(&document, "000-whole-scan").contains("processor"));
    let faster = section(&document, "002-bits-faster");
    assert!(faster.contains("\n- holds on 2 of 2 processors:"), "{faster}");
}

#[test]
fn processors_that_part() {
    let references = two("part", true);
    let document = references.document().unwrap();
    let parted = "holds on B, fails on A (family 1, model 1)";
    assert!(document.contains(&format!(" | {parted} | ")), "{document}");
    let faster = section(&document, "002-bits-faster");
    assert!(faster.contains(&format!("\n- {parted}:")), "{faster}");
    let below = "\n  - on A (family 1, model 1): leetcode-37 ";
    assert!(faster.contains(below), "{faster}");

    // Each finds its own verdict again, and may find the other's.
    let a = made_on("part-run-a", "A (family 1, model 1, stepping 1)", "2026-02-01");
    slow_down(&a, "bitmask/blank-list", &|_| 10.0);
    let there = check(&references, &a);
    assert!(there.open && there.note.is_none(), "{}", there.text);
    assert!(!there.text.contains("002-bits-faster: fails"), "{}", there.text);
    a.write_environment(&references.all()[0].environment).unwrap();
    let here = check(&references, &a);
    assert!(here.open && here.note.is_none(), "{}", here.text);
    let told = "002-bits-faster: fails on easy, expected holds (";
    let line = here.text.lines().find(|line| line.contains(told)).unwrap();
    assert!(line.ends_with(", as on A (family 1, model 1)"), "{line}");
}

#[test]
fn an_opposite_time_is_an_alarm_only_where_a_reference_was_made() {
    let references = two("alarm", false);
    let run = made_on("alarm-run", "B", "2026-02-01");
    slow_down(&run, "bitmask/blank-list", &|_| 10.0);
    let alarm = check(&references, &run);
    assert!(!alarm.open && alarm.note.is_none());
    assert!(alarm.text.contains("002-bits-faster: fails on easy, expected"), "{}", alarm.text);

    // On a third processor the same is told, under a note.
    let environment = run.environment().unwrap();
    let third = "C (family 3, model 3, stepping 3)".to_owned();
    let elsewhere = Environment { cpu: third, ..environment.clone() };
    run.write_environment(&elsewhere).unwrap();
    let calm = check(&references, &run);
    assert!(calm.open && calm.text.starts_with("Not as expected, but no failure:"));
    insta::assert_snapshot!(calm.note.unwrap());
    let nearest = &references.nearest(&elsewhere).unwrap().environment;
    assert_eq!(nearest.cpu, "B", "the newest stands in");

    // By another compiler as well.
    let rustc = "rustc 9.9.9".to_owned();
    run.write_environment(&Environment { rustc, ..environment }).unwrap();
    let calm = check(&references, &run);
    assert!(calm.open, "{}", calm.text);
    let note = calm.note.unwrap();
    assert!(note.starts_with("The reference of this processor was made with something else"));
    assert!(note.contains(", rustc 9.9.9 after)"), "{note}");
}

#[test]
fn a_count_closes_the_gate_on_every_processor() {
    let references = two("counts", false);
    let run = made_on("counts-run", "C", "2026-02-01");
    let mut ledger = ledger(&raw(&run)).unwrap();
    let environment = run.environment().unwrap();
    let before = references.check(&environment, &ledger);
    assert!(before.open && before.note.is_some(), "{}", before.text);
    let claim = ledger.claims.iter_mut().find(|claim| claim.id == "000-whole-scan").unwrap();
    claim.tests[0].findings[0].verdict = Verdict::Holds;
    let after = references.check(&environment, &ledger);
    assert!(!after.open);
    assert!(after.text.contains("000-whole-scan: holds on "), "{}", after.text);
}
