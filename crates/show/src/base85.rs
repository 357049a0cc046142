//! Bytes as text within the page: five characters stand for four bytes, where base64 takes 5.33.

/// The digits 0 to 84: those of Z85, with `,`, `;` and `_` instead of `&`, `<` and `>`, which HTML
/// reserves. `templates/unpack.js` has the same.
const DIGITS: &[u8; 85] =
    b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?,;_()[]{}@%$#";

/// The values of the five places.
const PLACES: [u32; 5] = [85 * 85 * 85 * 85, 85 * 85 * 85, 85 * 85, 85, 1];

/// Encodes bytes. A last group of `n` bytes, fewer than four, becomes `n + 1` characters.
pub(crate) fn text(bytes: &[u8]) -> String {
    let group = |group: &[u8]| {
        let mut word = [0; 4];
        word[..group.len()].copy_from_slice(group);
        let word = u32::from_be_bytes(word);
        let digits = PLACES.map(|place| char::from(DIGITS[(word / place % 85) as usize]));
        digits.into_iter().take(group.len() + 1)
    };
    bytes.chunks(4).flat_map(group).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Decodes a text as the script of the page does.
    fn bytes(text: &str) -> Vec<u8> {
        let value = |digit: &u8| DIGITS.iter().position(|one| one == digit).unwrap() as u32;
        let groups = text.as_bytes().chunks(5).flat_map(|group| {
            let word = (0..5).fold(0, |word, at| 85 * word + group.get(at).map_or(84, value));
            word.to_be_bytes().into_iter().take(group.len() - 1)
        });
        groups.collect()
    }

    #[test]
    fn groups_are_big_endian() {
        assert_eq!(text(&[]), "");
        assert_eq!(text(&[0; 5]), "0000000");
        assert_eq!(text(&[0xff; 4]), "%nSc0", "the text of Z85");
        assert_eq!(text(&[0x86, 0x4F, 0xD2, 0x6F, 0xB5, 0x59, 0xF7, 0x5B]), "HelloWorld");
    }

    proptest! {
        #[test]
        fn a_text_is_read_back(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
            let text = text(&bytes);
            prop_assert_eq!(text.len(), (5 * bytes.len()).div_ceil(4));
            prop_assert!(!text.contains(['<', '>', '&', '"', '\'', '\\', '`']));
            prop_assert_eq!(self::bytes(&text), bytes);
        }
    }
}
