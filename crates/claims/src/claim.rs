//! [`Claim`]: what an article says, as data; and the reader for the files that hold it.
//!
//! A file belongs to one article. Everything that is wrong in it is an error with its line:
//!
//! ```toml
//! [[claim]]
//! id = "004-cursor"                    # unique; begins with the name of the file
//! place = "solution 2"                 # where in the article
//! says = "..."                         # in our own words
//! reading = "..."                      # why the tests are a fair reading of the words
//! solvers = { cursor = "brute-scan/fused", corner = "scan-from-start/fused" }
//! expect = "holds"                     # the verdict overall
//! really = "..."                       # what happens instead: not for a claim that holds
//! experiment = "cargo ..."             # the smallest command that shows it; one that fails needs both
//!
//! [[claim.test]]                       # one, or one for each part of the claim
//! says = "in less time"                # names the part, where there are several
//! figure = "cursor.time / corner.time"
//! below = 1                            # or at_most, above, at_least, equals
//! on = ["searched"]                    # corpora, or groups of them (corpora.toml)
//! expect = { holds = ["easy"] }        # corpus by corpus
//!
//! [[claim.because]]                    # what explains it: tests that must hold
//! says = "..."
//! figure = "..."
//! ```
//!
//! # Figures
//!
//! A figure is arithmetic over names. `blanks` and `puzzles` (1 for each) belong to the puzzle;
//! `NAME.MEASURE` to a solver, where a measure is a counter (as in `sudoku-lab tally`) or one of
//!
//! | measure | what it is |
//! |---|---|
//! | `time` | CPU time in paired rounds: only as the quotient of two, `a.time / b.time` |
//! | `survey_ns` | CPU time of the survey in nanoseconds |
//! | `state_bytes`, `stack_bytes`, `allocations` | memory |
//! | `instructions` | by callgrind: only for a whole corpus |
//!
//! `puzzles` says how the puzzles of a corpus make one figure:
//!
//! | puzzles | the figure is |
//! |---|---|
//! | `"total"` (when nothing is said) | worked out once, over the sums; of depths and bytes, the greatest (no figure has both) |
//! | `"mean"`, `"median"`, `"least"`, `"greatest"` | that of the figures of single puzzles; the mean of a comparison is a share |
//! | `"spread"` | the greatest divided by the least |
//!
//! With `against = "..."` the figure is an exponent: that of the power of `against` with which
//! `figure` grows from puzzle to puzzle. With `pooled = true` all corpora are taken as one, which
//! needs all of them in the run. With `most = true` more than half of the corpora are enough.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use serde::{Deserialize, Serialize};
use sudoku_core::{Work, nearest};
use toml::Spanned;

use crate::expression::{self, Expression, Operator};

/// Something that an article says about cost.
#[derive(Debug, Clone, PartialEq)]
pub struct Claim {
    /// Unique: the article's key, a hyphen, and a name.
    pub id: String,
    /// Where in the article it stands.
    pub place: String,
    /// The claim, in our own words.
    pub says: String,
    /// Why its tests are a fair reading of the article's words.
    pub reading: String,
    /// The solvers that its figures are about: what the figures call them, and their ids.
    pub solvers: BTreeMap<String, String>,
    /// What decides it: one test, or one for each of its parts.
    pub tests: Vec<Test>,
    /// What explains it: tests that must hold.
    pub because: Vec<Test>,
    /// What happens instead, for a claim that fails.
    pub really: Option<String>,
    /// The smallest command that shows this.
    pub experiment: Option<String>,
    /// The verdict that was found before and looked at by a human; none for a new claim.
    pub expect: Option<Verdict>,
}

/// A figure and a bound for it.
#[derive(Debug, Clone, PartialEq)]
pub struct Test {
    /// What is tested, in words; empty for the only test of a claim.
    pub says: String,
    pub(crate) figure: Figure,
    /// The figure as it was written.
    pub written: String,
    pub(crate) bound: Bound,
    pub(crate) limit: f64,
    /// The corpora, in the order of the file.
    pub corpora: Vec<String>,
    pub(crate) pooled: bool,
    pub(crate) most: bool,
    /// The verdicts found before, corpus by corpus.
    pub expect: BTreeMap<String, Verdict>,
}

