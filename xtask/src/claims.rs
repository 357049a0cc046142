//! `cargo xtask claims`: shows and judges the claims of the sources.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result};
use lexopt::prelude::*;
use sudoku_record::ProgramRecord;

use crate::args::Args;
use crate::entrant::{Asked, Programs};
use crate::folder::{RunFolder, must_hold_run};
use crate::request::Request;
use crate::{Usage, bench, from_here, passed_on, programs, root};

pub(crate) fn claims(mut args: Args) -> Result<ExitCode> {
    let mut folder: Option<PathBuf> = None;
    let (mut id, mut run, mut bless, mut asked) = (None, false, false, Asked::default());
    let (mut own, mut counts): (Option<PathBuf>, Option<PathBuf>) = (None, None);
    while let Some(arg) = args.next()? {
        match arg {
            Long("in") => folder = Some(from_here(args.value()?)),
            Long("run") => run = true,
            Long("program") => asked.programs.push(args.value()?),
            Long("entrant") => asked.entrants.push(args.value()?),
            Long("bless") => bless = true,
            Long("claims") => own = Some(from_here(args.value()?)),
            Long("counts") => counts = Some(from_here(args.value()?)),
            Value(name) if id.is_none() => id = Some(name.string()?),
            other => return Err(other.unexpected().into()),
        }
    }
    if let Some(folder) = &folder {
        must_hold_run(folder)?;
    }
    let asked = asked.read()?;
    let usage = |text: &str| Err(Usage(text.to_owned()).into());
    if !(run || asked.is_empty()) {
        return usage("--program and --entrant take part in a run: add --run");
    }
    if bless && own.is_some() {
        return usage("--bless is about the claims of the laboratory: no --claims");
    }
    if let Some(counts) = counts {
        if run || bless || folder.is_some() {
            return usage("--counts takes the place of a run: no --in, --run and --bless");
        }
        if !counts.exists() {
            return usage(&format!("{}: no such file or folder", counts.display()));
        }
        let mut program = programs::report_on_counts()?;
        of_own(program.arg("counts").arg(counts).args(id), own.as_deref());
        return exit_code(&mut program);
    }
    match (id, run, bless) {
        (None, true, _) if own.is_none() => {
            usage("--run needs the id of a claim; `cargo xtask claims` lists them")
        }
        (Some(_), _, true) => usage("--bless is for all claims at once: no ID"),
        (None, _, true) if folder.is_some() => {
            usage("--bless uses the references: it cannot be used with --in")
        }
        (id, true, false) if folder.is_none() => measure(id, own.as_deref(), asked),
        (_, true, _) => usage("--run makes a run of its own: it cannot be used with --in"),
        (None, false, true) => exit_code(programs::report_alone()?.arg("bless")),
        (id, false, false) => {
            let folder = folder.map_or_else(newest, Ok)?;
            eprintln!(
                "judged by the run in {}",
                folder.strip_prefix(root()).unwrap_or(&folder).display()
            );
            exit_code(judge(programs::report_alone()?, &folder, own.as_deref()).args(id))
        }
    }
}

/// Returns the folder of the latest run or, if there is none, of the newest reference.
pub(crate) fn newest() -> Result<PathBuf> {
    let latest = root().join("reports/latest");
    if latest.join("raw/plan.json").exists() {
        return Ok(latest);
    }
    newest_in(&root().join("reports/reference"))
}

/// Returns the newest of the runs in a folder.
fn newest_in(folder: &Path) -> Result<PathBuf> {
    let shown = || folder.display().to_string();
    let mut runs = Vec::new();
    for entry in fs::read_dir(folder).with_context(shown)? {
        let run = entry.with_context(shown)?.path();
        let file = run.join("environment.json");
        let Ok(text) = fs::read_to_string(&file) else { continue };
        let environment = serde_json::from_str(&text);
        let environment: serde_json::Value =
            environment.with_context(|| format!("{} is not JSON", file.display()))?;
        runs.push((environment["started"].to_string(), run));
    }
    runs.sort();
    let (_, newest) = runs.pop().with_context(|| format!("there is no run in {}", shown()))?;
    Ok(newest)
}

