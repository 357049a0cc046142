//! The probe that remembers what a search did, for a replay.

use std::cell::{Cell, RefCell};
use std::convert::Infallible;

use serde::Serialize;

use crate::{Grid, Probe};

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
    /// The digit at a cell was taken back.
    Undo {
        /// The cell, 0 to 80.
        at: u8,
    },
    /// A digit was written before the search.
    Prefill {
        /// The cell, 0 to 80.
        at: u8,
        /// The digit, 1 to 9.
        digit: u8,
    },
    /// A full grid was reached.
    Solved,
}

/// Records the steps of a search up to a limit; `&Recorder` is the probe.
#[derive(Debug)]
pub struct Recorder {
    limit: usize,
    dropped: Cell<u64>,
    events: RefCell<Vec<Event>>,
}

impl Recorder {
    /// Keeps the first `limit` events; later ones are only counted.
    pub fn new(limit: usize) -> Self {
        Self { limit, dropped: Cell::new(0), events: RefCell::new(Vec::new()) }
    }

    /// How many events came after the limit.
    pub fn dropped(&self) -> u64 {
        self.dropped.get()
    }

    /// The events kept, in order.
    pub fn into_events(self) -> Vec<Event> {
        self.events.into_inner()
    }

    fn push(&self, event: Event) {
        let mut events = self.events.borrow_mut();
        if events.len() < self.limit {
            events.push(event);
        } else {
            self.dropped.set(self.dropped.get() + 1);
        }
    }
}

impl Probe for &Recorder {
    type Stop = Infallible;

    fn call(self) -> Result<(), Infallible> {
        Ok(())
    }

    fn place(self, at: usize, digit: u8) {
        self.push(Event::Place { at: at as u8, digit });
    }

    fn undo(self, at: usize) {
        self.push(Event::Undo { at: at as u8 });
    }

    fn prefill(self, at: usize, digit: u8) {
        self.push(Event::Prefill { at: at as u8, digit });
    }

    fn solved(self, _grid: &Grid) -> bool {
        self.push(Event::Solved);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_is_an_event() {
        let recorder = Recorder::new(4);
        let probe = &recorder;
        probe.prefill(1, 2);
        probe.place(3, 4);
        probe.undo(3);
        assert!(probe.solved(&Grid::BLANK), "it ends the search");
        let prefill = Event::Prefill { at: 1, digit: 2 };
        let place = Event::Place { at: 3, digit: 4 };
        assert_eq!(recorder.into_events(), [prefill, place, Event::Undo { at: 3 }, Event::Solved]);
    }

    #[test]
    fn events_past_the_limit_are_counted() {
        let recorder = Recorder::new(2);
        let probe = &recorder;
        probe.place(80, 9);
        probe.undo(80);
        assert_eq!(recorder.dropped(), 0);
        probe.place(80, 1);
        probe.undo(80);
        assert_eq!(recorder.dropped(), 2);
        let events = recorder.into_events();
        assert_eq!(events, [Event::Place { at: 80, digit: 9 }, Event::Undo { at: 80 }]);
        let json = serde_json::to_string(&events).unwrap();
        assert_eq!(json, r#"[{"step":"place","at":80,"digit":9},{"step":"undo","at":80}]"#);
    }
}
