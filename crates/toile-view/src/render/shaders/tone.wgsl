// From light to the colours of a screen.

// Khronos PBR Neutral: colours of materials stay as they are, only highlights are compressed.
fn compressed(light: vec3f) -> vec3f {
    let start = 0.76;
    let least = min(light.r, min(light.g, light.b));
    let offset = select(0.04, least - 6.25 * least * least, least < 0.08);
    let color = light - offset;
    let peak = max(color.r, max(color.g, color.b));
    if peak < start {
        return color;
    }
    let room = 1.0 - start;
    let lowered = 1.0 - room * room / (peak + room - start);
    let faded = 1.0 - 1.0 / (0.15 * (peak - lowered) + 1.0);
    return mix(color * (lowered / peak), vec3f(lowered), faded);
}

// Linear colours as the target wants them, with a grain too fine to be seen, so that soft gradients have no steps.
fn shown(color: vec3f, pixel: vec2f) -> vec3f {
    var result = clamp(color, vec3f(0.0), vec3f(1.0));
    if frame.screen.w > 0.5 {
        // The curve of sRGB by roots, which cost less than powers; right to half a step of a byte.
        let root = sqrt(result);
        let fourth = sqrt(root);
        let curve = 0.585122381 * root + 0.783140355 * fourth - 0.368262736 * sqrt(fourth);
        result = select(curve, 12.92 * result, result <= vec3f(0.0031308));
        result += (noise(pixel) - 0.5) / 255.0;
    }
    return result;
}
