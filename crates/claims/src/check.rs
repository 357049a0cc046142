//! [`Check`]: are the verdicts of a run those that were found before?

use sudoku_measure::Interval;

use crate::claim::Verdict;
use crate::judge::{Finding, Judged, JudgedTest, Ledger};
use crate::references::Reference;

/// What has changed against the recorded expectations.
///
/// A verdict that rests on counts must be the same. One that rests on times may become undecided,
/// for a short run on a busy machine has wide intervals; only its opposite is a failure, and only
/// when the figure is farther from its limit than a tenth: from one version of the program to the
/// next, ratios have moved by more than half of that, and only when the reference of no processor
/// says the same. Each statement of an explanation must hold, by the same rules. What a run did not
/// measure is no failure.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Check {
    /// True when nothing failed.
    pub open: bool,
    /// Why verdicts by times were only told; none when they count.
    pub note: Option<String>,
    /// What failed and what is only told, as Markdown.
    pub text: String,
}

/// An opposite verdict by times is no failure when the figure is within this share of the limit.
const NEAR: f64 = 0.1;

impl Check {
    /// Holds the verdicts of a run against the expectations and nothing else, as if they had been
    /// found on its own processor. See [`References::check`](crate::References::check).
    pub fn of(ledger: &Ledger) -> Self {
        Self::against(ledger, None, None, &[])
    }

    /// The same beside references, one of them perhaps of the run's own processor. With a note,
    /// whatever rests on times is only told.
    pub(crate) fn against(
        ledger: &Ledger,
        note: Option<String>,
        own: Option<&Reference>,
        references: &[Reference],
    ) -> Self {
        let elsewhere = note.is_some();
        let mut notes = Notes { own, references, elsewhere, ..Notes::default() };
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
        Self { open: failed.is_empty(), note, text }
    }
}

#[derive(Default)]
struct Notes<'a> {
    own: Option<&'a Reference>,
    references: &'a [Reference],
    elsewhere: bool,
    failed: Vec<String>,
    told: Vec<String>,
}

impl Notes<'_> {
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
            let timed = !test.basis.is_exact();
            let same = |known: &Reference| known.ledger.found(claim, test, finding) == Some(found);
            let as_before = found == expect || timed && self.own.is_some_and(same);
            if as_before || found == Verdict::NotMeasured {
                continue;
            }
            let elsewhere = self.references.iter().find(|known| timed && same(known));
            let mut note = format!(
                "{}: {} on {}, expected {} ({}: {})",
                claim.id,
                found.word(),
                finding.corpus,
                expect.word(),
                test.figure,
                finding.figure_in_words(test.is_share)
            );
            if let Some(known) = elsewhere {
                note += &format!(", as on {}", known.environment.processor());
            }
            let opposite = found.opposite(expect) && self.is_clear(test, finding);
            let opposite = opposite && elsewhere.is_none();
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
        let known = |finding: &Finding| {
            let mut references = self.references.iter().filter(|_| !test.basis.is_exact());
            references.any(|one| one.ledger.found(claim, test, finding) == Some(Verdict::Fails))
        };
        let mut fails = test.findings.iter().filter(|one| one.verdict == Verdict::Fails);
        match test.verdict {
            Verdict::Fails if fails.any(|one| self.is_clear(test, one) && !known(one)) => {
                self.failed.push(note("does not hold"));
            }
            Verdict::Fails => self.told.push(note("does not hold here")),
            Verdict::Undecided => self.told.push(note("could not be told")),
            Verdict::Holds | Verdict::NotMeasured => {}
        }
    }

    /// True for a figure that leaves no doubt: exact, or a time far from its limit on a processor
    /// that has a reference.
    fn is_clear(&self, test: &JudgedTest, finding: &Finding) -> bool {
        let distance = |figure: Interval| (figure.point - test.limit).abs();
        let far = finding.figure.is_some_and(|figure| distance(figure) > NEAR * test.limit.abs());
        test.basis.is_exact() || far && !self.elsewhere
    }
}
