//! Puzzles in brackets: what is read, what is refused, and what is lost to damage.

use std::io::{BufReader, Read};

use proptest::prelude::*;
use sudoku_core::Grid;

use crate::{ReadError, Reader, Record};

const LINE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// The line of every puzzle, which must be the example, and every error as it is shown.
fn read(text: impl AsRef<[u8]>) -> Vec<String> {
    let show = |item| match item {
        Ok(Record { line, grid, .. }) => {
            assert_eq!(grid.to_string(), LINE);
            line.to_string()
        }
        Err(error) => ReadError::to_string(&error),
    };
    Reader::new("f", text.as_ref()).map(show).collect()
}

/// The one record of a text.
fn one(text: &str) -> Record {
    let mut records: Vec<_> = Reader::new("f", text.as_bytes()).map(Result::unwrap).collect();
    assert_eq!(records.len(), 1, "{text}");
    records.remove(0)
}

/// The cells of a grid as nested arrays; `between` separates the rows.
fn array(grid: &str, blank: &str, between: &str) -> String {
    let cells: Vec<String> =
        grid.chars().map(|c| if c == '.' { blank.to_owned() } else { c.to_string() }).collect();
    let rows: Vec<String> = cells.chunks(9).map(|row| format!("[{}]", row.join(","))).collect();
    format!("[{}]", rows.join(&format!(",{between}")))
}

fn strings(grid: &str) -> String {
    let rows: Vec<&str> = (0..9).map(|row| &grid[row * 9..][..9]).collect();
    format!("[\"{}\"]", rows.join("\",\""))
}

/// The JSON with every cell on its own line.
fn pretty(json: &str) -> String {
    json.replace('[', "[\n  ").replace(']', "\n]").replace(',', ",\n  ").replace(':', " : ")
}

#[test]
fn objects_are_read_with_their_solutions_and_ratings() {
    let object = format!(
        "{{\"id\":7,\"puzzle\":\"{LINE}\",\"solution\":\"{SOLUTION}\",\"difficulty\":\"hard\"}}"
    );
    for text in
        [object.clone(), object.replace(',', ",\n"), format!("[{object}\n]"), pretty(&object)]
    {
        let record = one(&text);
        assert_eq!(record.grid.to_string(), LINE);
        assert_eq!(record.solution.unwrap().unwrap().to_string(), SOLUTION);
        assert_eq!(record.rating.as_deref(), Some("hard"));
    }
    assert_eq!(read(format!("{object}\n{object}\n")), ["1", "2"]);
    assert_eq!(read(format!("[\n{object},\n{object}\n]\n{LINE}")), ["2", "3", "5"]);
    assert_eq!(read(format!("[{object},{object}]")), ["1", "1"]);
    let nested = format!(
        "{{\"newboard\":{{\"grids\":[{{\"value\":{},\"solution\":{},\"difficulty\":3}}],\"results\":1}}}}",
        array(LINE, "0", "\n"),
        array(SOLUTION, "0", ""),
    );
    let record = one(&nested);
    assert_eq!(record.solution.unwrap().unwrap().to_string(), SOLUTION);
    assert_eq!(record.rating.as_deref(), Some("3"));
}

