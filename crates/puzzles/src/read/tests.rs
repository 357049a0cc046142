//! The texts that the reader accepts, and those that it refuses.

use std::io::{self, BufReader, Read, Write};

use proptest::prelude::*;

use sudoku_core::Grid;

use super::record::LONGEST_LINE;
use super::*;

mod candidates;
mod plain;
mod structure;
mod xml;

const LINE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn rows(grid: &str) -> Vec<&str> {
    (0..9).map(|row| &grid[row * 9..][..9]).collect()
}

/// The cells with `between` between them.
fn spaced(row: &str, between: &str) -> String {
    row.chars().map(String::from).collect::<Vec<_>>().join(between)
}

/// Nine lines, each made of a row.
fn each(grid: &str, line: impl Fn(&str) -> String) -> String {
    rows(grid).into_iter().map(|row| line(row) + "\n").collect()
}

fn boxed(grid: &str) -> String {
    ruled(grid, "+---+---+---+")
}

fn ruled(grid: &str, ruler: &str) -> String {
    let mut drawing = format!("{ruler}\n");
    for three in rows(grid).chunks(3) {
        for row in three {
            drawing.extend(["|", &row[..3], "|", &row[3..6], "|", &row[6..], "|\n"]);
        }
        drawing.extend([ruler, "\n"]);
    }
    drawing
}

/// `line rest` of every puzzle, which must be the example, and every error as it is shown.
fn read(text: impl AsRef<[u8]>) -> Vec<String> {
    let grid: Grid = LINE.parse().unwrap();
    let show = |item| match item {
        Ok(Record { line, grid: read, rest, .. }) => {
            assert_eq!(read, grid);
            format!("{line} {rest}").trim_end().to_owned()
        }
        Err(error) => ReadError::to_string(&error),
    };
    Reader::new("f", text.as_ref()).map(show).collect()
}

#[test]
fn a_line_is_a_puzzle_and_keeps_what_follows() {
    for (after, rest) in [
        ("", ""),
        ("  \t", ""),
        (" 5.0 hard", "5.0 hard"),
        ("\t12", "12"),
        (",534678912,x", "534678912,x"),
        ("#easy # very", "easy # very"),
        (" # easy", "easy"),
        ("; naïve", "naïve"),
        ("\"]]", ""),
        ("]].", "."),
        (" 1 - 4208", "1 - 4208"),
    ] {
        let read: Vec<_> = Reader::new("f", format!("{LINE}{after}").as_bytes()).collect();
        assert_eq!(read.len(), 1, "{after}");
        assert_eq!(read[0].as_ref().unwrap().rest, rest, "{after}");
    }
    assert_eq!(read(format!("  {LINE} a\n\n# {LINE}\n{LINE}\n")), ["1 a", "4"]);
}

#[test]
fn blocks_need_no_blank_line_between_them() {
    let nine = rows(LINE).join("\n") + "\n";
    assert_eq!(read(format!("{nine}{nine}{LINE}\n{nine}")), ["1", "10", "19", "20"]);
    let drawn = boxed(LINE);
    assert_eq!(read(format!("{drawn}{drawn}\n\n# x\n{drawn}")), ["2", "15", "31"]);
    assert_eq!(read(format!("{}\n", rows(LINE).join(" \n"))), ["1"]);
    assert_eq!(read(format!("{:#}", LINE.parse::<Grid>().unwrap())), ["1"]);
}

#[test]
fn tables_say_which_column_holds_the_puzzle() {
    assert_eq!(read(format!("quizzes,solutions\n{LINE},5346\n")), ["2 5346"]);
    assert_eq!(read(format!("# x\n\nPuzzle,Rating\n{LINE},5.0\n")), ["4 5.0"]);
    assert_eq!(read(format!("\"id\",\"Puzzle\"\n\"7\",\"{LINE}\"\n")), ["2"]);
    assert_eq!(
        read(format!(
            "source,question,answer,rating\né12,{LINE},5346,7\né12,{},5346,7\n{LINE}\n",
            LINE.replacen('.', "a", 1)
        )),
        [
            "2 5346,7",
            "f:3:5: `question`: found 'a', expected a digit from 1 to 9 or a blank (one of . 0 _ * - \
             x ?)",
            "4",
        ]
    );
    assert_eq!(read(format!("puzzle\n{LINE}\n{LINE}, x\n")), ["2", "3 x"]);
    assert_eq!(read(format!("#,grid,rating\n1,{LINE},x\n# puzzle, no,\n")), ["2 x"]);
    assert_eq!(read(format!("puzzle|rating\n{LINE}|7\n")), ["2 7"]);
    // Tables may be joined.
    let joined = format!("id,puzzle\n7,{LINE}\nBoard;Rating\n{LINE};x\nid,sudoku\n7,{LINE}");
    assert_eq!(read(joined), ["2", "4 x", "6"]);
}

