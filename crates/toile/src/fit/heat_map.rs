//! Pictures of a dressed garment: as it looks, and what it bears in colours.

use super::report::ReportEntry;
use super::scale::Scale;
use toile_dress::fit::FitQuantity;
use toile_look::{
    Color, HeatValues, Image, Look, LookObject, LookQuality, LookScene, LookSurface, Sheet, View,
};

/// How pictures are made.
#[derive(Clone, Debug, PartialEq)]
pub struct MapSettings {
    /// The width of one view in pixels.
    pub width: u32,
    /// Its height.
    pub height: u32,
    /// How much work goes into it.
    pub quality: LookQuality,
    /// From where the garment is seen.
    pub views: Vec<View>,
}

impl Default for MapSettings {
    /// Front and back, small enough for a report.
    fn default() -> Self {
        Self { width: 300, height: 420, quality: LookQuality::Draft, views: vec![View::Front, View::Back] }
    }
}

/// How many garments stand side by side on a page.
const IN_A_ROW: usize = 3;
/// How much of the body shows around the garment, in metres.
const AROUND: f64 = 0.06;

impl MapSettings {
    /// Pictures of a garment on its body, from all sides that are asked for.
    fn render(&self, entry: &ReportEntry<'_>, surface: LookSurface<'_>) -> Vec<Image> {
        let cloth = entry.dressed.cloth.mesh();
        let mut scene = LookScene::of(LookObject::body(entry.body.mesh()));
        scene.objects.push(LookObject::cloth(&cloth).with_surface(surface));
        let look = Look {
            width: self.width,
            height: self.height,
            quality: self.quality,
            margin: 0.02,
            focus: Some(cloth.bounds().inflated(AROUND)),
        };
        look.render_views(&scene, &self.views)
    }
}

/// The garment as it looks.
pub fn looks(entry: &ReportEntry<'_>, settings: &MapSettings) -> Vec<Image> {
    settings.render(entry, LookSurface::Solid(Color::hex(0x9F_B4_C7)))
}

/// The garment in the colours of a scale, one picture a view and without a legend.
pub fn heat_views(entry: &ReportEntry<'_>, scale: &Scale, settings: &MapSettings) -> Vec<Image> {
    let values = scale.values(entry.fit);
    let values = HeatValues::Vertex(&values);
    settings.render(entry, LookSurface::Heat { values, range: scale.range, map: scale.map })
}

/// A page with a quantity on one or several garments, on the same scale and with its legend.
pub fn heat_map(entries: &[ReportEntry<'_>], quantity: FitQuantity, settings: &MapSettings) -> Image {
    let fits: Vec<_> = entries.iter().map(|entry| entry.fit).collect();
    let scale = Scale::of(quantity, &fits);
    let mut sheet = Sheet::default()
        .columns(settings.views.len() * entries.len().clamp(1, IN_A_ROW))
        .legend(scale.legend());
    for entry in entries {
        for (image, view) in heat_views(entry, &scale, settings).into_iter().zip(&settings.views) {
            sheet = sheet.panel(image, format!("{}, {}", entry.name, view.name()));
        }
    }
    sheet.title(scale.title()).compose()
}
