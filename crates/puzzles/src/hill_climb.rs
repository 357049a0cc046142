//! [`Generator::climb`]: changes a puzzle step by step until its cost lies in a wanted range.

use std::ops::Range;

use sudoku_core::{Grid, Symmetry};

use crate::generate::Dig;
use crate::{Generator, KnownPuzzle};

/// The kind of change that a climb makes to a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moves {
    /// One [`Symmetry::step`]: the result is the same puzzle in another arrangement, as minimal and
    /// with as many clues as before. Only the arrangement then changes the cost for a search that
    /// scans in a fixed order. Puzzles without a solution can only change in this way.
    Arrangement,
    /// Up to three clues of the solution are added, and then every clue that is not needed any more
    /// is removed. The result is another minimal puzzle with the same solution and about as many
    /// clues.
    Clues,
}

/// A climb does not start from a puzzle that costs more than this and more than the wanted band.
const DEAREST: u64 = 1_000_000;

impl Generator {
    /// Changes a puzzle with one solution, or none, until its cost lies in `band`. It makes random
    /// moves and keeps each that leads no further from the band. `None` when it gets stuck, after
    /// 100 steps (300 exchanges of clues) in a row without gain, or when the start costs more than
    /// the band and more than a million; then try another puzzle.
    ///
    /// `cost` is called with a puzzle and a limit, and returns `None` if the cost reaches the
    /// limit, so that no search need go further. The limit is at most the end of the band or a
    /// million, whichever is greater; so only a band without an end may take for ever. Nearly all
    /// time goes into `cost`, or into the proofs of [`Moves::Clues`], some tenths of a millisecond
    /// each.
    ///
    /// With [`Moves::Clues`], the number of clues that the options ask for is kept, but the
    /// [`Pattern`](crate::Pattern) is not.
    ///
    /// # Errors
    ///
    /// Those of `cost`.
    pub fn climb<E>(
        &mut self,
        mut entry: KnownPuzzle,
        band: &Range<u64>,
        moves: Moves,
        mut cost: impl FnMut(&KnownPuzzle, u64) -> Result<Option<u64>, E>,
    ) -> Result<Option<KnownPuzzle>, E> {
        debug_assert!(entry.solutions <= 1, "a move may change which of several comes first");
        let Some(mut now) = cost(&entry, band.end.max(DEAREST))? else { return Ok(None) };
        // There are only 61 steps, and each costs a search; exchanges of clues are many and cheap.
        let most = match moves {
            Moves::Arrangement => 100,
            Moves::Clues => 300,
        };
        let mut fruitless = 0;
        while !band.contains(&now) {
            if fruitless == most {
                return Ok(None);
            }
            fruitless += 1;
            let Some(changed) = self.changed(&entry, moves) else { continue };
            // A move that jumps across the band is not kept.
            let kept = if now < band.start { now..band.end } else { band.start..now + 1 };
            let Some(then) = cost(&changed, kept.end)? else { continue };
            if kept.contains(&then) {
                if then != now {
                    fruitless = 0;
                }
                (entry, now) = (changed, then);
            }
        }
        Ok(Some(entry))
    }

    fn changed(&mut self, entry: &KnownPuzzle, moves: Moves) -> Option<KnownPuzzle> {
        if let (Moves::Clues, Some(solution)) = (moves, entry.solution) {
            let grid = self.exchanged(entry.grid, &solution);
            let clues = self.options.clues;
            let kept = clues.is_none_or(|wanted| wanted == grid.clues());
            return kept.then_some(KnownPuzzle { grid, placements: None, ..*entry });
        }
        Some(entry.arranged(&Symmetry::step(&mut self.random)))
    }

