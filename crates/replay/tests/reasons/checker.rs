//! [`Checker`]: applies the rule that a step names to a board of its own, independent of the
//! search.

use std::array::from_fn;

use sudoku_core::{
    Boxes, Cell, Event, Frame, OptionsLeft, Places, Puzzle, Reason, Rule, UNITS, box_of, column_of,
    row_of,
};

const ALL: u16 = 0x1ff;

/// A board, what the rules have removed so far, and what was tried.
pub(crate) struct Checker {
    now: State,
    /// The states at the guesses, with the digits of its cell that are left, and its alternatives.
    guesses: Vec<(State, u32)>,
    /// The digits that were tried and taken back for each cell, since the last placement; and those
    /// before each placement that stands.
    tried: Tried,
    before: Vec<Tried>,
    /// The digits of the guess that is open, and its cell, if it has one.
    open: Option<(usize, u16)>,
    /// The candidates that the last round has left.
    round: Option<[u16; 81]>,
    /// The candidates with which the next round begins, unless the search goes back.
    start: [u16; 81],
    event: Option<Event>,
}

type Tried = [u16; 81];

#[derive(Clone)]
struct State {
    board: [u8; 81],
    /// The candidates that no rule has removed; digits on the board exclude others by themselves.
    allowed: [u16; 81],
    cells: [u16; 81],
    /// The layouts that are tried second.
    second: Option<(usize, u16, usize)>,
    cell: Option<(usize, u16)>,
}

type Verdict = Result<(), String>;

fn demand(holds: bool, what: &str) -> Verdict {
    if holds { Ok(()) } else { Err(what.to_owned()) }
}

const fn bit(digit: u8) -> u16 {
    1 << (digit - 1)
}

fn units(at: usize) -> [usize; 3] {
    [row_of(at), 9 + column_of(at), 18 + box_of(at)]
}

fn peers(at: usize) -> impl Iterator<Item = usize> {
    units(at).into_iter().flat_map(|unit| UNITS[unit]).filter(move |&peer| peer != at)
}

fn has(places: Places, at: usize) -> bool {
    places >> (at / 27 * 32 + at % 27) & 1 == 1
}

impl State {
    fn is_blank(&self, at: usize) -> bool {
        self.board[at] == 0
    }

    /// The digits that a cell can have: its own, or what no digit and no rule has excluded.
    fn candidates(&self, at: usize) -> u16 {
        let own = if self.is_blank(at) { ALL } else { bit(self.board[at]) };
        let seen = peers(at).filter(|&peer| !self.is_blank(peer));
        seen.fold(own & self.allowed[at], |left, peer| left & !bit(self.board[peer]))
    }

    fn places(&self, unit: usize, digit: u16) -> Vec<usize> {
        UNITS[unit].into_iter().filter(|&at| self.candidates(at) & digit != 0).collect()
    }

    fn blanks(&self) -> impl Iterator<Item = usize> {
        (0..81).filter(|&at| self.is_blank(at))
    }

    /// The candidates of every blank, and 0 for the other cells.
    fn all(&self) -> [u16; 81] {
        let bit = |at: usize| if self.is_blank(at) { 0 } else { bit(self.board[at]) };
        let held = UNITS.map(|unit| unit.into_iter().fold(0, |held, at| held | bit(at)));
        from_fn(|at| {
            let [row, column, block] = units(at).map(|unit| held[unit]);
            if self.is_blank(at) { self.allowed[at] & ALL & !(row | column | block) } else { 0 }
        })
    }

    fn fewest(&self) -> Option<usize> {
        let all = self.all();
        self.blanks().min_by_key(|&at| all[at].count_ones())
    }

    fn of_two(&self) -> Vec<usize> {
        let all = self.all();
        self.blanks().filter(|&at| all[at].count_ones() == 2).collect()
    }

    fn impact(&self, at: usize, two: &[usize]) -> u32 {
        let all = self.all();
        let digits = (1..=9).map(bit).filter(|digit| all[at] & digit != 0);
        let lost = |digit: u16| {
            let mut near: Vec<usize> = peers(at).filter(|&peer| all[peer] & digit != 0).collect();
            near.sort_unstable();
            near.dedup();
            near.iter().map(|peer| if two.contains(peer) { 5 } else { 1 }).sum::<u32>()
        };
        digits.map(lost).sum()
    }

