//! The module as a script sees it: `node.js` asks it, in Node.

use std::env;
use std::io::{self, Write};
use std::path::Path;
use std::process::Command;

const TARGET: &str = "wasm32-unknown-unknown";

#[test]
fn a_script_is_answered() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    if let Some(lack) = lack() {
        // The output of `println!` is not shown for a passing test.
        writeln!(io::stderr(), "skipped, the module is not asked: {lack}").unwrap();
        let in_ci = env::var_os("CI").is_some_and(|ci| ci == "true");
        assert!(!in_ci || !runs_node(), "in CI, where Node is, the module has to be asked");
        return;
    }
    let mut build = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    build.args(["build", "--quiet", "--package", "sudoku-web", "--profile", "web"]);
    let status = build.args(["--target", TARGET]).current_dir(here).status().unwrap();
    assert!(status.success(), "the module does not compile");

    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let module = target.join(TARGET).join("web/sudoku_web.wasm");
    let output = Command::new("node").arg(here.join("tests/node.js")).arg(module).output().unwrap();
    let [said, complaint] =
        [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    assert!(output.status.success(), "{said}{complaint}");
    assert!(said.ends_with("solvers asked\n"), "{said}");
}

/// Says what is missing on this machine, and how to get it.
fn lack() -> Option<&'static str> {
    let mut rustc = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    let libraries = rustc.args(["--print", "target-libdir", "--target", TARGET]).output();
    let libraries =
        libraries.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    if !libraries.is_ok_and(|libraries| Path::new(&libraries).is_dir()) {
        return Some("the module cannot be compiled: rustup target add wasm32-unknown-unknown");
    }
    (!runs_node()).then_some("Node is not installed")
}

fn runs_node() -> bool {
    Command::new("node").arg("--version").output().is_ok()
}
