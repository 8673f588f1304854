//! Ease: by how much a garment is wider than the body, girth by girth.

use super::line::GirthLine;
use super::skin::SkinPoint;
use crate::body::Wearer;
use rayon::prelude::*;
use serde::Serialize;
use toile_body::measure::girths;
use toile_body::segments::Part;
use toile_cloth::cloth::Cloth;

/// The least of the way around that must be cloth: an open front or a set-in sleeve leaves gaps in a line around the trunk, but
/// half a skirt is no trouser leg.
const TRUNK_COVERED: f64 = 0.6;
const LIMB_COVERED: f64 = 0.85;

/// The ease at a girth of the body. Lengths are metres.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ease {
    /// The girth, such as `bust_girth` or `left_thigh_girth`.
    pub name: String,
    /// How high above the floor it is taken.
    pub height: f64,
    /// A tape around the body there.
    pub body: f64,
    /// The garment there, as it was cut.
    pub cut: f64,
    /// The garment there, as it is worn: with its stretch and its folds.
    pub worn: f64,
}

impl Ease {
    /// By how much the garment was cut wider than the body; negative if it must stretch.
    pub fn ease(&self) -> f64 {
        self.cut - self.body
    }

    /// The ease as a share of the girth.
    pub fn share(&self) -> f64 {
        if self.body > 0.0 { self.ease() / self.body } else { 0.0 }
    }

    /// The girth in words: `left thigh`.
    pub fn place(&self) -> String {
        self.name.trim_end_matches("_girth").replace('_', " ")
    }

    /// Whether it goes around the trunk.
    pub fn is_of_trunk(&self) -> bool {
        of_trunk(&self.name)
    }
}

fn of_trunk(name: &str) -> bool {
    matches!(name, "bust_girth" | "under_bust_girth" | "waist_girth" | "hip_girth")
}

/// The parts of the body near which a garment goes around a girth; none for those that are not measured.
fn parts(name: &str) -> &'static [Part] {
    match name {
        _ if of_trunk(name) => {
            &[Part::Upper, Part::LowerLeft, Part::LowerRight, Part::LeftLeg, Part::RightLeg]
        }
        "neck_girth" => &[Part::Neck, Part::Upper],
        "head_girth" => &[],
        _ => match name.split('_').nth(1) {
            Some("thigh" | "knee" | "calf" | "ankle") if name.starts_with("left") => {
                &[Part::LeftLeg, Part::LowerLeft]
            }
            Some("thigh" | "knee" | "calf" | "ankle") => &[Part::RightLeg, Part::LowerRight],
            _ if name.starts_with("left") => &[Part::LeftArm],
            _ => &[Part::RightArm],
        },
    }
}

/// The ease at each girth that the garment goes around, from head to foot.
pub fn eases(cloth: &Cloth, skin: &[Option<SkinPoint>], body: &Wearer) -> Vec<Ease> {
    let part_of: Vec<Option<Part>> = skin
        .iter()
        .map(|skin| body.segments().parts.get(skin.as_ref()?.triangle as usize).copied())
        .collect();
    let floor = body.mesh().bounds().min.y;
    let of_girth = |girth: toile_body::measure::Girth| {
        let wanted = parts(&girth.name);
        let near = |t: usize| {
            cloth.triangles[t].iter().any(|&v| part_of[v as usize].is_some_and(|part| wanted.contains(&part)))
        };
        let center = girth.line.centroid();
        let line = GirthLine::around(cloth, center, girth.line.normal, near)?;
        let least = if of_trunk(&girth.name) { TRUNK_COVERED } else { LIMB_COVERED };
        (line.covered >= least).then(|| Ease {
            height: center.y - floor,
            body: girth.line.girth(),
            cut: line.cut,
            worn: line.worn,
            name: girth.name,
        })
    };
    let all = girths(body.mesh(), body.landmarks());
    let mut found: Vec<Ease> = all.into_par_iter().filter_map(of_girth).collect();
    found.sort_by(|a, b| b.height.total_cmp(&a.height).then_with(|| a.name.cmp(&b.name)));
    found
}
