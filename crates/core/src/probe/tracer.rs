//! [`Tracer`]: the probe that records the steps of a search and the board after each.

use std::cell::{Cell, RefCell};
use std::mem;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::{Counter, Counts, Goal, Grid, Probe, Proof, Puzzle, Reason, Spot, Stop, Work};

/// One step of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "step", rename_all = "lowercase")]
pub enum Event {
    /// A digit was written by the search.
    Place {
        /// The cell, 0 to 80.
        at: u8,
        /// The digit, 1 to 9.
        digit: u8,
    },
    /// The digit at a cell was removed.
    Undo {
        /// The cell, 0 to 80.
        at: u8,
        /// The digit that was removed, 1 to 9.
        digit: u8,
    },
    /// A digit was forced.
    Deduce {
        /// The cell, 0 to 80.
        at: u8,
        /// The digit, 1 to 9.
        digit: u8,
    },
    /// Several alternatives are open, and the first one is entered.
    Guess {
        /// The number of alternatives.
        alternatives: u8,
    },
    /// The alternative failed: the search returned to the last guess that has one left.
    Back,
    /// A look. A round of all rules is a step in a search that reports no digit.
    Look {
        /// The name of the counter that counts it.
        what: &'static str,
        /// The place of the look.
        spot: Spot,
    },
    /// A full grid was reached.
    Solved,
}

/// The content of a cell of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    /// Nothing.
    Blank,
    /// A clue.
    Given,
    /// A digit that the search tries.
    Tried,
    /// A digit that a rule has forced.
    Deduced,
}

/// The kind of a step in one byte, so that millions of steps can be scanned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Mark {
    /// The search goes on: a digit is placed without a guess or forced, or a round is made.
    #[serde(skip)]
    On,
    /// The search guesses: several alternatives are open, and the first one is entered.
    Guess,
    /// The search goes back: a digit is removed, or all that followed a guess.
    Back,
    /// The search has found a solution.
    Solved,
}

/// A look between two steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look {
    /// The counter that counts it.
    pub what: Work,
    /// The place of the look.
    pub spot: Spot,
}

/// The state of a search after a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// The number of the step, from 1; 0 is the puzzle before the search.
    pub step: u64,
    /// The event of the step; `None` before the search.
    pub event: Option<Event>,
    /// The digit in each cell; 0 is blank.
    pub board: [u8; 81],
    /// The board before the step: a dead end shows there, not on the board to which a step back
    /// returns.
    pub before: [u8; 81],
    /// The kind of each digit.
    pub kinds: [Kind; 81],
    /// The depth of the search; [`max_depth`](Counts::max_depth) is the greatest.
    pub depth: u64,
    /// The work up to and including this step.
    pub counts: Counts,
    /// The reasons for this step, in the order in which the search reported them. Digits that are
    /// forced at once share their reasons.
    pub reasons: Vec<Reason>,
    /// The first [`Tracer::LOOKS`] looks between the step before and this one; none unless the
    /// tracer looks [closer](Tracer::closer).
    pub looks: Vec<Look>,
    /// The number of looks after those.
    pub more: u64,
}

/// Numbers and marks the steps of a search, and keeps a [`Frame`] of each step in a window;
/// `&Tracer` is the probe. A step is a placement, an undo, a deduction, a guess, the return to a
/// guess, or a solution. In a search that reports neither placements nor deductions, because it
/// works on all cells at once, every round of its rules is also a step, and the board changes only
/// with the solution.
///
/// The search is stopped at the first call after step `last`. A step takes two bytes, a frame about
/// 500 bytes, a reason 232 and a look 32.
#[derive(Debug)]
pub struct Tracer {
    goal: Goal,
    proof: Proof,
    counter: Counter,
    rounds: bool,
    closer: bool,
    /// True while looks are kept: the next step is in the window.
    looking: Cell<bool>,
    /// True while reasons are kept: the window is so near that they may belong to one of its steps.
    near: Cell<bool>,
    last: u64,
    window: Range<u64>,
    state: RefCell<State>,
}

