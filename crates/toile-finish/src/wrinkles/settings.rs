//! What can be chosen about wrinkles.

use crate::subdivision::RefinementError;

toile_geom::named_enum! {
    /// How the deformation of a triangle is measured.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum DeformMeasure: name, named "measure of deformation" {
        /// By the symmetric factor of the polar decomposition, which knows no direction of its own.
        #[default]
        Polar = "polar",
        /// In frames that are laid along one edge before and after; the symmetric part of that.
        EdgeFrame = "edge-frame",
    }
}

toile_geom::named_enum! {
    /// Which layers of folds are taken.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum LayerPick: name, named "pick of layers" {
        /// Those that must be raised most, as the source says. They lie along the compression: folds get the wrong direction.
        MaxH = "max-h",
        /// Those that must be raised least, because they take up most compression.
        MinH = "min-h",
        /// Those whose folds lie across the strongest compression.
        #[default]
        PrincipalCompression = "principal-compression",
    }
}

/// What wrinkles look like, and where they come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WrinkleSettings {
    /// How many directions of folds there are, over half a turn. More than eight are not seen.
    pub layers: usize,
    /// How many folds a texture has.
    pub folds: f64,
    /// How large a texture is in the pattern, in metres.
    pub texture: f64,
    /// How much less each octave of the noise counts than the one before.
    pub persistence: f64,
    /// By how many radians the noise bends the folds.
    pub variation: f64,
    /// How high folds of a layer are at a modulation of 1, in metres.
    pub height: f64,
    /// The most that a layer is raised, in heights.
    pub most: f64,
    /// How much less a layer may suit than the best one and still be seen, as a part. Narrow enough, two layers are blended at most.
    pub transition: f64,
    /// Which layers are taken.
    pub pick: LayerPick,
    /// How deformation is measured.
    pub measure: DeformMeasure,
}

impl Default for WrinkleSettings {
    /// Those of the source for trousers, with folds of 40 mm.
    fn default() -> Self {
        Self {
            layers: 6,
            folds: 18.0,
            texture: 0.72,
            persistence: 0.3,
            variation: 6.0,
            height: 0.004,
            most: 1.5,
            transition: 0.2,
            pick: LayerPick::default(),
            measure: DeformMeasure::default(),
        }
    }
}

impl WrinkleSettings {
    /// Refuses what no wrinkles can be made with.
    pub(super) fn check(&self) -> Result<(), RefinementError> {
        let refuse = |setting: &'static str| Err(RefinementError::Setting { setting });
        let positive = [("texture", self.texture), ("transition", self.transition)];
        let others = [
            ("folds", self.folds),
            ("persistence", self.persistence),
            ("variation", self.variation),
            ("height", self.height),
            ("most", self.most),
        ];
        match (
            positive.iter().find(|s| !(s.1 > 0.0 && s.1.is_finite())),
            others.iter().find(|s| !(s.1 >= 0.0 && s.1.is_finite())),
        ) {
            (Some((setting, _)), _) | (None, Some((setting, _))) => refuse(setting),
            (None, None) => Ok(()),
        }
    }
}
