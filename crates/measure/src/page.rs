//! [`Page`]: what is told of a solver, and its code.

use serde::{Deserialize, Serialize};

/// A solver as its source file tells it, or a family as its `lib.rs` does: an entry of
/// `raw/pages.json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Page {
    /// `family/variant`, or the name of the family alone.
    pub id: String,
    /// The description: Markdown, with links as rustdoc reads them.
    pub text: String,
    /// The rest of the file without its tests; empty for a family.
    pub code: String,
    /// The lines of the code that tell a probe something, counted from 0. The timed program has
    /// nothing of them.
    pub observations: Vec<usize>,
}
