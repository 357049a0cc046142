//! [`Reason`]: why a search makes its next step, in the terms of the search.

/// A cell, as a search names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cell {
    /// By its number, 0 to 80.
    At(usize),
    /// By its row and its column, 0 to 8 each.
    Of(usize, usize),
    /// By its bit in [`Places`].
    Bit(usize),
    /// As the only bit of such a set.
    Only(Places),
}

impl Cell {
    /// Its number, 0 to 80; above 80 where there is no such cell.
    pub const fn number(self) -> usize {
        match self {
            Self::At(at) => at,
            Self::Of(row, column) => row * 9 + column,
            Self::Bit(bit) => bit / 32 * 27 + bit % 32,
            Self::Only(places) => Self::Bit(places.trailing_zeros() as usize).number(),
        }
    }
}

/// A set of cells: 27 bits for each band of three rows, which begin at bits 0, 32 and 64; a row is
/// nine bits, the leftmost cell lowest.
pub type Places = u128;

/// Candidates of the nine boxes: a word for each band of three boxes, in it 16 bits for each box,
/// the left one lowest, of which the lower nine are digits.
pub type Boxes = [u64; 3];

/// The number of options that an item of an exact cover has left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OptionsLeft {
    /// As a number.
    Number(usize),
    /// As one bit for each.
    Bits(u16),
}

impl OptionsLeft {
    /// How many there are.
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
    /// None yet: these candidates enter the round.
    Start,
    /// The only candidate of a cell leaves the rest of its box.
    NakedSingle,
    /// A digit keeps the minicolumns of its layouts: one in each box of a stack, one in each column.
    StackLayouts,
    /// A digit keeps the minirows of its layouts: one in each box of a band, one in each row.
    BandLayouts,
    /// Three digits that are sure of a minirow or a minicolumn fill it.
    Triple,
    /// A digit that is sure of its minirow and of its minicolumn is sure of their cell.
    HiddenSingle,
    /// None: the candidates with which the node ends.
    DeadEnd,
}

/// Why a search makes its next step. A search reports it in names, fields and literals that it has
/// anyway; the words are worked out where the step is shown. The cell and the digit of a placement or
/// a deduction are those of the step.
///
/// A set of digits has a bit for each, that of 1 lowest. Units are numbered as in
/// [`UNITS`](crate::UNITS).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// The digit stands neither in the row, nor in the column, nor in the box of the cell.
    Legal,
    /// The digit is the lowest of these, which the cell may take and which have not been tried.
    LowestOf {
        /// The digits.
        digits: u32,
    },
    /// No digit is left for a cell.
    NoDigit {
        /// The cell.
        cell: Cell,
    },
    /// No blank has fewer digits left than this one.
    FewestDigits {
        /// The cell.
        cell: Cell,
        /// Its digits.
        digits: u32,
    },
    /// The first cell with two digits; without any, the first open cell.
    FirstOfTwo {
        /// The cell.
        cell: Cell,
        /// Its digits.
        digits: u32,
    },
    /// The cell of two digits whose digits have the most other places in its units to take away,
    /// those in cells of two digits five times; without any, the first with the fewest digits.
    MostImpact {
        /// The cell.
        cell: Cell,
        /// Its digits.
        digits: u32,
    },
    /// The cell has no other digit left.
    NakedSingle,
    /// A cell has only these digits left, one at most: they are removed from the rest of its units.
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
        /// Its place.
        place: Option<usize>,
    },
    /// Only these digits have a place in a unit, and not all nine.
    NoPlace {
        /// The unit.
        unit: usize,
        /// The digits.
        digits: u16,
    },
    /// Digits that a box and a line have only where they cross, so they leave the rest of both.
    Locked {
        /// The digits.
        digits: u16,
        /// The three cells where box and line cross.
        inside: [u8; 3],
        /// The cells of the rest of the line, or of the box, three by three.
        outside: [[u8; 3]; 2],
    },
    /// Of all items of an exact cover, this one has the fewest options left.
    FewestOptions {
        /// The item: a cell (0 to 80), a digit in a row (81 to 161), in a column (162 to 242) or in a
        /// box (243 to 323); the digits of a unit side by side.
        item: usize,
        /// Its options.
        options: OptionsLeft,
    },
    /// Every option of an item has failed; there may have been none.
    Failed {
        /// The item, as above.
        item: usize,
        /// The options it had.
        options: OptionsLeft,
    },
    /// The ways of a digit through the bands, and through the stacks, leave it these places.
    Ways {
        /// The digit less 1.
        digit: usize,
        /// Its places before.
        before: Places,
        /// Its places in the two upper bands.
        upper: u64,
        /// Its places in the lower band.
        lower: u64,
    },
    /// Some cell has no digit left, or one that is closed has two.
    Clash {
        /// The cells with a digit.
        one: Places,
        /// The cells with two digits or more.
        two: Places,
        /// The cells that are not closed.
        open: Places,
    },
    /// A rule of a round leaves these candidates: an entry for each cell of a box.
    Cells {
        /// The rule.
        rule: Rule,
        /// The candidates.
        cells: [Boxes; 9],
    },
    /// A rule of a round leaves these digits to the three minirows of each box.
    Minirows {
        /// The rule.
        rule: Rule,
        /// The digits.
        lines: [Boxes; 3],
    },
    /// A rule of a round leaves these digits to the three minicolumns of each box.
    Minicolumns {
        /// The rule.
        rule: Rule,
        /// The digits.
        lines: [Boxes; 3],
    },
    /// In the band or stack with the fewest layouts left, a digit with few of them: the first ones
    /// are tried, then the others. Layout `n` has line `l` in box `(n + l) % 3`, from layout 3 on in
    /// box `(n + 2 * l) % 3`.
    Layouts {
        /// Twice the band, or twice the stack and one.
        place: usize,
        /// The digit, as a set of one.
        digit: u16,
        /// The layouts that are tried first, a bit for each.
        first: usize,
        /// The others.
        second: usize,
    },
    /// A solution is found, and the search goes on for another one. The tracer knows this by itself.
    Solved,
}
