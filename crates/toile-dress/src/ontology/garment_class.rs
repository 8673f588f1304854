//! Kinds of garments, and which is a kind of which.

toile_geom::named_enum! {
    /// A kind of garment.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum GarmentClass: words {
        /// Something to wear.
        Garment = "garment",
        /// Cloth that is not for wearing, as far as is known.
        Sheet = "sheet",
        /// What is worn next to the skin.
        Underwear = "underwear",
        /// What covers the upper body.
        Top = "top",
        /// A tube around the chest.
        TubeTop = "tube top",
        /// A top without sleeves.
        TankTop = "tank top",
        /// A top with sleeves that is put on over the head.
        TShirt = "T-shirt",
        /// A top with a collar, most often with buttons in front.
        Shirt = "shirt",
        /// A warm top with ribbed bands or a hood, put on over the head.
        Pullover = "pullover",
        /// What covers the lower body.
        Bottom = "bottom",
        /// With two legs.
        Trousers = "trousers",
        /// Trousers that end above the knee.
        Shorts = "shorts",
        /// Around both legs.
        Skirt = "skirt",
        /// What covers upper and lower body.
        OnePiece = "one-piece",
        /// Like a top and a skirt.
        Dress = "dress",
        /// Like a top and trousers.
        Jumpsuit = "jumpsuit",
        /// What is worn outdoors, over the rest.
        Outerwear = "outerwear",
        /// Open in front, without sleeves.
        Waistcoat = "waistcoat",
        /// Open in front, with sleeves.
        Jacket = "jacket",
        /// A jacket that reaches down to the legs.
        Coat = "coat",
        /// A sheet with a hole for the head.
        Poncho = "poncho",
    }
}

impl GarmentClass {
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

    /// The name of the fabric that such a garment is most often cut from: knitted tops, suiting for what must fall cleanly, thick wool for
    /// coats, shirting for the rest.
    pub fn usual_fabric(self) -> &'static str {
        match self {
            Self::Underwear | Self::TubeTop | Self::TankTop | Self::TShirt | Self::Pullover => "jersey",
            Self::Trousers | Self::Shorts | Self::Skirt | Self::Bottom | Self::Jacket | Self::Waistcoat => {
                "wool-suiting"
            }
            Self::Coat | Self::Poncho => "wool-coating",
            Self::Garment
            | Self::Sheet
            | Self::Top
            | Self::Shirt
            | Self::OnePiece
            | Self::Dress
            | Self::Jumpsuit
            | Self::Outerwear => "cotton-poplin",
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
    use toile_cloth::fabric::Fabric;

    #[test]
    fn kinds_are_kinds_of_their_kinds() {
        assert!(GarmentClass::Shorts.is_a(GarmentClass::Bottom));
        assert!(!GarmentClass::Bottom.is_a(GarmentClass::Shorts));
        assert!(!GarmentClass::Sheet.is_a(GarmentClass::Garment));
        let worn = GarmentClass::ALL.into_iter().filter(|class| *class != GarmentClass::Sheet);
        assert!(worn.into_iter().all(|class| class.is_a(GarmentClass::Garment)));
    }

    #[test]
    fn every_usual_fabric_is_in_the_library() {
        assert!(GarmentClass::ALL.into_iter().all(|class| Fabric::named(class.usual_fabric()).is_ok()));
    }
}
