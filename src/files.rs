//! Files whose names come from a client: only regular files of bounded size are read, so that no name can block the process or
//! exhaust its memory; and nothing incomplete is ever written under a name.

use std::fs::{self, File, Metadata};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Component, Path, PathBuf};

pub mod blocks;

/// Whether a client may name files of this machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Access {
    /// It may: its files are those of the person who started the program.
    #[default]
    Granted,
    /// It may not: a page in a browser sends what its files contain.
    Refused,
}

impl Access {
    /// Checks that the client may name files.
    ///
    /// # Errors
    /// The message for one that may not.
    pub fn check(self) -> Result<(), String> {
        match self {
            Access::Granted => Ok(()),
            Access::Refused => Err("this client may not name files".to_owned()),
        }
    }
}

/// Returns the extension of a file's name in lower case, without the point: `sgf` for `Game.SGF`; empty if there is none.
#[must_use]
pub fn extension(path: &str) -> String {
    path.rsplit_once('.').map_or_else(String::new, |(_, extension)| extension.to_ascii_lowercase())
}

/// Largest accepted file, in bytes.
pub const MAX_BYTES: u64 = 64 << 20;

/// What some editors write before a text.
pub const BYTE_ORDER_MARK: char = '\u{feff}';

/// Reads a regular file as text, without its byte order mark. Bytes that are not UTF-8 are read as Latin-1.
///
/// # Errors
/// The message why it cannot be read: no such file, not a regular file, too large, no access.
pub fn read(path: &str, access: Access) -> Result<String, String> {
    read_up_to(path, MAX_BYTES, access)
}

/// Reads a regular file of at most `most` bytes as [`read`] does: for texts that a game could not hold anyway, and that would take
/// long to parse.
///
/// # Errors
/// As for [`read`].
pub fn read_up_to(path: &str, most: u64, access: Access) -> Result<String, String> {
    // Valid text is not copied, because a large file may take all the memory that there is.
    access.check()?;
    let mut bytes = read_regular(Path::new(path), most).map_err(|error| format!("{path}: {error}"))?;
    if bytes.starts_with(BYTE_ORDER_MARK.encode_utf8(&mut [0; 4]).as_bytes()) {
        bytes.drain(..BYTE_ORDER_MARK.len_utf8());
    }
    Ok(String::from_utf8(bytes).unwrap_or_else(|error| decode(error.as_bytes())))
}

/// Decodes UTF-8 in which other bytes are Latin-1, the encoding of SGF and PGN where they name none.
pub fn decode(bytes: &[u8]) -> String {
    bytes.utf8_chunks().fold(String::with_capacity(bytes.len()), |mut text, chunk| {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().copied().map(char::from));
        text
    })
}

/// Reads the bytes of a regular file.
///
/// # Errors
/// As for [`read`].
pub fn read_bytes(path: &str, access: Access) -> Result<Vec<u8>, String> {
    access.check()?;
    read_regular(Path::new(path), MAX_BYTES).map_err(|error| format!("{path}: {error}"))
}

/// Reads the bytes of a regular file of at most this many bytes.
///
/// # Errors
/// It does not exist, is not a regular file or is larger; there is no memory for it; an error of the system.
pub fn read_regular(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let (file, length) = open_regular(path)?;
    read_announced(&file, length, most)
}

