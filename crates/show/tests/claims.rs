//! The claims in the words of the program and of the documents.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use sudoku_judge::Results;
use sudoku_judge::claims::{
    Check, Ledger, References, Verdict, authors, claims as all_claims, find_among, ledger, needs,
};
use sudoku_record::{PairedRow, ProgramRecord, RunFolder};
use sudoku_show::claims;

use crate::references::{made_on, raw, references, slow_down, two};

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sudoku-bench")).args(arguments).output().unwrap()
}

/// Runs the program with the fixture as the only reference: reading and judging all takes seconds.
fn run_beside_itself(arguments: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_sudoku-bench"));
    program.env("SUDOKU_LAB_REFERENCES", fixture().parent().unwrap());
    program.args(arguments).output().unwrap()
}

/// A claim of the fixture beside the committed references, as the program judges it.
fn one_claim(id: &str) -> (Ledger, Check) {
    let raw = raw(&RunFolder::new(fixture()));
    let mut ledger = ledger(&raw).unwrap();
    ledger.claims.retain(|claim| claim.id == id);
    let check = Check::beside(references(), &raw.environment, &ledger);
    (ledger, check)
}

fn said(output: &[u8]) -> String {
    String::from_utf8(output.to_vec()).unwrap()
}

/// Four solvers on four corpora.
fn fixture() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixture")
}

/// True for the first line of the result of a committed reference: `- on PROCESSOR (family ...`.
fn is_of_reference(line: &str) -> bool {
    line.starts_with("  - on ") && line.contains(" (family ")
}

/// The text without what depends on the number of committed references, so that one more changes no
/// snapshot.
fn without_references(text: &str) -> String {
    let mut is_reference = false;
    let lines = text.lines().filter(|line| {
        is_reference = is_of_reference(line) || is_reference && line.starts_with("    ");
        !is_reference
    });
    let number = references().all().len();
    let all = format!("on all {number} processors");
    lines.map(|line| line.replace(&all, "on all processors") + "\n").collect()
}

#[test]
fn the_ledger_of_a_small_run() {
    let output = run(&["claims", "--in", fixture().to_str().unwrap()]);
    insta::assert_snapshot!(without_references(&said(&output.stdout)));
    assert_eq!(output.status.code(), Some(0), "{}", said(&output.stderr));
}

#[test]
fn one_claim_in_full() {
    let (ledger, check) = one_claim("002-prefill-faster");
    let text = claims::in_full(&ledger.claims[0], &ledger, &check, 80);
    let lines = text.lines().filter(|line| is_of_reference(line));
    assert_eq!(lines.count(), 2 * references().all().len(), "two tests with times: {text}");
    insta::assert_snapshot!(without_references(&text));
}

#[test]
fn one_claim_in_brief() {
    let (ledger, check) = one_claim("002-prefill-faster");
    let rest = "cargo xtask claims 002-prefill-faster --in tests/fixture --long";
    let text = claims::in_brief(&ledger.claims[0], &check, rest, 80);
    insta::assert_snapshot!(without_references(&text));
}

#[test]
fn the_program_prints_one_claim_in_brief_or_in_full() {
    let folder = fixture();
    let claim = ["claims", "--in", folder.to_str().unwrap(), "002-prefill-faster"];
    let [brief, full] = [&claim[..], &[&claim[..], &["--long"]].concat()].map(run_beside_itself);
    assert_eq!([brief.status.code(), full.status.code()], [Some(0); 2]);
    let [brief, full] = [brief, full].map(|output| said(&output.stdout));
    let more = brief.split_whitespace().collect::<Vec<_>>().join(" ");
    let command = "In full: `cargo xtask claims 002-prefill-faster --in tests/fixture --long`.";
    assert!(more.contains(command), "{brief}");
    assert!(full.contains("\nRead so: ") && !brief.contains("Read so: "), "{full}");
}

/// The verdict, what really happens, the smallest experiment, and the figures of the test that decides.
#[test]
fn every_claim_fits_a_screen_of_24_lines() {
    for reference in references().all() {
        let check = Check::beside(references(), &reference.raw.environment, &reference.ledger);
        for claim in &reference.ledger.claims {
            let rest = format!("cargo xtask claims {} --in reports/latest --long", claim.id);
            let text = claims::in_brief(claim, &check, &rest, 80);
            let lines = text.lines().count();
            assert!(lines < 24, "{lines} lines: {text}");
            assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
            assert!(text.contains(&format!("{}: {}", claim.id, claim.verdict.word())), "{text}");
            let said = text.replace('\\', "").split_whitespace().collect::<Vec<_>>().join(" ");
            for part in claim.really.iter().chain(&claim.experiment) {
                let part = part.split_whitespace().collect::<Vec<_>>().join(" ");
                assert!(said.contains(&part), "{part} in {text}");
            }
        }
    }
}

