//! What the ledger says, for every place that shows it.

use std::fmt::Write;

use sudoku_measure::Interval;

use crate::check::Check;
use crate::claim::{Basis, POOLED, Verdict};
use crate::judge::{Finding, Judged, JudgedTest, Ledger};

/// How wide a terminal is taken to be.
const WIDTH: usize = 100;

/// A figure with four significant digits, or as a share of 100.
pub(crate) fn value(value: f64, is_share: bool) -> String {
    if is_share {
        return format!("{} %", value_of(value * 100.0));
    }
    value_of(value)
}

/// A limit as it was written.
pub(crate) fn limit(limit: f64, is_share: bool) -> String {
    if is_share {
        format!("{} %", limit * 100.0)
    } else if limit != 0.0 && limit.abs() < 1e-3 {
        format!("{limit:e}")
    } else {
        limit.to_string()
    }
}

fn value_of(value: f64) -> String {
    let size = value.abs();
    let whole = size < 1e6 && value.fract() == 0.0;
    let decimals = match size {
        _ if whole => 0,
        1e3..1e6 => 0,
        1e2..1e3 => 1,
        1e1..1e2 => 2,
        0.1..1e1 => 3,
        1e-3..0.1 => 4,
        _ => return format!("{value:.1e}"),
    };
    let text = format!("{value:.decimals$}");
    let (head, tail) = text.split_at(text.find('.').unwrap_or(text.len()));
    let digits = head.trim_start_matches('-');
    if digits.len() < 4 {
        return text;
    }
    let sign = &head[..head.len() - digits.len()];
    let (thousands, rest) = digits.split_at(digits.len() - 3);
    format!("{sign}{thousands},{rest}{tail}")
}

/// All of so many corpora.
fn all(corpora: usize) -> String {
    if corpora == 2 { "both corpora".to_owned() } else { format!("all {corpora} corpora") }
}

/// `a`, `a and b`, `a, b and c`.
pub(crate) fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

impl JudgedTest {
    /// `holds on easy, fails on effort-1e5 and effort-1e6`.
    pub fn sentence(&self) -> String {
        let on = |wanted: Verdict| -> Vec<&str> {
            let found = self.findings.iter().filter(|finding| finding.verdict == wanted);
            found.map(|finding| finding.corpus.as_str()).collect()
        };
        let groups = [Verdict::Holds, Verdict::Fails, Verdict::Undecided, Verdict::NotMeasured]
            .map(|verdict| (verdict, on(verdict)));
        let measured = self.findings.len() - on(Verdict::NotMeasured).len();
        let parts = groups.iter().filter(|(_, names)| !names.is_empty()).map(|(verdict, names)| {
            let word = verdict.word();
            match names.as_slice() {
                [POOLED] => format!("{word} over {POOLED}"),
                names if names.len() == self.findings.len() && names.len() > 1 => {
                    format!("{word} on {}", all(names.len()))
                }
                names if names.len() == measured && measured > 1 => {
                    format!("{word} on {} measured", all(measured))
                }
                names if *verdict == Verdict::NotMeasured && measured > 0 && names.len() > 3 => {
                    format!("{word} on {} others", names.len())
                }
                names => format!("{word} on {}", listed(names)),
            }
        });
        let mut sentence = parts.collect::<Vec<_>>().join(", ");
        if self.verdict == Verdict::NotMeasured
            && let Some(why) = self.findings.iter().find_map(|finding| finding.missing.as_ref())
        {
            write!(sentence, " ({why})").expect("a String takes everything");
        }
        sentence
    }

    /// The least and the greatest figure over the corpora, and what they must be:
    /// `0.363 – 0.488 (below 0.5)`.
    pub fn figures(&self) -> String {
        let figures = self.findings.iter().filter_map(|finding| finding.figure);
        let points: Vec<f64> = figures.map(|figure| figure.point).collect();
        let least = points.iter().copied().fold(f64::MAX, f64::min);
        let greatest = points.iter().copied().fold(f64::MIN, f64::max);
        let ends = [least, greatest].map(|end| value(end, self.is_share));
        let range = match points.len() {
            0 => return "–".to_owned(),
            _ if ends[0] == ends[1] => ends[0].clone(),
            _ => ends.join(" – "),
        };
        format!("{range} ({})", self.bound)
    }

