//! The arithmetic of the claims' figures: `fused.cell_reads / three.cell_reads`.
//!
//! ```text
//! both        = comparison { "and" comparison }                         1 when all are true, else 0
//! comparison  = sum [ ("<=" | "<" | ">=" | ">" | "==" | "!=") sum ]      1 when true, else 0
//! sum         = product { ("+" | "-") product }
//! product     = power { ("*" | "/") power }
//! power       = atom [ "^" power ]
//! atom        = number | name | name "." name | "(" both ")"
//! ```

use std::iter::Peekable;
use std::str::CharIndices;

/// A parsed expression over names of type `N`.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Expression<N> {
    Number(f64),
    Name(N),
    Binary(Operator, Box<Self>, Box<Self>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Power,
    AtMost,
    Below,
    AtLeast,
    Above,
    Equal,
    Unequal,
    And,
}

impl Operator {
    /// True for an operator whose result is 1 or 0.
    pub(crate) const fn compares(self) -> bool {
        !matches!(self, Self::Add | Self::Subtract | Self::Multiply | Self::Divide | Self::Power)
    }

    #[expect(clippy::float_cmp, reason = "counts are whole numbers, and exact below 2^53")]
    fn apply(self, a: f64, b: f64) -> f64 {
        let truth = |holds| if holds { 1.0 } else { 0.0 };
        match self {
            Self::Add => a + b,
            Self::Subtract => a - b,
            Self::Multiply => a * b,
            Self::Divide => a / b,
            Self::Power => a.powf(b),
            Self::AtMost => truth(a <= b),
            Self::Below => truth(a < b),
            Self::AtLeast => truth(a >= b),
            Self::Above => truth(a > b),
            Self::Equal => truth(a == b),
            Self::Unequal => truth(a != b),
            Self::And => truth(a != 0.0 && b != 0.0),
        }
    }
}

impl<N> Expression<N> {
    /// The value; `None` if a name has no value.
    pub(crate) fn value(&self, of: &impl Fn(&N) -> Option<f64>) -> Option<f64> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Name(name) => of(name),
            Self::Binary(operator, a, b) => Some(operator.apply(a.value(of)?, b.value(of)?)),
        }
    }

    /// Every name, in the order of the text.
    pub(crate) fn names(&self) -> Vec<&N> {
        match self {
            Self::Number(_) => Vec::new(),
            Self::Name(name) => vec![name],
            Self::Binary(_, a, b) => [a.names(), b.names()].concat(),
        }
    }
}

/// The greatest length of an expression in bytes. A longer one is refused unparsed, so that none is
/// too deep for the stack.
const LONGEST: usize = 400;

/// A mistake in an expression, and the byte at which it occurs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mistake {
    pub(crate) at: usize,
    pub(crate) message: String,
}

/// Parses an expression; `resolve` turns `owner.name` or `name` into an `N`, or says why it cannot.
pub(crate) fn parse<N>(
    text: &str,
    resolve: impl Fn(Option<&str>, &str) -> Result<N, String>,
) -> Result<Expression<N>, Mistake> {
    if text.len() > LONGEST {
        let message = format!("an expression of more than {LONGEST} characters");
        return Err(Mistake { at: LONGEST, message });
    }
    let mut parser = Parser { text, chars: text.char_indices().peekable(), resolve };
    let expression = parser.both()?;
    match parser.next_char() {
        None => Ok(expression),
        Some((at, c)) => {
            Err(Mistake { at, message: format!("`{c}` where the expression should end") })
        }
    }
}

struct Parser<'a, F> {
    text: &'a str,
    chars: Peekable<CharIndices<'a>>,
    resolve: F,
}

impl<'a, N, F: Fn(Option<&str>, &str) -> Result<N, String>> Parser<'a, F> {
    fn both(&mut self) -> Result<Expression<N>, Mistake> {
        self.chain(&[("and ", Operator::And)], Self::comparison)
    }

    /// Parses operands joined by operators of one rank, which associate to the left.
    fn chain(
        &mut self,
        signs: &[(&str, Operator)],
        operand: fn(&mut Self) -> Result<Expression<N>, Mistake>,
    ) -> Result<Expression<N>, Mistake> {
        let mut left = operand(self)?;
        while let Some(operator) = self.operator(signs) {
            left = binary(operator, left, operand(self)?);
        }
        Ok(left)
    }

    fn comparison(&mut self) -> Result<Expression<N>, Mistake> {
        let left = self.sum()?;
        let signs = [
            ("<=", Operator::AtMost),
            (">=", Operator::AtLeast),
            ("==", Operator::Equal),
            ("!=", Operator::Unequal),
            ("<", Operator::Below),
            (">", Operator::Above),
        ];
        match self.operator(&signs) {
            Some(operator) => Ok(binary(operator, left, self.sum()?)),
            None => Ok(left),
        }
    }