#[test]
fn the_needs_of_a_claim_are_its_solvers_programs_sets_and_measures() {
    let needed = |id: &str| needs(&[find_among(all_claims().unwrap(), id).unwrap()]).unwrap();
    let cursor = needed("004-cursor");
    for solver in ["brute-scan/fused", "scan-from-start/fused"] {
        assert!(cursor.solvers.iter().any(|id| id == solver), "{cursor:?}");
    }
    assert!(cursor.times && !cursor.instructions && needed("000-bits-faster").instructions);
    assert!(cursor.corpora.iter().any(|name| name == "easy"));
    assert!(!cursor.corpora.iter().any(|name| name == "hard"), "a minute has no room for it");
    let work = needed("000-whole-scan");
    assert_eq!((&*work.solvers[0], &*work.corpora[0]), ("brute-scan/three-loops", "leetcode-37"));
    assert!(work.solvers.len() == 1 && work.corpora.len() == 1);
    assert!(!work.times && !work.instructions, "counts are committed");

    let text = "[[claim]]\nid = \"mine-faster\"\nplace = \"p\"\nsays = \"s\"\nreading = \"r\"\n\
                solvers = { mine = \"programs/Mine\", list = \"bitmask/blank-list\" }\n\
                [[claim.test]]\nfigure = \"mine.time / list.time\"\nbelow = 1\non = [\"easy\"]\n";
    let (name, text) = ("Mine".to_owned(), Some(text.to_owned()));
    let program = ProgramRecord { name, claims: text, ..ProgramRecord::default() };
    let mine = needs(&authors([&program]).unwrap()).unwrap();
    assert_eq!(mine.solvers, ["programs/Mine", "bitmask/blank-list"]);
    assert!(mine.corpora == ["easy"] && mine.times && !mine.instructions, "{mine:?}");
}

#[test]
fn an_unexpected_verdict_is_1() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("unexpected");
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    fs::create_dir_all(folder.join("raw")).unwrap();
    for file in ["raw/plan.json", "raw/counts.csv", "raw/paired.csv"] {
        fs::copy(fixture().join(file), folder.join(file)).unwrap();
    }
    fs::copy(fixture().join("environment.json"), folder.join("environment.json")).unwrap();
    // As if filling cells beforehand took a hundred times as long.
    let run_folder = RunFolder::new(&folder);
    let mut rows: Vec<PairedRow> = run_folder.read().unwrap();
    fs::remove_file(run_folder.file("raw/paired.csv")).unwrap();
    let prefill = rows.iter_mut().filter(|row| row.solver == "bitmask-singles/prefill");
    prefill.for_each(|row| row.cpu_ns *= 100);
    run_folder.append(&rows).unwrap();
    let folder = folder.to_str().unwrap();
    let output = run_beside_itself(&["claims", "--in", folder, "002-prefill-faster"]);
    assert_eq!(output.status.code(), Some(1));
    let text = said(&output.stdout);
    assert!(text.contains("002-prefill-faster: fails on leetcode-37, expected holds"), "{text}");
    assert_eq!(run_beside_itself(&["claims", "--in", folder]).status.code(), Some(1));
}

#[test]
fn an_unknown_claim_and_a_missing_run_are_2() {
    let output = run(&["claims", "--in", fixture().to_str().unwrap(), "004-cursors"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output.stderr).contains("the nearest is `004-cursor`"));
    let output = run(&["claims", "--in", "no-such-folder"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output.stderr).contains("no-such-folder"));
}

/// The row of the document that is about one claim.
fn row<'a>(document: &'a str, id: &str) -> &'a str {
    let begins = format!("| {id} | ");
    document.lines().find(|line| line.starts_with(&begins)).unwrap()
}

