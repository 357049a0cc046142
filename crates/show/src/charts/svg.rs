//! [`Svg`]: the backend with which plotters writes SVG, and elements that only this backend can
//! draw.

use std::convert::Infallible;
use std::fmt::{self, Display, Formatter, Write};

use plotters::coord::Shift;
use plotters::element::{Drawable, PointCollection};
use plotters::prelude::{DrawingArea, DrawingAreaErrorKind, DrawingBackend};
use plotters::style::text_anchor::{HPos, VPos};
use plotters::style::{Color, FontTransform, RGBColor};
use plotters_backend::{BackendColor, BackendStyle, BackendTextStyle, DrawingErrorKind};
use ttf_parser::Face;

use super::style::{CARD, INK, Mark, Shape};
use crate::escape;

/// A point in pixels from the left and from the top.
pub(super) type Point = (i32, i32);

/// A rectangle of a chart, in pixels from its own top left corner.
pub(super) type Area<'a> = DrawingArea<Svg<'a>, Shift>;

/// The errors of plotters; drawing into a `String` has none.
pub(super) type DrawError = DrawingAreaErrorKind<Infallible>;

pub(super) type Drawn = Result<(), DrawError>;

type Done = Result<(), DrawingErrorKind<Infallible>>;

/// Half the size of a mark, in pixels.
pub(super) const RADIUS: i32 = 4;

/// The distance from a mark within which a page shows its figures, in pixels.
pub(super) const REACH: Point = (RADIUS + 3, RADIUS + 3);

/// The number of overlapping dots up to which more dots look darker.
const LAYERS: usize = 4;

/// The elements of an SVG, written as plotters draws them. A page holds thousands, so attributes
/// with the inherited or the default value are left out.
#[derive(Debug)]
pub(super) struct Svg<'a> {
    elements: &'a mut String,
    /// For each open group, its tips: invisible rectangles with a title, above all other elements
    /// of the group.
    tips: Vec<String>,
    has_tips: bool,
    size: (u32, u32),
}

impl<'a> Svg<'a> {
    pub(super) const fn new(elements: &'a mut String, size: (u32, u32), has_tips: bool) -> Self {
        Self { elements, tips: Vec::new(), has_tips, size }
    }

    fn add(&mut self, element: fmt::Arguments<'_>) {
        writeln!(self.elements, "{element}").expect("a String takes everything");
    }

    fn open(&mut self, class: &str) {
        self.add(format_args!("<g class=\"{class}\">"));
        self.tips.push(String::new());
    }

    fn close(&mut self) {
        let tips = self.tips.pop().unwrap_or_default();
        if !tips.is_empty() {
            self.add(format_args!("<g fill=\"none\" pointer-events=\"all\">\n{tips}</g>"));
        }
        self.add(format_args!("</g>"));
    }

    fn tip(&mut self, (x, y): Point, (wide, high): Point, text: &str) {
        let Some(tips) = self.tips.last_mut().filter(|_| self.has_tips) else { return };
        let place = place((x - wide, y - high), (x + wide, y + high));
        let text = escape::xml(text);
        writeln!(tips, "<rect {place}><title>{text}</title></rect>")
            .expect("a String takes everything");
    }

    fn rectangle(&mut self, from: Point, to: Point, look: &str) {
        self.add(format_args!("<rect {} {look}/>", place(from, to)));
    }

    /// Writes a line through these points.
    pub(super) fn line(&mut self, points: &[Point], colour: BackendColor, width: u32) {
        let (steps, colour) = (Steps(points), Paint("stroke", colour));
        let width = if width == 1 { String::new() } else { format!(" stroke-width=\"{width}\"") };
        self.add(format_args!("<path d=\"{steps}\" fill=\"none\"{colour}{width}/>"));
    }

    /// Draws translucent dots, so that places where several overlap are darker.
    pub(super) fn dots(&mut self, dots: &[Point], colour: RGBColor) {
        let colour = Paint("stroke", colour.mix(0.45).to_backend_color());
        // A single path is not darker where it crosses itself, so neighbouring dots go to different
        // paths.
        for layer in 0..LAYERS.min(dots.len()) {
            let mut each = String::new();
            for (x, y) in dots.iter().skip(layer).step_by(LAYERS) {
                write!(each, "M{x} {y}h0").expect("a String takes everything");
            }
            self.add(format_args!(
                "<path d=\"{each}\"{colour} stroke-width=\"6\" stroke-linecap=\"round\"/>"
            ));
        }
    }

