//! Reading by several threads: each takes a block of whole statements and makes a piece of it; pieces join in their order.

use std::collections::BTreeMap;

use parking_lot::Mutex;

use super::piece::Piece;
use super::source::Source;
use super::{Ending, Reader, Trouble, interrupted, too_large};
use crate::attractor::MOST_VERTICES;
use crate::search::Stop;

/// Where the blocks come from.
struct Feed<'a> {
    source: &'a mut Source,
    blocks: usize,
    is_done: bool,
}

/// What has been read: the pieces up to one, and those after it that were ready sooner.
struct Joined<'a> {
    whole: &'a mut Piece,
    next: usize,
    early: BTreeMap<usize, Piece>,
    trouble: Option<Trouble>,
}

/// Reads all vertices with so many threads; a statement ends where `end` says that the last one in a block does.
///
/// # Errors
/// The first thing that is wrong, by its place in the text.
pub fn all(
    source: &mut Source,
    (read, end): (Reader, Ending),
    whole: &mut Piece,
    threads: usize,
    stop: &Stop,
) -> Result<(), Trouble> {
    let feed = Mutex::new(Feed { source, blocks: 0, is_done: false });
    let joined = Mutex::new(Joined { whole, next: 0, early: BTreeMap::new(), trouble: None });
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                // In braces, so that the feed is free for the others while this block is read.
                while let Some((number, block)) = { feed.lock().block(end) } {
                    let piece = block.and_then(|block| one(read, &block));
                    if stop.is_raised() {
                        joined.lock().fail(interrupted());
                    }
                    if !joined.lock().add(number, piece) {
                        feed.lock().is_done = true;
                    }
                }
            });
        }
    });
    joined.into_inner().trouble.map_or(Ok(()), Err)
}

fn one(read: Reader, block: &[u8]) -> Result<Piece, Trouble> {
    let mut piece = Piece::with_room(block.len());
    read(block, &mut piece, true)?;
    Ok(piece)
}

impl Feed<'_> {
    /// Returns the next block, with its number.
    fn block(&mut self, end: fn(&[u8]) -> Option<usize>) -> Option<(usize, Result<Vec<u8>, Trouble>)> {
        if self.is_done {
            return None;
        }
        let number = self.blocks;
        self.blocks += 1;
        loop {
            let mut block = match self.source.block() {
                Ok(block) => block,
                Err(why) => {
                    self.is_done = true;
                    return Some((number, Err(Trouble::nowhere(why))));
                }
            };
            if block.is_last {
                self.is_done = true;
                block.bytes.push(b'\n');
                return Some((number, Ok(block.bytes)));
            }
            if let Some(end) = end(&block.bytes) {
                self.source.put_back(&block.bytes[end..]);
                block.bytes.truncate(end);
                return Some((number, Ok(block.bytes)));
            }
            self.source.put_back(&block.bytes);
        }
    }
}

impl Joined<'_> {
    /// Takes a piece; whether more are wanted.
    fn add(&mut self, number: usize, piece: Result<Piece, Trouble>) -> bool {
        // A piece that cannot be read fails when its turn comes: only then its lines are known.
        match piece {
            Ok(piece) => self.early.insert(number, piece),
            Err(trouble) => self.early.insert(number, Piece::failed(trouble)),
        };
        while self.trouble.is_none() {
            let Some(piece) = self.early.remove(&self.next) else { break };
            self.next += 1;
            if let Err(trouble) = self.whole.append(piece) {
                self.fail(trouble);
            } else if self.whole.is_too_large() || self.whole.vertex_count() > MOST_VERTICES {
                self.fail(too_large());
            }
        }
        self.trouble.is_none()
    }

    fn fail(&mut self, trouble: Trouble) {
        self.trouble.get_or_insert(trouble);
    }
}

/// Returns where the last statement of a block that ends in `;` and the end of a line does.
pub fn after_semicolon(block: &[u8]) -> Option<usize> {
    let mut end = block.len();
    while let Some(line) = block[..end].iter().rposition(|&byte| byte == b'\n') {
        if block[..line].trim_ascii_end().ends_with(b";") {
            return Some(line + 1);
        }
        end = line;
    }
    None
}

/// Returns where the last whole line of a block ends.
pub fn after_line(block: &[u8]) -> Option<usize> {
    block.iter().rposition(|&byte| byte == b'\n').map(|line| line + 1)
}
