//! The buffers of one object.

use super::buffers::filled;
use super::layouts::{Layouts, bind};
use super::mesh_plan::MeshPlan;
use super::uniforms::ObjectNumbers;
use crate::scene::{Mesh, Object};
use glam::Vec3;
use std::sync::Arc;
use wgpu::{BufferUsages, Device, Queue};

/// An object on the card, and what of it was sent.
pub(super) struct DrawnObject {
    /// What it was made from.
    pub(super) mesh: Arc<Mesh>,
    positions: Arc<Vec<[f32; 3]>>,
    values: Option<Arc<Vec<f32>>>,
    numbers: ObjectNumbers,
    /// Vertices whose position is NaN or infinite, in growing order.
    missing: Vec<u32>,
    has_places: bool,
    /// Whether it is shown.
    pub(super) visible: bool,
    /// Whether its normals are of older positions.
    pub(super) stale_normals: bool,
    /// The smallest and the largest corner, if it has any vertices.
    pub(super) bounds: Option<[Vec3; 2]>,
    /// How many vertices it has.
    pub(super) vertex_count: u32,
    pub(super) index_count: u32,
    pub(super) edge_count: u32,
    pub(super) stitch_count: u32,
    pub(super) position_buffer: wgpu::Buffer,
    pub(super) depth_indices: wgpu::Buffer,
    pub(super) placed_vertices: wgpu::Buffer,
    pub(super) placed_indices: wgpu::Buffer,
    pub(super) edge_indices: wgpu::Buffer,
    pub(super) stitches: wgpu::Buffer,
    value_buffer: wgpu::Buffer,
    number_buffer: wgpu::Buffer,
    pub(super) group: wgpu::BindGroup,
    pub(super) normals_group: wgpu::BindGroup,
}

/// Beyond this distance in metres nothing is drawn: what is there has left the numbers that a simulation can mean.
const FARTHEST_DRAWN: f32 = 1e5;

fn is_number(point: &[f32; 3]) -> bool {
    point.iter().all(|x| x.abs() < FARTHEST_DRAWN)
}

