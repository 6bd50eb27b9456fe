//! Names of vertices, stored one behind the other, with an index for lookup.

use std::collections::TryReserveError;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::attractor::Vertex;
use crate::search::Stop;

/// Names as a text gives them, for vertices by their places in it.
#[derive(Default)]
pub struct GivenNames {
    text: String,
    /// Where each name ends in `text`.
    ends: Vec<usize>,
    /// The place of the vertex of each name.
    places: Vec<u32>,
}

impl GivenNames {
    /// Returns whether there is no name.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Makes room for `names` further names of `bytes` bytes together.
    ///
    /// # Errors
    /// The system has no memory for them.
    pub fn try_reserve(&mut self, names: usize, bytes: usize) -> Result<(), TryReserveError> {
        self.text.try_reserve(bytes)?;
        self.ends.try_reserve(names)?;
        self.places.try_reserve(names)
    }

    /// Returns the number of names and the number of their bytes.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        (self.ends.len(), self.text.len())
    }

    /// Names the vertex at a place. White space in a name becomes `_`, and so do control characters, which a terminal might obey.
    pub fn push(&mut self, place: u32, name: &str) {
        let is_plain = |letter: char| !letter.is_whitespace() && !letter.is_control();
        self.text.extend(name.chars().map(|letter| if is_plain(letter) { letter } else { '_' }));
        self.ends.push(self.text.len());
        self.places.push(place);
    }

    /// Appends other names, whose places begin at `first`.
    pub fn append(&mut self, other: &GivenNames, first: u32) {
        let before = self.text.len();
        self.text.push_str(&other.text);
        self.ends.extend(other.ends.iter().map(|end| before + end));
        self.places.extend(other.places.iter().map(|place| first + place));
    }

    fn get(&self, index: u32) -> &str {
        let begin = index.checked_sub(1).map_or(0, |before| self.ends[before as usize]);
        &self.text[begin..self.ends[index as usize]]
    }
}

/// The names of some vertices of a graph.
#[derive(Clone, Debug)]
pub struct Names {
    text: String,
    /// Where the name of each vertex ends in `text`. A vertex with an empty name has none.
    ends: Vec<u32>,
    /// The vertices with a name, sorted by its case-insensitive hash. Sorting millions of names themselves would take seconds.
    by_hash: Vec<u32>,
}

/// Names that are processed between two checks of the stop flag.
const CHECK_INTERVAL: usize = 1 << 12;

impl Names {
    /// Creates the names of a graph of `count` vertices; `number` returns that of the vertex at a place. A name that is a number, or
    /// that a vertex of a smaller number has, is dropped: it would not tell which vertex is meant. So are those beyond 4 GiB of
    /// names. Returns `None` if `stop` was raised.
    #[must_use]
    pub fn new(count: usize, given: &GivenNames, number: impl Fn(u32) -> u32, stop: &Stop) -> Option<Names> {
        let vertex = |index: u32| number(given.places[index as usize]);
        let mut by_hash = sort_by_hash(given, &vertex, stop)?;
        // For each vertex the index of its name plus 1; 0 if it has none.
        let mut indices = vec![0; count];
        for (done, entry) in by_hash.iter_mut().enumerate() {
            if done % CHECK_INTERVAL == 0 && stop.is_raised() {
                return None;
            }
            let index = std::mem::replace(entry, vertex(*entry));
            indices[*entry as usize] = index + 1;
        }
        let mut names = Names { text: String::with_capacity(given.text.len()), ends: Vec::with_capacity(count), by_hash };
        let mut is_cut = false;
        for (done, index) in indices.into_iter().enumerate() {
            if done % CHECK_INTERVAL == 0 && stop.is_raised() {
                return None;
            }
            let name = u32::checked_sub(index, 1).map_or("", |index| given.get(index));
            let fits = name.len() <= u32::MAX as usize - names.text.len();
            names.text.push_str(if fits { name } else { "" });
            names.ends.push(names.text.len() as u32);
            is_cut |= !fits;
        }
        if is_cut {
            let mut by_hash = std::mem::take(&mut names.by_hash);
            by_hash.retain(|&vertex| !names.get(Vertex(vertex)).is_empty());
            names.by_hash = by_hash;
        }
        Some(names)
    }

