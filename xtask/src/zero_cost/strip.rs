//! Finds every use of a probe in the sources of a family, and removes observations.
//!
//! A probe is the last argument `probe: P` of a function with the type `P: Probe`. It may be used in
//! three ways: a statement reports to it, `Ok(probe.solved(..))` asks it, and a call passes it on to
//! a function of the family that declares a probe. In a search of batches, which has `probe: impl
//! Fn(usize) -> P`, the same holds for `probe(at)`; one probe for all puzzles is passed as
//! `|_| probe`.
//!
//! No search may find out which probe it has: it could then search in another way when nothing
//! counts. So the compiler checks a copy from which the probe itself is removed, with its type: every
//! probe must have been passed to a function that has lost its parameter, and every observation must
//! be a method of `sudoku_core::Probe`. In what is left, the words `probe`, `P` and `Probe` do not
//! occur. The sizes of closures, of futures and of `P::Stop` differ from probe to probe: so closures
//! and futures hold no probe, and a result with `P::Stop` is unwrapped or returned at once.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::mem;
use std::ops::Range;

use anyhow::{Error, Result, anyhow, ensure};
use proc_macro2::{Span, TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{
    Block, Expr, ExprMethodCall, ExprReturn, File, Ident, ImplItemFn, ItemFn, Macro, Signature,
    Stmt, Token, TraitItemFn, UseName,
};

use crate::tidy::Source;

/// The parts that a copy of the sources lacks.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) enum Without {
    /// The probe itself. Observations report to `sudoku_core::Off`, and functions that had a
    /// probe have new names, so that no other function is called in their place.
    #[default]
    Probe,
    /// All observations. `Result<bool, P::Stop>` is `bool`, as no probe can stop the search.
    Observations,
    /// All observations but `probe.call()` and `probe.solved(..)`, which a proof needs.
    Events,
}

/// Changes the files of a family to a copy that lacks something. Lines keep their numbers.
///
/// # Errors
///
/// When a file is not Rust, or in [`Without::Probe`] uses a probe in another way: with file, line
/// and column. When there is no observation.
pub(super) fn strip(files: &mut [Source], without: Without) -> Result<()> {
    let parsed: Vec<File> = files.iter().map(parsed).collect::<Result<_>>()?;
    let mut functions = Functions::new();
    for (Source { text, .. }, file) in files.iter().zip(&parsed) {
        let mut uses = Uses { text, functions, ..Uses::default() };
        uses.visit_file(file);
        functions = uses.functions;
    }
    let mut observations = 0;
    for (source, file) in files.iter_mut().zip(&parsed) {
        let functions = functions.clone();
        let mut uses = Uses { text: &source.text, without, functions, ..Uses::default() };
        uses.visit_file(file);
        if without == Without::Probe
            && let Some(word) = unknown(syn::parse_str(&source.text)?, &uses.known)
        {
            let expected = format!("`{word}` {EXPECTED}");
            return Err(wrong(source, word.span(), expected));
        }
        observations += uses.observations;
        source.text = edited(source.text.clone(), uses.edits);
    }
    ensure!(observations > 0, "no observation was found");
    Ok(())
}

/// The message about a probe that is used in another way.
const EXPECTED: &str = "is not expected here: a probe is declared as `probe: P` with `P: Probe`, \
    and used in three ways only: `probe.event(..);`, `Ok(probe.solved(..))`, or as the last argument \
    for a parameter `probe: P` of this family, outside of closures and with `?` or `return` for a \
    result `Result<.., P::Stop>`";

fn parsed(source: &Source) -> Result<File> {
    syn::parse_str(&source.text).map_err(|error| wrong(source, error.span(), error))
}

fn wrong(source: &Source, span: Span, what: impl Display) -> Error {
    let at = span.start();
    anyhow!("{}:{}:{}: {what}", source.path, at.line, at.column + 1)
}

/// Replaces ranges of a text, none within another; line breaks in them stay.
fn edited(mut text: String, mut edits: Vec<(Range<usize>, &str)>) -> String {
    edits.sort_by_key(|(range, _)| range.start);
    for (range, new) in edits.into_iter().rev() {
        let breaks = text[range.clone()].matches('\n').count();
        text.replace_range(range, &format!("{new}{}", "\n".repeat(breaks)));
    }
    text
}

