//! [`Taken`]: which parts of a text were read, and which were skipped.

use std::fmt;

use crate::Printable;

/// The number of names that are kept.
const NAMES: usize = 100;
const LONGEST_NAME: usize = 40;

/// The number of names that are shown for each [`Part`].
const SHOWN: usize = 8;

/// The use of a column of a table or of a key of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Puzzle,
    Solution,
    Rating,
    Dropped,
}

/// The columns and keys of a text, and how often other parts of it were skipped.
#[derive(Debug, Clone, Default)]
pub(super) struct Taken {
    names: Vec<(Part, String)>,
    /// The parts that were skipped, and the number of lines of each.
    passed: Vec<(&'static str, u64)>,
}

impl Taken {
    pub(super) fn add(&mut self, part: Part, name: &str) {
        let end = name.char_indices().nth(LONGEST_NAME).map_or(name.len(), |(end, _)| end);
        let name = &name[..end];
        let known = self.names.iter().any(|known| (known.0, known.1.as_str()) == (part, name));
        if !known && !name.is_empty() && self.names.len() < NAMES {
            self.names.push((part, name.to_owned()));
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

    fn names(&self, part: Part) -> Option<String> {
        let is_read =
            |name| self.names.iter().any(|(part, other)| *part != Part::Dropped && other == name);
        let names = self
            .names
            .iter()
            .filter(|(of, name)| *of == part && !(part == Part::Dropped && is_read(name)));
        let names: Vec<String> = names.map(|(_, name)| format!("`{}`", Printable(name))).collect();
        let shown = names.iter().take(SHOWN).cloned().collect::<Vec<_>>().join(", ");
        match names.len() {
            0 => None,
            all if all > SHOWN => Some(format!("{shown} and {} more", all - SHOWN)),
            _ => Some(shown),
        }
    }
}

/// Prints one line, such as "puzzles from `quizzes`, ratings from `rating`; not read: `id`".
impl fmt::Display for Taken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let read =
            [(Part::Puzzle, "puzzles"), (Part::Solution, "solutions"), (Part::Rating, "ratings")];
        let read = read.into_iter().filter_map(|(part, what)| {
            self.names(part).map(|names| format!("{what} from {names}"))
        });
        let passed = self.passed.iter().map(|(what, lines)| {
            let s = if *lines == 1 { "" } else { "s" };
            format!("{what} on {lines} line{s}")
        });
        let dropped: Vec<String> = self.names(Part::Dropped).into_iter().chain(passed).collect();
        let dropped = (!dropped.is_empty()).then(|| format!("not read: {}", dropped.join(", ")));
        let read = read.collect::<Vec<_>>().join(", ");
        let parts: Vec<String> =
            Some(read).filter(|read| !read.is_empty()).into_iter().chain(dropped).collect();
        f.write_str(&parts.join("; "))
    }
}
