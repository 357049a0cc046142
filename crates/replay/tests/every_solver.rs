//! Every search of the list, step by step.

use sudoku_core::{Event, Frame, Goal, Kind, Mark, Puzzle, Work};
use sudoku_doubles::ABSENT;
use sudoku_doubles::peers::HONEST;
use sudoku_registry::{Entry, Limits, Outcome, available, find};
use sudoku_replay::{MOST_STEPS, NotShown, Search};

/// The first puzzle of a set.
fn first_of(corpus: &str) -> Puzzle {
    let entries = sudoku_puzzles::find(corpus).unwrap().entries();
    entries[0].grid.try_into().unwrap()
}

/// The puzzle of a set that takes a search in reading order the fewest placements.
fn shortest_of(corpus: &str) -> Puzzle {
    let entries = sudoku_puzzles::find(corpus).unwrap().entries();
    entries.iter().min_by_key(|entry| entry.placements).unwrap().grid.try_into().unwrap()
}

/// One solution with little and much to do, a solved grid, several solutions, none.
fn puzzles() -> impl Iterator<Item = Puzzle> {
    let sets = ["leetcode-37", "easy", "effort-1e3", "finished"].into_iter().map(first_of);
    sets.chain(["multi", "none"].into_iter().map(shortest_of))
}

/// Every search of the list on every puzzle.
fn each(test: impl Fn(&Entry, &Puzzle, Goal, &mut Search)) {
    for puzzle in puzzles() {
        for goal in [Goal::First, Goal::Unique] {
            for solver in available() {
                let mut search = Search::open(solver, &puzzle, goal).unwrap();
                test(solver, &puzzle, goal, &mut search);
            }
        }
    }
}

#[test]
fn the_last_frame_has_all_the_work_and_the_answer() {
    each(|solver, puzzle, goal, search| {
        let (id, run) = (solver.info.id, solver.start().tally(puzzle, goal, Limits::NONE));
        assert_eq!((search.outcome(), search.counts()), (run.outcome, &run.counts), "{id}");
        assert!(!search.is_bounded());
        let steps = search.steps();
        assert_eq!(search.frame(steps).counts, run.counts, "{id}");
        assert_eq!(search.frame(steps + 9).step, steps, "there is no step beyond");
        let solutions = match run.outcome {
            Outcome::Solved(grid) => vec![grid],
            Outcome::Several(both) => both.to_vec(),
            _ => vec![],
        };
        let mut at = 0;
        for solution in &solutions {
            at = search.next(at, Mark::Solved).unwrap();
            let frame = search.frame(at);
            assert_eq!(
                (frame.event, &frame.board),
                (Some(Event::Solved), solution.cells()),
                "{id}"
            );
        }
        assert_eq!(search.next(at, Mark::Solved), None);
        assert!(goal == Goal::Unique || solutions.is_empty() || at == steps, "{id}");
    });
}

#[test]
fn frames_follow_one_another() {
    each(|solver, puzzle, _, search| {
        let id = solver.info.id;
        if search.steps() > 20_000 {
            return; // every step costs this test a frame
        }
        let mut before = search.frame(0).clone();
        assert_eq!((&before.board, before.event), (puzzle.grid().cells(), None));
        assert_eq!((before.depth, before.counts.values().iter().flatten().sum()), (0, 0), "{id}");
        for step in 1..=search.steps() {
            let frame = search.frame(step).clone();
            assert_eq!(frame.step, step, "{id}");
            follows(id, puzzle, &before, &frame);
            before = frame;
        }
    });
}

