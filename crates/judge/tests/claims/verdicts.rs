//! Judges the claims of the sources by the newest reference run and by changed copies of it.

use std::collections::BTreeSet;
use std::fs;

use sudoku_judge::Paired;
use sudoku_judge::claims::{
    Basis, Check, Claim, Evidence, Judged, JudgedCorpus, Ledger, Verdict, committed, judge, ledger,
    path,
};
use sudoku_record::{CountRow, PairedRow, RunFolder};

use super::common::{
    any, beside_first, claims, copy, in_rust, newest, raw, reference, references, slow_down, top,
};
use Verdict::{Fails, Holds, Undecided};

fn of<'a>(ledger: &'a Ledger, id: &str) -> &'a Judged {
    ledger.claims.iter().find(|claim| claim.id == id).unwrap_or_else(|| panic!("no {id}"))
}

/// Judges all claims by the run alone, without committed counts.
fn alone(folder: &RunFolder) -> Ledger {
    judge(&claims(), &Evidence::of(&raw(folder), &[]))
}

fn on<'a>(ledger: &'a Ledger, id: &str, corpus: &str) -> &'a JudgedCorpus {
    let findings = &of(ledger, id).tests[0].findings;
    findings.iter().find(|finding| finding.corpus == corpus).unwrap()
}

/// Changes the rows of counts in a folder.
fn change(folder: &RunFolder, mut change: impl FnMut(&mut CountRow)) {
    let mut rows = folder.read::<CountRow>().unwrap();
    rows.iter_mut().for_each(&mut change);
    folder.write(&rows).unwrap();
}

#[test]
fn claims_and_references_are_read() {
    if let Err(error) = super::common::committed() {
        panic!("{error}");
    }
}

#[test]
fn every_file_of_claims_is_read() {
    let keys: BTreeSet<String> = claims().into_iter().map(|claim| claim.publication.key).collect();
    for file in fs::read_dir(top().join("crates/judge/claims")).unwrap() {
        let file = file.unwrap().file_name().into_string().unwrap();
        let key = file.strip_suffix(".toml").unwrap();
        assert!(
            keys.contains(key) || ["checks", "corpora", "steps"].contains(&key),
            "{file}: expected its key in `FILES` (crates/judge/src/claims/file.rs)"
        );
    }
}

#[test]
fn every_claim_is_explained() {
    for Claim { id, says, reading, place, because, .. } in claims() {
        for text in [says, reading] {
            assert!(text.ends_with(['.', ')']), "{id}: {text}");
        }
        assert!(!place.is_empty(), "{id}");
        let obvious = ["000-same-complexity"];
        assert!(!because.is_empty() || obvious.contains(&id.as_str()), "{id}");
    }
}

#[test]
fn a_claim_that_fails_says_what_happens_instead_and_how_to_see_it() {
    let ledger = &references().all()[0].ledger;
    let some = |wanted| ledger.claims.iter().filter(move |claim| claim.verdict == wanted);
    assert!(some(Fails).count() > 5 && some(Holds).count() > 5);
    for Judged { id, really, experiment, .. } in some(Fails) {
        assert!(really.is_some() && experiment.is_some(), "{id}");
    }
    for Judged { id, really, .. } in some(Holds) {
        assert_eq!(*really, None, "{id}");
    }
}

#[test]
fn the_reference_is_as_expected() {
    let ledger = newest();
    let check = beside_first(ledger);
    assert!(check.is_open(), "{:?}", check.failed);
    assert!(ledger.measured().count() > 20, "{}", ledger.measured().count());
    // A reference has no figures for a solver that its processor cannot run.
    let plan = reference().plan().unwrap();
    let ran = |id: &String| plan.solvers.iter().any(|one| one.id == *id && one.absent.is_none());
    for claim in &ledger.claims {
        if claim.solvers.iter().all(|(_, id)| ran(id)) {
            assert_ne!(claim.verdict, Verdict::NotMeasured, "{}", claim.id);
            for (at, test) in claim.because.iter().enumerate() {
                assert_ne!(test.verdict, Fails, "{}: {}", claim.id, test.says);
                let ledgers = references().all().iter().map(|known| &known.ledger);
                let holds = |ledger| of(ledger, &claim.id).because[at].verdict == Verdict::Holds;
                assert!(ledgers.into_iter().any(holds), "{}: {}", claim.id, test.says);
            }
        }
    }
}

