//! The patterns of folds: waves in some directions, bent by noise.

use super::WrinkleSettings;
use super::noise::noise;
use glam::DVec2;
use std::f64::consts::{PI, TAU};

/// Folds in one direction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layer {
    /// The direction across the folds, in the texture.
    pub(super) across: DVec2,
    folds: f64,
    texture: f64,
    persistence: f64,
    variation: f64,
}

impl Layer {
    /// The layers of some settings: `n` directions over half a turn, from `(1, 0)` on, `(cos(π i / n), -sin(π i / n))`.
    pub(super) fn all(settings: &WrinkleSettings) -> Vec<Self> {
        let across = |i: usize| DVec2::from_angle(-PI * i as f64 / settings.layers as f64);
        let layer = |i: usize| Self {
            across: across(i),
            folds: settings.folds,
            texture: settings.texture,
            persistence: settings.persistence,
            variation: settings.variation,
        };
        (0..settings.layers).map(layer).collect()
    }

    /// Between 0 and 1: `(sin(2π ω x + v noise) + 1) / 2` with `x` the coordinate across, and its slope by metres.
    pub(super) fn at(&self, place: DVec2) -> (f64, DVec2) {
        let at = place / self.texture;
        let (noise, rise) =
            if self.variation == 0.0 { (0.0, DVec2::ZERO) } else { noise(at, self.persistence) };
        let phase = TAU * self.folds * self.across.dot(at) + self.variation * noise;
        let turns = (TAU * self.folds * self.across + self.variation * rise) / self.texture;
        (0.5 * (phase.sin() + 1.0), 0.5 * phase.cos() * turns)
    }

    /// How far folds are from each other, in metres.
    pub(super) fn spacing(&self) -> f64 {
        self.texture / self.folds
    }
}
