//! The arithmetic of the claims' figures: `fused.cell_reads / three.cell_reads`.
//!
//! ```text
//! both        = comparison { "and" comparison }                         1 when all are true, else 0
//! comparison  = sum [ ("<=" | "<" | ">" | "==" | "!=") sum ]             1 when true, else 0
//! sum         = product { ("+" | "-") product }
//! product     = power { ("*" | "/") power }
//! power       = atom [ "^" power ]
//! atom        = number | name | name "." name | "(" both ")"
//! ```

/// A parsed expression over names of type `N`.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Expression<N> {
    /// Every name, in the order of the text.
    pub(crate) names: Vec<N>,
    root: Node,
}

#[derive(Debug, Clone, PartialEq)]
enum Node {
    Number(f64),
    /// The place of a name among all.
    Name(usize),
    Binary(&'static Operator, Box<[Node; 2]>),
}

#[derive(Debug)]
struct Operator {
    sign: &'static str,
    /// Operators of a higher rank bind closer.
    rank: usize,
    apply: fn(f64, f64) -> f64,
}

const COMPARISON: usize = 1;
const POWER: usize = 4;

/// Of operators that begin alike, the longest comes first.
static OPERATORS: [Operator; 11] = [
    Operator { sign: "and ", rank: 0, apply: |a, b| truth(a != 0.0 && b != 0.0) },
    Operator { sign: "<=", rank: COMPARISON, apply: |a, b| truth(a <= b) },
    Operator { sign: "==", rank: COMPARISON, apply: |a, b| truth(a - b == 0.0) },
    Operator { sign: "!=", rank: COMPARISON, apply: |a, b| truth(a - b != 0.0) },
    Operator { sign: "<", rank: COMPARISON, apply: |a, b| truth(a < b) },
    Operator { sign: ">", rank: COMPARISON, apply: |a, b| truth(a > b) },
    Operator { sign: "+", rank: 2, apply: |a, b| a + b },
    Operator { sign: "-", rank: 2, apply: |a, b| a - b },
    Operator { sign: "*", rank: 3, apply: |a, b| a * b },
    Operator { sign: "/", rank: 3, apply: |a, b| a / b },
    Operator { sign: "^", rank: POWER, apply: f64::powf },
];

impl PartialEq for Operator {
    fn eq(&self, other: &Self) -> bool {
        self.sign == other.sign
    }
}

const fn truth(holds: bool) -> f64 {
    if holds { 1.0 } else { 0.0 }
}

impl Node {
    fn value(&self, values: &[Option<f64>]) -> Option<f64> {
        Some(match self {
            Self::Number(number) => *number,
            Self::Name(at) => values[*at]?,
            Self::Binary(operator, sides) => {
                (operator.apply)(sides[0].value(values)?, sides[1].value(values)?)
            }
        })
    }
}

impl<N> Expression<N> {
    /// The value, given those of all names; `None` if a name that counts has none.
    pub(crate) fn value(&self, values: &[Option<f64>]) -> Option<f64> {
        self.root.value(values)
    }

    /// True for a comparison, whose value is 1 or 0.
    pub(crate) fn compares(&self) -> bool {
        matches!(self.root, Node::Binary(operator, _) if operator.rank <= COMPARISON)
    }

    /// The two names of a quotient of names, or one name that stands alone; empty for any other
    /// expression.
    pub(crate) fn terms(&self) -> &[N] {
        let is_name = |node: &Node| matches!(node, Node::Name(_));
        match &self.root {
            Node::Name(_) => &self.names,
            Node::Binary(Operator { sign: "/", .. }, sides) if sides.iter().all(is_name) => {
                &self.names
            }
            _ => &[],
        }
    }
}

/// The greatest length of an expression in bytes. A longer one is refused unparsed, so that none is
/// too deep for the stack.
const LONGEST: usize = 400;

/// Parses an expression; `resolve` turns `owner.name` or `name` into an `N`, or says why it cannot.
/// A mistake is reported with its place.
pub(crate) fn parse<N>(
    text: &str,
    resolve: impl Fn(Option<&str>, &str) -> Result<N, String>,
) -> Result<Expression<N>, String> {
    let mut parser = Parser { rest: text, resolve, names: Vec::new() };
    let found = if text.len() > LONGEST {
        Err(format!("an expression of more than {LONGEST} characters"))
    } else {
        parser.whole()
    };
    match found {
        Ok(root) => Ok(Expression { names: parser.names, root }),
        Err(message) => {
            let character = text[..text.len() - parser.rest.len()].chars().count() + 1;
            Err(format!("{message} (character {character} of `{text}`)"))
        }
    }
}

/// After a mistake, `rest` begins where it is.
struct Parser<'a, N, F> {
    rest: &'a str,
    resolve: F,
    names: Vec<N>,
}

impl<'a, N, F: Fn(Option<&str>, &str) -> Result<N, String>> Parser<'a, N, F> {
    fn whole(&mut self) -> Result<Node, String> {
        let root = self.operand(0)?;
        match self.next_char() {
            None => Ok(root),
            Some(c) => Err(format!("`{c}` where the expression should end")),
        }
    }