#[test]
fn other_counts_make_another_verdict_and_close_the_gate() {
    let folder = copy("flipped");
    let before = alone(&folder);
    let reads = |ledger: &Ledger| of(ledger, "004-fused-loop").tests[0].clone();
    let other = |verdict: Verdict| ![Fails, Verdict::NotMeasured].contains(&verdict);
    assert!(!reads(&before).findings.iter().any(|finding| other(finding.verdict)));
    // The solver with one loop reads half as many cells on easy puzzles.
    change(&folder, |row| {
        if row.solver == "scan-from-start/fused" && row.corpus == "easy" {
            row.counts.cell_reads /= 2;
        }
    });
    let after = alone(&folder);
    for JudgedCorpus { corpus, verdict, .. } in reads(&after).findings {
        assert_eq!(other(verdict), corpus == "easy", "{corpus}");
    }
    let check = beside_first(&after);
    let unexpected = super::common::on(&check.failed, "004-fused-loop", "easy");
    assert_eq!(unexpected, Some((Holds, Fails, None)));
    let mut reasons = of(&after, "004-fused-loop").because.iter();
    let reason = reasons.find(|test| test.says.contains("illegal")).unwrap();
    assert_eq!(reason.verdict, Verdict::Fails, "the explanation no longer holds");
    assert!(check.failed.iter().any(|surprise| surprise.test == *reason), "{check:?}");
}

#[test]
fn an_opposite_time_closes_the_gate_and_an_undecided_one_is_reported() {
    let slower = |name: &str, factor: &dyn Fn(&PairedRow) -> f64| {
        let folder = in_rust(name);
        slow_down(&folder, "bitmask/blank-list", factor);
        let mut ledger = ledger(&raw(&folder)).unwrap();
        ledger.claims.retain(|claim| claim.id == "002-bits-faster");
        ledger
    };
    let surprise_on = |check: &Check, corpus: &str| -> Option<(Verdict, Verdict, Option<String>)> {
        let (found, before, as_on) = super::common::on(&check.reported, "002-bits-faster", corpus)?;
        Some((found, before, as_on.map(str::to_owned)))
    };
    // Ten times as slow in every build: the opposite verdict.
    let opposite = slower("opposite", &|_| 10.0);
    assert_eq!(of(&opposite, "002-bits-faster").verdict, Verdict::Fails);
    assert!(!beside_first(&opposite).is_open());
    // So slow on one set that the ratio is just beyond its limit.
    let rust = slower("rust", &|_| 1.0);
    let found = of(&rust, "002-bits-faster").tests[0].findings.clone();
    let width = |finding: &&JudgedCorpus| finding.figure.map(|figure| figure.high / figure.low);
    let held = found.iter().filter(|finding| finding.verdict == Holds);
    let sure = held.min_by(|a, b| width(a).partial_cmp(&width(b)).unwrap()).unwrap();
    let beyond = 1.099 / sure.figure.unwrap().point;
    let near = slower("near", &|row| if row.corpus == sure.corpus { beyond } else { 1.0 });
    assert_eq!(of(&near, "002-bits-faster").tests[0].verdict, Verdict::Fails);
    let check = beside_first(&near);
    assert!(check.is_open(), "{check:?}");
    assert_eq!(surprise_on(&check, &sure.corpus), Some((Fails, Holds, None)));
    // Faster by two and a half standard errors: enough for a single claim, but not among all.
    let easy = |ledger: &Ledger| {
        let findings = of(ledger, "002-bits-faster").tests[0].findings.clone();
        findings.into_iter().find(|finding| finding.corpus == "easy").unwrap()
    };
    let run = raw(&in_rust("chance"));
    let paired = Paired::of(&run.paired).with_counts(&run.counts, &run.sets);
    let ratio = paired.ratio("easy", "bitmask/blank-list", "state-arrays/blank-list").unwrap();
    let factor = (-2.5 * ratio.error).exp() / ratio.ratio.point;
    let chance = slower("chance", &|row| if row.corpus == "easy" { factor } else { 1.0 });
    let found = easy(&chance);
    assert!(found.figure.unwrap().high > 1.0, "the interval that decides says so: {found:?}");
    assert_eq!(found.verdict, Verdict::Undecided);
    // Ten times as fast in every other build, and three times as slow in the rest: the interval
    // contains 1.
    let undecided = slower("straddling", &|row| if row.build % 2 == 0 { 0.1 } else { 3.0 });
    assert_eq!(of(&undecided, "002-bits-faster").verdict, Verdict::Undecided);
    let check = beside_first(&undecided);
    assert!(check.is_open(), "{check:?}");
    assert_eq!(surprise_on(&check, "effort-1e4"), Some((Undecided, Holds, None)));
}

