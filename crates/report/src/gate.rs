//! The gate, which decides whether a run is as good as the reference.
//!
//! Exact figures must be equal: every counter on every puzzle that both runs have. Instruction
//! counts may differ by half a percent, because a compiler may be patched. Times are reported; they
//! close the gate only if they are so far off that a busy machine cannot explain it.

use sudoku_claims::Check;
use sudoku_findings::{Order, Results};

use crate::claims;
use crate::compare::{Run, changes, counts_text, differing_counts, obstacles};
use crate::notices::unfinished;

/// The greatest allowed difference of instruction counts, as a share.
const INSTRUCTIONS: f64 = 0.005;

/// A time closes the gate only if its ratio has grown by more than this factor ...
const FAR: f64 = 1.5;

/// ... and by more than this many times the noise floor of the two runs.
const FLOORS: f64 = 10.0;

/// The judgement of the gate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    /// True when the run passes.
    pub open: bool,
    /// The reasons and the differences, as Markdown.
    pub text: String,
}

/// Compares a run with a reference; instruction counts only if both have them. `check` is the
/// comparison of the run's verdicts with those of all references.
pub fn gate(reference: &Run, run: &Run, check: &Check) -> Judgement {
    let unfinished = unfinished(&run.results.missing);
    let (pairs, differences) = differing_counts(reference, run);
    let wrong: u64 = run.results.rows.iter().map(|row| row.wrong).sum();
    let checks = [
        (unfinished.is_some(), "the run is unfinished".to_owned()),
        (pairs == 0, "no solver and puzzle in common with the reference".to_owned()),
        (!differences.is_empty(), format!("{} counters differ", differences.len())),
        (wrong > 0, format!("{wrong} wrong answers")),
        (!check.is_open(), "verdicts are not those expected".to_owned()),
    ];
    let failed = checks.into_iter().filter_map(|(fails, reason)| fails.then_some(reason));
    let mut reasons: Vec<String> = failed.collect();
    let mut text = format!("\n## Counts\n\n{}", counts_text(pairs, &differences));

    let unlike = obstacles(&reference.results, &run.results);
    text += "\n## Instructions\n\n";
    text += &instructions_text(&reference.results, &run.results, &unlike, &mut reasons);
    text += "\n## Times\n\n";
    text += &times_text(reference, run, &unlike, &mut reasons);
    text += &format!("\n## Claims\n\n{}", claims::unexpected(check));

    let open = reasons.is_empty();
    let verdict = if open {
        "# The gate is open\n".to_owned()
    } else {
        format!("# The gate is CLOSED: {}\n", reasons.join("; "))
    };
    let notes = unfinished.into_iter().chain(claims::note(check));
    let notes: String = notes.flat_map(|note| ["\n".to_owned(), note, "\n".to_owned()]).collect();
    Judgement { open, text: verdict + &notes + &text }
}

fn instructions_text(
    reference: &Results,
    run: &Results,
    unlike: &[String],
    reasons: &mut Vec<String>,
) -> String {
    let mut text = String::new();
    let mut compared = 0;
    for new in &run.instructions {
        let Some(old) = reference.instructions.of(&new.solver, &new.corpus) else { continue };
        compared += 1;
        let change = new.instructions as f64 / old.instructions as f64 - 1.0;
        if change.abs() > INSTRUCTIONS {
            let (solver, corpus) = (&new.solver, &new.corpus);
            text += &format!("- {solver} on {corpus}: {:+.2} %\n", change * 100.0);
            if unlike.is_empty() {
                reasons.push(format!("{solver} executes {:+.2} % instructions", change * 100.0));
            }
        }
    }
    match (compared, text.is_empty()) {
        (0, _) => "Not compared: one of the two runs has none.\n".to_owned(),
        (_, true) => {
            format!("{compared} counts within {} % of the reference.\n", INSTRUCTIONS * 100.0)
        }
        (_, false) => text,
    }
}

fn times_text(reference: &Run, run: &Run, unlike: &[String], reasons: &mut Vec<String>) -> String {
    let mut text = String::new();
    if !unlike.is_empty() {
        text += "Advisory only, for the reference was made with something else:\n\n";
        text += &format!("- {}\n\n", unlike.join("\n- "));
    }
    let changes = changes(&reference.results, &run.results);
    if changes.is_empty() {
        return text + "No ratio that both runs have.\n";
    }
    for change in changes.iter().filter(|change| change.verdict != Order::Undecided) {
        let percent = (change.factor.point - 1.0) * 100.0;
        let (solver, corpus) = (&change.solver, &change.corpus);
        text += &format!("- {solver} on {corpus}: {percent:+.1} % against the reference\n");
        let far = FAR.max(1.0 + FLOORS * change.noise_floor);
        if unlike.is_empty() && change.factor.point > far {
            reasons
                .push(format!("{solver} is {:.1} times as slow on {corpus}", change.factor.point));
        }
    }
    if changes.iter().all(|change| change.verdict == Order::Undecided) {
        text += &format!("{} ratios as in the reference.\n", changes.len());
    }
    text
}
