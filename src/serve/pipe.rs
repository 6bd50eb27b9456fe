//! The front end for a program on stdin and stdout: writes replies and nothing else.

use std::io::{self, Read, Write};
use std::process::ExitCode;
use std::sync::Arc;

use super::background_writer::BackgroundWriter;
use super::inbox::Inbox;
use super::lines::for_each_line;
use super::writer::{Client, Writer};
use super::{answer_all, exit_on_write_error, status_after_input, watch};
use crate::engine::Engine;
use crate::protocol::{Line, parse};
use crate::sync::Mutex;

/// Ends the process at a signal, or when stdout is closed, from now on.
pub fn end_with_client() {
    watch::end_with_client(|| false, super::exit);
}

/// Serves a program on stdin and stdout until `quit` or the end of input. Returns the exit status.
pub fn run(engine: &mut Engine) -> ExitCode {
    status_after_input(serve(engine, io::stdin(), io::stdout()))
}

/// Answers the requests of a stream in order. The end of the stream does not interrupt: all requests are answered first.
///
/// # Errors
/// The stream could not be read up to its end.
fn serve(engine: &mut Engine, input: impl Read + Send + 'static, output: impl Write + Send + 'static) -> io::Result<()> {
    let inbox = Arc::new(Inbox::default());
    let read = Arc::new(Mutex::new(Ok(())));
    let (reader, result) = (inbox.clone(), read.clone());
    std::thread::spawn(move || {
        let end = for_each_line(input, |line| put(&reader, line));
        *result.lock() = end;
        reader.end();
    });
    let mut output = BackgroundWriter::new(output, inbox.pending_flag());
    let mut writer = Writer::new(&mut output, Client::Program, |error| exit_on_write_error(error));
    answer_all(engine, &inbox, &mut writer, |_| ());
    if let Err(error) = output.finish() {
        exit_on_write_error(&error);
    }
    std::mem::replace(&mut *read.lock(), Ok(()))
}

/// Queues the request of a line, or interrupts the running request if the line is an interrupt.
pub(super) fn put(inbox: &Inbox, line: Option<&[u8]>) {
    match line.map(parse) {
        Some(Line::Blank) => return,
        Some(Line::Interrupt) => {
            inbox.interrupt();
            return;
        }
        Some(Line::Request(request)) if request.name == "stop" => {
            inbox.interrupt();
        }
        Some(Line::Request(_) | Line::Malformed(..)) | None => {}
    }
    inbox.put(line);
}