    pub(super) fn mark(&mut self, (x, y): Point, Mark { colour, shape, hollow }: Mark) {
        let r = RADIUS;
        let [inside, edge] = [("fill", if hollow { CARD } else { colour }), ("stroke", colour)]
            .map(|(what, colour)| Paint(what, colour.to_backend_color()));
        let edge = if hollow { format!("{edge} stroke-width=\"2\"") } else { String::new() };
        let look = format!("{inside}{edge}");
        let outline = match shape {
            Shape::Circle => {
                return self.add(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\"{look}/>"));
            }
            Shape::Square => return self.rectangle((x - r, y - r), (x + r, y + r), &look[1..]),
            Shape::Diamond => {
                [(x, y - r - 2), (x + r + 2, y), (x, y + r + 2), (x - r - 2, y)].to_vec()
            }
            Shape::Wedge => [(x, y + r + 1), (x - r - 1, y - r), (x + r + 1, y - r)].to_vec(),
            Shape::Triangle => [(x, y - r - 1), (x + r + 1, y + r), (x - r - 1, y + r)].to_vec(),
        };
        self.add(format_args!("<path d=\"{}z\"{look}/>", Steps(&outline)));
    }
}

impl DrawingBackend for Svg<'_> {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        self.size
    }

    fn ensure_prepared(&mut self) -> Done {
        Ok(())
    }

    fn present(&mut self) -> Done {
        Ok(())
    }

    fn draw_pixel(&mut self, (x, y): Point, colour: BackendColor) -> Done {
        self.draw_rect((x, y), (x + 1, y + 1), &colour, true)
    }

    fn draw_line<S: BackendStyle>(&mut self, from: Point, to: Point, style: &S) -> Done {
        self.draw_path([from, to], style)
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = Point>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Done {
        self.line(&straight(&thinned(path)), style.color(), style.stroke_width());
        Ok(())
    }

    fn draw_rect<S: BackendStyle>(&mut self, from: Point, to: Point, style: &S, _: bool) -> Done {
        let colour = Paint("fill", style.color()).to_string();
        self.rectangle(from, to, &colour[1..]);
        Ok(())
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, (x, y): Point) -> Done {
        let size = style.size() as i32;
        let anchor = style.anchor();
        // The distance from the text's anchor down to its baseline.
        let below = match anchor.v_pos {
            VPos::Top => size * 4 / 5,
            VPos::Center => (size * 3 + 5) / 10,
            VPos::Bottom => -size / 4,
        };
        let turned = match style.transform() {
            FontTransform::None => String::new(),
            _ => format!(" transform=\"rotate(-90 {x} {y})\""),
        };
        let y = y + below;
        let colour = Paint("fill", style.color());
        let bold = if style.style().as_str() == "bold" { " font-weight=\"bold\"" } else { "" };
        let anchor = match anchor.h_pos {
            HPos::Left => "",
            HPos::Center => " text-anchor=\"middle\"",
            HPos::Right => " text-anchor=\"end\"",
        };
        let text = escape::xml(text);
        if !text.is_empty() {
            self.add(format_args!(
                "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{colour}{bold}{anchor}{turned}>{text}\
                 </text>"
            ));
        }
        Ok(())
    }

    fn estimate_text_size<S: BackendTextStyle>(
        &self,
        text: &str,
        style: &S,
    ) -> Result<(u32, u32), DrawingErrorKind<Infallible>> {
        let is_bold = style.style().as_str() == "bold";
        Ok((width(text, style.size() as f32, is_bold) as u32, style.size() as u32))
    }
}

/// The width of a text in `DejaVu` Sans, in pixels. This font is as wide as any, so a text fits in
/// other fonts too.
pub(super) fn width(text: &str, size: f32, bold: bool) -> i32 {
    let font = if bold { dejavu::sans::bold() } else { dejavu::sans::regular() };
    let font = Face::parse(font, 0).expect("a font");
    let advances = text.chars().filter_map(|c| font.glyph_hor_advance(font.glyph_index(c)?));
    let advance: u32 = advances.map(u32::from).sum();
    (advance as f32 * size / f32::from(font.units_per_em())).ceil() as i32
}

/// The attributes for the place of a rectangle between two corners.
fn place((left, top): Point, (right, bottom): Point) -> String {
    let (width, height) = (right - left, bottom - top);
    format!("x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\"")
}

/// The attribute for a colour; empty for the colour that texts inherit.
struct Paint(&'static str, BackendColor);

impl Display for Paint {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self(what, BackendColor { alpha, rgb: rgb @ (red, green, blue) }) = self;
        if *what == "fill" && *rgb == INK.rgb() {
            return Ok(());
        }
        write!(f, " {what}=\"#{red:02X}{green:02X}{blue:02X}\"")?;
        if *alpha < 1.0 { write!(f, " {what}-opacity=\"{alpha}\"") } else { Ok(()) }
    }
}

/// The steps of a path, each relative to the end of the step before.
struct Steps<'a>(&'a [Point]);

impl Display for Steps<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let [(x, y), ..] = self.0 else { return Ok(()) };
        write!(f, "M{x} {y}l")?;
        for (at, pair) in self.0.windows(2).enumerate() {
            let step = [pair[1].0 - pair[0].0, pair[1].1 - pair[0].1];
            for (axis, by) in step.into_iter().enumerate() {
                let apart = if by < 0 || at + axis == 0 { "" } else { " " };
                write!(f, "{apart}{by}")?;
            }
        }
        Ok(())
    }
}

