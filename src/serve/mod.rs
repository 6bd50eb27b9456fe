//! The front ends: each passes requests to an engine and writes its replies to the client.
//!
//! A reader thread fills the inbox, so that an interrupt is seen while a request runs. The loop answers one request at a time.
//! Only the writer touches stdout.

pub mod analysis;
mod background_writer;
mod inbox;
mod lines;
#[cfg(feature = "page")]
pub mod page;
pub mod pipe;
mod queue;
pub mod terminal;
mod watch;
mod writer;

use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use crate::engine::{Engine, RequestHandle};
use crate::game::stream::{Format, Update};
use crate::protocol::{Failure, Line, Reply, Request, parse};
use crate::search::Stop;
use inbox::Inbox;
use queue::Item;
use writer::Writer;

/// Ends the process because the client is gone: at once, silently, with status 0.
#[allow(clippy::exit, reason = "the front end is the one place that ends the process")]
fn exit() {
    std::process::exit(0)
}

/// Ends the process because a write to stdout failed: silently if the client is gone, otherwise with a line on stderr and status 1,
/// because the output is incomplete.
#[allow(clippy::exit, reason = "the front end is the one place that ends the process")]
pub fn exit_on_write_error(error: &io::Error) -> ! {
    let is_gone = matches!(error.kind(), ErrorKind::BrokenPipe | ErrorKind::ConnectionReset | ErrorKind::ConnectionAborted);
    if !is_gone {
        report("stdout", error);
    }
    std::process::exit(i32::from(!is_gone))
}

/// Returns the status after the end of input, with a line on stderr if it could not be read up to its end.
fn status_after_input(read: io::Result<()>) -> ExitCode {
    let Err(error) = read else { return ExitCode::SUCCESS };
    report("stdin", &error);
    ExitCode::FAILURE
}

/// Reports the failure of a stream on stderr: logging may be off. The exit status tells where stderr cannot be written either.
fn report(stream: &str, error: &io::Error) {
    let _ = writeln!(io::stderr(), "{stream}: {error}");
}

/// Answers the requests of the inbox until it ends or `quit` is answered. Calls `before_request` when one has
/// been taken.
fn answer_all<W: Write>(engine: &mut Engine, inbox: &Inbox, writer: &mut Writer<W>, mut before_request: impl FnMut(&mut Engine)) {
    while let Some((item, stop)) = inbox.take() {
        before_request(engine);
        let (id, outcome) = match item {
            Item::Request(request) => {
                let sink = &mut |update: Update<'_>| writer.update(request.id, &update);
                let handle = RequestHandle { stop, pending: inbox.pending_flag(), sink, format: Format::Lines };
                (request.id, engine.answer(&request, handle).map(|text| (text, request.name == "quit")))
            }
            Item::Refused(id, why) => (id, Err(Failure::Other(why.to_owned()))),
        };
        let last = matches!(outcome, Ok((_, true)));
        // An interrupt that arrives from here on is meant for the next request.
        inbox.mark_answered();
        writer.reply(&Reply { id, outcome: outcome.map(|(text, _)| text) });
        engine.free_leftovers();
        if last {
            return;
        }
        inbox.mark_written();
    }
}

/// Returns whether a line is the command `quit`.
#[must_use]
pub fn is_quit(line: &str) -> bool {
    matches!(parse(line.as_bytes()), Line::Request(request) if request.name == "quit")
}

/// Runs one line and returns its reply. Lines that a command streams are dropped, and the stream is closed at once.
///
/// # Errors
/// The message of the failure.
pub fn ask(engine: &mut Engine, line: &str) -> Result<String, String> {
    let request: Request = match parse(line.as_bytes()) {
        Line::Request(request) => request,
        Line::Malformed(_, why) => return Err(why.to_owned()),
        Line::Blank | Line::Interrupt => return Ok(String::new()),
    };
    let pending = Stop::default();
    pending.raise();
    let handle = RequestHandle { stop: Stop::default(), pending, sink: &mut |_| (), format: Format::Lines };
    engine.answer(&request, handle).map_err(|failure| failure.to_string())
}
