//! Structures that the reasons of a search say: the places of digits, impact, layouts.

use sudoku_core::{Event, Frame, Places, Reason};

use super::drawing::{Drawing, Structure};
use crate::legal::{has, joined, only, peers};
use crate::round::{around, dead_end};

fn set(cells: impl Iterator<Item = usize>) -> Places {
    cells.fold(0, |set, at| set | only(at))
}

/// The places of each digit as the search has reported them last on a path; `None` of a digit of
/// which it has reported none. At a guess they are the state of the search, because it looks at
/// every digit again that has lost a place.
fn known(path: &[&Frame]) -> [Option<Places>; 9] {
    let mut known = [None; 9];
    // The reasons of a step back are those of the way that has failed.
    let forward = path.iter().filter(|frame| frame.event != Some(Event::Back));
    for reason in forward.flat_map(|frame| &frame.reasons) {
        if let Reason::Ways { digit, upper, lower, .. } = *reason {
            known[digit] = Some(joined(upper, lower));
        }
    }
    known
}

/// The impact of each cell at a guess by impact, else the places of the digit of the step.
pub(super) fn places(frame: &Frame, path: &[&Frame]) -> Option<Structure> {
    let reported = frame.reasons.iter().rev().find_map(|reason| match *reason {
        Reason::Ways { digit, before, upper, lower } => Some((digit, before, joined(upper, lower))),
        _ => None,
    });
    let (digit, before, after) = match frame.event? {
        Event::Deduce { .. } => reported?,
        Event::Back if matches!(frame.reasons.last()?, Reason::Ways { .. }) => reported?,
        Event::Place { at, digit } => {
            let digit = usize::from(digit) - 1;
            let before = known(path)[digit]?;
            (digit, before, before & !set(peers(at.into())))
        }
        Event::Guess { .. } => {
            let both = [path, &[frame]].concat();
            let known = known(&both);
            match *frame.reasons.last()? {
                Reason::MostImpact { cell, digits } => {
                    return impact(&known, cell.number(), digits);
                }
                Reason::FirstOfTwo { digits, .. } => {
                    let digit = digits.trailing_zeros() as usize;
                    let places = (*known.get(digit)?)?;
                    (digit, places, places)
                }
                _ => return None,
            }
        }
        _ => return None,
    };
    let (before, after) = (bands(before), bands(after));
    let gone: u32 = (0..3).map(|band| (before[band] & !after[band]).count_ones()).sum();
    let digit = digit as u8 + 1;
    let of = format!("The places of {digit}, a word for each band, and the ways through it");
    let caption = match gone {
        0 => format!("{of}."),
        1 => format!("{of}: one place goes."),
        _ => format!("{of}: {gone} places go."),
    };
    let ways = before.map(open_ways);
    Some(Structure { caption, drawing: Drawing::Places { digit, before, after, ways } })
}

fn bands(places: Places) -> [u32; 3] {
    [0, 32, 64].map(|band| (places >> band) as u32)
}

/// The ways on which a digit has a place in each of three minirows of a band, one bit for each.
fn open_ways(band: u32) -> u8 {
    let minirow = |line: usize, block: usize| band >> (9 * line + 3 * block) & 0b111 != 0;
    layouts_of(minirow)
}

/// The layouts whose three lines all hold, one bit for each: layout `n` has line `l` in box
/// `(n + l) % 3`, or from layout 3 on in box `(n + 2 * l) % 3`.
fn layouts_of(holds: impl Fn(usize, usize) -> bool) -> u8 {
    let box_in = |no: usize, line: usize| (no + if no < 3 { line } else { 2 * line }) % 3;
    let is_left = |no: usize| (0..3).all(|line| holds(line, box_in(no, line)));
    (0..6).fold(0, |left, no| left | u8::from(is_left(no)) << no)
}

/// How many candidates in sight the two digits of a cell would remove, where one in a cell with two
/// digits counts five times. If no cell has two digits, the digits left of each cell.
fn impact(known: &[Option<Places>; 9], chosen: usize, digits: u32) -> Option<Structure> {
    let mut places = [0; 9];
    for (places, known) in places.iter_mut().zip(known) {
        *places = (*known)?;
    }
    let left = |at: usize| places.iter().filter(move |&&places| has(places, at));
    let two = set((0..81).filter(|&at| left(at).count() == 2));
    let taken = |at: usize, places: &Places| {
        let near = places & set(peers(at));
        near.count_ones() + 4 * (near & two).count_ones()
    };
    let number = |at: usize| match left(at).count() as u32 {
        0 | 1 => None,
        2 => Some(left(at).map(|places| taken(at, places)).sum()),
        number => (two == 0).then_some(number),
    };
    let numbers: Vec<Option<u32>> = (0..81).map(number).collect();
    let most = numbers[chosen]?;
    let caption = if digits.count_ones() == 2 {
        format!("The impact of each cell with two digits: the lit one has the greatest, {most}.")
    } else {
        format!("No cell has two digits; of the digits left, the lit cell has the fewest, {most}.")
    };
    Some(Structure { caption, drawing: Drawing::Numbers { numbers, chosen: Some(chosen) } })
}

/// The layouts before and after a round, at a guess, or at a dead end.
pub(super) fn layouts(frame: &Frame, path: &[&Frame]) -> Option<Structure> {
    let [before, after] = match frame.event? {
        Event::Back => [dead_end(&frame.reasons)?; 2],
        Event::Look { .. } => around(&frame.reasons)?,
        _ => {
            let [_, after] = around(&path.last()?.reasons)?;
            [after; 2]
        }
    };
    let is_round = matches!(frame.event, Some(Event::Look { .. }));
    let first = frame.reasons.iter().find_map(|reason| match *reason {
        Reason::Layouts { place, digit, first, .. } => {
            Some((place, digit.trailing_zeros() as u8 + 1, first as u8))
        }
        _ => None,
    });
    let [before, after] = [before, after].map(|cells| {
        std::array::from_fn(|digit| std::array::from_fn(|place| left(&cells, place, digit)))
    });
    let number = |all: &[[u8; 6]; 9]| all.as_flattened().iter().map(|set| set.count_ones()).sum();
    let [had, has]: [u32; 2] = [number(&before), number(&after)];
    let caption = match first {
        Some((place, digit, _)) => {
            let kind = if place.is_multiple_of(2) { "band" } else { "stack" };
            let number = place / 2 + 1;
            format!(
                "{has} layouts are left; of {digit} in {kind} {number}, the lit ones are tried first."
            )
        }
        None if is_round => format!("Of {had} layouts, the round leaves {has}."),
        None => format!("{has} layouts are left."),
    };
    Some(Structure { caption, drawing: Drawing::Layouts { before, after, first } })
}

/// The layouts that a digit, less 1, has left in a place of [`Reason::Layouts`].
fn left(cells: &[u16; 81], place: usize, digit: usize) -> u8 {
    layouts_of(|line, block| {
        (0..3).any(|i| {
            let (along, across) = (3 * (place / 2) + line, 3 * block + i);
            let at = if place.is_multiple_of(2) { 9 * along + across } else { 9 * across + along };
            cells[at] >> digit & 1 == 1
        })
    })
}
