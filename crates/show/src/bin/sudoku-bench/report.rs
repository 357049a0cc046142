//! Draws the report of a run, and writes what is committed of the references.

use std::env;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use clap::Args;
use sudoku_judge::Results;
use sudoku_judge::claims::{Check, LedgerError, Reference, References, Unlike, ledger};
use sudoku_record::{Page, Raw, RunFolder, pack, runs_in, top};
use sudoku_show::compare::{self, Run};
use sudoku_show::{Checkout, Written};

use crate::compile;
use crate::console::{Usage, code, near, path, print, width};
use crate::runs::{held, references};

/// Draw the report of a run again from its raw data
///
/// The page takes the solvers' descriptions, and the searches that it shows, from the sources as they
/// are now. In reports/reference git ignores it.
#[derive(Args)]
pub(crate) struct Report {
    /// The folder of a run, or DIR/unfinished for a run that was cut short
    #[arg(value_name = "DIR", value_parser = path())]
    folder: PathBuf,
    /// Also print every table, every note and the verdict on every claim
    #[arg(long)]
    long: bool,
    /// Only write this chart into DIR, as SVG without heading and note: ladder, elsewhere, time,
    /// placement or cactus
    #[arg(long, value_name = "NAME", conflicts_with = "long")]
    chart: Option<String>,
}

impl Report {
    pub(crate) fn run(self, xtask: Option<&Path>) -> Result<u8> {
        let run = held(&self.folder)?;
        let _alone = run.clone().lock()?;
        if let Some(name) = &self.chart {
            return draw_alone(&run, name);
        }
        let checkout = Checkout { module: module(xtask)?, pages: pages(xtask, &run)? };
        let drawing = Drawing { long: self.long, measured: false, checkout };
        report(&run, drawing, references)
    }
}

/// How a report is drawn.
#[derive(Default)]
pub(crate) struct Drawing {
    pub(crate) long: bool,
    /// True for a run that has just been measured.
    pub(crate) measured: bool,
    pub(crate) checkout: Checkout,
}

/// Has the program of the tasks compile the searches for the page, and packs them. `None` where their
/// target is not installed, which that program says.
pub(crate) fn module(xtask: Option<&Path>) -> Result<Option<Vec<u8>>> {
    let Some(xtask) = xtask else { return Ok(None) };
    let printed = String::from_utf8(compile::printed(Command::new(xtask).arg("module"))?)?;
    let file = Path::new(printed.trim());
    if file.as_os_str().is_empty() {
        return Ok(None);
    }
    let module = fs::read(file).with_context(|| file.display().to_string())?;
    Ok(Some(pack(&module)?))
}

/// Reads the descriptions of the solvers of a run, if the program of the tasks has started this one.
pub(crate) fn pages(xtask: Option<&Path>, run: &RunFolder) -> Result<Vec<Page>> {
    if xtask.is_some() { sudoku_show::pages(top(), &run.plan()?.solvers) } else { Ok(Vec::new()) }
}

/// Draws a run into its folder, and prints what it comes to.
pub(crate) fn report(
    folder: &RunFolder,
    Drawing { long, measured, checkout }: Drawing,
    references: impl FnOnce() -> Result<References, LedgerError>,
) -> Result<u8> {
    // The run first: reading and judging all references takes seconds.
    let raw = Raw::read(folder)?;
    let references = match references() {
        Err(LedgerError::Counted(error)) if measured => Err(error.to_string()),
        references => Ok(references?),
    };
    if let Err(unjudged) = &references {
        eprintln!("error: {unjudged}");
    }
    let judging = references.as_ref().map_err(String::clone);
    let Written { run, ledger, check } = sudoku_show::write(folder, raw, judging, checkout)?;
    let own = matches!(check.unlike, None | Some(Unlike::Program(_)));
    let is_judged = references.is_ok();
    let references = references.as_ref().ok().filter(|_| own);
    let own = references.and_then(|all| Some((all, all.nearest(&run.results.environment)?)));
    let own = own.map(|(all, reference)| compared(all, reference));
    let since = compare::since(own.as_ref(), &run, &check);
    let rest =
        if long { String::new() } else { format!(" `{}` prints every table.", again(folder)) };
    let (verdicts, since) = ((&ledger, &check), format!("{since}{rest}"));
    let text = sudoku_show::terminal(&run.results, verdicts, &since, long, width());
    print(format!("{text}{}", folder.file("index.html").display()));
    Ok(code(is_judged))
}

/// The command that prints a run in full.
fn again(folder: &RunFolder) -> String {
    format!("cargo xtask report {} --long", near(folder.root()))
}

/// A reference as a run is compared with it: with the newest counts of all references.
fn compared(references: &References, reference: &Reference) -> Run {
    Run { results: reference.results().clone(), counts: references.counts() }
}