fn judge(mut program: Command, run: &Path, own: Option<&Path>) -> Command {
    program.arg("claims").arg(run);
    of_own(&mut program, own);
    program
}

/// Adds the option that names a file of the user's own claims.
fn of_own(program: &mut Command, own: Option<&Path>) {
    if let Some(file) = own {
        program.arg("--claims").arg(file);
    }
}

/// Runs the program, and passes its exit code on.
pub(crate) fn exit_code(command: &mut Command) -> Result<ExitCode> {
    Ok(ExitCode::from(passed_on(command.status()?, 2, "the report ended early")?))
}

/// Measures the sets and solvers that decide one claim, or all claims of a file, in a quick run in
/// a folder of its own, and judges the claims by it.
fn measure(id: Option<String>, own: Option<&Path>, asked: Programs) -> Result<ExitCode> {
    let mut needs = programs::report_alone()?;
    of_own(needs.arg("needs").args(&id), own);
    let programs: Vec<&ProgramRecord> = asked.iter().map(|(program, _)| program).collect();
    needs.arg("--programs").arg(serde_json::to_string(&programs)?);
    let needs = String::from_utf8(programs::printed(&mut needs)?)?;
    let named = |kind: &str| -> Vec<String> {
        let words = needs.lines().filter_map(|line| line.split_once(' '));
        words.filter(|(of, _)| *of == kind).map(|(_, name)| name.to_owned()).collect()
    };
    let wanted = named("measure");
    let wants = |what: &str| wanted.iter().any(|measure| measure == what);
    let (of_programs, mut solvers): (Vec<String>, Vec<String>) =
        named("solver").into_iter().partition(|id| id.starts_with(ProgramRecord::FAMILY));
    if let Some(lacking) = of_programs.iter().find(|id| asked.iter().all(|of| of.0.id() != **id)) {
        let name = &lacking[ProgramRecord::FAMILY.len()..];
        let text =
            format!("the claim is about the program `{name}`: add --program '{name}=COMMAND'");
        return Err(Usage(text).into());
    }
    if solvers.is_empty() {
        // Programs are timed only beside a solver, so the run needs one.
        solvers.push("bitmask/blank-list".to_owned());
    }
    let name = id.clone().or_else(|| Some(own?.file_stem()?.to_string_lossy().into_owned()));
    let out = root().join("reports").join(format!("claim-{}", name.unwrap_or_default()));
    let folder = RunFolder::open(&out)?;
    let mut request = Request {
        solvers,
        corpora: named("corpus"),
        programs: asked,
        out: out.clone(),
        paired: wants("time"),
        instructions: wants("instructions"),
        ..Request::all("quick")
    };
    let (code, drawing) = bench::measure(&mut request, &folder, false)?;
    if code != 0 {
        return Ok(ExitCode::from(code));
    }
    exit_code(judge(Command::new(drawing.report), &out, own).args(id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_run_is_found_and_a_damaged_one_is_named() {
        let name = format!("sudoku-lab-newest-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let write = |run: &str, text: &str| {
            fs::create_dir_all(folder.join(run)).unwrap();
            fs::write(folder.join(run).join("environment.json"), text).unwrap();
        };
        write("b", r#"{"started":"2026-01-02"}"#);
        write("c", r#"{"started":"2026-01-01"}"#);
        let newest = newest_in(&folder).unwrap();
        write("a", "{");
        let damaged = format!("{:#}", newest_in(&folder).unwrap_err());
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(newest, folder.join("b"));
        assert!(damaged.contains("a/environment.json is not JSON: EOF"), "{damaged}");
        assert!(format!("{:#}", newest_in(&folder).unwrap_err()).contains("sudoku-lab-newest"));
    }
}