#[test]
fn what_only_looks_like_a_header_costs_nothing() {
    assert_eq!(read(format!("{LINE},puzzle\n{LINE},sudoku\n")), ["1 puzzle", "2 sudoku"]);
    let rows: Vec<String> = rows(LINE).iter().map(|row| spaced(row, ",")).collect();
    assert_eq!(read(format!("Sudoku, easy\n{}\n", rows.join("\n"))), ["2"]);
    // Without a known name, the only grid of a line is its puzzle.
    assert_eq!(read(format!("first,last\n{LINE},x\n")), ["2 x"]);
    // A grid under the name of a solution is no puzzle.
    let read = read(format!("solution,rating\n{SOLUTION},5\n"));
    assert!(read.len() == 1 && read[0].contains("no puzzle beside `solution`"), "{read:?}");
}

const SOLUTION: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// The solution and the rating that every record gives.
fn known(text: &str) -> Vec<(Option<String>, Option<String>)> {
    let show = |record: Result<Record, ReadError>| {
        let Record { grid, solution, rating, .. } = record.unwrap();
        assert_eq!(grid.to_string(), LINE);
        let shown = solution.map(|given| match given {
            Ok(grid) => grid.to_string(),
            Err(error) => error.to_string(),
        });
        (shown, rating)
    };
    Reader::new("f", text.as_bytes()).map(show).collect()
}

#[test]
fn tables_keep_solutions_and_ratings() {
    let solution = Some(SOLUTION.to_owned());
    let rated = |rating: &str| Some(rating.to_owned());
    for (header, line, expected) in [
        ("quizzes,solutions", format!("{LINE},{SOLUTION}"), (solution.clone(), None)),
        ("puzzle,solution", format!("{LINE},{SOLUTION}\r"), (solution.clone(), None)),
        ("id;Answer;Puzzle", format!("7;{SOLUTION};{LINE}"), (solution.clone(), None)),
        ("puzzle\tdifficulty", format!("{LINE}\t 2.5 "), (None, rated("2.5"))),
        (
            "source,question,answer,rating",
            format!("puzzles0,{LINE},{SOLUTION},12"),
            (solution.clone(), rated("12")),
        ),
        (
            "\"source\", \"question\",\"answer\",\"rating\"",
            format!("\"a, \"\"b\"\",c\", \"{LINE}\",\"{SOLUTION}\",\"a \"\"1\"\", b\""),
            (solution.clone(), rated("a \"1\", b")),
        ),
        ("puzzle,solution,rating", format!("{LINE},,"), (None, None)),
        ("puzzle,solution,rating", format!("{LINE},-,-"), (None, None)),
        ("puzzle,solution,rating", format!("{LINE},None,NaN"), (None, None)),
        ("puzzle,what,rating", format!("{LINE},{SOLUTION},3"), (solution.clone(), rated("3"))),
        ("puzzle,solution", format!("{LINE},5"), (None, None)),
        ("puzzle,solution,rating", LINE.to_owned(), (None, None)),
        (
            "puzzle,solution",
            format!("{LINE},{}", &SOLUTION[1..]),
            (Some("line 1, column 1: found 80 cells, expected 81".to_owned()), None),
        ),
    ] {
        assert_eq!(known(&format!("{header}\n{line}\n")), [expected], "{header}\n{line}");
    }
}

#[test]
fn lines_keep_a_solution_too() {
    let solution = Some(SOLUTION.to_owned());
    for after in [format!(",{SOLUTION}"), format!(" {SOLUTION}"), format!(" 1 {SOLUTION} 42")] {
        assert_eq!(known(&format!("{LINE}{after}")), [(solution.clone(), None)]);
    }
    let listed = format!("[{}] [{}]", spaced(LINE, ", "), spaced(SOLUTION, ", "));
    assert_eq!(known(&listed), [(solution, None)]);
    let begun = LINE.replacen('.', "4", 1);
    for after in [&format!(" {begun}"), " 5.0"] {
        assert_eq!(known(&format!("{LINE}{after}")), [(None, None)]);
    }
}

#[test]
fn a_line_may_hold_several_puzzles() {
    for line in [format!("{LINE} {LINE}"), format!("[\"{LINE}\", \"{LINE}\"]")] {
        assert_eq!(read(line), ["1", "1"]);
    }
    let line = format!("{LINE} a {SOLUTION}\u{c}{} b", LINE.replace('.', "0"));
    assert_eq!(read(&line), [format!("1 a {SOLUTION}"), "1 b".to_owned()]);
    assert_eq!(known(&line), [(Some(SOLUTION.to_owned()), None), (None, None)]);
}

/// The example as a JSON array of rows.
fn array(grid: &str) -> String {
    let rows: Vec<String> =
        rows(grid).iter().map(|row| format!("[{}]", spaced(row, ","))).collect();
    format!("[{}]", rows.join(",")).replace('.', "0")
}

