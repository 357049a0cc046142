//! [`Shown`]: reads a sentence and holds it against the board that is shown with it.

use sudoku_core::{Event, Frame};

type Verdict = Result<(), String>;
type Candidates = [[u16; 81]; 2];

/// The digits that were tried at each cell and taken back, as a reader has seen it.
pub(crate) struct Shown {
    tried: Vec<[u16; 81]>,
}

fn demand(holds: bool, what: &str) -> Verdict {
    if holds { Ok(()) } else { Err(what.to_owned()) }
}

/// The cells in sight: of row, column and box.
fn sees(one: usize, other: usize) -> bool {
    let of = |at: usize| [at / 9, at % 9, at / 27 * 3 + at % 9 / 3];
    one != other && of(one).iter().zip(of(other)).any(|(one, other)| *one == other)
}

fn unit(name: &str) -> Vec<usize> {
    let (kind, number) = name.split_once(' ').unwrap();
    let number: usize = number.parse().unwrap();
    let of = |at: usize| match kind {
        "row" => at / 9,
        "column" => at % 9,
        "box" => at / 27 * 3 + at % 9 / 3,
        _ => panic!("{name} is no unit"),
    };
    (0..81).filter(|&at| of(at) + 1 == number).collect()
}

/// The number of a cell, as in `r1c9`.
fn cell(name: &str) -> usize {
    let (row, column) = name.strip_prefix('r').and_then(|name| name.split_once('c')).unwrap();
    let number = |text: &str| text.parse::<usize>().unwrap() - 1;
    number(row) * 9 + number(column)
}

/// The digits of a list, as in "1, 2 and 7".
fn digits(list: &str) -> u16 {
    let digits = list.chars().filter_map(|c| c.to_digit(10));
    digits.fold(0, |all, digit| all | 1 << (digit - 1))
}

/// The parts of a sentence of this form; `None` for another one.
fn parts<const N: usize>(text: &str, form: [&str; N]) -> Option<Vec<String>> {
    let mut rest = text.strip_prefix(form[0])?;
    let mut found = Vec::new();
    for (no, between) in form.iter().enumerate().skip(1) {
        let is_last = no + 1 == N;
        let (part, after) =
            if is_last && between.is_empty() { (rest, "") } else { rest.split_once(between)? };
        found.push(part.to_owned());
        rest = after;
    }
    rest.is_empty().then_some(found)
}

fn legal(board: &[u8; 81], at: usize) -> u16 {
    let seen = (0..81).filter(|&other| sees(at, other) && board[other] > 0);
    let taken = seen.fold(0, |taken, other| taken | 1 << (board[other] - 1));
    if board[at] == 0 { 0x1ff & !taken } else { 0 }
}

impl Shown {
    pub(crate) fn new() -> Self {
        Self { tried: vec![[0; 81]] }
    }

    /// Holds every clause of a sentence against the board before the step, and the candidates that
    /// are shown.
    pub(crate) fn step(&mut self, text: &str, frame: &Frame, candidates: &Candidates) -> Verdict {
        let clauses = text.split_once(": ").map_or("", |(_, clauses)| clauses);
        let (at, digit) = match frame.event {
            Some(
                Event::Place { at, digit }
                | Event::Deduce { at, digit }
                | Event::Undo { at, digit },
            ) => (usize::from(at), 1 << (digit - 1)),
            _ => (81, 0),
        };
        let round = matches!(frame.event, Some(Event::Look { .. }));
        for clause in clauses.split("; ").filter(|clause| !clause.is_empty()) {
            let holds = if round {
                self::round(clause, candidates)
            } else {
                self.clause(clause, frame, candidates, (at, digit))
            };
            holds.map_err(|why| format!("“{clause}”: {why}"))?;
        }
        match frame.event {
            Some(Event::Place { .. }) => self.tried.push([0; 81]),
            Some(Event::Undo { .. }) => {
                if self.tried.len() > 1 {
                    self.tried.pop();
                }
                self.tried.last_mut().unwrap()[at] |= digit;
            }
            _ => {}
        }
        Ok(())
    }

    fn clause(
        &self,
        clause: &str,
        frame: &Frame,
        [_, left]: &Candidates,
        (at, digit): (usize, u16),
    ) -> Verdict {
        let board = &frame.before;
        // A search that tries a digit at once keeps no candidates but those that the board leaves.
        let is_try = matches!(frame.event, Some(Event::Place { .. }));
        let left = &if is_try { std::array::from_fn(|at| legal(board, at)) } else { *left };
        let tried = self.tried.last().unwrap();
        let sight = Sight { board, left, tried, at, digit };
        let holds = sight.of_the_cell(clause).or_else(|| sight.of_a_dead_end(clause));
        holds.or_else(|| sight.of_places(clause)).unwrap_or_else(|| choice(clause, board, left))
    }
}

