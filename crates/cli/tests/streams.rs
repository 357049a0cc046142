//! Input, output, errors and exit codes, as another program sees them.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};
use std::{env, fs};

use crate::lab::{
    CONTRADICTORY, PUZZLE, Ran, SOLUTION, UNSOLVABLE, lab, lab_reads, start, without_lacking,
};
use parquet::data_type::{ByteArray, ByteArrayType};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use sudoku_core::{Tree, Work};
use sudoku_registry::{Load, available, default_solver};

/// The column after those of the counters: the solution or, with `--difficulty`, the clues, effort
/// and rating before it.
const AFTER: usize = 4 + Work::ALL.len();

fn rows(csv: &str) -> Vec<csv::StringRecord> {
    csv::Reader::from_reader(csv.as_bytes()).records().map(Result::unwrap).collect()
}

#[test]
fn solve_prints_one_line_per_puzzle_in_order() {
    let nine: Vec<&str> = (0..9).map(|row| &PUZZLE[row * 9..][..9]).collect();
    let input = format!(
        "# header\n{PUZZLE} rest\n{CONTRADICTORY}\n\n{UNSOLVABLE}\n12345\n{}\n{SOLUTION}\n",
        nine.join("\n")
    );
    let ran = lab_reads(&["solve"], &input);
    assert_eq!(
        ran,
        Ran {
            code: Some(2),
            out: format!("{SOLUTION}\ninvalid\nno-solution\ninvalid\n{SOLUTION}\n{SOLUTION}\n"),
            err: "\
stdin:3: the digit 5 stands twice in row 1: at row 1, column 1 and at row 1, column 2
stdin:6:6: found 5 cells, expected 81, or 9 on each of nine lines
stdin: not read: text beside the puzzle on 1 line
skipped 2 of 6 puzzles: 1 unreadable, 1 contradictory
"
            .to_owned(),
        }
    );
    for solver in available() {
        let other = lab_reads(&["solve", "--solver", solver.info.id, "-"], &input);
        assert_eq!(other.out, ran.out, "{}", solver.info.id);
    }
}

#[test]
fn a_file_with_the_name_of_a_set_is_refused_unless_its_folder_is_named() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("named-as-a-set");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("leetcode-37"), format!("{SOLUTION}\n")).unwrap();
    let solve = |input: &str| {
        let mut lab = Command::new(env!("CARGO_BIN_EXE_sudoku-lab"));
        let output = lab.args(["solve", input]).current_dir(&folder).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let (code, printed, said) = solve("leetcode-37");
    assert_eq!((code, &*printed), (Some(2), ""), "{said}");
    assert!(said.contains("`leetcode-37` is a file here and a set"), "{said}");
    assert_eq!(solve("./leetcode-37"), (Some(0), format!("{SOLUTION}\n"), String::new()));
}

#[test]
fn solve_draws_grids_and_writes_json() {
    let input = format!("{PUZZLE}\n{UNSOLVABLE}\n{CONTRADICTORY}\nx\n{SOLUTION}\n");
    let ran = lab_reads(&["solve", "--format", "grid"], &input);
    let drawings: Vec<&str> = ran.out.split("\n\n").collect();
    assert_eq!(drawings.len(), 5);
    assert_eq!(drawings[0].parse::<sudoku_core::Grid>().unwrap().to_string(), SOLUTION);
    assert_eq!(drawings[1..4], ["no-solution", "invalid", "invalid"]);

    let ran = lab_reads(&["solve", "--format", "json"], &input);
    let lines: Vec<serde_json::Value> =
        ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 5);
    for (index, line) in lines.iter().enumerate() {
        assert_eq!((&line["index"], &line["line"]), (&index.into(), &(index + 1).into()));
    }
    assert_eq!(lines[0]["solution"], SOLUTION);
    assert_eq!(lines[1]["outcome"], "no-solution");
    assert_eq!(lines[2]["puzzle"], CONTRADICTORY);
    assert_eq!(lines[3]["puzzle"], serde_json::Value::Null);
    assert!(lines[3]["error"].as_str().unwrap().starts_with("stdin:4:2: found 1 cell"));
}

#[test]
fn a_puzzle_can_be_an_argument() {
    let ran = lab(&["solve", "--format", "line", PUZZLE]);
    assert_eq!((ran.code, ran.out), (Some(0), format!("{SOLUTION}\n")));
    let ran = lab(&["solve", CONTRADICTORY]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), "invalid\n"));
    assert!(ran.err.starts_with("argument:1: the digit 5 stands twice in row 1"), "{}", ran.err);
    let ran = lab(&["solve", &PUZZLE[1..]]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""));
    assert!(ran.err.contains("found 80 cells, expected 81"), "{}", ran.err);
}

#[test]
fn every_command_takes_a_puzzle_as_an_argument() {
    for command in [&["tally", "--solver", "bitmask/*"][..], &["verify"], &["canonical"], &["rate"]]
    {
        let from_argument = lab(&[command, &[PUZZLE]].concat());
        assert_eq!(from_argument, lab_reads(command, PUZZLE), "{command:?}");
        assert_eq!(from_argument.code, Some(0));
        let ran = lab(&[command, &[&PUZZLE[1..]]].concat());
        assert_eq!(ran.code, Some(2), "{command:?}");
        assert!(ran.err.contains("argument:1:81: found 80 cells, expected 81"), "{}", ran.err);
    }
    let ran = lab(&["verify", PUZZLE, CONTRADICTORY]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.out.starts_with("argument:1: the digit 5 stands twice in row 1"), "{}", ran.out);
}

