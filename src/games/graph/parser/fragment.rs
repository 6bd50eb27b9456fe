//! A fragment of a graph: the vertices of a part of the text, in their order there and with the numbers they have there.

use std::collections::TryReserveError;

use crate::attractor::{Builder, Goal, Graph, MAX_VERTICES, Vertex};
use crate::color::Color;
use crate::files;
use crate::pages::check_available;
use crate::search::Stop;

use super::cursor::{Cursor, Scan, ScanError};
use super::error::ParseError;
use super::names::{GivenNames, Names};
use super::source::OUT_OF_MEMORY;

/// Typical length of a vertex and of an edge, in bytes of text, by which room is reserved.
const BYTES_PER_VERTEX: usize = 24;
const BYTES_PER_EDGE: usize = 8;

/// Least length of a vertex (`0 1 N` and the end of the line) and of an edge.
const LEAST_BYTES_PER_VERTEX: usize = 6;
const LEAST_BYTES_PER_EDGE: usize = 2;

/// Most bytes of text for which room is reserved at once, because a large file may have few vertices.
const MAX_ROOM: usize = 1 << 28;

/// Bytes that a name takes while names are sorted, beside its letters.
const NAME_BYTES: usize = 48;

/// Numbers that are checked between two checks of the stop flag.
const CHECK_INTERVAL: usize = 1 << 14;

/// The vertices and edges of consecutive statements.
#[derive(Default)]
pub(super) struct Fragment {
    builder: Builder,
    /// Number of the first vertex. The others follow it, unless there are `numbers`.
    first_number: u32,
    numbers: Option<Vec<u32>>,
    /// The names, by the index of the vertex in this fragment.
    names: GivenNames,
    /// Line ends in the fragment.
    pub lines: usize,
    /// The greatest target of an edge, and the line of the first edge to it.
    max_target: (u32, usize),
    /// The priority of the vertices that are not final, and the line of the first of them.
    pub priority: Option<(u32, usize)>,
    /// The reason why it could not be read.
    error: Option<ParseError>,
}

impl Fragment {
    /// Creates an empty fragment that begins on this line, of a text of this many bytes.
    #[must_use]
    pub fn starting_on(line: usize, bytes: usize) -> Fragment {
        Fragment { lines: line, ..Fragment::with_room(bytes.min(MAX_ROOM)) }
    }

    /// Creates an empty fragment with room for a text of this many bytes, if there is memory for it.
    #[must_use]
    pub fn with_room(bytes: usize) -> Fragment {
        let mut fragment = Fragment::default();
        // Each block reserves its room again and reports a failure.
        let _ = fragment.builder.try_reserve(bytes / BYTES_PER_VERTEX, bytes / BYTES_PER_EDGE);
        fragment
    }

    /// Makes room for what a block of this many bytes can hold.
    ///
    /// # Errors
    /// The system has no memory for it.
    pub fn reserve_for_block(&mut self, bytes: usize) -> Result<(), ParseError> {
        let vertices = bytes / LEAST_BYTES_PER_VERTEX + 1;
        self.builder.try_reserve(vertices, bytes / LEAST_BYTES_PER_EDGE + 1).map_err(out_of_memory)?;
        match &mut self.numbers {
            Some(numbers) => numbers.try_reserve(vertices).map_err(out_of_memory),
            None => Ok(()),
        }
    }

    /// Returns the number of the first vertex in the text.
    #[must_use]
    pub fn first_number(&self) -> u32 {
        self.first_number
    }

