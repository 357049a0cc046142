//! [`StepProgress`]: the progress of a step of a run, on standard error.

use std::env;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Reports the progress of a step to `cargo xtask`, which draws one bar for all programs of a run:
/// prints a line `progress STEP DONE TOTAL MESSAGE` for every hundredth and every message. Nothing
/// is printed without the variable `SUDOKU_LAB_PROGRESS`, which `cargo xtask` sets.
#[derive(Debug)]
pub struct StepProgress {
    step: &'static str,
    total: u64,
    shown: bool,
    done: AtomicU64,
    message: Mutex<String>,
}

impl StepProgress {
    /// Progress over `total` units of work; nothing is shown when `shown` is false.
    pub fn new(step: &'static str, total: u64, shown: bool) -> Self {
        let shown = shown && env::var_os("SUDOKU_LAB_PROGRESS").is_some();
        Self { step, total, shown, done: AtomicU64::new(0), message: Mutex::default() }
    }

    /// Names what is being done now.
    pub fn message(&self, message: impl Into<String>) {
        self.print(|shown| *shown = message.into());
    }

    /// Adds units of work that are done.
    pub fn advance(&self, units: u64) {
        let hundredths = |done: u64| done * 100 / self.total.max(1);
        let before = self.done.fetch_add(units, Ordering::Relaxed);
        if hundredths(before + units) > hundredths(before) {
            self.print(|_| {});
        }
    }

    /// Prints a line after a change of the message. Lines of several threads come in order.
    fn print(&self, change: impl FnOnce(&mut String)) {
        if self.shown {
            let mut message = self.message.lock().unwrap_or_else(PoisonError::into_inner);
            change(&mut message);
            let done = self.done.load(Ordering::Relaxed);
            eprintln!("progress {} {done} {} {message}", self.step, self.total);
        }
    }
}
