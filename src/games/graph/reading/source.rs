//! Where a text comes from, block by block: a file, compressed or not, or a line of the protocol.

use std::fs::File;
use std::io::{self, Cursor as Bytes, Read};
use std::path::Path;

use flate2::read::MultiGzDecoder;

/// Bytes that are read at once: few enough that they stay in the cache, and that threads share even a small file evenly.
const BLOCK: usize = 1 << 18;

/// Longest statement, in bytes: what is kept while its end is looked for.
const LONGEST: usize = 64 << 20;

/// What some editors put before a text in UTF-8.
const BYTE_ORDER_MARK: [u8; 3] = [0xef, 0xbb, 0xbf];

/// A text, block by block.
pub struct Source {
    inner: Box<dyn Read + Send>,
    /// What was read and not used: it begins the next block.
    rest: Vec<u8>,
    /// A block that was only looked at: it is the next one.
    seen: Option<Block>,
    has_ended: bool,
    /// Its bytes, as far as known.
    size: usize,
}

/// A block of text.
pub struct Block {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Whether nothing follows.
    pub is_last: bool,
}

impl Source {
    /// Returns the text of a regular file; one that begins as gzip files do is decompressed.
    ///
    /// # Errors
    /// Why it cannot be read, in words.
    pub fn open(path: &str) -> Result<Source, String> {
        let describe = |error: io::Error| format!("{path}: {error}");
        // Asked before it is opened: to open a FIFO would wait for a writer.
        let kind = std::fs::metadata(Path::new(path)).map_err(describe)?;
        if !kind.is_file() {
            return Err(format!("{path}: not a regular file"));
        }
        let mut file = File::open(path).map_err(describe)?;
        let mut magic = Vec::new();
        file.by_ref().take(3).read_to_end(&mut magic).map_err(describe)?;
        let is_compressed = magic.starts_with(&[0x1f, 0x8b]);
        if magic == BYTE_ORDER_MARK {
            magic.clear();
        }
        let whole = Bytes::new(magic).chain(file);
        let inner: Box<dyn Read + Send> = if is_compressed { Box::new(MultiGzDecoder::new(whole)) } else { Box::new(whole) };
        let size = if is_compressed { 0 } else { usize::try_from(kind.len()).unwrap_or(usize::MAX) };
        Ok(Source { inner, rest: Vec::new(), seen: None, has_ended: false, size })
    }

    /// Returns a text that is there.
    #[must_use]
    pub fn text(text: &str) -> Source {
        Source { inner: Box::new(io::empty()), rest: text.as_bytes().to_vec(), seen: None, has_ended: false, size: text.len() }
    }

    /// Returns how many bytes it is, as far as that is known: none for a compressed file.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }

    /// Returns the next block: what was put back, and more. After the last it is empty.
    ///
    /// # Errors
    /// What the file, or the decompressor, says.
    pub fn block(&mut self) -> Result<Block, String> {
        if let Some(block) = self.seen.take() {
            return Ok(block);
        }
        let mut bytes = std::mem::take(&mut self.rest);
        if bytes.len() > LONGEST {
            return Err(format!("a statement of more than {} MiB", LONGEST >> 20));
        }
        // At least as much again: a long statement is not looked through for each block of it.
        let wanted = BLOCK.saturating_sub(bytes.len()).max(bytes.len());
        if !self.has_ended {
            bytes.reserve_exact(wanted);
            let found = self.inner.by_ref().take(wanted as u64).read_to_end(&mut bytes);
            self.has_ended = found.map_err(|error| error.to_string())? < wanted;
        }
        Ok(Block { bytes, is_last: self.has_ended })
    }

    /// Puts back a block from this place on as it is: the next one is it, and no more.
    pub fn unread(&mut self, mut block: Block, from: usize) {
        block.bytes.drain(..from);
        self.seen = Some(block);
    }

    /// Puts back what was not used of a block: the next one begins with it, and goes on.
    pub fn put_back(&mut self, rest: &[u8]) {
        self.rest = rest.to_vec();
    }

    /// The same from this place on, for who no longer needs the block: its memory is used again.
    pub fn put_back_from(&mut self, mut block: Block, from: usize) {
        block.bytes.drain(..from);
        self.rest = block.bytes;
    }

    /// Returns all that is left, where it is not more than so many bytes.
    ///
    /// # Errors
    /// It is more; else as [`Source::block`].
    pub fn whole(&mut self, most: usize) -> Result<Vec<u8>, String> {
        let mut bytes = self.seen.take().map_or_else(|| std::mem::take(&mut self.rest), |block| block.bytes);
        let room = (most + 1).saturating_sub(bytes.len());
        self.inner.by_ref().take(room as u64).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
        self.has_ended = true;
        if bytes.len() > most { Err(format!("larger than {} MiB, with names or in DOT", most >> 20)) } else { Ok(bytes) }
    }
}
