//! The report of a small run, as people and programs get it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::slice;

use sudoku_core::{Counters, Counts, Ending};
use sudoku_judge::claims::{Check, JudgedCorpus, Ledger, Reference, References, Surprise, Verdict};
use sudoku_judge::{
    Climb, CountedOn, Exercise, Interval, Ladder, Order, Ratio, Results, Rows, Rung, SolverRow,
    Timing,
};
use sudoku_record::{
    Absent, CorpusRecord, CountRow, Mode, Page, PairedRow, Raw, RunFolder, SetupRow, SolverRecord,
    SourceRecord,
};
use sudoku_show::compare::{Change, Run};
use sudoku_show::{Checkout, Written, claims};
use usvg::fontdb::Database;
use usvg::{Group, Node, Options, Rect, TextChunk, Tree};

use crate::references::{beside_first, references};

/// Four solvers on four corpora: one is over its budget once, one has a contended row.
fn fixture() -> Results {
    Results::of(&raw())
}

fn raw() -> Raw {
    Raw::read(&RunFolder::new(fixture_folder())).unwrap()
}

fn fixture_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixture")
}

/// The fixture with the publications of a solver: one that can be read, one that says nothing of
/// itself, and one whose address is a program.
fn with_sources() -> Results {
    let source = |key: &str, title: &str, [author, year, address, part, differs]: [&str; 5]| {
        let text = str::to_owned;
        SourceRecord {
            key: key.to_owned(),
            title: text(title),
            author: text(author),
            year: text(year),
            address: text(address),
            language: text("unknown"),
            part: part.to_owned(),
            differs: text(differs),
        }
    };
    let mut results = fixture();
    let solver = &mut results.plan.solvers[3];
    let paper = "https://example.org/paper";
    solver.sources = vec![
        source(
            "paper",
            "A Paper",
            ["A. Author", "1975", paper, "the search", "blanks for variables"],
        ),
        source("blog", "A Blog", ["unknown", "unknown", "unknown", "a part", ""]),
        source("trap", "A Trap", ["A. Trapper", "2000", "javascript:alert(1)", "none", ""]),
    ];
    solver.tree = String::from("fewest-candidates");
    results
}

/// The fixture with the pages of a family and two solvers.
fn with_pages() -> Results {
    let page = |id: &str, text: &str, code: &str, observations: &[usize]| Page {
        id: id.to_owned(),
        text: text.to_owned(),
        code: code.to_owned(),
        observations: observations.to_vec(),
    };
    let mut results = fixture();
    results.pages = vec![
        page(
            "brute-scan",
            "A family.\n\n- [`ThreeLoops`] reads.\n\n# What paid, and what did not\n\nLittle.\n",
            "",
            &[],
        ),
        page(
            "brute-scan/three-loops",
            "One line.\n\n# The idea\n\nAs in the [example](sudoku_core#the-example), or \
             [`BlankList`](../sudoku_bitmask/struct.BlankList.html):\n\n```text\n  5 3 [.] < 9\n```\n\n\
             # Examples\n\n```\nlet clues = \"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6\
             ....28....419..5....8..79\";\n# Ok(())\n```\n\n# Question\n\nHow many?\n\n```sh\ncargo run\n```\n\n\
             <details><summary>Answer</summary>\n\nFew, <b>not many</b>.\n\n</details>\n",
            "fn go() {\n    probe.call()?;\n    if a < b {}\n}\n",
            &[1],
        ),
        page(
            "bitmask/blank-list",
            "A list, as in [the first](../sudoku_brute_scan/index.html).",
            "use crate::lists::List;\n\nfn go() {}\n",
            &[],
        ),
    ];
    results
}

/// The fixture with a solver that answers wrongly.
fn with_wrong_answers() -> Results {
    let mut results = fixture();
    change_row(&mut results, "scan-from-start/fused", "none", |row| {
        (row.no_solution, row.wrong) = (1, 1);
    });
    results
}

fn change(results: &mut Results, change: impl FnOnce(&mut Vec<SolverRow>)) {
    let mut rows = results.rows.clone();
    change(&mut rows);
    results.rows = rows;
}

fn change_row(results: &mut Results, solver: &str, corpus: &str, to: impl FnOnce(&mut SolverRow)) {
    let ours = |row: &&mut SolverRow| row.solver == solver && row.corpus == corpus;
    change(results, |rows| to(rows.iter_mut().find(ours).expect("a row of the fixture")));
}

/// A run with this many solvers and corpora, made of the rows of the fixture.
fn large(solvers: usize, corpora: usize) -> Results {
    let mut results = fixture();
    let (plan, rows) = (results.plan.clone(), results.rows.clone());
    let families =
        ["bit-sliced-search", "x", "propagate", "exact-cover", "bands", "peer", "a", "b"];
    let id = |n: usize| format!("{}/variant-{}", families[n / 3 % families.len()], n % 3);
    let corpus = |n: usize| format!("corpus-1e{n}");
    results.plan.solvers = (0..solvers)
        .map(|n| SolverRecord { id: id(n), ..plan.solvers[n % plan.solvers.len()].clone() })
        .collect();
    results.plan.corpora = (0..corpora)
        .map(|n| CorpusRecord { name: corpus(n), ..plan.corpora[n % plan.corpora.len()].clone() })
        .collect();
    let rows: Vec<SolverRow> = (0..corpora)
        .flat_map(|c| (0..solvers).map(move |s| (c, s)))
        .map(|(c, s)| {
            let from =
                (&plan.corpora[c % plan.corpora.len()], &plan.solvers[s % plan.solvers.len()]);
            let row =
                rows.iter().find(|row| (&row.corpus, &row.solver) == (&from.0.name, &from.1.id));
            let mut row = SolverRow { corpus: corpus(c), solver: id(s), ..row.unwrap().clone() };
            row.counts.placements *= 1 + c as u64;
            if let Some(timing) = &mut row.timing {
                timing.mean_ns = timing.mean_ns.scaled(1.0 + c as f64 + s as f64 / 5.0);
            }
            row
        })
        .collect();
    results.rows = rows;
    results
}

/// The files of a run on a processor that has a reference.
fn draw(results: &Results, ledger: &Ledger) -> anyhow::Result<Vec<(String, String)>> {
    let check = Check { references: Vec::new(), ..beside_first(ledger) };
    sudoku_show::draw(results, ledger, &check, None)
}

/// The text of a run without claims, for a terminal.
fn terminal(results: &Results, since: &str, long: bool, width: usize) -> String {
    let nothing = (&Ledger::default(), &Check::default());
    sudoku_show::terminal(results, nothing, since, long, width)
}

/// Every table of a run without claims, for a terminal.
fn in_full(results: &Results) -> String {
    terminal(results, "", true, 100)
}

fn claims_in_short(ledger: &Ledger) -> String {
    claims::in_short(ledger, &beside_first(ledger), 100)
}

fn file(results: &Results, name: &str) -> String {
    let files = draw(results, &Ledger::default()).unwrap();
    files.into_iter().find(|(known, _)| known == name).unwrap_or_else(|| panic!("no {name}")).1
}

fn charts(results: &Results) -> Vec<(String, String)> {
    let files = draw(results, &Ledger::default()).unwrap();
    files.into_iter().filter(|(name, _)| name.starts_with("charts/")).collect()
}

