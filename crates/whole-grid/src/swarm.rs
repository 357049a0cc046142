//! The rules over six nodes of one search, in vector registers of 512 bits.

use std::arch::x86_64::*;

use bytemuck::must_cast;
use sudoku_core::{Contradictions, Grid, Info, Probe, Puzzle, Solver, Tree};

use crate::avx512vl::one_grid::{self, End as Left};
use crate::choice::DEEPEST;
use crate::nodes::{End, Ends, Nodes, branch, clear, end, enter, next_of, step};
use crate::pairs::Pairs;
use crate::{COUNTERS, SOURCE, registers};

/// TODO
#[derive(Debug)]
pub struct Swarm {
    waiting: Box<[registers::Cells; DEEPEST]>,
    stack: Vec<Pairs>,
    sets: [Nodes; 2],
}

/// The number of dead ends after which a search of one grid leaves its nodes to six slots.
const PATIENCE: usize = 3;

impl Default for Swarm {
    fn default() -> Self {
        assert!(Self::available(), "this processor lacks {}", Self::TARGET);
        let none = [must_cast([0_u64; 4]); 9];
        let waiting = vec![none; DEEPEST].into_boxed_slice().try_into().expect("as deep");
        Self { waiting, stack: Vec::with_capacity(DEEPEST), sets: Default::default() }
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
        state_bytes: size_of::<Self>() + DEEPEST * (size_of::<registers::Cells>() + size_of::<Pairs>()),
    };

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
        match one_grid::search::<P, PATIENCE>(waiting, puzzle, &mut answer, probe)? {
            Left::Solution => Ok(Some(answer)),
            Left::Nothing => Ok(None),
            Left::Waiting(nodes) => {
                stack.clear();
                stack.extend(waiting[..nodes].iter().map(|node| pairs(node)));
                together(sets, stack, probe)
            }
        }
    }

    fn pairs(&[a, b, c, d, e, f, g, h, i]: &registers::Cells) -> Pairs {
        let pair = |a, b| _mm512_inserti64x4::<1>(_mm512_castsi256_si512(a), b);
        [pair(a, b), pair(c, d), pair(e, f), pair(g, h), pair(i, i)]
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg,avx512vbmi,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
    /// Searches the nodes on the stack and all below them.
    fn together<P: Probe>(
        sets: &mut [Nodes; 2],
        stack: &mut Vec<Pairs>,
        probe: P,
    ) -> Result<Option<Grid>, P::Stop> {
        for set in &mut *sets { clear(set); }
        let (mut at, mut ends) = (0, Ends::default());
        loop {
            let nodes = &mut sets[at];
            let mut idle = 0b111 & !nodes.busy;
            while !stack.is_empty() && let Some(slot) = next_of(&mut idle) {
                take(nodes, slot, stack, probe)?;
            }
            let mut next = Ends::default();
            if nodes.busy != 0 {
                for _ in 0..nodes.busy.count_ones() { probe.round(); }
                next = step(nodes);
            } else if sets[1 - at].busy == 0 {
                return Ok(None);
            }
            at = 1 - at;
            let nodes = &mut sets[at];
            while let Some(slot) = next_of(&mut ends.other) {
                match end(nodes, slot) {
                    End::Solution(found) => {
                        if probe.solved(&found) {
                            return Ok(Some(found));
                        }
                        ends.dead |= 1 << slot;
                    }
                    End::Nothing => ends.dead |= 1 << slot,
                    End::Open => {}
                    End::Guess(choice) => {
                        stack.push(branch(nodes, slot, &choice));
                        probe.guess(2);
                        probe.call()?;
                    }
                }
            }
            while let Some(slot) = next_of(&mut ends.dead) {
                if stack.is_empty() { nodes.busy &= !(1 << slot); } else { take(nodes, slot, stack, probe)?; }
            }
            ends = next;
        }
    }

compiled_for! { avx512,
    fn take<P: Probe>(nodes: &mut Nodes, slot: usize, stack: &mut Vec<Pairs>, probe: P) -> Result<(), P::Stop> {
        if let Some(node) = stack.pop() {
            enter(nodes, slot, &node);
            probe.back();
            probe.call()?;
        }
        Ok(())
    }
}
