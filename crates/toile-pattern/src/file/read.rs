//! From the text of a garment file to a garment.

use super::FORMAT;
use super::document::{
    AngleEntry, ClosureEntry, DartEntry, EdgeEntry, ElasticEntry, GarmentSection, LineEntry, PieceSection,
    Point, RegionEntry, SeamSection,
};
use super::part::{chain, list};
use crate::curve::Curve;
use crate::error::{PatternError, PatternPlace};
use crate::garment::{Garment, GarmentSize};
use crate::imported::Imported;
use crate::outline::{Edge, Outline};
use crate::piece::{
    CutRule, Dart, Drill, GradedOutline, InnerLine, LineKind, Notch, NotchKind, Piece, Region, RegionKind,
};
use crate::placement::{LandmarkNote, PiecePose, Placement};
use crate::seam::{Closure, ClosureKind, EdgePart, Elastic, Seam, SeamKind, SeamSource};
use glam::{DQuat, DVec2, DVec3};
use std::ops::Range;
use std::path::{Path, PathBuf};
use toile_geom::names::did_you_mean;
use toml::Spanned;

/// Where the parts of a garment stand in its file, in bytes: for messages about them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GarmentPlaces {
    /// The text of the file, or of all files of a folder, one after another.
    pub text: String,
    /// Where the text of each file begins, and its name; empty if it is only one.
    pub files: Vec<(usize, PathBuf)>,
    /// Each piece.
    pub pieces: Vec<Range<usize>>,
    /// Each edge of each piece.
    pub edges: Vec<Vec<Range<usize>>>,
    /// Each seam.
    pub seams: Vec<Range<usize>>,
}

impl GarmentPlaces {
    /// The place at a byte of the text, and the file that it is in if there are several.
    pub fn place(&self, byte: usize) -> (Option<&Path>, PatternPlace) {
        let file = self.files.iter().rev().find(|(start, _)| *start <= byte);
        let start = file.map_or(0, |(start, _)| *start);
        let place =
            PatternPlace::in_text(self.text.get(start..).unwrap_or_default(), byte.saturating_sub(start));
        (file.map(|(_, path)| path.as_path()), place)
    }
}

/// Reads a garment from the text of a file; `origin` is its name, for messages. What the file is not sure of is left out: see [`read_imported`].
///
/// # Errors
/// If something in it is wrong: the message names the place and what to write instead.
pub fn read(origin: &str, text: &str) -> Result<(Garment, GarmentPlaces), PatternError> {
    read_all(origin, text).map(|(imported, places)| (imported.garment, places))
}

/// Reads a garment from the text of a file, with all that is unsure or was answered; `origin` is its name, for messages.
///
/// # Errors
/// As for [`read`].
pub fn read_imported(origin: &str, text: &str) -> Result<Imported, PatternError> {
    read_all(origin, text).map(|(imported, _)| imported)
}

pub(super) fn read_all(origin: &str, text: &str) -> Result<(Imported, GarmentPlaces), PatternError> {
    let reader = Reader { text, unit: 1.0 };
    reader.garment().map_err(|error| if origin.is_empty() { error } else { error.in_file(Path::new(origin)) })
}

pub(super) struct Reader<'a> {
    text: &'a str,
    /// How many of the file's unit make a metre.
    unit: f64,
}

/// How many of each unit make a metre.
const UNITS: [(&str, f64); 4] = [("m", 1.0), ("cm", 100.0), ("mm", 1000.0), ("in", 1.0 / 0.0254)];

pub(super) type Read<T> = Result<T, PatternError>;

