//! `results.json` and `results.csv`: their page documents every field, and no other.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use sudoku_core::Work;
use sudoku_judge::claims::References;
use sudoku_judge::{Before, Context, Interval, ResultRow, Results, Rows, SCHEMA_VERSION};
use sudoku_record::{Raw, RunFolder};
use sudoku_show::Checkout;

use crate::references::references;

const OPTIONAL: &str = ", optional";

/// The types that each field has, by its path.
type Fields = BTreeMap<String, BTreeSet<String>>;

fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The folder of a report of the small fixture.
fn drawn(name: &str) -> RunFolder {
    let from = top().join("crates/show/tests/fixture");
    let to = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if to.exists() {
        fs::remove_dir_all(&to).unwrap();
    }
    fs::create_dir_all(to.join("raw")).unwrap();
    fs::copy(from.join("environment.json"), to.join("environment.json")).unwrap();
    for file in fs::read_dir(from.join("raw")).unwrap() {
        let file = file.unwrap();
        fs::copy(file.path(), to.join("raw").join(file.file_name())).unwrap();
    }
    let folder = RunFolder::new(to);
    let raw = Raw::read(&folder).unwrap();
    sudoku_show::write(&folder, raw, Ok(&References::default()), Checkout::default()).unwrap();
    folder
}

/// Of an object its fields, of a list its elements, as far as they are not a type of their own.
fn walk(value: &Value, path: &str, found: &mut Fields) {
    let kind = match value {
        Value::Array(all) => {
            return all.iter().for_each(|one| walk(one, &format!("{path}[]"), found));
        }
        Value::Object(of) if of.keys().eq(["high", "low", "point"]) => "interval",
        Value::Object(of) if of.keys().all(|key| Work::named(key).is_some()) => "counts",
        Value::Object(of) => {
            let dot = if path.is_empty() { "" } else { "." };
            for (key, value) in of {
                walk(value, &format!("{path}{dot}{key}"), found);
            }
            "object"
        }
        Value::Null => "null",
        Value::Bool(_) => "bool",
        Value::String(_) => "text",
        Value::Number(number) if number.is_u64() => "count",
        Value::Number(_) => "number",
    };
    found.entry(path.to_owned()).or_default().insert(kind.to_owned());
}

/// The type in a cell, where one that is left out is text.
fn with_text(cell: &str) -> String {
    match cell {
        "" => "text".to_owned(),
        "optional" => format!("text{OPTIONAL}"),
        _ if cell.starts_with("or null") => format!("text {cell}"),
        _ => cell.to_owned(),
    }
}

/// The rows of all tables of the page whose first column is headed so: name and type. A field that is
/// as an earlier one has the fields of that, with their types.
fn documented(heading: &str) -> Vec<(String, String)> {
    let page = fs::read_to_string(top().join("docs/RESULTS.md")).unwrap();
    assert!(page.contains(&format!("`schema_version` is {SCHEMA_VERSION}.")));
    let tables = page.split("\n\n").filter(|table| table.starts_with(&format!("| {heading} |")));
    let rows = tables.flat_map(|table| table.lines().skip(2).filter(|line| line.starts_with('|')));
    let mut all: Vec<(String, String)> = Vec::new();
    for row in rows {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        assert!(cells.len() == 6 && !cells[4].is_empty(), "type, unit and meaning: {row}");
        let (name, of) = (cells[1].trim_matches('`'), with_text(cells[2]));
        let Some(model) = of.strip_prefix("as ") else {
            all.push((name.to_owned(), of));
            continue;
        };
        let (model, end) =
            model.split_once(", ").map_or((model, ""), |(model, _)| (model, OPTIONAL));
        let model = model.trim_matches('`');
        let inner = |path: &str| {
            let rest = path.strip_prefix(model)?;
            (rest.is_empty() || rest.starts_with(['.', '['])).then(|| format!("{name}{rest}"))
        };
        let with_end = |of: &str| of.strip_suffix(end).unwrap_or(of).to_owned() + end;
        let like = all.iter().filter_map(|(path, of)| Some((inner(path)?, with_end(of))));
        let like: Vec<_> = like.collect();
        assert!(!like.is_empty(), "no field before it is `{model}`: {row}");
        all.extend(like);
    }
    all
}

