//! The rules over three whole grids side by side, in vector registers of 512 bits.

use std::array;

use bytemuck::must_cast;
use sudoku_core::{Contradictions, Grid, Info, Probe, Puzzle, Solver, Tree};

use crate::choice::DEEPEST;
use crate::nodes::{self, End, Ends, Nodes, branch, clear, end, enter, next_of, start, step};
use crate::pairs::{Pairs, candidates};
use crate::{COUNTERS, SOURCE};

/// The rounds of [`Words`](crate::Words) for three puzzles side by side, and for three such sets in
/// turn.
///
/// # The idea
///
/// A round never branches, so it does not matter whose grid it works on. A register of 512 bits has
/// 32 places for boxes, and a grid has nine:
///
/// ```text
///     place   0 .. 8     9 .. 17    18 .. 26    27 .. 31
///             slot 0     slot 1     slot 2      always 0
///
///     within a slot:     band 1     band 2     band 3
///                        s0 s1 s2   s0 s1 s2   s0 s1 s2        s: stack
/// ```
///
/// One round takes three grids a step on. No rule but the rotations knows where a box stands, and
/// the instruction that moves the 64 bytes of a register by a table (AVX-512 VBMI) rotates three
/// close-packed grids as fast as any other layout.
///
/// Each slot has a puzzle and a stack of waiting states of its own. After a round, masks show for
/// each slot whether its node is at its end: a cell is empty, all is solved, or nothing has
/// changed. Only then is anything done for one slot alone, a guess, a step back, or the next
/// puzzle.
///
/// A round is one chain, and a processor could do more than a chain asks for. So there are three
/// sets of three slots, and they take turns:
///
/// ```text
///     round     set 0       set 1       set 2       set 0       set 1
///     ends              of set 2    of set 0    of set 1    of set 2       dead nodes last
/// ```
///
/// No round waits for another set's. After the round of a set come the ends of nodes in the set
/// before: the masks are there by then, so the processor notices at once where it has predicted a
/// branch wrongly, while it is still busy with the round. Two rounds of other sets follow before a
/// new state is needed.
///
/// Between rounds, a grid is five registers with two entries each, so a node that waits takes five
/// registers, not nine; one instruction moves any bytes of two registers to any places.
///
/// # Cost
///
/// Nodes, guesses and rounds are those of [`Words`](crate::Words), whatever is in the other slots.
/// A round for three grids has fewer instructions than one for one grid in
/// [`Avx512vl`](crate::Avx512vl). What is done for one slot alone does not get cheaper: on puzzles
/// that take many short nodes, it is most of the time.
///
/// # Examples
///
/// ```
/// use sudoku_core::{Grid, Off, Puzzle, Solver};
/// use sudoku_whole_grid::Avx512;
///
/// let clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let puzzle = Puzzle::try_from(clues.parse::<Grid>()?)?;
/// if Avx512::available() {
///     let mut answers = [None; 3];
///     let Ok(()) = Avx512::default().solve_all(&[puzzle; 3], &mut answers, |_| Off);
///     assert!(answers.iter().flatten().all(|grid| grid.extends(puzzle.grid())));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Source
///
/// As for [`Words`](crate::Words). The layout is this project's.
///
/// # Outside its assumptions
///
/// It behaves as [`Avx2`](crate::Avx2) does. A puzzle that comes alone uses one slot of nine, and
/// takes longer than with [`Avx512vl`](crate::Avx512vl).
///
/// # What the step buys
///
/// Time alone, and only for batches: of many puzzles, it takes less time than [`Avx2`](crate::Avx2)
/// and [`Avx512vl`](crate::Avx512vl) on most sets. A short batch ends with slots that have no puzzle
/// left, so it saves less there, above all where some searches are much longer than others.
///
/// # Question
///
/// One round takes three puzzles a step on. Predict whether this solver takes a third of the time
/// of `avx2` on `easy`, and how much for the proofs on `multi`, and then measure it.
///
/// ```sh
/// cargo xtask bench --quick --solver 'whole-grid/avx*' --corpus easy --corpus multi+unique
/// ```
///
/// <details><summary>Answer</summary>
///
/// It would be a third if a wide instruction took no longer than a narrow one and all time were
/// spent in rounds. A processor that does wide instructions whole comes near it on `easy`; one that
/// does most of them in two halves does not. What is done for one slot alone costs as much as in
/// `avx2`, so the proofs on `multi`, with many guesses, gain less.
///
/// </details>
#[derive(Debug)]
pub struct Avx512 {
    sets: Box<[Set; SETS]>,
}

/// The number of sets of three puzzles, whose rounds are done in turn.
const SETS: usize = 3;

/// Three searches whose rounds are done together.
#[derive(Debug)]
struct Set {
    nodes: Nodes,
    slots: [Slot; 3],
}

/// A search in nine lanes of each register.
#[derive(Debug)]
struct Slot {
    /// The index of its puzzle in the batch.
    puzzle: usize,
    /// The number of states on the stack.
    waiting: usize,
    stack: Box<[Pairs; DEEPEST]>,
}

