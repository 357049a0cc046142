//! The step of a lesson: its solver compared with another one, by counts and in every run.

use sudoku_judge::claims::{Gain, THIS_RUN};
use sudoku_judge::format::{self, between, span};
use sudoku_judge::{Order, Ratio};

use super::{Cell, Table, single};

/// The ratios of nodes, in words.
pub(crate) fn nodes(gain: &Gain) -> String {
    let by_size = |a: &&(String, f64), b: &&(String, f64)| a.1.total_cmp(&b.1);
    let named = |(set, ratio): &(String, f64)| format!("{} ({set})", format::figure(*ratio));
    let ends = gain.nodes.iter().min_by(by_size).zip(gain.nodes.iter().max_by(by_size));
    match ends {
        None => "nodes are not counted".to_owned(),
        Some((least, most)) if least.1.total_cmp(&most.1).is_eq() && most.1.fract() == 0.0 => {
            let times = if most.1 > 1.0 { format!("{} times ", most.1) } else { String::new() };
            format!("{times}as many nodes on every set")
        }
        Some((least, most)) => format!("{} to {} times the nodes", named(least), named(most)),
    }
}

/// A row for this run, and one for each run that parts from it: the ratio of times on the set `lead`,
/// and the sets on which the solver takes less or more time; `None` if no run timed both solvers.
pub(crate) fn times(gain: &Gain, lead: &str) -> Option<Table> {
    let caption = format!("Against {}", gain.against);
    let ratio_of = |ratios: &[Ratio]| Some(ratios.iter().find(|ratio| ratio.corpus == lead)?.ratio);
    let on_lead = |ratios: &[Ratio]| {
        let ratio = ratio_of(ratios)?;
        let text = format!("{} ({})", format::figure(ratio.point), between(ratio));
        Some(Cell::number(text, ratio.point))
    };
    let (own, others) = gain.times.split_first()?;
    let (alike, parted): (Vec<_>, Vec<_>) =
        others.iter().partition(|(_, ratios)| !part(&own.1, ratios));
    let points = alike.iter().filter_map(|(_, ratios)| Some(ratio_of(ratios)?.point));
    let runs = format::many(alike.len(), "other processor");
    let range = span(points, format::figure);
    let note = range.map(|range| format!("{lead} on {runs}: {range}."));
    Table::of("gains", caption, single([own].into_iter().chain(parted)))
        .text("run", |(run, _)| Cell::text(run.clone()))
        .number(&format!("time, {lead}"), "", |(_, ratios)| on_lead(ratios))
        .text("less time on", |(_, ratios)| sets(ratios, Order::Faster))
        .text("more time on", |(_, ratios)| sets(ratios, Order::Slower))
        .notes(note)
        .unless_empty()
}

/// The greatest gain in time of this run on a set: each solver against the fastest of those with
/// which its lesson compares it; `None` if the run timed no such pair.
pub(crate) fn greatest<'a>(gains: &'a [Gain], set: &str) -> Option<&'a Ratio> {
    let by_time = |one: &&Ratio, other: &&Ratio| one.ratio.point.total_cmp(&other.ratio.point);
    let lessons = gains.chunk_by(|one, other| one.solver == other.solver);
    let steps = lessons.filter_map(|lesson| {
        let own = lesson.iter().flat_map(|gain| &gain.times).filter(|(run, _)| run == THIS_RUN);
        own.flat_map(|(_, ratios)| ratios).filter(|ratio| ratio.corpus == set).max_by(by_time)
    });
    steps.min_by(by_time)
}

/// True if some set takes less time in one of two runs and more in the other.
fn part(one: &[Ratio], other: &[Ratio]) -> bool {
    let decided = |ratio: &Ratio| ratio.verdict != Order::Undecided;
    one.iter().filter(|ratio| decided(ratio)).any(|ratio| {
        let mut others = other.iter().filter(|other| decided(other));
        others.any(|other| other.corpus == ratio.corpus && other.verdict != ratio.verdict)
    })
}

