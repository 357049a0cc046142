//! Estimates how long the steps of a run take, so that the time left can be shown.

use std::thread;

use crate::survey::SURVEYED;
use crate::{PuzzleSet, Request};

/// A rough number of seconds per digit that a solver places: solvers take from 3 to 60 ns.
const PLACEMENT: f64 = 15e-9;

/// The number of digits that are assumed to be placed on a puzzle of unknown effort.
const UNKNOWN: u64 = 5_000;

/// Returns the steps of a run in their order, each with its expected seconds; the rounds are those
/// of one build. They are estimated from the effort that corpora state and the times of the mode.
pub fn schedule(request: &Request) -> Vec<(&'static str, f64)> {
    let (settings, solvers) = (&request.settings, request.solvers.len() as f64);
    let cores = thread::available_parallelism().map_or(1, usize::from) as f64;
    let work = |set: &PuzzleSet, puzzles: usize| {
        let efforts = set.facts.iter().take(puzzles).map(|facts| facts.effort.unwrap_or(UNKNOWN));
        efforts.sum::<u64>() as f64 * PLACEMENT * solvers
    };
    let sum = |of: &dyn Fn(&PuzzleSet) -> f64| request.sets.iter().map(of).sum::<f64>();
    let all = sum(&|set| work(set, usize::MAX));
    let each = |set: &PuzzleSet| work(set, usize::MAX) / set.puzzles.len().max(1) as f64;
    let samples = (settings.warm_up + settings.measurement).as_secs_f64();
    let surveyed = (settings.placements / SURVEYED) as f64 * PLACEMENT * solvers;
    let survey = sum(&|set| work(set, usize::MAX).min(surveyed));
    let mut steps = vec![("verifying", 2.0 * all / cores), ("surveying", survey)];
    if request.builds > 0 {
        steps.push(("timing", sum(&|set| solvers * (samples + 0.1) + 20.0 * each(set))));
    }
    let most = 1e6 * PLACEMENT * solvers;
    steps.push(("memory", sum(&|set| 2.0 * work(set, 50).min(most))));
    if request.builds > 0 {
        let share = settings.share(request.solvers.len() + 1, request.sets.len(), request.builds);
        // A slow solver times a few puzzles in any case.
        let slow = |set: &PuzzleSet| (8.0 * each(set)).min(0.1 * solvers);
        let rounds = |set: &PuzzleSet| solvers * share.as_secs_f64() + slow(set);
        steps.push(("pairing", 1.2 * sum(&rounds)));
    }
    if !request.programs.is_empty() {
        let pace = settings.pace;
        let each = 10.0 * pace.unit.as_secs_f64() * (pace.rounds + 2) as f64 + 1.0;
        let programs = request.programs.len() as f64;
        let sets = request.sets.iter().filter(|set| set.puzzles.len() > 1).count() as f64;
        steps.push(("programs", sets * programs * each));
    }
    // A program takes a moment to start.
    steps.into_iter().map(|(step, seconds)| (step, seconds + 0.2)).collect()
}

#[cfg(test)]
mod tests {
    use sudoku_record::Mode;

    use super::*;
    use crate::Settings;

    #[test]
    fn hard_sets_take_long_to_verify_and_nothing_is_timed_without_builds() {
        let seconds = |corpus: &str, mode, builds| {
            let settings = Settings::of(mode);
            let request = Request {
                solvers: sudoku_registry::available().collect(),
                sets: vec![PuzzleSet::find(corpus, &settings).unwrap()],
                builds,
                ..Request::bare(settings)
            };
            let steps = schedule(&request);
            move |step: &str| steps.iter().find(|(name, _)| *name == step).map(|(_, s)| *s)
        };
        let easy = seconds("easy", Mode::Quick, 6);
        let hard = seconds("effort-1e5", Mode::Quick, 6);
        let small = seconds("leetcode-37", Mode::Quick, 6);
        assert!(hard("verifying") > small("verifying"));
        assert!(hard("surveying") > small("surveying"), "as far as it goes");
        assert!(easy("pairing") < hard("pairing"), "slow solvers time some puzzles in any case");
        assert!(seconds("easy", Mode::Default, 6)("pairing") > easy("pairing"));
        let counted = seconds("easy", Mode::Quick, 0);
        assert_eq!((counted("timing"), counted("pairing")), (None, None));
        assert!(counted("memory").is_some());
    }
}
