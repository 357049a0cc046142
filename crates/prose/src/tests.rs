//! Tests the marks of small texts.

use super::*;

fn shown<'a>(path: &str, text: &'a str) -> Vec<(String, &'a str)> {
    let entries = Prose::of(path, text).entries().unwrap();
    entries.into_iter().filter_map(|entry| Some((entry.query, &text[entry.place?]))).collect()
}

fn pair(query: &str, text: &'static str) -> (String, &'static str) {
    (query.to_owned(), text)
}

fn mistake(text: &str) -> String {
    let mistakes = Prose::of("a.md", text).entries().unwrap_err();
    let [Mistake { line, message }] = &mistakes[..] else { panic!("{mistakes:?}") };
    format!("{line}: {message}")
}

const PAGE: &str = "\
//! A page of 9 cells.

/// # The 7 ideas
///
/// It takes 0.69 of the time of [`Bivalue`](crate::Bivalue9) on `effort-1e6`, and 1,234 guesses for
/// 81 cells of a 17-clue puzzle.
/// <!-- figures: a.time / b.time on hard; a.guesses
/// on minimal; 81; check a.guesses on easy below 9 -->
///
/// | time | 0.31 (`easy`) to
/// | more | 2.5 % |
/// <!-- figures: range named a.time on easy; 2.5 = by definition -->
const A: f64 = 0.25;
";

#[test]
fn every_number_of_a_marked_paragraph_belongs_to_an_entry() {
    let found = shown("crates/a/src/b.rs", PAGE);
    let expected = [
        pair("a.time / b.time on hard", "0.69"),
        pair("a.guesses on minimal", "1,234"),
        pair("range named a.time on easy", "0.31 (`easy`)"),
    ];
    assert_eq!(found, expected);
    let all = Prose::of("crates/a/src/b.rs", PAGE).entries().unwrap();
    let check = all.iter().find(|entry| entry.place.is_none()).unwrap();
    assert_eq!((check.line, &*check.query), (5, "a.guesses on easy below 9"));
    assert_eq!(all[0].line, 5);
}

#[test]
fn shapes_own_what_belongs_to_them() {
    let one = |query: &str, text: &str| {
        let text = format!("Takes {text} and 5.\n<!-- figures: {query}; 5 -->\n");
        let found = shown("a.md", &text);
        found[0].1.to_owned()
    };
    for text in ["0.31", "0.31 to 0.9", "1,000 to 2e9"] {
        assert_eq!(one("range x on s", text), text);
    }
    for text in ["0.31 (`easy`)", "0.31 (`easy`) to\n0.89 (`a-b`)"] {
        assert_eq!(one("range named x on s", text), text);
    }
    for text in
        ["0.41", "0.41 on the `amd-zen-5`, 0.61 on the `xeon`", "1 on the `a`, 2 on\nthe `b`"]
    {
        assert_eq!(one("each x on s", text), text);
    }
    assert_eq!(
        one("range named duration x on s", "7.2 µs (`a`) to 77 ms (`b`)"),
        "7.2 µs (`a`) to 77 ms (`b`)"
    );
    assert_eq!(one("lowest named x on s", "4 (`easy`)"), "4 (`easy`)");
    assert_eq!(one("each x on s", "4 on `easy`"), "4");
    assert_eq!(one("x on s; 6", "4 to 6"), "4", "a plain query owns one number");
}

#[test]
fn a_mark_that_disagrees_with_its_paragraph_is_named() {
    let text = |mark: &str| format!("Of 81 cells\n7 and 0.5.\n<!-- figures: {mark} -->\n");
    assert_eq!(mistake(&text("81; 7")), "2: `0.5` is not in the mark");
    assert_eq!(mistake(&text("81; 8; x on y")), "2: found `7` where the mark has `8`");
    assert_eq!(mistake(&text("81; 7; x on y; 3")), "1: the mark has `3` after the last number");
    let reason =
        "2: `0.5` looks like a figure: the mark needs a query, or `0.5 = why no run changes it`";
    assert_eq!(mistake(&text("81; 7; 0.5")), reason);
    assert!(Prose::of("a.md", &text("81; 7; 0.5 = half")).entries().unwrap().is_empty());
}