    /// Every figure with its corpus and on how many puzzles it stands; figures that are all alike,
    /// and the number of puzzles where none was left out, once.
    pub fn figures_by_corpus(&self) -> String {
        let figure = |finding: &Finding| finding.figure_in_words(self.is_share);
        let measured = || self.findings.iter().filter(|finding| finding.figure.is_some());
        let Some(first) = measured().next() else {
            return self.findings.first().map(figure).unwrap_or_default();
        };
        let whole = measured().all(|finding| finding.puzzles == finding.of);
        let mut text = if whole && measured().all(|other| figure(other) == figure(first)) {
            let place = match measured().count() {
                1 => first.corpus.clone(),
                more => all(more),
            };
            format!("{} on {place}", figure(first))
        } else {
            let each = measured().map(|one| {
                let Finding { corpus, puzzles, of, .. } = one;
                let on = if whole { String::new() } else { format!(" ({puzzles} of {of})") };
                format!("{corpus} {}{on}", figure(one))
            });
            each.collect::<Vec<_>>().join(", ")
        };
        if whole {
            let puzzles: usize = measured().map(|finding| finding.puzzles).sum();
            let things = if puzzles == 1 { "puzzle" } else { "puzzles" };
            let count = value_of(puzzles as f64);
            write!(text, " ({count} of {count} {things})").expect("a String takes everything");
        }
        let missing = self.findings.iter().filter(|finding| finding.figure.is_none());
        for (why, corpora) in by_reason(missing) {
            write!(text, "; {why}: {}", listed(&corpora)).expect("a String takes everything");
        }
        text
    }
}

/// The corpora that were not measured, for each reason.
fn by_reason<'a>(missing: impl Iterator<Item = &'a Finding>) -> Vec<(&'a str, Vec<&'a str>)> {
    let mut reasons: Vec<(&str, Vec<&str>)> = Vec::new();
    for finding in missing {
        let why = finding.missing.as_deref().unwrap_or_default();
        match reasons.iter_mut().find(|(known, _)| *known == why) {
            Some((_, corpora)) => corpora.push(&finding.corpus),
            None => reasons.push((why, vec![&finding.corpus])),
        }
    }
    reasons
}

impl Finding {
    /// The figure, its interval if it has one, and how many puzzles it is about.
    pub fn figure_in_words(&self, is_share: bool) -> String {
        let Some(Interval { point, low, high }) = self.figure else {
            return self.missing.clone().unwrap_or_default();
        };
        let mut text = value(point, is_share);
        if low < high {
            write!(text, " [{}, {}]", value(low, is_share), value(high, is_share))
                .expect("a String takes everything");
        }
        text
    }

    /// `20 puzzles`, or `18 of 20 puzzles` when not all could be taken.
    pub fn puzzles_in_words(&self) -> String {
        let things = if self.of == 1 { "puzzle" } else { "puzzles" };
        if self.puzzles == self.of {
            format!("{} {things}", self.of)
        } else {
            format!("{} of {} {things}", self.puzzles, self.of)
        }
    }
}

impl Basis {
    /// By what such a figure is decided, in words.
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Counts => "by counts",
            Self::PairedTimes => "by paired times",
            Self::SurveyTimes => "by the times of single puzzles",
        }
    }
}

impl Judged {
    /// What the run says of the claim, part by part.
    pub fn sentence(&self) -> String {
        let part = |test: &JudgedTest| match test.says.as_str() {
            "" => test.sentence(),
            says => format!("{says}: {}", test.sentence()),
        };
        self.tests.iter().map(part).collect::<Vec<_>>().join("; ")
    }

    /// The verdict, and where it differs from set to set, how.
    pub fn verdict_in_brief(&self) -> String {
        let mixed = self.tests.iter().filter(|test| {
            let mut verdicts = test.findings.iter().map(|finding| finding.verdict);
            let first = verdicts.next();
            verdicts.any(|verdict| Some(verdict) != first && verdict != Verdict::NotMeasured)
        });
        let mixed: Vec<String> = mixed.map(JudgedTest::sentence).collect();
        let verdict = self.verdict.word();
        if mixed.is_empty() {
            verdict.to_owned()
        } else {
            format!("{verdict}: {}", mixed.join("; "))
        }
    }

    /// What happens instead; where a run, perhaps of fewer puzzles, finds that the claim holds,
    /// this is said before it.
    pub fn instead(&self) -> Option<String> {
        let really = self.really.as_deref()?;
        Some(self.but().map_or_else(|| really.to_owned(), |but| format!("{but} {really}")))
    }

    /// What stands above the text on why a claim fails where it has not failed.
    fn but(&self) -> Option<&'static str> {
        let held = self.verdict == Verdict::Holds;
        held.then_some("It holds here, but not in the reference run:")
    }

    /// The command that measures and judges this claim alone.
    pub fn again(&self) -> String {
        format!("cargo xtask claims {} --run", self.id)
    }

    /// The claim in full, as a ledger has it, for a terminal.
    pub fn in_full(&self, ledger: &Ledger) -> String {
        let noise_floor = ledger.noise_floor(|share| value(share, true));
        let mut text = format!("{}: {}\n", self.id, self.verdict.word());
        let mut block = |head: &str, body: &str| {
            text += &format!("\n{head}\n{}", indented(body, 2));
        };
        block(&format!("Article {}, {}:", self.article(), self.place), &self.says);
        block("How it is read:", &self.reading);
        let names = self.solvers.iter().map(|(name, id)| format!("{name} is {id}"));
        block("Solvers:", &names.collect::<Vec<_>>().join("; "));
        for (head, tests) in [("Decided by:", &self.tests), ("Because:", &self.because)] {
            if !tests.is_empty() {
                text += &format!("\n{head}\n");
                for test in tests {
                    text += &test.in_full(noise_floor.as_deref());
                }
            }
        }
        let mut block = |head: &str, body: &str| text += &format!("\n{head}\n  {body}\n");
        if let Some(really) = &self.really {
            block(self.but().unwrap_or("What really happens:"), indented(really, 2).trim());
        }
        if let Some(experiment) = &self.experiment {
            block("The smallest experiment that shows it:", experiment);
        }
        block("To measure and judge it alone:", &self.again());
        text
    }

    /// The key of the article.
    pub fn article(&self) -> &str {
        self.id.split('-').next().unwrap_or_default()
    }
}

