//! [`Request`]: which solvers on which puzzles, for how long, and where the results go.

use std::mem;
use std::process::Command;

use anyhow::{Result, bail};
use sudoku_programs::Program;
use sudoku_record::{Absent, Plan, RunFolder, SolverRecord, SourceRecord, source_hash, top};
use sudoku_registry::Entry;

use crate::{PuzzleSet, Settings, contestants, try_peer};

/// The request for a run.
#[derive(Debug)]
pub struct Request {
    /// The `cargo xtask bench` command that makes this request.
    pub command: String,
    /// How long the run may take.
    pub settings: Settings,
    /// The solvers that run, in the order of the registry and then of the peers.
    pub solvers: Vec<&'static Entry>,
    /// The solvers that were asked for and do not run, each with the reason.
    pub absent: Vec<(&'static Entry, Absent)>,
    /// Peers that have not been [tried](Self::try_peers) yet, and so do not run.
    pub untried: Vec<&'static Entry>,
    /// The puzzles, set by set; no two sets have the same name.
    pub sets: Vec<PuzzleSet>,
    /// The programs in other languages, each under a name of its own.
    pub programs: Vec<Program>,
    /// Where the results go, if anywhere.
    pub out: Option<RunFolder>,
    /// How many builds share the race; 0 when nothing is timed.
    pub builds: usize,
    /// The number of this build, from 1.
    pub build: usize,
}

impl Request {
    /// Returns an empty request: no solver, no puzzles, one build.
    pub fn bare(settings: Settings) -> Self {
        Self {
            command: String::new(),
            settings,
            solvers: Vec::new(),
            absent: Vec::new(),
            untried: Vec::new(),
            sets: Vec::new(),
            programs: Vec::new(),
            out: None,
            builds: 1,
            build: 1,
        }
    }

    /// Returns an error if no solver runs and no peer is left to be tried.
    pub(crate) fn demand_one(&self) -> Result<()> {
        if self.solvers.is_empty() && self.untried.is_empty() {
            bail!("none of these solvers can be run: {}", self.left_out().join("; "));
        }
        Ok(())
    }

