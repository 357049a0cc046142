//! [`Needs`]: the measurements that claims need.

use sudoku_record::{CountedError, top};

use crate::claims::claim::{Basis, Claim};
use crate::claims::evidence::committed;
use crate::claims::read::timed;

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
    let mut needs = Needs::default();
    for test in claims.iter().flat_map(|claim| claim.tests.iter().chain(&claim.because)) {
        let solvers = test.solvers();
        for solver in &solvers {
            add(&mut needs.solvers, solver);
        }
        for corpus in test.corpora.iter().filter(|corpus| timed.contains(*corpus)) {
            if !test.is_work() || !solvers.iter().all(|solver| counted(solver, corpus)) {
                add(&mut needs.corpora, corpus);
            }
        }
        needs.times |= test.basis() == Basis::PairedTimes;
        needs.instructions |= test.needs_instructions();
    }
    // Committed counts are used only for solvers that the run ran on some set, so it needs one.
    if needs.corpora.is_empty() {
        add(&mut needs.corpora, "leetcode-37");
    }
    Ok(needs)
}

fn add(names: &mut Vec<String>, name: &str) {
    if !names.iter().any(|known| known == name) {
        names.push(name.to_owned());
    }
}
