//! [`words`]: what a step does, and why.

use sudoku_core::{Event, Frame, Places, Reason, Rule, UNITS, box_of, column_of, row_of};

use crate::legal::{has, joined, legal, places, twin};
use crate::round::{dead_end, gone};

/// Returns a step in words, with its reason, as in "takes the 6 at r1c8 back: r1c9 has no digit
/// left". `cell` names the cell of a number from 0 to 80. A frame without an event is "the puzzle".
pub fn words(frame: &Frame, cell: impl Fn(usize) -> String) -> String {
    let cell: &dyn Fn(usize) -> String = &cell;
    let at = |at: u8| cell(at.into());
    let does = match frame.event {
        None => return "the puzzle".to_owned(),
        Some(Event::Place { at: here, digit }) => format!("tries {digit} at {}", at(here)),
        Some(Event::Undo { at: here, digit }) => format!("takes the {digit} at {} back", at(here)),
        Some(Event::Deduce { at: here, digit }) => format!("{digit} is forced at {}", at(here)),
        Some(Event::Guess { alternatives }) => format!("guesses, with {alternatives} alternatives"),
        Some(Event::Back) => "goes back to the last guess that has another alternative".to_owned(),
        Some(Event::Look { .. }) => "applies every rule to the whole grid".to_owned(),
        Some(Event::Solved) => return "has a solution".to_owned(),
    };
    let because = because(frame, cell);
    if because.is_empty() { does } else { format!("{does}: {}", because.join("; ")) }
}

/// The unit, the cell and the reasons that decided about a step, for a drawing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Decisive {
    /// The unit, from 0 to 26, in which a digit has only one place left, or no place.
    pub unit: Option<usize>,
    /// The cells at which the search goes back, 0 to 80: one without a digit, or two that need one
    /// digit.
    pub dead: Vec<usize>,
    /// The names of these reasons, as in the code.
    pub reasons: Vec<String>,
}

/// Finds the unit, the cell and the reasons that decided about a step.
pub fn decisive(frame: &Frame) -> Decisive {
    let mut found = Decisive::default();
    let last = frame.reasons.iter().filter(|reason| matters(frame, reason));
    for reason in last {
        let shown = format!("{reason:?}");
        found.reasons.extend(shown.split(' ').next().map(str::to_owned));
        match (gap(frame, reason), *reason) {
            (Some(Gap::Cell(at) | Gap::Twice(at)), _) => found.dead = vec![at],
            (Some(Gap::Unit(unit, _)), _) | (None, Reason::HiddenSingle { unit, .. }) => {
                found.unit = Some(unit);
            }
            (None, Reason::FewestOptions { item, options }) if options.number() == 1 => {
                found.unit = unit_of(item);
            }
            (None, Reason::Failed { item, .. }) => match unit_of(item) {
                None => found.dead = vec![item],
                unit => found.unit = unit,
            },
            (None, Reason::Ways { .. }) => {
                if let Some(Event::Deduce { at, .. }) = frame.event {
                    found.unit = Some(row_of(at.into()));
                }
            }
            _ => {}
        }
    }
    let both = found.dead.first().and_then(|&at| twin(&frame.before, at));
    found.dead.extend(both);
    found
}

/// A gap in the candidates, at which a search goes back.
enum Gap {
    /// A cell has no digit.
    Cell(usize),
    /// Two digits need a cell.
    Twice(usize),
    /// A unit has no place for these digits.
    Unit(usize, u16),
}

/// The gap that a reason says; `None` if it says another thing.
fn gap(frame: &Frame, reason: &Reason) -> Option<Gap> {
    match *reason {
        Reason::NoDigit { cell } | Reason::Only { cell, digits: 0 } => {
            Some(Gap::Cell(cell.number()))
        }
        Reason::HiddenSingle { unit, digit, place: None } => Some(Gap::Unit(unit, digit)),
        Reason::NoPlace { unit, digits } => Some(Gap::Unit(unit, !digits & 0x1ff)),
        Reason::Clash { one, two, open } => {
            let first = |set: Places| (0..81).find(|&at| has(set, at));
            first(!one).map(Gap::Cell).or_else(|| first(two & !open).map(Gap::Twice))
        }
        Reason::Cells { rule: Rule::DeadEnd, .. } => lost(&dead_end(&frame.reasons)?),
        _ => None,
    }
}

