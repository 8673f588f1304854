// Depth alone, from the camera or from a light.

@group(0) @binding(0) var<uniform> clip_from_world: mat4x4f;

struct Corner {
    // The surface is drawn with the same numbers and compared with this depth.
    @builtin(position) @invariant position: vec4f,
}

@vertex
fn depth_vertex(@location(0) position: vec3f) -> Corner {
    return Corner(clip_from_world * vec4f(position, 1.0));
}

@fragment
fn depth_pixel() -> @location(0) vec4f {
    return vec4f(0.0);
}
