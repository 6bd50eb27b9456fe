//! What the search keeps of a quiet position, read from its strings or from what changed in the one before it.
//!
//! A position with few joints is named by its canonical key (see [`mod@key`](super::key)), wherever it lies on whatever board.
//! With more joints that would take longer than it saves: on a board such a position is named by where its joints lie and what
//! lies between them, the least of the names under all symmetries. Then a name differs from the one before it by the few arcs
//! that have changed.

use arrayvec::ArrayVec;

use super::after::After;
use super::endgame;
use super::graph::{GROUND, Graph, MOST_STRINGS, Marks, SYMMETRIES, Strings, each};
use super::join::{Join, is_active, read_joins};
use super::key::{Web, chain_salt, loop_salt};
use super::names::{add, arc_marks, name, subtract};
use super::opening::{Opening, Part};
use super::shape::{LONG, Shape, rivals};
use super::table::{Known, Table};

/// Positions of more joints are named by where they lie, if they lie on a board.
const FEW_JOINTS: usize = 7;

/// A quiet position, as the search meets it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Its strings, without pairs of short chains.
    pub left: Strings,
    /// Its key.
    pub key: u64,
    /// Its coins.
    pub coins: u8,
    /// Moves that the next player will have, about.
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
    /// Arcs that count as moves.
    active: usize,
    /// For each joint of three strings what becomes of it when one of its arcs goes, in the order of [`Shape::arcs_at`].
    joins: Vec<[Join; 3]>,
}

/// What a move leaves, before its code is known.
#[derive(Clone, Copy, Debug)]
pub struct Named {
    /// All but the part of the key that joints add.
    place: Place,
    /// The name of joints and the arcs at them by where they lie.
    name: u64,
    /// Whether that is the part of the key.
    is_key: bool,
}

/// The codes of the last positions with few joints, by their names.
pub struct Codes(Vec<[u64; 2]>);

/// Places in it: as many as a core's own cache holds beside the rest.
const CODES: usize = 1 << 15;

impl Default for Codes {
    fn default() -> Self {
        Codes(vec![[0; 2]; CODES])
    }
}

impl Codes {
    /// Reads a word of a name's place, so that it comes into the processor's cache; the word means nothing.
    #[must_use]
    pub fn touch(&self, named: &Named) -> u64 {
        self.0[named.name as usize % CODES][0]
    }

    fn get(&mut self, name: u64, code: impl FnOnce() -> u64) -> u64 {
        let place = &mut self.0[name as usize % CODES];
        if place[0] != name {
            *place = [name, code()];
        }
        place[1]
    }
}

impl Parts {
    /// The parts of a position; pairs of short chains are dropped.
    pub fn read(&mut self, graph: &Graph, left: Strings) -> Place {
        self.shape.read(graph, left);
        let dropped = self.shape.drop_pairs();
        let left = left & !dropped;
        if dropped != 0 {
            // What lay like one that is gone is to be opened again.
            self.shape.read(graph, left);
        }
        self.marks.clear();
        self.sum = [0; SYMMETRIES];
        self.lone = 0;
        let shape = &self.shape;
        for arc in &shape.arcs[..shape.lone_arcs().start] {
            let marks = arc_marks(graph, arc.ends.map(|end| shape.coin(end)), arc.length);
            add(&mut self.sum, &marks);
            self.marks.push(marks);
        }
        for place in shape.lone_arcs() {
            self.lone = self.lone.wrapping_add(chain_salt(shape.arcs[place].length));
        }
        for found in &shape.loops {
            self.lone = self.lone.wrapping_add(loop_salt(found.length));
        }
        self.active = shape.arcs.iter().filter(|arc| is_active(arc)).count();
        read_joins(graph, &self.shape, &self.marks, &mut self.joins);
        self.place(graph, left)
    }

