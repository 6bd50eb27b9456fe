//! Files of networks: a header that tells what it is, then the weights.
//!
//! | bytes | meaning |
//! |---|---|
//! | 8 | `LUDIONHX` |
//! | 4 | version of the format, 1 |
//! | 4, 4 | blocks, channels |
//! | 4 | length of the note in bytes |
//! | ... | the note: one line of UTF-8 on how it was trained |
//! | 4 each | weights and biases in the order of [`super::Layout`], `f32` |
//! | 4 | CRC-32 of all bytes before it |
//!
//! All numbers are little-endian.

use std::fmt;

use super::{Network, Shape};

const MAGIC: &[u8; 8] = b"LUDIONHX";
const VERSION: u32 = 1;

/// Largest numbers of blocks and of channels that a file may have.
const MAX_BLOCKS: u32 = 64;
const MAX_CHANNELS: u32 = 512;

/// Longest note, in bytes.
const MAX_NOTE: u32 = 4096;

/// Why a file cannot be read as a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileError {
    /// It does not begin with the magic number.
    Foreign,
    /// The format has a version that this program does not know.
    Version(u32),
    /// The shape is beyond bounds, or the channels are not a multiple of 16.
    Shape,
    /// It has fewer or more bytes than the header says.
    Length,
    /// The checksum does not match.
    Checksum,
    /// A weight is not a finite number.
    Weight,
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FileError::Foreign => f.write_str("this is not a network of ludion for Hex"),
            FileError::Version(version) => {
                write!(f, "the file has version {version} of the format; this program knows version {VERSION}")
            }
            FileError::Shape => f.write_str("the file names a shape that no network has"),
            FileError::Length => f.write_str("the file is cut off or has more bytes than its header says"),
            FileError::Checksum => f.write_str("the file is damaged: its checksum does not match"),
            FileError::Weight => f.write_str("the file has a weight that is not a number"),
        }
    }
}

impl std::error::Error for FileError {}

/// Returns the bytes of a network's file. Line breaks of the note become spaces; it is cut at its bound.
#[must_use]
pub fn encode(network: &Network, note: &str) -> Vec<u8> {
    let mut note: String = note.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    while note.len() > MAX_NOTE as usize {
        note.pop();
    }
    let mut bytes = MAGIC.to_vec();
    let header = [VERSION, network.shape().blocks as u32, network.shape().channels as u32, note.len() as u32];
    header.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
    bytes.extend(note.bytes());
    network.weights().iter().for_each(|weight| bytes.extend(weight.to_le_bytes()));
    bytes.extend(checksum(&bytes).to_le_bytes());
    bytes
}

/// Reads a network and its note.
///
/// # Errors
/// The bytes are not those of a whole, undamaged file.
pub fn decode(bytes: &[u8]) -> Result<(Network, String), FileError> {
    let rest = bytes.strip_prefix(MAGIC).ok_or(FileError::Foreign)?;
    let (header, rest) = rest.split_first_chunk::<16>().ok_or(FileError::Length)?;
    let [version, blocks, channels, note] = [0, 4, 8, 12].map(|at| number(&header[at..at + 4]));
    if version != VERSION {
        return Err(FileError::Version(version));
    }
    if blocks > MAX_BLOCKS || channels == 0 || channels > MAX_CHANNELS || !channels.is_multiple_of(16) || note > MAX_NOTE {
        return Err(FileError::Shape);
    }
    let shape = Shape { blocks: blocks as usize, channels: channels as usize };
    let (note, rest) = rest.split_at_checked(note as usize).ok_or(FileError::Length)?;
    let (weights, sum) = rest.split_at_checked(4 * shape.layout().count).ok_or(FileError::Length)?;
    if sum.len() != 4 {
        return Err(FileError::Length);
    }
    if number(sum) != checksum(&bytes[..bytes.len() - 4]) {
        return Err(FileError::Checksum);
    }
    let weights: Vec<f32> = weights.chunks_exact(4).map(|bytes| f32::from_bits(number(bytes))).collect();
    if !weights.iter().all(|weight| weight.is_finite()) {
        return Err(FileError::Weight);
    }
    let network = Network::new(shape, weights).ok_or(FileError::Length)?;
    Ok((network, String::from_utf8_lossy(note).into_owned()))
}

fn number(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u32::from(byte))
}

/// Returns the CRC-32 of bytes.
#[must_use]
pub fn checksum(bytes: &[u8]) -> u32 {
    let mut crc = flate2::Crc::new();
    crc.update(bytes);
    crc.sum()
}

#[cfg(test)]
mod tests {
    use super::super::tests::random_network;
    use super::*;

    #[test]
    fn files_come_back_and_no_damaged_one_is_read() {
        let network = random_network(Shape { blocks: 1, channels: 16 }, 3);
        let bytes = encode(&network, "a note\nof two lines");
        let (read, note) = decode(&bytes).expect("a whole file");
        assert_eq!((read.shape(), read.weights(), note.as_str()), (network.shape(), network.weights(), "a note of two lines"));
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x10;
            assert!(decode(&damaged).is_err(), "byte {at}");
            assert!(decode(&bytes[..at]).is_err(), "cut at {at}");
        }
        let longer = [bytes.as_slice(), b"x"].concat();
        assert_eq!(decode(&longer).err(), Some(FileError::Length));
        assert_eq!(decode(b"something else").err(), Some(FileError::Foreign));
    }
}
