//! Pictures without a window.

use crate::camera::OrbitCamera;
use crate::environment::Environment;
use crate::render::read_back::{PICTURE, ReadBack, picture};
use crate::render::{DeviceWatch, Renderer};
use crate::scene::ViewScene;
use crate::view_settings::{ViewQuality, ViewSettings};

/// A picture: rows from top to bottom, pixels from left to right.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// Pixels in a row.
    pub width: u32,
    /// Number of rows.
    pub height: u32,
    /// Red, green, blue (sRGB) and alpha of each pixel.
    pub pixels: Vec<[u8; 4]>,
}

impl Picture {
    /// Each four pixels as one.
    fn halved(&self) -> Self {
        let (width, height) = (self.width / 2, self.height / 2);
        let row = self.width as usize;
        let mean = |n: usize| {
            let corner = (n / width as usize) * 2 * row + (n % width as usize) * 2;
            let four = [corner, corner + 1, corner + row, corner + row + 1];
            std::array::from_fn(|k| {
                let sum: u16 = four.iter().map(|&at| u16::from(self.pixels[at][k])).sum();
                ((sum + 2) / 4) as u8
            })
        };
        Self { width, height, pixels: (0..width as usize * height as usize).map(mean).collect() }
    }
}

/// Why there is no picture.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShotError {
    /// No driver that could draw.
    #[error("no graphics driver was found: {0}")]
    NoAdapter(String),
    /// The driver does not give its device.
    #[error("the graphics device cannot be opened: {0}")]
    NoDevice(String),
    /// The device was lost, or it refused what it was asked for.
    #[error("the graphics device failed: {0}")]
    Device(String),
    /// The picture has no pixels, or too many.
    #[error("a picture of {0} by {1} pixels cannot be drawn; from 1 to {2} pixels a side can")]
    Size(u32, u32, u32),
}

/// A device without a window, and a renderer on it.
pub struct Offscreen {
    device: wgpu::Device,
    queue: wgpu::Queue,
    renderer: Renderer,
    name: String,
    largest: u32,
    watch: DeviceWatch,
    /// Surroundings that were asked for, for the case that the device is lost.
    environment: Option<Environment>,
}

/// One picture of a scene, drawn on the best device there is. For several, keep an [`Offscreen`].
///
/// # Errors
/// If there is no driver, or it fails.
pub fn shot(
    scene: &ViewScene,
    camera: &OrbitCamera,
    settings: &ViewSettings,
    size: [u32; 2],
) -> Result<Picture, ShotError> {
    Offscreen::new(None)?.shot(scene, camera, settings, size)
}

impl Offscreen {
    /// Opens a device. Without a wish, the quality is low where the driver draws on the processor.
    ///
    /// # Errors
    /// If there is no driver, or it does not give its device.
    pub fn new(quality: Option<ViewQuality>) -> Result<Self, ShotError> {
        pollster::block_on(Self::open(quality))
    }

