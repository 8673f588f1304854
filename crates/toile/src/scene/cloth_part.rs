//! One cloth of a scene: its mesh where it begins, its rest shape, and what each triangle is cut from.

use super::fabric_choice::choose_fabric;
use super::layer_settings;
use super::range::too_far;
use super::section::Section;
use glam::{DMat3, DQuat, DVec2, DVec3, EulerRot};
use std::path::Path;
use toile_cloth::fabric::{FabricCut, FabricQuantity};
use toile_cloth::rest::RestShape;
use toile_geom::TriMesh;
use toile_geom::bounds::Aabb;
use toile_geom::sheets::SheetKind;
use toile_io::{NO_INDEX, PolyMesh, Triangulated, read_mesh};

/// The most cells a sheet may have: ten million triangles are more than memory is good for.
const MOST_CELLS: u64 = 5_000_000;
/// Cells along the shorter side if nothing is said.
const USUAL_CELLS: f64 = 32.0;

/// One cloth of a scene.
#[derive(Clone, Debug)]
pub struct ClothPart {
    /// Its name, perhaps empty.
    pub name: String,
    /// What is written under it in pictures, perhaps nothing.
    pub label: String,
    /// The number of its layer, if it has one: the larger one is outside.
    pub layer: Option<i32>,
    /// The mesh where it begins.
    pub mesh: TriMesh,
    /// The flat shape of each triangle.
    pub rest: RestShape,
    /// Where each vertex lies in the plane, if there is one plane for all: `x` to the right, `y` up.
    pub places: Option<Vec<DVec2>>,
    /// What it is cut from, its own fabric first.
    pub fabrics: Vec<FabricCut>,
    /// Which of them each triangle is cut from.
    pub fabric_of: Vec<u16>,
}

/// A mesh before it is placed.
struct Raw {
    mesh: TriMesh,
    rest: RestShape,
    places: Option<Vec<DVec2>>,
    /// For each triangle the names of the group and the material that it belongs to.
    groups: Vec<[String; 2]>,
}

impl ClothPart {
    /// Reads a section `[[cloth]]`; files are looked for in `folder`.
    pub(super) fn read(section: &Section<'_>, folder: &Path) -> Option<Self> {
        let name = section.text("name").unwrap_or_default().to_owned();
        let label = section.text("label").unwrap_or_default().to_owned();
        let raw = match (section.has("sheet"), section.has("mesh")) {
            (true, false) => sheet(&section.section("sheet")?),
            (false, true) => mesh(section, folder),
            _ => {
                section.complain(
                    "give either `sheet = { width, height, cells }` or `mesh = \"file.obj\"`, and not both",
                );
                None
            }
        };
        // Ask for everything before giving up, so that no key is called unknown for another one's mistake.
        let cut = cut(section, folder, None);
        let position = section.vector("position", FabricQuantity::Length).unwrap_or_default();
        let turn = section.vector("rotation", FabricQuantity::Angle).unwrap_or_default();
        let layer = layer_settings::number(section);
        let regions = section.sections("region");
        let mut raw = raw?;
        let rotation = DQuat::from_euler(EulerRot::ZYX, turn.z, turn.y, turn.x);
        for p in &mut raw.mesh.positions {
            *p = rotation * *p + position;
        }
        if let Some(reason) = too_far(&raw.mesh.positions) {
            let key = if section.has("sheet") { "sheet" } else { "mesh" };
            section.mistake(section.place_of(key), format!("{key}: {reason}"));
            return None;
        }
        let mut part = Self {
            name,
            label,
            layer,
            fabric_of: vec![0; raw.mesh.triangles.len()],
            fabrics: vec![cut?],
            mesh: raw.mesh,
            rest: raw.rest,
            places: raw.places,
        };
        for region in regions {
            part.cut_region(&region, folder, &raw.groups);
            region.finish();
        }
        Some(part)
    }

    /// Gives the triangles of a region another fabric or grain.
    fn cut_region(&mut self, section: &Section<'_>, folder: &Path, groups: &[[String; 2]]) {
        let bounds = read_box(section);
        let group = section.text("group");
        let own = self.fabrics.first().cloned();
        let Some(cut) = cut(section, folder, own) else { return };
        if bounds.is_none() == group.is_none() {
            return section.complain("give either `box = { min, max }` or `group = \"name\"`, and not both");
        }
        let inside = |t: usize| match (&bounds, group) {
            (Some(bounds), _) => bounds.contains(self.mesh.corners(t).iter().sum::<DVec3>() / 3.0),
            (None, Some(group)) => groups.get(t).is_some_and(|names| names.iter().any(|name| name == group)),
            (None, None) => false,
        };
        let triangles: Vec<usize> = (0..self.mesh.triangles.len()).filter(|&t| inside(t)).collect();
        if triangles.is_empty() {
            let what = group.map_or("the box".to_owned(), |group| format!("the group `{group}`"));
            return section.complain(format!("no triangle of the cloth is in {what}"));
        }
        let Ok(number) = u16::try_from(self.fabrics.len()) else {
            return section.complain("a cloth can have at most 65535 regions");
        };
        self.fabrics.push(cut);
        for t in triangles {
            self.fabric_of[t] = number;
        }
    }
}

