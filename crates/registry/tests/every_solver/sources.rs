//! Every solver names the publication of its idea, and all describe the same publication alike.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use sudoku_core::{Info, Publication, Source};
use sudoku_registry::SOLVERS;

fn sources() -> impl Iterator<Item = (&'static str, &'static Source)> {
    let of = |solver: &'static sudoku_registry::Entry| {
        solver.info.sources.iter().map(|source| (solver.info.id, source))
    };
    SOLVERS.iter().flat_map(of)
}

#[test]
fn every_solver_has_a_source_with_a_title() {
    for solver in SOLVERS {
        let id = solver.info.id;
        assert!(!solver.info.sources.is_empty(), "{id} has no source");
        for Source { work, part, differs } in solver.info.sources {
            let Publication { key, title, author, year, address, language } = work;
            for text in [key, title, author, year, address, language, part] {
                assert!(!text.is_empty() && text.trim() == *text, "{id}: {work:?}, {part:?}");
            }
            assert_ne!(*title, "unknown", "{id}: {key}");
            assert_ne!(*differs, "nothing", "{id}: where nothing differs, `differs` is empty");
        }
    }
}

#[test]
fn every_id_names_the_file_that_it_stands_in() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
    let mut ids = BTreeSet::new();
    for Info { id, .. } in SOLVERS.iter().map(|solver| solver.info) {
        let text = fs::read_to_string(top.join(Info::path_of(id))).expect(id);
        assert!(text.contains(&format!("id: \"{id}\"")) && ids.insert(id), "{id}");
    }
}

#[test]
fn equal_keys_are_equal_publications() {
    let mut known = BTreeMap::new();
    for (id, Source { work, .. }) in sources() {
        let (first, known_work) = *known.entry(work.key).or_insert((id, *work));
        assert_eq!(*known_work, **work, "{first} and {id}");
    }
}

#[test]
fn an_address_is_unknown_or_leads_somewhere() {
    for (id, Source { work, .. }) in sources() {
        let leads = work.address.starts_with("https://")
            && work.address.chars().all(|c| c.is_ascii_graphic() && !"<>()".contains(c));
        assert!(leads || work.address == "unknown", "{id}: {}", work.address);
    }
}
