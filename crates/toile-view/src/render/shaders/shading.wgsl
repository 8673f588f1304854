// Light on what is known of a pixel: its colour, its normal, how rough it is.

// The colours of a heat map must be those of its legend: shading darkens them only where a shape would be lost without.
fn heat_shaded(color: vec3f, normal: vec3f, world: vec3f, open: f32, pixel: vec2f) -> vec3f {
    let key = frame.lights[0].direction.xyz;
    let toward = 0.5 + 0.5 * dot(normal, key);
    let shade = mix(1.0, lit(0u, world, normal, pixel), smoothstep(0.0, 0.25, dot(normal, key)) * 0.5);
    return color * min(0.42 + 0.62 * toward * shade, 1.0) * mix(0.7, 1.0, open);
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

fn shaded(look: Look, world: vec3f, smooth_normal: vec3f, is_skin: bool, pixel: vec2f) -> vec3f {
    let n = look.normal;
    let v = normalize(frame.eye.xyz - world);
    let n_v = max(dot(n, v), 0.05);
    let f0 = select(0.04, 0.028, is_skin);
    let fuzz_color = mix(vec3f(0.9), look.color, 0.45);
    var light = look.color * diffuse_sky(n) * look.open;
    let back = reflect(-v, n);
    var mirrored: vec3f;
    if DETAIL > 0u {
        mirrored = mirrored_sky(back, look.roughness);
    } else {
        mirrored = diffuse_sky(back);
    }
    light += mirrored * gloss_of_sky(f0, look.roughness, n_v) * clamp(look.open * look.open + 0.1, 0.0, 1.0);
    if look.sheen > 0.0 {
        light += look.sheen * fuzz_color * diffuse_sky(n) * fuzz_of_sky(n_v) * look.open;
    }
    for (var k = 0u; k < 3u; k++) {
        let strength = frame.lights[k].color.rgb;
        if all(strength == vec3f(0.0)) {
            continue;
        }
        let l = frame.lights[k].direction.xyz;
        let cosine = dot(n, l);
        var spread = vec3f(max(cosine, 0.0));
        if is_skin {
            spread = skin_light(cosine);
        }
        if all(spread == vec3f(0.0)) {
            continue;
        }
        let seen = lit(k, world, smooth_normal, pixel);
        if seen == 0.0 {
            continue;
        }
        let h = normalize(l + v);
        let n_l = max(cosine, 0.0);
        let n_h = clamp(dot(n, h), 0.0, 1.0);
        var sent = look.color / PI * spread;
        sent += gloss(n_h, n_l, n_v, look.roughness) * fresnel(f0, clamp(dot(l, h), 0.0, 1.0)) * n_l;
        if look.sheen > 0.0 {
            sent += look.sheen * fuzz_color * fuzz(n_h, n_l, n_v) * n_l;
        }
        light += sent * strength * seen;
    }
    return light;
}
