//! Two commits beside each other, from paired rounds of their programs run in turn.

use sudoku_findings::{Order, ratios_between_programs};
use sudoku_measure::PairedRow;

/// The comparison as Markdown. The first solver of the list shows how far the two programs drift
/// apart where nothing was changed, if it was not.
pub fn revisions(old: &[PairedRow], new: &[PairedRow]) -> String {
    let ratios = ratios_between_programs(old, new);
    if ratios.is_empty() {
        return "No solver and set that both have.\n".to_owned();
    }
    let mut text = "Time of the new program divided by that of the old one.\n\n\
        | set | solver | new / old | 95 % interval | verdict |\n|:---|:---|---:|---:|:---|\n"
        .to_owned();
    for row in &ratios {
        let verdict = match row.verdict {
            Order::Faster => "**faster**",
            Order::Slower => "**slower**",
            Order::Undecided => "",
        };
        let (corpus, solver, ratio) = (&row.corpus, &row.solver, row.ratio);
        text += &format!(
            "| {corpus} | {solver} | {:.3} | {:.3} to {:.3} | {verdict} |\n",
            ratio.point, ratio.low, ratio.high
        );
    }
    text
}