/// The board before a step, the candidates shown with it, the digits that were tried and taken back,
/// and the cell and the digit of the step.
struct Sight<'a> {
    board: &'a [u8; 81],
    left: &'a [u16; 81],
    tried: &'a [u16; 81],
    at: usize,
    digit: u16,
}

impl Sight<'_> {
    fn free(&self, digit: u16, unit: &[usize]) -> Vec<usize> {
        unit.iter().copied().filter(|&at| legal(self.board, at) & digit != 0).collect()
    }

    fn holds(&self, at: usize, digit: u16) -> bool {
        self.board[at] > 0 && 1 << (self.board[at] - 1) == digit
    }

    fn of_the_cell(&self, clause: &str) -> Option<Verdict> {
        let &Self { board, at, digit, .. } = self;
        let in_sight = || (0..81).any(|other| sees(at, other) && self.holds(other, digit));
        let others = || legal(board, at) & !digit;
        Some(match clause {
            "the solution is noted, and the search looks for another one" => Ok(()),
            "no other digit is left to try there" => demand(!in_sight(), "the digit is in sight"),
            "no other digit is left there" => demand(others() == 0, "another digit is left"),
            "rules have removed every other digit there" => {
                demand(others() != 0, "the board leaves none")
            }
            _ if clause.starts_with("its ways leave it only this place in row ") => {
                demand(at < 81, "no cell is filled")
            }
            _ => {
                if let Some(found) = parts(clause, ["no ", " in its row, column or box"]) {
                    return Some(demand(
                        digits(&found[0]) == digit && !in_sight(),
                        "the digit is in sight",
                    ));
                }
                if let Some(found) = parts(clause, ["", " has the ", " already"]) {
                    let other = cell(&found[0]);
                    let clash = self.holds(other, digit) && sees(at, other);
                    return Some(demand(clash, "it does not stand there"));
                }
                let all = digits(&parts(clause, ["the lowest of ", ""])?[0]);
                let lowest = all & all.wrapping_neg() == digit;
                demand(lowest && all & !legal(board, at) == 0, "it is not the lowest")
            }
        })
    }

    fn of_a_dead_end(&self, clause: &str) -> Option<Verdict> {
        let &Self { board, left, tried, .. } = self;
        if let Some(found) = parts(clause, ["every digit of ", " has been tried"]) {
            let at = cell(&found[0]);
            let all = legal(board, at);
            return Some(demand(all != 0 && all & !tried[at] == 0, "a digit was not tried"));
        }
        if let Some(found) = parts(clause, ["rules have removed every digit of ", ""]) {
            let at = cell(&found[0]);
            return Some(demand(legal(board, at) != 0 && left[at] == 0, "the board leaves none"));
        }
        if let Some(found) = parts(clause, ["rules have removed the ", " of ", ""]) {
            let stands = self.holds(cell(&found[1]), digits(&found[0]));
            return Some(demand(stands, "it does not stand there"));
        }
        if let Some(found) = parts(clause, ["", " has no digit left"]) {
            let at = cell(&found[0]);
            let none = board[at] == 0 && legal(board, at) == 0;
            return Some(demand(none, "the board leaves one"));
        }
        let found = parts(clause, ["", " and ", " both need the ", ""])?;
        let [one, other] = [0, 1].map(|no| cell(&found[no]));
        let both = [one, other].into_iter().all(|at| self.holds(at, digits(&found[2])));
        Some(demand(both && sees(one, other), "they do not clash"))
    }

    fn of_places(&self, clause: &str) -> Option<Verdict> {
        let &Self { left, tried, at, digit, .. } = self;
        let each = |list: u16| (0..9).map(|no| 1 << no).filter(move |digit| list & digit != 0);
        if let Some(found) = parts(clause, ["every place of ", " in ", " has been tried"]) {
            let digit = digits(&found[0]);
            let all = self.free(digit, &unit(&found[1]));
            let missed = all.iter().any(|&at| tried[at] & digit == 0);
            return Some(demand(!all.is_empty() && !missed, "a place was not tried"));
        }
        if let Some(found) = parts(clause, ["it has only this place in ", ""]) {
            let places = self.free(digit, &unit(&found[0]));
            return Some(demand(places == [at], "another place is free"));
        }
        if let Some(found) = parts(clause, ["rules have removed its other places in ", ""]) {
            let places = self.free(digit, &unit(&found[0]));
            return Some(demand(places.len() > 1, "none is free"));
        }
        if let Some(found) = parts(clause, ["", " has only this place in ", ""]) {
            let places = self.free(digits(&found[0]), &unit(&found[1]));
            return Some(demand(places == [at], "another place is free"));
        }
        if let Some(found) = parts(clause, ["rules have removed every place of ", " in ", ""]) {
            let unit = unit(&found[1]);
            let gone = |digit| {
                let free = self.free(digit, &unit);
                !free.is_empty() && free.iter().all(|&at| left[at] & digit == 0)
            };
            return Some(demand(each(digits(&found[0])).all(gone), "a candidate is shown"));
        }
        let lost = parts(clause, ["", " has no place left in ", ""]);
        let found = lost.or_else(|| parts(clause, ["", " have no place left in ", ""]))?;
        let unit = unit(&found[1]);
        let none = |digit| self.free(digit, &unit).is_empty();
        Some(demand(each(digits(&found[0])).all(none), "a place is free"))
    }
}

