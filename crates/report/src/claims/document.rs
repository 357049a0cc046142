//! The ledger as Markdown: `docs/CLAIMS.md`, and `claims.md` in the folder of every run.

use sudoku_claims::{
    Judged, JudgedCorpus, JudgedTest, Ledger, Publication, Reference, References, Verdict,
};

use super::{HEADING, phrasing};
use crate::escape::markdown as escape;
use crate::format;
use crate::format::{capital, listed};

/// `docs/CLAIMS.md`: the claims by the references; none without one. Where there are several,
/// figures are those of the newest, and verdicts by times say on which processors they are so.
pub fn all(references: &References) -> Option<String> {
    let references = references.all();
    let newest = references.first()?;
    let link = |known: &Reference| {
        let (processor, slug) = (processor(known), known.environment.slug());
        format!("[{processor}](../reports/reference/{slug}/README.md)")
    };
    let links: Vec<String> = references.iter().map(link).collect();
    let links: Vec<&str> = links.iter().map(String::as_str).collect();
    let processors = match links.as_slice() {
        [only] => format!("Times were measured on 1 processor: {only}."),
        several => format!(
            "Times were measured on {} processors: {}. Figures are those of the first, the \
             newest; where another processor has another verdict, its own stand below.",
            several.len(),
            listed(several)
        ),
    };
    let about = format!(
        "By `cargo xtask claims --bless`; a test keeps it current. The claims are data in \
         [`crates/claims/claims`](../crates/claims/claims), re-told, each with the place in \
         its source; how a verdict is reached stands in \
         [METHODOLOGY.md](METHODOLOGY.md#verdicts). A figure is for one set; in brackets are its \
         95 % interval, where it is not exact, and on how many puzzles of the set it stands: \
         work is counted on all of them, everything else was measured on those that the run \
         had time for. A ratio of times is unsound, with the solvers and their factors, where the \
         puzzles that were timed are not as much work as those of the set.\n\n{processors}"
    );
    Some(Document { ledger: &newest.ledger, references }.text(&about))
}

/// The table of all claims, then each with its figures and its explanation. `about` says which
/// run the figures are from.
pub(crate) fn of_run(ledger: &Ledger, about: &str) -> String {
    Document { ledger, references: &[] }.text(about)
}

/// A ledger, and what its verdicts by times are on each processor that has a reference.
struct Document<'a> {
    ledger: &'a Ledger,
    references: &'a [Reference],
}

