//! How a surface looks, as far as numbers of a file say it.

/// A surface's looks: colour and roughness, no textures.
#[derive(Clone, Debug, PartialEq)]
pub struct Material {
    /// The name by which [`Group::material`](crate::Group::material) refers to it; unique in its scene.
    pub name: String,
    /// Linear RGBA base colour.
    pub base_color: [f32; 4],
    /// 0 for cloth, skin and wood, 1 for metal.
    pub metallic: f32,
    /// 0 mirror-like, 1 fully rough.
    pub roughness: f32,
    /// Whether the back is drawn like the front; cloth wants it.
    pub double_sided: bool,
}

impl Material {
    /// A material of a linear colour.
    pub fn of_color(name: impl Into<String>, [red, green, blue]: [f32; 3], roughness: f32) -> Self {
        Self { name: name.into(), base_color: [red, green, blue, 1.0], roughness, ..Self::default() }
    }
}

impl Default for Material {
    /// White, rough, not metal, and seen from both sides, as a piece of cloth is.
    fn default() -> Self {
        Self { name: String::new(), base_color: [1.0; 4], metallic: 0.0, roughness: 1.0, double_sided: true }
    }
}
