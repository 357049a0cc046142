//! Peers that hang, panic, answer wrongly or use up memory do not damage a run.
//!
//! Each is tried in a separate process: this program, started again for the test
//! [`as_a_tried_peer`].

use std::env;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use sudoku_benches::{
    Allowance, PuzzleSet, Request, Settings, StepProgress, TimedSolver, Workload, admitted,
    contestants, left_out, run_as_peer, survey, verify,
};
use sudoku_core::Ending;
use sudoku_doubles::peers::{EATS, FAILING, HANGS, HONEST, LIES, PANICS, THOROUGH};
use sudoku_record::{Absent, Mode};
use sudoku_registry::{Entry, find};

/// The variable with the id of the peer to try.
const TRIED_PEER: &str = "SUDOKU_LAB_TEST_PEER";

/// A request with three puzzles that have a solution, and three that have none.
fn request() -> Request {
    let settings = Settings { puzzles: 3, ..Settings::of(Mode::Quick) };
    let allowance = Allowance {
        puzzle: Duration::from_secs(2),
        all: Duration::from_secs(20),
        memory: 256 << 20,
    };
    let settings = Settings { allowance, ..settings };
    let sets = ["effort-1e2", "none"].map(|name| PuzzleSet::find(name, &settings).unwrap());
    let solvers = vec![find("bitmask/blank-list").unwrap()];
    Request { solvers, sets: sets.into(), ..Request::bare(settings) }
}

/// The process in which a peer is tried; it does nothing when all tests run.
#[test]
fn as_a_tried_peer() {
    let Ok(id) = env::var(TRIED_PEER) else { return };
    if id == "leaves a process" {
        Command::new("sleep").arg("20").stdout(Stdio::null()).spawn().expect("a process");
        std::process::exit(3);
    }
    if let Some(code) = id.strip_prefix("exits with ") {
        std::process::exit(code.parse().expect("a number"));
    }
    let peer = FAILING.into_iter().chain([&HONEST, &THOROUGH]).find(|peer| peer.info.id == id);
    let Request { sets, settings, .. } = request();
    run_as_peer(peer.expect("a double"), &sets, &settings.allowance);
}

fn child(id: &str) -> anyhow::Result<Command> {
    let mut child = Command::new(env::current_exe()?);
    child.args(["--exact", "peers::as_a_tried_peer", "--nocapture"]).env(TRIED_PEER, id);
    Ok(child)
}

/// Tries a peer; returns the reason why it is left out, if it is.
fn trial(request: &Request, peer: &'static Entry, id: &str) -> Option<String> {
    let found = admitted(&[peer], &request.sets, &request.settings, |_| child(id)).unwrap();
    let (entry, absent) = &found[0];
    assert_eq!(entry.info.id, peer.info.id);
    let Absent::LeftOut(why) = absent.clone()? else { panic!("{absent:?}") };
    assert_eq!(left_out(&found[0]), Some(format!("{id} is left out: it {why}", id = peer.info.id)));
    Some(why)
}

/// Tries a peer; returns the request, with the peer if it runs, and the reason if it does not.
fn tried(peer: &'static Entry) -> (Request, Option<String>) {
    let mut request = request();
    let why = trial(&request, peer, peer.info.id);
    request.solvers.extend(why.is_none().then_some(peer));
    (request, why)
}

#[test]
fn one_that_hangs_is_left_out() {
    let begin = Instant::now();
    let (request, why) = tried(&HANGS);
    assert_eq!(why.unwrap(), "gave no answer within 2s on puzzle 0 of none");
    assert!(begin.elapsed() < request.settings.allowance.all);
}

#[test]
fn one_that_takes_too_long_for_all_is_left_out() {
    let mut request = request();
    let all = Duration::from_millis(500);
    request.settings.allowance = Allowance { puzzle: Duration::from_hours(1), all, memory: 0 };
    let why = trial(&request, &HANGS, HANGS.info.id).unwrap();
    assert!(why.starts_with("was not through all puzzles within 500ms; it was"), "{why}");
}

#[test]
fn one_that_panics_is_left_out() {
    let why = tried(&PANICS).1.unwrap();
    assert_eq!(why, "panicked (\"every puzzle has a solution\") on puzzle 0 of none");
}

#[test]
#[cfg(unix)]
fn one_that_eats_memory_is_left_out() {
    let why = tried(&EATS).1.unwrap();
    assert_eq!(why, "asked for more than 256 MiB of memory on puzzle 0 of none");
}

#[test]
fn one_that_ends_the_program_is_left_out() {
    for code in [0, 3] {
        let why = trial(&request(), &HONEST, &format!("exits with {code}")).unwrap();
        assert_eq!(why, format!("ended the program with exit code {code} before the first puzzle"));
    }
}

