//! [`Server`]: takes requests and answers them.

use serde::Deserialize;
use serde_json::{Value, json};
use sudoku_core::{Goal, Grid, Mark, Puzzle, Work, column_of, row_of};
use sudoku_registry::{Entry, Limits, Load, Outcome, Session, available, default_solver, find};
use sudoku_replay::{Decisive, Search, decisive, words};

use crate::read::{Refusal, puzzle};

/// How many searches may be open at once.
const SLOTS: usize = 2;

/// The most parts of a search for which an answer gives the depth.
const PARTS: usize = 512;

/// Answers requests, and keeps two open searches, and the solvers that have raced.
///
/// | request | answer |
/// |---|---|
/// | `{"do":"solvers"}` | `{"solvers":[{"id","idea","counters":[names]}]}` |
/// | `{"do":"open","slot":0 or 1,"puzzle":TEXT,"solver":ID,"goal":"first" or "unique"}` | `{"steps","bounded","outcome","givens":[81 digits],"counts":{name:number},"depths":[numbers]}`: the number of the last step, whether the search has more steps than are followed, and the greatest depth in each of at most 512 equal parts of the search |
/// | `{"do":"at","slot","step","closer"}` | `{"step","event","words","unit","dead","reasons":[names],"candidates":[before, after],"board":[81 digits],"before":[81 digits],"kinds":[81],"depth","counts","looks":[{"what","spot"}],"more","structures"}`: the words say what the step does and why, the unit (0 to 26) has a single place for its digit or none, the dead cells (0 to 80) are that without a digit or two that need the same one, the reasons are those of the code, the candidates are those of each cell with and without those that rules have removed, the board before is that before the step, a kind is 0 blank, 1 given, 2 tried, 3 deduced; `more` looks are left out; `structures` is what the search keeps ([`Structure`](sudoku_replay::Structure)), with `{"caption","drawing":{"kind", ...}}`, and null where there is nothing to draw |
/// | `{"do":"find","slot","step","what":"back", "guess" or "solved","forward"}` | `{"step"}`: null where there is none |
/// | `{"do":"race","solver":ID,"puzzles":[TEXT],"passes"}` | `{"solved"}`: how many of the puzzles the last pass has solved |
/// | `{"do":"solutions","puzzle":TEXT,"solver":ID or null,"limit"}` | `{"count","first"}`: how many solutions there are, up to the limit, and the first in 81 characters, or null; the solver is by default the fastest |
/// | `{"do":"count","solver":ID,"puzzles":[TEXT],"calls"}` | `{"counts":{name:number},"solved"}`: the work on all puzzles, each up to that number of calls, and how many of them are solved |
///
/// Anything else is answered with `{"error":{"message","line","column"}}`; line and column, from 1,
/// say where a text is no puzzle, and are null otherwise.
#[derive(Debug, Default)]
pub struct Server {
    searches: [Option<Search>; SLOTS],
    racers: Vec<(&'static str, Session)>,
}

#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "lowercase")]
enum Request {
    Solvers,
    Open {
        slot: usize,
        puzzle: String,
        solver: String,
        goal: Goal,
    },
    At {
        slot: usize,
        step: u64,
        #[serde(default)]
        closer: bool,
    },
    Find {
        slot: usize,
        step: u64,
        what: Mark,
        forward: bool,
    },
    Solutions {
        puzzle: String,
        solver: Option<String>,
        limit: usize,
    },
    Race {
        solver: String,
        puzzles: Vec<String>,
        passes: u32,
    },
    Count {
        solver: String,
        puzzles: Vec<String>,
        calls: u64,
    },
}

impl Server {
    /// Answers a request in JSON, or returns an error in JSON if it cannot be answered.
    pub fn answer(&mut self, request: &[u8]) -> String {
        let request = serde_json::from_slice(request).map_err(Refusal::from);
        let answer = request.and_then(|request| self.ask(request));
        answer.unwrap_or_else(|error| json!({ "error": error })).to_string()
    }

    fn ask(&mut self, request: Request) -> Result<Value, Refusal> {
        match request {
            Request::Solvers => Ok(solvers()),
            Request::Open { slot, puzzle, solver, goal } => self.open(slot, &puzzle, &solver, goal),
            Request::At { slot, step, closer } => self.at(slot, step, closer),
            Request::Find { slot, step, what, forward } => {
                let search = self.search(slot)?;
                let found =
                    if forward { search.next(step, what) } else { search.previous(step, what) };
                Ok(json!({ "step": found }))
            }
            Request::Solutions { puzzle, solver, limit } => {
                let solver = solver.as_deref().unwrap_or(default_solver(Load::One).info.id);
                self.solutions(&puzzle, solver, limit)
            }
            Request::Race { solver, puzzles, passes } => self.race(&solver, &puzzles, passes),
            Request::Count { solver, puzzles, calls } => self.count(&solver, &puzzles, calls),
        }
    }

