//! [`Taken`]: which parts of a text were read, and which were skipped.

use std::fmt;

use crate::Printable;

/// The number of names that are kept.
const NAMES: usize = 100;
const LONGEST_NAME: usize = 40;

/// The number of names that are shown for each use.
const SHOWN: usize = 8;

/// The columns and keys of a text, with their uses, in the order of their names in a
/// [`Decision`](super::names::Decision).
pub(super) const USES: [&str; 3] = ["puzzles", "solutions", "ratings"];

/// The columns and keys of a text, and how often other parts of it were skipped.
#[derive(Debug, Clone, Default)]
pub(super) struct Taken {
    /// Each name, and its use; `None` if it is not read.
    names: Vec<(Option<&'static str>, String)>,
    /// The parts that were skipped, and the number of lines of each.
    passed: Vec<(&'static str, u64)>,
}

impl Taken {
    pub(super) fn add(&mut self, of: Option<&'static str>, name: &str) {
        let end = name.char_indices().nth(LONGEST_NAME).map_or(name.len(), |(end, _)| end);
        let name = &name[..end];
        let known = self.names.iter().any(|known| (known.0, known.1.as_str()) == (of, name));
        if !known && !name.is_empty() && self.names.len() < NAMES {
            self.names.push((of, name.to_owned()));
        }
    }

    /// Notes that `what` was skipped on one line.
    pub(super) fn pass(&mut self, what: &'static str) {
        match self.passed.iter_mut().find(|passed| passed.0 == what) {
            Some(passed) => passed.1 += 1,
            None => self.passed.push((what, 1)),
        }
    }

    /// True if nothing was noted: the text holds only puzzles.
    pub(super) const fn is_empty(&self) -> bool {
        self.names.is_empty() && self.passed.is_empty()
    }

    fn names(&self, of: Option<&str>) -> Option<String> {
        let is_read = |name| self.names.iter().any(|(of, other)| of.is_some() && other == name);
        let names = self.names.iter().filter(|known| known.0 == of);
        let names = names.filter(|(of, name)| of.is_some() || !is_read(name));
        let names: Vec<String> = names.map(|(_, name)| format!("`{}`", Printable(name))).collect();
        let shown = names.iter().take(SHOWN).cloned().collect::<Vec<_>>().join(", ");
        let more = names.len().saturating_sub(SHOWN);
        (!names.is_empty())
            .then(|| if more > 0 { format!("{shown} and {more} more") } else { shown })
    }
}

/// Prints one line, such as "puzzles from `quizzes`, ratings from `rating`; not read: `id`".
impl fmt::Display for Taken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let read =
            USES.into_iter().filter_map(|of| Some(format!("{of} from {}", self.names(Some(of))?)));
        let passed = self.passed.iter().map(|(what, lines)| {
            let s = if *lines == 1 { "" } else { "s" };
            format!("{what} on {lines} line{s}")
        });
        let dropped: Vec<String> = self.names(None).into_iter().chain(passed).collect();
        let read: Vec<String> = read.collect();
        let parts = [("", read), ("not read: ", dropped)];
        let parts = parts.iter().filter(|(_, names)| !names.is_empty());
        let parts: Vec<String> =
            parts.map(|(begin, names)| format!("{begin}{}", names.join(", "))).collect();
        f.write_str(&parts.join("; "))
    }
}