/// The first gap in these candidates.
fn lost(left: &[u16; 81]) -> Option<Gap> {
    if let Some(at) = left.iter().position(|&digits| digits == 0) {
        return Some(Gap::Cell(at));
    }
    let lost = |unit: usize| 0x1ff & !UNITS[unit].into_iter().fold(0, |held, at| held | left[at]);
    (0..27).map(|unit| Gap::Unit(unit, lost(unit))).find(|gap| !matches!(gap, Gap::Unit(_, 0)))
}

/// Returns the unit of an item of an exact cover; `None` if the item is a cell.
fn unit_of(item: usize) -> Option<usize> {
    item.checked_sub(81).map(|digit| digit / 9)
}

/// True if a reason is about the step itself, not only about something that a rule found before.
fn matters(frame: &Frame, reason: &Reason) -> bool {
    match (frame.event, *reason) {
        (Some(Event::Deduce { at, .. }), Reason::HiddenSingle { place, .. }) => {
            place == Some(at.into())
        }
        (_, Reason::HiddenSingle { place, .. }) => place.is_none(),
        (Some(Event::Deduce { at, digit }), Reason::Ways { digit: less, upper, lower, .. }) => {
            let after = joined(upper, lower);
            let row = UNITS[row_of(at.into())].into_iter().filter(|&at| has(after, at));
            usize::from(digit) == less + 1 && row.eq([usize::from(at)])
        }
        (_, Reason::Ways { upper, lower, .. }) => lost_band(upper, lower).is_some(),
        (Some(Event::Deduce { at, digit }), Reason::Only { cell, digits }) => {
            cell.number() == usize::from(at) && digits >> (digit - 1) == 1
        }
        (_, Reason::Only { digits, .. }) => digits == 0,
        (Some(Event::Guess { .. } | Event::Place { .. }), Reason::Locked { .. })
        | (Some(Event::Undo { .. }), Reason::FewestDigits { .. }) => false,
        (_, Reason::Locked { .. }) => narrows(frame, reason),
        (_, Reason::LowestOf { .. }) => !frame.reasons.iter().any(|reason| is_single(*reason)),
        (_, Reason::Cells { .. }) => !frame.reasons.contains(&Reason::Solved),
        _ => true,
    }
}

/// True if the cell with the fewest digits has only one.
const fn is_single(reason: Reason) -> bool {
    matches!(reason, Reason::FewestDigits { digits, .. } if digits.is_power_of_two())
}

/// True if locked candidates removed the digit's other places in its unit, or candidates of the
/// cell that is filled or that has no digit left.
fn narrows(frame: &Frame, locked: &Reason) -> bool {
    let Reason::Locked { outside, digits, .. } = locked else { return false };
    let outside = |at: usize| outside.as_flattened().iter().any(|&cell| usize::from(cell) == at);
    frame.reasons.iter().any(|reason| match (*reason, frame.event) {
        (Reason::NakedSingle, Some(Event::Deduce { at, .. })) => outside(at.into()),
        (Reason::HiddenSingle { unit, digit, place }, Some(Event::Deduce { at, .. })) => {
            place == Some(at.into()) && digits & digit != 0 && UNITS[unit].into_iter().any(outside)
        }
        (Reason::NoDigit { cell }, _) => outside(cell.number()),
        _ => false,
    })
}

/// Returns the first band in which a digit has no place; `None` if it has one in every band.
fn lost_band(upper: u64, lower: u64) -> Option<usize> {
    [upper as u32, (upper >> 32) as u32, lower as u32].iter().position(|&band| band == 0)
}

fn because(frame: &Frame, cell: &dyn Fn(usize) -> String) -> Vec<String> {
    if let Some(Event::Look { .. }) = frame.event {
        return round(frame, cell);
    }
    let decided = frame.reasons.iter().filter(|reason| matters(frame, reason));
    let mut all: Vec<String> = decided.filter_map(|reason| clause(frame, reason, cell)).collect();
    all.dedup();
    if let Some(Event::Deduce { at, digit }) = frame.event {
        let both = twin(&frame.board, at.into());
        all.extend(both.map(|other| format!("{} has the {digit} already", cell(other))));
    }
    all
}

/// Words a dead end at a cell without a digit, by the board before the step.
fn no_digit(frame: &Frame, at: usize, cell: &dyn Fn(usize) -> String) -> String {
    let (board, here) = (&frame.before, cell(at));
    match (board[at], twin(board, at)) {
        (0, _) if legal(board)[at] == 0 => format!("{here} has no digit left"),
        (0, _) if matches!(frame.event, Some(Event::Undo { .. })) => {
            format!("every digit of {here} has been tried")
        }
        (0, _) => format!("rules have removed every digit of {here}"),
        (digit, Some(other)) => format!("{here} and {} both need the {digit}", cell(other)),
        (digit, None) => format!("rules have removed the {digit} of {here}"),
    }
}

