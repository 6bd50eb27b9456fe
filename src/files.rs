//! Files whose names come from a client: only regular files of bounded size are read, so that no name can block the process or
//! exhaust its memory.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Component, Path, PathBuf};

/// Largest accepted file, in bytes.
pub const MAX_BYTES: u64 = 64 << 20;

/// Reads a regular file as text; bytes that are not UTF-8 are replaced.
///
/// # Errors
/// The message why it cannot be read: no such file, not a regular file, too large.
pub fn read(path: &str) -> Result<String, String> {
    read_bytes(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

/// Reads the bytes of a regular file.
///
/// # Errors
/// As for [`read`].
pub fn read_bytes(path: &str) -> Result<Vec<u8>, String> {
    let describe = |error: std::io::Error| format!("{path}: {error}");
    // Checked before the file is opened, because opening a FIFO waits for a writer.
    let kind = std::fs::metadata(Path::new(path)).map_err(describe)?;
    if !kind.is_file() {
        return Err(format!("{path}: not a regular file"));
    }
    let mut bytes = Vec::new();
    File::open(path).and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes)).map_err(describe)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(format!("{path}: larger than {} MiB", MAX_BYTES >> 20));
    }
    Ok(bytes)
}

/// A new file below the working directory. It is removed when dropped unless [`NewFile::keep`] was called, so that no incomplete
/// file remains.
pub struct NewFile {
    file: File,
    path: PathBuf,
    is_kept: bool,
}

impl NewFile {
    /// Creates the file.
    ///
    /// # Errors
    /// The path leads out of the working directory, directly or through a link; the file exists already; an error of the system.
    pub fn create(path: &str) -> io::Result<NewFile> {
        let refuse = |why: &str| io::Error::other(why);
        let path = PathBuf::from(path);
        if !path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir)) {
            return Err(refuse("not below the working directory"));
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if !folder.canonicalize()?.starts_with(Path::new(".").canonicalize()?) {
            return Err(refuse("not below the working directory"));
        }
        // Fails for an existing file and for a link.
        let file = File::create_new(&path)?;
        Ok(NewFile { file, path, is_kept: false })
    }

    /// Flushes the file to disk and keeps it.
    ///
    /// # Errors
    /// The flush fails; the file is then removed.
    pub fn keep(mut self) -> io::Result<()> {
        self.file.sync_data()?;
        self.is_kept = true;
        Ok(())
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if !self.is_kept {
            // A destructor cannot report an error.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_files_stay_below_and_only_when_kept() {
        for path in ["", "/x.game", "../x.game", "src/../../x.game", "no such folder/x.game", "Cargo.toml", "src"] {
            assert!(NewFile::create(path).is_err(), "{path:?}");
        }
        let path = format!("files-test-{}.game", std::process::id());
        let mut fresh = NewFile::create(&path).unwrap();
        fresh.write_all(b"x").unwrap();
        assert!(Path::new(&path).exists());
        drop(fresh);
        assert!(!Path::new(&path).exists());
    }

    #[test]
    fn only_regular_files() {
        assert!(read("Cargo.toml").unwrap().contains("[package]"));
        for path in ["", "src", "no such file", "/dev/zero", "/dev/stdin", "a\0b"] {
            assert!(read(path).is_err(), "{path:?}");
        }
    }
}
