//! The key of the page. It is kept in a file that only its owner can read, so that open tabs and bookmarks work after a restart of
//! the server.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

/// Bytes of the key.
const BYTES: usize = 16;

/// Returns the key of this user: the one in the file, or a new one, which is written to the file if possible.
///
/// # Errors
/// The system has no random numbers.
pub(super) fn read_or_make() -> io::Result<String> {
    let path = path();
    if let Some(key) = path.as_ref().and_then(|path| fs::read_to_string(path).ok()).filter(|key| is_key(key)) {
        return Ok(key);
    }
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    let key: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    if let Some(path) = path
        && let Err(error) = write(&path, &key)
    {
        log::info!("{}: {error}; the key is for this run alone", path.display());
    }
    Ok(key)
}

fn is_key(text: &str) -> bool {
    text.len() == 2 * BYTES && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Returns where the state of programs of this user is kept.
fn path() -> Option<PathBuf> {
    let folder = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let state = folder("XDG_STATE_HOME").or_else(|| Some(folder("HOME")?.join(".local/state")))?;
    Some(state.join("ludion").join("page-key"))
}

fn write(path: &PathBuf, key: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    // An incomplete file is replaced. The new file is never readable by another user.
    let _ = fs::remove_file(path);
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)?.write_all(key.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys() {
        assert!(is_key("0123456789abcdef0123456789abcdef"));
        assert!(!is_key("") && !is_key("0123456789abcdef0123456789abcde") && !is_key("0123456789abcdef0123456789abcde\n"));
        assert!(is_key(&read_or_make().unwrap()));
    }
}
