//! `cargo xtask bench` and `cargo xtask report`.

use std::env;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

use anyhow::{Context, Result};
use lexopt::prelude::*;

use crate::args::Args;
use crate::entrant::Asked;
use crate::folder::{RunFolder, must_hold_run};
use crate::progress::{RunProgress, Step};
use crate::request::{self, Request};
use crate::{
    Usage, cargo, count, entrant, from_here, module, pages, passed_on, programs, root, succeeded,
};

pub(crate) fn bench(mut args: Args) -> Result<ExitCode> {
    let (mut request, mut asked) = (Request::all("default"), Asked::default());
    while let Some(arg) = args.next()? {
        match arg {
            Long("quick") => request.mode = "quick",
            Long("full") => request.mode = "full",
            Long("solver") => request.solvers.push(request::name("--solver", &mut args)?),
            Long("program") => asked.programs.push(args.value()?),
            Long("entrant") => asked.entrants.push(args.value()?),
            Long("languages") => asked.languages = true,
            Long("corpus") => request.corpora.push(request::name("--corpus", &mut args)?),
            Long("out") => request.out = from_here(args.value()?),
            Long("save-baseline") => request.save_baseline = Some(baseline(&mut args)?),
            Long("baseline") => request.baseline = Some(baseline(&mut args)?),
            Long("gate") => request = request.gated(),
            Long("long") => request.length = request::LONG,
            other => return Err(other.unexpected().into()),
        }
    }
    request.programs = asked.read()?;
    run(request)
}

/// Reads the name of a baseline, which is a folder in `reports`.
fn baseline(args: &mut Args) -> Result<String> {
    let name = args.value()?.string()?;
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    if !name.starts_with(|c: char| c.is_ascii_alphanumeric()) || !name.chars().all(fits) {
        return Err(Usage(format!(
            "`{name}` cannot name a baseline: expected letters, digits, - _ ."
        ))
        .into());
    }
    if ["latest", "reference"].contains(&name.as_str()) {
        return Err(Usage(format!(
            "`{name}` cannot name a baseline: `reports/{name}` is something else"
        ))
        .into());
    }
    Ok(name)
}

/// Makes the raw data of a run, which replace those of the last run unless the run is cut short.
/// Returns the exit code and what draws the run. The code is 0 if all is well, 1 if an
/// answer was wrong or a program was excluded, and 2 if the benches failed, which have then printed
/// the error. Everything is compiled before the run, which then has the machine to itself; if there
/// is to be a page, the WebAssembly module with its searches is compiled too.
pub(crate) fn measure(
    request: &mut Request,
    folder: &RunFolder,
    with_page: bool,
) -> Result<(u8, Drawing)> {
    let with_page = with_page && module::can_be_built();
    let builds = request.builds();
    let mut progress = RunProgress::compiling(3 + usize::from(builds > 0) + usize::from(with_page));
    let (once, steps) = request.check(&mut progress)?;
    entrant::build(&mut request.programs)?;
    let report = programs::report(&mut progress)?;
    progress.next_program("the benches");
    let mut benches =
        cargo("bench --no-run --package sudoku-benches --bench solvers --bench memory");
    if !request.programs.is_empty() {
        benches.args(["--bench", "programs"]);
    }
    let compiled = progress.cargo(&mut benches)?;
    succeeded(&benches, compiled.status)?;
    let linking = if builds > 0 { link_first(&mut progress)? } else { LINKING };
    let module = with_page.then(|| module::build(&mut progress)).transpose()?;

    let instructions = request.instructions && count::available();
    if request.instructions && !instructions {
        progress.say("valgrind is not installed: no instructions counted or compared");
    }
    let out = folder.begin()?;
    progress.start(in_turn(steps, builds, linking, instructions));
    let once = instructions.then_some(&*once);
    let measured = measure_into(&out, request, &mut progress, once);
    drop(progress);
    match measured {
        Ok(0 | 1) => folder.publish()?,
        _ => eprintln!("the run was cut short; what was measured is in {}", out.display()),
    }
    Ok((measured?, Drawing { report, module }))
}

/// The seconds that linking a build is assumed to take until one has been linked.
pub(crate) const LINKING: f64 = 5.0;

