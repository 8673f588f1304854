//! Checked decoding of accessors: every offset, stride and count is checked against the bytes that are there.

use super::component::Component;
use super::document::{Accessor, Sparse};
use super::source::Source;
use crate::ReadError;

/// What the accessor of an item must look like.
#[derive(Clone, Copy)]
pub(super) struct Expected {
    /// The element types that will do.
    pub(super) kinds: &'static [&'static str],
    /// The number formats that will do.
    pub(super) components: &'static [Component],
}

use Component::{F32, I8, I16, U8, U16, U32};

/// Everything that may stand for a fraction or, in quantised meshes, a coordinate.
const FLOAT_LIKE: &[Component] = &[F32, I8, U8, I16, U16];

impl Expected {
    pub(super) const SCALAR: Self = Self::floats(&["SCALAR"]);
    pub(super) const VEC2: Self = Self::floats(&["VEC2"]);
    pub(super) const VEC3: Self = Self::floats(&["VEC3"]);
    pub(super) const VEC4: Self = Self::floats(&["VEC4"]);
    pub(super) const COLOR: Self = Self::floats(&["VEC3", "VEC4"]);
    pub(super) const TIME: Self = Self { kinds: &["SCALAR"], components: &[F32] };
    pub(super) const MATRIX: Self = Self { kinds: &["MAT4"], components: &[F32] };
    pub(super) const INDEX: Self = Self { kinds: &["SCALAR"], components: &[U8, U16, U32] };
    pub(super) const JOINTS: Self = Self { kinds: &["VEC4"], components: &[U8, U16] };

    const fn floats(kinds: &'static [&'static str]) -> Self {
        Self { kinds, components: FLOAT_LIKE }
    }
}

/// The numbers of an accessor, `width` for each element.
pub(super) struct Numbers {
    pub(super) width: usize,
    pub(super) values: Vec<f64>,
}

impl Numbers {
    /// How many elements there are.
    pub(super) fn count(&self) -> usize {
        self.values.len() / self.width
    }

    /// The elements, each as an array; `N` must be the width.
    pub(super) fn elements<const N: usize>(&self) -> impl ExactSizeIterator<Item = [f64; N]> + '_ {
        self.values.as_chunks().0.iter().copied()
    }
}

/// A run of equally spaced elements in a buffer, known to lie within it.
struct Run<'a> {
    bytes: &'a [u8],
    stride: usize,
    component: Component,
    width: usize,
    normalized: bool,
}

impl Run<'_> {
    /// The numbers of element `index`; nothing beyond the end.
    fn element(&self, index: usize) -> impl Iterator<Item = f64> + '_ {
        let size = self.component.size();
        let start = index * self.stride;
        let bytes = self.bytes.get(start..start + self.width * size).unwrap_or_default();
        bytes.chunks_exact(size).filter_map(|b| self.component.number(b, self.normalized))
    }
}

impl<'a> Source<'a> {
    /// Decodes the accessor that the item at `place` names.
    pub(super) fn numbers(
        &self,
        place: &str,
        index: usize,
        expected: Expected,
    ) -> Result<Numbers, ReadError> {
        let (accessor, component) = self.accessor(place, index, expected)?;
        let width = width(&accessor.kind);
        let item = format!("accessors[{index}]");
        let count = usize::try_from(accessor.count).unwrap_or(usize::MAX);
        let total = accessor.count.saturating_mul(width as u64);
        let layout = Layout { component, width, count, normalized: accessor.normalized };
        let mut values = if let Some(view) = accessor.buffer_view {
            // The run is checked first, so a count that lies is caught before it costs anything.
            let run = self.run(&item, view, accessor.byte_offset, layout)?;
            self.spend(&item, total)?;
            let mut values = Vec::with_capacity(count * width);
            (0..count).for_each(|i| values.extend(run.element(i)));
            values
        } else {
            self.spend(&item, total)?;
            vec![0.0; count * width]
        };
        if let Some(sparse) = &accessor.sparse {
            self.overwrite(&format!("{item}.sparse"), sparse, layout, &mut values)?;
        }
        if let Some(i) = values.iter().position(|x| !x.is_finite()) {
            let cause = format!("element {} is {}, which is not a finite number", i / width, values[i]);
            return Err(ReadError::item(item, cause));
        }
        Ok(Numbers { width, values })
    }

    /// Decodes an accessor of whole numbers.
    pub(super) fn integers(
        &self,
        place: &str,
        index: usize,
        expected: Expected,
    ) -> Result<Vec<u32>, ReadError> {
        if self.document.accessors.get(index).is_some_and(|a| a.normalized) {
            let cause = "whole numbers are expected, not normalised fractions";
            return Err(ReadError::item(format!("accessors[{index}].normalized"), cause));
        }
        let numbers = self.numbers(place, index, expected)?;
        // All formats allowed for whole numbers are unsigned, and f64 holds every u32.
        Ok(numbers.values.iter().map(|x| *x as u32).collect())
    }

    /// The accessor, if it is as expected.
    fn accessor(
        &self,
        place: &str,
        index: usize,
        expected: Expected,
    ) -> Result<(&'a Accessor, Component), ReadError> {
        let accessors = &self.document.accessors;
        let accessor = accessors.get(index).ok_or_else(|| {
            let cause = format!("accessor {index} does not exist, there are {}", accessors.len());
            ReadError::item(place, cause)
        })?;
        if !expected.kinds.contains(&accessor.kind.as_str()) {
            let cause =
                format!("{place} must be {}, this is '{}'", expected.kinds.join(" or "), accessor.kind);
            return Err(ReadError::item(format!("accessors[{index}].type"), cause));
        }
        let component =
            component(&format!("accessors[{index}]"), accessor.component_type, expected.components)?;
        Ok((accessor, component))
    }

