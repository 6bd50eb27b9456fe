//! Game graphs from text in three forms, told apart by their first word: `parity` (PGSolver's form, [`pgsolver`]), `digraph`
//! ([`dot`]), or else the plain form ([`plain`]).
//!
//! Files are read block by block, so that memory is that of the graph, whatever size a file announces.

mod cursor;
mod dot;
mod error;
mod fast_vertex;
mod fragment;
mod lexer;
mod locate;
mod names;
mod parallel;
mod pgsolver;
mod plain;
mod source;
mod vertex_reader;

use std::sync::OnceLock;

use crate::attractor::Graph;
use crate::files;
use crate::pages::check_available;
use crate::search::Stop;

use cursor::{Cursor, ScanError};
use error::ParseError;

use fragment::Fragment;
pub use names::Names;
pub(super) use source::OUT_OF_MEMORY;
use source::Source;
use vertex_reader::VertexReader;

/// A graph and the names of its vertices.
#[derive(Clone, Debug)]
pub struct NamedGraph {
    pub graph: Graph,
    /// The names of its vertices; `None` if no vertex has one.
    pub names: Option<Names>,
    /// Whether a position can name all vertices, once somebody has asked.
    has_plain_names: OnceLock<bool>,
}

impl NamedGraph {
    /// Returns whether a position names the vertices: whether names are unique, contain no separator of a request line, and are no
    /// numbers.
    #[must_use]
    pub fn has_plain_names(&self) -> bool {
        let Some(names) = &self.names else { return false };
        *self.has_plain_names.get_or_init(|| {
            self.graph.vertices().all(|vertex| {
                let name = names.get(vertex);
                let is_number = name.bytes().all(|byte| byte.is_ascii_digit());
                !is_number && !name.contains([';', '#']) && names.find(name) == Some(vertex)
            })
        })
    }
}

/// Largest text that is held in memory, in bytes: one with names, or in DOT.
const MAX_HELD: usize = 64 << 20;

/// Bytes that a byte of such a text takes at most while it is read, in the shortest lines. They are asked for before, because the
/// small parts of lists and maps cannot be refused one by one.
const HELD_PER_BYTE: usize = 16;

/// Reads a graph from one line of text, in which `;` stands for the end of a line. Errors number these parts from 1.
///
/// # Errors
/// The part that is wrong, and why.
pub(super) fn parse_text(text: &str) -> Result<NamedGraph, String> {
    let form = Form::detect(text.as_bytes());
    let mut is_quoted = false;
    let mut lines = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        is_quoted ^= character == '"';
        match character {
            ';' if form == Form::Plain => lines.push('\n'),
            ';' if !is_quoted => lines.push_str(";\n"),
            _ => lines.push(character),
        }
    }
    // The last vertex may come without a semicolon.
    if form == Form::Parity && !lines.trim_end().ends_with(';') {
        lines.push(';');
    }
    lines.push('\n');
    read(|| Ok(Source::from_text(&lines)), 1, &Stop::default()).map_err(|error| error.describe("part"))
}

/// Reads a graph from what a file contains.
///
/// # Errors
/// The line that is wrong, and why; or `interrupted`.
pub(super) fn parse_content(content: &str, threads: usize, stop: &Stop) -> Result<NamedGraph, String> {
    read(|| Ok(Source::from_text(content)), threads, stop).map_err(|error| error.describe("line"))
}

/// Reads a graph from a file.
///
/// # Errors
/// The line that is wrong, and why; or `interrupted`.
pub fn parse_file(path: &str, threads: usize, stop: &Stop) -> Result<NamedGraph, String> {
    read(|| Source::open(path).map_err(ParseError::without_line), threads, stop).map_err(|error| {
        let why = error.describe("line");
        if why.starts_with(path) { why } else { format!("{path}: {why}") }
    })
}

fn read(open: impl Fn() -> Result<Source, ParseError>, threads: usize, stop: &Stop) -> Result<NamedGraph, ParseError> {
    read_once(&open, threads, stop).map_err(|mut error| {
        let Some(statement) = error.statement.take() else { return error };
        let again = open().and_then(|mut source| {
            let end = if detect_form(&mut source)? == Form::Parity { b';' } else { b'\n' };
            locate::find_line(&mut source, end, statement).map_err(ParseError::without_line)
        });
        error.line = again.ok().flatten();
        error
    })
}

/// Returns the form of a text, without consuming any of it.
fn detect_form(source: &mut Source) -> Result<Form, ParseError> {
    loop {
        let block = source.next_block().map_err(ParseError::without_line)?;
        let form = Form::detect(&block.bytes);
        if form != Form::Empty || block.is_last {
            source.put_back_as_block(block, 0);
            return Ok(form);
        }
        source.put_back(&block.bytes);
    }
}

