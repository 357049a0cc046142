//! [`Listing`]: the search of each lesson, coloured, with the step that each statement reports. Items
//! that an earlier lesson shows are left out.

use std::collections::BTreeMap;
use std::mem;

use sudoku_judge::format::joined;
use sudoku_record::Page;

use crate::escape::xml;

/// The fewest lines that a lesson leaves out: to say so takes a line itself.
const SHORTEST: usize = 3;

/// The beginnings of items that are no part of the search.
const LEFT_OUT: [&str; 6] = ["use ", "mod ", "const ", "static ", "type ", "macro_rules!"];

/// The items and methods that the lessons so far have shown, each with the solver of the first
/// lesson that has it and its number there.
#[derive(Default)]
pub(super) struct Listing<'a> {
    shown: BTreeMap<&'a str, (&'a str, usize)>,
}

/// Successive items that are all shown, or that another lesson has.
pub(super) struct Part<'a> {
    /// The solver of the lesson that shows these items.
    pub(super) as_in: Option<&'a str>,
    pub(super) items: Vec<Item<'a>>,
}

/// An item or a method.
pub(super) struct Item<'a> {
    /// Its number among the items of the file that is shown.
    pub(super) number: usize,
    /// Its kind and name, such as `fn new`.
    name: &'a str,
    pub(super) lines: Vec<Line<'a>>,
}

/// A line of code.
pub(super) struct Line<'a> {
    text: &'a str,
    is_observation: bool,
    /// The steps and the names of the reasons that are reported there.
    pub(super) reports: Vec<&'a str>,
}

impl<'a> Listing<'a> {
    /// Splits the code of the next lesson into parts, and remembers its items. Left out are imports,
    /// constants, traits other than that of solvers, observations, and what an earlier lesson shows.
    pub(super) fn parts(&mut self, page: &'a Page) -> Vec<Part<'a>> {
        let before = self.shown.clone();
        let mut lines = lines(page);
        let (mut parts, mut is_apart): (Vec<Part<'a>>, _) = (Vec::new(), false);
        for (number, item) in items(&page.code).into_iter().enumerate() {
            let text = item.trim_end();
            let after = lines.split_off(item.lines().count());
            let lines = mem::replace(&mut lines, after);
            let name = name(text);
            is_apart |=
                text.ends_with('{') && text.contains(" for ") && !text.contains("Solver for");
            let is_left_out = LEFT_OUT.iter().any(|kind| name.starts_with(kind));
            let is_left_out = is_apart || is_left_out && !name.contains("fn ");
            is_apart &= text != "}";
            if is_left_out {
                continue;
            }
            let known = before.get(text).filter(|_| text.lines().count() >= SHORTEST);
            let (as_in, item) = if let Some(&(lesson, number)) = known {
                (Some(lesson), Item { number, name, lines: Vec::new() })
            } else {
                let shown = lines.into_iter().filter(|line| !line.is_observation);
                (None, Item { number, name, lines: shown.collect() })
            };
            self.shown.entry(text).or_insert((&page.id, number));
            match parts.last_mut().filter(|part| part.as_in == as_in) {
                Some(part) => part.items.push(item),
                None => parts.push(Part { as_in, items: vec![item] }),
            }
        }
        parts
    }
}

impl Part<'_> {
    /// The kinds and names of the items.
    pub(super) fn names(&self) -> String {
        joined(self.items.iter().map(|item| item.name.to_owned()), ", ")
    }

    /// The numbers of the items.
    pub(super) fn numbers(&self) -> String {
        joined(self.items.iter().map(|item| item.number.to_string()), " ")
    }
}

/// Splits code after each item and, within an `impl`, after its first line and each method.
fn items(code: &str) -> Vec<&str> {
    let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let (mut items, mut rest) = (Vec::new(), code);
    while let Some(first) = rest.lines().next() {
        let (mut end, mut is_closed) = (0, false);
        for line in rest.split_inclusive('\n') {
            let is_blank = line == "\n";
            if !is_blank && indent(line) < indent(first) {
                break;
            }
            end += line.len();
            if is_blank && is_closed || line.starts_with("impl") && line.ends_with("{\n") {
                break;
            }
            is_closed = is_blank || indent(line) == indent(first);
        }
        let (item, after) = rest.split_at(end);
        items.push(item);
        rest = after;
    }
    items
}

/// The keywords of the solvers' code.
const KEYWORDS: [&str; 32] = [
    "as", "break", "const", "continue", "crate", "dyn", "else", "enum", "fn", "for", "if", "impl",
    "in", "let", "loop", "match", "mod", "move", "mut", "pub", "ref", "return", "self", "Self",
    "static", "struct", "trait", "type", "unsafe", "use", "where", "while",
];

impl Line<'_> {
    /// The line as HTML: a comment in `i`, keywords in `b`, numbers in `u`.
    pub(super) fn html(&self) -> String {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let (mut rest, comment) =
            self.text.split_at(self.text.find("//").unwrap_or(self.text.len()));
        let mut html = String::new();
        while let Some(first) = rest.chars().next() {
            let end = rest.find(|c: char| is_word(c) != is_word(first)).unwrap_or(rest.len());
            let (token, after) = rest.split_at(end);
            html += &match token {
                keyword if KEYWORDS.contains(&keyword) => format!("<b>{keyword}</b>"),
                number if first.is_ascii_digit() => format!("<u>{number}</u>"),
                other => xml(other),
            };
            rest = after;
        }
        if comment.is_empty() { html } else { format!("{html}<i>{}</i>", xml(comment)) }
    }
}

