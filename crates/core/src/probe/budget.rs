//! Probes that stop a search which takes too long.

use std::cell::Cell;
use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crate::Probe;

/// The limit that stopped a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Stop {
    /// The search needed more than this number of recursive calls.
    #[error("stopped after {0} calls")]
    Calls(u64),
    /// The search took longer than this.
    #[error("stopped after {0:?}")]
    Time(Duration),
    /// The tracer has followed this number of steps, its limit.
    #[error("stopped after {0} steps")]
    Steps(u64),
    /// The caller wants no answer any more.
    #[error("cancelled")]
    Cancelled,
}

impl From<Infallible> for Stop {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

/// The number of recursive calls that a search may make; `&CallBudget` is the probe. The search
/// stops at the same node on every machine.
#[derive(Debug)]
pub struct CallBudget {
    given: u64,
    left: Cell<u64>,
}

impl CallBudget {
    /// A budget of this number of calls; a search that needs exactly `calls` calls is finished.
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

/// The wall time that a search may take, and a flag that ends it; `&TimeBudget` is the probe. The
/// time starts when the budget is made. Clock and flag are read at every 1024th call, about every
/// ten microseconds; for a budget of [`Duration::MAX`] the clock is never read, so none needs to
/// exist.
#[derive(Debug)]
pub struct TimeBudget<'a> {
    given: Duration,
    start: Option<Instant>,
    cancel: Option<&'a AtomicBool>,
    calls: Cell<u32>,
}

impl<'a> TimeBudget<'a> {
    /// A budget of this time, which starts now. A search that reads `true` from `cancel` stops, too.
    pub fn new(time: Duration, cancel: Option<&'a AtomicBool>) -> Self {
        let start = (time < Duration::MAX).then(Instant::now);
        Self { given: time, start, cancel, calls: Cell::new(0) }
    }

    fn look(&self) -> Result<(), Stop> {
        if self.cancel.is_some_and(|cancel| cancel.load(Relaxed)) {
            return Err(Stop::Cancelled);
        }
        let over = self.start.is_some_and(|start| start.elapsed() >= self.given);
        if over { Err(Stop::Time(self.given)) } else { Ok(()) }
    }
}

impl Probe for &TimeBudget<'_> {
    type Stop = Stop;

    fn call(self) -> Result<(), Stop> {
        if self.start.is_none() && self.cancel.is_none() {
            return Ok(());
        }
        let calls = self.calls.get();
        self.calls.set(calls.wrapping_add(1));
        if calls.is_multiple_of(1024) { self.look() } else { Ok(()) }
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
        let none = TimeBudget::new(Duration::ZERO, None);
        assert_eq!((&none).call(), Err(Stop::Time(Duration::ZERO)));
        let hour = TimeBudget::new(Duration::from_hours(1), None);
        assert!((0..5000).all(|_| (&hour).call().is_ok()));
        let ever = TimeBudget::new(Duration::MAX, None);
        assert_eq!(((&ever).call(), ever.start), (Ok(()), None), "no clock is read");
    }

    #[test]
    fn a_flag_stops_a_search_without_any_other_limit() {
        let cancel = AtomicBool::new(false);
        let budget = TimeBudget::new(Duration::MAX, Some(&cancel));
        assert!((0..1000).all(|_| (&budget).call().is_ok()));
        cancel.store(true, Relaxed);
        let more = (0..1024).find_map(|_| (&budget).call().err());
        assert_eq!((more, budget.start), (Some(Stop::Cancelled), None));
    }
}
