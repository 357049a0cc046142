//! [`Environment`]: the machine and the build that made a run.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::SystemTime;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::CLOCK;

/// Everything about the machine and the build that a number may depend on. It is written before the
/// run starts, and contains no host name, user name or path.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Environment {
    /// When the run started, in UTC.
    pub started: String,
    /// The name of the processor and, where the system reports them, its family, model and
    /// stepping: processors of the same name may predict branches differently.
    pub cpu: String,
    /// How many threads can run at once.
    pub cores: usize,
    /// The policy that sets the clock rate; `None` where the system does not report it.
    pub governor: Option<String>,
    /// The average number of running tasks over the last 1, 5 and 15 minutes; `None` where the
    /// system does not report it.
    pub load: Option<String>,
    /// The operating system and the architecture.
    pub platform: String,
    /// The output of `rustc -vV`.
    pub rustc: String,
    /// The compiler flags, from the environment or Cargo's configuration.
    pub rustflags: String,
    /// The vector extensions that the compiler was allowed to use.
    pub target_features: Vec<String>,
    /// The vector extensions that the processor has, whether or not the compiler was allowed to use
    /// them.
    pub cpu_features: Vec<String>,
    /// `release`, or `debug` when debug assertions are on.
    pub build: String,
    /// The commit of the source; `None` where git does not report it.
    pub commit: Option<String>,
    /// True when the source differs from that commit; `None` where git does not report it.
    pub dirty: Option<bool>,
    /// SHA-256 of the lock file that the program was built from.
    pub lock_sha256: String,
    /// SHA-256 of the program's own file. Another file has other addresses.
    pub program_sha256: Option<String>,
    /// The clock that every time of the run is read from.
    pub clock: String,
}

/// The compiler flags of this build, from `build.rs`.
const FLAGS: &str = env!("SUDOKU_LAB_RUSTFLAGS");

/// The top of the repository that this program was compiled in.
pub fn top() -> &'static Path {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    crates.and_then(Path::parent).unwrap_or(Path::new("."))
}

impl Environment {
    /// Collects the facts about this machine and build. A fact that cannot be found is left out;
    /// this never fails.
    pub fn capture() -> Self {
        let program = std::env::current_exe().ok().and_then(|path| fs::read(path).ok());
        Self {
            started: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
            cpu: cpu_model().unwrap_or_else(|| "unknown".to_owned()),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            governor: read("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
            load: read("/proc/loadavg")
                .map(|line| line.split(' ').take(3).collect::<Vec<_>>().join(" ")),
            platform: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            rustc: said("rustc", &["-vV"]).unwrap_or_else(|| "unknown".to_owned()),
            rustflags: FLAGS.to_owned(),
            target_features: target_features(),
            cpu_features: cpu_features(),
            build: if cfg!(debug_assertions) { "debug" } else { "release" }.to_owned(),
            commit: said("git", &["rev-parse", "HEAD"]),
            dirty: said("git", &["status", "--porcelain"]).map(|changes| !changes.is_empty()),
            lock_sha256: sha256(include_bytes!("../../../Cargo.lock")),
            program_sha256: program.map(|bytes| sha256(&bytes)),
            clock: CLOCK.to_owned(),
        }
    }

    /// The processor for which the run's times are valid: name, family and model, without the
    /// stepping.
    pub fn processor(&self) -> String {
        let whole = || self.cpu.clone();
        self.cpu.split_once(", stepping ").map_or_else(whole, |(make, _)| format!("{make})"))
    }

    /// The processor as the name of a folder, such as `amd-epyc-family-26-model-2`: lower-case
    /// letters and digits, with one hyphen in place of any other characters.
    pub fn slug(&self) -> String {
        let processor = self.processor().to_lowercase();
        let words = processor.split(|c: char| !c.is_ascii_alphanumeric());
        words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
    }

    /// The reasons why the times of two runs cannot be compared, with both values where these are
    /// short; empty when they can.
    pub fn differences(&self, other: &Self) -> Vec<String> {
        let mut found = Vec::new();
        if self.processor() != other.processor() {
            found.push(differs("processor", &self.cpu, &other.cpu));
        }
        let facts = [
            ("platform", &self.platform, &other.platform),
            ("compiler", &self.rustc, &other.rustc),
            ("compiler flags", &self.rustflags, &other.rustflags),
            ("build", &self.build, &other.build),
            ("clock", &self.clock, &other.clock),
        ];
        let facts = facts.into_iter().filter(|(_, before, after)| before != after);
        found.extend(facts.map(|(what, before, after)| differs(what, before, after)));
        if self.target_features != other.target_features {
            found.push("vector extensions differ".to_owned());
        }
        found
    }
}

fn differs(what: &str, before: &str, after: &str) -> String {
    let [before, after] =
        [before, after].map(|text| text.lines().next().filter(|line| !line.is_empty()));
    format!("{what}: {} before, {} after", before.unwrap_or("none"), after.unwrap_or("none"))
}

/// SHA-256 as 64 hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::with_capacity(64), |mut text, byte| {
        write!(text, "{byte:02x}").expect("a String takes everything");
        text
    })
}

fn read(path: &str) -> Option<String> {
    fs::read_to_string(path).ok().map(|text| text.trim().to_owned())
}

