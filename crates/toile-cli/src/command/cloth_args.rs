//! How cloth behaves, on the command line.

use super::within::within;
use toile::Dressing;
use toile_cloth::wind::Wind;
use toile_geom::glam::DVec3;

/// What of the physics of cloth can be left out.
#[derive(clap::Args, Clone, Copy, Default)]
#[group(skip)]
pub(crate) struct ClothArgs {
    /// Let cloth forget how it was bent: no friction within it, no creases.
    #[arg(long)]
    no_creases: bool,
    /// Dress and move in empty space, without the drag of the air.
    #[arg(long)]
    no_air: bool,
}

/// The wind that blows while a body moves.
#[derive(clap::Args, Default)]
#[group(skip)]
pub(crate) struct WindArgs {
    /// A wind that blows while the body moves, in metres a second.
    #[arg(long, value_name = "SPEED", default_value_t = 0.0, value_parser = within(0.0, 60.0, "metres a second"), requires = "motion", conflicts_with = "no_air")]
    wind: f64,
    /// Where the wind comes from, in degrees: 0 in front of the body as it was dressed, 90 on its left, 180 behind.
    #[arg(long, value_name = "DEGREES", default_value_t = 0.0, value_parser = within(-360.0, 360.0, "degrees"), requires = "wind")]
    wind_from: f64,
    /// How much stronger and weaker the wind becomes, as a part of it.
    #[arg(long, value_name = "PART", default_value_t = 0.0, value_parser = within(0.0, 1.0, "of the wind"), requires = "wind")]
    gusts: f64,
}

impl ClothArgs {
    /// Whether cloth remembers how it was bent.
    pub(crate) fn has_creases(self) -> bool {
        !self.no_creases
    }

    /// Whether there is air.
    pub(crate) fn has_air(self) -> bool {
        !self.no_air
    }

    /// A dressing in which cloth behaves so.
    pub(crate) fn apply(self, dressing: Dressing) -> Dressing {
        dressing.with(|settings| {
            let drape = &mut settings.drape;
            drape.creases = self.has_creases();
            drape.air = drape.air.filter(|_| self.has_air());
        })
    }
}

impl WindArgs {
    /// A dressing in which it blows.
    pub(crate) fn apply(&self, dressing: Dressing) -> Dressing {
        let (sin, cos) = self.wind_from.to_radians().sin_cos();
        let velocity = DVec3::new(-sin, 0.0, -cos) * self.wind;
        dressing.with(|settings| {
            settings.drape.wind = Wind { velocity, gusts: self.gusts, ..Wind::default() };
        })
    }
}
