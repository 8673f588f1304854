//! The simulated cloth: its mesh, what it is made of, what holds it, and where it is.

use crate::arcs::Arcs;
use crate::bending::{Bending, BendingHistory, BendingScratch, Fold};
use crate::fabric::{Fabric, FabricCut, rotated};
use crate::membrane::{Law, Membrane, MembraneScratch, StrainTerms};
use crate::membrane_curve::StretchLaw;
use crate::rest::{DegenerateTriangle, RestShape};
use crate::state::State;
use crate::threads::{Anchor, Thread};
use glam::{DMat3, DVec3};
use std::borrow::Cow;
use toile_geom::TriMesh;

/// A cloth.
///
/// ```
/// use toile_cloth::cloth::Cloth;
/// use toile_cloth::fabric::Fabric;
/// use toile_geom::{glam::DVec2, shapes};
///
/// let mesh = shapes::sheet(DVec2::ONE, [10, 10]);
/// let cloth = Cloth::of_sheet(&mesh, &Fabric::named("cotton-poplin")?)?;
/// assert!((cloth.mass() - cloth.fabrics[0].fabric.density).abs() < 1e-12, "one square metre");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Cloth {
    /// The corners of each triangle.
    pub triangles: Vec<[u32; 3]>,
    /// The flat shape of each triangle.
    pub rest: RestShape,
    /// The mass of each vertex in kg.
    pub masses: Vec<f64>,
    /// What the cloth is cut from.
    pub fabrics: Vec<FabricCut>,
    /// Which of the fabrics each triangle is cut from.
    pub fabric_of: Vec<u16>,
    /// Resistance to stretch and shear.
    pub membrane: Membrane,
    /// Resistance to bending.
    pub bending: Bending,
    /// Edges along which it is folded at rest; see [`fold`](Self::fold).
    pub folds: Vec<Fold>,
    /// Threads and springs between points of the cloth.
    pub threads: Vec<Thread>,
    /// Points that something pulls at.
    pub grabs: Vec<Grab>,
    /// Which vertices are pinned (kinematic): they move with their velocity, whatever pulls at them.
    pub pinned: Vec<bool>,
    /// Where the cloth is and how it moves.
    pub state: State,
    /// Where the vertices were at first. Solvers choose what depends on the shape of the cloth, such as coarser levels, from
    /// these: so it does not depend on when they first see it.
    pub reference: Vec<DVec3>,
    /// Whether it remembers how it is bent, as far as its fabrics do; see [`remember_bending`](Self::remember_bending).
    remembers: bool,
    /// The arcs over the triangles' sides, if their strain counts: see [`follow_arcs`](Self::follow_arcs).
    pub arcs: Option<Arcs>,
}

/// How a fabric resists stretch and shear.
fn membrane_law(cut: &FabricCut) -> Law {
    let laminate = cut.laminate();
    let fabric = &laminate.membrane;
    let is_linear = fabric.compression == 1.0 && fabric.warp_curve.is_none() && fabric.weft_curve.is_none();
    let measured = (!is_linear).then(|| StretchLaw::new(fabric));
    Law {
        stiffness: measured.as_ref().map_or(laminate.membrane_matrix(), StretchLaw::stiffness),
        measured,
        grain: cut.grain,
        viscosity: laminate.damping.membrane,
    }
}

/// How it resists bending: moment from curvature in the frame of the rest shape, N·m.
fn bending_matrix(cut: &FabricCut) -> DMat3 {
    rotated(cut.laminate().bending_matrix(), -cut.grain)
}

/// What becomes of the masses of a cloth when its rest shape or its fabrics change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MassRule {
    /// They stay as they are, as those of cloth that is drawn out for a while only.
    Kept,
    /// They become those of the rest shape and the fabrics; those of a cloth without fabrics stay.
    OfRest,
}

/// A hand or a mouse pointer that pulls at a point: energy `½ k |x − target|²`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grab {
    /// What is grabbed.
    pub anchor: Anchor,
    /// Where it shall go.
    pub target: DVec3,
    /// Stiffness in N/m.
    pub stiffness: f64,
}

impl Cloth {
    /// A cloth of one fabric, warp along the rest shape's `x`, at rest in the mesh's positions.
    ///
    /// # Errors
    /// If a triangle of the rest shape has no area.
    pub fn of_fabric(mesh: &TriMesh, rest: RestShape, fabric: &Fabric) -> Result<Self, DegenerateTriangle> {
        Self::of_cuts(mesh, rest, vec![FabricCut::new(fabric.clone(), 0.0)], |_| 0)
    }

