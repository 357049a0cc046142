//! Formats numbers for human readers, in every table, chart and sentence.

use std::borrow::Borrow;

use crate::Interval;

const UNITS: [(&str, f64); 4] = [("s", 1e9), ("ms", 1e6), ("µs", 1e3), ("ns", 1.0)];

/// Returns the largest unit in which a time in nanoseconds, rounded to three digits, is at least 1.
fn unit(ns: f64) -> (&'static str, f64) {
    *UNITS.iter().find(|(_, size)| ns >= 0.9995 * size).unwrap_or(&UNITS[3])
}

/// Formats three significant digits, or all digits before the point if there are more.
fn significant(value: f64) -> String {
    let decimals = match value.abs() {
        0.0 | 99.95.. => 0,
        9.995.. => 1,
        0.9995.. => 2,
        _ => 3,
    };
    format!("{value:.decimals$}")
}

/// Formats a time given in nanoseconds: `1.23 µs`.
pub fn time(ns: f64) -> String {
    let (name, size) = unit(ns);
    format!("{} {name}", significant(ns / size))
}

/// Formats the ends of an interval of times, in the unit of its point: `1.21 – 1.25 µs`.
pub fn interval(Interval { point, low, high }: Interval) -> String {
    let (name, size) = unit(point);
    format!("{} – {} {name}", significant(low / size), significant(high / size))
}

/// Formats a round time given in nanoseconds, for an axis: `500 ns`, `1 µs`.
pub fn tick(ns: f64) -> String {
    let (name, size) = unit(ns);
    format!("{} {name}", ns / size)
}

/// Formats a factor with its sign: `1.00×`, `45.6×`, `12,300×`.
pub fn ratio(ratio: f64) -> String {
    format!("{}×", factor(ratio))
}

/// Formats a factor with three significant digits: `0.0123`, `1.00`, `45.6`, `12,300`.
pub fn factor(factor: f64) -> String {
    in_digits(factor, 3)
}

/// Formats an exact ratio of counts: as [`factor`], but with every digit from 1,000 on. `75,613`.
pub fn counted(ratio: f64) -> String {
    if ratio < 999.5 { factor(ratio) } else { count(ratio.round() as u64) }
}

/// Formats a factor for a headline: as [`factor`], but with two significant digits from 100 on.
pub fn rounded(value: f64) -> String {
    in_digits(value, if value < 99.5 { 3 } else { 2 })
}

/// Formats a number with this many significant digits, never as a power of ten.
fn in_digits(value: f64, digits: usize) -> String {
    let rounded = format!("{value:.*e}", digits - 1);
    let exponent = rounded.split_once('e').and_then(|(_, text)| text.parse::<isize>().ok());
    let decimals = (digits - 1).saturating_add_signed(-exponent.unwrap_or(0));
    grouped(&format!("{:.decimals$}", rounded.parse().unwrap_or(value)))
}

/// Formats a factor with one significant digit, for an axis: `0.3`, `1`, `2,000`.
pub fn round(factor: f64) -> String {
    in_digits(factor, 1)
}

/// Formats the ratio of two single solves, which is no more precise than two digits: `0.25`, `5.0`.
pub fn rough(ratio: f64) -> String {
    let decimals = (1.0 - ratio.log10().floor()).clamp(0.0, 9.0);
    format!("{ratio:.0$}", decimals as usize)
}

/// Formats a whole number for a sentence: in words below 10 (`two`), otherwise in digits (`64`).
pub fn cardinal(number: usize) -> String {
    const WORDS: [&str; 10] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
    WORDS.get(number).map_or_else(|| count(number), |word| (*word).to_owned())
}

/// An integer of any type as the type of counts.
pub fn whole(number: impl TryInto<u64>) -> u64 {
    number.try_into().unwrap_or(u64::MAX)
}

/// A count, in groups of three digits: `1,234,567`.
pub fn count(count: impl TryInto<u64>) -> String {
    grouped(&whole(count).to_string())
}

