//! No cloth is faster than a bound. What is has been thrown by forces or corrections that could not be met, of cloth that is pinched or torn between a
//! body and its pins, and would not come back.

use glam::DVec3;

/// In m/s: several times as fast as the tip of a whirled towel.
const FASTEST: f64 = 50.0;

/// Keeps free vertices from going farther than any cloth does in a time; returns how many would have.
pub(super) fn slow(
    places: &mut [DVec3],
    start: &[DVec3],
    is_free: impl Fn(usize) -> bool,
    time: f64,
) -> usize {
    let mut slowed = 0;
    for (v, (place, from)) in places.iter_mut().zip(start).enumerate() {
        if place.distance(*from) > FASTEST * time && is_free(v) {
            *place = *from + (*place - *from).clamp_length_max(FASTEST * time);
            slowed += 1;
        }
    }
    slowed
}

/// A velocity that is no faster.
pub(super) fn bounded(velocity: DVec3) -> DVec3 {
    velocity.clamp_length_max(FASTEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_free_and_too_fast_is_slowed() {
        let start = [DVec3::ZERO; 3];
        let mut places = [DVec3::X, DVec3::X, DVec3::X * 0.4];
        assert_eq!(slow(&mut places, &start, |v| v != 1, 0.01), 1);
        assert_eq!(places, [DVec3::X * 0.5, DVec3::X, DVec3::X * 0.4]);
        assert_eq!(bounded(DVec3::Y * 70.0), DVec3::Y * 50.0);
    }
}
