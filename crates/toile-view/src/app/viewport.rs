//! The picture, and what the mouse does in it.

use super::canvas::{Canvas, Wanted};
use super::desk::Desk;
use super::overlay::{landmark_names, seen};
use super::panels::legend;
use super::{hints, settings::Tab};
use crate::camera::OrbitCamera;
use crate::live::{Gesture, LiveState, SurfacePlace};
use crate::pattern::Selected;
use crate::pick::{beside, pick_cloth, seen_at};
use crate::scene::ViewScene;
use crate::view_settings::ColorMode;
use egui::{CursorIcon, PointerButton, Rect, Response, Sense, Ui};
use glam::{Vec2, Vec3};

/// What a drag does.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) enum Drag {
    #[default]
    None,
    Orbit,
    Pan,
    /// Pulls at cloth that was taken hold of at a point.
    Pull(Vec3),
    /// Moves a needle that was at a point.
    Needle(u32, Vec3),
}

/// A needle nearer to the pointer than this is meant, in points.
const NEEDLE_PICK_DISTANCE: f32 = 12.0;
/// Radians for a drag of a point.
const TURN: f32 = 0.008;
/// While things move on a slow device the picture has fewer pixels, by this factor a side.
const COARSE: f32 = 0.6;

/// The picture and its state from frame to frame.
#[derive(Default)]
pub(crate) struct Viewport {
    pub(crate) drag: Drag,
    /// Where the picture was last, for keys that act under the pointer.
    pub(crate) rect: Option<Rect>,
    /// What is under the pointer, and the state it was found in.
    hovered: Option<SurfacePlace>,
    last_change: f64,
    last: Option<Seen>,
}

/// From where, at which time, and which state of what is being made: what differs from one picture to the next while things move.
type Seen = (OrbitCamera, f64, Option<u64>);

/// A point of the picture from (0, 0) at the top left to (1, 1).
fn share(rect: Rect, at: egui::Pos2) -> Vec2 {
    Vec2::new((at.x - rect.left()) / rect.width().max(1.0), (at.y - rect.top()) / rect.height().max(1.0))
}

fn aspect(rect: Rect) -> f32 {
    rect.width().max(1.0) / rect.height().max(1.0)
}

