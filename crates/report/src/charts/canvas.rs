//! [`Canvas`]: what the charts are drawn on, in pixels from the top left corner.

use std::fmt::{Debug, Write};

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::style::{ALARM, CARD, INK, MUTED, Mark, Shape};
use crate::escape;

/// Every chart is as wide as a page of text.
pub(super) const WIDTH: i32 = 900;

/// Nothing is nearer to the left and right edges.
pub(super) const MARGIN: i32 = 18;

/// Where the heading ends.
pub(super) const TOP: i32 = 66;

/// Half the size of a mark.
pub(super) const RADIUS: i32 = 4;

pub(super) type Point = (i32, i32);

const TITLE: Type = Type::new(17, INK).bold();
const TAG: Type = Type::new(12, ALARM).bold().flush_right();
const SUBTITLE: Type = Type::new(12, MUTED);
pub(super) const NOTE: Type = Type::new(11, MUTED);

/// How a text looks and what its position is: the middle of its left end, centre or right end.
#[derive(Clone, Copy)]
pub(super) struct Type {
    size: u8,
    bold: bool,
    colour: RGBColor,
    place: HPos,
}

impl Type {
    pub(super) const fn new(size: u8, colour: RGBColor) -> Self {
        Self { size, bold: false, colour, place: HPos::Left }
    }

    pub(super) const fn bold(self) -> Self {
        Self { bold: true, ..self }
    }

    pub(super) const fn centred(self) -> Self {
        Self { place: HPos::Center, ..self }
    }

    pub(super) const fn flush_right(self) -> Self {
        Self { place: HPos::Right, ..self }
    }

    /// How wide a text is in `DejaVu` Sans, which is as wide as any: what has room here has
    /// room in other fonts.
    pub(super) fn width(self, text: &str) -> i32 {
        let em: f64 = text.chars().map(advance).sum();
        (em * f64::from(self.size) * if self.bold { 1.1 } else { 1.0 }).ceil() as i32
    }

    /// The text, or as much of it as has room.
    pub(super) fn cut(self, text: &str, width: i32) -> String {
        let mut text = text.to_owned();
        if self.width(&text) > width {
            while self.width(&text) + self.width("…") > width && text.pop().is_some() {}
            text.push('…');
        }
        text
    }
}

/// The width of a character in `DejaVu` Sans, in em.
fn advance(character: char) -> f64 {
    match character {
        'i' | 'j' | 'l' | '\'' => 0.28,
        ' ' | '.' | ',' | '/' | ':' | '|' => 0.34,
        '-' | 'f' | 't' | 'r' | 'I' | 'J' | '(' | ')' => 0.41,
        's' | 'c' | 'k' | 'z' => 0.55,
        'm' | 'w' | 'M' | 'W' | '%' | '…' => 1.0,
        '>' | '×' | 'A'..='Z' => 0.8,
        _ => 0.64,
    }
}

/// An SVG in the making.
pub(super) struct Canvas<'a> {
    svg: SVGBackend<'a>,
    /// Invisible rectangles, each with what it tells whoever points at it.
    tips: String,
}

/// Draws an SVG of this height; the title is for those who cannot see it.
pub(super) fn draw(title: &str, height: i32, paint: impl FnOnce(&mut Canvas<'_>)) -> String {
    let mut svg = String::new();
    let tips = {
        let backend = SVGBackend::with_string(&mut svg, (WIDTH as u32, height as u32));
        let mut canvas = Canvas { svg: backend, tips: String::new() };
        canvas.rectangle((0, 0), (WIDTH, height), CARD);
        paint(&mut canvas);
        done(canvas.svg.present());
        canvas.tips
    };
    let body = svg.strip_prefix("<svg ").and_then(|svg| svg.strip_suffix("</svg>\n"));
    let body = body.expect("plotters writes one svg element");
    format!("<svg role=\"img\" aria-label=\"{}\" {body}{tips}</svg>\n", escape::xml(title))
}

/// Drawing into a string cannot fail.
fn done<E: Debug>(result: Result<(), E>) {
    result.expect("a String takes everything");
}

impl Canvas<'_> {
    /// Everything above [`TOP`].
    pub(super) fn heading(&mut self, title: &str, subtitle: &str, tag: Option<&str>) {
        self.text(title, (MARGIN, 26), TITLE);
        self.text(subtitle, (MARGIN, 50), SUBTITLE);
        if let Some(tag) = tag {
            self.text(tag, (WIDTH - MARGIN, 26), TAG);
        }
    }

    pub(super) fn rectangle(&mut self, from: Point, to: Point, colour: RGBColor) {
        done(self.svg.draw_rect(from, to, &colour, true));
    }

    pub(super) fn line(&mut self, from: Point, to: Point, colour: RGBColor, width: u32) {
        done(self.svg.draw_line(from, to, &colour.stroke_width(width)));
    }

    pub(super) fn path(&mut self, points: &[Point], colour: RGBAColor, width: u32) {
        done(self.svg.draw_path(points.iter().copied(), &colour.stroke_width(width)));
    }

    pub(super) fn dot(&mut self, at: Point, colour: RGBAColor) {
        done(self.svg.draw_circle(at, 3, &colour, true));
    }

    pub(super) fn text(&mut self, text: &str, at: Point, kind: Type) {
        if text.is_empty() {
            return;
        }
        let style = if kind.bold { FontStyle::Bold } else { FontStyle::Normal };
        // The backend divides by 1.24 to come from points to pixels.
        let font = FontDesc::new(FontFamily::SansSerif, f64::from(kind.size) * 1.24, style);
        let style =
            TextStyle::from(font).color(&kind.colour).pos(Pos::new(kind.place, VPos::Center));
        done(self.svg.draw_text(text, &style, at));
    }

    pub(super) fn mark(&mut self, (x, y): Point, mark: Mark) {
        let r = RADIUS;
        let outline = match mark.shape {
            Shape::Circle => None,
            Shape::Square => {
                Some(vec![(x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r)])
            }
            Shape::Diamond => {
                Some(vec![(x, y - r - 2), (x + r + 2, y), (x, y + r + 2), (x - r - 2, y)])
            }
            Shape::Triangle => Some(vec![(x, y - r - 1), (x + r + 1, y + r), (x - r - 1, y + r)]),
        };
        let inside = if mark.hollow { CARD } else { mark.colour };
        if let Some(mut outline) = outline {
            done(self.svg.fill_polygon(outline.clone(), &inside));
            outline.push(outline[0]);
            done(
                self.svg.draw_path(outline, &mark.colour.stroke_width(1 + u32::from(mark.hollow))),
            );
        } else {
            done(self.svg.draw_circle((x, y), r as u32, &inside, true));
            done(self.svg.draw_circle(
                (x, y),
                r as u32,
                &mark.colour.stroke_width(1 + u32::from(mark.hollow)),
                false,
            ));
        }
    }

    /// Tells whoever points between the two corners.
    pub(super) fn tip(&mut self, from: Point, to: Point, text: &str) {
        let (width, height) = (to.0 - from.0, to.1 - from.1);
        writeln!(
            self.tips,
            "<rect x=\"{}\" y=\"{}\" width=\"{width}\" height=\"{height}\" fill=\"none\" \
             pointer-events=\"all\"><title>{}</title></rect>",
            from.0,
            from.1,
            escape::xml(text)
        )
        .expect("a String takes everything");
    }
}