    /// Adds up to three clues of the solution, then removes as many as possible; the new ones are
    /// tried last.
    fn exchanged(&mut self, old: Grid, solution: &Grid) -> Grid {
        let mut grid = old;
        for _ in 0..=self.random.below(3) {
            let at = self.random.below(81) as usize;
            grid = grid.with(at, solution.cells()[at]);
        }
        let mut cells = self.cells();
        cells.sort_by_key(|&at| old.cells()[at] == 0);
        let clues = cells.into_iter().filter(|&at| grid.cells()[at] != 0);
        Dig::new(&grid, solution, clues.map(|at| 1 << at).collect(), 0).run()
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;
    use crate::{Options, PuzzleKind, SolutionCount, canonical, guesses, solutions};

    /// A cost: the number of clues in the first three rows. Only an arrangement that moves clues
    /// changes it.
    fn top(entry: &KnownPuzzle, limit: u64) -> Option<u64> {
        let clues = entry.grid.cells()[..27].iter().filter(|&&digit| digit != 0).count() as u64;
        (clues < limit).then_some(clues)
    }

    fn hard(entry: &KnownPuzzle, limit: u64) -> Option<u64> {
        guesses(&entry.grid, 100_000).filter(|guesses| *guesses < limit)
    }

    /// The start and the result of the first climb that reaches the band.
    fn climbed(
        generator: &mut Generator,
        band: &Range<u64>,
        moves: Moves,
        cost: fn(&KnownPuzzle, u64) -> Option<u64>,
    ) -> (KnownPuzzle, KnownPuzzle) {
        loop {
            let start = generator.next().unwrap();
            let cost = |entry: &KnownPuzzle, limit| Ok::<_, Infallible>(cost(entry, limit));
            let Ok(found) = generator.climb(start, band, moves, cost);
            if let Some(found) = found {
                return (start, found);
            }
        }
    }

    #[test]
    fn arrangements_lead_to_equivalent_puzzles() {
        let options = Options { clues: Some(24), ..Options::default() };
        for kind in [PuzzleKind::Minimal, PuzzleKind::Unsolvable] {
            let mut generator = Generator::new(1, Options { kind, ..options }).unwrap();
            for band in [0..6, 11..81] {
                let (start, found) = climbed(&mut generator, &band, Moves::Arrangement, top);
                assert!(band.contains(&top(&found, u64::MAX).unwrap()));
                assert_eq!(canonical(&found.grid), canonical(&start.grid));
                assert_eq!(found.solutions, start.solutions);
                if let Some(solution) = found.solution {
                    assert!(solution.is_solved() && solution.extends(&found.grid));
                }
            }
        }
    }

    #[test]
    fn exchanged_clues_leave_a_minimal_puzzle() {
        for clues in [None, Some(24)] {
            let options = Options { clues, ..Options::default() };
            let mut generator = Generator::new(2, options).unwrap();
            let (_, found) = climbed(&mut generator, &(15..u64::MAX), Moves::Clues, hard);
            assert!(guesses(&found.grid, 100_000) >= Some(15));
            assert!(clues.is_none_or(|clues| found.grid.clues() == clues));
            let is = solutions(&found.grid, u64::MAX);
            assert_eq!(is, found.solution.map(SolutionCount::One));
            for at in (0..81).filter(|&at| found.grid.cells()[at] != 0) {
                let less = solutions(&found.grid.with(at, 0), u64::MAX);
                assert_eq!(less, Some(SolutionCount::Several));
            }
        }
    }

    #[test]
    fn a_climb_that_leads_nowhere_ends() {
        let mut generator = Generator::new(3, Options::default()).unwrap();
        let start = generator.next().unwrap();
        let mut asked = 0;
        for moves in [Moves::Arrangement, Moves::Clues] {
            let Ok(found) = generator.climb(start, &(500..501), moves, |entry, limit| {
                asked += 1;
                Ok::<_, Infallible>(top(entry, limit))
            });
            assert_eq!(found, None);
        }
        assert!((400..10_000).contains(&asked), "{asked}");
        let too_dear = generator.climb(start, &(1..5), Moves::Clues, |_, limit| {
            assert_eq!(limit, DEAREST);
            Ok::<_, Infallible>(None)
        });
        assert_eq!(too_dear, Ok(None));
        let failed = generator.climb(start, &(1..5), Moves::Clues, |_, _| Err("no solver"));
        assert_eq!(failed, Err("no solver"));
    }

    #[test]
    fn a_seed_means_the_same_climb_for_ever() {
        let mut generator = Generator::new(4, Options::default()).unwrap();
        let (_, arranged) = climbed(&mut generator, &(11..81), Moves::Arrangement, top);
        assert_eq!(
            arranged.grid.to_string(),
            "..2..1....9..38.7.73..9..126..9...3..41..2.9.2.......5....1...9....7...4..7..5..."
        );
        let (_, exchanged) = climbed(&mut generator, &(5..9), Moves::Clues, hard);
        assert_eq!(
            exchanged.grid.to_string(),
            ".8745........8..4............5....1..4...936.....2...9.6.3..7....1..7..57.3....26"
        );
    }
}
