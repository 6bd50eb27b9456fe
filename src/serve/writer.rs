//! Writes to the client: the only code that touches stdout.

use std::io::{self, Write};

use crate::game::stream::Update;
use crate::protocol::{Reply, failure_text, frame, printable, sanitize, success_head};

/// The kind of client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Client {
    /// A program: replies as `protocol.md` frames them.
    Program,
    /// A person at a terminal: the text alone, failures after a `?`.
    Person,
}

/// Writes replies and flushes after each.
pub struct Writer<W: Write> {
    out: W,
    /// Called when a write fails.
    on_error: fn(&io::Error),
    client: Client,
    /// Whether a streamed line has opened the reply.
    is_open: bool,
}

impl<W: Write> Writer<W> {
    pub fn new(out: W, client: Client, on_error: fn(&io::Error)) -> Self {
        Writer { out, on_error, client, is_open: false }
    }

    /// Writes a line that is part of no reply, to a person.
    pub fn say(&mut self, text: &str) {
        self.send(&format!("{}\n", printable(text)));
    }

    /// Writes lines of a reply that stays open, one by one, or a block before it.
    pub fn update(&mut self, id: Option<u32>, update: &Update<'_>) {
        let lines = match update {
            Update::Line(lines) => lines,
            Update::Progress(..) | Update::Reason(_) | Update::Words(_) | Update::Result(_) => return,
            Update::Drawing(block) => return self.send(&format!("{}\n\n", sanitize(block))),
        };
        for line in sanitize(lines).lines() {
            let head =
                if self.is_open || self.client == Client::Person { String::new() } else { format!("{}\n", success_head(id)) };
            self.is_open = true;
            self.send(&format!("{head}{line}\n"));
        }
    }

    /// Writes a reply, or the rest of an open one.
    pub fn reply(&mut self, reply: &Reply) {
        let text = match (&reply.outcome, self.client, std::mem::take(&mut self.is_open)) {
            // An open reply has begun as a success, so a failure cannot be written any more.
            (Ok(text), Client::Program, true) if !text.is_empty() => format!("{}\n\n", sanitize(text)),
            (_, Client::Program, true) => "\n".to_owned(),
            (_, Client::Program, false) => frame(reply),
            (Ok(text), Client::Person, _) if text.is_empty() => return,
            (Ok(text), Client::Person, _) => format!("{}\n", printable(text.trim_matches('\n'))),
            (Err(failure), Client::Person, _) => format!("? {}\n", failure_text(failure)),
        };
        self.send(&text);
    }

    fn send(&mut self, text: &str) {
        if let Err(error) = self.out.write_all(text.as_bytes()).and_then(|()| self.out.flush()) {
            (self.on_error)(&error);
        }
    }
}