impl Default for Avx512 {
    fn default() -> Self {
        assert!(Self::available(), "this processor lacks {}", Self::TARGET);
        let zero = must_cast([0_u64; 8]);
        let stack = || vec![[zero; 5]; DEEPEST].into_boxed_slice().try_into().expect("as deep");
        let slot = || Slot { puzzle: 0, waiting: 0, stack: stack() };
        let set = || Set { nodes: Nodes::default(), slots: array::from_fn(|_| slot()) };
        Self { sets: Box::new(array::from_fn(|_| set())) }
    }
}

impl Solver for Avx512 {
    const INFO: Info = Info {
        id: "whole-grid/avx512",
        idea: "the same rounds for three puzzles side by side",
        sources: &[SOURCE],
        tree: Tree("whole-grid"),
        counters: COUNTERS,
        contradictions: Contradictions::Searched,
        state_bytes: SETS * (size_of::<Set>() + 3 * size_of::<[Pairs; DEEPEST]>()),
    };

    const WIDTH: usize = 3 * SETS;

    const TARGET: &'static str = features! { avx512, names };

    fn available() -> bool {
        features! { avx512, detected }
    }

    fn solve<P: Probe>(&mut self, puzzle: &Puzzle, probe: P) -> Result<Option<Grid>, P::Stop> {
        let mut answer = [None];
        self.solve_all(std::slice::from_ref(puzzle), &mut answer, |_| probe)?;
        Ok(answer[0])
    }

    #[expect(unsafe_code, reason = "the call into code for this processor's instructions")]
    fn solve_all<P: Probe>(
        &mut self,
        puzzles: &[Puzzle],
        answers: &mut [Option<Grid>],
        probe: impl Fn(usize) -> P,
    ) -> Result<(), P::Stop> {
        // SAFETY: a value of this type exists only on a processor with the instructions: `default`,
        // the only way to make one, checks for them.
        unsafe { search(&mut self.sets, puzzles, answers, probe) }
    }
}

compiled_for! { avx512,
    fn search<P: Probe>(
        sets: &mut [Set; SETS],
        puzzles: &[Puzzle],
        answers: &mut [Option<Grid>],
        probe: impl Fn(usize) -> P,
    ) -> Result<(), P::Stop> {
        let mut started = 0;
        for set in &mut *sets {
            clear(&mut set.nodes);
        }
        let (mut at, mut before, mut ends) = (0, 0, Ends::default());
        loop {
            let set = &mut sets[at];
            let mut next = Ends::default();
            if set.nodes.busy != 0 {
                for slot in 0..3 {
                    if set.nodes.busy >> slot & 1 != 0 {
                        probe(set.slots[slot].puzzle).round();
                    }
                }
                next = step(&mut set.nodes);
            } else if started == puzzles.len() && sets.iter().all(|set| set.nodes.busy == 0) {
                return Ok(());
            }
            // While this round is under way, the ends of nodes in the set before: the values on
            // which their branches depend are known already.
            let set = &mut sets[before];
            while let Some(slot) = next_of(&mut ends.other) {
                let puzzle = set.slots[slot].puzzle;
                if goes_back(set, slot, &mut answers[puzzle], probe(puzzle))? {
                    ends.dead |= 1 << slot;
                }
            }
            while let Some(slot) = next_of(&mut ends.dead) {
                let puzzle = set.slots[slot].puzzle;
                back(set, slot, &mut answers[puzzle], probe(puzzle))?;
            }
            let mut idle = 0b111 & !set.nodes.busy;
            while started < puzzles.len() && let Some(slot) = next_of(&mut idle) {
                start(&mut set.nodes, slot, &candidates(puzzles[started].grid()));
                (set.slots[slot].puzzle, set.slots[slot].waiting) = (started, 0);
                probe(started).call()?;
                started += 1;
            }
            (before, at, ends) = (at, (at + 1) % SETS, next);
        }
    }

    /// Handles the end of a node that is not dead: a solution, or a guess, with which the search
    /// goes on. True when the search has to go back.
    fn goes_back<P: Probe>(
        Set { nodes, slots }: &mut Set,
        slot: usize,
        answer: &mut Option<Grid>,
        probe: P,
    ) -> Result<bool, P::Stop> {
        match end(nodes, slot) {
            End::Solution(found) => {
                let ends = nodes::is_last(&found, probe)?;
                if ends {
                    *answer = Some(found);
                    nodes.busy &= !(1 << slot);
                }
                Ok(!ends)
            }
            End::Nothing => Ok(true),
            End::Open => Ok(false),
            End::Guess(choice) => {
                let Slot { waiting, stack, .. } = &mut slots[slot];
                assert!(*waiting < DEEPEST, "a path has more guesses than configurations");
                stack[*waiting] = branch(nodes, slot, &choice);
                *waiting += 1;
                probe.guess(2);
                probe.call()?;
                Ok(false)
            }
        }
    }

    /// Goes back to the last state on the stack. If there is none, the search of the puzzle ends
    /// without a solution.
    fn back<P: Probe>(
        Set { nodes, slots }: &mut Set,
        slot: usize,
        answer: &mut Option<Grid>,
        probe: P,
    ) -> Result<(), P::Stop> {
        let Slot { waiting, stack, .. } = &mut slots[slot];
        if *waiting == 0 {
            *answer = None;
            nodes.busy &= !(1 << slot);
            return Ok(());
        }
        *waiting -= 1;
        enter(nodes, slot, &stack[*waiting]);
        probe.back();
        probe.call()?;
        Ok(())
    }
}