    /// Parses operands joined by operators of this rank.
    fn operand(&mut self, rank: usize) -> Result<Node, String> {
        if rank > POWER {
            return self.atom();
        }
        let mut left = self.operand(rank + 1)?;
        while let Some(operator) = self.operator(rank) {
            // A power associates to the right, the others to the left.
            let right = self.operand(if rank == POWER { rank } else { rank + 1 })?;
            left = Node::Binary(operator, Box::new([left, right]));
            if rank == COMPARISON {
                break;
            }
        }
        Ok(left)
    }

    fn atom(&mut self) -> Result<Node, String> {
        match self.next_char() {
            Some('(') => {
                self.rest = &self.rest[1..];
                let inside = self.operand(0)?;
                if self.next_char() != Some(')') {
                    return Err(self.expected("`)`"));
                }
                self.rest = &self.rest[1..];
                Ok(inside)
            }
            Some(c) if c.is_ascii_digit() => {
                let (word, rest) = self.word(|c| c.is_ascii_alphanumeric() || c == '.');
                let number = word.parse().map_err(|_| format!("`{word}` is not a number"))?;
                self.rest = rest;
                Ok(Node::Number(number))
            }
            Some(c) if c.is_ascii_alphabetic() => {
                let (word, rest) = self.word(|c| c.is_ascii_alphanumeric() || c == '_' || c == '.');
                let (owner, name) =
                    word.split_once('.').map_or((None, word), |(owner, name)| (Some(owner), name));
                self.names.push((self.resolve)(owner, name)?);
                self.rest = rest;
                Ok(Node::Name(self.names.len() - 1))
            }
            _ => Err(self.expected("a number, a name or `(`")),
        }
    }

    fn expected(&self, what: &str) -> String {
        match self.rest.chars().next() {
            Some(c) => format!("`{c}` where {what} should be"),
            None => format!("it ends where {what} should be"),
        }
    }

    fn next_char(&mut self) -> Option<char> {
        self.rest = self.rest.trim_start();
        self.rest.chars().next()
    }

    /// Consumes an operator of this rank, if the text continues with one.
    fn operator(&mut self, rank: usize) -> Option<&'static Operator> {
        self.rest = self.rest.trim_start();
        let mut ours = OPERATORS.iter().filter(|operator| operator.rank == rank);
        let operator = ours.find(|operator| self.rest.starts_with(operator.sign))?;
        self.rest = &self.rest[operator.sign.len()..];
        Some(operator)
    }

    /// The word at the beginning of the rest, and what follows.
    fn word(&self, is_part: impl Fn(char) -> bool) -> (&'a str, &'a str) {
        self.rest.split_at(self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> f64 {
        let names = |owner: Option<&str>, name: &str| match (owner, name) {
            (None, "two") => Ok(2.0),
            (Some("a"), "three") => Ok(3.0),
            _ => Err(format!("{name} is unknown")),
        };
        let parsed = parse(text, names).unwrap();
        let values: Vec<Option<f64>> = parsed.names.iter().copied().map(Some).collect();
        parsed.value(&values).unwrap()
    }

    fn mistake(text: &str) -> String {
        let mistake = parse::<()>(text, |_, name| Err(format!("no {name}"))).unwrap_err();
        mistake.replace(&format!(" of `{text}`)"), ")")
    }

    #[test]
    fn the_usual_order_of_operations() {
        let close = |text, expected: f64| assert!((value(text) - expected).abs() < 1e-12, "{text}");
        close("1 + 2 * 3", 7.0);
        close("(1 + 2) * 3", 9.0);
        close("8 / 4 / 2", 1.0);
        close("9 - 3 - 2", 4.0);
        close("2 ^ 3 ^ two", 512.0);
        close("a.three*two-0.5", 5.5);
        close("1e3 / two", 500.0);
    }

    #[test]
    fn comparisons_are_1_or_0() {
        for (text, expected) in [
            ("1 + 1 <= two", 1.0),
            ("3 < a.three", 0.0),
            ("two > 1", 1.0),
            ("two == 2", 1.0),
            ("(two != 2) + 5", 5.0),
            ("two == 2 and 1 < two", 1.0),
            ("two == 2 and 1 > two and 1 == 1", 0.0),
        ] {
            assert!((value(text) - expected).abs() < 1e-12, "{text}");
        }
    }

    #[test]
    fn mistakes_have_their_place() {
        let ends = "it ends where a number, a name or `(` should be (character 5)";
        assert_eq!(mistake("1 + "), ends);
        assert_eq!(mistake("1 + x"), "no x (character 5)");
        assert_eq!(mistake("(1 + 2"), "it ends where `)` should be (character 7)");
        assert_eq!(mistake("1 2"), "`2` where the expression should end (character 3)");
        assert_eq!(mistake("1.2.3"), "`1.2.3` is not a number (character 1)");
        assert_eq!(mistake("1 < 2 < 3"), "`<` where the expression should end (character 7)");
        let deep = "(".repeat(LONGEST);
        assert!(mistake(&deep).starts_with("it ends where a number"));
        let longer = mistake(&format!("{deep}1"));
        assert_eq!(longer, "an expression of more than 400 characters (character 1)");
    }
}