#[test]
fn another_solution_of_an_argument_is_reported() {
    let says = |arguments: &[&str]| lab(&[&["solve"], arguments].concat()).err;
    let several = several();
    let report = "the puzzle has other solutions: --limit 2 prints two of them, --all every one\n";
    for format in ["grid", "line", "json"] {
        assert_eq!(says(&["--format", format, &several]), report);
        assert_eq!(says(&["--format", format, PUZZLE]), "");
    }
    for question in ["--unique", "--limit=2", "--all"] {
        assert_eq!(says(&[question, &several]), "");
    }
    assert_eq!(lab_reads(&["solve"], &several).err, "", "files are checked by `verify`");
}

#[test]
fn ratings_are_those_of_the_library() {
    let input = format!("{PUZZLE}\n{}\nx\n{CONTRADICTORY}\n{UNSOLVABLE}\n", several());
    let ran = lab_reads(&["rate", "--arrangements", "5", "--seed", "7"], &input);
    let mut rater = sudoku_lab::Rater::new(5, 7);
    let mut rows = ran.out.lines();
    assert_eq!(
        rows.next().unwrap(),
        "puzzle,solution,solutions,clues,minimal,canonical,guesses_mean,guesses_sd,singles,locked"
    );
    for text in [PUZZLE, &several(), UNSOLVABLE] {
        let row = if text == UNSOLVABLE { rows.nth(1) } else { rows.next() };
        let rating = rater.rate(&text.parse().unwrap());
        let solution = rating.solution.map(|grid| grid.to_string()).unwrap_or_default();
        let sudoku_lab::Rating { clues, canonical, .. } = rating;
        let flag = |known: Option<bool>| known.unwrap().to_string();
        let [minimal, singles, locked] = [rating.minimal, rating.singles, rating.locked].map(flag);
        let [mean, sd] = [rating.guesses_mean, rating.guesses_sd].map(Option::unwrap);
        let solutions = rating.solutions.unwrap();
        let expected = format!(
            "{text},{solution},{solutions},{clues},{minimal},{canonical},{mean:?},{sd:?},{singles},{locked}"
        );
        assert_eq!(row, Some(expected.as_str()));
    }
    let form = sudoku_puzzles::canonical(&CONTRADICTORY.parse().unwrap());
    let contradictory = format!("{CONTRADICTORY},,0,30,false,{form},,,false,false");
    assert_eq!(ran.out.lines().nth(3), Some(contradictory.as_str()));
    assert_eq!(ran.out.lines().count(), 5);
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.starts_with("stdin:3:2: found 1 cell"), "{}", ran.err);
    assert_eq!(lab(&["rate", "--arrangements", "0", PUZZLE]).code, Some(2));
}

#[test]
fn canonical_forms_are_those_of_the_library() {
    let turned = sudoku_core::Symmetry::random(5).apply(&PUZZLE.parse().unwrap());
    let input = format!("{PUZZLE}\n{turned}\nx\n{CONTRADICTORY}\n");
    let form = |text: &str| sudoku_puzzles::canonical(&text.parse().unwrap()).to_string();
    let ran = lab_reads(&["canonical"], &input);
    let (example, other) = (form(PUZZLE), form(CONTRADICTORY));
    assert_eq!(ran.out, format!("{example}\n{example}\ninvalid\n{other}\n"));
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.starts_with("stdin:3:2: found 1 cell"), "{}", ran.err);
    assert!(ran.err.ends_with("skipped 1 of 4 puzzles: 1 unreadable\n"), "{}", ran.err);
    let json = lab_reads(&["canonical", "--format", "json"], &input).out;
    let rows: Vec<serde_json::Value> =
        json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(
        rows[0],
        serde_json::json!({
            "index": 0, "line": 1, "puzzle": PUZZLE, "canonical": example, "error": null,
        })
    );
    assert_eq!((&rows[2]["line"], &rows[2]["canonical"]), (&3.into(), &None::<String>.into()));
    assert!(rows[2]["error"].as_str().unwrap().starts_with("stdin:3:2: found 1 cell"));
}

/// A text of plain lines, other layouts and errors.
fn mixture() -> String {
    let nine: Vec<&str> = (0..9).map(|row| &PUZZLE[row * 9..][..9]).collect();
    let puzzle: sudoku_core::Grid = PUZZLE.parse().unwrap();
    let block = |seed: u64| {
        let turned = sudoku_core::Symmetry::random(seed % 90).apply(&puzzle);
        let plain = format!("{turned}\n").repeat(seed as usize % 4);
        let odd = match seed % 8 {
            0 => format!("{}\n", nine.join("\n")),
            1 => "12345\n".to_owned(),
            2 => format!("{CONTRADICTORY}\n"),
            3 => format!("{UNSOLVABLE} rest\n"),
            4 => format!("{}\n", several()),
            _ => format!("{turned}\n"),
        };
        plain + &odd
    };
    (0..100).map(block).collect()
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let mixture = mixture();
    for command in [
        &["solve"][..],
        &["solve", "--unique", "--solver", "whole-grid/words"],
        &["solve", "--limit", "3", "--format", "grid"],
        &["solve", "--format", "json"],
        &["solve", "--max-calls", "60", "--solver", "bitmask/cursor"],
        &["tally", "--difficulty", "--solver", "bands/*", "--solver", "bitmask/cursor"],
        &["tally", "--format", "table", "--max-calls", "60", "--solver", "bitmask/*"],
        &["verify"],
        &["verify", "--exact", "--format", "json"],
        &["canonical"],
        &["rate", "--arrangements", "2"],
        &["rate", "--format", "json"],
        &["generate", "--count", "70"],
        &["generate", "--count", "9", "--clues", "25", "--effort", "1e3..1e5", "--arrange"],
        &["generate", "--count", "11", "--kind", "multi", "--format", "corpus"],
        &["generate", "--count", "2", "--effort", "1e3..2e3", "--climb"],
    ] {
        let with = |threads| lab_reads(&[command, &["--threads", threads]].concat(), &mixture);
        let one = with("1");
        assert!(one.out.lines().count() > 1, "{command:?}");
        for threads in ["2", "7"] {
            assert_eq!(with(threads), one, "{command:?}, {threads} threads");
        }
    }
    for threads in ["0", "1025", "many"] {
        assert_eq!(lab(&["solve", "--threads", threads, PUZZLE]).code, Some(2));
    }
}

