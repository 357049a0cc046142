//! `cargo xtask bench`: makes the raw data of a run, draws it, and compares it.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use clap::Args;
use clap::builder::NonEmptyStringValueParser;
use sudoku_record::{LockedFolder, Mode, Plan, RunFolder, Wish, top};
use sudoku_show::Checkout;

use crate::console::path;
use crate::entrant::{self, Asked};
use crate::report::{self, Drawing, report};
use crate::runs::references;
use crate::{compile, count};

/// Verify, count and time every solver, and draw the report
///
/// The report is one page, reports/latest/index.html. After compiling, a run takes about a quarter of
/// an hour, with --quick about a minute and a half. Standard output ends with the finding, what has
/// changed since the reference of this processor, and the path of the page.
///
/// Example: cargo xtask bench --quick --solver 'bitmask/*' --corpus easy
#[derive(Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the command line")]
pub(crate) struct Bench {
    /// About a minute and a half, for a first impression
    #[arg(long, conflicts_with = "full")]
    quick: bool,
    /// All puzzles, however long it takes, for narrower intervals
    #[arg(long)]
    full: bool,
    /// Only these solvers, such as 'bitmask/*'; may be repeated
    #[arg(long, value_name = "GLOB", value_parser = NonEmptyStringValueParser::new())]
    solver: Vec<String>,
    /// Only this corpus or puzzle file; +unique after the name asks for the proof that the solution is
    /// unique; the column `rating` of a CSV file is compared with the work of every solver; may be
    /// repeated
    #[arg(long, value_name = "NAME", value_parser = NonEmptyStringValueParser::new())]
    corpus: Vec<String>,
    #[command(flatten)]
    asked: Asked,
    /// The articles' programs in Java, Go and C++ (entrants) take part and decide claims about their
    /// times; those whose compiler is missing are left out
    #[arg(long)]
    languages: bool,
    /// Write to this folder instead: new, empty, or that of a run, which is kept until the new run is
    /// complete
    #[arg(long, value_name = "DIR", value_parser = path())]
    out: Option<PathBuf>,
    /// Also print every table, every note and the verdict on every claim
    #[arg(long)]
    long: bool,
    /// Fail when counts or verdicts are not the expected ones, or times or instructions are far from the
    /// reference's
    #[arg(long)]
    gate: bool,
}

impl Bench {
    /// Measures, draws the report, and judges it if asked.
    pub(crate) fn run(self, xtask: Option<&Path>) -> Result<u8> {
        let mut programs = self.asked.read()?;
        if self.languages {
            programs.extend(entrant::compilable(&top().join("entrants"))?);
        }
        let run = RunFolder::new(self.out.unwrap_or_else(|| top().join("reports/latest")));
        let folder = run.clone().lock()?;

        let mode = match (self.quick, self.full) {
            (true, _) => Mode::Quick,
            (_, true) => Mode::Full,
            _ => Mode::Default,
        };
        let (solvers, corpora) = (self.solver, self.corpus);
        let wish = Wish { solvers, corpora, programs, ..Wish::all(mode) };
        let planned = Planned::of(&wish)?;
        let module = report::module(xtask)?;
        let mut code = planned.measure(self.gate, &folder)?;
        let checkout = Checkout { module, pages: report::pages(xtask, &run)? };
        let drawing = Drawing { long: self.long, measured: true, checkout };
        code = code.max(report(&run, drawing, references)?);
        if self.gate {
            code = code.max(report::gate(&run, self.long)?);
        }
        Ok(code)
    }
}

/// A run whose every name has been found.
pub(crate) struct Planned {
    runner: PathBuf,
    plan: Plan,
}

impl Planned {
    /// Has the runner make the plan for a wish, and builds the programs of entrants.
    pub(crate) fn of(wish: &Wish) -> Result<Self> {
        let runner = compile::runner(top())?;
        let mut plan = compile::plan(&runner, wish)?;
        entrant::build(&mut plan.programs)?;
        Ok(Self { runner, plan })
    }

    /// Makes the raw data of the run, which replace those of the last run unless the run is cut short.
    /// Returns 0 if all is well, or 1 if an answer was wrong or a program was excluded. Everything but
    /// the builds of the race is compiled before the run, which then has the machine to itself.
    pub(crate) fn measure(self, instructions: bool, folder: &LockedFolder) -> Result<u8> {
        let benches = [compile::bench("solvers")?, compile::bench("memory")?];
        let counted = instructions && count::available();
        if instructions && !counted {
            eprintln!("valgrind is not installed: no instructions counted or compared");
        }
        let run = folder.begin()?;
        run.write_plan(&self.plan)?;
        let measured = self.measure_into(&run, benches, counted);
        if measured.is_ok() {
            folder.publish()?;
        } else {
            let run = run.root().display();
            eprintln!("the run was cut short; what was measured is in {run}");
        }
        measured
    }

    /// Has the compiled programs measure the run, step by step, and returns the exit code.
    fn measure_into(
        self,
        run: &RunFolder,
        [solvers, memory]: [PathBuf; 2],
        instructions: bool,
    ) -> Result<u8> {
        let Self { runner, plan } = self;
        let folder = run.root();
        let log = run.file("criterion.log");
        let log = File::create(&log).with_context(|| log.display().to_string())?;
        let criterion = ["--bench", "--output-format", "bencher", "--noplot", "--discard-baseline"];
        // The code is 1 when an answer was wrong; the report is drawn, and shows it.
        let mut code =
            compile::run(Command::new(solvers).args(criterion).arg(folder).stdout(log), 1)?;
        compile::run(Command::new(memory).arg(folder), 0)?;
        for build in 1..=plan.builds {
            let linking = compile::waiting(format!("linking build {build} of {}", plan.builds));
            let program = compile::build(top(), build)?;
            linking.finish_and_clear();
            let mut race = Command::new(program);
            compile::run(race.arg("race").arg(folder).arg(build.to_string()), 0)?;
        }
        if !plan.programs.is_empty() {
            // The code is 1 if a program was excluded from the run, which is complete without it.
            code = code.max(compile::run(Command::new(&runner).arg("programs").arg(folder), 1)?);
        }
        if instructions {
            count::count_into(run, &runner, &plan.countable(), &[count::CORPUS.to_owned()])?;
        }
        Ok(code)
    }
}
