//! The ladder: solvers from the fastest to the slowest by their paired ratios. Beside how many times as
//! fast each is as the baseline are the two parts of this factor: fewer nodes, and cheaper nodes. Peers
//! and programs in other languages have a chart of their own.

use std::cmp::Reverse;

use plotters::chart::ChartBuilder;
use plotters::element::{PathElement, Rectangle};
use plotters::style::{Color, ShapeStyle, TextStyle};
use sudoku_judge::{Against, Climb, Interval, Ladder, Results, Status, family, format};

use super::Look;
use super::axis::{Axis, extent};
use super::sheet::{MARGIN, NOTE, Plot, Sample, Sheet, line_sample, mesh, sample};
use super::style::{ALARM, BAND, INK, MUTED, Mark, WEDGE, marked};
use super::svg::{Area, DrawError, Drawn, RADIUS, mark, tip};
use super::text::Type;
use crate::{finding, names, notices};

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
    /// The line of the chart, from 0.
    line: usize,
    /// True if its idea has the next line.
    explains: bool,
}

impl Row<'_> {
    fn is_from_elsewhere(&self) -> bool {
        self.mark.hollow || self.mark.is_program()
    }

    /// The line after it.
    fn end(&self) -> usize {
        self.line + 1 + usize::from(self.explains)
    }
}

/// Which rows are shown, with which panels, and how to read them.
struct Choice<'a> {
    title: String,
    panels: &'static [Panel],
    /// The number of families whose ideas stand below one of their rows.
    explained: usize,
    about: &'static str,
    is_shown: &'a dyn Fn(&Row<'_>) -> bool,
}

/// The solvers of the laboratory.
pub(super) fn ours(results: &Results, look: Look) -> Option<[String; 3]> {
    let choice = Choice {
        title: finding::in_factors(&Climb::of(results)?),
        panels: &PANELS,
        explained: 4,
        about: "The factor in time is the product of the two others: a dot further to the right \
                searches less, or pays less for each node. Below 1 is more. Nodes are exact. What a node \
                costs was timed: a line that sticks out of a dot is its 95 % interval, and so that of \
                the time. A node is not the same step in every family: each says under “A node” what \
                it counts.",
        is_shown: &|row: &Row<'_>| !row.is_from_elsewhere(),
    };
    chart(results, look, choice)
}

/// Peers and programs, beside the baseline and the fastest solver.
pub(super) fn elsewhere(results: &Results, look: Look) -> Option<[String; 3]> {
    let (ladder, all) = Against::all(results)?;
    let (theirs, ours): (Vec<&Against>, Vec<&Against>) =
        all.iter().partition(|one| one.is_peer || one.is_program);
    let (their, fastest) = (theirs.last()?, ours.last()?);
    let our = ours.iter().rfind(|one| one.width == 1)?;
    let factor = match their.time.point / our.time.point {
        longer @ 1.0.. => format!("takes {} times as long", format::rounded(longer)),
        shorter => format!("is {} times as fast", format::rounded(1.0 / shorter)),
    };
    let (set, our) = (&ladder.corpus, &our.solver);
    let their = names::of_program(&their.solver);
    let baseline = results.ratios.as_ref()?.reference_on(set)?;
    let choice = Choice {
        title: format!(
            "On {set}, {their}, the fastest from elsewhere, {factor} as {our}, the fastest of ours \
             with one puzzle a call"
        ),
        panels: &PANELS[..1],
        explained: 0,
        about: "A line that sticks out of a mark is its 95 % interval. A peer gets one puzzle a call, a \
                program lines, and a solver as many puzzles as it takes.",
        is_shown: &|row: &Row<'_>| {
            row.is_from_elsewhere() || [our, &fastest.solver, baseline].contains(&row.id)
        },
    };
    chart(results, look, choice)
}

fn chart(results: &Results, look: Look, choice: Choice<'_>) -> Option<[String; 3]> {
    let lead = results.lead()?;
    let against = Against::on(results, lead)?;
    let rows = rows(results, lead, &against, &choice);
    let baseline = results.ratios.as_ref()?.reference_on(&lead.corpus)?;
    let subtitle = format!(
        "How many times as fast as {baseline}, the fastest solver first; {}: {}.",
        lead.corpus,
        notices::timed(results, results.corpus(&lead.corpus)?)
    );
    // A phone shows the panels one below the other.
    let beside = if look == Look::Phone { 1 } else { choice.panels.len() };
    let parts: Vec<&[Panel]> = choice.panels.chunks(beside).collect();
    let sheet = Sheet {
        title: &choice.title,
        subtitle: &subtitle,
        legend: legend(rows.iter().map(|row| row.mark)),
        note: "Log scales: further right is faster, and equal distances in a panel are equal factors.",
        height: (HEAD + ROW * lines(&rows) as i32 + BELOW) * parts.len() as i32,
    };
    let svg = sheet.draw(results, look, |area| {
        let areas = area.split_evenly((parts.len(), 1));
        let mut parts = areas.iter().zip(&parts);
        parts.try_for_each(|(area, panels)| draw(results, area, lead, panels, &rows))
    });
    let program = if rows.iter().any(|row| row.mark.is_program()) { WEDGE } else { "" };
    Some([choice.title, format!("{program}{}", choice.about), svg])
}

