//! What a run writes: frames as they come, and the rest at the end.

use super::checkpoint::{Checkpoint, CheckpointError};
use super::description::{FileKind, Solid};
use super::picture::{CLOTH_COLORS, SOLID_COLOR, contact_sheet};
use super::run::Run;
use crate::frame_report::FrameReport;
use crate::look::Color;
use glam::DVec3;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use toile_geom::shapes;
use toile_io::file::{read_bytes, replace_file, write_png, write_point_cache};
use toile_io::pc2::PointCache;
use toile_io::scene::{
    Channel, ChannelValues, Interpolation, Material, Node, Scene as GltfScene, SceneMesh, Transform,
};
use toile_io::{CornerAttribute, Group, PolyMesh, ReadError, WriteError, gltf, write_mesh};

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
    #[error("{0}; there is nothing to resume, run without --resume first")]
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
    pub fn save_checkpoint(&self, run: &Run) -> Result<(), WriteError> {
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
    pub fn begin(&mut self, run: &Run) -> Result<(), WriteError> {
        if wants(run, FileKind::Obj) {
            let frames = self.folder.join("frames");
            fs::create_dir_all(&frames)
                .map_err(|error| WriteError::new(format!("cannot create: {error}")).in_file(&frames))?;
            if run.frame() == 0 {
                self.write_obj(run)?;
            }
        }
        if wants(run, FileKind::Report) {
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
    pub fn frame(&mut self, run: &Run, report: &FrameReport) -> Result<(), WriteError> {
        if wants(run, FileKind::Obj) {
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

    fn write_obj(&self, run: &Run) -> Result<(), WriteError> {
        let path = self.folder.join("frames").join(format!("{:04}.obj", run.frame()));
        write_mesh(&path, &run.simulation.cloth.mesh().into()).map(drop)
    }

    /// Writes everything else, and tells what there is.
    ///
    /// # Errors
    /// If something cannot be written.
    pub fn finish(self, run: &Run) -> Result<Vec<PathBuf>, WriteError> {
        let mut written = Vec::new();
        let path = |name: &str| self.folder.join(name);
        for kind in &run.scene.output.files {
            match kind {
                FileKind::Picture => {
                    write_png(&path("look.png"), &contact_sheet(run))?;
                    written.push(path("look.png"));
                }
                FileKind::Glb => {
                    gltf::write_file(&path("cloth.glb"), &animation(run)?)?;
                    written.push(path("cloth.glb"));
                }
                FileKind::Pc2 => {
                    write_mesh(&path("cloth.obj"), &first_mesh(run))?;
                    write_point_cache(&path("cloth.pc2"), &point_cache(run))?;
                    written.extend([path("cloth.obj"), path("cloth.pc2")]);
                }
                FileKind::Obj => written.push(path("frames")),
                FileKind::Report => written.push(path("report.jsonl")),
            }
        }
        self.save_checkpoint(run)?;
        written.push(self.checkpoint_path());
        Ok(written)
    }
}

fn wants(run: &Run, kind: FileKind) -> bool {
    run.scene.output.files.contains(&kind)
}

fn point_cache(run: &Run) -> PointCache {
    PointCache {
        start_frame: 0.0,
        sample_rate: 1.0,
        point_count: run.simulation.cloth.vertex_count(),
        positions: run.frames().iter().flatten().map(|p| p.as_dvec3()).collect(),
    }
}

/// The mesh in the first frame, with a group for each cloth and fabric, and smooth normals.
fn first_mesh(run: &Run) -> PolyMesh {
    let cloth = &run.simulation.cloth;
    let mut mesh = cloth.mesh();
    if let Some(first) = run.frames().first() {
        mesh.positions = first.iter().map(|p| p.as_dvec3()).collect();
    }
    let normals =
        CornerAttribute { values: mesh.vertex_normals(), indices: mesh.triangles.as_flattened().to_vec() };
    let mut groups: Vec<Group> = Vec::new();
    for (face, &cut) in (0_u32..).zip(&cloth.fabric_of) {
        let material = material_name(cut);
        match groups.last_mut() {
            Some(group) if group.material.as_ref() == Some(&material) => group.faces.end = face + 1,
            _ => {
                groups.push(Group {
                    name: material.clone(),
                    material: Some(material),
                    faces: face..face + 1,
                });
            }
        }
    }
    PolyMesh { normals: Some(normals), groups, ..mesh.into() }
}

fn material_name(cut: u16) -> String {
    format!("fabric {cut}")
}

fn material(name: String, color: u32) -> Material {
    let [r, g, b] = Color::hex(color).0.to_array();
    Material { name, base_color: [r, g, b, 1.0], metallic: 0.0, roughness: 0.9, double_sided: true }
}

/// The cloth of a run in motion, in the frames so far, and the balls it meets.
///
/// # Errors
/// If the run kept no frames, since nothing of them was to be written.
pub fn animation(run: &Run) -> Result<GltfScene, WriteError> {
    let frames: Vec<Vec<DVec3>> =
        run.frames().iter().map(|frame| frame.iter().map(|p| p.as_dvec3()).collect()).collect();
    let fps = run.scene.solver.fps;
    let mut scene = GltfScene::from_frames("cloth", first_mesh(run), &frames, fps, Interpolation::Linear)?;
    let cuts = run.simulation.cloth.fabrics.len();
    scene.materials = (0..cuts)
        .map(|cut| material(material_name(cut as u16), CLOTH_COLORS[cut % CLOTH_COLORS.len()]))
        .collect();
    let end = run.time_of(run.frame());
    for solid in &run.scene.colliders {
        let Solid::Sphere(ball) = solid else { continue };
        let mut mesh: PolyMesh = shapes::icosphere(ball.radius, 4).into();
        let faces = 0..mesh.face_count() as u32;
        mesh.groups = vec![Group { name: "ball".into(), material: Some("solid".into()), faces }];
        if !scene.materials.iter().any(|material| material.name == "solid") {
            scene.materials.push(material("solid".into(), SOLID_COLOR));
        }
        scene.meshes.push(SceneMesh { name: "ball".into(), mesh, ..SceneMesh::default() });
        let node = Node {
            name: "ball".into(),
            mesh: Some(scene.meshes.len() - 1),
            transform: Transform::from_translation(ball.center),
            ..Node::default()
        };
        let node = scene.add_node(node, None)?;
        if let (true, Some(animation)) = (ball.velocity != DVec3::ZERO, scene.animations.first_mut()) {
            animation.channels.push(Channel {
                node,
                times: vec![0.0, end],
                interpolation: Interpolation::Linear,
                values: ChannelValues::Translation(vec![ball.center, ball.center + ball.velocity * end]),
            });
        }
    }
    Ok(scene)
}
