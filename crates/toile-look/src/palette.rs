//! The colours that pictures, animations and the viewer give to cloth and to solid things.

/// Colours of cloth, in the order of the fabrics.
pub const CLOTH_COLORS: [u32; 6] = [0xC4_8F_86, 0x7F_98_A8, 0xD3_BE_7A, 0x8F_A8_8B, 0xA8_8C_A6, 0xE9_E4_DA];

/// The colour of solid things.
pub const SOLID_COLOR: u32 = 0xC9_C3_BA;
