//! The body: a size, or measure by measure.

use super::{choice, chosen, number, number_in, switch, switched};
use toile_body::measures::{BodySize, Figure, Measure, Measures, SIZES};
use toile_view::live::{Control, Panel, Value};

/// How far a measure can be turned from what is typical, as shares.
const AROUND: [f64; 2] = [0.7, 1.45];

/// The measures that people ask for first.
const MAIN: [Measure; 4] = [Measure::Height, Measure::BustGirth, Measure::WaistGirth, Measure::HipGirth];

/// The controls of a body; measures only if it is made from measures.
pub(in super::super) fn controls(
    name: &str,
    made: Option<&(Figure, Vec<(Measure, f64)>)>,
    redraw: bool,
) -> Vec<Control> {
    let slow = |control: Control| Control { is_slow: true, ..control };
    let figures = Figure::ALL.map(|figure| (figure.name().to_owned(), "typical measures".to_owned()));
    let mut options: Vec<(String, String)> = figures.to_vec();
    options.extend(SIZES.iter().map(|size| (size.name.to_owned(), in_words(size.key_cm))));
    if !options.iter().any(|(option, _)| option == name) {
        options.push((name.to_owned(), "from a file".to_owned()));
    }
    let help = "The size of the mannequin. A change dresses it anew, which takes some seconds.";
    let mut controls = vec![
        slow(choice(Panel::Body, "body", "Size", options, name, help)),
        switch(
            Panel::Body,
            "redraw",
            "Redraft patterns",
            redraw,
            "Whether built-in garments are drafted again for changed measures. If not, the same garment is worn by the new body, and shows where it is tight.",
        ),
    ];
    let Some((figure, asked)) = made else { return controls };
    let measures = Measures::fill(*figure, asked);
    let typical = Measures::typical(*figure);
    let rest = Measure::ALL.iter().copied().filter(|measure| !MAIN.contains(measure));
    for (measure, section) in
        MAIN.into_iter().map(|measure| (measure, "")).chain(rest.map(|m| (m, "More measures")))
    {
        let now = 100.0 * measures.get(measure);
        let [low, high] = AROUND.map(|share| 100.0 * share * typical.get(measure));
        let range = [low.floor().min(now), high.ceil().max(now)];
        let label = label(measure);
        let control = number(
            Panel::Body,
            &format!("measure/{}", measure.name()),
            &label,
            "cm",
            range,
            now,
            help_of(measure),
        );
        controls.push(slow(Control { section: section.to_owned(), ..control }));
    }
    controls
}

/// The control of how a body moves.
pub(in super::super) fn motion(options: Vec<(String, String)>, now: &str) -> Control {
    let help = "Walks or turns on the spot under the clothes. Drop a recording (.bvh) on the window for others. Reset plays it again.";
    Control { is_slow: true, ..choice(Panel::Motion, "motion", "Motion", options, now, help) }
}

fn in_words([height, bust, waist, hip]: [f64; 4]) -> String {
    format!("height {height:.0}, bust {bust:.0}, waist {waist:.0}, hip {hip:.0} cm")
}