#[derive(Debug, Default)]
struct State {
    board: Board,
    /// The boards of the guesses that have alternatives left, with the number of these.
    guesses: Vec<(Board, u32)>,
    marks: Vec<Mark>,
    depths: Vec<u8>,
    dropped: u64,
    /// True if the next digit that is placed is a guess.
    branches: bool,
    reasons: Vec<Reason>,
    /// The reasons for the digit that was forced last.
    shared: Vec<Reason>,
    looks: Vec<Look>,
    more: u64,
    frames: Vec<Frame>,
}

#[derive(Debug, Clone, Copy)]
struct Board {
    digits: [u8; 81],
    kinds: [Kind; 81],
}

impl Default for Board {
    fn default() -> Self {
        Self { digits: [0; 81], kinds: [Kind::Blank; 81] }
    }
}

impl Board {
    fn write(&mut self, at: usize, digit: u8, kind: Kind) {
        self.digits[at] = digit;
        self.kinds[at] = kind;
    }
}

impl Tracer {
    /// The greatest number of looks that a frame keeps.
    pub const LOOKS: usize = 256;

    /// A tracer of a search with this goal, up to step `last`, with frames of the steps in
    /// `window`. If `rounds` is set, every round is a step.
    pub fn new(puzzle: &Puzzle, goal: Goal, rounds: bool, last: u64, window: Range<u64>) -> Self {
        let digits = *puzzle.grid().cells();
        let kinds = digits.map(|digit| if digit == 0 { Kind::Blank } else { Kind::Given });
        let board = Board { digits, kinds };
        let mut state = State { board, ..State::default() };
        let counter = Counter::default();
        if window.contains(&0) {
            state.keep(0, None, digits, Vec::new(), None, &counter);
        }
        let (proof, state) = (Proof::default(), RefCell::new(state));
        let (looking, near) = (Cell::new(false), Cell::new(is_near(&window, 1)));
        Self { goal, proof, counter, rounds, closer: false, looking, near, last, window, state }
    }

    /// This tracer; if `closer`, every frame also keeps the looks since the step before.
    #[must_use]
    pub fn closer(self, closer: bool) -> Self {
        self.looking.set(closer && self.window.contains(&1));
        Self { closer, ..self }
    }

    /// The solutions that the search has found, if its goal is [`Unique`](Goal::Unique).
    pub fn proof(&self) -> &Proof {
        &self.proof
    }

    /// The work until the search ended or was stopped.
    pub fn counts(&self) -> Counts {
        self.counter.counts()
    }

    /// The number of steps after step `last`.
    pub fn dropped(&self) -> u64 {
        self.state.borrow().dropped
    }

    /// Of each step from step 1 on the mark and the depth, 255 where it is greater; and the frames of
    /// those in the window.
    pub fn into_parts(self) -> (Vec<Mark>, Vec<u8>, Vec<Frame>) {
        let State { marks, depths, frames, .. } = self.state.into_inner();
        (marks, depths, frames)
    }

    /// Makes `change` to the board and records the step. The frame of a solution shows all of it.
    fn step(&self, event: Event, mark: Mark, solution: Option<&Grid>, change: impl Fn(&mut State)) {
        let mut state = self.state.borrow_mut();
        let step = state.marks.len() as u64 + 1;
        if step > self.last {
            state.dropped += 1;
            return;
        }
        let before = state.board.digits;
        change(&mut state);
        let guess = mem::take(&mut state.branches) && mark == Mark::On;
        state.marks.push(if guess { Mark::Guess } else { mark });
        state.depths.push(self.counter.depth().min(255) as u8);
        let reasons = state.reasons_of(event);
        if self.window.contains(&step) {
            state.keep(step, Some(event), before, reasons, solution, &self.counter);
        }
        self.looking.set(self.closer && self.window.contains(&(step + 1)));
        self.near.set(is_near(&self.window, step + 1));
    }
}

/// True for a step in the window, or so shortly before it that a step of the window may share its
/// reasons: at most 81 digits are forced at once.
fn is_near(window: &Range<u64>, step: u64) -> bool {
    (window.start.saturating_sub(81)..window.end).contains(&step)
}

