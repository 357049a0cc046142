//! Tests of every solver: each test walks the whole list.

mod answers;
mod budgets;
mod contradictions;
mod corpora;
mod counts;
mod fuzzed;
mod memory;
mod replay;
mod same_tree;
mod sources;
