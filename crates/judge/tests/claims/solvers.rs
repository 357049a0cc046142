//! Claims name solvers but link none. These tests compare every name with the list of solvers.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use sudoku_core::Info;
use sudoku_judge::claims::{
    Claim, Evidence, Publication, Step, Verdict, committed, judge, sentences, steps,
};
use sudoku_record::Counted;
use sudoku_registry::{SOLVERS, find};

use super::common::{any, claims, raw, reference, references, top};

#[test]
fn every_solver_of_a_claim_is_on_the_list() {
    for claim in claims() {
        for id in claim.solvers.values() {
            if let Err(unknown) = find(id) {
                panic!("{}: {unknown}", claim.id);
            }
        }
    }
}

#[test]
fn every_solver_of_a_sentence_has_its_file() {
    for sentence in sentences().unwrap() {
        for id in sentence.test.solvers() {
            assert!(top().join(Info::path_of(id)).exists(), "{}: {id}", sentence.file);
        }
    }
}

#[test]
fn the_steps_compare_solvers_on_the_list_in_its_order() {
    let place = |id: &String| {
        let place = SOLVERS.iter().position(|entry| entry.info.id == id);
        place.unwrap_or_else(|| panic!("steps.toml: no solver is called {id}"))
    };
    for Step { solver, against } in steps() {
        assert!(!against.is_empty(), "{solver}");
        for other in against {
            // A peer is not on the list.
            assert!(other != solver && top().join(Info::path_of(other)).exists(), "{other}");
        }
    }
    let places: Vec<usize> = steps().iter().map(|step| place(&step.solver)).collect();
    let every: Vec<usize> = (1..SOLVERS.len()).collect();
    assert_eq!(places, every, "every solver but the first has its step, in the order of the list");
}

#[test]
fn a_publication_is_what_its_solvers_say_of_it() {
    let sources = SOLVERS.iter().flat_map(|solver| solver.info.sources);
    let works: BTreeMap<&str, _> = sources.map(|source| (source.work.key, source.work)).collect();
    for Claim { id, publication, .. } in claims() {
        let Publication { key, title, author, year, address, .. } = &publication;
        let work =
            works.get(key.as_str()).unwrap_or_else(|| panic!("{id}: no solver is from {key}"));
        let expected = [work.title, work.author, work.year, work.address];
        assert_eq!([title, author, year, address].map(String::as_str), expected, "{id}");
    }
}

#[test]
fn the_counts_of_every_solver_of_a_claim_are_committed() {
    let claims = claims();
    let named: BTreeSet<&str> =
        claims.iter().flat_map(|claim| claim.solvers.values()).map(String::as_str).collect();
    let committed = committed(top(), &claims).unwrap();
    let counted: BTreeSet<&str> = committed.iter().map(|counted| counted.solver.as_str()).collect();
    assert_eq!(counted, named);
}

/// Checks the rule of `default_among` on the processors of the references. Of the solvers that such
/// a processor can run, the last in the list must be the fastest on most sets of many puzzles, and
/// the last that searches one puzzle, node by node, on most sets of a single puzzle.
#[test]
fn the_solver_by_default_is_the_fastest_of_every_reference() {
    for reference in references().all() {
        let results = reference.results();
        let ladders = |many: bool| {
            let sets = results.plan.corpora.iter().filter(move |set| (set.of > 1) == many);
            sets.filter_map(|set| results.ladders.iter().find(|one| one.corpus == set.name))
        };
        for many in [true, false] {
            let suits = |id: &str| {
                let known = SOLVERS.iter().position(|entry| entry.info.id == id);
                known.filter(|&at| many || SOLVERS[at].width == 1 && SOLVERS[at].nodes == 1)
            };
            let mut fastest: BTreeMap<usize, usize> = BTreeMap::new();
            let mut there = BTreeSet::new();
            for ladder in ladders(many) {
                let mut ours = ladder.rungs.iter().filter_map(|rung| suits(&rung.solver));
                there.extend(ours.clone());
                *fastest.entry(ours.next_back().unwrap()).or_default() += 1;
            }
            let by_rule = *there.last().unwrap();
            let most = fastest.iter().max_by_key(|(_, sets)| **sets).unwrap().0;
            assert_eq!(
                SOLVERS[*most].info.id,
                SOLVERS[by_rule].info.id,
                "{}, many: {many}",
                reference.folder.root().display()
            );
        }
    }
}