impl State {
    /// Takes the reasons reported since the step before. Digits that are forced at once share their
    /// reasons.
    fn reasons_of(&mut self, event: Event) -> Vec<Reason> {
        let own = mem::take(&mut self.reasons);
        if !matches!(event, Event::Deduce { .. }) {
            self.shared.clear();
            return own;
        }
        if !own.is_empty() {
            self.shared = own;
        }
        self.shared.clone()
    }

    fn keep(
        &mut self,
        step: u64,
        event: Option<Event>,
        before: [u8; 81],
        reasons: Vec<Reason>,
        solution: Option<&Grid>,
        work: &Counter,
    ) {
        let mut board = self.board;
        for at in 0..81 {
            if let (0, Some(solution)) = (board.digits[at], solution) {
                board.write(at, solution.cells()[at], Kind::Deduced);
            }
        }
        self.frames.push(Frame {
            step,
            event,
            board: board.digits,
            before,
            kinds: board.kinds,
            depth: work.depth(),
            counts: work.counts(),
            reasons,
            looks: mem::take(&mut self.looks),
            more: mem::take(&mut self.more),
        });
    }
}

impl Probe for &Tracer {
    type Stop = Stop;

    fn call(self) -> Result<(), Stop> {
        if self.state.borrow().marks.len() as u64 >= self.last {
            return Err(Stop::Steps(self.last));
        }
        let Ok(()) = (&self.counter).call();
        Ok(())
    }

    fn place(self, at: usize, digit: u8) {
        (&self.counter).place(at, digit);
        self.step(Event::Place { at: at as u8, digit }, Mark::On, None, |state| {
            state.board.write(at, digit, Kind::Tried);
        });
    }

    fn undo(self, at: usize) {
        (&self.counter).undo(at);
        let digit = self.state.borrow().board.digits[at];
        self.step(Event::Undo { at: at as u8, digit }, Mark::Back, None, |state| {
            state.board.write(at, 0, Kind::Blank);
        });
    }

    fn deduce(self, at: usize, digit: u8) {
        (&self.counter).deduce(at, digit);
        self.step(Event::Deduce { at: at as u8, digit }, Mark::On, None, |state| {
            state.board.write(at, digit, Kind::Deduced);
        });
    }

    fn guess(self, alternatives: u32) {
        (&self.counter).guess(alternatives);
        let event = Event::Guess { alternatives: alternatives as u8 };
        self.step(event, Mark::Guess, None, |state| {
            state.guesses.push((state.board, alternatives));
        });
    }

    fn back(self) {
        (&self.counter).back();
        self.step(Event::Back, Mark::Back, None, |state| {
            let Some((board, left)) = state.guesses.last_mut() else { return };
            state.board = *board;
            *left -= 1;
            if *left <= 1 {
                state.guesses.pop();
            }
        });
    }

    // Inlined because there are up to a hundred looks per step.
    #[inline]
    fn work(self, what: Work, spot: Spot, times: u32) {
        (&self.counter).work(what, spot, times);
        if self.rounds && what == Work::Rounds {
            let event = Event::Look { what: what.name(), spot };
            return self.step(event, Mark::On, None, |_| {});
        }
        if what == Work::Guesses {
            self.state.borrow_mut().branches = true;
        }
        if self.looking.get() {
            let mut state = self.state.borrow_mut();
            if state.looks.len() < Tracer::LOOKS {
                state.looks.push(Look { what, spot });
            } else {
                state.more += 1;
            }
        }
    }

    fn why(self, why: Reason) {
        if self.near.get() {
            self.state.borrow_mut().reasons.push(why);
        }
    }

    fn solved(self, grid: &Grid) -> bool {
        self.step(Event::Solved, Mark::Solved, Some(grid), |_| {});
        self.why(Reason::Solved);
        let ended = (&self.proof).solved(grid);
        ended || self.goal == Goal::First
    }
}

/// Writes the names of the counter and of the place.
impl Serialize for Look {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Named {
            what: &'static str,
            spot: Spot,
        }
        Named { what: self.what.name(), spot: self.spot }.serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::Mark::{Back, Guess, On};
    use super::*;

