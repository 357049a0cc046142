//! `sudoku-lab verify`: every kind of finding, in files, archives and standard input.

use std::io::Write;
use std::path::PathBuf;
use std::process::Command;
use std::{env, fs};

use crate::lab::{CONTRADICTORY, PUZZLE, Ran, SOLUTION, UNSOLVABLE, lab, lab_reads};
use flate2::Compression;
use flate2::write::GzEncoder;
use sudoku_core::{Grid, Symmetry};
use sudoku_registry::{Load, available, default_solver};

/// A temporary folder for files, removed when dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = env::temp_dir().join(format!("sudoku-lab-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub(crate) fn gzip(text: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

/// The example in another arrangement.
fn turned() -> String {
    Symmetry::random(11).apply(&PUZZLE.parse::<Grid>().unwrap()).to_string()
}

/// Runs `verify` on a text; returns the exit code, the findings and the messages.
fn finds(text: &str) -> (Option<i32>, String, String) {
    let Ran { code, out, err } = lab_reads(&["verify"], text);
    (code, out, err)
}

/// The findings go to a device that is full.
#[test]
#[cfg(target_os = "linux")]
fn findings_that_cannot_be_written_are_an_error() {
    let folder = Folder::new("full");
    let twice = folder.file("twice", format!("{PUZZLE}\n{PUZZLE}\n"));
    let [good, junk] =
        [("good", PUZZLE), ("junk", "53..7")].map(|(name, text)| folder.file(name, text));
    let verify = |arguments: &[&str]| {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let mut program = Command::new(env!("CARGO_BIN_EXE_sudoku-lab"));
        let output = program.arg("verify").args(arguments).stdout(full).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    for arguments in [&[&*twice][..], &["--format=json", &twice], &[&junk], &[&twice, &junk]] {
        let (code, err) = verify(arguments);
        let told = "error: cannot write the results: No space left on device (os error 28)\n";
        assert!(code == Some(2) && err.ends_with(told), "{arguments:?}: {code:?} {err}");
    }
    assert_eq!(verify(&[&good]).0, Some(0), "there is nothing to write");
}

#[test]
fn nothing_is_wrong_with_a_good_file() {
    let solver = default_solver(Load::Many).info.id;
    let nothing = |read: &str, entries: &str| {
        let says = format!("stdin: {read}\n{entries} with {solver}: no findings\n");
        (Some(0), String::new(), says)
    };
    assert_eq!(
        finds(&format!("# x\n{PUZZLE} rest\n")),
        nothing("not read: text beside the puzzle on 1 line", "1 puzzle checked")
    );
    assert_eq!(
        finds(&format!("puzzle,solution\n{PUZZLE},{SOLUTION}\n")),
        nothing("puzzles from `puzzle`, solutions from `solution`", "1 puzzle checked")
    );
    let set = lab(&["generate", "--count", "20", "--format", "corpus"]).out;
    assert_eq!(
        finds(&set),
        nothing("not read: text beside the puzzle on 20 lines", "20 puzzles checked")
    );
}

#[test]
fn each_kind_of_finding_is_named_with_its_line() {
    let several = PUZZLE.replace(['5', '6'], ".");
    let swapped = SOLUTION.replace('5', "a").replace('3', "5").replace('a', "3");
    let not_solved = SOLUTION.replacen("46", "64", 1);
    for (last, at, message, kind) in [
        (
            "53..7".to_owned(),
            "1:6",
            "found 5 cells, expected 81, or 9 on each of nine lines",
            "unreadable",
        ),
        (
            CONTRADICTORY.to_owned(),
            "1",
            "the digit 5 stands twice in row 1: at row 1, column 1 and at row 1, column 2",
            "contradictory",
        ),
        (UNSOLVABLE.to_owned(), "1", "no solution", "no-solution"),
        (several, "1", "at least 2 solutions", "several"),
        (Grid::BLANK.to_string(), "1", "at least 2 solutions", "several"),
        (
            format!("puzzle,solution\n{PUZZLE},{swapped}"),
            "2",
            "the given solution changes the clue 5 at row 1, column 1 to 3",
            "wrong-solution",
        ),
        (
            format!("puzzle,solution\n{PUZZLE},{not_solved}"),
            "2",
            "the given solution does not solve it: the digit 6 stands twice in column 3: \
             at row 1, column 3 and at row 5, column 3",
            "wrong-solution",
        ),
        (
            format!("puzzle,solution\n{PUZZLE},{PUZZLE}"),
            "2",
            "the given solution leaves row 1, column 3 blank",
            "wrong-solution",
        ),
        (
            format!("puzzle,solution\n{PUZZLE},{}", &SOLUTION[1..]),
            "2",
            "the given solution cannot be read: found 80 cells, expected 81",
            "wrong-solution",
        ),
        (
            format!("{PUZZLE}\n\n{}", PUZZLE.replace('.', "0")),
            "3",
            "the same puzzle as stdin:1",
            "duplicate",
        ),
        (format!("{PUZZLE}\n{}", turned()), "2", "equivalent to stdin:1", "equivalent"),
    ] {
        let code = Some(if kind == "unreadable" { 2 } else { 1 });
        let ran = finds(&last);
        assert_eq!((ran.0, ran.1), (code, format!("stdin:{at}: {message}\n")), "{kind}");
        let solver = default_solver(Load::Many).info.id;
        assert!(ran.2.ends_with(&format!(" checked with {solver}: 1 {kind}\n")), "{}", ran.2);
    }
}

#[test]
fn all_findings_of_all_files_are_told() {
    let folder = Folder::new("all");
    let first = folder.file("a.sdm", format!("{PUZZLE}\nx\n{PUZZLE} again\n"));
    let packed = folder.file("b.csv.gz", gzip(&format!("quiz,answer\n{},-\n", turned())));
    let again = format!("{UNSOLVABLE},{SOLUTION}\n");
    let last = folder.file("c.txt", format!("Grid 1\n\n{again}"));
    let missing = folder.0.join("d").display().to_string();
    let ran = lab(&["verify", &first, &missing, &packed, &last]);
    assert_eq!(
        ran.out,
        format!(
            "\
{first}:2:2: found 1 cell, expected 81, or 9 on each of nine lines
{first}:3: the same puzzle as {first}:1
{packed}:2: equivalent to {first}:1
{last}:3: no solution
{last}:3: the given solution changes the clue 1 at row 1, column 3 to 4
"
        )
    );
    assert_eq!(ran.code, Some(1));
    let is_error = |line: &&str| !line.contains("not read: ") && !line.contains(": puzzles from ");
    let errors: Vec<&str> = ran.err.lines().filter(is_error).collect();
    assert!(errors[0].starts_with(&format!("error: cannot open {missing}: No such file")));
    let solver = default_solver(Load::Many).info.id;
    let summary = format!(
        "5 puzzles checked with {solver}: 1 unreadable, 1 no-solution, 1 wrong-solution, \
         1 duplicate, 1 equivalent"
    );
    assert_eq!(errors[1..], [summary]);
}

#[test]
fn findings_come_in_the_order_of_the_puzzles() {
    let input = format!("{PUZZLE}\n{UNSOLVABLE}\n{PUZZLE}\nx\n{UNSOLVABLE}\n{CONTRADICTORY}\n");
    let lines = [
        "2: no solution",
        "3: the same puzzle as stdin:1",
        "4:2: found 1 cell, expected 81, or 9 on each of nine lines",
        "5: no solution",
        "5: the same puzzle as stdin:2",
        "6: the digit 5 stands twice in row 1: at row 1, column 1 and at row 1, column 2",
    ];
    assert_eq!(finds(&input).1, lines.map(|line| format!("stdin:{line}\n")).concat());
}

#[test]
fn every_solver_finds_the_same() {
    let several = PUZZLE.replace(['5', '6'], ".");
    let input = format!("{PUZZLE}\n{UNSOLVABLE}\n{several}\n{CONTRADICTORY}\n{}\n", turned());
    let found = finds(&input).1;
    assert_eq!(found.lines().count(), 4);
    for solver in available() {
        let id = solver.info.id;
        let ran = lab_reads(&["verify", "--solver", id], &input);
        assert_eq!((ran.code, ran.out.as_str()), (Some(1), found.as_str()), "{id}");
        let summary = format!("5 puzzles checked with {id}: 1 contradictory, 1 no-solution,");
        assert!(ran.err.starts_with(&summary), "{}", ran.err);
    }
    let ran = lab_reads(&["verify", "--solver", "bitmask"], &input);
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""));
    assert!(ran.err.contains("no solver is called `bitmask`; the nearest is"), "{}", ran.err);
}

