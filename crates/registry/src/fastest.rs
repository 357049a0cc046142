//! The solver by default.

use crate::{Entry, SOLVERS};

/// Solvers that are fast on every kind of puzzle, the fastest first. All but the last need
/// instructions that a processor may lack.
const FASTEST: &[&str] = &[
    #[cfg(target_arch = "x86_64")]
    "whole-grid/avx512",
    #[cfg(target_arch = "x86_64")]
    "whole-grid/avx2",
    "whole-grid/words",
];

/// The solver that programs take by default: the fastest that this machine can run.
///
/// # Panics
///
/// Never: a test holds that the last of the fast solvers runs on every machine.
pub fn default_solver() -> &'static Entry {
    default_among(SOLVERS).expect("some solvers run on every machine")
}

/// The one of these solvers that programs take by default: the fastest that this machine can run,
/// or the first of those where none is known to be fast. None when it can run none.
pub fn default_among<'a>(solvers: impl IntoIterator<Item = &'a Entry>) -> Option<&'a Entry> {
    let rank = |id| FASTEST.iter().position(|fast| *fast == id).unwrap_or(FASTEST.len());
    let available = solvers.into_iter().filter(|entry| entry.available());
    available.min_by_key(|entry| rank(entry.info.id))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find;

    #[test]
    fn the_fast_solvers_are_in_the_list_and_the_last_runs_everywhere() {
        let everywhere = FASTEST.iter().position(|id| find(id).unwrap().target.is_empty());
        assert_eq!(everywhere, Some(FASTEST.len() - 1), "whoever comes after is never asked");
    }

    #[test]
    fn the_default_is_the_fastest_that_runs_here_wherever_it_stands_in_the_list() {
        let fastest = FASTEST.iter().find(|id| find(id).unwrap().available()).copied();
        let id = |entry: Option<&Entry>| entry.map(|entry| entry.info.id);
        assert_eq!(Some(default_solver().info.id), fastest);
        assert_eq!(id(default_among(SOLVERS.iter().rev())), fastest);
        let slow = || SOLVERS.iter().filter(|entry| !FASTEST.contains(&entry.info.id));
        assert_eq!(id(default_among(slow())), id(slow().find(|entry| entry.available())));
        assert_eq!(id(default_among(&[])), None);
    }
}
