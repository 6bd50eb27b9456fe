//! What the search keeps of a quiet position, read from its strings or from what changed in the one before it.
//!
//! A position with few joints is named by its canonical key (see [`mod@key`](super::key)), wherever it lies on whatever board.
//! With more joints that would take longer than it saves: on a board such a position is named by where its joints lie and what
//! lies between them, the least of the names under all symmetries. Then a name differs from the one before it by the few arcs
//! that have changed.

use arrayvec::ArrayVec;

use super::after::After;
use super::endgame;
use super::graph::{GROUND, Graph, MOST_STRINGS, Marks, SYMMETRIES, Strings};
use super::key::{Web, chain_salt, fold, loop_salt};
use super::opening::Opening;
use super::shape::Shape;
use super::table::{Known, Table};

/// Positions of more joints are named by where they lie, if they lie on a board.
const FEW_JOINTS: usize = 5;
fn few() -> usize { static F: std::sync::OnceLock<usize> = std::sync::OnceLock::new(); *F.get_or_init(|| std::env::var("FEW").ok().and_then(|t| t.parse().ok()).unwrap_or(FEW_JOINTS)) }

/// A quiet position, as the search meets it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Its strings, without pairs of short chains.
    pub left: Strings,
    /// Its key.
    pub key: u64,
    /// Its coins.
    pub coins: u8,
    /// Its parts that can be opened.
    pub moves: u8,
    /// Its margin, where it has no joints.
    pub exact: Option<i8>,
}

impl Place {
    /// What the table, or the recurrence, knows of it.
    #[must_use]
    pub fn known(&self, table: &Table) -> Known {
        match self.exact {
            Some(value) => Known { lower: i32::from(value), upper: i32::from(value), ..Known::nothing(0) },
            None => table.get(self.key).unwrap_or(Known::nothing(u32::from(self.coins))),
        }
    }
}

/// The parts of a position, and what they add to its key.
#[derive(Clone, Debug, Default)]
pub struct Parts {
    /// The parts.
    pub shape: Shape,
    /// What each arc with a joint adds under each symmetry.
    marks: ArrayVec<Marks, MOST_STRINGS>,
    /// All of them together.
    sum: Marks,
    /// What chains between ground and ground, and loops, add.
    lone: u64,
}

/// What an arc adds to the name of a position under each symmetry.
fn arc_marks(graph: &Graph, ends: [u8; 2], length: u8) -> Option<Marks> {
    let [a, b] = [graph.marks(ends[0])?, graph.marks(ends[1])?];
    let salt = chain_salt(length);
    Some(std::array::from_fn(|symmetry| fold(a[symmetry].wrapping_add(b[symmetry]) ^ salt)))
}

fn add(sum: &mut Marks, marks: &Marks) {
    for symmetry in 0..SYMMETRIES {
        sum[symmetry] = sum[symmetry].wrapping_add(marks[symmetry]);
    }
}

fn subtract(sum: &mut Marks, marks: &Marks) {
    for symmetry in 0..SYMMETRIES {
        sum[symmetry] = sum[symmetry].wrapping_sub(marks[symmetry]);
    }
}

/// The name of a position by where its joints lie, and what its other parts add.
fn name(sum: &Marks, lone: u64) -> u64 {
    lone.wrapping_add(fold(sum.iter().fold(u64::MAX, |least, &sum| least.min(sum))))
}

impl Parts {
    /// The parts of a position; pairs of short chains are dropped.
    pub fn read(&mut self, graph: &Graph, left: Strings) -> Place {
        self.shape.read(graph, left);
        let left = left & !self.shape.drop_pairs();
        self.marks.clear();
        self.sum = [0; SYMMETRIES];
        self.lone = 0;
        let shape = &self.shape;
        for arc in &shape.arcs[..shape.lone_arcs().start] {
            let ends = arc.ends.map(|end| shape.coin(end));
            if let Some(marks) = arc_marks(graph, ends, arc.length) {
                add(&mut self.sum, &marks);
                self.marks.push(marks);
            }
        }
        for place in shape.lone_arcs() {
            self.lone = self.lone.wrapping_add(chain_salt(shape.arcs[place].length));
        }
        for found in &shape.loops {
            self.lone = self.lone.wrapping_add(loop_salt(found.length));
        }
        self.place(graph, left)
    }

