//! A step as lines of text.

use sudoku_core::{Ending, Event, Frame, Kind, Look, Spot, column_of, row_of};
use sudoku_replay::{MOST_STEPS, Search, words};

/// The legend of the board.
pub(super) const LEGEND: &str = "\
On the board, 5 is a clue, 5? a digit that the search tries, 5! one that a rule has forced, and 5x \
one that the step takes back; [ marks the cell of the step. r1c3 is row 1, column 3; 4@r1c3 is the \
digit 4 for that cell.";

/// A search and the id of its solver.
pub(super) struct Watched {
    pub(super) id: &'static str,
    pub(super) search: Search,
}

/// The number of steps of a search and its end; and the solver whose steps are shown, if it is not
/// the one with this id.
pub(super) fn summary(id: &str, search: &Search) -> String {
    let steps = steps(search);
    match search.steps_of() {
        other if other == id => steps,
        other => format!("{steps}; shown by {other}, which walks the same tree"),
    }
}

fn steps(search: &Search) -> String {
    let end = search.outcome().ending();
    if end == Ending::Stopped {
        return format!("more than the {MOST_STEPS} steps that are shown");
    }
    let (steps, end) = (search.steps(), end.in_words());
    format!("{steps} step{}, {end}", if steps == 1 { "" } else { "s" })
}

/// The description of a step in words.
pub(super) fn said(frame: &Frame) -> String {
    words(frame, cell)
}

fn cell(at: usize) -> String {
    format!("r{}c{}", row_of(at) + 1, column_of(at) + 1)
}

/// The board as eleven lines.
pub(super) fn picture(frame: &Frame) -> Vec<String> {
    let mut lines = Vec::new();
    for row in 0..9 {
        if row % 3 == 0 && row > 0 {
            lines.push("---------+---------+---------".to_owned());
        }
        let line = (0..9).map(|column| {
            let border = if column % 3 == 0 && column > 0 { "|" } else { "" };
            border.to_owned() + &drawn(frame, row * 9 + column)
        });
        lines.push(line.collect::<String>().trim_end().to_owned());
    }
    lines
}

/// A cell: a mark if the step is about it, its digit, and a mark for the kind of digit.
fn drawn(frame: &Frame, at: usize) -> String {
    let here = match frame.event {
        Some(
            Event::Place { at: here, .. }
            | Event::Deduce { at: here, .. }
            | Event::Undo { at: here, .. },
        ) => here as usize == at,
        _ => false,
    };
    let digit = match frame.board[at].max(frame.before[at]) {
        0 => '.',
        digit => char::from(b'0' + digit),
    };
    let kind = match frame.kinds[at] {
        Kind::Blank if frame.before[at] != 0 => 'x',
        Kind::Blank | Kind::Given => ' ',
        Kind::Tried => '?',
        Kind::Deduced => '!',
    };
    format!("{}{digit}{kind}", if here { '[' } else { ' ' })
}

/// The counts so far that are not 0.
pub(super) fn work(frame: &Frame) -> String {
    let counted = frame.counts.reported.iter().filter_map(|what| {
        let value = frame.counts.get(what).filter(|&value| value > 0)?;
        Some(format!("{} {value}", what.name()))
    });
    let all = counted.collect::<Vec<_>>().join(", ");
    if all.is_empty() { "no work so far".to_owned() } else { all }
}

/// The looks of the search on the way to the step: a line for consecutive looks of one kind.
pub(super) fn looks(frame: &Frame) -> Vec<String> {
    let alike = frame.looks.chunk_by(|one, next| one.what == next.what);
    let lines = alike.map(|looks| {
        let places: Vec<String> = looks.iter().map(place).collect();
        format!("{}: {}", looks[0].what.name(), places.join(", "))
    });
    let more = (frame.more > 0).then(|| format!("and {} more looks", frame.more));
    lines.chain(more).collect()
}

fn place(look: &Look) -> String {
    match look.spot {
        Spot::Candidate(at, digit) => format!("{digit}@{}", cell(at)),
        Spot::Cell(at) => cell(at),
        Spot::Unit(unit) => format!("{}{}", ["row ", "column ", "box "][unit / 9], unit % 9 + 1),
        Spot::Board => "board".to_owned(),
    }
}

/// Two columns of lines, the second of which begins at `width`.
pub(super) fn beside(left: &[String], right: &[String], width: usize) -> Vec<String> {
    let of = |side: &[String], at: usize| side.get(at).cloned().unwrap_or_default();
    let line = |at| format!("{:width$}{}", of(left, at), of(right, at)).trim_end().to_owned();
    (0..left.len().max(right.len())).map(line).collect()
}
