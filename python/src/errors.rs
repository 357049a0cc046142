//! The errors that Python gets.

use std::io::{self, ErrorKind};

use pyo3::PyErr;
use pyo3::exceptions::{PyTypeError, PyValueError};
use sudoku_lab::{Printable, Unmade};

/// A value that is not as it should be. Names in the text may be anybody's, so it is made printable.
pub(crate) fn wrong(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(Printable(&error.to_string()).to_string())
}

/// A value of a type that cannot be taken.
pub(crate) fn mistyped(error: impl std::fmt::Display) -> PyErr {
    PyTypeError::new_err(Printable(&error.to_string()).to_string())
}

/// An error of the system, or a wrong value.
pub(crate) struct Failed(pub(crate) PyErr);

impl From<Unmade> for Failed {
    fn from(error: Unmade) -> Self {
        Self(wrong(error))
    }
}

impl From<io::Error> for Failed {
    fn from(error: io::Error) -> Self {
        let is_wrong = error.kind() == ErrorKind::InvalidData;
        Self(if is_wrong { wrong(error) } else { error.into() })
    }
}