#[test]
fn figures_that_a_run_lacks_are_not_measured() {
    let folder = in_rust("partial");
    for file in ["memory.csv", "instructions.csv", "survey.csv.gz", "puzzles.csv"] {
        fs::remove_file(folder.file("raw").join(file)).unwrap();
    }
    let mut plan = folder.plan().unwrap();
    plan.corpora.retain(|corpus| corpus.name == "easy" || corpus.name == "finished");
    folder.write_plan(&plan).unwrap();
    let rows = folder.read::<CountRow>().unwrap();
    let rows: Vec<CountRow> =
        rows.into_iter().filter(|row| row.corpus == "easy" || row.corpus == "finished").collect();
    folder.write(&rows).unwrap();
    let mut turns: Vec<PairedRow> = folder.read().unwrap();
    turns.retain(|row| row.corpus == "easy" || row.corpus == "finished");
    folder.write(&turns).unwrap();
    fs::remove_file(folder.file("raw/samples.csv")).unwrap();
    let ledger = alone(&folder);
    let smaller = of(&ledger, "000-bits-smaller");
    assert_eq!(smaller.verdict, Verdict::NotMeasured);
    assert_eq!(smaller.tests[0].findings[0].missing.as_deref(), Some("not in the run"));
    let scan = of(&ledger, "000-whole-scan");
    assert_eq!(scan.verdict, Verdict::Fails, "what was measured decides");
    for JudgedCorpus { corpus, verdict, .. } in &scan.tests[0].findings {
        let expected = if corpus == "easy" { Fails } else { Verdict::NotMeasured };
        assert_eq!(*verdict, expected, "{corpus}");
    }
    let spread = of(&ledger, "002-input-dependent").tests[1].findings[0].clone();
    assert_eq!(spread.missing.as_deref(), Some("leetcode-37: not in the run"), "no part of a pool");
    let folder = copy("no-survey");
    fs::remove_file(folder.file("raw/survey.csv.gz")).unwrap();
    let timed = of(&alone(&folder), "002-input-dependent").tests[1].clone();
    assert_eq!(timed.findings[0].missing.as_deref(), Some("no survey time in the run"));
    let check = beside_first(&ledger);
    assert!(check.is_open(), "what is missing is no failure: {:?}", check.failed);
}

#[test]
fn a_solver_with_a_wrong_answer_decides_nothing() {
    let folder = copy("faulty");
    change(&folder, |row| {
        if row.solver == "brute-scan/three-loops" && row.corpus == "finished" {
            row.outcome = sudoku_core::Ending::Wrong;
        }
    });
    let ledger = ledger(&raw(&folder)).unwrap();
    let scan = of(&ledger, "000-whole-scan");
    assert_eq!(scan.verdict, Verdict::NotMeasured);
    let why = "brute-scan/three-loops gave a wrong answer";
    assert_eq!(scan.tests[0].findings[0].missing.as_deref(), Some(why));
    let verdict = |ledger: &Ledger| of(ledger, "000-bits-faster").verdict;
    assert_ne!(verdict(&ledger), Verdict::NotMeasured);
    assert_eq!(verdict(&ledger), verdict(&references().all()[0].ledger), "others are not touched");
}

