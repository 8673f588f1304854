//! Meshing one piece.

use super::boundary::Division;
use super::crossing::crossing;
use super::fill::{Inside, fill};
use super::flips::Sheet;
use super::sizing::Sizing;
use super::{MeshError, MeshSettings, MeshedPiece};
use crate::curve::{Curve, Ruler};
use crate::garment::Garment;
use crate::piece::{LineKind, Piece, Region};
use glam::DVec2;
use spade::{ConstrainedDelaunayTriangulation, Point2, Triangulation};
use std::collections::BTreeMap;
use toile_geom::allowance::Allowance;

/// Rounds of smoothing and flipping.
const SMOOTHING_ROUNDS: usize = 6;
/// Angles below this are improved one by one, in degrees.
const GOOD_ANGLE: f64 = 32.0;
/// An end of a line that is nearer to the outline than this share of the edge length lies on it.
const SNAP: f64 = 0.3;
/// Where points of a line are passed over, an edge along it is no longer than this many edge lengths.
const LONGEST_BRIDGE: f64 = 2.5;
/// A vertex that is nearer to an edge along a line than this share of the edge length lies on it.
const ON_LINE: f64 = 0.02;
/// Lines that cross at a smaller sine than this are taken for parallel.
const PARALLEL: f64 = 0.05;

fn is_meshed(kind: LineKind, settings: &MeshSettings) -> bool {
    settings.marks || kind != LineKind::Mark
}

/// Where lines inside of pieces end on edges: the edges must be divided there.
pub(super) fn line_ends(garment: &Garment, settings: &MeshSettings) -> Vec<(usize, usize, f64)> {
    let mut ends = Vec::new();
    for (p, piece) in garment.pieces.iter().enumerate() {
        let lines: Vec<_> = piece.lines.iter().filter(|line| is_meshed(line.kind, settings)).collect();
        if lines.is_empty() {
            continue;
        }
        let rulers: Vec<Ruler> = piece.edges().map(|edge| Ruler::new(&edge.curve)).collect();
        for end in lines.iter().flat_map(|line| [line.curve.from(), line.curve.to()]) {
            let nearest = rulers.iter().map(|ruler| ruler.nearest(end)).enumerate();
            let nearest = nearest.min_by(|(_, a), (_, b)| a.1.total_cmp(&b.1));
            let reach = SNAP * settings.edge_length;
            let Some((edge, (share, _))) = nearest.filter(|(_, (_, distance))| *distance < reach) else {
                continue;
            };
            // Next to a corner, or to where another line ends, that vertex will do.
            let length = rulers[edge].length();
            let near = |other: f64| (other - share).abs() * length < reach;
            let taken =
                ends.iter().any(|&(q, other, at): &(usize, usize, f64)| q == p && other == edge && near(at));
            if !(near(0.0) || near(1.0) || taken) {
                ends.push((p, edge, share));
            }
        }
    }
    ends
}

/// Points and edges that the mesh must have.
#[derive(Default)]
struct Frame {
    points: Vec<DVec2>,
    /// Edges of the outline and holes.
    border: Vec<[u32; 2]>,
    /// Edges along lines inside.
    inner: Vec<[u32; 2]>,
}

/// Meshes a piece with a given division of its edges.
pub(super) fn mesh_piece(
    piece: &Piece,
    index: usize,
    division: &Division,
    (settings, allowance): (&MeshSettings, &Allowance),
) -> Result<MeshedPiece, MeshError> {
    allowance.check()?;
    let mut meshed = MeshedPiece::default();
    let mut frame = Frame::default();
    let loops = frame.add_outlines(piece, index, division, &mut meshed);
    if let Some(at) = super::crossing::first_crossing(&loops) {
        return Err(MeshError::Crossing { piece: piece.name.clone(), at });
    }
    frame.add_lines(piece, &loops, settings, &mut meshed);
    let spacing = spacings(&frame, settings.shortest());
    let bounds = piece.outline.bounds();
    let sizing = Sizing::new(bounds, settings.edge_length, &spacing, settings.growth);
    let inside = Inside::new(&loops, settings.edge_length);
    let free = frame.points.len() as u32;
    let mut points = frame.points.clone();
    fill(&mut points, &inside, &sizing, index as u64 + 1, allowance)?;
    let triangles = triangulate(&points, &frame, piece)?;
    let mut fixed: Vec<[u32; 2]> =
        frame.border.iter().chain(&frame.inner).map(|&[a, b]| [a.min(b), a.max(b)]).collect();
    fixed.sort_unstable();
    let mut sheet = Sheet::new(points, triangles, &fixed);
    for _ in 0..SMOOTHING_ROUNDS {
        allowance.check_time()?;
        sheet.smooth(free, &sizing);
        sheet.flip_all();
    }
    for _ in 0..3 {
        sheet.improve(free, GOOD_ANGLE.to_radians().sin());
        sheet.flip_all();
    }
    meshed.places = sheet.points;
    meshed.triangles = sheet.triangles;
    Ok(meshed)
}

