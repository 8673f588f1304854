//! From a pattern to facts about its pieces.

use super::fact::{Fact, Known, PieceId, Trait};
use super::{BodyPart, PieceClass};
use crate::infer::{inferred, side_of};
use glam::DVec2;
use std::collections::BTreeSet;
use toile_pattern::Garment;
use toile_pattern::measures::DraftMeasures;
use toile_pattern::piece::{LineKind, Piece};

/// What is known of the pieces of a garment before its class is asked for.
pub(super) struct Description<'a> {
    pub(super) garment: &'a Garment,
    number: usize,
    measures: &'a DraftMeasures,
    pub(super) classes: Vec<(PieceClass, String)>,
    pub(super) parts: Vec<Option<(BodyPart, String)>>,
    sewn: BTreeSet<[usize; 2]>,
}

/// A piece that reaches down from the neck this much further than the crotch is not on the torso alone.
const BEYOND_TORSO: f64 = 1.2;

impl<'a> Description<'a> {
    /// Looks at the garment of a number, as cut.
    pub(super) fn new(garment: &'a Garment, number: usize, measures: &'a DraftMeasures) -> Self {
        let mut sewn = BTreeSet::new();
        for seam in &garment.seams {
            for one in &seam.sides[0] {
                for other in seam.sides[1].iter().filter(|other| other.piece != one.piece) {
                    sewn.insert([one.piece.min(other.piece), one.piece.max(other.piece)]);
                }
            }
        }
        let classes = garment.pieces.iter().map(class_of).collect();
        let parts = vec![None; garment.pieces.len()];
        let mut description = Self { garment, number, measures, classes, parts, sewn };
        description.parts_by_notes_and_names();
        description.parts_by_placement_and_shape();
        description.parts_by_seams();
        description.refine();
        description
    }

    fn parts_by_notes_and_names(&mut self) {
        let hint = PieceClass::of_garment_name(&self.garment.name);
        for (i, piece) in self.garment.pieces.iter().enumerate() {
            let (class, side) = (self.classes[i].0, side_of(piece));
            let usual = class.usual_part(side.0);
            let noted = piece.placement.segment.as_deref().and_then(BodyPart::of_note);
            let by_class = |part| (part, format!("a {} lies there", class.words()));
            self.parts[i] = match (noted, usual) {
                // Files note bands, hoods and skirts coarsely.
                (Some(BodyPart::Torso), Some(part @ (BodyPart::BothLegs | BodyPart::Neck)))
                | (Some(BodyPart::LeftLeg | BodyPart::RightLeg), Some(part @ BodyPart::BothLegs)) => {
                    Some(by_class(part))
                }
                (Some(part), _) => Some((part, "noted in the pattern".to_owned())),
                (None, Some(part)) => Some(by_class(part)),
                (None, None) if PieceClass::tells_trunk(&piece.name) => {
                    Some((BodyPart::Torso, "its name says so".to_owned()))
                }
                (None, None) => hint.and_then(|(class, word)| {
                    let part = class.usual_part(side.0)?;
                    Some((part, format!("the garment's name has the word {word}")))
                }),
            };
        }
    }

    /// What notes and names do not tell is found as it is for placing.
    fn parts_by_placement_and_shape(&mut self) {
        let found = inferred(self.garment, || *self.measures);
        for (i, inference) in found.into_iter().enumerate() {
            let Some(inference) = inference else { continue };
            if let Some((part, reason)) = &mut self.parts[i] {
                // Which side, only the seams tell.
                *part = BodyPart::of_segment(inference.segment);
                *reason += ", the side by what it is sewn to";
                continue;
            }
            let class = &mut self.classes[i];
            if class.0 == PieceClass::Panel {
                *class = (inference.class, inference.reason.clone());
            }
            // A waistband goes around the lower torso and belongs to what covers both legs.
            let is_band = inference.class == PieceClass::Waistband;
            let part = if is_band { BodyPart::BothLegs } else { BodyPart::of_segment(inference.segment) };
            self.parts[i] = Some((part, inference.reason));
        }
    }

