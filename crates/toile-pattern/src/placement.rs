//! Notes on where a piece goes on a body; the piece knows no body, only names.

use glam::{DQuat, DVec2, DVec3};

/// The body segments that pieces can be laid around. They overlap, so that each piece belongs to one (Fuhrmann 2006, §3). Bodies call
/// them by the same names.
pub const SEGMENTS: [&str; 11] = [
    "neck",
    "upper_torso",
    "lower_torso",
    "torso",
    "left_arm",
    "right_arm",
    "left_leg",
    "right_leg",
    "left_lower_body",
    "right_lower_body",
    "lower_body",
];

/// Where a piece goes on a body.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Placement {
    /// The segment of the body that it is laid around, one of [`SEGMENTS`] or a body's own.
    pub segment: Option<String>,
    /// The direction in the piece that runs up the main axis of the segment.
    pub up: Option<DVec2>,
    /// A landmark of the body and where it lies on the piece: one for each segment that a garment uses.
    pub landmark: Option<LandmarkNote>,
    /// Where another program has put the piece before sewing.
    pub pose: Option<PiecePose>,
    /// Whether the garment is worn back to front, so that what names say of front and back, left and right is to be turned about; segment, landmark and
    /// pose tell what holds then. A wish of the wearer: files do not hold it.
    pub back_to_front: bool,
}

/// A landmark of the body, and where it lies on a piece.
#[derive(Clone, Debug, PartialEq)]
pub struct LandmarkNote {
    /// The landmark's name.
    pub name: String,
    /// Where it lies when the piece is worn, in the coordinates of the piece; that may be beside the cloth, as a neck is in its opening.
    pub at: DVec2,
}

/// A place in space: a piece is turned about its origin, then moved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PiecePose {
    /// The rotation.
    pub rotation: DQuat,
    /// Where the origin of the piece goes.
    pub translation: DVec3,
}

impl PiecePose {
    /// Where a point of the piece goes.
    pub fn place(&self, point: DVec2) -> DVec3 {
        self.rotation * point.extend(0.0) + self.translation
    }

    /// The pose of the mirror image of a piece on the other side of the body: piece and space mirrored in `x`.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let q = self.rotation;
        Self {
            rotation: DQuat::from_xyzw(q.x, -q.y, -q.z, q.w),
            translation: self.translation * DVec3::new(-1.0, 1.0, 1.0),
        }
    }
}

impl Placement {
    /// The placement of the mirror image of a piece on the other side of the body.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let flip = |at: DVec2| DVec2::new(-at.x, at.y);
        Self {
            segment: self.segment.as_deref().map(other_side),
            up: self.up.map(flip),
            landmark: self
                .landmark
                .as_ref()
                .map(|note| LandmarkNote { name: other_side(&note.name), at: flip(note.at) }),
            pose: self.pose.map(|pose| pose.mirrored()),
            back_to_front: self.back_to_front,
        }
    }
}

/// The name of the same thing on the other side: `left_arm` becomes `right_arm`.
fn other_side(name: &str) -> String {
    let words = name.split('_').map(|word| match word {
        "left" => "right",
        "right" => "left",
        other => other,
    });
    words.collect::<Vec<_>>().join("_")
}
