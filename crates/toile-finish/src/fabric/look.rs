//! The description of how a fabric looks.

use super::structure::Structure;

/// How a fabric looks. Its colour is not part of it: any fabric can be dyed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FabricLook {
    /// How its yarns lie.
    pub structure: Structure,
    /// From one warp yarn, or wale, to the next, in metres.
    pub warp_spacing: f64,
    /// From one weft yarn, or course, to the next, in metres.
    pub weft_spacing: f64,
    /// How wide a yarn is, as a part of its spacing: 1 if yarns touch.
    pub cover: f64,
    /// How uneven yarns are, from 0 (filament) to 1 (hand-spun): in thickness, and in how light they are.
    pub unevenness: f64,
    /// How many fibres stand out and blur the yarns, from 0 (filament) to 1 (felt).
    pub hair: f64,
    /// How much of the dye the weft takes: 1 if it is dyed like the warp, 0 if it stays undyed as in denim.
    pub weft_dye: f64,
    /// How rough the surface of a yarn is, from 0 (mirror) to 1 (chalk).
    pub roughness: f64,
    /// How strongly fibres light up at grazing angles, from 0 to 1.
    pub sheen: f64,
    /// The part of the light that comes through, from 0 to 1.
    pub translucency: f64,
}
