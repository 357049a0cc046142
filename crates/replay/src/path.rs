//! The steps that led to a step, and that nothing has taken back.

use sudoku_core::{Frame, Mark};

use crate::{FRAMES, Search};

impl Search {
    /// The numbers of the steps between the start and this step that nothing has taken back, and of
    /// the step itself, in order. For a search that reports its guesses: a step back returns to the
    /// last guess at its own depth.
    pub(crate) fn path_to(&self, step: u64) -> Vec<u64> {
        let guess_of = |back: u64| {
            let depth = self.trace.depths[back as usize - 1];
            let marks = self.trace.marks.iter().zip(&self.trace.depths).take(back as usize - 1);
            marks.rev().position(|(&mark, &at)| mark == Mark::Guess && at == depth)
        };
        let (mut path, mut end) = (Vec::new(), step);
        while let Some(back) = self.previous(end + 1, Mark::Back) {
            path.extend((back..=end).rev());
            end = guess_of(back).map_or(0, |further| back - 1 - further as u64);
        }
        path.extend((0..=end).rev());
        path.reverse();
        path
    }

    /// The frames of these steps, which are in order. Those far from the last step that was asked
    /// for cost a search up to there for every 2,048 steps in which one of them lies; they are kept
    /// until others are asked for.
    pub(crate) fn frames_of(&mut self, steps: &[u64]) -> Vec<&Frame> {
        self.apart.retain(|frame| steps.binary_search(&frame.step).is_ok());
        let kept = |search: &Self, step| {
            search.kept(step).is_some() || search.apart.iter().any(|frame| frame.step == step)
        };
        let mut missing: Vec<u64> = steps.iter().copied().filter(|&at| !kept(self, at)).collect();
        while let Some(&first) = missing.first() {
            let later = missing.split_off(missing.partition_point(|&at| at < first + FRAMES));
            let last = missing.last().map_or(first, |&last| last);
            let window = first..last + 1;
            let frames = self.session.trace(&self.puzzle, self.goal, last, window, false).frames;
            let wanted = |frame: &Frame| missing.binary_search(&frame.step).is_ok();
            self.apart.extend(frames.into_iter().filter(wanted));
            missing = later;
        }
        let frame = |&step| match self.kept(step) {
            Some(at) => self.trace.frames.get(at),
            None => self.apart.iter().find(|frame| frame.step == step),
        };
        steps.iter().filter_map(frame).collect()
    }
}
