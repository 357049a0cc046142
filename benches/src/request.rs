//! [`Request`]: which solvers on which puzzles, for how long, and where the results go.

use std::env;
use std::fs;
use std::mem;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use sudoku_core::{Goal, Puzzle};
use sudoku_corpus::{Corpus, Entry as Line, Record};
use sudoku_measure::{
    Absent, CorpusRecord, Mode, Plan, Rules, RunFolder, Skipped, SolverRecord, SourceRecord, sha256,
};
use sudoku_registry::{Entry, Known, select_all_among};

use crate::sample::Sample;
use crate::{Allowance, contestants, try_peer};

/// What is asked of a run. It comes from the environment, because the command line of a bench
/// belongs to criterion:
///
/// | variable | meaning | default |
/// |---|---|---|
/// | `SUDOKU_LAB_MODE` | `quick`, `default` or `full` | `default` |
/// | `SUDOKU_LAB_SOLVERS` | patterns of solver ids, a line each | all |
/// | `SUDOKU_LAB_CORPORA` | names of corpora or paths of puzzle files, a line each; with `+unique` after it, the question is whether solutions are unique | what the mode has time for |
/// | `SUDOKU_LAB_OUT` | the folder of the run, without a `raw` in it | none is written |
/// | `SUDOKU_LAB_BUILDS` | how many builds share the paired rounds; 0: nothing is timed | 1 |
/// | `SUDOKU_LAB_BUILD` | which of them this is, from 1 | 1 |
///
/// A path is relative to where the program runs, and cargo runs a bench in `benches`: `cargo xtask`
/// passes whole paths.
#[derive(Debug)]
pub struct Request {
    /// The command that asks for it.
    pub command: String,
    /// How long the run may take.
    pub settings: Settings,
    /// The solvers that run, in the order of the registry and then of the peers.
    pub solvers: Vec<&'static Entry>,
    /// Those that were asked for and do not run.
    pub absent: Vec<(&'static Entry, Absent)>,
    /// Peers that nobody has [tried](Self::try_peers) yet: they do not run.
    pub untried: Vec<&'static Entry>,
    /// The puzzles, set by set; no two sets have the same name.
    pub sets: Vec<PuzzleSet>,
    /// Where the results go, if anywhere.
    pub out: Option<RunFolder>,
    /// How many builds share the paired rounds; 0 when nothing is timed.
    pub builds: usize,
    /// Which of them this is, from 1.
    pub build: usize,
}

/// How long a run may take.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// What the user chose.
    pub mode: Mode,
    /// Recursive calls that a solver may make on one puzzle.
    pub call_budget: u64,
    /// CPU time within which a puzzle counts as solved in the survey.
    pub time_limit: Duration,
    /// The most puzzles that are taken of a set: from the beginning of one that comes with the
    /// laboratory, evenly spaced of a file.
    pub puzzles: usize,
    /// Of a set that comes with the laboratory, puzzles are taken as long as a search in reading
    /// order places no more digits than this on all of them; four are taken in any case.
    pub placements: u64,
    /// Timed samples per solver and set.
    pub samples: usize,
    /// Time for each solver and set before its samples are taken.
    pub warm_up: Duration,
    /// Time for the samples together, where one pass over the set is short enough.
    pub measurement: Duration,
    /// How long solvers run in turn, on each set and in each build.
    pub rules: Rules,
    /// How long they may where a few puzzles of a set take most of the time, so that it takes many
    /// to know what is usual.
    pub uneven: Duration,
    /// How far a peer may go when it is tried.
    pub allowance: Allowance,
}

/// Puzzles that are measured together.
#[derive(Debug, Clone)]
pub struct PuzzleSet {
    /// Its name, what it is, and its hash.
    pub record: CorpusRecord,
    /// The puzzles.
    pub puzzles: Vec<Puzzle>,
    /// What is known about each before any solver has seen it.
    pub facts: Vec<Facts>,
    /// True when symmetric variants of the puzzles could stand in the set as well.
    pub any_arrangement: bool,
}

