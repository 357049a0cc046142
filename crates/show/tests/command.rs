//! The program, run as people and the xtask run it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn program(arguments: &[&str]) -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_sudoku-bench"));
    // Reading and judging all references takes seconds; here the fixture is the only one.
    program.env("SUDOKU_LAB_REFERENCES", here().join("tests")).env_remove("GITHUB_STEP_SUMMARY");
    program.args(arguments).current_dir(here());
    program
}

fn run(arguments: &[&str]) -> Output {
    program(arguments).output().unwrap()
}

fn here() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Makes a call that must be refused with exit code 2; returns its standard error.
fn refused(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", said(&output.stderr));
    assert!(output.stdout.is_empty(), "{arguments:?}");
    let said = said(&output.stderr);
    assert!(!said.contains("Compiling"), "{arguments:?}: {said}");
    said
}

fn said(output: &[u8]) -> String {
    String::from_utf8(output.to_vec()).unwrap()
}

/// A run folder with what every run has.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixture");
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    fs::create_dir_all(folder.join("raw")).unwrap();
    fs::copy(fixture.join("environment.json"), folder.join("environment.json")).unwrap();
    fs::write(folder.join("sudoku-lab.run"), "A run.\n").unwrap();
    for file in ["plan.json", "counts.csv", "paired.csv", "samples.csv", "survey.csv", "memory.csv"]
    {
        fs::copy(fixture.join("raw").join(file), folder.join("raw").join(file)).unwrap();
    }
    folder
}

#[test]
fn the_path_of_the_page_comes_last_and_as_it_was_given() {
    let folder = folder("given");
    let given = format!("{}/../given", folder.display());
    for long in [false, true] {
        let length: &[&str] = if long { &["--long"] } else { &[] };
        let output = run(&[&["report", &given], length].concat());
        assert!(output.status.success(), "{}", said(&output.stderr));
        assert!(folder.join("index.html").is_file());
        let text = said(&output.stdout);
        assert!(
            text.contains("On finished, scan-from-start/fused is 4.29 times as fast"),
            "{text}"
        );
        assert!(text.contains("bitmask/blank-list"), "{text}");
        assert_eq!(text.lines().last(), Some(format!("{given}/index.html").as_str()));
        for part in ["Mean thread CPU time per puzzle:", "What the sources say:\n"] {
            assert_eq!(text.contains(part), long, "{text}");
        }
        assert_eq!(text.lines().count() > 24, long, "{text}");
        assert!(output.stderr.is_empty());
    }
}

#[test]
fn one_chart_is_written_alone() {
    let folder = folder("chart");
    let before = fs::read_dir(&folder).unwrap().count();
    let given = folder.to_str().unwrap();
    let output = run(&["report", given, "--chart", "time"]);
    let svg = format!("{given}/time.svg");
    assert_eq!(said(&output.stdout), format!("{svg}\n"), "{}", said(&output.stderr));
    assert!(fs::read_to_string(svg).unwrap().contains(">finished</text>"));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), before + 1, "nothing else is written");
    for (arguments, why) in [
        (["--chart", "tmie"], "there is no chart `tmie`; there are ladder, elsewhere, time, "),
        (["--chart", "elsewhere"], "the run has no data for the chart"),
    ] {
        let output = run(&[&["report", given], &arguments[..]].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(said(&output.stderr).contains(why), "{}", said(&output.stderr));
    }
}

#[test]
fn an_unfinished_run_is_called_so_wherever_it_is_read() {
    let cut = folder("unfinished");
    fs::remove_file(cut.join("raw/memory.csv")).unwrap();
    let (whole, cut) = (folder("whole"), cut.to_str().unwrap().to_owned());
    let whole = whole.to_str().unwrap();
    let words = "UNFINISHED: the run was cut short before it ended. Missing: memory.";
    let text = |arguments: &[&str], code: i32| {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}");
        said(&output.stdout)
    };
    assert!(text(&["claims", "--in", &cut], 1).starts_with(words));
    assert!(text(&["claims", "--in", &cut, "004-cursor"], 1).starts_with(words));
    let gate = text(&["gate", &cut], 1);
    assert!(gate.starts_with("The gate is CLOSED: the run is unfinished"), "{gate}");
    assert!(gate.contains(&format!("\n\n{words}\n\n")), "{gate}");
    assert!(text(&["compare", &cut, whole], 1).contains(&format!("\nBefore: {words}\n")));
    assert!(text(&["compare", whole, &cut], 1).contains(&format!("\nAfter: {words}\n")));
    run(&["report", &cut]);
    let report = fs::read_to_string(Path::new(&cut).join("README.md")).unwrap();
    assert!(report.replace("\n> ", " ").contains("UNFINISHED"), "{report}");
    for arguments in
        [&["claims", "--in", whole, "004-cursor"][..], &["gate", whole], &["compare", whole, whole]]
    {
        assert!(!text(arguments, 0).to_lowercase().contains("unfinished"), "{arguments:?}");
    }
}

