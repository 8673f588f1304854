//! The mannequin's anatomy: which shapes, where, and how large, from measures and a pose.
//!
//! Each part of the body has a table of sections of a typical body in metres. Heights of the table are carried to the heights
//! of the asked body level by level, and sections are scaled by [`Scales`], which [`super::fit`] adjusts until the tape shows
//! the asked girths.

mod arm;
mod head;
mod leg;
mod levels;
mod torso;

pub(crate) use levels::Levels;

use super::Pose;
use super::blend::Field;
use super::fit::Level;
use crate::measures::{Figure, Measure, Measures};
use glam::DVec3;

/// How much larger than the typical body each part is made, across.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Scales(Vec<(Measure, f64)>);

impl Scales {
    /// A first guess: as much larger as the asked girths are.
    pub(crate) fn guess(figure: Figure, measures: &Measures) -> Self {
        let typical = Measures::typical(figure);
        let ratio = |m: Measure| (m, measures.get(m) / typical.get(m));
        Self(Measure::ALL.iter().copied().filter(|m| m.is_girth()).map(ratio).collect())
    }

    /// The scale of the part that has this girth.
    pub(crate) fn of(&self, girth: Measure) -> f64 {
        self.0.iter().find(|(m, _)| *m == girth).map_or(1.0, |(_, scale)| *scale)
    }

    /// Makes a part larger by a factor.
    pub(crate) fn multiply(&mut self, girth: Measure, factor: f64) {
        if let Some((_, scale)) = self.0.iter_mut().find(|(m, _)| *m == girth) {
            *scale *= factor;
        }
    }
}

/// The joints of the mannequin's left side and middle; the right side is their mirror image.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Joints {
    pub(crate) hip: DVec3,
    pub(crate) knee: DVec3,
    pub(crate) ankle: DVec3,
    pub(crate) toe: DVec3,
    pub(crate) shoulder_point: DVec3,
    pub(crate) shoulder: DVec3,
    pub(crate) elbow: DVec3,
    pub(crate) wrist: DVec3,
    pub(crate) knuckles: DVec3,
    pub(crate) pelvis: DVec3,
    pub(crate) waist: DVec3,
    pub(crate) chest: DVec3,
    pub(crate) neck: DVec3,
    pub(crate) head: DVec3,
    pub(crate) head_top: DVec3,
}

/// A body to be drawn: everything that its field depends on.
#[derive(Clone, Debug)]
pub(crate) struct Anatomy {
    pub(crate) figure: Figure,
    pub(crate) measures: Measures,
    pub(crate) pose: Pose,
    pub(crate) scales: Scales,
    pub(crate) levels: Levels,
    /// How far the trunk's end is moved up so that the crotch, blended with the legs, is where it was asked for.
    pub(crate) crotch_shift: f64,
    /// The heights on the typical body at which the trunk's scales hold: hip, waist, under-bust and bust, going up.
    pub(crate) taped: [f64; 4],
}

/// The girths of the trunk, going up.
const TRUNK: [Measure; 4] =
    [Measure::HipGirth, Measure::WaistGirth, Measure::UnderBustGirth, Measure::BustGirth];

impl Anatomy {
    pub(crate) fn new(figure: Figure, measures: Measures, pose: Pose) -> Self {
        let scales = Scales::guess(figure, &measures);
        let levels = Levels::new(figure, &measures);
        let m = Measures::typical(figure);
        let taped = [m.hip_height, m.waist_height, torso::under_bust_height(&m), m.bust_height];
        Self { figure, measures, pose, scales, levels, crotch_shift: 0.0, taped }
    }

    /// Lets the trunk's scales hold where the tape is laid: elsewhere, a scale would have to be overdone to have its effect
    /// there.
    pub(crate) fn tape_at(&mut self, places: &[Level]) {
        let gap = 0.02 * self.stature();
        let mut lowest = 0.0;
        for (girth, height) in TRUNK.into_iter().zip(&mut self.taped) {
            if let Some(place) = places.iter().find(|place| place.girth == girth) {
                *height = self.levels.typical(place.center.y);
            }
            *height = height.max(lowest + gap);
            lowest = *height;
        }
    }

