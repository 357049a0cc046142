//! [`Signs`]: what the signs of a text mean as cells, and the grid that 81 of them make.

use sudoku_core::{Grid, is_blank};

use super::Fault;

/// A cell as it was written: a digit from 0 to 9, [`BLANK`], or a digit behind [`GIVEN`] or
/// [`PLACED`].
pub(super) type Sign = u8;

/// A sign for a blank that is not a 0.
pub(super) const BLANK: Sign = 10;
/// Added to a digit that is marked as given.
pub(super) const GIVEN: Sign = 20;
/// Added to a digit that is marked as placed during the game.
pub(super) const PLACED: Sign = 40;

/// Words for a blank.
const BLANKS: [&str; 7] = ["null", "none", "nil", "nan", "undefined", "false", "-1"];

/// The signs for a blank: the usual ones, or the one that was asked for.
#[derive(Debug, Clone, Default)]
pub(super) struct Signs {
    pub blank: Option<String>,
}

impl Signs {
    /// The cell that one character stands for.
    pub(super) fn sign(&self, symbol: char) -> Option<Sign> {
        match (symbol.to_digit(10), &self.blank) {
            (Some(digit), _) => Some(digit as Sign),
            (None, None) => is_blank(symbol).then_some(BLANK),
            (None, Some(blank)) => (blank.chars().eq([symbol])).then_some(BLANK),
        }
    }

    pub(super) fn is_cell(&self, symbol: char) -> bool {
        self.sign(symbol).is_some()
    }

    /// The number of characters that may be cells.
    pub(super) fn cells(&self, text: &str) -> usize {
        text.chars().filter(|&symbol| self.is_cell(symbol)).count()
    }

    /// The cells of a word: as many as it has characters, or one that takes several. `None` for
    /// other words.
    pub(super) fn word(&self, word: &str) -> Option<Vec<Sign>> {
        let digit = |byte: u8| byte.is_ascii_digit().then(|| byte - b'0');
        let is_blank = match &self.blank {
            Some(blank) => blank == word,
            None => BLANKS.iter().any(|blank| blank.eq_ignore_ascii_case(word)),
        };
        let one = match *word.as_bytes() {
            _ if is_blank => Some(BLANK),
            [b'<', cell @ b'1'..=b'9', b'>'] => Some(GIVEN + cell - b'0'),
            [b'*', cell @ b'1'..=b'9', b'*'] => Some(PLACED + cell - b'0'),
            [b'+', cell @ b'1'..=b'9'] => Some(cell - b'0'),
            [cell, b'.'] | [cell, b'.', b'0'] => digit(cell),
            _ => None,
        };
        if let Some(one) = one {
            return Some(vec![one]);
        }
        let bytes = word.as_bytes();
        if [17, 161].contains(&bytes.len())
            && bytes.iter().skip(1).step_by(2).all(|byte| *byte == b'.')
            && let Some(cells) = bytes.iter().step_by(2).map(|byte| digit(*byte)).collect()
        {
            return Some(cells);
        }
        word.chars().map(|symbol| self.sign(symbol)).collect()
    }

    /// The grid of 81 cells. Marks decide which digits are givens.
    pub(super) fn grid(&self, cells: &[Sign]) -> Result<Grid, Fault> {
        let found = cells.len();
        let cells: [Sign; 81] = cells.try_into().map_err(|_| Fault::Cells(found))?;
        let has = |kind: Sign| cells.iter().any(|cell| (kind..kind + 10).contains(cell));
        let given = if has(GIVEN) {
            GIVEN
        } else if has(PLACED) && !cells.iter().any(|cell| (1..10).contains(cell)) {
            PLACED
        } else {
            0
        };
        let nine = cells.contains(&(given + 9));
        let digit = |cell: Sign| cell.checked_sub(given).filter(|digit| *digit < 10);
        let digits = cells.map(|cell| digit(cell).unwrap_or(0));
        let grid = Grid::try_from(digits).map_err(|_| Fault::Cells(found))?;
        if given > 0 || !cells.contains(&0) {
            return Ok(grid);
        }
        let others = cells.contains(&BLANK);
        let next = cells.map(|cell| digit(cell).map_or(0, |digit| (digit + 1) % 10));
        let next = Grid::try_from(next).map_err(|_| Fault::Cells(found))?;
        match &self.blank {
            Some(_) if nine => Err(Fault::refused("found 0 and 9, expected another blank than 0")),
            Some(blank) if blank != "0" => Ok(next),
            None if others || !nine && next.is_solved() => Err(Fault::refused(
                "found 0 beside other blanks or no 9, so digits may count from 0 to 8: name the sign \
                 for a blank (--blank)",
            )),
            _ => Ok(grid),
        }
    }
}
