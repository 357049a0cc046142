//! `cargo xtask release`: builds all that is published, and tries each artefact as its users have it.

use std::env::consts::ARCH;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, Result, bail, ensure};
use clap::Args;

use crate::tidy::LICENCES;
use crate::tools::{APT, MATURIN, NPM, PYTHON, QEMU, READELF, Tool, ZIG, ZIGBUILD, missing};
use crate::{cargo, module, must, packages, root, say, shown, take_lines, tidy, wheel};

/// The target of this machine, and one that qemu emulates.
const INTEL: &str = "x86_64-unknown-linux-gnu";
const ARM: &str = "aarch64-unknown-linux-gnu";

/// The most bytes of a native library or program.
const LARGEST: u64 = 13_000_000;

/// The second number of the newest version of glibc, 2.x, that manylinux2014 allows.
const GLIBC: u32 = 17;

const VERSION: &str = env!("CARGO_PKG_VERSION");

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

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
        let artefacts = fresh("release-artefacts")?;
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
        let address = repository()?;
        for file in ["Cargo.toml", "python/pyproject.toml"] {
            if address.is_empty() || !fs::read_to_string(file)?.contains(&address) {
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
    if let Some(tool) = missing(tools) {
        return Some(tool);
    }
    if !module::installed(target) {
        return Some(format!("`rustup target add {target}` installs what is missing"));
    }
    let emulated = (target == ARM).then(debian)?;
    Some(format!("no Python of Debian for ARM: {:#}", emulated.err()?))
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
    let folder = fresh("release-parts/python")?;
    let mut pip = Command::new("python3");
    pip.args(["-m", "pip", "install", "--target"]).arg(&folder);
    wheel::install(pip.args(options).arg(package))?;
    Ok(folder)
}

/// Solves a puzzle in Python, where no other package can be imported than those in a folder.
fn solves(arch: &str, folder: &Path) -> Result<()> {
    let python = if arch == ARCH { "python3".into() } else { debian()?.join("usr/bin/python3") };
    let script = format!(
        "import sudoku_lab as s; assert s.solve('{PUZZLE}') == '{SOLUTION}'; \
         assert s.count('.' * 81, limit=9) == 9; assert s.generate(2, seed=1).num_rows == 2; \
         print('solved in Python by', s.__file__)"
    );
    must(on(arch, &python)?.args(["-S", "-P", "-c", &script]).env("PYTHONPATH", folder))
}

/// Builds the program with its completions and manual, as an archive in which cargo-binstall finds it by
/// its own defaults, and tries it.
fn program(arch: &str, artefacts: &Path) -> Result<()> {
    let triple = format!("{arch}-unknown-linux-gnu");
    let mut build = cargo("zigbuild --release --quiet --package sudoku-lab-cli --target");
    build.arg(format!("{triple}.2.{GLIBC}")).env("CARGO_PROFILE_RELEASE_DEBUG", "false");
    must(build.env("CARGO_PROFILE_RELEASE_STRIP", "true"))?;
    let name = format!("sudoku-lab-cli-{triple}-v{VERSION}");
    let archive = artefacts.join(format!("{name}.tgz"));
    let folder = fresh("release-parts/program")?;
    let inside = folder.join(&name);
    fs::create_dir_all(inside.join("extra"))?;
    let compiled = module::target_folder().join(triple).join("release/sudoku-lab");
    fs::copy(compiled, inside.join("sudoku-lab"))?;
    for file in ["CHANGELOG.md", "README.md"].into_iter().chain(LICENCES) {
        fs::copy(file, inside.join(file))?;
    }
    must(on(arch, &inside.join("sudoku-lab"))?.arg("package").arg(inside.join("extra")))?;
    must(Command::new("tar").arg("-czf").arg(&archive).arg("-C").arg(&folder).arg(&name))?;

    let program = unpacked(&archive, &fresh("release-parts/unpacked")?)?.join(name);
    let program = program.join("sudoku-lab");
    is_portable(&program)?;
    let found = take_lines(on(arch, &program)?.args(["solve", "-"]), PUZZLE)?;
    ensure!(found.contains(SOLUTION), "{arch}: sudoku-lab prints: {found}");
    say(format_args!("solved by {}", program.display()));
    Ok(())
}

/// Packs the crates as `cargo publish` does, and uses those that were packed in a new project.
fn crates(_: &str, artefacts: &Path) -> Result<()> {
    packages::check()?;
    let project = fresh("release-parts/crates")?;
    let mut manifest = "[package]\nname = \"tried\"\nedition = \"2024\"\n\n[workspace]\n\n\
        [dependencies]\nsudoku-lab = \"*\"\n\n[patch.crates-io]\n"
        .to_owned();
    for package in files(&packages::packed(), ".crate")? {
        unpacked(&package, &project)?;
        let name = package.file_stem().unwrap_or_default().to_string_lossy();
        fs::copy(&package, artefacts.join(package.file_name().unwrap_or_default()))?;
        let short = name.strip_suffix(&format!("-{VERSION}")).context("another version")?;
        manifest += &format!("{short} = {{ path = \"{name}\" }}\n");
    }
    let main = format!(
        "fn main() {{\n    let sudoku: sudoku_lab::Sudoku = \"{PUZZLE}\".parse().unwrap();\n    \
         assert_eq!(sudoku.solution().unwrap().to_string(), \"{SOLUTION}\");\n    \
         println!(\"solved by crates that were packed\");\n}}\n"
    );
    fs::write(project.join("Cargo.toml"), manifest)?;
    fs::create_dir(project.join("src"))?;
    fs::write(project.join("src/main.rs"), main)?;
    must(cargo("run --quiet --manifest-path").arg(project.join("Cargo.toml")))
}

/// Packs the module of the page for npm, and tries it in Node, with its types.
fn npm(_: &str, artefacts: &Path) -> Result<()> {
    let folder = fresh("release-parts/npm")?;
    for file in files(Path::new("crates/web/npm"), "")? {
        fs::copy(&file, folder.join(file.file_name().unwrap_or_default()))?;
    }
    for text in LICENCES {
        fs::copy(text, folder.join(text))?;
    }
    fs::copy(module::build()?, folder.join("sudoku_web.wasm"))?;
    let npm = |folder: &Path, words: &str| {
        let mut npm = Command::new("npm");
        npm.args(words.split(' ')).current_dir(folder).stdout(Stdio::null());
        npm
    };
    let address = Some(repository()?).filter(|address| !address.is_empty());
    let address = address.map(|address| format!("repository={address}"));
    must(npm(&folder, "pkg set").arg(format!("version={VERSION}")).args(address))?;
    must(npm(&folder, "pack --quiet --pack-destination").arg(artefacts))?;

    let project = fresh("release-parts/npm-project")?;
    fs::write(project.join("package.json"), "{ \"private\": true }\n")?;
    fs::copy("crates/web/tests/package.mjs", project.join("package.mjs"))?;
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
    let system = module::target_folder().join("debian-arm64");
    if system.join("usr/bin/python3").exists() {
        return Ok(system);
    }
    let state = fresh("release-parts/apt")?;
    fs::create_dir_all(state.join("lists/partial"))?;
    fs::create_dir_all(state.join("archives/partial"))?;
    fs::write(state.join("status"), "")?;
    let state = state.display();
    for task in ["update", "install --download-only --no-install-recommends python3"] {
        let mut apt = Command::new("apt-get");
        apt.args(task.split(' ')).args(["--yes", "-qq", "-o", "Debug::NoLocking=true"]);
        apt.args(["-o", "APT::Architecture=arm64", "-o", "APT::Architectures=arm64"]);
        apt.arg("-o").arg(format!("Dir::State={state}"));
        apt.arg("-o").arg(format!("Dir::State::status={state}/status"));
        must(apt.arg("-o").arg(format!("Dir::Cache={state}")).stdout(Stdio::null()))?;
    }
    for package in files(Path::new(&format!("{state}/archives")), ".deb")? {
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
    let mut list = Command::new("python3");
    list.args(["-m", "zipfile", "--list"]);
    if artefact.extension().is_none_or(|extension| extension != "whl") {
        list = Command::new("tar");
        list.arg("-tzf");
    }
    let listed = take_lines(list.arg(artefact), "")?;
    match LICENCES.iter().find(|text| !listed.contains(**text)) {
        Some(text) => bail!("no {text} in what `{}` lists", shown(&list)),
        None => Ok(()),
    }
}

/// The address of the repository; empty if the manifest does not have it yet.
fn repository() -> Result<String> {
    let manifest: toml::Table = toml::from_str(&fs::read_to_string(root().join("Cargo.toml"))?)?;
    let repository = manifest["workspace"]["package"]["repository"].as_str();
    Ok(repository.unwrap_or_default().to_owned())
}

/// Unpacks an archive into a folder, and returns the folder.
fn unpacked(archive: &Path, folder: &Path) -> Result<PathBuf> {
    must(Command::new("tar").arg("-xzf").arg(archive).arg("-C").arg(folder))?;
    Ok(folder.to_owned())
}

/// Returns the paths of the files in a folder whose names end so, in order.
fn files(folder: &Path, ending: &str) -> Result<Vec<PathBuf>> {
    let inside = fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    let mut files: Vec<PathBuf> = inside.map(|file| Ok(file?.path())).collect::<Result<_>>()?;
    files.retain(|file| file.is_file() && file.to_string_lossy().ends_with(ending));
    files.sort();
    Ok(files)
}

/// Returns an empty folder below that of cargo.
fn fresh(name: &str) -> Result<PathBuf> {
    let folder = module::target_folder().join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
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
