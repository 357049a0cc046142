//! Checks that a search reports the reason of a step in names, fields, indices and literals that it
//! has anyway, and computes nothing for it.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

use super::Source;

pub(super) fn check(sources: &[Source]) -> Vec<String> {
    let solvers = sources.iter().filter(|source| is_of_a_family(source));
    solvers.flat_map(complaints).collect()
}

/// True for the code of a family that reports reasons. Solvers for tests may compute anything.
fn is_of_a_family(source: &Source) -> bool {
    let Source { path, text } = source;
    let code = path.starts_with("crates/") && path.contains("/src/") && source.extension() == "rs";
    code && !path.starts_with("crates/doubles/")
        && text.contains("probe.why(")
        && !path.starts_with("crates/core/")
        && !path.starts_with("crates/measure/")
}

fn complaints(Source { path, text }: &Source) -> Vec<String> {
    let Ok(stream) = text.parse::<TokenStream>() else { return vec![format!("{path}: not Rust")] };
    let mut reasons = Vec::new();
    collect(stream, &mut reasons);
    let complaint = |reason: &Group| {
        let wrong = computed(reason.stream())?;
        Some(format!(
            "{path}:{}: `{wrong}` in a reason: expected names, fields, indices, literals and \
             conversions of these, which the search has anyway",
            reason.span_open().start().line
        ))
    };
    reasons.iter().filter_map(complaint).collect()
}

/// Collects the brackets of every `probe.why(..)`.
fn collect(stream: TokenStream, found: &mut Vec<Group>) {
    let tokens: Vec<TokenTree> = stream.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        let TokenTree::Group(group) = token else { continue };
        let is = |back: usize, text: &str| {
            at.checked_sub(back).is_some_and(|at| tokens[at].to_string() == text)
        };
        if is(1, "why") && is(2, ".") {
            found.push(group.clone());
        }
        collect(group.stream(), found);
    }
}

/// Returns the first thing that a reason computes: an operator, a call that constructs or converts
/// nothing, a macro or a block; `None` if it computes nothing.
fn computed(stream: TokenStream) -> Option<String> {
    let tokens: Vec<TokenTree> = stream.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        let name = match at.checked_sub(1).map(|before| &tokens[before]) {
            Some(TokenTree::Ident(name)) => Some(name.to_string()),
            _ => None,
        };
        match token {
            TokenTree::Punct(sign) if ![':', ',', '.'].contains(&sign.as_char()) => {
                return Some(sign.to_string());
            }
            TokenTree::Group(group) => {
                let known = match group.delimiter() {
                    Delimiter::Bracket => true,
                    Delimiter::Brace => name.as_deref().is_some_and(constructs),
                    _ => name.as_deref().is_some_and(|name| {
                        constructs(name) || name == "from" && converts(&tokens[..at])
                    }),
                };
                if !known {
                    return Some(format!("{}{group}", name.unwrap_or_default()));
                }
                if let Some(wrong) = computed(group.stream()) {
                    return Some(wrong);
                }
            }
            TokenTree::Ident(word) if BLOCKS.contains(&word.to_string().as_str()) => {
                return Some(word.to_string());
            }
            _ => {}
        }
    }
    None
}

const BLOCKS: [&str; 7] = ["if", "match", "loop", "while", "for", "unsafe", "move"];

/// True for the name of a type or of a variant.
fn constructs(name: &str) -> bool {
    name.starts_with(char::is_uppercase)
}

/// True if the tokens before the brackets end in a conversion, such as `u32::from`.
fn converts(tokens: &[TokenTree]) -> bool {
    let kind = tokens.len().checked_sub(4).map(|at| tokens[at].to_string());
    kind.is_some_and(|kind| ["u16", "u32", "u64", "u128", "usize"].contains(&kind.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(path: &str, reason: &str) -> Vec<String> {
        let text =
            format!("fn search() {{\n    probe.place(at + 1);\n    probe.why({reason});\n}}\n");
        check(&[Source { path: path.to_owned(), text }])
    }

    #[test]
    fn a_value_that_the_search_has_is_a_reason() {
        for reason in [
            "Reason::Legal",
            "Reason::LowestOf { digits: free }",
            "Reason::NoDigit { cell: Cell::Of(row, col) }",
            "Reason::FewestDigits { cell: Cell::At(at), digits: u32::from(digits) }",
            "Reason::Failed { item, options: OptionsLeft::Bits(self.items.options[item]) }",
            "Reason::Locked { digits: locked, inside: chute[line][block], outside: cells }",
            "Reason::Minirows { rule: Rule::Triple, lines: [x.0, y.0, z.0] }",
            "Reason::HiddenSingle { unit, digit: digit as u16, place: Some(3) }",
        ] {
            assert_eq!(of("crates/bands/src/bivalue.rs", reason), [""; 0], "{reason}");
        }
    }

    #[test]
    fn a_value_computed_beside_the_search_is_refused() {
        for (reason, wrong) in [
            ("Reason::NoDigit { cell: Cell::At(row * 9 + col) }", "*"),
            ("Reason::LowestOf { digits: self.free(row, col) }", "free(row , col)"),
            ("Reason::LowestOf { digits: digits.into() }", "into()"),
            ("Reason::LowestOf { digits: u32::max(a, b) }", "max(a , b)"),
            ("Reason::LowestOf { digits: free(at) }", "free(at)"),
            ("Reason::LowestOf { digits: Digits::from(at) }", "from(at)"),
            ("Reason::LowestOf { digits: (free) }", "(free)"),
            ("Reason::LowestOf { digits: -1 }", "-"),
            ("Reason::LowestOf { digits: cells[at + 1] }", "+"),
            ("Reason::LowestOf { digits: bits!(free) }", "!"),
            ("Reason::LowestOf { digits: { free } }", "{ free }"),
            (
                "Reason::Minirows { rule, lines: lines.map(|line| line.0) }",
                "map(| line | line . 0)",
            ),
            ("if dead { Reason::Legal } else { reason }", "if"),
            ("reason(at)", "reason(at)"),
        ] {
            let complaints = of("crates/bands/src/bivalue.rs", reason);
            let [complaint] = &complaints[..] else { panic!("{reason}: {complaints:?}") };
            let expected = format!("crates/bands/src/bivalue.rs:3: `{wrong}` in a reason: ");
            assert!(complaint.starts_with(&expected), "{complaint}");
        }
        assert_eq!(of("crates/doubles/src/lib.rs", "reason(at)"), [""; 0], "wrong on purpose");
    }
}
