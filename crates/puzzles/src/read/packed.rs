//! Puzzles that programs and sites pack into one word.
//!
//! - The library of HoDoKu: `:0901:12:5..+83...:..:..:..`, fields between colons. The fourth field
//!   is the grid; a digit behind `+` was placed during the game and is no given.
//! - SudokuWiki, the first edition of its strings: 162 base-32 digits, two for each cell. As the
//!   site describes them, they are twice the sum of the candidates (1 for the digit 1, 2 for 2, 4
//!   for 3, ...), plus 1 for a given. The second edition, which begins with `S9B`, is not read.
//! - Sudoku Exchange, behind `s=` in an address: each symbol of `0-9A-Za-x` is a base-60 number.
//!   Its last decimal digit is a cell, and its tens are the number of blanks after that cell.

use std::ops::Range;

use super::cells::{Piece, cells, grid, odd_cells};

/// The puzzle in a line of one of these forms, and its place in the line.
pub(super) fn puzzle(text: &str) -> Option<Piece> {
    let piece =
        |cells: Vec<char>, part| grid(&cells).ok().map(|_| Piece { at: at(text, part), cells });
    // A word without givens may be anything.
    let packed = |cells: Option<Vec<char>>, word| {
        piece(cells.filter(|cells| cells.iter().any(|cell| *cell != '0'))?, word)
    };
    if let Some(fields) = text.trim_start().strip_prefix(':') {
        let field = fields.split(':').nth(2)?;
        let cells = cells(field).filter(|cells| cells.len() == 81).or_else(|| odd_cells(field));
        return piece(cells?, field);
    }
    let is_letter = |c: char| c.is_ascii_alphanumeric();
    let mut words = text.split(|c| !is_letter(c)).filter(|word| !word.is_empty());
    if text.trim().len() == 162 {
        return words.next().and_then(|word| packed(sudoku_wiki(word), word));
    }
    let address = text.find("://")?;
    let (_, query) = text[address..].split_once('?')?;
    let values = query.split('&').filter_map(|part| part.split_once('='));
    values
        .map(|(name, value)| (name, value.split(|c| !is_letter(c)).next().unwrap_or(value)))
        .find_map(|(name, value)| {
            let cells = match name {
                "s" => sudoku_exchange(value),
                "bd" => sudoku_wiki(value),
                _ => None,
            };
            packed(cells, value)
        })
}

/// Why a packed puzzle in this line is not read; `None` for a line that has none.
pub(super) fn refusal(line: &str) -> Option<String> {
    const PROGRAMS: &str = "f-puzzles sudokupad penpa interactive-sudoku-solver crackingthecryptic \
                            puzz.link tinyurl.com chiark.greenend sudokuwiki sudokuexchange";
    let lower = line.to_ascii_lowercase();
    let is_named = |program: &&str| lower.contains("://") && lower.contains(program);
    let mut words = line.split(|c: char| !c.is_ascii_alphanumeric());
    let packed = |word: &str| {
        word.len() > 81 && word.starts_with("S9B")
            || word.len() == line.len() && (100..200).contains(&word.len())
    };
    let what = match PROGRAMS.split_whitespace().find(is_named) {
        Some(program) => format!("an address of {program} that is not read"),
        None if words.any(packed) => "a packed puzzle that is not read".to_owned(),
        None if line.starts_with(':') && line.matches(':').count() > 3 => {
            "a line of HoDoKu that cannot be read".to_owned()
        }
        None => return None,
    };
    Some(format!("found {what}, expected 81 cells"))
}

/// The place of `part` in `text`, in bytes.
pub(super) fn at(text: &str, part: &str) -> Range<usize> {
    let begin = part.as_ptr() as usize - text.as_ptr() as usize;
    begin..begin + part.len()
}

fn sudoku_wiki(word: &str) -> Option<Vec<char>> {
    let digits: Vec<u32> = word.chars().map(|c| c.to_digit(32)).collect::<Option<_>>()?;
    let (pairs, []) = digits.as_chunks::<2>() else { return None };
    let cell = |[high, low]: &[u32; 2]| {
        let (candidates, given) = ((high * 32 + low) >> 1, low & 1 == 1);
        let known = (1..512).contains(&candidates) && (!given || candidates.is_power_of_two());
        let digit = if given { candidates.trailing_zeros() + 1 } else { 0 };
        char::from_digit(digit, 10).filter(|_| known)
    };
    pairs.iter().map(cell).collect()
}

