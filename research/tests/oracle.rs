//! Published ratings are compared puzzle by puzzle, and each difference is named.

use std::path::{Path, PathBuf};
use std::{env, fs};

use sudoku_benches::StepProgress;
use sudoku_registry::find;
use sudoku_research::{Compared, Oracle, PublishedRating, census, collections, ratings};

/// Nine puzzles of `minimal`, rated by a program that shares no code with the solvers: clues, cells
/// filled by singles, candidates left by singles, candidates left by locked candidates.
const RATED: [(&str, [u64; 4]); 9] = [
    (
        ".2.1.4.5..6.53...27......9...6.1..7.8....2.1....85.....5.4....3..29.....48.......",
        [25, 81, 0, 0],
    ),
    (
        ".7..4...1..3.5......4..72.648....3.91...8..6....6.2........87..........27..39....",
        [24, 32, 172, 0],
    ),
    (
        "4....5....17..6.8......762...9......3...6..5..4......9.......6.17......46..8.4..3",
        [23, 49, 98, 98],
    ),
    (
        "...5....915..2.6.....1.74..2.1.4.....37.9...4.........3.4.8...2.....69..8..2...63",
        [26, 81, 0, 0],
    ),
    (
        "1..7........5.29....613...4.3...8.5....62..73..2......2.1.6..........8..4..9.3..6",
        [25, 34, 154, 0],
    ),
    (
        ".....7...8....12...9.5..1.8...9..........2.7...2.1658..3.78.4.9....4.........3.2.",
        [24, 45, 117, 117],
    ),
    (
        ".8..1....1.2...6..5.32....8.3.69....2.6.41.....58..2..6......8......8..9.5.96.4..",
        [27, 81, 0, 0],
    ),
    (
        ".29...3.6...12..494........9...7...585..192..34......7.......7...47...6....365...",
        [27, 37, 143, 0],
    ),
    (
        ".85.9..7..6..........1.4......3.25..9....7.....4...8.2............57...1.7.8..3.5",
        [22, 45, 105, 105],
    ),
];

const FILES: [&str; 4] =
    ["nb-clues.txt", "nb-clues-after-BRT.txt", "nb-cands-after-BRT.txt", "nb-cands-after-W1.txt"];

/// A folder with the collection `a-` and its ratings, removed at the end.
struct Ratings(PathBuf);

impl Drop for Ratings {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).unwrap();
    }
}

impl Ratings {
    fn of(name: &str) -> Self {
        let name = format!("sudoku-lab-oracle-{name}-{}", std::process::id());
        let ratings = Self(env::temp_dir().join(name));
        fs::create_dir_all(ratings.0.join("a")).unwrap();
        let lines = |words: Vec<String>| words.join("\n") + "\n";
        let puzzles = RATED.map(|(puzzle, _)| format!("{puzzle} 123"));
        fs::write(ratings.puzzles(), lines(puzzles.to_vec())).unwrap();
        for (at, file) in FILES.iter().enumerate() {
            let numbers = RATED.map(|(_, row)| row[at].to_string());
            fs::write(ratings.file(file), lines(numbers.to_vec())).unwrap();
        }
        ratings
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(format!("a/a-{name}"))
    }

    fn puzzles(&self) -> PathBuf {
        self.file("puzzles.txt")
    }

    /// Replaces a line, the first being 0, calls `then`, and restores the line.
    fn with<T>(&self, file: &str, line: usize, text: &str, then: impl FnOnce() -> T) -> T {
        let file = self.file(file);
        let before = fs::read_to_string(&file).unwrap();
        let mut lines: Vec<&str> = before.lines().collect();
        lines[line] = text;
        fs::write(&file, lines.join("\n") + "\n").unwrap();
        let result = then();
        fs::write(&file, before).unwrap();
        result
    }
}

fn compared(oracle: Oracle, puzzles: &Path) -> Compared {
    oracle.compare(puzzles, &StepProgress::hidden()).unwrap()
}

