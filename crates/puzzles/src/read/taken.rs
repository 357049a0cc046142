//! [`Taken`]: which parts of a text were read, and which were skipped.

use crate::Printable;

/// The number of names that are kept for each use.
const NAMES: usize = 100;
const LONGEST_NAME: usize = 40;

/// The number of names that are shown for each use.
const SHOWN: usize = 8;

/// The uses of a column or key, in the order of the names in a
/// [`Decision`](super::names::Decision).
const USES: [&str; 3] = ["puzzles", "solutions", "ratings"];

/// The columns and keys of a text, and how often other parts of it were skipped.
#[derive(Debug, Clone, Default)]
pub(super) struct Taken {
    /// The names for each use, and then all others.
    names: [Vec<String>; USES.len() + 1],
    /// The parts that were skipped, and the number of lines of each.
    passed: Vec<(&'static str, u64)>,
}

impl Taken {
    /// Notes a name, with the number of its use if it has one.
    pub(super) fn add(&mut self, of: Option<usize>, name: &str) {
        let end = name.char_indices().nth(LONGEST_NAME).map_or(name.len(), |(end, _)| end);
        let (name, names) = (&name[..end], &mut self.names[of.unwrap_or(USES.len())]);
        if !name.is_empty() && names.len() < NAMES && !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }

    /// Notes that `what` was skipped on one line.
    pub(super) fn pass(&mut self, what: &'static str) {
        match self.passed.iter_mut().find(|passed| passed.0 == what) {
            Some(passed) => passed.1 += 1,
            None => self.passed.push((what, 1)),
        }
    }

    /// One line, such as "puzzles from `quizzes`, ratings from `rating`; not read: `id`". `None` if
    /// nothing was noted: the text holds only puzzles.
    pub(super) fn told(&self) -> Option<String> {
        let [read @ .., others] = &self.names;
        let is_other = |name: &&String| !read.iter().flatten().any(|read| read == *name);
        let others = listed(others.iter().filter(is_other));
        let read = read.iter().zip(USES).filter(|(names, _)| !names.is_empty());
        let read = read.map(|(names, of)| format!("{of} from {}", listed(names.iter())));
        let passed = self.passed.iter().map(|(what, lines)| {
            let s = if *lines == 1 { "" } else { "s" };
            format!("{what} on {lines} line{s}")
        });
        let skipped = Some(others).filter(|others| !others.is_empty()).into_iter().chain(passed);
        let read = read.collect::<Vec<_>>().join(", ");
        let skipped = skipped.collect::<Vec<_>>().join(", ");
        match (read.is_empty(), skipped.is_empty()) {
            (true, true) => None,
            (false, true) => Some(read),
            (true, false) => Some(format!("not read: {skipped}")),
            (false, false) => Some(format!("{read}; not read: {skipped}")),
        }
    }
}

/// The first of these names, and the number of the others.
fn listed<'a>(names: impl Iterator<Item = &'a String>) -> String {
    let mut shown: Vec<String> = names.map(|name| format!("`{}`", Printable(name))).collect();
    let more = shown.len().saturating_sub(SHOWN);
    shown.truncate(SHOWN);
    let shown = shown.join(", ");
    if more > 0 { format!("{shown} and {more} more") } else { shown }
}
