//! All that is drawn from the references and committed follows from them.

use std::fs;
use std::path::{Path, PathBuf};

use sudoku_record::top;
use sudoku_record::{CountRow, runs_in};
use sudoku_show::publish;

use crate::references::references;

/// In bytes.
const LONGEST_SUMMARY: u64 = 15_000;

/// The paths of the files below a folder, relative to `top`, sorted.
fn files(top: &Path, below: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(top.join(below)).unwrap() {
        let path = Path::new(below).join(entry.unwrap().file_name());
        if top.join(&path).is_dir() {
            files(top, path.to_str().unwrap(), found);
        } else {
            found.push(path);
        }
    }
    found.sort();
}

#[test]
fn committed_drawings_follow_from_the_references() {
    let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join("published");
    let _ = fs::remove_dir_all(&copy);
    fs::create_dir_all(copy.join("docs")).unwrap();
    let runs = runs_in(&top().join("reports/reference")).unwrap();
    for run in &runs {
        let name = run.root().strip_prefix(top()).unwrap_or(run.root());
        fs::create_dir_all(copy.join(name)).unwrap();
    }
    fs::copy(top().join("README.md"), copy.join("README.md")).unwrap();
    publish(references(), &copy).unwrap();
    let mut drawn = Vec::new();
    files(&copy, "", &mut drawn);
    assert_eq!(drawn.len(), 3 + 2 * runs.len(), "{drawn:?}");
    for file in drawn {
        let [now, committed] = [copy.as_path(), top()].map(|top| {
            let text = fs::read_to_string(top.join(&file));
            text.unwrap_or_default().replace("\r\n", "\n")
        });
        assert!(now == committed, "{} is stale: `cargo xtask publish`", file.display());
    }
}

#[test]
fn a_reference_holds_only_counts_of_its_own_and_a_short_summary() {
    for run in runs_in(&top().join("reports/reference")).unwrap() {
        let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join("shared");
        let _ = fs::remove_dir_all(&copy);
        fs::create_dir_all(copy.join("raw")).unwrap();
        let copy = sudoku_record::RunFolder::new(copy);
        for file in ["environment.json", "raw/plan.json", "raw/counts.csv.gz"] {
            fs::copy(run.file(file), copy.file(file)).unwrap();
        }
        copy.share_counts().unwrap();
        let name = run.root().display();
        let [rows, left] = [&run, &copy].map(|run| run.read::<CountRow>().unwrap());
        assert_eq!(rows.len(), left.len(), "{name} repeats counts: `cargo xtask publish`");
        assert!(run.plan().unwrap() == copy.plan().unwrap(), "{name}: `cargo xtask publish`");
        let length = fs::metadata(run.file("results.md")).unwrap().len();
        assert!(length <= LONGEST_SUMMARY, "{name}: a summary of {length} bytes");
    }
}
