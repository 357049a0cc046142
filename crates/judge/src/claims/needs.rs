//! [`Needs`]: the measurements that claims need.

use sudoku_record::{CountedError, top};

use crate::claims::read::timed;
use crate::claims::{Basis, Claim, Test, committed};
use crate::raced::distinct;

/// The measurements that a run needs to decide some claims. Work whose counts are committed is not
/// among them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Needs {
    /// The ids of the solvers.
    pub solvers: Vec<String>,
    /// The names of the corpora, all of them in a default run.
    pub corpora: Vec<String>,
    /// True when times in pairs are needed.
    pub times: bool,
    /// True when instructions are needed.
    pub instructions: bool,
}

/// Returns the measurements that a run needs to decide these claims.
///
/// # Errors
///
/// When committed counts are missing, stale or damaged.
pub fn needs(claims: &[Claim]) -> Result<Needs, CountedError> {
    let (timed, committed) = (timed(), committed(top(), claims)?);
    let counted = |solver: &str, corpus: &str| {
        let mut of_solver = committed.iter().filter(|counted| counted.solver == solver);
        of_solver.any(|counted| counted.set(corpus).is_some())
    };
    let tests = || claims.iter().flat_map(|claim| claim.tests.iter().chain(&claim.because));
    let measured = |test: &Test, corpus: &String| {
        let is_counted = test.solvers().iter().all(|solver| counted(solver, corpus));
        timed.contains(corpus) && !(test.is_work() && is_counted)
    };
    let corpora = tests().flat_map(|test| {
        test.corpora.iter().filter(|corpus| measured(test, corpus)).map(String::as_str)
    });
    let mut corpora = distinct(corpora);
    // Committed counts are used only for solvers that the run ran on some set, so it needs one.
    if corpora.is_empty() {
        corpora.push("leetcode-37");
    }
    let owned = |names: Vec<&str>| names.into_iter().map(str::to_owned).collect();
    Ok(Needs {
        solvers: owned(distinct(tests().flat_map(Test::solvers))),
        corpora: owned(corpora),
        times: tests().any(|test| test.basis() == Basis::PairedTimes),
        instructions: tests().any(Test::needs_instructions),
    })
}
