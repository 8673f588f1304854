//! Writing a fabric as a TOML file in SI units.

use std::fmt::Write as _;

use super::curve::StretchCurve;
use super::fields::{FIELDS, SECTIONS};
use super::properties::{Evidence, Fabric};
use super::quantity::FabricQuantity;

impl Fabric {
    /// The fabric as a TOML file; reading it again gives the same bits.
    pub fn to_toml(&self) -> String {
        let mut text = String::new();
        line(&mut text, "name", &quoted(&self.name));
        line(&mut text, "description", &quoted(&self.description));
        let sources: Vec<String> =
            self.sources.iter().map(|source| format!("    {},\n", quoted(source))).collect();
        let sources = if sources.is_empty() { "[]".to_string() } else { format!("[\n{}]", sources.concat()) };
        line(&mut text, "sources", &sources);
        self.write_fields(&mut text, "");
        for section in SECTIONS {
            text.push_str("\n[");
            text.push_str(section);
            text.push_str("]\n");
            self.write_fields(&mut text, section);
            if section == "membrane" {
                self.write_curves(&mut text);
            }
        }
        if !self.evidence.is_empty() {
            text.push_str("\n[evidence]\n");
        }
        for (field, evidence) in &self.evidence {
            let value = match evidence {
                Evidence::Measured(how) => format!("measured: {how}"),
                Evidence::Estimated(how) => format!("estimated: {how}"),
            };
            line(&mut text, &quoted(field), &quoted(&value));
        }
        text
    }

    fn write_fields(&self, text: &mut String, section: &str) {
        for field in FIELDS {
            let (own_section, key) = field.path.split_once('.').unwrap_or(("", field.path));
            if own_section == section {
                line(text, key, &value(field.quantity, (field.get)(self)));
            }
        }
    }

    fn write_curves(&self, text: &mut String) {
        let membrane = &self.membrane;
        for (key, curve) in [
            ("warp_curve", &membrane.warp_curve),
            ("weft_curve", &membrane.weft_curve),
            ("bias_curve", &membrane.bias_curve),
        ] {
            if let Some(curve) = curve {
                line(text, key, &curve_table(curve));
            }
        }
    }
}

fn curve_table(curve: &StretchCurve) -> String {
    match curve {
        StretchCurve::Points(curve) => {
            let points: Vec<String> = curve
                .points()
                .iter()
                .map(|&(strain, tension)| {
                    format!("[{strain:?}, {}]", value(FabricQuantity::Tension, tension))
                })
                .collect();
            format!("{{ points = [{}] }}", points.join(", "))
        }
        StretchCurve::Kes(curve) => format!(
            "{{ LT = {:?}, EMT = {:?}, load = {} }}",
            curve.linearity(),
            curve.max_strain(),
            value(FabricQuantity::Tension, curve.max_tension())
        ),
    }
}

fn line(text: &mut String, key: &str, value: &str) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{key} = {value}");
}

/// A number without unit as a number, everything else as a string with its unit.
fn value(quantity: FabricQuantity, value: f64) -> String {
    match quantity {
        FabricQuantity::Number => quantity.write(value),
        _ => quoted(&quantity.write(value)),
    }
}

fn quoted(text: &str) -> String {
    toml::Value::String(text.to_string()).to_string()
}