#[test]
fn markdown() {
    insta::assert_snapshot!(file(&fixture(), "README.md"));
}

/// The fixture with a peer, a peer that failed, a solver for some processors, and one that this
/// machine lacks.
fn mixed() -> Results {
    let mut results = fixture();
    let model = results.plan.solvers[0].clone();
    let like =
        |id: &str| SolverRecord { id: id.to_owned(), tree: "unknown".to_owned(), ..model.clone() };
    let peer = || Some("1.2.3".to_owned());
    let why = "gave no answer within 10s on puzzle 3 of easy".to_owned();
    "avx2".clone_into(&mut results.plan.solvers[1].target);
    results.plan.solvers.extend([
        SolverRecord {
            target: "avx512vl".to_owned(),
            absent: Some(Absent::NotOnThisMachine),
            ..like("vector/wide")
        },
        SolverRecord { peer: peer(), ..like("peers/good") },
        SolverRecord { peer: peer(), absent: Some(Absent::LeftOut(why)), ..like("peers/bad") },
    ]);
    let rows: Vec<SolverRow> =
        results.rows.iter().filter(|row| row.solver == model.id).cloned().collect();
    let peers = rows.into_iter().map(|row| SolverRow {
        solver: "peers/good".to_owned(),
        counts: Counts::default().only(Counters::of(&[])),
        timing: row.timing.clone().map(|timing| Timing { mean_ns_per_placement: None, ..timing }),
        ..row
    });
    change(&mut results, |rows| rows.extend(peers));
    let setup = |(id, cpu_ns): (&str, u64)| SetupRow { solver: id.to_owned(), cpu_ns };
    results.setup = [(&*model.id, 25), ("peers/good", 1_500)].map(setup).into();
    results.environment.cpu_features = vec!["avx2".to_owned()];
    results
}

#[test]
fn peers_and_solvers_that_cannot_run_here_are_named() {
    let results = mixed();
    let readme = file(&results, "README.md");
    let why = "peers/bad 1.2.3 is left out: when it was tried, it gave no answer within 10s on \
               puzzle 3 of easy.";
    assert!(readme.contains(&format!("> [!NOTE]\n> {why}")), "{readme}");
    let section = |name: &str| {
        let (_, rest) = readme.split_once(&format!("\n## {name}\n")).expect("a section");
        rest.split("\n## ").next().expect("text").to_owned()
    };
    let row = |section: &str, begin: &str| {
        let row = section.lines().find(|line| line.starts_with(&format!("| {begin} |")));
        row.unwrap_or_else(|| panic!("no row {begin}: {section}")).to_owned()
    };
    let glance = section("At a glance");
    let ours = row(&glance, &format!("{} (avx2)", results.plan.solvers[1].id));
    assert!(!ours.contains("not on this machine"), "{ours}");
    let lacking = row(&glance, "vector/wide (avx512vl)");
    let corpora = results.plan.corpora.len();
    assert_eq!(lacking.matches("not on this machine").count(), corpora, "{lacking}");
    assert_eq!(row(&glance, "peers/bad (peer)").matches("left out").count(), corpora);
    assert!(row(&glance, "peers/good (peer)").contains("µs"), "it is timed like all others");
    let work = section("Work");
    let counts = row(&work, "peers/good (peer)").replace("| peers/good (peer) |", "");
    assert!(counts.split('|').all(|cell| ["", "–"].contains(&cell.trim())), "{counts}");
    let solvers = section("Solvers");
    assert!(row(&solvers, &results.plan.solvers[0].id).ends_with("| 25.0 ns |"), "{solvers}");
    let good = solvers.lines().find(|line| line.starts_with("| peers/good (peer) |")).unwrap();
    assert!(good.contains("| unknown |") && good.ends_with("| 1.50 µs |"), "{good}");
    assert!(section("Environment").contains("; the processor has avx2 |"));
    // A solver that did not run is not counted.
    let all = results.plan.solvers.len();
    assert!(readme.contains(&format!("\n{} solvers, ", all - 2)), "{readme}");
    let page = file(&results, "index.html");
    assert!(page.contains(why) && page.contains("not on this"));
    for (name, chart) in charts(&results) {
        assert!(chart.contains("peers/good") || !name.contains("time"), "{name}");
    }
}

/// The verdicts of the fixture.
fn verdicts() -> Ledger {
    sudoku_judge::claims::ledger(&raw()).unwrap()
}

#[test]
fn a_report_opens_with_the_claims() {
    let files = draw(&fixture(), &verdicts()).unwrap();
    let file = |name: &str| &files.iter().find(|(known, _)| known == name).unwrap().1;
    let markdown = file("README.md");
    let headings: Vec<&str> = markdown.lines().filter(|line| line.starts_with("## ")).collect();
    let first = [
        "## What it means for you",
        "## The words",
        "## The sets of puzzles",
        "## From the fastest to the slowest",
        "## What each step of the ladder changes",
        "## What the sources say, and whether it is so",
        "## Each claim in full",
    ];
    assert_eq!(headings[..first.len()], first);
    let (_, section) = markdown.split_once(first[5]).unwrap();
    insta::assert_snapshot!(section.split_once(first[6]).unwrap().0.trim());

    let (page, appendix) = (file("index.html"), file("appendix.html"));
    let (claims, glance) =
        (page.find("<section id=\"claims\">"), page.find("<section id=\"glance\">"));
    assert!(claims.is_some() && claims < glance);
    assert!(page.contains("<th scope=\"row\" id=\"002-prefill-faster\""), "each claim has a row");
    let in_full = |id| appendix.contains(&format!("<details id=\"{id}\">"));
    assert!(in_full("002-prefill-faster"), "and can be opened in the appendix");
    assert!(!in_full("000-bits-faster"), "but for what was not measured");
    assert!(file("claims.md").contains("## 002-prefill-faster"));
    let but = "It holds here, but not in the reference run: It pays where";
    assert!(
        [appendix, file("claims.md")].iter().all(|text| text.contains(but)),
        "it was another run"
    );

    let terminal = claims_in_short(&verdicts());
    assert!(terminal.lines().all(|line| line.chars().count() <= 100), "{terminal}");
    assert!(terminal.contains("002-prefill-faster      holds"), "{terminal}");
    assert_eq!(claims_in_short(&Ledger::default()), "");
}

