//! Reading with several threads. Each takes a block of complete statements and reads it into a fragment; the fragments are appended
//! in their order.

use std::collections::BTreeMap;

use parking_lot::Mutex;

use super::error::ParseError;
use super::fragment::Fragment;
use super::source::Source;
use super::vertex_reader::VertexReader;
use crate::attractor::MAX_VERTICES;

/// The blocks of the source, numbered.
struct BlockQueue<'a> {
    source: &'a mut Source,
    blocks: usize,
    is_done: bool,
}

/// The fragments appended so far, and those that wait for an earlier one.
struct OrderedMerge<'a> {
    whole: &'a mut Fragment,
    next: usize,
    waiting: BTreeMap<usize, Fragment>,
    error: Option<ParseError>,
}

/// Most threads that read one file. More would only wait for the file.
const MAX_THREADS: usize = 8;

/// Reads all vertices. Of several errors it returns the first in the order of the text.
pub fn run(reader: VertexReader<'_>, source: &mut Source, fragment: &mut Fragment, threads: usize) -> Result<(), ParseError> {
    match threads {
        0 | 1 => reader.run(source, fragment),
        _ => reader.run_in_parallel(source, fragment, threads.min(MAX_THREADS)),
    }
}

impl VertexReader<'_> {
    fn run_in_parallel(self, source: &mut Source, whole: &mut Fragment, threads: usize) -> Result<(), ParseError> {
        let queue = Mutex::new(BlockQueue { source, blocks: 0, is_done: false });
        let merge = Mutex::new(OrderedMerge { whole, next: 0, waiting: BTreeMap::new(), error: None });
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    // The braces release the lock before this block is read.
                    while let Some((number, block)) = { queue.lock().next_block(self.find_end) } {
                        let fragment = block.and_then(|block| self.read_block(&block));
                        if self.stop.is_raised() {
                            merge.lock().fail(ParseError::interruption());
                        }
                        if !merge.lock().add(number, fragment) {
                            queue.lock().is_done = true;
                        }
                    }
                });
            }
        });
        merge.into_inner().error.map_or(Ok(()), Err)
    }

    fn read_block(self, block: &[u8]) -> Result<Fragment, ParseError> {
        let mut fragment = Fragment::with_room(block.len());
        (self.read)(block, &mut fragment, true)?;
        Ok(fragment)
    }
}

impl BlockQueue<'_> {
    /// Returns the next block, with its number.
    fn next_block(&mut self, end: fn(&[u8]) -> Option<usize>) -> Option<(usize, Result<Vec<u8>, ParseError>)> {
        if self.is_done {
            return None;
        }
        let number = self.blocks;
        self.blocks += 1;
        loop {
            let mut block = match self.source.next_block() {
                Ok(block) => block,
                Err(why) => {
                    self.is_done = true;
                    return Some((number, Err(ParseError::without_line(why))));
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

impl OrderedMerge<'_> {
    /// Adds a fragment. Returns false after an error.
    fn add(&mut self, number: usize, fragment: Result<Fragment, ParseError>) -> bool {
        // An error waits for its turn too, because its line is known only then.
        match fragment {
            Ok(fragment) => self.waiting.insert(number, fragment),
            Err(error) => self.waiting.insert(number, Fragment::from_error(error)),
        };
        while self.error.is_none() {
            let Some(fragment) = self.waiting.remove(&self.next) else { break };
            self.next += 1;
            if let Err(error) = self.whole.append(fragment) {
                self.fail(error);
            } else if self.whole.is_too_large() || self.whole.vertex_count() > MAX_VERTICES {
                self.fail(ParseError::too_large());
            }
        }
        self.error.is_none()
    }

    fn fail(&mut self, error: ParseError) {
        self.error.get_or_insert(error);
    }
}

/// Returns where the last line of a block that ends in `;` ends.
pub(super) fn find_statement_end(block: &[u8]) -> Option<usize> {
    let mut end = block.len();
    while let Some(line) = block[..end].iter().rposition(|&byte| byte == b'\n') {
        if block[..line].trim_ascii_end().ends_with(b";") {
            return Some(line + 1);
        }
        end = line;
    }
    None
}

/// Returns where the last complete line of a block ends.
pub(super) fn find_line_end(block: &[u8]) -> Option<usize> {
    block.iter().rposition(|&byte| byte == b'\n').map(|line| line + 1)
}
