//! The launcher: a small process that starts a program, and ends it with all its descendants.
//!
//! It is the laboratory's own program, started again. On Linux it is the subreaper of its tree: a
//! process whose parent ends becomes its child, so no process of the tree escapes it, and the CPU
//! time of every process that has been waited for reaches it. If a process ignores SIGCHLD, its
//! children are not waited for: their CPU time is what was last seen of it. The program inherits the
//! launcher's standard input and output. When the last process has ended, the launcher writes a
//! [`Report`] to its standard error. If the process that started it is gone, it ends the tree.

use std::env;
use std::ops::AddAssign;
use std::process::ExitCode;
#[cfg(unix)]
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use sudoku_puzzles::Printable;

/// Limits for a program and all its descendants together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramLimits {
    /// Wall time.
    pub wall: Duration,
    /// CPU time, user and system.
    pub cpu: Duration,
    /// Resident bytes. A page that processes share counts once for each of them.
    pub memory: u64,
    /// By how much the time in which the processes run or all sleep ([`Spent`]) may exceed twice
    /// their CPU time.
    pub hidden: Duration,
    /// How long it gets no puzzle, and must not write.
    pub held: Duration,
}

impl Default for ProgramLimits {
    /// A minute of wall time, two minutes of CPU time, 4 GiB, two hidden seconds; a fifth of a second
    /// without a puzzle.
    fn default() -> Self {
        let [wall, cpu, hidden] = [60, 120, 2].map(Duration::from_secs);
        let held = Duration::from_millis(200);
        Self { wall, cpu, memory: 4 << 30, hidden, held }
    }
}

/// The time that all processes of a program spent together.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spent {
    /// CPU time, user and system, as far as it is counted.
    pub cpu: Duration,
    /// Wall time to the end of the last process.
    pub wall: Duration,
    /// Time that they were on cores, sampled: about their CPU time, if all of it is counted.
    pub on_core: Duration,
    /// Wall time in which all of them slept although there was something to read and room for
    /// answers, sampled.
    pub asleep: Duration,
}

impl Spent {
    /// Returns true if most of the work is not in the CPU time: others do it, or children that
    /// are not waited for.
    pub(crate) fn hides(&self, limits: &ProgramLimits) -> bool {
        self.on_core + self.asleep > 2 * self.cpu + limits.hidden
    }
}

impl AddAssign for Spent {
    fn add_assign(&mut self, Self { cpu, wall, on_core, asleep }: Self) {
        self.cpu += cpu;
        self.wall += wall;
        self.on_core += on_core;
        self.asleep += asleep;
    }
}

/// A note on the limits that this system does not enforce; `None` if it enforces all.
pub const NOT_LIMITED: Option<&str> = if cfg!(target_os = "linux") {
    None
} else {
    Some(
        "on this system only wall time is limited, neither memory nor CPU time, and a process that \
         leaves the group of its program is not ended",
    )
};

/// The environment variable with the [`Order`] for a launcher, in JSON.
pub(crate) const ORDER: &str = "SUDOKU_LAB_LAUNCH";

/// The program that a launcher is to start, and its limits.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Order {
    pub(crate) words: Vec<String>,
    pub(crate) limits: ProgramLimits,
    /// The process that starts the launcher. When it is gone, the launcher ends everything.
    pub(crate) parent: u32,
}

/// The result of a launcher.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Report {
    pub(crate) end: End,
    pub(crate) spent: Spent,
    /// The number of processes that went on after the program's own had ended, and were killed.
    pub(crate) left: usize,
    /// The last line of the program's standard error.
    pub(crate) said: String,
}

/// How a program ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub(crate) enum End {
    /// It cannot be started.
    #[error("cannot be started: {}", Printable(.0))]
    NotStarted(String),
    /// By itself, with this exit code.
    #[error("ended with exit code {0}")]
    Code(i32),
    /// By a signal that was not the launcher's.
    #[error("ended with {0}")]
    Signal(String),
    /// By the launcher, at the limit of wall time: a hang, or a slow program.
    #[error("had not ended after {0:?}")]
    Wall(Duration),
    /// By the launcher, at the limit of CPU time, user and system, of all its processes.
    #[error("used more than {0:?} of CPU time")]
    Cpu(Duration),
    /// By the launcher, at the limit of resident bytes of all its processes together.
    #[error("used more than {} MiB of memory", .0 >> 20)]
    Memory(u64),
}

