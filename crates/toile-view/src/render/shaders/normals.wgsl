// The normal of each vertex: the sum over the triangles around it, each as heavy as it is large. Every vertex gathers on its
// own and in a fixed order, so the same positions give the same bits.

@group(0) @binding(0) var<storage, read> positions: array<f32>;
@group(0) @binding(1) var<storage, read> first_neighbour: array<u32>;
@group(0) @binding(2) var<storage, read> neighbours: array<vec2u>;
@group(0) @binding(3) var<storage, read_write> normals: array<vec4f>;

fn position(v: u32) -> vec3f {
    return vec3f(positions[3u * v], positions[3u * v + 1u], positions[3u * v + 2u]);
}

@compute @workgroup_size(64)
fn gather(@builtin(global_invocation_id) id: vec3u) {
    let v = id.x;
    if v + 1u >= arrayLength(&first_neighbour) {
        return;
    }
    let here = position(v);
    var sum = vec3f(0.0);
    for (var k = first_neighbour[v]; k < first_neighbour[v + 1u]; k++) {
        let next = neighbours[k];
        sum += cross(position(next.x) - here, position(next.y) - here);
    }
    let long = length(sum);
    normals[v] = vec4f(select(vec3f(0.0, 1.0, 0.0), sum / long, long > 0.0), 0.0);
}