/// The text of a piece of the page, a line for every element that has some.
fn text_of(html: &str) -> String {
    let mut text = String::new();
    for part in html.split('<').skip(1) {
        let (tag, words) = part.split_once('>').expect("a tag has an end");
        let flows =
            ["span", "/span", "a ", "/a", "b", "/b"].iter().any(|name| tag.starts_with(name));
        text += if flows && !tag.starts_with("button") { "" } else { "\n" };
        text += words.trim_matches('\n');
    }
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn the_first_screen_answers() {
    let files = draw(&fixture(), &verdicts()).unwrap();
    let (_, page) = files.iter().find(|(name, _)| name == "index.html").unwrap();
    let (_, main) = page.split_once("<main id=\"top\">").unwrap();
    let (header, rest) = main.split_once("<figure").unwrap();
    let (_, verdicts) = rest.split_once("</figure>").unwrap();
    let (verdicts, _) = verdicts.split_once("</div>").unwrap();
    insta::assert_snapshot!(text_of(&format!("{header}{verdicts}")));
}

#[test]
fn an_unexpected_verdict_is_alarming() {
    let mut verdicts = verdicts();
    let claim = verdicts.claims.iter_mut().find(|claim| claim.id == "000-whole-scan").unwrap();
    claim.tests[0].findings[0].verdict = Verdict::Holds;
    claim.because[0].findings[0].verdict = Verdict::Fails;
    let files = draw(&fixture(), &verdicts).unwrap();
    for (name, text) in files.iter().filter(|(name, _)| name == "README.md" || name == "index.html")
    {
        assert!(text.contains("000-whole-scan: holds on leetcode-37, expected fails"), "{name}");
        assert!(text.contains("000-whole-scan: fails on leetcode-37, expected holds"), "{name}");
    }
}

#[test]
fn a_processor_without_a_reference_is_a_note_and_no_alarm() {
    let (results, ledger) = (fixture(), verdicts());
    let check = Check::beside(&References::default(), &results.environment, &ledger);
    let note = claims::note(&check).unwrap();
    let note = note.as_str();
    assert!(note.starts_with("There is no reference of this processor (Example CPU 3000): "));
    let files = sudoku_show::draw(&results, &ledger, &check, None).unwrap();
    let opening = |name: &str, end: &str| {
        let (_, text) = files.iter().find(|(known, _)| known == name).unwrap();
        text.split_once(end).unwrap().0.to_owned()
    };
    let markdown = opening("README.md", "\n## ");
    assert!(markdown.contains(&format!("> [!NOTE]\n> {note}")), "{markdown}");
    let page = opening("index.html", "<section id=\"claims\">");
    assert!(page.contains(&format!("<p class=\"notice\">{note}</p>")), "{page}");
    let terminal = claims::in_short(&ledger, &check, 100).trim().replace('\n', " ");
    assert!(terminal.ends_with(note), "{terminal}");
    assert!(!terminal.contains("expected holds"), "times stand for themselves: {terminal}");
    for text in [markdown, page] {
        assert!(!text.contains("CAUTION") && !text.contains("role=\"alert\""), "{text}");
    }
}

#[test]
fn every_solver_with_a_description_has_a_lesson() {
    let files = draw(&with_pages(), &verdicts()).unwrap();
    let file = |name: &str| &files.iter().find(|(known, _)| known == name).unwrap().1;
    let (_, section) =
        file("index.html").split_once("<section id=\"course\" class=\"unprinted\">").unwrap();
    insta::assert_snapshot!(section.split_once("</section>").unwrap().0.trim());
    assert!(file("README.md").contains("a question: [index.html](index.html#course)."));
}

#[test]
fn an_exercise_is_a_puzzle_that_every_solver_finished() {
    let mut raw = raw();
    let names =
        |raw: &Raw| -> Vec<String> { Exercise::all(raw).iter().map(Exercise::name).collect() };
    assert_eq!(names(&raw), ["leetcode-37 1", "finished 1", "effort-1e5 1"]);
    let stop = |row: &&mut CountRow| row.index == 0 && row.corpus != "leetcode-37";
    for row in raw.counts.iter_mut().filter(stop).filter(|row| row.solver.ends_with("loops")) {
        row.outcome = Ending::Stopped;
    }
    assert_eq!(names(&raw), ["leetcode-37 1", "finished 2", "none 2"]);
}

#[test]
fn a_lesson_says_what_a_program_of_ones_own_should_print() {
    let page = file(&with_pages(), "index.html");
    let (_, lesson) = page.split_once("id=\"bitmask/blank-list\"").unwrap();
    let (_, table) = lesson.split_once("<table class=\"counters\">").unwrap();
    let counts = raw().counts.into_iter().filter(|row| row.solver == "bitmask/blank-list");
    let checks = |set: &str| {
        let row = counts.clone().find(|row| row.index == 0 && row.corpus == set).unwrap();
        sudoku_judge::format::count(row.counts.checks)
    };
    let [a, b, c] = ["leetcode-37", "finished", "effort-1e5"].map(checks);
    let row = format!("<tr><th scope=\"row\">checks<td>{a}<td>{b}<td>{c}</tr>");
    assert!(table.split("</table>").next().unwrap().contains(&row), "{row}: {table}");
}

#[test]
fn the_factor_on_other_processors_is_at_the_head() {
    let mut climb = Climb::of(&fixture()).unwrap();
    climb.fastest.solver = "scan-from-start/fused".to_owned();
    climb.fastest.time = Interval { point: 0.1, low: 0.05, high: 0.2 };
    climb.fastest.mean_ns = Some(1234.0);
    let check = Check { climbs: vec![("Some CPU".to_owned(), climb)], ..Check::default() };
    let files = sudoku_show::draw(&fixture(), &Ledger::default(), &check, None).unwrap();
    let factor = "The factor in total time on other processors: 10.0 times with scan-from-start/fused on \
                  Some CPU (5.00 to 20.0 times).";
    let is_apart = |name: &str| name.starts_with("charts/") || name == "appendix.html";
    for (name, text) in files.iter().filter(|(name, _)| !is_apart(name)) {
        assert!(text.contains(factor), "{name}");
    }
    assert!(!file(&fixture(), "README.md").contains("other processors:"));
    let page = &files.iter().find(|(name, _)| name == "index.html").unwrap().1;
    assert!(page.contains("Many at once: scan-from-start/fused, a mean of 1.23 µs."), "{page}");
}

#[test]
fn a_lesson_offers_no_replay_of_what_no_browser_runs() {
    let button = |solver: Option<&str>| {
        let mut results = with_pages();
        let solvers = results.plan.solvers.iter_mut();
        for record in solvers.filter(|record| Some(&*record.id) == solver) {
            record.target = "avx2".to_owned();
        }
        file(&results, "index.html").contains("data-watch=\"")
    };
    assert!(button(None));
    for either in ["brute-scan/three-loops", "bitmask/blank-list"] {
        assert!(!button(Some(either)), "{either}");
    }
}

/// The fixture is an earlier run, which wrote down no pages.
#[test]
fn a_run_without_pages_has_no_lessons() {
    for name in ["index.html", "README.md"] {
        assert!(!file(&fixture(), name).contains("The course"), "{name}");
    }
}

#[test]
fn the_answer_of_a_run_on_a_terminal() {
    let since = "This run is the reference of its processor.";
    insta::assert_snapshot!(terminal(&fixture(), since, false, 80));
}

/// The path of the page and the prompt take the other lines.
#[test]
fn the_answer_of_a_run_has_a_screen_of_24_lines() {
    let ratio = Ratio {
        solver: "propagation/naked-singles-trail".to_owned(),
        corpus: "minimal+unique".to_owned(),
        ..fixture().ratios.unwrap().rows.first().unwrap().clone()
    };
    let factor = Interval { point: 2.5, low: 2.5, high: 2.5 };
    let change = Change { before: &ratio, after: &ratio, factor, verdict: Order::Slower };
    for reference in references().all() {
        let results = reference.results();
        let mut results = results.clone();
        results.plan.mode = Mode::Quick;
        let test = verdicts().claims[0].because[0].clone();
        let surprise = |claim: &str| Surprise {
            claim: claim.to_owned(),
            finding: JudgedCorpus { verdict: Verdict::Fails, ..test.findings[0].clone() },
            test: test.clone(),
            before: Verdict::Holds,
            as_on: None,
        };
        let claims = ["tdoku-locked-candidates", "norvig-2006-propagation", "000-bits-faster"];
        let check = Check { reported: claims.map(surprise).to_vec(), ..Check::default() };
        let since = sudoku_show::compare::sentence(
            "2026-11-23",
            (9, 1234),
            slice::from_ref(&change),
            &check,
        );
        let judged = (&reference.ledger, &check);
        let answer = |width| sudoku_show::terminal(&results, judged, &since, false, width);
        assert!(answer(80).lines().count() < 24, "{}", answer(80));
        for width in [60, 80, 120] {
            let widest = answer(width).lines().map(|line| line.chars().count()).max();
            assert!(widest <= Some(width), "{}", answer(width));
        }
        let rungs = |width| answer(width).lines().filter(|line| line.contains('/')).count();
        assert!(rungs(80) >= 8 && rungs(120) >= 8, "{}", answer(80));
        assert!(answer(120).matches(" – ").count() > 8, "both intervals: {}", answer(120));
        assert_eq!(answer(60).matches(" – ").count(), 0, "neither: {}", answer(60));
    }
}

#[test]
fn solvers_that_were_chosen_have_a_row_each() {
    let mut raw = references().all()[0].raw.clone();
    (raw.programs, raw.passes) = (Vec::new(), Vec::new());
    for most in [10, 3] {
        raw.plan.solvers.truncate(most);
        let chosen: BTreeSet<&str> = raw.plan.solvers.iter().map(|of| of.id.as_str()).collect();
        raw.paired.retain(|row| chosen.contains(row.solver.as_str()));
        let said = terminal(&Results::of(&raw), "All counts are equal.", false, 80);
        assert!(said.lines().count() <= 23, "{said}");
        let row = |id: &&&str| said.lines().any(|line| line.starts_with(&format!("{id} ")));
        assert_eq!(chosen.iter().filter(row).count(), most, "{said}");
    }
}

#[test]
fn a_run_says_how_far_it_can_be_relied_upon_and_what_to_do() {
    let (mut results, mut ledger, check) = (fixture(), verdicts(), Check::default());
    let said = |results: &Results, ledger: &Ledger, check: &Check| {
        let said = sudoku_show::terminal(results, (ledger, check), "", false, 1000);
        let baseline = "1.00 is brute-scan/three-loops; noise floor 0.4 %. ";
        said.lines().last().unwrap().strip_prefix(baseline).unwrap().trim().to_owned()
    };
    let busy = "The machine was shared: † marks 1 of 15 times as contended.";
    assert_eq!(said(&results, &ledger, &check), busy);
    let quiet = results.rows.clone();
    let timings = results.rows.iter_mut().filter_map(|row| row.timing.as_mut());
    timings.take(2).for_each(|timing| timing.contended = true);
    let cure = "Measure again on a quiet machine.";
    assert!(said(&results, &ledger, &check).ends_with(&format!(" times as contended. {cure}")));
    (results.rows, results.plan.mode) = (quiet, Mode::Quick);
    let quick = "A quick run: its times are indicative, its intervals are not to be relied upon; \
                 without --quick they are narrower. Counts and answers are as exact as ever.";
    assert_eq!(said(&results, &ledger, &check), format!("{quick} {busy}"));
    let measured = ledger.measured().count();
    let open = ledger.claims.iter_mut().find(|claim| claim.id == "002-prefill-faster").unwrap();
    open.verdict = Verdict::Undecided;
    let all = format!("{quick} {busy} 1 of {measured} claims could not be decided.");
    assert_eq!(said(&results, &ledger, &check), all);
    let check = Check { references: vec![("Some CPU".to_owned(), ledger.clone())], ..check };
    assert!(!said(&results, &ledger, &check).contains("decided"), "nothing else is expected");
}

#[test]
fn a_file_that_was_sampled_is_called_so() {
    let mut results = fixture();
    let set = &mut results.plan.corpora[0];
    (set.puzzles, set.of) = (500, 20_000);
    let text = |results: &Results| {
        [terminal(results, "", false, 1000), file(results, "README.md")].join("\n")
    };
    assert!(!text(&results).contains("evenly spaced"), "a set of the laboratory");
    let set = &mut results.plan.corpora[0];
    set.set_sha256.clone_from(&set.sha256);
    let taken = "finished: 500 of your 20,000 puzzles were taken, evenly spaced (--full: all).";
    assert_eq!(text(&results).replace('\\', "").matches(taken).count(), 2, "{}", text(&results));
}

#[test]
fn every_table_on_a_terminal() {
    insta::assert_snapshot!(in_full(&fixture()));
}

#[test]
fn every_table_of_a_quick_run_with_wrong_answers() {
    let mut results = with_wrong_answers();
    results.plan.mode = Mode::Quick;
    insta::assert_snapshot!(in_full(&results));
}

#[test]
fn a_time_is_that_of_the_counted_puzzles_not_of_those_that_were_timed() {
    let mut raw = raw();
    // Without other sets, the time is proportional to the work.
    raw.paired.retain(|row| row.corpus == "none");
    for row in &mut raw.paired {
        // Each build has puzzles of its own.
        row.first += 100 * row.build as usize;
    }
    let before = Results::of(&raw);
    // The timed puzzles have twice the work of those of the set, so the set takes half as long.
    let ours = |row: &&mut PairedRow| row.solver == "bitmask/blank-list";
    for row in raw.paired.iter_mut().filter(ours) {
        row.nodes = row.nodes.map(|nodes| nodes * 2);
        row.placements *= 2;
    }
    let after = Results::of(&raw);
    let of = |results: &Results| {
        let row = results.ratios.as_ref().unwrap().rows.of("bitmask/blank-list", "none");
        let time = results.rows.of("bitmask/blank-list", "none").unwrap().timing.clone();
        (row.unwrap().clone(), time.unwrap())
    };
    let [(ratio, time), (halved, half)] = [&before, &after].map(of);
    assert!((halved.ratio.point / ratio.ratio.point - 0.5).abs() < 1e-9, "{ratio:?} {halved:?}");
    assert!((half.mean_ns.point / time.mean_ns.point - 0.5).abs() < 1e-9);
    assert_eq!((ratio.work, ratio.counted_on), (halved.work, halved.counted_on));
    assert_eq!(ratio.counted_on, Some(CountedOn { puzzles: 2, whole_set: false }));
    let [readme, other] = [&before, &after].map(|results| file(results, "README.md"));
    assert_ne!(readme, other);
    assert!(readme.contains("| 2 taken |"), "{readme}");
}

#[test]
fn lines_are_no_wider_than_the_terminal() {
    for width in [60, 80, 120] {
        for corpora in [1, 2, 5, 16] {
            let text = terminal(&large(10, corpora), "", true, width);
            let widest = text.lines().map(|line| line.chars().count()).max();
            assert!(widest <= Some(width), "{corpora} corpora: {text}");
        }
        let claims = claims::in_short(&verdicts(), &Check::default(), width);
        assert!(claims.lines().all(|line| line.chars().count() <= width), "{claims}");
    }
}

#[test]
fn wrong_answers_come_first_and_their_times_not_at_all() {
    let results = with_wrong_answers();
    let warning = "WRONG ANSWERS: scan-from-start/fused answered 1 of 2 puzzles wrongly on none";

    let answer = terminal(&results, "", false, 100);
    assert!(answer.starts_with(&format!("!!! {warning}")), "{answer}");
    let terminal = in_full(&results);
    assert!(terminal.starts_with(&format!("!!! {warning}")), "{terminal}");

    let markdown = file(&results, "README.md");
    let (title, rest) = markdown.split_once("\n\n").unwrap();
    assert!(title.starts_with("# ") && !title.contains('\n'));
    assert!(rest.starts_with(&format!("> [!CAUTION]\n> **{warning}")), "{rest}");

    let page = file(&results, "index.html");
    let (_, main) = page.split_once("<header>").unwrap();
    assert!(
        main.trim_start().starts_with(&format!("<p class=\"warning\" role=\"alert\">{warning}"))
    );

    let time = "42.2 µs"; // what the fixture has for that row
    assert!(file(&fixture(), "README.md").contains(time));
    for text in [terminal, markdown, page] {
        assert!(text.contains("WRONG on"));
        assert!(!text.contains(time));
    }
    for (name, svg) in charts(&results) {
        assert!(svg.contains("WRONG ANSWERS: see the report"), "{name}");
    }
    assert!(!file(&results, "charts/time.svg").contains("scan-from-start/fused"));
}

#[test]
fn a_quick_run_says_that_it_is_indicative() {
    let mut results = fixture();
    results.plan.mode = Mode::Quick;
    assert!(in_full(&results).contains("indicative"));
    for (name, text) in draw(&results, &Ledger::default()).unwrap() {
        assert!(text.to_lowercase().contains("indicative"), "{name}");
    }
    for (name, text) in draw(&fixture(), &Ledger::default()).unwrap() {
        assert!(!text.to_lowercase().contains("indicative"), "{name}");
    }
}

#[test]
fn a_ratio_says_which_puzzles_it_is_for() {
    let mut results = fixture();
    let said = |results: &Results, what: &str| file(results, "README.md").matches(what).count();
    assert_eq!(said(&results, "| the set |"), 0);
    let timed = said(&results, "| those timed |");
    let ratios = results.ratios.as_mut().expect("the ratios of the fixture");
    let mut rows = ratios.rows.clone();
    rows[0].counted_on = Some(CountedOn { puzzles: 500, whole_set: true });
    rows[1].counted_on = Some(CountedOn { puzzles: 45, whole_set: false });
    ratios.rows = rows;
    assert_eq!((said(&results, "| the set |"), said(&results, "| 45 taken |")), (1, 1));
    assert_eq!(said(&results, "| those timed |"), timed - 2);
}

#[test]
fn a_debug_build_is_warned_about() {
    let mut results = fixture();
    results.environment.build = "debug".to_owned();
    assert!(in_full(&results).starts_with("!!! This was a debug build"));
}

fn empty() -> SolverRow {
    SolverRow {
        corpus: String::new(),
        solver: String::new(),
        solved: 0,
        no_solution: 0,
        stopped: 0,
        wrong: 0,
        counts: Counts::default(),
        timing: None,
    }
}

#[test]
fn a_stopped_solver_has_no_mean_and_takes_no_time_from_the_others() {
    let results = fixture();
    let markdown = file(&results, "README.md");
    assert!(markdown.contains("| solved 1 of 2 |"), "{markdown}");
    assert!(markdown.contains("solved k of n: stopped after 100,000 recursive calls on the other"));
    let time = file(&results, "charts/time.svg");
    let [stopped, whole] =
        ["effort-1e5", "none"].map(|on| format!(">brute-scan/three-loops on {on}: "));
    assert!(time.contains(&whole) && !time.contains(&stopped) && time.contains("has no mark"));
    assert!(in_full(&results).contains("solved"));
}

#[test]
fn missing_data_is_reported_and_nothing_fails() {
    let mut results = fixture();
    change(&mut results, |rows| {
        rows.retain(|row| row.solver != "bitmask/blank-list" || row.corpus != "none");
    });
    change_row(&mut results, "brute-scan/three-loops", "none", |row| row.timing = None);
    change_row(&mut results, "scan-from-start/fused", "finished", |row| {
        *row = SolverRow {
            corpus: "finished".to_owned(),
            solver: "scan-from-start/fused".to_owned(),
            ..empty()
        };
    });
    let markdown = file(&results, "README.md");
    assert_eq!(markdown.matches("| not run |").count(), 2);
    assert!(markdown.contains("not timed"));

    change(&mut results, |rows| rows.iter_mut().for_each(|row| row.timing = None));
    results.survey = Vec::new();
    results.ratios = None;
    results.difficulty.clear();
    assert!(charts(&results).is_empty());

    results.rows = Vec::new();
    results.plan.corpora.clear();
    results.plan.solvers.clear();
    draw(&results, &Ledger::default()).unwrap();
    in_full(&results);
}

#[test]
fn every_solver_and_corpus_is_in_every_chart() {
    for results in [fixture(), large(25, 8)] {
        let time = file(&results, "charts/time.svg");
        let placement = file(&results, "charts/placement.svg");
        let stands = |svg: &str, label: &str| svg.contains(&format!(">{label}</text>"));
        let (leading, solvers) = (results.leading(), &results.plan.solvers);
        for SolverRecord { id, .. } in solvers {
            assert_eq!(stands(&time, id), leading.contains(&&**id), "{id} is named");
            assert!(time.contains(&format!("<title>{id} on ")), "{id} has its figures");
        }
        for solver in solvers {
            let figures = placement.contains(&format!("<title>{} on ", solver.id));
            assert_eq!(figures, solver.row_major(), "{}", solver.id);
        }
        let others = solvers.len() - leading.len();
        assert_eq!(time.contains(&format!(">{others} other solver")), others > 0);
        // The marks of a solver and their tips are one group, which the page highlights.
        let lines = time.split("<g class=\"line\">").skip(1);
        assert!(lines.clone().all(|line| line.matches(" on ").count() > 0), "{time}");
        assert_eq!(lines.count(), solvers.len());
        for corpus in &results.plan.corpora {
            assert!(stands(&time, &corpus.name), "{}", corpus.name);
        }
    }
}

#[test]
fn a_chart_alone_has_no_heading() {
    let results = fixture();
    let alone = |name| sudoku_show::chart(&results, name);
    let time = alone("time").unwrap();
    for set in &results.plan.corpora {
        assert!(time.contains(&format!(">{}</text>", set.name)), "{}", set.name);
    }
    assert!(file(&results, "charts/time.svg").contains(">Mean thread CPU time per puzzle"));
    assert!(!time.contains(">Mean ") && !time.contains("font-weight"), "{time}");
    let ladder = alone("ladder").unwrap();
    assert_eq!(ladder.matches(">cheaper nodes</text>").count(), 1);
    assert_eq!(
        alone("ladders").unwrap_err(),
        "there is no chart `ladders`; there are ladder, elsewhere, time, placement and cactus"
    );
    assert!(alone("elsewhere").unwrap_err().contains("no data"));
}

#[test]
fn sets_stand_from_those_that_take_least_to_those_that_no_solver_may_finish() {
    let svg = file(&fixture(), "charts/time.svg");
    let place = |set: &str| -> i32 {
        let line = svg.lines().find(|line| line.contains(&format!(">{set}</text>"))).unwrap();
        let (_, y) = line.split_once(" y=\"").unwrap();
        y.split('"').next().unwrap().parse().unwrap()
    };
    let places = ["finished", "none", "leetcode-37", "effort-1e5"].map(place);
    assert!(places.is_sorted(), "{places:?}");
}

#[test]
fn one_set_is_neither_the_easiest_nor_all_of_them() {
    let mut results = fixture();
    results.plan.corpora.retain(|corpus| corpus.name == "effort-1e5");
    let svg = file(&results, "charts/time.svg");
    assert!(svg.contains("Time per puzzle, by solver and set"), "{svg}");
    let page = file(&results, "index.html");
    assert!(page.contains(" is the fastest on the only set with times"), "{page}");
}

#[test]
fn sets_stand_by_the_times_of_a_solver_that_has_some() {
    let mut results = fixture();
    results.plan.solvers[0].absent = Some(Absent::NotOnThisMachine);
    let svg = file(&results, "charts/time.svg");
    let expected = format!("the sets on which {} takes longer", results.plan.solvers[1].id);
    assert!(svg.contains(&expected), "{svg}");
}

#[test]
fn comparisons_are_counted_as_people_do() {
    let finding = |keep: usize, decided: usize| {
        let mut results = fixture();
        let ratios = results.ratios.as_mut().unwrap();
        let mut rows = ratios.rows.clone();
        rows.truncate(keep);
        for (at, row) in rows.iter_mut().enumerate() {
            row.verdict = if at < decided { Order::Faster } else { Order::Undecided };
        }
        ratios.rows = rows;
        let readme = file(&results, "README.md");
        let (_, section) = readme.split_once("\n## Ratios\n").expect("a section");
        section.lines().find(|line| !line.is_empty()).unwrap().to_owned()
    };
    assert_eq!(finding(2, 1), "1 of 2 comparisons with the baseline is decided.");
    assert_eq!(finding(1, 0), "0 of 1 comparison with the baseline are decided.");
    assert_eq!(finding(0, 0), "Only the baseline was run, beside a copy of itself.");
}

#[test]
fn the_ladder_shows_speed_as_fewer_nodes_by_cheaper_nodes() {
    let svg = file(&fixture(), "charts/ladder.svg");
    for panel in ["times as fast", "fewer nodes, exact", "cheaper nodes"] {
        assert!(svg.contains(&format!(">{panel}</text>")), "{panel}");
    }
    let tips = svg.lines().filter_map(|line| line.split_once(" times as fast as the baseline, "));
    let mut solvers = 0;
    for (before, after) in tips {
        let number = |text: &str| {
            text.rsplit([' ', '>']).next().unwrap().replace(',', "").parse::<f64>().unwrap()
        };
        let (_, after) = after.split_once("; ").unwrap();
        let (nodes, after) = after.split_once(" times fewer nodes, ").unwrap();
        let (cost, _) = after.split_once(" times cheaper nodes").unwrap();
        let [time, nodes, cost] = [before, nodes, cost].map(number);
        assert!((nodes * cost / time - 1.0).abs() < 0.02, "{time} = {nodes} by {cost}");
        solvers += 1;
    }
    assert_eq!(solvers, 4);
}

#[test]
fn time_per_placement_is_shown_where_much_is_placed() {
    let svg = file(&fixture(), "charts/placement.svg");
    let named = |name: &str| svg.contains(&format!(">{name}<"));
    assert!(named("leetcode-37") && named("effort-1e5") && named("none"));
    assert!(!named("finished"));
}

/// Every text of a chart with the box that it is painted in.
fn texts(group: &Group, found: &mut Vec<(String, Rect)>) {
    for node in group.children() {
        match node {
            Node::Group(group) => texts(group, found),
            Node::Text(text) => {
                let words = text.chunks().iter().map(TextChunk::text).collect();
                found.push((words, text.abs_bounding_box()));
            }
            _ => {}
        }
    }
}

/// The one font of a painter, in which "sans-serif" is `DejaVu` Sans.
fn font() -> Options<'static> {
    let mut options = Options::default();
    let fonts: &mut Database = options.fontdb_mut();
    fonts.load_font_data(dejavu::sans::regular().to_vec());
    fonts.load_font_data(dejavu::sans::bold().to_vec());
    fonts.set_sans_serif_family("DejaVu Sans");
    options
}

