//! Every drawing of a search agrees with the reasons that the search itself reports.

use crate::common::{puzzles, shown};
use sudoku_core::{Event, Frame, Goal, Kind, Places, Puzzle, Reason};
use sudoku_registry::find;
use sudoku_replay::{Drawing, Search, Structure, around};

/// How many steps of a search are checked. The frames that a search keeps are fewer.
const MOST: u64 = 4_000;

/// Calls `check` for every step of every search of the solvers whose id begins like this.
fn each(solvers: &str, mut check: impl FnMut(&Frame, Option<&Structure>)) {
    let mut number = 0;
    for puzzle in puzzles() {
        for goal in [Goal::First, Goal::Unique] {
            for solver in shown().filter(|solver| solver.info.id.starts_with(solvers)) {
                let mut search = Search::open_up_to(MOST, solver, &puzzle, goal).unwrap();
                for step in 0..=search.steps() {
                    let structure = search.structure(step);
                    check(search.frame(step), structure.as_ref());
                    number += 1;
                }
            }
        }
    }
    assert!(number > 0, "no solver is called {solvers}");
}

fn drawing(structure: Option<&Structure>) -> &Drawing {
    &structure.expect("a drawing").drawing
}

fn numbers(structure: Option<&Structure>) -> (&[Option<u32>], Option<usize>) {
    match drawing(structure) {
        Drawing::Numbers { numbers, chosen } => (numbers, *chosen),
        other => panic!("{other:?} is no grid of numbers"),
    }
}

/// The cell with the fewest digits and their number, as a step reports them.
fn fewest(frame: &Frame) -> Option<(usize, u32)> {
    frame.reasons.iter().find_map(|reason| match *reason {
        Reason::FewestDigits { cell, digits } => Some((cell.number(), digits.count_ones())),
        _ => None,
    })
}

/// The cell that has no digit left, as a step reports it.
fn dead(frame: &Frame) -> Option<usize> {
    frame.reasons.iter().find_map(|reason| match reason {
        Reason::NoDigit { cell } => Some(cell.number()),
        _ => None,
    })
}

/// The cell that is filled in a step, or that has no digit left.
fn filled_or_dead(frame: &Frame) -> Option<usize> {
    match frame.event {
        Some(Event::Place { at, .. }) => Some(at.into()),
        _ => dead(frame),
    }
}

fn blanks(frame: &Frame) -> u32 {
    frame.board.iter().map(|&digit| u32::from(digit == 0)).sum()
}

/// Whether the step was decided on a board without a blank.
fn is_full(frame: &Frame) -> bool {
    let undone = matches!(frame.event, Some(Event::Undo { .. }));
    blanks(frame) <= u32::from(undone) && !matches!(frame.event, Some(Event::Place { .. }))
}

#[test]
fn digits_left_are_those_of_the_scan() {
    each("fewest-candidates/scan", |frame, structure| {
        if is_full(frame) {
            assert_eq!(structure, None);
            return;
        }
        let (numbers, chosen) = numbers(structure);
        assert_eq!(chosen, filled_or_dead(frame));
        if let Some((cell, fewest)) = fewest(frame) {
            assert_eq!(numbers[cell], Some(fewest));
            let least = numbers.iter().flatten().min();
            assert_eq!(least, Some(&fewest));
            assert_eq!(numbers.iter().position(|number| number.as_ref() == least), Some(cell));
        }
    });
}

#[test]
fn the_fixed_order_is_the_one_of_the_search() {
    each("fewest-candidates/static", |frame, structure| {
        if frame.kinds.iter().all(|&kind| kind == Kind::Given) {
            assert_eq!(structure, None);
            return;
        }
        let (numbers, chosen) = numbers(structure);
        assert_eq!(chosen, filled_or_dead(frame));
        let filled = frame.kinds.iter().filter(|&&kind| kind == Kind::Tried).count() as u32;
        match frame.event {
            Some(Event::Place { at, .. }) => assert_eq!(numbers[usize::from(at)], Some(filled)),
            Some(Event::Undo { at, .. }) => assert_eq!(numbers[usize::from(at)], Some(filled + 1)),
            _ => {}
        }
    });
}

#[test]
fn the_bucket_that_decides_is_the_first_and_its_first_cell_is_next() {
    each("fewest-candidates/buckets", |frame, structure| {
        if is_full(frame) {
            assert_eq!(structure, None);
            return;
        }
        let Drawing::Buckets { buckets, chosen } = drawing(structure) else { panic!("no buckets") };
        assert_eq!(*chosen, filled_or_dead(frame));
        if let Some((cell, fewest)) = fewest(frame) {
            let first = buckets.iter().position(|bucket| !bucket.is_empty());
            assert_eq!(first, Some(fewest as usize));
            assert_eq!(buckets[fewest as usize][0], cell);
        }
    });
}