/// How corpora are called from any folder: one that comes with the laboratory by its name, a file by
/// its whole path, each with its goal.
///
/// # Errors
///
/// When there is neither; the error names the nearest corpus.
pub fn resolve(corpora: &[String]) -> Result<Vec<String>> {
    let named = |name: &String| {
        let Asked { source, goal } = Asked::find(name)?;
        let name = match &source {
            Source::Shipped(corpus) => corpus.name,
            Source::File(path) => path.to_str().context("its path is not UTF-8")?,
        };
        Ok(format!("{name}{}", goal.suffix()))
    };
    corpora.iter().map(named).collect()
}

/// A set that is asked for: where its puzzles are, and what is asked of them.
#[derive(Debug)]
struct Asked {
    source: Source,
    goal: Goal,
}

/// Where the puzzles of a set are.
#[derive(Debug)]
enum Source {
    Shipped(&'static Corpus),
    File(PathBuf),
}

/// What is known of a puzzle before any solver has seen it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Facts {
    /// Its answer.
    pub answer: Known,
    /// The digits that a search in reading order places.
    pub effort: Option<u64>,
    /// How hard somebody found it, in a unit of their own.
    pub rating: Option<f64>,
}

/// The sets that are timed when none is named, each with the shortest mode that has time for it.
const TIMED: [(&str, Mode); 14] = [
    ("leetcode-37", Mode::Quick),
    ("finished", Mode::Quick),
    ("classics", Mode::Full),
    ("easy", Mode::Quick),
    ("minimal", Mode::Default),
    ("minimal+unique", Mode::Quick),
    ("effort-1e2", Mode::Default),
    ("effort-1e3", Mode::Quick),
    ("effort-1e4", Mode::Quick),
    ("effort-1e5", Mode::Quick),
    ("effort-1e6", Mode::Default),
    ("anti-row-major", Mode::Default),
    ("anti-reversed", Mode::Default),
    ("hard", Mode::Default),
];

impl Settings {
    /// What a mode has time for.
    pub const fn of(mode: Mode) -> Self {
        let ms = Duration::from_millis;
        let turn = Duration::from_micros(150);
        let memory = 1 << 30;
        match mode {
            Mode::Quick => Self {
                mode,
                call_budget: 4_000_000,
                time_limit: ms(100),
                puzzles: 500,
                placements: 6_000_000,
                samples: 10,
                warm_up: ms(20),
                measurement: ms(60),
                rules: Rules { seed: 0, turn, time: ms(200) },
                uneven: ms(600),
                allowance: Allowance { puzzle: ms(2_000), all: ms(10_000), memory },
            },
            Mode::Default => Self {
                mode,
                call_budget: 20_000_000,
                time_limit: ms(500),
                puzzles: 500,
                placements: 120_000_000,
                samples: 30,
                warm_up: ms(50),
                measurement: ms(250),
                rules: Rules { seed: 0, turn, time: ms(600) },
                uneven: ms(6_000),
                allowance: Allowance { puzzle: ms(10_000), all: ms(60_000), memory },
            },
            Mode::Full => Self {
                mode,
                call_budget: 200_000_000,
                time_limit: ms(5000),
                puzzles: usize::MAX,
                placements: u64::MAX,
                samples: 100,
                warm_up: ms(500),
                measurement: ms(3000),
                rules: Rules { seed: 0, turn, time: ms(4_000) },
                uneven: ms(20_000),
                allowance: Allowance { puzzle: ms(10_000), all: ms(600_000), memory },
            },
        }
    }
}

impl Request {
    /// Nothing is asked yet: no solver, no puzzles, one build.
    pub fn bare(settings: Settings) -> Self {
        Self {
            command: String::new(),
            settings,
            solvers: Vec::new(),
            absent: Vec::new(),
            untried: Vec::new(),
            sets: Vec::new(),
            out: None,
            builds: 1,
            build: 1,
        }
    }

