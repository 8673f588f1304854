//! What becomes of close pairs, by name.

use toile_geom::names::{UnknownName, find};

/// What becomes of pairs that are close; behind each of them the guard lets nothing pass.
///
/// [`Soft`](Self::Soft) is each method's own: [`Newton`](crate::solver::Newton) has it among its forces, so that large steps are in
/// balance with it, and the other methods move pairs apart in turn. The others are those of [`toile_contact::response`], between
/// what a method proposes for a step, or a substep, and the guard; [`Newton`](crate::solver::Newton) then knows nothing of contact
/// while it solves.
///
/// ```
/// use toile_cloth::world::ResponseKind;
///
/// assert_eq!(ResponseKind::named("impulse"), Ok(ResponseKind::Impulse));
/// assert_eq!(ResponseKind::default().name(), "soft");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ResponseKind {
    /// The method's own.
    #[default]
    Soft,
    /// The forces of all pairs at once.
    Constraint,
    /// Inelastic impulses, pair after pair.
    Impulse,
    /// Gentle springs, impulses for impacts on the way, rigid zones for what is left.
    Filter,
    /// Ends moved apart.
    Shift,
}

impl ResponseKind {
    /// All of them with their names, the default first.
    pub const NAMES: [(&'static str, Self); 5] = [
        ("soft", Self::Soft),
        ("constraint", Self::Constraint),
        ("impulse", Self::Impulse),
        ("filter", Self::Filter),
        ("shift", Self::Shift),
    ];

    /// The response of a name.
    ///
    /// # Errors
    /// If there is none.
    pub fn named(name: &str) -> Result<Self, UnknownName> {
        find("response", name, Self::NAMES, |entry| entry.0).map(|entry| entry.1)
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        // In the order of the kinds.
        Self::NAMES[self as usize].0
    }
}
