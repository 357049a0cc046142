//! [`Step`]: the solvers with which the page of a solver compares it, and [`Gain`]: what runs and
//! counts say of such a pair.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use crate::ratio::give_verdicts;
use crate::{Paired, Ratio};
use serde::Deserialize;
use sudoku_record::{Counted, CountedSet, Plan, Raw, top};

use crate::claims::file::groups;
use crate::claims::{LedgerError, References, counted};

/// The comparisons that the page of a solver makes under "What the step buys".
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// The id of the solver.
    pub solver: String,
    /// The ids of the solvers with which it is compared.
    pub against: Vec<String>,
}

/// The steps of all solvers, in the order of the registry.
///
/// # Panics
///
/// When `claims/steps.toml` is not of the form that its header describes.
pub fn steps() -> &'static [Step] {
    #[derive(Deserialize)]
    struct Written {
        step: Vec<Step>,
    }
    static ALL: LazyLock<Vec<Step>> = LazyLock::new(|| {
        let written: Written = toml::from_str(include_str!("../../claims/steps.toml"))
            .expect("claims/steps.toml is as its head says");
        written.step
    });
    &ALL
}

/// The name of the run at hand among those of a [`Gain`].
pub const THIS_RUN: &str = "this run";

/// A solver compared with another one.
#[derive(Debug, Clone, PartialEq)]
pub struct Gain {
    /// The id of the solver.
    pub solver: String,
    /// The id of the solver with which it is compared.
    pub against: String,
    /// Its nodes divided by those of the other, set by set: exact, on all puzzles of the set. Empty
    /// if one of the two does not count nodes.
    pub nodes: Vec<(String, f64)>,
    /// The ratios of times in each run that has any, set by set, with the name of the run. The
    /// verdicts are corrected for the number of these sets.
    pub times: Vec<(String, Vec<Ratio>)>,
}

/// The gains of a run's solvers, by the run itself and by the references.
///
/// # Errors
///
/// When committed counts are missing, stale or damaged.
pub(crate) fn gains(references: &References, run: &Raw) -> Result<Vec<Gain>, LedgerError> {
    let is_in_run = |step: &&Step| run.plan.solvers.iter().any(|one| one.id == step.solver);
    let steps: Vec<&Step> = steps().iter().filter(is_in_run).collect();
    let ids = steps.iter().flat_map(|step| [&step.solver].into_iter().chain(&step.against));
    let counted = counted(top(), ids.collect::<BTreeSet<_>>())?;
    let paired = Paired::of(&run.paired).with_counts(&run.counts, &run.sets);
    let mut runs = vec![(THIS_RUN.to_owned(), &run.plan, &paired)];
    let others = references.all().iter().filter(|of| of.raw.environment != run.environment);
    runs.extend(others.map(|of| (of.raw.environment.processor(), &of.raw.plan, &of.paired)));
    let pairs = steps.iter().flat_map(|step| step.against.iter().map(|id| (&step.solver, id)));
    let gains = pairs.map(|(solver, against)| Gain {
        solver: solver.clone(),
        against: against.clone(),
        nodes: nodes(&counted, &groups()["searched"], [solver, against]),
        times: times(&runs, [solver, against]),
    });
    Ok(gains.collect())
}
/// The nodes of one solver divided by those of the other on each of these sets.
fn nodes(counted: &[Counted], sets: &[String], pair: [&String; 2]) -> Vec<(String, f64)> {
    let nodes = |set: &CountedSet| {
        let nodes = set.runs.iter().map(|run| run.counts.entered());
        nodes.sum::<Option<u64>>().filter(|nodes| *nodes > 0)
    };
    let on = |set: &str| {
        let of = |id: &String| nodes(counted.iter().find(|one| one.solver == *id)?.set(set)?);
        Some((set.to_owned(), of(pair[0])? as f64 / of(pair[1])? as f64))
    };
    sets.iter().filter_map(|set| on(set)).collect()
}

/// The ratios of times of the runs that have any.
fn times(
    runs: &[(String, &Plan, &Paired)],
    [above, below]: [&String; 2],
) -> Vec<(String, Vec<Ratio>)> {
    let mut times = Vec::new();
    for (name, plan, paired) in runs {
        let ratio = |set: &String| paired.ratio(set, above, below);
        let ratios = plan.corpora.iter().filter_map(|corpus| ratio(&corpus.name));
        let mut ratios: Vec<Ratio> = ratios.collect();
        give_verdicts(&mut ratios);
        if !ratios.is_empty() {
            times.push((name.clone(), ratios));
        }
    }
    times
}
