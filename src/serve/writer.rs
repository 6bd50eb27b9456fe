//! The one place that writes to the client.

use std::io::Write;

use super::leave;
use crate::game::stream::Update;
use crate::protocol::{Reply, close, frame, open};

/// To whom the replies go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// A program: replies as `protocol.md` frames them.
    Program,
    /// A person at a terminal: the text alone, failures after a `?`.
    Person,
}

/// Writes replies, each at once and whole. When nobody reads any more the process ends.
pub struct Writer<W: Write> {
    out: W,
    reader: Reader,
    /// Whether the reply has been opened by a line of a stream.
    opened: bool,
}

impl<W: Write> Writer<W> {
    pub fn new(out: W, reader: Reader) -> Self {
        Writer { out, reader, opened: false }
    }

    /// A line to a person, unasked.
    pub fn say(&mut self, text: &str) {
        self.send(&format!("{text}\n"));
    }

    /// A line of a reply that stays open, or a block before it.
    pub fn update(&mut self, id: Option<u32>, update: &Update<'_>) {
        let line = match update {
            Update::Line(line) => line,
            Update::Drawing(block) => return self.send(&format!("{}\n\n", close(block))),
        };
        let head = if self.opened || self.reader == Reader::Person { String::new() } else { format!("{}\n", open(id)) };
        self.opened = true;
        self.send(&format!("{head}{}\n", close(line)));
    }

    /// A reply, or the rest of an open one.
    pub fn reply(&mut self, reply: &Reply) {
        let text = match (&reply.outcome, self.reader, std::mem::take(&mut self.opened)) {
            // What has been opened was a success; no failure can follow.
            (Ok(text), Reader::Program, true) if !text.is_empty() => format!("{}\n\n", close(text)),
            (_, Reader::Program, true) => "\n".to_owned(),
            (_, Reader::Program, false) => frame(reply),
            (Ok(text), Reader::Person, _) if text.is_empty() => return,
            (Ok(text), Reader::Person, _) => format!("{}\n", text.trim_matches('\n')),
            (Err(failure), Reader::Person, _) => format!("? {failure}\n"),
        };
        self.send(&text);
    }

    fn send(&mut self, text: &str) {
        if self.out.write_all(text.as_bytes()).and_then(|()| self.out.flush()).is_err() {
            leave();
        }
    }
}
