//! Shared by several tests: the fixture with programs in other languages.

use std::path::Path;

use sudoku_core::Ending;
use sudoku_record::{ProgramAnswers, ProgramRecord, ProgramRow, Raw, RunFolder};

/// The set on which programs are timed.
pub(crate) const SET: &str = "effort-1e5";

/// The small run, with a program that is timed, one that answers a part, and one that has left. Their
/// names and what is said of them are full of marks that mean something elsewhere.
pub(crate) fn with_programs() -> Raw {
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixture");
    let mut raw = Raw::read(&RunFolder::new(fixture)).unwrap();
    let puzzles = raw.plan.corpora.iter().find(|set| set.name == SET).unwrap().puzzles;
    // A solver that was stopped has no ratio to a program.
    for row in raw.counts.iter_mut().filter(|row| row.outcome == Ending::Stopped) {
        row.outcome = Ending::Solved;
    }
    let text = |text: &str| Some(text.to_owned());
    let answers = |answered, fault: Option<&str>| ProgramAnswers {
        corpus: SET.to_owned(),
        answered,
        no_solution: 0,
        puzzles,
        fault: fault.map(str::to_owned),
    };
    let program = |name: &str| ProgramRecord {
        name: name.to_owned(),
        first: text("./solve"),
        ..ProgramRecord::default()
    };
    let quick = ProgramRecord {
        version: text("1.0 <beta>"),
        author: text("A. \u{1b}[31mAuthor"),
        source: text("https://example.org/quick"),
        build: text("cc -O2 | tee `log`"),
        compiler: text("cc 12.2.0"),
        unique: text("./solve --unique"),
        claims: text(CLAIMS),
        ..program("<i>quick</i>")
    };
    raw.programs = vec![
        ProgramRecord { answers: vec![answers(puzzles, None)], ..quick },
        ProgramRecord { answers: vec![answers(1, None)], ..program("slow") },
        ProgramRecord {
            answers: vec![answers(0, Some("line 1 is wrong: expected 81 digits"))],
            ..program("wrong")
        },
    ];
    raw.passes = (0..6).flat_map(passes).collect();
    raw
}

/// The claims of the author of the quick program.
const CLAIMS: &str = r#"
[entrant]
name = "quick"

[[claim]]
id = "i-quick-i-faster"
place = "its page"
says = "It is faster than brute force."
reading = "Their times are compared."
solvers = { it = "programs/<i>quick</i>", brute = "brute-scan/three-loops" }

[[claim.test]]
figure = "it.time / brute.time"
below = 1
on = ["effort-1e5"]
"#;

fn passes(round: u32) -> Vec<ProgramRow> {
    let wave = |puzzles: usize| 1.0 + ((puzzles as u32 * 3 + round * 5) % 7) as f64 / 1000.0;
    let tracks = [("<i>quick</i>", 2e6, 150_000.0), ("slow", 9e7, 2_250_000.0)];
    let rows = tracks.iter().flat_map(|&(track, start, each)| {
        let lengths = [0, 100, 400].into_iter();
        lengths.map(move |puzzles| {
            let ns = start + each * puzzles as f64 * wave(puzzles);
            ProgramRow {
                corpus: SET.to_owned(),
                round,
                track: track.to_owned(),
                puzzles,
                placements: None,
                nodes: None,
                cpu_ns: ns as u64,
                wall_ns: ns as u64,
            }
        })
    });
    rows.collect()
}
