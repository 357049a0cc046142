//! Every step of every search has a reason, and it is true.

mod checker;
mod shown;

use std::collections::BTreeSet;

use crate::common::{puzzles, shown};
use checker::Checker;
use shown::Shown;
use sudoku_core::{Cell, Goal, OptionsLeft, Puzzle, Reason};
use sudoku_doubles::MISREASONED;
use sudoku_registry::{Entry, SOLVERS};
use sudoku_replay::{Search, shown_by, words};

/// How many steps of a search are checked.
const MOST: u64 = 10_000;

/// Checks a search up to a step; the first complaint.
fn check(solver: &Entry, puzzle: &Puzzle, goal: Goal, most: u64) -> Result<u64, String> {
    let mut search = Search::open_up_to(most, solver, puzzle, goal).unwrap();
    let mut checker = Checker::new(puzzle);
    for step in 1..=search.steps() {
        let frame = search.frame(step);
        checker.step(frame).map_err(|why| {
            let (id, grid) = (solver.info.id, puzzle.grid());
            format!("{id} on {grid}, step {step}, {:?}: {why}", frame.event)
        })?;
    }
    Ok(search.steps())
}

#[test]
fn every_step_has_a_reason_that_is_true() {
    for puzzle in puzzles() {
        for goal in [Goal::First, Goal::Unique] {
            for solver in shown() {
                check(solver, &puzzle, goal, MOST)
                    .unwrap_or_else(|complaint| panic!("{complaint}"));
            }
        }
    }
}

#[test]
fn a_solver_with_a_wrong_reason_is_caught() {
    let puzzle = puzzles().next().unwrap();
    let complaint = check(&MISREASONED, &puzzle, Goal::First, MOST).unwrap_err();
    assert!(complaint.starts_with("doubles/misreasoned on "), "{complaint}");
    assert!(complaint.ends_with("a digit is left"), "{complaint}");
}

/// Another reason of the same kind, which is not the one of the step.
fn changed(reason: Reason) -> Option<Reason> {
    let next = |cell: Cell| Cell::At((cell.number() + 1) % 81);
    Some(match reason {
        Reason::LowestOf { digits } => Reason::LowestOf { digits: digits & (digits - 1) },
        Reason::NoDigit { cell } => Reason::NoDigit { cell: next(cell) },
        Reason::FewestDigits { cell, digits } => Reason::FewestDigits { cell: next(cell), digits },
        Reason::FirstOfTwo { cell, digits } => Reason::FirstOfTwo { cell: next(cell), digits },
        Reason::MostImpact { cell, digits } => Reason::MostImpact { cell: next(cell), digits },
        Reason::HiddenSingle { unit, digit, place } => {
            Reason::HiddenSingle { unit: (unit + 1) % 27, digit, place }
        }
        Reason::NoPlace { unit, digits } => Reason::NoPlace { unit, digits: digits & !1 },
        Reason::Locked { digits, inside, outside } => {
            Reason::Locked { digits, inside: outside[0], outside: [inside, outside[1]] }
        }
        Reason::FewestOptions { item, options } => {
            Reason::FewestOptions { item, options: OptionsLeft::Number(options.number() + 1) }
        }
        Reason::Failed { item, options } => {
            Reason::Failed { item, options: OptionsLeft::Number(options.number() + 1) }
        }
        Reason::Ways { digit, before, upper, .. } => {
            Reason::Ways { digit, before, upper, lower: 0 }
        }
        Reason::Layouts { place, digit, first, second } => {
            Reason::Layouts { place, digit, first: first | second, second }
        }
        Reason::Cells { rule, mut cells } => {
            cells[4][1] &= cells[4][1].wrapping_sub(1);
            Reason::Cells { rule, cells }
        }
        Reason::Minirows { rule, mut lines } => {
            lines[1][1] = 0;
            Reason::Minirows { rule, lines }
        }
        Reason::Minicolumns { rule, mut lines } => {
            lines[1][1] = 0;
            Reason::Minicolumns { rule, lines }
        }
        Reason::Legal
        | Reason::NakedSingle
        | Reason::Only { .. }
        | Reason::Clash { .. }
        | Reason::Solved => return None,
    })
}