#[test]
fn an_array_of_boards_may_share_a_line() {
    let (board, lines) = (array(LINE), format!("[\"{}\"]", rows(LINE).join("\",\"")));
    for board in [board.clone(), board.replace(',', ", "), lines, spaced(LINE, " ")] {
        assert_eq!(read(format!("[{board},{board},{board}]")), ["1", "1", "1"]);
        assert_eq!(read(format!("{board}\n{LINE}")), ["1", "2"]);
    }
    assert_eq!(read(format!("[\n  {board},\n  {board}\n]")), ["2", "3"]);
    // A board with a cell too few is an error, and the board beside it is still read.
    let short = board.replacen("5,", "", 1);
    let wrong = |column: usize| format!("f:1:{column}: found 8 cells, expected 9");
    assert_eq!(read(format!("[{short},{board}]")), [wrong(2), "1".to_owned()]);
    assert_eq!(read(format!("[{board},{short}]")), ["1".to_owned(), wrong(board.len() + 3)]);
}

#[test]
fn what_is_no_puzzle_beside_a_puzzle_is_told() {
    let cut = &LINE[1..];
    let wrong = "f:1:163: found 80 cells, expected 81, or 9 on each of nine lines";
    assert_eq!(read(format!("{LINE} {cut}")), [&format!("1 {cut}"), wrong]);
    assert_eq!(read(format!("{LINE} {cut} {LINE}\n")), [&format!("1 {cut}"), "1", wrong]);
    // Numbers, even long ones, and lines of signs are no boards.
    for rest in ["4209 4208 4157 37652 334653 139258 8365 54788 0 52", &"-=".repeat(60)] {
        assert_eq!(read(format!("{LINE} {rest}")), [format!("1 {rest}")]);
    }
}

#[test]
fn numbered_columns_of_puzzles_are_all_read() {
    let zeros = LINE.replace('.', "0");
    for header in ["id;Puzzle 1;Puzzle 2;x", "#,board_1,board_2,x"] {
        let comma = if header.contains(';') { ";" } else { "," };
        let row = ["7", LINE, &zeros, "a"].join(comma);
        assert_eq!(read(format!("{header}\n{row}\n")), ["2", "2 a"], "{header}");
        let row = ["7", LINE, &LINE[1..], "a"].join(comma);
        let read = read(format!("{header}\n{row}\n"));
        assert!(read.len() == 2 && read[1].contains("found 80 cells"), "{read:?}");
    }
}

#[test]
fn the_clearest_name_decides() {
    let begun = LINE.replacen('.', "4", 1);
    let zeros = ".".repeat(81);
    for other in [&begun, SOLUTION, &zeros, "-", "", "Alice"] {
        assert_eq!(read(format!("id,puzzle,grid\n7,{LINE},{other}\n")).len(), 1, "{other}");
        assert_eq!(read(format!("id,grid,x\n7,{LINE},{other}\n")).len(), 1, "{other}");
    }
    let text = format!("id,grid,board\n7,{LINE},{begun}\n");
    let two = "two grids could be the puzzle: `grid` (30 clues), `board` (31 clues); name one";
    assert_eq!(read(&text), [format!("f:2:3: {two} (--puzzle)")]);
    let options = ReadOptions { puzzle: Some("grid".to_owned()), ..ReadOptions::default() };
    let records: Vec<_> = Reader::new("f", text.as_bytes()).with(options).collect();
    assert_eq!(records[0].as_ref().unwrap().grid.to_string(), LINE);
    let options = ReadOptions { puzzle: Some("start".to_owned()), ..ReadOptions::default() };
    let error = Reader::new("f", text.as_bytes()).with(options).next().unwrap().unwrap_err();
    let what = "found no `start`, expected one of `id`, `grid`, `board`";
    assert!(error.to_string().contains(what), "{error}");
}

#[test]
fn the_named_sign_is_the_only_blank() {
    let before =
        |symbol: char| symbol.to_digit(10).map_or('.', |digit| char::from(b'0' + digit as u8 - 1));
    let counted: String = LINE.chars().map(before).collect();
    let spaced = spaced(&LINE.replace('.', "\u{a7}"), " ");
    for (text, blank) in [(&LINE.replace('.', "o"), "o"), (&spaced, "\u{a7}")] {
        let options = ReadOptions { blank: Some(blank.to_owned()), ..ReadOptions::default() };
        let records: Vec<_> = Reader::new("f", text.as_bytes()).with(options).collect();
        assert_eq!(records.len(), 1, "{text}: {records:?}");
        assert_eq!(records[0].as_ref().unwrap().grid.to_string(), LINE, "{text}");
    }
    assert!(read(counted)[0].contains("count from 0"));
}

