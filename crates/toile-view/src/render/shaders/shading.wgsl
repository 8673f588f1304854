// Light on what is known of a pixel: its colour, its normal, how rough it is.

// The colours of a heat map must be those of its legend: shading darkens them only where a shape would be lost without.
fn heat_shaded(color: vec3f, normal: vec3f, found: Seen) -> vec3f {
    let key = frame.lights[0].direction.xyz;
    let toward = 0.5 + 0.5 * dot(normal, key);
    let shade = mix(1.0, found.lights.x, smoothstep(0.0, 0.25, dot(normal, key)) * 0.5);
    return color * min(0.42 + 0.62 * toward * shade, 1.0) * mix(0.7, 1.0, found.open);
}

// What stored pixels are, apart from cloth.
const SKIN_CODE = 0.75;
const HEAT_CODE = 1.0;

struct Look {
    color: vec3f,
    normal: vec3f,
    roughness: f32,
    sheen: f32,
    open: f32,
}

// Skin scatters light: it is bright a little beyond the edge of light, and red there.
fn skin_light(cosine: f32) -> vec3f {
    let wrap = vec3f(0.34, 0.16, 0.10);
    return clamp((vec3f(cosine) + wrap) / ((1.0 + wrap) * (1.0 + wrap)), vec3f(0.0), vec3f(1.0));
}

// Fuzz has the colour of its yarn, but paler.
fn fuzz_color(color: vec3f) -> vec3f {
    return mix(vec3f(0.9), color, 0.45);
}

// What is sent to the eye of one light, if nothing is in its way.
fn sent(k: u32, look: Look, v: vec3f, n_v: f32, f0: f32, is_skin: bool) -> vec3f {
    let l = frame.lights[k].direction.xyz;
    let cosine = dot(look.normal, l);
    let h = normalize(l + v);
    let n_l = max(cosine, 0.0);
    let n_h = clamp(dot(look.normal, h), 0.0, 1.0);
    var result = look.color / PI * select(vec3f(n_l), skin_light(cosine), is_skin);
    result += gloss(n_h, n_l, n_v, look.roughness) * fresnel(f0, clamp(dot(l, h), 0.0, 1.0)) * n_l;
    result += look.sheen * fuzz_color(look.color) * fuzz(n_h, n_l, n_v) * n_l;
    return result * frame.lights[k].color.rgb;
}

// What is sent to the eye of all light; `lights` is how much is seen of each.
fn shaded(look: Look, world: vec3f, lights: vec3f, is_skin: bool) -> vec3f {
    let n = look.normal;
    let v = normalize(frame.eye.xyz - world);
    let n_v = max(dot(n, v), 0.05);
    let f0 = select(0.04, 0.028, is_skin);
    let fuzz_part = look.sheen * fuzz_color(look.color) * fuzz_of_sky(n_v);
    var light = (look.color + fuzz_part) * diffuse_sky(n) * look.open;
    let back = reflect(-v, n);
    var mirrored: vec3f;
    if DETAIL > 0u {
        mirrored = mirrored_sky(back, look.roughness);
    } else {
        mirrored = diffuse_sky(back);
    }
    light += mirrored * gloss_of_sky(f0, look.roughness, n_v) * clamp(look.open * look.open + 0.1, 0.0, 1.0);
    for (var k = 0u; k < 3u; k++) {
        light += sent(k, look, v, n_v, f0, is_skin) * lights[k];
    }
    return light;
}