/// A box `{ min = [x, y, z], max = [x, y, z] }`.
pub(super) fn read_box(section: &Section<'_>) -> Option<Aabb> {
    let inner = section.section("box")?;
    let ends = (inner.vector("min", FabricQuantity::Length), inner.vector("max", FabricQuantity::Length));
    let place = inner.place;
    let missing = !inner.has("min") || !inner.has("max");
    inner.finish();
    match ends {
        (Some(min), Some(max)) if min.cmple(max).all() => Some(Aabb { min, max }),
        (Some(_), Some(_)) => {
            section.mistake(place, "box: every entry of `min` must be at most that of `max`");
            None
        }
        _ => {
            if missing {
                section.mistake(place, "box: give both `min = [x, y, z]` and `max = [x, y, z]`");
            }
            None
        }
    }
}

/// Fabric and grain; where they are not given, those of `otherwise`.
fn cut(section: &Section<'_>, folder: &Path, otherwise: Option<FabricCut>) -> Option<FabricCut> {
    let grain = section.number("grain", FabricQuantity::Angle);
    let fabric = match (section.value("fabric"), &otherwise) {
        (Some((_, choice)), _) => match choose_fabric(choice, folder) {
            Ok(fabric) => fabric,
            Err(reason) => {
                section.mistake(section.place_of("fabric"), format!("fabric: {reason}"));
                return None;
            }
        },
        (None, Some(cut)) => cut.fabric.clone(),
        (None, None) => {
            section.complain("`fabric` is missing; give the name of one (toile list shows them) or a file");
            return None;
        }
    };
    Some(FabricCut::new(fabric, grain.unwrap_or(otherwise.map_or(0.0, |cut| cut.grain))))
}

/// `sheet = { width, height, cells, pattern }`: upright in the `xy` plane around the origin, facing `+z`.
fn sheet(section: &Section<'_>) -> Option<Raw> {
    let size = [
        section.positive("width", FabricQuantity::Length),
        section.positive("height", FabricQuantity::Length),
    ];
    let cells = section.counts("cells", &(1..=4096));
    let named = SheetKind::ALL.map(|kind| (kind.name(), kind));
    let kinds: Vec<_> = named.into_iter().chain([("regular", SheetKind::OneDiagonal)]).collect();
    let kind = section.choice("pattern", &kinds).unwrap_or_default();
    for key in ["width", "height"] {
        if !section.has(key) {
            section.complain(format!("`{key}` is missing; give it in m, such as {key} = \"1 m\""));
        }
    }
    section.finish();
    let [Some(width), Some(height)] = size else { return None };
    if section.has("cells") && cells.is_none() {
        return None;
    }
    let cell = width.min(height) / USUAL_CELLS;
    let number = |length: f64, cell: f64| (length / cell).round().clamp(1.0, 4096.0) as u32;
    let cells = match cells.as_deref() {
        None => [number(width, cell), number(height, cell)],
        Some(&[across]) => [across as u32, number(height, width / across as f64)],
        Some(&[across, along]) => [across as u32, along as u32],
        Some(_) => {
            section.complain("`cells` is one number, across, or two, [across, along]");
            return None;
        }
    };
    if u64::from(cells[0]) * u64::from(cells[1]) > MOST_CELLS {
        section
            .complain(format!("{} by {} cells are too many; take at most {MOST_CELLS}", cells[0], cells[1]));
        return None;
    }
    let lying = kind.lying(DVec2::new(width, height), cells);
    let places: Vec<DVec2> = lying.positions.iter().map(|p| DVec2::new(p.x, -p.z)).collect();
    Some(Raw {
        rest: RestShape::from_flat(&places, &lying.triangles),
        groups: Vec::new(),
        mesh: TriMesh {
            positions: places.iter().map(|p| p.extend(0.0)).collect(),
            triangles: lying.triangles,
        },
        places: Some(places),
    })
}

