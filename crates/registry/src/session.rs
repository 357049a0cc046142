//! [`Session`]: one solver, ready to run with every kind of probe.

use std::fmt;
use std::ops::Range;
use std::slice;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use sudoku_core::{
    CallBudget, Counter, Counts, Enumerator, Frame, Goal, Grid, Info, Mark, Off, Peer, Probe,
    Proof, Puzzle, SolutionPath, Solver, StackGauge, Stop, TimeBudget, Tracer, Work,
};

use crate::referee::{Outcome, referee};

/// The limits of a search.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Limits {
    /// The number of recursive calls: it stops at the same node on every machine.
    pub calls: Option<u64>,
    /// Wall time.
    pub time: Option<Duration>,
}

impl Limits {
    /// No limit: the search runs to its end.
    pub const NONE: Self = Self { calls: None, time: None };

    /// A limit on recursive calls.
    pub const fn calls(calls: u64) -> Self {
        Self { calls: Some(calls), time: None }
    }

    fn budgets(self, cancel: Option<&AtomicBool>) -> (CallBudget, TimeBudget<'_>) {
        let calls = CallBudget::new(self.calls.unwrap_or(u64::MAX));
        (calls, TimeBudget::new(self.time.unwrap_or(Duration::MAX), cancel))
    }
}

/// A judged answer and the work of the search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tally {
    /// How the search ended.
    pub outcome: Outcome,
    /// The work, up to the stop if there was one.
    pub counts: Counts,
}

/// Solutions of one puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solutions {
    /// The number of solutions that were found: all there are, if it is below the limit of the
    /// search.
    pub count: usize,
    /// The first of them, as many as were to be kept, in the order in which the solver finds them.
    pub first: Vec<Grid>,
    /// Grids that the referee refused: they are not solved, change a clue, or were found before. If
    /// there are any, the solver is faulty.
    pub refused: Vec<Grid>,
    /// The limit that stopped the search; `None` if it ended by itself.
    pub stopped: Option<Stop>,
}

/// A search as numbered steps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trace {
    /// How the search ended: stopped, if it has more steps than were followed.
    pub outcome: Outcome,
    /// The work, up to the stop if there was one.
    pub counts: Counts,
    /// The mark of each step, from step 1 on.
    pub marks: Vec<Mark>,
    /// The depth after each step, from step 1 on; 255 where it is greater.
    pub depths: Vec<u8>,
    /// The frames of the window, in order.
    pub frames: Vec<Frame>,
}

/// One solver with its tables built, for any number of puzzles.
pub struct Session {
    solver: Box<dyn Erased>,
    cancel: Option<Arc<AtomicBool>>,
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Session")
    }
}

