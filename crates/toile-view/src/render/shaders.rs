//! The shaders, put together from their parts.

/// Normals of vertices, as the mean of the triangles around them.
pub(super) const NORMALS: &str = include_str!("shaders/normals.wgsl");
/// Depth from any view.
pub(super) const DEPTH: &str = include_str!("shaders/depth.wgsl");
/// Cloth, skin and solid things.
pub(super) const SURFACE: &str = concat!(
    include_str!("shaders/frame.wgsl"),
    include_str!("shaders/tone.wgsl"),
    include_str!("shaders/shadow.wgsl"),
    include_str!("shaders/sky.wgsl"),
    include_str!("shaders/reflection.wgsl"),
    include_str!("shaders/shading.wgsl"),
    include_str!("shaders/object.wgsl"),
    include_str!("shaders/weave.wgsl"),
    include_str!("shaders/surface.wgsl"),
);
/// The ground and the background.
pub(super) const GROUND: &str = concat!(
    include_str!("shaders/frame.wgsl"),
    include_str!("shaders/tone.wgsl"),
    include_str!("shaders/shadow.wgsl"),
    include_str!("shaders/sky.wgsl"),
    include_str!("shaders/backdrop.wgsl"),
    include_str!("shaders/ground.wgsl"),
);
/// Light on stored pixels.
pub(super) const LIGHTING: &str = concat!(
    include_str!("shaders/frame.wgsl"),
    include_str!("shaders/tone.wgsl"),
    include_str!("shaders/shadow.wgsl"),
    include_str!("shaders/sky.wgsl"),
    include_str!("shaders/reflection.wgsl"),
    include_str!("shaders/shading.wgsl"),
    include_str!("shaders/backdrop.wgsl"),
    include_str!("shaders/lighting.wgsl"),
);
/// Smooth edges of a picture with one sample a pixel.
pub(super) const SMOOTHING: &str = include_str!("shaders/smoothing.wgsl");
/// Wires and stitches, which follow an object.
pub(super) const SEWING: &str = concat!(
    include_str!("shaders/frame.wgsl"),
    include_str!("shaders/tone.wgsl"),
    include_str!("shaders/object.wgsl"),
    include_str!("shaders/sewing.wgsl"),
);
/// Lines and marks.
pub(super) const OVERLAY: &str = concat!(
    include_str!("shaders/frame.wgsl"),
    include_str!("shaders/tone.wgsl"),
    include_str!("shaders/overlay.wgsl"),
);
/// Dark corners and soft shadows in half the size.
pub(super) const OCCLUSION: &str = concat!(
    include_str!("shaders/frame.wgsl"),
    include_str!("shaders/shadow.wgsl"),
    include_str!("shaders/occlusion.wgsl"),
);
/// The same without grain.
pub(super) const BLUR: &str = include_str!("shaders/blur.wgsl");
