//! The tests of the solvers. One binary, which is linked once.

mod articles;
mod bands;
mod common;
mod doubles;
mod every_solver;
mod exact_cover;
mod fastest;
mod fewest_candidates;
mod known;
mod propagation;
mod referee;
mod select;
mod whole_grid;
