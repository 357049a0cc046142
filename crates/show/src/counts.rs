//! Judges claims by counts from elsewhere: a Parquet file with a row for each puzzle. The column
//! `puzzle` has the text of the puzzle, and each column named by the id of a solver has the output
//! of `tally` for that solver.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail, ensure};
use sudoku_core::{Counters, Counts, Ending, Grid, Work, nearest};
use sudoku_judge::claims::{Claim, Ledger, Tally, top};
use sudoku_puzzles::tables::{Field, Row, Rows, TypePtr};
use sudoku_record::{Counted, CountedRun};

/// The number of runs that were left out, by solver and reason.
pub type LeftOut = BTreeMap<(String, String), u64>;

/// Judges claims by the counts in a Parquet file, or in all Parquet files of a folder. Runs that
/// did not finish are left out.
///
/// # Errors
///
/// When a file cannot be read or has a mistake. The error names the file, the column, and the row,
/// from 1.
pub fn judge(claims: &[Claim], path: &Path) -> Result<(Ledger, LeftOut)> {
    let files = files(path)?;
    let open = |file: &PathBuf| {
        let rows = File::open(file).and_then(Rows::of);
        let rows = rows.with_context(|| file.display().to_string())?;
        let columns = Columns::of(rows.columns(), claims);
        anyhow::Ok((rows, columns.with_context(|| file.display().to_string())?))
    };
    let first = files.first().with_context(|| format!("no Parquet file in {}", path.display()))?;
    let solvers = open(first)?.1.counters();
    let (mut tally, mut left_out) = (Tally::of(claims, &solvers), LeftOut::new());
    for file in &files {
        let (rows, columns) = open(file)?;
        let name = file.display();
        ensure!(
            columns.counters() == solvers,
            "{name}: expected the columns of {}",
            first.display()
        );
        for (row, number) in rows.zip(1_u64..) {
            let at = || format!("{name}, row {number}");
            let read = columns.read(&row.with_context(at)?, &mut left_out).with_context(at)?;
            if let Some((puzzle, runs)) = read {
                tally.add(&puzzle, &runs);
            }
        }
    }
    Ok((tally.ledger(&path.file_name().unwrap_or_default().to_string_lossy()), left_out))
}

/// The file itself or, for a folder, the Parquet files in it, in the order of their names.
fn files(path: &Path) -> Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let all = fs::read_dir(path).and_then(|all| all.map(|file| Ok(file?.path())).collect());
    let mut all: Vec<PathBuf> = all.with_context(|| path.display().to_string())?;
    all.retain(|file| file.extension().is_some_and(|end| end == "parquet"));
    all.sort();
    Ok(all)
}

/// The places of the columns: that of the puzzle, and those of the solvers with their counters.
struct Columns {
    puzzle: usize,
    solvers: Vec<(usize, String, Counters)>,
}

impl Columns {
    /// Finds the columns. A column whose name has a slash belongs to a solver; all others except
    /// `puzzle` are ignored.
    fn of(columns: &[TypePtr], claims: &[Claim]) -> Result<Self> {
        let puzzle = columns.iter().position(|column| column.name() == "puzzle");
        let puzzle = puzzle.context("no column `puzzle`: expected the texts of the puzzles")?;
        let of_solvers = columns.iter().enumerate().filter(|(_, one)| one.name().contains('/'));
        let solver = |(at, column): (usize, &TypePtr)| {
            let id = column.name().to_owned();
            if !Counted::path(top(), &id).exists() {
                let known = claims.iter().flat_map(|claim| claim.solvers.values());
                let nearest = nearest(&id, known.map(String::as_str));
                bail!("column `{id}`: no solver has this id; {nearest}");
            }
            let counters = counters(column).with_context(|| format!("column `{id}`"))?;
            Ok((at, id, counters))
        };
        let solvers = of_solvers.map(solver).collect::<Result<Vec<_>>>()?;
        ensure!(!solvers.is_empty(), "no column has the id of a solver, such as `bitmask/cursor`");
        Ok(Self { puzzle, solvers })
    }

