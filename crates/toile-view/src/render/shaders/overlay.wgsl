// Lines and marks: some pixels wide, whatever the distance.

override OPACITY: f32 = 1.0;

struct Corner {
    @builtin(position) position: vec4f,
    @location(0) at: vec2f,
    @location(1) size: f32,
    @location(2) color: vec3f,
}

// Nearer to the eye than the surface it lies on, by a pixel or two.
fn placed(world: vec3f) -> vec4f {
    let eye = frame.eye.xyz - world;
    let away = length(eye);
    return frame.clip_from_world * vec4f(world + eye / away * max(0.003, 2.0 * frame.screen.z * away), 1.0);
}

@vertex
fn line_vertex(@builtin(vertex_index) k: u32, @location(0) first: vec4f, @location(1) last: vec4f, @location(2) color: vec4f) -> Corner {
    let a = placed(first.xyz);
    let b = placed(last.xyz);
    let half_screen = 0.5 * frame.screen.xy;
    let along = normalize((b.xy / b.w - a.xy / a.w) * half_screen + vec2f(1e-6, 0.0));
    let side = select(-1.0, 1.0, (k & 2u) == 2u);
    let half_width = 0.5 * first.w + 1.0;
    var clip = select(a, b, (k & 1u) == 1u);
    clip = vec4f(clip.xy + vec2f(-along.y, along.x) * side * half_width / half_screen * clip.w, clip.zw);
    return Corner(clip, vec2f(0.0, side * half_width), 0.5 * first.w, color.rgb);
}

@fragment
fn line_pixel(corner: Corner) -> @location(0) vec4f {
    let cover = clamp(corner.size + 0.5 - abs(corner.at.y), 0.0, 1.0);
    return vec4f(shown(corner.color, corner.position.xy), cover * OPACITY);
}

@vertex
fn mark_vertex(@builtin(vertex_index) k: u32, @location(0) place: vec4f, @location(1) color: vec4f) -> Corner {
    let corner = vec2f(select(-1.0, 1.0, (k & 1u) == 1u), select(-1.0, 1.0, (k & 2u) == 2u));
    let reach = corner * (place.w + 1.0);
    var clip = placed(place.xyz);
    clip = vec4f(clip.xy + reach / (0.5 * frame.screen.xy) * clip.w, clip.zw);
    return Corner(clip, reach, place.w, color.rgb);
}

@fragment
fn mark_pixel(corner: Corner) -> @location(0) vec4f {
    let out = length(corner.at);
    let cover = clamp(corner.size + 0.5 - out, 0.0, 1.0);
    // A ball, lit from the upper left.
    let flat_part = corner.at / max(corner.size, 1e-3);
    let normal = vec3f(flat_part, sqrt(max(1.0 - dot(flat_part, flat_part), 0.0)));
    let light = 0.55 + 0.45 * max(dot(normal, normalize(vec3f(-0.5, 0.7, 0.6))), 0.0);
    let glint = pow(max(dot(normal, normalize(vec3f(-0.3, 0.45, 0.9))), 0.0), 40.0) * 0.5;
    return vec4f(shown(corner.color * light + glint, corner.position.xy), cover * OPACITY);
}
