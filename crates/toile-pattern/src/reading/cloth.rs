//! The pieces as they are cut: each stretch of boundary once or, for pairs and what lies on the fold, twice, with its mirror image.

use super::Exclusion;
use super::boundary::Boundary;
use super::godets::mark_slits;
use super::grammar::{self, Reading};
use super::kind::{EdgeRole, PieceKind};
use super::words::{Face, face_of, kind_of, tokens};
use crate::evidence::{PatternEvidence, PieceMaterial};
use crate::garment::Garment;
use crate::note::Note;
use crate::piece::{CutRule, Piece};
use crate::placement::PiecePose;
use crate::seam::EdgePart;
use glam::{DVec2, DVec3};

/// Readings of a piece that are looked at further.
const MOST_READINGS: usize = 4;
/// Pieces that are mirror images of each other to this share of their size are left and right.
const ALIKE: f64 = 0.006;

/// What lies further from the middle than this is at one side of the body, in metres.
const ASIDE: f64 = 0.05;

/// Words of bands that there is one of on each side of the body.
const BOTH_SIDES: [&str; 12] = [
    "cuff",
    "arm",
    "armhole",
    "sleeve",
    "strap",
    "leg",
    "ankle",
    "manschette",
    "träger",
    "poignet",
    "bretelle",
    "armband",
];

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
    pub(super) cut: CutRule,
    pub(super) mirror: Mirror,
    /// The score of each kind that it may be.
    all: Vec<(PieceKind, f64)>,
    /// What kind it is by its words.
    told: Option<PieceKind>,
    /// The words of its name.
    pub(super) words: Vec<String>,
    /// The ways in which it can be laid on itself.
    pub(super) symmetries: Vec<Symmetry>,
    /// Where the file has put it in space.
    pub(super) pose: Option<PiecePose>,
    /// Why it is not sewn into the garment, if it is not.
    pub(super) left_out: Option<Exclusion>,
}

impl View {
    /// What it most likely is.
    pub(super) fn kind(&self) -> PieceKind {
        self.readings[0].0.kind
    }

    /// How likely that is.
    pub(super) fn certainty(&self) -> f64 {
        let own = self.readings.iter().filter(|(reading, _)| reading.kind == self.kind());
        own.map(|(_, weight)| weight).sum()
    }

