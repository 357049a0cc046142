//! The rules over three whole grids side by side, in vector registers of 512 bits.

use bytemuck::must_cast;
use sudoku_core::{Contradictions, Grid, Info, Probe, Puzzle, Solver, Tree};

use crate::choice::DEEPEST;
use crate::registers::{all_complete, candidates, grid, is_clean};
use crate::three_grids::{
    Boxes, Cells, Layouts, Round, choose, differ, keep, lanes, one, open, put, round, several,
    spread, without,
};
use crate::{COUNTERS, SOURCE};

/// The rounds of [`Words`](crate::Words) for three puzzles side by side, and for four such sets in
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
///     within a slot:     band 0     band 1     band 2
///                        s0 s1 s2   s0 s1 s2   s0 s1 s2        s: stack
/// ```
///
/// One round takes three grids a step on. No rule but the rotations knows where a box stands, and
/// the instruction that moves the 64 bytes of a register by a table (AVX-512 VBMI) rotates three
/// close-packed grids as fast as any other layout.
///
/// The slots have nothing to do with each other. Each has a puzzle of its own, and a stack of states
/// that wait. After a round, masks show for each slot whether its node is at its end: a cell is
/// empty, all is solved, or nothing has changed. Only then is anything done for one slot alone, a
/// guess, a step back, or the next puzzle; the others keep their state.
///
/// A round is one chain, and a processor could do more than a chain asks for. So there are four sets
/// of three slots, and the work goes in sweeps:
///
/// ```text
///     rounds    set 0, set 1, set 2, set 3       none waits for another
///     ends      of the nodes that have ended, one by one
/// ```
///
/// In the first half there is no branch to guess wrong, and while one set waits for a step, the next
/// one uses the processor. In the second half the masks have long been there, so a branch that was
/// guessed wrong is noticed at once.
///
/// The tree is always that of [`Words`](crate::Words): no node, guess or round depends on what is in
/// the other slots. Each slot looks at its own node after the same rounds as
/// [`Avx2`](crate::Avx2) does.
///
/// # Cost
///
/// The same nodes, guesses and rounds as [`Words`](crate::Words). A round has some 165 instructions
/// for three grids. What is done for one slot alone does not get cheaper: on puzzles that take many
/// short nodes, it is most of the time.
/// <!-- dated: instructions of the compiled round, counted once, 2026-11 -->
/// <!-- figures: check mean of avx512.nodes == words.nodes and avx512.guesses == words.guesses on
/// finished, searched equals 1 -->
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
/// In the source, each statement that begins with `probe.` tells a counter or an observer what the
/// search does; in the timed program it compiles to nothing.
///
/// # Source
///
/// As for [`Words`](crate::Words). The layout is this project's.
///
/// # Outside its assumptions
///
/// It behaves as [`Words`](crate::Words) and [`Avx2`](crate::Avx2) do. A puzzle that comes alone uses
/// one slot of twelve, and takes about twice the time of [`Avx512vl`](crate::Avx512vl).
/// <!-- dated: two kernels timed side by side, 2026-11 -->
///
/// # What the step buys
///
/// Again it saves time alone, and only for batches. On an AMD EPYC of family 25, model 17 (Zen 4),
/// this solver takes 0.62 (`none`) to 0.75 (`multi`) of the time of [`Avx2`](crate::Avx2) for a proof
/// of uniqueness, on seven sets (paired medians of 15 rounds, the same puzzles for both), and 0.64 to
/// 0.70 of that of a version with two grids in a register.
/// <!-- dated: two kernels timed side by side, 2026-11 -->
///
/// A short batch ends with slots that have no puzzle left. For proofs on `hard`, where one search is
/// much longer than another, the same ratio is 1.04 in batches of 16 puzzles, 0.88 of 40, 0.79 of 80
/// and 0.70 of 250; on `easy` 0.84, 0.72, 0.68 and 0.68. Runs of the laboratory time batches of 60
/// to 500 puzzles.
/// <!-- dated: batches of four sizes timed side by side, 2026-11 -->
///
/// In the reference runs, it takes 0.71 on the `amd-epyc-family-25-model-17`, 0.79 on the
/// `intel-r-xeon-r-processor-family-6-model-167`, 0.65 on the `amd-epyc-family-26-model-2` of the
/// time of [`Avx2`](crate::Avx2) for proofs on `minimal`. The `amd-epyc-family-25-model-17` has
/// timed this solver, the two others that version.
/// <!-- figures: each avx512.time / avx2.time on minimal+unique below 1 -->
///
/// # Question
///
/// One round takes three puzzles a step on. Predict what share of the time of `avx2` this solver
/// takes on `easy` and for the proofs on `multi`, and then measure it.
///
/// ```sh
/// cargo xtask bench --quick --solver 'whole-grid/avx*' --corpus easy --corpus multi+unique
/// ```
///
/// <details><summary>Answer</summary>
///
/// 0.69 on the `amd-epyc-family-25-model-17`, 0.78 on the
/// `intel-r-xeon-r-processor-family-6-model-167`, 0.58 on the `amd-epyc-family-26-model-2` on
/// `easy`; for the proofs on `multi`, 0.89 on the `amd-epyc-family-25-model-17`, 0.85 on the
/// `intel-r-xeon-r-processor-family-6-model-167`, 0.72 on the `amd-epyc-family-26-model-2`. It
/// would be a third if a wide instruction took no longer than a narrow one and all time were spent
/// in rounds. The `amd-epyc-family-25-model-17` does most wide instructions in two halves, and what
/// is done for one slot alone (a guess, a step back, the next puzzle) costs as much as in `avx2`,
/// so puzzles with many guesses gain less. The two other processors have timed the version with two
/// grids in a register.
/// <!-- figures: each avx512.time / avx2.time on easy below 1; each avx512.time / avx2.time on
/// multi+unique below 1 -->
///
/// </details>
#[derive(Debug)]
pub struct Avx512 {
    sets: Box<[Set; SETS]>,
}

