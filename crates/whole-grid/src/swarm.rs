//! The rules over six nodes of one search, in vector registers of 512 bits.

use bytemuck::must_cast;
use sudoku_core::{Contradictions, Grid, Info, Probe, Puzzle, Solver, Tree};

use crate::choice::DEEPEST;
use crate::nodes::{self, End, Ends, Nodes, branch, clear, end, enter, next_of, step};
use crate::pairs::Pairs;
use crate::registers::{self, Left, Patience};
use crate::vl::{one_grid, paired};
use crate::{COUNTERS, SOURCE};

/// The rounds of [`Avx512`](crate::Avx512) for one puzzle: six of its nodes side by side.
///
/// # The idea
///
/// [`Avx512`](crate::Avx512) gives each slot of its registers a puzzle of its own. A puzzle that
/// comes alone leaves all slots but one empty, so [`Avx512vl`](crate::Avx512vl) takes registers of
/// half the size for it. But one search has work for several slots: the alternatives of its guesses
/// that wait on the stack. All of them have to be searched before a solution is proven to be the
/// only one, in whatever order.
///
/// ```text
///     one grid, until the third dead end          two sets of three slots, in turn
///
///            guess                                 slot 0   slot 1   slot 2
///            /   \                                 ------------------------
///         guess   1 waits                          node 3   node 2   node 1
///         /   \                                      |      dead
///      guess   2 waits                             guess      ^
///      /   \                                         |        |
///   dead    3 waits                                  +--> node 4 waits
/// ```
///
/// The search begins as that of `Avx512vl`. Most puzzles are solved there, and six slots would only
/// cost them time. After three dead ends, once three nodes or more wait, the stack goes to six
/// slots, which share it: a slot whose node has died takes the node that waits on top, and a guess
/// in any slot puts its second alternative there.
///
/// # Cost
///
/// Where all nodes are searched, they are those of [`Words`](crate::Words), with the same guesses
/// and rounds: a node depends on its own cells alone. A round of a set takes three nodes a step on;
/// where the processor does 512 bits at once, it takes about as long as one of `Avx512vl`.
///
/// An empty slot goes back to a node that waits, although no alternative has failed; an observer
/// sees that as any other step back.
///
/// # Examples
///
/// ```
/// use sudoku_core::{Counter, Grid, Puzzle, Solver};
/// use sudoku_whole_grid::Swarm;
///
/// let clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let puzzle = Puzzle::try_from(clues.parse::<Grid>()?)?;
/// if Swarm::available() {
///     let counter = Counter::default();
///     let Ok(solution) = Swarm::default().solve(&puzzle, &counter);
///     assert!(solution.is_some_and(|grid| grid.is_solved() && grid.extends(puzzle.grid())));
///     assert_eq!(counter.counts().rounds, 4, "as one grid");
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Source
///
/// As for [`Words`](crate::Words). That one search fills the slots is this project's.
///
/// # Outside its assumptions
///
/// A puzzle with several solutions has them in another order than with the other solvers of this
/// family, so the first one may be another solution, and a search that ends with it takes other
/// nodes. Otherwise it behaves as [`Avx512vl`](crate::Avx512vl) does.
///
/// # What the step buys
///
/// No nodes, but time where a proof takes many of them: on a processor that does 512 bits at once,
/// the proofs on `hard` take less time than with [`Avx512vl`](crate::Avx512vl), and the more nodes,
/// the less. On `easy`, it is the same search. On `multi`, where a second solution is near, sharing
/// costs a little more than it saves. It is the default only for one puzzle of which the number of
/// solutions is asked and none is shown, and only on such a processor.
///
/// # Question
///
/// Nodes are shared after three dead ends. Predict for which of the sets nearly all puzzles are
/// solved before that, and then compare the times.
///
/// ```sh
/// cargo xtask bench --quick --solver 'whole-grid/avx512vl' --solver 'whole-grid/swarm' --corpus 'minimal+unique' --corpus 'hard+unique'
/// ```
///
/// <details><summary>Answer</summary>
///
/// Most puzzles of `minimal` have fewer dead ends, so the times are close. Those of `hard` have
/// more, and their proofs take less time where registers of 512 bits are whole.
///
/// </details>
#[derive(Debug)]
pub struct Swarm {
    waiting: Box<[registers::Cells; DEEPEST]>,
    stack: Stack,
    sets: [Nodes; 2],
}

/// The number of dead ends after which one grid leaves the other nodes to six slots. Fewer cost
/// time where solutions are many, and more where nodes are.
const DEAD_ENDS: usize = 3;

/// The nodes that wait for a slot.
#[derive(Debug)]
struct Stack {
    nodes: Vec<Pairs>,
    waiting: usize,
}

impl Default for Stack {
    fn default() -> Self {
        let mut stack = Self { nodes: Vec::new(), waiting: 0 };
        stack.grow();
        stack
    }
}

