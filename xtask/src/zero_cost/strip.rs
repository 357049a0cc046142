//! Removes the observations from the sources of a family, and refuses any other use of a probe.
//!
//! A probe is an argument called `probe`, of a type that is bound by `Probe`. It may be used in
//! four ways: it is declared, it gets an observation in a statement of its own, it is asked in
//! `Ok(probe.solved(..))`, and it is passed on to a function of the family that declares a probe.
//! Any other use is an error, so that no observation stays under another name. The compiler
//! confirms it: the probe that is left is bound by `Silent`, a trait without the removed methods.
//!
//! No search may find out which probe it has: it could then search in another way when nothing
//! counts. So a closure holds no probe, and a result that names `P::Stop` is unwrapped or returned
//! at once: their sizes differ from probe to probe. A name alone does not show which function is
//! called, or whose method an observation is: [`resolved`] lets the compiler check that.
//!
//! A search of batches has a probe for each puzzle, `probe: impl Fn(usize) -> P`; the rules for
//! `probe` then hold for `probe(at)`. One probe for all puzzles is passed on as `|_| probe`.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::ops::Range;

use anyhow::{Result, bail};
use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// A source file: its path from the top, and its text.
pub(crate) struct Source {
    pub(crate) path: String,
    pub(crate) text: String,
}

/// Returns the lines of a file, from 0, that are observations: the statements that [`strip`]
/// removes.
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

/// Removes every observation but those with the names `left` from the files of a family. If `left`
/// is empty, no probe can stop the search: `Result<bool, P::Stop>` becomes `bool`. Lines keep their
/// numbers.
///
/// # Errors
///
/// When a probe is used in any other way: with file and line. When there is no observation.
pub(super) fn strip(family: &str, files: &mut [Source], left: &[&str]) -> Result<()> {
    let lexed: Vec<Lexed> = files.iter().map(Lexed::of).collect::<Result<_>>()?;
    let watched = Watched::of(&lexed);
    let mut observations = 0;
    let mut results = Vec::new();
    for file in &lexed {
        let mut stripped = Stripped { left, edits: Vec::new(), observations: 0 };
        file.probes(&watched, &mut stripped)?;
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

/// The prefix that [`resolved`] puts before the name of a function that declares a probe.
const WITH_PROBE: &str = "with_probe_";

/// Renames the functions that declare a probe and the calls that pass one on, and calls every
/// observation as one of `sudoku_core::Probe`. This compiles only if every probe is passed to a
/// function that declares it, and not to a function, an alias or a trait that only has its name.
/// Lines keep their numbers. The trait `Solver` of the core must be renamed with the families.
///
/// # Errors
///
/// When a file is not Rust, or has the new names already.
pub(super) fn resolved(files: &mut [Source]) -> Result<()> {
    let lexed: Vec<Lexed> = files.iter().map(Lexed::of).collect::<Result<_>>()?;
    let results: Result<Vec<String>> = lexed.iter().map(Lexed::resolved).collect();
    for (file, text) in files.iter_mut().zip(results?) {
        file.text = text;
    }
    Ok(())
}

/// The functions of a family that declare a probe, by name.
struct Watched<'a> {
    all: BTreeSet<&'a str>,
    /// The functions with the result `Result<bool, P::Stop>`.
    stoppable: BTreeSet<&'a str>,
    /// The functions whose result may have a size that depends on the probe.
    sized: BTreeSet<&'a str>,
}

impl<'a> Watched<'a> {
    fn of(files: &'a [Lexed<'_>]) -> Self {
        let functions = || files.iter().flat_map(|file| file.functions().map(move |f| (file, f)));
        let named = |is: &dyn Fn(&Lexed<'_>, &Function) -> bool| {
            let found = functions().filter(|(file, f)| f.declares && is(file, f));
            found.map(|(file, f)| file.text(f.name)).collect()
        };
        Self {
            all: named(&|_, _| true),
            stoppable: named(&|file, f| file.stoppable_result(f.close + 3).is_some()),
            sized: named(&|file, f| {
                (f.close..f.body).any(|at| ["Stop", "impl"].contains(&file.text(at)))
            }),
        }
    }
}