/// Sets of three puzzles whose rounds are done in turn.
const SETS: usize = 4;

/// Three searches that go through the same rounds.
#[derive(Debug)]
struct Set {
    cells: Cells,
    sum: Boxes,
    layouts: Layouts,
    /// The lanes of boxes where a cell has no candidate left, after the last round.
    dead: u32,
    /// The lanes of boxes that are not solved.
    open: u32,
    /// The lanes of boxes that the last round has changed.
    changed: u32,
    /// A bit for each slot that has a puzzle.
    busy: u8,
    /// A bit for each slot whose node has gone through no round.
    new: u8,
    slots: [Slot; 3],
}

/// A search that is under way in nine places of each register.
#[derive(Debug)]
struct Slot {
    /// The place of its puzzle in the batch.
    puzzle: usize,
    /// How many states wait.
    waiting: usize,
    stack: Box<[Cells; DEEPEST]>,
}

impl Default for Avx512 {
    fn default() -> Self {
        assert!(Self::available(), "this processor lacks {}", Self::TARGET);
        let zero: Boxes = must_cast([0_u64; 8]);
        let stack = || vec![[zero; 9]; DEEPEST].into_boxed_slice().try_into().expect("as deep");
        let slot = || Slot { puzzle: 0, waiting: 0, stack: stack() };
        let set = || Set {
            cells: [zero; 9],
            sum: zero,
            layouts: [zero; 4],
            dead: 0,
            open: 0,
            changed: 0,
            busy: 0,
            new: 0,
            slots: [slot(), slot(), slot()],
        };
        Self { sets: Box::new([set(), set(), set(), set()]) }
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
        state_bytes: SETS * (size_of::<Set>() + 3 * size_of::<[Cells; DEEPEST]>()),
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
        // SAFETY: there is no value of this type where the instructions are missing: `default`, the
        // only way to one, has asked for them.
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
            (set.busy, set.new) = (0, 0);
        }
        // Four bits for each set: the slots that want a puzzle.
        let mut idle = 0x7777_u32;
        loop {
            while idle != 0 {
                let at = idle.trailing_zeros() as usize;
                idle &= idle - 1;
                let set = &mut sets[at / 4 % SETS];
                if start(set, at % 4, puzzles, started) {
                    probe(started).call()?;
                    started += 1;
                }
            }
            // The rounds of all sets, and then all ends of nodes: no round waits for another set's,
            // and what a branch depends on has long been there.
            let (mut busy, mut ends) = (0, 0_u32);
            for (no, set) in sets.iter_mut().enumerate() {
                if set.busy == 0 {
                    continue;
                }
                busy |= set.busy;
                for slot in 0..3 {
                    if set.busy >> slot & 1 == 1 {
                        probe(set.slots[slot].puzzle).round();
                    }
                }
                ends |= step(set) << (4 * no);
            }
            if busy == 0 {
                return Ok(());
            }
            while ends != 0 {
                let at = ends.trailing_zeros() as usize;
                ends &= ends - 1;
                let (set, slot) = (&mut sets[at / 4 % SETS], at % 4);
                let puzzle = set.slots[slot].puzzle;
                end(set, slot, &mut answers[puzzle], probe(puzzle))?;
                idle |= u32::from(!set.busy >> slot & 1) << at;
            }
        }
    }

    /// Gives a slot the next puzzle; false when there is none left.
    fn start(set: &mut Set, slot: usize, puzzles: &[Puzzle], next: usize) -> bool {
        let Some(puzzle) = puzzles.get(next) else {
            set.busy &= !(1 << slot);
            return false;
        };
        let cells = candidates(puzzle.grid());
        debug_assert!(is_clean(cells), "a bit that is no candidate");
        put(&mut set.cells, slot, &spread(cells, slot));
        set.sum = without(set.sum, slot);
        set.busy |= 1 << slot;
        (set.slots[slot].puzzle, set.slots[slot].waiting) = (next, 0);
        true
    }

    /// Takes a set a round on. A bit for each slot whose node may have ended.
    fn step(set: &mut Set) -> u32 {
        let Round { cells, sum, dead, layouts } = round(set.cells);
        (set.cells, set.layouts, set.dead) = (cells, layouts, dead);
        (set.open, set.changed) = (open(sum), differ(sum, set.sum));
        set.sum = sum;
        let mut ends = 0;
        for slot in 0..3 {
            let lanes = lanes(slot);
            let ended = dead & lanes != 0 || set.open & lanes == 0 || set.changed & lanes == 0;
            ends |= u8::from(ended) << slot;
        }
        // The first round of a node seldom ends it, so nobody looks.
        ends &= set.busy & !set.new;
        set.new = 0;
        u32::from(ends)
    }

    /// Goes on behind the node of a slot, with its children or a state that waits; the slot is no
    /// longer busy when the search of its puzzle is over.
    fn end<P: Probe>(
        set: &mut Set,
        slot: usize,
        answer: &mut Option<Grid>,
        probe: P,
    ) -> Result<(), P::Stop> {
        let lanes = lanes(slot);
        let Slot { waiting, stack, .. } = &mut set.slots[slot];
        let mut found = None;
        if set.dead & lanes == 0 {
            if set.open & lanes == 0 && several(&set.cells) & lanes == 0 {
                let solution = one(&set.cells, slot);
                found = all_complete(solution).then(|| grid(solution));
            } else if set.changed & lanes != 0 {
                return Ok(());
            } else if let Some(choice) = choose(&set.layouts, slot) {
                debug_assert!(*waiting < DEEPEST, "a path has more guesses than configurations");
                let (first, second) = choice.split();
                stack[*waiting] = keep(&set.cells, slot, &choice, second);
                *waiting += 1;
                let first = keep(&set.cells, slot, &choice, first);
                put(&mut set.cells, slot, &first);
                set.new |= 1 << slot;
                probe.guess(2);
                probe.call()?;
                return Ok(());
            }
        }
        if let Some(grid) = found
            && is_last(&grid, probe)?
        {
            *answer = Some(grid);
            set.busy &= !(1 << slot);
            return Ok(());
        }
        if *waiting == 0 {
            *answer = None;
            set.busy &= !(1 << slot);
            return Ok(());
        }
        *waiting -= 1;
        put(&mut set.cells, slot, &stack[*waiting]);
        set.new |= 1 << slot;
        probe.back();
        probe.call()?;
        Ok(())
    }
}

/// True when the search ends with this solution.
fn is_last<P: Probe>(solution: &Grid, probe: P) -> Result<bool, P::Stop> {
    Ok(probe.solved(solution))
}