/// The kind and name of an item, such as `fn new`.
fn name(item: &str) -> &str {
    let lines = item.lines().map(str::trim_start);
    let head = lines.into_iter().find(|line| !line.starts_with(['/', '#'])).unwrap_or_default();
    let private = ["pub ", "pub(crate) "].iter().find_map(|public| head.strip_prefix(public));
    let head = private.unwrap_or(head);
    head.split(['<', '(', ':', ';', '=', '{']).next().unwrap_or(head).trim_end()
}

/// The lines of a solver's code. What observations report is at the line of the algorithm that they
/// are about: the next one or, where a block begins or ends there, the last one of their own block.
fn lines(page: &Page) -> Vec<Line<'_>> {
    let line = |(at, text)| {
        let is_observation = page.observations.contains(&at);
        Line { text, is_observation, reports: Vec::new() }
    };
    let mut lines: Vec<_> = page.code.lines().enumerate().map(line).collect();
    let indent = |line: &Line<'_>| line.text.len() - line.text.trim_start().len();
    let acts = |line: &Line<'_>| {
        let text = line.text.trim();
        !line.is_observation && !text.starts_with(['}', '/']) && !["", "loop {"].contains(&text)
    };
    for at in 0..lines.len() {
        let Some(reported) = reported(lines[at].text) else { continue };
        let after = lines[at..].iter().position(|line| !line.is_observation).map(|on| at + on);
        let own = |line: &Line<'_>| acts(line) && indent(line) <= indent(&lines[at]);
        let of = after.filter(|&after| acts(&lines[after]));
        let of = of.or_else(|| lines[..at].iter().rposition(own)).unwrap_or(at);
        lines[of].reports.push(reported);
    }
    lines
}

