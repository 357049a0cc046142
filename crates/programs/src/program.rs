//! [`Program`]: a command, and one pass of it over puzzles.

use std::env;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{self, Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use sudoku_core::Goal;
use sudoku_corpus::Printable;

use crate::answers::{judge, lines};
use crate::fault::{Place, quoted};
use crate::launcher::{End, ORDER, Order, Report, end_all, is_stopped};
use crate::{ProgramFault, ProgramLimits, Question, Spent};

/// A program in any language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    /// Its name, printable.
    pub name: String,
    /// The command and its arguments.
    words: Vec<String>,
    /// The folder that it is started in; `None` for the current one.
    folder: Option<PathBuf>,
    /// The files that the command names, each with its device, number, last change and length.
    files: Vec<(PathBuf, Option<[i64; 5]>)>,
}

/// A text that is no `NAME=COMMAND`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected NAME=COMMAND, such as 'mine=python3 solve.py', found `{}`", Printable(.0))]
pub struct NotACommand(String);

/// A pass whose answers are all right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pass {
    /// The number of puzzles that it rightly answered `none`.
    pub no_solution: usize,
    /// The time that it took.
    pub spent: Spent,
}

/// When a program gets its puzzles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Feed {
    AtOnce,
    /// After [`HELD`], a moment in which it must not write.
    Held,
}

/// How long a program waits for its first puzzle with [`Feed::Held`].
const HELD: Duration = Duration::from_millis(200);

/// How much longer than the program's limit of wall time a launcher may take.
const LATE: Duration = Duration::from_secs(15);

/// The most bytes of output that are read per puzzle, on average over a pass; an answer takes 82.
const LINE: usize = 256;

impl std::str::FromStr for Program {
    type Err = NotACommand;

    /// Reads `NAME=COMMAND`. The command is split into words as by a shell, and started without a
    /// shell: no variables, no pipes.
    fn from_str(text: &str) -> Result<Self, NotACommand> {
        let fits = |name: &str| !name.is_empty() && name.chars().all(Printable::has);
        let parts = text.split_once('=').filter(|(name, _)| fits(name));
        let words = |command| shlex::split(command).filter(|words: &Vec<String>| !words.is_empty());
        parts
            .and_then(|(name, command)| Some(Self::of_words(name, words(command)?, None)))
            .ok_or_else(|| NotACommand(text.to_owned()))
    }
}

impl Program {
    /// Returns the program of a command that is started in `folder`. The command is split into
    /// words as that of `NAME=COMMAND`.
    ///
    /// # Errors
    ///
    /// When the name is empty or not printable, or the command has no words.
    pub fn new(name: &str, command: &str, folder: &Path) -> Result<Self, NotACommand> {
        let program: Self = format!("{name}={command}").parse()?;
        if program.name != name {
            return Err(NotACommand(format!("{name}={command}")));
        }
        Ok(Self::of_words(name, program.words, Some(folder.to_owned())))
    }

    /// Returns the program of a command in words, which are not empty, in a folder; `None` for the
    /// current one. The files that the words name must not change from here on.
    pub fn of_words(name: &str, words: Vec<String>, folder: Option<PathBuf>) -> Self {
        let in_folder = |word| folder.as_deref().unwrap_or(Path::new(".")).join(word);
        let paths = env::var_os("PATH").unwrap_or_default();
        let command = Some(&words[0]).filter(|word| !word.contains('/'));
        let command = command.and_then(|word| {
            env::split_paths(&paths).map(|path| path.join(word)).find(|path| path.is_file())
        });
        let named = words.iter().map(in_folder).filter(|path| path.is_file());
        let files = command.into_iter().chain(named).map(|path| (path.clone(), stamp(&path)));
        Self { name: name.to_owned(), files: files.collect(), words, folder }
    }

    /// Starts the program, gives it all these puzzles, and judges its answers when it has ended.
    /// `launcher` is a program that calls [`launched`](crate::launched). Takes as long as the
    /// program, or a little longer than the limits.
    ///
    /// # Errors
    ///
    /// How the program breaks the protocol or a limit.
    pub fn pass(
        &self,
        launcher: &Path,
        questions: &[Question],
        goal: Goal,
        limits: &ProgramLimits,
    ) -> Result<Pass, ProgramFault> {
        self.fed(launcher, questions, goal, limits, Feed::AtOnce)
    }

    /// The first [`pass`](Self::pass) of a program: it gets its puzzles after a fifth of a second,
    /// in which it must not write.
    ///
    /// # Errors
    ///
    /// As [`pass`](Self::pass).
    pub fn first_pass(
        &self,
        launcher: &Path,
        questions: &[Question],
        goal: Goal,
        limits: &ProgramLimits,
    ) -> Result<Pass, ProgramFault> {
        self.fed(launcher, questions, goal, limits, Feed::Held)
    }

