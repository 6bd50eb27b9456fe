//! What has been read of a graph so far: vertices in the order of the text, with whatever numbers they have there.

use crate::attractor::{Builder, Goal, Graph, MOST_VERTICES, Vertex};
use crate::color::Color;

use super::names::Names;
use super::{Trouble, flaw_words};

/// Bytes of text for each vertex and each edge in graphs of some hundred thousand vertices.
const BYTES_OF_A_VERTEX: usize = 24;
const BYTES_OF_AN_EDGE: usize = 8;

/// Bytes of text for which room is made at once. Only what is written on takes memory, but a file may be as large as it likes
/// and have no vertex.
const MOST_ROOM: usize = 1 << 28;

/// A piece of a graph: a run of statements.
#[derive(Default)]
pub struct Piece {
    builder: Builder,
    /// Number of the first vertex; the others follow, unless `numbers` tells them.
    first: u32,
    numbers: Option<Vec<u32>>,
    /// Names as they come: the place of the vertex in this piece, and its name.
    names: Vec<(u32, Box<str>)>,
    /// Ends of lines in the piece.
    pub lines: usize,
    /// The greatest vertex that an edge leads to, and the line of the first such edge.
    farthest: (u32, usize),
    /// The priority of the vertices that are not final, and the line of the first of them.
    pub priority: Option<(u32, usize)>,
    /// Why it could not be read.
    trouble: Option<Trouble>,
}

impl Piece {
    /// Returns an empty piece that begins in this line, of a text of so many bytes.
    #[must_use]
    pub fn at(line: usize, bytes: usize) -> Piece {
        Piece { lines: line, ..Piece::with_room(bytes.min(MOST_ROOM)) }
    }

    /// Returns an empty piece with room for a text of so many bytes, unless its numbers are short.
    #[must_use]
    pub fn with_room(bytes: usize) -> Piece {
        Piece { builder: Builder::with_capacity(bytes / BYTES_OF_A_VERTEX, bytes / BYTES_OF_AN_EDGE), ..Piece::default() }
    }

    /// Returns the number of the first vertex in the text.
    #[must_use]
    pub fn first(&self) -> u32 {
        self.first
    }

