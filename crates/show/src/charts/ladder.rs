//! The ladder: solvers from the slowest to the fastest by their paired ratios. Beside the factor in
//! time are its two parts, the factors in nodes and in time per node.

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
const FIGURE: &str = "0.0000786";
const TICK: Type = Type::new(10, MUTED);

/// The figure that a panel shows for a solver, relative to the baseline; `None` if there is none.
type Factor = fn(&Against) -> Option<Interval>;

const PANELS: [(&str, Factor); 3] = [
    ("time", |one| Some(one.time)),
    ("nodes, exact", |one| one.work.map(exact)),
    ("time per node", Against::cost),
];

fn exact(point: f64) -> Interval {
    Interval { point, low: point, high: point }
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
        "Each figure divided by that of {baseline}, the slowest solver first; {}: {}.",
        lead.corpus,
        notices::timed(results, results.corpus(&lead.corpus)?)
    );
    let shown = || parts.iter().flat_map(|(_, rows)| rows);
    let sheet = Sheet {
        title: &title,
        subtitle: &subtitle,
        legend: legend(shown().map(|row| row.mark)),
        note: "Log scales: further left is less, and equal distances in a panel are equal factors.",
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
    let about = "The time is the product of the two others: a dot further to the left searches \
         less, or pays less for each node. Nodes are exact, and a peer counts none. The time per node \
         was timed: a line that sticks out of a dot is its 95 % interval, and so that of the time. A \
         node is not the same step in every family: each says under “A node” what it counts.";
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

/// Formats a tick without trailing zeros: `0.1`, not `0.100`.
fn tick(ratio: f64) -> String {
    let text = format::figure(ratio);
    if !text.contains('.') || text.contains('e') {
        return text;
    }
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The greatest width of a name, in pixels; a wider one is written smaller.
const WIDEST: i32 = 225;

/// The names of the solvers and three panels, on an area.
fn draw(results: &Results, area: &Area<'_>, set: &str, ladder: &Ladder, rows: &[Row<'_>]) -> Drawn {
    let chart = area.use_screen_coord();
    let widest = rows.iter().map(|row| SOLVER.width(&row.name)).max().unwrap_or(0).min(WIDEST);
    let (_, panels) = area.split_horizontally(4 * RADIUS + widest + GAP);
    let mut plots = Vec::new();
    for (area, (name, factor)) in panels.split_evenly((1, PANELS.len())).iter().zip(PANELS) {
        plots.push((panel(&area.margin(0, 0, 0, GAP), name, factor, rows)?, factor));
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
    for (plot, factor) in &mut plots {
        figures(&chart, plot, *factor, rows)?;
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
    name: &str,
    factor: Factor,
    rows: &[Row<'_>],
) -> Result<Plot<'a>, DrawError> {
    let values = rows.iter().filter_map(|row| row.against.and_then(factor));
    let values = extent(values.flat_map(|Interval { point, low, high }| [point, low, high]));
    let figures = VALUE.width(FIGURE) + 2 * RADIUS;
    let width = area.dim_in_pixel().0 as i32 - figures - 2 * RADIUS;
    let x = Axis::log(&values.unwrap_or(1.0..1.0), width, |ratio| TICK.width(&tick(ratio)) + 4);
    ChartBuilder::on(area)
        .caption(name, TextStyle::from(NAME))
        .x_label_area_size(BELOW)
        .margin_right(figures)
        .margin_left(2 * RADIUS)
        .build_cartesian_2d(x, Axis::steps(rows.len(), true))
}

/// Draws the axis, the marks and the figures of a panel.
fn figures(chart: &Area<'_>, plot: &mut Plot<'_>, factor: Factor, rows: &[Row<'_>]) -> Drawn {
    mesh(plot)
        .disable_y_mesh()
        .x_label_style(TextStyle::from(TICK))
        .x_label_formatter(&|ratio| tick(*ratio))
        .draw()?;
    let right = plot.plotting_area().get_pixel_range().0.end + VALUE.width(FIGURE) + RADIUS;
    for (at, row) in rows.iter().enumerate() {
        let Some(Interval { point, low, high }) = row.against.and_then(factor) else { continue };
        let y = at as f64 + 0.5;
        let bar: ShapeStyle = row.mark.colour.stroke_width(3);
        plot.plotting_area().draw(&PathElement::new([(low, y), (high, y)], bar))?;
        plot.draw_series([mark((point, y), row.mark)])?;
        let (_, y) = plot.backend_coord(&(point, y));
        VALUE.draw(chart, &format::figure(point), (right, y))?;
    }
    Ok(())
}

/// The figures of a row in words.
fn words(Row { name, idea, against, .. }: &Row<'_>) -> String {
    let figures = against.map_or_else(String::new, |one| {
        let Against { time, work, .. } = one;
        let (point, ends) = (format::figure(time.point), format::between(*time));
        let work = work.zip(one.cost()).map_or_else(String::new, |(work, cost)| {
            let [work, cost] = [work, cost.point].map(format::figure);
            format!("; {work} of its nodes, {cost} of its time per node")
        });
        format!("{point} of the baseline's time, 95 % interval {ends}{work}. ")
    });
    format!("{name}: {figures}{}", format::capital(idea))
}
