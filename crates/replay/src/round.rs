//! [`around`] and [`gone`]: the candidates of a round of all rules, read from the masks of the code.

use std::array::from_fn;

use sudoku_core::{Boxes, Reason, Rule};

/// The candidates that each rule of a round has removed, of each cell a bit for each digit, that of 1
/// lowest; in the order of the rules. A rule that works on rows and on columns is there for each.
pub(crate) fn gone(reasons: &[Reason]) -> Vec<(Rule, [u16; 81])> {
    let mut cells = [[0; 3]; 9];
    let mut all = Vec::new();
    for reason in reasons {
        let (rule, left) = match *reason {
            Reason::Cells { rule, cells } => (rule, cells),
            Reason::Minirows { rule, lines } => (rule, kept(cells, |cell| lines[cell / 3])),
            Reason::Minicolumns { rule, lines } => (rule, kept(cells, |cell| lines[cell % 3])),
            _ => continue,
        };
        if !matches!(rule, Rule::Start | Rule::DeadEnd) {
            let [before, after] = [&cells, &left].map(candidates);
            all.push((rule, from_fn(|at| before[at] & !after[at])));
        }
        cells = left;
    }
    all
}

/// The candidates of each cell before a round and after it, a bit for each digit, that of 1 lowest;
/// `None` where the reasons are not those of a round.
pub fn around(reasons: &[Reason]) -> Option<[[u16; 81]; 2]> {
    let before = stated(reasons, Rule::Start)?;
    let mut after = before;
    for (_, gone) in gone(reasons) {
        after = from_fn(|at| after[at] & !gone[at]);
    }
    Some([before, after])
}

/// The candidates with which a node ends, as those of [`around`]; `None` where the reasons do not say
/// them.
pub(crate) fn dead_end(reasons: &[Reason]) -> Option<[u16; 81]> {
    stated(reasons, Rule::DeadEnd)
}

fn stated(reasons: &[Reason], by: Rule) -> Option<[u16; 81]> {
    reasons.iter().find_map(|reason| match reason {
        Reason::Cells { rule, cells } if *rule == by => Some(candidates(cells)),
        _ => None,
    })
}

fn kept(cells: [Boxes; 9], line: impl Fn(usize) -> Boxes) -> [Boxes; 9] {
    from_fn(|cell| from_fn(|i| cells[cell][i] & line(cell)[i]))
}

/// The candidates in words of three boxes, an entry for each cell of a box: by cell.
fn candidates(cells: &[Boxes; 9]) -> [u16; 81] {
    from_fn(|at| {
        let (row, column) = (at / 9, at % 9);
        (cells[row % 3 * 3 + column % 3][row / 3] >> (column / 3 * 16)) as u16 & 0x1ff
    })
}
