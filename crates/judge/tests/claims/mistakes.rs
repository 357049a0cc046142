//! Every mistake in a file of claims is an error with its line.

use sudoku_judge::claims::{Claim, ClaimError};

/// The publication, placed after the claims so that their lines are counted from 1.
const PUBLICATION: &str = r#"
[publication]
title = "Any"
author = "unknown"
year = "unknown"
address = "unknown"
"#;

/// A claim without a mistake.
const CLAIM: &str = r#"[[claim]]
id = "009-any"
place = "somewhere"
says = "Less is more."
reading = "Fewer of these."
solvers = { a = "bitmask/cursor", b = "bitmask/blank-list" }

[[claim.test]]
figure = "a.checks / b.checks"
below = 1
on = ["easy", "searched"]

[[claim.because]]
says = "So it is."
figure = "a.calls"
against = "b.calls"
pooled = true
at_least = 1
on = ["easy"]
"#;

fn read(claims: &str) -> Result<Vec<Claim>, ClaimError> {
    sudoku_judge::claims::read("009", &format!("{claims}{PUBLICATION}"))
}

fn mistake(from: &str, to: &str) -> (usize, String) {
    assert_eq!(CLAIM.matches(from).count(), 1, "{from}");
    let ClaimError { file, line, message, .. } = read(&CLAIM.replace(from, to)).unwrap_err();
    assert_eq!(file, "crates/judge/claims/009.toml");
    (line, message)
}

fn says(from: &str, to: &str, line: usize, message: &str) {
    let (at, said) = mistake(from, to);
    assert!(said.contains(message), "{said}");
    assert_eq!(at, line, "{said}");
}

#[test]
fn without_a_mistake_it_is_read() {
    let claims = read(CLAIM).unwrap();
    assert_eq!(claims.len(), 1);
    assert_eq!((&*claims[0].publication.key, &*claims[0].publication.title), ("009", "Any"));
    assert_eq!(claims[0].tests[0].corpora[..2], ["easy", "leetcode-37"]);
    assert_eq!(claims[0].tests[0].solvers(), ["bitmask/cursor", "bitmask/blank-list"]);
    let proofs = read(&CLAIM.replace("\"searched\"", "\"hard+unique\"")).unwrap();
    assert_eq!(proofs[0].tests[0].corpora, ["easy", "hard+unique"]);
}

#[test]
fn unknown_names_are_answered_with_the_nearest() {
    says("\"easy\", \"searched\"", "\"eazy\"", 11, "the nearest is `easy`");
    says("\"searched\"]", "\"serched\"]", 11, "the nearest is `searched`");
    says("\"easy\", \"searched\"", "\"eazy+unique\"", 11, "the nearest is `easy`");
    says("a.checks", "a.cheks", 9, "no measure is called `cheks`; the nearest is `checks`");
    says("/ b.checks", "/ bb.checks", 9, "no solver of this claim is called `bb`");
    says("a.checks", "blank", 9, "the nearest is `blanks`");
    says("\"a.calls\"", "\"a.calls + blanc\"", 15, "the nearest is `blanks`");
    says("below = 1", "bellow = 1", 10, "unknown field `bellow`, expected one of `says`, ");
    says("place = ", "plac = ", 3, "unknown field `plac`, expected one of `id`, `place`, ");
    says(
        "on = [\"easy\", ",
        "puzzles = \"meen\"\non = [\"easy\", ",
        11,
        "unknown variant `meen`, expected one of ",
    );
}

#[test]
fn a_mistake_is_reported_with_its_place() {
    let error = |from: &str, to: &str| read(&CLAIM.replace(from, to)).unwrap_err().to_string();
    let file = "crates/judge/claims/009.toml";
    let cheks = "no measure is called `cheks`; the nearest is `checks` (character 1 of";
    let wrong = error("a.checks", "a.cheks");
    assert!(wrong.starts_with(&format!("{file}:9:10: {cheks}")), "{wrong}");
    let wrong = error("\"Less is more.\"", "\"\u{e4}\", plus");
    assert!(wrong.starts_with(&format!("{file}:4:11: ")), "characters, not bytes: {wrong}");
    let wrong = error("reading = \"Fewer of these.\"\n", "");
    assert!(wrong.starts_with(&format!("{file}:1:1: missing field `reading`")), "{wrong}");
}

#[test]
fn missing_and_surplus_fields_are_named() {
    says("below = 1\n", "", 9, "a test needs one of `below`");
    says("below = 1\n", "below = 1\nabove = 2\n", 9, "a test needs one of `below`");
    says("on = [\"easy\", \"searched\"]", "on = []", 11, "a test needs a corpus");
    says("says = \"So it is.\"\n", "", 14, "this test needs a `says`");
    says("reading = \"Fewer of these.\"\n", "", 1, "missing field `reading`");
    says("pooled = true", "puzzles = \"mean\"", 17, "no `puzzles` here");
    says("id = \"009-any\"", "id = \"any\"", 2, "should begin with `009-`");
    let nowhere = sudoku_judge::claims::read("009", CLAIM).unwrap_err().message;
    assert!(nowhere.contains("missing field `publication`"), "{nowhere}");
    let twice = format!("{CLAIM}\n{CLAIM}");
    let error = read(&twice).unwrap_err();
    assert_eq!((error.line, error.message.as_str()), (22, "a second claim `009-any`"));
    let several = CLAIM.replace("[[claim.because]]\nsays = \"So it is.\"\n", "[[claim.test]]\n");
    assert_eq!(read(&several).unwrap_err().message, "this test needs a `says`");
    let none = read(&CLAIM.replace("[[claim.test]]", "[[claim.because]]"));
    assert!(none.unwrap_err().message.contains("missing field `test`"));
}

#[test]
fn figures_that_mean_nothing_are_refused() {
    let times = "`time` is compared as `a.time / b.time`";
    says("a.checks / b.checks", "a.time", 9, times);
    says("a.checks / b.checks", "a.time / b.checks", 9, times);
    says("against = \"b.calls\"", "against = \"b.time\"", 16, times);
    says("a.checks / b.checks", "a.stack_bytes / blanks", 9, "not summed over puzzles");
    says("a.checks / b.checks", "a.checks /", 9, "it ends where a number");
    says("a.checks / b.checks", "a.checks b.checks", 9, "(character 10 of `a.checks b.checks`)");
    let deep = format!("{}1", "(".repeat(100_000));
    says("a.checks / b.checks", "\u{e4}", 9, "(character 1 of `\u{e4}`)");
    says("a.checks / b.checks", &deep, 9, "more than 400 characters");
    says("below = 1\n", "below = \"one\"\n", 10, "invalid type");
    says("[[claim]]\n", "[[claim]\n", 1, "");
}
