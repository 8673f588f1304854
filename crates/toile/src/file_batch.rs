//! Several files of one folder, written together.

use crate::file_error::{FileError, WrittenFiles};
use rayon::prelude::*;
use std::fs;
use std::path::{Path, PathBuf};
use toile_geom::allowance::Deadline;
use toile_io::WriteError;

/// What writes a file to a path.
type Work<'a> = Box<dyn Fn(&Path) -> Result<(), WriteError> + Send + Sync + 'a>;

/// Files of one folder. They are written in turns, the turns one after the other and the files of a turn on all threads;
/// a file that cannot be written keeps no other from being written.
pub(crate) struct FileBatch<'a> {
    folder: &'a Path,
    turns: Vec<Vec<(PathBuf, Work<'a>)>>,
    deadline: Deadline,
}

impl<'a> FileBatch<'a> {
    /// A batch for a folder, which is made if it is not there.
    pub(crate) fn new(folder: &'a Path) -> Result<Self, FileError> {
        make(folder)?;
        Ok(Self { folder, turns: vec![Vec::new()], deadline: Deadline::NEVER })
    }

    /// Leaves out what is to be written after the first turn and has not begun at a deadline.
    pub(crate) fn until(self, deadline: Deadline) -> Self {
        Self { deadline, ..self }
    }

    /// Begins another turn: what follows matters less than what was added so far.
    pub(crate) fn next_turn(&mut self) {
        self.turns.push(Vec::new());
    }

    /// Adds a file to the turn.
    pub(crate) fn add(
        &mut self,
        name: impl AsRef<Path>,
        work: impl Fn(&Path) -> Result<(), WriteError> + Send + Sync + 'a,
    ) {
        let path = self.folder.join(name);
        if let Some(turn) = self.turns.last_mut() {
            turn.push((path, Box::new(work)));
        }
    }

    /// Writes all of them. Returns the files in the order in which they were added.
    pub(crate) fn write(self) -> Result<Vec<PathBuf>, FileError> {
        let mut files = WrittenFiles::default();
        for (number, turn) in self.turns.into_iter().enumerate() {
            let is_late = || number > 0 && self.deadline.is_over();
            let write = |(path, work): &(PathBuf, Work<'_>)| {
                if is_late() { Err(WriteError::new("left out, because time was over")) } else { work(path) }
            };
            let results: Vec<Result<(), WriteError>> = turn.par_iter().map(write).collect();
            turn.into_iter().zip(results).for_each(|((path, _), result)| files.note(path, result));
        }
        files.complete()
    }
}

/// Makes a folder, if it is not there yet.
fn make(folder: &Path) -> Result<(), FileError> {
    fs::create_dir_all(folder).map_err(|error| FileError::Folder { path: folder.to_owned(), error })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use toile_io::file::replace_file;

    #[test]
    fn a_file_that_fails_keeps_no_other_from_being_written() {
        let folder = tempfile::tempdir().unwrap();
        let write = |path: &Path| replace_file(path, |file| Ok(file.write_all(b"x")?));
        // What is to become a file is a folder already.
        for name in ["first", "last"] {
            fs::create_dir(folder.path().join(name)).unwrap();
        }
        let batch = || {
            let mut batch = FileBatch::new(folder.path()).unwrap();
            batch.add("first", write);
            batch.add("second", write);
            batch.next_turn();
            batch.add("third", write);
            batch.add("last", write);
            batch
        };
        let Err(FileError::Incomplete(files)) = batch().write() else { panic!("two fail") };
        assert_eq!(files.written, ["second", "third"].map(|name| folder.path().join(name)));
        assert_eq!(files.failed.len(), 2);
        let words = files.to_string();
        assert!(
            words.starts_with("2 of 4 files could not be written") && words.contains("last: "),
            "{words}"
        );

        for name in ["first", "last"] {
            fs::remove_dir(folder.path().join(name)).unwrap();
        }
        let names = ["first", "second", "third", "last"].map(|name| folder.path().join(name));
        assert_eq!(batch().write().unwrap(), names);

        let Err(FileError::Incomplete(late)) = batch().until(Deadline::after(0.0)).write() else {
            panic!("the second turn is late")
        };
        assert_eq!(late.written, names[..2]);
        assert!(late.to_string().contains("third: left out, because time was over"), "{late}");
    }
}