#[test]
fn equivalent_puzzles_need_not_be_looked_for() {
    let input = format!("{PUZZLE}\n{}\n{}\n", turned(), PUZZLE.replace('.', "0"));
    let duplicate = "stdin:3: the same puzzle as stdin:1\n";
    assert_eq!(finds(&input).1, format!("stdin:2: equivalent to stdin:1\n{duplicate}"));
    assert_eq!(lab_reads(&["verify", "--exact"], &input).out, duplicate);
}

#[test]
fn json_says_the_same() {
    let input = format!("{PUZZLE}\nx\n{}\n{UNSOLVABLE}\n", turned());
    let ran = lab_reads(&["verify", "--format", "json", "-"], &input);
    assert_eq!(ran.code, Some(1));
    let rows: Vec<serde_json::Value> =
        ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(
        rows,
        [
            serde_json::json!({
                "name": "stdin", "line": 2, "column": 2, "finding": "unreadable",
                "message": "found 1 cell, expected 81, or 9 on each of nine lines",
                "puzzle": null, "earlier": null,
            }),
            serde_json::json!({
                "name": "stdin", "line": 3, "column": null, "finding": "equivalent",
                "message": "equivalent to stdin:1", "puzzle": turned(),
                "earlier": { "name": "stdin", "line": 1 },
            }),
            serde_json::json!({
                "name": "stdin", "line": 4, "column": null, "finding": "no-solution",
                "message": "no solution", "puzzle": UNSOLVABLE, "earlier": null,
            }),
        ]
    );
}

