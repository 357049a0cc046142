//! Three nodes whose rounds are done together, one in each slot of nine registers: what ends them,
//! and what takes their place. [`Avx512`](crate::Avx512) gives each slot a puzzle, and
//! [`Swarm`](crate::Swarm) gives all of them the nodes of one.

use std::arch::x86_64::_pext_u32;

use bytemuck::must_cast;
use sudoku_core::{Grid, Probe};

use crate::choice::Choice;
use crate::pairs::{Pairs, grid, keep};
use crate::three_grids::{
    Boxes, Cells, Layouts, Round, choose, differ, incomplete, lanes, one, open, put, round,
    several, without,
};

#[derive(Debug)]
pub(crate) struct Nodes {
    cells: Cells,
    sum: Boxes,
    layouts: Layouts,
    /// The lanes of boxes that are not solved. (A lane is 16 bits of a register, which hold one
    /// box.)
    open: u32,
    /// The lanes of boxes that the last round has changed.
    changed: u32,
    /// A bit for each slot that has a node.
    pub(crate) busy: u8,
    /// A bit for each slot whose node has not gone through a round yet.
    new: u8,
}

impl Default for Nodes {
    fn default() -> Self {
        let zero: Boxes = must_cast([0_u64; 8]);
        let (cells, layouts) = ([zero; 9], [zero; 4]);
        Self { cells, sum: zero, layouts, open: 0, changed: 0, busy: 0, new: 0 }
    }
}

/// The slots whose node may have ended, one bit for each.
#[derive(Clone, Copy, Default)]
pub(crate) struct Ends {
    /// The slots in which a cell has no candidate left.
    pub(crate) dead: u8,
    /// The slots in which all boxes look solved, or nothing has changed.
    pub(crate) other: u8,
}

/// How a node ends that is not dead.
pub(crate) enum End {
    Solution(Grid),
    /// Without a solution or a guess: the search goes back.
    Nothing,
    /// Not yet: it needs another round.
    Open,
    Guess(Choice),
}

/// Takes the first slot of these.
#[inline]
pub(crate) const fn next_of(slots: &mut u8) -> Option<usize> {
    if *slots == 0 {
        return None;
    }
    let slot = slots.trailing_zeros() as usize % 3;
    *slots &= *slots - 1;
    Some(slot)
}

/// Removes all nodes.
#[inline]
pub(crate) const fn clear(nodes: &mut Nodes) {
    (nodes.busy, nodes.new) = (0, 0);
}

/// Reports a solution to the probe; true if the search ends with it.
#[inline]
pub(crate) fn is_last<P: Probe>(solution: &Grid, probe: P) -> Result<bool, P::Stop> {
    Ok(probe.solved(solution))
}

compiled_for! { avx512,
    /// Puts the root of a search into a slot.
    pub(crate) fn start(nodes: &mut Nodes, slot: usize, root: &Pairs) {
        put(&mut nodes.cells, slot, root);
        nodes.sum = without(nodes.sum, slot);
        nodes.busy |= 1 << slot;
    }

    /// Puts a node other than the root into a slot.
    pub(crate) fn enter(nodes: &mut Nodes, slot: usize, node: &Pairs) {
        put(&mut nodes.cells, slot, node);
        nodes.busy |= 1 << slot;
        nodes.new |= 1 << slot;
    }

    /// Does one round. Returns the slots whose node may have ended.
    pub(crate) fn step(nodes: &mut Nodes) -> Ends {
        let Round { cells, sum, dead, layouts } = round(nodes.cells);
        (nodes.cells, nodes.layouts) = (cells, layouts);
        (nodes.open, nodes.changed) = (open(sum), differ(sum, nodes.sum));
        nodes.sum = sum;
        // The first round of a node seldom ends it, so its end is not checked.
        let looked = nodes.busy & !nodes.new;
        nodes.new = 0;
        let dead = slots(dead) & looked;
        Ends { dead, other: !(slots(nodes.open) & slots(nodes.changed)) & looked & !dead }
    }

    /// A bit for each slot with a lane among these.
    fn slots(some: u32) -> u8 {
        const LOWER: u32 = 0xff | 0xff << 9 | 0xff << 18;
        const LAST: u32 = 0x100 | 0x100 << 9 | 0x100 << 18;
        // A bit in any lower lane of a slot carries into the last one.
        _pext_u32(((some & LOWER) + LOWER) | some, LAST) as u8
    }

    /// How the node of a slot ends that is not dead.
    pub(crate) fn end(nodes: &Nodes, slot: usize) -> End {
        let lanes = lanes(slot);
        if nodes.open & lanes == 0 {
            if incomplete(&nodes.cells) & lanes == 0 {
                return End::Solution(grid(one(&nodes.cells, slot)));
            }
            if several(&nodes.cells) & lanes == 0 {
                return End::Nothing;
            }
            if nodes.changed & lanes != 0 {
                return End::Open;
            }
        }
        choose(&nodes.layouts, slot).map_or(End::Nothing, End::Guess)
    }

    /// Makes a guess: the slot goes on with the first of its alternatives, and the other one is
    /// returned.
    pub(crate) fn branch(nodes: &mut Nodes, slot: usize, choice: &Choice) -> Pairs {
        let (first, second) = choice.split();
        let node = one(&nodes.cells, slot);
        enter(nodes, slot, &keep(node, choice, first));
        keep(node, choice, second)
    }
}