    /// The position that the parts were read from.
    fn place(&self, graph: &Graph, left: Strings) -> Place {
        let shape = &self.shape;
        let exact = shape
            .joints
            .is_empty()
            .then(|| endgame::value(shape.chain_lengths(), shape.loops.iter().map(|found| u32::from(found.length))) as i8);
        let key = if exact.is_some() {
            0
        } else if shape.joints.len() > FEW_JOINTS && graph.is_board() {
            self.lone.wrapping_add(name(&self.sum))
        } else {
            super::key::key(shape)
        };
        let moves = self.active + usize::from(!shape.loops.is_empty());
        Place { left, key, coins: shape.coins as u8, moves: moves as u8, exact }
    }

    /// What is left when a part is opened and all coins on offer are taken: the same as reading it.
    #[must_use]
    pub fn after(&self, graph: &Graph, codes: &mut Codes, opening: &Opening) -> Place {
        self.after_named(graph, codes, opening, self.named(graph, opening))
    }

    /// The same, where its name has been told before.
    pub fn after_named(&self, graph: &Graph, codes: &mut Codes, opening: &Opening, named: Option<Named>) -> Place {
        let after = || After::of(&self.shape, opening.part);
        let Some(named) = named else { return self.changed(graph, codes, after(), opening.rest, opening.offered) };
        let web = if named.is_key { named.name } else { codes.get(named.name, || self.code_after(&after())) };
        Place { key: named.place.key.wrapping_add(web), ..named.place }
    }

    /// The name of what is left when a part is opened, from what is known of the joints at both ends; `None` where that does
    /// not tell it all.
    #[must_use]
    pub fn named(&self, graph: &Graph, opening: &Opening) -> Option<Named> {
        let Part::Arc(place) = opening.part else { return None };
        let shape = &self.shape;
        let arc = &shape.arcs[usize::from(place)];
        let nothing = Join { is_simple: true, ..Join::default() };
        let at = |end: u8| {
            if end == GROUND || shape.degrees[usize::from(end)] != 3 {
                return Some(&nothing);
            }
            let slot = shape.arcs_at(end).iter().position(|&other| other == place)?;
            Some(&self.joins[usize::from(end)][slot]).filter(|join| join.is_simple)
        };
        let [one, other] = [at(arc.ends[0])?, at(arc.ends[1])?];
        let is_ring = arc.ends[0] == arc.ends[1] && arc.ends[0] != GROUND;
        let ended = u32::from(one.gone != 0) + u32::from(other.gone != 0);
        let joints = shape.joints.len() - ended as usize;
        let is_pair = one.short != 0 && one.short == other.short;
        if is_ring || joints == 0 || is_pair || one.gone & other.gone != 0 {
            return None;
        }
        let (mut sum, mut lone) = (self.sum, self.lone.wrapping_add(one.lone).wrapping_add(other.lone));
        if arc.ends == [GROUND; 2] {
            lone = lone.wrapping_sub(chain_salt(arc.length));
        } else {
            subtract(&mut sum, &self.marks[usize::from(place)]);
        }
        add(&mut sum, &one.marks);
        add(&mut sum, &other.marks);
        let gone = one.gone | other.gone | 1 << place;
        let heir = || {
            let is_heir = |other: usize| {
                gone >> other & 1 == 0 && shape.arcs[other].is_idle && rivals(arc.ends, arc.length, shape.arcs[other].length)
            };
            shape.alike(arc.ends).any(is_heir)
        };
        let lost = i32::from(is_active(arc) && !heir());
        let active = self.active as i32 + i32::from(one.active) + i32::from(other.active) - lost;
        let loops = shape.loops.len() + usize::from(one.loops) + usize::from(other.loops);
        let place = Place {
            left: opening.rest,
            key: lone,
            coins: (shape.coins - opening.offered) as u8,
            moves: (active.max(0) + i32::from(loops > 0)) as u8,
            exact: None,
        };
        Some(Named { place, name: name(&sum), is_key: joints > FEW_JOINTS && graph.is_board() })
    }

