//! Claims judged by Parquet files of counts.

use std::fs::{self, File};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;

use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int64Type};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use sudoku_core::Ending;
use sudoku_judge::claims::{Check, JudgedCorpus, Verdict};
use sudoku_record::Counted;
use sudoku_show::counts::judge;

use crate::references::{claims, references, top};

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// The column of a solver: the outcome of each puzzle, and for each counter its values.
struct Solver {
    id: &'static str,
    outcomes: Vec<Option<&'static str>>,
    counters: Vec<(&'static str, Vec<Option<i64>>)>,
}

/// The column of `bitmask/cursor` on one puzzle.
fn one(outcome: &'static str, calls: Option<i64>) -> Solver {
    let counters = vec![("calls", vec![calls])];
    Solver { id: "bitmask/cursor", outcomes: vec![Some(outcome)], counters }
}

fn leaf<T: DataType>(group: &mut SerializedRowGroupWriter<'_, File>, values: &[Option<T::T>]) {
    let levels: Vec<i16> = values.iter().map(|value| value.is_some().into()).collect();
    let values: Vec<T::T> = values.iter().flatten().cloned().collect();
    let mut column = group.next_column().unwrap().unwrap();
    column.typed::<T>().write_batch(&values, Some(&levels), None).unwrap();
    column.close().unwrap();
}

/// Writes a file, after a change of its schema.
fn write(
    name: &str,
    puzzles: &[Option<String>],
    solvers: &[Solver],
    change: impl Fn(&str) -> String,
) -> PathBuf {
    let mut schema = "optional binary puzzle (UTF8);".to_owned();
    for Solver { id, counters, .. } in solvers {
        let counters = counters.iter().map(|(name, _)| format!("optional int64 {name};"));
        let counters: String = counters.collect();
        let outcome = "optional binary outcome (UTF8);";
        schema +=
            &format!("required group {id} {{{outcome} required group counts {{{counters}}}}}");
    }
    let schema = parse_message_type(&format!("message rows {{{}}}", change(&schema))).unwrap();
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let properties = Arc::new(WriterProperties::builder().build());
    let file = File::create(&path).unwrap();
    let mut writer = SerializedFileWriter::new(file, Arc::new(schema), properties).unwrap();
    let mut group = writer.next_row_group().unwrap();
    let texts = |texts: &[Option<&str>]| -> Vec<Option<ByteArray>> {
        texts.iter().map(|text| text.map(ByteArray::from)).collect()
    };
    let puzzles: Vec<Option<&str>> = puzzles.iter().map(Option::as_deref).collect();
    leaf::<ByteArrayType>(&mut group, &texts(&puzzles));
    for Solver { outcomes, counters, .. } in solvers {
        leaf::<ByteArrayType>(&mut group, &texts(outcomes));
        for (_, values) in counters {
            leaf::<Int64Type>(&mut group, values);
        }
    }
    group.close().unwrap();
    writer.close().unwrap();
    path
}

/// A file with these puzzles of `easy` and the committed counts of three solvers, those of
/// `bitmask/cursor` times a factor.
fn easy(name: &str, range: Range<usize>, factor: i64) -> PathBuf {
    let entries = sudoku_puzzles::find("easy").unwrap().entries();
    let puzzles = entries[range.clone()].iter().map(|entry| Some(entry.grid.to_string()));
    let puzzles: Vec<Option<String>> = puzzles.collect();
    let solver = |id: &'static str| {
        let counted = Counted::of(top(), id).unwrap();
        let runs = &counted.set("easy").unwrap().runs[range.clone()];
        let factor = if id == "bitmask/cursor" { factor } else { 1 };
        let column = |what: sudoku_core::Work| {
            let value = |count| i64::try_from(count).unwrap() * factor;
            let values = runs.iter().map(|run| run.counts.get(what).map(value));
            (what.name(), values.collect())
        };
        assert!(runs.iter().all(|run| run.outcome == Ending::Solved));
        let outcomes = vec![Some("solved"); runs.len()];
        Solver { id, outcomes, counters: runs[0].counts.reported.iter().map(column).collect() }
    };
    let solvers = ["brute-scan/three-loops", "state-arrays/cursor", "bitmask/cursor"].map(solver);
    write(name, &puzzles, &solvers, str::to_owned)
}

fn report(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sudoku-bench")).args(arguments).output().unwrap()
}

#[test]
fn committed_counts_in_a_folder_of_files_give_the_committed_verdicts() {
    let middle = 10;
    let all = sudoku_puzzles::find("easy").unwrap().entries().len();
    easy("easy/part-0.parquet", 0..middle, 1);
    let last = easy("easy/part-1.parquet", middle..all, 1);
    let known = claims();
    let (ledger, left_out) = judge(&known, last.parent().unwrap()).unwrap();
    assert!(left_out.is_empty());
    let mut judged = 0;
    for claim in &ledger.claims {
        for test in claim.tests.iter().chain(&claim.because) {
            let finding = &test.findings[0];
            let committed = references().all()[0].ledger.test(claim, test).unwrap();
            let committed = committed.findings.iter().find(|finding| finding.corpus == "easy");
            if let (Some(_), Some(committed)) = (finding.figure, committed) {
                let of = |one: &JudgedCorpus| (one.verdict, one.figure, one.puzzles, one.of);
                assert_eq!(of(finding), of(committed), "{}: {}", claim.id, test.figure);
                judged += 1;
            }
        }
    }
    assert!(judged >= 10, "{judged}");
}

