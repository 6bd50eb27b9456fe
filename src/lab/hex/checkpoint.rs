//! A checkpoint with a line for each finished first stone, from which a long computation is resumed after an interruption or a crash.
//!
//! Each line ends with its checksum, `crc` and eight hexadecimal digits, so that damaged lines are detected. A line is synced to
//! the disk before the next search begins.

use std::fs::File;
use std::io::{Error, Write};
use std::path::Path;

use flate2::Crc;
use ludion::files::{MAX_BYTES, lock, open_regular, read_announced};
use ludion::grid::Cell;

/// The open file; `None` without a checkpoint.
pub struct Checkpoint(Option<File>);

impl Checkpoint {
    /// Opens or creates the file, and parses the lines below its `title`. An incomplete last line, left by a crash, is removed.
    ///
    /// # Errors
    /// A file that cannot be used, is used by another process or has another title; a line that `parse` refuses; two lines of one stone. The file is left as
    /// it was then.
    pub fn open<T>(
        path: Option<&Path>,
        title: &str,
        parse: impl Fn(&str) -> Option<T>,
        stone: impl Fn(&T) -> Cell,
    ) -> Result<(Checkpoint, Vec<T>), String> {
        let Some(path) = path else { return Ok((Checkpoint(None), Vec::new())) };
        if path.exists() {
            open_regular(path).map_err(describe)?;
        }
        let file = File::options().create(true).read(true).append(true).open(path).map_err(describe)?;
        lock(&file).map_err(describe)?;
        let length = file.metadata().map_err(describe)?.len();
        let bytes = read_announced(&file, length, MAX_BYTES).map_err(describe)?;
        let text = String::from_utf8(bytes).map_err(|_| describe(Error::other("it is no text")))?;
        let mut entries = Vec::new();
        let first_line = format!("{title} crc {}\n", checksum(title));
        if first_line != text && first_line.starts_with(&text) {
            file.set_len(0).map_err(describe)?;
            let mut checkpoint = Checkpoint(Some(file));
            checkpoint.append(title)?;
            return Ok((checkpoint, entries));
        }
        let end = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = text[..end].lines().enumerate().map(|(number, line)| {
            let damaged = || format!("checkpoint: line {} is damaged", number + 1);
            line.rsplit_once(" crc ").filter(|(line, sum)| *sum == checksum(line)).map(|(line, _)| line).ok_or_else(damaged)
        });
        if lines.next().transpose()? != Some(title) {
            return Err(format!("checkpoint: its first line is not {title:?}"));
        }
        for line in lines {
            let line = line?;
            let entry = parse(line).filter(|entry| entries.iter().all(|other| stone(other) != stone(entry)));
            entries.push(entry.ok_or_else(|| format!("checkpoint: {line:?} is not of a first stone, or its stone comes twice"))?);
        }
        file.set_len(end as u64).map_err(describe)?;
        Ok((Checkpoint(Some(file)), entries))
    }

    /// Appends a line.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn append(&mut self, line: &str) -> Result<(), String> {
        let Some(file) = &mut self.0 else { return Ok(()) };
        let text = format!("{line} crc {}\n", checksum(line));
        file.write_all(text.as_bytes()).and_then(|()| file.sync_data()).map_err(describe)
    }
}

/// Returns the checksum of a line as it is written.
pub fn checksum(line: &str) -> String {
    let mut crc = Crc::new();
    crc.update(line.as_bytes());
    format!("{:08x}", crc.sum())
}

#[allow(clippy::needless_pass_by_value, reason = "it is what map_err hands over")]
fn describe(error: Error) -> String {
    format!("checkpoint: {error}")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::Index;

    use super::*;

    const TITLE: &str = "stones 5x5";

    fn open(path: &Path) -> Result<Vec<u16>, String> {
        let stone = |&cell: &u16| Cell(cell);
        Checkpoint::open(Some(path), TITLE, |line| line.strip_prefix("stone ")?.parse().ok(), stone).map(|(_, stones)| stones)
    }

    #[test]
    fn a_checkpoint_is_of_one_process() {
        let path = std::env::temp_dir().join(format!("ludion-hex-checkpoint-two-{}", std::process::id()));
        let stone = |&cell: &u16| Cell(cell);
        let first = Checkpoint::open(Some(&path), TITLE, |_| None, stone).expect("a new file");
        let refusal = open(&path).expect_err("it is in use");
        assert!(refusal.contains("another process is at work with it"), "{refusal}");
        drop(first);
        assert_eq!(open(&path), Ok(Vec::new()));
        std::fs::remove_file(&path).expect("the file");
    }

    proptest! {
        /// What is changed is refused and stays, or only lines at its end are lost.
        #[test]
        fn changed_checkpoints_are_refused_or_read_right(place in any::<Index>(), byte in any::<u8>(), kept in any::<Index>(), cuts in any::<bool>()) {
            let path = std::env::temp_dir().join(format!("ludion-hex-checkpoint-{}", std::process::id()));
            let stones: Vec<u16> = (0..9).collect();
            let lines = [TITLE.to_owned()].into_iter().chain(stones.iter().map(|stone| format!("stone {stone}")));
            let mut bytes = lines.map(|line| format!("{line} crc {}\n", checksum(&line))).collect::<String>().into_bytes();
            if cuts {
                bytes.truncate(kept.index(bytes.len()));
            } else {
                let place = place.index(bytes.len());
                bytes[place] = byte;
            }
            std::fs::write(&path, &bytes).expect("room on the disk");
            match open(&path) {
                Ok(read) => prop_assert_eq!(&read[..], &stones[..read.len()]),
                Err(_) => {
                    prop_assert!(!cuts, "a file that was cut off is read");
                    prop_assert_eq!(std::fs::read(&path).expect("the file"), bytes);
                }
            }
            prop_assert!(cuts || open(&path).map_or(true, |read| read.len() + 1 >= stones.len()));
            std::fs::remove_file(&path).expect("the file");
        }
    }
}
