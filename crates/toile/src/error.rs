//! Any error, for programs that only say it.

use std::error::Error as StdError;
use std::fmt;

/// Any error, for programs that only say it: a `main` that returns it prints its words. It leads to the error that it was made of.
///
/// ```
/// let error = toile::Error::from(toile::Fabric::named("denin").unwrap_err());
/// assert!(format!("{error:?}").contains("perhaps `denim`"));
/// assert!(error.is::<toile::geom::names::UnknownName>());
/// ```
pub struct Error(Box<dyn StdError + Send + Sync>);

/// What programs return that only say their errors.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl<E: Into<Box<dyn StdError + Send + Sync>>> From<E> for Error {
    fn from(error: E) -> Self {
        Self(error.into())
    }
}

impl std::ops::Deref for Error {
    type Target = dyn StdError + Send + Sync;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Error {
    /// The words, because that is what a `main` prints.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
