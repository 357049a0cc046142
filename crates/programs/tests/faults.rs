//! For each way to break the protocol there is a program that does so, and it is caught and named.
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use sudoku_core::{Goal, Grid, Puzzle};
use sudoku_programs::{
    Asked, Course, Found, Out, Pass, PassLengths, Program, ProgramFault, ProgramLimits, Question,
    Spent, measure,
};
use sudoku_record::ProgramRecord;
use sudoku_registry::Outcome;

const LAUNCHER: &str = env!("CARGO_BIN_EXE_faulty");
const FAULTY: &str = env!("CARGO_BIN_EXE_faulty");

/// Returns the first five puzzles of a set.
fn questions(set: &str) -> Vec<Question> {
    let mut solver = sudoku_registry::default_solver(sudoku_registry::Load::One).start();
    let entries = sudoku_puzzles::find(set).unwrap().entries();
    let puzzles = entries.iter().take(5).map(|entry| Puzzle::try_from(entry.grid).unwrap());
    puzzles.map(|puzzle| Question::new(puzzle, &mut solver)).collect()
}

fn limits() -> ProgramLimits {
    let [wall, cpu] = [60, 120].map(Duration::from_secs);
    let hidden = Duration::from_millis(400);
    ProgramLimits { wall, cpu, memory: 512 << 20, hidden, ..ProgramLimits::default() }
}

fn program(words: &[&str]) -> Program {
    let first = Some(shlex::try_join(words.iter().copied()).unwrap());
    let unique = first.clone();
    let record = ProgramRecord { name: "it".to_owned(), first, unique, ..ProgramRecord::default() };
    Program::new(record, Path::new(".")).unwrap()
}

#[test]
fn only_a_program_that_is_built_later_may_lack_its_file() {
    let made = |build: Option<&str>| {
        let (name, first) = ("it".to_owned(), Some("./no-such".to_owned()));
        let build = build.map(str::to_owned);
        Program::new(
            ProgramRecord { name, first, build, ..ProgramRecord::default() },
            Path::new("."),
        )
    };
    assert!(made(Some("go build")).is_ok());
    let error = made(None).unwrap_err().to_string();
    assert!(error.starts_with("it: cannot start `./no-such`: no such file"), "{error}");
}

fn shell(script: &str) -> Program {
    program(&["sh", "-c", script])
}

fn faulty(mode: &str) -> Program {
    program(&[FAULTY, mode])
}

fn pass(program: &Program, limits: &ProgramLimits) -> Result<Pass, ProgramFault> {
    program.pass(Path::new(LAUNCHER), &questions("easy"), Goal::First, limits)
}

/// Returns a program that ignores SIGCHLD and starts children, given as their number and their
/// milliseconds of CPU time.
#[cfg(target_os = "linux")]
fn ignoring(children: &str) -> Program {
    let script = "trap '' CHLD; exec \"$0\" \"$@\"";
    program(&["bash", "-c", script, FAULTY, "children", children])
}

/// Times a program in two rounds on five puzzles. The passes grow up to `longest`.
fn timed(program: &Program, limits: &ProgramLimits, longest: Duration) -> Found {
    let ms = Duration::from_millis(1);
    let course = Course {
        launcher: Path::new(LAUNCHER),
        limits: *limits,
        pace: PassLengths { unit: 3 * ms, longest, rounds: 2, within: ms },
        budget: None,
    };
    let set =
        Asked { name: "easy", goal: Goal::First, questions: questions("easy"), relabels: true };
    measure(&course, std::slice::from_ref(program), &[set], |_| {})
}

/// Runs the program of a mode, and returns its fault as text.
#[track_caller]
fn fault(mode: &str) -> String {
    pass(&faulty(mode), &limits()).unwrap_err().to_string()
}

/// Fails unless a fault is work that is not in the CPU time.
#[cfg(target_os = "linux")]
#[track_caller]
fn assert_hidden(fault: &ProgramFault) {
    let said = fault.to_string();
    assert!(
        said.contains(": the work of others, or of children that are not waited for"),
        "{said}"
    );
}

/// Fails unless a program hides its work, and returns the times of a pass that may do so.
#[cfg(target_os = "linux")]
#[track_caller]
fn hidden(program: &Program, limits: &ProgramLimits) -> Spent {
    assert_hidden(&pass(program, limits).unwrap_err());
    let patient = ProgramLimits { hidden: Duration::from_mins(1), ..*limits };
    pass(program, &patient).unwrap().spent
}

