//! Takes the observations out of the sources of a family, and lets nothing else pass.
//!
//! A probe is an argument called `probe`, of a type that is bound by `Probe`. Four things may be
//! done with it: it is declared, it is told something in a statement of its own, it is asked in
//! `Ok(probe.solved(..))`, and it is handed on to a function of the family that declares one. All
//! else is an error, so that no observation stays behind under another name. The compiler makes
//! sure: what is left is bound by `Silent`, a trait without a method.
//!
//! A search of batches has a probe for each puzzle: `probe: impl Fn(usize) -> P`, and what is said
//! of `probe` above goes for `probe(at)`. One probe for all is handed on as `|_| probe`.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::ops::Range;

use anyhow::{Result, bail};
use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// A source file: its path from the top, and what is in it.
pub(crate) struct Source {
    pub(crate) path: String,
    pub(crate) text: String,
}

/// The lines of a file that are observations, counted from 0: those of the statements that
/// [`strip`] takes out.
///
/// # Errors
///
/// When the file is not Rust.
pub(crate) fn observations(source: &Source) -> Result<Vec<usize>> {
    let file = Lexed::of(source)?;
    let line = |at: usize| file.tokens[at].line;
    let lines = |at| Some(line(at) - 1..line(file.statement(at)?));
    Ok(file.places("probe").filter_map(lines).flatten().collect())
}

/// Takes every observation but those with the names `left` out of the files of a family. Where none
/// is left, no probe can stop the search, and results become what is in them. Lines keep their
/// numbers.
///
/// # Errors
///
/// When a probe is used in any other way: with file and line. When there is no observation.
pub(super) fn strip(family: &str, files: &mut [Source], left: &[&str]) -> Result<()> {
    let lexed: Vec<Lexed> = files.iter().map(Lexed::of).collect::<Result<_>>()?;
    let functions: BTreeSet<&str> = lexed.iter().flat_map(|file| file.watched(false)).collect();
    let stoppable: BTreeSet<&str> = lexed.iter().flat_map(|file| file.watched(true)).collect();
    let mut observations = 0;
    let mut results = Vec::new();
    for file in &lexed {
        let mut stripped = Stripped { left, edits: Vec::new(), observations: 0 };
        file.probes(&functions, &stoppable, &mut stripped)?;
        file.types(&mut stripped)?;
        observations += stripped.observations;
        results.push(edited(&file.source.text, stripped.edits));
    }
    if observations == 0 {
        bail!("{family}: no observation was found in this family");
    }
    for (file, text) in files.iter_mut().zip(results) {
        file.text = format!("#![allow(unused)] {text}");
    }
    Ok(())
}

/// The type of a probe for each puzzle, before that of a probe.
const MANY: [&str; 7] = ["impl", "Fn", "(", "usize", ")", "-", ">"];

/// One probe for all puzzles, before the probe.
const FOR_ALL: [&str; 3] = ["|", "_", "|"];

/// What is to be done to a file.
struct Stripped<'a> {
    /// The observations that stay.
    left: &'a [&'a str],
    edits: Vec<(Range<usize>, &'static str)>,
    observations: usize,
}

/// The text with some ranges replaced; line breaks in them stay.
fn edited(text: &str, mut edits: Vec<(Range<usize>, &str)>) -> String {
    edits.sort_by_key(|(range, _)| range.start);
    let (mut result, mut from) = (String::new(), 0);
    for (range, new) in edits {
        // What stands within something that goes, goes with it.
        if range.start < from {
            continue;
        }
        result.push_str(&text[from..range.start]);
        result.push_str(new);
        result.extend(text[range.clone()].chars().filter(|&c| c == '\n'));
        from = range.end;
    }
    result + &text[from..]
}

/// A word, a sign or a bracket.
struct Token {
    text: String,
    bytes: Range<usize>,
    line: usize,
    /// Of a bracket, the place of the other one.
    other: usize,
    /// The place of the bracket that this stands in; its own place outside of all.
    inside: usize,
}

struct Lexed<'a> {
    source: &'a Source,
    tokens: Vec<Token>,
}

impl<'a> Lexed<'a> {
    fn of(source: &'a Source) -> Result<Self> {
        let Ok(stream) = source.text.parse::<TokenStream>() else {
            bail!("{}: not Rust", source.path);
        };
        let mut tokens = Vec::new();
        push(stream, None, &mut tokens);
        Ok(Self { source, tokens })
    }