impl Stack {
    /// Makes room for a node. If `push` could call `grow`, it would first save all registers.
    #[inline]
    fn reserve(&mut self) {
        if self.waiting == self.nodes.len() {
            self.grow();
        }
    }

    /// Makes room for another path: some slots may push while others are on their way down.
    #[cold]
    fn grow(&mut self) {
        self.nodes.resize(self.nodes.len() + DEEPEST, [must_cast([0_u64; 8]); 5]);
    }

    #[inline]
    fn push(&mut self, node: Pairs) {
        self.nodes[self.waiting] = node;
        self.waiting += 1;
    }

    #[inline]
    fn pop(&mut self) -> Option<&Pairs> {
        self.waiting = self.waiting.checked_sub(1)?;
        self.nodes.get(self.waiting)
    }
}

impl Default for Swarm {
    fn default() -> Self {
        assert!(Self::available(), "this processor lacks {}", Self::TARGET);
        let none = [must_cast([0_u64; 4]); 9];
        let waiting = vec![none; DEEPEST].into_boxed_slice().try_into().expect("as deep");
        Self { waiting, stack: Stack::default(), sets: Default::default() }
    }
}

impl Solver for Swarm {
    const INFO: Info = Info {
        id: "whole-grid/swarm",
        idea: "six nodes of one search side by side",
        sources: &[SOURCE],
        tree: Tree("whole-grid/swarm"),
        counters: COUNTERS,
        contradictions: Contradictions::Searched,
        state_bytes: size_of::<Self>()
            + DEEPEST * (size_of::<registers::Cells>() + size_of::<Pairs>()),
    };

    const NODES: usize = 6;

    const TARGET: &'static str = features! { avx512, names };

    fn available() -> bool {
        features! { avx512, detected }
    }

    #[expect(unsafe_code, reason = "the call into code for this processor's instructions")]
    fn solve<P: Probe>(&mut self, puzzle: &Puzzle, probe: P) -> Result<Option<Grid>, P::Stop> {
        // SAFETY: a value of this type exists only on a processor with the instructions: `default`,
        // the only way to make one, checks for them.
        unsafe { search(self, puzzle, probe) }
    }
}

compiled_for! { avx512,
    fn search<P: Probe>(
        Swarm { waiting, stack, sets }: &mut Swarm,
        puzzle: &Puzzle,
        probe: P,
    ) -> Result<Option<Grid>, P::Stop> {
        let mut answer = Grid::BLANK;
        let left = one_grid::search_one(waiting, puzzle, Patience::<DEAD_ENDS>, &mut answer, probe)?;
        let nodes = match left {
            Left::Solution => return Ok(Some(answer)),
            Left::Nothing => return Ok(None),
            Left::Nodes(nodes) => nodes,
        };
        stack.waiting = 0;
        for &node in &waiting[..nodes] {
            stack.push(paired(node));
        }
        sets.iter_mut().for_each(clear);
        share(sets, stack, probe)
    }

    /// Searches the nodes on the stack, and all below them.
    fn share<P: Probe>(
        sets: &mut [Nodes; 2],
        stack: &mut Stack,
        probe: P,
    ) -> Result<Option<Grid>, P::Stop> {
        let (mut at, mut ends) = (0, Ends::default());
        loop {
            let nodes = &mut sets[at];
            let mut idle = 0b111 & !nodes.busy;
            while stack.waiting > 0 && let Some(slot) = next_of(&mut idle) {
                take(nodes, slot, stack, probe)?;
            }
            let mut next = Ends::default();
            if nodes.busy != 0 {
                for slot in 0..3 {
                    if nodes.busy >> slot & 1 != 0 {
                        probe.round();
                    }
                }
                next = step(nodes);
            } else if sets[1 - at].busy == 0 {
                return Ok(None);
            }
            // While this round is under way, the ends of nodes in the other set.
            at = 1 - at;
            let nodes = &mut sets[at];
            while let Some(slot) = next_of(&mut ends.other) {
                match end(nodes, slot) {
                    End::Solution(found) => {
                        if nodes::is_last(&found, probe)? {
                            return Ok(Some(found));
                        }
                        ends.dead |= 1 << slot;
                    }
                    End::Nothing => ends.dead |= 1 << slot,
                    End::Open => {}
                    End::Guess(choice) => {
                        stack.reserve();
                        stack.push(branch(nodes, slot, &choice));
                        probe.guess(2);
                        probe.call()?;
                    }
                }
            }
            while let Some(slot) = next_of(&mut ends.dead) {
                take(nodes, slot, stack, probe)?;
            }
            ends = next;
        }
    }

    /// Gives a slot the node on top of the stack; if none waits, the slot is empty.
    fn take<P: Probe>(
        nodes: &mut Nodes,
        slot: usize,
        stack: &mut Stack,
        probe: P,
    ) -> Result<(), P::Stop> {
        let Some(node) = stack.pop() else {
            nodes.busy &= !(1 << slot);
            return Ok(());
        };
        enter(nodes, slot, node);
        probe.back();
        probe.call()?;
        Ok(())
    }
}