    /// Sorts the solvers that are asked for into those that run, those that do not, and peers that
    /// have to be tried first. The plan of a run that has begun holds the results of these trials.
    pub(crate) fn admit(&mut self, asked: &[&'static Entry], plan: Option<&Plan>) {
        for &entry in asked {
            let record =
                plan.and_then(|plan| plan.solvers.iter().find(|solver| solver.id == entry.info.id));
            let absent = record.and_then(|record| record.absent.clone());
            if !entry.available() {
                self.absent.push((entry, Absent::NotOnThisMachine));
            } else if let Some(absent) = absent {
                self.absent.push((entry, absent));
            } else if !self.sets.iter().any(|set| entry.can.answer(set.record.goal)) {
                let why = "cannot answer what this run asks".to_owned();
                self.absent.push((entry, Absent::LeftOut(why)));
            } else if entry.peer.is_some() && record.is_none() {
                self.untried.push(entry);
            } else {
                self.solvers.push(entry);
            }
        }
    }

    /// Tries every untried peer, in a process that `child` starts. A peer that passes joins the
    /// solvers that run, any other those that do not.
    ///
    /// # Errors
    ///
    /// When such a process cannot be started, or no solver is left to run.
    pub fn try_peers(&mut self, child: impl Fn(&Entry) -> Result<Command>) -> Result<()> {
        for entry in mem::take(&mut self.untried) {
            match try_peer(&self.sets, &self.settings.allowance, child(entry)?)? {
                None => self.solvers.push(entry),
                Some(why) => self.absent.push((entry, Absent::LeftOut(why))),
            }
        }
        self.demand_one()
    }

    /// Returns a line for every solver that was asked for and does not run.
    pub fn left_out(&self) -> Vec<String> {
        let line = |(entry, absent): &(&Entry, Absent)| match (absent, entry.demand()) {
            (Absent::LeftOut(why), _) => format!("{} is left out: it {why}", entry.info.id),
            (Absent::NotOnThisMachine, Err(lack)) => lack.to_string(),
            // The plan was made on another machine, which lacks the instructions.
            (Absent::NotOnThisMachine, Ok(())) => format!("{} was not run", entry.info.id),
        };
        self.absent.iter().map(line).collect()
    }

    /// Returns the request as a record for `raw/plan.json`.
    pub fn plan(&self) -> Plan {
        let solver = |entry: &Entry, absent: Option<&Absent>| SolverRecord {
            id: entry.info.id.to_owned(),
            idea: entry.info.idea.to_owned(),
            sources: entry.info.sources.iter().map(SourceRecord::from).collect(),
            path: entry.info.path(),
            tree: entry.info.tree.0.to_owned(),
            target: entry.target.to_owned(),
            width: entry.width,
            peer: entry.peer.map(str::to_owned),
            counted: (entry.peer.is_none())
                .then(|| source_hash(top(), entry.info.id, entry.info.counters).ok())
                .flatten(),
            absent: absent.cloned(),
        };
        let running = self.solvers.iter().map(|entry| solver(entry, None));
        let absent = self.absent.iter().map(|(entry, absent)| solver(entry, Some(absent)));
        let mut solvers: Vec<SolverRecord> = running.chain(absent).collect();
        solvers.sort_by_key(|solver| contestants().position(|entry| entry.info.id == solver.id));
        Plan {
            command: self.command.clone(),
            mode: self.settings.mode,
            call_budget: self.settings.call_budget,
            time_limit_ns: self.settings.time_limit.as_nanos() as u64,
            samples: self.settings.samples,
            builds: self.builds as u64,
            solvers,
            corpora: self.sets.iter().map(|set| set.record.clone()).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use sudoku_record::Mode;

    use super::*;

    #[test]
    fn solvers_that_cannot_run_are_in_the_plan_with_the_reason() {
        use sudoku_doubles::peers::{HONEST, THOROUGH};
        use sudoku_doubles::{ABSENT, WIDE};
        let ids =
            |entries: &[&Entry]| entries.iter().map(|entry| entry.info.id).collect::<Vec<_>>();
        let bare = || {
            let settings = Settings::of(Mode::Quick);
            let sets = vec![PuzzleSet::find("leetcode-37", &settings).unwrap()];
            Request { sets, ..Request::bare(settings) }
        };
        let mut request = bare();
        request.admit(&[&ABSENT, &WIDE, &HONEST, &THOROUGH], None);
        assert_eq!(ids(&request.solvers), [WIDE.info.id]);
        assert_eq!(ids(&request.untried), [HONEST.info.id], "it is not known yet");
        let left_out = [
            "doubles/absent needs mmx512, which this processor lacks",
            "doubles/thorough is left out: it cannot answer what this run asks",
        ];
        assert_eq!(request.left_out(), left_out);

        // The next program of the run takes the results of the first one's trials from the plan.
        let why = Absent::LeftOut("panicked".to_owned());
        for (absent, solvers) in [(None, 2), (Some(why), 1)] {
            let mut plan = request.plan();
            let record =
                SolverRecord { absent, id: HONEST.info.id.to_owned(), ..plan.solvers[0].clone() };
            plan.solvers.push(record);
            let mut next = bare();
            next.admit(&[&ABSENT, &WIDE, &HONEST, &THOROUGH], Some(&plan));
            assert_eq!((next.solvers.len(), next.absent.len()), (solvers, 4 - solvers));
            assert!(next.untried.is_empty());
        }
        let records = request.plan().solvers;
        let find = |id| records.iter().find(|record| record.id == id).unwrap();
        let absent = find(ABSENT.info.id);
        assert_eq!(
            (absent.target.as_str(), &absent.absent),
            ("mmx512", &Some(Absent::NotOnThisMachine))
        );
        assert_eq!(find(THOROUGH.info.id).peer.as_deref(), Some("1.0.0"));
    }
}
