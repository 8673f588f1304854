//! What a run writes: frames as they come, and the rest at the end.

use super::animation::{animation, first_mesh};
use super::checkpoint::{Checkpoint, CheckpointError};
use super::description::OutputKind;
use super::picture::contact_sheet;
use super::run::SceneRun;
use crate::frame_report::FrameReport;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use toile_io::file::{read_bytes, replace_file, write_png, write_point_cache};
use toile_io::pc2::PointCache;
use toile_io::{ReadError, WriteError, gltf, write_mesh};

/// The folder that a run writes to.
#[derive(Debug)]
pub struct SceneFiles {
    folder: PathBuf,
    report: Option<fs::File>,
}

/// Why a checkpoint could not be loaded.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The file cannot be read.
    #[error("{0}; there is nothing to go on from: run the scene from its beginning first")]
    Read(ReadError),
    /// It is no good.
    #[error("{}: {error}", path.display())]
    Checkpoint {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: CheckpointError,
    },
}

impl SceneFiles {
    /// Writes to a folder, which is created.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn new(folder: &Path) -> Result<Self, WriteError> {
        fs::create_dir_all(folder)
            .map_err(|error| WriteError::new(format!("cannot create: {error}")).in_file(folder))?;
        Ok(Self { folder: folder.to_owned(), report: None })
    }

    /// The checkpoint in the folder.
    ///
    /// # Errors
    /// If there is none, or it is damaged.
    pub fn load_checkpoint(&self) -> Result<Checkpoint, LoadError> {
        let path = self.checkpoint_path();
        let bytes = read_bytes(&path).map_err(LoadError::Read)?;
        Checkpoint::from_bytes(&bytes).map_err(|error| LoadError::Checkpoint { path, error })
    }

    /// Writes the checkpoint; the one before stays until this one is complete.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save_checkpoint(&self, run: &SceneRun) -> Result<(), WriteError> {
        let bytes = run.checkpoint().to_bytes();
        replace_file(&self.checkpoint_path(), |file| Ok(file.write_all(&bytes)?))
    }

    fn checkpoint_path(&self) -> PathBuf {
        self.folder.join("checkpoint.toile")
    }

    /// Prepares what is written frame by frame. Of a report that is there already, the lines of the frames that are done stay.
    ///
    /// # Errors
    /// If something cannot be written.
    pub fn begin(&mut self, run: &SceneRun) -> Result<(), WriteError> {
        if wants(run, OutputKind::Obj) {
            let frames = self.folder.join("frames");
            fs::create_dir_all(&frames)
                .map_err(|error| WriteError::new(format!("cannot create: {error}")).in_file(&frames))?;
            if run.frame() == 0 {
                self.write_obj(run)?;
            }
        }
        if wants(run, OutputKind::Report) {
            let path = self.folder.join("report.jsonl");
            let before = fs::read_to_string(&path).unwrap_or_default();
            let kept: String = before.split_inclusive('\n').take(run.frame()).collect();
            let file =
                fs::File::create(&path).and_then(|mut file| file.write_all(kept.as_bytes()).map(|()| file));
            self.report = Some(file.map_err(|error| WriteError::from(error).in_file(&path))?);
        }
        Ok(())
    }

    /// Writes what belongs to the frame that was just done.
    ///
    /// # Errors
    /// If something cannot be written.
    pub fn frame(&mut self, run: &SceneRun, report: &FrameReport) -> Result<(), WriteError> {
        if wants(run, OutputKind::Obj) {
            self.write_obj(run)?;
        }
        if let Some(file) = &mut self.report {
            let line = serde_json::to_string(report).map_err(|error| WriteError::new(error.to_string()))?;
            writeln!(file, "{line}").map_err(WriteError::from)?;
        }
        let interval = run.scene.output.checkpoint;
        if interval > 0 && run.frame().is_multiple_of(interval) && !run.is_done() {
            self.save_checkpoint(run)?;
        }
        Ok(())
    }

    fn write_obj(&self, run: &SceneRun) -> Result<(), WriteError> {
        let path = self.folder.join("frames").join(format!("{:04}.obj", run.frame()));
        write_mesh(&path, &run.simulation().cloth.mesh().into()).map(drop)
    }

    /// Writes everything else, and tells what there is.
    ///
    /// # Errors
    /// If something cannot be written.
    pub fn finish(self, run: &SceneRun) -> Result<Vec<PathBuf>, WriteError> {
        let mut written = Vec::new();
        let path = |name: &str| self.folder.join(name);
        for kind in &run.scene.output.files {
            match kind {
                OutputKind::Picture => {
                    write_png(&path("look.png"), &contact_sheet(run))?;
                    written.push(path("look.png"));
                }
                OutputKind::Glb => {
                    gltf::write_file(&path("cloth.glb"), &animation(run)?)?;
                    written.push(path("cloth.glb"));
                }
                OutputKind::Pc2 => {
                    write_mesh(&path("cloth.obj"), &first_mesh(run))?;
                    write_point_cache(&path("cloth.pc2"), &point_cache(run))?;
                    written.extend([path("cloth.obj"), path("cloth.pc2")]);
                }
                OutputKind::Obj => written.push(path("frames")),
                OutputKind::Report => written.push(path("report.jsonl")),
            }
        }
        self.save_checkpoint(run)?;
        written.push(self.checkpoint_path());
        Ok(written)
    }
}

fn wants(run: &SceneRun, kind: OutputKind) -> bool {
    run.scene.output.files.contains(&kind)
}

fn point_cache(run: &SceneRun) -> PointCache {
    PointCache {
        start_frame: 0.0,
        sample_rate: 1.0,
        point_count: run.simulation().cloth.vertex_count(),
        positions: run.frames().iter().flatten().map(|p| p.as_dvec3()).collect(),
    }
}