#[test]
fn options_are_those_of_the_item_that_is_covered_or_has_failed() {
    each("exact-cover/", |frame, structure| {
        if is_full(frame) {
            assert_eq!(structure, None);
            return;
        }
        let Drawing::Options { item, options, items } = drawing(structure) else {
            panic!("no options")
        };
        let reported = frame.reasons.iter().find_map(|reason| match *reason {
            Reason::FewestOptions { item, options } | Reason::Failed { item, options } => {
                Some((item, options.number()))
            }
            _ => None,
        });
        assert_eq!(*item, reported.map(|(item, _)| item));
        let Some((item, number)) = reported else { return };
        assert_eq!(options.len(), number);
        assert!(options.iter().all(|option| option.left[item / 81] as usize == number));
        assert_eq!(items.iter().position(|&items| items > 0), Some(number), "nothing has fewer");
        let open = match frame.event {
            Some(Event::Place { at, digit }) => {
                assert!(options.iter().any(|own| (own.at, own.digit) == (at.into(), digit)));
                blanks(frame) + 1
            }
            _ => blanks(frame) - 1,
        };
        assert_eq!(items.iter().sum::<u32>(), 4 * open, "each blank and three digits for it");
    });
}

/// The first cell with the greatest number.
fn greatest(numbers: &[Option<u32>]) -> Option<usize> {
    let most = numbers.iter().flatten().max();
    numbers.iter().position(|number| most.is_some() && number.as_ref() == most)
}

fn words(places: Places) -> [u32; 3] {
    [0, 32, 64].map(|band| (places >> band) as u32)
}

#[test]
fn the_cell_of_a_guess_has_the_greatest_impact() {
    let mut guesses = 0;
    each("bands/", |frame, structure| {
        let Some(Reason::MostImpact { cell, digits }) = frame.reasons.last() else { return };
        let (numbers, chosen) = numbers(structure);
        assert_eq!(chosen, Some(cell.number()));
        if digits.count_ones() == 2 {
            assert_eq!(greatest(numbers), chosen);
        } else {
            let least = numbers.iter().flatten().min();
            assert_eq!(least, Some(&digits.count_ones()));
            assert_eq!(numbers.iter().position(|number| number.as_ref() == least), chosen);
        }
        guesses += 1;
    });
    assert!(guesses > 1_000, "{guesses}");
}

/// The cells of a band that the open ways use, from their definition.
fn used(ways: u8) -> u32 {
    let mut cells = 0;
    for way in (0..6).filter(|way| ways >> way & 1 == 1) {
        for line in 0..3 {
            let block = (way + if way < 3 { line } else { 2 * line }) % 3;
            cells |= 0b111 << (9 * line + 3 * block);
        }
    }
    cells
}

#[test]
fn places_are_those_that_the_search_reports() {
    // The digit that was tried last, and its places.
    let mut tried: Option<(u8, [u32; 3])> = None;
    let mut compared = 0;
    each("bands/", |frame, structure| {
        let ways = frame.reasons.iter().filter_map(|reason| match *reason {
            Reason::Ways { digit, before, upper, lower } => {
                let after = Places::from(upper) | Places::from(lower) << 64;
                Some((digit as u8 + 1, words(before), words(after)))
            }
            _ => None,
        });
        let ways: Vec<_> = ways.collect();
        if let (Some(shown), Some(&(digit, before, _))) = (tried.take(), ways.first()) {
            assert_eq!(shown, (digit, before), "the search goes on from the places shown");
            compared += 1;
        }
        let (digit, before, after) = match frame.event {
            Some(Event::Deduce { digit, .. }) => {
                let last = *ways.last().expect("a reason");
                assert_eq!(last.0, digit);
                last
            }
            Some(Event::Back) => match (frame.reasons.last(), ways.last()) {
                (Some(Reason::Ways { .. }), Some(lost)) => *lost,
                _ => return assert_eq!(structure, None),
            },
            Some(Event::Place { at, digit }) => {
                let Drawing::Places { before, after, .. } = drawing(structure) else {
                    panic!("no places")
                };
                let bit = |words: &[u32; 3]| words[usize::from(at) / 27] >> (at % 27) & 1;
                assert_eq!([bit(before), bit(after)], [1; 2]);
                tried = Some((digit, *after));
                (digit, *before, *after)
            }
            Some(Event::Guess { .. }) => {
                let Some(Reason::FirstOfTwo { cell, digits }) = frame.reasons.last() else {
                    return;
                };
                let Drawing::Places { digit, before, after, .. } = drawing(structure) else {
                    panic!("no places")
                };
                assert_eq!(u32::from(*digit), digits.trailing_zeros() + 1);
                assert_eq!(before[cell.number() / 27] >> (cell.number() % 27) & 1, 1);
                (*digit, *before, *after)
            }
            _ => return assert_eq!(structure, None),
        };
        let Drawing::Places { digit: own, before: had, after: has, ways } = drawing(structure)
        else {
            panic!("no places")
        };
        assert_eq!((*own, *had, *has), (digit, before, after));
        for band in 0..3 {
            assert_eq!(has[band] & !used(ways[band]), 0, "a place that no way uses is left");
        }
    });
    assert!(compared > 1_000, "{compared}");
}

