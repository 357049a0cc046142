//! `cargo xtask bench` and `cargo xtask report`.

use std::env;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, Result, bail};
use lexopt::prelude::*;

use crate::{Usage, cargo, count, must, root, say};

/// What is asked of the benches. They read it from the environment, because the command line of a
/// bench belongs to criterion.
pub(crate) struct Request {
    mode: &'static str,
    solvers: Vec<String>,
    corpora: Vec<String>,
    out: PathBuf,
    save_baseline: Option<String>,
    baseline: Option<String>,
    gate: bool,
    paired: bool,
}

impl Request {
    /// Every solver on the corpora that this mode has time for.
    pub(crate) fn all(mode: &'static str) -> Self {
        Self {
            mode,
            solvers: Vec::new(),
            corpora: Vec::new(),
            out: root().join("reports/latest"),
            save_baseline: None,
            baseline: None,
            gate: false,
            paired: true,
        }
    }

    /// The same, and held against the reference.
    pub(crate) fn gated(self) -> Self {
        Self { gate: true, ..self }
    }

    /// Only these solvers on only these corpora.
    pub(crate) fn of(mut self, solvers: Vec<String>, corpora: Vec<String>) -> Self {
        (self.solvers, self.corpora) = (solvers, corpora);
        self
    }

    /// Into another folder, with or without paired rounds.
    pub(crate) fn into(self, out: PathBuf, paired: bool) -> Self {
        Self { out, paired, ..self }
    }

    fn pass_to<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        command
            .env("SUDOKU_LAB_OUT", &self.out)
            .env("SUDOKU_LAB_MODE", self.mode)
            .env("SUDOKU_LAB_SOLVERS", self.solvers.join("\n"))
            .env("SUDOKU_LAB_CORPORA", self.corpora.join("\n"))
            .env("SUDOKU_LAB_BUILDS", self.builds().to_string())
    }

    /// How many builds share the paired rounds: the more, the narrower the intervals.
    fn builds(&self) -> u32 {
        match self.mode {
            _ if !self.paired => 0,
            "quick" => 6,
            "full" => 24,
            _ => 14,
        }
    }
}

pub(crate) fn bench(mut args: lexopt::Parser) -> Result<ExitCode> {
    let mut request = Request::all("default");
    while let Some(arg) = args.next()? {
        match arg {
            Long("quick") => request.mode = "quick",
            Long("full") => request.mode = "full",
            Long("solver") => request.solvers.push(args.value()?.string()?),
            Long("corpus") => request.corpora.push(args.value()?.string()?),
            Long("out") => request.out = std::path::absolute(args.value()?)?,
            Long("save-baseline") => request.save_baseline = Some(name(&mut args)?),
            Long("baseline") => request.baseline = Some(name(&mut args)?),
            Long("gate") => request.gate = true,
            other => return Err(other.unexpected().into()),
        }
    }
    run(&request)
}

/// The name of a baseline: a folder in `reports`.
fn name(args: &mut lexopt::Parser) -> Result<String> {
    let name = args.value()?.string()?;
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    if !name.starts_with(|c: char| c.is_ascii_alphanumeric()) || !name.chars().all(fits) {
        return Err(
            Usage(format!("`{name}` is no name for a baseline: letters, digits, - _ .")).into()
        );
    }
    if ["latest", "reference"].contains(&name.as_str()) {
        return Err(Usage(format!("`{name}` is not a baseline's to take")).into());
    }
    Ok(name)
}

