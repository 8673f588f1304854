//! From numbers to words: what is tight, what is loose, and which size would be better.

use super::ease::Ease;
use super::limits::FitLimits;
use super::seam_load::SeamLoad;
use super::zone::{Zone, ZoneSide};
use crate::remedy::Remedy;
use serde::Serialize;
use toile_cloth::run::GaveUp;
use toile_pattern::Garment;

/// Zones smaller than this say nothing, in m²: a square of 3 cm.
const LEAST_AREA: f64 = 1e-3;

toile_geom::named_enum! {
    /// How a garment fits.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Verdict: words {
        /// It can be worn, but presses too hard or closes only by force.
        TooTight = "too tight",
        /// It is tight somewhere.
        Tight = "tight",
        /// It fits.
        Fits = "fits",
        /// It is loose even where it is closest, or slides down.
        Loose = "loose",
        /// It does not stay on the body.
        FallsOff = "falls off",
        /// It was given up before anything could be said.
        Unknown = "nothing can be said",
    }
}

toile_geom::named_enum! {
    /// Where a size that fits is to be looked for, if none of several does.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
    #[serde(rename_all = "snake_case")]
    pub enum SizeDirection: words {
        /// All are too small.
        Larger = "a larger one",
        /// All are too large.
        Smaller = "a smaller one",
        /// Some are too small and others too large.
        Between = "one between them",
    }
}

/// Where a size that fits is to be looked for after some were tried; none if nothing can be said.
pub fn direction(verdicts: &[Verdict]) -> Option<SizeDirection> {
    let any = |some: [Verdict; 2]| verdicts.iter().any(|verdict| some.contains(verdict));
    match (any([Verdict::TooTight, Verdict::Tight]), any([Verdict::FallsOff, Verdict::Loose])) {
        (true, true) => Some(SizeDirection::Between),
        (true, false) => Some(SizeDirection::Larger),
        (false, true) => Some(SizeDirection::Smaller),
        (false, false) => None,
    }
}

/// Something worth saying about the fit.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FitFinding {
    /// What it says of the garment.
    pub verdict: Verdict,
    /// In words: `tight across the bust in front: 6 % weft strain, 1.2 kPa`.
    pub words: String,
}

/// A better size.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BetterSize {
    /// How many sizes larger; negative for smaller.
    pub steps: i32,
    /// The name of that size, if the garment comes in it.
    pub size: Option<String>,
    /// Why, in words.
    pub reason: String,
}

impl BetterSize {
    /// In words.
    pub fn words(&self) -> String {
        let count = self.steps.unsigned_abs();
        let plural = if count == 1 { "" } else { "s" };
        let way = if self.steps > 0 { "larger" } else { "smaller" };
        let size = self.size.as_ref().map_or_else(String::new, |size| format!(" ({size})"));
        format!("{count} size{plural} {way}{size}: {}", self.reason)
    }
}

/// All that can be said, the tightest first.
pub(super) fn findings(
    zones: &[Zone],
    eases: &[Ease],
    seams: &[SeamLoad],
    slid: f64,
    limits: &FitLimits,
) -> Vec<FitFinding> {
    let mut found: Vec<FitFinding> =
        zones.chunk_by(|a, b| a.level == b.level).filter_map(|level| tight(level, limits)).collect();
    let misfits = seams.iter().filter(|seam| seam.misfit).map(|seam| FitFinding {
        verdict: Verdict::TooTight,
        words: format!("the seam {} takes {:.0} N/m to stay closed", seam.name, seam.largest),
    });
    found.extend(misfits);
    if slid > limits.slid {
        let words = format!("slid down by {:.0} cm: nothing holds it where it was placed", 100.0 * slid);
        let verdict = if slid > limits.fallen { Verdict::FallsOff } else { Verdict::Loose };
        found.push(FitFinding { verdict, words });
    }
    let closest = closest(eases);
    let loose = eases.iter().filter(|ease| ease.share() > limits.loose_ease);
    found.extend(loose.map(|ease| FitFinding {
        verdict: if closest.is_some_and(|closest| closest.share() > limits.loose_ease) {
            Verdict::Loose
        } else {
            Verdict::Fits
        },
        words: format!(
            "loose at the {}: {:.0} cm of ease ({:.0} %)",
            ease.place(),
            100.0 * ease.ease(),
            100.0 * ease.share()
        ),
    }));
    found.sort_by_key(|finding| finding.verdict);
    found
}

