//! The options that add programs in other languages: `--program NAME=COMMAND` and `--entrant DIR`.

use std::env;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use clap::Args;
use serde::Deserialize;
use sudoku_core::Goal;
use sudoku_record::ProgramRecord;

use crate::console::{Usage, misused, path};

/// The contents of an `entrant.toml`, which describes a program and can be shared with it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Entrant {
    #[serde(rename = "entrant")]
    pub(crate) about: About,
    pub(crate) build: Option<Build>,
    pub(crate) run: Runs,
    /// The claims of its author, written as in a file of claims.
    #[serde(default)]
    claim: Vec<toml::Table>,
    /// The text of the whole file, so that a mistake in a claim is reported with its line.
    #[serde(skip)]
    text: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct About {
    pub(crate) name: String,
    /// This one and the next two may be `unknown`.
    version: Option<String>,
    author: Option<String>,
    /// An address.
    source: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Build {
    pub(crate) command: String,
}

/// The commands, which answer a puzzle on each line: `first` with a solution, `unique` with the
/// only solution or `several`. `counts` also prints placements and undos, for the task `languages`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Runs {
    pub(crate) first: Option<String>,
    pub(crate) unique: Option<String>,
    pub(crate) counts: Option<String>,
}

/// The programs that a run is asked to measure, each with the folder that it is started in.
pub(crate) type Programs = Vec<(ProgramRecord, PathBuf)>;

impl Entrant {
    /// Reads a file `entrant.toml`.
    ///
    /// # Errors
    ///
    /// When it cannot be read or has another shape; the error names file, line and what was expected.
    pub(crate) fn read(file: &Path) -> Result<Self> {
        let text = fs::read_to_string(file);
        let text = text.with_context(|| format!("cannot read {}", file.display()))?;
        let mut entrant: Self = toml::from_str(&text).map_err(|error| {
            let before = &text[..error.span().map_or(0, |span| span.start)];
            let line = before.matches('\n').count() + 1;
            Usage(format!("{}:{line}: {}", file.display(), error.message()))
        })?;
        let Runs { first, unique, .. } = &entrant.run;
        if first.is_none() && unique.is_none() {
            let file = file.display();
            return misused(format!("{file}: [run] needs `first` or `unique`, a command"));
        }
        entrant.text = text;
        Ok(entrant)
    }

    /// Returns the program as a run asks for it, not built yet.
    fn asked(self) -> ProgramRecord {
        let Self { about: About { name, version, author, source }, build, run, claim, text } = self;
        let known = |text: Option<String>| text.filter(|text| text != "unknown");
        ProgramRecord {
            name,
            version: known(version),
            author: known(author),
            source: known(source),
            build: build.map(|build| build.command),
            first: run.first,
            unique: run.unique,
            claims: (!claim.is_empty()).then_some(text),
            ..ProgramRecord::default()
        }
    }
}

/// The options that add programs in other languages.
#[derive(Debug, Default, Args)]
pub(crate) struct Asked {
    /// A program in any language takes part (`docs/YOUR_PROGRAM.md`); NAME+unique=COMMAND says whether a
    /// solution is unique; may be repeated
    #[arg(long, value_name = "NAME=COMMAND")]
    program: Vec<String>,
    /// The program that DIR/entrant.toml describes is built and takes part; may be repeated
    #[arg(long, value_name = "DIR", value_parser = path())]
    entrant: Vec<PathBuf>,
}

impl Asked {
    pub(crate) fn is_empty(&self) -> bool {
        self.program.is_empty() && self.entrant.is_empty()
    }