fn read_once(open: &impl Fn() -> Result<Source, ParseError>, threads: usize, stop: &Stop) -> Result<NamedGraph, ParseError> {
    let mut source = open()?;
    match detect_form(&mut source)? {
        Form::Parity => {
            let (fragment, start) = read_parity(&mut source, threads, stop)?;
            finish(fragment, start, stop)
        }
        Form::Dot => {
            let text = source.read_rest(MAX_HELD).map_err(ParseError::without_line)?;
            check_available(HELD_PER_BYTE * text.len()).map_err(ParseError::without_line)?;
            let (fragment, start) = dot::read_text(&files::decode(&text), stop)?;
            finish(fragment, start, stop)
        }
        Form::Empty => Err(ParseError::without_line("the text contains no graph")),
        Form::Plain => match read_numbered(&mut source, threads, stop) {
            Ok((fragment, start)) => finish(fragment, start, stop),
            Err(error) if stop.is_raised() => Err(error),
            Err(error) => {
                // Its vertices may have names instead of numbers.
                let text = open()?.read_rest(MAX_HELD).map_err(|_| error.clone())?;
                if text.contains(&0) {
                    return Err(error);
                }
                check_available(HELD_PER_BYTE * text.len()).map_err(ParseError::without_line)?;
                match plain::read_named(&files::decode(&text), stop)? {
                    Some((fragment, start)) => finish(fragment, start, stop),
                    None => Err(error),
                }
            }
        },
    }
}

fn finish(fragment: Fragment, start: u32, stop: &Stop) -> Result<NamedGraph, ParseError> {
    let (graph, names) = fragment.finish(start, stop)?;
    Ok(NamedGraph { graph, names, has_plain_names: OnceLock::new() })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Parity,
    Dot,
    Plain,
    Empty,
}

impl Form {
    /// Returns the form of the text that begins with these bytes, judging by the first word behind comment lines.
    fn detect(bytes: &[u8]) -> Form {
        let mut cursor = Cursor::new(bytes);
        cursor.skip_space();
        while cursor.peek() == Ok(b'#') {
            cursor.skip_line();
            cursor.skip_space();
        }
        let rest = &bytes[cursor.position()..];
        let length = rest.iter().position(|byte| !byte.is_ascii_alphanumeric()).unwrap_or(rest.len());
        match &rest[..length] {
            b"parity" => Form::Parity,
            b"digraph" | b"strict" | b"graph" => Form::Dot,
            b"" if rest.starts_with(b"/*") || rest.starts_with(b"//") => Form::Dot,
            b"" if rest.is_empty() => Form::Empty,
            _ => Form::Plain,
        }
    }
}

fn read_parity(source: &mut Source, threads: usize, stop: &Stop) -> Result<(Fragment, u32), ParseError> {
    let (mut fragment, (start, most)) = read_head(source, pgsolver::read_head)?;
    let vertices = VertexReader { read: pgsolver::read_statements, find_end: parallel::find_statement_end, stop };
    parallel::run(vertices, source, &mut fragment, threads)?;
    match most.filter(|&most| fragment.max_number() > most) {
        Some(most) => {
            let max_number = fragment.max_number();
            Err(ParseError::on_vertex(max_number, 1, format!("vertex {max_number} is greater than {most}, which is announced")))
        }
        None => Ok((fragment, start)),
    }
}

fn read_numbered(source: &mut Source, threads: usize, stop: &Stop) -> Result<(Fragment, u32), ParseError> {
    let (mut fragment, announced) = read_head(source, plain::read_head)?;
    let place = fragment.lines;
    let vertices = VertexReader { read: plain::read_lines, find_end: parallel::find_line_end, stop };
    parallel::run(vertices, source, &mut fragment, threads)?;
    match announced {
        Some((count, start)) if count as usize == fragment.vertex_count() => Ok((fragment, start)),
        Some((count, _)) => {
            fragment.check_numbers()?;
            Err(ParseError::on_line(place, format!("{count} vertices are announced, {} are there", fragment.vertex_count())))
        }
        None => {
            let start = fragment.first_number();
            Ok((fragment, start))
        }
    }
}

/// Reads what comes before the vertices.
fn read_head<T>(
    source: &mut Source,
    read: impl Fn(&mut Cursor<'_>) -> Result<T, ScanError>,
) -> Result<(Fragment, T), ParseError> {
    loop {
        let block = source.next_block().map_err(ParseError::without_line)?;
        let mut cursor = Cursor::new(&block.bytes);
        match read(&mut cursor) {
            Ok(found) => {
                let (at, lines) = (cursor.position(), cursor.lines());
                source.put_back_as_block(block, at);
                return Ok((Fragment::starting_on(lines, source.size()), found));
            }
            Err(ScanError::Incomplete) if !block.is_last => source.put_back(&block.bytes),
            Err(ScanError::Incomplete) => return Err(ParseError::on_line(cursor.lines(), "the text ends too early")),
            Err(ScanError::Invalid(why)) => return Err(ParseError::on_line(cursor.lines(), why)),
        }
    }
}