    /// Reads the environment.
    ///
    /// # Errors
    ///
    /// When a name is unknown or a file cannot be read; the error says which, and what is nearest.
    pub fn from_env() -> Result<Self> {
        let out = env::var_os("SUDOKU_LAB_OUT").map(|folder| RunFolder::new(PathBuf::from(folder)));
        // `cargo test` runs benches too, to see that they work; `cargo bench` says that it is one.
        let smoke = out.is_none() && !env::args().any(|arg| arg == "--bench");
        let mode = match env::var("SUDOKU_LAB_MODE").as_deref().unwrap_or("default") {
            "quick" => Mode::Quick,
            "default" => Mode::Default,
            "full" => Mode::Full,
            other => bail!("SUDOKU_LAB_MODE is `{other}`, expected quick, default or full"),
        };
        let settings = Settings::of(if smoke { Mode::Quick } else { mode });
        let patterns = lines("SUDOKU_LAB_SOLVERS");
        let asked = select_all_among(contestants(), &patterns)?;
        let mut corpora = lines("SUDOKU_LAB_CORPORA");
        let command = command(mode, &patterns, &corpora);
        if corpora.is_empty() && smoke {
            corpora = vec!["leetcode-37".to_owned()];
        }
        if corpora.is_empty() {
            let timed = TIMED.iter().filter(|(_, shortest)| *shortest <= mode);
            corpora = timed.map(|(name, _)| (*name).to_owned()).collect();
        }
        let mut request = Self {
            command,
            sets: sets(&corpora, &settings)?,
            builds: number("SUDOKU_LAB_BUILDS", 1)?,
            build: number("SUDOKU_LAB_BUILD", 1)?,
            ..Self::bare(settings)
        };
        request.admit(&asked, out.as_ref().and_then(|out| out.plan().ok()).as_ref());
        request.demand_one()?;
        request.out = out;
        Ok(request)
    }

    /// An error when there is nothing to run.
    fn demand_one(&self) -> Result<()> {
        if self.solvers.is_empty() && self.untried.is_empty() {
            bail!("none of these solvers can be run: {}", self.left_out().join("; "));
        }
        Ok(())
    }

