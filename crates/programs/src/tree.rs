//! [`Tree`]: the processes that come from a launcher, read from `/proc`.

use std::collections::BTreeMap;
use std::fs;
use std::thread::available_parallelism;
use std::time::Duration;

use nix::unistd::{SysconfVar, sysconf};

/// All processes that come from a launcher, at one moment. Empty where there is no `/proc`.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    /// Their ids.
    pub(crate) processes: Vec<i32>,
    /// Their CPU time, with that of their children that have ended and been waited for.
    pub(crate) cpu: Duration,
    /// The CPU time of each alone, by its id and its start.
    pub(crate) own: BTreeMap<(i32, u64), Duration>,
    /// Their resident bytes.
    pub(crate) memory: u64,
    /// True if one of their threads is running or waits for a core or a disk.
    pub(crate) awake: bool,
    /// Their threads, by their ids.
    pub(crate) threads: BTreeMap<i32, Thread>,
}

/// A thread at one moment.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Thread {
    /// Its time on cores so far.
    ran: Duration,
    /// The share of a core that it has, by its past: 0 if it sleeps, else the share of
    /// its time without its sleep in which it did not wait for a core.
    share: f64,
}

/// A process or a thread. The fields are those of `/proc/PID/stat`.
struct Stat {
    state: char,
    parent: i32,
    session: i32,
    ticks: u64,
    ticks_of_children: u64,
    start: u64,
    pages: u64,
}

impl Tree {
    /// Reads `/proc`: a small file for each process of the machine, and one or two for each thread
    /// below the launcher. A process whose launcher is gone is known by its session.
    pub(crate) fn look(launcher: i32) -> Self {
        let all: BTreeMap<i32, Stat> = numbers("/proc")
            .filter_map(|id| Some((id, Stat::of(&format!("/proc/{id}"))?)))
            .collect();
        let comes_from_launcher = |id: i32| {
            let parent = |id: &i32| all.get(id).map(|stat| stat.parent);
            std::iter::successors(parent(&id), parent).take(all.len()).any(|id| id == launcher)
        };
        let system = |of| sysconf(of).ok().flatten().and_then(|value| u64::try_from(value).ok());
        let page = system(SysconfVar::PAGE_SIZE).unwrap_or(4096);
        let ticks_per_second = system(SysconfVar::CLK_TCK).unwrap_or(100) as u32;
        let mut tree = Self::default();
        for (&id, stat) in &all {
            if id == launcher || !(stat.session == launcher || comes_from_launcher(id)) {
                continue;
            }
            let own = Duration::from_secs(stat.ticks) / ticks_per_second;
            tree.processes.push(id);
            tree.own.insert((id, stat.start), own);
            tree.cpu += own + Duration::from_secs(stat.ticks_of_children) / ticks_per_second;
            tree.memory += stat.pages * page;
            tree.look_at_threads(id);
        }
        tree
    }

    fn look_at_threads(&mut self, id: i32) {
        let threads = format!("/proc/{id}/task");
        for id in numbers(&threads) {
            let thread = format!("{threads}/{id}");
            let state = Stat::of(&thread).map(|stat| stat.state);
            self.awake |= matches!(state, Some('R' | 'D'));
            self.threads.extend(Thread::of(&thread, state == Some('R')).map(|thread| (id, thread)));
        }
    }

    /// Returns the time that the threads of `before` were on cores since then: exactly for those
    /// that are still here, and by their shares for those that are not.
    pub(crate) fn on_core(&self, before: &BTreeMap<i32, Thread>, since: Duration) -> Duration {
        let (mut ran, mut ended) = (Duration::ZERO, 0.0);
        for (id, then) in before {
            match self.threads.get(id) {
                Some(now) => ran += now.ran.saturating_sub(then.ran),
                None => ended += then.share,
            }
        }
        let cores = available_parallelism().map_or(1.0, |cores| cores.get() as f64);
        ran + since.mul_f64(ended.min(cores))
    }
}

impl Thread {
    /// Reads the file of a thread; `None` if it has ended.
    fn of(folder: &str, is_ready: bool) -> Option<Self> {
        let text = fs::read_to_string(format!("{folder}/schedstat")).ok()?;
        let mut ns = text.split_whitespace().map_while(|number| number.parse::<u64>().ok());
        let (ran, waited) = (ns.next()?, ns.next()?);
        let share = if is_ready { ran as f64 / (ran + waited).max(1) as f64 } else { 0.0 };
        Some(Self { ran: Duration::from_nanos(ran), share })
    }
}

/// Returns the names of a folder that are numbers.
fn numbers(folder: &str) -> impl Iterator<Item = i32> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok())
}

/// Returns whether a process is stopped, as by SIGSTOP.
pub(crate) fn is_stopped(id: i32) -> bool {
    Stat::of(&format!("/proc/{id}")).is_some_and(|stat| stat.state == 'T')
}

impl Stat {
    /// Reads the file of a process or thread; `None` if it has ended.
    fn of(folder: &str) -> Option<Self> {
        let text = fs::read_to_string(format!("{folder}/stat")).ok()?;
        // The name, which stands before the last bracket, may contain blanks and brackets.
        let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
        let number = |at: usize| fields.get(at)?.parse::<u64>().ok();
        Some(Self {
            state: fields.first()?.chars().next()?,
            parent: number(1)? as i32,
            session: number(3)? as i32,
            ticks: number(11)? + number(12)?,
            ticks_of_children: number(13)? + number(14)?,
            start: number(19)?,
            pages: number(21)?,
        })
    }
}