#[test]
fn nine_puzzles_are_as_rated() {
    let ratings = Ratings::of("equal");
    assert_eq!(collections(&ratings.0).unwrap(), (vec![ratings.puzzles()], Vec::new()));
    let by_clues = [
        (22, [1, 0, 0]),
        (23, [1, 0, 0]),
        (24, [2, 0, 1]),
        (25, [2, 1, 2]),
        (26, [1, 1, 1]),
        (27, [2, 1, 2]),
    ];
    let expected = Compared { by_clues: by_clues.into(), differences: Vec::new() };
    assert_eq!(compared(Oracle::new().unwrap(), &ratings.puzzles()), expected);
}

#[test]
fn a_solver_without_one_of_the_rules_differs() {
    let ratings = Ratings::of("rules");
    let oracle = Oracle::new().unwrap();
    let naked = Oracle { singles: find("propagation/naked-singles").unwrap(), ..oracle };
    let differences = compared(naked, &ratings.puzzles()).differences;
    let solved = "by singles: not solved here, solved published";
    assert_eq!(differences.iter().filter(|line| line.ends_with(solved)).count(), 3);
    let first = format!(
        "{}:1: {}: filled cells after singles: 28 here, 81 published",
        ratings.puzzles().display(),
        RATED[0].0
    );
    assert_eq!(differences[0], first);
    let unlocked = Oracle { locked: oracle.singles, ..oracle };
    let differences = compared(unlocked, &ratings.puzzles()).differences;
    let solved = "by locked candidates: not solved here, solved published";
    assert!(differences.iter().all(|line| line.ends_with(solved)), "{differences:#?}");
    assert_eq!(differences.len(), 3);
}

#[test]
fn every_number_and_every_clue_is_compared() {
    let ratings = Ratings::of("numbers");
    let oracle = Oracle::new().unwrap();
    let one = |file: &str, line: usize, text: &str| {
        let puzzles = ratings.puzzles();
        let mut differences =
            ratings.with(file, line, text, || compared(oracle, &puzzles).differences);
        assert!(!differences.is_empty(), "{file}");
        let last = differences.pop().unwrap();
        assert!(last.starts_with(&format!("{}:{}: ", puzzles.display(), line + 1)), "{last}");
        last.split(": ").skip(2).collect::<Vec<_>>().join(": ")
    };
    assert_eq!(one(FILES[0], 1, "25"), "clues: 24 here, 25 published");
    assert_eq!(one(FILES[1], 2, "50"), "filled cells after singles: 49 here, 50 published");
    assert_eq!(one(FILES[2], 4, "0"), "by singles: not solved here, solved published");
    let locked = "by locked candidates: solved here, not solved published";
    assert_eq!(one(FILES[3], 4, "7"), locked);
    let published = "one, and every clue is needed published";
    for (puzzle, found) in [
        (RATED[0].0.replacen('.', "3", 1), "one, and a clue is idle"),
        (RATED[0].0.replacen('2', ".", 1), "several"),
        (RATED[0].0.replacen('.', "9", 1), "none"),
    ] {
        let said = one("puzzles.txt", 0, &puzzle);
        assert_eq!(said, format!("solutions: {found} here, {published}"));
    }
}

