//! The command `export`, for games that can be written as an explicit graph.

use std::io::{self, BufWriter, Write};

use super::{Command, Context};
use crate::attractor::export::{Form, MAX_EXPORTED, write};
use crate::attractor::{ExploreError, ExploreLimits, Graph, Vertex};
use crate::color::Color;
use crate::protocol::{Args, Failure, Outcome, quote};
use crate::search::Stop;
use crate::{files, pages};

/// Called with a graph and the names of its vertices.
pub type GraphWriter<'a> = &'a mut dyn FnMut(&Graph, &dyn Fn(Vertex) -> String) -> io::Result<()>;

/// A game that can be written as an explicit graph: all positions from the present one on.
pub trait Export: Sized {
    /// Builds the graph within some limits, and passes it to `write`.
    ///
    /// # Errors
    /// The graph exceeds the limits, or the stop flag was raised. The inner result is that of `write`.
    fn with_graph(&mut self, limits: &ExploreLimits<'_>, write: GraphWriter<'_>) -> Result<io::Result<()>, ExploreError>;
}

/// Returns the command `export`.
#[must_use]
pub const fn export<G: Export>() -> Command<G> {
    Command::new(
        "export",
        "FILE.game|.pg|.dot [1|2]",
        "writes the positions from this one on as an explicit graph; in .pg a drawn goal is a loss for the player given (1)",
        run,
    )
    .with_example("list_commands")
}

fn run<G: Export>(game: &mut G, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let (path, form) = parse_target(args.rest())?;
    let stop = context.stop.clone();
    let write_failure = |error: io::Error| Failure::CannotWriteFile(format!("{path}: {error}"));
    // Creates the file first, so that a refused name costs no computation.
    let mut file = Some(files::NewFile::create(path, context.settings.limits.files).map_err(write_failure)?);
    let mut counts = (0, 0);
    pages::check_available(context.settings.hash_mb << 20).map_err(Failure::Other)?;
    let limits = ExploreLimits { states: MAX_EXPORTED, bytes: context.settings.hash_mb << 20, stop: &stop };
    let result = game.with_graph(&limits, &mut |graph, name| {
        counts = (graph.vertex_count(), graph.edge_count());
        let file = file.take().ok_or_else(|| io::Error::other("a game has one graph"))?;
        let mut out = BufWriter::new(Stoppable { inner: file, stop: &stop });
        write(graph, form, name, &mut out)?;
        out.into_inner().map_err(io::IntoInnerError::into_error)?.inner.keep()
    });
    match result {
        Ok(Ok(())) => Ok(format!("vertices={} edges={}", counts.0, counts.1)),
        Ok(Err(error)) => Err(write_failure(error)),
        Err(error) => Err(Failure::Other(error.to_string())),
    }
}

/// Parses the arguments: the file, and its form by the extension and the player.
fn parse_target(text: &str) -> Result<(&str, Form), Failure> {
    let (path, player) = match text.rsplit_once(' ') {
        Some((path, "1")) => (path.trim_end(), Some(Color::Black)),
        Some((path, "2")) => (path.trim_end(), Some(Color::White)),
        _ => (text, None),
    };
    let form = match (files::extension(path).as_str(), player) {
        ("game", None) => Form::Game,
        ("dot", None) => Form::Dot,
        ("pg", player) => Form::Parity(player.unwrap_or(Color::Black)),
        ("game" | "dot", Some(_)) => return Err(Failure::Syntax("a player belongs to .pg only".into())),
        _ if path.is_empty() => return Err(Failure::Syntax("FILE is missing".into())),
        _ => return Err(Failure::Syntax(format!("{} does not end with .game, .pg or .dot", quote(path)))),
    };
    Ok((path, form))
}

/// A writer that fails when its flag is raised.
struct Stoppable<'a, W> {
    inner: W,
    stop: &'a Stop,
}

impl<W: Write> Write for Stoppable<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.stop.is_raised() {
            return Err(io::Error::other("interrupted"));
        }
        self.inner.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets() {
        assert_eq!(parse_target("a b.game"), Ok(("a b.game", Form::Game)));
        assert_eq!(parse_target("x/y.dot"), Ok(("x/y.dot", Form::Dot)));
        assert_eq!(parse_target("a.pg"), Ok(("a.pg", Form::Parity(Color::Black))));
        assert_eq!(parse_target("a.pg 2"), Ok(("a.pg", Form::Parity(Color::White))));
        for text in ["", "a", "a.game 1", "a.txt", "a.pg 3", "game", "1"] {
            assert!(parse_target(text).is_err(), "{text:?}");
        }
    }
}
