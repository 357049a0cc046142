//! Programs in other languages in a report: their tables, and names that mean something elsewhere.

use crate::common::{SET, with_programs};
use crate::references::references;
use sudoku_judge::claims::{Check, Ledger, Verdict, ledger};
use sudoku_judge::{ResultRow, Results, Status};
use sudoku_record::{ProgramRecord, ProgramRow, Raw};

fn drawn(results: &Results) -> Vec<(String, String)> {
    sudoku_show::draw(results, &Ledger::default(), &Check::default(), None).unwrap()
}

fn section(files: &[(String, String)], heading: &str) -> String {
    let readme = file(files, "README.md");
    let (_, section) = readme.split_once(&format!("## {heading}")).unwrap();
    section.split_once("\n## ").unwrap().0.trim().to_owned()
}

/// A run as it is shown on a terminal, with the verdicts on the claims of authors.
fn terminal(raw: &Raw, since: &str, long: bool, width: usize) -> String {
    let ledger = ledger(raw).unwrap();
    let judged = (&ledger, &Check::default());
    sudoku_show::terminal(&Results::of(raw), judged, since, long, width)
}

fn without_programs() -> Raw {
    Raw { programs: Vec::new(), passes: Vec::new(), ..with_programs() }
}

fn file(files: &[(String, String)], name: &str) -> String {
    files.iter().find(|(known, _)| known == name).unwrap().1.clone()
}

#[test]
fn programs_have_tables_of_their_times_and_of_how_they_were_made() {
    let files = drawn(&Results::of(&with_programs()));
    insta::assert_snapshot!(section(&files, "Programs in other languages"));
}

#[test]
fn a_terminal_says_how_the_fastest_program_compares_and_which_has_left() {
    let said = terminal(&with_programs(), "Since.", false, 80);
    insta::assert_snapshot!(said);
    let all = terminal(&with_programs(), "Since.", true, 120);
    assert!(all.contains("Programs beside the solvers, in CPU time"), "{all}");
    assert!(!all.contains('\u{1b}') && !said.contains('\u{1b}'));
}

/// The path of the page takes the last line of 24.
#[test]
fn every_program_that_was_asked_for_has_a_row_on_one_screen() {
    let since = "Since the reference of this processor of 2026-11-27: all counts are equal; of 512 \
                 time ratios, 0 became slower and 12 faster; all verdicts are as expected.";
    for (programs, faults) in [(3, 1), (6, 0), (9, 0), (14, 0), (10, 10)] {
        let mut raw = with_programs();
        raw.paired.retain(|row| row.corpus == SET);
        let [quick, _, wrong] = [0, 1, 2].map(|at| raw.programs[at].clone());
        let one = |at: usize| {
            let record = if at < faults { &wrong } else { &quick };
            ProgramRecord { name: format!("mine-{at}"), claims: None, ..record.clone() }
        };
        let passes = raw.passes.iter().filter(|row| row.track == quick.name);
        let track = |at: usize| {
            let one =
                move |row: &ProgramRow| ProgramRow { track: format!("mine-{at}"), ..row.clone() };
            passes.clone().map(one)
        };
        raw.passes = (0..programs).flat_map(track).collect();
        raw.programs = (0..programs).map(one).collect();
        let said = terminal(&raw, since, false, 80);
        assert!(said.lines().count() <= 23, "{said}");
        assert!(said.lines().all(|line| line.chars().count() <= 80), "{said}");
        let row = |at: &usize| said.lines().any(|line| line.starts_with(&format!("mine-{at} ")));
        let rows = (0..programs).filter(row).count();
        assert!(rows == programs || said.contains(" more on the page\n"), "{said}");
        assert!(rows >= programs.min(8) || faults > 2, "{said}");
        let one_line = said.split_whitespace().collect::<Vec<_>>().join(" ");
        let others = one_line.matches(" takes 1.00 times as long").count();
        assert_eq!(others, (programs - faults).saturating_sub(1).min(3), "{said}");
    }
}