    /// How much taller it is than the typical woman: lengths that are the same on all figures are given for her.
    pub(crate) fn stature(&self) -> f64 {
        self.measures.height / Measures::typical(Figure::Woman).height
    }

    /// The field whose zero surface is the skin.
    pub(crate) fn field(&self) -> Field {
        let mut field = Field::default();
        let joints = self.joints();
        torso::add(self, &mut field);
        head::add(self, &mut field);
        leg::add(self, &joints, &mut field);
        torso::add_shoulders(self, &joints, &mut field);
        arm::add(self, &joints, &mut field);
        field
    }

    /// Where the joints are.
    pub(crate) fn joints(&self) -> Joints {
        let leg = leg::joints(self);
        let arm = arm::joints(self);
        let spine = |height: f64| DVec3::new(0.0, height, torso::middle(self, height));
        let m = &self.measures;
        let chin = m.height - m.head_height;
        Joints {
            hip: leg[0],
            knee: leg[1],
            ankle: leg[2],
            toe: leg[3],
            shoulder_point: arm[0],
            shoulder: arm[1],
            elbow: arm[2],
            wrist: arm[3],
            knuckles: arm[4],
            pelvis: spine(leg[0].y + 0.03 * self.stature()),
            waist: spine(m.waist_height),
            chest: spine(m.bust_height),
            neck: DVec3::new(0.0, m.cervicale_height, head::neck_middle(self)),
            head: DVec3::new(
                0.0,
                chin + 0.1 * m.head_height,
                head::neck_middle(self) + 0.02 * self.stature(),
            ),
            head_top: DVec3::new(0.0, m.height, 0.0),
        }
    }
}

impl Anatomy {
    /// Where the tape is laid for each girth that the sections are fitted to.
    pub(crate) fn tape_levels(&self) -> Vec<Level> {
        let m = &self.measures;
        let joints = self.joints();
        let level = |girth, height: f64| Level {
            girth,
            center: DVec3::new(0.0, height, torso::middle(self, height)),
            axes: [DVec3::X, DVec3::Z],
            one_side: false,
        };
        let on_leg = |girth, height: f64| {
            let t = (height - joints.ankle.y) / (joints.hip.y - joints.ankle.y);
            Level {
                girth,
                center: joints.ankle.lerp(joints.hip, t),
                axes: [DVec3::X, DVec3::Z],
                one_side: true,
            }
        };
        let [_, outward, front] = arm::axes(self);
        let on_arm = |girth, t: f64| Level {
            girth,
            center: joints.shoulder.lerp(joints.wrist, t),
            axes: [outward, front],
            one_side: true,
        };
        let chin = m.height - m.head_height;
        let head = |girth, height| Level {
            girth,
            center: DVec3::new(0.0, height, -0.01),
            axes: [DVec3::X, DVec3::Z],
            one_side: false,
        };
        vec![
            level(Measure::HipGirth, m.hip_height),
            level(Measure::WaistGirth, m.waist_height),
            level(Measure::UnderBustGirth, torso::under_bust_height(m)),
            level(Measure::BustGirth, m.bust_height),
            head(Measure::HeadGirth, chin + 0.66 * m.head_height),
            head::tape_level(self),
            on_leg(Measure::ThighGirth, m.inside_leg_height - leg::BELOW_CROTCH * m.height),
            on_leg(Measure::KneeGirth, m.knee_height),
            on_leg(Measure::CalfGirth, leg::height_of(self, leg::CALF)),
            on_leg(Measure::AnkleGirth, leg::height_of(self, leg::ANKLE)),
            on_arm(Measure::UpperArmGirth, arm::UPPER_ARM),
            on_arm(Measure::ElbowGirth, arm::ELBOW),
            on_arm(Measure::WristGirth, arm::WRIST),
        ]
    }
}