    /// The options of an item among the candidates of every blank, and whether it is still to be covered.
    fn options(&self, all: &[u16; 81], item: usize) -> (Vec<(usize, u16)>, bool) {
        if item < 81 {
            let digits = (1..=9).map(bit).filter(|digit| all[item] & digit != 0);
            return (digits.map(|digit| (item, digit)).collect(), self.is_blank(item));
        }
        let (unit, digit) = ((item - 81) / 9, 1 << ((item - 81) % 9));
        let is_open =
            UNITS[unit].into_iter().all(|at| self.is_blank(at) || bit(self.board[at]) != digit);
        let places = UNITS[unit].into_iter().filter(|&at| all[at] & digit != 0);
        (places.map(|at| (at, digit)).collect(), is_open)
    }
}

impl Checker {
    pub(crate) fn new(puzzle: &Puzzle) -> Self {
        let board = *puzzle.grid().cells();
        let cells = board.map(|digit| if digit == 0 { ALL } else { bit(digit) });
        let now = State { board, allowed: [ALL; 81], cells, second: None, cell: None };
        Self {
            now,
            guesses: Vec::new(),
            tried: [0; 81],
            before: Vec::new(),
            open: None,
            round: None,
            start: cells,
            event: None,
        }
    }

    /// Checks the reasons of a step on the board before it, and then makes the step.
    pub(crate) fn step(&mut self, frame: &Frame) -> Verdict {
        let event = frame.event.ok_or("a step without an event")?;
        let mut explains = false;
        if let Event::Look { .. } = event {
            explains = self.round(&frame.reasons)?;
        } else {
            for reason in &frame.reasons {
                explains |=
                    self.reason(event, reason).map_err(|why| format!("{reason:?}: {why}"))?;
            }
        }
        demand(explains || event == Event::Solved, "no reason explains the step")?;
        self.make(event);
        self.event = Some(event);
        Ok(())
    }

    fn make(&mut self, event: Event) {
        match event {
            Event::Place { at, digit } => {
                self.now.board[usize::from(at)] = digit;
                self.before.push(self.tried);
                self.tried = [0; 81];
                self.open = None;
            }
            Event::Undo { at, digit } => {
                self.now.board[usize::from(at)] = 0;
                self.open = None;
                self.tried = self.before.pop().unwrap_or([0; 81]);
                self.tried[usize::from(at)] |= bit(digit);
            }
            Event::Deduce { at, digit } => self.now.board[usize::from(at)] = digit,
            Event::Guess { alternatives } => {
                self.now.cell = self.open;
                self.guesses.push((self.now.clone(), alternatives.into()));
            }
            Event::Back => {
                let Some((state, left)) = self.guesses.last_mut() else { return };
                if let Some((_, digits)) = &mut state.cell {
                    *digits &= *digits - 1;
                }
                self.now = state.clone();
                self.open = self.now.cell;
                *left -= 1;
                if *left <= 1 {
                    self.guesses.pop();
                }
            }
            Event::Look { .. } | Event::Solved => {}
        }
    }