    /// The position that the parts were read from.
    fn place(&self, graph: &Graph, left: Strings) -> Place {
        let shape = &self.shape;
        let exact = shape.joints.is_empty().then(|| {
            endgame::value(shape.chain_lengths(), shape.loops.iter().map(|found| u32::from(found.length))) as i8
        });
        let key = if exact.is_some() {
            0
        } else if shape.joints.len() > few() && graph.is_board() {
            name(&self.sum, self.lone)
        } else {
            super::key::key(shape)
        };
        let moves = shape.arcs.len() + shape.loops.len();
        Place { left, key, coins: shape.coins as u8, moves: moves as u8, exact }
    }

    /// What is left when a part is opened and all coins on offer are taken: the same as reading it.
    #[must_use]
    pub fn after(&self, graph: &Graph, opening: &Opening) -> Place {
        let shape = &self.shape;
        let mut after = After::of(shape, opening.part);
        let dropped = after.drop_pairs(shape);
        let pairs = after.dropped_coins;
        let joints = shape.joints.len() - after.ended.count_ones() as usize;
        let loops = shape.loops.len() + after.closed.len() - usize::from(after.lost.is_some());
        let arcs = shape.arcs.len() - after.gone.count_ones() as usize + after.grown.len();
        let exact = (joints == 0).then(|| self.exact(&after));
        let key = if exact.is_some() {
            0
        } else if joints > few() && graph.is_board() {
            self.name_after(graph, &after)
        } else {
            self.key_after(&after)
        };
        Place {
            left: opening.rest & !dropped,
            key,
            coins: (shape.coins - opening.offered - pairs) as u8,
            moves: (arcs + loops) as u8,
            exact,
        }
    }

    /// What is added by the parts between ground and ground, and by loops.
    fn lone_after(&self, after: &After) -> u64 {
        let shape = &self.shape;
        let mut lone = self.lone;
        let gone = shape.lone_arcs().filter(|place| after.gone >> place & 1 == 1);
        for place in gone {
            lone = lone.wrapping_sub(chain_salt(shape.arcs[place].length));
        }
        if let Some(lost) = after.lost {
            lone = lone.wrapping_sub(loop_salt(shape.loops[usize::from(lost)].length));
        }
        for grown in after.grown.iter().filter(|grown| grown.ends == [GROUND; 2]) {
            lone = lone.wrapping_add(chain_salt(grown.length));
        }
        after.closed.iter().fold(lone, |lone, &length| lone.wrapping_add(loop_salt(length)))
    }

    fn name_after(&self, graph: &Graph, after: &After) -> u64 {
        let shape = &self.shape;
        let mut sum = self.sum;
        for place in super::graph::each(after.gone).map(usize::from).filter(|place| !shape.lone_arcs().contains(place)) {
            subtract(&mut sum, &self.marks[place]);
        }
        for grown in after.grown.iter().filter(|grown| grown.ends != [GROUND; 2]) {
            if let Some(marks) = arc_marks(graph, grown.ends.map(|end| shape.coin(end)), grown.length) {
                add(&mut sum, &marks);
            }
        }
        name(&sum, self.lone_after(after))
    }

    fn key_after(&self, after: &After) -> u64 {
        let shape = &self.shape;
        let mut places = [GROUND; MOST_STRINGS];
        let mut count = 0;
        let kept = (0..shape.joints.len()).filter(|place| after.ended >> place & 1 == 0);
        let degrees = kept.map(|place| {
            places[place] = count;
            count += 1;
            shape.degrees[place] - (after.weaker >> place & 1) as u8
        });
        let mut web = Web::new(degrees);
        let moved = |ends: [u8; 2]| ends.map(|end| if end == GROUND { GROUND } else { places[usize::from(end)] });
        for (place, arc) in shape.arcs[..shape.lone_arcs().start].iter().enumerate() {
            if after.gone >> place & 1 == 0 {
                web.add(moved(arc.ends), arc.length);
            }
        }
        for grown in after.grown.iter().filter(|grown| grown.ends != [GROUND; 2]) {
            web.add(moved(grown.ends), grown.length);
        }
        self.lone_after(after).wrapping_add(web.code())
    }