#[test]
fn layouts_are_those_of_the_candidates_and_of_the_guess() {
    let mut guesses = 0;
    each("whole-grid/", |frame, structure| {
        if frame.event.is_none() {
            return assert_eq!(structure, None);
        }
        let Drawing::Layouts { before, after, first } = drawing(structure) else {
            panic!("no layouts")
        };
        let fewer = |(had, has): (&u8, &u8)| has & !had == 0;
        assert!(before.as_flattened().iter().zip(after.as_flattened()).all(fewer));
        if let Some([start, end]) = around(&frame.reasons) {
            for (cells, layouts) in [(start, before), (end, after)] {
                assert_eq!(*layouts, counted(&cells));
            }
        }
        let guess = frame.reasons.iter().find_map(|reason| match *reason {
            Reason::Layouts { place, digit, first, second } => Some((place, digit, first, second)),
            _ => None,
        });
        let shown = guess
            .map(|(place, digit, first, _)| (place, digit.trailing_zeros() as u8 + 1, first as u8));
        assert_eq!(*first, shown);
        if let Some((place, digit, first, second)) = guess {
            let left = after[digit.trailing_zeros() as usize][place];
            assert_eq!(usize::from(left), first | second);
            guesses += 1;
        }
    });
    assert!(guesses > 1_000, "{guesses}");
}

/// The layouts left by candidates, tried minirow by minirow and minicolumn by minicolumn.
fn counted(cells: &[u16; 81]) -> [[u8; 6]; 9] {
    let mut left = [[0; 6]; 9];
    for (digit, own) in left.iter_mut().enumerate() {
        for at in 0..3 {
            for layout in 0..6 {
                let lines = [0, 1, 2].map(|line| {
                    let block = (layout + if layout < 3 { line } else { 2 * line }) % 3;
                    [0, 1, 2].map(|i| (3 * at + line, 3 * block + i))
                });
                let has = |at: usize| cells[at] >> digit & 1 == 1;
                let row = lines.iter().all(|line| line.iter().any(|&(r, c)| has(9 * r + c)));
                let column = lines.iter().all(|line| line.iter().any(|&(c, r)| has(9 * r + c)));
                own[2 * at] |= u8::from(row) << layout;
                own[2 * at + 1] |= u8::from(column) << layout;
            }
        }
    }
    left
}

#[test]
fn the_trail_has_what_was_filled_since_each_guess_and_going_back_shortens_it() {
    let mut rows: Vec<Vec<(u8, u8)>> = Vec::new();
    // For each row but the first, how many alternatives are left.
    let mut left: Vec<u8> = Vec::new();
    let mut backs = 0;
    each("propagation/naked-singles-trail", |frame, structure| {
        match frame.event {
            None => (rows, left) = (vec![Vec::new()], Vec::new()),
            Some(Event::Guess { alternatives }) => {
                rows.push(Vec::new());
                left.push(alternatives);
            }
            Some(Event::Place { at, digit } | Event::Deduce { at, digit }) => {
                rows.last_mut().unwrap().push((at, digit));
            }
            Some(Event::Back) => {
                let filled: usize = rows.iter().map(Vec::len).sum();
                while left.last() == Some(&1) {
                    left.pop();
                    rows.pop();
                }
                *left.last_mut().unwrap() -= 1;
                rows.last_mut().unwrap().clear();
                assert!(rows.iter().map(Vec::len).sum::<usize>() < filled, "it shrinks");
                backs += 1;
            }
            _ => {}
        }
        let Drawing::Trail { rows: shown } = drawing(structure) else { panic!("no trail") };
        assert_eq!(shown, &rows);
        if frame.event != Some(Event::Solved) {
            for &(at, digit) in rows.iter().flatten() {
                assert_eq!(frame.board[usize::from(at)], digit);
            }
        }
    });
    assert!(backs > 1_000, "{backs}");
}

#[test]
fn other_solvers_keep_no_more_than_the_board_shows() {
    for solver in ["brute-scan/", "bitmask/", "propagation/hidden-singles"] {
        each(solver, |_, structure| assert_eq!(structure, None));
    }
}

#[test]
fn a_caption_is_one_short_sentence() {
    each("", |frame, structure| {
        let Some(Structure { caption, .. }) = structure else { return };
        assert!(caption.ends_with('.') && caption.len() < 100, "{:?}: {caption}", frame.event);
    });
}

#[test]
fn a_structure_is_the_same_from_wherever_it_is_asked_for() {
    let puzzle: Puzzle =
        sudoku_puzzles::find("hard").unwrap().entries()[0].grid.try_into().unwrap();
    for solver in ["propagation/naked-singles-trail", "bands/impact", "whole-grid/words"] {
        let solver = find(solver).unwrap();
        let open = || Search::open_up_to(20_000, solver, &puzzle, Goal::Unique).unwrap();
        let (mut forward, mut jumping) = (open(), open());
        let steps = forward.steps();
        let shown: Vec<_> = (0..=steps).map(|step| forward.structure(step)).collect();
        for no in 0..100 {
            let step = no * 7_919 % (steps + 1);
            assert_eq!(jumping.structure(step), shown[step as usize], "step {step}");
        }
    }
}
