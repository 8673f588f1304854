//! What is to be seen: meshes with materials, lines and marks, as plain data.
//!
//! What never changes (which vertices are joined, where on the fabric a vertex lies) is behind one [`Arc`], what changes with
//! every step (positions, values of a heat map) behind others. A renderer compares those pointers with the ones
//! it drew last and sends to the graphics card only what is new.

use std::sync::Arc;

/// Everything that one picture shows, complete and consistent: all objects are of the same moment.
#[derive(Clone, Debug, Default)]
pub struct ViewScene {
    /// The meshes.
    pub objects: Vec<Object>,
    /// Thin lines: contacts, landmarks' leaders, selected edges.
    pub lines: Vec<ViewLine>,
    /// Small balls: needles, landmarks, what is grabbed.
    pub marks: Vec<Mark>,
}

/// One mesh with its look.
#[derive(Clone, Debug)]
pub struct Object {
    /// A name that people recognise, such as `T-shirt`.
    pub name: String,
    /// What it is.
    pub kind: ObjectKind,
    /// What never changes.
    pub mesh: Arc<Mesh>,
    /// Where each vertex is, in metres.
    pub positions: Arc<Vec<[f32; 3]>>,
    /// One number a vertex for the heat map, in the map's own unit; without it the material is shown.
    pub values: Option<Arc<Vec<f32>>>,
    /// How it looks.
    pub material: ViewMaterial,
    /// Whether it is shown.
    pub visible: bool,
}

/// What an object is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ObjectKind {
    /// Cloth: seen from both sides, can be grabbed.
    #[default]
    Cloth,
    /// A body.
    Body,
    /// Anything else.
    Solid,
}

/// What never changes about an object.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// Three vertices a triangle.
    pub triangles: Vec<[u32; 3]>,
    /// Place on the fabric in metres, across and along the grain; empty where there is none.
    pub places: Vec<[f32; 2]>,
    /// The same for each corner of each triangle, where a vertex lies at several places, as those along seams do. Used instead of
    /// `places` if it is not empty.
    pub corners: Vec<[[f32; 2]; 3]>,
    /// Lines of stitches along seams, as chains of vertices.
    pub stitches: Vec<Vec<u32>>,
    /// The layer of each vertex, for the layers overlay; empty where there is none.
    pub layers: Vec<u16>,
}

/// How an object looks.
#[derive(Clone, Debug, PartialEq)]
pub struct ViewMaterial {
    /// Colour of the outside, linear.
    pub color: [f32; 3],
    /// Colour of the inside of cloth, linear.
    pub inside: [f32; 3],
    /// From 0, a mirror, to 1, chalk.
    pub roughness: f32,
    /// Light that fuzz scatters at grazing angles, from 0 to 1.
    pub sheen: f32,
    /// How the threads lie.
    pub weave: Weave,
    /// Distance of two threads in metres.
    pub thread: f32,
    /// What is printed on it.
    pub print: Print,
}

/// How the threads of a fabric lie.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Weave {
    /// No threads: skin, plaster.
    #[default]
    None,
    /// Over one, under one.
    Plain,
    /// Diagonal ribs, as in denim.
    Twill,
    /// Long floats, as in satin.
    Satin,
    /// Loops, as in jersey.
    Knit,
}

/// What is printed on a fabric, in the fabric's own coordinates.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Print {
    /// Nothing.
    #[default]
    Plain,
    /// Bands across the grain: their distance in metres and their colour.
    Stripes(f32, [f32; 3]),
    /// Crossing bands: their distance in metres and their colour.
    Checks(f32, [f32; 3]),
    /// Dots: their distance in metres and their colour.
    Dots(f32, [f32; 3]),
}

/// A line between two points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ViewLine {
    /// Its ends in metres.
    pub ends: [[f32; 3]; 2],
    /// Its colour, linear.
    pub color: [f32; 3],
    /// Its width in pixels.
    pub width: f32,
}

/// A ball of some pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    /// Where it is, in metres.
    pub position: [f32; 3],
    /// Its colour, linear.
    pub color: [f32; 3],
    /// Its radius in pixels.
    pub radius: f32,
}

impl Mark {
    /// A landmark of a body at a point in metres.
    pub const fn landmark(position: [f32; 3]) -> Self {
        Self { position, color: [0.1, 0.25, 0.8], radius: 4.0 }
    }
}

impl Default for ViewMaterial {
    fn default() -> Self {
        Self {
            color: [0.6, 0.6, 0.62],
            inside: [0.5, 0.5, 0.52],
            roughness: 0.8,
            sheen: 0.0,
            weave: Weave::None,
            thread: 0.001,
            print: Print::Plain,
        }
    }
}

impl Object {
    /// Something that only stands there, without triangles or a look of its own.
    pub fn still(name: impl Into<String>, positions: Arc<Vec<[f32; 3]>>) -> Self {
        Self {
            name: name.into(),
            kind: ObjectKind::Solid,
            mesh: Arc::default(),
            positions,
            values: None,
            material: ViewMaterial::default(),
            visible: true,
        }
    }
}

impl ViewScene {
    /// The smallest and the largest corner of all that is visible, or nothing of an empty scene. Places that are not
    /// numbers count for nothing.
    pub fn bounds(&self) -> Option<([f32; 3], [f32; 3])> {
        let points =
            self.objects.iter().filter(|object| object.visible).flat_map(|object| object.positions.iter());
        let finite = points.filter(|point| point.iter().all(|number| number.is_finite()));
        finite.fold(None, |bounds, &p| {
            let (low, high) = bounds.unwrap_or((p, p));
            Some((std::array::from_fn(|k| low[k].min(p[k])), std::array::from_fn(|k| high[k].max(p[k]))))
        })
    }
}
