//! The row, column, box and units of a cell. Cells are numbered 0 to 80, row by row; rows, columns
//! and boxes 0 to 8.

/// The row of a cell.
pub const fn row_of(at: usize) -> usize {
    at / 9
}

/// The column of a cell.
pub const fn column_of(at: usize) -> usize {
    at % 9
}

/// The box of a cell; boxes are numbered row by row, like cells.
pub const fn box_of(at: usize) -> usize {
    at / 27 * 3 + at % 9 / 3
}

/// The cells of the 27 units: rows 0 to 8, then columns 0 to 8, then boxes 0 to 8, each in
/// row-major order.
pub const UNITS: [[usize; 9]; 27] = units();

const fn units() -> [[usize; 9]; 27] {
    let mut units = [[0; 9]; 27];
    let mut unit = 0;
    while unit < 9 {
        let mut i = 0;
        while i < 9 {
            units[unit][i] = unit * 9 + i;
            units[9 + unit][i] = i * 9 + unit;
            units[18 + unit][i] = (unit / 3 * 3 + i / 3) * 9 + unit % 3 * 3 + i % 3;
            i += 1;
        }
        unit += 1;
    }
    units
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_unit_holds_the_cells_that_say_so() {
        for (unit, cells) in UNITS.iter().enumerate() {
            for &at in cells {
                let here = [row_of(at), 9 + column_of(at), 18 + box_of(at)];
                assert!(here.contains(&unit), "cell {at} is not in unit {unit}");
            }
            assert!(cells.is_sorted());
        }
    }
}
