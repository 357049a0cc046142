//! [`Canvas`]: what the charts are drawn on, in pixels from the top left corner.

use std::fmt::{self, Display, Formatter, Write};

use plotters::style::RGBColor;

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

/// As many dots on each other are told from fewer.
const LAYERS: usize = 4;

pub(super) type Point = (i32, i32);

const TITLE: Type = Type::new(17, INK).bold();
/// Of a title in two lines.
const LONG_TITLE: Type = Type::new(15, INK).bold();
const TAG: Type = Type::new(12, ALARM).bold().flush_right();
const SUBTITLE: Type = Type::new(12, MUTED);
pub(super) const NOTE: Type = Type::new(11, MUTED);

/// How a text looks and what its position is: the middle of its left end, centre or right end.
#[derive(Clone, Copy)]
pub(super) struct Type {
    size: u8,
    bold: bool,
    colour: RGBColor,
    anchor: Anchor,
}

#[derive(Clone, Copy)]
enum Anchor {
    Start,
    Middle,
    End,
}

impl Type {
    pub(super) const fn new(size: u8, colour: RGBColor) -> Self {
        Self { size, bold: false, colour, anchor: Anchor::Start }
    }

    pub(super) const fn bold(self) -> Self {
        Self { bold: true, ..self }
    }

    pub(super) const fn centred(self) -> Self {
        Self { anchor: Anchor::Middle, ..self }
    }

    pub(super) const fn flush_right(self) -> Self {
        Self { anchor: Anchor::End, ..self }
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

    /// The text in two lines, or as much of it as has room.
    fn broken(self, text: &str, width: i32) -> [String; 2] {
        let fits = |(at, _): &(usize, &str)| self.width(&text[..*at]) <= width;
        let (at, space) = text.rmatch_indices(' ').find(fits).unwrap_or((0, ""));
        [text[..at].to_owned(), self.cut(&text[at + space.len()..], width)]
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

/// An SVG in the making. What an element would say of itself anyway is left out: a page holds
/// thousands of them.
#[derive(Default)]
pub(super) struct Canvas {
    svg: String,
    /// Invisible rectangles, each with what it tells whoever points at it.
    tips: String,
}

/// Draws an SVG of this height; the title is for those who cannot see it.
pub(super) fn draw(title: &str, height: i32, paint: impl FnOnce(&mut Canvas)) -> String {
    let mut canvas = Canvas::default();
    canvas.rectangle((0, 0), (WIDTH, height), CARD);
    paint(&mut canvas);
    let Canvas { svg, tips } = canvas;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-label=\"{}\" width=\"{WIDTH}\" \
         height=\"{height}\" viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\" \
         fill=\"{}\">\n{svg}<g fill=\"none\" pointer-events=\"all\">\n{tips}</g>\n</svg>\n",
        escape::xml(title),
        Hex(INK),
    )
}

/// A colour as it stands in the SVG.
pub(super) struct Hex(pub(super) RGBColor);

impl Display for Hex {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self(RGBColor(red, green, blue)) = self;
        write!(f, "#{red:02X}{green:02X}{blue:02X}")
    }
}

/// The steps of a path, each from the end of the one before.
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

impl Canvas {
    /// Everything above [`TOP`].
    pub(super) fn heading(&mut self, title: &str, subtitle: &str, tag: Option<&str>) {
        let room = WIDTH - 2 * MARGIN - tag.map_or(0, |tag| TAG.width(tag) + MARGIN);
        if TITLE.width(title) <= room {
            self.text(title, (MARGIN, 26), TITLE);
        } else {
            let [first, second] = LONG_TITLE.broken(title, room);
            self.text(&first, (MARGIN, 16), LONG_TITLE);
            self.text(&second, (MARGIN, 35), LONG_TITLE);
        }
        self.text(subtitle, (MARGIN, 54), SUBTITLE);
        if let Some(tag) = tag {
            self.text(tag, (WIDTH - MARGIN, 26), TAG);
        }
    }

    pub(super) fn rectangle(&mut self, from: Point, to: Point, colour: RGBColor) {
        self.area(from, to, &format!("fill=\"{}\"", Hex(colour)));
    }

    fn area(&mut self, (left, top): Point, (right, bottom): Point, look: &str) {
        let (width, height) = (right - left, bottom - top);
        let place = format!("x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\"");
        self.add(format_args!("<rect {place} {look}/>"));
    }

