//! The charts, as SVG: each of them is drawn by a file below `charts/`.

#![allow(clippy::cast_possible_wrap, reason = "no chart has a billion rows")]

mod axis;
mod cactus;
mod duel;
mod ladder;
mod placement;
mod sets;
mod sheet;
mod style;
mod svg;
mod text;
mod time;

use askama::Template;
use sudoku_judge::{Results, format};

use crate::escape::markdown as escape;
use crate::section::{Part, Section};

pub(crate) use duel::scatter;
pub(crate) use style::neutrals;

/// A chart. `svg` is a complete file; `Display` writes the chart as a part of the page.
#[derive(Debug, Template)]
#[template(path = "chart.html")]
pub(crate) struct Chart {
    /// The name of the chart's files, and its anchor on the page.
    pub(crate) name: &'static str,
    /// The link to the table that has the chart's figures.
    pub(crate) table: &'static str,
    /// The subject of the chart.
    pub(crate) heading: &'static str,
    /// The main point of the chart.
    pub(crate) title: String,
    /// How to read the chart: a caption, and a description for readers unable to see it.
    pub(crate) about: String,
    pub(crate) svg: String,
    /// The chart for a phone, without figures to point at.
    phone: String,
}

impl Chart {
    /// True for the chart that a report opens with.
    pub(crate) fn opens(&self) -> bool {
        self.name == "ladder"
    }

    pub(crate) fn section(&self) -> Section<'_> {
        let listed = self.opens().then_some("Ladder");
        let section = Section::new(self.name, self.heading, &self.title).on_paper();
        Section { opens: self.opens(), listed, ..section.parts([self]) }
    }
}

impl Part for &Chart {
    fn markdown(&self) -> Vec<String> {
        let Chart { name, title, about, .. } = self;
        vec![format!("![{}](charts/{name}.svg)", escape(title)), about.clone()]
    }
}

/// Whether a chart is part of a page or, without heading and note, stands alone, as for a paper, or is
/// shown by a phone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Look {
    Page,
    Alone,
    Phone,
}

impl Look {
    /// The width in pixels: that of a page of text, or that of a phone.
    fn width(self) -> i32 {
        if self == Self::Phone { 360 } else { 900 }
    }

    /// True if there is room for a solver or program with this mark: a phone has none for all.
    fn has_room_for(self, mark: style::Mark) -> bool {
        self != Self::Phone || mark.is_accent()
    }
}

/// The name, table, heading and drawing of a chart.
type Kind = (&'static str, &'static str, &'static str, Drawing);

/// The charts, in the order in which they are shown.
const CHARTS: [Kind; 5] = [
    ("ladder", "#steps", "From the fastest to the slowest", ladder::ours),
    ("elsewhere", "#ratios", "Peers and programs", ladder::elsewhere),
    ("time", "#glance", "Time per puzzle", time::chart),
    ("placement", "#glance", "Time per placement", placement::chart),
    ("cactus", "appendix.html#survey", "Puzzles solved, by time", cactus::chart),
];

/// Draws a chart of a run and returns its title, its description and the SVG; `None` if the run has
/// no data for it.
type Drawing = fn(&Results, Look) -> Option<[String; 3]>;

/// Every chart that the run has data for, in the order in which charts are shown.
pub(crate) fn all(results: &Results) -> Vec<Chart> {
    CHARTS.iter().filter_map(|chart| drawn(results, *chart)).collect()
}

/// The chart that a report opens with, if the run has data for it.
pub(crate) fn opening(results: &Results) -> Option<Chart> {
    drawn(results, CHARTS[0])
}

fn drawn(results: &Results, (name, table, heading, draw): Kind) -> Option<Chart> {
    let [title, about, svg] = draw(results, Look::Page)?;
    let [.., phone] = draw(results, Look::Phone)?;
    Some(Chart { name, table, heading, title, about, svg, phone })
}

/// One chart of a run as SVG, without heading and note.
///
/// # Errors
///
/// When no chart has such a name, or the run has no data for the chart.
pub fn alone(results: &Results, name: &str) -> Result<String, String> {
    let Some((.., draw)) = CHARTS.iter().find(|chart| chart.0 == name) else {
        let all = CHARTS.map(|(name, ..)| name);
        return Err(format!("there is no chart `{name}`; there are {}", format::listed(&all)));
    };
    let drawn = draw(results, Look::Alone);
    drawn.map(|[.., svg]| svg).ok_or_else(|| format!("the run has no data for the chart {name}"))
}
