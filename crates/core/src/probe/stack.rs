//! [`StackGauge`]: the probe that measures how much stack a search takes.

use std::cell::Cell;
use std::convert::Infallible;
use std::hint::black_box;

use crate::Probe;

/// Measures how far the stack grows between the first call of the recursive function and the
/// deepest one; `&StackGauge` is the probe.
///
/// Each call notes the address of a local variable. This measures the search as compiled with this
/// probe, not the timed one: both come from the same lines, but a compiler may give their frames
/// different sizes. A call that the compiler turned into a jump has no frame and takes no stack.
///
/// ```
/// use sudoku_core::{Probe, StackGauge};
///
/// fn down(calls: u32, probe: &StackGauge) -> u32 {
///     let Ok(()) = probe.call();
///     if calls == 1 { 0 } else { std::hint::black_box(down(calls - 1, probe) + 1) }
/// }
///
/// let [shallow, deep] = [10, 100].map(|calls| {
///     let gauge = StackGauge::default();
///     down(calls, &gauge);
///     gauge.bytes()
/// });
/// assert!(shallow > 0 && deep == 11 * shallow); // 9 frames and 99
/// ```
#[derive(Debug, Default)]
pub struct StackGauge {
    first: Cell<Option<usize>>,
    farthest: Cell<usize>,
}

impl StackGauge {
    /// The number of bytes of stack between the first call and the deepest one: the frames of all
    /// calls active at once except one. 0 if there was no second call.
    pub fn bytes(&self) -> usize {
        self.farthest.get()
    }
}

impl Probe for &StackGauge {
    type Stop = Infallible;

    // A separate frame, so that the variable does not make the search's frame larger.
    #[inline(never)]
    fn call(self) -> Result<(), Infallible> {
        let here = 0_u8;
        let address = black_box(&raw const here).addr();
        let first = self.first.get().unwrap_or(address);
        self.first.set(Some(first));
        self.farthest.set(self.farthest.get().max(first.abs_diff(address)));
        Ok(())
    }
}
