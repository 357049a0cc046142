//! [`Course`]: every solver as a lesson, with its description, its code and the results of the run.

mod code;
mod text;

use askama::Template;
use sudoku_core::Grid;
use sudoku_judge::claims::{Gain, Judged, Ledger};
use sudoku_judge::{Exercise, Results, Status, family, format};
use sudoku_record::{Page, SolverRecord};

use crate::escape::{address, anchor};
use crate::section::{Part, Section};
use crate::tables::{Table, work};
use crate::{notices, player};

pub(crate) use text::html;

/// Every solver as a lesson, in the order of the plan. `Display` writes HTML.
#[derive(Template)]
#[template(path = "course.html")]
struct Course<'a> {
    /// The puzzle that the descriptions use as their example.
    example: Option<String>,
    /// The puzzles by which readers check programs of their own.
    exercises: &'a [Exercise],
    /// The set whose ratios the tables of steps show.
    lead: &'a str,
    chapters: Vec<Chapter<'a>>,
}

impl Part for Course<'_> {
    fn markdown(&self) -> Vec<String> {
        let lessons = "Every solver with its idea, its code and a question";
        vec![format!("{lessons}: [index.html](index.html#course).")]
    }
}

/// A family, with what applies to all of its solvers, and their lessons.
struct Chapter<'a> {
    family: &'a str,
    text: String,
    lessons: Vec<Lesson<'a>>,
}

/// The lesson of a solver. Texts are HTML.
struct Lesson<'a> {
    solver: &'a SolverRecord,
    text: String,
    /// The solver compared with others, below the text, which ends with what the step buys.
    gains: Vec<&'a Gain>,
    question: String,
    /// True if the appendix has more of its description.
    has_notes: bool,
    place: Option<String>,
    counts: Option<Table>,
    claims: Vec<&'a Judged>,
    code: Vec<code::Part<'a>>,
    /// The opening of a replay: the example of the description, and the solver that runs beside
    /// that of the lesson.
    replay: Option<(Grid, &'a str)>,
    /// If the page cannot run the solver, the solver of its family that has the same tree and that
    /// the page can run.
    twin: Option<&'a str>,
    /// The id of the solver of the next lesson.
    next: Option<&'a str>,
}

/// The lessons of a run, and the notes on its solvers.
pub(crate) fn sections<'a>(
    results: &'a Results,
    ledger: &'a Ledger,
    gains: &'a [Gain],
) -> [Section<'a>; 2] {
    let lessons = results.pages.iter().filter(|page| page.id.contains('/'));
    let lessons = format::many(lessons.count(), "solver");
    let each = format!("{lessons}, a lesson each: the idea, an example, the code, a question");
    let more = "Sources in detail, what happens outside the assumptions, and what paid";
    [
        Section::new("course", "The course", each)
            .listed_as("Course")
            .parts(course(results, ledger, gains)),
        Section::new("notes", "Notes on the solvers", more).in_appendix(Notes::of(&results.pages)),
    ]
}

