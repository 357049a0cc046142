//! The launcher: a small process that starts a program, and ends it with all its descendants.
//!
//! It is the laboratory's own program, started again. On Linux it is the subreaper of its tree: a
//! process whose parent ends becomes its child, so no process of the tree escapes it, and the CPU
//! time of every process that has ended reaches it. The program inherits its standard input and
//! output. When the last process has ended, the launcher writes a [`Report`] to its standard error.
//! If the process that started it is gone, it ends the tree.

use std::env;
use std::process::ExitCode;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::fault::Over;

/// Limits for a program and all its descendants together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramLimits {
    /// Wall time.
    pub wall: Duration,
    /// CPU time, user and system.
    pub cpu: Duration,
    /// Resident bytes. A page that processes share counts once for each of them.
    pub memory: u64,
    /// Wall time in which none of the processes runs or waits for a core or a disk. The limit
    /// applies only if this is more than half of the wall time.
    pub asleep: Duration,
}

impl Default for ProgramLimits {
    /// A minute of wall time, two minutes of CPU time, 4 GiB, two seconds of sleep.
    fn default() -> Self {
        let [wall, cpu, asleep] = [60, 120, 2].map(Duration::from_secs);
        Self { wall, cpu, memory: 4 << 30, asleep }
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
    /// CPU time of all processes, user and system.
    pub(crate) cpu: Duration,
    /// Wall time to the end of the last process.
    pub(crate) wall: Duration,
    pub(crate) asleep: Duration,
    /// The number of processes that went on after the program's own had ended, and were killed.
    pub(crate) left: usize,
    /// The last line of the program's standard error.
    pub(crate) said: String,
}

/// How a program ended.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum End {
    NotStarted(String),
    /// It ended by itself, with this exit code.
    Code(i32),
    /// It was ended by a signal that was not the launcher's.
    Signal(String),
    /// It was ended by the launcher, at this limit.
    Over(Over),
}

/// Makes this process a launcher if it was started as one, and returns its exit code when
/// everything has ended. A program that starts [programs](crate::Program) calls this before
/// anything else.
///
/// # Panics
///
/// Never: a report is plain data.
pub fn launched() -> Option<ExitCode> {
    let order = env::var(ORDER).ok()?;
    let Ok(order) = serde_json::from_str(&order) else {
        eprintln!("error: {ORDER} is for the laboratory alone");
        return Some(ExitCode::from(2));
    };
    let report = system::launch(&order);
    eprintln!("{}", serde_json::to_string(&report).expect("a report is plain data"));
    Some(ExitCode::SUCCESS)
}

#[cfg(not(unix))]
mod system {
    use super::{Duration, End, Order, Report};

    pub(super) fn launch(_: &Order) -> Report {
        let end = End::NotStarted("programs are run on Unix alone".to_owned());
        let [cpu, wall, asleep] = [Duration::ZERO; 3];
        Report { end, cpu, wall, asleep, left: 0, said: String::new() }
    }
}

#[cfg(unix)]
mod system {
    use std::io::{BufRead, BufReader, Read};
    use std::os::unix::process::{CommandExt, parent_id};
    use std::process::{Command, Stdio};
    use std::sync::mpsc::{Receiver, channel};
    use std::thread;
    use std::time::Instant;

    use nix::errno::Errno;
    use nix::sys::resource::{Resource, UsageWho, getrusage, setrlimit};
    use nix::sys::signal::{Signal, kill, killpg};
    use nix::sys::time::TimeValLike;
    use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
    use nix::unistd::Pid;

    use super::{Duration, End, ORDER, Order, Over, ProgramLimits, Report};
    use crate::tree::Tree;

    /// How long the other processes of a program may go on after its own has ended.
    const GRACE: Duration = Duration::from_millis(500);

    /// The least time between two readings of `/proc`.
    const LOOK: Duration = Duration::from_millis(20);

    /// The longest that processes may take to end after they are killed.
    const KILLED: Duration = Duration::from_secs(5);