    /// Sorts what is asked for into what runs, what does not, and peers that have to be tried first;
    /// the plan of a run that has begun says how that went.
    fn admit(&mut self, asked: &[&'static Entry], plan: Option<&Plan>) {
        for &entry in asked {
            let record =
                plan.and_then(|plan| plan.solvers.iter().find(|solver| solver.id == entry.info.id));
            let absent = record.and_then(|record| record.absent.clone());
            if !entry.available() {
                self.absent.push((entry, Absent::NotOnThisMachine));
            } else if let Some(absent) = absent {
                self.absent.push((entry, absent));
            } else if !self.sets.iter().any(|set| entry.can.answer(set.record.goal)) {
                let why = "cannot answer what this run asks".to_owned();
                self.absent.push((entry, Absent::LeftOut(why)));
            } else if entry.peer.is_some() && record.is_none() {
                self.untried.push(entry);
            } else {
                self.solvers.push(entry);
            }
        }
    }

    /// Tries every peer that nobody has tried, in processes that `child` starts for it: it joins the
    /// solvers that run, or those that do not.
    ///
    /// # Errors
    ///
    /// When such a process cannot be started, or nobody is left to run.
    pub fn try_peers(&mut self, child: impl Fn(&Entry) -> Result<Command>) -> Result<()> {
        for entry in mem::take(&mut self.untried) {
            match try_peer(&self.sets, &self.settings.allowance, child(entry)?)? {
                None => self.solvers.push(entry),
                Some(why) => self.absent.push((entry, Absent::LeftOut(why))),
            }
        }
        self.demand_one()
    }

    /// A line for every solver that was asked for and does not run.
    pub fn left_out(&self) -> Vec<String> {
        let line = |(entry, absent): &(&Entry, Absent)| match (absent, entry.demand()) {
            (Absent::LeftOut(why), _) => format!("{} is left out: it {why}", entry.info.id),
            (Absent::NotOnThisMachine, Err(lack)) => lack.to_string(),
            // It was found out on another machine.
            (Absent::NotOnThisMachine, Ok(())) => format!("{} was not run", entry.info.id),
        };
        self.absent.iter().map(line).collect()
    }

    /// The request as a record for `raw/plan.json`.
    pub fn plan(&self) -> Plan {
        let solver = |entry: &Entry, absent: Option<&Absent>| SolverRecord {
            id: entry.info.id.to_owned(),
            idea: entry.info.idea.to_owned(),
            sources: entry.info.sources.iter().map(SourceRecord::from).collect(),
            path: entry.info.path(),
            tree: entry.info.tree.0.to_owned(),
            target: entry.target.to_owned(),
            peer: entry.peer.map(str::to_owned),
            absent: absent.cloned(),
        };
        let running = self.solvers.iter().map(|entry| solver(entry, None));
        let absent = self.absent.iter().map(|(entry, absent)| solver(entry, Some(absent)));
        let mut solvers: Vec<SolverRecord> = running.chain(absent).collect();
        solvers.sort_by_key(|solver| contestants().position(|entry| entry.info.id == solver.id));
        Plan {
            command: self.command.clone(),
            mode: self.settings.mode,
            call_budget: self.settings.call_budget,
            time_limit_ns: self.settings.time_limit.as_nanos() as u64,
            samples: self.settings.samples,
            builds: Some(self.builds as u64),
            solvers,
            corpora: self.sets.iter().map(|set| set.record.clone()).collect(),
        }
    }
}

/// `cargo xtask bench` with the options that ask for this. Files stand without their folders: a
/// record says nothing about the machine's paths.
fn command(mode: Mode, patterns: &[String], corpora: &[String]) -> String {
    let mode = match mode {
        Mode::Quick => " --quick",
        Mode::Default => "",
        Mode::Full => " --full",
    };
    let mut command = format!("cargo xtask bench{mode}");
    for (name, values) in [("solver", patterns), ("corpus", corpora)] {
        for value in values {
            let file = Path::new(value).file_name().filter(|_| Path::new(value).is_absolute());
            let value = file.map_or(value.into(), |file| file.to_string_lossy());
            command += &format!(" --{name} '{value}'");
        }
    }
    command
}

fn number(variable: &str, default: usize) -> Result<usize> {
    match env::var(variable) {
        Ok(text) => text.parse().with_context(|| format!("{variable} is `{text}`, no number")),
        Err(_) => Ok(default),
    }
}

fn lines(variable: &str) -> Vec<String> {
    let text = env::var(variable).unwrap_or_default();
    text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

/// The sets that are asked for, each once and under a name of its own.
fn sets(asked: &[String], settings: &Settings) -> Result<Vec<PuzzleSet>> {
    let mut sources: Vec<Source> = Vec::new();
    let mut questions: Vec<(usize, Goal)> = Vec::new();
    for name in asked {
        let Asked { source, goal } = Asked::find(name)?;
        let known = sources.iter().position(|other| other.is(&source));
        let at = known.unwrap_or(sources.len());
        if known.is_none() {
            sources.push(source);
        }
        if !questions.contains(&(at, goal)) {
            questions.push((at, goal));
        }
    }
    let mut sets: Vec<PuzzleSet> =
        sources.iter().map(|source| source.read(settings)).collect::<Result<_>>()?;
    let names: Vec<String> = sets.iter().map(|set| set.record.name.clone()).collect();
    for (set, name) in sets.iter_mut().zip(told_apart(&names, &sources)) {
        set.record.name = name;
    }
    Ok(questions.into_iter().map(|(at, goal)| sets[at].clone().asked(goal)).collect())
}

/// Of two files that are called alike, the second is `NAME-2`; a corpus of the laboratory keeps
/// its name in any case.
fn told_apart(names: &[String], sources: &[Source]) -> Vec<String> {
    let rank = |at: usize| (matches!(sources[at], Source::File(_)), at);
    let mut apart = names.to_owned();
    for at in 0..names.len() {
        if (0..names.len()).any(|other| names[other] == names[at] && rank(other) < rank(at)) {
            let numbered = |number| format!("{}-{number}", names[at]);
            let free = (2..names.len() + 2).map(numbered).find(|name| !apart.contains(name));
            apart[at] = free.unwrap_or_default();
        }
    }
    apart
}

impl Asked {
    /// A set and what is asked of it, as its name says: `minimal+unique`. A file may be called so.
    fn find(name: &str) -> Result<Self> {
        if let Ok(source) = Source::find(name) {
            return Ok(Self { source, goal: Goal::First });
        }
        let (name, goal) = Goal::of_name(name);
        Ok(Self { source: Source::find(name)?, goal })
    }
}

impl Source {
    /// A corpus of the laboratory, or else a file.
    fn find(name: &str) -> Result<Self> {
        let unknown = match sudoku_corpus::find(name) {
            Ok(corpus) => return Ok(Self::Shipped(corpus)),
            Err(unknown) => unknown,
        };
        let path = std::path::absolute(name)?;
        if !path.is_file() {
            bail!("{unknown}, and there is no file of that name");
        }
        Ok(Self::File(path))
    }

    /// True when both are the same, however they are called.
    fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Shipped(one), Self::Shipped(other)) => one.name == other.name,
            (Self::File(one), Self::File(other)) => {
                let real = |path| fs::canonicalize(path).ok();
                one == other || real(one).is_some_and(|path| Some(path) == real(other))
            }
            _ => false,
        }
    }

    fn read(&self, settings: &Settings) -> Result<PuzzleSet> {
        match self {
            Self::Shipped(corpus) => Ok(PuzzleSet::shipped(corpus, settings)),
            Self::File(path) => PuzzleSet::read(path, settings),
        }
    }
}