/// Formats a ratio for a table, or a figure that decides a claim, in one form whatever its size: four
/// significant digits from 1 on and three below, and whole numbers without decimals. `8.888`, `52`,
/// `4,208`, `0.0000786`. Only beyond all ratios is it a power of ten: `1.0e7`.
pub fn figure(value: f64) -> String {
    let size = value.abs();
    let decimals = match size {
        _ if size < 1e6 && value.fract() == 0.0 => 0,
        1e3..1e6 => 0,
        1e2..1e3 => 1,
        1e1..1e2 => 2,
        0.9995..1e1 => 3,
        1e-7..0.9995 => return in_digits(value, 3),
        _ => return format!("{value:.1e}"),
    };
    grouped(&format!("{value:.decimals$}"))
}

/// Formats the ends of an interval of ratios, as [`figure`]: `0.0917 – 1.025`.
pub fn between(Interval { low, high, .. }: Interval) -> String {
    format!("{} – {}", figure(low), figure(high))
}

/// The least and the greatest figure, or one if they are written alike; `None` without figures.
pub fn span(
    figures: impl Iterator<Item = f64> + Clone,
    written: impl Fn(f64) -> String,
) -> Option<String> {
    let least = written(figures.clone().min_by(f64::total_cmp)?);
    let greatest = written(figures.max_by(f64::total_cmp)?);
    Some(if least == greatest { least } else { format!("{least} – {greatest}") })
}

/// Formats a factor with half of its interval, rounded up: `2.10 ± 0.05`, `12,300 ± 200`; where half of
/// it is more than a quarter of the factor, the ends: `300 – 12,400`.
pub fn with_error(Interval { point, low, high }: Interval) -> String {
    if high - low > point / 2.0 {
        return [low, high].map(factor).join(" – ");
    }
    let text = factor(point);
    let decimals = text.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let step = 10_f64.powf(point.log10().floor() - 2.0).max(0.1_f64.powf(decimals as f64));
    let half = ((high - low) / 2.0 / step).ceil() * step;
    format!("{text} ± {}", grouped(&format!("{half:.decimals$}")))
}

/// Formats a share with the digits of [`figure`]: `1.142 %`.
pub fn figure_share(share: f64) -> String {
    format!("{} %", figure(share * 100.0))
}

