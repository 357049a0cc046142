//! Reads claims from their files; every mistake is an error with its line and column.

use std::collections::{BTreeMap, BTreeSet};

use sudoku_core::{Goal, nearest};
use sudoku_puzzles::{Mode, Printable};
use sudoku_record::ProgramRecord;
use toml::Spanned;

use crate::claims::expression;
use crate::claims::figure::{Bound, Expression, Figure, Puzzles, Quantity};
use crate::claims::file::{FILES, File, groups, is_committed, unknown};
use crate::claims::measure::Measure;
use crate::claims::written::{Claims, EntrantClaims, WrittenClaim, WrittenTest};
use crate::claims::{Claim, ClaimError, Publication, Test};

/// The corpora that a run for single claims (`cargo xtask claims ID --run`) can measure: those of a
/// default run, without the group `long`.
pub(crate) fn timed() -> BTreeSet<String> {
    let long = &groups()["long"];
    sudoku_puzzles::timed(Mode::Default).filter(|name| !long.contains(name)).collect()
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

/// Finds a claim by its id among the given ones.
///
/// # Errors
///
/// When there is no such claim.
pub fn find_among(mut claims: Vec<Claim>, id: &str) -> Result<Claim, UnknownClaim> {
    if let Some(at) = claims.iter().position(|claim| claim.id == id) {
        return Ok(claims.swap_remove(at));
    }
    let nearest = nearest(id, claims.into_iter().map(|claim| claim.id));
    Err(UnknownClaim { asked: id.to_owned(), nearest })
}

/// No claim has this id.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no claim is called `{asked}`; {nearest} (`cargo xtask claims` lists all)")]
pub struct UnknownClaim {
    /// The id that was looked for.
    pub asked: String,
    /// Which id is [nearest] to it, if one is near.
    pub nearest: String,
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
        let languages = Vec::new();
        let publication = Publication { key, title, author, year, address, languages };
        let EntrantClaims { claim } = file.parse()?;
        let claims = file.claims(claim, &publication)?;
        if let Some(twice) = claims.iter().find(|one| all.iter().any(|other| other.id == one.id)) {
            let message = format!("a claim of another program is called `{}`, too", twice.id);
            return file.mistake(&(0..0), message);
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

const TIMES: &str = "`time` is compared as `a.time / b.time` and no other way; \
                     the time of single puzzles is `survey_ns`";
const SINGLE: &str = "`against` is about single puzzles already: no `puzzles` here";
const MIXED: &str = "depths and bytes are not summed over puzzles, the others are: \
                     say `puzzles = \"greatest\"`, or which else is meant";

impl File<'_> {
    fn must_be_free(&self, key: &str) -> Result<(), ClaimError> {
        let message = || format!("`{key}` is the key of a publication of the laboratory");
        if is_committed(key) { self.mistake(&(0..0), message()) } else { Ok(()) }
    }

    fn publication(&self, key: &str) -> Result<Vec<Claim>, ClaimError> {
        let Claims { publication, claim } = self.parse()?;
        self.claims(claim, &Publication { key: key.to_owned(), ..publication })
    }

    /// Checks and converts the claims of a publication. Their ids must be unique and begin with its
    /// key.
    fn claims(
        &self,
        written: Vec<WrittenClaim>,
        publication: &Publication,
    ) -> Result<Vec<Claim>, ClaimError> {
        let key = &publication.key;
        let mut ids = BTreeSet::new();
        let mut claims = Vec::new();
        for raw in written {
            let id = raw.id.clone();
            if !id.get_ref().strip_prefix(key.as_str()).is_some_and(|name| name.starts_with('-')) {
                let name = "the name of its file, or of its program";
                let message = format!("the id should begin with `{key}-`, after {name}");
                return self.mistake(&id.span(), message);
            }
            if !ids.insert(id.get_ref().clone()) {
                return self.mistake(&id.span(), format!("a second claim `{}`", id.get_ref()));
            }
            claims.push(self.claim(raw, publication)?);
        }
        Ok(claims)
    }

    fn claim(&self, raw: WrittenClaim, publication: &Publication) -> Result<Claim, ClaimError> {
        let place = raw.id.span();
        let solvers = raw.solvers;
        if raw.test.is_empty() {
            return self.mistake(&place, "a claim needs a test");
        }
        let several = raw.test.len() > 1;
        let unnamed = |tests: &[WrittenTest]| {
            tests.iter().find(|test| test.says.is_none()).map(|test| test.figure.span())
        };
        if let Some(span) = unnamed(&raw.because).or(unnamed(&raw.test).filter(|_| several)) {
            return self.mistake(&span, "this test needs a `says`");
        }
        let tests = |raw: Vec<WrittenTest>| -> Result<Vec<Test>, ClaimError> {
            raw.into_iter().map(|test| self.test(test, &solvers)).collect()
        };
        Ok(Claim {
            tests: tests(raw.test)?,
            because: tests(raw.because)?,
            id: raw.id.into_inner(),
            publication: publication.clone(),
            place: raw.place,
            says: raw.says,
            reading: raw.reading,
            solvers,
            really: raw.really,
            experiment: raw.experiment,
        })
    }

    pub(crate) fn test(
        &self,
        raw: WrittenTest,
        solvers: &BTreeMap<String, String>,
    ) -> Result<Test, ClaimError> {
        let place = raw.figure.span();
        let bounds = [
            (raw.below, Bound::BELOW),
            (raw.at_most, Bound::AT_MOST),
            (raw.above, Bound::ABOVE),
            (raw.at_least, Bound::AT_LEAST),
            (raw.equals, Bound::EQUALS),
        ];
        let mut given = bounds.iter().filter_map(|(limit, bound)| Some(((*limit)?, *bound)));
        let (Some((limit, bound)), None) = (given.next(), given.next()) else {
            let names = "`below`, `at_most`, `above`, `at_least` and `equals`";
            return self.mistake(&place, format!("a test needs one of {names}"));
        };
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
            corpora: self.corpora(&raw.on)?,
            pooled: raw.pooled,
            most: raw.most,
            sufficient: raw.sufficient,
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
        let by = against.map(|by| Ok((by.span(), self.expression(by, solvers)?))).transpose()?;
        let is_time = |name: &Quantity| name.measure == Measure::Time;
        let has_time = |expression: &Expression| expression.names.iter().any(is_time);
        let joined = puzzles.as_ref().map(|puzzles| *puzzles.get_ref()).unwrap_or_default();
        let greatest = figure.names.iter().filter(|name| name.measure.is_greatest()).count();
        let is_mixed = greatest > 0 && greatest < figure.names.len();
        match (figure.terms(), by, puzzles) {
            ([above, below], None, None) if is_time(above) && is_time(below) => {
                let [above, below] = [above, below].map(|term| term.solver.clone());
                Ok(Figure::PairedTime { above, below })
            }
            _ if has_time(&figure) => self.mistake(&written.span(), TIMES),
            (_, Some((place, by)), _) if has_time(&by) => self.mistake(&place, TIMES),
            (_, Some(_), Some(puzzles)) => self.mistake(&puzzles.span(), SINGLE),
            (_, Some((_, by)), None) => Ok(Figure::Exponent { of: figure, by }),
            _ if joined == Puzzles::Total && is_mixed => self.mistake(&written.span(), MIXED),
            _ => Ok(Figure::Worked(figure, joined)),
        }
    }

    fn expression(
        &self,
        written: &Spanned<String>,
        solvers: &BTreeMap<String, String>,
    ) -> Result<Expression, ClaimError> {
        let find = |name: &str, what: &str, known: &[Measure]| {
            let found = known.iter().copied().find(|measure| measure.name() == name);
            found.ok_or_else(|| unknown(what, name, known.iter().map(|measure| measure.name())))
        };
        let parsed = expression::parse(written.get_ref(), |owner, name| {
            let Some(owner) = owner else {
                let measure = find(name, "figure of a puzzle", &Measure::OF_PUZZLES)?;
                return Ok(Quantity { solver: String::new(), measure });
            };
            let known = || solvers.keys().map(String::as_str);
            let solver = solvers
                .get(owner)
                .ok_or_else(|| unknown("solver of this claim", owner, known()))?;
            let measures: Vec<Measure> = Measure::of_solvers().collect();
            Ok(Quantity { solver: solver.clone(), measure: find(name, "measure", &measures)? })
        });
        parsed.map_err(|message| self.error(&written.span(), message))
    }

    /// The named corpora, with each group replaced by its members.
    fn corpora(&self, on: &Spanned<Vec<Spanned<String>>>) -> Result<Vec<String>, ClaimError> {
        let mut corpora: Vec<String> = Vec::new();
        for name in on.get_ref() {
            let alone = std::slice::from_ref(name.get_ref());
            for corpus in groups().get(name.get_ref()).map_or(alone, Vec::as_slice) {
                let (set, _) = Goal::of_name(corpus);
                if sudoku_puzzles::find(set).is_err() {
                    let known = sudoku_puzzles::CORPORA.iter().map(|corpus| corpus.name);
                    let known = known.chain(groups().keys().map(String::as_str));
                    return self.mistake(&name.span(), unknown("corpus or group", set, known));
                }
                if !corpora.contains(corpus) {
                    corpora.push(corpus.clone());
                }
            }
        }
        if corpora.is_empty() {
            return self.mistake(&on.span(), "a test needs a corpus");
        }
        Ok(corpora)
    }
}

#[cfg(test)]
mod tests {
    use sudoku_puzzles::{CORPORA, Corpus};

    use super::*;

    /// Sets with blanks that no unqualified claim covers, each with the reason.
    const UNSEARCHED: [(&str, &str); 0] = [];

    /// The sets with blanks that no unqualified claim covers and that `UNSEARCHED` does not list.
    fn forgotten(sets: &[&Corpus]) -> Vec<String> {
        let has_blanks = |set: &&&Corpus| {
            let mut entries = set.entries().into_iter();
            entries.any(|entry| entry.grid.blanks() > 0 && entry.grid.conflict().is_none())
        };
        let is_known = |set: &&Corpus| {
            groups()["searched"].iter().any(|name| name == set.name)
                || UNSEARCHED.iter().any(|(name, _)| *name == set.name)
        };
        let sets = sets.iter().filter(has_blanks).filter(|set| !is_known(set));
        sets.map(|set| set.name.to_owned()).collect()
    }

    #[test]
    fn claims_are_judged_on_every_set_whose_puzzles_have_blanks() {
        let mut sets: Vec<&Corpus> = CORPORA.iter().collect();
        assert_eq!(
            forgotten(&sets),
            [""; 0],
            "these sets belong to `searched` in crates/judge/claims/corpora.toml, or to UNSEARCHED \
             in crates/judge/src/claims/read.rs with the reason why not"
        );
        let new = Corpus { name: "new", ..CORPORA[0] };
        sets.push(&new);
        assert_eq!(forgotten(&sets), ["new"]);
    }

    #[test]
    fn a_claim_measured_alone_leaves_out_only_sets_that_take_long() {
        let long: BTreeSet<&str> = groups()["long"].iter().map(String::as_str).collect();
        let all: BTreeSet<String> = sudoku_puzzles::timed(Mode::Default).collect();
        let timed = timed();
        let left_out: BTreeSet<&str> = all.difference(&timed).map(String::as_str).collect();
        assert!(left_out == long && timed.is_subset(&all), "{left_out:?} {long:?}");
    }
}
