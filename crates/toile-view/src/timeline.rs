//! Frames that were recorded while time passed, to look at again.

use crate::live::State;
use std::collections::VecDeque;
use std::sync::Arc;

/// The last frames, as many as fit into the memory they are allowed.
#[derive(Debug)]
pub struct Timeline {
    frames: VecDeque<(Arc<State>, usize)>,
    bytes: usize,
    most_bytes: usize,
    /// Frames that had to go to make room.
    forgotten: usize,
}

/// Frames may take so many bytes: ten seconds of 50 000 vertices.
const MOST_BYTES: usize = 384 << 20;

/// Two frames are at least so far apart in time, in seconds.
const APART: f64 = 1.0 / 61.0;

impl Default for Timeline {
    fn default() -> Self {
        Self::with_memory(MOST_BYTES)
    }
}

impl Timeline {
    /// A time line that may take so many bytes.
    pub fn with_memory(most_bytes: usize) -> Self {
        Self { frames: VecDeque::new(), bytes: 0, most_bytes, forgotten: 0 }
    }

    /// Keeps a state. The oldest go when there is no room for all.
    pub fn record(&mut self, state: Arc<State>) {
        let last = self.frames.back().map(|(last, _)| last);
        if last.is_some_and(|last| state.time - last.time < APART && state.time >= last.time) {
            return;
        }
        // States share what did not change from one to the next.
        let before = last.map(|last| &last.scene.objects);
        let of_object = |(k, object): (usize, &crate::scene::Object)| {
            let same = before.and_then(|before| before.get(k));
            let positions = same.is_none_or(|same| !Arc::ptr_eq(&same.positions, &object.positions));
            let values = object.values.as_ref().map_or(0, |values| values.len() * size_of::<f32>());
            if positions { object.positions.len() * size_of::<[f32; 3]>() + values } else { values }
        };
        let bytes = state.scene.objects.iter().enumerate().map(of_object).sum::<usize>() + size_of::<State>();
        self.bytes += bytes;
        self.frames.push_back((state, bytes));
        while self.bytes > self.most_bytes && self.frames.len() > 1 {
            if let Some((_, bytes)) = self.frames.pop_front() {
                self.bytes -= bytes;
                self.forgotten += 1;
            }
        }
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        *self = Self::with_memory(self.most_bytes);
    }

    /// How many frames there are.
    pub fn len(&self) -> usize {
        self.frames.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.frames.is_empty()
    }

    /// A frame, counted from the oldest that is left; beyond the last, the last.
    pub fn frame(&self, number: usize) -> Option<Arc<State>> {
        let number = number.min(self.frames.len().checked_sub(1)?);
        self.frames.get(number).map(|(state, _)| state.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Object, Scene};

    fn state(time: f64, vertices: usize) -> Arc<State> {
        let positions = Arc::new(vec![[0.0; 3]; vertices]);
        let scene = Scene { objects: vec![Object::still("sheet", positions)], ..Scene::default() };
        Arc::new(State { time, scene, ..State::default() })
    }

    #[test]
    fn the_oldest_frames_go_when_there_is_no_room() {
        let mut timeline = Timeline::with_memory(100_000);
        for k in 0..50 {
            timeline.record(state(f64::from(k) * 0.02, 1000));
        }
        assert!(timeline.len() >= 5 && timeline.len() <= 8, "{}", timeline.len());
        assert_eq!(timeline.frame(1000).map(|state| state.time), Some(49.0 * 0.02));
        timeline.clear();
        assert!(timeline.is_empty() && timeline.frame(0).is_none());
    }

    #[test]
    fn frames_are_not_nearer_than_a_sixtieth_of_a_second_unless_time_goes_back() {
        let mut timeline = Timeline::default();
        for time in [0.0, 0.001, 0.002, 0.02, 0.0] {
            timeline.record(state(time, 1));
        }
        let times: Vec<f64> = (0..timeline.len()).filter_map(|k| timeline.frame(k)).map(|s| s.time).collect();
        assert_eq!(times, [0.0, 0.02, 0.0]);
    }
}
