//! The lines that wait to be answered, in bounded memory: their concatenated bytes, with consecutive refusals as a count.
//!
//! There are two kinds of records, which the first four bytes distinguish:
//!
//! ```text
//! | length (4) | line (length)          |   length < LONG
//! | kind (4)   | count (8) | first id (4) |   kind: LONG, UNNUMBERED or NUMBERED
//! ```
//!
//! The items leave in the order front, records, back. New refusals are counted in `back` as long as no line follows them; then they
//! become a record. A record of refusals that is reached becomes `front` and is counted down.

use std::collections::VecDeque;

use crate::protocol::{Line, Request, parse};

/// Most bytes of queued lines.
const MAX_BYTES: usize = 32 << 20;

/// Most bytes of refusals beyond [`MAX_BYTES`]. Further refusals have no ids, so that all of them are one record.
const MAX_REFUSAL_BYTES: usize = 8 << 20;

/// Most bytes of memory that an empty queue keeps.
const KEPT_BYTES: usize = 1 << 20;

/// Refusal of a line for which there is no room.
const TOO_MANY: &str = "too many requests wait";

/// Refusal of a line longer than [`MAX_LINE`](crate::protocol::MAX_LINE).
const TOO_LONG: &str = "line too long";

/// An item to answer.
#[derive(Debug, PartialEq, Eq)]
pub enum Item {
    Request(Request),
    /// A line that is answered by a failure: its id and the message.
    Refused(Option<u32>, &'static str),
}

impl Item {
    /// Parses a line that has a reply.
    fn read(line: &[u8]) -> Item {
        match parse(line) {
            Line::Request(request) => Item::Request(request),
            Line::Malformed(id, why) => Item::Refused(id, why),
            // The front ends do not queue such lines.
            Line::Blank | Line::Interrupt => Item::Refused(None, "empty command"),
        }
    }

    /// Returns the id that the reply repeats.
    fn id(&self) -> Option<u32> {
        match self {
            Item::Request(request) => request.id,
            Item::Refused(id, _) => *id,
        }
    }
}

/// Consecutive refusals of the same kind: without ids, or with consecutive ids.
#[derive(Clone, Copy, Debug)]
struct Refusals {
    first: Option<u32>,
    is_too_long: bool,
    count: u64,
}

/// Bytes of the length of a line.
const LENGTH_BYTES: usize = 4;

/// In place of the length of a line: a record of refused requests with ids.
const NUMBERED: u32 = u32::MAX;

/// In place of the length of a line: a record of refused requests without ids.
const UNNUMBERED: u32 = u32::MAX - 1;

/// In place of the length of a line: a record of lines that are too long.
const LONG: u32 = u32::MAX - 2;

/// Lines and refusals, the oldest first.
#[derive(Default)]
pub(super) struct Queue {
    /// Records: the length of a line and the line, or a kind of refusals, their count and their first number.
    bytes: VecDeque<u8>,
    /// Refusals before all records: those of the record that was reached last.
    front: Option<Refusals>,
    /// Refusals after all records, which may still grow.
    back: Option<Refusals>,
}

impl Queue {
    /// Returns whether the queue is empty.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty() && self.front.is_none() && self.back.is_none()
    }

    /// Returns whether there is room for a line; `None` is a line that is too long, which needs hardly any.
    pub fn has_room(&self, line: Option<&[u8]>) -> bool {
        self.bytes.len() + line.map_or(0, <[u8]>::len) + LENGTH_BYTES <= MAX_BYTES
    }

    /// Appends a line, or its refusal if there is no room for it; `None` is a line that is too long.
    pub fn push(&mut self, line: Option<&[u8]>) {
        match line {
            Some(line) if self.has_room(Some(line)) => {
                self.flush_refusals();
                self.bytes.extend((line.len() as u32).to_le_bytes());
                self.bytes.extend(line);
            }
            Some(line) => self.refuse(Item::read(line).id(), false),
            None => self.refuse(None, true),
        }
    }

    fn refuse(&mut self, id: Option<u32>, is_too_long: bool) {
        let is_full = self.bytes.len() > MAX_BYTES + MAX_REFUSAL_BYTES;
        let (first, is_too_long) = if is_full { (None, false) } else { (id, is_too_long) };
        if let Some(back) = &mut self.back {
            let next = back.first.map(|first| u64::from(first) + back.count);
            if (next, back.is_too_long) == (first.map(u64::from), is_too_long) {
                back.count += 1;
                return;
            }
        }
        self.flush_refusals();
        self.back = Some(Refusals { first, is_too_long, count: 1 });
    }