/// What a test finds out.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Figure {
    /// Worked out from what was counted or surveyed.
    Worked(Expression<Quantity>, Puzzles),
    /// The time of one solver divided by that of another, from rounds in which both ran.
    PairedTime { above: String, below: String },
    /// The power of one figure with which another grows.
    Exponent { of: Expression<Quantity>, by: Expression<Quantity> },
}

/// A name in a figure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Quantity {
    Blanks,
    Puzzles,
    /// A measure of the solver with this id.
    Of(String, Measure),
}

impl Quantity {
    /// True for what is not summed over puzzles, since a sum would mean nothing.
    pub(crate) fn is_greatest(&self) -> bool {
        match self {
            Self::Of(_, Measure::StateBytes | Measure::StackBytes) => true,
            Self::Of(_, Measure::Counter(what)) => *what == Work::MaxDepth,
            _ => false,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Measure {
    Counter(Work),
    Time,
    SurveyNs,
    StateBytes,
    StackBytes,
    Allocations,
    Instructions,
}

/// How the puzzles of a corpus make one figure.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Puzzles {
    #[default]
    Total,
    Mean,
    Median,
    Least,
    Greatest,
    Spread,
}

/// On which side of its limit a figure must lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bound {
    Below,
    AtMost,
    Above,
    AtLeast,
    Equals,
}

/// What the machine says of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It is so.
    Holds,
    /// It is not so.
    Fails,
    /// The run could not tell.
    Undecided,
    /// The run has nothing to decide it by.
    NotMeasured,
}

impl Verdict {
    /// The word for it in a sentence.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Fails => "fails",
            Self::Undecided => "undecided",
            Self::NotMeasured => "not measured",
        }
    }

    /// True for holds against fails.
    pub(crate) fn opposite(self, other: Self) -> bool {
        matches!((self, other), (Self::Holds, Self::Fails) | (Self::Fails, Self::Holds))
    }
}

impl Test {
    /// The ids of the solvers that the figure is about.
    pub fn solvers(&self) -> Vec<&str> {
        match &self.figure {
            Figure::PairedTime { above, below } => vec![above, below],
            Figure::Worked(expression, _) => solvers_of(expression.names()),
            Figure::Exponent { of, by } => solvers_of([of.names(), by.names()].concat()),
        }
    }

    /// What the figure rests on.
    pub fn basis(&self) -> Basis {
        match &self.figure {
            Figure::PairedTime { .. } => Basis::PairedTimes,
            _ if self.measures(|measure| measure == Measure::SurveyNs) => Basis::SurveyTimes,
            Figure::Worked(..) | Figure::Exponent { .. } => Basis::Counts,
        }
    }

    /// True when the run must have instructions for it.
    pub fn needs_instructions(&self) -> bool {
        self.measures(|measure| measure == Measure::Instructions)
    }

    /// True when it rests on the counters alone, which are committed for every puzzle.
    pub fn is_work(&self) -> bool {
        let timed = matches!(self.figure, Figure::PairedTime { .. });
        !timed && !self.measures(|measure| !matches!(measure, Measure::Counter(_)))
    }

    /// What the figure is worked out from, puzzle by puzzle; nothing for times in pairs.
    pub(crate) fn quantities(&self) -> Vec<&Quantity> {
        match &self.figure {
            Figure::PairedTime { .. } => Vec::new(),
            Figure::Worked(expression, _) => expression.names(),
            Figure::Exponent { of, by } => [of.names(), by.names()].concat(),
        }
    }

    /// True when some measure in the figure is such a one.
    fn measures(&self, such: impl Fn(Measure) -> bool) -> bool {
        let mut names = self.quantities().into_iter();
        names.any(|name| matches!(name, Quantity::Of(_, measure) if such(*measure)))
    }

    /// True when the figure is a share of the puzzles.
    pub(crate) fn is_share(&self) -> bool {
        matches!(&self.figure, Figure::Worked(Expression::Binary(operator, ..), Puzzles::Mean)
            if operator.compares())
    }
}