/// Draws one chart alone.
fn draw_alone(run: &RunFolder, name: &str) -> Result<u8> {
    let svg = sudoku_show::chart(&Results::of(&Raw::read(run)?), name).map_err(Usage)?;
    let path = run.file(&format!("{name}.svg"));
    fs::write(&path, svg).with_context(|| format!("{} cannot be written", path.display()))?;
    print(path.display().to_string());
    Ok(0)
}

/// Judges a run by the references. In a job of GitHub, its summary gets the judgement and the tables.
pub(crate) fn gate(run: &RunFolder, long: bool) -> Result<u8> {
    let raw = Raw::read(run)?;
    let references = references()?;
    let nearest = references.nearest(&raw.environment);
    let nearest = nearest.context("there is no run in reports/reference")?;
    let check = Check::beside(&references, &raw.environment, &ledger(&raw)?);
    let (reference, measured) = (compared(&references, nearest), Run::of(raw));
    let judgement = sudoku_show::gate::gate(&reference, &measured, &check);
    let headline = judgement.text.lines().next().filter(|_| judgement.open && !long);
    let said = headline.unwrap_or(judgement.text.trim_end());
    print(sudoku_show::plain(said, width()));
    if let Some(file) = env::var_os("GITHUB_STEP_SUMMARY") {
        summarise(Path::new(&file), &judgement.text, run)?;
    }
    Ok(code(judgement.open))
}

/// Appends a judgement and the tables of the run to a file.
fn summarise(file: &Path, judgement: &str, run: &RunFolder) -> Result<()> {
    let report = fs::read_to_string(run.file("README.md")).unwrap_or_default();
    let tables: Vec<&str> = report.lines().filter(|line| !line.starts_with("![")).collect();
    let text = format!("{judgement}\n{}\n", tables.join("\n"));
    let opened = fs::File::options().append(true).create(true).open(file);
    opened
        .and_then(|mut file| file.write_all(text.as_bytes()))
        .with_context(|| format!("{} cannot be written", file.display()))
}

/// Leaves out of each reference the counts that `reports/counts` has, and writes all that is drawn
/// from the references and committed.
pub(crate) fn publish() -> Result<u8> {
    runs_in(&top().join("reports/reference"))?.iter().try_for_each(RunFolder::share_counts)?;
    let references = References::committed()?;
    sudoku_show::publish(&references, top())?;
    Ok(0)
}

#[cfg(test)]
mod tests {
    use sudoku_record::{CountedError, RunFolderError};

    use super::*;

    /// A copy of the fixture, as a run that was just measured.
    fn folder(name: &str) -> PathBuf {
        let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixture");
        let folder = std::env::temp_dir().join(format!("sudoku-lab-{name}-{}", std::process::id()));
        fs::create_dir_all(folder.join("raw")).unwrap();
        fs::copy(fixture.join("environment.json"), folder.join("environment.json")).unwrap();
        for file in fs::read_dir(fixture.join("raw")).unwrap().map(Result::unwrap) {
            fs::copy(file.path(), folder.join("raw").join(file.file_name())).unwrap();
        }
        folder
    }

    #[test]
    fn a_run_with_stale_counts_is_drawn_without_verdicts_only_when_just_measured() {
        let stale = || {
            let solver = "bitmask/cursor".to_owned();
            let why = "since code has changed".to_owned();
            Err(LedgerError::Counted(CountedError::Stale { solver, why }))
        };
        let folder = folder("unjudged");
        let run = RunFolder::new(&folder);
        let measured = || Drawing { measured: true, ..Drawing::default() };
        let said = "the counts of bitmask/cursor are stale, since code has changed: run `cargo \
                    xtask recount --solver bitmask/cursor`";
        let refused = report(&run, Drawing::default(), stale).unwrap_err();
        assert_eq!(refused.to_string(), said);
        assert!(!folder.join("README.md").exists(), "nothing is drawn");
        assert_eq!(report(&run, measured(), stale).unwrap(), 1);
        let drawn = fs::read_to_string(folder.join("README.md")).unwrap().replace(['\\', '>'], "");
        let words: Vec<&str> = drawn.split_whitespace().collect();
        let drawn = words.join(" ");
        assert!(drawn.contains(&format!("No claim is judged: {said}")), "{drawn}");
        assert!(drawn.contains("bitmask/blank-list"), "the figures are drawn");
        assert!(!folder.join("claims.md").exists(), "without verdicts");
        let other = || Err(LedgerError::Raw(RunFolderError::taken(&folder)));
        assert!(report(&run, measured(), other).is_err());
        fs::remove_dir_all(folder).unwrap();
    }
}
