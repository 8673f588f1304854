//! What a piece is in the words of a tailor, found by its name.

use super::BodyPart;

toile_geom::named_enum! {
    /// What a piece is.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum PieceClass: words {
        /// A sleeve or a part of one.
        Sleeve = "sleeve",
        /// A cuff.
        Cuff = "cuff",
        /// A collar that is folded over.
        Collar = "collar",
        /// The stand of a collar.
        Stand = "stand",
        /// A band around the neck.
        Neckband = "neckband",
        /// A hood or half of one.
        Hood = "hood",
        /// A band that holds a skirt or trousers at the waist.
        Waistband = "waistband",
        /// A band at the lower edge of a top.
        Hemband = "hemband",
        /// A strip with buttons or buttonholes.
        Placket = "placket",
        /// A yoke.
        Yoke = "yoke",
        /// A pocket or its flap.
        Pocket = "pocket",
        /// A strap over the shoulder.
        Strap = "strap",
        /// A panel of a skirt, a godet or a ruffle.
        SkirtPanel = "skirt panel",
        /// A part of a trouser leg.
        LegPanel = "leg panel",
        /// A part of the front of the trunk.
        Front = "front",
        /// A part of the back of the trunk.
        Back = "back",
        /// Some other part of the trunk.
        Panel = "panel",
    }
}

/// Words in names, the first that is found counts. `front` and `back` come last: a front can be one of a sleeve.
const WORDS: [(&str, PieceClass); 44] = {
    use PieceClass::{
        Back, Collar, Cuff, Front, Hemband, Hood, LegPanel, Neckband, Panel, Placket, Pocket, SkirtPanel,
        Sleeve, Stand, Strap, Waistband, Yoke,
    };
    [
        ("cuff", Cuff),
        ("sleeve", Sleeve),
        ("arm", Sleeve),
        ("undercollar", Collar),
        ("collar stand", Stand),
        ("collarstand", Stand),
        ("collar", Collar),
        ("lapel", Collar),
        ("stand", Stand),
        ("hood", Hood),
        ("neckband", Neckband),
        ("neck band", Neckband),
        ("neck binding", Neckband),
        ("hemband", Hemband),
        ("hem band", Hemband),
        ("waistband", Waistband),
        ("waist band", Waistband),
        ("belt", Waistband),
        ("wb", Waistband),
        ("placket", Placket),
        ("buttonhole", Placket),
        ("button band", Placket),
        ("pocket", Pocket),
        ("flap", Pocket),
        ("strap", Strap),
        ("skirt", SkirtPanel),
        ("godet", SkirtPanel),
        ("ruffle", SkirtPanel),
        ("flounce", SkirtPanel),
        ("pant", LegPanel),
        ("trouser", LegPanel),
        ("legging", LegPanel),
        ("shorts", LegPanel),
        ("jeans", LegPanel),
        ("leg", LegPanel),
        ("yoke", Yoke),
        ("ftorso", Front),
        ("btorso", Back),
        ("front", Front),
        ("back", Back),
        ("torso", Panel),
        ("bodice", Panel),
        ("top", Panel),
        ("body", Panel),
    ]
};

impl PieceClass {
    /// The class that a name tells, and the word in it that does.
    pub fn of_name(name: &str) -> Option<(Self, &'static str)> {
        let name = name.to_lowercase().replace(['_', '-'], " ");
        let is_there = |word: &str| match word {
            // Parts of other words: charm, allegro, desktop.
            "arm" | "leg" | "top" | "body" | "wb" => {
                name.split(' ').any(|part| part.trim_end_matches('\'') == word)
            }
            _ => name.contains(word),
        };
        WORDS.iter().find(|(word, _)| is_there(word)).map(|&(word, class)| (class, word))
    }

    /// The class that all pieces of a garment of a name have where they do not say otherwise: of skirts and trousers only.
    pub(crate) fn of_garment_name(name: &str) -> Option<(Self, &'static str)> {
        let name = name.to_lowercase();
        let lower = WORDS.iter().filter(|(_, class)| matches!(class, Self::SkirtPanel | Self::LegPanel));
        lower
            .copied()
            .find(|(word, _)| *word != "leg" && name.contains(word))
            .map(|(word, class)| (class, word))
    }

    /// Whether a name says that a piece is of the trunk, whatever else it is.
    pub(crate) fn tells_trunk(name: &str) -> bool {
        let name = name.to_lowercase();
        let words = ["torso", "bodice", "blouse", "vest", "jacket"];
        words.iter().any(|word| name.contains(word)) || name.split(['_', '-', ' ']).any(|part| part == "top")
    }

    /// The part of the body that such a piece lies on, if its class alone tells; `left` is the side where there are two.
    pub const fn usual_part(self, left: bool) -> Option<BodyPart> {
        match self {
            Self::Sleeve | Self::Cuff => Some(if left { BodyPart::LeftArm } else { BodyPart::RightArm }),
            Self::LegPanel => Some(if left { BodyPart::LeftLeg } else { BodyPart::RightLeg }),
            Self::Collar | Self::Stand | Self::Neckband | Self::Hood => Some(BodyPart::Neck),
            Self::Waistband | Self::SkirtPanel => Some(BodyPart::BothLegs),
            Self::Hemband | Self::Placket | Self::Yoke | Self::Strap => Some(BodyPart::Torso),
            Self::Pocket | Self::Front | Self::Back | Self::Panel => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_several_programs_are_understood() {
        let class = |name: &str| PieceClass::of_name(name).map(|found| found.0);
        assert_eq!(class("left_sleeve_f"), Some(PieceClass::Sleeve));
        assert_eq!(class("lfsleeve"), Some(PieceClass::Sleeve));
        assert_eq!(class("wb_front"), Some(PieceClass::Waistband));
        assert_eq!(class("pant_b_l"), Some(PieceClass::LegPanel));
        assert_eq!(class("right_ftorso"), Some(PieceClass::Front));
        assert_eq!(class("collar-stand"), Some(PieceClass::Stand));
        assert_eq!(class("back'"), Some(PieceClass::Back));
        assert_eq!(class("top_back"), Some(PieceClass::Back));
        assert_eq!(class("charm"), None);
    }
}
