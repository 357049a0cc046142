//! [`Figure`]: what a test computes, and [`Bound`]: the side of its limit on which the figure must
//! lie.

use std::cmp::Ordering::{self, Equal, Greater, Less};

use serde::{Deserialize, Serialize};
use sudoku_core::stats::{bootstrap_exponent, median};

use crate::Interval;
use crate::claims::expression;
use crate::claims::measure::Measure;

/// An expression over the measures of solvers and puzzles.
pub(crate) type Expression = expression::Expression<Quantity>;

/// The figure that a test computes.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Figure {
    /// A figure computed from counts, survey times, sizes or instructions.
    Worked(Expression, Puzzles),
    /// The time of one solver divided by that of another, from rounds in which both ran.
    PairedTime { above: String, below: String },
    /// The exponent with which `of` grows as a power of `by`.
    Exponent { of: Expression, by: Expression },
}

/// A name in a figure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Quantity {
    /// The id of the solver; empty for a measure of the puzzles alone.
    pub(crate) solver: String,
    pub(crate) measure: Measure,
}

/// A measure of a solver or of the puzzles, as a part of a figure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Term {
    /// The id of the solver; empty for a measure of the puzzles alone.
    pub solver: String,
    /// The name of the measure.
    pub measure: &'static str,
}

impl Figure {
    /// The terms of the figure. One term: the figure is a measure of a solver, or its greatest
    /// value. Two terms: it is their quotient; the second term may be of the same solver, of
    /// another solver, or of the puzzles. Empty for any other figure.
    pub(crate) fn terms(&self) -> Vec<Term> {
        let time = |solver: &String| Term { solver: solver.clone(), measure: Measure::Time.name() };
        let term = |of: &Quantity| Term { solver: of.solver.clone(), measure: of.measure.name() };
        let terms: Vec<Term> = match self {
            Self::PairedTime { above, below } => vec![time(above), time(below)],
            Self::Worked(figure, Puzzles::Total | Puzzles::Greatest) => {
                figure.terms().iter().map(term).collect()
            }
            _ => Vec::new(),
        };
        let can_be_named = |above: &Term, below: &Term| {
            let by_itself = [above.solver.as_str(), ""].contains(&below.solver.as_str());
            by_itself || above.measure == below.measure
        };
        match terms.as_slice() {
            [above, ..] if above.solver.is_empty() => Vec::new(),
            [above, below] if !can_be_named(above, below) => Vec::new(),
            _ => terms,
        }
    }

    /// The quantities that the figure is computed from, puzzle by puzzle; empty for a ratio of
    /// paired times.
    pub(crate) fn quantities(&self) -> impl Iterator<Item = &Quantity> {
        let [of, by] = match self {
            Self::PairedTime { .. } => [None, None],
            Self::Worked(of, _) => [Some(of), None],
            Self::Exponent { of, by } => [Some(of), Some(by)],
        };
        of.into_iter().chain(by).flat_map(|expression| &expression.names)
    }
}

/// How the puzzles of a corpus are combined into one figure.
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

/// How many samples are drawn for the interval of an exponent.
const RESAMPLES: usize = 2000;

impl Figure {
    /// The figure over puzzles, of each of which the values of the [quantities](Self::quantities) are
    /// known, with the interval that decides: without a width if it is exact. An error says why there is
    /// none.
    pub(crate) fn over(&self, puzzles: &[Vec<Option<f64>>]) -> Result<Interval, String> {
        let point = match self {
            Self::Worked(of, Puzzles::Total) => value(of, &totals(of, puzzles))?,
            Self::Worked(of, combined) => {
                let each = puzzles.iter().map(|values| value(of, values));
                let each = each.collect::<Result<Vec<f64>, _>>()?;
                let least = || each.iter().copied().fold(f64::INFINITY, f64::min);
                let greatest = || each.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                match combined {
                    Puzzles::Total | Puzzles::Mean => each.iter().sum::<f64>() / each.len() as f64,
                    Puzzles::Median => median(&each),
                    Puzzles::Least => least(),
                    Puzzles::Greatest => greatest(),
                    Puzzles::Spread if least() == 0.0 => return Err(NO_QUOTIENT.into()),
                    Puzzles::Spread => greatest() / least(),
                }
            }
            Self::Exponent { of, by } => {
                let point = |values: &Vec<Option<f64>>| {
                    let (of_values, by_values) = values.split_at(of.names.len());
                    Ok::<_, String>((value(by, by_values)?, value(of, of_values)?))
                };
                let points = puzzles.iter().map(point).collect::<Result<Vec<_>, _>>()?;
                let interval = bootstrap_exponent(&points, 0.95, RESAMPLES, 1);
                return Ok(interval.ok_or("no exponent: figures that do not vary, or are 0")?);
            }
            Self::PairedTime { .. } => return Err("no paired times in the run".to_owned()),
        };
        Ok(Interval { point, low: point, high: point })
    }
}

