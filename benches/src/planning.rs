//! [`plan`]: a wish becomes the plan of a run. Every name is found here, and nowhere else.

use std::path::Path;
use std::time::Duration;

use anyhow::{Result, ensure};
use sudoku_programs::Program;
use sudoku_puzzles::timed;
use sudoku_record::{Absent, Plan, SolverRecord, SourceRecord, Wish, source_hash, top};
use sudoku_registry::{Entry, select_among};

use crate::sets::sets;
use crate::try_peer::try_peer;
use crate::{PuzzleSet, Settings, contestants};

/// Returns the plan for a wish, and a line for each solver that was asked for and does not run; the
/// plan has the reasons, too. `program` is the one by which peers are tried, as in [`admitted`].
///
/// # Errors
///
/// When a name is unknown (the error names the nearest), a file cannot be read, a program cannot be
/// understood, or no solver is left to run.
pub(crate) fn plan(wish: &Wish, program: &Path) -> Result<(Plan, Vec<String>)> {
    let settings = Settings::of(wish.mode);
    let mut asked = select_among(contestants(), &wish.solvers)?;
    asked.retain(|entry| wish.peers || entry.peer.is_none());
    let sets = sets_of(wish)?;
    Program::all(wish.programs.clone())?;
    let solvers = admitted(&asked, &sets, settings.answers, program)?;
    let lines: Vec<String> = solvers.iter().filter_map(left_out).collect();
    ensure!(lines.len() < solvers.len(), "none of these solvers can be run: {}", lines.join("; "));
    let plan = Plan {
        command: wish.command(),
        mode: wish.mode,
        call_budget: settings.call_budget,
        time_limit_ns: settings.time_limit.as_nanos() as u64,
        samples: settings.samples,
        builds: wish.builds,
        solvers: solvers.into_iter().map(record).collect(),
        corpora: sets.into_iter().map(|set| set.record).collect(),
        programs: wish.programs.clone(),
    };
    Ok((plan, lines))
}

/// Returns the sets that are asked for.
///
/// # Errors
///
/// When a name is neither of a corpus nor of a file, or the file holds no puzzle.
pub(crate) fn sets_of(wish: &Wish) -> Result<Vec<PuzzleSet>> {
    let settings = Settings::of(wish.mode);
    if wish.corpora.is_empty() {
        return sets(&timed(wish.mode).collect::<Vec<_>>(), &settings);
    }
    sets(&wish.corpora, &settings)
}

