//! BVH files: a skeleton and its recorded motion.

use crate::skeleton::{Bone, Skeleton, SkeletonPose};
use glam::{DQuat, DVec3};

use super::Motion;

/// A recording.
#[derive(Clone, Debug, PartialEq)]
pub struct Recording {
    /// The bones at rest, in the unit of the file.
    pub skeleton: Skeleton,
    /// The motion of these bones.
    pub motion: Motion,
}

/// Why a file is no recording.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("BVH, word {word}: {cause}")]
pub struct BvhError {
    /// The number of the word in the file, from 1.
    pub word: usize,
    /// What is wrong.
    pub cause: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Channel {
    Position(usize),
    Rotation(usize),
}

/// Words of the file, one after the other.
struct Words<'a> {
    words: std::iter::Enumerate<std::str::SplitWhitespace<'a>>,
    last: usize,
}

impl<'a> Words<'a> {
    fn next(&mut self) -> Result<&'a str, BvhError> {
        match self.words.next() {
            Some((i, word)) => {
                self.last = i + 1;
                Ok(word)
            }
            None => Err(self.error("the file ends early")),
        }
    }

    fn number(&mut self) -> Result<f64, BvhError> {
        let word = self.next()?;
        let number: f64 = word.parse().map_err(|_| self.error(format!("{word} is not a number")))?;
        if number.is_finite() { Ok(number) } else { Err(self.error("a number is not finite")) }
    }

    fn vector(&mut self) -> Result<DVec3, BvhError> {
        Ok(DVec3::new(self.number()?, self.number()?, self.number()?))
    }

    fn expect(&mut self, wanted: &str) -> Result<(), BvhError> {
        let word = self.next()?;
        if word.eq_ignore_ascii_case(wanted) {
            Ok(())
        } else {
            Err(self.error(format!("{word} where {wanted} belongs")))
        }
    }

    fn error(&self, cause: impl Into<String>) -> BvhError {
        BvhError { word: self.last, cause: cause.into() }
    }
}

/// Reads a BVH file. Lengths stay in the unit of the file.
///
/// # Errors
///
/// If the text is not a BVH file.
pub fn read(text: &str) -> Result<Recording, BvhError> {
    let mut words = Words { words: text.split_whitespace().enumerate(), last: 0 };
    words.expect("HIERARCHY")?;
    words.expect("ROOT")?;
    let (bones, channels) = hierarchy(&mut words)?;
    words.expect("Frames:")?;
    let count = words.number()?.max(0.0) as usize;
    words.expect("Frame")?;
    words.expect("Time:")?;
    let frame_seconds = frame_seconds(&mut words, count)?;
    if count > 1 && channels.iter().all(Vec::is_empty) {
        return Err(words.error("there are frames, but no joint has channels that could move in them"));
    }
    let skeleton = Skeleton::new(bones).map_err(|e| words.error(e.to_string()))?;
    let mut frames = Vec::new();
    for _ in 0..count {
        frames.push(frame(&mut words, &skeleton, &channels)?);
    }
    Ok(Recording { skeleton, motion: Motion { frame_seconds, frames } })
}

/// How long a frame may take. Less would be millions of frames from pose to pose, more is no motion.
const FRAME_SECONDS: std::ops::RangeInclusive<f64> = 1e-4..=10.0;
/// How long the only frame of a recording that does not move takes.
const USUAL_FRAME_SECONDS: f64 = 1.0 / 30.0;

/// The time between frames; where there is only one, it may be anything.
fn frame_seconds(words: &mut Words<'_>, count: usize) -> Result<f64, BvhError> {
    let seconds = words.number()?;
    match FRAME_SECONDS.contains(&seconds) {
        true => Ok(seconds),
        false if count < 2 => Ok(USUAL_FRAME_SECONDS),
        false => {
            Err(words
                .error(format!("{seconds:?} seconds are no time of a frame; from 0.0001 to 10 it may be")))
        }
    }
}

type Hierarchy = (Vec<Bone>, Vec<Vec<Channel>>);