/// Nothing changes but what the event says.
fn follows(id: &str, puzzle: &Puzzle, before: &Frame, frame: &Frame) {
    let event = frame.event.unwrap();
    let changed =
        |at: usize| (before.board[at], before.kinds[at]) != (frame.board[at], frame.kinds[at]);
    let cells: Vec<usize> = (0..81).filter(|&at| changed(at)).collect();
    let now = |at: u8| (frame.board[at as usize], frame.kinds[at as usize]);
    match event {
        Event::Place { at, digit } => assert_eq!(now(at), (digit, Kind::Tried), "{id}"),
        Event::Deduce { at, digit } => assert_eq!(now(at), (digit, Kind::Deduced), "{id}"),
        Event::Undo { at, .. } => assert_eq!(now(at), (0, Kind::Blank), "{id}"),
        _ => {}
    }
    match event {
        Event::Place { at, .. } | Event::Deduce { at, .. } | Event::Undo { at, .. } => {
            // A solution before is shown whole.
            assert!(
                cells == [at as usize] || before.event == Some(Event::Solved),
                "{id}: {event:?}"
            );
        }
        Event::Guess { .. } => assert_eq!(cells, [0; 0], "{id}"),
        _ => {}
    }
    for (at, &clue) in puzzle.grid().cells().iter().enumerate() {
        assert_eq!(frame.kinds[at] == Kind::Given, clue != 0, "{id}");
        assert_eq!(frame.kinds[at] == Kind::Blank, frame.board[at] == 0, "{id}");
        assert!(clue == 0 || frame.board[at] == clue, "{id}");
    }
    let of = |work: Work| (before.counts.get(work), frame.counts.get(work));
    for work in Work::ALL {
        let (less, more) = of(work);
        assert!(less <= more, "{id}: {}", work.name());
    }
    let more_by_one = |work: Work| {
        let (less, more) = of(work);
        assert_eq!(more, less.map(|less| less + 1), "{id}: {}", work.name());
    };
    match event {
        Event::Place { .. } if of(Work::Placements).0.is_some() => more_by_one(Work::Placements),
        Event::Undo { .. } if of(Work::Undos).0.is_some() => more_by_one(Work::Undos),
        Event::Deduce { .. } => more_by_one(Work::Deductions),
        Event::Guess { .. } => more_by_one(Work::Guesses),
        _ => {}
    }
    assert!(frame.counts.max_depth == 0 || frame.depth <= frame.counts.max_depth, "{id}");
}

#[test]
fn a_step_is_the_same_from_wherever_it_is_reached() {
    let puzzle = first_of("effort-1e3");
    for solver in available() {
        let mut search = Search::open(solver, &puzzle, Goal::Unique).unwrap();
        let steps = search.steps();
        for step in [steps, 0, steps / 2, 1, steps / 3, steps] {
            let mut direct = Search::open(solver, &puzzle, Goal::Unique).unwrap();
            let alone = direct.frame(step).clone();
            let plain = |frame: &Frame| Frame { looks: vec![], more: 0, ..frame.clone() };
            assert_eq!(plain(search.frame(step)), alone, "{}: {step}", solver.info.id);
            assert_eq!(plain(search.closer_frame(step)), alone, "{}: {step}", solver.info.id);
        }
    }
}

#[test]
fn every_look_between_two_steps_is_seen() {
    let puzzle = first_of("leetcode-37");
    for solver in available() {
        let mut search = Search::open(solver, &puzzle, Goal::First).unwrap();
        for step in 1..search.steps() {
            let before = search.closer_frame(step - 1).counts;
            let Frame { counts, looks, more, event, .. } = search.closer_frame(step).clone();
            let seen = looks.len() as u64 + more;
            let looked = Work::ALL.into_iter().filter(|what| is_look(solver, *what));
            let counted: u64 = looked
                .map(|what| counts.get(what).unwrap_or(0) - before.get(what).unwrap_or(0))
                .sum();
            let round = u64::from(matches!(event, Some(Event::Look { .. })));
            assert_eq!(seen + round, counted, "{}: {step}", solver.info.id);
        }
    }
}

