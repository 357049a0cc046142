//! Structures that the board says: digits left, buckets, options of an exact cover.

use sudoku_core::{Event, Frame, Kind, Reason, box_of, column_of, row_of};

use super::drawing::{Drawing, ItemOption, Structure};
use crate::legal::legal;

/// The number of legal digits of each blank on which a step was decided.
fn numbers(board: &[u8; 81]) -> Vec<Option<u32>> {
    let legal = legal(board);
    (0..81).map(|at| (board[at] == 0).then_some(legal[at].count_ones())).collect()
}

/// The cell that decided about a step: the one that is filled, or the one that has no digit left.
fn chosen(frame: &Frame) -> Option<usize> {
    match frame.event {
        Some(Event::Place { at, .. }) => Some(at.into()),
        _ => frame.reasons.iter().find_map(|reason| match reason {
            Reason::NoDigit { cell } => Some(cell.number()),
            _ => None,
        }),
    }
}

/// Digits left, by cell; nothing where no cell is blank.
pub(super) fn counts(frame: &Frame, _: &[&Frame]) -> Option<Structure> {
    let (numbers, chosen) = (numbers(&frame.before), chosen(frame));
    numbers.iter().flatten().next()?;
    let caption = match (frame.event, chosen.and_then(|at| numbers[at])) {
        (Some(Event::Place { .. }), Some(least)) => {
            format!(
                "How many digits each blank has left: none has fewer than the lit one, with {least}."
            )
        }
        _ => "How many digits each blank has left.".to_owned(),
    };
    Some(Structure { caption, drawing: Drawing::Numbers { numbers, chosen } })
}

/// The order of the blanks that was fixed at the start.
pub(super) fn order(frame: &Frame, _: &[&Frame]) -> Option<Structure> {
    let given = |at: usize| frame.kinds[at] == Kind::Given;
    let start = std::array::from_fn(|at| if given(at) { frame.board[at] } else { 0 });
    let left = numbers(&start);
    let mut blanks: Vec<usize> = (0..81).filter(|&at| left[at].is_some()).collect();
    blanks.sort_by_key(|&at| left[at]);
    let mut numbers = vec![None; 81];
    for (no, &at) in (1..).zip(&blanks) {
        numbers[at] = Some(no);
    }
    blanks.first()?;
    let chosen = chosen(frame);
    let (of, all) = ("The order of the blanks, fixed at the start", blanks.len());
    let caption = match chosen.and_then(|at| numbers[at]) {
        Some(no) => format!("{of}: the lit one is number {no} of {all}."),
        None => format!("{of}."),
    };
    Some(Structure { caption, drawing: Drawing::Numbers { numbers, chosen } })
}

/// The open blanks, by their number of legal digits.
pub(super) fn buckets(frame: &Frame, _: &[&Frame]) -> Option<Structure> {
    let (numbers, chosen) = (numbers(&frame.before), chosen(frame));
    let mut buckets = vec![Vec::new(); 10];
    for (at, number) in numbers.iter().enumerate() {
        if let Some(number) = number {
            buckets[*number as usize].push(at);
        }
    }
    buckets.iter().flatten().next()?;
    let of = "Blanks by their number of digits left";
    let caption = match frame.event {
        Some(Event::Place { .. }) => {
            format!("{of}: the first cell of the first bucket in use is next.")
        }
        _ => format!("{of}, a bucket for each number."),
    };
    Some(Structure { caption, drawing: Drawing::Buckets { buckets, chosen } })
}

/// The options of the item that decided about a step, and of all items how many they have.
pub(super) fn options(frame: &Frame, _: &[&Frame]) -> Option<Structure> {
    let cover = Cover::of(&frame.before);
    let item = frame.reasons.iter().find_map(|reason| match *reason {
        Reason::FewestOptions { item, .. } | Reason::Failed { item, .. } => Some(item),
        _ => None,
    });
    let mut items = [0; 10];
    for options in cover.items.iter().flatten() {
        items[*options as usize] += 1;
    }
    if items == [0; 10] {
        return None;
    }
    let of_item = |option: &(usize, u8)| items_of(*option).iter().any(|&own| Some(own) == item);
    let left = |option| items_of(option).map(|item| cover.items[item].unwrap_or(0));
    let options = cover.options.iter().copied().filter(of_item);
    let options = options.map(|(at, digit)| ItemOption { at, digit, left: left((at, digit)) });
    let options: Vec<ItemOption> = options.collect();
    let caption = match item.map(name) {
        Some(name) => {
            format!(
                "Options of {name}, and how many each item has left; below, how many items have 0 to 9."
            )
        }
        None => "How many items have each number of options left.".to_owned(),
    };
    Some(Structure { caption, drawing: Drawing::Options { item, options, items } })
}

/// An exact cover, with what the digits on the board have removed.
struct Cover {
    /// The options that are left, by cell and digit.
    options: Vec<(usize, u8)>,
    /// The number of options of each item that is to be covered; `None` for one that is.
    items: [Option<u32>; 324],
}

impl Cover {
    fn of(board: &[u8; 81]) -> Self {
        let mut items = [Some(0); 324];
        for at in (0..81).filter(|&at| board[at] != 0) {
            for item in items_of((at, board[at])) {
                items[item] = None;
            }
        }
        let digits = legal(board);
        let of = |at: usize| (1..=9).filter(move |digit| digits[at] >> (digit - 1) & 1 == 1);
        let options: Vec<_> = (0..81).flat_map(|at| of(at).map(move |digit| (at, digit))).collect();
        for &option in &options {
            for item in items_of(option) {
                items[item] = items[item].map(|number| number + 1);
            }
        }
        Self { options, items }
    }
}

/// The items of an option: its cell, then its digit in the row, the column and the box.
fn items_of((at, digit): (usize, u8)) -> [usize; 4] {
    let of = |unit: usize| 81 + 9 * unit + usize::from(digit) - 1;
    [at, of(row_of(at)), of(9 + column_of(at)), of(18 + box_of(at))]
}

fn name(item: usize) -> String {
    match item.checked_sub(81) {
        None => format!("row {}, column {}", row_of(item) + 1, column_of(item) + 1),
        Some(digit) => format!("{} in {}", digit % 9 + 1, crate::words::name(digit / 9)),
    }
}
