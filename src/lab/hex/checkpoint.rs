//! A checkpoint with a line for each finished first stone, from which a long computation is resumed after an interruption or a crash.

use std::fs::File;
use std::io::{Error, Read, Write};
use std::path::Path;

use ludion::grid::Cell;

/// The open file; `None` without a checkpoint.
pub struct Checkpoint(Option<File>);

impl Checkpoint {
    /// Opens or creates the file, and parses the lines below its `title`. An incomplete last line, left by a crash, is removed.
    ///
    /// # Errors
    /// A file that cannot be used or has another title; a line that `parse` refuses; two lines for one stone. The file is not
    /// changed then.
    pub fn open<T>(
        path: Option<&Path>,
        title: &str,
        parse: impl Fn(&str) -> Option<T>,
        stone: impl Fn(&T) -> Cell,
    ) -> Result<(Checkpoint, Vec<T>), String> {
        let Some(path) = path else { return Ok((Checkpoint(None), Vec::new())) };
        if path.exists() && !path.is_file() {
            return Err(format!("checkpoint: {} is no regular file", path.display()));
        }
        let mut file = File::options().create(true).read(true).append(true).open(path).map_err(describe)?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(describe)?;
        let mut entries = Vec::new();
        if text.is_empty() {
            writeln!(file, "{title}").map_err(describe)?;
            return Ok((Checkpoint(Some(file)), entries));
        }
        let end = text.rfind('\n').map_or(0, |end| end + 1);
        let lines = text[..end].strip_prefix(title).and_then(|rest| rest.strip_prefix('\n'));
        for line in lines.ok_or_else(|| format!("checkpoint: its first line is not {title:?}"))?.lines() {
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
        self.0.as_mut().map_or(Ok(()), |file| file.write_all(format!("{line}\n").as_bytes())).map_err(describe)
    }
}

#[allow(clippy::needless_pass_by_value, reason = "it is what map_err hands over")]
fn describe(error: Error) -> String {
    format!("checkpoint: {error}")
}
