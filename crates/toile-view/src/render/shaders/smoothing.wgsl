// Steps along edges made smooth afterwards, where a picture has one sample a pixel. After Lottes, "FXAA", 2009: across an
// edge, blend along the direction in which brightness does not change.

@group(0) @binding(0) var picture: texture_2d<f32>;
@group(0) @binding(1) var smooth_sampler: sampler;

@vertex
fn whole_screen(@builtin(vertex_index) k: u32) -> @builtin(position) vec4f {
    return vec4f(vec2f(f32((k << 1u) & 2u), f32(k & 2u)) * 2.0 - 1.0, 0.0, 1.0);
}

fn color(at: vec2i) -> vec3f {
    return textureLoad(picture, clamp(at, vec2i(0), vec2i(textureDimensions(picture)) - 1), 0).rgb;
}

fn brightness(c: vec3f) -> f32 {
    return dot(c, vec3f(0.3, 0.59, 0.11));
}

@fragment
fn smooth_pixel(@builtin(position) position: vec4f) -> @location(0) vec4f {
    let at = vec2i(position.xy);
    let own = color(at);
    let middle = brightness(own);
    let north = brightness(color(at + vec2i(0, -1)));
    let south = brightness(color(at + vec2i(0, 1)));
    let west = brightness(color(at + vec2i(-1, 0)));
    let east = brightness(color(at + vec2i(1, 0)));
    let most = max(middle, max(max(north, south), max(west, east)));
    let least = min(middle, min(min(north, south), min(west, east)));
    if most - least < max(0.04, 0.1 * most) {
        return vec4f(own, 1.0);
    }
    let northwest = brightness(color(at + vec2i(-1, -1)));
    let northeast = brightness(color(at + vec2i(1, -1)));
    let southwest = brightness(color(at + vec2i(-1, 1)));
    let southeast = brightness(color(at + vec2i(1, 1)));
    var along = vec2f(southwest + southeast - northwest - northeast, northwest + southwest - northeast - southeast);
    let short = max((northwest + northeast + southwest + southeast) * 0.03, 0.008);
    along = clamp(along / (min(abs(along.x), abs(along.y)) + short), vec2f(-8.0), vec2f(8.0));
    let size = vec2f(textureDimensions(picture));
    let place = position.xy / size;
    let step = along / size;
    let near = 0.5 * (textureSampleLevel(picture, smooth_sampler, place - step / 6.0, 0.0).rgb
        + textureSampleLevel(picture, smooth_sampler, place + step / 6.0, 0.0).rgb);
    let far = 0.5 * near + 0.25 * (textureSampleLevel(picture, smooth_sampler, place - 0.5 * step, 0.0).rgb
        + textureSampleLevel(picture, smooth_sampler, place + 0.5 * step, 0.0).rgb);
    let found = brightness(far);
    return vec4f(select(far, near, found < least || found > most), 1.0);
}
