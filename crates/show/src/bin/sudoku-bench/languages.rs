//! `cargo xtask languages`: compares the committed counts with those of the programs of
//! `entrants/`, which make the searches of the articles in the articles' own languages.

use std::env::consts::EXE_SUFFIX;
use std::io::{Seek, Write};
use std::path::{Component, Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

use anyhow::{Context, Result, ensure};
use clap::Args;
use sudoku_core::{Ending, Goal, Grid};
use sudoku_record::{AskedSet, Counted, CountedRun, counted_sets, top};

use crate::compile;
use crate::console::{path, print};
use crate::entrant::{Entrant, built, entrants, installed};

/// A puzzle that is searched, with the committed counts of the search.
struct Search {
    set: &'static str,
    index: usize,
    line: &'static str,
    run: CountedRun,
}

/// Compare the committed counts with those of the articles' languages
///
/// Builds the programs in entrants, or in DIR/FAMILY/VARIANT, where their compilers are installed, and
/// lets them answer and count. All puzzles take about 20 minutes on two cores.
#[derive(Args)]
pub(crate) struct Languages {
    /// The folder of the programs
    #[arg(value_name = "DIR", value_parser = path())]
    folder: Option<PathBuf>,
    /// Only the first puzzles of each set
    #[arg(long, value_name = "N", default_value_t = usize::MAX, hide_default_value = true)]
    puzzles: usize,
    /// Leave out searches with more placements
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    max_placements: u64,
}

impl Languages {
    pub(crate) fn run(self) -> Result<u8> {
        let Self { folder, puzzles, max_placements } = self;
        let folder = folder.unwrap_or_else(|| top().join("entrants"));
        let files = entrants(&folder)?;
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let compare = |file: &PathBuf| {
            let compared = compare(&folder, file, puzzles, max_placements);
            let name = file.parent().unwrap_or(file);
            eprintln!("done: {}", name.strip_prefix(&folder).unwrap_or(name).display());
            (file.clone(), compared.with_context(|| file.display().to_string()))
        };
        let part = |first| files.iter().skip(first).step_by(threads).map(compare).collect();
        let mut compared: Vec<_> = thread::scope(|scope| {
            let parts: Vec<_> =
                (0..threads).map(|first| scope.spawn(move || -> Vec<_> { part(first) })).collect();
            parts.into_iter().flat_map(|part| part.join().expect("no panic")).collect()
        });
        compared.sort_by(|(one, _), (other, _)| one.cmp(other));
        let mut faulty = 0;
        for (_, result) in compared {
            match result {
                Ok(equal) => equal.iter().for_each(print),
                Err(fault) => {
                    faulty += 1;
                    print(format!("{fault:#}"));
                }
            }
        }
        ensure!(faulty == 0, "{faulty} of {} programs do not search as committed", files.len());
        Ok(0)
    }
}

/// Builds a program, lets it answer and count, and compares it with the solver that its path names.
/// Returns a line for a program that searches as committed, or `None` if its compiler is not
/// installed.
fn compare(entrants: &Path, file: &Path, first: usize, most: u64) -> Result<Option<String>> {
    let folder = file.parent().context("a file has no folder")?;
    let Some(Entrant { about, build, run, .. }) = installed(file)? else { return Ok(None) };
    let mut place = folder.strip_prefix(entrants)?.components().map(Component::as_os_str);
    let (family, variant) = place.next().zip(place.next()).context("expected FAMILY/VARIANT")?;
    let solver = format!("{}/{}", family.to_string_lossy(), variant.to_string_lossy());
    let counts = run.counts.context("expected `counts` under [run]")?;
    let first_command = run.first.context("expected `first` under [run]")?;
    let compiler = match build {
        Some(build) => format!(" ({})", built(&build.command, folder)?),
        None => String::new(),
    };
    let (searches, longer) = searches(&solver, first, most)?;
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
    let (name, equal) = (about.name, searches.len());
    Ok(Some(format!("{name}{compiler}: {equal} searches as committed{left_out}")))
}

/// The searches of a solver for a first solution, of the `first` puzzles of each set, and how many
/// were left out because they have more than `most` placements.
fn searches(solver: &str, first: usize, most: u64) -> Result<(Vec<Search>, usize)> {
    let committed = Counted::of(top(), solver)?;
    let (mut searches, mut longer) = (Vec::new(), 0);
    for AskedSet { corpus, .. } in counted_sets().filter(|asked| asked.goal == Goal::First) {
        let runs = &committed.set(corpus.name).context("a set was not counted")?.runs;
        for (index, (line, run)) in corpus.puzzles().zip(runs).enumerate().take(first) {
            if run.counts.placements > most {
                longer += 1;
            } else {
                searches.push(Search { set: corpus.name, index, line, run: *run });
            }
        }
    }
    Ok((searches, longer))
}

/// Runs a program that reads these lines, and returns its output. Anything but success is an error.
fn take_lines(command: &mut Command, lines: &str) -> Result<String> {
    let mut input = tempfile::tempfile()?;
    input.write_all(lines.as_bytes())?;
    input.rewind()?;
    let output = command.stdin(input).stderr(Stdio::inherit()).output();
    let output = output.with_context(|| format!("cannot start `{}`", compile::shown(command)))?;
    ensure!(output.status.success(), "`{}` failed ({})", compile::shown(command), output.status);
    Ok(String::from_utf8(output.stdout)?)
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
        let line = corpus.puzzles().next().unwrap();
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
