//! [`Tree`]: the processes that come from this one, read from `/proc`.

use std::collections::BTreeMap;
use std::fs;
use std::process;
use std::time::Duration;

use nix::unistd::{SysconfVar, sysconf};

/// All processes that come from this one, at one moment. Empty where there is no `/proc`.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    /// Their ids.
    pub(crate) processes: Vec<i32>,
    /// Their CPU time, with that of their children that have ended.
    pub(crate) cpu: Duration,
    /// Their resident bytes.
    pub(crate) memory: u64,
    /// True if one of them is running or waits for a core or a disk.
    pub(crate) awake: bool,
}

/// A process. The fields are those of `/proc/PID/stat`.
struct Stat {
    parent: i32,
    state: char,
    ticks: u64,
    pages: u64,
}

impl Tree {
    /// Reads `/proc`: one small file for each process of the machine.
    pub(crate) fn look() -> Self {
        let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
        let ids = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        let all: BTreeMap<i32, Stat> = ids.filter_map(|id| Some((id, Stat::of(id)?))).collect();
        let top = process::id().cast_signed();
        let comes_from_top = |id: i32| {
            let parent = |id: &i32| all.get(id).map(|stat| stat.parent);
            std::iter::successors(parent(&id), parent).take(all.len()).any(|id| id == top)
        };
        let system = |of| sysconf(of).ok().flatten().and_then(|value| u64::try_from(value).ok());
        let page = system(SysconfVar::PAGE_SIZE).unwrap_or(4096);
        let ticks_per_second = system(SysconfVar::CLK_TCK).unwrap_or(100);
        let mut tree = Self::default();
        for (&id, stat) in all.iter().filter(|(id, _)| comes_from_top(**id)) {
            tree.processes.push(id);
            tree.cpu += Duration::from_secs(stat.ticks) / ticks_per_second as u32;
            tree.memory += stat.pages * page;
            tree.awake |= matches!(stat.state, 'R' | 'D');
        }
        tree
    }
}

impl Stat {
    /// Reads the file of a process; `None` if the process has ended.
    fn of(id: i32) -> Option<Self> {
        let text = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
        // The name, which stands before the last bracket, may contain blanks and brackets.
        let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
        let number = |at: usize| fields.get(at)?.parse::<u64>().ok();
        let ticks = (11..15).map(number).sum::<Option<u64>>()?;
        let state = fields.first()?.chars().next()?;
        Some(Self { parent: number(1)? as i32, state, ticks, pages: number(21)? })
    }
}
