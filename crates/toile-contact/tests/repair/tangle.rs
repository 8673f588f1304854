//! A set of meshes to be repaired, and what all results must have in common.

use glam::DVec3;
use toile_contact::features::Features;
use toile_contact::filter::Filter;
use toile_contact::repair::{RepairReport, RepairSettings, repair};
use toile_geom::TriMesh;
use toile_geom::intersect::{mesh_intersections, self_intersections};

/// Meshes, some of them fixed, some with a layer.
#[derive(Clone, Default)]
pub(crate) struct Tangle {
    pub(crate) meshes: Vec<TriMesh>,
    pub(crate) fixed: Vec<bool>,
    pub(crate) layers: Vec<Option<i32>>,
}

impl Tangle {
    pub(crate) fn with(mut self, mesh: TriMesh) -> Self {
        self.meshes.push(mesh);
        self.fixed.push(false);
        self.layers.push(None);
        self
    }

    pub(crate) fn with_layer(mut self, mesh: TriMesh, layer: i32) -> Self {
        self = self.with(mesh);
        *self.layers.last_mut().unwrap() = Some(layer);
        self
    }

    pub(crate) fn with_body(mut self, mesh: TriMesh) -> Self {
        self = self.with(mesh);
        *self.fixed.last_mut().unwrap() = true;
        self
    }

    /// Pairs of intersecting triangles, not by the repair's own test.
    pub(crate) fn intersections(&self) -> usize {
        let mut count = 0;
        for (i, mesh) in self.meshes.iter().enumerate() {
            count += if self.fixed[i] { 0 } else { self_intersections(mesh).len() };
            count +=
                self.meshes[..i].iter().map(|other| mesh_intersections(other, mesh).len()).sum::<usize>();
        }
        count
    }

    /// Repairs the meshes, and checks that the report tells the truth and bodies stay where they are.
    pub(crate) fn repair(&mut self) -> RepairReport {
        let mut features = Features::default();
        let mut positions: Vec<DVec3> = Vec::new();
        let mut fixed = Vec::new();
        for (mesh, &is_fixed) in self.meshes.iter().zip(&self.fixed) {
            features.add(&mesh.triangles, mesh.positions.len());
            positions.extend(&mesh.positions);
            fixed.resize(positions.len(), is_fixed);
        }
        let settings = RepairSettings { layers: self.layers.clone(), ..RepairSettings::default() };
        let before = self.intersections();
        let report = repair(&features, &Filter::new().with_fixed(fixed), &mut positions, &settings).unwrap();
        let mut rest = positions.as_slice();
        for (mesh, &is_fixed) in self.meshes.iter_mut().zip(&self.fixed) {
            let (own, others) = rest.split_at(mesh.positions.len());
            assert!(!is_fixed || own == mesh.positions, "a body was moved");
            mesh.positions.copy_from_slice(own);
            rest = others;
        }
        assert_eq!(report.intersections_before, before);
        assert_eq!(report.intersections_after, self.intersections());
        assert_eq!(report.intersections_after, report.unrepaired.len());
        assert!(positions.iter().all(|p| p.is_finite()));
        report
    }

    /// Repairs the meshes, which must succeed without stretching any edge by more than a share.
    pub(crate) fn repair_all(&mut self, stretch: f64) -> RepairReport {
        let report = self.repair();
        assert!(report.is_clean(), "{report:?}");
        assert!(report.max_stretch <= stretch + 1e-9, "stretched by {}", report.max_stretch);
        report
    }
}
