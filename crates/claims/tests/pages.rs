//! Judges the sentences of pages and documents by the references.

mod common;

use sudoku_claims::{read_sentences, sentences, wrong_sentences};

use common::references;

/// The mistakes of one check of a sentence of the README.
fn mistakes(check: &str) -> Vec<String> {
    let text = format!(
        "[[page]]\nfile = \"README.md\"\nsolvers = {{ fused = \"brute-scan/fused\", three = \
         \"brute-scan/three-loops\" }}\n\n[[page.check]]\n{check}\n"
    );
    wrong_sentences(&read_sentences(&text).unwrap(), references()).unwrap()
}

#[test]
fn every_sentence_is_true_on_every_reference() {
    let wrong = wrong_sentences(&sentences().unwrap(), references()).unwrap();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_false_sentence_names_page_reference_set_and_figure() {
    let check = |bound: &str| {
        mistakes(&format!(
            "sentence = \"Sudoku Lab\"\nfigure = \"fused.nodes / three.nodes\"\non = [\"easy\", \
             \"hard\"]\n{bound}"
        ))
    };
    assert_eq!(check("equals = 1"), [""; 0]);
    let wrong = check("above = 1");
    assert_eq!(wrong.len(), references().all().len(), "{wrong:?}");
    let name = references().all()[0].folder.root().file_name().unwrap().to_string_lossy();
    let expected = format!(
        "README.md: “Sudoku Lab”: is false in the reference {name}: fused.nodes / three.nodes \
         should be above 1, and is 1 on easy, 1 on hard"
    );
    assert_eq!(wrong[0], expected);
    assert_eq!(check("at_least = 1\nmost = true"), [""; 0]);
    assert!(check("above = 1\nmost = true")[0].contains("on more than half of the sets"));
}

#[test]
fn a_sentence_that_is_not_in_its_file_is_a_mistake() {
    let said = |sentence: &str| {
        mistakes(&format!(
            "sentence = \"{sentence}\"\nfigure = \"fused.nodes / three.nodes\"\nequals = 1\non = \
             [\"easy\"]"
        ))
    };
    assert_eq!(said("Sudoku\\n  Lab"), [""; 0], "white space does not matter");
    assert_eq!(said("Sudoku Labyrinth").len(), 1);
}

#[test]
fn a_sentence_that_no_reference_can_judge_is_a_mistake() {
    let wrong = mistakes(
        "sentence = \"Sudoku Lab\"\nfigure = \"fused.time / three.time\"\nbelow = 1\non = \
         [\"finished\"]",
    );
    assert!(wrong.len() == 1 && wrong[0].contains("no reference has fused.time"), "{wrong:?}");
}

#[test]
fn mistakes_in_the_file_have_their_line() {
    let wrong = |check: &str| {
        let text = format!("[[page]]\nfile = \"a\"\nsolvers = {{}}\n[[page.check]]\n{check}\n");
        read_sentences(&text).unwrap_err().to_string()
    };
    let figure = "figure = \"blanks\"\nbelow = 1\non = [\"easy\"]";
    let file = "crates/claims/claims/checks.toml";
    assert_eq!(wrong(figure), format!("{file}:5:10: this check needs a `sentence`"));
    let expecting = format!("{figure}\nsentence = \"a\"\nexpect = {{ holds = [\"easy\"] }}");
    assert_eq!(wrong(&expecting), format!("{file}:9:10: a sentence is true: it has no `expect`"));
}
