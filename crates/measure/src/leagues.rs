//! Leagues: solvers that are too far apart to race in the same rounds.

/// The slowest solver of a league takes at most this many times as long as the fastest. A block is
/// as long as the clock requires for the fastest solver, and so the slowest may take this many
/// times as long for it.
pub const SPAN: f64 = 100.0;

/// Two solvers of different leagues whose times are compared race directly where one takes at most
/// this many times as long as the other.
pub const DIRECT_SPAN: f64 = 1000.0;

/// The facts by which a solver is put into a league.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pace {
    /// Nanoseconds per puzzle.
    pub ns: f64,
    /// How many puzzles of the set it finished.
    pub finished: usize,
    /// Whether it counts its work.
    pub counts: bool,
}

/// Solvers that race in the same rounds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct League {
    /// 0 for the league of the slowest solvers, then up.
    pub number: u32,
    /// Its solvers, by their places, ascending; a bridge belongs to the slower of its two leagues.
    pub members: Vec<usize>,
    /// The solver of the next slower league that races here as well: one that finished most
    /// puzzles; among several, one that counts its work; and among those the fastest. `None` in the
    /// slowest league.
    pub bridge: Option<usize>,
}

/// Puts solvers into leagues, the slowest first: a group that spans more than [`SPAN`] is cut at
/// its widest gap, and each part is cut again in the same way.
pub fn leagues(paces: &[Pace]) -> Vec<League> {
    let mut order: Vec<usize> = (0..paces.len()).collect();
    order.sort_by(|&a, &b| paces[b].ns.total_cmp(&paces[a].ns));
    let mut found: Vec<League> = Vec::new();
    let mut bridge = None;
    for (number, part) in (0..).zip(cut(&order, paces)) {
        let mut members = part.to_vec();
        members.sort_unstable();
        found.push(League { number, members, bridge });
        // The fastest comes last, and of equals the last is taken.
        bridge = part.iter().copied().max_by_key(|&at| (paces[at].finished, paces[at].counts));
    }
    found
}

/// Parts of an order, slowest first, none of which spans more than [`SPAN`].
fn cut<'a>(order: &'a [usize], paces: &[Pace]) -> Vec<&'a [usize]> {
    let factor = |slow: usize, fast: usize| paces[slow].ns / paces[fast].ns;
    let widest = (1..order.len())
        .max_by(|&a, &b| factor(order[a - 1], order[a]).total_cmp(&factor(order[b - 1], order[b])));
    match (order, widest) {
        ([slowest, .., fastest], Some(at)) if factor(*slowest, *fastest) > SPAN => {
            let (slow, fast) = order.split_at(at);
            [cut(slow, paces), cut(fast, paces)].concat()
        }
        ([], _) => Vec::new(),
        _ => vec![order],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pace(ns: f64) -> Pace {
        Pace { ns, finished: 100, counts: true }
    }

    fn drawn_up(times: &[f64]) -> Vec<(Vec<usize>, Option<usize>)> {
        let paces: Vec<Pace> = times.iter().copied().map(pace).collect();
        let found = leagues(&paces);
        assert!(found.iter().map(|league| league.number).eq(0..found.len() as u32));
        found.into_iter().map(|league| (league.members, league.bridge)).collect()
    }

    #[test]
    fn solvers_are_cut_apart_where_the_gap_is_widest() {
        assert_eq!(drawn_up(&[]), []);
        assert_eq!(drawn_up(&[5.0, 1.0, 100.0]), [(vec![0, 1, 2], None)], "a hundred times");
        assert_eq!(drawn_up(&[5.0, 1.0, 101.0]), [(vec![2], None), (vec![0, 1], Some(2))]);
        assert_eq!(
            drawn_up(&[1e6, 1e3, 2e3, 5e5, 1.0, 5e3]),
            [(vec![0, 3], None), (vec![1, 2, 5], Some(3)), (vec![4], Some(1))]
        );
        let ladder = [1.0, 5.0, 25.0, 126.0, 625.0];
        assert_eq!(drawn_up(&ladder).len(), 2, "one cut is enough: {:?}", drawn_up(&ladder));
    }

    #[test]
    fn the_bridge_has_finished_most_and_counts() {
        let slow = [Pace { finished: 99, ..pace(1e4) }, pace(3e4), pace(2e4)];
        let silent = Pace { counts: false, ..pace(1e4) };
        let found = leagues(&[slow[0], slow[1], slow[2], silent, pace(1.0)]);
        assert_eq!(found[1].bridge, Some(2));
        let found = leagues(&[slow[0], silent, pace(1.0)]);
        assert_eq!(found[1].bridge, Some(1), "more puzzles weigh more than counts");
        let equals = [1e4, 3e4, 2e4].map(pace);
        let found = leagues(&[equals[0], equals[1], equals[2], pace(1.0)]);
        assert_eq!(found[1].bridge, Some(0), "the fastest of equals, wherever it stands");
    }
}
