// What is behind everything.

fn background(pixel: vec2f) -> vec3f {
    let down = pixel.y / frame.screen.y;
    let out = length((pixel - 0.5 * frame.screen.xy) / frame.screen.y);
    return mix(frame.background[0].rgb, frame.background[1].rgb, smoothstep(0.0, 1.0, down)) * (1.0 - 0.1 * out * out);
}

// The background as it is seen through a ground that is nothing but the shadows on it: it ends nowhere.
fn grounded(world: vec3f, pixel: vec2f) -> vec3f {
    let behind = background(pixel);
    let out = length(world.xz - frame.ground.xz) / frame.ground.w;
    let grazing = (frame.eye.y - world.y) / distance(frame.eye.xyz, world);
    let near = (1.0 - smoothstep(0.35, 1.0, out)) * smoothstep(0.0, 0.08, grazing);
    let up = vec3f(0.0, 1.0, 0.0);
    let sky = frame.ground_light.rgb;
    // Before any branch: neighbours share what they see.
    let found = seen(world, up, pixel);
    if near <= 0.0 || frame.eye.y < frame.ground.y {
        return behind;
    }
    var whole = sky;
    var left = sky * found.open;
    for (var k = 0u; k < 3u; k++) {
        let light = frame.lights[k].color.rgb * max(frame.lights[k].direction.y, 0.0) / PI;
        whole += light;
        left += light * found.lights[k];
    }
    return behind * mix(vec3f(1.0), left / max(whole, vec3f(1e-4)), near);
}