    /// Whether this reason, which is true, explains the step.
    fn reason(&mut self, event: Event, reason: &Reason) -> Result<bool, String> {
        let guesses = matches!(event, Event::Guess { .. });
        let returns = matches!(event, Event::Back | Event::Undo { .. });
        match *reason {
            Reason::Legal => self.legal(event),
            Reason::LowestOf { digits } => self.lowest(event, digits as u16),
            Reason::NoDigit { cell } => {
                let at = cell.number();
                let left = self.now.candidates(at) & !self.tried[at];
                demand(left == 0, "a digit is left").map(|()| returns)
            }
            Reason::FewestDigits { cell, digits } => {
                self.choice(cell, digits)?;
                let fewest = self.now.fewest().map(|at| self.now.candidates(at).count_ones());
                demand(fewest == Some(digits.count_ones()), "a blank has fewer digits")?;
                Ok(guesses)
            }
            Reason::FirstOfTwo { cell, digits } => {
                self.choice(cell, digits)?;
                let first = self.now.of_two().first().copied().or_else(|| self.now.blanks().next());
                demand(first == Some(cell.number()), "another cell is the first")?;
                Ok(guesses)
            }
            Reason::MostImpact { cell, digits } => {
                self.choice(cell, digits)?;
                let two = self.now.of_two();
                let most = two.iter().map(|&at| (self.now.impact(at, &two), 81 - at)).max();
                let best = most.map(|(_, back)| 81 - back).or_else(|| self.now.fewest());
                demand(best == Some(cell.number()), "another cell has more impact")?;
                Ok(guesses)
            }
            Reason::NakedSingle => {
                let Event::Deduce { at, digit } = event else {
                    return Err("nothing is forced".into());
                };
                let others = self.now.candidates(at.into()) & !bit(digit);
                demand(self.now.is_blank(at.into()) && others == 0, "another digit is left")?;
                Ok(true)
            }
            Reason::Only { cell, digits } => self.only(event, cell, digits as u16),
            Reason::HiddenSingle { unit, digit, place } => {
                let places = self.now.places(unit, digit);
                let others = places.iter().any(|&at| Some(at) != place);
                demand(digit.is_power_of_two() && !others, "the digit has another place")?;
                if let Some(at) = place {
                    demand(UNITS[unit].contains(&at), "the place is not in the unit")?;
                }
                Ok(match event {
                    Event::Deduce { at, digit: forced } => {
                        place == Some(at.into()) && bit(forced) == digit
                    }
                    _ => returns && place.is_none(),
                })
            }
            Reason::NoPlace { unit, digits } => {
                let lost = ALL & !digits;
                let gone = |digit: u16| self.now.places(unit, digit).is_empty();
                let all = (1..=9).map(bit).filter(|digit| lost & digit != 0).all(gone);
                demand(lost != 0 && all, "the digits have a place").map(|()| returns)
            }
            Reason::Locked { digits, inside, outside } => self.locked(digits, inside, outside),
            Reason::FewestOptions { item, options } => self.fewest_options(event, item, options),
            Reason::Failed { item, options } => {
                let (all, is_open) = self.now.options(&self.now.all(), item);
                let number = options.number();
                demand(is_open && all.len() == number, "the item has other options")?;
                let failed = all.iter().all(|&(at, digit)| self.tried[at] & digit != 0);
                demand(failed, "an option has not been tried").map(|()| returns)
            }
            Reason::Ways { digit, before, upper, lower } => {
                let after = Places::from(upper) | Places::from(lower) << 64;
                self.ways(event, digit, before, after)
            }
            Reason::Clash { one, two, open } => self.clash(one, two, open).map(|()| returns),
            Reason::Layouts { place, digit, first, second } => {
                self.layouts(place, digit, first, second).map(|()| guesses)
            }
            // A node that ends with a solution.
            Reason::Cells { rule: Rule::DeadEnd, .. } if self.event == Some(Event::Solved) => {
                Ok(false)
            }
            Reason::Cells { rule: Rule::DeadEnd, cells } => self.dead_end(&cells).map(|()| returns),
            Reason::Cells { .. } | Reason::Minirows { .. } | Reason::Minicolumns { .. } => {
                // Rounds that no step has shown: the way to an answer is one.
                Err("a rule of a round without the round".to_owned())
            }
            Reason::Solved => {
                demand(self.event == Some(Event::Solved), "nothing is solved").map(|()| returns)
            }
        }
    }

    fn legal(&self, event: Event) -> Result<bool, String> {
        let Event::Place { at, digit } = event else { return Err("nothing is tried".into()) };
        let at = usize::from(at);
        demand(self.now.is_blank(at), "the cell is not blank")?;
        let stands = peers(at).any(|peer| self.now.board[peer] == digit);
        demand(!stands, "the digit stands in a unit").map(|()| true)
    }

