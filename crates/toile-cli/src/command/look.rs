//! `toile look`: a picture of meshes, without a GPU.

use super::error::CommandError;
use super::input::{Mesh, Weld};
use super::output::Output;
use super::within::{ZOOM, one_of, picture_file, point, within};
use clap::ValueEnum;
use glam::DVec3;
use serde::Serialize;
use std::path::{Path, PathBuf};
use toile::check::Check;
use toile_geom::bounds::Aabb;
use toile_geom::curvature::curvatures;
use toile_geom::topology::Topology;
use toile_io::file::write_picture;
use toile_look::{
    Color, ColorMap, HeatValues, Legend, Look, LookLine, LookObject, LookQuality, LookScene, LookSurface,
    Shading, Sheet, Uvs, View, Wireframe,
};

/// Draw meshes to a PNG picture: shaded, with soft shadows, from one or several sides.
#[derive(clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the command")]
pub(crate) struct Args {
    /// The meshes: files, or built-in ones (see toile list).
    #[arg(required = true, value_name = "MESH")]
    meshes: Vec<String>,
    /// The picture to write.
    #[arg(short, long, value_name = "PICTURE", value_parser = picture_file, default_value = "look.png")]
    output: PathBuf,
    /// From which sides, with commas between them.
    #[arg(long, value_name = "SIDE,SIDE", value_delimiter = ',', default_values = ["front", "three-quarter", "back"], value_parser = one_of(&View::NAMED, View::name))]
    views: Vec<View>,
    /// Width and height of each view in pixels.
    #[arg(long, value_name = "WxH", default_value = "700x1000", value_parser = parse_size)]
    size: [u32; 2],
    /// How much work goes into light and smooth edges.
    #[arg(long, default_value = "good", value_parser = one_of(&LookQuality::ALL, LookQuality::name))]
    quality: LookQuality,
    /// Colours of the meshes, as #rrggbb, in the order of the meshes; else those of a GLB are its own.
    #[arg(long, value_name = "COLOUR", value_delimiter = ',', value_parser = parse_color)]
    color: Vec<Color>,
    /// Checks of this size: in texture coordinates if the mesh has them (in metres for patterns), which shows how
    /// cloth is stretched, else along the axes of space.
    #[arg(long, value_name = "SIZE", value_parser = within(1e-6, 1e6, ""))]
    checker: Option<f64>,
    /// Draw the edges of the triangles.
    #[arg(long)]
    wire: bool,
    /// Draw each triangle flat.
    #[arg(long)]
    flat: bool,
    /// Draw borders: hems, holes, unsewn edges.
    #[arg(long)]
    borders: bool,
    /// Show a quantity as colours with a legend.
    #[arg(long, value_enum)]
    heat: Option<Heat>,
    /// A title above the picture.
    #[arg(long)]
    title: Option<String>,
    /// How much nearer than needed to see everything.
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = within(ZOOM[0], ZOOM[1], ""))]
    zoom: f64,
    /// The point to look at, in metres, instead of the middle of everything.
    #[arg(long, value_name = "X,Y,Z", value_parser = point, allow_hyphen_values = true)]
    look_at: Option<DVec3>,
    /// Draw each mesh in a picture of its own, all at one scale, with its name below.
    #[arg(long, conflicts_with_all = ["heat", "look_at"])]
    apart: bool,
    /// How many pictures make a row.
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..))]
    columns: Option<u16>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Heat {
    /// Mean curvature: where folds are sharp.
    Curvature,
    /// Area of the triangles: how fine the mesh is.
    Area,
}

/// Cloth white and mannequin linen first, then colours that stand apart from them.
const PALETTE: [u32; 5] = [0xEC_E7_DD, 0xB9_C4_C9, 0xC9_9A_86, 0x8F_A8_8B, 0xD3_BE_7A];
/// What is wrong is red.
const PROBLEM_VIEWS: [View; 3] = [View::Front, View::ThreeQuarter, View::Back];

/// What was written.
#[derive(Serialize)]
struct Written {
    output: PathBuf,
    width: u32,
    height: u32,
}

