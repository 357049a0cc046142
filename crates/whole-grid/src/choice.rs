//! [`Choice`]: what a guess is about.

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::_pext_u64;

/// The greatest number of guesses on a path. Each guess leaves its digit fewer configurations in a
/// band or stack, but at least one. There are 6 bands and stacks, 9 digits, and 6 configurations of
/// each.
pub(crate) const DEEPEST: usize = 6 * 9 * (6 - 1);

/// The configurations of a digit in a band or stack among which a guess decides.
pub(crate) struct Choice {
    /// Twice the band, or twice the stack plus one.
    pub(crate) place: usize,
    /// The bit of the digit.
    pub(crate) digit: u16,
    /// One bit for each configuration that is left, the even ones first.
    configurations: usize,
}

impl Choice {
    /// The choice in this band or stack: the first digit with two configurations or, if there is
    /// none, the digit with the fewest. `digits` holds the digits that have each configuration.
    #[inline]
    pub(crate) fn among(digits: [u16; 6], place: usize) -> Self {
        let (mut once, mut twice, mut more) = (0, 0, 0);
        for digits in digits {
            more |= twice & digits;
            twice |= once & digits;
            once |= digits;
        }
        let two = twice & !more;
        let digit = if two == 0 { with_fewest(&digits) } else { two & two.wrapping_neg() };
        let mut configurations = 0;
        for (no, digits) in digits.into_iter().enumerate() {
            configurations |= usize::from(digits & digit != 0) << no;
        }
        Self { place, digit, configurations }
    }

    /// As [`among`](Self::among), with the digits of the three even and the three odd
    /// configurations in 16 bits each of two words.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi2")]
    #[inline]
    pub(crate) fn of(even: u64, odd: u64, place: usize) -> Self {
        // Each even configuration is paired with an odd one: the digits with one or both of a pair,
        // and the digits with both.
        let [any, both] = [even | odd, even & odd];
        let [a, b, c] = [any, any >> 16, any >> 32];
        let [d, e, f] = [both, both >> 16, both >> 32];
        let twice = a & b | a & c | b & c | d | e | f;
        let more = a & b & c | d & (b | c) | e & (a | c) | f & (a | b);
        let two = (twice & !more) as u16;
        let digit = if two == 0 {
            let at = |no: usize| (if no < 3 { even } else { odd } >> (no % 3 * 16)) as u16;
            with_fewest(&[at(0), at(1), at(2), at(3), at(4), at(5)])
        } else {
            two & two.wrapping_neg()
        };
        let places = u64::from(digit) * 0x1_0001_0001;
        let [even, odd] = [_pext_u64(even, places), _pext_u64(odd, places)];
        Self { place, digit, configurations: (even | odd << 3) as usize }
    }

    /// The configurations to try first, and the others. Of two or three, one is tried first; of
    /// more, up to two.
    #[inline]
    pub(crate) fn split(&self) -> (usize, usize) {
        let all = self.configurations;
        let lowest = all & all.wrapping_neg();
        let first = if all.count_ones() > 3 { (lowest | lowest << 3) & all } else { lowest };
        (first, all ^ first)
    }
}

/// The bit of the digit with the fewest configurations of those with several; called only if no
/// digit has exactly two.
#[cold]
fn with_fewest(digits: &[u16; 6]) -> u16 {
    let number = |bit: u16| digits.iter().filter(|&&digits| digits & bit != 0).count();
    let open = (0..9).map(|digit| (number(1 << digit), 1 << digit)).filter(|open| open.0 > 1);
    open.min().map_or(0, |(_, bit)| bit)
}

/// For each set of configurations and each line of the band, the boxes in which no configuration of
/// the set uses the line.
pub(crate) static LOST: [[u8; 3]; 64] = {
    let mut lost = [[0b111; 3]; 64];
    let mut set = 0;
    while set < 64 {
        let mut no = 0;
        while no < 6 {
            let mut line = 0;
            while set >> no & 1 == 1 && line < 3 {
                let step = if no < 3 { line } else { 2 * line };
                lost[set][line] &= !(1 << ((no + step) % 3));
                line += 1;
            }
            no += 1;
        }
        set += 1;
    }
    lost
};
