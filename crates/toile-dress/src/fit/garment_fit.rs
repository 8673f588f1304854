//! All that a drape says about size, gathered.

use super::between::Between;
use super::ease::{Ease, eases};
use super::element::{Element, at_vertices};
use super::judgement::{self, BetterSize, FitFinding, Verdict};
use super::limits::FitLimits;
use super::pressure::{Pressure, held};
use super::quantity::{FitQuantity, Spread};
use super::seam_load::{SeamLoad, seam_loads};
use super::skin::SkinPoint;
use super::zone::{Values, Zone, zones};
use crate::body::Wearer;
use crate::drape::upper_end;
use crate::dressed::Dressed;
use glam::DVec3;
use serde::Serialize;
use toile_cloth::run::GaveUp;

/// What a drape says about size. Arrays have a value for each vertex of the cloth, in SI units.
#[derive(Clone, Debug, Serialize)]
pub struct Fit {
    /// Whether it came to rest; what does not is measured in its last moment.
    pub at_rest: bool,
    /// How it fits, in one word.
    pub verdict: Verdict,
    /// A better size, if it does not.
    pub suggestion: Option<BetterSize>,
    /// What is tight and what is loose, the tightest first.
    pub findings: Vec<FitFinding>,
    /// The numbers that describe the whole.
    pub summary: FitSummary,
    /// By how much it is wider than the body, from head to foot.
    pub eases: Vec<Ease>,
    /// What its seams bear, in the order of the meshed garment.
    pub seams: Vec<SeamLoad>,
    /// How it sits at each place of the body.
    pub zones: Vec<Zone>,
    /// From when on it counts as tight or loose.
    pub limits: FitLimits,
    /// The largest principal tension in N/m.
    pub tension: Vec<f32>,
    /// Strain of the warp.
    pub warp_strain: Vec<f32>,
    /// Strain of the weft.
    pub weft_strain: Vec<f32>,
    /// The sine of the angle by which warp and weft are sheared.
    pub shear: Vec<f32>,
    /// The largest strain in any direction.
    pub principal_strain: Vec<f32>,
    /// The pressure on the skin in Pa.
    pub pressure: Vec<f32>,
    /// The distance to the skin in metres, negative inside of the body; infinite if there is none.
    pub distance: Vec<f32>,
}

/// The numbers that describe the whole garment.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct FitSummary {
    /// Its weight in N.
    pub weight: f64,
    /// What the body carries of it, in N. At rest that is all of it, but for what lies on itself.
    pub carried: f64,
    /// How far its upper border has sunk from where it was placed, in metres.
    pub slid: f64,
    /// The share of it that touches the skin.
    pub touching: f64,
    /// How the values of each quantity are spread over the vertices; pressure over those that touch the skin.
    pub spreads: Vec<QuantitySpread>,
}

/// How the values of a quantity are spread.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct QuantitySpread {
    /// The quantity.
    pub quantity: FitQuantity,
    /// How its values are spread.
    #[serde(flatten)]
    pub spread: Spread,
}

impl Fit {
    /// How a garment fits the body that wears it.
    pub fn of(dressed: &Dressed, body: &Wearer) -> Self {
        Self::with_limits(dressed, body, &FitLimits::default())
    }

    /// How a garment fits, judged by limits of one's own.
    pub fn with_limits(dressed: &Dressed, body: &Wearer, limits: &FitLimits) -> Self {
        Self::between(dressed, body, limits, &skin_below(dressed, body), &Between::default())
    }

    /// How each of some garments fits that are worn over each other, from inside to outside.
    pub fn of_all(garments: &[Dressed], body: &Wearer) -> Vec<Self> {
        let limits = FitLimits::default();
        let skins: Vec<Vec<Option<SkinPoint>>> =
            garments.iter().map(|garment| skin_below(garment, body)).collect();
        if garments.len() < 2 {
            let pairs = garments.iter().zip(skins);
            return pairs
                .map(|(one, skin)| Self::between(one, body, &limits, &skin, &Between::default()))
                .collect();
        }
        let forces: Vec<Vec<DVec3>> =
            garments.iter().map(|garment| held(&garment.cloth, DVec3::NEG_Y * GRAVITY)).collect();
        let between = Between::of_all(garments, &skins, &forces, limits.touch);
        let all = garments.iter().zip(skins).zip(&between);
        all.map(|((garment, skin), between)| Self::between(garment, body, &limits, &skin, between)).collect()
    }

    /// How a garment fits, of which it is known what lies below and over it.
    fn between(
        dressed: &Dressed,
        body: &Wearer,
        limits: &FitLimits,
        skin: &[Option<SkinPoint>],
        between: &Between,
    ) -> Self {
        let cloth = &dressed.cloth;
        let elements = Element::of(cloth);
        let pressure = Pressure::with_others(cloth, skin, limits.touch, DVec3::NEG_Y * GRAVITY, between);
        let mean = |of: fn(&Element) -> f64| round(&at_vertices(cloth, &elements, of));
        let distance = skin.iter().map(|skin| skin.map_or(f32::INFINITY, |skin| skin.distance as f32));
        let mut fit = Self {
            at_rest: dressed.at_rest,
            verdict: Verdict::Fits,
            suggestion: None,
            findings: Vec::new(),
            summary: FitSummary::default(),
            eases: if has_fallen(dressed) {
                eases_as_placed(dressed, body)
            } else {
                eases(cloth, skin, body)
            },
            seams: seam_loads(cloth, &elements, &dressed.meshed, &dressed.sewn.seams, limits),
            zones: Vec::new(),
            limits: *limits,
            tension: mean(Element::principal_tension),
            warp_strain: mean(|element| element.strain.x),
            weft_strain: mean(|element| element.strain.y),
            shear: mean(|element| element.strain.z),
            principal_strain: mean(|element| element.principal_strain),
            pressure: round(&pressure.at_vertices),
            distance: distance.collect(),
        };
        fit.zones = zones(&fit.values(&cloth.vertex_areas()), skin, body, limits.touch);
        fit.summary = fit.summarised(&pressure, dressed);
        fit.findings = judgement::findings(&fit.zones, &fit.eases, &fit.seams, fit.summary.slid, limits);
        for open in dressed.open_seams() {
            fit.seams[open].closed = false;
        }
        if let Some(why) = &dressed.gave_up {
            fit.findings = judgement::given_up(why, std::mem::take(&mut fit.findings));
        }
        fit.verdict = judgement::verdict(&fit.findings);
        // What does not go around the body falls in any size.
        if !(has_fallen(dressed) && fit.eases.is_empty()) {
            fit.suggestion = judgement::suggestion(fit.verdict, &fit.eases, &dressed.meshed.garment, limits);
        }
        fit
    }

