//! [`Sheet`]: everything around the plot of a chart.

use plotters::chart::{ChartBuilder, ChartContext, MeshStyle};
use plotters::coord::cartesian::Cartesian2d;
use plotters::prelude::IntoDrawingArea;
use plotters::style::{Color, ShapeStyle, TextStyle};
use sudoku_judge::Results;
use sudoku_judge::format::{joined, many};

use super::Look;
use super::axis::Axis;
use super::style::{ALARM, CARD, INK, LINE, MUTED, Mark, OTHER, hex};
use super::svg::{Area, DrawError, Drawn, Point, Svg, group, own};
use super::text::Type;
use crate::{escape, notices};

/// The margin on the left and on the right, in pixels.
pub(super) const MARGIN: i32 = 18;

/// The width of a vertical axis, with its labels and its name.
pub(super) const LABELS: i32 = 76;

/// The height of the labels below a plot, with the name of the axis.
pub(super) const BELOW: i32 = 40;

const TITLE: Type = Type::new(17, INK).bold();
/// The type of a title that needs two lines.
const LONG_TITLE: Type = Type::new(15, INK).bold();
const TAG: Type = Type::new(12, ALARM).bold().flush_right();
const SUBTITLE: Type = Type::new(12, MUTED);
pub(super) const NOTE: Type = Type::new(11, MUTED);
/// The height of the legend, and of the note below it, in pixels.
const LINE_OF_TEXT: i32 = 22;
/// The width of a sample in the legend, in pixels.
const SAMPLE: i32 = 20;

/// A plot with its two axes.
pub(super) type Plot<'a> = ChartContext<'a, Svg<'a>, Cartesian2d<Axis, Axis>>;

/// A line of a legend: what draws the sample around a given point, and the text beside it.
pub(super) type Sample = (Box<dyn Fn(&mut Svg<'_>, Point)>, String);

/// A chart without its plot.
pub(super) struct Sheet<'a> {
    /// The main point of the chart.
    pub(super) title: &'a str,
    /// The quantities that were measured, and their units.
    pub(super) subtitle: &'a str,
    pub(super) legend: Vec<Sample>,
    /// The note below the chart; empty if there is none.
    pub(super) note: &'a str,
    /// The height of the plot, in pixels.
    pub(super) height: i32,
}

impl Sheet<'_> {
    /// Draws the chart as SVG; `paint` draws the plot, on an area of the chart's width without
    /// margins. A chart that stands alone has no heading and no note.
    pub(super) fn draw(
        &self,
        results: &Results,
        look: Look,
        paint: impl FnOnce(&Area<'_>) -> Drawn,
    ) -> String {
        let (tag, width) = (notices::tag(results), look.width());
        let top = match look {
            Look::Page => 66,
            Look::Alone | Look::Phone => 12 + tag.map_or(0, |_| LINE_OF_TEXT),
        };
        let places = self.places(width);
        let legend = places.last().map_or(0, |(_, y)| y + LINE_OF_TEXT / 2);
        let has_note = look == Look::Page && !self.note.is_empty();
        let note = if has_note { LINE_OF_TEXT } else { 0 };
        let below = top + self.height;
        let height = below + legend + note + 8;
        let mut elements = String::new();
        let size = (width as u32, height as u32);
        let root = Svg::new(&mut elements, size, look != Look::Phone).into_drawing_area();
        let drawn = group(&root, "plot", || {
            root.fill(&CARD)?;
            if look == Look::Page {
                self.heading(&root, tag, width)?;
            } else if let Some(tag) = tag {
                TAG.draw(&root, tag, (width - MARGIN, 16))?;
            }
            paint(&root.clone().margin(top, height - below, MARGIN, MARGIN))?;
            for ((sample, text), (x, y)) in self.legend.iter().zip(&places) {
                let y = below + y;
                root.draw(&own(vec![(x + SAMPLE / 2, y)], |svg, at| sample(svg, at[0])))?;
                NOTE.draw(&root, text, (x + SAMPLE + 4, y))?;
            }
            if has_note {
                NOTE.draw(&root, self.note, (MARGIN, height - 8 - LINE_OF_TEXT / 2))?;
            }
            Ok(())
        });
        drawn.expect("a String takes everything");
        drop(root);
        let title = escape::xml(self.title);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-label=\"{title}\" \
             width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
             font-family=\"sans-serif\" fill=\"{}\">\n{elements}</svg>\n",
            hex(INK)
        )
    }

    fn heading(&self, root: &Area<'_>, tag: Option<&str>, width: i32) -> Drawn {
        let most = width - 2 * MARGIN - tag.map_or(0, |tag| TAG.width(tag) + MARGIN);
        if TITLE.width(self.title) <= most {
            TITLE.draw(root, self.title, (MARGIN, 26))?;
        } else {
            let [first, second] = LONG_TITLE.broken(self.title, most);
            LONG_TITLE.draw(root, &first, (MARGIN, 16))?;
            LONG_TITLE.draw(root, &second, (MARGIN, 35))?;
        }
        if let Some(tag) = tag {
            TAG.draw(root, tag, (width - MARGIN, 26))?;
        }
        SUBTITLE.draw(root, self.subtitle, (MARGIN, 54))
    }

    /// The places of the samples, from the left edge of a chart this wide and the top of the legend.
    fn places(&self, wide: i32) -> Vec<Point> {
        let (mut x, mut y) = (MARGIN, LINE_OF_TEXT / 2);
        let place = |(_, text): &Sample| {
            let width = SAMPLE + 4 + NOTE.width(text);
            if x > MARGIN && x + width > wide - MARGIN {
                (x, y) = (MARGIN, y + LINE_OF_TEXT);
            }
            let place = (x, y);
            x += width + SAMPLE;
            place
        };
        self.legend.iter().map(place).collect()
    }
}

