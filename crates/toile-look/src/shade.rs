//! What colour a point of a surface sends to the eye.

use super::Color;
use super::assembly::Assembly;
use super::light::Lights;
use super::scene::{Finish, HeatValues, LookObject, LookScene, LookSurface, Uvs};
use glam::{DVec3, Vec2, Vec3};
use toile_geom::raster::Fragment;

/// Everything that shading a view needs.
pub(super) struct Studio<'a> {
    pub(super) scene: &'a LookScene<'a>,
    pub(super) assembly: &'a Assembly,
    pub(super) sky: &'a Lights,
    pub(super) key: &'a Lights,
    pub(super) palettes: &'a Palettes,
    pub(super) fill: Vec3,
    pub(super) eye: DVec3,
    /// Number of passes that share the lamps.
    pub(super) passes: usize,
}

/// Brightness of the lights.
const SKY: f32 = 0.50;
const KEY: f32 = 0.64;
const FILL: f32 = 0.05;
/// How far diffuse light reaches around a cloth's edge.
const WRAP: f32 = 0.18;
/// Marked triangles.
pub(super) fn mark_color() -> Color {
    Color::hex(0xE0_1B_24)
}

/// The colour maps of all objects as tables, for speed.
pub(super) struct Palettes(Vec<Vec<Color>>);

const PALETTE_STEPS: usize = 512;

impl Palettes {
    pub(super) fn new(scene: &LookScene<'_>) -> Self {
        let table = |object: &LookObject<'_>| match object.surface {
            LookSurface::Heat { map, .. } => {
                (0..=PALETTE_STEPS).map(|k| map.at(k as f32 / PALETTE_STEPS as f32)).collect()
            }
            _ => Vec::new(),
        };
        Self(scene.objects.iter().map(table).collect())
    }

    fn color(&self, object: usize, value: f32, range: [f32; 2]) -> Color {
        let extent = range[1] - range[0];
        let t = if extent > 0.0 { (value - range[0]) / extent } else { 0.5 + 0.0 * value };
        let step = (t.clamp(0.0, 1.0) * PALETTE_STEPS as f32).round();
        let found =
            if t.is_nan() { None } else { self.0.get(object).and_then(|table| table.get(step as usize)) };
        found.copied().unwrap_or(Color::hex(0x80_80_80))
    }
}

/// A point of a surface, ready to be lit.
struct Point {
    /// Relative to the scene's centre, moved outwards to the smooth surface that the normals suggest.
    position: Vec3,
    /// Towards the side that is seen.
    normal: Vec3,
    /// Towards the eye.
    view: Vec3,
    back: bool,
}

/// The light that arrives at a point.
struct Light {
    sky: Vec3,
    key: f32,
    fill: f32,
    /// Share of the sky that is not hidden.
    open: f32,
}

impl Studio<'_> {
    /// The colour of a fragment in linear light, before the tone curve; `None` if the mesh is broken there.
    pub(super) fn shade(&self, fragment: &Fragment, pass: usize) -> Option<Vec3> {
        let triangle = fragment.triangle as usize;
        let number = *self.assembly.object.get(triangle)? as usize;
        let object = self.scene.objects.get(number)?;
        let corners = self.assembly.corners(fragment.triangle)?;
        let normals = *self.assembly.normals.get(triangle)?;
        let weights = fragment.barycentric;
        let world = corners[0] * weights.x + corners[1] * weights.y + corners[2] * weights.z;
        let point = self.point(corners, normals, weights.as_vec3(), world);
        let local = triangle - *self.assembly.first_triangle.get(number)? as usize;
        let face = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
        let mut base = self.base(object, number, local, weights.as_vec3(), world, face).0;
        if point.back {
            base *= object.back_tint.0;
        }
        let light = self.light(&point, pass, object.finish);
        if *self.assembly.marked.get(triangle)? {
            return Some(mark_color().0 * evenly_lit(&light));
        }
        Some(match object.surface {
            LookSurface::Heat { .. } => base * evenly_lit(&light),
            _ => reflect(&point, base, &light, object.finish),
        })
    }

    fn point(&self, corners: [DVec3; 3], normals: [Vec3; 3], weights: Vec3, world: DVec3) -> Point {
        let view = (self.eye - world).normalize_or(DVec3::Z).as_vec3();
        let face = (corners[1] - corners[0]).cross(corners[2] - corners[0]).as_vec3();
        let back = face.dot(view) < 0.0;
        let sign = if back { -1.0 } else { 1.0 };
        let mut normal = (normals[0] * weights.x + normals[1] * weights.y + normals[2] * weights.z)
            .normalize_or(face.normalize_or(view))
            * sign;
        // Near silhouettes an interpolated normal may point away from the eye.
        let turned = normal.dot(view);
        if turned < 0.02 {
            normal = (normal + view * (0.02 - turned)).normalize_or(view);
        }
        // Flat triangles cast hard-edged shadows on themselves where the light turns grazing. Testing from the smooth
        // surface instead avoids them: Hanika, "Hacking the shadow terminator", Ray Tracing Gems II, 2021.
        let mut outwards = Vec3::ZERO;
        for ((corner, n), weight) in corners.iter().zip(normals).zip(weights.to_array()) {
            let n = n * sign;
            let behind = (world - *corner).as_vec3().dot(n).min(0.0);
            outwards -= n * (behind * weight);
        }
        let position = (world - self.assembly.bounds.center()).as_vec3() + outwards;
        Point { position, normal, view, back }
    }

    fn light(&self, point: &Point, pass: usize, finish: Finish) -> Light {
        let mut sky = Vec3::ZERO;
        let mut all = Vec3::ZERO;
        let mut lamps = 0.0_f32;
        for lamp in self.sky.share(pass, self.passes) {
            lamps += 1.0;
            let cosine = point.normal.dot(lamp.direction);
            if cosine > 0.0 {
                let arriving = lamp.radiance * cosine;
                all += arriving;
                sky += arriving * self.sky.lit(lamp, point.position, point.normal);
            }
        }
        let wrap = if finish == Finish::Cloth { WRAP } else { 0.05 };
        let mut key = 0.0_f32;
        let mut rays = 0.0_f32;
        for lamp in self.key.share(pass, self.passes) {
            rays += 1.0;
            let wrapped = (point.normal.dot(lamp.direction) + wrap) / (1.0 + wrap);
            if wrapped > 0.0 {
                key += wrapped * wrapped.sqrt() * self.key.lit(lamp, point.position, point.normal);
            }
        }
        // A uniform sphere of lamps sends the mean cosine of 1/4 to each side of a surface.
        Light {
            sky: sky * (4.0 / lamps.max(1.0)),
            key: key / rays.max(1.0),
            fill: point.normal.dot(self.fill).max(0.0),
            open: sky.y / all.y.max(1e-6),
        }
    }

    fn base(
        &self,
        object: &LookObject<'_>,
        number: usize,
        triangle: usize,
        weights: Vec3,
        world: DVec3,
        face: DVec3,
    ) -> Color {
        let grey = Color::hex(0x80_80_80);
        let vertices = object.mesh.triangles.get(triangle).copied().unwrap_or_default().map(|v| v as usize);
        match object.surface {
            LookSurface::Solid(color) => color,
            LookSurface::Checker { a, b, size } => {
                let place =
                    checker_place(object, triangle, vertices, weights, world, face) / size.max(1e-9) as f32;
                if (place.x.floor() + place.y.floor()).rem_euclid(2.0) < 0.5 { a } else { b }
            }
            LookSurface::VertexColors(colors) => {
                let [a, b, c] = vertices.map(|v| colors.get(v).copied().unwrap_or(grey));
                a * weights.x + b * weights.y + c * weights.z
            }
            LookSurface::Heat { values, range, .. } => {
                let value = match values {
                    HeatValues::Vertex(values) => {
                        let [a, b, c] = vertices.map(|v| values.get(v).copied().unwrap_or(f32::NAN));
                        a * weights.x + b * weights.y + c * weights.z
                    }
                    HeatValues::Triangle(values) => values.get(triangle).copied().unwrap_or(f32::NAN),
                };
                self.palettes.color(number, value, range)
            }
        }
    }
}

