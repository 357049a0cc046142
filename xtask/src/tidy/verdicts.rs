//! The verdicts in the description of a solver are those that the claims expect.

use std::collections::BTreeMap;

use super::Source;

pub(super) fn check(sources: &[Source]) -> Vec<String> {
    let claims = sources.iter().filter(|source| source.path.starts_with("crates/claims/claims/"));
    let expected: BTreeMap<&str, &str> = claims.flat_map(|file| expected(&file.text)).collect();
    sources.iter().flat_map(|page| complaints(page, &expected)).collect()
}

/// The id of each claim in a file, with its verdict.
fn expected(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.split("[[claim]]").skip(1).filter_map(|claim| {
        let value = |key: &str| {
            let line = claim.lines().find_map(|line| line.strip_prefix(key))?;
            line.strip_prefix(" = \"")?.split('"').next()
        };
        Some((value("id")?, value("expect")?))
    })
}

fn complaints(Source { path, text }: &Source, expected: &BTreeMap<&str, &str>) -> Vec<String> {
    let mut found = Vec::new();
    // Items of a list such as "- `004-cursor`, a cursor beats the walk: holds."
    for item in text.split("\n/// - `").skip(1) {
        let rest = item.lines().skip(1).map_while(|line| line.strip_prefix("///   "));
        let item: Vec<&str> = item.lines().take(1).chain(rest).collect();
        let item = item.join(" ");
        let id = item.split('`').next().unwrap_or_default();
        let article = id.split_once('-').map_or("", |(article, _)| article);
        let is_claim = article.len() == 3 && article.parse::<u16>().is_ok();
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
    }
}
