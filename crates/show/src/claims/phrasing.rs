//! The wording of the ledger, for every output that shows it.

use std::collections::BTreeSet;

use sudoku_judge::claims::{
    Basis, Judged, JudgedCorpus, JudgedLanguage, JudgedTest, Ledger, POOLED, Publication,
    Uncounted, Verdict,
};
use sudoku_judge::format::{self, joined, listed};
use sudoku_judge::{Interval, NoiseFloor};
use sudoku_record::ProgramRecord;

use super::decisive::Decisive;

/// The key and the title of a publication, with author and year if they are known.
pub(super) fn source(Publication { key, title, author, year, .. }: &Publication) -> String {
    let known = [author, year].map(String::as_str).into_iter().filter(|text| *text != "unknown");
    match known.collect::<Vec<_>>().join(", ").as_str() {
        "" => format!("{key}: {title}"),
        known => format!("{key}: {title} ({known})"),
    }
}

/// The findings of the run on a claim, part by part.
pub(crate) fn claim(claim: &Judged) -> String {
    let part = |one: &JudgedTest| match one.says.as_str() {
        "" => test(one),
        says => format!("{says} ({})", test(one)),
    };
    joined(claim.tests.iter().map(part), "; ")
}

/// The findings on a test: `holds on easy, fails on effort-1e5 and effort-1e6`; for a publication
/// about programs in another language, `in Java: fails on both sets; in Rust: holds on both sets`.
pub(super) fn test(test: &JudgedTest) -> String {
    let sentence = format!("{}{}", in_rust(test), in_one(test));
    let one =
        |one: &JudgedLanguage| format!("in {}: {}", one.language, in_one(&test.alone_in(one)));
    joined(test.measured_languages().map(one).chain([sentence]), "; ")
}

/// The prefix `in Rust: ` if the publication is about programs in another language; otherwise
/// empty.
pub(super) fn in_rust(test: &JudgedTest) -> &'static str {
    if test.languages.is_empty() { "" } else { "in Rust: " }
}

fn in_one(test: &JudgedTest) -> String {
    let found = test.findings.iter();
    let mut groups = grouped(found.map(|finding| (finding.verdict, &*finding.corpus)));
    groups.sort_by_key(|(verdict, _)| *verdict as u8);
    let is_measured = |finding: &&JudgedCorpus| finding.verdict != Verdict::NotMeasured;
    let measured = test.findings.iter().filter(is_measured).count();
    let parts = groups.iter().map(|(verdict, names)| {
        let word = verdict.word();
        match names.as_slice() {
            [POOLED] => format!("{word} over {POOLED}"),
            names if names.len() == test.findings.len() && names.len() > 1 => {
                format!("{word} on {}", all(names.len()))
            }
            names if *verdict == Verdict::NotMeasured && measured > 0 && names.len() > 3 => {
                format!("{word} on {} others", names.len())
            }
            names
                if *verdict != Verdict::NotMeasured && names.len() == measured && measured > 1 =>
            {
                format!("{word} on {} measured", all(measured))
            }
            names => format!("{word} on {}", listed(names)),
        }
    });
    let sentence = joined(parts, ", ");
    let why = test.findings.iter().find_map(|finding| finding.missing.as_ref());
    match why.filter(|_| test.verdict == Verdict::NotMeasured) {
        Some(why) => format!("{sentence} ({why})"),
        None => sentence,
    }
}

/// A number of corpora that are all there are, in words: `both sets`, `all 3 sets`.
fn all(corpora: usize) -> String {
    if corpora == 2 { "both sets".to_owned() } else { format!("all {corpora} sets") }
}

/// The verdicts of the references in brackets; empty if there are none, or if counts decide.
pub(super) fn in_brackets(claim: &Judged, known: &ByProcessor) -> String {
    on_references(claim, known).map_or_else(String::new, |all| format!(" (reference runs: {all})"))
}

/// The verdict on a claim, by language or, where times decide, by processor.
pub(super) fn on_processors(claim: &Judged, known: &ByProcessor) -> String {
    let by_processor = on_references(claim, known).filter(|_| !claim.is_in_language());
    by_processor.unwrap_or_else(|| by_language(claim))
}

