//! Animations: keys from accessors.

use glam::{DQuat, DVec3};

use crate::ReadError;
use crate::gltf::accessor::Expected;
use crate::gltf::document::{AnimationItem, ChannelItem, Sampler};
use crate::gltf::source::Source;
use crate::scene::{Animation, Channel, ChannelValues, Interpolation};

/// Reads animation `a`. Channels without a node belong to extensions and are skipped.
pub(super) fn read(source: &Source<'_>, a: usize, item: &AnimationItem) -> Result<Animation, ReadError> {
    let mut channels = Vec::new();
    for (c, channel) in item.channels.iter().enumerate() {
        if let Some(node) = channel.target.node {
            let place = format!("animations[{a}].channels[{c}]");
            let sampler = item.samplers.get(channel.sampler).ok_or_else(|| {
                let (index, count) = (channel.sampler, item.samplers.len());
                let cause = format!("sampler {index} does not exist, there are {count}");
                ReadError::item(format!("{place}.sampler"), cause)
            })?;
            let sampler_place = format!("animations[{a}].samplers[{}]", channel.sampler);
            channels.push(Channel {
                node,
                times: times(source, &sampler_place, sampler)?,
                interpolation: interpolation(&sampler_place, sampler)?,
                values: values(source, &place, &sampler_place, channel, sampler)?,
            });
        }
    }
    Ok(Animation { name: item.name.clone(), channels })
}

fn times(source: &Source<'_>, place: &str, sampler: &Sampler) -> Result<Vec<f64>, ReadError> {
    let numbers = source.numbers(&format!("{place}.input"), sampler.input, Expected::TIME)?;
    Ok(numbers.values)
}

fn interpolation(place: &str, sampler: &Sampler) -> Result<Interpolation, ReadError> {
    match sampler.interpolation.as_deref() {
        Some("STEP") => Ok(Interpolation::Step),
        None | Some("LINEAR") => Ok(Interpolation::Linear),
        Some("CUBICSPLINE") => Ok(Interpolation::CubicSpline),
        Some(other) => {
            let cause = format!("'{other}' is neither STEP nor LINEAR nor CUBICSPLINE");
            Err(ReadError::item(format!("{place}.interpolation"), cause))
        }
    }
}

fn values(
    source: &Source<'_>,
    place: &str,
    sampler_place: &str,
    channel: &ChannelItem,
    sampler: &Sampler,
) -> Result<ChannelValues, ReadError> {
    let read = |expected| source.numbers(&format!("{sampler_place}.output"), sampler.output, expected);
    let vectors = || Ok(read(Expected::VEC3)?.elements().map(DVec3::from_array).collect());
    match channel.target.path.as_str() {
        "translation" => vectors().map(ChannelValues::Translation),
        "scale" => vectors().map(ChannelValues::Scale),
        "rotation" => {
            let numbers = read(Expected::VEC4)?;
            let rotations = numbers.elements().map(DQuat::from_array).collect();
            Ok(ChannelValues::Rotation(rotations))
        }
        "weights" => Ok(ChannelValues::Weights(read(Expected::SCALAR)?.values)),
        other => {
            let cause = format!("'{other}' is neither translation nor rotation, scale or weights");
            Err(ReadError::item(format!("{place}.target.path"), cause))
        }
    }
}
