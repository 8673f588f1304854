//! What is in the picture: objects with their surfaces, lines, points and the ground.

use super::{Color, ColorMap};
use glam::{DVec3, Vec2};
use toile_geom::TriMesh;

/// Everything that is in a picture.
#[derive(Clone, Debug, Default)]
pub struct LookScene<'a> {
    /// Meshes.
    pub objects: Vec<LookObject<'a>>,
    /// Lines in space: seams, boundary loops, measuring tapes.
    pub lines: Vec<LookLine>,
    /// Points in space: landmarks, notches, contacts.
    pub points: Vec<LookPoint>,
    /// The ground that receives the shadow.
    pub ground: LookGround,
}

impl<'a> LookScene<'a> {
    /// A scene with one object.
    pub fn of(object: LookObject<'a>) -> Self {
        Self { objects: vec![object], ..Self::default() }
    }
}

/// Where the ground is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum LookGround {
    /// Under the lowest vertex.
    #[default]
    Lowest,
    /// At a height.
    At(f64),
    /// There is none; objects float.
    None,
}

/// A mesh and how it looks.
#[derive(Clone, Debug)]
pub struct LookObject<'a> {
    /// The geometry.
    pub mesh: &'a TriMesh,
    /// Its colours.
    pub surface: LookSurface<'a>,
    /// What it is made of.
    pub finish: Finish,
    /// How its normals are made.
    pub shading: Shading,
    /// Texture coordinates in metres of flat cloth, for [`LookSurface::Checker`].
    pub uvs: Option<Uvs<'a>>,
    /// Lines along the edges of all triangles.
    pub wireframe: Option<Wireframe>,
    /// Triangles to find at a glance, such as intersecting ones: they are red, and rings show where they are.
    pub marked: &'a [u32],
    /// What the colour is multiplied with where the back of a triangle is seen, so that cloth turned inside out shows.
    pub back_tint: Color,
}

impl<'a> LookObject<'a> {
    /// An object of near white cloth, smoothly shaded.
    pub fn cloth(mesh: &'a TriMesh) -> Self {
        Self {
            mesh,
            surface: LookSurface::Solid(Color::hex(0xE9_E4_DA)),
            finish: Finish::Cloth,
            shading: Shading::Smooth,
            uvs: None,
            wireframe: None,
            marked: &[],
            back_tint: Color::hex(0xBF_CB_E0),
        }
    }

    /// An object of the warm grey of a tailor's mannequin, smoothly shaded.
    pub fn body(mesh: &'a TriMesh) -> Self {
        Self {
            surface: LookSurface::Solid(Color::hex(0xB9_A9_9C)),
            finish: Finish::Body,
            back_tint: Color::hex(0xD0_88_70),
            ..Self::cloth(mesh)
        }
    }

    /// The same object with another surface.
    #[must_use]
    pub fn with_surface(mut self, surface: LookSurface<'a>) -> Self {
        self.surface = surface;
        self
    }

    /// The same object with texture coordinates.
    #[must_use]
    pub fn with_uvs(mut self, uvs: Uvs<'a>) -> Self {
        self.uvs = Some(uvs);
        self
    }

    /// The same object with another shading.
    #[must_use]
    pub fn with_shading(mut self, shading: Shading) -> Self {
        self.shading = shading;
        self
    }

    /// The same object with lines along its edges.
    #[must_use]
    pub fn with_wireframe(mut self, wireframe: Wireframe) -> Self {
        self.wireframe = Some(wireframe);
        self
    }

    /// The same object with some triangles marked.
    #[must_use]
    pub fn with_marked(mut self, triangles: &'a [u32]) -> Self {
        self.marked = triangles;
        self
    }
}

/// The colours of an object.
#[derive(Clone, Debug)]
pub enum LookSurface<'a> {
    /// One colour.
    Solid(Color),
    /// Squares of two colours: in texture coordinates if the object has them, else along the axes of space.
    Checker {
        /// One colour.
        a: Color,
        /// The other colour.
        b: Color,
        /// Side of a square in metres.
        size: f64,
    },
    /// A colour for each vertex. Vertices without one are grey.
    VertexColors(&'a [Color]),
    /// Numbers shown as colours. They are lit more evenly than other surfaces, so that the legend can be trusted.
    Heat {
        /// The numbers; those that are missing or NaN are grey.
        values: HeatValues<'a>,
        /// The values at both ends of the colour map.
        range: [f32; 2],
        /// The colour map.
        map: ColorMap,
    },
}

/// Numbers on a mesh.
#[derive(Clone, Copy, Debug)]
pub enum HeatValues<'a> {
    /// One for each vertex, interpolated.
    Vertex(&'a [f32]),
    /// One for each triangle.
    Triangle(&'a [f32]),
}

/// Texture coordinates.
#[derive(Clone, Copy, Debug)]
pub enum Uvs<'a> {
    /// One for each vertex.
    Vertex(&'a [Vec2]),
    /// Three for each triangle: needed where pieces of a pattern meet at a vertex.
    Corner(&'a [[Vec2; 3]]),
}

/// What an object is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// Woven cloth: soft in the light, with a faint bright rim from its fibres.
    Cloth,
    /// A mannequin or skin: soft with a weak broad highlight.
    Body,
}

/// How normals are made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shading {
    /// Averaged over all triangles around a vertex, weighted by their angles.
    Smooth,
    /// Each triangle shows its own.
    Flat,
    /// Averaged over triangles that make an angle of at most this many radians.
    Crease(f64),
}

/// Lines along the edges of triangles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wireframe {
    /// The colour.
    pub color: Color,
    /// Width in pixels.
    pub width: f32,
    /// 0 for invisible, 1 for opaque.
    pub opacity: f32,
}

impl Default for Wireframe {
    fn default() -> Self {
        Self { color: Color::hex(0x2B_3A_55), width: 0.9, opacity: 0.55 }
    }
}

/// A line in space.
#[derive(Clone, Debug, PartialEq)]
pub struct LookLine {
    /// The corners.
    pub points: Vec<DVec3>,
    /// Whether the last point is joined to the first.
    pub closed: bool,
    /// The colour.
    pub color: Color,
    /// Width in pixels.
    pub width: f32,
    /// How opaque the line is behind surfaces: 0 hides it, 0.25 shows it faintly.
    pub hidden_opacity: f32,
}

impl LookLine {
    /// An open line two pixels wide that surfaces hide.
    pub fn new(points: Vec<DVec3>, color: Color) -> Self {
        Self { points, closed: false, color, width: 2.0, hidden_opacity: 0.0 }
    }
}

/// A point in space, drawn as a disc.
#[derive(Clone, Debug, PartialEq)]
pub struct LookPoint {
    /// Where it is.
    pub position: DVec3,
    /// The colour.
    pub color: Color,
    /// Radius in pixels; 0 for a label alone, with its middle at the point.
    pub radius: f32,
    /// How opaque the point is behind surfaces.
    pub hidden_opacity: f32,
    /// A name written beside it; empty for none.
    pub label: String,
}

impl LookPoint {
    /// A disc of four pixels radius that shows faintly through surfaces.
    pub fn new(position: DVec3, color: Color) -> Self {
        Self { position, color, radius: 4.0, hidden_opacity: 0.25, label: String::new() }
    }
}
