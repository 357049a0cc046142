//! The report as a page: `index.html`, a single file that needs no other, and `appendix.html` beside
//! it, with the tables that few readers look for.

use std::fmt::Display;

use anyhow::Result;
use askama::Template;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest, Sha256};
use sudoku_judge::Results;
use sudoku_judge::claims::{Check, Ledger};

use crate::charts::{Chart, neutrals};
use crate::claims::Verdicts;
use crate::player;
use crate::section::Section;
use crate::{finding, names, notices};

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
    results: &'a Results,
    check: &'a Check,
    /// The note on the processor.
    note: Option<&'a str>,
    finding: String,
    verdicts: Option<Verdicts<'a>>,
    /// The chart that is shown unfolded above all sections.
    opening: Option<&'a Chart>,
    sections: Vec<&'a Section<'a>>,
    /// The sections that the appendix has, or has more of.
    apart: Vec<&'a Section<'a>>,
    player: String,
}

#[derive(Template)]
#[template(path = "appendix.html")]
struct Appendix<'a> {
    script: String,
    results: &'a Results,
    sections: Vec<&'a Section<'a>>,
}

/// The whole file. `note` is about the processor.
pub(crate) fn document(
    results: &Results,
    (ledger, check): (&Ledger, &Check),
    note: Option<&str>,
    charts: &[Chart],
    sections: &[Section<'_>],
    module: Option<&[u8]>,
) -> Result<String> {
    let with = |has: fn(&&Section<'_>) -> bool| sections.iter().filter(has).collect();
    let page = Page {
        script: bare(SCRIPT),
        results,
        check,
        note,
        finding: finding::finding(results),
        verdicts: Verdicts::of(ledger, &results.pages),
        opening: charts.iter().find(|chart| chart.opens()),
        sections: with(|section| !section.parts.is_empty()),
        apart: with(|section| !section.appendix.is_empty()),
        player: player::section(results, module)?,
    };
    Ok(page.render()?)
}

/// A part of the appendix, whose links into the report lead to the page.
fn linked(part: impl Display) -> String {
    part.to_string().replace("href=\"#", "href=\"index.html#")
}

/// The appendix.
pub(crate) fn appendix(results: &Results, sections: &[Section<'_>]) -> Result<String> {
    let sections = sections.iter().filter(|section| !section.appendix.is_empty()).collect();
    Ok(Appendix { script: bare(TABLES), results, sections }.render()?)
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