impl Frame {
    fn add(&mut self, point: DVec2) -> u32 {
        self.points.push(point);
        self.points.len() as u32 - 1
    }

    /// Divides the outline and the holes; the polygons that come of it.
    fn add_outlines(
        &mut self,
        piece: &Piece,
        index: usize,
        division: &Division,
        meshed: &mut MeshedPiece,
    ) -> Vec<Vec<DVec2>> {
        let mut loops = Vec::new();
        let mut edge = 0;
        for outline in piece.loops() {
            let first = self.points.len() as u32;
            let mut corners = BTreeMap::new();
            for _ in &outline.edges {
                let (vertices, shares) = self.add_edge([index, edge], division, &mut corners);
                self.border.extend(vertices.windows(2).map(|ends| [ends[0], ends[1]]));
                meshed.edges.push(vertices);
                meshed.shares.push(shares);
                edge += 1;
            }
            loops.push(self.points[first as usize..].to_vec());
        }
        loops
    }

    /// Divides an edge; its vertices and the shares of its length at which they are. `corners` are the vertices at breaks that the loop has so far.
    fn add_edge(
        &mut self,
        [piece, edge]: [usize; 2],
        division: &Division,
        corners: &mut BTreeMap<usize, u32>,
    ) -> (Vec<u32>, Vec<f64>) {
        let breaks = division.breaks(piece, edge);
        let mut corner = |frame: &mut Self, index: usize| {
            let (number, place) = division.corner(piece, edge, index);
            *corners.entry(number).or_insert_with(|| frame.add(place))
        };
        let (mut vertices, mut shares) = (vec![corner(self, 0)], vec![breaks[0]]);
        for index in 0..breaks.len() - 1 {
            let Some(inner) = division.inner_shares(piece, edge, index) else { continue };
            for share in inner {
                vertices.push(self.add(division.ruler(piece, edge).point(share)));
                shares.push(share);
            }
            vertices.push(corner(self, index + 1));
            shares.push(breaks[index + 1]);
        }
        (vertices, shares)
    }

    /// Divides the lines inside, and the boundaries of regions, into edges. Where they cross each other they share a vertex; what lies
    /// outside of the piece, or too near to the outline to make a triangle, is left out.
    fn add_lines(
        &mut self,
        piece: &Piece,
        loops: &[Vec<DVec2>],
        settings: &MeshSettings,
        meshed: &mut MeshedPiece,
    ) {
        let wanted: Vec<(Option<usize>, &Curve)> = piece
            .lines
            .iter()
            .enumerate()
            .filter(|(_, line)| is_meshed(line.kind, settings))
            .map(|(index, line)| (Some(index), &line.curve))
            .chain(
                piece
                    .regions
                    .iter()
                    .filter_map(|region| region.outline.as_ref())
                    .flat_map(|outline| outline.edges.iter().map(|edge| (None, &edge.curve))),
            )
            .collect();
        meshed.lines = vec![Vec::new(); piece.lines.len()];
        if wanted.is_empty() {
            return;
        }
        let inside = Inside::new(loops, settings.edge_length);
        let paths = with_crossings(&wanted, settings.edge_length);
        for ((line, _), path) in wanted.iter().zip(paths) {
            let vertices = self.add_path(&path, &inside, settings.edge_length);
            if let Some(line) = line {
                meshed.lines[*line] = vertices;
            }
        }
    }

    /// Adds a line through points; the vertices along it. Points too near to another line are passed over: they would make slivers, and of two
    /// lines that coincide one is enough.
    fn add_path(&mut self, path: &[DVec2], inside: &Inside<'_>, length: f64) -> Vec<u32> {
        let mut vertices: Vec<u32> = Vec::new();
        let mut last: Option<u32> = None;
        let others = self.inner.len();
        for (i, &point) in path.iter().enumerate() {
            let at_end = i == 0 || i + 1 == path.len();
            let reach = if at_end { SNAP * length } else { 1e-7 };
            let near = (0..self.points.len()).map(|v| (self.points[v].distance(point), v as u32));
            let near = near.min_by(|a, b| a.0.total_cmp(&b.0)).filter(|near| near.0 <= reach);
            let vertex = match near {
                Some((_, vertex)) => Some(vertex),
                None if self.distance_to(&self.inner[..others], point) < SNAP * length => continue,
                None if inside.contains(point) && self.distance_to(&self.border, point) > SNAP * length => {
                    Some(self.add(point))
                }
                None => None,
            };
            // What lies on the way is a vertex of this line, too: an edge past it would make a triangle without area.
            let between = match (last, vertex) {
                (Some(a), Some(b)) if a != b => self.on_the_way([a, b], ON_LINE * length),
                _ => Vec::new(),
            };
            for vertex in between.into_iter().map(Some).chain([vertex]) {
                self.connect(last, vertex, length);
                vertices.extend(vertex.filter(|_| last != vertex));
                last = vertex;
            }
        }
        vertices
    }

