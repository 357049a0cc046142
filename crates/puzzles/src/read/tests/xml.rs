//! Games of OpenSudoku and KSudoku.

use proptest::prelude::*;
use sudoku_core::{Grid, Random};

use crate::{ReadError, Reader};

fn grid(random: &mut Random) -> Grid {
    let cells = std::array::from_fn(|_| random.below(20).saturating_sub(10) as u8);
    Grid::try_from(cells).unwrap().with(0, 0).with(80, 9)
}

/// The data of a game: 81 digits, or 3 or 4 fields for each cell.
fn data(grid: &Grid, fields: u64, random: &mut Random) -> String {
    if !(3..5).contains(&fields) {
        return grid.to_string().replace('.', "0");
    }
    let cell = |&digit: &u8| {
        let (digit, editable) = if digit == 0 { (random.below(10), 1) } else { (digit.into(), 0) };
        format!("{digit}|{}{editable}|", "0|".repeat(fields as usize - 2))
    };
    format!("version: {fields}&#10;{}", grid.cells().iter().map(cell).collect::<String>())
}

fn open_sudoku(games: &[String]) -> String {
    let games: Vec<String> =
        games.iter().map(|data| format!("  <game data=\"{data}\" />\n")).collect();
    let games = games.concat();
    let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku>\n<name>Easy 1</name>\n";
    format!("{head}{games}</opensudoku>\n")
}

fn k_sudoku(grid: &Grid) -> String {
    let symbols = (0..81).map(|at| match grid.cells()[at % 9 * 9 + at / 9] {
        0 => '_',
        digit => char::from(b'a' + digit),
    });
    let values: String = symbols.collect();
    format!(
        "<!DOCTYPE ksudoku>\n<ksudoku>\n <game had-help=\"0\">\n  <puzzle>\n   \
         <graph order=\"9\" type=\"sudoku\"/>\n   <values>{values}</values>\n  </puzzle>\n \
         </game>\n</ksudoku>\n"
    )
}

#[test]
fn a_rule_of_the_document_holds_for_its_puzzles() {
    let grid = Grid::BLANK.with(0, 1);
    for (kind, read) in [("Killer", false), ("classic", true)] {
        let text = format!("<sudoku type=\"{kind}\"><cells>{grid}</cells></sudoku>\n");
        let item = Reader::new("f", text.as_bytes()).next().unwrap();
        assert_eq!(item.is_ok(), read, "{item:?}");
        assert!(read || item.unwrap_err().to_string().contains("`Killer`, a variant"));
    }
}

#[test]
fn elements_within_very_many_others_are_refused() {
    let deep = ["<r>", &"<b>".repeat(100_000), &"</b>".repeat(100_000), "</r>\n"].concat();
    let items: Vec<_> = Reader::new("f", deep.as_bytes()).map(Result::unwrap_err).collect();
    let [refused] = &items[..] else { panic!("{items:?}") };
    let what = "f:1:1: found elements of XML within more than 100 others, expected puzzles";
    assert_eq!(refused.to_string(), what);
}

#[test]
fn what_never_becomes_an_element_is_read_in_time() {
    let text = format!("<?x{}", "\n".repeat(1 << 20));
    assert_eq!(Reader::new("f", text.as_bytes()).flatten().count(), 0);
}

proptest! {
    #[test]
    fn what_is_written_is_read(seed in any::<u64>(), fields in 0..5_u64) {
        let mut random = Random::seeded(seed);
        let grids: Vec<Grid> = (0..3).map(|_| grid(&mut random)).collect();
        let games: Vec<String> =
            grids.iter().map(|grid| data(grid, fields, &mut random)).collect();
        let text = open_sudoku(&games) + &grids.iter().map(k_sudoku).collect::<String>();
        let read: Vec<Grid> =
            Reader::new("f", text.as_bytes()).map(|record| record.unwrap().grid).collect();
        prop_assert_eq!(read, [&grids[..], &grids[..]].concat());
    }

    #[test]
    fn a_damaged_game_is_an_error_and_the_others_are_kept(
        (seed, fields) in (any::<u64>(), 2..6_u64),
        (at, with) in (0..1_000_usize, "[zZ]?"),
    ) {
        let mut random = Random::seeded(seed);
        let grids: Vec<Grid> = (0..3).map(|_| grid(&mut random)).collect();
        let mut games: Vec<String> =
            grids.iter().map(|grid| data(grid, fields, &mut random)).collect();
        let from = games[1].find(';').map_or(0, |at| at + 1);
        // Damage after the first cell does no harm.
        let at = if from > 0 { from } else { at % games[1].len() };
        games[1].replace_range(at..=at, &with);
        let mut text = open_sudoku(&games);
        let mut good = vec![&grids[0], &grids[2]];
        if fields == 5 {
            text = k_sudoku(&grids[1]).replacen("<values>", &format!("<values>{with}z"), 1);
            good.clear();
        }
        let items: Vec<_> = Reader::new("f", text.as_bytes()).collect();
        let read: Vec<&Grid> = items.iter().flatten().map(|record| &record.grid).collect();
        prop_assert_eq!(read, good, "{}", text);
        let named = |item: &Result<_, ReadError>| {
                matches!(item, Err(error) if error.to_string().contains("found "))
            };
            prop_assert!(items.iter().any(named), "{:?}", items);
    }
}