#[test]
fn boards_of_other_sizes_are_named() {
    for (line, size) in [
        ("1.3.", "4 cells, a row of 4 x 4"),
        ("123.4.", "6 cells, a row of 6 x 6"),
        (&"1.".repeat(8), "16 cells, a board of 4 x 4 or a row of 16 x 16"),
        (&"1.".repeat(18), "36 cells, a board of 6 x 6"),
        (&"1.".repeat(128), "256 cells, a board of 16 x 16"),
        (&"1.G.".repeat(64), "256 cells, a board of 16 x 16"),
        (&"AB..".repeat(64), "256 cells, a board of 16 x 16"),
        (&"1,0,".repeat(128), "256 cells, a board of 16 x 16"),
        (&"1....".repeat(5), "25 cells, a row of 25 x 25"),
        (&"1...Y".repeat(125), "625 cells, a board of 25 x 25"),
    ] {
        let says = format!("found {size} (only 9 x 9 is read), expected 81, or 9 on each of");
        let read = read(format!("{line}\n{LINE}\n"));
        assert!(read[0].contains(&says), "{line}: {}", read[0]);
        assert_eq!(read[1..], ["2"]);
    }
}

#[test]
fn errors_move_no_cursor() {
    let name = "a\u{1b}[2J\n\u{9b}1m\u{202e}b";
    for wrong in ["\u{1b}", "\u{9b}", "\u{7f}", "\u{202e}"] {
        let json = format!("{{\"grid{wrong}\": \"{}\"}}", &LINE[1..]);
        for text in [LINE.replacen('.', wrong, 1), json] {
            let error = Reader::new(name, text.as_bytes()).next().unwrap().unwrap_err().to_string();
            assert!(error.starts_with(r"a\u{1b}[2J\n\u{9b}1m\u{202e}b:1:"), "{error}");
            assert!(!error.contains(|c: char| c.is_control() || c == '\u{202e}'), "{error:?}");
        }
    }
}

#[test]
fn a_field_that_is_no_puzzle_is_an_error_where_it_stands() {
    let table = |line: &str| read(format!("id,\"puzzle\",rating\n{line}\n"));
    for (line, error) in [
        ("7,,", "f:2:1: found no puzzle in `id`, `puzzle`, `rating`, expected 81 cells"),
        (
            "7,53..7....,1",
            "f:2:3: `puzzle`: found 9 cells, expected 81, or 9 on each of nine lines",
        ),
        ("é,\"5z\",1", "f:2:4: found no puzzle in `id`, `puzzle`, `rating`, expected 81 cells"),
    ] {
        assert_eq!(table(line), [error], "{line}");
    }
    // A quote that is never closed, or in the middle of a field, is an ordinary sign.
    assert_eq!(table(&format!("\"7,{LINE},1")), ["2 1"]);
    assert_eq!(table(&format!("7\"\",{LINE},1")), ["2 1"]);
}

#[test]
fn sections_other_than_the_puzzle_are_passed_over() {
    let nine = rows(LINE).join("\n") + "\n";
    let state = nine.replace('.', "1");
    let sdk = format!("#A author\n#D 2006-1-1\n[Puzzle]\n{nine}[State]\n{state}");
    assert_eq!(read(&sdk), ["4"]);
    assert_eq!(read(sdk.repeat(2)), ["4", "26"]);
    assert_eq!(read(format!("{sdk}{nine}")), ["4", "23"]);
    assert_eq!(read(format!("{sdk}[PencilMarks]\n1,2,3\n{nine}")), ["4"]);
    let drawn = boxed(&LINE.replace('.', "1"));
    assert_eq!(read(format!("[Puzzle]\n{nine}[State]\n{drawn}\n{nine}")), ["2", "26"]);
    // A state without a puzzle is read.
    assert_eq!(read(format!("#D 2006-1-1\n[STATE]\n{nine}")), ["3"]);
    assert_eq!(read(format!("{sdk}#A author\n[State]\n{nine}")), ["4", "25"]);
    assert_eq!(read(format!("{sdk}[Notes]\nx\n[State]\n{nine}")), ["4", "26"]);
    // An error in a state does not affect the puzzles after it.
    let eight = &state[..80];
    assert_eq!(read(format!("[Puzzle]\n{nine}[State]\n{eight}\n{nine}")), ["2", "21"]);
    let wrong = state.replacen('1', "z", 1);
    assert_eq!(read(format!("[Puzzle]\n{nine}[State]\n{wrong}{nine}")), ["2", "21"]);
    assert_eq!(read(format!("[Puzzle]\n{nine}[Notes]\nx\n[State]\n{nine}")), ["2"]);
    assert_eq!(read(format!("[Puzzle]\n{nine}[Notes]\nany text, 53..7....\n")), ["2"]);
    // Without a section of a puzzle, names in brackets are headlines.
    assert_eq!(read(format!("[Easy]\n{LINE}\n[Very hard]\n{nine}")), ["2", "4"]);
    assert_eq!(read("53..7....\n[Puzzle]\n"), ["f:1:10: found 1 row of 9 cells, expected 9 rows"]);
    // Outside sections, a line is a puzzle, and so are nine rows in brackets.
    assert_eq!(read(format!("{sdk}{LINE}\n{nine}")), ["4", "23", "24"]);
    assert_eq!(Reader::new("f", "[xxxxxxxxx]\n".repeat(9).as_bytes()).flatten().count(), 1);
    let crosses: Vec<String> =
        rows(LINE).iter().map(|row| format!("[{}]", row.replace('.', "x"))).collect();
    assert_eq!(read(crosses.join("\n")), ["1"]);
}

