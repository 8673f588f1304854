//! The binary data of a file, and the accessors and buffer views that describe them.

use super::WriteError;
use crate::gltf::component::Component;
use crate::gltf::document::{Accessor, BufferView};
use crate::scene::SceneError;

/// What a buffer view is for (`bufferView.target`).
#[derive(Clone, Copy)]
pub(super) enum Use {
    /// Attributes of vertices.
    Vertices,
    /// Indices of vertices.
    Indices,
    /// Anything else: the format says nothing then.
    Other,
}

impl Use {
    fn code(self) -> Option<u32> {
        match self {
            Self::Vertices => Some(34962),
            Self::Indices => Some(34963),
            Self::Other => None,
        }
    }
}

/// Data that grow accessor by accessor, each in a view of its own that begins at a multiple of four bytes.
#[derive(Default)]
pub(super) struct Binary {
    pub(super) bytes: Vec<u8>,
    pub(super) views: Vec<BufferView>,
    pub(super) accessors: Vec<Accessor>,
}

impl Binary {
    /// Adds vectors of `f32` and returns the accessor. `place` is where they come from, for the error about one that is
    /// too large.
    pub(super) fn floats<const N: usize>(
        &mut self,
        place: &str,
        usage: Use,
        values: impl Iterator<Item = [f64; N]>,
    ) -> Result<usize, WriteError> {
        self.store(place, usage, values).map(|(accessor, _)| accessor)
    }

    /// Adds vectors of `f32` with their smallest and largest components, which the format wants for positions and times.
    pub(super) fn bounded_floats<const N: usize>(
        &mut self,
        place: &str,
        usage: Use,
        values: impl Iterator<Item = [f64; N]>,
    ) -> Result<usize, WriteError> {
        let (accessor, bounds) = self.store(place, usage, values)?;
        self.accessors[accessor].min = Some(bounds.map(|b| b[0]).to_vec());
        self.accessors[accessor].max = Some(bounds.map(|b| b[1]).to_vec());
        Ok(accessor)
    }

    fn store<const N: usize>(
        &mut self,
        place: &str,
        usage: Use,
        values: impl Iterator<Item = [f64; N]>,
    ) -> Result<(usize, [[f32; 2]; N]), WriteError> {
        let start = self.bytes.len();
        let mut bounds = [[f32::INFINITY, f32::NEG_INFINITY]; N];
        for element in values {
            for (value, bound) in element.into_iter().zip(&mut bounds) {
                let value = float(place, value)?;
                *bound = [bound[0].min(value), bound[1].max(value)];
                self.bytes.extend(value.to_le_bytes());
            }
        }
        let count = (self.bytes.len() - start) / (4 * N);
        Ok((self.describe(start, count, kind(N), Component::F32, usage), bounds))
    }

    /// Adds indices of vertices, in 16 bits if `vertices` of them allow it.
    pub(super) fn indices(&mut self, vertices: usize, values: impl Iterator<Item = u32>) -> usize {
        let start = self.bytes.len();
        // The largest index is one less than their number, as it must be: the format reserves 65535.
        let component = if u16::try_from(vertices).is_ok() {
            self.bytes.extend(values.flat_map(|v| (v as u16).to_le_bytes()));
            Component::U16
        } else {
            self.bytes.extend(values.flat_map(u32::to_le_bytes));
            Component::U32
        };
        let count = (self.bytes.len() - start) / component.size();
        self.describe(start, count, "SCALAR", component, Use::Indices)
    }

    /// Adds joint indices, in 8 bits if `largest` allows it.
    pub(super) fn joints(&mut self, largest: u16, values: impl Iterator<Item = [u16; 4]>) -> usize {
        let start = self.bytes.len();
        let component = if u8::try_from(largest).is_ok() {
            self.bytes.extend(values.flat_map(|j| j.map(|j| j as u8)));
            Component::U8
        } else {
            self.bytes.extend(values.flat_map(|j| j.map(u16::to_le_bytes).into_iter().flatten()));
            Component::U16
        };
        let count = (self.bytes.len() - start) / (4 * component.size());
        self.describe(start, count, "VEC4", component, Use::Vertices)
    }

    /// Adds the file of a picture and returns its view.
    pub(super) fn picture(&mut self, file: &[u8]) -> usize {
        let start = self.bytes.len();
        self.bytes.extend(file);
        self.view(start, Use::Other)
    }

    /// Makes the view of the bytes from `start` on, and fills up to the next multiple of four.
    fn view(&mut self, start: usize, usage: Use) -> usize {
        self.views.push(BufferView {
            buffer: 0,
            byte_offset: start as u64,
            byte_length: (self.bytes.len() - start) as u64,
            byte_stride: None,
            target: usage.code(),
        });
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        self.views.len() - 1
    }

    /// Makes the view and the accessor of the bytes from `start` on, and fills up to the next multiple of four.
    fn describe(
        &mut self,
        start: usize,
        count: usize,
        kind: &str,
        component: Component,
        usage: Use,
    ) -> usize {
        let view = self.view(start, usage);
        self.accessors.push(Accessor {
            buffer_view: Some(view),
            component_type: component.code(),
            count: count as u64,
            kind: kind.to_owned(),
            ..Accessor::default()
        });
        self.accessors.len() - 1
    }
}

/// The number as the file will hold it, unless it is too large.
pub(super) fn float(place: &str, value: f64) -> Result<f32, SceneError> {
    let float = value as f32;
    if float.is_finite() {
        Ok(float)
    } else {
        Err(SceneError::new(place, format!("{value:e} does not fit into a 32-bit float")))
    }
}

/// The name of an element of `width` numbers.
fn kind(width: usize) -> &'static str {
    match width {
        1 => "SCALAR",
        2 => "VEC2",
        3 => "VEC3",
        4 => "VEC4",
        _ => "MAT4",
    }
}
