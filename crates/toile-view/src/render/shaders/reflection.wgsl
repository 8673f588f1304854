// How surfaces send light back.

// Trowbridge and Reitz' distribution with Smith's shadowing, as one factor.
fn gloss(n_h: f32, n_l: f32, n_v: f32, roughness: f32) -> f32 {
    let a = roughness * roughness;
    let a2 = a * a;
    let d = n_h * n_h * (a2 - 1.0) + 1.0;
    let distribution = a2 / (PI * d * d);
    let masked = n_l * sqrt(n_v * n_v * (1.0 - a2) + a2) + n_v * sqrt(n_l * n_l * (1.0 - a2) + a2);
    return distribution * 0.5 / max(masked, 1e-4);
}

// Schlick's approximation.
fn fresnel(f0: f32, cosine: f32) -> f32 {
    let k = 1.0 - cosine;
    let k2 = k * k;
    return f0 + (1.0 - f0) * k2 * k2 * k;
}

// Fuzz: Estevez and Kulla, "Production friendly microfacet sheen BRDF", 2017, with the visibility of Neubelt and Pettineo.
// Of roughness 1/2, the distribution (2 + 1/r) sin(h)^(1/r) / 2 pi needs no power.
fn fuzz(n_h: f32, n_l: f32, n_v: f32) -> f32 {
    let distribution = 4.0 * (1.0 - n_h * n_h) / (2.0 * PI);
    return distribution / (4.0 * (n_l + n_v - n_l * n_v) + 1e-3);
}

// What fuzz sends back of light from everywhere: nothing face on, much at grazing angles.
fn fuzz_of_sky(n_v: f32) -> f32 {
    let k = 1.0 - n_v;
    return 0.08 + 0.72 * k * k * k;
}

// What a rough mirror sends back of light from everywhere; a fit to the integral of `gloss` with `fresnel`, after Karis 2014.
fn gloss_of_sky(f0: f32, roughness: f32, n_v: f32) -> f32 {
    let r = vec4f(-1.0, -0.0275, -0.572, 0.022) * roughness + vec4f(1.0, 0.0425, 1.04, -0.04);
    let a = min(r.x * r.x, exp2(-9.28 * n_v)) * r.x + r.y;
    return max(f0 * (r.z - 1.04 * a) + a + r.w, 0.0);
}
