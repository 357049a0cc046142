//! Where the cells lie in a word, and what the tables know.

use sudoku_core::{UNITS, box_of, column_of, row_of};

/// A set of cells. Bands begin at bits 0, 32 and 64; each has 27 bits, nine for each row, the
/// leftmost cell lowest.
pub(crate) type Cells = u128;

/// Every cell.
pub(crate) const ALL: Cells = 0o777_777_777 << 64 | 0o777_777_777 << 32 | 0o777_777_777;

/// The bit of a cell, 0 to 80.
pub(crate) const fn bit_of(cell: usize) -> usize {
    cell / 27 * 32 + cell % 27
}

/// The cell of a bit.
pub(crate) const fn cell_of(bit: usize) -> usize {
    bit / 32 * 27 + bit % 32
}

/// The numbers of the cells of a set, 0 to 80, in ascending order.
#[inline]
pub(crate) fn cells(mut set: Cells) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(cell_of(bit))
    })
}

/// The six ways to place a digit in a band, as sets of minirows: one in each row and one in each
/// box. Minirow 3r + s is the part of row r in box s.
const WAYS: [usize; 6] = {
    let (mut ways, mut number, mut first) = ([0; 6], 0, 0);
    while first < 3 {
        let mut second = 0;
        while second < 3 {
            if first != second {
                ways[number] = 1 << first | 8 << second | 64 << (3 - first - second);
                number += 1;
            }
            second += 1;
        }
        first += 1;
    }
    ways
};

/// The minirows of a set that some way within the set uses.
const fn used(set: usize) -> usize {
    let (mut used, mut way) = (0, 0);
    while way < 6 {
        if WAYS[way] & !set == 0 {
            used |= WAYS[way];
        }
        way += 1;
    }
    used
}

/// For each row of a band and each set of its nine cells, the minirows that hold a cell of the set.
pub(crate) const MINIROWS: &[[u16; 512]; 3] = &{
    let (mut table, mut set) = ([[0; 512]; 3], 0);
    while set < 512 {
        let mut at = 0;
        while at < 9 {
            let mut row = 0;
            while row < 3 {
                table[row][set] |= (set as u16 >> at & 1) << (row * 3 + at / 3);
                row += 1;
            }
            at += 1;
        }
        set += 1;
    }
    table
};

/// For each set of minirows, the cells of the minirows that some way within the set uses:
/// locked candidates rule out the others. No cell if no way lies within the set.
pub(crate) const LOCKED: &[u32; 512] = &{
    let (mut table, mut set) = ([0; 512], 0);
    while set < 512 {
        let mut minirow = 0;
        while minirow < 9 {
            table[set] |= ((used(set) as u32 >> minirow & 1) * 0o7) << (minirow * 3);
            minirow += 1;
        }
        set += 1;
    }
    table
};

/// For each set of minicolumns of a stack, those that some way within the set uses: locked
/// candidates rule out the others. Three bits for each band, nine bits apart.
pub(crate) const STACKED: &[u32; 512] = &{
    let (mut table, mut set) = ([0; 512], 0);
    while set < 512 {
        let used = used(set) as u32;
        table[set] = used & 0o7 | (used >> 3 & 0o7) << 9 | (used >> 6) << 18;
        set += 1;
    }
    table
};

/// For each set of columns in which a band has places for a digit, the cells of another band that
/// this leaves to the digit: if a box has places in a single column, that column is excluded.
pub(crate) const LEFT: &[u32; 512] = &{
    let (mut table, mut set) = ([0; 512], 0_usize);
    while set < 512 {
        let (mut taken, mut stack) = (0, 0);
        while stack < 3 {
            let columns = set >> (stack * 3) & 0o7;
            if columns.is_power_of_two() {
                taken |= columns << (stack * 3);
            }
            stack += 1;
        }
        table[set] = (0o777 ^ taken) as u32 * 0o1_001_001;
        set += 1;
    }
    table
};

/// For each bit, the other cells in the row, the column and the box of its cell.
pub(crate) const PEERS: &[Cells; 128] = &{
    let (mut table, mut at) = ([0; 128], 0);
    while at < 81 {
        let units = [row_of(at), 9 + column_of(at), 18 + box_of(at)];
        let mut i = 0;
        while i < 27 {
            table[bit_of(at)] |= 1 << bit_of(UNITS[units[i / 9]][i % 9]);
            i += 1;
        }
        table[bit_of(at)] ^= 1 << bit_of(at);
        at += 1;
    }
    table
};