    async fn open(quality: Option<ViewQuality>) -> Result<Self, ShotError> {
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor {
            backends: wgpu::Backends::PRIMARY,
            ..wgpu::InstanceDescriptor::new_without_display_handle_from_env()
        });
        let options = wgpu::RequestAdapterOptions {
            power_preference: wgpu::PowerPreference::HighPerformance,
            ..wgpu::RequestAdapterOptions::default()
        };
        let adapter = instance.request_adapter(&options).await;
        let adapter = adapter.map_err(|error| ShotError::NoAdapter(error.to_string()))?;
        let info = adapter.get_info();
        let opened = adapter.request_device(&wgpu::DeviceDescriptor::default()).await;
        let (device, queue) = opened.map_err(|error| ShotError::NoDevice(error.to_string()))?;
        let watch = DeviceWatch::over(&device);
        let quality = quality.unwrap_or(fitting(&info));
        let renderer = Renderer::new(&device, &queue, PICTURE, quality);
        let largest = device.limits().max_texture_dimension_2d;
        Ok(Self { renderer, largest, device, queue, name: info.name, watch, environment: None })
    }

    /// What draws, such as `llvmpipe`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How much work goes into a picture.
    pub fn quality(&self) -> ViewQuality {
        self.renderer.quality()
    }

    /// Lets other surroundings shine.
    pub fn set_environment(&mut self, environment: &Environment) {
        self.renderer.set_environment(&self.device, &self.queue, environment);
        self.environment = Some(environment.clone());
    }

    /// One picture, `size` in pixels. If the device is lost on the way, another one is opened and draws it.
    ///
    /// # Errors
    /// If the size cannot be drawn, or the device fails.
    pub fn shot(
        &mut self,
        scene: &ViewScene,
        camera: &OrbitCamera,
        settings: &ViewSettings,
        size: [u32; 2],
    ) -> Result<Picture, ShotError> {
        let result = self.try_shot(scene, camera, settings, size);
        // A device tells that it is lost when it is asked, and the watch hears what goes wrong in asking.
        let _ = self.device.poll(wgpu::PollType::Poll);
        if self.watch.lost().is_none() {
            return result;
        }
        self.reopen()?;
        self.try_shot(scene, camera, settings, size)
    }

    /// Opens another device in the place of one that was lost.
    fn reopen(&mut self) -> Result<(), ShotError> {
        let environment = self.environment.take();
        *self = Self::new(Some(self.quality()))?;
        if let Some(environment) = environment {
            self.set_environment(&environment);
        }
        Ok(())
    }

    fn try_shot(
        &mut self,
        scene: &ViewScene,
        camera: &OrbitCamera,
        settings: &ViewSettings,
        size: [u32; 2],
    ) -> Result<Picture, ShotError> {
        let [width, height] = size;
        if size.iter().any(|n| *n == 0 || *n > self.largest) {
            return Err(ShotError::Size(width, height, self.largest));
        }
        let texture = picture(&self.device, size, wgpu::TextureUsages::COPY_SRC);
        let view = texture.create_view(&wgpu::TextureViewDescriptor::default());
        let (device, queue) = (&self.device, &self.queue);
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        self.renderer.update(device, queue, scene);
        self.renderer.draw(device, queue, &mut encoder, &view, size, camera, settings);
        let pixels = self.read(encoder, &texture)?;
        Ok(Picture { width, height, pixels })
    }

    /// One picture, drawn twice as large in both directions and then reduced: smoother edges, less grain. Where that would be
    /// too large for the device, the same as [`shot`](Self::shot).
    ///
    /// # Errors
    /// If the size cannot be drawn, or the device fails.
    pub fn fine_shot(
        &mut self,
        scene: &ViewScene,
        camera: &OrbitCamera,
        settings: &ViewSettings,
        size: [u32; 2],
    ) -> Result<Picture, ShotError> {
        if size.iter().any(|n| *n > self.largest / 2) {
            return self.shot(scene, camera, settings, size);
        }
        let doubled = |mut scene: ViewScene| {
            scene.lines.iter_mut().for_each(|line| line.width *= 2.0);
            scene.marks.iter_mut().for_each(|mark| mark.radius *= 2.0);
            scene
        };
        let large = self.shot(&doubled(scene.clone()), camera, settings, size.map(|n| 2 * n))?;
        Ok(large.halved())
    }

    /// Waits for what is drawn, and reads it back.
    fn read(
        &self,
        mut encoder: wgpu::CommandEncoder,
        texture: &wgpu::Texture,
    ) -> Result<Vec<[u8; 4]>, ShotError> {
        let picture = ReadBack::begin(&self.device, &mut encoder, texture);
        self.queue.submit([encoder.finish()]);
        let failed = |error: &dyn std::fmt::Display| ShotError::Device(error.to_string());
        picture.map(|_| ());
        self.device.poll(wgpu::PollType::wait_indefinitely()).map_err(|error| failed(&error))?;
        if let Some(message) = self.watch.lost().or_else(|| self.watch.take_refused()) {
            return Err(ShotError::Device(message));
        }
        picture.pixels().map_err(|error| failed(&error))
    }
}

/// The quality for a device.
pub fn fitting(info: &wgpu::AdapterInfo) -> ViewQuality {
    if info.device_type == wgpu::DeviceType::Cpu { ViewQuality::Low } else { ViewQuality::High }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail so")]
    use super::*;
    use crate::scene::Object;
    use std::sync::Arc;

    fn triangle() -> ViewScene {
        let mut object =
            Object::still("triangle", Arc::new(vec![[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]));
        object.mesh =
            Arc::new(crate::scene::Mesh { triangles: vec![[0, 1, 2]], ..crate::scene::Mesh::default() });
        ViewScene { objects: vec![object], ..ViewScene::default() }
    }

    #[test]
    fn a_lost_device_is_replaced_and_draws_the_same_picture() {
        let mut offscreen = match Offscreen::new(None) {
            Ok(offscreen) => offscreen,
            Err(error) => {
                let must = std::env::var_os("TOILE_NEEDS_GPU").is_some();
                assert!(!must, "TOILE_NEEDS_GPU is set: {error}");
                eprintln!("skipped: {error}");
                return;
            }
        };
        let (camera, settings) = (OrbitCamera::default(), ViewSettings::default());
        let shot = |offscreen: &mut Offscreen| offscreen.shot(&triangle(), &camera, &settings, [64, 48]);
        let before = shot(&mut offscreen).unwrap();
        offscreen.device.destroy();
        assert_eq!(shot(&mut offscreen).unwrap(), before);
        assert_eq!(offscreen.watch.lost(), None);

        // Without another one the loss is reported, and nothing ends the program.
        offscreen.device.destroy();
        let result = offscreen.try_shot(&triangle(), &camera, &settings, [64, 48]);
        assert!(matches!(result, Err(ShotError::Device(_))), "{result:?}");
    }
}
