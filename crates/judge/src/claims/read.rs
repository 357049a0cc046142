//! Reads claims from their files; every mistake is an error with its line and column.

use std::collections::{BTreeMap, BTreeSet};

use sudoku_core::{Goal, nearest};
use sudoku_puzzles::{Mode, Printable};
use sudoku_record::ProgramRecord;
use toml::Spanned;

use crate::claims::claim::{Claim, POOLED, Publication, Test, Verdict};
use crate::claims::expression::{self, Expression, Operator};
use crate::claims::figure::{Bound, Figure, Puzzles, Quantity};
use crate::claims::file::{ClaimError, FILES, File, is_committed, unknown};
use crate::claims::measure::Measure;
use crate::claims::written::{
    Claims, EntrantClaims, Groups, WrittenClaim, WrittenExpect, WrittenPublication, WrittenTest,
};

/// The corpora that a run for single claims (`cargo xtask claims ID --run`) can measure: those of a
/// default run, without the group `long`.
///
/// # Errors
///
/// When the file of groups has a mistake; the error names its line.
pub fn timed() -> Result<BTreeSet<String>, ClaimError> {
    let groups: Groups = File::groups().parse()?;
    let is_long = |name: &String| {
        let mut long = groups.group.get("long").into_iter().flatten();
        long.any(|set| set.get_ref() == name)
    };
    Ok(sudoku_puzzles::timed(Mode::Default).filter(|name| !is_long(name)).collect())
}

/// Reads the claims of all publications.
///
/// # Errors
///
/// When a file has a mistake; the error names file and line.
pub fn claims() -> Result<Vec<Claim>, ClaimError> {
    let mut all = Vec::new();
    for (key, text) in FILES {
        all.extend(read(key, text)?);
    }
    Ok(all)
}

/// Finds a claim by its id.
///
/// # Errors
///
/// [`FindError::Unknown`] when there is no such claim; otherwise as [`claims`].
pub fn find(id: &str) -> Result<Claim, FindError> {
    find_among(claims()?, id)
}

/// Finds a claim by its id among the given ones.
///
/// # Errors
///
/// [`FindError::Unknown`] when there is no such claim.
pub fn find_among(mut claims: Vec<Claim>, id: &str) -> Result<Claim, FindError> {
    if let Some(at) = claims.iter().position(|claim| claim.id == id) {
        return Ok(claims.swap_remove(at));
    }
    let nearest = nearest(id, claims.into_iter().map(|claim| claim.id)).unwrap_or_default();
    Err(FindError::Unknown { asked: id.to_owned(), nearest })
}

/// Why a claim was not found.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FindError {
    /// No claim has this id.
    #[error(
        "no claim is called `{asked}`; the nearest is `{nearest}` (`cargo xtask claims` lists all)"
    )]
    Unknown {
        /// The id that was looked for.
        asked: String,
        /// The existing id that is nearest to it.
        nearest: String,
    },
    /// A file of claims has a mistake.
    #[error(transparent)]
    Claims(#[from] ClaimError),
}

/// Reads the claims in the text of a publication's file.
///
/// # Errors
///
/// When the text has a mistake; the error names file and line.
pub fn read(key: &str, text: &str) -> Result<Vec<Claim>, ClaimError> {
    File::of(key, text).publication(key)
}

/// Reads the claims in a user's own file: `name` is the name of the file, and `key` takes the place
/// of a publication's key.
///
/// # Errors
///
/// When a publication of the laboratory has this key; otherwise as [`read`].
pub fn read_own(name: &str, key: &str, text: &str) -> Result<Vec<Claim>, ClaimError> {
    let file = File::named(name, text);
    file.must_be_free(key)?;
    file.publication(key)
}

/// Reads the claims that authors sent with a run's programs. Their ids begin with the name of the
/// program in lower-case letters and digits, with hyphens for all other characters.
///
/// # Errors
///
/// When a claim has a mistake; the error names the program's file and the line.
pub fn authors<'a>(
    programs: impl IntoIterator<Item = &'a ProgramRecord>,
) -> Result<Vec<Claim>, ClaimError> {
    let groups: Groups = File::groups().parse()?;
    let mut all: Vec<Claim> = Vec::new();
    for ProgramRecord { name, author, source, claims, .. } in programs {
        let Some(text) = claims else { continue };
        let (key, title) = (slug(name), Printable(name).to_string());
        let file = File::named(&format!("entrant.toml of {title}"), text);
        file.must_be_free(&key)?;
        let known = |text: &Option<String>| match text {
            Some(text) => Printable(text).to_string(),
            None => "unknown".to_owned(),
        };
        let (author, address, year) = (known(author), known(source), "unknown".to_owned());
        let publication = Publication { key: key.clone(), title, author, year, address };
        let EntrantClaims { claim } = file.parse()?;
        let claims = file.claims(claim, &key, (&publication, &[]), &groups)?;
        if let Some(twice) = claims.iter().find(|one| all.iter().any(|other| other.id == one.id)) {
            let message = format!("a claim of another program is called `{}`, too", twice.id);
            return Err(file.error(&(0..0), message));
        }
        all.extend(claims);
    }
    Ok(all)
}

