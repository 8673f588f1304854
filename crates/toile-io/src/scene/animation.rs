//! Animations: how transforms and morph weights change with time.

use glam::{DQuat, DVec3};

/// A named set of channels that play together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Animation {
    /// The name, empty if the file has none.
    pub name: String,
    /// What moves, each with its own keys.
    pub channels: Vec<Channel>,
}

/// One property of one node over time.
#[derive(Clone, Debug, PartialEq)]
pub struct Channel {
    /// The node that is animated.
    pub node: usize,
    /// The times of the keys in seconds, not decreasing.
    pub times: Vec<f64>,
    /// What happens between two keys.
    pub interpolation: Interpolation,
    /// The keys' values. [`Interpolation::CubicSpline`] has three for each key: the tangent with which the curve
    /// arrives, the value, and the tangent with which it leaves.
    pub values: ChannelValues,
}

/// What happens between two keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Interpolation {
    /// The value stays until the next key.
    Step,
    /// A straight line; for rotations the shortest arc at constant speed.
    #[default]
    Linear,
    /// A cubic Hermite curve through the keys with given tangents.
    CubicSpline,
}

/// The property that a channel animates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChannelPath {
    /// The node's translation.
    Translation,
    /// The node's rotation.
    Rotation,
    /// The node's scale.
    Scale,
    /// The weights of the node's morph targets.
    Weights,
}

/// A channel's keys, by the property they are for.
#[derive(Clone, Debug, PartialEq)]
pub enum ChannelValues {
    /// Translations of the node.
    Translation(Vec<DVec3>),
    /// Rotations of the node.
    Rotation(Vec<DQuat>),
    /// Scales of the node.
    Scale(Vec<DVec3>),
    /// Weights of the node's morph targets: for each key one for each target.
    Weights(Vec<f64>),
}

impl Interpolation {
    /// How many values each key has.
    pub fn values_per_key(self) -> usize {
        match self {
            Self::Step | Self::Linear => 1,
            Self::CubicSpline => 3,
        }
    }
}

impl ChannelValues {
    /// The property these values are for.
    pub fn path(&self) -> ChannelPath {
        match self {
            Self::Translation(_) => ChannelPath::Translation,
            Self::Rotation(_) => ChannelPath::Rotation,
            Self::Scale(_) => ChannelPath::Scale,
            Self::Weights(_) => ChannelPath::Weights,
        }
    }

    /// How many values there are.
    pub fn len(&self) -> usize {
        match self {
            Self::Translation(values) | Self::Scale(values) => values.len(),
            Self::Rotation(values) => values.len(),
            Self::Weights(values) => values.len(),
        }
    }

    /// Whether there are no values.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Animation {
    /// The time of the last key in seconds; 0 if there is none.
    pub fn duration(&self) -> f64 {
        let last = self.channels.iter().filter_map(|c| c.times.last());
        last.fold(0.0, |longest, time| longest.max(*time))
    }
}
