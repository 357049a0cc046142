//! [`Query`]: a figure that a text shows, in the language of the claims.
//!
//! ```text
//! [SHAPE ...] [VIEW of] [PUZZLES of] FIGURE on SET[, SET ...] [as FORM] [to N] [BOUND LIMIT]
//! [SHAPE ...] duration SOLVER on SET[, SET ...] [to N]
//! [SHAPE ...] overhead
//! [SHAPE ...] noise_floor
//! verdicts [VERDICT]
//! sets CLAIM VERDICT
//! ```
//!
//! `FIGURE`, `PUZZLES`, sets, groups and bounds are those of a claim (`written.rs`). A solver is
//! named as `bitmask_cursor`, or as `cursor` on a page of its family and wherever no other solver
//! has this name.
//!
//! | word | meaning |
//! |---|---|
//! | `range` | from the lowest to the highest, over sets and processors |
//! | `lowest`, `highest` | only the lowest or the highest of these |
//! | `named` | the name of the set is shown too |
//! | `each` | one figure for each processor; without it, processors that differ make a range |
//! | `pooled` | all sets are taken as one |
//! | `typical` | the geometric mean over single puzzles: `typical a.survey_ns / b.survey_ns` |
//! | `low of`, `high of` | an end of the 95 % interval of a ratio of times or of a typical figure |
//! | `error of` | half the width of that interval, as a share of the ratio |
//! | `per_node of` | a ratio of times divided by the ratio of nodes on the same puzzles |
//! | `number of` | the number of puzzles for which a comparison is true |
//! | `puzzles behind` | the number of puzzles that the figure covers |
//! | `sets behind` | the number of sets that have the figure |
//! | `as percent`, `as saving`, `as excess` | 100 x, 100 (1 - x), 100 (x - 1) |
//! | `as inverse` | 1 / x: how many times as fast |
//! | `to 3` | three significant digits |
//! | `below 1` | what the sentence relies on, for every set and processor, before any `as` |
//!
//! `minimal#7` is the puzzle of a set with this `index` in `sudoku-lab tally`, which counts from 0.
//! `duration` is the mean CPU time of a puzzle, with its unit, as in the tables of a run.
//!
//! `overhead` is the time that the runner itself takes, as a share of the time of the solver for
//! which this share is greatest; `noise_floor` is the greatest noise floor of a run. Both are in
//! per cent.
//!
//! `verdicts` is the number of claims with a verdict in the newest reference, `sets` the number of
//! sets on which a claim has a verdict there.

use std::collections::BTreeMap;

use sudoku_findings::{NoiseFloor, Ratio};
use toml::Spanned;

use crate::claim::{Test, Verdict};
use crate::evidence::Evidence;
use crate::figure::{Bound, Figure, Puzzles};
use crate::file::{ClaimError, File, unknown};
use crate::judge::findings;
use crate::ledger::Ledger;
use crate::written::Groups;

/// A figure that a text shows.
#[derive(Debug, Clone, PartialEq)]
pub struct Query {
    /// Which of several figures are shown, and how.
    pub shape: Shape,
    /// The number of significant digits; `None` for the default.
    pub digits: Option<i32>,
    asks: Asks,
}

/// How the figures of several sets and processors are shown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a word of the query")]
pub struct Shape {
    /// Shows the lowest figure.
    pub lowest: bool,
    /// Shows the highest figure.
    pub highest: bool,
    /// Shows the name of the set too.
    pub named: bool,
    /// Shows one figure for each processor.
    pub each: bool,
    /// Shows times with their unit.
    pub duration: bool,
    pooled: bool,
}

