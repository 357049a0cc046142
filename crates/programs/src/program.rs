//! [`Program`]: a program's commands, and one pass of it over puzzles.

use std::env;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{self, Child, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Context, Result, ensure};
use sudoku_core::Goal;
use sudoku_puzzles::Printable;
use sudoku_record::ProgramRecord;

use crate::answers::{judge, lines};
use crate::fault::quoted;
use crate::launcher::{End, ORDER, Order, Report, end_all, is_stopped};
use crate::{ProgramFault, ProgramLimits, Question, Spent};

/// A program in any language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    /// Its name, its commands and what else is said of it.
    pub record: ProgramRecord,
    /// The folder that it is started in.
    pub folder: PathBuf,
    /// The words of its commands, by their questions.
    commands: Vec<(Goal, Vec<String>)>,
    /// The files that the commands name, each as it was when the commands were read.
    files: Vec<(PathBuf, Stamp)>,
}

/// The last change of a file and its length, which tell a file that was written again. `None` if
/// there is no file.
type Stamp = Option<(Option<SystemTime>, u64)>;

/// A pass whose answers are all right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pass {
    /// The number of puzzles that it rightly answered `none`.
    pub no_solution: usize,
    /// The time that it took.
    pub spent: Spent,
}

/// How often a launcher is looked at.
const LOOK: Duration = Duration::from_millis(200);

/// How long the rest of the output is waited for if a process that could not be ended keeps it open:
/// longer than a thread of this process ever waits for a core.
const REST: Duration = Duration::from_secs(5);

/// How much longer than the program's limit of wall time a launcher may take.
const LATE: Duration = Duration::from_secs(15);

/// The most bytes of output that are read per puzzle, on average over a pass; an answer takes 82.
const LINE: usize = 256;

impl Program {
    /// Returns a program that is started in `folder`. Its commands are split into words as by a shell,
    /// and started without a shell: no variables, no pipes. The files that the words name must not
    /// change from here on.
    ///
    /// # Errors
    ///
    /// When the name is empty or not printable, a command has no words, there is no command, or no file
    /// to start.
    pub fn new(record: ProgramRecord, folder: &Path) -> Result<Self> {
        let name = &record.name;
        let is_named = !name.is_empty() && !name.contains('=') && name.chars().all(Printable::has);
        let mut commands = Vec::new();
        for goal in [Goal::First, Goal::Unique] {
            let Some(command) = record.command(goal) else { continue };
            let words = shlex::split(command).filter(|words| is_named && !words.is_empty());
            let words = words.with_context(|| {
                let text = format!("{name}={command}");
                let text = Printable(&text);
                format!("expected NAME=COMMAND, such as 'mine=python3 solve.py', found `{text}`")
            })?;
            commands.push((goal, words));
        }
        ensure!(!commands.is_empty(), "the program `{name}` has no command");
        let mut files = Vec::new();
        for (_, words) in &commands {
            let started = started(&words[0], folder);
            // What is still to be built has no file yet.
            ensure!(
                started.is_some() || record.build.is_some(),
                "{name}: cannot start `{}`: no such file, or it is not executable",
                Printable(&words[0])
            );
            files.extend(started);
            let named = words.iter().map(|word| folder.join(word));
            files.extend(named.filter(|path| path.is_file()));
        }
        let files = files.into_iter().map(|path| (path.clone(), stamp(&path))).collect();
        Ok(Self { record, folder: folder.to_owned(), commands, files })
    }

    /// Returns the programs of a run, each with the folder that it is started in.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new), and when two have one name.
    pub fn all(described: impl IntoIterator<Item = (ProgramRecord, PathBuf)>) -> Result<Vec<Self>> {
        let mut all = Vec::<Self>::new();
        for (record, folder) in described {
            let one = Self::new(record, &folder)?;
            let name = &one.record.name;
            let is_new = all.iter().all(|other| other.record.name != *name);
            ensure!(is_new, "`{name}` names another program too");
            all.push(one);
        }
        Ok(all)
    }

