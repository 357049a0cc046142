//! [`Results`]: everything that a run found, made from its raw data alone. This is `results.json`.

use serde::{Deserialize, Serialize};
use sudoku_core::Counts;

use crate::indexed::{by_key, keyed};
use crate::paired::MeanTime;
use crate::{
    Criterion, Difficulty, Exercise, Ladder, Paired, ProgramTime, PuzzleTimes, Ratios, SelfCheck,
    SolverRow, Timing, Typical,
};
use sudoku_core::stats::{mean, median, par2, quantile, sorted};
use sudoku_record::{
    Environment, InstructionRow, Page, PairedRow, Plan, ProgramRecord, Raw, SampleRow, SetupRow,
    SurveyRow,
};

/// The version of `results.json`, whose fields are documented in `docs/RESULTS.md`. Within a
/// version, fields may be added; renaming, removing or redefining a field makes a new version.
pub const SCHEMA_VERSION: u32 = 9;

/// A row is marked contended if its thread had a core for less than this share of the wall time.
pub const CONTENDED_BELOW: f64 = 0.98;

/// Everything a run found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Results {
    /// The [`SCHEMA_VERSION`] of the program that wrote the file.
    pub schema_version: u32,
    /// The machine and the build.
    pub environment: Environment,
    /// The plan: what the run sets out to do.
    pub plan: Plan,
    /// The steps that a run that was cut short did not finish; empty for a complete run.
    pub missing: Vec<String>,
    /// One row per solver and corpus, corpus by corpus.
    pub rows: Vec<SolverRow>,
    /// The ratios of times; `None` if nothing was run in pairs.
    pub ratios: Option<Ratios>,
    /// The solvers from the slowest to the fastest, with the change at each step, corpus by corpus;
    /// empty when nothing was run in pairs.
    pub ladders: Vec<Ladder>,
    /// How reliable the ratios are, corpus by corpus; empty when nothing was run in pairs.
    pub self_checks: Vec<SelfCheck>,
    /// The time of every solver on every puzzle, solved once; empty when there was no survey.
    pub survey: Vec<Survey>,
    /// The survey, puzzle by puzzle. It is not in `results.json`, but in `raw/survey.csv.gz`.
    #[serde(skip)]
    pub puzzle_times: Vec<PuzzleTimes>,
    /// The puzzles by which readers check programs of their own. They are not in `results.json`, but
    /// in the raw counts.
    #[serde(skip)]
    pub exercises: Vec<Exercise>,
    /// How hard the puzzles are.
    pub difficulty: Vec<Difficulty>,
    /// The instructions that callgrind counted; empty if it was not run.
    pub instructions: Vec<InstructionRow>,
    /// The time to prepare each solver; empty if it was not measured.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub setup: Vec<SetupRow>,
    /// The programs in other languages that took part, with their answers; empty if there were
    /// none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub programs: Vec<ProgramRecord>,
    /// The times of these programs, set by set.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub program_times: Vec<ProgramTime>,
    /// The solvers that have changed since the run: all figures are those of their earlier code.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub recounted: Vec<String>,
    /// The descriptions of the solvers, added from the checkout at hand where a page is drawn.
    /// They are for human readers and not in `results.json`.
    #[serde(skip)]
    pub pages: Vec<Page>,
}

/// How many puzzles of a corpus a solver solves within the limit, and in what time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Survey {
    /// The name of the corpus.
    pub corpus: String,
    /// The id of the solver.
    pub solver: String,
    /// How many puzzles of the corpus the survey gave to the solver.
    pub puzzles: usize,
    /// The times of single solves within the limit, in nanoseconds, ascending. Puzzles without a
    /// time here were not solved within it.
    pub once_ns: Vec<u64>,
    /// PAR-2 in nanoseconds: the mean time, where a puzzle not solved within the limit counts as
    /// twice the limit.
    pub par2_ns: f64,
    /// The solver's time divided by the reference's, on a typical puzzle; `None` if the corpus has
    /// no reference, or if either solver left more than a tenth of the puzzles unsolved.
    pub typical: Option<Typical>,
}

keyed!(Survey);

impl Results {
    /// Computes the results of a run from its raw data.
    pub fn of(raw: &Raw) -> Self {
        let paired = Paired::of(&raw.paired)
            .with_counts(&raw.counts, &raw.sets)
            .with_kinds(&raw.kinds)
            .with_programs(&raw.passes, &raw.programs);
        let rows = rows(raw, &paired);
        let ratios = Ratios::from_race(&paired, &raw.paired);
        let rungs: Vec<SolverRow> = rows.iter().cloned().chain(programs(raw)).collect();
        let ladders = ratios.as_ref().map(|of| Ladder::all(&rungs, &paired, of));
        let self_checks = ratios.as_ref().map(|of| SelfCheck::all(&paired, of));
        let program_times = paired.program_times();
        let puzzle_times = PuzzleTimes::all(raw);
        let survey = surveys(raw, &puzzle_times, ratios.as_ref());
        Self {
            schema_version: SCHEMA_VERSION,
            environment: raw.environment.clone(),
            plan: raw.plan.clone(),
            missing: raw.missing.clone(),
            rows,
            ratios,
            ladders: ladders.unwrap_or_default(),
            self_checks: self_checks.unwrap_or_default(),
            survey,
            puzzle_times,
            exercises: Exercise::all(raw),
            difficulty: Difficulty::of(raw),
            instructions: raw.instructions.clone(),
            setup: raw.setup.clone(),
            programs: raw.programs.clone(),
            program_times,
            recounted: raw.recounted.clone(),
            pages: Vec::new(),
        }
    }
}

