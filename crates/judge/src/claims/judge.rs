//! Judges claims by what a run has found.

use sudoku_record::{CountedError, Raw, RunFolderError, top};

use crate::Interval;
use crate::claims::evidence::Sample;
use crate::claims::figure::{Bound, Figure};
use crate::claims::{
    Claim, ClaimError, Evidence, Judged, JudgedCorpus, JudgedLanguage, JudgedTest, Ledger, POOLED,
    Test, Verdict, authors, claims, committed,
};

/// Judges all claims, including those of the authors of the run's programs, by the raw data of a
/// run and by the committed counts.
///
/// # Errors
///
/// When a file of claims has a mistake, or committed counts are missing, stale or damaged.
pub fn ledger(raw: &Raw) -> Result<Ledger, LedgerError> {
    let mut claims = claims()?;
    claims.extend(authors(&raw.programs)?);
    ledger_of(&claims, raw)
}

/// Judges the given claims by the raw data of a run and by the committed counts.
///
/// # Errors
///
/// When committed counts are missing, stale or damaged.
pub fn ledger_of(claims: &[Claim], raw: &Raw) -> Result<Ledger, LedgerError> {
    Ok(judge(claims, &Evidence::of(raw, &committed(top(), claims)?)))
}

/// Why there is no ledger.
#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    /// A file of claims has a mistake.
    #[error(transparent)]
    Claims(#[from] ClaimError),
    /// Committed counts are missing, stale or damaged.
    #[error(transparent)]
    Counted(#[from] CountedError),
    /// A file of raw data cannot be read or has a mistake.
    #[error(transparent)]
    Raw(#[from] RunFolderError),
}

/// The share of ledgers in which a claim may be found to hold by times through chance alone: at most
/// one in twenty.
const LEDGER_RATE: f64 = 0.05;

/// The evidence for verdicts, and the share of judged runs in which chance alone may decide a claim by
/// times.
#[derive(Debug, Clone, Copy)]
struct Grounds<'a> {
    evidence: &'a Evidence,
    rate: f64,
}

/// Judges claims by the evidence of a run.
pub fn judge(claims: &[Claim], evidence: &Evidence) -> Ledger {
    let by_times = claims.iter().filter(|claim| is_timed(claim, evidence)).count();
    let grounds = Grounds { evidence, rate: LEDGER_RATE / by_times.max(1) as f64 };
    Ledger {
        noise_floors: evidence.noise_floors().to_vec(),
        confidence: 1.0 - grounds.rate,
        stale: evidence.stale.clone(),
        uncounted: evidence.uncounted.clone(),
        changed: evidence.changed.clone(),
        claims: claims.iter().map(|claim| grounds.claim(claim)).collect(),
    }
}

/// True if a ratio of times is measured for a claim, in Rust or in another language.
fn is_timed(claim: &Claim, evidence: &Evidence) -> bool {
    claim.tests.iter().chain(&claim.because).any(|test| {
        let others =
            claim.publication.languages.iter().filter_map(|language| test.in_language(language));
        timed_on(test, evidence) > 0 || { others }.any(|test| timed_on(&test, evidence) > 0)
    })
}

/// On how many corpora a ratio of times is measured.
fn timed_on(test: &Test, evidence: &Evidence) -> usize {
    let Figure::PairedTime { above, below } = &test.figure else { return 0 };
    let is_timed = |corpus: &&String| evidence.paired.ratio(corpus, above, below).is_some();
    test.corpora.iter().filter(is_timed).count()
}

/// The verdict of a test, from its verdicts on single corpora.
fn whole(test: &Test, findings: &[JudgedCorpus]) -> Verdict {
    let verdicts: Vec<Verdict> = findings.iter().map(|finding| finding.verdict).collect();
    if test.most { Verdict::most(&verdicts) } else { Verdict::every(&verdicts) }
}

/// The figure of a test on each of its sets, as if it were the only claim.
pub(crate) fn findings(test: &Test, evidence: &Evidence) -> Vec<JudgedCorpus> {
    Grounds { evidence, rate: LEDGER_RATE }.findings(test)
}

impl Grounds<'_> {
    fn claim(self, claim: &Claim) -> Judged {
        let judged = |tests: &[Test], languages: &[String]| -> Vec<JudgedTest> {
            tests.iter().map(|test| self.test(test, languages)).collect()
        };
        let tests = judged(&claim.tests, &claim.publication.languages);
        Judged {
            id: claim.id.clone(),
            publication: claim.publication.clone(),
            place: claim.place.clone(),
            says: claim.says.clone(),
            reading: claim.reading.clone(),
            solvers: claim.solvers.clone().into_iter().collect(),
            verdict: Verdict::of_all_parts(
                &tests.iter().map(|test| test.verdict).collect::<Vec<_>>(),
            ),
            tests,
            because: judged(&claim.because, &[]),
            really: claim.really.clone(),
            experiment: claim.experiment.clone(),
        }
    }

    fn test(self, test: &Test, languages: &[String]) -> JudgedTest {
        let in_language = |language: &String| {
            let mut findings = self.findings(&test.in_language(language)?);
            let verdict = whole(test, &findings);
            if verdict == Verdict::NotMeasured {
                findings.clear();
            }
            Some(JudgedLanguage { language: language.clone(), verdict, findings })
        };
        let languages: Vec<_> = languages.iter().filter_map(in_language).collect();
        let verdict = Verdict::every(&languages.iter().map(|one| one.verdict).collect::<Vec<_>>());
        let findings = self.findings(test);
        let in_rust = whole(test, &findings);
        JudgedTest {
            says: test.says.clone(),
            figure: test.description(),
            stem: test.stem(),
            terms: test.figure.terms(),
            is_greatest: test.is_greatest(),
            bound: test.bound_in_words(),
            limit: test.limit,
            basis: test.basis(),
            is_share: test.is_share(),
            verdict: if verdict == Verdict::NotMeasured { in_rust } else { verdict },
            in_rust,
            findings,
            languages,
        }
    }

    fn findings(self, test: &Test) -> Vec<JudgedCorpus> {
        let samples = if test.pooled {
            vec![(POOLED, self.pooled(test))]
        } else {
            let sample = |corpus: &'_ String| self.evidence.sample(test, corpus);
            test.corpora.iter().map(|corpus| (corpus.as_str(), sample(corpus))).collect()
        };
        let timed_on = timed_on(test, self.evidence);
        let finding = |(corpus, sample): (&str, Result<Sample, String>)| {
            let (puzzles, of) =
                sample.as_ref().map_or((0, 0), |sample| (sample.values.len(), sample.of));
            let blank = JudgedCorpus {
                corpus: corpus.to_owned(),
                verdict: Verdict::NotMeasured,
                figure: None,
                noise_floor: 0.0,
                puzzles,
                of,
                missing: None,
            };
            let found = sample.and_then(|sample| self.found(test, &sample, timed_on, &blank));
            found.unwrap_or_else(|why| JudgedCorpus { missing: Some(why), ..blank })
        };
        samples.into_iter().map(finding).collect()
    }

    /// All corpora of a test taken as one; none if one is missing, because that would be another
    /// statement.
    fn pooled(self, test: &Test) -> Result<Sample, String> {
        let mut pool = Sample::default();
        for corpus in &test.corpora {
            let sample = self.evidence.sample(test, corpus);
            let sample = sample.map_err(|why| format!("{corpus}: {why}"))?;
            pool.values.extend(sample.values);
            pool.of += sample.of;
        }
        Ok(pool)
    }

    /// The finding on one corpus; `Err` says why there is no figure. `timed_on` is the number of
    /// corpora on which the test has times: any of them may make it fail.
    fn found(
        self,
        test: &Test,
        sample: &Sample,
        timed_on: usize,
        blank: &JudgedCorpus,
    ) -> Result<JudgedCorpus, String> {
        let (to_hold, to_fail, noise_floor, counted) = match &test.figure {
            Figure::PairedTime { above, below } => {
                let ratio = self.evidence.paired.ratio(&blank.corpus, above, below);
                let ratio = ratio.ok_or_else(|| "no paired times in the run".to_owned())?;
                // A test on every set holds if it does on each, which needs no correction; it fails if
                // it does on one of them. One on most sets is either way decided by any of several.
                let to_fail = ratio.estimate().interval(1.0 - self.rate / timed_on as f64);
                let alone = ratio.estimate().interval(1.0 - self.rate);
                let to_hold = if test.most { to_fail } else { alone };
                (to_hold, to_fail, ratio.noise_floor, ratio.counted_on.map(|on| on.puzzles))
            }
            figure => {
                let figure = figure.over(&sample.values)?;
                (figure, figure, 0.0, None)
            }
        };
        let decided = |by| compare(by, test.bound, test.limit, noise_floor);
        let (verdict, figure) = match (decided(to_hold), decided(to_fail)) {
            (Verdict::Holds, _) => (Verdict::Holds, to_hold),
            (_, Verdict::Fails) if !test.sufficient => (Verdict::Fails, to_fail),
            _ => (Verdict::Undecided, to_fail),
        };
        let (figure, puzzles) = (Some(figure), counted.unwrap_or(blank.puzzles));
        Ok(JudgedCorpus { verdict, figure, noise_floor, puzzles, ..blank.clone() })
    }
}

