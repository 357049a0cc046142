//! The tasks, each with its help and the function that does it.

use std::process::ExitCode;

use anyhow::Result;

use crate::args::Args;
use crate::{
    Usage, arm, bench, ci, claims, compare, count, duel, help, languages, module, new_solver,
    oracle, race, recount, size, tidy, wheel, zero_cost,
};

/// A task of `cargo xtask`.
pub(crate) struct Task {
    pub(crate) name: &'static str,
    /// The arguments that are not options, with a blank before them, such as ` A B`.
    pub(crate) operands: &'static str,
    /// One line of the list of tasks.
    pub(crate) about: &'static str,
    /// Where it writes and how long it takes, as far as the options do not say so.
    pub(crate) more: &'static str,
    /// Each option with its value, and its description.
    pub(crate) options: &'static [(&'static str, &'static str)],
    /// A call as it is typed.
    pub(crate) example: &'static str,
    pub(crate) run: fn(Args) -> Result<ExitCode>,
}

/// Returns the task of this name.
///
/// # Errors
///
/// A usage error that names the nearest task.
pub(crate) fn find(name: &str) -> Result<&'static Task> {
    TASKS.iter().find(|task| task.name == name).ok_or_else(|| {
        let meant = sudoku_core::nearest(name, TASKS.iter().map(|task| task.name));
        Usage(format!("no task `{name}`; did you mean `{}`?", meant.unwrap_or_default())).into()
    })
}

const SOLVER: (&str, &str) =
    ("--solver GLOB", "only these solvers, such as 'bitmask/*'; may be repeated");
const PROGRAM: (&str, &str) = (
    "--program NAME=COMMAND",
    "a program in any language takes part (docs/YOUR_PROGRAM.md); NAME+unique=COMMAND says whether a \
     solution is unique; may be repeated",
);
const ENTRANT: (&str, &str) = (
    "--entrant DIR",
    "the program that DIR/entrant.toml describes is built and takes part; may be repeated",
);
const IN: (&str, &str) = (
    "--in DIR",
    "by the run in this folder; otherwise by reports/latest, or else by the newest reference",
);

