//! Checkpoints: all that a run needs to go on with the same bits.
//!
//! The file is little-endian: the mark `TOILECKP`, the version, a fingerprint of the scene, the frame and the clock; then the
//! cloth's state, what is said of all frames together, and a fingerprint of the frames so far, each list with its length
//! before it; and at the end a sum over everything before it. The frames themselves are in a file beside it, which grows.

use super::run_totals::RunTotals;
use glam::{DVec3, Vec3};
use std::fmt::{Debug, Write};
use toile_cloth::state::{ContactKind, Earlier, State, StickState, Tangle};

const MARK: &[u8; 8] = b"TOILECKP";
/// Raised whenever the layout changes.
const VERSION: u32 = 7;

/// All that a run needs to go on.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// What tells the scene from others.
    pub scene: Fingerprint,
    /// The last frame that was done.
    pub frame: usize,
    /// The clock in seconds.
    pub time: f64,
    /// The cloth, but for its history.
    pub state: State,
    /// What the cloth remembers of its bending; empty if it remembers nothing.
    pub creases: Vec<f64>,
    /// What is said of all frames so far together.
    pub totals: RunTotals,
    /// What tells the frames so far from others, if they are kept.
    pub frames: Option<Fingerprint>,
}

/// What tells one scene, or the frames of one run, from others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fingerprint(u64);

/// Why a checkpoint cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CheckpointError {
    /// It is something else.
    #[error("this is no checkpoint of Toile; begin anew without it")]
    Foreign,
    /// It was written by another version.
    #[error("the checkpoint has layout {0}, and this program reads {VERSION} only; begin anew without it")]
    Version(u32),
    /// It was cut off, or its bytes were changed.
    #[error("the checkpoint is damaged; begin anew without it")]
    Damaged,
    /// It belongs to another scene.
    #[error(
        "the checkpoint is of another scene, or the scene was changed since: only [output] may differ (but for fps); begin \
         anew without it"
    )]
    OtherScene,
    /// It has no frames, but a file that is asked for needs them all.
    #[error(
        "there are no earlier frames beside the checkpoint, since none of png, glb and pc2 was to be written; take them out of `files`, \
         or begin anew without it"
    )]
    NoFrames,
}

impl Fingerprint {
    /// A fingerprint of whatever can be written out in full.
    pub fn of(what: &impl Debug) -> Self {
        let mut sum = Sum::default();
        // Writing to a sum cannot fail, only a faulty `Debug` could.
        let _ = write!(sum, "{what:?}");
        Self(sum.0)
    }

    /// That of whatever went into a sum.
    pub(super) fn of_sum(sum: &Sum) -> Self {
        Self(sum.0)
    }
}

/// A sum over bytes in their order (Fowler, Noll and Vo: FNV-1a).
#[derive(Debug)]
pub(super) struct Sum(u64);

impl Default for Sum {
    fn default() -> Self {
        Self(0xCBF2_9CE4_8422_2325)
    }
}

impl Sum {
    fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3);
        }
    }

    /// Adds places, bit by bit.
    pub(super) fn add_places(&mut self, places: &[Vec3]) {
        for coordinate in places.iter().flat_map(Vec3::to_array) {
            self.add(&coordinate.to_le_bytes());
        }
    }
}

impl Write for Sum {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.add(text.as_bytes());
        Ok(())
    }
}

impl Checkpoint {
    /// The content of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        bytes.extend_from_slice(MARK);
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        for number in [self.scene.0, self.frame as u64, self.time.to_bits()] {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        put_state(&mut bytes, &self.state);
        put_list(&mut bytes, &self.creases, |number| [number.to_le_bytes()]);
        put_list(&mut bytes, &self.totals.to_numbers(), |number| [number.to_le_bytes()]);
        let frames: Vec<u64> = self.frames.iter().map(|mark| mark.0).collect();
        put_list(&mut bytes, &frames, |mark| [mark.to_le_bytes()]);
        let mut sum = Sum::default();
        sum.add(&bytes);
        bytes.extend_from_slice(&sum.0.to_le_bytes());
        bytes
    }