/// The verdict by language: `fails in Java, holds in Rust` if programs in a language of the
/// publication were measured; `fails in Rust` if they were not.
pub(super) fn by_language(claim: &Judged) -> String {
    let measured = claim.tests.iter().flat_map(JudgedTest::measured_languages);
    let names: BTreeSet<&str> = measured.map(|one| one.language.as_str()).collect();
    let rust = claim.tests.iter().any(|test| !test.languages.is_empty()).then_some("Rust");
    let names = names.into_iter().chain(rust);
    let mut found = grouped(names.map(|name| (claim.verdict_in(name), name)));
    found.sort_by_key(|(found, _)| *found != claim.verdict);
    if found.is_empty() {
        return claim.verdict.word().to_owned();
    }
    let part =
        |(verdict, names): (Verdict, Vec<_>)| format!("{} in {}", verdict.word(), listed(&names));
    joined(found.into_iter().map(part), ", ")
}

/// Groups names by their kind, in the order in which the kinds first occur.
fn grouped<'a, K: PartialEq>(pairs: impl Iterator<Item = (K, &'a str)>) -> Vec<(K, Vec<&'a str>)> {
    let mut groups: Vec<(K, Vec<&str>)> = Vec::new();
    for (kind, name) in pairs {
        match groups.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, names)) => names.push(name),
            None => groups.push((kind, vec![name])),
        }
    }
    groups
}

/// The ledgers of the references with the names of their processors, in their order.
pub(super) type ByProcessor = [(String, Ledger)];

/// The verdicts of the references on a claim that times decide: `holds on both processors`, `fails on all
/// 3 processors`, `holds on A, fails on B`. `None` if counts decide it, or if there is no reference.
pub(super) fn on_references(claim: &Judged, known: &ByProcessor) -> Option<String> {
    let found = |ledger: &Ledger| ledger.verdict(claim).unwrap_or(Verdict::NotMeasured);
    let groups = grouped(known.iter().map(|(processor, ledger)| (found(ledger), &**processor)));
    let group = |(verdict, processors): &(Verdict, Vec<&str>)| {
        let on = match processors.len() {
            2 if known.len() == 2 => "both processors".to_owned(),
            all if all > 1 && all == known.len() => format!("all {all} processors"),
            _ => listed(processors),
        };
        format!("{} on {on}", verdict.word())
    };
    (claim.is_timed() && !known.is_empty()).then(|| joined(groups.iter().map(group), ", "))
}

/// The verdicts of the references on a claim where one that measured it differs from the run.
pub(super) fn where_parted(claim: &Judged, known: &ByProcessor) -> Option<String> {
    let parts = |verdict| verdict != claim.verdict && verdict != Verdict::NotMeasured;
    let part = known.iter().filter_map(|(_, ledger)| ledger.verdict(claim)).any(parts);
    on_references(claim, known).filter(|_| part)
}

/// The number of claims that times decide, and how many of these verdicts are robust: every
/// processor has them, and none is undecided. `None` with fewer than two references.
pub(super) fn robust(known: &ByProcessor) -> Option<String> {
    let [(_, first), _, ..] = known else { return None };
    let timed: Vec<&Judged> = first.claims.iter().filter(|claim| claim.is_timed()).collect();
    let is_robust = |claim: &&&Judged| {
        matches!(claim.verdict, Verdict::Holds | Verdict::Fails)
            && known.iter().all(|(_, ledger)| ledger.verdict(claim) == Some(claim.verdict))
    };
    let robust = timed.iter().filter(is_robust).count();
    Some(format!(
        "{} rest on times; {robust} of these verdicts are robust: the same on every processor",
        format::many(timed.len(), "claim")
    ))
}

/// For each reference with other figures for a test by times: its processor, and its figures.
pub(super) fn elsewhere<'a>(
    claim: &Judged,
    test: &JudgedTest,
    known: &'a ByProcessor,
) -> Vec<(&'a str, String)> {
    let line = |(processor, ledger): &'a (String, Ledger)| {
        let other = ledger.test(claim, test).filter(|other| *other != test)?;
        Some((processor.as_str(), by_corpus(other)))
    };
    let timed = known.iter().filter(|_| !test.basis.is_exact());
    timed.filter_map(line).collect()
}

/// The note on what the intervals in brackets mean.
pub(super) fn intervals(ledger: &Ledger) -> String {
    format!("In brackets is the interval that decides. {}", confidence(ledger))
}