/// `mesh = "file.obj"`, with its rest shape from texture coordinates or from the mesh itself.
fn mesh(section: &Section<'_>, folder: &Path) -> Option<Raw> {
    let name = section.text("mesh")?;
    let scale = section.positive("scale", FabricQuantity::Number).unwrap_or(1.0);
    let uv_scale = section.positive("uv_scale", FabricQuantity::Length).unwrap_or(1.0);
    let from_uv = section.choice("rest", &[("uv", true), ("mesh", false)]);
    let place = section.place_of("mesh");
    let polygons = match read_mesh(&folder.join(name)) {
        Ok(polygons) => polygons,
        Err(error) => {
            section.mistake(place, format!("mesh: {error}"));
            return None;
        }
    };
    let cut = polygons.triangulate();
    let mut mesh = cut.mesh.clone();
    for p in &mut mesh.positions {
        *p *= scale;
    }
    let uvs = corner_uvs(&polygons, &cut);
    let uvs = uvs.filter(|_| from_uv != Some(false));
    if from_uv == Some(true) && uvs.is_none() {
        let message = format!("rest: {name} has corners without texture coordinates; write rest = \"mesh\"");
        section.mistake(section.place_of("rest"), message);
        return None;
    }
    let has_plane = uvs.is_some();
    let corners = match uvs {
        Some(uvs) => uvs.into_iter().map(|corners| facing_up(corners.map(|p| p * uv_scale))).collect(),
        None => flattened(&mesh),
    };
    let rest = RestShape { corners };
    if let Err(error) = rest.validate() {
        section.mistake(place, format!("mesh: {name}: {error}; mend the file, or its texture coordinates"));
        return None;
    }
    let places = has_plane.then(|| places_of_vertices(&mesh, &rest));
    Some(Raw { places, groups: groups(&polygons, &cut), mesh, rest })
}

/// The first set of texture coordinates, corner by corner, if every corner has one.
fn corner_uvs(polygons: &PolyMesh, cut: &Triangulated) -> Option<Vec<[DVec2; 3]>> {
    let set = polygons.uv_sets.first()?;
    let uv = |corner: u32| {
        let index = set.indices.get(corner as usize).copied().filter(|&index| index != NO_INDEX)?;
        set.values.get(index as usize).copied()
    };
    let of_triangle = |corners: &[u32; 3]| Some([uv(corners[0])?, uv(corners[1])?, uv(corners[2])?]);
    cut.source_corners.iter().map(of_triangle).collect()
}

/// A triangle of the plane, mirrored if it is clockwise: pieces that are cut in pairs often share their texture.
fn facing_up(corners: [DVec2; 3]) -> [DVec2; 3] {
    let [a, b, c] = corners;
    if (b - a).perp_dot(c - a) < 0.0 { corners.map(|p| DVec2::new(-p.x, p.y)) } else { corners }
}

/// Each triangle laid flat by itself, with `x`, the warp, along what is vertical in space (along `z` where the triangle lies).
fn flattened(mesh: &TriMesh) -> Vec<[DVec2; 3]> {
    let flat = |t: usize| {
        let normal = mesh.area_vector(t).normalize_or_zero();
        let projected = |axis: DVec3| axis - normal * normal.dot(axis);
        let upright = projected(DVec3::Y);
        let warp = if upright.length() > 0.1 { upright } else { projected(DVec3::Z) }.normalize_or_zero();
        let frame = DMat3::from_cols(warp, normal.cross(warp), normal).transpose();
        mesh.corners(t).map(|p| (frame * p).truncate())
    };
    (0..mesh.triangles.len()).map(flat).collect()
}

/// Where each vertex lies in the plane; vertices on seams lie where their first triangle has them.
fn places_of_vertices(mesh: &TriMesh, rest: &RestShape) -> Vec<DVec2> {
    let mut places = vec![DVec2::ZERO; mesh.positions.len()];
    for (triangle, corners) in mesh.triangles.iter().zip(&rest.corners).rev() {
        for (&v, &corner) in triangle.iter().zip(corners) {
            places[v as usize] = corner;
        }
    }
    places
}

/// For each triangle the names of its group and material.
fn groups(polygons: &PolyMesh, cut: &Triangulated) -> Vec<[String; 2]> {
    let names = |face: &u32| {
        let group = polygons.groups.iter().find(|group| group.faces.contains(face));
        let material = group.and_then(|group| group.material.clone()).unwrap_or_default();
        [group.map(|group| group.name.clone()).unwrap_or_default(), material]
    };
    cut.source_face.iter().map(names).collect()
}