    /// Reads the content of a file.
    ///
    /// # Errors
    /// If it is no checkpoint, of another version, or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, CheckpointError> {
        let rest = bytes.strip_prefix(MARK).ok_or(CheckpointError::Foreign)?;
        let version = rest.first_chunk().ok_or(CheckpointError::Damaged)?;
        let version = u32::from_le_bytes(*version);
        if version != VERSION {
            return Err(CheckpointError::Version(version));
        }
        let (body, written) = bytes.split_last_chunk().ok_or(CheckpointError::Damaged)?;
        let mut sum = Sum::default();
        sum.add(body);
        if sum.0 != u64::from_le_bytes(*written) {
            return Err(CheckpointError::Damaged);
        }
        let content = body.get(MARK.len() + size_of::<u32>()..).unwrap_or_default();
        Source(content).checkpoint().ok_or(CheckpointError::Damaged)
    }

    /// That it belongs to a scene, and to a cloth of a number of vertices.
    pub(super) fn check(&self, scene: Fingerprint, vertices: usize) -> Result<(), CheckpointError> {
        let State { positions, velocities, earlier, .. } = &self.state;
        let mut lists = vec![positions.len(), velocities.len()];
        if let Some(earlier) = earlier {
            lists.extend([earlier.positions.len(), earlier.velocities.len()]);
        }
        if self.scene != scene {
            return Err(CheckpointError::OtherScene);
        }
        if lists.iter().any(|&length| length != vertices) {
            return Err(CheckpointError::Damaged);
        }
        Ok(())
    }
}

/// Writes a state. It is taken apart by name, so that a part that is added to it cannot be forgotten here.
fn put_state(bytes: &mut Vec<u8>, state: &State) {
    // The history is written as numbers: they mean something only together with the cloth.
    let State { positions, velocities, earlier, history: _, sticks, passing, tangle } = state;
    put_vectors(bytes, positions);
    put_vectors(bytes, velocities);
    bytes.push(u8::from(earlier.is_some()));
    if let Some(Earlier { positions, velocities, time }) = earlier {
        put_vectors(bytes, positions);
        put_vectors(bytes, velocities);
        bytes.extend_from_slice(&time.to_le_bytes());
    }
    put_list(bytes, sticks, |stick| [stick_bytes(stick)]);
    put_list(bytes, passing, |pair| pair.map(u32::to_le_bytes));
    let tangle: Vec<Tangle> = tangle.iter().copied().collect();
    put_list(bytes, &tangle, |Tangle { wait, waited }| [wait.to_le_bytes(), waited.to_le_bytes()]);
}

/// A kind, four corners and four numbers.
const STICK_SIZE: usize = 4 + 4 * 4 + 4 * 8;
/// The kind of a contact on the surface of obstacle 0.
const FIRST_SURFACE: u32 = 2;

fn stick_bytes(stick: &StickState) -> [u8; STICK_SIZE] {
    let StickState { kind, corners, stretch, push } = stick;
    let mut bytes = [0; STICK_SIZE];
    let (whole, numbers) = bytes.split_at_mut(4 + 4 * 4);
    let kind = match *kind {
        ContactKind::VertexTriangle => 0,
        ContactKind::EdgeEdge => 1,
        ContactKind::Surface(obstacle) => obstacle.saturating_add(FIRST_SURFACE),
    };
    for (place, number) in whole.as_chunks_mut().0.iter_mut().zip([kind].iter().chain(corners)) {
        *place = number.to_le_bytes();
    }
    let values = [stretch.x, stretch.y, stretch.z, *push];
    for (place, number) in numbers.as_chunks_mut().0.iter_mut().zip(values) {
        *place = number.to_le_bytes();
    }
    bytes
}

fn stick_of(bytes: &[u8; STICK_SIZE]) -> Option<StickState> {
    let (whole, numbers) = bytes.split_at(4 + 4 * 4);
    let whole: Vec<u32> = whole.as_chunks().0.iter().map(|number| u32::from_le_bytes(*number)).collect();
    let numbers: Vec<f64> = numbers.as_chunks().0.iter().map(|number| f64::from_le_bytes(*number)).collect();
    let ([kind, corners @ ..], [stretch @ .., push]) =
        (whole.first_chunk::<5>()?, numbers.first_chunk::<4>()?);
    let kind = match kind {
        0 => ContactKind::VertexTriangle,
        1 => ContactKind::EdgeEdge,
        &surface => ContactKind::Surface(surface - FIRST_SURFACE),
    };
    Some(StickState { kind, corners: *corners, stretch: DVec3::from_array(*stretch), push: *push })
}