impl Viewport {
    /// Shows the picture in all of the room that is left.
    pub(crate) fn show(
        &mut self,
        desk: &mut Desk,
        canvas: &mut Option<Canvas>,
        ui: &mut Ui,
        state: &LiveState,
    ) {
        let (rect, response) = ui.allocate_exact_size(ui.available_size(), Sense::click_and_drag());
        self.rect = Some(rect);
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, "The cloth"));
        let scene = seen(desk, state);
        self.interact(desk, &scene, state, &response, rect);
        match canvas {
            Some(canvas) => self.paint(desk, canvas, ui, &scene, state, rect),
            None => no_graphics(ui, rect),
        }
        show_names(desk, ui, &scene, state, rect, response.hover_pos());
        self.show_hand(desk, ui, state, rect);
        if desk.watched(state).is_none() {
            legend::show(desk, ui, state, rect);
            hints::show(desk, ui, state, rect);
        }
        self.tell_value(ui, state, &response);
    }

    fn paint(
        &mut self,
        desk: &mut Desk,
        canvas: &mut Canvas,
        ui: &Ui,
        scene: &ViewScene,
        state: &LiveState,
        rect: Rect,
    ) {
        let now = (desk.camera, state.time, desk.watched(state).map(|_| state.number));
        if self.last.replace(now) != Some(now) {
            self.last_change = desk.now;
        }
        let moves = desk.now - self.last_change < 0.25;
        let coarse = if canvas.is_slow && moves { COARSE } else { 1.0 };
        if canvas.is_slow && moves {
            ui.ctx().request_repaint_after(std::time::Duration::from_millis(260));
        }
        let pixels = rect.size() * ui.ctx().pixels_per_point() * coarse;
        let mut settings = desk.settings.view.clone();
        // What is only being made has no values yet.
        if desk.watched(state).is_some() {
            settings.mode = ColorMode::Material;
        }
        let wanted = Wanted {
            scene,
            camera: &desk.camera,
            settings: &settings,
            surroundings: desk.surroundings.as_ref(),
            size: [pixels.x.round() as u32, pixels.y.round() as u32],
        };
        if let Some(id) = canvas.show(&wanted) {
            let whole = Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(1.0, 1.0));
            ui.painter().image(id, rect, whole, egui::Color32::WHITE);
        }
    }

    fn interact(
        &mut self,
        desk: &mut Desk,
        scene: &ViewScene,
        state: &LiveState,
        response: &Response,
        rect: Rect,
    ) {
        let pointer = response.hover_pos().or_else(|| response.interact_pointer_pos());
        self.zoom(desk, response, rect, pointer);
        self.begin(desk, scene, state, response, rect);
        self.go_on(desk, response, rect);
        if response.drag_stopped() {
            self.end(desk);
        }
        let is_live = desk.frame.is_none();
        self.hovered = match (pointer, self.drag) {
            (Some(at), Drag::None) if can_touch(desk, state) => {
                pick_cloth(scene, &desk.camera, share(rect, at), aspect(rect))
            }
            _ => None,
        };
        let needle = pointer.and_then(|at| needle_at(desk, state, rect, at));
        if response.double_clicked() && is_live {
            desk.pin(self.hovered, needle, state);
        } else if response.clicked() {
            let piece =
                self.hovered.and_then(|place| state.offer.pattern.piece_at(place.object, place.triangle));
            desk.selected = piece.map(Selected::Piece);
            if let Some(place) = self.hovered {
                desk.object = place.object;
            }
        }
        let cursor = match self.drag {
            Drag::Pull(_) | Drag::Needle(..) => CursorIcon::Grabbing,
            Drag::Orbit | Drag::Pan => CursorIcon::Move,
            Drag::None if self.hovered.is_some() || needle.is_some() => CursorIcon::Grab,
            Drag::None => CursorIcon::Default,
        };
        if response.hovered() || response.dragged() {
            response.ctx.set_cursor_icon(cursor);
        }
    }

    /// The cloth at a point of the screen.
    pub(crate) fn cloth_under(&self, desk: &Desk, at: egui::Pos2) -> Option<SurfacePlace> {
        let rect = self.rect.filter(|rect| rect.contains(at))?;
        pick_cloth(&seen(desk, &desk.state()), &desk.camera, share(rect, at), aspect(rect))
    }

    /// Puts a needle in under the pointer, or takes it out.
    pub(crate) fn pin_here(&self, desk: &mut Desk, ctx: &egui::Context, state: &LiveState) {
        let (Some(rect), Some(at)) = (self.rect, ctx.pointer_hover_pos()) else { return };
        let needle = needle_at(desk, state, rect, at);
        if self.hovered.is_none() && needle.is_none() {
            desk.say("Point at the cloth where the needle shall go, and press P.");
        }
        desk.pin(self.hovered, needle, state);
    }

    fn zoom(&mut self, desk: &mut Desk, response: &Response, rect: Rect, pointer: Option<egui::Pos2>) {
        if !response.contains_pointer() {
            return;
        }
        let (wheel, pinch) = response.ctx.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta()));
        if wheel == 0.0 && pinch == 1.0 {
            return;
        }
        // While something is pulled the wheel moves it towards the eye or away.
        if let (Drag::Pull(depth) | Drag::Needle(_, depth), Some(at)) = (self.drag, pointer) {
            let away = (depth - desk.camera.eye()).normalize_or_zero();
            let depth = depth + away * (wheel * 0.0006 * desk.camera.distance);
            self.drag = match self.drag {
                Drag::Needle(id, _) => Drag::Needle(id, depth),
                _ => Drag::Pull(depth),
            };
            self.pull(desk, rect, at);
        } else {
            desk.camera.zoom((wheel * 0.0035).exp() * pinch);
            hints::read(desk, "turn");
        }
    }

    fn begin(
        &mut self,
        desk: &mut Desk,
        scene: &ViewScene,
        state: &LiveState,
        response: &Response,
        rect: Rect,
    ) {
        let Some(at) = response.ctx.input(|input| input.pointer.press_origin()) else { return };
        let (shift, primary) = response.ctx.input(|input| (input.modifiers.shift, PointerButton::Primary));
        if response.drag_started_by(PointerButton::Middle) || (response.drag_started_by(primary) && shift) {
            self.drag = Drag::Pan;
        } else if response.drag_started_by(PointerButton::Secondary) {
            self.drag = Drag::Orbit;
        } else if response.drag_started_by(primary) {
            self.drag = take_hold(desk, scene, state, rect, at);
        }
    }

    fn go_on(&mut self, desk: &mut Desk, response: &Response, rect: Rect) {
        let by = response.drag_delta();
        if by == egui::Vec2::ZERO {
            return;
        }
        match self.drag {
            Drag::Orbit => {
                desk.camera.orbit(-by.x * TURN, by.y * TURN);
                hints::read(desk, "turn");
            }
            Drag::Pan => desk.camera.pan(Vec2::new(by.x, -by.y) / rect.height().max(1.0)),
            Drag::Pull(_) | Drag::Needle(..) => {
                if let Some(at) = response.interact_pointer_pos() {
                    self.pull(desk, rect, at);
                }
            }
            Drag::None => {}
        }
    }

    /// Leads what is held to the pointer.
    fn pull(&self, desk: &mut Desk, rect: Rect, at: egui::Pos2) {
        let to = |depth: Vec3| beside(&desk.camera, share(rect, at), aspect(rect), depth).to_array();
        match self.drag {
            Drag::Pull(depth) => desk.handle.send(Gesture::Pull(to(depth))),
            Drag::Needle(id, depth) => {
                desk.edit("Needle moved", Gesture::Lead(id, to(depth)), Gesture::Lead(id, depth.to_array()));
            }
            _ => {}
        }
    }

    fn end(&mut self, desk: &mut Desk) {
        match std::mem::take(&mut self.drag) {
            Drag::Pull(_) => desk.handle.send(Gesture::Release),
            Drag::Needle(..) => desk.history.close(),
            _ => {}
        }
    }

    /// Shows at once where the hand pulls to, however long the step takes in which the cloth follows.
    fn show_hand(&self, desk: &Desk, ui: &Ui, state: &LiveState, rect: Rect) {
        let Drag::Pull(depth) = self.drag else { return };
        let from = state.grab.map_or(depth, |[at, _]| Vec3::from_array(at));
        let (Some(seen), Some(pointer)) =
            (seen_at(&desk.camera, aspect(rect), from), ui.ctx().pointer_latest_pos())
        else {
            return;
        };
        let at = rect.min + egui::vec2(seen.x * rect.width(), seen.y * rect.height());
        let painter = ui.painter_at(rect);
        painter.line_segment([at, pointer], egui::Stroke::new(2.0, super::ACCENT));
        painter.circle_filled(at, 4.0, super::ACCENT);
    }

    /// Says the value of the heat map under the pointer.
    fn tell_value(&self, ui: &Ui, state: &LiveState, response: &Response) {
        let (Some(place), Some(heat)) = (self.hovered, &state.heat) else { return };
        let Some(object) = state.scene.objects.get(place.object) else { return };
        let (Some(values), Some(corners)) =
            (&object.values, object.mesh.triangles.get(place.triangle as usize))
        else {
            return;
        };
        let parts = corners
            .iter()
            .zip(place.weights)
            .map(|(v, w)| values.get(*v as usize).map_or(f32::NAN, |x| x * w));
        let value: f32 = parts.sum();
        if value.is_finite() && response.hovered() {
            let words = format!("{} {}", legend::number(value), heat.unit);
            let at = response.hover_pos().unwrap_or_default() + egui::vec2(16.0, 18.0);
            card(ui, at, words);
        }
    }
}

