//! Which solver is the default.

use sudoku_registry::{Entry, Load, SOLVERS, default_among, default_solver, find};

fn last(load: Load, is_there: impl Fn(&Entry) -> bool) -> Option<&'static str> {
    let there = SOLVERS.iter().filter(|entry| {
        is_there(entry) && (load == Load::Many || (entry.width, entry.nodes) == (1, 1))
    });
    there.map(|entry| entry.info.id).last()
}

#[test]
fn the_default_is_the_last_that_runs_here_in_whatever_order_they_come() {
    for load in [Load::One, Load::Many] {
        let expected = last(load, Entry::available);
        assert_eq!(Some(default_solver(load).info.id), expected);
        let reversed = default_among(SOLVERS.iter().rev(), load);
        assert_eq!(reversed.map(|entry| entry.info.id), expected);
        assert!(default_among(&[], load).is_none());
    }
    assert_eq!(default_solver(Load::One).width, 1);
    assert_eq!(default_solver(Load::One).nodes, 1);
}

/// Where nodes are searched side by side, another solution may come first.
#[test]
fn only_a_count_goes_to_a_search_of_several_nodes_at_once() {
    let swarms: Vec<&Entry> = SOLVERS.iter().filter(|entry| entry.nodes > 1).collect();
    assert!(cfg!(not(target_arch = "x86_64")) || !swarms.is_empty());
    let chosen = default_solver(Load::Count);
    assert!(chosen.nodes > 1 || chosen.info.id == default_solver(Load::One).info.id);
    #[cfg(target_arch = "x86_64")]
    {
        let runs = swarms.iter().any(|entry| entry.available());
        assert_eq!(chosen.nodes > 1, runs && is_x86_feature_detected!("avxvnni"));
    }
    let words = find("whole-grid/words").unwrap();
    for swarm in swarms.into_iter().filter(|entry| entry.available()) {
        let one = default_among([swarm, words], Load::One);
        assert_eq!(one.map(|entry| entry.info.id), Some("whole-grid/words"));
    }
}

#[test]
fn a_machine_without_special_instructions_has_a_default() {
    let plain = |load| last(load, |entry| entry.target.is_empty());
    assert_eq!(plain(Load::One), Some("whole-grid/words"));
    assert_eq!(plain(Load::Many), Some("whole-grid/words"));
}

#[test]
fn a_solver_for_many_puzzles_gets_one_only_where_there_is_no_other() {
    for wide in SOLVERS.iter().filter(|entry| entry.width > 1 && entry.available()) {
        let words = find("whole-grid/words").unwrap();
        let one = |solvers: &[&'static Entry]| {
            default_among(solvers.iter().copied(), Load::One).unwrap().info.id
        };
        assert_eq!(one(&[wide]), wide.info.id);
        assert_eq!(one(&[wide, words]), words.info.id);
    }
}
