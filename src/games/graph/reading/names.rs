//! Names of vertices: one after the other in one text, with an index for looking up.

use crate::attractor::Vertex;

/// The names of some vertices of a graph.
#[derive(Clone, Debug)]
pub struct Names {
    text: String,
    /// Where the name of each vertex ends; an empty one is none.
    ends: Vec<u32>,
    /// The vertices with a name, by it; any case.
    order: Vec<u32>,
}

impl Names {
    /// The names of a graph of `count` vertices. White space in a name becomes `_`. A name that is a number, or that another
    /// vertex has before, is dropped: it would not tell which vertex is meant.
    pub fn new<'a>(count: usize, given: impl Iterator<Item = (u32, &'a str)>) -> Names {
        let mut given: Vec<(u32, String)> =
            given.map(|(vertex, name)| (vertex, name.replace(char::is_whitespace, "_"))).collect();
        given.retain(|(_, name)| !name.is_empty() && !name.bytes().all(|byte| byte.is_ascii_digit()));
        given.sort_by_cached_key(|(vertex, name)| (folded(name), name.clone(), *vertex));
        given.dedup_by(|later, first| later.1 == first.1);
        let order = given.iter().map(|(vertex, _)| *vertex).collect();
        given.sort_unstable_by_key(|(vertex, _)| *vertex);
        let mut names = Names { text: String::new(), ends: Vec::with_capacity(count), order };
        for (vertex, name) in given {
            names.ends.resize(vertex as usize, names.text.len() as u32);
            names.text.push_str(&name);
            names.ends.push(names.text.len() as u32);
        }
        names.ends.resize(count, names.text.len() as u32);
        names
    }

    /// The name of a vertex, empty where it has none.
    #[must_use]
    pub fn of(&self, vertex: Vertex) -> &str {
        let begin = vertex.index().checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text[begin as usize..self.ends[vertex.index()] as usize]
    }

    /// The vertex of a name, in any case where no other differs in case alone.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<Vertex> {
        let wanted = folded(name);
        let begin = self.order.partition_point(|&vertex| folded(self.of(Vertex(vertex))) < wanted);
        let alike =
            self.order[begin..].iter().map(|&vertex| Vertex(vertex)).take_while(|&vertex| folded(self.of(vertex)) == wanted);
        let alike: Vec<Vertex> = alike.collect();
        match alike[..] {
            [only] => Some(only),
            _ => alike.into_iter().find(|&vertex| self.of(vertex) == name),
        }
    }
}

fn folded(name: &str) -> String {
    name.to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn found_and_dropped() {
        let given = [(4, "b 1"), (1, "Anna"), (2, "anna"), (3, "12"), (5, "\u{e9}t\u{e9}"), (6, "Anna")];
        let names = Names::new(7, given.into_iter());
        let all: Vec<&str> = (0..7).map(|vertex| names.of(Vertex(vertex))).collect();
        assert_eq!(all, ["", "Anna", "anna", "", "b_1", "\u{e9}t\u{e9}", ""]);
        assert_eq!((names.find("Anna"), names.find("anna"), names.find("ANNA")), (Some(Vertex(1)), Some(Vertex(2)), None));
        assert_eq!(names.find("B_1"), Some(Vertex(4)));
        assert_eq!(names.find("\u{c9}T\u{c9}"), Some(Vertex(5)));
        assert_eq!(names.find("12"), None);
        assert_eq!(names.find(""), None);
    }
}
