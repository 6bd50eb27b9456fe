//! A file of what has been found of first stones, a line for each, that a long piece of work goes on with.

use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;

use super::super::notation;
use crate::figures::Wanted;
use crate::grid::{Cell, Size};

/// The board that is asked for.
///
/// # Errors
/// The word is not a board.
pub fn board_of(wanted: &Wanted) -> Result<Size, String> {
    if wanted.slice.is_some() {
        return Err("slice: each stone is a slice".into());
    }
    let size = notation::size(&wanted.what).ok().filter(|(rest, _)| rest.is_empty());
    size.map(|(_, size)| size).ok_or_else(|| format!("{:?} is not a board, as 7x7", wanted.what))
}

/// The open file; without one nothing is kept.
pub struct Kept(Option<File>);

impl Kept {
    /// The file, made where there is none, and the lines that it holds below the one that tells what it is. A last line that a
    /// crash has cut off is taken away.
    ///
    /// # Errors
    /// A file that cannot be used, or of something else; a line that is not read, or of a stone that another is of. The file is
    /// as before then.
    pub fn open<T>(
        path: Option<&Path>,
        head: &str,
        read: impl Fn(&str) -> Option<T>,
        of: impl Fn(&T) -> Cell,
    ) -> Result<(Kept, Vec<T>), String> {
        let Some(path) = path else { return Ok((Kept(None), Vec::new())) };
        if path.exists() && !path.is_file() {
            return Err(format!("checkpoint: {} is no regular file", path.display()));
        }
        let mut file = File::options().create(true).read(true).append(true).open(path).map_err(|error| in_file(&error))?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(|error| in_file(&error))?;
        let mut kept = Vec::new();
        if text.is_empty() {
            writeln!(file, "{head}").map_err(|error| in_file(&error))?;
            return Ok((Kept(Some(file)), kept));
        }
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let lines = text[..whole].strip_prefix(head).and_then(|rest| rest.strip_prefix('\n'));
        for line in lines.ok_or_else(|| format!("checkpoint: not one of {head}"))?.lines() {
            let found = read(line).filter(|found| kept.iter().all(|other| of(other) != of(found)));
            kept.push(found.ok_or_else(|| format!("checkpoint: {line:?} is not of a first stone, or it comes twice"))?);
        }
        file.set_len(whole as u64).map_err(|error| in_file(&error))?;
        Ok((Kept(Some(file)), kept))
    }

    /// Adds a line.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn add(&mut self, line: &str) -> Result<(), String> {
        self.0.as_mut().map_or(Ok(()), |file| file.write_all(format!("{line}\n").as_bytes())).map_err(|error| in_file(&error))
    }
}

fn in_file(error: &std::io::Error) -> String {
    format!("checkpoint: {error}")
}