#[test]
fn boards_may_be_written_in_many_ways() {
    let grids = [
        array(LINE, "0", ""),
        array(LINE, "null", ""),
        array(LINE, "\"\"", ""),
        array(LINE, "None", "\n"),
        array(LINE, "\".\"", " "),
        strings(LINE),
        strings(LINE).replace(',', ",\n"),
        array(LINE, "0", "").replace('[', "{").replace(']', "}"),
        array(LINE, "0", "\n ").replace(',', " "),
        format!("[{}]", array(LINE, "null", "").replace(['[', ']'], "")),
        format!("\"{LINE}\""),
        format!("'{LINE}'"),
        format!("{:?}", format!("{:#}", LINE.parse::<Grid>().unwrap())),
    ];
    for grid in grids {
        let mut texts = vec![
            format!("{{\"board\": {grid}}}"),
            format!("{{\"anything\": {grid}}}"),
            format!("[{grid}]"),
            format!("[{grid}]\n{LINE}\n"),
        ];
        if grid.contains(',') && !grid.contains("None") {
            texts.push(pretty(&format!("{{\"grid\":{grid}}}")));
        }
        for text in texts {
            let lines = 1 + usize::from(text.ends_with('\n'));
            assert_eq!(read(&text).len(), lines, "{text}");
        }
        assert_eq!(read(format!("[{grid},{grid}\n,{grid}]")).len(), 3, "{grid}");
    }
    let rows = ('A'..='I').zip(LINE.as_bytes().chunks(9));
    let rows = rows.map(|(key, row)| format!("\"{key}\":{:?}", str::from_utf8(row).unwrap()));
    assert_eq!(read(format!("{{{}}}", rows.collect::<Vec<_>>().join(","))), ["1"]);
    let list = format!("{{\"puzzles\":[\"{LINE}\",\"{LINE}\",\"{LINE}\"]}}");
    assert_eq!(read(list), ["1", "1", "1"]);
    // The full stop after a fact of Prolog is no cell.
    assert_eq!(read(format!("problem({}).", array(LINE, "_", ""))), ["1"]);
    // Rows in separate brackets, with `null` for blanks.
    let rows = array(LINE, "null", "\n");
    assert_eq!(read(&rows[1..rows.len() - 1]), ["1"]);
    assert_eq!(read(pretty(&array(LINE, "null", ""))), ["2"]);
}

#[test]
fn literals_of_problem_statements_are_read() {
    let board = array(LINE, "\".\"", "");
    for text in [
        format!("Input: board = {board}\n"),
        format!("grid = {}\n", array(LINE, "0", "\n        ")),
        format!("Input: board =\n{}\n", board.replace("],", "]\n,")),
        format!(
            "int[][] grid = new int[][] {};\n",
            array(LINE, "0", "\n").replace('[', "{").replace(']', "}")
        ),
        format!("int grid[9][9] = {};", array(LINE, "0", "\n").replace('[', "{").replace(']', "}")),
        format!("let board = vec!{};", array(LINE, "0", "")),
        format!("x = np.array({})", array(LINE, "0", "\n")),
        format!("puzzle = \"{LINE}\""),
    ] {
        let read = read(&text);
        assert_eq!(read.len(), 1, "{text}: {read:?}");
        assert!(read[0].len() == 1, "{read:?}");
    }
    let output = array(SOLUTION, "0", "");
    let record = one(&format!("Input: board = {board}\nOutput: {output}\n"));
    assert_eq!(record.solution.unwrap().unwrap().to_string(), SOLUTION);
    assert_eq!(read(format!("Input: board = {board}\n\n{LINE}\n")), ["1", "3"]);
}

#[test]
fn a_solution_beside_its_puzzle_is_no_puzzle() {
    for text in [
        format!("[[\"{LINE}\",\"{SOLUTION}\"]]"),
        format!("[\"{LINE}\",\n\"{SOLUTION}\"]"),
        format!("{{\"x\":\"{LINE}\",\"y\":\"{SOLUTION}\"}}"),
        format!("{{\"y\":\"{SOLUTION}\",\"x\":\"{LINE}\"}}"),
        format!("{{\"solutions\":[\"{SOLUTION}\"],\"x\":{}}}", strings(LINE)),
        format!("{{\"x\":[\"{LINE}\",\"{SOLUTION}\"]}}"),
        format!("{{\"prompt\":\"{LINE}\",\"answer\":\"{LINE} makes {SOLUTION}\"}}"),
        format!("{{\"prompt\":\"{LINE}\",\"answer\":\"{LINE}\\n\\n{SOLUTION}\"}}"),
    ] {
        let solution = one(&text).solution;
        assert_eq!(solution.unwrap().unwrap().to_string(), SOLUTION, "{text}");
    }
    // A game in progress belongs to its puzzle; in an array, it is another puzzle.
    let begun = LINE.replacen('.', "4", 1);
    assert_eq!(read(format!("{{\"puzzle\":\"{LINE}\",\"state\":\"{begun}\"}}")), ["1"]);
    assert_eq!(read(format!("{{\"state\":\"{begun}\",\"puzzle\":\"{LINE}\"}}")), ["1"]);
    let all = format!("[\"{LINE}\",\n\"{begun}\"]");
    assert_eq!(Reader::new("f", all.as_bytes()).flatten().count(), 2);
    let wrong = one(&format!("{{\"puzzle\":\"{LINE}\",\"solution\":\"{}\"}}", &SOLUTION[1..]));
    assert!(wrong.solution.unwrap().is_err());
}