impl JudgedTest {
    fn in_full(&self, noise_floor: Option<&str>) -> String {
        let verdict = self.verdict.word();
        let mut text = String::new();
        if !self.says.is_empty() {
            text += &indented(&self.says, 2);
        }
        text += &indented(
            &format!("{verdict} {}: {}, {}", self.basis.in_words(), self.figure, self.bound),
            2,
        );
        if let (Basis::PairedTimes, Some(floor)) = (self.basis, noise_floor) {
            text += &format!("    beyond a noise floor of {floor}\n");
        }
        for finding in &self.findings {
            let figure = finding.figure_in_words(self.is_share);
            let verdict = finding.verdict.word();
            text += &format!("    {:15} {verdict:12} {figure:28} ", finding.corpus);
            text = text.trim_end().to_owned();
            if finding.figure.is_some() {
                text += &format!("  {}", finding.puzzles_in_words());
            }
            text.push('\n');
        }
        text
    }
}

impl Ledger {
    /// One line for each claim that was measured, and what was not expected, for a terminal.
    pub fn terminal(&self, check: &Check) -> String {
        let mut text = String::new();
        for claim in self.measured() {
            let line = format!("{:22} {:12} {}", claim.id, claim.verdict.word(), claim.sentence());
            text += &hanging(&line, 36);
        }
        text + "\n" + &self.summary() + "\n" + &check.text
    }

    /// `29 claims: 12 hold, 15 fail, 2 undecided`.
    pub fn summary(&self) -> String {
        let count = |wanted| self.claims.iter().filter(|claim| claim.verdict == wanted).count();
        let mut summary = format!(
            "{} claims: {} hold, {} fail, {} undecided",
            self.claims.len(),
            count(Verdict::Holds),
            count(Verdict::Fails),
            count(Verdict::Undecided)
        );
        let missing = count(Verdict::NotMeasured);
        if missing > 0 {
            write!(summary, ", {missing} not measured").expect("a String takes everything");
        }
        summary
    }
}

impl Check {
    /// The note, for the first lines on a terminal; nothing without one.
    pub fn opening(&self) -> String {
        self.note.as_ref().map_or_else(String::new, |note| hanging(note, 0) + "\n")
    }
}

fn indented(text: &str, by: usize) -> String {
    let room = " ".repeat(by);
    hanging(&format!("{room}{text}"), by)
}

/// The text in lines of at most [`WIDTH`] characters; all but the first begin with blanks.
fn hanging(text: &str, indent: usize) -> String {
    let mut lines = String::new();
    let mut width = 0;
    for (at, word) in text.split(' ').enumerate() {
        let length = word.chars().count();
        if at > 0 && width + 1 + length > WIDTH {
            lines.push('\n');
            lines += &" ".repeat(indent);
            width = indent;
        } else if at > 0 {
            lines.push(' ');
            width += 1;
        }
        lines += word;
        width += length;
    }
    let lines: Vec<&str> = lines.lines().map(str::trim_end).collect();
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_four_digits() {
        let text = |figures: &[f64]| {
            figures.iter().map(|figure| value(*figure, false)).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(text(&[0.0, 1.0, 52.0, 4208.0, -9.0]), "0 1 52 4,208 -9");
        assert_eq!(text(&[8.888_08, 0.488_1, 0.0047, 12.345]), "8.888 0.488 0.0047 12.35");
        assert_eq!(text(&[123.456, 12_345.6, 1e7, 3.2e-40]), "123.5 12,346 1.0e7 3.2e-40");
        assert_eq!(value(0.875, true), "87.50 %");
        assert_eq!(value(1.0, true), "100 %");
    }

    #[test]
    fn names_are_listed_as_people_do() {
        assert_eq!(listed(&["a"]), "a");
        assert_eq!(listed(&["a", "b", "c"]), "a, b and c");
    }

    #[test]
    fn lines_are_not_too_long() {
        let text = hanging(&"word ".repeat(50), 4);
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH && !line.ends_with(' ')));
        assert!(text.lines().skip(1).all(|line| line.starts_with("    word")));
        assert_eq!(text.matches("word").count(), 50);
    }
}
