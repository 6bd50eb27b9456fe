//! The front end for a program on stdin and stdout: writes replies and nothing else.

use std::io::{Read, Write};
use std::sync::Arc;

use super::background_writer::BackgroundWriter;
use super::inbox::Inbox;
use super::lines::for_each_line;
use super::writer::{Client, Writer};
use super::{answer_all, watch};
use crate::engine::Engine;
use crate::protocol::{Line, parse};

/// Serves a program on stdin and stdout until `quit`, the end of input, a signal, or until stdout is closed.
pub fn run(engine: &mut Engine) {
    watch::end_with_client(|| false, super::exit);
    serve(engine, std::io::stdin(), std::io::stdout());
}

/// Answers the requests of a stream in order. The end of the stream does not interrupt: all requests are answered first.
fn serve(engine: &mut Engine, input: impl Read + Send + 'static, output: impl Write + Send + 'static) {
    let inbox = Arc::new(Inbox::default());
    let reader = inbox.clone();
    std::thread::spawn(move || {
        let read = for_each_line(input, |line| put(&reader, line));
        if let Err(error) = read {
            log::error!("reading failed: {error}");
        }
        reader.end();
    });
    let output = BackgroundWriter::new(output, inbox.pending_flag());
    let mut writer = Writer::new(output, Client::Program, super::exit);
    answer_all(engine, &inbox, &mut writer, |_, _| ());
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