impl Session {
    pub(crate) fn of<S: Solver + 'static, const WHOLE: bool>() -> Self {
        Self::new(Adapter::<S, WHOLE>(S::default()))
    }

    pub(crate) fn of_peer<T: Peer + 'static, const WHOLE: bool>() -> Self {
        Self::new(Foreign::<T, WHOLE>(T::default()))
    }

    fn new(solver: impl Erased + 'static) -> Self {
        Self { solver: Box::new(solver), cancel: None }
    }

    /// Stops searches with [`Stop::Cancelled`] while `cancel` is true: those of all methods that
    /// return a stop. They read it at every 1024th call.
    pub fn cancelled_by(&mut self, cancel: Arc<AtomicBool>) {
        self.cancel = Some(cancel);
    }

    /// Solves one puzzle by the search that is timed, and judges its answer.
    pub fn solve(&mut self, puzzle: &Puzzle, goal: Goal) -> Outcome {
        let (mut answer, mut proof) = ([None], [Proof::default()]);
        self.solve_all(slice::from_ref(puzzle), goal, &mut answer, &mut proof);
        referee(goal, puzzle, answer[0].as_ref(), &proof[0])
    }

    /// The timed run: the bare search over many puzzles. For [`Goal::First`], nothing observes the
    /// search, and `proofs` may be empty. For [`Goal::Unique`], each search goes on to a second
    /// solution or to its end, and writes the solutions that it finds into its proof; the solver
    /// may write to `answers`, which then mean nothing. The caller asks the referee after the clock
    /// has stopped.
    ///
    /// # Panics
    ///
    /// When there are fewer answers than puzzles, or fewer proofs for [`Goal::Unique`].
    #[inline]
    pub fn solve_all(
        &mut self,
        puzzles: &[Puzzle],
        goal: Goal,
        answers: &mut [Option<Grid>],
        proofs: &mut [Proof],
    ) {
        match goal {
            Goal::First => self.time(puzzles, answers),
            Goal::Unique => self.prove(puzzles, answers, proofs),
        }
    }

    // A separate function, so that a profiler can distinguish the search from the code around it.
    #[inline(never)]
    fn time(&mut self, puzzles: &[Puzzle], answers: &mut [Option<Grid>]) {
        self.solver.time(puzzles, &mut answers[..puzzles.len()]);
    }

    #[inline(never)]
    fn prove(&mut self, puzzles: &[Puzzle], answers: &mut [Option<Grid>], proofs: &mut [Proof]) {
        self.solver.prove(puzzles, &mut answers[..puzzles.len()], fresh(proofs, puzzles));
    }

    /// Solves as [`solve_all`](Self::solve_all), but within limits that hold for all searches
    /// together. They cost a few percent of the time.
    ///
    /// # Errors
    ///
    /// When a limit is reached. Answers and proofs then mean nothing.
    ///
    /// # Panics
    ///
    /// As [`solve_all`](Self::solve_all).
    pub fn solve_within(
        &mut self,
        puzzles: &[Puzzle],
        goal: Goal,
        limits: Limits,
        answers: &mut [Option<Grid>],
        proofs: &mut [Proof],
    ) -> Result<(), Stop> {
        if limits == Limits::NONE && self.cancel.is_none() {
            self.solve_all(puzzles, goal, answers, proofs);
            return Ok(());
        }
        let (calls, time) = limits.budgets(self.cancel.as_deref());
        let answers = &mut answers[..puzzles.len()];
        let proofs = match goal {
            Goal::First => &mut [],
            Goal::Unique => fresh(proofs, puzzles),
        };
        self.solver.within(puzzles, (&calls, &time), answers, proofs)
    }

    /// Solves one puzzle within limits, and judges its answer.
    pub fn solve_one(&mut self, puzzle: &Puzzle, goal: Goal, limits: Limits) -> Outcome {
        let (mut answer, mut proof, one) = ([None], [Proof::default()], slice::from_ref(puzzle));
        match self.solve_within(one, goal, limits, &mut answer, &mut proof) {
            Ok(()) => referee(goal, puzzle, answer[0].as_ref(), &proof[0]),
            Err(stop) => Outcome::Stopped(stop),
        }
    }

    /// Counts the work of a search and judges its answer.
    pub fn tally(&mut self, puzzle: &Puzzle, goal: Goal, limits: Limits) -> Tally {
        let (counter, path, proof) = Default::default();
        let (calls, time) = limits.budgets(self.cancel.as_deref());
        let (budgets, work) = ((&calls, &time), (&counter, &path));
        let asked = (goal == Goal::Unique).then_some(&proof);
        let answer = self.solver.ask(puzzle, Ask::Count(budgets, work, asked));
        let outcome = answer
            .map_or_else(Outcome::Stopped, |answer| referee(goal, puzzle, answer.as_ref(), &proof));
        let mut counts = counter.counts();
        path.add_to(&mut counts);
        Tally { outcome, counts: counts.only(self.solver.info().counters) }
    }

    /// Looks for up to `limit` solutions and keeps the first `keep`. A limit of 2 proves or refutes
    /// that a solution is the only one. Grids that the referee refuses do not count.
    pub fn solutions(
        &mut self,
        puzzle: &Puzzle,
        limit: usize,
        limits: Limits,
        keep: usize,
    ) -> Solutions {
        let mut first = Vec::new();
        let found = self.each_solution(puzzle, limit, limits, &mut |solution| {
            if first.len() < keep {
                first.push(*solution);
            }
            false
        });
        Solutions { first, ..found }
    }

    /// Looks for up to `limit` solutions and keeps none of them: `show` is called with each when it
    /// is found, and ends the search by returning true.
    pub fn each_solution(
        &mut self,
        puzzle: &Puzzle,
        limit: usize,
        limits: Limits,
        show: &mut dyn FnMut(&Grid) -> bool,
    ) -> Solutions {
        let enumerator = Enumerator::new(*puzzle.grid(), limit, show);
        let (calls, time) = limits.budgets(self.cancel.as_deref());
        let ask = Ask::Enumerate((&calls, &time), &enumerator);
        let stopped = self.solver.ask(puzzle, ask).err();
        let count = enumerator.count();
        Solutions { count, first: Vec::new(), refused: enumerator.into_refused(), stopped }
    }

    /// Follows a search up to step `last` and keeps frames of the steps in `window`. With `closer`,
    /// the frames include the looks between steps. For a solver that reports no digit before the
    /// solution, each round of its rules is a step.
    pub fn trace(
        &mut self,
        puzzle: &Puzzle,
        goal: Goal,
        last: u64,
        window: Range<u64>,
        closer: bool,
    ) -> Trace {
        let reported = self.solver.info().counters;
        let rounds =
            ![Work::Placements, Work::Deductions].map(|what| reported.has(what)).contains(&true);
        let tracer = Tracer::new(puzzle, goal, rounds, last, window).closer(closer);
        let path = SolutionPath::default();
        let answer = self.solver.ask(puzzle, Ask::Trace(&tracer, &path));
        let judged = answer.map(|answer| referee(goal, puzzle, answer.as_ref(), tracer.proof()));
        let dropped = tracer.dropped();
        let stop = Outcome::Stopped(Stop::Steps(last));
        let outcome = judged.ok().filter(|_| dropped == 0).unwrap_or(stop);
        let mut counts = tracer.counts();
        path.add_to(&mut counts);
        let (marks, depths, mut frames) = tracer.into_parts();
        let solved = marks.iter().position(|mark| *mark == Mark::Solved);
        for frame in &mut frames {
            // The path is known from the first solution on. Marks begin with step 1.
            if solved.is_some_and(|solved| frame.step > solved as u64) {
                path.add_to(&mut frame.counts);
            }
            frame.counts = frame.counts.only(reported);
        }
        Trace { outcome, counts: counts.only(reported), marks, depths, frames }
    }

    /// The greatest depth of the stack in bytes during a search, as [`StackGauge`] measures it.
    /// Nothing stops the search: use a puzzle that it is known to finish.
    pub fn stack_bytes(&mut self, puzzle: &Puzzle, goal: Goal) -> usize {
        let (gauge, proof) = (StackGauge::default(), Proof::default());
        let asked = (goal == Goal::Unique).then_some(&proof);
        // Nothing can stop it.
        let _ = self.solver.ask(puzzle, Ask::Gauge(&gauge, asked));
        gauge.bytes()
    }
}