    /// A sheet of one fabric that lies flat in the `xz` plane, warp along `x`; put its vertices elsewhere to begin elsewhere.
    ///
    /// # Errors
    /// If a triangle has no area.
    pub fn of_sheet(sheet: &TriMesh, fabric: &Fabric) -> Result<Self, DegenerateTriangle> {
        Self::of_fabric(sheet, RestShape::of_lying(sheet), fabric)
    }

    /// A cloth of several fabrics: `which` says from which each triangle is cut.
    ///
    /// # Errors
    /// If a triangle of the rest shape has no area.
    ///
    /// # Panics
    /// If `which` names a fabric that is not there.
    pub fn of_cuts(
        mesh: &TriMesh,
        rest: RestShape,
        fabrics: Vec<FabricCut>,
        which: impl Fn(usize) -> u16,
    ) -> Result<Self, DegenerateTriangle> {
        rest.validate()?;
        let fabric_of: Vec<u16> = (0..mesh.triangles.len()).map(which).collect();
        let laminates: Vec<Cow<'_, Fabric>> = fabrics.iter().map(FabricCut::laminate).collect();
        let laminate = |t: usize| &laminates[fabric_of[t] as usize];
        let laws: Vec<Law> = fabrics.iter().map(membrane_law).collect();
        let bend: Vec<DMat3> = fabrics.iter().map(bending_matrix).collect();
        let membrane = Membrane::with_laws(mesh, &rest, laws, |t| u32::from(fabric_of[t]));
        let bending = Bending::new(mesh, &rest, |t| bend[fabric_of[t] as usize], &[])
            .with_viscosity(|t| laminate(t).damping.bending);
        let masses = rest.masses(mesh, |t| laminate(t).density);
        drop(laminates);
        Ok(Self { fabrics, fabric_of, ..Self::from_parts(mesh, rest, masses, membrane, bending) })
    }

    /// A cloth of given elements, without a fabric: for tests and comparisons.
    pub fn from_parts(
        mesh: &TriMesh,
        rest: RestShape,
        masses: Vec<f64>,
        membrane: Membrane,
        bending: Bending,
    ) -> Self {
        Self {
            triangles: mesh.triangles.clone(),
            rest,
            masses,
            fabrics: Vec::new(),
            fabric_of: Vec::new(),
            membrane,
            bending,
            folds: Vec::new(),
            threads: Vec::new(),
            grabs: Vec::new(),
            pinned: vec![false; mesh.positions.len()],
            state: State::at_rest(mesh.positions.clone()),
            reference: mesh.positions.clone(),
            remembers: false,
            arcs: None,
        }
    }

    /// Presses folds into it, instead of those that it had: bending resists what leaves these angles.
    pub fn fold(&mut self, folds: Vec<Fold>) {
        self.bending.rest_folded(&folds);
        self.folds = folds;
        self.renew_arcs();
    }

    /// Takes over another rest shape of the same triangles, as seams that close, grading and shrinking change it. Places and velocities, folds,
    /// threads, holds and what the cloth remembers stay; elements are changed in place.
    ///
    /// # Errors
    /// If a triangle has no area, or there is another number of them; nothing is changed then.
    pub fn set_rest(&mut self, rest: RestShape, masses: MassRule) -> Result<(), DegenerateTriangle> {
        rest.validate()?;
        if rest.corners.len() != self.triangles.len() {
            let triangle = rest.corners.len().min(self.triangles.len());
            return Err(DegenerateTriangle { triangle, area: 0.0 });
        }
        self.membrane.set_rest(&rest);
        self.bending.set_rest(&rest);
        self.rest = rest;
        self.renew_masses(masses);
        if let Some(before) = self.state.history.take() {
            let mut history = self.fresh_history();
            history.take_memory_of(&before);
            self.state.history = Some(history);
        }
        self.renew_arcs();
        Ok(())
    }

