//! Game graphs from text, in three forms that are told apart by how they begin: `parity` (`pgsolver`), `digraph` (`dot`),
//! and the plain form (`plain`).
//!
//! Files are read block by block: what is held is what the graph needs, whatever a file announces.

mod blame;
mod cursor;
mod dot;
mod lexer;
mod names;
mod parallel;
mod pgsolver;
mod piece;
mod plain;
mod source;
mod usual;

use crate::attractor::{Flaw, Graph};
use crate::search::Stop;

use blame::Blame;
use cursor::{Cursor, Halt};
pub use names::Names;
use piece::Piece;
use source::Source;

/// A graph that has been read.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The graph.
    pub graph: Graph,
    /// The names of its vertices, if any has one.
    pub names: Option<Names>,
}

/// Why a text is no game graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// The line, from 0, where one is to blame.
    pub line: Option<usize>,
    /// What is wrong.
    pub why: String,
    /// The vertex to blame where its line is not known yet.
    blame: Option<Blame>,
}

impl Trouble {
    fn at(line: usize, why: impl Into<String>) -> Trouble {
        Trouble { line: Some(line), why: why.into(), blame: None }
    }

    fn nowhere(why: impl Into<String>) -> Trouble {
        Trouble { line: None, why: why.into(), blame: None }
    }

    fn of_vertex(number: u32, nth: usize, why: impl Into<String>) -> Trouble {
        Trouble { line: None, why: why.into(), blame: Some(Blame { number, nth }) }
    }

    /// `line 3: ...`, with another word for the place.
    #[must_use]
    pub fn told(&self, place: &str) -> String {
        match self.line {
            Some(line) => format!("{place} {}: {}", line + 1, self.why),
            None => self.why.clone(),
        }
    }
}

/// Largest text that is held whole: one with names, or in DOT.
const MOST_WHOLE: usize = 64 << 20;

/// A reader of whole statements: from a block into a piece; how many bytes they are.
type Reader = fn(&[u8], &mut Piece, bool) -> Result<usize, Trouble>;

/// Where the last whole statement of a block ends, if one does.
type Ending = fn(&[u8]) -> Option<usize>;

/// Reads a graph from one line of text, where `;` ends lines; places in it are parts, from 1.
///
/// # Errors
/// The place and the reason.
pub fn text(text: &str) -> Result<Loaded, String> {
    let form = Form::of(text.as_bytes());
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
    // It stands between the vertices: the last one needs none.
    if form == Form::Parity && !lines.trim_end().ends_with(';') {
        lines.push(';');
    }
    lines.push('\n');
    read(|| Ok(Source::text(&lines)), 1, &Stop::default()).map_err(|trouble| trouble.told("part"))
}

/// Reads a graph from a file.
///
/// # Errors
/// The place and the reason; `interrupted` once the flag is raised.
pub fn file(path: &str, threads: usize, stop: &Stop) -> Result<Loaded, String> {
    read(|| Source::open(path).map_err(Trouble::nowhere), threads, stop).map_err(|trouble| {
        let why = trouble.told("line");
        if why.starts_with(path) { why } else { format!("{path}: {why}") }
    })
}

fn read(open: impl Fn() -> Result<Source, Trouble>, threads: usize, stop: &Stop) -> Result<Loaded, Trouble> {
    read_once(&open, threads, stop).map_err(|mut trouble| {
        let Some(blame) = trouble.blame.take() else { return trouble };
        let again = open().and_then(|mut source| {
            let end = if form(&mut source)? == Form::Parity { b';' } else { b'\n' };
            blame::line(&mut source, end, blame).map_err(Trouble::nowhere)
        });
        trouble.line = again.ok().flatten();
        trouble
    })
}

/// Returns the form of a text, which is looked at and not used up.
fn form(source: &mut Source) -> Result<Form, Trouble> {
    loop {
        let block = source.block().map_err(Trouble::nowhere)?;
        let form = Form::of(&block.bytes);
        if form != Form::Nothing || block.is_last {
            source.unread(block, 0);
            return Ok(form);
        }
        source.put_back(&block.bytes);
    }
}

fn read_once(open: &impl Fn() -> Result<Source, Trouble>, threads: usize, stop: &Stop) -> Result<Loaded, Trouble> {
    let mut source = open()?;
    match form(&mut source)? {
        Form::Parity => {
            let (piece, start) = parity(&mut source, threads, stop)?;
            finish(piece, start)
        }
        Form::Dot => {
            let text = source.whole(MOST_WHOLE).map_err(Trouble::nowhere)?;
            let (piece, start) = dot::read(&String::from_utf8_lossy(&text))?;
            finish(piece, start)
        }
        Form::Nothing => Err(Trouble::nowhere("there is no game in it")),
        Form::Plain => match numbered(&mut source, threads, stop) {
            Ok((piece, start)) => finish(piece, start),
            Err(trouble) => {
                // Perhaps its vertices have names.
                let text = open()?.whole(MOST_WHOLE).map_err(|_| trouble.clone())?;
                if text.contains(&0) {
                    return Err(trouble);
                }
                match plain::named(&String::from_utf8_lossy(&text))? {
                    Some((piece, start)) => finish(piece, start),
                    None => Err(trouble),
                }
            }
        },
    }
}

