//! The ladder: solvers from the slowest to the fastest by their paired ratios. Beside how many times as
//! fast each is as the baseline are the two parts of this factor: fewer nodes, and cheaper nodes.

use plotters::chart::ChartBuilder;
use plotters::element::{PathElement, Rectangle};
use plotters::style::{Color, ShapeStyle, TextStyle};
use sudoku_judge::{Against, Climb, Interval, Ladder, Results, Status};
use sudoku_record::SolverRecord;

use super::Look;
use super::axis::{Axis, extent};
use super::sheet::{MARGIN, NOTE, Plot, Sample, Sheet, WIDTH, line_sample, mesh, sample};
use super::style::{ALARM, BAND, INK, MUTED, Mark, WEDGE, marked};
use super::svg::{Area, DrawError, Drawn, RADIUS, mark, tip};
use super::text::Type;
use crate::tables::programs;
use crate::{finding, format, notices};

const ROW: i32 = 20;
const GAP: i32 = 14;
/// The height of a panel's caption, as plotters draws it, and of the labels below a panel.
const HEAD: i32 = 30;
const BELOW: i32 = 22;

const SOLVER: Type = Type::new(12, INK);
const NAME: Type = Type::new(12, INK).bold();
const VALUE: Type = Type::new(11, INK).flush_right();
/// As wide as the widest figure.
const FIGURE: &str = "123,456";
const TICK: Type = Type::new(10, MUTED);

/// A panel: its caption, how often the baseline has what a solver has once of it, and how this factor
/// is written, as in the table of rungs.
struct Panel {
    caption: &'static str,
    factor: fn(&Against) -> Option<Interval>,
    written: fn(f64) -> String,
}

const PANELS: [Panel; 3] = [
    Panel {
        caption: "times as fast",
        factor: |one| Some(inverse(one.time)),
        written: format::factor,
    },
    Panel {
        caption: "fewer nodes, exact",
        factor: |one| one.work.map(|work| inverse(Interval { point: work, low: work, high: work })),
        written: format::counted,
    },
    Panel {
        caption: "cheaper nodes",
        factor: |one| one.cost().map(inverse),
        written: format::factor,
    },
];

fn inverse(Interval { point, low, high }: Interval) -> Interval {
    Interval { point: 1.0 / point, low: 1.0 / high, high: 1.0 / low }
}

/// A row of the chart: a solver or a program, and its figures.
struct Row<'a> {
    id: &'a str,
    name: String,
    idea: &'a str,
    mark: Mark,
    /// `None` if it was not run in pairs.
    against: Option<&'a Against>,
}

pub(super) fn chart(results: &Results, look: Look) -> Option<[String; 3]> {
    let title = finding::claim(&Climb::of(results)?);
    let lead = results.lead()?;
    let ladders = match look {
        Look::Page => vec![lead],
        Look::Alone => results.ladders.iter().collect(),
    };
    let against = |ladder| Some((ladder, Against::on(results, ladder)?));
    let all: Vec<(&Ladder, _)> = ladders.into_iter().filter_map(against).collect();
    let parts: Vec<_> =
        all.iter().map(|(ladder, against)| (*ladder, rows(results, ladder, against))).collect();
    let baseline = results.ratios.as_ref()?.reference_on(&lead.corpus)?;
    let subtitle = format!(
        "How many times as fast as {baseline}, the slowest solver first; {}: {}.",
        lead.corpus,
        notices::timed(results, results.corpus(&lead.corpus)?)
    );
    let shown = || parts.iter().flat_map(|(_, rows)| rows);
    let sheet = Sheet {
        title: &title,
        subtitle: &subtitle,
        legend: legend(shown().map(|row| row.mark)),
        note: "Log scales: further right is faster, and equal distances in a panel are equal factors.",
        height: parts.iter().map(|(_, rows)| HEAD + ROW * rows.len() as i32 + BELOW).max()?
            * parts.len() as i32,
    };
    let svg = sheet.draw(results, look, |area| {
        for (part, (ladder, rows)) in area.split_evenly((parts.len(), 1)).iter().zip(&parts) {
            let name = if parts.len() > 1 { &ladder.corpus } else { "" };
            draw(results, part, name, ladder, rows)?;
        }
        Ok(())
    });
    let program = if shown().any(|row| row.mark.is_program()) { WEDGE } else { "" };
    let about = "The factor in time is the product of the two others: a dot further to the right \
         searches less, or pays less for each node. Below 1 is more. Nodes are exact, and a peer counts \
         none. What a node costs was timed: a line that sticks out of a dot is its 95 % interval, and so \
         that of the time. A node is not the same step in every family: each says under “A node” what it \
         counts.";
    Some([title, format!("{program}{about}"), svg])
}

