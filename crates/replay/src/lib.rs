//! Any search as numbered steps: [`Search`].
//!
//! Step 0 is the puzzle; every step after it is a placement, an undo, a deduction, a guess, the way
//! back to one, or a solution ([`Event`](sudoku_core::Event)). A [`Frame`] is the state of the
//! search after a step: board, depth and work, the reasons of the step ([`words`]), and, for a
//! closer look, the tests that led there. Beside the board, many searches keep more: a
//! [`Structure`] describes it for a drawing.
//!
//! Of a search, only two bytes for each step are kept, and the frames around the last requested
//! step. A step far from there is reached by searching again from the start, which takes about as
//! long as the first search did: some tens of milliseconds for a million steps.
//!
//! ```
//! use sudoku_core::{Event, Goal, Mark};
//! use sudoku_replay::Search;
//!
//! let puzzle = sudoku_puzzles::find("leetcode-37")?.entries()[0].grid.try_into().unwrap();
//! let solver = sudoku_registry::find("bitmask/blank-list")?;
//! let mut search = Search::open(solver, &puzzle, Goal::First)?;
//! assert_eq!(search.steps(), 4208 + 4157 + 1); // placements, undos and the solution
//!
//! let back = search.next(0, Mark::Back).unwrap();
//! assert_eq!(search.frame(back).event, Some(Event::Undo { at: 7, digit: 9 }));
//! assert!(search.frame(search.steps()).board.iter().all(|&digit| digit > 0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod candidates;
mod legal;
mod path;
mod round;
mod structures;
mod words;

use std::fmt;

use sudoku_core::{Counts, Frame, Goal, Mark, Puzzle};
use sudoku_registry::{Entry, NotOnThisMachine, Outcome, SOLVERS, Session, Trace};

pub use round::around;
pub use structures::{Drawing, Structure};
pub use words::{Decisive, decisive, words};

/// How many steps of a search are followed: 5,000,000. A search with more is stopped there, and its
/// steps up to there can be reached. They take 10 MB.
pub const MOST_STEPS: u64 = 5_000_000;

/// How many frames are kept around the last step that was asked for, about 1 kB each, so that the
/// steps nearby cost nothing.
const FRAMES: u64 = 2_048;

/// How many frames are kept if they include the looks between steps: up to 8 kB each.
const CLOSE_FRAMES: u64 = 256;

/// One search of one solver, any step of which can be reached.
pub struct Search {
    steps_of: &'static str,
    session: Session,
    puzzle: Puzzle,
    goal: Goal,
    /// The search, with the frames of some neighbours.
    trace: Trace,
    /// Whether these include the looks between steps.
    closer: bool,
    /// Frames from elsewhere that the last structure needed.
    apart: Vec<Frame>,
}