/// Results and messages are in order when they go to the same place.
#[test]
fn complaints_stand_before_the_results_that_they_are_about() {
    let path = env::temp_dir().join(format!("sudoku-lab-both-{}", std::process::id()));
    let both = |threads| {
        let file = fs::File::create(&path).unwrap();
        let mut lab = std::process::Command::new(env!("CARGO_BIN_EXE_sudoku-lab"));
        lab.args(["solve", "--threads", threads]).stdin(std::process::Stdio::piped());
        let mut child = lab.stdout(file.try_clone().unwrap()).stderr(file).spawn().unwrap();
        child.stdin.take().unwrap().write_all(mixture().as_bytes()).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(2));
        fs::read_to_string(&path).unwrap()
    };
    let one = both("1");
    assert!(one.contains("\nstdin:11:6: found 5 cells"), "{one}");
    assert_eq!(both("3"), one);
    fs::remove_file(&path).unwrap();
}

#[test]
fn solutions_are_printed_when_they_are_found() {
    // A blank board has more solutions than can be waited for or kept.
    let blank = ".".repeat(81);
    for (threads, format) in [("1", "line"), ("2", "line"), ("2", "grid")] {
        let mut child =
            start(&["solve", "--all", "--threads", threads, "--format", format, &blank]);
        let stdout = BufReader::new(child.stdout.take().unwrap());
        assert_eq!(stdout.lines().take(50_000).map_while(Result::ok).count(), 50_000);
        // The pipe is closed now.
        assert_eq!(child.wait().unwrap().code(), Some(0), "{threads} {format}");
    }
}

/// The example without its first clues: it has several solutions.
fn several() -> String {
    format!("{}{}", ".".repeat(14), &PUZZLE[14..])
}

#[test]
fn every_solver_says_whether_a_solution_is_the_only_one() {
    let input = format!("{PUZZLE}\n{}\n{UNSOLVABLE}\n", several());
    for solver in available() {
        let ran = lab_reads(&["solve", "--unique", "--solver", solver.info.id], &input);
        let expected = format!("{SOLUTION}\nseveral\nno-solution\n");
        assert_eq!((ran.code, ran.out), (Some(0), expected), "{}", solver.info.id);
    }
    let ran = lab_reads(&["solve", "--unique", "--format", "json"], several());
    let line: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((&line["outcome"], &line["solution"]), (&"several".into(), &None::<String>.into()));
    assert_eq!(line.get("solutions"), None);
}

#[test]
fn every_solver_finds_all_solutions() {
    let input = format!("{}\n{UNSOLVABLE}\n{PUZZLE}\n", several());
    let all = lab_reads(&["solve", "--all"], &input).out;
    let mut lines: Vec<&str> = all.lines().collect();
    let count = lines.len() - 2;
    assert!(count > 2, "{all}");
    assert_eq!(lines[count..], ["no-solution", SOLUTION]);
    assert!(lines[..count].contains(&SOLUTION));
    lines.sort_unstable();
    for solver in available() {
        let ran = lab_reads(&["solve", "--all", "--solver", solver.info.id], &input);
        let mut other: Vec<&str> = ran.out.lines().collect();
        other.sort_unstable();
        assert_eq!(other, lines, "{}", solver.info.id);
    }

    let first = lab_reads(&["solve", "--limit", "2"], &input).out;
    let of_each = all.lines().take(2).chain(all.lines().skip(count));
    assert!(first.lines().eq(of_each), "{first}");
    let grids = lab_reads(&["solve", "--limit", "2", "--format", "grid"], &input).out;
    assert_eq!(grids.split("\n\n").count(), 4);

    let json = |question: &[&str]| {
        let arguments = [&["solve", "--format", "json"], question].concat();
        let ran = lab_reads(&arguments, several());
        let line: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
        let of = |name: &str| line[name].clone();
        (of("outcome"), of("count"), of("complete"), of("solutions").as_array().unwrap().len())
    };
    assert_eq!(json(&["--limit", "2"]), ("solved".into(), 2.into(), false.into(), 2));
    assert_eq!(json(&["--all"]), ("solved".into(), count.into(), true.into(), count));
    let stopped = json(&["--all", "--max-calls", "1000", "--solver", "bitmask/cursor"]);
    assert_eq!((stopped.0, stopped.2), ("stopped".into(), false.into()));

    for both in [["--all", "--unique"], ["--unique", "--limit=3"]] {
        assert_eq!(lab_reads(&[&["solve"], &both[..]].concat(), PUZZLE).code, Some(2));
    }
    assert_eq!(lab_reads(&["solve", "--limit", "0"], PUZZLE).code, Some(2));
}

#[test]
fn searches_stop_at_the_budget() {
    for (calls, outcome) in [("4209", SOLUTION), ("4208", "stopped"), ("1", "stopped")] {
        let arguments = ["solve", "--solver", "bitmask/blank-list", "--max-calls", calls];
        let ran = lab_reads(&arguments, PUZZLE);
        assert_eq!((ran.code, ran.out), (Some(0), format!("{outcome}\n")));
        let arguments = ["tally", "--solver", "bitmask/blank-list", "--max-calls", calls];
        let ran = lab_reads(&arguments, PUZZLE);
        let row = &rows(&ran.out)[0];
        assert_eq!(&row[4], calls);
        assert_eq!(&row[3], if outcome == "stopped" { "stopped" } else { "solved" });
        assert_eq!(&row[AFTER], if outcome == "stopped" { "" } else { SOLUTION });
    }
}

