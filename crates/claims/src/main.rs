//! `sudoku-claims`: what the articles say, judged by the raw data of a run.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use lexopt::prelude::*;
use sudoku_claims::{
    Basis, Check, Claim, Judged, Ledger, References, bless, claims, committed, ledger, path, timed,
};
use sudoku_measure::{Raw, RunFolder};

const USAGE: &str = "\
What the articles say about cost, judged by the raw data of a run.

usage: sudoku-claims DIR [ID]
       sudoku-claims needs ID
       sudoku-claims bless

  DIR     the folder of a run: it holds environment.json and raw/
  ID      one claim in full; without it, a line for each
  needs   the solvers and measurements that decide a claim, and those of its corpora that a minute
          has room for, a line each; work that is committed needs no measuring
  bless   writes the verdicts of the newest run in reports/reference into the files of claims as
          what is expected from now on, and docs/CLAIMS.md by the runs of all processors; prints
          what has changed, for a human to review
  --help  print this

Exit codes: 0 all well; 1 a verdict is not the expected one, an explanation does not hold, or a file
is not as it should be; 2 bad usage.";

enum Task {
    Help,
    Ledger(PathBuf),
    One(PathBuf, String),
    Needs(String),
    Bless,
}

fn main() -> ExitCode {
    let task = match task() {
        Ok(task) => task,
        Err(error) => {
            eprintln!("sudoku-claims: {error}\n\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    match run(&task) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("sudoku-claims: {error:#}");
            ExitCode::from(if error.is::<NoSuchClaim>() { 2 } else { 1 })
        }
    }
}

fn task() -> Result<Task, lexopt::Error> {
    let mut arguments = lexopt::Parser::from_env();
    let mut words: Vec<String> = Vec::new();
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("help") | Short('h') => return Ok(Task::Help),
            Value(word) if words.len() < 2 => words.push(word.string()?),
            other => return Err(other.unexpected()),
        }
    }
    match words.as_slice() {
        [] => Err("DIR is missing".into()),
        [task, id] if task == "needs" => Ok(Task::Needs(id.clone())),
        [task] if task == "bless" => Ok(Task::Bless),
        [folder] => Ok(Task::Ledger(folder.into())),
        [folder, id, ..] => Ok(Task::One(folder.into(), id.clone())),
    }
}

fn run(task: &Task) -> Result<ExitCode> {
    match task {
        Task::Help => print(USAGE),
        Task::Ledger(folder) => {
            let raw = Raw::read(&RunFolder::new(folder))?;
            let ledger = ledger(&raw)?;
            let check = check(&raw, &ledger)?;
            print(&format!("{}{}", check.opening(), ledger.terminal(&check).trim_end()));
            return Ok(code(&check));
        }
        Task::One(folder, id) => {
            let id = find(id)?.id;
            let raw = Raw::read(&RunFolder::new(folder))?;
            let mut ledger = ledger(&raw)?;
            ledger.claims.retain(|claim| claim.id == id);
            let check = check(&raw, &ledger)?;
            let claims = ledger.claims.iter().map(|claim| claim.in_full(&ledger) + "\n");
            let claims: String = claims.collect();
            print(&format!("{}{claims}{}", check.opening(), check.text.trim_end()));
            return Ok(code(&check));
        }
        Task::Needs(id) => print(&needs(&find(id)?)?),
        Task::Bless => bless_all()?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Holds the verdicts against what is expected.
fn check(raw: &Raw, ledger: &Ledger) -> Result<Check> {
    Ok(References::committed()?.check(&raw.environment, ledger))
}

fn code(check: &Check) -> ExitCode {
    if check.open { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// No claim has this id.
#[derive(Debug, thiserror::Error)]
#[error(
    "no claim is called `{asked}`; the nearest is `{nearest}` (`cargo xtask claims` lists all)"
)]
struct NoSuchClaim {
    asked: String,
    nearest: String,
}

fn find(id: &str) -> Result<Claim> {
    let claims = claims()?;
    let nearest = claims.iter().map(|claim| &claim.id);
    let nearest = nearest.min_by_key(|known| strsim::levenshtein(known, id)).cloned();
    let error = NoSuchClaim { asked: id.to_owned(), nearest: nearest.unwrap_or_default() };
    Ok(claims.into_iter().find(|claim| claim.id == id).ok_or(error)?)
}

/// `solver ID`, `corpus NAME` and `measure time` or `measure instructions`, a line each.
fn needs(claim: &Claim) -> Result<String> {
    let (timed, committed) = (timed()?, committed()?);
    let counted = |solver: &str, corpus: &str| {
        let mut of_solver = committed.iter().filter(|counted| counted.solver == solver);
        of_solver.any(|counted| counted.set(corpus).is_some())
    };
    let tests = || claim.tests.iter().chain(&claim.because);
    let mut lines: Vec<String> = Vec::new();
    let mut need = |kind: &str, name: &str| {
        let line = format!("{kind} {name}");
        if !lines.contains(&line) {
            lines.push(line);
        }
    };
    for test in tests() {
        test.solvers().iter().for_each(|solver| need("solver", solver));
        for corpus in test.corpora.iter().filter(|corpus| timed.contains(*corpus)) {
            let solvers = test.solvers();
            if !test.is_work() || !solvers.iter().all(|solver| counted(solver, corpus)) {
                need("corpus", corpus);
            }
        }
        if test.basis() == Basis::PairedTimes {
            need("measure", "time");
        }
        if test.needs_instructions() {
            need("measure", "instructions");
        }
    }
    // Solvers are judged by what is committed when the run has let them loose on something.
    if !lines.iter().any(|line| line.starts_with("corpus ")) {
        lines.push("corpus leetcode-37".to_owned());
    }
    Ok(lines.join("\n"))
}

fn bless_all() -> Result<()> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).context("no workspace")?;
    let references = References::committed()?;
    let newest = references.all().first().context("there is no run in reports/reference")?;
    let ledger = &newest.ledger;
    let text = references.document().context("there is no run in reports/reference")?;
    let mut count = 0;
    let mut files = vec![(top.join("docs/CLAIMS.md"), text)];
    for key in articles(ledger) {
        let file = top.join(path(key));
        let text = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
        let (blessed, changes) = bless(key, &text, ledger)?;
        count += changes.len();
        for change in changes {
            print(&change);
        }
        if blessed != text {
            files.push((file, blessed));
        }
    }
    // Nothing is written before all of it is known to be right.
    for (file, text) in files {
        fs::write(&file, text).with_context(|| file.display().to_string())?;
    }
    print(&format!("{count} expectations changed; docs/CLAIMS.md is written. Review both."));
    Ok(())
}

fn articles(ledger: &Ledger) -> Vec<&str> {
    let mut keys: Vec<&str> = ledger.claims.iter().map(Judged::article).collect();
    keys.dedup();
    keys
}

fn print(text: &str) {
    // Whoever has closed the pipe has read enough.
    let _ = writeln!(io::stdout(), "{text}");
}
