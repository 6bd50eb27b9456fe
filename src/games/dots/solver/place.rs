//! What the search keeps of a quiet position, and a small cache of it.

use super::endgame;
use super::graph::{Graph, Strings};
use super::key::key;
use super::shape::Shape;
use super::table::{Known, Table};

/// Places in the cache: as many as fit into a core's own cache beside the rest.
const CACHED: usize = 1 << 13;

/// A quiet position, as the search meets it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Place {
    /// Its strings, without pairs of short chains.
    pub left: Strings,
    /// The strings that it was read from.
    read: Strings,
    /// Its canonical key.
    pub key: u64,
    /// Its coins.
    pub coins: u8,
    /// Its moves, those that play alike counted once in part.
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

/// Reads positions, and remembers the last ones.
pub struct Reader<'a> {
    graph: &'a Graph,
    cache: Vec<Place>,
    scratch: Shape,
    empty: Place,
}

impl<'a> Reader<'a> {
    /// A reader of the positions of a graph.
    #[must_use]
    pub fn new(graph: &'a Graph) -> Self {
        let empty = Place { exact: Some(0), ..Place::default() };
        Reader { graph, cache: vec![empty; CACHED], scratch: Shape::default(), empty }
    }

    /// What there is to know of a quiet position.
    pub fn read(&mut self, left: Strings) -> Place {
        if left == 0 {
            return self.empty;
        }
        let slot = (left.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize % CACHED;
        if self.cache[slot].read != left {
            self.cache[slot] = self.computed(left);
        }
        self.cache[slot]
    }

    fn computed(&mut self, left: Strings) -> Place {
        let shape = &mut self.scratch;
        shape.read(self.graph, left);
        let read = left;
        let left = left & !shape.drop_pairs();
        if left == 0 {
            return Place { read, ..self.empty };
        }
        let exact = shape.joints.is_empty().then(|| {
            let loops = shape.loops.iter().map(|found| u32::from(found.length));
            endgame::value(shape.chain_lengths(), loops) as i8
        });
        Place {
            left,
            read,
            key: if exact.is_some() { 0 } else { key(shape) },
            coins: shape.coins as u8,
            moves: shape.move_count() as u8,
            exact,
        }
    }
}