/// A grid without a solution: row 9 needs a 9 in column 9, which has one already. A search in
/// row-major order must try all fillings of the eight rows above.
fn endless() -> String {
    format!("........9{}12345678.", ".".repeat(63))
}

#[test]
fn who_stops_searches_is_told_what_to_try() {
    let input = format!("{PUZZLE}\n{SOLUTION}\nx\n{PUZZLE}\n");
    let skipped = "skipped 1 of 4 puzzles: 1 unreadable\n";
    let fast = default_solver(Load::Many).info.id;
    for (arguments, says) in [
        (
            &["solve", "--solver", "bitmask/cursor", "--max-calls", "100"][..],
            format!(
                "{skipped}stopped 2 of 4 puzzles at --max-calls 100: try a higher one, \
                 or --solver {fast}\n"
            ),
        ),
        (
            &[
                "tally",
                "--solver",
                "bitmask/cursor",
                "--solver",
                "bitmask/next-blank",
                "--max-calls",
                "1e2",
                "--max-time",
                "1m",
            ],
            format!(
                "{skipped}stopped 4 of 6 searches at --max-calls 100 or --max-time 60s: \
                 try higher ones, or --solver {fast}\n"
            ),
        ),
        (&["solve", "--max-calls", "100"], skipped.to_owned()),
    ] {
        let ran = lab_reads(arguments, &input);
        assert_eq!(ran.code, Some(2), "{arguments:?}");
        assert!(ran.err.ends_with(&says), "{arguments:?}: {}", ran.err);
    }
    // The default solver is not suggested if it was stopped itself. No search fills the blank grid
    // with fewer guesses than the 17 clues that a puzzle needs.
    let ran = lab(&["solve", "--max-calls", "10", &".".repeat(81)]);
    let told = "stopped 1 of 1 puzzle at --max-calls 10: try a higher one\n".to_owned();
    assert_eq!((ran.code, ran.out, ran.err), (Some(0), "stopped\n".to_owned(), told));
}

/// Only solvers in row-major order: others may find at once that there is no solution.
#[test]
fn a_time_limit_ends_a_search() {
    for solver in available().filter(|solver| solver.info.tree == Tree::ROW_MAJOR) {
        let arguments = ["solve", "--solver", solver.info.id, "--max-time", "10ms"];
        let ran = lab_reads(&arguments, format!("{}\n{SOLUTION}\n", endless()));
        assert_eq!((ran.code, ran.out), (Some(0), format!("stopped\n{SOLUTION}\n")));
        let tally = ["tally", "--solver", solver.info.id, "--difficulty", "--max-time", "10ms"];
        let row = &rows(&lab_reads(&tally, endless()).out)[0];
        assert_eq!([&row[3], &row[AFTER + 1], &row[AFTER + 3]], ["stopped", "", ""]);
    }
}

#[test]
fn tally_has_a_row_for_every_puzzle_and_solver() {
    let input =
        format!("{PUZZLE}\nbad\n{CONTRADICTORY}\n{UNSOLVABLE}\n{}\n", PUZZLE.replace('.', "0"));
    let ran = lab_reads(&["tally"], &input);
    assert_eq!(ran.code, Some(2));
    assert_eq!(
        ran.err,
        "stdin:2:1: found 'b', expected a digit from 1 to 9 or a blank (one of . 0 _ * - x ?)\n\
         skipped 1 of 5 puzzles: 1 unreadable\n"
    );
    let header =
        format!("index,puzzle,solver,outcome,{},solution\n", Work::ALL.map(Work::name).join(","));
    assert!(ran.out.starts_with(&header));
    let rows = rows(&ran.out);
    let expected = [
        ("0", PUZZLE, "solved"),
        ("2", CONTRADICTORY, "invalid"),
        ("3", UNSOLVABLE, "no-solution"),
        ("4", PUZZLE, "solved"),
    ];
    assert_eq!(rows.len(), expected.len() * available().count());
    for (of_puzzle, (index, puzzle, outcome)) in rows.chunks(available().count()).zip(expected) {
        for (row, solver) in of_puzzle.iter().zip(available()) {
            assert_eq!(
                [&row[0], &row[1], &row[2], &row[3]],
                [index, puzzle, solver.info.id, outcome]
            );
            assert_eq!(&row[AFTER], if outcome == "solved" { SOLUTION } else { "" });
            let counters = Work::ALL.into_iter().zip(row.iter().skip(4));
            let counts: Vec<u64> = counters
                .filter(|(what, text)| {
                    let reported = solver.info.counters.has(*what);
                    assert_eq!(text.is_empty(), !reported, "{} of {}", what.name(), solver.info.id);
                    reported
                })
                .map(|(_, text)| text.parse().unwrap())
                .collect();
            assert_eq!(counts.iter().all(|&count| count == 0), outcome == "invalid");
        }
    }
    let contradictory = lab(&["tally", "--corpus", "contradictory"]);
    assert_eq!((contradictory.code, contradictory.err.as_str()), (Some(0), ""));
}

