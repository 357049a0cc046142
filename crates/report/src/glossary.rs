//! The terms of a report and what they mean, and the commands that make one.

use askama::Template;
use sudoku_findings::Results;

use crate::escape::markdown as escape;
use crate::section::Part;
use crate::{format, names};

const WAITING_IS_FREE: &str = " A thread that waits for its core spends no CPU time, so a busy \
    machine does less harm than it would to wall time.";

/// Terms, each with its meaning. `Display` writes HTML.
#[derive(Template)]
#[template(
    ext = "html",
    source = "<dl class=\"meaning\">
{%- for (term, meaning) in terms %}
<dt id=\"{{ crate::escape::word_anchor(term) }}\">{{ term }}</dt>
<dd>{{ meaning }}</dd>
{%- endfor %}
</dl>"
)]
pub(crate) struct Glossary {
    terms: Vec<(&'static str, String)>,
}

impl Part for Glossary {
    fn markdown(&self) -> Vec<String> {
        let line = |(term, text): &(&str, String)| format!("- **{term}.** {}", escape(text));
        vec![self.terms.iter().map(line).collect::<Vec<_>>().join("\n")]
    }
}

/// The words that a reader needs before the first figure, a line each. The page leads from their
/// uses to them.
pub(crate) fn words(results: &Results) -> Glossary {
    let first = results.plan.solvers.first().map_or("family/variant", |solver| &solver.id);
    let terms = vec![
        (
            "solver",
            format!(
                "A program that solves puzzles. Its name is that of its approach and of its variant, \
                 as in {first}."
            ),
        ),
        (
            "node",
            "A state of the search that the solver visits; in a recursive search, a call. Each \
             family counts other states: see “A node”."
                .to_owned(),
        ),
        ("tree", "All nodes of a search. Solvers with one tree visit the same nodes in the same order.".to_owned()),
        ("placement", "A digit that the search writes on a blank to try it.".to_owned()),
        ("guess", "A node at which the search tries one of two or more possibilities.".to_owned()),
        ("backtrack", "A step back: what was tried led to a dead end, and is taken back.".to_owned()),
        (
            "effort",
            "The placements of a search in reading order, row by row and the digits from 1 to 9. It \
             says how hard a puzzle is for plain backtracking."
                .to_owned(),
        ),
        (
            "puzzles taken",
            "The puzzles of a set that this run used. A run uses few of them if plain backtracking \
             takes long to search the set."
                .to_owned(),
        ),
        (
            "ratio",
            "The time of one solver divided by that of another on the same puzzles in the same \
             rounds: 0.5 takes half as long."
                .to_owned(),
        ),
        (
            "noise floor",
            "By how much two copies of one solver differ in time. A smaller difference means \
             nothing."
                .to_owned(),
        ),
        (
            "league",
            "Solvers of similar speed, timed in the same rounds. Between leagues, a ratio is the \
             product of those to the solvers that neighbouring leagues share."
                .to_owned(),
        ),
        (
            "learnt by heart",
            "A single puzzle, solved again and again, comes out too cheap: the processor remembers \
             its branches."
                .to_owned(),
        ),
        ("peer", "A solver that others have published as a package, measured beside ours.".to_owned()),
    ];
    Glossary { terms }
}

/// The terms of every report.
pub(crate) fn glossary(results: &Results) -> Glossary {
    let budget = format::many(results.plan.call_budget, "recursive call");
    let terms = vec![
        (
            "Time per puzzle",
            format!(
                "{}: the mean over all puzzles that were timed, each equally often. A few hard \
                 puzzles may make up most of it. A solver that searches several puzzles side by \
                 side gets them all at once here, so that its time is a throughput.{}",
                format::capital(names::clock(results)),
                if names::clock(results) == "wall time" { "" } else { WAITING_IS_FREE }
            ),
        ),
        (
            "Typical puzzle",
            "The ratio to the baseline, the solver that all others are compared with, is taken puzzle \
             by puzzle, each solved once by a call of its own, and the geometric mean of these ratios \
             is shown. A ratio of total times says how long a whole set takes, most of which a few \
             long searches may take; this one says what to expect of one puzzle. Its interval comes \
             from the spread between puzzles."
                .to_owned(),
        ),
        (
            "95 % interval",
            "From the spread between builds, each with its own order of functions and, where \
             there are enough, its own puzzles. It says what other puzzles of the kind would give \
             on this machine and with this compiler, not what another machine would."
                .to_owned(),
        ),
        (
            "Time per placement",
            "The time divided by the digits placed. Solvers with the row-major tree place the \
             same digits, so between them it is the cost of a step and nothing else. For a solver \
             with a tree of its own it is not comparable."
                .to_owned(),
        ),
        (
            "Few puzzles",
            "A single puzzle, solved over and over, is learnt by heart: its branches are \
             foreseen, and it comes out cheaper per placement than the same work on puzzles that \
             change. leetcode-37 and finished are such puzzles. Everywhere else a puzzle comes \
             back only after all others of its build have passed."
                .to_owned(),
        ),
        (
            "× fastest",
            "The mean time divided by that of the fastest solver. The table of ratios says how well \
             such a figure is known."
                .to_owned(),
        ),
        (
            "Ratios",
            "All solvers of a league go over a few puzzles in turn, in random order, then over the \
             next few. The puzzles are dealt out to several builds with their functions in \
             different orders; the ratio is that of all times together on the puzzles that both \
             solvers finished, and its interval comes from the spread between the builds. The \
             noise floor is by how much a solver differs from a copy of itself."
                .to_owned(),
        ),
        (
            "Sound",
            "A ratio is that of the set if the timed puzzles are as much work as those of the set: \
             for each solver that counts, its nodes per timed puzzle are divided by those per \
             puzzle of the set. A ratio is unsound if it involves a solver whose factor differs \
             from 1 by more than chance allows."
                .to_owned(),
        ),
        (
            "Counts",
            "Exact, and the same on every machine. They are made by the code that is timed, in a \
             run of its own."
                .to_owned(),
        ),
        (
            "Answers",
            "Every answer was checked before anything was timed: a full grid without conflict \
             that extends the puzzle, or truly no solution. Who answers wrongly is not timed."
                .to_owned(),
        ),
        (
            "Budget",
            format!(
                "A solver that makes more than {budget} on a puzzle is stopped there, which takes \
                 the puzzle from nobody else. Means and sums are shown of solvers that finished \
                 every puzzle of a set; a ratio stands on the puzzles that its two solvers \
                 finished, and who is stopped on more than a tenth of a set has none there."
            ),
        ),
        (
            "No single number",
            "There is no mean over the sets, geometric or other. Which solver is fastest \
             depends on the puzzles; a mean would only say which puzzles were chosen."
                .to_owned(),
        ),
    ];
    Glossary { terms }
}

/// Commands, each with its effect. `Display` writes HTML.
#[derive(Template)]
#[template(
    ext = "html",
    source = "<dl class=\"commands\">
{%- for (command, effect) in commands %}
<dt><code>{{ command }}</code></dt>
<dd>{{ effect }}</dd>
{%- endfor %}
</dl>"
)]
pub(crate) struct Commands<'a> {
    commands: [(&'a str, &'static str); 2],
}

impl Part for Commands<'_> {
    fn markdown(&self) -> Vec<String> {
        let [first, second] =
            self.commands.map(|(command, effect)| format!("{command:<24}  # {effect}"));
        vec![format!("```sh\n{first}\n{second}\n```")]
    }
}

/// The commands that make such a report.
pub(crate) fn commands(results: &Results) -> Commands<'_> {
    let bench = match results.plan.command.as_str() {
        "" => "cargo xtask bench",
        command => command,
    };
    let draw = ("cargo xtask report DIR", "draws a run again from its raw data");
    Commands { commands: [(bench, "measures again"), draw] }
}
