// Threads and prints, in the fabric's own coordinates: x across the grain, y along it.

struct Threads {
    tilt: vec2f,            // how far the normal leans, across and along
    cavity: f32,            // how deep between threads, from 0 to 1
    shade: f32,             // how much light this thread sends back, about 1
}

fn hash(cell: vec2f) -> f32 {
    return fract(sin(dot(cell, vec2f(12.9898, 78.233))) * 43758.5453);
}

// Woven threads: each is round, and bends over or under the others.
fn woven(place: vec2f, weave: f32) -> Threads {
    let cell = floor(place);
    let at = place - cell - 0.5;
    var warp_above = ((i32(cell.x) + i32(cell.y)) & 1) == 0;
    var float_length = 1.0;
    if weave == 2.0 {
        // Over two, under one, and one further in each row: the diagonal of denim.
        warp_above = (((i32(cell.x) + i32(cell.y)) % 3) + 3) % 3 != 0;
        float_length = 0.55;
    } else if weave == 3.0 {
        // Over four, under one, two further in each row.
        warp_above = (((2 * i32(cell.x) + i32(cell.y)) % 5) + 5) % 5 != 0;
        float_length = 0.25;
    }
    let round = select(at.yx, at, warp_above);
    let number = select(vec2f(cell.y, 3.0), vec2f(cell.x, 7.0), warp_above);
    let tilt = vec2f(1.5 * round.x, 0.9 * round.y * float_length);
    var threads: Threads;
    threads.tilt = select(tilt.yx, tilt, warp_above);
    threads.cavity = smoothstep(0.28, 0.5, abs(round.x)) * 0.8;
    threads.shade = 0.9 + 0.2 * hash(number);
    return threads;
}

// Loops: two legs of a V in each column, leaning away from its middle.
fn knitted(place: vec2f) -> Threads {
    let column = floor(place.x);
    let side = place.x - column - 0.5;
    let leg = (abs(side) - 0.25) * 4.0;
    let along = fract(place.y * 1.3 - abs(side) * 1.1) * 2.0 - 1.0;
    let bulge = leg * leg + 0.75 * along * along;
    var threads: Threads;
    threads.tilt = vec2f(0.75 * leg * sign(side), 0.8 * along - 0.2 * leg);
    threads.cavity = smoothstep(0.55, 1.25, bulge) * 0.85;
    threads.shade = 0.95 + 0.1 * hash(vec2f(column, floor(place.y * 1.3)));
    return threads;
}

// The part of a span of width `wide` around `x` that is in the first `share` of each unit.
fn in_bands(x: f32, wide: f32, share: f32) -> f32 {
    let w = max(wide, 1e-4);
    let low = x - 0.5 * w;
    let high = x + 0.5 * w;
    let covered = (floor(high) - floor(low)) * share + min(fract(high), share) - min(fract(low), share);
    return covered / w;
}

// How much of a pixel of a size is printed on.
fn printed(place: vec2f, wide: vec2f) -> f32 {
    let x = place / object.print.w;
    let w = wide / object.print.w;
    if object.kinds.y == 1.0 {
        return in_bands(x.y, w.y, 0.4);
    }
    if object.kinds.y == 2.0 {
        // Where bands cross, both dye the cloth.
        return 0.5 * in_bands(x.x, w.x, 0.5) + 0.5 * in_bands(x.y, w.y, 0.5);
    }
    // Every second row of dots is half a step further.
    let row = floor(x.y * 1.1547);
    let at = vec2f(fract(x.x + 0.5 * fract(0.5 * row) * 2.0) - 0.5, (fract(x.y * 1.1547) - 0.5) / 1.1547);
    let edge = max(w.x, w.y);
    let dot_share = 1.0 - smoothstep(0.24 - 0.5 * edge, 0.24 + 0.5 * edge, length(at));
    return mix(dot_share, 0.209, smoothstep(0.4, 1.2, edge));
}
