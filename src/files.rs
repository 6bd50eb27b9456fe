//! Files that a client names: read with care, so that no name can hang or fill the process.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Component, Path, PathBuf};

/// Largest file that is read, in bytes.
pub const MAX_BYTES: u64 = 64 << 20;

/// The text of a regular file; bytes that are not UTF-8 are replaced.
///
/// # Errors
/// Why it cannot be read, in words: no such file, not a regular file, too large.
pub fn read(path: &str) -> Result<String, String> {
    read_bytes(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

/// The bytes of a regular file.
///
/// # Errors
/// As for [`read`].
pub fn read_bytes(path: &str) -> Result<Vec<u8>, String> {
    let describe = |error: std::io::Error| format!("{path}: {error}");
    // Asked before it is opened: to open a FIFO would wait for a writer.
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

/// A new file below the working directory. Unless it is kept it is gone in the end: half a file helps nobody.
pub struct Fresh {
    file: File,
    path: PathBuf,
    is_kept: bool,
}

impl Fresh {
    /// Makes the file.
    ///
    /// # Errors
    /// The path leads out of the working directory, by its words or by a link; there is such a file; the system says no.
    pub fn create(path: &str) -> io::Result<Fresh> {
        let refused = |why: &str| io::Error::other(why);
        let path = PathBuf::from(path);
        if !path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir)) {
            return Err(refused("not below the working directory"));
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if !folder.canonicalize()?.starts_with(Path::new(".").canonicalize()?) {
            return Err(refused("not below the working directory"));
        }
        // Never over an existing file, nor through a link.
        let file = File::create_new(&path)?;
        Ok(Fresh { file, path, is_kept: false })
    }

    /// Keeps the file.
    ///
    /// # Errors
    /// What the system says to the last bytes.
    pub fn keep(mut self) -> io::Result<()> {
        self.file.sync_data()?;
        self.is_kept = true;
        Ok(())
    }
}

impl Write for Fresh {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for Fresh {
    fn drop(&mut self) {
        if !self.is_kept {
            // It was made a moment ago; where it cannot be removed nothing better is left to do.
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
            assert!(Fresh::create(path).is_err(), "{path:?}");
        }
        let path = format!("files-test-{}.game", std::process::id());
        let mut fresh = Fresh::create(&path).unwrap();
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
