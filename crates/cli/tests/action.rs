//! The action that races a program in the CI of its own repository: its script, run here.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const LAB: &str = env!("CARGO_BIN_EXE_sudoku-lab");

/// A repository in which every commit has a program that starts another solver.
struct Repository(PathBuf);

impl Repository {
    fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let repository = Self(folder);
        repository.git("init --quiet");
        repository
    }

    fn git(&self, words: &str) {
        let author = ["-c", "user.name=a", "-c", "user.email=a@example.org"];
        let git =
            Command::new("git").args(author).args(words.split(' ')).current_dir(&self.0).status();
        assert!(git.unwrap().success(), "git {words}");
    }

    fn commit(&self, solver: &str) {
        fs::write(self.0.join("solver"), solver).unwrap();
        self.git("add solver");
        self.git("commit --quiet --message a");
    }

    /// Runs the script against an older commit. Returns the exit code, what is printed, and the summary.
    fn race(&self, base: &str) -> (Option<i32>, String, String) {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.github/race/race.sh");
        let summary = self.0.join("summary.md");
        let build = format!(
            "cat solver && echo '{LAB} solve --solver '$(cat solver)' --format line -' > built.sh"
        );
        let output = Command::new("bash")
            .arg(script)
            .current_dir(&self.0)
            .envs([("LAB", LAB), ("PROGRAM", "bash built.sh"), ("PUZZLES", "easy")])
            .envs([("BUILD", &*build), ("SLOWER", "50"), ("BASE", base)])
            .env("GITHUB_STEP_SUMMARY", &summary)
            .output()
            .unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        (output.status.code(), said, fs::read_to_string(summary).unwrap_or_default())
    }
}

#[test]
fn a_program_is_raced_against_the_one_of_an_older_commit() {
    let repository = Repository::new("action");
    repository.commit("bands/bivalue");
    let (code, said, summary) = repository.race("");
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("no older commit to compare with"), "{said}");
    assert!(summary.contains("new takes ") && !summary.contains("old"), "{summary}");

    repository.commit("bitmask/cursor");
    let (code, said, summary) = repository.race("HEAD~1");
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("SLOWER: new takes "), "{said}");
    assert!(summary.contains("**SLOWER: new takes "), "{summary}");
    assert!(summary.contains(" times as long as old and "), "{summary}");
    assert!(summary.lines().count() <= 60, "{summary}");

    // The commit that adds the program has none before it.
    let repository = Repository::new("action-first");
    repository.git("commit --quiet --allow-empty --message a");
    repository.commit("bands/bivalue");
    let (code, said, summary) = repository.race("HEAD~1");
    assert_eq!(code, Some(0), "{said}");
    assert!(summary.contains("does not build at the older commit HEAD~1"), "{summary}");
    assert!(summary.contains("new takes "), "{summary}");
}