impl Reader<'_> {
    pub(super) fn wrong<T>(
        &self,
        place: usize,
        cause: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Read<T> {
        Err(PatternError::new(PatternPlace::in_text(self.text, place), cause, remedy))
    }

    fn garment(mut self) -> Read<(Imported, GarmentPlaces)> {
        let file: GarmentSection = match toml::from_str(self.text) {
            Ok(file) => file,
            Err(error) => {
                let place = error.span().map_or(0, |span| span.start);
                let cause = error.message().replace('\n', ", ");
                return self.wrong(place, cause, "see the guide's page on garment files");
            }
        };
        if file.format.get_ref() != FORMAT {
            let cause = format!("this is not `{FORMAT}` but `{}`", file.format.get_ref());
            return self.wrong(file.format.span().start, cause, format!("write format = \"{FORMAT}\""));
        }
        if let Some(unit) = &file.unit {
            let Some(known) = UNITS.iter().find(|known| known.0 == unit.get_ref()) else {
                let cause = format!("`{}` is no unit of length here", unit.get_ref());
                return self.wrong(unit.span().start, cause, "write unit = \"m\", \"cm\", \"mm\" or \"in\"");
            };
            self.unit = known.1;
        }
        let mut garment = Garment {
            name: file.name,
            description: file.description,
            fabric: file.fabric,
            sizes: file
                .size
                .into_iter()
                .map(|size| GarmentSize { name: size.name, value: size.value })
                .collect(),
            ..Garment::default()
        };
        if let Some(base) = &file.base_size {
            self.known_size(&garment, base)?;
            garment.base_size = Some(base.get_ref().clone());
        }
        let mut places = GarmentPlaces { text: self.text.to_owned(), ..GarmentPlaces::default() };
        for section in &file.piece {
            places.edges.push(self.piece(&mut garment, section.get_ref())?);
            places.pieces.push(section.span());
        }
        let mut imported = Imported::of(garment);
        self.unsure_pieces(&mut imported, &file.unsure)?;
        for (number, section) in file.seam.iter().enumerate() {
            let seam = self.seam(&imported.garment, number, section.get_ref())?;
            if seam.source == SeamSource::Answered {
                imported.answers.sewn.push(seam.clone());
            }
            imported.garment.seams.push(seam);
            places.seams.push(section.span());
        }
        places.seams.extend(self.unsure_seams(&mut imported, &file.unsure)?);
        Ok((imported, places))
    }

    fn known_size(&self, garment: &Garment, size: &Spanned<String>) -> Read<()> {
        if garment.sizes.iter().any(|known| known.name == *size.get_ref()) {
            return Ok(());
        }
        let names: Vec<&str> = garment.sizes.iter().map(|size| size.name.as_str()).collect();
        let hint = did_you_mean(size.get_ref(), names.iter().copied());
        let cause = format!("there is no size `{}`{hint}", size.get_ref());
        self.wrong(
            size.span().start,
            cause,
            format!("the sizes are {}; add a section [[size]]", list(&names)),
        )
    }

    /// A point in metres.
    fn point(&self, [x, y]: Point) -> DVec2 {
        DVec2::new(x / self.unit, y / self.unit)
    }

    fn points(&self, points: &[Point]) -> Vec<DVec2> {
        points.iter().map(|&point| self.point(point)).collect()
    }

    fn angle(&self, angle: &Spanned<AngleEntry>) -> Read<f64> {
        match angle.get_ref() {
            AngleEntry::Degrees(degrees) => Ok(degrees.to_radians()),
            AngleEntry::Text(text) => {
                let radians = text.strip_suffix("rad").map(str::trim);
                let Some(radians) = radians.and_then(|number| number.parse().ok()) else {
                    let cause = format!("`{text}` is no angle");
                    return self.wrong(
                        angle.span().start,
                        cause,
                        "write degrees as a number, or \"1.2 rad\"",
                    );
                };
                Ok(radians)
            }
        }
    }

    /// Reads a piece into the garment; the places of its edges.
    fn piece(&self, garment: &mut Garment, section: &PieceSection) -> Read<Vec<Range<usize>>> {
        let name = self.name(&section.name, "piece")?;
        if garment.piece_named(&name).is_some() {
            let cause = format!("there are two pieces `{name}`");
            return self.wrong(section.name.span().start, cause, "give one of them another name");
        }
        let mut places = Vec::new();
        let mut piece =
            Piece::new(name, self.outline(&section.outline, section.name.span().start, &mut places)?);
        for hole in &section.holes {
            piece.holes.push(self.outline(hole, section.name.span().start, &mut places)?);
        }
        self.check_edge_names(&piece, section)?;
        piece.cut = self.cut(&piece, section)?;
        for dart in &section.darts {
            piece.darts.push(self.dart(&piece, dart)?);
        }
        for notch in &section.notches {
            let edge = self.edge(&piece, &notch.edge)?;
            let kind = self.choice(notch.kind.as_ref(), &NOTCHES, NotchKind::Slit)?;
            piece.notches.push(Notch { name: notch.name.clone(), edge, at: notch.at, kind });
        }
        for line in &section.lines {
            piece.lines.push(self.line(line)?);
        }
        for region in &section.regions {
            piece.regions.push(self.region(region, section.name.span().start)?);
        }
        let drill = |drill: &super::document::DrillEntry| Drill {
            name: drill.name.clone(),
            at: self.point(drill.at),
        };
        piece.drills = section.drills.iter().map(drill).collect();
        if let Some(grain) = &section.grain {
            piece.grain = self.angle(grain)?;
        }
        piece.allowance = section.allowance.map(|width| width / self.unit);
        piece.fabric.clone_from(&section.fabric);
        piece.layer = section.layer;
        piece.placement = self.placement(section)?;
        for graded in &section.sizes {
            self.known_size(garment, &graded.get_ref().size)?;
            let outline = self.graded(&piece, graded.get_ref(), graded.span().start)?;
            piece.sizes.push(outline);
        }
        garment.pieces.push(piece);
        Ok(places)
    }

    /// A region of a piece that begins at a place of the file.
    fn region(&self, entry: &RegionEntry, place: usize) -> Read<Region> {
        let kinds = RegionKind::ALL.map(|kind| (kind.name(), kind));
        let kind = self.choice(entry.kind.as_ref(), &kinds, RegionKind::default())?;
        let outline = entry.outline.as_ref();
        let outline = outline.map(|outline| self.outline(outline, place, &mut Vec::new())).transpose()?;
        Ok(Region { name: entry.name.clone(), fabric: entry.fabric.clone(), kind, outline })
    }

    /// An elastic band; one that says no length is as long as what it is sewn to.
    fn elastic(&self, entry: &ElasticEntry) -> Elastic {
        let length = entry.length.map(|length| length / self.unit);
        Elastic { ratio: entry.ratio.unwrap_or(1.0), length, stiffness: entry.stiffness }
    }

    fn name(&self, name: &Spanned<String>, what: &str) -> Read<String> {
        let text = name.get_ref();
        let odd = text.is_empty()
            || text.starts_with('-')
            || text.contains('[')
            || text.contains(" + ")
            || text.trim() != text
            || (what == "edge" && text.contains('.'));
        if odd {
            let cause = format!("`{text}` cannot be the name of a {what}, because seams could not tell it");
            return self.wrong(name.span().start, cause, "use letters, digits, dashes and underscores");
        }
        Ok(text.clone())
    }

    fn check_edge_names(&self, piece: &Piece, section: &PieceSection) -> Read<()> {
        let entries = section.outline.iter().chain(section.holes.iter().flatten());
        let names: Vec<&Spanned<String>> =
            entries.filter_map(|entry| entry.get_ref().name.as_ref()).collect();
        for (index, name) in names.iter().enumerate() {
            if names[..index].iter().any(|other| other.get_ref() == name.get_ref()) {
                let cause = format!("piece `{}` has two edges `{}`", piece.name, name.get_ref());
                return self.wrong(name.span().start, cause, "give one of them another name");
            }
        }
        Ok(())
    }

    fn cut(&self, piece: &Piece, section: &PieceSection) -> Read<CutRule> {
        match (&section.on_fold, section.pair) {
            (None, false) => Ok(CutRule::Once),
            (None, true) => Ok(CutRule::Pair),
            (Some(edge), true) => self.wrong(
                edge.span().start,
                "a piece is cut on the fold or as a pair, not both",
                "leave out one",
            ),
            (Some(name), false) => {
                let edge = self.edge(piece, name)?;
                let fold = piece.outline.edges.get(edge);
                if !fold.is_some_and(|edge| edge.curve.is_straight()) {
                    let cause = format!("edge `{}` cannot lie on the fold", name.get_ref());
                    return self.wrong(name.span().start, cause, "name a straight edge of the outline");
                }
                Ok(CutRule::OnFold(edge))
            }
        }
    }

    pub(super) fn edge(&self, piece: &Piece, name: &Spanned<String>) -> Read<usize> {
        if let Some(edge) = piece.edge_named(name.get_ref()) {
            return Ok(edge);
        }
        let names: Vec<String> = (0..piece.edge_count()).map(|edge| piece.edge_name(edge)).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let hint = did_you_mean(name.get_ref(), names.iter().copied());
        let cause = format!("piece `{}` has no edge `{}`{hint}", piece.name, name.get_ref());
        self.wrong(name.span().start, cause, format!("its edges are {}", list(&names)))
    }

    /// An outline: each edge begins where the one before it ends, unless it says otherwise.
    fn outline(
        &self,
        entries: &[Spanned<EdgeEntry>],
        place: usize,
        places: &mut Vec<Range<usize>>,
    ) -> Read<Outline> {
        if entries.len() < 2 {
            let cause = format!("an outline of {} edges encloses nothing", entries.len());
            return self.wrong(place, cause, "give at least two edges, each as { to = [x, y] }");
        }
        let mut outline = Outline::default();
        let mut from = entries.last().and_then(|entry| entry.get_ref().to).unwrap_or_default();
        for entry in entries {
            let edge = entry.get_ref();
            let curve = self.curve(edge, edge.from.unwrap_or(from), entry.span().start)?;
            from = edge.to.unwrap_or_default();
            let name = edge.name.as_ref().map(|name| self.name(name, "edge")).transpose()?;
            let [allowance, hem] =
                [edge.allowance, edge.hem].map(|width| width.map(|width| width / self.unit));
            let elastic = edge.elastic.as_ref().map(|entry| self.elastic(entry));
            outline.edges.push(Edge { name, curve, allowance, hem, elastic });
            places.push(entry.span());
        }
        Ok(outline)
    }

    /// The shape of an edge that begins at a point.
    fn curve(&self, edge: &EdgeEntry, from: Point, place: usize) -> Read<Curve> {
        let Some(to) = edge.to else {
            return self.wrong(place, "the edge does not say where it ends", "add to = [x, y]");
        };
        let kinds = [
            edge.control.is_some(),
            edge.controls.is_some(),
            edge.bulge.is_some(),
            edge.radius.is_some(),
            edge.spline.is_some(),
            edge.polyline.is_some(),
            edge.path.is_some(),
        ];
        if kinds.iter().filter(|given| **given).count() > 1 {
            let remedy =
                "keep one of `control`, `controls`, `bulge`, `radius`, `spline`, `polyline` and `path`";
            return self.wrong(place, "the edge has two shapes", remedy);
        }
        let (from, to) = (self.point(from), self.point(to));
        let through = |inner: &[Point]| {
            let inner = self.points(inner);
            [vec![from], inner, vec![to]].concat()
        };
        let curve = if let Some(control) = edge.control {
            Curve::Quadratic { from, control: self.point(control), to }
        } else if let Some(controls) = edge.controls {
            Curve::Cubic { from, controls: controls.map(|point| self.point(point)), to }
        } else if let Some(bulge) = edge.bulge {
            Curve::Arc { from, to, bulge }
        } else if let Some(radius) = edge.radius {
            self.arc(edge, [from, to], radius / self.unit, place)?
        } else if let Some(points) = &edge.spline {
            Curve::Spline { points: through(points) }
        } else if let Some(points) = &edge.polyline {
            Curve::Polyline { points: through(points) }
        } else if let Some(points) = &edge.path {
            if points.len() % 3 != 2 {
                let cause = format!("a path of {} inner points is no chain of Bézier curves", points.len());
                return self.wrong(
                    place,
                    cause,
                    "give two control points for each curve, and the joints between curves",
                );
            }
            Curve::Path { points: through(points) }
        } else {
            Curve::line(from, to)
        };
        if !curve.is_finite() {
            return self.wrong(place, "the edge has a coordinate that is no number", "write finite numbers");
        }
        Ok(curve)
    }

    fn arc(&self, edge: &EdgeEntry, [from, to]: [DVec2; 2], radius: f64, place: usize) -> Read<Curve> {
        let left = self.choice(edge.turn.as_ref(), &[("left", true), ("right", false)], true)?;
        let half = 0.5 * from.distance(to);
        if radius < half * (1.0 - 1e-9) {
            let least = half * self.unit;
            let cause = format!("no circle of radius {} reaches from end to end", radius * self.unit);
            return self.wrong(place, cause, format!("the radius must be at least {least}"));
        }
        Ok(Curve::arc_of_radius(from, to, radius, edge.large.unwrap_or(false), left))
    }

    pub(super) fn choice<T: Copy>(
        &self,
        word: Option<&Spanned<String>>,
        known: &[(&str, T)],
        usual: T,
    ) -> Read<T> {
        let Some(word) = word else { return Ok(usual) };
        if let Some((_, value)) = known.iter().find(|(name, _)| name == word.get_ref()) {
            return Ok(*value);
        }
        let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
        let cause = format!(
            "`{}` is not known{}",
            word.get_ref(),
            did_you_mean(word.get_ref(), names.iter().copied())
        );
        self.wrong(word.span().start, cause, format!("write one of {}", list(&names)))
    }

    fn dart(&self, piece: &Piece, entry: &Spanned<DartEntry>) -> Read<Dart> {
        let dart = entry.get_ref();
        let name = dart.name.clone();
        match (&dart.edge, dart.at, dart.width, dart.tip, dart.tips, dart.sides) {
            (Some(edge), Some(at), Some(width), Some(tip), None, None) => {
                let edge = self.edge(piece, edge)?;
                Ok(Dart::Edge { name, edge, at, width: width / self.unit, tip: self.point(tip) })
            }
            (None, None, None, None, Some(tips), Some(sides)) => {
                let [tips, sides] = [tips, sides].map(|points| points.map(|point| self.point(point)));
                Ok(Dart::Diamond { name, tips, sides })
            }
            _ => {
                let remedy =
                    "give `edge`, `at`, `width` and `tip`, or `tips` and `sides` for one inside of the piece";
                self.wrong(entry.span().start, "the dart is not fully described", remedy)
            }
        }
    }

    fn line(&self, entry: &Spanned<LineEntry>) -> Read<InnerLine> {
        let line = entry.get_ref();
        let place = entry.span().start;
        let Some(from) = line.shape.from else {
            return self.wrong(
                place,
                "the line does not say where it begins",
                "add shape = { from = [x, y], to = [x, y] }",
            );
        };
        let curve = self.curve(&line.shape, from, place)?;
        let angle = line.angle.as_ref().map(|angle| self.angle(angle)).transpose()?;
        let flat = std::f64::consts::PI;
        let kinds = [
            ("mark", LineKind::Mark),
            ("stitch", LineKind::Stitch),
            ("slit", LineKind::Slit),
            ("fold", LineKind::Fold(angle.unwrap_or(flat))),
            ("pleat", LineKind::Pleat(angle.unwrap_or(flat))),
        ];
        let kind = self.choice(line.kind.as_ref(), &kinds, LineKind::Mark)?;
        if angle.is_some() && !matches!(kind, LineKind::Fold(_) | LineKind::Pleat(_)) {
            return self.wrong(
                place,
                "only folds and pleats have an angle",
                "leave it out, or write kind = \"fold\"",
            );
        }
        Ok(InnerLine { name: line.label.clone(), kind, curve })
    }

    fn placement(&self, section: &PieceSection) -> Read<Placement> {
        let landmark = section.landmark.as_ref();
        let mut placement = Placement {
            segment: section.segment.clone(),
            up: section.up.map(DVec2::from),
            landmark: landmark.map(|note| LandmarkNote { name: note.name.clone(), at: self.point(note.at) }),
            ..Placement::default()
        };
        if let Some(pose) = &section.pose {
            let rotation = DQuat::from_array(*pose.rotation.get_ref());
            if (rotation.length() - 1.0).abs() > 1e-6 {
                let remedy = "write x, y, z, w with squares that sum to 1";
                return self.wrong(pose.rotation.span().start, "the rotation is no unit quaternion", remedy);
            }
            placement.pose =
                Some(PiecePose { rotation, translation: DVec3::from(pose.translation) / self.unit });
        }
        Ok(placement)
    }

    fn graded(
        &self,
        piece: &Piece,
        entry: &super::document::GradedEntry,
        place: usize,
    ) -> Read<GradedOutline> {
        let size = entry.size.get_ref().clone();
        let (expected, found) = (piece.edge_count(), entry.edges.len());
        if expected != found {
            let cause = format!("piece `{}` has {expected} edges, but {found} in size {size}", piece.name);
            return self.wrong(place, cause, "draw it with the same edges in every size");
        }
        let mut curves = Vec::new();
        let mut edges = entry.edges.iter();
        for outline in piece.loops() {
            let of_loop: Vec<_> = edges.by_ref().take(outline.edges.len()).collect();
            let mut from = of_loop.last().and_then(|entry| entry.get_ref().to).unwrap_or_default();
            for entry in of_loop {
                let edge = entry.get_ref();
                curves.push(self.curve(edge, edge.from.unwrap_or(from), entry.span().start)?);
                from = edge.to.unwrap_or_default();
            }
        }
        Ok(GradedOutline { size, curves })
    }

    /// A side of a seam.
    pub(super) fn side(&self, garment: &Garment, text: &Spanned<String>) -> Read<Vec<EdgePart>> {
        chain(garment, text.get_ref()).or_else(|(at, cause, remedy)| {
            // One more for the quotation mark.
            self.wrong(text.span().start + 1 + at, cause, remedy)
        })
    }

    /// How probable something is.
    pub(super) fn probability(&self, number: &Spanned<f64>) -> Read<f64> {
        if (0.0..=1.0).contains(number.get_ref()) {
            return Ok(*number.get_ref());
        }
        let cause = format!("{} is no probability", number.get_ref());
        self.wrong(number.span().start, cause, "write a number from 0 to 1")
    }

    /// How a seam is known.
    fn source(&self, section: &SeamSection) -> Read<SeamSource> {
        match (&section.confidence, section.answered) {
            (_, true) => Ok(SeamSource::Answered),
            (Some(number), false) => Ok(SeamSource::Inferred { probability: self.probability(number)? }),
            (None, false) => Ok(SeamSource::Told),
        }
    }

    fn seam(&self, garment: &Garment, number: usize, section: &SeamSection) -> Read<Seam> {
        let name = section.name.clone().unwrap_or_else(|| format!("seam {}", number + 1));
        let closure = |entry: &ClosureEntry| -> Read<Closure> {
            let kind = self.choice(
                Some(&entry.kind),
                &ClosureKind::ALL.map(|kind| (kind.name(), kind)),
                ClosureKind::Buttons,
            )?;
            Ok(Closure { kind, count: entry.count.unwrap_or(1), closed: entry.closed.unwrap_or(true) })
        };
        Ok(Seam {
            both: section.both,
            ease: section.ease,
            marks: section.marks.clone(),
            fold: section.fold.as_ref().map_or(Ok(0.0), |fold| self.angle(fold))?,
            kind: self.choice(
                section.kind.as_ref(),
                &SeamKind::ALL.map(|kind| (kind.name(), kind)),
                SeamKind::Open,
            )?,
            elastic: section.elastic.as_ref().map(|entry| self.elastic(entry)),
            closure: section.closure.as_ref().map(closure).transpose()?,
            source: self.source(section)?,
            ..Seam::new(name, self.side(garment, &section.a)?, self.side(garment, &section.b)?)
        })
    }
}

/// Kinds of notches by name.
pub(super) const NOTCHES: [(&str, NotchKind); 7] = [
    ("slit", NotchKind::Slit),
    ("vee", NotchKind::Vee),
    ("double", NotchKind::Double),
    ("tee", NotchKind::Tee),
    ("castle", NotchKind::Castle),
    ("check", NotchKind::Check),
    ("round", NotchKind::Round),
];