/// The places of a function in the tokens of its file.
struct Function {
    name: usize,
    /// The place of the bracket that closes its arguments.
    close: usize,
    /// The place where its body begins, or of the semicolon instead of a body.
    body: usize,
    /// True when one of the arguments is a probe, of a type that the function itself binds.
    declares: bool,
}

/// The tokens before the `P` of `impl Fn(usize) -> P`, the type of a probe for each puzzle.
const MANY: [&str; 7] = ["impl", "Fn", "(", "usize", ")", "-", ">"];

/// The tokens before the probe in `|_| probe`, one probe for all puzzles.
const FOR_ALL: [&str; 3] = ["|", "_", "|"];

/// The changes that are made to a file.
struct Stripped<'a> {
    /// The observations that stay.
    left: &'a [&'a str],
    edits: Vec<(Range<usize>, &'static str)>,
    observations: usize,
}

/// Replaces ranges of a text; line breaks in them stay.
fn edited(text: &str, mut edits: Vec<(Range<usize>, impl AsRef<str>)>) -> String {
    edits.sort_by_key(|(range, _)| range.start);
    let (mut result, mut from) = (String::new(), 0);
    for (range, new) in edits {
        // This range is within one that has been replaced already.
        if range.start < from {
            continue;
        }
        result.push_str(&text[from..range.start]);
        result.push_str(new.as_ref());
        result.extend(text[range.clone()].chars().filter(|&c| c == '\n'));
        from = range.end;
    }
    result + &text[from..]
}

