//! The program, run as people and the xtask run it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sudoku-show")).args(arguments).output().unwrap()
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
    let output = run(&[&given]);
    assert!(output.status.success(), "{}", said(&output.stderr));
    assert_eq!(said(&output.stdout), format!("{given}/index.html\n"));
    assert!(folder.join("index.html").is_file());

    for (length, long) in [("--terminal", false), ("--long", true)] {
        let output = run(&[length, &given]);
        let text = said(&output.stdout);
        assert!(
            text.contains("On finished, scan-from-start/fused is 4.29 times as fast"),
            "{text}"
        );
        assert!(text.contains("bitmask/blank-list"), "{text}");
        assert_eq!(text.lines().last(), Some(format!("{given}/index.html").as_str()));
        for part in ["Mean thread CPU time per puzzle, and in", "What the sources say:\n"] {
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
    let output = run(&[given, "--chart", "time", "--sets", "finished,none"]);
    let [svg, png] = ["svg", "png"].map(|end| format!("{given}/time-finished-none.{end}"));
    assert_eq!(said(&output.stdout), format!("{svg}\n{png}\n"), "{}", said(&output.stderr));
    assert!(fs::read_to_string(svg).unwrap().contains(">finished</text>"));
    assert!(fs::read(png).unwrap().starts_with(b"\x89PNG"));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), before + 2, "nothing else is written");
    for (arguments, why) in [
        (&["--chart", "tmie"][..], "there is no chart `tmie`; there are ladder, time, "),
        (&["--chart", "time", "--sets", "hrad"], "there is no set `hrad`; there are "),
        (&["--chart", "placement", "--sets", "finished"], "the run has no data for the chart"),
        (&["--sets", "none"], "--sets needs --chart"),
    ] {
        let output = run(&[&[given], arguments].concat());
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
    assert!(text(&["claims", &cut], 1).starts_with(words));
    assert!(text(&["claims", &cut, "004-cursor"], 1).starts_with(words));
    let gate = text(&["gate", &cut], 1);
    assert!(gate.starts_with("The gate is CLOSED: the run is unfinished"), "{gate}");
    assert!(gate.contains(&format!("\n\n{words}\n\n")), "{gate}");
    assert!(text(&["compare", &cut, whole], 1).contains(&format!("\nBefore: {words}\n")));
    assert!(text(&["compare", whole, &cut], 1).contains(&format!("\nAfter: {words}\n")));
    run(&[&cut]);
    let report = fs::read_to_string(Path::new(&cut).join("README.md")).unwrap();
    assert!(report.replace("\n> ", " ").contains("UNFINISHED"), "{report}");
    for arguments in [&["claims", whole][..], &["gate", whole], &["compare", whole, whole]] {
        assert!(!text(arguments, 0).to_lowercase().contains("unfinished"), "{arguments:?}");
    }
}