#[test]
fn numbers_that_tell_something_need_a_mark() {
    let loose = |path: &str, text: &str| -> Vec<String> {
        let mistakes = Prose::of(path, text).loose();
        mistakes.iter().map(|it| format!("{} {}", it.line, it.message)).collect()
    };
    let text = "In 2006, 17 clues, x86-64, 9^81, AVX2, 4x4 and `0.5`: [0.7](a-0.3.md).\n\nIt takes\n3 \
                ns, 5 % or 2.5.\n\n```text\n0.9\n```\n<!-- run: begin -->\n1.5\n<!-- run: end -->\n";
    let number =
        |line, number| format!("{line} `{number}` has no mark that says where it comes from");
    let expected = [number(1, "0.7"), number(4, "3"), number(4, "5"), number(4, "2.5")];
    assert_eq!(loose("a.md", text), expected);
    assert_eq!(loose("a.rs", "/// 0.5\nlet a = 0.7; // 0.9\n"), [number(1, "0.5")]);
    let toml = "says = \"0.5 \\\" 2\"\nbelow = 0.3\nreally = \"1.5 <!-- figures: x on y -->\"\n";
    assert_eq!(loose("a.toml", toml), [number(1, "0.5")]);
    assert_eq!(shown("a.toml", toml), [pair("x on y", "1.5")]);
}

#[test]
fn experiments_are_dated_by_paragraph_or_by_section() {
    let loose = |text: &str| -> Vec<usize> {
        Prose::of("a.md", text).loose().iter().map(|mistake| mistake.line).collect()
    };
    let text = "# A\n\n0.5\n<!-- dated: 2026-11, by hand -->\n\n0.6\n\n## B\n<!-- dated: an \
                experiment -->\n\n0.7\n\n### C\n\n0.8\n\n## D\n\n0.9\n";
    assert_eq!(loose(text), [6, 19]);
    assert!(mistake("0.5\n<!-- dated: -->\n").starts_with("1: expected what the experiment was"));
}

#[test]
fn readers_see_no_mark() {
    let text = strip(PAGE);
    assert!(!text.contains("figures") && text.contains("/// 81 cells of a 17-clue puzzle.\n///\n"));
    let toml = "says = \"It is 0.5. <!-- figures: x on y -->\"\n";
    assert_eq!(strip(toml), "says = \"It is 0.5.\"\n");
    assert_eq!(strip("a\n<!-- dated: x -->\nb <!-- kept -->\n"), "a\nb <!-- kept -->\n");
}

#[test]
fn a_paragraph_that_grows_is_wrapped_anew() {
    let words = "word ".repeat(17);
    let text = format!("    /// {words}0.5\n    /// end.\n    /// <!-- figures: x on y -->\n");
    let prose = Prose::of("a.rs", &text);
    let place = prose.entries().unwrap()[0].place.clone().unwrap();
    let longer = prose.with(&[(place.clone(), "0.51 to 0.63".to_owned())]);
    let (first, rest) = longer.split_once('\n').unwrap();
    assert!(first.len() <= 100 && first.starts_with("    /// word"), "{longer}");
    assert!(rest.starts_with("    /// ") && rest.contains("0.63 end.\n    /// <!-- figures"));
    assert_eq!(prose.with(&[(place, "0.6".to_owned())]), text.replace("0.5", "0.6"));
    let list = format!("- {words}{words}1 a\n- b\n<!-- figures: x on y -->\n");
    let prose = Prose::of("a.md", &list);
    let place = prose.entries().unwrap()[0].place.clone().unwrap();
    let list = prose.with(&[(place, "2".to_owned())]);
    assert!(list.contains("\n  word") && list.contains("2 a\n- b\n<!--"), "{list}");
}

#[test]
fn the_pages_the_claims_and_three_documents_are_watched() {
    let watched = ["crates/bands/src/lib.rs", "docs/BIAS.md", "crates/claims/claims/000.toml"];
    assert!(watched.iter().all(|path| is_watched(path)));
    let others =
        ["crates/core/src/lib.rs", "crates/bands/Cargo.toml", "docs/CLAIMS.md", "xtask/a.rs"];
    assert!(!others.iter().any(|path| is_watched(path)));
}
