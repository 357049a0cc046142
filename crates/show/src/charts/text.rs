//! [`Type`]: the look of a text, and its width in `DejaVu` Sans.

use plotters::element::Text;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontStyle, IntoFont, RGBColor, TextStyle};

use super::svg::{Area, Drawn, Point, width};

/// The look of a text, and which of its ends is placed at the given point, at half its height.
#[derive(Clone, Copy)]
pub(super) struct Type {
    size: u8,
    bold: bool,
    colour: RGBColor,
    anchor: HPos,
}

/// The smallest size in which a text can be read.
const LEAST: u8 = 8;

impl Type {
    pub(super) const fn new(size: u8, colour: RGBColor) -> Self {
        Self { size, bold: false, colour, anchor: HPos::Left }
    }

    pub(super) const fn bold(self) -> Self {
        Self { bold: true, ..self }
    }

    pub(super) const fn flush_right(self) -> Self {
        Self { anchor: HPos::Right, ..self }
    }

    pub(super) fn draw(self, area: &Area<'_>, text: &str, at: Point) -> Drawn {
        area.draw(&Text::new(text, at, self))
    }

    /// The width of a text, in pixels.
    pub(super) fn width(self, text: &str) -> i32 {
        width(text, f32::from(self.size), self.bold)
    }

    /// The text, cut with an ellipsis if it is wider than `width`.
    pub(super) fn cut(self, text: &str, width: i32) -> String {
        let mut text = text.to_owned();
        if self.width(&text) > width {
            while self.width(&text) + self.width("…") > width && text.pop().is_some() {}
            text.push('…');
        }
        text
    }

    /// Draws a text at most `width` wide: smaller if need be, and cut in the smallest size.
    pub(super) fn draw_within(self, area: &Area<'_>, text: &str, width: i32, at: Point) -> Drawn {
        let kind = self.fitting(text, width);
        kind.draw(area, &kind.cut(text, width), at)
    }

    /// The greatest size up to this one in which a text is at most `width` wide, or the smallest.
    fn fitting(self, text: &str, width: i32) -> Self {
        let sizes = (LEAST..=self.size).rev().map(|size| Self { size, ..self });
        let mut fitting = sizes.filter(|size| size.width(text) <= width);
        fitting.next().unwrap_or(Self { size: LEAST, ..self })
    }

    /// The text in two lines of at most `width` pixels; the second is cut with an ellipsis if it is
    /// wider.
    pub(super) fn broken(self, text: &str, width: i32) -> [String; 2] {
        let fits = |(at, _): &(usize, &str)| self.width(&text[..*at]) <= width;
        let (at, space) = text.rmatch_indices(' ').find(fits).unwrap_or((0, ""));
        [text[..at].to_owned(), self.cut(&text[at + space.len()..], width)]
    }
}

impl From<Type> for TextStyle<'static> {
    fn from(Type { size, bold, colour, anchor }: Type) -> Self {
        let weight = if bold { FontStyle::Bold } else { FontStyle::Normal };
        Self {
            font: ("sans-serif", f64::from(size), weight).into_font(),
            color: colour.to_backend_color(),
            pos: Pos::new(anchor, VPos::Center),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charts::style::INK;

    #[test]
    fn a_long_title_breaks_between_words() {
        let title = Type::new(17, INK).bold();
        let width = title.width("one two");
        assert_eq!(title.broken("one two three", width), ["one two", "three"]);
        assert_eq!(title.broken("onetwothree four", width), ["", "onetw…"]);
    }

    #[test]
    fn a_long_name_is_written_smaller_before_it_is_cut() {
        let name = Type::new(12, INK);
        let width = Type::new(9, INK).width("a long name");
        assert_eq!(name.fitting("a long name", width).size, 9);
        assert_eq!(name.fitting("name", width).size, 12);
        assert_eq!(name.fitting("a longer name by far", width).size, LEAST);
    }
}
