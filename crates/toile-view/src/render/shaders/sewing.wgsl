// Wires and stitches: they follow the vertices of an object.

struct Wire {
    @builtin(position) position: vec4f,
}

// Nearer to the eye than the surface it lies on: by metres, and by a part of a pixel where those are less than one. The next
// layer of cloth is some millimetres away.
fn in_front(world: vec3f, metres: f32) -> vec4f {
    let eye = frame.eye.xyz - world;
    let away = length(eye);
    return frame.clip_from_world * vec4f(world + eye / away * max(metres, 0.4 * frame.screen.z * away), 1.0);
}

@vertex
fn wire_vertex(@builtin(vertex_index) v: u32) -> Wire {
    return Wire(in_front(position(v), 0.0004));
}

@fragment
fn wire_pixel(wire: Wire) -> @location(0) vec4f {
    return vec4f(shown(vec3f(0.02, 0.025, 0.03), wire.position.xy), 0.4);
}

const THREAD = 0.0011;      // width of the sewing thread, in metres
const STITCH = 0.0042;      // from one stitch to the next
const ROW = 0.0026;         // from the seam to the rows on both sides of it

struct Stitch {
    @builtin(position) position: vec4f,
    @location(0) along: f32,
    @location(1) across: f32,
    @location(2) toward: f32,
    @location(3) facing: f32,
}

@vertex
fn stitch_vertex(@builtin(vertex_index) k: u32, @location(0) ends: vec2u, @location(1) way: vec2f) -> Stitch {
    let last = (k & 1u) == 1u;
    let side = select(-1.0, 1.0, (k & 2u) == 2u);
    let at = position(select(ends.x, ends.y, last));
    let direction = normalize(position(ends.y) - position(ends.x) + vec3f(1e-9));
    let eye = normalize(frame.eye.xyz - at);
    var normal = vertex_normals[select(ends.x, ends.y, last)].xyz;
    normal = select(-normal, normal, dot(normal, eye) > 0.0);
    let across = normalize(cross(normal, direction) + vec3f(1e-9));
    // Never narrower than the pixels that show it.
    let pixel = frame.screen.z * distance(frame.eye.xyz, at);
    let half_width = ROW + 0.5 * THREAD + pixel;
    var stitch: Stitch;
    stitch.position = in_front(at + across * (side * half_width), 0.0012);
    stitch.along = select(way.x, way.y, last);
    stitch.across = side * half_width;
    stitch.facing = dot(normal, eye);
    stitch.toward = dot(normal, normalize(frame.lights[0].direction.xyz));
    return stitch;
}

@fragment
fn stitch_pixel(stitch: Stitch) -> @location(0) vec4f {
    let wide_x = max(fwidth(stitch.across), 1e-6);
    let wide_y = max(fwidth(stitch.along) / STITCH, 1e-6);
    // Rows of thread on both sides, soft at the edge of pixels.
    let from_row = abs(abs(stitch.across) - ROW);
    let row = clamp((0.5 * THREAD - from_row) / wide_x + 0.5, 0.0, 1.0) * min(1.0, THREAD / wide_x);
    let phase = fract(stitch.along / STITCH);
    let dash = clamp((0.39 - abs(phase - 0.5)) / wide_y + 0.5, 0.0, 1.0);
    let dashes = mix(dash, 0.78, smoothstep(0.35, 1.0, wide_y));
    // The fold between two pieces is dark.
    let groove = exp(-abs(stitch.across) / max(0.0007, 0.5 * wide_x)) * min(1.0, 0.0014 / wide_x) * 0.4;
    let round = 1.0 - pow(min(from_row / (0.5 * THREAD), 1.0), 2.0) * 0.45;
    let twist = 0.9 + 0.1 * sin((stitch.along + stitch.across) * 6000.0) * (1.0 - smoothstep(0.2, 0.6, wide_x / 0.0005));
    let base = mix(object.color.rgb, vec3f(0.92, 0.88, 0.8), 0.55) * round * twist * (0.55 + 0.45 * max(stitch.toward, 0.0));
    let thread = row * dashes * 0.9;
    // A seam on the outline of a garment is seen from its edge: what is as wide as pixels would stand out beyond the cloth.
    let alpha = max(thread, groove * (1.0 - thread)) * smoothstep(0.15, 0.5, stitch.facing);
    let color = mix(object.color.rgb * 0.15, base, thread / max(thread + groove * (1.0 - thread), 1e-4));
    return vec4f(shown(color, stitch.position.xy), alpha);
}