    fn lowest(&self, event: Event, digits: u16) -> Result<bool, String> {
        let Event::Place { at, digit } = event else { return Err("nothing is tried".into()) };
        let at = usize::from(at);
        let left = match self.open {
            Some((cell, left)) => {
                demand(cell == at, "it is not the cell of the guess")?;
                left
            }
            None => self.now.candidates(at) & !self.tried[at],
        };
        demand(digits == left, "these are not the digits that are left")?;
        demand(digits & digits.wrapping_neg() == bit(digit), "it is not the lowest").map(|()| true)
    }

    /// A cell and its digits, which may be guessed at.
    fn choice(&mut self, cell: Cell, digits: u32) -> Verdict {
        let at = cell.number();
        demand(self.now.is_blank(at), "the cell is not blank")?;
        demand(self.now.candidates(at) == digits as u16, "the cell has other digits")?;
        self.open = Some((at, digits as u16));
        Ok(())
    }

    fn only(&mut self, event: Event, cell: Cell, digits: u16) -> Result<bool, String> {
        let at = cell.number();
        demand(digits.count_ones() <= 1, "there are several digits")?;
        demand(self.now.candidates(at) & !digits == 0, "another digit is left")?;
        self.now.allowed[at] &= digits;
        for peer in peers(at) {
            self.now.allowed[peer] &= !digits;
        }
        Ok(matches!(event, Event::Back) && digits == 0)
    }

    fn locked(
        &mut self,
        digits: u16,
        inside: [u8; 3],
        outside: [[u8; 3]; 2],
    ) -> Result<bool, String> {
        let inside = inside.map(usize::from);
        let outside: Vec<usize> = outside.as_flattened().iter().copied().map(usize::from).collect();
        let shared = |unit: &usize| inside.iter().all(|at| UNITS[*unit].contains(at));
        let both: Vec<usize> = (0..27).filter(shared).collect();
        let rest = |unit: usize| -> Vec<usize> {
            UNITS[unit].into_iter().filter(|at| !inside.contains(at)).collect()
        };
        let [line, block] = both[..] else { return Err("they are no line and box".into()) };
        let from = match (rest(line) == sorted(&outside), rest(block) == sorted(&outside)) {
            (true, _) => block,
            (_, true) => line,
            _ => return Err("they are not the rest of a unit".into()),
        };
        let elsewhere = rest(from).into_iter().any(|at| self.now.candidates(at) & digits != 0);
        demand(digits != 0 && !elsewhere, "a digit has another place")?;
        for at in outside {
            self.now.allowed[at] &= !digits;
        }
        Ok(false)
    }

    fn fewest_options(
        &self,
        event: Event,
        item: usize,
        options: OptionsLeft,
    ) -> Result<bool, String> {
        let Event::Place { at, digit } = event else { return Err("nothing is tried".into()) };
        let now = self.now.all();
        let (all, is_open) = self.now.options(&now, item);
        demand(is_open && all.len() == options.number(), "the item has other options")?;
        demand(all.contains(&(at.into(), bit(digit))), "it is no option of the item")?;
        let others = (0..324).map(|item| self.now.options(&now, item));
        let fewest = others.filter(|(_, is_open)| *is_open).map(|(options, _)| options.len()).min();
        demand(fewest == Some(all.len()), "another item has fewer options").map(|()| true)
    }

    fn ways(
        &mut self,
        event: Event,
        less: usize,
        before: Places,
        after: Places,
    ) -> Result<bool, String> {
        let digit = 1 << less;
        let lacks = (0..81).any(|at| self.now.candidates(at) & digit != 0 && !has(before, at));
        demand(!lacks, "a place is missing before")?;
        demand(after & !before == 0, "a place is new")?;
        let left = through_stacks(&through_bands(&std::array::from_fn(|at| has(before, at))));
        let lost = (0..81).any(|at| left[at] && !has(after, at));
        demand(!lost, "a place that a way uses is gone")?;
        for at in 0..81 {
            if !has(after, at) {
                self.now.allowed[at] &= !digit;
            }
        }
        let alone = |at: usize| UNITS[row_of(at)].into_iter().filter(|&at| has(after, at)).eq([at]);
        Ok(match event {
            Event::Deduce { at, digit: forced } => bit(forced) == digit && alone(at.into()),
            Event::Back => (0..3).any(|band| (0..27).all(|at| !has(after, 27 * band + at))),
            _ => false,
        })
    }

