//! Programs in other languages in a run: their rows are written, and a program that fails does no
//! harm to the rest of the run. Nor does a peer, which is tried as such a program. The programs are
//! this test's own executable, started again.
#![cfg(unix)]

use std::env;
use std::io::{self, BufRead};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use sudoku_benches::{PuzzleSet, Request, Settings, admitted, left_out, programs, run_as_peer};
use sudoku_core::{Goal, Grid, Puzzle};
use sudoku_doubles::peers::{EATS, FAILING, HANGS, HONEST, LIES, PANICS, THOROUGH};
use sudoku_programs::{Out, PassLengths, Program, launched};
use sudoku_record::{Absent, Mode, ProgramRecord, ProgramRow, RunFolder};
use sudoku_registry::{Entry, Outcome, find};

/// A program that makes the search of a solver, by its name.
const RIGHT: &str = "bitmask/blank-list, Rust";

fn main() -> ExitCode {
    if let Some(code) = launched() {
        return code;
    }
    let words: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["answer", wrong] => answer(wrong.parse().expect("a number")),
        ["peer", "first", id] => run_as_peer(peer(id), Goal::First).expect("puzzles"),
        ["peer", "unique", id] => run_as_peer(peer(id), Goal::Unique).expect("puzzles"),
        _ => {
            a_run_with_programs_has_their_rows_and_is_whole_without_one_that_fails();
            a_peer_that_hangs_panics_or_eats_memory_is_left_out();
            println!("test result: ok. 2 passed");
        }
    }
    ExitCode::SUCCESS
}

/// The program that is started: answers a puzzle on each line, from puzzle `wrong` on with `none`.
fn answer(wrong: usize) {
    let mut solver = find("bitmask/blank-list").unwrap().start();
    for (at, line) in io::stdin().lock().lines().enumerate() {
        let puzzle = Puzzle::try_from(line.unwrap().parse::<Grid>().unwrap()).unwrap();
        let text = match solver.solve(&puzzle, Goal::First) {
            Outcome::Solved(solution) if at < wrong => solution.to_string(),
            _ => "none".to_owned(),
        };
        println!("{text}");
    }
}

fn peer(id: &str) -> &'static Entry {
    let mut all = FAILING.into_iter().chain([&HONEST, &THOROUGH]);
    all.find(|peer| peer.info.id == id).expect("a double")
}

/// Of the puzzles, three have a solution and three have none.
fn a_peer_that_hangs_panics_or_eats_memory_is_left_out() {
    let settings = Settings { puzzles: 3, ..Settings::of(Mode::Quick) };
    let sets = ["effort-1e2", "none", "effort-1e2+unique"];
    let sets = sets.map(|name| PuzzleSet::find(name, &settings).unwrap());
    let place = format!(" with 3 of 6 lines written, before {}", sets[1].puzzles[0].grid());
    let own = env::current_exe().unwrap();
    let why = |peer: &'static Entry, within| {
        let found = admitted(&[peer], &sets, within, &own).unwrap();
        assert_eq!(found[0].0.info.id, peer.info.id);
        let Absent::LeftOut(why) = found[0].1.clone()? else { panic!("{:?}", found[0].1) };
        let id = peer.info.id;
        assert_eq!(left_out(&found[0]), Some(format!("{id} is left out: it {why}")));
        Some(why)
    };
    let [short, long] = [2, 20].map(Duration::from_secs);
    assert_eq!(why(&HANGS, short).unwrap(), format!("had not ended after 2s{place}"));
    let panics = why(&PANICS, long).unwrap();
    let code = format!("ended with exit code 101{place}; it says `panicked at ");
    assert!(panics.starts_with(&code), "{panics}");
    assert!(panics.contains(": every puzzle has a solution"), "{panics}");
    #[cfg(target_os = "linux")]
    {
        let memory = format!("used more than 1024 MiB of memory{place}");
        assert_eq!(why(&EATS, long).unwrap(), memory);
    }
    // Answers are judged later, and the last asks for a second solution alone.
    for sound in [&LIES, &HONEST, &THOROUGH] {
        assert_eq!(why(sound, long), None);
    }
}