impl Args {
    pub(crate) fn run(self, output: &Output) -> Result<(), CommandError> {
        let progress = output.progress();
        let meshes = self
            .meshes
            .iter()
            .map(|name| progress.stage(&format!("Reading {name}"), || Mesh::load(name, Weld::Auto)))
            .collect::<Result<Vec<_>, _>>()?;
        let heat = self.heat.map(|heat| HeatMap::new(heat, &meshes));
        let look = Look {
            width: self.size[0],
            height: self.size[1],
            quality: self.quality,
            focus: self.focus(&meshes),
            ..Look::default()
        };
        let image = progress.stage("Drawing", || {
            let mut sheet = if self.apart {
                self.apart(&meshes, &look, &self.views)
            } else {
                Sheet::of_views(&look, &self.scene(&meshes, heat.as_ref()), &self.views)
            };
            if let Some(columns) = self.columns {
                sheet = sheet.columns(columns.into());
            }
            if let Some(title) = &self.title {
                sheet = sheet.title(title);
            }
            if let Some(heat) = &heat {
                sheet = sheet.legend(heat.legend());
            }
            sheet.compose()
        });
        write_picture(&self.output, &image)?;
        let written = Written { output: self.output, width: image.width, height: image.height };
        output.result(&written, || {
            format!("Wrote {} ({} × {} pixels).\n", written.output.display(), written.width, written.height)
        })
    }

    /// The box to look at, if it is not that of everything.
    fn focus(&self, meshes: &[Mesh]) -> Option<Aabb> {
        if self.zoom == 1.0 && self.look_at.is_none() {
            return None;
        }
        let everything = meshes.iter().fold(Aabb::EMPTY, |all, mesh| all.union(mesh.triangles.bounds()));
        let (middle, half) =
            (self.look_at.unwrap_or(everything.center()), 0.5 * everything.size() / self.zoom);
        Some(Aabb { min: middle - half, max: middle + half })
    }

    /// Each mesh by itself, standing in the middle of a box that has room for the largest.
    fn apart(&self, meshes: &[Mesh], look: &Look, views: &[View]) -> Sheet {
        let most = meshes.iter().fold(DVec3::ZERO, |most, mesh| most.max(mesh.triangles.bounds().size()));
        let mut sheet = Sheet::default().labels_below();
        for (number, mesh) in meshes.iter().enumerate() {
            let bounds = mesh.triangles.bounds();
            let corner = (bounds.center() - 0.5 * most).with_y(bounds.min.y);
            let look = Look { focus: Some(Aabb { min: corner, max: corner + most }), ..*look };
            let scene = LookScene::of(self.object(mesh, number, None));
            let name = Path::new(&mesh.name).file_stem().unwrap_or_default().to_string_lossy();
            for image in look.render_views(&scene, views) {
                sheet = sheet.panel(image, name.as_ref());
            }
        }
        sheet
    }

    fn scene<'a>(&self, meshes: &'a [Mesh], heat: Option<&'a HeatMap>) -> LookScene<'a> {
        let mut scene = LookScene::default();
        for (number, mesh) in meshes.iter().enumerate() {
            scene.objects.push(self.object(mesh, number, heat));
            if self.borders {
                scene.lines.extend(border_lines(mesh, Color::hex(0xB0_30_30)));
            }
        }
        scene
    }

    /// A mesh as it was asked for: alone it has the first colour.
    fn object<'a>(&self, mesh: &'a Mesh, number: usize, heat: Option<&'a HeatMap>) -> LookObject<'a> {
        let asked = self.color.get(number).copied();
        let number_of_color = if self.apart { 0 } else { number % PALETTE.len() };
        let color = asked.unwrap_or_else(|| Color::hex(PALETTE[number_of_color]));
        let surface = match (heat, self.checker, &mesh.colors) {
            (Some(heat), ..) => heat.surface(number),
            (None, Some(size), _) => LookSurface::Checker { a: color, b: color * 0.45, size },
            (None, None, Some(own)) if asked.is_none() => LookSurface::VertexColors(own),
            (None, None, _) => LookSurface::Solid(color),
        };
        let mut object = LookObject::cloth(&mesh.triangles).with_surface(surface);
        if let Some(uvs) = &mesh.uvs {
            object = object.with_uvs(Uvs::Corner(uvs));
        }
        if self.wire {
            object = object.with_wireframe(Wireframe::default());
        }
        if self.flat {
            object = object.with_shading(Shading::Flat);
        }
        object
    }
}

/// The borders of a mesh as lines.
fn border_lines(mesh: &Mesh, color: Color) -> impl Iterator<Item = LookLine> {
    Topology::new(&mesh.triangles).boundary_loops().into_iter().map(move |border| LookLine {
        closed: border.closed,
        hidden_opacity: 0.15,
        ..LookLine::new(
            border.vertices.iter().map(|&v| mesh.triangles.positions[v as usize]).collect(),
            color,
        )
    })
}

