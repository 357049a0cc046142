//! Files of the kinds that people have: each is read right or refused by its name, as `cases.tsv`
//! beside them says.

use std::fs;
use std::path::Path;

use sudoku_corpus::open;

/// The puzzles, the errors and the number of solutions that do not solve theirs.
fn read(path: &Path) -> (Vec<String>, Vec<String>, usize) {
    let (mut puzzles, mut errors, mut wrong) = (Vec::new(), Vec::new(), 0);
    for item in open(path).unwrap() {
        match item {
            Ok(record) => {
                let given = record.solution.as_ref();
                let solves = |solution: &sudoku_core::Grid| {
                    solution.is_solved() && solution.extends(&record.grid)
                };
                wrong += usize::from(given.is_some_and(|given| !given.as_ref().is_ok_and(solves)));
                puzzles.push(record.grid.to_string());
            }
            Err(error) => errors.push(error.to_string()),
        }
    }
    (puzzles, errors, wrong)
}

#[test]
fn files_are_read_right_or_refused_by_name() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/field");
    let cases = fs::read_to_string(folder.join("cases.tsv")).unwrap();
    let mut wrong = Vec::new();
    for case in cases.lines().skip(1) {
        let [file, wanted] = case.split('\t').collect::<Vec<_>>()[..] else { panic!("{case}") };
        let (puzzles, errors, false_solutions) = read(&folder.join(file));
        let right = wanted.split(" or ").any(|wanted| {
            match wanted.split_once(' ').unwrap_or((wanted, "")) {
                ("puzzles", grids) => {
                    errors.is_empty() && false_solutions == 0 && grids.split(' ').eq(&puzzles)
                }
                ("refuse", words) => {
                    let named = |error: &String| {
                        let error = error.to_lowercase();
                        words.split('|').any(|word| error.contains(word))
                    };
                    puzzles.is_empty() && (errors.iter().any(named) || words.is_empty())
                }
                _ => panic!("{case}"),
            }
        });
        if !right {
            wrong.push(format!("{file}: {puzzles:?} {errors:?} {false_solutions}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
