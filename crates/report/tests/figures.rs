//! The figures in prose: they follow the references, and none is left out.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use sudoku_claims::{Query, References, names, top};
use sudoku_measure::{InstructionRow, PairedRow, RunFolder, SurveyRow};
use sudoku_prose::{Figure, LIST};
use sudoku_report::figures::Figures;

fn mistakes(found: &Figures) -> String {
    found.mistakes.join("\n")
}

#[test]
fn the_texts_and_their_list_follow_the_references() {
    let found = Figures::of(top(), &References::committed().unwrap()).unwrap();
    assert!(found.mistakes.is_empty(), "{}", mistakes(&found));
    assert_eq!(found.changes, Vec::<String>::new(), "`cargo xtask figures` writes them");
    let list = fs::read_to_string(top().join(LIST)).unwrap();
    let list: Vec<Figure> = serde_json::from_str(&list).unwrap();
    assert_eq!(list, found.all, "`cargo xtask figures` writes {LIST}");
    assert!(list.len() > 500, "{} figures", list.len());
}

/// A reference like a committed one, in which each solver takes a time of its own: up to this many times
/// as long.
fn perturbed(folder: &Path, most: f64) -> References {
    let copy = folder.join("other-processor");
    copy_all(&a_reference(), &copy);
    perturb(&RunFolder::new(copy), most);
    References::read(folder).unwrap()
}

fn perturb(run: &RunFolder, most: f64) {
    let mut factors: BTreeMap<String, f64> = BTreeMap::new();
    let mut factor = |solver: &str| {
        // Any two differ by a third at least when the range is wide.
        let next = most.powf((factors.len() * 11 % 37) as f64 / 36.0);
        *factors.entry(solver.to_owned()).or_insert(next)
    };
    let scaled = |ns: u64, by: f64| (ns as f64 * by).round() as u64;
    let mut paired: Vec<PairedRow> = run.read().unwrap();
    for row in &mut paired {
        // Builds and second copies differ too, so that intervals and noise floors do.
        let build = most.powf((row.build % 3) as f64 / 36.0);
        let twin = if row.twin { most.powf(0.03) } else { 1.0 };
        let by = factor(&row.solver) * twin * build;
        row.cpu_ns = scaled(row.cpu_ns, by);
    }
    run.write(&paired).unwrap();
    let mut survey: Vec<SurveyRow> = run.read().unwrap();
    for row in &mut survey {
        row.cpu_ns = row.cpu_ns.map(|ns| scaled(ns, factor(&row.solver)));
    }
    run.write(&survey).unwrap();
    let mut instructions: Vec<InstructionRow> = run.read().unwrap();
    for row in &mut instructions {
        row.instructions = scaled(row.instructions, factor(&row.solver));
    }
    run.write(&instructions).unwrap();
}

/// Such a reference, and the committed one as that of another processor.
fn two_processors(folder: &Path, most: f64) -> References {
    perturbed(folder, most);
    copy_all(&a_reference(), &folder.join("processor"));
    let environment = folder.join("processor/environment.json");
    let text = fs::read_to_string(&environment).unwrap();
    let mut text: serde_json::Value = serde_json::from_str(&text).unwrap();
    text["cpu"] = "another".into();
    fs::write(environment, text.to_string()).unwrap();
    References::read(folder).unwrap()
}

/// The folder of the newest committed reference, whose sets are those of today.
fn a_reference() -> PathBuf {
    let folders = fs::read_dir(top().join("reports/reference")).unwrap();
    let started = |folder: &PathBuf| RunFolder::new(folder).environment().unwrap().started;
    folders.map(|folder| folder.unwrap().path()).max_by_key(started).unwrap()
}