/// Rows for every solver of the run and every program with a time, the slowest first.
fn rows<'a>(results: &'a Results, ladder: &Ladder, all: &'a [Against]) -> Vec<Row<'a>> {
    let known = |id: &str| all.iter().find(|one| one.solver == id);
    let row = |(solver, mark): (&'a SolverRecord, Mark)| {
        let SolverRecord { id, idea, .. } = solver;
        Row { id, name: id.clone(), idea, mark, against: known(id) }
    };
    let mut rows: Vec<Row<'_>> = marked(results).into_iter().map(row).collect();
    let programs = all.iter().filter(|one| one.is_program);
    rows.extend(programs.map(|one| Row {
        id: &one.solver,
        name: programs::name(&one.solver),
        idea: "a program in another language",
        mark: Mark::PROGRAM,
        against: Some(one),
    }));
    // A solver that is on no rung was not run, and comes last.
    let rungs = &ladder.rungs;
    let place = |id: &str| rungs.iter().position(|rung| rung.solver == id).unwrap_or(rungs.len());
    rows.sort_by_key(|row| place(row.id));
    rows
}

/// The legend, with the meaning of each mark that occurs.
fn legend(marks: impl Iterator<Item = Mark>) -> Vec<Sample> {
    let marks: Vec<Mark> = marks.collect();
    let first = |is: fn(&Mark) -> bool, text: &str| {
        let mark = marks.iter().copied().find(is)?;
        Some(sample(text, move |svg, at| svg.mark(at, mark)))
    };
    let leads = |mark: &Mark| mark.is_accent() && !mark.hollow && !mark.is_program();
    let samples = [
        first(leads, "a solver named in all charts"),
        first(|mark| !mark.is_accent() && !mark.hollow, "another solver"),
        first(|mark| mark.hollow, "a peer"),
        first(|mark| mark.is_program(), "a program"),
        Some(line_sample("95 % interval", MUTED.stroke_width(3))),
    ];
    samples.into_iter().flatten().collect()
}

/// The greatest width of a name, in pixels; a wider one is written smaller.
const WIDEST: i32 = 225;

/// The names of the solvers and three panels, on an area.
fn draw(results: &Results, area: &Area<'_>, set: &str, ladder: &Ladder, rows: &[Row<'_>]) -> Drawn {
    let chart = area.use_screen_coord();
    let widest = rows.iter().map(|row| SOLVER.width(&row.name)).max().unwrap_or(0).min(WIDEST);
    let (_, panels) = area.split_horizontally(4 * RADIUS + widest + GAP);
    let mut plots = Vec::new();
    for (area, one) in panels.split_evenly((1, PANELS.len())).iter().zip(PANELS) {
        plots.push((panel(&area.margin(0, 0, 0, GAP), &one, rows)?, one));
    }
    let Some((first, _)) = plots.first() else { return Ok(()) };
    let left = first.plotting_area().get_pixel_range().0.start;
    let value = first.plotting_area().get_x_range().start;
    let y = |at: usize| first.backend_coord(&(value, at as f64 + 0.5)).1;
    let middles: Vec<i32> = (0..rows.len()).map(y).collect();
    NAME.draw(&chart, set, (MARGIN, middles[0] - ROW))?;
    for y in middles.iter().step_by(2) {
        let (above, below) = (y - ROW / 2, y + ROW / 2);
        let band = [(MARGIN - 6, above), (WIDTH - MARGIN + 6, below)];
        chart.draw(&Rectangle::new(band, BAND.filled()))?;
    }
    for (plot, panel) in &mut plots {
        figures(&chart, plot, panel, rows)?;
    }
    for (row, y) in rows.iter().zip(middles) {
        chart.draw(&mark((MARGIN + RADIUS, y), row.mark))?;
        SOLVER.draw_within(&chart, &row.name, WIDEST, (MARGIN + 4 * RADIUS, y))?;
        if row.against.is_none() {
            let status = Status::of(results, row.id, &ladder.corpus);
            let kind = if status.is_wrong() { Type::new(11, ALARM).bold() } else { NOTE };
            kind.draw(&chart, &notices::reason(status), (left + 4, y))?;
        }
        let reach = (WIDTH / 2 - MARGIN, ROW / 2);
        chart.draw(&tip((WIDTH / 2, y), reach, &words(row)))?;
    }
    Ok(())
}