impl Document<'_> {
    fn text(&self, about: &str) -> String {
        let ledger = self.ledger;
        let mut blocks = vec![format!("# {HEADING}")];
        blocks.push(about.to_owned());
        let floor = phrasing::noise_floor(ledger, format::figure_share);
        let floor = floor.map_or_else(String::new, |floor| {
            format!(" Times must differ by more than the noise floor of {floor}.")
        });
        blocks.push(format!("{}.{floor}", phrasing::summary(ledger)));
        let head = "| claim | says | verdict | figures |\n| :--- | :--- | :--- | :--- |\n";
        let row = |claim: &Judged| {
            format!(
                "| [{0}](#{0}) | {1} | {2} | {3} |\n",
                claim.id,
                escape(&claim.says),
                escape(&self.verdict(claim)),
                phrasing::figures(claim)
            )
        };
        let rows: String = ledger.measured().map(row).collect();
        blocks.push(format!("{head}{}", rows.trim_end()));
        let measured: Vec<&Judged> = ledger.measured().collect();
        for claims in measured.chunk_by(|a, b| a.publication == b.publication) {
            blocks.push(publication(&claims[0].publication));
            blocks.extend(claims.iter().map(|claim| self.section(claim)));
        }
        blocks.join("\n\n") + "\n"
    }

    fn section(&self, claim: &Judged) -> String {
        let mut text = format!("### {}\n\n", claim.id);
        text += &format!("{}: {}\n\n", capital(&claim.place), escape(&claim.says));
        let (verdict, sentence) = (capital(claim.verdict.word()), phrasing::claim(claim));
        text += &format!("**{verdict}**: {}.\n\n", escape(&sentence));
        text += &format!("Read so: {}\n\n", escape(&claim.reading));
        for test in &claim.tests {
            text += &self.line(claim, test);
        }
        if !claim.because.is_empty() {
            text += "\nBecause:\n\n";
            for test in &claim.because {
                text += &self.line(claim, test);
            }
        }
        if let Some(instead) = phrasing::instead(claim) {
            text += &format!("\n{}\n", escape(&instead));
        }
        let solvers = claim.solvers.iter().map(|(name, id)| format!("`{name}` is {id}"));
        text += &format!("\nWhere {}.\n", solvers.collect::<Vec<_>>().join(", "));
        let commands = claim.experiment.iter().cloned().chain([phrasing::again(claim)]);
        text + &format!("\n```sh\n{}\n```", commands.collect::<Vec<_>>().join("\n"))
    }

    /// `- holds: what it says; `the figure`, below 1: easy 0.40, effort-1e3 0.43`; below it the
    /// figures of each processor on which it is otherwise.
    fn line(&self, claim: &Judged, test: &JudgedTest) -> String {
        let JudgedTest { says, figure, bound, .. } = test;
        let verdict = if test.basis.is_exact() {
            test.verdict.word().to_owned()
        } else {
            let of = |known: &Ledger| Some(known.test(claim, test)?.verdict);
            escape(&self.on_processors(test.verdict, of).0)
        };
        let figures = phrasing::by_corpus(test);
        let says = if says.is_empty() { String::new() } else { format!(" {};", escape(says)) };
        let mut lines = format!("- {verdict}:{says} `{figure}`, {bound}: {figures}\n");
        for known in self.references.iter().skip(1).filter(|_| !test.basis.is_exact()) {
            let Some(other) = known.ledger.test(claim, test) else { continue };
            let corpora = parted(test, other);
            if corpora.is_empty() {
                continue;
            }
            lines += &format!("  - on {}", processor(known));
            let mut both = test.findings.iter().zip(&other.findings).filter(is_measured);
            if both.any(|(ours, _)| !corpora.contains(&ours.corpus.as_str())) {
                lines += &format!(", otherwise on {}", listed(&corpora));
            }
            lines += &format!(": {}\n", phrasing::by_corpus(other));
        }
        lines
    }

    /// The verdict on a claim, and on which processors it is so if times decide it.
    fn verdict(&self, claim: &Judged) -> String {
        let brief = phrasing::brief(claim);
        if claim.tests.iter().all(|test| test.basis.is_exact()) {
            return brief;
        }
        let ours =
            |known: &Ledger| Some(known.claims.iter().find(|ours| ours.id == claim.id)?.verdict);
        let (verdict, parted) = self.on_processors(claim.verdict, ours);
        match brief.strip_prefix(claim.verdict.word()) {
            Some(rest) if !parted => verdict + rest,
            _ => verdict,
        }
    }

    /// `holds on 2 of 2 processors`, or `holds on A, fails on B`, and whether they part; the word
    /// alone where there is only one processor.
    fn on_processors(
        &self,
        verdict: Verdict,
        of: impl Fn(&Ledger) -> Option<Verdict>,
    ) -> (String, bool) {
        let word = verdict.word().to_owned();
        if self.references.len() < 2 {
            return (word, false);
        }
        let mut groups: Vec<(Verdict, Vec<String>)> = Vec::new();
        for known in self.references {
            let found = of(&known.ledger).unwrap_or(Verdict::NotMeasured);
            let processor = known.environment.processor();
            match groups.iter_mut().find(|(verdict, _)| *verdict == found) {
                Some((_, processors)) => processors.push(processor),
                None => groups.push((found, vec![processor])),
            }
        }
        if let [(_, all)] = groups.as_slice() {
            return (format!("{word} on {0} of {0} processors", all.len()), false);
        }
        let group = |(verdict, processors): &(Verdict, Vec<String>)| {
            let processors: Vec<&str> = processors.iter().map(String::as_str).collect();
            format!("{} on {}", verdict.word(), listed(&processors))
        };
        (groups.iter().map(group).collect::<Vec<_>>().join(", "), true)
    }
}

/// The name of the processor of a reference.
fn processor(known: &Reference) -> String {
    escape(&known.environment.processor())
}

/// The heading of a publication, and where it can be read as far as that is known.
fn publication(publication: &Publication) -> String {
    let heading = format!("## {}", escape(&phrasing::source(publication)));
    match publication.address.as_str() {
        "unknown" => heading,
        address => format!("{heading}\n\n<{address}>"),
    }
}

/// The corpora on which another processor has another verdict. Undecided is another one only where
/// it changes that on the whole test.
fn parted<'a>(test: &'a JudgedTest, other: &JudgedTest) -> Vec<&'a str> {
    let whole = test.verdict != other.verdict;
    let pairs = test.findings.iter().zip(&other.findings).filter(is_measured);
    let parted = pairs.filter(|(ours, theirs)| {
        ours.verdict.opposite(theirs.verdict) || whole && ours.verdict != theirs.verdict
    });
    parted.map(|(ours, _)| ours.corpus.as_str()).collect()
}

/// True for a corpus that both processors have.
fn is_measured((ours, theirs): &(&JudgedCorpus, &JudgedCorpus)) -> bool {
    [ours, theirs].iter().all(|one| one.verdict != Verdict::NotMeasured)
}
