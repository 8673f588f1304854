//! Writing so that no half file is left behind.

use crate::WriteError;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// Lets `write` fill a new file that takes the place of `path` once it is complete.
///
/// The content goes to a temporary file in the same folder, which is renamed at the end, so neither a failure nor an
/// interruption leaves half a file under the name, and readers see the old content or the new one.
///
/// # Errors
///
/// What `write` returns, or the file cannot be written; the path is part of it.
pub fn replace_file<T>(
    path: &Path,
    write: impl FnOnce(&mut File) -> Result<T, WriteError>,
) -> Result<T, WriteError> {
    let attempt = || -> Result<T, WriteError> {
        let (temporary, mut file) = create_beside(path)?;
        let written = write(&mut file).and_then(|answer| {
            drop(file);
            fs::rename(&temporary, path)?;
            Ok(answer)
        });
        if written.is_err() {
            // The error that is already there matters more than one about cleaning up.
            let _ = fs::remove_file(&temporary);
        }
        written
    };
    attempt().map_err(|error| error.in_file(path))
}

/// Creates a file of a new name in the folder of `path`.
fn create_beside(path: &Path) -> io::Result<(PathBuf, File)> {
    static COUNTER: AtomicU32 = AtomicU32::new(0);
    let name = path.file_name().ok_or_else(|| io::Error::other("the path has no file name"))?;
    loop {
        let mut temporary = OsString::from(".");
        temporary.push(name);
        temporary.push(format!(".{}-{}.tmp", std::process::id(), COUNTER.fetch_add(1, Ordering::Relaxed)));
        let temporary = path.with_file_name(temporary);
        match File::create_new(&temporary) {
            Ok(file) => return Ok((temporary, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
}