pub(crate) static TASKS: [Task; 21] = [
    Task {
        name: "bench",
        operands: "",
        about: "verify, count and time every solver, and draw the report",
        more: "The report is one page, reports/latest/index.html. After compiling, a run takes about a \
               quarter of an hour, with --quick about a minute and a half. Standard output ends with the \
               finding, what has changed since the reference of this processor, and the path of the \
               page.",
        options: &[
            ("--quick", "about a minute and a half, for a first impression"),
            ("--full", "all puzzles, however long it takes, for narrower intervals"),
            SOLVER,
            (
                "--corpus NAME",
                "only this corpus or puzzle file; +unique after the name asks for the proof that the \
                 solution is unique; the column `rating` of a CSV file is compared with the work of \
                 every solver; may be repeated",
            ),
            PROGRAM,
            ENTRANT,
            (
                "--languages",
                "the articles' programs in Java, Go and C++ (entrants) take part and decide claims about \
                 their times; those whose compiler is missing are left out",
            ),
            (
                "--out DIR",
                "write to this folder instead: new, empty, or that of a run, which is kept until the \
                 new run is complete",
            ),
            ("--long", "also print every table, every note and the verdict on every claim"),
            ("--save-baseline NAME", "keep the run in reports/NAME"),
            ("--baseline NAME", "compare the run with a kept one"),
            (
                "--gate",
                "fail when counts or verdicts are not the expected ones, or a ratio of times is more \
                 than 1.5 times the reference's",
            ),
        ],
        example: "cargo xtask bench --quick --solver 'bitmask/*' --corpus easy",
        run: bench::bench,
    },
    Task {
        name: "claims",
        operands: " [ID]",
        about: "show the claims of the sources, with their verdicts",
        more: "A line for each claim; with ID, one claim in full.",
        options: &[
            IN,
            (
                "--counts PATH",
                "by the counts in this Parquet file, or in a folder of such files, in place of the \
                 committed ones: claims about work alone (docs/SCALE.md)",
            ),
            ("--run", "measure and judge this one claim, in under a minute after compiling"),
            (
                "--claims FILE",
                "judge the claims of a file of your own instead, in the same words \
                 (crates/judge/src/claims/written.rs); with --run, ID may be missing",
            ),
            PROGRAM,
            ENTRANT,
            ("--bless", "make the verdicts of the newest reference the expected ones"),
        ],
        example: "cargo xtask claims 004-fused-loop --run",
        run: claims::claims,
    },
    Task {
        name: "compare",
        operands: " A B",
        about: "compare two runs, or two commits",
        more: "A and B are names of baselines, or folders of runs. Prints the counts that differ and \
               the ratios of times that have changed.",
        options: &[
            (
                "--rev",
                "A and B are commits: build both and run them in turn, for about five minutes",
            ),
            (
                "--gate",
                "with --rev: exit with 1 when the interval of a time lies above 1.1 times the old one",
            ),
            ("--long", "print all ratios, with their intervals"),
        ],
        example: "cargo xtask compare before reports/latest",
        run: compare::compare,
    },
    Task {
        name: "duel",
        operands: " A B",
        about: "compare two solvers puzzle by puzzle",
        more: "On how many puzzles each is faster, and how the ratios of their times are spread.",
        options: &[
            (
                "--corpus NAME",
                "on this set alone; also list the puzzles on which each solver does best",
            ),
            IN,
        ],
        example: "cargo xtask duel bands/impact bands/bivalue --corpus easy",
        run: duel::duel,
    },
    Task {
        name: "race",
        operands: " NAME=COMMAND... FILE",
        about: "referee and time programs in any language",
        more: "Each program reads a puzzle a line and writes an answer a line (docs/YOUR_PROGRAM.md). FILE \
               holds puzzles, or is the name of a set; with +unique after it, the question is whether \
               the solution is the only one. Exit code 1 when a program breaks the protocol. About half a \
               minute for each program.",
        options: &[(
            "--limit SECONDS",
            "wall time that a program may take for all puzzles, 60 by default; CPU time may be twice that",
        )],
        example: "cargo xtask race 'mine=python3 solve.py' 'theirs=./a.out' easy",
        run: race::race,
    },
    Task {
        name: "report",
        operands: " DIR",
        about: "draw the report of a run again from its raw data",
        more: "DIR is the folder of a run, or DIR/unfinished for a run that was cut short. The page takes \
               the solvers' descriptions, and the searches that it shows, from the sources as they are \
               now. In reports/reference git ignores it.",
        options: &[
            ("--long", "also print every table, every note and the verdict on every claim"),
            (
                "--splice FILE",
                "also write the run's chart, finding and a small table into FILE, between \
                 <!-- run: begin --> and <!-- run: end -->",
            ),
            (
                "--chart NAME",
                "only write this chart into DIR, as SVG and PNG without heading and note: ladder, time, \
                 placement, cactus or difficulty",
            ),
            ("--sets SET,SET", "with --chart: only these sets; the ladder is drawn for each"),
        ],
        example: "cargo xtask report reports/latest --chart ladder --sets easy",
        run: bench::report,
    },
    Task {
        name: "publish",
        operands: "",
        about: "write what is drawn from the reference runs and committed",
        more: "Writes results.csv and results.md of each run in reports/reference, docs/CLAIMS.md, and \
               the picture and the run in the README; leaves out of the runs the counts that \
               reports/counts has. A test compares all of these.",
        options: &[],
        example: "cargo xtask publish",
        run: |args| args.no_more().and_then(|()| bench::publish()),
    },
    Task {
        name: "count",
        operands: "",
        about: "count instructions per placement with callgrind",
        more: "Needs valgrind. Writes raw/instructions.csv into reports/latest.",
        options: &[
            SOLVER,
            (
                "--corpus NAME",
                "on this corpus or puzzle file; may be repeated; otherwise on effort-1e4",
            ),
            ("--out DIR", "write to the folder of this run instead"),
        ],
        example: "cargo xtask count --solver 'bitmask/*'",
        run: count::count,
    },
    Task {
        name: "recount",
        operands: "",
        about: "count the work of the solvers whose code has changed",
        more: "Counts on every corpus where code that the search runs, or the corpus, has changed; \
               writes reports/counts, which is committed. One or two minutes for a solver.",
        options: &[
            SOLVER,
            ("--check", "count nothing; list what is missing or stale, exit with 1"),
        ],
        example: "cargo xtask recount --check",
        run: recount::recount,
    },
    Task {
        name: "module",
        operands: "",
        about: "compile the searches for the page",
        more: "Prints the path of the WebAssembly module that a page carries.",
        options: &[],
        example: "cargo xtask module",
        run: module::module,
    },
    Task {
        name: "arm",
        operands: "",
        about: "compare the committed counts with those on 64-bit ARM",
        more: "Needs qemu-aarch64 and the target aarch64-unknown-linux-musl. Runs the tests of core, the \
               examples of the solvers, and every solver on 20 puzzles of each set, in about half an \
               hour.",
        options: &[(
            "--max-calls N",
            "leave out searches with more recursive calls; otherwise with more than 1,000,000",
        )],
        example: "cargo xtask arm --max-calls 10000",
        run: arm::arm,
    },
    Task {
        name: "languages",
        operands: " [DIR]",
        about: "compare the committed counts with those of the articles' languages",
        more: "Builds the programs in entrants, or in DIR/FAMILY/VARIANT, where their compilers are \
               installed, and lets them answer and count. All puzzles take about 20 minutes on two \
               cores.",
        options: &[
            ("--puzzles N", "only the first puzzles of each set"),
            ("--max-placements N", "leave out searches with more placements"),
        ],
        example: "cargo xtask languages --puzzles 20 --max-placements 200000",
        run: languages::languages,
    },
    Task {
        name: "oracle",
        operands: " DIR",
        about: "compare published ratings with what the solvers find",
        more: "DIR holds a copy of denis-berthier/Controlled-bias_Sudoku_generator_and_collection or of \
               denis-berthier/Sudoku-classif, or of some of their folders. Compares clues, the cells \
               that naked and hidden singles fill, what they and locked candidates solve, that there \
               is one solution, and that every clue is needed, and prints estimates for all minimal \
               puzzles. About two minutes for a million puzzles; exits with 1 if anything differs.",
        options: &[
            (
                "--census N",
                "draw N puzzles that represent all minimal puzzles, and show the work of every solver, the \
                 times of the ten fastest, and how guesses rank puzzles beside SER and W ratings",
            ),
            ("--max-calls N", "stop searches of the census after N calls, 20,000 by default"),
            ("--seed N", "draw other puzzles"),
        ],
        example: "cargo xtask oracle SMALL-CB-COLLECTIONS/000",
        run: oracle::oracle,
    },
    Task {
        name: "test",
        operands: "",
        about: "run every test",
        more: "The page is tested in a browser where Node and Chromium are installed.",
        options: &[("--all", "the pages of all reference runs too, not of the newest alone")],
        example: "cargo xtask test",
        run: ci::test,
    },
    Task {
        name: "ci",
        operands: "",
        about: "run the checks of every push, or all",
        more: "Format, lints, documentation, house rules, tests, zero cost of the families that have \
               changed since all were proven, quick bench on one set and gate.",
        options: &[
            (
                "--all",
                "as every night and before a release: also zero cost of all families, other systems, \
                 packages, the wheel, quick bench on all its sets, and the pages of all reference runs \
                 in a browser",
            ),
            ("--without-tests", "every check except the tests"),
        ],
        example: "cargo xtask ci --all",
        run: ci::ci,
    },
    Task {
        name: "tidy",
        operands: "",
        about: "check the house rules",
        more: "",
        options: &[],
        example: "cargo xtask tidy",
        run: |args| args.no_more().and_then(|()| tidy::check()),
    },
    Task {
        name: "size",
        operands: "",
        about: "count the lines of code by crate and language",
        more: "Of all files in git: lines outside tests that are neither blank nor comments.",
        options: &[],
        example: "cargo xtask size",
        run: |args| args.no_more().and_then(|()| size::size()),
    },
    Task {
        name: "wheel",
        operands: "",
        about: "build the Python package and test it",
        more: "Builds the wheel and the source distribution of python/ in target/wheel, installs each into \
               a new environment and runs its tests there. Needs Python 3.11 or newer and maturin, and \
               fetches packages from PyPI; without these it says what is missing. Some minutes.",
        options: &[(
            "--spark",
            "also on a cluster of Apache Spark on this machine, one of whose workers is killed; needs Java",
        )],
        example: "cargo xtask wheel",
        run: wheel::wheel,
    },
    Task {
        name: "zero-cost",
        operands: "",
        about: "check that the timed code is the code without observations",
        more: "Of every solver; then writes xtask/zero-cost.txt, which is committed: the hash of what each \
               family's proof depends on.",
        options: &[(
            "--changed",
            "only of families whose hash is not the one in that file; writes nothing",
        )],
        example: "cargo xtask zero-cost --changed",
        run: zero_cost::zero_cost,
    },
    Task {
        name: "new-solver",
        operands: " FAMILY NAME",
        about: "write the files of a new solver",
        more: "Its file, its lines in the family, the registry and README.md, and the crate of a new family.",
        options: &[],
        example: "cargo xtask new-solver bitmask my-idea",
        run: new_solver::new_solver,
    },
    Task {
        name: "help",
        operands: " [TASK]",
        about: "list the tasks, or show the options of one",
        more: "Paths are relative to the current folder.",
        options: &[],
        example: "cargo xtask help bench",
        run: help::help,
    },
];