/// Where a checker pattern is looked up, in metres.
fn checker_place(
    object: &LookObject<'_>,
    triangle: usize,
    vertices: [usize; 3],
    weights: Vec3,
    world: DVec3,
    face: DVec3,
) -> Vec2 {
    let corners = match object.uvs {
        Some(Uvs::Vertex(uvs)) => vertices.map(|v| uvs.get(v).copied()),
        Some(Uvs::Corner(uvs)) => uvs.get(triangle).map_or([None; 3], |corners| corners.map(Some)),
        None => [None; 3],
    };
    if let [Some(a), Some(b), Some(c)] = corners {
        return a * weights.x + b * weights.y + c * weights.z;
    }
    // Seen along the axis that the triangle faces most.
    let (p, along) = (world.as_vec3(), face.abs());
    if along.x >= along.y && along.x >= along.z {
        Vec2::new(p.z, p.y)
    } else if along.z >= along.y {
        Vec2::new(p.x, p.y)
    } else {
        Vec2::new(p.x, p.z)
    }
}

/// Light that is bounced once more between bright surfaces: in the folds of white cloth it is far from dark.
///
/// The cubic fit of Jimenez et al., "Practical real-time strategies for accurate indirect occlusion", 2016.
fn bounced(open: f32, albedo: f32) -> f32 {
    let a = 2.0404 * albedo - 0.3324;
    let b = -4.7951 * albedo + 0.6417;
    let c = 2.7552 * albedo + 0.6903;
    (((a * open + b) * open + c) * open).max(open)
}

fn reflect(point: &Point, base: Vec3, light: &Light, finish: Finish) -> Vec3 {
    let albedo = base.dot(Vec3::new(0.2126, 0.7152, 0.0722)).clamp(0.0, 1.0);
    let gain = bounced(light.open, albedo) / light.open.max(1e-4);
    let sky = light.sky * (SKY * gain);
    let key_tint = Vec3::new(1.03, 1.0, 0.955);
    let diffuse = sky
        + key_tint * (KEY * light.key * std::f32::consts::SQRT_2)
        + Vec3::splat(FILL * light.fill * light.open);
    let grazing = 1.0 - point.normal.dot(point.view).clamp(0.0, 1.0);
    match finish {
        Finish::Cloth => {
            // Fibres stand out of the cloth and catch light where it is seen edge on.
            let rim = 0.16 * grazing.powi(4);
            base * diffuse + diffuse * (rim * light.open)
        }
        Finish::Body => {
            // Schlick's approximation for a dielectric, over a rough surface that reflects the sky.
            let fresnel = 0.03 + 0.22 * grazing.powi(5);
            base * diffuse * (1.0 - fresnel) + sky * fresnel
        }
    }
}

/// The brightness that heat maps and marks are shown with: enough shape to read, little enough that colours keep.
fn evenly_lit(light: &Light) -> f32 {
    let full = light.sky.y * SKY + light.key * KEY * std::f32::consts::SQRT_2 + FILL * light.fill;
    0.52 + 0.48 * (full / 1.05).min(1.15)
}