/// A solver that was asked for, and why it does not run; `None` if it does.
pub type Admitted = (&'static Entry, Option<Absent>);

/// Returns the solvers, each with the reason if it cannot run: the processor lacks instructions, no set
/// has a question that it can answer, or it is a peer that failed its trial. A peer is tried `within`
/// this time, in processes of `program`, which makes itself a [launcher](sudoku_programs::launched)
/// and, for the words `peer first ID` and `peer unique ID`, the peer itself
/// ([`run_as_peer`](crate::run_as_peer)).
///
/// # Errors
///
/// When there is no such program.
pub fn admitted(
    asked: &[&'static Entry],
    sets: &[PuzzleSet],
    within: Duration,
    program: &Path,
) -> Result<Vec<Admitted>> {
    let absent = |entry: &'static Entry| -> Result<Option<Absent>> {
        Ok(if !entry.available() {
            Some(Absent::NotOnThisMachine)
        } else if !sets.iter().any(|set| entry.can.answer(set.record.goal)) {
            Some(Absent::LeftOut("cannot answer what this run asks".to_owned()))
        } else if entry.peer.is_some() {
            try_peer(entry, sets, within, program)?.map(Absent::LeftOut)
        } else {
            None
        })
    };
    asked.iter().map(|entry| Ok((*entry, absent(entry)?))).collect()
}

/// Returns a line for a solver that does not run.
pub fn left_out((entry, absent): &Admitted) -> Option<String> {
    Some(match (absent.as_ref()?, entry.demand()) {
        (Absent::LeftOut(why), _) => format!("{} is left out: it {why}", entry.info.id),
        (Absent::NotOnThisMachine, Err(lack)) => lack.to_string(),
        (Absent::NotOnThisMachine, Ok(())) => format!("{} was not run", entry.info.id),
    })
}

fn record((entry, absent): Admitted) -> SolverRecord {
    let Entry { info, peer, .. } = entry;
    let counted = || source_hash(top(), info.id, info.counters).ok();
    SolverRecord {
        id: info.id.to_owned(),
        idea: info.idea.to_owned(),
        sources: info.sources.iter().map(SourceRecord::from).collect(),
        path: info.path(),
        tree: info.tree.0.to_owned(),
        target: entry.target.to_owned(),
        width: entry.width,
        peer: peer.map(str::to_owned),
        counted: if peer.is_none() { counted() } else { None },
        absent,
    }
}

#[cfg(test)]
mod tests {
    use sudoku_doubles::peers::{HONEST, THOROUGH};
    use sudoku_doubles::{ABSENT, WIDE};
    use sudoku_record::{CorpusRecord, Mode};

    use super::*;

    /// A peer that is tried by it is left out.
    const FALSE: &str = "false";

    #[test]
    fn solvers_that_cannot_run_are_in_the_plan_with_the_reason() {
        let settings = Settings::of(Mode::Quick);
        let sets = [PuzzleSet::find("leetcode-37", &settings).unwrap()];
        let asked = [&ABSENT, &WIDE, &HONEST, &THOROUGH];
        let admitted = admitted(&asked, &sets, settings.answers, Path::new(FALSE)).unwrap();
        let reasons: Vec<Option<String>> = admitted.iter().map(left_out).collect();
        let reason = |at: usize| reasons[at].as_deref().unwrap_or_default();
        assert_eq!(reason(0), "doubles/absent needs mmx512, which this processor lacks");
        assert_eq!(reason(1), "");
        let tried = "doubles/honest is left out: it its launcher ended with exit status: 1";
        assert!(reason(2).starts_with(tried) || cfg!(not(unix)), "{}", reason(2));
        let why = "doubles/thorough is left out: it cannot answer what this run asks";
        assert_eq!(reason(3), why);

        let records: Vec<SolverRecord> = admitted.into_iter().map(record).collect();
        let absent = (&*records[0].target, &records[0].absent);
        assert_eq!(absent, ("mmx512", &Some(Absent::NotOnThisMachine)));
        assert_eq!((records[3].peer.as_deref(), &records[3].counted), (Some("1.0.0"), &None));
    }

    #[test]
    fn a_wish_becomes_a_plan_in_which_every_name_is_found() {
        let wish = |solvers: &[&str], corpora: &[&str]| Wish {
            solvers: solvers.iter().map(|&name| name.to_owned()).collect(),
            corpora: corpora.iter().map(|&name| name.to_owned()).collect(),
            peers: false,
            ..Wish::all(Mode::Quick)
        };
        let (planned, _) =
            plan(&wish(&["bitmask/*"], &["hard+unique", "easy"]), Path::new(FALSE)).unwrap();
        assert_eq!(planned.countable().len(), 3);
        let names: Vec<String> = planned.corpora.iter().map(CorpusRecord::wish).collect();
        assert_eq!(names, ["hard+unique", "easy"]);
        assert!(plan(&wish(&[], &[]), Path::new(FALSE)).unwrap().0.corpora.len() > 3);
        let refused = |wish: &Wish| plan(wish, Path::new(FALSE)).unwrap_err().to_string();
        assert!(refused(&wish(&["bitmask/curser"], &[])).contains("`bitmask/cursor`"));
        assert!(refused(&wish(&[], &["hart"])).contains("the nearest is `hard`"));
        let peer = Wish { peers: true, ..wish(&["peers/msolve"], &["easy"]) };
        let none = refused(&peer);
        assert!(none.starts_with("none of these solvers can be run: peers/msolve is"), "{none}");
    }
}
