//! `sudoku-lab completions`, and what else a package of the program installs beside it.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::{Args, CommandFactory, ValueEnum};
use clap_complete::{Shell, generate, generate_to};

use crate::Cli;
use crate::console::Console;

const NAME: &str = "sudoku-lab";

/// Print the completions of commands and options for a shell
///
/// For bash, `source <(sudoku-lab completions bash)` in ~/.bashrc completes the words of this program
/// when the tab key is pressed.
#[derive(Debug, Args)]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(self, console: &Console<'_>) -> Result<()> {
        let mut script = Vec::new();
        generate(self.shell, &mut Cli::command(), NAME, &mut script);
        console.out.line(String::from_utf8(script)?.trim_end())
    }
}

/// Write the completions for all shells and the manual into a folder
///
/// For packages of this program.
#[derive(Debug, Args)]
pub(crate) struct Package {
    folder: PathBuf,
}

impl Package {
    pub(crate) fn run(&self) -> Result<()> {
        let mut shells = Shell::value_variants().iter();
        let written = shells.try_for_each(|shell| {
            generate_to(*shell, &mut Cli::command(), NAME, &self.folder).map(|_| ())
        });
        let written = written
            .and_then(|()| clap_mangen::generate_to(Cli::command().name(NAME), &self.folder));
        written.with_context(|| self.folder.display().to_string())
    }
}
