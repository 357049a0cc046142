//! Colours and marks: a solver keeps its mark through all charts.

use plotters::style::RGBColor;
use sudoku_findings::Results;
use sudoku_measure::SolverRecord;

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
const ACCENTS: [RGBColor; 7] = [
    RGBColor(0x00, 0x72, 0xB2),
    RGBColor(0xD5, 0x5E, 0x00),
    RGBColor(0x00, 0x9E, 0x73),
    RGBColor(0xCC, 0x79, 0xA7),
    RGBColor(0xE6, 0x9F, 0x00),
    RGBColor(0x56, 0xB4, 0xE9),
    INK,
];

/// Of solvers without an accent: their names stand beside them.
const OTHERS: RGBColor = RGBColor(0x8C, 0x95, 0x9F);

/// A puzzle: it belongs to no solver.
pub(super) const DOT: RGBColor = ACCENTS[0];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    Circle,
    Square,
    Diamond,
    Triangle,
    /// For programs in other languages alone.
    Wedge,
}

const SHAPES: [Shape; 4] = [Shape::Circle, Shape::Square, Shape::Diamond, Shape::Triangle];

/// The meaning of a program's mark.
pub(super) const WEDGE: &str =
    "A wedge is a program in another language: its time includes reading and writing lines. ";

/// How a solver is drawn, in every chart.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mark {
    pub(super) colour: RGBColor,
    pub(super) shape: Shape,
    /// It comes from elsewhere.
    pub(super) hollow: bool,
}

impl Mark {
    /// That of a program in another language.
    pub(super) const PROGRAM: Self = Self { colour: INK, shape: Shape::Wedge, hollow: false };

    /// True for a solver that stands out from the others.
    pub(super) fn is_accent(self) -> bool {
        self.colour != OTHERS
    }
}

fn family(id: &str) -> &str {
    id.split_once('/').map_or(id, |(family, _)| family)
}

/// The solvers of a run, each with its mark.
pub(super) fn marked(results: &Results) -> Vec<(&SolverRecord, Mark)> {
    let solvers = &results.plan.solvers;
    let own = solvers.iter().filter(|solver| solver.peer.is_none()).map(|solver| &*solver.id);
    let accents = accents(own, |solver| results.time_on_lead(solver));
    let marked = solvers.iter().enumerate().map(|(at, solver)| {
        let sibling = |other: &&SolverRecord| family(&other.id) == family(&solver.id);
        let variant = solvers[..at].iter().filter(sibling).count();
        let accent = accents.iter().position(|id| *id == solver.id);
        let mark = Mark {
            colour: accent.map_or(OTHERS, |accent| ACCENTS[accent]),
            shape: SHAPES[accent.unwrap_or(variant) % SHAPES.len()],
            hollow: solver.peer.is_some(),
        };
        (solver, mark)
    });
    marked.collect()
}

/// The solvers that stand out, in their order: the fastest of each family; of more families than
/// accents those that lie farthest apart.
fn accents<'a>(
    solvers: impl Iterator<Item = &'a str>,
    time: impl Fn(&str) -> Option<f64>,
) -> Vec<&'a str> {
    let mut fastest: Vec<(&str, f64)> = Vec::new();
    for id in solvers {
        let size = time(id).map_or(f64::INFINITY, f64::ln);
        match fastest.iter_mut().find(|(known, _)| family(known) == family(id)) {
            Some(known) if size < known.1 => *known = (id, size),
            Some(_) => {}
            None => fastest.push((id, size)),
        }
    }
    let mut chosen: Vec<(&str, f64)> = Vec::new();
    let mut left = fastest.clone();
    while chosen.len() < ACCENTS.len() && !left.is_empty() {
        let apart = |size: f64| match size.is_finite() {
            true if chosen.is_empty() => -size,
            true => chosen.iter().map(|other| (other.1 - size).abs()).fold(f64::MAX, f64::min),
            false => f64::MIN,
        };
        let farthest = |best: usize, at: usize| {
            if apart(left[at].1) > apart(left[best].1) { at } else { best }
        };
        let next = (0..left.len()).fold(0, farthest);
        chosen.push(left.remove(next));
    }
    fastest.retain(|solver| chosen.contains(solver));
    fastest.into_iter().map(|(id, _)| id).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fastest_of_each_family_stands_out() {
        let all = ["a/1", "a/2", "b/1", "c/1"];
        let time = |id: &str| match id {
            "a/1" => Some(9.0),
            "a/2" => Some(1.0),
            "b/1" => Some(3.0),
            _ => None,
        };
        assert_eq!(accents(all.into_iter(), time), ["a/2", "b/1", "c/1"]);
        assert_eq!(accents(all.into_iter(), |_| None), ["a/1", "b/1", "c/1"]);
    }

    #[test]
    fn of_many_families_those_stand_out_that_lie_far_apart() {
        let names: Vec<String> = (0..14).map(|n| format!("{n}/x")).collect();
        // Two by two they are as good as equal.
        let time = |id: &str| Some(10_f64.powi(id.split('/').next()?.parse::<i32>().ok()? / 2));
        let found = accents(names.iter().map(String::as_str), time);
        assert_eq!(found.len(), ACCENTS.len());
        assert_eq!(found, ["0/x", "2/x", "4/x", "6/x", "8/x", "10/x", "12/x"]);
    }

    #[test]
    fn the_page_knows_the_colours_of_the_charts() {
        let written = [INK, MUTED, LINE, BAND, CARD, ALARM]
            .map(|RGBColor(r, g, b)| format!("#{r:02X}{g:02X}{b:02X}"));
        assert_eq!(written, NEUTRALS.map(|(hex, _)| hex));
    }
}
