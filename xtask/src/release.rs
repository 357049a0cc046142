//! `cargo xtask release`: builds all that is published, and tries each artefact as its users have it.

use std::env::consts::ARCH;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, Result, ensure};
use clap::Args;

use crate::folders::{empty_folder, files, target_folder};
use crate::tidy::LICENCES;
use crate::tools::{APT, MATURIN, NPM, PYTHON, QEMU, READELF, Tool, ZIG, ZIGBUILD, missing};
use crate::{call, cargo, module, must, packages, say, take_lines, tidy, wheel};

/// The target of this machine, and one that qemu emulates.
const INTEL: &str = "x86_64-unknown-linux-gnu";
const ARM: &str = "aarch64-unknown-linux-gnu";

/// The most bytes of a native library or program.
const LARGEST: u64 = 13_000_000;

/// The second number of the newest version of glibc, 2.x, that manylinux2014 allows.
const GLIBC: u32 = 17;

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Empty until a person has put the address of the repository into the manifest.
const REPOSITORY: &str = env!("CARGO_PKG_REPOSITORY");

/// Build all that is published, and try each artefact
///
/// Wheels and programs for Linux on x86-64 and 64-bit ARM, the source distribution, the crates and the
/// npm package, in target/release-artefacts. Each is unpacked or installed where nothing else is, and
/// solves a puzzle there; ARM is emulated. Checks licences, metadata, sizes and the oldest C library that
/// will do. Publishes nothing. Needs Linux on x86-64 and fetches packages; a part whose tools are
/// missing is left out by name. About half an hour.
#[derive(Args)]
pub(crate) struct Release {
    /// These parts alone
    #[arg(value_parser = ["wheel", "program", "crates", "npm"])]
    parts: Vec<String>,
    /// Fail where a part is left out, or a manifest does not name the repository
    #[arg(long)]
    all: bool,
}