/// Creates a panel with a caption, and with space for its figures on the right.
fn panel<'a>(
    area: &Area<'a>,
    Panel { caption, factor, .. }: &Panel,
    rows: &[Row<'_>],
) -> Result<Plot<'a>, DrawError> {
    let values = rows.iter().filter_map(|row| row.against.and_then(factor));
    let values = extent(values.flat_map(|Interval { point, low, high }| [point, low, high]));
    let figures = VALUE.width(FIGURE) + 2 * RADIUS;
    let width = area.dim_in_pixel().0 as i32 - figures - 2 * RADIUS;
    let x = Axis::log(&values.unwrap_or(1.0..1.0), width, |factor| {
        TICK.width(&format::round(factor)) + 4
    });
    ChartBuilder::on(area)
        .caption(caption, TextStyle::from(NAME))
        .x_label_area_size(BELOW)
        .margin_right(figures)
        .margin_left(2 * RADIUS)
        .build_cartesian_2d(x, Axis::steps(rows.len(), true))
}

/// Draws the axis, the marks and the figures of a panel.
fn figures(chart: &Area<'_>, plot: &mut Plot<'_>, panel: &Panel, rows: &[Row<'_>]) -> Drawn {
    mesh(plot)
        .disable_y_mesh()
        .x_label_style(TextStyle::from(TICK))
        .x_label_formatter(&|factor| format::round(*factor))
        .draw()?;
    let right = plot.plotting_area().get_pixel_range().0.end + VALUE.width(FIGURE) + RADIUS;
    for (at, row) in rows.iter().enumerate() {
        let factor = row.against.and_then(panel.factor);
        let Some(Interval { point, low, high }) = factor else { continue };
        let y = at as f64 + 0.5;
        let bar: ShapeStyle = row.mark.colour.stroke_width(3);
        plot.plotting_area().draw(&PathElement::new([(low, y), (high, y)], bar))?;
        plot.draw_series([mark((point, y), row.mark)])?;
        let (_, y) = plot.backend_coord(&(point, y));
        VALUE.draw(chart, &(panel.written)(point), (right, y))?;
    }
    Ok(())
}

/// The figures of a row in words.
fn words(Row { name, idea, against, .. }: &Row<'_>) -> String {
    let figures = against.map_or_else(String::new, |one| {
        let Interval { point, low, high } = inverse(one.time);
        let [point, low, high] = [point, low, high].map(format::factor);
        let parts = one.work.zip(one.cost()).map_or_else(String::new, |(work, cost)| {
            let (nodes, cost) = (format::counted(1.0 / work), format::factor(1.0 / cost.point));
            format!("; {nodes} times fewer nodes, {cost} times cheaper nodes")
        });
        format!("{point} times as fast as the baseline, 95 % interval {low} – {high}{parts}. ")
    });
    format!("{name}: {figures}{}", format::capital(idea))
}
