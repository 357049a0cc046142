//! [`ProgressLine`]: a line on standard error during long work.

use std::fmt::Display;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::output::Output;

/// A bar towards a known end, or a count without one. It is shown only when standard error is a
/// terminal and the results go elsewhere.
pub(crate) struct ProgressLine<'a> {
    out: &'a Output,
    bar: ProgressBar,
    hidden: bool,
    told: Mutex<Instant>,
}

impl<'a> ProgressLine<'a> {
    /// Towards `end` (bytes to read, puzzles to make), if it is known.
    pub(crate) fn new(end: Option<u64>, out: &'a Output) -> Self {
        let target = if out.columns.is_some() {
            ProgressDrawTarget::hidden()
        } else {
            ProgressDrawTarget::stderr()
        };
        let template = match end {
            Some(_) => "{bar:20} {percent:>3} %  {msg}, {elapsed} gone, {eta} to go",
            None => "{spinner} {msg}, {elapsed} gone",
        };
        let style = ProgressStyle::with_template(template).expect("the template is well-formed");
        let bar = ProgressBar::with_draw_target(end, target).with_style(style);
        let hidden = bar.is_hidden();
        Self { out, bar, hidden, told: Mutex::new(Instant::now()) }
    }

    /// Shows position and state, a few times a second at most.
    pub(crate) fn tell(&self, position: u64, state: impl Display) {
        if self.hidden {
            return;
        }
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if told.elapsed() > Duration::from_millis(200) {
            self.bar.set_message(state.to_string());
            self.bar.set_position(position);
            *told = Instant::now();
        }
    }

    /// Removes the line.
    pub(crate) fn end(&self) {
        self.bar.finish_and_clear();
    }

    /// Does something that writes on standard error. The results before it are handed on first, so
    /// that both are in order if they go to the same place.
    pub(crate) fn aside(&self, write: impl FnOnce()) {
        self.out.hand_on();
        self.bar.suspend(write);
    }
}

impl Drop for ProgressLine<'_> {
    fn drop(&mut self) {
        self.end();
    }
}