/// A copy of the files that committed counts are checked against.
struct Tree(PathBuf);

impl Tree {
    fn of(name: &str) -> Self {
        let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        if copy.exists() {
            fs::remove_dir_all(&copy).unwrap();
        }
        for folder in [
            "crates/core/src",
            "crates/bands/src",
            "crates/whole-grid/src",
            "reports/counts/bands",
            "reports/counts/whole-grid",
        ] {
            copy_folder(&top().join(folder), &copy.join(folder));
        }
        fs::create_dir_all(copy.join("crates/core/src/probe")).unwrap();
        copy_folder(&top().join("crates/core/src/probe"), &copy.join("crates/core/src/probe"));
        Self(copy)
    }

    fn change(&self, file: &str, from: &str, to: &str) {
        let text = fs::read_to_string(self.0.join(file)).unwrap();
        assert!(text.contains(from), "{file}: {from}");
        fs::write(self.0.join(file), text.replacen(from, to, 1)).unwrap();
    }

    fn committed(&self, solver: &str) -> Result<Vec<Counted>, String> {
        committed(&self.0, &any(solver, "easy")).map_err(|error| error.to_string())
    }
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        if entry.path().is_file() {
            fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
        }
    }
}

#[test]
fn stale_counts_are_an_error_that_names_the_command() {
    let stale = |solver: &str| {
        Err(format!(
            "the counts of {solver} are stale, since code that its search runs has changed: run \
             `cargo xtask recount --solver {solver}`"
        ))
    };
    let solvers = ["bands/bivalue", "bands/impact", "whole-grid/words"];
    let found = |tree: &Tree| solvers.map(|id| tree.committed(id).map(|found| found.len()));
    let tree = Tree::of("stale-solver");
    assert_eq!(found(&tree), [Ok(1), Ok(1), Ok(1)]);
    let file = "crates/bands/src/bivalue.rs";
    tree.change(file, "probe.guess(", "probe.pass();\n            probe.guess(");
    assert_eq!(found(&tree), [stale(solvers[0]), Ok(1), Ok(1)]);
    let tree = Tree::of("stale-family");
    tree.change("crates/bands/src/tables.rs", "\n\n", "\n\nconst OTHER: u8 = 1;\n\n");
    assert_eq!(found(&tree), [stale(solvers[0]), stale(solvers[1]), Ok(1)]);
    let tree = Tree::of("stale-core");
    tree.change("crates/core/src/probe/counter.rs", "self.add(Work::Nodes, 1);", "");
    assert_eq!(found(&tree), solvers.map(stale));
    let tree = Tree::of("uncounted");
    fs::remove_file(tree.0.join("reports/counts/bands/bivalue.csv.gz")).unwrap();
    let missing = "bands/bivalue has not been counted: run `cargo xtask recount --solver \
                   bands/bivalue`";
    assert_eq!(found(&tree), [Err(missing.to_owned()), Ok(1), Ok(1)]);
}

#[test]
fn a_solver_that_the_run_does_not_know_is_named() {
    let claims = any("bitmask/curser", "easy");
    let evidence = Evidence::of(&raw(&reference()), &committed(top(), &claims).unwrap());
    let ledger = judge(&claims, &evidence);
    let finding = &ledger.claims[0].tests[0].findings[0];
    assert_eq!(finding.verdict, Verdict::NotMeasured);
    assert_eq!(finding.missing.as_deref(), Some("bitmask/curser is not in the run"));
}
