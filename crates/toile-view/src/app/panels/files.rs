//! A small window of files to open, the same on every system.

use super::super::Desk;
use crate::host::{FoundFile, ViewFileKind};
use crate::live::{LiveState, Opening};
use egui::{Context, Order, ScrollArea, TextEdit, Ui, Window};

/// Shows the files, if they were asked for.
pub(crate) fn show(desk: &mut Desk, ctx: &Context, state: &LiveState) {
    let Some(listing) = desk.files.clone() else { return };
    let (mut is_open, mut go_to, mut opening, mut typed) = (true, None, None, None);
    // Over messages on the picture, whenever those come.
    let window = Window::new("Open").open(&mut is_open).collapsible(false).order(Order::Foreground);
    window.default_size([460.0, 420.0]).default_pos([200.0, 60.0]).show(ctx, |ui| {
        ui.horizontal(|ui| {
            let up = ui.add_enabled(listing.parent.is_some(), egui::Button::new("Up"));
            if up.on_hover_text("The folder around this one").clicked() {
                go_to.clone_from(&listing.parent);
            }
            typed = type_path(&mut desk.path, ui);
        });
        ui.weak("Patterns are worn by the body that is there. Files can also be dropped on the window.");
        if !state.offer.wardrobe.is_empty() {
            ui.menu_button("Built-in garments …", |ui| {
                for garment in &state.offer.wardrobe {
                    if ui.button(garment).on_hover_text("Drawn for the body that is there").clicked() {
                        opening = Some(Opening::of(garment.clone()));
                        ui.close();
                    }
                }
            });
        }
        ui.separator();
        ScrollArea::vertical().max_height(330.0).auto_shrink([false, true]).show(ui, |ui| {
            for (name, path) in &listing.folders {
                if ui.selectable_label(false, format!("{name}/")).on_hover_text("A folder").clicked() {
                    go_to = Some(path.clone());
                }
            }
            for FoundFile { name, path, kind } in &listing.files {
                ui.horizontal(|ui| {
                    let help = kind.map_or("Opens it", opens);
                    if ui.selectable_label(false, name).on_hover_text(help).clicked() {
                        opening = Some(Opening::of(path.clone()));
                    }
                    ui.weak(kind.map_or("", ViewFileKind::words));
                    if *kind == Some(ViewFileKind::Pattern)
                        && ui.small_button("wear too").on_hover_text("Together with what is worn").clicked()
                    {
                        opening = Some(Opening { add: true, ..Opening::of(path.clone()) });
                    }
                    if *kind == Some(ViewFileKind::Mesh)
                        && ui
                            .small_button("as body")
                            .on_hover_text("A body that wears what is worn")
                            .clicked()
                    {
                        opening = Some(Opening { as_body: true, ..Opening::of(path.clone()) });
                    }
                });
            }
            if listing.files.is_empty() && listing.folders.is_empty() {
                ui.weak("There is nothing here that could be opened.");
            }
        });
    });
    if !is_open {
        desk.files = None;
    }
    match typed {
        Some(name) if desk.host.kind(&name).is_some() => opening = Some(Opening::of(name)),
        typed => go_to = go_to.or(typed),
    }
    if let Some(folder) = go_to {
        desk.show_files(Some(&folder));
    }
    if let Some(opening) = opening {
        super::super::read_hint(desk, "open");
        desk.open(opening);
    }
}

/// A field for the name of a folder or a file. Returns it when it was entered.
fn type_path(path: &mut String, ui: &mut Ui) -> Option<String> {
    let edit = TextEdit::singleline(path).desired_width(f32::INFINITY);
    let response = ui.add(edit).on_hover_text("A folder or a file: type or paste it, and press Enter");
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, "Folder or file"));
    let is_entered = response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
    is_entered.then(|| path.trim().to_owned())
}

/// What becomes of a file when it is opened.
const fn opens(kind: ViewFileKind) -> &'static str {
    match kind {
        ViewFileKind::Pattern => "Dresses the body that is there in it",
        ViewFileKind::Scene => "Opens it in the place of what is there",
        ViewFileKind::Mesh => "Shows it by itself",
        ViewFileKind::Motion => "Lets the body that is there move so",
        ViewFileKind::Surroundings => "Lights what is there",
    }
}
