//! Grids of candidates.

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

/// Draws candidates; each cell is a set of digits, as bits. A given is marked, unless `plain`.
fn drawn(cells: &[u16], frame: [&str; 3], bar: &str, plain: bool) -> String {
    let mut text = format!("{}\n", frame[0]);
    for (row, cells) in cells.chunks(9).enumerate() {
        for (column, &set) in cells.iter().enumerate() {
            let digits: String =
                (1..10_u32).filter(|d| set >> d & 1 == 1).map(|d| d.to_string()).collect();
            let given = set.is_power_of_two() && !plain;
            let digits = if given { format!("<{digits}>") } else { digits };
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

proptest! {
    #[test]
    fn drawings_are_read(grids in proptest::collection::vec((sets(), 0..5_usize), 1..4)) {
        let bar = |frame: usize| if frame == 4 { "" } else { "|" };
        let text: String =
            grids.iter().map(|(sets, frame)| drawn(sets, FRAMES[*frame], bar(*frame), false)).collect();
        let read: Vec<Grid> =
            Reader::new("f", text.as_bytes()).map(|record| record.unwrap().grid).collect();
        let expected: Vec<Grid> = grids.iter().map(|(sets, _)| grid(sets)).collect();
        prop_assert_eq!(read, expected);
    }

    #[test]
    fn without_marks_the_givens_cannot_be_told((mut sets, frame) in (sets(), 0..5_usize)) {
        sets[40] = 0b110;
        let read: Vec<_> =
            Reader::new("f", drawn(&sets, FRAMES[frame], "|", true).as_bytes()).collect();
        let told = |error: &ReadError| error.to_string().contains("sets of candidates");
        prop_assert!(matches!(&read[..], [Err(error)] if told(error)), "{read:?}");
    }

    #[test]
    fn a_damaged_drawing_costs_only_itself(
        (sets, frame) in (sets(), 0..3_usize),
        (row, with) in (0..9_usize, "[a-wyz$%]"),
    ) {
        let good = drawn(&sets, FRAMES[frame], "|", false);
        let mut lines: Vec<String> = good.lines().map(str::to_owned).collect();
        let row = 1 + row + row / 3;
        // A sign stands before the cell: in a mark it would change it.
        let is_letter = with.starts_with(char::is_alphabetic);
        lines[row].insert_str(if is_letter { 4 } else { 2 }, &with);
        let damaged = lines.join("\n");
        let items: Vec<_> = Reader::new("f", format!("{good}{damaged}\n{good}").into_bytes().as_slice()).collect();
        prop_assert!(items.iter().flatten().all(|record| record.grid == grid(&sets)), "{}", damaged);
        prop_assert!(items.iter().flatten().count() >= 2);
        let wrong = (lines.len() + row + 1) as u64;
        let named = |item: &Result<_, ReadError>| {
            matches!(item, Err(ReadError::Text { line, .. }) if *line == wrong)
        };
        let whole = items.len() == 3 && !is_letter;
        prop_assert!(whole || items.iter().any(named), "{:?}", items);
    }
}