/// Whether a counter counts looks, and not steps, nodes or the path to the solution.
fn is_look(solver: &Entry, what: Work) -> bool {
    let steps = [
        "calls",
        "nodes",
        "max_depth",
        "placements",
        "undos",
        "on_path",
        "right_first",
        "deductions",
    ];
    let guesses = what == Work::Guesses && solver.info.counters.has(Work::Undos);
    !steps.contains(&what.name()) && (what != Work::Guesses || guesses)
}

#[test]
fn a_step_is_found_forwards_and_backwards() {
    each(|solver, _, _, search| {
        for mark in [Mark::Back, Mark::Guess, Mark::Solved] {
            let all: Vec<u64> =
                std::iter::successors(search.next(0, mark), |&step| search.next(step, mark))
                    .collect();
            let mut back: Vec<u64> =
                std::iter::successors(search.previous(u64::MAX, mark), |&step| {
                    search.previous(step, mark)
                })
                .collect();
            back.reverse();
            assert_eq!(all, back, "{}", solver.info.id);
        }
        let backs = std::iter::successors(search.next(0, Mark::Back), |&step| {
            search.next(step, Mark::Back)
        });
        let undos = search.counts().get(Work::Undos);
        assert!(
            undos.is_none_or(|undos| undos == 0 || undos == backs.count() as u64),
            "{}",
            solver.info.id
        );
    });
}

#[test]
fn a_search_of_over_a_million_steps_is_jumped_about_in() {
    let puzzle = first_of("effort-1e6");
    for id in ["brute-scan/three-loops", "bitmask/blank-list"] {
        let solver = find(id).unwrap();
        let mut search = Search::open(solver, &puzzle, Goal::First).unwrap();
        let steps = search.steps();
        assert!(steps > 1_000_000 && steps < MOST_STEPS && !search.is_bounded(), "{steps}");
        for step in [steps / 2, 7, steps - 3, steps / 2] {
            let next = search.closer_frame(step + 1).clone();
            let frame = search.frame(step).clone();
            follows(id, &puzzle, &frame, &next);
            assert_eq!(search.frame(step), &frame);
        }
    }
}

#[test]
fn a_search_that_is_too_long_is_shown_up_to_the_bound() {
    let puzzle = first_of("leetcode-37");
    for solver in available() {
        let whole = Search::open(solver, &puzzle, Goal::First).unwrap();
        let most = whole.steps() / 2;
        let mut part = Search::open_up_to(most, solver, &puzzle, Goal::First).unwrap();
        assert_eq!((part.steps(), part.is_bounded()), (most, true), "{}", solver.info.id);
        assert_eq!(part.frame(u64::MAX).step, most);
        let all = Search::open_up_to(whole.steps(), solver, &puzzle, Goal::First).unwrap();
        assert_eq!(
            (all.is_bounded(), all.outcome()),
            (false, whole.outcome()),
            "{}",
            solver.info.id
        );
    }
}

#[test]
fn rounds_are_steps_where_nothing_else_is_seen() {
    let puzzle = first_of("hard");
    let solver = find("whole-grid/words").unwrap();
    let mut search = Search::open(solver, &puzzle, Goal::First).unwrap();
    let rounds = search.counts().rounds;
    let guesses = search.counts().guesses;
    let round = Event::Look { what: "rounds", spot: sudoku_core::Spot::Board };
    let events: Vec<Event> =
        (1..=search.steps()).filter_map(|step| search.frame(step).event).collect();
    let number = |event| events.iter().filter(|&&found| found == event).count() as u64;
    assert!(rounds > guesses && guesses > 1);
    assert_eq!((number(round), number(Event::Guess { alternatives: 2 })), (rounds, guesses));
}

#[test]
fn a_solver_that_says_nothing_is_not_shown() {
    let shown = |solver| Search::open(solver, &first_of("easy"), Goal::First).map(|_| ());
    assert_eq!(shown(&HONEST), Err(NotShown::Silent(HONEST.info.id)));
    assert_eq!(shown(&ABSENT), Err(NotShown::NotOnThisMachine(ABSENT.demand().unwrap_err())));
}
