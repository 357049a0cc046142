//! Copies of the newest reference, to be changed.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use sudoku_claims::References;
use sudoku_measure::{PairedRow, Raw, RunFolder};

pub(crate) fn top() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap()
}

/// The committed references, read once.
pub(crate) static REFERENCES: LazyLock<References> =
    LazyLock::new(|| References::committed().unwrap());

/// The newest of them.
pub(crate) fn reference() -> RunFolder {
    REFERENCES.all()[0].folder.clone()
}

/// Environment and raw data of the newest reference, in a folder of their own.
pub(crate) fn copy(name: &str) -> RunFolder {
    let folder = RunFolder::new(PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name));
    if folder.root().exists() {
        fs::remove_dir_all(folder.root()).unwrap();
    }
    folder.start().unwrap();
    folder.write_environment(&reference().environment().unwrap()).unwrap();
    for file in fs::read_dir(reference().file("raw")).unwrap() {
        let path = file.unwrap().path();
        if path.is_file() {
            fs::copy(&path, folder.file("raw").join(path.file_name().unwrap())).unwrap();
        }
    }
    folder
}

/// What a folder holds.
pub(crate) fn raw(folder: &RunFolder) -> Raw {
    Raw::read(folder).unwrap()
}

/// As if a solver had taken more time in paired rounds.
pub(crate) fn slow_down(folder: &RunFolder, solver: &str, factor: &dyn Fn(&PairedRow) -> f64) {
    let mut rows: Vec<PairedRow> = folder.read().unwrap();
    fs::remove_file(folder.file("raw/paired.csv.gz")).unwrap();
    for row in rows.iter_mut().filter(|row| row.solver == solver) {
        row.cpu_ns = (row.cpu_ns as f64 * factor(row)) as u64;
    }
    folder.append(&rows).unwrap();
}