#[test]
fn simple_sudoku_and_sdm_are_read() {
    let ruled: Vec<String> =
        boxed(LINE).lines().map(|line| line.replace("+---+---+---+", "|---+---+---|")).collect();
    let inner = ruled[1..ruled.len() - 1].join("\r\n");
    let ss = format!("*-----------*\r\n{inner}\r\n*-----------*\r\n");
    assert_eq!(read(&ss), ["2"]);
    assert_eq!(read(format!("{ss}\n{ss}")), ["2", "16"]);
    let sdm = LINE.replace('.', "0") + "\n";
    assert_eq!(read(sdm.repeat(3)), ["1", "2", "3"]);
}

#[test]
fn nine_dashes_are_a_border_where_blanks_are_written_otherwise() {
    for ruler in [
        "---|---|---",
        "---------",
        "___ ___ ___",
        "*********",
        "|:-:|:-:|:-:|:-:|:-:|:-:|:-:|:-:|:-:|",
    ] {
        let drawn = ruled(LINE, ruler);
        assert_eq!(read(&drawn), ["2"], "{ruler}");
        assert_eq!(read(format!("{drawn}Grid 2026-11-21\n{drawn}{drawn}")), ["2", "16", "29"]);
        let (_, open) = drawn.split_once('\n').unwrap();
        assert_eq!(read(format!("{open}{LINE}\n{open}")), ["1", "13", "14"], "{ruler}");
    }
    assert_eq!(read(ruled(LINE, "───┼───┼───").replace('|', "│")), ["2"]);
    let first = LINE.replacen("53..7", ".....", 1).replace('.', "-");
    let grid: Grid = first.parse().unwrap();
    let record = Reader::new("f", rows(&first).join("\n").as_bytes()).next().unwrap().unwrap();
    assert_eq!((record.line, record.grid), (1, grid));
    let many = "---------\n".repeat(1_000) + LINE;
    assert_eq!(Reader::new("f", many.as_bytes()).flatten().count(), 1_000 / 9 + 1);
}

#[test]
fn titles_stand_above_nine_lines() {
    let nine = rows(LINE).join("\n").replace('.', "0") + "\n";
    assert_eq!(read(format!("Grid 01\n{nine}Grid 02\n{nine}")), ["2", "12"]);
    for title in ["Grid 2026-11-21", "Übung 7:", "Easy\n", "Xtra hard (x) 3", "Some, and a puzzle"]
    {
        assert_eq!(read(format!("{LINE}\n{title}\n{}{nine}", boxed(LINE))).len(), 3, "{title}");
    }
    for text in ["", "\n", "= 2 =\n", "% easy\n", "// 3\n", "*** 4 ***\n", "17\n", "-- x\n"] {
        assert_eq!(read(format!("{text}{nine}{text}{nine}")).len(), 2, "{text}");
    }
    // A number that is too long for a title is an error, and is no row of the grid below it.
    let error = "f:1:6: found 5 cells, expected 81, or 9 on each of nine lines";
    assert_eq!(read(format!("12345\n{nine}")), [error, "2"]);
    let eight = &nine[..80];
    let missing = "f:9:10: found 8 rows of 9 cells, expected 9 rows".to_owned();
    assert_eq!(read(format!("Grid 01\n{eight}")), [missing]);
    let damaged = read(format!("Grid 01\n{}{nine}", nine.replacen('0', "z", 1)));
    assert!(damaged.len() == 2 && damaged[0].starts_with("f:2:3: found 'z'"), "{damaged:?}");
    // A title says which grid is the solution.
    let solution = rows(SOLUTION).join("\n");
    let text = format!("Puzzle:\n{nine}\nSolution:\n{solution}\n");
    assert_eq!(known(&text), [(Some(SOLUTION.to_owned()), None)]);
    assert!(read(format!("Solution:\n{solution}\n"))[0].contains("found a solution"));
}