fn label(measure: Measure) -> String {
    if measure == Measure::CervicaleHeight {
        // People know the place by another name than the standard.
        return "Nape height".to_owned();
    }
    let words = measure.name().replace("_girth", "").replace('_', " ");
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// Where it is measured, as in ISO 8559-1.
fn help_of(measure: Measure) -> &'static str {
    match measure {
        Measure::Height => "From the floor to the top of the head.",
        Measure::HeadHeight => "From the chin to the top of the head, straight up.",
        Measure::HeadGirth => "Around the head above the ears.",
        Measure::NeckGirth => "Around the middle of the neck.",
        Measure::CervicaleHeight => "From the floor to the bone that stands out at the nape of the neck.",
        Measure::ShoulderWidth => "From shoulder point to shoulder point, straight across.",
        Measure::BustGirth => "Around the fullest part of the bust or chest, level.",
        Measure::BustHeight => "From the floor to the bust points.",
        Measure::BustPointWidth => "Between the bust points, straight.",
        Measure::UnderBustGirth => "Around the body just below the bust.",
        Measure::WaistGirth => "Around the natural waist.",
        Measure::WaistHeight => "From the floor to the waist.",
        Measure::HipGirth => "Around the fullest part of the seat.",
        Measure::HipHeight => "From the floor to the fullest part of the seat.",
        Measure::InsideLegHeight => "From the floor to the crotch.",
        Measure::ThighGirth => "Around the thigh just below the crotch.",
        Measure::KneeHeight => "From the floor to the middle of the kneecap.",
        Measure::KneeGirth => "Around the knee.",
        Measure::CalfGirth => "Around the fullest part of the lower leg.",
        Measure::AnkleGirth => "Around the leg where it is thinnest, above the ankle.",
        Measure::ArmLength => "From the shoulder point over the elbow to the wrist.",
        Measure::UpperArmGirth => "Around the fullest part of the upper arm.",
        Measure::ElbowGirth => "Around the straight elbow.",
        Measure::WristGirth => "Around the wrist.",
        Measure::HandLength => "From the wrist to the tip of the middle finger.",
        Measure::FootLength => "From the heel to the tip of the longest toe.",
    }
}

/// What was asked of the body.
pub(in super::super) enum Asked {
    /// Another size, figure or file.
    Named(String),
    /// One measure in metres.
    Measure(Measure, f64),
    /// Whether patterns are drawn anew.
    Redraw(bool),
    /// How it moves.
    Motion(String),
}

/// What a key and its value ask for; nothing if it is not about the body.
pub(in super::super) fn asked(key: &str, value: &Value) -> Result<Option<Asked>, String> {
    Ok(match key {
        "body" => Some(Asked::Named(chosen(value)?.to_owned())),
        "motion" => Some(Asked::Motion(chosen(value)?.to_owned())),
        "redraw" => Some(Asked::Redraw(switched(value)?)),
        _ => {
            let Some(name) = key.strip_prefix("measure/") else { return Ok(None) };
            let measure = Measure::named(name).map_err(|error| error.to_string())?;
            Some(Asked::Measure(measure, number_in(value, [1.0, 300.0])? / 100.0))
        }
    })
}

/// The figure of a built-in body, and the measures that it was asked to have: others follow from these.
pub(in super::super) fn measures_of(name: &str) -> Option<(Figure, Vec<(Measure, f64)>)> {
    let figure = || Figure::ALL.into_iter().find(|figure| figure.name() == name);
    BodySize::named(name)
        .ok()
        .map(|size| (size.figure, size.asked()))
        .or_else(|| figure().map(|figure| (figure, Vec::new())))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::panic, reason = "a test may fail so")]
    use super::*;
    use toile_view::live::ControlKind;

    #[test]
    fn no_measure_of_any_size_is_changed_by_being_shown() {
        let (mut hard, mut count) = (0, 0);
        for name in SIZES.iter().map(|size| size.name).chain(Figure::ALL.map(Figure::name)) {
            for control in controls(name, measures_of(name).as_ref(), false) {
                let (Value::Number(now), ControlKind::Number { range: [low, high], .. }) =
                    (&control.value, &control.kind)
                else {
                    continue;
                };
                assert!((*low..=*high).contains(now), "{name}: {control:?}");
                // What a slider makes of it.
                let digits = control.kind.decimals();
                let shown: f64 = format!("{now:.digits$}").parse().unwrap_or(f64::NAN);
                hard += usize::from(shown != *now);
                count += 1;
                assert!(!control.is_changed_by(&Value::Number(shown)), "{name}: {control:?}");
                let step = 10.0_f64.powi(-(digits as i32));
                assert!(control.is_changed_by(&Value::Number(now + step)), "{name}: {control:?}");
            }
        }
        assert_eq!(count, (SIZES.len() + Figure::ALL.len()) * Measure::ALL.len());
        assert!(hard > 100, "these are not the numbers that were changed: {hard}");
    }
}
