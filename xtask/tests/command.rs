//! Errors that are reported before anything is compiled: wrong folders and baselines, whose paths
//! begin at the folder of the user.

use std::path::Path;
use std::process::Command;

/// Makes a call in this folder that must be refused with exit code 2; returns its standard error.
fn refused(arguments: &[&str]) -> String {
    let mut xtask = Command::new(env!("CARGO_BIN_EXE_xtask"));
    // Tests are compiled with other flags (xtask/src/ci.rs).
    xtask.env_remove("RUSTFLAGS");
    let output = xtask.args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!said.contains("compiling"), "{arguments:?}: {said}");
    said
}

#[test]
fn folders_are_those_where_the_user_stands_and_hold_a_run() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let shown = |name: &str| here.join(name).display().to_string();
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
    assert!(here.join("src/main.rs").is_file() && !here.join("src/sudoku-lab.run").exists());
    assert!(refused(&["report", "none"]).contains(&shown("none")));
    let counts = refused(&["claims", "--counts", "none.parquet"]);
    assert!(counts.contains(&format!("{}: no such file", shown("none.parquet"))), "{counts}");
    let both = refused(&["claims", "--counts", "src", "--run"]);
    assert!(both.contains("--counts takes the place of a run"), "{both}");
    assert!(refused(&["duel", "bands/impact"]).contains("duel needs two solvers"));
    assert!(refused(&["race", "easy"]).contains("race needs a program and a file"));
}

#[test]
fn help_is_printed_wherever_it_is_asked_for() {
    let printed = |arguments: &[&str]| {
        let mut xtask = Command::new(env!("CARGO_BIN_EXE_xtask"));
        // Tests are compiled with other flags (xtask/src/ci.rs).
        xtask.env_remove("RUSTFLAGS");
        let output = xtask.args(arguments).output().unwrap();
        assert!(output.status.success() && output.stderr.is_empty(), "{arguments:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let bench = printed(&["help", "bench"]);
    assert!(bench.contains("\nUsage: cargo xtask bench [OPTIONS]\n"), "{bench}");
    assert_eq!(printed(&["bench", "--help"]), bench);
    assert_eq!(printed(&["bench", "--quick", "-h"]), bench);
    let list = printed(&["help"]);
    assert!(list.contains("\n  bench ") && list.contains("\n  size "), "{list}");
    for arguments in [&[][..], &["--help"], &["-h"]] {
        assert_eq!(printed(arguments), list, "{arguments:?}");
    }
}

#[test]
fn a_mistyped_name_is_answered_with_the_nearest() {
    for (arguments, said) in [
        (&["bnech"][..], "no task `bnech`; did you mean `bench`?"),
        (&["help", "bnech"], "no task `bnech`; did you mean `bench`?"),
        (&["bench", "--quik"], "bench has no option `--quik`; did you mean `--quick`?"),
        (&["duel", "--corpsu", "x"], "duel has no option `--corpsu`; did you mean `--corpus`?"),
    ] {
        assert!(refused(arguments).contains(said), "{arguments:?}");
    }
}

#[test]
fn a_baseline_is_there_or_free() {
    assert!(refused(&["bench", "--quick", "--baseline", "no-such"]).contains("no-such"));
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("baseline");
    let out = out.to_str().unwrap();
    let said = refused(&["bench", "--quick", "--out", out, "--save-baseline", "counts"]);
    assert!(!Path::new(out).exists(), "what was opened in vain is gone");
    assert!(said.contains("no run of Sudoku Lab"), "the committed counts are no baseline: {said}");
}

#[test]
fn a_new_solver_gets_a_name_of_its_own_in_a_family() {
    for (arguments, expected) in [
        (&["new-solver", "bitmask", "cursor"], "crates/bitmask/src/cursor.rs exists already"),
        (&["new-solver", "core", "new"], "crates/core is no family of solvers"),
        (&["new-solver", "bitmask", "New"], "`New` is not a name like `blank-list`"),
    ] {
        assert!(refused(arguments).contains(expected), "{arguments:?}");
    }
    let core = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("crates/core/src/new.rs");
    assert!(!core.exists());
}

#[test]
fn commits_are_known_before_anything_is_built() {
    for commits in [["no-such", "HEAD"], ["HEAD", "no-such"]] {
        let said = refused(&[&["compare", "--rev"], &commits[..]].concat());
        assert!(said.contains("`no-such` is no commit"), "{said}");
    }
}

#[test]
fn a_name_that_is_empty_asks_for_nothing() {
    for option in ["--solver", "--corpus"] {
        for task in ["bench", "count"] {
            let said = refused(&[task, option, ""]);
            assert!(said.contains(&format!("{option} needs a name")), "{said}");
        }
    }
}
