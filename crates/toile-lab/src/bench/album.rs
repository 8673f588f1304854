//! A page of pictures of a run: frames at even distances with the bodies in them, all seen from the same place.

use glam::{DVec2, DVec3};
use toile_cloth::cloth::Cloth;
use toile_cloth::simulation::Simulation;
use toile_contact::obstacle::Obstacle;
use toile_geom::TriMesh;
use toile_geom::bounds::Aabb;
use toile_look::palette::{CLOTH_COLORS, SOLID_COLOR};
use toile_look::{
    Color, Image, Look, LookGround, LookObject, LookQuality, LookScene, LookSurface, Sheet, View,
    evenly_spaced,
};

/// Width and height of one picture, and how many make a row.
const SIZE: [u32; 2] = [240, 200];
const COLUMNS: usize = 4;

/// Frames that pictures are to be made of.
#[derive(Debug)]
pub(super) struct Album {
    chosen: Vec<usize>,
    /// The time and the cloth of each of them.
    frames: Vec<(f64, Vec<DVec3>)>,
}

impl Album {
    /// A number of pictures of a run of a number of frames and its start.
    pub(super) fn new(frames: usize, pictures: usize) -> Self {
        Self { chosen: evenly_spaced(frames + 1, pictures), frames: Vec::new() }
    }

    /// Remembers the frame if it is one of those.
    pub(super) fn look_at(&mut self, frame: usize, simulation: &Simulation) {
        if self.chosen.contains(&frame) {
            self.frames.push((simulation.world.time, simulation.cloth.state.positions.clone()));
        }
    }

    /// The page, if there are any frames: all there is, or so much to each side of the middle of the cloth, wherever that is.
    pub(super) fn page(&self, simulation: &Simulation, view: View, close_up: Option<f64>) -> Option<Image> {
        if self.frames.is_empty() {
            return None;
        }
        let stage = Stage::new(self, simulation);
        let look = Look {
            width: SIZE[0],
            height: SIZE[1],
            quality: LookQuality::Good,
            focus: Some(stage.focus),
            margin: 0.05,
        };
        let middle = middle_vertex(&simulation.cloth);
        let mut sheet = Sheet::default().columns(COLUMNS).labels_below();
        for (time, positions) in &self.frames {
            let around = |half: f64| Aabb { min: positions[middle] - half, max: positions[middle] + half };
            let look = Look { focus: close_up.map(around).or(look.focus), ..look };
            sheet = sheet.panel(stage.picture(&look, view, *time, positions), format!("{time:.2} s"));
        }
        Some(sheet.compose())
    }
}

/// What is the same in all pictures.
struct Stage<'a> {
    triangles: &'a [[u32; 3]],
    colors: Vec<Color>,
    /// Bodies that are no floor.
    bodies: Vec<&'a Obstacle>,
    ground: LookGround,
    focus: Aabb,
}

impl<'a> Stage<'a> {
    fn new(album: &Album, simulation: &'a Simulation) -> Self {
        let cloth = &simulation.cloth;
        let mut colors = vec![Color::hex(CLOTH_COLORS[0]); cloth.vertex_count()];
        for (triangle, &cut) in cloth.triangles.iter().zip(&cloth.fabric_of) {
            for &v in triangle {
                colors[v as usize] = Color::hex(CLOTH_COLORS[usize::from(cut) % CLOTH_COLORS.len()]);
            }
        }
        let (floors, bodies): (Vec<_>, Vec<_>) =
            simulation.world.obstacles.iter().partition(|body| level(body).is_some());
        let mut focus: Aabb = album.frames.iter().flat_map(|(_, positions)| positions).copied().collect();
        for body in &bodies {
            let places = body.mesh_at(0.0).unwrap_or_default().positions;
            focus = places.into_iter().chain([focus.min, focus.max]).collect();
        }
        let ground = floors.iter().filter_map(|body| level(body)).reduce(f64::min);
        let below = focus.min.y - 0.1 * focus.size().y;
        Self {
            triangles: &cloth.triangles,
            colors,
            bodies,
            ground: LookGround::At(ground.unwrap_or(below)),
            focus,
        }
    }

    fn picture(&self, look: &Look, view: View, time: f64, positions: &[DVec3]) -> Image {
        let cloth = TriMesh { positions: positions.to_vec(), triangles: self.triangles.to_vec() };
        let bodies: Vec<TriMesh> = self.bodies.iter().filter_map(|body| body.mesh_at(time)).collect();
        let mut scene =
            LookScene::of(LookObject::cloth(&cloth).with_surface(LookSurface::VertexColors(&self.colors)));
        let solid = |mesh| LookObject::body(mesh).with_surface(LookSurface::Solid(Color::hex(SOLID_COLOR)));
        scene.objects.extend(bodies.iter().map(solid));
        scene.ground = self.ground;
        look.render(&scene, view)
    }
}

/// The vertex that is nearest to the middle of the sheet at rest.
fn middle_vertex(cloth: &Cloth) -> usize {
    let corners = || cloth.triangles.iter().zip(&cloth.rest.corners).flat_map(|(vs, at)| vs.iter().zip(at));
    let count = corners().count().max(1) as f64;
    let middle = corners().map(|(_, at)| *at).sum::<DVec2>() / count;
    let nearest = corners().min_by(|a, b| a.1.distance(middle).total_cmp(&b.1.distance(middle)));
    nearest.map_or(0, |(v, _)| *v as usize)
}

/// The height of a body that is flat and level.
fn level(body: &Obstacle) -> Option<f64> {
    let bounds: Aabb = body.mesh_at(0.0)?.positions.into_iter().collect();
    (bounds.size().y < 1e-9).then_some(bounds.min.y)
}

#[cfg(test)]
mod tests {
    use super::super::{Benchmark, Setup};

    #[test]
    fn a_run_has_as_many_pictures_as_asked_for() {
        let picture = |pictures: usize| {
            let setup = Setup { grid: 4, frames: 5, pictures, ..Setup::default() };
            Benchmark::new("drop", &setup).unwrap().run(|| {}).unwrap().picture
        };
        assert!(picture(0).is_none());
        let (two, six) = (picture(2).unwrap(), picture(6).unwrap());
        assert!(six.width >= 4 * 240 && six.height >= 2 * two.height - 40, "{} {}", six.width, six.height);
    }
}
