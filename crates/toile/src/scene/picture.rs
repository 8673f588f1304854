//! A page of pictures of a run: frames at even distances, all seen from the same place.

use super::description::SceneFile;
use super::kept_frames::KeptFrames;
use super::run::SceneRun;
use super::solid::Solid;
use glam::{DQuat, DVec3};
use toile_contact::obstacle::{ObstacleShape, Plane};
use toile_geom::bounds::Aabb;
use toile_geom::{TriMesh, shapes};
use toile_io::ReadError;
use toile_look::palette::{CLOTH_COLORS, SOLID_COLOR};
use toile_look::{
    Color, Image, Look, LookGround, LookLine, LookObject, LookPoint, LookQuality, LookScene, LookSurface,
    Sheet, evenly_spaced,
};

/// How many pictures make a row, at most.
const COLUMNS: usize = 4;
/// The height of a line of labels as a part of that of what is seen.
const LABEL_ROOM: f64 = 0.3;
/// More pinned vertices than this make an edge; dots would hide it.
const MOST_DOTS: usize = 24;

/// A page of pictures of the frames of a run so far.
///
/// # Errors
/// If the frames cannot be read.
pub fn contact_sheet(run: &SceneRun, frames: &KeptFrames) -> Result<Image, ReadError> {
    let chosen = evenly_spaced(frames.count(), run.scene.output.pictures);
    let shown = chosen.iter().map(|&frame| Ok((run.time_of(frame), frames.get(frame)?)));
    let shown: Vec<(f64, Vec<DVec3>)> = shown.collect::<Result<_, ReadError>>()?;
    let stage = Stage::new(run, &shown);
    let [width, height] = run.scene.output.picture_size;
    let look = Look { width, height, quality: LookQuality::Good, focus: Some(stage.view()), margin: 0.05 };
    let columns = if shown.len() <= COLUMNS { shown.len() } else { shown.len().div_ceil(2) };
    let mut sheet = Sheet::default().columns(columns.min(COLUMNS)).labels_below();
    for (time, positions) in shown {
        let image = stage.picture(&look, positions, time);
        sheet = sheet.panel(image, format!("{time:.2} s"));
    }
    Ok(sheet.compose())
}

/// What is the same in all pictures.
struct Stage<'a> {
    scene: &'a SceneFile,
    triangles: &'a [[u32; 3]],
    colors: Vec<Color>,
    /// The vertices that are pinned.
    pinned: Vec<u32>,
    /// A box around all that is seen in any of them.
    focus: Aabb,
}

impl<'a> Stage<'a> {
    fn new(run: &'a SceneRun, shown: &[(f64, Vec<DVec3>)]) -> Self {
        let cloth = &run.simulation().cloth;
        let mut colors = vec![Color::hex(CLOTH_COLORS[0]); cloth.vertex_count()];
        for (triangle, &cut) in cloth.triangles.iter().zip(&cloth.fabric_of).rev() {
            for &v in triangle {
                colors[v as usize] = Color::hex(CLOTH_COLORS[cut as usize % CLOTH_COLORS.len()]);
            }
        }
        Self {
            scene: &run.scene,
            triangles: &cloth.triangles,
            colors,
            pinned: run.scene.pins.iter().flat_map(|pin| &pin.points).copied().collect(),
            focus: focus(run, shown),
        }
    }

    /// What a picture shows: everything, and the labels below it.
    fn view(&self) -> Aabb {
        let labelled = self.scene.cloths.iter().any(|cloth| !cloth.label.is_empty());
        let room = if labelled { LABEL_ROOM * self.focus.size().y } else { 0.0 };
        Aabb { min: self.focus.min - DVec3::Y * room, max: self.focus.max }
    }

