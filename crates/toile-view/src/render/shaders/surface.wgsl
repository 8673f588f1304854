// Cloth, skin and solid things.

@group(0) @binding(6) var heat_map: texture_2d<f32>;

struct Corner {
    @builtin(position) @invariant position: vec4f,
    @location(0) world: vec3f,
    @location(1) normal: vec3f,
    @location(2) place: vec2f,
    @location(3) value: f32,
    @location(4) @interpolate(flat) layer: u32,
}

@vertex
fn surface_vertex(@location(0) source: u32, @location(1) layer: u32, @location(2) place: vec2f) -> Corner {
    let world = position(source);
    var corner: Corner;
    corner.position = frame.clip_from_world * vec4f(world, 1.0);
    corner.world = world;
    corner.normal = vertex_normals[source].xyz;
    corner.place = place;
    corner.value = values[source];
    corner.layer = layer;
    return corner;
}

// Colours that differ most from one layer to the next: each a golden angle further.
fn layer_color(layer: u32) -> vec3f {
    let hue = fract(0.07 + 0.61803399 * f32(layer)) * 6.0;
    let pure = clamp(abs(vec3f(hue, hue + 4.0, hue + 2.0) % 6.0 - 3.0) - 1.0, vec3f(0.0), vec3f(1.0));
    return mix(vec3f(0.75), pure, 0.62) * 0.8;
}

fn heat_color(value: f32) -> vec3f {
    if value < -1e38 {
        return vec3f(0.3);
    }
    let extent = frame.heat.y - frame.heat.x;
    let t = select(0.5, clamp((value - frame.heat.x) / extent, 0.0, 1.0), extent > 0.0);
    let steps = f32(textureDimensions(heat_map).x);
    return textureSampleLevel(heat_map, around, vec2f((0.5 + t * (steps - 1.0)) / steps, 0.5), 0.0).rgb;
}

// The colours of a heat map must be those of its legend: shading darkens them only where a shape would be lost without.
fn heat_shaded(color: vec3f, normal: vec3f, world: vec3f, open: f32, pixel: vec2f) -> vec3f {
    let key = frame.lights[0].direction.xyz;
    let toward = 0.5 + 0.5 * dot(normal, key);
    let shade = mix(1.0, lit(0u, world, normal, pixel), smoothstep(0.0, 0.25, dot(normal, key)) * 0.5);
    return color * min(0.42 + 0.62 * toward * shade, 1.0) * mix(0.7, 1.0, open);
}

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
    let mirrored = mirrored_sky(reflect(-v, n), look.roughness);
    let hidden = clamp(look.open * look.open + 0.1, 0.0, 1.0);
    light += mirrored * gloss_of_sky(f0, look.roughness, n_v) * hidden;
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
            sent += look.sheen * fuzz_color * fuzz(n_h, n_l, n_v, 0.5) * n_l;
        }
        light += sent * strength * seen;
    }
    return light;
}

@fragment
fn surface_pixel(corner: Corner, @builtin(front_facing) is_front: bool) -> @location(0) vec4f {
    // Derivatives first, while all pixels go the same way.
    let dx = dpdx(corner.world);
    let dy = dpdy(corner.world);
    let place_x = dpdx(corner.place);
    let place_y = dpdy(corner.place);
    let pixel = corner.position.xy;
    let eye = frame.eye.xyz - corner.world;
    var normal = normalize(corner.normal);
    let is_skin = object.kinds.z == BODY;
    normal = select(-normal, normal, is_front);
    // Near outlines a smooth normal can look away from the eye, which no pixel's surface does.
    let view = normalize(eye);
    normal = normalize(normal + view * max(0.0, 0.02 - dot(normal, view)));
    let depth = -(frame.view_from_world * vec4f(corner.world, 1.0)).z;
    let open = open_sky(pixel, depth);
    if frame.heat.z > 0.5 && object.has.x > 0.5 {
        return vec4f(shown(heat_shaded(heat_color(corner.value), normal, corner.world, open, pixel), pixel), 1.0);
    }
    var look: Look;
    look.color = select(object.inside.rgb, object.color.rgb, is_front || is_skin);
    look.normal = normal;
    look.roughness = object.color.w;
    look.sheen = object.inside.w;
    look.open = open;
    if frame.heat.z > 0.5 {
        // Beside a heat map everything else is pale, so that it tells nothing.
        look.color = vec3f(0.55);
        look.sheen = 0.0;
    } else if frame.heat.w > 0.5 && !is_skin {
        look.color = layer_color(corner.layer);
    } else if object.has.y > 0.5 {
        let wide = abs(place_x) + abs(place_y);
        if object.kinds.y > 0.0 {
            look.color = mix(look.color, object.print.rgb, printed(corner.place, wide) * select(0.35, 1.0, is_front));
        }
        // Threads fade before they are finer than pixels and would shimmer.
        let pixels = max(wide.x, wide.y) / object.kinds.w;
        let clear = 1.0 - smoothstep(0.22, 0.5, pixels);
        if object.kinds.x > 0.0 && clear > 0.0 {
            let at = corner.place / object.kinds.w;
            var threads: Threads;
            if object.kinds.x == 4.0 {
                threads = knitted(at);
            } else {
                threads = woven(at, object.kinds.x);
            }
            let turning = place_x.x * place_y.y - place_y.x * place_x.y;
            let across = (dx * place_y.y - dy * place_x.y) * sign(turning);
            let flat_across = normalize(across - normal * dot(normal, across) + vec3f(1e-9));
            var along = cross(normal, flat_across);
            along = select(along, -along, !is_front);
            let tilt = threads.tilt * clear;
            look.normal = normalize(normal + flat_across * tilt.x + along * tilt.y);
            look.normal = normalize(look.normal + view * max(0.0, 0.05 - dot(look.normal, view)));
            look.color *= mix(1.0, threads.shade, clear);
            look.open *= 1.0 - threads.cavity * 0.7 * clear;
            look.color *= 1.0 - threads.cavity * 0.35 * clear;
        }
    }
    let light = shaded(look, corner.world, normal, is_skin, pixel);
    return vec4f(shown(compressed(light * frame.eye.w), pixel), 1.0);
}
