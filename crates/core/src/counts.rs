//! The list of all counters of a search, and their values.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The one list of counters, in the order of every table. The macro passes the list to the macro
/// `$then`.
///
/// A counter is one line: its variant of [`Work`]; its field in [`Counts`], which is also its
/// column everywhere; and the method of [`Probe`](crate::Probe) that counts 1, with the place that
/// it reports ([`Spot`](crate::Spot)). Counters without a method are counted by the events of a
/// probe. The comment is the counter's definition and help text.
macro_rules! counters {
    ($then:ident) => {
        $then! {
            /// Entries into the recursive function, whatever it then does, including the first one,
            /// made by the wrapper, entries on a given cell, and the base case.
            Calls, calls;
            /// Digits that the recursive function writes on a blank after its test has allowed
            /// them. Prefilled digits are not placements.
            Placements, placements;
            /// Placements taken back after their recursive call returned without success.
            Undos, undos;
            /// Tests of one digit for one blank, legal or not. With lowest-bit enumeration, the
            /// digits drawn from the mask.
            Checks, checks, check(at: usize, digit: u8) => Candidate(at, digit);
            /// Board cells read by a legality test until it returns. A cell read twice counts
            /// twice, and the blank itself counts.
            CellReads, cell_reads, cell_read(at: usize) => Cell(at);
            /// Entries of the state arrays, or mask words, that a check looks at until one decides:
            /// 1 to 3 per check. 0 with lowest-bit enumeration.
            StateReads, state_reads, state_read(unit: usize) => Unit(unit);
            /// Masks of legal digits computed in the recursive function (lowest-bit enumeration).
            MaskComputations, mask_computations, mask_computation(at: usize) => Cell(at);
            /// Evaluations of the loop condition "the mask is not 0" (lowest-bit enumeration).
            MaskTests, mask_tests, mask_test(at: usize) => Cell(at);
            /// Board cells compared with blank to find the next blank, inside the recursive
            /// function or its helper; in searches that choose the next blank, the blanks looked at
            /// for the choice.
            ScanSteps, scan_steps, scan_step(at: usize) => Cell(at);
            /// The greatest number of frames of the recursive function that exist at once; the
            /// outermost has depth 1.
            MaxDepth, max_depth;
            /// Board cells compared with blank before the search.
            SetupCells, setup_cells, setup_cell(at: usize) => Cell(at);
            /// Cells filled by sweeps before the search.
            Prefilled, prefilled, prefill(at: usize) => Cell(at);
            /// Masks computed by sweeps before the search.
            PrefillMasks, prefill_masks, prefill_mask(at: usize) => Cell(at);
            /// Sweeps before the search, including the last one, which changes nothing.
            Passes, passes, pass() => Board;
            /// States of the search that are looked at: the root, and every alternative that is
            /// entered. A search that places one digit per call has as many nodes as calls.
            Nodes, nodes;
            /// Nodes at which the search branches: no rule decides, and two or more alternatives
            /// are open. A search without rules guesses wherever it finds two or more legal digits.
            Guesses, guesses, branch(at: usize) => Cell(at);
            /// Guesses between the root and the first solution: those still open when it is
            /// reached. 0 where no solution is found.
            OnPath, on_path;
            /// Guesses on that path whose first alternative leads to the solution.
            RightFirst, right_first;
            /// Digits fixed by a rule, before the search or within it.
            Deductions, deductions;
            /// Candidates removed by a rule such as locked candidates. Candidates that a fixed
            /// digit removes from its row, column and box are not counted.
            Eliminations, eliminations, eliminate(at: usize, digit: u8) => Candidate(at, digit);
            /// Applications of all rules to the whole grid, in a search that propagates by whole
            /// rounds.
            Rounds, rounds, round() => Board;
            /// Entries taken out of a list while covering (exact cover): an item out of the open
            /// items, or an option out of the options of an item. Putting them back is not counted.
            Links, links, link() => Board;
        }
    };
}