/// The proofs for these puzzles, emptied.
#[inline]
fn fresh<'a>(proofs: &'a mut [Proof], puzzles: &[Puzzle]) -> &'a mut [Proof] {
    let proofs = &mut proofs[..puzzles.len()];
    proofs.fill_with(Proof::default);
    proofs
}

/// A solver behind a pointer. Every method is `Solver::solve_all` with other probes. Without proofs, a
/// search ends at its first solution.
trait Erased {
    fn info(&self) -> &'static Info;
    fn time(&mut self, puzzles: &[Puzzle], answers: &mut [Option<Grid>]);
    fn prove(&mut self, puzzles: &[Puzzle], answers: &mut [Option<Grid>], proofs: &[Proof]);
    fn within(
        &mut self,
        puzzles: &[Puzzle],
        budgets: Budgets<'_>,
        answers: &mut [Option<Grid>],
        proofs: &[Proof],
    ) -> Result<(), Stop>;
    fn ask(&mut self, puzzle: &Puzzle, ask: Ask<'_, '_>) -> Answer;
}

/// The probes of the search of one puzzle.
enum Ask<'a, 's> {
    Count(Budgets<'a>, (&'a Counter, &'a SolutionPath), Option<&'a Proof>),
    Enumerate(Budgets<'a>, &'a Enumerator<'s>),
    Trace(&'a Tracer, &'a SolutionPath),
    Gauge(&'a StackGauge, Option<&'a Proof>),
}

type Answer = Result<Option<Grid>, Stop>;

/// The probes that stop.
type Budgets<'a> = (&'a CallBudget, &'a TimeBudget<'a>);

struct Adapter<S, const WHOLE: bool>(S);

impl<S: Solver, const WHOLE: bool> Adapter<S, WHOLE> {
    /// Searches one puzzle by the function that is timed, so that the search that is counted or
    /// shown is the timed one.
    fn one<P: Probe>(&mut self, puzzle: &Puzzle, probe: P) -> Result<Option<Grid>, P::Stop> {
        // A blank grid answers no puzzle, so an answer that is not written is noticed.
        let mut answer = Some(Grid::BLANK);
        let answers = slice::from_mut(&mut answer);
        self.0.solve_all(slice::from_ref(puzzle), answers, |_| probe)?;
        Ok(answer)
    }
}