fn rows(raw: &Raw, rounds: &Paired) -> Vec<SolverRow> {
    let (counts, survey) = (by_key(&raw.counts), by_key(&raw.survey));
    let (samples, turns) = (by_key(&raw.samples), by_key(&raw.paired));
    let mut rows = Vec::new();
    for corpus in &raw.plan.corpora {
        for solver in &raw.plan.solvers {
            let (name, id) = (corpus.name.clone(), solver.id.clone());
            let mut row = SolverRow { corpus: name, solver: id, ..SolverRow::default() };
            let ours = (&*solver.id, &*corpus.name);
            counts.get(&ours).into_iter().flatten().for_each(|count| row.add(count));
            let turns = turns.get(&ours).into_iter().flatten().copied();
            let survey = survey.get(&ours).map_or(&[][..], Vec::as_slice);
            let samples = samples.get(&ours).map_or(&[][..], Vec::as_slice);
            let time = rounds.time(&corpus.name, &solver.id);
            row.timing = time.map(|time| timing(time, turns, survey, samples));
            rows.push(row);
        }
    }
    rows
}

/// The answers of programs as rows for ladders. The work of a program is unknown.
fn programs(raw: &Raw) -> impl Iterator<Item = SolverRow> {
    let sound = raw.programs.iter().filter(|record| record.fault().is_none());
    let rows = sound.map(|record| {
        let id = record.id();
        record.answers.iter().map(move |answers| SolverRow {
            solved: answers.answered as u64,
            stopped: (answers.puzzles - answers.answered) as u64,
            counts: Counts::from_values([]),
            corpus: answers.corpus.clone(),
            solver: id.clone(),
            ..SolverRow::default()
        })
    });
    rows.flatten()
}

/// A figure, such as the mean, of the times of single solves, over the puzzles that were finished.
fn once(survey: &[&SurveyRow], figure: fn(&[f64]) -> f64) -> Option<f64> {
    let times = survey.iter().filter_map(|row| row.cpu_ns).map(|ns| ns as f64);
    let times: Vec<f64> = times.collect();
    (!times.is_empty()).then(|| figure(&times))
}

/// The timing of a solver, from its mean time and all of its turns, single solves and samples.
fn timing<'a>(
    MeanTime { ns, placements, counted_on, puzzles }: MeanTime,
    turns: impl Iterator<Item = &'a PairedRow>,
    survey: &[&SurveyRow],
    samples: &[&SampleRow],
) -> Timing {
    let turns = turns.filter(|row| !row.twin && row.puzzles > 0);
    let (cpu, wall) = turns.fold((0, 0), |(cpu, wall), row| (cpu + row.cpu_ns, wall + row.wall_ns));
    let cpu_over_wall = if wall == 0 { 1.0 } else { cpu as f64 / wall as f64 };
    Timing {
        mean_ns: ns,
        counted_on,
        mean_ns_per_placement: (placements > 0.0).then(|| ns.scaled(1.0 / placements)),
        once_median_ns: once(survey, median),
        once_mean_ns: once(survey, mean),
        puzzles,
        criterion: criterion(samples),
        cpu_over_wall,
        contended: cpu_over_wall < CONTENDED_BELOW,
    }
}

fn criterion(samples: &[&SampleRow]) -> Option<Criterion> {
    let puzzles = samples.first()?.puzzles;
    let each = |row: &&SampleRow| row.cpu_ns as f64 / row.puzzles.max(1) as f64;
    let samples: Vec<f64> = samples.iter().map(each).collect();
    let ordered = sorted(&samples);
    Some(Criterion {
        samples: samples.len(),
        puzzles,
        median_ns: median(&samples),
        p5_ns: quantile(&ordered, 0.05),
        p95_ns: quantile(&ordered, 0.95),
    })
}

fn surveys(raw: &Raw, times: &[PuzzleTimes], ratios: Option<&Ratios>) -> Vec<Survey> {
    let limit = raw.plan.time_limit_ns;
    let rows = by_key(&raw.survey);
    let mut found = Vec::new();
    for corpus in &raw.plan.corpora {
        let reference = ratios.and_then(|ratios| ratios.reference_on(&corpus.name));
        let times = times.iter().find(|times| times.corpus == corpus.name).zip(reference);
        for solver in &raw.plan.solvers {
            let Some(rows) = rows.get(&(&*solver.id, &*corpus.name)) else { continue };
            let within = rows.iter().map(|row| row.cpu_ns.filter(|ns| *ns <= limit));
            let mut once_ns: Vec<u64> = within.clone().flatten().collect();
            once_ns.sort_unstable();
            let as_floats: Vec<Option<f64>> = within.map(|ns| Some(ns? as f64)).collect();
            found.push(Survey {
                corpus: corpus.name.clone(),
                solver: solver.id.clone(),
                puzzles: rows.len(),
                once_ns,
                par2_ns: par2(&as_floats, limit as f64),
                typical: times.and_then(|(times, below)| times.typical(&solver.id, below)),
            });
        }
    }
    found
}
