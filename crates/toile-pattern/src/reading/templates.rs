//! What pieces look like: for each kind its edges in their order, counter-clockwise, and where each of them lies in a piece of unit size.

use super::kind::EdgeRole::{
    self, Armhole, Cap, Centre, Crown, End, Face, Hem, Inseam, Long, Neck, Panel, Raglan, Rise, Shoulder,
    Side, Underarm, Waist, YokeLine,
};
use super::kind::PieceKind;

/// What an edge of a kind looks like in a piece of unit size, middle on the left and hem below.
pub(super) struct Expected {
    pub(super) role: EdgeRole,
    /// Where its middle is.
    pub(super) at: [f64; 2],
    /// Which way it runs, counter-clockwise, as an angle in degrees.
    pub(super) way: f64,
    /// How far it bulges out.
    pub(super) bulge: f64,
    /// What it costs if it is not there.
    pub(super) missing: f64,
}

const fn edge(role: EdgeRole, at: [f64; 2], way: f64, bulge: f64, missing: f64) -> Expected {
    Expected { role, at, way, bulge, missing }
}

/// A kind with its edges, and what it costs to be of it.
pub(super) struct Template {
    pub(super) kind: PieceKind,
    pub(super) edges: &'static [Expected],
    /// Width as a share of the height: the least and the most.
    pub(super) shape: [f64; 2],
    pub(super) cost: f64,
    /// Whether it is one half, so that its mirror image is looked at, too.
    pub(super) is_half: bool,
}

