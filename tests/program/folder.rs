//! A folder of files that a test writes.

use std::ops::Deref;
use std::path::{Path, PathBuf};

/// An empty folder for one test, removed at its end.
pub struct Folder(PathBuf);

impl Folder {
    /// Creates it; no other test may use its name.
    pub fn new(name: &str) -> Folder {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name} {}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }
}

impl Deref for Folder {
    type Target = Path;

    fn deref(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
