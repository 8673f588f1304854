//! What garments are made of if nobody says.

use super::GarmentClass;

impl GarmentClass {
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use toile_cloth::fabric::Fabric;

    #[test]
    fn every_usual_fabric_is_in_the_library() {
        assert!(GarmentClass::ALL.into_iter().all(|class| Fabric::named(class.usual_fabric()).is_ok()));
    }
}
