//! [`Decisive`]: the one figure that decides a claim, with its quantity and unit.

use std::fmt::{self, Display, Formatter};

use sudoku_judge::claims::{
    Judged, JudgedCorpus, JudgedLanguage, JudgedTest, POOLED, Term, Verdict,
};
use sudoku_judge::format;

/// The figure that decides a claim: for a claim that fails, the figure farthest from its limit; for
/// any other claim, the nearest. `Display` writes it with quantity, unit and corpus.
#[derive(Clone, Copy)]
pub(super) struct Decisive<'a> {
    pub(super) claim: &'a Judged,
    pub(super) test: &'a JudgedTest,
    /// The test in the language of the programs that the figure is about; `None` if it is about
    /// solvers.
    pub(super) language: Option<&'a JudgedLanguage>,
    finding: &'a JudgedCorpus,
    /// The distance of the figure from its limit: the logarithm of their quotient, or their
    /// difference where one of them is 0.
    pub(super) off: f64,
}

impl<'a> Decisive<'a> {
    /// `None` if nothing was measured.
    pub(super) fn of(claim: &'a Judged) -> Option<Self> {
        let tests = claim.tests.iter().filter(|test| test.verdict == claim.verdict);
        let each = tests.flat_map(|test| {
            let measured = || test.measured_languages();
            let found = measured().map(|one| (Some(one), &one.findings));
            let in_rust = measured().next().is_none().then_some((None, &test.findings));
            found.chain(in_rust).flat_map(move |(language, findings)| {
                let decides = findings.iter().filter(|finding| finding.verdict == test.verdict);
                decides.filter_map(move |finding| {
                    let off = off(finding.figure?.point, test.limit);
                    Some(Self { claim, test, language, finding, off })
                })
            })
        });
        let by_distance = |one: &Self, other: &Self| one.off.total_cmp(&other.off);
        let fails = claim.verdict == Verdict::Fails;
        if fails { each.max_by(by_distance) } else { each.min_by(by_distance) }
    }

    /// True if the figure has terms, so that a sentence can say what it is a number of.
    pub(super) fn is_plain(&self) -> bool {
        !self.test.terms.is_empty()
    }
}

fn off(figure: f64, limit: f64) -> f64 {
    if figure > 0.0 && limit > 0.0 { (figure / limit).ln().abs() } else { (figure - limit).abs() }
}

/// Writes sentences such as `bitmask/cursor takes 1.23 times the time of state-arrays/cursor on
/// easy`.
impl Display for Decisive<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let JudgedTest { terms, stem, bound, is_share, is_greatest, .. } = self.test;
        let Some(figure) = self.finding.figure else { return Ok(()) };
        let number = match figure.point {
            point if *is_share => format::share(point),
            whole if whole >= 1.0 && whole.fract() == 0.0 => format::count(whole as u64),
            point => format::factor(point),
        };
        let number = if *is_greatest { format!("up to {number}") } else { number };
        match terms.as_slice() {
            [Term { solver, measure }] => write!(f, "{solver} has {number} {}", plural(measure)),
            [above, below] if above.measure == below.measure => {
                let does = if above.measure == "time" { "takes" } else { "has" };
                let (what, above, below) = (plural(above.measure), &above.solver, &below.solver);
                write!(f, "{above} {does} {number} times the {what} of {below}")
            }
            [Term { solver, measure }, per] => {
                let (what, per) = (plural(measure), singular(per.measure));
                write!(f, "{solver} has {number} {what} per {per}")
            }
            _ if *is_share => write!(f, "{number} of the puzzles have {stem}"),
            _ if self.claim.verdict == Verdict::Fails => {
                write!(f, "{stem} is {number}, not {bound},")
            }
            _ => write!(f, "{stem} is {number} ({bound})"),
        }?;
        match self.finding.corpus.as_str() {
            POOLED => write!(f, " over {POOLED}"),
            corpus => write!(f, " on {corpus}"),
        }?;
        self.language.map_or(Ok(()), |one| write!(f, ", in {}", one.language))
    }
}

fn plural(measure: &str) -> String {
    match measure {
        "max_depth" => "levels of recursion".to_owned(),
        "state_bytes" => "bytes of state".to_owned(),
        "stack_bytes" => "bytes of stack".to_owned(),
        other => other.replace('_', " "),
    }
}