/// Compares a figure with its bound. A verdict needs the whole interval on one side of the limit,
/// and the figure farther from the limit than `floor`, the noise floor as a share of the limit.
fn compare(figure: Interval, bound: Bound, limit: f64, floor: f64) -> Verdict {
    let margin = floor * limit.abs();
    let is_exact = figure.high <= figure.low && floor == 0.0;
    let below = figure.high < limit && figure.point < limit - margin;
    let above = figure.low > limit && figure.point > limit + margin;
    match bound.admits(figure.point, limit) {
        true if is_exact => Verdict::Holds,
        false if is_exact => Verdict::Fails,
        _ if !below && !above => Verdict::Undecided,
        true => Verdict::Holds,
        false => Verdict::Fails,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Verdict::{Fails, Holds, Undecided};

    fn interval(low: f64, point: f64, high: f64) -> Interval {
        Interval { point, low, high }
    }

    #[test]
    fn an_interval_must_lie_on_one_side_and_beyond_the_floor() {
        let half = |figure| compare(figure, Bound::BELOW, 0.5, 0.02);
        assert_eq!(half(interval(0.40, 0.42, 0.45)), Holds);
        assert_eq!(half(interval(0.55, 0.60, 0.65)), Fails);
        assert_eq!(half(interval(0.45, 0.48, 0.51)), Undecided, "it straddles");
        assert_eq!(half(interval(0.49, 0.495, 0.499)), Undecided, "within the floor: 0.49");
        assert_eq!(half(interval(0.501, 0.505, 0.508)), Undecided, "within the floor: 0.51");
        assert_eq!(half(interval(0.48, 0.489, 0.499)), Holds);
        let faster = |figure| compare(figure, Bound::ABOVE, 1.0, 0.02);
        assert_eq!(faster(interval(1.05, 1.1, 1.15)), Holds);
        assert_eq!(faster(interval(0.8, 0.9, 0.95)), Fails);
        assert_eq!(faster(interval(0.95, 1.0, 1.05)), Undecided);
    }

    #[test]
    fn a_time_is_never_known_to_be_equal() {
        assert_eq!(compare(interval(0.9, 1.0, 1.1), Bound::EQUALS, 1.0, 0.0), Undecided);
        assert_eq!(compare(interval(1.1, 1.2, 1.3), Bound::EQUALS, 1.0, 0.0), Fails);
        assert_eq!(compare(interval(0.9, 1.0, 1.1), Bound::AT_MOST, 1.0, 0.0), Undecided);
    }

    #[test]
    fn an_exact_figure_is_always_decided() {
        let at = |bound| {
            [0.9, 1.0, 1.1].map(|point| compare(interval(point, point, point), bound, 1.0, 0.0))
        };
        assert_eq!(at(Bound::BELOW), [Holds, Fails, Fails]);
        assert_eq!(at(Bound::AT_MOST), [Holds, Holds, Fails]);
        assert_eq!(at(Bound::ABOVE), [Fails, Fails, Holds]);
        assert_eq!(at(Bound::AT_LEAST), [Fails, Holds, Holds]);
        assert_eq!(at(Bound::EQUALS), [Fails, Holds, Fails]);
    }
}