#[test]
fn files_that_cannot_be_read_are_bad_input() {
    let folder = Folder::new("bad");
    let packed = gzip(&format!("{PUZZLE}\n"));
    let cut = folder.file("cut", &packed[..packed.len() - 1]);
    for command in ["verify", "solve", "tally"] {
        let ran = lab(&[command, &cut]);
        assert_eq!(ran.code, Some(2));
        let says =
            format!("error: {cut}:2: cannot read further: the gzip archive ends too early\n");
        assert!(ran.err.starts_with(&says), "{command}: {}", ran.err);
    }
    // Stopped searches before the damage are reported, too.
    let ran = lab(&["solve", "--solver", "bitmask/cursor", "--max-calls", "9", &cut]);
    assert!(ran.err.starts_with("stopped 1 of 1 puzzle at --max-calls 9: try"), "{}", ran.err);
    assert!(ran.err.ends_with("ends too early\n"), "{}", ran.err);
    let ran = lab(&["verify", "no/such/file"]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""));
    assert!(ran.err.ends_with("\n0 puzzles checked\n"), "{}", ran.err);
}

#[test]
fn a_file_without_a_puzzle_is_bad_input() {
    let folder = Folder::new("empty");
    let comments = "# nothing\n\n# to solve\n";
    for (name, bytes) in [
        ("empty", Vec::new()),
        ("comments", comments.into()),
        ("header.csv", b"id,puzzle,solution\n".to_vec()),
        ("comments.gz", gzip(comments)),
        ("borders", b"+---+---+---+\n".repeat(2)),
    ] {
        let file = folder.file(name, &bytes);
        let says = |name: &str| {
            format!(
                "error: {name}: found no puzzle, expected 81 cells on a line, \
                 or 9 on each of nine lines\n"
            )
        };
        for command in ["solve", "tally", "verify"] {
            let ran = lab(&[command, &file]);
            assert_eq!(ran.code, Some(2), "{command} {name}");
            assert!(ran.err.starts_with(&says(&file)), "{command} {name}: {}", ran.err);
            let ran = lab_reads(&[command, "-"], &bytes);
            assert_eq!(ran.code, Some(2), "{command} {name}");
            assert!(ran.err.starts_with(&says("stdin")), "{command} {name}: {}", ran.err);
        }
        // The other files are still processed.
        let good = folder.file("good", PUZZLE);
        let ran = lab(&["verify", &good, &file, &good]);
        assert_eq!(
            (ran.code, ran.out),
            (Some(1), format!("{good}:1: the same puzzle as {good}:1\n"))
        );
        assert!(ran.err.starts_with(&says(&file)) && ran.err.contains("\n2 puzzles checked"));
    }
}

