//! `cargo xtask help`: the list of tasks, and the help of each.

use std::io::{IsTerminal, stdout};
use std::process::ExitCode;

use anyhow::Result;
use lexopt::prelude::*;
use textwrap::{Options, fill};

use crate::args::Args;
use crate::tasks::{TASKS, Task, find};
use crate::{columns, say};

const CODES: &str = "Exit codes: 0 success; 1 a check failed; 2 bad usage or unreadable input.";

pub(crate) fn help(mut args: Args) -> Result<ExitCode> {
    let task = match args.next()? {
        Some(Value(name)) => Some(find(&name.string()?)?),
        Some(other) => return Err(other.unexpected().into()),
        None => None,
    };
    args.no_more()?;
    print(task);
    Ok(ExitCode::SUCCESS)
}

/// Prints the help of a task, or the list of tasks.
pub(crate) fn print(task: Option<&Task>) {
    let columns = columns(stdout().is_terminal());
    say(task.map_or_else(|| list(columns), |task| of(task, columns)).trim_end());
}

fn list(columns: usize) -> String {
    // The first line says how to ask for help.
    let tasks = TASKS.iter().filter(|task| task.name != "help");
    let tasks: Vec<_> = tasks.map(|task| (task.name, task.about)).collect();
    let usage = "Usage: cargo xtask TASK [OPTIONS]; `cargo xtask help TASK` shows the options";
    let [usage, codes] = [usage, CODES].map(|text| fill(text, columns));
    format!("{usage}\n\n{}\n{codes}\n", glossary(&tasks, columns))
}

fn of(task: &Task, columns: usize) -> String {
    let Task { name, operands, about, more, options, example, .. } = task;
    let about = format!("{}{}. {more}", about[..1].to_uppercase(), &about[1..]);
    let (usage, options) = if options.is_empty() {
        ("", String::new())
    } else {
        (" [OPTIONS]", format!("Options:\n{}\n", glossary(options, columns)))
    };
    let about = fill(about.trim_end(), columns);
    format!(
        "{about}\n\nUsage: cargo xtask {name}{operands}{usage}\n\n{options}Example: {example}\n{}\n",
        fill(CODES, columns)
    )
}

/// Formats terms and their meanings as two columns.
fn glossary(entries: &[(&str, &str)], columns: usize) -> String {
    let longest = entries.iter().map(|(term, _)| term.len()).max().unwrap_or(0);
    let blanks = " ".repeat(longest + 4);
    let entry = |(term, meaning): &(&str, &str)| {
        let head = format!("  {term:longest$}  ");
        let options = Options::new(columns).initial_indent(&head).subsequent_indent(&blanks);
        fill(meaning, options.break_words(false)) + "\n"
    };
    entries.iter().map(entry).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_task_has_a_help_that_fits_the_terminal() {
        for columns in [60, 80, 120] {
            let texts = TASKS.iter().map(|task| of(task, columns)).chain([list(columns)]);
            for text in texts {
                let lines = text.lines().filter(|line| !line.starts_with("Example: "));
                assert!(lines.clone().count() > 4, "{text}");
                assert!(lines.clone().all(|line| line.chars().count() <= columns), "{text}");
            }
        }
        for task in &TASKS {
            let text = of(task, 80);
            assert!(text.contains(&format!("\nUsage: cargo xtask {}", task.name)), "{text}");
            let example = format!("\nExample: cargo xtask {}", task.name);
            assert!(text.contains(&example), "{text}");
            let is_listed = list(80).contains(&format!("\n  {} ", task.name));
            assert!(is_listed || task.name == "help", "{}", task.name);
            assert!(!task.about.is_empty() && task.options.iter().all(|(_, text)| text.len() > 9));
            assert!(task.options.iter().all(|(option, _)| text.contains(option)), "{text}");
        }
        assert!(list(80).lines().count() <= 24, "one screen");
    }

    /// `Args::next` ensures that no parser accepts an option that is not in the help.
    #[test]
    fn every_option_in_the_help_is_known_to_the_parser() {
        for task in &TASKS {
            for (option, _) in task.options {
                let value = option.split_once(' ').map(|_| "x");
                let name = option.split(' ').next().unwrap();
                let args: Vec<&str> = [name].into_iter().chain(value).chain(["--end"]).collect();
                let error = (task.run)(Args::of(task.name, &args)).unwrap_err().to_string();
                assert!(error.contains("`--end`"), "{} {option}: {error}", task.name);
            }
        }
    }

    #[test]
    fn an_option_that_no_help_lists_is_refused_and_the_nearest_is_named() {
        let refused = |task: &str, option| {
            let mut args = Args::of(task, &[option]);
            args.next().unwrap_err().to_string()
        };
        let text = "bench has no option `--quik`; did you mean `--quick`?";
        assert_eq!(refused("bench", "--quik"), text);
        assert_eq!(refused("size", "--quick"), "size has no options, and no `--quick`");
        let error = find("bnech").map(|task| task.name).unwrap_err().to_string();
        assert_eq!(error, "no task `bnech`; did you mean `bench`?");
    }
}
