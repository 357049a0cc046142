//! Peers are verified, surveyed and timed like solvers. `programs.rs` shows how they are tried before.

use sudoku_benches::{
    PuzzleSet, Request, Settings, StepProgress, TimedSolver, Workload, contestants, survey, verify,
};
use sudoku_core::Ending;
use sudoku_doubles::peers::{HONEST, LIES, THOROUGH};
use sudoku_record::Mode;
use sudoku_registry::{Entry, find};

/// A request with three puzzles that have a solution, and three that have none.
fn request(peer: &'static Entry) -> Request {
    let settings = Settings { puzzles: 3, ..Settings::of(Mode::Quick) };
    let sets = ["effort-1e2", "none"].map(|name| PuzzleSet::find(name, &settings).unwrap());
    let solvers = vec![find("bitmask/blank-list").unwrap(), peer];
    Request { solvers, sets: sets.into(), ..Request::bare(settings) }
}

/// A wrong answer does no harm to a process: the peer passes its trial, is found out when it is
/// verified like all others, and is not timed.
#[test]
fn one_that_lies_is_found_out_like_all_others() {
    let request = request(&LIES);
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
    let request = request(&HONEST);
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
