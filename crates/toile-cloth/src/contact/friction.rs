//! Which law of friction holds between the sides of a pair, and what it allows.

use crate::cloth::Cloth;
use crate::state::ContactKind;
use crate::world::{ClothContact, World};
use glam::DVec3;
use toile_contact::friction::{FrictionLaw, MaterialId, PairLaws};
use toile_contact::narrow::StencilKind;
use toile_contact::touch::Touch;

/// What slips slower than this, in m/s, is at rest.
const AT_REST: f64 = 1e-3;

/// The laws of a world, and what they need to know of the cloth.
#[derive(Debug, Default)]
pub(crate) struct Laws {
    cloth: FrictionLaw,
    /// The number of each obstacle that is met by its triangles, and its law.
    obstacles: Vec<(u16, FrictionLaw)>,
    pairs: PairLaws,
    /// A triangle at each vertex; empty if all laws are plain and the same for all fabrics.
    triangle_at: Vec<u32>,
    /// The area around each vertex in m², and the fabric there.
    areas: Vec<f64>,
    fabrics: Vec<u16>,
    /// For each triangle what makes the direction of its warp out of two of its sides.
    warps: Vec<[f64; 2]>,
}

impl Laws {
    /// Takes over the laws of a world.
    pub(crate) fn set(&mut self, cloth: &Cloth, world: &World) {
        self.cloth = world.cloth_contact.map_or(FrictionLaw::NONE, |ClothContact { friction, .. }| friction);
        self.obstacles.clear();
        self.obstacles.extend(world.exact_meshes().map(|(number, obstacle, _)| (number, obstacle.friction)));
        self.pairs.clone_from(&world.pair_friction);
        let own = std::iter::once(&self.cloth).chain(self.obstacles.iter().map(|(_, law)| law));
        if self.pairs.is_empty() && own.clone().all(FrictionLaw::is_coulomb) {
            self.triangle_at.clear();
        } else {
            self.look_at(cloth);
        }
    }

    fn look_at(&mut self, cloth: &Cloth) {
        let count = cloth.vertex_count();
        self.triangle_at = vec![u32::MAX; count];
        self.areas = cloth.vertex_areas();
        self.fabrics = vec![0; count];
        self.warps.clear();
        for (t, corners) in cloth.triangles.iter().enumerate() {
            let fabric = cloth.fabric_of.get(t).copied().unwrap_or(0);
            for &v in corners {
                let v = v as usize;
                if self.triangle_at[v] == u32::MAX {
                    self.triangle_at[v] = t as u32;
                    self.fabrics[v] = fabric;
                }
            }
            let grain = cloth.fabrics.get(usize::from(fabric)).map_or(0.0, |cut| cut.grain);
            let [a, b, c] = cloth.rest.corners[t];
            let (one, two, warp) = (b - a, c - a, glam::DVec2::from_angle(grain));
            // warp = s (b - a) + t (c - a): the two shares [s, t], by Cramer's rule.
            let area = one.perp_dot(two);
            self.warps.push([warp.perp_dot(two) / area, one.perp_dot(warp) / area]);
        }
    }

    /// Whether Coulomb's law with one coefficient for all is all there is.
    pub(crate) fn are_plain(&self) -> bool {
        self.triangle_at.is_empty()
    }

    /// The law of cloth against a mesh, which is the cloth or an obstacle: what holds where a pair of materials has none of its own.
    pub(crate) fn of_mesh(&self, mesh: u16) -> &FrictionLaw {
        mesh.checked_sub(1).map_or(&self.cloth, |mesh| &self.obstacles[usize::from(mesh)].1)
    }

    /// The law between the sides of a pair; `mesh_of` tells the mesh of a vertex, the cloth being the first. Where cloth is sewn
    /// from several fabrics, each vertex counts as one of them.
    pub(crate) fn between(
        &self,
        kind: StencilKind,
        corners: [u32; 4],
        mesh_of: impl Fn(u32) -> u16,
    ) -> &FrictionLaw {
        let sides = [corners[0], corners[ContactKind::from(kind).first_side()]];
        let meshes = sides.map(mesh_of);
        let usual = self.of_mesh(meshes.into_iter().max().unwrap_or(0));
        if self.pairs.is_empty() {
            return usual;
        }
        let material = |side: usize| match meshes[side] {
            0 => MaterialId::Cloth(self.fabrics[sides[side] as usize]),
            mesh => MaterialId::Obstacle(self.obstacles[usize::from(mesh) - 1].0),
        };
        self.pairs.get(material(0), material(1)).unwrap_or(usual)
    }

