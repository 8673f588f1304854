//! Why wishes about an order cannot be met.

/// Why wishes about an order cannot be met.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OntologyError {
    /// The words are not understood.
    #[error(
        "\"{text}\" is not understood: say `A over B`, `A in B`, `A under B`, `PIECE out` or `GARMENT back to front`"
    )]
    Words {
        /// The words.
        text: String,
    },
    /// Nothing has that name.
    #[error("there is no `{name}` in the outfit; it has: {known}")]
    Unknown {
        /// The name.
        name: String,
        /// What there is.
        known: String,
    },
    /// Only a whole garment can be worn so.
    #[error("`{name}` is a piece; only a garment can be worn back to front")]
    NoGarment {
        /// The name.
        name: String,
    },
    /// Only a piece can be out.
    #[error("`{name}` is a garment; name the piece of it that is to be out, or say what it is to be over")]
    NoPiece {
        /// The name.
        name: String,
    },
    /// Facts contradict each other.
    #[error("the order goes in a circle: {}", .facts.join("; "))]
    Cycle {
        /// The facts, in words.
        facts: Vec<String>,
    },
}