#[test]
fn the_name_of_a_processor_is_a_text() {
    for (name, cpu, started, factor) in
        [("a", "<b>x", "2026-01-01", 10.0), ("b", "B", "2026-01-03", 0.5)]
    {
        let made = made_on(&format!("documents-marked/{name}"), cpu, started);
        slow_down(&made, "bitmask/blank-list", &|_| factor);
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("documents-marked");
    let document = claims::document(&References::read(&folder).unwrap()).unwrap();
    assert!(document.contains("on 2 processors: [B](") && document.contains("[&lt;b>x]("));
    assert!(document.contains(" on &lt;b>x | "), "{document}");
    assert!(!document.contains("<b>"), "{document}");

    let raw = raw(&made_on("marked-run", "<b>x", "2026-01-01"));
    let (results, ledger) = (Results::of(&raw), ledger(&raw).unwrap());
    let files = sudoku_show::draw(&results, &ledger, &Check::default(), None).unwrap();
    let (_, text) = files.iter().find(|(name, _)| name == "claims.md").unwrap();
    assert!(text.contains("&lt;b>x") && !text.contains("<b>x"), "{text}");
}

#[test]
fn processors_that_agree() {
    let references = two(false);
    let document = claims::document(references).unwrap();
    let (head, _) = document.split_once("\n\n| claim |").unwrap();
    let about = "Times were measured on 2 processors: [B](../reports/reference/b/results.md) and \
                 [A (family 1, model 1)](../reports/reference/a-family-1-model-1/results.md) (2026-01-01";
    assert!(head.replace(&made("2026-01-03"), "").contains(about), "{head}");
    assert!(document.contains(" | holds on both processors | "), "{document}");
    // What rests on counts alone is so everywhere.
    assert!(!row(&document, "000-whole-scan").contains("processor"));
    assert!(row(&document, "002-bits-faster").contains(" | holds on both processors | "));
    // All that times decide is so on both, unless it is undecided.
    let newest = &references.all()[0].ledger;
    let timed: Vec<_> = newest.claims.iter().filter(|claim| claim.is_timed()).collect();
    let sure = timed.iter().filter(|claim| claim.verdict != Verdict::Undecided).count();
    let robust =
        format!("{} claims rest on times; {sure} of these verdicts are robust", timed.len());
    assert!(head.contains(&robust), "{head}");
    assert!(document.contains("\n## What travels\n") && !document.contains("| moves on |"));
}

/// When and of what a copied reference was made.
fn made(day: &str) -> String {
    let commit = references().all()[0].raw.environment.commit.clone().unwrap();
    format!(" ({day}, {})", &commit[..7])
}

#[test]
fn processors_that_part() {
    let references = two(true);
    let document = claims::document(references).unwrap();
    let parted = "holds on B, fails on A (family 1, model 1)";
    assert!(document.contains(&format!(" | {parted} | ")), "{document}");
    assert!(row(&document, "002-bits-faster").contains(parted), "{document}");
    let (head, _) = document.split_once("\n\n| claim |").unwrap();
    assert!(!head.contains("0 of these verdicts are robust"), "{head}");
    let (_, travels) = document.split_once("\n## What travels\n").unwrap();
    let row = travels.lines().find(|line| line.starts_with("| bitmask/blank-list |")).unwrap();
    let cells: Vec<&str> = row.split(" | ").collect();
    assert!(cells[2].starts_with("20.0"), "{row}");
    assert_eq!(travels.lines().filter(|line| line.starts_with("| ")).count(), 3, "{travels}");

    // A run on one of them that finds the verdict of the other.
    let run = made_on("documents-run", "B", "2026-02-01");
    slow_down(&run, "bitmask/blank-list", &|_| 10.0);
    let raw = raw(&run);
    let ledger = ledger(&raw).unwrap();
    let check = Check::beside(references, &raw.environment, &ledger);
    let text = claims::in_short(&ledger, &check, 1000);
    let is_line = |line: &&str| {
        line.starts_with("- 002-bits-faster: fails on ") && line.contains(", expected holds (")
    };
    let line = text.lines().find(is_line).expect(&text);
    assert!(line.ends_with(", as on A (family 1, model 1)"), "{line}");

    // A run beside them: its page, its ledger and its terminal say what the references say.
    let known = format!("reference runs: {parted}");
    let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(one_line(&text).contains(&format!("({known})")), "{text}");
    let claim = ledger.claims.iter().find(|claim| claim.id == "002-bits-faster").unwrap();
    let full = one_line(&claims::in_full(claim, &ledger, &check, 80));
    assert!(full.contains(&format!("({known})")), "{full}");
    assert!(full.contains("- on B: "), "{full}");
    let results = Results::of(&raw);
    let files = sudoku_show::draw(&results, &ledger, &check, None).unwrap();
    for name in ["index.html", "README.md", "claims.md"] {
        let (_, text) = files.iter().find(|(known, _)| known == name).unwrap();
        assert!(text.contains(parted), "{name}");
    }
}
