//! [`Text`]: finds puzzles in lines: runs of exactly 81 cells, and nine lines of nine.

use std::collections::VecDeque;
use std::mem;
use std::ops::Range;

use sudoku_core::{Grid, is_blank};

use super::block::{Block, Row};
use super::cells::{Piece, count, grid, is_number};
use super::line::{
    MEANT, fault, groups, is_border, is_debris, is_long, is_meant, is_part, is_title, row, row_of,
    spots, total,
};
use super::names::{Class, ReadOptions, is_aside};
use super::packed::refusal;
use super::record::{Fault, Record};
use super::taken::Taken;

/// Of an object that is not JSON as a whole, no more is read than a puzzle under its name.
const PART: &str = "found a part of an object of JSON, expected a whole one";

/// Something and the place of its cells in a line.
type Placed<T> = (T, Range<usize>);

/// A find: a puzzle, or the line and column of a fault.
pub(super) type Found = Result<Record, (u64, usize, Fault)>;

/// Reads a text line by line.
#[derive(Debug, Default)]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(super) struct Text {
    block: Block,
    /// The text has sections of `.sdk`, and the `[State]` of this puzzle has been met.
    sections: bool,
    state: bool,
    skipped: Skipped,
    /// The last line was a border, or the ninth row of a block, or a puzzle without a name.
    drawn: bool,
    ninth: bool,
    listed: bool,
    /// Words below such a puzzle, and their fault: an error unless they stand above a block.
    title: Option<(u64, (usize, Fault))>,
    /// The words above a block; and whether a number stood above the last one.
    label: String,
    numbered: bool,
    /// The lines are those of an object that is not JSON as a whole.
    pub broken: bool,
    /// A puzzle whose label says that its solution may follow, or an `answer` before its puzzle.
    held: Option<Record>,
    answer: bool,
    /// One line can give two: it ends a damaged block and holds a puzzle.
    pub found: VecDeque<Found>,
    pub taken: Taken,
}

/// A part of a file that is passed over: the nine rows of a `[State]`, or all of a section.
#[derive(Debug, Default, PartialEq, Eq)]
enum Skipped {
    #[default]
    Nothing,
    State,
    Section,
}

impl Text {
    /// Ends what a line of 81 cells ends.
    pub(super) fn plain(&mut self) {
        self.leave_section();
        self.end();
        self.listed = true;
    }

    /// Ends the text so far: no block goes on.
    pub(super) fn end(&mut self) {
        self.end_block();
        self.flush();
        self.label.clear();
        if let Some((line, fault)) = self.title.take() {
            self.error(line, fault);
        }
    }

    /// Takes a record to which no neighbour belongs.
    pub(super) fn whole(&mut self, record: Record) {
        self.flush();
        self.found.push_back(Ok(record));
    }

    pub(super) fn flush(&mut self) {
        let what = "found a solution without its puzzle, expected a puzzle";
        let answer = mem::take(&mut self.answer);
        self.found.extend(self.held.take().map(|record| match record.solution {
            None if answer => Err((record.line, 1, Fault::refused(what))),
            _ => Ok(record),
        }));
    }

    pub(super) fn error(&mut self, line: u64, (column, fault): (usize, Fault)) {
        self.flush();
        self.found.push_back(Err((line, column, fault)));
    }

    /// A puzzle on a line is none of a section that is skipped.
    fn leave_section(&mut self) {
        if mem::take(&mut self.skipped) != Skipped::Nothing {
            self.sections = false;
        }
    }

    /// Takes a line that begins a section: that of a puzzle, or a later one. In a text without
    /// puzzles in sections, it is a headline.
    fn begin_section(&mut self, name: &str) {
        self.end();
        let begins = |word: &str| name.to_ascii_lowercase().starts_with(word);
        let (puzzle, state) = (begins("puzzle"), begins("state"));
        self.skipped = match () {
            // A `[State]` of no puzzle that was read takes the place of the puzzle.
            () if puzzle || !self.sections || state && self.state => Skipped::Nothing,
            () if state => Skipped::State,
            () => Skipped::Section,
        };
        self.sections |= puzzle;
        self.state = !puzzle && (self.state || self.skipped == Skipped::State);
    }

