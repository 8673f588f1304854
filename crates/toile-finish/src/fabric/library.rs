//! Looks by the names of fabrics.

use super::look::FabricLook;
use super::structure::Structure;

/// Cotton of medium weight, which other looks differ from.
const COTTON: FabricLook = FabricLook {
    structure: Structure::Plain,
    warp_spacing: 3.0e-4,
    weft_spacing: 3.6e-4,
    cover: 0.92,
    unevenness: 0.35,
    hair: 0.15,
    weft_dye: 1.0,
    roughness: 0.85,
    sheen: 0.15,
    translucency: 0.1,
};

/// Fabrics by a part of their names; the first that fits. Spacings are those of usual trade counts (yarns a centimetre): denim 26 by 17, poplin 50 by 26, lawn 36 by 34,
/// canvas 16 by 14, linen 18 by 16, habotai 52 by 42, suiting 28 by 24, jersey 14 wales by 18 courses.
const LOOKS: [(&str, FabricLook); 18] = [
    (
        "denim",
        FabricLook {
            structure: Structure::Twill { over: 3 },
            warp_spacing: 3.8e-4,
            weft_spacing: 5.9e-4,
            cover: 1.0,
            unevenness: 0.9,
            hair: 0.2,
            weft_dye: 0.06,
            roughness: 0.9,
            sheen: 0.08,
            translucency: 0.0,
        },
    ),
    (
        "twill",
        FabricLook { structure: Structure::Twill { over: 2 }, cover: 1.0, translucency: 0.0, ..COTTON },
    ),
    (
        "suiting",
        FabricLook {
            structure: Structure::Twill { over: 2 },
            warp_spacing: 3.6e-4,
            weft_spacing: 4.2e-4,
            cover: 1.0,
            hair: 0.35,
            sheen: 0.3,
            translucency: 0.0,
            ..COTTON
        },
    ),
    (
        "coating",
        FabricLook {
            structure: Structure::Twill { over: 2 },
            warp_spacing: 1.0e-3,
            weft_spacing: 1.1e-3,
            cover: 1.0,
            hair: 0.8,
            unevenness: 0.6,
            roughness: 0.95,
            sheen: 0.6,
            translucency: 0.0,
            ..COTTON
        },
    ),
    (
        "tropical",
        FabricLook { warp_spacing: 4.0e-4, weft_spacing: 4.4e-4, hair: 0.25, sheen: 0.25, ..COTTON },
    ),
    ("wool", FabricLook { warp_spacing: 5.0e-4, weft_spacing: 5.5e-4, hair: 0.45, sheen: 0.4, ..COTTON }),
    (
        "felt",
        FabricLook {
            structure: Structure::Felt,
            warp_spacing: 1.2e-3,
            weft_spacing: 1.2e-3,
            hair: 1.0,
            unevenness: 0.6,
            roughness: 1.0,
            sheen: 0.7,
            translucency: 0.0,
            ..COTTON
        },
    ),
    (
        "jersey",
        FabricLook {
            structure: Structure::Jersey,
            warp_spacing: 7.1e-4,
            weft_spacing: 5.6e-4,
            cover: 1.0,
            unevenness: 0.3,
            hair: 0.2,
            roughness: 0.9,
            sheen: 0.3,
            ..COTTON
        },
    ),
    (
        "satin",
        FabricLook {
            structure: Structure::Satin { repeat: 8, step: 3 },
            warp_spacing: 1.4e-4,
            weft_spacing: 2.2e-4,
            ..FILAMENT
        },
    ),
    (
        "crepe",
        FabricLook {
            unevenness: 0.5,
            roughness: 0.6,
            warp_spacing: 2.4e-4,
            weft_spacing: 2.8e-4,
            ..FILAMENT
        },
    ),
    (
        "organza",
        FabricLook { cover: 0.45, warp_spacing: 2.4e-4, weft_spacing: 2.6e-4, translucency: 0.6, ..FILAMENT },
    ),
    (
        "chiffon",
        FabricLook {
            cover: 0.5,
            warp_spacing: 2.6e-4,
            weft_spacing: 2.8e-4,
            roughness: 0.6,
            translucency: 0.55,
            ..FILAMENT
        },
    ),
    (
        "faille",
        FabricLook {
            structure: Structure::Rib,
            warp_spacing: 2.0e-4,
            weft_spacing: 6.0e-4,
            cover: 1.0,
            roughness: 0.5,
            ..FILAMENT
        },
    ),
    ("silk", FILAMENT),
    (
        "leather",
        FabricLook {
            structure: Structure::Leather,
            warp_spacing: 1.4e-3,
            weft_spacing: 1.4e-3,
            cover: 0.35,
            unevenness: 0.8,
            hair: 0.0,
            roughness: 0.45,
            sheen: 0.0,
            translucency: 0.0,
            ..COTTON
        },
    ),
    (
        "canvas",
        FabricLook {
            warp_spacing: 6.2e-4,
            weft_spacing: 7.1e-4,
            cover: 0.97,
            unevenness: 0.6,
            translucency: 0.0,
            ..COTTON
        },
    ),
    (
        "linen",
        FabricLook {
            warp_spacing: 5.6e-4,
            weft_spacing: 6.2e-4,
            cover: 0.85,
            unevenness: 1.0,
            hair: 0.1,
            roughness: 0.8,
            sheen: 0.12,
            ..COTTON
        },
    ),
    (
        "poplin",
        FabricLook { warp_spacing: 2.0e-4, weft_spacing: 3.8e-4, cover: 0.97, unevenness: 0.25, ..COTTON },
    ),
];

/// Smooth yarns of endless fibres, as of silk and polyester.
const FILAMENT: FabricLook = FabricLook {
    structure: Structure::Plain,
    warp_spacing: 1.9e-4,
    weft_spacing: 2.4e-4,
    cover: 1.0,
    unevenness: 0.12,
    hair: 0.0,
    weft_dye: 1.0,
    roughness: 0.38,
    sheen: 0.08,
    translucency: 0.15,
};

impl FabricLook {
    /// How a fabric looks, by what its name says that it is; what says nothing looks like plain cotton.
    pub fn of_fabric(name: &str) -> Self {
        let name = name.to_lowercase();
        LOOKS.iter().find(|(part, _)| name.contains(part)).map_or(COTTON, |(_, look)| *look)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fabrics_look_like_what_they_are() {
        let structure = |name: &str| FabricLook::of_fabric(name).structure;
        assert_eq!(structure("denim"), Structure::Twill { over: 3 });
        assert_eq!(structure("work-twill"), Structure::Twill { over: 2 });
        assert_eq!(structure("Jersey"), Structure::Jersey);
        assert_eq!(structure("silk-habotai"), Structure::Plain);
        assert_eq!(structure("polyester-faille"), Structure::Rib);
        assert_eq!(structure("something new"), Structure::Plain);
    }

    #[test]
    fn looks_are_within_bounds() {
        for (name, look) in LOOKS {
            for share in [
                look.cover,
                look.unevenness,
                look.hair,
                look.weft_dye,
                look.roughness,
                look.sheen,
                look.translucency,
            ] {
                assert!((0.0..=1.0).contains(&share), "{name}");
            }
            assert!(look.warp_spacing > 5e-5 && look.weft_spacing < 5e-3, "{name}");
        }
    }
}
