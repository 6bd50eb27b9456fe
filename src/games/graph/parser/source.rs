//! The source of a text, block by block: a file, plain or gzip, or a line of the protocol.

use std::io::{self, Cursor as Bytes, Read};
use std::path::Path;

use flate2::read::MultiGzDecoder;

use crate::files;

/// The reason where the system refuses memory.
pub(in super::super) const OUT_OF_MEMORY: &str = "out of memory";

/// Size of a block, in bytes: small enough for the cache, and for threads to share even a small file evenly.
const BLOCK: usize = 1 << 18;

/// Longest statement, in bytes.
const MAX_STATEMENT: usize = 64 << 20;

/// The mark that some editors write before a text in UTF-8.
const BYTE_ORDER_MARK: [u8; 3] = [0xef, 0xbb, 0xbf];

/// A text, block by block.
pub struct Source {
    inner: Box<dyn Read + Send>,
    /// Bytes that were put back: the next block begins with them.
    rest: Vec<u8>,
    /// A block that was put back whole: it is the next one.
    peeked: Option<Block>,
    has_ended: bool,
    /// Size in bytes; 0 if unknown.
    size: usize,
}

pub struct Block {
    pub bytes: Vec<u8>,
    /// Whether nothing follows.
    pub is_last: bool,
}

impl Source {
    /// Opens a regular file. One that begins like a gzip file is decompressed.
    ///
    /// # Errors
    /// A message that says why it cannot be read.
    pub fn open(path: &str) -> Result<Source, String> {
        let describe = |error: io::Error| format!("{path}: {error}");
        let (file, length) = files::open_regular(Path::new(path)).map_err(describe)?;
        // No more than was announced: some files of the system have no length and never end.
        let mut file = file.take(length);
        let mut magic = Vec::new();
        file.by_ref().take(2).read_to_end(&mut magic).map_err(describe)?;
        let is_compressed = magic == [0x1f, 0x8b];
        let whole = Bytes::new(magic).chain(file);
        let mut inner: Box<dyn Read + Send> = if is_compressed { Box::new(MultiGzDecoder::new(whole)) } else { Box::new(whole) };
        let mut rest = Vec::new();
        inner.by_ref().take(3).read_to_end(&mut rest).map_err(|error| error.to_string())?;
        if rest == BYTE_ORDER_MARK {
            rest.clear();
        }
        let size = if is_compressed { 0 } else { usize::try_from(length).unwrap_or(usize::MAX) };
        Ok(Source { inner, rest, peeked: None, has_ended: false, size })
    }

    /// Creates a source of a text in memory.
    #[must_use]
    pub fn from_text(text: &str) -> Source {
        Source { inner: Box::new(io::empty()), rest: text.as_bytes().to_vec(), peeked: None, has_ended: false, size: text.len() }
    }

    /// Returns the size of the text in bytes; 0 if it is unknown, as for a compressed file.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }

    /// Reads the next block, which begins with the bytes put back. Behind the last block it is empty.
    ///
    /// # Errors
    /// What the file, or the decompressor, says.
    pub fn next_block(&mut self) -> Result<Block, String> {
        if let Some(block) = self.peeked.take() {
            return Ok(block);
        }
        let mut bytes = std::mem::take(&mut self.rest);
        if bytes.len() > MAX_STATEMENT {
            return Err(format!("a statement of more than {} MiB", MAX_STATEMENT >> 20));
        }
        // The block at least doubles, so that a long statement is scanned only a few times.
        let wanted = BLOCK.saturating_sub(bytes.len()).max(bytes.len());
        if !self.has_ended {
            bytes.try_reserve_exact(wanted).map_err(|_| OUT_OF_MEMORY)?;
            let found = self.inner.by_ref().take(wanted as u64).read_to_end(&mut bytes);
            self.has_ended = found.map_err(|error| error.to_string())? < wanted;
        }
        Ok(Block { bytes, is_last: self.has_ended })
    }

    /// Puts back the rest of a block as a block of its own.
    pub fn put_back_as_block(&mut self, mut block: Block, from: usize) {
        block.bytes.drain(..from);
        self.peeked = Some(block);
    }

    /// Puts back bytes, with which the next block begins.
    pub fn put_back(&mut self, rest: &[u8]) {
        self.rest = rest.to_vec();
    }

    /// Puts back the rest of a block, with which the next block begins, and reuses its memory.
    pub fn put_back_from(&mut self, mut block: Block, from: usize) {
        block.bytes.drain(..from);
        self.rest = block.bytes;
    }

    /// Reads all that is left, at most `most` bytes.
    ///
    /// # Errors
    /// More is left, or the file cannot be read.
    pub fn read_rest(&mut self, most: usize) -> Result<Vec<u8>, String> {
        let mut bytes = self.peeked.take().map_or_else(|| std::mem::take(&mut self.rest), |block| block.bytes);
        let room = (most + 1).saturating_sub(bytes.len());
        self.inner.by_ref().take(room as u64).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
        self.has_ended = true;
        if bytes.len() > most { Err(format!("larger than {} MiB, with names or in DOT", most >> 20)) } else { Ok(bytes) }
    }
}
