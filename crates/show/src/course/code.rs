//! [`Listing`]: the code of the lessons and of the files that they share, with the step that each
//! statement reports. Items that an earlier lesson has shown are folded.

use std::collections::BTreeMap;
use std::mem;

use sudoku_record::Page;

/// The fewest lines that are folded: the summary of a fold takes a line itself.
const SHORTEST: usize = 3;

/// The items and methods that the lessons so far have shown, each with the solver of the first
/// lesson that has it.
#[derive(Default)]
pub(super) struct Listing<'a> {
    shown: BTreeMap<&'a str, &'a str>,
}

/// Successive items that are all shown, or all folded together.
pub(super) struct Part<'a> {
    pub(super) lines: Vec<Line<'a>>,
    fold: Fold<'a>,
    /// The kind and name of each item, such as `fn new`.
    names: Vec<&'a str>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Fold<'a> {
    No,
    Imports,
    /// The lesson of this solver has the same lines.
    AsIn(&'a str),
}

/// A line of code.
pub(super) struct Line<'a> {
    pub(super) text: &'a str,
    pub(super) is_observation: bool,
    /// The steps and the names of the reasons that are reported there.
    pub(super) reports: Vec<&'a str>,
}

impl<'a> Listing<'a> {
    /// Splits the code of the next lesson into parts, and remembers its items.
    pub(super) fn parts(&mut self, page: &'a Page) -> Vec<Part<'a>> {
        let before = self.shown.clone();
        let mut lines = lines(page);
        let mut parts: Vec<Part<'a>> = Vec::new();
        for item in items(&page.code) {
            let text = item.trim_end();
            let after = lines.split_off(item.lines().count());
            let lines = mem::replace(&mut lines, after);
            let known = before.get(text).filter(|_| text.lines().count() >= SHORTEST);
            let fold = match known {
                _ if text.starts_with("use ") && !before.is_empty() => Fold::Imports,
                Some(lesson) => Fold::AsIn(lesson),
                None => Fold::No,
            };
            self.shown.entry(text).or_insert(&page.id);
            match parts.last_mut().filter(|part| part.fold == fold) {
                Some(part) => {
                    part.lines.extend(lines);
                    part.names.push(name(text));
                }
                None => parts.push(Part { lines, fold, names: vec![name(text)] }),
            }
        }
        parts
    }
}

impl Part<'_> {
    /// The summary of a fold; `None` for a part that is shown.
    pub(super) fn summary(&self) -> Option<String> {
        match self.fold {
            Fold::No => None,
            Fold::Imports => Some("imports".to_owned()),
            Fold::AsIn(lesson) => Some(format!("{}: as in {lesson}", self.names.join(", "))),
        }
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

/// True if a line reports to a probe.
pub(super) fn observe(parts: &[Part<'_>]) -> bool {
    parts.iter().flat_map(|part| &part.lines).any(|line| line.is_observation)
}

/// True if code names an item of a module, or includes the module.
pub(super) fn uses(code: &str, module: &str) -> bool {
    let goes_on = |before: &str| before.ends_with(|c: char| c.is_alphanumeric() || c == '_');
    [format!("{module}::"), format!("mod {module};")]
        .iter()
        .any(|text| code.match_indices(text).any(|(at, _)| !goes_on(&code[..at])))
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
    fn code_uses_a_module_that_it_names_or_includes() {
        for code in ["use crate::pairs::{keep};", "mod pairs;", "    pairs::keep(at)"] {
            assert!(uses(code, "pairs"), "{code}");
        }
        for code in ["use crate::two_pairs::keep;", "let pairs = 1;", "use crate::other;"] {
            assert!(!uses(code, "pairs"), "{code}");
        }
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
    fn code_of_an_earlier_lesson_is_folded() {
        let [first, second] =
            [("a/first", FIRST), ("a/second", SECOND)].map(|(id, code)| page(id, code, Vec::new()));
        let mut listing = Listing::default();
        let parts = listing.parts(&first);
        assert_eq!(parts.iter().map(|part| part.fold).collect::<Vec<_>>(), [Fold::No]);
        let parts = listing.parts(&second);
        let folds: Vec<_> = parts.iter().map(|part| (part.fold, &part.names[..])).collect();
        let before = Fold::AsIn("a/first");
        assert_eq!(
            folds,
            [
                (Fold::Imports, &["use std", "use std"][..]),
                (Fold::No, &["struct Second", "impl Second"]),
                (before, &["fn new", "fn go"]),
                (Fold::No, &["fn come", "}"]),
                (before, &["const fn one"]),
            ]
        );
        let lines = parts.iter().flat_map(|part| &part.lines);
        let text: String = lines.clone().flat_map(|line| [line.text, "\n"]).collect();
        assert_eq!(text, SECOND, "nothing is lost");
        assert_eq!(lines.filter(|line| line.reports == ["back"]).count(), 1);
        assert_eq!(parts[2].summary().unwrap(), "fn new, fn go: as in a/first");
    }
}