    /// Returns the number of vertices so far.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.builder.vertex_count()
    }

    /// An edge of the vertex that comes next, told in this line of the piece.
    #[inline]
    pub fn edge(&mut self, to: u32, line: usize) {
        if to > self.farthest.0 {
            self.farthest = (to, line);
        }
        self.builder.edge(Vertex(to));
    }

    /// Edges of the vertex that comes next, told in this line of the piece.
    #[inline]
    #[allow(clippy::manual_inspect, reason = "the count of what is inspected is not trusted: room would be made edge by edge")]
    pub fn edges_to(&mut self, all: impl Iterator<Item = u32>, line: usize) {
        let mut most = 0;
        self.builder.edges_to(all.map(|to| {
            most = most.max(to);
            to
        }));
        if most > self.farthest.0 {
            self.farthest = (most, line);
        }
    }

    /// Takes back the edges of a vertex that has not come yet.
    pub fn forget_edges(&mut self) {
        self.builder.forget_edges();
    }

    /// Returns the edges of the vertex that comes next.
    #[must_use]
    pub fn edges(&self) -> &[u32] {
        self.builder.edges()
    }

    /// The next vertex.
    #[inline]
    pub fn vertex(&mut self, number: u32, owner: Color, goal: Option<Goal>) {
        let count = self.builder.vertex_count() as u32;
        match &mut self.numbers {
            Some(numbers) => numbers.push(number),
            None if count == 0 => self.first = number,
            None if number == self.first.wrapping_add(count) => {}
            None => self.numbers = Some((0..count).map(|n| self.first.wrapping_add(n)).chain([number]).collect()),
        }
        self.builder.vertex(owner, goal);
    }

    /// The name of the last vertex.
    pub fn name(&mut self, name: &[u8]) {
        let text = String::from_utf8_lossy(name).into_owned();
        self.names.push((self.builder.vertex_count() as u32 - 1, text.into_boxed_str()));
    }

    /// Returns the greatest number of a vertex; 0 where there is none.
    #[must_use]
    pub fn greatest(&self) -> u32 {
        match &self.numbers {
            Some(numbers) => numbers.iter().max().copied().unwrap_or(0),
            None => self.first.wrapping_add(self.builder.vertex_count() as u32).saturating_sub(1),
        }
    }

    /// Refuses a number that two vertices have.
    ///
    /// # Errors
    /// There is one.
    pub fn check_numbers(&self) -> Result<(), Trouble> {
        let mut numbers: Vec<u32> = self.numbers.clone().unwrap_or_default();
        numbers.sort_unstable();
        match numbers.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(two_lines(pair[0])),
            None => Ok(()),
        }
    }

    /// Returns whether it holds more than a graph can.
    #[must_use]
    pub fn is_too_large(&self) -> bool {
        self.builder.is_too_large()
    }

    /// Returns a piece that cannot be read.
    #[must_use]
    pub fn failed(trouble: Trouble) -> Piece {
        Piece { trouble: Some(trouble), ..Piece::default() }
    }

    /// Takes the statements of a piece that follows, the lines of which begin at 0.
    ///
    /// # Errors
    /// It could not be read, or the two have vertices of different priorities.
    pub fn append(&mut self, other: Piece) -> Result<(), Trouble> {
        let moved = |line: usize| self.lines + line;
        if let Some(trouble) = other.trouble {
            return Err(Trouble { line: trouble.line.map(moved), ..trouble });
        }
        match (self.priority, other.priority) {
            (Some((mine, _)), Some((its, line))) if mine != its => return Err(two_priorities(mine, its, moved(line))),
            (None, Some((its, line))) => self.priority = Some((its, moved(line))),
            _ => {}
        }
        if other.farthest.0 > self.farthest.0 {
            self.farthest = (other.farthest.0, moved(other.farthest.1));
        }
        let (before, count) = (self.builder.vertex_count() as u32, other.builder.vertex_count() as u32);
        let is_next = other.numbers.is_none() && other.first == self.first.wrapping_add(before);
        if before == 0 {
            (self.first, self.numbers) = (other.first, other.numbers);
        } else if count > 0 && (self.numbers.is_some() || !is_next) {
            let run = |first: u32, count: u32| (0..count).map(move |n| first.wrapping_add(n));
            let mut numbers = self.numbers.take().unwrap_or_else(|| run(self.first, before).collect());
            match other.numbers {
                Some(its) => numbers.extend(its),
                None => numbers.extend(run(other.first, count)),
            }
            self.numbers = Some(numbers);
        }
        self.names.extend(other.names.into_iter().map(|(place, name)| (before + place, name)));
        self.builder.append(&other.builder);
        self.lines += other.lines;
        Ok(())
    }

    /// Returns the whole graph, where this is the last piece.
    ///
    /// # Errors
    /// Numbers that leave gaps or come twice, edges that lead nowhere, dead ends.
    pub fn finish(self, start: u32) -> Result<(Graph, Option<Names>), Trouble> {
        let count = self.builder.vertex_count();
        if count > MOST_VERTICES {
            return Err(Trouble::nowhere(format!("more than {MOST_VERTICES} vertices")));
        }
        let numbers = match self.numbers {
            None if self.first != 0 && count > 0 => return Err(Trouble::nowhere("vertex 0 has no line")),
            None => None,
            Some(numbers) => Some(checked(numbers)?),
        };
        if self.farthest.0 as usize >= count && count > 0 {
            let why = format!("an edge leads to {}, which has no line (the vertices are 0 to {})", self.farthest.0, count - 1);
            return Err(Trouble::at(self.farthest.1, why));
        }
        let number = |place: u32| numbers.as_ref().map_or(place, |numbers| numbers[place as usize]);
        let names = self.names.iter().map(|(place, name)| (number(*place), &**name));
        let names = (!self.names.is_empty()).then(|| Names::new(count, names));
        let builder = match &numbers {
            Some(numbers) => self.builder.renumbered(numbers),
            None => self.builder,
        };
        let graph = builder.finish(Vertex(start)).map_err(|flaw| Trouble::nowhere(flaw_words(flaw)))?;
        Ok((graph, names))
    }
}

/// Returns the numbers of the vertices, if each from 0 on is there once.
fn checked(numbers: Vec<u32>) -> Result<Vec<u32>, Trouble> {
    let mut seen = vec![false; numbers.len()];
    for &number in &numbers {
        match seen.get_mut(number as usize) {
            Some(seen) if *seen => return Err(two_lines(number)),
            Some(seen) => *seen = true,
            // With a number beyond their count another is missing.
            None => {}
        }
    }
    match seen.iter().position(|seen| !seen) {
        Some(missing) => Err(Trouble::nowhere(format!("vertex {missing} has no line"))),
        None => Ok(numbers),
    }
}

/// Returns what is said of a number that two vertices have.
fn two_lines(number: u32) -> Trouble {
    Trouble::of_vertex(number, 2, format!("vertex {number} has two lines"))
}

/// Returns what is said of a game that reachability cannot express.
pub fn two_priorities(one: u32, other: u32, line: usize) -> Trouble {
    let why = format!("priorities {one} and {other} of vertices that are not final: this is no reachability game");
    Trouble::at(line, why)
}
