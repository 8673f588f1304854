//! Snaps, hooks and eyes.

use super::solids::{TrimMesh, TrimPart, turned, wire};
use crate::flat::{FlatError, check_range};
use glam::{DVec2, DVec3};
use std::f64::consts::PI;

/// A snap fastener: the cap that is seen, or the stud that snaps in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Snap {
    /// How wide it is, in metres.
    pub diameter: f64,
    /// Whether it is the stud.
    pub stud: bool,
}

impl Default for Snap {
    fn default() -> Self {
        Self { diameter: 0.01, stud: false }
    }
}

impl Snap {
    /// Its mesh.
    ///
    /// # Errors
    /// If its diameter is out of range.
    pub fn mesh(&self) -> Result<TrimMesh, FlatError> {
        check_range("diameter of a snap", self.diameter, 0.002..=0.1, "from 2 to 100 mm")?;
        // Radii and heights as parts of the radius: a cap is a flat dome, a stud a plate with a knob that is widest above.
        let cap: &[[f64; 2]] = &[[1.0, 0.0], [1.0, 0.1], [0.9, 0.22], [0.6, 0.32], [0.25, 0.36]];
        let stud: &[[f64; 2]] =
            &[[1.0, 0.0], [1.0, 0.12], [0.42, 0.14], [0.36, 0.3], [0.44, 0.45], [0.4, 0.56], [0.2, 0.6]];
        let profile = if self.stud { stud } else { cap };
        let profile: Vec<DVec2> = profile.iter().map(|&p| DVec2::from(p) * 0.5 * self.diameter).collect();
        let mut trim = TrimMesh::default();
        trim.add(&turned(&profile, 24), TrimPart::Body);
        Ok(trim)
    }
}

/// A hook, or the eye that it goes into, of bent wire. The hook points along `z`, over the edge of the opening.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hook {
    /// How long it is, in metres.
    pub length: f64,
    /// How thick the wire is, in metres.
    pub wire: f64,
}

impl Default for Hook {
    fn default() -> Self {
        Self { length: 0.01, wire: 0.001 }
    }
}

impl Hook {
    /// The mesh of the hook: two feet, and a bill that is bent back over them.
    ///
    /// # Errors
    /// If a measure is out of range.
    pub fn hook(&self) -> Result<TrimMesh, FlatError> {
        self.check()?;
        let radius = 0.5 * self.wire;
        let mut trim = self.feet();
        // The bill lies in the plane of `y` and `z`; wires are bent across `y`, so that it is laid flat first and set up then.
        let tip = 0.5 * self.length;
        let bend = 1.3 * self.wire;
        let arc = (0..=8).map(|n| {
            let (sin, cos) = (PI * f64::from(n) / 8.0).sin_cos();
            DVec3::new(bend * (1.0 - cos), 0.0, tip + bend * sin)
        });
        let points: Vec<DVec3> = [DVec3::new(0.0, 0.0, -0.1 * self.length)]
            .into_iter()
            .chain(arc)
            .chain([DVec3::new(2.0 * bend, 0.0, 0.1 * self.length)])
            .collect();
        let mut bill = wire(&points, radius, 8);
        bill.positions.iter_mut().for_each(|p| *p = DVec3::new(-p.y, p.x + radius, p.z));
        trim.add(&bill, TrimPart::Body);
        Ok(trim)
    }

    /// The mesh of the eye: two feet and a bow between them.
    ///
    /// # Errors
    /// If a measure is out of range.
    pub fn eye(&self) -> Result<TrimMesh, FlatError> {
        self.check()?;
        let mut trim = self.feet();
        let width = 0.25 * self.length;
        let bow: Vec<DVec3> = (0..=12)
            .map(|n| {
                let (sin, cos) = (PI * f64::from(n) / 12.0).sin_cos();
                DVec3::new(-width * cos, 0.5 * self.wire, 0.5 * self.length * sin)
            })
            .collect();
        trim.add(&wire(&bow, 0.5 * self.wire, 8), TrimPart::Body);
        Ok(trim)
    }

    fn check(&self) -> Result<(), FlatError> {
        check_range("length of a hook", self.length, 0.003..=0.1, "from 3 to 100 mm")?;
        check_range(
            "thickness of a wire",
            self.wire,
            1e-4..=0.2 * self.length,
            "from 0.1 mm to a fifth of the hook's length",
        )
    }

    /// Two rings through which it is sewn on.
    fn feet(&self) -> TrimMesh {
        let radius = 0.14 * self.length;
        let mut trim = TrimMesh::default();
        for side in [-1.0, 1.0] {
            // Nearly a whole turn: the wire's end meets its begin.
            let ring: Vec<DVec3> = (0..=14)
                .map(|n| {
                    let (sin, cos) = (1.9 * PI * f64::from(n) / 14.0).sin_cos();
                    DVec3::new(
                        side * (0.25 * self.length + radius * cos),
                        0.5 * self.wire,
                        -radius * (1.0 + sin),
                    )
                })
                .collect();
            trim.add(&wire(&ring, 0.5 * self.wire, 8), TrimPart::Body);
        }
        trim
    }
}