#[test]
fn a_census_counts_times_and_ranks() {
    let folder = Ratings::of("census");
    let plain = ratings(&folder.puzzles()).unwrap();
    assert!(plain.iter().all(|rating| rating.ser.is_none() && rating.whip.is_none()));
    let puzzles: Vec<_> = plain.iter().map(|rating| rating.puzzle).collect();
    let progress = StepProgress::hidden();

    let worked = census::work(&puzzles, 5_000, &progress).unwrap();
    let of = |id: &str| worked.iter().find(|worked| worked.solver.info.id == id).unwrap();
    let singles = of("propagation/hidden-singles");
    let (hard, easy): (Vec<_>, Vec<_>) =
        RATED.iter().zip(&singles.counts).partition(|((_, row), _)| row[2] > 0);
    assert!(hard.iter().all(|(_, counts)| counts.guesses > 0) && hard.len() == 6);
    assert!(easy.iter().all(|(_, counts)| counts.guesses == 0));
    assert_eq!(singles.stopped, 0);
    let slow = of("brute-scan/three-loops");
    assert!(slow.stopped > 0 && slow.counts.iter().all(|counts| counts.calls <= 5_000));

    // SER ranks the puzzles as the guesses of this solver do, the whip rating the other way round.
    let mut rated: Vec<PublishedRating> = plain.clone();
    for (rating, counts) in rated.iter_mut().zip(&singles.counts) {
        rating.ser = Some(counts.guesses as f64 / 2.0);
        rating.whip = Some(100.0 - counts.guesses as f64);
    }
    let ranked = census::ranks(&rated, &worked, 2, &progress).unwrap();
    let own = ranked.iter().find(|ranked| ranked.solver.info.id == singles.solver.info.id).unwrap();
    let [[Some(ser), Some(whip)], [Some(arranged), _]] = own.all else { panic!("{own:?}") };
    assert!((ser.point - 1.0).abs() < 1e-12 && (whip.point + 1.0).abs() < 1e-12);
    assert!(
        arranged.point > 0.5 && arranged.low < arranged.point && arranged.point < arranged.high
    );
    assert_eq!(own.rest, [[None; 2]; 2], "three puzzles are too few");
    assert!(ranked.iter().all(|ranked| ranked.solver.info.id != slow.solver.info.id));
    assert!(census::ranks(&plain, &worked, 2, &progress).is_err(), "without ratings");

    let many: Vec<_> = puzzles.iter().cycle().take(20).copied().collect();
    let timed = census::times(&many, 3, &progress).unwrap();
    assert_eq!(timed.len(), 3);
    assert!((timed[2].ratio.point - 1.0).abs() < 1e-12);
    assert!(census::times(&puzzles, 3, &progress).is_err(), "nine puzzles in ten shares");
}

#[test]
fn published_difficulties_are_read_where_they_are() {
    let folder = Ratings::of("difficulties");
    fs::write(folder.file("SER.txt"), "1.2\n".repeat(9)).unwrap();
    fs::write(folder.file("W-ratings.txt"), "3\n".repeat(9)).unwrap();
    let read = ratings(&folder.puzzles()).unwrap();
    assert!(read.iter().all(|rating| rating.ser == Some(1.2) && rating.whip == Some(3.0)));
    let refused = folder.with(FILES[0], 0, "24.5", || ratings(&folder.puzzles()));
    let said = refused.unwrap_err().to_string();
    assert!(said.ends_with("a-nb-clues.txt:1:1: expected a number, found \"24.5\""), "{said}");
}

#[test]
fn an_arranged_puzzle_keeps_its_numbers() {
    let folder = Ratings::of("arranged");
    let oracle = Oracle::new().unwrap();
    let plain = ratings(&folder.puzzles()).unwrap();
    let arranged: Vec<String> =
        plain.iter().zip(0..).map(|(one, at)| one.arranged(at).puzzle.grid().to_string()).collect();
    assert!(arranged.iter().zip(RATED).all(|(line, (puzzle, _))| line != puzzle));
    fs::write(folder.puzzles(), arranged.join("\n") + "\n").unwrap();
    assert_eq!(compared(oracle, &folder.puzzles()).differences, [""; 0]);
}

#[test]
fn a_file_that_holds_something_else_is_named_with_the_line() {
    let ratings = Ratings::of("files");
    let oracle = Oracle::new().unwrap();
    let error = |file: &str, line: usize, text: &str| {
        let refused = || oracle.compare(&ratings.puzzles(), &StepProgress::hidden());
        ratings.with(file, line, text, refused).unwrap_err().to_string()
    };
    let said = error(FILES[2], 3, "many");
    assert!(said.ends_with("a-nb-cands-after-BRT.txt:4:1: expected a number, found \"many\""));
    for puzzle in ["12", "", &"1".repeat(81)] {
        let said = error("puzzles.txt", 8, puzzle);
        let expected = format!(":9:1: expected a puzzle of 81 characters, found {puzzle:?}");
        assert!(said.ends_with(&expected), "{said}");
    }
    let short = "clues.txt: 10 lines, expected 9";
    assert!(error(FILES[0], 8, "22\n22").contains(short));
    fs::remove_file(ratings.file(FILES[3])).unwrap();
    assert_eq!(collections(&ratings.0).unwrap(), (Vec::new(), vec![ratings.puzzles()]));
}