/// Shows the names of landmarks beside them.
fn show_names(
    desk: &Desk,
    ui: &Ui,
    scene: &ViewScene,
    state: &LiveState,
    rect: Rect,
    pointer: Option<egui::Pos2>,
) {
    let pointer = pointer.map(|at| share(rect, at));
    let near = NEEDLE_PICK_DISTANCE / rect.height().max(1.0);
    for (name, at) in landmark_names(desk, state, scene, aspect(rect), pointer, near) {
        let at = rect.min + egui::vec2(at.x * rect.width(), at.y * rect.height());
        if rect.contains(at) {
            card(ui, at + egui::vec2(9.0, -8.0), name);
        }
    }
}

/// Words on the picture, on a ground of their own.
fn card(ui: &Ui, at: egui::Pos2, words: String) {
    let font = egui::TextStyle::Body.resolve(ui.style());
    let galley = ui.painter().layout_no_wrap(words, font, egui::Color32::WHITE);
    let back = Rect::from_min_size(at, galley.size()).expand(4.0);
    ui.painter().rect_filled(back, 4.0, egui::Color32::from_black_alpha(170));
    ui.painter().galley(at, galley, egui::Color32::WHITE);
}

/// Whether there is cloth to be touched, and it is looked at.
fn can_touch(desk: &Desk, state: &LiveState) -> bool {
    state.offer.can_touch && desk.watched(state).is_none()
}

