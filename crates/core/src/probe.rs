//! [`Probe`]: receives the reports of a search while it runs.

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

/// A place at which a search looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Spot {
    /// A digit for a cell: the cell, 0 to 80, and the digit, 1 to 9.
    Candidate(usize, u8),
    /// A cell, 0 to 80.
    Cell(usize),
    /// The state that is kept for a unit, 0 to 26 as in [`UNITS`](crate::UNITS).
    Unit(usize),
    /// All of the board.
    Board,
}

/// Defines [`Probe`], with a method for every counter that has one.
macro_rules! probe {
    ($(
        $(#[doc = $meaning:literal])+
        $work:ident, $name:ident
            $(, $method:ident($($arg:ident: $type:ty),*) => $spot:ident $(($($at:ident),*))?)?;
    )+) => {
        /// Receives the reports of a search while it runs, and can end it.
        ///
        /// A probe is passed by value. The timed one, [`Off`], has no size and no code, so the
        /// compiled search is that of the article, instruction for instruction (`cargo xtask
        /// zero-cost` shows it). A probe behind `&mut` would cost ten instructions a call, and one
        /// chosen at run time a few percent of the time.
        ///
        /// A search reports only *what happened*. [`place`](Self::place) and [`undo`](Self::undo)
        /// are the events of a search that undoes its placements; [`guess`](Self::guess) and
        /// [`back`](Self::back) those of a search that returns to the whole state of a guess, which
        /// it copied or restores from a trail. After [`solved`](Self::solved), there is one method
        /// for each counter that has one; each calls [`work`](Self::work).
        ///
        /// A pair of probes is a probe: `(a, b)` reports to both, and `a` may stop the search
        /// before `b` receives the call. By default, methods do nothing.
        pub trait Probe: Copy {
            /// The reason for which the probe may stop a search: [`Infallible`] for a probe that
            /// never does, which makes `Result<bool, Stop>` as small as a `bool`.
            type Stop;

            /// A node of the tree is entered; in a recursive search, the recursive function.
            /// Budgets count these events.
            ///
            /// # Errors
            ///
            /// When the search must stop; it then unwinds without another report.
            fn call(self) -> Result<(), Self::Stop>;

            /// The search writes a digit on a blank, to try it.
            #[inline]
            fn place(self, _at: usize, _digit: u8) {}

            /// The search removes the digit that it placed at a cell.
            #[inline]
            fn undo(self, _at: usize) {}

            /// A digit is forced, before the search or at a node: no other fits.
            #[inline]
            fn deduce(self, _at: usize, _digit: u8) {}

            /// A digit is forced at each of these cells.
            #[inline]
            fn deduce_all(self, cells: impl Iterator<Item = usize>, digit: u8) {
                for at in cells {
                    self.deduce(at, digit);
                }
            }

            /// A search that returns to whole states branches into this many alternatives, 2 or
            /// more, and enters the first one.
            #[inline]
            fn guess(self, _alternatives: u32) {}

            /// The current alternative has failed, and all steps since it was entered are undone:
            /// the search returns to the last guess with an alternative left, and enters that
            /// alternative.
            #[inline]
            fn back(self) {}

            /// The search did something that a counter counts, `times` times, and looked at `at`.
            #[inline]
            fn work(self, _what: Work, _at: Spot, _times: u32) {}

            /// The reason for the next step, which may have several.
            fn why(self, _why: Reason) {}

            /// A full grid was reached. Returning `true` ends the search, as in the articles; after
            /// `false`, it goes on as if the grid had been a dead end.
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

/// Observes nothing: the probe of every timed run for a first solution.
#[derive(Debug, Clone, Copy, Default)]
pub struct Off;

impl Probe for Off {
    type Stop = Infallible;

    #[inline]
    fn call(self) -> Result<(), Infallible> {
        Ok(())
    }

    // The iterator is not consumed, so no loop is compiled.
    #[inline]
    fn deduce_all(self, _cells: impl Iterator<Item = usize>, _digit: u8) {}
}

/// Reports to both, to `A` first. The search ends at a solution if both return `true`.
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
    fn a_solution_ends_a_search_unless_a_probe_prolongs_it() {
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
        // The branch failed, so this call is as deep as the one before.
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
        let (.., frames) = tracer.into_parts();
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