/// The sets whose ratio has this verdict, or those that are left out where these are fewer, and the
/// range of these ratios.
fn sets(ratios: &[Ratio], verdict: Order) -> Option<Cell> {
    let (ours, others): (Vec<&Ratio>, Vec<&Ratio>) =
        ratios.iter().partition(|ratio| ratio.verdict == verdict);
    let range = span(ours.iter().map(|ratio| ratio.ratio.point), format::figure)?;
    let names = |of: &[&Ratio]| format::joined(of.iter().map(|ratio| ratio.corpus.clone()), ", ");
    let (some, all) = (ours.len(), ratios.len());
    let sets = match others.len() {
        0 if all > 1 => format!("all {all} sets"),
        left if left < some => format!("{some} of {all} sets, not {}", names(&others)),
        _ => names(&ours),
    };
    Some(Cell::text(format!("{sets}: {range}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(corpus: &str, point: f64, verdict: &str) -> Ratio {
        let ends = format!(r#"{{"point":{point},"low":{point},"high":{point}}}"#);
        let text = format!(
            r#"{{"corpus":"{corpus}","solver":"a/b","reference":"a/a","ratio":{ends},"error":0.1,
            "freedom":9,"counted_on":null,"work":null,"puzzles":9,"builds":3,"noise_floor":0.01,"verdict":"{verdict}"}}"#
        );
        serde_json::from_str(&text).unwrap()
    }

    fn gain(nodes: &[(&str, f64)], ratios: Vec<Ratio>) -> Gain {
        Gain {
            solver: "a/b".to_owned(),
            against: "a/a".to_owned(),
            nodes: nodes.iter().map(|(set, ratio)| ((*set).to_owned(), *ratio)).collect(),
            times: vec![("this run".to_owned(), ratios)],
        }
    }

    #[test]
    fn nodes_are_a_range_over_the_sets_or_equal_everywhere() {
        let said = |nodes: &[(&str, f64)]| super::nodes(&gain(nodes, Vec::new()));
        assert_eq!(said(&[]), "nodes are not counted");
        assert_eq!(said(&[("easy", 1.0), ("hard", 1.0)]), "as many nodes on every set");
        let range = "0.500 (hard) to 1 (easy) times the nodes";
        assert_eq!(said(&[("easy", 1.0), ("hard", 0.5)]), range);
    }

    #[test]
    fn the_greatest_step_is_one_against_the_fastest_of_a_lesson() {
        let of = |solver: &str, run: &str, point| Gain {
            solver: solver.to_owned(),
            times: vec![(run.to_owned(), vec![ratio("hard", point, "faster")])],
            ..gain(&[], Vec::new())
        };
        let own = |solver: &str, point| of(solver, THIS_RUN, point);
        let gains =
            [own("a", 0.1), own("a", 0.9), own("b", 0.25), own("b", 0.5), of("c", "A", 0.01)];
        let Ratio { solver, ratio, .. } = greatest(&gains, "hard").unwrap();
        assert_eq!((&**solver, format::factor(1.0 / ratio.point)), ("a/b", "2.00".to_owned()));
        assert_eq!(greatest(&gains, "easy"), None);
    }

    #[test]
    fn a_row_names_the_sets_where_the_step_pays_and_where_it_loses() {
        let ratios = vec![
            ratio("easy", 1.25, "slower"),
            ratio("minimal", 1.0, "undecided"),
            ratio("hard", 0.5, "faster"),
            ratio("none", 0.25, "faster"),
        ];
        let table = times(&gain(&[], ratios), "hard").unwrap();
        let cells = table.groups[0].rows[0].iter().map(|cell| cell.text.as_str());
        let expected =
            ["this run", "0.500 (0.500 – 0.500)", "hard, none: 0.250 – 0.500", "easy: 1.250"];
        assert_eq!(cells.collect::<Vec<_>>(), expected);
        let most = ["easy", "minimal", "hard"].map(|set| ratio(set, 0.5, "faster"));
        let table =
            times(&gain(&[], [&most[..], &[ratio("none", 2.0, "slower")]].concat()), "hard");
        let text = &table.unwrap().groups[0].rows[0][2].text;
        assert_eq!(text, "3 of 4 sets, not none: 0.500");
        let all = vec![ratio("easy", 0.5, "faster"), ratio("hard", 0.25, "faster")];
        let mut three = gain(&[], all.clone());
        let other = |name: &str, hard| (name.to_owned(), vec![ratio("hard", 0.75, hard)]);
        three.times.extend([other("A", "undecided"), other("B", "slower")]);
        let table = times(&three, "hard").unwrap();
        let names: Vec<&str> = table.groups[0].rows.iter().map(|row| &*row[0].text).collect();
        assert_eq!(names, ["this run", "B"]);
        assert_eq!(*table.notes[0], *"hard on 1 other processor: 0.750.");
        let table = times(&gain(&[], all), "minimal").unwrap();
        let cells = table.groups[0].rows[0].iter().map(|cell| cell.text.as_str());
        let expected = ["this run", "–", "all 2 sets: 0.250 – 0.500", "–"];
        assert_eq!(cells.collect::<Vec<_>>(), expected);
    }
}
