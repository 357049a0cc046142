//! The report for a terminal: the main results of a run and, if asked for, all of its tables.

use sudoku_judge::claims::{Check, Ledger};
use sudoku_judge::format::joined;
use sudoku_judge::{Ratios, Results};

use crate::tables::text::{fitting, parts};
use crate::tables::{ladder, programs, ratios, times};
use crate::wrap::wrapped;
use crate::{claims, finding, notices};

/// The lines of a screen without that of the path of the page, which comes last.
const SCREEN: usize = 23;

/// The lines of the table of rungs besides its rows: a head of two lines, and a rule.
const FRAME: usize = 3;

/// The columns of the table of rungs after the name of the solver: all of them and, for narrow
/// terminals, smaller choices without the least important ones.
const ROOM: [&[usize]; 5] =
    [&[1, 2, 3, 4, 5, 6, 7], &[1, 2, 3, 4, 6, 7], &[1, 2, 4, 6, 7], &[1, 2, 4], &[1, 2]];

/// The main results of a run as text of `width` columns: the warnings, the finding, what was asked for
/// or else the rungs of the ladder that stand out, the notices, and the changes `since` the
/// reference. This is at most 23 lines of 80 columns. If it may be `long`, every table with its notes
/// and the verdicts on all claims come before the finding. A table that is too wide is cut into parts.
pub fn terminal(
    results: &Results,
    (ledger, check): (&Ledger, &Check),
    since: &str,
    long: bool,
    width: usize,
) -> String {
    let prose = |text: &str| wrapped(text, width);
    let warnings = notices::warnings(results).into_iter();
    let mut blocks: Vec<String> =
        warnings.map(|warning| prose(&format!("!!! {warning}"))).collect();
    if long {
        let tables =
            [Some(times::matrix(results)), ratios::matrix(results), programs::times(results, None)];
        for table in tables.into_iter().flatten() {
            blocks.push(prose(&format!("{}:", table.caption)));
            blocks.extend(parts(&table, width));
            blocks.extend(table.notes.iter().map(|note| prose(note)));
        }
        let claims = claims::in_short(ledger, check, width);
        blocks.extend((!claims.is_empty()).then(|| claims.trim_end().to_owned()));
    } else {
        shorten(&mut blocks);
    }
    let mut last = Vec::from_iter(results.ratios.as_ref().map(|one| baseline(results, one)));
    last.extend(notices::notices(results));
    last.extend(claims::undecided(ledger, check));
    last.extend(claims::of_authors(ledger));
    last.push(since.to_owned());
    let last = prose(&last.join(" "));
    let room = if long { usize::MAX } else { SCREEN.saturating_sub(lines(&blocks)) };
    blocks.extend(answer(results, room.saturating_sub(lines(&[&last])), width));
    blocks.push(last);
    joined(blocks, "\n\n") + "\n"
}

/// Leaves room on a screen for the answer below the warnings.
fn shorten(warnings: &mut Vec<String>) {
    const MOST: usize = 6;
    let all = warnings.len();
    while warnings.len() > 1 && lines(warnings) > MOST {
        warnings.pop();
    }
    if warnings.len() < all {
        warnings.push(format!("!!! {} more on the page.", all - warnings.len()));
    }
}

/// The number of lines of blocks, each with a blank line after it.
fn lines<S: AsRef<str>>(blocks: &[S]) -> usize {
    blocks.iter().map(|block| block.as_ref().lines().count() + 1).sum()
}

/// The finding and the table of rungs in at most `room` lines, with as many rows and reasons as there
/// is room for.
fn answer(results: &Results, room: usize, width: usize) -> Vec<String> {
    let programs = finding::programs(results);
    let programs = if programs.is_empty() { programs } else { format!(" {programs}.") };
    let with_programs = |finding: String| wrapped(&(finding + &programs), width);
    let left = |found: &String| room.saturating_sub(lines(&[found]) + FRAME);
    let asked = results.asked(usize::MAX).len();
    let mut found = with_programs(finding::finding(results));
    if left(&found) < asked {
        found = with_programs(finding::in_brief(results));
    }
    let rows = match left(&found) {
        room if room < asked => room.saturating_sub(1).max(1),
        _ => asked,
    };
    let table = ladder::rungs(results, Some(&results.asked(rows)));
    let table = table.map(|table| fitting(&table, &ROOM, width));
    let more = asked.saturating_sub(rows);
    let more = if more > 0 { format!("\n{more} more on the page") } else { String::new() };
    [found].into_iter().chain(table.map(|table| table + &more)).collect()
}

/// The solver that the rungs are compared with, and the noise floor.
fn baseline(results: &Results, ratios: &Ratios) -> String {
    let corpus = results.lead().map_or("", |ladder| &*ladder.corpus);
    let reference = ratios.reference_on(corpus).unwrap_or(&ratios.reference);
    format!("1.00 is {reference}; {}.", finding::floor(ratios))
}