/// Each quantity over all puzzles: the sum, or the greatest value where a sum means nothing. `None` if
/// one is missing.
fn totals(of: &Expression, puzzles: &[Vec<Option<f64>>]) -> Vec<Option<f64>> {
    let total = |(at, name): (usize, &Quantity)| {
        let join = if name.measure.is_greatest() { f64::max } else { |a, b| a + b };
        puzzles.iter().try_fold(0.0, |total, values| Some(join(total, values[at]?)))
    };
    of.names.iter().enumerate().map(total).collect()
}

const NO_QUOTIENT: &str = "a division by 0";

/// The value of an expression; an error says why there is none.
fn value(expression: &Expression, values: &[Option<f64>]) -> Result<f64, String> {
    let Some(figure) = expression.value(values) else {
        let missing = expression.names.iter().zip(values).find(|(_, value)| value.is_none());
        let what = missing.map_or("a figure", |(name, _)| name.measure.source());
        return Err(format!("no {what} in the run"));
    };
    if figure.is_finite() { Ok(figure) } else { Err(NO_QUOTIENT.to_owned()) }
}

/// On which side of its limit a figure must lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Bound {
    words: &'static str,
    sides: &'static [Ordering],
}

impl Bound {
    pub(crate) const BELOW: Self = Self { words: "below", sides: &[Less] };
    pub(crate) const AT_MOST: Self = Self { words: "at most", sides: &[Less, Equal] };
    pub(crate) const ABOVE: Self = Self { words: "above", sides: &[Greater] };
    pub(crate) const AT_LEAST: Self = Self { words: "at least", sides: &[Equal, Greater] };
    pub(crate) const EQUALS: Self = Self { words: "equal to", sides: &[Equal] };

    /// True if the figure is on this side of the limit.
    pub(crate) fn admits(self, figure: f64, limit: f64) -> bool {
        figure.partial_cmp(&limit).is_some_and(|order| self.sides.contains(&order))
    }

    /// The bound in words, with the limit as it was written: `below 0.5`, `at most 10 %`.
    pub(crate) fn in_words(self, limit: f64, is_share: bool) -> String {
        let bound = self.words;
        if is_share {
            format!("{bound} {} %", (limit * 1e8).round() / 1e6)
        } else if limit != 0.0 && limit.abs() < 1e-3 {
            format!("{bound} {limit:e}")
        } else {
            format!("{bound} {limit}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claims::expression::parse;

    fn terms(text: &str, puzzles: Puzzles) -> Vec<String> {
        let expression = parse(text, |owner, name| {
            let all = Measure::OF_PUZZLES.into_iter().chain(Measure::of_solvers());
            let measure = { all }.find(|measure| measure.name() == name);
            let solver = owner.unwrap_or_default().to_owned();
            Ok(Quantity { solver, measure: measure.unwrap() })
        });
        let terms = Figure::Worked(expression.unwrap(), puzzles).terms();
        terms.into_iter().map(|Term { solver, measure }| format!("{solver} {measure}")).collect()
    }

    #[test]
    fn a_figure_is_named_by_the_measures_that_it_divides() {
        let total = |text: &str| terms(text, Puzzles::Total).join(" by ");
        assert_eq!(total("a.cell_reads / b.cell_reads"), "a cell_reads by b cell_reads");
        assert_eq!(total("a.cell_reads / a.checks"), "a cell_reads by a checks");
        assert_eq!(total("a.stack_bytes / blanks"), "a stack_bytes by  blanks");
        assert_eq!(total("a.setup_cells / puzzles"), "a setup_cells by  puzzles");
        assert_eq!(total("a.max_depth"), "a max_depth");
        assert_eq!(terms("a.max_depth", Puzzles::Greatest), ["a max_depth"]);
        let paired = Figure::PairedTime { above: "a".to_owned(), below: "b".to_owned() };
        assert_eq!(paired.terms().len(), 2);
        for other in ["a.calls / b.checks", "a.max_depth - blanks", "blanks / a.calls", "blanks"] {
            assert_eq!(total(other), "", "{other}");
        }
        assert_eq!(terms("a.max_depth", Puzzles::Median).len(), 0, "a median of it");
    }
}