#[test]
fn a_summary_has_the_whole_judgement_and_the_tables() {
    let folder = folder("summary");
    fs::write(folder.join("README.md"), "![a chart](x.svg)\n| a table |\n").unwrap();
    let (folder, summary) = (folder.to_str().unwrap(), folder.join("summary.md"));
    fs::write(&summary, "Before.\n").unwrap();
    let output = program(&["gate", folder]).env("GITHUB_STEP_SUMMARY", &summary).output().unwrap();
    let summary = fs::read_to_string(&summary).unwrap();
    assert!(summary.starts_with("Before.\n# The gate is "), "{summary}");
    assert!(summary.contains("\n## Claims\n") && summary.ends_with("| a table |\n"), "{summary}");
    assert!(!summary.contains("a chart"), "{summary}");

    let short = said(&output.stdout);
    assert_eq!(short.contains("\nClaims\n"), output.status.code() == Some(1), "{short}");
    let long = said(&run(&["gate", folder, "--long"]).stdout);
    assert!(long.starts_with("The gate is ") && long.contains("\nClaims\n"), "{long}");
}

#[test]
fn bad_usage_is_2() {
    for arguments in [
        &[][..],
        &["--fast", "x"],
        &["report"],
        &["report", "x", "y"],
        &["claims", "x", "y"],
        &["compare", "x"],
        &["compare", "x", "y", "--gate"],
        &["duel", "bands/impact"],
        &["claims", "--run", "004-cursor", "--in", "x"],
        &["bench", "--quick", "--full"],
        &["bench", "--solver", ""],
        &["count", "--corpus", ""],
    ] {
        assert!(refused(arguments).contains("--help"), "{arguments:?}");
    }
    assert!(refused(&["claims", "--run"]).contains("--run needs the id of a claim"));
    let program = ["claims", "004-cursor", "--program", "mine=./mine"];
    assert!(refused(&program).contains("add --run"));
    assert!(refused(&["bench", "--program", "mine"]).contains("NAME=COMMAND"));
    for (arguments, nearest) in
        [(["bench", "--quik"], "'--quick'"), (["duel", "--corpsu"], "'--corpus'")]
    {
        assert!(refused(&arguments).contains(nearest), "{arguments:?}");
    }
    let output = run(&["bench", "--help"]);
    let help = said(&output.stdout);
    assert!(output.status.success() && help.contains("\nUsage: cargo xtask bench [OPTIONS]\n"));
}

#[test]
fn folders_are_those_where_the_user_stands_and_hold_a_run() {
    let shown = |name: &str| here().join(name).display().to_string();
    for arguments in [
        &["report", "src"][..],
        &["claims", "--in", "src"],
        &["duel", "bands/impact", "bands/stacks", "--in", "src"],
        &["compare", "src", "src"],
        &["bench", "--quick", "--out", "src"],
        &["bench", "--quick", "--out", "./src"],
        &["bench", "--quick", "--out", "Cargo.toml"],
    ] {
        let said = refused(arguments);
        let name = if arguments.ends_with(&["Cargo.toml"]) { "Cargo.toml" } else { "src" };
        assert!(said.contains(&shown(name)), "{arguments:?}: {said}");
    }
    assert!(here().join("src/lib.rs").is_file() && !here().join("src/sudoku-lab.run").exists());
    assert!(refused(&["report", "none"]).contains(&shown("none")));
}

#[test]
fn commits_are_known_before_anything_is_built() {
    for commits in [["no-such", "HEAD"], ["HEAD", "no-such"]] {
        let said = refused(&[&["compare", "--rev"], &commits[..]].concat());
        assert!(said.contains("`no-such` is no commit"), "{said}");
    }
}