/// Defines `Work` and `Counts`, and all code that names every counter.
macro_rules! values {
    ($(
        $(#[doc = $meaning:literal])+
        $work:ident, $name:ident $(, $method:ident($($arg:ident: $type:ty),*) => $spot:expr)?;
    )+) => {
        /// One of the counters.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Work {
            $($(#[doc = $meaning])+ $work,)+
        }

        impl Work {
            /// All counters, in the order of every table.
            pub const ALL: [Self; [$(Self::$work),+].len()] = [$(Self::$work),+];

            /// The name of the counter: its column in `sudoku-lab tally` and in every file.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$work => stringify!($name),)+
                }
            }

            /// The definition of the counter, in a sentence or two.
            pub const fn meaning(self) -> &'static str {
                match self {
                    $(Self::$work => concat!($($meaning),+).trim_ascii(),)+
                }
            }
        }

        /// The exact work of one solve of one puzzle. Everything starts at 0.
        ///
        /// "The recursive function" is the one that places digits. Its wrapper is not counted, nor
        /// is reading the puzzle from text. Two programmers get equal numbers from these
        /// definitions, so counts decide every claim about work.
        ///
        /// A counter that the solver does not report is 0 here and `None` in [`Counts::get`].
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
        pub struct Counts {
            $($(#[doc = $meaning])+ pub $name: u64,)+
            /// The counters that the solver reports.
            pub reported: Counters,
        }

        impl Counts {
            /// The value of a counter; `None` if the solver does not report it.
            pub const fn get(&self, what: Work) -> Option<u64> {
                let value = match what {
                    $(Work::$work => self.$name,)+
                };
                if self.reported.has(what) { Some(value) } else { None }
            }

            /// A mutable reference to the value of a counter.
            pub const fn get_mut(&mut self, what: Work) -> &mut u64 {
                match what {
                    $(Work::$work => &mut self.$name,)+
                }
            }
        }
    };
}

counters!(values);

/// A set of counters.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Counters(u32);

impl Counters {
    /// All counters.
    pub const ALL: Self = Self::of(&Work::ALL);

    /// The counters that the searches of the articles report. Each is defined for all of these
    /// searches: it is 0 if a search has nothing to count.
    pub const ARTICLES: Self = Self::named(
        "calls placements undos checks cell_reads state_reads mask_computations mask_tests \
         scan_steps max_depth setup_cells prefilled prefill_masks passes",
    );

    /// The set of these counters.
    pub const fn of(these: &[Work]) -> Self {
        let (mut bits, mut at) = (0, 0);
        while at < these.len() {
            bits |= 1 << these[at] as u32;
            at += 1;
        }
        Self(bits)
    }

    /// The set of the counters with these names, separated by single spaces.
    ///
    /// # Panics
    ///
    /// When no counter has such a name; in a constant, that is an error of compilation.
    pub const fn named(names: &str) -> Self {
        let (mut bits, mut rest) = (0, names.as_bytes());
        while !rest.is_empty() {
            let mut end = 0;
            while end < rest.len() && rest[end] != b' ' {
                end += 1;
            }
            let (name, more) = rest.split_at(end);
            bits |= 1 << Self::place(name);
            rest = if let [_, after @ ..] = more { after } else { more };
        }
        Self(bits)
    }

    const fn place(name: &[u8]) -> usize {
        let mut at = 0;
        while at < Work::ALL.len() {
            let (known, mut same) = (Work::ALL[at].name().as_bytes(), 0);
            while same < name.len() && same < known.len() && name[same] == known[same] {
                same += 1;
            }
            if same == name.len() && same == known.len() {
                return at;
            }
            at += 1;
        }
        panic!("no counter has this name")
    }

    /// This set and more counters.
    #[must_use]
    pub const fn and(self, more: &[Work]) -> Self {
        Self(self.0 | Self::of(more).0)
    }

    /// True when the set holds the counter.
    pub const fn has(self, what: Work) -> bool {
        self.0 & 1 << what as u32 != 0
    }

    /// The counters that are in both sets.
    #[must_use]
    pub const fn both(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The counters of the set, in the order of every table.
    pub fn iter(self) -> impl Iterator<Item = Work> {
        Work::ALL.into_iter().filter(move |&what| self.has(what))
    }
}

impl Default for Counters {
    fn default() -> Self {
        Self::ALL
    }
}

impl std::fmt::Debug for Counters {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter().map(Work::name)).finish()
    }
}

impl Work {
    /// The counter with this name; `None` if there is none.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|what| what.name() == name)
    }
}

impl Counts {
    /// The number of nodes, which budgets count: the calls, for a search that reports calls instead
    /// of nodes.
    pub const fn entered(&self) -> Option<u64> {
        match self.get(Work::Nodes) {
            None => self.get(Work::Calls),
            nodes => nodes,
        }
    }

    /// The values, in the order of [`Work::ALL`].
    pub fn values(&self) -> [Option<u64>; Work::ALL.len()] {
        Work::ALL.map(|what| self.get(what))
    }

