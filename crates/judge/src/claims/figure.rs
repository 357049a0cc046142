//! [`Figure`]: what a test computes, and [`Bound`]: the side of its limit on which the figure must
//! lie.

use serde::{Deserialize, Serialize};

use crate::claims::expression::{Expression, Operator};
use crate::claims::measure::Measure;

/// The figure that a test computes.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Figure {
    /// A figure computed from counts, survey times, sizes or instructions.
    Worked(Expression<Quantity>, Puzzles),
    /// The time of one solver divided by that of another, from rounds in which both ran.
    PairedTime { above: String, below: String },
    /// The exponent with which `of` grows as a power of `by`.
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

/// A measure of a solver or of the puzzles, as a part of a figure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Term {
    /// The id of the solver; empty for a measure of the puzzles alone.
    pub solver: String,
    /// The name of the measure.
    pub measure: &'static str,
}

impl Quantity {
    /// True for a quantity of which puzzles are combined by the greatest, because a sum would mean
    /// nothing.
    pub(crate) fn is_greatest(&self) -> bool {
        matches!(self, Self::Of(_, measure) if measure.is_greatest())
    }

    fn term(&self) -> Term {
        match self {
            Self::Blanks => Term { solver: String::new(), measure: "blanks" },
            Self::Puzzles => Term { solver: String::new(), measure: "puzzles" },
            Self::Of(solver, measure) => Term { solver: solver.clone(), measure: measure.name() },
        }
    }
}

impl Figure {
    /// The terms of the figure. One term: the figure is a measure of a solver, or its greatest
    /// value. Two terms: it is their quotient; the second term may be of the same solver, of
    /// another solver, or of the puzzles. Empty for any other figure.
    pub(crate) fn terms(&self) -> Vec<Term> {
        let terms = match self {
            Self::PairedTime { above, below } => [above, below]
                .map(|solver| Term { solver: solver.clone(), measure: Measure::Time.name() })
                .to_vec(),
            Self::Worked(figure, Puzzles::Total | Puzzles::Greatest) => match figure {
                Expression::Name(one) => vec![one.term()],
                Expression::Binary(Operator::Divide, above, below) => match (&**above, &**below) {
                    (Expression::Name(above), Expression::Name(below)) => {
                        vec![above.term(), below.term()]
                    }
                    _ => Vec::new(),
                },
                _ => Vec::new(),
            },
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
}

/// How the puzzles of a corpus are combined into one figure.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Puzzles {
    #[default]
    Total,
    Mean,
    Median,
    /// The geometric mean, with an interval from the spread between puzzles.
    Typical,
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

impl Bound {
    /// True if the figure is on this side of the limit.
    pub(crate) fn admits(self, figure: f64, limit: f64) -> bool {
        match self {
            Self::Below => figure < limit,
            Self::AtMost => figure <= limit,
            Self::Above => figure > limit,
            Self::AtLeast => figure >= limit,
            Self::Equals => figure.total_cmp(&limit).is_eq(),
        }
    }

    /// The bound in words, with the limit as it was written: `below 0.5`, `at most 10 %`.
    pub(crate) fn in_words(self, limit: f64, is_share: bool) -> String {
        let bound = match self {
            Self::Below => "below",
            Self::AtMost => "at most",
            Self::Above => "above",
            Self::AtLeast => "at least",
            Self::Equals => "equal to",
        };
        if is_share {
            format!("{bound} {} %", limit * 100.0)
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
            let measure = Measure::all().find(|measure| measure.name() == name);
            Ok(match (owner, measure) {
                (Some(owner), Some(measure)) => Quantity::Of(owner.to_owned(), measure),
                (_, _) if name == "puzzles" => Quantity::Puzzles,
                _ => Quantity::Blanks,
            })
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
