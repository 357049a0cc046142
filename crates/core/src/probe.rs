//! [`Probe`]: what a search reports while it runs, and the probes there are.

use std::convert::Infallible;

use serde::Serialize;

use crate::{Grid, Work};

mod budget;
mod counter;
mod enumerator;
mod proof;
mod reason;
mod stack;
mod tracer;

pub use budget::{CallBudget, Stop, TimeBudget};
pub use counter::Counter;
pub use enumerator::Enumerator;
pub use proof::Proof;
pub use reason::{Boxes, Cell, OptionsLeft, Places, Reason, Rule};
pub use stack::StackGauge;
pub use tracer::{Event, Frame, Kind, Look, Mark, Tracer};

/// Where a search looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Spot {
    /// A digit for a cell: the cell, 0 to 80, and the digit, 1 to 9.
    Candidate(usize, u8),
    /// A cell, 0 to 80.
    Cell(usize),
    /// The data that is kept of a unit, 0 to 26 as in [`UNITS`](crate::UNITS).
    Unit(usize),
    /// All of the board.
    Board,
}

/// Writes [`Probe`], with a method for every counter that has one.
macro_rules! probe {
    ($(
        $(#[doc = $meaning:literal])+
        $work:ident, $name:ident
            $(, $method:ident($($arg:ident: $type:ty),*) => $spot:ident $(($($at:ident),*))?)?;
    )+) => {
        /// Receives the reports of a search while it runs, and answers what it asks.
        ///
        /// A probe is passed by value. The timed one, [`Off`], has no size and no code, so the
        /// compiled search is that of the article, instruction for instruction
        /// (`cargo xtask zero-cost` shows it); a probe behind `&mut` would cost ten instructions a
        /// call, one chosen at run time some percent of the time.
        ///
        /// A search says only *what happened*. [`place`](Self::place) and [`undo`](Self::undo) are
        /// the events of a search that takes back what it tried; [`guess`](Self::guess) and
        /// [`back`](Self::back) those of one that goes back to the whole state of a guess, be it a
        /// copy or restored by a trail. The methods that follow [`solved`](Self::solved) are one for
        /// each counter of that kind, and come down to [`work`](Self::work).
        ///
        /// Two probes are one: `(a, b)` reports to both, and `a` may stop the search before the
        /// call is reported to `b`. Methods that a probe does not need are empty.
        pub trait Probe: Copy {
            /// Why a search may be cut short: [`Infallible`] for a probe that never does, which
            /// makes `Result<bool, Stop>` as small as a `bool`.
            type Stop;

            /// A node of the tree is entered: in a recursive search, its function. Budgets count
            /// these.
            ///
            /// # Errors
            ///
            /// When the search must stop; it then unwinds without another report.
            fn call(self) -> Result<(), Self::Stop>;

            /// The search writes a digit on a blank, to try it.
            #[inline]
            fn place(self, _at: usize, _digit: u8) {}

            /// The search takes back the digit at a cell.
            #[inline]
            fn undo(self, _at: usize) {}

            /// A digit is forced: no other fits, before the search or at a node of it.
            #[inline]
            fn deduce(self, _at: usize, _digit: u8) {}

            /// A digit is forced at each of these cells.
            #[inline]
            fn deduce_all(self, cells: impl Iterator<Item = usize>, digit: u8) {
                for at in cells {
                    self.deduce(at, digit);
                }
            }

            /// A search that goes back to whole states branches into this many alternatives, 2 or
            /// more, and enters the first one.
            #[inline]
            fn guess(self, _alternatives: u32) {}

            /// The alternative is void, and with it everything since it was entered: the next
            /// alternative of the last guess that has one left is entered from the state of that
            /// guess.
            #[inline]
            fn back(self) {}

            /// The search did something that a counter counts, this often, and looked here.
            #[inline]
            fn work(self, _what: Work, _at: Spot, _times: u32) {}

            /// Why the next step is made; a step may have several reasons.
            fn why(self, _why: Reason) {}

            /// A full grid was reached. `true` ends the search, as the articles do; `false` makes
            /// it go on as if the grid had been a dead end.
            #[inline]
            fn solved(self, _grid: &Grid) -> bool {
                true
            }

            $($(
                #[doc = concat!(
                    "One more of [`", stringify!($name), "`](crate::Counts::", stringify!($name), ")."
                )]
                #[inline]
                fn $method(self $(, $arg: $type)*) {
                    self.work(Work::$work, Spot::$spot $(($($at),*))?, 1);
                }
            )?)+
        }
    };
}