/// Draws a mesh with its problems in red, and beside it, pale, the mesh that it was compared with.
pub(crate) fn draw_problems(
    mesh: &Mesh,
    other: Option<&Mesh>,
    check: &Check<'_>,
    path: &Path,
) -> Result<(), CommandError> {
    let troubled = check.troubled_triangles();
    let mut scene = LookScene::of(
        LookObject::cloth(&mesh.triangles)
            .with_surface(LookSurface::Solid(Color::hex(PALETTE[0])))
            .with_marked(&troubled),
    );
    if let Some(other) = other {
        scene.objects.push(
            LookObject::body(&other.triangles).with_surface(LookSurface::Solid(Color::hex(PALETTE[1]))),
        );
    }
    let report = check.report();
    let words = [
        (report.self_intersections, "self-intersections"),
        (report.intersections_against.unwrap_or(0), "intersections with the other mesh"),
        (report.degenerate_triangles, "degenerate triangles"),
        (report.duplicate_triangles, "duplicate triangles"),
        (report.non_manifold_edges, "non-manifold edges"),
        (report.inconsistent_edges, "flipped neighbours"),
    ];
    let found: Vec<String> =
        words.iter().filter(|(count, _)| *count > 0).map(|(count, word)| format!("{count} {word}")).collect();
    let caption = if found.is_empty() { "no problems found".to_owned() } else { found.join(", ") };
    let sheet = Sheet::of_views(&Look::default(), &scene, &PROBLEM_VIEWS).title(&mesh.name).caption(caption);
    Ok(write_picture(path, &sheet.compose())?)
}

/// A quantity on all meshes, and the range in which it is shown.
struct HeatMap {
    values: Vec<Vec<f32>>,
    quantity: Heat,
    range: [f32; 2],
}

impl HeatMap {
    fn new(quantity: Heat, meshes: &[Mesh]) -> Self {
        let values: Vec<Vec<f32>> = meshes.iter().map(|mesh| quantity.on(mesh)).collect();
        let range = quantity.range(&values.concat());
        Self { values, quantity, range }
    }

    fn surface(&self, mesh: usize) -> LookSurface<'_> {
        let values = match self.quantity {
            Heat::Curvature => HeatValues::Vertex(&self.values[mesh]),
            Heat::Area => HeatValues::Triangle(&self.values[mesh]),
        };
        LookSurface::Heat { values, range: self.range, map: self.quantity.map() }
    }

    fn legend(&self) -> Legend {
        let (title, unit) = match self.quantity {
            Heat::Curvature => ("mean curvature", "1/m"),
            Heat::Area => ("triangle area", "mm²"),
        };
        Legend::new(title, unit, self.range, self.quantity.map())
    }
}

impl Heat {
    fn on(self, mesh: &Mesh) -> Vec<f32> {
        let mesh = &mesh.triangles;
        match self {
            Self::Curvature => {
                let topology = Topology::new(mesh);
                let border = topology.boundary_vertices();
                // At a border the mean curvature sees one side only: left out.
                let value = |(v, mean): (usize, f64)| if border[v] { f32::NAN } else { mean as f32 };
                curvatures(mesh, &topology).iter().map(|c| c.mean).enumerate().map(value).collect()
            }
            Self::Area => (0..mesh.triangles.len()).map(|t| (1e6 * mesh.triangle_area(t)) as f32).collect(),
        }
    }

    /// A range that nine values out of ten fit into, symmetric for signed quantities: a few fingertips must not bleach the
    /// rest.
    fn range(self, values: &[f32]) -> [f32; 2] {
        let mut sizes: Vec<f32> = values.iter().map(|v| v.abs()).filter(|v| v.is_finite()).collect();
        sizes.sort_unstable_by(f32::total_cmp);
        let most = sizes.get(sizes.len() * 9 / 10).copied().unwrap_or(1.0).max(f32::MIN_POSITIVE);
        match self {
            Self::Curvature => [-most, most],
            Self::Area => [0.0, most],
        }
    }

    fn map(self) -> ColorMap {
        match self {
            Self::Curvature => ColorMap::Diverging,
            Self::Area => ColorMap::Sequential,
        }
    }
}

/// Reads a size such as `700x1000`.
pub(crate) fn parse_size(text: &str) -> Result<[u32; 2], String> {
    let parts = text.split_once('x').ok_or("expected WIDTHxHEIGHT, such as 700x1000")?;
    let number = |part: &str| match part.parse() {
        Ok(pixels @ 16..=8192) => Ok(pixels),
        _ => Err(format!("{part} is not a number of pixels between 16 and 8192")),
    };
    Ok([number(parts.0)?, number(parts.1)?])
}

fn parse_color(text: &str) -> Result<Color, String> {
    let digits = text.strip_prefix('#').unwrap_or(text);
    match u32::from_str_radix(digits, 16) {
        Ok(rgb) if digits.len() == 6 => Ok(Color::hex(rgb)),
        _ => Err("expected a colour such as #c99a86".into()),
    }
}