#[test]
fn no_text_is_cut_off_and_none_lies_on_another() {
    let font = font();
    for results in [fixture(), with_wrong_answers(), large(1, 1), large(10, 7), large(25, 9)] {
        for (name, svg) in charts(&results) {
            let tree = Tree::from_str(&svg, &font).unwrap();
            let mut found = Vec::new();
            texts(tree.root(), &mut found);
            assert!(found.len() > 5, "{name}");
            let size = tree.size();
            for (at, (text, place)) in found.iter().enumerate() {
                assert!(place.left() >= 4.0 && place.top() >= 4.0, "{name}: {text}");
                let end = (place.right(), place.bottom());
                assert!(
                    end.0 <= size.width() - 4.0 && end.1 <= size.height() - 4.0,
                    "{name}: {text}"
                );
                for (other, elsewhere) in &found[..at] {
                    // Boxes are as high as the font; letters fill two thirds of them.
                    let apart = place.left() >= elsewhere.right()
                        || elsewhere.left() >= place.right()
                        || place.top() + 2.0 >= elsewhere.bottom() - 2.0
                        || elsewhere.top() + 2.0 >= place.bottom() - 2.0;
                    assert!(
                        apart || text == CONTENDED || other == CONTENDED,
                        "{name}: {text} on {other}"
                    );
                }
            }
        }
    }
}

