//! [`Args`]: the arguments of a task.

use std::ffi::OsString;

use anyhow::Result;
use lexopt::{Arg, Parser};

use crate::Usage;
use crate::tasks::Task;

/// The arguments of a task. An option that its help does not list is refused.
pub(crate) struct Args {
    task: &'static Task,
    parser: Parser,
}

impl Args {
    pub(crate) fn new(task: &'static Task, parser: Parser) -> Self {
        Self { task, parser }
    }

    pub(crate) fn next(&mut self) -> Result<Option<Arg<'_>>> {
        let arg = self.parser.next()?;
        if let Some(Arg::Long(option)) = arg {
            self.task.must_know(option)?;
        }
        Ok(arg)
    }

    /// Returns the value of the option that came last.
    pub(crate) fn value(&mut self) -> Result<OsString, lexopt::Error> {
        self.parser.value()
    }

    /// Returns a usage error if an argument is left.
    pub(crate) fn no_more(mut self) -> Result<()> {
        match self.next()? {
            Some(other) => Err(other.unexpected().into()),
            None => Ok(()),
        }
    }

    #[cfg(test)]
    pub(crate) fn of(task: &str, args: &[&str]) -> Self {
        Self::new(crate::tasks::find(task).unwrap(), Parser::from_args(args))
    }
}

impl Task {
    /// Returns a usage error, which names the nearest option, if the help does not list this one.
    fn must_know(&self, option: &str) -> Result<()> {
        if self.names().any(|name| name == option) {
            return Ok(());
        }
        let text = match sudoku_core::nearest(option, self.names()) {
            None => format!("{} has no options, and no `--{option}`", self.name),
            Some(meant) => {
                format!("{} has no option `--{option}`; did you mean `--{meant}`?", self.name)
            }
        };
        Err(Usage(text).into())
    }

    /// Returns the names of its options, without the hyphens.
    fn names(&self) -> impl Iterator<Item = &'static str> {
        self.options.iter().map(|(option, _)| {
            let option = option.trim_start_matches('-');
            option.split_once(' ').map_or(option, |(name, _)| name)
        })
    }
}
