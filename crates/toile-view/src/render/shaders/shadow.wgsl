// Soft shadows: how far is what is in the way, and how much of the light does it hide.
// Fernando, "Percentage-closer soft shadows", 2005.

@group(0) @binding(1) var shadow_maps: texture_depth_2d_array;
@group(0) @binding(2) var compare: sampler_comparison;
@group(0) @binding(5) var corners: texture_2d<f32>;

override BLOCKER_TAPS: u32 = 10u;
override SHADOW_TAPS: u32 = 14u;
override DETAIL: u32 = 1u;

// What is in the way farther than this is as soft as if it were here, in metres.
const FARTHEST_BLOCKER = 0.8;

// How much of a light is seen from a point of a surface, from 0 to 1.
fn lit(n: u32, world: vec3f, normal: vec3f, pixel: vec2f) -> f32 {
    let light = frame.lights[n];
    let facing = dot(normal, light.direction.xyz);
    if light.color.w == 0.0 || facing <= 0.0 {
        return 1.0;
    }
    let half_width = light.extent.x;
    // Off the surface, farther where light grazes it.
    let off = light.extent.z * (0.8 + 2.2 * sqrt(max(1.0 - facing * facing, 0.0)));
    let place = light.clip_from_world * vec4f(world + normal * off, 1.0);
    let middle = vec2f(0.5, -0.5) * place.xy + 0.5;
    if any(middle < vec2f(0.0)) || any(middle > vec2f(1.0)) {
        return 1.0;
    }
    // How depth changes over the map along the surface, so that a wide filter does not see the surface itself.
    let m = light.clip_from_world;
    let across = vec2f(dot(normal, vec3f(m[0].x, m[1].x, m[2].x)), -dot(normal, vec3f(m[0].y, m[1].y, m[2].y)));
    let slope = clamp(across * (half_width * half_width / (max(facing, 0.2) * 0.5 * light.extent.y)), vec2f(-2.0), vec2f(2.0));
    let turn = 2.0 * PI * noise(pixel + 17.0 * f32(n));
    let search = light.direction.w * FARTHEST_BLOCKER / (2.0 * half_width);
    let size = vec2f(textureDimensions(shadow_maps));
    let first = vec2f(cos(turn), sin(turn));
    var spiral = first;
    var sum = 0.0;
    var count = 0.0;
    for (var k = 0u; k < BLOCKER_TAPS; k++) {
        let offset = search * from_middle(k, BLOCKER_TAPS) * spiral;
        spiral = turned_on(spiral);
        let depth = textureLoad(shadow_maps, vec2i(clamp(middle + offset, vec2f(0.0), vec2f(0.9999)) * size), n, 0);
        // The ground reaches farther than the map, but nothing in the way does.
        let own = min(place.z + dot(slope, offset), 1.0);
        if depth < own - 0.0006 {
            sum += depth;
            count += 1.0;
        }
    }
    // Nothing in the way, or nothing but that: no need to look closer.
    if count == 0.0 || count == f32(BLOCKER_TAPS) {
        return select(0.0, 1.0, count == 0.0);
    }
    let distance = max(place.z - sum / count, 0.0) * light.extent.y;
    let radius = clamp(light.direction.w * distance / (2.0 * half_width), light.extent.w, search);
    spiral = first;
    var seen = 0.0;
    for (var k = 0u; k < SHADOW_TAPS; k++) {
        let offset = radius * from_middle(k, SHADOW_TAPS) * spiral;
        spiral = turned_on(spiral);
        let own = min(place.z + dot(slope, offset), 1.0);
        seen += textureSampleCompareLevel(shadow_maps, compare, middle + offset, n, own - 0.0003);
    }
    return seen / f32(SHADOW_TAPS);
}

// What is known in half the size at a pixel whose surface is so far away: how much of the sky is open, and how much is seen of the
// first two lights. Of the four nearest pixels those count that lie at the same depth.
fn kept_light(pixel: vec2f, distance: f32) -> vec3f {
    let place = 0.5 * pixel - 0.5;
    let first = vec2i(floor(place));
    let part = place - floor(place);
    let last = vec2i(textureDimensions(corners)) - 1;
    var sum = vec3f(0.0);
    var whole = 1e-5;
    for (var k = 0; k < 4; k++) {
        let step = vec2i(k & 1, k >> 1);
        let found = textureLoad(corners, clamp(first + step, vec2i(0), last), 0);
        let near = max(0.0, 1.0 - abs(found.w - distance) / (0.02 * distance));
        let weight = select(1.0 - part.x, part.x, step.x == 1) * select(1.0 - part.y, part.y, step.y == 1) * (near + 1e-3);
        sum += weight * found.xyz;
        whole += weight;
    }
    return sum / whole;
}

// How much of the sky is open, and how much is seen of each light: known already, or found here.
struct Seen {
    open: f32,
    lights: vec3f,
}

// The mean of four neighbouring pixels that are drawn together, each of which has looked into other directions: as smooth as four times as many looks.
// Where they lie at different depths, each keeps its own.
fn shared_by_four(own: f32, distance: f32, pixel: vec2f) -> f32 {
    let side = vec2f(vec2i(pixel) & vec2i(1)) - 0.5;
    let apart = max(abs(dpdxFine(distance)), abs(dpdyFine(distance)));
    let row = own - dpdxFine(own) * side.x;
    let mean = row - dpdyFine(row) * side.y;
    return select(own, mean, apart < 0.01 * distance);
}

fn seen(world: vec3f, normal: vec3f, pixel: vec2f) -> Seen {
    let distance = -(frame.view_from_world * vec4f(world, 1.0)).z;
    if DETAIL == 0u {
        return Seen(1.0, vec3f(shared_by_four(lit(0u, world, normal, pixel), distance, pixel), 1.0, 1.0));
    }
    let kept = kept_light(pixel, distance);
    return Seen(kept.x, vec3f(kept.yz, lit(2u, world, normal, pixel)));
}
