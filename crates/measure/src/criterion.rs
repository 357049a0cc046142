//! Reading criterion's files. Their layout is criterion's private matter and may change; this is
//! the only place that knows it, and the tests pin what version 0.8 writes.

use std::fs;
use std::path::Path;

use serde::Deserialize;

use crate::folder::io_error;
use crate::{Interval, RunFolderError};

/// What criterion found for one solver on one corpus, in nanoseconds per pass over the corpus.
#[derive(Debug, Clone, PartialEq)]
pub struct Distribution {
    /// The corpus (criterion's group).
    pub corpus: String,
    /// The solver (criterion's function).
    pub solver: String,
    /// The median and its bootstrap interval.
    pub median: Interval,
    /// Every sample, in the order in which it was taken.
    pub samples: Vec<f64>,
}

#[derive(Deserialize)]
struct Benchmark {
    group_id: String,
    function_id: Option<String>,
}

#[derive(Deserialize)]
struct Estimates {
    median: Estimate,
}

#[derive(Deserialize)]
struct Estimate {
    point_estimate: f64,
    confidence_interval: ConfidenceInterval,
}

#[derive(Deserialize)]
struct ConfidenceInterval {
    lower_bound: f64,
    upper_bound: f64,
}

#[derive(Deserialize)]
struct Sample {
    iters: Vec<f64>,
    times: Vec<f64>,
}

/// Everything below criterion's home folder; nothing when it does not exist, because nothing was
/// timed. Folder names are criterion's and shortened; the
/// names in the files are read instead.
///
/// # Errors
///
/// When a file cannot be read or has another shape than that of criterion 0.8.
pub fn read_criterion(home: &Path) -> Result<Vec<Distribution>, RunFolderError> {
    let mut found = Vec::new();
    if home.exists() {
        collect(home, &mut found)?;
    }
    found.sort_by(|a, b| (&a.corpus, &a.solver).cmp(&(&b.corpus, &b.solver)));
    Ok(found)
}

fn collect(folder: &Path, found: &mut Vec<Distribution>) -> Result<(), RunFolderError> {
    for entry in fs::read_dir(folder).map_err(io_error(folder))? {
        let path = entry.map_err(io_error(folder))?.path();
        if !path.is_dir() {
            continue;
        }
        if path.ends_with("new") && path.join("benchmark.json").is_file() {
            found.push(read_one(&path)?);
        } else {
            collect(&path, found)?;
        }
    }
    Ok(())
}

fn read_one(folder: &Path) -> Result<Distribution, RunFolderError> {
    let Benchmark { group_id, function_id } = read(&folder.join("benchmark.json"))?;
    let Estimates { median } = read(&folder.join("estimates.json"))?;
    let Sample { iters, times } = read(&folder.join("sample.json"))?;
    let ConfidenceInterval { lower_bound, upper_bound } = median.confidence_interval;
    Ok(Distribution {
        corpus: group_id,
        solver: function_id.unwrap_or_default(),
        median: Interval { point: median.point_estimate, low: lower_bound, high: upper_bound },
        samples: times.iter().zip(&iters).map(|(time, iters)| time / iters).collect(),
    })
}

fn read<T: for<'de> Deserialize<'de>>(path: &Path) -> Result<T, RunFolderError> {
    let text = fs::read_to_string(path).map_err(io_error(path))?;
    serde_json::from_str(&text)
        .map_err(|source| RunFolderError::Json { path: path.to_owned(), source })
}