/// How sure the intervals are by which claims are judged.
pub(super) fn confidence(ledger: &Ledger) -> String {
    format!(
        "A claim by times is judged with a confidence of \
         {:.3} %, so high that with a probability of 95 % none is wrongly found to hold \
         (Bonferroni's correction). It holds on every set if it does on each, with an interval of \
         this confidence; it fails if it does on one, with intervals so wide that those of all sets \
         of the test together have it",
        ledger.confidence * 100.0
    )
}

/// The least and the greatest figure of the test that decides a claim, in the language that decides.
pub(super) fn deciding_range(Decisive { test, language, .. }: &Decisive<'_>) -> String {
    let alone = |one: &JudgedLanguage| format!("{} in {}", ends(&test.alone_in(one)), one.language);
    language.map_or_else(|| ends(test), alone)
}

fn ends(test: &JudgedTest) -> String {
    let figures = test.findings.iter().filter_map(|finding| finding.figure);
    let range = format::span(figures.map(|figure| figure.point), |end| value(end, test.is_share));
    range.map_or_else(|| "–".to_owned(), |range| format!("{range} ({})", test.bound))
}

/// Every figure with its corpus and the number of puzzles behind it. If all figures are the same,
/// the figure is given once; if no puzzle was left out, the number of puzzles is given once.
pub(super) fn by_corpus(test: &JudgedTest) -> String {
    let value = |finding: &JudgedCorpus| figure(finding, test);
    let measured = || test.findings.iter().filter(|finding| finding.figure.is_some());
    let Some(first) = measured().next() else {
        return test.findings.first().map(value).unwrap_or_default();
    };
    let whole = measured().all(|finding| finding.puzzles == finding.of);
    let mut figures = if whole && measured().all(|other| value(other) == value(first)) {
        let place = match measured().count() {
            1 => first.corpus.clone(),
            more => all(more),
        };
        format!("{} on {place}", value(first))
    } else {
        let each = measured().map(|one| {
            let JudgedCorpus { corpus, puzzles, of, .. } = one;
            let on = if whole { String::new() } else { format!(" ({puzzles} of {of})") };
            format!("{corpus} {}{on}", value(one))
        });
        joined(each, ", ")
    };
    if whole {
        let puzzles: usize = measured().map(|finding| finding.puzzles).sum();
        let (count, all) = (format::count(puzzles), format::many(puzzles, "puzzle"));
        figures += &format!(" ({count} of {all})");
    }
    let missing = test.findings.iter().filter(|finding| finding.figure.is_none());
    let why = |finding: &'_ JudgedCorpus| finding.missing.clone().unwrap_or_default();
    for (why, corpora) in grouped(missing.map(|finding| (why(finding), &*finding.corpus))) {
        figures += &format!("; {why}: {}", listed(&corpora));
    }
    figures
}

/// The figure with its interval; if there is no figure, the reason.
pub(super) fn figure(finding: &JudgedCorpus, test: &JudgedTest) -> String {
    let Some(Interval { point, low, high }) = finding.figure else {
        return finding.missing.clone().unwrap_or_default();
    };
    let [point, ends @ ..] = [point, low, high].map(|end| value(end, test.is_share));
    let shown = if low < high { format!("{point} [{}]", ends.join(", ")) } else { point };
    let floor = format::figure_share(finding.noise_floor);
    let within = || format!("{shown} within the noise floor of {floor}");
    if test.is_within_noise(finding) { within() } else { shown }
}

fn value(value: f64, is_share: bool) -> String {
    if is_share { format::figure_share(value) } else { format::figure(value) }
}

/// The kind of data that decides a figure, in words.
pub(super) const fn basis(basis: Basis) -> &'static str {
    match basis {
        Basis::Counts => "by counts",
        Basis::PairedTimes => "by paired times",
        Basis::SurveyTimes => "by the times of single puzzles",
    }
}

/// A verdict as the verb of a sentence.
pub(super) const fn verb(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Undecided => "could not be decided",
        Verdict::NotMeasured => "was not measured",
        decided => decided.word(),
    }
}

/// For a claim that fails: what is true instead. If the claim holds in this run, the text says so
/// first.
pub(crate) fn instead(claim: &Judged) -> Option<String> {
    let really = claim.really.as_deref()?;
    Some(but(claim).map_or_else(|| really.to_owned(), |but| format!("{but} {really}")))
}