/// The step that a statement reports, such as `place`, or the name of the reason that it gives,
/// such as `Legal`; `None` for other lines.
fn reported(line: &str) -> Option<&str> {
    let (name, arguments) = line.split_once("probe.")?.1.split_once('(')?;
    Some(match name {
        "why" => arguments.strip_prefix("Reason::")?.split([' ', ')']).next()?,
        "deduce_all" => "deduce",
        "round" => "look",
        "place" | "undo" | "deduce" | "guess" | "back" | "solved" => name,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(id: &str, code: &str, observations: Vec<usize>) -> Page {
        let [id, code] = [id, code].map(str::to_owned);
        Page { id, text: String::new(), code, observations }
    }

    #[test]
    fn a_lesson_has_the_search_without_observations_and_other_traits() {
        let code = "use a::B;\n\nconst C: u8 = 1;\n\nimpl Default for D {\n    fn default() -> Self {\n        \
                    D\n    }\n}\n\nimpl Solver for D {\n    fn solve() {\n        probe.round();\n        \
                    go();\n    }\n}\n\nconst fn go() {}\n";
        let page = page("a/b", code, vec![12]);
        let parts = Listing::default().parts(&page);
        let lines = parts.iter().flat_map(|part| &part.items).flat_map(|item| &item.lines);
        let shown: Vec<&str> =
            lines.map(|line| line.text.trim()).filter(|text| !text.is_empty()).collect();
        let expected =
            ["impl Solver for D {", "fn solve() {", "go();", "}", "}", "const fn go() {}"];
        assert_eq!(shown, expected);
    }

    #[test]
    fn an_item_is_named_by_its_kind_and_name() {
        for (item, named) in [
            ("/// One.\n#[inline]\nfn one(at: usize) {}", "fn one"),
            ("pub struct List<T>(T);", "struct List"),
            ("pub(crate) type Layouts = [u8; 6];", "type Layouts"),
        ] {
            assert_eq!(name(item), named);
        }
    }

    #[test]
    fn a_line_is_coloured_by_keywords_numbers_and_comments() {
        let html = |text| Line { text, is_observation: false, reports: Vec::new() }.html();
        let code = "    let in_band = 0o777 << a9; // as in 3 & 4";
        let expected =
            "    <b>let</b> in_band = <u>0o777</u> &lt;&lt; a9; <i>// as in 3 &amp; 4</i>";
        assert_eq!(html(code), expected);
        assert_eq!(html("}"), "}");
        assert_eq!(html(""), "");
    }

    #[test]
    fn a_line_of_code_reports_a_step_or_its_reason() {
        let lines = [
            ("probe.why(Reason::Legal);", Some("Legal")),
            ("    probe.why(Reason::FewestOptions {", Some("FewestOptions")),
            ("probe.why(Reason::LowestOf { digits });", Some("LowestOf")),
            ("probe.deduce_all(cells(open), 1);", Some("deduce")),
            ("return Ok(probe.solved(&answer));", Some("solved")),
            ("probe.check(at, digit);", None),
            ("board[at] = digit;", None),
        ];
        for (line, reports) in lines {
            assert_eq!(reported(line), reports, "{line}");
        }
        let text = "probe.why(Reason::Clash {\n    one,\n});\nprobe.undo(at);\nf(at);\n";
        let page = page("a/b", text, vec![0, 1, 2, 3]);
        let of = |page| -> Vec<String> {
            super::lines(page).iter().map(|line| line.reports.join(" ")).collect()
        };
        assert_eq!(of(&page), ["", "", "", "", "Clash undo"]);
        let text = "let cell = 1;\nprobe.guess(2);\nloop {\n    if end {\n        break;\n    }\n    probe.back();\n}\n";
        let page = self::page("a/b", text, vec![1, 6]);
        assert_eq!(of(&page), ["guess", "", "", "back", "", "", "", ""]);
    }

    const FIRST: &str = "\
use std::mem;

#[derive(Debug)]
pub struct First;

impl First {
    /// A number.
    fn new<P: Probe>(
        probe: P,
    ) -> Self {
        probe.call();

        Self
    }

    fn go(&self) {
        self.go();
    }
}

const fn one() -> u8 {
    1
}
";

    const SECOND: &str = "\
use std::array;

use std::mem;

#[derive(Debug)]
pub struct Second;

impl Second {
    /// A number.
    fn new<P: Probe>(
        probe: P,
    ) -> Self {
        probe.call();

        Self
    }

    fn go(&self) {
        self.go();
    }

    fn come(&self) {
        probe.back();
    }
}

const fn one() -> u8 {
    1
}
";

    #[test]
    fn code_is_cut_into_items_and_methods() {
        let heads: Vec<_> = items(SECOND).into_iter().map(name).collect();
        let methods = ["fn new", "fn go", "fn come"];
        let before = ["use std", "use std", "struct Second", "impl Second"];
        assert_eq!(heads, [&before[..], &methods, &["}", "const fn one"]].concat());
        assert_eq!(items(SECOND).concat(), SECOND, "nothing is lost");
        assert_eq!(items(""), [""; 0]);
    }

    #[test]
    fn code_of_an_earlier_lesson_is_left_out() {
        let [first, second] =
            [("a/first", FIRST), ("a/second", SECOND)].map(|(id, code)| page(id, code, Vec::new()));
        let mut listing = Listing::default();
        let parts = listing.parts(&first);
        assert_eq!(parts.iter().map(|part| part.as_in).collect::<Vec<_>>(), [None]);
        let numbers: Vec<&str> = parts[0].items.iter().map(|item| item.name).collect();
        let parts = listing.parts(&second);
        let found: Vec<_> = parts.iter().map(|part| (part.as_in, part.names())).collect();
        let own = |names: &str| (None, names.to_owned());
        let before = |names: &str| (Some("a/first"), names.to_owned());
        assert_eq!(
            found,
            [
                own("struct Second, impl Second"),
                before("fn new, fn go"),
                own("fn come, }"),
                before("const fn one"),
            ]
        );
        // Imports, which are left out, have numbers too.
        assert_eq!(numbers, ["struct First", "impl First", "fn new", "fn go", "}", "const fn one"]);
        assert_eq!((parts[1].numbers(), parts[3].numbers()), ("3 4".into(), "6".into()));
        let lines = parts.iter().flat_map(|part| &part.items).flat_map(|item| &item.lines);
        let text: String = lines.clone().flat_map(|line| [line.text, "\n"]).collect();
        let shown = ["#[derive(Debug)]\npub struct Second;", "    fn come(&self) {"];
        assert!(shown.iter().all(|part| text.contains(part)), "{text}");
        assert!(!text.contains("fn go") && !text.contains("use std"), "{text}");
        assert_eq!(lines.filter(|line| line.reports == ["back"]).count(), 1);
    }
}
