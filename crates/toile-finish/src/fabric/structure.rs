//! How the yarns of fabrics lie.

/// How the yarns of a fabric lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Structure {
    /// Every yarn goes over one and under one.
    Plain,
    /// Warp yarns go over some weft yarns and under one, each a step higher than the one to its left: a diagonal rises to the right.
    Twill {
        /// Over how many.
        over: u32,
    },
    /// Warp yarns go over many weft yarns and under one, at places that are scattered: a smooth side.
    Satin {
        /// After how many it repeats.
        repeat: u32,
        /// How many yarns further the next one goes under.
        step: u32,
    },
    /// Several yarns go together over and under as many.
    Basket {
        /// How many.
        yarns: u32,
    },
    /// Thick and thin weft yarns: ribs across the piece.
    Rib,
    /// Loops through loops, seen from the right side: columns of V.
    Jersey,
    /// Fibres without yarns.
    Felt,
    /// A skin with its grain.
    Leather,
}

impl Structure {
    /// After how many warp and weft yarns it repeats.
    pub const fn repeat(self) -> [u32; 2] {
        match self {
            Self::Plain | Self::Rib => [2, 2],
            Self::Twill { over } => [over + 1, over + 1],
            Self::Satin { repeat, .. } => [repeat, repeat],
            Self::Basket { yarns } => [2 * yarns, 2 * yarns],
            Self::Jersey | Self::Felt | Self::Leather => [1, 1],
        }
    }

    /// Whether a warp yarn lies over a weft yarn. Structures without warp say yes.
    pub const fn warp_is_over(self, warp: i64, weft: i64) -> bool {
        match self {
            Self::Plain | Self::Rib => (warp + weft).rem_euclid(2) == 0,
            Self::Twill { over } => (weft - warp).rem_euclid(over as i64 + 1) != 0,
            Self::Satin { repeat, step } => (step as i64 * warp + weft).rem_euclid(repeat as i64) != 0,
            Self::Basket { yarns } => {
                (warp.div_euclid(yarns as i64) + weft.div_euclid(yarns as i64)).rem_euclid(2) == 0
            }
            Self::Jersey | Self::Felt | Self::Leather => true,
        }
    }

    /// Whether it consists of warp and weft.
    pub const fn is_woven(self) -> bool {
        !matches!(self, Self::Jersey | Self::Felt | Self::Leather)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Structure; 6] = [
        Structure::Plain,
        Structure::Twill { over: 2 },
        Structure::Twill { over: 3 },
        Structure::Satin { repeat: 5, step: 2 },
        Structure::Basket { yarns: 2 },
        Structure::Rib,
    ];

    /// In a weave every yarn is over and under within a repeat, or it would not hold.
    #[test]
    fn every_yarn_is_bound() {
        for structure in ALL {
            let [across, along] = structure.repeat().map(i64::from);
            for warp in 0..across {
                let over = (0..along).filter(|&weft| structure.warp_is_over(warp, weft)).count() as i64;
                assert!(over > 0 && over < along, "{structure:?}");
            }
            for weft in 0..along {
                let over = (0..across).filter(|&warp| structure.warp_is_over(warp, weft)).count() as i64;
                assert!(over > 0 && over < across, "{structure:?}");
            }
        }
    }

    #[test]
    fn it_repeats() {
        for structure in ALL {
            let [across, along] = structure.repeat().map(i64::from);
            for (warp, weft) in [(0, 0), (3, 1), (-4, 7), (11, -9)] {
                let over = structure.warp_is_over(warp, weft);
                assert_eq!(over, structure.warp_is_over(warp + across, weft));
                assert_eq!(over, structure.warp_is_over(warp, weft + along));
            }
        }
    }
}
