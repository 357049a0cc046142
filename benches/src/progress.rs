//! [`Progress`]: how far a run is, on standard error.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// A bar with the time left on a terminal; elsewhere a line for every tenth of the work.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    what: &'static str,
    lines: bool,
    tenths: AtomicU64,
}

impl Progress {
    /// Progress over `total` units of work; nothing is shown when `shown` is false.
    ///
    /// # Panics
    ///
    /// Never: the template of the bar is fixed.
    pub fn new(what: &'static str, total: u64, shown: bool) -> Self {
        let bar = if shown { ProgressBar::new(total) } else { ProgressBar::hidden() };
        let template = "{prefix:10} [{bar:30}] {percent:>3} %, {eta} left  {wide_msg}";
        bar.set_style(ProgressStyle::with_template(template).expect("the template is fixed"));
        bar.set_prefix(what);
        if shown {
            bar.enable_steady_tick(Duration::from_millis(500));
        }
        let lines = shown && !std::io::stderr().is_terminal();
        Self { bar, what, lines, tenths: AtomicU64::new(0) }
    }

    /// What is being done now.
    pub fn message(&self, message: impl Into<String>) {
        self.bar.set_message(message.into());
    }

    /// So many more units are done.
    pub fn advance(&self, units: u64) {
        self.bar.inc(units);
        let total = self.bar.length().unwrap_or(0).max(1);
        let tenths = self.bar.position().min(total) * 10 / total;
        if self.lines && self.tenths.fetch_max(tenths, Ordering::Relaxed) < tenths {
            eprintln!("{} {} %", self.what, tenths * 10);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
