// What is the same for one object; its twin is `ObjectNumbers` in uniforms.rs.

struct Object {
    color: vec4f,           // of the outside; roughness
    inside: vec4f,          // colour of the inside; sheen
    print: vec4f,           // its colour; its distance in metres
    kinds: vec4f,           // weave, print, kind; distance of threads in metres
    has: vec4f,             // values; places
}

@group(1) @binding(0) var<uniform> object: Object;
@group(1) @binding(1) var<storage, read> positions: array<f32>;
@group(1) @binding(2) var<storage, read> vertex_normals: array<vec4f>;
@group(1) @binding(3) var<storage, read> values: array<f32>;

const BODY = 1.0;

fn position(v: u32) -> vec3f {
    return vec3f(positions[3u * v], positions[3u * v + 1u], positions[3u * v + 2u]);
}
