// Light on stored pixels, each once. Drivers that draw on the processor go both ways of every branch, so each kind of pixel
// has a pass of its own, and depth decides who takes part.

@group(1) @binding(0) var stored_color: texture_2d<f32>;
@group(1) @binding(1) var stored_normal: texture_2d<f32>;
@group(1) @binding(2) var stored_depth: texture_depth_2d;

@vertex
fn whole_screen(@builtin(vertex_index) k: u32) -> @builtin(position) vec4f {
    return vec4f(vec2f(f32((k << 1u) & 2u), f32(k & 2u)) * 2.0 - 1.0, 1.0, 1.0);
}

// The point at a pixel and a depth, in metres.
fn point(pixel: vec2f, depth: f32) -> vec3f {
    let place = pixel / frame.screen.xy;
    let world = frame.world_from_clip * vec4f(2.0 * place.x - 1.0, 1.0 - 2.0 * place.y, depth, 1.0);
    return world.xyz / world.w;
}

@fragment
fn heat_pixel(@builtin(position) position: vec4f) -> @location(0) vec4f {
    let pixel = position.xy;
    let at = vec2i(pixel);
    let stored = textureLoad(stored_color, at, 0);
    if stored.a < 0.9 {
        discard;
    }
    let world = point(pixel, textureLoad(stored_depth, at, 0));
    let normal = textureLoad(stored_normal, at, 0).xyz;
    return vec4f(shown(heat_shaded(stored.rgb * stored.rgb, normal, seen(world, normal, pixel)), pixel), 1.0);
}

@fragment
fn lit_pixel(@builtin(position) position: vec4f) -> @location(0) vec4f {
    let pixel = position.xy;
    let at = vec2i(pixel);
    let depth = textureLoad(stored_depth, at, 0);
    let world = point(pixel, depth);
    let stored = textureLoad(stored_color, at, 0);
    let normal = textureLoad(stored_normal, at, 0);
    let color = stored.rgb * stored.rgb;
    let is_skin = stored.a > 0.6;
    let look = Look(color, normalize(normal.xyz), normal.w, select(2.0 * stored.a, 0.0, is_skin), 1.0);
    let light = shaded(look, world, seen(world, look.normal, pixel).lights, is_skin);
    return vec4f(shown(compressed(light * frame.eye.w), pixel), 1.0);
}