/// Makes this process a launcher if it was started as one, and returns its exit code when
/// everything has ended. A program that starts [programs](crate::Program) calls this before
/// anything else. If it was started with SIGCHLD ignored, as by a shell with `trap '' CHLD`, the
/// signal is no longer ignored from here on, here and in what is started: a process that ignores it
/// cannot wait for its children.
///
/// # Panics
///
/// Never: a report is plain data.
pub fn launched() -> Option<ExitCode> {
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGCHLD, Arc::default());
    let order = env::var(ORDER).ok()?;
    let Ok(order) = serde_json::from_str(&order) else {
        eprintln!("error: {ORDER} is for the laboratory alone");
        return Some(ExitCode::from(2));
    };
    let report = system::launch(&order).unwrap_or_else(|error| Report {
        end: End::NotStarted(error.to_string()),
        spent: Spent::default(),
        left: 0,
        said: String::new(),
    });
    eprintln!("{}", serde_json::to_string(&report).expect("a report is plain data"));
    Some(ExitCode::SUCCESS)
}

pub(crate) use system::{end_all, is_stopped};

#[cfg(not(unix))]
mod system {
    use std::io;

    use super::{Order, Report};

    pub(super) fn launch(_: &Order) -> io::Result<Report> {
        Err(io::Error::other("programs are run on Unix alone"))
    }

    pub(crate) fn is_stopped(_: u32) -> bool {
        false
    }

    pub(crate) fn end_all(_: u32) {}
}

#[cfg(unix)]
mod system {
    use std::collections::BTreeMap;
    use std::io::{self, Read};
    use std::os::fd::AsFd;
    use std::os::unix::process::{CommandExt, parent_id};
    use std::process::{self, Command, Stdio};
    use std::sync::mpsc::{Receiver, channel};
    use std::thread;
    use std::time::Instant;

    use nix::errno::Errno;
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
    use nix::sys::resource::{Resource, UsageWho, getrusage, setrlimit};
    use nix::sys::signal::{Signal, kill, killpg};
    use nix::sys::time::TimeValLike;
    use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
    use nix::unistd::{Pid, setsid};
    use sudoku_record::Stopwatch;

    use super::{Duration, End, ORDER, Order, ProgramLimits, Report, Spent};
    use crate::tree::{self, Tree};

    /// How long the other processes of a program may go on after its own has ended.
    const GRACE: Duration = Duration::from_millis(500);

    /// The least time between two readings of `/proc`.
    const LOOK: Duration = Duration::from_millis(20);

    /// The longest that processes may take to end after they are killed.
    const KILLED: Duration = Duration::from_secs(5);

    pub(super) fn launch(order: &Order) -> io::Result<Report> {
        let began = Instant::now();
        // An interrupt of the laboratory then does not reach the launcher, which lives to end the
        // rest; and its session shows what it has started should it die.
        let _ = setsid();
        #[cfg(target_os = "linux")]
        let _ = nix::sys::prctl::set_child_subreaper(true);
        // If the launcher itself is killed, this limit ends each process of the tree.
        let seconds = order.limits.cpu.as_secs() + 2;
        let _ = setrlimit(Resource::RLIMIT_CPU, seconds, seconds + 1);
        let mut command = Command::new(&order.words[0]);
        command.args(&order.words[1..]).env_remove(ORDER).stderr(Stdio::piped()).process_group(0);
        let mut child = command.spawn()?;
        let said = last_line(child.stderr.take().expect("it is piped"));
        let watch = Watch {
            order,
            began,
            main: Pid::from_raw(child.id().cast_signed()),
            looked: began,
            tree: Tree::default(),
            is_asleep: false,
            seen: BTreeMap::new(),
            spent: Spent::default(),
        };
        let report = watch.finish();
        Ok(Report { said: said.recv_timeout(GRACE).unwrap_or_default(), ..report })
    }

