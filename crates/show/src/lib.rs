//! Tables, charts and the page of a run, drawn from its raw data.
//!
//! No solver runs here. [`write()`] reads the raw data of a [run folder](RunFolder) and writes the
//! files for readers into the same folder. The same raw data and references give the same bytes.
//!
//! ```text
//! results.json         all figures, for programs; docs/RESULTS.md documents them
//! results.csv          the main figures as a table, a row for each solver and set
//! results.md           the finding, the ladder and the verdicts, short enough for a forge
//! claims.md            what the sources say, each claim in full
//! README.md            the tables and charts, for a reader of the folder
//! index.html           the same as one page, which needs no other file
//! appendix.html        the tables that few readers look for, and every claim in full
//! charts/*.svg         the charts alone; keep no other files in this folder
//! ```
//!
//! Of a reference only `results.csv` and `results.md` are committed; [`publish()`] writes them and
//! everything else that is drawn and committed.
//!
//! Solvers, families and corpora come from the data, so a new one needs no change here.

mod charts;
mod checkout;
pub mod claims;
pub mod compare;
mod course;
mod duel;
mod escape;
mod finding;
pub mod gate;
mod glossary;
mod markdown;
mod names;
mod notices;
mod page;
mod player;
mod publish;
mod report;
mod revisions;
mod section;
mod tables;
mod terminal;
mod wrap;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::Serialize;
use sudoku_judge::claims::{Check, Ledger, References, Unlike, ledger};
use sudoku_judge::{Climb, ResultRow, Results};
use sudoku_record::{Page, Raw, RunFolder, RunFolderError};

use crate::compare::Run;
use crate::report::Report;

pub use charts::alone as chart;
pub use checkout::{observations, pages};
pub use duel::duel;
pub use notices::unfinished;
pub use publish::publish;
pub use revisions::revisions;
pub use terminal::terminal;
pub use wrap::{plain, wrapped};

/// The parts of a page that come from the checkout at hand instead of the run.
#[derive(Debug, Clone, Default)]
pub struct Checkout {
    /// The descriptions of the solvers.
    pub pages: Vec<Page>,
    /// The searches that the page shows, as WebAssembly packed with gzip; `None` if the module
    /// could not be compiled.
    pub module: Option<Vec<u8>>,
}

/// Draws the report of a run. Returns the text of every file, with its name in the folder. Claims
/// that the run did not measure are left out; the note of the check comes before the other claims.
/// The page contains the [module](Checkout::module) if there is one.
///
/// # Errors
///
/// When the page cannot be rendered.
pub fn draw(
    results: &Results,
    ledger: &Ledger,
    check: &Check,
    module: Option<&[u8]>,
) -> Result<Vec<(String, String)>> {
    let charts = charts::all(results);
    let report = Report::of(results, ledger, check, &charts);
    let player = player::section(results, module)?;
    let mut files = vec![
        ("README.md".to_owned(), markdown::document(&report)),
        ("results.md".to_owned(), markdown::summary(results, check, ledger)),
        ("index.html".to_owned(), page::document(&report, &player)?),
        ("appendix.html".to_owned(), page::appendix(&report)?),
    ];
    if ledger.measured().next().is_some() {
        let about = escape::markdown(&names::provenance(results));
        let claims = claims::document::of_run(ledger, &check.references, &about);
        files.push(("claims.md".to_owned(), claims));
    }
    let drawn = |chart: &charts::Chart| (format!("charts/{}.svg", chart.name), chart.svg.clone());
    files.extend(charts.iter().map(drawn));
    Ok(files)
}

/// Writes the report of a run into its folder, from its raw data. `judging` has the references for
/// the verdicts, or the reason why no claim is judged; `checkout` has the lessons.
///
/// # Errors
///
/// When committed counts are missing or stale, when a name cannot be drawn (because of a control
/// character, for example), or when a file cannot be written. [`RunFolderError::Refused`] when a file
/// that is not part of a report would be overwritten or removed; nothing is written then.
pub fn write(
    folder: &RunFolder,
    raw: Raw,
    judging: Result<&References, String>,
    checkout: Checkout,
) -> Result<Written> {
    let results = Results { pages: checkout.pages, ..Results::of(&raw) };
    let (ledger, check) = match judging {
        Ok(references) => {
            let ledger = ledger(&raw)?;
            let check = compared(references, &results, &ledger).with_gains(references, &raw)?;
            (ledger, check)
        }
        Err(why) => {
            let check = Check { unlike: Some(Unlike::Unjudged(why)), ..Check::default() };
            (Ledger::default(), check)
        }
    };
    if let Some(path) = foreign(folder) {
        return Err(RunFolderError::taken(&path).into());
    }
    folder.write_json_line("results.json", &Found { results: &results, claims: &ledger })?;
    folder.write(&ResultRow::all(&results))?;
    let charts = folder.file("charts");
    if charts.exists() {
        fs::remove_dir_all(&charts).with_context(|| cannot_write(&charts))?;
    }
    fs::create_dir_all(&charts).with_context(|| cannot_write(&charts))?;
    for (name, text) in draw(&results, &ledger, &check, checkout.module.as_deref())? {
        let path = folder.file(&name);
        fs::write(&path, text).with_context(|| cannot_write(&path))?;
    }
    Ok(Written { run: Run { results, counts: raw.counts }, ledger, check })
}

/// Compares the verdicts of a run, and its fastest solver, with the references.
fn compared(references: &References, results: &Results, ledger: &Ledger) -> Check {
    let check = Check::beside(references, &results.environment, ledger);
    match Climb::of(results).filter(|climb| !climb.is_undecided()) {
        Some(climb) => check.with_climbs(references, &results.environment, &climb),
        None => check,
    }
}

/// The data that a report was drawn from.
#[derive(Debug)]
pub struct Written {
    /// The run.
    pub run: Run,
    /// The verdicts.
    pub ledger: Ledger,
    /// Whether the verdicts are the expected ones.
    pub check: Check,
}

/// A file that would be overwritten or removed although it is not part of a report.
fn foreign(folder: &RunFolder) -> Option<PathBuf> {
    let titled = |name: &str| {
        let path = folder.file(name);
        let text = fs::read(&path).unwrap_or_default();
        let titled = String::from_utf8_lossy(&text).contains(names::TITLE);
        (path.exists() && !titled).then_some(path)
    };
    // Earlier reports had PNG copies of the charts.
    let drawing = |path: &Path| path.extension().is_some_and(|end| end == "svg" || end == "png");
    let charts = fs::read_dir(folder.file("charts")).into_iter().flatten().flatten();
    let mut others = charts.map(|entry| entry.path()).filter(|path| !drawing(path));
    let mut pages = ["README.md", "index.html", "appendix.html"].into_iter();
    pages.find_map(titled).or_else(|| others.next())
}

/// The contents of `results.json`: the results, and the verdicts on the claims.
#[derive(Serialize)]
struct Found<'a> {
    #[serde(flatten)]
    results: &'a Results,
    claims: &'a Ledger,
}

fn cannot_write(path: &Path) -> String {
    format!("{} cannot be written", path.display())
}
