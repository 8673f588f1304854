//! The laws of all pairs of materials.

use super::{FrictionError, FrictionLaw};

/// A material by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MaterialId {
    /// A fabric.
    Cloth(u16),
    /// What an obstacle is covered with.
    Obstacle(u16),
}

impl Default for MaterialId {
    fn default() -> Self {
        Self::Cloth(0)
    }
}

/// The laws of some pairs of materials.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PairLaws {
    /// The smaller material first, sorted.
    pairs: Vec<([MaterialId; 2], FrictionLaw)>,
}

impl PairLaws {
    /// A law for a pair, in place of one given before.
    pub fn set(&mut self, one: MaterialId, other: MaterialId, law: FrictionLaw) {
        let pair = [one.min(other), one.max(other)];
        match self.pairs.binary_search_by_key(&pair, |entry| entry.0) {
            Ok(place) => self.pairs[place].1 = law,
            Err(place) => self.pairs.insert(place, (pair, law)),
        }
    }

    /// The law of a pair in either order, if it has one.
    pub fn get(&self, one: MaterialId, other: MaterialId) -> Option<&FrictionLaw> {
        let pair = [one.min(other), one.max(other)];
        self.pairs.binary_search_by_key(&pair, |entry| entry.0).ok().map(|place| &self.pairs[place].1)
    }

    /// Whether no pair has a law.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// All laws, in the order of their pairs.
    pub fn laws(&self) -> impl Iterator<Item = &FrictionLaw> {
        self.pairs.iter().map(|entry| &entry.1)
    }
}

/// A law for each pair of materials: for those that were given their own, and one each for other cloth against cloth and cloth against
/// bodies.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FrictionTable {
    cloth: FrictionLaw,
    body: FrictionLaw,
    pairs: PairLaws,
}

impl FrictionTable {
    /// A table with a law for cloth against cloth and one for cloth against bodies.
    pub fn new(cloth: FrictionLaw, body: FrictionLaw) -> Self {
        Self { cloth, body, pairs: PairLaws::default() }
    }

    /// The same law for everything.
    pub fn uniform(law: impl Into<FrictionLaw>) -> Self {
        let law = law.into();
        Self::new(law, law)
    }

    /// A law of its own for a pair, in place of one given before.
    #[must_use]
    pub fn with(mut self, one: MaterialId, other: MaterialId, law: FrictionLaw) -> Self {
        self.pairs.set(one, other, law);
        self
    }

    /// The table itself if all laws make sense.
    ///
    /// # Errors
    /// The first law that does not.
    pub fn validated(self) -> Result<Self, FrictionError> {
        for law in [self.cloth, self.body].into_iter().chain(self.pairs.laws().copied()) {
            law.validated()?;
        }
        Ok(self)
    }

    /// The law between two materials, in either order.
    pub fn between(&self, one: MaterialId, other: MaterialId) -> &FrictionLaw {
        let usual = match [one, other] {
            [MaterialId::Cloth(_), MaterialId::Cloth(_)] => &self.cloth,
            _ => &self.body,
        };
        self.pairs.get(one, other).unwrap_or(usual)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_have_their_own_law_in_either_order_and_others_the_default() {
        let (silk, wool, skin) = (MaterialId::Cloth(0), MaterialId::Cloth(1), MaterialId::Obstacle(0));
        let table = FrictionTable::new(0.4.into(), 0.3.into())
            .with(wool, silk, 0.25.into())
            .with(skin, wool, 0.7.into())
            .with(silk, wool, 0.2.into());
        assert_eq!(table.between(silk, wool).kinetic, 0.2);
        assert_eq!(table.between(wool, silk).kinetic, 0.2);
        assert_eq!(table.between(wool, skin).kinetic, 0.7);
        assert_eq!(table.between(silk, skin).kinetic, 0.3);
        assert_eq!(table.between(silk, silk).kinetic, 0.4);
        assert!(table.clone().validated().is_ok());
        assert!(table.with(silk, silk, f64::NAN.into()).validated().is_err());
    }
}