/// The new beginning of the name of a function that had a probe.
const RENAMED: &str = "with_probe_";

/// Returns the first `probe`, `P` or `Probe` outside of these ranges, or the first name that a
/// renamed function could have.
fn unknown(stream: TokenStream, known: &[Range<usize>]) -> Option<Ident> {
    stream.into_iter().find_map(|tree| match tree {
        TokenTree::Group(group) => unknown(group.stream(), known),
        TokenTree::Ident(word) => {
            let (name, start) = (word.unraw(), bytes(&word).start);
            let is_watched = ["probe", "P", "Probe"].iter().any(|watched| name == watched)
                || name.to_string().starts_with(RENAMED);
            let is_known = known.iter().any(|range| range.contains(&start));
            (is_watched && !is_known).then_some(word)
        }
        _ => None,
    })
}

fn bytes(node: &impl Spanned) -> Range<usize> {
    node.span().byte_range()
}

/// The results of the functions that declare a probe, by name.
type Functions = BTreeMap<String, String>;

/// The result that becomes `bool` where no probe can stop the search.
const BOOL: &str = "-> Result<bool, P::Stop>";

/// The uses of probes in a file.
#[derive(Default)]
struct Uses<'a> {
    text: &'a str,
    without: Without,
    functions: Functions,
    /// The number of statements that report to a probe.
    observations: usize,
    edits: Vec<(Range<usize>, &'static str)>,
    /// Where `probe`, `P` and `Probe` may begin.
    known: Vec<Range<usize>>,
    /// The ends of calls whose result is unwrapped or returned.
    handed_on: Vec<usize>,
    /// True within a function with the result [`BOOL`].
    is_bool: bool,
}

impl<'a> Uses<'a> {
    fn text(&self, node: &impl Spanned) -> &'a str {
        &self.text[bytes(node)]
    }

    /// Changes a range in copies of one kind.
    fn edit(&mut self, without: Without, range: Range<usize>, new: &'static str) {
        if self.without == without {
            self.edits.push((range, new));
        }
    }

    /// True for `probe` and for `probe(at)`.
    fn is_probe(&self, expr: &Expr) -> bool {
        let name = if let Expr::Call(call) = expr { &call.func } else { expr };
        self.text(name) == "probe"
    }

    fn function(&mut self, head: &Signature, body: Option<&Block>) {
        let declares = |text| ["probe: P", "probe: impl Fn(usize) -> P"].contains(&text);
        let probe = head.inputs.pairs().next_back();
        let probe = probe.filter(|pair| declares(self.text(pair.value())));
        let bound = head.generics.params.pairs().find(|pair| self.text(pair.value()) == "P: Probe");
        let (result, end) = (self.text(&head.output), bytes(&head.output).end);
        if let (Some(probe), Some(bound)) = (probe, bound) {
            self.known.extend([bytes(probe.value()), bytes(bound.value())]);
            self.edit(Without::Probe, bytes(&probe), "");
            self.edit(Without::Probe, bytes(&bound), "");
            self.rename(&head.ident);
            let known = self.functions.entry(head.ident.to_string()).or_default();
            known.push_str(if head.asyncness.is_some() { "impl Future" } else { result });
            if result.starts_with("-> Result<") && result.ends_with(", P::Stop>") {
                let stop = end - "P::Stop>".len()..end - 1;
                self.known.push(stop.clone());
                self.edit(Without::Probe, stop, "::core::convert::Infallible");
            }
        }
        let outer = mem::replace(&mut self.is_bool, result == BOOL);
        if self.is_bool {
            self.edit(Without::Observations, bytes(&head.output), "-> bool");
        }
        if let Some(block) = body {
            self.return_end(block);
            self.visit_block(block);
        }
        self.is_bool = outer;
    }

    fn rename(&mut self, function: &Ident) {
        let start = bytes(function).start;
        self.edit(Without::Probe, start..start, RENAMED);
    }

    /// Notes that the value of a block is returned.
    fn return_end(&mut self, block: &Block) {
        match block.stmts.last() {
            Some(Stmt::Expr(Expr::Unsafe(inner), None)) => self.return_end(&inner.block),
            Some(Stmt::Expr(value, None)) => self.hand_on(value),
            _ => {}
        }
    }

    /// Notes that a value is unwrapped or returned.
    fn hand_on(&mut self, value: &Expr) {
        if called(value).is_some() {
            self.handed_on.push(bytes(value).end);
        }
    }

    /// Notes a call that reports to a probe. As its arguments are not visited, they contain no probe.
    fn report(&mut self, call: &ExprMethodCall) {
        let (start, open) = (bytes(&call.receiver).start, bytes(&call.paren_token.span.open()).end);
        self.known.push(start..start + 1);
        self.edit(Without::Probe, start..bytes(&call.method).start, "::sudoku_core::Probe::");
        self.edit(Without::Probe, open..open, "::sudoku_core::Off, ");
    }

    /// Notes the probe that a call passes on: its last argument.
    fn pass_on(&mut self, function: &Ident, arguments: &Arguments, end: usize) {
        let Some(result) = self.functions.get(&function.to_string()) else { return };
        let is_sized = result.contains("Stop") || result.contains("impl");
        let Some(pair) = arguments.pairs().next_back() else { return };
        let for_all = self.text(pair.value()) == "|_| probe";
        let is_probe = for_all || self.is_probe(pair.value());
        if is_probe && (!is_sized || self.handed_on.contains(&end)) {
            let start = bytes(pair.value()).start + if for_all { "|_| ".len() } else { 0 };
            self.known.push(start..start + 1);
            self.edit(Without::Probe, bytes(&pair), "");
            self.rename(function);
        }
    }
}

