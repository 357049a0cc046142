//! [`Progress`]: how far a run is, on standard error.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// A bar with the time left on a terminal; elsewhere a line for every tenth of the work. For
/// `cargo xtask`, which draws one bar for all programs of a run and sets `SUDOKU_LAB_PROGRESS`, a
/// line `progress WHAT DONE TOTAL MESSAGE` for every hundredth and every message.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    what: &'static str,
    /// How many lines there are, of the one kind or the other.
    lines: u64,
    told: bool,
    reached: AtomicU64,
}

impl Progress {
    /// Progress over `total` units of work; nothing is shown when `shown` is false.
    ///
    /// # Panics
    ///
    /// Never: the template of the bar is fixed.
    pub fn new(what: &'static str, total: u64, shown: bool) -> Self {
        let told = shown && std::env::var_os("SUDOKU_LAB_PROGRESS").is_some();
        let bar = if shown && !told { ProgressBar::new(total) } else { ProgressBar::hidden() };
        bar.set_length(total);
        let template = "{prefix:10} [{bar:30}] {percent:>3} %, {eta} left  {wide_msg}";
        bar.set_style(ProgressStyle::with_template(template).expect("the template is fixed"));
        bar.set_prefix(what);
        if shown && !told {
            bar.enable_steady_tick(Duration::from_millis(500));
        }
        let lines = match (told, shown && !std::io::stderr().is_terminal()) {
            (true, _) => 100,
            (false, true) => 10,
            (false, false) => 0,
        };
        Self { bar, what, lines, told, reached: AtomicU64::new(0) }
    }

    /// What is being done now.
    pub fn message(&self, message: impl Into<String>) {
        self.bar.set_message(message.into());
        if self.told {
            self.tell();
        }
    }

    /// So many more units are done.
    pub fn advance(&self, units: u64) {
        self.bar.inc(units);
        let total = self.bar.length().unwrap_or(0).max(1);
        let reached = self.bar.position().min(total) * self.lines / total;
        if self.reached.fetch_max(reached, Ordering::Relaxed) < reached {
            if self.told {
                self.tell();
            } else {
                eprintln!("{} {} %", self.what, reached * 10);
            }
        }
    }

    fn tell(&self) {
        let (done, total) = (self.bar.position(), self.bar.length().unwrap_or(0));
        eprintln!("progress {} {done} {total} {}", self.what, self.bar.message());
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
