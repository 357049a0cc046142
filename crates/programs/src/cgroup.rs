//! [`Cgroup`]: a control group, which counts the CPU time of all processes of a program, also of
//! those that are not waited for.

use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fs, process};

/// A control group (version 2, Linux) for one program. Removed when dropped.
#[derive(Debug)]
pub(crate) struct Cgroup {
    /// The group of this process.
    home: PathBuf,
    own: PathBuf,
}

impl Cgroup {
    /// Makes a group below that of this process. `None` where that is not possible or not allowed.
    pub(crate) fn make() -> Option<Self> {
        let mounts = fs::read_to_string("/proc/self/mounts").ok()?;
        let mount = mounts.lines().find_map(|line| {
            let fields: Vec<&str> = line.split(' ').collect();
            (*fields.get(2)? == "cgroup2").then_some(fields[1])
        })?;
        let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
        let path = groups.lines().find_map(|line| line.strip_prefix("0::/"))?;
        let home = Path::new(mount).join(path);
        let own = home.join(format!("sudoku-lab-{}", process::id()));
        fs::create_dir(&own).ok()?;
        let group = Self { home, own };
        let is_usable = group.with(|| ()).is_some() && group.cpu().is_some();
        is_usable.then_some(group)
    }

    /// Moves this process into the group, calls a function and moves the process back: what the
    /// function starts stays in the group. `None` if a move fails.
    pub(crate) fn with<T>(&self, then: impl FnOnce() -> T) -> Option<T> {
        fs::write(self.own.join("cgroup.procs"), "0").ok()?;
        let found = then();
        fs::write(self.home.join("cgroup.procs"), "0").ok()?;
        Some(found)
    }

    /// Returns the CPU time that processes of the group have used, user and system.
    pub(crate) fn cpu(&self) -> Option<Duration> {
        let text = fs::read_to_string(self.own.join("cpu.stat")).ok()?;
        let micros = text.lines().find_map(|line| line.strip_prefix("usage_usec "))?;
        micros.parse().ok().map(Duration::from_micros)
    }
}

impl Drop for Cgroup {
    fn drop(&mut self) {
        let _ = fs::remove_dir(&self.own);
    }
}
