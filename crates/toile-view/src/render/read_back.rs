//! A picture that is drawn to be read: its texture, and its way back from the graphics card.

use wgpu::{CommandEncoder, Device, Texture, TextureUsages};

/// The format of pictures that are read.
pub(crate) const PICTURE: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;

/// A texture to draw a picture into, which is used otherwise, too.
pub(crate) fn picture(device: &Device, [width, height]: [u32; 2], usage: TextureUsages) -> Texture {
    device.create_texture(&wgpu::TextureDescriptor {
        label: Some("picture"),
        size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: PICTURE,
        usage: usage | TextureUsages::RENDER_ATTACHMENT,
        view_formats: &[],
    })
}

/// A picture on its way from the graphics card.
pub(crate) struct ReadBack {
    buffer: wgpu::Buffer,
    width: usize,
    /// Bytes of a row in the buffer.
    row: usize,
}

impl ReadBack {
    /// Has a texture copied once it is drawn.
    pub(crate) fn begin(device: &Device, encoder: &mut CommandEncoder, texture: &Texture) -> Self {
        let row = (4 * texture.width()).next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
        let buffer = device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("picture"),
            size: u64::from(row) * u64::from(texture.height()),
            usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
            mapped_at_creation: false,
        });
        let layout =
            wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(row), rows_per_image: None };
        encoder.copy_texture_to_buffer(
            texture.as_image_copy(),
            wgpu::TexelCopyBufferInfo { buffer: &buffer, layout },
            texture.size(),
        );
        Self { buffer, width: texture.width() as usize, row: row as usize }
    }

    /// Asks for the copy after it was submitted; `done` hears whether it is here.
    pub(crate) fn map(&self, done: impl FnOnce(bool) + Send + 'static) {
        self.buffer.map_async(wgpu::MapMode::Read, .., move |result| done(result.is_ok()));
    }

    /// The pixels of a copy that is here.
    pub(crate) fn pixels(&self) -> Result<Vec<[u8; 4]>, wgpu::MapRangeError> {
        let bytes = self.buffer.get_mapped_range(..)?;
        let rows = bytes.chunks_exact(self.row);
        Ok(rows.flat_map(|row| row[..4 * self.width].as_chunks().0.to_vec()).collect())
    }
}