/// A line without points that hardly differ from the one before them; its ends stay.
fn thinned(points: impl IntoIterator<Item = Point>) -> Vec<Point> {
    let mut kept: Vec<Point> = Vec::new();
    for point in points {
        let is_near = |(x, y): Point| (point.0 - x).abs() + (point.1 - y).abs() < 3;
        if kept.len() > 1 && is_near(kept[kept.len() - 2]) {
            kept.pop();
        }
        kept.push(point);
    }
    kept
}

/// A line without the points that lie straight between two others.
fn straight(points: &[Point]) -> Vec<Point> {
    let mut kept: Vec<Point> = Vec::new();
    for &point in points {
        if let [.., (x0, y0), (x1, y1)] = kept[..] {
            let [(ax, ay), (bx, by)] = [(x1 - x0, y1 - y0), (point.0 - x1, point.1 - y1)];
            if ax * by == ay * bx && ax * bx + ay * by >= 0 {
                kept.pop();
            }
        }
        kept.push(point);
    }
    kept
}

/// An element that `draw` writes at the pixels of its points.
pub(super) struct Own<'d, C> {
    at: Vec<C>,
    draw: Box<Writing<'d>>,
}

type Writing<'d> = dyn Fn(&mut Svg<'_>, &[Point]) + 'd;

impl<'a, C> PointCollection<'a, C> for &'a Own<'_, C> {
    type Point = &'a C;
    type IntoIter = &'a [C];

    fn point_iter(self) -> &'a [C] {
        &self.at
    }
}

impl<C> Drawable<Svg<'_>> for Own<'_, C> {
    fn draw<I: Iterator<Item = Point>>(&self, at: I, svg: &mut Svg<'_>, _: (u32, u32)) -> Done {
        (self.draw)(svg, &at.collect::<Vec<_>>());
        Ok(())
    }
}

/// An element that `draw` writes at these points.
pub(super) fn own<'d, C>(at: Vec<C>, draw: impl Fn(&mut Svg<'_>, &[Point]) + 'd) -> Own<'d, C> {
    Own { at, draw: Box::new(draw) }
}

/// The mark of a solver at a point.
pub(super) fn mark<C>(at: C, mark: Mark) -> Own<'static, C> {
    own(vec![at], move |svg, at| svg.mark(at[0], mark))
}

/// Dots at these points, one for each puzzle.
pub(super) fn dots<C>(at: Vec<C>, colour: RGBColor) -> Own<'static, C> {
    own(at, move |svg, at| svg.dots(at, colour))
}

/// The text that a page shows while the pointer is within `reach` of a point, horizontally and
/// vertically.
pub(super) fn tip<C>(at: C, reach: Point, text: &str) -> Own<'_, C> {
    own(vec![at], move |svg, at| svg.tip(at[0], reach, text))
}

/// Draws everything that `paint` draws as one group of this class. The group's tips lie above its
/// other elements.
pub(super) fn group(area: &Area<'_>, class: &str, paint: impl FnOnce() -> Drawn) -> Drawn {
    area.draw(&own(vec![], |svg, _| svg.open(class)))?;
    paint()?;
    area.draw(&own(vec![], |svg, _| svg.close()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_written_step_by_step() {
        assert_eq!(Steps(&[(5, 6), (7, 6), (4, 9)]).to_string(), "M5 6l2 0-3 3");
        assert_eq!(Steps(&[(5, 6), (4, 5)]).to_string(), "M5 6l-1-1");
        assert_eq!(Steps(&[]).to_string(), "");
    }

    #[test]
    fn a_thinned_line_keeps_its_ends_and_its_corners() {
        let thinned = |points: &[Point]| thinned(points.iter().copied());
        assert_eq!(thinned(&[]), []);
        assert_eq!(thinned(&[(5, 5)]), [(5, 5)]);
        assert_eq!(
            thinned(&[(0, 9), (1, 9), (1, 9), (2, 9), (3, 9), (4, 9)]),
            [(0, 9), (2, 9), (4, 9)]
        );
        let corner = [(0, 9), (1, 9), (2, 5), (3, 5)];
        assert_eq!(thinned(&corner), corner);
    }

    #[test]
    fn a_straight_line_is_one_step() {
        assert_eq!(straight(&[]), []);
        assert_eq!(straight(&[(0, 9), (2, 9), (2, 9), (5, 9), (5, 4)]), [(0, 9), (5, 9), (5, 4)]);
        assert_eq!(straight(&[(0, 0), (1, 2), (3, 6), (4, 9)]), [(0, 0), (3, 6), (4, 9)]);
        let back = [(0, 9), (4, 9), (2, 9)];
        assert_eq!(straight(&back), back, "a way back is no way on");
    }
}
