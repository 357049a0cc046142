//! [`converted`]: the turns of the race as they stand in a file, of this form or of the old one.
//!
//! In runs of the old form, solvers of similar speed shared rounds and blocks, as one group. Some
//! solvers also ran in the rounds of a faster group, and small sets were gone over several times in
//! a turn, with which an empty turn then has to be compared.

use std::collections::BTreeMap;
use std::hash::Hash;
use std::mem;

use serde::Deserialize;

use crate::PairedRow;

/// A row of the file. The columns that only runs of the old form have are `None` in others.
#[derive(Debug, Deserialize)]
pub(crate) struct WrittenTurn {
    build: u64,
    corpus: String,
    solver: String,
    twin: bool,
    round: Option<u32>,
    turn: u32,
    visit: u32,
    /// In the old form, the number of the block in the build.
    #[serde(alias = "block")]
    first: usize,
    puzzles: usize,
    placements: u64,
    #[serde(deserialize_with = "Option::deserialize")]
    nodes: Option<u64>,
    cpu_ns: u64,
    wall_ns: u64,
    /// True where each build had puzzles of its own.
    own: Option<bool>,
    #[serde(alias = "league")]
    group: Option<u32>,
    /// The build whose own puzzles these are; 0 or missing where it is this one.
    share: Option<u64>,
    passes: Option<u64>,
}

impl WrittenTurn {
    pub(crate) fn corpus(&self) -> &str {
        &self.corpus
    }

    /// The columns in which no two rows are equal.
    pub(crate) fn place(&self) -> impl Eq + Hash + use<'_> {
        let Self { build, corpus, solver, twin, round, turn, visit, first, group, .. } = self;
        (build, corpus, solver, twin, (round, turn, visit, first, group), self.is_empty())
    }

    /// True for a turn without puzzles.
    fn is_empty(&self) -> bool {
        self.puzzles == 0 || self.passes == Some(0)
    }

    /// The part of the set in which the puzzles lie.
    fn part(&self) -> u64 {
        let share = self.share.filter(|share| *share > 0).unwrap_or(self.build);
        if self.own == Some(true) { share } else { 0 }
    }
}

/// The puzzles of a part come after those of all parts before it.
const PART: usize = 1 << 20;

/// Converts the rows of a file. Of the old form, each solver keeps the turns of its own group, the
/// first of those in which it ran; the times of a turn are for one pass, and empty turns are left out.
pub(crate) fn converted(rows: &[WrittenTurn]) -> Vec<PairedRow> {
    let mut groups = BTreeMap::<(&str, &str, bool), u32>::new();
    let mut blocks = BTreeMap::<_, BTreeMap<usize, usize>>::new();
    for row in rows {
        let group = row.group.unwrap_or(0);
        let least = groups.entry((&row.corpus, &row.solver, row.twin)).or_insert(group);
        *least = group.min(*least);
        if row.own.is_some() && !row.is_empty() {
            let place = (row.corpus.as_str(), group, row.build, row.part());
            blocks.entry(place).or_default().insert(row.first, row.puzzles);
        }
    }
    for ours in blocks.values_mut() {
        let mut before = 0;
        for puzzles in ours.values_mut() {
            before += mem::replace(puzzles, before);
        }
    }
    let turn = |row: &WrittenTurn| {
        let (group, passes) = (row.group.unwrap_or(0), row.passes.unwrap_or(1));
        let is_empty = row.is_empty();
        let is_own = groups[&(row.corpus.as_str(), row.solver.as_str(), row.twin)] == group;
        let first = match blocks.get(&(row.corpus.as_str(), group, row.build, row.part())) {
            Some(ours) if !is_empty => row.part() as usize * PART + ours[&row.first],
            _ => row.first,
        };
        (is_own && !(is_empty && row.own.is_some())).then(|| PairedRow {
            build: row.build,
            corpus: row.corpus.clone(),
            solver: row.solver.clone(),
            twin: row.twin,
            round: row.round,
            turn: row.turn,
            visit: row.visit,
            first,
            puzzles: if is_empty { 0 } else { row.puzzles },
            placements: row.placements,
            nodes: row.nodes,
            cpu_ns: row.cpu_ns / passes.max(1),
            wall_ns: row.wall_ns / passes.max(1),
        })
    };
    rows.iter().filter_map(turn).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<PairedRow> {
        let rows: csv::Result<Vec<WrittenTurn>> =
            csv::Reader::from_reader(text.as_bytes()).into_deserialize().collect();
        converted(&rows.unwrap())
    }

    #[test]
    fn turns_of_the_old_form_are_those_of_the_solvers_own_group_for_one_pass() {
        let rows = read(
            "build,corpus,own,league,block,share,puzzles,visit,turn,solver,twin,passes,placements,nodes,cpu_ns,wall_ns\n\
             1,easy,true,1,0,0,5,0,0,fast,false,1,9,3,100,110\n\
             1,easy,true,0,0,0,2,0,0,slow,false,1,8,,70,70\n\
             1,easy,true,0,1,0,3,0,1,slow,false,1,7,,80,80\n\
             1,easy,true,1,1,2,4,0,1,slow,false,1,6,,90,90\n\
             1,easy,true,0,0,0,2,0,0,slow,false,0,0,,5,5\n\
             2,one,false,0,0,0,1,1,0,slow,true,4,9,,400,404\n",
        );
        let places = rows.iter().map(|row| (&*row.solver, row.first, row.puzzles, row.cpu_ns));
        let due = [
            ("fast", PART, 5, 100),
            ("slow", PART, 2, 70),
            ("slow", PART + 2, 3, 80),
            ("slow", 0, 1, 100),
        ];
        assert_eq!(places.collect::<Vec<_>>(), due);
        assert!(rows.iter().all(|row| row.round.is_none()));
        assert_eq!((rows[3].twin, rows[3].visit, rows[3].wall_ns), (true, 1, 101));
        assert_eq!((rows[0].nodes, rows[0].placements), (Some(3), 9));
    }
}
