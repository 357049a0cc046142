//! Solvers by pattern and by name.

use sudoku_registry::{SOLVERS, find, select};

#[test]
fn patterns_give_each_solver_once_and_in_the_order_of_the_list() {
    let ids = |patterns: &[&str]| -> Vec<&str> {
        select(patterns).unwrap().iter().map(|entry| entry.info.id).collect()
    };
    let all = SOLVERS.iter().map(|entry| entry.info.id);
    let bitmask: Vec<&str> = all.filter(|id| id.starts_with("bitmask/")).collect();
    assert!(bitmask.len() > 1);
    assert_eq!(ids(&["bitmask/*"]), bitmask);
    assert_eq!(ids(&["bitmask/blank-list", "bitmask/*"]), bitmask);
    assert_eq!(ids(&["brute-scan/fused"]), ["brute-scan/fused"]);
    assert_eq!([ids(&["*"]).len(), ids(&[]).len()], [SOLVERS.len(); 2]);
    assert!(select(&["bitmask/*", "bitmsk/x"]).is_err());
}

#[test]
fn a_wrong_name_is_answered_with_the_nearest() {
    let error = select(&["bitmask/blanklist"]).unwrap_err();
    assert_eq!(error.nearest, "the nearest is `bitmask/blank-list`");
    assert_eq!(find("brutescan/fuse").unwrap_err().nearest, "the nearest is `brute-scan/fused`");
}