fn copy_all(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy_all(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

#[test]
fn no_time_or_ratio_is_typed_by_hand() {
    let folder: PathBuf =
        std::env::temp_dir().join(format!("sudoku-lab-figures-{}", std::process::id()));
    let references = perturbed(&folder, 1e5);
    let found = Figures::of(top(), &references).unwrap();
    fs::remove_dir_all(&folder).unwrap();
    let ids = RunFolder::new(a_reference());
    let ids: Vec<String> =
        ids.plan().unwrap().solvers.into_iter().map(|solver| solver.id).collect();
    let list = fs::read_to_string(top().join(LIST)).unwrap();
    let list: Vec<Figure> = serde_json::from_str(&list).unwrap();
    let mut times = 0;
    for Figure { file, query, text } in &list {
        let family = file.split('/').nth(1).unwrap_or_default();
        let names = names(ids.iter().map(String::as_str), family);
        let read = Query::read(query, &names).unwrap();
        if read.is_exact() || read.is_about_verdicts() {
            continue;
        }
        times += 1;
        let changed = found.changes.iter().any(|change| {
            change.starts_with(&format!("{file}:")) && change.ends_with(&format!("({query})"))
        });
        let refused = found.mistakes.iter().any(|mistake| {
            mistake.starts_with(&format!("{file}:")) && mistake.ends_with(&format!("(`{query}`)"))
        });
        assert!(changed || refused, "{file}: `{text}` stays the same: {query}");
    }
    assert!(times > 100, "{times} times and ratios");
    let loose = |mistake: &&String| mistake.contains("has no mark");
    assert_eq!(found.mistakes.iter().find(loose), None, "a number without a mark");
}

#[test]
fn a_second_processor_gives_ranges_and_a_figure_each() {
    let folder: PathBuf =
        std::env::temp_dir().join(format!("sudoku-lab-processors-{}", std::process::id()));
    let top = folder.join("texts");
    fs::create_dir_all(top.join("docs")).unwrap();
    fs::create_dir_all(top.join("crates")).unwrap();
    let references = two_processors(&folder.join("references"), 1e5);
    let write = |text: &str| fs::write(top.join("docs/BIAS.md"), text).unwrap();
    let of = || Figures::of(&top, &references).unwrap();
    let query = "bitmask_cursor.time / brute_scan_fused.time on easy";
    write(&format!("Takes 1.0 and 1.0 of it.\n<!-- figures: range {query}; each {query} -->\n"));
    let found = of();
    let (range, each) = (&found.all[0].text, &found.all[1].text);
    let (words, counts) = (range.matches(" to ").count(), each.matches(" on the `").count());
    let missing = format!("Takes 1.0 of it.\n<!-- figures: {query} -->\n");
    write(&missing);
    let plain = of();
    write(&missing.replace(" -->", " above 1000 -->").replace("figures: ", "figures: range "));
    let relied = of();
    fs::remove_dir_all(&folder).unwrap();
    assert_eq!((words, counts), (1, 2), "{range}; {each}");
    assert!(
        each.contains("on the `other-processor`") && each.contains("on the `processor`"),
        "{each}"
    );
    assert!(plain.mistakes[0].contains("say `range`, `each`"), "{:?}", plain.mistakes);
    assert!(relied.mistakes[0].contains("relies on above 1000"), "{:?}", relied.mistakes);
}

#[test]
fn a_new_reference_changes_the_texts_at_one_go() {
    let folder: PathBuf =
        std::env::temp_dir().join(format!("sudoku-lab-new-reference-{}", std::process::id()));
    let committed = folder.join("references");
    copy_all(&top().join("reports/reference"), &committed);
    perturb(&RunFolder::new(committed.join(a_reference().file_name().unwrap())), 1.02);
    let references = References::read(&committed).unwrap();
    let texts = folder.join("texts");
    for part in ["docs", "crates"] {
        copy_texts(&top().join(part), &texts.join(part));
    }
    fs::copy(top().join("README.md"), texts.join("README.md")).unwrap();
    fs::create_dir_all(texts.join("reports")).unwrap();
    let first = Figures::of(&texts, &references).unwrap();
    assert!(first.mistakes.is_empty(), "{}", mistakes(&first));
    first.write(&texts).unwrap();
    let second = Figures::of(&texts, &references).unwrap();
    fs::remove_dir_all(&folder).unwrap();
    assert!(first.changes.len() > 30, "{} changes", first.changes.len());
    assert!(second.mistakes.is_empty(), "{}", mistakes(&second));
    assert_eq!(second.changes, Vec::<String>::new());
    assert_eq!(second.all, first.all);
}

fn copy_texts(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        let text =
            path.extension().is_some_and(|end| ["rs", "md", "toml"].iter().any(|it| end == *it));
        if path.is_dir() && !path.ends_with("node_modules") {
            copy_texts(&path, &target);
        } else if text {
            fs::create_dir_all(to).unwrap();
            fs::copy(path, target).unwrap();
        }
    }
}