    /// An edge along a line from its last vertex to the next one, if it is not too long and crosses nothing.
    fn connect(&mut self, last: Option<u32>, next: Option<u32>, length: f64) {
        if let (Some(a), Some(b)) = (last, next)
            && a != b
            && self.points[a as usize].distance(self.points[b as usize]) < LONGEST_BRIDGE * length
            && self.is_free(a, b)
        {
            self.inner.push([a, b]);
        }
    }

    /// The vertices that lie nearer than a distance to the edge between two, in their order along it.
    fn on_the_way(&self, [a, b]: [u32; 2], reach: f64) -> Vec<u32> {
        let (from, way) = (self.points[a as usize], self.points[b as usize] - self.points[a as usize]);
        let square = way.length_squared().max(f64::MIN_POSITIVE);
        let share = |v: &u32| (self.points[*v as usize] - from).dot(way) / square;
        let is_on = |v: &u32| {
            let at = share(v);
            let off = (self.points[*v as usize] - from - way * at).length();
            *v != a && *v != b && at > 0.0 && at < 1.0 && off < reach
        };
        let mut found: Vec<u32> = (0..self.points.len() as u32).filter(is_on).collect();
        found.sort_by(|v, w| share(v).total_cmp(&share(w)));
        found
    }

    /// How far a point is from the nearest of some edges.
    fn distance_to(&self, edges: &[[u32; 2]], point: DVec2) -> f64 {
        let distance = |&[a, b]: &[u32; 2]| {
            let (a, b) = (self.points[a as usize], self.points[b as usize]);
            let t = (point - a).dot(b - a) / (b - a).length_squared().max(f64::MIN_POSITIVE);
            a.lerp(b, t.clamp(0.0, 1.0)).distance(point)
        };
        edges.iter().map(distance).fold(f64::INFINITY, f64::min)
    }

    /// Whether an edge between two vertices crosses none that is there.
    fn is_free(&self, a: u32, b: u32) -> bool {
        let place = |v: u32| self.points[v as usize];
        self.border.iter().chain(&self.inner).all(|&[c, d]| {
            if [c, d] == [a, b] || [c, d] == [b, a] {
                return false;
            }
            let shares = c == a || c == b || d == a || d == b;
            shares || crossing([place(a), place(b)], [place(c), place(d)]).is_none()
        })
    }
}

/// Points along curves at about a distance, and where the curves cross each other.
fn with_crossings(curves: &[(Option<usize>, &Curve)], length: f64) -> Vec<Vec<DVec2>> {
    let mut paths: Vec<Vec<(f64, DVec2)>> = curves
        .iter()
        .map(|(_, curve)| {
            let ruler = Ruler::new(curve);
            let count = (ruler.length() / length).round().clamp(1.0, 1e5) as u32;
            (0..=count)
                .map(|i| f64::from(i) / f64::from(count))
                .map(|share| (share, ruler.point(share)))
                .collect()
        })
        .collect();
    let plain = paths.clone();
    for (i, a) in plain.iter().enumerate() {
        for (j, b) in plain.iter().enumerate().skip(i + 1) {
            for one in a.windows(2) {
                for two in b.windows(2) {
                    let (u, v) = (one[1].1 - one[0].1, two[1].1 - two[0].1);
                    if u.perp_dot(v).abs() < PARALLEL * u.length() * v.length() {
                        continue;
                    }
                    let Some(at) = crossing([one[0].1, one[1].1], [two[0].1, two[1].1]) else { continue };
                    for (path, ends) in [(i, one), (j, two)] {
                        let span = ends[0].1.distance(ends[1].1).max(f64::MIN_POSITIVE);
                        let t = ends[0].1.distance(at) / span;
                        paths[path].push((ends[0].0 + (ends[1].0 - ends[0].0) * t, at));
                    }
                }
            }
        }
    }
    paths
        .into_iter()
        .map(|mut path| {
            path.sort_by(|a, b| a.0.total_cmp(&b.0));
            // Points too near to a crossing give way to it.
            path.dedup_by(|a, b| a.1.distance(b.1) < 1e-9);
            path.into_iter().map(|(_, point)| point).collect()
        })
        .collect()
}