    /// Whether words say that it is what it looks like.
    pub(super) fn is_told(&self) -> bool {
        self.told == Some(self.kind())
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
    pub(super) fn of(
        garment: &Garment,
        evidence: &PatternEvidence,
        notes: &[Note],
        uses: &[(usize, bool)],
    ) -> Self {
        let all = |of: Option<PieceKind>, has_details: bool| -> Vec<View> {
            let numbers = 0..garment.pieces.len();
            numbers.map(|number| view(garment, evidence, notes, number, of, has_details)).collect()
        };
        let has_details = !leaves_out_most(garment, evidence, &all(None, true));
        let views = |of: Option<PieceKind>| all(of, has_details);
        let mut cloth = Self { views: views(garment_kind(&garment.name)) };
        let apply = |views: &mut Vec<View>| {
            for &(piece, is_used) in uses {
                if let Some(view) = views.get_mut(piece) {
                    view.left_out = (!is_used)
                        .then(|| Exclusion { words: "so it was said".to_owned(), probability: 1.0 });
                }
            }
        };
        apply(&mut cloth.views);
        // What most pieces are tells of the others.
        if garment_kind(&garment.name).is_none()
            && let Some(kind) = cloth.whole_kind()
        {
            cloth.views = views(Some(kind));
            apply(&mut cloth.views);
        }
        mark_slits(&mut cloth.views);
        for number in 0..cloth.views.len() {
            cloth.views[number].mirror = cloth.mirror_of_piece(number);
            cloth.views[number].symmetries = cloth.symmetries_of_piece(number);
        }
        cloth
    }

    /// What large pieces the garment is of: trousers of legs, a skirt of panels, a top of bodies; nothing if that is not clear.
    fn whole_kind(&self) -> Option<PieceKind> {
        let worn = || self.views.iter().filter(|view| view.left_out.is_none());
        let says = |words: &[&str]| {
            self.views
                .iter()
                .any(|view| view.words.iter().any(|word| words.iter().any(|part| word.contains(part))))
        };
        let is_top = says(&[
            "sleeve", "hood", "collar", "neck", "yoke", "ärmel", "kragen", "kapuze", "manche", "capuche",
        ]);
        let has_waist = says(&["waistband", "bund", "ceinture", "wb"]);
        let score = |kind: PieceKind| -> f64 {
            let of_words = match kind {
                PieceKind::Body if is_top => 6.0,
                PieceKind::Skirt if has_waist && !is_top => 2.0,
                PieceKind::Trousers if has_waist && !is_top => {
                    2.0 + if says(&["fly", "braguette"]) { 3.0 } else { 0.0 }
                }
                _ => 0.0,
            };
            let of_piece = |view: &View| {
                let is_of = |other: PieceKind| {
                    other == kind
                        || (kind == PieceKind::Body
                            && matches!(other, PieceKind::BodyWhole | PieceKind::RaglanBody))
                };
                let best = |wanted: bool| {
                    let own =
                        view.all.iter().filter(|(other, _)| is_of(*other) == wanted).map(|(_, score)| *score);
                    own.fold(f64::NEG_INFINITY, f64::max)
                };
                (best(true) - best(false)).clamp(-3.0, 3.0)
            };
            // Bands and what is told are no large pieces.
            let large = worn().filter(|view| {
                view.told.is_none()
                    && !matches!(view.kind(), PieceKind::Band | PieceKind::Collar | PieceKind::Hood)
            });
            of_words + large.map(of_piece).sum::<f64>()
        };
        let mut all =
            [PieceKind::Body, PieceKind::Skirt, PieceKind::Trousers].map(|kind| (kind, score(kind)));
        all.sort_by(|a, b| b.1.total_cmp(&a.1));
        (all[0].1 > all[1].1 + 0.8).then_some(all[0].0)
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
        let own = self.laid_on(number, number, flip).map(Mirror::Own);
        let twin = (0..self.views.len()).filter(|&other| {
            let there = &self.views[other];
            other != number && !there.has_image() && self.views[number].face.opposes(there.face) <= 0.0
        });
        let mut twins = twin.filter_map(|other| Some((other, self.laid_on(number, other, Flip::LeftRight)?)));
        if own.is_some() && self.flank(number) == 0.0 {
            return own.unwrap_or(Mirror::None);
        }
        // What lies at one side has its image at the other one, though it may be laid on itself.
        let across =
            |other: &(usize, Vec<usize>)| own.is_none() || self.flank(number) * self.flank(other.0) < 0.0;
        let twin = twins.find(across).map(|(other, map)| Mirror::Twin(other, map));
        twin.or(own).unwrap_or(Mirror::None)
    }

    /// At which side of the body a panel of a skirt lies, where the file tells: -1 or 1, and 0 for the middle.
    fn flank(&self, number: usize) -> f64 {
        let view = &self.views[number];
        let at = |pose: PiecePose| {
            let [low, high] = bounds(&view.boundary);
            pose.place(0.5 * (low + high)).x
        };
        view.pose
            .map(at)
            .filter(|x| view.kind() == PieceKind::Skirt && x.abs() > ASIDE)
            .map_or(0.0, f64::signum)
    }

    /// Pieces that are drawn whole and cut twice because they have two layers, as a yoke and its lining of the same cloth: not a left and a right one.
    pub(super) fn layers(&self, evidence: &PatternEvidence) -> Vec<usize> {
        let is_layered = |number: &usize| {
            let view = &self.views[*number];
            let few = evidence.of(*number).and_then(|told| told.count).is_none_or(|count| count <= 2);
            let is_worn_once = match view.kind() {
                PieceKind::Yoke | PieceKind::Collar | PieceKind::BodyWhole => true,
                PieceKind::Band => {
                    !view.words.iter().any(|word| BOTH_SIDES.contains(&word.as_str()))
                        && !view.words.is_empty()
                }
                PieceKind::Sleeve | PieceKind::RaglanSleeve | PieceKind::Hood | PieceKind::Trousers => false,
                _ => view.face != Face::Unknown,
            };
            view.cut == CutRule::Pair && few && is_worn_once && self.is_symmetric(*number)
        };
        (0..self.views.len()).filter(is_layered).collect()
    }

    /// Whether the outline of a piece is its own mirror image, whatever is marked on it.
    pub(super) fn is_symmetric(&self, number: usize) -> bool {
        let boundary = &self.views[number].boundary;
        let [low, high] = bounds(boundary);
        let tolerance = 2.0 * ALIKE * (high - low).max_element().max(0.1);
        let points: Vec<DVec2> =
            boundary.stretches.iter().flat_map(|stretch| stretch.points.iter().copied()).collect();
        let near = |p: DVec2| points.windows(2).any(|ends| distance(p, ends[0], ends[1]) < tolerance);
        let flips: [fn(DVec2, DVec2) -> DVec2; 2] =
            [|p, sum| DVec2::new(sum.x - p.x, p.y), |p, sum| DVec2::new(p.x, sum.y - p.y)];
        flips.iter().any(|flip| points.iter().all(|&p| near(flip(p, low + high))))
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

/// The distance of a point from a straight line between two others.
fn distance(p: DVec2, a: DVec2, b: DVec2) -> f64 {
    let way = b - a;
    let share = ((p - a).dot(way) / way.length_squared().max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
    p.distance(a + way * share)
}

fn bounds(boundary: &Boundary) -> [DVec2; 2] {
    let points = || boundary.stretches.iter().flat_map(|stretch| stretch.points.iter().copied());
    [points().fold(DVec2::INFINITY, DVec2::min), points().fold(DVec2::NEG_INFINITY, DVec2::max)]
}

fn view(
    garment: &Garment,
    evidence: &PatternEvidence,
    notes: &[Note],
    number: usize,
    whole: Option<PieceKind>,
    has_details: bool,
) -> View {
    let piece = &garment.pieces[number];
    let told = evidence.of(number);
    let mut texts: Vec<&str> = vec![&piece.name];
    texts.extend(told.iter().flat_map(|told| told.words.iter().map(String::as_str)));
    texts.extend(notes.iter().filter(|note| note.piece == number).map(|note| note.words.as_str()));
    // The name counts more than what is written beside it.
    let hint = match kind_of(&piece.name) {
        // What is called a front has other words for what is drawn on it, as its pockets.
        None if face_of(&piece.name) != Face::Unknown => None,
        None => texts.iter().find_map(|text| kind_of(text)),
        told => told,
    }
    .filter(|kind| has_details || *kind != PieceKind::Detail);
    let face = texts.iter().map(|text| face_of(text)).find(|face| *face != Face::Unknown).unwrap_or_default();
    let boundary = Boundary::of(number, piece, told);
    let up = piece.placement.up.or_else(|| up_by_pose(piece)).unwrap_or_else(|| upright(piece.grain));
    let mut readings = grammar::readings(&boundary, hint, whole, piece.cut == CutRule::Pair, up);
    let all = readings.iter().map(|reading| (reading.kind, reading.score)).collect();
    readings.truncate(MOST_READINGS);
    let best = readings[0].score;
    // Scores are softened: what is not looked at may speak for another kind.
    let weights: Vec<f64> = readings.iter().map(|reading| ((reading.score - best) / 1.5).exp()).collect();
    let sum: f64 = weights.iter().sum();
    let readings =
        readings.into_iter().zip(weights).map(|(reading, weight)| (reading, weight / sum)).collect();
    let material = told.map_or(PieceMaterial::Fabric, |told| told.material);
    let left_out = why_left_out(hint, hint.is_some() && kind_of(&piece.name) == hint, material)
        .or_else(|| drawn_on_another(garment, number));
    View {
        all,
        told: hint,
        boundary,
        readings,
        face,
        cut: piece.cut,
        mirror: Mirror::None,
        symmetries: Vec::new(),
        words: tokens(&piece.name),
        pose: piece.placement.pose,
        left_out,
    }
}

/// Whether most of the fabric would be sewn on flat, by its words: then that is the garment itself, and the words mean something else.
fn leaves_out_most(garment: &Garment, evidence: &PatternEvidence, views: &[View]) -> bool {
    let is_fabric =
        |number: &usize| evidence.of(*number).is_none_or(|told| told.material == PieceMaterial::Fabric);
    let area = |numbers: &mut dyn Iterator<Item = usize>| {
        numbers.map(|number| garment.pieces[number].outline.area()).sum::<f64>()
    };
    let fabric = || (0..views.len()).filter(is_fabric);
    let left_out = area(&mut fabric().filter(|&number| views[number].left_out.is_some()));
    left_out > 0.5 * area(&mut fabric())
}

/// What is called as another piece, but for a number, and is much smaller: a mark on the drawing of that.
fn drawn_on_another(garment: &Garment, number: usize) -> Option<Exclusion> {
    let piece = &garment.pieces[number];
    let (stem, count) = piece.name.rsplit_once('-')?;
    count.parse::<u32>().ok()?;
    let other = garment.pieces.iter().find(|other| other.name == stem)?;
    // Programs that call every piece alike say nothing by that.
    let is_a_name = garment.pieces.iter().any(|other| !other.name.starts_with(stem));
    let is_small = is_a_name && piece.outline.area() < MARK * other.outline.area();
    is_small.then(|| Exclusion { words: format!("it is small and drawn with `{stem}`"), probability: 0.7 })
}

/// What is smaller than this share of the piece that it is drawn with is probably a mark.
const MARK: f64 = 0.15;

/// Why a piece is not sewn into the garment that is draped, if it is not.
fn why_left_out(told: Option<PieceKind>, is_by_name: bool, material: PieceMaterial) -> Option<Exclusion> {
    match (material, told) {
        (PieceMaterial::Lining | PieceMaterial::Interfacing | PieceMaterial::Other, _) => {
            Some(Exclusion { words: format!("it is cut from {}", material.name()), probability: 0.97 })
        }
        (_, Some(PieceKind::Detail)) => {
            let probability = if is_by_name { 0.94 } else { 0.7 };
            Some(Exclusion { words: "by its name it is sewn on flat".to_owned(), probability })
        }
        _ => None,
    }
}

/// What the name of a garment tells of its large pieces.
fn garment_kind(name: &str) -> Option<PieceKind> {
    let lower = name.to_lowercase();
    let is_top = ["shirt", "blouse", "hood", "pullover", "sweater", "tee", "jacket"]
        .iter()
        .any(|word| lower.contains(word));
    if is_top {
        Some(PieceKind::Body)
    } else {
        kind_of(name).filter(|kind| matches!(kind, PieceKind::Trousers | PieceKind::Skirt))
    }
}

/// The direction that points up the body, or up an arm, where the file has put the piece.
fn up_by_pose(piece: &Piece) -> Option<DVec2> {
    let pose = piece.placement.pose?;
    let [low, high] = piece.outline.bounds();
    let middle = pose.place(0.5 * (low + high));
    // Beside the body hang arms, away from it.
    let is_arm = piece.placement.segment.as_deref().is_some_and(|segment| segment.contains("arm"))
        || kind_of(&piece.name) == Some(PieceKind::Sleeve);
    let up = if is_arm { DVec3::new(-middle.x.signum(), 0.5, 0.0) } else { DVec3::Y };
    let own = pose.rotation.inverse() * up;
    let own = DVec2::new(own.x, own.y).try_normalize()?;
    // How far arms are lifted is not known, but sleeves are drawn along their grain or across it.
    if is_arm {
        return Some(along_grain(own, piece.grain));
    }
    // Files do not agree in which order they turn: what lies askew was turned otherwise.
    Some(own).filter(|up| up.y > 0.9)
}

/// The nearest of the four directions along a grain and across it.
fn along_grain(way: DVec2, grain: f64) -> DVec2 {
    let grain = DVec2::from_angle(grain);
    let ways = [grain, grain.perp(), -grain, -grain.perp()];
    ways.into_iter().fold(grain, |best, other| if other.dot(way) > best.dot(way) { other } else { best })
}

/// The grain as the direction upwards: the nearest of both ends to the top of the drawing; straight up where it lies across.
fn upright(grain: f64) -> DVec2 {
    let way = DVec2::from_angle(grain);
    if way.y.abs() < 0.3 { DVec2::Y } else { way * way.y.signum() }
}
