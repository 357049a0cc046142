//! The report as a page: `index.html`, a single file that needs no other, and `appendix.html` beside
//! it, with the tables that few readers look for.

use std::fmt::Display;

use anyhow::Result;
use askama::Template;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest, Sha256};
use sudoku_judge::Results;

use crate::charts::neutrals;
use crate::report::Report;
use crate::section::Section;
use crate::{claims, finding, names, notices};

/// The whole script of the page.
const SCRIPT: &str = concat!(
    include_str!("../templates/unpack.js"),
    include_str!("../templates/elements.js"),
    include_str!("../templates/words.js"),
    include_str!("../templates/fold.js"),
    include_str!("../templates/search.js"),
    include_str!("../templates/tables.js"),
    include_str!("../templates/charts.js"),
    include_str!("../templates/player/engine.js"),
    include_str!("../templates/player/structures.js"),
    include_str!("../templates/player/view.js"),
    include_str!("../templates/player/strip.js"),
    include_str!("../templates/player/listing.js"),
    include_str!("../templates/player/candidates.js"),
    include_str!("../templates/player/transport.js"),
    include_str!("../templates/player/race.js"),
    include_str!("../templates/player/links.js"),
    include_str!("../templates/course.js"),
    include_str!("../templates/question.js"),
    include_str!("../templates/duel.js"),
);

/// The whole script of the appendix.
const TABLES: &str =
    concat!(include_str!("../templates/fold.js"), include_str!("../templates/tables.js"));

#[derive(Template)]
#[template(path = "page.html")]
struct Page<'a> {
    script: String,
    report: &'a Report<'a>,
    results: &'a Results,
    sections: Vec<&'a Section<'a>>,
    /// The sections that the appendix has, or has more of.
    apart: Vec<&'a Section<'a>>,
    player: &'a str,
}

#[derive(Template)]
#[template(path = "appendix.html")]
struct Appendix<'a> {
    script: String,
    results: &'a Results,
    sections: Vec<&'a Section<'a>>,
}

/// The whole file; `player` is the section of that name.
pub(crate) fn document(report: &Report<'_>, player: &str) -> Result<String> {
    let sections = report.sections.iter().filter(|section| !section.parts.is_empty());
    let page = Page {
        script: bare(SCRIPT),
        report,
        results: report.results,
        sections: sections.collect(),
        apart: apart(report),
        player,
    };
    Ok(page.render()?)
}

/// The sections of the appendix.
fn apart<'a>(report: &'a Report<'a>) -> Vec<&'a Section<'a>> {
    report.sections.iter().filter(|section| !section.appendix.is_empty()).collect()
}

/// A part of the appendix, whose links into the report lead to the page.
fn linked(part: impl Display) -> String {
    part.to_string().replace("href=\"#", "href=\"index.html#")
}

/// The appendix.
pub(crate) fn appendix(report: &Report<'_>) -> Result<String> {
    let (script, results, sections) = (bare(TABLES), report.results, apart(report));
    Ok(Appendix { script, results, sections }.render()?)
}

/// A script without indentation and without the comments that have lines of their own.
fn bare(script: &str) -> String {
    let (mut bare, mut inside) = (String::new(), false);
    for line in script.lines().map(str::trim_start) {
        let goes_on = line.split_once("*/").is_some_and(|(_, code)| !code.is_empty());
        inside |= line.starts_with("/*") && !goes_on;
        if !inside && !line.starts_with("//") {
            bare.extend([line, "\n"]);
        }
        inside &= !line.ends_with("*/");
    }
    bare
}

/// The content security policy: a page may run this one script, its WebAssembly and workers, and
/// load nothing from the network. Inline styles are allowed because bars and tints are attributes
/// of cells.
fn policy(script: &str) -> String {
    let hash = BASE64_STANDARD.encode(Sha256::digest(script));
    format!(
        "default-src 'none'; script-src 'sha256-{hash}' 'wasm-unsafe-eval'; worker-src blob:; \
         style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
    )
}