type Arguments = Punctuated<Expr, Token![,]>;

/// Returns the function that an expression calls by its name, and the arguments.
fn called(expr: &Expr) -> Option<(&Ident, &Arguments)> {
    match expr {
        Expr::MethodCall(call) => Some((&call.method, &call.args)),
        Expr::Call(call) => {
            let Expr::Path(path) = &*call.func else { return None };
            Some((&path.path.segments.last()?.ident, &call.args))
        }
        _ => None,
    }
}

impl<'ast> Visit<'ast> for Uses<'_> {
    fn visit_item_fn(&mut self, function: &'ast ItemFn) {
        self.function(&function.sig, Some(&function.block));
    }

    fn visit_impl_item_fn(&mut self, function: &'ast ImplItemFn) {
        self.function(&function.sig, Some(&function.block));
    }

    fn visit_trait_item_fn(&mut self, function: &'ast TraitItemFn) {
        self.function(&function.sig, function.default.as_ref());
    }

    fn visit_use_name(&mut self, name: &'ast UseName) {
        if name.ident == "Probe" {
            self.known.push(bytes(name));
            self.edit(Without::Probe, bytes(name), "Probe as _");
        }
    }

    /// Visits the functions that a macro compiles for the instructions of a kernel.
    fn visit_macro(&mut self, call: &'ast Macro) {
        let functions = |input: ParseStream<'_>| {
            if input.peek2(Token![,]) {
                input.parse::<Ident>()?;
                input.parse::<Token![,]>()?;
            }
            input.parse::<File>()
        };
        if let Ok(functions) = call.parse_body_with(functions) {
            self.visit_file(&functions);
        }
    }

    fn visit_stmt(&mut self, statement: &'ast Stmt) {
        if let Stmt::Expr(expr, Some(_)) = statement
            && let Expr::MethodCall(call) =
                if let Expr::Try(tried) = expr { &tried.expr } else { expr }
            && self.is_probe(&call.receiver)
            // No attribute comes before it.
            && self.text(statement).starts_with("probe")
        {
            self.report(call);
            self.edit(Without::Observations, bytes(statement), "");
            if call.method != "call" && call.method != "solved" {
                self.edit(Without::Events, bytes(statement), "");
            }
            self.observations += 1;
        } else {
            visit::visit_stmt(self, statement);
        }
    }

    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::Closure(_) | Expr::Async(_) => return,
            _ if self.is_probe(expr) => return,
            Expr::Call(call) if self.text(&call.func) == "Ok" => {
                if self.is_bool {
                    self.edit(Without::Observations, bytes(&call.func), "");
                }
                if let Some(Expr::MethodCall(asked)) = call.args.first()
                    && self.is_probe(&asked.receiver)
                    && asked.method == "solved"
                {
                    self.report(asked);
                    self.edit(Without::Observations, bytes(asked), "true");
                    return;
                }
            }
            Expr::Try(tried) => {
                self.hand_on(&tried.expr);
                let function = called(&tried.expr).map(|(function, _)| function.to_string());
                let result = function.and_then(|function| self.functions.get(&function));
                if result.is_some_and(|result| result.contains(BOOL)) {
                    self.edit(Without::Observations, bytes(&tried.question_token), "");
                }
            }
            Expr::Return(ExprReturn { expr: Some(value), .. }) => self.hand_on(value),
            _ => {}
        }
        if let Some((function, arguments)) = called(expr) {
            self.pass_on(function, arguments, bytes(expr).end);
        }
        visit::visit_expr(self, expr);
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;
    use std::process::Command;

    use sudoku_show::observations;

    use super::*;

    const SEARCH: &str = "\
//! A search; `probe.check(0)` in a comment is none.
use sudoku_core::{Grid, Probe, Solver};

