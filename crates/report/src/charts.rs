//! The charts, as SVG: one file below `charts/` draws one of them.

#![allow(clippy::cast_possible_wrap, reason = "no chart has a billion rows")]

mod axis;
mod cactus;
mod canvas;
mod difficulty;
mod duel;
mod ladder;
mod panels;
mod placement;
mod style;
mod time;
mod work;

use sudoku_measure::Results;

pub(crate) use duel::scatter;
pub(crate) use ladder::climbed;
pub(crate) use style::NEUTRALS;

/// A chart. It is an SVG file as it stands, and part of a page as well.
#[derive(Debug)]
pub(crate) struct Chart {
    /// The name of its files, and its anchor on the page.
    pub(crate) name: &'static str,
    /// The anchor of the table that has its figures.
    pub(crate) table: &'static str,
    pub(crate) title: String,
    /// How to read it, for those who cannot see it and as a caption for those who can.
    pub(crate) about: String,
    pub(crate) svg: String,
}

/// Every chart that there is data for, in the order in which they are shown.
pub(crate) fn all(results: &Results) -> Vec<Chart> {
    [
        ladder::chart(results),
        time::chart(results),
        placement::chart(results),
        work::chart(results),
        cactus::chart(results),
        difficulty::chart(results),
    ]
    .into_iter()
    .flatten()
    .collect()
}