/// Words a dead end at digits that have no place in a unit, by the board before the step.
fn no_place(frame: &Frame, unit: usize, digits: u16) -> String {
    let places = |digit: u32| places(&frame.before, unit, 1 << digit);
    let open = (0..9).filter(|&digit| digits >> digit & 1 == 1 && !places(digit).is_empty());
    let open = open.fold(0, |open, digit| open | 1 << digit);
    match digits & !open {
        0 => format!("rules have removed every place of {} in {}", list(open.into()), name(unit)),
        lost => {
            let have = if lost.is_power_of_two() { "has" } else { "have" };
            format!("{} {have} no place left in {}", list(lost.into()), name(unit))
        }
    }
}

/// Why a digit is the only one of a cell.
fn only_digit(frame: &Frame) -> String {
    let others = match frame.event {
        Some(Event::Deduce { at, digit } | Event::Place { at, digit }) => {
            legal(&frame.before)[usize::from(at)] & !(1 << (digit - 1))
        }
        _ => 0,
    };
    match others {
        0 => "no other digit is left there".to_owned(),
        _ => "rules have removed every other digit there".to_owned(),
    }
}

fn only_place(frame: &Frame, unit: usize, digit: u16, place: usize) -> String {
    let others = places(&frame.before, unit, digit).into_iter().any(|at| at != place);
    let what =
        if others { "rules have removed its other places" } else { "it has only this place" };
    format!("{what} in {}", name(unit))
}

fn clause(frame: &Frame, reason: &Reason, cell: &dyn Fn(usize) -> String) -> Option<String> {
    let event = frame.event;
    if let Some(gap) = gap(frame, reason) {
        return Some(match gap {
            Gap::Cell(at) => no_digit(frame, at, cell),
            Gap::Twice(at) => format!("two digits need {}", cell(at)),
            Gap::Unit(unit, digits) => no_place(frame, unit, digits),
        });
    }
    Some(match *reason {
        Reason::Legal => match event {
            Some(Event::Place { digit, .. }) => format!("no {digit} in its row, column or box"),
            _ => return None,
        },
        Reason::LowestOf { digits } if digits.is_power_of_two() => {
            "no other digit is left to try there".to_owned()
        }
        Reason::LowestOf { digits } => format!("the lowest of {}", list(digits)),
        Reason::FewestDigits { digits, .. } if digits.is_power_of_two() => only_digit(frame),
        Reason::FewestDigits { cell: named, digits }
        | Reason::FirstOfTwo { cell: named, digits }
        | Reason::MostImpact { cell: named, digits } => {
            format!("{}, with {}", choice(reason, digits, &cell(named.number())), list(digits))
        }
        Reason::NakedSingle | Reason::Only { .. } => only_digit(frame),
        Reason::HiddenSingle { unit, digit, place } => only_place(frame, unit, digit, place?),
        Reason::Locked { digits, inside, outside } => locked(digits, inside, outside),
        Reason::FewestOptions { item, options } => fewest(item, options.number(), cell),
        Reason::Failed { item, options } => failed(item, options.number(), cell),
        Reason::Ways { digit, upper, lower, .. } => match (lost_band(upper, lower), event) {
            (Some(band), _) => {
                let rows = format!("rows {} to {}", 3 * band + 1, 3 * band + 3);
                format!("{} has no way left through {rows}", digit + 1)
            }
            (None, Some(Event::Deduce { at, .. })) => {
                format!("its ways leave it only this place in {}", name(row_of(at.into())))
            }
            _ => return None,
        },
        Reason::Layouts { place, digit, first, second } => {
            let kind = if place.is_multiple_of(2) { "band" } else { "stack" };
            let (number, first) = ((first | second).count_ones(), first.count_ones());
            format!(
                "{} has {number} of its six layouts left in {kind} {}, and {first} of them {} tried \
                 first",
                list(digit.into()),
                place / 2 + 1,
                if first == 1 { "is" } else { "are" }
            )
        }
        Reason::Solved => "the solution is noted, and the search looks for another one".to_owned(),
        Reason::NoDigit { .. }
        | Reason::NoPlace { .. }
        | Reason::Clash { .. }
        | Reason::Cells { .. }
        | Reason::Minirows { .. }
        | Reason::Minicolumns { .. } => return None,
    })
}

