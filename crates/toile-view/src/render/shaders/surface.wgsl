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

// What is known of a pixel before any light falls on it.
struct Pixel {
    look: Look,
    normal: vec3f,          // without threads
    is_heat: bool,
}

fn known(corner: Corner, is_front: bool) -> Pixel {
    // Derivatives first, while all pixels go the same way.
    let dx = dpdx(corner.world);
    let dy = dpdy(corner.world);
    let place_x = dpdx(corner.place);
    let place_y = dpdy(corner.place);
    let is_skin = object.kinds.z == BODY;
    let view = normalize(frame.eye.xyz - corner.world);
    var normal = normalize(corner.normal);
    normal = select(-normal, normal, is_front);
    // Near outlines a smooth normal can look away from the eye, which no pixel's surface does.
    normal = normalize(normal + view * max(0.0, 0.02 - dot(normal, view)));
    var result: Pixel;
    result.normal = normal;
    result.is_heat = frame.heat.z > 0.5 && object.has.x > 0.5;
    var look: Look;
    look.color = select(object.inside.rgb, object.color.rgb, is_front || is_skin);
    look.normal = normal;
    look.roughness = object.color.w;
    look.sheen = object.inside.w;
    look.open = 1.0;
    if result.is_heat {
        look.color = heat_color(corner.value);
    } else if frame.heat.z > 0.5 {
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
        let clear = 1.0 - smoothstep(0.13, 0.32, max(wide.x, wide.y) / object.kinds.w);
        if object.kinds.x > 0.0 && clear > 0.0 {
            var threads: Threads;
            if object.kinds.x == 4.0 {
                threads = knitted(corner.place / object.kinds.w);
            } else {
                threads = woven(corner.place / object.kinds.w, object.kinds.x);
            }
            let turning = place_x.x * place_y.y - place_y.x * place_x.y;
            let across = (dx * place_y.y - dy * place_x.y) * sign(turning);
            let flat_across = normalize(across - normal * dot(normal, across) + vec3f(1e-9));
            let along = cross(normal, flat_across) * select(-1.0, 1.0, is_front);
            let tilt = threads.tilt * clear;
            look.normal = normalize(normal + flat_across * tilt.x + along * tilt.y);
            look.normal = normalize(look.normal + view * max(0.0, 0.05 - dot(look.normal, view)));
            look.color *= mix(1.0, threads.shade, clear) * (1.0 - threads.cavity * 0.35 * clear);
            look.open = 1.0 - threads.cavity * 0.7 * clear;
        }
    }
    result.look = look;
    return result;
}

// Known and lit at once.
@fragment
fn surface_pixel(corner: Corner, @builtin(front_facing) is_front: bool) -> @location(0) vec4f {
    var found = known(corner, is_front);
    let pixel = corner.position.xy;
    let light = seen(corner.world, found.normal, pixel);
    if found.is_heat {
        return vec4f(shown(heat_shaded(found.look.color, found.normal, light), pixel), 1.0);
    }
    found.look.open *= light.open;
    let sent = shaded(found.look, corner.world, light.lights, object.kinds.z == BODY);
    return vec4f(shown(compressed(sent * frame.eye.w), pixel), 1.0);
}

struct Stored {
    @location(0) color: vec4f,      // the square root of the colour; sheen up to 0.5, skin, or a heat map
    @location(1) normal: vec4f,     // roughness with it
}

// Known and kept: small triangles cost little if nothing is lit here.
@fragment
fn stored_pixel(corner: Corner, @builtin(front_facing) is_front: bool) -> Stored {
    let found = known(corner, is_front);
    var code = 0.5 * found.look.sheen;
    code = select(code, SKIN_CODE, object.kinds.z == BODY && frame.heat.z < 0.5);
    code = select(code, HEAT_CODE, found.is_heat);
    return Stored(vec4f(sqrt(found.look.color * found.look.open), code), vec4f(found.look.normal, found.look.roughness));
}