/// The legend of a chart of solvers and programs: those that stand out by name, the others by number.
pub(super) fn legend<'a>(all: impl Iterator<Item = (&'a str, Mark)>) -> Vec<Sample> {
    let (named, others): (Vec<_>, Vec<_>) = all.partition(|(_, mark)| mark.is_accent());
    let programs = others.iter().filter(|(_, mark)| mark.is_program()).count();
    let numbers = [(others.len() - programs, "other solver"), (programs, "program")];
    let numbers = numbers.into_iter().filter(|(number, _)| *number > 0);
    let numbers = joined(numbers.map(|(number, what)| many(number, what)), ", ");
    let others = (!others.is_empty()).then_some((&*numbers, OTHER));
    let named = named.into_iter().chain(others);
    named.map(|(name, mark)| sample(name, move |svg, at| svg.mark(at, mark))).collect()
}

/// The sample that `draw` draws.
pub(super) fn sample(
    text: impl Into<String>,
    draw: impl Fn(&mut Svg<'_>, Point) + 'static,
) -> Sample {
    (Box::new(draw), text.into())
}

/// A short straight line as a sample.
pub(super) fn line_sample(text: impl Into<String>, style: ShapeStyle) -> Sample {
    sample(text, move |svg, (x, y)| {
        let ends = [(x - SAMPLE / 2, y), (x + SAMPLE / 2, y)];
        svg.line(&ends, style.color.to_backend_color(), style.stroke_width);
    })
}

/// Creates a plot on an area, with this much space to its left, below it and to its right.
pub(super) fn plot<'a>(
    area: &Area<'a>,
    [left, below, right]: [i32; 3],
    x: Axis,
    y: Axis,
) -> Result<Plot<'a>, DrawError> {
    let mut plot = ChartBuilder::on(area);
    plot.y_label_area_size(left).x_label_area_size(below).margin_right(right);
    plot.build_cartesian_2d(x, y)
}

/// Configures the grid and the axes of a plot in the colours that all charts share.
pub(super) fn mesh<'a, 'b>(plot: &'b mut Plot<'a>) -> MeshStyle<'a, 'b, Axis, Axis, Svg<'a>> {
    let mut mesh = plot.configure_mesh();
    mesh.bold_line_style(LINE).axis_style(LINE).set_all_tick_mark_size(3);
    mesh.label_style(TextStyle::from(NOTE)).axis_desc_style(TextStyle::from(NOTE));
    mesh
}