const CONTENDED: &str = "†";

#[test]
fn the_steps_of_the_ladder_are_described() {
    let mut results = mixed();
    let about = |point| Interval { point, low: point / 1.1, high: point * 1.1 };
    let any = results.ratios.as_ref().unwrap().rows[0].clone();
    let step = |from: &str, verdict, time: f64, work: Option<f64>| Ratio {
        reference: from.to_owned(),
        ratio: about(time),
        verdict,
        work,
        ..any.clone()
    };
    let rung = |solver: &str, below: Option<Ratio>| Rung {
        solver: solver.to_owned(),
        finished: 2,
        puzzles: 2,
        below,
        loses: Vec::new(),
    };
    let lost =
        |corpus: &str| Ratio { corpus: corpus.to_owned(), ..step("", Order::Slower, 2.0, None) };
    let [over, slow, fast, fastest] = [0, 1, 2, 3].map(|at| results.plan.solvers[at].id.clone());
    change_row(&mut results, &over, "effort-1e5", |row| (row.solved, row.stopped) = (1, 1));
    results.ladders = vec![Ladder {
        corpus: "effort-1e5".to_owned(),
        rungs: vec![
            rung(&over, None),
            rung(&slow, None),
            rung("peers/good", Some(step(&slow, Order::Undecided, 0.9, None))),
            rung(&fast, Some(step(&slow, Order::Faster, 0.5, Some(0.25)))),
            Rung {
                loses: vec![lost("none"), lost("finished")],
                ..rung(&fastest, Some(step(&fast, Order::Faster, 0.1, Some(1.0))))
            },
        ],
    }];
    let text = file(&results, "README.md");
    let (_, text) = text.split_once("## What each step of the ladder changes\n").unwrap();
    let rows: Vec<Vec<&str>> = text
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| :"))
        .take(6)
        .map(|line| line.split(" | ").map(|cell| cell.trim_matches(['|', ' '])).collect())
        .collect();
    let of = |row: usize| {
        [rows[row][0], rows[row][2], rows[row][3], rows[row][5], rows[row][6], rows[row][7]]
    };
    assert_eq!(of(0), ["solver", "time", "nodes", "time per node", "speed", "loses on"]);
    assert_eq!(rows[0][4], "guesses");
    let ratios = results.ratios.as_ref().unwrap();
    let speed = |solver: &str| {
        let ratio = ratios.to_reference(solver, "effort-1e5");
        ratio
            .map_or_else(|| "–".to_owned(), |ratio| sudoku_judge::format::factor(1.0 / ratio.point))
    };
    let lost = "none, finished";
    assert_eq!(of(1), [&fastest, "0.100", "1", "0.100", &*speed(&fastest), lost]);
    assert_eq!(of(2), [&fast, "0.500", "0.250", "2", &*speed(&fast), ""]);
    // Peers have a chart of their own.
    assert_eq!(of(3), [&slow, "–", "–", "–", &*speed(&slow), ""]);
    assert_eq!(of(4), [&over, "solved 1 of 2", "–", "–", &*speed(&over), ""]);
    assert!(rows[2][1].starts_with("a list of the blanks"), "{rows:?}");
}