fn solvers_of(names: Vec<&Quantity>) -> Vec<&str> {
    let solvers = names.into_iter().filter_map(|name| match name {
        Quantity::Of(solver, _) => Some(solver.as_str()),
        Quantity::Blanks | Quantity::Puzzles => None,
    });
    solvers.collect()
}

/// What a figure rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Basis {
    /// Counts, sizes or instructions: the same on every run of one program.
    Counts,
    /// Ratios of times in the same rounds, with their intervals and the noise floor.
    PairedTimes,
    /// Times of single puzzles: good for powers of ten, not for percents.
    SurveyTimes,
}

impl Basis {
    /// True when another run of the same program gives the same figure.
    pub const fn is_exact(self) -> bool {
        matches!(self, Self::Counts)
    }
}

/// The files of the articles: their keys and texts.
const FILES: [(&str, &str); 5] = [
    ("000", include_str!("../claims/000.toml")),
    ("001", include_str!("../claims/001.toml")),
    ("002", include_str!("../claims/002.toml")),
    ("003", include_str!("../claims/003.toml")),
    ("004", include_str!("../claims/004.toml")),
];

const CORPORA: &str = include_str!("../claims/corpora.toml");

/// The corpora on which a claim is measured when it is measured alone.
///
/// # Errors
///
/// When the file of groups is not as it should be; the error names its line.
pub fn timed() -> Result<BTreeSet<String>, ClaimError> {
    let Groups { mut group } = File { name: path("corpora"), text: CORPORA }.parse()?;
    let timed = group.remove("timed").unwrap_or_default();
    Ok(timed.into_iter().map(Spanned::into_inner).collect())
}

/// The claims of all articles.
///
/// # Errors
///
/// When a file is not as it should be; the error names file and line.
pub fn claims() -> Result<Vec<Claim>, ClaimError> {
    let mut all: Vec<Claim> = Vec::new();
    for (key, text) in FILES {
        for claim in read(key, text)? {
            all.push(claim);
        }
    }
    Ok(all)
}

/// Something wrong in a file of claims.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}: {message}")]
pub struct ClaimError {
    /// The file, from the top of the repository.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong, and what is nearest where a name is unknown.
    pub message: String,
}

/// The name of an article's file, from the top of the repository.
pub fn path(key: &str) -> String {
    format!("crates/claims/claims/{key}.toml")
}

/// The claims in the file of an article.
///
/// # Errors
///
/// When the text is not as it should be; the error names file and line.
pub fn read(key: &str, text: &str) -> Result<Vec<Claim>, ClaimError> {
    let groups: Groups = File { name: path("corpora"), text: CORPORA }.parse()?;
    let file = File { name: path(key), text };
    let Claims { claim } = file.parse()?;
    let mut ids = BTreeSet::new();
    let mut claims = Vec::new();
    for raw in claim {
        let id = raw.id.clone();
        if !id.get_ref().strip_prefix(key).is_some_and(|name| name.starts_with('-')) {
            return Err(file.error(&id.span(), format!("the id should begin with `{key}-`")));
        }
        if !ids.insert(id.get_ref().clone()) {
            return Err(file.error(&id.span(), format!("a second claim `{}`", id.get_ref())));
        }
        claims.push(file.claim(raw, &groups)?);
    }
    Ok(claims)
}

/// An expectation in a file.
pub(crate) struct Expectation {
    /// The id of the claim.
    pub(crate) id: String,
    /// The place of the test in the claim; none for the claim's own expectation.
    pub(crate) test: Option<usize>,
    /// The bytes of the value in the file.
    pub(crate) place: Range<usize>,
}