fn singular(measure: &str) -> String {
    let words = plural(measure);
    let singular = words.strip_suffix("ses").map(|stem| format!("{stem}s"));
    singular.or_else(|| words.strip_suffix('s').map(str::to_owned)).unwrap_or(words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claims::fixture::{self, finding};

    fn claim(figure: &str, terms: &[Term], verdict: Verdict, findings: &[JudgedCorpus]) -> Judged {
        let test = fixture::test(figure, verdict, findings);
        fixture::claim(verdict, vec![JudgedTest { terms: terms.to_vec(), ..test }])
    }

    fn term(solver: &str, measure: &'static str) -> Term {
        Term { solver: solver.to_owned(), measure }
    }

    fn decisive(figure: &str, terms: &[Term], point: f64) -> String {
        let found = [finding("easy", Verdict::Fails, point)];
        Decisive::of(&claim(figure, terms, Verdict::Fails, &found)).unwrap().to_string()
    }

    #[test]
    fn a_figure_has_its_quantity_and_unit() {
        let of = |terms: &[Term], point| decisive("", terms, point);
        let (a, b) = ("family/a", "family/b");
        assert_eq!(
            of(&[term(a, "time"), term(b, "time")], 1.8),
            "family/a takes 1.80 times the time of family/b on easy"
        );
        let reads = "family/a has 1.30 times the cell reads of family/b on easy";
        assert_eq!(of(&[term(a, "cell_reads"), term(b, "cell_reads")], 1.3), reads);
        let per = "family/a has 0.210 cell reads per check on easy";
        assert_eq!(of(&[term(a, "cell_reads"), term(a, "checks")], 0.21), per);
        let per = "family/a has 1.97 placements per guess on easy";
        assert_eq!(of(&[term(a, "placements"), term(a, "guesses")], 1.97), per);
        assert_eq!(
            of(&[term(a, "stack_bytes"), term("", "blanks")], 96.0),
            "family/a has 96 bytes of stack per blank on easy"
        );
        let up = "family/a has up to 69,000,000 calls on easy";
        assert_eq!(decisive("greatest a.calls", &[term(a, "calls")], 69e6), up);
        let levels = "family/a has 91 levels of recursion on easy";
        assert_eq!(of(&[term(a, "max_depth")], 91.0), levels);
    }

    #[test]
    fn any_other_figure_stands_as_it_is_written() {
        assert_eq!(
            decisive("share of puzzles with a.calls == 1", &[], 0.5),
            "50.0 % of the puzzles have a.calls == 1 on easy"
        );
        let found = [finding("easy", Verdict::Holds, 0.5)];
        let holds = claim("a.calls / b.checks", &[], Verdict::Holds, &found);
        let holds = Decisive::of(&holds).unwrap().to_string();
        assert_eq!(holds, "a.calls / b.checks is 0.500 (below 1) on easy");
        let other = "a.max_depth - blanks is up to 10, not below 1, on easy";
        assert_eq!(decisive("greatest a.max_depth - blanks", &[], 10.0), other);
        let fails = "a.calls / b.checks is 2, not below 1, on easy";
        assert_eq!(decisive("a.calls / b.checks", &[], 2.0), fails);
    }

    #[test]
    fn a_failing_claim_shows_its_worst_set_and_a_holding_one_its_nearest() {
        let on = |corpus: &str, verdict, point| finding(corpus, verdict, point);
        let (holds, fails) = (Verdict::Holds, Verdict::Fails);
        let mixed = [on("x", holds, 0.1), on("y", fails, 1.5), on("z", fails, 3.0)];
        let claim_of =
            |verdict, found: &[JudgedCorpus]| claim("a.calls / b.calls", &[], verdict, found);
        let set = |claim: &Judged| Decisive::of(claim).unwrap().finding.corpus.clone();
        assert_eq!(set(&claim_of(fails, &mixed)), "z");
        let well = [on("x", holds, 0.1), on("y", holds, 0.9), on("z", holds, 0.5)];
        assert_eq!(set(&claim_of(holds, &well)), "y");
        assert!(Decisive::of(&claim_of(fails, &well)).is_none(), "nothing there fails");
    }
}
