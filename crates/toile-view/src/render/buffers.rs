//! Buffers that grow as needed.

use wgpu::util::DeviceExt;

/// A buffer with contents; never empty, since nothing can be bound of an empty one.
pub(super) fn filled<T: bytemuck::Pod>(
    device: &wgpu::Device,
    label: &str,
    contents: &[T],
    usage: wgpu::BufferUsages,
) -> wgpu::Buffer {
    let bytes: &[u8] = bytemuck::cast_slice(contents);
    let usage = usage | wgpu::BufferUsages::COPY_DST;
    if bytes.is_empty() {
        return device.create_buffer(&wgpu::BufferDescriptor {
            label: Some(label),
            size: 16,
            usage,
            mapped_at_creation: false,
        });
    }
    device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
        label: Some(label),
        contents: bytes,
        usage,
    })
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