/// Returns a path at which there is no file.
fn file(name: &str) -> PathBuf {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&file);
    file
}

/// Waits until a process has written its id into a file, and returns it.
fn id_in(file: &Path) -> String {
    let began = Instant::now();
    loop {
        match fs::read_to_string(file) {
            Ok(id) if !id.is_empty() => return id,
            _ => {
                assert!(began.elapsed() < Duration::from_secs(20), "nothing in {}", file.display());
            }
        }
        thread::sleep(Duration::from_millis(5));
    }
}

/// Fails unless a process is gone within ten seconds.
#[track_caller]
fn assert_gone(id: &str) {
    let began = Instant::now();
    let is_there = || Command::new("kill").args(["-0", id]).stderr(Stdio::null()).status().unwrap();
    while is_there().success() {
        assert!(began.elapsed() < Duration::from_secs(10), "process {id} is still there");
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_right_program_passes_and_is_timed() {
    assert!(pass(&faulty("right"), &limits()).unwrap().spent.cpu > Duration::ZERO);
    let patient = ProgramLimits { hidden: Duration::from_secs(30), ..limits() };
    let spent = pass(&faulty("waits"), &patient).unwrap().spent;
    assert!(spent.cpu > Duration::ZERO && spent.wall >= Duration::from_secs(1), "{spent:?}");
}

#[test]
fn wrong_lines_are_named_with_their_puzzles() {
    let all = questions("easy");
    let puzzle = |line: usize| *all[line - 1].puzzle.grid();
    let said = fault("wrong-line");
    assert!(said.starts_with("line 2 is wrong: expected 81 digits or `none`, found `"), "{said}");
    assert!(said.ends_with(&format!("; the puzzle is {}", puzzle(2))), "{said}");
    let said = fault("wrong-last");
    assert!(said.starts_with("line 5 is wrong: ") && said.contains("is not a solution"), "{said}");
    assert!(said.ends_with(&puzzle(5).to_string()), "{said}");
    assert!(fault("gives-up").starts_with("line 2 is wrong: it has a solution, none was found"));
    assert!(fault("echoes").starts_with("line 2 is wrong: expected 81 digits"));
    // A line of many NULs without an end.
    let said = pass(&shell("cat > /dev/null; head -c 100000000 /dev/zero"), &limits())
        .unwrap_err()
        .to_string();
    assert!(said.contains("81 digits or `none`, found `\\0\\0") && said.len() < 1000, "{said}");
}

#[test]
fn lines_are_counted() {
    let next = questions("easy")[4].puzzle.grid().to_string();
    assert_eq!(fault("too-few"), format!("wrote 4 of 5 lines: there is no answer to {next}"));
    assert_eq!(fault("too-many"), "line 6 is one too many, after the last puzzle: ``");
    assert_eq!(fault("endless"), "wrote `1` before it was given a puzzle");
    let (launcher, questions) = (Path::new(LAUNCHER), questions("easy"));
    let at_once = ProgramLimits { held: Duration::ZERO, ..limits() };
    let endless = faulty("endless").pass(launcher, &questions, Goal::First, &at_once);
    assert!(endless.unwrap_err().to_string().starts_with("line 1 is wrong: expected 81 digits"));
}

#[test]
fn it_must_not_write_before_it_has_read() {
    assert_eq!(fault("early"), "wrote `Welcome` before it was given a puzzle");
}

#[test]
fn what_it_writes_moves_nothing_on_a_terminal() {
    let said = fault("escapes");
    assert!(said.contains("found `\\u{1b}[2J\\u{1b}]0;gotcha\\u{7}`"), "{said}");
    assert!(!said.contains('\u{1b}'));
}

#[test]
fn a_crash_is_named_with_the_last_words() {
    let next = questions("easy")[1].puzzle.grid().to_string();
    let place =
        format!("with 1 of 5 lines written, before {next}; it says `out of \\u{{1b}}[31mluck`");
    assert_eq!(fault("crash"), format!("ended with SIGABRT {place}"));
    assert_eq!(fault("exits"), format!("ended with exit code 3 {place}"));
    let no_script = file("no-script");
    // Written by another process: a file that one of our threads still writes is busy for the next.
    let write =
        ["-c", "echo '#!/no/such/program' >$0 && chmod 700 $0", no_script.to_str().unwrap()];
    assert!(Command::new("sh").args(write).status().unwrap().success());
    let words = [no_script.to_str().unwrap()];
    let said = pass(&program(&words), &limits()).unwrap_err().to_string();
    assert!(said.starts_with("cannot be started: No such file"), "{said}");
}

#[test]
fn a_hang_ends_at_the_limit() {
    let limits = ProgramLimits { wall: Duration::from_secs(5), ..limits() };
    let began = Instant::now();
    let fault = pass(&faulty("unended"), &limits).unwrap_err();
    assert!(began.elapsed() < Duration::from_secs(30));
    assert_eq!(fault.line, Some(2));
    assert!(fault.to_string().starts_with("had not ended after 5s with 1 of 5 lines written"));
}

#[test]
fn cpu_time_is_limited() {
    let limits = ProgramLimits { cpu: Duration::from_millis(300), ..limits() };
    let said = pass(&faulty("cpu"), &limits).unwrap_err().to_string();
    assert!(said.starts_with("used more than 300ms of CPU time "), "{said}");
}

#[test]
#[cfg(target_os = "linux")]
fn memory_is_limited() {
    assert!(fault("memory").starts_with("used more than 512 MiB of memory "));
}

#[test]
fn the_time_of_children_that_have_ended_counts() {
    let pass = pass(&faulty("children"), &limits()).unwrap();
    assert!(pass.spent.cpu >= Duration::from_millis(10 * 60), "{pass:?}");
}

#[test]
#[cfg(target_os = "linux")]
fn the_time_of_children_that_have_ended_is_limited() {
    let limits = ProgramLimits { cpu: Duration::from_millis(300), ..limits() };
    let orphans =
        format!("for i in 1 2 3 4 5 6 7 8 9 10; do ({FAULTY} spin 60 &); sleep 0.1; done");
    for program in [faulty("children"), shell(&orphans)] {
        let said = pass(&program, &limits).unwrap_err().to_string();
        assert!(said.starts_with("used more than 300ms of CPU time "), "{said}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn the_time_of_fifty_processes_at_once_counts() {
    let fifty = format!("{FAULTY} spin 10 & ").repeat(50);
    let pass = pass(&shell(&format!("{fifty} {FAULTY} right; wait")), &limits()).unwrap();
    assert!(pass.spent.cpu >= Duration::from_millis(50 * 10), "{pass:?}");
}

#[test]
#[cfg(target_os = "linux")]
fn of_a_child_that_nobody_waits_for_the_time_last_seen_counts() {
    let pass = pass(&ignoring("1 1000"), &limits()).unwrap();
    assert!(pass.spent.cpu >= Duration::from_millis(300), "{pass:?}");
}

#[test]
#[cfg(target_os = "linux")]
fn short_children_that_nobody_waits_for_are_a_fault() {
    let limits = ProgramLimits { hidden: Duration::from_millis(100), ..limits() };
    let spent = hidden(&ignoring("100 9"), &limits);
    assert!(spent.on_core > 2 * spent.cpu, "{spent:?}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_process_that_stays_behind_is_named_and_ended() {
    let file = file("survivor");
    let program = program(&[FAULTY, "survivor", file.to_str().unwrap()]);
    let one = "left 1 of its processes running, and they were ended";
    assert_eq!(pass(&program, &limits()).unwrap_err().to_string(), one);
    assert_gone(&id_in(&file));
    // In a session of its own, with the program's output open.
    let program = shell(&format!("{FAULTY} right; setsid sleep 1000 &"));
    assert_eq!(pass(&program, &limits()).unwrap_err().to_string(), one);
}

#[test]
#[cfg(target_os = "linux")]
fn work_that_others_do_is_seen_by_its_sleep() {
    for mode in ["waits", "child-waits"] {
        let spent = hidden(&faulty(mode), &limits());
        assert!(spent.asleep > spent.cpu && spent.asleep <= spent.wall, "{spent:?}");
    }
    let patient = ProgramLimits { hidden: Duration::from_secs(5), ..limits() };
    assert!(pass(&faulty("waits"), &patient).is_ok());
}

#[test]
#[cfg(target_os = "linux")]
fn a_short_sleep_in_every_timed_pass_adds_up() {
    let times = timed(&faulty("naps"), &limits(), Duration::from_millis(3));
    let [Out { place: None, fault, .. }] = &times.out[..] else { panic!("{:?}", times.out) };
    assert_hidden(fault);
}

#[test]
#[cfg(target_os = "linux")]
fn a_client_of_a_server_is_caught() {
    let socket = file("server");
    let listener = UnixListener::bind(&socket).unwrap();
    thread::spawn(move || {
        let (stream, _) = listener.accept().unwrap();
        let mut solver = sudoku_registry::default_solver(sudoku_registry::Load::One).start();
        for line in BufReader::new(&stream).lines() {
            let puzzle = Puzzle::try_from(line.unwrap().parse::<Grid>().unwrap()).unwrap();
            thread::sleep(Duration::from_millis(200));
            let Outcome::Solved(solution) = solver.solve(&puzzle, Goal::First) else { return };
            writeln!(&stream, "{solution}").unwrap();
        }
    });
    let fault = pass(&program(&[FAULTY, "client", socket.to_str().unwrap()]), &limits());
    assert_hidden(&fault.unwrap_err());
}

#[test]
fn answers_are_judged_in_timed_passes() {
    let file = file("gives-up-later");
    let program = program(&[FAULTY, "gives-up-later", file.to_str().unwrap()]);
    let times = timed(&program, &limits(), Duration::from_millis(3));
    assert_eq!(times.records[0].answers[0].answered, 5, "of the first pass");
    let [Out { place: Some(0..5), fault, .. }] = &times.out[..] else { panic!("{:?}", times.out) };
    assert!(fault.to_string().starts_with("line 1 is wrong: it has a solution, none was found"));
    assert!(times.rows.is_empty());
}

#[test]
#[cfg(target_os = "linux")]
fn passes_of_a_slow_program_stay_within_the_limits() {
    let limits = ProgramLimits { cpu: Duration::from_secs(1), ..limits() };
    let times = timed(&faulty("slowly"), &limits, Duration::from_secs(5));
    assert!(times.out.is_empty() && !times.rows.is_empty(), "{:?}", times.out);
}

#[test]
fn a_program_that_changes_between_passes_is_named() {
    let script = file("script");
    let write = |more: &str| fs::write(&script, format!("{FAULTY} right {more}\n")).unwrap();
    write("");
    let program = program(&["sh", script.to_str().unwrap()]);
    assert!(pass(&program, &limits()).is_ok());
    write("# as before");
    let fault = pass(&program, &limits()).unwrap_err().to_string();
    assert_eq!(
        fault,
        format!("{} has changed: each pass must run the same program", script.display())
    );
}

#[test]
#[cfg(target_os = "linux")]
fn a_launcher_that_is_stopped_or_killed_is_named_and_its_program_ended() {
    for (signal, what) in [("STOP", "was stopped by a signal"), ("KILL", "ended with signal: 9")] {
        let file = file(signal);
        let script = format!("echo $$ > {}; kill -{signal} $PPID; sleep 1000", file.display());
        let fault = pass(&shell(&script), &limits()).unwrap_err().to_string();
        assert!(fault.starts_with(&format!("its launcher {what}")), "{fault}");
        assert_gone(id_in(&file).trim());
    }
}

#[test]
fn answers_kept_from_an_earlier_pass_are_wrong_ones() {
    let file = file("remembered");
    let program = program(&[FAULTY, "remembers", file.to_str().unwrap()]);
    let pass = |first_seed: u64| {
        let relabelled = questions("easy").into_iter().zip(first_seed..);
        let questions: Vec<_> = relabelled.map(|(one, seed)| one.relabelled(seed)).collect();
        let at_once = ProgramLimits { held: Duration::ZERO, ..limits() };
        program.pass(Path::new(LAUNCHER), &questions, Goal::First, &at_once)
    };
    for _ in 0..2 {
        pass(7).expect("the same puzzles");
    }
    let fault = pass(100).unwrap_err();
    assert_eq!(fault.line, Some(1), "{fault}");
}

#[test]
fn uniqueness_has_its_own_answers() {
    let ask = |mode: &str, set: &str, goal| {
        let (launcher, questions) = (Path::new(LAUNCHER), questions(set));
        faulty(mode).pass(launcher, &questions, goal, &limits()).map_err(|fault| fault.to_string())
    };
    for set in ["easy", "multi", "none"] {
        assert!(ask("unique", set, Goal::Unique).is_ok(), "{set}");
    }
    assert!(ask("right", "multi", Goal::First).is_ok());
    assert!(ask("right", "multi", Goal::Unique).unwrap_err().contains("is not its only solution"));
    let said = ask("unique", "multi", Goal::First).unwrap_err();
    assert!(said.contains("expected 81 digits or `none`, found `several`"), "{said}");
    let mut question = questions("easy")[0];
    question.puzzle = Puzzle::try_from(Grid::BLANK).unwrap();
    let said = faulty("unique").pass(Path::new(LAUNCHER), &[question], Goal::Unique, &limits());
    assert!(said.unwrap_err().to_string().contains("`several`, but it has one solution"));
}
