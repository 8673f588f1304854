//! The scenes of the published set that come as two frames of a mesh and lists of pairs.

use glam::DVec3;
use std::path::Path;
use toile_contact::narrow::ccd::StencilKind;
use toile_lab::detection::queries;

/// The queries of one kind between two frames.
pub(crate) struct Scene {
    pub(crate) start: Vec<DVec3>,
    pub(crate) end: Vec<DVec3>,
    pub(crate) triangles: Vec<[u32; 3]>,
    pub(crate) queries: Vec<[u32; 4]>,
    pub(crate) hits: Vec<bool>,
}

/// The cloth that falls on a ball, or nothing where the data are absent.
pub(crate) fn cloth_ball(data: &str, kind: StencilKind) -> Option<Scene> {
    let frames = [92, 93].map(|i| format!("{data}/ipc-toolkit/cloth_ball{i}.ply"));
    scene(frames, &format!("{data}/scalable/cloth-ball"), "92", kind)
}

/// The cloth in a funnel.
pub(crate) fn cloth_funnel(data: &str, kind: StencilKind) -> Option<Scene> {
    let folder = format!("{data}/scalable/cloth-funnel");
    scene([227, 228].map(|i| format!("{folder}/frames/{i}.ply")), &folder, "227", kind)
}

fn scene(frames: [String; 2], folder: &str, step: &str, kind: StencilKind) -> Option<Scene> {
    if !frames.iter().all(|path| Path::new(path).exists()) {
        return None;
    }
    let suffix = match kind {
        StencilKind::VertexTriangle => "vf",
        StencilKind::EdgeEdge => "ee",
    };
    let [first, second] = frames.map(|path| toile_io::read_mesh(Path::new(&path)).unwrap());
    let triangles: Vec<[u32; 3]> = first.corners.chunks_exact(3).map(|c| [c[0], c[1], c[2]]).collect();
    let pairs = pairs(&std::fs::read_to_string(format!("{folder}/boxes/{step}{suffix}.json")).unwrap());
    let answers = std::fs::read_to_string(format!("{folder}/mma_bool/{step}{suffix}_mma_bool.json")).unwrap();
    let vertices = first.positions.len();
    Some(Scene {
        queries: corners_of_pairs(kind, vertices, &triangles, &pairs),
        start: first.positions,
        end: second.positions,
        triangles,
        hits: queries::read_answers(&answers).unwrap(),
    })
}

fn pairs(text: &str) -> Vec<[usize; 2]> {
    let numbers: Vec<usize> = text
        .split(|c: char| !c.is_ascii_digit())
        .filter(|word| !word.is_empty())
        .map(|w| w.parse().unwrap())
        .collect();
    numbers.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect()
}

/// Vertices are numbered first, then edges by their larger and then their smaller end, then triangles.
fn corners_of_pairs(
    kind: StencilKind,
    vertices: usize,
    triangles: &[[u32; 3]],
    pairs: &[[usize; 2]],
) -> Vec<[u32; 4]> {
    let ends = |t: &[u32; 3]| [[t[0], t[1]], [t[1], t[2]], [t[2], t[0]]];
    let mut edges: Vec<[u32; 2]> =
        triangles.iter().flat_map(ends).map(|[a, b]| [a.max(b), a.min(b)]).collect();
    edges.sort_unstable();
    edges.dedup();
    let corners = |&[i, j]: &[usize; 2]| match kind {
        StencilKind::VertexTriangle => {
            let [a, b, c] = triangles[j - vertices - edges.len()];
            [i as u32, a, b, c]
        }
        StencilKind::EdgeEdge => {
            let ([b, a], [d, c]) = (edges[i - vertices], edges[j - vertices]);
            [a, b, c, d]
        }
    };
    pairs.iter().map(corners).collect()
}