fn finish(piece: Piece, start: u32) -> Result<Loaded, Trouble> {
    let (graph, names) = piece.finish(start)?;
    Ok(Loaded { graph, names })
}

/// The forms of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Parity,
    Dot,
    Plain,
    Nothing,
}

impl Form {
    /// Returns the form of a text that begins like this: by its first word, comment lines aside.
    fn of(bytes: &[u8]) -> Form {
        let mut cursor = Cursor::new(bytes);
        cursor.skip_space();
        while cursor.peek() == Ok(b'#') {
            cursor.skip_line();
            cursor.skip_space();
        }
        let rest = &bytes[cursor.at()..];
        let length = rest.iter().position(|byte| !byte.is_ascii_alphanumeric()).unwrap_or(rest.len());
        match &rest[..length] {
            b"parity" => Form::Parity,
            b"digraph" | b"strict" | b"graph" => Form::Dot,
            b"" if rest.starts_with(b"/*") || rest.starts_with(b"//") => Form::Dot,
            b"" if rest.is_empty() => Form::Nothing,
            _ => Form::Plain,
        }
    }
}

fn parity(source: &mut Source, threads: usize, stop: &Stop) -> Result<(Piece, u32), Trouble> {
    let (mut piece, (start, most)) = head(source, pgsolver::head)?;
    all(source, (pgsolver::statements, parallel::after_semicolon), &mut piece, threads, stop)?;
    match most.filter(|&most| piece.greatest() > most) {
        Some(most) => {
            let greatest = piece.greatest();
            Err(Trouble::of_vertex(greatest, 1, format!("vertex {greatest} is greater than {most}, which is announced")))
        }
        None => Ok((piece, start)),
    }
}

fn numbered(source: &mut Source, threads: usize, stop: &Stop) -> Result<(Piece, u32), Trouble> {
    let (mut piece, announced) = head(source, plain::head)?;
    let place = piece.lines;
    all(source, (plain::lines, parallel::after_line), &mut piece, threads, stop)?;
    match announced {
        Some((count, start)) if count as usize == piece.vertex_count() => Ok((piece, start)),
        Some((count, _)) => {
            piece.check_numbers()?;
            Err(Trouble::at(place, format!("{count} vertices are announced, {} are there", piece.vertex_count())))
        }
        None => {
            let start = piece.first();
            Ok((piece, start))
        }
    }
}

/// Reads what stands before the vertices.
fn head<T>(source: &mut Source, read: impl Fn(&mut Cursor<'_>) -> Result<T, Halt>) -> Result<(Piece, T), Trouble> {
    loop {
        let block = source.block().map_err(Trouble::nowhere)?;
        let mut cursor = Cursor::new(&block.bytes);
        match read(&mut cursor) {
            Ok(found) => {
                let (at, lines) = (cursor.at(), cursor.lines());
                source.unread(block, at);
                return Ok((Piece::at(lines, source.size()), found));
            }
            Err(Halt::End) if !block.is_last => source.put_back(&block.bytes),
            Err(Halt::End) => return Err(Trouble::at(cursor.lines(), "the text ends too early")),
            Err(Halt::Bad(why)) => return Err(Trouble::at(cursor.lines(), why)),
        }
    }
}

/// Reads all vertices.
fn all(
    source: &mut Source,
    (read, end): (Reader, Ending),
    piece: &mut Piece,
    threads: usize,
    stop: &Stop,
) -> Result<(), Trouble> {
    if threads > 1 {
        return parallel::all(source, (read, end), piece, threads.min(MOST_THREADS), stop);
    }
    loop {
        let mut block = source.block().map_err(Trouble::nowhere)?;
        if block.is_last && block.bytes.last().is_some_and(|&byte| byte != b'\n') {
            block.bytes.push(b'\n');
        }
        let used = read(&block.bytes, piece, block.is_last)?;
        if piece.is_too_large() {
            return Err(too_large());
        }
        if stop.is_raised() {
            return Err(interrupted());
        }
        if block.is_last {
            return Ok(());
        }
        source.put_back_from(block, used);
    }
}

/// More threads only wait for the file.
const MOST_THREADS: usize = 8;

fn too_large() -> Trouble {
    Trouble::nowhere(flaw_words(Flaw::TooLarge))
}

fn interrupted() -> Trouble {
    Trouble::nowhere("interrupted")
}

/// Returns what is said of a flaw.
fn flaw_words(flaw: Flaw) -> String {
    match flaw {
        Flaw::Empty => "there is no vertex".to_owned(),
        Flaw::Start(start) => format!("the start, {}, has no line", start.0),
        Flaw::Dangling(from, to) => format!("vertex {} leads to {}, which has no line", from.0, to.0),
        Flaw::DeadEnd(vertex) => format!("vertex {} is a dead end: no goal and no successor", vertex.0),
        Flaw::NotFinal(vertex) => format!("vertex {} is final and has successors", vertex.0),
        Flaw::TooLarge => "more vertices or edges than a graph may have".to_owned(),
    }
}
