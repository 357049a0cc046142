//! The module as a script uses it: `node.js` sends it requests, in Node.

use std::env;
use std::io::{self, Write};
use std::path::Path;
use std::process::Command;

const TARGET: &str = "wasm32-unknown-unknown";

#[test]
fn a_script_is_answered() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    if let Some(lack) = lack() {
        // A test that passes does not show the output of `println!`.
        writeln!(io::stderr(), "skipped, the module is not asked: {lack}").unwrap();
        let in_ci = env::var_os("CI").is_some_and(|ci| ci == "true");
        assert!(!in_ci || !runs_node(), "in CI, where Node is, the module has to be asked");
        return;
    }
    let mut task = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    task.args(["run", "--quiet", "--package", "xtask", "--", "module"]);
    let built = task.current_dir(here).output().unwrap();
    let [module, said] = [built.stdout, built.stderr].map(|text| String::from_utf8(text).unwrap());
    assert!(built.status.success(), "the module does not compile: {said}");

    let mut script = Command::new("node");
    let output = script.arg(here.join("tests/node.js")).arg(module.trim_end()).output().unwrap();
    let [said, complaint] =
        [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    assert!(output.status.success(), "{said}{complaint}");
    assert!(said.ends_with("solvers asked\n"), "{said}");
}

/// Returns what is missing on this machine, and how to get it; `None` if nothing is.
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
