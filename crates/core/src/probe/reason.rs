//! [`Reason`]: the reason for the next step of a search, in values that the search has anyway.

/// A cell in the form in which a search has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cell {
    /// The number of the cell, 0 to 80.
    At(usize),
    /// Its row and its column, 0 to 8 each.
    Of(usize, usize),
    /// Its bit in [`Places`].
    Bit(usize),
    /// The set of which it is the only cell.
    Only(Places),
}

impl Cell {
    /// The number of the cell, 0 to 80; above 80 if there is no such cell.
    pub const fn number(self) -> usize {
        match self {
            Self::At(at) => at,
            Self::Of(row, column) => row * 9 + column,
            Self::Bit(bit) => bit / 32 * 27 + bit % 32,
            Self::Only(places) => Self::Bit(places.trailing_zeros() as usize).number(),
        }
    }
}

/// A set of cells. Bands begin at bits 0, 32 and 64; each has 27 bits, nine for each row, the
/// leftmost cell lowest.
pub type Places = u128;

/// Candidates of the nine boxes: a word for each band of three boxes, with 16 bits for each box,
/// the left one lowest. The lower nine of the 16 bits are digits.
pub type Boxes = [u64; 3];

/// The number of options that an item of an exact cover has left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OptionsLeft {
    /// The number itself.
    Number(usize),
    /// One bit for each option.
    Bits(u16),
}

impl OptionsLeft {
    /// The number of options.
    pub const fn number(self) -> usize {
        match self {
            Self::Number(number) => number,
            Self::Bits(bits) => bits.count_ones() as usize,
        }
    }
}

/// A rule of a round over the whole grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rule {
    /// No rule yet: the candidates at the start of the round.
    Start,
    /// The only candidate of a cell is removed from the rest of its box.
    NakedSingle,
    /// A digit keeps the minicolumns of its layouts, each of which has one in each box of a stack
    /// and one in each column.
    StackLayouts,
    /// A digit keeps the minirows of its layouts, each of which has one in each box of a band and
    /// one in each row.
    BandLayouts,
    /// Three digits that can only be in this minirow or minicolumn of their box fill it.
    Triple,
    /// A digit that can only be in one minirow and one minicolumn of a box is in their cell.
    HiddenSingle,
    /// No rule: the candidates with which the node ends.
    DeadEnd,
}

/// The reason for the next step of a search. The search reports it in names, fields and literals
/// that it has anyway; the words are worked out when the step is shown. The cell and the digit of a
/// placement or a deduction are those of the step.
///
/// A set of digits has one bit for each digit, that of 1 lowest. Units are numbered as in
/// [`UNITS`](crate::UNITS).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// The digit is neither in the row, nor in the column, nor in the box of the cell.
    Legal,
    /// The digit is the lowest that the cell may take and that has not been tried.
    LowestOf {
        /// The digits.
        digits: u32,
    },
    /// No digit is left for a cell.
    NoDigit {
        /// The cell.
        cell: Cell,
    },
    /// The cell is a blank with the fewest digits left.
    FewestDigits {
        /// The cell.
        cell: Cell,
        /// Its digits.
        digits: u32,
    },
    /// The first cell with two digits or, if there is none, the first open cell.
    FirstOfTwo {
        /// The cell.
        cell: Cell,
        /// Its digits.
        digits: u32,
    },
    /// The cell with two digits whose digits would remove the most candidates in its units, where a
    /// candidate in a cell with two digits counts five times; if there is no cell with two digits,
    /// the first with the fewest digits.
    MostImpact {
        /// The cell.
        cell: Cell,
        /// Its digits.
        digits: u32,
    },
    /// The cell has no other digit left.
    NakedSingle,
    /// A cell has only these digits left, at most one; it is removed from the rest of the cell's
    /// units.
    Only {
        /// The cell.
        cell: Cell,
        /// Its digits.
        digits: u32,
    },
    /// A digit has only one place left in a unit, or none.
    HiddenSingle {
        /// The unit.
        unit: usize,
        /// The digit, as a set of one.
        digit: u16,
        /// The cell of its place; `None` if it has none.
        place: Option<usize>,
    },
    /// Only these digits, which are not all nine, have a place in a unit.
    NoPlace {
        /// The unit.
        unit: usize,
        /// The digits.
        digits: u16,
    },
    /// Digits that a line, or a box, has only in the cells where both cross; they are removed from
    /// the rest of the other.
    Locked {
        /// The digits.
        digits: u16,
        /// The three cells where box and line cross.
        inside: [u8; 3],
        /// The cells of the line or box that lose the digits, in two groups of three.
        outside: [[u8; 3]; 2],
    },
    /// The item has the fewest options left of all items of an exact cover.
    FewestOptions {
        /// The item: a cell (0 to 80), a digit in a row (81 to 161), in a column (162 to 242) or in a
        /// box (243 to 323); the digits of a unit side by side.
        item: usize,
        /// Its options.
        options: OptionsLeft,
    },
    /// Every option of an item has failed, or it had none.
    Failed {
        /// The item, numbered as in [`Reason::FewestOptions`].
        item: usize,
        /// The options it had.
        options: OptionsLeft,
    },
    /// The places of a digit after those are removed that no way through the bands or the stacks
    /// uses.
    Ways {
        /// The digit minus 1.
        digit: usize,
        /// Its places before.
        before: Places,
        /// Its places in the two upper bands.
        upper: u64,
        /// Its places in the lower band.
        lower: u64,
    },
    /// Some cell has no digit left, or a closed cell has two.
    Clash {
        /// The cells with a digit.
        one: Places,
        /// The cells with two digits or more.
        two: Places,
        /// The cells that are not closed.
        open: Places,
    },
    /// The candidates that a rule of a round leaves: an entry for each of the nine cells of a box.
    Cells {
        /// The rule.
        rule: Rule,
        /// The candidates.
        cells: [Boxes; 9],
    },
    /// The digits that a rule of a round leaves in the three minirows of each box.
    Minirows {
        /// The rule.
        rule: Rule,
        /// The digits.
        lines: [Boxes; 3],
    },
    /// The digits that a rule of a round leaves in the three minicolumns of each box.
    Minicolumns {
        /// The rule.
        rule: Rule,
        /// The digits.
        lines: [Boxes; 3],
    },
    /// A digit with few layouts left in the band or stack with the fewest layouts: some layouts are
    /// tried first, then the others. Layout `n` has line `l` in box `(n + l) % 3`, or from layout 3
    /// on in box `(n + 2 * l) % 3`.
    Layouts {
        /// Twice the band, or twice the stack plus one.
        place: usize,
        /// The digit, as a set of one.
        digit: u16,
        /// The layouts that are tried first, one bit for each.
        first: usize,
        /// The other layouts.
        second: usize,
    },
    /// A solution is found, and the search goes on to another one. The tracer adds this reason
    /// itself.
    Solved,
}
