//! Names of vertices, stored one behind the other, with an index for lookup.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::attractor::Vertex;

/// The names of some vertices of a graph.
#[derive(Clone, Debug)]
pub struct Names {
    text: String,
    /// Where the name of each vertex ends in `text`. A vertex with an empty name has none.
    ends: Vec<u32>,
    /// The vertices with a name, sorted by its case-insensitive hash. Sorting millions of names themselves would take seconds.
    by_hash: Vec<u32>,
}

impl Names {
    /// Creates the names of a graph of `count` vertices. White space in a name becomes `_`. A name that is a number, or that
    /// another vertex has before, is dropped: it would not tell which vertex is meant. So are those beyond 4 GiB of names.
    pub fn new<'a>(count: usize, given: impl Iterator<Item = (u32, &'a str)>) -> Names {
        let mut given: Vec<(u64, u32, Cow<'a, str>)> = given
            .map(|(vertex, name)| (vertex, replace_spaces(name)))
            .map(|(vertex, name)| (hash(&name), vertex, name))
            .collect();
        let mut room = u32::MAX as usize;
        given.retain(|(_, _, name)| {
            let is_kept = !name.bytes().all(|byte| byte.is_ascii_digit()) && name.len() <= room;
            room -= if is_kept { name.len() } else { 0 };
            is_kept
        });
        given.sort_unstable_by(|(hash, vertex, name), (other_hash, other, other_name)| {
            hash.cmp(other_hash).then_with(|| name.cmp(other_name)).then(vertex.cmp(other))
        });
        given.dedup_by(|later, first| later.0 == first.0 && later.2 == first.2);
        let by_hash = given.iter().map(|(_, vertex, _)| *vertex).collect();
        given.sort_unstable_by_key(|(_, vertex, _)| *vertex);
        let mut names = Names { text: String::new(), ends: Vec::with_capacity(count), by_hash };
        for (_, vertex, name) in given {
            names.ends.resize(vertex as usize, names.text.len() as u32);
            names.text.push_str(&name);
            names.ends.push(names.text.len() as u32);
        }
        names.ends.resize(count, names.text.len() as u32);
        names
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

/// Returns a name with `_` for white space.
fn replace_spaces(name: &str) -> Cow<'_, str> {
    if name.contains(char::is_whitespace) { name.replace(char::is_whitespace, "_").into() } else { name.into() }
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
        let names = Names::new(7, given.into_iter());
        let all: Vec<&str> = (0..7).map(|vertex| names.get(Vertex(vertex))).collect();
        assert_eq!(all, ["", "Anna", "anna", "", "b_1", "\u{e9}t\u{e9}", ""]);
        assert_eq!((names.find("Anna"), names.find("anna"), names.find("ANNA")), (Some(Vertex(1)), Some(Vertex(2)), None));
        assert_eq!(names.find("B_1"), Some(Vertex(4)));
        assert_eq!(names.find("\u{c9}T\u{c9}"), Some(Vertex(5)));
        assert_eq!(names.find("12"), None);
        assert_eq!(names.find(""), None);
    }
}
