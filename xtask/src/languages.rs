//! `cargo xtask languages`: compares the committed counts with those of the programs of
//! `entrants/`, which make the searches of the articles in the articles' own languages.

use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Mutex;
use std::thread;

use anyhow::{Context, Result, ensure};
use lexopt::prelude::*;
use sudoku_core::{Ending, Goal, Grid};
use sudoku_record::{AskedSet, Counted, CountedRun, counted_sets};

use crate::args::Args;
use crate::entrant::{Build, Entrant, version};
use crate::progress::{RunProgress, Step};
use crate::{from_here, must, puzzles, root, say, take_lines};

/// The seconds for all puzzles and all programs of `entrants/`, on two cores.
const SECONDS: f64 = 1200.0;

/// A puzzle that is searched, with the committed counts of the search.
struct Search {
    set: &'static str,
    index: usize,
    line: &'static str,
    run: CountedRun,
}

pub(crate) fn languages(mut args: Args) -> Result<ExitCode> {
    let (mut folder, mut first, mut most) = (root().join("entrants"), None, None);
    while let Some(arg) = args.next()? {
        match arg {
            Long("puzzles") => first = Some(args.value()?),
            Long("max-placements") => most = Some(args.value()?),
            Value(name) => folder = from_here(name),
            other => return Err(other.unexpected().into()),
        }
    }
    let first = first.map_or(Ok(usize::MAX), |first| first.parse())?;
    let most = most.map_or(Ok(u64::MAX), |most| most.parse())?;
    let files = entrants(&folder)?;

    let mut progress = RunProgress::compiling(1);
    progress.start(vec![Step::new("searching", SECONDS)]);
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let (queue, all) = (Mutex::new(files.iter()), files.len());
    let next = || queue.lock().expect("no worker panics").next();
    let done = Mutex::new((progress, Vec::new()));
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(file) = next() {
                    let result = compare(&folder, file, first, most);
                    let result = result.with_context(|| file.display().to_string());
                    let (progress, compared) = &mut *done.lock().expect("no worker panics");
                    compared.push((file, result));
                    let name = file.parent().unwrap_or(file).strip_prefix(&folder).unwrap_or(file);
                    let name = name.display().to_string();
                    progress.at("searching", compared.len() as u64, all as u64, &name);
                }
            });
        }
    });
    let (progress, mut compared) = done.into_inner().expect("no worker panics");
    drop(progress);
    compared.sort_by_key(|(file, _)| *file);
    let mut faulty = 0;
    for (_, result) in compared {
        match result {
            Ok(Compared::Equal(line)) => say(line),
            Ok(Compared::Missing(line)) => eprintln!("{line}"),
            Err(fault) => {
                faulty += 1;
                say(format_args!("{fault:#}"));
            }
        }
    }
    ensure!(faulty == 0, "{faulty} of {all} programs do not search as committed");
    Ok(ExitCode::SUCCESS)
}

/// The line for a program without a fault: its counts are equal, or its compiler is missing.
enum Compared {
    Equal(String),
    Missing(String),
}

/// Returns the files `entrant.toml` of the programs in a folder that make a solver's search,
/// sorted.
///
/// # Errors
///
/// When a folder cannot be read, or there is no `entrant.toml`.
pub(crate) fn entrants(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    collect(folder, &mut files).with_context(|| folder.display().to_string())?;
    ensure!(!files.is_empty(), "{} has no entrant.toml in it", folder.display());
    files.sort();
    // An entrant that does not lie in FAMILY/VARIANT makes no search of a solver.
    files.retain(|file| file.strip_prefix(folder).is_ok_and(|rest| rest.components().count() > 2));
    Ok(files)
}

/// Collects the files `entrant.toml` in a folder, at any depth.
fn collect(folder: &Path, found: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, found)?;
        } else if path.ends_with("entrant.toml") {
            found.push(path);
        }
    }
    Ok(())
}