#[test]
fn the_ledger_of_a_file() {
    let file = easy("ledger.parquet", 0..20, 1);
    let output = report(&["claims", "--counts", file.to_str().unwrap()]);
    insta::assert_snapshot!(String::from_utf8(output.stdout).unwrap());
}

#[test]
fn other_counts_give_another_verdict() {
    let verdict = |factor| {
        let file = easy(&format!("times-{factor}.parquet"), 0..20, factor);
        let (mut ledger, _) = judge(&claims(), &file).unwrap();
        ledger.claims.retain(|claim| claim.id == "000-same-complexity");
        let expected = Check::of(&ledger).is_open();
        let output = report(&["claims", "--counts", file.to_str().unwrap(), "000-same-complexity"]);
        assert_eq!(output.status.code(), Some(i32::from(!expected)));
        (ledger.claims[0].verdict, expected)
    };
    assert_eq!(verdict(1), (Verdict::Holds, true));
    assert_eq!(verdict(2), (Verdict::Fails, false));
}

#[test]
fn runs_that_did_not_finish_are_left_out_and_reported() {
    let puzzles =
        [Some(PUZZLE), Some(PUZZLE), Some("55"), None].map(|text| text.map(str::to_owned));
    let solver = |id, calls| Solver {
        id,
        outcomes: vec![Some("solved"), Some("stopped"), Some("invalid"), None],
        counters: ["calls", "placements", "checks"]
            .map(|name| (name, vec![Some(calls), Some(1_000_000), None, None]))
            .into(),
    };
    let solvers = [solver("state-arrays/cursor", 7), solver("bitmask/cursor", 7)];
    let file = write("unfinished.parquet", &puzzles, &solvers, str::to_owned);
    let (ledger, left_out) = judge(&claims(), &file).unwrap();
    let claim = ledger.claims.iter().find(|claim| claim.id == "000-same-complexity").unwrap();
    let finding = &claim.tests[0].findings[0];
    assert_eq!((finding.verdict, finding.puzzles, finding.of), (Verdict::Holds, 1, 2));
    let missing = claim.tests[1].findings[0].missing.as_deref();
    assert_eq!(missing, Some("no state_reads of bitmask/cursor"));
    assert_eq!(left_out.len(), 6);
    assert!(left_out.values().all(|runs| *runs == 1), "{left_out:?}");
    assert!(left_out.contains_key(&("bitmask/cursor".to_owned(), "null".to_owned())));
}

#[test]
fn mistakes_in_a_file_are_named() {
    let puzzle = || [Some(PUZZLE.to_owned())];
    let same = str::to_owned;
    let good = || [one("solved", Some(1))];
    let changed = |name, from: &'static str, to: &'static str| {
        write(name, &puzzle(), &good(), |schema| schema.replace(from, to))
    };
    let whole = write("whole.parquet", &puzzle(), &good(), same);
    judge(&claims(), &whole).unwrap();
    let cut = whole.with_file_name("cut.parquet");
    let bytes = fs::read(&whole).unwrap();
    fs::write(&cut, &bytes[..bytes.len() - 9]).unwrap();
    let text = whole.with_file_name("text.parquet");
    fs::write(&text, "puzzle,solver\n").unwrap();
    let folder = whole.with_file_name("empty");
    fs::create_dir_all(&folder).unwrap();
    let unlike = whole.with_file_name("unlike");
    write("unlike/a.parquet", &puzzle(), &good(), same);
    write("unlike/b.parquet", &puzzle(), &good(), |schema| schema.replace("calls", "checks"));
    let files = [
        changed("puzzle.parquet", "puzzle", "puzle"),
        changed("solver.parquet", "bitmask/cursor", "bitmask/cursr"),
        changed("counter.parquet", "calls", "cals"),
        changed("flat.parquet", " counts ", " count "),
        write("no-solver.parquet", &puzzle(), &[], same),
        write("null.parquet", &puzzle(), &[one("solved", None)], same),
        write("negative.parquet", &puzzle(), &[one("no-solution", Some(-3))], same),
        write("outcome.parquet", &puzzle(), &[one("done", Some(1))], same),
        write("unreadable.parquet", &[Some("oops".to_owned())], &good(), same),
        write("no-puzzle.parquet", &[None], &good(), same),
        cut,
        text,
        folder,
        unlike,
    ];
    let errors = files.map(|file| format!("{:#}\n", judge(&claims(), &file).unwrap_err()));
    let folder = format!("{}/", whole.parent().unwrap().display()).replace('\\', "/");
    insta::assert_snapshot!(errors.concat().replace('\\', "/").replace(&folder, ""));
}
