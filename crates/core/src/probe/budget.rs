//! Probes that stop a search which takes too long.

use std::cell::Cell;
use std::convert::Infallible;
use std::time::{Duration, Instant};

use crate::Probe;

/// Why a search was stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Stop {
    /// It needed more recursive calls than its budget.
    #[error("stopped after {0} calls")]
    Calls(u64),
    /// It took longer than its budget.
    #[error("stopped after {0:?}")]
    Time(Duration),
    /// It made more steps than were to be followed.
    #[error("stopped after {0} steps")]
    Steps(u64),
}

impl From<Infallible> for Stop {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

/// A number of recursive calls that a search may make; `&CallBudget` is the probe. The search stops
/// at the same node on every machine.
#[derive(Debug)]
pub struct CallBudget {
    given: u64,
    left: Cell<u64>,
}

impl CallBudget {
    /// A budget of this number of calls and no more: a search that needs exactly `calls` is
    /// finished.
    pub const fn new(calls: u64) -> Self {
        Self { given: calls, left: Cell::new(calls) }
    }
}

impl Probe for &CallBudget {
    type Stop = Stop;

    fn call(self) -> Result<(), Stop> {
        match self.left.get().checked_sub(1) {
            Some(left) => {
                self.left.set(left);
                Ok(())
            }
            None => Err(Stop::Calls(self.given)),
        }
    }
}

/// A span of wall time that a search may take; `&TimeBudget` is the probe. The clock is read at
/// every 1024th call, some ten microseconds apart; it starts when the budget is made. For a budget of
/// [`Duration::MAX`] no clock is read, so that there need not be one.
#[derive(Debug)]
pub struct TimeBudget {
    given: Duration,
    start: Option<Instant>,
    calls: Cell<u32>,
}

impl TimeBudget {
    /// A budget of this time, from now on.
    pub fn new(time: Duration) -> Self {
        let start = (time < Duration::MAX).then(Instant::now);
        Self { given: time, start, calls: Cell::new(0) }
    }
}

impl Probe for &TimeBudget {
    type Stop = Stop;

    fn call(self) -> Result<(), Stop> {
        let Some(start) = self.start else { return Ok(()) };
        let calls = self.calls.get();
        self.calls.set(calls.wrapping_add(1));
        if calls.is_multiple_of(1024) && start.elapsed() >= self.given {
            return Err(Stop::Time(self.given));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Counter;

    #[test]
    fn calls_are_given_out_exactly() {
        let budget = CallBudget::new(3);
        for _ in 0..3 {
            assert_eq!((&budget).call(), Ok(()));
        }
        for _ in 0..2 {
            assert_eq!((&budget).call(), Err(Stop::Calls(3)));
        }
    }

    #[test]
    fn a_refused_call_is_not_counted() {
        let (budget, counter) = (CallBudget::new(2), Counter::default());
        let probe = (&budget, &counter);
        let granted = (0..5).filter(|_| probe.call().is_ok()).count();
        assert_eq!((granted, counter.counts().calls), (2, 2));
    }

    #[test]
    fn time_runs_out() {
        let none = TimeBudget::new(Duration::ZERO);
        assert_eq!((&none).call(), Err(Stop::Time(Duration::ZERO)));
        let hour = TimeBudget::new(Duration::from_hours(1));
        assert!((0..5000).all(|_| (&hour).call().is_ok()));
        let ever = TimeBudget::new(Duration::MAX);
        assert_eq!(((&ever).call(), ever.start), (Ok(()), None), "no clock is read");
    }
}