    fn text(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| token.text.as_str())
    }

    /// True when the tokens from here on are these.
    fn are(&self, at: usize, texts: &[&str]) -> bool {
        texts.iter().enumerate().all(|(next, text)| self.text(at + next) == *text)
    }

    /// True when the tokens before this one are these.
    fn follows(&self, at: usize, texts: &[&str]) -> bool {
        at.checked_sub(texts.len()).is_some_and(|from| self.are(from, texts))
    }

    fn bytes(&self, from: usize, to: usize) -> Range<usize> {
        self.tokens[from].bytes.start..self.tokens[to].bytes.end
    }

    fn fail<T>(&self, at: usize, what: impl Display) -> Result<T> {
        bail!("{}:{}: {what}", self.source.path, self.tokens[at].line)
    }

    fn places(&self, text: &str) -> impl Iterator<Item = usize> {
        (0..self.tokens.len()).filter(move |&at| self.text(at) == text)
    }

    /// The functions that declare a probe; or only those of them that a probe can stop.
    fn watched(&self, stoppable: bool) -> impl Iterator<Item = &str> {
        self.places("fn").filter_map(move |at| {
            let open = (at..self.tokens.len()).find(|&open| self.text(open) == "(")?;
            let close = self.tokens[open].other;
            let declares = (open..close).any(|at| self.is_declaration(at));
            let stops = self.stoppable_result(close + 3).is_some();
            (declares && (stops || !stoppable)).then(|| self.text(at + 1))
        })
    }

    /// `probe: P`, or `probe: impl Fn(usize) -> P`
    fn is_declaration(&self, at: usize) -> bool {
        let many = if self.are(at + 2, &MANY) { MANY.len() } else { 0 };
        self.are(at, &["probe", ":"])
            && self.types_bound().contains(self.text(at + 2 + many))
            && [",", ")"].contains(&self.text(at + 3 + many))
            && ["(", ","].contains(&self.text(at.wrapping_sub(1)))
    }

    /// Where the dot stands behind `probe`, or behind `probe(..)`.
    fn behind(&self, at: usize) -> usize {
        if self.text(at + 1) == "(" { self.tokens[at + 1].other + 1 } else { at + 1 }
    }

    /// Where `Result<bool, P::Stop>` that begins here ends.
    fn stoppable_result(&self, at: usize) -> Option<usize> {
        let bound = self.types_bound();
        let ok = self.are(at, &["Result", "<", "bool", ","])
            && bound.contains(self.text(at + 4))
            && self.are(at + 5, &[":", ":", "Stop", ">"]);
        ok.then_some(at + 8)
    }

    /// The type parameters that are bound by `Probe`.
    fn types_bound(&self) -> BTreeSet<&str> {
        self.places("Probe")
            .filter(|&at| self.follows(at, &[":"]) && !self.follows(at, &[":", ":"]))
            .map(|at| self.text(at - 2))
            .collect()
    }

    /// Looks at every use of a probe.
    fn probes(
        &self,
        functions: &BTreeSet<&str>,
        stoppable: &BTreeSet<&str>,
        stripped: &mut Stripped<'_>,
    ) -> Result<()> {
        let bare = stripped.left.is_empty();
        for at in self.places("probe") {
            let edit = if self.is_declaration(at) {
                None
            } else if let Some(end) = self.statement(at) {
                stripped.observations += 1;
                let stays = stripped.left.contains(&self.text(self.behind(at) + 1));
                (!stays).then(|| (self.bytes(at, end), ""))
            } else if let Some((from, to)) = self.question(at) {
                bare.then(|| (self.bytes(from, to), "true"))
            } else if let Some((function, close)) = self.argument(at)
                && functions.contains(function)
            {
                let stops = bare && stoppable.contains(function) && self.text(close + 1) == "?";
                stops.then(|| (self.bytes(close + 1, close + 1), ""))
            } else {
                return self.fail(
                    at,
                    "a probe is told something in a statement `probe.OBSERVATION(..);`, asked \
                     `Ok(probe.solved(..))`, or handed to a function of the family that declares \
                     `probe: P`; what is done here cannot be taken out",
                );
            };
            stripped.edits.extend(edit);
        }
        for at in self.places("Ok").filter(|_| bare) {
            for value in ["true", "false"] {
                if self.are(at, &["Ok", "(", value, ")"]) {
                    stripped.edits.push((self.bytes(at, at + 3), value));
                }
            }
        }
        for at in self.places("Result").filter(|_| bare) {
            if let Some(end) = self.stoppable_result(at) {
                stripped.edits.push((self.bytes(at, end), "bool"));
            }
        }
        Ok(())
    }

    /// Where the statement `probe.x(..);` or `probe.x(..)?;` that begins here ends.
    fn statement(&self, at: usize) -> Option<usize> {
        let begins = ["{", "}", ";"].contains(&self.text(at.wrapping_sub(1)));
        let dot = self.behind(at);
        if !(begins && self.text(dot) == "." && self.text(dot + 2) == "(") {
            return None;
        }
        let close = self.tokens[dot + 2].other;
        let end = close + 1 + usize::from(self.text(close + 1) == "?");
        (self.text(end) == ";").then_some(end)
    }

    /// Where `Ok(probe.solved(..))` around this begins and ends.
    fn question(&self, at: usize) -> Option<(usize, usize)> {
        let dot = self.behind(at);
        let asks = self.follows(at, &["Ok", "("]) && self.are(dot, &[".", "solved", "("]);
        let close = self.tokens.get(dot + 2).filter(|_| asks)?.other;
        (self.tokens[at - 1].other == close + 1).then_some((at - 2, close + 1))
    }

    /// The function that gets this as an argument, and where the call ends.
    fn argument(&self, at: usize) -> Option<(&str, usize)> {
        let open = self.tokens[at].inside;
        let from = if self.follows(at, &FOR_ALL) { at - FOR_ALL.len() } else { at };
        let whole = ["(", ","].contains(&self.text(from.wrapping_sub(1)))
            && [",", ")"].contains(&self.text(self.behind(at)));
        let function = self.text(open.wrapping_sub(1));
        (whole && self.text(open) == "(").then(|| (function, self.tokens[open].other))
    }

    /// `Probe` is imported and binds type parameters; these are the types of probes and name the
    /// `Stop` of a result. So no search can ask which probe it is, and be another when it is timed.
    fn types(&self, stripped: &mut Stripped<'_>) -> Result<()> {
        let bound = self.types_bound();
        for at in self.places("Probe") {
            let binds = self.follows(at, &[":"]) && !self.follows(at, &[":", ":"]);
            if self.text(at + 1) == "as" || !(binds || self.is_imported(at)) {
                return self.fail(at, "`Probe` is imported, and binds a type: `P: Probe`");
            }
            stripped.edits.push((self.bytes(at, at), "Silent"));
        }
        for at in (0..self.tokens.len()).filter(|&at| bound.contains(self.text(at))) {
            let declared = self.are(at + 1, &[":", "Probe"]);
            let ends = ["{", ";", "where"].contains(&self.text(at + 5));
            let stop = self.are(at + 1, &[":", ":", "Stop", ">"]) && ends;
            let argument = self.follows(at, &["probe", ":"]) || self.follows(at, &MANY);
            if !(declared || stop || argument) {
                let name = self.text(at);
                return self.fail(
                    at,
                    format!("expected `probe: {name}`, or a result `Result<.., {name}::Stop>`"),
                );
            }
        }
        Ok(())
    }

    /// True within `use ..;`.
    fn is_imported(&self, at: usize) -> bool {
        let begins = |at: &usize| ["use", ";"].contains(&self.text(*at));
        (0..at).rev().find(begins).is_some_and(|at| self.text(at) == "use")
    }
}