    /// Starts the program, gives it all these puzzles, and judges its answers when it has ended.
    /// `launcher` is a program that calls [`launched`](crate::launched). Takes as long as the
    /// program, or a little longer than the limits.
    ///
    /// # Errors
    ///
    /// How the program breaks the protocol or a limit.
    ///
    /// # Panics
    ///
    /// When the program has no command for the question.
    pub fn pass(
        &self,
        launcher: &Path,
        questions: &[Question],
        goal: Goal,
        limits: &ProgramLimits,
    ) -> Result<Pass, ProgramFault> {
        if let Some((path, _)) = self.files.iter().find(|(path, then)| stamp(path) != *then) {
            let path = path.display().to_string();
            let path = Printable(&path);
            let text = format!("{path} has changed: each pass must run the same program");
            return Err(ProgramFault::new(text));
        }
        let not_started =
            |error: io::Error| ProgramFault::new(End::NotStarted(error.to_string()).to_string());
        let mut child = self.start(launcher, goal, limits).map_err(not_started)?;
        let most = LINE * (questions.len() + 1);
        let (send, written) = channel();
        let stdout = child.stdout.take().expect("it is piped");
        thread::spawn(move || read(stdout, &send, most));
        let (send, reported) = channel();
        let stderr = child.stderr.take().expect("it is piped");
        thread::spawn(move || send.send(io::read_to_string(stderr).unwrap_or_default()));
        let is_held = !limits.held.is_zero();
        let early = is_held.then(|| written.recv_timeout(limits.held).ok()).flatten();
        let mut stdin = child.stdin.take().expect("it is piped");
        let puzzles = questions.iter().filter(|_| early.is_none());
        let puzzles = puzzles.map(|question| question.puzzle.grid().to_string() + "\n");
        let input: String = puzzles.collect();
        thread::spawn(move || stdin.write_all(input.as_bytes()));

        let report = report(&mut child, &reported, limits.wall + LATE);
        let is_early = early.is_some();
        let mut output = early.unwrap_or_default();
        while let Ok(more) = written.recv_timeout(REST) {
            output.extend(more);
        }
        let Report { end, spent, left, said } = report.map_err(|what| {
            ProgramFault::new(format!("its launcher {what}: nothing is known of the program"))
        })?;
        if is_early {
            let first = quoted(&lines(&output).next().unwrap_or_default());
            return Err(ProgramFault::new(format!("wrote {first} before it was given a puzzle")));
        }
        let judged = judge(questions, goal, &output);
        // If it wrote too much, its output was closed before it had ended.
        if end != End::Code(0) && (output.len() <= most || judged.is_ok()) {
            return Err(ended(&end, questions, lines(&output).count(), &said));
        }
        let no_solution = judged?;
        if left > 0 {
            let text = format!("left {left} of its processes running, and they were ended");
            return Err(ProgramFault::new(text));
        }
        if spent.hides(limits) {
            return Err(ProgramFault::hidden(spent));
        }
        Ok(Pass { no_solution, spent })
    }

    /// Starts the launcher, and has it start the program.
    fn start(&self, launcher: &Path, goal: Goal, limits: &ProgramLimits) -> io::Result<Child> {
        let command = self.commands.iter().find(|(of, _)| *of == goal);
        let (_, words) = command.expect("the program has a command for the question");
        let order = Order { words: words.clone(), limits: *limits, parent: process::id() };
        let mut launcher = Command::new(launcher);
        launcher.env(ORDER, serde_json::to_string(&order).expect("an order is plain data"));
        launcher.current_dir(&self.folder).stdin(Stdio::piped()).stdout(Stdio::piped());
        launcher.stderr(Stdio::piped()).spawn()
    }
}

/// The fault of a program that was not started, did not end well or reached a limit. It has written
/// this many lines, and its standard error ended so.
fn ended(end: &End, questions: &[Question], written: usize, said: &str) -> ProgramFault {
    let is_started = !matches!(end, End::NotStarted(_));
    let (next, asked) = (questions.get(written).filter(|_| is_started), questions.len());
    let mut text = end.to_string();
    if let Some(next) = next {
        let puzzle = next.puzzle.grid();
        text += &format!(" with {written} of {asked} lines written, before {puzzle}");
    } else if is_started {
        text += &format!(" after all {asked} answers");
    }
    if !said.is_empty() {
        text += &format!("; it says {}", quoted(said));
    }
    let is_slow = matches!(end, End::Wall(_) | End::Cpu(_));
    ProgramFault { line: next.map(|_| written + 1), is_slow, text }
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
        match reported.recv_timeout(LOOK) {
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

/// Returns the file that the first word of a command starts: one in `PATH` if it is a name alone.
fn started(word: &str, folder: &Path) -> Option<PathBuf> {
    if word.contains('/') {
        return Some(folder.join(word)).filter(|file| is_program(file));
    }
    let paths = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&paths).map(|path| path.join(word)).find(|file| is_program(file))
}

#[cfg(unix)]
fn is_program(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.metadata().is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
}

/// Elsewhere, the launcher says that no program is run.
#[cfg(not(unix))]
fn is_program(_: &Path) -> bool {
    true
}

fn stamp(path: &Path) -> Stamp {
    let file = path.metadata().ok()?;
    Some((file.modified().ok(), file.len()))
}

/// Sends what a stream gives, to its end or until it has given more than `most` bytes.
fn read(mut stream: impl Read, send: &Sender<Vec<u8>>, most: usize) {
    let mut buffer = vec![0; 1 << 16];
    let mut all = 0;
    while let Ok(read @ 1..) = stream.read(&mut buffer) {
        all += read;
        if send.send(buffer[..read].to_vec()).is_err() || all > most {
            break;
        }
    }
}
