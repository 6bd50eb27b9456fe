//! The checkpoint of a proof: its table as a file, from which the proof is resumed after an interruption or a crash.
//!
//! Entries that took more than a few nodes are written, thirteen bytes each, to a [file of blocks](blocks), so that there is always
//! a complete checkpoint. The other entries are quickly computed again. A checkpoint of the most expensive entries alone is small,
//! and still saves some of the work.

use std::io::{self, Read, Write};
use std::path::Path;

use ludion::files::blocks::{self, Label};
use ludion::games::dots::board::Size;
use ludion::games::dots::solver::table::{Entry, Table};

/// The version of the form and of the keys.
const VERSION: u32 = 4;

/// Fewest nodes of an entry that is written, unless a user asks for other ones.
pub const LEAST_NODES: u64 = 2;

/// Bytes of an entry: the key, both bounds, the best move, the work.
const ENTRY: usize = 13;

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
    let mut count = 0;
    for (key, known) in table.entries().filter(|(_, known)| known.work >= least_work) {
        let mut entry = [0; ENTRY];
        entry[..8].copy_from_slice(&key.to_le_bytes());
        entry[8] = known.lower as i8 as u8;
        entry[9] = known.upper as i8 as u8;
        entry[10..12].copy_from_slice(&known.best.to_le_bytes());
        entry[12] = known.work;
        file.write_all(&entry)?;
        count += 1;
    }
    Ok(count)
}

/// Reads a file into a table. Returns the number of entries, 0 if there is no file yet.
///
/// # Errors
/// The system's; a file of another kind, or of another board.
pub fn load(table: &Table<'_>, size: Size, path: &Path) -> io::Result<u64> {
    let mut file = match blocks::open(path, label(&size.to_string())) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(0),
        Err(error) => return Err(error),
    };
    let wrong = || io::Error::new(io::ErrorKind::InvalidData, format!("not a checkpoint of {size}"));
    let most = (size.rows * size.columns) as i32;
    let mut count = 0;
    let mut entry = [0; ENTRY];
    loop {
        if file.read(&mut entry[..1])? == 0 {
            return Ok(count);
        }
        file.read_exact(&mut entry[1..])?;
        let [k0, k1, k2, k3, k4, k5, k6, k7, lower, upper, b0, b1, work] = entry;
        let known =
            Entry { lower: i32::from(lower as i8), upper: i32::from(upper as i8), best: u16::from_le_bytes([b0, b1]), work };
        if known.lower < -most || known.upper > most || known.lower > known.upper {
            return Err(wrong());
        }
        table.put(u64::from_le_bytes([k0, k1, k2, k3, k4, k5, k6, k7]), known);
        count += 1;
    }
}
