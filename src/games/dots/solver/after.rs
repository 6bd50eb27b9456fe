//! The name of what a move leaves, told without making the move: four of five moves are never made.

use super::graph::{Strings, lowest};
use super::lanes::{GROUND, LOOP, Lanes, Marks, Node};
use super::opening::Offer;
use super::quiet::{Arc, Quiet, highest, offer};
use super::shape::LONG;

/// What a move leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct After {
    /// The key of what is left.
    pub key: u64,
    /// What was taken.
    pub offer: Offer,
    /// Coins that are left.
    pub coins: u8,
}

impl Quiet {
    /// What opening an arc leads to.
    #[must_use]
    #[inline]
    pub fn after(&self, place: u8, marks: &Marks) -> After {
        let arc = self.arcs[usize::from(place)];
        if !arc.is_alone() && self.is_tangled(place, arc) {
            return self.made(place, marks);
        }
        let mut name = self.name;
        name.subtract(marks.of(arc.ends, arc.length));
        let offer = offer(arc);
        let mut coins = self.coins - offer.offered;
        if !arc.is_alone() {
            let made = arc.ends.map(|end| self.at_end(end, place, &mut name, marks));
            for length in (1..LONG as u8).filter(|length| made.contains(length)) {
                let made = made.iter().filter(|&&made| made == length).count();
                if made + usize::from(self.lone[usize::from(length)].is_some()) > 1 {
                    let mark = marks.of([GROUND; 2], length);
                    name.subtract(mark);
                    name.subtract(mark);
                    coins -= 2 * length;
                }
            }
        }
        After { key: name.key(), offer, coins }
    }

    /// Whether what happens at one end of an arc between joints bears on the other.
    fn is_tangled(&self, place: u8, arc: Arc) -> bool {
        let [a, b] = arc.ends;
        let between = self.incident[usize::from(a)] & self.incident[usize::from(b)] & !(1 << place);
        a == b || a > LOOP && b > LOOP && between != 0
    }

    /// The same by making the move.
    fn made(&self, place: u8, marks: &Marks) -> After {
        let mut rest = *self;
        let offer = rest.open(place, marks);
        After { key: rest.key(), offer, coins: rest.coins }
    }

    /// What becomes of one end of an arc that goes: the length of a short chain between ground and ground that comes about, else 0.
    #[inline]
    fn at_end(&self, end: Node, place: u8, name: &mut Lanes, marks: &Marks) -> u8 {
        if end <= LOOP {
            return 0;
        }
        let left: Strings = self.incident[usize::from(end)] & !(1 << place);
        match left.count_ones() {
            2 if left & self.rings == 0 => {
                let [one, other] = [lowest(left), highest(left)].map(|place| self.arcs[usize::from(place)]);
                let grown = Arc { ends: [one.other(end), other.other(end)], length: one.length + other.length + 1 };
                name.subtract(marks.of(one.ends, one.length));
                name.subtract(marks.of(other.ends, other.length));
                name.add(marks.of(grown.ends, grown.length));
                if grown.ends == [GROUND; 2] && grown.is_short() { grown.length } else { 0 }
            }
            1 => {
                let arc = self.arcs[usize::from(lowest(left))];
                name.subtract(marks.of(arc.ends, arc.length));
                name.add(marks.of([LOOP; 2], arc.length + 1));
                0
            }
            _ => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::graph::{Graph, each};
    use super::super::opening::Opening;
    use super::super::shape::Shape;
    use super::*;
    use rand::{RngExt, SeedableRng};

    /// What a position is, whatever its arcs are numbered.
    fn told(quiet: &Quiet) -> (u64, u8, u8, u32) {
        let lone = quiet.lone.iter().flatten().fold(0, |all: Strings, place| all | 1 << place);
        assert_eq!(lone & !quiet.alive, 0);
        (quiet.key(), quiet.coins, quiet.joints() as u8, quiet.alive.count_ones())
    }

    /// On boards and on graphs that are none, from full positions down to the last chain: what is told without making a move, what
    /// making it comes to, and what is read from the strings that are left, are the same.
    #[test]
    fn three_ways_to_one_position() {
        let mut random = rand_pcg::Pcg64Mcg::seed_from_u64(5);
        let mut checked = 0;
        for (rows, columns) in [(2, 2), (3, 3), (3, 5), (4, 4), (1, 9), (5, 5)] {
            let board = Graph::grid(rows, columns);
            let ends: Vec<[u8; 2]> = each(board.whole()).map(|string| board.ends(string)).collect();
            for graph in [board, Graph::new(&ends)] {
                let marks = Marks::new(&graph);
                for _ in 0..40 {
                    let mut left = graph.whole();
                    while left != 0 {
                        let quiet = Quiet::of(&graph, &marks, left);
                        let openings: Vec<Opening> = Shape::of(&graph, left).openings(left).map(|(opening, _)| opening).collect();
                        for place in each(quiet.alive) {
                            let after = quiet.after(place, &marks);
                            let mut rest = quiet;
                            let offer = rest.open(place, &marks);
                            assert_eq!(
                                (after.offer, after.key, after.coins),
                                (offer, rest.key(), rest.coins),
                                "{left:b} {place}"
                            );
                            checked += 1;
                        }
                        for opening in openings {
                            let same = each(quiet.alive).any(|place| {
                                let mut rest = quiet;
                                let offer = rest.open(place, &marks);
                                offer == opening.offer && told(&rest) == told(&Quiet::of(&graph, &marks, opening.rest))
                            });
                            // One of a pair of short chains is no move of the search.
                            let of_pair = opening.offer.handout == 0 && opening.offer.offered > 0;
                            assert!(same || of_pair, "{rows}x{columns} {left:b} {opening:?}");
                        }
                        let openings: Vec<_> = Shape::of(&graph, left).openings(left).collect();
                        left = if openings.is_empty() { 0 } else { openings[random.random_range(0..openings.len())].0.rest };
                    }
                }
            }
        }
        assert!(checked > 20_000, "{checked}");
    }

    /// Mirrored and turned positions have one key.
    #[test]
    fn symmetries_keep_the_key() {
        let mut random = rand_pcg::Pcg64Mcg::seed_from_u64(6);
        for (rows, columns) in [(3, 4), (4, 4)] {
            let graph = Graph::grid(rows, columns);
            let marks = Marks::new(&graph);
            let image = |coin: u8, turn: usize| if coin == super::super::graph::GROUND { coin } else { graph.images(coin)[turn] };
            for _ in 0..2_000 {
                let left = graph.whole() & (random.random::<u64>() | random.random::<u64>());
                if graph.capturable(left).next().is_some() {
                    continue;
                }
                let key = Quiet::of(&graph, &marks, left).key();
                for turn in 0..super::super::graph::SYMMETRIES {
                    // Strings between the same coins play alike, whichever of them stands for the other.
                    let mut turned: Strings = 0;
                    for string in each(left) {
                        let sorted = |mut ends: [u8; 2]| {
                            ends.sort_unstable();
                            ends
                        };
                        let ends = sorted(graph.ends(string).map(|end| image(end, turn)));
                        let like = each(graph.whole() & !turned).find(|&other| sorted(graph.ends(other)) == ends);
                        turned |= 1 << like.expect("a symmetry maps strings to strings");
                    }
                    assert_eq!(Quiet::of(&graph, &marks, turned).key(), key, "{rows}x{columns} {left:b} {turn}");
                }
            }
        }
    }
}
