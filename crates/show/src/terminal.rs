//! The report for a terminal: the main results of a run and, if asked for, all of its tables.

use sudoku_judge::{Ratios, Results};

use crate::tables::text::{fitting, parts};
use crate::tables::{ladder, programs, ratios, times};
use crate::wrap::wrapped;
use crate::{finding, format, notices};

/// The main results of a run as text of `width` columns: the warnings, the finding, the rungs of
/// the ladder that stand out, and the changes `since` the reference. Without warnings, this is at
/// most 23 lines of 80 columns. If `claims` (the claims in short) are given, every table with its
/// notes and the claims come before the finding. A table that is too wide is cut into parts.
pub fn terminal(results: &Results, since: &str, claims: Option<&str>, width: usize) -> String {
    let prose = |text: &String| wrapped(text, width);
    let warnings = notices::warnings(results).into_iter();
    let mut blocks: Vec<String> =
        warnings.map(|warning| prose(&format!("!!! {warning}"))).collect();
    if let Some(claims) = claims {
        let tables =
            [Some(times::matrix(results)), ratios::matrix(results), programs::times(results)];
        for table in tables.into_iter().flatten() {
            let heading = "and in parentheses the puzzles behind each figure";
            blocks.push(prose(&format!("{}, {heading}:", table.caption)));
            blocks.extend(parts(&table, width));
            blocks.extend(table.notes.iter().map(prose));
        }
        blocks.extend(notices::notices(results, None).iter().map(prose));
        blocks.extend((!claims.is_empty()).then(|| claims.trim_end().to_owned()));
    }
    let mut found = finding::finding(results);
    if !results.programs.is_empty() {
        found += &format!(" {}.", finding::programs(results));
    }
    blocks.push(prose(&found));
    if let Some(table) = ladder::rungs(results, false) {
        let note = results.ratios.as_ref().map(|ratios| prose(&divided(results, ratios)));
        blocks.push(fitting(&table, &ROOM, width) + "\n" + &note.unwrap_or_default());
    }
    let rest = if claims.is_none() { " See `--long`, or the page." } else { "" };
    blocks.push(prose(&format!("{since}{rest}")));
    blocks.join("\n\n") + "\n"
}

/// The columns of the table of rungs after the name of the solver: all of them and, for narrow
/// terminals, smaller choices without the least important ones.
const ROOM: [&[usize]; 4] = [&[1, 2, 3, 4, 5, 6], &[1, 2, 3, 5, 6], &[1, 3, 5, 6], &[1, 3]];

/// The line below the rungs, which are those of the leading ladder.
fn divided(results: &Results, ratios: &Ratios) -> String {
    let corpus = results.lead().map_or("", |ladder| &*ladder.corpus);
    let reference = ratios.reference_on(corpus).unwrap_or(&ratios.reference);
    let quick = notices::is_quick(results).then(|| "quick, so indicative".to_owned());
    let floor = format!("noise floor {}", format::share(ratios.noise_floor));
    let notes = [Some(floor), quick];
    format!("Divided by {reference}; {}.", format::joined(notes.into_iter().flatten(), "; "))
}