/// Why a search cannot be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotShown {
    /// This processor cannot run the solver.
    #[error(transparent)]
    NotOnThisMachine(#[from] NotOnThisMachine),
    /// The solver reports no steps.
    #[error("{0} does not report the steps of its search")]
    Silent(&'static str),
}

impl Search {
    /// Searches once, and follows the search for up to [`MOST_STEPS`] steps.
    ///
    /// # Errors
    ///
    /// When this processor cannot run the solver, or the solver reports nothing, as a peer does.
    pub fn open(solver: &Entry, puzzle: &Puzzle, goal: Goal) -> Result<Self, NotShown> {
        Self::open_up_to(MOST_STEPS, solver, puzzle, goal)
    }

    /// Searches once, and follows the search for up to this many steps.
    ///
    /// # Errors
    ///
    /// As [`open`](Self::open).
    pub fn open_up_to(
        most: u64,
        solver: &Entry,
        puzzle: &Puzzle,
        goal: Goal,
    ) -> Result<Self, NotShown> {
        let shown = shown_by(solver);
        shown.demand()?;
        if !shown.can.count {
            return Err(NotShown::Silent(solver.info.id));
        }
        let mut session = shown.start();
        let trace = session.trace(puzzle, goal, most, 0..FRAMES, false);
        let mut search = Self {
            steps_of: shown.info.id,
            session,
            puzzle: *puzzle,
            goal,
            trace,
            closer: false,
            apart: Vec::new(),
        };
        search.complete();
        Ok(search)
    }

    /// The id of the solver whose steps these are: another one where only that gives the reason of
    /// each step ([`shown_by`]).
    pub fn steps_of(&self) -> &'static str {
        self.steps_of
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The number of the last step. Step 0 is there even where a search has none.
    pub fn steps(&self) -> u64 {
        self.trace.marks.len() as u64
    }

    /// The greatest depth in each of at most this many equal parts of the search, in order.
    pub fn depths(&self, parts: usize) -> Vec<u8> {
        let part = self.trace.depths.len().div_ceil(parts).max(1);
        self.trace.depths.chunks(part).filter_map(|part| part.iter().max().copied()).collect()
    }

    /// True when the search has more steps than are followed.
    pub fn is_bounded(&self) -> bool {
        matches!(self.trace.outcome, Outcome::Stopped(_))
    }

    /// How the search ended; [stopped](Outcome::Stopped) when it has more steps than are followed.
    pub fn outcome(&self) -> Outcome {
        self.trace.outcome
    }

    /// The work of the whole search, or up to the last step that is followed.
    pub fn counts(&self) -> &Counts {
        &self.trace.counts
    }

    /// How the search stands after a step; after the last one, where the step lies beyond it. What
    /// a search does after its last step counts as part of that step.
    ///
    /// The steps nearby cost nothing; any other one costs a search up to there. The looks that led to
    /// the step are there only where a closer frame nearby has been asked for.
    pub fn frame(&mut self, step: u64) -> &Frame {
        self.seen(step, false)
    }

    /// The frame of a step as [`frame`](Self::frame) gives it, with the looks that led to the step.
    pub fn closer_frame(&mut self, step: u64) -> &Frame {
        self.seen(step, true)
    }

    /// The structure that the search keeps at a step; `None` where there is nothing to draw.
    ///
    /// It costs what [`frame`](Self::frame) costs and some microseconds. A structure that depends on
    /// the whole way to the step also costs a search up to each guess on the way that lies far from
    /// the steps before: there are few, and in all it takes less than twice as long.
    pub fn structure(&mut self, step: u64) -> Option<Structure> {
        let step = self.frame(step).step;
        let (read, takes_path) = structures::reader(self.steps_of)?;
        let near = || (step.saturating_sub(1)..=step).collect();
        let steps = if takes_path { self.path_to(step) } else { near() };
        let frames = self.frames_of(&steps);
        let (frame, before) = frames.split_last()?;
        read(frame, before)
    }

    fn seen(&mut self, step: u64, closer: bool) -> &Frame {
        let step = step.min(self.steps());
        if self.kept(step).is_none() || closer && !self.closer {
            // Searches again, for the frames around the step.
            let frames = if closer { CLOSE_FRAMES } else { FRAMES };
            let from = step.saturating_sub(frames / 2);
            let to = (from + frames).min(self.steps() + 1);
            let again = self.session.trace(&self.puzzle, self.goal, to - 1, from..to, closer);
            self.trace.frames = again.frames;
            self.closer = closer;
            self.complete();
        }
        let at = self.kept(step).expect("the search makes the same steps again");
        &self.trace.frames[at]
    }

    /// Where the frame of a step is kept.
    fn kept(&self, step: u64) -> Option<usize> {
        let at = step.checked_sub(self.trace.frames.first()?.step)? as usize;
        (at < self.trace.frames.len()).then_some(at)
    }

    /// Counts what follows the last step as part of it.
    fn complete(&mut self) {
        let steps = self.steps();
        if let Some(last) = self.trace.frames.last_mut().filter(|frame| frame.step == steps) {
            last.counts = self.trace.counts;
        }
    }

    /// The next step after this one with this mark.
    pub fn next(&self, step: u64, mark: Mark) -> Option<u64> {
        let after = self.trace.marks.get(step as usize..)?;
        let further = after.iter().position(|&found| found == mark)?;
        Some(step + further as u64 + 1)
    }

    /// The last step before this one with this mark.
    pub fn previous(&self, step: u64, mark: Mark) -> Option<u64> {
        let before =
            &self.trace.marks[..(step.saturating_sub(1) as usize).min(self.trace.marks.len())];
        let found = before.iter().rposition(|&found| found == mark)?;
        Some(found as u64 + 1)
    }
}

/// The solver whose steps show a search: of a solver for special instructions, the first one of its
/// family that needs none. It gives the reason of each step on every processor. Its nodes are the
/// same; those that a solver searches [side by side](sudoku_core::Solver::NODES) come one after the
/// other.
pub fn shown_by(solver: &Entry) -> &Entry {
    let family = |entry: &Entry| entry.info.id.split('/').next();
    let plain = |other: &&Entry| other.target.is_empty() && family(other) == family(solver);
    let other = if solver.target.is_empty() { None } else { SOLVERS.iter().find(plain) };
    other.unwrap_or(solver)
}

impl fmt::Debug for Search {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Search")
            .field("puzzle", &self.puzzle)
            .field("goal", &self.goal)
            .field("outcome", &self.trace.outcome)
            .finish_non_exhaustive()
    }
}
