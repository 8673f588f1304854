//! The renderer's picture inside of egui.

use crate::camera::OrbitCamera;
use crate::environment::Environment;
use crate::render::read_back::{PICTURE, ReadBack, picture};
use crate::render::{DeviceWatch, Renderer};
use crate::scene::{Object, ViewScene};
use crate::view_settings::{ViewQuality, ViewSettings};
use eframe::egui_wgpu::RenderState;
use std::sync::{Arc, Mutex, PoisonError};

/// A picture of the scene, drawn only when something of it changed.
pub(crate) struct Canvas {
    graphics: RenderState,
    drawer: Drawer,
    /// Draws pictures for files well where the window is drawn coarsely; it is there while such pictures are drawn.
    fine: Option<Drawer>,
    target: Option<Target>,
    drawn: Option<Drawn>,
    /// Drawn on the processor, a picture takes a while: it is coarser while things move.
    pub(crate) is_slow: bool,
    watch: DeviceWatch,
}

/// A renderer, and the surroundings that it was given.
struct Drawer {
    renderer: Renderer,
    /// Nothing for the built-in studio.
    surroundings: Option<Arc<Environment>>,
}

impl Drawer {
    fn new(graphics: &RenderState, quality: ViewQuality) -> Self {
        let renderer = Renderer::new(&graphics.device, &graphics.queue, PICTURE, quality);
        Self { renderer, surroundings: None }
    }

    /// Draws into a texture.
    fn draw(
        &mut self,
        graphics: &RenderState,
        encoder: &mut wgpu::CommandEncoder,
        view: &wgpu::TextureView,
        wanted: &Wanted<'_>,
    ) {
        let RenderState { device, queue, .. } = graphics;
        if self.surroundings.as_ref().map(Arc::as_ptr) != wanted.surroundings.map(Arc::as_ptr) {
            match wanted.surroundings {
                Some(surroundings) => self.renderer.set_environment(device, queue, surroundings),
                None => self.renderer.set_environment(device, queue, &Environment::studio()),
            }
            self.surroundings = wanted.surroundings.cloned();
        }
        self.renderer.update(device, queue, wanted.scene);
        self.renderer.draw(device, queue, encoder, view, wanted.size, wanted.camera, wanted.settings);
    }
}

struct Target {
    view: wgpu::TextureView,
    id: egui::TextureId,
    size: [u32; 2],
}

/// What the last picture showed. Keeping it keeps its pointers from being given to others.
struct Drawn {
    scene: ViewScene,
    camera: OrbitCamera,
    settings: ViewSettings,
    surroundings: Option<Arc<Environment>>,
    size: [u32; 2],
}

impl Drawn {
    fn is(&self, wanted: &Wanted<'_>) -> bool {
        let same = |(a, b): (&Object, &Object)| {
            let values = match (&a.values, &b.values) {
                (Some(a), Some(b)) => Arc::ptr_eq(a, b),
                (None, None) => true,
                _ => false,
            };
            let shape = Arc::ptr_eq(&a.mesh, &b.mesh) && Arc::ptr_eq(&a.positions, &b.positions);
            shape && values && a.material == b.material && a.visible == b.visible
        };
        let (now, then) = (wanted.scene, &self.scene);
        (self.camera, &self.settings, self.size) == (*wanted.camera, wanted.settings, wanted.size)
            && self.surroundings.as_ref().map(Arc::as_ptr) == wanted.surroundings.map(Arc::as_ptr)
            && (&now.lines, &now.marks, now.objects.len()) == (&then.lines, &then.marks, then.objects.len())
            && now.objects.iter().zip(&then.objects).all(same)
    }
}

/// What is to be drawn.
pub(crate) struct Wanted<'a> {
    pub(crate) scene: &'a ViewScene,
    pub(crate) camera: &'a OrbitCamera,
    pub(crate) settings: &'a ViewSettings,
    /// What lights it, if not the built-in studio.
    pub(crate) surroundings: Option<&'a Arc<Environment>>,
    /// Width and height in pixels.
    pub(crate) size: [u32; 2],
}

impl Canvas {
    pub(crate) fn new(graphics: RenderState) -> Self {
        let is_slow = graphics.adapter.get_info().device_type == wgpu::DeviceType::Cpu;
        let quality = if is_slow { ViewQuality::Low } else { ViewQuality::High };
        let watch = DeviceWatch::over(&graphics.device);
        let drawer = Drawer::new(&graphics, quality);
        Self { graphics, drawer, fine: None, target: None, drawn: None, is_slow, watch }
    }

    /// How much work goes into a picture of the window.
    pub(crate) fn quality(&self) -> ViewQuality {
        self.drawer.renderer.quality()
    }

    /// Lets the device tell what happened to it; this does not wait.
    pub(crate) fn listen(&self) {
        // The watch hears what goes wrong here.
        let _ = self.graphics.device.poll(wgpu::PollType::Poll);
    }