/// Standard error stays open for 20 s after the process of the peer has ended.
#[test]
#[cfg(unix)]
fn one_whose_child_holds_standard_error_open_is_left_out_in_time() {
    let begin = Instant::now();
    let why = trial(&request(), &HONEST, "leaves a process").unwrap();
    assert!(begin.elapsed() < Duration::from_secs(15), "{:?}", begin.elapsed());
    assert_eq!(why, "ended the program with exit code 3 before the first puzzle");
}

/// A wrong answer does no harm to a process: the peer passes the trial, is found out when it is
/// verified like all others, and is not timed.
#[test]
fn one_that_lies_is_found_out_like_all_others() {
    let (request, why) = tried(&LIES);
    assert_eq!(why, None);
    let verified = verify(&request, &StepProgress::hidden());
    assert_eq!(verified.complaints.len(), 6, "{:#?}", verified.complaints);
    assert!(
        verified
            .complaints
            .iter()
            .all(|complaint| complaint.starts_with("doubles/lies on puzzle "))
    );
    let workloads = Workload::all(&request, &verified.rows);
    assert!(workloads.iter().all(|workload| workload.solvers.len() == 1));
}

#[test]
fn an_honest_one_is_verified_surveyed_and_timed() {
    let (request, why) = tried(&HONEST);
    assert_eq!(why, None);
    let verified = verify(&request, &StepProgress::hidden());
    assert_eq!(verified.complaints, Vec::<String>::new());
    let ours = || verified.rows.iter().filter(|row| row.solver == HONEST.info.id);
    assert!(ours().all(|row| row.counts.reported.iter().next().is_none()));
    assert_eq!(ours().filter(|row| row.outcome == Ending::NoSolution).count(), 3);
    let surveyed = survey(&request, &verified.rows, &StepProgress::hidden());
    assert!(surveyed.iter().all(|row| row.cpu_ns.is_some()));
    let workload = Workload::all(&request, &verified.rows).swap_remove(0);
    TimedSolver::new(&workload, &HONEST).over(0..workload.puzzles.len(), 1);
}

/// A peer is not asked a question that it cannot answer: its row is there, without counts.
#[test]
fn a_question_that_it_cannot_answer_is_not_asked() {
    let name = ["effort-1e2", "effort-1e2+unique"];
    let settings = Settings { puzzles: 3, ..Settings::of(Mode::Quick) };
    let sets = name.map(|name| PuzzleSet::find(name, &settings).unwrap());
    let solvers = vec![find("bitmask/blank-list").unwrap(), &THOROUGH, &LIES, &HONEST];
    let request = Request { solvers, sets: sets.into(), ..Request::bare(settings) };
    let verified = verify(&request, &StepProgress::hidden());
    let liar = |complaint: &String| complaint.starts_with("doubles/lies on puzzle ");
    assert!(verified.complaints.len() == 3 && verified.complaints.iter().all(liar));
    let outcomes =
        |at: usize| -> Vec<Ending> { verified.rows.chunks(4).map(|row| row[at].outcome).collect() };
    let (no, yes, wrong) = ([Ending::NotAsked; 3], [Ending::Solved; 3], [Ending::Wrong; 3]);
    assert_eq!(outcomes(1), [no, yes].concat(), "it cannot stop at the first solution");
    assert_eq!(outcomes(2), [wrong, no].concat(), "it cannot prove");
    assert_eq!(outcomes(3), [yes, yes].concat());
    let surveyed = survey(&request, &verified.rows, &StepProgress::hidden());
    let thorough: Vec<_> = surveyed.iter().filter(|row| row.solver == THOROUGH.info.id).collect();
    assert!(thorough.len() == 3 && thorough.iter().all(|row| row.corpus == "effort-1e2+unique"));
}

/// The peers that come with the laboratory give right answers.
#[test]
fn every_peer_of_the_list_is_right() {
    let settings = Settings { puzzles: 50, ..Settings::of(Mode::Quick) };
    let peers = contestants().filter(|entry| entry.peer.is_some() && entry.can.first);
    let sets = ["easy", "effort-1e3", "hard", "multi", "none"];
    let sets = sets.map(|name| PuzzleSet::find(name, &settings).unwrap());
    let request =
        Request { solvers: peers.collect(), sets: sets.into(), ..Request::bare(settings) };
    let verified = verify(&request, &StepProgress::hidden());
    assert_eq!(verified.complaints, Vec::<String>::new());
    assert!(verified.rows.iter().any(|row| row.outcome == Ending::Solved));
}
