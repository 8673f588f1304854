// The background, and a ground that is nothing but the shadows on it: it ends nowhere.

struct Corner {
    @builtin(position) position: vec4f,
    @location(0) world: vec3f,
}

fn background(pixel: vec2f) -> vec3f {
    let down = pixel.y / frame.screen.y;
    let out = length((pixel - 0.5 * frame.screen.xy) / frame.screen.y);
    return mix(frame.background[0].rgb, frame.background[1].rgb, smoothstep(0.0, 1.0, down)) * (1.0 - 0.1 * out * out);
}

@vertex
fn background_vertex(@builtin(vertex_index) k: u32) -> Corner {
    let place = vec2f(f32((k << 1u) & 2u), f32(k & 2u)) * 2.0 - 1.0;
    return Corner(vec4f(place, 1.0, 1.0), vec3f(0.0));
}

@fragment
fn background_pixel(corner: Corner) -> @location(0) vec4f {
    return vec4f(shown(background(corner.position.xy), corner.position.xy), 1.0);
}

@vertex
fn ground_vertex(@builtin(vertex_index) k: u32) -> Corner {
    let corners = array<vec2f, 6>(vec2f(-1.0, -1.0), vec2f(-1.0, 1.0), vec2f(1.0, 1.0), vec2f(-1.0, -1.0), vec2f(1.0, 1.0), vec2f(1.0, -1.0));
    let at = corners[k] * frame.ground.w;
    let world = vec3f(frame.ground.x + at.x, frame.ground.y - 0.001, frame.ground.z + at.y);
    return Corner(frame.clip_from_world * vec4f(world, 1.0), world);
}

@fragment
fn ground_pixel(corner: Corner) -> @location(0) vec4f {
    let pixel = corner.position.xy;
    let behind = background(pixel);
    let out = length(corner.world.xz - frame.ground.xz) / frame.ground.w;
    let near = (1.0 - smoothstep(0.35, 1.0, out)) * smoothstep(0.0, 0.08, normalize(frame.eye.xyz - corner.world).y);
    if near <= 0.0 || frame.eye.y < frame.ground.y {
        return vec4f(shown(behind, pixel), 1.0);
    }
    let up = vec3f(0.0, 1.0, 0.0);
    let depth = -(frame.view_from_world * vec4f(corner.world, 1.0)).z;
    let sky = diffuse_sky(up);
    var whole = sky;
    var left = sky * open_sky(pixel, depth);
    for (var k = 0u; k < 3u; k++) {
        let light = frame.lights[k].color.rgb * max(frame.lights[k].direction.y, 0.0) / PI;
        if all(light == vec3f(0.0)) {
            continue;
        }
        whole += light;
        left += light * lit(k, corner.world, up, pixel);
    }
    return vec4f(shown(behind * mix(vec3f(1.0), left / max(whole, vec3f(1e-4)), near), pixel), 1.0);
}