#[test]
fn the_page_lets_a_reader_choose_two_solvers() {
    let mut results = fixture();
    let page = file(&results, "index.html");
    let (_, section) =
        page.split_once("<section id=\"duel\" class=\"unprinted\">").expect("a section");
    let (section, _) = section.split_once("</section>").unwrap();
    // Without a script a pair stands there, in words and drawn.
    assert!(section.contains("<form class=\"duel-form\" hidden>"));
    assert!(section.contains("puzzles of finished, ") && section.contains("role=\"img\""));
    // Without a survey there is nothing to choose.
    results.puzzle_times.clear();
    assert!(!file(&results, "index.html").contains("<section id=\"duel\""));
}

#[test]
fn the_finding_is_of_the_fastest_solver_that_ran_alone_or_side_by_side() {
    let mut results = mixed();
    let fastest = Climb::of(&results).unwrap().fastest;
    assert!(fastest.typical.is_some() && fastest.once_median_ns.is_some(), "{fastest:?}");
    let finding = |results: &Results| {
        let readme = file(results, "README.md");
        readme.lines().find(|line| line.starts_with("**On ")).unwrap().to_owned()
    };
    let alone = finding(&results);
    assert!(alone.contains(&format!(", {} is ", fastest.solver)), "{alone}");
    let ours = |solver: &&mut SolverRecord| solver.id == fastest.solver;
    results.plan.solvers.iter_mut().find(ours).unwrap().width = 2;
    assert_eq!(finding(&results), alone.replacen(" is ", " (two puzzles at a time) is ", 1));
}