#[test]
fn two_solvers_are_compared_puzzle_by_puzzle() {
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixture");
    let duel =
        |names: &[&str]| run(&[&["duel", "--in", fixture.to_str().unwrap()], names].concat());
    let ids = ["bitmask/blank-list", "brute-scan/three-loops"];
    let output = duel(&ids);
    assert!(output.status.success(), "{}", said(&output.stderr));
    let text = said(&output.stdout);
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    for set in ["finished", "leetcode-37", "effort-1e5", "none"] {
        assert!(text.lines().any(|line| line.starts_with(set)), "{set}: {text}");
    }
    let output = duel(&[ids[0], ids[1], "--corpus", "leetcode-37"]);
    assert!(said(&output.stdout).contains("Best for bitmask/blank-list:\n  leetcode-37.txt:"));
    for (names, meant) in
        [([ids[0], "brute-scan/three-loop", "none"], ids[1]), ([ids[0], ids[1], "nome"], "none")]
    {
        let output = duel(&[names[0], names[1], "--corpus", names[2]]);
        assert_eq!(output.status.code(), Some(2), "{names:?}");
        assert!(said(&output.stderr).contains(&format!("the nearest is `{meant}`")), "{names:?}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn damaged_data_is_1_and_the_file_is_named() {
    let fails = |folder: &Path, file: &str, why: &str| {
        let output = run(&["report", folder.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(1), "{file}");
        let text = said(&output.stderr);
        assert!(text.contains(&folder.join(file).display().to_string()), "{text}");
        assert!(text.contains(why), "{text}");
        assert_eq!(text.lines().count(), 1, "{text}");
    };
    let damaged = folder("damaged");
    fs::write(damaged.join("raw/counts.csv"), "corpus,index\nnone,x\n").unwrap();
    fails(&damaged, "raw/counts.csv", "line");

    let damaged = folder("damaged");
    fs::write(damaged.join("raw/paired.csv"), "build,corpus\n1,none\n").unwrap();
    fails(&damaged, "raw/paired.csv", "solver");

    let damaged = folder("damaged");
    fs::write(damaged.join("charts"), "a file in the place of the folder").unwrap();
    fails(&damaged, "charts", "cannot be written");
}

#[test]
fn files_of_others_are_not_overwritten() {
    for name in ["README.md", "index.html", "charts/mine.csv"] {
        let folder = folder("others");
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, "mine").unwrap();
        let output = run(&["report", folder.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(2), "{name}");
        assert!(said(&output.stderr).contains(&path.display().to_string()), "{name}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
        assert!(!folder.join("results.json").exists(), "{name}: nothing was written");
    }
    let folder = folder("again");
    for _ in 0..2 {
        assert!(run(&["report", folder.to_str().unwrap()]).status.success(), "its own are");
    }
}

#[test]
fn a_run_that_was_cut_short_says_so_everywhere() {
    let folder = folder("cut");
    let plan = fs::read_to_string(folder.join("raw/plan.json")).unwrap();
    fs::write(folder.join("raw/plan.json"), plan.replace("\"builds\": 3", "\"builds\": 40"))
        .unwrap();
    for file in ["samples.csv", "survey.csv", "memory.csv"] {
        fs::remove_file(folder.join("raw").join(file)).unwrap();
    }
    for paired in [true, false] {
        if !paired {
            fs::remove_file(folder.join("raw/paired.csv")).unwrap();
        }
        let output = run(&["report", folder.to_str().unwrap()]);
        assert!(output.status.success(), "{}", said(&output.stderr));
        let terminal = said(&output.stdout);
        assert!(terminal.starts_with("!!! UNFINISHED: the run was cut short"), "{terminal}");
        let words = terminal.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains("Missing: surveying, timing, memory,"), "{terminal}");
        for name in ["README.md", "index.html"] {
            let text = fs::read_to_string(folder.join(name)).unwrap();
            let (warning, table) =
                (text.find("UNFINISHED").unwrap(), text.find("bitmask/").unwrap());
            assert!(warning < table, "{name}");
            assert!(text.contains("of 40 builds"), "{name}");
        }
        for chart in fs::read_dir(folder.join("charts")).unwrap().map(|entry| entry.unwrap().path())
        {
            let svg = chart.extension().is_some_and(|end| end == "svg");
            assert!(!svg || fs::read_to_string(&chart).unwrap().contains("UNFINISHED"));
        }
    }
    fs::remove_file(folder.join("raw/counts.csv")).unwrap();
    let output = run(&["report", folder.to_str().unwrap()]);
    assert!(
        said(&output.stderr).contains("raw/counts.csv"),
        "before that there is nothing to draw"
    );
}

#[test]
fn entries_left_out_of_a_file_are_reported() {
    let folder = folder("skipped");
    let plan = fs::read_to_string(folder.join("raw/plan.json")).unwrap();
    let mut plan: serde_json::Value = serde_json::from_str(&plan).unwrap();
    let reasons = ["a.txt:1", "a.txt:2", "a.txt:3", "a.txt:4"];
    plan["corpora"][0]["skipped"] = serde_json::json!({ "entries": 1234, "reasons": reasons });
    fs::write(folder.join("raw/plan.json"), plan.to_string()).unwrap();
    let output = run(&["report", "--long", folder.to_str().unwrap()]);
    let expected = "1,234 entries of its file left out: a.txt:1; a.txt:2; a.txt:3; ...";
    assert!(said(&output.stdout).replace('\n', " ").contains(expected), "{}", said(&output.stdout));
    for name in ["README.md", "index.html"] {
        assert!(fs::read_to_string(folder.join(name)).unwrap().contains(expected), "{name}");
    }
}
