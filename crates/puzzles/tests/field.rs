//! Files of the kinds that people have: each is read right or refused by its name, as `cases.tsv`
//! beside them says.

use std::fs;
use std::path::Path;

use sudoku_core::Random;
use sudoku_puzzles::{ReadOptions, Reader, open};

/// The puzzles, the errors and the number of solutions that do not solve theirs.
fn read(path: &Path) -> (Vec<String>, Vec<String>, usize) {
    let (mut puzzles, mut errors, mut wrong) = (Vec::new(), Vec::new(), 0);
    for item in open(path, ReadOptions::default()).unwrap() {
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

const GRIDS: [&str; 4] = [
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
    "28..1....4..652....53....4.3...4...89..3.8..61...7...4.4....73....965..2....3..15",
    "289413567417652893653897241325146978974328156168579324546281739731965482892734615",
];

/// The cells in which two grids differ.
fn distance(a: &str, b: &str) -> usize {
    a.chars().zip(b.chars()).filter(|(a, b)| a != b).count()
}

/// Once a byte has changed, a file is refused, or what is read is still one of the grids in it, or
/// contradicts itself.
#[test]
fn damage_makes_no_other_puzzle() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/field");
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|end| end == "tsv") {
            continue;
        }
        let (mut random, whole) = (Random::seeded(50), fs::read(&path).unwrap());
        for _ in 0..300 {
            let mut bytes = whole.clone();
            let at = random.below(bytes.len() as u64) as usize;
            match random.below(3) {
                0 => drop(bytes.remove(at)),
                1 => bytes[at] = random.below(128) as u8,
                _ => bytes.insert(at, b"\"[]{},:.0\n"[random.below(10) as usize]),
            }
            for record in Reader::new("f", bytes.as_slice()).flatten() {
                let grid = record.grid.to_string();
                let near = GRIDS.iter().any(|known| distance(known, &grid) <= 2);
                let near = near || record.grid.conflict().is_some();
                assert!(near, "{}: {grid}\n{}", path.display(), String::from_utf8_lossy(&bytes));
            }
        }
    }
}