    /// Pieces that nothing is known of lie where what they are sewn to lies; without any such, on the torso.
    fn parts_by_seams(&mut self) {
        for _ in 0..self.parts.len() {
            let mut changed = false;
            for i in 0..self.parts.len() {
                if self.parts[i].is_some() {
                    continue;
                }
                let sewn = self.sewn.iter().filter(|pair| pair.contains(&i));
                let others = sewn.map(|pair| if pair[0] == i { pair[1] } else { pair[0] });
                let found =
                    others.filter_map(|other| Some((other, self.parts.get(other)?.as_ref()?.0))).min();
                if let Some((other, part)) = found {
                    // What sleeves and collars are sewn to is the trunk.
                    let limb = matches!(part, BodyPart::Neck | BodyPart::LeftArm | BodyPart::RightArm);
                    let part = if limb { BodyPart::Torso } else { part };
                    self.parts[i] = Some((part, format!("sewn to {}", self.garment.pieces[other].name)));
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        let any = !self.sewn.is_empty();
        for part in self.parts.iter_mut().filter(|part| any && part.is_none()) {
            *part = Some((BodyPart::Torso, "nothing tells otherwise".to_owned()));
        }
    }

    /// Fronts of trousers are parts of legs, what lies on an arm is a sleeve, long fronts reach down to the legs.
    fn refine(&mut self) {
        use PieceClass::{Back, Front, LegPanel, Panel, SkirtPanel, Sleeve};
        let torso = self.measures.cervicale_height - self.measures.inside_leg_height;
        for (i, piece) in self.garment.pieces.iter().enumerate() {
            let (class, why) = &mut self.classes[i];
            if !matches!(class, Front | Back | Panel) {
                continue;
            }
            match &mut self.parts[i] {
                Some((BodyPart::LeftLeg | BodyPart::RightLeg, _)) => {
                    *class = LegPanel;
                    *why += ", on a leg";
                }
                Some((BodyPart::LeftArm | BodyPart::RightArm, _)) => {
                    *class = Sleeve;
                    *why += ", on an arm";
                }
                Some((BodyPart::BothLegs, _)) => {
                    *class = SkirtPanel;
                    *why += ", around both legs";
                }
                Some((part @ BodyPart::Torso, reason)) if height(piece) > BEYOND_TORSO * torso => {
                    *part = BodyPart::TorsoAndLegs;
                    *reason = format!("{reason}; it reaches {:.0} cm down", 100.0 * height(piece));
                }
                _ => {}
            }
        }
    }

    fn id(&self, piece: usize) -> PieceId {
        PieceId { garment: self.number, piece }
    }

    fn any(&self, class: PieceClass) -> Option<&str> {
        let found = self.classes.iter().position(|known| known.0 == class)?;
        Some(self.garment.pieces[found].name.as_str())
    }

    /// All facts about pieces, and the traits of the garment.
    pub(super) fn facts(&self) -> Vec<Known> {
        let mut facts = Vec::new();
        let mut add = |fact: Fact, reason: String| facts.push(Known { fact, reason });
        for (i, (class, reason)) in self.classes.iter().enumerate() {
            add(Fact::PieceIs(self.id(i), *class), reason.clone());
            if let Some((part, reason)) = &self.parts[i] {
                add(Fact::LiesOn(self.id(i), *part), reason.clone());
            }
            if let Some(note) = &self.garment.pieces[i].placement.landmark {
                let reason = "noted in the pattern".to_owned();
                add(Fact::LandmarkOn(self.id(i), note.name.replace('-', "_")), reason);
            }
        }
        for &[one, other] in &self.sewn {
            let joins = |seam: &&toile_pattern::seam::Seam| {
                let has = |side: usize, piece: usize| seam.sides[side].iter().any(|part| part.piece == piece);
                has(0, one) && has(1, other) || has(0, other) && has(1, one)
            };
            let names: Vec<&str> =
                self.garment.seams.iter().filter(joins).map(|seam| seam.name.as_str()).collect();
            add(Fact::SewnTo(self.id(one), self.id(other)), format!("seam {}", names.join(", ")));
        }
        for [one, other] in self.mirrored() {
            let name = &self.garment.pieces[one].name;
            add(Fact::MirrorOf(self.id(other), self.id(one)), format!("named like {name}"));
        }
        for (part, piece) in self.covered() {
            add(Fact::Covers(self.number, part), format!("{} lies there", self.garment.pieces[piece].name));
        }
        for (property, reason) in self.traits() {
            add(Fact::Has(self.number, property), reason);
        }
        facts
    }

    /// The parts of the body that pieces lie on, each with the first of them.
    pub(super) fn covered(&self) -> Vec<(BodyPart, usize)> {
        let on = |part: BodyPart| self.parts.iter().position(|own| own.as_ref().is_some_and(|p| p.0 == part));
        BodyPart::ALL.into_iter().filter_map(|part| Some((part, on(part)?))).collect()
    }

    /// Pairs of pieces of the left and right side.
    fn mirrored(&self) -> Vec<[usize; 2]> {
        let mut pairs = Vec::new();
        for (i, piece) in self.garment.pieces.iter().enumerate() {
            let swapped = mirror_names(&piece.name);
            let other = swapped.iter().find_map(|name| self.garment.piece_named(name));
            if let Some(other) = other.filter(|&other| other != i && !pairs.contains(&[other, i])) {
                pairs.push([i, other]);
            }
        }
        pairs
    }

    /// What the garment has, and how that is known.
    pub(super) fn traits(&self) -> Vec<(Trait, String)> {
        use PieceClass::{Collar, Cuff, Hemband, Hood, Neckband, Sleeve};
        let mut found = Vec::new();
        let mut add = |property: Trait, reason: Option<String>| {
            found.extend(reason.map(|reason| (property, reason)));
        };
        let named = |name: &str| format!("there is a piece {name}");
        add(Trait::Sleeves, self.any(Sleeve).map(named));
        add(Trait::Collar, self.any(Collar).map(named));
        add(Trait::Hood, self.any(Hood).map(named));
        let ribbed = match (self.any(Hemband), self.any(Neckband), self.any(Cuff)) {
            (Some(hem), _, _) => Some(named(hem)),
            (None, Some(neck), Some(cuff)) => Some(format!("there are {neck} and {cuff}")),
            _ => None,
        };
        add(Trait::RibbedBands, ribbed);
        add(Trait::Lapels, self.lapels());
        add(Trait::OpensInFront, self.opening());
        add(Trait::HangsFromShoulders, self.shoulders());
        add(Trait::EndsAboveKnee, self.above_knee());
        let [piece] = self.garment.pieces.as_slice() else { return found };
        if self.garment.seams.is_empty() && !piece.holes.is_empty() {
            found.push((Trait::HoleForHead, format!("{} is not sewn and has a hole", piece.name)));
        }
        found
    }

    fn lapels(&self) -> Option<String> {
        let fronts =
            self.garment.pieces.iter().zip(&self.classes).filter(|(_, class)| class.0 == PieceClass::Front);
        let is_folded = |piece: &Piece| {
            piece.lines.iter().any(|line| matches!(line.kind, LineKind::Fold(_)))
                || piece.regions.iter().any(|region| region.name.to_lowercase().contains("lapel"))
        };
        fronts
            .map(|(piece, _)| piece)
            .find(|piece| is_folded(piece))
            .map(|piece| format!("{} is folded back", piece.name))
    }

    /// How it opens in front: by a closure between fronts, or because left and right fronts are not sewn to each other.
    fn opening(&self) -> Option<String> {
        let is_front = |piece: usize| {
            let class = self.classes.get(piece).map(|class| class.0);
            matches!(class, Some(PieceClass::Front | PieceClass::Placket))
        };
        let closure = self.garment.seams.iter().find(|seam| {
            seam.closure.is_some() && !seam.sides.is_empty() && seam.parts().all(|part| is_front(part.piece))
        });
        if let Some(seam) = closure {
            return Some(format!("the seam {} can be opened", seam.name));
        }
        let joined = |from: usize, to: usize| {
            let mut reached = vec![from];
            let mut next = 0;
            while let Some(&piece) = reached.get(next) {
                for pair in self.sewn.iter().filter(|pair| pair.contains(&piece)) {
                    let other = if pair[0] == piece { pair[1] } else { pair[0] };
                    if is_front(other) && !reached.contains(&other) {
                        reached.push(other);
                    }
                }
                next += 1;
            }
            reached.contains(&to)
        };
        let fronts = |pair: &[usize; 2]| pair.iter().all(|&piece| self.classes[piece].0 == PieceClass::Front);
        let apart = self.mirrored().into_iter().filter(fronts).find(|&[one, other]| !joined(one, other))?;
        let [one, other] = apart.map(|piece| self.garment.pieces[piece].name.as_str());
        Some(format!("{one} and {other} are not sewn to each other"))
    }

    fn shoulders(&self) -> Option<String> {
        use PieceClass::{Collar, Hood, Neckband, Sleeve, Stand, Strap, Yoke};
        for class in [Sleeve, Yoke, Strap, Collar, Stand, Neckband, Hood] {
            if let Some(name) = self.any(class) {
                return Some(format!("there is a piece {name}"));
            }
        }
        // Sides alone are two seams.
        let is_torso =
            |i: &usize| matches!(self.parts[*i], Some((BodyPart::Torso | BodyPart::TorsoAndLegs, _)));
        let seams = |i: &usize| {
            let of_two = |seam: &&toile_pattern::seam::Seam| {
                seam.parts().any(|part| part.piece == *i) && seam.parts().any(|part| part.piece != *i)
            };
            self.garment.seams.iter().filter(of_two).count()
        };
        let held = (0..self.parts.len()).filter(is_torso).find(|i| seams(i) > 2)?;
        Some(format!("{} has more seams than its sides", self.garment.pieces[held].name))
    }

    fn above_knee(&self) -> Option<String> {
        let legs = self
            .garment
            .pieces
            .iter()
            .zip(&self.classes)
            .filter(|(_, class)| class.0 == PieceClass::LegPanel);
        let longest = legs.map(|(piece, _)| height(piece)).fold(0.0, f64::max);
        let whole = self.measures.waist_height - self.measures.knee_height;
        let short = longest > 0.0 && longest < whole;
        short.then(|| {
            format!(
                "its legs are {:.0} cm long, and it is {:.0} cm to the knee",
                100.0 * longest,
                100.0 * whole
            )
        })
    }
}

/// What a piece is by its name, and how that is known.
fn class_of(piece: &Piece) -> (PieceClass, String) {
    if let Some((class, word)) = PieceClass::of_name(&piece.name) {
        return (class, format!("its name has the word {word}"));
    }
    let note = piece.placement.segment.as_deref().unwrap_or_default();
    let is_band = piece.name.to_lowercase().contains("band");
    match note {
        "lower_torso" if is_band => (PieceClass::Waistband, "a band around the lower torso".to_owned()),
        "neck" if is_band => (PieceClass::Neckband, "a band around the neck".to_owned()),
        _ => (PieceClass::Panel, "its name tells nothing".to_owned()),
    }
}

/// How high a piece is, its up direction upright.
fn height(piece: &Piece) -> f64 {
    let up = piece.placement.up.and_then(DVec2::try_normalize).unwrap_or(DVec2::Y);
    let heights = piece.outline.flattened(1e-3).into_iter().map(|point| point.dot(up));
    let [low, high] =
        heights.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], y| [low.min(y), high.max(y)]);
    if low <= high { high - low } else { 0.0 }
}

/// What the mirror image of a piece may be called.
fn mirror_names(name: &str) -> Vec<String> {
    let swap = |one: &str, other: &str| name.contains(one).then(|| name.replace(one, other));
    let mut names = vec![format!("{name}'")];
    names.extend(swap("left", "right"));
    names.extend(swap("Left", "Right"));
    names.extend(name.strip_suffix("_l").map(|stem| format!("{stem}_r")));
    names.extend(name.strip_prefix('L').map(|rest| format!("R{rest}")));
    names
}