#[test]
fn puzzles_over_budget_are_left_out_and_reported() {
    let folder = copy("stopped");
    change(&folder, |row| {
        if row.solver == "brute-scan/three-loops" && row.corpus == "easy" && row.index < 3 {
            row.outcome = sudoku_core::Ending::Stopped;
        }
    });
    let ledger = alone(&folder);
    let findings = &of(&ledger, "000-whole-scan").tests[0].findings;
    let easy = findings.iter().find(|finding| finding.corpus == "easy").unwrap();
    let all = easy.of;
    assert_eq!(easy.puzzles, all - 3);
    // What other solvers did in the run removes no puzzle.
    let [counted, timed] = [0, 1].map(|test| {
        let findings = of(&ledger, "004-cursor").tests[test].findings.clone();
        findings.into_iter().find(|finding| finding.corpus == "easy").unwrap().puzzles
    });
    assert_eq!((counted, timed), (all, all));
}

#[test]
fn work_is_decided_without_a_clock() {
    let work = claims();
    let work: Vec<Claim> = work
        .into_iter()
        .filter(|claim| claim.tests.iter().all(|test| test.basis() == Basis::Counts))
        .collect();
    assert!(work.len() > 10, "{}", work.len());
    let folder = copy("no-clock");
    for file in ["paired.csv.gz", "survey.csv.gz", "samples.csv"] {
        fs::remove_file(folder.file("raw").join(file)).unwrap();
    }
    let without = judge(&work, &Evidence::of(&raw(&folder), &committed(top(), &work).unwrap()));
    let with = judge(&work, &Evidence::of(&raw(&reference()), &committed(top(), &work).unwrap()));
    for (without, with) in without.claims.iter().zip(&with.claims) {
        assert_eq!(without.tests, with.tests);
    }
}

#[test]
fn another_threshold_makes_another_verdict() {
    let text = fs::read_to_string(top().join(path("000"))).unwrap();
    let strict = text.replace("above = 21", "above = 81");
    assert_ne!(text, strict);
    let claims = sudoku_judge::claims::read("000", &strict).unwrap();
    let ledger = judge(&claims, &Evidence::of(&raw(&reference()), &[]));
    let repeated = of(&ledger, "000-repeated");
    assert_eq!(repeated.verdict, Verdict::Fails);
}

#[test]
fn work_and_the_time_of_what_is_counted_are_judged_on_every_puzzle() {
    let ledger = newest();
    for corpus in ["effort-1e6", "hard", "none", "anti-reversed"] {
        let work = on(ledger, "000-whole-scan", corpus);
        assert_eq!((work.puzzles, work.of), (500, 500), "{corpus}");
    }
    let time = on(ledger, "000-big-step", "effort-1e6");
    assert_eq!((time.puzzles, time.of), (500, 500));
    let proof = on(ledger, "tdoku-hard", "hard+unique");
    assert_eq!((proof.puzzles, proof.of), (500, 500), "proofs are committed, too");

    let alone = alone(&reference());
    assert!(on(&alone, "000-whole-scan", "effort-1e6").puzzles < 500);
    assert_eq!(on(&alone, "000-whole-scan", "multi").verdict, Verdict::NotMeasured);
}

#[test]
fn proofs_are_judged_by_the_committed_counts() {
    let claims = any("bitmask/blank-list", "hard+unique");
    let run = raw(&reference());
    let ledger = judge(&claims, &Evidence::of(&run, &committed(top(), &claims).unwrap()));
    let proof = on(&ledger, "009-any", "hard+unique");
    assert_eq!((proof.verdict, proof.puzzles, proof.of), (Fails, 500, 500), "{proof:?}");
}

#[test]
fn a_run_of_other_puzzles_leaves_the_claims_alone() {
    let folder = copy("foreign");
    let mut rows = folder.read::<CountRow>().unwrap();
    rows.retain(|row| row.corpus == "easy");
    for row in &mut rows {
        row.corpus = "mine".to_owned();
    }
    let mut plan = folder.plan().unwrap();
    plan.corpora.retain(|corpus| corpus.name == "easy");
    plan.corpora[0].name = "mine".to_owned();
    fs::remove_dir_all(folder.file("raw")).unwrap();
    folder.start().unwrap();
    folder.write_plan(&plan).unwrap();
    folder.write(&rows).unwrap();
    assert_eq!(ledger(&raw(&folder)).unwrap().measured().count(), 0);
}
