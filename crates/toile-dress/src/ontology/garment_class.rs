//! Kinds of garments, and which is a kind of which.

/// A kind of garment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GarmentClass {
    /// Something to wear.
    Garment,
    /// Cloth that is not for wearing, as far as is known.
    Sheet,
    /// What is worn next to the skin.
    Underwear,
    /// What covers the upper body.
    Top,
    /// A tube around the chest.
    TubeTop,
    /// A top without sleeves.
    TankTop,
    /// A top with sleeves that is put on over the head.
    TShirt,
    /// A top with a collar, most often with buttons in front.
    Shirt,
    /// A warm top with ribbed bands or a hood, put on over the head.
    Pullover,
    /// What covers the lower body.
    Bottom,
    /// With two legs.
    Trousers,
    /// Trousers that end above the knee.
    Shorts,
    /// Around both legs.
    Skirt,
    /// What covers upper and lower body.
    OnePiece,
    /// Like a top and a skirt.
    Dress,
    /// Like a top and trousers.
    Jumpsuit,
    /// What is worn outdoors, over the rest.
    Outerwear,
    /// Open in front, without sleeves.
    Waistcoat,
    /// Open in front, with sleeves.
    Jacket,
    /// A jacket that reaches down to the legs.
    Coat,
    /// A sheet with a hole for the head.
    Poncho,
}

impl GarmentClass {
    /// All classes.
    pub const ALL: [Self; 21] = [
        Self::Garment,
        Self::Sheet,
        Self::Underwear,
        Self::Top,
        Self::TubeTop,
        Self::TankTop,
        Self::TShirt,
        Self::Shirt,
        Self::Pullover,
        Self::Bottom,
        Self::Trousers,
        Self::Shorts,
        Self::Skirt,
        Self::OnePiece,
        Self::Dress,
        Self::Jumpsuit,
        Self::Outerwear,
        Self::Waistcoat,
        Self::Jacket,
        Self::Coat,
        Self::Poncho,
    ];

    /// What it is called.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Garment => "garment",
            Self::Sheet => "sheet",
            Self::Underwear => "underwear",
            Self::Top => "top",
            Self::TubeTop => "tube top",
            Self::TankTop => "tank top",
            Self::TShirt => "T-shirt",
            Self::Shirt => "shirt",
            Self::Pullover => "pullover",
            Self::Bottom => "bottom",
            Self::Trousers => "trousers",
            Self::Shorts => "shorts",
            Self::Skirt => "skirt",
            Self::OnePiece => "one-piece",
            Self::Dress => "dress",
            Self::Jumpsuit => "jumpsuit",
            Self::Outerwear => "outerwear",
            Self::Waistcoat => "waistcoat",
            Self::Jacket => "jacket",
            Self::Coat => "coat",
            Self::Poncho => "poncho",
        }
    }

    /// The class that it is a kind of.
    pub const fn parent(self) -> Option<Self> {
        match self {
            Self::Garment | Self::Sheet => None,
            Self::Underwear | Self::Top | Self::Bottom | Self::OnePiece | Self::Outerwear => {
                Some(Self::Garment)
            }
            Self::TubeTop | Self::TankTop | Self::TShirt | Self::Shirt | Self::Pullover => Some(Self::Top),
            Self::Trousers | Self::Skirt => Some(Self::Bottom),
            Self::Shorts => Some(Self::Trousers),
            Self::Dress | Self::Jumpsuit => Some(Self::OnePiece),
            Self::Waistcoat | Self::Jacket | Self::Poncho => Some(Self::Outerwear),
            Self::Coat => Some(Self::Jacket),
        }
    }

    /// Whether it is another class or a kind of it.
    pub fn is_a(self, other: Self) -> bool {
        std::iter::successors(Some(self), |class| class.parent()).any(|class| class == other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_kinds_of_their_kinds() {
        assert!(GarmentClass::Shorts.is_a(GarmentClass::Bottom));
        assert!(!GarmentClass::Bottom.is_a(GarmentClass::Shorts));
        assert!(!GarmentClass::Sheet.is_a(GarmentClass::Garment));
        let worn = GarmentClass::ALL.into_iter().filter(|class| *class != GarmentClass::Sheet);
        assert!(worn.into_iter().all(|class| class.is_a(GarmentClass::Garment)));
    }
}