pub struct Search {
    board: Grid,
}

impl Solver for Search {
    fn solve<P: Probe>(&mut self, puzzle: &Grid, probe: P) -> Result<Option<Grid>, P::Stop> {
        let found = self.go(0, probe)?;
        Ok(found.then_some(self.board))
    }
}

impl Search {
    fn go<P: Probe>(&mut self, at: usize, probe: P) -> Result<bool, P::Stop> {
        probe.call()?;
        if at == 81 {
            return Ok(probe.solved(&self.board));
        }
        self.board[at] = 1;
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
        probe.check(at);
        self.board[at] == 0
    }
}
";

    /// Changes pieces of [`SEARCH`] that occur in it.
    fn with(changes: &[(&str, &str)]) -> String {
        changes.iter().fold(SEARCH.to_owned(), |text, (from, to)| {
            assert!(text.contains(from), "{from}");
            text.replace(from, to)
        })
    }

    fn source(text: &str) -> Source {
        Source { path: "crates/some/src/search.rs".into(), text: text.into() }
    }

    fn stripped(text: &str, without: Without) -> Result<String> {
        let mut files = [source(text)];
        strip(&mut files, without)?;
        let [file] = files;
        Ok(file.text)
    }

    const PLACE: (&str, &str) =
        ("probe.place(\n            at,\n            1,\n        );", "\n\n\n");

    #[test]
    fn observations_are_taken_out_and_no_result_stops() {
        let expected = with(&[
            ("-> Result<bool, P::Stop>", "-> bool"),
            ("probe.call()?;", ""),
            ("Ok(probe.solved(&self.board))", "(true)"),
            PLACE,
            ("self.go(at + 1, probe)?", "self.go(at + 1, probe)"),
            ("self.go(0, probe)?", "self.go(0, probe)"),
            ("Ok(true)", "(true)"),
            ("Ok(false)", "(false)"),
            ("        probe.check(at);", "        "),
        ]);
        assert_eq!(stripped(SEARCH, Without::Observations).unwrap(), expected);
    }

    #[test]
    fn results_stay_where_a_probe_cannot_stop() {
        let asked = ("self.is_legal(at, probe)", "self.is_legal(at, probe)?");
        for result in ["Result<bool, Conflict>", "Result<u8, P::Stop>"] {
            let head = format!("-> {result} {{\n        probe.check");
            let changes = [asked, ("-> bool {\n        probe.check", &head)];
            let stripped = stripped(&with(&changes), Without::Observations).unwrap();
            assert!(stripped.contains(asked.1) && stripped.contains(&format!("-> {result} {{")));
        }
    }

    #[test]
    fn observations_of_a_proof_stay_and_so_do_results() {
        let expected = with(&[PLACE, ("        probe.check(at);", "        ")]);
        assert_eq!(stripped(SEARCH, Without::Events).unwrap(), expected);
        let solved = with(&[("probe.check(at);", "probe.solved(&self.board);")]);
        let stripped = stripped(&solved, Without::Events).unwrap();
        assert!(stripped.contains("        probe.solved(&self.board);\n"), "{stripped}");
    }

    #[test]
    fn the_probe_is_taken_out_with_its_type() {
        let solved = "::sudoku_core::Probe::solved(::sudoku_core::Off, &self.board)";
        let expected = with(&[
            ("probe.call()", "::sudoku_core::Probe::call(::sudoku_core::Off, )"),
            ("probe.solved(&self.board)", solved),
            ("probe.place(", "::sudoku_core::Probe::place(::sudoku_core::Off, "),
            ("        probe.check(", "        ::sudoku_core::Probe::check(::sudoku_core::Off, "),
            ("Probe, Solver", "Probe as _, Solver"),
            ("P::Stop", "::core::convert::Infallible"),
            ("P: Probe", ""),
            ("probe: P", ""),
            ("fn ", "fn with_probe_"),
            ("self.go(0, probe)", "self.with_probe_go(0, )"),
            ("self.go(at + 1, probe)", "self.with_probe_go(at + 1, )"),
            ("self.is_legal(at, probe)", "self.with_probe_is_legal(at, )"),
        ]);
        assert_eq!(stripped(SEARCH, Without::Probe).unwrap(), expected);
    }

    #[test]
    fn every_file_of_a_family_is_stripped() {
        let (solver, helper) = SEARCH.split_once("    fn is_legal").unwrap();
        let helper = format!("use sudoku_core::Probe;\nimpl Search {{\n    fn is_legal{helper}");
        let mut files = [source(&format!("{solver}}}\n")), source(&helper)];
        strip(&mut files, Without::Probe).unwrap();
        assert!(files[0].text.contains("self.with_probe_is_legal(at, )"), "{}", files[0].text);
        let elsewhere = helper.replace("probe.check(at);", "let watch = probe;");
        let mut files = [source(SEARCH), source(&elsewhere)];
        let error = strip(&mut files, Without::Probe).unwrap_err().to_string();
        assert!(error.starts_with("crates/some/src/search.rs:4:21: `probe` is not"), "{error}");
    }

    #[test]
    fn a_family_without_observations_is_an_error() {
        let silent = "use sudoku_core::Probe;\n\nfn go<P: Probe>(probe: P) {}\n";
        for without in [Without::Probe, Without::Observations, Without::Events] {
            let error = stripped(silent, without).unwrap_err().to_string();
            assert_eq!(error, "no observation was found");
        }
        let error = stripped("fn go() {\n    1 +;\n}\n", Without::Probe).unwrap_err().to_string();
        assert!(error.starts_with("crates/some/src/search.rs:2:8: expected"), "{error}");
    }

    /// A core whose solvers have no probe.
    const CORE: &str = "
        use std::convert::Infallible;
        pub type Grid = [u8; 81];
        #[derive(Clone, Copy)]
        pub struct Off;
        pub trait Probe: Copy {
            type Stop;
            fn call(self) -> Result<(), Self::Stop>;
            fn check(self, _: usize) {}
            fn place(self, _: usize, _: u8) {}
            fn solved(self, _: &Grid) -> bool { true }
        }
        impl Probe for Off {
            type Stop = Infallible;
            fn call(self) -> Result<(), Infallible> { Ok(()) }
        }
        pub trait Solver {
            fn with_probe_solve(&mut self, puzzle: &Grid) -> Result<Option<Grid>, Infallible>;
        }";

    /// A folder in which the compiler checks copies without a probe.
    struct Compiler(PathBuf);

    impl Compiler {
        fn new(test: &str) -> Self {
            let name = format!("sudoku-lab-{test}-{}", std::process::id());
            let compiler = Self(std::env::temp_dir().join(name));
            fs::create_dir_all(&compiler.0).unwrap();
            assert_eq!(compiler.refusal("sudoku_core", CORE), None);
            compiler
        }

        /// Returns the errors of the compiler, if there are any.
        fn refusal(&self, name: &str, text: &str) -> Option<String> {
            fs::write(self.0.join(name).with_extension("rs"), text).unwrap();
            let mut rustc = Command::new("rustc");
            rustc.args(["--crate-type=lib", "--edition=2024", "--emit=metadata", "-Awarnings"]);
            if text != CORE {
                rustc.args(["--extern", "sudoku_core=libsudoku_core.rmeta"]);
            }
            let output = rustc.arg(format!("{name}.rs")).current_dir(&self.0).output().unwrap();
            let errors = String::from_utf8_lossy(&output.stderr).into_owned();
            (!output.status.success()).then_some(errors)
        }

        /// Returns the reason for which a family is refused, here or by the compiler.
        fn refuses(&self, family: &str) -> Option<String> {
            match stripped(family, Without::Probe) {
                Err(error) => Some(error.to_string()),
                Ok(text) => self.refusal("family", &text).map(|why| format!("rustc: {why}")),
            }
        }
    }

    impl Drop for Compiler {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    /// The changes to a search that has a probe for each puzzle.
    const BATCH: [(&str, &str); 6] = [
        ("at: usize, probe: P) -> Result", "at: usize, probe: impl Fn(usize) -> P) -> Result"),
        ("self.go(0, probe)", "self.go(0, |_| probe)"),
        ("self.is_legal(at, probe)", "self.is_legal(at, probe(at / 81))"),
        ("probe.call()", "probe(at).call()"),
        ("probe.solved", "probe(0).solved"),
        ("probe.place", "probe(at).place"),
    ];

    #[test]
    fn a_probe_is_observed_asked_and_passed_on() {
        let compiler = Compiler::new("uses");
        let is_legal = "fn is_legal<P: Probe>(&self, at: usize, probe: P) -> bool {";
        for changes in [
            &[("board", "board")][..],
            &[("impl Solver", "impl sudoku_core::Solver")],
            &[("probe: P)", "probe: P,)")],
            &[("probe.check(at);", "probe.check(at);probe.check({ Ok::<_, u8>(at).unwrap() });")],
            &[("Ok(false)", "self.go(at, probe)")],
            &[("Ok(false)", "return self.go(at, probe);")],
            &[("Ok(false)", "Self::go(self, at, probe)")],
            &[("Ok(false)", "unsafe { self.go(at, probe) }")],
            &[("Ok(false)", "unsafe { Ok(self.go(at, probe)?) }")],
            &[
                (is_legal, &is_legal.replace("bool", "Result<u8, P::Stop>")),
                ("self.board[at] == 0", "Ok(self.board[at])"),
                ("self.is_legal(at, probe)", "self.is_legal(at, probe)? == 0"),
            ],
            &BATCH,
            &[
                ("self.is_legal(at, probe)", "is_free(at, probe)"),
                (
                    "impl Solver",
                    "macro_rules! kernel { (some, $($function:item)*) => { $($function)* } }
                    kernel! { some, fn is_free<P: Probe>(at: usize, probe: P) -> bool {
                        probe.check(at);
                        at > 0
                    } }
                    impl Solver",
                ),
            ],
        ] {
            assert_eq!(compiler.refuses(&with(changes)), None, "{changes:?}");
        }
    }

    /// Tricks by which a search could find out which probe it has, keep one or observe in another
    /// way: where they are refused, the code, and what replaces it.
    const TRICKS: &[(&str, &str, &str)] = &[
        ("33:21", CHECK, "let watch = probe; watch.check(at);"),
        ("33:21", CHECK, "let legal = probe.check(at);"),
        ("33:33", CHECK, "if at == 0 { 1 } else { probe.check(at) };"),
        ("33:14", CHECK, "Some(probe).map(P::check);"),
        ("33:32", CHECK, "std::convert::identity(probe).check(at);"),
        ("33:9", CHECK, "Probe::check(probe, at);"),
        ("33:16", CHECK, "check!(probe);"),
        ("33:25", CHECK, "#[cfg(watched)] probe.check(at);"),
        ("33:27", CHECK, "let (watch, _) = (probe, 1);"),
        ("33:18", CHECK, "(|watch: P| watch.check(at))(probe);"),
        ("33:19", CHECK, "size_of::<P>();"),
        ("33:22", CHECK, "size_of_val(&probe);"),
        ("33:22", CHECK, "size_of_val(&r#probe);"),
        ("33:19", CHECK, "size_of::<P::Stop>();"),
        ("33:30", CHECK, "size_of::<Result<(), P::Stop>>();"),
        ("33:34", CHECK, "probe.check(size_of_val(&probe));"),
        ("33:31", CHECK, "probe.check(size_of::<P>());"),
        ("33:41", CHECK, "probe.check({ self.is_legal(at, probe); at });"),
        ("33:9", CHECK, "probe.clone().check(at);"),
        ("33:15", CHECK, "(|| { probe.check(at); })();"),
        ("33:40", CHECK, "drop(async { self.is_legal(at, probe) });"),
        ("33:47", CHECK, "macro_rules! size { () => { size_of::<P>() } } size!();"),
        // Another value or type of the same name.
        ("21:13", SET, "let probe = sudoku_core::Off;"),
        ("21:13", SET, "for probe in [sudoku_core::Off] {}"),
        ("4:12", "pub struct Search", "pub struct P; pub struct Search"),
        ("15:7", "impl Search {", "trait Probe {} impl Search {"),
        ("15:6", "impl Search {", "impl Probe for Search {} impl Search {"),
        ("2:25", "Probe, Solver", "Probe as Watch, Solver"),
        ("2:35", "Probe, Solver", "Solver as Probe, Solver"),
        // A function that does not declare a probe: the error is at the call that passes one to it.
        ("26:30", "fn is_legal<P: Probe>", "fn is_legal<P: sudoku_core::Probe>"),
        ("26:30", "fn is_legal<P: Probe>", "fn is_legal<P: Probe + Sized>"),
        ("26:30", "usize, probe: P) -> bool", "usize, watch: P) -> bool"),
        ("26:30", "usize, probe: P) -> bool", "usize, (probe, _): (P, usize)) -> bool"),
        ("26:30", "usize, probe: P) -> bool", "usize, probe: impl Probe) -> bool"),
        ("26:30", "usize, probe: P) -> bool", "usize, probe: P::Stop) -> bool"),
        ("26:30", "<P: Probe>(&self, at: usize, probe: P)", "<Q>(&self, probe: Q)"),
        ("26:30", LEGAL, "self.is_legal(at, probe.clone())"),
        ("26:31", LEGAL, "self.is_legal(at, &probe)"),
        ("26:35", LEGAL, "self.is_legal(at, |at| probe)"),
        ("26:28", LEGAL, "self.is_legal::<P>(at, probe)"),
        ("26:28", LEGAL, "self.is_legal[at, probe, at]"),
        ("32:49", "usize, probe: P) -> bool", "usize, _: [P; 0], probe: P) -> bool"),
        ("32:69", "probe: P) -> bool", "probe: P) -> bool where P: Ord"),
        ("26:54", LEGAL, "self.is_legal(at, probe(self.is_legal(at, probe)))"),
        // Another parameter than the last one could be of any type.
        ("26:26", LEGAL, "self.is_legal(probe, probe)"),
        ("26:26", LEGAL, "self.is_legal(probe, sudoku_core::Off)"),
        ("26:30", "at: usize, probe: P) -> bool", "probe: P, at: usize) -> bool"),
        // The size of a result or of a closure would show which probe the search has.
        ("26:69", GO, "size_of_val(&self.go(at + 1, probe)) == 1"),
        ("26:56", GO, "self.go(at + 1, probe).is_ok()"),
        ("29:33", "Ok(false)", "let found = self.go(at, probe); found"),
        ("29:35", "Ok(false)", "let found = { self.go(at, probe) }; found"),
        ("29:40", "Ok(false)", "return Ok(true) == self.go(at, probe);"),
        ("29:22", "Ok(false)", "!self.go(at, probe)"),
        ("29:36", "Ok(false)", "Ok((|| { self.is_legal(at, probe) })())"),
        ("29:53", "Ok(false)", "Ok(size_of_val(&move |at| self.is_legal(at, probe)) == 8)"),
        ("26:30", "fn is_legal", "async fn is_legal"),
        ("26:30", "probe: P) -> bool", "probe: P) -> impl Fn() -> bool"),
        ("19:23", "&self.board));", "&self.board) && at == 80);"),
        ("19:25", "Ok(probe.solved", "Some(probe.solved"),
        ("19:23", "Ok(probe.solved(&self.board)", "Ok(probe.check(0)"),
        // The compiler knows which function is called, and whose method an observation is.
        ("rustc", CHECK, "mod size { pub fn is_legal<T>(_: T) {} } size::is_legal(probe);"),
        ("rustc", CHECK, "mod a { pub fn b<T>(_: T) {} } use a::b as is_legal; is_legal(probe);"),
        (
            "rustc",
            CHECK,
            "trait A { fn is_legal<T>(_: T) {} } impl A for u8 {} u8::is_legal(probe);",
        ),
        ("rustc", CHECK, "let is_legal = |_| 0; is_legal(probe);"),
        ("rustc", CHECK, "let is_legal = Self::is_legal; is_legal(self, at, probe);"),
        ("rustc", SET, "let is_legal = Self::go; size_of_val(&is_legal(self, at, probe));"),
        (
            "rustc",
            CHECK,
            "trait Peek: Sized { fn look(self) {} } impl<T> Peek for T {} probe.look();",
        ),
        ("rustc", CHECK, "probe.observe(at);"),
        ("rustc", LEGAL, "self.is_legal(at, sudoku_core::Off)"),
        ("15:14", "impl Search {", "impl u8 { fn with_probe_go(self) {} } impl Search {"),
    ];

    const CHECK: &str = "probe.check(at);";
    const SET: &str = "self.board[at] = 1;";
    const LEGAL: &str = "self.is_legal(at, probe)";
    const GO: &str = "self.go(at + 1, probe)?";

    #[test]
    fn any_other_use_of_a_probe_is_refused() {
        let compiler = Compiler::new("tricks");
        for &(place, from, to) in TRICKS {
            let text = SEARCH.replacen(from, to, 1);
            assert_ne!(text, SEARCH, "{from}");
            let refused = compiler.refuses(&text).expect(to);
            let expected = match place {
                "rustc" => "rustc: error".to_owned(),
                _ => format!("crates/some/src/search.rs:{place}: "),
            };
            assert!(refused.starts_with(&expected), "{to}: {refused}");
        }
    }

    /// Returns the lines that are blank in the second text and not in the first.
    fn emptied(text: &str, stripped: &str) -> Vec<usize> {
        let lines = text.lines().zip(stripped.lines()).enumerate();
        let gone = lines.filter(|(_, (before, after))| before.trim() != after.trim());
        gone.filter(|(_, (_, after))| after.trim().is_empty()).map(|(at, _)| at).collect()
    }

    #[test]
    fn observations_are_the_lines_that_are_taken_out() {
        let found = observations(SEARCH);
        assert_eq!(found, [16, 21, 22, 23, 24, 32]);
        assert_eq!(found, emptied(SEARCH, &stripped(SEARCH, Without::Observations).unwrap()));
    }

    #[test]
    fn so_they_are_in_every_solver() {
        let mut searches = 0;
        for family in fs::read_dir(crate::root().join("crates")).unwrap() {
            let mut before = Vec::new();
            crate::tidy::collect(&family.unwrap().path().join("src"), &mut before).unwrap();
            if !before.iter().any(|file| file.text.contains("\n//! # A node\n")) {
                continue;
            }
            let copy = |file: &Source| Source { path: file.path.clone(), text: file.text.clone() };
            let [mut unprobed, mut after] =
                [(); 2].map(|()| before.iter().map(copy).collect::<Vec<_>>());
            strip(&mut unprobed, Without::Probe).unwrap();
            strip(&mut after, Without::Observations).unwrap();
            for (before, after) in before.iter().zip(&after) {
                let lines = observations(&before.text);
                assert_eq!(lines, emptied(&before.text, &after.text), "{}", before.path);
                searches += usize::from(!lines.is_empty());
            }
        }
        assert!(searches >= 26, "{searches}");
    }
}
