//! What bones are for, whatever they are called.

/// The role of a bone in the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The pelvis, on which all others hang.
    Pelvis,
    /// The lower back.
    Spine,
    /// The chest.
    Chest,
    /// The neck.
    Neck,
    /// The head.
    Head,
    /// A collar bone; left or right.
    Clavicle(BodySide),
    /// An upper arm.
    UpperArm(BodySide),
    /// A forearm.
    LowerArm(BodySide),
    /// A hand.
    Hand(BodySide),
    /// A thigh.
    UpperLeg(BodySide),
    /// A lower leg.
    LowerLeg(BodySide),
    /// A foot.
    Foot(BodySide),
    /// The toes.
    Toes(BodySide),
}

/// Left or right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodySide {
    /// The body's left, at +x.
    Left,
    /// The body's right.
    Right,
}

/// Names, and the role that they stand for on each side.
type SidedRole = (&'static [&'static str], fn(BodySide) -> Role);

/// Names without side for the roles that have one, as motion files and characters use them.
const SIDED: [SidedRole; 8] = [
    (&["clavicle", "shoulder", "collar"], Role::Clavicle),
    (&["upperarm", "upperarm01", "arm", "uparm"], Role::UpperArm),
    (&["lowerarm", "lowerarm01", "forearm", "loarm"], Role::LowerArm),
    (&["hand", "wrist"], Role::Hand),
    (&["upperleg", "upperleg01", "upleg", "thigh"], Role::UpperLeg),
    (&["lowerleg", "lowerleg01", "leg", "loleg", "shin", "calf"], Role::LowerLeg),
    (&["foot", "ankle"], Role::Foot),
    (&["toes", "toe", "toebase"], Role::Toes),
];

/// Names of the roles in the middle.
const MIDDLE: [(&[&str], Role); 5] = [
    (&["hips", "pelvis", "root"], Role::Pelvis),
    (&["lowerback", "spine", "spine1mh", "spine05"], Role::Spine),
    (&["spine1", "chest", "spine01", "spine3"], Role::Chest),
    (&["neck", "neck01"], Role::Neck),
    (&["head"], Role::Head),
];

impl Role {
    /// The role of a bone by its name, such as `LeftUpLeg`, `upperarm01.L` or `left_foot`.
    pub fn from_name(name: &str) -> Option<Self> {
        let plain: String =
            name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_lowercase();
        if let Some((_, role)) = MIDDLE.iter().find(|(names, _)| names.contains(&plain.as_str())) {
            return Some(*role);
        }
        let suffix = |letter: char| {
            let marked = [format!(".{letter}"), format!("_{letter}")];
            let lower = name.to_lowercase();
            marked.iter().any(|mark| lower.ends_with(mark)).then(|| plain[..plain.len() - 1].to_owned())
        };
        let sides = [(BodySide::Left, "left", 'l'), (BodySide::Right, "right", 'r')];
        sides.into_iter().find_map(|(side, word, letter)| {
            let base = plain.strip_prefix(word).map(str::to_owned).or_else(|| suffix(letter))?;
            SIDED.iter().find(|(names, _)| names.contains(&base.as_str())).map(|(_, role)| role(side))
        })
    }
}

impl Role {
    /// Whether it is a part of an arm or a leg; collar bones belong to the trunk.
    pub const fn is_limb(self) -> bool {
        !matches!(
            self,
            Self::Pelvis | Self::Spine | Self::Chest | Self::Neck | Self::Head | Self::Clavicle(_)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bones_are_known_by_the_names_of_several_tools() {
        for name in ["LeftUpLeg", "upperleg01.L", "left_upper_leg", "thigh_l"] {
            assert_eq!(Role::from_name(name), Some(Role::UpperLeg(BodySide::Left)), "{name}");
        }
        assert_eq!(Role::from_name("RightForeArm"), Some(Role::LowerArm(BodySide::Right)));
        assert_eq!(Role::from_name("LoArm_R"), Some(Role::LowerArm(BodySide::Right)));
        assert_eq!(Role::from_name("Hips"), Some(Role::Pelvis));
        assert_eq!(Role::from_name("tongue01"), None);
        assert_eq!(Role::from_name(""), None);
    }
}