    /// Reads the programs. Entrants are [built](build) later.
    ///
    /// # Errors
    ///
    /// A usage error when a program is no `NAME=COMMAND` or has two commands for one question; and as
    /// [`Entrant::read`].
    pub(crate) fn read(self) -> Result<Programs> {
        let mut programs = Programs::new();
        for text in &self.program {
            add(&mut programs, text)?;
        }
        for folder in self.entrant {
            programs.push((Entrant::read(&folder.join("entrant.toml"))?.asked(), folder));
        }
        Ok(programs)
    }
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

/// Returns the articles' programs in a folder whose compilers are installed.
pub(crate) fn compilable(folder: &Path) -> Result<Programs> {
    let mut programs = Programs::new();
    for file in entrants(folder)? {
        if let Some(entrant) = installed(&file)? {
            programs.push((entrant.asked(), file.parent().unwrap_or(folder).to_owned()));
        }
    }
    Ok(programs)
}

/// Reads a file `entrant.toml`; `None` if the compiler of its program is not installed, which a note
/// says.
pub(crate) fn installed(file: &Path) -> Result<Option<Entrant>> {
    let entrant = Entrant::read(file)?;
    let build = entrant.build.as_ref();
    let tool = build.and_then(|build| build.command.split_whitespace().next());
    if let Some(tool) = tool
        && version(tool)?.is_none()
    {
        eprintln!("note: {} is left out: {tool} is not installed", entrant.about.name);
        return Ok(None);
    }
    Ok(Some(entrant))
}

/// Adds `NAME=COMMAND`, or `NAME+unique=COMMAND` for the command that says whether a solution is
/// unique.
fn add(programs: &mut Programs, text: &str) -> Result<()> {
    let parts =
        text.split_once('=').filter(|(name, command)| !name.is_empty() && !command.is_empty());
    let Some((name, command)) = parts else {
        return misused("--program needs NAME=COMMAND, such as 'mine=python3 solve.py'");
    };
    let (name, goal) = Goal::of_name(name);
    let at = programs.iter().position(|(program, _)| program.name == name);
    let at = at.unwrap_or_else(|| {
        let program = ProgramRecord { name: name.to_owned(), ..ProgramRecord::default() };
        programs.push((program, env::current_dir().unwrap_or_default()));
        programs.len() - 1
    });
    let asked = &mut programs[at].0;
    let place = match goal {
        Goal::First => &mut asked.first,
        Goal::Unique => &mut asked.unique,
    };
    if place.is_some() {
        return misused(format!("--program: `{name}` names another program too"));
    }
    *place = Some(command.to_owned());
    Ok(())
}

/// Builds every program that has a build command, and records the version of its compiler.
///
/// # Errors
///
/// When a compiler is missing, or a build fails.
pub(crate) fn build(programs: &mut Programs) -> Result<()> {
    for (program, folder) in programs {
        if let Some(command) = &program.build {
            let compiler = built(command, folder).with_context(|| program.name.clone())?;
            program.compiler = Some(compiler);
        }
    }
    Ok(())
}

/// Runs a build command in a folder, and returns the version of the compiler.
pub(crate) fn built(command: &str, folder: &Path) -> Result<String> {
    let mut words = command.split_whitespace();
    let tool = words.next().context("an empty build command")?;
    let compiler = version(tool)?.with_context(|| format!("{tool} is not installed"))?;
    let built = Command::new(tool).args(words).current_dir(folder).output()?;
    let said = String::from_utf8_lossy(&built.stderr);
    ensure!(built.status.success(), "`{command}` failed: {}", said.trim());
    Ok(compiler)
}

/// Returns the first line in which a compiler reports its version; `None` if it is not installed.
fn version(tool: &str) -> Result<Option<String>> {
    for argument in ["--version", "version"] {
        match Command::new(tool).arg(argument).output() {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Ok(output) if output.status.success() => {
                let text = String::from_utf8_lossy(&output.stdout).into_owned();
                return Ok(Some(text.lines().next().unwrap_or_default().to_owned()));
            }
            _ => {}
        }
    }
    anyhow::bail!("`{tool}` does not say its version")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Entrant, String> {
        let name = format!("sudoku-lab-entrant-{}-{}", std::process::id(), text.len());
        let file = std::env::temp_dir().join(name);
        fs::write(&file, text).unwrap();
        let entrant = Entrant::read(&file).map_err(|error| format!("{error:#}"));
        fs::remove_file(&file).unwrap();
        entrant
    }

    const ABOUT: &str =
        "[entrant]\nname = \"a\"\nversion = \"1\"\nauthor = \"A\"\nsource = \"unknown\"\n";

    #[test]
    fn an_entrant_becomes_a_program_with_the_claims_of_its_author() {
        let text = format!("{ABOUT}[run]\nfirst = \"./a\"\n[[claim]]\nid = \"a-fast\"\n");
        let asked = read(&text).unwrap().asked();
        assert_eq!((asked.version.as_deref(), asked.source), (Some("1"), None));
        assert_eq!((asked.first.as_deref(), asked.unique), (Some("./a"), None));
        assert_eq!(asked.claims, Some(text));
    }

    #[test]
    fn a_file_that_is_no_entrant_is_named_with_its_line() {
        let found = read(&format!("{ABOUT}[run]\nfrist = \"./a\"\n")).unwrap_err();
        assert!(found.contains(":7: unknown field `frist`, expected one of `first`"), "{found}");
        let found = read(&format!("{ABOUT}[run]\n")).unwrap_err();
        assert!(found.ends_with(": [run] needs `first` or `unique`, a command"), "{found}");
    }

    #[test]
    fn programs_whose_compiler_is_missing_are_left_out() {
        let folder = std::env::temp_dir().join(format!("sudoku-lab-asked-{}", std::process::id()));
        for (variant, tool) in [("a", "no-such-compiler"), ("b", "cargo")] {
            let text = format!(
                "[entrant]\nname = \"{variant}\"\n[build]\ncommand = \"{tool}\"\n[run]\nfirst = \"./a\"\n"
            );
            fs::create_dir_all(folder.join("family").join(variant)).unwrap();
            fs::write(folder.join("family").join(variant).join("entrant.toml"), text).unwrap();
        }
        let programs = compilable(&folder).unwrap();
        fs::remove_dir_all(&folder).unwrap();
        let names: Vec<&str> = programs.iter().map(|(program, _)| program.name.as_str()).collect();
        assert_eq!(names, ["b"]);
    }

    #[test]
    fn a_compiler_that_is_missing_is_named() {
        let program = ProgramRecord {
            name: "a".to_owned(),
            build: Some("no-such-compiler -o a".to_owned()),
            ..ProgramRecord::default()
        };
        let error = build(&mut vec![(program, PathBuf::from("."))]).unwrap_err();
        assert_eq!(format!("{error:#}"), "a: no-such-compiler is not installed");
    }
}