#[test]
fn a_noise_floor_that_was_not_measured_is_not_0() {
    let mut results = fixture();
    assert!(file(&results, "index.html").contains("; noise floor 0.4 %;"));
    results.ratios.as_mut().unwrap().noise_floors.clear();
    let [page, appendix] = ["index.html", "appendix.html"].map(|name| file(&results, name));
    assert!(page.contains("; noise floor not measured;"), "{page}");
    assert!(appendix.contains("The noise floor was not measured"), "{appendix}");
}

#[test]
fn single_solves_have_a_table_apart_from_the_race() {
    let readme = file(&fixture(), "README.md");
    let section = |name: &str| {
        let (_, rest) = readme.split_once(&format!("\n## {name}\n")).expect("a section");
        rest.split("\n## ").next().expect("text").to_owned()
    };
    let (glance, once) = (section("At a glance"), section("One call, once"));
    assert!(glance.contains("Mean thread CPU time per puzzle"), "{glance}");
    assert!(once.contains("| mean, once | median, once |") && !once.contains("mean per puzzle"));
    assert!(section("Ratios").contains("Time of a typical puzzle against "));
}

#[test]
fn every_chart_leads_to_its_table() {
    let page = file(&fixture(), "index.html");
    for (chart, table) in [
        ("ladder", "#steps"),
        ("time", "#glance"),
        ("placement", "#glance"),
        ("cactus", "appendix.html#survey"),
    ] {
        let (_, section) = page.split_once(&format!("<section id=\"{chart}\">")).unwrap();
        let (section, _) = section.split_once("</section>").unwrap();
        assert!(section.contains(&format!("<a href=\"{table}\">")), "{chart}");
    }
}

#[test]
fn the_charts_of_a_reference_are_whole() {
    let references = references();
    for reference in references.all() {
        let results = reference.results();
        let Reference { folder, raw, ledger, .. } = reference;
        let check = Check::beside(references, &raw.environment, ledger);
        let files = sudoku_show::draw(results, ledger, &check, None).unwrap();
        for (name, svg) in files.iter().filter(|(name, _)| name.starts_with("charts/")) {
            assert!(!svg.contains('…'), "{name} of {}: a text is cut", folder.root().display());
        }
    }
}

/// A reader may go from the page to a publication or to the appendix; the page itself is read without.
#[test]
fn the_page_needs_no_other_file() {
    let names = ["index.html", "appendix.html"];
    let runs = [fixture(), with_sources(), with_pages()];
    for (results, own) in runs.iter().flat_map(|run| [(run, 0), (run, 1)]) {
        let files = names.map(|name| file(results, name));
        let page = &files[own];
        for (at, _) in page.match_indices("://") {
            let leads = page[..at].ends_with("<a href=\"https");
            let names = page[at..].starts_with("://www.w3.org/2000/svg\"");
            assert!(leads || names, "{}", &page[at - 20..at + 60]);
        }
        for word in ["src=", "<link", "@import", "url(", "<img", "<object", "<iframe"] {
            assert!(!page.contains(word), "{word}");
        }
        let publications: Vec<_> = results.plan.solvers.iter().flat_map(|s| &s.sources).collect();
        for (at, _) in page.match_indices("href=\"") {
            let target = page[at + 6..].split('"').next().unwrap();
            let (to, anchor) = target.split_once('#').unwrap_or((target, ""));
            let place = names.iter().position(|name| *name == to);
            if let Some(place) = if to.is_empty() { Some(own) } else { place } {
                let is_there = files[place].contains(&format!("id=\"{anchor}\""));
                assert!(is_there || anchor.is_empty(), "{target} leads nowhere");
            } else {
                let known = publications.iter().any(|s| s.address == target);
                assert!(known, "{target} is elsewhere, and no publication");
            }
        }
    }
}

