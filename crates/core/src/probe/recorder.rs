//! The probe that remembers what a search did, for a replay.

use std::cell::{Cell, RefCell};
use std::convert::Infallible;

use serde::Serialize;

use crate::{Grid, Probe, Spot, Work};

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
    /// A digit was forced.
    Deduce {
        /// The cell, 0 to 80.
        at: u8,
        /// The digit, 1 to 9.
        digit: u8,
    },
    /// Several alternatives are open, and the first one is entered.
    Guess {
        /// How many alternatives there are.
        alternatives: u8,
    },
    /// The alternative is void: back to the state of the last guess that has one left.
    Back,
    /// Something was looked at.
    Look {
        /// The name of the counter that counts it.
        what: &'static str,
        /// Where.
        spot: Spot,
    },
    /// A full grid was reached.
    Solved,
}

/// Records the steps of a search up to a limit; `&Recorder` is the probe.
#[derive(Debug)]
pub struct Recorder {
    limit: usize,
    closer: bool,
    dropped: Cell<u64>,
    events: RefCell<Vec<Event>>,
}

impl Recorder {
    /// Keeps the first `limit` events; later ones are only counted. A look is no event.
    pub fn new(limit: usize) -> Self {
        Self { limit, closer: false, dropped: Cell::new(0), events: RefCell::new(Vec::new()) }
    }

    /// The same with every look at a cell, a candidate or a unit as an event.
    pub fn closer(limit: usize) -> Self {
        Self { closer: true, ..Self::new(limit) }
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

    fn deduce(self, at: usize, digit: u8) {
        self.push(Event::Deduce { at: at as u8, digit });
    }

    fn guess(self, alternatives: u32) {
        self.push(Event::Guess { alternatives: alternatives as u8 });
    }

    fn back(self) {
        self.push(Event::Back);
    }

    fn work(self, what: Work, spot: Spot, _times: u32) {
        if self.closer {
            self.push(Event::Look { what: what.name(), spot });
        }
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
        let recorder = Recorder::new(6);
        let probe = &recorder;
        probe.deduce(1, 2);
        probe.check(3, 4);
        probe.place(3, 4);
        probe.undo(3);
        probe.guess(2);
        probe.back();
        assert!(probe.solved(&Grid::BLANK), "it ends the search");
        let (deduce, place) = (Event::Deduce { at: 1, digit: 2 }, Event::Place { at: 3, digit: 4 });
        let (undo, guess) = (Event::Undo { at: 3 }, Event::Guess { alternatives: 2 });
        let events = [deduce, place, undo, guess, Event::Back, Event::Solved];
        assert_eq!(recorder.into_events(), events);
    }

    #[test]
    fn looks_are_events_for_a_closer_look() {
        let recorder = Recorder::closer(9);
        let probe = &recorder;
        probe.check(3, 4);
        probe.state_read(26);
        probe.pass();
        let json = serde_json::to_string(&recorder.into_events()).unwrap();
        let looks = [
            r#"{"step":"look","what":"checks","spot":{"candidate":[3,4]}}"#,
            r#"{"step":"look","what":"state_reads","spot":{"unit":26}}"#,
            r#"{"step":"look","what":"passes","spot":"board"}"#,
        ];
        assert_eq!(json, format!("[{}]", looks.join(",")));
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