    /// Reads a line.
    pub(super) fn line(&mut self, number: u64, text: &str, options: &ReadOptions) {
        let shown = options.blank.as_ref().map(|blank| shown(text, blank));
        let text = shown.as_deref().unwrap_or(text);
        let line = text.trim();
        let ninth = mem::take(&mut self.ninth);
        if line.is_empty() && self.block.pause() {
            return;
        }
        if line.is_empty() || is_comment(line) {
            return self.end_block();
        }
        if let Some(name) = section(line) {
            return self.begin_section(name);
        }
        let groups = groups(text);
        let spots = spots(text, &groups);
        if spots.iter().any(Piece::is_grid) {
            self.leave_section();
            let cells = groups.iter().map(|group| total(group)).sum();
            return self.spots(number, text, spots, cells);
        }
        let cells = row(text, &groups);
        if self.skipped != Skipped::Nothing {
            self.taken.pass("sections other than the puzzle");
            // A state has nine lines, each a row.
            let in_row = cells.is_some() || is_meant(line);
            if self.skipped == Skipped::State && !is_border(line) && in_row {
                self.push(0, "", Vec::new());
            }
            return;
        }
        let listed = mem::take(&mut self.listed);
        let ruled = mem::replace(&mut self.drawn, is_border(text) && cells.is_none());
        if let Some(cells) = cells {
            if groups.iter().flatten().count() == 9 && count(line) > 9 {
                self.taken.pass("candidates of cells with several");
            }
            let each = if cells.len() == 18 { 9 } else { 10 };
            cells.chunks(each).for_each(|cells| self.push(number, text, cells.to_vec()));
        } else if self.drawn {
            // Between two borders, one drawing ends and another begins.
            if ruled {
                self.end_block();
            }
            self.block.rule();
        } else if let Some(what) = refusal(line) {
            self.end();
            self.error(number, (1, Fault::refused(what)));
        } else {
            self.words(number, text, [ninth, ruled, listed], &groups);
        }
    }

    /// Takes a line that is neither a grid nor a part of one: after the ninth row of a block, after a
    /// border, or after a puzzle without a name.
    fn words(
        &mut self,
        number: u64,
        text: &str,
        [ninth, ruled, listed]: [bool; 3],
        groups: &[Vec<Piece>],
    ) {
        let (line, in_block) = (text.trim(), self.block.has_begun());
        let (meant, long) = (is_meant(line), is_long(line));
        // A number is no title where it may be what is left of a row.
        let number_above = is_number(line) && !in_block && !ruled && (!ninth || self.numbered);
        let wrong = meant && in_block || !is_title(line) && (meant || in_block || is_number(line));
        if !number_above && (long || wrong) {
            if long {
                self.end();
            }
            let like_row = (6..=12).contains(&count(line)) || groups.iter().flatten().count() == 9;
            self.error(number, fault(text, like_row));
            // A longer number above a grid is none of its rows.
            let is_digits = line.bytes().all(|sign| sign.is_ascii_digit());
            let in_drawing = like_row || in_block || ruled || ninth;
            if !long && (in_drawing || !is_digits) {
                self.push(number, text, Vec::new());
            }
            return;
        }
        self.end_block();
        if is_debris(line) && line.contains('{') {
            return self.error(number, (text.chars().count() + 1, Fault::refused(PART)));
        }
        if listed || number_above && !self.label.is_empty() {
            self.title = Some((number, fault(text, false)));
        } else {
            self.taken.pass("text");
        }
        line.clone_into(&mut self.label);
    }

    /// Takes a line with grids, and with this number of cells in all.
    fn spots(&mut self, line: u64, text: &str, spots: Vec<Piece>, cells: usize) {
        self.end_block();
        if let Some((line, fault)) = self.title.take() {
            self.error(line, fault);
        }
        let (grids, mut faults) = grids(text, spots);
        // A full grid beside many other cells may be the solution of what they were.
        if let ([(grid, _)], []) = (&grids[..], &faults[..])
            && grid.blanks() == 0
            && cells >= 81 + MEANT
        {
            faults.push((text.chars().count() + 1, Fault::Cells(cells - 81)));
        }
        // Each puzzle with its solution, and the place of its cells.
        let mut records: Vec<Placed<Record>> = Vec::new();
        for (grid, at) in grids {
            if !records.last_mut().is_some_and(|(last, _)| last.owns(grid)) {
                records.push((Record::bare(line, grid), at));
            }
        }
        let all = records.len();
        records.retain(|(_, at)| !is_aside(&text[..at.start]));
        if records.len() < all {
            self.taken.pass("grids under other names");
        }
        if !faults.is_empty() {
            records.retain(|(record, _)| record.grid.blanks() > 0);
        }
        let before = &text[..records.first().map_or(text.len(), |(_, at)| at.start)];
        let word = before.split(|c: char| !c.is_alphanumeric()).rfind(|word| !word.is_empty());
        let class = word.map_or(Class::Other, Class::of);
        let part = self.broken || is_part(text);
        if is_debris(text) && records.len() > 1 || part && class < Class::Grid {
            let end = text.chars().count() + 1;
            return self.error(line, (end, Fault::refused(PART)));
        }
        let (mut beside, mut end) = (!rest_of(before).is_empty(), text.len());
        for (record, at) in records.iter_mut().rev() {
            record.rest = rest(&text[at.end..end], end < text.len());
            end = at.start;
            let is_grid = || record.rest.len() >= 81 && record.rest.parse::<Grid>().is_ok();
            beside |= !record.rest.is_empty() && !is_grid();
        }
        if beside {
            self.taken.pass("text beside the puzzle");
        }
        for (record, _) in records {
            self.take(record, class);
        }
        self.listed = class == Class::Other;
        for fault in faults {
            self.error(line, fault);
        }
    }