    /// A run of elements in a buffer view, with every offset checked; `item` is what names the view.
    fn run(&self, item: &str, view: usize, offset: u64, layout: Layout) -> Result<Run<'_>, ReadError> {
        let (bytes, stride) = self.view(item, view)?;
        let size = (layout.component.size() * layout.width) as u64;
        let stride = stride.unwrap_or(size);
        if stride < size {
            let cause = format!("{stride} is smaller than an element of {item}, which has {size} bytes");
            return Err(ReadError::item(format!("bufferViews[{view}].byteStride"), cause));
        }
        let end = (layout.count as u64)
            .checked_sub(1)
            .map_or(Some(0), |gaps| gaps.checked_mul(stride)?.checked_add(size))
            .and_then(|length| length.checked_add(offset));
        let fits = end.is_some_and(|end| end <= bytes.len() as u64);
        let run = usize::try_from(offset).ok().and_then(|start| bytes.get(start..));
        match (run, usize::try_from(stride)) {
            (Some(bytes), Ok(stride)) if fits => Ok(Run {
                bytes,
                stride,
                component: layout.component,
                width: layout.width,
                normalized: layout.normalized,
            }),
            _ => Err(ReadError::item(
                format!("{item}.bufferView"),
                format!(
                    "{} elements of {size} bytes from byte {offset} on, {stride} apart, do not fit into \
                     bufferViews[{view}], which has {} bytes",
                    layout.count,
                    bytes.len()
                ),
            )),
        }
    }

    /// The bytes of a buffer view, and the distance of its elements if it gives one.
    pub(super) fn view(&self, item: &str, index: usize) -> Result<(&[u8], Option<u64>), ReadError> {
        let views = &self.document.buffer_views;
        let view = views.get(index).ok_or_else(|| {
            let cause = format!("buffer view {index} does not exist, there are {}", views.len());
            ReadError::item(format!("{item}.bufferView"), cause)
        })?;
        let buffer = self.buffer(&format!("bufferViews[{index}].buffer"), view.buffer)?;
        let start = usize::try_from(view.byte_offset).ok();
        let length = usize::try_from(view.byte_length).ok();
        let range = start.zip(length).and_then(|(s, l)| Some(s..s.checked_add(l)?));
        match range.and_then(|range| buffer.get(range)) {
            Some(bytes) => Ok((bytes, view.byte_stride)),
            None => Err(ReadError::item(
                format!("bufferViews[{index}].byteLength"),
                format!(
                    "{} bytes from byte {} on do not fit into buffers[{}], which has {}",
                    view.byte_length,
                    view.byte_offset,
                    view.buffer,
                    buffer.len()
                ),
            )),
        }
    }

    /// Puts the values of a sparse accessor into their places.
    fn overwrite(
        &self,
        item: &str,
        sparse: &Sparse,
        layout: Layout,
        values: &mut [f64],
    ) -> Result<(), ReadError> {
        if sparse.count > layout.count as u64 {
            let cause = format!("{} elements are replaced, but there are {}", sparse.count, layout.count);
            return Err(ReadError::item(format!("{item}.count"), cause));
        }
        let count = sparse.count as usize;
        let place = format!("{item}.indices");
        let index_layout = Layout {
            component: component(&place, sparse.indices.component_type, Expected::INDEX.components)?,
            width: 1,
            count,
            normalized: false,
        };
        let indices =
            self.run(&place, sparse.indices.buffer_view, sparse.indices.byte_offset, index_layout)?;
        let value_place = format!("{item}.values");
        let layout_of_values = Layout { count, ..layout };
        let source = &sparse.values;
        let new_values = self.run(&value_place, source.buffer_view, source.byte_offset, layout_of_values)?;
        for i in 0..count {
            let target = indices.element(i).map(|index| index as usize).next().unwrap_or(usize::MAX);
            let Some(element) = values.chunks_exact_mut(layout.width).nth(target) else {
                let cause = format!("index {target} does not exist, there are {} elements", layout.count);
                return Err(ReadError::item(place, cause));
            };
            element.iter_mut().zip(new_values.element(i)).for_each(|(to, from)| *to = from);
        }
        Ok(())
    }
}

/// How elements are stored, and how many there are.
#[derive(Clone, Copy)]
struct Layout {
    component: Component,
    width: usize,
    count: usize,
    normalized: bool,
}

/// How many numbers an element has; only called with types that were expected.
fn width(kind: &str) -> usize {
    match kind {
        "SCALAR" => 1,
        "VEC2" => 2,
        "VEC3" => 3,
        "VEC4" => 4,
        _ => 16,
    }
}

/// The number format with this code, if it is one of the allowed ones.
fn component(item: &str, code: u32, allowed: &[Component]) -> Result<Component, ReadError> {
    let cause = match Component::from_code(code) {
        Some(component) if allowed.contains(&component) => return Ok(component),
        Some(component) => {
            let allowed: Vec<_> = allowed.iter().map(|c| c.name()).collect();
            format!("{} are stored, expected {}", component.name(), allowed.join(" or "))
        }
        None => format!("{code} is no number format of glTF"),
    };
    Err(ReadError::item(format!("{item}.componentType"), cause))
}
