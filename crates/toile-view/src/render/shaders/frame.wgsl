// What is the same for every object of a picture; its twin is `Frame` in uniforms.rs.

struct Light {
    direction: vec4f,       // towards the light; the tangent of its radius
    color: vec4f,           // its colour; whether it casts a shadow
    clip_from_world: mat4x4f,
    extent: vec4f,          // half the width of its map, depth of it, a pixel of it in metres; a pixel as part of the map
}

struct Frame {
    clip_from_world: mat4x4f,
    view_from_world: mat4x4f,
    world_from_clip: mat4x4f,
    eye: vec4f,             // where the camera is; exposure
    screen: vec4f,          // width, height; a pixel in metres at distance 1; whether colours are encoded here
    background: array<vec4f, 2>,
    ground: vec4f,          // its middle; its radius
    ground_light: vec4f,    // what it sends back of the sky
    ground_part: vec4f,     // the least and the most x and z of it that shadows can reach
    heat: vec4f,            // both ends of the range; whether values are shown; whether layers are shown
    sky: vec4f,             // brightness, angle; the roughest level; whether corners are darker
    harmonics: array<vec4f, 9>,
    lights: array<Light, 3>,
}

@group(0) @binding(0) var<uniform> frame: Frame;

const PI = 3.14159265;

// A number from 0 to 1 that is spread evenly over neighbouring pixels: interleaved gradient noise, Jimenez 2014.
fn noise(pixel: vec2f) -> f32 {
    return fract(52.9829189 * fract(dot(pixel, vec2f(0.06711056, 0.00583715))));
}

// Points that fill a disc evenly lie on a spiral: each a golden angle further. This is how a direction turns by it.
fn turned_on(direction: vec2f) -> vec2f {
    return vec2f(-0.73736888 * direction.x - 0.67549029 * direction.y, 0.67549029 * direction.x - 0.73736888 * direction.y);
}

// And so far is the point `k` of `count` from the middle of a disc of radius 1.
fn from_middle(k: u32, count: u32) -> f32 {
    return sqrt((f32(k) + 0.5) / f32(count));
}
