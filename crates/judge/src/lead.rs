//! The ladders that a report shows, and the ladder and the solvers that come first in it.

use sudoku_core::Goal;
use sudoku_record::{CorpusRecord, Plan, ProgramRecord};

use crate::{Interval, Ladder, Results, Rows, Typical};

/// The sets whose ladders are shown if the run has them: puzzles of all kinds, and puzzles on which
/// the slowest solvers are slowest.
const FIRST: [&str; 2] = ["minimal", "anti-row-major"];

/// The greatest number of solvers that a report names in its first table and in every chart.
pub const LEADING: usize = 8;

/// The greatest number of solvers, or of programs, that count as chosen by name.
const CHOSEN: usize = 10;

impl Results {
    /// The set of this name in the plan.
    pub fn corpus(&self, name: &str) -> Option<&CorpusRecord> {
        self.plan.corpora.iter().find(|corpus| corpus.name == name)
    }

    /// The ladders that a report shows, the leading one first. Ladders on a single puzzle, which says
    /// little of other puzzles, are shown only if there are too few others.
    pub fn shown_ladders(&self) -> Vec<&Ladder> {
        let of = |set: &CorpusRecord| self.ladders.iter().find(|ladder| ladder.corpus == set.name);
        ranked(&self.plan).into_iter().filter_map(of).take(FIRST.len()).collect()
    }

    /// The first of the [shown ladders](Self::shown_ladders).
    pub fn lead(&self) -> Option<&Ladder> {
        self.shown_ladders().into_iter().next()
    }

    /// The time of a solver divided by that of the reference on a typical puzzle of a set; `None`
    /// where the survey has no such ratio.
    pub fn typical(&self, solver: &str, corpus: &str) -> Option<&Typical> {
        self.survey.of(solver, corpus)?.typical.as_ref()
    }

    /// Nanoseconds of a program for a puzzle of a set. `None` if the program did not answer all
    /// puzzles, or left the run.
    pub fn program_mean(&self, program: &str, corpus: &str) -> Option<Interval> {
        let record = self.programs.iter().find(|record| record.id() == program)?;
        let answers = record.answers_to(corpus)?;
        let time = self.program_times.of(program, corpus)?;
        (answers.answered == answers.puzzles).then_some(time.time_ns)
    }
    /// The time of a solver divided by that of the reference, on the leading ladder; `None` if the
    /// solver was not run in pairs there.
    pub fn time_on_lead(&self, solver: &str) -> Option<f64> {
        Some(self.ratios.as_ref()?.to_reference(solver, &self.lead()?.corpus)?.point)
    }

    /// The ids of the solvers that come first in a report, in the order of the plan: the reference
    /// of the leading ladder and the fastest solver of each family. There are at most [`LEADING`],
    /// without peers; of too many families, those are chosen whose fastest solvers lie farthest
    /// apart.
    pub fn leading(&self) -> Vec<&str> {
        self.leading_of(LEADING)
    }

    /// The ids that a first table of at most `rows` rows shows: the programs that were asked for by
    /// name, and all solvers if these were chosen too, otherwise the [leading](Self::leading) ones.
    pub fn asked(&self, rows: usize) -> Vec<String> {
        let is_chosen = self.programs.len() <= CHOSEN;
        let programs = self.programs.iter().filter(|record| is_chosen || record.twin().is_none());
        let programs: Vec<String> = programs.map(ProgramRecord::id).take(rows).collect();
        let room = rows - programs.len();
        let all: Vec<&str> = self.plan.solvers.iter().map(|solver| &*solver.id).collect();
        let solvers = match all.len() {
            0..=CHOSEN if all.len() <= room => all,
            0..=CHOSEN => self.leading_of(room),
            _ => self.leading_of(room.min(LEADING)),
        };
        programs.into_iter().chain(solvers.into_iter().take(room).map(str::to_owned)).collect()
    }