    fn picture(&self, look: &Look, positions: Vec<DVec3>, time: f64) -> Image {
        let cloth = TriMesh { positions, triangles: self.triangles.to_vec() };
        let solids: Vec<TriMesh> =
            self.scene.colliders.iter().filter_map(|solid| self.solid_mesh(solid, time)).collect();
        let mut scene =
            LookScene::of(LookObject::cloth(&cloth).with_surface(LookSurface::VertexColors(&self.colors)));
        let solid = |mesh| LookObject::body(mesh).with_surface(LookSurface::Solid(Color::hex(SOLID_COLOR)));
        scene.objects.extend(solids.iter().map(solid));
        scene.ground = LookGround::At(self.floor(time));
        let line = |thread: &toile_cloth::threads::Thread| {
            LookLine::new(
                thread.ends.map(|end| end.position(&cloth.positions)).to_vec(),
                Color::hex(0x40_44_4C),
            )
        };
        scene.lines = self.scene.threads.iter().map(line).collect();
        if self.pinned.len() <= MOST_DOTS {
            let dot = |&v: &u32| LookPoint {
                radius: 2.5,
                ..LookPoint::new(cloth.positions[v as usize], Color::hex(0x33_36_3B))
            };
            scene.points = self.pinned.iter().map(dot).collect();
        }
        scene.points.extend(self.labels(&cloth.positions));
        look.render(&scene, self.scene.output.view)
    }

    /// What is written under each cloth.
    fn labels(&self, positions: &[DVec3]) -> Vec<LookPoint> {
        let gap = 0.6 * LABEL_ROOM * self.focus.size().y;
        let mut first = 0;
        let mut labels = Vec::new();
        for cloth in &self.scene.cloths {
            let last = first + cloth.mesh.positions.len();
            let bounds: Aabb = positions[first..last].iter().copied().collect();
            let below = bounds.center().with_y(bounds.min.y - gap);
            let label = cloth.label.clone();
            labels.push(LookPoint {
                radius: 0.0,
                hidden_opacity: 1.0,
                label,
                ..LookPoint::new(below, Color::BLACK)
            });
            first = last;
        }
        labels
    }

    /// The height of the floor: that of a horizontal plane, or somewhat below everything.
    fn floor(&self, time: f64) -> f64 {
        let planes = self.scene.colliders.iter().filter_map(|solid| match &solid.obstacle.shape {
            ObstacleShape::Plane(plane) if is_level(plane) => Some((plane.point + plane.velocity * time).y),
            _ => None,
        });
        planes.fold(f64::NEG_INFINITY, f64::max).max(self.focus.min.y - 0.06 * self.focus.size().y)
    }

    /// A ball, a body, or the part of a plane that can be seen; level planes are the floor.
    fn solid_mesh(&self, solid: &Solid, time: f64) -> Option<TriMesh> {
        let place = |mut mesh: TriMesh, turn: DQuat, center: DVec3| {
            for p in &mut mesh.positions {
                *p = turn * *p + center;
            }
            mesh
        };
        match &solid.obstacle.shape {
            ObstacleShape::Plane(plane) if is_level(plane) => None,
            ObstacleShape::Plane(plane) => {
                let normal = plane.normal.normalize_or(DVec3::Y);
                let middle = self.focus.center();
                let on_plane = middle - normal * (middle - plane.point - plane.velocity * time).dot(normal);
                let side = self.focus.size().length();
                let patch = shapes::sheet(glam::DVec2::splat(side), [1, 1]);
                Some(place(patch, DQuat::from_rotation_arc(DVec3::Y, normal), on_plane))
            }
            _ => solid.obstacle.visible_mesh(time),
        }
    }
}

fn is_level(plane: &Plane) -> bool {
    plane.normal.normalize_or(DVec3::Y).y > 0.999
}

/// A box around the cloth in the frames that are shown, and around balls and bodies.
fn focus(run: &SceneRun, shown: &[(f64, Vec<DVec3>)]) -> Aabb {
    let mut bounds: Aabb = shown.iter().flat_map(|(_, positions)| positions).copied().collect();
    for solid in &run.scene.colliders {
        for &(time, _) in shown {
            let around = solid.obstacle.visible_mesh(time).map(|mesh| mesh.bounds());
            bounds = around.map_or(bounds, |around| bounds.union(around));
        }
    }
    bounds
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_chosen_evenly_with_both_ends() {
        assert_eq!(evenly_spaced(121, 8), [0, 17, 34, 51, 68, 85, 102, 120]);
        assert_eq!(evenly_spaced(3, 8), [0, 1, 2]);
        assert_eq!(evenly_spaced(1, 8), [0]);
        assert_eq!(evenly_spaced(61, 1), [60]);
        assert!(evenly_spaced(0, 8).is_empty());
    }
}
