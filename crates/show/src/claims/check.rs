//! Puts into words what is not as expected.

use askama::Template;
use sudoku_judge::claims::{Check, Surprise, Unlike};
use sudoku_judge::format::joined;

use super::phrasing;
use crate::escape::markdown as escape;
use crate::section::Part;

/// The deviations that are reported for this run, the failures first.
pub(crate) fn surprises(check: &Check) -> impl Iterator<Item = &Surprise> {
    check.failed.iter().chain(reported(check))
}

/// The deviations that are reported and are no failures. On a processor without a reference,
/// deviations by times are left out, because there is nothing to compare them with: the note says in
/// one line that they are not compared.
fn reported(check: &Check) -> impl Iterator<Item = &Surprise> {
    let alone = matches!(check.unlike, Some(Unlike::Processor { .. }));
    check.reported.iter().filter(move |surprise| !(alone && surprise.is_timed()))
}

/// All reported deviations, as Markdown.
pub(crate) fn text(check: &Check) -> String {
    let (open, others): (Vec<_>, Vec<_>) = reported(check).partition(|one| one.is_undecided());
    let failures = format!("{} verdicts are not those expected", check.failed.len());
    let lists: [(&str, String); 3] = [
        (&failures, check.failed.iter().map(surprise).collect()),
        ("Not as expected, but no failure", others.into_iter().map(surprise).collect()),
        (
            "Could not be decided, because the intervals are too wide",
            open.into_iter().map(surprise).collect(),
        ),
    ];
    let lists = lists.iter().filter(|(_, items)| !items.is_empty());
    let text = joined(lists.map(|(head, items)| format!("{head}:\n\n{items}")), "\n");
    if text.is_empty() {
        let which = if check.reported.is_empty() { "" } else { " by counts" };
        return format!("All verdicts{which} are as expected.\n");
    }
    text
}

/// A warning that verdicts are not the expected ones. `Display` writes HTML.
#[derive(Template)]
#[template(ext = "html", source = r#"<p class="warning alert" role="alert">{{ text }}</p>"#)]
pub(crate) struct Warning {
    text: String,
}

impl Part for Warning {
    fn markdown(&self) -> Vec<String> {
        let quoted = escape(self.text.trim_end()).replace('\n', "\n> ");
        vec![format!("> [!CAUTION]\n> {quoted}")]
    }
}

/// The warning; `None` if nothing failed.
pub(crate) fn warning(check: &Check) -> Option<Warning> {
    (!check.is_open()).then(|| Warning { text: text(check) })
}

/// Says why verdicts by times are only reported; `None` if they count.
pub fn note(check: &Check) -> Option<String> {
    Some(match check.unlike.as_ref()? {
        Unlike::Processor { name, slug } => format!(
            "There is no reference of this processor ({name}): verdicts by times are its own. To \
             contribute one, see CONTRIBUTING.md; it begins with cargo xtask bench --out \
             reports/reference/{slug}."
        ),
        Unlike::Program(differences) => format!(
            "The reference of this processor was made with something else ({}): times stand for \
             themselves. Counts, and verdicts that rest on them, are held against it as ever.",
            differences.join("; ")
        ),
        Unlike::Unjudged(why) => format!("No claim is judged: {why}"),
    })
}

fn surprise(Surprise { claim, test, finding, before, as_on }: &Surprise) -> String {
    let (before, figure) = (before.word(), phrasing::figure(finding, test));
    let as_on = as_on.as_ref().map(|processor| format!(", as on {processor}"));
    let found = format!("{} on {}", phrasing::verb(finding.verdict), finding.corpus);
    let expected = format!("expected {before} ({}: {figure})", test.figure);
    format!("- {claim}: {found}, {expected}{}\n", as_on.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{finding, test};
    use sudoku_judge::claims::Verdict;

    use super::*;

    fn warning(check: &Check) -> Option<String> {
        super::warning(check).map(|warning| warning.text)
    }

    #[test]
    fn a_check_without_deviations_says_so() {
        let check = Check::default();
        assert_eq!(text(&check), "All verdicts are as expected.\n");
        assert_eq!((warning(&check), note(&check)), (None, None));
    }

    #[test]
    fn failures_come_before_allowed_deviations() {
        let surprise = |found, as_on: Option<&str>| Surprise {
            claim: "009-any".to_owned(),
            test: test("work", found, &[]),
            finding: finding("easy", found, 2.0),
            before: Verdict::Holds,
            as_on: as_on.map(str::to_owned),
        };
        let reported = vec![surprise(Verdict::Fails, Some("B"))];
        let allowed = Check { reported, ..Check::default() };
        let below = "Not as expected, but no failure:\n\n\
                     - 009-any: fails on easy, expected holds (work: 2), as on B\n";
        assert_eq!(text(&allowed), below);
        assert_eq!(warning(&allowed), None);
        let both = Check { failed: vec![surprise(Verdict::Fails, None)], ..allowed };
        let above = "1 verdicts are not those expected:\n\n\
                     - 009-any: fails on easy, expected holds (work: 2)\n";
        assert_eq!(warning(&both), Some(format!("{above}\n{below}")));
    }

    #[test]
    fn a_reference_of_another_program_is_named() {
        let unlike = Unlike::Program(vec!["rustc: a before, b after".to_owned()]);
        let note = note(&Check { unlike: Some(unlike), ..Check::default() }).unwrap();
        let opening = "The reference of this processor was made with something else (rustc: a \
                       before, b after): ";
        assert!(note.starts_with(opening), "{note}");
    }
}
