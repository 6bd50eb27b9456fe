//! The checkpoint of a proof: its table as a file, from which the proof is resumed after an interruption or a crash.
//!
//! A [file of blocks](blocks), so that there is always a complete checkpoint: the number of buckets, then entries of twelve bytes,
//! the bucket and the word of each. They are put back into a table of as many buckets. Those that took few nodes are not written,
//! for they are quickly computed again. A checkpoint of the most expensive entries alone is small, and still saves some of the work.

use std::io::{self, Read, Write};
use std::path::Path;

use ludion::files::blocks::{self, Label};
use ludion::games::dots::board::Size;
use ludion::games::dots::solver::table::{BUCKET_BYTES, Entry, Table};

/// The version of the form and of the keys.
const VERSION: u32 = 5;

/// Fewest nodes of an entry that is written, unless a user asks for other ones.
pub const LEAST_NODES: u64 = 2;

/// Writes the entries of a table that took about `least_nodes` nodes or more. Returns their number.
///
/// # Errors
/// An error of the system.
pub fn save(table: &Table<'_>, size: Size, least_nodes: u64, path: &Path) -> io::Result<u64> {
    let least = Entry::work_of(least_nodes);
    blocks::save(path, label(&size.to_string()), |file| write_entries(table, least, file))
}

fn label(subject: &str) -> Label<'_> {
    Label { format: "dots-proof", version: VERSION, subject }
}

fn write_entries(table: &Table<'_>, least_work: u8, file: &mut impl Write) -> io::Result<u64> {
    file.write_all(&(table.bucket_count() as u64).to_le_bytes())?;
    let mut count = 0;
    for (bucket, word) in table.words(least_work) {
        file.write_all(&(bucket as u32).to_le_bytes())?;
        file.write_all(&word.to_le_bytes())?;
        count += 1;
    }
    Ok(count)
}

/// A checkpoint that is read.
pub struct Checkpoint<R> {
    file: R,
    size: Size,
    /// Buckets of the table that was written.
    pub buckets: usize,
}

/// Opens a checkpoint; `None` if there is no file yet.
///
/// # Errors
/// The system's; a file of another kind, or of another board.
pub fn open(size: Size, path: &Path) -> io::Result<Option<Checkpoint<impl Read>>> {
    let mut file = match blocks::open(path, label(&size.to_string())) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let mut buckets = [0; 8];
    file.read_exact(&mut buckets)?;
    Ok(Some(Checkpoint { file, size, buckets: u64::from_le_bytes(buckets) as usize }))
}

impl<R: Read> Checkpoint<R> {
    /// Restores the entries in an empty table. Returns their number.
    ///
    /// # Errors
    /// The system's; a damaged file; a table of another size.
    pub fn restore(mut self, table: &Table<'_>) -> io::Result<u64> {
        let invalid = |message| io::Error::new(io::ErrorKind::InvalidData, message);
        if table.bucket_count() != self.buckets {
            let mib = (self.buckets * BUCKET_BYTES) >> 20;
            return Err(invalid(format!("its table has {mib} MiB, which this machine does not give")));
        }
        let most = (self.size.rows * self.size.columns) as u8;
        let mut count = 0;
        let mut entry = [0; 12];
        loop {
            if self.file.read(&mut entry[..1])? == 0 {
                return Ok(count);
            }
            self.file.read_exact(&mut entry[1..])?;
            let [b0, b1, b2, b3, word @ ..] = entry;
            let bucket = u32::from_le_bytes([b0, b1, b2, b3]) as usize;
            if !table.restore(bucket, u64::from_le_bytes(word), most) {
                return Err(invalid(format!("not a checkpoint of {}", self.size)));
            }
            count += 1;
        }
    }
}
