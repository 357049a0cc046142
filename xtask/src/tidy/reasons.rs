//! Checks that a search reports the reason of a step in names, fields, indices and literals that it
//! has anyway, and computes nothing for it.

use anyhow::Result;
use syn::Expr;
use syn::spanned::Spanned;

use super::Source;
use crate::zero_cost::strip::observations;

pub(super) fn check(sources: &[Source]) -> Vec<String> {
    let solvers = sources.iter().filter(|source| is_of_a_family(source));
    solvers
        .flat_map(|source| complaints(source).unwrap_or_else(|error| vec![error.to_string()]))
        .collect()
}

/// True for the code of a family that reports reasons. Solvers for tests may compute anything.
fn is_of_a_family(source: &Source) -> bool {
    let Source { path, text } = source;
    let code = path.starts_with("crates/") && path.contains("/src/") && source.extension() == "rs";
    code && !path.starts_with("crates/doubles/")
        && text.contains("probe.why(")
        && !path.starts_with("crates/core/")
        && !path.starts_with("crates/record/")
}

fn complaints(source: &Source) -> Result<Vec<String>> {
    let mut complaints = Vec::new();
    for observation in observations(source)? {
        let mut reasons = observation.call.args.iter().filter(|_| observation.call.method == "why");
        if let Some(wrong) = reasons.find_map(computed) {
            complaints.push(format!(
                "{}:{}: `{}` in a reason: expected names, fields, indices, literals and \
                 conversions of these, which the search has anyway",
                source.path,
                wrong.span().start().line,
                &source.text[wrong.span().byte_range()]
            ));
        }
    }
    Ok(complaints)
}

/// Returns the first thing that a reason computes; `None` if it computes nothing.
fn computed(expr: &Expr) -> Option<&Expr> {
    match expr {
        Expr::Path(_) | Expr::Lit(_) => None,
        Expr::Field(field) => computed(&field.base),
        Expr::Index(index) => computed(&index.expr).or_else(|| computed(&index.index)),
        Expr::Cast(cast) => computed(&cast.expr),
        Expr::Array(array) => array.elems.iter().find_map(computed),
        Expr::Struct(made) if made.rest.is_none() => {
            made.fields.iter().find_map(|field| computed(&field.expr))
        }
        Expr::Call(call) if constructs(&call.func) => call.args.iter().find_map(computed),
        _ => Some(expr),
    }
}

/// True for the name of a type or of a variant, and for a conversion such as `u32::from`.
fn constructs(function: &Expr) -> bool {
    let Expr::Path(path) = function else { return false };
    let names: Vec<String> = path.path.segments.iter().map(|part| part.ident.to_string()).collect();
    match &names[..] {
        [number, from] if from == "from" => {
            ["u16", "u32", "u64", "u128", "usize"].contains(&number.as_str())
        }
        [.., name] => name.starts_with(char::is_uppercase),
        [] => false,
    }
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
            ("Reason::NoDigit { cell: Cell::At(row * 9 + col) }", "row * 9 + col"),
            ("Reason::LowestOf { digits: self.free(row, col) }", "self.free(row, col)"),
            ("Reason::LowestOf { digits: digits.into() }", "digits.into()"),
            ("Reason::LowestOf { digits: u32::max(a, b) }", "u32::max(a, b)"),
            ("Reason::LowestOf { digits: free(at) }", "free(at)"),
            ("Reason::LowestOf { digits: Digits::from(at) }", "Digits::from(at)"),
            ("Reason::LowestOf { digits: (free) }", "(free)"),
            ("Reason::LowestOf { digits: -1 }", "-1"),
            ("Reason::LowestOf { digits: cells[at + 1] }", "at + 1"),
            ("Reason::LowestOf { digits: bits!(free) }", "bits!(free)"),
            ("Reason::LowestOf { digits: { free } }", "{ free }"),
            (
                "Reason::Minirows { rule, lines: lines.map(|line| line.0) }",
                "lines.map(|line| line.0)",
            ),
            (
                "if dead { Reason::Legal } else { reason }",
                "if dead { Reason::Legal } else { reason }",
            ),
            (
                "Reason::LowestOf { digits, ..reason(at) }",
                "Reason::LowestOf { digits, ..reason(at) }",
            ),
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
