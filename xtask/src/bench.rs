//! `cargo xtask bench` and `cargo xtask report`.

use std::env;
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, Result, bail};
use lexopt::prelude::*;

use crate::folder::{RunFolder, must_hold_run};
use crate::progress::{Progress, Step};
use crate::request::{self, Request};
use crate::{
    Usage, cargo, compiling, count, from_here, module, must, pages, passed_on, programs, root, say,
};

pub(crate) fn bench(mut args: lexopt::Parser) -> Result<ExitCode> {
    let mut request = Request::all("default");
    while let Some(arg) = args.next()? {
        match arg {
            Long("quick") => request.mode = "quick",
            Long("full") => request.mode = "full",
            Long("solver") => request.solvers.push(request::name("--solver", &mut args)?),
            Long("corpus") => request.corpora.push(request::name("--corpus", &mut args)?),
            Long("out") => request.out = from_here(args.value()?),
            Long("save-baseline") => request.save_baseline = Some(baseline(&mut args)?),
            Long("baseline") => request.baseline = Some(baseline(&mut args)?),
            Long("gate") => request = request.gated(),
            other => return Err(other.unexpected().into()),
        }
    }
    run(request)
}

/// The name of a baseline: a folder in `reports`.
fn baseline(args: &mut lexopt::Parser) -> Result<String> {
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

/// Makes the raw data of a run and puts it in the place of the one before: 0 when all is well, 1
/// when an answer was wrong, 2 when the request cannot be understood, which is told first. Compiles
/// before it measures, so that the run itself has the machine for itself; with a page, also the
/// searches to watch there.
pub(crate) fn measure(request: &mut Request, folder: &RunFolder, with_page: bool) -> Result<u8> {
    let steps = request.check()?;
    compiling("the report");
    must(&mut cargo("build --quiet --release --package sudoku-report"))?;
    compiling("the benches");
    must(&mut cargo("bench --quiet --no-run --package sudoku-benches"))?;
    let module = if with_page { module::build()? } else { None };

    let out = folder.begin()?;
    let measured = measure_into(&out, request, steps, module.as_deref());
    match measured {
        Ok(0 | 1) => folder.publish()?,
        _ => eprintln!("the run was cut short; what was measured is in {}", out.display()),
    }
    measured
}

/// Seconds to link a build.
pub(crate) const LINKING: f64 = 5.0;

/// The steps as they come: a build is linked before its rounds, and all of them come in turn.
fn in_turn(steps: Vec<Step>, builds: u32, instructions: bool) -> Vec<Step> {
    let (rounds, mut all): (Vec<_>, Vec<_>) =
        steps.into_iter().partition(|step| step.name == "pairing");
    for _ in 0..builds {
        all.push(Step::new("linking", LINKING));
        all.extend(rounds.iter().cloned());
    }
    if instructions {
        all.push(Step::new("instructions", count::SECONDS));
    }
    all
}

fn measure_into(
    out: &Path,
    request: &Request,
    steps: Vec<Step>,
    module: Option<&Path>,
) -> Result<u8> {
    let instructions = request.instructions && count::available();
    if request.instructions && !instructions {
        eprintln!("valgrind is not installed: no instructions counted or compared");
    }
    let builds = request.builds();
    let mut progress = Progress::new(in_turn(steps, builds, instructions));
    let log = out.join("criterion.log");
    let mut timed = cargo("bench --quiet --package sudoku-benches --bench solvers --");
    let timed = request
        .pass_to(&mut timed)
        .env("SUDOKU_LAB_OUT", out)
        .args(["--output-format", "bencher", "--noplot", "--discard-baseline"])
        .stdout(File::create(&log).with_context(|| format!("{}", log.display()))?);
    let status = progress.run(timed)?;
    // The benches exit with 1 when an answer was wrong: the report is drawn and says so.
    let code = passed_on(status, 2, "the benches ended early")?;
    if code == 2 {
        return Ok(2);
    }
    pages::write(out)?;
    if let Some(module) = module {
        module::keep(module, out)?;
    }
    let mut memory = cargo("bench --quiet --package sudoku-benches --bench memory");
    progress.must(request.pass_to(&mut memory).env("SUDOKU_LAB_OUT", out))?;
    for build in 1..=builds {
        progress.at("linking", 0, 1, &format!("build {build} of {builds}"));
        let mut rounds = Command::new(programs::paired(&root(), build)?);
        rounds.env("SUDOKU_LAB_BUILD", build.to_string());
        progress.must(request.pass_to(&mut rounds).env("SUDOKU_LAB_OUT", out))?;
    }
    if instructions {
        count::count_into(out, &request.solvers, &[count::CORPUS.to_owned()], &mut progress)?;
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
    let mut code = measure(&mut request, &folder, true)?;
    if code == 2 {
        return Ok(ExitCode::from(2));
    }
    // 1 when no claim could be judged, for committed counts are missing or stale.
    let drawn = drawing(&request.out).arg("--measured").status()?;
    code = code.max(passed_on(drawn, 1, "the report could not be drawn")?);
    if let Some(baseline) = &baseline {
        compare(baseline, &request.out)?;
    }
    if let (Some(name), Some(kept)) = (&request.save_baseline, &kept) {
        save(&request.out, kept)?;
        eprintln!("saved as baseline `{name}`");
    }
    if request.gate {
        code = code.max(gate(&request.out)?);
    }
    Ok(ExitCode::from(code))
}

/// Holds the run against the committed references. 1 when something that is exact has changed, or a
/// time is far outside the noise.
fn gate(run: &Path) -> Result<u8> {
    let mut gate = cargo("run --quiet --release --package sudoku-report -- gate");
    let output = gate.arg(run).stderr(Stdio::inherit()).output()?;
    let judgement = String::from_utf8_lossy(&output.stdout);
    say(format_args!("\n{judgement}"));
    if let Some(summary) = env::var_os("GITHUB_STEP_SUMMARY") {
        let report = fs::read_to_string(run.join("README.md")).unwrap_or_default();
        let tables = report.lines().filter(|line| !line.starts_with("!["));
        let text = format!("{judgement}\n{}\n", tables.collect::<Vec<_>>().join("\n"));
        let mut file = File::options().append(true).create(true).open(&summary)?;
        file.write_all(text.as_bytes()).context("the step summary cannot be written")?;
    }
    match output.status.code() {
        Some(code @ (0 | 1)) if !judgement.is_empty() => Ok(code as u8),
        _ => bail!("the gate could not be asked ({})", output.status),
    }
}

pub(crate) fn compare(before: &Path, after: &Path) -> Result<()> {
    compiling("the report");
    must(cargo("run --quiet --release --package sudoku-report -- compare").arg(before).arg(after))
}

/// Keeps what a run can be drawn from again, in the place of what was kept before.
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

pub(crate) fn report(mut args: lexopt::Parser) -> Result<ExitCode> {
    let (mut folder, mut told_now, mut splice) = (None, false, None);
    while let Some(arg) = args.next()? {
        match arg {
            Value(path) if folder.is_none() => folder = Some(from_here(path)),
            Long("pages") => told_now = true,
            Long("splice") => splice = Some(from_here(args.value()?)),
            other => return Err(other.unexpected().into()),
        }
    }
    let Some(folder) = folder else {
        return Err(Usage("report needs the folder of a run: cargo xtask report DIR".into()).into());
    };
    must_hold_run(&folder)?;
    let _alone = RunFolder::open(&folder)?;
    if told_now {
        pages::write(&folder)?;
        if let Some(module) = module::build()? {
            module::keep(&module, &folder)?;
        }
    }
    compiling("the report");
    let mut drawing = drawing(&folder);
    if let Some(document) = splice {
        drawing.arg("--splice").arg(document);
    }
    Ok(ExitCode::from(passed_on(drawing.status()?, 2, "the report could not be drawn")?))
}

fn drawing(folder: &Path) -> Command {
    let mut report = cargo("run --quiet --release --package sudoku-report --");
    report.arg(folder).arg("--terminal");
    report
}
