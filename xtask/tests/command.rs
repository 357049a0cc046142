//! The command line of the tasks.

use std::path::Path;
use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Output {
    let mut xtask = Command::new(env!("CARGO_BIN_EXE_xtask"));
    xtask.args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap()
}

/// Makes a call that must be refused with exit code 2; returns its standard error.
fn refused(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn help_is_printed_wherever_it_is_asked_for_and_begins_with_what_a_visitor_needs() {
    let printed = |arguments: &[&str]| {
        let output = run(arguments);
        assert!(output.status.success() && output.stderr.is_empty(), "{arguments:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let list = printed(&["help"]);
    for arguments in [&[][..], &["--help"], &["-h"]] {
        assert_eq!(printed(arguments), list, "{arguments:?}");
    }
    let tasks = list.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let tasks: Vec<&str> =
        tasks.filter(|task| !task.is_empty() && !task.starts_with('-')).collect();
    assert_eq!(tasks[..5], ["bench", "claims", "duel", "compare", "report"], "{list}");
    assert!(tasks.contains(&"size") && !tasks.contains(&"pages"), "{list}");
    let oracle = printed(&["help", "oracle"]);
    assert!(oracle.contains("\nUsage: cargo xtask oracle [OPTIONS] <DIR>\n"), "{oracle}");
    assert_eq!(printed(&["oracle", "x", "--help"]), oracle);
}

#[test]
fn a_mistyped_name_is_answered_with_the_nearest() {
    for (arguments, nearest) in [
        (&["bnech"][..], "'bench'"),
        (&["help", "bnech"], "'bench'"),
        (&["recount", "--chekc"], "'--check'"),
    ] {
        let said = refused(arguments);
        assert!(said.contains("similar") && said.contains(nearest), "{said}");
    }
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