#[test]
fn a_reason_that_is_changed_is_false() {
    let puzzle = sudoku_puzzles::find("hard").unwrap().entries()[0].grid.try_into().unwrap();
    for solver in shown() {
        let mut search = Search::open_up_to(300, solver, &puzzle, Goal::First).unwrap();
        let mut caught = 0;
        for at in 1..=search.steps() {
            let frame = search.frame(at).clone();
            for (no, reason) in frame.reasons.iter().enumerate() {
                let Some(other) = changed(*reason).filter(|other| other != reason) else {
                    continue;
                };
                let mut wrong = frame.clone();
                wrong.reasons[no] = other;
                let mut checker = Checker::new(&puzzle);
                (1..at).for_each(|step| checker.step(search.frame(step)).unwrap());
                caught += u32::from(checker.step(&wrong).is_err());
                let place = format!("{}, step {at}: {other:?}", solver.info.id);
                assert!(checker.step(&wrong).is_err() || may_be_true(&other), "{place}");
            }
        }
        assert!(caught > 0, "{}", solver.info.id);
    }
}

/// Whether a change may turn a true reason into another true one.
fn may_be_true(reason: &Reason) -> bool {
    matches!(reason, Reason::NoDigit { .. } | Reason::HiddenSingle { .. } | Reason::NoPlace { .. })
}

/// Twenty puzzles that are hard, or have several solutions or none.
fn twenty() -> impl Iterator<Item = Puzzle> {
    [("hard", 8), ("multi", 6), ("none", 6)].into_iter().flat_map(|(set, number)| {
        let entries = sudoku_puzzles::find(set).unwrap().entries();
        let last = entries.iter().rev().take(number);
        last.map(|entry| entry.grid.try_into().unwrap()).collect::<Vec<_>>()
    })
}

#[test]
fn no_sentence_contradicts_the_board_that_is_shown() {
    let cell = |at: usize| format!("r{}c{}", at / 9 + 1, at % 9 + 1);
    let mut seen = BTreeSet::<&str>::new();
    for puzzle in twenty() {
        for solver in shown() {
            let mut search = Search::open_up_to(1_000, solver, &puzzle, Goal::Unique).unwrap();
            let mut reader = Shown::new();
            for step in 1..=search.steps() {
                let candidates = search.candidates(step);
                let frame = search.frame(step);
                let text = words(frame, cell);
                let place = format!("{} on {}, step {step}", solver.info.id, puzzle.grid());
                assert!(text == "has a solution" || text.contains(": "), "{place}: {text}");
                seen.extend(FORMS.iter().filter(|form| text.contains(**form)));
                reader
                    .step(&text, frame, &candidates)
                    .unwrap_or_else(|why| panic!("{place}: {text}: {why}"));
            }
        }
    }
    assert_eq!(seen.len(), FORMS.len(), "{seen:?}");
}

/// The sentences on dead ends that the twenty puzzles must bring.
const FORMS: [&str; 5] = [
    " both need the ",
    " has no digit left",
    "every digit of ",
    "rules have removed every digit of ",
    " already",
];

#[test]
fn a_solver_for_special_instructions_is_shown_by_another() {
    let of =
        |id: &str| SOLVERS.iter().find(|solver| solver.info.id == id).map(|s| shown_by(s).info.id);
    assert_eq!(of("whole-grid/words"), Some("whole-grid/words"));
    #[cfg(target_arch = "x86_64")]
    for id in ["avx2", "avx512vl", "swarm", "avx512"].map(|id| format!("whole-grid/{id}")) {
        assert_eq!(of(&id), Some("whole-grid/words"));
    }
}