fn put_count(bytes: &mut Vec<u8>, count: usize) {
    bytes.extend_from_slice(&(count as u64).to_le_bytes());
}

/// Writes a list of things that are a fixed number of plain numbers each.
fn put_list<T, const N: usize, const B: usize>(
    bytes: &mut Vec<u8>,
    list: &[T],
    numbers: impl Fn(&T) -> [[u8; B]; N],
) {
    put_count(bytes, list.len());
    for item in list {
        bytes.extend_from_slice(numbers(item).as_flattened());
    }
}

fn put_vectors(bytes: &mut Vec<u8>, vectors: &[DVec3]) {
    put_list(bytes, vectors, |v| v.to_array().map(f64::to_le_bytes));
}

/// Bytes that are read from the front; `None` where they end too soon.
struct Source<'a>(&'a [u8]);

impl Source<'_> {
    fn checkpoint(&mut self) -> Option<Checkpoint> {
        let (scene, frame, time) = (self.u64()?, self.u64()?, self.f64()?);
        let state = self.state()?;
        let creases = self.list(|[number]: [[u8; 8]; 1]| f64::from_le_bytes(number))?;
        let numbers = self.list(|[number]: [[u8; 8]; 1]| u64::from_le_bytes(number))?;
        // What would be written otherwise was not written so.
        let totals = RunTotals::from_numbers(&numbers).filter(|totals| totals.to_numbers() == numbers)?;
        let frames = self.list(|[mark]: [[u8; 8]; 1]| Fingerprint(u64::from_le_bytes(mark)))?;
        let frame = usize::try_from(frame).ok()?;
        self.0.is_empty().then_some(Checkpoint {
            scene: Fingerprint(scene),
            frame,
            time,
            state,
            creases,
            totals,
            frames: frames.first().copied(),
        })
    }

    fn state(&mut self) -> Option<State> {
        let (positions, velocities) = (self.vectors()?, self.vectors()?);
        let earlier = match self.chunk::<1>()? {
            [0] => None,
            _ => Some(Earlier { positions: self.vectors()?, velocities: self.vectors()?, time: self.f64()? }),
        };
        let sticks = self.list(|[bytes]: [[u8; STICK_SIZE]; 1]| stick_of(&bytes))?;
        let sticks = sticks.into_iter().collect::<Option<_>>()?;
        let passing = self.list(|pair: [[u8; 4]; 2]| pair.map(u32::from_le_bytes))?;
        let tangle = |numbers: [[u8; 4]; 2]| numbers.map(u32::from_le_bytes);
        let tangle = self.list(tangle)?.first().map(|&[wait, waited]| Tangle { wait, waited });
        Some(State { positions, velocities, earlier, history: None, sticks, passing, tangle })
    }

    fn chunk<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (chunk, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*chunk)
    }

    fn u64(&mut self) -> Option<u64> {
        self.chunk().map(u64::from_le_bytes)
    }

    fn f64(&mut self) -> Option<f64> {
        self.chunk().map(f64::from_le_bytes)
    }

    /// A list, for which no more memory is taken than the bytes that follow can fill.
    fn list<T, const N: usize, const B: usize>(
        &mut self,
        item: impl Fn([[u8; B]; N]) -> T,
    ) -> Option<Vec<T>> {
        let count = usize::try_from(self.u64()?).ok()?;
        let size = count.checked_mul(N * B)?;
        let (content, rest) = (self.0.get(..size)?, self.0.get(size..)?);
        self.0 = rest;
        Some(content.as_chunks::<B>().0.as_chunks::<N>().0.iter().map(|numbers| item(*numbers)).collect())
    }

    fn vectors(&mut self) -> Option<Vec<DVec3>> {
        self.list(|numbers: [[u8; 8]; 3]| DVec3::from(numbers.map(f64::from_le_bytes)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Checkpoint {
        let vectors = |seed: f64| vec![DVec3::new(seed, -0.0, 1.0 / seed), DVec3::NEG_Y * seed];
        Checkpoint {
            scene: Fingerprint::of(&"scene"),
            frame: 1,
            time: 0.1 + 0.2,
            state: State {
                positions: vectors(3.0),
                velocities: vectors(7.0),
                earlier: Some(Earlier {
                    positions: vectors(11.0),
                    velocities: vectors(13.0),
                    time: 1.0 / 60.0,
                }),
                history: None,
                sticks: vec![
                    StickState {
                        kind: ContactKind::Surface(3),
                        corners: [1, 2, 2, 2],
                        stretch: DVec3::Z,
                        push: 0.7,
                    },
                    StickState {
                        kind: ContactKind::VertexTriangle,
                        corners: [1, 0, 7, 8],
                        stretch: DVec3::NEG_X,
                        push: 0.1,
                    },
                    StickState {
                        kind: ContactKind::EdgeEdge,
                        corners: [0, 1, 9, 5],
                        stretch: DVec3::Y * 0.3,
                        push: -0.0,
                    },
                ],
                passing: vec![[1, 0], [2, 0]],
                tangle: Some(Tangle { wait: 3, waited: 8 }),
            },
            creases: vec![0.25, -0.0],
            totals: RunTotals { frames_tangled: 3, ..RunTotals::default() },
            frames: Some(Fingerprint(5)),
        }
    }

    #[test]
    fn what_is_written_reads_back_to_the_same_bits() {
        let mut checkpoint = example();
        for _ in 0..2 {
            let bytes = checkpoint.to_bytes();
            let again = Checkpoint::from_bytes(&bytes).unwrap();
            assert_eq!(again, checkpoint);
            assert!(again.state.positions[0].y.is_sign_negative(), "even the sign of zero");
            assert_eq!(again.to_bytes(), bytes);
            checkpoint.state.earlier = None;
        }
    }

    #[test]
    fn every_cut_and_every_changed_byte_is_noticed() {
        let bytes = example().to_bytes();
        for length in 0..bytes.len() {
            assert!(Checkpoint::from_bytes(&bytes[..length]).is_err(), "{length}");
        }
        for k in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[k] ^= 0x40;
            assert!(Checkpoint::from_bytes(&changed).is_err(), "{k}");
        }
        assert_eq!(Checkpoint::from_bytes(b"solid ascii"), Err(CheckpointError::Foreign));
    }

    #[test]
    fn a_lying_length_takes_no_memory() {
        let mut body = example().to_bytes();
        body.truncate(body.len() - 8);
        let lists_begin = MARK.len() + 4 + 3 * 8;
        body[lists_begin..lists_begin + 8].copy_from_slice(&(u64::MAX / 30).to_le_bytes());
        let mut sum = Sum::default();
        sum.add(&body);
        body.extend_from_slice(&sum.0.to_le_bytes());
        assert_eq!(Checkpoint::from_bytes(&body), Err(CheckpointError::Damaged));
    }

    /// The sum over everything would notice any damage; here somebody made it fit.
    #[test]
    fn damage_with_a_sum_that_fits_is_no_trouble() {
        let sound = example().to_bytes();
        let mut random = toile_geom::random::Random::xorshift(0x5EED_CAFE);
        for _ in 0..5000 {
            let mut bytes = random.damaged(&sound[MARK.len() + 4..sound.len() - 8]);
            bytes.splice(0..0, sound[..MARK.len() + 4].iter().copied());
            let mut sum = Sum::default();
            sum.add(&bytes);
            bytes.extend_from_slice(&sum.0.to_le_bytes());
            if let Ok(checkpoint) = Checkpoint::from_bytes(&bytes) {
                assert_eq!(checkpoint.to_bytes(), bytes, "what is read is what was written");
                let _ = checkpoint.check(Fingerprint::of(&"scene"), 2);
            }
        }
    }

    #[test]
    fn a_checkpoint_of_another_scene_is_refused() {
        let checkpoint = example();
        assert_eq!(checkpoint.check(Fingerprint::of(&"scene"), 2), Ok(()));
        assert_eq!(checkpoint.check(Fingerprint::of(&"other"), 2), Err(CheckpointError::OtherScene));
        assert_eq!(checkpoint.check(Fingerprint::of(&"scene"), 3), Err(CheckpointError::Damaged));
    }
}
