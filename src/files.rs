//! Files that a client names: read with care, so that no name can hang or fill the process.

use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Largest file that is read, in bytes.
pub const MOST_BYTES: u64 = 64 << 20;

/// The text of a regular file; bytes that are not UTF-8 are replaced.
///
/// # Errors
/// Why it cannot be read, in words: no such file, not a regular file, too large.
pub fn read(path: &str) -> Result<String, String> {
    let describe = |error: std::io::Error| format!("{path}: {error}");
    // Asked before it is opened: to open a FIFO would wait for a writer.
    let kind = std::fs::metadata(Path::new(path)).map_err(describe)?;
    if !kind.is_file() {
        return Err(format!("{path}: not a regular file"));
    }
    let mut bytes = Vec::new();
    File::open(path).and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes)).map_err(describe)?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(format!("{path}: larger than {} MiB", MOST_BYTES >> 20));
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_regular_files() {
        assert!(read("Cargo.toml").unwrap().contains("[package]"));
        for path in ["", "src", "no such file", "/dev/zero", "/dev/stdin", "a\0b"] {
            assert!(read(path).is_err(), "{path:?}");
        }
    }
}