/// Links the first build, and returns the seconds that the next ones should take.
fn link_first(progress: &mut RunProgress) -> Result<f64> {
    let began = Instant::now();
    progress.next_program("the rounds");
    programs::paired(&root(), 1, progress)?;
    let seconds = began.elapsed().as_secs_f64();
    // If it took no time, it had been linked before.
    Ok(if seconds > 1.0 { seconds } else { LINKING })
}

/// Returns the steps in the order in which they come: a build is linked before its rounds, the
/// first one before all steps; programs follow the last rounds.
fn in_turn(steps: Vec<Step>, builds: u32, linking: f64, instructions: bool) -> Vec<Step> {
    let (programs, steps): (Vec<_>, Vec<_>) =
        steps.into_iter().partition(|step| step.name == "programs");
    let (rounds, mut all): (Vec<_>, Vec<_>) =
        steps.into_iter().partition(|step| step.name == "pairing");
    for build in 1..=builds {
        all.extend((build > 1).then(|| Step::new("linking", linking)));
        all.extend(rounds.iter().cloned());
    }
    all.extend(programs);
    if instructions {
        all.push(Step::new("instructions", count::SECONDS));
    }
    all
}

/// Measures with the compiled programs, writes into `out`, and returns the exit code.
/// `instructions` is the program that counts instructions, if they are asked for.
fn measure_into(
    out: &Path,
    request: &Request,
    progress: &mut RunProgress,
    instructions: Option<&Path>,
) -> Result<u8> {
    let builds = request.builds();
    let log = out.join("criterion.log");
    let mut timed = cargo("bench --quiet --package sudoku-benches --bench solvers --");
    let timed = request
        .pass_to(&mut timed)
        .env("SUDOKU_LAB_OUT", out)
        .args(["--output-format", "bencher", "--noplot", "--discard-baseline"])
        .stdout(File::create(&log).with_context(|| format!("{}", log.display()))?);
    let status = progress.run(timed)?;
    // The benches exit with 1 when an answer was wrong; the report is drawn, and shows it.
    let mut code = passed_on(status, 2, "the benches ended early")?;
    if code == 2 {
        return Ok(2);
    }
    let mut memory = cargo("bench --quiet --package sudoku-benches --bench memory");
    progress.must(request.pass_to(&mut memory).env("SUDOKU_LAB_OUT", out))?;
    for build in 1..=builds {
        if build > 1 {
            progress.at("linking", 0, 1, &format!("build {build} of {builds}"));
        }
        let mut rounds = Command::new(programs::paired(&root(), build, progress)?);
        rounds.env("SUDOKU_LAB_BUILD", build.to_string());
        progress.must(request.pass_to(&mut rounds).env("SUDOKU_LAB_OUT", out))?;
    }
    if !request.programs.is_empty() {
        let mut timed = cargo("bench --quiet --package sudoku-benches --bench programs");
        let status = progress.run(request.pass_to(&mut timed).env("SUDOKU_LAB_OUT", out))?;
        // The code is 1 if a program was excluded from the run, which is complete without it.
        let left = passed_on(status, 2, "the programs ended early")?;
        if left == 2 {
            return Ok(2);
        }
        code = code.max(left);
    }
    if let Some(once) = instructions {
        let corpora = [count::CORPUS.to_owned()];
        count::count_into(out, once, &request.solvers, &corpora, progress)?;
    }
    Ok(code)
}

/// Measures, draws the report, and compares as asked.
pub(crate) fn run(mut request: Request) -> Result<ExitCode> {
    let reports = root().join("reports");
    let baseline = request.baseline.as_ref().map(|name| reports.join(name));
    if let Some(baseline) = &baseline {
        must_hold_run(baseline)?;
    }
    let folder = RunFolder::open(&request.out)?;
    let kept = request.save_baseline.as_ref().map(|name| RunFolder::open(&reports.join(name)));
    let kept = kept.transpose()?;
    let (mut code, drawing) = measure(&mut request, &folder, true)?;
    if code == 2 {
        return Ok(ExitCode::from(2));
    }
    // The code is 1 if no claim could be judged, because committed counts are missing or stale.
    let mut measured = drawing.of(&request.out, request.length)?;
    let drawn = RunProgress::compiling(0).print(DRAWING, measured.arg("--measured"))?;
    let report = drawing.report;
    code = code.max(passed_on(drawn, 1, NOT_DRAWN)?);
    if let Some(baseline) = &baseline {
        let mut comparison = Command::new(&report);
        let comparison = comparison.arg("compare").args([baseline, &request.out]);
        let compared = comparison.arg(request.length).status()?;
        code = code.max(passed_on(compared, 1, "the comparison")?);
    }
    if let (Some(name), Some(kept)) = (&request.save_baseline, &kept) {
        save(&request.out, kept)?;
        eprintln!("saved as baseline `{name}`");
    }
    if request.gate {
        code = code.max(gate(Command::new(&report), &request)?);
    }
    Ok(ExitCode::from(code))
}

