//! Numbers on the command line: `14000`, `1.4e4`, ranges of them, and durations.

use std::ops::Range;
use std::time::Duration;

/// Reads a whole number, written out or with an exponent.
pub(crate) fn whole(text: &str) -> Result<u64, String> {
    if let Ok(number) = text.parse() {
        return Ok(number);
    }
    // Every whole number below 2^53 is an exact f64, so 1.4e4 is read as exactly 14000.
    match text.parse::<f64>() {
        Ok(number) if number.fract() == 0.0 && (0.0..9e15).contains(&number) =>
        {
            #[allow(clippy::cast_sign_loss, reason = "it is in 0..9e15")]
            Ok(number as u64)
        }
        _ => Err("expected a whole number such as 14000 or 1.4e4".to_owned()),
    }
}

/// Reads a number of things in memory, written as for [`whole`].
pub(crate) fn size(text: &str) -> Result<usize, String> {
    usize::try_from(whole(text)?).map_err(|error| error.to_string())
}

/// Reads a number of calls after which to stop, at least 1.
pub(crate) fn calls(text: &str) -> Result<u64, String> {
    match whole(text)? {
        0 => Err("a search makes at least one call, expected 1 or more".to_owned()),
        calls => Ok(calls),
    }
}

/// Reads a time after which to stop: a number of milliseconds, seconds, minutes or hours.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let units = [("ms", 1e-3), ("s", 1.0), ("m", 60.0), ("h", 3600.0)];
    let mut read = units.into_iter().filter_map(|(unit, seconds)| {
        let number: f64 = text.strip_suffix(unit)?.trim_end().parse().ok()?;
        Duration::try_from_secs_f64(number * seconds).ok()
    });
    match read.next() {
        None => Err("expected a duration such as 500ms, 2s or 1.5m".to_owned()),
        Some(Duration::ZERO) => Err("a search takes some time, expected more than 0".to_owned()),
        Some(time) => Ok(time),
    }
}

/// Reads `LOW..HIGH`, where either end may be left out; HIGH is excluded.
pub(crate) fn range(text: &str) -> Result<Range<u64>, String> {
    let (low, high) = text.split_once("..").ok_or("expected LOW..HIGH such as 7e3..1.4e4")?;
    let low = if low.is_empty() { 0 } else { whole(low)? };
    let high = if high.is_empty() { u64::MAX } else { whole(high)? };
    Ok(low..high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers() {
        assert_eq!(whole("0"), Ok(0));
        assert_eq!(whole("14000"), Ok(14_000));
        assert_eq!(whole("1.4e4"), Ok(14_000));
        assert_eq!(whole("7e5"), Ok(700_000));
        assert_eq!(whole("18446744073709551615"), Ok(u64::MAX));
        for text in ["", "-1", "1.5", "1e-1", "1e30", "nan", "inf", "ten", "0x10"] {
            assert!(whole(text).is_err(), "{text}");
        }
    }

    #[test]
    fn no_calls_are_too_few() {
        assert_eq!(calls("1e3"), Ok(1000));
        assert!(calls("0").is_err());
    }

    #[test]
    fn durations() {
        for (text, milliseconds) in
            [("500ms", 500), ("2s", 2000), ("0.5 s", 500), ("1.5m", 90_000), ("1h", 3_600_000)]
        {
            assert_eq!(duration(text), Ok(Duration::from_millis(milliseconds)), "{text}");
        }
        assert_eq!(duration("1e-3ms"), Ok(Duration::from_micros(1)));
        for text in ["", "s", "2", "-1s", "nans", "infs", "1e30h", "2 seconds", "0s", "1e-30s"] {
            assert!(duration(text).is_err(), "{text}");
        }
    }

    #[test]
    fn ranges() {
        assert_eq!(range("7e3..1.4e4"), Ok(7000..14_000));
        assert_eq!(range("..10"), Ok(0..10));
        assert_eq!(range("10.."), Ok(10..u64::MAX));
        for text in ["", "7", "a..b", "1-2"] {
            assert!(range(text).is_err(), "{text}");
        }
    }
}