#[derive(Debug, Clone, PartialEq)]
enum Asks {
    Figure {
        view: View,
        form: Form,
        test: Box<Test>,
        /// The index of a single puzzle of the set, from 0; `None` for all puzzles.
        puzzle: Option<usize>,
        bound: Option<(Bound, f64)>,
    },
    Duration {
        solver: String,
        corpora: Vec<String>,
    },
    Overhead,
    NoiseFloor,
    Verdicts(Option<Verdict>),
    Sets(String, Verdict),
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum View {
    #[default]
    Point,
    Low,
    High,
    Error,
    PerNode,
    Number,
    Puzzles,
    Sets,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Form {
    #[default]
    Plain,
    Percent,
    Saving,
    Excess,
    Inverse,
}

const VIEWS: [(&str, View); 7] = [
    ("low of ", View::Low),
    ("high of ", View::High),
    ("error of ", View::Error),
    ("per_node of ", View::PerNode),
    ("number of ", View::Number),
    ("puzzles behind ", View::Puzzles),
    ("sets behind ", View::Sets),
];

const PUZZLES: [(&str, Puzzles); 6] = [
    ("mean of ", Puzzles::Mean),
    ("median of ", Puzzles::Median),
    ("typical ", Puzzles::Typical),
    ("least of ", Puzzles::Least),
    ("greatest of ", Puzzles::Greatest),
    ("spread of ", Puzzles::Spread),
];

const FORMS: [(&str, Form); 4] = [
    ("percent", Form::Percent),
    ("saving", Form::Saving),
    ("excess", Form::Excess),
    ("inverse", Form::Inverse),
];

const BOUNDS: [(&str, Bound); 5] = [
    ("below", Bound::Below),
    ("at_most", Bound::AtMost),
    ("above", Bound::Above),
    ("at_least", Bound::AtLeast),
    ("equals", Bound::Equals),
];

/// Why a run has no figure for a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unanswered {
    /// Says which figure is missing, or which bound that the text relies on does not hold.
    pub message: String,
    /// True if the figure exists but is outside the bound that the text relies on.
    pub relied: bool,
}

fn missing(message: String) -> Unanswered {
    Unanswered { message, relied: false }
}

/// Removes the first of these words that the text begins with, and returns its value.
fn take<T: Copy + Default>(text: &mut &str, words: &[(&str, T)]) -> Option<T> {
    let found = words.iter().find_map(|(word, value)| Some((text.strip_prefix(word)?, *value)))?;
    *text = found.0.trim_start();
    Some(found.1)
}

/// Maps the names that queries use to the ids of solvers: `bitmask_cursor` to `bitmask/cursor`, and
/// also `cursor` if the solver belongs to `family` or no other solver has this name.
pub fn names<'a>(ids: impl IntoIterator<Item = &'a str>, family: &str) -> BTreeMap<String, String> {
    let mut short: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    let mut names = BTreeMap::new();
    for id in ids {
        let plain = id.replace(['/', '-'], "_");
        let name = id.split_once('/').map_or(id, |(_, name)| name).replace('-', "_");
        names.insert(plain, id.to_owned());
        short.entry(name).or_default().push(id);
    }
    for (name, ids) in short {
        let ours = ids.iter().find(|id| id.split('/').next() == Some(family));
        if let Some(id) = ours.or(ids.first().filter(|_| ids.len() == 1)) {
            names.insert(name, (*id).to_owned());
        }
    }
    names
}

