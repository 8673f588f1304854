//! How much is done for the eye.

toile_geom::named_enum! {
    /// How much is done for the eye.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum FinishLevel: name, named "finish" {
        /// Nothing: the mesh that was simulated.
        None = "none",
        /// Smooth: sixteen triangles in place of each.
        #[default]
        Smooth = "smooth",
        /// Smooth, with fine folds where the cloth is pressed together along its surface.
        Fine = "fine",
    }
}

impl FinishLevel {
    /// What it does, in a few words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::None => "the mesh that was simulated",
            Self::Smooth => "smooth cloth: sixteen triangles in place of each",
            Self::Fine => "smooth cloth with fine folds where it is compressed",
        }
    }
}
