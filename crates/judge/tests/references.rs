//! The committed references as tests of the estimator: real times on four processors.

use sudoku_judge::{CountedOn, Results};
use sudoku_record::{Counted, Raw, runs_in, top};

fn references() -> Vec<Results> {
    let runs = runs_in(&top().join("reports/reference")).unwrap();
    runs.iter().map(|run| Results::of(&Raw::read(run).unwrap())).collect()
}

#[test]
fn ratios_of_nodes_are_exact_and_halves_of_the_builds_agree_as_often_as_they_should() {
    let references = references();
    assert_eq!(references.len(), 4);
    let (mut compared, mut halves) = (0, Vec::new());
    for results in &references {
        let nodes = |solver: &str, corpus: &str| -> Option<f64> {
            let counted = Counted::of(top(), solver).ok()?;
            let runs = &counted.set(corpus)?.runs;
            Some(runs.iter().map(|run| run.counts.entered()).sum::<Option<u64>>()? as f64)
        };
        let ratios = results.ratios.as_ref().unwrap();
        let twin = |id: &str| -> Option<String> {
            let program = results.programs.iter().find(|program| program.id() == id);
            program.map_or(Some(id.to_owned()), |program| program.twin().map(str::to_owned))
        };
        for row in ratios.rows.iter().filter(|row| row.corpus == "minimal") {
            let whole = row.counted_on.filter(|on| on.whole_set);
            let Some(CountedOn { puzzles, .. }) = whole else { continue };
            let exact = [&row.solver, &row.reference].map(|id| nodes(&twin(id)?, "minimal"));
            let exact = exact[0].zip(exact[1]).map(|(above, below)| above / below);
            assert_eq!((row.work, puzzles), (exact, 500), "{row:?}");
            compared += 1;
        }
        halves.extend(results.self_checks.iter().filter_map(|check| check.halves));
    }
    assert!(compared > 80, "{compared}");
    let share = halves.iter().sum::<f64>() / halves.len() as f64;
    assert!((0.93..=0.98).contains(&share) && halves.len() == 4 * 16, "{share}");
}

#[test]
fn the_fastest_solver_is_as_many_times_as_fast_as_worked_out_by_another_program() {
    // The ratio of the fastest solver on `minimal` to the baseline, and its interval, by an
    // implementation of the same estimator in another language.
    let due = [
        ("AMD EPYC (family 26, model 2, stepping 1)", 29_170, [28_170, 30_210]),
        ("AMD EPYC (family 25, model 17, stepping 1)", 18_800, [18_100, 19_600]),
        ("AMD EPYC (family 25, model 1, stepping 1)", 15_400, [11_700, 20_100]),
    ];
    let references = references();
    for (cpu, times, [least, most]) in due {
        let results = references.iter().find(|of| of.environment.cpu == cpu).unwrap();
        let climb = sudoku_judge::Climb::of(results).unwrap();
        let near = |found: f64, due: i32| (found / f64::from(due) - 1.0).abs() < 0.005;
        let time = climb.fastest.time;
        assert!(near(1.0 / time.point, times), "{cpu}: {time:?}");
        assert!(near(1.0 / time.high, least) && near(1.0 / time.low, most), "{cpu}: {time:?}");
        assert!((1.0 / climb.fastest.work.unwrap() - 75_613.0).abs() < 0.5, "{cpu}");
    }
}
