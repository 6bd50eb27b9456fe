//! A file format for data that the program writes and reads itself. A label names the content and each block has a checksum, so that a
//! file that is damaged, truncated or of another kind is refused.
//!
//! ```text
//! file  = MAGIC label block... end
//! label = a block whose text is FORMAT VERSION SUBJECT
//! block = length (u32) checksum (u32) bytes
//! end   = a block without bytes
//! ```
//!
//! Numbers are little-endian. A checksum is the CRC-32 of the index of the block and of its bytes, so that missing and exchanged blocks
//! are detected.

use std::fmt;
use std::io::{self, Error, ErrorKind, Read, Write};
use std::path::Path;

use flate2::Crc;

use super::{open_regular, replace};

/// The first bytes of a file; the last two detect a conversion of line ends.
const MAGIC: &[u8; 8] = b"ludion\x1a\n";

/// Most bytes of a block.
const MAX_BLOCK: usize = 1 << 16;

/// The label of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label<'a> {
    /// The name of the format, one word.
    pub format: &'a str,
    /// The version of the format.
    pub version: u32,
    /// The subject of the content, for instance a board.
    pub subject: &'a str,
}

impl fmt::Display for Label<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.format, self.version, self.subject)
    }
}

fn checksum(number: u64, bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(&number.to_le_bytes());
    crc.update(bytes);
    crc.sum()
}

/// Creates or replaces a file as [`replace`] does; `write` writes its content.
///
/// # Errors
/// Those of [`replace`] and of `write`.
pub fn save<T>(path: &Path, label: Label<'_>, write: impl FnOnce(&mut BlockWriter<'_>) -> io::Result<T>) -> io::Result<T> {
    replace(path, |file| {
        file.write_all(MAGIC)?;
        let mut blocks = BlockWriter { out: file, block: Vec::with_capacity(MAX_BLOCK), number: 0 };
        blocks.write_all(label.to_string().as_bytes())?;
        blocks.flush()?;
        let value = write(&mut blocks)?;
        blocks.flush()?;
        blocks.write_block()?;
        Ok(value)
    })
}

/// A writer that divides its input into blocks.
pub struct BlockWriter<'a> {
    out: &'a mut dyn Write,
    block: Vec<u8>,
    number: u64,
}

impl BlockWriter<'_> {
    fn write_block(&mut self) -> io::Result<()> {
        self.out.write_all(&(self.block.len() as u32).to_le_bytes())?;
        self.out.write_all(&checksum(self.number, &self.block).to_le_bytes())?;
        self.out.write_all(&self.block)?;
        self.number += 1;
        self.block.clear();
        Ok(())
    }
}

impl Write for BlockWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = bytes.len().min(MAX_BLOCK - self.block.len());
        self.block.extend_from_slice(&bytes[..count]);
        if self.block.len() == MAX_BLOCK {
            self.write_block()?;
        }
        Ok(count)
    }

    /// Writes the current block, unless it is empty.
    fn flush(&mut self) -> io::Result<()> {
        if self.block.is_empty() { Ok(()) } else { self.write_block() }
    }
}

/// A reader of the content of a file, which checks each block before it returns its bytes.
pub struct BlockReader<R> {
    source: R,
    block: Vec<u8>,
    /// Number of bytes of the block that have been read.
    place: usize,
    number: u64,
    has_ended: bool,
}

fn invalid(why: &str) -> Error {
    Error::new(ErrorKind::InvalidData, why)
}

/// Opens a file that must have this label.
///
/// # Errors
/// It cannot be opened, is not a regular file, or has another label.
pub fn open(path: &Path, label: Label<'_>) -> io::Result<BlockReader<impl Read + use<>>> {
    // At most the announced length: some files of the system have none and never end.
    let (file, length) = open_regular(path)?;
    BlockReader::new(io::BufReader::new(file.take(length)), label)
}

