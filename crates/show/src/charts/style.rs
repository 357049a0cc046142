//! Colours and marks: a solver has the same mark in all charts.

use plotters::style::{Color, RGBColor, ShapeStyle};
use sudoku_judge::{LEADING, Results, family};
use sudoku_record::SolverRecord;

pub(super) const INK: RGBColor = RGBColor(0x1F, 0x23, 0x28);
pub(super) const MUTED: RGBColor = RGBColor(0x59, 0x63, 0x6E);
pub(super) const LINE: RGBColor = RGBColor(0xD8, 0xDE, 0xE4);
pub(super) const BAND: RGBColor = RGBColor(0xF4, 0xF6, 0xF8);
pub(super) const CARD: RGBColor = RGBColor(0xFF, 0xFF, 0xFF);
pub(super) const ALARM: RGBColor = RGBColor(0xB4, 0x23, 0x18);

/// The neutral colours, each with the CSS variable that the page replaces it with.
const NEUTRALS: [(RGBColor, &str); 6] = [
    (INK, "ink"),
    (MUTED, "muted"),
    (LINE, "line"),
    (BAND, "band"),
    (CARD, "card"),
    (ALARM, "alarm"),
];

/// The neutral colours as written in the SVG, with their variables.
pub(crate) fn neutrals() -> [(String, &'static str); 6] {
    NEUTRALS.map(|(colour, variable)| (hex(colour), variable))
}

/// A colour as SVG and CSS write it.
pub(super) fn hex(RGBColor(red, green, blue): RGBColor) -> String {
    format!("#{red:02X}{green:02X}{blue:02X}")
}

/// The colours of Okabe and Ito, which colour-blind readers can tell apart. Their yellow, which is
/// hard to see on white, is replaced by the violet of IBM's colours.
const ACCENTS: [RGBColor; LEADING] = [
    RGBColor(0x00, 0x72, 0xB2),
    RGBColor(0xD5, 0x5E, 0x00),
    RGBColor(0x00, 0x9E, 0x73),
    RGBColor(0xCC, 0x79, 0xA7),
    RGBColor(0xE6, 0x9F, 0x00),
    RGBColor(0x56, 0xB4, 0xE9),
    RGBColor(0x78, 0x5E, 0xF0),
    INK,
];

/// The colour of all solvers that do not lead the report.
const OTHERS: RGBColor = RGBColor(0x8C, 0x95, 0x9F);

/// The colour of a puzzle, which belongs to no solver.
pub(super) const DOT: RGBColor = ACCENTS[0];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    Circle,
    Square,
    Diamond,
    Triangle,
    /// Only for programs in other languages.
    Wedge,
}

const SHAPES: [Shape; 4] = [Shape::Circle, Shape::Square, Shape::Diamond, Shape::Triangle];

/// The mark that stands for any other solver, in a legend.
pub(super) const OTHER: Mark = Mark { colour: OTHERS, shape: Shape::Circle, hollow: false };

/// The sentence that explains the mark of programs.
pub(super) const WEDGE: &str =
    "A wedge is a program in another language: its time includes reading and writing lines. ";

/// How a solver is drawn in every chart.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Mark {
    pub(super) colour: RGBColor,
    pub(super) shape: Shape,
    /// True for a peer.
    pub(super) hollow: bool,
}

impl Mark {
    /// The mark of a program in another language.
    pub(super) const PROGRAM: Self = Self { colour: INK, shape: Shape::Wedge, hollow: false };

    /// The mark of one of many programs.
    pub(super) const OTHER_PROGRAM: Self = Self { colour: OTHERS, ..Self::PROGRAM };

    pub(super) fn is_program(self) -> bool {
        self.shape == Shape::Wedge
    }

    /// True for a solver that leads the report, whose colour stands out.
    pub(super) fn is_accent(self) -> bool {
        self.colour != OTHERS
    }

    /// The style of a solver's line; faint unless the solver leads the report.
    pub(super) fn line(self) -> ShapeStyle {
        let (alpha, stroke_width) = if self.is_accent() { (1.0, 2) } else { (0.7, 1) };
        ShapeStyle { color: self.colour.mix(alpha), filled: false, stroke_width }
    }
}

/// The solvers of a run, each with its mark.
pub(super) fn marked(results: &Results) -> Vec<(&SolverRecord, Mark)> {
    let solvers = &results.plan.solvers;
    let leading = results.leading();
    let marked = solvers.iter().enumerate().map(|(at, solver)| {
        let sibling = |other: &&SolverRecord| family(&other.id) == family(&solver.id);
        let variant = solvers[..at].iter().filter(sibling).count();
        let accent = leading.iter().position(|id| *id == solver.id);
        let mark = Mark {
            colour: accent.map_or(OTHERS, |accent| ACCENTS[accent]),
            shape: SHAPES[accent.unwrap_or(variant) % SHAPES.len()],
            hollow: solver.peer.is_some(),
        };
        (solver, mark)
    });
    marked.collect()
}