impl PuzzleSet {
    /// A corpus of the laboratory, or else a file: as much of it as the settings have time for.
    /// With `+unique` after the name, the question is whether solutions are unique.
    ///
    /// # Errors
    ///
    /// When there is neither; the error names the nearest corpus. When the file holds no puzzle.
    pub fn find(name: &str, settings: &Settings) -> Result<Self> {
        let Asked { source, goal } = Asked::find(name)?;
        Ok(source.read(settings)?.asked(goal))
    }

    /// The digits that a search in reading order places on a puzzle to answer what is asked, where
    /// the set knows it.
    pub fn effort(&self, index: usize) -> Option<u64> {
        self.facts[index].effort.filter(|_| self.record.goal == Goal::First)
    }

    /// The same puzzles, and this is asked of them.
    fn asked(mut self, goal: Goal) -> Self {
        self.record.goal = goal;
        self.record.name += goal.suffix();
        if goal == Goal::Unique {
            self.record.about += "; is the solution the only one?";
        }
        self
    }

    fn shipped(corpus: &Corpus, settings: &Settings) -> Self {
        let facts = |entry: &Line| {
            let answer = Known::of(entry.solutions, entry.solution);
            Facts { answer, effort: entry.placements, rating: None }
        };
        let entries = corpus.entries();
        let taken = prefix(&entries, settings);
        // Contradictory grids never reach a solver, so there is nothing to time.
        let (puzzles, facts) = entries[..taken]
            .iter()
            .filter_map(|entry| Some((Puzzle::try_from(entry.grid).ok()?, facts(entry))))
            .unzip();
        let any_arrangement = corpus.any_arrangement();
        let set = Self::new(corpus.name, corpus.about, puzzles, facts);
        let mut set = Self { any_arrangement, ..set };
        corpus.sha256().clone_into(&mut set.record.set_sha256);
        set.out_of(entries.iter().filter(|entry| entry.grid.conflict().is_none()).count())
    }