impl<R: Read> BlockReader<R> {
    fn new(source: R, label: Label<'_>) -> io::Result<Self> {
        let mut reader = BlockReader { source, block: Vec::new(), place: 0, number: 0, has_ended: false };
        let mut magic = [0; MAGIC.len()];
        reader.source.read_exact(&mut magic).map_err(cut_off)?;
        if magic != *MAGIC {
            return Err(invalid("not a file of ludion"));
        }
        reader.read_block()?;
        if reader.block != label.to_string().as_bytes() {
            let found = String::from_utf8_lossy(&reader.block[..reader.block.len().min(80)]).into_owned();
            return Err(invalid(&format!("a file of {found:?}, not of {:?}", label.to_string())));
        }
        reader.place = reader.block.len();
        Ok(reader)
    }

    fn read_block(&mut self) -> io::Result<()> {
        let mut number = || {
            let mut bytes = [0; 4];
            self.source.read_exact(&mut bytes).map_err(cut_off).map(|()| u32::from_le_bytes(bytes))
        };
        let (length, sum) = (number()? as usize, number()?);
        let damaged = || invalid(&format!("damaged in block {}", self.number));
        if length > MAX_BLOCK {
            return Err(damaged());
        }
        self.block.resize(length, 0);
        self.source.read_exact(&mut self.block).map_err(cut_off)?;
        if checksum(self.number, &self.block) != sum {
            return Err(damaged());
        }
        (self.place, self.has_ended) = (0, length == 0);
        self.number += 1;
        if self.has_ended && self.source.read(&mut [0])? > 0 {
            return Err(invalid("something follows its end"));
        }
        Ok(())
    }
}

fn cut_off(error: Error) -> Error {
    if error.kind() == ErrorKind::UnexpectedEof { invalid("cut off") } else { error }
}

impl<R: Read> Read for BlockReader<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if self.place == self.block.len() && !self.has_ended && !bytes.is_empty() {
            self.read_block()?;
        }
        let count = bytes.len().min(self.block.len() - self.place);
        bytes[..count].copy_from_slice(&self.block[self.place..self.place + count]);
        self.place += count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LABEL: Label<'_> = Label { format: "test", version: 2, subject: "3x3" };

    fn read(bytes: &[u8], label: Label<'_>) -> io::Result<Vec<u8>> {
        let mut content = Vec::new();
        BlockReader::new(bytes, label)?.read_to_end(&mut content)?;
        Ok(content)
    }

    fn file_of(content: &[u8]) -> Vec<u8> {
        let path = std::env::temp_dir().join(format!("ludion-blocks-{}-{}", std::process::id(), content.len()));
        save(&path, LABEL, |out| out.write_all(content)).unwrap();
        let bytes = std::fs::read(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        bytes
    }

    #[test]
    fn contents_come_back() {
        for length in [0, 1, MAX_BLOCK, 2 * MAX_BLOCK + 5] {
            let content: Vec<u8> = (0..length).map(|number| (number * number / 7) as u8).collect();
            assert_eq!(read(&file_of(&content), LABEL).unwrap(), content, "{length}");
        }
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn nothing_is_read_beyond_the_announced_length() {
        let refused = open(Path::new("/proc/self/status"), LABEL).err().expect("a file without a length");
        assert_eq!(refused.to_string(), "cut off");
    }

    #[test]
    fn no_damaged_byte_and_no_cut_is_believed() {
        let bytes = file_of(b"some contents");
        for place in 0..bytes.len() {
            assert!(read(&bytes[..place], LABEL).is_err(), "cut at {place}");
            for bit in 0..8 {
                let mut damaged = bytes.clone();
                damaged[place] ^= 1 << bit;
                assert!(read(&damaged, LABEL).is_err(), "bit {bit} of byte {place}");
            }
        }
        assert!(read(&[&bytes[..], b"x"].concat(), LABEL).is_err());
        for other in [Label { version: 3, ..LABEL }, Label { subject: "3x4", ..LABEL }, Label { format: "rest", ..LABEL }] {
            assert!(read(&bytes, other).is_err(), "{other}");
        }
        let other = read(&bytes, Label { subject: "3x4", ..LABEL }).unwrap_err();
        assert_eq!(other.to_string(), r#"a file of "test 2 3x3", not of "test 2 3x4""#);
    }
}