    const SOLVED: &str =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    /// A puzzle that lacks three digits, followed to step 99.
    fn tracer(rounds: bool, window: Range<u64>) -> Tracer {
        let solved: Grid = SOLVED.parse().unwrap();
        let puzzle = solved.with(0, 0).with(1, 0).with(80, 0).try_into().unwrap();
        Tracer::new(&puzzle, Goal::First, rounds, 99, window)
    }

    fn cells(frame: &Frame) -> [(u8, Kind); 3] {
        [0, 1, 80].map(|at| (frame.board[at], frame.kinds[at]))
    }

    #[test]
    fn a_frame_is_what_the_steps_have_left() {
        let tracer = tracer(false, 0..9);
        let probe = &tracer;
        probe.deduce(0, 5);
        probe.guess(3);
        probe.place(1, 2);
        probe.back();
        probe.place(80, 9);
        probe.undo(80);
        let (marks, depths, frames) = tracer.into_parts();
        let kept: Vec<u64> = frames[1..].iter().map(|frame| frame.depth).collect();
        assert_eq!(depths.into_iter().map(u64::from).collect::<Vec<_>>(), kept);
        let [blank, five] = [(0, Kind::Blank), (5, Kind::Deduced)];
        let boards = [
            [blank; 3],
            [five, blank, blank],
            [five, blank, blank],
            [five, (2, Kind::Tried), blank],
            [five, blank, blank],
            [five, blank, (9, Kind::Tried)],
            [five, blank, blank],
        ];
        assert_eq!(frames.iter().map(cells).collect::<Vec<_>>(), boards);
        assert!(frames.windows(2).all(|pair| pair[0].board == pair[1].before));
        assert!(frames.iter().all(|frame| frame.kinds[2] == Kind::Given));
        assert_eq!(marks, [On, Guess, On, Back, On, Back]);
        let placed: Vec<u64> = frames.iter().map(|frame| frame.counts.placements).collect();
        assert_eq!(placed, [0, 0, 0, 1, 1, 2, 2]);
    }

    #[test]
    fn every_step_is_an_event() {
        let tracer = tracer(true, 1..9);
        let probe = &tracer;
        probe.deduce(0, 5);
        probe.check(1, 2);
        probe.place(1, 2);
        probe.undo(1);
        probe.guess(2);
        probe.back();
        probe.round();
        assert!(probe.solved(&SOLVED.parse().unwrap()), "it ends the search");
        let (.., frames) = tracer.into_parts();
        let events: Vec<_> = frames.iter().filter_map(|frame| frame.event).collect();
        let events = serde_json::to_string(&events).unwrap();
        let steps = [
            r#"{"step":"deduce","at":0,"digit":5}"#,
            r#"{"step":"place","at":1,"digit":2}"#,
            r#"{"step":"undo","at":1,"digit":2}"#,
            r#"{"step":"guess","alternatives":2}"#,
            r#"{"step":"back"}"#,
            r#"{"step":"look","what":"rounds","spot":"board"}"#,
            r#"{"step":"solved"}"#,
        ];
        assert_eq!(events, format!("[{}]", steps.join(",")));
    }

    #[test]
    fn a_guess_without_an_alternative_left_is_over() {
        let tracer = tracer(false, 0..9);
        let probe = &tracer;
        probe.guess(2);
        probe.deduce(0, 5);
        probe.guess(2);
        probe.deduce(1, 3);
        probe.back(); // to the second guess, which has no other alternative
        probe.back(); // to the first one
        let (.., frames) = tracer.into_parts();
        let blanks = |frame: &Frame| Grid::try_from(frame.board).unwrap().blanks();
        assert_eq!(frames.iter().map(blanks).collect::<Vec<_>>(), [3, 3, 2, 2, 1, 2, 3]);
    }

    #[test]
    fn frames_are_those_of_the_window() {
        let tracer = tracer(false, 2..4);
        for digit in 1..=5 {
            (&tracer).place(0, digit);
        }
        let (marks, _, frames) = tracer.into_parts();
        let digits: Vec<u8> = frames.iter().map(|frame| frame.board[0]).collect();
        assert_eq!((marks.len(), digits), (5, vec![2, 3]));
    }

