//! Names of prims: letters, digits and underscores, each once among its siblings.

use std::collections::BTreeSet;

/// The name of a prim, and the one that was asked for if that could not be had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PrimName {
    pub(super) valid: String,
    /// What people are to see in its place.
    pub(super) shown: Option<String>,
}

/// The names that siblings have already.
#[derive(Default)]
pub(super) struct Siblings {
    taken: BTreeSet<String>,
}

impl Siblings {
    /// A name as near to the wanted one as can be had; `unnamed` stands for an empty one.
    pub(super) fn name(&mut self, wanted: &str, unnamed: &str) -> PrimName {
        let base = identifier(if wanted.is_empty() { unnamed } else { wanted });
        let mut valid = base.clone();
        let mut number = 1;
        while !self.taken.insert(valid.clone()) {
            number += 1;
            valid = format!("{base}_{number}");
        }
        let shown = (!wanted.is_empty() && wanted != valid).then(|| wanted.to_owned());
        PrimName { valid, shown }
    }
}

/// The name with underscores for all that is neither letter nor digit of ASCII, and before a digit at its begin.
pub(super) fn identifier(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let begin = if name.starts_with(|c: char| c.is_ascii_digit()) { "_" } else { "" };
    begin.chars().chain(name.chars().map(plain)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_valid_and_never_twice_and_the_wanted_one_is_kept() {
        let mut siblings = Siblings::default();
        let mut name = |wanted: &str| {
            let PrimName { valid, shown } = siblings.name(wanted, "mesh");
            (valid, shown.unwrap_or_default())
        };
        let pair = |valid: &str, shown: &str| (valid.to_owned(), shown.to_owned());
        assert_eq!(name("front"), pair("front", ""));
        assert_eq!(name("front"), pair("front_2", "front"));
        assert_eq!(name("1 t-shirt"), pair("_1_t_shirt", "1 t-shirt"));
        assert_eq!(name("Ärmel"), pair("_rmel", "Ärmel"));
        assert_eq!(name(""), pair("mesh", ""));
        assert_eq!(name(""), pair("mesh_2", ""));
    }
}
