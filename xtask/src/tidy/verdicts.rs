//! Checks that the verdicts in the description of a solver are those that the claims expect, and
//! that the README has the totals of `docs/CLAIMS.md`.

use std::collections::BTreeMap;

use super::Source;

pub(super) fn check(sources: &[Source]) -> Vec<String> {
    let files = || sources.iter().filter_map(|source| Some((key(&source.path)?, &source.text)));
    let keys: Vec<&str> = files().map(|(key, _)| key).collect();
    let expected: BTreeMap<&str, &str> = files().flat_map(|(_, text)| expected(text)).collect();
    let pages = sources.iter().flat_map(|page| complaints(page, &keys, &expected));
    pages.chain(totals(sources)).collect()
}

/// Returns the complaint about the README's totals, if they are wrong.
fn totals(sources: &[Source]) -> Option<String> {
    let text = |path| Some(&sources.iter().find(|source| source.path == path)?.text);
    let (claims, readme) = (text("docs/CLAIMS.md")?, text("README.md")?);
    let counted = |line: &&str| {
        line.split_once(" claims: ").is_some_and(|(count, _)| count.parse::<u32>().is_ok())
    };
    let Some(totals) = claims.lines().find(counted).and_then(|line| line.split('.').next()) else {
        return Some("docs/CLAIMS.md: expected totals such as `12 claims: 9 hold`".to_owned());
    };
    let readme = readme.split_whitespace().collect::<Vec<_>>().join(" ");
    let told = readme.contains(&format!(" {totals}."));
    (!told).then(|| format!("README.md: the totals in docs/CLAIMS.md are `{totals}`"))
}

/// Returns the key of the publication whose claims are in a file; their ids begin with it.
fn key(path: &str) -> Option<&str> {
    path.strip_prefix("crates/claims/claims/")?.strip_suffix(".toml")
}

/// Returns the id of each claim in a file, with the verdict that it expects.
fn expected(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.split("[[claim]]").skip(1).filter_map(|claim| {
        let value = |key: &str| {
            let line = claim.lines().find_map(|line| line.strip_prefix(key))?;
            line.strip_prefix(" = \"")?.split('"').next()
        };
        Some((value("id")?, value("expect")?))
    })
}

fn complaints(
    Source { path, text }: &Source,
    keys: &[&str],
    expected: &BTreeMap<&str, &str>,
) -> Vec<String> {
    let mut found = Vec::new();
    // Items of a list such as "- `004-cursor`, a cursor beats the walk: holds."
    for item in text.split("\n/// - `").skip(1) {
        let rest = item.lines().skip(1).map_while(|line| line.strip_prefix("///   "));
        let item: Vec<&str> = item.lines().take(1).chain(rest).collect();
        let item = item.join(" ");
        let id = item.split('`').next().unwrap_or_default();
        let begins_with = |key: &&str| id.strip_prefix(*key).is_some_and(|id| id.starts_with('-'));
        let is_claim = keys.iter().any(begins_with);
        match expected.get(id) {
            Some(verdict) if item.contains(&format!(": {verdict}")) => {}
            Some(verdict) => found.push(format!("{path}: the verdict on {id} is `{verdict}`")),
            None if is_claim => found.push(format!("{path}: no claim is called {id}")),
            None => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_verdict_is_found() {
        let claims = "[[claim]]\nid = \"004-cursor\"\nexpect = \"holds\"\n\n[[claim.test]]\n\
            expect = { holds = [\"easy\"] }\n\n[[claim]]\nid = \"004-bounds\"\nexpect = \"fails\"\n";
        let wrong = |page: &str| {
            let file = |path: &str, text| Source { path: path.into(), text };
            check(&[
                file("crates/claims/claims/004.toml", claims.into()),
                file("crates/a/src/b.rs", format!("/// The list.\n///\n{page}\npub struct B;\n")),
            ])
        };
        assert_eq!(wrong("/// - `probe.`, no claim"), Vec::<String>::new());
        assert_eq!(wrong("/// - `004-cursor`, it\n///   is: holds."), Vec::<String>::new());
        assert_eq!(wrong("/// - `004-cursor`, it is: fails.").len(), 1);
        assert_eq!(wrong("/// - `004-cursor`, it is\n/// - `004-bounds`, it is: fails").len(), 1);
        assert_eq!(wrong("/// - `004-walk`, it is: holds.").len(), 1);
        assert_eq!(wrong("/// - `005-walk`, which is no claim"), Vec::<String>::new());
    }

    #[test]
    fn totals_that_the_readme_does_not_have_are_found() {
        let wrong = |claims: &str, readme: &str| {
            let file = |path: &str, text: &str| Source { path: path.into(), text: text.into() };
            totals(&[file("docs/CLAIMS.md", claims), file("README.md", readme)])
        };
        let claims = "# Claims\n\n12 claims: 9 hold, 3 fail. Times must differ.\n";
        assert_eq!(wrong(claims, "It has judged 12\nclaims: 9 hold, 3 fail. Read on.\n"), None);
        assert!(wrong(claims, "It has judged 12 claims: 8 hold, 4 fail.\n").is_some());
        assert!(wrong(claims, "It has judged 112 claims: 9 hold, 3 fail.\n").is_some());
        assert!(wrong(claims, "It has judged 12 claims: 9 hold, 3 fail, 1 undecided.\n").is_some());
        assert!(wrong("# Claims\n", "12 claims: 9 hold, 3 fail.\n").is_some());
    }
}
