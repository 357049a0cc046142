//! The runner, as the laboratory's program starts it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use sudoku_record::{Mode, PairedRow, Plan, RunFolder, Wish};

/// A folder for a run and the user's files, empty.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Returns the exit code, the output and the complaints of the runner in a folder.
fn runner(folder: &Path, words: &[&str]) -> (i32, String, String) {
    let mut runner = Command::new(env!("CARGO_BIN_EXE_runner"));
    let output = runner.args(words).current_dir(folder).output().unwrap();
    let [said, complained] =
        [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    (output.status.code().unwrap(), said, complained)
}

fn wish(solver: &str, corpus: &str) -> Wish {
    let [solvers, corpora] = [solver, corpus].map(|name| vec![name.to_owned()]);
    Wish { solvers, corpora, peers: false, builds: 2, ..Wish::all(Mode::Quick) }
}

fn plan(folder: &Path, wish: &Wish) -> (i32, String, String) {
    runner(folder, &["plan", &serde_json::to_string(wish).unwrap()])
}

#[test]
fn a_plan_says_all_that_a_build_needs() {
    let folder = folder("runner-plan");
    let file = folder.join("mine.txt");
    fs::write(&file, sudoku_puzzles::find("easy").unwrap().text).unwrap();
    let (code, said, complained) = plan(&folder, &wish("bitmask/*", "mine.txt+unique"));
    assert_eq!((code, complained.as_str()), (0, ""));
    let plan: Plan = serde_json::from_str(&said).unwrap();
    let asked = plan.corpora[0].wish();
    assert_eq!((asked, plan.corpora[0].puzzles), (format!("{}+unique", file.display()), 500));
    let run = RunFolder::new(folder.join("run"));
    run.start().unwrap();
    run.write_plan(&plan).unwrap();

    let race = |build| runner(Path::new("/"), &["race", run.root().to_str().unwrap(), build]);
    assert_eq!(race("1").0, 0);
    let rows: Vec<PairedRow> = run.read().unwrap();
    assert!(rows.iter().all(|row| (row.build, &*row.corpus) == (1, "mine+unique")));
    for solver in &plan.solvers {
        assert!(rows.iter().any(|row| row.solver == solver.id && !row.twin), "{}", solver.id);
    }
    let (code, _, complained) = race("3");
    assert_eq!((code, complained.contains("build 3: expected 1 to 2")), (2, true), "{complained}");
    fs::write(&file, sudoku_puzzles::find("hard").unwrap().text).unwrap();
    let (code, _, complained) = race("2");
    assert_eq!((code, complained.contains("have changed since")), (2, true), "{complained}");
}

#[test]
fn a_name_that_is_unknown_is_2_with_the_nearest() {
    let folder = folder("runner-names");
    for (solver, corpus, nearest) in
        [("bitmask/curser", "easy", "`bitmask/cursor`"), ("bitmask/*", "hart", "`hard`")]
    {
        let (code, said, complained) = plan(&folder, &wish(solver, corpus));
        assert_eq!((code, said.as_str()), (2, ""));
        assert!(complained.starts_with("error: ") && complained.contains(nearest), "{complained}");
    }
    assert_eq!(runner(&folder, &["plan", "{"]).0, 2);
    assert_eq!(runner(&folder, &["paln"]).0, 2);
}

#[test]
fn a_solver_is_counted_on_a_few_puzzles() {
    let (code, said, _) = runner(&folder("runner-count"), &["count", "bitmask/cursor", "none"]);
    let (_, puzzles, name): (u64, usize, String) = serde_json::from_str(&said).unwrap();
    assert_eq!((code, puzzles, name.as_str()), (0, 18, "none"));
}
