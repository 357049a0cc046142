//! [`nearest`]: the name that was probably meant by a misspelt one.

/// The end of an error about an unknown name: "the nearest is `NAME`", or "no name is near" if more
/// than a third of `asked` would have to change.
///
/// The beginning of a long name, or of its part after a slash, counts as a correct spelling: names
/// are ranked by the smallest edit distance from `asked` to one of these, in which a swap of two
/// neighbours is one change, then by the distance to the whole name, then by their order.
pub fn nearest<T: AsRef<str>>(asked: &str, names: impl IntoIterator<Item = T>) -> String {
    let rank = |name: &str| {
        let part = name.split_once('/').map(|(_, part)| part);
        let distances = [Some(name), part].into_iter().flatten().flat_map(|part| {
            let ends = part.char_indices().map(|(at, sign)| at + sign.len_utf8());
            ends.map(move |end| strsim::osa_distance(asked, &part[..end]))
        });
        (distances.min(), strsim::osa_distance(asked, name))
    };
    let most = asked.chars().count() / 3;
    let ranked = names.into_iter().map(|name| (rank(name.as_ref()), name));
    match ranked.min_by_key(|(rank, _)| *rank) {
        Some(((Some(changes), _), name)) if changes <= most => {
            format!("the nearest is `{}`", name.as_ref())
        }
        _ => "no name is near".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_beginning_is_preferred_and_nothing_far_is_named() {
        let claims = ["004-cursor", "004-fused-loop", "004-fused-loop-again"];
        let solvers = ["brute-scan/fused", "bitmask/cursor", "bitmask/blank-list"];
        for (asked, names, near) in [
            ("004-fused", &claims[..], claims[1]),
            ("004-fussed", &claims, claims[1]),
            ("004-f", &claims, claims[1]),
            ("004-fused-loop", &claims, claims[1]),
            ("004-curser", &claims, claims[0]),
            ("leet", &["easy", "leetcode-37"], "leetcode-37"),
            ("éasy", &["hard", "easy"], "easy"),
            ("bitmask", &solvers, solvers[1]),
            ("bitmsk/*", &solvers, solvers[1]),
            ("blank", &solvers, solvers[2]),
            ("cursr", &solvers, solvers[1]),
            ("esay", &["hard", "easy"], "easy"),
            ("a/frist", &["b/second", "a/first"], "a/first"),
        ] {
            assert_eq!(nearest(asked, names), format!("the nearest is `{near}`"), "{asked}");
        }
        for asked in ["nosuch", "x*", "x", "é", ""] {
            assert_eq!(nearest(asked, solvers), "no name is near", "{asked}");
        }
        assert_eq!(nearest("x", [""; 0]), "no name is near");
    }
}