/// A clause about the cell of a guess, about what a rule removes, or about all options.
fn choice(clause: &str, board: &[u8; 81], left: &[u16; 81]) -> Verdict {
    let chosen = |name: &str, list: &str| {
        demand(left[cell(name)] == digits(list), "the candidates shown are others")
    };
    let blanks = || (0..81).filter(|&at| board[at] == 0);
    let fewest = || blanks().map(|at| left[at].count_ones()).min();
    if let Some(found) = parts(clause, ["no blank has fewer digits left than ", ", with ", ""]) {
        demand(fewest() == Some(left[cell(&found[0])].count_ones()), "a blank has fewer")?;
        return chosen(&found[0], &found[1]);
    }
    let two = || blanks().find(|&at| left[at].count_ones() == 2);
    if let Some(found) = parts(clause, ["the first cell with two digits is ", ", with ", ""]) {
        demand(two() == Some(cell(&found[0])), "another cell is the first")?;
        return chosen(&found[0], &found[1]);
    }
    let impact = ["of the cells with two digits, ", " takes away the most, with ", ""];
    if let Some(found) = parts(clause, impact) {
        return chosen(&found[0], &found[1]);
    }
    let open = ["no cell has two digits, and the first open one is ", ", with ", ""];
    let least = ["no cell has two digits, and ", " has the fewest, with ", ""];
    if let Some(found) = parts(clause, open).or_else(|| parts(clause, least)) {
        demand(two().is_none(), "a cell has two digits")?;
        return chosen(&found[0], &found[1]);
    }
    let alone = ["", " in ", " in ", " alone, so ", " the rest of ", ""];
    if let Some(found) = parts(clause, alone) {
        let name = found[1].rsplit_once(' ').unwrap().0;
        let (from, to, all) = (unit(name), unit(&found[2]), digits(&found[0]));
        let elsewhere = from.iter().any(|at| !to.contains(at) && left[*at] & all != 0);
        return demand(!elsewhere && found[2] == found[4], "a candidate is elsewhere");
    }
    if let Some(found) = parts(clause, ["", " digits left, and nothing has fewer options"]) {
        let (name, number) = found[0].split_once(" has ").unwrap();
        let all = left[cell(name)].count_ones();
        return demand(number == all.to_string() && fewest() == Some(all), "a blank has fewer");
    }
    let places = ["", " has ", " places in ", ", and nothing has fewer options"];
    if let Some(found) = parts(clause, places) {
        let open = unit(&found[2]).into_iter().filter(|&at| left[at] & digits(&found[0]) != 0);
        return demand(found[1] == open.count().to_string(), "it has others");
    }
    if let Some(found) = parts(clause, ["two digits need ", ""]) {
        return demand(board[cell(&found[0])] > 0, "no digit stands there");
    }
    let known = [" has no way left through rows ", " of its six layouts left in "];
    demand(known.iter().any(|known| clause.contains(known)), "no such sentence is known")
}

/// A clause of a round: the candidates that it names are struck out.
fn round(clause: &str, [before, left]: &Candidates) -> Verdict {
    if clause == "they remove nothing more" {
        return demand(before == left, "a candidate is struck out");
    }
    let (_, gone) = clause.split_once(" remove ").ok_or("no such sentence is known")?;
    if gone.ends_with(" candidates") {
        return demand(before != left, "no candidate is struck out");
    }
    for candidate in gone.split(", ") {
        let (digit, name) = candidate.split_once(" at ").ok_or("no candidate")?;
        let struck = before[cell(name)] & !left[cell(name)];
        demand(struck & digits(digit) != 0, "it is not struck out")?;
    }
    Ok(())
}
