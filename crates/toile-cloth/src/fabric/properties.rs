//! A fabric and its properties, in SI units.

use std::collections::BTreeMap;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};

use super::Hysteresis;
use super::curve::StretchCurve;
use super::ply::Ply;
use toile_contact::friction::FrictionLaw;

/// What a cloth is made of, in SI units and independent of any mesh.
///
/// Warp is the direction of the yarns along the piece (of the wales in a knit), weft the one across (the courses).
#[derive(Clone, Debug, PartialEq)]
pub struct Fabric {
    /// Short name without spaces: `cotton-poplin`.
    pub name: String,
    /// One sentence on what it is and what it is used for.
    pub description: String,
    /// Where the numbers come from: author, year, title, table.
    pub sources: Vec<String>,
    /// For a field (`bending.warp`) or a section (`friction`): how its numbers were found.
    pub evidence: BTreeMap<String, Evidence>,
    /// Mass of an area, kg/m².
    pub density: f64,
    /// Thickness under [`thickness_pressure`](Self::thickness_pressure), m.
    pub thickness: f64,
    /// Pressure at which the thickness was read, Pa. Cloth is soft, so one without the other means little.
    pub thickness_pressure: f64,
    /// Resistance to stretch and shear.
    pub membrane: MembraneProperties,
    /// Resistance to bending.
    pub bending: BendingProperties,
    /// Loss of motion inside the cloth.
    pub damping: Damping,
    /// Friction against cloth and skin.
    pub friction: Friction,
    /// What air does to it.
    pub air: AirProperties,
}

/// What a piece is cut from: a fabric, how the piece lies on it, and what lies on the piece.
#[derive(Clone, Debug, PartialEq)]
pub struct FabricCut {
    /// What it is made of.
    pub fabric: Fabric,
    /// The angle of the warp from the rest shape's `x`, in radians, counter-clockwise.
    pub grain: f64,
    /// Layers that lie flat on it, such as hems and linings; their warp runs as that of the fabric.
    pub plies: Vec<Ply>,
}

/// Resistance to stretch and shear in the plane.
#[derive(Clone, Debug, PartialEq)]
pub struct MembraneProperties {
    /// Stiffness along the warp at small strain, N/m.
    pub warp: f64,
    /// Stiffness along the weft at small strain, N/m.
    pub weft: f64,
    /// Shear stiffness, N/m for a radian of shear angle γ (engineering shear, twice the tensor's εxy).
    pub shear: f64,
    /// Poisson ratio: contraction along the weft for a stretch along the warp.
    pub poisson: f64,
    /// Stiffness under compression as a part of that under tension, 0 to 1: cloth buckles between its yarns.
    pub compression: f64,
    /// Width of the shear loop near zero shear, KES's 2HG, N/m.
    pub shear_hysteresis: f64,
    /// Width of the shear loop at five degrees, KES's 2HG5, N/m.
    pub shear_hysteresis_5: f64,
    /// Tension against strain along the warp, if it is known beyond small strain.
    pub warp_curve: Option<StretchCurve>,
    /// Tension against strain along the weft.
    pub weft_curve: Option<StretchCurve>,
    /// Tension against strain of a strip cut at 45°.
    pub bias_curve: Option<StretchCurve>,
}

/// Resistance to bending, and its friction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BendingProperties {
    /// Stiffness when the warp is bent, N·m (N·m² for a metre of width).
    pub warp: f64,
    /// Stiffness when the weft is bent, N·m.
    pub weft: f64,
    /// Stiffness against twist, N·m, acting on 2κxy. Half of the others for an isotropic sheet without contraction.
    pub twist: f64,
    /// Moment along one direction for a curvature along the other, N·m.
    pub coupling: f64,
    /// Width of the bending loop along the warp, KES's 2HB, N·m/m.
    pub hysteresis_warp: f64,
    /// Width of the bending loop along the weft, N·m/m.
    pub hysteresis_weft: f64,
    /// K0, 1/m: curvature up to which cloth springs back.
    pub transition_curvature: f64,
    /// λ, 0 to 1: part of the set that stays when a cycle of bending ends.
    pub residual_rate: f64,
    /// μ, 0 to 1: part of the friction that a cycle of bending wears off.
    pub fatigue_rate: f64,
}