#[test]
fn errors_say_where_and_the_other_puzzles_are_kept() {
    let good = format!("{{\"puzzle\":\"{LINE}\"}}");
    let lines = |bad: &str| read(format!("{good}\n{bad}\n{good}\n"));
    let cells = "expected 81, or 9 on each of nine lines";
    for (bad, error) in [
        (good.replace("53", "5"), format!("f:2:1: `puzzle`: found 80 cells, {cells}")),
        (
            good.replace("53", "5z"),
            "f:2:1: `puzzle`: found 'z', expected a digit from 1 to 9 or a blank (one of . 0 _ * - x \
             ?)"
                .to_owned(),
        ),
        (
            "{\"puzzle\":null}".to_owned(),
            "f:2:1: found no puzzle in `puzzle`, expected 81 cells".to_owned(),
        ),
        (
            "{\"id\":3}".to_owned(),
            "f:2:1: found no puzzle in `id`, expected 81 cells".to_owned(),
        ),
        (
            array(LINE, "0", "").replacen("5,", "", 1),
            "f:2:2: found 8 cells, expected 9".to_owned(),
        ),
        ] {
        assert_eq!(lines(&bad), ["1", &error, "3"], "{bad}");
    }
    // The brackets are wrong, but the puzzle is still read.
    for bad in [good.replace('}', "]"), good.replace('}', ""), good.replace("\"}", "}")] {
        assert_eq!(lines(&bad), ["1", "2", "3"], "{bad}");
    }
    assert_eq!(read(format!("[{good},\n{good}\n")), ["1", "2"]);
    let other = format!("[{good},\n{good},\n{LINE}\nGrid 02\n{LINE}");
    let found = read(other);
    assert_eq!([&found[0], &found[1], &found[2], &found[4]], ["1", "2", "3", "5"]);
    assert!(found[3].starts_with("f:4:1: found 'G'"), "{}", found[3]);
    // An object without a puzzle is reported if others have one, before or after them.
    for list in [format!("[{good},{{\"id\":3}}]"), format!("[{{\"id\":3}},{good}]")] {
        let read = read(list);
        assert!(read.len() == 2 && read.iter().any(|line| line.contains("no puzzle")), "{read:?}");
    }
    let deep = "[".repeat(100) + "7" + &"]".repeat(100);
    let read = read(format!("{deep}\n{LINE}"));
    assert!(read.len() == 2 && read[0].contains("no puzzle") && read[1] == "2", "{read:?}");
}

#[test]
fn a_row_of_an_array_may_look_like_numbers_of_columns() {
    let grid = format!("1234.6789{}", ".".repeat(72));
    for written in [strings(&grid), array(&grid, "0.0", ""), array(&grid, "null", "\n")] {
        let text = format!("{{\"puzzle\":{written}}}");
        let read: Vec<_> = Reader::new("f", text.as_bytes()).map(Result::unwrap).collect();
        assert_eq!(read.iter().map(|one| one.grid.to_string()).collect::<Vec<_>>(), [&*grid]);
    }
}

/// Rows of a list that never ends are none of the next list's.
#[test]
fn a_list_without_an_end_leaves_nothing_to_the_next() {
    let rows: Vec<String> = (0..9).map(|row| format!("{:?}", &LINE[row * 9..][..9])).collect();
    let text = format!("[{},\n{LINE}\n[{}]\n", rows[..8].join(", "), rows[8]);
    let endless = "f:1:2: found rows or cells of a list that does not end, expected `]`";
    assert_eq!(read(text)[..2], [endless, "2"]);
}