impl Query {
    /// Parses a query; `solvers` maps [names] to ids.
    ///
    /// # Errors
    ///
    /// A message with the mistake and what was expected.
    pub fn read(query: &str, solvers: &BTreeMap<String, String>) -> Result<Self, String> {
        let (mut rest, mut shape) = (query, Shape::default());
        for word in sudoku_prose::shape(query) {
            match word {
                "range" => (shape.lowest, shape.highest) = (true, true),
                "lowest" => shape.lowest = true,
                "highest" => shape.highest = true,
                "named" => shape.named = true,
                "each" => shape.each = true,
                "pooled" => shape.pooled = true,
                "duration" => shape.duration = true,
                _ => return Err(format!("`{word}` is no shape of a query")),
            }
            rest = rest[word.len()..].trim_start();
        }
        let counted = |asks| Ok(Self { shape, digits: None, asks });
        match rest.split(' ').collect::<Vec<_>>()[..] {
            ["overhead"] => return counted(Asks::Overhead),
            ["noise_floor"] => return counted(Asks::NoiseFloor),
            ["verdicts"] => return counted(Asks::Verdicts(None)),
            ["verdicts", word] => return counted(Asks::Verdicts(Some(verdict(word)?))),
            ["sets", id, word] => return counted(Asks::Sets(id.to_owned(), verdict(word)?)),
            _ => {}
        }
        let view = take(&mut rest, &VIEWS).unwrap_or_default();
        let number = (view == View::Number).then_some(Puzzles::Mean);
        let puzzles = take(&mut rest, &PUZZLES).or(number);
        let (figure, rest) = rest.rsplit_once(" on ").ok_or("expected `FIGURE on SET`")?;
        let words: Vec<&str> = rest.split_whitespace().collect();
        let sets = words.iter().take_while(|word| word.ends_with(',')).count() + 1;
        let (sets, options) = words.split_at(sets.min(words.len()));
        let mut found = Self { shape, digits: None, asks: Asks::Verdicts(None) };
        let (mut form, mut bound) = (Form::Plain, None);
        for option in options.chunks(2) {
            let [key, value] = option else {
                return Err(format!("expected a value after `{}`", option[0]));
            };
            let number = value.parse::<f64>().map_err(|_| format!("`{value}` is not a number"));
            match *key {
                "as" => {
                    let known = FORMS.iter().find(|(word, _)| word == value);
                    let none = || unknown("form", value, FORMS.map(|(word, _)| word));
                    form = known.ok_or_else(none)?.1;
                }
                "to" => found.digits = Some(number? as i32),
                key => {
                    let known = BOUNDS.iter().find(|(word, _)| *word == key);
                    let words = BOUNDS.map(|(word, _)| word).into_iter().chain(["as", "to"]);
                    bound = Some((known.ok_or_else(|| unknown("word", key, words))?.1, number?));
                }
            }
        }
        let (mut corpora, mut puzzle) = (Vec::new(), None);
        for set in sets {
            let (name, number) = set.trim_end_matches(',').split_once('#').unwrap_or((set, ""));
            corpora.push(name.trim_end_matches(',').to_owned());
            if !number.is_empty() {
                let wrong = |_| format!("`{set}`: expected the index of a puzzle");
                puzzle = Some(number.parse().map_err(wrong)?);
            }
        }
        let corpora = resolved(corpora)?;
        if shape.duration {
            let id = solvers.get(figure);
            let names = solvers.keys().map(String::as_str);
            let solver = id.ok_or_else(|| unknown("solver", figure, names))?.clone();
            found.asks = Asks::Duration { solver, corpora };
            return Ok(found);
        }
        let test = test(figure, puzzles, corpora, shape.pooled, solvers)?;
        if view == View::PerNode && !matches!(test.figure, Figure::PairedTime { .. }) {
            return Err("`per_node of` is of a ratio of times".to_owned());
        }
        found.asks = Asks::Figure { view, form, test: Box::new(test), puzzle, bound };
        Ok(found)
    }