/// What a drag with the first button begins with: a needle, cloth, or nothing.
fn take_hold(desk: &mut Desk, scene: &ViewScene, state: &LiveState, rect: Rect, at: egui::Pos2) -> Drag {
    if !can_touch(desk, state) {
        return Drag::Orbit;
    }
    if let Some(id) = needle_at(desk, state, rect, at)
        && let Some(needle) = state.needles.iter().find(|needle| needle.id == id)
    {
        return Drag::Needle(id, Vec3::from_array(needle.position));
    }
    let Some(place) = pick_cloth(scene, &desk.camera, share(rect, at), aspect(rect)) else {
        return Drag::Orbit;
    };
    if desk.frame.take().is_some() {
        desk.say("Back to now: recorded frames cannot be touched.");
    }
    if state.activity == crate::live::Activity::Paused {
        desk.say("Time stands still: press Space to see the cloth follow.");
    }
    desk.handle.send(Gesture::Grab(place));
    hints::read(desk, "pull");
    Drag::Pull(Vec3::from_array(place.point))
}

/// The needle at a point of the screen.
fn needle_at(desk: &Desk, state: &LiveState, rect: Rect, at: egui::Pos2) -> Option<u32> {
    if !can_touch(desk, state) {
        return None;
    }
    let far = |position: [f32; 3]| {
        let seen = seen_at(&desk.camera, aspect(rect), Vec3::from_array(position))?;
        let place = rect.min + egui::vec2(seen.x * rect.width(), seen.y * rect.height());
        Some(place.distance(at)).filter(|distance| *distance < NEEDLE_PICK_DISTANCE)
    };
    let near = state.needles.iter().filter_map(|needle| Some((needle.id, far(needle.position)?)));
    near.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(id, _)| id)
}

/// What is said where no picture can be drawn.
fn no_graphics(ui: &Ui, rect: Rect) {
    let words = "No graphics driver was found, so nothing can be drawn here.\n\
                 Pictures without one: `toile look MESH -o picture.png`, and `toile dress` writes pictures too.\n\
                 On Debian and Ubuntu the package mesa-vulkan-drivers draws on the processor.";
    ui.painter().text(
        rect.center(),
        egui::Align2::CENTER_CENTER,
        words,
        egui::FontId::proportional(15.0),
        ui.visuals().text_color(),
    );
}

/// The panel that a newcomer looks for next.
pub(crate) fn open_tab(desk: &mut Desk, tab: Tab) {
    desk.settings.tab = tab;
    desk.settings.shows_panels = true;
}
