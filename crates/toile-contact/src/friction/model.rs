//! The terms of a law one after the other, for comparing what each does.

use super::FrictionLaw;

toile_geom::named_enum! {
    /// Which terms of a law act, by the short names of the literature; each model has those of the one before and one more.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum FrictionModel: name {
        /// Coulomb's law with the coefficient of sliding alone.
        Coulomb = "C",
        /// More friction at rest.
        Stiction = "CS",
        /// A gradual fall from one to the other.
        Stribeck = "CSS",
        /// A drag that grows with speed.
        Viscous = "CSSV",
    }
}

impl FrictionModel {
    /// What is left of a law with the terms of this model only.
    pub fn of(self, law: &FrictionLaw) -> FrictionLaw {
        let mut left = *law;
        if self == Self::Coulomb {
            left.static_ = left.kinetic;
        }
        if matches!(self, Self::Coulomb | Self::Stiction) {
            left.stribeck_speed = 0.0;
        }
        if self != Self::Viscous {
            left.viscous = 0.0;
        }
        left
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_model_adds_a_term() {
        let law = FrictionLaw::coulomb(0.1).with_static(0.2).with_stribeck(0.4, 0.2).with_viscous(6e-5, 1.0);
        let [plain, stiction, stribeck, viscous] = FrictionModel::ALL.map(|model| model.of(&law));
        assert_eq!(plain, FrictionLaw { stribeck_shape: 0.2, ..FrictionLaw::coulomb(0.1) });
        assert_eq!((stiction.static_, stiction.coefficient(1e-9)), (0.2, 0.1));
        assert!(stribeck.coefficient(0.4) > 0.1 && stribeck.viscous == 0.0);
        assert_eq!(viscous, law);
    }
}
