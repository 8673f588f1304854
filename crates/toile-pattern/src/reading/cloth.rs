//! The pieces as they are cut: each stretch of boundary once or, for pairs and what lies on the fold, twice, with its mirror image.

use super::boundary::Boundary;
use super::grammar::{self, Reading};
use super::kind::{EdgeRole, PieceKind};
use super::words::{Face, face_of, kind_of};
use crate::evidence::{Evidence, Material};
use crate::garment::Garment;
use crate::note::Note;
use crate::piece::CutRule;
use crate::seam::EdgePart;
use glam::DVec2;

/// Readings of a piece that are looked at further.
const MOST_READINGS: usize = 3;
/// Pieces that are mirror images of each other to this share of their size are left and right.
const ALIKE: f64 = 0.006;

/// A stretch as it is cut from cloth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Cut {
    pub(super) piece: usize,
    pub(super) stretch: usize,
    /// Whether it is of the mirror image.
    pub(super) image: bool,
}

/// A joint as it is cut; that on a fold is its own image.
pub(super) type Vertex = (usize, usize, bool);

/// What the mirror image of a piece on the other side of the body is.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Mirror {
    /// It is cut from the same drawing.
    Image,
    /// The piece itself; stretches are those that the mirror puts on each other.
    Own(Vec<usize>),
    /// Another piece, with its stretches.
    Twin(usize, Vec<usize>),
    /// There is none.
    None,
}

/// A piece and what it may be.
#[derive(Clone, Debug)]
pub(super) struct View {
    pub(super) boundary: Boundary,
    /// What it may be, the likeliest first, and how likely.
    pub(super) readings: Vec<(Reading, f64)>,
    pub(super) face: Face,
    pub(super) material: Material,
    pub(super) cut: CutRule,
    pub(super) mirror: Mirror,
    /// What words say that it is.
    pub(super) told: Option<PieceKind>,
    /// The ways in which it can be laid on itself.
    pub(super) symmetries: Vec<Symmetry>,
    /// Why it is not sewn into the garment, if it is not.
    pub(super) left_out: Option<String>,
}

impl View {
    /// What it most likely is.
    pub(super) fn kind(&self) -> PieceKind {
        self.readings[0].0.kind
    }

    /// The role of a stretch, most likely.
    pub(super) fn role(&self, stretch: usize) -> EdgeRole {
        self.readings[0].0.roles[stretch]
    }

    /// Whether it is cut twice or unfolded.
    pub(super) fn has_image(&self) -> bool {
        self.cut != CutRule::Once
    }
}

/// All pieces.
#[derive(Clone, Debug)]
pub(super) struct Cloth {
    pub(super) views: Vec<View>,
}

impl Cloth {
    /// The pieces of a garment, seen with all that is told of them.
    pub(super) fn of(garment: &Garment, evidence: &Evidence, notes: &[Note]) -> Self {
        let views = (0..garment.pieces.len()).map(|number| view(garment, evidence, notes, number)).collect();
        let mut cloth = Self { views };
        for number in 0..cloth.views.len() {
            cloth.views[number].mirror = cloth.mirror_of_piece(number);
            cloth.views[number].symmetries = cloth.symmetries_of_piece(number);
        }
        cloth
    }

    pub(super) fn view(&self, cut: Cut) -> &View {
        &self.views[cut.piece]
    }

    /// The sheet of cloth that a stretch is of: a pair has two.
    pub(super) fn sheet(&self, cut: Cut) -> (usize, bool) {
        (cut.piece, cut.image && self.view(cut).cut == CutRule::Pair)
    }

    pub(super) fn length(&self, cut: Cut) -> f64 {
        self.view(cut).boundary.stretches[cut.stretch].length
    }

    pub(super) fn length_of(&self, cuts: &[Cut]) -> f64 {
        cuts.iter().map(|&cut| self.length(cut)).sum()
    }

    pub(super) fn role(&self, cut: Cut) -> EdgeRole {
        self.view(cut).role(cut.stretch)
    }

    /// The stretch on the other side of the body.
    pub(super) fn mirrored(&self, cut: Cut) -> Option<Cut> {
        match &self.view(cut).mirror {
            Mirror::Image => Some(Cut { image: !cut.image, ..cut }),
            Mirror::Own(map) => Some(Cut { stretch: map[cut.stretch], ..cut }),
            Mirror::Twin(piece, map) => Some(Cut { piece: *piece, stretch: map[cut.stretch], ..cut }),
            Mirror::None => None,
        }
    }

    /// A run on the other side of the body, counter-clockwise there.
    pub(super) fn mirrored_run(&self, run: &[Cut]) -> Option<Vec<Cut>> {
        run.iter().rev().map(|&cut| self.mirrored(cut)).collect()
    }