/// What can be said of a garment that was given up: that it is too small or falls off, if that is why, else nothing. What was measured counts only where
/// the seams had closed, by force.
pub(super) fn given_up(why: &GaveUp, measured: Vec<FitFinding>) -> Vec<FitFinding> {
    let (verdict, measured) = match why {
        GaveUp::Strain { .. } => (Verdict::TooTight, measured),
        GaveUp::Falls => (Verdict::FallsOff, Vec::new()),
        GaveUp::Time { .. }
        | GaveUp::Memory { .. }
        | GaveUp::Cancelled { .. }
        | GaveUp::Leaps { .. }
        | GaveUp::Stuck { .. } => (Verdict::Unknown, Vec::new()),
    };
    let words = Remedy::advise(&why.to_string(), Remedy::of(why), &Remedy::to_string);
    std::iter::once(FitFinding { verdict, words }).chain(measured).collect()
}

/// What is tight at one level, over all its sides.
fn tight(level: &[Zone], limits: &FitLimits) -> Option<FitFinding> {
    let is_tight = |zone: &&Zone| {
        zone.area > LEAST_AREA
            && (zone.pressure.p95 > limits.tight_pressure || zone.tension.p95 > limits.tight_tension)
    };
    let tight: Vec<&Zone> = level.iter().filter(is_tight).collect();
    let first = tight.first()?;
    let most = |of: fn(&Zone) -> f64| tight.iter().map(|zone| of(zone)).fold(0.0, f64::max);
    let pressure = most(|zone| zone.pressure.p95);
    let yarns = [("warp", most(|zone| zone.warp_strain.p95)), ("weft", most(|zone| zone.weft_strain.p95))];
    let (yarn, strain) = if yarns[0].1 > yarns[1].1 { yarns[0] } else { yarns[1] };
    let tension = most(|zone| zone.tension.p95);
    let too = pressure > limits.too_tight_pressure || tension > limits.too_tight_tension;
    let place = match tight.len() {
        1 => first.place(),
        4 => format!("the {} all around", first.level),
        _ => format!("the {} ({})", first.level, sides(&tight)),
    };
    Some(FitFinding {
        verdict: if too { Verdict::TooTight } else { Verdict::Tight },
        words: format!(
            "{}tight across {place}: {:.1} % {yarn} strain, {:.0} N/m, {:.1} kPa",
            if too { "too " } else { "" },
            100.0 * strain,
            tension,
            1e-3 * pressure
        ),
    })
}

fn sides(zones: &[&Zone]) -> String {
    let word = |zone: &&Zone| match zone.side {
        ZoneSide::Front => "front",
        ZoneSide::Back => "back",
        ZoneSide::Left => "left",
        ZoneSide::Right => "right",
        ZoneSide::Around => "around",
    };
    zones.iter().map(word).collect::<Vec<_>>().join(", ")
}

/// The girth of the trunk at which the garment is closest; of a limb if it goes around no trunk.
pub fn closest(eases: &[Ease]) -> Option<&Ease> {
    let least = |of_trunk: bool| {
        let some = eases.iter().filter(move |ease| ease.is_of_trunk() == of_trunk);
        some.min_by(|a, b| a.share().total_cmp(&b.share()))
    };
    least(true).or_else(|| least(false))
}

/// The whole, from its parts.
pub(super) fn verdict(findings: &[FitFinding]) -> Verdict {
    let any = |verdict: Verdict| findings.iter().any(|finding| finding.verdict == verdict);
    let worst_first =
        [Verdict::Unknown, Verdict::FallsOff, Verdict::TooTight, Verdict::Tight, Verdict::Loose];
    worst_first.into_iter().find(|verdict| any(*verdict)).unwrap_or(Verdict::Fits)
}

