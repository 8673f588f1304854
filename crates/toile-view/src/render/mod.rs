//! The renderer on wgpu. It knows no window and no panels: it draws a [`ViewScene`](crate::scene::ViewScene) into any texture.
//!
//! | file | what it answers |
//! |---|---|
//! | [`Renderer`] | what is sent to the graphics card, and in which order is it drawn |
//! | `mesh_plan` | what of a mesh never changes, in the form that shaders read |
//! | `drawn_object` | the buffers of one object |
//! | `overlays` | lines and marks |
//! | `uniforms` | the numbers that shaders share |
//! | `shadows` | what the lights see |
//! | `surroundings` | the environment on the card |
//! | `targets` | pictures that depend on the size of the window |
//! | `layouts`, `pipelines`, `setup` | what is bound where, and how each pass is set up |
//! | `passes` | what each pass draws |
//! | `read_back` | pictures that come back from the card |
//!
//! ```no_run
//! use toile_view::camera::OrbitCamera;
//! use toile_view::render::Renderer;
//! use toile_view::scene::ViewScene;
//! use toile_view::view_settings::{ViewQuality, ViewSettings};
//!
//! # fn frame(device: &wgpu::Device, queue: &wgpu::Queue, window: &wgpu::TextureView, scene: &ViewScene) {
//! let mut renderer = Renderer::new(device, queue, wgpu::TextureFormat::Rgba8Unorm, ViewQuality::High);
//! renderer.update(device, queue, scene);
//! let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
//! let (camera, settings) = (OrbitCamera::default(), ViewSettings::default());
//! renderer.draw(device, queue, &mut encoder, window, [800, 600], &camera, &settings);
//! queue.submit([encoder.finish()]);
//! # }
//! ```

mod buffers;
mod drawn_object;
mod layouts;
mod mesh_plan;
mod overlays;
mod passes;
mod pipelines;
#[cfg(any(feature = "window", not(target_arch = "wasm32")))]
pub(crate) mod read_back;
mod renderer;
mod setup;
mod shaders;
mod shadows;
mod surroundings;
mod targets;
mod uniforms;
mod watch;

pub use renderer::Renderer;
pub use watch::DeviceWatch;
