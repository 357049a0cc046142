//! Grids of candidates: a cell with one candidate is a given or a single, any other is blank.

use std::iter::repeat_n;

use super::line::cells;

/// The cells of a line, which bars or spaces separate.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_bar = |c: char| c.is_whitespace() || matches!(c, '|' | '\u{2500}'..='\u{257f}');
    text.split(is_bar).filter(|word| !word.is_empty())
}

/// True for digits in ascending order, as candidates are written.
fn ascends(word: &str) -> bool {
    word.bytes().all(|digit| (b'1'..=b'9').contains(&digit))
        && word.as_bytes().is_sorted_by(|a, b| a < b)
}

/// True for a line of nine cells of which most are candidates: it was meant to be a row.
pub(super) fn is_meant(text: &str) -> bool {
    words(text).count() == 9 && words(text).filter(|word| ascends(word)).count() > 4
}

/// The nine cells that a row of candidates gives, at the same columns of the line. `None` if no
/// cell has several candidates, or if the line is no such row.
pub(super) fn row(text: &str) -> Option<String> {
    if words(text).count() != 9
        || !words(text).all(ascends)
        || words(text).all(|word| word.len() == 1)
    {
        return None;
    }
    let (mut row, mut rest) = (String::with_capacity(text.len()), text);
    for word in words(text) {
        let (before, after) = rest.split_once(word)?;
        row.push_str(before);
        row.push_str(if word.len() == 1 { word } else { "." });
        row.extend(repeat_n(' ', word.len() - 1));
        rest = after;
    }
    Some(row + rest)
}

/// True for a border that might otherwise be read as 9 or 81 blanks: `.-----.-----.-----.`.
pub(super) fn is_frame(text: &str) -> bool {
    let text = text.trim();
    let corner = |c: char| ".':*+|".contains(c);
    [9, 81].contains(&cells(text))
        && text.contains("--")
        && text.starts_with(corner)
        && text.ends_with(corner)
        && text.chars().all(|c| c == '-' || corner(c))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use sudoku_core::Grid;

    use crate::{ReadError, Reader};

    const FRAMES: [[&str; 3]; 5] = [
        [".-----.-----.-----.", ":-----+-----+-----:", "'-----'-----'-----'"],
        ["*-----------*", "|-----+-----+-----|", "*-----------*"],
        ["+-----+-----+-----+", "+-----+-----+-----+", "+-----+-----+-----+"],
        ["┌─────┬─────┐", "├─────┼─────┤", "└─────┴─────┘"],
        ["", "", ""],
    ];

    /// Draws candidates; each cell is a set of digits, as bits.
    fn drawn(cells: &[u16], frame: [&str; 3], bar: &str) -> String {
        let mut text = format!("{}\n", frame[0]);
        for (row, cells) in cells.chunks(9).enumerate() {
            for (column, &set) in cells.iter().enumerate() {
                let digits: String =
                    (1..10_u32).filter(|d| set >> d & 1 == 1).map(|d| d.to_string()).collect();
                text += &format!("{} {digits:<9}", if column % 3 == 0 { bar } else { "" });
            }
            text += &format!("{bar}\n");
            if row % 3 == 2 {
                text += &format!("{}\n", frame[if row == 8 { 2 } else { 1 }]);
            }
        }
        text.replace("\n\n", "\n")
    }

    fn sets() -> impl Strategy<Value = Vec<u16>> {
        let one = (1..10_u16).prop_map(|digit| 1 << digit);
        proptest::collection::vec(prop_oneof![one, (1..512_u16).prop_map(|set| set << 1)], 81)
    }

    fn grid(sets: &[u16]) -> Grid {
        let digit = |set: u16| if set.is_power_of_two() { set.trailing_zeros() as u8 } else { 0 };
        Grid::try_from(std::array::from_fn(|at| digit(sets[at]))).unwrap()
    }

    #[test]
    fn rows_keep_their_width() {
        let row = "| 12 3 456 | 7 8 9 | 1 2 3 |";
        assert_eq!(super::row(row).unwrap(), "| .  3 .   | 7 8 9 | 1 2 3 |");
        for other in [
            "1 2 3 4 5 6 7 8 9",
            "12 3 4",
            "21 3 4 5 6 7 8 9 1",
            "10 2 3 4 5 6 7 8 9",
            "11 2 3 4 5 6 7 8 9",
        ] {
            assert_eq!(super::row(other), None, "{other}");
        }
        assert!(super::is_frame(&format!(".{0}.{0}.{0}.{1}.", "-".repeat(25), "-")));
        assert!(!super::is_frame("---------") && !super::is_frame(&".".repeat(81)));
    }

    proptest! {
        #[test]
        fn drawings_are_read(grids in proptest::collection::vec((sets(), 0..5_usize), 1..4)) {
            let bar = |frame: usize| if frame == 4 { "" } else { "|" };
            let text: String =
                grids.iter().map(|(sets, frame)| drawn(sets, FRAMES[*frame], bar(*frame))).collect();
            let read: Vec<Grid> =
                Reader::new("f", text.as_bytes()).map(|record| record.unwrap().grid).collect();
            let expected: Vec<Grid> = grids.iter().map(|(sets, _)| grid(sets)).collect();
            prop_assert_eq!(read, expected);
        }

        #[test]
        fn a_damaged_drawing_costs_only_itself(
            (sets, frame) in (sets(), 0..3_usize),
            (row, with) in (0..9_usize, "[a-wyz$%&]"),
        ) {
            let good = drawn(&sets, FRAMES[frame], "|");
            let mut lines: Vec<String> = good.lines().map(str::to_owned).collect();
            let row = 1 + row + row / 3;
            lines[row].insert_str(3, &with);
            let damaged = lines.join("\n");
            let items: Vec<_> = Reader::new("f", format!("{good}{damaged}\n{good}").into_bytes().as_slice()).collect();
            prop_assert_eq!(items.iter().flatten().count(), 2);
            let wrong = (lines.len() + row + 1) as u64;
            let named = |item: &Result<_, ReadError>| {
                matches!(item, Err(ReadError::Text { line, .. }) if *line == wrong)
            };
            prop_assert!(items.iter().any(named), "{:?}", items);
        }
    }
}