/// Builds a program, lets it answer and count, and compares it with the solver that its path names.
fn compare(top: &Path, file: &Path, first: usize, most: u64) -> Result<Compared> {
    let folder = file.parent().context("a file has no folder")?;
    let Entrant { about, build, run, .. } = Entrant::read(file)?;
    let mut place = folder.strip_prefix(top)?.components().map(Component::as_os_str);
    let (family, variant) = place.next().zip(place.next()).context("expected FAMILY/VARIANT")?;
    let solver = format!("{}/{}", family.to_string_lossy(), variant.to_string_lossy());
    let counts = run.counts.context("expected `counts` under [run]")?;
    let first_command = run.first.context("expected `first` under [run]")?;
    let mut compiler = String::new();
    if let Some(Build { command }) = build {
        let mut build = parsed(&command, folder)?;
        let tool = build.get_program().to_string_lossy().into_owned();
        let Some(version) = version(&tool)? else {
            return Ok(Compared::Missing(format!("{}: {tool} is not installed", about.name)));
        };
        must(&mut build)?;
        compiler = format!(" ({version})");
    }

    let committed = Counted::of(&root(), &solver)?;
    let (mut searches, mut longer) = (Vec::new(), 0);
    for AskedSet { corpus, .. } in counted_sets().filter(|asked| asked.goal == Goal::First) {
        let runs = &committed.set(corpus.name).context("a set was not counted")?.runs;
        for (index, (line, run)) in puzzles(corpus.text).zip(runs).enumerate().take(first) {
            if run.counts.placements > most {
                longer += 1;
            } else {
                searches.push(Search { set: corpus.name, index, line, run: *run });
            }
        }
    }
    let input: String = searches.iter().flat_map(|search| [search.line, "\n"]).collect();
    let counted = take_lines(&mut parsed(&counts, folder)?, &input)?;
    let answers = take_lines(&mut parsed(&first_command, folder)?, &input)?;
    for (lines, command) in [(&counted, &counts), (&answers, &first_command)] {
        let (got, sent) = (lines.lines().count(), searches.len());
        ensure!(got == sent, "`{command}` wrote {got} lines for {sent} puzzles");
    }
    for ((search, counted), answer) in searches.iter().zip(counted.lines()).zip(answers.lines()) {
        if let Some(what) = difference(search, counted, answer) {
            let Search { set, index, line, .. } = search;
            anyhow::bail!("{} on puzzle {index} of {set}, {line}: {what}", about.name);
        }
    }
    let left_out = match longer {
        0 => String::new(),
        _ => format!("; {longer} with more than {most} placements were left out"),
    };
    let equal = searches.len();
    let name = about.name;
    Ok(Compared::Equal(format!("{name}{compiler}: {equal} searches as committed{left_out}")))
}

/// Splits a command at its blanks. A program with a `/` lies in the folder.
fn parsed(command: &str, folder: &Path) -> Result<Command> {
    let mut words = command.split_whitespace();
    let program = words.next().context("expected a command")?;
    let mut parsed = if program.contains('/') {
        Command::new(folder.join(format!("{program}{EXE_SUFFIX}")))
    } else {
        Command::new(program)
    };
    parsed.args(words).current_dir(folder);
    Ok(parsed)
}

/// Returns why a program did not search as committed or did not answer rightly, if so.
fn difference(search: &Search, counted: &str, answer: &str) -> Option<String> {
    let CountedRun { outcome, counts } = search.run;
    let parts: Vec<&str> = counted.split(' ').collect();
    let &[with_counts, placements, undos] = parts.as_slice() else {
        return Some(format!("expected an answer, placements and undos, found {counted:?}"));
    };
    if with_counts != answer {
        return Some(format!("answered {answer:?}, and {with_counts:?} when it counts"));
    }
    let right = if outcome == Ending::NoSolution {
        answer == "none"
    } else {
        let puzzle: Option<Grid> = search.line.parse().ok();
        let solution: Option<Grid> = answer.parse().ok();
        let fits = |(grid, puzzle): (Grid, Grid)| grid.is_solved() && grid.extends(&puzzle);
        solution.zip(puzzle).is_some_and(fits)
    };
    if !right {
        return Some(format!("{answer:?} is wrong"));
    }
    let pairs = [("placements", placements, counts.placements), ("undos", undos, counts.undos)];
    let (what, found, expected) =
        pairs.into_iter().find(|(_, found, expected)| **found != expected.to_string())?;
    Some(format!("{expected} {what} are committed, {found} were counted"))
}

#[cfg(test)]
mod tests {
    use sudoku_core::{Counts, Work};

    use super::*;

    #[test]
    fn differences_are_named() {
        let AskedSet { corpus, .. } = counted_sets().next().unwrap();
        let line = puzzles(corpus.text).next().unwrap();
        let solution = corpus.entries()[0].solution.unwrap().to_string();
        let counts = Counts::from_values([(Work::Placements, 7), (Work::Undos, 5)]);
        let mut search = Search {
            set: corpus.name,
            index: 0,
            line,
            run: CountedRun { outcome: Ending::Solved, counts },
        };
        let of = |search: &Search, answer: &str, counts: &str| {
            difference(search, &format!("{answer} {counts}"), answer).unwrap_or_default()
        };
        assert_eq!(of(&search, &solution, "7 5"), "");
        assert_eq!(of(&search, &solution, "8 5"), "7 placements are committed, 8 were counted");
        assert_eq!(of(&search, &solution, "7 x"), "5 undos are committed, x were counted");
        assert!(of(&search, &solution, "7").starts_with("expected an answer, placements"));
        let swapped: String = solution.chars().rev().collect();
        for wrong in ["none", line, &*swapped, ""] {
            assert_eq!(of(&search, wrong, "7 5"), format!("{wrong:?} is wrong"));
        }
        let two = difference(&search, &format!("{solution} 7 5"), "none").unwrap();
        assert!(two.starts_with("answered \"none\", and \"534"), "{two}");
        search.run.outcome = Ending::NoSolution;
        assert_eq!(of(&search, "none", "7 5"), "");
        assert!(of(&search, &solution, "7 5").ends_with("is wrong"));
    }
}
