//! The charts, as SVG: one file below `charts/` draws one of them.

#![allow(clippy::cast_possible_wrap, reason = "no chart has a billion rows")]

mod axis;
mod cactus;
mod canvas;
mod difficulty;
mod duel;
mod ladder;
mod names;
mod placement;
mod sets;
mod style;
mod time;

use askama::Template;
use sudoku_findings::Results;

use crate::escape::markdown as escape;
use crate::section::Part;

pub(crate) use duel::scatter;
pub(crate) use style::NEUTRALS;

/// A chart. It is an SVG file as it stands; `Display` writes it as a part of the page.
#[derive(Debug, Template)]
#[template(path = "chart.html")]
pub(crate) struct Chart {
    /// The name of its files, and its anchor on the page.
    pub(crate) name: &'static str,
    /// The anchor of the table that has its figures.
    pub(crate) table: &'static str,
    /// What it is about.
    pub(crate) heading: &'static str,
    /// What it shows above all.
    pub(crate) title: String,
    /// How to read it, for those who cannot see it and as a caption for those who can.
    pub(crate) about: String,
    pub(crate) svg: String,
}

impl Chart {
    /// True for the one that a report opens with.
    pub(crate) fn opens(&self) -> bool {
        self.name == "ladder"
    }
}

impl Part for &Chart {
    fn markdown(&self) -> Vec<String> {
        let Chart { name, title, about, .. } = self;
        vec![format!("![{}](charts/{name}.svg)", escape(title)), about.clone()]
    }
}

/// The solvers that stand out in the charts: at most seven that tell most.
pub(crate) fn accents(results: &Results) -> Vec<&str> {
    let accents = style::marked(results).into_iter().filter(|(_, mark)| mark.is_accent());
    accents.map(|(solver, _)| solver.id.as_str()).collect()
}

/// Every chart that there is data for, in the order in which they are shown.
pub(crate) fn all(results: &Results) -> Vec<Chart> {
    [
        ladder::chart(results),
        time::chart(results),
        placement::chart(results),
        cactus::chart(results),
        difficulty::chart(results),
    ]
    .into_iter()
    .flatten()
    .collect()
}