    fn fed(
        &self,
        launcher: &Path,
        questions: &[Question],
        goal: Goal,
        limits: &ProgramLimits,
        feed: Feed,
    ) -> Result<Pass, ProgramFault> {
        let Ran { early, output, report } = self.run(launcher, questions, limits, feed)?;
        let Report { end, spent, left, said } = report;
        let written = lines(&output).count();
        let place = || {
            let next = questions.get(written).map(|question| Box::new(*question.puzzle.grid()));
            Place { line: written + 1, asked: questions.len(), next }
        };
        let judged = judge(questions, goal, &output);
        match end {
            End::NotStarted(why) => {
                return Err(ProgramFault::NotStarted(Printable(&why).to_string()));
            }
            _ if early => {
                return Err(ProgramFault::Early(
                    lines(&output).next().unwrap_or_default().into_owned(),
                ));
            }
            // It wrote too much, so its output was closed before it had ended.
            _ if output.len() > most(questions) => judged.clone().map(drop)?,
            End::Over(over) => return Err(ProgramFault::Over { over, place: place(), said }),
            End::Signal(end) => return Err(ProgramFault::Ended { end, place: place(), said }),
            End::Code(code @ 1..) => {
                let end = format!("exit code {code}");
                return Err(ProgramFault::Ended { end, place: place(), said });
            }
            End::Code(_) => {}
        }
        let no_solution = judged?;
        if left > 0 {
            return Err(ProgramFault::Left(left));
        }
        if spent.hides(limits) {
            return Err(ProgramFault::Hidden(spent));
        }
        Ok(Pass { no_solution, spent })
    }

    /// Runs one pass, and does not judge the answers.
    pub(crate) fn run(
        &self,
        launcher: &Path,
        questions: &[Question],
        limits: &ProgramLimits,
        feed: Feed,
    ) -> Result<Ran, ProgramFault> {
        if let Some((path, _)) = self.files.iter().find(|(path, then)| stamp(path) != *then) {
            return Err(ProgramFault::Changed(Printable(&path.display().to_string()).to_string()));
        }
        let not_started = |error: io::Error| ProgramFault::NotStarted(error.to_string());
        let order = Order { words: self.words.clone(), limits: *limits, parent: process::id() };
        let order = serde_json::to_string(&order).expect("an order is plain data");
        let mut command = Command::new(launcher);
        command.env(ORDER, order).stdin(Stdio::piped()).stdout(Stdio::piped());
        if let Some(folder) = &self.folder {
            command.current_dir(folder);
        }
        let mut child = command.stderr(Stdio::piped()).spawn().map_err(not_started)?;

        let output = Arc::new(Mutex::new(Vec::new()));
        let (send, through) = channel();
        let (stdout, mut stderr) = (child.stdout.take(), child.stderr.take());
        let (kept, most) = (Arc::clone(&output), most(questions));
        thread::spawn(move || {
            read(stdout.expect("it is piped"), &kept, most);
            let _ = send.send(());
        });
        let (send, reported) = channel();
        thread::spawn(move || {
            let mut text = String::new();
            let _ = stderr.take().expect("it is piped").read_to_string(&mut text);
            let _ = send.send(text);
        });
        let written = || output.lock().unwrap_or_else(PoisonError::into_inner);
        let mut early = false;
        if feed == Feed::Held {
            thread::sleep(HELD);
            early = !written().is_empty();
        }
        let mut stdin = child.stdin.take().expect("it is piped");
        let mut input = Vec::new();
        if !early {
            for question in questions {
                writeln!(input, "{}", question.puzzle.grid()).map_err(not_started)?;
            }
        }
        thread::spawn(move || stdin.write_all(&input));

        let report = report(&mut child, &reported, limits.wall + LATE);
        let _ = through.recv_timeout(HELD);
        let report = report.map_err(ProgramFault::Launcher)?;
        let output = written().clone();
        Ok(Ran { early, output, report })
    }
}

/// Waits for the report of a launcher until it has ended, but no longer than `within`. The error
/// says what has become of the launcher; then all that it has started is ended, too.
fn report(
    launcher: &mut Child,
    reported: &Receiver<String>,
    within: Duration,
) -> Result<Report, String> {
    let began = Instant::now();
    let text = loop {
        match reported.recv_timeout(HELD) {
            Ok(text) => break Ok(text),
            _ if is_stopped(launcher.id()) => break Err("was stopped by a signal".to_owned()),
            _ if began.elapsed() > within => {
                break Err(format!("has not ended the program within {within:?}"));
            }
            _ => {}
        }
    };
    let report = text.as_deref().ok().and_then(|text| serde_json::from_str(text).ok());
    if report.is_none() {
        end_all(launcher.id());
    }
    let status = launcher.wait().map_err(|error| error.to_string())?;
    text.and_then(|text| {
        report.ok_or_else(|| format!("ended with {status}, without a report {}", quoted(&text)))
    })
}

/// Returns what changes when a file is written or replaced. `None` if there is no file.
fn stamp(path: &Path) -> Option<[i64; 5]> {
    let file = path.metadata().ok()?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let [device, number, length] = [file.dev(), file.ino(), file.size()].map(u64::cast_signed);
        Some([device, number, length, file.ctime(), file.ctime_nsec()])
    }
    #[cfg(not(unix))]
    Some([file.len().cast_signed(), 0, 0, 0, 0])
}

/// A pass, not judged.
pub(crate) struct Ran {
    /// True if something was written before there was anything to read.
    early: bool,
    output: Vec<u8>,
    pub(crate) report: Report,
}

/// Returns the most bytes of output that are read.
fn most(questions: &[Question]) -> usize {
    LINE * (questions.len() + 1)
}

/// Reads a stream to its end, or until it has given more than `most` bytes.
fn read(mut stream: impl Read, kept: &Mutex<Vec<u8>>, most: usize) {
    let mut buffer = vec![0; 1 << 16];
    let mut all = 0;
    while let Ok(read @ 1..) = stream.read(&mut buffer) {
        kept.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(&buffer[..read]);
        all += read;
        if all > most {
            break;
        }
    }
}