fn gzip(text: &[u8]) -> Vec<u8> {
    let fast = flate2::Compression::fast();
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), fast);
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn archives_are_read_and_their_damage_is_named() {
    let text = format!("# x\n{LINE} a\n{LINE} b\n");
    let level = ruzstd::encoding::CompressionLevel::Fastest;
    for packed in [gzip(text.as_bytes()), ruzstd::encoding::compress_to_vec(text.as_bytes(), level)]
    {
        assert_eq!(read(&packed), ["2 a", "3 b"]);
        let mut reader = Reader::new("f", packed.as_slice());
        assert!(reader.by_ref().all(|record| record.is_ok()));
        assert_eq!(reader.bytes(), packed.len() as u64);
        let cut = read(&packed[..packed.len() - 2]);
        let error = cut.last().unwrap();
        assert!(error.contains(": cannot read further: the ") && error.ends_with("ends too early"));
    }
    let zip = read("PK\x03\x04");
    let refused = "f:1: cannot read further: found a zip archive, expected text, gzip or zstd";
    // With the feature, zip archives are unpacked, and this one is damaged.
    let is_damaged = zip[0].starts_with("f:1: cannot read further: the zip archive is damaged");
    assert!(if cfg!(feature = "archives") { is_damaged } else { zip == [refused] }, "{zip:?}");
}

#[test]
fn an_archive_that_swells_fills_no_memory() {
    let mut packed = gzip(&vec![b'.'; 1 << 20]).repeat(64);
    packed.extend(gzip(format!("\n{LINE}\n").as_bytes()));
    let read = read(&packed);
    assert_eq!(read.len(), 2);
    assert!(read[0].starts_with("f:1:65537: found a line of more than"), "{}", read[0]);
    assert_eq!(read[1], "2");
}

#[test]
fn line_ends_and_byte_order_marks_do_no_harm() {
    let nine = rows(LINE).join("\r\n");
    assert_eq!(read(format!("\u{feff}{LINE}\r\n\r\n{nine}\r\n")), ["1", "3"]);
    assert_eq!(read(format!("{LINE} a\r{LINE} b\r\r\n{LINE}")), ["1 a", "2 b", "4"]);
    assert_eq!(read(format!("# x\rpuzzle,rating\r{LINE},7\r")), ["3 7"]);
    assert_eq!(read(rows(LINE).join("\r")), ["1"]);
    assert_eq!(read(format!("\u{feff}{LINE}\n\u{feff}{LINE}\n")), ["1", "2"]);
    assert_eq!(read(""), [""; 0]);
    assert_eq!(read("\n# nothing\n\n"), [""; 0]);
}

#[test]
fn errors_say_where_and_the_reading_goes_on() {
    let wrong = LINE.replacen("95", "a5", 1);
    assert_eq!(
        read(format!("# x\n{LINE}\n{wrong}\n{LINE}")),
        [
            "2",
            "f:3:14: found 'a', expected a digit from 1 to 9 or a blank (one of . 0 _ * - x ?)",
            "4",
        ]
    );
    let short = &LINE[..80];
    assert_eq!(
        read(format!("{short}\n{LINE}9\n{LINE}abc\n{LINE}\n53..7....6..\n53...\n")),
        [
            "f:1:81: found 80 cells, expected 81, or 9 on each of nine lines",
            "f:2:83: found 82 cells, expected 81",
            "f:3:82: found 'a', expected a digit from 1 to 9 or a blank (one of . 0 _ * - x ?)",
            "4",
            "f:5:10: found 12 cells, expected 9",
            "f:6:6: found 5 cells, expected 81, or 9 on each of nine lines",
        ]
    );
}

#[test]
fn bytes_that_are_not_text_are_named() {
    let mut bytes = format!("{LINE} caf\n").into_bytes();
    bytes[85] = 0xe9;
    assert_eq!(read(&bytes), ["1 caf\u{fffd}"]);
    bytes[4] = 0xe9;
    assert_eq!(
        read(&bytes),
        ["f:1:5: found the byte 0xe9, which is not UTF-8, expected a digit from 1 to 9 or a \
          blank (one of . 0 _ * - x ?)"]
    );
}