    /// Returns the number of vertices so far.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.builder.vertex_count()
    }

    /// Adds an edge of the next vertex, found on this line of the fragment.
    #[inline]
    pub fn edge(&mut self, to: u32, line: usize) {
        if to > self.max_target.0 {
            self.max_target = (to, line);
        }
        self.builder.edge(Vertex(to));
    }

    /// Adds edges of the next vertex, found on this line of the fragment.
    #[inline]
    #[allow(clippy::manual_inspect, reason = "the count of what is inspected is not trusted: room would be made edge by edge")]
    pub fn edges_to(&mut self, all: impl Iterator<Item = u32>, line: usize) {
        let mut most = 0;
        self.builder.edges_to(all.map(|to| {
            most = most.max(to);
            to
        }));
        if most > self.max_target.0 {
            self.max_target = (most, line);
        }
    }

    /// Removes the edges of the next vertex.
    pub fn forget_edges(&mut self) {
        self.builder.clear_edges();
    }

    /// Returns the edges of the next vertex.
    #[must_use]
    pub fn edges(&self) -> &[u32] {
        self.builder.edges()
    }

    /// Adds the next vertex.
    #[inline]
    pub fn vertex(&mut self, number: u32, owner: Color, goal: Option<Goal>) {
        let count = self.builder.vertex_count() as u32;
        match &mut self.numbers {
            Some(numbers) => numbers.push(number),
            None if count == 0 => self.first_number = number,
            None if number == self.first_number.wrapping_add(count) => {}
            None => self.numbers = Some((0..count).map(|n| self.first_number.wrapping_add(n)).chain([number]).collect()),
        }
        self.builder.vertex(owner, goal);
    }

    /// Names the last vertex.
    pub fn name(&mut self, name: &[u8]) {
        self.names.push(self.builder.vertex_count() as u32 - 1, &files::decode(name));
    }

    /// Returns the greatest number of a vertex; 0 if there is no vertex.
    #[must_use]
    pub fn max_number(&self) -> u32 {
        match &self.numbers {
            Some(numbers) => numbers.iter().max().copied().unwrap_or(0),
            None => self.first_number.wrapping_add(self.builder.vertex_count() as u32).saturating_sub(1),
        }
    }

    /// Checks that no two vertices have the same number.
    ///
    /// # Errors
    /// Two vertices have.
    pub fn check_numbers(&self) -> Result<(), ParseError> {
        let mut numbers: Vec<u32> = self.numbers.clone().unwrap_or_default();
        numbers.sort_unstable();
        match numbers.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(duplicate_vertex(pair[0])),
            None => Ok(()),
        }
    }

    /// Returns whether it holds more than a graph can.
    #[must_use]
    pub fn is_too_large(&self) -> bool {
        self.builder.is_too_large()
    }

    /// Reads the complete statements of a block and returns their length in bytes. `read` reads one statement, given the line that
    /// the block begins on. If the last block ends within a statement, the error is `cut_off`.
    ///
    /// # Errors
    /// The first wrong statement.
    #[inline]
    pub fn read_statements(
        &mut self,
        block: &[u8],
        is_last: bool,
        cut_off: &str,
        read: impl Fn(&mut Cursor<'_>, &mut Fragment, usize) -> Scan<()>,
    ) -> Result<usize, ParseError> {
        let mut cursor = Cursor::new(block);
        let base = self.lines;
        loop {
            cursor.skip_space();
            let begin = cursor;
            let why = match read(&mut cursor, self, base) {
                Ok(()) => continue,
                Err(ScanError::Incomplete) if !is_last || begin.position() == block.len() => {
                    self.forget_edges();
                    self.lines = base + begin.lines();
                    return Ok(begin.position());
                }
                Err(ScanError::Incomplete) => cut_off.to_owned(),
                Err(ScanError::Invalid(why)) => why,
            };
            return Err(ParseError::on_line(base + cursor.lines(), why));
        }
    }

    /// Creates a fragment that stands for an error.
    #[must_use]
    pub fn from_error(error: ParseError) -> Fragment {
        Fragment { error: Some(error), ..Fragment::default() }
    }

    /// Appends the next fragment, whose lines are counted from 0.
    ///
    /// # Errors
    /// It could not be read, or the two have vertices of different priorities.
    pub fn append(&mut self, other: Fragment) -> Result<(), ParseError> {
        let moved = |line: usize| self.lines + line;
        if let Some(error) = other.error {
            return Err(ParseError { line: error.line.map(moved), ..error });
        }
        let (names, bytes) = other.names.size();
        let (vertices, edges) = other.builder.size();
        self.builder.try_reserve(vertices, edges).map_err(out_of_memory)?;
        self.names.try_reserve(names, bytes).map_err(out_of_memory)?;
        match (self.priority, other.priority) {
            (Some((mine, _)), Some((its, line))) if mine != its => return Err(mixed_priorities(mine, its, moved(line))),
            (None, Some((its, line))) => self.priority = Some((its, moved(line))),
            _ => {}
        }
        if other.max_target.0 > self.max_target.0 {
            self.max_target = (other.max_target.0, moved(other.max_target.1));
        }
        let (before, count) = (self.builder.vertex_count() as u32, other.builder.vertex_count() as u32);
        let is_next = other.numbers.is_none() && other.first_number == self.first_number.wrapping_add(before);
        if before == 0 {
            (self.first_number, self.numbers) = (other.first_number, other.numbers);
        } else if count > 0 && (self.numbers.is_some() || !is_next) {
            let run = |first: u32, count: u32| (0..count).map(move |n| first.wrapping_add(n));
            let mut numbers = self.numbers.take().unwrap_or_else(|| run(self.first_number, before).collect());
            match other.numbers {
                Some(its) => numbers.extend(its),
                None => numbers.extend(run(other.first_number, count)),
            }
            self.numbers = Some(numbers);
        }
        self.names.append(&other.names, before);
        self.builder.append(&other.builder);
        self.lines += other.lines;
        Ok(())
    }

    /// Builds the graph.
    ///
    /// # Errors
    /// A number is missing or comes twice, an edge leads to no vertex, or a vertex is a dead end; or `interrupted`.
    pub fn finish(self, start: u32, stop: &Stop) -> Result<(Graph, Option<Names>), ParseError> {
        let (count, edges) = self.builder.size();
        if count > MAX_VERTICES {
            return Err(ParseError::without_line(format!("more than {MAX_VERTICES} vertices")));
        }
        let (names, bytes) = self.names.size();
        let copied = if self.numbers.is_some() { 12 * count + 4 * edges } else { 0 };
        check_available(copied + bytes + NAME_BYTES * names).map_err(ParseError::without_line)?;
        let numbers = match self.numbers {
            None if self.first_number != 0 && count > 0 => return Err(ParseError::without_line("vertex 0 has no line")),
            None => None,
            Some(numbers) => Some(check_complete(numbers, stop)?),
        };
        if self.max_target.0 as usize >= count && count > 0 {
            let why = format!("an edge leads to {}, which has no line (the vertices are 0 to {})", self.max_target.0, count - 1);
            return Err(ParseError::on_line(self.max_target.1, why));
        }
        let number = |place: u32| numbers.as_ref().map_or(place, |numbers| numbers[place as usize]);
        let names = match self.names.is_empty() {
            true => None,
            false => Some(Names::new(count, &self.names, number, stop).ok_or_else(ParseError::interruption)?),
        };
        let builder = match &numbers {
            Some(numbers) => self.builder.renumber(numbers, stop).ok_or_else(ParseError::interruption)?,
            None => self.builder,
        };
        let graph = builder.finish_within(Vertex(start), stop).map_err(|flaw| ParseError::without_line(flaw.to_string()))?;
        Ok((graph, names))
    }
}

