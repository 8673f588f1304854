//! The report of a run: a line of JSON for each frame.

use super::files_error::LoadError;
use crate::frame_report::FrameReport;
use serde::Deserialize;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use toile_io::WriteError;

/// The report of a run that is being written.
#[derive(Debug)]
pub(super) struct RunReport {
    path: PathBuf,
    file: File,
}

/// What a line begins with.
#[derive(Deserialize)]
struct Line {
    frame: usize,
}

impl RunReport {
    /// Begins a report.
    pub(super) fn begin(path: &Path) -> Result<Self, WriteError> {
        let file = File::create(path).map_err(|error| WriteError::from(error).in_file(path))?;
        Ok(Self { path: path.to_owned(), file })
    }

    /// Goes on with a report after the lines of some frames, all of which must be there. What follows them is cut off.
    pub(super) fn go_on(path: &Path, frames: usize) -> Result<Self, LoadError> {
        let lacks = |found: usize| LoadError::Report { path: path.to_owned(), found, expected: frames };
        let mut file = File::options().read(true).write(true).open(path).map_err(|_| lacks(0))?;
        let (found, length) = told(&file, frames).map_err(|_| lacks(0))?;
        if found < frames {
            return Err(lacks(found));
        }
        let cut = file.set_len(length).and_then(|()| file.seek(SeekFrom::End(0)));
        cut.map_err(|error| WriteError::from(error).in_file(path))?;
        Ok(Self { path: path.to_owned(), file })
    }

    /// Adds the line of a frame, in one piece.
    pub(super) fn add(&mut self, report: &FrameReport) -> Result<(), WriteError> {
        let line = serde_json::to_string(report).map_err(|error| WriteError::new(error.to_string()))?;
        let written = self.file.write_all(format!("{line}\n").as_bytes());
        written.map_err(|error| WriteError::from(error).in_file(&self.path))
    }
}

/// Of how many frames, one after the other from the first and at most some, the lines of a report tell, and how many bytes these lines have.
fn told(file: &File, most: usize) -> std::io::Result<(usize, u64)> {
    let mut lines = BufReader::new(file);
    let (mut line, mut length) = (Vec::new(), 0);
    for frame in 1..=most {
        line.clear();
        let size = lines.by_ref().read_until(b'\n', &mut line)?;
        let is_whole = line.ends_with(b"\n")
            && serde_json::from_slice::<Line>(&line).is_ok_and(|line| line.frame == frame);
        if !is_whole {
            return Ok((frame - 1, length));
        }
        length += size as u64;
    }
    Ok((most, length))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_report_goes_on_only_if_it_tells_of_all_frames_before() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("report.jsonl");
        let line = |frame: usize| format!("{{\"frame\":{frame},\"time\":0.5}}\n");
        let whole: String = (1..=3).map(line).collect();
        let go_on = |text: &str| {
            fs::write(&path, text).unwrap();
            match RunReport::go_on(&path, 2) {
                Ok(_) => Ok(fs::read_to_string(&path).unwrap()),
                Err(LoadError::Report { found, .. }) => Err(found),
                Err(error) => panic!("{error}"),
            }
        };
        let kept = line(1) + &line(2);
        assert_eq!(go_on(&whole), Ok(kept.clone()), "what follows is cut off");
        assert_eq!(go_on(&(kept.clone() + "{\"fra")), Ok(kept.clone()));
        assert_eq!(go_on(&kept[..kept.len() - 1]), Err(1), "half a line");
        assert_eq!(go_on(&line(1)), Err(1));
        assert_eq!(go_on(&(line(2) + &line(3))), Err(0));
        assert_eq!(go_on(""), Err(0));
        fs::remove_file(&path).unwrap();
        assert!(matches!(RunReport::go_on(&path, 2), Err(LoadError::Report { found: 0, expected: 2, .. })));
    }
}