    /// Counts with these values; all other counters are not reported.
    pub fn from_values(values: impl IntoIterator<Item = (Work, u64)>) -> Self {
        let mut counts = Self { reported: Counters::of(&[]), ..Self::default() };
        for (what, value) in values {
            *counts.get_mut(what) = value;
            counts.reported.0 |= 1 << what as u32;
        }
        counts
    }

    /// These counts without the counters that are not in `reported`.
    #[must_use]
    pub fn only(&self, reported: Counters) -> Self {
        let reported = reported.both(self.reported);
        Self::from_values(reported.iter().filter_map(|what| Some((what, self.get(what)?))))
    }
}

impl AddAssign for Counts {
    /// Adds the work on another puzzle: each counter that both report is summed, except that the
    /// depth is the greater of the two.
    fn add_assign(&mut self, other: Self) {
        let reported = self.reported.both(other.reported);
        let both = |what: Work| {
            let (ours, theirs) = (self.get(what)?, other.get(what)?);
            Some((what, if what == Work::MaxDepth { ours.max(theirs) } else { ours + theirs }))
        };
        *self = Self::from_values(reported.iter().filter_map(both));
    }
}

/// Writes the reported counters by name.
impl Serialize for Counts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let reported = self.reported.iter().map(|what| (what.name(), self.get(what)));
        serializer.collect_map(reported)
    }
}

/// Reads counters by name. A missing or empty one is not reported; an unknown name is ignored.
impl<'de> Deserialize<'de> for Counts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let values = BTreeMap::<String, Option<u64>>::deserialize(deserializer)?;
        let known = values.iter().filter_map(|(name, value)| Some((Work::named(name)?, (*value)?)));
        Ok(Self::from_values(known))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_values_go_together() {
        let counts = Counts { calls: 1, max_depth: 10, passes: 14, ..Counts::default() };
        for (what, value) in [(Work::Calls, 1), (Work::MaxDepth, 10), (Work::Undos, 0)] {
            assert_eq!(counts.get(what), Some(value));
            assert_eq!(Work::named(what.name()), Some(what));
        }
        assert_eq!((Work::MaxDepth as usize, Work::MaxDepth.name()), (9, "max_depth"));
        let mut sum = counts;
        sum += Counts { calls: 2, max_depth: 9, ..Counts::default() };
        assert_eq!(sum, Counts { calls: 3, ..counts });
        assert!(Work::Passes.meaning().starts_with("Sweeps before the search, "));
        assert_eq!(Work::named("none"), None);
    }

    #[test]
    fn counters_are_chosen_by_name() {
        let some = Counters::named("calls max_depth passes");
        assert_eq!(some, Counters::of(&[Work::Passes, Work::Calls, Work::MaxDepth]));
        assert_eq!(format!("{some:?}"), r#"{"calls", "max_depth", "passes"}"#);
        assert_eq!(Counters::named(""), Counters::of(&[]));
        assert_eq!(Counters::named("calls passes").and(&[Work::MaxDepth, Work::Calls]), some);
    }

    #[test]
    #[should_panic(expected = "no counter has this name")]
    fn a_counter_that_is_only_begun_is_none() {
        let _ = Counters::named("calls max");
    }

    #[test]
    #[should_panic(expected = "no counter has this name")]
    fn a_counter_with_something_behind_it_is_none() {
        let _ = Counters::named("calls_");
    }

    #[test]
    fn what_is_not_reported_is_none_and_not_0() {
        let counts = Counts { calls: 7, undos: 3, ..Counts::default() };
        let some = counts.only(Counters::of(&[Work::Calls, Work::Checks]));
        assert_eq!([Work::Calls, Work::Checks].map(|what| some.get(what)), [Some(7), Some(0)]);
        assert_eq!((some.entered(), Counts::from_values([]).entered()), (Some(7), None));
        assert_eq!(Counts::from_values([(Work::Nodes, 5)]).entered(), Some(5));
        assert_eq!((some.get(Work::Undos), some.undos), (None, 0));
        assert_eq!(some.values().iter().flatten().count(), 2);

        let mut sum = some;
        sum += Counts { calls: 1, ..Counts::default() }.only(Counters::of(&[Work::Calls]));
        assert_eq!(sum, Counts::from_values([(Work::Calls, 8)]), "only what both report");

        let json = serde_json::to_string(&some).unwrap();
        assert_eq!(json, r#"{"calls":7,"checks":0}"#);
        assert_eq!(serde_json::from_str::<Counts>(&json).unwrap(), some);
        let older = r#"{"calls":7,"checks":null,"dances":1}"#;
        let calls = Counts::from_values([(Work::Calls, 7)]);
        assert_eq!(serde_json::from_str::<Counts>(older).unwrap(), calls);
    }
}