/// The differences between page and files, line by line.
fn complaints(documented: &[(String, String)], found: &Fields) -> Vec<String> {
    let types: BTreeMap<&str, BTreeSet<&str>> = documented
        .iter()
        .map(|(path, of)| (&**path, of.trim_end_matches(OPTIONAL).split(" or ").collect()))
        .collect();
    let mut wrong = Vec::new();
    if types.len() < documented.len() {
        wrong.push("a field is documented twice".to_owned());
    }
    for (path, kinds) in found {
        match types.get(&**path) {
            // An object is documented by its fields, unless it may be missing.
            None if kinds.iter().eq(["object"]) => {}
            None => wrong.push(format!("{path} is not documented")),
            Some(types) => wrong.extend(
                kinds
                    .iter()
                    .filter(|kind| !types.contains(&***kind))
                    .map(|kind| format!("{path} is {kind} and documented as {types:?}")),
            ),
        }
    }
    // What is null in all files has no fields in them.
    let is_null = |path: &str| found.get(path).is_some_and(|kinds| kinds.iter().eq(["null"]));
    let within_null = |path: &str| path.match_indices('.').any(|(at, _)| is_null(&path[..at]));
    let gone = documented.iter().filter(|(path, of)| {
        !of.ends_with(OPTIONAL) && !found.contains_key(path) && !within_null(path)
    });
    wrong.extend(gone.map(|(path, _)| format!("{path} is documented and in no file")));
    wrong
}

#[test]
fn every_field_of_results_json_is_documented_and_every_documented_field_is_there() {
    let mut found = Fields::new();
    let json = fs::read_to_string(drawn("documented").file("results.json")).unwrap();
    walk(&serde_json::from_str(&json).unwrap(), "", &mut found);
    let mut with_programs = crate::common::with_programs();
    let mut results = Results::of(&with_programs);
    results.ratios.as_mut().unwrap().context = Some(Context {
        solver: "bitmask/cursor".to_owned(),
        before: Before::SamePuzzles,
        ratio: Interval { point: 0.9, low: 0.8, high: 1.0 },
    });
    walk(&serde_json::to_value(results).unwrap(), "", &mut found);
    // The same with a program that makes the search of a solver.
    let quick = &mut with_programs.programs[0];
    let name = std::mem::replace(&mut quick.name, "bitmask/blank-list, C".to_owned());
    for row in with_programs.passes.iter_mut().filter(|row| row.track == name) {
        row.track = "bitmask/blank-list, C".to_owned();
        (row.placements, row.nodes) = (Some(row.puzzles as u64), Some(row.puzzles as u64));
    }
    walk(&serde_json::to_value(Results::of(&with_programs)).unwrap(), "", &mut found);
    let is_of_programs = |path: &String| path.starts_with("program");
    let of_programs = documented("field").into_iter().filter(|(path, _)| is_of_programs(path));
    let lacking: Vec<_> = of_programs.filter(|(path, _)| !found.contains_key(path)).collect();
    assert!(lacking.is_empty(), "{lacking:?}");
    for reference in references().all() {
        let results = reference.results();
        walk(&serde_json::to_value(results).unwrap(), "", &mut found);
        walk(&serde_json::to_value(&reference.ledger).unwrap(), "claims", &mut found);
    }
    let documented = documented("field");
    let wrong = complaints(&documented, &found);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));

    // The check itself: a field too many, one too few, and one of another type.
    let (few, many) = (&documented[1..], &[&*documented, &[("x".into(), "text".into())]].concat());
    assert_eq!(complaints(few, &found), ["schema_version is not documented"]);
    assert_eq!(complaints(many, &found), ["x is documented and in no file"]);
    found.insert("schema_version".to_owned(), BTreeSet::from(["null".to_owned()]));
    assert_eq!(complaints(&documented, &found).len(), 1);
}

#[test]
fn results_csv_has_the_documented_columns_and_the_figures_of_results_json() {
    let folder = drawn("columns");
    let text = fs::read_to_string(folder.file("results.csv")).unwrap();
    let columns: Vec<String> = documented("column").into_iter().map(|(name, _)| name).collect();
    assert_eq!(text.lines().next(), Some(&*columns.join(",")));
    insta::assert_snapshot!(text);

    let results = Results::of(&Raw::read(&folder).unwrap());
    let rows = folder.read::<ResultRow>().unwrap();
    assert_eq!(rows, ResultRow::all(&results), "read back as they were");
    assert_eq!(rows.len(), results.plan.corpora.len() * results.plan.solvers.len());
    for row in rows {
        let json = results.rows.of(&row.solver, &row.set).unwrap();
        assert_eq!((row.puzzles, row.stopped), (json.puzzles(), json.stopped));
        let finished = json.stopped == 0 && json.wrong == 0;
        let mean = json.timing.as_ref().filter(|_| finished).map(|timing| timing.mean_ns.point);
        assert_eq!(row.mean_ns, mean, "{} on {}", row.solver, row.set);
        assert_eq!(row.placements, json.counts.get(Work::Placements));
    }
}