fn is_of_name(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

/// A word, a sign or a bracket.
struct Token {
    text: String,
    bytes: Range<usize>,
    line: usize,
    /// The place of the matching bracket; for any other token, its own place.
    other: usize,
    /// The place of the bracket around the token; its own place if there is none.
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

    /// Returns the functions of this file; a type `fn(..)` is none.
    fn functions(&self) -> impl Iterator<Item = Function> {
        self.places("fn").filter(|at| self.text(at + 1) != "(").filter_map(|at| {
            let open = (at..self.tokens.len()).find(|&open| self.text(open) == "(")?;
            let close = self.tokens[open].other;
            let mut body = close;
            while !["{", ";", ""].contains(&self.text(body)) {
                body = self.tokens[body].other.max(body) + 1;
            }
            let binds = |name: &str| {
                (at..open).any(|at| {
                    self.are(at, &[name, ":", "Probe"]) && [",", ">"].contains(&self.text(at + 3))
                })
            };
            let declares = (open..close)
                .any(|at| self.is_declaration(at) && binds(self.text(self.type_of(at))));
            Some(Function { name: at + 1, close, body, declares })
        })
    }

    fn resolved(&self) -> Result<String> {
        let text = &self.source.text;
        if text.contains(WITH_PROBE) {
            bail!("{}: no name may begin with {WITH_PROBE}", self.source.path);
        }
        let mut edits = Vec::new();
        let mut rename = |at: usize| {
            let start = self.tokens[at].bytes.start;
            edits.push((start..start, WITH_PROBE.to_owned()));
        };
        self.functions().filter(|f| f.declares).for_each(|f| rename(f.name));
        let uses: Vec<usize> =
            self.places("probe").filter(|&at| !self.is_declaration(at)).collect();
        let calls = uses.iter().filter_map(|&at| self.argument(at));
        calls.for_each(|(_, close)| rename(self.tokens[close].other - 1));
        for at in uses {
            let dot = self.behind(at);
            if self.text(dot) == "." && self.text(dot + 2) == "(" {
                let (observation, probe) = (self.text(dot + 1), &text[self.bytes(at, dot - 1)]);
                let call = format!("::sudoku_core::Probe::{observation}({probe}, ");
                edits.push((self.bytes(at, dot + 2), call));
            }
        }
        Ok(edited(text, edits))
    }

    /// True for `probe: P` and for `probe: impl Fn(usize) -> P`.
    fn is_declaration(&self, at: usize) -> bool {
        let of = self.type_of(at);
        self.are(at, &["probe", ":"])
            && self.types_bound().contains(self.text(of))
            && [",", ")"].contains(&self.text(of + 1))
            && ["(", ","].contains(&self.text(at.wrapping_sub(1)))
    }

    /// Returns the place of the `P` in a declaration.
    fn type_of(&self, at: usize) -> usize {
        at + 2 + if self.are(at + 2, &MANY) { MANY.len() } else { 0 }
    }

    /// Returns the place after `probe` or `probe(..)`, where an observation has its dot.
    fn behind(&self, at: usize) -> usize {
        if self.text(at + 1) == "(" { self.tokens[at + 1].other + 1 } else { at + 1 }
    }

    /// Returns the place where the `Result<bool, P::Stop>` that begins here ends, if one does.
    fn stoppable_result(&self, at: usize) -> Option<usize> {
        let bound = self.types_bound();
        let ok = self.are(at, &["Result", "<", "bool", ","])
            && bound.contains(self.text(at + 4))
            && self.are(at + 5, &[":", ":", "Stop", ">"]);
        ok.then_some(at + 8)
    }

    /// Returns the type parameters that are bound by `Probe`.
    fn types_bound(&self) -> BTreeSet<&str> {
        self.places("Probe")
            .filter(|&at| self.follows(at, &[":"]) && !self.follows(at, &[":", ":"]))
            .map(|at| self.text(at - 2))
            .collect()
    }

    /// Checks every use of a probe, and adds the changes to `stripped`.
    fn probes(&self, watched: &Watched<'_>, stripped: &mut Stripped<'_>) -> Result<()> {
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
                && watched.all.contains(function)
                && !self.is_in_closure(at)
                && (!watched.sized.contains(function) || self.is_handed_on(close))
            {
                let stops =
                    bare && watched.stoppable.contains(function) && self.text(close + 1) == "?";
                stops.then(|| (self.bytes(close + 1, close + 1), ""))
            } else {
                return self.fail(
                    at,
                    "`probe` may be used in three ways only: `probe.event(..);`, \
                     `Ok(probe.solved(..))`, or as an argument for a parameter `probe: P` of this \
                     family, outside of closures and with `?` or `return` for a result that names \
                     `P::Stop`",
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

    /// Returns the place where a statement `probe.x(..);` or `probe.x(..)?;` that begins here ends.
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

    /// Returns the places where the `Ok(probe.solved(..))` around this probe begins and ends;
    /// `None` if there is none.
    fn question(&self, at: usize) -> Option<(usize, usize)> {
        let dot = self.behind(at);
        let asks = self.follows(at, &["Ok", "("]) && self.are(dot, &[".", "solved", "("]);
        let close = self.tokens.get(dot + 2).filter(|_| asks)?.other;
        (self.tokens[at - 1].other == close + 1).then_some((at - 2, close + 1))
    }

    /// Returns the function that gets this probe as an argument, and the place where the call ends.
    fn argument(&self, at: usize) -> Option<(&str, usize)> {
        let open = self.tokens[at].inside;
        let from = if self.follows(at, &FOR_ALL) { at - FOR_ALL.len() } else { at };
        let whole = ["(", ","].contains(&self.text(from.wrapping_sub(1)))
            && [",", ")"].contains(&self.text(self.behind(at)));
        let function = self.text(open.wrapping_sub(1));
        (whole && self.text(open) == "(").then(|| (function, self.tokens[open].other))
    }

    /// True for a call whose result is unwrapped or returned: the search cannot ask for its size.
    fn is_handed_on(&self, close: usize) -> bool {
        let path = |at: &usize| {
            let text = self.text(*at);
            text != "return" && (text == "." || text == ":" || text.starts_with(is_of_name))
        };
        let begins = (0..self.tokens[close].other).rev().find(|at| !path(at));
        match (begins.map_or("", |at| self.text(at)), self.text(close + 1)) {
            (_, "?") | ("return", ";" | "}") => true,
            ("{" | "}" | ";", "}") => self.ends_function(close + 1),
            _ => false,
        }
    }

    /// True if this bracket closes the body of a function, or an unsafe block at the end of one.
    fn ends_function(&self, close: usize) -> bool {
        let open = self.tokens[close].other;
        let is_tail = ["{", "}", ";"].contains(&self.text(open.wrapping_sub(2)));
        if is_tail && self.follows(open, &["unsafe"]) && self.text(close + 1) == "}" {
            return self.ends_function(close + 1);
        }
        self.functions().any(|f| f.body == open)
    }

    /// True if this probe is in a closure other than `|_| probe`. To be safe, a closure before it
    /// in its statement counts too, unless it is in brackets that close before the probe.
    fn is_in_closure(&self, at: usize) -> bool {
        let ends_value = |at: usize| {
            let text = self.text(at);
            text != "move" && text.starts_with(is_of_name) || [")", "]"].contains(&text)
        };
        let bodies: BTreeSet<usize> = self.functions().map(|f| f.body).collect();
        let mut at = if self.follows(at, &FOR_ALL) { at - FOR_ALL.len() } else { at };
        while !bodies.contains(&at) {
            let before = at - 1;
            match self.text(before) {
                "|" if !ends_value(before - 1) => return true,
                ";" => at = self.tokens[before].inside,
                "}" | "]" | ")" => at = self.tokens[before].other,
                _ => at = before,
            }
        }
        false
    }

    /// Checks that `Probe` is only imported and only binds type parameters, and that these are only
    /// types of probes and name the `Stop` of a result. So no search can find out which probe it
    /// has, and search in another way when it is timed. Replaces `Probe` by `Silent`.
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
    fn observations_of_a_proof_stay_and_so_do_results() {
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

    /// Returns the lines that are blank in the second text and not in the first.
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
        let mut searches = 0;
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
                searches += usize::from(!lines.is_empty());
            }
        }
        assert!(searches >= 26, "{searches}");
    }

    #[test]
    fn code_within_an_observation_goes_with_it() {
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
    fn the_path_of_the_trait_does_not_matter() {
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
            // The first error is at the call that passes the probe to a function without one.
            (22, "fn is_legal<P: Probe>", "fn is_legal<P: sudoku_core::Probe>"),
            (22, "fn is_legal<P: Probe>", "fn is_legal<P: Probe + Sized>"),
            (22, takes, "usize, watch: P) -> bool"),
            (22, takes, "usize, (probe, _): (P, usize)) -> bool"),
            (22, takes, "usize, probe: impl Probe) -> bool"),
            (22, takes, "usize, probe: P::Stop) -> bool"),
            (22, "is_legal<P: Probe>(&self, at: usize, probe: P)", "is_legal<Q>(&self, probe: Q)"),
            (22, "self.is_legal(at, probe)", "self.is_legal(at, probe.clone())"),
            (22, "self.is_legal(at, probe)", "self.is_legal(at, &probe)"),
            (22, "self.is_legal(at, probe)", "self.is_legal[at, probe, at]"),
            // The size of a result or of a closure would show which probe the search has.
            (22, "self.go(at + 1, probe)?", "size_of_val(&self.go(at + 1, probe)) == 1"),
            (22, "self.go(at + 1, probe)?", "self.go(at + 1, probe).is_ok()"),
            (25, "Ok(false)", "let found = self.go(at, probe); found"),
            (25, "Ok(false)", "let found = { self.go(at, probe) }; found"),
            (25, "Ok(false)", "Ok((|| { at; self.is_legal(at, probe) })())"),
            (25, "Ok(false)", "Ok(size_of_val(&move |at| self.is_legal(at, probe)) == 8)"),
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

    /// True if a family compiles after [`resolved`], with a smaller trait and without solvers.
    fn resolves(family: &str) -> bool {
        const CORE: &str = "pub trait Probe: Copy { type Stop; fn call(self) -> Result<(), \
            Self::Stop>; fn check(self, _at: usize) {} }";
        let folder =
            std::env::temp_dir().join(format!("sudoku-lab-resolved-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let compiles = |name: &str, text: &str| {
            let file = folder.join(name).with_extension("rs");
            fs::write(&file, text).unwrap();
            let mut rustc = std::process::Command::new("rustc");
            rustc.args(["--crate-type=lib", "--edition=2024", "--emit=metadata", "-L."]).arg(file);
            rustc.current_dir(&folder).output().unwrap().status.success()
        };
        assert!(compiles("sudoku_core", CORE));
        let mut files = [Source { path: String::new(), text: family.to_owned() }];
        let renamed = resolved(&mut files).is_ok();
        let sound = compiles("family", &format!("extern crate sudoku_core;\n{}", files[0].text));
        fs::remove_dir_all(folder).unwrap();
        renamed && sound
    }

    #[test]
    fn a_probe_is_handed_to_no_other_function_of_the_same_name_and_observed_by_no_other_trait() {
        const FAMILY: &str = "
            use sudoku_core::Probe;
            pub struct Search { at: usize }
            impl Search {
                pub fn new<P: Probe>(probe: P) -> Self { probe.check(0); Self { at: 0 } }
                pub fn insert<P: Probe>(&mut self, probe: impl Fn(usize) -> P) -> bool {
                    probe(self.at).check(1);
                    self.at == 0
                }
            }
            mod round { pub fn go() -> bool { true } }
            pub fn go<P: Probe>(probe: P) -> Result<bool, P::Stop> {
                probe.call()?;
                let mut search = Search::new(probe);
                if round::go() && search.insert(|_| probe) { return Ok(true); }
                go(probe)
            }";
        assert!(resolves(FAMILY));
        let size = "pub fn new<T>(_: T) -> usize { size_of::<T>() }";
        let asked = "return Ok(true);";
        let helper = |helper: &str, call: &str| {
            format!("{helper} {}", FAMILY.replace(asked, &format!("return Ok({call} == 0);")))
        };
        let closure = "let new = |_| 0; return Ok(new(probe) == 0);";
        let peek = "trait Peek: Sized { fn look(self, _: &mut bool) {} } impl<T> Peek for T {}";
        for trick in [
            helper(&format!("mod size {{ {size} }}"), "size::new(probe)"),
            helper(
                &format!("mod a {{ {} }} use a::size as new;", size.replace("new", "size")),
                "new(probe)",
            ),
            helper(&format!("struct Size; impl Size {{ {size} }}"), "Size::new(probe)"),
            helper("", "size_of_val(Some(1).insert(probe))"),
            FAMILY.replace(asked, closure),
            format!(
                "{peek} {}",
                FAMILY.replace("probe.call()?", "let mut on = false; probe.look(&mut on)")
            ),
            FAMILY.replace("go", WITH_PROBE),
        ] {
            assert!(!resolves(&trick), "{trick}");
        }
    }

    #[test]
    fn a_family_without_observations_is_an_error() {
        let silent = "use sudoku_core::Probe;\n\nfn go<P: Probe>(probe: P) {}\n";
        assert_eq!(error(&[silent]), "some: no observation was found in this family");
        assert_eq!(error(&[]), "some: no observation was found in this family");
        assert_eq!(error(&["fn ("]), "crates/some/src/0.rs: not Rust");
    }
}
