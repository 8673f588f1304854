// The mean of neighbours in half the size takes the grain away.

@group(0) @binding(0) var depths: texture_depth_2d;
@group(0) @binding(1) var source: texture_2d<f32>;

@vertex
fn whole_screen(@builtin(vertex_index) k: u32) -> @builtin(position) vec4f {
    return vec4f(vec2f(f32((k << 1u) & 2u), f32(k & 2u)) * 2.0 - 1.0, 0.0, 1.0);
}

// The mean of 4 x 4 neighbours at the same depth takes the noise away.
@fragment
fn blur_pixel(@builtin(position) position: vec4f) -> @location(0) vec4f {
    let pixel = vec2i(position.xy);
    let last = vec2i(textureDimensions(source)) - 1;
    let own = textureLoad(source, pixel, 0);
    var sum = vec3f(0.0);
    var whole = 0.0;
    for (var y = -2; y < 2; y++) {
        for (var x = -2; x < 2; x++) {
            let other = textureLoad(source, clamp(pixel + vec2i(x, y), vec2i(0), last), 0);
            let weight = max(0.0, 1.0 - abs(other.w - own.w) / (0.015 * own.w));
            sum += weight * other.xyz;
            whole += weight;
        }
    }
    return vec4f(sum / whole, own.w);
}
