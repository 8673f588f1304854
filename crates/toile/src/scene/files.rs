//! What a run writes: frames as they come, and the rest at the end.

use super::animation::{animation, first_mesh, unreadable};
use super::checkpoint::{Checkpoint, CheckpointError, Fingerprint};
use super::description::{OutputKind, SceneFile};
use super::files_error::LoadError;
use super::kept_frames::KeptFrames;
use super::picture::contact_sheet;
use super::run::SceneRun;
use super::run_report::RunReport;
use crate::file_error::{FileError, WrittenFiles};
use crate::frame_report::FrameReport;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use toile_io::file::{read_bytes, replace_file, write_png};
use toile_io::pc2::Pc2Writer;
use toile_io::{FolderLock, WriteError, gltf, write_mesh};

/// The folder that a run writes to. No other run writes to it meanwhile.
#[derive(Debug)]
pub struct SceneFiles {
    folder: PathBuf,
    report: Option<RunReport>,
    frames: Option<KeptFrames>,
    _lock: FolderLock,
}

impl SceneFiles {
    /// Writes to a folder, which is created.
    ///
    /// # Errors
    /// If it cannot be created, or another process writes to it.
    pub fn new(folder: &Path) -> Result<Self, WriteError> {
        let lock = FolderLock::take(folder)?;
        Ok(Self { folder: folder.to_owned(), report: None, frames: None, _lock: lock })
    }

    /// Begins with a run that has done nothing yet.
    ///
    /// # Errors
    /// If something cannot be written.
    pub fn begin(&mut self, run: &SceneRun) -> Result<(), WriteError> {
        if keeps_frames(run) {
            let vertices = run.simulation().cloth.vertex_count();
            let mut frames = KeptFrames::begin(&self.frames_path(), vertices)?;
            frames.append(&run.simulation().cloth.state.positions)?;
            self.frames = Some(frames);
        }
        if wants(run, OutputKind::Obj) {
            let frames = self.folder.join("frames");
            fs::create_dir_all(&frames)
                .map_err(|error| WriteError::new(format!("cannot create: {error}")).in_file(&frames))?;
            self.write_obj(run)?;
        }
        if wants(run, OutputKind::Report) {
            self.report = Some(RunReport::begin(&self.report_path())?);
        }
        Ok(())
    }

    /// Goes on with a run from the checkpoint in the folder. What was written after it is forgotten.
    ///
    /// # Errors
    /// If there is no checkpoint, it is damaged or of another scene, or what was written before it is not there any more.
    pub fn resume(&mut self, scene: SceneFile) -> Result<SceneRun, LoadError> {
        let checkpoint = self.load_checkpoint()?;
        let mark = checkpoint.frames;
        let run = SceneRun::resume(scene, checkpoint)?;
        if keeps_frames(&run) {
            self.frames = Some(self.frames_before(&run, mark)?);
        }
        if wants(&run, OutputKind::Obj) {
            let missing = (0..=run.frame()).map(|frame| self.obj_path(frame)).find(|path| !path.is_file());
            if let Some(path) = missing {
                return Err(LoadError::Mesh { path });
            }
        }
        if wants(&run, OutputKind::Report) {
            self.report = Some(RunReport::go_on(&self.report_path(), run.frame())?);
        }
        Ok(run)
    }

    /// The frames that were done before a checkpoint.
    fn frames_before(&self, run: &SceneRun, mark: Option<Fingerprint>) -> Result<KeptFrames, LoadError> {
        let path = self.frames_path();
        let Some(mark) = mark else {
            let error = CheckpointError::NoFrames;
            return Err(LoadError::Checkpoint { path: self.checkpoint_path(), error });
        };
        let vertices = run.simulation().cloth.vertex_count();
        KeptFrames::go_on(&path, vertices, run.frame() + 1, mark)
            .map_err(|error| LoadError::Frames { path, error })
    }

    fn load_checkpoint(&self) -> Result<Checkpoint, LoadError> {
        let path = self.checkpoint_path();
        let bytes = read_bytes(&path).map_err(LoadError::Read)?;
        Checkpoint::from_bytes(&bytes).map_err(|error| LoadError::Checkpoint { path, error })
    }

