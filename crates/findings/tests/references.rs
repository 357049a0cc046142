//! The committed references, as tests of the estimator: real times on four processors.

use sudoku_findings::{CountedOn, Results};
use sudoku_measure::{Counted, Raw, runs_in, top};

fn references() -> Vec<Results> {
    let runs = runs_in(&top().join("reports/reference")).unwrap();
    runs.iter().map(|run| Results::of(&Raw::read(run).unwrap())).collect()
}

#[test]
fn dump() {
    for results in references() {
        let ratios = results.ratios.as_ref().unwrap();
        for row in &ratios.rows {
            println!(
                "ROW,{},{},\"{}\",{},{},{},{},{},{},{},{},{}",
                results.environment.started,
                row.corpus,
                row.solver,
                row.reference,
                row.ratio.point,
                row.ratio.low,
                row.ratio.high,
                row.error,
                row.df,
                row.work.unwrap_or(0.0),
                row.counted_on.map_or(0, |c| c.puzzles),
                row.counted_on.map_or(false, |c| c.whole_set)
            );
        }
        for check in &results.self_checks {
            println!("CHECK {:?}", check);
        }
        println!("{:?} {:?}", results.environment.cpu, ratios.noise_floors);
    }
}