    fn read(path: &Path, settings: &Settings) -> Result<Self> {
        let packed = path.extension().is_some_and(|end| end == "gz" || end == "zst");
        let name = if packed { &path.with_extension("") } else { path };
        let name = name.file_stem().unwrap_or_default().to_string_lossy();
        let records = sudoku_corpus::open(path).with_context(|| format!("{}", path.display()))?;
        let mut sample = Sample::new(settings.puzzles);
        let mut skipped = Skipped::default();
        for record in records {
            let puzzle = record.map_err(anyhow::Error::from).and_then(|record| {
                given(&record).with_context(|| format!("{}:{}", path.display(), record.line))
            });
            match puzzle {
                Ok(puzzle) => sample.push(puzzle),
                Err(error) => skipped.add(format!("{error:#}")),
            }
        }
        let (puzzles, facts): (Vec<_>, Vec<_>) = sample.chosen().unzip();
        if puzzles.is_empty() {
            match skipped.reasons.first() {
                Some(reason) => bail!("{}: no puzzle in it; {reason}", path.display()),
                None => bail!("{}: no puzzle in it", path.display()),
            }
        }
        let mut set = Self::new(&name, "puzzles of a file, evenly spaced", puzzles, facts);
        set.record.skipped = skipped;
        Ok(set.out_of(sample.seen()))
    }

    fn new(name: &str, about: &str, puzzles: Vec<Puzzle>, facts: Vec<Facts>) -> Self {
        let lines: Vec<String> = puzzles.iter().map(|puzzle| puzzle.grid().to_string()).collect();
        let text = lines.join("\n") + "\n";
        let sha256 = sha256(text.as_bytes());
        let record = CorpusRecord {
            name: name.to_owned(),
            goal: Goal::First,
            about: about.to_owned(),
            puzzles: puzzles.len(),
            of: puzzles.len(),
            skipped: Skipped::default(),
            set_sha256: sha256.clone(),
            sha256,
        };
        Self { record, puzzles, facts, any_arrangement: false }
    }

    /// The same, known to be taken out of this many.
    fn out_of(mut self, all: usize) -> Self {
        self.record.of = all;
        self
    }
}

/// A puzzle of a file, and what the file says of it.
///
/// # Errors
///
/// When clues contradict each other, or the given solution is none.
fn given(record: &Record) -> Result<(Puzzle, Facts)> {
    let puzzle = Puzzle::try_from(record.grid)?;
    let rating = record.rating.as_ref().and_then(|rating| rating.parse().ok());
    let rating = rating.filter(|rating: &f64| rating.is_finite());
    let nothing = Facts { answer: Known::Nothing, effort: None, rating };
    let Some(solution) = &record.solution else { return Ok((puzzle, nothing)) };
    let solution = solution.as_ref().map_err(Clone::clone).context("its given solution")?;
    if !(solution.is_solved() && solution.extends(&record.grid)) {
        bail!("{solution} is given as its solution, but does not solve it");
    }
    Ok((puzzle, Facts { answer: Known::Solvable, ..nothing }))
}

