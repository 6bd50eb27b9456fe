//! The front ends: each brings requests to an engine and its replies to whoever asked.
//!
//! A thread reads, because interrupts must be seen while a request runs; the loop answers one request after the other; only
//! the writer touches stdout.

mod inbox;
mod lines;
pub mod pipe;
pub mod terminal;
mod watch;
mod writer;

use std::io::Write;

use crate::engine::{Engine, Line};
use crate::protocol::{Failure, Reply, Request, parse};
use crate::search::Stop;
use inbox::{Inbox, Item};
use writer::Writer;

/// Ends the process as a client expects that has gone away: at once, quietly, status 0.
#[allow(clippy::exit, reason = "the front end is the one place that ends the process")]
fn leave() -> ! {
    std::process::exit(0)
}

/// Answers what the inbox holds until it ends or `quit` is answered; `after` is called when a reply has been written.
fn answer_all<W: Write>(
    engine: &mut Engine,
    inbox: &Inbox,
    writer: &mut Writer<W>,
    mut after: impl FnMut(&mut Engine, &mut Writer<W>),
) {
    while let Some((item, stop)) = inbox.take() {
        let (id, outcome) = match item {
            Item::Request(request) => {
                let line = Line { stop, awaited: inbox.awaited(), sink: &mut |update| writer.update(request.id, &update) };
                (request.id, engine.answer(&request, line).map(|text| (text, request.name == "quit")))
            }
            Item::Refused(id, why) => (id, Err(Failure::Other(why.to_owned()))),
        };
        let last = matches!(outcome, Ok((_, true)));
        // From here on an interrupt means the next request.
        inbox.answered();
        writer.reply(&Reply { id, outcome: outcome.map(|(text, _)| text) });
        if last {
            return;
        }
        after(engine, writer);
        inbox.written();
    }
}

/// Whether a line asks for the end of the process.
#[must_use]
pub fn is_quit(line: &str) -> bool {
    matches!(parse(line.as_bytes()), crate::protocol::Line::Request(request) if request.name == "quit")
}

/// Runs one line of which nobody reads the reply as it comes, and gives the reply.
///
/// # Errors
/// The line's failure, in words.
pub fn ask(engine: &mut Engine, line: &str) -> Result<String, String> {
    let request: Request = match parse(line.as_bytes()) {
        crate::protocol::Line::Request(request) => request,
        crate::protocol::Line::Malformed(_, why) => return Err(why.to_owned()),
        crate::protocol::Line::Blank | crate::protocol::Line::Interrupt => return Ok(String::new()),
    };
    let awaited = Stop::default();
    // An open reply is closed at once.
    awaited.raise();
    let line = Line { stop: Stop::default(), awaited, sink: &mut |_| () };
    engine.answer(&request, line).map_err(|failure| failure.to_string())
}