/// Every expectation in a file, in order.
///
/// # Errors
///
/// As [`read`].
pub(crate) fn expectations(key: &str, text: &str) -> Result<Vec<Expectation>, ClaimError> {
    let Claims { claim } = File { name: path(key), text }.parse()?;
    let mut found = Vec::new();
    for raw in claim {
        let id = raw.id.into_inner();
        let overall = raw.expect.map(|expect| (None, expect.span()));
        let tests = raw.test.into_iter().enumerate();
        let tests = tests.filter_map(|(at, test)| Some((Some(at), test.expect?.span())));
        for (test, place) in overall.into_iter().chain(tests) {
            found.push(Expectation { id: id.clone(), test, place });
        }
    }
    Ok(found)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Groups {
    group: BTreeMap<String, Vec<Spanned<String>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Claims {
    claim: Vec<RawClaim>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawClaim {
    id: Spanned<String>,
    place: String,
    says: String,
    reading: String,
    solvers: BTreeMap<String, Spanned<String>>,
    expect: Option<Spanned<Verdict>>,
    really: Option<String>,
    experiment: Option<String>,
    test: Vec<RawTest>,
    #[serde(default)]
    because: Vec<RawTest>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTest {
    says: Option<String>,
    figure: Spanned<String>,
    against: Option<Spanned<String>>,
    puzzles: Option<Spanned<Puzzles>>,
    #[serde(default)]
    pooled: bool,
    #[serde(default)]
    most: bool,
    on: Spanned<Vec<Spanned<String>>>,
    below: Option<f64>,
    at_most: Option<f64>,
    above: Option<f64>,
    at_least: Option<f64>,
    equals: Option<f64>,
    expect: Option<Spanned<RawExpect>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawExpect {
    #[serde(default)]
    holds: Vec<String>,
    #[serde(default)]
    fails: Vec<String>,
    #[serde(default)]
    undecided: Vec<String>,
}

/// A text and what it is called.
struct File<'a> {
    name: String,
    text: &'a str,
}

impl File<'_> {
    fn error(&self, span: &Range<usize>, message: String) -> ClaimError {
        let line = self.text[..span.start].matches('\n').count() + 1;
        ClaimError { file: self.name.clone(), line, message }
    }

    fn parse<'de, T: Deserialize<'de>>(&'de self) -> Result<T, ClaimError> {
        toml::from_str(self.text).map_err(|error| {
            let message = error.message().to_owned();
            let nearest = nearest_of_message(&message);
            self.error(&error.span().unwrap_or(0..0), message + &nearest)
        })
    }

    fn claim(&self, raw: RawClaim, groups: &Groups) -> Result<Claim, ClaimError> {
        let place = raw.id.span();
        let mut solvers = BTreeMap::new();
        for (name, id) in raw.solvers {
            let found = sudoku_registry::find(id.get_ref())
                .map_err(|error| self.error(&id.span(), error.to_string()))?;
            solvers.insert(name, found.info.id.to_owned());
        }
        if raw.test.is_empty() {
            return Err(self.error(&place, "a claim needs a test".to_owned()));
        }
        let several = raw.test.len() > 1;
        let unnamed = |tests: &[RawTest]| {
            tests.iter().find(|test| test.says.is_none()).map(|test| test.figure.span())
        };
        if let Some(span) = unnamed(&raw.because).or(unnamed(&raw.test).filter(|_| several)) {
            return Err(self.error(&span, "this test needs a `says`".to_owned()));
        }
        let unexplained = raw.really.is_none() || raw.experiment.is_none();
        let objection = match raw.expect.as_ref().map(Spanned::get_ref) {
            Some(Verdict::Fails) if unexplained => "fails needs `really` and `experiment`",
            Some(Verdict::Holds) if raw.really.is_some() => "holds has no `really`",
            _ => "",
        };
        if let Some(expect) = raw.expect.as_ref().filter(|_| !objection.is_empty()) {
            return Err(self.error(&expect.span(), format!("a claim that {objection}")));
        }
        let tests = |raw: Vec<RawTest>| -> Result<Vec<Test>, ClaimError> {
            raw.into_iter().map(|test| self.test(test, &solvers, groups)).collect()
        };
        Ok(Claim {
            tests: tests(raw.test)?,
            because: tests(raw.because)?,
            id: raw.id.into_inner(),
            place: raw.place,
            says: raw.says,
            reading: raw.reading,
            solvers,
            really: raw.really,
            experiment: raw.experiment,
            expect: raw.expect.map(Spanned::into_inner),
        })
    }

    fn test(
        &self,
        raw: RawTest,
        solvers: &BTreeMap<String, String>,
        groups: &Groups,
    ) -> Result<Test, ClaimError> {
        let place = raw.figure.span();
        let bounds = [
            (raw.below, Bound::Below),
            (raw.at_most, Bound::AtMost),
            (raw.above, Bound::Above),
            (raw.at_least, Bound::AtLeast),
            (raw.equals, Bound::Equals),
        ];
        let mut given = bounds.iter().filter_map(|(limit, bound)| Some(((*limit)?, *bound)));
        let (Some((limit, bound)), None) = (given.next(), given.next()) else {
            let names = "`below`, `at_most`, `above`, `at_least` and `equals`";
            return Err(self.error(&place, format!("a test needs one of {names}")));
        };
        let corpora = self.corpora(&raw.on, groups)?;
        let expect = self.expect(raw.expect, &corpora, raw.pooled)?;
        let mut written = raw.figure.get_ref().clone();
        if let Some(by) = &raw.against {
            written = format!("{written} against {}", by.get_ref());
        }
        Ok(Test {
            says: raw.says.unwrap_or_default(),
            figure: self.figure(&raw.figure, raw.against.as_ref(), raw.puzzles, solvers)?,
            written,
            bound,
            limit,
            corpora,
            pooled: raw.pooled,
            most: raw.most,
            expect,
        })
    }

    fn figure(
        &self,
        written: &Spanned<String>,
        against: Option<&Spanned<String>>,
        puzzles: Option<Spanned<Puzzles>>,
        solvers: &BTreeMap<String, String>,
    ) -> Result<Figure, ClaimError> {
        let figure = self.expression(written, solvers)?;
        if let Expression::Binary(Operator::Divide, a, b) = &figure
            && let Expression::Name(Quantity::Of(above, Measure::Time)) = &**a
            && let Expression::Name(Quantity::Of(below, Measure::Time)) = &**b
            && against.is_none()
            && puzzles.is_none()
        {
            return Ok(Figure::PairedTime { above: above.clone(), below: below.clone() });
        }
        let by = against.map(|by| Ok((by, self.expression(by, solvers)?))).transpose()?;
        for (text, expression) in
            [(written, &figure)].into_iter().chain(by.iter().map(|(t, e)| (*t, e)))
        {
            if expression.names().iter().any(|name| matches!(name, Quantity::Of(_, Measure::Time)))
            {
                let message = "`time` is compared as `a.time / b.time` and no other way; \
                               the time of single puzzles is `survey_ns`";
                return Err(self.error(&text.span(), message.to_owned()));
            }
        }
        if by.is_none()
            && puzzles.as_ref().is_none_or(|puzzles| *puzzles.get_ref() == Puzzles::Total)
            && let names = figure.names()
            && names.iter().any(|name| name.is_greatest())
            && names.iter().any(|name| !name.is_greatest())
        {
            let message = "depths and bytes are not summed over puzzles, the others are: \
                           say `puzzles = \"greatest\"`, or which else is meant";
            return Err(self.error(&written.span(), message.to_owned()));
        }
        match (by, puzzles) {
            (Some(_), Some(puzzles)) => {
                let message = "`against` is about single puzzles already: no `puzzles` here";
                Err(self.error(&puzzles.span(), message.to_owned()))
            }
            (Some((_, by)), None) => Ok(Figure::Exponent { of: figure, by }),
            (None, puzzles) => {
                Ok(Figure::Worked(figure, puzzles.map(Spanned::into_inner).unwrap_or_default()))
            }
        }
    }

    fn expression(
        &self,
        written: &Spanned<String>,
        solvers: &BTreeMap<String, String>,
    ) -> Result<Expression<Quantity>, ClaimError> {
        let parsed = expression::parse(written.get_ref(), |owner, name| match owner {
            None => match name {
                "blanks" => Ok(Quantity::Blanks),
                "puzzles" => Ok(Quantity::Puzzles),
                _ => Err(unknown("figure of a puzzle", name, ["blanks", "puzzles"])),
            },
            Some(owner) => {
                let solver = solvers.get(owner).ok_or_else(|| {
                    unknown("solver of this claim", owner, solvers.keys().map(String::as_str))
                })?;
                let measures = measures();
                let measure = measures.iter().find(|(known, _)| *known == name);
                let (_, measure) = measure.ok_or_else(|| {
                    unknown("measure", name, measures.iter().map(|(known, _)| *known))
                })?;
                Ok(Quantity::Of(solver.clone(), *measure))
            }
        });
        parsed.map_err(|mistake| {
            let column = mistake.at + 1;
            let text = written.get_ref();
            self.error(
                &written.span(),
                format!("{} (character {column} of `{text}`)", mistake.message),
            )
        })
    }

    /// The corpora named, groups resolved.
    fn corpora(
        &self,
        on: &Spanned<Vec<Spanned<String>>>,
        groups: &Groups,
    ) -> Result<Vec<String>, ClaimError> {
        let mut corpora: Vec<String> = Vec::new();
        for name in on.get_ref() {
            let group = groups.group.get(name.get_ref());
            let members = group.map_or(std::slice::from_ref(name), Vec::as_slice);
            for corpus in members {
                if sudoku_corpus::find(corpus.get_ref()).is_err() {
                    let known = sudoku_corpus::CORPORA.iter().map(|corpus| corpus.name);
                    let known = known.chain(groups.group.keys().map(String::as_str));
                    let message = unknown("corpus or group", corpus.get_ref(), known);
                    let file = File { name: path("corpora"), text: CORPORA };
                    let file = if group.is_some() { &file } else { self };
                    return Err(file.error(&corpus.span(), message));
                }
                if !corpora.contains(corpus.get_ref()) {
                    corpora.push(corpus.get_ref().clone());
                }
            }
        }
        if corpora.is_empty() {
            return Err(self.error(&on.span(), "a test needs a corpus".to_owned()));
        }
        Ok(corpora)
    }

    fn expect(
        &self,
        raw: Option<Spanned<RawExpect>>,
        corpora: &[String],
        pooled: bool,
    ) -> Result<BTreeMap<String, Verdict>, ClaimError> {
        let Some(raw) = raw else { return Ok(BTreeMap::new()) };
        let span = raw.span();
        let RawExpect { holds, fails, undecided } = raw.into_inner();
        let mut expect = BTreeMap::new();
        for (names, verdict) in
            [(holds, Verdict::Holds), (fails, Verdict::Fails), (undecided, Verdict::Undecided)]
        {
            for name in names {
                let known = if pooled { name == POOLED } else { corpora.contains(&name) };
                if !known {
                    let tested = corpora.iter().map(String::as_str);
                    let names = tested.filter(|_| !pooled).chain(pooled.then_some(POOLED));
                    return Err(self.error(&span, unknown("corpus of this test", &name, names)));
                }
                if expect.insert(name.clone(), verdict).is_some() {
                    return Err(self.error(&span, format!("two verdicts for `{name}`")));
                }
            }
        }
        Ok(expect)
    }
}

/// What pooled corpora are called together.
pub(crate) const POOLED: &str = "all corpora together";

/// Every measure by its name: the counters, then the others.
fn measures() -> Vec<(&'static str, Measure)> {
    let counters = Work::ALL.into_iter().map(|what| (what.name(), Measure::Counter(what)));
    let others = [
        ("time", Measure::Time),
        ("survey_ns", Measure::SurveyNs),
        ("state_bytes", Measure::StateBytes),
        ("stack_bytes", Measure::StackBytes),
        ("allocations", Measure::Allocations),
        ("instructions", Measure::Instructions),
    ];
    counters.chain(others).collect()
}

fn unknown<'a>(what: &str, asked: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let nearest = nearest(asked, known);
    let nearest = nearest.map_or_else(String::new, |name| format!("; the nearest is `{name}`"));
    format!("no {what} is called `{asked}`{nearest}")
}

/// Serde lists the names that it knows between backticks, after the one that it does not.
fn nearest_of_message(message: &str) -> String {
    let mut names = message.split('`').skip(1).step_by(2);
    let asked = names.next().filter(|_| message.starts_with("unknown"));
    let near = asked.and_then(|asked| nearest(asked, names));
    near.map_or_else(String::new, |name| format!("; the nearest is `{name}`"))
}
