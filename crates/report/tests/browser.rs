//! The page in a real browser: `browser/`, driven by Node.
//!
//! Neither is needed to build or to measure: where one is missing, a line says so and nothing is
//! tested. `npm ci` in `tests/browser` gets the packages. The screenshots are in `target/browser`.

use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use sudoku_claims::{Check, ledger};
use sudoku_measure::{Raw, Results, RunFolder};

/// Any of the names under which Chromium is installed.
const CHROMIUM: [&str; 5] =
    ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome"];

fn tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

/// The program of this name, if it is on the path.
fn program(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    let name = format!("{name}{}", env::consts::EXE_SUFFIX);
    env::split_paths(&path).map(|folder| folder.join(&name)).find(|file| file.is_file())
}

/// Says something of a test that passes, which keeps to itself what `eprintln!` says.
fn say(what: &str) {
    let _ = writeln!(io::stderr(), "{what}");
}

fn skip(missing: &str) {
    say(&format!("skipped, the page is not tested in a browser: {missing}"));
}

/// The page of the fixture, in a folder of its own.
fn page() -> PathBuf {
    let raw = Raw::read(&RunFolder::new(tests().join("fixture"))).unwrap();
    let (results, ledger) = (Results::of(&raw), ledger(&raw).unwrap());
    let files = sudoku_report::draw(&results, &ledger, &Check::of(&ledger)).unwrap();
    let (_, page) = files.into_iter().find(|(name, _)| name == "index.html").expect("a page");
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("browser.html");
    fs::write(&file, page).unwrap();
    file
}

/// The folder for screenshots, which people look at.
fn shots() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("../browser");
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn the_page_works_in_a_browser() {
    let folder = tests().join("browser");
    let Some(node) = program("node") else { return skip("`node` is not on the path") };
    let Some(chromium) = CHROMIUM.into_iter().find_map(program) else {
        return skip("Chromium is not on the path");
    };
    if !folder.join("node_modules").is_dir() {
        return skip("`npm ci` was not run in crates/report/tests/browser");
    }
    let output = Command::new(node)
        .args(["--test", "--test-reporter=spec"])
        .arg(folder.join("page.test.js"))
        .envs([("CHROMIUM", chromium), ("PAGE", page()), ("SHOTS", shots())])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    said.lines().filter(|line| line.contains("measured: ")).for_each(say);
}
