// Light from all around.

@group(0) @binding(3) var surroundings: texture_2d<f32>;
@group(0) @binding(4) var around: sampler;

fn turned(direction: vec3f) -> vec3f {
    let c = cos(frame.sky.y);
    let s = sin(frame.sky.y);
    return vec3f(c * direction.x - s * direction.z, direction.y, s * direction.x + c * direction.z);
}

// What a white matt surface sends back of it.
fn diffuse_sky(normal: vec3f) -> vec3f {
    let d = turned(normal);
    var sum = 0.282095 * frame.harmonics[0].rgb;
    sum += 0.488603 * (d.y * frame.harmonics[1].rgb + d.z * frame.harmonics[2].rgb + d.x * frame.harmonics[3].rgb);
    sum += 1.092548 * (d.x * d.y * frame.harmonics[4].rgb + d.y * d.z * frame.harmonics[5].rgb + d.x * d.z * frame.harmonics[7].rgb);
    sum += 0.315392 * (3.0 * d.z * d.z - 1.0) * frame.harmonics[6].rgb;
    sum += 0.546274 * (d.x * d.x - d.y * d.y) * frame.harmonics[8].rgb;
    return max(sum, vec3f(0.0)) * (frame.sky.x / PI);
}

// What a rough mirror shows in a direction.
fn mirrored_sky(direction: vec3f, roughness: f32) -> vec3f {
    let d = turned(direction);
    let place = vec2f(atan2(d.x, -d.z) / (2.0 * PI) + 0.5, acos(clamp(d.y, -1.0, 1.0)) / PI);
    return textureSampleLevel(surroundings, around, place, roughness * frame.sky.z).rgb * frame.sky.x;
}
