//! The page in a real browser: `browser/`, driven by Node.
//!
//! Neither is needed to build or to measure: where one is missing, a line says so and nothing is
//! tested. `npm ci` in `tests/browser` gets the packages. The screenshots are in `target/browser`.

use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use sudoku_judge::Results;
use sudoku_judge::claims::{Check, References, ledger};
use sudoku_record::{Raw, RunFolder, pack, runs_in, top};

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

/// Prints a line even in a passing test, in which the output of `eprintln!` is not shown.
fn say(what: &str) {
    let _ = writeln!(io::stderr(), "{what}");
}

fn skip(missing: &str) {
    say(&format!("skipped, the page is not tested in a browser: {missing}"));
}

/// The module of the page, as a run packs it; or why there is none.
fn module() -> Result<Vec<u8>, &'static str> {
    let target = "wasm32-unknown-unknown";
    let rustc = Command::new("rustc")
        .args(["--print", "target-libdir", "--target", target])
        .output()
        .expect("rustc, which has compiled this");
    if !Path::new(String::from_utf8_lossy(&rustc.stdout).trim()).is_dir() {
        return Err("`rustup target add wasm32-unknown-unknown` was not run");
    }
    let built = xtask().arg("module").output().unwrap();
    let [path, said] = [built.stdout, built.stderr].map(|text| String::from_utf8(text).unwrap());
    assert!(built.status.success(), "the solvers cannot be compiled for the page: {said}");
    Ok(pack(&fs::read(path.trim_end()).unwrap()).unwrap())
}

fn xtask() -> Command {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["run", "--quiet", "--package", "xtask", "--"]);
    cargo
}

const PAGES: [&str; 2] = ["index.html", "appendix.html"];

/// The page of the fixture, with this module, and the appendix beside it in a folder of this name.
fn page(name: &str, module: Option<&[u8]>) -> PathBuf {
    let raw = Raw::read(&RunFolder::new(tests().join("fixture"))).unwrap();
    let (results, ledger) = (Results::of(&raw), ledger(&raw).unwrap());
    let check = Check::beside(&References::default(), &results.environment, &ledger);
    let files = sudoku_show::draw(&results, &ledger, &check, module).unwrap();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).unwrap();
    for (name, text) in files.iter().filter(|(name, _)| PAGES.contains(&&**name)) {
        fs::write(folder.join(name), text).unwrap();
    }
    folder.join("index.html")
}

/// In bytes: 2 MiB, a quarter of them the searches.
const LARGEST_PAGE: u64 = 2 << 20;

/// The pages of copies of the reference runs, each with its `results.json` beside it, drawn by the
/// command that people use: of the newest alone unless all are asked for.
fn references() -> Vec<PathBuf> {
    let page = |run: RunFolder| {
        let name = run.root().file_name().unwrap();
        let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join("reference").join(name);
        let _ = fs::remove_dir_all(&copy);
        fs::create_dir_all(copy.join("raw")).unwrap();
        let raw = fs::read_dir(run.file("raw")).unwrap().map(|file| file.unwrap().path());
        for file in raw.chain(["environment.json", "sudoku-lab.run"].map(|name| run.file(name))) {
            fs::copy(&file, copy.join(file.strip_prefix(run.root()).unwrap())).unwrap();
        }
        let output = xtask().arg("report").arg(&copy).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let page = copy.join("index.html");
        let size = fs::metadata(&page).unwrap().len();
        assert!(size <= LARGEST_PAGE, "{}: a page of {size} bytes", page.display());
        page
    };
    let mut runs = runs_in(&top().join("reports/reference")).unwrap();
    if env::var_os("SUDOKU_LAB_ALL_PAGES").is_none() {
        let time = |run: &RunFolder| run.environment().unwrap().started;
        runs = runs.into_iter().max_by_key(time).into_iter().collect();
    }
    runs.into_iter().map(page).collect()
}

/// The folder for screenshots, which people look at.
fn shots() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("../browser");
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The packages, if they are installed.
fn packages() -> Option<PathBuf> {
    let folder = tests().join("browser");
    folder.join("node_modules").is_dir().then_some(folder)
}

#[test]
fn the_page_works_in_a_browser() {
    let Some(node) = program("node") else { return skip("`node` is not on the path") };
    let Some(chromium) = CHROMIUM.into_iter().find_map(program) else {
        return skip("Chromium is not on the path");
    };
    let Some(folder) = packages() else {
        return skip("`npm ci` was not run in crates/show/tests/browser");
    };
    let test = |files: &[&str], page: &Path, replay: &str| {
        let output = Command::new(&node)
            .args(["--test", "--test-reporter=spec", "--test-concurrency=1"])
            .args(files.iter().map(|file| folder.join(file)))
            .envs([("CHROMIUM", &*chromium), ("PAGE", page), ("SHOTS", &shots())])
            .envs([("REPLAY", replay.into()), ("RESULTS", page.with_file_name("results.json"))])
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
        said.lines().filter(|line| line.contains("measured: ")).for_each(say);
    };
    let bare = page("without-solvers", None);
    match module() {
        Ok(module) => {
            let page = page("with-solvers", Some(&module));
            test(&["page.test.js", "player.test.js"], &page, "yes");
            test(&["player.test.js"], &bare, "");
            for page in references() {
                test(&["reference.test.js", "course.test.js"], &page, "yes");
            }
        }
        Err(missing) => {
            skip(&format!("the page has no solvers, {missing}"));
            test(&["page.test.js", "player.test.js"], &bare, "");
        }
    }
}

#[test]
fn the_scripts_of_the_page_keep_to_their_types() {
    let (Some(node), Some(folder)) = (program("node"), packages()) else {
        return say("skipped, the types of the page's scripts are not checked: no npm packages");
    };
    let compiler = folder.join("node_modules/typescript/bin/tsc");
    let output = Command::new(node).arg(compiler).current_dir(folder).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}
