//! Whether a fabric is possible, and whether it is usual.

use super::error::{InvalidFabric, Issue};
use super::fields::FIELDS;
use super::properties::{ClothDirection, Fabric};
use super::quantity::FabricQuantity;
use super::stiffness::is_positive_definite;

/// A number with its 5th and its 95th percentile among 618 measured fabrics.
struct Usual {
    name: &'static str,
    quantity: FabricQuantity,
    range: (f64, f64),
    get: fn(&Fabric) -> f64,
}

const fn usual(
    name: &'static str,
    quantity: FabricQuantity,
    range: (f64, f64),
    get: fn(&Fabric) -> f64,
) -> Usual {
    Usual { name, quantity, range, get }
}

const USUAL: &[Usual] = &[
    usual("density", FabricQuantity::ArealDensity, (0.031, 0.488), |fabric| fabric.density),
    usual("bending.warp", FabricQuantity::BendingStiffness, (1.10e-6, 1.10e-4), |fabric| fabric.bending.warp),
    usual("bending.weft", FabricQuantity::BendingStiffness, (8.9e-7, 5.0e-5), |fabric| fabric.bending.weft),
    usual("bending stiffness on the bias", FabricQuantity::BendingStiffness, (8.6e-7, 6.6e-5), |fabric| {
        fabric.bending.stiffness(ClothDirection::Bias)
    }),
    usual("bending length of the warp", FabricQuantity::Length, (0.0106, 0.0329), |fabric| {
        fabric.bending_length(ClothDirection::Warp)
    }),
    usual("bending.warp / bending.weft", FabricQuantity::Number, (0.39, 4.63), |fabric| {
        fabric.bending.warp / fabric.bending.weft
    }),
];

impl Fabric {
    /// Checks that the fabric can exist, and tells what is unusual about it.
    ///
    /// The issues returned are warnings: numbers outside of what nine of ten measured fabrics have. They are often
    /// right (leather is stiff), but a slip of units shows here first.
    ///
    /// # Errors
    /// If a number is outside its permitted range, a stiffness matrix has a deformation that costs no energy, or
    /// sliding friction exceeds static friction.
    pub fn validate(&self) -> Result<Vec<Issue>, InvalidFabric> {
        let mut issues = self.out_of_range();
        if issues.is_empty() {
            issues = self.inconsistent();
        }
        if self.name.is_empty() || self.name.contains(char::is_whitespace) {
            issues.push(issue("name", format!("`{}`", self.name), "it must be a word without spaces"));
        }
        if issues.is_empty() {
            Ok(self.unusual())
        } else {
            Err(InvalidFabric { name: self.name.clone(), issues })
        }
    }

    fn out_of_range(&self) -> Vec<Issue> {
        let outside = |value: f64, (low, high): (f64, f64)| !(low..=high).contains(&value);
        FIELDS
            .iter()
            .filter(|field| outside((field.get)(self), field.permitted))
            .map(|field| Issue {
                field: field.path.to_string(),
                value: field.quantity.write((field.get)(self)),
                permitted: format!("permitted are {}", span(field.quantity, field.permitted)),
            })
            .collect()
    }

    fn inconsistent(&self) -> Vec<Issue> {
        let mut issues = Vec::new();
        if !is_positive_definite(self.membrane_matrix())
            || self.membrane.poisson.powi(2) >= self.membrane.warp / self.membrane.weft
        {
            let limit = (self.membrane.warp / self.membrane.weft).sqrt();
            issues.push(issue(
                "membrane.poisson",
                format!("{}", self.membrane.poisson),
                &format!("it must be smaller in size than sqrt(warp / weft) = {limit:.4}, or stretching would give energy"),
            ));
        }
        if !is_positive_definite(self.bending_matrix()) {
            let limit = (self.bending.warp * self.bending.weft).sqrt();
            issues.push(issue(
                "bending.coupling",
                FabricQuantity::BendingStiffness.write(self.bending.coupling),
                &format!("it must be smaller in size than sqrt(warp · weft) = {limit:.3e} N*m, or bending would give energy"),
            ));
        }
        for (name, kinetic, stuck) in [
            ("friction.cloth_kinetic", self.friction.cloth_kinetic, self.friction.cloth_static),
            ("friction.skin_kinetic", self.friction.skin_kinetic, self.friction.skin_static),
        ] {
            if kinetic > stuck {
                issues.push(issue(
                    name,
                    format!("{kinetic}"),
                    &format!("it must not exceed the static coefficient {stuck}"),
                ));
            }
        }
        issues
    }

    fn unusual(&self) -> Vec<Issue> {
        USUAL
            .iter()
            .filter(|usual| !(usual.range.0..=usual.range.1).contains(&(usual.get)(self)))
            .map(|usual| Issue {
                field: usual.name.to_string(),
                value: usual.quantity.write((usual.get)(self)),
                permitted: format!("nine of ten fabrics have {}", span(usual.quantity, usual.range)),
            })
            .collect()
    }
}

fn issue(field: &str, value: String, permitted: &str) -> Issue {
    Issue { field: field.to_string(), value, permitted: permitted.to_string() }
}

fn span(quantity: FabricQuantity, (low, high): (f64, f64)) -> String {
    format!("{low:?} to {}", quantity.write(high))
}
