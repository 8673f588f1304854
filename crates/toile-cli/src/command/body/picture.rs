//! A picture of a body with its landmarks, girths and segments.

use crate::command::error::CommandError;
use std::path::Path;
use toile_body::landmarks::Landmarks;
use toile_body::measure::girths;
use toile_body::segments::{Part, Segmentation};
use toile_geom::TriMesh;
use toile_io::file::write_picture;
use toile_look::{Color, Look, LookLine, LookObject, LookPoint, LookScene, LookSurface, Sheet, View};

const TAPE: u32 = 0xB0_30_30;
const MARK: u32 = 0x1F_4E_8C;

/// Draws the body from the front and from behind, with tape and landmarks, and its segments in colours.
pub(super) fn draw(
    mesh: &TriMesh,
    landmarks: &Landmarks,
    segmentation: Option<&Segmentation>,
    name: &str,
    path: &Path,
) -> Result<(), CommandError> {
    let title = Path::new(name).file_stem().map_or_else(|| name.into(), |stem| stem.to_string_lossy());
    let look = Look { width: 640, height: 900, ..Look::default() };
    let mut scene = LookScene::of(LookObject::body(mesh));
    for girth in girths(mesh, landmarks) {
        let line = LookLine::new(girth.line.points, Color::hex(TAPE));
        scene.lines.push(LookLine { closed: girth.line.closed, hidden_opacity: 0.1, ..line });
    }
    for (name, landmark) in landmarks.by_name.iter().filter(|(name, _)| !name.ends_with("_center")) {
        let point = LookPoint::new(landmark.position, Color::hex(MARK));
        let label = if is_named(name) { name.replace('_', " ") } else { String::new() };
        scene.points.push(LookPoint { hidden_opacity: 0.15, label, ..point });
    }
    let mut sheet = Sheet::of_views(&look, &scene, &[View::Front]).title(title);
    let colors = segmentation.map(|segmentation| colors(mesh, segmentation));
    if let Some(colors) = &colors {
        let object = LookObject::body(mesh).with_surface(LookSurface::VertexColors(colors));
        let segments = LookScene::of(object);
        for view in [View::Front, View::Back] {
            sheet = sheet.panel(look.render(&segments, view), format!("segments, {}", view.name()));
        }
    }
    Ok(write_picture(path, &sheet.compose())?)
}

/// Whether a landmark's name is written: those behind and beside others would cover them.
fn is_named(name: &str) -> bool {
    let beside = ["left_bust", "left_under_bust", "left_waist", "left_hip", "left_ankle_girth"];
    !(name.starts_with("right") || name.contains("side") || name.ends_with("_back") || beside.contains(&name))
}

/// The colour of each vertex's part.
fn colors(mesh: &TriMesh, segmentation: &Segmentation) -> Vec<Color> {
    let mut colors = vec![Color::WHITE; mesh.positions.len()];
    for (triangle, part) in mesh.triangles.iter().zip(&segmentation.parts) {
        for &v in triangle {
            colors[v as usize] = color(*part);
        }
    }
    colors
}

fn color(part: Part) -> Color {
    Color::hex(match part {
        Part::LeftLeg => 0x7A_A6_C2,
        Part::RightLeg => 0x4F_7F_A3,
        Part::LeftArm => 0xE0_B0_6A,
        Part::RightArm => 0xC0_8A_42,
        Part::LowerLeft => 0x9C_C0_8F,
        Part::LowerRight => 0x75_A3_68,
        Part::Upper => 0xD9_8C_80,
        Part::Neck => 0xB8_A0_CC,
    })
}
