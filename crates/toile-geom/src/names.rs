//! Things that are looked up by name, and the error for a name that nothing has.
//!
//! ```
//! use toile_geom::sheets::SheetKind;
//!
//! assert_eq!(SheetKind::named("jittered")?, SheetKind::Jittered);
//! let error = SheetKind::named("jiterred").unwrap_err();
//! assert!(error.to_string().starts_with("there is no kind of sheet `jiterred`, perhaps `jittered`; there are one-diagonal, "));
//! # Ok::<(), toile_geom::names::UnknownName>(())
//! ```

use std::fmt;

/// Nothing has the name that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    /// What was looked for, such as `fabric`.
    pub what: &'static str,
    /// The name asked for.
    pub name: String,
    /// The known name that is nearest to it, unless even that is another word.
    pub nearest: Option<String>,
    /// All known names.
    pub known: Vec<String>,
}

impl UnknownName {
    /// The error for a name that is not among the known ones.
    pub fn new<N: Into<String>>(
        what: &'static str,
        name: impl Into<String>,
        known: impl IntoIterator<Item = N>,
    ) -> Self {
        let (name, known): (String, Vec<String>) = (name.into(), known.into_iter().map(N::into).collect());
        let nearest = closest(&name, known.iter().map(String::as_str)).map(str::to_owned);
        Self { what, name, nearest, known }
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no {} `{}`", self.what, self.name)?;
        if let Some(nearest) = &self.nearest {
            write!(f, ", perhaps `{nearest}`")?;
        }
        write!(f, "; there are {}", self.known.join(", "))
    }
}

impl std::error::Error for UnknownName {}

/// The first of several things that has a name.
///
/// # Errors
/// If none has it.
pub fn find<T: Copy>(
    what: &'static str,
    name: &str,
    things: impl IntoIterator<Item = T> + Clone,
    name_of: impl Fn(T) -> &'static str,
) -> Result<T, UnknownName> {
    let found = things.clone().into_iter().find(|&thing| name_of(thing) == name);
    found.ok_or_else(|| UnknownName::new(what, name, things.into_iter().map(name_of)))
}

/// Writes an enum down together with the names of its variants: `ALL` of them in this order, the function that names one,
/// and, where it says what is looked up, `named`, which finds one by its name.
///
/// ```
/// toile_geom::named_enum! {
///     /// How a thing lies.
///     #[derive(Clone, Copy, Debug, PartialEq)]
///     pub enum Lie: name, named "lie" {
///         /// On its side.
///         OnSide = "on-side",
///         /// On its head.
///         OnHead = "on-head",
///     }
/// }
///
/// assert_eq!(Lie::ALL.map(Lie::name), ["on-side", "on-head"]);
/// assert_eq!(Lie::named("on-head"), Ok(Lie::OnHead));
/// ```
#[macro_export]
macro_rules! named_enum {
    (
        $(#[$about:meta])*
        $vis:vis enum $kind:ident: $name:ident $(, named $what:literal)? {
            $($(#[$about_one:meta])* $variant:ident = $text:literal,)+
        }
    ) => {
        $(#[$about])*
        $vis enum $kind {
            $($(#[$about_one])* $variant,)+
        }

        impl $kind {
            /// All of them.
            $vis const ALL: [Self; [$($text),+].len()] = [$(Self::$variant),+];

            /// What it is called.
            $vis const fn $name(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)+
                }
            }

            $(
                /// The one of a name.
                ///
                /// # Errors
                /// If there is none.
                $vis fn named(name: &str) -> Result<Self, $crate::names::UnknownName> {
                    $crate::names::find($what, name, Self::ALL, Self::$name)
                }
            )?
        }
    };
}

/// Longer words, in bytes, are not compared: the comparison takes time with the square of the length.
const LONGEST_COMPARED: usize = 64;

/// The candidate nearest to `word`, unless even that one is a different word altogether.
pub fn closest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() > LONGEST_COMPARED {
        return None;
    }
    let allowed = (word.chars().count() * 2 / 5).max(1);
    candidates
        .into_iter()
        .filter(|candidate| candidate.len() <= LONGEST_COMPARED)
        .map(|candidate| (edit_distance(&word.to_lowercase(), &candidate.to_lowercase()), candidate))
        .filter(|&(distance, _)| distance <= allowed)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// The same as a piece of a sentence for an error message: ``, perhaps `density` ``, or nothing.
pub fn did_you_mean<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    closest(word, candidates).map_or_else(String::new, |candidate| format!(", perhaps `{candidate}`"))
}

/// Insertions, deletions and replacements of one character, and exchanges of two neighbours (optimal string alignment).
fn edit_distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=right.len()).collect();
    let mut previous = None;
    for (index, character) in left.chars().enumerate() {
        let mut row = vec![index + 1];
        for (column, &other) in right.iter().enumerate() {
            let at = |cells: &[usize], column: usize| cells.get(column).copied().unwrap_or(usize::MAX / 2);
            let replaced = at(&last, column) + usize::from(character != other);
            let mut least = replaced.min(at(&last, column + 1) + 1).min(at(&row, column) + 1);
            let neighbour = column.checked_sub(1).and_then(|left| right.get(left).copied());
            if column > 0 && neighbour == Some(character) && previous == Some(other) {
                least = least.min(at(&before_last, column - 1) + 1);
            }
            row.push(least);
        }
        before_last = std::mem::replace(&mut last, row);
        previous = Some(character);
    }
    last.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_by_hand() {
        for (left, right, distance) in [
            ("", "", 0),
            ("a", "", 1),
            ("", "abc", 3),
            ("kitten", "sitting", 3),
            ("warp", "weft", 3),
            ("wrap", "warp", 1),
            ("ab", "ba", 1),
        ] {
            assert_eq!(edit_distance(left, right), distance, "{left} {right}");
        }
    }

    #[test]
    fn a_far_word_is_no_suggestion() {
        assert_eq!(closest("densty", ["density", "thickness"]), Some("density"));
        assert_eq!(closest("colour", ["density", "thickness"]), None);
    }

    #[test]
    fn an_error_lists_what_there_is() {
        let error = UnknownName::new("piece", "frnt", ["back", "front"]);
        assert_eq!(error.to_string(), "there is no piece `frnt`, perhaps `front`; there are back, front");
        assert_eq!(UnknownName::new("piece", "sleeve", ["back", "front"]).nearest, None);
        let long = "x".repeat(1000);
        assert_eq!(closest("front", [long.as_str(), "Front"]), Some("Front"));
    }
}
