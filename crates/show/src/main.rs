//! `sudoku-show`: draws the report of a run from its raw data, compares runs, and shows the
//! verdicts on claims.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use lexopt::prelude::*;
use sudoku_judge::claims::{
    Check, Claim, FindError, Ledger, LedgerError, Needs, Reference, References, Unlike, authors,
    bless_all, find_among, ledger, ledger_of, needs, read_own, sentences, top, wrong_sentences,
};
use sudoku_judge::{PuzzleTimes, Results};
use sudoku_record::{Page, ProgramRecord, Raw, RunFolder, RunFolderError, pack_tightly, runs_in};
use sudoku_show::compare::{self, Run};
use sudoku_show::gate::gate;
use sudoku_show::splice::{SpliceError, splice};
use sudoku_show::{Checkout, Painter, Revisions, Written, claims, unfinished, write_chart};

const USAGE: &str = include_str!("usage.txt").trim_ascii_end();

fn main() -> ExitCode {
    match run() {
        Ok(code) => code,
        Err(error) if error.is::<lexopt::Error>() => {
            eprintln!("sudoku-show: {error}\n\n{USAGE}");
            ExitCode::from(2)
        }
        Err(error) => {
            eprintln!("sudoku-show: {error:#}");
            let taken = matches!(error.downcast_ref(), Some(RunFolderError::Taken(_)));
            let unknown = matches!(error.downcast_ref(), Some(FindError::Unknown { .. }));
            let refused = unknown || error.is::<UnknownName>() || error.is::<SpliceError>();
            if taken || refused { ExitCode::from(2) } else { ExitCode::FAILURE }
        }
    }
}

/// A name of a solver, a set or a chart that the run does not have.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct UnknownName(String);

fn run() -> Result<ExitCode> {
    let mut arguments = lexopt::Parser::from_env();
    let (mut words, mut splice): (Vec<OsString>, _) = (Vec::new(), None);
    let (mut print_as, mut measured, mut gated) = (None, false, false);
    let (mut summary, mut own, mut chart, mut sets) = (None, None, None, None);
    let (mut checkout, mut programs) = (Checkout::default(), Vec::<ProgramRecord>::new());
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("help") | Short('h') => {
                print(USAGE);
                return Ok(ExitCode::SUCCESS);
            }
            Long("terminal") => print_as = print_as.or(Some(Length::Short)),
            Long("long") => print_as = Some(Length::Long),
            Long("summary") => summary = Some(PathBuf::from(arguments.value()?)),
            Long("claims") => own = Some(own_claims(Path::new(&arguments.value()?))?),
            Long("programs") => programs = serde_json::from_str(&arguments.value()?.string()?)?,
            Long("chart") => chart = Some(arguments.value()?.string()?),
            Long("sets") => sets = Some(arguments.value()?.string()?),
            Long("pages") => checkout.pages = pages_in(Path::new(&arguments.value()?))?,
            Long("module") => checkout.module = Some(packed(Path::new(&arguments.value()?))?),
            Long("measured") => measured = true,
            Long("gate") => gated = true,
            Long("splice") => splice = Some(PathBuf::from(arguments.value()?)),
            Value(word) if words.len() < 5 => words.push(word),
            other => return Err(other.unexpected().into()),
        }
    }
    let text = |word: &OsString| word.clone().string();
    let maybe = |words: &[OsString]| words.first().map(text).transpose();
    let long = print_as == Some(Length::Long);
    match words.as_slice() {
        [] => return Err(lexopt::Error::from("DIR is missing").into()),
        [folder] if chart.is_some() || sets.is_some() => {
            let name = chart.ok_or_else(|| lexopt::Error::from("--sets needs --chart"))?;
            return draw_alone(&run_in(folder), &name, sets.as_deref());
        }
        [task, before, after] if task == "compare" => {
            let [before, after] = [Raw::read(&run_in(before))?, Raw::read(&run_in(after))?];
            let is_whole = before.missing.is_empty() && after.missing.is_empty();
            print(compare::compare(&Run::of(before), &Run::of(after), long, width()).trim_end());
            return Ok(code(is_whole));
        }
        [task, old, new] if task == "revisions" => {
            let [old, new] = [run_in(old).turns()?, run_in(new).turns()?];
            let revisions = Revisions::of(&old, &new);
            print(revisions.text(width()).trim_end());
            if gated {
                print(format!("\n{}", revisions.judgement(width())));
                return Ok(code(revisions.reasons().is_empty()));
            }
        }
        [task, folder] if task == "gate" => {
            let raw = Raw::read(&run_in(folder))?;
            let references = References::committed()?;
            let nearest = references.nearest(&raw.environment);
            let nearest = nearest.context("there is no run in reports/reference")?;
            let check = Check::beside(&references, &raw.environment, &ledger(&raw)?);
            let (reference, run) = (compared(&references, nearest)?, Run::of(raw));
            let judgement = gate(&reference, &run, &check);
            let headline = judgement.text.lines().next().filter(|_| judgement.open && !long);
            let said = headline.unwrap_or(judgement.text.trim_end());
            print(sudoku_show::plain(said, width()));
            if let Some(file) = summary {
                summarise(&file, &judgement.text, &run_in(folder))?;
            }
            return Ok(code(judgement.open));
        }
        [task, folder, id @ ..] if task == "claims" && id.len() < 2 => {
            return show_claims(&run_in(folder), maybe(id)?.as_deref(), own);
        }
        #[cfg(feature = "counts")]
        [task, path, id @ ..] if task == "counts" && id.len() < 2 => {
            return judge_by_counts(Path::new(path), maybe(id)?.as_deref(), own);
        }
        [task, folder, first, second, corpus @ ..] if task == "duel" && corpus.len() < 2 => {
            let (first, second, corpus) = (text(first)?, text(second)?, maybe(corpus)?);
            let times = PuzzleTimes::all(&Raw::read(&run_in(folder))?);
            let names = [first.as_str(), &second];
            let duel = sudoku_show::duel(&times, names, corpus.as_deref(), width());
            print(duel.map_err(UnknownName)?);
        }
        [task, id @ ..] if task == "needs" && (id.len() == 1 || id.is_empty() && own.is_some()) => {
            print(lines(&needs(&asked(own, &programs, maybe(id)?.as_deref())?)?));
        }
        [task] if task == "bless" => return bless(),
        [task] if task == "publish" => return publish(),
        [folder] => {
            let drawing = Drawing { print_as, measured, splice, checkout };
            return report(folder.as_ref(), drawing, References::committed);
        }
        [_, second, ..] => return Err(Value(second.clone()).unexpected().into()),
    }
    Ok(ExitCode::SUCCESS)
}

