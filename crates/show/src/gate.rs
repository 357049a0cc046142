//! The gate, which decides whether a run is as good as the reference.
//!
//! Exact figures must be equal: every counter on every puzzle that both runs have. Instruction
//! counts may differ by half a percent, because a compiler may be patched. Times are reported; they
//! close the gate only if they are so far off that a busy machine cannot explain it.

use sudoku_judge::Results;
use sudoku_judge::Rows;
use sudoku_judge::claims::Check;
use sudoku_judge::format::joined;
use sudoku_record::InstructionRow;

use crate::claims;
use crate::compare::{Change, Run, changes, counts_text, decided, differing_counts, items};
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

    let unlike = reference.results.environment.differences(&run.results.environment);
    let (instructions, more) = instructions_text(&reference.results, &run.results);
    let (times, slower) = times_text(&changes(&reference.results, &run.results));
    let advisory = if unlike.is_empty() {
        reasons.extend(more.into_iter().chain(slower));
        String::new()
    } else {
        let unlike = unlike.join("\n- ");
        format!("Advisory only, for the reference was made with something else:\n\n- {unlike}\n\n")
    };
    let verdict = match reasons.as_slice() {
        [] => "open".to_owned(),
        reasons => format!("CLOSED: {}", reasons.join("; ")),
    };
    let notes = unfinished.into_iter().chain(claims::note(check));
    let notes = joined(notes.map(|note| format!("\n{note}\n")), "");
    let (counts, claims) = (counts_text(pairs, &differences), claims::unexpected(check));
    let text = format!(
        "# The gate is {verdict}\n{notes}\n## Counts\n\n{counts}\n## Instructions\n\n\
         {instructions}\n## Times\n\n{advisory}{times}\n## Claims\n\n{claims}"
    );
    Judgement { open: reasons.is_empty(), text }
}

/// The instruction counts that differ, as Markdown, and the reasons to close the gate.
fn instructions_text(reference: &Results, run: &Results) -> (String, Vec<String>) {
    let compared = run.instructions.iter().filter_map(|new| {
        let old = reference.instructions.of(&new.solver, &new.corpus)?;
        Some((new, new.instructions as f64 / old.instructions as f64 - 1.0))
    });
    let compared: Vec<_> = compared.collect();
    let far = compared.iter().filter(|(_, change)| change.abs() > INSTRUCTIONS);
    let (lines, reasons): (Vec<String>, Vec<String>) = far
        .map(|(InstructionRow { solver, corpus, .. }, change)| {
            let percent = format!("{:+.2} %", change * 100.0);
            (
                format!("- {solver} on {corpus}: {percent}\n"),
                format!("{solver} executes {percent} instructions"),
            )
        })
        .unzip();
    let text = match (compared.len(), lines.len()) {
        (0, _) => "Not compared: one of the two runs has none.\n".to_owned(),
        (all, 0) => format!("{all} counts within {} % of the reference.\n", INSTRUCTIONS * 100.0),
        _ => lines.concat(),
    };
    (text, reasons)
}

/// The ratios of times that have changed, as Markdown, and the reasons to close the gate.
fn times_text(changes: &[Change<'_>]) -> (String, Vec<String>) {
    let text = items(decided(changes));
    let text = match changes.len() {
        0 => "No ratio that both runs have.\n".to_owned(),
        all if text.is_empty() => format!("{all} ratios as in the reference.\n"),
        _ => text,
    };
    let far =
        |change: &&Change<'_>| change.factor.point > FAR.max(1.0 + FLOORS * change.noise_floor());
    let slower = decided(changes).filter(far).map(|Change { after, factor, .. }| {
        format!("{} is {:.1} times as slow on {}", after.solver, factor.point, after.corpus)
    });
    (text, slower.collect())
}