#[test]
fn brackets_without_content_are_a_border() {
    let nine: Vec<&str> = (0..9).map(|row| &LINE[row * 9..][..9]).collect();
    assert_eq!(read(format!("[\n{}\n]\n", nine.join("\n"))), ["2"]);
    assert_eq!(read(format!("[\n{LINE}\n]\n{LINE}")), ["2", "4"]);
    assert_eq!(read(format!("[\n# a comment\n\n{LINE} easy\n]\n")), ["4"]);
}

#[test]
fn an_array_on_one_line_is_read_puzzle_by_puzzle() {
    let object = format!("{{\"id\":7,\"puzzle\":\"{LINE}\"}},");
    let many = object.repeat(2_000);
    let text = format!("[{many}{{\"puzzle\":7}}]\n{LINE}\n");
    let read = read(&text);
    assert_eq!(read.len(), 2_002);
    let column = text.lines().next().unwrap().chars().count() - 2;
    let wrong = format!("f:1:{}: `puzzle`: found 1 cell", column - 10);
    assert!(read[2_000].starts_with(&wrong), "{}", read[2_000]);
    assert_eq!(read[2_001], "2");
    // A text in quotes that does not end is refused before it fills the memory.
    let text = "[\"".as_bytes().chain(std::io::repeat(b'.').take(1 << 24)).chain(&b"\"]\n"[..]);
    let text = text.chain(LINE.as_bytes());
    let read: Vec<_> = Reader::new("f", BufReader::new(text)).collect();
    assert_eq!(read.len(), 2, "{read:?}");
    assert!(read[0].as_ref().unwrap_err().to_string().starts_with("f:1:2: found a line of more"));
}

#[test]
fn a_value_that_fills_the_memory_is_refused_by_its_length() {
    let row = "[\n0,0,0,0,0,0,0,0,0\n],\n".repeat(3 << 19);
    let read = read(format!("{LINE}\n{{\"puzzle\":[\n{row}[]]}}\n"));
    assert_eq!(read[0], "1");
    assert!(
        read.len() == 2 && read[1].starts_with("f:2:1: found a value of JSON of more than 32 MiB")
    );
}

#[test]
fn the_keys_that_are_read_are_named() {
    let taken = |text: &str| {
        let mut reader = Reader::new("f", text.as_bytes());
        reader.by_ref().for_each(|record| drop(record.unwrap()));
        reader.taken().unwrap_or_default()
    };
    assert_eq!(
        taken(&format!(
            "{{\"id\":7,\"puzzle\":\"{LINE}\",\"solution\":\"{SOLUTION}\",\"rating\":1}}"
        )),
        "puzzles from `puzzle`, solutions from `solution`, ratings from `rating`; not read: `id`"
    );
    assert_eq!(
        taken(&format!("id,puzzle,x\n7,{LINE},8")),
        "puzzles from `puzzle`; not read: `id`, `x`"
    );
    assert_eq!(taken(&format!("{LINE}\n[{}]\n", array(LINE, "null", ""))), "");
    let keys: Vec<String> = (0..12).map(|key| format!("\"k{key}\":1")).collect();
    let keys = keys.join(",");
    assert!(taken(&format!("{{{keys},\"puzzle\":\"{LINE}\"}}")).ends_with("and 4 more"));
}

fn any_grid() -> impl Strategy<Value = Grid> {
    // The first cell is blank, so that no grid is the solution of another; the last one is a given.
    proptest::collection::vec(0_u8..=9, 80).prop_map(|digits| {
        let cells = std::array::from_fn(|at| if at == 0 { 0 } else { digits[at - 1] });
        Grid::try_from(cells).unwrap().with(80, 9)
    })
}