/// A better size, if the garment does not fit.
///
/// Whether it is tight, tension and pressure have said. How many sizes too small it is, the girth of the trunk says that falls most
/// short of the least ease.
/// How many too large, the girth at which it is closest.
pub(super) fn suggestion(
    verdict: Verdict,
    eases: &[Ease],
    garment: &Garment,
    limits: &FitLimits,
) -> Option<BetterSize> {
    let short = |ease: &Ease| limits.least_ease * ease.body - ease.ease();
    let (steps, reason) = match verdict {
        Verdict::Fits | Verdict::Unknown => return None,
        Verdict::Tight | Verdict::TooTight => {
            let worst = |of_trunk: bool| {
                let some = eases.iter().filter(|ease| ease.is_of_trunk() == of_trunk && short(ease) > 0.0);
                some.max_by(|a, b| short(a).total_cmp(&short(b)))
            };
            let missing = |ease: &Ease| {
                format!("{:.0} cm are missing at the {}", (100.0 * short(ease)).max(1.0), ease.place())
            };
            match (worst(true), worst(false)) {
                // Half a centimetre is not worth another size.
                (Some(ease), _) => {
                    ((((short(ease) - 0.005) / limits.size_step).ceil() as i32).max(1), missing(ease))
                }
                // Sizes say little about arms and legs.
                (None, Some(ease)) => (1, missing(ease)),
                (None, None) => (1, "it is tight although its girths suffice".to_owned()),
            }
        }
        Verdict::Loose | Verdict::FallsOff => {
            let spare = |ease: &Ease| ease.ease() - limits.loose_ease * ease.body;
            match closest(eases).filter(|ease| spare(ease) > 0.0) {
                Some(ease) => (
                    -((spare(ease) / limits.size_step).ceil() as i32).max(1),
                    format!("{:.0} cm of ease even at the {}", 100.0 * ease.ease(), ease.place()),
                ),
                None => (-1, "it does not stay where it was placed".to_owned()),
            }
        }
    };
    let base = garment.sizes.iter().position(|size| Some(&size.name) == garment.base_size.as_ref());
    let wanted = base.and_then(|base| base.checked_add_signed(steps as isize));
    let size = wanted.and_then(|wanted| garment.sizes.get(wanted)).map(|size| size.name.clone());
    Some(BetterSize { steps, size, reason })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fit::quantity::Spread;
    use toile_pattern::garment::GarmentSize;

    fn ease(name: &str, body: f64, cut: f64) -> Ease {
        Ease { name: name.into(), height: 1.0, body, cut, worn: cut }
    }

    fn zone(level: &str, side: ZoneSide, pressure: f64, tension: f64) -> Zone {
        let spread = |p95: f64| Spread { p95, ..Spread::default() };
        Zone {
            level: level.into(),
            side,
            area: 0.02,
            touching: 1.0,
            pressure: spread(pressure),
            tension: spread(tension),
            warp_strain: spread(0.01),
            weft_strain: spread(0.06),
            shear: spread(0.0),
            distance: spread(0.002),
        }
    }

    #[test]
    fn tight_zones_are_said_in_words_by_level() {
        let limits = FitLimits::default();
        let zones = [
            zone("bust", ZoneSide::Front, 1500.0, 90.0),
            zone("bust", ZoneSide::Back, 100.0, 10.0),
            zone("waist", ZoneSide::Front, 5000.0, 300.0),
            zone("waist", ZoneSide::Back, 4000.0, 300.0),
        ];
        let found = findings(&zones, &[], &[], 0.0, &limits);
        assert_eq!(found.len(), 2);
        assert_eq!(
            found[0].words,
            "too tight across the waist (front, back): 6.0 % weft strain, 300 N/m, 5.0 kPa"
        );
        assert_eq!(found[1].words, "tight across the bust in front: 6.0 % weft strain, 90 N/m, 1.5 kPa");
        assert_eq!(verdict(&found), Verdict::TooTight);
        assert_eq!(verdict(&found[1..]), Verdict::Tight);
        assert_eq!(verdict(&[]), Verdict::Fits);
    }

    #[test]
    fn wide_hems_do_not_make_a_garment_loose_but_a_wide_waist_does() {
        let limits = FitLimits::default();
        let flared = [ease("waist_girth", 0.72, 0.74), ease("hip_girth", 0.97, 1.4)];
        let found = findings(&[], &flared, &[], 0.01, &limits);
        assert_eq!(found[0].words, "loose at the hip: 43 cm of ease (44 %)");
        assert_eq!(verdict(&found), Verdict::Fits);
        let wide = [ease("waist_girth", 0.72, 0.95), ease("hip_girth", 0.97, 1.4)];
        let found = findings(&[], &wide, &[], 0.01, &limits);
        assert_eq!(verdict(&found), Verdict::Loose);
        let smaller = suggestion(Verdict::Loose, &wide, &Garment::new("skirt"), &limits).unwrap();
        assert_eq!(smaller.steps, -3, "{smaller:?}");
        let sliding = findings(&[], &flared, &[], 0.07, &limits);
        assert_eq!(verdict(&sliding), Verdict::Loose);
        let smaller = suggestion(Verdict::Loose, &flared, &Garment::new("skirt"), &limits).unwrap();
        assert_eq!(smaller.words(), "1 size smaller: it does not stay where it was placed");
    }

    #[test]
    fn what_was_given_up_says_no_more_than_is_known() {
        let measured = || vec![FitFinding { verdict: Verdict::Fits, words: "loose at the hip".into() }];
        let of = |why: GaveUp| {
            let found = given_up(&why, measured());
            (verdict(&found), found.len())
        };
        assert_eq!(of(GaveUp::Time { seconds: 1.0, sewn: 0.6 }), (Verdict::Unknown, 1));
        assert_eq!(of(GaveUp::Cancelled { sewn: 0.6 }), (Verdict::Unknown, 1));
        assert_eq!(of(GaveUp::Leaps { speed: 2.0 }), (Verdict::Unknown, 1));
        assert_eq!(of(GaveUp::Falls), (Verdict::FallsOff, 1));
        assert_eq!(of(GaveUp::Strain { strain: 1.0, share: 0.1 }), (Verdict::TooTight, 2));
        assert_eq!(suggestion(Verdict::Unknown, &[], &Garment::new("skirt"), &FitLimits::default()), None);
    }

    #[test]
    fn where_to_look_for_a_size_follows_from_those_that_were_tried() {
        let of = direction;
        assert_eq!(of(&[Verdict::TooTight, Verdict::Unknown]), Some(SizeDirection::Larger));
        assert_eq!(of(&[Verdict::FallsOff]), Some(SizeDirection::Smaller));
        assert_eq!(of(&[Verdict::TooTight, Verdict::FallsOff]), Some(SizeDirection::Between));
        assert_eq!(of(&[Verdict::Unknown]), None);
    }

    #[test]
    fn what_is_missing_says_how_many_sizes_larger() {
        let limits = FitLimits::default();
        let mut garment = Garment::new("shirt");
        let names = ["36", "38", "40", "42"];
        garment.sizes = (0..4).map(|i| GarmentSize { name: names[i].into(), value: i as f64 }).collect();
        garment.base_size = Some("36".into());
        let eases = [ease("bust_girth", 0.92, 0.88), ease("waist_girth", 0.76, 0.90)];
        let found = suggestion(Verdict::Tight, &eases, &garment, &limits).unwrap();
        assert_eq!((found.steps, found.size.as_deref()), (2, Some("40")));
        assert_eq!(found.words(), "2 sizes larger (40): 5 cm are missing at the bust");
        assert_eq!(suggestion(Verdict::Fits, &eases, &garment, &limits), None);
    }
}