    fn clash(&self, one: Places, two: Places, open: Places) -> Verdict {
        if let Some(at) = (0..81).find(|&at| !has(one, at)) {
            return demand(self.now.candidates(at) == 0, "the cell has a digit left");
        }
        let at = (0..81).find(|&at| has(two & !open, at)).ok_or("nothing clashes")?;
        let lost = |digit| (0..27).any(|unit| self.now.places(unit, digit).is_empty());
        let lost = (1..=9).map(bit).any(lost);
        demand(!self.now.is_blank(at) && lost, "every digit has a place")
    }

    fn dead_end(&self, cells: &[Boxes; 9]) -> Verdict {
        let left = decoded(cells);
        demand(Some(left) == self.round, "it is not what the round has left")?;
        let lacks = |unit: usize, digit| UNITS[unit].into_iter().all(|at| left[at] & digit == 0);
        let lost = (0..27).any(|unit| (1..=9).map(bit).any(|digit| lacks(unit, digit)));
        demand(lost || left.contains(&0), "the node is alive")
    }

    fn layouts(&mut self, place: usize, digit: u16, first: usize, second: usize) -> Verdict {
        let cells = self.round.ok_or("no round before")?;
        let left: Vec<usize> = (0..6).filter(|&no| is_open(&cells, place, digit, no)).collect();
        let named = (0..6).filter(|no| (first | second) >> no & 1 == 1);
        demand(named.eq(left) && first & second == 0, "other layouts are left")?;
        demand(first != 0 && second != 0, "there is nothing to choose")?;
        self.now.cells = kept(&cells, place, digit, second);
        self.now.second = Some((place, digit, second));
        self.start = kept(&cells, place, digit, first);
        Ok(())
    }

    /// The rules of one round, in order, from what the round before has left.
    fn round(&mut self, reasons: &[Reason]) -> Result<bool, String> {
        let entered =
            if matches!(self.event, Some(Event::Back)) { self.now.cells } else { self.start };
        let rules = [
            Rule::Start,
            Rule::NakedSingle,
            Rule::StackLayouts,
            Rule::NakedSingle,
            Rule::BandLayouts,
            Rule::Triple,
            Rule::Triple,
            Rule::HiddenSingle,
        ];
        demand(reasons.len() == rules.len(), "a rule is missing")?;
        let mut cells = entered;
        for (reason, expected) in reasons.iter().zip(rules) {
            let (rule, left) = match *reason {
                Reason::Cells { rule, cells: left } => (rule, decoded(&left)),
                Reason::Minirows { rule, lines } => {
                    (rule, decoded(&std::array::from_fn(|cell| lines[cell / 3])))
                }
                Reason::Minicolumns { rule, lines } => {
                    (rule, decoded(&std::array::from_fn(|cell| lines[cell % 3])))
                }
                _ => return Err(format!("{reason:?} is no rule of a round")),
            };
            demand(rule == expected, "another rule comes first")?;
            let left: [u16; 81] = match reason {
                Reason::Cells { .. } => left,
                _ => std::array::from_fn(|at| cells[at] & left[at]),
            };
            let new = (0..81).any(|at| left[at] & !cells[at] != 0);
            demand(!new, "a candidate is new")?;
            for at in 0..81 {
                for digit in (1..=9).map(bit).filter(|digit| cells[at] & !left[at] & digit != 0) {
                    let rows = matches!(reason, Reason::Minirows { .. });
                    let holds = goes(rule, rows, &entered, &cells, at, digit);
                    demand(holds, &format!("{rule:?} leaves {digit:b} at {at}"))?;
                }
            }
            cells = left;
        }
        (self.round, self.start) = (Some(cells), cells);
        Ok(true)
    }
}