/// How many puzzles of a set there is time for.
fn prefix(entries: &[Line], settings: &Settings) -> usize {
    const LEAST: usize = 4;
    let mut placed = 0;
    let affordable = entries.iter().take_while(|entry| {
        placed += entry.placements.unwrap_or(0);
        placed <= settings.placements
    });
    affordable.count().max(LEAST).min(settings.puzzles).min(entries.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_set_is_cut_where_the_time_ends() {
        let entry = |placements| Line {
            grid: sudoku_core::Grid::BLANK,
            solutions: 1,
            solution: None,
            placements: Some(placements),
        };
        let settings = Settings { puzzles: 20, placements: 1000, ..Settings::of(Mode::Quick) };
        let taken = |count, placements| prefix(&vec![entry(placements); count], &settings);
        assert_eq!(taken(500, 0), 20, "as many as are wanted");
        assert_eq!(taken(500, 100), 10, "as many as there is time for");
        assert_eq!(taken(500, 1_000_000), 4, "four in any case");
        assert_eq!(taken(3, 1_000_000), 3, "if there are so many");
    }

    const LINE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    /// Files in a folder of their own, which goes with them.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            Self(env::temp_dir().join(format!("sudoku-lab-{name}-{}", std::process::id())))
        }

        fn file(&self, name: &str, text: &str) -> String {
            let path = self.0.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, text).unwrap();
            path.to_str().unwrap().to_owned()
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn what_cannot_run_is_in_the_plan_with_its_reason() {
        use sudoku_doubles::peers::{HONEST, THOROUGH};
        use sudoku_doubles::{ABSENT, WIDE};
        let ids =
            |entries: &[&Entry]| entries.iter().map(|entry| entry.info.id).collect::<Vec<_>>();
        let bare = || {
            let settings = Settings::of(Mode::Quick);
            let sets = vec![PuzzleSet::find("leetcode-37", &settings).unwrap()];
            Request { sets, ..Request::bare(settings) }
        };
        let mut request = bare();
        request.admit(&[&ABSENT, &WIDE, &HONEST, &THOROUGH], None);
        assert_eq!(ids(&request.solvers), [WIDE.info.id]);
        assert_eq!(ids(&request.untried), [HONEST.info.id], "nobody knows it yet");
        let left_out = [
            "doubles/absent needs mmx512, which this processor lacks",
            "doubles/thorough is left out: it cannot answer what this run asks",
        ];
        assert_eq!(request.left_out(), left_out);

        // The next program of the run takes over what the first one found.
        let why = Absent::LeftOut("panicked".to_owned());
        for (absent, solvers) in [(None, 2), (Some(why), 1)] {
            let mut plan = request.plan();
            let record =
                SolverRecord { absent, id: HONEST.info.id.to_owned(), ..plan.solvers[0].clone() };
            plan.solvers.push(record);
            let mut next = bare();
            next.admit(&[&ABSENT, &WIDE, &HONEST, &THOROUGH], Some(&plan));
            assert_eq!((next.solvers.len(), next.absent.len()), (solvers, 4 - solvers));
            assert!(next.untried.is_empty());
        }
        let records = request.plan().solvers;
        let find = |id| records.iter().find(|record| record.id == id).unwrap();
        let absent = find(ABSENT.info.id);
        assert_eq!(
            (absent.target.as_str(), &absent.absent),
            ("mmx512", &Some(Absent::NotOnThisMachine))
        );
        assert_eq!(find(THOROUGH.info.id).peer.as_deref(), Some("1.0.0"));
    }

    #[test]
    fn sets_are_told_apart_by_name() {
        let folder = Folder::new("names");
        let file = |name: &str| folder.file(name, LINE);
        let [ours, a, b] = ["leetcode-37.csv", "a/x.csv", "b/x.txt"].map(file);
        let [c, two, again] = ["c/x", "x-2.csv", "a/../a/x.csv"].map(file);
        let names = |asked: &[&str]| -> Vec<String> {
            let asked: Vec<String> = asked.iter().map(|&name| name.to_owned()).collect();
            let sets = sets(&asked, &Settings::of(Mode::Quick)).unwrap();
            sets.into_iter().map(|set| set.record.name).collect()
        };
        assert_eq!(names(&[&a, "leetcode-37"]), ["x", "leetcode-37"]);
        assert_eq!(names(&["leetcode-37", "leetcode-37"]), ["leetcode-37"]);
        assert_eq!(names(&[&a, &a, &again]), ["x"]);
        assert_eq!(names(&[&a, &b, &c, &b]), ["x", "x-2", "x-3"]);
        assert_eq!(names(&[&a, &b, &two]), ["x", "x-3", "x-2"], "a given name is not taken away");
        assert_eq!(names(&["leetcode-37", &ours]), ["leetcode-37", "leetcode-37-2"]);
        let unique = |name: &str| format!("{name}+unique");
        assert_eq!(
            names(&["hard+unique", "hard", "hard+unique", &unique(&a), &b, &unique(&b)]),
            ["hard+unique", "hard", "x+unique", "x-2", "x-2+unique"]
        );
        let plus = file("x+unique");
        assert_eq!(names(&[&plus]), ["x+unique"], "a file may be called so");
        assert_eq!(names(&[&ours, "leetcode-37"]), ["leetcode-37-2", "leetcode-37"]);
    }

    #[test]
    fn the_command_names_no_folder_of_the_machine() {
        let file = env::temp_dir().join("mine.csv").to_str().unwrap().to_owned();
        let [patterns, corpora] = [vec!["bitmask/*".to_owned()], vec!["hard".to_owned(), file]];
        assert_eq!(
            command(Mode::Quick, &patterns, &corpora),
            "cargo xtask bench --quick --solver 'bitmask/*' --corpus 'hard' --corpus 'mine.csv'"
        );
    }

    #[test]
    fn what_is_neither_corpus_nor_file_is_named_in_one_sentence() {
        let error = PuzzleSet::find("hart", &Settings::of(Mode::Quick)).unwrap_err();
        assert_eq!(
            format!("{error:#}"),
            "no corpus is called `hart`; the nearest is `hard` (`sudoku-lab list` names all), \
             and there is no file of that name"
        );
    }

    #[test]
    fn a_corpus_keeps_its_name_and_a_file_gets_its_whole_path() {
        // A test runs in the folder of its package.
        let asked = ["hard", "Cargo.toml", "hard+unique"].map(str::to_owned);
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
        let names = ["hard", file.to_str().unwrap(), "hard+unique"];
        assert_eq!(resolve(&asked).unwrap(), names);
        assert!(resolve(&["src".to_owned()]).is_err(), "a folder is no puzzle file");
    }

    #[test]
    fn much_of_a_file_may_be_no_puzzle() {
        let folder = Folder::new("skipped");
        let find = |text: &str| {
            PuzzleSet::find(&folder.file("f", text), &Settings::of(Mode::Quick))
                .map_err(|error| format!("{error:#}"))
        };
        let set = find(&format!("{}{LINE}\n", "junk\n".repeat(500))).unwrap();
        assert_eq!((set.puzzles.len(), set.record.skipped.entries), (1, 500));
        assert_eq!(set.record.skipped.reasons.len(), 10);
        assert!(
            set.record.skipped.reasons[9].contains("f:10:1: found 'j'"),
            "{:?}",
            set.record.skipped
        );
        assert_eq!((set.record.puzzles, set.record.of), (1, 1));

        let set = find(&format!("{LINE}\n").repeat(700)).unwrap();
        assert_eq!((set.puzzles.len(), set.facts.len()), (500, 500));
        assert_eq!(set.record.skipped, Skipped::default());
        assert_eq!((set.record.puzzles, set.record.of), (500, 700));

        assert!(find("").unwrap_err().ends_with("f: no puzzle in it"));
        assert!(find("junk").unwrap_err().contains("f: no puzzle in it; "));
    }

    #[test]
    fn a_rating_is_a_finite_number() {
        let rating = |text: &str| {
            let text = format!("puzzle,rating\n{LINE},{text}\n");
            let record = sudoku_corpus::Reader::new("f", text.as_bytes()).next().unwrap().unwrap();
            given(&record).unwrap().1.rating
        };
        assert_eq!(rating("-1.5e3"), Some(-1500.0));
        for text in ["", "easy", "nan", "inf", "-infinity", "1e999"] {
            assert_eq!(rating(text), None, "{text}");
        }
    }

    #[test]
    fn a_file_may_know_a_solution() {
        let entry = sudoku_corpus::find("leetcode-37").unwrap().entries()[0];
        let solution = entry.solution.unwrap();
        let known = |text: String| {
            let record = sudoku_corpus::Reader::new("f", text.as_bytes()).next().unwrap().unwrap();
            given(&record).map(|(_, facts)| facts.answer).map_err(|error| format!("{error:#}"))
        };
        assert_eq!(known(entry.grid.to_string()), Ok(Known::Nothing));
        assert_eq!(known(format!("{} {solution}", entry.grid)), Ok(Known::Solvable));
        let swapped = solution.with(80, 8).with(79, 9);
        let wrong = known(format!("{} {swapped}", entry.grid)).unwrap_err();
        assert!(wrong.ends_with("is given as its solution, but does not solve it"), "{wrong}");
        assert!(known("puzzle,solution\n".to_owned() + &entry.grid.to_string() + ",12").is_err());
    }
}
