//! [`Report::markdown`]: a report for people, to be pasted into the card of a data set.

use super::{FileReport, Finding, Options, Quantiles, Report};

/// The figures of a file, by name.
type Figure = (&'static str, fn(&FileReport) -> String);

const FIGURES: [Figure; 9] = [
    ("rows", |file| file.rows.to_string()),
    ("with one solution", |file| file.unique.to_string()),
    ("of them minimal", |file| file.minimal.to_string()),
    ("solved by singles", |file| file.singles.to_string()),
    ("solved by these and locked candidates", |file| file.locked.to_string()),
    ("guesses, mean", |file| guesses(file, |guesses| guesses.mean)),
    ("guesses, median", |file| guesses(file, |guesses| guesses.median)),
    ("guesses, 99 % below", |file| guesses(file, |guesses| guesses.p99)),
    ("rank correlation of guesses with the rating", |file| {
        file.rank_correlation.map_or_else(String::new, |figure| format!("{figure:.3}"))
    }),
];

fn guesses(file: &FileReport, of: fn(Quantiles) -> f64) -> String {
    file.guesses.map_or_else(String::new, |guesses| format!("{:.2}", of(guesses)))
}

impl Report {
    /// A table in Markdown with a column for each file, and the command that makes it again.
    pub fn markdown(&self) -> String {
        let row = |name: &str, cell: &dyn Fn(&FileReport) -> String| {
            let cells: Vec<String> = self.files.iter().map(cell).collect();
            format!("| {name} | {} |\n", cells.join(" | "))
        };
        let code = |text: &str| format!("`{}`", text.replace('|', "\\|").replace('`', "'"));
        let mut text = row("", &|file| code(&file.name));
        text += &format!("|---|{}\n", "---:|".repeat(self.files.len()));
        for (name, figure) in FIGURES {
            text += &row(name, &figure);
        }
        for ((_, name, meaning), at) in Finding::ALL.iter().zip(0..) {
            text += &row(&format!("{name}: {meaning}"), &|file| file.found[at].to_string());
        }
        for (file, sum) in self.files.iter().flat_map(|file| &file.sha256) {
            text += &format!("\nSHA-256 of {}: `{sum}`  ", code(file));
        }
        let names = self.files.iter().map(|file| &*file.name).collect::<Vec<_>>().join(" ");
        let command = code(&format!("sudoku-lab audit{} {names}", self.options.arguments()));
        text + &format!("\nMade by {command}, version {}\n", self.version)
    }
}

impl Options {
    /// The options of the command line that differ from the usual ones.
    fn arguments(&self) -> String {
        let usual = serde_json::to_value(Self::default()).unwrap_or_default();
        let value = serde_json::to_value(self).unwrap_or_default();
        let given = value
            .as_object()
            .into_iter()
            .flatten()
            .filter(|(name, value)| usual[name.as_str()] != **value && *name != "examples");
        given
            .map(|(name, value)| {
                format!(
                    " --{name} {}",
                    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
                )
            })
            .collect()
    }
}