    /// Writes the checkpoint; the one before stays until this one is complete.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save_checkpoint(&self, run: &SceneRun) -> Result<(), WriteError> {
        let frames = self.frames.as_ref().map(KeptFrames::mark);
        let bytes = Checkpoint { frames, ..run.checkpoint() }.to_bytes();
        replace_file(&self.checkpoint_path(), |file| Ok(file.write_all(&bytes)?))
    }

    /// Writes what belongs to the frame that was just done.
    ///
    /// # Errors
    /// If something cannot be written.
    pub fn frame(&mut self, run: &SceneRun, report: &FrameReport) -> Result<(), WriteError> {
        if let Some(frames) = &mut self.frames {
            frames.append(&run.simulation().cloth.state.positions)?;
        }
        if wants(run, OutputKind::Obj) {
            self.write_obj(run)?;
        }
        if let Some(lines) = &mut self.report {
            lines.add(report)?;
        }
        let interval = run.scene.output.checkpoint;
        if interval > 0 && run.frame().is_multiple_of(interval) && !run.is_done() {
            self.save_checkpoint(run)?;
        }
        Ok(())
    }

    fn write_obj(&self, run: &SceneRun) -> Result<(), WriteError> {
        write_mesh(&self.obj_path(run.frame()), &run.simulation().cloth.mesh().into()).map(drop)
    }

    /// Writes everything else, and tells what there is.
    ///
    /// # Errors
    /// If something cannot be written; the rest is written then.
    pub fn finish(self, run: &SceneRun) -> Result<Vec<PathBuf>, FileError> {
        let mut files = WrittenFiles::default();
        files.write(self.checkpoint_path(), |_| self.save_checkpoint(run));
        let is_there = |kind: &OutputKind| match kind {
            OutputKind::Obj => Some(self.folder.join("frames")),
            OutputKind::Report => Some(self.report_path()),
            _ => None,
        };
        files.written.extend(run.scene.output.files.iter().filter_map(is_there));
        if let Some(frames) = &self.frames {
            files.written.push(frames.path().to_owned());
            self.write_frames(run, frames, &mut files);
        }
        files.complete()
    }

    /// Writes what is made of all frames, one after the other: an animation has all of them in memory.
    fn write_frames(&self, run: &SceneRun, frames: &KeptFrames, files: &mut WrittenFiles) {
        let path = |name: &str| self.folder.join(name);
        if wants(run, OutputKind::Pc2) {
            files.write(path("cloth.obj"), |path| write_mesh(path, &first_mesh(run, frames)?).map(drop));
            files.write(path("cloth.pc2"), |path| write_point_cache(path, frames));
        }
        if wants(run, OutputKind::Glb) {
            files.write(path("cloth.glb"), |path| gltf::write_file(path, &animation(run, frames)?));
        }
        if wants(run, OutputKind::Picture) {
            files.write(path("look.png"), |path| {
                write_png(path, &contact_sheet(run, frames).map_err(unreadable)?)
            });
        }
    }

    fn checkpoint_path(&self) -> PathBuf {
        self.folder.join(CHECKPOINT)
    }

    fn frames_path(&self) -> PathBuf {
        self.folder.join("checkpoint.pc2")
    }

    fn report_path(&self) -> PathBuf {
        self.folder.join("report.jsonl")
    }

    fn obj_path(&self, frame: usize) -> PathBuf {
        self.folder.join("frames").join(format!("{frame:04}.obj"))
    }
}

const CHECKPOINT: &str = "checkpoint.toile";

fn wants(run: &SceneRun, kind: OutputKind) -> bool {
    run.scene.output.files.contains(&kind)
}

/// Whether something is written that is made of all frames.
fn keeps_frames(run: &SceneRun) -> bool {
    [OutputKind::Picture, OutputKind::Glb, OutputKind::Pc2].iter().any(|kind| wants(run, *kind))
}

/// Writes frames as a point cache, one after the other.
fn write_point_cache(path: &Path, frames: &KeptFrames) -> Result<(), WriteError> {
    let vertices = frames.get(0).map_err(unreadable)?.len();
    replace_file(path, |file| {
        let mut cache = Pc2Writer::new(file, vertices, 0.0, 1.0)?;
        for frame in 0..frames.count() {
            cache.append(&frames.get(frame).map_err(unreadable)?)?;
        }
        cache.finish().map(drop)
    })
}