    struct Watch<'a> {
        order: &'a Order,
        began: Instant,
        /// The process of the program itself.
        main: Pid,
        /// The last look, and what it found.
        looked: Instant,
        tree: Tree,
        /// True if all slept then, although they could go on.
        is_asleep: bool,
        /// The CPU time of each process when it was last seen.
        seen: BTreeMap<(i32, u64), Duration>,
        spent: Spent,
    }

    impl Watch<'_> {
        fn finish(mut self) -> Report {
            let (mut ended, mut over, mut left) = (None, None, 0);
            let mut killed: Option<Instant> = None;
            let (mut look, mut pause) = (LOOK, Duration::from_micros(200));
            while killed.is_none_or(|since| since.elapsed() < KILLED) {
                match waitpid(None, Some(WaitPidFlag::WNOHANG)) {
                    Err(Errno::ECHILD) => break,
                    Ok(WaitStatus::Exited(id, code)) if id == self.main => {
                        ended = Some((End::Code(code), Instant::now()));
                    }
                    Ok(WaitStatus::Signaled(id, signal, _)) if id == self.main => {
                        ended = Some((End::Signal(signal.to_string()), Instant::now()));
                    }
                    Ok(WaitStatus::StillAlive) => {
                        thread::sleep(pause);
                        pause = (2 * pause).min(Duration::from_millis(5));
                    }
                    _ => {}
                }
                if killed.is_some() || parent_id() != self.order.parent {
                    killed.get_or_insert_with(Instant::now);
                    kill_all(self.main, &Tree::look(own_id()));
                    continue;
                }
                let is_late = self.began.elapsed() > self.order.limits.wall;
                let grace_is_over = ended.as_ref().is_some_and(|(_, at)| at.elapsed() > GRACE);
                if !is_late && !grace_is_over && self.looked.elapsed() < look {
                    continue;
                }
                let watch = Stopwatch::start();
                let tree = Tree::look(own_id());
                // Reading `/proc` takes at most a twentieth of the time.
                look = LOOK.max(20 * watch.elapsed().cpu);
                self.take(tree);
                over = self.over();
                if over.is_some() || grace_is_over {
                    left = if over.is_none() { self.tree.processes.len() } else { 0 };
                    killed = Some(Instant::now());
                    kill_all(self.main, &self.tree);
                }
            }
            let _ = killpg(self.main, Signal::SIGKILL);
            self.take(Tree::default());
            let spent = Spent { cpu: self.cpu(), wall: self.began.elapsed(), ..self.spent };
            let end = over.or(ended.map(|(end, _)| end));
            let end = end.unwrap_or_else(|| End::Signal("SIGKILL".to_owned()));
            Report { end, spent, left, said: String::new() }
        }

        /// Takes a look into account, and the time since the last one as the two looks show it.
        fn take(&mut self, tree: Tree) {
            let since = self.looked.elapsed();
            self.looked = Instant::now();
            self.spent.on_core += tree.on_core(&self.tree.threads, since);
            self.spent.asleep += if self.is_asleep { since } else { Duration::ZERO };
            self.is_asleep = !tree.awake && can_go_on();
            self.seen.extend(&tree.own);
            self.tree = tree;
        }

        /// Returns the limit that the program has reached, if any.
        fn over(&self) -> Option<End> {
            let ProgramLimits { wall, cpu, memory, .. } = self.order.limits;
            match () {
                () if self.began.elapsed() > wall => Some(End::Wall(wall)),
                () if self.cpu() > cpu => Some(End::Cpu(cpu)),
                () if self.tree.memory > memory => Some(End::Memory(memory)),
                () => None,
            }
        }

        /// Returns the CPU time of the program so far.
        fn cpu(&self) -> Duration {
            (self.tree.cpu + reaped()).max(self.seen.values().sum())
        }
    }

    /// Returns false if the program waits for the laboratory: if it has read all there is so far,
    /// but not to the end, or there is no room for its answers.
    fn can_go_on() -> bool {
        let (input, output) = (io::stdin(), io::stdout());
        let mut ends = [(input.as_fd(), PollFlags::POLLIN), (output.as_fd(), PollFlags::POLLOUT)]
            .map(|(end, event)| PollFd::new(end, event));
        let _ = poll(&mut ends, PollTimeout::ZERO);
        ends.iter().all(|end| end.any().unwrap_or_default())
    }

    /// Kills all processes of a tree, and the group of the program.
    fn kill_all(group: Pid, tree: &Tree) {
        let _ = killpg(group, Signal::SIGKILL);
        for &id in &tree.processes {
            // This fails if the process has just ended.
            let _ = kill(Pid::from_raw(id), Signal::SIGKILL);
        }
    }

    fn own_id() -> i32 {
        process::id().cast_signed()
    }

    /// Returns whether a launcher is stopped.
    pub(crate) fn is_stopped(launcher: u32) -> bool {
        tree::is_stopped(launcher.cast_signed())
    }

    /// Ends a launcher that no longer does its work, and what it has started.
    pub(crate) fn end_all(launcher: u32) {
        let id = launcher.cast_signed();
        kill_all(Pid::from_raw(id), &Tree::look(id));
        let _ = kill(Pid::from_raw(id), Signal::SIGKILL);
    }

    /// Returns the CPU time, user and system, of all processes that have ended and that this
    /// process, or such a process, has waited for.
    fn reaped() -> Duration {
        let Ok(usage) = getrusage(UsageWho::RUSAGE_CHILDREN) else { return Duration::ZERO };
        let micros = usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
        Duration::from_micros(micros as u64)
    }

    /// Sends the last line of a stream that is not empty, once the stream has ended: of a long line,
    /// its end.
    fn last_line(mut stream: impl Read + Send + 'static) -> Receiver<String> {
        let (send, line) = channel();
        thread::spawn(move || {
            let (mut tail, mut buffer) = (Vec::new(), [0; 4096]);
            while let Ok(read @ 1..) = stream.read(&mut buffer) {
                tail.extend_from_slice(&buffer[..read]);
                tail.drain(..tail.len().saturating_sub(buffer.len()));
            }
            let text = String::from_utf8_lossy(tail.trim_ascii_end());
            send.send(text.lines().next_back().unwrap_or_default().trim().to_owned())
        });
        line
    }
}
