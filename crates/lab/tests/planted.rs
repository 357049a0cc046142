//! Sets with planted faults: the audit finds all of them and no others.

use sudoku_lab::audit::{Audit, Finding, Options as AuditOptions, Report};
use sudoku_lab::{Grid, Options, Rater, Reader, Sudoku, Symmetry, generate};

/// `number` different minimal puzzles.
fn made(seed: u64, number: usize) -> Vec<Grid> {
    generate(seed, Options::default()).unwrap().take(number).map(|made| *made.grid()).collect()
}

fn solution(grid: &Grid) -> Grid {
    Sudoku::try_from(*grid).unwrap().solution().unwrap()
}

fn audit(files: &[(&str, String)]) -> Report {
    let options = AuditOptions { examples: 1000, arrangements: 2, ..AuditOptions::default() };
    let mut audit = Audit::new(options).unwrap();
    for (name, text) in files {
        audit.file(name);
        let mut reader = Reader::new(*name, text.as_bytes());
        audit.read(&mut reader, 2, |_, _| Ok::<_, std::io::Error>(())).unwrap();
    }
    audit.finish().unwrap()
}

/// The places of the rows with this finding, and the places of the same or equivalent puzzles.
fn rows(report: &Report, finding: Finding) -> Vec<(String, String)> {
    let of = report.examples.iter().filter(|example| example.finding == finding);
    of.map(|example| {
        let other = example.other.as_ref().map(ToString::to_string);
        (example.place.to_string(), other.unwrap_or_default())
    })
    .collect()
}

fn text(grids: &[Grid]) -> String {
    grids.iter().map(|grid| grid.to_string() + "\n").collect()
}

#[test]
fn clean_sets_have_no_findings() {
    let report = audit(&[("train", text(&made(1, 300))), ("test", text(&made(2, 100)))]);
    assert!(report.examples.is_empty(), "{:?}", report.examples);
    let [train, test] = &report.files[..] else { panic!("two files") };
    assert_eq!((train.rows, train.unique, train.minimal), (300, 300, 300));
    assert_eq!((test.rows, test.rated, test.rank_correlation), (100, 0, None));
    assert!(train.singles <= train.locked && train.locked < 300);
}

#[test]
fn every_planted_fault_is_found_and_nothing_else() {
    let (train, test) = (made(1, 200), made(2, 100));
    let turn = |grid: &Grid, seed| Symmetry::random(seed).apply(grid);
    let place = |file: &str, line: usize| format!("{file}:{line}");
    let pair = |file, line, other, at| (place(file, line), place(other, at));

    let mut planted_train = train.clone();
    planted_train.extend([train[10], turn(&train[20], 5), turn(&train[20], 6), train[10]]);
    let mut planted_test = test.clone();
    planted_test.extend([train[30], turn(&train[40], 7), train[20], turn(&train[10], 8), test[5]]);
    let several = test[0].with(test[0].cells().iter().position(|&digit| digit != 0).unwrap(), 0);
    planted_test.push(several);
    let report = audit(&[("train", text(&planted_train)), ("test", text(&planted_test))]);

    let duplicates = [
        pair("train", 201, "train", 11),
        pair("train", 204, "train", 11),
        pair("test", 105, "test", 6),
    ];
    assert_eq!(rows(&report, Finding::Duplicate), duplicates);
    let equivalent = rows(&report, Finding::Equivalent);
    let lines: Vec<&str> = equivalent.iter().map(|(line, _)| line.as_str()).collect();
    assert_eq!(lines, ["train:202", "train:203"]);
    let leaks = [pair("test", 101, "train", 31), pair("test", 103, "train", 21)];
    assert_eq!(rows(&report, Finding::Leak), leaks);
    let leaks = [pair("test", 102, "train", 41), pair("test", 104, "train", 11)];
    assert_eq!(rows(&report, Finding::EquivalentLeak), leaks);
    assert_eq!(rows(&report, Finding::Several), [(place("test", 106), String::new())]);
    let all: u64 = Finding::ALL.iter().map(|(finding, ..)| report.found(*finding)).sum();
    assert_eq!(all, 3 + 2 + 2 + 2 + 1, "{:?}", report.examples);
}

#[test]
fn a_table_is_checked_against_its_answers_and_its_ratings() {
    let puzzles = made(3, 60);
    let mut rater = Rater::new(2, 0);
    let mut rows_of = String::from("question,answer,rating\n");
    for (line, puzzle) in puzzles.iter().enumerate() {
        let rating = rater.rate(puzzle);
        let mut answer = solution(puzzle);
        if line == 7 {
            let clue = puzzle.cells().iter().position(|&digit| digit != 0).unwrap();
            answer = answer.with(clue, answer.cells()[clue] % 9 + 1);
        }
        if line == 9 {
            answer = solution(&puzzles[10]);
        }
        rows_of += &format!("{puzzle},{answer},{}\n", 10.0 * rating.guesses_mean.unwrap());
    }
    let contradictory = format!("55{}", ".".repeat(79));
    let unsolvable =
        "531.7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    rows_of += &format!("{contradictory},,\n{unsolvable},,\n123,,\n");
    let report = audit(&[("table", rows_of)]);
    let lines = |finding| -> Vec<String> {
        rows(&report, finding).into_iter().map(|(line, _)| line).collect()
    };
    assert_eq!(lines(Finding::WrongSolution), ["table:9", "table:11"]);
    assert_eq!(lines(Finding::Contradictory), ["table:62"]);
    assert_eq!(lines(Finding::NoSolution), ["table:63"]);
    assert_eq!(report.found(Finding::Unreadable), 1);
    let file = &report.files[0];
    assert_eq!((file.rows, file.unique, file.rated), (63, 60, 60));
    assert!((file.rank_correlation.unwrap() - 1.0).abs() < 1e-9);
    let all: u64 = Finding::ALL.iter().map(|(finding, ..)| report.found(*finding)).sum();
    assert_eq!(all, 5, "{:?}", report.examples);
}
