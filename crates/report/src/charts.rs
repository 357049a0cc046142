//! The charts, as SVG: one file below `charts/` draws one of them.

#![allow(clippy::cast_possible_wrap, reason = "no chart has a billion rows")]

mod axis;
mod cactus;
mod difficulty;
mod duel;
mod ladder;
mod lines;
mod placement;
mod sets;
mod sheet;
mod style;
mod svg;
mod text;
mod time;

use askama::Template;
use sudoku_findings::Results;

use crate::escape::markdown as escape;
use crate::format;
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
    /// The subject of the chart.
    pub(crate) heading: &'static str,
    /// The main point that it shows.
    pub(crate) title: String,
    /// How to read it, as a description for people unable to see it and as a caption for all
    /// others.
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

/// Whether a chart stands on a page, or alone, as a paper wants it: without heading and note.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Look {
    Page,
    Alone,
}

/// The charts by their names, in the order in which they are shown.
const CHARTS: [(&str, Drawing); 5] = [
    ("ladder", ladder::chart),
    ("time", time::chart),
    ("placement", placement::chart),
    ("cactus", cactus::chart),
    ("difficulty", difficulty::chart),
];

/// Draws a chart of a run; `None` if the run has no data for it.
type Drawing = fn(&Results, Look) -> Option<Chart>;

/// Every chart that there is data for, in the order in which they are shown.
pub(crate) fn all(results: &Results) -> Vec<Chart> {
    CHARTS.iter().filter_map(|(_, chart)| chart(results, Look::Page)).collect()
}

/// One chart alone as SVG, without heading and note, of these sets of a run or of all. The ladder is
/// drawn for each set.
///
/// # Errors
///
/// If no chart or set has such a name, or the run has no data for the chart.
pub fn alone(results: &Results, name: &str, sets: &[&str]) -> Result<String, String> {
    let named = |kind: &str, name: &str, all: &[&str]| {
        let known = || format!("there is no {kind} `{name}`; there are {}", format::listed(all));
        if all.contains(&name) { Ok(()) } else { Err(known()) }
    };
    let [charts, corpora]: [Vec<&str>; 2] = [
        CHARTS.iter().map(|(name, _)| *name).collect(),
        results.plan.corpora.iter().map(|corpus| &*corpus.name).collect(),
    ];
    named("chart", name, &charts)?;
    sets.iter().try_for_each(|set| named("set", set, &corpora))?;
    let results = results.on_sets(if sets.is_empty() { &corpora } else { sets });
    let drawn = CHARTS.iter().find(|chart| chart.0 == name);
    let chart = drawn.and_then(|(_, chart)| chart(&results, Look::Alone));
    chart.map(|chart| chart.svg).ok_or_else(|| format!("the run has no data for the chart {name}"))
}
