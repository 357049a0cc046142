//! [`StepProgress`]: the progress of a step of a run, on standard error.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Shows how far a step is: on a terminal as a bar, elsewhere as plain lines, the first when the step
/// begins, the others after a while.
#[derive(Debug)]
pub struct StepProgress {
    step: String,
    bar: ProgressBar,
    /// When the last line was printed; `None` where none is.
    printed: Option<Mutex<Instant>>,
}

/// The time between two plain lines.
const A_WHILE: Duration = Duration::from_secs(15);

const BAR: &str = "[{bar:20}] {pos} of {len}, {elapsed} gone, {eta} left: {prefix} {wide_msg}";

impl StepProgress {
    /// Progress over `total` units of work.
    pub fn new(step: &str, total: u64) -> Self {
        let style =
            ProgressStyle::with_template(BAR).unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = ProgressBar::new(total).with_style(style.progress_chars("#>-"));
        let bar = bar.with_prefix(step.to_owned());
        let printed = bar.is_hidden().then(|| {
            eprintln!("{step}: {total} to do");
            Mutex::new(Instant::now())
        });
        Self { step: step.to_owned(), bar, printed }
    }

    /// Progress that is not shown.
    pub fn hidden() -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        Self { step: String::new(), bar, printed: None }
    }

    /// Names what is being done now.
    pub fn message(&self, message: impl Into<String>) {
        self.bar.set_message(message.into());
    }

    /// Adds units of work that are done.
    pub fn advance(&self, units: u64) {
        self.bar.inc(units);
        let Some(printed) = &self.printed else { return };
        let mut printed = printed.lock().unwrap_or_else(PoisonError::into_inner);
        if printed.elapsed() >= A_WHILE {
            let (done, all) = (self.bar.position(), self.bar.length().unwrap_or(0));
            eprintln!("{}: {done} of {all}, {}", self.step, self.bar.message());
            *printed = Instant::now();
        }
    }
}

impl Drop for StepProgress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
