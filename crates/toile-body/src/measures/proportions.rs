//! Measures that were not asked for, from those that were.
//!
//! Three typical bodies are the starting point. Heights and lengths follow the asked height; girths follow the height and the
//! asked girths near them, so that a wider hip brings a fuller thigh and half a fuller bust.

use super::{Figure, Measure, Measures};

/// A woman of EU size 38: girths near the middle of European size surveys, heights in the usual fractions of stature.
const WOMAN: Measures = Measures {
    height: 1.68,
    head_height: 0.218,
    head_girth: 0.555,
    neck_girth: 0.345,
    cervicale_height: 1.440,
    shoulder_width: 0.376,
    bust_girth: 0.88,
    bust_height: 1.212,
    bust_point_width: 0.184,
    under_bust_girth: 0.755,
    waist_girth: 0.72,
    waist_height: 1.045,
    hip_girth: 0.97,
    hip_height: 0.845,
    inside_leg_height: 0.775,
    thigh_girth: 0.562,
    knee_height: 0.468,
    knee_girth: 0.372,
    calf_girth: 0.362,
    ankle_girth: 0.222,
    arm_length: 0.585,
    upper_arm_girth: 0.280,
    elbow_girth: 0.248,
    wrist_girth: 0.160,
    hand_length: 0.178,
    foot_length: 0.245,
};

/// A man of EU size 48.
const MAN: Measures = Measures {
    height: 1.78,
    head_height: 0.230,
    head_girth: 0.575,
    neck_girth: 0.390,
    cervicale_height: 1.525,
    shoulder_width: 0.412,
    bust_girth: 0.98,
    bust_height: 1.292,
    bust_point_width: 0.204,
    under_bust_girth: 0.905,
    waist_girth: 0.85,
    waist_height: 1.085,
    hip_girth: 0.99,
    hip_height: 0.905,
    inside_leg_height: 0.815,
    thigh_girth: 0.567,
    knee_height: 0.495,
    knee_girth: 0.385,
    calf_girth: 0.375,
    ankle_girth: 0.235,
    arm_length: 0.635,
    upper_arm_girth: 0.310,
    elbow_girth: 0.278,
    wrist_girth: 0.175,
    hand_length: 0.193,
    foot_length: 0.268,
};

/// A child of eight years.
const CHILD: Measures = Measures {
    height: 1.28,
    head_height: 0.202,
    head_girth: 0.525,
    neck_girth: 0.280,
    cervicale_height: 1.058,
    shoulder_width: 0.284,
    bust_girth: 0.645,
    bust_height: 0.902,
    bust_point_width: 0.134,
    under_bust_girth: 0.610,
    waist_girth: 0.585,
    waist_height: 0.782,
    hip_girth: 0.690,
    hip_height: 0.634,
    inside_leg_height: 0.575,
    thigh_girth: 0.390,
    knee_height: 0.348,
    knee_girth: 0.272,
    calf_girth: 0.262,
    ankle_girth: 0.172,
    arm_length: 0.424,
    upper_arm_girth: 0.196,
    elbow_girth: 0.184,
    wrist_girth: 0.130,
    hand_length: 0.140,
    foot_length: 0.200,
};

/// The girths that missing ones are derived from.
const LEADING: [Measure; 4] =
    [Measure::BustGirth, Measure::UnderBustGirth, Measure::WaistGirth, Measure::HipGirth];

impl Measures {
    /// The typical body of a figure.
    pub const fn typical(figure: Figure) -> Self {
        match figure {
            Figure::Woman => WOMAN,
            Figure::Man => MAN,
            Figure::Child => CHILD,
        }
    }

    /// The body with the asked measures, and all others filled in from proportions. Asked twice, the last counts.
    pub fn fill(figure: Figure, asked: &[(Measure, f64)]) -> Self {
        let typical = Self::typical(figure);
        let of = |measure| asked.iter().rev().find(|(m, _)| *m == measure).map(|(_, metres)| *metres);
        let stature = of(Measure::Height).map_or(1.0, |height| height / typical.height);
        let fullness = |near: &[Measure]| average_ratio(near, of, &typical).map(|ratio| ratio / stature);
        let overall = fullness(&LEADING).unwrap_or(1.0);
        let mut filled = typical;
        for &measure in Measure::ALL {
            let value = typical.get(measure) * stature;
            let value = match girth_follows(measure) {
                Some((near, power)) => value * fullness(near).unwrap_or(overall).powf(power),
                None => value,
            };
            filled.set(measure, of(measure).unwrap_or(value));
        }
        filled
    }
}

/// The mean ratio of asked to typical values over those of the measures that were asked for.
fn average_ratio(
    near: &[Measure],
    asked: impl Fn(Measure) -> Option<f64>,
    typical: &Measures,
) -> Option<f64> {
    let ratios: Vec<f64> =
        near.iter().filter_map(|&m| asked(m).map(|metres| metres / typical.get(m))).collect();
    (!ratios.is_empty()).then(|| ratios.iter().sum::<f64>() / ratios.len() as f64)
}

/// Which girths a measure follows, and how strongly: fat sits on the trunk and thighs more than at wrists and ankles.
const fn girth_follows(measure: Measure) -> Option<(&'static [Measure], f64)> {
    const UPPER: &[Measure] = &[Measure::BustGirth, Measure::UnderBustGirth];
    const MIDDLE: &[Measure] = &[Measure::WaistGirth];
    const LOWER: &[Measure] = &[Measure::HipGirth];
    match measure {
        Measure::BustGirth | Measure::UnderBustGirth => Some((UPPER, 1.0)),
        Measure::WaistGirth => Some((MIDDLE, 1.0)),
        Measure::HipGirth => Some((LOWER, 1.0)),
        Measure::ThighGirth => Some((LOWER, 0.95)),
        Measure::KneeGirth => Some((LOWER, 0.7)),
        Measure::CalfGirth => Some((LOWER, 0.65)),
        Measure::AnkleGirth => Some((LOWER, 0.4)),
        Measure::UpperArmGirth => Some((UPPER, 0.9)),
        Measure::ElbowGirth => Some((UPPER, 0.6)),
        Measure::NeckGirth => Some((UPPER, 0.5)),
        Measure::BustPointWidth => Some((UPPER, 0.7)),
        Measure::WristGirth | Measure::ShoulderWidth => Some((UPPER, 0.35)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_asked_gives_the_typical_body() {
        for figure in Figure::ALL {
            assert_eq!(Measures::fill(figure, &[]), Measures::typical(figure));
        }
    }

    #[test]
    fn asked_measures_are_kept_and_others_follow() {
        let measures = Measures::fill(Figure::Woman, &[(Measure::HipGirth, 1.2), (Measure::Height, 1.60)]);
        assert_eq!((measures.hip_girth, measures.height), (1.2, 1.60));
        assert!(measures.thigh_girth > 0.66 && measures.waist_girth > 0.85);
        assert!((measures.inside_leg_height / 1.60 - 0.775 / 1.68).abs() < 1e-12);
    }
}
