//! Something that only stands there: a mesh, or a dressed result from a file.

use super::opener::wardrobe;
use std::sync::Arc;
use toile_view::live::{Applied, Heat, Live, LiveReport, Offer, Value};
use toile_view::scene::ViewScene;

/// Something that only stands there.
pub(super) struct LiveMesh {
    scene: ViewScene,
    offer: Arc<Offer>,
}

impl LiveMesh {
    pub(super) fn new(title: String, scene: ViewScene) -> Self {
        Self { scene, offer: Arc::new(Offer { title, wardrobe: wardrobe(), ..Offer::default() }) }
    }
}

impl Live for LiveMesh {
    fn offer(&self) -> Arc<Offer> {
        self.offer.clone()
    }

    fn scene(&self) -> ViewScene {
        self.scene.clone()
    }

    fn time(&self) -> f64 {
        0.0
    }

    fn step_time(&self) -> f64 {
        1.0 / 60.0
    }

    fn step(&mut self) -> Result<LiveReport, String> {
        Ok(LiveReport::default())
    }

    fn is_at_rest(&self) -> bool {
        true
    }

    fn reset(&mut self) {}

    fn set(&mut self, key: &str, _value: &Value) -> Result<Applied, String> {
        Err(format!("a mesh has no `{key}`"))
    }

    fn show(&mut self, _quantity: Option<&str>) {}

    fn heat(&self) -> Option<Heat> {
        None
    }
}
