//! Claims name solvers, and link none: here every name is held against the list.

mod common;

use std::collections::{BTreeMap, BTreeSet};

use sudoku_claims::{Claim, Evidence, Publication, Verdict, committed, judge};
use sudoku_registry::{SOLVERS, find};

use common::{any, claims, raw, reference};

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
fn a_publication_is_what_its_solvers_say_of_it() {
    let sources = SOLVERS.iter().flat_map(|solver| solver.info.sources);
    let works: BTreeMap<&str, _> = sources.map(|source| (source.work.key, source.work)).collect();
    for Claim { id, publication, .. } in claims() {
        let Publication { key, title, author, year, address } = &publication;
        let work =
            works.get(key.as_str()).unwrap_or_else(|| panic!("{id}: no solver is from {key}"));
        let told = [work.title, work.author, work.year, work.address];
        assert_eq!([title, author, year, address].map(String::as_str), told, "{id}");
    }
}

#[test]
fn the_counts_of_every_solver_of_a_claim_are_committed() {
    let claims = claims();
    let named: BTreeSet<&str> =
        claims.iter().flat_map(|claim| claim.solvers.values()).map(String::as_str).collect();
    let committed = committed(&claims).unwrap();
    let counted: BTreeSet<&str> = committed.iter().map(|counted| counted.solver.as_str()).collect();
    assert_eq!(counted, named);
}

#[test]
fn a_solver_that_the_run_does_not_know_is_named() {
    let claims = any("bitmask/curser", "easy");
    let evidence = Evidence::of(&raw(&reference()), &committed(&claims).unwrap());
    let ledger = judge(&claims, &evidence);
    let finding = &ledger.claims[0].tests[0].findings[0];
    assert_eq!(finding.verdict, Verdict::NotMeasured);
    assert_eq!(finding.missing.as_deref(), Some("bitmask/curser is not in the run"));
}