/// Turns a name into a key, as of a publication.
fn slug(name: &str) -> String {
    let part = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { ' ' };
    let parts: String = name.chars().map(part).collect();
    parts.split_whitespace().collect::<Vec<_>>().join("-")
}

impl File<'_> {
    fn must_be_free(&self, key: &str) -> Result<(), ClaimError> {
        let message = || format!("`{key}` is the key of a publication of the laboratory");
        if is_committed(key) { Err(self.error(&(0..0), message())) } else { Ok(()) }
    }

    fn publication(&self, key: &str) -> Result<Vec<Claim>, ClaimError> {
        let groups: Groups = File::groups().parse()?;
        let Claims { publication, claim } = self.parse()?;
        let WrittenPublication { title, author, year, address, languages } = publication;
        let publication = Publication { key: key.to_owned(), title, author, year, address };
        self.claims(claim, key, (&publication, &languages), &groups)
    }

    /// Checks and converts the claims of a publication. Their ids must be unique and begin with
    /// `key`.
    fn claims(
        &self,
        written: Vec<WrittenClaim>,
        key: &str,
        publication: (&Publication, &[String]),
        groups: &Groups,
    ) -> Result<Vec<Claim>, ClaimError> {
        let mut ids = BTreeSet::new();
        let mut claims = Vec::new();
        for raw in written {
            let id = raw.id.clone();
            if !id.get_ref().strip_prefix(key).is_some_and(|name| name.starts_with('-')) {
                let name = "the name of its file, or of its program";
                let message = format!("the id should begin with `{key}-`, after {name}");
                return Err(self.error(&id.span(), message));
            }
            if !ids.insert(id.get_ref().clone()) {
                return Err(self.error(&id.span(), format!("a second claim `{}`", id.get_ref())));
            }
            claims.push(self.claim(raw, publication, groups)?);
        }
        Ok(claims)
    }

    fn claim(
        &self,
        raw: WrittenClaim,
        (publication, languages): (&Publication, &[String]),
        groups: &Groups,
    ) -> Result<Claim, ClaimError> {
        let place = raw.id.span();
        let solvers = raw.solvers;
        if raw.test.is_empty() {
            return Err(self.error(&place, "a claim needs a test".to_owned()));
        }
        let several = raw.test.len() > 1;
        let unnamed = |tests: &[WrittenTest]| {
            tests.iter().find(|test| test.says.is_none()).map(|test| test.figure.span())
        };
        if let Some(span) = unnamed(&raw.because).or(unnamed(&raw.test).filter(|_| several)) {
            return Err(self.error(&span, "this test needs a `says`".to_owned()));
        }
        let unexplained = raw.really.is_none() || raw.experiment.is_none();
        let objection = match raw.expect.as_ref().map(Spanned::get_ref) {
            Some(Verdict::Fails) if unexplained => "fails needs `really` and `experiment`",
            Some(Verdict::Holds) if raw.really.is_some() => "holds has no `really`",
            _ => "",
        };
        if let Some(expect) = raw.expect.as_ref().filter(|_| !objection.is_empty()) {
            return Err(self.error(&expect.span(), format!("a claim that {objection}")));
        }
        let tests = |raw: Vec<WrittenTest>| -> Result<Vec<Test>, ClaimError> {
            raw.into_iter().map(|test| self.test(test, &solvers, languages, groups)).collect()
        };
        Ok(Claim {
            tests: tests(raw.test)?,
            because: tests(raw.because)?,
            id: raw.id.into_inner(),
            publication: publication.clone(),
            place: raw.place,
            says: raw.says,
            reading: raw.reading,
            languages: languages.to_vec(),
            solvers,
            really: raw.really,
            experiment: raw.experiment,
            expect: raw.expect.map(Spanned::into_inner),
        })
    }

    pub(crate) fn test(
        &self,
        raw: WrittenTest,
        solvers: &BTreeMap<String, String>,
        languages: &[String],
        groups: &Groups,
    ) -> Result<Test, ClaimError> {
        let place = raw.figure.span();
        let bounds = [
            (raw.below, Bound::Below),
            (raw.at_most, Bound::AtMost),
            (raw.above, Bound::Above),
            (raw.at_least, Bound::AtLeast),
            (raw.equals, Bound::Equals),
        ];
        let mut given = bounds.iter().filter_map(|(limit, bound)| Some(((*limit)?, *bound)));
        let (Some((limit, bound)), None) = (given.next(), given.next()) else {
            let names = "`below`, `at_most`, `above`, `at_least` and `equals`";
            return Err(self.error(&place, format!("a test needs one of {names}")));
        };
        let corpora = self.corpora(&raw.on, groups)?;
        let expect_in = self.expect_in(raw.expect.as_ref(), languages)?;
        let expect = self.expect(raw.expect, &corpora, raw.pooled)?;
        let mut written = raw.figure.get_ref().clone();
        if let Some(by) = &raw.against {
            written = format!("{written} against {}", by.get_ref());
        }
        Ok(Test {
            says: raw.says.unwrap_or_default(),
            figure: self.figure(&raw.figure, raw.against.as_ref(), raw.puzzles, solvers)?,
            written,
            bound,
            limit,
            corpora,
            pooled: raw.pooled,
            most: raw.most,
            sufficient: raw.sufficient,
            expect,
            expect_in,
        })
    }

    fn figure(
        &self,
        written: &Spanned<String>,
        against: Option<&Spanned<String>>,
        puzzles: Option<Spanned<Puzzles>>,
        solvers: &BTreeMap<String, String>,
    ) -> Result<Figure, ClaimError> {
        let figure = self.expression(written, solvers)?;
        if let Expression::Binary(Operator::Divide, a, b) = &figure
            && let Expression::Name(Quantity::Of(above, Measure::Time)) = &**a
            && let Expression::Name(Quantity::Of(below, Measure::Time)) = &**b
            && against.is_none()
            && puzzles.is_none()
        {
            return Ok(Figure::PairedTime { above: above.clone(), below: below.clone() });
        }
        let by = against.map(|by| Ok((by, self.expression(by, solvers)?))).transpose()?;
        for (text, expression) in
            [(written, &figure)].into_iter().chain(by.iter().map(|(t, e)| (*t, e)))
        {
            if expression.names().iter().any(|name| matches!(name, Quantity::Of(_, Measure::Time)))
            {
                let message = "`time` is compared as `a.time / b.time` and no other way; \
                               the time of single puzzles is `survey_ns`";
                return Err(self.error(&text.span(), message.to_owned()));
            }
        }
        if by.is_none()
            && puzzles.as_ref().is_none_or(|puzzles| *puzzles.get_ref() == Puzzles::Total)
            && let names = figure.names()
            && names.iter().any(|name| name.is_greatest())
            && names.iter().any(|name| !name.is_greatest())
        {
            let message = "depths and bytes are not summed over puzzles, the others are: \
                           say `puzzles = \"greatest\"`, or which else is meant";
            return Err(self.error(&written.span(), message.to_owned()));
        }
        match (by, puzzles) {
            (Some(_), Some(puzzles)) => {
                let message = "`against` is about single puzzles already: no `puzzles` here";
                Err(self.error(&puzzles.span(), message.to_owned()))
            }
            (Some((_, by)), None) => Ok(Figure::Exponent { of: figure, by }),
            (None, puzzles) => {
                Ok(Figure::Worked(figure, puzzles.map(Spanned::into_inner).unwrap_or_default()))
            }
        }
    }

    fn expression(
        &self,
        written: &Spanned<String>,
        solvers: &BTreeMap<String, String>,
    ) -> Result<Expression<Quantity>, ClaimError> {
        let parsed = expression::parse(written.get_ref(), |owner, name| match (owner, name) {
            (None, "blanks") => Ok(Quantity::Blanks),
            (None, "puzzles") => Ok(Quantity::Puzzles),
            (None, _) => Err(unknown("figure of a puzzle", name, ["blanks", "puzzles"])),
            (Some(owner), _) => {
                let solver = solvers.get(owner).ok_or_else(|| {
                    unknown("solver of this claim", owner, solvers.keys().map(String::as_str))
                })?;
                let measure = Measure::all().find(|measure| measure.name() == name);
                let known = || Measure::all().map(Measure::name);
                let measure = measure.ok_or_else(|| unknown("measure", name, known()))?;
                Ok(Quantity::Of(solver.clone(), measure))
            }
        });
        parsed.map_err(|mistake| {
            let text = written.get_ref();
            let before = text.char_indices().take_while(|(at, _)| *at < mistake.at);
            let column = before.count() + 1;
            self.error(
                &written.span(),
                format!("{} (character {column} of `{text}`)", mistake.message),
            )
        })
    }

    /// The named corpora, with each group replaced by its members.
    fn corpora(
        &self,
        on: &Spanned<Vec<Spanned<String>>>,
        groups: &Groups,
    ) -> Result<Vec<String>, ClaimError> {
        let mut corpora: Vec<String> = Vec::new();
        for name in on.get_ref() {
            let group = groups.group.get(name.get_ref());
            let members = group.map_or(std::slice::from_ref(name), Vec::as_slice);
            for corpus in members {
                let (set, _) = Goal::of_name(corpus.get_ref());
                if sudoku_puzzles::find(set).is_err() {
                    let known = sudoku_puzzles::CORPORA.iter().map(|corpus| corpus.name);
                    let known = known.chain(groups.group.keys().map(String::as_str));
                    let message = unknown("corpus or group", set, known);
                    let file = if group.is_some() { &File::groups() } else { self };
                    return Err(file.error(&corpus.span(), message));
                }
                if !corpora.contains(corpus.get_ref()) {
                    corpora.push(corpus.get_ref().clone());
                }
            }
        }
        if corpora.is_empty() {
            return Err(self.error(&on.span(), "a test needs a corpus".to_owned()));
        }
        Ok(corpora)
    }

    fn expect_in(
        &self,
        raw: Option<&Spanned<WrittenExpect>>,
        languages: &[String],
    ) -> Result<BTreeMap<String, Verdict>, ClaimError> {
        let Some(raw) = raw else { return Ok(BTreeMap::new()) };
        let expect = &raw.get_ref().languages;
        if let Some(name) = expect.keys().find(|name| !languages.contains(name)) {
            let known = languages.iter().map(String::as_str);
            let message = unknown("language of this publication", name, known);
            return Err(self.error(&raw.span(), message));
        }
        Ok(expect.clone())
    }

    fn expect(
        &self,
        raw: Option<Spanned<WrittenExpect>>,
        corpora: &[String],
        pooled: bool,
    ) -> Result<BTreeMap<String, Verdict>, ClaimError> {
        let Some(raw) = raw else { return Ok(BTreeMap::new()) };
        let span = raw.span();
        let WrittenExpect { holds, fails, undecided, .. } = raw.into_inner();
        let mut expect = BTreeMap::new();
        for (names, verdict) in
            [(holds, Verdict::Holds), (fails, Verdict::Fails), (undecided, Verdict::Undecided)]
        {
            for name in names {
                let known = if pooled { name == POOLED } else { corpora.contains(&name) };
                if !known {
                    let tested = corpora.iter().map(String::as_str);
                    let names = tested.filter(|_| !pooled).chain(pooled.then_some(POOLED));
                    return Err(self.error(&span, unknown("corpus of this test", &name, names)));
                }
                if expect.insert(name.clone(), verdict).is_some() {
                    return Err(self.error(&span, format!("two verdicts for `{name}`")));
                }
            }
        }
        Ok(expect)
    }
}