    fn leading_of(&self, most: usize) -> Vec<&str> {
        let own = || {
            let own = self.plan.solvers.iter().filter(|solver| solver.peer.is_none());
            own.map(|solver| &*solver.id)
        };
        let families = most.saturating_sub(1);
        let fastest = fastest_of_families(own(), |solver| self.time_on_lead(solver), families);
        let ladder = self.lead().zip(self.ratios.as_ref());
        let reference = ladder.and_then(|(ladder, ratios)| ratios.reference_on(&ladder.corpus));
        own().filter(|id| fastest.contains(id) || reference == Some(id)).collect()
    }

    /// The survey's times of a solver on all sets, ascending, in nanoseconds, at least 1 each.
    pub fn survey_times(&self, solver: &str) -> Vec<f64> {
        let times = self.survey.by(solver).flat_map(|survey| &survey.once_ns);
        let mut times: Vec<f64> = times.map(|&ns| ns.max(1) as f64).collect();
        times.sort_unstable_by(f64::total_cmp);
        times
    }

    /// How many puzzles were surveyed: for each set, the greatest number for any solver.
    pub fn surveyed(&self) -> usize {
        let of_set = |name: &str| self.survey.on(name).map(|survey| survey.puzzles).max();
        self.plan.corpora.iter().filter_map(|corpus| of_set(&corpus.name)).sum()
    }
}

/// The sets of a plan in the order in which a report shows their ladders.
pub(crate) fn ranked(plan: &Plan) -> Vec<&CorpusRecord> {
    let mut sets: Vec<_> = plan.corpora.iter().collect();
    sets.sort_by_key(|set| {
        let place = FIRST.iter().position(|name| *name == set.set());
        (set.puzzles == 1, set.goal != Goal::First, place.unwrap_or(FIRST.len()))
    });
    sets
}

/// The family of a solver, which is the first part of its id.
pub fn family(id: &str) -> &str {
    id.split_once('/').map_or(id, |(family, _)| family)
}

/// The fastest solver of each family; of more than `most`, those that lie farthest apart.
fn fastest_of_families<'a>(
    solvers: impl Iterator<Item = &'a str>,
    time: impl Fn(&str) -> Option<f64>,
    most: usize,
) -> Vec<&'a str> {
    let mut fastest: Vec<(&str, f64)> = Vec::new();
    for id in solvers {
        let size = time(id).map_or(f64::INFINITY, f64::ln);
        match fastest.iter_mut().find(|(known, _)| family(known) == family(id)) {
            Some(known) if size < known.1 => *known = (id, size),
            Some(_) => {}
            None => fastest.push((id, size)),
        }
    }
    let mut chosen: Vec<(&str, f64)> = Vec::new();
    let mut left = fastest.clone();
    while chosen.len() < most && !left.is_empty() {
        let apart = |size: f64| match size.is_finite() {
            true if chosen.is_empty() => -size,
            true => chosen.iter().map(|other| (other.1 - size).abs()).fold(f64::MAX, f64::min),
            false => f64::MIN,
        };
        let farthest = |best: usize, at: usize| {
            if apart(left[at].1) > apart(left[best].1) { at } else { best }
        };
        let next = (0..left.len()).fold(0, farthest);
        chosen.push(left.remove(next));
    }
    fastest.retain(|solver| chosen.contains(solver));
    fastest.into_iter().map(|(id, _)| id).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fastest_of_each_family_leads() {
        let all = ["a/1", "a/2", "b/1", "c/1"];
        let time = |id: &str| match id {
            "a/1" => Some(9.0),
            "a/2" => Some(1.0),
            "b/1" => Some(3.0),
            _ => None,
        };
        assert_eq!(fastest_of_families(all.into_iter(), time, 7), ["a/2", "b/1", "c/1"]);
        assert_eq!(fastest_of_families(all.into_iter(), |_| None, 7), ["a/1", "b/1", "c/1"]);
    }

    #[test]
    fn of_many_families_those_lead_that_lie_far_apart() {
        let names: Vec<String> = (0..14).map(|n| format!("{n}/x")).collect();
        // Pairs of families are equally fast.
        let time = |id: &str| Some(10_f64.powi(id.split('/').next()?.parse::<i32>().ok()? / 2));
        let found = fastest_of_families(names.iter().map(String::as_str), time, 7);
        assert_eq!(found, ["0/x", "2/x", "4/x", "6/x", "8/x", "10/x", "12/x"]);
    }
}