fn out_of_memory(_: TryReserveError) -> ParseError {
    ParseError::without_line(OUT_OF_MEMORY)
}

/// Returns the numbers of the vertices if each number from 0 on occurs once.
fn check_complete(numbers: Vec<u32>, stop: &Stop) -> Result<Vec<u32>, ParseError> {
    let mut seen = vec![false; numbers.len()];
    for (done, &number) in numbers.iter().enumerate() {
        if done % CHECK_INTERVAL == 0 && stop.is_raised() {
            return Err(ParseError::interruption());
        }
        match seen.get_mut(number as usize) {
            Some(seen) if *seen => return Err(duplicate_vertex(number)),
            Some(seen) => *seen = true,
            // If a number is too large, another one is missing.
            None => {}
        }
    }
    match seen.iter().position(|seen| !seen) {
        Some(missing) => Err(ParseError::without_line(format!("vertex {missing} has no line"))),
        None => Ok(numbers),
    }
}

/// Returns the error for a number that two vertices have.
fn duplicate_vertex(number: u32) -> ParseError {
    ParseError::on_vertex(number, 2, format!("vertex {number} has two lines"))
}

/// Returns the error for a parity game that is no reachability game.
pub(super) fn mixed_priorities(one: u32, other: u32, line: usize) -> ParseError {
    let why = format!("priorities {one} and {other} of vertices that are not final: this is not a reachability game");
    ParseError::on_line(line, why)
}
