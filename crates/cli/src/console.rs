//! [`Console`]: what a command works with.

use std::fmt::Display;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use sudoku_registry::Entry;

use crate::output::Output;
use crate::stream::Stream;
use crate::trouble::{Fault, Trouble};

/// The solvers of the program, the stream of the results, and everything that is said beside them.
pub(crate) struct Console<'a> {
    pub(crate) solvers: &'a [&'static Entry],
    pub(crate) out: Output,
    pub(crate) trouble: Arc<Trouble>,
    progress: Mutex<Progress>,
}

/// A bar towards a known end, or a count if the end is not known. It is shown only when standard
/// error is a terminal and the results go elsewhere.
struct Progress {
    bar: ProgressBar,
    told: Instant,
}

impl<'a> Console<'a> {
    pub(crate) fn new(solvers: &'a [&'static Entry], out: Stream, err: Stream) -> Self {
        let trouble = Arc::new(Trouble::new(err));
        let out = Output::new(out, &trouble);
        let progress = Progress { bar: ProgressBar::hidden(), told: Instant::now() };
        Self { solvers, out, trouble, progress: Mutex::new(progress) }
    }

    fn progress(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a progress line that counts towards `end` (bytes to read, puzzles to make), if it is
    /// known.
    pub(crate) fn begin(&self, end: Option<u64>) {
        let target = match self.out.columns {
            Some(_) => ProgressDrawTarget::hidden(),
            None => ProgressDrawTarget::stderr(),
        };
        let template = match end {
            Some(_) => "{bar:20} {percent:>3} %  {msg}, {elapsed} gone, {eta} to go",
            None => "{spinner} {msg}, {elapsed} gone",
        };
        let style = ProgressStyle::with_template(template).expect("the template is well-formed");
        let bar = ProgressBar::with_draw_target(end, target).with_style(style);
        *self.progress() = Progress { bar, told: Instant::now() };
    }

    /// Shows the position and the state in the progress line, at most five times a second.
    pub(crate) fn tell(&self, position: u64, state: impl Display) {
        let mut progress = self.progress();
        if !progress.bar.is_hidden() && progress.told.elapsed() > Duration::from_millis(200) {
            progress.bar.set_message(state.to_string());
            progress.bar.set_position(position);
            progress.told = Instant::now();
        }
    }

    /// Removes the progress line.
    pub(crate) fn end(&self) {
        self.progress().bar.finish_and_clear();
    }

    /// Writes a line to standard error. Earlier results are written out first, so that both are in
    /// order if they go to the same place.
    pub(crate) fn say(&self, text: impl Display) {
        self.out.hand_on();
        self.progress().bar.suspend(|| self.trouble.say(text));
    }

    /// As [`say`](Self::say), for something that is wrong.
    pub(crate) fn report(&self, fault: Fault, what: impl Display) {
        self.out.hand_on();
        self.progress().bar.suspend(|| self.trouble.report(fault, what));
    }
}
