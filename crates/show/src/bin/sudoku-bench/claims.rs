//! `cargo xtask claims`: shows and judges the claims of the sources.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use sudoku_judge::claims::{
    Check, Claim, Ledger, Needs, References, authors, find_among, ledger_of, needs, read_own,
    sentences, wrong_sentences,
};
use sudoku_record::{Mode, ProgramRecord, Raw, RunFolder, Wish, top};
use sudoku_show::{claims, unfinished};

use crate::bench::Planned;
use crate::console::{code, misused, near, path, print, shown, width};
use crate::entrant::Asked;
use crate::runs::{RunArg, folder_of_references, references};

/// Show the claims of the sources, with their verdicts
///
/// A line for each claim; with ID, one claim: its verdict, what really happens, the smallest experiment,
/// and the figures that decide it.
#[derive(Args)]
pub(crate) struct Claims {
    /// One claim
    id: Option<String>,
    /// The claim in full: how it is read, and every test on every set and processor
    #[arg(long, requires = "id")]
    long: bool,
    #[command(flatten)]
    by: RunArg,
    /// Measure and judge this one claim, in under a minute after compiling
    #[arg(id = "measured", long = "run", conflicts_with = "in")]
    measured: bool,
    /// Judge the claims of a file of your own instead, in the same words
    /// (crates/judge/src/claims/written.rs); with --run, ID may be missing
    #[arg(id = "claims", long = "claims", value_name = "FILE", value_parser = path())]
    own: Option<PathBuf>,
    #[command(flatten)]
    asked: Asked,
}

impl Claims {
    pub(crate) fn run(self) -> Result<u8> {
        let Self { id, long, by, measured, own: file, asked } = self;
        if !measured && !asked.is_empty() {
            return misused("--program and --entrant take part in a run: add --run");
        }
        if measured && id.is_none() && file.is_none() {
            return misused("--run needs the id of a claim; `cargo xtask claims` lists them");
        }
        let own = file.as_deref().map(own_claims).transpose()?;
        let of =
            file.as_deref().map_or_else(String::new, |file| format!(" --claims {}", near(file)));
        let stem = file.as_ref().and_then(|file| Some(file.file_stem()?.to_string_lossy()));
        let name = id.as_deref().or(stem.as_deref()).unwrap_or_default();
        let out = top().join("reports").join(format!("claim-{name}"));
        let wanted = |run: &Path| {
            let brief = id.as_ref().filter(|_| !long);
            let rest =
                brief.map(|id| format!("cargo xtask claims {id} --in {}{of} --long", near(run)));
            Wanted { id: id.clone(), own, rest }
        };
        if measured {
            return measure(&out, &wanted(&out), asked);
        }
        let run = by.find()?;
        eprintln!("judged by the run in {}", shown(run.root()));
        show(&run, &wanted(run.root()))
    }
}

/// Reads the claims in a user's own file.
fn own_claims(file: &Path) -> Result<Vec<Claim>> {
    let name = file.display().to_string();
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {name}"))?;
    let key = file.file_stem().unwrap_or_default().to_string_lossy();
    Ok(read_own(&name, &key, &text)?)
}

/// The claims that are asked for.
struct Wanted {
    /// One claim alone.
    id: Option<String>,
    /// The claims of the user's own file.
    own: Option<Vec<Claim>>,
    /// The command that prints one claim in full; `None` prints it so.
    rest: Option<String>,
}

impl Wanted {
    /// The claims of the user's own file or, without one, those of the laboratory and of the authors of
    /// these programs.
    fn known<'a>(
        &self,
        programs: impl IntoIterator<Item = &'a ProgramRecord>,
    ) -> Result<Vec<Claim>> {
        Ok(match &self.own {
            Some(own) => own.clone(),
            None => [sudoku_judge::claims::claims()?, authors(programs)?].concat(),
        })
    }

    /// A line for each claim, or a single claim, in brief or in full.
    fn listed(&self, ledger: &Ledger, check: &Check) -> String {
        match (ledger.claims.as_slice(), &self.id, &self.rest) {
            ([one], Some(_), Some(rest)) => claims::in_brief(one, check, rest, width()),
            ([one], Some(_), None) => claims::in_full(one, ledger, check, width()),
            _ => claims::terminal(ledger, check, width()),
        }
    }
}

/// Prints the verdicts of a run. With all claims of the laboratory, it judges the sentences of the pages
/// too.
fn show(folder: &RunFolder, wanted: &Wanted) -> Result<u8> {
    // In brief, other processors are left out, unless their verdicts decide whether one is to be expected.
    let mut references = match wanted.rest {
        Some(_) => References::like(&folder_of_references(), &folder.environment()?)?,
        None => references()?,
    };
    let same = references.all().iter().find(|known| known.folder.root() == folder.root());
    let raw = match same {
        Some(known) => known.raw.clone(),
        None => Raw::read(folder)?,
    };
    let known = wanted.known(&raw.programs)?;
    let one = wanted.id.as_deref().map(|id| find_among(known.clone(), id)).transpose()?;
    let mut ledger = ledger_of(&known, &raw)?;
    ledger.claims.retain(|claim| one.as_ref().is_none_or(|one| claim.id == one.id));
    let mut check = Check::beside(&references, &raw.environment, &ledger);
    if wanted.rest.is_some() && (references.all().is_empty() || !check.is_open()) {
        references = self::references()?;
        check = Check::beside(&references, &raw.environment, &ledger);
    }
    if let Some(warning) = unfinished(&raw.missing) {
        print(sudoku_show::wrapped(&warning, width()) + "\n");
    }
    print(wanted.listed(&ledger, &check).trim_end());
    let wrong = match wanted {
        Wanted { id: None, own: None, .. } => wrong_sentences(&sentences()?, &references)?,
        _ => Vec::new(),
    };
    for wrong in &wrong {
        eprintln!("error: {wrong}");
    }
    Ok(code(check.is_open() && wrong.is_empty() && raw.missing.is_empty()))
}

/// Measures the sets and solvers that decide one claim, or all claims of a file, in a quick run in
/// a folder of its own, and judges the claims by it, as [`show`].
fn measure(out: &Path, wanted: &Wanted, asked: Asked) -> Result<u8> {
    let programs = asked.read()?;
    let known = wanted.known(programs.iter().map(|(program, _)| program))?;
    let chosen = match &wanted.id {
        Some(id) => vec![find_among(known, id)?],
        None => known,
    };
    let Needs { solvers, corpora, times, instructions } = needs(&chosen)?;
    let (of_programs, mut solvers): (Vec<String>, Vec<String>) =
        solvers.into_iter().partition(|id| id.starts_with(ProgramRecord::FAMILY));
    if let Some(lacking) = of_programs.iter().find(|id| programs.iter().all(|of| of.0.id() != **id))
    {
        let name = &lacking[ProgramRecord::FAMILY.len()..];
        return misused(format!(
            "the claim is about the program `{name}`: add --program '{name}=COMMAND'"
        ));
    }
    if solvers.is_empty() {
        // Programs are timed only beside a solver, so the run needs one.
        solvers.push("bitmask/blank-list".to_owned());
    }
    let quick = Wish::all(Mode::Quick);
    let builds = if times { quick.builds } else { 0 };
    let wish = Wish { solvers, corpora, programs, builds, ..quick };
    let run = RunFolder::new(out);
    let folder = run.clone().lock()?;
    match Planned::of(&wish)?.measure(instructions, &folder)? {
        0 => show(&run, wanted),
        code => Ok(code),
    }
}
