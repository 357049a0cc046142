//! Runs the commands in the Markdown and the solvers' descriptions, as pasted from a fresh clone.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

const DOCUMENTS: [&str; 2] = ["README.md", "CONTRIBUTING.md"];

/// Parts of commands that are not run, each with the reason.
const NOT_RUN: [(&str, &str); 10] = [
    ("cargo xtask bench", "it measures for minutes"),
    (
        "sudoku-lab race",
        "it starts programs that are not there; the tests of sudoku-lab-cli run theirs",
    ),
    ("cargo xtask count", "it is the second half of a measurement"),
    ("cargo xtask publish", "it writes into the repository"),
    (" --run", "it compiles the benches and measures"),
    ("cargo xtask test", "it would run this test"),
    ("tar -czf", "it packs a run, and there is none"),
    ("mutants", "it needs the network, and hours"),
    ("cargo deny", "it needs the network; every night runs it"),
    ("miri", "it needs a nightly toolchain, and minutes; every night runs it"),
];

fn top() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// Returns the lines of the `sh` blocks of a document, without their comments.
fn commands(markdown: &str) -> Vec<String> {
    let mut commands = Vec::new();
    let mut block = None;
    for line in markdown.lines() {
        match (block, line.strip_prefix("```")) {
            (None, Some(language)) => block = Some(language),
            (Some(_), Some(_)) => block = None,
            (Some("sh"), None) => commands.push(line.split(" #").next().unwrap().trim().to_owned()),
            _ => {}
        }
    }
    commands.retain(|command| !command.is_empty());
    commands
}

/// Splits a command into words as a shell does. Quotes are single ones, and nothing is expanded.
fn words(command: &str) -> Vec<String> {
    let quoted = command.split('\'').enumerate();
    let parts = quoted.flat_map(|(at, part)| match at % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect(),
        _ => vec![part.to_owned()],
    });
    parts.collect()
}

/// Returns the descriptions of the solvers, as Markdown.
fn descriptions() -> Vec<String> {
    let crates = fs::read_dir(top().join("crates")).unwrap();
    let files = crates.flat_map(|folder| fs::read_dir(folder.unwrap().path().join("src")).unwrap());
    let texts = files.filter_map(|file| fs::read_to_string(file.unwrap().path()).ok());
    let solvers = texts.filter(|text| text.contains("/// # Question\n"));
    let description = |text: String| {
        let lines = text.lines().filter_map(|line| line.strip_prefix("///"));
        lines.flat_map(|line| [line.trim_start(), "\n"]).collect()
    };
    solvers.map(description).collect()
}

#[test]
fn commands_are_taken_apart_as_a_shell_does() {
    let markdown = "text\n\n```sh\na -- b  # c\n\nd 'e */f' g\n```\n```text\nx\n```\n";
    assert_eq!(commands(markdown), ["a -- b", "d 'e */f' g"]);
    assert_eq!(words("d 'e */f' g"), ["d", "e */f", "g"]);
}

/// Copies the files of the work tree that git tracks, and nothing else: no earlier run, no file of
/// the user's own.
fn clone() -> PathBuf {
    let clone = Path::new(env!("CARGO_TARGET_TMPDIR")).join("clone");
    let _ = fs::remove_dir_all(&clone);
    let listed = Command::new("git").args(["ls-files", "-z"]).current_dir(top()).output().unwrap();
    assert!(listed.status.success(), "{}", String::from_utf8_lossy(&listed.stderr));
    let files = String::from_utf8(listed.stdout).unwrap();
    for file in files.split_terminator('\0').filter(|file| top().join(file).is_file()) {
        let to = clone.join(file);
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::copy(top().join(file), to).unwrap();
    }
    clone
}

/// Compiles the program, unless `cargo xtask test` has just done so.
fn compile_lab() {
    if env::var_os("SUDOKU_LAB_COMPILED").is_none() {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["build", "--quiet", "--package", "sudoku-lab-cli"]);
        assert!(cargo.current_dir(top()).status().unwrap().success());
    }
}