/// The lessons of a run; `None` if the run recorded no descriptions.
fn course<'a>(results: &'a Results, ledger: &'a Ledger, gains: &'a [Gain]) -> Option<Course<'a>> {
    let pages = &results.pages;
    let of = |id: &str| pages.iter().find(|page| page.id == id);
    let described =
        results.plan.solvers.iter().filter_map(|solver| Some((solver, of(&solver.id)?)));
    let described: Vec<(&SolverRecord, &Page)> = described.collect();
    let shown = described.iter().filter(|(solver, _)| player::runs(solver));
    let shown: Vec<&str> = shown.map(|(solver, _)| solver.id.as_str()).collect();
    let mut chapters: Vec<Chapter<'a>> = Vec::new();
    let mut listing = code::Listing::default();
    for (number, (solver, page)) in described.iter().enumerate() {
        let family = family(&solver.id);
        if chapters.last().is_none_or(|chapter| chapter.family != family) {
            let [text, _] =
                of(family).map(|page| both(pages, family, &page.text)).unwrap_or_default();
            chapters.push(Chapter { family, text, lessons: Vec::new() });
        }
        let [text, apart] = both(pages, family, &page.text);
        // The results of the run and the code come before the question.
        let (text, question) = text.split_once("<h4>Question</h4>\n").unwrap_or((&text, ""));
        let about = |claim: &&Judged| claim.solvers.iter().any(|(_, id)| *id == solver.id);
        let gains: Vec<&Gain> = gains.iter().filter(|gain| gain.solver == solver.id).collect();
        let beside = beside(&solver.id, &shown, &gains);
        let twin = described.iter().map(|(other, _)| *other).find(|other| {
            player::runs(other) && (self::family(&other.id), &other.tree) == (family, &solver.tree)
        });
        chapters.last_mut()?.lessons.push(Lesson {
            solver,
            text: text.to_owned(),
            gains,
            question: question.to_owned(),
            has_notes: !apart.is_empty(),
            place: place(results, &solver.id),
            counts: work::of_solver(results, &solver.id),
            claims: ledger.measured().filter(about).collect(),
            code: listing.parts(page),
            replay: example(page).zip(beside),
            twin: twin.filter(|_| !player::runs(solver)).map(|twin| twin.id.as_str()),
            next: described.get(number + 1).map(|(next, _)| next.id.as_str()),
        });
    }
    let example = pages.iter().find_map(example).map(|puzzle| format!("{puzzle:#}"));
    let lead = results.lead().map_or("", |lead| &lead.corpus);
    let exercises = &results.exercises;
    (!chapters.is_empty()).then_some(Course { example, exercises, lead, chapters })
}

/// The solver that runs beside one in a replay: the first that its lesson compares with and the page can
/// run; otherwise that of the lesson before or, for the first lesson, of the next.
fn beside<'a>(id: &str, shown: &[&'a str], gains: &[&'a Gain]) -> Option<&'a str> {
    let mut compared = gains.iter().map(|gain| gain.against.as_str());
    compared.find(|id| shown.contains(id)).or_else(|| {
        let at = shown.iter().position(|known| *known == id)?;
        shown.get(at.checked_sub(1).unwrap_or(1)).copied()
    })
}

/// Turns `blank-list` into `BlankList`.
fn item(file: &str) -> String {
    file.split('-').map(format::capital).collect()
}

/// The parts of a description for the page and for the appendix, as HTML.
fn both(pages: &[Page], family: &str, markdown: &str) -> [String; 2] {
    text::divided(&html(markdown, |link| target(pages, family, link)))
}

/// The parts of descriptions that few readers look for, solver by solver. `Display` writes HTML.
#[derive(Template)]
#[template(path = "notes.html")]
struct Notes<'a> {
    all: Vec<(&'a str, String)>,
}

impl<'a> Notes<'a> {
    /// `None` if there is none.
    fn of(pages: &'a [Page]) -> Option<Self> {
        let apart = |page: &'a Page| {
            let [_, apart] = both(pages, family(&page.id), &page.text);
            // The solvers have no headings there.
            (!apart.is_empty()).then(|| (&*page.id, apart.replace("h4>", "h3>")))
        };
        let all: Vec<_> = pages.iter().filter_map(apart).collect();
        (!all.is_empty()).then_some(Self { all })
    }
}

impl Part for Notes<'_> {
    fn markdown(&self) -> Vec<String> {
        vec!["In [appendix.html](appendix.html#notes).".to_owned()]
    }
}

/// The target on the page of a link in the documentation: the example, a solver or a family that
/// the page has, or an address; `None` for any other link, such as one to a type of the core.
fn target(pages: &[Page], family: &str, link: &str) -> Option<String> {
    if let Some(address) = address(link) {
        return Some(address.to_owned());
    }
    if link == "sudoku_core#the-example" {
        return pages.iter().find_map(example).map(|_| "#the-example".to_owned());
    }
    let (path, part) = link.split_once('#').unwrap_or((link, ""));
    let (family, item) = match path.strip_prefix("../sudoku_") {
        Some(elsewhere) => {
            let (family, file) = elsewhere.split_once('/')?;
            let item = file.strip_prefix("struct.").and_then(|file| file.strip_suffix(".html"));
            (family.replace('_', "-"), item.unwrap_or_default())
        }
        None if path == "crate" => (family.to_owned(), ""),
        None => (family.to_owned(), path.strip_prefix("crate::").unwrap_or(path)),
    };
    let named = |page: &&Page| {
        let (of, file) = page.id.split_once('/').unwrap_or((&page.id, ""));
        of == family && self::item(file) == item
    };
    let page = pages.iter().find(named)?;
    let is_apart = part.starts_with("outside-");
    Some(if is_apart {
        format!("appendix.html#notes-{}", page.id)
    } else {
        format!("#{}", anchor(&page.id))
    })
}

