//! The value of an animation channel at a time.
//!
//! The three interpolations are those of the glTF 2.0 specification, appendix C.

use std::ops::{Add, Mul};

use glam::{DQuat, DVec3};

use super::transform::normalized;
use super::{Channel, ChannelValues, Interpolation};

/// A channel's value at one time.
#[derive(Clone, Debug, PartialEq)]
pub enum ChannelValue {
    /// The node's translation.
    Translation(DVec3),
    /// The node's rotation, of unit length.
    Rotation(DQuat),
    /// The node's scale.
    Scale(DVec3),
    /// The weights of the node's morph targets.
    Weights(Vec<f64>),
}

impl Channel {
    /// The value at a time in seconds; before the first key and after the last one, the value of that key. `None`
    /// if there are no keys, or fewer values than keys.
    ///
    /// ```
    /// use glam::DVec3;
    /// use toile_io::scene::{Channel, ChannelValues, Interpolation, ChannelValue};
    ///
    /// let lift = Channel {
    ///     node: 0,
    ///     times: vec![0.0, 2.0],
    ///     interpolation: Interpolation::Linear,
    ///     values: ChannelValues::Translation(vec![DVec3::ZERO, DVec3::Y]),
    /// };
    /// assert_eq!(lift.sample(1.5), Some(ChannelValue::Translation(DVec3::new(0.0, 0.75, 0.0))));
    /// ```
    pub fn sample(&self, time: f64) -> Option<ChannelValue> {
        let curve = Curve { location: Location::of(&self.times, time)?, interpolation: self.interpolation };
        match &self.values {
            ChannelValues::Translation(v) => {
                curve.value(|i| v.get(i).copied(), mix).map(ChannelValue::Translation)
            }
            ChannelValues::Scale(v) => curve.value(|i| v.get(i).copied(), mix).map(ChannelValue::Scale),
            ChannelValues::Rotation(v) => curve
                .value(|i| v.get(i).copied(), |a, b, u| normalized(a).slerp(normalized(b), u))
                .map(|q| ChannelValue::Rotation(normalized(q))),
            ChannelValues::Weights(v) => {
                let targets = v.len() / (self.times.len() * self.interpolation.values_per_key());
                (0..targets)
                    .map(|t| curve.value(|i| v.get(i * targets + t).copied(), mix))
                    .collect::<Option<_>>()
                    .map(ChannelValue::Weights)
            }
        }
    }
}

/// Where a time lies among the keys.
#[derive(Clone, Copy)]
enum Location {
    /// At a key, or outside all of them and so nearest to this one.
    Key(usize),
    /// Between a key and the next one, `length` seconds later; `fraction` is in `0 .. 1`.
    After { key: usize, fraction: f64, length: f64 },
}

impl Location {
    fn of(times: &[f64], time: f64) -> Option<Self> {
        let last = times.len().checked_sub(1)?;
        let next = times.partition_point(|t| *t <= time);
        if next == 0 || next > last {
            return Some(Self::Key(next.min(last)));
        }
        let key = next - 1;
        let length = times[next] - times[key];
        Some(Self::After { key, fraction: (time - times[key]) / length, length })
    }
}

/// How to find a value among keys.
#[derive(Clone, Copy)]
struct Curve {
    location: Location,
    interpolation: Interpolation,
}

impl Curve {
    /// The value, from a function that gives the stored values by index and one that mixes two of them linearly.
    fn value<T>(self, stored: impl Fn(usize) -> Option<T>, linear: impl Fn(T, T, f64) -> T) -> Option<T>
    where
        T: Copy + Add<Output = T> + Mul<f64, Output = T>,
    {
        match (self.interpolation, self.location) {
            (Interpolation::CubicSpline, Location::Key(key)) => stored(3 * key + 1),
            (_, Location::Key(key)) | (Interpolation::Step, Location::After { key, .. }) => stored(key),
            (Interpolation::Linear, Location::After { key, fraction, .. }) => {
                Some(linear(stored(key)?, stored(key + 1)?, fraction))
            }
            (Interpolation::CubicSpline, Location::After { key, fraction: u, length }) => {
                // The cubic Hermite basis; tangents are per second, so they are scaled by the key distance.
                let (u2, u3) = (u * u, u * u * u);
                let start = stored(3 * key + 1)? * (2.0 * u3 - 3.0 * u2 + 1.0);
                let leave = stored(3 * key + 2)? * (length * (u3 - 2.0 * u2 + u));
                let end = stored(3 * key + 4)? * (3.0 * u2 - 2.0 * u3);
                let arrive = stored(3 * key + 3)? * (length * (u3 - u2));
                Some(start + leave + end + arrive)
            }
        }
    }
}

