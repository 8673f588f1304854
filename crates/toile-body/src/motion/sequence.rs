//! A moving mesh as positions at key times, between which vertices move straight (Kimmerle 2005, §6).

use glam::DVec3;
use toile_io::pc2::PointCache;

/// Positions of all vertices at key times.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeshSequence {
    /// The times in seconds, rising.
    pub times: Vec<f64>,
    /// The positions at each of them.
    pub frames: Vec<Vec<DVec3>>,
}

impl MeshSequence {
    /// The frames of a point cache at a number of frames a second.
    pub fn from_point_cache(cache: &PointCache, frames_per_second: f64) -> Self {
        let frames: Vec<Vec<DVec3>> = cache.frames().map(<[DVec3]>::to_vec).collect();
        let start = f64::from(cache.start_frame);
        let rate = f64::from(cache.sample_rate);
        let time = |i: usize| (start + i as f64 * rate) / frames_per_second.max(1e-9);
        Self { times: (0..frames.len()).map(time).collect(), frames }
    }

    /// The positions at a time; the first and last frames hold before and after.
    pub fn positions_at(&self, seconds: f64) -> Vec<DVec3> {
        let Some((low, high, t)) = self.between(seconds) else { return Vec::new() };
        self.frames[low].iter().zip(&self.frames[high]).map(|(a, b)| a.lerp(*b, t)).collect()
    }

    /// How fast each vertex moves at a time, in m/s; nothing moves before the first and after the last frame.
    pub fn velocities_at(&self, seconds: f64) -> Vec<DVec3> {
        let Some((low, high, _)) = self.between(seconds) else { return Vec::new() };
        let span = self.times[high] - self.times[low];
        let ends = [self.times[0], self.times[self.times.len() - 1]];
        if span <= 0.0 || seconds < ends[0] || seconds > ends[1] {
            return vec![DVec3::ZERO; self.frames[low].len()];
        }
        self.frames[low].iter().zip(&self.frames[high]).map(|(a, b)| (b - a) / span).collect()
    }

    /// A lead-in before the first frame: smoothly from other positions to those of the first frame, in a straight line.
    #[must_use]
    pub fn with_lead_in(mut self, rest: &[DVec3], seconds: f64) -> Self {
        const STEPS: usize = 12;
        let Some(first) = self.frames.first() else { return self };
        let ease = |t: f64| t * t * (3.0 - 2.0 * t);
        let at = |i: usize| i as f64 / STEPS as f64;
        let start = self.times.first().copied().unwrap_or(0.0);
        let between = |t: f64| rest.iter().zip(first).map(|(a, b)| a.lerp(*b, ease(t))).collect();
        let mut frames: Vec<Vec<DVec3>> = (0..STEPS).map(|i| between(at(i))).collect();
        let mut times: Vec<f64> = (0..STEPS).map(|i| start + seconds * at(i)).collect();
        times.extend(self.times.iter().map(|time| time + seconds));
        frames.append(&mut self.frames);
        Self { times, frames }
    }

    /// The frames before and after a time and how far it is between them.
    fn between(&self, seconds: f64) -> Option<(usize, usize, f64)> {
        let last = self.frames.len().min(self.times.len()).checked_sub(1)?;
        let high = self.times.partition_point(|&time| time <= seconds).min(last);
        let low = high.saturating_sub(1);
        let span = self.times[high] - self.times[low];
        let t = if span > 0.0 { ((seconds - self.times[low]) / span).clamp(0.0, 1.0) } else { 0.0 };
        Some((low, high, t))
    }

    /// The largest stretch of any of the given edges against the first frame: 1 is none. Tells a torn skin.
    pub fn worst_stretch(&self, edges: &[[u32; 2]]) -> f64 {
        let Some(first) = self.frames.first() else { return 1.0 };
        let length = |frame: &[DVec3], [a, b]: [u32; 2]| frame[a as usize].distance(frame[b as usize]);
        let ratios = self.frames.iter().flat_map(|frame| {
            edges.iter().map(move |&edge| length(frame, edge) / length(first, edge).max(1e-4))
        });
        ratios.fold(1.0, f64::max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vertices_move_straight_between_frames_and_rest_beyond_them() {
        let sequence = MeshSequence {
            times: vec![0.0, 1.0, 3.0],
            frames: vec![vec![DVec3::ZERO], vec![DVec3::X], vec![DVec3::new(1.0, 4.0, 0.0)]],
        };
        assert_eq!(sequence.positions_at(0.25), [DVec3::X * 0.25]);
        assert_eq!(sequence.positions_at(2.0), [DVec3::new(1.0, 2.0, 0.0)]);
        assert_eq!(sequence.velocities_at(2.0), [DVec3::Y * 2.0]);
        assert_eq!(sequence.positions_at(-1.0), [DVec3::ZERO]);
        assert_eq!(sequence.positions_at(9.0), [DVec3::new(1.0, 4.0, 0.0)]);
        assert_eq!(sequence.velocities_at(9.0), [DVec3::ZERO]);
        assert!(MeshSequence::default().positions_at(0.0).is_empty());
    }
}
