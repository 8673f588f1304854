//! A folder that one process at a time writes into.

use crate::WriteError;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// The file that is locked. It is there only while the lock is held, or after a process that could not clean up.
const NAME: &str = ".toile-lock";
/// So often a lock file is tried again that was taken away between opening and locking it.
const ATTEMPTS: usize = 100;

/// Keeps other processes that ask for the same lock out of a folder, until it is dropped or the process ends.
///
/// The lock is one of the operating system, which lets go of it however the process ends: what a killed process leaves
/// behind is a file that nobody holds, and is taken over. On file systems without locks nothing is kept out.
#[derive(Debug)]
pub struct FolderLock {
    folder: PathBuf,
    /// Holds the lock while it is open.
    file: Option<File>,
    /// Whether the folder was made for this lock.
    is_new: bool,
}

impl FolderLock {
    /// Locks a folder, which is created if it is not there.
    ///
    /// # Errors
    /// If another process holds the lock, or the folder cannot be written to.
    pub fn take(folder: &Path) -> Result<Self, WriteError> {
        let is_new = !folder.exists();
        for _ in 0..ATTEMPTS {
            fs::create_dir_all(folder)
                .map_err(|error| WriteError::new(format!("cannot create: {error}")).in_file(folder))?;
            let path = folder.join(NAME);
            let file = match open(&path) {
                Ok(file) => file,
                // Whoever had made the folder has just removed it, empty.
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                Err(error) => return Err(WriteError::from(error).in_file(&path)),
            };
            let is_ours = match file.try_lock() {
                Err(TryLockError::WouldBlock) => return Err(busy(folder, &path)),
                Err(TryLockError::Error(_)) => true,
                // The one before may have removed the file before it let go of it.
                Ok(()) => is_at(&file, &path),
            };
            if is_ours {
                name_process(&file);
                return Ok(Self { folder: folder.to_owned(), file: Some(file), is_new });
            }
        }
        Err(busy(folder, &folder.join(NAME)))
    }
}

impl Drop for FolderLock {
    /// Leaves nothing behind: not the lock file, and not a folder that was made for it and stayed empty.
    fn drop(&mut self) {
        let _ = fs::remove_file(self.folder.join(NAME));
        self.file = None;
        if self.is_new {
            // It fails where something was written, as it should.
            let _ = fs::remove_dir(&self.folder);
        }
    }
}

fn open(path: &Path) -> io::Result<File> {
    File::options().read(true).write(true).create(true).truncate(false).open(path)
}

/// Writes down who holds the lock, for the message that others get; that this fails does no harm.
fn name_process(mut file: &File) {
    let _ = file.set_len(0).and_then(|()| write!(file, "{}", std::process::id()));
}

fn busy(folder: &Path, path: &Path) -> WriteError {
    let mut holder = String::new();
    // Where locked files cannot be read, it is not known who it is.
    let _ = File::open(path).and_then(|file| file.take(20).read_to_string(&mut holder));
    let holder = if holder.is_empty() { String::new() } else { format!(" ({holder})") };
    WriteError::new(format!(
        "another process{holder} is writing into this folder: wait until it is done, or take another folder"
    ))
    .in_file(folder)
}

/// Whether an open file is still the one under a name.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let number = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    let (Ok(open), Ok(named)) = (file.metadata(), fs::metadata(path)) else { return false };
    number(open) == number(named)
}

/// Whether an open file is still the one under a name.
#[cfg(not(unix))]
fn is_at(_: &File, path: &Path) -> bool {
    path.exists()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_locked_once_and_nothing_is_left_behind() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("a/out");
        let lock = FolderLock::take(&folder).unwrap();
        let error = FolderLock::take(&folder).unwrap_err();
        assert_eq!(error.path.as_deref(), Some(folder.as_path()));
        let words = error.to_string();
        assert!(words.contains(&format!("another process ({}) is writing", std::process::id())), "{words}");
        assert!(words.contains("take another folder"), "{words}");
        drop(lock);
        assert!(!folder.exists(), "it was made for the lock and is empty");

        fs::create_dir_all(&folder).unwrap();
        drop(FolderLock::take(&folder).unwrap());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0, "it was there before");
    }

    #[test]
    fn the_lock_of_a_process_that_is_gone_is_taken_over() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(NAME);
        fs::write(&path, "4194304").unwrap();
        let lock = FolderLock::take(folder.path()).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), std::process::id().to_string());
        drop(lock);
        assert!(!path.exists());
    }

    #[test]
    fn of_many_at_once_one_has_it() {
        let folder = tempfile::tempdir().unwrap();
        let inside = std::sync::atomic::AtomicUsize::new(0);
        let taken = std::sync::atomic::AtomicUsize::new(0);
        let order = std::sync::atomic::Ordering::SeqCst;
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..300 {
                        if let Ok(lock) = FolderLock::take(folder.path()) {
                            assert_eq!(inside.fetch_add(1, order), 0);
                            taken.fetch_add(1, order);
                            assert_eq!(inside.fetch_sub(1, order), 1);
                            drop(lock);
                        }
                    }
                });
            }
        });
        assert!(taken.into_inner() > 0);
    }
}