/// Runs a command in the clone, but with the programs that are compiled in this repository already: as
/// the tests are, which prints the same.
fn run_in(clone: &Path, command: &str) -> String {
    let words = words(command);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let xtask = Path::new(env!("CARGO_BIN_EXE_xtask"));
    let lab = xtask.with_file_name(format!("sudoku-lab{}", env::consts::EXE_SUFFIX));
    let (program, arguments) = match words.as_slice() {
        ["cargo", "run", "--release", "--", arguments @ ..] => (&*lab, arguments),
        // The alias in `.cargo/config.toml`.
        ["cargo", "xtask", arguments @ ..] => (xtask, arguments),
        _ => panic!("`{command}`: run it here, or say why not"),
    };
    let output = Command::new(program).args(arguments).current_dir(clone).output().unwrap();
    let [printed, said] =
        [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    // A run in reports/latest may have other verdicts than the references; then the code is 1.
    let judged = words.contains(&"claims") && printed.lines().count() > 1;
    let well = output.status.success() || judged && output.status.code() == Some(1);
    assert!(well, "`{command}` ({}): {said}", output.status);
    printed.into_owned()
}

/// Returns each block `sh` that a block `text` follows, with that text.
fn examples(markdown: &str) -> Vec<(&str, &str)> {
    let blocks: Vec<&str> = markdown.split("```").collect();
    let of = |block: &'_ str, language| block.strip_prefix(language).map(str::len);
    let pairs = blocks.windows(3).filter(|three| three[1].trim().is_empty());
    let pairs = pairs.filter(|three| of(three[0], "sh\n").and(of(three[2], "text\n")).is_some());
    pairs.map(|three| (three[0][3..].trim(), &three[2][5..])).collect()
}

/// Whether a text is what an example says: `…` stands for any number of lines.
fn is_as_said(printed: &str, said: &str) -> bool {
    let mut rest = printed;
    let mut is_first = true;
    for part in said.split("…\n") {
        let Some(at) = rest.find(part).filter(|&at| at == 0 || !is_first) else { return false };
        (rest, is_first) = (&rest[at + part.len()..], false);
    }
    rest.is_empty() || said.ends_with("…\n")
}

#[test]
fn the_tutorial_prints_what_it_says() {
    assert!(is_as_said("a\nb\nc\n", "a\n…\nc\n") && is_as_said("a\nb\n", "a\n…\n"));
    assert!(!is_as_said("a\nb\n", "b\n…\n") && !is_as_said("a\nb\n", "a\n"));
    compile_lab();
    let text = fs::read_to_string(top().join("docs/TUTORIAL.md")).unwrap();
    let examples = examples(&text);
    assert_eq!(examples.len(), text.matches("```text\n").count());
    for (command, said) in examples {
        let printed = run_in(top(), command);
        assert!(is_as_said(&printed, said), "`{command}` prints:\n{printed}");
    }
}

#[test]
fn every_command_in_the_documents_runs_as_pasted() {
    compile_lab();
    let clone = clone();
    let docs = fs::read_dir(clone.join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let documents = DOCUMENTS.iter().map(|name| clone.join(name)).chain(docs);
    let texts = documents.map(|path| fs::read_to_string(path).unwrap()).chain(descriptions());
    let mut all: Vec<String> = texts.flat_map(|text| commands(&text)).collect();
    all.sort_unstable();
    all.dedup();
    for (part, why) in NOT_RUN {
        let some = all.iter().any(|command| command.contains(part));
        assert!(some, "no command contains `{part}` any more: `{why}` excuses nothing");
    }
    let excused = |command: &&String| NOT_RUN.iter().any(|(part, _)| command.contains(part));
    let run: Vec<&String> = all.iter().filter(|command| !excused(command)).collect();
    assert!(run.len() > 10, "{run:?}");
    for command in run {
        run_in(&clone, command);
    }
}