/// The words before the explanation of a failure if the claim holds in this run; `None` otherwise.
pub(super) fn but(claim: &Judged) -> Option<&'static str> {
    let held = claim.verdict == Verdict::Holds;
    held.then_some("It holds here, but not in the reference run:")
}

/// The command that measures and judges a claim alone. A claim about a program needs the program, one
/// of the user the file.
pub(crate) fn again(claim: &Judged) -> String {
    let is_program = |(_, id): &(String, String)| id.starts_with(ProgramRecord::FAMILY);
    let of = match claim.publication.is_committed() {
        _ if claim.solvers.iter().any(is_program) => " --entrant DIR",
        true => "",
        false => " --claims FILE",
    };
    format!("cargo xtask claims {} --run{of}", claim.id)
}

/// The numbers of verdicts, `29 claims: 12 hold, 15 fail, 2 undecided`, with the sets that have
/// changed and the counts that are missing or stale.
pub(crate) fn summary(ledger: &Ledger) -> String {
    let count = |wanted| ledger.claims.iter().filter(|claim| claim.verdict == wanted).count();
    let [hold, fail, undecided, missing] =
        [Verdict::Holds, Verdict::Fails, Verdict::Undecided, Verdict::NotMeasured].map(count);
    let all = ledger.claims.len();
    let mut summary = format!("{all} claims: {hold} hold, {fail} fail, {undecided} undecided");
    if missing > 0 {
        summary += &format!(", {missing} not measured");
    }
    let changed = (!ledger.changed.is_empty())
        .then(|| format!("without {}, changed since the run", listed(&ledger.changed)));
    let stale = (!ledger.stale.is_empty()).then(|| {
        let solvers = listed(&ledger.stale);
        format!("by stale counts of {solvers}, which this processor cannot count")
    });
    let uncounted = ledger.uncounted.iter().map(|Uncounted { solver, sets }| {
        format!("{solver} is not counted on {}, which this processor cannot do", listed(sets))
    });
    let notes = joined(changed.into_iter().chain(stale).chain(uncounted), "; ");
    if notes.is_empty() { summary } else { format!("{summary} ({notes})") }
}

/// The noise floors that claims about time had to clear, each share written by `written`; `None`
/// without a race.
pub(super) fn noise_floor(ledger: &Ledger, written: impl Fn(f64) -> String) -> Option<String> {
    let floors = &ledger.noise_floors;
    (!floors.is_empty()).then(|| NoiseFloor::in_words(floors, written))
}

#[cfg(test)]
mod tests {
    use Verdict::{Fails, Holds, NotMeasured, Undecided};

    use super::*;
    use crate::claims::fixture::{self, finding, publication};

    fn judged(verdict: Verdict, findings: &[JudgedCorpus]) -> JudgedTest {
        fixture::test("a.checks / b.checks", verdict, findings)
    }

    #[test]
    fn a_source_shows_the_fields_that_are_known() {
        let shown = |author: &str, year: &str| source(&publication(author, year));
        assert_eq!(shown("A. B.", "1975"), "009: Any (A. B., 1975)");
        assert_eq!(shown("unknown", "2016"), "009: Any (2016)");
        assert_eq!(shown("unknown", "unknown"), "009: Any");
    }

    #[test]
    fn the_verdict_in_each_language_is_said() {
        let language = |name: &str, verdict: Verdict, point: f64| JudgedLanguage {
            language: name.to_owned(),
            verdict,
            findings: vec![finding("a", verdict, point)],
        };
        let mut one = judged(Holds, &[finding("a", Holds, 0.5)]);
        one.languages =
            vec![language("C++ -O2", NotMeasured, 1.0), language("C++ -O3", NotMeasured, 1.0)];
        assert_eq!(test(&one), "in Rust: holds on a");
        one.verdict = Fails;
        one.languages = vec![language("C++ -O2", Fails, 2.0), language("C++ -O3", Holds, 0.25)];
        let sentence = "in C++ -O2: fails on a; in C++ -O3: holds on a; in Rust: holds on a";
        assert_eq!(test(&one), sentence);
        let claim = fixture::claim(Fails, vec![one]);
        assert_eq!(by_language(&claim), "fails in C++ -O2, holds in C++ -O3 and Rust");

        let in_rust = fixture::claim(Holds, vec![judged(Holds, &[finding("a", Holds, 0.5)])]);
        let ledger = |of: &Judged| Ledger { claims: vec![of.clone()], ..Ledger::default() };
        assert_eq!(ledger(&claim).verdict(&in_rust), Some(Holds), "as the claim was judged");
        assert_eq!(ledger(&claim).verdict(&claim), Some(Fails));
        assert_eq!(ledger(&in_rust).verdict(&claim), None);
    }

