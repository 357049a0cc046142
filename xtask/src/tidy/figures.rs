//! The figures in prose, compared with the list that `cargo xtask figures` wrote.

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context, Result};
use sudoku_prose::{Figure, LIST, Mistake, Prose, is_watched};

use super::Source;
use crate::root;

/// The texts whose figures are not those of the list, and the numbers without a mark.
pub(super) fn complaints(sources: &[Source]) -> Result<Vec<String>> {
    let list = fs::read_to_string(root().join(LIST)).context(LIST)?;
    let list: Vec<Figure> = serde_json::from_str(&list).context(LIST)?;
    Ok(compare(sources, &list))
}

fn compare(sources: &[Source], list: &[Figure]) -> Vec<String> {
    let mut known: BTreeMap<&str, Vec<(&str, &str)>> = BTreeMap::new();
    for Figure { file, query, text } in list {
        known.entry(file).or_default().push((query, text));
    }
    let mut complaints = Vec::new();
    for Source { path, text } in sources.iter().filter(|source| is_watched(&source.path)) {
        let prose = Prose::of(path, text);
        let mut mistakes = prose.loose();
        let mut known = known.remove(path.as_str()).unwrap_or_default().into_iter();
        match prose.entries() {
            Err(wrong) => mistakes.extend(wrong),
            Ok(entries) => {
                for entry in entries {
                    let Some(place) = entry.place else { continue };
                    let shown = sudoku_prose::in_one_line(&text[place]);
                    if known.next() != Some((&entry.query, &shown)) {
                        let message = format!(
                            "`{shown}` ({}) is not in {LIST}: `cargo xtask figures` writes it",
                            entry.query
                        );
                        mistakes.push(Mistake { line: entry.line, message });
                        break;
                    }
                }
            }
        }
        let named = |Mistake { line, message }| format!("{path}:{line}: {message}");
        complaints.extend(mistakes.into_iter().map(named));
    }
    let gone = |file: &&str| format!("{LIST}: figures of {file}, which is no text with marks");
    complaints.extend(known.keys().map(gone));
    complaints
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_differ_from_the_list_are_found() {
        let wrong = |text: &str, shown: &str| {
            let figure = |query: &str, text: &str| Figure {
                file: "docs/BIAS.md".into(),
                query: query.into(),
                text: text.into(),
            };
            let source = Source { path: "docs/BIAS.md".into(), text: text.into() };
            compare(&[source], &[figure("range x on y", shown), figure("z on y", "5")])
        };
        let text = "It takes 0.5\nto 0.6 and 5.\n<!-- figures: range x on y; z on y -->\n";
        assert_eq!(wrong(text, "0.5 to 0.6"), Vec::<String>::new());
        let stale = wrong(text, "0.5 to 0.7");
        assert!(stale[0].starts_with("docs/BIAS.md:1: `0.5 to 0.6` (range x on y) is not in"));
        let other = text.replace("range x on y", "range y on y");
        assert_eq!(wrong(&other, "0.5 to 0.6").len(), 1, "another query");
        let loose = format!("{text}\nAnd 0.7.\n");
        assert_eq!(wrong(&loose, "0.5 to 0.6").len(), 1, "a number without a mark");
        let gone =
            compare(&[], &[Figure { file: "x".into(), query: "q".into(), text: "1".into() }]);
        assert_eq!(gone.len(), 1);
    }
}
