//! Animations: keys into accessors.

use std::collections::HashMap;

use glam::{DQuat, DVec3};

use super::WriteError;
use super::binary::{Binary, Use};
use crate::gltf::document::{AnimationItem, ChannelItem, Sampler, Target};
use crate::scene::{Animation, Channel, ChannelValues, Interpolation};

/// Rotations that are further than this from unit length are normalised; others keep their bits.
const UNIT_TOLERANCE: f64 = 1e-6;

/// Writes the animation at `place`, without the channels of nodes for which `keep` is false.
pub(super) fn write(
    binary: &mut Binary,
    place: &str,
    animation: &Animation,
    keep: impl Fn(&Channel) -> bool,
) -> Result<AnimationItem, WriteError> {
    let mut item = AnimationItem { name: animation.name.clone(), channels: Vec::new(), samplers: Vec::new() };
    // Channels mostly have their keys at the same times; these are written once.
    let mut known_times: HashMap<Vec<u64>, usize> = HashMap::new();
    for (c, channel) in animation.channels.iter().enumerate() {
        if !keep(channel) {
            continue;
        }
        let place = format!("{place}.channels[{c}]");
        let bits: Vec<u64> = channel.times.iter().map(|t| t.to_bits()).collect();
        let input = if let Some(accessor) = known_times.get(&bits) {
            *accessor
        } else {
            let times = channel.times.iter().map(|t| [*t]);
            let accessor = binary.bounded_floats(&place, Use::Other, times)?;
            known_times.insert(bits, accessor);
            accessor
        };
        let (path, output) = values(binary, &place, channel)?;
        item.channels.push(ChannelItem {
            sampler: item.samplers.len(),
            target: Target { node: Some(channel.node), path: path.to_owned() },
        });
        item.samplers.push(Sampler {
            input,
            output,
            interpolation: Some(interpolation(channel.interpolation).to_owned()),
        });
    }
    Ok(item)
}

fn values(binary: &mut Binary, place: &str, channel: &Channel) -> Result<(&'static str, usize), WriteError> {
    Ok(match &channel.values {
        ChannelValues::Translation(v) => {
            let values = v.iter().map(DVec3::to_array);
            ("translation", binary.floats(place, Use::Other, values)?)
        }
        ChannelValues::Scale(v) => {
            let values = v.iter().map(DVec3::to_array);
            ("scale", binary.floats(place, Use::Other, values)?)
        }
        ChannelValues::Rotation(v) => {
            // Tangents have any length, and values must fit to them.
            let free = channel.interpolation == Interpolation::CubicSpline;
            let values = v.iter().map(|q| if free { q.to_array() } else { unit(*q).to_array() });
            ("rotation", binary.floats(place, Use::Other, values)?)
        }
        ChannelValues::Weights(v) => {
            let values = v.iter().map(|w| [*w]);
            ("weights", binary.floats(place, Use::Other, values)?)
        }
    })
}

/// The rotation with unit length.
pub(super) fn unit(rotation: DQuat) -> DQuat {
    let length = rotation.length();
    if (length - 1.0).abs() > UNIT_TOLERANCE && length > 0.0 { rotation / length } else { rotation }
}

fn interpolation(interpolation: Interpolation) -> &'static str {
    match interpolation {
        Interpolation::Step => "STEP",
        Interpolation::Linear => "LINEAR",
        Interpolation::CubicSpline => "CUBICSPLINE",
    }
}