/// Compares the run with the committed references. Returns 1 if counts or verdicts are not the
/// expected ones, or a time is far outside the noise.
fn gate(mut report: Command, request: &Request) -> Result<u8> {
    report.arg("gate").arg(&request.out).arg(request.length);
    if let Some(summary) = env::var_os("GITHUB_STEP_SUMMARY") {
        report.arg("--summary").arg(summary);
    }
    passed_on(report.status()?, 1, "the gate could not be asked")
}

/// Copies the data from which a run can be drawn again into a baseline, and replaces the last ones.
fn save(run: &Path, baseline: &RunFolder) -> Result<()> {
    let to = baseline.begin()?;
    let name = "environment.json";
    fs::copy(run.join(name), to.join(name)).with_context(|| name.to_owned())?;
    copy_folder(&run.join("raw"), &to.join("raw"))?;
    baseline.publish()
}

fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy_folder(&entry.path(), &to)?;
        } else {
            fs::copy(entry.path(), to)?;
        }
    }
    Ok(())
}

pub(crate) fn report(mut args: Args) -> Result<ExitCode> {
    let (mut folder, mut splice, mut length) = (None, None, request::SHORT);
    let mut alone = Vec::new();
    while let Some(arg) = args.next()? {
        match arg {
            Value(path) if folder.is_none() => folder = Some(from_here(path)),
            Long("long") => length = request::LONG,
            Long("splice") => splice = Some(from_here(args.value()?)),
            Long("chart") => alone.extend(["--chart".into(), args.value()?]),
            Long("sets") => alone.extend(["--sets".into(), args.value()?]),
            other => return Err(other.unexpected().into()),
        }
    }
    let Some(folder) = folder else {
        return Err(Usage("report needs the folder of a run: cargo xtask report DIR".into()).into());
    };
    must_hold_run(&folder)?;
    let _alone = RunFolder::open(&folder)?;
    let with_searches = alone.is_empty() && module::can_be_built();
    let mut progress = RunProgress::compiling(1 + usize::from(with_searches));
    let module = with_searches.then(|| module::build(&mut progress)).transpose()?;
    let report = programs::report(&mut progress)?;
    let mut drawing = Drawing { report, module }.of(&folder, length)?;
    drawing.args(alone);
    if let Some(document) = splice {
        drawing.arg("--splice").arg(document);
    }
    Ok(ExitCode::from(passed_on(progress.print(DRAWING, &mut drawing)?, 2, NOT_DRAWN)?))
}

const DRAWING: &str = "drawing the report";
const NOT_DRAWN: &str = "the report could not be drawn";

/// The program that draws runs, and the searches for the page.
pub(crate) struct Drawing {
    pub(crate) report: PathBuf,
    module: Option<PathBuf>,
}

impl Drawing {
    /// Returns the command that draws the run in a folder, with the solvers' descriptions as they
    /// are now.
    fn of(&self, folder: &Path, length: &str) -> Result<Command> {
        let mut report = Command::new(&self.report);
        report.arg(folder).arg(length).arg("--pages").arg(pages::write(folder)?);
        report
            .args(self.module.iter().flat_map(|module| ["--module".as_ref(), module.as_os_str()]));
        Ok(report)
    }
}

/// Writes everything that is drawn from the references and committed.
pub(crate) fn publish() -> Result<ExitCode> {
    let mut progress = RunProgress::compiling(1);
    let report = programs::report(&mut progress)?;
    progress.must(Command::new(report).arg("publish"))?;
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_comes_in_the_order_in_which_it_is_done() {
        let asked = ["verifying", "pairing", "memory", "programs"];
        let steps = asked.map(|name| Step::new(name, 1.0)).to_vec();
        let in_order = in_turn(steps, 2, LINKING, true);
        let names: Vec<&str> = in_order.iter().map(|step| &*step.name).collect();
        let expected =
            ["verifying", "memory", "pairing", "linking", "pairing", "programs", "instructions"];
        assert_eq!(names, expected);
    }
}