#[test]
fn names_and_commands_are_text_on_the_page() {
    let files = drawn(&Results::of(&with_programs()));
    let page = [file(&files, "index.html"), file(&files, "appendix.html")].concat();
    assert!(page.contains("quick") && page.contains("--unique"));
    for mark in ["<i>quick", "<beta>", "\u{1b}"] {
        assert!(!page.contains(mark), "{mark:?}");
    }
    assert!(page.contains(r#"href="https://example.org/quick""#));
}

#[test]
fn a_program_is_a_rung_of_the_ladder_and_not_the_finding() {
    let results = Results::of(&with_programs());
    let ladder = results.ladders.iter().find(|ladder| ladder.corpus == SET).unwrap();
    let place = |id: &str| ladder.rungs.iter().position(|rung| rung.solver == id).unwrap();
    assert!(place("programs/<i>quick</i>") > place("bitmask/blank-list"));
    assert!(place("programs/slow") < place("bitmask/blank-list"));
    assert!(ladder.rungs.iter().all(|rung| rung.solver != "programs/wrong"));
    // Programs count nothing, so the solver above one is compared with the solver below it.
    let above = ladder.rungs.iter().find(|rung| rung.solver == "bitmask/blank-list").unwrap();
    let below = above.below.as_ref().unwrap();
    assert!(!below.reference.starts_with("programs/") && below.work.is_some(), "{below:?}");
    assert_eq!(results.rows.len(), results.plan.corpora.len() * results.plan.solvers.len());
}

#[test]
fn programs_have_a_chart_of_their_own_beside_the_fastest_solver() {
    // The chart leads with the first sets of the run: leave that of the programs alone.
    let mut raw = with_programs();
    raw.paired.retain(|row| row.corpus == SET);
    let files = drawn(&Results::of(&raw));
    let chart = file(&files, "charts/elsewhere.svg");
    for text in ["&lt;i&gt;quick&lt;/i&gt;", "slow", "A program in another language"] {
        assert!(chart.contains(text), "{text} in {chart}");
    }
    assert!(!chart.contains("<i>"));
    assert!(file(&files, "index.html").contains("A wedge is a program in another language"));
    let without = file(&drawn(&Results::of(&without_programs())), "index.html");
    assert!(!without.contains("A wedge"));
}

#[test]
fn programs_stand_beside_the_solvers_in_the_table_and_the_chart_of_times() {
    let results = Results::of(&with_programs());
    let mean = results.program_mean("programs/<i>quick</i>", SET).unwrap();
    let (fastest, its) = results.fastest_on(SET).unwrap();
    let timing = Status::of(&results, fastest, SET).timing().unwrap();
    assert!((timing.mean_ns.point / its - 1.0).abs() < 1e-9);
    assert!(mean.low < mean.point && mean.point < mean.high, "{mean:?}");
    for id in ["programs/slow", "programs/wrong", "programs/none"] {
        assert!(results.program_mean(id, SET).is_none(), "{id} has not answered every puzzle");
    }
    let files = drawn(&results);
    let chart = file(&files, "charts/time.svg");
    assert!(chart.contains("&lt;i&gt;quick&lt;/i&gt; on effort-1e5: "), "{chart}");
    assert!(!chart.contains("slow on") && !chart.contains("<i>"));
    let page = file(&files, "index.html");
    assert_eq!(
        page.matches("A wedge is a program in another language").count(),
        1,
        "the chart of times"
    );
    let (_, matrix) = page.split_once("class=\"matrix\"").unwrap();
    assert!(matrix.split("</table>").next().unwrap().contains("quick"), "a row");
}

#[test]
fn results_csv_has_a_row_for_each_program_that_was_asked() {
    let results = Results::of(&with_programs());
    let rows = ResultRow::all(&results);
    let of = |id: &str| rows.iter().find(|row| row.solver == format!("programs/{id}")).unwrap();
    let solvers = results.plan.corpora.len() * results.plan.solvers.len();
    assert_eq!(rows.len(), solvers + results.programs.len(), "each was asked on one set");
    let quick = of("<i>quick</i>");
    assert_eq!((&*quick.set, &*quick.family, quick.solved), (SET, "programs", quick.puzzles));
    let mean = results.program_mean(&quick.solver, SET).unwrap();
    assert_eq!((quick.mean_ns, quick.mean_ns_low), (Some(mean.point), Some(mean.low)));
    assert!(quick.ratio.is_some() && quick.verdict.is_some() && quick.nodes.is_none());
    let counts = |of: &ResultRow| [of.solved, of.stopped, of.wrong];
    assert_eq!(counts(of("slow")), [1, quick.puzzles - 1, 0]);
    assert_eq!(counts(of("wrong")), [0, 0, quick.puzzles]);
    assert_eq!((of("slow").mean_ns, of("wrong").ratio), (None, None));
}

#[test]
fn the_claim_of_an_author_is_judged_and_fails_no_gate() {
    let raw = with_programs();
    let ledger = ledger(&raw).unwrap();
    let claim = ledger.claims.iter().find(|claim| claim.id == "i-quick-i-faster").unwrap();
    assert_eq!(claim.verdict, Verdict::Holds);
    assert_eq!(claim.publication.author, "A. \\u{1b}[31mAuthor");
    let of_author = |check: &Check| {
        let all = check.failed.iter().chain(&check.reported);
        all.filter(|surprise| surprise.claim == claim.id).count()
    };
    assert_eq!(of_author(&Check::beside(references(), &raw.environment, &ledger)), 0);
}

#[test]
fn a_mistake_in_the_claims_of_an_author_names_file_and_line() {
    let mut raw = with_programs();
    let claims = raw.programs[0].claims.as_mut().unwrap();
    *claims = claims.replace("below = 1", "below = 1\nabove = 1");
    let error = ledger(&raw).unwrap_err().to_string();
    assert!(error.starts_with("entrant.toml of <i>quick</i>:13:"), "{error}");
    let claims = raw.programs[0].claims.as_mut().unwrap();
    *claims = claims.replace("i-quick-i-faster", "faster");
    let error = ledger(&raw).unwrap_err().to_string();
    let expected =
        "the id should begin with `i-quick-i-`, after the name of its file, or of its program";
    assert!(error.ends_with(expected), "{error}");
}
