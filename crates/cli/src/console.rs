//! [`Console`]: what a command works with.

use std::fmt::Display;
use std::sync::Arc;

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
    /// A bar towards a known end, or a count if the end is not known. It is shown only when standard
    /// error is a terminal and the results go elsewhere.
    progress: ProgressBar,
}

impl<'a> Console<'a> {
    pub(crate) fn new(solvers: &'a [&'static Entry], out: Stream, err: Stream) -> Self {
        let trouble = Arc::new(Trouble::new(err));
        let out = Output::new(out, &trouble);
        Self { solvers, out, trouble, progress: ProgressBar::hidden() }
    }

    /// Begins a progress line that counts towards `end` (bytes to read, puzzles to make), if it is
    /// known.
    pub(crate) fn begin(&self, end: Option<u64>) {
        let template = if let Some(end) = end {
            self.progress.set_length(end);
            "{bar:20} {percent:>3} %  {msg}, {elapsed} gone, {eta} to go"
        } else {
            self.progress.unset_length();
            "{spinner} {msg}, {elapsed} gone"
        };
        let style = ProgressStyle::with_template(template).expect("the template is well-formed");
        self.progress.set_style(style);
        self.progress.reset();
        if self.out.columns.is_none() {
            self.progress.set_draw_target(ProgressDrawTarget::stderr_with_hz(5));
        }
    }

    /// Shows the position and the state in the progress line.
    pub(crate) fn tell(&self, position: u64, state: impl Display) {
        if !self.progress.is_hidden() {
            self.progress.set_message(state.to_string());
            self.progress.set_position(position);
        }
    }

    /// Removes the progress line.
    pub(crate) fn end(&self) {
        self.progress.finish_and_clear();
    }

    /// Writes a line to standard error. Earlier results are written out first, so that both are in
    /// order if they go to the same place.
    pub(crate) fn say(&self, text: impl Display) {
        self.out.hand_on();
        self.progress.suspend(|| self.trouble.say(text));
    }

    /// As [`say`](Self::say), for something that is wrong.
    pub(crate) fn report(&self, fault: Fault, what: impl Display) {
        self.out.hand_on();
        self.progress.suspend(|| self.trouble.report(fault, what));
    }
}
