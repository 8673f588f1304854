// The background and the ground as shapes of their own.

struct Corner {
    @builtin(position) position: vec4f,
    @location(0) world: vec3f,
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
    let corners = array<vec2f, 6>(vec2f(0.0, 0.0), vec2f(0.0, 1.0), vec2f(1.0, 1.0), vec2f(0.0, 0.0), vec2f(1.0, 1.0), vec2f(1.0, 0.0));
    let at = mix(frame.ground_part.xy, frame.ground_part.zw, corners[k]);
    let world = vec3f(at.x, frame.ground.y - 0.001, at.y);
    return Corner(frame.clip_from_world * vec4f(world, 1.0), world);
}

@fragment
fn ground_pixel(corner: Corner) -> @location(0) vec4f {
    let pixel = corner.position.xy;
    return vec4f(shown(grounded(corner.world, pixel), pixel), 1.0);
}
