//! No cursor: every call finds the next blank by reading the board from the corner.
//!
//! `brute-scan` hands a position from call to call. This family hands on nothing: the board itself
//! says how far the search has come, since the first blank in reading order is always the next one
//! to fill. The recursive function gets shorter, and there is one call for each blank instead of
//! one for each cell. The price is that every call reads again what all calls before it have read.
//! Whether a digit may stand at the blank is asked of the board, as in `brute-scan`.
//!
//! - [`ThreeLoops`] reads row, column and box one after the other.
//! - [`Fused`] reads them side by side in one loop.

mod fused;
mod three_loops;

pub use fused::Fused;
pub use three_loops::ThreeLoops;