    /// Writes the last refusals as a record, because another item follows them.
    fn flush_refusals(&mut self) {
        let Some(Refusals { first, is_too_long, count }) = self.back.take() else { return };
        let kind = match first {
            Some(_) => NUMBERED,
            None if is_too_long => LONG,
            None => UNNUMBERED,
        };
        self.bytes.extend(kind.to_le_bytes());
        self.bytes.extend(count.to_le_bytes());
        self.bytes.extend(first.unwrap_or_default().to_le_bytes());
    }

    /// Removes and returns the oldest item.
    pub fn pop(&mut self) -> Option<Item> {
        if self.front.is_none() {
            if self.bytes.is_empty() {
                if self.bytes.capacity() > KEPT_BYTES {
                    self.bytes = VecDeque::new();
                }
                self.front = self.back.take();
            } else {
                let length = u32::from_le_bytes(self.take_bytes());
                if length < LONG {
                    let line: Vec<u8> = self.bytes.drain(..length as usize).collect();
                    return Some(Item::read(&line));
                }
                let (count, first) = (u64::from_le_bytes(self.take_bytes()), u32::from_le_bytes(self.take_bytes()));
                let first = Some(first).filter(|_| length == NUMBERED);
                self.front = Some(Refusals { first, is_too_long: length == LONG, count });
            }
        }
        let refusals = self.front.as_mut()?;
        let item = Item::Refused(refusals.first, if refusals.is_too_long { TOO_LONG } else { TOO_MANY });
        refusals.count -= 1;
        refusals.first = refusals.first.map(|first| first.wrapping_add(1));
        if refusals.count == 0 {
            self.front = None;
        }
        Some(item)
    }

    /// Removes and returns the first `N` bytes of a record.
    fn take_bytes<const N: usize>(&mut self) -> [u8; N] {
        let mut bytes = [0; N];
        self.bytes.drain(..N).zip(&mut bytes).for_each(|(byte, place)| *place = byte);
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(id: u32) -> Item {
        Item::Request(Request { id: Some(id), name: "name".into(), args: String::new() })
    }

    /// Returns a queue without room for another line, and the number of its lines.
    fn full_queue() -> (Queue, usize) {
        let mut queue = Queue::default();
        let long = vec![b'x'; 60 << 10];
        let mut count = 1;
        while MAX_BYTES - queue.bytes.len() > 2 * long.len() {
            queue.push(Some(&long));
            count += 1;
        }
        let room = MAX_BYTES - queue.bytes.len() - LENGTH_BYTES;
        queue.push(Some(&vec![b'x'; room]));
        assert_eq!(queue.bytes.len(), MAX_BYTES);
        (queue, count)
    }

    #[test]
    fn a_million_short_lines_fit() {
        let mut queue = Queue::default();
        for id in 0..1_000_000 {
            let line = format!("{id} name");
            assert!(queue.has_room(Some(line.as_bytes())));
            queue.push(Some(line.as_bytes()));
        }
        assert!((0..1_000_000).all(|id| queue.pop() == Some(request(id))));
        assert!(queue.is_empty() && queue.pop().is_none() && queue.bytes.capacity() == 0);
    }

    #[test]
    fn refusals_are_counted_in_their_order() {
        let (mut queue, served) = full_queue();
        for id in 7..10_007 {
            queue.push(Some(format!("{id} name").as_bytes()));
        }
        (0..3).for_each(|_| queue.push(None));
        (0..served).for_each(|_| assert!(matches!(queue.pop(), Some(Item::Request(_)))));
        assert_eq!(queue.bytes.len(), 16, "one record of all that have numbers");
        queue.push(Some(b"1 name"));
        assert!((7..10_007).all(|id| queue.pop() == Some(Item::Refused(Some(id), TOO_MANY))));
        assert!((0..3).all(|_| queue.pop() == Some(Item::Refused(None, TOO_LONG))));
        assert_eq!(queue.pop(), Some(request(1)));
        assert!(queue.is_empty());
    }

    #[test]
    fn whatever_comes_memory_is_bounded() {
        let (mut queue, served) = full_queue();
        // Numbers that do not ascend.
        let refused = 1_000_000_u32;
        (0..refused).for_each(|number| queue.push(Some(format!("{} x", refused - number).as_bytes())));
        assert!(queue.bytes.len() < MAX_BYTES + MAX_REFUSAL_BYTES + 100, "{}", queue.bytes.len());
        let answers = std::iter::from_fn(|| queue.pop()).skip(served);
        let refusals = answers.filter(|item| matches!(item, Item::Refused(_, TOO_MANY)));
        assert_eq!(refusals.count(), refused as usize);
    }
}
