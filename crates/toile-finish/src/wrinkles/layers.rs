//! The patterns of folds: waves in some directions, bent by noise.

use super::WrinkleSettings;
use super::noise::Noise;
use glam::DVec2;
use std::f64::consts::{PI, TAU};

/// Folds in several directions over half a turn, all bent by the same noise.
#[derive(Clone, Debug)]
pub(super) struct Layers {
    /// The direction across the folds of each layer.
    pub(super) across: Vec<DVec2>,
    folds: f64,
    texture: f64,
    persistence: f64,
    variation: f64,
    noise: Noise,
}

impl Layers {
    /// The layers of some settings: `n` directions from `(1, 0)` on, `(cos(π i / n), -sin(π i / n))`.
    pub(super) fn new(settings: &WrinkleSettings) -> Self {
        let across = |i: usize| DVec2::from_angle(-PI * i as f64 / settings.layers as f64);
        Self {
            across: (0..settings.layers).map(across).collect(),
            folds: settings.folds,
            texture: settings.texture,
            persistence: settings.persistence,
            variation: settings.variation,
            noise: Noise::new(),
        }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.across.len()
    }

    /// Each layer at a place of the pattern, between 0 and 1, with its slope by metres:
    /// `(sin(2π ω x + v noise) + 1) / 2`, with `x` the coordinate across.
    pub(super) fn at(&self, place: DVec2) -> impl Iterator<Item = (f64, DVec2)> {
        let at = place / self.texture;
        let (noise, rise) =
            if self.variation == 0.0 { (0.0, DVec2::ZERO) } else { self.noise.at(at, self.persistence) };
        self.across.iter().map(move |across| {
            let phase = TAU * self.folds * across.dot(at) + self.variation * noise;
            let turns = (TAU * self.folds * across + self.variation * rise) / self.texture;
            (0.5 * (phase.sin() + 1.0), 0.5 * phase.cos() * turns)
        })
    }

    /// How far folds are from each other, in metres.
    pub(super) fn spacing(&self) -> f64 {
        self.texture / self.folds
    }
}