    /// Gives some of its cuts, by their number, another fabric; the others stay as they are, and all of it stays where it is, with its holds, threads and
    /// folds. What it remembers of bending and sticking is forgotten: that was of the old fabric.
    pub fn set_fabrics(&mut self, fabric: impl Fn(usize) -> Option<Fabric>, masses: MassRule) {
        for (n, cut) in self.fabrics.iter_mut().enumerate() {
            if let Some(fabric) = fabric(n) {
                cut.fabric = fabric;
            }
        }
        let (cuts, which) = (&self.fabrics, &self.fabric_of);
        if which.len() != self.triangles.len() {
            return;
        }
        self.membrane.set_laws(cuts.iter().map(membrane_law));
        let bend: Vec<DMat3> = cuts.iter().map(bending_matrix).collect();
        self.bending.set_stiffness(&self.rest, |t| bend[which[t] as usize]);
        let viscosity: Vec<f64> = cuts.iter().map(|cut| cut.laminate().damping.bending).collect();
        self.bending.set_viscosity(|t| viscosity[which[t] as usize]);
        self.renew_masses(masses);
        self.state.sticks.clear();
        if self.remembers {
            self.remember_bending();
        }
        self.renew_arcs();
    }

    fn renew_masses(&mut self, rule: MassRule) {
        let has_fabrics = self.fabric_of.len() == self.triangles.len();
        if rule == MassRule::OfRest && has_fabrics {
            let densities: Vec<f64> = self.fabrics.iter().map(|cut| cut.laminate().density).collect();
            self.masses = self.rest.masses(&self.mesh(), |t| densities[self.fabric_of[t] as usize]);
        }
    }

    fn renew_arcs(&mut self) {
        self.follow_arcs(self.arcs.is_some());
    }

    /// How many vertices it has.
    pub fn vertex_count(&self) -> usize {
        self.masses.len()
    }

    /// Its mass in kg.
    pub fn mass(&self) -> f64 {
        self.masses.iter().sum()
    }

    /// The area around each vertex at rest in m²: a third of each triangle that it belongs to.
    pub fn vertex_areas(&self) -> Vec<f64> {
        let mut areas = vec![0.0; self.vertex_count()];
        for (t, corners) in self.triangles.iter().enumerate() {
            for &v in corners {
                areas[v as usize] += self.rest.area(t) / 3.0;
            }
        }
        areas
    }

    /// The mesh as it is now.
    pub fn mesh(&self) -> TriMesh {
        TriMesh { positions: self.state.positions.clone(), triangles: self.triangles.clone() }
    }

    /// Whether strain is that of the curved sheet instead of the flat triangles in it, so that a membrane does not resist bending on meshes
    /// that lie badly: see [`arcs`](crate::arcs). To be called again when elements of the cloth were replaced.
    pub fn follow_arcs(&mut self, follow: bool) {
        self.arcs = follow.then(|| Arcs::new(&self.mesh(), &self.rest, &self.membrane, &self.bending));
    }

    /// The energy of stretch and shear, in joules.
    pub fn stretch_energy(&self, positions: &[DVec3]) -> f64 {
        let arcs = self.arcs.as_ref().map(|arcs| arcs.strains(&self.bending.curvatures(positions)));
        self.membrane.step_energy(positions, StrainTerms { rate: None, arcs: arcs.as_deref() })
    }

    /// Adds the gradient of [`stretch_energy`](Self::stretch_energy).
    pub fn add_stretch_gradient(&self, positions: &[DVec3], gradient: &mut [DVec3]) {
        let Some(arcs) = &self.arcs else { return self.membrane.add_gradient(positions, gradient) };
        let curvatures = self.bending.curvatures(positions);
        let strains = arcs.strains(&curvatures);
        let terms = StrainTerms { rate: None, arcs: Some(&strains) };
        self.membrane.add_step_gradient(positions, terms, &mut MembraneScratch::default(), gradient);
        let moments = arcs.moments(&curvatures, &self.membrane.stresses(positions, &strains));
        self.bending.add_gradient_of(positions, |t, _| moments[t], &mut BendingScratch::default(), gradient);
    }

    /// What it would take to bring the cloth from its rest shape to these positions, in joules: stretch, bending, threads, grabs.
    pub fn elastic_energy(&self, positions: &[DVec3]) -> f64 {
        self.stretch_energy(positions) + self.bending_energy(positions) + self.link_energy(positions)
    }

    /// Adds the gradient of [`elastic_energy`](Self::elastic_energy): minus the force on each vertex, in newtons.
    pub fn add_elastic_gradient(&self, positions: &[DVec3], gradient: &mut [DVec3]) {
        self.add_stretch_gradient(positions, gradient);
        self.add_bending_gradient(positions, &mut BendingScratch::default(), gradient);
        self.add_link_gradient(positions, gradient);
    }