    #[test]
    fn a_test_lists_the_sets_of_each_verdict() {
        let sentence = |verdicts: &[Verdict]| {
            let findings =
                ["a", "b", "c", "d", "e"].iter().zip(verdicts).map(|(c, v)| finding(c, *v, 1.0));
            test(&judged(verdicts[0], &findings.collect::<Vec<_>>()))
        };
        assert_eq!(sentence(&[Holds]), "holds on a");
        assert_eq!(sentence(&[Holds, Holds]), "holds on both sets");
        assert_eq!(sentence(&[Fails, Fails, Fails]), "fails on all 3 sets");
        assert_eq!(sentence(&[Fails, Holds, Fails]), "holds on b, fails on a and c");
        assert_eq!(sentence(&[Undecided, Holds]), "holds on b, undecided on a");
        assert_eq!(
            sentence(&[Holds, Holds, NotMeasured]),
            "holds on both sets measured, not measured on c"
        );
        assert_eq!(
            sentence(&[Holds, Fails, NotMeasured, NotMeasured]),
            "holds on a, fails on b, not measured on c and d"
        );
        let [none, four] = [NotMeasured; 2].map(|none| [Fails, none, none, none, none]);
        assert_eq!(sentence(&four), "fails on a, not measured on 4 others");
        assert_eq!(sentence(&none[1..2]), "not measured on a (not in the run)");
        let pooled = judged(Holds, &[finding(POOLED, Holds, 1.0)]);
        assert_eq!(test(&pooled), "holds over all sets together");
    }

    #[test]
    fn figures_stand_with_the_number_of_their_puzzles() {
        let [mut a, b, c] =
            [finding("a", Holds, 0.25), finding("b", Holds, 0.5), finding("c", NotMeasured, 0.0)];
        let both = judged(Holds, &[a.clone(), b.clone()]);
        assert_eq!(ends(&both), "0.250 – 0.500 (below 1)");
        assert_eq!(by_corpus(&both), "a 0.250, b 0.500 (1,200 of 1,200 puzzles)");
        let alike =
            judged(Holds, &[a.clone(), JudgedCorpus { corpus: "b".to_owned(), ..a.clone() }]);
        assert_eq!(ends(&alike), "0.250 (below 1)");
        assert_eq!(by_corpus(&alike), "0.250 on both sets (1,200 of 1,200 puzzles)");
        (a.puzzles, a.of) = (18, 1_000);
        let some = judged(Holds, &[a, b, c.clone()]);
        let expected = "a 0.250 (18 of 1000), b 0.500 (600 of 600); not in the run: c";
        assert_eq!(by_corpus(&some), expected);
        let none = judged(NotMeasured, &[c]);
        assert_eq!((ends(&none), by_corpus(&none)), ("–".into(), "not in the run".into()));
    }

    #[test]
    fn a_figure_has_its_interval_and_a_share_its_sign() {
        let figure = |point, low, high, is_share| {
            let figure = Some(Interval { point, low, high });
            let test = JudgedTest { is_share, ..judged(Holds, &[]) };
            super::figure(&JudgedCorpus { figure, ..finding("a", Holds, 0.0) }, &test)
        };
        assert_eq!(figure(0.5, 0.25, 0.75, false), "0.500 [0.250, 0.750]");
        assert_eq!(figure(0.5, 0.5, 0.5, true), "50 %");
        let near = |low, high| {
            let (figure, noise_floor) = (Some(Interval { point: 0.97, low, high }), 0.04);
            let near = finding("a", Undecided, 0.97);
            super::figure(&JudgedCorpus { figure, noise_floor, ..near }, &judged(Undecided, &[]))
        };
        assert_eq!(near(0.96, 0.98), "0.970 [0.960, 0.980] within the noise floor of 4 %");
        assert_eq!(near(0.96, 1.01), "0.970 [0.960, 1.010]", "the interval says it");
    }
}
