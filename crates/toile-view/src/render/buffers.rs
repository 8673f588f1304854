//! Buffers that grow as needed.

/// A buffer with contents; never empty, since nothing can be bound of an empty one.
pub(super) fn filled<T: bytemuck::Pod>(
    device: &wgpu::Device,
    label: &str,
    contents: &[T],
    usage: wgpu::BufferUsages,
) -> wgpu::Buffer {
    let bytes: &[u8] = bytemuck::cast_slice(contents);
    let usage = usage | wgpu::BufferUsages::COPY_DST;
    let size = (bytes.len() as u64).next_multiple_of(wgpu::COPY_BUFFER_ALIGNMENT).max(16);
    let mapped_at_creation = !bytes.is_empty();
    let buffer =
        device.create_buffer(&wgpu::BufferDescriptor { label: Some(label), size, usage, mapped_at_creation });
    if mapped_at_creation {
        // A device that is lost has no memory to write to. The watch reports it, and nothing ends the program.
        if let Ok(mut mapped) = buffer.get_mapped_range_mut(..) {
            mapped.slice(..bytes.len()).copy_from_slice(bytes);
        }
        buffer.unmap();
    }
    buffer
}

/// A list that is sent as a whole whenever it changes.
pub(super) struct List {
    label: &'static str,
    usage: wgpu::BufferUsages,
    /// What it holds.
    pub(super) buffer: wgpu::Buffer,
    /// How many.
    pub(super) count: u32,
}

impl List {
    pub(super) fn new(device: &wgpu::Device, label: &'static str, usage: wgpu::BufferUsages) -> Self {
        Self { label, usage, buffer: filled::<u32>(device, label, &[], usage), count: 0 }
    }

    /// Sends new contents, in a larger buffer if need be.
    pub(super) fn set<T: bytemuck::Pod>(
        &mut self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        contents: &[T],
    ) {
        let bytes: &[u8] = bytemuck::cast_slice(contents);
        self.count = contents.len() as u32;
        if bytes.len() as u64 > self.buffer.size() {
            self.buffer = filled(device, self.label, contents, self.usage);
        } else if !bytes.is_empty() {
            queue.write_buffer(&self.buffer, 0, bytes);
        }
    }
}