    /// Why the device is gone, if it is.
    pub(crate) fn lost(&self) -> Option<String> {
        self.watch.lost()
    }

    /// What the device refused to do since this was last asked for.
    pub(crate) fn take_refused(&self) -> Option<String> {
        self.watch.take_refused()
    }

    /// Loses the device, to see what becomes of it.
    #[cfg(feature = "script")]
    pub(crate) fn lose(&self) {
        self.graphics.device.destroy();
    }

    /// The picture. None of no size.
    pub(crate) fn show(&mut self, wanted: &Wanted<'_>) -> Option<egui::TextureId> {
        if wanted.size.contains(&0) {
            return None;
        }
        // Nothing can be drawn any more; the last picture stays.
        if self.lost().is_some() {
            return self.target.as_ref().map(|target| target.id);
        }
        if !self.drawn.as_ref().is_some_and(|drawn| drawn.is(wanted)) {
            self.draw(wanted);
            self.drawn = Some(Drawn {
                scene: wanted.scene.clone(),
                camera: *wanted.camera,
                settings: wanted.settings.clone(),
                surroundings: wanted.surroundings.cloned(),
                size: wanted.size,
            });
        }
        self.target.as_ref().map(|target| target.id)
    }

    fn draw(&mut self, wanted: &Wanted<'_>) {
        self.make_target(wanted.size);
        let Some(target) = &self.target else { return };
        let RenderState { device, queue, .. } = &self.graphics;
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        self.drawer.draw(&self.graphics, &mut encoder, &target.view, wanted);
        queue.submit([encoder.finish()]);
    }

    fn make_target(&mut self, size: [u32; 2]) {
        if self.target.as_ref().is_some_and(|target| target.size == size) {
            return;
        }
        let most = self.graphics.device.limits().max_texture_dimension_2d;
        let texture = picture(
            &self.graphics.device,
            size.map(|side| side.min(most)),
            wgpu::TextureUsages::TEXTURE_BINDING,
        );
        let view = texture.create_view(&wgpu::TextureViewDescriptor::default());
        let (device, filter) = (&self.graphics.device, wgpu::FilterMode::Linear);
        let mut egui = self.graphics.renderer.write();
        let id = match &self.target {
            Some(before) => {
                egui.update_egui_texture_from_wgpu_texture(device, &view, filter, before.id);
                before.id
            }
            None => egui.register_native_texture(device, &view, filter),
        };
        drop(egui);
        self.target = Some(Target { view, id, size });
    }

    /// Draws a picture for a file and begins to fetch it; a fine one as a graphics card would draw it, whatever device this is.
    pub(crate) fn begin_shot(&mut self, wanted: &Wanted<'_>, is_fine: bool) -> Fetching {
        let most = self.graphics.device.limits().max_texture_dimension_2d;
        let size = wanted.size.map(|side| side.clamp(1, most));
        let RenderState { device, queue, .. } = &self.graphics;
        let texture = picture(device, size, wgpu::TextureUsages::COPY_SRC);
        let view = texture.create_view(&wgpu::TextureViewDescriptor::default());
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        let drawer = if is_fine && self.is_slow {
            self.fine.get_or_insert_with(|| Drawer::new(&self.graphics, ViewQuality::High))
        } else {
            // What the window shows is to be drawn again.
            self.drawn = None;
            &mut self.drawer
        };
        drawer.draw(&self.graphics, &mut encoder, &view, &Wanted { size, ..*wanted });
        let picture = ReadBack::begin(device, &mut encoder, &texture);
        queue.submit([encoder.finish()]);
        Fetching::of(picture, size)
    }

    /// No more fine pictures are wanted.
    pub(crate) fn forget_fine(&mut self) {
        self.fine = None;
    }

    /// A picture that was fetched, if it is there; this does not wait.
    pub(crate) fn fetched(&self, fetching: &Fetching) -> Option<Vec<[u8; 4]>> {
        // An error here is that of a lost device, which tells itself.
        let _ = self.graphics.device.poll(wgpu::PollType::Poll);
        fetching.pixels()
    }
}

/// A picture on its way from the graphics card.
pub(crate) struct Fetching {
    picture: ReadBack,
    pub(crate) size: [u32; 2],
    is_here: Arc<Mutex<bool>>,
}

impl Fetching {
    fn of(picture: ReadBack, size: [u32; 2]) -> Self {
        let is_here = Arc::<Mutex<bool>>::default();
        let arrived = is_here.clone();
        picture.map(move |is_ok| *arrived.lock().unwrap_or_else(PoisonError::into_inner) = is_ok);
        Self { picture, size, is_here }
    }

    fn pixels(&self) -> Option<Vec<[u8; 4]>> {
        let is_here = *self.is_here.lock().unwrap_or_else(PoisonError::into_inner);
        is_here.then(|| self.picture.pixels().ok()).flatten()
    }
}