    /// The figures in a run, set by set, without the sets for which the run has none.
    ///
    /// # Errors
    ///
    /// When there is no figure at all, or when a figure is outside the bound that the text relies
    /// on.
    pub fn figures(
        &self,
        evidence: &Evidence,
        ledger: &Ledger,
    ) -> Result<Vec<(String, f64)>, Unanswered> {
        let is = |wanted: &Verdict, found: Verdict| *wanted == found;
        let all = |number: usize| vec![(String::new(), number as f64)];
        let share = |share: Option<f64>| {
            let share = share.ok_or_else(|| missing("no paired times".to_owned()))?;
            Ok(vec![(String::new(), share * 100.0)])
        };
        match &self.asks {
            Asks::Overhead => share(evidence.overhead()),
            Asks::NoiseFloor => share(NoiseFloor::greatest(evidence.noise_floors())),
            Asks::Verdicts(wanted) => {
                let ours = ledger.claims.iter().map(|claim| claim.verdict);
                let ours = ours.filter(|found| wanted.is_none_or(|wanted| is(&wanted, *found)));
                Ok(all(ours.count()))
            }
            Asks::Sets(id, wanted) => {
                let claim = ledger.claims.iter().find(|claim| claim.id == *id);
                let claim = claim.ok_or_else(|| missing(format!("no claim is called `{id}`")))?;
                let found = claim.tests.iter().flat_map(|test| &test.findings);
                Ok(all(found.filter(|found| is(wanted, found.verdict)).count()))
            }
            Asks::Duration { solver, corpora } => {
                let mean = |set: &String| Some((set.clone(), evidence.mean_ns(set, solver)?));
                let found: Vec<_> = corpora.iter().filter_map(mean).collect();
                let none = || missing(format!("no times of {solver}"));
                if found.is_empty() { Err(none()) } else { Ok(found) }
            }
            Asks::Figure { view: View::Sets, test, .. } => {
                let found = findings(test, evidence, None);
                Ok(all(found.iter().filter(|set| set.figure.is_some()).count()))
            }
            Asks::Figure { view, form, test, puzzle, bound } => {
                let (mut found, mut why) = (Vec::new(), String::new());
                for set in findings(test, evidence, *puzzle) {
                    let Some(figure) = set.figure else {
                        why = format!("{}: {}", set.corpus, set.missing.unwrap_or_default());
                        continue;
                    };
                    let value = match view {
                        View::Point => figure.point,
                        View::Low => figure.low,
                        View::High => figure.high,
                        View::Error => (figure.high - figure.low) / 2.0 / figure.point,
                        View::PerNode => {
                            let ratio = paired(test, evidence, &set.corpus);
                            let work = ratio.as_ref().and_then(|ratio| ratio.work);
                            let Some(work) = work else { continue };
                            figure.point / work
                        }
                        View::Number => (figure.point * set.puzzles as f64).round(),
                        View::Sets | View::Puzzles => {
                            let ratio = paired(test, evidence, &set.corpus);
                            ratio.map_or(set.puzzles, |ratio| ratio.puzzles) as f64
                        }
                    };
                    if let Some((side, limit)) = bound
                        && !side.admits(value, *limit)
                    {
                        let wanted = side.in_words(*limit, false);
                        let found = format!("{value} on {}", set.corpus);
                        let message = format!("the text relies on {wanted}, found {found}");
                        return Err(Unanswered { message, relied: true });
                    }
                    let value = match form {
                        Form::Plain => value,
                        Form::Percent => value * 100.0,
                        Form::Saving => (1.0 - value) * 100.0,
                        Form::Excess => (value - 1.0) * 100.0,
                        Form::Inverse => 1.0 / value,
                    };
                    found.push((set.corpus, value));
                }
                if found.is_empty() { Err(missing(why)) } else { Ok(found) }
            }
        }
    }

    /// True for a number of verdicts, which only the newest reference gives.
    pub fn is_about_verdicts(&self) -> bool {
        matches!(self.asks, Asks::Verdicts(_) | Asks::Sets(..))
    }

    /// True for a figure that is the same in another run of the same program.
    pub fn is_exact(&self) -> bool {
        match &self.asks {
            Asks::Figure { view: View::Puzzles | View::Sets, .. } => true,
            Asks::Figure { test, .. } => test.basis().is_exact() && !test.needs_instructions(),
            _ => false,
        }
    }
}

fn paired(test: &Test, evidence: &Evidence, corpus: &str) -> Option<Ratio> {
    let Figure::PairedTime { above, below } = &test.figure else { return None };
    evidence.paired(corpus, above, below)
}

fn verdict(word: &str) -> Result<Verdict, String> {
    let all = [Verdict::Holds, Verdict::Fails, Verdict::Undecided];
    let found = all.into_iter().find(|verdict| verdict.word() == word);
    found.ok_or_else(|| unknown("verdict", word, all.map(Verdict::word)))
}

/// The names of sets, with each group replaced by its sets.
fn resolved(names: Vec<String>) -> Result<Vec<String>, String> {
    let message = |error: ClaimError| error.message;
    let groups: Groups = File::groups().parse().map_err(message)?;
    let names = names.into_iter().map(|name| Spanned::new(0..0, name)).collect();
    File::of("", "").corpora(&Spanned::new(0..0, names), &groups).map_err(message)
}

