//! Every frame of a run as files, for others to look at.

use std::fs;
use std::path::{Path, PathBuf};
use toile_cloth::simulation::Simulation;
use toile_geom::TriMesh;
use toile_io::{WriteError, write_mesh};

/// Writes frames to a folder: `cloth_0000.obj` and so on, `body_0_0000.obj` for a body that moves, `body_0.obj` for one that does not.
#[derive(Debug)]
pub(super) struct FrameWriter {
    folder: PathBuf,
}

impl FrameWriter {
    /// Makes the folder if it is not there.
    pub(super) fn new(folder: &Path) -> Result<Self, WriteError> {
        fs::create_dir_all(folder)?;
        Ok(Self { folder: folder.to_owned() })
    }

    /// Writes a frame; frame 0 is the start.
    pub(super) fn write(&self, frame: usize, simulation: &Simulation) -> Result<(), WriteError> {
        self.write_file(&format!("cloth_{frame:04}.obj"), simulation.cloth.mesh())?;
        let world = &simulation.world;
        for (n, body) in world.obstacles.iter().filter(|body| body.solid_mesh().is_some()).enumerate() {
            let name = match body.is_still() {
                true if frame > 0 => continue,
                true => format!("body_{n}.obj"),
                false => format!("body_{n}_{frame:04}.obj"),
            };
            self.write_file(&name, body.mesh_at(world.time).unwrap_or_default())?;
        }
        Ok(())
    }

    fn write_file(&self, name: &str, mesh: TriMesh) -> Result<(), WriteError> {
        write_mesh(&self.folder.join(name), &mesh.into()).map(|_| ())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Benchmark, Setup};

    #[test]
    fn cloth_and_moving_bodies_have_a_file_for_every_frame() {
        let folder = tempfile::tempdir().unwrap();
        let export = Some(folder.path().join("frames"));
        let setup = Setup { grid: 6, frames: 2, export, ..Setup::default() };
        let result = Benchmark::new("ball", &setup).unwrap().run(|| {}).unwrap();
        let files = std::fs::read_dir(folder.path().join("frames")).unwrap();
        let mut names: Vec<_> = files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        let frames = ["0000", "0001", "0002"];
        let mut expected: Vec<_> = frames.iter().map(|frame| format!("body_0_{frame}.obj")).collect();
        expected.push("body_1.obj".into());
        expected.extend(frames.iter().map(|frame| format!("cloth_{frame}.obj")));
        assert_eq!(names, expected);
        let last = toile_io::read_mesh(&folder.path().join("frames/cloth_0002.obj")).unwrap();
        assert_eq!(last.positions.len(), result.mesh.positions.len());
    }
}
