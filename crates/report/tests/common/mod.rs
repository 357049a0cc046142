//! The fixture with programs in other languages.

use std::path::Path;

use sudoku_core::Ending;
use sudoku_measure::{
    AskedProgram, ElsewhereRow, ProgramAnswers, ProgramRecord, ProgramRow, Raw, RunFolder,
    TrackKind,
};

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
        within_ns: 10_000_000_000,
        drift: None,
        fault: fault.map(str::to_owned),
    };
    let program = |name: &str| AskedProgram {
        name: name.to_owned(),
        first: text("./solve"),
        ..AskedProgram::default()
    };
    let quick = AskedProgram {
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
        ProgramRecord { program: quick, answers: vec![answers(puzzles, None)] },
        ProgramRecord { program: program("slow"), answers: vec![answers(1, None)] },
        ProgramRecord {
            program: program("wrong"),
            answers: vec![answers(0, Some("line 1 is wrong: expected 81 digits"))],
        },
    ];
    raw.passes = (0..6).flat_map(passes).collect();
    raw
}

/// The small run, with programs that were measured outside it.
pub(crate) fn with_elsewhere() -> Raw {
    let row = |program: &str, set: &str, limit, solver: &str, ratio: f64| ElsewhereRow {
        program: program.to_owned(),
        version: "1.0 <beta>".to_owned(),
        compiler: "cc 12".to_owned(),
        flags: "-O3 | native".to_owned(),
        set: set.to_owned(),
        limit,
        solver: solver.to_owned(),
        ratio,
        low: ratio - 0.25,
        high: ratio + 0.5,
        puzzles: 5000,
        date: "2026-11-24".to_owned(),
    };
    let (one, many) = ("bitmask/blank-list", "bitmask/cursor");
    let elsewhere = vec![
        row("quick", "minimal", 2, one, 3.5),
        row("quick", "<i>far</i>", 2, one, 9.0),
        row("slow\u{1b}[31m", "minimal", 2, one, 4.0),
        row("quick", "minimal", 2, many, 5.5),
        row("quick", "minimal", 1, one, 2.5),
    ];
    Raw { elsewhere, programs: Vec::new(), passes: Vec::new(), ..with_programs() }
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
    let tracks = [
        (TrackKind::Program, "<i>quick</i>", 2e6, 150_000.0),
        (TrackKind::Program, "slow", 9e7, 2_250_000.0),
        (TrackKind::Echo, "echo", 1e6, 150.0),
    ];
    let rows = tracks.iter().flat_map(|&(kind, track, start, each)| {
        let lengths = [0, 100, 400].into_iter();
        lengths.map(move |puzzles| {
            let ns = start + each * puzzles as f64 * wave(puzzles);
            ProgramRow {
                corpus: SET.to_owned(),
                group: None,
                round,
                kind,
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
