//! Copies of the newest reference, to be changed by tests. The tests of the report use them too.

#![allow(dead_code, reason = "no test uses all of it")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use sudoku_judge::claims::{
    Check, Claim, Ledger, LedgerError, References, Surprise, Verdict, ledger, read,
};
use sudoku_record::{Environment, PairedRow, Raw, RunFolder};

pub(crate) fn top() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap()
}

/// The committed references, read once; or the mistake in them.
pub(crate) fn committed() -> &'static Result<References, LedgerError> {
    static REFERENCES: LazyLock<Result<References, LedgerError>> =
        LazyLock::new(References::committed);
    &REFERENCES
}

/// The committed references without mistakes.
pub(crate) fn references() -> &'static References {
    committed().as_ref().expect(MISTAKE)
}

/// The verdicts of the newest reference, as a run with its data would get them.
pub(crate) fn newest() -> &'static Ledger {
    static NEWEST: LazyLock<Ledger> = LazyLock::new(|| ledger(&raw(&reference())).unwrap());
    &NEWEST
}

/// Compares verdicts with those of the newest reference, as if found on its processor, where no other
/// has a reference.
pub(crate) fn beside_first(ledger: &Ledger) -> Check {
    static FIRST: LazyLock<References> = LazyLock::new(|| {
        let environment = &references().all()[0].raw.environment;
        References::like(&top().join("reports/reference"), environment).unwrap()
    });
    Check::beside(&FIRST, &FIRST.all()[0].raw.environment, ledger)
}

/// The claims of the sources.
pub(crate) fn claims() -> Vec<Claim> {
    let Ok(claims) = sudoku_judge::claims::claims() else { panic!("{MISTAKE}") };
    claims
}

/// The message for a mistake in a file of claims, which makes many tests fail: it names the test
/// that shows the mistake.
const MISTAKE: &str = "a mistake in the claims or references, which the test \
                       `claims_and_references_are_read` of sudoku-judge names";

/// The folder of the newest reference.
pub(crate) fn reference() -> RunFolder {
    references().all()[0].folder.clone()
}

/// Copies the environment and the raw data of the newest reference into a new folder.
pub(crate) fn copy(name: &str) -> RunFolder {
    // Tests change counts, so a copy holds all of them and shares none. Writing them takes long, so
    // it is done once.
    static WHOLE: LazyLock<RunFolder> = LazyLock::new(|| {
        let folder = copy_of(&reference(), &format!("{}-whole", env!("CARGO_PKG_NAME")));
        let (counts, mut plan) = (folder.counts().unwrap(), folder.plan().unwrap());
        plan.solvers.iter_mut().for_each(|solver| solver.counted = None);
        folder.write_plan(&plan).unwrap();
        folder.write(&counts).unwrap();
        // A third of the builds decides the same.
        let mut paired: Vec<PairedRow> = folder.read().unwrap();
        paired.retain(|row| row.build <= BUILDS);
        replace(&folder, &paired);
        folder
    });
    copy_of(&WHOLE, name)
}

/// The builds of the race that a copy has.
const BUILDS: u64 = 8;

fn copy_of(run: &RunFolder, name: &str) -> RunFolder {
    let folder = RunFolder::new(PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name));
    if folder.root().exists() {
        fs::remove_dir_all(folder.root()).unwrap();
    }
    folder.start().unwrap();
    folder.write_environment(&run.environment().unwrap()).unwrap();
    for file in fs::read_dir(run.file("raw")).unwrap() {
        let path = file.unwrap().path();
        if path.is_file() {
            fs::copy(&path, folder.file("raw").join(path.file_name().unwrap())).unwrap();
        }
    }
    folder
}

/// A made-up claim that compares `bitmask/cursor` with the given solver.
pub(crate) fn any(solver: &str, corpus: &str) -> Vec<Claim> {
    let text = format!(
        r#"[publication]
title = "Any"
author = "unknown"
year = "unknown"
address = "unknown"

[[claim]]
id = "009-any"
place = "somewhere"
says = "Less is more."
reading = "Fewer of these."
solvers = {{ a = "bitmask/cursor", b = "{solver}" }}

[[claim.test]]
figure = "a.checks / b.checks"
below = 1
on = ["{corpus}"]
"#
    );
    read("009", &text).unwrap()
}

/// The raw data in a folder.
pub(crate) fn raw(folder: &RunFolder) -> Raw {
    Raw::read(folder).unwrap()
}

/// Multiplies the times of a solver in the race.
pub(crate) fn slow_down(folder: &RunFolder, solver: &str, factor: &dyn Fn(&PairedRow) -> f64) {
    let mut rows: Vec<PairedRow> = folder.read().unwrap();
    for row in rows.iter_mut().filter(|row| row.solver == solver) {
        row.cpu_ns = (row.cpu_ns as f64 * factor(row)) as u64;
    }
    replace(folder, &rows);
}

fn replace(folder: &RunFolder, rows: &[PairedRow]) {
    fs::remove_file(folder.file("raw/paired.csv.gz")).unwrap();
    folder.append(rows).unwrap();
}

/// A copy of the newest reference without programs in other languages, so that the times of the
/// solvers decide.
pub(crate) fn in_rust(name: &str) -> RunFolder {
    let folder = copy(name);
    let programs = ["raw/programs.csv", "raw/programs.json"].map(|file| folder.file(file));
    for file in programs.iter().filter(|file| file.exists()) {
        fs::remove_file(file).unwrap();
    }
    folder
}

/// A copy of the newest reference in Rust, as if made on this processor at this time.
pub(crate) fn made_on(name: &str, cpu: &str, started: &str) -> RunFolder {
    let folder = in_rust(name);
    let environment = folder.environment().unwrap();
    let (cpu, started) = (cpu.to_owned(), started.to_owned());
    folder.write_environment(&Environment { cpu, started, ..environment }).unwrap();
    folder
}

/// References on two processors, A and B; that on B is the newer. The times of `bitmask/blank-list`
/// are halved on both, so that bit operations are clearly an optimisation. If `part` is true, those
/// on A are multiplied by 10 instead, so that the verdicts differ.
pub(crate) fn two(part: bool) -> &'static References {
    static AGREE: LazyLock<References> = LazyLock::new(|| make_two("agree", false));
    static PART: LazyLock<References> = LazyLock::new(|| make_two("part", true));
    if part { &PART } else { &AGREE }
}

fn make_two(name: &str, part: bool) -> References {
    let name = format!("{}-{name}", env!("CARGO_PKG_NAME"));
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(&name);
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

/// The deviation of a claim on a corpus: the verdict that was found, the expected verdict, and a
/// processor whose reference has the same verdict.
pub(crate) fn on<'a>(
    list: &'a [Surprise],
    id: &str,
    corpus: &str,
) -> Option<(Verdict, Verdict, Option<&'a str>)> {
    let is_on = |one: &&Surprise| one.claim == id && one.finding.corpus == corpus;
    let Surprise { finding, before, as_on, .. } = list.iter().find(is_on)?;
    Some((finding.verdict, *before, as_on.as_deref()))
}
