//! Checks that the README has the totals of `docs/CLAIMS.md`.

use crate::sources::Source;

/// Returns the complaint about the README's totals, if they are wrong.
pub(super) fn check(sources: &[Source]) -> Option<String> {
    let text = |path| Some(&sources.iter().find(|source| source.path == path)?.text);
    let (claims, readme) = (text("docs/CLAIMS.md")?, text("README.md")?);
    let counted = |line: &&str| {
        line.split_once(" claims: ").is_some_and(|(count, _)| count.parse::<u32>().is_ok())
    };
    let Some(totals) = claims.lines().find(counted).and_then(|line| line.split('.').next()) else {
        return Some("docs/CLAIMS.md: expected totals such as `12 claims: 9 hold`".to_owned());
    };
    let readme = readme.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_there = readme.contains(&format!(" {totals}."));
    (!is_there).then(|| format!("README.md: the totals in docs/CLAIMS.md are `{totals}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_that_the_readme_does_not_have_are_found() {
        let wrong = |claims: &str, readme: &str| {
            let file = |path: &str, text: &str| Source { path: path.into(), text: text.into() };
            check(&[file("docs/CLAIMS.md", claims), file("README.md", readme)])
        };
        let claims = "# Claims\n\n12 claims: 9 hold, 3 fail. Times must differ.\n";
        assert_eq!(wrong(claims, "It has judged 12\nclaims: 9 hold, 3 fail. Read on.\n"), None);
        assert!(wrong(claims, "It has judged 12 claims: 8 hold, 4 fail.\n").is_some());
        assert!(wrong(claims, "It has judged 112 claims: 9 hold, 3 fail.\n").is_some());
        assert!(wrong(claims, "It has judged 12 claims: 9 hold, 3 fail, 1 undecided.\n").is_some());
        assert!(wrong("# Claims\n", "12 claims: 9 hold, 3 fail.\n").is_some());
    }
}
