//! Reading the vertices of a text.

use super::error::ParseError;
use super::fragment::Fragment;
use super::source::Source;
use crate::search::Stop;

/// How the vertices of a format are read.
#[derive(Clone, Copy)]
pub(super) struct VertexReader<'a> {
    /// Reads the statements of a block into a fragment; the flag says whether the block is the last one. Returns the bytes read.
    pub read: fn(&[u8], &mut Fragment, bool) -> Result<usize, ParseError>,
    /// Finds the end of the last complete statement of a block.
    pub find_end: fn(&[u8]) -> Option<usize>,
    /// Ends the reading.
    pub stop: &'a Stop,
}

impl VertexReader<'_> {
    /// Reads all vertices, block after block.
    pub fn run(self, source: &mut Source, fragment: &mut Fragment) -> Result<(), ParseError> {
        loop {
            let mut block = source.next_block().map_err(ParseError::without_line)?;
            if block.is_last && block.bytes.last().is_some_and(|&byte| byte != b'\n') {
                block.bytes.push(b'\n');
            }
            fragment.reserve_for_block(block.bytes.len())?;
            let used = (self.read)(&block.bytes, fragment, block.is_last)?;
            if fragment.is_too_large() {
                return Err(ParseError::too_large());
            }
            if self.stop.is_raised() {
                return Err(ParseError::interruption());
            }
            if block.is_last {
                return Ok(());
            }
            source.put_back_from(block, used);
        }
    }
}
