//! The last line: a proposed motion is shortened until no cloth passes through anything.
//!
//! Forces and constraints keep layers apart most of the time; the [`Guard`] sees to the rest. It is given a start without
//! intersections and the ends that a solver proposes, and changes the ends so that on the straight ways between them
//! nothing touches: cloth and cloth, cloth and moving meshes.
//!
//! ```
//! use glam::{DVec2, DVec3};
//! use toile_contact::guard::{Guard, GuardInput, GuardSettings};
//! use toile_contact::{features::Features, filter::Filter};
//! use toile_geom::shapes;
//!
//! let sheet = shapes::sheet(DVec2::ONE, [4, 4]);
//! let mut features = Features::default();
//! features.add(&sheet.triangles, 25);
//! features.add(&sheet.triangles, 25);
//! let above = sheet.positions.iter().map(|p| p + DVec3::Y * 0.01);
//! let start: Vec<DVec3> = sheet.positions.iter().copied().chain(above).collect();
//!
//! // The upper sheet is to fall through the lower one, which is held, and slides while it falls.
//! let kinematic: Vec<bool> = (0..50).map(|v| v < 25).collect();
//! let slip = DVec3::new(0.02, -0.5, 0.0);
//! let mut ends: Vec<DVec3> = (0..50).map(|v| if kinematic[v] { start[v] } else { start[v] + slip }).collect();
//!
//! let mut guard = Guard::new(GuardSettings { floor: 3e-4, ..GuardSettings::default() });
//! let input = GuardInput { features: &features, filter: &Filter::new(), kinematic: &kinematic, start: &start };
//! let report = guard.hold(&input, &mut ends).unwrap();
//! assert_eq!((report.truncated, report.failures), (25, 0));
//! for v in 25..50 {
//!     assert!((ends[v].y - 3e-4).abs() < 1e-9);                // it stops at the floor,
//!     assert!((ends[v].x - start[v].x - 0.02).abs() < 1e-9);   // and gets where it was to go along it
//! }
//! ```
//!
//! # How
//!
//! 1. Each vertex has a region with some slack that goes along its way, all at the same pace, and pairs of features that could meet in their
//!    regions at any time are candidates; they are kept as long as all vertices stay in their regions. What is held back strays from its way:
//!    it is given the box around all of it, candidates are looked for once more, and the rest is done again.
//! 2. A candidate is a suspect if its distance at the start is below what its vertices can move, plus the floor. It gets a
//!    direction `n` along which it is apart.
//! 3. Each vertex has an *anchor*, an end that is safe in any case: its start, if nothing is kinematic. Kinematic vertices that move
//!    have their ends as anchors; what is close to them is carried along, and pushed out of their way.
//! 4. Rounds: a suspect that would come closer than the floor (its gap along `n` or some other direction does not show that
//!    it stays apart, and neither does a [continuous test](crate::narrow::ccd)) takes the direction of its impact for `n`
//!    and sets a plane for each of its sides, with the room there is shared as both approach; if one side goes away, the
//!    other may follow as far. A vertex goes from its anchor towards its goal and slides along the planes it meets. Rounds
//!    are repeated for pairs whose vertices have changed.
//!
//! All of it is decided for each pair from the vertices, and for each vertex from its pairs in the order of their numbers,
//! so that the result does not depend on the number of threads.
//!
//! # Why nothing is missed
//!
//! *A motion without contact of features is one without intersections.* The set of times at which two triangles without a
//! common vertex have a common point is closed. At the first such time they touch: a vertex of one lies in the other, or
//! two edges cross. For triangles with a common vertex or edge, which intersect if they meet elsewhere, an edge opposite
//! the common vertex meets the other triangle, and the first time it does is a contact of a vertex and a triangle or of
//! two edges that share no vertex. So it is enough to keep all such pairs apart at all times.
//!
//! *A direction proves it.* If `n·(a(t) - b(t)) > 0` for all corners `a` of one and `b` of the other at the beginning and at
//! the end, then at all times between, since vertices move in straight lines and the left side is linear in time; a
//! plane with normal `n` is between the two, and they do not touch.
//!
//! The continuous test is a proof too, of a kind of its own; see there.
//!
//! *With rounding*: what is computed for `n·(a - b)` is off by at most `4 u Σ|nᵢ||aᵢ - bᵢ|`, with `u` half the
//! distance of 1 to the next number (a subtraction, a product, two sums; `n` need not be exactly of unit length nor be
//! exactly perpendicular to anything). Twice that is subtracted. A pair counts as apart only if what is left is positive
//! at the start and at the very end positions that are returned. How planes were set and how vertices slid along them
//! is therefore of no consequence for the proof, and may be as inexact as is fast. At a size of 2 cm, gaps down to
//! some 10⁻¹⁷ m are distinguished from none.
//!
//! *Pairs that are not looked at*: those that are not candidates have regions that are apart by the floor along some direction at the beginning
//! and at the end of the regions' motion. Regions move evenly, so that they are apart at all times between, and vertices do not leave them: a vertex
//! is in its region at the start of its way and at its end, when the same parts of all regions' motions are over, and both move evenly. Candidates that are not suspects are farther apart than their vertices move, and
//! vertices do not move farther than that; the distance of nearly parallel edges may be overestimated by 10⁻⁸ of their
//! length, ten times that is allowed for.
//!
//! *It ends*: a pair that is not apart gets planes that contain the anchors of both sides and whose distance is the gap that
//! is wanted; if (by rounding) that does not help, its vertices stay at their anchors, where it is apart. A pair can be put
//! right four times at most, and each round puts one right.
//!
//! # Small gaps
//!
//! The floor is what keeps gaps from shrinking by a part in each step until rounding takes the rest. A pair that is closer
//! than the floor from the start is not pushed apart, and not frozen either: it comes no closer along `n`, but is free to
//! slide and to part. Other pairs of its vertices may come as close as it is, else a layer that slides along another would
//! be stopped by each edge it comes to; so the least gap of a neighbourhood does not shrink, but for rounding. Sliding turns the motion away from the plane by 10⁻⁹ of what is taken away, more than rounding
//! could turn it back. For tiny gaps the direction between the closest points is not good enough, since an error of 10⁻⁸
//! along an edge of 1 cm takes 10⁻¹⁰ m; cross products of edges, and directions made perpendicular to edges, are tried
//! and the best is taken. Degenerate triangles and parallel edges are no exception: any direction will do that separates.
//!
//! # Kinematic vertices
//!
//! What a kinematic thing moves is bounded: vertices that share a candidate with a kinematic vertex that moves may be pushed up to twice
//! as far as the fastest kinematic vertex goes; where that is far, the way is taken in portions ([`GuardSettings::portion`]), and is one with a few turns
//! then: each turn ends where nothing touches, and the next portion begins there, so that what holds for one straight way holds for all of them, one after the
//! other. Kinematic vertices go straight within a step, too. A body that turns is therefore smaller between the ends of its step by the height of the arcs, and itself again at each end; what is
//! promised is promised for the straight ways, and so for the ends of all steps.
//! If the anchors of a pair are not apart after that, there is no room for it.
//!
//! # Solid things that are no meshes
//!
//! A plane or a ball is a half-space for each vertex near it ([`Guard::hold_outside`]). The ways of a vertex between places outside
//! of a half-space are outside of it too, and those that slide have it among their planes. What a kinematic thing pushes is not pushed into
//! it either.
//!
//! # What is not guarded
//!
//! A pair that touches, or whose gap no direction shows, is not guarded in this step and is listed in [`Guard::failures`],
//! and so is a pair that kinematic vertices leave no room ([`Reason`]). All others keep the guarantee, since their anchors do. A caller that gets this report can look for
//! intersections and [repair](crate::repair) them when there is room again.

mod anchors;
mod far;
mod free;
mod gap;
// The type that the module is named after.
#[allow(clippy::module_inception)]
mod guard;
mod kin;
mod near;
mod parts;
mod portions;
mod pushed;
mod regions;
mod report;
mod rounds;
mod settings;
mod sieve;
mod slide;
mod spread;
mod suspects;
mod walls;
mod watched;

pub use guard::{Guard, GuardInput};
pub use kin::Kin;
pub use near::NearPair;
pub use report::{Failure, GuardReport, Reason};
pub use settings::GuardSettings;