    #[test]
    fn reasons_belong_to_the_step_that_they_lead_to() {
        let legal = Reason::LowestOf { digits: 0b110 };
        let single = Reason::NakedSingle;
        let dead = Reason::NoDigit { cell: crate::Cell::At(1) };
        let seen = |window: Range<u64>| {
            let tracer = tracer(false, window);
            let probe = (&tracer, &Counter::default());
            probe.why(legal);
            probe.place(0, 2);
            probe.why(single);
            probe.deduce_all([1, 80].into_iter(), 3);
            probe.why(dead);
            probe.undo(0);
            probe.deduce(1, 2);
            (&tracer).solved(&SOLVED.parse().unwrap());
            probe.undo(1);
            let (.., frames) = tracer.into_parts();
            frames.into_iter().map(|frame| frame.reasons).collect::<Vec<_>>()
        };
        let shared = vec![single];
        let all =
            [vec![legal], shared.clone(), shared, vec![dead], vec![], vec![], vec![Reason::Solved]];
        for first in 1..=7 {
            assert_eq!(seen(first..9), all[first as usize - 1..], "from step {first}");
        }
    }

    #[test]
    fn looks_belong_to_the_step_that_they_lead_to() {
        let tracer = tracer(false, 1..3).closer(true);
        let probe = &tracer;
        probe.branch(0);
        probe.check(0, 1);
        probe.place(0, 1);
        (0..300).for_each(|_| probe.link());
        probe.place(1, 2);
        probe.check(80, 1);
        probe.place(80, 1);
        let (marks, _, frames) = tracer.into_parts();
        assert_eq!(marks, [Mark::Guess, Mark::On, Mark::On]);
        let looks = serde_json::to_string(&frames[0].looks).unwrap();
        let seen = [
            r#"{"what":"guesses","spot":{"cell":0}}"#,
            r#"{"what":"checks","spot":{"candidate":[0,1]}}"#,
        ];
        assert_eq!(looks, format!("[{}]", seen.join(",")));
        assert_eq!((frames[1].looks.len(), frames[1].more), (256, 44));
    }

    #[test]
    fn looks_are_kept_from_the_window_on() {
        let tracer = tracer(false, 3..4).closer(true);
        for digit in 1..=3 {
            (&tracer).check(0, digit);
            (&tracer).place(0, digit);
        }
        let (.., frames) = tracer.into_parts();
        let look = Look { what: Work::Checks, spot: Spot::Candidate(0, 3) };
        assert_eq!((frames.len(), &frames[0].looks), (1, &vec![look]));
    }

    #[test]
    fn rounds_are_steps_if_the_search_reports_no_digit() {
        for rounds in [false, true] {
            let tracer = tracer(rounds, 0..9);
            (&tracer).round();
            assert!((&tracer).solved(&SOLVED.parse().unwrap()));
            let (marks, _, frames) = tracer.into_parts();
            assert_eq!((marks.len(), frames.len()), if rounds { (2, 3) } else { (1, 2) });
            let last = &frames[frames.len() - 1];
            assert_eq!((last.event, last.counts.rounds), (Some(Event::Solved), 1));
            assert_eq!(cells(last), [5, 3, 9].map(|digit| (digit, Kind::Deduced)));
        }
    }

    #[test]
    fn a_search_is_stopped_after_the_last_step() {
        let puzzle = Grid::BLANK.try_into().unwrap();
        let tracer = Tracer::new(&puzzle, Goal::First, false, 2, 0..9);
        let probe = &tracer;
        for digit in 1..=2 {
            assert_eq!(probe.call(), Ok(()));
            probe.place(0, digit);
        }
        probe.undo(0);
        assert_eq!((probe.call(), tracer.dropped()), (Err(Stop::Steps(2)), 1));
        assert_eq!((tracer.counts().calls, tracer.into_parts().2.len()), (2, 3));
    }

    #[test]
    fn a_proof_wants_a_second_solution() {
        let puzzle = Grid::BLANK.try_into().unwrap();
        let tracer = Tracer::new(&puzzle, Goal::Unique, false, 9, 0..9);
        let solved = SOLVED.parse().unwrap();
        assert!(!(&tracer).solved(&solved));
        assert!((&tracer).solved(&solved));
        assert_eq!(tracer.proof().solutions().count(), 2);
    }
}