fn lines(rows: &[Row<'_>]) -> usize {
    rows.last().map_or(0, Row::end)
}

/// Rows for the solvers of the run and the programs with a time that are shown, the fastest first.
fn rows<'a>(
    results: &'a Results,
    ladder: &Ladder,
    all: &'a [Against],
    choice: &Choice<'_>,
) -> Vec<Row<'a>> {
    let known = |id: &str| all.iter().find(|one| one.solver == id);
    let row = |id: &'a str, idea: &'a str, mark: Mark, against: Option<&'a Against>| Row {
        id,
        name: names::of_program(id),
        idea,
        mark,
        against,
        line: 0,
        explains: false,
    };
    let solvers = marked(results).into_iter();
    let solvers = solvers.map(|(of, mark)| row(&of.id, &of.idea, mark, known(&of.id)));
    let programs = all.iter().filter(|one| one.is_program);
    let idea = "a program in another language";
    let programs = programs.map(|one| row(&one.solver, idea, Mark::PROGRAM, Some(one)));
    let mut rows: Vec<Row<'_>> = solvers.chain(programs).collect();
    rows.retain(choice.is_shown);
    explain(&mut rows, choice.explained);
    // A solver that is on no rung was not run, and comes last.
    let place = |row: &Row<'_>| ladder.rungs.iter().position(|rung| rung.solver == row.id);
    rows.sort_by_key(|row| Reverse(place(row)));
    let mut line = 0;
    for row in &mut rows {
        row.line = line;
        line = row.end();
    }
    rows
}

/// Has the first solver of each of `families` families, evenly spaced, explained by its idea.
fn explain(rows: &mut [Row<'_>], families: usize) {
    let of_family = rows.chunk_by_mut(|one, next| family(one.id) == family(next.id));
    let mut firsts: Vec<&mut Row<'_>> = of_family.filter_map(<[_]>::first_mut).collect();
    let steps = firsts.len().saturating_sub(1);
    for at in (0..families).map(|at| steps * at / (families - 1)) {
        if let Some(row) = firsts.get_mut(at) {
            row.explains = true;
        }
    }
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

/// The names of the solvers and these panels, on an area.
fn draw(
    results: &Results,
    area: &Area<'_>,
    ladder: &Ladder,
    kinds: &'static [Panel],
    rows: &[Row<'_>],
) -> Drawn {
    let chart = area.use_screen_coord();
    let width = area.dim_in_pixel().0 as i32;
    // A name that is wider than this is written smaller.
    let most = if width > 500 { 225 } else { 160 };
    let widest = rows.iter().map(|row| SOLVER.width(&row.name)).max().unwrap_or(0).min(most);
    let (_, panels) = area.split_horizontally(4 * RADIUS + widest + GAP);
    let mut plots = Vec::new();
    for (area, one) in panels.split_evenly((1, kinds.len())).iter().zip(kinds) {
        plots.push((panel(&area.margin(0, 0, 0, GAP), one, rows)?, one));
    }
    let Some((first, _)) = plots.first() else { return Ok(()) };
    let left = first.plotting_area().get_pixel_range().0.start;
    let value = first.plotting_area().get_x_range().start;
    let y = |line: usize| first.backend_coord(&(value, line as f64 + 0.5)).1;
    let middles: Vec<i32> = rows.iter().map(|row| y(row.line)).collect();
    for row in rows.iter().step_by(2) {
        let above = y(row.line) - ROW / 2;
        let below = above + ROW * (row.end() - row.line) as i32;
        let band = [(MARGIN - 6, above), (MARGIN + width + 6, below)];
        chart.draw(&Rectangle::new(band, BAND.filled()))?;
    }
    for (plot, panel) in &mut plots {
        figures(&chart, plot, panel, rows)?;
    }
    for (row, y) in rows.iter().zip(middles) {
        chart.draw(&mark((MARGIN + RADIUS, y), row.mark))?;
        let x = MARGIN + 4 * RADIUS;
        SOLVER.draw_within(&chart, &row.name, most, (x, y))?;
        if row.explains {
            NOTE.draw_within(&chart, row.idea, MARGIN + width - x, (x, y + ROW - 3))?;
        }
        if row.against.is_none() {
            let status = Status::of(results, row.id, &ladder.corpus);
            let kind = if status.is_wrong() { Type::new(11, ALARM).bold() } else { NOTE };
            kind.draw(&chart, &notices::reason(status), (left + 4, y))?;
        }
        let reach = (width / 2, ROW / 2);
        chart.draw(&tip((MARGIN + width / 2, y), reach, &words(row)))?;
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
        .build_cartesian_2d(x, Axis::steps(lines(rows), true))
}

/// Draws the axis, the marks and the figures of a panel.
fn figures(chart: &Area<'_>, plot: &mut Plot<'_>, panel: &Panel, rows: &[Row<'_>]) -> Drawn {
    mesh(plot)
        .disable_y_mesh()
        .x_label_style(TextStyle::from(TICK))
        .x_label_formatter(&|factor| format::round(*factor))
        .draw()?;
    let right = plot.plotting_area().get_pixel_range().0.end + VALUE.width(FIGURE) + RADIUS;
    for row in rows {
        let factor = row.against.and_then(panel.factor);
        let Some(Interval { point, low, high }) = factor else { continue };
        let y = row.line as f64 + 0.5;
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