fn sorted(cells: &[usize]) -> Vec<usize> {
    let mut cells = cells.to_vec();
    cells.sort_unstable();
    cells
}

/// Whether a rule removes a candidate from these cells; the round began with those entered.
fn goes(
    rule: Rule,
    rows: bool,
    entered: &[u16; 81],
    cells: &[u16; 81],
    at: usize,
    digit: u16,
) -> bool {
    let block = UNITS[18 + box_of(at)];
    let line = |at: usize| if rows { row_of(at) } else { column_of(at) };
    // Whether a digit has no place in the box but in the line of the cell. At a dead end it may have
    // none at all.
    let sure = |digit: u16, line: &dyn Fn(usize) -> usize| {
        let mut places = block.into_iter().filter(|&cell| cells[cell] & digit != 0);
        places.all(|cell| line(cell) == line(at))
    };
    let places = || std::array::from_fn(|at| cells[at] & digit != 0);
    match rule {
        Rule::NakedSingle => block.into_iter().any(|cell| cell != at && entered[cell] == digit),
        Rule::StackLayouts => !through_stacks(&places())[at],
        Rule::BandLayouts => !through_bands(&places())[at],
        Rule::Triple => {
            let sure: u16 = (1..=9).map(bit).filter(|&digit| sure(digit, &line)).sum();
            (sure & !digit).count_ones() >= 3
        }
        Rule::HiddenSingle => (1..=9)
            .map(bit)
            .any(|other| other != digit && sure(other, &row_of) && sure(other, &column_of)),
        Rule::Start | Rule::DeadEnd => false,
    }
}

/// The places that a digit keeps: a place in each row and each box of a band, tried one by one.
fn through_bands(places: &[bool; 81]) -> [bool; 81] {
    let mut left = [false; 81];
    for band in 0..3 {
        for boxes in ORDERS {
            let minirow =
                |row: usize| (0..3).map(move |i| (3 * band + row) * 9 + 3 * boxes[row] + i);
            if (0..3).all(|row| minirow(row).any(|at| places[at])) {
                (0..3).flat_map(minirow).for_each(|at| left[at] |= places[at]);
            }
        }
    }
    left
}

/// The places that a digit keeps in stacks, as bands a quarter turned.
fn through_stacks(places: &[bool; 81]) -> [bool; 81] {
    let turned = |at: usize| at % 9 * 9 + at / 9;
    let left = through_bands(&std::array::from_fn(|at| places[turned(at)]));
    std::array::from_fn(|at| left[turned(at)])
}

const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// The cells of the minirow, or minicolumn, that a layout has in a line of a band, or stack.
fn line_of(place: usize, no: usize, line: usize) -> impl Iterator<Item = usize> {
    let block = (no + if no < 3 { line } else { 2 * line }) % 3;
    let (at, line) = (place / 2, 3 * (place / 2) + line);
    (0..3).map(move |i| {
        let across = 3 * block + i;
        debug_assert!(at < 3, "there are three bands and stacks");
        if place.is_multiple_of(2) { line * 9 + across } else { across * 9 + line }
    })
}

fn is_open(cells: &[u16; 81], place: usize, digit: u16, no: usize) -> bool {
    (0..3).all(|line| line_of(place, no, line).any(|at| cells[at] & digit != 0))
}

/// The cells when a digit keeps only these layouts there.
fn kept(cells: &[u16; 81], place: usize, digit: u16, layouts: usize) -> [u16; 81] {
    let mut kept = *cells;
    for at in (0..6).flat_map(|no| (0..3).flat_map(move |line| line_of(place, no, line))) {
        kept[at] &= !digit;
    }
    for no in (0..6).filter(|no| layouts >> no & 1 == 1) {
        for at in (0..3).flat_map(|line| line_of(place, no, line)) {
            kept[at] |= cells[at] & digit;
        }
    }
    kept
}

fn decoded(cells: &[Boxes; 9]) -> [u16; 81] {
    std::array::from_fn(|at| {
        let (row, column) = (at / 9, at % 9);
        (cells[row % 3 * 3 + column % 3][row / 3] >> (column / 3 * 16)) as u16 & ALL
    })
}
