//! Colours and marks: a family keeps its colour and a variant its mark through all charts.

use plotters::style::RGBColor;
use sudoku_measure::{Plan, SolverRecord};

pub(super) const INK: RGBColor = RGBColor(0x1F, 0x23, 0x28);
pub(super) const MUTED: RGBColor = RGBColor(0x59, 0x63, 0x6E);
pub(super) const LINE: RGBColor = RGBColor(0xD8, 0xDE, 0xE4);
pub(super) const BAND: RGBColor = RGBColor(0xF4, 0xF6, 0xF8);
pub(super) const CARD: RGBColor = RGBColor(0xFF, 0xFF, 0xFF);
pub(super) const ALARM: RGBColor = RGBColor(0xB4, 0x23, 0x18);

/// The colours above as they stand in the SVG, and the variable that the page draws them in.
pub(crate) const NEUTRALS: [(&str, &str); 6] = [
    ("#1F2328", "ink"),
    ("#59636E", "muted"),
    ("#D8DEE4", "line"),
    ("#F4F6F8", "band"),
    ("#FFFFFF", "card"),
    ("#B42318", "alarm"),
];

/// Okabe and Ito's colours, which the colour-blind can tell apart, without the yellow, which
/// nobody sees on white.
const FAMILIES: [RGBColor; 7] = [
    RGBColor(0x00, 0x72, 0xB2),
    RGBColor(0xD5, 0x5E, 0x00),
    RGBColor(0x00, 0x9E, 0x73),
    RGBColor(0xCC, 0x79, 0xA7),
    RGBColor(0xE6, 0x9F, 0x00),
    RGBColor(0x56, 0xB4, 0xE9),
    RGBColor(0x7A, 0x7A, 0x7A),
];

/// A puzzle: it belongs to no family.
pub(super) const DOT: RGBColor = FAMILIES[0];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    Circle,
    Square,
    Diamond,
    Triangle,
}

const SHAPES: [Shape; 4] = [Shape::Circle, Shape::Square, Shape::Diamond, Shape::Triangle];

/// How a solver is drawn.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mark {
    pub(super) colour: RGBColor,
    pub(super) shape: Shape,
    /// When there are more families than colours.
    pub(super) hollow: bool,
    /// The family is an even one in the order of the plan.
    pub(super) even: bool,
}

fn family(id: &str) -> &str {
    id.split_once('/').map_or(id, |(family, _)| family)
}

/// The solvers of a plan, each with its mark.
pub(super) fn marked(plan: &Plan) -> Vec<(&SolverRecord, Mark)> {
    let mut families: Vec<(&str, usize)> = Vec::new();
    let marked = plan.solvers.iter().map(|solver| {
        let name = family(&solver.id);
        let at = families.iter().position(|known| known.0 == name).unwrap_or_else(|| {
            families.push((name, 0));
            families.len() - 1
        });
        let variant = families[at].1;
        families[at].1 += 1;
        let mark = Mark {
            colour: FAMILIES[at % FAMILIES.len()],
            shape: SHAPES[variant % SHAPES.len()],
            hollow: at / FAMILIES.len() % 2 == 1,
            even: at % 2 == 0,
        };
        (solver, mark)
    });
    marked.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_knows_the_colours_of_the_charts() {
        let written = [INK, MUTED, LINE, BAND, CARD, ALARM]
            .map(|RGBColor(r, g, b)| format!("#{r:02X}{g:02X}{b:02X}"));
        assert_eq!(written, NEUTRALS.map(|(hex, _)| hex));
    }
}
