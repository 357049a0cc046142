//! Times the library beside the package `sudoku`: reading a puzzle, its solution, whether there is
//! another one. In `benches`, `cargo bench --package sudoku-lab --bench library`; it is no part of a run.

use std::hint::black_box;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use sudoku::Sudoku as Peer;
use sudoku_lab::Sudoku;
use sudoku_puzzles::find;

fn library(criterion: &mut Criterion) {
    for set in ["easy", "minimal"] {
        let entries = find(set).expect("it is shipped").entries();
        let lines: Vec<String> = entries.iter().map(|entry| entry.grid.to_string()).collect();
        let read = |line: &String| line.parse::<Sudoku>().expect("it is a puzzle");
        let read_by_peer = |line: &String| Peer::from_str_line(line).expect("it is a puzzle");
        let sudokus: Vec<Sudoku> = lines.iter().map(read).collect();
        let peers: Vec<Peer> = lines.iter().map(read_by_peer).collect();

        let group = &mut criterion.benchmark_group(set);
        group.throughput(Throughput::Elements(lines.len() as u64));
        each(group, "read", &lines, read);
        each(group, "read, peer", &lines, read_by_peer);
        each(group, "solution", &sudokus, Sudoku::solution);
        each(group, "solution, peer", &peers, |peer| peer.some_solution());
        each(group, "is_unique", &sudokus, Sudoku::is_unique);
        each(group, "is_unique, peer", &peers, |peer| peer.is_uniquely_solvable());
    }
}

/// Times a function of each of these, one after the other.
fn each<T, R>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    all: &[T],
    function: impl Fn(&T) -> R,
) {
    group.bench_function(name, |bencher| {
        bencher.iter(|| {
            for one in all {
                black_box(function(black_box(one)));
            }
        });
    });
}

criterion_group!(benches, library);
criterion_main!(benches);