    /// The energy of bending.
    pub(crate) fn bending_energy(&self, positions: &[DVec3]) -> f64 {
        match &self.state.history {
            Some(history) => self.bending.energy_with(positions, history),
            None => self.bending.energy(positions),
        }
    }

    /// Adds the gradient of the energy of bending.
    pub(crate) fn add_bending_gradient(
        &self,
        positions: &[DVec3],
        scratch: &mut BendingScratch,
        gradient: &mut [DVec3],
    ) {
        self.bending.add_step_gradient(positions, self.state.history.as_ref(), None, scratch, gradient);
    }

    /// The stiffness of each hinge by itself, N·m, at its most.
    pub(crate) fn hinge_stiffnesses(&self) -> Vec<f64> {
        if self.state.history.is_some() {
            self.bending.hinge_stiffnesses_with(&self.fresh_history())
        } else {
            self.bending.hinge_stiffnesses()
        }
    }

    /// The history of a cloth that was never bent.
    fn fresh_history(&self) -> BendingHistory {
        BendingHistory::new(&self.fabrics, &self.fabric_of, &self.triangles, &self.rest, &self.bending)
    }

    /// The energy of threads and grabs.
    pub(crate) fn link_energy(&self, positions: &[DVec3]) -> f64 {
        self.threads.iter().map(|thread| thread.energy(positions)).sum::<f64>()
            + self.grabs.iter().map(|grab| grab.energy(positions)).sum::<f64>()
    }

    /// Adds the gradient of the energy of threads and grabs.
    pub(crate) fn add_link_gradient(&self, positions: &[DVec3], gradient: &mut [DVec3]) {
        for thread in &self.threads {
            thread.add_gradient(positions, gradient);
        }
        for grab in &self.grabs {
            grab.add_gradient(positions, gradient);
        }
    }

    /// From here on the cloth remembers how it is bent: with friction, creases and fatigue, if its fabrics have any (2HB). It
    /// is taken to have just been bent from its rest shape to where it is.
    ///
    /// Each step must be followed by [`commit_bending`](Self::commit_bending).
    pub fn remember_bending(&mut self) {
        self.remembers = true;
        let mut history = self.fresh_history();
        history.commit(&self.bending.bent(&self.state.positions));
        self.state.history = (!history.is_empty()).then_some(history);
    }

    /// Forgets how it was bent, and remembers nothing from now on.
    pub fn forget_bending(&mut self) {
        (self.remembers, self.state.history) = (false, None);
    }

    /// Whether it remembers how it is bent.
    pub fn remembers_bending(&self) -> bool {
        self.remembers
    }

    /// Remembers the bending of the present positions, at the end of a step that is kept.
    pub fn commit_bending(&mut self) {
        if let Some(history) = &mut self.state.history {
            history.commit(&self.bending.bent(&self.state.positions));
        }
    }

    /// The kinetic energy `Σ ½ mᵢ vᵢ²` in joules.
    pub fn kinetic_energy(&self) -> f64 {
        self.masses.iter().zip(&self.state.velocities).map(|(m, v)| 0.5 * m * v.length_squared()).sum()
    }

    /// The momentum in kg·m/s.
    pub fn momentum(&self) -> DVec3 {
        self.masses.iter().zip(&self.state.velocities).map(|(m, v)| *v * *m).sum()
    }

    /// The first vertex whose position or velocity is not a number.
    pub fn first_not_finite(&self) -> Option<usize> {
        let lost = |(x, v): (&DVec3, &DVec3)| !(x.is_finite() && v.is_finite());
        self.state.positions.iter().zip(&self.state.velocities).position(lost)
    }
}

impl Grab {
    /// The energy in joules.
    pub fn energy(&self, positions: &[DVec3]) -> f64 {
        0.5 * self.stiffness * self.anchor.position(positions).distance_squared(self.target)
    }

    /// Adds the gradient of the energy.
    pub fn add_gradient(&self, positions: &[DVec3], gradient: &mut [DVec3]) {
        let pull = self.stiffness * (self.anchor.position(positions) - self.target);
        for (v, weight) in self.anchor.parts() {
            gradient[v as usize] += pull * weight;
        }
    }
}