    /// The law for a slip in a direction: cloth may have more friction across its grain. Where cloth lies on cloth, both grains count.
    pub(crate) fn towards(
        &self,
        law: &FrictionLaw,
        kind: StencilKind,
        corners: [u32; 4],
        slip: DVec3,
        triangles: &[[u32; 3]],
        at: impl Fn(u32) -> DVec3,
    ) -> FrictionLaw {
        let length = slip.length();
        if law.across == 1.0 || length == 0.0 {
            return law.towards(1.0);
        }
        let mut factor = 1.0;
        let mut count = 0;
        for v in [corners[0], corners[ContactKind::from(kind).first_side()]] {
            let Some(&t) = self.triangle_at.get(v as usize).filter(|&&t| t != u32::MAX) else { continue };
            let [a, b, c] = triangles[t as usize].map(&at);
            let [one, two] = self.warps[t as usize];
            let warp = ((b - a) * one + (c - a) * two).normalize_or_zero();
            // The factor μ(cos) / μ of this side, with cos between warp and slip.
            let unit = FrictionLaw { kinetic: 1.0, ..*law };
            factor *= unit.towards(warp.dot(slip) / length).kinetic;
            count += 1;
        }
        // The geometric mean where both sides have a grain.
        law.scaled(if count == 2 { factor.sqrt() } else { factor })
    }

    /// The area that the drag of a pair acts on: that around its vertex, half of it if cloth lies on cloth, where each side has its own
    /// pairs. Pairs of edges have none, so that drag does not depend on how meshes lie on each other.
    pub(crate) fn drag_area(&self, kind: StencilKind, corners: [u32; 4]) -> f64 {
        match (kind, self.areas.get(corners[0] as usize)) {
            (StencilKind::VertexTriangle, Some(area)) if (corners[1] as usize) < self.areas.len() => {
                0.5 * area
            }
            (StencilKind::VertexTriangle, Some(area)) => *area,
            _ => 0.0,
        }
    }
}

/// The laws of fabrics on obstacles that are met by the nearest points of their surfaces, where some have their own.
#[derive(Debug)]
pub(crate) struct SurfaceLaws<'a> {
    pairs: &'a PairLaws,
    /// The fabric at each vertex.
    fabrics: Vec<u16>,
}

impl<'a> SurfaceLaws<'a> {
    /// The laws of a world; none if no pair of materials has its own.
    pub(crate) fn of(cloth: &Cloth, world: &'a World) -> Option<Self> {
        if world.pair_friction.is_empty() {
            return None;
        }
        let mut fabrics = vec![0; cloth.vertex_count()];
        // Of several fabrics at a vertex the first counts, as for pairs of triangles.
        for (triangle, fabric) in cloth.triangles.iter().zip(&cloth.fabric_of).rev() {
            for v in triangle {
                fabrics[*v as usize] = *fabric;
            }
        }
        Some(Self { pairs: &world.pair_friction, fabrics })
    }

    /// Gives contacts the law of their fabric on their obstacle; `vertex_of` tells a vertex from the number of a contact.
    pub(crate) fn set_friction(&self, touches: &mut [Touch], vertex_of: impl Fn(u32) -> u32) {
        for touch in touches {
            let fabric = MaterialId::Cloth(self.fabrics[vertex_of(touch.vertex) as usize]);
            if let Some(law) = self.pairs.get(fabric, MaterialId::Obstacle(touch.obstacle as u16)) {
                touch.friction = *law;
            }
        }
    }
}

/// What is known of the slip of a pair.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slipping {
    /// How fast it slips, in m/s.
    pub(crate) speed: f64,
    /// The area that drag acts on, in m².
    pub(crate) area: f64,
}

impl Slipping {
    /// The most that a law lets friction hold against a push and a tangential pull, both in newtons: that of rest while it holds the pull,
    /// else that of the speed.
    pub(crate) fn friction_bound(self, law: &FrictionLaw, push: f64, pull: f64) -> f64 {
        // μₛ N
        let at_rest = law.static_ * push;
        if law.is_coulomb() || pull <= at_rest {
            return at_rest;
        }
        let speed = self.speed.max(f64::MIN_POSITIVE);
        // μ(v) N + c vᵖ A
        law.coefficient(speed) * push + law.drag(speed) * self.area
    }
}

/// The coefficient that decides whether something that slips at a speed is stopped.
pub(crate) fn stopping(law: &FrictionLaw, speed: f64) -> f64 {
    law.coefficient(if speed < AT_REST { 0.0 } else { speed })
}
