//! [`nearest`]: the name that was probably meant by a misspelt one.

/// The name among `names` that was most likely meant by `asked`; `None` if there are no names.
///
/// The beginning of a long name counts as a correct spelling: names are ranked by the smallest edit
/// distance from `asked` to one of their beginnings, then by the distance to the whole name, then
/// by their order.
pub fn nearest<T: AsRef<str>>(asked: &str, names: impl IntoIterator<Item = T>) -> Option<T> {
    names.into_iter().min_by_key(|name| {
        let name = name.as_ref();
        let beginnings = name.char_indices().map(|(end, _)| &name[..end]).chain([name]);
        let distances = beginnings.map(|beginning| strsim::levenshtein(asked, beginning));
        (distances.min(), strsim::levenshtein(asked, name))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_beginning_is_preferred() {
        let near = |asked, names: &[&'static str]| nearest(asked, names.iter().copied());
        let claims = ["004-cursor", "004-fused-loop", "004-fused-loop-again"];
        for asked in ["004-fused", "004-fussed", "004-f", "004-fused-loop"] {
            assert_eq!(near(asked, &claims), Some("004-fused-loop"), "{asked}");
        }
        assert_eq!(near("004-curser", &claims), Some("004-cursor"));
        assert_eq!(near("leet", &["easy", "leetcode-37"]), Some("leetcode-37"));
        assert_eq!(near("éasy", &["hard", "easy"]), Some("easy"));
        assert_eq!(near("", &["minimal", "easy"]), Some("easy"), "the shortest");
        assert_eq!(near("x", &[]), None);
    }
}
