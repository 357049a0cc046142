//! Judges the sentences of pages and documents by the references.

use std::sync::LazyLock;

use sudoku_judge::claims::{read_sentences, sentences, wrong_sentences};

use super::common::references;

/// Checks of made-up sentences. The first two are right.
const MADE_UP: &str = r#"
[[page]]
file = "README.md"
solvers = { fused = "brute-scan/fused", three = "brute-scan/three-loops" }

[[page.check]]
sentence = "Sudoku Lab"
figure = "fused.placements / three.placements"
equals = 1
on = ["easy", "hard"]

[[page.check]]
sentence = "Sudoku\n  Lab"
figure = "fused.placements / three.placements"
at_least = 1
on = ["easy", "hard"]
most = true

[[page.check]]
sentence = "Sudoku"
figure = "fused.placements / three.placements"
above = 1
on = ["easy", "hard"]

[[page.check]]
sentence = "Lab"
figure = "fused.placements / three.placements"
above = 1
on = ["easy", "hard"]
most = true

[[page.check]]
sentence = "Sudoku Labyrinth"
figure = "fused.placements / three.placements"
equals = 1
on = ["easy"]

[[page.check]]
sentence = "Sudoku Lab"
figure = "fused.placements / three.placements"
equals = 1
on = ["contradictory"]
"#;

/// The mistakes in the sentences of the pages and with those that are made up, in one reading of
/// the references.
fn wrong() -> (&'static [String], &'static [String]) {
    static WRONG: LazyLock<(Vec<String>, Vec<String>)> = LazyLock::new(|| {
        let all = [sentences().unwrap(), read_sentences(MADE_UP).unwrap()].concat();
        let wrong = wrong_sentences(&all, references()).unwrap();
        wrong.into_iter().partition(|wrong| !wrong.starts_with("README.md: “"))
    });
    (&WRONG.0, &WRONG.1)
}

#[test]
fn every_sentence_is_true_on_every_reference() {
    let (wrong, _) = wrong();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_false_sentence_names_page_reference_set_and_figure() {
    let (_, wrong) = wrong();
    let is_false = |sentence: &str| -> Vec<&String> {
        let begins = format!("README.md: “{sentence}”: is false");
        wrong.iter().filter(|wrong| wrong.starts_with(&begins)).collect()
    };
    let all = references().all();
    let name = all[0].folder.root().file_name().unwrap().to_string_lossy();
    let expected = format!(
        "README.md: “Sudoku”: is false in the reference {name}: fused.placements / \
         three.placements should be above 1, and is 1 on easy, 1 on hard"
    );
    assert!(is_false("Sudoku").len() == all.len() && *is_false("Sudoku")[0] == expected);
    assert!(is_false("Lab")[0].contains("above 1 on more than half of the sets, and is"));
}

#[test]
fn a_sentence_that_is_not_in_its_file_or_that_no_reference_can_judge_is_a_mistake() {
    let (_, wrong) = wrong();
    let others = wrong.iter().filter(|wrong| !wrong.contains("is false in"));
    let others: Vec<&str> = others.map(String::as_str).collect();
    assert_eq!(others[0], "README.md: “Sudoku Labyrinth”: does not stand in the file");
    assert!(others[1].contains("no reference has fused.placements"), "{others:?}");
    assert_eq!(others.len(), 2);
}

#[test]
fn mistakes_in_the_file_have_their_line() {
    let wrong = |check: &str| {
        let text = format!("[[page]]\nfile = \"a\"\nsolvers = {{}}\n[[page.check]]\n{check}\n");
        read_sentences(&text).unwrap_err().to_string()
    };
    let figure = "figure = \"blanks\"\nbelow = 1\non = [\"easy\"]";
    let file = "crates/judge/claims/checks.toml";
    assert_eq!(wrong(figure), format!("{file}:5:10: this check needs a `sentence`"));
}