#[test]
fn names_in_tables_lead_to_lessons_rows_and_claims() {
    for results in [fixture(), with_pages()] {
        let page = file(&results, "index.html");
        for id in results.plan.solvers.iter().map(|solver| &solver.id) {
            assert_eq!(page.matches(&format!(" id=\"{id}\"")).count(), 1, "{id}");
            assert!(page.contains(&format!("<th scope=\"row\"><a href=\"#{id}\">{id}")), "{id}");
        }
        let appendix = file(&results, "appendix.html");
        for set in results.plan.corpora.iter().map(|corpus| &corpus.name) {
            assert!(page.contains(&format!("<th scope=\"row\" id=\"set-{set}\">{set}<td")));
            let group = format!("<a href=\"index.html#set-{set}\">{set}</a> <small>");
            assert!(appendix.contains(&group), "{set}");
        }
    }
    let files = draw(&with_pages(), &verdicts()).unwrap();
    let file = |name: &str| &files.iter().find(|(known, _)| known == name).unwrap().1;
    let id = "002-prefill-faster";
    assert!(file("index.html").contains(&format!("<a href=\"appendix.html#{id}\">{id}</a><td")));
    assert!(file("README.md").contains(&format!("| [{id}](claims.md#{id}) |")));
    assert!(file("claims.md").contains(&format!("\n### {id}\n")));
}

#[test]
fn sources_are_shown_where_they_are_known() {
    let caption = "Where the solvers come from";
    let mut without = fixture();
    without.plan.solvers.iter_mut().for_each(|solver| solver.sources.clear());
    assert!(!file(&without, "appendix.html").contains(caption));
    assert!(!file(&without, "README.md").contains("## Sources"));

    let [page, text] = ["appendix.html", "README.md"].map(|name| file(&with_sources(), name));
    assert!(page.contains(caption));
    assert!(
        page.contains("<td class=\"text\"><a href=\"https://example.org/paper\">A Paper</a><td")
    );
    assert!(
        page.contains("<td class=\"text\">A Blog<td")
            && page.contains("<td class=\"text\">A Trap<td")
    );
    assert!(!page.contains("javascript:"));
    let row = "| bitmask-singles/prefill | [A Paper](https://example.org/paper) | A. Author | 1975 \
               | the search | blanks for variables |";
    assert!(text.contains(row), "{text}");
    assert!(text.contains("| bitmask-singles/prefill | A Blog | unknown | unknown | a part |  |"));
    assert!(text.contains("| paper, the search; blog, a part; trap, none | fewest-candidates |"));
}

#[test]
fn data_stays_data() {
    let evil = "<script>alert('1')</script>";
    let mut results = fixture();
    results.plan.corpora[1].name = evil.to_owned();
    results.plan.corpora[1].about = "\"><img src=x onerror=alert(1)> | & `".to_owned();
    results.plan.solvers[1].id = format!("bitmask/{evil}");
    results.plan.solvers[1].idea = "\" onmouseover=\"alert(2)".to_owned();
    results.environment.cpu = evil.to_owned();
    change(&mut results, |rows| {
        for row in rows {
            if row.corpus == "leetcode-37" {
                row.corpus = evil.to_owned();
            }
            if row.solver == "scan-from-start/fused" {
                row.solver = format!("bitmask/{evil}");
            }
        }
    });
    let mut surveys = results.survey.clone();
    for survey in surveys.iter_mut().filter(|row| row.solver == "scan-from-start/fused") {
        survey.solver = format!("bitmask/{evil}");
    }
    results.survey = surveys;
    results.difficulty[1].corpus = evil.to_owned();
    for (name, text) in draw(&results, &Ledger::default()).unwrap() {
        // The script, and on the page the data of the duel.
        let scripts = match name.as_str() {
            "index.html" => 2,
            "appendix.html" => 1,
            _ => 0,
        };
        assert_eq!(text.matches("<script").count(), scripts, "{name}");
        assert_eq!(text.matches("</script>").count(), scripts, "{name}");
        assert!(!text.contains("<img"), "{name}");
        assert!(name == "README.md" || !text.contains("\" onmouseover"), "{name}");
        let named = name == "charts/elsewhere.svg" || text.contains("alert(");
        assert!(named, "{name}: the names are there all the same");
    }
    let markdown = file(&results, "README.md");
    let columns = |line: &str| line.replace("\\|", "").matches('|').count();
    let lines: Vec<&str> = markdown.lines().collect();
    let row = |line: &str| line.starts_with('|');
    assert!(lines.iter().any(|line| row(line) && line.contains("onerror=alert(1)")));
    for pair in lines.windows(2).filter(|pair| row(pair[0]) && row(pair[1])) {
        assert_eq!(columns(pair[0]), columns(pair[1]), "{pair:?}");
    }
}

/// A copy of the fixture that may be written to.
fn copy(name: &str) -> PathBuf {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if target.exists() {
        fs::remove_dir_all(&target).unwrap();
    }
    copy_folder(&fixture_folder(), &target);
    target
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let to = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy_folder(&path, &to);
        } else {
            fs::copy(&path, &to).unwrap();
        }
    }
}

const FILES: [&str; 9] = [
    "results.json",
    "results.csv",
    "results.md",
    "claims.md",
    "README.md",
    "index.html",
    "appendix.html",
    "charts/time.svg",
    "charts/placement.svg",
];

#[test]
fn the_same_raw_data_gives_the_same_bytes() {
    let folders = [copy("once"), copy("twice")];
    fs::create_dir(folders[1].join("charts")).unwrap();
    fs::write(folders[1].join("charts/old.svg"), "of another run").unwrap();
    for folder in &folders {
        let (references, run) = (References::default(), RunFolder::new(folder));
        let raw = Raw::read(&run).unwrap();
        let Written { run: Run { results, .. }, .. } =
            sudoku_show::write(&run, raw, Ok(&references), Checkout::default()).unwrap();
        let json = fs::read_to_string(folder.join("results.json")).unwrap();
        let read: Results = serde_json::from_str(&json).unwrap();
        assert_eq!(read.plan, results.plan);
        assert_eq!(read.rows.len(), results.rows.len());
    }
    for name in FILES {
        let [once, twice] =
            [0, 1].map(|folder: usize| fs::read(folders[folder].join(name)).unwrap());
        assert!(once == twice, "{name}");
        assert!(!once.is_empty(), "{name}");
    }
    assert!(!folders[1].join("charts/old.svg").exists());
}

#[test]
fn a_text_is_measured_in_both_weights() {
    let font = font();
    let width = |weight: &str| {
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"99\" height=\"20\"><text y=\"15\" \
             font-family=\"sans-serif\" font-weight=\"{weight}\">µs ×†</text></svg>"
        );
        let mut found = Vec::new();
        texts(Tree::from_str(&svg, &font).unwrap().root(), &mut found);
        found.pop().expect("a text that can be painted").1.width()
    };
    assert!(width("normal") > 20.0);
    assert!(width("bold") > width("normal"));
}