/// Makes the raw data of a run: 0 when all is well, 1 when an answer was wrong, 2 when the request
/// cannot be understood. Compiles first, so that the run itself has the machine for itself.
pub(crate) fn measure(request: &Request) -> Result<u8> {
    must(&mut cargo("build --release --package sudoku-report"))?;
    must(&mut cargo("bench --no-run --package sudoku-benches"))?;

    fs::create_dir_all(&request.out).with_context(|| format!("{}", request.out.display()))?;
    let log = request.out.join("criterion.log");
    let mut timed = cargo("bench --quiet --package sudoku-benches --bench solvers --");
    let status = request
        .pass_to(&mut timed)
        .args(["--output-format", "bencher", "--noplot", "--discard-baseline"])
        .stdout(File::create(&log).with_context(|| format!("{}", log.display()))?)
        .status()?;
    // The benches exit with 1 when an answer was wrong: the report is drawn and says so.
    let code = match status.code() {
        Some(code @ (0 | 1)) => code as u8,
        Some(2) => return Ok(2),
        _ => bail!("the benches ended early ({status})"),
    };
    must(request.pass_to(&mut cargo("bench --quiet --package sudoku-benches --bench memory")))?;
    for build in 1..=request.builds() {
        let program = paired_program(&root(), build)?;
        if !program.shuffled && build == 1 {
            eprintln!("this linker cannot reorder functions: all builds have one layout");
        }
        must(
            request
                .pass_to(&mut Command::new(&program.path))
                .env("SUDOKU_LAB_BUILD", build.to_string()),
        )?;
    }
    Ok(code)
}

/// Measures, draws the report, and compares as asked.
pub(crate) fn run(request: &Request) -> Result<ExitCode> {
    let mut code = measure(request)?;
    if code == 2 {
        return Ok(ExitCode::from(2));
    }
    if request.gate && count::available() {
        count::count_into(&request.out, &["*"], &[count::CORPUS.to_owned()])?;
    }
    draw(&request.out)?;
    if let Some(baseline) = &request.baseline {
        compare(&root().join("reports").join(baseline), &request.out)?;
    }
    if let Some(baseline) = &request.save_baseline {
        save(&request.out, &root().join("reports").join(baseline))?;
        eprintln!("saved as baseline `{baseline}`");
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
    must(cargo("run --quiet --release --package sudoku-report -- compare").arg(before).arg(after))
}

/// Keeps what a run can be drawn from again.
fn save(run: &Path, baseline: &Path) -> Result<()> {
    if baseline.exists() {
        fs::remove_dir_all(baseline)?;
    }
    fs::create_dir_all(baseline)?;
    for name in ["environment.json", "results.json"] {
        fs::copy(run.join(name), baseline.join(name)).with_context(|| name.to_owned())?;
    }
    copy_folder(&run.join("raw"), &baseline.join("raw"))
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

pub(crate) struct Program {
    pub(crate) path: PathBuf,
    pub(crate) shuffled: bool,
}

/// The program of the paired rounds, linked with its functions in the order that belongs to a
/// seed; in the ordinary order where the linker is not LLVM's. `source` is the top of a checkout.
pub(crate) fn paired_program(source: &Path, build: u32) -> Result<Program> {
    let compile = || {
        let mut compile = cargo("rustc --quiet --profile bench --package sudoku-benches");
        compile.current_dir(source);
        if source != root() {
            compile.env("CARGO_TARGET_DIR", root().join("target/compare"));
        }
        compile.args(["--bench", "paired", "--message-format", "json-render-diagnostics"]);
        compile
    };
    let shuffle = format!("link-arg=-Wl,--shuffle-sections=.text*={build}");
    let output = compile().args(["--", "-C", &shuffle]).stderr(Stdio::null()).output()?;
    if output.status.success() {
        return Ok(Program { path: executable(&output.stdout)?, shuffled: true });
    }
    let output = compile().stderr(Stdio::inherit()).output()?;
    if !output.status.success() {
        bail!("the paired benches do not compile");
    }
    Ok(Program { path: executable(&output.stdout)?, shuffled: false })
}

/// The program named in cargo's messages.
pub(crate) fn executable(messages: &[u8]) -> Result<PathBuf> {
    let messages = String::from_utf8_lossy(messages);
    let mut programs = messages.lines().filter_map(|line| {
        let message: serde_json::Value = serde_json::from_str(line).ok()?;
        message["executable"].as_str().map(PathBuf::from)
    });
    programs.next_back().context("cargo names no program")
}

pub(crate) fn report(mut args: lexopt::Parser) -> Result<ExitCode> {
    let Some(Value(folder)) = args.next()? else {
        return Err(Usage("report needs the folder of a run: cargo xtask report DIR".into()).into());
    };
    crate::no_more(args)?;
    draw(Path::new(&folder))?;
    Ok(ExitCode::SUCCESS)
}

fn draw(folder: &Path) -> Result<()> {
    must(cargo("run --quiet --release --package sudoku-report --").arg(folder).arg("--terminal"))
}