fn sudoku_exchange(word: &str) -> Option<Vec<char>> {
    const SYMBOLS: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx";
    let mut cells = Vec::with_capacity(81);
    for symbol in word.chars() {
        let number = SYMBOLS.find(symbol)?;
        cells.push(char::from_digit(number as u32 % 10, 10)?);
        cells.resize(cells.len() + number / 10, '0');
        if cells.len() > 81 {
            return None;
        }
    }
    Some(cells)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use sudoku_core::{Grid, Random};

    use crate::Reader;

    fn read(text: &str) -> Vec<Result<String, String>> {
        let items = Reader::new("f", text.as_bytes());
        items
            .map(|item| match item {
                Ok(record) => Ok(record.grid.to_string()),
                Err(error) => Err(error.to_string()),
            })
            .collect()
    }

    #[test]
    fn published_examples_are_read() {
        let exchange = "KDTRBQsV3CQ3p0q08RJ5avLJSRFc";
        let cells =
            "000309007001060040000010003206003100000020000008700905600070000010090800700508000";
        let text = format!("see https://sudokuexchange.com/play/?s={exchange}&x=1 (easy)\n");
        assert_eq!(read(&text), [Ok(cells.replace('0', "."))]);
        let placed = cells.replacen("0009", "000+9", 1).replacen("003", "+1+23", 1);
        for (cells, line) in [
            (cells, format!(":0000:x:{cells}:::")),
            (cells, format!(":0901:12:{placed}:412 555:r1c1:")),
        ] {
            assert_eq!(read(&line), [Ok(cells.replace('0', "."))], "{line}");
        }
    }

    #[test]
    fn a_damaged_word_is_an_error() {
        let wiki = packed(&Grid::BLANK.with(0, 7).with(80, 9), 0);
        assert!(read(&format!("https://www.sudokuwiki.org/sudoku.htm?bd={wiki}"))[0].is_ok());
        for text in [
            wiki.replacen("vu", "zz", 1),
            wiki[..160].to_owned(),
            // A given with two candidates.
            wiki.replacen("vu", "07", 1),
            ":0901:12:5..+:::".to_owned(),
            "https://sudokuexchange.com/play/?s=KDTRBQsV3CQ3p0q08RJ5avLJSRF".to_owned(),
        ] {
            let read = read(&text);
            assert!(
                read.len() == 1 && read[0].as_ref().is_err_and(|e| e.starts_with("f:1:")),
                "{read:?}"
            );
        }
    }

    fn packed(grid: &Grid, form: u64) -> String {
        match form {
            0 => {
                let cells = grid.cells().iter().map(|&cell| {
                    let number = if cell == 0 { 1022 } else { (2 << (cell - 1)) + 1 };
                    let symbol = |number| char::from_digit(number, 32).unwrap();
                    [symbol(number / 32), symbol(number % 32)].iter().collect::<String>()
                });
                cells.collect()
            }
            1 => {
                let (mut word, mut cells) = (String::new(), grid.cells().as_slice());
                while let [first, rest @ ..] = cells {
                    let blanks = rest.iter().take(5).take_while(|&&cell| cell == 0).count();
                    let number = first + 10 * blanks as u8;
                    word.push(char::from(match number {
                        0..10 => b'0' + number,
                        10..36 => b'A' + number - 10,
                        _ => b'a' + number - 36,
                    }));
                    cells = &rest[blanks..];
                }
                format!("https://sudokuexchange.com/play/?s={word}")
            }
            _ => format!(":0000:x:{}:::", grid.to_string().replacen('.', "+7", 2)),
        }
    }

    proptest! {
        #[test]
        fn what_is_packed_is_read(seed in any::<u64>(), form in 0..3_u64) {
            let mut random = Random::seeded(seed);
            let cells = std::array::from_fn(|_| random.below(20).saturating_sub(10) as u8);
            let grid = Grid::try_from(cells).unwrap().with(0, 0).with(80, 9);
            let read = read(&packed(&grid, form));
            prop_assert_eq!(read, [Ok(grid.to_string())]);
        }
    }
}