    /// The margin where no joints are left.
    fn exact(&self, after: &After) -> i8 {
        let shape = &self.shape;
        let kept = shape.arcs.iter().enumerate().filter(|(place, _)| after.gone >> place & 1 == 0);
        let chains = kept.map(|(_, arc)| arc.length).chain(after.grown.iter().map(|grown| grown.length));
        let loops = shape.loops.iter().enumerate().filter(|&(place, _)| after.lost != Some(place as u8));
        let loops = loops.map(|(_, found)| found.length).chain(after.closed.iter().copied());
        endgame::value(chains.map(u32::from), loops.map(u32::from)) as i8
    }
}

#[cfg(test)]
mod tests {
    use super::super::graph::each;
    use super::*;
    use rand::{RngExt, SeedableRng};

    /// On boards and on graphs that are none, from full positions down to the last chain.
    #[test]
    fn what_changed_is_what_would_be_read() {
        let mut random = rand_pcg::Pcg64Mcg::seed_from_u64(5);
        let (mut before, mut rest, mut checked) = (Parts::default(), Parts::default(), 0);
        for (rows, columns) in [(2, 2), (3, 3), (3, 5), (4, 4), (1, 9), (5, 5)] {
            let board = Graph::grid(rows, columns);
            let ends: Vec<[u8; 2]> = each(board.whole()).map(|string| board.ends(string)).collect();
            for graph in [board, Graph::new(&ends)] {
                for _ in 0..300 {
                    let mut left = graph.whole();
                    while left != 0 {
                        let place = before.read(&graph, left);
                        let openings: Vec<Opening> = before.shape.openings(place.left).map(|(opening, _)| opening).collect();
                        for opening in &openings {
                            assert_eq!(before.after(&graph, opening), rest.read(&graph, opening.rest), "{rows}x{columns} {left:b} {opening:?}");
                            checked += 1;
                        }
                        left = match openings.len() {
                            0 => 0,
                            count => openings[random.random_range(0..count)].rest,
                        };
                    }
                }
            }
        }
        assert!(checked > 100_000, "{checked}");
    }

    /// Mirrored and turned positions have one key.
    #[test]
    fn symmetries_keep_the_key() {
        let mut random = rand_pcg::Pcg64Mcg::seed_from_u64(6);
        let mut parts = Parts::default();
        for (rows, columns) in [(3, 4), (4, 4)] {
            let graph = Graph::grid(rows, columns);
            let turned = |coin: u8, turn: usize| {
                if coin == GROUND {
                    return GROUND;
                }
                let (r, c) = (usize::from(coin) / columns, usize::from(coin) % columns);
                let (r, c) = (if turn & 1 == 0 { r } else { rows - 1 - r }, if turn & 2 == 0 { c } else { columns - 1 - c });
                if turn & 4 != 0 && rows == columns { at(columns, c, r) } else { at(columns, r, c) }
            };
            for _ in 0..2_000 {
                let left = graph.whole() & (random.random::<u64>() | random.random::<u64>());
                if graph.capturable(left).next().is_some() {
                    continue;
                }
                let key = parts.read(&graph, left).key;
                for turn in 0..SYMMETRIES {
                    // Strings between the same coins play alike, whichever of them stands for the other.
                    let mut image = 0;
                    for string in each(left) {
                        let mut ends = graph.ends(string).map(|end| turned(end, turn));
                        ends.sort_unstable();
                        let like = each(graph.whole() & !image).find(|&other| {
                            let mut others = graph.ends(other);
                            others.sort_unstable();
                            others == ends
                        });
                        image |= 1 << like.expect("a symmetry maps strings to strings");
                    }
                    assert_eq!(parts.read(&graph, image).key, key, "{rows}x{columns} {left:b} {turn}");
                }
            }
        }
    }

    fn at(columns: usize, r: usize, c: usize) -> u8 {
        (r * columns + c) as u8
    }
}