fn push(stream: TokenStream, inside: Option<usize>, tokens: &mut Vec<Token>) {
    for tree in stream {
        let place = tokens.len();
        let mut token = |text: String, span: proc_macro2::Span, other: usize| {
            let (bytes, line) = (span.byte_range(), span.start().line);
            let inside = inside.unwrap_or(tokens.len());
            tokens.push(Token { text, bytes, line, other, inside });
        };
        match tree {
            TokenTree::Group(group) => {
                let [open, close] = match group.delimiter() {
                    Delimiter::Parenthesis => ["(", ")"],
                    Delimiter::Brace => ["{", "}"],
                    Delimiter::Bracket => ["[", "]"],
                    Delimiter::None => ["", ""],
                };
                token(open.to_owned(), group.span_open(), 0);
                push(group.stream(), Some(place), tokens);
                let end = tokens.len();
                tokens[place].other = end;
                let (span, inside) = (group.span_close(), tokens[place].inside);
                tokens.push(Token {
                    text: close.to_owned(),
                    bytes: span.byte_range(),
                    line: span.start().line,
                    other: place,
                    inside,
                });
            }
            other => token(other.to_string(), other.span(), place),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use super::*;

    const SOLVER: &str = "\
//! A solver; `probe.check()` in a comment is none.
use sudoku_core::{Grid, Probe, Solver};

impl Solver for Some {
    fn solve<P: Probe>(&mut self, puzzle: &Grid, probe: P) -> Result<Option<Grid>, P::Stop> {
        let found = self.go(0, probe)?;
        Ok(found.then_some(self.board))
    }
}

impl Some {
    fn go<P: Probe>(&mut self, at: usize, probe: P) -> Result<bool, P::Stop> {
        probe.call()?;
        if at == 81 {
            return Ok(probe.solved(&Grid::from_rows(self.board)));
        }
        self.board[0][0] = 1;
        probe.place(
            at,
            1,
        );
        if self.is_legal(at, probe) && self.go(at + 1, probe)? {
            return Ok(true);
        }
        Ok(false)
    }

    fn is_legal<P: Probe>(&self, at: usize, probe: P) -> bool {
        probe.check();
        self.board[at] == 0
    }
}
";

    const WITHOUT: &str = "\
#![allow(unused)] //! A solver; `probe.check()` in a comment is none.
use sudoku_core::{Grid, Silent, Solver};

impl Solver for Some {
    fn solve<P: Silent>(&mut self, puzzle: &Grid, probe: P) -> Result<Option<Grid>, P::Stop> {
        let found = self.go(0, probe);
        Ok(found.then_some(self.board))
    }
}

impl Some {
    fn go<P: Silent>(&mut self, at: usize, probe: P) -> bool {
@
        if at == 81 {
            return true;
        }
        self.board[0][0] = 1;
@



        if self.is_legal(at, probe) && self.go(at + 1, probe) {
            return true;
        }
        false
    }

    fn is_legal<P: Silent>(&self, at: usize, probe: P) -> bool {
@
        self.board[at] == 0
    }
}
";

    fn family(texts: &[&str]) -> Result<Vec<String>> {
        let source = |(at, text): (usize, &&str)| Source {
            path: format!("crates/some/src/{at}.rs"),
            text: (*text).to_owned(),
        };
        let mut files: Vec<Source> = texts.iter().enumerate().map(source).collect();
        strip("some", &mut files, &[])?;
        Ok(files.into_iter().map(|file| file.text).collect())
    }

    #[test]
    fn what_a_proof_hears_stays_and_so_do_results() {
        let mut files = [Source { path: String::new(), text: SOLVER.to_owned() }];
        strip("some", &mut files, &["call", "solved"]).unwrap();
        let start = SOLVER.find("        probe.place(").unwrap();
        let end = start + SOLVER[start..].find(";\n").unwrap() + 1;
        let expected = SOLVER.replace(&SOLVER[start..end], "        \n\n\n");
        let expected = expected.replace("        probe.check();", "        ");
        let expected =
            expected.replace("<P: Probe>", "<P: Silent>").replace("Grid, Probe", "Grid, Silent");
        assert_eq!(files[0].text, format!("#![allow(unused)] {expected}"));
    }

    fn error(texts: &[&str]) -> String {
        family(texts).expect_err("this is no family").to_string()
    }

    #[test]
    fn observations_are_taken_out_and_lines_keep_their_numbers() {
        let without = WITHOUT.replace('@', "        ");
        assert_eq!(family(&[SOLVER]).unwrap(), [without]);
    }

    /// The lines that are blank in the second text and not in the first.
    fn emptied(text: &str, stripped: &str) -> Vec<usize> {
        let lines = text.lines().zip(stripped.lines()).enumerate();
        let gone = lines.filter(|(_, (before, after))| before.trim() != after.trim());
        gone.filter(|(_, (_, after))| after.trim().is_empty()).map(|(at, _)| at).collect()
    }

    #[test]
    fn observations_are_the_lines_that_are_taken_out() {
        let source = Source { path: String::new(), text: SOLVER.to_owned() };
        let found = observations(&source).unwrap();
        assert_eq!(found, [12, 17, 18, 19, 20, 28]);
        assert_eq!(found, emptied(SOLVER, &family(&[SOLVER]).unwrap()[0]));
    }

    #[test]
    fn so_they_are_in_every_solver() {
        let mut solvers = 0;
        for family in fs::read_dir(crate::root().join("crates")).unwrap() {
            let folder = family.unwrap().path();
            let files = fs::read_dir(folder.join("src")).unwrap().map(|file| file.unwrap().path());
            let source = |path: PathBuf| Source {
                text: fs::read_to_string(&path).unwrap_or_default(),
                path: path.display().to_string(),
            };
            let before: Vec<Source> = files.map(source).collect();
            let is_solver = |file: &&Source| file.text.contains("/// # The idea\n");
            if !before.iter().any(|file| is_solver(&file)) {
                continue;
            }
            let copy = |file: &Source| Source { path: file.path.clone(), text: file.text.clone() };
            let mut after: Vec<Source> = before.iter().map(copy).collect();
            strip("family", &mut after, &[]).unwrap();
            for (before, after) in before.iter().zip(&after) {
                let lines = observations(before).unwrap();
                assert_eq!(lines, emptied(&before.text, &after.text), "{}", before.path);
                solvers += usize::from(is_solver(&before) && !lines.is_empty());
            }
        }
        assert!(solvers >= 26, "{solvers}");
    }

    #[test]
    fn what_stands_within_an_observation_goes_with_it() {
        let nested = SOLVER.replace("probe.check();", "probe.check(Ok(true), Ok(false));");
        assert_eq!(family(&[&nested]).unwrap(), family(&[SOLVER]).unwrap());
        let two = SOLVER.replace("probe.check();", "probe.check();probe.check();");
        assert_eq!(family(&[&two]).unwrap(), family(&[SOLVER]).unwrap());
    }

    #[test]
    fn results_stay_where_a_probe_cannot_stop() {
        let legal = |text: &str, result: &str| {
            let head = "fn is_legal<P: Probe>(&self, at: usize, probe: P) -> ";
            let head =
                if text == SOLVER { head.to_owned() } else { head.replace("Probe", "Silent") };
            text.replace(&format!("{head}bool"), &format!("{head}{result}"))
        };
        let asked =
            |text: &str| text.replace("self.is_legal(at, probe)", "self.is_legal(at, probe)?");
        let without = WITHOUT.replace('@', "        ");
        for result in ["Result<bool, Conflict>", "Result<u8, P::Stop>"] {
            let stripped = family(&[&asked(&legal(SOLVER, result))]).unwrap();
            assert_eq!(stripped, [asked(&legal(&without, result))]);
        }
    }

    #[test]
    fn a_result_may_be_handed_on() {
        let handed = SOLVER.replace("Ok(false)", "self.go(at, probe)");
        let handed = handed.replace("probe: P) ->", "probe: P,) ->");
        let without = WITHOUT.replace("        false", "        self.go(at, probe)");
        let without = without.replace("probe: P) ->", "probe: P,) ->").replace('@', "        ");
        assert_eq!(family(&[&handed]).unwrap(), [without]);
    }

    #[test]
    fn a_search_of_batches_has_a_probe_for_each_puzzle() {
        let batch = |text: &str, all: &str, each: &str| {
            text.replace("self.go(0, probe)", &format!("self.go(0, {all})"))
                .replace("at: usize, probe: P) ->", "at: usize, probe: impl Fn(usize) -> P) ->")
                .replace("self.is_legal(at, probe)", &format!("self.is_legal(at, {each})"))
                .replace("probe.call", &format!("{each}.call"))
                .replace("probe.solved", &format!("{each}.solved"))
                .replace("probe.place", &format!("{each}.place"))
                .replace("probe.check();", &format!("{each}.check();"))
        };
        let batch = |text: &str| batch(text, "|_| probe", "probe(at / 81)");
        let without = WITHOUT.replace('@', "        ");
        assert_eq!(family(&[&batch(SOLVER)]).unwrap(), [batch(&without)]);
        let found = error(&[&batch(SOLVER).replace("|_| probe", "|at| probe")]);
        assert!(found.starts_with("crates/some/src/0.rs:6: "), "{found}");
        let found = error(&[&batch(SOLVER).replace("Fn(usize)", "Fn(u8)")]);
        assert!(found.starts_with("crates/some/src/0.rs:"), "{found}");
    }

    #[test]
    fn how_the_trait_is_named_does_not_matter() {
        let renamed = SOLVER.replace("impl Solver for", "impl sudoku_core::Solver for");
        let without = WITHOUT.replace("impl Solver for", "impl sudoku_core::Solver for");
        assert_eq!(family(&[&renamed]).unwrap(), [without.replace('@', "        ")]);
    }

    #[test]
    fn every_file_of_a_family_is_stripped() {
        let (solver, helper) = SOLVER.split_once("    fn is_legal").unwrap();
        let helper = format!("use sudoku_core::Probe;\n\nimpl Some {{\n    fn is_legal{helper}");
        let stripped = family(&[&format!("{solver}}}\n"), &helper]).unwrap();
        assert!(stripped[1].starts_with("#![allow(unused)] use sudoku_core::Silent;"));
        assert!(!stripped[1].contains("probe."), "{}", stripped[1]);
        let elsewhere = helper.replace("probe.check();", "let watch = probe;");
        assert!(error(&[SOLVER, &elsewhere]).starts_with("crates/some/src/1.rs:5: "));
    }

    #[test]
    fn any_other_use_of_a_probe_is_an_error_with_its_line() {
        let check = "probe.check();";
        let takes = "usize, probe: P) -> bool";
        for (line, from, to) in [
            (29, check, "let watch = probe; watch.cell_read();"),
            (29, check, "let legal = probe.check();"),
            (29, check, "if at == 0 { 1 } else { probe.check() };"),
            (29, check, "Some(probe).map(P::check);"),
            (29, check, "std::convert::identity(probe).check();"),
            (29, check, "Probe::check(probe);"),
            (29, check, "check!(probe);"),
            (29, check, "#[cfg(watched)] probe.check();"),
            (29, check, "let (watch, _) = (probe, 1);"),
            (29, check, "(|watch: P| watch.check())(probe);"),
            (29, check, "size_of::<P>();"),
            (29, check, "size_of_val(&probe);"),
            (29, check, "size_of::<P::Stop>();"),
            (29, check, "size_of::<Result<(), P::Stop>>();"),
            (28, "fn is_legal<P: Probe>", "fn is_legal<P: sudoku_core::Probe>"),
            // Whoever hands a probe to a function that takes none as such is told first.
            (22, takes, "usize, watch: P) -> bool"),
            (22, takes, "usize, (probe, _): (P, usize)) -> bool"),
            (22, takes, "usize, probe: impl Probe) -> bool"),
            (22, takes, "usize, probe: P::Stop) -> bool"),
            (22, "is_legal<P: Probe>(&self, at: usize, probe: P)", "is_legal<Q>(&self, probe: Q)"),
            (22, "self.is_legal(at, probe)", "self.is_legal(at, probe.clone())"),
            (22, "self.is_legal(at, probe)", "self.is_legal(at, &probe)"),
            (22, "self.is_legal(at, probe)", "self.is_legal[at, probe, at]"),
            (15, "from_rows(self.board)));", "from_rows(self.board)) && at == 80);"),
            (15, "Ok(probe.solved", "Some(probe.solved"),
            (15, "Ok(probe.solved", "Ok(probe.check"),
            (11, "impl Some {", "impl Probe for Some {}\nimpl Some {"),
        ] {
            let text = SOLVER.replacen(from, to, 1);
            assert_ne!(text, SOLVER);
            let (found, at) = (error(&[&text]), format!("crates/some/src/0.rs:{line}: "));
            assert!(found.starts_with(&at), "{to}: {found}");
        }
        let renamed = SOLVER.replace("Probe, Solver", "Probe as Watch, Solver");
        assert!(error(&[&renamed]).starts_with("crates/some/src/0.rs:2: "));
    }

    #[test]
    fn a_family_without_observations_is_an_error() {
        let silent = "use sudoku_core::Probe;\n\nfn go<P: Probe>(probe: P) {}\n";
        assert_eq!(error(&[silent]), "some: no observation was found in this family");
        assert_eq!(error(&[]), "some: no observation was found in this family");
        assert_eq!(error(&["fn ("]), "crates/some/src/0.rs: not Rust");
    }
}