    fn counters(&self) -> BTreeMap<String, Counters> {
        self.solvers.iter().map(|(_, id, counters)| (id.clone(), *counters)).collect()
    }

    /// The puzzle and the finished runs of a row; `None` for a row without either. Runs that did
    /// not finish are added to `left_out`.
    fn read(
        &self,
        row: &Row,
        left_out: &mut LeftOut,
    ) -> Result<Option<(Grid, BTreeMap<String, CountedRun>)>> {
        let fields: Vec<&Field> = row.get_column_iter().map(|(_, field)| field).collect();
        let mut runs = BTreeMap::new();
        for (at, id, _) in &self.solvers {
            match run(fields[*at]).with_context(|| format!("column `{id}`"))? {
                Ok(run) => _ = runs.insert(id.clone(), run),
                Err(why) => *left_out.entry((id.clone(), why)).or_default() += 1,
            }
        }
        let puzzle = match fields[self.puzzle] {
            Field::Str(text) => text.parse::<Grid>().map_err(anyhow::Error::from),
            other => Err(anyhow!("{other}: expected a text")),
        };
        match puzzle.context("column `puzzle`") {
            Ok(puzzle) => Ok(Some((puzzle, runs))),
            Err(_) if runs.is_empty() => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// The counters of a solver's column: the fields of `counts` within it.
fn counters(column: &TypePtr) -> Result<Counters> {
    let part = |name: &str| {
        let parts = if column.is_group() { column.get_fields() } else { &[] };
        parts.iter().find(|part| part.name() == name)
    };
    let counts = part("counts").filter(|counts| counts.is_group() && part("outcome").is_some());
    let counts =
        counts.context("expected a struct of `outcome` and `counts`, as tally gives it")?;
    let counter = |name: &str| {
        Work::named(name).with_context(|| {
            format!("`{name}` is no counter; {}", nearest(name, Work::ALL.map(Work::name)))
        })
    };
    let counters = counts.get_fields().iter().map(|count| counter(count.name()));
    Ok(Counters::of(&counters.collect::<Result<Vec<_>>>()?))
}

/// A finished run, or the reason why the run is left out.
fn run(tally: &Field) -> Result<Result<CountedRun, String>> {
    let outcome = match part(tally, "outcome") {
        None | Some(Field::Null) => return Ok(Err("null".to_owned())),
        Some(Field::Str(outcome)) => outcome,
        Some(other) => bail!("outcome is {other}: expected a text"),
    };
    let outcome = match outcome.as_str() {
        "solved" => Ending::Solved,
        "no-solution" => Ending::NoSolution,
        "several" | "stopped" | "invalid" | "wrong" => return Ok(Err(outcome.clone())),
        _ => bail!(
            "outcome is `{outcome}`: expected solved, no-solution, several, stopped, invalid or wrong"
        ),
    };
    let Some(Field::Group(counts)) = part(tally, "counts") else {
        bail!("counts is null: expected the counters of a finished search");
    };
    let value = |(name, field): (&String, &Field)| {
        let value = match *field {
            Field::Long(value) => value.try_into().ok(),
            Field::ULong(value) => Some(value),
            _ => field.to_string().parse().ok(),
        };
        let expected = || format!("counts.{name} is {field}: expected a whole number from 0");
        Ok((Work::named(name).context("no counter")?, value.with_context(expected)?))
    };
    let values = counts.get_column_iter().map(value).collect::<Result<Vec<_>>>()?;
    Ok(Ok(CountedRun { outcome, counts: Counts::from_values(values) }))
}

fn part<'a>(of: &'a Field, name: &str) -> Option<&'a Field> {
    let Field::Group(parts) = of else { return None };
    parts.get_column_iter().find(|(part, _)| *part == name).map(|(_, field)| field)
}