    fn sum(&mut self) -> Result<Expression<N>, Mistake> {
        self.chain(&[("+", Operator::Add), ("-", Operator::Subtract)], Self::product)
    }

    fn product(&mut self) -> Result<Expression<N>, Mistake> {
        self.chain(&[("*", Operator::Multiply), ("/", Operator::Divide)], Self::power)
    }

    fn power(&mut self) -> Result<Expression<N>, Mistake> {
        let base = self.atom()?;
        match self.operator(&[("^", Operator::Power)]) {
            Some(operator) => Ok(binary(operator, base, self.power()?)),
            None => Ok(base),
        }
    }

    fn atom(&mut self) -> Result<Expression<N>, Mistake> {
        match self.next_char() {
            Some((_, '(')) => {
                self.chars.next();
                let inside = self.both()?;
                match self.next_char() {
                    Some((_, ')')) => self.chars.next(),
                    other => return Err(self.unexpected(other, "`)`")),
                };
                Ok(inside)
            }
            Some((at, c)) if c.is_ascii_digit() => {
                let word = self.word(at, |c| c.is_ascii_alphanumeric() || c == '.');
                let number = word.parse();
                number
                    .map(Expression::Number)
                    .map_err(|_| Mistake { at, message: format!("`{word}` is not a number") })
            }
            Some((at, c)) if c.is_ascii_alphabetic() => {
                let word = self.word(at, |c| c.is_ascii_alphanumeric() || c == '_' || c == '.');
                let resolved = match word.split_once('.') {
                    Some((owner, name)) => (self.resolve)(Some(owner), name),
                    None => (self.resolve)(None, word),
                };
                resolved.map(Expression::Name).map_err(|message| Mistake { at, message })
            }
            other => Err(self.unexpected(other, "a number, a name or `(`")),
        }
    }

    fn unexpected(&self, found: Option<(usize, char)>, wanted: &str) -> Mistake {
        match found {
            Some((at, c)) => Mistake { at, message: format!("`{c}` where {wanted} should be") },
            None => Mistake {
                at: self.text.len(),
                message: format!("it ends where {wanted} should be"),
            },
        }
    }

    fn next_char(&mut self) -> Option<(usize, char)> {
        while self.chars.next_if(|(_, c)| c.is_whitespace()).is_some() {}
        self.chars.peek().copied()
    }

    /// Consumes the first of these signs that the text continues with, if any.
    fn operator(&mut self, signs: &[(&str, Operator)]) -> Option<Operator> {
        let (at, _) = self.next_char()?;
        let (sign, operator) = signs.iter().find(|(sign, _)| self.text[at..].starts_with(sign))?;
        sign.chars().for_each(|_| _ = self.chars.next());
        Some(*operator)
    }

    fn word(&mut self, from: usize, part: impl Fn(char) -> bool) -> &'a str {
        let mut end = from;
        while let Some((at, c)) = self.chars.next_if(|(_, c)| part(*c)) {
            end = at + c.len_utf8();
        }
        &self.text[from..end]
    }
}

fn binary<N>(operator: Operator, a: Expression<N>, b: Expression<N>) -> Expression<N> {
    Expression::Binary(operator, Box::new(a), Box::new(b))
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
        parse(text, names).unwrap().value(&|number| Some(*number)).unwrap()
    }

    fn mistake(text: &str) -> (usize, String) {
        let mistake = parse::<()>(text, |_, name| Err(format!("no {name}"))).unwrap_err();
        (mistake.at, mistake.message)
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
            ("two >= 3", 0.0),
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
        assert_eq!(mistake("1 + "), (4, "it ends where a number, a name or `(` should be".into()));
        assert_eq!(mistake("1 + x"), (4, "no x".into()));
        assert_eq!(mistake("(1 + 2"), (6, "it ends where `)` should be".into()));
        assert_eq!(mistake("1 2"), (2, "`2` where the expression should end".into()));
        assert_eq!(mistake("1.2.3"), (0, "`1.2.3` is not a number".into()));
        let deep = "(".repeat(LONGEST);
        assert_eq!(mistake(&deep).0, LONGEST, "the end");
        assert_eq!(
            mistake(&format!("{deep}1")),
            (LONGEST, "an expression of more than 400 characters".into())
        );
        assert_eq!(mistake("1 < 2 < 3"), (6, "`<` where the expression should end".into()));
    }
}