    /// Takes back what was said of its size, for a reason: what is measured of such cloth means nothing.
    pub(crate) fn say_nothing(&mut self, reason: &str) {
        (self.verdict, self.suggestion) = (Verdict::Unknown, None);
        self.findings = vec![FitFinding { verdict: Verdict::Unknown, words: reason.to_owned() }];
    }

    /// How the values of a quantity are spread over the garment.
    pub fn spread(&self, quantity: FitQuantity) -> Spread {
        let found = self.summary.spreads.iter().find(|spread| spread.quantity == quantity);
        found.map_or_else(Spread::default, |found| found.spread)
    }

    fn values<'a>(&'a self, areas: &'a [f64]) -> Values<'a> {
        Values {
            areas,
            pressure: &self.pressure,
            tension: &self.tension,
            warp_strain: &self.warp_strain,
            weft_strain: &self.weft_strain,
            shear: &self.shear,
            distance: &self.distance,
        }
    }

    fn summarised(&self, pressure: &Pressure, dressed: &Dressed) -> FitSummary {
        let area = dressed.cloth.mesh().area();
        let spread = |quantity: FitQuantity| {
            let values = quantity.values(self).iter().zip(&self.distance);
            let counts =
                |distance: f32| quantity != FitQuantity::Pressure || f64::from(distance) < self.limits.touch;
            let values =
                values.filter(|(_, distance)| counts(**distance)).map(|(value, _)| f64::from(*value));
            QuantitySpread { quantity, spread: Spread::of(values) }
        };
        FitSummary {
            weight: dressed.cloth.mass() * GRAVITY,
            slid: slid(&dressed.sewn.cloth.state.positions, &dressed.cloth.state.positions),
            carried: pressure.forces.iter().map(|force| force.y).sum(),
            touching: if area > 0.0 { pressure.area / area } else { 0.0 },
            spreads: FitQuantity::ALL.map(spread).to_vec(),
        }
    }
}

/// The skin below each vertex of a garment.
fn skin_below(dressed: &Dressed, body: &Wearer) -> Vec<Option<SkinPoint>> {
    SkinPoint::below(&dressed.cloth.state.positions, body.mesh(), body.tree(), body.normals())
}

/// Whether it was given up because it falls.
fn has_fallen(dressed: &Dressed) -> bool {
    matches!(dressed.gave_up, Some(GaveUp::Falls))
}

/// By how much it is wider than the body where it was placed: while cloth falls, girths are not where they belong.
fn eases_as_placed(dressed: &Dressed, body: &Wearer) -> Vec<Ease> {
    let mut cloth = dressed.cloth.clone();
    cloth.state.positions.clone_from(&dressed.sewn.cloth.state.positions);
    let skin = SkinPoint::below(&cloth.state.positions, body.mesh(), body.tree(), body.normals());
    eases(&cloth, &skin, body)
}

/// How far the vertices that were highest at first have sunk: their median; no farther than the upper end, since what was laid flat over the shoulders
/// hangs down from there.
fn slid(first: &[DVec3], now: &[DVec3]) -> f64 {
    let top = first.iter().map(|place| place.y).fold(f64::NEG_INFINITY, f64::max);
    let highest = first.iter().zip(now).filter(|(place, _)| place.y > top - BORDER);
    let border = Spread::of(highest.map(|(first, now)| first.y - now.y)).median;
    border.min(upper_end(first) - upper_end(now))
}

/// How much of the upper end is looked at to see whether a garment has slid down, in metres.
const BORDER: f64 = 0.03;
/// Gravity in m/s².
const GRAVITY: f64 = 9.81;

fn round(values: &[f64]) -> Vec<f32> {
    values.iter().map(|&value| value as f32).collect()
}

/// Which of several sizes fits best: one that fits, else one that is loose, else one that is tight; of those that are alike the closest, and of tight
/// ones the one that presses least. None if none can be worn, or it is not known since they did not come to rest; [`direction`](super::direction) says where to go then.
pub fn recommended(fits: &[&Fit]) -> Option<usize> {
    let rank = |fit: &Fit| match fit.verdict {
        Verdict::Fits => Some(0),
        Verdict::Loose => Some(1),
        Verdict::Tight => Some(2),
        Verdict::TooTight | Verdict::FallsOff | Verdict::Unknown => None,
    };
    let within = |fit: &Fit| {
        if fit.verdict == Verdict::Tight {
            fit.spread(FitQuantity::Pressure).p95
        } else {
            judgement::closest(&fit.eases).map_or(f64::INFINITY, Ease::share)
        }
    };
    let wearable = fits.iter().enumerate().filter(|(_, fit)| fit.at_rest);
    let ranked = wearable.filter_map(|(n, fit)| Some((rank(fit)?, within(fit), n)));
    ranked.min_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))).map(|(.., n)| n)
}