/// The bones up to the word `MOTION`, with their channels.
fn hierarchy(words: &mut Words<'_>) -> Result<Hierarchy, BvhError> {
    let mut bones: Vec<Bone> = Vec::new();
    let mut channels: Vec<Vec<Channel>> = Vec::new();
    // The open joints; `None` for an end site.
    let mut open: Vec<Option<usize>> = Vec::new();
    start_bone(words, &mut bones, &mut channels, &mut open)?;
    loop {
        let word = words.next()?;
        let current = open.last().copied();
        match word.to_ascii_uppercase().as_str() {
            "OFFSET" => {
                let offset = words.vector()?;
                place(&mut bones, &open, offset);
            }
            "CHANNELS" => {
                let count = words.number()?.clamp(0.0, 6.0) as usize;
                let Some(Some(bone)) = current else {
                    return Err(words.error("CHANNELS outside of a joint"));
                };
                for _ in 0..count {
                    let channel = channel(words)?;
                    channels[bone].push(channel);
                }
            }
            "JOINT" => start_bone(words, &mut bones, &mut channels, &mut open)?,
            "END" => {
                words.expect("Site")?;
                words.expect("{")?;
                open.push(None);
            }
            "}" => {
                open.pop().ok_or_else(|| words.error("one } too many"))?;
            }
            "MOTION" if open.is_empty() => return Ok((bones, channels)),
            other => return Err(words.error(format!("{other} is unknown here"))),
        }
    }
}

fn start_bone(
    words: &mut Words<'_>,
    bones: &mut Vec<Bone>,
    channels: &mut Vec<Vec<Channel>>,
    open: &mut Vec<Option<usize>>,
) -> Result<(), BvhError> {
    let name = words.next()?.to_owned();
    words.expect("{")?;
    let parent = open.last().copied().flatten();
    open.push(Some(bones.len()));
    bones.push(Bone { name, parent, head: DVec3::ZERO, tail: DVec3::ZERO });
    channels.push(Vec::new());
    Ok(())
}

/// Puts a joint at its offset from its parent, which thereby gets a tail; an end site only gives a tail.
fn place(bones: &mut [Bone], open: &[Option<usize>], offset: DVec3) {
    match (open.last().copied().flatten(), open.len().checked_sub(2).and_then(|i| open[i])) {
        (Some(bone), parent) => {
            let head = parent.map_or(DVec3::ZERO, |parent| bones[parent].head) + offset;
            bones[bone].head = head;
            bones[bone].tail = head;
            if let Some(parent) = parent {
                let own = bones[parent].head;
                // A bone points to its first child that is somewhere else.
                if bones[parent].tail == own {
                    bones[parent].tail = head;
                }
            }
        }
        (None, Some(parent)) => {
            if bones[parent].tail == bones[parent].head {
                bones[parent].tail = bones[parent].head + offset;
            }
        }
        (None, None) => {}
    }
}

fn channel(words: &mut Words<'_>) -> Result<Channel, BvhError> {
    let word = words.next()?.to_ascii_lowercase();
    let axis = match word.bytes().next() {
        Some(b'x') => 0,
        Some(b'y') => 1,
        Some(b'z') => 2,
        _ => return Err(words.error(format!("{word} is no channel"))),
    };
    match &word[1..] {
        "position" => Ok(Channel::Position(axis)),
        "rotation" => Ok(Channel::Rotation(axis)),
        _ => Err(words.error(format!("{word} is no channel"))),
    }
}

/// One line of numbers as turns seen from the world.
fn frame(
    words: &mut Words<'_>,
    skeleton: &Skeleton,
    channels: &[Vec<Channel>],
) -> Result<SkeletonPose, BvhError> {
    let mut pose = SkeletonPose::rest(skeleton);
    for (i, (bone, channels)) in skeleton.bones().iter().zip(channels).enumerate() {
        let mut local = DQuat::IDENTITY;
        let mut shift = DVec3::ZERO;
        for channel in channels {
            let number = words.number()?;
            match *channel {
                Channel::Position(axis) => shift[axis] = number,
                Channel::Rotation(axis) => {
                    let angle = number.to_radians();
                    let axis = [DVec3::X, DVec3::Y, DVec3::Z][axis];
                    local *= DQuat::from_axis_angle(axis, angle);
                }
            }
        }
        if bone.parent.is_none() {
            pose.root = bone.head + shift;
        }
        let parent = bone.parent.map_or(DQuat::IDENTITY, |parent| pose.rotations[parent]);
        pose.rotations[i] = parent * local;
    }
    Ok(pose)
}