    /// Where a stretch begins and ends, counter-clockwise as it is cut.
    pub(super) fn ends(&self, cut: Cut) -> [Vertex; 2] {
        let boundary = &self.view(cut).boundary;
        let [a, b] =
            [cut.stretch, boundary.next(cut.stretch)].map(|joint| self.vertex(cut.piece, joint, cut.image));
        if cut.image { [b, a] } else { [a, b] }
    }

    fn vertex(&self, piece: usize, joint: usize, image: bool) -> Vertex {
        let boundary = &self.views[piece].boundary;
        let on_fold = boundary.fold.is_some_and(|fold| joint == fold || joint == boundary.next(fold));
        (piece, joint, image && !on_fold)
    }

    /// The stretch after another one, counter-clockwise as it is cut; a fold is no boundary.
    pub(super) fn next(&self, cut: Cut) -> Cut {
        let boundary = &self.view(cut).boundary;
        let next = if cut.image { boundary.before(cut.stretch) } else { boundary.next(cut.stretch) };
        if boundary.fold != Some(next) {
            return Cut { stretch: next, ..cut };
        }
        // Over the fold to the other half, and on from the same end of the fold.
        Cut { stretch: cut.stretch, image: !cut.image, ..cut }
    }

    /// All stretches as cut, without folds.
    pub(super) fn cuts(&self) -> impl Iterator<Item = Cut> + '_ {
        self.views.iter().enumerate().flat_map(|(piece, view)| {
            let images: &[bool] = if view.has_image() { &[false, true] } else { &[false] };
            images.iter().flat_map(move |&image| {
                let all = (0..view.boundary.count()).filter(|&stretch| view.boundary.fold != Some(stretch));
                all.map(move |stretch| Cut { piece, stretch, image })
            })
        })
    }

    /// The part of an edge that a stretch is, counter-clockwise as it is cut.
    pub(super) fn part(&self, cut: Cut) -> EdgePart {
        let part = self.view(cut).boundary.stretches[cut.stretch].part;
        if cut.image { EdgePart { mirrored: true, ..part.reversed() } } else { part }
    }

    fn mirror_of_piece(&self, number: usize) -> Mirror {
        let view = &self.views[number];
        if view.has_image() {
            return Mirror::Image;
        }
        // A strip that is drawn upright lies across the body all the same.
        let is_upright_strip = matches!(view.kind(), PieceKind::Band | PieceKind::Collar) && {
            let [low, high] = bounds(&view.boundary);
            high.y - low.y > 1.5 * (high.x - low.x)
        };
        let flip = if is_upright_strip { Flip::UpDown } else { Flip::LeftRight };
        if let Some(map) = self.laid_on(number, number, flip) {
            return Mirror::Own(map);
        }
        let twin = (0..self.views.len()).filter(|&other| other != number && !self.views[other].has_image());
        let mut twins = twin.filter_map(|other| Some((other, self.laid_on(number, other, Flip::LeftRight)?)));
        twins.next().map_or(Mirror::None, |(other, map)| Mirror::Twin(other, map))
    }

    /// The ways in which a piece can be laid on itself: which stretch comes to lie on which, and whether on the other image.
    fn symmetries_of_piece(&self, number: usize) -> Vec<Symmetry> {
        let found = |flip: Flip, to_image: bool| {
            self.laid_on(number, number, flip).map(|map| Symmetry { map, to_image })
        };
        match self.views[number].cut {
            CutRule::Once => found(Flip::Turn, false).into_iter().collect(),
            CutRule::OnFold(_) => {
                [found(Flip::UpDown, true), found(Flip::LeftRight, true)].into_iter().flatten().collect()
            }
            CutRule::Pair => {
                let flips = [(Flip::Turn, false), (Flip::LeftRight, true), (Flip::UpDown, true)];
                flips.into_iter().filter_map(|(flip, to_image)| found(flip, to_image)).collect()
            }
        }
    }

    /// The stretches that a seam would use if one of its pieces were laid on itself before, one set for each way.
    pub(super) fn equivalents(&self, cuts: &[Cut]) -> Vec<Vec<Cut>> {
        let mut pieces: Vec<usize> = cuts.iter().map(|cut| cut.piece).collect();
        pieces.sort_unstable();
        pieces.dedup();
        let mut found = vec![cuts.to_vec()];
        for piece in pieces {
            let known = found.clone();
            for symmetry in &self.views[piece].symmetries {
                let moved = |cut: &Cut| {
                    let is_other = cut.piece != piece;
                    if is_other {
                        *cut
                    } else {
                        Cut {
                            stretch: symmetry.map[cut.stretch],
                            image: cut.image != symmetry.to_image,
                            ..*cut
                        }
                    }
                };
                found.extend(known.iter().map(|cuts| cuts.iter().map(moved).collect::<Vec<_>>()));
            }
        }
        found
    }

    /// Which stretches of another piece the stretches of one fall on when it is laid on it; nothing if they are not alike.
    fn laid_on(&self, one: usize, other: usize, flip: Flip) -> Option<Vec<usize>> {
        let [a, b] = [one, other].map(|number| &self.views[number].boundary);
        if a.count() != b.count() || (a.length() - b.length()).abs() > ALIKE * a.length() {
            return None;
        }
        let [from, to] = [one, other].map(|number| bounds(&self.views[number].boundary));
        let tolerance = ALIKE * (from[1] - from[0]).max_element().max(0.1);
        let along = |turned: bool, axis: usize, at: f64| {
            if turned { to[0][axis] + from[1][axis] - at } else { at - from[0][axis] + to[0][axis] }
        };
        let image = |point: DVec2| {
            DVec2::new(along(flip != Flip::UpDown, 0, point.x), along(flip != Flip::LeftRight, 1, point.y))
        };
        let find = |stretch: usize| {
            let own = &a.stretches[stretch];
            let (from, to) = if flip == Flip::Turn { (own.to(), own.from()) } else { (own.from(), own.to()) };
            (0..b.count()).find(|&other| {
                let there = &b.stretches[other];
                image(from).distance(there.to()) < tolerance
                    && image(to).distance(there.from()) < tolerance
                    && image(own.middle()).distance(there.middle()) < 2.0 * tolerance
            })
        };
        (0..a.count()).map(find).collect()
    }
}