/// The point between `a` and `b` at `fraction`.
fn mix<T: Add<Output = T> + Mul<f64, Output = T>>(a: T, b: T, fraction: f64) -> T {
    a * (1.0 - fraction) + b * fraction
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weights(interpolation: Interpolation, times: &[f64], values: &[f64]) -> Channel {
        Channel {
            node: 0,
            times: times.to_vec(),
            interpolation,
            values: ChannelValues::Weights(values.to_vec()),
        }
    }

    fn at(channel: &Channel, time: f64) -> Vec<f64> {
        match channel.sample(time) {
            Some(ChannelValue::Weights(values)) => values,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn step_holds_and_linear_mixes_and_both_clamp() {
        let times = [1.0, 2.0, 4.0];
        let values = [0.0, 10.0, 1.0, 20.0, 5.0, 30.0];
        let step = weights(Interpolation::Step, &times, &values);
        assert_eq!(at(&step, 0.0), [0.0, 10.0]);
        assert_eq!(at(&step, 1.999), [0.0, 10.0]);
        assert_eq!(at(&step, 2.0), [1.0, 20.0]);
        assert_eq!(at(&step, 9.0), [5.0, 30.0]);
        let linear = weights(Interpolation::Linear, &times, &values);
        assert_eq!(at(&linear, -1.0), [0.0, 10.0]);
        assert_eq!(at(&linear, 3.0), [3.0, 25.0]);
        assert_eq!(at(&linear, f64::NAN), [0.0, 10.0]);
        assert_eq!(at(&linear, f64::INFINITY), [5.0, 30.0]);
    }

    #[test]
    fn cubic_spline_is_the_hermite_curve_of_its_tangents() {
        // x(t) = t^3 between 0 and 2: values 0 and 8, slopes 0 and 12; a Hermite curve gives a cubic exactly.
        let cubic = weights(Interpolation::CubicSpline, &[0.0, 2.0], &[99.0, 0.0, 0.0, 12.0, 8.0, 99.0]);
        for time in [0.0, 0.5, 1.0, 1.5, 2.0] {
            assert!((at(&cubic, time)[0] - time * time * time).abs() < 1e-12, "{time}");
        }
        assert_eq!(at(&cubic, 3.0), [8.0]);
    }

    #[test]
    fn rotations_take_the_shortest_arc_at_constant_speed() {
        let quarter = DQuat::from_rotation_z(std::f64::consts::FRAC_PI_2);
        let turn = Channel {
            node: 0,
            times: vec![0.0, 3.0],
            interpolation: Interpolation::Linear,
            // The negative quaternion is the same rotation.
            values: ChannelValues::Rotation(vec![DQuat::IDENTITY, -quarter]),
        };
        let Some(ChannelValue::Rotation(third)) = turn.sample(1.0) else {
            panic!("no rotation");
        };
        let expected = DQuat::from_rotation_z(std::f64::consts::FRAC_PI_6);
        assert!(third.dot(expected).abs() > 1.0 - 1e-12, "{third}");
    }

    #[test]
    fn missing_keys_and_values_give_nothing() {
        assert_eq!(weights(Interpolation::Linear, &[], &[]).sample(0.0), None);
        let short = Channel {
            values: ChannelValues::Scale(vec![DVec3::ONE]),
            ..weights(Interpolation::Linear, &[0.0, 1.0], &[])
        };
        assert_eq!(short.sample(0.5), None);
    }

    #[test]
    fn keys_at_the_same_time_jump() {
        let jump = weights(Interpolation::Linear, &[0.0, 1.0, 1.0, 2.0], &[0.0, 1.0, 5.0, 6.0]);
        assert_eq!(at(&jump, 0.5), [0.5]);
        assert_eq!(at(&jump, 1.0), [5.0]);
        assert_eq!(at(&jump, 1.5), [5.5]);
    }
}
