//! Which law of friction holds between the sides of a pair, and what it allows.

use crate::cloth::Cloth;
use crate::fabric::Fabric;
use crate::state::ContactKind;
use crate::world::World;
use glam::DVec3;
use toile_contact::friction::{FrictionLaw, FrictionTable, MaterialId, PairLaws};
use toile_contact::narrow::StencilKind;
use toile_contact::touch::Touch;

/// The friction of cloth without a fabric on anything without a friction of its own.
const UNKNOWN_FRICTION: FrictionLaw = FrictionLaw::coulomb(0.4);

/// What slips slower than this, in m/s, is at rest.
const AT_REST: f64 = 1e-3;

/// The laws of a world, and what they need to know of the cloth.
#[derive(Debug, Default)]
pub(crate) struct Laws {
    /// Of cloth on cloth, whatever it is made of; without, the fabrics have theirs.
    cloth: Option<FrictionLaw>,
    /// The number of each obstacle that is met by its triangles, and its own law, if it has one.
    obstacles: Vec<(u16, Option<FrictionLaw>)>,
    pairs: PairLaws,
    /// What each of the cloth's cuts brings along.
    of_fabrics: Vec<FabricLaws>,
    /// A triangle at each vertex; empty if all laws are plain and the same for all fabrics.
    triangle_at: Vec<u32>,
    /// The area around each vertex in m², and the fabric there.
    areas: Vec<f64>,
    fabrics: Vec<u16>,
    /// For each triangle what makes the direction of its warp out of two of its sides.
    warps: Vec<[f64; 2]>,
}

/// The measured friction of a fabric.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct FabricLaws {
    /// On the same fabric.
    on_cloth: FrictionLaw,
    /// On skin, and on any obstacle without a friction of its own.
    on_skin: FrictionLaw,
}

impl Default for FabricLaws {
    /// What holds for cloth without a fabric.
    fn default() -> Self {
        Self { on_cloth: UNKNOWN_FRICTION, on_skin: UNKNOWN_FRICTION }
    }
}

impl FabricLaws {
    fn of(fabric: &Fabric) -> Self {
        Self { on_cloth: fabric.friction.on_cloth(), on_skin: fabric.friction.on_skin() }
    }

    fn of_all(cloth: &Cloth) -> Vec<Self> {
        cloth.fabrics.iter().map(|cut| Self::of(&cut.fabric)).collect()
    }
}

/// The law of two fabrics on each other: the geometric means of the coefficients that each has on itself.
fn mixed(one: &FrictionLaw, other: &FrictionLaw) -> FrictionLaw {
    if one == other {
        return *one;
    }
    // μ₁₂ = √(μ₁ μ₂), as adhesion of unlike surfaces goes with the geometric mean.
    let mean = |a: f64, b: f64| (a * b).sqrt();
    FrictionLaw::coulomb(mean(one.kinetic, other.kinetic)).with_static(mean(one.static_, other.static_))
}

impl Laws {
    /// Takes over the laws of a world.
    pub(crate) fn set(&mut self, cloth: &Cloth, world: &World) {
        self.cloth = world.cloth_contact.map_or(Some(FrictionLaw::NONE), |contact| contact.friction);
        self.obstacles.clear();
        self.obstacles.extend(world.exact_meshes().map(|(number, obstacle, _)| (number, obstacle.friction)));
        self.pairs.clone_from(&world.pair_friction);
        self.of_fabrics = FabricLaws::of_all(cloth);
        if self.pairs.is_empty() && self.are_all_plain() {
            self.triangle_at.clear();
        } else {
            self.look_at(cloth);
        }
    }