/// Loss of motion inside the cloth: a viscous tension of this time times the rate of the elastic one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Damping {
    /// Of stretch and shear, s.
    pub membrane: f64,
    /// Of bending, s.
    pub bending: f64,
}

/// Coulomb's coefficients.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Friction {
    /// Cloth at rest on the same cloth.
    pub cloth_static: f64,
    /// Cloth sliding on the same cloth.
    pub cloth_kinetic: f64,
    /// Cloth at rest on dry skin.
    pub skin_static: f64,
    /// Cloth sliding on dry skin.
    pub skin_kinetic: f64,
}

/// What air does to the cloth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AirProperties {
    /// Drag coefficient of a piece that faces the wind.
    pub drag: f64,
    /// Lift coefficient of a piece that lies aslant in the wind.
    pub lift: f64,
    /// Speed of the air through the cloth for a pressure across it, m/s/Pa.
    pub permeability: f64,
}

/// A direction in the cloth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClothDirection {
    /// Along the warp, the grain.
    Warp,
    /// Along the weft, across the grain.
    Weft,
    /// At 45° between them.
    Bias,
}

impl ClothDirection {
    /// Angle from the warp in radians.
    pub const fn angle(self) -> f64 {
        match self {
            Self::Warp => 0.0,
            Self::Weft => FRAC_PI_2,
            Self::Bias => FRAC_PI_4,
        }
    }
}

/// How a number was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// Measured on this very fabric, and by whom.
    Measured(String),
    /// Not measured on it, and what it was concluded from.
    Estimated(String),
}

impl MembraneProperties {
    /// Tension of a strip pulled in a direction, and its derivative, in N/m.
    ///
    /// Follows the curve of that direction if there is one and the linear stiffness otherwise; under compression
    /// [`compression`](Self::compression) of the stiffness at rest is left.
    pub fn tension(&self, direction: ClothDirection, strain: f64) -> (f64, f64) {
        let curve = match direction {
            ClothDirection::Warp => &self.warp_curve,
            ClothDirection::Weft => &self.weft_curve,
            ClothDirection::Bias => &self.bias_curve,
        };
        let softening = if strain < 0.0 { self.compression } else { 1.0 };
        let stiffness = self.strip_stiffness(direction);
        let (tension, slope) =
            curve.as_ref().map_or((stiffness * strain, stiffness), |curve| curve.tension(strain));
        (softening * tension, softening * slope)
    }

    /// Linear stiffness of a strip cut in a direction, N/m: 1/E45 = (1/E1 + 1/E2 − 2ν/E1 + 1/G) / 4 on the bias.
    pub fn strip_stiffness(&self, direction: ClothDirection) -> f64 {
        match direction {
            ClothDirection::Warp => self.warp,
            ClothDirection::Weft => self.weft,
            ClothDirection::Bias => {
                4.0 / (1.0 / self.warp + 1.0 / self.weft - 2.0 * self.poisson / self.warp + 1.0 / self.shear)
            }
        }
    }
}

impl Friction {
    /// The law of the fabric on itself.
    pub const fn on_cloth(&self) -> FrictionLaw {
        FrictionLaw::coulomb(self.cloth_kinetic).with_static(self.cloth_static)
    }

    /// The law of the fabric on skin.
    pub const fn on_skin(&self) -> FrictionLaw {
        FrictionLaw::coulomb(self.skin_kinetic).with_static(self.skin_static)
    }
}