/// How much of a report is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Length {
    Short,
    Long,
}

/// The width of standard output in columns, from 60 to 120: that of the terminal, or 80 if it is
/// none. `cargo xtask`, which prints for this program, passes its own width in
/// `SUDOKU_LAB_COLUMNS`.
fn width() -> usize {
    let passed = || env::var("SUDOKU_LAB_COLUMNS").ok()?.parse().ok();
    let size = terminal_size::terminal_size_of(io::stdout());
    let columns = size.map(|(columns, _)| usize::from(columns.0)).or_else(passed);
    columns.unwrap_or(80).clamp(60, 120)
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

fn run_in(folder: &OsString) -> RunFolder {
    RunFolder::new(folder)
}

/// Writes the verdicts of the newest reference into the files of claims. Nothing is written until all
/// new texts are known to be right.
fn bless() -> Result<ExitCode> {
    let references = References::committed()?;
    let newest = references.all().first().context("there is no run in reports/reference")?;
    let (files, changes) = bless_all(&newest.ledger)?;
    for (file, text) in files {
        fs::write(&file, text).with_context(|| file.display().to_string())?;
    }
    changes.iter().for_each(print);
    print(format!("{} expectations changed. Review them.", changes.len()));
    Ok(ExitCode::SUCCESS)
}

/// Leaves out of each reference the counts that `reports/counts` has, and writes all that is drawn
/// from the references and committed.
fn publish() -> Result<ExitCode> {
    runs_in(&top().join("reports/reference"))?.iter().try_for_each(RunFolder::share_counts)?;
    sudoku_show::publish(&References::committed()?, top())?;
    Ok(ExitCode::SUCCESS)
}

/// Reads the descriptions of the solvers.
fn pages_in(file: &Path) -> Result<Vec<Page>> {
    let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
    serde_json::from_str(&text).with_context(|| file.display().to_string())
}

/// Reads a module of WebAssembly, and packs it.
fn packed(file: &Path) -> Result<Vec<u8>> {
    Ok(pack_tightly(&fs::read(file).with_context(|| file.display().to_string())?)?)
}

fn code(well: bool) -> ExitCode {
    if well { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Reads the claims in a user's own file.
fn own_claims(file: &Path) -> Result<Vec<Claim>> {
    let name = file.display().to_string();
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {name}"))?;
    let key = file.file_stem().unwrap_or_default().to_string_lossy();
    Ok(read_own(&name, &key, &text)?)
}

/// The claims of the user's own file or, without one, those of the laboratory and of the authors of
/// these programs; with an id, this one of them alone.
fn asked<'a>(
    own: Option<Vec<Claim>>,
    programs: impl IntoIterator<Item = &'a ProgramRecord>,
    id: Option<&str>,
) -> Result<Vec<Claim>> {
    let all = match own {
        Some(own) => own,
        None => [sudoku_judge::claims::claims()?, authors(programs)?].concat(),
    };
    Ok(match id {
        Some(id) => vec![find_among(all, id)?],
        None => all,
    })
}

/// Prints the verdicts of a run on all claims or on one of them; on the user's own claims if there
/// are any. With all claims of the laboratory, it judges the sentences of the pages too.
fn show_claims(folder: &RunFolder, id: Option<&str>, own: Option<Vec<Claim>>) -> Result<ExitCode> {
    let raw = Raw::read(folder)?;
    let is_ours = own.is_none();
    let known = asked(own, &raw.programs, None)?;
    let id = id.map(|id| find_among(known.clone(), id)).transpose()?.map(|claim| claim.id);
    let mut ledger = ledger_of(&known, &raw)?;
    ledger.claims.retain(|claim| id.as_ref().is_none_or(|id| claim.id == *id));
    let references = References::committed()?;
    let check = Check::beside(&references, &raw.environment, &ledger);
    if let Some(warning) = unfinished(&raw.missing) {
        print(sudoku_show::wrapped(&warning, width()) + "\n");
    }
    print(shown(&ledger, &check, id.is_some()).trim_end());
    let wrong = match id {
        None if is_ours => wrong_sentences(&sentences()?, &references)?,
        _ => Vec::new(),
    };
    for wrong in &wrong {
        eprintln!("sudoku-show: {wrong}");
    }
    Ok(code(check.is_open() && wrong.is_empty() && raw.missing.is_empty()))
}

/// A line for each claim, or a single claim in full.
fn shown(ledger: &Ledger, check: &Check, in_full: bool) -> String {
    match ledger.claims.as_slice() {
        [one] if in_full => claims::in_full(one, ledger, check, width()),
        _ => claims::terminal(ledger, check, width()),
    }
}

/// Prints the verdicts by counts from elsewhere on all claims or on one of them.
#[cfg(feature = "counts")]
fn judge_by_counts(path: &Path, id: Option<&str>, own: Option<Vec<Claim>>) -> Result<ExitCode> {
    let (ledger, left_out) = sudoku_show::counts::judge(&asked(own, [], id)?, path)?;
    let ledger = if id.is_some() { ledger } else { claims::numbered(ledger) };
    let check = Check::of(&ledger);
    let rest = claims::not_judged(&ledger, &left_out, width());
    print(format!("{}\n{rest}", shown(&ledger, &check, id.is_some())).trim_end());
    Ok(code(check.is_open()))
}

/// The needs in lines: `solver ID`, `corpus NAME`, and `measure time` or `measure instructions`.
fn lines(Needs { solvers, corpora, times, instructions }: &Needs) -> String {
    let solvers = solvers.iter().map(|id| format!("solver {id}"));
    let corpora = corpora.iter().map(|name| format!("corpus {name}"));
    let [time, work] = [(times, "time"), (instructions, "instructions")]
        .map(|(needed, measure)| needed.then(|| format!("measure {measure}")));
    solvers.chain(corpora).chain(time).chain(work).collect::<Vec<_>>().join("\n")
}

/// How a report is drawn.
#[derive(Default)]
struct Drawing {
    print_as: Option<Length>,
    /// True for a run that has just been measured.
    measured: bool,
    /// The document into which the run is spliced.
    splice: Option<PathBuf>,
    checkout: Checkout,
}

fn report(
    folder: &Path,
    Drawing { print_as, measured, splice: document, checkout }: Drawing,
    references: impl FnOnce() -> Result<References, LedgerError>,
) -> Result<ExitCode> {
    let run = RunFolder::new(folder);
    // The run first: reading and judging all references takes seconds.
    let raw = Raw::read(&run)?;
    let references = match references() {
        Err(LedgerError::Counted(error)) if measured => Err(error.to_string()),
        references => Ok(references?),
    };
    if let Err(unjudged) = &references {
        eprintln!("sudoku-show: {unjudged}");
    }
    let judging = references.as_ref().map_err(String::clone);
    let Written { results, counts, ledger, check } =
        sudoku_show::write(&run, raw, judging, checkout)?;
    let run = Run { results, counts };
    if let Some(document) = document {
        let files = ["charts/ladder.svg", "README.md"].map(|file| folder.join(file));
        splice(&document, files.each_ref().map(PathBuf::as_path), &run.results)?;
    }
    let mut text = String::new();
    if let Some(length) = print_as {
        let own = matches!(check.unlike, None | Some(Unlike::Program(_)));
        let references = references.as_ref().ok().filter(|_| own);
        let own = references.and_then(|all| Some((all, all.nearest(&run.results.environment)?)));
        let own = own.map(|(all, reference)| compared(all, reference)).transpose()?;
        let since = compare::since(own.as_ref(), &run, &check);
        let claims = (length == Length::Long).then(|| claims::in_short(&ledger, &check, width()));
        text = sudoku_show::terminal(&run.results, &since, claims.as_deref(), width());
    }
    print(format!("{text}{}", folder.join("index.html").display()));
    Ok(code(references.is_ok()))
}

/// A reference as a run is compared with it: with the newest counts of all references.
fn compared(references: &References, reference: &Reference) -> Result<Run> {
    Ok(Run { counts: references.counts()?, ..Run::of(Raw::read(&reference.folder)?) })
}

/// Draws one chart, of all sets or of those in a list with commas.
fn draw_alone(run: &RunFolder, name: &str, sets: Option<&str>) -> Result<ExitCode> {
    let sets: Vec<&str> = sets.iter().flat_map(|sets| sets.split(',')).collect();
    let svg = sudoku_show::chart(&Results::of(&Raw::read(run)?), name, &sets);
    let svg = svg.map_err(UnknownName)?;
    let file = [&[name], &*sets].concat().join("-").replace(['/', '\\'], "_") + ".svg";
    let path = run.file(&file);
    write_chart(&Painter::default(), &path, &svg)?;
    print(format!("{}\n{}", path.display(), path.with_extension("png").display()));
    Ok(ExitCode::SUCCESS)
}

fn print(text: impl AsRef<str>) {
    // A reader that has closed the pipe has read enough.
    let _ = writeln!(io::stdout(), "{}", text.as_ref());
}

#[cfg(test)]
mod tests {
    use sudoku_record::CountedError;

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
        let measured = || Drawing { measured: true, ..Drawing::default() };
        let said = "the counts of bitmask/cursor are stale, since code has changed: run `cargo \
                    xtask recount --solver bitmask/cursor`";
        let refused = report(&folder, Drawing::default(), stale).unwrap_err();
        assert_eq!(refused.to_string(), said);
        assert!(!folder.join("README.md").exists(), "nothing is drawn");
        let code = report(&folder, measured(), stale).unwrap();
        assert_eq!(format!("{code:?}"), format!("{:?}", ExitCode::FAILURE));
        let drawn = fs::read_to_string(folder.join("README.md")).unwrap().replace(['\\', '>'], "");
        let words: Vec<&str> = drawn.split_whitespace().collect();
        let drawn = words.join(" ");
        assert!(drawn.contains(&format!("No claim is judged: {said}")), "{drawn}");
        assert!(drawn.contains("bitmask/blank-list"), "the figures are drawn");
        assert!(!folder.join("claims.md").exists(), "without verdicts");
        let other = || Err(LedgerError::Raw(RunFolderError::Taken(folder.clone())));
        assert!(report(&folder, measured(), other).is_err());
        fs::remove_dir_all(folder).unwrap();
    }
}