fn a_run_with_programs_has_their_rows_and_is_whole_without_one_that_fails() {
    let own = env::current_exe().unwrap();
    let contender = |name: &str, wrong: usize| {
        let asked = ProgramRecord {
            name: name.to_owned(),
            first: Some(format!("{} answer {wrong}", own.display())),
            ..ProgramRecord::default()
        };
        Program::new(asked, Path::new(".")).unwrap()
    };
    let ms = Duration::from_millis;
    let pace = PassLengths { unit: ms(3), longest: ms(200), rounds: 4, within: ms(1000) };
    let settings = Settings { puzzles: 20, pace, ..Settings::of(Mode::Quick) };
    let sets = ["easy", "leetcode-37", "hard+unique", "effort-1e3"];
    let sets = sets.map(|name| PuzzleSet::find(name, &settings).unwrap());
    let request = Request {
        solvers: vec![find("bitmask/blank-list").unwrap(), find("bitmask/cursor").unwrap()],
        sets: Vec::from(sets),
        // The second fails when its answers are judged, the third in a longer pass that is timed.
        programs: vec![contender(RIGHT, usize::MAX), contender("wrong", 10), contender("late", 20)],
        ..Request::bare(settings)
    };
    let found = programs(&request, &own);

    let [right, wrong, late] = found.records.as_slice() else { panic!("three programs") };
    let asked = |of: &ProgramRecord| -> Vec<_> {
        of.answers.iter().map(|of| (of.corpus.clone(), of.answered)).collect()
    };
    let all = |set: usize| (request.sets[set].record.name.clone(), request.sets[set].puzzles.len());
    assert_eq!(
        asked(right),
        [all(0), all(3)],
        "neither a single puzzle nor a question that it lacks"
    );
    assert_eq!(asked(wrong), [("easy".to_owned(), 10)], "and nothing after a fault");
    assert_eq!(asked(late), asked(right));
    let faults = [right, wrong, late].map(|of| of.fault().map(|(_, fault)| fault.to_owned()));
    assert_eq!(faults[0], None);
    assert!(faults[1].as_ref().unwrap().starts_with("line 11 is wrong: "), "{faults:?}");
    assert!(faults[2].as_ref().unwrap().starts_with("line 21 is wrong: "), "{faults:?}");
    let [first, second] = found.out.as_slice() else { panic!("{:?}", found.out) };
    let out = |of: &Out| (of.program.clone(), of.corpus.clone(), of.fault.line);
    assert_eq!(out(first), ("wrong".to_owned(), "easy".to_owned(), Some(11)));
    assert_eq!(out(second), ("late".to_owned(), "easy".to_owned(), Some(21)));
    assert_eq!(first.place, Some(10));

    let lengths = |corpus: &str, track: &str| {
        let ours = |row: &&ProgramRow| (&*row.corpus, &*row.track, row.round) == (corpus, track, 1);
        let rows = found.rows.iter().filter(ours);
        let mut lengths: Vec<_> = rows.map(|row| (row.puzzles, row.placements)).collect();
        lengths.sort_unstable();
        lengths
    };
    let [(0, None), (less, Some(few)), (more, Some(many))] = lengths("easy", RIGHT)[..] else {
        panic!("{:?}", found.rows)
    };
    assert_eq!((less % 20, more), (0, 4 * less), "all puzzles equally often");
    // Each puzzle is relabelled in its own way, and counted so.
    assert!(few > 0 && many > few && many != 4 * few, "{few} {many}");
    let [_, (less, Some(few)), (more, Some(many))] = lengths("effort-1e3", RIGHT)[..] else {
        panic!("{:?}", found.rows)
    };
    assert_eq!(more * few as usize, less * many as usize, "labels shape this set: they stay");
    let of_right = |row: &&ProgramRow| row.track == RIGHT;
    let mut sets: Vec<&str> = found.rows.iter().filter(of_right).map(|row| &*row.corpus).collect();
    sets.dedup();
    assert_eq!(sets, ["easy", "effort-1e3"]);
    assert!(found.rows.iter().all(|row| !["wrong", "late"].contains(&&*row.track)));

    // The files written can be read again.
    let folder = env::temp_dir().join(format!("sudoku-lab-programs-{}", std::process::id()));
    let run = RunFolder::new(&folder);
    run.start().unwrap();
    run.write_programs(&found.records).unwrap();
    run.write(&found.rows).unwrap();
    let (records, rows) = (run.programs().unwrap(), run.read::<ProgramRow>().unwrap());
    std::fs::remove_dir_all(folder).unwrap();
    assert_eq!((&records, &rows), (&found.records, &found.rows));
}
