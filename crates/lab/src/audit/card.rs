//! [`Report::markdown`]: a report for people, to be pasted into the card of a data set.

use super::{FileReport, Finding, Options, Quantiles, Report};

/// The figures of a file, by name.
type Figure = (&'static str, fn(&FileReport) -> String);

const FIGURES: [Figure; 12] = [
    ("rows", |file| file.rows.to_string()),
    ("with one solution", |file| file.unique.to_string()),
    ("of them minimal", |file| file.minimal.to_string()),
    ("solved by singles", |file| file.singles.to_string()),
    ("solved by these and locked candidates", |file| file.locked.to_string()),
    ("guesses, mean", |file| guesses(file, |guesses| guesses.mean)),
    ("guesses, median", |file| guesses(file, |guesses| guesses.median)),
    ("guesses, 90 % below", |file| guesses(file, |guesses| guesses.p90)),
    ("guesses, 99 % below", |file| guesses(file, |guesses| guesses.p99)),
    ("guesses, most", |file| guesses(file, |guesses| guesses.max)),
    ("their spread from arrangement to arrangement", |file| number(file.guesses_sd, 2)),
    ("rank correlation of guesses with the rating", |file| number(file.rank_correlation, 3)),
];

fn guesses(file: &FileReport, of: fn(Quantiles) -> f64) -> String {
    number(file.guesses.map(of), 2)
}

fn number(figure: Option<f64>, digits: usize) -> String {
    figure.map_or_else(String::new, |figure| format!("{figure:.digits$}"))
}

impl Report {
    /// The figures by name, each with a text for each file. The first are the names of the files.
    pub fn figures(&self) -> Vec<(String, Vec<String>)> {
        let row = |name: &str, cell: &dyn Fn(&FileReport) -> String| {
            (name.to_owned(), self.files.iter().map(cell).collect())
        };
        let files = row("", &|file| file.name.clone());
        let figures = FIGURES.iter().map(|(name, figure)| row(name, figure));
        let found = Finding::ALL.iter().zip(0..).map(|((_, name, meaning), at)| {
            row(&format!("{name}: {meaning}"), &|file| file.found[at].to_string())
        });
        [files].into_iter().chain(figures).chain(found).collect()
    }

    /// The figures as a table in Markdown, the SHA-256 of the files, and the command.
    pub fn markdown(&self) -> String {
        let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        let code = |text: &str| format!("`{}`", text.replace('|', "\\|").replace('`', "'"));
        let mut text = String::new();
        for (name, cells) in self.figures() {
            if text.is_empty() {
                let names: Vec<String> = cells.iter().map(|name| code(name)).collect();
                text = line(&[vec![name], names].concat());
                text +=
                    &line(&[vec!["---".to_owned()], vec!["---:".to_owned(); cells.len()]].concat());
            } else {
                text += &line(&[vec![name], cells].concat());
            }
        }
        for (file, sum) in self.files.iter().flat_map(|file| &file.sha256) {
            text += &format!("\nSHA-256 of {}: `{sum}`\n", code(file));
        }
        let mut words = vec!["sudoku-lab".to_owned(), "audit".to_owned()];
        words.extend(self.options.arguments());
        words.extend(self.files.iter().map(|file| file.name.clone()));
        // Only a NUL cannot be quoted, and no name has one.
        let command = shlex::try_join(words.iter().map(String::as_str));
        let command = code(&command.unwrap_or_else(|_| words.join(" ")));
        text + &format!("\nMade by {command}, version {}\n", self.version)
    }
}

impl Options {
    /// The options of the command line that differ from the usual ones.
    fn arguments(&self) -> Vec<String> {
        let usual = serde_json::to_value(Self::default()).unwrap_or_default();
        let value = serde_json::to_value(self).unwrap_or_default();
        let given = value.as_object().into_iter().flatten();
        let given = given.filter(|(name, value)| usual[*name] != **value && *name != "examples");
        given.fold(Vec::new(), |mut words, (name, value)| {
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            words.extend([format!("--{name}"), value]);
            words
        })
    }
}