#[test]
fn json_rows_say_the_same_as_csv() {
    let input = format!("{PUZZLE}\n{CONTRADICTORY}\n");
    let csv = lab_reads(&["tally"], &input).out;
    let json = lab_reads(&["tally", "--format", "json"], &input).out;
    let names: Vec<&str> = csv.lines().next().unwrap().split(',').collect();
    let rows = rows(&csv);
    assert_eq!(rows.len(), json.lines().count());
    for (row, object) in rows.iter().zip(json.lines()) {
        let object: serde_json::Value = serde_json::from_str(object).unwrap();
        assert_eq!(object.as_object().unwrap().len(), names.len());
        for (name, value) in names.iter().zip(row) {
            match &object[name] {
                serde_json::Value::String(text) => assert_eq!(text, value),
                serde_json::Value::Null => assert_eq!(value, ""),
                number => assert_eq!(number.to_string(), value),
            }
        }
    }
}

#[test]
fn rows_can_be_read_again() {
    let rows = lab(&["tally", "--solver", "bitmask/cursor", "--corpus", "effort-1e3"]).out;
    let solved = lab_reads(&["solve"], &rows);
    assert_eq!(solved.code, Some(0));
    let taken =
        "stdin: puzzles from `puzzle`, solutions from `solution`; not read: `index`, `solver`, ";
    assert!(solved.err.starts_with(taken) && solved.err.lines().count() == 1, "{}", solved.err);
    let solutions = rows.lines().skip(1).filter_map(|row| row.rsplit(',').next());
    assert!(solutions.eq(solved.out.lines()));
}

#[test]
fn json_can_be_read_again() {
    let corpus = ["--corpus", "effort-1e2", "--format", "json", "--solver", "bitmask/cursor"];
    let rows = lab(&[&["tally"], &corpus[..]].concat()).out;
    let solved = lab_reads(&["solve", "--format", "json"], &rows);
    assert_eq!((solved.code, solved.out.lines().count()), (Some(0), 500));
    let again = lab_reads(&["solve"], &solved.out);
    assert_eq!(again.code, Some(0));
    let taken = "stdin: puzzles from `puzzle`, solutions from `solution`; \
                 not read: `error`, `index`, `line`, `outcome`, `solver`\n";
    assert_eq!(again.err, taken);
    for (json, line) in solved.out.lines().zip(again.out.lines()) {
        assert!(json.contains(&format!("\"solution\":\"{line}\"")), "{json}");
    }
    // All puzzles in one array on one line, which is longer than the text held in memory at once.
    let array = format!("[{}]", solved.out.trim_end().replace('\n', ","));
    assert_eq!(lab_reads(&["solve"], array).out, again.out);
    let found = lab_reads(&["verify", "--format", "json"], format!("{PUZZLE}\n{PUZZLE}\n")).out;
    assert_eq!(lab_reads(&["solve"], found).out, format!("{SOLUTION}\n"));
}

#[test]
fn what_is_read_of_a_file_is_said_once() {
    let table = format!("id,quizzes,rating,note\n{}", format!("7,{PUZZLE},2.5,x\n").repeat(3));
    let says = "stdin: puzzles from `quizzes`, ratings from `rating`; not read: `id`, `note`\n";
    for command in ["solve", "tally"] {
        assert_eq!(lab_reads(&[command], &table).err, says, "{command}");
    }
    let beside = format!("17 {PUZZLE}\n{PUZZLE} {SOLUTION}\n{PUZZLE}\nx: {PUZZLE} 5.0\n");
    let says = "stdin: not read: text beside the puzzle on 2 lines\n";
    assert_eq!(lab_reads(&["solve"], &beside).err, says);
    let plain = format!("# {PUZZLE}\n{PUZZLE}\n");
    assert_eq!(lab_reads(&["solve"], plain).err, "");
    assert_eq!(lab(&["tally", "--corpus", "leetcode-37", "--solver", "bitmask/cursor"]).err, "");
}

