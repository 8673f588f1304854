//! The methods by name, for scene files and benchmarks.
//!
//! ```
//! use toile_cloth::solver::{MethodSettings, Solver};
//!
//! let solver = <dyn Solver>::named("newton-accurate", &MethodSettings::default())?;
//! assert_eq!(solver.name(), "newton");
//! let error = <dyn Solver>::named("newtom", &MethodSettings::default()).unwrap_err();
//! assert!(error.to_string().contains("perhaps `newton`"));
//! # Ok::<(), toile_geom::names::UnknownName>(())
//! ```

use super::{
    Budget, Explicit, ExplicitScheme, ExplicitSettings, LengthLimit, LengthLimitSettings, Newton, Scheme,
    Solver, Xpbd, XpbdSettings,
};
use toile_geom::names::{UnknownName, find};

/// A way to move cloth, by name.
#[derive(Clone, Copy)]
pub struct Method {
    /// What it is called in scene files and on the command line.
    pub name: &'static str,
    /// What it is good for, in a few words.
    pub description: &'static str,
    make: fn(&MethodSettings) -> Box<dyn Solver>,
}

/// What can be said of a method beyond its name. What is left open is as the name says.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MethodSettings {
    /// How much work goes into a step.
    pub budget: Option<Budget>,
    /// How the motion is cut into steps.
    pub scheme: Option<Scheme>,
}

/// All methods, the default first.
pub const METHODS: &[Method] = &[
    Method {
        name: "newton",
        description: "the default: large implicit steps of second order, a small amount of work each",
        make: |settings| newton(settings, Scheme::Bdf2, Budget::INTERACTIVE),
    },
    Method {
        name: "newton-accurate",
        description: "the same, as long as it takes to be exact: for measurements",
        make: |settings| newton(settings, Scheme::Bdf2, Budget::ACCURATE),
    },
    Method {
        name: "newton-backward-euler",
        description: "implicit steps of first order, which lose motion quickly: for coming to rest",
        make: |settings| newton(settings, Scheme::BackwardEuler, Budget::INTERACTIVE),
    },
    Method {
        name: "xpbd",
        description: "constraints with the fabric's compliance, many small steps: rugged, and soft where it has too few",
        make: |_| Box::new(Xpbd::new(XpbdSettings::default())),
    },
    Method {
        name: "length-limit",
        description: "lengths kept within limits (Fuhrmann): the quickest, and knows no fabric",
        make: |_| Box::new(LengthLimit::new(LengthLimitSettings::default())),
    },
    Method {
        name: "verlet",
        description: "small explicit steps that keep the energy: for reference and small cases",
        make: |_| explicit(ExplicitScheme::Verlet),
    },
    Method {
        name: "runge-kutta-4",
        description: "small explicit steps of fourth order: the most exact",
        make: |_| explicit(ExplicitScheme::RungeKutta4),
    },
    Method {
        name: "midpoint",
        description: "small explicit steps of second order",
        make: |_| explicit(ExplicitScheme::Midpoint),
    },
    Method {
        name: "explicit-euler",
        description: "small explicit steps of first order, which gain energy: for comparison only",
        make: |_| explicit(ExplicitScheme::Euler),
    },
    Method {
        name: "multi-rate",
        description: "stretch implicit, bending explicit in several smaller steps (Wong)",
        make: |_| explicit(ExplicitScheme::MultiRate { bending_steps: 3 }),
    },
];

fn explicit(scheme: ExplicitScheme) -> Box<dyn Solver> {
    Box::new(Explicit::new(ExplicitSettings { scheme, ..ExplicitSettings::default() }))
}

fn newton(settings: &MethodSettings, scheme: Scheme, budget: Budget) -> Box<dyn Solver> {
    Box::new(Newton::new(settings.scheme.unwrap_or(scheme), settings.budget.unwrap_or(budget)))
}

/// The names of all methods.
pub fn method_names() -> impl Iterator<Item = &'static str> {
    METHODS.iter().map(|method| method.name)
}

impl dyn Solver {
    /// A solver of the method of a name, which has not seen any cloth yet.
    ///
    /// # Errors
    /// If there is none.
    pub fn named(name: &str, settings: &MethodSettings) -> Result<Box<Self>, UnknownName> {
        Ok((find("method", name, METHODS, |method| method.name)?.make)(settings))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_method_can_be_made_and_no_name_stands_twice() {
        for (k, name) in method_names().enumerate() {
            assert!(<dyn Solver>::named(name, &MethodSettings::default()).is_ok(), "{name}");
            assert!(method_names().take(k).all(|other| other != name), "{name}");
        }
    }
}
