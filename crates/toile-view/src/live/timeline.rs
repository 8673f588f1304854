//! Frames that were recorded while time passed, to look at again.

use super::LiveState;
use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;

/// The last frames, as many as fit into the memory they are allowed.
#[derive(Debug)]
pub struct Timeline {
    frames: VecDeque<(Arc<LiveState>, usize)>,
    bytes: usize,
    most_bytes: usize,
    /// Frames that had to go: the number of the first that is left.
    forgotten: usize,
}

/// The most bytes that frames may take: ten seconds of 50 000 vertices.
const MOST_BYTES: usize = 384 << 20;

/// Two frames are at least so far apart in time, in seconds.
const APART: f64 = 1.0 / 61.0;

impl Default for Timeline {
    fn default() -> Self {
        Self::with_memory(MOST_BYTES)
    }
}

impl Timeline {
    /// A time line that may take a number of bytes.
    pub fn with_memory(most_bytes: usize) -> Self {
        Self { frames: VecDeque::new(), bytes: 0, most_bytes, forgotten: 0 }
    }

    /// Keeps a state. The oldest go when there is no room for all.
    pub fn record(&mut self, state: Arc<LiveState>) {
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
        let bytes =
            state.scene.objects.iter().enumerate().map(of_object).sum::<usize>() + size_of::<LiveState>();
        self.bytes += bytes;
        self.frames.push_back((state, bytes));
        while self.bytes > self.most_bytes && self.frames.len() > 1 {
            if let Some((_, bytes)) = self.frames.pop_front() {
                self.bytes -= bytes;
                self.forgotten += 1;
            }
        }
    }

    /// Forgets all. Numbers are not given a second time.
    pub fn clear(&mut self) {
        *self = Self { forgotten: self.numbers().end, ..Self::with_memory(self.most_bytes) };
    }

    /// The numbers of the frames that are left. A frame keeps its number when older ones go.
    pub fn numbers(&self) -> Range<usize> {
        self.forgotten..self.forgotten + self.frames.len()
    }

    /// All frames that are left.
    pub fn frames(&self) -> Vec<Arc<LiveState>> {
        self.frames.iter().map(|(state, _)| state.clone()).collect()
    }

    /// How many frames there are.
    pub fn len(&self) -> usize {
        self.frames.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.frames.is_empty()
    }

    /// The frame of a number; the oldest if it is gone, and the newest if there is none yet.
    pub fn frame(&self, number: usize) -> Option<Arc<LiveState>> {
        let place = number.saturating_sub(self.forgotten).min(self.frames.len().checked_sub(1)?);
        self.frames.get(place).map(|(state, _)| state.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Object, ViewScene};

    fn state(time: f64, vertices: usize) -> Arc<LiveState> {
        let positions = Arc::new(vec![[0.0; 3]; vertices]);
        let scene = ViewScene { objects: vec![Object::still("sheet", positions)], ..ViewScene::default() };
        Arc::new(LiveState { time, scene, ..LiveState::default() })
    }

    #[test]
    fn the_oldest_frames_go_when_there_is_no_room() {
        let mut timeline = Timeline::with_memory(100_000);
        for k in 0..50 {
            timeline.record(state(f64::from(k) * 0.02, 1000));
        }
        assert!(timeline.len() >= 5 && timeline.len() <= 8, "{}", timeline.len());
        let time = |timeline: &Timeline, number| timeline.frame(number).map(|state| state.time);
        assert_eq!(time(&timeline, 1000), Some(49.0 * 0.02));
        // A frame keeps its number.
        assert_eq!(timeline.numbers().end, 50);
        for number in timeline.numbers() {
            assert_eq!(time(&timeline, number), Some(number as f64 * 0.02));
        }
        assert_eq!(time(&timeline, 0), time(&timeline, timeline.numbers().start));
        timeline.clear();
        assert!(timeline.is_empty() && timeline.frame(0).is_none());
        timeline.record(state(0.0, 1000));
        assert_eq!(timeline.numbers(), 50..51);
    }

    #[test]
    fn frames_are_not_nearer_than_a_sixtieth_of_a_second_unless_time_goes_back() {
        let mut timeline = Timeline::default();
        for time in [0.0, 0.001, 0.002, 0.02, 0.0] {
            timeline.record(state(time, 1));
        }
        let times: Vec<f64> = timeline.frames().iter().map(|state| state.time).collect();
        assert_eq!(times, [0.0, 0.02, 0.0]);
    }
}