fn said(program: &str, args: &[&str]) -> Option<String> {
    let output = Command::new(program).args(args).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

fn cpu_model() -> Option<String> {
    if cfg!(target_os = "macos") {
        return said("sysctl", &["-n", "machdep.cpu.brand_string"]);
    }
    if cfg!(windows) {
        return std::env::var("PROCESSOR_IDENTIFIER").ok();
    }
    let info = read("/proc/cpuinfo")?;
    let fact = |name: &str| {
        let mut facts = info.lines().filter_map(|line| line.split_once(':'));
        facts.find(|(key, _)| key.trim() == name).map(|(_, value)| value.trim())
    };
    let make = ["cpu family", "model", "stepping"].map(fact);
    let name = fact("model name")?;
    Some(match make {
        [Some(family), Some(model), Some(stepping)] => {
            format!("{name} (family {family}, model {model}, stepping {stepping})")
        }
        _ => name.to_owned(),
    })
}

fn target_features() -> Vec<String> {
    let features = [
        ("sse4.2", cfg!(target_feature = "sse4.2")),
        ("bmi2", cfg!(target_feature = "bmi2")),
        ("avx2", cfg!(target_feature = "avx2")),
        ("avx512f", cfg!(target_feature = "avx512f")),
        ("neon", cfg!(target_feature = "neon")),
    ];
    named(&features)
}

/// The vector extensions for solvers that this processor has.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub(crate) fn cpu_features() -> Vec<String> {
    macro_rules! found {
        ($($name:tt)+) => { [$(($name, std::arch::is_x86_feature_detected!($name))),+] };
    }
    let features = found! {
        "sse4.2" "popcnt" "lzcnt" "bmi1" "bmi2" "avx" "avx2" "avx512f" "avx512bw" "avx512dq" "avx512vl"
        "avx512vbmi" "avx512vbmi2" "avx512bitalg" "avx512vpopcntdq" "gfni"
    };
    named(&features)
}

/// The vector extensions for solvers that this processor has.
#[cfg(target_arch = "aarch64")]
pub(crate) fn cpu_features() -> Vec<String> {
    macro_rules! found {
        ($($name:tt)+) => { [$(($name, std::arch::is_aarch64_feature_detected!($name))),+] };
    }
    named(&found! { "neon" "dotprod" "sve" "sve2" })
}

/// Returns no extensions: on other architectures they are not detected.
#[cfg(not(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64")))]
pub(crate) fn cpu_features() -> Vec<String> {
    Vec::new()
}

fn named(features: &[(&str, bool)]) -> Vec<String> {
    features.iter().filter(|(_, has)| *has).map(|(name, _)| (*name).to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_record_names_neither_host_nor_user_nor_path() {
        let environment = Environment::capture();
        let text = serde_json::to_string(&environment).unwrap();
        for variable in ["HOSTNAME", "USER", "HOME", "PWD"] {
            if let Ok(value) = std::env::var(variable)
                && value.len() > 3
            {
                assert!(!text.contains(&value), "{variable} is in {text}");
            }
        }
        assert_eq!(serde_json::from_str::<Environment>(&text).unwrap(), environment);
        assert!(environment.started.ends_with('Z'));
    }

    /// The processor must have what the compiler was allowed to use, or this test could not run.
    #[test]
    fn the_processor_has_what_the_compiler_uses() {
        let Environment { cpu_features, target_features, .. } = Environment::capture();
        let found = cpu_features;
        assert!(target_features.iter().all(|feature| found.contains(feature)), "{found:?}");
        let baseline = if cfg!(target_arch = "aarch64") { "neon" } else { "sse4.2" };
        let known = cfg!(any(target_arch = "x86_64", target_arch = "aarch64"));
        assert_eq!(found.iter().any(|feature| feature == baseline), known, "{found:?}");
    }

    #[test]
    fn a_processor_is_its_name_family_and_model() {
        let with = |cpu: &str| Environment { cpu: cpu.to_owned(), ..Environment::capture() };
        let epyc = with("AMD EPYC (family 26, model 2, stepping 1)");
        assert_eq!(epyc.processor(), "AMD EPYC (family 26, model 2)");
        assert_eq!(epyc.slug(), "amd-epyc-family-26-model-2");
        let xeon = with("Intel(R) Xeon(R) CPU @ 2.20GHz (family 6, model 85, stepping 7)");
        assert_eq!(xeon.slug(), "intel-r-xeon-r-cpu-2-20ghz-family-6-model-85");
        let apple = with("Apple M4 Pro");
        assert_eq!(
            (apple.processor().as_str(), apple.slug().as_str()),
            ("Apple M4 Pro", "apple-m4-pro")
        );
    }

    #[test]
    fn times_of_another_processor_or_program_are_not_compared() {
        let here = Environment::capture();
        let with = |cpu: &str| Environment { cpu: cpu.to_owned(), ..here.clone() };
        let one = with("A (family 1, model 1, stepping 1)");
        assert_eq!(one.differences(&with("A (family 1, model 1, stepping 2)")), [""; 0]);
        let model = "A (family 1, model 2, stepping 1)";
        let found = format!("processor: {} before, {model} after", one.cpu);
        assert_eq!(one.differences(&with(model)), [found]);
        let other = Environment { rustc: "rustc 9\nhost: x".to_owned(), ..one.clone() };
        let found = one.differences(&other);
        assert!(found.len() == 1 && found[0].ends_with(", rustc 9 after"), "{found:?}");
    }

    #[test]
    fn hashes_are_those_of_the_standard() {
        assert_eq!(
            sha256(b"abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }
}
