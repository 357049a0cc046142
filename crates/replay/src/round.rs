//! [`around`] and [`gone`]: the candidates of a round of all rules, read from the masks of the code.

use sudoku_core::{Boxes, Reason, Rule};

/// The candidates that each rule of a round has removed, by cell, 0 to 80, and digit, 1 to 9; in the
/// order of the rules. A rule that works on rows and on columns is there for each.
pub fn gone(reasons: &[Reason]) -> Vec<(Rule, Vec<(usize, u8)>)> {
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
            let lost = (0..9).map(|cell| std::array::from_fn(|i| cells[cell][i] & !left[cell][i]));
            all.push((rule, candidates(&lost.collect::<Vec<_>>())));
        }
        cells = left;
    }
    all
}

/// The candidates of each cell before a round and after it, a bit for each digit, that of 1 lowest;
/// `None` where the reasons are not those of a round.
pub fn around(reasons: &[Reason]) -> Option<[[u16; 81]; 2]> {
    let start = reasons.iter().find_map(|reason| match reason {
        Reason::Cells { rule: Rule::Start, cells } => Some(candidates(cells)),
        _ => None,
    })?;
    let flip = |all: &mut [u16; 81], (at, digit): (usize, u8)| all[at] ^= 1_u16 << (digit - 1);
    let mut before = [0; 81];
    for candidate in start {
        flip(&mut before, candidate);
    }
    let mut after = before;
    let gone = gone(reasons).into_iter().flat_map(|(_, gone)| gone);
    for candidate in gone {
        flip(&mut after, candidate);
    }
    Some([before, after])
}

/// The candidates with which a node ends, as those of [`around`]; `None` where the reasons do not say
/// them.
pub(crate) fn dead_end(reasons: &[Reason]) -> Option<[u16; 81]> {
    let end = reasons.iter().find_map(|reason| match reason {
        Reason::Cells { rule: Rule::DeadEnd, cells } => Some(candidates(cells)),
        _ => None,
    })?;
    let mut left = [0; 81];
    for (at, digit) in end {
        left[at] |= 1 << (digit - 1);
    }
    Some(left)
}

fn kept(cells: [Boxes; 9], line: impl Fn(usize) -> Boxes) -> [Boxes; 9] {
    std::array::from_fn(|cell| std::array::from_fn(|i| cells[cell][i] & line(cell)[i]))
}

/// The candidates in words of three boxes, an entry for each cell of a box: by cell and digit.
fn candidates(cells: &[Boxes]) -> Vec<(usize, u8)> {
    let digits = |at: usize| {
        let (row, column) = (at / 9, at % 9);
        cells[row % 3 * 3 + column % 3][row / 3] >> (column / 3 * 16)
    };
    let of = |at| (1..=9).filter(move |digit| digits(at) >> (digit - 1) & 1 == 1);
    (0..81).flat_map(|at| of(at).map(move |digit| (at, digit))).collect()
}