#[test]
fn a_damaged_block_costs_only_itself() {
    let nine = rows(LINE).join("\n") + "\n";
    // After a row with a wrong character, the other rows of its block are skipped and the next
    // block is read.
    for row in [0, 4, 8] {
        let mut lines = rows(LINE);
        let wrong = lines[row].replacen('.', "z", 1);
        lines[row] = &wrong;
        let read = read(format!("{nine}{}\n{nine}", lines.join("\n")));
        assert_eq!([&read[0], &read[2]], ["1", "19"]);
        assert_eq!(read.len(), 3);
        assert!(read[1].starts_with(&format!("f:{}:", 10 + row)), "{}", read[1]);
    }
    // Rows with many errors, and several such rows in a block.
    for row in ["8..", "8..a6......3456789", "*8", "8 (or 3)"] {
        let mut lines = rows(LINE);
        (lines[3], lines[6]) = (row, row);
        let read = read(format!("{}\n{nine}{nine}", lines.join("\n")));
        assert_eq!(read[2..], ["10", "19"], "{row}");
        let places = read[..2].iter().map(|error| error.rsplit_once(": ").unwrap().0);
        assert!(places.zip([4, 7]).all(|(place, line)| place.starts_with(&format!("f:{line}:"))));
    }
    // Nor do the rows after one with few cells belong to the next grid.
    for row in ["8...", "| 8 |", "| 5 3 7 |", "|.5|"] {
        let eight = rows(LINE)[1..].join("\n");
        let read = read(format!("{row}\n{eight}\n{nine}"));
        let puzzles = read.iter().filter(|read| !read.contains(':')).count();
        assert!(puzzles <= 1, "{row}: {read:?}");
    }
    // Three rows look like a band, but are a piece of a grid.
    let three = &nine[..30];
    let missing =
        |line, rows| format!("f:{line}:10: found {rows} rows of 9 cells, expected 9 rows");
    assert_eq!(read(format!("{three}\n{nine}{nine}")), [&missing(3, 3), "5", "14"]);
    assert_eq!(read(format!("{three}\n{three}{LINE}\n")), [&missing(7, 6), "8"]);
    assert_eq!(read(format!("{three}\n\n{nine}")), [&missing(3, 3), "6"]);
    let wrong = read(format!("{}\n{nine}", three.replacen('.', "z", 1)));
    assert!(wrong.len() == 2 && wrong[0].starts_with("f:1:3: found 'z'"), "{wrong:?}");
    // A missing row is reported at the end of the block.
    let eight = rows(LINE)[..8].join("\n") + "\n";
    let missing = "found 8 rows of 9 cells, expected 9 rows";
    for end in ["\n", "# comment\n"] {
        let read = read(format!("{eight}{end}{nine}"));
        assert_eq!(read, [format!("f:8:10: {missing}"), "10".to_owned()]);
    }
    assert_eq!(read(format!("{eight}{LINE} x\n")), [&format!("f:8:10: {missing}"), "9 x"]);
    assert_eq!(read(&eight), [format!("f:8:10: {missing}")]);
    assert_eq!(
        read(format!("{}12345678\n{nine}", &eight[..10])),
        ["f:2:9: found 8 cells, expected 9", "f:11:10: found 2 rows of 9 cells, expected 9 rows"]
    );
}

#[test]
fn a_line_without_end_fills_no_memory() {
    let endless = io::repeat(b'.').take(1 << 28);
    let text = endless.chain("\n".as_bytes()).chain(LINE.as_bytes());
    let mut reader = Reader::new("f", BufReader::new(text));
    let read: Vec<_> = reader.by_ref().collect();
    assert_eq!(reader.bytes(), (1 << 28) + 1 + 81);
    assert_eq!(
        read[0].as_ref().unwrap_err().to_string(),
        "f:1:65537: found a line of more than 65536 bytes, expected a puzzle"
    );
    assert_eq!(read[1].as_ref().unwrap().line, 2);
    assert_eq!(read.len(), 2);
    assert_eq!(super::tests::read(format!("# {}\n{LINE}", "x".repeat(LONGEST_LINE))), ["2"]);
    let longest = format!("{LINE} {}\n{LINE}", "x".repeat(LONGEST_LINE - 82));
    assert!(Reader::new("f", longest.as_bytes()).all(|record| record.is_ok()));
}

#[test]
fn a_value_of_json_without_end_fills_no_memory() {
    let row = format!("{{\"x\": \"{}\"}},\n", "y".repeat(1000));
    let read = read(format!("{LINE}\n{{\"rows\": [\n{}", row.repeat(40_000)));
    let refusal = "f:2:1: found a value of JSON of more than 32 MiB, expected a list of puzzles, or an \
                   object on each line";
    assert_eq!(read, ["1", refusal], "the line before it is read");
}

/// A source that panics if it is read again after its text.
struct Eager<'a>(&'a [u8]);

impl Read for Eager<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.0.read(buffer)? {
            0 => Err(io::Error::other("read too far")),
            read => Ok(read),
        }
    }
}

#[test]
fn nothing_is_read_past_a_complete_puzzle() {
    for text in [format!("{LINE}\n"), rows(LINE).join("\n") + "\n"] {
        let mut reader = Reader::new("f", BufReader::with_capacity(1, Eager(text.as_bytes())));
        assert!(reader.next().unwrap().is_ok());
        let error = reader.next().unwrap().unwrap_err();
        let line = text.lines().count() + 1;
        assert_eq!(error.to_string(), format!("f:{line}: cannot read further: read too far"));
        assert!(reader.next().is_none(), "an error of the source ends the reading");
    }
}

fn any_grid() -> impl Strategy<Value = Grid> {
    proptest::array::uniform32(0_u8..=9)
        .prop_map(|digits| Grid::try_from(std::array::from_fn(|at| digits[at % 32])).unwrap())
}