/// A test whose figure is the given one; its bound does not matter.
fn test(
    written: &str,
    puzzles: Option<Puzzles>,
    corpora: Vec<String>,
    pooled: bool,
    solvers: &BTreeMap<String, String>,
) -> Result<Test, String> {
    let file = File::of("", written);
    let spanned = |text: String| Spanned::new(0..written.len(), text);
    let message = |error: ClaimError| error.message;
    let puzzles = puzzles.map(|puzzles| Spanned::new(0..written.len(), puzzles));
    let figure = file.figure(&spanned(written.to_owned()), None, puzzles, solvers);
    Ok(Test {
        says: String::new(),
        figure: figure.map_err(message)?,
        written: written.to_owned(),
        bound: Bound::Equals,
        limit: 0.0,
        corpora,
        pooled,
        most: false,
        expect: BTreeMap::new(),
        expect_in: BTreeMap::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solvers() -> BTreeMap<String, String> {
        names(["a/cursor", "b/cursor", "b/blank-list"], "a")
    }

    #[test]
    fn a_solver_is_named_in_full_or_by_what_only_it_is_called() {
        let known = |family| names(["a/cursor", "b/cursor", "b/blank-list"], family);
        let name = |family, name: &str| known(family).get(name).cloned();
        assert_eq!(name("a", "cursor").as_deref(), Some("a/cursor"));
        assert_eq!(name("b", "cursor").as_deref(), Some("b/cursor"));
        assert_eq!(name("", "cursor"), None);
        assert_eq!(name("", "blank_list").as_deref(), Some("b/blank-list"));
        assert_eq!(name("a", "b_cursor").as_deref(), Some("b/cursor"));
    }

    #[test]
    fn words_before_and_behind_a_figure() {
        let query = |text| Query::read(text, &solvers()).unwrap();
        let whole =
            query("range named mean of cursor.calls / puzzles on easy, hard as saving to 3");
        assert!(whole.shape.lowest && whole.shape.highest && whole.shape.named);
        assert_eq!(whole.digits, Some(3));
        let Asks::Figure { view, form, test, bound, puzzle: None } = whole.asks else { panic!() };
        assert_eq!((view, form, bound), (View::Point, Form::Saving, None));
        assert_eq!(test.corpora, ["easy", "hard"]);
        assert_eq!(test.description(), "mean of cursor.calls / puzzles");
        let ratio = query("error of cursor.time / b_cursor.time on easy below 0.5");
        let Asks::Figure { view, test, bound, .. } = &ratio.asks else { panic!() };
        assert_eq!((*view, *bound), (View::Error, Some((Bound::Below, 0.5))));
        assert_eq!(test.solvers(), ["a/cursor", "b/cursor"]);
        assert!(!ratio.is_exact() && query("cursor.guesses on easy").is_exact());
        let typical = query("range low of typical cursor.survey_ns / b_cursor.survey_ns on easy");
        let Asks::Figure { view: View::Low, test, .. } = &typical.asks else { panic!() };
        assert_eq!(test.description(), "typical cursor.survey_ns / b_cursor.survey_ns");
        assert!(!typical.is_exact(), "another run gives another");
        let one = query("cursor.calls on easy#7");
        assert!(matches!(&one.asks, Asks::Figure { puzzle: Some(7), .. }));
        let Asks::Duration { solver, corpora } =
            query("range duration cursor on easy, guessed").asks
        else {
            panic!()
        };
        assert!(solver == "a/cursor" && corpora.len() > 5, "a group is its sets: {corpora:?}");
        assert_eq!(query("verdicts fails").asks, Asks::Verdicts(Some(Verdict::Fails)));
    }

    #[test]
    fn mistakes_say_what_was_expected() {
        let wrong = |text: &str| Query::read(text, &solvers()).unwrap_err();
        assert_eq!(wrong("cursor.calls"), "expected `FIGURE on SET`");
        assert!(wrong("cursr.calls on easy").contains("the nearest is `cursor`"));
        assert!(wrong("cursor.cals on easy").contains("the nearest is `calls`"));
        assert!(wrong("cursor.calls on eazy").contains("the nearest is `easy`"));
        assert!(wrong("cursor.calls on easy as percents").contains("the nearest is `percent`"));
        assert!(wrong("cursor.calls on easy bellow 1").contains("the nearest is `below`"));
        assert_eq!(wrong("cursor.calls on easy below"), "expected a value after `below`");
        assert_eq!(wrong("cursor.calls on easy to x"), "`x` is not a number");
        assert_eq!(wrong("cursor.calls on easy#x"), "`easy#x`: expected the index of a puzzle");
        assert!(wrong("per_node of cursor.calls on easy").starts_with("`per_node of` is"));
        assert!(wrong("sets 000-a hold").contains("the nearest is `holds`"));
    }
}