/// Puts commas between groups of three digits in the whole part of a number.
fn grouped(number: &str) -> String {
    let whole = number.find('.').unwrap_or(number.len());
    let mut text = String::with_capacity(number.len() * 4 / 3);
    for (at, symbol) in number.char_indices() {
        let between_digits = at < whole && text.ends_with(|last: char| last.is_ascii_digit());
        if between_digits && (whole - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(symbol);
    }
    text
}

/// A number of things: `1 puzzle`, `1,000 puzzles`.
pub fn many(number: impl TryInto<u64>, thing: &str) -> String {
    let number = whole(number);
    format!("{} {thing}{}", count(number), if number == 1 { "" } else { "s" })
}

/// Formats a share in per cent: `99.8 %`.
pub fn share(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

/// Returns the text with a capital first letter.
pub fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// Joins the parts with `between` between them.
pub fn joined(parts: impl IntoIterator<Item = String>, between: &str) -> String {
    parts.into_iter().collect::<Vec<_>>().join(between)
}

/// Lists names: `a`, `a and b`, `a, b and c`.
pub fn listed<S: Borrow<str>>(names: &[S]) -> String {
    match names {
        [] => String::new(),
        [one] => Borrow::<str>::borrow(one).to_owned(),
        [first @ .., last] => format!("{} and {}", first.join(", "), Borrow::<str>::borrow(last)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_three_digits_and_a_unit_that_fits() {
        let of = |ns: &[f64]| ns.iter().map(|&ns| time(ns)).collect::<Vec<_>>().join(", ");
        assert_eq!(of(&[0.0, 0.0456, 0.456, 1.0]), "0 ns, 0.046 ns, 0.456 ns, 1.00 ns");
        assert_eq!(of(&[9.994, 9.996, 99.94, 99.96]), "9.99 ns, 10.0 ns, 99.9 ns, 100 ns");
        assert_eq!(of(&[999.4, 999.6, 1234.5, 65_432.1]), "999 ns, 1.00 µs, 1.23 µs, 65.4 µs");
        assert_eq!(of(&[999_499.0, 999_501.0, 1e9, 4.56e12]), "999 µs, 1.00 ms, 1.00 s, 4560 s");
    }

    #[test]
    fn an_interval_keeps_the_unit_of_its_point() {
        let text = |point, low, high| interval(Interval { point, low, high });
        assert_eq!(text(1010.0, 990.0, 1030.0), "0.990 – 1.03 µs");
        assert_eq!(text(52.3e6, 51.9e6, 1.2e9), "51.9 – 1200 ms");
    }

    #[test]
    fn ticks_are_as_short_as_they_can_be() {
        assert_eq!(
            [0.5, 20.0, 1e3, 5e5, 1e6, 2e9].map(tick).join(", "),
            "0.5 ns, 20 ns, 1 µs, 500 µs, 1 ms, 2 s"
        );
    }

    #[test]
    fn figures_have_four_digits() {
        let text = |figures: &[f64]| {
            figures.iter().map(|&value| figure(value)).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(text(&[0.0, 1.0, 52.0, 4208.0, -9.0]), "0 1 52 4,208 -9");
        assert_eq!(text(&[-900.0, -9000.0, 123_456.0]), "-900 -9,000 123,456");
        assert_eq!(text(&[8.888_08, 0.488_1, 0.0047, 12.345]), "8.888 0.488 0.00470 12.35");
        assert_eq!(text(&[123.456, 12_345.6, 1e7, 3.2e-40]), "123.5 12,346 1.0e7 3.2e-40");
        assert_eq!([0.875, 1.0].map(figure_share), ["87.50 %", "100 %"]);
        let ratios = [0.000_003_8, 0.000_999_6, 0.0042, 0.5, 0.9996, 12.345, 6250.526];
        let one_form = "0.00000380 0.00100 0.00420 0.500 1.000 12.35 6,251";
        assert_eq!(text(&ratios), one_form, "no fraction and no power of ten");
        let interval = Interval { point: 0.001, low: 0.000_694, high: 0.0021 };
        assert_eq!(between(interval), "0.000694 – 0.00210");
        assert_eq!(figure_share(0.000_005), "0.000500 %");
    }

    #[test]
    fn ratios_counts_and_shares() {
        let headlines = [1.834, 45.64, 99.4, 99.6, 123.0, 16_376.0, 996_000.0].map(rounded);
        assert_eq!(headlines.join(" "), "1.83 45.6 99.4 100 120 16,000 1,000,000");
        assert_eq!(
            [1.0, 9.999, 45.64, 999.4, 999.6, 12_345.6].map(ratio).join(" "),
            "1.00× 10.0× 45.6× 999× 1,000× 12,300×"
        );
        assert_eq!([0.000_043_3, 0.0929, 0.9996].map(factor).join(" "), "0.0000433 0.0929 1.00");
        assert_eq!([0, 999, 1000, 1_234_567].map(count).join(" "), "0 999 1,000 1,234,567");
        assert_eq!(many(1, "puzzle") + ", " + &many(1000, "puzzle"), "1 puzzle, 1,000 puzzles");
        assert_eq!(share(0.99849), "99.8 %");
    }

    #[test]
    fn a_factor_and_its_error_have_the_same_digits() {
        let text = |point, low, high| with_error(Interval { point, low, high });
        assert_eq!(text(2.1, 2.052, 2.148), "2.10 ± 0.05");
        assert_eq!(text(12_345.6, 12_200.0, 12_500.0), "12,300 ± 200");
        assert_eq!(text(0.0155, 0.0141, 0.0172), "0.0155 ± 0.0016");
        assert_eq!(text(150.0, 150.0, 150.0), "150 ± 0");
    }

    #[test]
    fn names_are_listed_as_people_do() {
        assert_eq!(listed(&["a"]), "a");
        assert_eq!(listed(&["a", "b", "c"]), "a, b and c");
    }
}