/// How a piece is laid on another one or on itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flip {
    LeftRight,
    UpDown,
    /// Turned by half a turn.
    Turn,
}

/// A way in which a piece can be laid on itself.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Symmetry {
    map: Vec<usize>,
    to_image: bool,
}

fn bounds(boundary: &Boundary) -> [DVec2; 2] {
    let points = || boundary.stretches.iter().flat_map(|stretch| stretch.points.iter().copied());
    [points().fold(DVec2::INFINITY, DVec2::min), points().fold(DVec2::NEG_INFINITY, DVec2::max)]
}

fn view(garment: &Garment, evidence: &Evidence, notes: &[Note], number: usize) -> View {
    let piece = &garment.pieces[number];
    let told = evidence.of(number);
    let mut texts: Vec<&str> = vec![&piece.name];
    texts.extend(told.iter().flat_map(|told| told.words.iter().map(String::as_str)));
    texts.extend(notes.iter().filter(|note| note.piece == number).map(|note| note.words.as_str()));
    // The name counts more than what is written beside it.
    let hint = texts.iter().find_map(|text| kind_of(text));
    let face = texts.iter().map(|text| face_of(text)).find(|face| *face != Face::Unknown).unwrap_or_default();
    let boundary = Boundary::of(number, piece, told);
    let up = if piece.placement.up.is_some() {
        piece.placement.up.unwrap_or(DVec2::Y)
    } else {
        upright(piece.grain)
    };
    let mut readings = grammar::readings(&boundary, hint, up);
    readings.truncate(MOST_READINGS);
    let best = readings[0].score;
    // Scores are softened: what is not looked at may speak for another kind.
    let weights: Vec<f64> = readings.iter().map(|reading| ((reading.score - best) / 1.5).exp()).collect();
    let sum: f64 = weights.iter().sum();
    let readings =
        readings.into_iter().zip(weights).map(|(reading, weight)| (reading, weight / sum)).collect();
    let material = told.map_or(Material::Fabric, |told| told.material);
    let left_out = why_left_out(hint, material);
    View {
        boundary,
        readings,
        face,
        material,
        cut: piece.cut,
        mirror: Mirror::None,
        symmetries: Vec::new(),
        told: hint,
        left_out,
    }
}

/// Why a piece is not sewn into the garment that is draped, if it is not.
fn why_left_out(told: Option<PieceKind>, material: Material) -> Option<String> {
    match (material, told) {
        (Material::Lining | Material::Interfacing | Material::Other, _) => {
            Some(format!("it is cut from {}", material.name()))
        }
        (_, Some(PieceKind::Detail)) => Some("it is sewn on flat".to_owned()),
        _ => None,
    }
}

/// The grain as the direction upwards: the nearest of both ends to the top of the drawing; straight up where it lies across.
fn upright(grain: f64) -> DVec2 {
    let way = DVec2::from_angle(grain);
    if way.y.abs() < 0.3 { DVec2::Y } else { way * way.y.signum() }
}