    fn changed(&self, graph: &Graph, codes: &mut Codes, mut after: After, rest: Strings, taken: u32) -> Place {
        let shape = &self.shape;
        let dropped = after.drop_pairs(shape);
        let pairs = after.dropped_coins;
        let joints = shape.joints.len() - after.ended.count_ones() as usize;
        let loops = shape.loops.len() + after.closed.len() - usize::from(after.lost.is_some());
        let arcs = self.active_after(&after);
        let exact = (joints == 0).then(|| self.exact(&after));
        let key = if exact.is_some() {
            0
        } else {
            let name = self.name_after(graph, &after);
            let is_named = joints > FEW_JOINTS && graph.is_board();
            let web = if is_named { name } else { codes.get(name, || self.code_after(&after)) };
            self.lone_after(&after).wrapping_add(web)
        };
        Place {
            left: rest & !dropped,
            key,
            coins: (shape.coins - taken - pairs) as u8,
            moves: (arcs + usize::from(loops > 0)) as u8,
            exact,
        }
    }

    /// How many arcs are left that count as moves.
    fn active_after(&self, after: &After) -> usize {
        let shape = &self.shape;
        let is_left = |place: usize| after.gone >> place & 1 == 0;
        let mut active = self.active;
        for place in each(after.gone).map(usize::from) {
            let arc = &shape.arcs[place];
            if !is_active(arc) {
                continue;
            }
            let heir = shape.alike(arc.ends).any(|other| {
                is_left(other) && shape.arcs[other].is_idle && rivals(arc.ends, arc.length, shape.arcs[other].length)
            });
            active -= usize::from(!heir);
        }
        for (number, grown) in after.grown.iter().enumerate() {
            let is_rival =
                shape.alike(grown.ends).any(|other| is_left(other) && rivals(grown.ends, grown.length, shape.arcs[other].length));
            let is_twin = after.grown[..number].iter().any(|other| other.is_like(grown));
            active += usize::from(u32::from(grown.length) < LONG && !is_rival && !is_twin);
        }
        active
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
        for place in each(after.gone).map(usize::from).filter(|place| !shape.lone_arcs().contains(place)) {
            subtract(&mut sum, &self.marks[place]);
        }
        for grown in after.grown.iter().filter(|grown| grown.ends != [GROUND; 2]) {
            add(&mut sum, &arc_marks(graph, grown.ends.map(|end| shape.coin(end)), grown.length));
        }
        name(&sum)
    }

    fn code_after(&self, after: &After) -> u64 {
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
        web.code()
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
        let (mut before, mut rest) = (Parts::default(), Parts::default());
        let (mut checked, mut exact_counts) = (0, 0);
        for (rows, columns) in [(2, 2), (3, 3), (3, 5), (4, 4), (1, 9), (5, 5)] {
            let board = Graph::grid(rows, columns);
            let ends: Vec<[u8; 2]> = each(board.whole()).map(|string| board.ends(string)).collect();
            for graph in [board, Graph::new(&ends)] {
                let mut codes = Codes::default();
                for _ in 0..300 {
                    let mut left = graph.whole();
                    while left != 0 {
                        let place = before.read(&graph, left);
                        let openings: Vec<Opening> = before.shape.openings(place.left).map(|(opening, _)| opening).collect();
                        for opening in &openings {
                            let after = before.after(&graph, &mut codes, opening);
                            // Which two of three chains of one length go does not matter.
                            let read = Place { left: after.left, ..rest.read(&graph, opening.rest) };
                            assert_eq!(Place { moves: read.moves, ..after }, read, "{rows}x{columns} {left:b} {opening:?}");
                            assert_eq!(rest.read(&graph, after.left), read, "{rows}x{columns} {left:b} {opening:?}");
                            exact_counts += usize::from(after.moves == read.moves);
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
        // Moves are counted for the order alone.
        assert!(exact_counts * 100 > checked * 99, "{exact_counts} of {checked}");
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