/// Reads what is left of a file, at most the `length` that its metadata announces: some files of the system announce nothing and
/// have no end.
///
/// # Errors
/// As for [`read_regular`].
pub fn read_announced(file: &File, length: u64, most: u64) -> io::Result<Vec<u8>> {
    if length > most {
        return Err(io::Error::other(format!("larger than {} MiB", most >> 20)));
    }
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(length as usize).map_err(|error| io::Error::new(io::ErrorKind::OutOfMemory, error))?;
    file.take(length).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Opens a regular file. Returns it with its length in bytes.
///
/// # Errors
/// The file does not exist or is not a regular file; an error of the system.
pub fn open_regular(path: &Path) -> io::Result<(File, u64)> {
    let check = |kind: Metadata| if kind.is_file() { Ok(kind.len()) } else { Err(io::Error::other("not a regular file")) };
    // Checked before the file is opened, because opening a FIFO waits for a writer.
    check(fs::metadata(path)?)?;
    let file = File::open(path)?;
    let length = check(file.metadata()?)?;
    Ok((file, length))
}

/// Returns the folder of a file.
fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Flushes the directory entry of a file to disk, if the system supports it.
fn sync_folder(path: &Path) {
    let _ = File::open(folder(path)).and_then(|folder| folder.sync_all());
}

/// A temporary file in the folder of its target. It is removed when dropped unless it has been renamed, so that no incomplete file
/// remains. If the process is killed the temporary file remains until the next one is created in this folder: it is locked as long
/// as its process lives.
struct Draft {
    file: File,
    path: PathBuf,
    /// Whether the file has been renamed to its target.
    is_renamed: bool,
}

impl Draft {
    fn create(target: &Path) -> io::Result<Draft> {
        if target.file_name().is_none() || fs::metadata(target).is_ok_and(|kind| !kind.is_file()) {
            return Err(io::Error::other("not a regular file"));
        }
        remove_abandoned(folder(target));
        for number in 0_u32.. {
            let path = folder(target).join(format!("{PREFIX}{}-{number}{SUFFIX}", std::process::id()));
            match File::create_new(&path) {
                // Another process may have removed it as abandoned before it was locked.
                Ok(file) if is_locked_by_other(&file) || !path.exists() => {}
                Ok(file) => return Ok(Draft { file, path, is_renamed: false }),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::Error::other("too many temporary files"))
    }

    /// Flushes the file to disk and renames it to its target.
    fn replace(mut self, target: &Path) -> io::Result<()> {
        self.file.sync_all()?;
        fs::rename(&self.path, target)?;
        self.is_renamed = true;
        sync_folder(target);
        Ok(())
    }

    /// Flushes the file to disk and renames it to its target, which must not exist.
    fn publish(self, target: &Path) -> io::Result<()> {
        self.file.sync_all()?;
        match fs::hard_link(&self.path, target) {
            Ok(()) => {
                sync_folder(target);
                Ok(())
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
            Err(_) => {
                // Some file systems have no hard links.
                check_absent(target)?;
                self.replace(target)
            }
        }
    }
}

/// The prefix and the suffix of the names of temporary files.
const PREFIX: &str = ".ludion-";
const SUFFIX: &str = ".part";

/// Locks a file for this process, until it is closed.
///
/// # Errors
/// Another process has it locked.
pub fn lock(file: &File) -> io::Result<()> {
    match is_locked_by_other(file) {
        true => Err(io::Error::new(io::ErrorKind::WouldBlock, "another process is at work with it")),
        false => Ok(()),
    }
}

/// Locks a file. Returns whether another process has it locked; a file system without locks has no such process.
fn is_locked_by_other(file: &File) -> bool {
    matches!(file.try_lock(), Err(fs::TryLockError::WouldBlock))
}

/// Removes the temporary files of processes that were killed. What cannot be removed stays.
fn remove_abandoned(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let is_draft = name.to_str().is_some_and(|name| name.starts_with(PREFIX) && name.ends_with(SUFFIX));
        if is_draft && open_regular(&entry.path()).is_ok_and(|(file, _)| matches!(file.try_lock(), Ok(()))) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if !self.is_renamed {
            // A destructor cannot report an error.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Creates or replaces a file. It writes a temporary file, flushes it to disk and renames it: a crash leaves the old file or the
/// new one. Of a link the file that it leads to is replaced, and a file keeps its permissions.
///
/// # Errors
/// An error of `write` or of the system; `path` exists and is not a regular file, or is a link to nothing.
pub fn replace<T>(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<T>) -> io::Result<T> {
    let existing = existing_target(path)?;
    let path = existing.as_deref().unwrap_or(path);
    let mut out = BufWriter::new(Draft::create(path)?);
    let value = write(&mut out)?;
    let draft = out.into_inner().map_err(io::IntoInnerError::into_error)?;
    if let Some(existing) = &existing {
        draft.file.set_permissions(fs::metadata(existing)?.permissions())?;
    }
    draft.replace(path)?;
    Ok(value)
}

/// Checks that [`replace`] can write this file, before a long computation starts.
///
/// # Errors
/// Those of [`replace`].
pub fn check_replaceable(path: &Path) -> io::Result<()> {
    Draft::create(existing_target(path)?.as_deref().unwrap_or(path)).map(drop)
}

/// Returns the file that a path leads to through links, `None` if there is nothing yet.
fn existing_target(path: &Path) -> io::Result<Option<PathBuf>> {
    fs::symlink_metadata(path).is_ok().then(|| path.canonicalize()).transpose()
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// A new file below the working directory, which appears when [`NewFile::keep`] is called and is complete then.
pub struct NewFile {
    draft: Draft,
    path: PathBuf,
}

impl NewFile {
    /// Creates the temporary file.
    ///
    /// # Errors
    /// No access; the path leads out of the working directory, directly or through a link; the file exists already; an error of the
    /// system.
    pub fn create(path: &str, access: Access) -> io::Result<NewFile> {
        access.check().map_err(io::Error::other)?;
        let path = PathBuf::from(path);
        let is_below = path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
        if !is_below || !folder(&path).canonicalize()?.starts_with(Path::new(".").canonicalize()?) {
            return Err(io::Error::other("not below the working directory"));
        }
        check_absent(&path)?;
        Ok(NewFile { draft: Draft::create(&path)?, path })
    }

    /// Flushes the file to disk and gives it its name. Never replaces another file or follows a link.
    ///
    /// # Errors
    /// An error of the system; a file with this name has appeared in the meantime.
    pub fn keep(self) -> io::Result<()> {
        self.draft.publish(&self.path)
    }
}

/// Checks that nothing exists at a path, not even a dangling link.
fn check_absent(path: &Path) -> io::Result<()> {
    match fs::symlink_metadata(path) {
        Ok(_) => Err(io::Error::new(io::ErrorKind::AlreadyExists, "the file exists already")),
        Err(_) => Ok(()),
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.draft.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.draft.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_are_not_utf_8_are_latin_1() {
        assert_eq!(decode("B[a1]C[café]".as_bytes()), "B[a1]C[café]");
        assert_eq!(decode(b"B[a1]C[caf\xe9] \xc3\xa9\xff"), "B[a1]C[café] éÿ");
    }

    #[test]
    fn new_files_stay_below_and_only_when_kept() {
        for path in ["", "/x.game", "../x.game", "src/../../x.game", "no such folder/x.game", "Cargo.toml", "src"] {
            assert!(NewFile::create(path, Access::Granted).is_err(), "{path:?}");
        }
        let path = format!("files-test-{}.game", std::process::id());
        let mut new_file = NewFile::create(&path, Access::Granted).unwrap();
        new_file.write_all(b"x").unwrap();
        let draft = new_file.draft.path.clone();
        assert!(draft.exists() && !Path::new(&path).exists());
        drop(new_file);
        assert!(!draft.exists() && !Path::new(&path).exists());
        let [mut first, second] = [(); 2].map(|()| NewFile::create(&path, Access::Granted).unwrap());
        first.write_all(b"first").unwrap();
        first.keep().unwrap();
        assert_eq!(second.keep().unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(read(&path, Access::Granted).unwrap(), "first");
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn a_file_is_replaced_whole_or_not_at_all() {
        let path = std::env::temp_dir().join(format!("ludion-replace-{}", std::process::id()));
        replace(&path, |out| out.write_all(b"old")).unwrap();
        let failed: io::Result<()> = replace(&path, |out| out.write_all(b"ne").and_then(|()| Err(io::Error::other("killed"))));
        assert!(failed.is_err() && fs::read(&path).unwrap() == b"old");
        replace(&path, |out| out.write_all(b"new")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        fs::remove_file(&path).unwrap();
        for path in ["/dev/null", "/tmp", "", "no such folder/x"] {
            assert!(check_replaceable(Path::new(path)).is_err(), "{path:?}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_and_permissions_too() {
        use std::os::unix::fs::{PermissionsExt, symlink};

        let folder = std::env::temp_dir().join(format!("ludion-link-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let [target, link] = ["target", "link"].map(|name| folder.join(name));
        symlink("target", &link).unwrap();
        assert!(replace(&link, |out| out.write_all(b"new")).is_err(), "a link to nothing");
        fs::write(&target, "old").unwrap();
        fs::set_permissions(&target, fs::Permissions::from_mode(0o640)).unwrap();
        replace(&link, |out| out.write_all(b"new")).unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(
            (fs::read(&target).unwrap(), fs::metadata(&target).unwrap().permissions().mode() & 0o777),
            (b"new".to_vec(), 0o640)
        );
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn temporary_files_of_killed_processes_are_removed_at_the_next_write() {
        let folder = std::env::temp_dir().join(format!("ludion-abandoned-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let abandoned = folder.join(".ludion-1-0.part");
        fs::write(&abandoned, "half").unwrap();
        let other = folder.join("other.part");
        fs::write(&other, "").unwrap();
        let alive = Draft::create(&folder.join("x")).unwrap();
        assert!(!abandoned.exists() && other.exists());
        replace(&folder.join("y"), |out| out.write_all(b"y")).unwrap();
        assert!(alive.path.exists());
        alive.replace(&folder.join("x")).unwrap();
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 3);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn only_regular_files() {
        assert!(read("Cargo.toml", Access::Granted).unwrap().contains("[package]"));
        for path in ["", "src", "no such file", "/dev/zero", "/dev/stdin", "a\0b"] {
            assert!(read(path, Access::Granted).is_err(), "{path:?}");
        }
        // Files of the system that have no length are not read: some of them never end.
        #[cfg(target_os = "linux")]
        assert_eq!(read("/proc/self/status", Access::Granted), Ok(String::new()));
        let length = fs::metadata("Cargo.toml").unwrap().len();
        assert!(read_up_to("Cargo.toml", length, Access::Granted).is_ok());
        assert!(read_up_to("Cargo.toml", length - 1, Access::Granted).unwrap_err().contains("larger than"));
        assert!(read("Cargo.toml", Access::Refused).is_err() && NewFile::create("new.game", Access::Refused).is_err());
    }
}
