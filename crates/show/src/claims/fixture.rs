//! Made-up judged claims for tests.

use sudoku_judge::Interval;
use sudoku_judge::claims::{Basis, Judged, JudgedCorpus, JudgedTest, Publication, Verdict};

pub(super) fn finding(corpus: &str, verdict: Verdict, point: f64) -> JudgedCorpus {
    let measured = verdict != Verdict::NotMeasured;
    JudgedCorpus {
        corpus: corpus.to_owned(),
        verdict,
        figure: measured.then_some(Interval { point, low: point, high: point }),
        noise_floor: 0.0,
        puzzles: if measured { 600 } else { 0 },
        of: if measured { 600 } else { 0 },
        missing: (!measured).then(|| "not in the run".to_owned()),
    }
}

pub(super) fn test(figure: &str, verdict: Verdict, findings: &[JudgedCorpus]) -> JudgedTest {
    JudgedTest {
        says: String::new(),
        figure: figure.to_owned(),
        stem: figure.split("with ").last().unwrap().trim_start_matches("greatest ").to_owned(),
        terms: Vec::new(),
        is_greatest: figure.starts_with("greatest"),
        bound: "below 1".to_owned(),
        limit: 1.0,
        basis: Basis::Counts,
        is_share: figure.starts_with("share"),
        verdict,
        findings: findings.to_vec(),
        in_rust: verdict,
        languages: Vec::new(),
    }
}

pub(super) fn claim(verdict: Verdict, tests: Vec<JudgedTest>) -> Judged {
    let empty = String::new;
    Judged {
        id: "009-any".to_owned(),
        publication: publication("unknown", "unknown"),
        place: empty(),
        says: empty(),
        reading: empty(),
        solvers: Vec::new(),
        verdict,
        tests,
        because: Vec::new(),
        really: None,
        experiment: None,
    }
}

pub(super) fn publication(author: &str, year: &str) -> Publication {
    let [key, title, author, year, address] =
        ["009", "Any", author, year, "unknown"].map(str::to_owned);
    Publication { key, title, author, year, address, languages: Vec::new() }
}