/// All kinds of pieces that are looked for.
pub(super) const TEMPLATES: &[Template] = &[
    Template {
        kind: PieceKind::Body,
        shape: [0.15, 1.3],
        cost: 0.0,
        is_half: true,
        edges: &[
            edge(Hem, [0.5, 0.0], 0.0, 0.0, 4.0),
            edge(Side, [0.97, 0.33], 90.0, 0.0, 4.0),
            edge(Armhole, [0.88, 0.78], 105.0, -0.12, 4.0),
            edge(Shoulder, [0.62, 0.97], 162.0, 0.0, 4.0),
            edge(Neck, [0.2, 0.92], 225.0, -0.12, 4.0),
            edge(Centre, [0.0, 0.45], 270.0, 0.0, 3.0),
        ],
    },
    // A back below its yoke.
    Template {
        kind: PieceKind::Body,
        shape: [0.2, 2.0],
        cost: 1.2,
        is_half: true,
        edges: &[
            edge(Hem, [0.5, 0.0], 0.0, 0.0, 4.0),
            edge(Side, [0.97, 0.4], 90.0, 0.0, 4.0),
            edge(Armhole, [0.9, 0.88], 105.0, -0.1, 4.0),
            edge(YokeLine, [0.45, 1.0], 180.0, 0.0, 4.0),
            edge(Centre, [0.0, 0.5], 270.0, 0.0, 3.0),
        ],
    },
    // The inner and the outer part of a front or back with a line from the waist to the shoulder.
    Template {
        kind: PieceKind::Body,
        shape: [0.1, 0.9],
        cost: 1.4,
        is_half: true,
        edges: &[
            edge(Hem, [0.5, 0.02], 0.0, 0.0, 4.0),
            edge(Panel, [0.88, 0.5], 88.0, 0.03, 5.0),
            edge(Shoulder, [0.75, 0.97], 165.0, 0.0, 4.0),
            edge(Neck, [0.3, 0.9], 225.0, -0.1, 4.0),
            edge(Centre, [0.0, 0.4], 270.0, 0.0, 3.0),
        ],
    },
    Template {
        kind: PieceKind::Body,
        shape: [0.1, 0.9],
        cost: 1.4,
        is_half: true,
        edges: &[
            edge(Hem, [0.5, 0.04], 0.0, 0.0, 4.0),
            edge(Side, [0.95, 0.25], 88.0, 0.0, 4.0),
            edge(Armhole, [0.9, 0.7], 100.0, -0.12, 4.0),
            edge(Shoulder, [0.65, 0.95], 160.0, 0.0, 4.0),
            edge(Panel, [0.12, 0.5], 270.0, 0.03, 5.0),
        ],
    },
    Template {
        kind: PieceKind::BodyWhole,
        shape: [0.3, 2.5],
        cost: 0.5,
        is_half: false,
        edges: &[
            edge(Hem, [0.5, 0.0], 0.0, 0.0, 4.0),
            edge(Side, [0.98, 0.33], 90.0, 0.0, 4.0),
            edge(Armhole, [0.93, 0.78], 105.0, -0.12, 4.0),
            edge(Shoulder, [0.78, 0.97], 162.0, 0.0, 4.0),
            edge(Neck, [0.5, 0.93], 180.0, -0.15, 4.0),
            edge(Shoulder, [0.22, 0.97], 198.0, 0.0, 4.0),
            edge(Armhole, [0.07, 0.78], 255.0, -0.12, 4.0),
            edge(Side, [0.02, 0.33], 270.0, 0.0, 4.0),
        ],
    },
    Template {
        kind: PieceKind::RaglanBody,
        shape: [0.15, 1.3],
        cost: 1.0,
        is_half: true,
        edges: &[
            edge(Hem, [0.5, 0.0], 0.0, 0.0, 4.0),
            edge(Side, [0.98, 0.33], 90.0, 0.0, 4.0),
            edge(Raglan, [0.72, 0.8], 125.0, -0.05, 5.0),
            edge(Neck, [0.2, 0.96], 205.0, -0.1, 4.0),
            edge(Centre, [0.0, 0.45], 270.0, 0.0, 3.0),
        ],
    },
    Template {
        kind: PieceKind::Sleeve,
        shape: [0.25, 4.0],
        cost: 0.0,
        is_half: false,
        edges: &[
            edge(Hem, [0.5, 0.0], 0.0, 0.0, 4.0),
            edge(Underarm, [0.93, 0.35], 84.0, 0.0, 4.0),
            edge(Cap, [0.5, 0.9], 180.0, 0.22, 6.0),
            edge(Underarm, [0.07, 0.35], 276.0, 0.0, 4.0),
        ],
    },
    Template {
        kind: PieceKind::RaglanSleeve,
        shape: [0.25, 2.5],
        cost: 1.5,
        is_half: false,
        edges: &[
            edge(Hem, [0.5, 0.0], 0.0, 0.0, 4.0),
            edge(Underarm, [0.93, 0.3], 84.0, 0.0, 4.0),
            edge(Raglan, [0.82, 0.75], 115.0, -0.05, 5.0),
            edge(Neck, [0.5, 1.0], 180.0, -0.05, 4.0),
            edge(Raglan, [0.18, 0.75], 245.0, -0.05, 5.0),
            edge(Underarm, [0.07, 0.3], 276.0, 0.0, 4.0),
        ],
    },
    Template {
        kind: PieceKind::Trousers,
        shape: [0.12, 2.0],
        cost: 0.5,
        is_half: true,
        edges: &[
            edge(Hem, [0.45, 0.0], 0.0, 0.0, 4.0),
            edge(Inseam, [0.8, 0.36], 80.0, -0.03, 5.0),
            edge(Rise, [0.85, 0.86], 115.0, -0.13, 5.0),
            edge(Waist, [0.45, 1.0], 180.0, 0.0, 4.0),
            edge(Side, [0.05, 0.5], 270.0, 0.02, 5.0),
        ],
    },
    Template {
        kind: PieceKind::Skirt,
        shape: [0.1, 8.0],
        cost: 1.2,
        is_half: false,
        edges: &[
            edge(Hem, [0.5, 0.02], 0.0, 0.05, 4.0),
            edge(Side, [0.97, 0.5], 92.0, 0.0, 4.0),
            edge(Waist, [0.5, 0.98], 180.0, -0.03, 4.0),
            edge(Side, [0.03, 0.5], 268.0, 0.0, 4.0),
        ],
    },
    // One half of a panel, its middle on the left.
    Template {
        kind: PieceKind::Skirt,
        shape: [0.1, 4.0],
        cost: 1.4,
        is_half: true,
        edges: &[
            edge(Hem, [0.5, 0.02], 0.0, 0.05, 4.0),
            edge(Side, [0.95, 0.5], 92.0, 0.0, 4.0),
            edge(Waist, [0.45, 0.98], 180.0, -0.03, 4.0),
            edge(Centre, [0.0, 0.5], 270.0, 0.0, 3.0),
        ],
    },
    // A half of a circle, and a quarter with its middle on the left.
    Template {
        kind: PieceKind::Skirt,
        shape: [1.4, 3.0],
        cost: 1.6,
        is_half: false,
        edges: &[
            edge(Hem, [0.5, 0.0], 0.0, 0.4, 4.0),
            edge(Side, [0.83, 0.85], 162.0, 0.0, 4.0),
            edge(Waist, [0.5, 0.93], 180.0, -0.2, 4.0),
            edge(Side, [0.17, 0.85], 198.0, 0.0, 4.0),
        ],
    },
    Template {
        kind: PieceKind::Skirt,
        shape: [0.6, 1.6],
        cost: 1.6,
        is_half: true,
        edges: &[
            edge(Hem, [0.7, 0.3], 45.0, 0.25, 4.0),
            edge(Side, [0.68, 1.0], 180.0, 0.0, 4.0),
            edge(Waist, [0.25, 0.75], 225.0, -0.2, 4.0),
            edge(Centre, [0.0, 0.33], 270.0, 0.0, 3.0),
        ],
    },
    // The front or the back half of a sleeve.
    Template {
        kind: PieceKind::Sleeve,
        shape: [0.15, 2.0],
        cost: 1.6,
        is_half: true,
        edges: &[
            edge(Hem, [0.5, 0.0], 0.0, 0.0, 4.0),
            edge(Underarm, [0.93, 0.35], 86.0, 0.0, 4.0),
            edge(Cap, [0.6, 0.86], 145.0, 0.02, 6.0),
            edge(Underarm, [0.05, 0.5], 270.0, 0.02, 4.0),
        ],
    },
    Template {
        kind: PieceKind::Yoke,
        shape: [0.8, 6.0],
        cost: 2.5,
        is_half: true,
        edges: &[
            edge(YokeLine, [0.5, 0.0], 0.0, 0.0, 4.0),
            edge(Armhole, [0.98, 0.35], 95.0, -0.05, 4.0),
            edge(Shoulder, [0.7, 0.85], 155.0, 0.0, 4.0),
            edge(Neck, [0.2, 0.8], 215.0, -0.12, 4.0),
            edge(Centre, [0.0, 0.35], 270.0, 0.0, 3.0),
        ],
    },
    Template {
        kind: PieceKind::Yoke,
        shape: [1.5, 8.0],
        cost: 2.5,
        is_half: false,
        edges: &[
            edge(YokeLine, [0.5, 0.02], 0.0, 0.0, 4.0),
            edge(Armhole, [0.99, 0.35], 92.0, -0.03, 4.0),
            edge(Shoulder, [0.83, 0.83], 162.0, 0.0, 4.0),
            edge(Neck, [0.5, 0.85], 180.0, -0.12, 4.0),
            edge(Shoulder, [0.17, 0.83], 198.0, 0.0, 4.0),
            edge(Armhole, [0.01, 0.35], 268.0, -0.03, 4.0),
        ],
    },
    // A godet: two sides that meet in a point.
    Template {
        kind: PieceKind::Skirt,
        shape: [0.2, 2.5],
        cost: 1.6,
        is_half: false,
        edges: &[
            edge(Hem, [0.5, 0.03], 0.0, 0.06, 4.0),
            edge(Side, [0.76, 0.52], 110.0, 0.0, 4.0),
            edge(Side, [0.24, 0.52], 250.0, 0.0, 4.0),
        ],
    },
    Template {
        kind: PieceKind::Band,
        shape: [4.0, f64::INFINITY],
        cost: 0.0,
        is_half: false,
        edges: &[
            edge(Long, [0.5, 0.0], 0.0, 0.0, 6.0),
            edge(End, [1.0, 0.5], 90.0, 0.0, 5.0),
            edge(Long, [0.5, 1.0], 180.0, 0.0, 6.0),
            edge(End, [0.0, 0.5], 270.0, 0.0, 5.0),
        ],
    },
    Template {
        kind: PieceKind::Collar,
        shape: [2.0, 20.0],
        cost: 2.5,
        is_half: false,
        edges: &[
            edge(Long, [0.5, 0.1], 0.0, 0.05, 5.0),
            edge(End, [0.97, 0.5], 80.0, 0.0, 4.0),
            edge(Long, [0.5, 0.9], 180.0, 0.0, 5.0),
            edge(End, [0.03, 0.5], 280.0, 0.0, 4.0),
        ],
    },
    Template {
        kind: PieceKind::Hood,
        shape: [0.5, 1.4],
        cost: 2.5,
        is_half: true,
        edges: &[
            edge(Neck, [0.45, 0.05], 0.0, 0.05, 5.0),
            edge(Crown, [0.8, 0.75], 120.0, 0.25, 6.0),
            edge(Face, [0.03, 0.5], 270.0, 0.0, 5.0),
        ],
    },
];
