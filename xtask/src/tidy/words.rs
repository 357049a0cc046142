//! Words to avoid: in documentation comments and, for some, in code, in names and printed text too.

use crate::sources::Source;

/// Phrases to avoid in documentation comments, and what to write instead. A phrase that begins with
/// `///` is avoided only at the beginning of a line.
const PHRASES: [(&[&str], &str); 4] = [
    (&["/// what", "/// the same"], "begin with the noun or the verb"),
    (&["; none where", "; none when", "; none for"], "write \"`None` if\""),
    (&["so many", "so much"], "give the number and its unit"),
    (&["of it that", "of them that", "of those that"], "name the thing"),
];

/// Words to avoid everywhere, in the names and strings of tests too, and what to write instead.
const WORDS: [(&[&str], &str); 3] = [
    (&["told", "tells"], "write \"reported\", \"printed\" or \"shows\""),
    (
        &["who", "whom", "whoever", "nobody"],
        "write \"which\" or \"no solver\"; name people by their part",
    ),
    (&["heat", "heats", "laps"], "write \"group\" or \"passes\""),
];

/// The folders whose code, unlike their documentation comments, is not checked yet.
const LATER: [&str; 4] = ["crates/cli/", "crates/puzzles/", "crates/programs/", "python/"];

/// Returns the words to avoid in a line, each with the advice on what to write.
fn avoidable(line: &str) -> Vec<(&'static str, &'static str)> {
    let line = line.trim_start().to_lowercase().replacen("//!", "///", 1);
    // Two figures that differ "can be told apart".
    let line = line.replace('_', " ").replace("told apart", "");
    let is_letter = |neighbour: Option<char>| neighbour.is_some_and(char::is_alphanumeric);
    let is_whole = |(at, phrase): (usize, &str)| {
        let (before, after) = (line[..at].chars().last(), line[at + phrase.len()..].chars().next());
        !(is_letter(after) || is_letter(before) && is_letter(phrase.chars().next()))
    };
    let in_comments = PHRASES.iter().filter(|_| line.starts_with("///"));
    let phrases = in_comments.chain(&WORDS);
    let phrases = phrases.flat_map(|(phrases, cure)| phrases.iter().map(|one| (*one, *cure)));
    let found = phrases.flat_map(|(phrase, cure)| {
        let whole = line.match_indices(phrase).filter(|found| is_whole(*found));
        whole.map(move |_| (phrase, cure))
    });
    found.collect()
}

/// Returns a complaint for each word to avoid.
pub(super) fn check(sources: &[Source]) -> Vec<String> {
    let mut complaints = Vec::new();
    // This file lists the words.
    let is_checked =
        |source: &&Source| source.extension() == "rs" && source.path != "xtask/src/tidy/words.rs";
    for Source { path, text } in sources.iter().filter(is_checked) {
        let is_later = LATER.iter().any(|folder| path.starts_with(folder));
        let lines = text.lines().zip(1..);
        for (line, at) in lines.filter(|(line, _)| !is_later || line.trim_start().starts_with("//"))
        {
            let complaint = |(words, cure)| format!("{path}:{at}: `{words}`: {cure}");
            complaints.extend(avoidable(line).into_iter().map(complaint));
        }
    }
    complaints
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn assert_cure(ill: &str, words: &[&str], cured: &str) {
        for open in ["///", "    ///", "//!"] {
            let found: Vec<_> =
                avoidable(&format!("{open} {ill}")).iter().map(|found| found.0).collect();
            assert_eq!(found, words, "{open} {ill}");
            assert_eq!(avoidable(&format!("{open} {cured}")), [], "{open} {cured}");
        }
    }

    #[test]
    fn some_words_are_avoided_in_names_and_printed_text_too() {
        let found = |line: &str| avoidable(line).iter().map(|found| found.0).collect::<Vec<_>>();
        assert_eq!(found("    fn who_was_told_of_laps() {"), ["told", "who", "laps"]);
        assert_eq!(found("println!(\"Nobody tells.\"); // whom"), ["tells", "whom", "nobody"]);
        assert_eq!(found("let what = \"so many whole overlaps\"; // retold"), [""; 0]);
        assert_eq!(found("\"they cannot be told apart\""), [""; 0]);
    }

    #[test]
    fn words_to_avoid_are_found_and_their_cures_are_not() {
        let opening = ["/// what"];
        assert_cure("What a step costs.", &opening, "The cost of a step: what a probe sees of it.");
        let opening = ["/// the same"];
        assert_cure("The same tree.", &opening, "An equal tree, in the same order.");
        assert_cure("The ratio; none where it is 0.", &["; none where"], "`None` if it is 0.");
        assert_cure("The ratio; none when stopped.", &["; none when"], "`None` when stopped.");
        assert_cure("The ratio; none for peers.", &["; none for"], "`None` for peers.");
        assert_cure("The error is told.", &["told"], "The error is printed.");
        assert_cure("It tells its name.", &["tells"], "It prints its name, and tell-tale signs.");
        assert_cure("Who is faster.", &["who"], "The solver that is faster on the whole set.");
        assert_cure("For whoever asks.", &["whoever"], "For the caller.");
        assert_cure("It is nobody's.", &["nobody"], "It is the program's.");
        assert_cure("As many: so many.", &["so many"], "16 puzzles, so long as many are left.");
        assert_cure("So much work.", &["so much"], "The work, in placements.");
        assert_cure("That of it that is done.", &["of it that"], "The part that is done.");
        assert_cure("Those of them that end.", &["of them that"], "Those that end.");
        assert_cure("Most of those that end.", &["of those that"], "Most that end.");
        assert_cure("Who told nobody?", &["told", "who", "nobody"], "Which solver reported it?");
        assert_cure("Who and who.", &["who", "who"], "Both solvers.");
    }

    #[test]
    fn a_complaint_names_file_line_and_cure() {
        let file = |path: &str| Source { path: path.into(), text: "//! A.\n/// Told.\n".into() };
        let complaints = check(&[file("a.rs"), file("a.md")]);
        let cure = "a.rs:2: `told`: write \"reported\", \"printed\" or \"shows\"";
        assert_eq!(complaints, [cure]);
    }
}
