//! `toile view` in a window.

use super::Args;
use super::shot::environment;
use crate::command::error::CommandError;
use std::sync::Arc;
use toile::Fabric;
use toile::viewing::live::{Files, WardrobeOpener, spawn};
use toile_view::app::{Begin, WindowError, run};
use toile_view::live::Opening;

impl Args {
    /// Opens a window; it returns when that is closed.
    pub(super) fn open_window(&self) -> Result<(), CommandError> {
        let wardrobe = WardrobeOpener {
            edge: self.edge,
            force: self.force,
            accept_guesses: self.accept_guesses,
            time_limit: Some(self.time_limit),
            no_creases: !self.cloth.has_creases(),
            no_air: !self.cloth.has_air(),
            body: Some(self.body.clone()),
            fabric: self.fabric.as_deref().map(Fabric::open).transpose()?,
            dyes: self.dye.dyes(),
        };
        // Errors in it are reported before anything is dressed.
        self.look.sky.as_deref().map(environment).transpose()?;
        let surroundings = self.look.sky.as_ref().map(|path| path.display().to_string());
        let opening = Opening { names: self.files.clone(), add: false, as_body: false };
        let host = Box::new(Files { output: self.output.clone() });
        run(Arc::new(wardrobe), host, spawn, Begin { opening, surroundings }).map_err(CommandError::from)
    }
}

impl From<WindowError> for CommandError {
    fn from(error: WindowError) -> Self {
        Self::Internal(format!(
            "{error}. Without a window: `toile view --shot picture.png` or `toile look MESH -o picture.png`. A window needs a screen \
             and a Vulkan, Metal or DirectX driver; on Debian and Ubuntu the package mesa-vulkan-drivers draws on the processor"
        ))
    }
}
