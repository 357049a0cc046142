//! The report as a page: `index.html`, a single file that needs no other.

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

#[derive(Template)]
#[template(path = "page.html")]
struct Page<'a> {
    results: &'a Results,
    check: &'a Check,
    /// The note on the processor.
    note: Option<&'a str>,
    finding: String,
    verdicts: Option<Verdicts<'a>>,
    /// The chart that is shown unfolded above all sections.
    opening: Option<&'a Chart>,
    sections: &'a [Section<'a>],
    player: String,
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
    let page = Page {
        results,
        check,
        note,
        finding: finding::finding(results),
        verdicts: Verdicts::of(ledger, &results.pages),
        opening: charts.iter().find(|chart| chart.opens()),
        sections,
        player: player::section(results, module)?,
    };
    Ok(page.render()?)
}

/// The content security policy: the page may run this one script, its WebAssembly and workers, and
/// load nothing from the network. Inline styles are allowed because bars and tints are attributes
/// of cells.
fn policy() -> String {
    let hash = BASE64_STANDARD.encode(Sha256::digest(SCRIPT));
    format!(
        "default-src 'none'; script-src 'sha256-{hash}' 'wasm-unsafe-eval'; worker-src blob:; \
         style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
    )
}