#[cfg(unix)]
#[test]
fn names_and_contents_move_no_cursor() {
    let folder = Folder::new("escape");
    let name = "a\u{1b}[2J\n\u{7f}\u{9b}1m\u{202e}b";
    let shown = r"a\u{1b}[2J\n\u{7f}\u{9b}1m\u{202e}b";
    let file =
        folder.file(name, format!("{PUZZLE}\n\u{1b}[2J\u{202e}\n{CONTRADICTORY}\n{PUZZLE}\n"));
    let rated = folder.file(
        &format!("{name}.csv"),
        format!("puzzle,rating\n{PUZZLE},\u{1b}[2J\u{202e}\n{CONTRADICTORY},=1+2\n"),
    );
    let missing = format!("{file}\u{9b}");
    for arguments in [
        &["solve", &file][..],
        &["solve", "--format", "json", &file],
        &["tally", &file],
        &["tally", "--difficulty", &rated],
        &["tally", "--difficulty", "--format", "json", &rated],
        &["verify", &file, &rated],
        &["verify", "--format", "json", &file, &rated],
        &["solve", &missing],
        &["verify", &missing],
        &["tally", "--solver", name],
        &["tally", "--corpus", name],
        &["tally", "--format", name],
        &["tally", "--max-calls", name],
        &["tally", &format!("--{name}")],
        &["generate", "--effort", "1..9", "--effort-of", name],
        &["solve", &format!("{PUZZLE}{name}")],
        &[name],
    ] {
        let ran = lab(arguments);
        let harmless = |c: char| c == '\n' || !c.is_control() && c != '\u{202e}';
        for text in [&ran.out, &ran.err] {
            assert!(text.chars().all(harmless), "{arguments:?}: {text:?}");
        }
        assert!((ran.out + &ran.err).contains("\\u"), "{arguments:?}");
    }
    let ran = lab(&["solve", &file]);
    let error = ran.err.lines().nth(1).unwrap();
    assert!(error.contains(&format!("{shown}:3: the digit 5")), "{error}");
    // JSON holds the name and the rating unchanged.
    let json = lab(&["verify", "--format", "json", &file]).out;
    let first: serde_json::Value = serde_json::from_str(json.lines().next().unwrap()).unwrap();
    assert_eq!(first["name"], file);
    let tally = ["tally", "--solver", "bitmask/cursor", "--difficulty"];
    let json = lab(&[&tally[..], &["--format", "json", &rated]].concat()).out;
    let first: serde_json::Value = serde_json::from_str(json.lines().next().unwrap()).unwrap();
    assert_eq!(first["rating"], "\u{1b}[2J\u{202e}");
    let csv = lab(&[&tally[..], &[&rated]].concat()).out;
    assert!(csv.contains(r",\u{1b}[2J\u{202e},") && csv.contains(",'=1+2,"), "{csv}");
}

#[test]
fn every_command_reads_archives() {
    let packed = gzip(&format!("{PUZZLE}\n"));
    let ran = lab_reads(&["solve"], &packed);
    assert_eq!((ran.code, ran.out, ran.err), (Some(0), format!("{SOLUTION}\n"), String::new()));
    let folder = Folder::new("gz");
    let file = folder.file("puzzles.gz", &packed);
    assert_eq!(lab(&["solve", &file]).out, format!("{SOLUTION}\n"));
    assert_eq!(
        lab(&["tally", "--solver", "bitmask/cursor", &file]),
        lab_reads(&["tally", "--solver", "bitmask/cursor"], PUZZLE)
    );
}
