//! What fabrics look like.

use toile_cloth::fabric::Fabric;
use toile_look::Color;
use toile_view::scene::{Print, ViewMaterial, Weave};

/// How threads of a fabric lie and how it shines.
struct Surface {
    /// A part of the names of such fabrics.
    name: &'static str,
    weave: Weave,
    /// Distance of threads in metres; of coarse ones that can be seen, not counted.
    thread: f32,
    roughness: f32,
    sheen: f32,
}

const fn surface(name: &'static str, weave: Weave, thread: f32, roughness: f32, sheen: f32) -> Surface {
    Surface { name, weave, thread, roughness, sheen }
}

/// Fabrics by what they are; the first that fits.
const SURFACES: [Surface; 14] = [
    surface("denim", Weave::Twill, 0.0009, 0.85, 0.10),
    surface("twill", Weave::Twill, 0.0008, 0.80, 0.10),
    surface("suiting", Weave::Twill, 0.0006, 0.80, 0.30),
    surface("coating", Weave::Twill, 0.0012, 0.95, 0.60),
    surface("wool", Weave::Plain, 0.0006, 0.85, 0.40),
    surface("felt", Weave::None, 0.001, 1.0, 0.70),
    surface("jersey", Weave::Knit, 0.0011, 0.90, 0.35),
    surface("satin", Weave::Satin, 0.0004, 0.35, 0.05),
    surface("silk", Weave::Satin, 0.0004, 0.42, 0.10),
    surface("faille", Weave::Plain, 0.0007, 0.50, 0.10),
    surface("leather", Weave::None, 0.001, 0.45, 0.0),
    surface("canvas", Weave::Plain, 0.0011, 0.90, 0.10),
    surface("linen", Weave::Plain, 0.0009, 0.85, 0.12),
    surface("cotton", Weave::Plain, 0.0005, 0.80, 0.15),
];

/// How a fabric looks in a colour, which fabrics do not have of themselves.
pub fn material(fabric: &Fabric, color: Color) -> ViewMaterial {
    const OTHER: Surface = surface("", Weave::Plain, 0.0005, 0.75, 0.15);
    let known = SURFACES.iter().find(|surface| fabric.name.contains(surface.name)).unwrap_or(&OTHER);
    ViewMaterial {
        color: color.0.to_array(),
        inside: wrong_side(color).0.to_array(),
        roughness: known.roughness,
        sheen: known.sheen,
        weave: known.weave,
        thread: known.thread,
        print: Print::Plain,
    }
}

/// The colour of the other side. It is paler: less of the dye, more of the yarn.
pub(super) fn wrong_side(color: Color) -> Color {
    color.mix(Color::hex(0xB8_B4_AE), 0.35)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn denim_is_twill_and_jersey_is_knitted() {
        let weave = |name: &str| material(&Fabric::named(name).unwrap(), Color::WHITE).weave;
        assert_eq!(weave("denim"), Weave::Twill);
        assert_eq!(weave("jersey"), Weave::Knit);
        assert_eq!(weave("silk-habotai"), Weave::Satin);
        assert_eq!(weave("cotton-poplin"), Weave::Plain);
    }
}