    fn open(
        &mut self,
        slot: usize,
        text: &str,
        solver: &str,
        goal: Goal,
    ) -> Result<Value, Refusal> {
        let place = self.searches.get_mut(slot).ok_or_else(|| no_slot(slot))?;
        let (puzzle, solver) = (puzzle(text)?, find(solver)?);
        // Frees the memory of the search that was open there.
        *place = None;
        let search = place.insert(Search::open(solver, &puzzle, goal)?);
        Ok(json!({
            "steps": search.steps(),
            "bounded": search.is_bounded(),
            "outcome": search.outcome().ending().in_words(),
            "givens": search.puzzle().grid().cells().as_slice(),
            "counts": search.counts(),
            "depths": search.depths(PARTS),
        }))
    }

    fn at(&mut self, slot: usize, step: u64, closer: bool) -> Result<Value, Refusal> {
        let search = self.search(slot)?;
        if closer {
            search.closer_frame(step);
        }
        let structures = search.structure(step);
        let candidates = search.candidates(step);
        let frame = search.frame(step);
        let (looks, more) = if closer { (&frame.looks[..], frame.more) } else { (&[][..], 0) };
        let Decisive { unit, dead, reasons } = decisive(frame);
        let place = |at| format!("row {}, column {}", row_of(at) + 1, column_of(at) + 1);
        Ok(json!({
            "step": frame.step,
            "event": frame.event,
            "words": words(frame, place),
            "unit": unit,
            "dead": dead,
            "reasons": reasons,
            "candidates": candidates.map(Vec::from),
            "board": frame.board.as_slice(),
            "before": frame.before.as_slice(),
            "kinds": frame.kinds.map(|kind| kind as u8).as_slice(),
            "depth": frame.depth,
            "counts": frame.counts,
            "looks": looks,
            "more": more,
            "structures": structures,
        }))
    }

    fn search(&mut self, slot: usize) -> Result<&mut Search, Refusal> {
        let place = self.searches.get_mut(slot).ok_or_else(|| no_slot(slot))?;
        place.as_mut().ok_or_else(|| Refusal::of(format!("no search is open in slot {slot}")))
    }

    fn solutions(&mut self, text: &str, solver: &str, limit: usize) -> Result<Value, Refusal> {
        let puzzle = puzzle(text)?;
        let found = self.racer(solver)?.solutions(&puzzle, limit, Limits::NONE, 1);
        Ok(json!({ "count": found.count, "first": found.first.first() }))
    }

    fn race(&mut self, solver: &str, texts: &[String], passes: u32) -> Result<Value, Refusal> {
        let puzzles = puzzles(texts)?;
        let session = self.racer(solver)?;
        let mut answers = vec![None; puzzles.len()];
        for _ in 0..passes {
            session.solve_all(&puzzles, Goal::First, &mut answers, &mut []);
        }
        let right = |(puzzle, answer): &(&Puzzle, &Option<Grid>)| {
            answer.is_some_and(|grid| grid.is_solved() && grid.extends(puzzle.grid()))
        };
        Ok(json!({ "solved": puzzles.iter().zip(&answers).filter(right).count() }))
    }

    fn count(&mut self, solver: &str, texts: &[String], calls: u64) -> Result<Value, Refusal> {
        let puzzles = puzzles(texts)?;
        let session = self.racer(solver)?;
        let run = |puzzle| session.tally(puzzle, Goal::First, Limits::calls(calls));
        let runs: Vec<_> = puzzles.iter().map(run).collect();
        let counts = runs.iter().map(|run| run.counts).reduce(|mut all, counts| {
            all += counts;
            all
        });
        let answered = runs.iter().filter(|run| matches!(run.outcome, Outcome::Solved(_)));
        Ok(json!({ "counts": counts.unwrap_or_default(), "solved": answered.count() }))
    }

    /// Returns the session of a solver, which is kept so that its tables are built only once.
    fn racer(&mut self, solver: &str) -> Result<&mut Session, Refusal> {
        let entry = find(solver)?;
        entry.demand()?;
        let id = entry.info.id;
        let at = self.racers.iter().position(|(known, _)| *known == id).unwrap_or_else(|| {
            self.racers.push((id, entry.start()));
            self.racers.len() - 1
        });
        Ok(&mut self.racers[at].1)
    }
}

fn puzzles(texts: &[String]) -> Result<Vec<Puzzle>, Refusal> {
    texts.iter().map(|text| puzzle(text)).collect()
}

fn no_slot(slot: usize) -> Refusal {
    Refusal::of(format!("there is no slot {slot}, expected 0 or 1"))
}

fn solvers() -> Value {
    let solver = |entry: &Entry| {
        let counters: Vec<_> = entry.info.counters.iter().map(Work::name).collect();
        json!({ "id": entry.info.id, "idea": entry.info.idea, "counters": counters })
    };
    json!({ "solvers": available().map(solver).collect::<Vec<_>>() })
}