    /// Takes a puzzle under a label of this class, or the solution of the one before. In a list,
    /// where each may be either, the class is that of any grid.
    pub(super) fn take(&mut self, record: Record, class: Class) {
        let alone = record.solution.is_none();
        let answer = alone && record.grid.blanks() == 0 && class == Class::Solution;
        if let Some(held) = self.held.as_mut().filter(|held| alone && held.solution.is_none()) {
            if !held.pairs(record.grid) && answer && held.grid.blanks() > 0 {
                held.solution = Some(Ok(record.grid));
            }
            if held.solution.is_some() {
                return self.flush();
            }
        }
        self.flush();
        if answer || class >= Class::Grid && alone {
            (self.held, self.answer) = (Some(record), answer);
        } else {
            self.found.push_back(Ok(record));
        }
    }

    /// Adds a row to the block; the ninth row completes the puzzle.
    fn push(&mut self, line: u64, text: &str, cells: Vec<char>) {
        self.block.push(Row { line, end: text.chars().count() + 1, cells, ruled: false });
        if let Some(fragment) = self.block.fragment() {
            self.finish(fragment);
        }
        while self.block.is_complete() {
            self.end_block();
            self.ninth = true;
        }
    }

    pub(super) fn end_block(&mut self) {
        let block = mem::take(&mut self.block);
        if self.skipped == Skipped::State && !block.is_empty() {
            self.skipped = Skipped::Nothing;
        }
        self.finish(block);
    }

    fn finish(&mut self, block: Block) {
        match block.finish(&mut self.block) {
            Some(Ok((line, grid))) => {
                self.title = None;
                let label = mem::take(&mut self.label);
                self.numbered = !label.is_empty() && is_number(&label);
                let class = Class::of(&label);
                if is_aside(&label) {
                    self.taken.pass("grids under other names");
                } else if is_debris(&label) && class < Class::Grid {
                    self.error(line, (1, Fault::refused(PART)));
                } else {
                    self.take(Record::bare(line, grid), class);
                }
            }
            Some(Err((line, column, fault))) => self.error(line, (column, fault)),
            None => {}
        }
    }
}

/// The grids of these pieces of a line with their places, and what is wrong with the others.
fn grids(text: &str, pieces: Vec<Piece>) -> (Vec<Placed<Grid>>, Vec<(usize, Fault)>) {
    let (mut grids, mut faults) = (Vec::new(), Vec::new());
    for Piece { at, cells } in pieces {
        match grid(&cells) {
            Ok(grid) => grids.push((grid, at)),
            Err(fault) => faults.push((text[..at.end].chars().count() + 1, fault)),
        }
    }
    (grids, faults)
}

/// True for a line that begins with `#` and draws nothing.
fn is_comment(line: &str) -> bool {
    let drawn = || !line.contains(char::is_whitespace) || line.ends_with('#');
    let row = || row_of(line).is_some() || line.len() > 12 && is_border(line);
    line.starts_with('#') && !(drawn() && row())
}

impl Record {
    /// Takes a grid that follows on the same line and belongs to this puzzle: its solution, or the
    /// puzzle with more cells filled. False for any other.
    fn owns(&mut self, grid: Grid) -> bool {
        let pair = self.pairs(grid);
        let full = grid.blanks() == 0;
        if full && self.solution.is_none() {
            self.solution = Some(Ok(grid));
        }
        pair || full || grid != self.grid && grid.extends(&self.grid)
    }

    /// Takes a grid as the solution of this puzzle, or as the puzzle that this grid solves; false
    /// if it is neither.
    fn pairs(&mut self, grid: Grid) -> bool {
        let solves = |full: &Grid, puzzle: &Grid| {
            puzzle.blanks() > 0 && full.blanks() == 0 && full.extends(puzzle)
        };
        let solution = match () {
            () if self.solution.is_none() && solves(&grid, &self.grid) => grid,
            () if self.solution.is_none() && solves(&self.grid, &grid) => {
                mem::replace(&mut self.grid, grid)
            }
            () => return false,
        };
        self.solution = Some(Ok(solution));
        true
    }
}

/// The name of the section that this line begins, or its headline in brackets.
pub(super) fn section(line: &str) -> Option<&str> {
    let name = line.strip_prefix('[')?.strip_suffix(']')?;
    let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || " _-".contains(c))
        && !name.chars().all(|c| is_blank(c) || c.is_ascii_digit());
    is_name.then_some(name)
}

/// The line with the sign or word for a blank as a dot, and no other blanks.
fn shown(line: &str, blank: &str) -> String {
    let others = |c: char| match c {
        _ if blank.contains(c) => c,
        '0' => '\u{f8}',
        c if is_blank(c) && !c.is_alphabetic() => ' ',
        c => c,
    };
    line.chars().map(others).collect::<String>().replace(blank, ".")
}

/// The text after the cells of a puzzle, without what separates it from them.
pub(super) fn rest_of(text: &str) -> &str {
    let separator = |c: char| c.is_whitespace() || ",;:#|\"'])}".contains(c);
    text.trim_start_matches(separator).trim_end()
}

/// The text after a puzzle; if another follows, without what opens that one.
fn rest(text: &str, another: bool) -> String {
    let opens = |c: char| c.is_whitespace() || "[({\"'".contains(c);
    rest_of(if another { text.trim_end_matches(opens) } else { text }).to_owned()
}