#[cfg(test)]
mod tests {
    use sudoku_puzzles::{CORPORA, Corpus};

    use super::*;

    /// Sets with blanks that no unqualified claim covers, each with the reason.
    const UNSEARCHED: [(&str, &str); 0] = [];

    /// The sets with blanks that no unqualified claim covers and that `UNSEARCHED` does not list.
    fn forgotten(groups: &Groups, sets: &[&Corpus]) -> Vec<String> {
        let has_blanks = |set: &&&Corpus| {
            let mut entries = set.entries().into_iter();
            entries.any(|entry| entry.grid.blanks() > 0 && entry.grid.conflict().is_none())
        };
        let is_known = |set: &&Corpus| {
            let mut searched = groups.group["searched"].iter().map(Spanned::get_ref);
            searched.any(|name| name == set.name)
                || UNSEARCHED.iter().any(|(name, _)| *name == set.name)
        };
        let sets = sets.iter().filter(has_blanks).filter(|set| !is_known(set));
        sets.map(|set| set.name.to_owned()).collect()
    }

    #[test]
    fn claims_are_judged_on_every_set_whose_puzzles_have_blanks() {
        let groups: Groups = File::groups().parse().unwrap();
        let mut sets: Vec<&Corpus> = CORPORA.iter().collect();
        assert_eq!(
            forgotten(&groups, &sets),
            [""; 0],
            "these sets belong to `searched` in crates/judge/claims/corpora.toml, or to UNSEARCHED \
             in crates/judge/src/claims/read.rs with the reason why not"
        );
        let new = Corpus { name: "new", ..CORPORA[0] };
        sets.push(&new);
        assert_eq!(forgotten(&groups, &sets), ["new"]);
    }

    #[test]
    fn a_claim_measured_alone_leaves_out_only_sets_that_take_long() {
        let groups: Groups = File::groups().parse().unwrap();
        let long: BTreeSet<&str> =
            groups.group["long"].iter().map(|name| name.get_ref().as_str()).collect();
        let all: BTreeSet<String> = sudoku_puzzles::timed(Mode::Default).collect();
        let timed = timed().unwrap();
        let left_out: BTreeSet<&str> = all.difference(&timed).map(String::as_str).collect();
        assert!(left_out == long && timed.is_subset(&all), "{left_out:?} {long:?}");
    }
}