counters!(probe);

/// Watches nothing: the probe of every run that is timed up to a first solution.
#[derive(Debug, Clone, Copy, Default)]
pub struct Off;

impl Probe for Off {
    type Stop = Infallible;

    #[inline]
    fn call(self) -> Result<(), Infallible> {
        Ok(())
    }

    // The iterator is not run, so that no loop is compiled.
    #[inline]
    fn deduce_all(self, _cells: impl Iterator<Item = usize>, _digit: u8) {}
}

/// Reports to both, to `A` first. The search ends at a solution when both say so.
impl<A: Probe, B: Probe<Stop: Into<A::Stop>>> Probe for (A, B) {
    type Stop = A::Stop;

    fn call(self) -> Result<(), A::Stop> {
        self.0.call()?;
        self.1.call().map_err(Into::into)
    }

    fn place(self, at: usize, digit: u8) {
        self.0.place(at, digit);
        self.1.place(at, digit);
    }

    fn undo(self, at: usize) {
        self.0.undo(at);
        self.1.undo(at);
    }

    fn deduce(self, at: usize, digit: u8) {
        self.0.deduce(at, digit);
        self.1.deduce(at, digit);
    }

    fn guess(self, alternatives: u32) {
        self.0.guess(alternatives);
        self.1.guess(alternatives);
    }

    fn back(self) {
        self.0.back();
        self.1.back();
    }

    fn work(self, what: Work, at: Spot, times: u32) {
        self.0.work(what, at, times);
        self.1.work(what, at, times);
    }

    fn why(self, why: Reason) {
        self.0.why(why);
        self.1.why(why);
    }

    fn solved(self, grid: &Grid) -> bool {
        let ends = self.0.solved(grid);
        self.1.solved(grid) && ends
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CallBudget, Counter, Enumerator, Goal};

    #[test]
    fn a_solution_ends_a_search_that_nobody_prolongs() {
        assert!(Off.solved(&Grid::BLANK));
        assert!((&Counter::default()).solved(&Grid::BLANK));
        assert!((&CallBudget::new(1)).solved(&Grid::BLANK));
    }

    #[test]
    fn two_probes_hear_everything() {
        let counters = [Counter::default(), Counter::default()];
        let probe = (&counters[0], &counters[1]);
        let Ok(()) = probe.call();
        probe.place(0, 1);
        probe.undo(0);
        probe.deduce(0, 1);
        probe.guess(2);
        for what in Work::ALL {
            probe.work(what, Spot::Board, 1);
        }
        let Ok(()) = probe.call();
        probe.back();
        // The branch was void, so this call is no deeper than the one before.
        let Ok(()) = probe.call();
        for counter in &counters {
            let twice =
                ["calls", "nodes", "max_depth", "placements", "undos", "deductions", "guesses"];
            for what in Work::ALL {
                let heard = match what.name() {
                    "calls" | "nodes" => 4,
                    name => 1 + u64::from(twice.contains(&name)),
                };
                assert_eq!(counter.counts().get(what), Some(heard), "{}", what.name());
            }
        }
    }

    #[test]
    fn digits_forced_at_once_are_heard_one_by_one() {
        let puzzle = Grid::BLANK.try_into().unwrap();
        let tracer = Tracer::new(&puzzle, Goal::First, false, 9, 1..9);
        let counter = Counter::default();
        (&tracer, &counter).deduce_all([3, 80].into_iter(), 7);
        assert_eq!(counter.counts().deductions, 2);
        let (_, frames) = tracer.into_marks_and_frames();
        let events: Vec<_> = frames.iter().filter_map(|frame| frame.event).collect();
        let both = [Event::Deduce { at: 3, digit: 7 }, Event::Deduce { at: 80, digit: 7 }];
        assert_eq!(events, both);
    }

    #[test]
    fn two_probes_agree_to_end_a_search() {
        let line =
            "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        let solution: Grid = line.parse().unwrap();
        let asked = |limits: [usize; 2]| {
            let mut shows = [|_: &Grid| false; 2];
            let [first, second] = &mut shows;
            let probes = [
                Enumerator::new(Grid::BLANK, limits[0], first),
                Enumerator::new(Grid::BLANK, limits[1], second),
            ];
            let ends = (&probes[0], &probes[1]).solved(&solution);
            assert_eq!(probes.map(|probe| probe.count()), [1, 1], "both are asked");
            ends
        };
        assert!(asked([1, 1]));
        assert!(!asked([1, 2]) && !asked([2, 1]) && !asked([2, 2]));
    }
}