#[test]
fn difficulty_is_three_columns_more() {
    let text = format!(
        "source;puzzle;rating\n1;{PUZZLE};\"1,5 \"\"x\"\"\"\n2;{CONTRADICTORY};\n3;{SOLUTION};0\n"
    );
    let arguments = ["tally", "--solver", "bitmask-singles/*"];
    let plain = lab_reads(&arguments, &text).out;
    let more = lab_reads(&[&arguments[..], &["--difficulty"]].concat(), &text).out;
    let header = more.lines().next().unwrap();
    assert!(header.ends_with(",clues,effort,rating,solution"), "{header}");
    for (plain, more) in rows(&plain).iter().zip(&rows(&more)) {
        let without: Vec<&str> =
            more.iter().take(AFTER).chain(more.iter().skip(AFTER + 3)).collect();
        assert_eq!(without, plain.iter().collect::<Vec<_>>());
    }
    let told: Vec<Vec<String>> = rows(&more)
        .iter()
        .map(|row| row.iter().skip(AFTER).take(3).map(str::to_owned).collect())
        .collect();
    assert_eq!(told, [["30", "4208", "1,5 \"x\""], ["30", "", ""], ["81", "0", "0"]]);

    let json = lab_reads(&[&arguments[..], &["--difficulty", "--format", "json"]].concat(), &text);
    let first: serde_json::Value = serde_json::from_str(json.out.lines().next().unwrap()).unwrap();
    let told = ["clues", "effort", "rating"].map(|name| first[name].to_string());
    assert_eq!(told, ["30", "4208", r#""1,5 \"x\"""#]);

    // The effort of a stopped search is not known, unless a shipped set gives it.
    let arguments = [&arguments[..], &["--difficulty", "--max-calls", "1000"]].concat();
    let effort =
        |out: &str| rows(out).iter().map(|row| row[AFTER + 1].to_owned()).collect::<Vec<_>>();
    assert_eq!(effort(&lab_reads(&arguments, PUZZLE).out), [""]);
    let known = lab(&[&arguments[..], &["--corpus", "leetcode-37"]].concat());
    assert_eq!(effort(&known.out), ["4208"]);
}

#[test]
fn solvers_are_chosen_by_pattern() {
    let ran = lab_reads(&["tally", "--solver", "bitmask/*"], PUZZLE);
    let rows = rows(&ran.out);
    let ids: Vec<&str> = rows.iter().map(|row| &row[2]).collect();
    let bitmask = available().map(|solver| solver.info.id).filter(|id| id.starts_with("bitmask/"));
    assert_eq!(ids, bitmask.collect::<Vec<_>>());
    let solvers = ["brute-scan/fused", "bitmask/c*", "bitmask/cursor"];
    let two = solvers.map(|solver| ["--solver", solver]).concat();
    let ran = lab_reads(&[&["tally"], &two[..]].concat(), PUZZLE);
    let ids: Vec<_> = ran.out.lines().skip(1).filter_map(|row| row.split(',').nth(2)).collect();
    assert_eq!(ids, ["brute-scan/fused", "bitmask/cursor"]);
}

#[test]
fn bad_usage_is_answered_clearly() {
    for (arguments, says) in [
        (&["solve", "no/such/file"][..], "error: cannot open no/such/file: No such file"),
        (&["tally", "no-such-file"], "error: cannot open no-such-file; no corpus is called"),
        (&["solve", "--max-calls", "0", PUZZLE], "a search makes at least one call, expected 1"),
        (&["tally", "--max-calls", "many"], "expected a whole number such as 14000 or 1.4e4"),
        (&["solve", "--max-time", "2", PUZZLE], "expected a duration such as 500ms, 2s or 1.5m"),
        (&["tally", "--max-time", "0s"], "a search takes some time, expected more than 0"),
        (&["tally", "--max-calls=-1"], "expected a whole number such as 14000 or 1.4e4"),
        (
            &["solve", "--solver", "bitmask", PUZZLE],
            "no solver is called `bitmask`; the nearest is",
        ),
        (&["tally", "--solver", "x*"], "no solver is called `x*`; no name is near"),
        (&["tally", "--corpus", "leetcode"], "the nearest is `leetcode-37`"),
        (&["tally", "--corpus", "easy", "x"], "cannot be used with"),
        (&["tally", "--format", "xml"], "[possible values: table, csv, json]"),
        (&["generate", "--clues", "12"], "no such puzzle has 12 clues, expected 17 to 40"),
        (&["generate", "--kind", "unique"], "a unique puzzle needs a number of clues"),
        (&["generate", "--effort", "9..1"], "9..1 is empty, expected LOW below HIGH"),
        (&["generate", "--effort", "9"], "expected LOW..HIGH such as 7e3..1.4e4"),
        (&["generate", "--kind", "contradictory", "--effort", "1..9"], "are not searched"),
        (&["generate", "--effort", "1..9", "--effort-of", "bitmask"], "the nearest is `bitmask/"),
        (&["generate", "--effort-of", "bitmask/cursor"], "--effort <LOW..HIGH>"),
        (
            &["generate", "--effort", "1..9", "--effort-of", "whole-grid/words"],
            "whole-grid/words does not report the digits that it places",
        ),
        (&["generate", "--effort", "1..9", "--guesses", "1..9"], "cannot be used with"),
        (&["generate", "--kind", "easy", "--guesses", "1..9"], "guesses are for minimal puzzles"),
        (&["generate", "--count", "ten"], "expected a whole number such as 14000 or 1.4e4"),
        (&["generate", "--seed", "1.5"], "expected a whole number such as 14000 or 1.4e4"),
        (&["generate", "--clues", "2.4"], "expected a whole number such as 14000 or 1.4e4"),
        (
            &["generate", "--kind", "unique", "--clues", "81", "--effort", "1.."],
            "81 clues leave no digit to place: expected the effort to begin at 0",
        ),
        (
            &["generate", "--clues", "24", "--effort", "5..57"],
            "24 clues leave 57 digits to place: expected the effort to end above that",
        ),
        (
            &["generate", "--climb", "--effort", "1..9", "--symmetry", "half-turn"],
            "a climb keeps no symmetry",
        ),
        (
            &["generate", "--climb"],
            "a climb needs a range to climb to: of the effort or of guesses",
        ),
        (&["generate", "--climb", "--effort", "9.."], "needs an upper end"),
        (&["generate", "--climb", "--effort", "1..9", "--kind", "multi"], "with one solution"),
        (&["generate", "--arrange", "--kind", "multi"], "an arrangement keeps neither a symmetry"),
        (&["generate", "--arrange", "--symmetry", "diagonal"], "an arrangement keeps neither"),
        (&["generate", "--kind", "multi", "--symmetry", "diagonal"], "can be symmetric"),
        (
            &["generate", "--symmetry", "quarter-turn", "--clues", "26"],
            "with a quarter turn it is a multiple of 4, or 1 more",
        ),
        (&["bench"], "unrecognized subcommand"),
        (&[], "Usage: sudoku-lab <COMMAND>"),
    ] {
        let ran = lab(arguments);
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(ran.err.contains(says), "{arguments:?}: {}", ran.err);
    }
    let directory = env!("CARGO_MANIFEST_DIR");
    let ran = lab(&["solve", directory]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""));
    assert!(ran.err.contains(directory), "{}", ran.err);
}

#[test]
fn a_file_is_named_in_its_errors() {
    let path = env::temp_dir().join(format!("sudoku-lab-{}.txt", std::process::id()));
    let name = path.to_str().unwrap();
    fs::write(&path, format!("\u{feff}{PUZZLE}\r\n\r\n{CONTRADICTORY}\r\n53a\r\n{SOLUTION}\r\n"))
        .unwrap();
    let ran = lab(&["solve", name]);
    fs::remove_file(&path).unwrap();
    assert_eq!(ran.code, Some(2));
    assert_eq!(ran.out, format!("{SOLUTION}\ninvalid\ninvalid\n{SOLUTION}\n"));
    let errors: Vec<&str> = ran.err.lines().collect();
    assert!(errors[0].starts_with(&format!("{name}:3: the digit 5 stands twice")), "{}", ran.err);
    assert!(errors[1].starts_with(&format!("{name}:4:3: found 'a', expected")), "{}", ran.err);
    assert_eq!(errors[2], "skipped 2 of 4 puzzles: 1 unreadable, 1 contradictory");
}

/// A Parquet file with one column of texts.
fn parquet(texts: &[&str]) -> Vec<u8> {
    let schema = parse_message_type("message rows { required binary quiz (UTF8); }").unwrap();
    let mut writer =
        SerializedFileWriter::new(Vec::new(), Arc::new(schema), Arc::default()).unwrap();
    let mut group = writer.next_row_group().unwrap();
    let mut column = group.next_column().unwrap().unwrap();
    let texts: Vec<ByteArray> = texts.iter().map(|text| ByteArray::from(*text)).collect();
    column.typed::<ByteArrayType>().write_batch(&texts, None, None).unwrap();
    column.close().unwrap();
    group.close().unwrap();
    writer.into_inner().unwrap()
}

#[test]
fn a_parquet_file_is_read_from_disk_and_from_a_stream() {
    let file = parquet(&[PUZZLE, CONTRADICTORY, "53a", SOLUTION]);
    let out = format!("{SOLUTION}\ninvalid\ninvalid\n{SOLUTION}\n");
    let path = env::temp_dir().join(format!("sudoku-lab-{}.parquet", std::process::id()));
    fs::write(&path, &file).unwrap();
    let name = path.to_str().unwrap();
    let on_disk = lab(&["solve", name]);
    fs::write(&path, &file[..file.len() - 1]).unwrap();
    let damaged = lab(&["solve", name]);
    fs::remove_file(&path).unwrap();
    for (ran, name) in [(on_disk, name), (lab_reads(&["solve"], &file), "stdin")] {
        assert_eq!((ran.code, &ran.out), (Some(2), &out), "{}", ran.err);
        assert!(ran.err.starts_with(&format!("{name}:2: the digit 5 stands twice")), "{}", ran.err);
        assert!(ran.err.contains(&format!("{name}:3:1: found no puzzle in `quiz`")), "{}", ran.err);
    }
    assert_eq!((damaged.code, damaged.out.as_str()), (Some(2), ""));
    assert!(damaged.err.starts_with(&format!("error: {name}: ")), "{}", damaged.err);
}

/// Sends a puzzle and waits for its rows before it sends the next.
fn converse(arguments: &[&str], rounds: usize, lines_before: usize, lines_each: usize) {
    let mut child = start(arguments);
    let (mut stdin, stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let (sender, receiver) = mpsc::channel();
    let reader = thread::spawn(move || {
        BufReader::new(stdout).lines().try_for_each(|line| sender.send(line.unwrap()))
    });
    let receive = |lines: usize| {
        for _ in 0..lines {
            receiver.recv_timeout(Duration::from_mins(1)).expect("the row comes at once");
        }
    };
    receive(lines_before);
    for _ in 0..rounds {
        stdin.write_all(format!("{PUZZLE}\n").as_bytes()).unwrap();
        receive(lines_each);
        // Half a line must not hold the other rows back.
        stdin.write_all(format!("{PUZZLE}\n{}", &PUZZLE[..40]).as_bytes()).unwrap();
        receive(lines_each);
        stdin.write_all(format!("{}\n", &PUZZLE[40..]).as_bytes()).unwrap();
        receive(lines_each);
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
    reader.join().unwrap().unwrap();
    assert_eq!(receiver.try_iter().count(), 0);
}

#[test]
fn rows_come_before_the_next_puzzle_is_sent() {
    converse(&["tally"], 5, 1, available().count());
    converse(&["tally", "--format", "json"], 5, 0, available().count());
    // The rows come at once: if each waited for a timer, this would take many seconds.
    let start = Instant::now();
    converse(&["solve"], 100, 0, 1);
    for batches in available().filter(|solver| solver.width > 1) {
        converse(&["solve", "--solver", batches.info.id], 5, 0, 1);
    }
    assert!(start.elapsed() < Duration::from_secs(5));
}

#[test]
fn a_search_without_end_holds_nobody_up() {
    let mut child = start(&["tally", "--solver", "brute-scan/three-loops"]);
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    stdin.write_all(format!("{PUZZLE}\n").repeat(3).as_bytes()).unwrap();
    stdin.write_all(format!("{}\n", endless()).as_bytes()).unwrap();
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut line = String::new();
        for _ in 0..4 {
            stdout.read_line(&mut line).unwrap();
        }
        sender.send(line).unwrap();
    });
    let rows = receiver.recv_timeout(Duration::from_mins(1));
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(rows.expect("the rows come while the search goes on").lines().count(), 4);
}

#[test]
fn a_search_without_end_ends_with_its_reader() {
    let mut child = start(&["tally", "--solver", "brute-scan/three-loops"]);
    let mut stdin = child.stdin.take().unwrap();
    drop(child.stdout.take());
    stdin.write_all(format!("{PUZZLE}\n{}\n", endless()).as_bytes()).unwrap();
    let (sender, receiver) = mpsc::channel();
    let mut stderr = child.stderr.take().unwrap();
    thread::spawn(move || {
        let mut complaints = String::new();
        stderr.read_to_string(&mut complaints).unwrap();
        sender.send(complaints).unwrap();
    });
    let complaints = receiver.recv_timeout(Duration::from_mins(1));
    // An error here means that the program has ended already.
    let _ = child.kill();
    assert_eq!((child.wait().unwrap().code(), complaints.as_deref()), (Some(0), Ok("")));
}

#[test]
fn a_closed_pipe_ends_quietly() {
    for arguments in [&["solve"][..], &["tally"], &["generate", "--count", "1000000"]] {
        let mut child = start(arguments);
        let mut stdin = child.stdin.take().unwrap();
        let writer = thread::spawn(move || {
            let line = format!("{PUZZLE}\n");
            while stdin.write_all(line.as_bytes()).is_ok() {}
        });
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let mut first = String::new();
        stdout.read_line(&mut first).unwrap();
        assert!(first.len() >= 81);
        drop(stdout);
        let mut complaints = String::new();
        child.stderr.take().unwrap().read_to_string(&mut complaints).unwrap();
        let complaints = without_lacking(&complaints);
        assert_eq!((child.wait().unwrap().code(), complaints.as_str()), (Some(0), ""));
        writer.join().unwrap();
    }
}

#[test]
fn generated_puzzles_are_read_back() {
    for kind in ["minimal", "easy", "multi", "unsolvable", "contradictory"] {
        let arguments = ["generate", "--kind", kind, "--count", "6", "--seed", "3"];
        let lines = lab(&arguments).out;
        let corpus = lab(&[&arguments[..], &["--format", "corpus"]].concat()).out;
        assert_eq!(lines.lines().count(), 6, "{kind}");
        for (line, entry) in lines.lines().zip(corpus.lines()) {
            assert_eq!(entry.split(' ').next(), Some(line));
        }
        let solved = lab_reads(&["solve", "--solver", "bitmask/blank-list"], &corpus);
        for (entry, solution) in corpus.lines().zip(solved.out.lines()) {
            let words: Vec<&str> = entry.split(' ').collect();
            assert_eq!(words.len(), 4);
            match words[2] {
                "-" if kind == "contradictory" => assert_eq!(solution, "invalid"),
                "-" => assert_eq!(solution, "no-solution"),
                known => assert_eq!(solution, known),
            }
        }
    }
    let twice = [lab(&["generate", "--seed", "9"]), lab(&["generate", "--seed", "9"])];
    assert_eq!(twice[0], twice[1]);
    assert_ne!(twice[0], lab(&["generate", "--seed", "10"]));
    let arguments = ["generate", "--count", "1.2e1", "--seed", "9e0", "--clues", "2.4e1"];
    let plain = ["generate", "--count", "12", "--seed", "9", "--clues", "24"];
    assert_eq!(lab(&arguments).out.lines().count(), 12);
    assert_eq!(lab(&arguments), lab(&plain));
    let full = ["generate", "--kind", "unique", "--clues", "81", "--effort", "0..1"];
    assert_eq!(lab(&full).out.lines().count(), 1);
    let clues = lab(&["generate", "--clues", "25", "--count", "3", "--effort", "1e3..1e5"]).out;
    assert!(clues.lines().all(|line| line.chars().filter(|&c| c != '.').count() == 25));
}

#[test]
fn wishes_come_true() {
    let count = |more: &[&str], column: usize| -> Vec<u64> {
        let made = lab(&[&["generate", "--count", "3", "--seed", "8"][..], more].concat());
        assert_eq!((made.code, made.err.as_str()), (Some(0), ""), "{more:?}");
        let solver = ["tally", "--solver", "bitmask-singles/prefill", "--difficulty"];
        let rows = rows(&lab_reads(&solver, &made.out).out);
        assert_eq!(rows.len(), 3);
        rows.iter().map(|row| row[column].parse().unwrap()).collect()
    };
    let (placements, effort) = (5, AFTER + 1);
    let lies = |numbers: Vec<u64>, range: std::ops::Range<u64>| {
        assert!(numbers.iter().all(|number| range.contains(number)), "{numbers:?}");
    };
    lies(count(&["--effort", "1e3..2e3"], effort), 1000..2000);
    lies(count(&["--effort", "1e5..2e5", "--climb"], effort), 100_000..200_000);
    let climb = ["generate", "--effort", "60..200", "--climb"];
    assert_eq!(lab(&[&climb[..], &["--symmetry", "none"]].concat()), lab(&climb));
    lies(count(&["--effort", "60..200", "--climb", "--clues", "25"], effort), 60..200);
    let of = ["--effort-of", "bitmask-singles/prefill", "--effort", "1e3..2e3"];
    lies(count(&of, placements), 1000..2000);
    lies(count(&[&of[..], &["--climb"]].concat(), placements), 1000..2000);
    // A solver that fills cells beforehand may place fewer digits than there are blanks.
    let none = ["--kind", "easy", "--clues", "30", "--effort", "..1"];
    lies(count(&[&none[..], &of[..2]].concat(), placements), 0..1);
    // All searches in row-major order place the same digits.
    let scan = ["generate", "--effort", "1e3..2e3", "--effort-of", "brute-scan/fused"];
    assert_eq!(lab(&scan), lab(&scan[..3]));

    let guesses = lab(&["generate", "--guesses", "8..20", "--climb", "--count", "3"]).out;
    for line in guesses.lines() {
        let guesses = sudoku_puzzles::guesses(&line.parse().unwrap(), 100_000);
        assert!((8..20).contains(&guesses.unwrap()), "{line}");
    }
    assert_eq!(guesses.lines().count(), 3);

    let turned = lab(&["generate", "--symmetry", "half-turn", "--count", "3"]).out;
    for line in turned.lines() {
        let blanks = |c: char| c == '.';
        assert!(line.chars().map(blanks).eq(line.chars().rev().map(blanks)), "{line}");
    }
}
