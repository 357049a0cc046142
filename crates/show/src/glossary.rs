//! The terms of a report with their meanings.

use askama::Template;
use sudoku_core::Work;
use sudoku_judge::{Results, format};

use crate::escape::markdown as escape;
use crate::section::{Part, Section};

const WAITING_IS_FREE: &str = " A thread that waits for its core spends no CPU time, so a busy \
    machine does less harm than it would to wall time.";

/// Terms with their meanings. `Display` writes HTML.
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

impl Glossary {
    /// Reads terms from a text with a term, a colon and its meaning in each line, and replaces the
    /// given words in the meanings.
    fn of(text: &'static str, replaced: &[(&str, &str)]) -> Self {
        let put = |text: String, (name, by): &(&str, &str)| text.replace(name, by);
        let filled = |meaning: &str| replaced.iter().fold(meaning.to_owned(), put);
        let terms = text.lines().filter_map(|line| line.split_once(": "));
        Self { terms: terms.map(|(term, meaning)| (term, filled(meaning))).collect() }
    }
}

impl Part for Glossary {
    fn markdown(&self) -> Vec<String> {
        let line = |(term, text): &(&str, String)| format!("- **{term}.** {}", escape(text));
        vec![format::joined(self.terms.iter().map(line), "\n")]
    }
}

/// The terms that a reader needs before the first figure, one per line, to which the page links where
/// it uses them; and all others, the counters among them.
pub(crate) fn sections<'a>(results: &Results) -> [Section<'a>; 2] {
    let solver = results.plan.solvers.first().map_or("family/variant", |solver| &solver.id);
    let words = Glossary::of(include_str!("../templates/words.txt"), &[("{first}", solver)]);
    let budget = format::many(results.plan.call_budget, "recursive call");
    let clock = format::capital(&results.environment.clock);
    let waiting = if clock == "Wall time" { "" } else { WAITING_IS_FREE };
    let figures = [("{budget}", &*budget), ("{clock}", &*clock), ("{waiting}", waiting)];
    let mut all = Glossary::of(include_str!("../templates/glossary.txt"), &figures);
    all.terms.extend(Work::ALL.map(|counter| (counter.name(), counter.meaning().to_owned())));
    let first = "Node, guess, tree, ratio, noise floor: each in a line, before the first figure";
    let others = "Times, intervals, ratios, counts, budgets, and what they do not say";
    [
        Section::new("words", "The words", first).listed_as("Words").explains().parts([words]),
        Section::new("meaning", "What the numbers mean", others)
            .listed_as("Meaning")
            .on_paper()
            .parts([all]),
    ]
}