#[test]
fn a_summary_has_the_whole_judgement_and_the_tables() {
    let folder = folder("summary");
    fs::write(folder.join("README.md"), "![a chart](x.svg)\n| a table |\n").unwrap();
    let (folder, summary) = (folder.to_str().unwrap(), folder.join("summary.md"));
    fs::write(&summary, "Before.\n").unwrap();
    let output = run(&["gate", folder, "--summary", summary.to_str().unwrap()]);
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
fn a_run_is_spliced_into_a_document() {
    let folder = folder("spliced");
    let document = folder.join("DOCUMENT.md");
    let (begin, end) = ("<!-- run: begin -->", "<!-- run: end -->");
    fs::write(&document, format!("# Before\n\n{begin}\nold\n{end}\n\nAfter.\n")).unwrap();
    let splice = || {
        let output = run(&[folder.to_str().unwrap(), "--splice", document.to_str().unwrap()]);
        (output.status.code(), said(&output.stderr))
    };
    assert_eq!(splice(), (Some(0), String::new()));
    let once = fs::read_to_string(&document).unwrap();
    assert!(once.starts_with(&format!("# Before\n\n{begin}\n\n![On ")), "{once}");
    assert!(once.ends_with(&format!("\n\n{end}\n\nAfter.\n")), "{once}");
    assert!(!once.contains("old") && once.contains("](charts/ladder.svg)"), "{once}");
    assert!(once.contains("[More of the run](README.md)"), "{once}");
    assert!(once.contains("| bitmask-singles/prefill |"), "{once}");
    assert_eq!(splice(), (Some(0), String::new()));
    assert_eq!(fs::read_to_string(&document).unwrap(), once, "again, it is the same");

    fs::write(&document, format!("{begin}\n{begin}\n{end}\n")).unwrap();
    let (code, error) = splice();
    assert_eq!(code, Some(2));
    assert!(error.contains("DOCUMENT.md:2: a second"), "{error}");
    assert!(fs::read_to_string(&document).unwrap().starts_with(begin), "it is left as it was");
}

#[test]
fn bad_usage_is_2() {
    for arguments in [
        &[][..],
        &["--fast", "x"],
        &["x", "y"],
        &["x", "--terminal=yes"],
        &["claims", "x", "y", "z"],
        &["needs", "x", "y"],
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty());
        assert!(said(&output.stderr).contains("usage: sudoku-show DIR"), "{arguments:?}");
    }
    let output = run(&["--help"]);
    assert!(output.status.success() && said(&output.stdout).contains("usage: sudoku-show DIR"));
}

#[test]
fn two_solvers_are_compared_puzzle_by_puzzle() {
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixture");
    let duel = |names: &[&str]| run(&[&["duel", fixture.to_str().unwrap()], names].concat());
    let ids = ["bitmask/blank-list", "brute-scan/three-loops"];
    let output = duel(&ids);
    assert!(output.status.success(), "{}", said(&output.stderr));
    let text = said(&output.stdout);
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    for set in ["finished", "leetcode-37", "effort-1e5", "none"] {
        assert!(text.lines().any(|line| line.starts_with(set)), "{set}: {text}");
    }
    let output = duel(&[ids[0], ids[1], "leetcode-37"]);
    assert!(said(&output.stdout).contains("Best for bitmask/blank-list:\n  leetcode-37.txt:"));
    for (names, meant) in
        [([ids[0], "brute-scan/three-loop", "none"], ids[1]), ([ids[0], ids[1], "nome"], "none")]
    {
        let output = duel(&names);
        assert_eq!(output.status.code(), Some(2), "{names:?}");
        assert!(said(&output.stderr).contains(&format!("did you mean `{meant}`?")), "{names:?}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn damaged_data_is_1_and_the_file_is_named() {
    let fails = |folder: &Path, file: &str, why: &str| {
        let output = run(&[folder.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(1), "{file}");
        let text = said(&output.stderr);
        assert!(text.contains(&folder.join(file).display().to_string()), "{text}");
        assert!(text.contains(why), "{text}");
        assert_eq!(text.lines().count(), 1, "{text}");
    };
    fails(Path::new("no-such-folder"), "raw/plan.json", "No such file");

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
        let output = run(&[folder.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(2), "{name}");
        assert!(said(&output.stderr).contains(&path.display().to_string()), "{name}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
        assert!(!folder.join("results.json").exists(), "{name}: nothing was written");
    }
    let folder = folder("again");
    for _ in 0..2 {
        assert!(run(&[folder.to_str().unwrap()]).status.success(), "its own are");
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
        let output = run(&["--terminal", folder.to_str().unwrap()]);
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
    let output = run(&[folder.to_str().unwrap()]);
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
    let output = run(&["--long", folder.to_str().unwrap()]);
    let expected = "1,234 entries of its file left out: a.txt:1; a.txt:2; a.txt:3; ...";
    assert!(said(&output.stdout).replace('\n', " ").contains(expected), "{}", said(&output.stdout));
    for name in ["README.md", "index.html"] {
        assert!(fs::read_to_string(folder.join(name)).unwrap().contains(expected), "{name}");
    }
}