impl BendingProperties {
    /// Twist stiffness of a sheet with these bending stiffnesses for which nothing better is known.
    ///
    /// Half the geometric mean, so that a strip cut on the bias is about as stiff as the mean of warp and weft: the
    /// medians of 618 measured fabrics are 13.8, 8.8 and, on the bias, 11.5 µN·m.
    pub fn estimated_twist(warp: f64, weft: f64) -> f64 {
        0.5 * (warp * weft).sqrt()
    }

    /// Parameters of the moment-curvature loop in a direction; on the bias the mean of the two friction moments.
    pub fn hysteresis(&self, direction: ClothDirection) -> Hysteresis {
        let moment = match direction {
            ClothDirection::Warp => self.hysteresis_warp,
            ClothDirection::Weft => self.hysteresis_weft,
            ClothDirection::Bias => 0.5 * (self.hysteresis_warp + self.hysteresis_weft),
        };
        Hysteresis {
            residual_rate: self.residual_rate,
            fatigue_rate: self.fatigue_rate,
            ..Hysteresis::from_kes(self.stiffness(direction), moment, self.transition_curvature)
        }
    }
}

impl Fabric {
    /// A sheet that is the same in all directions, without friction, damping and air: for tests and comparisons.
    ///
    /// `stretch` is its stiffness in N/m (Young's modulus times thickness), `bending` its bending stiffness in N·m.
    pub fn isotropic(
        name: &str,
        density: f64,
        thickness: f64,
        stretch: f64,
        poisson: f64,
        bending: f64,
    ) -> Self {
        let mut fabric = Self::blank();
        fabric.name = name.to_string();
        fabric.density = density;
        fabric.thickness = thickness;
        fabric.membrane.warp = stretch;
        fabric.membrane.weft = stretch;
        fabric.membrane.shear = 0.5 * stretch / (1.0 + poisson);
        fabric.membrane.poisson = poisson;
        fabric.bending.warp = bending;
        fabric.bending.weft = bending;
        fabric.bending.coupling = poisson * bending;
        fabric.bending.twist = 0.5 * (1.0 - poisson) * bending;
        fabric
    }

    /// How the number of a field was found: what is said of the field itself, or of its section.
    pub fn evidence_for(&self, field: &str) -> Option<&Evidence> {
        let section = field.split('.').next().unwrap_or(field);
        self.evidence.get(field).or_else(|| self.evidence.get(section))
    }

    /// Nothing known, nothing there; not a valid fabric, but the start of one.
    pub(super) fn blank() -> Self {
        Self {
            name: String::new(),
            description: String::new(),
            sources: Vec::new(),
            evidence: BTreeMap::new(),
            density: 0.0,
            thickness: 0.0,
            thickness_pressure: KES_THICKNESS_PRESSURE,
            membrane: MembraneProperties {
                warp: 0.0,
                weft: 0.0,
                shear: 0.0,
                poisson: 0.0,
                compression: 1.0,
                shear_hysteresis: 0.0,
                shear_hysteresis_5: 0.0,
                warp_curve: None,
                weft_curve: None,
                bias_curve: None,
            },
            bending: BendingProperties {
                warp: 0.0,
                weft: 0.0,
                twist: 0.0,
                coupling: 0.0,
                hysteresis_warp: 0.0,
                hysteresis_weft: 0.0,
                transition_curvature: KES_FIT_START,
                residual_rate: 0.0,
                fatigue_rate: 0.0,
            },
            damping: Damping { membrane: 0.0, bending: 0.0 },
            friction: Friction { cloth_static: 0.0, cloth_kinetic: 0.0, skin_static: 0.0, skin_kinetic: 0.0 },
            air: AirProperties { drag: 0.0, lift: 0.0, permeability: 0.0 },
        }
    }
}

/// Pressure at which KES reads the thickness T: 0.5 gf/cm², in Pa.
pub(super) const KES_THICKNESS_PRESSURE: f64 = 49.033_25;

/// Curvature from which on KES fits a line to the moment: 0.5 per cm, in 1/m. Friction has been overcome there.
const KES_FIT_START: f64 = 50.0;
