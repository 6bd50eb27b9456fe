//! The checkpoint of a proof: its table as a file, from which the proof is resumed after an interruption or a crash.
//!
//! Entries that took more than a few nodes are written, thirteen bytes each, to a temporary file, which is then renamed, so that
//! there is always a complete checkpoint. The other entries are quickly computed again.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use ludion::games::dots::board::Size;
use ludion::games::dots::solver::table::{Entry, Table};

/// First bytes of a file; the last is the version of the keys.
const MAGIC: &[u8; 8] = b"ludion-3";

/// Entries with less `work` are not written. `work` is 2 plus the binary logarithm of the nodes.
const MIN_WORK: u8 = 2;

/// Bytes of an entry: the key, both bounds, the best move, the work.
const ENTRY: usize = 13;

/// Checks that the checkpoint can be written, before the computation starts.
///
/// # Errors
/// An error of the system.
pub fn try_path(path: &Path) -> io::Result<()> {
    File::create(part_path(path)).map(drop)
}

/// Returns the path of the temporary file.
fn part_path(path: &Path) -> PathBuf {
    path.with_added_extension("part")
}

/// Writes a table. Returns the number of entries.
///
/// # Errors
/// An error of the system.
pub fn save(table: &Table<'_>, size: Size, path: &Path) -> io::Result<u64> {
    let part = part_path(path);
    let mut file = BufWriter::new(File::create(&part)?);
    file.write_all(MAGIC)?;
    file.write_all(&[size.rows as u8, size.columns as u8])?;
    let mut count = 0;
    for (key, known) in table.entries().filter(|(_, known)| known.work >= MIN_WORK) {
        let mut entry = [0; ENTRY];
        entry[..8].copy_from_slice(&key.to_le_bytes());
        entry[8] = known.lower as i8 as u8;
        entry[9] = known.upper as i8 as u8;
        entry[10..12].copy_from_slice(&known.best.to_le_bytes());
        entry[12] = known.work;
        file.write_all(&entry)?;
        count += 1;
    }
    file.into_inner()?.sync_all()?;
    fs::rename(part, path)?;
    Ok(count)
}

/// Reads a file into a table. Returns the number of entries, 0 if there is no file yet.
///
/// # Errors
/// An error of the system; a file of another format or of another board.
pub fn load(table: &Table<'_>, size: Size, path: &Path) -> io::Result<u64> {
    let mut file = match File::open(path) {
        Ok(file) => BufReader::new(file),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(0),
        Err(error) => return Err(error),
    };
    let is_truncated = file.get_ref().metadata()?.len().saturating_sub((MAGIC.len() + 2) as u64) % ENTRY as u64 > 0;
    let wrong = || io::Error::new(io::ErrorKind::InvalidData, format!("not a checkpoint of {size}"));
    let mut head = [0; MAGIC.len() + 2];
    file.read_exact(&mut head).map_err(|_| wrong())?;
    if is_truncated || head[..MAGIC.len()] != MAGIC[..] || head[MAGIC.len()..] != [size.rows as u8, size.columns as u8] {
        return Err(wrong());
    }
    let boxes = (size.rows * size.columns) as i32;
    let mut count = 0;
    let mut entry = [0; ENTRY];
    loop {
        match file.read_exact(&mut entry) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(count),
            Err(error) => return Err(error),
        }
        let [k0, k1, k2, k3, k4, k5, k6, k7, lower, upper, b0, b1, work] = entry;
        let known =
            Entry { lower: i32::from(lower as i8), upper: i32::from(upper as i8), best: u16::from_le_bytes([b0, b1]), work };
        if known.lower < -boxes || known.upper > boxes || known.lower > known.upper {
            return Err(wrong());
        }
        table.put(u64::from_le_bytes([k0, k1, k2, k3, k4, k5, k6, k7]), known);
        count += 1;
    }
}
