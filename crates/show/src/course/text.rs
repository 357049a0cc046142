//! Converts documentation, as rustdoc reads it, to HTML.

use pulldown_cmark::{BrokenLink, Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use sudoku_record::NODE;

/// The tags around an answer that is folded away: the only HTML that a text may contain.
const FOLD: [&str; 2] = ["<details><summary>Answer</summary>", "</details>"];

/// Converts a text to HTML. Headings move three levels down, to fit into a lesson. Links lead where
/// `target` says, and become plain text where it returns `None`; any HTML is shown as text.
pub(crate) fn html(markdown: &str, target: impl Fn(&str) -> Option<String>) -> String {
    // A link to an item by its name alone, such as [`Fused`].
    let item = |link: BrokenLink<'_>| {
        let name = link.reference.strip_prefix('`')?.strip_suffix('`')?;
        Some((name.to_owned().into(), "".into()))
    };
    let parser =
        Parser::new_with_broken_link_callback(markdown, Options::ENABLE_TABLES, Some(item));
    let (mut events, mut leads) = (Vec::new(), false);
    for event in parser {
        let event = match event {
            Event::Start(Tag::Heading { level, id, classes, attrs }) => {
                Event::Start(Tag::Heading { level: demoted(level), id, classes, attrs })
            }
            Event::End(TagEnd::Heading(level)) => Event::End(TagEnd::Heading(demoted(level))),
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                let target = target(&dest_url);
                leads = target.is_some();
                let Some(target) = target else { continue };
                Event::Start(Tag::Link { link_type, dest_url: target.into(), title, id })
            }
            Event::End(TagEnd::Link) if !leads => continue,
            Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => continue,
            Event::Html(text) | Event::InlineHtml(text) if !FOLD.contains(&text.trim()) => {
                Event::Text(text)
            }
            Event::Start(Tag::CodeBlock(_)) => Event::Html("<pre tabindex=\"0\"><code>".into()),
            Event::End(TagEnd::CodeBlock) => Event::Html("</code></pre>\n".into()),
            Event::Start(Tag::Table(_)) => {
                let scroll =
                    "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Figures\">";
                events.push(Event::Html(scroll.into()));
                event
            }
            Event::End(TagEnd::Table) => {
                events.push(event);
                Event::Html("</div>\n".into())
            }
            other => other,
        };
        events.push(event);
    }
    let mut html = String::new();
    pulldown_cmark::html::push_html(&mut html, events.into_iter());
    html
}

/// The headings of what few readers look for, which the appendix has.
const APART: [&str; 6] = [
    "Cost",
    "What is counted",
    "Source",
    "Outside its assumptions",
    "Outside the assumptions",
    "What paid, and what did not",
];

/// Divides a description, as HTML, into what a lesson shows and what the appendix has. In neither are
/// the examples, which rustdoc runs as tests, and what a node is, which has a section of its own.
pub(super) fn divided(html: &str) -> [String; 2] {
    let mut sections = html.split("<h4>");
    let [mut lesson, mut apart] = [sections.next().unwrap_or_default().to_owned(), String::new()];
    for section in sections {
        let of = match section.split("</h4>").next() {
            Some("Examples" | NODE) => continue,
            Some(heading) if APART.contains(&heading) => &mut apart,
            _ => &mut lesson,
        };
        of.extend(["<h4>", section]);
    }
    [lesson, apart]
}

fn demoted(level: HeadingLevel) -> HeadingLevel {
    match level {
        HeadingLevel::H1 => HeadingLevel::H4,
        HeadingLevel::H2 => HeadingLevel::H5,
        _ => HeadingLevel::H6,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(markdown: &str) -> String {
        html(markdown, |link| link.strip_prefix("crate::").map(|name| format!("#{name}")))
    }

    #[test]
    fn headings_are_those_of_a_lesson() {
        assert_eq!(plain("# Cost\n\n## More\n"), "<h4>Cost</h4>\n<h5>More</h5>\n");
    }

    #[test]
    fn links_lead_somewhere_or_are_text() {
        let two = "[`A`](crate::A), [the **core**](sudoku_core#x), [b].\n\n[b]: crate::B\n";
        let html = "<p><a href=\"#A\"><code>A</code></a>, the <strong>core</strong>, \
                    <a href=\"#B\">b</a>.</p>\n";
        assert_eq!(plain(two), html);
        assert_eq!(
            plain("- [`Fused`] or `[3][3]`"),
            "<ul>\n<li><code>Fused</code> or <code>[3][3]</code></li>\n</ul>\n"
        );
        assert_eq!(plain("![a](https://example.org/x.png)"), "<p>a</p>\n");
    }

    #[test]
    fn html_is_text_but_for_a_fold() {
        let evil = "a <b>c</b>\n\n<script>alert(1)</script>\n";
        let text = plain(evil);
        assert!(text.contains("&lt;b&gt;c&lt;/b&gt;") && text.contains("&lt;script&gt;"), "{text}");
        let fold = "<details><summary>Answer</summary>\n\n`1 < 2`\n\n</details>\n";
        let html = "<details><summary>Answer</summary>\n<p><code>1 &lt; 2</code></p>\n</details>\n";
        assert_eq!(plain(fold), html);
    }

    #[test]
    fn a_description_is_divided_by_its_headings() {
        let text =
            "One.\n\n# Examples\n\n```\nf()\n```\n\n# Source\n\nTwo.\n\n# Question\n\nThree.\n";
        let lesson = "<p>One.</p>\n<h4>Question</h4>\n<p>Three.</p>\n";
        assert_eq!(divided(&plain(text)), [lesson, "<h4>Source</h4>\n<p>Two.</p>\n"]);
        assert_eq!(divided("<p>One.</p>\n"), ["<p>One.</p>\n", ""]);
    }

    #[test]
    fn drawings_and_tables_scroll() {
        let drawing = plain("```text\n# 5 < 3\n```\n");
        assert_eq!(drawing, "<pre tabindex=\"0\"><code># 5 &lt; 3\n</code></pre>\n");
        let table = plain("| a | b |\n|---|---|\n| `1` | 2 |\n");
        assert!(table.starts_with("<div class=\"scroll\" tabindex=\"0\""), "{table}");
        assert!(table.contains("<td><code>1</code></td><td>2</td>") && table.ends_with("</div>\n"));
    }
}