    /// A straight line.
    pub(super) fn line(&mut self, from: Point, to: Point, colour: RGBColor, width: u32) {
        self.path(&[from, to], colour, width);
    }

    pub(super) fn path(&mut self, points: &[Point], colour: RGBColor, width: u32) {
        let (steps, colour) = (Steps(points), Hex(colour));
        let width = if width == 1 { String::new() } else { format!(" stroke-width=\"{width}\"") };
        self.add(format_args!("<path d=\"{steps}\" fill=\"none\" stroke=\"{colour}\"{width}/>"));
    }

    /// Dots through which others can be seen: where several lie on each other it is darker.
    pub(super) fn dots(&mut self, dots: &[Point], colour: RGBColor) {
        // A path is as light where it crosses itself: neighbours are in different ones.
        for layer in 0..LAYERS {
            let mut each = String::new();
            for (x, y) in dots.iter().skip(layer).step_by(LAYERS) {
                let _ = write!(each, "M{x} {y}h0");
            }
            let colour = Hex(colour);
            self.add(format_args!(
                "<path d=\"{each}\" stroke=\"{colour}\" stroke-width=\"6\" \
                 stroke-linecap=\"round\" stroke-opacity=\".45\"/>"
            ));
        }
    }

    pub(super) fn text(&mut self, text: &str, (x, y): Point, kind: Type) {
        if text.is_empty() {
            return;
        }
        let Type { size, bold, colour, anchor } = kind;
        // Letters are as high above the line as this below the middle of it.
        let y = y + (i32::from(size) * 3 + 5) / 10;
        let colour =
            if colour == INK { String::new() } else { format!(" fill=\"{}\"", Hex(colour)) };
        let bold = if bold { " font-weight=\"bold\"" } else { "" };
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let text = escape::xml(text);
        self.add(format_args!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{colour}{bold}{anchor}>{text}</text>"
        ));
    }

    pub(super) fn mark(&mut self, (x, y): Point, mark: Mark) {
        let r = RADIUS;
        let colour = Hex(mark.colour);
        let inside = Hex(if mark.hollow { CARD } else { mark.colour });
        let look = format!(
            "fill=\"{inside}\" stroke=\"{colour}\"{}",
            if mark.hollow { " stroke-width=\"2\"" } else { "" }
        );
        let outline = match mark.shape {
            Shape::Circle => {
                self.add(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" {look}/>"));
                return;
            }
            Shape::Square => {
                self.area((x - r, y - r), (x + r, y + r), &look);
                return;
            }
            Shape::Diamond => {
                [(x, y - r - 2), (x + r + 2, y), (x, y + r + 2), (x - r - 2, y)].to_vec()
            }
            Shape::Wedge => [(x, y + r + 1), (x - r - 1, y - r), (x + r + 1, y - r)].to_vec(),
            Shape::Triangle => [(x, y - r - 1), (x + r + 1, y + r), (x - r - 1, y + r)].to_vec(),
        };
        self.add(format_args!("<path d=\"{}z\" {look}/>", Steps(&outline)));
    }

    /// Tells whoever points between the two corners.
    pub(super) fn tip(&mut self, from: Point, to: Point, text: &str) {
        let (width, height) = (to.0 - from.0, to.1 - from.1);
        writeln!(
            self.tips,
            "<rect x=\"{}\" y=\"{}\" width=\"{width}\" height=\"{height}\"><title>{}</title></rect>",
            from.0,
            from.1,
            escape::xml(text)
        )
        .expect("a String takes everything");
    }

    fn add(&mut self, element: fmt::Arguments<'_>) {
        writeln!(self.svg, "{element}").expect("a String takes everything");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_title_breaks_between_words() {
        let width = TITLE.width("one two");
        assert_eq!(TITLE.broken("one two three", width), ["one two", "three"]);
        assert_eq!(TITLE.broken("onetwothree four", width), ["", "onet…"]);
    }

    #[test]
    fn a_path_is_written_step_by_step() {
        assert_eq!(Steps(&[(5, 6), (7, 6), (4, 9)]).to_string(), "M5 6l2 0-3 3");
        assert_eq!(Steps(&[(5, 6), (4, 5)]).to_string(), "M5 6l-1-1");
        assert_eq!(Steps(&[]).to_string(), "");
    }
}