/// A puzzle as JSON, without a line end.
fn written() -> impl Strategy<Value = (Grid, String)> {
    (any_grid(), 0..12).prop_map(|(grid, form)| {
        let line = grid.to_string();
        // Each cell by its place and sign.
        let cells = |cell: &dyn Fn(usize, char) -> String| {
            let cells: Vec<String> = line.chars().enumerate().map(|(at, c)| cell(at, c)).collect();
            let rows = cells.chunks(9).map(|row| format!("[{}]", row.join(",")));
            format!("[{}]", rows.collect::<Vec<_>>().join(","))
        };
        let digit = |sign: char| if sign == '.' { '0' } else { sign };
        let value = match form {
            0 => format!("\"{line}\""),
            1 => array(&line, "0", ""),
            2 => array(&line, "null", ""),
            3 => strings(&line),
            4 => array(&line, "\".\"", ""),
            5 => array(&line, "-1", ""),
            6 => array(&line, "false", ""),
            7 => cells(&|_, sign| format!("{}.0", digit(sign))),
            8 => cells(&|_, sign| format!("{{\"value\":{},\"notes\":[]}}", digit(sign))),
            9 => cells(&|at, sign| {
                let (row, column) = (at / 9, at % 9);
                format!("{{\"row\":{row},\"col\":{column},\"value\":{}}}", digit(sign))
            })
            .replace("],[", ",")
            .replace("[[", "[")
            .replace("]]", "]"),
            10 => {
                let rows = line.as_bytes().chunks(9).enumerate();
                let rows =
                    rows.map(|(at, row)| format!("\"r{at}\":{:?}", str::from_utf8(row).unwrap()));
                format!("{{{}}}", rows.collect::<Vec<_>>().join(","))
            }
            _ => format!("[{}]", array(&line, "0", "").replace(['[', ']'], "")),
        };
        (grid, format!("{{\"id\":{form},\"puzzle\":{value}}}"))
    })
}

proptest! {
    #[test]
    fn what_is_written_is_read(objects in proptest::collection::vec(written(), 1..6), form in 0..4) {
        let texts: Vec<&str> = objects.iter().map(|(_, text)| text.as_str()).collect();
        let text = match form {
            0 => texts.join("\n"),
            1 => format!("[{}]", texts.join(",")),
            2 => pretty(&format!("[{}]", texts.join(","))),
            _ => format!("{{\"puzzles\":[\n{}\n]}}", texts.join(",\r\n")),
        };
        let read: Vec<Grid> =
            Reader::new("f", text.as_bytes()).map(|record| record.unwrap().grid).collect();
        let grids: Vec<Grid> = objects.iter().map(|(grid, _)| *grid).collect();
        prop_assert_eq!(read, grids);
    }

    #[test]
    fn damage_costs_one_line(
        objects in proptest::collection::vec(written(), 3..5),
        (at, kind, with) in (0..1_000_usize, 0..3, "[\\[\\]{}\",:0-9a.\\\\ ]"),
        form in 0..2,
    ) {
        let mut texts: Vec<String> = objects.iter().map(|(_, text)| text.clone()).collect();
        let at = at % texts[1].len();
        match kind {
            0 => {
                texts[1].remove(at);
            }
            1 => texts[1].replace_range(at..=at, &with),
            _ => texts[1].insert_str(at, &with),
        }
        let text = if form == 0 { texts.join("\n") } else { format!("[{}\n]", texts.join(",\n")) };
        let items: Vec<_> = Reader::new("f", text.as_bytes()).collect();
        let read: Vec<Grid> = items.iter().flatten().map(|record| record.grid).collect();
        for (at, (grid, _)) in objects.iter().enumerate().filter(|(at, _)| *at != 1) {
            prop_assert!(read.contains(grid), "{}: {} of {:?}", at, text, items);
        }
        prop_assert!(read.len() >= objects.len() || items.len() > read.len(), "{}", text);
        for item in &items {
            if let Err(ReadError::Text { line, column, .. }) = item {
                let line = text.lines().nth(*line as usize - 1);
                prop_assert!(line.is_some_and(|line| *column <= line.chars().count() + 1));
            }
        }
    }

    #[test]
    fn no_text_of_brackets_panics(text in "([-.0-9a\\[\\]{}\",:\\\\ =\u{e9}]{0,60}\r?\n){0,8}") {
        let mut before = 0;
        for record in Reader::new("f", text.as_bytes()).flatten() {
            prop_assert!(record.line >= before);
            before = record.line;
        }
    }
}