    pub(super) fn launch(order: &Order) -> Report {
        let began = Instant::now();
        #[cfg(target_os = "linux")]
        let _ = nix::sys::prctl::set_child_subreaper(true);
        // If the launcher itself is killed, this limit ends each process of the tree.
        let seconds = order.limits.cpu.as_secs() + 2;
        let _ = setrlimit(Resource::RLIMIT_CPU, seconds, seconds + 1);
        let mut command = Command::new(&order.words[0]);
        command.args(&order.words[1..]).env_remove(ORDER).stderr(Stdio::piped()).process_group(0);
        let (asleep, left) = (Duration::ZERO, 0);
        let mut child = match command.spawn() {
            Ok(child) => child,
            Err(error) => {
                let (end, said) = (End::NotStarted(error.to_string()), String::new());
                return Report { end, cpu: asleep, wall: asleep, asleep, left, said };
            }
        };
        let said = last_line(child.stderr.take().expect("it is piped"));
        let watch =
            Watch { order, began, main: Pid::from_raw(child.id().cast_signed()), asleep, left };
        let mut report = watch.finish();
        report.said = said.recv_timeout(GRACE).unwrap_or_default();
        report
    }

    struct Watch<'a> {
        order: &'a Order,
        began: Instant,
        /// The process of the program itself.
        main: Pid,
        asleep: Duration,
        left: usize,
    }

    impl Watch<'_> {
        fn finish(mut self) -> Report {
            let (mut ended, mut over) = (None, None);
            let mut killed: Option<Instant> = None;
            let (mut looked, mut cpu_then) = (self.began, Duration::ZERO);
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
                    self.kill(&Tree::look());
                    continue;
                }
                over = over.or_else(|| self.wall());
                let since = looked.elapsed();
                let grace_is_over = ended.as_ref().is_some_and(|(_, at)| at.elapsed() > GRACE);
                if since >= look || over.is_some() || grace_is_over {
                    let begin = Instant::now();
                    let tree = Tree::look();
                    // Reading `/proc` takes at most a twentieth of the time.
                    look = LOOK.max(20 * begin.elapsed());
                    let cpu = tree.cpu + reaped();
                    if !tree.awake && cpu == cpu_then {
                        self.asleep += since;
                    }
                    (looked, cpu_then) = (begin, cpu);
                    over = over.or_else(|| self.sampled(&tree, cpu));
                    if over.is_none() && grace_is_over {
                        self.left = tree.processes.len();
                    }
                    if over.is_some() || grace_is_over {
                        killed = Some(Instant::now());
                        self.kill(&tree);
                    }
                }
            }
            let _ = killpg(self.main, Signal::SIGKILL);
            let ended = ended.map(|(end, _)| end);
            let end = over.map(End::Over).or(ended).unwrap_or(End::Signal("SIGKILL".to_owned()));
            let (cpu, wall) = (reaped(), self.began.elapsed());
            Report { end, cpu, wall, asleep: self.asleep, left: self.left, said: String::new() }
        }

        fn wall(&self) -> Option<Over> {
            let most = self.order.limits.wall;
            (self.began.elapsed() > most).then_some(Over::Wall(most))
        }

        fn sampled(&self, tree: &Tree, cpu: Duration) -> Option<Over> {
            let ProgramLimits { cpu: most_cpu, memory, .. } = self.order.limits;
            match () {
                () if cpu > most_cpu => Some(Over::Cpu(most_cpu)),
                () if tree.memory > memory => Some(Over::Memory(memory)),
                () => None,
            }
        }

        /// Kills all processes of a tree, and the group of the program.
        fn kill(&self, tree: &Tree) {
            let _ = killpg(self.main, Signal::SIGKILL);
            for &id in &tree.processes {
                // This fails if the process has just ended.
                let _ = kill(Pid::from_raw(id), Signal::SIGKILL);
            }
        }
    }

    /// Returns the CPU time, user and system, of all processes that have ended and that this
    /// process, or such a process, has waited for.
    fn reaped() -> Duration {
        let Ok(usage) = getrusage(UsageWho::RUSAGE_CHILDREN) else { return Duration::ZERO };
        let micros = usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
        Duration::from_micros(micros as u64)
    }

    /// Sends the last line of a stream that is not empty, once the stream has ended. A line is read
    /// in short pieces, so that a line without an end does not fill the memory.
    fn last_line(stream: impl Read + Send + 'static) -> Receiver<String> {
        const LONGEST: u64 = 4096;
        let (send, line) = channel();
        thread::spawn(move || {
            let (mut stream, mut last) = (BufReader::new(stream), String::new());
            loop {
                let mut line = Vec::new();
                match stream.by_ref().take(LONGEST).read_until(b'\n', &mut line) {
                    Ok(1..) => {}
                    Ok(0) | Err(_) => break,
                }
                let line = String::from_utf8_lossy(line.trim_ascii());
                if !line.is_empty() {
                    last = line.into_owned();
                }
            }
            let _ = send.send(last);
        });
        line
    }
}
