//! What can be done about a garment that was not dressed, as data: a caller with words of its own, such as the command with its options, says it in
//! these.

use std::fmt;
use toile_cloth::run::GaveUp;
use toile_geom::allowance::Spent;

toile_geom::named_enum! {
    /// What can be done about a garment that could not be dressed, or was given up.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Remedy: words {
        /// Allow more time.
        MoreTime = "allow more time",
        /// Mesh with longer edges.
        LongerEdges = "take longer edges",
        /// Mesh with shorter edges.
        ShorterEdges = "take shorter edges",
        /// Allow more memory.
        MoreMemory = "allow more memory",
        /// Take a pattern of another size, or read it in another unit.
        OtherSize = "take a pattern of the body's size",
        /// Say which pieces are drawn as halves.
        Halves = "unfold or double pieces that are drawn as halves",
        /// Check the pieces and seams of the pattern.
        CheckPattern = "check how its pieces are sewn together",
        /// Check where on the body the pieces are laid.
        CheckPlaces = "check where on the body its pieces are laid",
        /// Name the seams in a garment file.
        NameSeams = "name them in a garment file",
        /// Answer the questions about a pattern.
        Answer = "answer what is asked about it",
        /// Sew a pattern in the likeliest way.
        AcceptGuesses = "accept the likeliest answers",
        /// Dress it nevertheless.
        Force = "dress it nevertheless",
    }
}

impl fmt::Display for Remedy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words())
    }
}

impl Remedy {
    /// What can be done about cloth that was given up.
    pub const fn of(gave_up: &GaveUp) -> &'static [Self] {
        match gave_up {
            GaveUp::Time { sewn, .. } if *sewn < 1.0 => {
                &[Self::MoreTime, Self::LongerEdges, Self::CheckPattern]
            }
            GaveUp::Time { .. } => &[Self::MoreTime, Self::LongerEdges],
            GaveUp::Memory { .. } => Self::of_spent(&Spent::Memory { bytes: 0.0 }),
            GaveUp::Strain { .. } => &[Self::CheckPattern, Self::Halves, Self::OtherSize],
            GaveUp::Leaps { .. } => &[Self::CheckPattern],
            GaveUp::Falls => &[Self::CheckPlaces],
            GaveUp::Cancelled { .. } | GaveUp::Stuck { .. } => &[],
        }
    }

    /// What can be done about a job that took too much.
    pub const fn of_spent(spent: &Spent) -> &'static [Self] {
        match spent {
            Spent::Time { .. } => &[Self::MoreTime, Self::LongerEdges, Self::CheckPattern],
            Spent::Cancelled => &[],
            Spent::Memory { .. } => &[Self::LongerEdges, Self::MoreMemory, Self::CheckPattern],
        }
    }

    /// What happened, and what can be done about it, each remedy in the words of `say`.
    pub fn advise(what: &str, remedies: &[Self], say: &dyn Fn(&Self) -> String) -> String {
        let said: Vec<String> = remedies.iter().map(say).collect();
        match said.split_last() {
            None => what.to_owned(),
            Some((last, [])) => format!("{what}: {last}"),
            Some((last, rest)) => format!("{what}: {}, or {last}", rest.join(", ")),
        }
    }
}