/// Words the choice of a cell with these digits.
fn choice(reason: &Reason, digits: u32, cell: &str) -> String {
    match (reason, digits.count_ones()) {
        (Reason::FewestDigits { .. }, _) => format!("no blank has fewer digits left than {cell}"),
        (Reason::FirstOfTwo { .. }, 2) => format!("the first cell with two digits is {cell}"),
        (Reason::FirstOfTwo { .. }, _) => {
            format!("no cell has two digits, and the first open one is {cell}")
        }
        (_, 2) => format!("of the cells with two digits, {cell} takes away the most"),
        _ => format!("no cell has two digits, and {cell} has the fewest"),
    }
}

/// Words a step of locked candidates: pointing if the cells that lose the digits lie in the line,
/// claiming if they lie in the box.
fn locked(digits: u16, inside: [u8; 3], outside: [[u8; 3]; 2]) -> String {
    let [first, second, _] = inside.map(usize::from);
    let line = if row_of(first) == row_of(second) { row_of(first) } else { 9 + column_of(first) };
    let block = 18 + box_of(first);
    let in_block = box_of(usize::from(outside[0][0])) + 18 == block;
    let (from, to) = if in_block { (line, block) } else { (block, line) };
    let so = if digits.is_power_of_two() { ["lies", "it leaves"] } else { ["lie", "they leave"] };
    let ([lies, leaves], from, to) = (so, name(from), name(to));
    format!("{} in {from} {lies} in {to} alone, so {leaves} the rest of {to}", list(digits.into()))
}

fn fewest(item: usize, options: usize, cell: &dyn Fn(usize) -> String) -> String {
    let Some(unit) = unit_of(item) else {
        return if options == 1 {
            "no other digit is left there".to_owned()
        } else {
            format!("{} has {options} digits left, and nothing has fewer options", cell(item))
        };
    };
    let (digit, unit) = ((item - 81) % 9 + 1, name(unit));
    if options == 1 {
        return format!("{digit} has only this place in {unit}");
    }
    format!("{digit} has {options} places in {unit}, and nothing has fewer options")
}

fn failed(item: usize, options: usize, cell: &dyn Fn(usize) -> String) -> String {
    match (unit_of(item), options) {
        (None, 0) => format!("{} has no digit left", cell(item)),
        (None, _) => format!("every digit of {} has been tried", cell(item)),
        (Some(unit), options) => {
            let (digit, unit) = ((item - 81) % 9 + 1, name(unit));
            match options {
                0 => format!("{digit} has no place left in {unit}"),
                _ => format!("every place of {digit} in {unit} has been tried"),
            }
        }
    }
}

/// Returns a clause for each rule of a round that has removed a candidate.
fn round(frame: &Frame, cell: &dyn Fn(usize) -> String) -> Vec<String> {
    let named = |rule| match rule {
        Rule::NakedSingle => "naked singles",
        Rule::StackLayouts => "the layouts of stacks",
        Rule::BandLayouts => "the layouts of bands",
        Rule::Triple => "minirows and minicolumns that three digits fill",
        Rule::HiddenSingle => "hidden singles",
        Rule::Start | Rule::DeadEnd => "nothing",
    };
    let mut rules: Vec<(Rule, [u16; 81])> = Vec::new();
    for (rule, gone) in gone(&frame.reasons) {
        match rules.iter_mut().find(|(known, _)| *known == rule) {
            Some((_, all)) => *all = std::array::from_fn(|at| all[at] | gone[at]),
            None => rules.push((rule, gone)),
        }
    }
    let clause = |(rule, gone): &(Rule, [u16; 81])| {
        let first = gone.iter().position(|&digits| digits != 0)?;
        let all = match gone.iter().map(|digits| digits.count_ones()).sum() {
            1 => format!("{} at {}", list(gone[first].into()), cell(first)),
            many => format!("{many} candidates"),
        };
        Some(format!("{} remove {all}", named(*rule)))
    };
    let clauses: Vec<String> = rules.iter().filter_map(clause).collect();
    if clauses.is_empty() { vec!["they remove nothing more".to_owned()] } else { clauses }
}

/// Returns the name of a unit, counted from 1: `row 1`.
pub(crate) fn name(unit: usize) -> String {
    format!("{} {}", ["row", "column", "box"][unit / 9], unit % 9 + 1)
}

/// Lists the digits of a set: "2", "2 and 7", "1, 2 and 7".
fn list(digits: u32) -> String {
    let all: Vec<String> = (1..=9)
        .filter(|digit| digits >> (digit - 1) & 1 == 1)
        .map(|digit| digit.to_string())
        .collect();
    match all.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => "none".to_owned(),
    }
}