/// A part of a release: its name, its target, its tools, and the function that makes it in a folder, for
/// the processor of the target.
type Part = (&'static str, &'static str, &'static [Tool], fn(&str, &Path) -> Result<()>);

const PARTS: [Part; 6] = [
    ("wheel", INTEL, &[PYTHON, MATURIN, ZIG, READELF], wheel),
    ("wheel", ARM, &[PYTHON, MATURIN, ZIG, READELF, QEMU, APT], wheel),
    ("program", INTEL, &[ZIG, ZIGBUILD, READELF], program),
    ("program", ARM, &[ZIG, ZIGBUILD, READELF, QEMU, APT], program),
    ("crates", INTEL, &[], crates),
    ("npm", module::TARGET, &[NPM], npm),
];

impl Release {
    pub(crate) fn run(self) -> Result<ExitCode> {
        ensure!(
            cfg!(target_os = "linux") && INTEL.starts_with(ARCH),
            "made by Linux on x86-64 alone"
        );
        let complaints = tidy::packages(&tidy::metadata()?)?;
        ensure!(complaints.is_empty(), "{}", complaints.join("\n"));
        let artefacts = empty_folder("release-artefacts")?;
        let mut lacks = Vec::new();
        let wanted = |name| self.parts.is_empty() || self.parts.iter().any(|part| part == name);
        for (name, target, tools, make) in PARTS.into_iter().filter(|part| wanted(part.0)) {
            if let Some(lack) = lack(target, tools) {
                lacks.push(format!("left out: {name} for {target}: {lack}"));
            } else {
                eprintln!("\n== {name} for {target}");
                make(target.split('-').next().unwrap_or_default(), &artefacts)?;
            }
        }
        for artefact in files(&artefacts, "")? {
            has_licences(&artefact)?;
            let (size, name) = (fs::metadata(&artefact)?.len(), artefact.file_name());
            say(format_args!("{size:>10} {}", name.unwrap_or_default().display()));
        }
        for file in ["Cargo.toml", "python/pyproject.toml"] {
            if REPOSITORY.is_empty() || !fs::read_to_string(file)?.contains(REPOSITORY) {
                lacks.push(format!("not to be published: {file} does not name the repository"));
            }
        }
        lacks.iter().for_each(say);
        ensure!(lacks.is_empty() || !self.all, "{} things are missing", lacks.len());
        Ok(ExitCode::SUCCESS)
    }
}

/// Returns what is missing for a target on this machine, and how to get it; `None` if nothing is.
fn lack(target: &str, tools: &[Tool]) -> Option<String> {
    missing(tools).or_else(|| module::lack(target)).or_else(|| {
        let emulated = (target == ARM).then(debian)?;
        Some(format!("no Python of Debian for ARM: {:#}", emulated.err()?))
    })
}

/// Builds a wheel and the source distribution, and tries both.
fn wheel(arch: &str, artefacts: &Path) -> Result<()> {
    wheel::build(arch, artefacts)?;
    // Of Debian's C library and older ones: what the package imports may need a newer one than it does.
    let platforms = (GLIBC..=36).map(|number| format!("--platform=manylinux_2_{number}_{arch}"));
    let options: Vec<_> = platforms.chain(["--only-binary=:all:".to_owned()]).collect();
    let folder = install(&wheel::only(artefacts, &format!("{arch}.whl"))?, &options)?;
    is_portable(&folder.join("sudoku_lab/_native.abi3.so"))?;
    solves(arch, &folder)?;
    if arch == ARCH {
        solves(arch, &install(&wheel::only(artefacts, "tar.gz")?, &[])?)?;
    }
    Ok(())
}

/// Installs a Python package, with what it imports, into an empty folder.
fn install(package: &Path, options: &[String]) -> Result<PathBuf> {
    let folder = empty_folder("release-parts/python")?;
    let mut pip = Command::new("python3");
    pip.args(["-m", "pip", "install", "--target"]).arg(&folder);
    wheel::install(pip.args(options).arg(package))?;
    Ok(folder)
}

/// Solves a puzzle in Python, where no other package can be imported than those in a folder.
fn solves(arch: &str, folder: &Path) -> Result<()> {
    let python = if arch == ARCH { "python3".into() } else { debian()?.join("usr/bin/python3") };
    let mut python = on(arch, &python)?;
    must(python.args(["-S", "-P", "python/tests/smoke.py"]).env("PYTHONPATH", folder))
}

/// Builds the program with its completions and manual, as an archive in which cargo-binstall finds it by
/// its own defaults, and tries it.
fn program(arch: &str, artefacts: &Path) -> Result<()> {
    let triple = format!("{arch}-unknown-linux-gnu");
    let mut build = cargo("zigbuild --release --quiet --package sudoku-lab-cli --target");
    build.arg(format!("{triple}.2.{GLIBC}"));
    must(build.env("CARGO_PROFILE_RELEASE_STRIP", "true"))?;
    let name = format!("sudoku-lab-cli-{triple}-v{VERSION}");
    let archive = artefacts.join(format!("{name}.tgz"));
    let folder = empty_folder("release-parts/program")?;
    let inside = folder.join(&name);
    fs::create_dir_all(inside.join("extra"))?;
    let compiled = target_folder().join(triple).join("release/sudoku-lab");
    copy(&[&["CHANGELOG.md", "README.md"], &LICENCES[..]].concat(), &inside)?;
    copy(&[&compiled], &inside)?;
    must(on(arch, &compiled)?.arg("package").arg(inside.join("extra")))?;
    must(Command::new("tar").arg("-czf").arg(&archive).arg("-C").arg(&folder).arg(&name))?;

    let program = unpack(&archive, &empty_folder("release-parts/unpacked")?)?.join(name);
    let program = program.join("sudoku-lab");
    is_portable(&program)?;
    let mut tally = on(arch, &program)?;
    must(tally.args(["tally", "--corpus", "leetcode-37"]).stdout(Stdio::null()))?;
    say(format_args!("solved by every solver of {}", program.display()));
    Ok(())
}

/// Packs the crates as `cargo publish` does, and uses those that were packed in a new project.
fn crates(_: &str, artefacts: &Path) -> Result<()> {
    packages::check()?;
    let project = empty_folder("release-parts/crates")?;
    let mut manifest = include_str!("../templates/tried.toml.txt").to_owned();
    let packed = files(&packages::packed(), ".crate")?;
    copy(&packed, artefacts)?;
    for package in packed {
        unpack(&package, &project)?;
        let name = package.file_stem().unwrap_or_default().to_string_lossy();
        let short = name.strip_suffix(&format!("-{VERSION}")).context("another version")?;
        manifest += &format!("{short} = {{ path = \"{name}\" }}\n");
    }
    fs::write(project.join("Cargo.toml"), manifest)?;
    fs::create_dir(project.join("src"))?;
    fs::write(project.join("src/main.rs"), include_str!("../templates/tried.rs.txt"))?;
    must(cargo("run --quiet --manifest-path").arg(project.join("Cargo.toml")))
}

/// Packs the module of the page for npm, and tries it in Node, with its types.
fn npm(_: &str, artefacts: &Path) -> Result<()> {
    let folder = empty_folder("release-parts/npm")?;
    copy(&files(Path::new("crates/web/npm"), "")?, &folder)?;
    copy(&LICENCES, &folder)?;
    copy(&[module::build()?], &folder)?;
    let npm = |folder: &Path, words: &str| {
        let mut npm = Command::new("npm");
        npm.args(words.split(' ')).current_dir(folder).stdout(Stdio::null());
        npm
    };
    let address = (!REPOSITORY.is_empty()).then(|| format!("repository={REPOSITORY}"));
    must(npm(&folder, "pkg set").arg(format!("version={VERSION}")).args(address))?;
    must(npm(&folder, "pack --quiet --pack-destination").arg(artefacts))?;

    let project = empty_folder("release-parts/npm-project")?;
    fs::write(project.join("package.json"), "{ \"private\": true }\n")?;
    copy(&["crates/web/tests/package.mjs"], &project)?;
    let package = artefacts.join(format!("sudoku-lab-{VERSION}.tgz"));
    must(npm(&project, "install --quiet --no-audit --no-fund typescript@5").arg(package))?;
    let types = "exec -- tsc --noEmit --strict --allowJs --module nodenext package.mjs";
    must(npm(&project, types).stdout(Stdio::inherit()))?;
    must(Command::new("node").arg("package.mjs").current_dir(&project))
}

/// A call of a program for this processor.
fn on(arch: &str, program: &Path) -> Result<Command> {
    if arch == ARCH {
        return Ok(Command::new(program));
    }
    let mut emulated = Command::new(format!("qemu-{arch}"));
    emulated.arg("-L").arg(debian()?).arg(program);
    Ok(emulated)
}

/// Unpacks Debian's Python for 64-bit ARM, with all that it needs, into a folder, and returns the folder.
/// Nothing is installed.
fn debian() -> Result<PathBuf> {
    let system = target_folder().join("debian-arm64");
    if system.join("usr/bin/python3").exists() {
        return Ok(system);
    }
    let state = empty_folder("release-parts/apt")?;
    fs::create_dir_all(state.join("lists/partial"))?;
    fs::create_dir_all(state.join("archives/partial"))?;
    fs::write(state.join("status"), "")?;
    let options = format!(
        "-qq --yes --download-only -o Debug::NoLocking=true -o APT::Architecture=arm64 \
         -o APT::Architectures=arm64 -o Dir::State={0} -o Dir::State::status={0}/status -o Dir::Cache={0}",
        state.display()
    );
    for task in ["update", "install --no-install-recommends python3"] {
        must(call(&format!("apt-get {options} {task}")).stdout(Stdio::null()))?;
    }
    for package in files(&state.join("archives"), ".deb")? {
        must(Command::new("dpkg").arg("-x").arg(package).arg(&system))?;
    }
    Ok(system)
}

/// Checks that a native file is not too large and runs with the C library of manylinux2014.
fn is_portable(file: &Path) -> Result<()> {
    let (name, size) = (file.display(), fs::metadata(file)?.len());
    ensure!(size <= LARGEST, "{name} has {size} bytes, {LARGEST} are allowed");
    let mut readelf = Command::new("readelf");
    let symbols = take_lines(readelf.args(["--wide", "--dyn-syms"]).arg(file), "")?;
    let newest = newest_glibc(&symbols).with_context(|| format!("{name} imports no glibc"))?;
    ensure!(newest <= GLIBC, "{name} needs glibc 2.{newest}, 2.{GLIBC} is allowed");
    say(format_args!("{name}: {size} bytes, glibc 2.{newest}"));
    Ok(())
}

/// Returns the second number of the newest version of glibc in a list of symbols.
fn newest_glibc(symbols: &str) -> Option<u32> {
    let after = symbols.split("@GLIBC_2.").skip(1);
    let number = |rest: &str| rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok();
    after.filter_map(number).max()
}

/// Checks that an archive or a package contains the texts of both licences.
fn has_licences(artefact: &Path) -> Result<()> {
    let lists = artefact.extension().is_some_and(|extension| extension == "whl");
    let lists = if lists { "python3 -m zipfile --list" } else { "tar -tzf" };
    let listed = take_lines(call(lists).arg(artefact), "")?;
    let lack = LICENCES.iter().find(|text| !listed.contains(**text));
    ensure!(lack.is_none(), "{}: no {}", artefact.display(), lack.unwrap_or(&""));
    Ok(())
}

/// Copies files into a folder.
fn copy(files: &[impl AsRef<OsStr>], folder: &Path) -> Result<()> {
    must(Command::new("cp").args(files).arg(folder))
}

/// Unpacks an archive into a folder, and returns the folder.
fn unpack<'a>(archive: &Path, folder: &'a Path) -> Result<&'a Path> {
    must(Command::new("tar").arg("-xzf").arg(archive).arg("-C").arg(folder))?;
    Ok(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_glibc_is_found() {
        let symbols = "1: 0 FUNC GLOBAL UND memcpy@GLIBC_2.14 (3)\n2: x@GLIBC_2.2.5 (2)\n\
                       3: y@GLIBC_2.9\n4: z@GCC_4.2.0\n";
        assert_eq!(newest_glibc(symbols), Some(14));
        assert_eq!(newest_glibc("1: pthread_create\n"), None);
    }
}