/// The length of edges that each vertex of the frame asks for. What is inside does not follow edges that are too short.
fn spacings(frame: &Frame, shortest: f64) -> Vec<(DVec2, f64)> {
    let place = |v: u32| frame.points[v as usize];
    let of_edge = |&[a, b]: &[u32; 2]| {
        let length = place(a).distance(place(b)).max(shortest);
        [(place(a), length), (place(b), length)]
    };
    frame.border.iter().chain(&frame.inner).flat_map(of_edge).collect()
}

/// The triangles inside of the outline.
fn triangulate(points: &[DVec2], frame: &Frame, piece: &Piece) -> Result<Vec<[u32; 3]>, MeshError> {
    let wrong = |reason: String| MeshError::Triangulation { piece: piece.name.clone(), reason };
    let vertices: Vec<Point2<f64>> = points.iter().map(|p| Point2::new(p.x, p.y)).collect();
    let edges = frame.border.iter().chain(&frame.inner).map(|edge| edge.map(|v| v as usize)).collect();
    let mut conflicts = 0;
    let mesh = ConstrainedDelaunayTriangulation::<Point2<f64>>::try_bulk_load_cdt(vertices, edges, |_| {
        conflicts += 1;
    })
    .map_err(|error| wrong(error.to_string()))?;
    if mesh.num_vertices() != points.len() || conflicts > 0 {
        return Err(wrong("two of its points coincide, or edges cross".to_owned()));
    }
    let mut border: Vec<[u32; 2]> = frame.border.iter().map(|&[a, b]| [a.min(b), a.max(b)]).collect();
    border.sort_unstable();
    // A face is inside if the way from outside crosses the border an odd number of times.
    let mut state: Vec<Option<bool>> = vec![None; mesh.num_all_faces()];
    let outer = mesh.outer_face();
    state[outer.index()] = Some(false);
    let mut waiting: Vec<_> =
        mesh.convex_hull().flat_map(|edge| [(edge.rev(), false), (edge, false)]).collect();
    while let Some((edge, is_inside)) = waiting.pop() {
        let [a, b] = [edge.from().index() as u32, edge.to().index() as u32];
        let crossed = border.binary_search(&[a.min(b), a.max(b)]).is_ok();
        let beyond = edge.rev().face();
        if state[beyond.index()].is_some() {
            continue;
        }
        let value = is_inside != crossed;
        state[beyond.index()] = Some(value);
        if let Some(inner) = beyond.as_inner() {
            waiting.extend(inner.adjacent_edges().map(|edge| (edge, value)));
        }
    }
    let triangles: Vec<[u32; 3]> = mesh
        .inner_faces()
        .filter(|face| state[face.index()] == Some(true))
        .map(|face| face.vertices().map(|vertex| vertex.index() as u32))
        .collect();
    if triangles.is_empty() {
        return Err(wrong("there is nothing inside of its outline".to_owned()));
    }
    Ok(triangles)
}

impl MeshedPiece {
    /// Adds what follows from the places: texture coordinates, grain, regions.
    pub(super) fn finish(&mut self, piece: &Piece) {
        self.warp = DVec2::from_angle(piece.grain);
        let weft = -self.warp.perp();
        self.texture =
            self.places.iter().map(|place| DVec2::new(place.dot(weft), place.dot(self.warp))).collect();
        let outline = |region: &Region| region.outline.as_ref().map(|outline| vec![outline.flattened(1e-4)]);
        let outlines: Vec<Option<Vec<Vec<DVec2>>>> = piece.regions.iter().map(outline).collect();
        let tests: Vec<Option<Inside<'_>>> = outlines
            .iter()
            .map(|outline| outline.as_ref().map(|outline| Inside::new(outline, 0.01)))
            .collect();
        let regions_of = |&[a, b, c]: &[u32; 3]| {
            let middle = (self.places[a as usize] + self.places[b as usize] + self.places[c as usize]) / 3.0;
            let is_in =
                |test: &Option<Inside<'_>>| test.as_ref().is_none_or(|region| region.contains(middle));
            (0..).zip(&tests).filter(|(_, test)| is_in(test)).map(|(region, _)| region).collect()
        };
        self.regions = self.triangles.iter().map(regions_of).collect();
    }
}