impl DrawnObject {
    pub(super) fn new(device: &Device, layouts: &Layouts, object: &Object) -> Self {
        let missing = missing(&object.positions);
        let (positions, is_clean) = (clean(&object.positions, &missing), missing.is_empty());
        let plan =
            MeshPlan::new(&object.mesh, &positions, |v| is_clean || missing.binary_search(&v).is_err());
        let vertex_count = positions.len() as u32;
        let buffer = |label: &str, bytes: &[u8], usage| filled(device, label, bytes, usage);
        let stored = BufferUsages::STORAGE;
        let position_buffer =
            buffer("positions", bytemuck::cast_slice(&positions), stored | BufferUsages::VERTEX);
        let normal_buffer = device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("normals"),
            size: 16 * u64::from(vertex_count.max(1)),
            usage: stored,
            mapped_at_creation: false,
        });
        let values = value_list(object, positions.len());
        let value_buffer = buffer("values", bytemuck::cast_slice(&values), stored);
        let numbers = ObjectNumbers::new(object, plan.has_places);
        let number_buffer = buffer("object", bytemuck::bytes_of(&numbers), BufferUsages::UNIFORM);
        let first = buffer("first neighbours", bytemuck::cast_slice(&plan.first_neighbour), stored);
        let neighbours = buffer("neighbours", bytemuck::cast_slice(&plan.neighbours), stored);
        let group = bind(
            device,
            "object",
            &layouts.object,
            &[
                number_buffer.as_entire_binding(),
                position_buffer.as_entire_binding(),
                normal_buffer.as_entire_binding(),
                value_buffer.as_entire_binding(),
            ],
        );
        let normals_group = bind(
            device,
            "normals",
            &layouts.normals,
            &[
                position_buffer.as_entire_binding(),
                first.as_entire_binding(),
                neighbours.as_entire_binding(),
                normal_buffer.as_entire_binding(),
            ],
        );
        Self {
            mesh: object.mesh.clone(),
            positions: object.positions.clone(),
            values: object.values.clone(),
            numbers,
            bounds: bounds(&object.positions),
            missing,
            has_places: plan.has_places,
            visible: object.visible,
            stale_normals: true,
            vertex_count,
            index_count: 3 * plan.triangles.len() as u32,
            edge_count: 2 * plan.edges.len() as u32,
            stitch_count: plan.stitches.len() as u32,
            depth_indices: buffer("triangles", bytemuck::cast_slice(&plan.triangles), BufferUsages::INDEX),
            placed_vertices: buffer("vertices", bytemuck::cast_slice(&plan.placed), BufferUsages::VERTEX),
            placed_indices: buffer(
                "corners",
                bytemuck::cast_slice(&plan.placed_triangles),
                BufferUsages::INDEX,
            ),
            edge_indices: buffer("edges", bytemuck::cast_slice(&plan.edges), BufferUsages::INDEX),
            stitches: buffer("stitches", bytemuck::cast_slice(&plan.stitches), BufferUsages::VERTEX),
            position_buffer,
            value_buffer,
            number_buffer,
            group,
            normals_group,
        }
    }

    /// Whether this is the same object, maybe elsewhere and in other colours.
    pub(super) fn is_of(&self, object: &Object) -> bool {
        Arc::ptr_eq(&self.mesh, &object.mesh) && self.vertex_count as usize == object.positions.len()
    }

    /// Sends what is new. Returns whether anything has moved, appeared or vanished.
    pub(super) fn update(
        &mut self,
        device: &Device,
        queue: &Queue,
        layouts: &Layouts,
        object: &Object,
    ) -> bool {
        let mut has_moved = self.visible != object.visible;
        self.visible = object.visible;
        if !Arc::ptr_eq(&self.positions, &object.positions) {
            has_moved = true;
            let missing = missing(&object.positions);
            if missing != self.missing {
                *self = Self::new(device, layouts, object);
                return true;
            }
            let positions = clean(&object.positions, &missing);
            queue.write_buffer(&self.position_buffer, 0, bytemuck::cast_slice(&positions));
            self.positions = object.positions.clone();
            self.bounds = bounds(&object.positions);
            self.stale_normals = true;
        }
        let same_values = match (&self.values, &object.values) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            (None, None) => true,
            _ => false,
        };
        if !same_values {
            let values = value_list(object, self.vertex_count as usize);
            queue.write_buffer(&self.value_buffer, 0, bytemuck::cast_slice(&values));
            self.values.clone_from(&object.values);
        }
        let numbers = ObjectNumbers::new(object, self.has_places);
        if numbers != self.numbers {
            queue.write_buffer(&self.number_buffer, 0, bytemuck::bytes_of(&numbers));
            self.numbers = numbers;
        }
        has_moved
    }
}

/// Vertices whose position is NaN or infinite.
fn missing(positions: &[[f32; 3]]) -> Vec<u32> {
    positions.iter().zip(0..).filter(|(point, _)| !is_number(point)).map(|(_, v)| v).collect()
}

/// The positions with zeros where there are no numbers.
fn clean<'a>(positions: &'a [[f32; 3]], missing: &[u32]) -> std::borrow::Cow<'a, [[f32; 3]]> {
    if missing.is_empty() {
        return positions.into();
    }
    let mut positions = positions.to_vec();
    for &v in missing {
        positions[v as usize] = [0.0; 3];
    }
    positions.into()
}

/// One value a vertex; what is not a number is so far below every range that the shader can tell it.
fn value_list(object: &Object, vertices: usize) -> Vec<f32> {
    const NOTHING: f32 = -3e38;
    let value = |v: usize| object.values.as_ref().and_then(|values| values.get(v)).copied();
    (0..vertices).map(|v| value(v).filter(|value| value.is_finite()).unwrap_or(NOTHING)).collect()
}

fn bounds(positions: &[[f32; 3]]) -> Option<[Vec3; 2]> {
    let points = positions.iter().filter(|point| is_number(point)).map(|&point| Vec3::from(point));
    points.fold(None, |bounds, p| {
        let [low, high] = bounds.unwrap_or([p, p]);
        Some([low.min(p), high.max(p)])
    })
}
