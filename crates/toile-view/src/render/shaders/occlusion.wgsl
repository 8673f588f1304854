// In half the size: how much of the sky do folds and limbs leave open, from depth alone, and how much is seen of the lights.
// After Jimenez and others, "Practical real-time strategies for accurate indirect occlusion", 2016.

@group(1) @binding(0) var depths: texture_depth_2d;

const RADIUS = 0.22;        // what is farther away hides nothing, in metres
const STEPS = 5;

@vertex
fn whole_screen(@builtin(vertex_index) k: u32) -> @builtin(position) vec4f {
    return vec4f(vec2f(f32((k << 1u) & 2u), f32(k & 2u)) * 2.0 - 1.0, 0.0, 1.0);
}

// The point at a pixel in metres, and in the camera's directions.
fn world_point(pixel: vec2i) -> vec3f {
    let size = vec2f(textureDimensions(depths));
    let depth = textureLoad(depths, clamp(pixel, vec2i(0), vec2i(size) - 1), 0);
    let place = (vec2f(pixel) + 0.5) / size;
    let world = frame.world_from_clip * vec4f(2.0 * place.x - 1.0, 1.0 - 2.0 * place.y, depth, 1.0);
    return world.xyz / world.w;
}

fn point(pixel: vec2i) -> vec3f {
    return (frame.view_from_world * vec4f(world_point(pixel), 1.0)).xyz;
}

@fragment
fn occlusion_pixel(@builtin(position) position: vec4f) -> @location(0) vec4f {
    let pixel = vec2i(position.xy);
    if textureLoad(depths, pixel, 0) == 1.0 {
        return vec4f(1.0, 1.0, 1.0, 6e4);
    }
    let here = point(pixel);
    // The flatter of both sides is that of the same surface.
    let right = point(pixel + vec2i(1, 0)) - here;
    let left = here - point(pixel - vec2i(1, 0));
    let down = point(pixel + vec2i(0, 1)) - here;
    let up = here - point(pixel - vec2i(0, 1));
    let dx = select(left, right, abs(right.z) < abs(left.z));
    let dy = select(up, down, abs(down.z) < abs(up.z));
    let normal = normalize(cross(dy, dx));
    let away = (transpose(frame.view_from_world) * vec4f(normal, 0.0)).xyz;
    let world = world_point(pixel);
    let lights = vec2f(lit(0u, world, away, position.xy), lit(1u, world, away, position.xy));
    if frame.sky.w == 0.0 {
        return vec4f(1.0, lights, -here.z);
    }
    let size = vec2f(textureDimensions(depths));
    let reach = clamp(RADIUS / (-here.z * frame.screen.z * frame.screen.y / size.y), 2.0, 0.15 * size.y);
    let random = noise(position.xy);
    var open = 0.0;
    for (var slice = 0; slice < 2; slice++) {
        let angle = (f32(slice) + random) * 0.5 * PI;
        let direction = vec2f(cos(angle), sin(angle));
        for (var side = -1.0; side < 2.0; side += 2.0) {
            var highest = 0.0;
            for (var k = 0; k < STEPS; k++) {
                let part = (f32(k) + 0.3 + 0.7 * fract(random * 7.31 + 0.37 * f32(slice))) / f32(STEPS);
                let at = pixel + vec2i(direction * (side * reach * part * part) + direction * side * 1.5);
                let way = point(at) - here;
                let long = length(way);
                let fade = clamp(1.0 - long / RADIUS, 0.0, 1.0);
                highest = max(highest, (dot(normal, way) - 0.001) / long * fade);
            }
            open += 1.0 - highest * highest;
        }
    }
    // A little darker than the sum says: light that comes back from other folds is dyed and dim.
    return vec4f(pow(0.25 * open, 1.8), lights, -here.z);
}