impl<S: Solver, const WHOLE: bool> Erased for Adapter<S, WHOLE> {
    fn info(&self) -> &'static Info {
        &S::INFO
    }

    fn time(&mut self, puzzles: &[Puzzle], answers: &mut [Option<Grid>]) {
        let Ok(()) = self.0.solve_all(puzzles, answers, |_| Off);
    }

    fn prove(&mut self, puzzles: &[Puzzle], answers: &mut [Option<Grid>], proofs: &[Proof]) {
        let Some(first) = proofs.first() else { return };
        // An index that could panic would not be optimised away.
        let Ok(()) = self.0.solve_all(puzzles, answers, |at| proofs.get(at).unwrap_or(first));
    }

    fn within(
        &mut self,
        puzzles: &[Puzzle],
        budgets: Budgets<'_>,
        answers: &mut [Option<Grid>],
        proofs: &[Proof],
    ) -> Result<(), Stop> {
        assert!(WHOLE, "a copy is only timed");
        self.0.solve_all(puzzles, answers, |at| (budgets, proofs.get(at)))
    }

    fn ask(&mut self, puzzle: &Puzzle, ask: Ask<'_, '_>) -> Answer {
        assert!(WHOLE, "a copy is only timed");
        match ask {
            Ask::Count(budgets, work, proof) => self.one(puzzle, (budgets, (work, proof))),
            Ask::Enumerate(budgets, enumerator) => self.one(puzzle, (budgets, enumerator)),
            Ask::Trace(tracer, path) => self.one(puzzle, (tracer, path)),
            Ask::Gauge(gauge, None) => self.one(puzzle, gauge).map_err(Into::into),
            Ask::Gauge(gauge, Some(proof)) => self.one(puzzle, (gauge, proof)).map_err(Into::into),
        }
    }
}

/// A peer. It gives only answers: limits do not apply to it, and it reports no steps.
struct Foreign<T, const WHOLE: bool>(T);

impl<T: Peer, const WHOLE: bool> Foreign<T, WHOLE> {
    fn first(&mut self, puzzle: &Puzzle) -> Option<Grid> {
        T::FIRST.and_then(|first| first(&mut self.0, puzzle))
    }

    /// Up to two solutions; only one if the peer cannot look for a second.
    fn two(&mut self, puzzle: &Puzzle) -> [Option<Grid>; 2] {
        match T::TWO {
            Some(two) => two(&mut self.0, puzzle),
            None => [self.first(puzzle), None],
        }
    }

    /// Shows the solutions to a probe until the probe ends the search.
    fn show(&mut self, puzzle: &Puzzle, probe: impl Probe) -> Option<Grid> {
        self.two(puzzle).into_iter().flatten().find(|solution| probe.solved(solution))
    }
}

impl<T: Peer, const WHOLE: bool> Erased for Foreign<T, WHOLE> {
    fn info(&self) -> &'static Info {
        &T::INFO
    }

    fn time(&mut self, puzzles: &[Puzzle], answers: &mut [Option<Grid>]) {
        for (puzzle, answer) in puzzles.iter().zip(answers) {
            *answer = self.first(puzzle);
        }
    }

    fn prove(&mut self, puzzles: &[Puzzle], answers: &mut [Option<Grid>], proofs: &[Proof]) {
        for ((puzzle, proof), answer) in puzzles.iter().zip(proofs).zip(answers) {
            *answer = self.show(puzzle, proof);
        }
    }

    fn within(
        &mut self,
        puzzles: &[Puzzle],
        _: Budgets<'_>,
        answers: &mut [Option<Grid>],
        proofs: &[Proof],
    ) -> Result<(), Stop> {
        if proofs.is_empty() {
            self.time(puzzles, answers);
        } else {
            self.prove(puzzles, answers, proofs);
        }
        Ok(())
    }

    fn ask(&mut self, puzzle: &Puzzle, ask: Ask<'_, '_>) -> Answer {
        Ok(match ask {
            Ask::Count(.., None) => self.first(puzzle),
            Ask::Count(.., Some(proof)) => self.show(puzzle, proof),
            Ask::Enumerate(_, enumerator) => self.show(puzzle, enumerator),
            Ask::Trace(tracer, path) => self.show(puzzle, (tracer, path)),
            Ask::Gauge(..) => None,
        })
    }
}
