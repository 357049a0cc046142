//! [`Check`]: are the verdicts of a run those that were found before?

use sudoku_measure::Interval;

use crate::claim::Verdict;
use crate::judge::{Finding, Judged, JudgedTest, Ledger};

/// What has changed against the recorded expectations.
///
/// A verdict that rests on counts must be the same. One that rests on times may become undecided,
/// for a short run on a busy machine has wide intervals; only its opposite is a failure, and only
/// when the figure is farther from its limit than a tenth: from one version of the program to the
/// next, ratios have moved by more than half of that. Each statement of an explanation must hold,
/// by the same rules. What a run did not measure is no failure.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Check {
    /// True when nothing failed.
    pub open: bool,
    /// What failed and what is only told, as Markdown.
    pub text: String,
}

/// An opposite verdict by times is no failure when the figure is within this share of the limit.
const NEAR: f64 = 0.1;

impl Check {
    /// Holds the verdicts of a run against the expectations.
    pub fn of(ledger: &Ledger) -> Self {
        Self::with(ledger, Notes::default())
    }

    /// The same for a run on another machine, or by another compiler, than the expectations came
    /// from: whatever rests on times is only told.
    pub fn elsewhere(ledger: &Ledger) -> Self {
        Self::with(ledger, Notes { elsewhere: true, ..Notes::default() })
    }

    fn with(ledger: &Ledger, mut notes: Notes) -> Self {
        for claim in &ledger.claims {
            notes.claim(claim);
        }
        let Notes { failed, told, .. } = notes;
        let list = |items: &[String]| format!("- {}\n", items.join("\n- "));
        let mut text = String::new();
        if !failed.is_empty() {
            text += &format!("{} verdicts are not those expected:\n\n", failed.len());
            text += &list(&failed);
        }
        if !told.is_empty() {
            text += if failed.is_empty() { "" } else { "\n" };
            text += &format!("Not as expected, but no failure:\n\n{}", list(&told));
        }
        if text.is_empty() {
            text += "All verdicts are as expected.\n";
        }
        Self { open: failed.is_empty(), text }
    }
}

#[derive(Default)]
struct Notes {
    elsewhere: bool,
    failed: Vec<String>,
    told: Vec<String>,
}

impl Notes {
    fn claim(&mut self, claim: &Judged) {
        for test in &claim.tests {
            self.test(claim, test);
        }
        for test in &claim.because {
            self.because(claim, test);
        }
        // With other corpora than the expectation had, the whole may well be something else.
        let findings = || claim.tests.iter().flat_map(|test| &test.findings);
        let comparable = findings()
            .all(|finding| finding.expect.is_some() == (finding.verdict != Verdict::NotMeasured));
        let as_expected = findings().all(|finding| finding.expect == Some(finding.verdict));
        match claim.expect {
            _ if findings().all(|finding| finding.verdict == Verdict::NotMeasured) => {}
            None => self.failed.push(format!("{}: no expectation is recorded", claim.id)),
            Some(expect) if comparable && as_expected && expect != claim.verdict => {
                let (found, before) = (claim.verdict.word(), expect.word());
                self.failed.push(format!("{}: {found} overall, expected {before}", claim.id));
            }
            Some(_) => {}
        }
    }

    fn test(&mut self, claim: &Judged, test: &JudgedTest) {
        let mut unforeseen = Vec::new();
        for finding in &test.findings {
            let found = finding.verdict;
            let Some(expect) = finding.expect else {
                if found != Verdict::NotMeasured {
                    unforeseen.push(format!("{} on {}", found.word(), finding.corpus));
                }
                continue;
            };
            if found == expect || found == Verdict::NotMeasured {
                continue;
            }
            let note = format!(
                "{}: {} on {}, expected {} ({}: {})",
                claim.id,
                found.word(),
                finding.corpus,
                expect.word(),
                test.figure,
                finding.figure_in_words(test.is_share)
            );
            let opposite = found.opposite(expect) && self.is_clear(test, finding);
            if test.basis.is_exact() || opposite {
                self.failed.push(note);
            } else {
                self.told.push(note);
            }
        }
        if !unforeseen.is_empty() && claim.expect.is_some() {
            let found = unforeseen.join(", ");
            self.told.push(format!("{}: no expectation yet: {found} ({})", claim.id, test.figure));
        }
    }

    fn because(&mut self, claim: &Judged, test: &JudgedTest) {
        let note = |word: &str| {
            format!("{}: its explanation \"{}\" {word} ({})", claim.id, test.says, test.sentence())
        };
        let mut fails = test.findings.iter().filter(|one| one.verdict == Verdict::Fails);
        match test.verdict {
            Verdict::Fails if fails.any(|finding| self.is_clear(test, finding)) => {
                self.failed.push(note("does not hold"));
            }
            Verdict::Fails => self.told.push(note("does not hold here")),
            Verdict::Undecided => self.told.push(note("could not be told")),
            Verdict::Holds | Verdict::NotMeasured => {}
        }
    }

    /// True for a figure that leaves no doubt: exact, or a time far from its limit on the machine
    /// that the expectations came from.
    fn is_clear(&self, test: &JudgedTest, finding: &Finding) -> bool {
        let distance = |figure: Interval| (figure.point - test.limit).abs();
        let far = finding.figure.is_some_and(|figure| distance(figure) > NEAR * test.limit.abs());
        test.basis.is_exact() || far && !self.elsewhere
    }
}