/// The first puzzle in a description, which is its example.
fn example(page: &Page) -> Option<Grid> {
    page.text.split('"').filter(|part| part.len() == 81).find_map(|part| part.parse().ok())
}

/// The rank of a solver among all that ran in turn, in one sentence; `None` without a time or a
/// reason.
fn place(results: &Results, solver: &str) -> Option<String> {
    let lead = &results.lead()?.corpus;
    let baseline = results.ratios.as_ref()?.reference_on(lead)?;
    let Some(own) = results.time_on_lead(solver) else {
        let reason = notices::reason(Status::of(results, solver, lead));
        return (!reason.is_empty()).then(|| format!("On {lead}: {reason}."));
    };
    let solvers = results.plan.solvers.iter();
    let all: Vec<f64> = solvers.filter_map(|one| results.time_on_lead(&one.id)).collect();
    let rank = 1 + all.iter().filter(|&&time| time < own).count();
    let place = format!("Number {rank} of {} on {lead}", all.len());
    Some(if baseline == solver {
        format!("{place}, the baseline of the ratios.")
    } else {
        let times = format::figure(own);
        format!("{place}, at {times} times the time of {baseline}.")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(id: &str, text: &str) -> Page {
        let (id, text) = (id.to_owned(), text.to_owned());
        Page { id, text, code: String::new(), observations: Vec::new() }
    }

    fn pages() -> Vec<Page> {
        ["brute-scan", "brute-scan/three-loops", "whole-grid/avx2"].map(|id| page(id, "")).into()
    }

    #[test]
    fn a_link_leads_to_what_the_page_has() {
        let target = |link| target(&pages(), "brute-scan", link);
        let solver = Some("#brute-scan/three-loops".to_owned());
        assert_eq!(target("crate::ThreeLoops"), solver);
        assert_eq!(target("ThreeLoops"), solver, "where the family lists it");
        assert_eq!(target("../sudoku_brute_scan/struct.ThreeLoops.html#cost"), solver);
        assert_eq!(target("../sudoku_whole_grid/struct.Avx2.html").unwrap(), "#whole-grid/avx2");
        let family = Some("#family-brute-scan".to_owned());
        assert_eq!(target("crate#a-node"), family);
        assert_eq!(target("../sudoku_brute_scan/index.html"), family);
        let notes = Some("appendix.html#notes-brute-scan".to_owned());
        assert_eq!(target("crate#outside-the-assumptions"), notes);
        assert_eq!(target("../sudoku_brute_scan/index.html#outside-the-assumptions"), notes);
        assert_eq!(target("https://example.org/a").unwrap(), "https://example.org/a");
        for nowhere in
            ["crate::Fused", "sudoku_core#the-example", "sudoku_core::Puzzle", "javascript:x"]
        {
            assert_eq!(target(nowhere), None, "{nowhere}");
        }
    }

    #[test]
    fn the_example_is_the_first_puzzle() {
        let line =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let page = |text: &str| page("a/b", text);
        let described =
            page(&format!("says \"no\"\nlet clues = \"{line}\"; \"{}\"", ".".repeat(81)));
        assert_eq!(example(&described), Some(line.parse().unwrap()));
        assert_eq!(example(&page(&format!("\"{}\"", "a".repeat(81)))), None);
        let leads = |pages: &[Page]| target(pages, "a", "sudoku_core#the-example");
        assert_eq!(leads(&[described]).unwrap(), "#the-example");
        assert_eq!(leads(&pages()), None, "no page has an example");
    }
}