    /// Returns the name of a vertex, empty where it has none.
    #[must_use]
    pub fn get(&self, vertex: Vertex) -> &str {
        let begin = vertex.index().checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text[begin as usize..self.ends[vertex.index()] as usize]
    }

    /// Returns the vertex of a name, in any case where no other differs in case alone.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<Vertex> {
        let wanted = hash(name);
        let begin = self.by_hash.partition_point(|&vertex| hash(self.get(Vertex(vertex))) < wanted);
        let same =
            self.by_hash[begin..].iter().map(|&vertex| Vertex(vertex)).take_while(|&vertex| hash(self.get(vertex)) == wanted);
        let alike: Vec<Vertex> = same.filter(|&vertex| fold_case(self.get(vertex)).eq(fold_case(name))).collect();
        match alike[..] {
            [only] => Some(only),
            _ => alike.into_iter().find(|&vertex| self.get(vertex) == name),
        }
    }
}

/// Returns the indices of the names that are kept, sorted by hash; `None` if `stop` was raised. They are sorted in buckets by the
/// upper bits of their hashes, so that the flag is heeded.
fn sort_by_hash(given: &GivenNames, vertex: &impl Fn(u32) -> u32, stop: &Stop) -> Option<Vec<u32>> {
    let bits = (given.ends.len() / CHECK_INTERVAL).max(1).ilog2() + 1;
    let mut buckets: Vec<Vec<(u64, u32)>> = vec![Vec::new(); 1 << bits];
    for index in 0..given.ends.len() as u32 {
        if index.is_multiple_of(CHECK_INTERVAL as u32) && stop.is_raised() {
            return None;
        }
        let name = given.get(index);
        if !name.bytes().all(|byte| byte.is_ascii_digit()) {
            let hash = hash(name);
            buckets[(hash >> (u64::BITS - bits)) as usize].push((hash, index));
        }
    }
    let mut sorted = Vec::with_capacity(given.ends.len());
    for mut bucket in buckets {
        if stop.is_raised() {
            return None;
        }
        bucket.sort_unstable_by(|&(hash, index), &(other_hash, other)| {
            hash.cmp(&other_hash)
                .then_with(|| given.get(index).cmp(given.get(other)))
                .then_with(|| vertex(index).cmp(&vertex(other)))
        });
        bucket
            .dedup_by(|&mut (hash, index), &mut (other_hash, other)| hash == other_hash && given.get(index) == given.get(other));
        sorted.extend(bucket.iter().map(|&(_, index)| index));
    }
    Some(sorted)
}

/// Iterates over the letters of a name in lower case.
fn fold_case(name: &str) -> impl Iterator<Item = char> {
    name.chars().flat_map(char::to_lowercase)
}

/// Returns a hash that is the same for names that differ only in case.
fn hash(name: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    fold_case(name).for_each(|letter| letter.hash(&mut hasher));
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn found_and_dropped() {
        let given = [(4, "b 1"), (1, "Anna"), (2, "anna"), (3, "12"), (5, "\u{e9}t\u{e9}"), (6, "Anna")];
        let mut names = GivenNames::default();
        given.iter().for_each(|&(place, name)| names.push(place, name));
        let stop = Stop::default();
        stop.raise();
        assert!(Names::new(7, &names, |place| place, &stop).is_none());
        let names = Names::new(7, &names, |place| place, &Stop::default()).unwrap();
        let all: Vec<&str> = (0..7).map(|vertex| names.get(Vertex(vertex))).collect();
        assert_eq!(all, ["", "Anna", "anna", "", "b_1", "\u{e9}t\u{e9}", ""]);
        assert_eq!((names.find("Anna"), names.find("anna"), names.find("ANNA")), (Some(Vertex(1)), Some(Vertex(2)), None));
        assert_eq!(names.find("B_1"), Some(Vertex(4)));
        assert_eq!(names.find("\u{c9}T\u{c9}"), Some(Vertex(5)));
        assert_eq!(names.find("12"), None);
        assert_eq!(names.find(""), None);
    }
}