/// A puzzle as text in one of the layouts.
fn written() -> impl Strategy<Value = (Grid, String)> {
    (any_grid(), 0..17).prop_map(|(grid, layout)| {
        let line = grid.to_string();
        let text = match layout {
            0 => line + "\r",
            1 => line.replace('.', "0") + " rest\r\n",
            2 => rows(&line).join("\n") + "\n",
            3 => format!("# {line}\n{grid:#}\n"),
            4 => format!("\n{}\n", boxed(&line)),
            5 => format!("Grid 1\n{}\n", rows(&line).join("\n")),
            6 => {
                let nine = rows(&line).join("\n");
                format!("[Puzzle]\n{nine}\n[State]\n{nine}\n[Puzzle]\n")
            }
            7 => boxed(&line).replace('+', "*"),
            8 => ruled(&line, "---|---|---"),
            10 => boxed(&line).replace("+---+---+---+", ""),
            9 => format!("id,puzzle,x\n1,\"{line}\",\"a, \"\"b\"\"\"\n"),
            11 => rows(&line).join("\r\n") + "\r\n\r\n",
            12 => boxed(&line.replace('.', " ")),
            13 => each(&line, |row| format!("| {} |", spaced(&row.replace('.', " "), " | "))),
            14 => each(&line, |row| format!("  vec![{}],", spaced(&row.replace('.', "0"), ", "))),
            15 => each(&line, |row| format!("row: {row} !")),
            _ => each(&line, |row| spaced(row, ";").replace('.', "")),
        };
        (grid, text)
    })
}

/// Texts before a puzzle that change its meaning.
const ODD: [&str; 12] = [
    "",
    "\n",
    "Grid 1\n",
    "[Puzzle]\n",
    "[State]\n",
    "[Puzzle]\n[State]\n",
    "[Puzzle]\n[Notes]\nof no use\n",
    "id,puzzle\n",
    "id,rating\n",
    "53..7....\n6..195...\n",
    "53..7....\n6.a195...\n",
    "---------\n",
];

proptest! {
    #[test]
    fn no_bytes_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        // No archive begins with a line end. Without it, the bytes might be an archive that is cut
        // short, which is another error.
        let bytes = [b"\n", bytes.as_slice()].concat();
        for item in Reader::new("f", bytes.as_slice()) {
            let ends = matches!(item, Err(ReadError::Io { .. }));
            prop_assert!(!ends);
        }
    }

    #[test]
    fn no_text_of_cells_panics(text in "([-.0-9|+=*#a\u{e9}\u{fffd} ]{0,90}\r?\n){0,12}") {
        let lines = text.lines().count() as u64;
        for item in Reader::new("f", text.as_bytes()) {
            match item {
                Ok(record) => prop_assert!(record.line <= lines),
                Err(ReadError::Text { line, column, .. }) => {
                    let text = text.lines().nth(line as usize - 1).unwrap();
                    prop_assert!((1..=text.chars().count() + 1).contains(&column));
                }
                Err(error) => panic!("{error}"),
            }
        }
    }

    /// With a blank at its end, a line is no longer plain for the reader, but means the same.
    #[test]
    fn a_plain_line_is_read_as_any_other(
        pieces in proptest::collection::vec((written(), any_grid(), 0..ODD.len()), 0..8)
    ) {
        let text = |end: &str| {
            let pieces = pieces.iter().map(|((_, text), grid, odd)| {
                format!("{}{grid}{end}\n{text}{}{grid}{end}\r\n", ODD[*odd], ODD[ODD.len() - 1 - odd])
            });
            pieces.collect::<String>()
        };
        let read = |text: String| -> Vec<_> {
            let records = Reader::new("f", text.as_bytes());
            records.map(|record| record.map_err(|error| error.to_string())).collect()
        };
        prop_assert_eq!(read(text("")), read(text(" ")));
    }

    #[test]
    fn what_is_written_is_read(puzzles in proptest::collection::vec(written(), 0..8)) {
        let text: String = puzzles.iter().map(|(_, text)| text.as_str()).collect();
        let read: Vec<Grid> =
            Reader::new("f", text.as_bytes()).map(|record| record.unwrap().grid).collect();
        let grids: Vec<Grid> = puzzles.iter().map(|(grid, _)| *grid).collect();
        prop_assert_eq!(read, grids);
    }

    #[test]
    fn no_good_line_is_lost(
        parts in proptest::collection::vec((any_grid(), "[-.0-9a|\u{fffd} ]{0,90}"), 1..20)
    ) {
        let mut text = String::new();
        let mut good = Vec::new();
        for (index, (grid, bad)) in parts.iter().enumerate() {
            text.extend([bad, "\n", &grid.to_string(), "\n"]);
            good.push((index as u64 * 2 + 2, *grid));
        }
        let read: Vec<_> = Reader::new("f", text.as_bytes())
            .flatten()
            .map(|record| (record.line, record.grid))
            .filter(|(line, _)| line % 2 == 0)
            .collect();
        prop_assert_eq!(read, good);
    }
}