    /// Whether all laws are plain, and no fabric differs from another where fabrics count.
    fn are_all_plain(&self) -> bool {
        let are_alike = self.of_fabrics.windows(2).all(|pair| pair[0] == pair[1]);
        let meshes = 0..=self.obstacles.len() as u16;
        meshes
            .into_iter()
            .all(|mesh| (self.own_of_mesh(mesh).is_some() || are_alike) && self.of_mesh(mesh).is_coulomb())
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

    /// The law that a mesh, which is the cloth or an obstacle, has against all cloth.
    fn own_of_mesh(&self, mesh: u16) -> Option<FrictionLaw> {
        mesh.checked_sub(1).map_or(self.cloth, |mesh| self.obstacles[usize::from(mesh)].1)
    }

    /// The law of cloth against a mesh, where all fabrics are alike: that of the first, if the mesh has none of its own.
    fn of_mesh(&self, mesh: u16) -> FrictionLaw {
        self.own_of_mesh(mesh).unwrap_or_else(|| {
            let first = self.of_fabrics.first().copied().unwrap_or_default();
            if mesh == 0 { first.on_cloth } else { first.on_skin }
        })
    }

    /// The law of the fabrics of two cuts, against a mesh.
    fn of_cuts(&self, mesh: u16, [one, other]: [u16; 2]) -> FrictionLaw {
        self.own_of_mesh(mesh).unwrap_or_else(|| {
            let of = |cut: u16| self.of_fabrics.get(usize::from(cut)).copied().unwrap_or_default();
            if mesh == 0 { mixed(&of(one).on_cloth, &of(other).on_cloth) } else { of(one).on_skin }
        })
    }

    /// The law between the sides of a pair; `mesh_of` tells the mesh of a vertex, the cloth being the first. Where cloth is sewn
    /// from several fabrics, each vertex counts as one of them.
    pub(crate) fn between(
        &self,
        kind: StencilKind,
        corners: [u32; 4],
        mesh_of: impl Fn(u32) -> u16,
    ) -> FrictionLaw {
        let sides = [corners[0], corners[ContactKind::from(kind).first_side()]];
        let meshes = sides.map(mesh_of);
        let mesh = meshes.into_iter().max().unwrap_or(0);
        if self.are_plain() {
            return self.of_mesh(mesh);
        }
        let material = |side: usize| match meshes[side] {
            0 => MaterialId::Cloth(self.fabrics[sides[side] as usize]),
            mesh => MaterialId::Obstacle(self.obstacles[usize::from(mesh) - 1].0),
        };
        let own = if self.pairs.is_empty() { None } else { self.pairs.get(material(0), material(1)) };
        own.copied().unwrap_or_else(|| {
            let cut = |side: usize| self.fabrics.get(sides[side] as usize).copied().unwrap_or(0);
            let [one, other] = if meshes[0] == 0 { [cut(0), cut(1)] } else { [cut(1), cut(0)] };
            self.of_cuts(mesh, [one, other])
        })
    }

    /// All laws as a table, and the material of each vertex of the cloth, for what works with such.
    pub(crate) fn table(&self) -> (FrictionTable, Vec<MaterialId>) {
        let usual = self.of_mesh(0);
        let mut table = FrictionTable::new(usual, usual);
        let cuts: Vec<u16> = (0..self.of_fabrics.len().max(1) as u16).collect();
        // Fabrics that rub alike are one material, unless pairs of them were given laws.
        let material = |cut: u16| {
            let is_same = |other: &&u16| {
                self.pairs.is_empty()
                    && self.of_fabrics.get(usize::from(**other)) == self.of_fabrics.get(usize::from(cut))
            };
            cuts.iter().find(is_same).copied().unwrap_or(cut)
        };
        let materials: Vec<u16> = cuts.iter().map(|&cut| material(cut)).collect();
        let mut different = materials.clone();
        different.sort_unstable();
        different.dedup();
        for (n, &one) in different.iter().enumerate() {
            for &other in &different[n..] {
                let ids = [one, other].map(MaterialId::Cloth);
                let law = self.pairs.get(ids[0], ids[1]).copied();
                table = table.with(ids[0], ids[1], law.unwrap_or_else(|| self.of_cuts(0, [one, other])));
            }
            for (mesh, (obstacle, _)) in (1..).zip(&self.obstacles) {
                let own = self.pairs.get(MaterialId::Cloth(one), MaterialId::Obstacle(*obstacle)).copied();
                let law = own.unwrap_or_else(|| self.of_cuts(mesh, [one, one]));
                table = table.with(MaterialId::Cloth(one), MaterialId::Obstacle(mesh), law);
            }
        }
        let of_vertex = |cut: &u16| MaterialId::Cloth(materials.get(usize::from(*cut)).copied().unwrap_or(0));
        (table, self.fabrics.iter().map(of_vertex).collect())
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

/// What fabrics bring to obstacles that are met by the nearest points of their surfaces: friction and thickness.
#[derive(Debug)]
pub(crate) struct FabricsOnSurfaces<'a> {
    world: &'a World,
    of_fabrics: Vec<FabricLaws>,
    /// The fabric at each vertex.
    fabrics: Vec<u16>,
}

impl<'a> FabricsOnSurfaces<'a> {
    /// Those of a cloth in a world; none if it makes no difference what the cloth is made of.
    pub(crate) fn of(cloth: &Cloth, world: &'a World) -> Option<Self> {
        let is_asked = world.obstacles.iter().any(|obstacle| obstacle.friction.is_none());
        let counts = is_asked && !cloth.fabrics.is_empty();
        if world.pair_friction.is_empty() && world.fabric_thickness.is_empty() && !counts {
            return None;
        }
        let mut fabrics = vec![0; cloth.vertex_count()];
        // Of several fabrics at a vertex the first counts, as for pairs of triangles.
        for (triangle, fabric) in cloth.triangles.iter().zip(&cloth.fabric_of).rev() {
            for v in triangle {
                fabrics[*v as usize] = *fabric;
            }
        }
        Some(Self { world, of_fabrics: FabricLaws::of_all(cloth), fabrics })
    }

    /// Gives contacts the friction and the thickness of their fabric; `vertex_of` tells a vertex from the number of a contact.
    pub(crate) fn apply(&self, touches: &mut [Touch], vertex_of: impl Fn(u32) -> u32) {
        for touch in touches {
            let cut = self.fabrics[vertex_of(touch.vertex) as usize];
            let obstacle = MaterialId::Obstacle(touch.obstacle as u16);
            let of_pair = self.world.pair_friction.get(MaterialId::Cloth(cut), obstacle);
            let is_own = self.world.obstacles[touch.obstacle as usize].friction.is_some();
            match (of_pair, self.of_fabrics.get(usize::from(cut))) {
                (Some(law), _) => touch.friction = *law,
                (None, Some(fabric)) if !is_own => touch.friction = fabric.on_skin,
                _ => {}
            }
            touch.offset -= self.world.thinner_by(cut);
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
